"""What the field is made of, and what a way over it costs, crosses and may not pass.

A piece of terrain is what its kind says; without a kind its height decides: lower than half an inch it is ignored, up
to 2" it is a barricade, above that a structure. A `platform` is a floor to stand on at any height.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from rules.kernel import convex, geometry, walk
from rules.kernel.context import Context
from rules.kernel.errors import Malformed
from rules.kernel.geometry import FINE
from rules.kernel.lengths import INCH, show
from rules.kernel.part import Objection, objection, refuse
from rules.kernel.state import LIMIT, Facing, Model, Point, State, Table, Terrain
from rules.necro import options, words

SMALL, TALL = INCH // 2, 2 * INCH
"""Terrain lower than half an inch is ignored; what is higher than 2" is a structure, between them a barricade."""
SLOW = ("difficult", "dangerous")
WALL, ENDLESS, PLATFORM, LADDER, PIT, OPENWORK = "wall", "endless wall", "platform", "ladder", "pitfall", "openwork"
CLOSED = ("impassable", "door", WALL, ENDLESS)
BUILT = ("", "barricade", "structure", OPENWORK)
"""Kinds whose height decides what they are; one of openwork lets lines of sight through."""
KINDS = (*BUILT, *SLOW, *CLOSED, PLATFORM, LADDER, PIT, "open door", "locked door", "terminal", "generator", "vent")
MOST_LEGS = 60
TOUCH = 2
"""A base may overlap a wall by two hundredths: nobody places them more exactly."""
AT_LADDER = INCH // 2
"""Up to this far from a ladder a base can climb it."""

IMPASSABLE = "necro.terrain.impassable-move"
WALLED = "necro.wall.impassable"
UNCLIMBABLE = options.UNCLIMBABLE
SHUT = "necro.door.closed-impassable"
STRUCTURE = "necro.structure.climb"
CLIMB = "necro.core.climb"
LEDGE = "necro.core.jump"
PITFALL = "necro.pitfall.definition"
ONE_INCH = "necro.one-inch.rule"
INJURED_ONLY = "necro.move.through-injured-enemies"
ON_MODEL = "necro.move.no-end-on-model"
ON_BARRICADE = "necro.move.no-end-on-barricade"


# the field


def top(piece: Terrain) -> int:
    """The level of a piece's upper side."""
    return piece.floor + piece.height


def of(state: State, *kinds: str) -> Sequence[Terrain]:
    """The pieces of some kinds."""
    return _pieces(state, kinds, lambda piece: piece.kind in kinds)


def _pieces(state: State, what: Hashable, fits: Callable[[Terrain], bool]) -> Sequence[Terrain]:
    """The pieces that are fit for something, found once as long as the table stays as it is."""
    found: Sequence[Terrain] = state.known.once(
        ("pieces", what), lambda: tuple(piece for piece in state.table.terrain if fits(piece)), table=True
    )
    return found


def is_barricade(piece: Terrain) -> bool:
    """Whether a piece is a barricade, by its height."""
    return piece.kind in BUILT and SMALL <= piece.height <= TALL


def is_structure(piece: Terrain) -> bool:
    """Whether a piece is a structure that may be climbed and stood on, or a floor of one."""
    if piece.kind == PLATFORM:
        return piece.floor > 0 or piece.height >= SMALL
    return piece.kind in BUILT and piece.height > TALL


def is_endless(state: State, piece: Terrain) -> bool:
    """Whether a wall is agreed to be infinitely high."""
    return piece.kind == ENDLESS or (piece.kind == WALL and bool(options.option(state, UNCLIMBABLE)))


def is_solid(piece: Terrain) -> bool:
    """Whether a piece cannot be walked through."""
    return piece.kind in CLOSED or is_structure(piece)


def barricades(state: State) -> Sequence[Terrain]:
    """The barricades on the table."""
    return _pieces(state, "barricade", is_barricade)


def solid(state: State, base: int, a: Point, b: Point) -> Iterator[Terrain]:
    """The pieces that cannot be walked through and that a base may touch on a leg: those whose boxes it meets."""
    wide = max(1, base)
    left, right = (a[0] - wide, b[0] + wide) if a[0] < b[0] else (b[0] - wide, a[0] + wide)
    low, high = (a[1] - wide, b[1] + wide) if a[1] < b[1] else (b[1] - wide, a[1] + wide)
    for piece in _pieces(state, "solid", is_solid):
        box = geometry.shape(piece.outline)
        if box.left < right and box.right > left and box.near < high and box.far > low:
            yield piece


