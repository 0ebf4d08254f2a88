"""A battle elsewhere: the page with everything to copy, the frame for other sites, the text, and pictures of steps."""

from __future__ import annotations

from io import BytesIO
from uuid import UUID

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from frontend.games.page import game_page
from frontend.games.share_links import asked_step
from frontend.publishing import (
    animation_form,
    battle_animation,
    battle_picture,
    battle_text,
    pdf_pages,
    replay_file,
    responses,
)
from frontend.publishing.battle_moments import moment
from gamelog.games import access
from gamelog.games.errors import NotDrawn
from gamelog.games.models import Game

KEPT = 7 * 24 * 3600
"""Seconds a picture stays in the cache; its key names the head, so that it never goes stale."""
FORMAT = 2
PLAIN = "text/plain; charset=utf-8"


@require_safe
def share(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What there is to copy: a link to a step, a frame for another site, a picture, and the battle as text."""
    found = access.access_game(request.user, game_id)
    number = asked_step(request, found)
    site = responses.site_of(request)
    link = f"{site}{reverse('game', args=[found.pk])}?step={number}"
    frame = f"{site}{reverse('game-embed', args=[found.pk])}?step={number}"
    open_to_all = access.games_visible(AnonymousUser()).filter(pk=found.pk).exists()
    shown = moment(found, number)
    return game_page(request, found, "share", "share", {
        "moving": animation_form.of_request(request, found, number), **_whole_file(found, site),
        "number": number, "link": link, "frame": frame, "text": battle_text.report(found), "sentence": shown.sentence,
        "open": open_to_all, "picture": reverse("game-picture", args=[found.pk, number]),
    })  # fmt: skip


def _whole_file(found: Game, site: str) -> dict[str, int]:
    """The size of the replay as a file, where there is one."""
    try:
        return {"file_size": len(replay_file.made(found, site))} if found.number else {}
    except replay_file.NotBuilt:
        return {}


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
def embed(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The replay without the site around it, for other sites to frame. Only games that everybody may see are shown."""
    found = access.access_game(AnonymousUser(), game_id)
    return render(
        request, "frontend/publishing/battle/frame.html", {"game": found, "number": asked_step(request, found)}
    )


@require_safe
def text(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The battle as text."""
    found = access.access_game(request.user, game_id)
    return HttpResponse(battle_text.report(found), content_type=PLAIN)


@require_safe
def whole(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """The whole replay as one file, to keep."""
    found = access.access_game(request.user, game_id)
    if not found.number:
        raise Http404
    try:
        body = replay_file.made(found, responses.site_of(request))
    except replay_file.NotBuilt as error:
        return HttpResponse(str(error), status=503, content_type=PLAIN)
    return FileResponse(
        BytesIO(body), as_attachment=True, filename=replay_file.name(found), content_type="text/html; charset=utf-8",
        headers={"Cache-Control": responses.READER},
    )  # fmt: skip


@require_safe
def picture(request: HttpRequest, game_id: UUID, number: int) -> HttpResponse:
    """The picture of a step, as chats show it beside a link."""
    found = access.access_game(request.user, game_id)
    if number > found.number:
        raise Http404
    key = f"step-picture:{FORMAT}:{found.pk}:{found.head}:{number}:{get_language()}"
    body = cache.get(key)
    if body is None:
        try:
            body = battle_picture.png(moment(found, number))
        except pdf_pages.NoFont as error:
            return HttpResponse(str(error), status=503, content_type=PLAIN)
        cache.set(key, body, KEPT)
    return HttpResponse(body, content_type="image/png", headers={"Cache-Control": responses.READER})


@require_safe
def animation(request: HttpRequest, game_id: UUID, first: int, last: int) -> HttpResponseBase:
    """A range of steps as a moving picture; until a worker has drawn it, a page that waits for it."""
    found = access.access_game(request.user, game_id)
    wish = animation_form.wish(first, last, request.GET)
    try:
        drawn = animation_form.ask(found, wish)
    except NotDrawn as error:
        return HttpResponse(str(error), status=400, content_type=PLAIN)
    except animation_form.Busy as error:
        return HttpResponse(str(error), status=503, content_type=PLAIN, headers={"Retry-After": "10"})
    except pdf_pages.NoFont as error:
        return HttpResponse(str(error), status=503, content_type=PLAIN)
    waits = animation_form.waits(drawn)
    if waits:
        about = {"game": found, "waits": waits, "state": animation_form.state(found, wish), "wish": wish}
        answer = render(request, "frontend/publishing/battle/waiting.html", about, status=202)
        answer["Retry-After"], answer["Cache-Control"] = "5", "no-store"
        return answer
    named = replay_file.name(found).removesuffix(".html")
    return FileResponse(
        BytesIO(drawn.body), content_type="image/gif", filename=f"{named}-{wish.first}-{wish.last}.gif",
        headers={"Cache-Control": responses.READER},
    )  # fmt: skip


@never_cache
@require_safe
def animation_state(request: HttpRequest, game_id: UUID, first: int, last: int) -> JsonResponse:
    """How far a moving picture is, for the page that waits for it. Nothing is drawn for it."""
    found = access.access_game(request.user, game_id)
    wish = animation_form.wish(first, last, request.GET)
    try:
        battle_animation.check(found, wish)
    except NotDrawn:
        raise Http404 from None
    waits = animation_form.waits(animation_form.known(found, wish))
    return JsonResponse({"running": bool(waits), "text": waits})
