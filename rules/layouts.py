"""Tables from layouts for any game system: pieces drawn as boxes; a seed picks a layout and its mirroring. Usual zones.

Lengths are hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt

from rules.kernel.dice import Seeded
from rules.kernel.palette import Deployment
from rules.kernel.state import Table, Terrain, Zone
from rules.kernel.telling import Phrase

Box = tuple[str, str, int, int, int, int, int]
"""Name, kind, left, near, right, far, height."""
Layout = tuple[str, tuple[Box, ...]]
"""Name and pieces."""


def rectangle(left: int, near: int, right: int, far: int) -> tuple[tuple[int, int], ...]:
    """An outline, counter-clockwise."""
    return ((left, near), (right, near), (right, far), (left, far))


def table(layouts: Sequence[Layout], width: int, depth: int, zones: tuple[Zone, ...], seed: int) -> Table:
    """A table: the layout and its mirroring drawn from the seed. Seed 0 is the first layout as drawn."""
    dice = Seeded(str(seed).encode(), "table")
    layout = layouts[dice.below(len(layouts)) if seed else 0][1]
    flip_x, flip_y = (bool(dice.below(2)), bool(dice.below(2))) if seed else (False, False)
    terrain = []
    for index, (name, kind, left, near, right, far, height) in enumerate(layout, 1):
        sides = (width - right, width - left) if flip_x else (left, right)
        ends = (depth - far, depth - near) if flip_y else (near, far)
        outline = rectangle(sides[0], ends[0], sides[1], ends[1])
        terrain.append(Terrain(f"t{index}", name, outline, height, kind=kind))
    return Table(width, depth, True, tuple(terrain), zones)


def laid(layout: Layout, width: int, depth: int, zones: tuple[Zone, ...]) -> Table:
    """A table with a layout as drawn."""
    pieces = enumerate(layout[1], 1)
    terrain = (
        Terrain(f"t{index}", name, rectangle(*box), height, kind=kind) for index, (name, kind, *box, height) in pieces
    )
    return Table(width, depth, True, tuple(terrain), zones)


# deployment zones

LEAST_ZONE = 600
"""A zone is at least so deep, however small the table."""
LONG_EDGES = Phrase("Long edges", "Длинные края")
SHORT_EDGES = Phrase("Short edges", "Короткие края")
CORNERS = Phrase("Opposite corners", "Противоположные углы")


def south_and_north(width: int, depth: int, reach: int) -> tuple[Zone, ...]:
    """Zones of a depth along two opposite edges."""
    return (
        Zone("south", "South", rectangle(0, 0, width, reach)),
        Zone("north", "North", rectangle(0, depth - reach, width, depth)),
    )


def west_and_east(width: int, depth: int, reach: int) -> tuple[Zone, ...]:
    """Zones of a depth along the two other edges."""
    return (
        Zone("west", "West", rectangle(0, 0, reach, depth)),
        Zone("east", "East", rectangle(width - reach, 0, width, depth)),
    )


def long_edges(reach: Callable[[int], int]) -> Deployment:
    """The long edges; `reach` says how deep the zones are on a table so large across."""

    def zones(width: int, depth: int) -> tuple[Zone, ...]:
        across = west_and_east if depth > width else south_and_north
        return across(width, depth, max(LEAST_ZONE, reach(min(width, depth))))

    return Deployment("long-edges", LONG_EDGES, zones)


def short_edges(reach: Callable[[int], int]) -> Deployment:
    """The short edges; on a square table the west and the east."""

    def zones(width: int, depth: int) -> tuple[Zone, ...]:
        across = south_and_north if depth > width else west_and_east
        return across(width, depth, max(LEAST_ZONE, reach(max(width, depth))))

    return Deployment("short-edges", SHORT_EDGES, zones)


def corners(away: int) -> Deployment:
    """Two opposite corners, as far as `away` from the diagonal between the others."""

    def zones(width: int, depth: int) -> tuple[Zone, ...]:
        diagonal = isqrt(width * width + depth * depth)
        along = max(LEAST_ZONE, width - away * diagonal // depth)
        across = max(LEAST_ZONE, depth - away * diagonal // width)
        return (
            Zone("south-west", "South-west", ((0, 0), (along, 0), (0, across))),
            Zone("north-east", "North-east", ((width, depth), (width - along, depth), (width, depth - across))),
        )

    return Deployment("corners", CORNERS, zones)
