"""Weapons whose best wound rolls pierce armour or do more damage."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.kt.ability import Text, sentence
from rules.kt.wound import ARMOUR_PIERCING, DAMAGE

PIERCING_WOUND = Rule(
    "kt.ability.wound-6-ap",
    en="Piercing wound rolls",
    ru="Пробитие на 6+: другой AP",
    clauses={
        "": Clause(
            "Wound roll of 6+ changes AP",
            "6+ на пробитие: другой AP",
            "A wound roll of 6 or more after modifiers is saved against with the given AP instead of the printed one.",
            text_ru="Если на пробитие с модификаторами вышло 6 или больше, сейв бросают против указанного АП вместо "
            "напечатанного.",
            note="faction ability, after rosters",
            note_ru="Способность фракции, по ростерам.",
        ),
    },
)

DAMAGING_WOUND = Rule(
    "kt.ability.wound-6-damage",
    en="Damaging wound rolls",
    ru="Пробитие на 6+: другой урон",
    clauses={
        "": Clause(
            "Wound roll of 6+ changes damage",
            "6+ на пробитие: другой урон",
            "A wound roll of 6 or more after modifiers does the given damage instead of the printed one.",
            text_ru="Если на пробитие с модификаторами вышло 6 или больше, урон указанный, а не напечатанный.",
            note="faction ability, after rosters",
            note_ru="Способность фракции, по ростерам.",
        ),
    },
)


@PIERCING_WOUND.at(ARMOUR_PIERCING, of="weapon")
def pierce(ctx: Context, piercing: int, *, has: int, wound: int, **_: Any) -> int:
    """The given AP on a modified wound roll of 6 or more."""
    return has if wound >= 6 else piercing


@DAMAGING_WOUND.at(DAMAGE, of="weapon")
def hurt_more(
    ctx: Context, printed: int | str, *, has: int, wound: int, attacker: Model, target: Model, **_: Any
) -> int | str:
    """The given damage on a modified wound roll of 6 or more."""
    if wound < 6:
        return printed
    ctx.effects.append(Noted(rule=DAMAGING_WOUND[""], model=attacker.id, target=target.id, value=has, text="damage"))
    return has


TEXTS = (
    Text(
        PIERCING_WOUND.id,
        sentence(
            r"Each time you make a wound roll of 6\+ for this weapon, that hit is resolved with an AP of "
            r"([-−–]\d)(?: instead of [-−–]?\d)?",
            r"All wound rolls of 6\+ have an AP of ([-−–]\d)",
        ),
    ),
    Text(
        DAMAGING_WOUND.id,
        sentence(
            r"Each time you make a wound roll of 6\+ for this weapon, that hit is resolved with a Damage of "
            r"(\d)(?: instead of \d)?",
            r"Any attacks with a wound roll of 6\+ for this weapon have a Damage characteristic of (\d) "
            r"instead of \d",
        ),
    ),
)
