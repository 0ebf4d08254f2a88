"""Fearless: no panic, no fear, no fleeing from charges, if half of the models have it."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Unit
from rules.t9a import hooks, panic, words
from rules.t9a.discipline import Check

FEARLESS = Rule(
    "t9a.fearless",
    en="Fearless",
    ru="Бесстрашие",
    clauses={
        "threshold": Clause(
            "Half the models",
            "Половина моделей",
            "Fearless works for a unit in which half or more of the models have it; exactly half is enough.",
            "67",
            text_ru="Правило действует, если оно есть у половины или более моделей подразделения.",
        ),
        "panic": Clause(
            "No panic",
            "Без паники",
            "A Fearless unit automatically passes all Panic tests.",
            "67",
            text_ru="Такое подразделение автоматически проходит тесты на панику.",
        ),
        "fear": Clause(
            "No fear",
            "Без страха",
            "A Fearless unit ignores the effect of Fear.",
            "67",
            text_ru="Такое подразделение не поддаётся страху.",
        ),
        "no-flee-reaction": Clause(
            "No fleeing",
            "Не бежит",
            "A Fearless unit cannot choose Flee as its Charge Reaction.",
            "67",
            text_ru="Такое подразделение не может в ответ на нападение бежать.",
        ),
        "already-fleeing": Clause(
            "Unless it flees already",
            "Если уже бежит",
            "The ban does not apply if the unit is already Fleeing.",
            "67",
            text_ru="Запрет не действует, если оно уже отступает.",
        ),
    },
)


BY_FRENZY = "t9a.frenzy"


def is_fearless(ctx: Context, unit: Unit) -> bool:
    """Whether at least half of the models of a unit are Fearless; those with Frenzy are."""
    models = ctx.state.members(unit.id)
    brave = sum(1 for m in models if ctx.holds(m, FEARLESS.id) or ctx.holds(m, BY_FRENZY))
    return bool(brave) and 2 * brave >= len(models)


@FEARLESS.at(hooks.AUTO_PASS)
def _calm(ctx: Context, clause: str, *, unit: Unit, check: Check, **_: Any) -> str:
    return clause or (FEARLESS["panic"] if check.clause == panic.TEST and is_fearless(ctx, unit) else "")


@FEARLESS.at(hooks.MAY_REACT)
def _stands(ctx: Context, barred: str, *, unit: Unit, reaction: str, **_: Any) -> str:
    runs = reaction == "flee" and not words.fleeing(unit) and is_fearless(ctx, unit)
    return barred or (FEARLESS["no-flee-reaction"] if runs else "")
