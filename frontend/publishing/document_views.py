"""An event at stable addresses, for programs and other sites: standings, pairings and the bracket as JSON and CSV, its
calendar, its feed, and the QR code of a table. Only public events are served, and the same to everybody.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from frontend.publishing import feed, qr_codes, responses
from frontend.publishing.responses import ATOM, CALENDAR, CSV, JSON
from gamelog.tournaments import published
from gamelog.tournaments.calendars import calendar_of
from gamelog.tournaments.published import Shown


@require_safe
@gzip_page
def standings_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings as JSON; docs/embedding.md describes the format."""
    return responses.document(request, slug, "standings.json", JSON, published.standings_json)


@require_safe
@gzip_page
def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings as CSV."""
    return responses.document(request, slug, "standings.csv", CSV, lambda event, site: published.standings_csv(event))


@require_safe
@gzip_page
def pairings_json(request: HttpRequest, slug: str, number: int = 0) -> HttpResponse:
    """A round as JSON: how it was paired, and its results. Without a number, the last one."""

    def make(event: Shown, site: str) -> bytes:
        return published.pairings_json(event, site, number)

    return responses.document(request, slug, f"round-{number}.json", JSON, make)


@require_safe
@gzip_page
def pairings_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The pairings of a round as CSV."""

    def make(event: Shown, site: str) -> bytes:
        return published.pairings_csv(event, number)

    return responses.document(request, slug, f"round-{number}.csv", CSV, make)


@require_safe
@gzip_page
def bracket_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The elimination as JSON."""
    return responses.document(request, slug, "bracket.json", JSON, published.bracket_json)


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The dates of the event and its rounds, as an iCalendar file to subscribe to."""

    def make(event: Shown, site: str) -> bytes:
        page = f"{site}{reverse('event', args=[slug])}"
        return calendar_of([event.tournament], name=event.tournament.title, address=lambda each: page)

    return responses.document(request, slug, "calendar", CALENDAR, make)


@require_safe
@gzip_page
def results_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The results as an Atom feed, newest first."""
    return responses.document(request, slug, "feed", ATOM, feed.atom)


@require_safe
def table_qr(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The QR code that opens a table, as SVG."""
    asked = responses.wanted(request, slug, everybody=False)
    rounds = asked.shown().state.rounds
    if not 1 <= number <= len(rounds) or rounds[number - 1].pair_at(table) is None:
        raise Http404("nobody plays there")
    address = responses.site_of(request) + reverse("event-table", args=[slug, number, table])
    return responses.tagged(
        request, asked, f"qr-{number}-{table}", responses.SVG, lambda event, site: qr_codes.svg(address)
    )
