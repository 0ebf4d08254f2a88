"""The odds of a step's result, as a page and as data for the replay."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

import rules
from frontend.games import narration, odds, refusal_words
from frontend.games.cast import Cast
from frontend.games.page import game_page
from gamelog.games import access, selectors
from gamelog.games.errors import QueueFull, StillQueued
from gamelog.games.long_work import asker_of
from gamelog.games.luck import kept_of, luck_of
from gamelog.games.models import Game

COUNTING = 202
"""The status of an answer that a worker is still counting."""
AGAIN = 5
"""Seconds after which somebody who waits for it asks again."""


@require_safe
def step_odds(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """How likely the result of a step was, among all possible results."""
    found = access.access_game(request.user, game_id)
    shown: dict[str, Any] = {"number": number}
    status, headers = 200, dict[str, str]()
    try:
        shown |= _odds(request, found, number, everything=True)
    except (rules.RulesError, QueueFull, StillQueued) as error:
        status, headers = _refusal(error)
        # Without JavaScript the page asks again by itself.
        shown |= {"why": why(found.rules, error), "again": AGAIN if status == COUNTING else 0}
    page = game_page(request, found, "replay", "odds", shown)
    page.status_code = status
    for name, value in headers.items():
        page[name] = value
    return page


@require_GET
def odds_data(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """The odds of a step for the replay component, computed on request; with `?kept` only if they are known already."""
    found = access.access_game(request.user, game_id)
    if "kept" in request.GET and kept_of(found, number) is None:
        return HttpResponse(status=204)
    try:
        return JsonResponse(_odds(request, found, number)["odds"], headers={"Cache-Control": "no-cache"})
    except (rules.RulesError, QueueFull, StillQueued) as error:
        status, headers = _refusal(error)
        return JsonResponse({"why": why(found.rules, error)}, status=status, headers=headers)


def _refusal(error: Exception) -> tuple[int, dict[str, str]]:
    """The status and headers of an answer without odds."""
    if isinstance(error, QueueFull):
        return 429, {"Retry-After": str(error.again)}
    if isinstance(error, StillQueued):
        return COUNTING, {"Retry-After": str(AGAIN), "Cache-Control": "no-store"}
    return 422, {}


def why(ruleset: rules.Ruleset, error: rules.RulesError | QueueFull | StillQueued) -> str:
    """Why there are no odds, in words."""
    if isinstance(error, QueueFull):
        return queue_words(error)
    if isinstance(error, StillQueued):
        return _(
            "These odds take longer to work out than a page can wait. They are being counted in the background: "
            "check again in a minute."
        )
    return refusal_words.problem_text(ruleset, error)


def queue_words(error: QueueFull) -> str:
    """Why work is not taken on, in words."""
    said = {
        "asker": _("You already have %(most)d requests waiting. Try again in %(seconds)d seconds."),
        "game": _("This battle already has %(most)d requests waiting. Try again in %(seconds)d seconds."),
        "site": _("The site already has %(most)d requests waiting. Try again in %(seconds)d seconds."),
    }
    return said[error.of] % {"most": error.most, "seconds": error.again}


def _odds(request: HttpRequest, found: Game, number: int, everything: bool = False) -> dict[str, Any]:
    """A step with its odds in words. Raises: Http404, and whatever `luck_of` raises."""
    try:
        luck = luck_of(found, number, asker_of(request, request.user))
    except selectors.NoSuchStep as error:
        raise Http404(str(error)) from None
    cast, before = Cast(found.rules), selectors.position_at(found, number - 1)
    cast.meet(before)
    (event,) = selectors.events_of(found, number - 1, number)
    told = odds.describe(cast, luck, len(luck.possible)) if everything else odds.describe(cast, luck)
    return {"odds": told, "title": narration.title(cast, before, event), "by": cast.side(luck.by)}
