"""Where dice come from. The engine reads a tape; this module also draws faces from a seed, the same on any machine."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

import msgspec


class Throw(msgspec.Struct, frozen=True):
    """Dice about to be read: how many of how many sides, for which clause, by whom, and what counts as passing.

    `coarse` is 0, or into how many groups of neighbouring faces whoever counts probabilities may put a die that is a
    direction.
    """

    count: int
    sides: int
    clause: str
    by: str
    needed: int = 0
    bonus: int = 0
    natural_fail: int = 1
    natural_pass: int = 0
    reroll: Callable[[int], bool] | None = None
    exact: bool = False
    coarse: int = 0

    def passes(self, face: int) -> bool:
        """Whether a face passes; never where nothing is needed."""
        if not self.needed or face == self.natural_fail:
            return False
        return face == self.natural_pass or face + self.bonus >= self.needed


class Seeded:
    """Whole numbers drawn from a seed: HMAC-SHA-256 of a counter, with rejection so that each value is equally likely.

    The same seed and label give the same numbers for ever; nothing else goes in.
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
        """The faces of a throw."""
        return tuple(self.die(throw.sides) for _ in range(throw.count))


def d3(face: int) -> int:
    """A D6 face read as a D3: halved, rounded up."""
    return (face + 1) // 2
