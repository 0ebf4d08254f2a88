"""A table's report, and the points it is worth."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from gamelog.contest.cards import Outcome
from gamelog.contest.points import said
from gamelog.contest.terms import Hundredths, Word

Winner: TypeAlias = Literal["a", "b", "draw", "neither", "by-points"]
"""Who won: said outright, or `by-points`, which leaves it to the victory points. `neither` is a loss for both."""


class SideOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a result: its victory points in hundredths, and the ids of the bonuses it earned."""

    victory: Hundredths = 0
    bonuses: tuple[Word, ...] = ()


class Games(msgspec.Struct, frozen=True, omit_defaults=True):
    """The games of a match of several, such as a best of three: those that each side won, and the drawn ones."""

    a: Annotated[int, Meta(ge=0, le=99)] = 0
    b: Annotated[int, Meta(ge=0, le=99)] = 0
    drawn: Annotated[int, Meta(ge=0, le=99)] = 0


class BattleOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a battle, before any scale is applied. Side `a` is the first of the pairing.

    `forfeit` is who did not play (`a`, `b` or `both`): then nothing else counts. Where there were several `games` and
    the winner is not said outright, the side that won more of them has won.
    """

    winner: Winner = "by-points"
    a: SideOutcome = SideOutcome()
    b: SideOutcome = SideOutcome()
    forfeit: Literal["", "a", "b", "both"] = ""
    games: Games | None = None

    @property
    def score(self) -> tuple[str, str]:
        """The score of both sides as people say it: the games of a match of several, else the victory points."""
        if self.games:
            return str(self.games.a), str(self.games.b)
        return said(self.a.victory), said(self.b.victory)


class Points(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's points for a round, in hundredths."""

    outcome: Outcome
    match: int = 0
    battle: int = 0
    victory: int = 0
