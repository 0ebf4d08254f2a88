"""The verification report of a game, and a new verification."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

import rules
from frontend.games import finding_text, game_history, narration, replay, results
from frontend.games.cast import Cast
from frontend.games.page import game_page
from gamelog.games import access, selectors, services
from gamelog.games.models import OPEN, Game, JobState, Report


@never_cache
@require_safe
def verify(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The report: the verdict and the findings by step, or the progress."""
    found = access.access_game(request.user, game_id)
    report = selectors.report_of(found)
    told = _reported(found, report) if report else {}
    return game_page(request, found, "verify", "verification", {**told, "running": _running(report)})


def _running(report: Report | None) -> bool:
    return bool(report and report.state in OPEN)


def _reported(found: Game, report: Report) -> dict[str, Any]:
    """The report in words: findings with the declarations of their steps, the score, and the casualties in order."""
    findings, ruleset = selectors.findings_of(report), found.rules
    read = game_history.read_history(found, game_history.history_upto(found, report.number))
    cast, state, titles = Cast(ruleset), rules.empty(ruleset), {}
    for event in read.events:
        before = narration.title(cast, state, game_history.titled_event(event, read.asides.get(event.number)))
        rules.evolve(state, event)
        if len(state.models) != len(cast.models):
            cast.meet(state)
        titles[event.number] = before
    fallen = list(rules.casualty_groups(rules.casualties(ruleset, read.events, state), state))
    words = [
        {**finding_text.describe(cast, f, state), "title": titles.get(f.number, ""), "number": f.number}
        for f in findings
    ]
    summary = selectors.summary_of(report)
    names = {side.side: side.name for side in summary.sides} if summary else {}
    word = summary.on_word if summary else ()
    return {
        "on_word": [{"number": each.number, "title": titles.get(each.number, ""), "rule": each.effect.rule,
                     "said": narration.explain(cast, each.effect, state).text} for each in word],
        "findings": words, "open": sum(not f.settled for f in findings), "summary": summary,
        "settled": sum(bool(f.settled) for f in findings), "current": selectors.is_current(found, report),
        "as_played": results.result_text(summary.played, names) if summary and summary.played else "",
        "sides": _sides(cast, summary, [(_who(cast, state, group), group[0]) for group in fallen], titles)
        if summary else [],
        "ended_by": cast.decided(summary.reason) if summary and summary.reason else "",
    }  # fmt: skip


def _sides(
    cast: Cast, summary: rules.Report, fallen: Sequence[tuple[str, rules.Casualty]], titles: dict[int, str]
) -> list[dict[str, Any]]:
    """Each side with its score, its counters, and its casualties in the order in which they fell."""
    return [
        {"side": side, "colour": replay.COLOURS[index % 2], "won": side.side == summary.winner,
         "score": rules.points(summary.score[side.side], summary.per_point) if side.side in summary.score else None,
         "counted": [(narration.counter(cast, key), value) for key, value in side.counters.items()],
         "fallen": [{"name": who, "number": first.number, "title": titles.get(first.number, "")}
                    for who, first in fallen if first.side == side.side]}
        for index, side in enumerate(summary.sides)
    ]  # fmt: skip


def _who(cast: Cast, state: rules.State, group: Sequence[rules.Casualty]) -> str:
    """A model that fell, or how many of a unit."""
    if len(group) == 1:
        return cast.model(group[0].model)
    count = ngettext("%(count)d model", "%(count)d models", len(group)) % {"count": len(group)}
    return f"{cast.units[state.models[group[0].model].unit]}: {count}"


@never_cache
@require_GET
def verify_state(request: HttpRequest, game_id: UUID) -> JsonResponse:
    """The progress of a verification, for the page that waits for it."""
    report = selectors.report_of(access.access_game(request.user, game_id))
    done, total = (report.done, report.total) if report else (0, 0)
    return JsonResponse({"running": _running(report), "done": done, "total": total})


@login_required
@require_POST
def verify_again(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Queue a verification of the game as it is now."""
    found = access.access_game(request.user, game_id)
    report = services.verification_request(game=found, asked_by=str(request.user.pk))
    if report.state == JobState.DONE:
        messages.info(
            request, _("This game has already been verified as it stands: the report below covers its last step.")
        )
    return redirect("verify", found.pk)
