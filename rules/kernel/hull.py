"""Models without a round base: an oriented rectangle that stands upright around the middle of its model.

`Sheet.hull` is its length and width, `Model.facing` where its front points; nothing said is along the x axis. Corners
are rounded to whole hundredths, each exactly, so that the outline of a hull is the same whatever the facing's length.
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
"""Where a model faces of which nothing else is said."""

LEAST = 2
"""A hull is at least so long and wide: a thinner one could lose its area when its corners are rounded."""

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
    """The radius of a circle around a hull, whichever way it faces: for its `Sheet.base`."""
    length, width = (max(LEAST, side) for side in size)
    # half the diagonal rounded up, and 1 more for the rounding of the corners
    return isqrt(length * length + width * width) // 2 + 2


def wide(sheet: Sheet) -> int:
    """How far from its middle a model reaches at most, seen from above."""
    return sheet.base if sheet.hull is None else around(sheet.hull)


def radius(sheet: Sheet) -> int:
    """What a model's core is grown by: the radius of a round base, nothing for a hull."""
    return sheet.base if sheet.hull is None else 0


def core(model: Model) -> Core:
    """A model as seen from above, without its radius: the middle of a round base, the outline of a hull.

    Raises:
        ValueError: it is not on the table.
    """
    at = stands(model)
    return ((at[0], at[1]),) if model.sheet.hull is None else outline(at, model.facing, model.sheet.hull)


def stands(model: Model) -> Point:
    """Where a model stands.

    Raises:
        ValueError: it is not on the table.
    """
    if model.at is None:
        raise ValueError("a model is not on the table")
    return model.at


def arc(model: Model, point: Point) -> Arc:
    """The side of a model that a point lies on, by the diagonals through the corners of its hull.

    A round base has its diagonals at 45 degrees. A point on a diagonal lies on the front rather than on a side, and on
    a side rather than on the rear; the model's own middle lies on its front. Heights do not matter.

    Raises:
        ValueError: the model is not on the table.
    """
    x, y, _ = stands(model)
    (fx, fy), (length, width) = _ahead(model.facing), model.sheet.hull or (1, 1)
    px, py = point[0] - x, point[1] - y
    # the sides on which the diagonals through the front right and the front left corner have the point
    from_right = (length * fx + width * fy) * py - (length * fy - width * fx) * px
    from_left = (length * fx - width * fy) * py - (length * fy + width * fx) * px
    if from_right >= 0:
        return "front" if from_left <= 0 else "left"
    return "right" if from_left <= 0 else "rear"


def turned(facing: Facing | None, angle: int) -> Facing:
    """A facing turned counter-clockwise by an angle in degrees, as a vector of length 1000, rounded."""
    (fx, fy), (cosine, sine) = _ahead(facing), direction.vector(angle)
    return direction.scaled((fx * cosine - fy * sine, fx * sine + fy * cosine), AHEAD[0])