def floors(state: State, level: int) -> Sequence[Terrain]:
    """The pieces on which fighters stand at a level above the table."""

    def carries(piece: Terrain) -> bool:
        return top(piece) == level and is_solid(piece) and piece.kind != "door" and not is_endless(state, piece)

    return _pieces(state, level, carries)


def stands(state: State, at: Point) -> bool:
    """Whether there is a floor under a place."""
    return at[2] == 0 or any(geometry.inside(at, piece.outline) for piece in floors(state, at[2]))


def bridges(state: State, level: int) -> list[Terrain]:
    """Platforms so low that one steps onto them, such as planks over a pit."""
    return [p for p in of(state, PLATFORM) if not is_structure(p) and p.floor == level]


def pit(state: State, at: Point) -> Terrain | None:
    """The pitfall over which a place is, if nothing bridges it there."""
    if any(geometry.inside(at, piece.outline) for piece in bridges(state, at[2])):
        return None
    pits = (piece for piece in of(state, PIT) if piece.floor <= at[2] < top(piece))
    return next((piece for piece in pits if geometry.inside(at, piece.outline)), None)


# along a leg


def legs(start: Point, path: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The straight pieces of a way."""
    return list(pairwise((start, *path)))


def size(a: Point, b: Point) -> int:
    """How many hundredths a leg has, seen from above or, if it only climbs, upright; at least 1."""
    return max(1, geometry.ceil_root(geometry.ground_square(a, b)), abs(b[2] - a[2]))


def spot(a: Point, b: Point, part: int) -> Point:
    """The place so many hundredths along a leg."""
    whole = size(a, b)
    x, y, z = (p + (2 * (q - p) * part + whole) // (2 * whole) for p, q in zip(a, b, strict=True))
    return x, y, z


def first(a: Point, b: Point, hit: Callable[[Point, Point], bool]) -> int | None:
    """The hundredth of a leg at which it first hits something; None if it does not. `hit` judges its first part."""
    if not hit(a, b):
        return None
    if hit(a, a):
        return 0
    low, high = 0, size(a, b)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if hit(a, spot(a, b, middle)) else (middle, high)
    return high


def overlapping(piece: Terrain, base: int) -> Callable[[Point, Point], bool]:
    """Whether a base on the first part of a leg overlaps a piece, seen from above."""
    return lambda a, b: convex.overlap(convex.leg(a, b), piece.outline, base)


def at_level(piece: Terrain, level: int) -> bool:
    """Whether a level is that of a piece: not below its floor, and below its top."""
    return piece.floor <= level < top(piece)


# what it costs


def fine_cost(state: State, model: Model, a: Point, b: Point) -> int:
    """What a leg costs, in hundredths of a hundredth: difficult ground counts twice, and climbing without a ladder."""
    length = geometry.ceil_root(geometry.ground_square(a, b) * FINE * FINE)
    rise = abs(b[2] - a[2])
    climbs = (a[0], a[1]) == (b[0], b[1]) and not by_ladder(state, model, a, b)
    return length + FINE * (slowed(state, a, b) + (2 * rise if climbs else rise))


def slowed(state: State, a: Point, b: Point) -> int:
    """How far a leg leads over difficult or dangerous ground, areas that overlap counted once."""
    pieces = [piece for piece in of(state, *SLOW) if geometry.crosses(a, b, piece)]
    if len(pieces) <= 1:
        return sum(geometry.length_inside(a, b, piece) for piece in pieces)
    total = reached = 0
    for start, end in sorted(_span(a, b, piece) for piece in pieces):
        total += max(0, end - max(start, reached))
        reached = max(reached, end)
    return total


def _span(a: Point, b: Point, piece: Terrain) -> tuple[int, int]:
    """Where a leg that crosses a piece enters and leaves it."""
    start, back = (first(p, q, lambda c, d: geometry.crosses(c, d, piece)) or 0 for p, q in ((a, b), (b, a)))
    return max(0, start - 1), size(a, b) - max(0, back - 1)


def cost(state: State, model: Model, start: Point, path: Sequence[Point]) -> int:
    """What a way costs in hundredths of an inch, tests at barricades aside."""
    return sum(fine_cost(state, model, a, b) for a, b in legs(start, path)) // FINE


def by_ladder(state: State, model: Model, a: Point, b: Point) -> bool:
    """Whether a leg up or down is along a ladder, at which the fighter's base is."""
    low, high = sorted((a[2], b[2]))
    return any(piece.floor <= low and high <= top(piece) for piece in ladders(state, model, a))


# what cannot be passed


def check(ctx: Context, model: Model, path: Sequence[Point]) -> bool:
    """Refuse a way through what cannot be passed, up where there is nothing to climb, or through enemies.

    Raises:
        Malformed: the way has too many points.
    """
    if len(path) > MOST_LEGS:
        raise Malformed("$.action.path", f"a way has at most {MOST_LEGS} points, not {len(path)}")
    start = ctx.place(model)
    return refuse(ctx, (each for a, b in legs(start, path) for each in hindrances(ctx.state, model, a, b)))


def hindrances(state: State, model: Model, a: Point, b: Point, bodies: bool = True) -> Iterator[Objection]:
    """Why a fighter cannot go along a leg; `bodies` says whether enemies are in its way."""
    name, table = model.sheet.name, state.table
    if not (0 <= b[0] <= table.width and 0 <= b[1] <= table.depth):
        yield objection("table.edge", "{name} would leave the table", name=name)
    if b[2] != a[2] and (a[0], a[1]) == (b[0], b[1]):
        yield from _unclimbed(state, model, a, b)
    elif b[2] > a[2]:
        yield objection(CLIMB, "{name} climbs straight up, and then goes on", name=name)
    elif leaps(state, model, a, b) and not floored(state, b):
        yield objection(LEDGE, "{name} would leap to where there is no floor", name=name)
    for piece in solid(state, model.sheet.base, a, b):
        if blocks(state, model, a, b, piece):
            yield _impassable(state, piece)
    for other in in_the_way(state, model, a, b) if bodies else ():
        yield objection(INJURED_ONLY, "{other} stands in the way of {name}", other=other.sheet.name, name=name)


def blocks(state: State, model: Model, a: Point, b: Point, piece: Terrain) -> bool:
    """Whether a piece is in the way of a leg: of the whole base, on the levels of the leg.

    Whoever leaps down keeps its level until it lands.
    """
    if b[2] < a[2] and (a[0], a[1]) != (b[0], b[1]):
        return blocks(state, model, a, (b[0], b[1], a[2]), piece) or blocks(state, model, b, b, piece)
    low, high = min(a[2], b[2]), max(a[2], b[2])
    if not is_solid(piece) or (low >= top(piece) and not is_endless(state, piece)):
        return False
    if piece.floor > 0 and high + model.sheet.height <= piece.floor:
        return False
    return convex.overlap(convex.leg(a, b), piece.outline, max(1, model.sheet.base - TOUCH)) and not _beneath(a, piece)


def _beneath(a: Point, piece: Terrain) -> bool:
    """Whether a leg begins inside a piece of low headroom, into which a fighter was put: it may leave."""
    return piece.floor > a[2] and geometry.inside(a, piece.outline)


def _impassable(state: State, piece: Terrain) -> Objection:
    if is_structure(piece):
        return objection(STRUCTURE, "{piece} is {height} high: it is climbed, not walked through", piece=piece.name,
                         height=show(piece.height))  # fmt: skip
    clause = {"door": SHUT, WALL: WALLED, ENDLESS: UNCLIMBABLE}.get(piece.kind, IMPASSABLE)
    clause = UNCLIMBABLE if is_endless(state, piece) else clause
    return objection(clause, "{piece} cannot be passed", piece=piece.name)


def _unclimbed(state: State, model: Model, a: Point, b: Point) -> Iterator[Objection]:
    """Why a fighter cannot climb here: what it touches has to reach all the way up."""
    low, high = sorted((a[2], b[2]))
    touched = [p for p in state.table.terrain if geometry.near_outline(a, model.sheet.base, p.outline, words.CONTACT)]
    hold = [p for p in touched if p.kind != "door" and is_solid(p) and not is_endless(state, p)]
    reached = low
    for piece in sorted((*hold, *ladders(state, model, a)), key=lambda p: p.floor):
        if piece.floor <= reached:
            reached = max(reached, top(piece))
    if reached < high:
        endless = any(is_endless(state, piece) for piece in touched)
        yield objection(UNCLIMBABLE if endless else STRUCTURE, "{name} finds nothing to climb to {level}",
                        name=model.sheet.name, level=show(high))  # fmt: skip


def ladders(state: State, model: Model, at: Point) -> list[Terrain]:
    """The ladders that a fighter can climb from a place."""
    return [p for p in of(state, LADDER) if geometry.near_outline(at, model.sheet.base, p.outline, AT_LADDER)]


def in_the_way(state: State, model: Model, a: Point, b: Point) -> Iterator[Model]:
    """The enemies through whom a leg leads: friends and the Seriously Injured let a fighter pass."""
    yield from walk.on_leg(model, a, b, upright(state, model))


def upright(state: State, model: Model) -> list[Model]:
    """The enemies that are not Seriously Injured."""
    return [other for other in words.enemies(state, model) if words.INJURED not in other.game]


def leaps(state: State, model: Model, a: Point, b: Point) -> bool:
    """Whether a leg leads through the air: over a gap, a pitfall or a ledge."""
    if (a[0], a[1]) == (b[0], b[1]):
        return False
    return b[2] < a[2] or _airborne(state, model.sheet.base, a, b)


def _airborne(state: State, base: int, a: Point, b: Point) -> bool:
    """Whether there is a place on a level leg where nothing is under a base."""
    if any(_open_pit(state, base, a, b, piece) for piece in of(state, PIT)):
        return True
    if a[2] == 0:
        return False
    ladders_here = [piece for piece in of(state, LADDER) if top(piece) == a[2]]
    return not geometry.held(a, b, base, [*floors(state, a[2]), *ladders_here])


def _open_pit(state: State, base: int, a: Point, b: Point, piece: Terrain) -> bool:
    """Whether a leg crosses a pitfall where no platform bridges it."""
    if not (at_level(piece, a[2]) and geometry.crosses(a, b, piece)):
        return False
    start, end = _span(a, b, piece)
    return not geometry.held(spot(a, b, start), spot(a, b, end), base, bridges(state, piece.floor))


def edge(state: State, model: Model, a: Point, b: Point) -> int:
    """The last hundredth of a leap at which its fighter still stands, before the gap."""
    level: Point = (b[0], b[1], a[2])
    gap_at = first(a, level, lambda p, q: p != q and _airborne(state, model.sheet.base, p, q))
    parts = range(size(a, level) if gap_at is None else gap_at, 0, -1)
    return next((part for part in parts if floored(state, spot(a, level, part))), 0)


def floored(state: State, at: Point) -> bool:
    """Whether there is a floor at a place, and no pitfall."""
    return stands(state, at) and pit(state, at) is None


# places where a move may not end


def forbidden(state: State, model: Model, at: Point, engaging: bool) -> Iterator[tuple[str, str]]:
    """Why a fighter may not end a move at a place: a clause and a sentence."""
    name = model.sheet.name
    for other in walk.at_place(model, at, [m for m in state.alive() if m.id != model.id]):
        yield ON_MODEL, f"{name} would stand on {other.sheet.name}"
    yield from groundless(state, model, at)
    for other in near(state, model, at) if not engaging else ():
        yield ONE_INCH, f"{name} would end {show(gap(model, at, other))} from {other.sheet.name}"


def groundless(state: State, model: Model, at: Point) -> Iterator[tuple[str, str]]:
    """Why nobody can stand at a place."""
    name = model.sheet.name
    for piece in barricades(state):
        if at_level(piece, at[2]) and geometry.near_outline(at, model.sheet.base - 1, piece.outline, 0):
            yield ON_BARRICADE, f"{name} would end on {piece.name}"
    for piece in solid(state, model.sheet.base, at, at):
        if blocks(state, model, at, at, piece) and piece.floor <= at[2]:
            yield _impassable(state, piece).clause, f"{name} would end in {piece.name}"
    hole = pit(state, at)
    if hole is not None:
        yield PITFALL, f"{name} would end over {hole.name}"
    if not stands(state, at):
        yield CLIMB, f"{name} would end in the air"


def near(state: State, model: Model, at: Point) -> list[Model]:
    """The enemies nearer than 1" to a place, unless something impassable is between; not the Seriously Injured.

    An enemy that was as near before does not count: nobody has come nearer.
    """
    foes = [other for other in upright(state, model) if gap(model, at, other) < least(model, other)]
    return [other for other in foes if not parted(state, model, at, other)]


def least(model: Model, other: Model) -> int:
    """How near a fighter may come to an enemy: 1", or as near as it is already."""
    return words.NEAR if model.at is None else min(words.NEAR, gap(model, model.at, other))


def gap(model: Model, at: Point, other: Model) -> int:
    """The distance of another fighter from a fighter at a place."""
    return geometry.gap(at, model.sheet.base, other.at or at, other.sheet.base)


def approached(state: State, model: Model, start: Point, path: Sequence[Point]) -> Iterator[Model]:
    """The enemies to whom a way comes nearer than 1", in the order of the way."""
    for a, b in legs(start, path):
        found = [(part, other) for other in upright(state, model)
                 if (part := comes_near(state, model, a, b, other)) is not None]  # fmt: skip
        yield from (other for _, other in sorted(found, key=lambda each: (each[0], each[1].id)))


def comes_near(state: State, model: Model, a: Point, b: Point, other: Model) -> int | None:
    """The hundredth of a leg at which a fighter comes nearer than 1" to another; None if it does not."""
    reach = least(model, other) - 1
    if reach < 0 or not geometry.met(a, (b,), model.sheet.base, (other,), reach):
        return None
    part = first(a, b, lambda p, q: bool(geometry.met(p, (q,), model.sheet.base, (other,), reach)))
    return None if part is None or parted(state, model, spot(a, b, part), other) else part


# measuring and seeing


def parted(state: State, model: Model, at: Point, other: Model) -> bool:
    """Whether impassable terrain is between a fighter at a place and another, so that nothing is measured there."""
    there = other.at or at
    return walled(state, (*at[:2], at[2] + model.sheet.height // 2), (*there[:2], there[2] + other.sheet.height // 2))


def walled(state: State, a: Point, b: Point) -> bool:
    """Whether a straight line leads through impassable terrain."""
    return any(geometry.crosses(a, b, _as_high(state, piece)) for piece in of(state, *CLOSED))


def reaches(state: State, a: Model, b: Model, reach: int) -> bool:
    """Whether two fighters are within a distance, measured past impassable terrain."""
    return geometry.near(a, b, reach) and a.at is not None and not parted(state, a, a.at, b)


def view(state: State) -> State:
    """The position as lines of sight meet it: walls agreed to be endless are, and openings let them through.

    Players may have agreed that no line passes through openings; then they are part of the impassable terrain.
    """
    closed = bool(options.option(state, options.OPENINGS))
    pieces = [piece for piece in state.table.terrain if closed or piece.kind != OPENWORK]
    table: Table = msgspec.structs.replace(state.table, terrain=tuple(_as_high(state, piece) for piece in pieces))
    return msgspec.structs.replace(state, table=table)


def _as_high(state: State, piece: Terrain) -> Terrain:
    return msgspec.structs.replace(piece, height=LIMIT) if is_endless(state, piece) else piece


def directly(state: State, model: Model, other: Point, length: int, away: bool = False) -> Point:
    """Where a fighter comes that moves directly towards a place, or away: along the line through the centres.

    It goes on until the length is used up or it comes to impassable terrain or the edge of the table.
    """
    start = model.at or other
    dx, dy = other[0] - start[0], other[1] - start[1]
    facing: Facing = (-dx, -dy) if away else (dx, dy)
    end = along(start, facing, length)
    stop = first(start, end, lambda a, b: a != b and _stopped(state, model, a, b))
    return end if stop is None else spot(start, end, max(0, stop - 1))


def along(start: Point, facing: Facing, length: int) -> Point:
    """The place a length away in a direction, no farther."""
    x, y = facing
    whole = max(1, geometry.ceil_root(x * x + y * y))
    return start[0] + _part(x * length, whole), start[1] + _part(y * length, whole), start[2]


def _part(value: int, whole: int) -> int:
    return value // whole if value >= 0 else -(-value // whole)


def _stopped(state: State, model: Model, a: Point, b: Point) -> bool:
    table = state.table
    inside = 0 <= b[0] <= table.width and 0 <= b[1] <= table.depth
    return not inside or any(blocks(state, model, a, b, piece) for piece in solid(state, model.sheet.base, a, b))


def clear(state: State, model: Model, at: Point, engaging: bool = True) -> bool:
    """Whether a fighter may end a move at a place."""
    inside = 0 <= at[0] <= state.table.width and 0 <= at[1] <= state.table.depth
    return inside and next(iter(forbidden(state, model, at, engaging)), None) is None


def below(state: State, at: Point) -> Point:
    """The highest floor under a place."""
    levels = {top(piece) for piece in state.table.terrain if top(piece) < at[2]}
    tops = [level for level in sorted(levels) if stands(state, (at[0], at[1], level))]
    return at[0], at[1], max(tops, default=0)


def around(at: Point, most: int, step: int = 10) -> Iterator[tuple[int, Point]]:
    """Places around a place with their distances, the nearest first, up to a distance."""
    reach = range(-(most // step) * step, most + 1, step)
    for square, dx, dy in sorted((dx * dx + dy * dy, dx, dy) for dx in reach for dy in reach):
        if square <= most * most:
            yield geometry.ceil_root(square), (at[0] + dx, at[1] + dy, at[2])


def dangers(state: State, model: Model, start: Point, path: Iterable[Point]) -> bool:
    """Whether a way leads over dangerous ground or through the air."""
    for a, b in legs(start, tuple(path)):
        areas = (piece for piece in of(state, "dangerous") if at_level(piece, a[2]))
        if leaps(state, model, a, b) or any(overlapping(piece, model.sheet.base)(a, b) for piece in areas):
            return True
    return False
