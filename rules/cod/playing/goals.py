"""Where the autoplayer's units want to go, by the scenario: into ruins, off the table, to the enemy's headquarters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.cod import ground, prepared, scoring
from rules.cod.mission import mission
from rules.cod.scenario import elimination, grand_assault
from rules.kernel.part import Part
from rules.kernel.state import Point, State, Terrain, Unit
from rules.wh40k import words
from rules.wh40k.taste import Aim, Goal

SHARE = 3
"""The units of a side spread over so many of the ruins it wants most."""


def middle(piece: Terrain) -> Point:
    """The middle of a piece of terrain, on the ground."""
    count = len(piece.outline)
    return (sum(x for x, _ in piece.outline) // count, sum(y for _, y in piece.outline) // count, 0)


def wanted(state: State, side: str) -> tuple[Terrain, ...]:
    """The ruins a side wants to hold, the nearest to where it deploys first; none where it wants none."""
    played = mission(state)
    found = _WANTED[played.name](state, side) if played is not None and played.name in _WANTED else ()
    zones = prepared.zones(state, side)
    if not zones:
        return tuple(found)
    home = zones[0].outline[0]
    return tuple(sorted(found, key=lambda piece: ground.apart(piece.outline, (home,))))


def ruin_for(state: State, unit: Unit) -> Terrain | None:
    """The ruin a unit wants to be in."""
    model = next(iter(words.standing(state, unit)), None)
    if model is None or (words.is_vehicle(model) and not words.is_(model, "Walker")):
        return None
    ruins = wanted(state, unit.side)
    return ruins[_number(state, unit) % min(len(ruins), SHARE)] if ruins else None


def _number(state: State, unit: Unit) -> int:
    """Which of its side's units a unit is."""
    return [other.id for other in state.units.values() if other.side == unit.side].index(unit.id)


def _every(state: State, side: str) -> Sequence[Terrain]:
    return prepared.ruins(state)


def _first(state: State, side: str) -> Sequence[Terrain]:
    return prepared.ruins(state)[:1]


def _without_flag(state: State, side: str) -> Sequence[Terrain]:
    """The ruins that do not bear the own flag; all of them where there is none."""
    ours = scoring.flags(state, side)
    return [piece for piece in prepared.ruins(state) if piece.id not in ours] or prepared.ruins(state)


def _defended(state: State, side: str) -> Sequence[Terrain]:
    """The enemy's building for most units, the own one for the others."""
    keys = (prepared.building(state, state.enemy(side)), prepared.building(state, side))
    return [piece for key in keys for piece in prepared.ruins(state) if piece.id == key]


def _designated(state: State, side: str) -> Sequence[Terrain]:
    key = prepared.building(state, prepared.side_of(state, "defender"))
    return [piece for piece in prepared.ruins(state) if piece.id == key]


def _in_the_zone(state: State, side: str) -> Sequence[Terrain]:
    """The defender's buildings; for the attacker first those without his flag."""
    keys = grand_assault.buildings(state)
    found = [piece for piece in prepared.ruins(state) if piece.id in keys]
    if prepared.role(state, side) == "defender":
        return found
    return [piece for piece in found if piece.id not in scoring.flags(state, side)] or found


_WANTED: Mapping[str, Callable[[State, str], Sequence[Terrain]]] = {
    "firesweep": _without_flag,
    "domination": _every,
    "high-ground": _first,
    "urban-assault": _defended,
    "relief-force": _designated,
    "grand-assault": _in_the_zone,
}


def way_out(state: State, unit: Unit) -> Point | None:
    """Where a unit leaves the table, beside where it is now; None where it does not."""
    played, own = mission(state), words.standing(state, unit)
    exits = played.exits(state, unit) if played is not None else ()
    if not exits or not own or own[0].at is None:
        return None
    x, y, _ = own[0].at
    (ax, ay), (bx, by) = min(exits, key=lambda segment: ground.from_edge(own[0], segment))
    return (min(max(x, min(ax, bx)), max(ax, bx)), min(max(y, min(ay, by)), max(ay, by)), 0)


def prey(state: State, unit: Unit) -> Point | None:
    """The headquarters that the attacker of Elimination has to destroy; None where it is not on the table."""
    played, own = mission(state), words.standing(state, unit)
    if played is None or played is not elimination.MISSION or prepared.role(state, unit.side) != "attacker":
        return None
    hunted = [model for target in elimination.targets(state) for model in words.standing(state, target)]
    at = own[0].at if own else None
    if at is None or not hunted:
        return None
    near = min(hunted, key=lambda model: ground.from_point(model, at))
    return near.at


def at_goal(state: State, unit: Unit) -> bool:
    """Whether a unit is in the ruin it wants to hold."""
    piece = ruin_for(state, unit)
    return piece is not None and scoring.among(state, unit, piece)


def aim(state: State, unit: Unit) -> Aim | None:
    """What the scenario wants of a unit: a way out, an enemy, a ruin to stay in."""
    out = way_out(state, unit)
    if out is not None:
        return Aim(out, leaves=True)
    hunted = prey(state, unit)
    if hunted is not None:
        return Aim(hunted)
    piece = ruin_for(state, unit)
    return None if piece is None else Aim(middle(piece), stops=True, there=scoring.among(state, unit, piece))


PART = Part(brings=(Goal(aim),))
