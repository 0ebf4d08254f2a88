"""How the autoplayer lays out a city on a bare table, or agrees to the one that stands there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.cod import board, ground, options, table
from rules.cod.playing.thinker import Propose, Thinker
from rules.cod.scenario import thunder_run
from rules.kernel import convex
from rules.kernel.events import Action
from rules.kernel.part import Option
from rules.kernel.state import State, Terrain
from rules.layouts import rectangle

TRIES = 120
"""So many places are looked at for a piece of terrain."""
STREET = 110
"""Half the width of the street through the middle, which ruins leave free."""
CLOSE, SPREAD = 300, 900
"""How far from the streets ruins are placed along each side: the first one, and how much farther the others."""
FEWEST = 3
"""With fewer ruins somebody might have none outside of the enemy's quarter."""
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

Box = tuple[int, int, int, int]


def agrees(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Agree."""
    yield board.AgreeTerrain()


def places(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """A ruin where the steps want one, else a street if there has to be one, or anything."""
    if state.step == board.RUINS:
        yield from _ruins(player, state, option)
    else:
        yield from _others(player, state)


def _ruins(player: Thinker, state: State, option: Option) -> Iterator[Action]:
    before = board.standing(state)
    stock = options.stock(state)
    if stock:
        key = max(option.targets, key=lambda one: stock[one])
        height = stock[key]
    else:
        key, height = f"r{len(before) + 1}", _storeys(player, before) * table.STOREY
    name = NAMES[len(before) % len(NAMES)]
    anywhere = len(before) > 2 and not option.limit
    around = bool(before) and not anywhere
    for count in range(TRIES):
        box = _site(player, state, CLOSE + (SPREAD * count // TRIES if before else 0))
        near = not around or _apart(box, before[0]) <= board.FARTHEST
        if near and all(_apart(box, other) >= board.NEAREST for other in before):
            yield _built(key, name, box, height)
    for _ in range(TRIES if len(before) > 2 else 0):
        box = _site(player, state, max(state.table.width, state.table.depth))
        if all(_apart(box, other) >= board.NEAREST for other in before):
            built = _built(key, name, box, height)
            yield board.PlaceTerrain(piece=built.piece, parts=built.parts, anywhere=True)


def _storeys(player: Thinker, before: tuple[Terrain, ...]) -> int:
    """The first two ruins are the tallest, the second no taller than the first."""
    tallest = before[1].height // table.STOREY if len(before) > 1 else 3
    return tallest if len(before) < 2 else 1 + player.dice.below(tallest)


def _built(key: str, name: str, box: Box, height: int) -> board.PlaceTerrain:
    """A ruin of this height, with as many floors as go into it."""
    piece, *parts = table.ruin(key, (name, *box, max(1, height // table.STOREY)))
    whole = Terrain(piece.id, piece.name, piece.outline, height, 0, piece.kind)
    return board.PlaceTerrain(piece=whole, parts=tuple(parts))


def _site(player: Thinker, state: State, spread: int) -> Box:
    """A place for a ruin in one of the quarters, beside the streets that cross in the middle."""
    middle_x, middle_y, _ = ground.centre(state.table)
    wide, deep = 600 + 50 * player.dice.below(6), 600 + 50 * player.dice.below(6)
    x, y = STREET + player.dice.below(spread), STREET + player.dice.below(spread)
    quarters = _bare_quarters(state) or list(ground.QUARTERS)
    quarter = player.one_of(quarters)
    left = middle_x + x if "east" in quarter else middle_x - x - wide
    near = middle_y + y if "north" in quarter else middle_y - y - deep
    left, near = max(0, min(left, state.table.width - wide)), max(0, min(near, state.table.depth - deep))
    return left, near, left + wide, near + deep


def _bare_quarters(state: State) -> list[str]:
    """The quarters of the table without a ruin: no side is left without one outside of the enemy's quarter."""
    quarters = {name: ground.quarter(state.table, name, name).outline for name in ground.QUARTERS}
    ruins = board.standing(state)
    return [name for name, area in quarters.items() if not any(convex.overlap(r.outline, area) for r in ruins)]


def _apart(box: Box, other: Terrain) -> int:
    return ground.apart(rectangle(*box), other.outline)


def _others(player: Thinker, state: State) -> Iterator[Action]:
    placed = [piece for piece in state.table.terrain if piece.kind not in ("ruin", *board.PARTS)]
    key = f"t{len(placed) + 1}"
    if not thunder_run.street(state.table) and (needs_street(state) or not player.dice.below(4)):
        yield board.PlaceTerrain(piece=_street(state, key))
    if len(placed) >= MOST_OTHERS:
        return
    name, kind, least, most, height = player.one_of(OTHERS)
    for _ in range(TRIES):
        long = least + 50 * player.dice.below((most - least) // 50 + 1)
        wide, deep = (long, 60) if kind in THIN else (long, long)
        if player.dice.below(2):
            wide, deep = deep, wide
        left, near = player.dice.below(state.table.width - wide), player.dice.below(state.table.depth - deep)
        outline = rectangle(left, near, left + wide, near + deep)
        if not any(convex.overlap(outline, piece.outline) for piece in state.table.terrain):
            yield board.PlaceTerrain(piece=Terrain(key, name, outline, height, kind=kind))
            return


def needs_street(state: State) -> bool:
    """Whether the scenario that was agreed wants a road through the middle."""
    return options.text(state, options.SCENARIO) == thunder_run.MISSION.name


def _street(state: State, key: str) -> Terrain:
    """A road from one short edge to the other."""
    width, depth = state.table.width, state.table.depth
    if width >= depth:
        outline = rectangle(0, depth // 2 - STREET + 10, width, depth // 2 + STREET - 10)
    else:
        outline = rectangle(width // 2 - STREET + 10, 0, width // 2 + STREET - 10, depth)
    return Terrain(key, "Main street", outline, 1, kind="road")


def has_enough(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Enough ruins only where there are as many as the level wants; the street has to be there first."""
    ruins = len(board.standing(state))
    if state.step == board.RUINS and ruins < max(board.COUNTS[options.level(state)][0], FEWEST):
        return
    if state.step != board.RUINS and needs_street(state) and not thunder_run.street(state.table):
        return
    yield board.EnoughTerrain()


PROPOSALS: Mapping[str, Propose] = {
    "agree-terrain": agrees,
    "place-terrain": places,
    "enough-terrain": has_enough,
}
