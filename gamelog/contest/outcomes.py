"""A table's report, and the points it is worth."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from gamelog.contest.cards import Outcome
from gamelog.contest.points import said
from gamelog.contest.terms import Hundredths, Word
from gamelog.contest.terms_tallies import POINTS, Tallied

Winner: TypeAlias = Literal["a", "b", "draw", "neither", "by-points"]
"""Who won: said outright, or `by-points`, which leaves it to the victory points. `neither` is a loss for both."""


class SideOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a result: its victory points in hundredths, and the ids of the bonuses it earned.

    `victory` is the whole: tallies that go into the victory points are parts of it. A tally that is not there counts as
    0.
    """

    victory: Hundredths = 0
    bonuses: tuple[Word, ...] = ()
    tallies: Tallied = {}


class Games(msgspec.Struct, frozen=True, omit_defaults=True):
    """The games of a match of several, such as a best of three: those that each side won, and the drawn ones."""

    a: Annotated[int, Meta(ge=0, le=99)] = 0
    b: Annotated[int, Meta(ge=0, le=99)] = 0
    drawn: Annotated[int, Meta(ge=0, le=99)] = 0


class BattleOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a battle, before any scale is applied. Side `a` is the first of the pairing.

    `forfeit` names the side that did not play (`a`, `b` or `both`): then nothing else counts. Where there were
    several `games` and the winner is not said outright, the side that won more of them has won.
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


def alike(one: BattleOutcome, other: BattleOutcome) -> bool:
    """Whether two reports say the same: a tally of 0 says no more than one that is left out."""
    return _without_zeros(one) == _without_zeros(other)


def _without_zeros(report: BattleOutcome) -> BattleOutcome:
    a, b = (
        msgspec.structs.replace(side, tallies={name: points for name, points in side.tallies.items() if points})
        for side in (report.a, report.b)
    )
    return msgspec.structs.replace(report, a=a, b=b)


class Points(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's points for a round, in hundredths."""

    outcome: Outcome
    match: int = 0
    battle: int = 0
    victory: int = 0
    tallies: Tallied = {}

    def of(self, kind: str) -> int:
        """The points of a kind that a side has made by itself."""
        return getattr(self, kind) if kind in POINTS else self.tallies.get(kind, 0)
