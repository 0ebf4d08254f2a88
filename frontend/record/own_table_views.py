"""The tables that somebody keeps, and what comes of one while it is drawn."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

import rules
from frontend.base.visitor import signed_in_user
from frontend.record import own_tables
from gamelog.games.own_tables import own_table, table_rename


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def kept_tables(request: HttpRequest) -> HttpResponse:
    """Your tables, each with its picture; one is renamed or deleted."""
    user, wrong, at = signed_in_user(request), "", request.POST.get("table", "")
    if request.method == "POST":
        table, do = own_table(user, at), request.POST.get("do", "")
        if do not in ("rename", "delete"):
            raise Http404(f"there is no act {do}")
        if do == "delete":
            table.delete()
            messages.success(request, _("“%(name)s” is deleted.") % {"name": table.name})
            return redirect("own-tables")
        try:
            table_rename(table=table, name=request.POST.get("name", ""))
            return redirect("own-tables")
        except rules.Malformed as error:
            wrong = own_tables.kept_words(error)
    kept = []
    for row, choice in own_tables.kept(user):
        shown = {"row": row, "choice": choice, "system": rules.load(row.ruleset).name, "wrong": "", "typed": row.name}
        kept.append(shown | {"wrong": wrong, "typed": request.POST.get("name", "")} if choice.key == at else shown)
    return render(request, "frontend/record/own_tables.html", {"kept": kept}, status=400 if wrong else 200)


@never_cache
@login_required
@require_POST
def look(request: HttpRequest) -> JsonResponse:
    """What comes of a table while it is drawn: its zones, and what is wrong with it. Nothing is stored."""
    wanted = request.POST.get("ruleset", "")
    if wanted not in rules.RULESETS:
        raise Http404(f"there is no ruleset {wanted}")
    return JsonResponse(own_tables.looked_at(rules.load(wanted), request.POST.get("plan", "")[: own_tables.MOST_PLAN]))
