"""Which models another runs into on its way or at its end, for every system whose models cannot move through each
other.

Two models are in each other's way where their bases or hulls overlap and they stand on about one level. Touching is not
overlapping.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.kernel import footprint, geometry, hull
from rules.kernel.state import Model, Point

SAME_LEVEL = 100
"""Models on levels less than 1" apart share a level."""


def on_leg(model: Model, a: Point, b: Point, others: Iterable[Model]) -> Iterator[Model]:
    """The other models it runs into on a straight leg, its facing kept, except those it already overlaps."""
    return (other for other in _meeting(model, a, b, others) if not _runs_into(model, a, a, other))


def at_place(model: Model, at: Point, others: Iterable[Model]) -> Iterator[Model]:
    """The other models it would overlap at a place, its facing kept."""
    return _meeting(model, at, at, others)


def _meeting(model: Model, a: Point, b: Point, others: Iterable[Model]) -> Iterator[Model]:
    low, high = min(a[2], b[2]) - SAME_LEVEL, max(a[2], b[2]) + SAME_LEVEL
    for other in geometry.about(a, b, hull.wide(model.sheet), others):
        if other.at and low < other.at[2] < high and _runs_into(model, a, b, other) and other.id != model.id:
            yield other


def _runs_into(model: Model, a: Point, b: Point, other: Model) -> bool:
    if model.sheet.hull is None:
        return geometry.runs_into(a, b, model.sheet.base, other)
    return footprint.runs_into(footprint.placed(model, a), b, other)
