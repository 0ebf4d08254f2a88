"""The engine's values as the API's JSON: clauses, findings, and the consequences of a correction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import get_language

import rules
from gamelog.api.lines import result_json
from gamelog.games import corrections


def clause_of(clause_id: str) -> dict[str, Any] | None:
    """The clause's id, labels, text and note in the language of the request, and source; None if no catalogue has
    it.
    """
    russian = (get_language() or "").startswith("ru")
    for name in rules.RULESETS:
        found = rules.load(name).clauses.get(clause_id)
        if found:
            rule, clause = found
            return {
                "id": clause_id, "label": {"en": clause.en, "ru": clause.ru}, "rule": {"en": rule.en, "ru": rule.ru},
                "text": clause.text_ru if russian else clause.text, "status": clause.status,
                "note": clause.note_ru if russian else clause.note,
                "source": {"document": rule.source, "lines": clause.lines},
            }  # fmt: skip
    return None


def refusal_in_language(clause_id: str, text: str, facts: Mapping[str, Any]) -> str:
    """A sentence of the engine in the language of the request; in English if there is no other.

    Several systems may say the same in their own words, so the one of the clause is asked first.
    """
    if not (get_language() or "").startswith("ru"):
        return text
    own = clause_id.partition(".")[0]
    for name in sorted(rules.RULESETS, key=lambda each: each != own):
        told = rules.load(name).refusals.russian(text, facts)
        if told is not None:
            return told
    return text


def finding_json(finding: rules.Finding) -> dict[str, Any]:
    """A finding with all its members, empty ones included."""
    plain: dict[str, Any] = msgspec.to_builtins({name: getattr(finding, name) for name in finding.__struct_fields__})
    return plain


def consequences_json(found: corrections.Consequences) -> dict[str, Any]:
    """Consequences with all their members, empty ones included."""
    standings = {
        name: {"round": each.round, "phase": each.phase, "result": result_json(each.result)}
        for name, each in (("before", found.before), ("after", found.after))
    }
    return {"number": found.number, "digest": found.digest, "steps": list(found.steps), **standings}
