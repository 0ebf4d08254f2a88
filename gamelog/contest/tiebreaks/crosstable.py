"""An event as tie-breaks see it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from gamelog.contest.cards import Card, Cards, Outcome, RoundScore
from gamelog.contest.terms import Ranks, Scoring, Terms
from gamelog.contest.terms_tallies import parts_of

More = ParamSpec("More")
Found = TypeVar("Found")


ANYBODY = 1
"""The bit of everybody who is in the event at all; that of an entrant's card is its number's."""


class Bounds(NamedTuple):
    """What a round at a table can bring, in hundredths."""

    least: int
    draw: int
    most: int


@dataclasses.dataclass(eq=False)
class Crosstable:
    """The cards, the terms and the seed of an event, and what several values share, computed once.

    Everything computed is kept with a set of bits that says from whose cards it was read. So `change` forgets what
    other cards may change, and nothing else, whatever a tie-break looks at.
    """

    cards: Cards
    terms: Terms
    seed: str = ""
    memory: dict[tuple[Any, ...], tuple[Any, int]] = dataclasses.field(default_factory=dict, repr=False)
    read: int = 0

    def __post_init__(self) -> None:
        self.cards = _ReadCards(self.cards, self)

    def once(self, work: Callable[Concatenate[Crosstable, More], Found], *args: More.args, **_: More.kwargs) -> Found:
        """`work(crosstable, *args)`, computed the first time and kept."""
        key = (work, args)
        kept = self.memory.get(key)
        if kept is None:
            outer, self.read = self.read, 0
            try:
                made = work(self, *args)  # type: ignore[call-arg]  # keywords would not be part of the key
                kept = self.memory[key] = made, self.read
            finally:
                self.read = outer
        found: Found = kept[0]
        self.read |= kept[1]
        return found

    def change(self, cards: Cards) -> None:
        """Go on with other cards of the same event."""
        before = dict(self.cards)
        changed = 0 if before.keys() == cards.keys() else ANYBODY
        for entrant in before.keys() | cards.keys():
            if before.get(entrant) != cards.get(entrant):
                changed |= 1 << entrant
        self.cards = _ReadCards(cards, self)
        for key in [key for key, (_found, read) in self.memory.items() if read & changed]:
            del self.memory[key]

    @property
    def scoring(self) -> Scoring:
        """The worth of a round: in team events of a match, not of a board."""
        return self.terms.paired_scoring

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

    def total(self, entrant: int, kind: Ranks) -> int:
        """The points of a kind with the adjustment, in hundredths."""
        return self.once(_total, entrant, kind)

    def bounds(self, kind: Ranks) -> Bounds | None:
        """The least, a draw's and the most points of a kind that a round at a table can bring; None: no limits."""
        return self.once(_bounds, kind)

    def played(self, entrant: int) -> tuple[RoundScore, ...]:
        """The rounds that were played on a table."""
        return self.once(_played, entrant)

    def encounters(self, entrant: int) -> tuple[RoundScore, ...]:
        """The rounds that count as meetings: played ones, in a round robin also the forfeits."""
        return self.once(_encounters, entrant)


class _ReadCards(Mapping[int, Card]):
    """Cards that note for a crosstable which of them are read."""

    def __init__(self, cards: Cards, table: Crosstable) -> None:
        self._cards, self._table = cards, table

    def __getitem__(self, entrant: int) -> Card:
        self._table.read |= 1 << entrant
        return self._cards[entrant]

    def __iter__(self) -> Iterator[int]:
        self._table.read |= ANYBODY
        return iter(self._cards)

    def __len__(self) -> int:
        self._table.read |= ANYBODY
        return len(self._cards)


def result_of(each: RoundScore) -> Outcome:
    """The outcome of an encounter; a forfeit is a win or a loss."""
    return {"forfeit-win": "win", "forfeit-loss": "loss"}.get(each.how, each.outcome)  # type: ignore[return-value]


def _rounds(crosstable: Crosstable) -> int:
    return max((each.round for card in crosstable.cards.values() for each in card.rounds), default=0)


def _score(crosstable: Crosstable, entrant: int) -> int:
    return crosstable.cards[entrant].match()


def _total(crosstable: Crosstable, entrant: int, kind: Ranks) -> int:
    return crosstable.cards[entrant].of(kind)


def _bounds(crosstable: Crosstable, kind: Ranks) -> Bounds | None:
    name, side = parts_of(kind)
    found = crosstable.once(_own_bounds).get(name)
    if found and side == "difference":
        return Bounds(found.least - found.most, 0, found.most - found.least)
    return found


def _own_bounds(crosstable: Crosstable) -> dict[str, Bounds | None]:
    scoring, teams = crosstable.scoring, crosstable.terms.teams
    points = scoring.outcomes
    battle, victory = battle_bounds(scoring), _capped(scoring.victory_cap)
    if teams and (board := battle_bounds(crosstable.terms.scoring)):
        # The victory points of a match of teams are the battle points of its boards.
        summed = Bounds(*(each * teams.size for each in board))
        victory = victory or summed
        battle = battle or (None if scoring.scale else summed)
    boards = teams.size if teams else 1
    tallies = {
        each.id: None if each.cap is None else Bounds(0, each.cap * boards // 2, each.cap * boards)
        for each in crosstable.terms.tallies
    }
    match = Bounds(min(points), scoring.draw, max(points))
    return {"match": match, "battle": battle, "victory": victory} | tallies


def battle_bounds(scoring: Scoring) -> Bounds | None:
    """The limits of a round's battle points: by the scale, whose first step is a draw's, else by the caps."""
    capped = _capped(scoring.battle_cap) or (None if scoring.scale else _capped(scoring.victory_cap))
    if not scoring.scale:
        return capped
    first, bands = scoring.scale[0], scoring.scale
    draw = (first.winner + first.loser) // 2
    if capped:
        return capped._replace(draw=draw)
    if scoring.bonuses:
        return None
    return Bounds(min(each.loser for each in bands), draw, max(each.winner for each in bands))


def _capped(cap: int | None) -> Bounds | None:
    """The limits that a cap sets; a draw is worth half."""
    return None if cap is None else Bounds(0, cap // 2, cap)


def _played(crosstable: Crosstable, entrant: int) -> tuple[RoundScore, ...]:
    return tuple(each for each in crosstable.cards[entrant].rounds if each.how == "played")


def _encounters(crosstable: Crosstable, entrant: int) -> tuple[RoundScore, ...]:
    if not crosstable.predetermined:
        return crosstable.played(entrant)
    hows = ("played", "forfeit-win", "forfeit-loss")
    return tuple(each for each in crosstable.cards[entrant].rounds if each.how in hows and each.opponent)
