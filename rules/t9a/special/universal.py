"""Universal rules: a model has what any part of it has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.kernel.rule import Clause, Rule

UNIVERSAL = Rule(
    "t9a.universal",
    en="Universal rules",
    ru="Универсальные правила",
    clauses={
        "part-gives-whole": Clause(
            "A part gives the whole",
            "Часть даёт целому",
            "If at least one part of a model has a universal rule, the whole model counts as having it.",
            "5",
            text_ru="Если универсальное правило есть хотя бы у одной части модели, оно есть у всей модели.",
        ),
        "mounted-character": Clause(
            "Mounted characters",
            "Персонаж на скакуне",
            "A Character who has a universal rule and rides a mount without it forms one combined model that has "
            "the rule (worked example).",
            "5",
            text_ru="Персонаж с универсальным правилом на скакуне без него – одна модель, у которой это правило есть.",
        ),
    },
)


def combined(parts: Iterable[Mapping[str, int | str]]) -> dict[str, int | str]:
    """The universal rules of a model of several parts, such as a rider and his mount: those of all of them.

    Of values for the same rule the greatest counts.
    """
    found: dict[str, int | str] = {}
    for part in parts:
        for rule, value in part.items():
            known = found.get(rule)
            if known is None or (isinstance(known, int) and isinstance(value, int) and value > known):
                found[rule] = value
    return found
