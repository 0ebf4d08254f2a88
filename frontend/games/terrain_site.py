"""A piece of terrain in a frame of its own, and chance that its id decides: what `frontend/src/board/site.ts` does.

The same id gives the same numbers as in the browser, so that a table looks the same in a picture as on its page.
Lengths are hundredths of an inch. Floats are for drawing alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from rules.kernel.convex import Flat
from rules.kernel.state import Terrain

Spot: TypeAlias = tuple[float, float]
WORD = 0xFFFFFFFF


class Site(NamedTuple):
    """The middle of the frame, the degrees by which it is turned, its length along x and its width, the outline in it,
    and the next number that the piece's id decides.
    """

    x: float
    y: float
    turn: float
    long: float
    wide: float
    outline: list[Spot]
    random: Callable[[], float]


def near(number: float) -> int:
    """Rounded as browsers round: a half goes up."""
    return math.floor(number + 0.5)


def seeded(text: str) -> Callable[[], float]:
    """Numbers from 0 up to 1 that a text decides (FNV-1a into mulberry32), as in `frontend/src/board/seed.ts`."""
    state = 2166136261
    for letter in text:
        state = ((state ^ ord(letter)) * 16777619) & WORD

    def following() -> float:
        nonlocal state
        state = (state + 0x6D2B79F5) & WORD
        mixed = ((state ^ (state >> 15)) * (state | 1)) & WORD
        mixed ^= (mixed + ((mixed ^ (mixed >> 7)) * (mixed | 61))) & WORD
        return ((mixed ^ (mixed >> 14)) & WORD) / 4294967296

    return following


def site(piece: Terrain) -> Site:
    """The frame of a piece: along the longer side of a rectangle, else that of its extent."""
    corners, random = piece.outline, seeded(piece.id)
    if len(corners) == 4 and _square(*corners[:3]):
        return _oblong(corners, random)
    xs, ys = [at[0] for at in corners], [at[1] for at in corners]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    outline = [(at[0] - x, at[1] - y) for at in corners]
    return Site(x, y, 0, max(xs) - min(xs), max(ys) - min(ys), outline, random)


def _oblong(corners: tuple[Flat, ...], random: Callable[[], float]) -> Site:
    a, b, c, _d = corners
    one, other = math.dist(a, b), math.dist(b, c)
    start, end = (a, b) if one >= other else (b, c)
    turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    x, y = (max(one, other) / 2), (min(one, other) / 2)
    return Site(
        sum(at[0] for at in corners) / 4, sum(at[1] for at in corners) / 4,
        turn - 180 if turn > 90 else turn + 180 if turn <= -90 else turn,
        2 * x, 2 * y, [(-x, -y), (x, -y), (x, y), (-x, y)], random,
    )  # fmt: skip


def _square(a: Flat, b: Flat, c: Flat) -> bool:
    """Whether two sides stand upright on each other, give or take a degree."""
    (ax, ay), (bx, by) = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    return abs(ax * bx + ay * by) < 0.02 * math.hypot(ax, ay) * math.hypot(bx, by)


def strewn(of: Site, each: float, edge: float, most: int = 70) -> list[Spot]:
    """Places strewn over a piece, at most `most`, each so far from its edge box."""
    count = min(most, max(3, near(of.long * of.wide / each)))
    wide, deep = max(0, of.long - 2 * edge), max(0, of.wide - 2 * edge)
    spots = [((of.random() - 0.5) * wide, (of.random() - 0.5) * deep) for _ in range(count)]
    return [at for at in spots if _inside(at, of.outline)]


def _inside(at: Spot, outline: list[Spot]) -> bool:
    found, (px, py) = False, at
    for index, (x, y) in enumerate(outline):
        ox, oy = outline[index - 1]
        if (y > py) != (oy > py) and px < (ox - x) * (py - y) / (oy - y) + x:
            found = not found
    return found


def stone(at: Spot, size: float, random: Callable[[], float]) -> str:
    """A stone with five or six corners."""
    corners, first = 5 + math.floor(random() * 2), random() * 6
    found = []
    for index in range(corners):
        angle, far = first + index * 2 * math.pi / corners, size * (0.65 + random() * 0.5)
        found.append((at[0] + math.cos(angle) * far, at[1] + math.sin(angle) * far))
    return closed(found)


def parts(start: float, end: float, step: float) -> list[int]:
    """From `start` up to `end` in equal parts that are about `step` long; without the ends."""
    count = max(1, near((end - start) / step))
    return [near(start + (index + 1) * (end - start) / count) for index in range(count - 1)]


def closed(spots: Iterable[Spot]) -> str:
    """A path around corners."""
    return f"M{'L'.join(f'{near(x)} {near(y)}' for x, y in spots)}z"


def box(x: float, y: float, long: float, wide: float) -> str:
    """An upright rectangle by its corner."""
    return f"M{near(x)} {near(y)}h{near(long)}v{near(wide)}h{-near(long)}z"


def disc(x: float, y: float, r: float) -> str:
    """A circle around a place."""
    far = near(r)
    return f"M{near(x - r)} {near(y)}a{far} {far} 0 1 0 {2 * far} 0a{far} {far} 0 1 0 {-2 * far} 0z"
