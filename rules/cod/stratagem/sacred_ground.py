"""Sacred Ground, a key building."""

from __future__ import annotations

from typing import Any

from rules.cod.chosen import Use, as_key_building
from rules.kernel.context import Context, Modifiers
from rules.kernel.rule import Clause, Rule
from rules.wh40k import hooks, questions

SACRED_GROUND = Rule(
    "cod.stratagem.sacred-ground",
    en="Sacred Ground",
    ru="Священная земля",
    clauses={
        "stubborn": Clause(
            "Stubborn inside the ruin",
            "Упорный внутри руин",
            "Units inside the ruin have the Stubborn universal special rule.",
            "536-540",
            text_ru="Отряды внутри руин получают универсальное специальное правило «Упорный».",
            note="One unit each turn, by the general rule of key buildings, though the text says units.",
            note_ru="По общему правилу ключевых зданий – один отряд за ход, хотя в тексте «отряды».",
        ),
    },
)

STUBBORN = Rule(
    "cod.assumed.stubborn",
    en="Stubborn",
    ru="Упорный",
    clauses={
        "": Clause(
            "No worse Leadership",
            "Лидерство не ухудшается",
            "A unit holding at least one model with this rule ignores negative Leadership modifiers when it takes "
            "Morale checks or Pinning tests.",
            text_ru="Отряд, в котором хотя бы у одной модели есть это правило, не учитывает отрицательных "
            "модификаторов лидерства в проверках на боевой дух и в тестах на залегание.",
            status="assumed",
            note="The source of the core rules breaks off before this rule; the usual one of the edition is meant.",
            note_ru="Источник основных правил обрывается раньше этого правила; взято обычное для этой редакции.",
        ),
    },
)

HOLDS = SACRED_GROUND["stubborn"]

STRATAGEM = as_key_building(SACRED_GROUND, HOLDS, {"stubborn": Use(HOLDS, ((STUBBORN[""], 1),))})


@STUBBORN.at(hooks.TEST_MODIFIERS, of="unit")
def _holds(ctx: Context, modifiers: Modifiers, *, check: questions.Check, **_: Any) -> Modifiers:
    """Nothing makes the Leadership of these tests worse."""
    if not check.tags & {"morale", "pinning"}:
        return modifiers
    return tuple(pair for pair in modifiers if pair[1] > 0)
