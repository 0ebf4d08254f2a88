"""What is worth how much to the autoplayer of Necromunda: targets, charges, and the places that a scenario is about.

Worths are whole numbers; only their order matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.kernel import convex, geometry, route
from rules.kernel.lengths import INCH
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Point, State, Terrain
from rules.necro import door, fight, ground, injury, routes, scenario, terminal, vision, words

LEADERS = {"Leader": 3, "Champion": 2}
"""How many gangers a fighter of a title is worth."""
FACES = 6
AT_HAND = 6 * INCH
"""How near a closed door is that a fighter thinks of."""


def prize(model: Model) -> int:
    """How much it is worth to take a fighter out: by its credits and its title, more if it is wounded already."""
    title = max((LEADERS.get(word, 1) for word in model.sheet.keywords), default=1)
    worn = model.wounds < words.printed(model, "W") or words.FLESH in model.game
    return (model.sheet.points or 50) * title * (3 if worn else 2)


def chance(needed: int) -> int:
    """How many faces of six succeed: a 1 never does, a 6 always."""
    return min(FACES - 1, max(1, FACES + 1 - needed))


def harm(model: Model, weapon: Weapon, target: Model, skill: str, attacks: int) -> int:
    """How many wounds out of 216 a fighter may expect to do with a weapon."""
    strength = injury.number(weapon, "S") or words.printed(model, "S")
    wounds = chance(injury.to_wound(strength, injury.toughness(target)))
    save = words.printed(target, "Sv") - injury.number(weapon, "AP")
    saved = chance(save) if 0 < save <= FACES else 0
    return attacks * chance(words.printed(model, skill)) * wounds * (FACES - saved)


def shot(model: Model, weapon: Weapon, target: Model) -> int:
    """How much a shot at a target is worth; one that may pin it, more."""
    pins = 2 if words.standing(target) else 1
    return harm(model, weapon, target, "BS", injury.number(weapon, "D", 1)) * prize(target) * pins


def struck(model: Model, target: Model) -> int:
    """How much it is worth to strike at a target in close combat."""
    weapon = next((w for w in model.sheet.weapons if not injury.number(w, "Range")), fight.FISTS)
    attacks = max(1, words.printed(model, "A")) * injury.number(weapon, "D", 1)
    return harm(model, weapon, target, "WS", attacks) * prize(target)


def favourable(model: Model, target: Model) -> bool:
    """Whether a charge at a standing target is worth it: who charges strikes first."""
    return words.standing(target) and 3 * struck(model, target) >= 2 * struck(target, model)


# where to go


def wanted(state: State, model: Model, terrain: Terrain) -> bool:
    """Whether a piece of terrain is worth going to: the other side holds it, or nobody."""
    return scenario.chosen(state).held(state).get(terrain.id, words.controller(state, model)) != model.side


def purposes(state: State, model: Model) -> list[Point]:
    """Where a fighter would like to be, the nearest first: at what its scenario is about, otherwise where enemies are.

    A fighter that is where it is wanted has its own place first.
    """
    if model.at is None:
        return []
    at = model.at
    pieces = [piece for piece in state.table.terrain if wanted(state, model, piece)]
    if any(_serves(state, model, piece) for piece in scenario.heights(state)):
        return [at]
    places = [_before(piece, at) for piece in pieces]
    found = sorted(places, key=lambda place: (_far(at, place), place))
    foes = geometry.nearest(model, words.enemies(state, model))
    return [*found[:3], *(foe.at for foe in foes[:3] if foe.at)]


def _serves(state: State, model: Model, piece: Terrain) -> bool:
    """Whether a fighter holds a height where heights are counted."""
    if scenario.chosen(state).clause != scenario.HEIGHTS:
        return False
    return any(other.id == model.id for other in scenario.upon(state, piece))


def _before(piece: Terrain, at: Point) -> Point:
    """A place on a floor, or beside a device."""
    box = convex.box_of(piece.outline)
    x, y = (box.left + box.right) // 2, (box.near + box.far) // 2
    if piece.kind == ground.PLATFORM:
        return x, y, ground.top(piece)
    reach = (box.right - box.left) // 2 + 80
    return ground.along((x, y, piece.floor), (at[0] - x, at[1] - y), reach)


def _far(a: Point, b: Point) -> int:
    return geometry.ground_square(a, b) + 4 * (a[2] - b[2]) ** 2


def ways(state: State, model: Model, reach: int) -> Iterator[tuple[Point, ...]]:
    """Ways towards where a fighter would like to be, each as far as it gets with its movement."""
    at = model.at
    for goal in purposes(state, model) if at is not None else ():
        assert at is not None
        if _far(at, goal) == 0:
            return
        if goal[2] != at[2]:
            yield from _climbs(state, model, goal, reach)
        elif at[2] == 0:
            yield from _on_foot(state, model, goal, reach)
        else:
            yield (ground.along(at, (goal[0] - at[0], goal[1] - at[1]), min(reach, geometry.path_length(at, (goal,)))),)


def _on_foot(state: State, model: Model, goal: Point, reach: int) -> Iterator[tuple[Point, ...]]:
    """The way round what is in between, cut off where the movement ends; shorter ones where that is not allowed."""
    at = model.at or goal
    path = _way(state, model, goal) or _way(opened(state), model, goal)
    if path:
        foe = any(other.at == goal for other in words.enemies(state, model))
        most = min(reach, geometry.path_length(at, path) - (foe and words.NEAR + 2 * model.sheet.base))
        for length in (most, 3 * most // 4, most // 2, most // 4):
            yield route.cut(at, path, length) if length > 0 else ()


def _way(state: State, model: Model, goal: Point) -> tuple[Point, ...] | None:
    """A way on the table to a place, which may be where an enemy stands."""
    there = [other for other in words.enemies(state, model) if other.at == goal]
    return routes.round_about(state, model, model.at or goal, goal, False, there)


def opened(state: State) -> State:
    """The position as it would be with all doors open: a fighter goes to a closed one, and opens it."""
    return vision.without(state, tuple(piece.id for piece in door.doors(state) if piece.kind == door.CLOSED))


def _climbs(state: State, model: Model, goal: Point, reach: int) -> Iterator[tuple[Point, ...]]:
    """Up or down a ladder at hand, or towards the nearest one to the goal."""
    at = model.at or goal
    links = [ends for piece in ground.of(state, ground.LADDER) for ends in routes.ladder_climbs(state, model, piece)]
    climbs = [sorted(ends, key=lambda end: end[2]) for ends in links if ends[0][2] != ends[1][2]]
    fitting = [(low, high) for low, high in climbs if (low if at[2] < goal[2] else high)[2] == at[2]]
    for low, high in sorted(fitting, key=lambda each: _far(at, each[0]) + _far(each[1], goal))[:2]:
        near, there = (low, high) if at[2] < goal[2] else (high, low)
        yield from (path for path in routes.ascents(state, model, reach) if there in path)
        yield from _on_foot(state, model, near, reach) if at[2] == 0 else [(near,)]


# doors and devices


def in_the_way(state: State, model: Model, piece: Terrain) -> bool:
    """Whether a closed door is on the way of a fighter to where it would like to be."""
    if piece.kind != door.CLOSED or model.at is None or model.at[2] != 0 or door.away(model, piece) > AT_HAND:
        return False
    goal = next((place for place in purposes(state, model) if place[2] == 0), None)
    if goal is None or goal == model.at or _way(state, model, goal):
        return False
    path = _way(opened(state), model, goal) or ()
    return any(geometry.crosses(a, b, piece) for a, b in ground.legs(model.at, path))


def crushes(state: State, model: Model, piece: Terrain) -> bool:
    """Whether closing a door would catch more enemies than friends."""
    if piece.kind != door.OPEN:
        return False
    caught = [other for other in words.fighters(state) if door.in_doorway(other, piece)]
    foes = {other.id for other in words.enemies(state, model)}
    return 2 * sum(1 for other in caught if other.id in foes) > len(caught)


def hacks(state: State, model: Model, keys: Sequence[str]) -> list[str]:
    """The terminals worth hacking: devices of the scenario that its side does not run, and locked doors in the way."""
    pieces = [piece for piece in terminal.terminals(state) if piece.id in keys]
    return [piece.id for piece in pieces if _worth_hacking(state, model, piece)]


def _worth_hacking(state: State, model: Model, piece: Terrain) -> bool:
    own = door.piece_of(state, terminal.door_of(state, piece))
    if own is not None:
        return door.is_locked(state, own.id) and in_the_way(state, model, own)
    return scenario.chosen(state).clause == scenario.POWER and wanted(state, model, piece)
