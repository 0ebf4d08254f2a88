"""The swing of a step in points: what it took from the others less what it cost, against the exact mean of its dice.

Points are counted as the course of a battle counts them (`scoresheet.points_left`). What is lost to chance and what is
taken by it come from the same walk over every way the dice can fall that gives the odds (`rules.likelihood`), so that
the mean is a fraction and no estimate. Fractions are written as text, `5/144`: their integers outgrow JSON's numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

import msgspec

from rules.kernel.state import State
from rules.scoresheet import points_left

Lost: TypeAlias = tuple[int, ...]
"""The points that each side lost in a step, in the order of the sides; less than 0 where somebody came back."""
Chances: TypeAlias = Mapping[Lost, Fraction]


class Share(msgspec.Struct, frozen=True):
    """The points that a step took from everybody but one side, and the exact mean of that over its dice."""

    taken: int
    mean: str


class Swing(msgspec.Struct, frozen=True):
    """A step in points. `shares` are those of all sides.

    `actual` is what the declaring side took less what it lost, `mean` the exact mean of that over the same dice. `good`
    is the probability of so much or more, `bad` of so much or less.
    """

    shares: dict[str, Share]
    actual: int
    mean: str
    good: str
    bad: str

    @property
    def luck(self) -> Fraction:
        """How much more the declaring side got than its dice give on average, in points."""
        return self.actual - Fraction(self.mean)


def lost(points: Mapping[str, int], after: State) -> Lost:
    """What each side lost, from its points before (`points_left`) to a position."""
    left = points_left(after)
    return tuple(before - left.get(side, 0) for side, before in points.items())


def swing(sides: Sequence[str], by: str, actual: Lost, chances: Chances) -> Swing:
    """The swing of a step that `by` declared: what was lost, and the probability of everything that could have been."""
    mine = _swung(sides, by, actual)
    ranked = [(_swung(sides, by, each), chance) for each, chance in chances.items()]
    return Swing(
        shares={side: _share(sides, side, actual, chances) for side in sides},
        actual=mine,
        mean=told(_mean(ranked)),
        good=told(sum((chance for each, chance in ranked if each >= mine), Fraction(0))),
        bad=told(sum((chance for each, chance in ranked if each <= mine), Fraction(0))),
    )


def told(value: Fraction) -> str:
    """A fraction as it is written: `5/144`, also `3/1`."""
    return f"{value.numerator}/{value.denominator}"


def summed(fractions: Iterable[str]) -> Fraction:
    """The exact sum of written fractions."""
    return sum(map(Fraction, fractions), Fraction(0))


def _share(sides: Sequence[str], side: str, actual: Lost, chances: Chances) -> Share:
    mean = _mean((_taken(sides, side, each), chance) for each, chance in chances.items())
    return Share(_taken(sides, side, actual), told(mean))


def _mean(ranked: Iterable[tuple[int, Fraction]]) -> Fraction:
    return sum((chance * points for points, chance in ranked), Fraction(0))


def _taken(sides: Sequence[str], by: str, each: Lost) -> int:
    """What everybody but one side lost."""
    return sum(points for side, points in zip(sides, each, strict=True) if side != by)


def _swung(sides: Sequence[str], by: str, each: Lost) -> int:
    """What a side took less what it lost; nothing for somebody who is no side."""
    if by not in sides:
        return 0
    return _taken(sides, by, each) - each[sides.index(by)]
