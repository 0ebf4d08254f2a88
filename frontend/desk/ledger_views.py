"""The penalties ledger, the event as a whole with who works at it, and what newer rules would change."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from frontend.desk import told
from frontend.desk.gate import Desk, desk_page, show
from frontend.desk.result_forms import Penalise
from frontend.events import effects, words
from gamelog.contest.points import said
from gamelog.games.models import State
from gamelog.reverify.models import Run
from gamelog.tournaments import previews

RUNS_OFFERED = 20


@require_safe
@desk_page
def penalties(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Every penalty, newest first, with those that are lifted; and the form for another."""
    rows = [(each, desk.name(each.entrant), points_of(each)) for each in reversed(desk.state.penalties)]
    form = Penalise(desk=desk, initial=dict(request.GET.items())) if desk.may("penalise") else None
    return show(request, desk, "penalties", {"rows": rows, "form": form, "here": request.path})


def points_of(penalty: object) -> str:
    """What a penalty takes or gives, in words; empty for one without points."""
    given = [(kind, getattr(penalty, kind)) for kind in ("match", "battle", "victory")]
    return ", ".join(f"{said(value)} {words.kind(kind)}" for kind, value in given if value).replace("-", "−")


@require_safe
@desk_page
def whole(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The event as a whole: its phase, who works at it, who is kept apart."""
    names = told.names_of_people(desk.state.roles)
    officers = [
        (person, names.get(person, "?"), role, words.role(role))
        for person, roles in desk.state.roles.items()
        for role in roles
    ]
    apart = [(a, b, desk.name(a), desk.name(b)) for a, b in desk.state.forbidden]
    return show(request, desk, "whole", {"officers": officers, "apart": apart, "here": request.path})


@require_safe
@desk_page
def versions(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Which places would change if the event's games had been played under newer rules. Nothing is changed."""
    done = Run.objects.filter(ruleset=desk.state.terms.ruleset, state=State.DONE)
    runs = list(done.order_by("-created")[:RUNS_OFFERED])
    chosen = next((each for each in runs if str(each.pk) == request.GET.get("run")), runs[0] if runs else None)
    found = previews.effect_of_run(desk.event, chosen) if chosen else None
    tables = [
        (each.row, told.at_table(desk, each.row.round, each.row.table, each.row.board),
         *(words.result(report, *(told.both(desk, each.row.round, each.row.table, each.row.board) or ("", "")))
           for report in (each.before, each.after)))
        for each in (found.tables if found else ())
    ]  # fmt: skip
    said_so = effects.told(desk.name, found.effect) if found else None
    return show(request, desk, "versions", {"runs": runs, "chosen": chosen, "tables": tables, "told": said_so})
