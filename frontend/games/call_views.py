"""Steps that wait for a judge: a list for staff, over all battles that are being played."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from frontend.games import narration, seats
from frontend.games.cast import Cast
from gamelog.games import access, calls, selectors
from gamelog.games.models import StepCall
from gamelog.tournaments.models import TableGame

MOST = 50
"""The oldest are listed; a hall has no more judges than that."""


class Call(NamedTuple):
    """A call as the list shows it: whose, the step in words, and the event's table if it is one."""

    row: StepCall
    side: str
    step: str
    seat: TableGame | None


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_calls(request: HttpRequest) -> HttpResponse:
    """The open calls; a judge rules on the step, or settles one without a ruling."""
    if not access.is_staff(request.user):
        raise PermissionDenied("only tournament staff settles calls")
    if request.method == "POST":
        number = request.POST.get("call", "")
        if number.isascii() and number.isdecimal() and len(number) < 19:
            calls.call_close(call_id=int(number), actor=request.user)
            messages.success(request, _("Settled without a ruling."))
        return redirect("calls")
    rows = list(calls.open_calls(request.user)[:MOST])
    tables = TableGame.objects.select_related("tournament").filter(game__in={row.game_id for row in rows})
    at = {table.game_id: table for table in tables}
    listed = [_told(row, at.get(row.game_id)) for row in rows]
    return render(request, "frontend/games/calls.html", {"listed": listed})


def _told(row: StepCall, seat: TableGame | None) -> Call:
    game = row.game
    names: dict[str, Any] = seats.names(game)
    cast, before = Cast(game.rules), selectors.position_at(game, row.step - 1)
    cast.meet(before)
    (event,) = selectors.events_of(game, row.step - 1, row.step)
    return Call(row, names.get(row.side, row.side), narration.title(cast, before, event), seat)
