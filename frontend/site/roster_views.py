"""Pages about rosters: the list with its upload form, and one roster in full."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

import rules
from frontend.base.return_address import back_to
from frontend.base.specialities import speciality_name
from frontend.base.visitor import signed_in_user
from frontend.games import refusal_words
from frontend.games.file_words import file_words
from frontend.games.remarks import told
from frontend.games.roster_problems import roster_problems
from frontend.site.roster_forms import RosterForm
from gamelog.games import access, selectors, services
from gamelog.games.models import Roster

MOST = 10_000
MOST_TEXT = 20_000


@require_http_methods(["GET", "HEAD", "POST"])
def rosters(request: HttpRequest) -> HttpResponse:
    """My rosters, and a form to upload another."""
    form = RosterForm(request.POST or None, request.FILES or None)
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect(f"/accounts/login/?next={request.path}")
        stored = _store(request, form)
        if stored is not None:
            back = back_to(request)
            return redirect(back) if back else redirect("roster", stored.pk)
    rows = access.rosters_visible(request.user).order_by("-created", "id")[:200]
    shown = {"form": form, "rosters": rows, "next": back_to(request)}
    return render(request, "frontend/site/rosters.html", shown, status=400 if form.errors else 200)


def _store(request: HttpRequest, form: RosterForm) -> Roster | None:
    if not form.is_valid():
        return None
    file = form.cleaned_data["file"]
    try:
        stored, _created = services.roster_import(owner=signed_in_user(request), data=file.read(), name=file.name)
    except rules.Malformed as error:
        said = file_words(error)
        form.add_error("file", _("The file cannot be read, so nothing was saved. %(why)s") % {"why": said})
        return None
    return stored


@require_http_methods(["GET", "HEAD", "POST"])
def roster(request: HttpRequest, roster_id: UUID) -> HttpResponse:
    """One roster: its models, what makes it illegal, and a team picked from it; a POST brings lines to complete it."""
    found = access.access_roster(request.user, roster_id)
    completing = _completing(request, found)
    if request.method == "POST" and not completing:
        raise Http404
    if request.method == "POST" and not completing["refused_lines"]:
        return redirect("roster", completing["completed"].pk)
    read, ruleset = selectors.sheets_of(found), rules.load(found.ruleset)
    limits = ruleset.rosters.limits
    limit = _limit(request.GET.get("limit", "")) or limits[0]
    sheets, agreement = _agreed(ruleset, read, request.GET.get("allowed", "")[:MOST_TEXT])
    context = {
        "roster": found, "sheets": sheets, "groups": _groups(ruleset, sheets), "limit": limit, "limits": sorted(limits),
        "clauses": ruleset.clauses, "remarks": told(read.remarks), **agreement,
        **completing,
    }  # fmt: skip
    shown = {**context, **_fitness(ruleset, sheets, limit, request.GET)}
    return render(request, "frontend/site/roster.html", shown, status=400 if completing.get("refused_lines") else 200)


def _completing(request: HttpRequest, found: Roster) -> dict[str, Any]:
    """The form for lines below the owner's own list, and what became of those that were sent; empty without a form."""
    below = rules.load(found.ruleset).rosters.below
    if below is None or found.owner_id != request.user.pk or not below.able(bytes(found.file)):
        return {}
    lines = request.POST.get("lines", "")[:MOST_TEXT]
    shown: dict[str, Any] = {"below": below, "lines": lines, "refused_lines": "", "completed": None}
    if request.method != "POST":
        return shown
    if not lines.strip():
        return {**shown, "refused_lines": _("Write at least one line.")}
    try:
        return {**shown, "completed": services.roster_complete(roster=found, lines=lines)}
    except rules.Malformed as error:
        return {**shown, "refused_lines": file_words(error)}


def _agreed(ruleset: rules.Ruleset, sheets: Any, text: str) -> tuple[Any, dict[str, str]]:
    """The roster with the specialities that the visitor says its datasheets allow, and the form's part about them."""
    shown = {"allowing": ruleset.rosters.allowing, "allowed": text, "allowed_error": ""}
    if not shown["allowing"] or not text.strip():
        return sheets, shown
    try:
        return ruleset.rosters.agreed(sheets, {ruleset.rosters.allowing: text}), shown
    except rules.Malformed as error:
        return sheets, {**shown, "allowed_error": file_words(error)}


def _limit(text: str) -> int:
    return int(text) if text.isdecimal() and 0 < int(text[:6]) <= MOST else 0


def _groups(ruleset: rules.Ruleset, sheets: Any) -> list[dict[str, Any]]:
    """The models by unit, like ones together; one group of single models if there are no units."""
    if not sheets.units:
        return [{"unit": None, "items": [_item(ruleset, [sheet]) for sheet in sheets.models]}]
    by_id = {sheet.id: sheet for sheet in sheets.models}
    return [{"unit": unit, "items": _alike(ruleset, [by_id[key] for key in unit.models])} for unit in sheets.units]


def _alike(ruleset: rules.Ruleset, models: list[Any]) -> list[dict[str, Any]]:
    """Models that differ only in their number and their share of the unit's points."""
    kinds: dict[bytes, list[Any]] = {}
    for sheet in models:
        kinds.setdefault(msgspec.json.encode(msgspec.structs.replace(sheet, id="", name="", points=0)), []).append(
            sheet
        )
    return [_item(ruleset, same) for same in kinds.values()]


def _item(ruleset: rules.Ruleset, same: list[Any]) -> dict[str, Any]:
    sheet = same[0]
    return {
        "sheet": sheet, "name": sheet.name if len(same) == 1 else sheet.type or sheet.name, "count": len(same),
        "points": sum(each.points for each in same), "specialism": speciality_name(ruleset.rosters.speciality(sheet)),
    }  # fmt: skip


def _fitness(ruleset: rules.Ruleset, sheets: Any, limit: int, query: Any) -> dict[str, Any]:
    """The problems of the whole roster at a limit, and of the ticked models (or of a team picked automatically)."""
    lists = ruleset.rosters
    picked = query.getlist("m")
    refused = ""
    if "pick" in query:
        try:
            picked = list(lists.pick(sheets, limit))
        except rules.IllegalAction as error:
            refused = refusal_words.problem_text(ruleset, error)
    known = {model.id for model in sheets.models}
    picked = [key for key in dict.fromkeys(picked) if key in known]
    team = lists.team(sheets, picked) if picked else None
    return {
        "problems": roster_problems(ruleset, sheets, limit), "picked": picked, "refused": refused, "team": team,
        "team_problems": roster_problems(ruleset, team, limit) if team else [],
    }  # fmt: skip
