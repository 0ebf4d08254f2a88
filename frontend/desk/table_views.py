"""Everything known about one table, and the list of disputes."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

import rules
from frontend.base.delay_form import DelayForm
from frontend.desk import act_log, round_tables, seats, table_history
from frontend.desk.access import Desk, desk_page, show
from frontend.desk.result_forms import choice_label
from frontend.games import finding_text
from frontend.games.cast import Cast
from frontend.tournaments import refusals
from gamelog.contest import captains
from gamelog.contest.errors import Refused
from gamelog.contest.state import seat, seats_of
from gamelog.games import selectors as games
from gamelog.games.access import is_staff
from gamelog.tournaments import selectors, services

FINDINGS_SHOWN = 20


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def table(request: HttpRequest, desk: Desk, number: int, table: int, board: int = 0) -> HttpResponse:
    """A table: its result, both reports, its record with the findings, and every act.

    POST opens the record of its game, or changes how late spectators see it.

    Raises: Http404 if nobody plays there.
    """
    found = desk.round(number)
    row = round_tables.row_at(desk, found, table, board)
    if row is None:
        raise Http404("nobody plays at this table")
    if request.method == "POST":
        act = _delay if request.POST.get("do") == "delay" else _open
        return act(request, desk, number, table, board)
    pair = found.pair_at(table)
    assert pair
    entries = table_history.at_table(table_history.read(desk), number, pair, board)
    shown: dict[str, Any] = {
        "row": row, "current": number == len(desk.state.rounds), "lines": act_log.entries_in_words(desk, entries)[::-1],
        "reports": table_history.reports(desk, entries, pair), "findings": findings(row.record), "pair": pair,
        "staff": is_staff(request.user), "wants": _wants(desk, number, table), "here": request.path,
        "late": _late(desk, row.record), "title": seats.seat_with_names(desk, number, table, board),
    }  # fmt: skip
    return show(request, desk, "table", shown)


def _open(request: HttpRequest, desk: Desk, number: int, table: int, board: int) -> HttpResponse:
    """Open the record of the table's game, shown as late as the form says. Raises: PermissionDenied."""
    if not desk.may("open-table"):
        raise PermissionDenied("opening records is not for you")
    known, minutes = selectors.game_at(desk.tournament, number, table, board), _minutes(request, 0)
    try:
        opened = services.table_open(
            tournament=desk.tournament, number=number, table=table, board=board, actor=desk.user
        )
        if known is None:
            services.table_delay(table=opened, minutes=minutes, actor=desk.user)
    except Refused as error:
        messages.error(request, refusals.refusal_text(error))
        return redirect(request.path)
    messages.success(request, _("The table has its record. Players open it with the code on the table's card."))
    return redirect(request.path if not opened.game.public else reverse("game", args=[opened.game_id]))


def _delay(request: HttpRequest, desk: Desk, number: int, table: int, board: int) -> HttpResponse:
    """Change how late spectators see the table's game. Raises: Http404, PermissionDenied."""
    known = selectors.game_at(desk.tournament, number, table, board)
    if known is None:
        raise Http404("this table has no record")
    services.table_delay(table=known, minutes=_minutes(request, known.game.delay), actor=desk.user)
    messages.success(request, _("Changed."))
    return redirect(request.path)


def _late(desk: Desk, record: round_tables.Record | None) -> DelayForm | None:
    """The question how late spectators see a game; None once it is over, or if the event does not run it."""
    if record is None:
        return DelayForm()
    game = record.game
    open_here = not game.finished and game.owner_id == desk.tournament.owner_id
    return DelayForm(now=game.delay) if open_here else None


def _minutes(request: HttpRequest, now: int) -> int:
    """The delay that was chosen. Raises: PermissionDenied for one that is not offered."""
    form = DelayForm(request.POST, now=now)
    if not form.is_valid():
        raise PermissionDenied("there is no such delay")
    return int(form.cleaned_data["delay"])


def _wants(desk: Desk, number: int, table: int) -> list[tuple[str, str, str]]:
    """What the captains of a match still have to choose: (side, team, question)."""
    found = desk.state.rounds[number - 1]
    now, pair = found.captains.get(seat(table)), found.pair_at(table)
    if now is None or pair is None or all(key in found.results for key in seats_of(desk.state, pair)):
        return []
    sides = (("a", pair.a), ("b", pair.b))
    wanted = [(side, entrant, captains.wants(now, side)) for side, entrant in sides]  # type: ignore[arg-type]
    return [(side, desk.name(entrant), choice_label(want)) for side, entrant, want in wanted if want]


def findings(record: round_tables.Record | None) -> list[dict[str, Any]]:
    """The first findings of a record, worded as a fair referee would."""
    report = games.report_of(record.game) if record else None
    if not record or report is None or not games.is_current(record.game, report):
        return []
    listed = games.findings_of(report)
    if not listed:
        return []
    cast = Cast(record.game.rules)
    state = rules.fold(record.game.rules, games.events_of(record.game))
    cast.meet(state)
    return [finding_text.describe(cast, each, state) for each in listed[:FINDINGS_SHOWN]]


@require_safe
@desk_page
def disputes(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Every disputed result, in every round, with both reports."""
    story = table_history.read(desk)
    listed = []
    for found in reversed(desk.state.rounds):
        for row in round_tables.rows(desk, found) if _any(found) else ():
            pair = found.pair_at(row.match.table)
            if row.group == "disputed" and pair:
                entries = table_history.at_table(story, found.number, pair, row.battle.board)
                listed.append((row, table_history.reports(desk, entries, pair)))
    return show(request, desk, "disputes", {"listed": listed, "here": request.path})


def _any(found: Any) -> bool:
    return any(each.standing == "disputed" for each in found.results.values())
