"""The tables of groups with their names, as pages, papers and screens show them."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from frontend.base.points import figure
from frontend.tournaments import vocabulary
from gamelog.contest.state import Line, TournamentState
from gamelog.tournaments import group_standings
from gamelog.tournaments.group_standings import GroupRow


class ShownRow(msgspec.Struct, frozen=True):
    """A row of a group's table. `own`: it is the reader's."""

    name: str
    row: GroupRow
    own: bool = False

    @property
    def score(self) -> str:
        """The points that rank the event."""
        return figure(self.row.score)

    @property
    def record(self) -> str:
        """Wins, draws and losses."""
        return f"{self.row.wins}–{self.row.draws}–{self.row.losses}"


class ShownGroup(msgspec.Struct, frozen=True):
    """A group with its title."""

    title: str
    rows: tuple[ShownRow, ...]


def shown(
    state: TournamentState, name: Callable[[int], str], line: Line = "corrected", own: int = 0
) -> list[ShownGroup]:
    """The groups of an event; none where it has none, or before they are drawn."""
    return [
        ShownGroup(
            vocabulary.group(each.name),
            tuple(ShownRow(name(row.entrant), row, row.entrant == own) for row in each.places),
        )
        for each in group_standings.tables(state, line)
    ]
