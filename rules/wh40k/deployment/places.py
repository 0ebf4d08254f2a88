"""Places for models being set up: a lattice round a point, from which each takes the first free one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from rules.kernel import direction, footprint, geometry, hull
from rules.kernel.context import Context
from rules.kernel.convex import Box
from rules.kernel.dice import Seeded
from rules.kernel.state import Facing, Model, Point, Unit
from rules.wh40k import words
from rules.wh40k.deployment import placing
from rules.wh40k.deployment.placing import Place

Fits = Callable[[Model], bool]
"""Whether a stand-in is where it may be, whatever stands there already."""

TRIES = 24
"""The number of places tried at random before the whole region is searched."""
RINGS = 5
STEP = 5
"""Degrees between the places that are tried in a ring of a Deep Strike."""


@lru_cache(maxsize=256)
def lattice(pitch: int, rings: int = RINGS) -> tuple[tuple[int, int], ...]:
    """Offsets of a lattice of triangles, the nearest to its middle first."""
    rows = pitch * 866 // 1000 + 1
    found = [
        (pitch * column + (pitch // 2 if row % 2 else 0), rows * row)
        for row in range(-rings, rings + 1)
        for column in range(-rings, rings + 1)
    ]
    return tuple(sorted(found, key=lambda at: (at[0] * at[0] + at[1] * at[1], at)))


def always(stand_in: Model) -> bool:
    """Everywhere is right."""
    return True


def set_up(
    ctx: Context,
    unit: Unit,
    anchor: Point,
    *,
    gap: int = 40,
    fits: Fits = always,
    facing: Facing | None = None,
    partly: bool = False,
    room: int = 0,
) -> tuple[Place, ...]:
    """Places for a unit round a point: each model free, and near another of them. Nothing where there is no room.

    `gap` is how far bases are apart (hundredths); `partly` keeps the places of those who find one; so many places are
    looked at as `room` says, 0 for as many as are likely to do.
    """
    models = ctx.state.members(unit.id)
    standing = [m for m in ctx.state.alive() if m.unit != unit.id]
    pitch = 2 * max((hull.wide(m.sheet) for m in models), default=0) + gap
    spots = [(anchor[0] + x, anchor[1] + y, anchor[2]) for x, y in lattice(pitch)[: room or 6 * len(models) + 12]]
    there: list[Model] = []
    for model in models:
        found = next(_free(ctx, model, spots, there, standing, fits, facing), None)
        if found is not None:
            there.append(found)
            spots.remove(found.at or anchor)
        elif not partly:
            return ()
    return tuple(Place(m.id, m.at or anchor, m.facing if words.is_vehicle(m) else None) for m in there)


def _free(
    ctx: Context,
    model: Model,
    spots: Sequence[Point],
    there: Sequence[Model],
    standing: Sequence[Model],
    fits: Fits,
    facing: Facing | None,
) -> Iterator[Model]:
    """Stand-ins for a model at the places where it can stand."""
    for spot in spots:
        stand_in = footprint.placed(model, spot, facing if words.is_vehicle(model) else None)
        if there and not any(placing.linked(ctx, stand_in, other) for other in there):
            continue
        if fits(stand_in) and placing.trouble(ctx, stand_in, (*standing, *there)) is None:
            yield stand_in


def scattered(dice: Seeded, box: Box, count: int) -> Iterator[Point]:
    """Points of the ground drawn at random from a box."""
    left, near, right, far = box
    for _ in range(count):
        yield left + dice.below(max(1, right - left)), near + dice.below(max(1, far - near)), 0


def anchors(dice: Seeded, box: Box, count: int = TRIES) -> Iterator[Point]:
    """Points of the ground in a box: so many at random, then a grid over all of it."""
    left, near, right, far = box
    yield from scattered(dice, box, count)
    for y in range(near + 100, far, 200):
        for x in range(left + 100, right, 200):
            yield x, y, 0


def rings(ctx: Context, unit: Unit, first: Model) -> tuple[Place, ...]:
    """Places for the others of a unit in rings round the first model; nothing if one finds no place."""
    standing = [m for m in ctx.state.alive() if m.unit != unit.id]
    left = [m for m in ctx.state.members(unit.id) if m.id != first.id]
    ring, placed = [first], [first]
    while left:
        outer: list[Model] = []
        while left and (found := _in_ring(ctx, left[0], ring, (*placed, *outer), standing)) is not None:
            outer.append(found)
            left = left[1:]
        if not outer:
            return ()
        ring, placed = outer, [*placed, *outer]
    return tuple(Place(m.id, m.at or (0, 0, 0), first.facing if words.is_vehicle(m) else None) for m in placed[1:])


def _in_ring(
    ctx: Context, model: Model, ring: Sequence[Model], placed: Sequence[Model], standing: Sequence[Model]
) -> Model | None:
    """A stand-in for a model in base contact with a ring, where it stands on nobody."""
    for one in ring:
        assert one.at is not None
        for angle in range(0, direction.TURN, STEP):
            reach = hull.wide(one.sheet) + hull.wide(model.sheet) + 1
            stand_in = footprint.placed(model, direction.along(one.at, direction.vector(angle), reach), one.facing)
            if any(footprint.overlaps(stand_in, other) for other in placed):
                continue
            if not geometry.near(stand_in, one, words.CONTACT):
                continue
            if placing.trouble(ctx, stand_in, standing) is None:
                return stand_in
    return None
