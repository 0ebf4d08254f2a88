"""The Hospital, a key building."""

from __future__ import annotations

from rules.cod.chosen import Use, as_key_building
from rules.kernel.rule import Clause, Rule

HOSPITAL = Rule(
    "cod.stratagem.hospital",
    en="Hospital",
    ru="Госпиталь",
    clauses={
        "feel-no-pain": Clause(
            "Feel No Pain",
            "Нечувствительность к боли",
            "A unit served by the Hospital has the Feel No Pain universal special rule for the turn.",
            "517-521",
            text_ru="Отряд, который пользуется госпиталем, получает на этот ход универсальное специальное правило «Не "
            "ведая боли».",
            note="No range is given: a model of the unit must be inside the ruin.",
            note_ru="Радиус не указан: модель отряда должна быть внутри руин.",
        ),
    },
)

FEEL_NO_PAIN = HOSPITAL["feel-no-pain"]
USUAL = 5
"""The roll of Feel No Pain without a number in brackets."""

STRATAGEM = as_key_building(
    HOSPITAL, FEEL_NO_PAIN, {"feel-no-pain": Use(FEEL_NO_PAIN, (("wh40k.usr.feel-no-pain", USUAL),))}
)
