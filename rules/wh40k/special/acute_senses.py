"""Acute Senses: the die for a random table edge may be rolled again."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import hooks

ACUTE_SENSES = Rule(
    "wh40k.usr.acute-senses",
    en="Acute Senses",
    ru="Обострённые чувства",
    clauses={
        "reroll": Clause(
            "Re-roll the arrival edge",
            "Переброс края прибытия",
            "If a unit holding at least one model with this rule arrives from a randomly chosen table edge (by "
            "Outflank or any other rule), its controller may re-roll the die that picks the edge.",
            "206-210",
            text_ru="Если отряд, в котором хотя бы у одной модели есть это правило, прибывает со случайного края "
            "стола (фланговым обходом или по любому другому правилу), его игрок может перебросить кубик, который "
            "выбирает край.",
            note="Optional; the second result stands.",
            note_ru="Не обязательно; остаётся второй результат.",
        ),
    },
)


@ACUTE_SENSES.at(hooks.EDGE_REROLL, of="unit")
def _again(ctx: Context, may: bool, **_: Any) -> bool:
    return True


PART = Part(telling=Telling(questions={ACUTE_SENSES["reroll"]: Phrase(
    "%(side)s: %(model)s may re-roll the table edge", "%(side)s: %(model)s, возможен переброс края стола")
}))  # fmt: skip
