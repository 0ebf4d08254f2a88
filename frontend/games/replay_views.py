"""The replay of a game and its log: every step in words, and the data for the replay component."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.core.cache import cache
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import condition, require_safe

import rules
from frontend.games import (
    call_list,
    game_history,
    live_story,
    replay,
    scoresheet,
    standing_text,
    table_drawing,
    take_backs,
)
from frontend.games.cast import Cast
from frontend.games.page import game_page
from frontend.games.share_links import asked_step
from gamelog.games import access, selectors
from gamelog.games.models import Game

KEPT = 24 * 3600


@require_safe
@gzip_page
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The replay; without JavaScript the final table and the steps in words."""
    found = access.access_game(request.user, game_id)
    asked = game_history.requested_history(request, found)
    told, state, cast = _kept(request, found, asked) or _narrated(found, asked)
    steps = Paginator(told, game_history.STEPS_A_PAGE).get_page(request.GET.get("steps"))
    picture = table_drawing.table(state, cast, _("The table after the last step"))
    linked = asked_step(request, found)
    address = request.build_absolute_uri(reverse("game", args=[found.pk]))
    said = next(
        (f"{step.t}: {step.o}" if step.o else step.t for step in told if step.n == linked), ""
    ) if "step" in request.GET else ""  # fmt: skip
    shown = {
        "linked": {
            "address": f"{address}?step={linked}" if "step" in request.GET else address,
            "text": said or scoresheet.of_game(found).result,
            "picture": request.build_absolute_uri(reverse("game-picture", args=[found.pk, linked])),
        },
        "steps": steps,
        "chapters": chapters(cast, steps),
        "picture": picture,
        "forces": standing_text.forces(cast, state),
        "live": not (found.finished or asked.as_of or asked.line == "played"),
        "calls": call_list.of_game(request.user, found),
        **take_backs.offered(request.user, found),
    }
    return game_page(request, found, "replay", "replay", shown)


@require_safe
@gzip_page
def log(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Every step in words."""
    found = access.access_game(request.user, game_id)
    asked = game_history.requested_history(request, found)
    told, _state, cast = _kept(request, found, asked) or _narrated(found, asked)
    steps = Paginator(told, game_history.STEPS_A_PAGE).get_page(request.GET.get("steps"))
    return game_page(request, found, "log", "log", {"steps": steps, "chapters": chapters(cast, steps)})


def _narrated(found: Game, shown: game_history.ShownHistory) -> tuple[list[replay.ReplayStep], rules.State, Cast]:
    cast, state = Cast(found.rules), rules.empty(found.rules)
    findings, as_of = game_history.findings_shown(found, selectors.report_of(found), shown.last)
    read = game_history.read_history(found, shown)
    told = list(replay.steps(found.rules, read.events, findings, cast, state, as_of, read.asides))
    return told, state, cast


def _kept(
    request: HttpRequest, found: Game, shown: game_history.ShownHistory
) -> tuple[list[replay.ReplayStep], rules.State, Cast] | None:
    """What the data of the replay already tells, if it has been made: to find the words takes longer than all else."""
    body = cache.get(_replay_key(request, found.pk))
    if body is None:
        return None
    told = msgspec.json.decode(body, type=_Told).steps
    cast, state = Cast(found.rules), rules.fold(found.rules, game_history.read_history(found, shown).events)
    cast.meet(state)
    return told, state, cast


class _Told(msgspec.Struct):
    """The steps in the data of the replay."""

    steps: list[replay.ReplayStep]


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
    found = access.access_game(request.user, game_id)
    report = selectors.report_of(found)
    said = f"{report.pk}-{report.state}" if report else "none"
    shown = game_history.requested_history(request, found)
    return f'"{found.head[:24]}-{found.number}-{said}-{replay.FORMAT}-{shown.line}-{shown.as_of}-{get_language()}"'


def _replay_key(request: HttpRequest, game_id: UUID) -> str:
    return f"replay:{game_id}:{_replay_tag(request, game_id)}"


def _ended(found: Game) -> dict[str, Any]:
    """How a finished battle ended: the result, what decided it, and the score by round."""
    if not found.finished:
        return {}
    sheet = scoresheet.of_game(found)
    rounds = [[row.number, *(each["score"] for each in row.sides)] for row in sheet.rows]
    return {"end": {"text": sheet.result, "decided": sheet.decided, "rounds": rounds}}


@require_safe
@gzip_page
@condition(etag_func=_replay_tag)
def replay_data(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The data of the replay component, as JSON; its ETag names the head, the report, the line and the language."""
    key = _replay_key(request, game_id)
    body = cache.get(key)
    if body is None:
        found = access.access_game(request.user, game_id)
        report = selectors.report_of(found)
        current = report if report and selectors.is_current(found, report) else None
        shown = game_history.requested_history(request, found)
        findings, as_of = game_history.findings_shown(found, report, shown.last)
        read, verdict = game_history.read_history(found, shown), current.verdict if current else ""
        data = replay.payload(found.rules, read.events, findings, verdict, as_of, read.asides)
        at = live_story.cursor(found.number, live_story.mark_of(found, report))
        end = {} if shown.as_of or shown.line == "played" else _ended(found)
        body = replay.encode({**data, "at": at, **end})
        cache.set(key, body, KEPT)
    return HttpResponse(body, content_type="application/json", headers={"Cache-Control": "no-cache"})
