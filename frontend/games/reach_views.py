"""What the board answers at a step: data for the tools of the replay, read by whoever may read the game then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

import rules
from frontend.games import game_history, reach, replay
from gamelog.games import access, selectors
from gamelog.games.models import Game

KEPT = 24 * 3600
"""Seconds that an answer is kept: its key names the position and the language, so that it never goes stale."""


def _tag(request: HttpRequest, game_id: UUID, number: int, **about: str) -> str:
    """Names the position and the language. Raises: Http404 for a step that the reader may not see."""
    found = access.access_game(request.user, game_id)
    shown = game_history.requested_history(request, found)
    if number > shown.last:
        raise Http404(f"there is no step {number}")
    # A correction changes what earlier steps come to; without one, a step says it all.
    at = f"{found.head}-{shown.line}-{shown.as_of}" if shown.ruled else selectors.head_of(found, number)
    return f'"{at[:24]}{at[64:]}-{number}-{reach.FORMAT}-{get_language()}"'


def _state(request: HttpRequest, found: Game, number: int) -> rules.State:
    """The position after a step on the line that is shown."""
    shown = game_history.requested_history(request, found)
    if not shown.ruled:
        return selectors.position_at(found, number)
    events = game_history.read_history(found, shown).events
    return rules.fold(found.rules, [event for event in events if event.number <= number])


def _answered(
    request: HttpRequest, game_id: UUID, number: int, name: str, keys: tuple[str, ...], answer: Callable[..., Any]
) -> HttpResponse:
    """An answer as JSON, made once. 404 for somebody who is not on the table; 422 where the rules refuse."""
    found = access.access_game(request.user, game_id)
    kept = f"board:{name}:{game_id}:{_tag(request, game_id, number)}:{':'.join(keys)}"
    body = cache.get(kept)
    if body is None:
        board = reach.Board(found.rules, _state(request, found, number))
        if not all(map(board.has, keys)):
            raise Http404(f"nobody of {', '.join(keys)} is on the table")
        try:
            body = replay.encode(answer(board, *keys))
        except rules.RulesError as error:
            return HttpResponse(replay.encode({"why": rules.problem(error).text}), "application/json", 422)
        cache.set(kept, body, KEPT)
    return HttpResponse(body, content_type="application/json", headers={"Cache-Control": "private, no-cache"})


@require_safe
@condition(etag_func=_tag)
def reach_data(request: HttpRequest, game_id: UUID, number: int, key: str) -> HttpResponse:
    """What a model or a unit reaches after a step."""
    return _answered(request, game_id, number, "reach", (key,), reach.reach)


@require_safe
@condition(etag_func=_tag)
def sight_data(request: HttpRequest, game_id: UUID, number: int, key: str) -> HttpResponse:
    """Whom it sees after a step, and what a shot would need."""
    return _answered(request, game_id, number, "sight", (key,), reach.sight)


@require_safe
@condition(etag_func=_tag)
def chance_data(request: HttpRequest, game_id: UUID, number: int, key: str) -> HttpResponse:
    """How likely its shots take somebody out of action: counted on request, which takes longer."""
    return _answered(request, game_id, number, "chances", (key,), reach.chances)


@require_safe
@condition(etag_func=_tag)
def apart_data(request: HttpRequest, game_id: UUID, number: int, of: str, to: str) -> HttpResponse:
    """How far two models or units are apart after a step."""
    return _answered(request, game_id, number, "apart", (of, to), reach.apart)
