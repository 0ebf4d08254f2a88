"""A tie-break as a value: its labels, its text, its source, and its computation for one entrant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from gamelog.contest.points import POINT
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

    `text_*` is the rule in our own words, `source` where it is from. With `needs_group` the value is about those who
    are level at that point, and means nothing outside of them. `kinds` are the kinds of points that an event may
    choose.
    """

    id: str
    version: str
    en: str
    ru: str
    text_en: str
    text_ru: str
    source: str
    compute: Compute
    params: tuple[Param, ...] = ()
    needs_group: bool = False
    kinds: tuple[KindParam, ...] = ()

    @property
    def defaults(self) -> dict[str, int]:
        """The parameters of an event that names none."""
        return {param.id: param.default for param in self.params}


@lru_cache(maxsize=65536)
def in_points(hundredths: int) -> Fraction:
    """Points of hundredths of a point."""
    return Fraction(hundredths, POINT)


def added_up(parts: tuple[Summand, ...]) -> Worked:
    """The sum of all terms that no cut left out."""
    return Worked(sum((part.amount for part in parts if not part.left_out), Fraction(0)), parts)
