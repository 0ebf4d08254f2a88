"""Cities to play in: ruins of one to three floors in the four quarters, streets, craters and rubble of our own layout.

Lengths are hundredths of an inch. A table for Alpha and Gamma is 48" by 48", one for Omega 72" by 48". A seed picks a
layout and mirrors it; each fourth one gives a bare table, on which the sides place the terrain themselves: what they
might place, a piece at a time, is proposed here.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.cod import board, ground, options
from rules.kernel import convex
from rules.kernel.dice import Seeded
from rules.kernel.events import Action
from rules.kernel.part import Choice, Part
from rules.kernel.state import Table, Terrain
from rules.kernel.telling import Language, Phrase
from rules.layouts import Box, rectangle

STOREY, SLAB = 300, 10
"""How far floors are apart, and how thick one is."""
BARE = 4
"""One in this many seeds leaves the table bare."""
TRIES = 120
"""The number of places tried for a piece of terrain."""
FLOOR = Phrase("%(ruin)s, floor %(number)s", "%(ruin)s, этаж %(number)s")
STREET = 110
"""Half the width of the street through the middle, which ruins leave free."""
CLOSE, SPREAD = 300, 900
"""How far from the streets ruins are placed along each side: the first one, and how much farther the others."""
MOST_OTHERS = 7
"""A table with so much other terrain is full."""
OTHERS = (
    ("Shell hole", "crater", 300, 500, 50),
    ("Bricks", "rubble", 400, 700, 100),
    ("Parapet", "barricade", 300, 600, 100),
    ("Coil of wire", "razor-wire", 300, 600, 80),
    ("Iron stakes", "tank-trap", 300, 500, 100),
    ("Shuttered shop", "building", 400, 500, 400),
)
"""Name, kind, least and greatest length, height."""
THIN = ("barricade", "razor-wire", "tank-trap")
NAMES = ("Corner house", "Arcade", "Foundry", "Library", "Mint", "Bakery", "Theatre", "Archive", "Stables")

Site = tuple[int, int, int, int]
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
    """A ruin with this many floors, the ground included; each upper floor is a separate piece over the whole ruin."""
    name, left, near, right, far, floors = plan
    piece = Terrain(key, name, rectangle(left, near, right, far), floors * STOREY, 0, "ruin")
    return (piece, *upper_floors(piece))


def upper_floors(ruin: Terrain, language: Language = "en") -> tuple[Terrain, ...]:
    """The upper floors of a ruin: as many as go into its height."""
    return tuple(
        Terrain(
            f"{ruin.id}.{number}", FLOOR.fill(language, {"ruin": ruin.name, "number": number}), ruin.outline, SLAB,
            (number - 1) * STOREY - SLAB, "floor",
        )
        for number in range(2, ruin.height // STOREY + 1)
    )  # fmt: skip


def table(seed: int = 0, level: str = "alpha") -> Table:
    """A table for a level: the layout and its mirroring drawn from the seed, or a bare one. Seed 0 is as drawn."""
    if seed % BARE == BARE - 1:
        return Table(*board.SIZES[level])
    towns = LARGE if level == "omega" else SMALL
    dice = Seeded(str(seed).encode(), "city")
    town = towns[dice.below(len(towns)) if seed else 0]
    return laid(town, level, (bool(dice.below(2)), bool(dice.below(2))) if seed else (False, False))


def laid(town: Town, level: str, flips: tuple[bool, bool] = (False, False)) -> Table:
    """A table with a town as large as a level wants it, mirrored or not."""
    width, depth = board.SIZES[level]
    ruins, others = town
    pieces: list[Terrain] = []
    for index, (name, *box, floors) in enumerate(ruins[: STANDING[level]], 1):
        left, near, right, far = _mirrored((box[0], box[1], box[2], box[3]), width, depth, flips)
        pieces += ruin(f"r{index}", (name, left, near, right, far, floors))
    for index, (name, kind, *box, height) in enumerate(others, 1):
        outline = rectangle(*_mirrored((box[0], box[1], box[2], box[3]), width, depth, flips))
        pieces.append(Terrain(f"t{index}", name, outline, height, kind=kind))
    return Table(width, depth, terrain=tuple(pieces))


def _mirrored(box: Site, width: int, depth: int, flips: tuple[bool, bool]) -> Site:
    left, near, right, far = box
    if flips[0]:
        left, right = width - right, width - left
    if flips[1]:
        near, far = depth - far, depth - near
    return left, near, right, far


# a piece at a time


def _pieces(choice: Choice) -> Iterator[Action]:
    """A ruin where the steps want one, else a street if there has to be one, or anything."""
    return _ruins(choice) if choice.state.step == board.RUINS else _others(choice)


def _ruins(choice: Choice) -> Iterator[Action]:
    state, limit = choice.state, choice.option.limit
    before = board.standing(state)
    key, height = _next_ruin(choice, before)
    around = bool(before) and (len(before) < 3 or limit > 0)
    for count in range(TRIES):
        box = _site(choice, CLOSE + (SPREAD * count // TRIES if before else 0))
        near = not around or _apart(box, before[0]) <= board.FARTHEST
        if near and all(_apart(box, other) >= board.NEAREST for other in before):
            yield _built(key, box, height, len(before))
    for _ in range(TRIES if len(before) > 2 else 0):
        box = _site(choice, max(state.table.width, state.table.depth))
        if all(_apart(box, other) >= board.NEAREST for other in before):
            yield _built(key, box, height, len(before), anywhere=True)


def _next_ruin(choice: Choice, before: tuple[Terrain, ...]) -> tuple[str, int]:
    """The id and height of the next ruin: the tallest of the stock. The first two are the tallest, in their order."""
    stock = options.stock(choice.state)
    if stock:
        key = max(choice.option.targets, key=lambda one: stock[one])
        return key, stock[key]
    tallest = before[1].height // STOREY if len(before) > 1 else 3
    storeys = tallest if len(before) < 2 else 1 + choice.dice.below(tallest)
    return f"r{len(before) + 1}", storeys * STOREY


def _built(key: str, box: Site, height: int, number: int, anywhere: bool = False) -> board.PlaceTerrain:
    """A ruin of this height, with as many floors as go into it."""
    piece, *parts = ruin(key, (NAMES[number % len(NAMES)], *box, max(1, height // STOREY)))
    whole = Terrain(piece.id, piece.name, piece.outline, height, 0, piece.kind)
    return board.PlaceTerrain(piece=whole, parts=tuple(parts), anywhere=anywhere)


def _site(choice: Choice, spread: int) -> Site:
    """A place for a ruin next to the streets that cross in the middle, in a quarter without one if possible."""
    state, dice = choice.state, choice.dice
    middle_x, middle_y, _ = ground.centre(state.table)
    wide, deep = 600 + 50 * dice.below(6), 600 + 50 * dice.below(6)
    x, y = STREET + dice.below(spread), STREET + dice.below(spread)
    quarters = {name: ground.quarter(state.table, name, name).outline for name in ground.QUARTERS}
    ruins = board.standing(state)
    bare = [name for name, area in quarters.items() if not any(convex.overlap(r.outline, area) for r in ruins)]
    quarter = choice.of(bare or tuple(quarters))
    left = middle_x + x if "east" in quarter else middle_x - x - wide
    near = middle_y + y if "north" in quarter else middle_y - y - deep
    left, near = max(0, min(left, state.table.width - wide)), max(0, min(near, state.table.depth - deep))
    return left, near, left + wide, near + deep


def _apart(box: Site, other: Terrain) -> int:
    return ground.apart(rectangle(*box), other.outline)


def _others(choice: Choice) -> Iterator[Action]:
    state, dice = choice.state, choice.dice
    placed = [piece for piece in state.table.terrain if piece.kind not in ("ruin", *board.PARTS)]
    key = f"t{len(placed) + 1}"
    if not any(piece.kind == "road" for piece in placed) and (board.lacking(state) or not dice.below(4)):
        yield board.PlaceTerrain(piece=_street(state.table, key))
    if len(placed) >= MOST_OTHERS:
        return
    name, kind, least, most, height = choice.of(OTHERS)
    for _ in range(TRIES):
        long = least + 50 * dice.below((most - least) // 50 + 1)
        wide, deep = (long, 60) if kind in THIN else (long, long)
        if dice.below(2):
            wide, deep = deep, wide
        left, near = dice.below(state.table.width - wide), dice.below(state.table.depth - deep)
        outline = rectangle(left, near, left + wide, near + deep)
        if not any(convex.overlap(outline, piece.outline) for piece in state.table.terrain):
            yield board.PlaceTerrain(piece=Terrain(key, name, outline, height, kind=kind))
            return


def _street(table: Table, key: str) -> Terrain:
    """A road from one short edge to the other."""
    width, depth, half = table.width, table.depth, STREET - 10
    if width >= depth:
        outline = rectangle(0, depth // 2 - half, width, depth // 2 + half)
    else:
        outline = rectangle(width // 2 - half, 0, width // 2 + half, depth)
    return Terrain(key, "Main street", outline, 1, kind="road")


PART = Part(proposes={board.PlaceTerrain: _pieces})
