"""A tie-break as a value: its labels, its text, its source, and its computation for one entrant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Literal, TypeAlias

import msgspec

from gamelog.contest.points import POINT, shown
from gamelog.contest.terms import Ranks
from gamelog.contest.tiebreaks.crosstable import Crosstable

Group: TypeAlias = tuple[int, ...]
"""The entrants that are still level when a tie-break is reached, by number."""


class Param(msgspec.Struct, frozen=True):
    """A setting of a tie-break: a whole number from 0 to `most`, and its default."""

    id: str
    default: int
    most: int
    en: str
    ru: str

    def of(self, default: int) -> Param:
        """The same setting with another default."""
        return msgspec.structs.replace(self, default=default)


class KindParam(msgspec.Struct, frozen=True):
    """A setting of a tie-break that is a kind of points: the member of `terms.TieBreak`, what is counted in it, and
    the kind where an event says none.
    """

    id: Literal["of", "by"]
    en: str
    ru: str
    default: Ranks = "match"


class Summand(msgspec.Struct, frozen=True):
    """One term of a value: how much, from which round and opponent (0: none), and whether a cut left it out."""

    amount: Fraction
    round: int = 0
    opponent: int = 0
    en: str = ""
    ru: str = ""
    left_out: bool = False


class Worked(msgspec.Struct, frozen=True):
    """A value and its terms. No value: the tie-break does not apply to this entrant.

    `en` and `ru` say how the terms make the value; empty: they are added up.
    """

    value: Fraction | None
    parts: tuple[Summand, ...] = ()
    en: str = ""
    ru: str = ""


@dataclass(frozen=True)
class Setting(Mapping[str, int]):
    """A tie-break as an event uses it: all its parameters, and the kinds of points (see `terms.TieBreak`)."""

    params: Mapping[str, int] = field(default_factory=dict)
    of: Ranks = "match"
    by: Ranks = "match"

    def __getitem__(self, name: str) -> int:
        return self.params[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.params)

    def __len__(self) -> int:
        return len(self.params)


Compute: TypeAlias = Callable[[Crosstable, int, Setting, Group], Worked]
"""(crosstable, entrant, setting, group) -> what it comes to. More is better, always."""


@dataclass(frozen=True)
class TieBreakRule:
    """A tie-break of one version. A rule that changes gets a new version; the old one stays, for the events it decided.

    `text_*` is the rule in our own words, `source` and `source_ru` where it is from. With `needs_group` the value is
    about those who are level at that point, and means nothing outside of them. `kinds` are the kinds of points that an
    event may choose. With `ratings` the cards have to hold them, with `games` the results should have the
    games of each match. `wrong` names a parameter that contradicts another, and says why in English and Russian.
    """

    id: str
    version: str
    en: str
    ru: str
    text_en: str
    text_ru: str
    source: str
    source_ru: str
    compute: Compute
    params: tuple[Param, ...] = ()
    needs_group: bool = False
    kinds: tuple[KindParam, ...] = ()
    ratings: bool = False
    games: bool = False
    wrong: Callable[[Mapping[str, int]], tuple[str, str, str] | None] | None = None

    @property
    def defaults(self) -> dict[str, int]:
        """The parameters of an event that names none."""
        return {param.id: param.default for param in self.params}


EXACT = 99
DECIMALS = Param("decimals", EXACT, EXACT, "rounded to decimals (99: exact)", "округлено до знаков (99: точно)")
"""To how many places a value is rounded before it is compared."""


def rounded(value: Fraction, decimals: int) -> Fraction:
    """A value rounded for comparison, halves up; `EXACT` leaves it as it is."""
    return value if decimals == EXACT else Fraction(floor(value * 10**decimals + Fraction(1, 2)), 10**decimals)


NOBODY_MET = Worked(Fraction(0), (), "Nobody was met: 0.", "Соперников не было: 0.")


def mean_of(parts: tuple[Summand, ...], decimals: int = EXACT, nobody: Worked = NOBODY_MET) -> Worked:
    """The mean of all terms that no cut left out, rounded; `nobody` where there are none."""
    amounts = [part.amount for part in parts if not part.left_out]
    if not amounts:
        return Worked(nobody.value, parts, nobody.en, nobody.ru)
    total = sum(amounts, Fraction(0))
    value = rounded(total / len(amounts), decimals)
    text = f"{shown(total)} / {len(amounts)} = {shown(value)}"
    if value == total / len(amounts):
        return Worked(value, parts, f"The mean: {text}", f"Среднее: {text}")
    return Worked(
        value,
        parts,
        f"The mean, rounded to {decimals} decimals: {text}",
        f"Среднее, знаков после запятой {decimals}: {text}",
    )


@lru_cache(maxsize=65536)
def in_points(hundredths: int) -> Fraction:
    """Points of hundredths of a point."""
    return Fraction(hundredths, POINT)


def added_up(parts: tuple[Summand, ...]) -> Worked:
    """The sum of all terms that no cut left out."""
    return Worked(sum((part.amount for part in parts if not part.left_out), Fraction(0)), parts)
