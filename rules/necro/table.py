"""Tables to fight on, 36" by 36": layouts of our own, two Zone Mortalis and two Sector Mechanicus.

A field need not fit its kind. Terminals name their door after a colon; the pieces of a layout are numbered from t1.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.kernel.dice import Seeded
from rules.kernel.state import Table, Terrain, Zone
from rules.layouts import rectangle

WIDTH = DEPTH = 3600
ZONE_DEPTH = 600
MORTALIS, MECHANICUS = "Zone Mortalis", "Sector Mechanicus"


class Piece(NamedTuple):
    """A box of a layout, in hundredths of an inch; `floor` is the level on which it stands."""

    name: str
    kind: str
    left: int
    near: int
    right: int
    far: int
    height: int
    floor: int = 0


class Layout(NamedTuple):
    """A field: its name, its kind of battlefield, and its pieces."""

    name: str
    kind: str
    pieces: tuple[Piece, ...]


SUMP = Layout("sump", MORTALIS, (
    Piece("West bulkhead", "wall", 300, 1100, 1500, 1150, 600),
    Piece("Sump door", "door", 1500, 1100, 1700, 1150, 300),
    Piece("East bulkhead", "wall", 1700, 1100, 3300, 1150, 600),
    Piece("Inner bulkhead", "wall", 300, 2450, 1900, 2500, 600),
    Piece("Store door", "door", 1900, 2450, 2100, 2500, 300),
    Piece("Far bulkhead", "wall", 2100, 2450, 3300, 2500, 600),
    Piece("Panel: t2", "terminal", 1650, 960, 1690, 1000, 120),
    Piece("Panel: t2", "terminal", 1510, 1250, 1550, 1290, 120),
    Piece("Panel: t5", "terminal", 2050, 2310, 2090, 2350, 120),
    Piece("Panel: t5", "terminal", 1910, 2600, 1950, 2640, 120),
    Piece("Ductway", "vent", 1000, 1040, 1080, 1210, 60),
    Piece("Generator", "generator", 1500, 1780, 1580, 1860, 140),
    Piece("Reserve generator", "generator", 2650, 1300, 2730, 1380, 140),
    Piece("Crates", "barricade", 1100, 1700, 1300, 1800, 120),
    Piece("Slag heap", "difficult", 2100, 1600, 2600, 2000, 20),
    Piece("Acid pool", "dangerous", 500, 1700, 800, 2100, 10),
    Piece("Shaft", "pitfall", 2800, 1600, 3000, 1900, 1),
    Piece("Generator", "generator", 1500, 1780, 1580, 1860, 140),
    Piece("Reserve generator", "generator", 2650, 1300, 2730, 1380, 140),
))  # fmt: skip
CELLS = Layout("cells", MORTALIS, (
    Piece("Cell block", "endless wall", 700, 900, 1400, 1000, 600),
    Piece("Cell block", "endless wall", 2200, 900, 2900, 1000, 600),
    Piece("Corridor wall", "endless wall", 1350, 1000, 1400, 1650, 600),
    Piece("Corridor door", "door", 1350, 1650, 1400, 1850, 300),
    Piece("Corridor wall", "endless wall", 1350, 1850, 1400, 2600, 600),
    Piece("Guard wall", "endless wall", 2200, 1000, 2250, 1900, 600),
    Piece("Guard door", "door", 2200, 1900, 2250, 2100, 300),
    Piece("Guard wall", "endless wall", 2200, 2100, 2250, 2600, 600),
    Piece("Panel: t4", "terminal", 1230, 1660, 1250, 1700, 120),
    Piece("Panel: t4", "terminal", 1500, 1660, 1520, 1700, 120),
    Piece("Panel: t7", "terminal", 2080, 1910, 2100, 1950, 120),
    Piece("Panel: t7", "terminal", 2350, 2050, 2370, 2090, 120),
    Piece("Ductway", "vent", 1275, 2200, 1475, 2260, 60),
    Piece("Pallets", "barricade", 1650, 1500, 1950, 1560, 100),
    Piece("Pallets", "barricade", 1650, 2100, 1950, 2160, 100),
    Piece("Broken floor", "difficult", 2500, 1400, 2900, 2200, 10),
    Piece("Pit", "pitfall", 800, 1700, 1000, 1900, 1),
    Piece("Generator", "generator", 1760, 1760, 1840, 1840, 140),
    Piece("Reserve generator", "generator", 1000, 1300, 1080, 1380, 140),
))  # fmt: skip
GANTRY = Layout("gantry", MECHANICUS, (
    Piece("Pump platform", "platform", 1300, 1400, 1700, 2200, 400),
    Piece("Filter platform", "platform", 2000, 1400, 2400, 2200, 400),
    Piece("Gantry", "platform", 1700, 1750, 2000, 1850, 20, 380),
    Piece("Ladder", "ladder", 1270, 1700, 1300, 1760, 400),
    Piece("Ladder", "ladder", 2400, 1840, 2430, 1900, 400),
    Piece("Upper deck", "platform", 1350, 1950, 1650, 2150, 300, 400),
    Piece("Upper ladder", "ladder", 1480, 1930, 1520, 1950, 300, 400),
    Piece("Rail", "barricade", 2050, 1450, 2350, 1470, 80, 400),
    Piece("Barrels", "barricade", 800, 900, 1000, 1000, 130),
    Piece("Pipes", "barricade", 2500, 2500, 3000, 2570, 100),
    Piece("Tank", "impassable", 2700, 1000, 3000, 1300, 500),
    Piece("Sludge", "difficult", 600, 2300, 1000, 2700, 10),
    Piece("Furnace pit", "pitfall", 1750, 1500, 1950, 1700, 1),
    Piece("Generator", "generator", 1000, 1600, 1080, 1680, 140),
    Piece("Reserve generator", "generator", 2550, 1950, 2630, 2030, 140),
))  # fmt: skip
WALKWAYS = Layout("walkways", MECHANICUS, (
    Piece("South tower", "platform", 800, 900, 1200, 1300, 300),
    Piece("North tower", "platform", 2400, 2300, 2800, 2700, 300),
    Piece("Hub", "platform", 1600, 1600, 2000, 2000, 300),
    Piece("Long walkway", "platform", 1000, 1300, 1100, 1800, 20, 280),
    Piece("Long walkway", "platform", 1000, 1750, 1600, 1850, 20, 280),
    Piece("High walkway", "platform", 2000, 1750, 2600, 1850, 20, 280),
    Piece("High walkway", "platform", 2500, 1850, 2600, 2300, 20, 280),
    Piece("Ladder", "ladder", 1200, 1070, 1230, 1130, 300),
    Piece("Ladder", "ladder", 2370, 2470, 2400, 2530, 300),
    Piece("Ladder", "ladder", 1770, 1570, 1830, 1600, 300),
    Piece("Girders", "openwork", 2600, 1200, 2900, 1300, 300),
    Piece("Ruined wall", "wall", 600, 2300, 1100, 2330, 400),
    Piece("Hatch", "door", 1100, 2300, 1260, 2330, 250),
    Piece("Panel: t13", "terminal", 1200, 2180, 1240, 2200, 120),
    Piece("Panel: t13", "terminal", 1120, 2430, 1160, 2450, 120),
    Piece("Rubble", "difficult", 1300, 2400, 1700, 2700, 30),
    Piece("Molten vat", "dangerous", 2900, 1500, 3200, 1800, 10),
    Piece("Crates", "barricade", 1500, 900, 1700, 1000, 150),
    Piece("Generator", "generator", 1760, 1300, 1840, 1380, 140),
    Piece("Reserve generator", "generator", 1760, 2200, 1840, 2280, 140),
))  # fmt: skip
LAYOUTS: tuple[Layout, ...] = (SUMP, GANTRY, CELLS, WALKWAYS)


def zones() -> tuple[Zone, ...]:
    """Two opposite edges, 6" deep."""
    return (
        Zone("south", "South", rectangle(0, 0, WIDTH, ZONE_DEPTH)),
        Zone("north", "North", rectangle(0, DEPTH - ZONE_DEPTH, WIDTH, DEPTH)),
    )


def laid(layout: Layout, flip_x: bool = False, flip_y: bool = False) -> Table:
    """A table with a layout, mirrored or not."""
    terrain = []
    for index, piece in enumerate(layout.pieces, 1):
        sides = (WIDTH - piece.right, WIDTH - piece.left) if flip_x else (piece.left, piece.right)
        ends = (DEPTH - piece.far, DEPTH - piece.near) if flip_y else (piece.near, piece.far)
        outline = rectangle(sides[0], ends[0], sides[1], ends[1])
        terrain.append(Terrain(f"t{index}", piece.name, outline, piece.height, piece.floor, piece.kind))
    return Table(WIDTH, DEPTH, True, tuple(terrain), zones())


def table(seed: int = 0) -> Table:
    """A table: the layout and its mirroring drawn from the seed. Seed 0 is the sump as drawn."""
    if not seed:
        return laid(SUMP)
    dice = Seeded(str(seed).encode(), "table")
    layout = LAYOUTS[dice.below(len(LAYOUTS))]
    return laid(layout, bool(dice.below(2)), bool(dice.below(2)))
