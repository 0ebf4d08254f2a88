"""How often fair dice would deviate at least as far as these did, by the faces that fell or by the number of passes.

Faces: Pearson's statistic, its distribution counted exactly up to `EXACT_FACES` dice, beyond that chi-square. Passes:
the exact distribution of dice with different needs up to `EXACT_PASSES`, beyond that normal with continuity correction;
two-sided, everything at most as likely as what happened.

Only whole numbers and fractions; where a chi-square probability is wanted, decimals of fixed precision. A probability
is exact as long as its fraction is short, else rounded up to eighteen decimals.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import Any, Literal, TypeAlias

BOUND = Fraction(1, 20)
"""At most this share of what an audit calls unusual is expected to be chance."""
EXACT_FACES = 150
"""Faces are counted exactly up to this many dice (about 0.05 s)."""
EXACT_PASSES = 400
"""Passes are counted exactly up to this many dice (about 0.05 s)."""
PLACES = 10**18
"""Probabilities with longer fractions are rounded up to a multiple of one in this, which still is a 64-bit number."""

Needs: TypeAlias = tuple[tuple[int, int, int], ...]
"""Dice by what they had to show: the least passing face, how many dice, how many of them passed."""
Method: TypeAlias = Literal["", "exact", "chi-square", "normal"]


def expected(needs: Needs, sides: int) -> Fraction:
    """The average number of passes if these dice are fair."""
    return sum((Fraction(dice * (sides + 1 - reach), sides) for reach, dice, _ in needs), Fraction(0))


def by_faces(counts: Sequence[int]) -> tuple[Fraction, Method]:
    """The probability that fair dice fall at least as unevenly, by Pearson's statistic, and how it was counted."""
    dice, sides, squares = sum(counts), len(counts), sum(count * count for count in counts)
    if dice <= EXACT_FACES:
        return short(_at_least_so_uneven(dice, sides, squares)), "exact"
    return short(chi_square(sides - 1, Fraction(sides * squares, dice) - dice)), "chi-square"


@lru_cache(maxsize=1024)
def _at_least_so_uneven(dice: int, sides: int, squares: int) -> Fraction:
    """The faces in two halves: for each number of dice in the first, its ways are combined with those of the second."""
    half = sides // 2
    ways = 0
    for first in range(dice + 1):
        (own, weights), (others, at_least) = _uneven(first, half), _uneven(dice - first, sides - half)
        found = 0
        for index, square in enumerate(own):
            weight = weights[index] - weights[index + 1]
            found += weight * at_least[bisect_left(others, squares - square)]
        ways += comb(dice, first) * found
    return Fraction(ways, sides**dice)


@lru_cache(maxsize=4096)
def _uneven(dice: int, faces: int) -> tuple[list[int], list[int]]:
    """Every sum of squared counts of dice over faces, ascending, with the number of ways to reach at least that sum."""
    found = {dice * dice: 1} if faces == 1 else {}
    if faces > 1:
        for last in range(dice + 1):
            squares, at_least = _uneven(dice - last, faces - 1)
            ways = comb(dice, last)
            for index, square in enumerate(squares):
                total = square + last * last
                found[total] = found.get(total, 0) + ways * (at_least[index] - at_least[index + 1])
    squares = sorted(found)
    falling = list(accumulate((found[square] for square in reversed(squares)), initial=0))
    return squares, falling[::-1]


def by_passes(needs: Needs, sides: int) -> tuple[Fraction, Method]:
    """The probability that fair dice give a number of passes that is at most as likely, and how it was counted."""
    dice, passed = sum(dice for _, dice, _ in needs), sum(passed for _, _, passed in needs)
    asked = tuple((reach, dice) for reach, dice, _ in needs)
    if dice <= EXACT_PASSES:
        return short(_at_most_so_likely(asked, sides, passed)), "exact"
    spread = sum(Fraction(n * (sides + 1 - reach) * (reach - 1), sides**2) for reach, n in asked)
    strayed = max(Fraction(0), abs(passed - expected(needs, sides)) - Fraction(1, 2))
    return short(chi_square(1, strayed * strayed / spread)), "normal"


@lru_cache(maxsize=1024)
def _at_most_so_likely(asked: tuple[tuple[int, int], ...], sides: int, passed: int) -> Fraction:
    ways = [1]
    for reach, dice in asked:
        good, bad = sides + 1 - reach, reach - 1
        more = [comb(dice, n) * good**n * bad ** (dice - n) for n in range(dice + 1)]
        ways = _convolved(ways, more)
    return Fraction(sum(each for each in ways if each <= ways[passed]), sum(ways))


def _convolved(one: list[int], other: list[int]) -> list[int]:
    made = [0] * (len(one) + len(other) - 1)
    for index, ways in enumerate(one):
        for more, each in enumerate(other, index):
            made[more] += ways * each
    return made


def short(chance: Fraction) -> Fraction:
    """The chance itself where its denominator is at most `PLACES`, else the next multiple of one in `PLACES` above."""
    if chance.denominator <= PLACES:
        return chance
    return Fraction(-(-chance.numerator * PLACES // chance.denominator), PLACES)


_PRECISE = Context(prec=60)
_PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
_FARTHEST = 300
"""From a statistic of twice this on, a probability is below anything that `PLACES` can show."""


def chi_square(degrees: int, statistic: Fraction) -> Fraction:
    """The probability that chi-square with these degrees of freedom reaches `statistic`, to some fifty decimals; at
    least one in `PLACES`.

    One less the regularised lower incomplete gamma function, by its series of positive terms (Abramowitz and Stegun,
    6.5.29).
    """
    if statistic > 2 * _FARTHEST:
        return Fraction(1, PLACES)
    with localcontext(_PRECISE):
        y = Decimal(statistic.numerator) / Decimal(2 * statistic.denominator)
        shape = Decimal(degrees) / 2
        term = total = Decimal(1)
        step = shape
        while term > total.scaleb(-_PRECISE.prec):
            step += 1
            term *= y / step
            total += term
        below = y**shape * (-y).exp() * total / _gamma_of_next(degrees)
        return max(Fraction(1, PLACES), 1 - Fraction(below))


def _gamma_of_next(degrees: int) -> Decimal:
    """The gamma function at half of `degrees` and one."""
    value = _PI.sqrt() if degrees % 2 else Decimal(1)
    for half in range(2 - degrees % 2, degrees + 1, 2):
        value *= Decimal(half) / 2
    return value


def discoveries(chances: Mapping[Any, Fraction], bound: Fraction = BOUND) -> set[Any]:
    """Which of all comparisons are unusual, with an expected share of false ones of at most `bound`.

    Benjamini and Yekutieli (2001): valid however the comparisons depend on each other.
    """
    ordered = sorted(chances.items(), key=lambda item: item[1])
    harmonic = sum((Fraction(1, rank) for rank in range(1, len(ordered) + 1)), Fraction(0))
    last = 0
    for rank, (_, chance) in enumerate(ordered, 1):
        if chance * len(ordered) * harmonic <= rank * bound:
            last = rank
    return {key for key, _ in ordered[:last]}
