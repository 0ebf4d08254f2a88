"""An event as tie-breaks see it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from gamelog.contest.cards import Cards, Outcome, RoundScore
from gamelog.contest.terms import Scoring, Terms

More = ParamSpec("More")
Found = TypeVar("Found")


@dataclasses.dataclass(frozen=True, eq=False)
class Crosstable:
    """The cards, the terms and the seed of an event, and a cache for intermediate results shared by several values.

    It lives inside one call of `standings` or `explain`: the cache is valid only while the cards do not change.
    """

    cards: Cards
    terms: Terms
    seed: str = ""
    memory: dict[tuple[Any, ...], Any] = dataclasses.field(default_factory=dict, repr=False)

    def once(self, work: Callable[Concatenate[Crosstable, More], Found], *args: More.args, **_: More.kwargs) -> Found:
        """`work(crosstable, *args)`, computed the first time and cached."""
        key = (work, args)
        if key not in self.memory:
            self.memory[key] = work(self, *args)  # type: ignore[call-arg]  # keywords would not be part of the key
        found: Found = self.memory[key]
        return found

    @property
    def scoring(self) -> Scoring:
        """The worth of a round: in team events of a match, not of a board."""
        return self.terms.teams.scoring if self.terms.teams else self.terms.scoring

    @property
    def rounds(self) -> int:
        """How many rounds are counted. A card may lack the last ones, while their results are missing."""
        return self.once(_rounds)

    @property
    def predetermined(self) -> bool:
        """Whether it is known from the start who meets whom. FIDE counts forfeits as played there (C.07, 15.2)."""
        return self.terms.format in ("round-robin", "league")

    def score(self, entrant: int) -> int:
        """Match points with the adjustment, in hundredths."""
        return self.once(_score, entrant)

    def played(self, entrant: int) -> tuple[RoundScore, ...]:
        """The rounds that were played on a table."""
        return self.once(_played, entrant)

    def encounters(self, entrant: int) -> tuple[RoundScore, ...]:
        """The rounds that count as meetings: played ones, in a round robin also the forfeits."""
        return self.once(_encounters, entrant)


def result_of(each: RoundScore) -> Outcome:
    """The outcome of an encounter; a forfeit is a win or a loss."""
    return {"forfeit-win": "win", "forfeit-loss": "loss"}.get(each.how, each.outcome)  # type: ignore[return-value]


def _rounds(crosstable: Crosstable) -> int:
    return max((each.round for card in crosstable.cards.values() for each in card.rounds), default=0)


def _score(crosstable: Crosstable, entrant: int) -> int:
    return crosstable.cards[entrant].match()


def _played(crosstable: Crosstable, entrant: int) -> tuple[RoundScore, ...]:
    return tuple(each for each in crosstable.cards[entrant].rounds if each.how == "played")


def _encounters(crosstable: Crosstable, entrant: int) -> tuple[RoundScore, ...]:
    if not crosstable.predetermined:
        return crosstable.played(entrant)
    hows = ("played", "forfeit-win", "forfeit-loss")
    return tuple(each for each in crosstable.cards[entrant].rounds if each.how in hows and each.opponent)
