"""The rulebook pages: every clause of a ruleset with its status, both labels, its source, and a search."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

import rules
from frontend.base.clauses import card, status_words
from rules.kernel.rule import STATUSES


@require_safe
def rulesets(request: HttpRequest) -> HttpResponse:
    """The list of rulesets; if there is only one, its catalogue."""
    return redirect("rules", rules.RULESETS[0])


@require_safe
def catalogue(request: HttpRequest, ruleset_id: str) -> HttpResponse:
    """Every rule of a ruleset, in its newest version, that matches the search."""
    if ruleset_id not in rules.RULESETS:
        raise Http404
    ruleset = rules.load(ruleset_id)
    words, status = request.GET.get("q", "")[:100], request.GET.get("status", "")
    rows = [_row(key, rule, clause) for key, (rule, clause) in ruleset.clauses.items()]
    rows.sort(key=lambda row: _place(ruleset_id, row["id"]))
    counts = {name: sum(row["clause"].status == name for row in rows) for name in STATUSES}
    found = [row for row in rows if _matches(row, words.lower().split(), status)]
    return render(
        request, "frontend/site/catalogue.html",
        {"ruleset": ruleset, "rulesets": [rules.load(key) for key in rules.RULESETS], "sections": _sections(found),
         "found": len(found), "total": len(rows), "q": words, "status": status,
         "statuses": [(name, status_words(name), counts[name]) for name in STATUSES if counts[name]]},
    )  # fmt: skip


@require_safe
def clause(request: HttpRequest, ruleset_id: str, clause_id: str) -> JsonResponse:
    """One rule in the reader's language, for the card that a replay shows: its label, text, source and who decides it.

    `version` in the query names the ruleset's version; without it the newest is read.
    """
    if ruleset_id not in rules.RULESETS:
        raise Http404
    try:
        ruleset = rules.load(ruleset_id, request.GET.get("version", ""))
    except rules.RulesError:
        raise Http404 from None
    if clause_id not in ruleset.clauses:
        raise Http404
    return JsonResponse(card(*ruleset.clauses[clause_id]), headers={"Cache-Control": "no-cache"})


def _place(ruleset_id: str, key: str) -> int:
    """Sort key: a system's own rules first, then those of the system it extends, the record's last."""
    system = key.partition(".")[0]
    return 0 if system == ruleset_id else 2 if system == "log" else 1


def _row(key: str, rule: Any, clause: Any) -> dict[str, Any]:
    return {"id": key, "rule": rule, "clause": clause, "status": status_words(clause.status)}


def _matches(row: dict[str, Any], words: list[str], status: str) -> bool:
    clause, rule = row["clause"], row["rule"]
    if status and clause.status != status:
        return False
    searched = " ".join(
        (row["id"], clause.en, clause.ru, clause.text, clause.text_ru, clause.note, clause.note_ru, rule.en, rule.ru)
    ).lower()
    return all(word in searched for word in words)


def _sections(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows by section. A section's anchor is its id, unless one of its clauses has that id."""
    sections: dict[str, dict[str, Any]] = {}
    for row in rows:
        rule = row["rule"]
        section = sections.setdefault(rule.id, {"rule": rule, "anchor": rule.id, "rows": []})
        section["rows"].append(row)
        if row["id"] == rule.id:
            section["anchor"] = ""
    return list(sections.values())
