"""Weapons whose wound rolls may be re-rolled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kt.ability import Text, sentence
from rules.kt.hit import also
from rules.kt.wound import WOUND_REROLL

REROLL_ONES = Rule(
    "kt.ability.reroll-wounds-of-1",
    en="Re-roll wound rolls of 1",
    ru="Реролл 1 на пробитие",
    clauses={
        "": Clause(
            "Wound rolls of 1 re-rolled",
            "Реролл 1 на пробитие",
            "Wound rolls of 1 with this weapon are re-rolled.",
            text_ru="Куб на пробитие из этого оружия, на котором выпала 1, перебрасывают.",
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
            "Wound rolls with this weapon that fail after modifiers are re-rolled.",
            text_ru="Бросок на пробитие из этого оружия, проваленный с учётом модификаторов, перебрасывают.",
            note="faction ability, after rosters",
            note_ru="Способность фракции, по ростерам.",
        ),
    },
)


@REROLL_ONES.at(WOUND_REROLL, of="weapon")
def ones_again(ctx: Context, reroll: Callable[[int], bool] | None, **_: Any) -> Callable[[int], bool]:
    """Every natural 1 is rolled again."""
    return also(reroll, lambda face: face == 1)


@REROLL_FAILED.at(WOUND_REROLL, of="weapon")
def failed_again(
    ctx: Context, reroll: Callable[[int], bool] | None, *, failed: Callable[[int], bool], **_: Any
) -> Callable[[int], bool]:
    """Every die that does not wound is rolled again."""
    return also(reroll, failed)


TEXTS = (
    Text(REROLL_ONES.id, sentence(r"(?:You can )?re-?roll wound rolls of 1 for this weapon")),
    Text(REROLL_FAILED.id, sentence(r"(?:You can )?re-?roll failed wound rolls for this weapon")),
)
