"""Staff pages: every game checked under another version of its rules, with progress and results."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_safe

import rules
from frontend.base.visitor import signed_in_user
from frontend.games import version_changes
from frontend.games.cast import Cast
from gamelog.games import access
from gamelog.games.models import OPEN, Game
from gamelog.reverify import selectors, services
from gamelog.reverify.models import Run

GAMES_A_PAGE = 10
RUNS_A_PAGE = 20
RESULTS_SHOWN = 100
RULES_SHOWN = 60
View = Callable[..., HttpResponse]


def staff_only(view: View) -> View:
    """Send visitors who are not logged in to the login page, and refuse users who are not staff."""

    @login_required
    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not access.is_staff(request.user):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return checked


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff_only
def runs(request: HttpRequest) -> HttpResponse:
    """The runs so far, and a form to start another."""
    if request.method == "POST":
        return _start(request)
    rows = Run.objects.select_related("created_by")
    page = Paginator(rows, RUNS_A_PAGE).get_page(request.GET.get("page"))
    installed = selectors.versions()
    return render(
        request, "frontend/games/reverification_runs.html",
        {"page": page, "rows": [(each, version_changes.ruleset_of(each).name) for each in page],
         "versions": installed, "single": _single(installed),
         "games": Game.objects.filter(ruleset__in=rules.RULESETS).count()},
    )  # fmt: skip


def _single(installed: list[rules.Ruleset]) -> list[rules.Ruleset]:
    """The rulesets with a single version, under which nothing could change."""
    ids = [each.id for each in installed]
    return [each for each in installed if ids.count(each.id) == 1]


def _start(request: HttpRequest) -> HttpResponse:
    ruleset, _at, version = request.POST.get("version", "").partition("@")
    try:
        run, created = services.run_create(ruleset=ruleset, version=version, created_by=signed_in_user(request))
    except rules.RulesError as error:
        messages.error(request, rules.problem(error).text)
        return redirect("reverify")
    if not created:
        messages.info(request, _("This comparison is already under way."))
    return redirect("reverify-run", run.pk)


@never_cache
@require_safe
@staff_only
def run(request: HttpRequest, run_id: UUID) -> HttpResponse:
    """One run: its progress; then results that would change, steps by rule, and the games."""
    found = get_object_or_404(Run.objects.select_related("created_by"), pk=run_id)
    ruleset = version_changes.ruleset_of(found)
    shown: dict[str, Any] = {"run": found, "ruleset": ruleset, "running": found.state in OPEN}
    if not shown["running"]:
        shown |= _found(found, Cast(ruleset)) | _games(request, found, ruleset)
    return render(request, "frontend/games/reverification_run.html", shown)


def _found(found: Run, cast: Cast) -> dict[str, Any]:
    results, summary = selectors.results_of(found), selectors.summary_of(found)
    games = Game.objects.prefetch_related("seats").in_bulk(
        [UUID(key) for count in summary.rules[:RULES_SHOWN] for key, _number in count.samples]
    )
    by_rule = [
        {"id": count.rule, "label": cast.rule(count.rule), "steps": count.steps, "games": count.games,
         "samples": [(games[UUID(key)], number) for key, number in count.samples],
         "more": count.steps - len(count.samples)}
        for count in summary.rules[:RULES_SHOWN]
    ]  # fmt: skip
    counts = selectors.counts_of(found)
    return {
        "results": [version_changes.row(row, cast) for row in results[:RESULTS_SHOWN]],
        "results_count": found.total and sum(counts[key] for key in ("winner", "result", "open")),
        "counts": version_changes.changes(counts), "steps_count": summary.steps, "by_rule": by_rule,
        "failed": list(selectors.failed_of(found)[:RESULTS_SHOWN]),
    }  # fmt: skip


def _games(request: HttpRequest, found: Run, ruleset: rules.Ruleset) -> dict[str, Any]:
    rule = request.GET.get("rule", "")[:200]
    rows = selectors.comparisons_of(found, changed=True, rule=rule)
    page = Paginator(rows, GAMES_A_PAGE).get_page(request.GET.get("page"))
    told = []
    for row in page:
        cast = Cast(ruleset)
        told.append({**version_changes.row(row, cast), **version_changes.steps(row, cast)})
    return {"page": page, "told": told, "rule": rule, "rule_label": Cast(ruleset).rule(rule) if rule else ""}


@never_cache
@require_GET
@staff_only
def run_state(request: HttpRequest, run_id: UUID) -> JsonResponse:
    """The progress of a run, for the page that waits for it."""
    found = get_object_or_404(Run, pk=run_id)
    return JsonResponse({"running": found.state in OPEN, "done": found.done, "total": found.total})
