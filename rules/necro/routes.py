"""The shortest way of a fighter into base contact: over the table, round what cannot be passed, up and down.

A way is looked for on foot and by leaps, or, with `safe`, past every danger. Its length is counted as movement is:
every inch up without a ladder as two; slow ground does not make a way longer. Climbs are looked for at ladders and at
the parts of a structure nearest to fighter and target; bridges and floors that touch lead from one to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from math import isqrt
from typing import NamedTuple

from rules.kernel import convex, direction, geometry, route, walk
from rules.kernel.geometry import FINE
from rules.kernel.state import LIMIT, Model, Point, State, Terrain
from rules.necro import ground, words

SLACK = 10
"""A way may be a tenth of an inch longer than the shortest: nobody draws it more exactly."""
CLOSE = 2
"""How far apart bases in contact are put, in hundredths of an inch, so that rounding never makes them overlap."""
RING = 15
"""Places around a target are tried every so many degrees."""

THINNER = 15
"""By how much a base is taken for thinner than it is to tell what nobody comes to: more than a narrow gap."""

Path = tuple[Point, ...]


class Way(NamedTuple):
    """A way and its length in hundredths of an inch."""

    length: int
    path: Path


def length(state: State, model: Model, start: Point, path: Sequence[Point]) -> int:
    """How long a way is: as movement counts it, slow ground aside."""
    return sum(_leg(state, model, a, b) for a, b in ground.legs(start, path)) // FINE


def _leg(state: State, model: Model, a: Point, b: Point) -> int:
    return ground.fine_cost(state, model, a, b) - FINE * ground.slowed(state, a, b)


def contact(model: Model, target: Model, side: Point) -> Point:
    """The place in contact with a target on the side of a point."""
    at = target.at or side
    facing = (side[0] - at[0], side[1] - at[1])
    return ground.along(at, facing if facing != (0, 0) else (1, 0), model.sheet.base + target.sheet.base + CLOSE)


def ring(model: Model, target: Model, step: int = RING) -> Iterator[Point]:
    """Places in contact with a target, all around it."""
    at = target.at or (0, 0, 0)
    for angle in range(0, direction.TURN, step):
        x, y = direction.vector(angle)
        yield contact(model, target, (at[0] + x, at[1] + y, at[2]))


def places(state: State, model: Model, targets: Sequence[Model]) -> list[Point]:
    """Places where a fighter can stand in contact with all of its targets."""
    tried = ring(model, targets[0], RING if len(targets) == 1 else 1)
    together = (at for at in tried if all(touches(model, at, other) for other in targets))
    return [at for at in together if ground.clear(state, model, at)]


def touches(model: Model, at: Point, other: Model) -> bool:
    """Whether a fighter at a place is in contact with another."""
    return ground.gap(model, at, other) <= words.CONTACT


def approach(
    state: State, model: Model, targets: Sequence[Model], safe: bool = False, within: int = LIMIT
) -> Way | None:
    """The shortest way into contact with all targets; None if there is none, or none `within` a length."""
    start = model.at or (0, 0, 0)
    straight = _straight(state, model, targets, start, safe)
    if straight is not None:
        return Way(length(state, model, start, straight), straight)
    goals = places(state, model, targets)
    return _searched(state, model, targets, start, goals, safe, within) if goals else None


def _straight(state: State, model: Model, targets: Sequence[Model], a: Point, safe: bool) -> Path | None:
    """The straight way into contact with a single target on the same level."""
    if len(targets) > 1 or targets[0].at is None or targets[0].at[2] != a[2]:
        return None
    if ground.gap(model, a, targets[0]) <= words.CONTACT:
        return (a,) if ground.clear(state, model, a) else None
    end = contact(model, targets[0], a)
    return (end,) if _free(state, model, a, end, safe) and ground.clear(state, model, end) else None


def _free(state: State, model: Model, a: Point, b: Point, safe: bool) -> bool:
    """Whether a fighter can go straight from place to place, past dangers if that is asked."""
    if a == b:
        return True
    hindered = next(iter(ground.hindrances(state, model, a, b)), None) is not None
    return not hindered and not (safe and ground.dangers(state, model, a, (b,)))


# the search


class Search(NamedTuple):
    """What a way is looked for: into contact with the targets, at one of the goals; past dangers, if it is `safe`.

    `steps` are the climbs and bridges by their ends.
    """

    state: State
    model: Model
    targets: Sequence[Model]
    goals: Sequence[Point]
    safe: bool
    steps: dict[Point, list[Point]]


def _searched(
    state: State,
    model: Model,
    targets: Sequence[Model],
    start: Point,
    goals: Sequence[Point],
    safe: bool,
    within: int,
) -> Way | None:
    """A shortest way over climbs, bridges and floors: the places reached, the nearest first."""
    search = Search(state, model, targets, goals, safe, _steps(state, model, (start, *goals[:1])))
    waiting: list[tuple[int, int, Point, Path]] = [(0, 0, start, ())]
    known: set[Point] = set()
    best: Way | None = None
    while waiting:
        gone, _, place, path = heappop(waiting)
        left = (within + 1 if best is None else best.length) - gone // FINE
        if left <= 0:
            break
        if place in known:
            continue
        known.add(place)
        for end in _ends(search, place, left):
            whole = (*path, *end)
            found = Way(length(state, model, start, whole), whole)
            if found.length <= within and (best is None or found < best):
                best = found
        left = left if best is None else best.length - gone // FINE
        for step in _next(search, place, left):
            if step[-1] not in known:
                further = sum(_leg(state, model, a, b) for a, b in ground.legs(place, step))
                heappush(waiting, (gone + further, len(path), step[-1], (*path, *step)))
    return best


def _next(search: Search, place: Point, left: int) -> Iterator[Path]:
    """The ways from a place to the links on its level that can lead to a shorter way, and over a link from its end.

    `left` is how long the rest may be.
    """
    state, model, safe = search.state, search.model, search.safe
    for over in search.steps.get(place, ()):
        if _free(state, model, place, over, safe):
            yield (over,)
    for other in search.steps:
        if other[2] == place[2] and other != place and _at_least(search, place, other) < left:
            found = _level(state, model, place, other, safe, left)
            if found is not None:
                yield found


def _at_least(search: Search, place: Point, other: Point) -> int:
    """How long a way over a link is at least, from the end of it that is reached first: as the crow flies."""
    over = min(_leg(search.state, search.model, other, end) // FINE + _crow(search, end) for end in search.steps[other])
    return isqrt(geometry.ground_square(place, other)) + over


def _crow(search: Search, place: Point) -> int:
    """How far the nearest goal is at least."""
    goals = ((geometry.ground_square(goal, place), abs(goal[2] - place[2])) for goal in search.goals)
    return min((isqrt(square) + rise for square, rise in goals), default=0)


def _steps(state: State, model: Model, towards: Iterable[Point]) -> dict[Point, list[Point]]:
    """The climbs and bridges by both of their ends."""
    steps: dict[Point, list[Point]] = {}
    for a, b in (*_climbs(state, model, towards), *_crossings(state, model)):
        steps.setdefault(a, []).append(b)
        steps.setdefault(b, []).append(a)
    return steps


def _ends(search: Search, place: Point, left: int) -> Iterator[Path]:
    """The ways from a place into contact on its level: straight, round obstacles, or to the best place around.

    `left` is how long they may be.
    """
    state, model, targets, goals, safe, _ = search
    straight = _straight(state, model, targets, place, safe)
    if straight is not None:
        yield straight
        return
    here = [goal for goal in goals if goal[2] == place[2]]
    if not here:
        return
    if len(targets) == 1 and place[2] == 0:
        round_ = _bent(state, model, targets, place, safe, left)
        if round_ is not None:
            yield round_
            return
        here = _not_cut_off(search, place, here, left)
    best = None
    for goal in sorted(here, key=lambda at: (geometry.ground_square(at, place), at)):
        most = left if best is None else best
        if geometry.ground_square(goal, place) >= most * most:
            break
        found = _level(state, model, place, goal, safe, most)
        if found is not None:
            yield found
            best = min(most, length(state, model, place, found))


def _not_cut_off(search: Search, place: Point, here: list[Point], left: int) -> list[Point]:
    """The goals on the table that are worth a search of their own.

    Where not even a thinner base comes to the target's middle, nobody comes to a goal from which one could go straight
    on to there. The thinner base makes up for narrow gaps, which a search may overlook.
    """
    state, model, (target, *_), _, safe, _ = search
    at, most = target.at or place, left + model.sheet.base + target.sheet.base + CLOSE
    # what is found may be longer than the shortest by one in a hundred
    if round_about(state, model, place, at, safe, (target,), most + left // 50 + SLACK, THINNER) is not None:
        return here
    obstacles = list(_obstacles(state, model, place[2], safe, (target,), model.sheet.base))
    return [goal for goal in here if any(convex.overlap(convex.leg(goal, at), *each) for each in obstacles)]


def _bent(state: State, model: Model, targets: Sequence[Model], place: Point, safe: bool, left: int) -> Path | None:
    """The shortest way on the table to the target's middle, as far as contact."""
    target = targets[0]
    at = target.at or place
    path = round_about(state, model, place, at, safe, targets, left + model.sheet.base + target.sheet.base + CLOSE)
    if path is None:
        return None
    whole = geometry.path_length(place, path)
    path = route.cut(place, path, whole - model.sheet.base - target.sheet.base - CLOSE)
    fits = path and touches(model, path[-1], target) and ground.clear(state, model, path[-1])
    return path if fits and _all_free(state, model, place, path, safe) else None


