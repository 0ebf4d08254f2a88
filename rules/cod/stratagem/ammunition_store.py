"""The Ammunition Store, a key building."""

from __future__ import annotations

from typing import Any

from rules.cod.chosen import Use, as_key_building
from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Unit
from rules.wh40k import hooks

AMMUNITION_STORE = Rule(
    "cod.stratagem.ammunition-store",
    en="Ammunition Store",
    ru="Склад боеприпасов",
    clauses={
        "phase": Clause(
            "Used in own Shooting phase",
            "В свою очередь Стрельбы",
            "The Ammunition Store is used in the owner's own Shooting phase.",
            "490-494",
            text_ru="Складом боеприпасов пользуются в свою фазу стрельбы.",
        ),
        "reroll-hits": Clause(
            "Re-rolls failed hits",
            "Переброс проваленных попаданий",
            "A unit affected may re-roll its failed rolls to hit.",
            "495",
            text_ru="Отряд под его действием может перебросить промахи.",
            note="Rolls to hit are meant, not saves; no range is given, so a model of the unit must be inside "
            "the ruin.",
            note_ru="Имеются в виду броски на попадание, а не спасброски; радиус не указан, поэтому модель отряда "
            "должна быть внутри руин.",
        ),
    },
)

REROLL = AMMUNITION_STORE["reroll-hits"]
"""On a unit, for its Shooting phase: it rolls failed rolls to hit again."""

STRATAGEM = as_key_building(
    AMMUNITION_STORE, REROLL, {"reroll-hits": Use(REROLL, ((REROLL, 1),), shooting=AMMUNITION_STORE["phase"])}
)


@AMMUNITION_STORE.at(hooks.HIT_REROLL)
def _fires_again(ctx: Context, again: int, *, unit: Unit | None, assault: bool = False, **_: Any) -> int:
    """Failed rolls to hit of the unit that is served may be rolled again when it shoots."""
    served = unit is not None and not assault and REROLL in unit.phase
    return again or (hooks.MAY if served else 0)
