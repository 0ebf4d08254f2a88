"""Following a battle live: a stream of server-sent events. docs/live.md describes it for other programs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import UUID

from asgiref.sync import async_to_sync
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from frontend.games import perspectives
from frontend.games.live_hub import FAREWELL, Key, Place, hub
from frontend.games.live_story import framed, read_cursor
from gamelog.games import access

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""A proxy that gathers an answer before it sends it on would hold the battle back."""
STREAM = "text/event-stream"
OFF = framed(FAREWELL, b"{}", "off")
"""The whole stream of a server without ASGI, which would gather the steps before it sends any of them."""


@require_safe
def live(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """The steps of a battle from `?after=` on, or from where the browser was cut (`Last-Event-ID`), as they happen.

    Only the stream itself is asynchronous, so that a server without ASGI needs no event loop to refuse it.
    """
    key = _key(request, game_id)
    came = request.headers.get("Last-Event-ID") or request.GET.get("after", "0")
    if came == FAREWELL:
        return HttpResponse(status=204)
    try:
        place = Place(*read_cursor(came))
    except ValueError:
        return HttpResponse("?after= is the number of a step", status=400, content_type="text/plain")
    if not isinstance(request, ASGIRequest):
        return HttpResponse(OFF, content_type=STREAM, headers=HEADERS)
    if async_to_sync(_crowded)():
        return HttpResponse(status=503, headers={"Retry-After": "30"})
    return StreamingHttpResponse(_streamed(key, place), content_type=STREAM, headers=HEADERS)


def _key(request: HttpRequest, game_id: UUID) -> Key:
    game = access.access_game(request.user, game_id)
    as_others = perspectives.seen_late(game, perspectives.asked(request, game))
    return Key(game.pk, get_language() or "en", as_others or access.sees_late(request.user, game))


async def _crowded() -> bool:
    return hub().crowded


async def _streamed(key: Key, place: Place) -> AsyncIterator[bytes]:
    async for message in hub().follow(key, place):
        yield message
