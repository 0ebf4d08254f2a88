"""One sentence for every action and every effect, in the language of the request (English, Russian).

An action's sentence is the title of its step. An effect's sentence explains its consequence; the engine's mere
bookkeeping is `quiet`. Sentences are in the present tense, so that Russian needs no grammatical gender for models.
`EFFECTS` and `ACTIONS` are keyed by the tags used in game files; a test fails when one is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from frontend.base.lengths import inches
from frontend.base.terrain_names import terrain_name
from frontend.games import ruling_sentences, secret_sentences
from frontend.games.cast import Cast, in_words
from frontend.games.outcomes import came_to
from frontend.games.sentences import Explanation, listed, signed, tag
from rules import Event, State
from rules.kernel.log import LOG
from rules.kernel.regiment import ranks
from rules.kernel.telling import Moment, Phrase, Plural


def title(cast: Cast, state: State, event: Event[Any]) -> str:
    """The declaration in one sentence. `state` is the position before the step."""
    key = tag(event.action)
    if key not in ACTIONS and key in cast.ruleset.told:
        return cast.ruleset.told[key](Moment(cast, state, event))
    return ACTIONS.get(key, _declared)(cast, state, event)


def _declared(cast: Cast, state: State, event: Event[Any]) -> str:
    """An act that its ruleset has no sentence for: its name, and the rule behind its first effect."""
    about = {"side": cast.side(event.by), "action": in_words(tag(event.action))}
    rule = next((cast.rule(effect.rule) for effect in event.effects), "")
    if rule.casefold() in ("", about["action"].casefold()):
        return _("%(side)s declares: %(action)s") % about
    return _("%(side)s declares: %(action)s (%(rule)s)") % {**about, "rule": rule}


def explain(cast: Cast, effect: Any, state: State) -> Explanation:
    """One effect in a sentence. `state` is the position after it."""
    say = EFFECTS.get(tag(effect))
    return say(cast, effect, state) if say else Explanation(cast.rule(effect.rule), quiet=True)


def counter(cast: Cast, key: str) -> str:
    """The name of what is counted."""
    return ruling_sentences.counters().get(key) or cast.counter(key)


# effects


def _rolled(cast: Cast, effect: Any, state: State) -> Explanation:
    model, target = cast.model(effect.model), cast.model(effect.target)
    about = {"roll": _roll_name(cast, effect.rule), "model": model, "target": target}
    if effect.model and effect.target and effect.rule not in cast.telling.own_rolls:
        return Explanation(_("%(roll)s: %(model)s → %(target)s") % about)
    if effect.model:
        return Explanation(_("%(roll)s: %(model)s") % about)
    return Explanation(_("%(roll)s: %(side)s") % {**about, "side": cast.side(effect.by)})


def _roll_name(cast: Cast, rule: str) -> str:
    """The label of a roll; rows of a table are preceded by the name of the table."""
    table, inside, _row = rule.partition(".table.")
    return f"{cast.rule(table + '.roll')} ({cast.rule(rule)})" if inside else cast.rule(rule)


def _measured(cast: Cast, effect: Any, state: State) -> Explanation:
    about = {"model": cast.model(effect.model), "target": cast.model(effect.target)}
    words = cast.telling.measured.get(effect.fact)
    if effect.fact == "distance":
        one, many = _("%(model)s is %(length)s from %(target)s"), _("%(model)s are %(length)s from %(target)s")
        text = (many if cast.several(effect.model) else one) % {**about, "length": inches(effect.value)}
    elif words:
        what = listed(dict.fromkeys(cast.thing(key) for key in effect.by))
        text = cast.say(words.by if effect.by else words.plain, **about, value=effect.value, what=what)
    else:
        text = ": ".join(
            filter(None, (about["model"], cast.rule(effect.rule), _in_words(cast, effect.fact, effect.value)))
        )
    return Explanation(text, declared=effect.declared)


def note(cast: Cast, text: str) -> str:
    """A note of the engine, in words."""
    return cast.say(cast.telling.notes[text]) if text in cast.telling.notes else text


def _in_words(cast: Cast, text: str, value: int) -> str:
    """A note of the engine with its number, in words."""
    valued = cast.telling.valued.get(text)
    return cast.say(valued, value=value, length=inches(value)) if valued else note(cast, text)


def _on_word(cast: Cast, effect: Any) -> str:
    """A modifier that players declare: whose, by which ability, how much, of which rolls."""
    kind = cast.telling.rolls.get(effect.roll)
    return _("%(model)s: %(ability)s, %(amount)s to %(rolls)s") % {
        "model": cast.model(effect.model), "ability": effect.text, "amount": signed(effect.value),
        "rolls": cast.say(kind) if kind else effect.roll,
    }  # fmt: skip


def _noted(cast: Cast, effect: Any, state: State) -> Explanation:
    if effect.roll:
        return Explanation(_on_word(cast, effect), declared=True)
    if effect.rule in cast.telling.noted:
        return Explanation(cast.telling.noted[effect.rule](cast, effect), declared=effect.declared)
    said = _in_words(cast, effect.text, effect.value)
    who = cast.model(effect.model) if effect.model else ""
    parts = [part for part in (who, cast.rule(effect.rule), said) if part]
    return Explanation(": ".join(parts), declared=effect.declared)


def _position_set(cast: Cast, effect: Any, state: State) -> Explanation:
    if ruling_sentences.is_ruling_of(effect):
        return ruling_sentences.brought(cast, effect, state)
    table = effect.position.table
    count = len(table.terrain)
    if table.sketch:
        return Explanation(_("No table: distances are recorded when they matter, places are not"))
    size = {"width": inches(table.width), "depth": inches(table.depth), "pieces": count}
    if effect.position.models:
        return Explanation(_("The battle starts from a set position on a %(width)s × %(depth)s table") % size)
    pieces = ngettext("%(pieces)d piece of terrain", "%(pieces)d pieces of terrain", count) % size
    return Explanation(_("The table measures %(width)s by %(depth)s: %(pieces)s") % {**size, "pieces": pieces})


def _mustered(cast: Cast, effect: Any, state: State) -> Explanation:
    models = ngettext("%(count)d model", "%(count)d models", len(effect.models)) % {"count": len(effect.models)}
    points = ngettext("%(count)d point", "%(count)d points", effect.points) % {"count": effect.points}
    about = {"side": effect.name or effect.side, "models": models, "points": points}
    return Explanation(_("%(side)s fields %(models)s for %(points)s") % about)


def _placed(cast: Cast, effect: Any, state: State) -> Explanation:
    if state.table.sketch:
        return Explanation(_("%(model)s is on the table") % {"model": cast.model(effect.model)}, quiet=True)
    x, y, z = effect.at
    place = {"model": cast.model(effect.model), "x": inches(x), "y": inches(y), "z": inches(z)}
    if z:
        return Explanation(_("%(model)s stands at %(x)s × %(y)s, %(z)s above the table") % place)
    return Explanation(_("%(model)s stands at %(x)s × %(y)s") % place)


def _moved(cast: Cast, effect: Any, state: State) -> Explanation:
    if state.table.sketch:
        return Explanation(_("%(model)s moves") % {"model": cast.model(effect.model)}, quiet=True)
    return Explanation(
        _("%(model)s moves %(length)s") % {"model": cast.model(effect.model), "length": inches(effect.length)}
    )


def _formed(cast: Cast, effect: Any, state: State) -> Explanation:
    if effect.formation is None:
        gone = _("%(model)s leave the table") if cast.several(effect.unit) else _("%(model)s leaves the table")
        return Explanation(gone % {"model": cast.holder(effect.unit)})
    about = {"unit": cast.holder(effect.unit), "files": effect.formation.files, "ranks": ranks(effect.formation)}
    return Explanation(_("%(unit)s: %(files)d × %(ranks)d, files × ranks") % about)


def _lifted(cast: Cast, effect: Any, state: State) -> Explanation:
    return Explanation(_("%(model)s leaves the table") % {"model": cast.model(effect.model)})


def _joined(cast: Cast, effect: Any, state: State) -> Explanation:
    about = {"model": cast.model(effect.model), "unit": cast.holder(effect.unit)}
    if about["model"] == about["unit"]:
        return Explanation(_("%(model)s: a unit of its own again") % about)
    return Explanation(_("%(model)s joins %(unit)s") % about)


def _laid(cast: Cast, effect: Any, state: State) -> Explanation:
    if effect.outline:
        return Explanation(_("%(rule)s: a template is placed") % {"rule": cast.rule(effect.rule)})
    about = {"rule": cast.rule(effect.rule), "size": inches(2 * effect.radius), "x": inches(effect.at[0]),
             "y": inches(effect.at[1])}  # fmt: skip
    if effect.aimed is None or effect.aimed == effect.at:
        return Explanation(_("%(rule)s: the %(size)s marker lies at %(x)s × %(y)s") % about)
    gone = isqrt(sum((a - b) ** 2 for a, b in zip(effect.at[:2], effect.aimed[:2], strict=True)))
    return Explanation(_("%(rule)s: the %(size)s marker scatters %(length)s") % {**about, "length": inches(gone)})


def _terrain_set(cast: Cast, effect: Any, state: State) -> Explanation:
    kind = cast.telling.terrain_kinds.get(effect.piece.kind)
    if kind:
        return Explanation(f"{terrain_name(effect.piece.name)}: {cast.say(kind)}")
    about = {"piece": terrain_name(effect.piece.name), "rule": cast.rule(effect.rule)}
    return Explanation(_("%(piece)s is on the table: %(rule)s") % about)


def _terrain_removed(cast: Cast, effect: Any, state: State) -> Explanation:
    about = {"piece": cast.thing(effect.piece), "rule": cast.rule(effect.rule)}
    return Explanation(_("%(piece)s is taken off the table: %(rule)s") % about)


def _zone_set(cast: Cast, effect: Any, state: State) -> Explanation:
    return Explanation(_("Agreed on the table: %(zone)s") % {"zone": terrain_name(effect.zone.name)})


def _wounds_set(cast: Cast, effect: Any, state: State) -> Explanation:
    about = {"model": cast.model(effect.model), "left": effect.to}
    if effect.to > effect.was:
        return Explanation(_("%(model)s: now %(wounds)s") % {**about, "wounds": cast.wounds(effect.model, effect.to)})
    lost = cast.lost(effect.model, effect.was - effect.to)
    return Explanation(_("%(model)s loses %(lost)s, %(left)d left") % {**about, "lost": lost})


def _removed(cast: Cast, effect: Any, state: State) -> Explanation:
    name = {"model": cast.model(effect.model)}
    return Explanation((_("%(model)s is back in action") if effect.back else _("%(model)s is out of action")) % name)


def mark(cast: Cast, on: str, key: str, value: Any) -> str:
    """The consequence of a lasting mark for its holder; empty if the mark is mere bookkeeping."""
    pieces = listed(map(cast.thing, value)) if isinstance(value, tuple) else cast.thing(str(value))
    about = {
        "holder": cast.holder(on), "several": cast.several(on), "count": value, "pieces": pieces,
        "section": cast.section(str(value)),
    }  # fmt: skip
    said: Phrase | Plural | None
    said = cast.telling.counted.get(key) if isinstance(value, int) else None
    said = said or cast.telling.marks.get(key)
    return cast.say(said, **about) if said else ""


def unmark(cast: Cast, on: str, key: str) -> str:
    """The end of a mark for its holder; empty if the mark was mere bookkeeping."""
    said = cast.telling.unmarks.get(key)
    return cast.say(said, holder=cast.holder(on), several=cast.several(on)) if said else ""


def _marked(cast: Cast, effect: Any, state: State) -> Explanation:
    text = mark(cast, effect.on, effect.key, effect.value)
    return Explanation(text or f"{cast.holder(effect.on)}: {cast.rule(effect.key)}", quiet=not text)


def _unmarked(cast: Cast, effect: Any, state: State) -> Explanation:
    text = unmark(cast, effect.on, effect.key)
    gone = _("%(holder)s: no longer %(rule)s") % {"holder": cast.holder(effect.on), "rule": cast.rule(effect.key)}
    return Explanation(text or gone, quiet=not text)


def _counted(cast: Cast, effect: Any, state: State) -> Explanation:
    now = state.sides[effect.side].counters.get(effect.counter, 0) if effect.side in state.sides else 0
    if ruling_sentences.is_ruling_of(effect):
        return ruling_sentences.counted(cast, effect, now)
    change = {
        "side": cast.side(effect.side), "by": signed(effect.by), "counter": counter(cast, effect.counter), "now": now,
    }  # fmt: skip
    text = _("%(side)s: %(by)s %(counter)s, now %(now)d") % change
    return Explanation(f"{cast.rule(effect.rule)}: {text}" if effect.rule in cast.telling.said_with_rule else text)


def _began(cast: Cast, effect: Any, state: State) -> Explanation:
    about = {"round": effect.round, "phase": cast.phase(effect.phase)}
    text = _("Round %(round)d: %(phase)s begins") if effect.round else _("%(phase)s begins")
    return Explanation(text % about)


def _order_set(cast: Cast, effect: Any, state: State) -> Explanation:
    return Explanation(_("Order of play: %(sides)s") % {"sides": ", ".join(cast.side(key) for key in effect.order)})


def _turned(cast: Cast, effect: Any, state: State) -> Explanation:
    text = _("%(side)s to act") % {"side": cast.side(effect.to)} if effect.to else _("Nobody can act")
    return Explanation(text, quiet=True)


def question(cast: Cast, side: str, clause: str, model: str = "") -> str:
    """Who has to decide what; `model` is the model concerned, if known."""
    about = {"side": cast.side(side), "rule": cast.rule(clause), "model": cast.model(model)}
    if clause == LOG["hold"]:
        return _("%(side)s may re-roll this before the step continues") % about
    asking = cast.telling.questions.get(clause)
    if asking is None or (not model and "%(model)s" in asking.en):
        return _("%(side)s decides next: %(rule)s") % about
    return cast.say(asking, **about)


def _asked(cast: Cast, effect: Any, state: State) -> Explanation:
    decision = effect.decision
    return Explanation(question(cast, decision.side, decision.clause, decision.model))


def _answered(cast: Cast, effect: Any, state: State) -> Explanation:
    return Explanation(_("Decision made: %(rule)s") % {"rule": cast.rule(effect.rule)}, quiet=True)


def _ended(cast: Cast, effect: Any, state: State) -> Explanation:
    outcome = effect.outcome
    if outcome.reason == ruling_sentences.STRIKE:
        return Explanation(ruling_sentences.removed())
    unit = cast.ruleset.reading.per_point(state)
    score = ", ".join(f"{cast.side(key)} {rules.points(value, unit)}" for key, value in outcome.score.items())
    about = {"side": cast.side(outcome.winner), "reason": cast.rule(outcome.reason), "score": score}
    text = _("%(side)s wins: %(reason)s") if outcome.winner else _("A draw: %(reason)s")
    return Explanation(text % about + (f" ({score})" if score else ""))


EFFECTS: dict[str, Callable[[Cast, Any, State], Explanation]] = {
    "rolled": _rolled, "measured": _measured, "laid": _laid, "noted": _noted, "position-set": _position_set,
    "mustered": _mustered, "placed": _placed, "lifted": _lifted, "joined": _joined, "moved": _moved, "formed": _formed,
    "wounds-set": _wounds_set, "removed": _removed, "marked": _marked, "unmarked": _unmarked, "counted": _counted,
    "began": _began, "terrain-set": _terrain_set, "terrain-removed": _terrain_removed, "zone-set": _zone_set,
    "order-set": _order_set, "turned": _turned, "asked": _asked, "answered": _answered, "ended": _ended,
    **ruling_sentences.EFFECTS, **secret_sentences.EFFECTS,
}  # fmt: skip


# actions


def _muster(cast: Cast, state: State, event: Event[Any]) -> str:
    roster = event.action.roster
    return _("%(side)s musters: %(roster)s") % {"side": cast.side(event.by), "roster": roster.name}


def _fact(cast: Cast, state: State, event: Event[Any]) -> str:
    about = {"model": cast.model(event.action.model), "ability": event.action.ability}
    return _("%(model)s uses %(ability)s (declared by the players)") % about


ACTIONS: dict[str, Callable[[Cast, State, Event[Any]], str]] = {
    "begin": lambda cast, state, event: _("The table is set up"),
    "muster": _muster,
    "concede": lambda cast, state, event: _("%(side)s concedes") % {"side": cast.side(event.by)},
    "fact": _fact,
    **ruling_sentences.ACTIONS,
    **secret_sentences.ACTIONS,
}
"""The acts common to all systems; those of a ruleset have their sentence beside them (`Act.told`)."""


def outcome(cast: Cast, event: Event[Any]) -> str:
    """The result of a step in a few words, for the list; empty if the title says it all."""
    return came_to(cast, event.effects) or ruling_sentences.outcome(event)
