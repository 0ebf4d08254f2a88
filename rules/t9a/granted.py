"""Special rules that a model is given for a time: marks under the ids of the rules (`Context.holds`)."""

from __future__ import annotations

from collections.abc import Iterable
from re import Pattern

from rules.kernel.marks import LASTING, TEXT, MarkKind, Takes, either, number
from rules.kernel.rule import Rule
from rules.t9a.army.printed import HELD

TEXT_OF_ALL = "It has this rule for as long as the mark lasts."


def marks(rules: Iterable[Rule]) -> tuple[MarkKind, ...]:
    """How each special rule is granted: to a model or a unit, for as long as the mark lasts."""
    return tuple(MarkKind(rule.id, ("model", "unit"), LASTING, TEXT_OF_ALL, _takes(rule.id)) for rule in rules)


def _takes(key: str) -> Takes:
    """The value of the rule; 1 where it takes none."""
    return _written(HELD[key]) if key in HELD else either(number(1, 10), TEXT)


def _written(form: Pattern[str]) -> Takes:
    """A number, or several as the form has them."""
    shape = {"type": ["integer", "string"], "pattern": form.pattern.replace("\\Z", "$")}
    return Takes(
        "a value as it is printed", shape,
        lambda state, value: isinstance(value, int | str) and form.match(str(value)) is not None,
    )  # fmt: skip
