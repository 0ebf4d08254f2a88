"""Parts of pages that keep themselves up to date: they are rendered again only when something they show has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from frontend.desk.access import Desk
from frontend.desk.round_tables import TableRow
from gamelog.tournaments.selectors import standings_tag


def part_tag(request: HttpRequest, desk: Desk, rows: Iterable[TableRow], *beside: object) -> str:
    """The ETag of a part, known without rendering it: acts and names, progress of records, the reader, and `beside`."""
    records = [(str(each.record.game.pk), each.record.game.number, *each.record[1:]) for each in rows if each.record]
    told = (
        standings_tag(desk.tournament),
        sorted(desk.roles),
        get_language(),
        request.GET.urlencode(),
        records,
        beside,
    )
    return f'"{sha256(repr(told).encode()).hexdigest()[:32]}"'


def part(request: HttpRequest, etag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The part, or 304 if the reader has it already."""
    response = get_conditional_response(request, etag=etag) or make()
    response["ETag"] = etag
    return response