def _level(state: State, model: Model, a: Point, b: Point, safe: bool, most: int) -> Path | None:
    """A way from place to place on one level, if it is not longer than `most`: straight, or on the table round
    obstacles.
    """
    if _free(state, model, a, b, safe):
        return (b,)
    path = round_about(state, model, a, b, safe, (), most) if a[2] == 0 else None
    return path if path and _all_free(state, model, a, path, safe) else None


def _all_free(state: State, model: Model, start: Point, path: Path, safe: bool) -> bool:
    return all(_free(state, model, a, b, safe) for a, b in ground.legs(start, path))


def round_about(
    state: State, model: Model, a: Point, b: Point, safe: bool, targets: Sequence[Model], most: int | None = None,
    thinner: int = 0,
) -> Path | None:  # fmt: skip
    """A shortest way on the table past everything in the way of a base; none if it is longer than `most`.

    `thinner` is by how much the base is taken for smaller than it is.
    """
    bounds = convex.Box(0, 0, state.table.width, state.table.depth)
    base = max(ground.TOUCH, model.sheet.base - thinner)
    obstacles = list(_obstacles(state, model, a[2], safe, targets, base))
    return route.shortest(a, route.Goal((b[0], b[1]), (b[0], b[1])), obstacles, bounds, most)


def _obstacles(
    state: State, model: Model, level: int, safe: bool, targets: Sequence[Model], base: int
) -> Iterator[route.Obstacle]:
    aims = {other.id for other in targets}
    for piece in state.table.terrain:
        low = piece.floor <= level or piece.floor < level + model.sheet.height
        if ground.is_solid(piece) and low and (level < ground.top(piece) or ground.is_endless(state, piece)):
            yield route.around(piece.outline, base - ground.TOUCH)
        elif safe and ground.at_level(piece, level) and piece.kind in ("dangerous", ground.PIT):
            yield route.around(piece.outline, base if piece.kind == "dangerous" else 1)
    for other in ground.upright(state, model):
        if other.id not in aims and other.at is not None and abs(other.at[2] - level) < walk.SAME_LEVEL:
            yield route.past(other, base)


