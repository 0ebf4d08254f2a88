"""Exact measures between convex shapes as seen from above: a point, a segment, or an outline (counter-clockwise).

A model is such a core with a radius around it: a round base is its centre grown by the base radius, a hull its outline
grown by nothing. Squared distances are fractions of whole numbers: nothing is rounded before comparison.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

Flat = tuple[int, int]
Core = tuple[Flat, ...]
Square = tuple[int, int]
"""A squared distance: a numerator and a denominator."""


class Box(NamedTuple):
    """A rectangle along the sides of the table."""

    left: int
    near: int
    right: int
    far: int


def box_of(outline: Iterable[Flat]) -> Box:
    """The smallest box around an outline."""
    xs, ys = zip(*outline, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def leg_distance(a: Sequence[int], b: Sequence[int], p: Sequence[int]) -> Square:
    """The squared distance of a point from the flat segment a-b, as a fraction."""
    ax, ay, px, py = a[0], a[1], p[0], p[1]
    dx, dy = b[0] - ax, b[1] - ay
    length2 = dx * dx + dy * dy
    along = (px - ax) * dx + (py - ay) * dy
    if along <= 0 or not length2:
        return (px - ax) ** 2 + (py - ay) ** 2, 1
    if along >= length2:
        return (px - b[0]) ** 2 + (py - b[1]) ** 2, 1
    cross = (px - ax) * dy - (py - ay) * dx
    return cross * cross, length2


def leg(a: Sequence[int], b: Sequence[int]) -> Core:
    """The core of a straight path from a to b, seen from above: a segment, or a point if it only goes up or down."""
    start, end = (a[0], a[1]), (b[0], b[1])
    return (start,) if start == end else (start, end)


def separation(a: Core, b: Core) -> Square:
    """The squared distance between two cores, as a fraction; 0 if they touch. Two segments cannot be measured."""
    if len(a) == 1 and len(b) <= 2:
        return leg_distance(b[0], b[-1], a[0])
    if len(b) == 1 and len(a) == 2:
        return leg_distance(a[0], a[1], b[0])
    parted, nearest = False, None
    for one, other in ((a, b), (b, a)):
        for start, end in borders(one):
            ex, ey = end[0] - start[0], end[1] - start[1]
            beyond = 0
            for point in other:
                side = ex * (point[1] - start[1]) - ey * (point[0] - start[0])
                if side <= 0:
                    # the nearest point of the other core lies outside the edge nearest to it
                    beyond += side < 0
                    found = leg_distance(start, end, point)
                    if nearest is None or found[0] * nearest[1] < nearest[0] * found[1]:
                        nearest = found
            parted = parted or beyond == len(other)
    return nearest if parted and nearest else (0, 1)


def overlap(a: Core, b: Core, radii: int = 0) -> bool:
    """Whether two cores overlap, grown by `radii` between them; touching is not overlapping.

    Without radii one of them has to be an outline: points and lines have no area.
    """
    if len(a) == len(b) == 1:
        # Two round bases, as most models have.
        ((x, y),), ((u, v),) = a, b
        return (x - u) ** 2 + (y - v) ** 2 < radii**2
    if boxes_apart(a, b, radii):
        return False
    if radii > 0:
        square, divisor = separation(a, b)
        return square < radii * radii * divisor
    return not (_parted(a, b) or _parted(b, a))


def boxes_apart(a: Core, b: Core, radii: int) -> bool:
    """Whether the boxes around two cores are at least `radii` apart: most are, which saves measuring them."""
    return away(_around(a), b, radii)


def away(box: Sequence[int], core: Core, radii: int) -> bool:
    """Whether a core is at least `radii` from a box: then it overlaps nothing in it."""
    left, near, right, far = box
    west, south, east, north = _around(core)
    return right + radii <= west or east + radii <= left or far + radii <= south or north + radii <= near


def _around(core: Core) -> tuple[int, int, int, int]:
    """The box around a core. Outlines are those of terrain and hulls, which are asked about again and again."""
    if len(core) == 1:
        ((x, y),) = core
        return x, y, x, y
    if len(core) == 2:
        (x, y), (u, v) = core
        return min(x, u), min(y, v), max(x, u), max(y, v)
    return _kept_box(core)


@lru_cache(maxsize=8192)
def _kept_box(core: Core) -> Box:
    return box_of(core)


def _parted(one: Core, other: Core) -> bool:
    """Whether the other core lies entirely outside, or on, the line of one of this core's edges."""
    return any(
        all((t[0] - s[0]) * (p[1] - s[1]) - (t[1] - s[1]) * (p[0] - s[0]) <= 0 for p in other) for s, t in borders(one)
    )


def borders(core: Core) -> Iterable[tuple[Flat, Flat]]:
    """The edges of an outline in order; a segment there and back; none for a point."""
    return zip(core, (*core[1:], core[0]), strict=True) if len(core) > 1 else ()


def stretched(points: Iterable[Flat]) -> Core:
    """The convex outline around points, counter-clockwise from the leftmost, without points that lie on an edge."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    return (*_chain(ordered), *_chain(ordered[::-1]))


def _chain(ordered: Sequence[Flat]) -> list[Flat]:
    """One side of the outline, without its last point."""
    kept: list[Flat] = []
    for x, y in ordered:
        while len(kept) > 1:
            (ax, ay), (bx, by) = kept[-2:]
            if (bx - ax) * (y - by) - (by - ay) * (x - bx) > 0:
                break
            kept.pop()
        kept.append((x, y))
    return kept[:-1]


def swept(core: Core, dx: int, dy: int) -> Core:
    """What a core covers while it is shifted."""
    if len(core) == 1:
        return leg(core[0], (core[0][0] + dx, core[0][1] + dy))
    return stretched(chain(core, ((x + dx, y + dy) for x, y in core))) if dx or dy else core
