"""A table's report, and the points it is worth."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from gamelog.contest.cards import Outcome
from gamelog.contest.terms import Hundredths, Word

Winner: TypeAlias = Literal["a", "b", "draw", "neither", "by-points"]
"""Who won: said outright, or `by-points`, which leaves it to the victory points. `neither` is a loss for both."""


class SideOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a result: its victory points in hundredths, and the ids of the bonuses it earned."""

    victory: Hundredths = 0
    bonuses: tuple[Word, ...] = ()


class BattleOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a battle, before any scale is applied. Side `a` is the first of the pairing.

    `forfeit` is who did not play (`a`, `b` or `both`): then nothing else counts.
    """

    winner: Winner = "by-points"
    a: SideOutcome = SideOutcome()
    b: SideOutcome = SideOutcome()
    forfeit: Literal["", "a", "b", "both"] = ""


class Points(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's points for a round, in hundredths."""

    outcome: Outcome
    match: int = 0
    battle: int = 0
    victory: int = 0
