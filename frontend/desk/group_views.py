"""The desk's page of groups: drawn, or assigned on a sheet."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from frontend.desk import act_log
from frontend.desk.access import Desk, desk_page, open_desk, show
from frontend.desk.group_sheet import GroupSheet
from frontend.desk.submission import sent, store
from frontend.tournaments import group_tables, vocabulary
from frontend.tournaments.submission import stored_since
from gamelog.contest.errors import Refused
from gamelog.streams.errors import KeyReused
from gamelog.tournaments.errors import StaleEvent

OPEN = ("registration", "ready", "running")
"""Phases in which the staff put entrants into groups."""


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def groups_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Who is in which group. Raises: Http404 for an event without groups."""
    if not desk.state.terms.grouped:
        raise Http404("this event has no groups")
    if request.method != "POST":
        return _page(request, desk, GroupSheet(desk))
    sheet = GroupSheet(desk, request.POST)
    act = sheet.act()
    if act is None:
        messages.info(request, _("Nothing was changed."))
        return redirect(request.get_full_path())
    try:
        store(desk, act, sent(request))
    except Refused as error:
        sheet.refuse(error, act)
        return _page(request, desk, sheet)
    except (StaleEvent, KeyReused):
        now = open_desk(request, desk.tournament.slug)
        since = act_log.entries_in_words(now, stored_since(now, sent(request).expected))
        return _page(request, now, GroupSheet(now, request.POST), since)
    messages.success(request, _("The groups are saved."))
    return redirect(request.get_full_path())


def _page(request: HttpRequest, desk: Desk, sheet: GroupSheet, since: Any = None) -> HttpResponse:
    stages = desk.state.terms.stages
    context = {
        "sheet": sheet, "open": desk.state.phase in OPEN, "here": request.get_full_path(),
        "how": vocabulary.drawn(stages.drawn), "tables": group_tables.shown(desk.state, desk.name),
        "may_draw": desk.may("draw-groups") and stages.drawn != "assigned" and not desk.state.rounds,
        "ranks": vocabulary.ranks(desk.state.terms), "since": since, "stale": since is not None,
    }  # fmt: skip
    failed = bool(sheet.errors or sheet.refused)
    return show(request, desk, "groups", context, 409 if since is not None else 400 if failed else 200)
