"""The tournament as a whole with its staff, and what newer rules would change."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from frontend.desk import seats
from frontend.desk.access import Desk, desk_page, show
from frontend.tournaments import people, standings_changes, vocabulary
from gamelog.games.models import JobState
from gamelog.reverify.models import Run
from gamelog.tournaments import previews

RUNS_OFFERED = 20


@require_safe
@desk_page
def tournament_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The tournament as a whole: its phase, its staff, the pairs kept apart."""
    names = people.names_of_people(desk.state.roles)
    officers = [
        (person, names.get(person, "?"), role, vocabulary.role(role))
        for person, roles in desk.state.roles.items()
        for role in roles
    ]
    apart = [(a, b, desk.name(a), desk.name(b)) for a, b in desk.state.forbidden]
    return show(request, desk, "tournament", {"officers": officers, "apart": apart, "here": request.path})


@require_safe
@desk_page
def versions_page(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Which places would change if the tournament's games had been played under newer rules. Nothing is changed."""
    done = Run.objects.filter(ruleset=desk.state.terms.ruleset, state=JobState.DONE)
    runs = list(done.order_by("-created")[:RUNS_OFFERED])
    chosen = next((each for each in runs if str(each.pk) == request.GET.get("run")), runs[0] if runs else None)
    found = previews.effect_of_run(desk.tournament, chosen) if chosen else None
    tables = [_changed_table(desk, each) for each in (found.tables if found else ())]
    changes = standings_changes.changes_of(desk.name, found.effect) if found else None
    return show(request, desk, "versions", {"runs": runs, "chosen": chosen, "tables": tables, "told": changes})


def _changed_table(desk: Desk, changed: previews.TableChange) -> tuple[Any, str, str, str]:
    """A table with its players, and its result before and after."""
    place = changed.row.round, changed.row.table, changed.row.board
    names = seats.names_at(desk, *place) or ("", "")
    tallies = desk.state.terms.tallies
    before, after = (vocabulary.result(report, *names, tallies) for report in (changed.before, changed.after))
    return changed.row, seats.seat_with_names(desk, *place), before, after
