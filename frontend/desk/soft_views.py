"""The desk's page of soft scores: a sheet for each category of the staff, and what players gave."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from frontend.base.numbers import whole_number
from frontend.desk import act_log
from frontend.desk.access import Desk, desk_page, open_desk, show
from frontend.desk.soft_sheet import Sheet, players_marks
from frontend.desk.submission import sent, store
from frontend.tournaments import refusals, soft_words, vocabulary
from frontend.tournaments.submission import stored_since
from gamelog.contest.acts.soft import WithdrawSoft
from gamelog.contest.errors import Refused
from gamelog.contest.terms_soft import SoftCategory
from gamelog.streams.errors import KeyReused
from gamelog.tournaments.errors import StaleEvent

OPEN = ("registration", "ready", "running")
"""Phases in which the staff give marks."""


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def soft_scores(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The marks of one category, entered for everybody at once, or given by players.

    Raises: Http404 for an event without soft scores, or an unknown category or round.
    """
    category, number = _asked(request, desk)
    if request.method != "POST":
        return _page(request, desk, category, Sheet(desk, category, number))
    if category.by != "staff":
        return _withdraw(request, desk, category)
    sheet = Sheet(desk, category, number, request.POST)
    act = sheet.act()
    if sheet.errors:
        return _page(request, desk, category, sheet)
    if act is None:
        messages.info(request, _("Nothing was changed."))
        return redirect(request.get_full_path())
    try:
        store(desk, act, sent(request))
    except Refused as error:
        sheet.refuse(error, act)
        return _page(request, desk, category, sheet)
    except (StaleEvent, KeyReused):
        now = open_desk(request, desk.tournament.slug)
        since = act_log.entries_in_words(now, stored_since(now, sent(request).expected))
        return _page(request, now, category, Sheet(now, category, number, request.POST), since)
    count = len(act.marks)
    messages.success(request, ngettext("%(count)d mark is saved.", "%(count)d marks are saved.", count)
                     % {"count": count})  # fmt: skip
    return redirect(request.get_full_path())


def _asked(request: HttpRequest, desk: Desk) -> tuple[SoftCategory, int]:
    """The category and the round that the address names; by default the first, and the last round."""
    categories = desk.state.terms.soft
    if not categories:
        raise Http404("this event has no soft scores")
    category = desk.state.terms.soft_category(request.GET.get("category", categories[0].id))
    if category is None:
        raise Http404("there is no such category")
    if category.by != "staff" or category.each == "event":
        return category, 0
    paired = len(desk.state.rounds)
    number = whole_number(request.GET.get("round", paired), paired)
    if number > paired:
        raise Http404("this round is not paired")
    return category, number


def _page(
    request: HttpRequest, desk: Desk, category: SoftCategory, sheet: Sheet, since: Any = None
) -> HttpResponse:  # fmt: skip
    in_rounds = category.by == "staff" and category.each == "round"
    context = {
        "sheet": sheet, "category": category, "open": desk.state.phase in OPEN, "here": request.get_full_path(),
        "categories": [(each.id, vocabulary.label(each)) for each in desk.state.terms.soft],
        "rounds": [each.number for each in desk.state.rounds] if in_rounds else [], "in_rounds": in_rounds,
        "given": players_marks(desk, category), "may_withdraw": desk.state.phase == "running",
        "rule": soft_words.category(category, desk.state.terms),
        "since": since, "stale": since is not None,
    }  # fmt: skip
    failed = bool(sheet.errors or sheet.refused)
    return show(request, desk, "soft", context, 409 if since is not None else 400 if failed else 200)


def _withdraw(request: HttpRequest, desk: Desk, category: SoftCategory) -> HttpResponse:
    """A mark or a vote by a player is taken back by the staff."""
    act = WithdrawSoft(category.id, whole_number(request.POST.get("giver", "")),
                       whole_number(request.POST.get("round", "")))  # fmt: skip
    try:
        store(desk, act, sent(request))
    except Refused as error:
        messages.error(request, refusals.refusal_text(error))
    except (StaleEvent, KeyReused):
        messages.error(request, _("Somebody else changed this first, so nothing was saved. This is the current state."))
    else:
        messages.success(request, _("The mark is withdrawn."))
    return redirect(request.get_full_path())
