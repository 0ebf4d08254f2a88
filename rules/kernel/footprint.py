"""What a model covers of the table: the same functions for round bases and hulls, exact in whole numbers.

Everything here but `distance_to_point` and `met` is seen from above: the rules say whether two models are on one level.
To ask about a place a model has not reached yet, use `placed`. Functions that need a position raise ValueError for a
model that is not on the table.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.kernel import convex, geometry, hull
from rules.kernel.convex import Core
from rules.kernel.geometry import Outline
from rules.kernel.state import Facing, Model, Point, Table


def placed(model: Model, at: Point, facing: Facing | None = None) -> Model:
    """A stand-in for a model at another place or facing, for measuring. It shares the model's marks."""
    return msgspec.structs.replace(model, at=at, facing=facing or model.facing)


def overlaps(a: Model, b: Model) -> bool:
    """Whether two models overlap; touching is not overlapping."""
    return convex.overlap(hull.core(a), hull.core(b), hull.radius(a.sheet) + hull.radius(b.sheet))


def overlaps_outline(model: Model, outline: Outline) -> bool:
    """Whether a model is partly or wholly in a convex outline; touching it does not count."""
    return convex.overlap(hull.core(model), outline, hull.radius(model.sheet))


def near_outline(model: Model, outline: Outline, reach: int) -> bool:
    """Whether a model is within `reach` of a convex outline; 0 asks whether it touches it."""
    square, divisor = convex.separation(hull.core(model), outline)
    return geometry.reaches(square, divisor, hull.radius(model.sheet), 0, reach)


def wholly_inside(model: Model, outline: Outline) -> bool:
    """Whether all of a model is in a convex outline, touching its border allowed."""
    if model.sheet.hull is None:
        return geometry.base_inside(hull.stands(model), model.sheet.base, outline)
    return all(geometry.inside(corner, outline) for corner in hull.core(model))


def on_table(model: Model, table: Table) -> bool:
    """Whether all of a model is on the table, touching its edge allowed."""
    return _off_edge(model, table) >= 0


def touches_edge(model: Model, table: Table) -> bool:
    """Whether a model touches or overhangs an edge of the table."""
    return _off_edge(model, table) <= 0


def _off_edge(model: Model, table: Table) -> int:
    """How far a model is from the nearest edge of the table; negative if it overhangs."""
    corners = hull.core(model)
    off = min(min(x, table.width - x, y, table.depth - y) for x, y in corners)
    return off - hull.radius(model.sheet)


def distance_to_outline(model: Model, outline: Outline) -> int:
    """Distance of a model from a convex outline, rounded up; 0 if it touches it or stands in it."""
    square, divisor = convex.separation(hull.core(model), outline)
    return geometry.apart(square, divisor, hull.radius(model.sheet), 0)


def distance_to_point(model: Model, point: Point) -> int:
    """Straight distance of a model from a point, heights included, rounded up; 0 if it stands on it."""
    square, divisor = convex.separation(hull.core(model), ((point[0], point[1]),))
    return geometry.apart(square, divisor, hull.radius(model.sheet), hull.stands(model)[2] - point[2])


def covered(model: Model, to: Point) -> Core:
    """The area a model's core sweeps on a straight leg from its position, its facing kept."""
    x, y, _ = hull.stands(model)
    return convex.swept(hull.core(model), to[0] - x, to[1] - y)


def runs_into(model: Model, to: Point, other: Model) -> bool:
    """Whether a model moving straight to a place, its facing kept, overlaps another; touching is not overlapping."""
    radii = hull.radius(model.sheet) + hull.radius(other.sheet)
    return convex.overlap(covered(model, to), hull.core(other), radii)


def met(model: Model, path: Sequence[Point], others: Sequence[Model], reach: int) -> list[Model]:
    """The other models that come within `reach` of a model moving along a path, its facing kept.

    Heights are counted as in `geometry.met`.
    """
    start, radius, wide = hull.stands(model), hull.radius(model.sheet), hull.wide(model.sheet) + reach
    close: set[str] = set()
    for a, b in zip((start, *path), path, strict=False):
        swept = covered(placed(model, a), b)
        for other in geometry.about(a, b, wide, others):
            if other.id not in close and geometry.swept_near(swept, radius, (a[2], b[2]), other, reach):
                close.add(other.id)
    return [other for other in others if other.id in close and other.id != model.id]
