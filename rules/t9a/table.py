"""Tables to fight on: 72" by 48" with layouts of our own, and a deployment zone 12" deep along each long edge."""

from __future__ import annotations

from rules import layouts
from rules.kernel.state import Table, Zone
from rules.layouts import Layout, rectangle

WIDTH, DEPTH = 7200, 4800
ZONE_DEPTH = 1200

LAYOUTS: tuple[Layout, ...] = (
    (
        "crossroads",
        (
            ("Wheat field", "field", 1200, 1800, 2200, 2600, 50),
            ("Old wood", "forest", 4800, 2000, 5700, 2900, 400),
            ("Watch hill", "hill", 3100, 2000, 4000, 2700, 150),
            ("Ford", "water", 600, 3000, 1100, 3400, 10),
            ("Farmhouse", "building", 2500, 3000, 2900, 3300, 300),
            ("Dry-stone wall", "wall", 5900, 1500, 6600, 1550, 80),
        ),
    ),
    (
        "abbey",
        (
            ("Abbey ruins", "ruins", 3200, 2100, 4000, 2700, 250),
            ("Orchard", "forest", 1000, 2000, 1800, 2800, 300),
            ("Graveyard wall", "wall", 4400, 1700, 5100, 1750, 80),
            ("Mill pond", "water", 5300, 2600, 6100, 3100, 10),
            ("Barley field", "field", 2100, 1500, 2900, 1900, 50),
        ),
    ),
)


def zones() -> tuple[Zone, ...]:
    """The two long edges of the table."""
    return (
        Zone("south", "South", rectangle(0, 0, WIDTH, ZONE_DEPTH)),
        Zone("north", "North", rectangle(0, DEPTH - ZONE_DEPTH, WIDTH, DEPTH)),
    )


def table(seed: int = 0) -> Table:
    """A table: the layout and its mirroring drawn from the seed. Seed 0 is the crossroads as drawn."""
    return layouts.table(LAYOUTS, WIDTH, DEPTH, zones(), seed)
