"""Armourbane: 2D6 for armour penetration."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.wh40k import hooks

ARMOURBANE = Rule(
    "wh40k.usr.armourbane",
    en="Armourbane",
    ru="Губитель брони",
    clauses={
        "melee": Clause(
            "2D6 penetration in melee",
            "2D6 на пробивание в ближнем бою",
            "A model with this rule, or attacking with a melee weapon that has it, rolls 2D6 for armour "
            "penetration in close combat.",
            "230-236",
            text_ru="Модель с этим правилом или бьющая оружием ближнего боя с ним бросает на пробивание брони в "
            "ближнем бою 2D6.",
            note="Strength is added as usual.",
            note_ru="Сила прибавляется как обычно.",
        ),
        "shooting": Clause(
            "2D6 penetration when shooting",
            "2D6 на пробивание при стрельбе",
            "A model shooting with a weapon that has this rule rolls 2D6 for armour penetration.",
            "238",
            text_ru="Модель, стреляющая из оружия с этим правилом, бросает на пробивание брони 2D6.",
            note="For shooting the rule must be on the weapon used.",
            note_ru="При стрельбе правило должно быть у самого оружия.",
        ),
        "non-vehicle": Clause(
            "Vehicles only",
            "Только против техники",
            "Armourbane has no effect on models that are not vehicles.",
            "238",
            text_ru="На модели, которые не техника, губитель брони не действует.",
        ),
    },
)


@ARMOURBANE.at(hooks.PENETRATION, of="weapon")
def _by_weapon(ctx: Context, dice: int, **_: Any) -> int:
    return max(2, dice)


@ARMOURBANE.at(hooks.PENETRATION, of="attacker")
def _by_model(ctx: Context, dice: int, *, assault: bool, **_: Any) -> int:
    """A model that has the rule itself has it in close combat."""
    return max(2, dice) if assault else dice
