"""Findings as a fair referee words them: the declaration, the ruling of the rules, the clause, the consequence."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

import rules
from frontend.base.lengths import inches
from frontend.games import narration, refusal_words, sentences
from frontend.games.cast import Cast
from rules import Finding, Malformed, State


def describe(cast: Cast, found: Finding, state: State) -> dict[str, Any]:
    """A finding in words, under the keys the replay component reads; empty fields are left out."""
    declared, given = sides(cast, found, state)
    words = {
        "r": found.rule, "v": found.severity, "k": severity(found.severity), "m": message(cast, found, state),
        "d": declared, "c": given, "n": found.number, "label": cast.rule(found.rule), "z": found.settled or "",
    }  # fmt: skip
    return {key: value for key, value in words.items() if value != ""}


def sides(cast: Cast, found: Finding, state: State) -> tuple[str, str]:
    """What was declared and what the rules give, each in words; empty if the finding does not say."""
    facts = found.facts
    if "declared" in facts and "computed" in facts:
        field = str(facts.get("field", ""))
        return fact(cast, field, facts["declared"]), fact(cast, field, facts["computed"])
    if "length" in facts and "limit" in facts:
        return str(facts["length"]).replace('"', "″"), _("at most %(limit)s") % {
            "limit": str(facts["limit"]).replace('"', "″")
        }
    return effect(cast, found.declared, state), effect(cast, found.computed, state)


def fact(cast: Cast, field: str, value: Any) -> str:
    """A claimed fact of a model in words."""
    if field == "out of action":
        return _("out of action") if value else _("in action")
    if field == "wounds left":
        return _("%(count)s wounds left") % {"count": value}
    if field == "position":
        x, y, *_rest = value or (0, 0)
        return f"{inches(x)} × {inches(y)}"
    return f"{cast.rule(field)}: {value}"


def effect(cast: Cast, text: str, state: State) -> str:
    """An effect that a finding quotes as JSON, in words; other text unchanged."""
    if not text.startswith("{"):
        return _("nothing") if text == "nothing" else text
    wrapped = f'{{"number":1,"by":"","action":{{"type":"concede"}},"effects":[{text}]}}'
    try:
        (said,) = rules.read_event(cast.ruleset, wrapped).effects
    except Malformed:
        return text
    words = narration.explain(cast, said, state).text
    return f"{words}: {dice(said)}" if sentences.tag(said) == "rolled" else words


def dice(rolled: Any) -> str:
    """Faces as text, re-rolls with an arrow, and the target number."""
    again = dict(rolled.again)
    drawn = (f"{face}→{again[index]}" if index in again else str(face) for index, face in enumerate(rolled.faces))
    faces = " ".join(drawn)
    return f"{faces} ({_('needs')} {rolled.needed}+)" if rolled.needed else faces


def severity(key: str) -> str:
    """The severity of a finding in words."""
    return {
        "impossible": _("impossible"), "illegal": _("against the rules"), "inconsistent": _("differs from the rules"),
        "unopened": _("never revealed"), "advice": _("worth a look"),
    }.get(key, key)  # fmt: skip


def message(cast: Cast, found: Finding, state: State) -> str:
    """What was declared and what the rules give, where the finding says both; otherwise the engine's sentence."""
    said, given = sides(cast, found, state)
    name = found.facts.get("name", "")
    if said and given and name and (cast.language == "ru" or "computed" in found.facts):
        return _("%(name)s: declared %(declared)s; the rules give %(given)s.") % {
            "name": name, "declared": said, "given": given,
        }  # fmt: skip
    return f"{refusal_words.sentence(cast.ruleset, found.message, found.facts, cast)}."
