"""Lance: armour above 12 counts as 12."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.wh40k import hooks

LANCE = Rule(
    "wh40k.usr.lance",
    en="Lance",
    ru="Лэнс-излучатель",
    clauses={
        "": Clause(
            "Armour at most 12",
            "Броня не больше 12",
            "When a weapon with this rule shoots at a vehicle whose armour value is above 12, that armour value "
            "counts as 12.",
            "648-652",
            text_ru="Когда оружие с этим правилом стреляет по технике с бронёй выше 12, броня считается равной 12.",
            note="Strength, dice and cover are unaffected.",
            note_ru="Сила, кубики и укрытие не меняются.",
        ),
        "12-or-less": Clause(
            "12 or less unchanged",
            "12 и меньше без изменений",
            "Armour values of 12 or less are left as they are; Lance never raises an armour value.",
            "652",
            text_ru="Броня 12 и меньше остаётся как есть; повысить её лэнс-излучатель не может.",
        ),
        "shooting-vehicles": Clause(
            "Shooting at vehicles only",
            "Только стрельба по технике",
            "The rule speaks only of shooting at vehicles: it does nothing against other models.",
            "652",
            text_ru="Правило говорит только о стрельбе по технике: на другие модели оно не действует.",
            note="No effect in close combat, which the text does not mention.",
            note_ru="В ближнем бою не действует: о нём текст молчит.",
        ),
    },
)

MOST = 12


@LANCE.at(hooks.ARMOUR_VALUE, of="weapon")
def _pierce(ctx: Context, value: int, *, assault: bool, **_: Any) -> int:
    return value if assault else min(value, MOST)
