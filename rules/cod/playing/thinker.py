"""What the parts of the autoplayer need of the player they play for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from rules.cod.playing.notes import Notes
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.events import Action
from rules.kernel.part import Option
from rules.kernel.state import State, Unit

T = TypeVar("T")
Propose = Callable[[Any, State, Option, list[Option]], Iterator[Action]]
"""Actions a player might take for an option, best first; the options of the same action come with it."""


class Thinker(Protocol):
    """A player with dice of its own that knows what it has written down in secret."""

    dice: Seeded
    notes: Notes

    def targets(self, state: State, unit: Unit, keys: Sequence[str]) -> list[Unit]:
        """The units among some that it would shoot at, the first one best."""

    def otherwise(self, state: State, option: Option, same: list[Option]) -> Iterable[Action]:
        """What is proposed in every game of this sequence."""

    def ctx(self, state: State, side: str) -> Context:
        """A context of the rules in a position, to ask and not to change anything."""

    def one_of(self, things: Sequence[T]) -> T:
        """Any of some things."""
