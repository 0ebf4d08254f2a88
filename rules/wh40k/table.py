"""Tables to play on: 72" by 48" with ruins, woods, walls and roads of our own layout, and two deployment zones.

Lengths are hundredths of an inch. A seed picks one of the layouts and mirrors it, so that test games meet many lines.
What each kind of terrain does is in `rules.wh40k.movement.terrain`.
"""

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
            ("Long road", "road", 0, 2250, 7200, 2550, 1),
            ("Toll house ruin", "ruin", 1000, 1400, 1800, 2000, 500),
            ("Toll house wall", "wall", 1000, 1960, 1500, 2000, 500),
            ("Weighhouse ruin", "ruin", 5300, 2800, 6100, 3400, 500),
            ("Weighhouse wall", "wall", 5300, 2800, 5800, 2840, 500),
            ("Chapel", "building", 3300, 1500, 3900, 2000, 700),
            ("Orchard", "forest", 2100, 2800, 3000, 3500, 400),
            ("Hedge wood", "forest", 4300, 1300, 5100, 1900, 400),
            ("Barricade", "barricade", 3100, 2700, 3500, 2760, 100),
            ("Barricade east", "barricade", 3900, 2120, 4300, 2180, 100),
            ("Shell hole", "crater", 600, 2700, 1000, 3100, 50),
            ("Shell hole east", "crater", 6200, 1700, 6600, 2100, 50),
        ),
    ),
    (
        "foundry",
        (
            ("Casting hall ruin", "ruin", 2600, 1900, 3500, 2800, 600),
            ("Casting hall wall", "wall", 2600, 2300, 3100, 2350, 600),
            ("Cooling tower", "building", 4300, 2100, 4900, 2700, 900),
            ("Slag", "rubble", 900, 1700, 1700, 2300, 100),
            ("Slag east", "rubble", 5500, 2500, 6300, 3100, 100),
            ("Gate traps", "tank-trap", 3600, 1400, 4200, 1500, 100),
            ("Yard wire", "razor-wire", 1900, 3100, 2700, 3180, 80),
            ("Yard wire east", "razor-wire", 4700, 1620, 5500, 1700, 80),
            ("Store ruin", "ruin", 600, 2900, 1300, 3500, 400),
            ("Store ruin east", "ruin", 5900, 1300, 6600, 1900, 400),
        ),
    ),
    (
        "moor",
        (
            ("Fir wood", "forest", 1200, 1500, 2200, 2200, 450),
            ("Birch wood", "forest", 5000, 2600, 6000, 3300, 450),
            ("Farm ruin", "ruin", 3200, 2000, 4000, 2700, 400),
            ("Farm wall", "wall", 3200, 2000, 3250, 2500, 300),
            ("Stone bank", "barricade", 2400, 2600, 2900, 2660, 100),
            ("Stone bank east", "barricade", 4300, 2140, 4800, 2200, 100),
            ("Boulders", "rubble", 2300, 1200, 2700, 1500, 120),
            ("Boulders east", "rubble", 4500, 3300, 4900, 3600, 120),
            ("Bog hole", "crater", 500, 2400, 900, 2800, 50),
            ("Bog hole east", "crater", 6300, 2000, 6700, 2400, 50),
        ),
    ),
)


def zones() -> tuple[Zone, ...]:
    """The two long edges of the table, 12" deep."""
    return (
        Zone("south", "South", rectangle(0, 0, WIDTH, ZONE_DEPTH)),
        Zone("north", "North", rectangle(0, DEPTH - ZONE_DEPTH, WIDTH, DEPTH)),
    )


def table(seed: int = 0) -> Table:
    """A table: the layout and its mirroring drawn from the seed. Seed 0 is the crossroads as drawn."""
    return layouts.table(LAYOUTS, WIDTH, DEPTH, zones(), seed)
