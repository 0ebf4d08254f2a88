"""Hammer of Wrath: one more attack for a charge that ends in contact."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.wh40k import hooks, words
from rules.wh40k.assault import combat

HAMMER_OF_WRATH = Rule(
    "wh40k.usr.hammer-of-wrath",
    en="Hammer of Wrath",
    ru="Молот ярости",
    clauses={
        "attack": Clause(
            "Additional charging attack",
            "Дополнительная атака при нападении",
            "If a model with this rule charges and ends its charge move in base contact with one or more enemy "
            "models it makes one additional attack.",
            "554-558",
            text_ru="Если модель с этим правилом нападает и заканчивает движение в контакте хотя бы с одной вражеской "
            "моделью, она делает одну дополнительную атаку.",
            note="One attack however many enemies it touches.",
            note_ru="Одна атака, скольких бы врагов она ни касалась.",
        ),
        "profile": Clause(
            "Automatic hit, own Strength",
            "Автопопадание с силой профиля",
            "The attack hits automatically and is resolved at the model's unmodified Strength and AP -.",
            "558",
            text_ru="Эта атака попадает автоматически, с силой модели без модификаторов и AP «-».",
            note="Furious Charge and bonuses of weapons do not count.",
            note_ru="Яростное нападение и прибавки оружия не считаются.",
        ),
        "initiative": Clause(
            "At Initiative 10",
            "На 10 этапе инициативы",
            "It is resolved in the Fight sub-phase at Initiative step 10.",
            "558",
            text_ru="Её проводят в подфазу схватки на этапе инициативы 10.",
        ),
        "no-pile-in": Clause(
            "No extra Pile In",
            "Без ввязывания в бой",
            "The rule gives the model no extra Pile In at the Initiative 10 step.",
            "558-560",
            text_ru="Дополнительно ввязаться в бой на этапе инициативы 10 правило не даёт.",
        ),
        "transport": Clause(
            "Against transports and buildings",
            "По транспорту и строению",
            "If the model charges a transport vehicle or a building the hit is resolved against that vehicle or "
            "building, not against those inside.",
            "562",
            text_ru="Если модель нападает на транспорт или строение, попадание получает он сам, а не те, кто внутри.",
        ),
    },
)

STEP = 10


@HAMMER_OF_WRATH.at(hooks.EXTRA_STEPS, of="model")
def _one_more(ctx: Context, extras: tuple[combat.Extra, ...], *, model: Model, **_: Any) -> tuple[combat.Extra, ...]:
    """No model moves between the charge and step 10: contact then means contact at the end of the charge move."""
    if words.CHARGED not in words.unit_of(ctx.state, model).turn:
        return extras
    return (*extras, combat.Extra(STEP, HAMMER_OF_WRATH["attack"], strength=words.printed(model, "S")))
