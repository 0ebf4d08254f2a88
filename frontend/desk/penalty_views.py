"""The penalties ledger."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from frontend.base.points import said
from frontend.desk.access import Desk, desk_page, show
from frontend.desk.result_forms import Penalise
from frontend.tournaments import vocabulary


@require_safe
@desk_page
def penalties(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Every penalty, newest first, lifted ones included; and the form for another."""
    rows = [(each, desk.name(each.entrant), points_of(each)) for each in reversed(desk.state.penalties)]
    form = Penalise(desk=desk, initial=dict(request.GET.items())) if desk.may("penalise") else None
    return show(request, desk, "penalties", {"rows": rows, "form": form, "here": request.path})


def points_of(penalty: object) -> str:
    """The points of a penalty, in words; empty for one without points."""
    given = [(kind, getattr(penalty, kind)) for kind in ("match", "battle", "victory")]
    return ", ".join(f"{said(value)} {vocabulary.kind(kind)}" for kind, value in given if value).replace("-", "−")
