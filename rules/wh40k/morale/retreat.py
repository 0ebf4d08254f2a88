"""Paths for a unit falling back: its edge, the obstacles, and the shortest path, if there is one.

The path of a base is that of its centre, which reaches the table edge when the base touches it. Paths with several
corners are compared with the engine's own (`rules.kernel.route`), which may be a little longer than the shortest: hence
`SLACK`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel import convex, geometry, hull, route, walk
from rules.kernel.context import Context
from rules.kernel.state import Model, Point, Unit
from rules.wh40k import words
from rules.wh40k.deployment import edges
from rules.wh40k.movement import terrain, trail

EXACT = 10
"""Paths are not measured more exactly than to a tenth of an inch."""
SLACK = 25
"""A path may bring a model nearer to its edge by this much less than its length."""

Foes = Sequence[str]
"""Enemy units of the combat being left: they are not obstacles."""


def goals(ctx: Context, model: Model) -> tuple[route.Goal, ...]:
    """Where a model falls back to: its side's edges, or the nearest table edge if its side has none."""
    bounds = route.on(ctx.state.table, hull.wide(model.sheet))
    found = edges.own(ctx, model.side)
    if not found:
        found = (min(edges.all_edges(ctx.state.table), key=lambda edge: _off(ctx.place(model), edge)),)
    return tuple(route.Goal(_inside(a, bounds), _inside(b, bounds)) for a, b in found)


def _off(at: Point, edge: edges.Edge) -> int:
    square, divisor = convex.leg_distance(edge[0], edge[1], at)
    return square // divisor


def _inside(point: tuple[int, int], bounds: convex.Box) -> tuple[int, int]:
    x, y = point
    return min(max(x, bounds.left), bounds.right), min(max(y, bounds.near), bounds.far)


def obstacles(ctx: Context, unit: Unit, model: Model, foes: Foes, flying: bool | None = None) -> list[route.Obstacle]:
    """The obstacles for a model: impassable terrain, friends, and enemies with an inch around them.

    Its own unit is not an obstacle, since it moves as well.
    """
    if trail.flies(model, "fall-back") if flying is None else flying:
        return []
    base, here = hull.wide(model.sheet), ctx.place(model)
    found = []
    for other in ctx.state.alive():
        level = other.at is not None and abs(other.at[2] - here[2]) < walk.SAME_LEVEL
        if level and other.unit != unit.id and other.unit not in foes:
            found.append(route.past(other, base, 0 if other.side == model.side else words.NEAR))
    for piece in terrain.closed(ctx, model):
        if piece.floor <= here[2] < piece.floor + piece.height:
            found.append(route.around(piece.outline, base))
    return found


def fellows(model: Model, others: Sequence[Model]) -> list[route.Obstacle]:
    """The models of its own unit as obstacles to a model: those that have already moved."""
    return [route.past(other, hull.wide(model.sheet)) for other in others if not other.out]


def straight(model: Model, at: Point, goals: Sequence[route.Goal]) -> int:
    """The distance from a place to the nearest goal as the crow flies, rounded up."""
    found = [convex.leg_distance(goal.start, goal.end, at) for goal in goals]
    return min(geometry.apart(square, divisor, 0, 0) for square, divisor in found)


def shortest(
    ctx: Context, model: Model, at: Point, goals: Sequence[route.Goal], walls: Sequence[route.Obstacle]
) -> tuple[Point, ...] | None:
    """The shortest path from a place to a goal; None if there is none."""
    bounds = route.on(ctx.state.table, hull.wide(model.sheet))
    ways = [way for goal in goals if (way := route.shortest(at, goal, walls, bounds)) is not None]
    return min(ways, key=lambda way: geometry.path_length(at, way), default=None)


def lost(
    ctx: Context, model: Model, start: Point, end: Point, length: int,
    goals: Sequence[route.Goal], walls: Sequence[route.Obstacle],
) -> int:  # fmt: skip
    """How much a path's length exceeds the distance it saved to the edge; 0 if no path leads there."""
    if straight(model, start, goals) - straight(model, end, goals) >= length - EXACT:
        return 0
    before, after = (shortest(ctx, model, at, goals, walls) for at in (start, end))
    if before is None or after is None:
        return 0
    return length - (geometry.path_length(start, before) - geometry.path_length(end, after))


def doubles_back(start: Point, path: Sequence[Point]) -> bool:
    """Whether a path runs back along a part of itself."""
    legs = [(a, b) for a, b in zip((start, *path), path, strict=False) if a[:2] != b[:2]]
    return any(_retraces(one, other) for index, one in enumerate(legs) for other in legs[index + 1 :])


def _retraces(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two legs lie on one line, run in opposite directions, and share more than a point."""
    (ax, ay, _), (bx, by, _) = one
    (cx, cy, _), (dx, dy, _) = other
    ex, ey = bx - ax, by - ay
    if ex * (dy - cy) - ey * (dx - cx) or ex * (cy - ay) - ey * (cx - ax):
        return False
    first, last = ex * (cx - ax) + ey * (cy - ay), ex * (dx - ax) + ey * (dy - ay)
    return last < first and last < ex * ex + ey * ey and first > 0


def flat(start: Point, path: Sequence[Point]) -> int:
    """The length of a path as seen from above."""
    return geometry.path_length((start[0], start[1], 0), [(x, y, 0) for x, y, _ in path])


def hopeless(ctx: Context, unit: Unit, length: int, foes: Foes) -> bool:
    """Whether some model of a unit cannot move that far in any direction."""
    for model in words.standing(ctx.state, unit):
        walls = obstacles(ctx, unit, model, foes)
        bounds = route.on(ctx.state.table, hull.wide(model.sheet))
        if route.farthest(ctx.place(model), length, walls, bounds) is None:
            return True
    return False
