"""Paths worth proposing for a model: straight ones, up onto terrain, next to an enemy.

They are suggestions: `move.walk` decides whether a model may take one. Lengths are hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from rules.kernel import convex, geometry
from rules.kernel.part import Choice
from rules.kernel.proposing import COMPASS, directions, towards
from rules.kernel.state import Model, Point, State, Terrain

Path = tuple[Point, ...]


def onward(choice: Choice, away: bool = False) -> Iterator[Path]:
    """Paths towards (or away from) the nearest enemy, the straight ones first, at most as long as the option says."""
    state, model, limit = choice.state, choice.model, choice.option.limit
    enemies = state.alive(state.enemy(model.side))
    nearest = min(enemies, key=lambda m: geometry.distance(m, model), default=None)
    full = limit - choice.dice.below(max(1, limit // 3))
    yield from straight(state, model, full, nearest.at if nearest else None, away)


def straight(
    state: State, model: Model, limit: int, goal: Point | None, away: bool = False
) -> Iterator[tuple[Point, ...]]:
    """One-leg paths in all directions at three lengths; from a height, out over the edge and down first."""
    start = model.at or (0, 0, 0)
    for length in (limit, limit * 2 // 3, limit // 3):
        for direction in directions(start, goal, away)[:12]:
            end = towards(start, direction, length)
            path = _down(state, start, direction, end) if start[2] else (end,)
            if path:
                yield path


def _down(state: State, start: Point, direction: tuple[int, int], end: Point) -> tuple[Point, ...]:
    """A path from the top of a piece: along it, or over its edge, down, and on."""
    piece = next(
        (t for t in state.table.terrain if t.floor + t.height == start[2] and geometry.inside(start, t.outline)), None
    )
    if piece is None or geometry.inside(end, piece.outline):
        return (end,)
    for length in range(10, 800, 10):
        edge = towards(start, direction, length)
        if not geometry.inside(edge, piece.outline):
            return (edge, (edge[0], edge[1], 0), (end[0], end[1], 0))
    return ()


def climb(model: Model, piece: Terrain, limit: int) -> tuple[Point, ...]:
    """A path up onto a piece: to its nearest edge, up, and half an inch inward; empty when it is out of reach."""
    start, top = model.at or (0, 0, 0), piece.floor + piece.height
    if start[2]:
        return ()
    left, near, right, far = convex.box_of(piece.outline)
    edge = (min(max(start[0], left), right), min(max(start[1], near), far))
    middle = ((left + right) // 2, (near + far) // 2)
    dx, dy = middle[0] - edge[0], middle[1] - edge[1]
    length = isqrt(dx * dx + dy * dy) or 1
    end = (edge[0] + dx * 70 // length, edge[1] + dy * 70 // length, top)
    path = ((*edge, 0), (*edge, top), end)
    return path if geometry.path_length(start, path) <= limit else ()


def beside(model: Model, target: Model, limit: int) -> Iterator[tuple[Point, ...]]:
    """Straight paths to places half an inch from a target's base, the nearest first."""
    start, centre = model.at or (0, 0, 0), target.at or (0, 0, 0)
    radius = model.sheet.base + target.sheet.base + 50
    spots = [towards((centre[0], centre[1], start[2]), direction, radius) for direction in COMPASS]
    spots.sort(key=lambda spot: geometry.ground_square(spot, start))
    for spot in spots[:9]:
        if geometry.path_length(start, (spot,)) <= limit:
            yield (spot,)


def pile_ins(state: State, model: Model) -> Iterator[tuple[tuple[Point, ...], str]]:
    """Paths of up to 3" that end nearer the closest enemy, with the id of that enemy."""
    enemies = state.alive(state.enemy(model.side))
    if not enemies:
        return
    closest = min(enemies, key=lambda m: geometry.distance(m, model))
    before = geometry.distance(model, closest)
    if before < 5:
        return
    start, goal = model.at or (0, 0, 0), closest.at or (0, 0, 0)
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    length = isqrt(dx * dx + dy * dy) or 1
    for step in (min(300, before), min(200, before // 2), min(100, before // 3)):
        if step:
            yield ((start[0] + dx * step // length, start[1] + dy * step // length, start[2]),), closest.id
