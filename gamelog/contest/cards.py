"""Every entrant's history round by round: the only input of tie-breaks and standings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from gamelog.contest.terms_tallies import POINTS, Tallied, parts_of, sided

How: TypeAlias = Literal["played", "bye", "half-bye", "zero-bye", "forfeit-win", "forfeit-loss", "absent"]
"""How a round went: `played` on a table; `bye` given by the pairing; `half-bye` and `zero-bye` asked for;
`forfeit-*` paired and not played; `absent` neither paired nor excused (not there yet, dropped, a no-show)."""
Outcome: TypeAlias = Literal["win", "draw", "loss", ""]
"""Empty where there was no battle and none is counted."""

UNPLAYED: tuple[How, ...] = ("bye", "half-bye", "zero-bye", "forfeit-win", "forfeit-loss", "absent")
VOLUNTARY: tuple[How, ...] = ("half-bye", "zero-bye", "forfeit-loss", "absent")
"""Rounds that somebody did not play of their own will (FIDE's VUR)."""


class RoundScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """One round of one entrant. Points are hundredths; `opponent` 0 means none.

    In a free league it is a match, and `round` is the number of that.
    """

    round: int
    how: How
    opponent: int = 0
    outcome: Outcome = ""
    match: int = 0
    battle: int = 0
    battle_against: int = 0
    victory: int = 0
    victory_against: int = 0
    games: int = 0
    games_drawn: int = 0
    games_against: int = 0
    """The games of a match that were won, drawn and lost; all 0 where the match is a single game."""
    tallies: Tallied = {}
    tallies_against: Tallied = {}

    def of(self, kind: str) -> int:
        """The points of a kind (see `terms_tallies`), in hundredths."""
        if kind in POINTS:
            return getattr(self, kind)  # type: ignore[no-any-return]
        name, _side = parts_of(kind)
        if name in POINTS:
            return sided(kind, getattr(self, name), getattr(self, f"{name}_against"))
        return sided(kind, self.tallies.get(name, 0), self.tallies_against.get(name, 0))


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entrant's rounds in order, one for each round that counts, and the penalties and awards beside them.

    `rank` is the place in the list the event began with (by rating, else by number): 1 is first. The adjustments are
    hundredths, and part of the score. `withdrawn` is whether the entrant is out of the event.
    """

    entrant: int
    rank: int
    rounds: tuple[RoundScore, ...] = ()
    match_adjustment: int = 0
    battle_adjustment: int = 0
    victory_adjustment: int = 0
    withdrawn: bool = False
    rating: int = 0
    """Only where a tie-break of the event asks for it; 0 is none."""

    def match(self) -> int:
        """Match points with the adjustment, in hundredths."""
        return sum(each.match for each in self.rounds) + self.match_adjustment

    def battle(self) -> int:
        """Battle points with the adjustment, in hundredths."""
        return sum(each.battle for each in self.rounds) + self.battle_adjustment

    def victory(self) -> int:
        """Victory points with the adjustment, in hundredths."""
        return sum(each.victory for each in self.rounds) + self.victory_adjustment

    def adjustment(self, kind: str) -> int:
        """The penalties and awards in a kind of points, in hundredths: of tallies there are none."""
        name, side = parts_of(kind)
        return getattr(self, f"{name}_adjustment") if name in POINTS and side != "against" else 0

    def of(self, kind: str) -> int:
        """The points of a kind (see `terms_tallies`) with the adjustment, in hundredths."""
        if kind in POINTS:
            return getattr(self, kind)()  # type: ignore[no-any-return]
        return sum(each.of(kind) for each in self.rounds) + self.adjustment(kind)

    def opponents(self) -> tuple[int, ...]:
        """Everybody met at a table, in the order of rounds; an opponent met twice appears twice."""
        return tuple(each.opponent for each in self.rounds if each.how == "played")


Cards: TypeAlias = Mapping[int, Card]
"""The cards of an event by entrant. All have the same rounds, except in a free league, where each has its matches."""
