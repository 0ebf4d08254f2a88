"""Tables to fight on: 36" by 36" with a Zone Mortalis and a Sector Mechanicus layout of our own."""

from __future__ import annotations

from rules import layouts
from rules.kernel.state import Table, Zone
from rules.layouts import Layout, rectangle

WIDTH = DEPTH = 3600
ZONE_DEPTH = 600

LAYOUTS: tuple[Layout, ...] = (
    (
        "sump",
        (
            ("West bulkhead", "wall", 600, 1100, 1500, 1150, 600),
            ("Sump door", "door", 1500, 1100, 1700, 1150, 300),
            ("East bulkhead", "wall", 1700, 1100, 3000, 1150, 600),
            ("Inner bulkhead", "wall", 600, 2450, 1900, 2500, 600),
            ("Store door", "door", 1900, 2450, 2100, 2500, 300),
            ("Far bulkhead", "wall", 2100, 2450, 3000, 2500, 600),
            ("Crates", "barricade", 1100, 1700, 1300, 1800, 120),
            ("Slag heap", "difficult", 2100, 1600, 2600, 2000, 20),
            ("Acid pool", "dangerous", 500, 1700, 800, 2100, 10),
            ("South sump terminal", "terminal", 1650, 960, 1690, 1000, 120),
            ("North sump terminal", "terminal", 1510, 1250, 1550, 1290, 120),
            ("Store terminal", "terminal", 2050, 2310, 2090, 2350, 120),
            ("Duct", "vent", 1000, 1040, 1080, 1210, 60),
            ("Generator", "generator", 1500, 1780, 1580, 1860, 140),
            ("Reserve generator", "generator", 2650, 1300, 2730, 1380, 140),
        ),
    ),
    (
        "gantry",
        (
            ("Pump platform", "platform", 1400, 1400, 2200, 2200, 400),
            ("Ladder", "ladder", 1370, 1700, 1400, 1760, 400),
            ("Barrels", "barricade", 800, 900, 1000, 1000, 130),
            ("Pipes", "barricade", 2400, 2500, 2900, 2570, 100),
            ("Tank", "impassable", 2600, 1000, 2900, 1300, 500),
            ("Sludge", "difficult", 700, 2300, 1100, 2700, 10),
            ("Generator", "generator", 1000, 1600, 1080, 1680, 140),
            ("Reserve generator", "generator", 2500, 1900, 2580, 1980, 140),
        ),
    ),
)


def zones() -> tuple[Zone, ...]:
    """Two opposite edges, 6" deep."""
    return (
        Zone("south", "South", rectangle(0, 0, WIDTH, ZONE_DEPTH)),
        Zone("north", "North", rectangle(0, DEPTH - ZONE_DEPTH, WIDTH, DEPTH)),
    )


def table(seed: int = 0) -> Table:
    """A table: the layout and its mirroring drawn from the seed. Seed 0 is the sump as drawn."""
    return layouts.table(LAYOUTS, WIDTH, DEPTH, zones(), seed)
