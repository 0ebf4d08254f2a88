"""Paths around obstacles for a model that has to move: the shortest one, and whether there is one at all.

The centre of a round base moves on one level. An obstacle is a core (a point, an outline) which this centre may not
approach closer than a radius: `past` and `around` make them. Paths bend only at corners of outlines drawn around the
obstacles, a twentieth of a turn at each, so that a bend is longer than the shortest curve by up to one per cent plus a
few hundredths. A gap narrower than about a tenth of an inch may be overlooked. A leg is free exactly if it keeps the
distance: no path that is found is blocked.

Only obstacles in the way of the shortest path so far are examined: usually a few of a hundred on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from rules.kernel import convex, direction, hull
from rules.kernel.convex import Box, Core, Flat
from rules.kernel.state import Model, Point, Table

FINE = 100
"""Lengths are summed in hundredths of a hundredth."""

_TURN = 18
_ANGLES = range(0, direction.TURN, 5)
"""The directions in which a straight path is tried."""


class Obstacle(NamedTuple):
    """A core which the centre of the moving base may not approach closer than a radius."""

    core: Core
    radius: int


class Goal(NamedTuple):
    """A straight line to reach, or a point if both ends are the same."""

    start: Flat
    end: Flat


def past(other: Model, base: int, apart: int = 0) -> Obstacle:
    """A model as an obstacle to a base (of the given radius) that has to stay `apart` from it.

    Raises:
        ValueError: the model is not on the table.
    """
    return Obstacle(hull.core(other), hull.radius(other.sheet) + base + apart)


def around(outline: Core, base: int, apart: int = 0) -> Obstacle:
    """A convex outline as an obstacle to a base that has to stay `apart` from it."""
    return Obstacle(outline, base + apart)


def on(table: Table, base: int) -> Box:
    """Where the centre of a base may be so that the base is wholly on the table."""
    return Box(base, base, table.width - base, table.depth - base)


def edges(bounds: Box) -> tuple[Goal, Goal, Goal, Goal]:
    """The borders of the bounds as goals: near (y least), right, far, left."""
    left, near, right, far = bounds
    a, b, c, d = (left, near), (right, near), (right, far), (left, far)
    return Goal(a, b), Goal(b, c), Goal(c, d), Goal(d, a)


def shortest(
    start: Point, goal: Goal, obstacles: Sequence[Obstacle], bounds: Box, most: int | None = None
) -> tuple[Point, ...] | None:
    """The corners and the end of a shortest path to a goal, without its start; None if there is none, or none as short
    as `most`.

    An obstacle already too near the start only keeps its present distance; one that contains the start is ignored. Ties
    between equal paths are broken by the places they pass, not by the order of the obstacles.
    """
    here = (start[0], start[1])
    field = _field(_ready(here, obstacles), bounds)
    idle, near = field.every, 0
    if goal.start == goal.end and field.blocked(goal.start, goal.end, idle):
        return None
    while (way := _search(field, here, goal, near, most)) is not None:
        hit = 0
        for a, b in zip((here, *way), way, strict=False):
            hit |= field.blocking(a, b, idle)
        if not hit:
            return tuple((x, y, start[2]) for x, y in way)
        while hit:
            # there is no path between overlapping obstacles: they are treated as one
            near |= hit
            idle &= ~hit
            hit = field.overlapping(hit) & idle
    return None


def farthest(start: Point, length: int, obstacles: Sequence[Obstacle], bounds: Box) -> tuple[Point, ...] | None:
    """A path of a given length that does not double back; one that reaches the border of the bounds may be shorter.

    None if there is none: a model that has to move that far is trapped. The path takes the shortest way round obstacles
    and then goes straight on; it never turns by more than a right angle and never crosses itself. Straight legs are
    tried every 5 degrees from the start and from each bend. Obstacles near the start are treated as in `shortest`.
    """
    here = (start[0], start[1])
    near = tuple(obstacle for obstacle in _ready(here, obstacles) if _within(here, obstacle, length))
    field = _field(near, bounds)
    for angle in _ANGLES:
        if end := _straight(field, here, direction.vector(angle), length):
            return ((*end, start[2]),)
    came: dict[Flat, Flat | None] = {}
    for place, gone in _spread(field, here, field.every, came, lambda _: 0):
        before, rest = came[place], length - gone // FINE
        if before is None:
            continue
        way = _traced(place, came)
        if rest > 0:
            end = _straight(field, place, (place[0] - before[0], place[1] - before[1]), rest)
            if end is None:
                continue
            way = (*way, end)
        if _keeps_on((here, *way)):
            return cut(start, tuple((x, y, start[2]) for x, y in way), length)
    return None


def cut(start: Point, path: Sequence[Point], length: int) -> tuple[Point, ...]:
    """The first part of a flat path, `length` long or a hundredth less; all of it if it is not longer than that."""
    kept: list[Point] = []
    rest = length * FINE
    for a, b in zip((start, *path), path, strict=False):
        if _fine(a, b) > rest:
            dx, dy = b[0] - a[0], b[1] - a[1]
            square = (dx * dx + dy * dy) * FINE * FINE
            x, y = (direction.over_root(part * rest, square) for part in (dx, dy))
            return (*kept, (a[0] + x, a[1] + y, a[2]))
        kept.append(b)
        rest -= _fine(a, b)
    return tuple(kept)


# obstacles


def _ready(here: Flat, obstacles: Iterable[Obstacle]) -> tuple[Obstacle, ...]:
    """The obstacles, adjusted for a start already near or inside some of them."""
    found = []
    for core, radius in obstacles:
        square, divisor = convex.separation((here,), core)
        if square > 0:
            found.append(Obstacle(core, min(radius, isqrt(square // divisor))))
    return tuple(found)


class _Wall(NamedTuple):
    """An outline around an obstacle inside the bounds; paths bend at its corners."""

    corners: Core
    lines: tuple[tuple[int, int, int], ...]
    """For each side its direction, and the least cross product with it of a point that does not see it."""


@lru_cache(maxsize=4096)
def _wall(obstacle: Obstacle, bounds: Box) -> _Wall:
    corners = _clipped(_outline(obstacle), bounds)
    sides = [(a, b[0] - a[0], b[1] - a[1]) for a, b in convex.borders(corners)]
    return _Wall(corners, tuple((ex, ey, ex * a[1] - ey * a[0]) for a, ex, ey in sides))


def _outline(obstacle: Obstacle) -> Core:
    """A convex outline around everything too near to an obstacle, with bends of a twentieth of a turn."""
    core, radius = obstacle
    # its sides pass the core at the radius or a bit more, when the corners are rounded
    reach = -(-radius * direction.UNIT // direction.cosine(_TURN // 2)) + 1
    ring = [direction.scaled(direction.vector(angle), reach) for angle in range(0, direction.TURN, _TURN)]
    return convex.stretched((x + dx, y + dy) for x, y in core for dx, dy in ring)


def _clipped(corners: Core, bounds: Box) -> Core:
    """The part of an outline inside the bounds."""
    for axis, limit, sign in ((0, bounds.left, 1), (1, bounds.near, 1), (0, bounds.right, -1), (1, bounds.far, -1)):
        if any((corner[axis] - limit) * sign < 0 for corner in corners):
            corners = tuple(_cut_off(corners, axis, limit, sign))
    return corners


def _cut_off(corners: Core, axis: int, limit: int, sign: int) -> Iterator[Flat]:
    for a, b in convex.borders(corners):
        ins, to = (a[axis] - limit) * sign, (b[axis] - limit) * sign
        if ins >= 0:
            yield a
        if ins * to < 0:
            other = 1 - axis
            at = a[other] + ((b[other] - a[other]) * 2 * ins + (ins - to)) // (2 * (ins - to))
            yield (at, limit) if axis else (limit, at)


def _overlap(a: Obstacle, b: Obstacle) -> bool:
    radii = a.radius + b.radius
    return radii > 0 and convex.overlap(a.core, b.core, radii)


def _within(here: Flat, obstacle: Obstacle, length: int) -> bool:
    square, divisor = convex.separation((here,), obstacle.core)
    return square <= (length + obstacle.radius) ** 2 * divisor


def _grown(obstacle: Obstacle) -> Box:
    """The box around everything too near to an obstacle."""
    (left, near, right, far), radius = convex.box_of(obstacle.core), obstacle.radius
    return Box(left - radius, near - radius, right + radius, far + radius)


def _too_near(a: Flat, b: Flat, obstacle: Obstacle) -> bool:
    """Whether the straight path between two places comes too near to an obstacle."""
    (ax, ay), (bx, by), (core, radius) = a, b, obstacle
    dx, dy = bx - ax, by - ay
    limit = radius * radius * (dx * dx + dy * dy)
    beside = [(x - ax) * dy - (y - ay) * dx for x, y in core]
    least, most = min(beside), max(beside)
    # mostly all of it lies on one side of the line, and far enough from it
    if (least > 0 and least * least >= limit > 0) or (most < 0 and most * most >= limit > 0):
        return False
    if not radius:
        return len(core) > 1 and convex.overlap(convex.leg(a, b), core)
    square, divisor = convex.separation(convex.leg(a, b), core)
    return square < radius * radius * divisor


class _Field:
    """Obstacles inside bounds, and what has been found out about them: each search asks about the same legs as others.

    Several obstacles are the bits of a number, the first obstacle the lowest.
    """

    def __init__(self, obstacles: tuple[Obstacle, ...], bounds: Box) -> None:
        self.obstacles = obstacles
        self.bounds = bounds
        self.every = (1 << len(obstacles)) - 1
        self._boxes = [_grown(obstacle) for obstacle in obstacles]
        self._legs: dict[tuple[Flat, Flat], tuple[int, int]] = {}
        """For each leg the obstacles that it has been compared with, and those of them that block it."""
        self._bends: dict[tuple[Flat, int], Sequence[Flat]] = {}
        self._overlaps: dict[int, int] = {}

    def blocked(self, a: Flat, b: Flat, near: int) -> bool:
        """Whether the straight path between two places comes too near to one of some obstacles."""
        return bool(self._first(a, b, near))

    def blocking(self, a: Flat, b: Flat, near: int) -> int:
        """Those of some obstacles to which the straight path between two places comes too near."""
        found = 0
        while hit := self._first(a, b, near & ~found):
            found |= hit
        return found

    def _first(self, a: Flat, b: Flat, near: int) -> int:
        """Some of the obstacles that block a leg, if any does: those known, else the first that is found."""
        compared, blocking = self._legs.get((a, b), (0, 0))
        rest = near & ~compared
        if blocking & near or not rest:
            return blocking & near
        (west, east), (south, north) = (sorted(ends) for ends in zip(a, b, strict=True))
        while rest and not blocking & near:
            one = rest & -rest
            rest ^= one
            compared |= one
            number = one.bit_length() - 1
            left, low, right, far = self._boxes[number]
            # most obstacles lie far from the leg
            if east <= left or west >= right or north <= low or south >= far:
                continue
            if _too_near(a, b, self.obstacles[number]):
                blocking |= one
        self._legs[a, b] = compared, blocking
        return blocking & near

    def overlapping(self, some: int) -> int:
        """The obstacles that overlap one of some."""
        found = 0
        for number in _numbers(some):
            if number not in self._overlaps:
                mine, others = self.obstacles[number], enumerate(self.obstacles)
                self._overlaps[number] = sum(1 << n for n, other in others if _overlap(mine, other))
            found |= self._overlaps[number]
        return found

    def bends(self, place: Flat, number: int) -> Sequence[Flat]:
        """The corners of the outline around an obstacle that a shortest path from a place can lead to."""
        found = self._bends.get((place, number))
        if found is None:
            found = self._bends[place, number] = _bends(place, _wall(self.obstacles[number], self.bounds))
        return found


@lru_cache(maxsize=16)
def _field(obstacles: tuple[Obstacle, ...], bounds: Box) -> _Field:
    """Kept for the next searches among the same obstacles: for other goals, and when a declaration is judged."""
    return _Field(obstacles, bounds)


def _numbers(some: int) -> list[int]:
    """The numbers of some obstacles."""
    return [number for number in range(some.bit_length()) if some >> number & 1]


# the search


def _search(field: _Field, here: Flat, goal: Goal, near: int, most: int | None) -> tuple[Flat, ...] | None:
    """A shortest path past some of the obstacles."""
    came: dict[Flat, Flat | None] = {}
    best: tuple[int, Flat, Flat] | None = None

    def ahead(place: Flat) -> int:
        square, divisor = convex.leg_distance(goal.start, goal.end, place)
        return isqrt(square * FINE * FINE // divisor)

    for place, gone in _spread(field, here, near, came, ahead):
        if best and gone + ahead(place) >= best[0]:
            break
        if most is not None and gone + ahead(place) > most * FINE:
            break
        foot = _foot(place, goal)
        whole = gone + _fine(place, foot)
        if (best is None or whole < best[0]) and not field.blocked(place, foot, near):
            best = whole, place, foot
    if best is None:
        return None
    _, last, foot = best
    way = _traced(last, came)
    return way if way and way[-1] == foot else (*way, foot)


def _spread(
    field: _Field, here: Flat, near: int, came: dict[Flat, Flat | None], ahead: Callable[[Flat], int]
) -> Iterator[tuple[Flat, int]]:
    """The places reached past some of the obstacles and the distance to each, in order of distance plus what is still
    ahead.

    `came` is filled with the predecessor of each.
    """
    waiting: list[tuple[int, int, Flat, Flat | None]] = [(ahead(here), 0, here, None)]
    left: dict[Flat, int | None] = {}
    numbers = _numbers(near)
    while waiting:
        _, gone, place, before = heappop(waiting)
        # most legs are never needed: only those that are get checked
        if place in came or (before and field.blocked(before, place, near)):
            continue
        came[place] = before
        yield place, gone
        for number in numbers:
            for corner in field.bends(place, number):
                if corner not in left:
                    left[corner] = None if field.blocked(corner, corner, near) else ahead(corner)
                rest = left[corner]
                if rest is not None and corner not in came:
                    length = gone + _fine(place, corner)
                    heappush(waiting, (length + rest, length, corner, place))


def _bends(place: Flat, wall: _Wall) -> Sequence[Flat]:
    """The corners of an outline that a shortest path from a place can lead to.

    They are the two outermost as seen from there; from a corner, its neighbours; from inside, all of them.
    """
    corners, (x, y) = wall.corners, place
    if place in corners:
        at = corners.index(place)
        return corners[at - 1], corners[(at + 1) % len(corners)]
    hidden = [ex * y - ey * x >= least for ex, ey, least in wall.lines]
    if all(hidden):
        return corners
    first = hidden[0]
    turn = hidden.index(not first)
    back = hidden.index(first, turn) if first in hidden[turn:] else 0
    return corners[turn], corners[back]


def _straight(field: _Field, a: Flat, towards: Flat, length: int) -> Flat | None:
    """The end of a straight path of a given length, or where it reaches the border; None if it is blocked."""
    bounds = field.bounds
    dx, dy = direction.scaled(towards, length)
    for axis, least, most in ((0, bounds.left, bounds.right), (1, bounds.near, bounds.far)):
        step = (dx, dy)[axis]
        room = max(0, most - a[axis] if step > 0 else a[axis] - least)
        if abs(step) > room:
            dx, dy = (part * room // abs(step) if part >= 0 else -(-part * room // abs(step)) for part in (dx, dy))
    b = (a[0] + dx, a[1] + dy)
    return None if field.blocked(a, b, field.every) else b


def _traced(place: Flat, came: dict[Flat, Flat | None]) -> tuple[Flat, ...]:
    """The path to a place, without its start."""
    way: list[Flat] = []
    while (before := came[place]) is not None:
        way.append(place)
        place = before
    return tuple(reversed(way))


def _foot(place: Flat, goal: Goal) -> Flat:
    """The point of a goal that is nearest to a place, rounded."""
    (ax, ay), (bx, by) = goal
    dx, dy = bx - ax, by - ay
    length2 = dx * dx + dy * dy or 1
    along = min(max((place[0] - ax) * dx + (place[1] - ay) * dy, 0), length2)
    return ax + (2 * dx * along + length2) // (2 * length2), ay + (2 * dy * along + length2) // (2 * length2)


def _keeps_on(way: Sequence[Flat]) -> bool:
    """Whether a path never turns by more than a right angle and never crosses itself."""
    legs = list(pairwise(way))
    turns = [(b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) for (a, b), (c, d) in pairwise(legs)]
    earlier = ((leg, before) for n, leg in enumerate(legs) for before in legs[: max(0, n - 1)])
    return all(turn >= 0 for turn in turns) and not any(_crossing(*leg, *before) for leg, before in earlier)


def _crossing(a: Flat, b: Flat, c: Flat, d: Flat) -> bool:
    """Whether two segments cross or touch."""
    if any(convex.leg_distance(*leg, p)[0] == 0 for leg, p in (((a, b), c), ((a, b), d), ((c, d), a), ((c, d), b))):
        return True
    return _beside(a, b, c) != _beside(a, b, d) and _beside(c, d, a) != _beside(c, d, b)


def _beside(a: Flat, b: Flat, p: Flat) -> bool:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0


def _fine(a: Sequence[int], b: Sequence[int]) -> int:
    return isqrt(((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) * FINE * FINE)
