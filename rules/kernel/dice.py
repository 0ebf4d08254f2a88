"""Where dice come from. The engine reads a tape; this module also draws faces from a seed, the same on any machine."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from typing import NamedTuple

import msgspec


class Dice(NamedTuple):
    """A number of dice with a number of sides; a plain number of dice means D6."""

    number: int
    sides: int


class Needs(NamedTuple):
    """What each die needs: face and modifiers reach `needed`, or the face is `natural_pass`, and not `natural_fail`.

    `exact` says that the face itself matters, not only whether it passes (a rule looks for a 6); only odds need this.
    """

    needed: int
    natural_fail: int = 1
    natural_pass: int = 0
    exact: bool = False


Picks = Callable[[int], bool]
"""A choice of dice by the face they show."""


class Again(NamedTuple):
    """Which dice of a throw are rolled again, once each: those that have to be, and those that may be.

    The latter are rolled again unless the side that threw them lets them stand.
    """

    must: Picks | None = None
    may: Picks | None = None

    def compels(self, face: int) -> bool:
        """Whether a die with this face has to be rolled again."""
        return self.must is not None and self.must(face)

    def allows(self, face: int) -> bool:
        """Whether a die with this face may be rolled again and need not be."""
        return self.may is not None and self.may(face) and not self.compels(face)

    def picks(self, face: int) -> bool:
        """Whether a die with this face is rolled again if nobody lets it stand."""
        return self.compels(face) or self.allows(face)

    def also(self, other: Again) -> Again:
        """This choice extended by another rule's."""
        return Again(_either(self.must, other.must), _either(self.may, other.may))


def _either(one: Picks | None, other: Picks | None) -> Picks | None:
    if one is None or other is None:
        return one or other
    return lambda face: one(face) or other(face)


class Throw(msgspec.Struct, frozen=True):
    """Dice about to be read: how many with how many sides, for which clause and side, and what counts as passing."""

    count: int
    sides: int
    clause: str
    by: str
    test: Needs | None = None
    bonus: int = 0
    reroll: Again = Again()

    @property
    def needs(self) -> int:
        """The face that a die has to show, its modifiers counted; 0 if nothing is needed."""
        return 0 if self.test is None else max(0, self.test.needed - self.bonus)

    def passes(self, face: int) -> bool:
        """Whether a face passes; always false if nothing is needed."""
        test = self.test
        if test is None or face == test.natural_fail:
            return False
        return face == test.natural_pass or face + self.bonus >= test.needed


class Seeded:
    """Whole numbers drawn from a seed: HMAC-SHA-256 of a counter, with rejection so that each value is equally likely.

    The numbers depend on the seed and label alone, forever.
    """

    def __init__(self, seed: bytes, label: str = "") -> None:
        self._key = seed
        self._label = label.encode()
        self._counter = 0

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1; `bound` is at least 1 and at most 2**32."""
        assert 1 <= bound <= 2**32, bound
        limit = 2**32 - 2**32 % bound
        while True:
            self._counter += 1
            digest = hmac.digest(self._key, self._label + self._counter.to_bytes(8, "big"), hashlib.sha256)
            value = int.from_bytes(digest[:4], "big")
            if value < limit:
                return value % bound

    def die(self, sides: int = 6) -> int:
        """One face, 1 to `sides`."""
        return self.below(sides) + 1

    def throw(self, throw: Throw) -> tuple[int, ...]:
        return tuple(self.die(throw.sides) for _ in range(throw.count))


def d3(face: int) -> int:
    """A D6 face read as a D3: halved, rounded up."""
    return (face + 1) // 2
