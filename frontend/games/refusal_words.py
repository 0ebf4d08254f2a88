"""What the engine refuses and finds, in the reader's language: one place for every page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import rules
from frontend.base.language import russian
from frontend.games.cast import Cast


def sentence(ruleset: rules.Ruleset, text: str, facts: Mapping[str, Any], cast: Cast | None = None) -> str:
    """A sentence of the engine, made of these facts, without a full stop. `cast` knows what sides are called."""
    told = ruleset.refusals.russian(text, facts, _names(cast)) if russian() else None
    return re.sub(r'(?<=\d)"', "″", told or text).rstrip(".")


def problem_text(ruleset: rules.Ruleset, error: rules.RulesError, cast: Cast | None = None) -> str:
    """The most telling sentence of a refusal."""
    first = rules.problem(error).grounds()[0]
    return sentence(ruleset, first.text, first.facts, cast)


def grounds(ruleset: rules.Ruleset, said: rules.Problem, cast: Cast | None = None) -> tuple[tuple[str, str], ...]:
    """Every rule that refuses and its sentence, the most telling first."""
    return tuple((each.clause, sentence(ruleset, each.text, each.facts, cast)) for each in said.grounds())


def _names(cast: Cast | None) -> dict[str, str]:
    """What the ids in a refusal are called: sides and units."""
    return {**cast.sides, **cast.units} if cast is not None else {}