# links


def _climbs(state: State, model: Model, towards: Iterable[Point]) -> Iterator[tuple[Point, Point]]:
    """Where a fighter can climb: the foot and the head of each climb."""
    ends = tuple(towards)
    for piece in state.table.terrain:
        if piece.kind == ground.LADDER:
            yield from ladder_climbs(state, model, piece)
        elif piece.kind != "door" and ground.is_solid(piece) and not ground.is_endless(state, piece):
            for at in {_foot(model, piece, end): None for end in ends}:
                foot = (at[0], at[1], piece.floor)
                if piece.floor == 0 and not _filled(state, model, foot):
                    yield foot, (at[0], at[1], ground.top(piece))


def ladder_climbs(state: State, model: Model, piece: Terrain) -> Iterator[tuple[Point, Point]]:
    """The foot and the head of a ladder, on every side of it from which it can be climbed, and a place on its floor."""
    floor = next((each for each in ground.floors(state, ground.top(piece)) if _adjoins(each, piece)), None)
    box = convex.box_of(piece.outline)
    x, y = (box.left + box.right) // 2, (box.near + box.far) // 2
    wide, deep = (box.right - box.left) // 2 + model.sheet.base, (box.far - box.near) // 2 + model.sheet.base
    for dx, dy in ((-wide, 0), (wide, 0), (0, -deep), (0, deep)):
        foot = (x + dx, y + dy, piece.floor)
        if not _filled(state, model, foot):
            head = (foot[0], foot[1], ground.top(piece))
            yield foot, head
            if floor is not None:
                yield head, ground.along(head, _inwards(head, floor), 3 * model.sheet.base)


