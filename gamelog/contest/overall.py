"""Best Overall: a second table made of the first (Best General) and the soft scores; and the best of each category.

Everything is exact: hundredths and weights are whole numbers, shares are fractions, and nothing is rounded but for the
eye.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

import msgspec

from gamelog.contest import soft
from gamelog.contest.places import Cell, StandingsTable
from gamelog.contest.points import POINT, exact, shown
from gamelog.contest.state import TournamentState
from gamelog.contest.terms import Terms
from gamelog.contest.terms_soft import SoftCategory

Totals: TypeAlias = Mapping[str, Mapping[int, int]]
"""What marks come to by category and entrant, in hundredths."""


class OverallPlace(msgspec.Struct, frozen=True):
    """A row of Best Overall: `parts` are what the battles and each category add, in this order; `general` is the place
    in the standings.
    """

    place: int
    entrant: int
    total: Cell
    parts: tuple[Cell, ...]
    general: int


class CategoryPlace(msgspec.Struct, frozen=True):
    """A row of a category: what the marks of an entrant come to, and how many were given."""

    place: int
    entrant: int
    points: Cell
    marks: int


class Awards(msgspec.Struct, frozen=True):
    """Best Overall (empty without one) and each category, best first."""

    overall: tuple[OverallPlace, ...]
    categories: dict[str, tuple[CategoryPlace, ...]]


def awards(state: TournamentState, table: StandingsTable) -> Awards:
    """The tables behind the awards, from the marks of an event and its standings."""
    field = [each.entrant for each in table.places]
    games, terms = soft.games_of(state), state.terms
    totals = {each.id: {entrant: soft.total(state, each, entrant, games) for entrant in field} for each in terms.soft}
    best = overall(terms, table, totals) if terms.overall else ()
    return Awards(best, {each.id: _best_of(state, each, totals[each.id], games) for each in terms.soft})


def overall(terms: Terms, table: StandingsTable, totals: Totals) -> tuple[OverallPlace, ...]:
    """Best Overall from the standings and what marks come to. Equals stand in the order of the standings."""
    assert terms.overall
    own, kind = terms.overall, terms.overall.points or terms.ranks
    rows = []
    for at, each in enumerate(table.places):
        parts = [counted(each.card.of(kind), own.weight, own.of)]
        parts += [counted(totals[one.id].get(each.entrant, 0), one.weight, one.of) for one in terms.soft]
        rows.append((sum(parts, Fraction()), at, each, parts))
    rows.sort(key=lambda row: (-row[0], row[1]))
    places = _places([(total, each.place if own.ties == "general" else 0) for total, _at, each, _parts in rows])
    return tuple(
        OverallPlace(place, each.entrant, _cell(total), tuple(map(_cell, parts)), each.place)
        for place, (total, _at, each, parts) in zip(places, rows, strict=True)
    )


def counted(points: int, weight: int, of: int) -> Fraction:
    """What points (hundredths) add to Best Overall, in points: as the factor `weight`, or as its share by `of`."""
    return Fraction(points * weight, (of or POINT) * POINT)


def _best_of(
    state: TournamentState, category: SoftCategory, totals: Mapping[int, int], games: soft.Games
) -> tuple[CategoryPlace, ...]:
    """Everybody who has a mark of a category, or points without one; equals share a place, in the order of their
    numbers.
    """
    marks = {entrant: len(soft.marks_of(state, category, entrant, games)) for entrant in totals}
    order = sorted((each for each in totals if marks[each] or totals[each]), key=lambda each: (-totals[each], each))
    places = _places([totals[each] for each in order])
    return tuple(
        CategoryPlace(place, each, _cell(Fraction(totals[each], POINT)), marks[each])
        for place, each in zip(places, order, strict=True)
    )


def _places(values: Sequence[object]) -> list[int]:
    """The places of values in order, best first; equals share one."""
    return [values.index(each) + 1 for each in values]


def _cell(value: Fraction) -> Cell:
    return Cell(exact(value), shown(value, 2))
