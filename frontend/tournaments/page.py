"""The frame common to all pages of a tournament."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from frontend.base.history_query import HistoryQuery
from frontend.tournaments import bracket, participation, round_clock, soft_marks, terms_summary, vocabulary
from frontend.tournaments.visit import Visit
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Tournament

FORMAT = 1
"""The version of the fragments that pages poll; part of their ETags. """


def tournament_page(
    request: HttpRequest, found: Visit, tab: str, context: dict[str, Any], template: str = "", status: int = 200
) -> HttpResponse:
    """A page of a tournament: its header with the tabs and the visitor's own table, and the template."""
    terms = found.state.terms
    shown = {
        "visit": found, "event": found.tournament, "state": found.state, "tab": tab,
        "seated": participation.current_table(found),
        "seat_tag": part_tag(found, "seat") if participation.may_sit(found) else "",
        "phase": vocabulary.phase(found.tournament.phase), "format": vocabulary.format_of(terms.format),
        "game": terms_summary.game(terms)[0],
        "starts": vocabulary.moment(terms.starts), "ends": vocabulary.moment(terms.ends),
        "has_tree": bracket.has_tree(found),
        "may_rate": soft_marks.may_give(found),
        "clock": round_clock.clock_of(found.state), "registers": participation.may_register(found),
    }  # fmt: skip
    return render(request, f"frontend/tournaments/{template or tab}.html", {**shown, **context}, status=status)


def tag_of(tournament: Tournament, asked: HistoryQuery, person: str, beside: str = "") -> str:
    """An ETag for what is shown of a tournament, computed without any of the work.

    Own rows are marked, and records are shown to those who may see them, so the visitor is part of it, and so is the
    language.
    """
    tag = selectors.standings_tag(tournament, asked.line, asked.upto).strip('"')
    return f'"{tag}-{FORMAT}-{get_language()}-{person}-{beside}"'


def fragment(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """A fragment of a page that is polled; never cached without revalidation."""
    answer = render(request, template, context)
    answer["Cache-Control"] = "no-cache"
    return answer


def part_tag(found: Visit, beside: Any) -> str:
    return tag_of(found.tournament, HistoryQuery(), found.person, str(beside))
