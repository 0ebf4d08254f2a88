"""What the parts of the autoplayer need of the player they play for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.state import Model, Point, State, Unit

T = TypeVar("T")


class Thinker(Protocol):
    """A player with dice of its own, and an opinion on where its units go and whom they shoot at."""

    dice: Seeded

    def goal(self, state: State, unit: Unit) -> Point | None:
        """Where a unit wants to go."""

    def targets(self, state: State, unit: Unit, keys: Sequence[str]) -> list[Unit]:
        """The units among some that it would shoot at, the first one best."""

    def stands(self, state: State, unit: Unit) -> bool:
        """Whether a unit would rather stand and shoot than move."""

    def hurries(self, state: State, unit: Unit) -> bool:
        """Whether a unit uses its packs, or drives at cruising speed."""

    def stays_aboard(self, state: State, unit: Unit, carrier: Model) -> bool:
        """Whether passengers stay where they are."""

    def stride(self, reach: int) -> int:
        """How far of what it may a unit goes."""

    def ctx(self, state: State, side: str) -> Context:
        """A context of the rules in a position, to ask and not to change anything."""

    def one_of(self, things: Sequence[T]) -> T:
        """Any of some things."""
