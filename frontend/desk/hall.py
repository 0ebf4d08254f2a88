"""The screen in the hall: its content in pages that each fit the screen, whatever its size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from frontend.base.numbers import whole_number
from frontend.base.points import figure
from frontend.desk import round_tables
from frontend.desk.access import Desk
from frontend.tournaments import group_tables, provisional, vocabulary
from frontend.tournaments.pairings import Match
from gamelog.contest.state import Round, open_seats
from gamelog.tournaments import selectors

COLUMNS = 2
TABLES_A_COLUMN = 8
PLACES_A_COLUMN = 11
NAMES_A_COLUMN = 11
SECONDS = 12
LIVE = "live"
"""Battles as they are played; these pages come first, and are made again only when a battle begins or ends."""
SHORTEST, LONGEST = 3, 600
"""Seconds a page is shown."""


class Page(NamedTuple):
    """One page: `key` stays the same across updates, `columns` hold its rows side by side."""

    key: str
    kind: str
    title: str
    columns: list[list[Any]]


class Placed(NamedTuple):
    """A row of the standings."""

    place: int
    name: str
    record: str
    score: str
    provisional: str


class SeatByName(NamedTuple):
    """A player's table, in the list by name."""

    name: str
    table: str
    opponent: str


class Unpaired(NamedTuple):
    """An entrant without an opponent in a round, and why."""

    name: str
    why: str


def seconds(asked: QueryDict) -> int:
    """Seconds a page is shown, as asked for with `turn`."""
    return min(max(whole_number(asked.get("turn", ""), otherwise=SECONDS), SHORTEST), LONGEST)


def kinds(asked: QueryDict) -> list[str]:
    """The kinds of pages in the order asked for with `show`; by default everything except the list of names."""
    wanted = [each for each in asked.get("show", "").split(",") if each in (LIVE, *PAGES)]
    return list(dict.fromkeys(wanted)) or [LIVE, "pairings", "tables", "standings"]


def pages(desk: Desk, rows: Sequence[round_tables.TableRow], asked: QueryDict) -> list[Page]:
    """Every page in turning order; `rows` are the tables of the current round."""
    return [page for kind in kinds(asked) if kind in PAGES for page in PAGES[kind](desk, rows)]


def _pairings(desk: Desk, rows: Sequence[round_tables.TableRow]) -> list[Page]:
    found = desk.state.round
    if found is None or desk.state.terms.by_challenge:
        return []
    title = _("Round %(round)d: pairings") % {"round": found.number}
    mission = vocabulary.mission(desk.state.terms, found.number)
    named = f"{title} · {mission}" if mission else title
    return _paged("pairings", named, [*_matches(rows), *_aside(desk, found)], TABLES_A_COLUMN)


def _matches(rows: Sequence[round_tables.TableRow]) -> list[Match]:
    """The matches of a round: a match between teams once, not board by board."""
    return list({each.match.table: each.match for each in rows}.values())


def _aside(desk: Desk, found: Round) -> list[Unpaired]:
    """The entrants without an opponent in a round."""
    bye = [Unpaired(desk.name(each), _("bye")) for each in found.paired.resting]
    unopposed = [Unpaired(desk.name(each), _("unopposed")) for each in found.paired.unopposed]
    waiting = [Unpaired(desk.name(each), vocabulary.bye_kind("waiting")) for each in found.paired.waiting]
    return bye + unopposed + waiting


def _names(desk: Desk, rows: Sequence[round_tables.TableRow]) -> list[Page]:
    found = desk.state.round
    if found is None or desk.state.terms.by_challenge:
        return []
    names = [SeatByName(each.name, "–", each.why) for each in _aside(desk, found)]
    for each in _matches(rows):
        table = str(each.table)
        names += [SeatByName(each.name_a, table, each.name_b), SeatByName(each.name_b, table, each.name_a)]
    names.sort(key=lambda each: each.name.casefold())
    return _paged("names", _("Round %(round)d: by name") % {"round": found.number}, names, NAMES_A_COLUMN)


def _tables(desk: Desk, rows: Sequence[round_tables.TableRow]) -> list[Page]:
    title = _("Round %(round)d: results") % {"round": len(desk.state.rounds)}
    if desk.state.terms.by_challenge:
        title = _("Matches")
    return _paged("tables", title, rows, TABLES_A_COLUMN)


def _standings(desk: Desk, rows: Sequence[round_tables.TableRow]) -> list[Page]:
    if not desk.state.rounds:
        return []
    table = selectors.standings_after(desk.tournament, desk.state)
    unsure = selectors.provisional_after(desk.tournament, desk.state)
    places = [
        Placed(each.place, desk.name(each.entrant), f"{each.wins}–{each.draws}–{each.losses}",
               figure(each.cells[0].shown), provisional.because(unsure.get(each.entrant, ())))
        for each in table.places
    ]  # fmt: skip
    title = _("Final standings")
    if desk.state.phase != "finished":
        missing = open_seats(desk.state, len(desk.state.rounds))
        text = _("Standings in round %(round)d, so far") if missing else _("Standings after round %(round)d")
        title = _("Standings") if desk.state.terms.by_challenge else text % {"round": table.rounds}
    return [*_groups(desk), *_paged("standings", title, places, PLACES_A_COLUMN)]


def _groups(desk: Desk) -> list[Page]:
    """The tables of the groups, two side by side; a large one has pages of its own."""
    found = [
        (each.title, [Placed(row.row.place, row.name, row.record, row.score, "") for row in each.rows])
        for each in group_tables.shown(desk.state, desk.name)
    ]
    if any(len(rows) > PLACES_A_COLUMN for _title, rows in found):
        return [page for number, (title, rows) in enumerate(found, 1)
                for page in _paged(f"standings-group-{number}", title, rows, PLACES_A_COLUMN)]  # fmt: skip
    pairs = [found[at : at + COLUMNS] for at in range(0, len(found), COLUMNS)]
    return [
        Page(f"standings-groups-{number}", "standings", " · ".join(title for title, _rows in two),
             [rows for _title, rows in two])
        for number, two in enumerate(pairs, 1)
    ]  # fmt: skip


PAGES: dict[str, Callable[[Desk, Sequence[round_tables.TableRow]], list[Page]]] = {
    "pairings": _pairings, "names": _names, "tables": _tables, "standings": _standings,
}  # fmt: skip
"""What the screen can show."""


def _paged(kind: str, title: str, rows: Sequence[Any], height: int) -> list[Page]:
    """Rows spread over as many pages as they need, column after column."""
    size = height * COLUMNS
    cut = [rows[first : first + size] for first in range(0, len(rows), size)]
    return [
        Page(f"{kind}-{number}", kind, title, [list(part[:height]), list(part[height:])])
        for number, part in enumerate(cut, 1)
    ]
