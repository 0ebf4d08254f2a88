"""The awards of a tournament in words: Best Overall beside Best General, and the best of each category."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from frontend.base.points import figure
from frontend.tournaments import soft_words, vocabulary
from frontend.tournaments.visit import Visit
from gamelog.contest.overall import Awards, awards
from gamelog.tournaments import selectors, visibility


class AwardRow(NamedTuple):
    """A place in words: `shared` with others, `values` as shown, `own` the visitor's."""

    place: int
    shared: bool
    entrant: int
    name: str
    values: tuple[str, ...]
    own: bool


class AwardTable(NamedTuple):
    """One award: its name, what the columns after the name are, and the rows, best first."""

    key: str
    title: str
    rule: str
    columns: tuple[str, ...]
    rows: list[AwardRow]

    @property
    def winners(self) -> list[AwardRow]:
        """Who is first; nobody if there is no row."""
        return [each for each in self.rows if each.place == 1]


def may_see(visit: Visit) -> bool:
    """Whether the visitor may see the awards."""
    return visibility.awards_open(visit.state, visit.viewer)


def tables(visit: Visit) -> list[AwardTable]:
    """Every award, Best Overall first."""
    standings = selectors.table_of(visit.tournament)
    found = awards(visit.state, standings)
    rows = [(each.place, each.entrant, (figure(each.cells[0].shown),)) for each in standings.places]
    score = vocabulary.label(standings.columns[0])
    general = AwardTable("general", _("Best General"), "", (score,), _rows(visit, rows))
    return [*_overall(visit, found), general, *_categories(visit, found)]


def _overall(visit: Visit, found: Awards) -> list[AwardTable]:
    if not visit.state.terms.overall:
        return []
    terms = visit.state.terms
    columns = (_("total"), _("battles"), *(vocabulary.label(each) for each in terms.soft), _("place in the standings"))
    rows = [
        (
            each.place,
            each.entrant,
            (figure(each.total.shown), *(figure(part.shown) for part in each.parts), str(each.general)),
        )
        for each in found.overall
    ]
    return [AwardTable("overall", _("Best Overall"), soft_words.overall(terms), columns, _rows(visit, rows))]


def _categories(visit: Visit, found: Awards) -> list[AwardTable]:
    return [
        AwardTable(
            each.id, vocabulary.label(each), soft_words.category(each, visit.state.terms),
            (pgettext("mark", "points"), _("votes") if each.by == "vote" else _("marks")),
            _rows(visit, [(row.place, row.entrant, (figure(row.points.shown), str(row.marks)))
                          for row in found.categories[each.id]]),
        )
        for each in visit.state.terms.soft
    ]  # fmt: skip


def _rows(visit: Visit, rows: Sequence[tuple[int, int, tuple[str, ...]]]) -> list[AwardRow]:
    places = [place for place, _entrant, _values in rows]
    own = visit.own.number if visit.own else 0
    return [
        AwardRow(place, places.count(place) > 1, entrant, visit.name(entrant),
                 tuple(each.replace("-", "−") for each in values), entrant == own)
        for place, entrant, values in rows
    ]  # fmt: skip
