"""Special rules that a model or a unit has for a time: marks under the ids of the rules (`Context.holds`)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.marks import LASTING, TEXT, MarkKind, Takes, either, number
from rules.kernel.rule import Rule
from rules.wh40k.position import HELD


def marks(rules: Iterable[Rule]) -> tuple[MarkKind, ...]:
    """How each special rule is granted: to a model or a unit, for as long as the mark lasts."""
    return tuple(MarkKind(rule.id, ("model", "unit"), LASTING, _text(rule), _takes(rule.id)) for rule in rules)


def _text(rule: Rule) -> str:
    return f"It has the special rule {rule.en} for as long as the mark lasts."


def _takes(key: str) -> Takes:
    """The number in brackets; 1 where the rule takes none, a name where it names somebody."""
    return number(*HELD[key]) if key in HELD else either(number(1, 10), TEXT)
