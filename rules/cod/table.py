"""Cities to play in: ruins of one to three floors in the four quarters, streets, craters and rubble of our own layout.

Lengths are hundredths of an inch. A table for Alpha and Gamma is 48" by 48", one for Omega 72" by 48". A seed picks a
layout and mirrors it; each fourth one gives a bare table, on which the sides place the terrain themselves.
"""

from __future__ import annotations

from rules.cod import board
from rules.kernel.dice import Seeded
from rules.kernel.state import Table, Terrain
from rules.layouts import Box, rectangle

STOREY, SLAB = 300, 10
"""How far floors are apart, and how thick one is."""
BARE = 4
"""Each so many seeds leave the table bare."""

Ruin = tuple[str, int, int, int, int, int]
"""Name, left, near, right, far, how many floors."""
Town = tuple[tuple[Ruin, ...], tuple[Box, ...]]
"""Ruins, the first ones placed first, and everything else."""

SMALL: tuple[Town, ...] = (
    (
        (
            ("Guild hall", 2620, 2620, 3420, 3420, 3),
            ("Tannery", 1350, 1350, 2150, 2150, 3),
            ("Bath house", 2650, 1250, 3450, 1950, 2),
            ("Granary", 1250, 2700, 2050, 3500, 2),
            ("Gate house", 3900, 3800, 4500, 4400, 1),
            ("Chapel", 400, 500, 1000, 1100, 2),
        ),
        (
            ("High street", "road", 2300, 0, 2500, 4800, 1),
            ("Shell hole", "crater", 500, 2200, 900, 2600, 50),
            ("Shell hole", "crater", 3900, 2250, 4300, 2650, 50),
            ("Fallen roof", "rubble", 3600, 500, 4300, 900, 100),
            ("Carts", "barricade", 1400, 900, 1900, 960, 100),
            ("Water tower", "building", 500, 3900, 1000, 4400, 700),
        ),
    ),
    (
        (
            ("Customs house", 1200, 2600, 2200, 3300, 3),
            ("Rope walk", 2600, 1500, 3500, 2200, 3),
            ("Fish market", 2700, 2700, 3400, 3500, 2),
            ("Bonded store", 1300, 1300, 2000, 2100, 2),
            ("Pilots' tower", 3900, 600, 4400, 1100, 2),
            ("Sail loft", 400, 3800, 1000, 4400, 1),
        ),
        (
            ("Quay", "road", 0, 2300, 4800, 2500, 1),
            ("Dry dock", "crater", 2300, 400, 2700, 800, 50),
            ("Spilled coal", "rubble", 3900, 2900, 4400, 3400, 100),
            ("Nets", "razor-wire", 1300, 3800, 1900, 3880, 80),
            ("Bollards", "tank-trap", 3000, 3900, 3500, 3980, 100),
            ("Dredged mud", "rubble", 300, 1300, 800, 1800, 100),
        ),
    ),
)
"""Towns of six ruins; at Alpha level only the first three of them stand."""

LARGE: tuple[Town, ...] = (
    (
        (
            ("Exchange", 3750, 2600, 4650, 3400, 3),
            ("Assay office", 2500, 1300, 3400, 2100, 3),
            ("Printing works", 2450, 2700, 3350, 3500, 3),
            ("Law courts", 3800, 1200, 4700, 2000, 2),
            ("Barracks", 900, 900, 1700, 1700, 2),
            ("Hospice", 5500, 3100, 6300, 3900, 2),
            ("Tram shed", 900, 3200, 1700, 4000, 1),
            ("Pump room", 5600, 900, 6300, 1600, 1),
        ),
        (
            ("Avenue", "road", 0, 2300, 7200, 2500, 1),
            ("Shell hole", "crater", 1900, 2600, 2300, 3000, 50),
            ("Shell hole", "crater", 4900, 1700, 5300, 2100, 50),
            ("Fallen arcade", "rubble", 2600, 4000, 3400, 4400, 100),
            ("Fallen arcade", "rubble", 4000, 400, 4800, 800, 100),
            ("Tram cars", "barricade", 3300, 2170, 3800, 2230, 100),
            ("Vault", "building", 200, 2700, 700, 3200, 500),
        ),
    ),
)
"""Towns of eight ruins."""
STANDING = {"alpha": 3, "gamma": 6, "omega": 8}
"""How many ruins of a town stand at each level."""


def ruin(key: str, plan: Ruin) -> tuple[Terrain, ...]:
    """A ruin of so many floors, the ground included; each upper floor is a piece of its own over the whole of it."""
    name, left, near, right, far, floors = plan
    outline = rectangle(left, near, right, far)
    upper = (
        Terrain(f"{key}.{number}", f"{name}, floor {number}", outline, SLAB, (number - 1) * STOREY - SLAB, "floor")
        for number in range(2, floors + 1)
    )
    return (Terrain(key, name, outline, floors * STOREY, 0, "ruin"), *upper)


def table(seed: int = 0, level: str = "alpha") -> Table:
    """A table for a level: the layout and its mirroring drawn from the seed, or a bare one. Seed 0 is as drawn."""
    width, depth = board.SIZES[level]
    if seed % BARE == BARE - 1:
        return Table(width, depth)
    towns = LARGE if level == "omega" else SMALL
    dice = Seeded(str(seed).encode(), "city")
    ruins, others = towns[dice.below(len(towns)) if seed else 0]
    flips = (bool(dice.below(2)), bool(dice.below(2))) if seed else (False, False)
    pieces: list[Terrain] = []
    for index, (name, *box, floors) in enumerate(ruins[: STANDING[level]], 1):
        left, near, right, far = _mirrored((box[0], box[1], box[2], box[3]), width, depth, flips)
        pieces += ruin(f"r{index}", (name, left, near, right, far, floors))
    for index, (name, kind, *box, height) in enumerate(others, 1):
        outline = rectangle(*_mirrored((box[0], box[1], box[2], box[3]), width, depth, flips))
        pieces.append(Terrain(f"t{index}", name, outline, height, kind=kind))
    return Table(width, depth, terrain=tuple(pieces))


def _mirrored(
    box: tuple[int, int, int, int], width: int, depth: int, flips: tuple[bool, bool]
) -> tuple[int, int, int, int]:
    left, near, right, far = box
    if flips[0]:
        left, right = width - right, width - left
    if flips[1]:
        near, far = depth - far, depth - near
    return left, near, right, far
