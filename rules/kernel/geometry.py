"""Distances, paths and lines of sight on the table, exact and in whole numbers.

A model is an upright cylinder over its round base, or an upright box over its hull (`rules.kernel.hull`). Lengths are
hundredths of an inch; a distance between bases is rounded up to the next hundredth, so that "within N" is `distance <=
N` exactly. Terrain is a convex prism. No floats: comparisons with roots are made on squares, and clipping uses
fractions of integers. Functions that treat bases and hulls alike are in `rules.kernel.footprint`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from math import isqrt
from typing import NamedTuple

import msgspec

from rules.kernel import hull
from rules.kernel.convex import Core, borders, box_of, leg, leg_distance, overlap, separation, stretched
from rules.kernel.state import Model, Point, State, Terrain

Flat = tuple[int, int]
Outline = tuple[Flat, ...]
Clipped = tuple[int, int, int, int]
"""Where a segment enters and leaves an outline: two fractions of its length, as numerator and denominator."""

FINE = 100
"""Path lengths are summed in hundredths of a hundredth, so that rounding does not add up over many short legs."""


def ceil_root(square: int) -> int:
    """The square root, rounded up."""
    return isqrt(square - 1) + 1 if square > 0 else 0


def ground_square(a: Sequence[int] | None, b: Sequence[int] | None) -> int:
    """The squared distance between two places, seen from above; 0 if one of them is off the table (None)."""
    return 0 if a is None or b is None else (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def gap(a: Point, a_base: int, b: Point, b_base: int) -> int:
    """Straight distance between two bases (radii given), heights included, rounded up; 0 if they touch."""
    dx, dy, dz = a[0] - b[0], a[1] - b[1], a[2] - b[2]
    square, radii = dx * dx + dy * dy, a_base + b_base
    return apart(square, 1, radii, dz) if dz else max(0, ceil_root(square) - radii)


def apart(square: int, divisor: int, radii: int, dz: int) -> int:
    """The smallest whole number for which `reaches` holds: a distance rounded up."""
    flat = max(0, ceil_root(-(-square // divisor)) - radii)
    if not dz:
        return flat
    reach = ceil_root(flat * flat + dz * dz)
    while reach > abs(dz) and reaches(square, divisor, radii, dz, reach - 1):
        reach -= 1
    return reach


def reaches(square: int, divisor: int, radii: int, dz: int, reach: int) -> bool:
    """Whether two discs are at most `reach` apart: centres sqrt(square / divisor) apart from above, `dz` in height.

    Other cores are measured alike; the radii are then what they are grown by.
    """
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
    if a.sheet.hull is None and b.sheet.hull is None:
        return gap(a.at, a.sheet.base, b.at, b.sheet.base)
    return apart(*_between_cores(a, b), a.at[2] - b.at[2])


def _between_cores(a: Model, b: Model) -> tuple[int, int, int]:
    """The squared distance between two models' cores as a fraction, and the sum of their radii."""
    square, divisor = separation(hull.core(a), hull.core(b))
    return square, divisor, hull.radius(a.sheet) + hull.radius(b.sheet)


def near(a: Model, b: Model, reach: int) -> bool:
    """Whether two models on the table are at most `reach` apart; most pairs need no root."""
    if a.at is None or b.at is None:
        raise ValueError("a model is not on the table")
    if a.sheet.hull is not None or b.sheet.hull is not None:
        return _near_hull(a, b, reach)
    dx, dy, wide = a.at[0] - b.at[0], a.at[1] - b.at[1], reach + a.sheet.base + b.sheet.base
    return dx * dx + dy * dy <= wide * wide and (a.at[2] == b.at[2] or distance(a, b) <= reach)


def _near_hull(a: Model, b: Model, reach: int) -> bool:
    (ax, ay, az), (bx, by, bz) = hull.stands(a), hull.stands(b)
    wide = reach + hull.wide(a.sheet) + hull.wide(b.sheet)
    return (ax - bx) ** 2 + (ay - by) ** 2 <= wide * wide and reaches(*_between_cores(a, b), az - bz, reach)


