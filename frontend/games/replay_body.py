"""The data of the replay of a stored game, as one perspective has it, and the tag under which it is kept."""

from __future__ import annotations

from typing import Any

import brotli
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.utils.translation import get_language

from frontend.games import game_history, live_story, perspectives, replay, scoresheet
from frontend.games.cast import Cast
from frontend.games.game_history import ShownHistory
from gamelog.games import access, selectors
from gamelog.games.models import Game

KEPT = 24 * 3600
QUALITY = 9
"""Of Brotli's eleven: a seventh smaller than gzip, and a city fight in 24 ms, once for all who read it."""
NOBODY = AnonymousUser()


def tag(found: Game, shown: ShownHistory, key: str = "", actor: access.Actor = NOBODY) -> str:
    """What distinguishes the data: the head, the report, the line, the language, the perspective and what it tells."""
    report = selectors.report_of(found)
    said = f"{report.pk}-{report.state}" if report else "none"
    told = [f"{key}{each.number}.{each.opened}" for each in perspectives.openings(actor, found, key, shown.last)]
    parts = (found.head[:24], found.number, said, replay.FORMAT, shown.line, shown.as_of, get_language())
    return "-".join(map(str, [*parts, *([key, *told] if key else [])]))


def body(found: Game, shown: ShownHistory, key: str = "", actor: access.Actor = NOBODY) -> bytes:
    """The data as JSON, from the cache where it is there. Raises: rules.Malformed."""
    at = name(found, shown, key, actor)
    kept: bytes | None = cache.get(at)
    if kept is None:
        kept = replay.encode(_data(found, shown, perspectives.openings(actor, found, key, shown.last)))
        cache.set(at, kept, KEPT)
    return kept


def packed(found: Game, shown: ShownHistory, key: str = "", actor: access.Actor = NOBODY) -> bytes:
    """The same, compressed by Brotli, which is kept beside it. Raises: rules.Malformed."""
    at = f"{name(found, shown, key, actor)}.br"
    kept: bytes | None = cache.get(at)
    if kept is None:
        kept = brotli.compress(body(found, shown, key, actor), quality=QUALITY)
        cache.set(at, kept, KEPT)
    return kept


def name(found: Game, shown: ShownHistory, key: str, actor: access.Actor) -> str:
    """The key under which the data are kept; whatever is made of them has one that begins so."""
    return f"replay:{found.pk}:{tag(found, shown, key, actor)}"


def _data(found: Game, shown: ShownHistory, openings: list[perspectives.Opening]) -> dict[str, Any]:
    report = selectors.report_of(found)
    current = report if report and selectors.is_current(found, report) else None
    findings, as_of = game_history.findings_shown(found, report, shown.last)
    read, verdict = game_history.read_history(found, shown), current.verdict if current else ""
    data = replay.payload(found.rules, read.events, findings, verdict, as_of, read.asides)
    tell(found, data["steps"], openings)
    at = live_story.cursor(found.number, live_story.mark_of(found, report))
    end = {} if shown.as_of or shown.line == "played" else _ended(found)
    return {**data, "at": at, **end}


def tell(found: Game, steps: list[replay.ReplayStep], openings: list[perspectives.Opening]) -> None:
    """Add what was written down to the steps in which it was."""
    if not openings:
        return
    cast = Cast(found.rules)
    cast.meet(selectors.position_at(found, found.number))
    for each in openings:
        if each.number <= len(steps):
            steps[each.number - 1].l.append(perspectives.line(cast, each))


def _ended(found: Game) -> dict[str, Any]:
    """How a finished battle ended: the result, what decided it, and the score by round."""
    if not found.finished:
        return {}
    sheet = scoresheet.of_game(found)
    rounds = [[row.number, *(each["score"] for each in row.sides)] for row in sheet.rows]
    return {"end": {"text": sheet.result, "decided": sheet.decided, "rounds": rounds}}
