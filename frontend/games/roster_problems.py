"""What the rules object to in a roster, in the reader's language."""

from __future__ import annotations

from typing import Any

import rules
from frontend.games import refusal_words
from frontend.games.cast import Cast


def roster_problems(ruleset: rules.Ruleset, sheets: Any, limit: int) -> list[dict[str, Any]]:
    """The objections to a roster at a limit of points, each with its clause."""
    cast = Cast(ruleset)
    return [
        {"ruleset": ruleset.id, "rule": problem.rule, "clause": ruleset.clauses.get(problem.rule),
         "message": _said(cast, problem)}
        for problem in ruleset.rosters.problems(sheets, limit)
    ]  # fmt: skip


def _said(cast: Cast, problem: Any) -> str:
    """A problem of an army list, in the reader's language; other rules have their own words."""
    phrase = cast.telling.roster_problems.get(problem.rule)
    if phrase:
        return cast.say(phrase, **problem.facts)
    return refusal_words.sentence(cast.ruleset, str(problem.message), problem.facts)