def within(models: Iterable[Model], of: Model, reach: int) -> list[Model]:
    """The other models on the table whose base is at most `reach` from `of`'s.

    Raises:
        ValueError: `of` is not on the table.
    """
    if of.at is None:
        raise ValueError("a model is not on the table")
    return [m for m in about(of.at, of.at, reach + hull.wide(of.sheet), models) if m.id != of.id and near(m, of, reach)]


def nearest(of: Model, models: Iterable[Model]) -> list[Model]:
    """Models, the nearest to one first."""
    return sorted(models, key=lambda other: distance(of, other))


def about(a: Point, b: Point, wide: int, models: Iterable[Model]) -> list[Model]:
    """The models whose bases touch the box around two points, grown by `wide` on every side.

    For a hull the circle around it counts. No other model can be within `wide` of the line from a to b, so few are left
    to measure.
    """
    left, right = (a[0] - wide, b[0] + wide) if a[0] < b[0] else (b[0] - wide, a[0] + wide)
    near, far = (a[1] - wide, b[1] + wide) if a[1] < b[1] else (b[1] - wide, a[1] + wide)
    found = []
    for model in models:
        if model.at is not None:
            (x, y, _), sheet = model.at, model.sheet
            base = sheet.base if sheet.hull is None else hull.around(sheet.hull)
            if left - base <= x <= right + base and near - base <= y <= far + base:
                found.append(model)
    return found


def path_length(start: Point, path: Sequence[Point], free_fall: bool = False, steps: Sequence[Terrain] = ()) -> int:
    """Length of a path: horizontal legs plus heights climbed, rounded down to a hundredth.

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
    """The models whose bases come within `reach` of a base anywhere on its path, in their order."""
    close: set[str] = set()
    for a, b in zip((start, *path), path, strict=False):
        for other in about(a, b, base + reach, models):
            if _leg_near(a, b, base, other, reach):
                close.add(other.id)
    return [model for model in models if model.id in close] if close else []


def _leg_near(a: Point, b: Point, base: int, other: Model, reach: int) -> bool:
    if other.at is None or other.sheet.hull is not None:
        return swept_near(leg(a, b), base, (a[2], b[2]), other, reach)
    low, high, z = min(a[2], b[2]), max(a[2], b[2]), other.at[2]
    return reaches(*leg_distance(a, b, other.at), base + other.sheet.base, max(low - z, z - high, 0), reach)


def swept_near(swept: Core, grown: int, levels: tuple[int, int], other: Model, reach: int) -> bool:
    """Whether the area swept on a leg between two levels, grown by a radius, is within `reach` of a model."""
    z = hull.stands(other)[2]
    dz = max(min(levels) - z, z - max(levels), 0)
    return reaches(*separation(swept, hull.core(other)), grown + hull.radius(other.sheet), dz, reach)


def _leg_distance_at_most(a: Sequence[int], b: Sequence[int], p: Sequence[int], limit: int) -> bool:
    """Whether the flat segment a-b comes within `limit` of the point p."""
    square, divisor = leg_distance(a, b, p)
    return square <= limit * limit * divisor


def runs_into(a: Point, b: Point, base: int, other: Model) -> bool:
    """Whether a base moving from a to b overlaps another model's, seen from above; touching is not overlapping."""
    if other.at is None:
        return False
    if other.sheet.hull is not None:
        return overlap(leg(a, b), hull.core(other), base)
    radii, (x, y, _) = base + other.sheet.base, other.at
    if (a[0] <= x - radii and b[0] <= x - radii) or (a[0] >= x + radii and b[0] >= x + radii):
        return False
    if (a[1] <= y - radii and b[1] <= y - radii) or (a[1] >= y + radii and b[1] >= y + radii):
        return False
    square, divisor = leg_distance(a, b, other.at)
    return square < radii * radii * divisor


# terrain


class Shape(NamedTuple):
    """A prepared outline: its bounding box, and each edge as start and direction."""

    left: int
    near: int
    right: int
    far: int
    edges: tuple[tuple[int, int, int, int], ...]


@lru_cache(maxsize=4096)
def shape(outline: Outline) -> Shape:
    """The shape of an outline, cached: tables are few and queried often."""
    edges = tuple((a[0], a[1], b[0] - a[0], b[1] - a[1]) for a, b in borders(outline))
    return Shape(*box_of(outline), edges)


