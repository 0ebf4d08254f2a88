"""An event on paper: pages that print well on A4, and the same as PDF."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import override
from django.views.decorators.http import require_safe

from frontend.publishing import pdf_cards, pdf_lists, qr_codes, responses, text_rows
from frontend.publishing.pdf_pages import NoFont
from frontend.publishing.responses import Make, PublicationRequest
from frontend.tournaments import vocabulary
from gamelog.contest.standings import counts_games
from gamelog.contest.state import Round
from gamelog.tournaments.published import NoSuchRound, Shown

NO_FONT = 503


@require_safe
def contents(request: HttpRequest, slug: str) -> HttpResponse:
    """The list of printable documents."""
    event = responses.wanted(request, slug, everybody=False).shown()
    paired = [] if event.state.terms.by_challenge else event.state.rounds
    numbers = [found.number for found in reversed(paired)]
    return render(request, "frontend/publishing/print/contents.html", {"event": event.tournament, "rounds": numbers})


# pages


def _page(request: HttpRequest, slug: str, template: str, told: Callable[[Shown], dict[str, Any]]) -> HttpResponse:
    asked = responses.wanted(request, slug, everybody=False)
    with override(responses.language_of(request)):
        event = asked.shown()
        try:
            context = {"event": event.tournament, "title": event.state.title, "number": event.number, **told(event)}
        except NoSuchRound as error:
            raise Http404(str(error)) from None
        return render(request, f"frontend/publishing/print/{template}.html", context)


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings on paper."""

    def context(event: Shown) -> dict[str, Any]:
        return {
            "columns": text_rows.columns(event),
            "rows": text_rows.standings(event),
            "heading": text_rows.standings_title(event),
            **text_rows.groups(event),
        }

    return _page(request, slug, "standings", context)


@require_safe
def pairings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A round by table, on paper."""
    return _page(request, slug, "pairings", lambda event: _round(event, number))


def _round(event: Shown, number: int) -> dict[str, Any]:
    found = text_rows.paper_round(event, number)
    tables, alone = text_rows.tables(event, found), text_rows.alone(event, found)
    return {**_numbered(event, found), "tables": tables, "alone": alone, "grouped": any(each.group for each in tables)}


def _numbered(event: Shown, found: Round) -> dict[str, Any]:
    """The number of a round, and its mission."""
    return {"round": found.number, "mission": vocabulary.mission(event.state.terms, found.number)}


@require_safe
def names(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A round by name, on paper."""

    def context(event: Shown) -> dict[str, Any]:
        found = text_rows.paper_round(event, number)
        return {**_numbered(event, found), "seats": text_rows.seats(event, found)}

    return _page(request, slug, "names", context)


@require_safe
def table_cards(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A card for each table, four to a page."""
    return _page(request, slug, "cards", lambda event: _coded(request, event, number))


@require_safe
def score_sheets(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A score sheet for each table, two to a page."""

    def context(event: Shown) -> dict[str, Any]:
        bonuses = [vocabulary.label(each) for each in event.state.terms.scoring.bonuses]
        games = counts_games(event.state.terms)
        parts, beside = text_rows.tallies(event)
        return {
            **_coded(request, event, number), "bonuses": bonuses, "games": games, "parts": parts, "beside": beside,
            "counted": [*parts, *beside],
        }  # fmt: skip

    return _page(request, slug, "sheets", context)


def _coded(request: HttpRequest, event: Shown, number: int) -> dict[str, Any]:
    """A round with the QR code of each table."""
    found: Round = text_rows.paper_round(event, number)
    site = responses.site_of(request)
    # The code consists of squares alone, so it contains no user input.
    coded = [(each, mark_safe(qr_codes.svg(site + each.address).decode())) for each in text_rows.tables(event, found)]
    return {**_numbered(event, found), "tables": coded}


# PDF


def _pdf(request: HttpRequest, asked: PublicationRequest, name: str, make: Make) -> HttpResponse:
    try:
        with override(responses.language_of(request)):
            response = responses.tagged(request, asked, f"{name}.pdf", responses.PDF, make)
    except NoFont as error:
        return HttpResponse(str(error), status=NO_FONT, content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'inline; filename="{asked.tournament.slug}-{name}.pdf"'
    return response


@require_safe
def standings_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings as PDF."""
    asked = responses.wanted(request, slug, everybody=False)
    return _pdf(request, asked, "standings", lambda event, site: pdf_lists.standings(event))


@require_safe
def pairings_pdf(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A round by table as PDF."""
    asked = responses.wanted(request, slug, everybody=False)
    return _pdf(request, asked, f"pairings-{number}", lambda event, site: pdf_lists.pairings(event, number))


@require_safe
def names_pdf(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A round by name as PDF."""
    asked = responses.wanted(request, slug, everybody=False)
    return _pdf(request, asked, f"names-{number}", lambda event, site: pdf_lists.names(event, number))


@require_safe
def table_cards_pdf(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The table cards of a round as PDF; `?per=8` puts eight on a page."""
    asked, per = responses.wanted(request, slug, everybody=False), 8 if request.GET.get("per") == "8" else 4
    return _pdf(
        request, asked, f"cards-{number}-{per}", lambda event, site: pdf_cards.table_cards(event, site, number, per)
    )


@require_safe
def score_sheets_pdf(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The score sheets of a round as PDF."""
    asked = responses.wanted(request, slug, everybody=False)
    return _pdf(request, asked, f"sheets-{number}", lambda event, site: pdf_cards.score_sheets(event, site, number))


@require_safe
def badges_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Name badges as PDF."""
    asked = responses.wanted(request, slug, everybody=False)
    return _pdf(request, asked, "badges", lambda event, site: pdf_cards.badges(event))
