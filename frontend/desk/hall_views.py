"""The screen in the hall, for a projector: it turns its pages and keeps itself up to date."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from frontend.desk import hall, hall_live, live_parts, round_tables
from frontend.desk.access import Desk, desk_page, show
from frontend.tournaments import round_clock


@require_safe
@desk_page
def screen(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The whole screen. `?turn=20` sets the seconds per page, `?show=live,pairings,names,tables,standings` the kinds of
    pages.
    """
    rows = _rows(desk)
    return show(request, desk, "hall", {
        **_pages(request, desk, rows), "tag": live_parts.part_tag(request, desk, rows),
        **_live(request, rows), "live_tag": _live_tag(request, rows),
        "turn": hall.seconds(request.GET),
        "clock": round_clock.clock_of(desk.state), "query": request.GET.urlencode(),
    })  # fmt: skip


@require_safe
@desk_page
def pages(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The pages alone, for a screen that is already open."""
    rows = _rows(desk)
    etag = live_parts.part_tag(request, desk, rows)
    return live_parts.part(request, etag, lambda: show(request, desk, "_hall_pages", _pages(request, desk, rows)))


@require_safe
@desk_page
def live(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The battles that are being played, anew when one begins or ends: they keep themselves up to date."""
    rows = _rows(desk)
    etag = _live_tag(request, rows)
    return live_parts.part(request, etag, lambda: show(request, desk, "_hall_live", _live(request, rows)))


@require_safe
@desk_page
def cards(request: HttpRequest, desk: Desk) -> HttpResponse:
    """How a table and those after it stand, beside a battle. `?table=12.3` names it."""
    rows, key = _rows(desk), request.GET.get("table", "")
    etag = live_parts.part_tag(request, desk, rows, key)
    told = {"cards": hall_live.beside(rows, key), "key": key}
    return live_parts.part(request, etag, lambda: show(request, desk, "_hall_cards", told))


def _live(request: HttpRequest, rows: list[round_tables.TableRow]) -> dict[str, Any]:
    """The tables that are shown as they are played, each with those beside it."""
    if hall.LIVE not in hall.kinds(request.GET):
        return {"live": []}
    return {"live": [(row, hall_live.beside(rows, row.key)) for row in hall_live.live(rows)]}


def _live_tag(request: HttpRequest, rows: list[round_tables.TableRow]) -> str:
    told = (
        get_language(),
        [(row.key, row.find, str(row.record.game.pk)) for row, _all in _live(request, rows)["live"]],
    )
    return f'"{sha256(repr(told).encode()).hexdigest()[:32]}"'


def _rows(desk: Desk) -> list[round_tables.TableRow]:
    return round_tables.rows(desk, desk.state.round) if desk.state.round else []


def _pages(request: HttpRequest, desk: Desk, rows: list[round_tables.TableRow]) -> dict[str, Any]:
    done = sum(each.group not in ("missing", "disputed") for each in rows)
    return {"pages": hall.pages(desk, rows, request.GET), "done": done, "tables": len(rows)}
