"""Weapons whose wound rolls are re-rolled: always, or where the text says “can”, as their side likes."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.dice import Again, Picks
from rules.kernel.rule import Clause, Rule
from rules.kt.ability import Text, sentence
from rules.kt.wound import WOUND_REROLL

REROLL_ONES = Rule(
    "kt.ability.reroll-wounds-of-1",
    en="Re-roll wound rolls of 1",
    ru="Реролл 1 на пробитие",
    clauses={
        "": Clause(
            "Wound rolls of 1 re-rolled",
            "Реролл 1 на пробитие",
            "Wound rolls of 1 with this weapon are re-rolled; if its text says “can”, they may be.",
            text_ru="Куб на пробитие из этого оружия, на котором выпала 1, перебрасывают; если в тексте «можно» – по "
            "желанию.",
            note="faction ability, after rosters",
            note_ru="Способность фракции, по ростерам.",
        ),
    },
)

REROLL_FAILED = Rule(
    "kt.ability.reroll-failed-wounds",
    en="Re-roll failed wound rolls",
    ru="Реролл проваленных пробитий",
    clauses={
        "": Clause(
            "Failed wound rolls re-rolled",
            "Реролл проваленных пробитий",
            "Wound rolls with this weapon that fail after modifiers are re-rolled; if its text says “can”, they may "
            "be.",
            text_ru="Бросок на пробитие из этого оружия, проваленный с учётом модификаторов, перебрасывают; если в "
            "тексте «можно» – по желанию.",
            note="faction ability, after rosters",
            note_ru="Способность фракции, по ростерам.",
        ),
    },
)


MUST, MAY = 1, 2
"""The value of either ability: its text is an order, or says that one can."""


@REROLL_ONES.at(WOUND_REROLL, of="weapon")
def ones_again(ctx: Context, again: Again, *, has: int, **_: Any) -> Again:
    """Natural 1s."""
    return again.also(_by(has, lambda face: face == 1))


@REROLL_FAILED.at(WOUND_REROLL, of="weapon")
def failed_again(ctx: Context, again: Again, *, has: int, failed: Picks, **_: Any) -> Again:
    """Dice that do not wound."""
    return again.also(_by(has, failed))


def _by(value: int, picks: Picks) -> Again:
    return Again(may=picks) if value == MAY else Again(must=picks)


TEXTS = (
    Text(REROLL_ONES.id, sentence(r"Re-?roll wound rolls of 1 for this weapon")),
    Text(REROLL_ONES.id, sentence(r"You can re-?roll wound rolls of 1 for this weapon"), value=MAY),
    Text(REROLL_FAILED.id, sentence(r"Re-?roll failed wound rolls for this weapon")),
    Text(REROLL_FAILED.id, sentence(r"You can re-?roll failed wound rolls for this weapon"), value=MAY),
)
