"""The rulebook pages: the chapters of a ruleset in the order of a turn, the clauses of a chapter, and a search through
all of them.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

import rules
from frontend.base.clauses import card, status_words
from frontend.base.numbers import whole_number
from frontend.site import rule_chapters
from frontend.site.rule_chapters import Chapter
from rules.kernel.rule import STATUSES

A_VIEW = 50
"""How many clauses a view shows at most: with the longest texts this stays under 100 KB."""


@require_safe
def rulesets(request: HttpRequest) -> HttpResponse:
    """The list of rulesets; if there is only one, its catalogue."""
    return redirect("rules", rules.RULESETS[0])


@require_safe
def catalogue(request: HttpRequest, ruleset_id: str) -> HttpResponse:
    """The chapters of a ruleset in its newest version; with a search or a status, the matching clauses in views."""
    ruleset, chapters = _read(ruleset_id)
    words, status = request.GET.get("q", "")[:100], request.GET.get("status", "")
    every = [row for chapter in chapters for row in chapter.rows]
    counts = {name: sum(row.clause.status == name for row in every) for name in STATUSES}
    searched = bool(words.strip() or status)
    found = [row for row in every if row.matches(words.lower().split(), status)] if searched else []
    first = min(whole_number(request.GET.get("from", "")), len(found))
    return render(request, "frontend/site/catalogue.html", {
        **_shared(ruleset), "chapters": chapters, "sections": rule_chapters.sections(found[first : first + A_VIEW]),
        "found": len(found), "total": len(every), "q": words, "status": status, "searched": searched,
        "earlier": _other(request, first - A_VIEW) if first else "",
        "later": _other(request, first + A_VIEW) if first + A_VIEW < len(found) else "",
        "statuses": [(name, status_words(name), counts[name]) for name in STATUSES if counts[name]],
    })  # fmt: skip


@require_safe
def chapter(request: HttpRequest, ruleset_id: str, name: str) -> HttpResponse:
    """The clauses of a chapter. Raises: Http404."""
    ruleset, chapters = _read(ruleset_id)
    at = next((at for at, each in enumerate(chapters) if each.name == name and each.ruleset == ruleset_id), None)
    if at is None:
        raise Http404
    found = chapters[at].rows
    first = min(whole_number(request.GET.get("from", "")), len(found)) // A_VIEW * A_VIEW
    return render(request, "frontend/site/chapter.html", {
        **_shared(ruleset), "chapter": chapters[at], "sections": rule_chapters.sections(found[first : first + A_VIEW]),
        "previous": chapters[at - 1] if at else None, "next": chapters[at + 1] if at + 1 < len(chapters) else None,
        "earlier": _other(request, first - A_VIEW) if first else "",
        "later": _other(request, first + A_VIEW) if first + A_VIEW < len(found) else "",
    })  # fmt: skip


@require_safe
def clause_page(request: HttpRequest, ruleset_id: str, clause_id: str) -> HttpResponse:
    """To the place of a clause, whichever chapter it stands in. Raises: Http404."""
    _ruleset, chapters = _read(ruleset_id)
    for each in chapters:
        for at, row in enumerate(each.rows):
            if clause_id in (row.id, row.rule.id):
                if each.ruleset != ruleset_id:
                    # The chapter is shown as its own system has it, and stands elsewhere there.
                    return clause_page(request, each.ruleset, clause_id)
                start = at // A_VIEW * A_VIEW
                address = reverse("rule-chapter", args=[each.ruleset, each.name])
                return redirect(f"{address}{f'?from={start}' if start else ''}#{clause_id}")
    raise Http404


def _read(ruleset_id: str) -> tuple[Any, list[Chapter]]:
    if ruleset_id not in rules.RULESETS:
        raise Http404
    ruleset = rules.load(ruleset_id)
    return ruleset, rule_chapters.chapters(ruleset)


def _shared(ruleset: Any) -> dict[str, Any]:
    return {"ruleset": ruleset, "rulesets": [rules.load(key) for key in rules.RULESETS]}


def _other(request: HttpRequest, first: int) -> str:
    query = request.GET.copy()
    query["from"] = str(max(first, 0))
    return "?" + query.urlencode()


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
