"""The Power Generator, a key building."""

from __future__ import annotations

from typing import Any

from rules.cod.chosen import Use, as_key_building
from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Unit
from rules.wh40k import hooks

POWER_GENERATOR = Rule(
    "cod.stratagem.power-generator",
    en="Power Generator",
    ru="Энергогенератор",
    clauses={
        "phase": Clause(
            "Used in own Shooting phase",
            "В свою фазу Стрельбы",
            "The Power Generator is used in the owner's own Shooting phase.",
            "523-527",
            text_ru="Энергогенератором пользуются в свою фазу стрельбы.",
        ),
        "reroll": Clause(
            "Re-rolls failed wounds",
            "Переброс проваленных Пробиваний",
            "One unit affected may re-roll any failed rolls to penetrate.",
            "528",
            text_ru="Один отряд под его действием может перебросить проваленные броски на пробивание.",
            note="Rolls to wound are meant, the pair of the Ammunition Store's rolls to hit.",
            note_ru="Имеются в виду броски на ранение: пара к броскам на попадание у склада боеприпасов.",
        ),
    },
)

REROLL = POWER_GENERATOR["reroll"]
"""On a unit, for its Shooting phase: it rolls failed rolls to wound again."""

STRATAGEM = as_key_building(
    POWER_GENERATOR, REROLL, {"reroll": Use(REROLL, ((REROLL, 1),), shooting=POWER_GENERATOR["phase"])}
)


@POWER_GENERATOR.at(hooks.WOUND_REROLL)
def _wounds_again(ctx: Context, again: int, *, unit: Unit | None, assault: bool = False, **_: Any) -> int:
    """Failed rolls to wound of the unit that is served may be rolled again when it shoots."""
    served = unit is not None and not assault and REROLL in unit.phase
    return again or (hooks.MAY if served else 0)
