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
from gamelog.games.luck import kept_of, luck_of
from gamelog.games.models import Game


@require_safe
def step_odds(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """How likely the result of a step was, among all possible results."""
    found = access.access_game(request.user, game_id)
    shown: dict[str, Any] = {"number": number}
    try:
        shown |= _odds(found, number, everything=True)
    except rules.RulesError as error:
        shown["why"] = why(found.rules, error)
    page = game_page(request, found, "replay", "odds", shown)
    page.status_code = 422 if "why" in shown else 200
    return page


@require_GET
def odds_data(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """The odds of a step for the replay component, computed on request; with `?kept` only if they are known already."""
    found = access.access_game(request.user, game_id)
    if "kept" in request.GET and kept_of(found, number) is None:
        return HttpResponse(status=204)
    try:
        return JsonResponse(_odds(found, number)["odds"], headers={"Cache-Control": "no-cache"})
    except rules.RulesError as error:
        return JsonResponse({"why": why(found.rules, error)}, status=422)


def why(ruleset: rules.Ruleset, error: rules.RulesError) -> str:
    """Why there are no odds, in words."""
    if isinstance(error, rules.OutOfTime):
        return _(
            "These odds take longer to work out than a page can wait. They are being counted in the background: "
            "check again in a minute."
        )
    return refusal_words.problem_text(ruleset, error)


def _odds(found: Game, number: int, everything: bool = False) -> dict[str, Any]:
    """A step with its odds in words. Raises: Http404, and whatever `luck_of` raises."""
    try:
        luck = luck_of(found, number)
    except selectors.NoSuchStep as error:
        raise Http404(str(error)) from None
    cast, before = Cast(found.rules), selectors.position_at(found, number - 1)
    cast.meet(before)
    (event,) = selectors.events_of(found, number - 1, number)
    told = odds.describe(cast, luck, len(luck.possible)) if everything else odds.describe(cast, luck)
    return {"odds": told, "title": narration.title(cast, before, event), "by": cast.side(luck.by)}
