"""Standings in pages: which rows a reader asked for.

`?page=3` is a page by its number, `?page=e12` the one on which entrant 12 stands now, and `?q=` finds rows by words of
the names, a team's players included, or by an entrant's number. Paper, files, frames and the API have all rows, or as
many as their own options say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.core.paginator import Page, Paginator

from frontend.base.history_query import HistoryQuery
from frontend.tournaments.visit import Visit
from gamelog.contest.places import Place, StandingsTable

ROWS_A_PAGE = 60
LONGEST = 100
"""Characters of a search that count."""


class AskedRows(msgspec.Struct, frozen=True):
    """The rows that a reader asked for, in the words of the address."""

    page: str = ""
    q: str = ""

    @property
    def tag(self) -> str:
        """What tells these rows from others in an ETag; empty where nothing was asked for."""
        return sha256(f"{self.page}\0{self.q}".encode()).hexdigest()[:12] if self.page or self.q else ""

    def query(self, asked: HistoryQuery) -> str:
        """The query string of these rows of the standings asked for, its question mark included; empty for none."""
        own = urlencode({key: value for key, value in (("page", self.page), ("q", self.q)) if value})
        return f"{asked.query}{'&' if asked.query else '?'}{own}" if own else asked.query


def asked_rows(given: Mapping[str, str]) -> AskedRows:
    """The rows that a query string asks for."""
    return AskedRows(given.get("page", "")[:LONGEST], given.get("q", "").strip()[:LONGEST])


def where(table: StandingsTable, entrant: int) -> AskedRows:
    """The rows among which an entrant is found; everything where that is one page."""
    return AskedRows(f"e{entrant}") if len(table.places) > ROWS_A_PAGE else AskedRows()


def own_page(visit: Visit, table: StandingsTable) -> str:
    """The page on which the visitor stands; empty if they are not in the table."""
    own = visit.own.number if visit.own else 0
    return f"e{own}" if any(each.entrant == own for each in table.places) else ""


def page_of(visit: Visit, table: StandingsTable, rows: AskedRows) -> Page[Any]:
    """The page asked for, of places; the nearest one if there is no such page."""
    places = _found(visit, table.places, rows.q.casefold().split())
    number = rows.page
    if number[:1] == "e":
        at = next((at for at, each in enumerate(places) if f"e{each.entrant}" == number), 0)
        number = str(at // ROWS_A_PAGE + 1)
    return Paginator(places, ROWS_A_PAGE).get_page(number)


def _found(visit: Visit, places: Sequence[Place], words: list[str]) -> Sequence[Place]:
    if not words:
        return places
    named: dict[int, str] = {}
    for (entrant, _board), name in visit.names.items():
        named[entrant] = f"{named.get(entrant, '')} {name}"
    texts = ((each, f"{named.get(each.entrant, '')} #{each.entrant}".casefold()) for each in places)
    return [each for each, text in texts if all(word in text for word in words)]
