"""Warhammer 40,000 in words: its acts, its marks, its questions."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from frontend.cast import Cast
from frontend.narrate import phase
from frontend.systems import Sentence, System, Text
from frontend.systems.saying import (
    at_target,
    at_targets,
    by_asked_unit,
    by_model,
    by_side,
    by_unit,
    going_unit,
    plain,
)
from rules import Event, State


def _manifest(cast: Cast, state: State, event: Event[Any]) -> str:
    about = {"model": cast.model(event.action.model), "power": event.action.power}
    return _("%(model)s attempts %(power)s") % about


def _pass(cast: Cast, state: State, event: Event[Any]) -> str:
    pending = state.pending
    who = cast.holder(event.action.unit) if event.action.unit else cast.side(event.by)
    about = {"who": who, "rule": cast.rule(pending.clause) if pending else phase(cast, state.phase)}
    return _("%(who)s passes: %(rule)s") % about


ACTIONS: dict[str, Sentence] = {
    "roll-off": plain(lambda: _("Both sides roll off")),
    "choose-side": by_side(lambda: _("%(side)s chooses its side of the table")),
    "choose-starter": by_side(lambda: _("%(side)s says who begins")),
    "deploy": by_unit(lambda: _("%(unit)s is set up")),
    "reserve": by_unit(lambda: _("%(unit)s is kept in reserve")),
    "move": going_unit(lambda: _("%(unit)s moves, %(length)s at the most")),
    "difficult-terrain": by_unit(lambda: _("%(unit)s makes for difficult terrain")),
    "run": by_unit(lambda: _("%(unit)s runs")),
    "run-again": by_unit(lambda: _("%(unit)s rolls for its run again")),
    "run-move": going_unit(lambda: _("%(unit)s runs, %(length)s at the most")),
    "turbo-boost": going_unit(lambda: _("%(unit)s goes all out, %(length)s at the most")),
    "join": by_unit(lambda: _("%(unit)s joins another unit")),
    "leave": by_model(lambda: _("%(model)s leaves its unit")),
    "embark": by_unit(lambda: _("%(unit)s gets into its transport")),
    "disembark": by_unit(lambda: _("%(unit)s gets out of its transport")),
    "occupy": by_unit(lambda: _("%(unit)s goes into a building")),
    "come-out": by_unit(lambda: _("%(unit)s comes out of its building")),
    "reserve-rolls": by_side(lambda: _("%(side)s rolls for its reserves")),
    "arrive": by_unit(lambda: _("%(unit)s arrives")),
    "arrival-terrain": by_unit(lambda: _("%(unit)s arrives through difficult terrain")),
    "no-room": by_unit(lambda: _("%(unit)s finds no room to arrive")),
    "edge-roll": by_unit(lambda: _("%(unit)s rolls for the edge it arrives over")),
    "formation": by_unit(lambda: _("%(unit)s forms up where it landed")),
    "misplace": by_unit(lambda: _("%(unit)s is placed by the other side")),
    "shoot": at_target(lambda: _("%(unit)s shoots at %(target)s")),
    "intercept": at_target(lambda: _("%(unit)s intercepts %(target)s")),
    "overwatch": by_unit(lambda: _("%(unit)s fires overwatch")),
    "instruct": by_unit(lambda: _("%(unit)s has new instructions")),
    "go-to-ground": by_unit(lambda: _("%(unit)s goes to ground")),
    "place-markers": by_side(lambda: _("%(side)s places the markers that hit")),
    "charge": at_targets(lambda: _("%(unit)s declares a charge at %(target)s")),
    "charge-roll": by_unit(lambda: _("%(unit)s rolls for its charge")),
    "charge-move": by_unit(lambda: _("%(unit)s charges in")),
    "choose-combat": by_unit(lambda: _("The combat of %(unit)s is fought")),
    "fight": by_side(lambda: _("%(side)s strikes")),
    "pile-in": by_side(lambda: _("%(side)s piles in")),
    "sweep": by_unit(lambda: _("%(unit)s is pursued")),
    "flee": by_unit(lambda: _("%(unit)s breaks from combat")),
    "consolidate": by_unit(lambda: _("%(unit)s rolls to consolidate")),
    "consolidate-move": by_unit(lambda: _("%(unit)s consolidates")),
    "hit-and-run": by_unit(lambda: _("%(unit)s wants to hit and run")),
    "hit-and-run-order": plain(lambda: _("A roll for who breaks off first")),
    "break-off": by_unit(lambda: _("%(unit)s breaks off")),
    "fall-back": by_unit(lambda: _("%(unit)s falls back")),
    "regroup": by_unit(lambda: _("%(unit)s tries to regroup")),
    "regroup-move": by_unit(lambda: _("%(unit)s regroups and moves")),
    "manifest": _manifest,
    "deny": by_unit(lambda: _("%(unit)s tries to deny the power")),
    "power-effect": by_unit(lambda: _("The power of %(unit)s takes effect")),
    "activate-force": by_unit(lambda: _("%(unit)s activates a Force weapon")),
    "take-test": by_asked_unit(lambda: _("%(unit)s takes a test: %(rule)s")),
    "end-roll": by_asked_unit(lambda: _("%(unit)s, at the end of the turn: %(rule)s")),
    "roll-length": plain(lambda: _("A roll for whether the battle goes on")),
    "pass": _pass,
}

NOTES: dict[str, Text] = {
    "arrow": lambda: _("arrow"),
    "cannot wound": lambda: _("cannot wound"),
    "caught, and fights on": lambda: _("caught, and fights on"),
    "discounted": lambda: _("discounted"),
    "does not get clear": lambda: _("does not get clear"),
    "does not go to ground": lambda: _("does not go to ground"),
    "hits": lambda: _("hits"),
    "keeps its facing": lambda: _("keeps its facing"),
    "landed in difficult terrain": lambda: _("landed in difficult terrain"),
    "no Instant Death": lambda: _("no Instant Death"),
    "no Warp Charge left": lambda: _("no Warp Charge left"),
    "no cover save": lambda: _("no cover save"),
    "no further move": lambda: _("no further move"),
    "no longer falls back": lambda: _("no longer falls back"),
    "no roll": lambda: _("no roll"),
    "nobody is under the marker": lambda: _("nobody is under the marker"),
    "nothing happens": lambda: _("nothing happens"),
    "only a double 1 will do": lambda: _("only a double 1 will do"),
    "passed without a roll": lambda: _("passed without a roll"),
    "failed without a roll": lambda: _("failed without a roll"),
    "rolled again": lambda: _("rolled again"),
    "scattered": lambda: _("scattered"),
    "shoots": lambda: _("shoots"),
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

STATUSES = {
    "wh40k.fall-back.only-movement": "falling-back",
    "wh40k.assumed.go-to-ground": "ground",
    "wh40k.regroup.shooting": "regrouped",
    "wh40k.assumed.run": "ran",
    "wh40k.assumed.charge.bonus": "charged",
    "wh40k.usr.blind.fail": "blinded",
    "wh40k.assumed.reserves.no-charge": "arrived",
}
BADGES: dict[str, Text] = {
    "falling-back": lambda: _("falling back"),
    "ground": lambda: _("gone to ground"),
    "regrouped": lambda: _("regrouped"),
    "ran": lambda: _("ran"),
    "charged": lambda: _("charged"),
    "blinded": lambda: _("blinded"),
    "arrived": lambda: _("arrived"),
}
MARKS: dict[str, Text] = {
    "wh40k.fall-back.only-movement": lambda: _("%(holder)s: falling back"),
    "wh40k.assumed.go-to-ground": lambda: _("%(holder)s: gone to ground"),
    "wh40k.regroup.shooting": lambda: _("%(holder)s: regrouped"),
    "wh40k.usr.blind.fail": lambda: _("%(holder)s: blinded"),
}
UNMARKS: dict[str, Text] = {
    "wh40k.fall-back.only-movement": lambda: _("%(holder)s: no longer falling back"),
    "wh40k.assumed.go-to-ground": lambda: _("%(holder)s: up again"),
}
CAME_TO: dict[str, Text] = {
    "wh40k.fall-back.only-movement": lambda: _("%(model)s: falling back"),
    "wh40k.assumed.go-to-ground": lambda: _("%(model)s: gone to ground"),
}

SYSTEM = System(
    actions=ACTIONS,
    marks=MARKS,
    unmarks=UNMARKS,
    notes=NOTES,
    statuses=STATUSES,
    badges=BADGES,
    came_to=CAME_TO,
    melee=frozenset({"fight"}),
    phases={"start": lambda: _("Start of the turn"), "assault": lambda: _("Assault")},
    columns=("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv", "FA", "SA", "RA", "HP"),
    rolled=frozenset({"Sv"}),
    dashes=frozenset({"AP"}),
)
