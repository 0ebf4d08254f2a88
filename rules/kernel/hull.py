"""Models without a round base: an oriented rectangle, upright, around the centre of its model.

`Sheet.hull` is its length and width, `Model.facing` where its front points (default: along the x axis). Each corner is
rounded exactly to whole hundredths, so that the outline does not depend on the length of the facing vector.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import Literal, TypeAlias

from rules.kernel import direction
from rules.kernel.convex import Core
from rules.kernel.sheet import Sheet
from rules.kernel.state import Facing, Model, Point

AHEAD: Facing = (1000, 0)
"""The default facing of a model."""

LEAST = 2
"""The least length and width of a hull: a thinner one could lose its area when its corners are rounded."""

Size = tuple[int, int]
Arc: TypeAlias = Literal["front", "left", "right", "rear"]


@lru_cache(maxsize=8192)
def outline(at: Point, facing: Facing | None, size: Size) -> Core:
    """The corners of a hull, counter-clockwise: rear right, front right, front left, rear left."""
    (x, y, _), (fx, fy) = at, _ahead(facing)
    length, width = (max(LEAST, side) for side in size)
    square = 4 * (fx * fx + fy * fy)
    right = [direction.over_root(n, square) for n in (length * fx + width * fy, length * fy - width * fx)]
    left = [direction.over_root(n, square) for n in (length * fx - width * fy, length * fy + width * fx)]
    return (
        (x - left[0], y - left[1]),
        (x + right[0], y + right[1]),
        (x + left[0], y + left[1]),
        (x - right[0], y - right[1]),
    )


def _ahead(facing: Facing | None) -> Facing:
    return facing if facing and facing != (0, 0) else AHEAD


@lru_cache(maxsize=1024)
def around(size: Size) -> int:
    """The radius of a circle around a hull, whichever way it faces; used as its `Sheet.base`."""
    length, width = (max(LEAST, side) for side in size)
    # half the diagonal rounded up, and 1 more for the rounding of the corners
    return isqrt(length * length + width * width) // 2 + 2


def wide(sheet: Sheet) -> int:
    """How far a model reaches from its centre at most, seen from above."""
    return sheet.base if sheet.hull is None else around(sheet.hull)


def radius(sheet: Sheet) -> int:
    """What a model's core is grown by: the radius of a round base, 0 for a hull."""
    return sheet.base if sheet.hull is None else 0


def core(model: Model) -> Core:
    """A model seen from above, without its radius: the centre of a round base, the outline of a hull.

    Raises:
        ValueError: it is not on the table.
    """
    at = stands(model)
    return ((at[0], at[1]),) if model.sheet.hull is None else outline(at, model.facing, model.sheet.hull)


def stands(model: Model) -> Point:
    """A model's position.

    Raises:
        ValueError: it is not on the table.
    """
    if model.at is None:
        raise ValueError("a model is not on the table")
    return model.at


def arc(model: Model, point: Point) -> Arc:
    """The side of a model that a point lies on, by the diagonals through the corners of its hull.

    A round base has its diagonals at 45 degrees. A point on a diagonal counts as front rather than side, and side
    rather than rear; the model's own centre counts as front. Heights do not matter.

    Raises:
        ValueError: the model is not on the table.
    """
    x, y, _ = stands(model)
    (fx, fy), (length, width) = _ahead(model.facing), model.sheet.hull or (1, 1)
    px, py = point[0] - x, point[1] - y
    # which side of the diagonals through the front right and front left corners the point is on
    from_right = (length * fx + width * fy) * py - (length * fy - width * fx) * px
    from_left = (length * fx - width * fy) * py - (length * fy + width * fx) * px
    if from_right >= 0:
        return "front" if from_left <= 0 else "left"
    return "right" if from_left <= 0 else "rear"


def turned(facing: Facing | None, angle: int) -> Facing:
    """A facing turned counter-clockwise by an angle in degrees: a vector of length 1000, rounded."""
    (fx, fy), (cosine, sine) = _ahead(facing), direction.vector(angle)
    return direction.scaled((fx * cosine - fy * sine, fx * sine + fy * cosine), AHEAD[0])
