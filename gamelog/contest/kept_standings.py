"""What is kept of an event's standings from one computation to the next, so that a new result costs what it changes.

A round is kept by the bytes of all that its points follow from; values by the cards that they were read from
(`tiebreaks.crosstable`); rows by what they show. Nothing here decides anything: standings computed with it are those
computed from nothing. It is lost at any time without harm, and belongs to one event and one line of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from gamelog.contest.cards import Cards
from gamelog.contest.terms import Terms
from gamelog.contest.tiebreaks.crosstable import Crosstable

Made = TypeVar("Made")
MOST = 150
"""Values that are kept for an entrant on an average; those of groups that are level no more would pile up."""


class KeptStandings:
    """Used by one computation at a time, and no more after one that failed."""

    def __init__(self) -> None:
        self._kept: dict[Any, tuple[Any, Any]] = {}
        self._terms: Terms | None = None
        self._seed = ""
        self._crosstable: Crosstable | None = None

    def made(self, key: Any, told: Any, make: Callable[[], Made]) -> Made:
        """What `make` gives, made again only when `told`, all that it follows from, is something else."""
        kept = self._kept.get(key)
        if kept is None or kept[0] != told:
            kept = self._kept[key] = told, make()
        found: Made = kept[1]
        return found

    def crosstable(self, cards: Cards, terms: Terms, seed: str) -> Crosstable:
        """The crosstable of the event with these cards."""
        found = self._crosstable
        if found is None or (self._terms, self._seed) != (terms, seed) or len(found.memory) > MOST * len(cards):
            found = self._crosstable = Crosstable(cards, terms, seed)
            self._terms, self._seed = terms, seed
        else:
            found.change(cards)
        return found
