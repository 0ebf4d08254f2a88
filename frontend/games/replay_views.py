"""The replay of a game and its log: every step in words, and the data for the replay component."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_safe

from frontend.games import (
    call_list,
    game_history,
    perspectives,
    replay_body,
    scoresheet,
    study_links,
    take_backs,
)
from frontend.games.page import game_page
from frontend.games.replay_page import ReplayPage
from frontend.games.share_links import asked_step
from gamelog.games import access
from gamelog.games.models import Game

BROTLI = re.compile(r"\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


@require_safe
@gzip_page
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The replay; without JavaScript the final table and the steps in words."""
    found, key = perspectives.access_as(request, game_id)
    asked = game_history.requested_history(request, found)
    page = ReplayPage(found, asked, key, request.user)
    linked = asked_step(request, found)
    address = request.build_absolute_uri(reverse("game", args=[found.pk]))
    named = page.step(linked) if "step" in request.GET else None
    said = f"{named.t}: {named.o}" if named and named.o else named.t if named else ""
    shown = {
        "shown": asked,
        "linked": study_links.linked(
            request,
            found,
            {
                "address": f"{address}?step={linked}" if "step" in request.GET else address,
                "text": said or scoresheet.of_game(found).result,
                "picture": request.build_absolute_uri(reverse("game-picture", args=[found.pk, linked])),
            },
        ),
        **study_links.listed(request, found),
        **_steps(request, found, page),
        "picture": mark_safe(page.frame.picture),  # Drawn by table_drawing, which escapes every name.
        "forces": page.frame.forces,
        "live": not (found.finished or asked.as_of or asked.line == "played"),
        "calls": call_list.of_game(request.user, found),
        "perspectives": perspectives.choices(request, found, key, asked.query),
        "seen_as": key if key not in (perspectives.SPECTATOR, perspectives.STAFF) else "",
        "data_query": perspectives.with_as(asked.query, key),
        "as_query": perspectives.with_as("", key),
        **take_backs.offered(request.user, found),
    }
    return game_page(request, found, "replay", "replay", shown)


@require_safe
@gzip_page
def log(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Every step in words."""
    found = access.access_game(request.user, game_id)
    asked = game_history.requested_history(request, found)
    page = ReplayPage(found, asked)
    return game_page(request, found, "log", "log", {"shown": asked, **_steps(request, found, page)})


def _steps(request: HttpRequest, found: Game, page: ReplayPage) -> dict[str, Any]:
    """The page of steps asked for, by chapter."""
    asked = Paginator(range(page.frame.count), game_history.STEPS_A_PAGE).get_page(request.GET.get("steps"))
    staff = access.is_staff(request.user) and not found.what_if
    return {"steps": asked, "chapters": page.chapters(asked.number, staff)}


def _replay_tag(request: HttpRequest, game_id: UUID) -> str:
    found, key = perspectives.access_as(request, game_id)
    # Weak: what it names comes in several encodings.
    return f'W/"{replay_body.tag(found, game_history.requested_history(request, found), key, request.user)}"'


@require_safe
@gzip_page
@condition(etag_func=_replay_tag)
def replay_data(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The data of the replay component, as JSON, in the perspective asked for; its ETag names all it depends on."""
    found, key = perspectives.access_as(request, game_id)
    brotli = BROTLI.search(request.headers.get("Accept-Encoding", "")) is not None
    make = replay_body.packed if brotli else replay_body.body
    body = make(found, game_history.requested_history(request, found), key, request.user)
    headers = {"Cache-Control": "private, no-cache" if key else "no-cache", "Vary": "Accept-Encoding"}
    if brotli:
        headers["Content-Encoding"] = "br"
    return HttpResponse(body, content_type="application/json", headers=headers)