def inside(p: Sequence[int], outline: Outline) -> bool:
    """Whether a point is in a convex outline (counter-clockwise), its border included."""
    return all((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0 for a, b in borders(outline))


def base_inside(p: Sequence[int], base: int, outline: Outline) -> bool:
    """Whether a whole round base is in a convex outline, touching its border allowed."""
    for a, b in borders(outline):
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
    return inside(p, outline) or any(_leg_distance_at_most(a, b, p, wide) for a, b in borders(outline))


def surface(p: Point, terrain: Iterable[Terrain]) -> bool:
    """Whether a base centred at p is supported: by the table, or by the top of a piece below its centre."""
    return p[2] == 0 or any(p[2] == t.floor + t.height and inside(p, t.outline) for t in terrain)


def inside_of(p: Point, base: int, terrain: Iterable[Terrain]) -> list[Terrain]:
    """The pieces a base centred at p would stand in: it overlaps them by a hundredth or more, below their top."""
    return [t for t in terrain if t.floor + t.height > p[2] >= t.floor and near_outline(p, base - 1, t.outline, 0)]


def beside(p: Point, base: int, terrain: Iterable[Terrain]) -> list[Terrain]:
    """The pieces that support a base centred at p: it stands on them, or touches their side while it climbs."""
    return [t for t in terrain if t.floor <= p[2] <= t.floor + t.height and near_outline(p, base, t.outline, 0)]


def held(a: Point, b: Point, base: int, terrain: Iterable[Terrain]) -> bool:
    """Whether a base moving from a to b on about one level has a piece of terrain under or next to it all the way."""
    low, high = min(a[2], b[2]), max(a[2], b[2])
    pieces = [t for t in terrain if t.floor <= high and low <= t.floor + t.height]
    if any(near_outline(a, base, t.outline, 0) and near_outline(b, base, t.outline, 0) for t in pieces):
        return True
    length = isqrt(ground_square(a, b))
    spans = [_span(clipped, length, base) for t in pieces if (clipped := clip(a, b, shape(t.outline)))]
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
    """Whether the segment a-b passes through a piece; over its top or along its border does not count."""
    top = piece.floor + piece.height
    if (a[2] >= top and b[2] >= top) or (a[2] < piece.floor and b[2] < piece.floor):
        return False
    clipped = clip(a, b, shape(piece.outline))
    return clipped is not None and passes_through(a[2], b[2], clipped, piece)


def length_inside(a: Point, b: Point, piece: Terrain) -> int:
    """How far the segment a-b goes through a piece below its top, seen from above, rounded up; 0 if it does not."""
    clipped = clip(a, b, shape(piece.outline)) if min(a[2], b[2]) < piece.floor + piece.height else None
    if clipped is None or not passes_through(a[2], b[2], clipped, piece):
        return 0
    n, d, m, e = clipped
    over, fall = a[2] - piece.floor - piece.height, a[2] - b[2]
    if fall > 0 and over * d > n * fall:
        n, d = over, fall
    elif fall < 0 and over * e > m * fall:
        m, e = over, fall
    part, whole = m * d - n * e, d * e
    return ceil_root(-(-ground_square(a, b) * part * part // (whole * whole)))


def passes_through(start: int, end: int, clipped: Clipped, piece: Terrain) -> bool:
    """Whether a line from one height to another is below a piece's top and above its floor while inside it."""
    n, d, m, e = clipped
    first, last = start * d + (end - start) * n, start * e + (end - start) * m
    top, floor = piece.floor + piece.height, piece.floor
    return (first < top * d or last < top * e) and (first >= floor * d or last >= floor * e)


def clip(a: Sequence[int], b: Sequence[int], outline: Shape) -> Clipped | None:
    """The part of a-b inside a convex outline; None if it only touches or misses."""
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


# sight


class Sight(msgspec.Struct, frozen=True):
    """What one model sees of another. `terrain` and `models` cover part of the target from the best viewpoint."""

    visible: bool
    obscured: bool
    terrain: tuple[str, ...] = ()
    models: tuple[str, ...] = ()


CLEAR = Sight(True, False)
TENTHS = (10, 5, 1)
"""At which heights of a target lines end: its top, its middle, a tenth of it."""


def sight(state: State, viewer: Model, target: Model, others: Iterable[Model] | None = None) -> Sight:
    """What one model sees of another over the terrain and past `others` (by default the viewer's enemies).

    Lines are drawn from three points at the top of the viewer (its centre and both sides; for a hull, the outermost
    corners as seen by the other model) to nine of the target (the same three, at the top, half and a tenth of its
    height). One line past the terrain makes it visible; it is obscured unless some point of the viewer sees all nine.
    The caller leaves the viewer out of `others`; the target is ignored there.

    Raises:
        ValueError: one of the models is not on the table.
    """
    if viewer.at is None or target.at is None:
        raise ValueError("a model is not on the table")
    pieces = in_the_way(state.table.terrain, viewer, target)
    wide = max(hull.wide(viewer.sheet), hull.wide(target.sheet))
    aside = about(viewer.at, target.at, wide, state.alive(target.side) if others is None else others)
    screens = [m for m in aside if m.id != target.id and _between(viewer, target, m)]
    if not pieces and not screens:
        return CLEAR
    return _look(viewer, target, pieces, screens)


def visible(viewer: Model, target: Model, terrain: Iterable[Terrain]) -> bool:
    """Whether one of the lines of `sight` leads from one model to another past the terrain.

    Raises:
        ValueError: one of the models is not on the table.
    """
    pieces = in_the_way(terrain, viewer, target)
    level, foot = hull.stands(viewer)[2] + viewer.sheet.height, hull.stands(target)[2]
    heights = [foot + target.sheet.height * tenths // 10 for tenths in TENTHS]
    marks = _sides(target, viewer)
    for eye in _sides(viewer, target):
        for mark in marks:
            clipped = [(t, part) for t, outline in pieces if (part := clip(eye, mark, outline))]
            if any(not any(passes_through(level, height, part, t) for t, part in clipped) for height in heights):
                return True
    return False


def in_the_way(terrain: Iterable[Terrain], viewer: Model, target: Model) -> list[tuple[Terrain, Shape]]:
    """The pieces that reach into the strip between two models, as wide as the wider of them."""
    (ax, ay, _), (bx, by, _) = viewer.at or (0, 0, 0), target.at or (0, 0, 0)
    # the sides of a base are rounded to whole hundredths
    wide = max(hull.wide(viewer.sheet), hull.wide(target.sheet)) + 2
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
    """Each line is clipped once, seen from above, for all three heights of the target's points."""
    level = (viewer.at or (0, 0, 0))[2] + viewer.sheet.height
    heights = [(target.at or (0, 0, 0))[2] + target.sheet.height * tenths // 10 for tenths in TENTHS]
    marks = _sides(target, viewer)
    discs = [m for m in screens if m.sheet.hull is None]
    boxes = [_box(m) for m in screens if m.sheet.hull is not None]
    visible, best = False, None
    for eye in _sides(viewer, target):
        covered, walls, bodies = 0, set[str](), set[str]()
        for mark in marks:
            clipped = [(t, part) for t, outline in pieces if (part := clip(eye, mark, outline))]
            passed = [(m, place) for m in discs if (place := _passes(eye, mark, m))] if discs else ()
            crossed = [(t, part) for t, outline in boxes if (part := clip(eye, mark, outline))] if boxes else ()
            for height in heights if clipped or passed or crossed else ():
                through = [t.id for t, part in clipped if passes_through(level, height, part, t)]
                behind = [m.id for m, place in passed if _stands_in(m, level, height, place)] if passed else []
                if crossed:
                    behind += [t.id for t, part in crossed if passes_through(level, height, part, t)]
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
    """Three points of a model relative to another, seen from above: its centre and both sides of its base."""
    (x, y, _), (ox, oy, _) = model.at or (0, 0, 0), seen_from.at or (0, 0, 0)
    dx, dy = ox - x, oy - y
    if model.sheet.hull is not None:
        return (x, y), *_bounds(hull.core(model), dx, dy)
    length, base = isqrt(dx * dx + dy * dy) or 1, model.sheet.base
    side_x, side_y = -dy * base // length, dx * base // length
    return (x, y), (x + side_x, y + side_y), (x - side_x, y - side_y)


def _bounds(corners: Core, dx: int, dy: int) -> tuple[Flat, Flat]:
    """The outermost corners of an outline left and right of a direction; of two, the one further along it."""
    ranked = [((dx * y - dy * x, dx * x + dy * y), (x, y)) for x, y in corners]
    return max(ranked)[1], max(((-aside, ahead), corner) for (aside, ahead), corner in ranked)[1]


def _box(model: Model) -> tuple[Terrain, Shape]:
    """A hull as a piece that blocks sight."""
    outline = hull.core(model)
    return Terrain(model.id, model.id, outline, model.sheet.height, hull.stands(model)[2]), shape(outline)


def _between(viewer: Model, target: Model, other: Model) -> bool:
    a, b, wide = hull.stands(viewer), hull.stands(target), max(hull.wide(viewer.sheet), hull.wide(target.sheet))
    if other.sheet.hull is not None:
        return reaches(*separation(leg(a, b), hull.core(other)), wide, 0, 0)
    return _leg_distance_at_most(a, b, hull.stands(other), wide + other.sheet.base)


def _passes(eye: Flat, mark: Flat, screen: Model) -> tuple[int, int] | None:
    """Where a line over a model's base is nearest to its centre, as a fraction of the line's length."""
    x, y, _ = screen.at or (0, 0, 0)
    dx, dy = mark[0] - eye[0], mark[1] - eye[1]
    length2 = dx * dx + dy * dy
    along = (x - eye[0]) * dx + (y - eye[1]) * dy
    if not 0 < along < length2:
        return None
    cross = (x - eye[0]) * dy - (y - eye[1]) * dx
    return (along, length2) if cross * cross < screen.sheet.base**2 * length2 else None


def _stands_in(screen: Model, start: int, end: int, nearest: tuple[int, int]) -> bool:
    """Whether a line from one height to another meets a model's cylinder, judged where it is nearest to its centre."""
    along, length2 = nearest
    z, level = (screen.at or (0, 0, 0))[2], start * length2 + (end - start) * along
    return z * length2 <= level < (z + screen.sheet.height) * length2


def terrain_between(state: State, a: Model, b: Model) -> tuple[str, ...]:
    """The pieces of terrain between two models: those that reach into the room between their bodies.

    It is bounded by the outer tangents of their bases, by the lower one's feet and the higher one's head, and ends
    where the tangents touch: what lies behind a model is not between. Neither is a piece that one of them stands on, or
    one that only touches the room.
    """
    if a.at is None or b.at is None:
        return ()
    low, high = min(a.at[2], b.at[2]), max(m.at[2] + m.sheet.height for m in (a, b) if m.at)
    strip = _strip(a, b)
    pieces = [piece for piece in state.table.terrain if piece.floor < high and piece.floor + piece.height > low]
    return tuple(sorted(t.id for t in pieces if overlap(strip, t.outline) and not _on_top(a, t) and not _on_top(b, t)))


def _slim(model: Model) -> int:
    """What a model's core is grown by, a hundredth less: sides that lie on whole hundredths only touch then."""
    return max(0, hull.radius(model.sheet) - 1)


def _on_top(model: Model, piece: Terrain) -> bool:
    return hull.stands(model)[2] == piece.floor + piece.height and overlap(
        hull.core(model), piece.outline, hull.radius(model.sheet)
    )


def _strip(a: Model, b: Model) -> Core:
    """The area between two models seen from above, bounded by the outer tangents of their bases."""
    r, s = _slim(a), _slim(b)
    return stretched(chain.from_iterable(_tangents(p, r, q, s) for p in hull.core(a) for q in hull.core(b)))


def _tangents(p: Flat, r: int, q: Flat, s: int) -> tuple[Flat, ...]:
    """Where the two outer tangents touch two circles, rounded; the centres if one circle is in the other."""
    dx, dy, wider = q[0] - p[0], q[1] - p[1], s - r
    square = dx * dx + dy * dy
    if square <= wider * wider:
        return p, q
    root, whole = isqrt((square - wider * wider) * FINE * FINE), square * FINE
    found = []
    for aside in (root, -root):
        nx, ny = -wider * dx * FINE - aside * dy, -wider * dy * FINE + aside * dx
        for (x, y), radius in ((p, r), (q, s)):
            found.append((x + (2 * radius * nx + whole) // (2 * whole), y + (2 * radius * ny + whole) // (2 * whole)))
    return tuple(found)
