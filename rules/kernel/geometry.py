"""Distances, paths and lines of sight on the table, exact and in whole numbers.

A model is an upright cylinder over its round base. Lengths are hundredths of an inch; a distance between bases is
rounded up to the next hundredth, so that "within N" is `distance <= N` exactly. Terrain is a convex prism. No floats:
comparisons with roots are made on squares, and clipping uses fractions of integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

import msgspec

from rules.kernel.state import Model, Point, State, Terrain

Flat = tuple[int, int]
Outline = tuple[Flat, ...]
Clipped = tuple[int, int, int, int]
"""Where a segment enters and leaves an outline: two fractions of its length, each a numerator and a denominator."""

FINE = 100
"""Path lengths are summed in hundredths of a hundredth, so that many short legs do not add up roundings."""


def ceil_root(square: int) -> int:
    """The square root, rounded up."""
    return isqrt(square - 1) + 1 if square > 0 else 0


def gap(a: Point, a_base: int, b: Point, b_base: int) -> int:
    """Distance between two bases (radii given), straight, heights included, rounded up; 0 where they touch."""
    dx, dy, dz = a[0] - b[0], a[1] - b[1], a[2] - b[2]
    square, radii = dx * dx + dy * dy, a_base + b_base
    flat = max(0, ceil_root(square) - radii)
    if not dz:
        return flat
    reach = ceil_root(flat * flat + dz * dz)
    while reach > abs(dz) and reaches(square, 1, radii, dz, reach - 1):
        reach -= 1
    return reach


def reaches(square: int, divisor: int, radii: int, dz: int, reach: int) -> bool:
    """Whether two discs are at most `reach` apart: middles sqrt(square / divisor) apart from above, `dz` in height."""
    rest = reach * reach - dz * dz
    if reach < 0 or rest < 0:
        return False
    over = square - divisor * (radii * radii + rest)
    return over <= 0 or over * over <= 4 * divisor * divisor * radii * radii * rest


def distance(a: Model, b: Model) -> int:
    """Distance between the bases of two models on the table.

    Raises:
        ValueError: one of them is not on the table.
    """
    if a.at is None or b.at is None:
        raise ValueError("a model is not on the table")
    return gap(a.at, a.sheet.base, b.at, b.sheet.base)


def near(a: Model, b: Model, reach: int) -> bool:
    """Whether the distance of two models on the table is at most `reach`; most need no root."""
    if a.at is None or b.at is None:
        raise ValueError("a model is not on the table")
    dx, dy, wide = a.at[0] - b.at[0], a.at[1] - b.at[1], reach + a.sheet.base + b.sheet.base
    return dx * dx + dy * dy <= wide * wide and (a.at[2] == b.at[2] or distance(a, b) <= reach)


def within(models: Iterable[Model], of: Model, reach: int) -> list[Model]:
    """The models on the table whose base is at most `reach` from `of`'s, itself left out.

    Raises:
        ValueError: `of` is not on the table.
    """
    if of.at is None:
        raise ValueError("a model is not on the table")
    return [m for m in about(of.at, of.at, reach + of.sheet.base, models) if m.id != of.id and near(m, of, reach)]


def about(a: Point, b: Point, wide: int, models: Iterable[Model]) -> list[Model]:
    """The models whose bases touch the box around two points, `wide` larger on every side.

    Nobody else can be within `wide` of the line from a to b: few are left to be measured.
    """
    left, right = (a[0] - wide, b[0] + wide) if a[0] < b[0] else (b[0] - wide, a[0] + wide)
    near, far = (a[1] - wide, b[1] + wide) if a[1] < b[1] else (b[1] - wide, a[1] + wide)
    found = []
    for model in models:
        if model.at is not None:
            (x, y, _), base = model.at, model.sheet.base
            if left - base <= x <= right + base and near - base <= y <= far + base:
                found.append(model)
    return found


def path_length(start: Point, path: Sequence[Point], free_fall: bool = False, steps: Sequence[Terrain] = ()) -> int:
    """Length of a path: the horizontal legs and the heights climbed, added up, rounded down to a hundredth.

    With `free_fall` going down costs nothing; neither does stepping onto one of `steps`.
    """
    fine = 0
    for a, b in zip((start, *path), path, strict=False):
        dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
        fine += isqrt((dx * dx + dy * dy) * FINE * FINE)
        if dz > 0 and any(a[2] >= t.floor and b[2] == t.floor + t.height and inside(b, t.outline) for t in steps):
            continue
        fine += (max(0, dz) if free_fall else abs(dz)) * FINE
    return fine // FINE


def met(start: Point, path: Sequence[Point], base: int, models: Sequence[Model], reach: int) -> list[Model]:
    """The models whose bases a base that goes along the path comes within `reach` of at any point, in their order."""
    close: set[str] = set()
    for a, b in zip((start, *path), path, strict=False):
        for other in about(a, b, base + reach, models):
            if other.at and _leg_within(a, b, base + other.sheet.base, other.at, reach):
                close.add(other.id)
    return [model for model in models if model.id in close] if close else []


def _leg_within(a: Point, b: Point, radii: int, centre: Point, reach: int) -> bool:
    low, high, z = min(a[2], b[2]), max(a[2], b[2]), centre[2]
    return reaches(*_leg_distance(a, b, centre), radii, max(low - z, z - high, 0), reach)


def _leg_distance(a: Sequence[int], b: Sequence[int], p: Sequence[int]) -> tuple[int, int]:
    """The square of the distance of a point from the flat segment a-b, as a fraction."""
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


def _leg_distance_at_most(a: Sequence[int], b: Sequence[int], p: Sequence[int], limit: int) -> bool:
    """Whether the flat segment a-b comes within `limit` of the point p."""
    square, divisor = _leg_distance(a, b, p)
    return square <= limit * limit * divisor


def runs_into(a: Point, b: Point, base: int, other: Model) -> bool:
    """Whether a base that goes from a to b overlaps another model's seen from above; touching is not overlapping."""
    if other.at is None:
        return False
    radii, (x, y, _) = base + other.sheet.base, other.at
    if (a[0] <= x - radii and b[0] <= x - radii) or (a[0] >= x + radii and b[0] >= x + radii):
        return False
    if (a[1] <= y - radii and b[1] <= y - radii) or (a[1] >= y + radii and b[1] >= y + radii):
        return False
    square, divisor = _leg_distance(a, b, other.at)
    return square < radii * radii * divisor


