"""Kill Team in words: its acts, its marks, its questions."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.systems.cast import Cast
from frontend.systems.phases import phase_name
from frontend.systems.sentence_patterns import by_asked, by_model, by_side, going
from frontend.systems.sentences import effects, listed
from frontend.systems.system import Sentence, System, Text
from rules import Event, State


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
    about = {"who": who, "rule": cast.rule(pending.clause) if pending else phase_name(state.phase, {})}
    return _("%(who)s passes: %(rule)s") % about


ACTIONS: dict[str, Sentence] = {
    "roll-off": lambda cast, state, event: _("Both sides roll for the choice of side"),
    "choose-zone": _choose_zone,
    "initiative": lambda cast, state, event: _("Both sides roll for initiative"),
    "pass": _pass,
    "deploy": _deploy,
    "move": going(lambda: _("%(model)s moves %(length)s")),
    "fall-back": going(lambda: _("%(model)s falls back %(length)s")),
    "advance": by_model(lambda: _("%(model)s advances")),
    "run": by_asked(lambda: _("%(model)s runs on"), lambda: _("%(model)s stays where it is")),
    "ready": by_model(lambda: _("%(model)s readies")),
    "charge": _charge,
    "overwatch": _overwatch,
    "retreat": going(lambda: _("%(model)s retreats %(length)s")),
    "charge-roll": _charge_roll,
    "charge-move": by_asked(lambda: _("%(model)s charges in"), lambda: _("%(model)s stays where it is")),
    "manifest": _manifest,
    "deny": by_model(lambda: _("%(model)s tries to deny the power")),
    "comms": _comms,
    "stratagem": _stratagem,
    "tactic": _tactic,
    "shoot": _shoot,
    "fight": _fight,
    "consolidate": by_asked(lambda: _("%(model)s consolidates"), lambda: _("%(model)s does not consolidate")),
    "morale": by_side(lambda: _("%(side)s begins its Morale phase")),
    "nerve-test": by_model(lambda: _("%(model)s takes a nerve test")),
}

MARKS: dict[str, Text] = {
    "kt.morale.shaken-effect": lambda: _("%(holder)s is shaken"),
    "kt.status.broken-definition": lambda: _("%(holder)s: the team is broken"),
    "kt.move.fall-back": lambda: _("%(holder)s falls back this round"),
    "kt.move.advance": lambda: _("%(holder)s advances this round"),
    "kt.move.ready": lambda: _("%(holder)s is ready"),
    "kt.charge.retreat": lambda: _("%(holder)s retreats this round"),
    "kt.charge.success": lambda: _("%(holder)s charges this round"),
}
UNMARKS: dict[str, Text] = {
    "kt.morale.shaken-effect": lambda: _("%(holder)s is no longer shaken"),
    "kt.move.ready": lambda: _("%(holder)s is no longer ready"),
}

NOTES: dict[str, Text] = {
    "passed": lambda: _("passed"),
    "failed": lambda: _("failed"),
    "denied": lambda: _("the power is denied"),
    "stopped": lambda: _("the charge is stopped"),
    "no target": lambda: _("there is no target"),
}


def _lost_wounds(cast: Cast, effect: Any) -> str:
    lost = ngettext(
        "%(count)d more wound of this weapon on %(target)s is lost",
        "%(count)d more wounds of this weapon on %(target)s are lost", effect.value,
    )  # fmt: skip
    return lost % {"count": effect.value, "target": cast.model(effect.target)}


QUESTIONS: dict[str, Text] = {
    "kt.deploy.roll-off": lambda: _("%(side)s chooses its side of the table"),
    "kt.move.advance": lambda: _("%(side)s chooses where %(model)s runs"),
    "kt.charge.react": lambda: _("%(side)s may react to the charge"),
    "kt.charge.roll": lambda: _("%(side)s rolls for the charge next"),
    "kt.charge.success": lambda: _("%(side)s moves %(model)s next"),
    "kt.psychic.deny": lambda: _("%(side)s may try to deny the power"),
    "kt.fight.consolidate": lambda: _("%(side)s may consolidate %(model)s"),
}


def _flesh_wounds(count: int) -> str:
    return ngettext("%(holder)s has %(count)d flesh wound", "%(holder)s has %(count)d flesh wounds", count)


FLESH_WOUND = "kt.status.flesh-wound-definition"
SYSTEM = System(
    actions=ACTIONS,
    marks=MARKS,
    unmarks=UNMARKS,
    counted={FLESH_WOUND: _flesh_wounds},
    questions=QUESTIONS,
    notes=NOTES,
    noted={"kt.gap.one-injury-per-weapon": _lost_wounds},
    statuses={
        FLESH_WOUND: "flesh",
        "kt.morale.shaken-effect": "shaken",
        "kt.move.ready": "ready",
        "kt.move.advance": "advanced",
        "kt.move.fall-back": "fell-back",
        "kt.charge.retreat": "retreated",
        "kt.charge.success": "charged",
    },
    side_statuses={"kt.status.broken-definition": "broken"},
    badges={
        "flesh": lambda: _("flesh wound"),
        "shaken": lambda: _("shaken"),
        "ready": lambda: _("ready"),
        "advanced": lambda: _("advanced"),
        "fell-back": lambda: _("fell back"),
        "retreated": lambda: _("retreated"),
        "charged": lambda: _("charged"),
        "broken": lambda: _("broken"),
    },
    came_to={
        FLESH_WOUND: lambda: _("flesh wound: %(model)s"),
        "kt.morale.shaken-effect": lambda: _("%(model)s is shaken"),
    },
    columns=("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Sv", "Max"),
    rolled=frozenset({"BS", "WS", "Sv"}),
    melee=frozenset({"fight"}),
    instead_of_wounds=FLESH_WOUND,
    said_with_rule=frozenset({"kt.stratagem.command-reroll"}),
)
