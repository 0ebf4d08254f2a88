"""The desk itself: the current round, the next steps, and the clock."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from frontend.base.numbers import whole_number
from frontend.desk import live_parts, next_acts, round_tables
from frontend.desk.access import Desk, desk_page, show
from frontend.games import call_list
from frontend.tournaments import round_clock
from frontend.tournaments.visit import visit
from gamelog.contest.state import Round


@require_safe
@desk_page
def desk(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The staff's main screen. `?round=2` shows an earlier round, `?q=` only the tables that match these words."""
    shown = _round_tables(request, desk)
    tag = live_parts.part_tag(request, desk, shown["rows"], shown["waiting"], shown["called"])
    asked = {"here": shown["here"], "round": request.GET.get("round"), "q": shown["q"]}
    query = urlencode({key: text for key, text in asked.items() if text}, quote_via=quote, safe="/")
    return show(request, desk, "desk", {**shown, "tag": tag, "live_query": query})


@require_safe
@desk_page
def live(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The part of the desk that keeps itself up to date."""
    shown = _round_tables(request, desk)
    etag = live_parts.part_tag(request, desk, shown["rows"], shown["waiting"], shown["called"])
    return live_parts.part(request, etag, lambda: show(request, desk, "_round_tables", shown))


def _round_tables(request: HttpRequest, desk: Desk) -> dict[str, Any]:
    found = round_asked(request, desk)
    rows = round_tables.rows(desk, found) if found else []
    words = request.GET.get("q", "").casefold().split()
    called = call_list.open_at(desk.tournament, request.user)
    return {
        "found": found, "rows": rows, "current": bool(found and found.number == len(desk.state.rounds)),
        "q": request.GET.get("q", ""), "groups": round_tables.grouped(rows), "earlier": round_tables.earlier_open(desk),
        "waiting": round_tables.waiting_elsewhere(desk, found.number if found else 0),
        "hidden": {each.key for each in rows if not all(word in each.find for word in words)},
        "calls": call_list.told(called), "called": [row.pk for row in called],
        "next": next_acts.next_acts(desk), "clock": round_clock.clock_of(desk.state),
        "here": request.GET.get("here") or request.get_full_path(),
    }  # fmt: skip


def round_asked(request: HttpRequest, desk: Desk) -> Round | None:
    """The round to show: the current one, or the one asked for. Raises: Http404 if it does not exist."""
    wanted = request.GET.get("round", "")
    return desk.round(whole_number(wanted)) if wanted else desk.state.round


@never_cache
@require_safe
def clock_part(request: HttpRequest, slug: str) -> HttpResponse:
    """The clock alone, for every page that shows it. Its ETag depends on what it counts from, not on what it shows."""
    found = visit(request, slug)
    shown = round_clock.clock_of(found.state)
    counts = f"{shown.round}-{shown.left}-{shown.since}" if shown else "none"
    return live_parts.part(
        request, f'"{counts}-{get_language()}"',
        lambda: render(request, "frontend/tournaments/_clock_face.html", {"event": found.tournament, "clock": shown}),
    )  # fmt: skip
