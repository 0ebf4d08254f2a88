"""The board: a table of 9 by 9 inches with nine squares, and the marks on it."""

from __future__ import annotations

from rules.kernel.lengths import INCH
from rules.kernel.sheet import Sheet
from rules.kernel.state import Model, Point, State, Table, Zone
from rules.kernel.telling import Phrase

SIDES = ("x", "o")
NAMES = {"x": "Crosses", "o": "Noughts"}
WORDS = {
    **dict.fromkeys(("x", "Crosses"), Phrase("Crosses", "Крестики")),
    **dict.fromkeys(("o", "Noughts"), Phrase("Noughts", "Нолики")),
    "Cross": Phrase("Cross", "Крестик"),
    "Nought": Phrase("Nought", "Нолик"),
}
"""The names of sides and marks for readers: no player chose them."""
SQUARE = 3 * INCH
SQUARES = tuple(f"{column}{row}" for row in "123" for column in "abc")
LINES = ("a1b1c1", "a2b2c2", "a3b3c3", "a1a2a3", "b1b2b3", "c1c2c3", "a1b2c3", "c1b2a3")


def corner(square: str) -> tuple[int, int]:
    """The near left corner of a square."""
    return "abc".index(square[0]) * SQUARE, "123".index(square[1]) * SQUARE


def middle(square: str) -> Point:
    """The middle of a square."""
    x, y = corner(square)
    return x + SQUARE // 2, y + SQUARE // 2, 0


def table(seed: int) -> Table:
    """The board; every game has the same."""
    return Table(3 * SQUARE, 3 * SQUARE, zones=tuple(map(_zone, SQUARES)))


def _zone(square: str) -> Zone:
    x, y = corner(square)
    outline = ((x, y), (x + SQUARE, y), (x + SQUARE, y + SQUARE), (x, y + SQUARE))
    return Zone(square, square, outline)


def marks(side: str) -> tuple[Sheet, ...]:
    """The marks that a side may need, as models: nobody brings a roster."""
    name = {"x": "Cross", "o": "Nought"}[side]
    return tuple(Sheet(str(number), name, name, {}, base=INCH) for number in range(1, 6))


def next_mark(state: State, side: str) -> str:
    """The id of the next mark that a side places."""
    return next(model.id for model in state.models.values() if model.side == side and model.at is None)


def filled(state: State) -> dict[str, Model]:
    """The squares that have a mark, with it."""
    by_place = {model.at: model for model in state.models.values() if model.at is not None}
    return {square: by_place[middle(square)] for square in SQUARES if middle(square) in by_place}


def lines_of(state: State, side: str) -> list[str]:
    """The lines that a side has."""
    own = {square for square, mark in filled(state).items() if mark.side == side}
    return [line for line in LINES if own >= {line[:2], line[2:4], line[4:]}]


def problems(state: State) -> list[str]:
    """What is wrong with a position by hand: marks beside the squares, or two in one."""
    placed = [model for model in state.models.values() if model.at is not None]
    return [] if len(placed) == len(filled(state)) else ["every mark stands in the middle of a square of its own"]
