"""Weapons that are hard to hit with, such as power fists."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context, Modifiers
from rules.kernel.rule import Clause, Rule
from rules.kt.ability import Text, sentence
from rules.kt.hit import HIT_MODIFIERS, MELEE_MODIFIERS

UNWIELDY = Rule(
    "kt.ability.unwieldy",
    en="Unwieldy",
    ru="Неповоротливое",
    clauses={
        "": Clause(
            "Harder to hit with",
            "-1 на попадание этим оружием",
            "Subtract 1 from hit rolls with this weapon.",
            text_ru="Броски на попадание этим оружием идут с -1.",
            note="faction ability, as printed on rosters",
            note_ru="Способность фракции, по ростерам.",
        ),
    },
)


@UNWIELDY.at(HIT_MODIFIERS, of="weapon")
@UNWIELDY.at(MELEE_MODIFIERS, of="weapon")
def harder(ctx: Context, modifiers: Modifiers, **_: Any) -> Modifiers:
    """-1 to hit."""
    return (*modifiers, (UNWIELDY[""], -1))


TEXTS = (
    Text(
        UNWIELDY.id,
        sentence(r"When attacking with this weapon,? you must subtract 1 from the hit rolls?"),
    ),
)
