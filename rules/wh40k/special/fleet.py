"""Fleet: dice of runs and charges may be rolled again."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Unit
from rules.wh40k import hooks

FLEET = Rule(
    "wh40k.usr.fleet",
    en="Fleet",
    ru="Проворность",
    clauses={
        "reroll": Clause(
            "Re-roll run and charge",
            "Переброс бега и нападения",
            "A unit made up entirely of models with this rule may re-roll one or more of its dice when working "
            "out its run distance or its charge range.",
            "442-446",
            text_ru="Отряд, целиком из моделей с этим правилом, может перебросить один или несколько своих кубиков "
            "бега или дальности нападения.",
            note="A single die of the charge roll may be chosen; every model must have the rule.",
            note_ru="Можно выбрать и один кубик броска нападения; правило должно быть у каждой модели.",
        ),
        "variants": Clause(
            "Foot, claw and hoof",
            "Ноги, лапы, копыта",
            "The three variants (foot, claw, hoof) work identically.",
            "446",
            text_ru="Все три варианта (ноги, лапы, копыта) работают одинаково.",
            note="Variants may be mixed in one unit.",
            note_ru="В одном отряде варианты могут смешиваться.",
        ),
    },
)


def _entirely(ctx: Context, unit: Unit) -> bool:
    """Whether every model of a unit has the rule, in whichever variant: the value on a sheet names it."""
    return all(ctx.holds(model, FLEET.id) for model in ctx.state.members(unit.id))


@FLEET.at(hooks.RUN_REROLL, of="unit")
def _runs_again(ctx: Context, again: bool, *, unit: Unit, **_: Any) -> bool:
    return again or _entirely(ctx, unit)


@FLEET.at(hooks.CHARGE_REROLL, of="unit")
def _charges_again(ctx: Context, again: bool, *, unit: Unit, **_: Any) -> bool:
    return again or _entirely(ctx, unit)
