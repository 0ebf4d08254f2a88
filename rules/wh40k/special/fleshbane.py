"""Fleshbane: wounds on 2+."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model
from rules.wh40k import hooks

FLESHBANE = Rule(
    "wh40k.usr.fleshbane",
    en="Fleshbane",
    ru="Губитель плоти",
    clauses={
        "melee": Clause(
            "Wounds on 2+ in melee",
            "Ранит на 2+ в ближнем бою",
            "A model with this rule, or attacking with a melee weapon that has it, always wounds on 2+ in close "
            "combat.",
            "448-452",
            text_ru="Модель с этим правилом или бьющая оружием ближнего боя с ним в ближнем бою всегда ранит на 2+.",
            note="Also where the chart gives no chance.",
            note_ru="И там, где по таблице ранить нельзя.",
        ),
        "shooting": Clause(
            "Wounds on 2+ when shooting",
            "Ранит на 2+ при стрельбе",
            "Shooting attacks with a weapon that has this rule always wound on 2+.",
            "454",
            text_ru="Стрельба из оружия с этим правилом всегда ранит на 2+.",
        ),
        "vehicles": Clause(
            "Not against vehicles",
            "Не против техники",
            "Fleshbane does nothing against vehicles.",
            "456",
            text_ru="По технике губитель плоти ничего не даёт.",
        ),
    },
)


NEEDED = 2


@FLESHBANE.at(hooks.TO_WOUND)
def _always(
    ctx: Context,
    needed: int,
    *,
    model: Model | None = None,
    weapon: Weapon | None = None,
    assault: bool = False,
    **_: Any,
) -> int:
    """2+ whatever the chart says: by the model's own rule in close combat, by the weapon's in both. Vehicles are not
    wounded and never come here.
    """
    held = ctx.holds(weapon, FLESHBANE.id) or (assault and ctx.holds(model, FLESHBANE.id))
    return min(needed, NEEDED) if held else needed
