"""Tables from layouts for any game system: pieces drawn as boxes; a seed picks a layout and its mirroring.

Lengths are hundredths of an inch.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.dice import Seeded
from rules.kernel.state import Table, Terrain, Zone

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