def _filled(state: State, model: Model, at: Point) -> bool:
    return any(ground.blocks(state, model, at, at, piece) for piece in ground.solid(state, model.sheet.base, at, at))


def _foot(model: Model, piece: Terrain, end: Point) -> tuple[int, int]:
    """The place beside a piece, touching it, that is nearest to a point."""
    sides = (_nearest(a, b, end) for a, b in convex.borders(piece.outline))
    near = min(sides, key=lambda at: geometry.ground_square(at, end))
    sign = -1 if geometry.inside(end, piece.outline) else 1
    out = (sign * (end[0] - near[0]), sign * (end[1] - near[1]))
    x, y = direction.scaled(out, model.sheet.base) if out != (0, 0) else (0, 0)
    return near[0] + x, near[1] + y


def _nearest(a: convex.Flat, b: convex.Flat, p: Point) -> convex.Flat:
    """The point of a border that is nearest to a place, rounded."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    along = min(max((p[0] - a[0]) * dx + (p[1] - a[1]) * dy, 0), square)
    return a[0] + (2 * dx * along + square) // (2 * square), a[1] + (2 * dy * along + square) // (2 * square)


def _crossings(state: State, model: Model) -> Iterator[tuple[Point, Point]]:
    """The two ends of every bridge: of a narrow floor that leads from one to another."""
    for piece in ground.of(state, ground.PLATFORM):
        box = convex.box_of(piece.outline)
        x, y, off = (box.left + box.right) // 2, (box.near + box.far) // 2, model.sheet.base
        level = ground.top(piece) if ground.is_structure(piece) else piece.floor
        if box.right - box.left >= box.far - box.near:
            ends = ((box.left - off, y, level), (box.right + off, y, level))
        else:
            ends = ((x, box.near - off, level), (x, box.far + off, level))
        if all(ground.stands(state, end) and ground.pit(state, end) is None for end in ends):
            yield ends


def ascents(state: State, model: Model, reach: int) -> Iterator[Path]:
    """Ways up ladders onto their floors, and down again, that begin within a distance of a fighter."""
    start = model.at or (0, 0, 0)
    for piece in ground.of(state, ground.LADDER):
        found = list(ladder_climbs(state, model, piece))
        for (foot, head), (_, inner) in zip(found[::2], found[1::2], strict=False):
            if geometry.path_length((start[0], start[1], 0), ((foot[0], foot[1], 0),)) > reach:
                continue
            if start[2] == head[2]:
                yield inner, head, foot
            elif start[2] == foot[2]:
                yield foot, head, inner


def _adjoins(floor: Terrain, ladder: Terrain) -> bool:
    return convex.separation(floor.outline, ladder.outline)[0] == 0


def _inwards(at: Point, floor: Terrain) -> tuple[int, int]:
    sides = (_nearest(a, b, at) for a, b in convex.borders(floor.outline))
    near = min(sides, key=lambda side: geometry.ground_square(side, at))
    return (near[0] - at[0], near[1] - at[1]) if near != (at[0], at[1]) else (1, 0)
