"""Pairing a round: previewed before it is stored, with what it gives up; if none is possible, with what to lift."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from frontend.desk import act_log, pairing_preview
from frontend.desk.access import Desk, desk_page, open_desk, show
from frontend.desk.submission import sent, store
from frontend.tournaments.submission import stored_since
from gamelog.contest.acts.rounds import RePair
from gamelog.contest.errors import Refused
from gamelog.streams.errors import KeyReused
from gamelog.tournaments.errors import StaleEvent


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def pair(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The proposed pairing of the next round, or with `again` of the current one; POST stores exactly what was shown.

    Raises: PermissionDenied if this person may not pair, or not pair again.
    """
    asked = request.POST if request.method == "POST" else request.GET
    if not desk.may("re-pair" if asked.get("again") else "pair-round"):
        raise PermissionDenied("pairing is not for you")
    if request.method == "POST":
        return _store(request, desk, asked)
    return _page(request, desk, asked)


def _store(request: HttpRequest, desk: Desk, asked: QueryDict) -> HttpResponse:
    act, given = pairing_preview.act_of(desk, asked), sent(request)
    try:
        store(desk, act, given)
    except (StaleEvent, KeyReused):
        since = stored_since(desk, given.expected)
        now = open_desk(request, desk.tournament.slug)
        return _page(request, now, asked, act_log.entries_in_words(now, since))
    except Refused:
        # The page gives the reason, as it does before anything is sent.
        return _page(request, desk, asked, status=400)
    done = _("Round %(round)d is paired again.") if isinstance(act, RePair) else _("Round %(round)d is paired.")
    messages.success(request, done % {"round": act.round})
    return redirect(reverse("event-desk", args=[desk.tournament.slug]))


def _page(request: HttpRequest, desk: Desk, asked: QueryDict, since: Any = None, status: int = 200) -> HttpResponse:
    again = bool(asked.get("again"))
    # A round is paired again only as far as somebody says how: the page first asks what is to stay.
    looked = not again or "reason" in asked
    tried = pairing_preview.tried(desk, pairing_preview.act_of(desk, asked), asked) if looked else None
    shown = {
        "again": again, "tried": tried, "asked": asked, "reason": asked.get("reason", ""), "stale": since is not None,
        "since": since, "refused": status == 400, "choices": pairing_preview.choices(desk, asked) if again else None,
        "sent": [(name, value) for name in asked for value in asked.getlist(name) if name in pairing_preview.FIELDS],
        "number": len(desk.state.rounds) + (0 if again else 1),
    }  # fmt: skip
    return show(request, desk, "pairing", shown, 409 if since is not None else status)
