"""Markers laid on the table: which models are under them, seen from above.

A model is under a marker that covers any part of its base or hull. A marker whose edge only touches it covers no part
of it, and is not over it.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel import convex, direction, hull
from rules.kernel.geometry import Outline
from rules.kernel.state import Model, Point

FLAME_LENGTH = 800
FLAME_RADIUS = 125
"""Half the width of the flame's wide end."""

_MIDDLE = FLAME_LENGTH - FLAME_RADIUS
_TANGENT = (652, 123)
"""Where a line from the start touches the circle: (675^2 - 125^2) / 675 ahead, 125 root(675^2 - 125^2) / 675 aside."""

_ROUND = (
    (_TANGENT[0], -_TANGENT[1]),
    *((_MIDDLE + x, y) for x, y in (direction.scaled(direction.vector(a), FLAME_RADIUS) for a in range(-90, 91, 15))),
    _TANGENT,
)
"""The wide end of a flame along the x axis, counter-clockwise."""


def blast(centre: Point, radius: int, models: Iterable[Model]) -> list[Model]:
    """The models wholly or partly under a round marker, in order; only those on the table."""
    middle = ((centre[0], centre[1]),)
    return [m for m in models if m.at and convex.overlap(middle, hull.core(m), radius + hull.radius(m.sheet))]


def touches(centre: Point, radius: int, model: Model) -> bool:
    """Whether a round marker touches a model's base or hull, if only with its edge.

    Raises:
        ValueError: the model is not on the table.
    """
    square, divisor = convex.separation(((centre[0], centre[1]),), hull.core(model))
    wide = radius + hull.radius(model.sheet)
    return square <= wide * wide * divisor


def flame(start: Point, towards: tuple[int, int]) -> Outline:
    """The outline of a flame: a teardrop from its narrow end at `start`, in a direction given as any non-zero vector.

    It is 8 inches long; its wide end is a circle 2.5 inches across, here with corners every 15 degrees.
    """
    dx, dy = towards
    square = dx * dx + dy * dy
    return (
        (start[0], start[1]),
        *(
            (
                start[0] + direction.over_root(ahead * dx - aside * dy, square),
                start[1] + direction.over_root(ahead * dy + aside * dx, square),
            )
            for ahead, aside in _ROUND
        ),
    )


def under(outline: Outline, models: Iterable[Model]) -> list[Model]:
    """The models wholly or partly under a marker with a convex outline, in order."""
    return [m for m in models if m.at and convex.overlap(hull.core(m), outline, hull.radius(m.sheet))]