# terrain


class Shape(NamedTuple):
    """An outline made ready: its bounding box, and each edge as its start and its direction."""

    left: int
    near: int
    right: int
    far: int
    edges: tuple[tuple[int, int, int, int], ...]


@lru_cache(maxsize=4096)
def shape(outline: Outline) -> Shape:
    """The shape of an outline, kept: tables are few and are looked at often."""
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    edges = tuple((a[0], a[1], b[0] - a[0], b[1] - a[1]) for a, b in _edges(outline))
    return Shape(min(xs), min(ys), max(xs), max(ys), edges)


def inside(p: Sequence[int], outline: Outline) -> bool:
    """Whether a point is in a convex outline (counter-clockwise), its border included."""
    return all((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0 for a, b in _edges(outline))


def base_inside(p: Sequence[int], base: int, outline: Outline) -> bool:
    """Whether a whole round base is in a convex outline, touching its border allowed."""
    for a, b in _edges(outline):
        ex, ey = b[0] - a[0], b[1] - a[1]
        cross = ex * (p[1] - a[1]) - ey * (p[0] - a[0])
        if cross < 0 or cross * cross < base * base * (ex * ex + ey * ey):
            return False
    return True


def near_outline(p: Sequence[int], base: int, outline: Outline, reach: int) -> bool:
    """Whether a base is within `reach` of an outline, seen from above."""
    wide, (left, near, right, far, _) = base + reach, shape(outline)
    if not (left - wide <= p[0] <= right + wide and near - wide <= p[1] <= far + wide):
        return False
    return inside(p, outline) or any(_leg_distance_at_most(a, b, p, wide) for a, b in _edges(outline))


def surface(p: Point, terrain: Iterable[Terrain]) -> bool:
    """Whether a base centred at p rests on something: the table, or the top of a piece below its centre."""
    return p[2] == 0 or any(p[2] == t.floor + t.height and inside(p, t.outline) for t in terrain)


def inside_of(p: Point, base: int, terrain: Iterable[Terrain]) -> list[Terrain]:
    """The pieces a base centred at p would stand in: it overlaps them by a hundredth or more, below their top."""
    return [t for t in terrain if t.floor + t.height > p[2] >= t.floor and near_outline(p, base - 1, t.outline, 0)]


def beside(p: Point, base: int, terrain: Iterable[Terrain]) -> list[Terrain]:
    """The pieces that hold a base centred at p: it stands on them, or touches their side while it climbs."""
    return [t for t in terrain if t.floor <= p[2] <= t.floor + t.height and near_outline(p, base, t.outline, 0)]


def held(a: Point, b: Point, base: int, terrain: Iterable[Terrain]) -> bool:
    """Whether a base that goes from a to b on about one level has a piece of terrain under or beside it all the way."""
    low, high = min(a[2], b[2]), max(a[2], b[2])
    pieces = [t for t in terrain if t.floor <= high and low <= t.floor + t.height]
    if any(near_outline(a, base, t.outline, 0) and near_outline(b, base, t.outline, 0) for t in pieces):
        return True
    length = isqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
    spans = [_span(clipped, length, base) for t in pieces if (clipped := _clip(a, b, shape(t.outline)))]
    reached = 0
    for start, end in sorted(spans):
        if start > reached:
            return False
        reached = max(reached, end)
    return reached >= length


def _span(clipped: Clipped, length: int, base: int) -> tuple[int, int]:
    start, start_of, end, end_of = clipped
    return start * length // start_of - base, -(-end * length // end_of) + base


def crosses(a: Point, b: Point, piece: Terrain) -> bool:
    """Whether the segment a-b passes through a piece; over its top or along its border is not through."""
    top = piece.floor + piece.height
    if (a[2] >= top and b[2] >= top) or (a[2] < piece.floor and b[2] < piece.floor):
        return False
    clipped = _clip(a, b, shape(piece.outline))
    return clipped is not None and _passes_through(a[2], b[2], clipped, piece)


def _passes_through(start: int, end: int, clipped: Clipped, piece: Terrain) -> bool:
    """Whether a line that rises from one height to another is below a piece's top and above its floor inside it."""
    n, d, m, e = clipped
    first, last = start * d + (end - start) * n, start * e + (end - start) * m
    top, floor = piece.floor + piece.height, piece.floor
    return (first < top * d or last < top * e) and (first >= floor * d or last >= floor * e)


def _clip(a: Sequence[int], b: Sequence[int], outline: Shape) -> Clipped | None:
    """The part of a-b inside a convex outline; None where it only touches or misses."""
    ax, ay, bx, by = a[0], a[1], b[0], b[1]
    left, near, right, far, edges = outline
    if (ax < left and bx < left) or (ax > right and bx > right) or (ay < near and by < near) or (ay > far and by > far):
        return None
    dx, dy = bx - ax, by - ay
    n, d, m, e = 0, 1, 1, 1
    for px, py, ex, ey in edges:
        distance_in = ex * (ay - py) - ey * (ax - px)
        speed = ex * dy - ey * dx
        if speed > 0:
            if -distance_in * d > n * speed:
                n, d = -distance_in, speed
        elif speed < 0:
            if distance_in * e < m * -speed:
                m, e = distance_in, -speed
        elif distance_in <= 0:
            return None
    return None if n * e >= m * d else (n, d, m, e)


def _edges(outline: Outline) -> Iterable[tuple[Flat, Flat]]:
    return zip(outline, (*outline[1:], outline[0]), strict=True)


# sight


class Sight(msgspec.Struct, frozen=True):
    """What a model sees of another. `terrain` and `models` name what covers part of the target from the best view."""

    visible: bool
    obscured: bool
    terrain: tuple[str, ...] = ()
    models: tuple[str, ...] = ()


CLEAR = Sight(True, False)


def sight(state: State, viewer: Model, target: Model) -> Sight:
    """What one model sees of another over the terrain and past the viewer's enemies.

    Lines are drawn from three points at the top of the viewer's cylinder (its middle and both sides) to nine of the
    target's (the same three, at the top, the middle and a tenth of its height). One open line makes it visible; it is
    obscured unless some point of the viewer sees all nine.

    Raises:
        ValueError: one of the models is not on the table.
    """
    if viewer.at is None or target.at is None:
        raise ValueError("a model is not on the table")
    pieces = _in_the_way(state.table.terrain, viewer, target)
    wide = max(viewer.sheet.base, target.sheet.base)
    aside = about(viewer.at, target.at, wide, state.alive(target.side))
    screens = [m for m in aside if m.id != target.id and _between(viewer, target, m)]
    if not pieces and not screens:
        return CLEAR
    return _look(viewer, target, pieces, screens)


def _in_the_way(terrain: Iterable[Terrain], viewer: Model, target: Model) -> list[tuple[Terrain, Shape]]:
    """The pieces that reach into the strip between two models, which is as wide as the wider of them."""
    (ax, ay, _), (bx, by, _) = viewer.at or (0, 0, 0), target.at or (0, 0, 0)
    # the sides of a base are rounded to whole hundredths
    wide = max(viewer.sheet.base, target.sheet.base) + 2
    low_x, high_x, low_y, high_y = min(ax, bx) - wide, max(ax, bx) + wide, min(ay, by) - wide, max(ay, by) + wide
    dx, dy = bx - ax, by - ay
    limit = wide * (isqrt(dx * dx + dy * dy) + 1)
    found = []
    for piece in terrain:
        outline = shape(piece.outline)
        if outline.left <= high_x and outline.right >= low_x and outline.near <= high_y and outline.far >= low_y:
            beside = [dx * (y - ay) - dy * (x - ax) for x, y in piece.outline]
            if min(beside) <= limit and max(beside) >= -limit:
                found.append((piece, outline))
    return found


def _look(viewer: Model, target: Model, pieces: list[tuple[Terrain, Shape]], screens: list[Model]) -> Sight:
    """Each line is clipped once as seen from above, for the three heights of the target's points together."""
    level = (viewer.at or (0, 0, 0))[2] + viewer.sheet.height
    heights = [(target.at or (0, 0, 0))[2] + target.sheet.height * tenths // 10 for tenths in (10, 5, 1)]
    marks = _sides(target, viewer)
    visible, best = False, None
    for eye in _sides(viewer, target):
        covered, walls, bodies = 0, set[str](), set[str]()
        for mark in marks:
            clipped = [(t, part) for t, outline in pieces if (part := _clip(eye, mark, outline))]
            passed = [(m, place) for m in screens if (place := _passes(eye, mark, m))] if screens else ()
            for height in heights if clipped or passed else ():
                through = [t.id for t, part in clipped if _passes_through(level, height, part, t)]
                behind = [m.id for m, place in passed if _stands_in(m, level, height, place)] if passed else ()
                visible = visible or not through
                if through or behind:
                    covered += 1
                    walls.update(through)
                    bodies.update(behind)
            visible = visible or not clipped
        if covered == 0:
            return CLEAR
        if best is None or covered < best[0]:
            best = (covered, walls, bodies)
    assert best is not None
    return Sight(visible, True, tuple(sorted(best[1])), tuple(sorted(best[2])))


def _sides(model: Model, seen_from: Model) -> tuple[Flat, Flat, Flat]:
    """Three points of a model as seen from another, from above: its middle and both sides of its base."""
    (x, y, _), (ox, oy, _) = model.at or (0, 0, 0), seen_from.at or (0, 0, 0)
    dx, dy = ox - x, oy - y
    length, base = isqrt(dx * dx + dy * dy) or 1, model.sheet.base
    side_x, side_y = -dy * base // length, dx * base // length
    return (x, y), (x + side_x, y + side_y), (x - side_x, y - side_y)


def _between(viewer: Model, target: Model, other: Model) -> bool:
    wide = max(viewer.sheet.base, target.sheet.base) + other.sheet.base
    return _leg_distance_at_most(viewer.at or (0, 0), target.at or (0, 0), other.at or (0, 0), wide)


def _passes(eye: Flat, mark: Flat, screen: Model) -> tuple[int, int] | None:
    """Where a line that goes over a model's base is nearest to its middle, as a fraction of the line's length."""
    x, y, _ = screen.at or (0, 0, 0)
    dx, dy = mark[0] - eye[0], mark[1] - eye[1]
    length2 = dx * dx + dy * dy
    along = (x - eye[0]) * dx + (y - eye[1]) * dy
    if not 0 < along < length2:
        return None
    cross = (x - eye[0]) * dy - (y - eye[1]) * dx
    return (along, length2) if cross * cross < screen.sheet.base**2 * length2 else None


def _stands_in(screen: Model, start: int, end: int, nearest: tuple[int, int]) -> bool:
    """Whether a line from one height to another meets a model's cylinder, judged where it is nearest to its middle."""
    along, length2 = nearest
    z, level = (screen.at or (0, 0, 0))[2], start * length2 + (end - start) * along
    return z * length2 <= level < (z + screen.sheet.height) * length2


def terrain_between(state: State, a: Model, b: Model) -> tuple[str, ...]:
    """The pieces of terrain that lie between two models: crossed by the line between their middles at half height."""
    if a.at is None or b.at is None:
        return ()
    start = (a.at[0], a.at[1], a.at[2] + a.sheet.height // 2)
    end = (b.at[0], b.at[1], b.at[2] + b.sheet.height // 2)
    return tuple(sorted(t.id for t in state.table.terrain if crosses(start, end, t)))
