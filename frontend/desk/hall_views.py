"""The screen in the hall, for a projector: it turns its pages and keeps itself up to date."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from frontend.desk import hall, live_parts, round_tables
from frontend.desk.access import Desk, desk_page, show
from frontend.tournaments import round_clock


@require_safe
@desk_page
def screen(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The whole screen. `?turn=20` sets the seconds per page, `?show=pairings,names,tables,standings` the kinds of
    pages.
    """
    rows = _rows(desk)
    return show(request, desk, "hall", {
        **_pages(request, desk, rows), "tag": live_parts.part_tag(request, desk, rows),
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


def _rows(desk: Desk) -> list[round_tables.TableRow]:
    return round_tables.rows(desk, desk.state.round) if desk.state.round else []


def _pages(request: HttpRequest, desk: Desk, rows: list[round_tables.TableRow]) -> dict[str, Any]:
    done = sum(each.group not in ("missing", "disputed") for each in rows)
    return {"pages": hall.pages(desk, rows, request.GET), "done": done, "tables": len(rows)}
