"""Tables to play on: 30" by 22" with ruins, walls, crates and platforms of our own layout, and two deployment zones.

Lengths are hundredths of an inch. A seed picks and mirrors a layout, so that test games have varied lines of sight.
"""

from __future__ import annotations

from rules import layouts
from rules.kernel.state import Table, Zone
from rules.layouts import Layout, rectangle

WIDTH, DEPTH = 3000, 2200
ZONE_DEPTH = 600

LAYOUTS: tuple[Layout, ...] = (
    (
        "harbour",
        (
            ("Harbour office wall", "wall", 800, 300, 850, 900, 500),
            ("Harbour office front", "wall", 850, 850, 1250, 900, 500),
            ("Loading dock", "platform", 1350, 950, 1650, 1250, 300),
            ("Crates", "crates", 1000, 1250, 1150, 1400, 120),
            ("Stacked containers", "container", 1750, 350, 2050, 500, 250),
            ("Customs wall", "wall", 2150, 1300, 2200, 1900, 500),
            ("Customs front", "wall", 1750, 1300, 2150, 1350, 500),
            ("Low pipes", "pipes", 1400, 600, 1600, 680, 100),
            ("Fuel tanks", "tanks", 900, 1600, 1200, 1750, 220),
        ),
    ),
    (
        "chapel",
        (
            ("Nave wall", "wall", 1100, 500, 1160, 1000, 600),
            ("Nave wall east", "wall", 1840, 1200, 1900, 1700, 600),
            ("Altar", "platform", 1400, 1000, 1600, 1200, 200),
            ("Pews", "pews", 1250, 700, 1380, 760, 80),
            ("Pews east", "pews", 1620, 1440, 1750, 1500, 80),
            ("Bell tower", "platform", 800, 1400, 1050, 1650, 700),
            ("Charnel house", "wall", 1950, 500, 2200, 750, 400),
        ),
    ),
    (
        "refinery",
        (
            ("North pipeline", "wall", 1000, 700, 1500, 760, 260),
            ("South pipeline", "wall", 1500, 1440, 2000, 1500, 260),
            ("Pump house", "platform", 1400, 1000, 1600, 1200, 350),
            ("Barrels", "crates", 1150, 1150, 1250, 1250, 140),
            ("Barrels east", "crates", 1750, 950, 1850, 1050, 140),
            ("Silo", "tanks", 700, 950, 900, 1250, 450),
            ("Silo east", "tanks", 2100, 950, 2300, 1250, 450),
        ),
    ),
)


def zones() -> tuple[Zone, ...]:
    """The two short ends of the table, 6" deep."""
    return (
        Zone("west", "West", rectangle(0, 0, ZONE_DEPTH, DEPTH)),
        Zone("east", "East", rectangle(WIDTH - ZONE_DEPTH, 0, WIDTH, DEPTH)),
    )


def table(seed: int = 0) -> Table:
    """A table: the layout and its mirroring drawn from the seed. Seed 0 is the harbour as drawn."""
    return layouts.table(LAYOUTS, WIDTH, DEPTH, zones(), seed)
