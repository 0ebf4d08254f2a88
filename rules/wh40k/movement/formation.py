"""Moves of whole formations, tried out on a copy of the position before they are declared.

A `Draft` moves the models of a unit one after the other, as the rules would, and keeps those moves that they accept.
What is declared then is mostly accepted as a whole; trying a model costs far less than deciding for its unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.kernel import direction, footprint, geometry, hull, route
from rules.kernel.context import Context
from rules.kernel.errors import RulesError
from rules.kernel.part import Choice
from rules.kernel.proposing import directions
from rules.kernel.state import Facing, Model, Point, State, Unit
from rules.wh40k import taste, words
from rules.wh40k.deployment import placing
from rules.wh40k.movement import footing, trail
from rules.wh40k.movement.trail import ModelMove

Vector = tuple[int, int]
Moves = tuple[ModelMove, ...]

PARTS = (4, 3, 2, 1)
"""A model that cannot go the whole way of its formation goes three quarters of it, half, or a quarter."""
TURNS = 5
"""The number of directions in which a path is looked for, the straight one first."""


class Draft:
    """A copy of the position in which a unit moves on trial.

    `limits` is how far, for all or for each model by its id; without `through` nobody goes where terrain slows him.
    `state` is a copy to go on with, where other units have moved in it.
    """

    def __init__(
        self,
        ctx: Context,
        unit: Unit,
        manner: trail.Manner,
        limits: int | Mapping[str, int],
        *,
        packs: bool = False,
        through: bool = True,
        state: State | None = None,
    ) -> None:
        self.state = state or ctx.state.copied()
        self.ctx = Context(ctx.ruleset, self.state, unit.side, ())
        self.unit = self.state.units[unit.id]
        self.manner, self.packs, self.through = manner, packs, through
        self._limits = limits
        self._began = {m.id: (m.at, m.facing) for m in self.state.members(unit.id)}
        self._strayed = placing.stray(self.ctx, self.models) if self.models else 0
        self._moves: list[ModelMove] = []

    @property
    def models(self) -> list[Model]:
        """The models of the unit, where they stand in this draft."""
        return words.standing(self.state, self.unit)

    @property
    def moves(self) -> Moves:
        """The moves made so far, in their order."""
        return tuple(self._moves)

    @property
    def strayed(self) -> int:
        """How far the unit was from coherency when the draft began."""
        return self._strayed

    def limit(self, model: Model) -> int:
        """How far a model may go."""
        return self._limits if isinstance(self._limits, int) else self._limits.get(model.id, 0)

    def reset(self) -> None:
        """Put every model back."""
        for key, (at, facing) in self._began.items():
            self.state.models[key].at, self.state.models[key].facing = at, facing
        self.state.moved()
        self._moves = []

    def go(self, model: Model, path: Sequence[Point], start: Point | None = None) -> bool:
        """Let a model go along a path, if the rules let it. `start` is where it comes onto the table."""
        here = start or model.at
        if here is None or not path:
            return False
        facing, flying = heading(model, here, path), trail.flies(model, self.manner.name, self.packs)
        try:
            trail.check(self.ctx, model, here, path, self.limit(model), self.manner, flying=flying, facing=facing)
        except RulesError:
            return False
        if not self.through and footing.slowed(self.ctx, model, here, tuple(path), self.manner.name, flying):
            return False
        model.at, model.facing = path[-1], facing or model.facing
        self.state.moved()
        way = (here, *path) if start is not None else tuple(path)
        self._moves.append(ModelMove(model.id, way, facing))
        return True

    def together(self) -> bool:
        """Whether the unit is in coherency, or at least nearer to it than before."""
        now = placing.stray(self.ctx, self.models)
        return not now or now < self._strayed

    def shift(self, vector: Vector) -> bool:
        """Move every model by a vector, the foremost first; one that cannot goes part of the way, or stays."""
        front = sorted(self.models, key=lambda m: -_ahead(m, vector))
        for model in front:
            whole = direction.shortened(vector, self.limit(model))
            any(self._step(model, (whole[0] * part // PARTS[0], whole[1] * part // PARTS[0])) for part in PARTS)
        return bool(self._moves) and self.together()

    def _step(self, model: Model, vector: Vector) -> bool:
        if vector == (0, 0) or model.at is None:
            return False
        x, y, _ = model.at
        return any(self.go(model, path) for path in ways(model.at, (x + vector[0], y + vector[1])))

    def approach(self, model: Model, goal: Point, reach: int | None = None) -> bool:
        """Move a model straight towards a place, as far as it can but no farther than there."""
        if model.at is None:
            return False
        far = self.limit(model) if reach is None else reach
        whole = direction.shortened((goal[0] - model.at[0], goal[1] - model.at[1]), far)
        return any(self._step(model, (whole[0] * part // PARTS[0], whole[1] * part // PARTS[0])) for part in PARTS)

    def straight(self, model: Model, goal: Point) -> bool:
        """Move a model straight to a place."""
        return self.go(model, (goal,))

    def around(self, model: Model, goal: Point) -> bool:
        """Move a model to a place by the shortest way round what is in its way."""
        if model.at is None:
            return False
        base = hull.wide(model.sheet)
        walls = [*self._closed(model, base), *self._taken(model, base)]
        way = route.shortest(model.at, route.Goal(goal[:2], goal[:2]), walls, route.on(self.state.table, base))
        return way is not None and geometry.path_length(model.at, way) <= self.limit(model) and self.go(model, way)

    def _closed(self, model: Model, base: int) -> Iterator[route.Obstacle]:
        """The terrain a model does not go through: closed to it, or slow where nobody rolled for that."""
        for piece in self.state.table.terrain:
            ground = footing.footing(self.ctx, model, piece)
            if ground.bars or (ground.slows and not self.through):
                yield route.around(piece.outline, base)

    def _taken(self, model: Model, base: int) -> Iterator[route.Obstacle]:
        for other in geometry.within(self.state.alive(), model, self.limit(model) + words.NEAR):
            if other.unit not in self.manner.through:
                aloof = other.side != model.side and self.manner.enemies == "off" and other.unit not in self.manner.near
                yield route.past(other, base, words.NEAR if aloof else 0)

    def gather(self) -> bool:
        """Bring a unit out of coherency together: every model towards its middle, the nearest first; at last the one in
        the middle towards those who could not come as far as him.
        """
        models = self.models
        middle = min(models, key=lambda m: sum(geometry.distance(m, other) for other in models))
        for model in geometry.nearest(middle, models):
            if middle.at is not None and not placing.linked(self.ctx, model, middle):
                self.approach(model, middle.at)
        self._meet(middle)
        return bool(self._moves) and self.together()

    def _meet(self, middle: Model) -> None:
        others = [m for m in self.models if m is not middle]
        apart = [m for m in geometry.nearest(middle, others) if not placing.linked(self.ctx, m, middle)]
        if not apart or middle.at is None or apart[0].at is None:
            return
        (x, y, z), goal = middle.at, apart[0].at
        way = direction.shortened((goal[0] - x, goal[1] - y), self.limit(middle))
        nearer = [*others, footprint.placed(middle, (x + way[0], y + way[1], z))]
        if placing.stray(self.ctx, nearer) < placing.stray(self.ctx, self.models):
            self.approach(middle, goal)


def gathered(
    ctx: Context, unit: Unit, manner: trail.Manner, limits: int | Mapping[str, int], *, packs: bool = False
) -> tuple[int, Moves]:
    """How near to coherency a unit that has lost it certainly comes in a move (as `placing.stray`), and with which.

    It is what the engine's own search reaches without entering terrain that slows; there may be a better move.
    """
    draft = Draft(ctx, unit, manner, limits, packs=packs, through=False)
    if draft.strayed and draft.gather():
        return placing.stray(draft.ctx, draft.models), draft.moves
    return draft.strayed, ()


def formations(draft: Draft, goal: Point | None, reach: int, turns: int = TURNS) -> Iterator[Moves]:
    """Moves of a whole formation towards a goal, the best first: straight, then shorter, then to the sides."""
    models = draft.models
    if not models or reach <= 0:
        return
    if draft.strayed and draft.gather():
        yield draft.moves
    front = min(models, key=lambda m: geometry.ground_square(m.at, goal))
    poor: list[Moves] = []
    for length in (reach, reach // 2):
        for way in directions(front.at or (0, 0, 0), goal)[:turns]:
            draft.reset()
            if not draft.shift((way[0] * length // 1000, way[1] * length // 1000)):
                continue
            if 2 * len(draft.moves) >= len(models):
                yield draft.moves
            else:
                poor.append(draft.moves)
    yield from poor[:2]


def to_goal(
    choice: Choice, manner: trail.Manner, reach: int = 0, limits: Mapping[str, int] | None = None
) -> Iterator[Moves]:
    """Moves of a formation towards the goal of its unit, as far as the option lets it, or no farther than `reach`.

    `limits` are those of its models by id, where they differ. At last none at all: everybody stays.
    """
    draft = Draft(choice.ctx, choice.unit, manner, choice.option.limit if limits is None else limits)
    yield from formations(draft, taste.goal(choice, choice.unit), reach or choice.option.limit)
    yield ()


def ways(start: Point, end: Vector) -> list[tuple[Point, ...]]:
    """Paths to a place: straight on, from a height also down first."""
    level = ((end[0], end[1], start[2]),)
    return [level, ((start[0], start[1], 0), (end[0], end[1], 0))] if start[2] else [level]


def heading(model: Model, start: Point, path: Sequence[Point]) -> Facing | None:
    """Where a vehicle points after a path: along its last leg. Others have no front."""
    if not words.is_vehicle(model):
        return None
    for a, b in reversed(list(zip((start, *path), path, strict=False))):
        if a[:2] != b[:2]:
            return b[0] - a[0], b[1] - a[1]
    return None


def _ahead(model: Model, vector: Vector) -> int:
    return model.at[0] * vector[0] + model.at[1] * vector[1] if model.at else 0
