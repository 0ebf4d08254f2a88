"""Magic Resistance: enemy spells are harder to cast at such units."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context, Modifiers
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Unit
from rules.t9a import hooks
from rules.t9a.special import universal

MAGIC_RESISTANCE = Rule(
    "t9a.magic-resistance",
    en="Magic Resistance",
    ru="Сопротивление магии",
    clauses={
        "penalty": Clause(
            "Harder to cast",
            "Труднее сотворить",
            "If the target of a spell is a unit with one or more models with Magic Resistance, X is subtracted "
            "from the casting roll.",
            "173",
            text_ru="Если цель заклинания – подразделение с этим правилом, из броска на сотворение вычитают X.",
        ),
        "one-model": Clause(
            "One model is enough",
            "Хватит одной модели",
            "One model with the rule in the unit is enough.",
            "173",
            text_ru="Достаточно одной модели с этим правилом.",
        ),
        "all-spells": Clause(
            "All spells",
            "Любые заклинания",
            "It works against ordinary spells and Bound Spells alike.",
            "173",
            text_ru="Действует и на обычные, и на связанные заклинания.",
        ),
        "exception": Clause(
            "Beyond the limit",
            "Сверх предела",
            "It is an exception to the rule on casting and dispelling modifiers.",
            "173",
            text_ru="Это исключение из правила о модификаторах сотворения и разрушения.",
        ),
        "best": Clause(
            "The best counts",
            "Лучшее",
            "If a unit has several instances only the best one is used.",
            "173",
            text_ru="Если таких правил несколько, берут лучшее.",
        ),
    },
)


@MAGIC_RESISTANCE.at(hooks.CAST_MODIFIERS)
def _resists(ctx: Context, modifiers: Modifiers, *, model: Model, target: Unit | None, **_: Any) -> Modifiers:
    """The best value in the target unit, if it is an enemy of the caster."""
    if target is None or target.side == model.side:
        return modifiers
    members = ctx.state.members(target.id)
    best = max((value for each in members for value in universal.instances(ctx, each, MAGIC_RESISTANCE.id)), default=0)
    return (*modifiers, (MAGIC_RESISTANCE["penalty"], -best)) if best else modifiers
