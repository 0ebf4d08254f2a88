"""The effect of a correction on the standings of a tournament, row by row: changed places and values."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from frontend.tournaments.vocabulary import label
from gamelog.tournaments import selectors

Name: TypeAlias = Callable[[int], str]
"""The name of an entrant."""


class CellChange(NamedTuple):
    """A value before and after."""

    before: str
    after: str

    @property
    def differs(self) -> bool:
        """Whether it differs."""
        return self.before != self.after


class ChangedRow(NamedTuple):
    """An entrant whose place or values change. `moves` are places gained (positive) or lost; 0 if one of the two is
    missing.
    """

    name: str
    place: CellChange
    moves: int
    values: list[CellChange]
    columns: list[str]

    @property
    def named(self) -> list[tuple[str, CellChange]]:
        """The values with the headings of their columns."""
        return list(zip(self.columns, self.values, strict=True))

    @property
    def down(self) -> int:
        """How many places were lost."""
        return -self.moves


class StandingsChanges(NamedTuple):
    """An effect in words: the columns and rows that differ. `same` counts the other rows."""

    columns: list[str]
    rows: list[ChangedRow]
    same: int


def changes_of(name: Name, effect: selectors.StandingsEffect) -> StandingsChanges:
    """An effect as the preview shows it."""
    every = effect.after.columns or effect.before.columns
    rows = [_row(name, each, len(every)) for each in effect.changes]
    kept = [index for index in range(len(every)) if any(row.values[index].differs for row in rows)]
    names = [label(every[index]) for index in kept]
    shown = [row._replace(values=[row.values[index] for index in kept], columns=names) for row in rows]
    moved = sum(bool(each.place_after) for each in effect.changes)
    return StandingsChanges(names, shown, len(effect.after.places) - moved)


def _row(name: Name, change: selectors.RowChange, columns: int) -> ChangedRow:
    cells = zip(_filled(change.cells_before, columns), _filled(change.cells_after, columns), strict=True)
    places = change.place_before, change.place_after
    moves = places[0] - places[1] if all(places) else 0
    return ChangedRow(name(change.entrant), CellChange(*(str(each or "") for each in places)), moves,
               [CellChange(*pair) for pair in cells], [])  # fmt: skip


def _filled(cells: tuple[str, ...], count: int) -> tuple[str, ...]:
    return cells + ("",) * (count - len(cells))
