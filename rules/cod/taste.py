"""Where the autoplayer's units want to go, by the scenario: off the table, to whom they hunt, into ruins."""

from __future__ import annotations

from collections.abc import Sequence

from rules.cod import ground, prepared, scoring
from rules.cod.mission import Mission, Segment, mission
from rules.kernel.part import Part
from rules.kernel.state import Model, Point, State, Terrain, Unit
from rules.wh40k import words
from rules.wh40k.taste import Aim, Goal

SHARE = 3
"""The units of a side spread over this many of the ruins it wants most."""


def aim(state: State, unit: Unit) -> Aim | None:
    """What the scenario wants of a unit: a way out, an enemy, a ruin to stay in."""
    played, own = mission(state), words.standing(state, unit)
    if played is None or not own or own[0].at is None:
        return None
    exits, hunted = played.exits(state, unit), played.hunted(state, unit.side)
    if exits:
        return Aim(_way_out(own[0], exits), leaves=True)
    if hunted:
        at = own[0].at
        return Aim(min(hunted, key=lambda model: ground.from_point(model, at)).at or at)
    piece = _ruin_for(state, played, unit, own[0])
    return None if piece is None else Aim(ground.middle(piece), stops=True, there=scoring.among(state, unit, piece))


def _way_out(model: Model, exits: Sequence[Segment]) -> Point:
    """The point of the nearest exit that is nearest to a model."""
    (ax, ay), (bx, by) = min(exits, key=lambda segment: ground.from_edge(model, segment))
    x, y, _ = model.at or (0, 0, 0)
    return min(max(x, min(ax, bx)), max(ax, bx)), min(max(y, min(ay, by)), max(ay, by)), 0


def _ruin_for(state: State, played: Mission, unit: Unit, model: Model) -> Terrain | None:
    """The ruin a unit wants to be in: of those its side wants, one of the nearest to where that deploys."""
    ruins, zones = played.wanted(state, unit.side), prepared.zones(state, unit.side)
    if not ruins or (words.is_vehicle(model) and not words.is_(model, "Walker")):
        return None
    if zones:
        home = zones[0].outline[:1]
        ruins = sorted(ruins, key=lambda piece: ground.apart(piece.outline, home))
    number = [other.id for other in state.units.values() if other.side == unit.side].index(unit.id)
    return ruins[number % min(len(ruins), SHARE)]


PART = Part(brings=(Goal(aim),))
