"""The front page."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from frontend.games import game_lists
from frontend.tournaments import listing as event_lists
from gamelog.games import consent

QUESTIONS = 3
"""How many battles in which somebody else seated the visitor are shown at most."""
TABLES_NOW = 8
"""How many tables of a running event are shown at most."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page: an introduction, a playing replay, current events, and the latest results."""
    shown = game_lists.newest_verified(request.user)
    found = event_lists.tournaments(request.user)
    user = request.user
    return render(request, "frontend/site/home.html", {
        "questions": consent.waiting_for(user)[:QUESTIONS] if isinstance(user, User) else (),
        "shown": shown, "games": game_lists.games(request.user)[:6], "running": event_lists.running(found)[:4],
        "coming": event_lists.coming(found)[:4], "latest": event_lists.latest(request.user, 6),
        "now": event_lists.now(request.user, TABLES_NOW),
    })  # fmt: skip
