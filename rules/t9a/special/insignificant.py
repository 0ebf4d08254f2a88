"""Insignificant: nobody of more worth panics over such units."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Unit
from rules.t9a import hooks, words

INSIGNIFICANT = Rule(
    "t9a.insignificant",
    en="Insignificant",
    ru="Малые мира сего",
    clauses={
        "no-panic": Clause(
            "No panic",
            "Паники нет",
            "Units made entirely of Insignificant models cause no Panic tests in friendly units without the rule.",
            "155",
            text_ru="Подразделения, целиком состоящие из таких моделей, не вызывают паники у своих без этого правила.",
        ),
        "panic-each-other": Clause(
            "Panic among themselves",
            "Паника между собой",
            "They still cause Panic tests in friendly units that have the rule.",
            "155",
            text_ru="У своих с этим правилом они панику вызывают.",
        ),
        "all-models": Clause(
            "All models",
            "Все модели",
            "One model without the rule makes the unit cause Panic tests normally.",
            "155",
            text_ru="Одна модель без правила – и подразделение вызывает панику как обычно.",
        ),
        "characters": Clause(
            "Characters",
            "Персонажи",
            "Only Characters with Insignificant may join such units.",
            "155",
            text_ru="К таким подразделениям присоединяются только персонажи с этим правилом.",
        ),
    },
)


@INSIGNIFICANT.at(hooks.CAUSES_PANIC)
def _beneath_notice(ctx: Context, clause: str, *, unit: Unit, other: Unit, **_: Any) -> str:
    entirely = words.every if words.alive(ctx.state, unit) else words.every_listed
    worthless = entirely(ctx, unit, INSIGNIFICANT.id) and not words.every(ctx, other, INSIGNIFICANT.id)
    return clause or (INSIGNIFICANT["no-panic"] if worthless else "")


@INSIGNIFICANT.at(hooks.MAY_JOIN)
def _among_themselves(ctx: Context, barred: str, *, model: Model, unit: Unit, **_: Any) -> str:
    apart = words.every(ctx, unit, INSIGNIFICANT.id) and not ctx.holds(model, INSIGNIFICANT.id)
    return barred or (INSIGNIFICANT["characters"] if apart else "")
