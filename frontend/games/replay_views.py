"""The replay of a game and its log: every step in words, and the data for the replay component."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_safe

import rules
from frontend.games import (
    call_list,
    game_history,
    perspectives,
    replay,
    replay_body,
    scoresheet,
    standing_text,
    study_links,
    table_drawing,
    take_backs,
)  # fmt: skip
from frontend.games.cast import Cast
from frontend.games.page import game_page
from frontend.games.share_links import asked_step
from gamelog.games import access, selectors
from gamelog.games.models import Game

BROTLI = re.compile(r"\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


@require_safe
@gzip_page
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The replay; without JavaScript the final table and the steps in words."""
    found, key = perspectives.access_as(request, game_id)
    asked = game_history.requested_history(request, found)
    told, state, cast = _told(request, found, asked, key)
    steps = Paginator(told, game_history.STEPS_A_PAGE).get_page(request.GET.get("steps"))
    picture = table_drawing.table(state, cast, _("The table after the last step"))
    linked = asked_step(request, found)
    address = request.build_absolute_uri(reverse("game", args=[found.pk]))
    said = next(
        (f"{step.t}: {step.o}" if step.o else step.t for step in told if step.n == linked), ""
    ) if "step" in request.GET else ""  # fmt: skip
    shown = {
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
        "steps": steps,
        "chapters": chapters(cast, steps),
        "picture": picture,
        "forces": standing_text.forces(cast, state),
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
    told, _state, cast = _told(request, found, asked)
    steps = Paginator(told, game_history.STEPS_A_PAGE).get_page(request.GET.get("steps"))
    return game_page(request, found, "log", "log", {"steps": steps, "chapters": chapters(cast, steps)})


def _narrated(found: Game, shown: game_history.ShownHistory) -> tuple[list[replay.ReplayStep], rules.State, Cast]:
    cast, state = Cast(found.rules), rules.empty(found.rules)
    findings, as_of = game_history.findings_shown(found, selectors.report_of(found), shown.last)
    read = game_history.read_history(found, shown)
    told = list(replay.steps(found.rules, read.events, findings, cast, state, as_of, read.asides))
    return told, state, cast


def _told(
    request: HttpRequest, found: Game, shown: game_history.ShownHistory, key: str = ""
) -> tuple[list[replay.ReplayStep], rules.State, Cast]:
    """Every step in words. What the data of the replay tell already, if they have been made, is taken from there: to
    find the words takes longer than all else.
    """
    kept = replay_body.kept_steps(found, shown, key, request.user)
    if kept is None:
        told, state, cast = _narrated(found, shown)
        replay_body.tell(found, told, perspectives.openings(request.user, found, key, shown.last))
        return told, state, cast
    cast, state = Cast(found.rules), rules.fold(found.rules, game_history.read_history(found, shown).events)
    cast.meet(state)
    return kept, state, cast


def chapters(cast: Any, steps: Any) -> list[dict[str, Any]]:
    """Steps grouped by round, player turn and phase, for templates."""
    found: list[dict[str, Any]] = []
    for step in steps:
        key = (step.r, step.h, step.p)
        if not found or found[-1]["key"] != key:
            turn = cast.side(step.h) if step.h else ""
            found.append({"round": step.r, "turn": turn, "key": key, "phase": cast.phase(step.p), "steps": []})
        found[-1]["steps"].append(step)
    return found


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
