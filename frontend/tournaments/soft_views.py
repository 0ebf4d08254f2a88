"""Soft scores for players: the page where they rate opponents and vote, and the awards."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from frontend.base.numbers import whole_number
from frontend.tournaments import awards, soft_marks, submission
from frontend.tournaments.form_fields import PointsField
from frontend.tournaments.page import tournament_page
from frontend.tournaments.player_acts import METHODS, declared
from frontend.tournaments.visit import Visit, visit
from gamelog.contest.acts.soft import RateOpponent, Vote, WithdrawSoft
from gamelog.tournaments import access
from gamelog.tournaments.roles import PLAYER


@require_safe
@never_cache
@gzip_page
def awards_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Best Overall beside Best General, and the best of each category; closed to players until the event is finished.

    Raises: Http404 for an event without soft scores.
    """
    found = visit(request, slug)
    if not found.state.terms.soft:
        raise Http404("this event has no soft scores")
    shown = awards.tables(found) if awards.may_see(found) else []
    return tournament_page(request, found, "awards", {"tables": shown, "open": awards.may_see(found)})


@never_cache
@require_http_methods(METHODS)
def rate_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The page where a player marks their opponents and votes: one tap each.

    Raises: PermissionDenied for anybody who does not play here, Http404 for an event in which players give no marks.
    """
    found = visit(request, slug)
    access.require_role(found.roles, PLAYER, "rating opponents")
    if all(each.by == "staff" for each in found.state.terms.soft):
        raise Http404("players give no marks at this event")
    typed: dict[tuple[str, int], str] = {}
    if request.method == "POST":
        act = _act(request, found, typed)
        if act is not None and declared(request, found, act, _("Saved. Only the staff can see who gave it.")):
            return redirect("event-rate", slug)
        found = visit(request, slug)
    return tournament_page(request, found, "rate", {
        "games": soft_marks.games(found, typed), "ballots": soft_marks.ballots(found),
        "open": soft_marks.may_give(found), "key": submission.fresh_key(),
    }, status=400 if typed else 200)  # fmt: skip


def _act(
    request: HttpRequest, found: Visit, typed: dict[tuple[str, int], str]
) -> RateOpponent | Vote | WithdrawSoft | None:
    """What was tapped; None, with what was typed and why, for a number that is none. Raises: PermissionDenied."""
    assert found.own
    sent, own = request.POST, found.own.number
    category, number = sent.get("category", "")[:60], whole_number(sent.get("round", ""))
    match sent.get("do", ""):
        case "rate":
            table, side = whole_number(sent.get("table", "")), sent.get("side", "")
            if side not in ("a", "b"):
                raise PermissionDenied("there is no such side")
            try:
                points = PointsField(required=True).clean(sent.get("points", ""))
            except forms.ValidationError as error:
                messages.error(request, " ".join(error.messages))
                typed[category, number] = sent.get("points", "")[:20]
                return None
            return RateOpponent(category, number, table, side, points)  # type: ignore[arg-type]
        case "vote":
            return Vote(category, own, whole_number(sent.get("opponent", "")))
        case "take-back":
            return WithdrawSoft(category, own, number)
    raise PermissionDenied("there is no such act")
