"""One sentence for every action and every effect, in the language of the request (English, Russian).

An action's sentence is the title of its step. An effect's sentence explains what came of it; what is only bookkeeping
of the engine is `quiet`. Sentences are in the present tense, so that Russian needs no gender of a model.
`EFFECTS` and `ACTIONS` are keyed by the tags that stand in a game file; a test fails when one is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from frontend import ruled, sealed
from frontend.cast import Cast, inches
from frontend.words import FLESH_WOUND as FLESH_WOUND
from frontend.words import Words as Words
from frontend.words import came_to, signed
from frontend.words import effects as effects
from frontend.words import listed as listed
from frontend.words import tag as tag
from rules import Event, State


def title(cast: Cast, state: State, event: Event[Any]) -> str:
    """What was declared, in one sentence. `state` is the position before the step."""
    say = ACTIONS.get(tag(event.action))
    if say is None:
        return _("%(side)s declares: %(action)s") % {"side": cast.side(event.by), "action": tag(event.action)}
    return say(cast, state, event)


def explain(cast: Cast, effect: Any, state: State) -> Words:
    """What one effect did. `state` is the position after it."""
    say = EFFECTS.get(tag(effect))
    return say(cast, effect, state) if say else Words(cast.rule(effect.rule), quiet=True)


def phase(key: str) -> str:
    """The name of a phase."""
    names = {
        "setup": _("Set-up"), "deployment": _("Deployment"), "deploy": _("Deployment"), "scouting": _("Scouting"),
        "initiative": _("Initiative"), "movement": _("Movement"), "psychic": _("Psychic"), "shooting": _("Shooting"),
        "fight": _("Fight"), "morale": _("Morale"), "over": _("End of the game"),
    }  # fmt: skip
    return names.get(key, key.capitalize())


def counter(key: str) -> str:
    """The name of what is counted."""
    return {
        "cp": pgettext("command points", "CP"), "vp": pgettext("victory points", "VP"), **ruled.counters(),
    }.get(key, key.upper())  # fmt: skip


# effects


def _rolled(cast: Cast, effect: Any, state: State) -> Words:
    model, target = cast.model(effect.model), cast.model(effect.target)
    about = {"roll": _roll_name(cast, effect.rule), "model": model, "target": target}
    if effect.model and effect.target and ".save" not in effect.rule:
        return Words(_("%(roll)s: %(model)s → %(target)s") % about)
    if effect.model:
        return Words(_("%(roll)s: %(model)s") % about)
    return Words(_("%(roll)s: %(side)s") % {**about, "side": cast.side(effect.by)})


def _roll_name(cast: Cast, rule: str) -> str:
    """The label of a roll; rows of a table are named after their table too."""
    table, inside, _row = rule.partition(".table.")
    return f"{cast.rule(table + '.roll')} ({cast.rule(rule)})" if inside else cast.rule(rule)


def _measured(cast: Cast, effect: Any, state: State) -> Words:
    about = {
        "model": cast.model(effect.model), "target": cast.model(effect.target), "length": inches(effect.value),
        "what": listed(cast.thing(key) for key in effect.by),
    }  # fmt: skip
    if effect.fact == "distance":
        text = _("%(model)s is %(length)s from %(target)s") % about
    elif effect.fact == "obscured" and effect.by:
        text = _("%(target)s is obscured from %(model)s by %(what)s") % about
    elif effect.fact == "obscured":
        text = _("%(target)s is obscured from %(model)s") % about
    elif effect.fact == "terrain between":
        text = _("%(what)s is between %(model)s and %(target)s") % about
    else:
        text = f"{cast.rule(effect.rule)}: {effect.fact}"
    return Words(text, declared=effect.declared)


_NOTES = {
    "passed": lambda: _("passed"),
    "failed": lambda: _("failed"),
    "denied": lambda: _("the power is denied"),
    "stopped": lambda: _("the charge is stopped"),
    "no target": lambda: _("there is no target"),
}


def note(text: str) -> str:
    """What the engine noted, in words."""
    return _NOTES[text]() if text in _NOTES else text


def _noted(cast: Cast, effect: Any, state: State) -> Words:
    if effect.rule == "kt.gap.one-injury-per-weapon":
        lost = ngettext(
            "%(count)d more wound of this weapon on %(target)s is lost",
            "%(count)d more wounds of this weapon on %(target)s are lost", effect.value,
        )  # fmt: skip
        return Words(lost % {"count": effect.value, "target": cast.model(effect.target)})
    said = note(effect.text)
    who = cast.model(effect.model) if effect.model else ""
    parts = [part for part in (who, cast.rule(effect.rule), said) if part]
    return Words(": ".join(parts))


def _position_set(cast: Cast, effect: Any, state: State) -> Words:
    if ruled.is_ruling_of(effect):
        return ruled.brought(cast, effect, state)
    table = effect.position.table
    count = len(table.terrain)
    size = {"width": inches(table.width), "depth": inches(table.depth), "pieces": count}
    if effect.position.models:
        return Words(_("The battle stands at a given position, on a table of %(width)s by %(depth)s") % size)
    pieces = ngettext("%(pieces)d piece of terrain", "%(pieces)d pieces of terrain", count) % size
    return Words(_("The table measures %(width)s by %(depth)s: %(pieces)s") % {**size, "pieces": pieces})


def _mustered(cast: Cast, effect: Any, state: State) -> Words:
    models = ngettext("%(count)d model", "%(count)d models", len(effect.models)) % {"count": len(effect.models)}
    points = ngettext("%(count)d point", "%(count)d points", effect.points) % {"count": effect.points}
    about = {"side": effect.name or effect.side, "models": models, "points": points}
    return Words(_("%(side)s fields %(models)s for %(points)s") % about)


def _placed(cast: Cast, effect: Any, state: State) -> Words:
    x, y, z = effect.at
    place = {"model": cast.model(effect.model), "x": inches(x), "y": inches(y), "z": inches(z)}
    if z:
        return Words(_("%(model)s stands at %(x)s × %(y)s, %(z)s up") % place)
    return Words(_("%(model)s stands at %(x)s × %(y)s") % place)


def _moved(cast: Cast, effect: Any, state: State) -> Words:
    return Words(_("%(model)s goes %(length)s") % {"model": cast.model(effect.model), "length": inches(effect.length)})


def _wounds_set(cast: Cast, effect: Any, state: State) -> Words:
    lost = effect.was - effect.to
    change = {"model": cast.model(effect.model), "lost": lost, "left": effect.to}
    if effect.to > effect.was:
        return Words(_("%(model)s stands at %(left)d wounds") % change)
    text = ngettext(
        "%(model)s loses %(lost)d wound, %(left)d left", "%(model)s loses %(lost)d wounds, %(left)d left", lost
    )
    return Words(text % change)


def _removed(cast: Cast, effect: Any, state: State) -> Words:
    name = {"model": cast.model(effect.model)}
    return Words((_("%(model)s is back in action") if effect.back else _("%(model)s is out of action")) % name)


_MARKS: dict[str, Callable[[], str]] = {
    "kt.morale.shaken-effect": lambda: _("%(holder)s is shaken"),
    "kt.status.broken-definition": lambda: _("%(holder)s: the team is broken"),
    "kt.move.fall-back": lambda: _("%(holder)s falls back this round"),
    "kt.move.advance": lambda: _("%(holder)s advances this round"),
    "kt.move.ready": lambda: _("%(holder)s is ready"),
    "kt.charge.retreat": lambda: _("%(holder)s retreats this round"),
    "kt.charge.success": lambda: _("%(holder)s charges this round"),
}
_UNMARKS: dict[str, Callable[[], str]] = {
    "kt.morale.shaken-effect": lambda: _("%(holder)s is no longer shaken"),
    "kt.move.ready": lambda: _("%(holder)s is no longer ready"),
}
COMMAND_REROLL = "kt.stratagem.command-reroll"


def mark(cast: Cast, on: str, key: str, value: Any) -> str:
    """What a lasting mark says of who has it; empty where it is no more than a note of the engine."""
    holder = {"holder": cast.holder(on), "count": value}
    if key == FLESH_WOUND and isinstance(value, int):
        text = ngettext("%(holder)s has %(count)d flesh wound", "%(holder)s has %(count)d flesh wounds", value)
        return text % holder
    return _MARKS[key]() % holder if key in _MARKS else ""


def unmark(cast: Cast, on: str, key: str) -> str:
    """What it says of who had a mark that it is gone; empty where that is no more than a note of the engine."""
    return _UNMARKS[key]() % {"holder": cast.holder(on)} if key in _UNMARKS else ""


def _marked(cast: Cast, effect: Any, state: State) -> Words:
    text = mark(cast, effect.on, effect.key, effect.value)
    return Words(text or f"{cast.holder(effect.on)}: {cast.rule(effect.key)}", quiet=not text)


def _unmarked(cast: Cast, effect: Any, state: State) -> Words:
    text = unmark(cast, effect.on, effect.key)
    gone = _("%(holder)s: no longer %(rule)s") % {"holder": cast.holder(effect.on), "rule": cast.rule(effect.key)}
    return Words(text or gone, quiet=not text)


def _counted(cast: Cast, effect: Any, state: State) -> Words:
    now = state.sides[effect.side].counters.get(effect.counter, 0) if effect.side in state.sides else 0
    if ruled.is_ruling_of(effect):
        return ruled.counted(cast, effect, now)
    change = {
        "side": cast.side(effect.side), "by": signed(effect.by), "counter": counter(effect.counter), "now": now,
    }  # fmt: skip
    text = _("%(side)s: %(by)s %(counter)s, now %(now)d") % change
    return Words(f"{cast.rule(effect.rule)}: {text}" if effect.rule == COMMAND_REROLL else text)


def _began(cast: Cast, effect: Any, state: State) -> Words:
    about = {"round": effect.round, "phase": phase(effect.phase)}
    return Words(_("Round %(round)d: %(phase)s begins") % about if effect.round else _("%(phase)s begins") % about)


def _order_set(cast: Cast, effect: Any, state: State) -> Words:
    return Words(_("Order of play: %(sides)s") % {"sides": ", ".join(cast.side(key) for key in effect.order)})


def _turned(cast: Cast, effect: Any, state: State) -> Words:
    text = _("%(side)s is to act") % {"side": cast.side(effect.to)} if effect.to else _("Nobody is to act")
    return Words(text, quiet=True)


_QUESTIONS: dict[str, Callable[[], str]] = {
    "log.hold": lambda: _("%(side)s may make this roll again before the step goes on"),
    "kt.deploy.roll-off": lambda: _("%(side)s chooses its side of the table"),
    "kt.move.advance": lambda: _("%(side)s chooses where %(model)s runs"),
    "kt.charge.react": lambda: _("%(side)s may react to the charge"),
    "kt.charge.roll": lambda: _("%(side)s rolls for the charge next"),
    "kt.charge.success": lambda: _("%(side)s moves %(model)s next"),
    "kt.psychic.deny": lambda: _("%(side)s may try to deny the power"),
    "kt.fight.consolidate": lambda: _("%(side)s may consolidate %(model)s"),
}


def question(cast: Cast, side: str, clause: str, model: str = "") -> str:
    """Who decides what next; `model` is the one it is about, where it is known."""
    about = {"side": cast.side(side), "rule": cast.rule(clause), "model": cast.model(model)}
    text = _QUESTIONS[clause]() if clause in _QUESTIONS else ""
    if not text or (not model and "%(model)s" in text):
        text = _("%(side)s decides next: %(rule)s")
    return text % about


def _asked(cast: Cast, effect: Any, state: State) -> Words:
    decision = effect.decision
    return Words(question(cast, decision.side, decision.clause, decision.model))


def _answered(cast: Cast, effect: Any, state: State) -> Words:
    return Words(_("The decision is taken: %(rule)s") % {"rule": cast.rule(effect.rule)}, quiet=True)


def _ended(cast: Cast, effect: Any, state: State) -> Words:
    outcome = effect.outcome
    if outcome.reason == ruled.STRIKE:
        return Words(ruled.removed())
    score = ", ".join(f"{cast.side(key)} {value}" for key, value in outcome.score.items())
    about = {"side": cast.side(outcome.winner), "reason": cast.rule(outcome.reason), "score": score}
    text = _("%(side)s wins: %(reason)s") if outcome.winner else _("A draw: %(reason)s")
    return Words(text % about + (f" ({score})" if score else ""))


EFFECTS: dict[str, Callable[[Cast, Any, State], Words]] = {
    "rolled": _rolled, "measured": _measured, "noted": _noted, "position-set": _position_set, "mustered": _mustered,
    "placed": _placed, "moved": _moved, "wounds-set": _wounds_set, "removed": _removed, "marked": _marked,
    "unmarked": _unmarked, "counted": _counted, "began": _began, "order-set": _order_set, "turned": _turned,
    "asked": _asked, "answered": _answered, "ended": _ended, **ruled.EFFECTS,
    **sealed.EFFECTS,
}  # fmt: skip


# actions


def _by_side(text: Callable[[], str]) -> Callable[[Cast, State, Event[Any]], str]:
    """A sentence about the side alone."""
    return lambda cast, state, event: text() % {"side": cast.side(event.by)}


def _by_model(text: Callable[[], str]) -> Callable[[Cast, State, Event[Any]], str]:
    """A sentence about the acting model alone."""
    return lambda cast, state, event: text() % {"model": cast.model(event.action.model)}


def _by_asked(text: Callable[[], str], stays: Callable[[], str]) -> Callable[[Cast, State, Event[Any]], str]:
    """A sentence about the model that is asked where it goes; `stays` where it does not move."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        name = cast.model(state.pending.model) if state.pending else cast.side(event.by)
        return (text if event.action.path else stays)() % {"model": name}

    return say


