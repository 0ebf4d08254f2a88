"""The luck of a battle as data for the replay: as far as the workers have counted it. Nothing is counted here."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, JsonResponse
from django.middleware.csrf import get_token
from django.utils.translation import get_language
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_POST, require_safe

from frontend.games import battle_luck as words
from frontend.games import game_history, seats
from gamelog.games import access, battle_luck, selectors


def _luck_tag(request: HttpRequest, game_id: UUID) -> str:
    found = access.access_game(request.user, game_id)
    report = selectors.report_of(found)
    said = f"{report.pk}-{report.state}" if report else "none"
    shown = game_history.requested_history(request, found)
    counted = battle_luck.mark_of(found)
    return f'"{found.head[:24]}-{found.number}-{said}-{counted}-{shown.line}-{shown.as_of}-{get_language()}"'


@require_safe
@gzip_page
@condition(etag_func=_luck_tag)
def luck_data(request: HttpRequest, game_id: UUID) -> JsonResponse:
    """What the dice gave both sides, roll by roll and summed up; its ETag also names how far that is counted."""
    found = access.access_game(request.user, game_id)
    shown = game_history.requested_history(request, found)
    counted = battle_luck.counted(found, played=shown.line == "played")
    told = words.described(found, counted, shown.last, seats.names(found))
    if told["state"] == "open":
        # Whoever asks for it needs the cookie.
        get_token(request)
    return JsonResponse(told, headers={"Cache-Control": "no-cache"})


@require_POST
def ask_luck(request: HttpRequest, game_id: UUID) -> JsonResponse:
    """Have the workers count the luck of a battle, and go on with it as long as the battle does."""
    battle_luck.ask(access.access_game(request.user, game_id))
    return JsonResponse({}, status=202)
