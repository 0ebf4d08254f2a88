"""Battles in which somebody else seated the visitor: agree that they count, or decline them; without JavaScript too."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from frontend.base.return_address import back_to
from frontend.base.visitor import signed_in_user
from gamelog.games import consent
from gamelog.games.errors import AnswerReason, SeatAnswerRefused

MOST = 50


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def named(request: HttpRequest) -> HttpResponse:
    """What waits for an answer, and what was declined."""
    user = signed_in_user(request)
    if request.method == "POST":
        return _answered(request)
    return render(request, "frontend/games/named.html", {
        "questions": consent.waiting_for(user)[:MOST], "declined": consent.declined_by(user)[:MOST],
    })  # fmt: skip


def _answered(request: HttpRequest) -> HttpResponse:
    text, answer = request.POST.get("question", ""), request.POST.get("answer", "")
    number = int(text) if text.isdecimal() and len(text) < 19 else 0
    try:
        if answer == "allow":
            row = consent.naming_allow(question_id=number, actor=request.user)
            told = _("%(who)s may name you again.") % {"who": row.asked_by.get_username()}
        elif answer in ("agree", "decline"):
            consent.seat_answer(question_id=number, agree=answer == "agree", actor=request.user)
            told = (
                _("The battle counts for you.") if answer == "agree" else _("You are no longer named in that battle.")
            )
        else:
            raise Http404("there is no such answer")
        messages.success(request, told)
    except SeatAnswerRefused as error:
        messages.error(request, refused_words(error.reason))
    return redirect(back_to(request) or "named")


def refused_words(reason: AnswerReason) -> str:
    """The reason why an answer was refused."""
    return {
        "answered": _("You have already answered this."),
        "played": _("You declared steps of this battle yourself, so you cannot decline it."),
    }[reason]
