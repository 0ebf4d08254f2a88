"""What the parts of the autoplayer need of the player they play for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from rules.cod.playing.notes import Notes
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.state import State, Unit

T = TypeVar("T")


class Thinker(Protocol):
    """A player with dice of its own, and notes of what it has written down in secret."""

    dice: Seeded
    notes: Notes

    def ctx(self, state: State, side: str) -> Context:
        """A context of the rules in a position, to ask and not to change anything."""

    def one_of(self, things: Sequence[T]) -> T:
        """Any of some things."""

    def targets(self, state: State, unit: Unit, keys: Sequence[str]) -> list[Unit]:
        """The units among some that it would shoot at, the first one best."""
