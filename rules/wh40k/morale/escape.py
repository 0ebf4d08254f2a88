"""How a whole unit falls back: the engine's own search, which decides whether a unit is really trapped.

Each model gets its shortest path, one after the other, in several orders; a model that would lose its unit is given a
place next to the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.kernel import direction, footprint, geometry, hull, route
from rules.kernel.context import Context
from rules.kernel.state import Model, Point
from rules.wh40k import words
from rules.wh40k.deployment import placing
from rules.wh40k.morale import retreat
from rules.wh40k.movement import trail

FIRST, APART = "first", "apart"
LEADS = (0, -1, 1, 2, 3, 4, 5)
HOW = (FIRST, APART, *LEADS)
"""The number of methods tried for a whole unit: see `search`."""

MATES = 3
"""The number of moved models next to which a place is looked for."""

Fits = Callable[[Context, Model, Sequence[Point]], bool]
"""Whether a model can take a path."""


class Flight:
    """A unit that falls back `length` out of the combat with `foes`: what its models find past all but each other.

    That is the same in whichever order they move, so all methods share it.
    """

    def __init__(self, unit: str, length: int, foes: retreat.Foes) -> None:
        self.unit = unit
        self.length = length
        self.foes = foes
        self._walls: dict[str, list[route.Obstacle]] = {}
        self._alone: dict[str, tuple[Point, ...]] = {}
        self._ahead: dict[str, int] = {}

    def walls(self, ctx: Context, model: Model) -> list[route.Obstacle]:
        """The obstacles for a model that has not moved yet, its own unit left out."""
        if model.id not in self._walls:
            self._walls[model.id] = retreat.obstacles(ctx, ctx.state.units[self.unit], model, self.foes)
        return self._walls[model.id]

    def alone(self, ctx: Context, model: Model) -> tuple[Point, ...]:
        """The path of a model that has not moved yet, as if it were the only one of its unit."""
        if model.id not in self._alone:
            self._alone[model.id] = _way(ctx, self, model, ())
        return self._alone[model.id]

    def ahead(self, ctx: Context, model: Model) -> int:
        """The distance of a model that has not moved yet to its edge."""
        if model.id not in self._ahead:
            start, goal = ctx.place(model), retreat.goals(ctx, model)
            best = retreat.shortest(ctx, model, start, goal, self.walls(ctx, model))
            way = geometry.path_length(start, best) if best is not None else retreat.straight(model, start, goal)
            self._ahead[model.id] = way
        return self._ahead[model.id]


def search(ctx: Context, flight: Flight, fits: Fits, how: str | int) -> dict[str, tuple[Point, ...]]:
    """Paths for a unit falling back: one after the other, each model's shortest past those moved before it.

    `how`: the model nearest to the edge goes `first`; the same, with models also going round those still waiting
    (`apart`); or the models keep together behind a lead (its number in order of distance to the edge), and one that
    would lose the others gets a place next to them. If a model reaches the edge, only its path is returned. Empty if a
    model finds none. The models of the context are moved, so it has to be a temporary one.
    """
    found: dict[str, tuple[Point, ...]] = {}
    models, length = words.standing(ctx.state, flight.unit), flight.length
    for model in _order(ctx, flight, models, how):
        gone = [m for m in models if m.id in found]
        others = [m for m in models if m is not model] if how == APART else gone
        path = flight.alone(ctx, model)
        if others and not (path and fits(ctx, model, path)):
            path = _way(ctx, flight, model, others)
        if (
            isinstance(how, int)
            and gone
            and not (path and _joins(ctx, model, path[-1], gone) and fits(ctx, model, path))
        ):
            path = _beside(ctx, flight, model, gone, fits) or path
        if not path:
            return {}
        if retreat.flat(ctx.place(model), path) < length - retreat.EXACT and ctx.place(model)[2] == 0:
            return {model.id: path}
        found[model.id] = path
        model.at = path[-1]
        ctx.state.moved()
    return found


def _order(ctx: Context, flight: Flight, models: Sequence[Model], how: str | int) -> list[Model]:
    """The order in which the models move."""
    order = sorted(models, key=lambda m: flight.ahead(ctx, m))
    if isinstance(how, str):
        return order
    lead = order[min(how, len(order) - 1)]
    return sorted(order, key=lambda m: 0 if m is lead else geometry.distance(m, lead) + 1)


def _way(ctx: Context, flight: Flight, model: Model, others: Sequence[Model]) -> tuple[Point, ...]:
    """One model's path: down to the ground, then as short as possible; past the enemies of the combat it leaves."""
    start = ctx.place(model)
    ground = (start[0], start[1], 0)
    down = (ground,) if start[2] else ()
    left = flight.length - trail.cost(ctx, model, start, down)
    there = footprint.placed(model, ground)
    wide = hull.wide(model.sheet)
    past = (
        retreat.obstacles(ctx, ctx.state.units[flight.unit], there, flight.foes) if down else flight.walls(ctx, model)
    )
    walls = [*past, *retreat.fellows(model, others)]
    best = retreat.shortest(ctx, model, ground, retreat.goals(ctx, there), walls)
    if left <= 0:
        return ()
    if best is None:
        away = route.farthest(ground, left, walls, route.on(ctx.state.table, wide))
        return (*down, *away) if away else ()
    enemies = [m for m in ctx.state.alive() if m.unit in flight.foes]
    path = route.cut(ground, best, left)
    while _near(there, path, enemies) and retreat.flat(ground, path) >= left - retreat.EXACT:
        left += retreat.EXACT
        path = route.cut(ground, best, left)
    return (*down, *path)


def _near(model: Model, path: Sequence[Point], enemies: Sequence[Model]) -> bool:
    return bool(path) and bool(geometry.within(enemies, footprint.placed(model, path[-1]), words.NEAR - 1))


def _joins(ctx: Context, model: Model, at: Point, others: Sequence[Model]) -> bool:
    """Whether a model at a place would be in coherency with one of its unit without overlapping any."""
    stand_in = footprint.placed(model, at)
    linked = any(placing.linked(ctx, stand_in, other) for other in others)
    return linked and not any(footprint.overlaps(stand_in, other) for other in others)


def _beside(ctx: Context, flight: Flight, model: Model, gone: Sequence[Model], fits: Fits) -> tuple[Point, ...]:
    """A path of a given length that ends near a model already moved; empty if none is found."""
    start, length = ctx.place(model), flight.length
    walls = [*flight.walls(ctx, model), *retreat.fellows(model, gone)]
    bounds = route.on(ctx.state.table, hull.wide(model.sheet))
    for other in geometry.nearest(model, gone)[:MATES]:
        for angle in range(0, direction.TURN, 30):
            reach = hull.wide(model.sheet) + hull.wide(other.sheet) + words.COHERENCY // 4
            spot = direction.along(ctx.place(other), direction.vector(angle), reach)
            way = route.shortest(start, route.Goal(spot[:2], spot[:2]), walls, bounds)
            path = _lengthened(start, way, length) if way else ()
            long = retreat.flat(start, path) >= length - retreat.EXACT
            if path and long and _joins(ctx, model, path[-1], gone) and fits(ctx, model, path):
                return path
    return ()


def _lengthened(start: Point, way: tuple[Point, ...], length: int) -> tuple[Point, ...]:
    """A path cut to a length, or extended straight ahead."""
    rest = length - retreat.flat(start, way)
    if rest <= 0:
        return route.cut(start, way, length)
    before = way[-2] if len(way) > 1 else start
    ahead = (way[-1][0] - before[0], way[-1][1] - before[1])
    return (*way, direction.along(way[-1], ahead, rest)) if ahead != (0, 0) else way