def _going(text: Callable[[], str]) -> Callable[[Cast, State, Event[Any]], str]:
    """A sentence about a model and how far it means to go."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        moved = [e for e in effects(event, "moved") if e.model == event.action.model]
        length = inches(sum(e.length for e in moved))
        return text() % {"model": cast.model(event.action.model), "length": length}

    return say


def _muster(cast: Cast, state: State, event: Event[Any]) -> str:
    roster = event.action.roster
    return _("%(side)s musters: %(roster)s") % {"side": cast.side(event.by), "roster": roster.name}


def _fact(cast: Cast, state: State, event: Event[Any]) -> str:
    about = {"model": cast.model(event.action.model), "ability": event.action.ability}
    return _("%(model)s uses %(ability)s (declared by the players)") % about


def _tactic(cast: Cast, state: State, event: Event[Any]) -> str:
    about = {"side": cast.side(event.by), "stratagem": event.action.name, "model": cast.model(event.action.model)}
    if event.action.model:
        return _("%(side)s plays “%(stratagem)s”: %(model)s (declared by the players)") % about
    return _("%(side)s plays “%(stratagem)s” (declared by the players)") % about


def _volleys(cast: Cast, event: Event[Any]) -> dict[str, str]:
    action = event.action
    targets = [v.target for v in action.volleys] + [s.target for v in action.volleys for s in v.split]
    return {
        "model": cast.model(action.model),
        "target": listed(cast.model(key) for key in dict.fromkeys(targets)),
        "weapon": listed(dict.fromkeys(cast.weapon(action.model, v.weapon) for v in action.volleys)),
    }


def _shoot(cast: Cast, state: State, event: Event[Any]) -> str:
    return _("%(model)s shoots %(target)s: %(weapon)s") % _volleys(cast, event)


def _overwatch(cast: Cast, state: State, event: Event[Any]) -> str:
    return _("%(model)s fires overwatch at %(target)s: %(weapon)s") % _volleys(cast, event)


def _charge(cast: Cast, state: State, event: Event[Any]) -> str:
    targets = listed(cast.model(key) for key in event.action.targets)
    return _("%(model)s declares a charge at %(target)s") % {"model": cast.model(event.action.model), "target": targets}


def _charge_roll(cast: Cast, state: State, event: Event[Any]) -> str:
    name = cast.model(state.pending.model) if state.pending else cast.side(event.by)
    return _("%(model)s rolls for the charge") % {"model": name}


def _fight(cast: Cast, state: State, event: Event[Any]) -> str:
    action = event.action
    about = {
        "model": cast.model(action.model),
        "target": listed(dict.fromkeys(cast.model(blow.target) for blow in action.blows)),
        "weapon": listed(dict.fromkeys(cast.weapon(action.model, blow.weapon) for blow in action.blows)),
    }
    if not action.blows:
        return _("%(model)s is chosen to fight and strikes nobody") % about
    return _("%(model)s fights %(target)s: %(weapon)s") % about


def _manifest(cast: Cast, state: State, event: Event[Any]) -> str:
    about = {"model": cast.model(event.action.model), "power": event.action.power}
    return _("%(model)s attempts %(power)s") % about


def _comms(cast: Cast, state: State, event: Event[Any]) -> str:
    about = {"model": cast.model(event.action.model), "friend": cast.model(event.action.friend)}
    return _("%(model)s helps %(friend)s to aim") % about


def _stratagem(cast: Cast, state: State, event: Event[Any]) -> str:
    played = [effect.rule for effect in effects(event, "marked")]
    friend = event.action.friend
    about = {
        "side": cast.side(event.by), "stratagem": cast.rule(played[0]) if played else _("stratagem"),
        "model": listed(cast.model(key) for key in (event.action.model, friend) if key),
    }  # fmt: skip
    return _("%(side)s plays “%(stratagem)s”: %(model)s") % about


def _deploy(cast: Cast, state: State, event: Event[Any]) -> str:
    return _("%(side)s sets up %(model)s") % {"side": cast.side(event.by), "model": cast.model(event.action.model)}


def _choose_zone(cast: Cast, state: State, event: Event[Any]) -> str:
    names = {zone.id: zone.name for zone in state.table.zones}
    zone = names.get(event.action.zone) or event.action.zone
    return _("%(side)s takes the zone: %(zone)s") % {"side": cast.side(event.by), "zone": zone}


def _pass(cast: Cast, state: State, event: Event[Any]) -> str:
    pending = state.pending
    who = cast.model(event.action.model) if event.action.model else cast.side(event.by)
    about = {"who": who, "rule": cast.rule(pending.clause) if pending else phase(state.phase)}
    return _("%(who)s passes: %(rule)s") % about


ACTIONS: dict[str, Callable[[Cast, State, Event[Any]], str]] = {
    "begin": lambda cast, state, event: _("The table is set"),
    "muster": _muster,
    "roll-off": lambda cast, state, event: _("Both sides roll for the choice of side"),
    "choose-zone": _choose_zone,
    "initiative": lambda cast, state, event: _("Both sides roll for initiative"),
    "pass": _pass,
    "concede": _by_side(lambda: _("%(side)s concedes")),
    "fact": _fact,
    "deploy": _deploy,
    "move": _going(lambda: _("%(model)s moves %(length)s")),
    "fall-back": _going(lambda: _("%(model)s falls back %(length)s")),
    "advance": _by_model(lambda: _("%(model)s advances")),
    "run": _by_asked(lambda: _("%(model)s runs on"), lambda: _("%(model)s stays where it is")),
    "ready": _by_model(lambda: _("%(model)s readies")),
    "charge": _charge,
    "overwatch": _overwatch,
    "retreat": _going(lambda: _("%(model)s retreats %(length)s")),
    "charge-roll": _charge_roll,
    "charge-move": _by_asked(lambda: _("%(model)s charges in"), lambda: _("%(model)s stays where it is")),
    "manifest": _manifest,
    "deny": _by_model(lambda: _("%(model)s tries to deny the power")),
    "comms": _comms,
    "stratagem": _stratagem,
    "tactic": _tactic,
    "shoot": _shoot,
    "fight": _fight,
    "consolidate": _by_asked(lambda: _("%(model)s consolidates"), lambda: _("%(model)s does not consolidate")),
    "morale": _by_side(lambda: _("%(side)s begins its Morale phase")),
    "nerve-test": _by_model(lambda: _("%(model)s takes a nerve test")),
    **ruled.ACTIONS,
    **sealed.ACTIONS,
}


def outcome(cast: Cast, event: Event[Any]) -> str:
    """What a step came to, in a few words for the list; empty where the title says it all."""
    return came_to(cast, event.effects) or ruled.outcome(event)
