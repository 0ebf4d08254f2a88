"""Warhammer 40,000 in words: its acts, its marks, its questions.

A sentence about a unit sets its name apart ("Dyke Wardens: falling back"), so that names in the plural need no other
verb and Russian ones no case.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.base.lengths import inches
from frontend.systems.cast import Cast
from frontend.systems.phases import phase_name
from frontend.systems.sentence_patterns import (
    at_targets,
    by_asked_unit,
    by_model,
    by_side,
    by_unit,
    firing,
    going_unit,
    into,
    plain,
    with_rule,
)
from frontend.systems.sentences import effects
from frontend.systems.system import NoteSentence, Sentence, System, Text
from rules import Event, State

PHASES: dict[str, Text] = {"start": lambda: _("Start of the turn"), "assault": lambda: _("Assault")}


def _manifest(cast: Cast, state: State, event: Event[Any]) -> str:
    about = {"model": cast.model(event.action.model), "power": event.action.power}
    return _("%(model)s attempts %(power)s") % about


def _power_effect(cast: Cast, state: State, event: Event[Any]) -> str:
    power = state.pending.about.get("power", "") if state.pending else ""
    return _("%(unit)s: %(power)s takes effect") % {"unit": cast.holder(event.action.unit), "power": power}


def _fight(cast: Cast, state: State, event: Event[Any]) -> str:
    about = {"side": cast.side(event.by), "unit": cast.holder(state.active or event.by)}
    value = state.pending.value if state.pending else 0
    if not value:
        return _("%(side)s: blows") % about
    return _("%(side)s: blows at Initiative %(step)d") % {**about, "step": value}


def passing(phases: Mapping[str, Text]) -> Sentence:
    """The sentence of whoever does nothing, or nothing more; `phases` are those that the system names itself."""

    def say(cast: Cast, state: State, event: Event[Any]) -> str:
        pending, unit = state.pending, event.action.unit
        about = {"who": cast.holder(unit) if unit else cast.side(event.by)}
        if pending:
            who = cast.holder(pending.model) if pending.model and not unit else about["who"]
            return _("%(who)s: declined (%(rule)s)") % {"who": who, "rule": cast.rule(pending.clause)}
        about["rule"] = phase_name(state.phase, phases)
        if unit:
            return _("%(who)s: nothing to do (%(rule)s)") % about
        return _("%(who)s: nothing more to do (%(rule)s)") % about

    return say


def _fall_back(cast: Cast, state: State, event: Event[Any]) -> str:
    length = max((effect.length for effect in effects(event, "moved")), default=0)
    about = {"unit": cast.holder(event.action.unit), "length": inches(length)}
    if event.action.trapped:
        return _("%(unit)s: fall back, no way out") % about
    return (_("%(unit)s: fall back, up to %(length)s") if length else _("%(unit)s: fall back off the table")) % about


ACTIONS: dict[str, Sentence] = {
    "roll-off": plain(lambda: _("Both sides roll off")),
    "choose-side": by_side(lambda: _("%(side)s chooses its side of the table")),
    "choose-starter": by_side(lambda: _("%(side)s says who begins")),
    "deploy": by_unit(lambda: _("%(unit)s: set up")),
    "reserve": by_unit(lambda: _("%(unit)s: kept in reserve")),
    "move": going_unit(lambda: _("%(unit)s: movement, up to %(length)s"), lambda: _("%(unit)s: no movement")),
    "difficult-terrain": by_unit(lambda: _("%(unit)s: a roll for difficult terrain")),
    "run": by_unit(lambda: _("%(unit)s: a roll for the run")),
    "run-again": by_unit(lambda: _("%(unit)s: the run is rolled again")),
    "run-move": going_unit(lambda: _("%(unit)s: run, up to %(length)s"), lambda: _("%(unit)s: no run after all")),
    "turbo-boost": going_unit(lambda: _("%(unit)s: full throttle, up to %(length)s"), lambda: _("%(unit)s: no move")),
    "join": into("to", lambda: _("%(unit)s: joined to %(where)s")),
    "leave": by_model(lambda: _("%(model)s leaves its unit")),
    "embark": into("vehicle", lambda: _("%(unit)s: on board, %(where)s")),
    "disembark": by_unit(lambda: _("%(unit)s: out of the transport")),
    "occupy": into("building", lambda: _("%(unit)s: into the building, %(where)s")),
    "come-out": by_unit(lambda: _("%(unit)s: out of the building")),
    "reserve-rolls": by_side(lambda: _("%(side)s rolls for its reserves")),
    "arrive": by_unit(lambda: _("%(unit)s: arrival from reserve")),
    "arrival-terrain": by_unit(lambda: _("%(unit)s: arrival through difficult terrain")),
    "no-room": by_unit(lambda: _("%(unit)s: no room to arrive")),
    "edge-roll": by_unit(lambda: _("%(unit)s: a roll for the table edge")),
    "formation": by_unit(lambda: _("%(unit)s: formed up where it landed")),
    "misplace": by_unit(lambda: _("%(unit)s: placed by the opponent")),
    "shoot": firing(
        lambda: _("%(unit)s: shooting at %(target)s"), lambda: _("%(unit)s: fire at %(target)s, %(weapon)s")
    ),
    "intercept": firing(
        lambda: _("%(unit)s: interception of %(target)s"), lambda: _("%(unit)s: interception of %(target)s, %(weapon)s")
    ),
    "overwatch": by_unit(lambda: _("%(unit)s: overwatch fire")),
    "instruct": by_unit(lambda: _("%(unit)s: standing instructions")),
    "go-to-ground": by_unit(lambda: _("%(unit)s: going to ground")),
    "place-markers": by_side(lambda: _("%(side)s places the markers that hit")),
    "charge": at_targets(lambda: _("%(unit)s: charge declared at %(target)s")),
    "charge-roll": by_unit(lambda: _("%(unit)s: a roll for the charge")),
    "charge-move": going_unit(lambda: _("%(unit)s: charge, up to %(length)s"), lambda: _("%(unit)s: charge given up")),
    "choose-combat": by_unit(lambda: _("%(unit)s: this combat is fought next")),
    "fight": _fight,
    "pile-in": by_side(lambda: _("%(side)s piles in")),
    "sweep": by_unit(lambda: _("%(unit)s: pursued")),
    "flee": by_unit(lambda: _("%(unit)s: breaking from combat")),
    "consolidate": by_unit(lambda: _("%(unit)s: a roll to consolidate")),
    "consolidate-move": going_unit(
        lambda: _("%(unit)s: consolidation, up to %(length)s"), lambda: _("%(unit)s: no consolidation")
    ),
    "hit-and-run": by_unit(lambda: _("%(unit)s: hit and run")),
    "hit-and-run-order": plain(lambda: _("A roll for who breaks off first")),
    "break-off": by_unit(lambda: _("%(unit)s: breaking off")),
    "fall-back": _fall_back,
    "regroup": by_unit(lambda: _("%(unit)s: an attempt to regroup")),
    "regroup-move": going_unit(
        lambda: _("%(unit)s: regrouped, then up to %(length)s"), lambda: _("%(unit)s: regrouped, no move")
    ),
    "manifest": _manifest,
    "deny": by_unit(lambda: _("%(unit)s: an attempt to deny the power")),
    "power-effect": _power_effect,
    "activate-force": by_unit(lambda: _("%(unit)s: a Force weapon is activated")),
    "take-test": by_asked_unit(lambda: _("%(unit)s, test: %(rule)s")),
    "end-roll": by_asked_unit(lambda: _("%(unit)s, at the end of the turn: %(rule)s")),
    "roll-length": plain(lambda: _("A roll for whether the battle goes on")),
    "pass": passing(PHASES),
}

NOTES: dict[str, Text] = {
    "arrow": lambda: _("arrow"),
    "cannot wound": lambda: _("cannot wound"),
    "caught, and fights on": lambda: _("caught, and fights on"),
    "discounted": lambda: _("discounted"),
    "does not get clear": lambda: _("does not get clear"),
    "does not go to ground": lambda: _("does not go to ground"),
    "glancing": lambda: _("a glancing hit"),
    "keeps its facing": lambda: _("keeps its facing"),
    "landed in difficult terrain": lambda: _("landed in difficult terrain"),
    "no Instant Death": lambda: _("no Instant Death"),
    "no Warp Charge left": lambda: _("no Warp Charge left"),
    "no cover save": lambda: _("no cover save"),
    "no further move": lambda: _("no further move"),
    "no longer falls back": lambda: _("no longer falls back"),
    "no roll": lambda: _("no roll"),
    "nobody is left to strike at": lambda: _("nobody is left to strike at"),
    "nobody is under the marker": lambda: _("nobody is under the marker"),
    "nothing": lambda: _("nothing happens"),
    "nothing happens": lambda: _("nothing happens"),
    "only a double 1 will do": lambda: _("only a double 1 will do"),
    "passed without a roll": lambda: _("passed without a roll"),
    "failed without a roll": lambda: _("failed without a roll"),
    "penetrating": lambda: _("a penetrating hit"),
    "rolled again": lambda: _("rolled again"),
    "scattered": lambda: _("scattered"),
    "stays locked": lambda: _("stays locked"),
    "the charge fails": lambda: _("the charge fails"),
    "the charge is given up": lambda: _("the charge is given up"),
    "the shot is lost": lambda: _("the shot is lost"),
    "the shots are lost": lambda: _("the shots are lost"),
    "the weapon stays as it is": lambda: _("the weapon stays as it is"),
    "was locked already": lambda: _("was locked already"),
    "chose to fail": lambda: _("chose to fail"),
    "double 1": lambda: _("double 1"),
    "passed": lambda: _("passed"),
    "failed": lambda: _("failed"),
}


# notes with numbers: the engine says them in English, the pages from what they are made of


def _combat_result(cast: Cast, effect: Any) -> str:
    wounds = re.findall(r"(\w+) (\d+)", effect.text)
    said = ", ".join(f"{cast.side(side)} {count}" for side, count in wounds)
    return _("%(rule)s, wounds inflicted: %(score)s") % {"rule": cast.rule(effect.rule), "score": said}


def _psychic_test(cast: Cast, effect: Any) -> str:
    total = re.match(r"\d+", effect.text)
    about = {"model": cast.model(effect.model), "rule": cast.rule(effect.rule), "ld": effect.value,
             "total": total[0] if total else ""}  # fmt: skip
    if not total:
        return with_rule(cast, effect, NOTES[effect.text]() if effect.text in NOTES else effect.text)
    if effect.text.endswith("passed"):
        return _("%(model)s: %(rule)s, %(total)s against Leadership %(ld)d: passed") % about
    return _("%(model)s: %(rule)s, %(total)s against Leadership %(ld)d: failed") % about


def _denied(cast: Cast, effect: Any) -> str:
    return with_rule(cast, effect, _("the power is denied"))


def _hits(cast: Cast, effect: Any) -> str:
    if effect.text in NOTES:
        return with_rule(cast, effect, NOTES[effect.text]())
    hits = ngettext("%(count)d hit", "%(count)d hits", effect.value) % {"count": effect.value}
    return _("%(model)s → %(target)s: %(hits)s") % {
        "model": cast.model(effect.model), "target": cast.model(effect.target), "hits": hits,
    }  # fmt: skip


def _shots(cast: Cast, effect: Any) -> str:
    if effect.text in NOTES:
        return with_rule(cast, effect, NOTES[effect.text]())
    weapons = ngettext("%(count)d weapon", "%(count)d weapons", effect.value) % {"count": effect.value}
    return _("%(model)s fires at %(target)s: %(weapons)s") % {
        "model": cast.model(effect.model), "target": cast.model(effect.target), "weapons": weapons,
    }  # fmt: skip


def _scattered(cast: Cast, effect: Any) -> str:
    return _("%(rule)s: %(length)s") % {"rule": cast.rule(effect.rule), "length": inches(effect.value)}


NOTED: dict[str, NoteSentence] = {
    "wh40k.assumed.fight.result": _combat_result,
    "wh40k.assumed.psychic.test": _psychic_test,
    "wh40k.usr.force.activate": _psychic_test,
    "wh40k.assumed.psychic.deny": _denied,
    "wh40k.assumed.shooting.weapon-types": _hits,
    "wh40k.usr.blast.hits": _hits,
    "wh40k.assumed.wounds": _hits,
    "wh40k.usr.hammer-of-wrath.attack": _hits,
    "wh40k.assumed.shooting.sequence": _shots,
    "wh40k.assumed.overwatch": _shots,
    "wh40k.usr.interceptor.fire": _shots,
    "wh40k.usr.blast.scatter": _scattered,
}

STATUSES = {
    "wh40k.fall-back.only-movement": "falling-back",
    "wh40k.assumed.go-to-ground": "ground",
    "wh40k.regroup.shooting": "regrouped",
    "wh40k.assumed.run": "ran",
    "wh40k.assumed.turbo-boost": "flat-out",
    "wh40k.assumed.charge.bonus": "charged",
    "wh40k.usr.blind.fail": "blinded",
    "wh40k.usr.concussive": "concussed",
    "wh40k.assumed.reserves.no-charge": "arrived",
    "wh40k.assumed.reserves.rolls": "in-reserve",
    "wh40k.assumed.transport.capacity": "aboard",
    "wh40k.assumed.building.occupation": "garrison",
    "wh40k.assumed.vehicle.damage-table.shaken": "crew-shaken",
    "wh40k.assumed.vehicle.damage-table.stunned": "stunned",
    "wh40k.assumed.vehicle.damage-table.weapon": "disarmed",
    "wh40k.assumed.vehicle.damage-table.immobilised": "immobilised",
    "wh40k.usr.force.pass": "force",
}
FOR_GAME = frozenset({"wh40k.assumed.reserves.rolls", "wh40k.assumed.building.occupation"})
BADGES: dict[str, Text] = {
    "falling-back": lambda: _("falling back"),
    "ground": lambda: _("gone to ground"),
    "regrouped": lambda: _("regrouped"),
    "ran": lambda: _("ran"),
    "flat-out": lambda: _("full throttle"),
    "charged": lambda: _("charged"),
    "blinded": lambda: _("blinded"),
    "concussed": lambda: _("concussed"),
    "arrived": lambda: _("arrived"),
    "in-reserve": lambda: _("in reserve"),
    "aboard": lambda: _("on board"),
    "garrison": lambda: _("in a building"),
    "crew-shaken": lambda: _("crew shaken"),
    "stunned": lambda: _("crew stunned"),
    "disarmed": lambda: _("weapon destroyed"),
    "immobilised": lambda: _("immobilised"),
    "force": lambda: _("Force weapon active"),
}
MARKS: dict[str, Text] = {
    "wh40k.fall-back.only-movement": lambda: _("%(holder)s: falling back"),
    "wh40k.assumed.go-to-ground": lambda: _("%(holder)s: gone to ground"),
    "wh40k.regroup.shooting": lambda: _("%(holder)s: regrouped"),
    "wh40k.usr.blind.fail": lambda: _("%(holder)s: blinded"),
    "wh40k.usr.concussive": lambda: _("%(holder)s: concussed, Initiative 1"),
    "wh40k.usr.fear.fail": lambda: _("%(holder)s: afraid, Weapon Skill 1"),
    "wh40k.usr.counter-attack.pass": lambda: _("%(holder)s: counter-attack, +1 Attack"),
    "wh40k.usr.force.pass": lambda: _("%(holder)s: the Force weapon kills outright"),
    "wh40k.usr.interceptor.weapon-spent": lambda: _("%(holder)s: this weapon does not fire next turn"),
    "wh40k.assumed.charge.bonus": lambda: _("%(holder)s: charging, +1 Attack"),
    "wh40k.assumed.charge.disordered": lambda: _("%(holder)s: a disordered charge"),
    "wh40k.assumed.pinning": lambda: _("%(holder)s: a pinning test is due"),
    "wh40k.morale.trigger.casualties": lambda: _("%(holder)s: a Morale check for heavy losses is due"),
    "wh40k.morale.trigger.lost-assault": lambda: _("%(holder)s: a Morale check for the lost combat is due"),
    "wh40k.assumed.vehicle.damage-table.shaken": lambda: _("%(holder)s: crew shaken"),
    "wh40k.assumed.vehicle.damage-table.stunned": lambda: _("%(holder)s: crew stunned"),
    "wh40k.assumed.vehicle.damage-table.weapon": lambda: _("%(holder)s: a weapon is destroyed"),
    "wh40k.assumed.vehicle.damage-table.immobilised": lambda: _("%(holder)s: immobilised"),
}
UNMARKS: dict[str, Text] = {
    "wh40k.fall-back.only-movement": lambda: _("%(holder)s: no longer falling back"),
    "wh40k.assumed.go-to-ground": lambda: _("%(holder)s: up again"),
    "wh40k.usr.blind.fail": lambda: _("%(holder)s: no longer blinded"),
    "wh40k.usr.concussive": lambda: _("%(holder)s: no longer concussed"),
    "wh40k.assumed.vehicle.damage-table.shaken": lambda: _("%(holder)s: the crew recovers"),
    "wh40k.assumed.vehicle.damage-table.stunned": lambda: _("%(holder)s: the crew recovers"),
}
CAME_TO: dict[str, Text] = {
    "wh40k.fall-back.only-movement": lambda: _("%(model)s: falling back"),
    "wh40k.assumed.go-to-ground": lambda: _("%(model)s: gone to ground"),
    "wh40k.usr.blind.fail": lambda: _("%(model)s: blinded"),
    "wh40k.assumed.vehicle.damage-table.shaken": lambda: _("%(model)s: crew shaken"),
    "wh40k.assumed.vehicle.damage-table.stunned": lambda: _("%(model)s: crew stunned"),
    "wh40k.assumed.vehicle.damage-table.weapon": lambda: _("%(model)s: a weapon is destroyed"),
    "wh40k.assumed.vehicle.damage-table.immobilised": lambda: _("%(model)s: immobilised"),
}

QUESTIONS: dict[str, Text] = {
    "wh40k.assumed.deployment": lambda: _("%(side)s chooses its side of the table and who begins"),
    "wh40k.usr.infiltrate.both-sides": lambda: _("%(side)s chooses who sets up its infiltrators first"),
    "wh40k.usr.acute-senses.reroll": lambda: _("%(side)s: %(model)s may roll for the edge again"),
    "wh40k.assumed.reserves.rolls": lambda: _("%(side)s rolls for its reserves next"),
    "wh40k.usr.deep-strike.rings": lambda: _("%(side)s places the other models of %(model)s"),
    "wh40k.usr.deep-strike.mishap.2-3": lambda: _("%(side)s places %(model)s where it wants"),
    "wh40k.assumed.run": lambda: _("%(side)s chooses where %(model)s runs"),
    "wh40k.assumed.run.again": lambda: _("%(side)s: %(model)s may roll for the run again"),
    "wh40k.assumed.go-to-ground": lambda: _("%(side)s: %(model)s may go to ground"),
    "wh40k.usr.interceptor.fire": lambda: _("%(side)s: %(model)s may fire at who arrived"),
    "wh40k.usr.barrage.multiple.hit": lambda: _("%(side)s places the markers that hit"),
    "wh40k.assumed.psychic.deny": lambda: _("%(side)s: %(model)s may try to deny the power"),
    "wh40k.assumed.psychic.power": lambda: _("%(side)s says what the power does"),
    "wh40k.assumed.overwatch": lambda: _("%(side)s: %(model)s may fire overwatch"),
    "wh40k.assumed.charge.roll": lambda: _("%(side)s rolls for the charge of %(model)s next"),
    "wh40k.assumed.charge.move": lambda: _("%(side)s moves %(model)s into contact next"),
    "wh40k.assumed.fight.combat": lambda: _("%(side)s chooses which combat is fought next"),
    "wh40k.assumed.fight.initiative-steps": lambda: _("%(side)s strikes next"),
    "wh40k.assumed.fight.pile-in": lambda: _("%(side)s may pile in"),
    "wh40k.assumed.fight.sweeping-advance": lambda: _("%(side)s may pursue %(model)s"),
    "wh40k.assumed.fight.consolidate": lambda: _("%(side)s may consolidate %(model)s"),
    "wh40k.usr.hit-and-run.declare": lambda: _("%(side)s: %(model)s may leave the combat"),
    "wh40k.usr.hit-and-run.both-sides": lambda: _("%(side)s rolls for who leaves the combat first"),
    "wh40k.usr.hit-and-run.move": lambda: _("%(side)s chooses where %(model)s leaves the combat"),
    "wh40k.fall-back.distance": lambda: _("%(side)s moves %(model)s back next"),
    "wh40k.regroup.normal-test": lambda: _("%(side)s: %(model)s tries to regroup next"),
    "wh40k.regroup.charged.trigger": lambda: _("%(side)s: %(model)s, charged, tries to regroup next"),
    "wh40k.regroup.move.coherency": lambda: _("%(side)s: %(model)s may close up"),
    "wh40k.regroup.move": lambda: _("%(side)s may move %(model)s after regrouping"),
    "wh40k.assumed.transport.disembark.wreck": lambda: _("%(side)s places %(model)s beside the wreck"),
    "wh40k.assumed.building.collapse": lambda: _("%(side)s places %(model)s beside the ruined building"),
    "wh40k.assumed.game-length": lambda: _("%(side)s rolls for whether the battle goes on"),
    "wh40k.assumed.pinning": lambda: _("%(side)s: %(model)s takes a pinning test next"),
    "wh40k.morale.trigger.casualties": lambda: _("%(side)s: %(model)s takes a Morale check for heavy losses next"),
    "wh40k.morale.trigger.lost-assault": lambda: _("%(side)s: %(model)s takes a Morale check for the lost combat next"),
    "wh40k.morale.trigger.lost-assault.fail": lambda: _("%(side)s: %(model)s breaks from combat next"),
    "wh40k.usr.counter-attack.test": lambda: _("%(side)s: %(model)s may counter-attack"),
    "wh40k.usr.fear.test": lambda: _("%(side)s: %(model)s takes a Fear test next"),
    "wh40k.usr.it-will-not-die.roll": lambda: _("%(side)s: %(model)s rolls to recover next"),
}

SYSTEM = System(
    actions=ACTIONS,
    marks=MARKS,
    unmarks=UNMARKS,
    questions=QUESTIONS,
    notes=NOTES,
    noted=NOTED,
    statuses=STATUSES,
    for_game=FOR_GAME,
    badges=BADGES,
    came_to=CAME_TO,
    melee=frozenset({"fight"}),
    phases=PHASES,
    columns=("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv", "FA", "SA", "RA", "HP"),
    rolled=frozenset({"Sv"}),
    dashes=frozenset({"AP"}),
)
