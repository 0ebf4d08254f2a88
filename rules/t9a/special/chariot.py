"""Chariots: one more die on dangerous ground, and whom they join."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Unit
from rules.t9a import hooks, words

CHARIOT = Rule(
    "t9a.chariot",
    en="Chariot",
    ru="Колесница",
    clauses={
        "dangerous-terrain-die": Clause(
            "Dangerous terrain",
            "Опасный ландшафт",
            "A Chariot model rolls one extra D6 when it takes a Dangerous Terrain test.",
            "41",
            text_ru="В тесте на опасный ландшафт модель бросает на один D6 больше.",
        ),
        "join-restriction": Clause(
            "Chariots join chariots",
            "Колесницы к колесницам",
            "A Chariot without War Platform cannot join units that lack Chariot.",
            "41",
            text_ru="Колесница без боевой платформы не присоединяется к подразделениям без колесниц.",
        ),
        "war-platform-may-join": Clause(
            "War platforms",
            "Боевые платформы",
            "A Chariot that also has War Platform may join units without Chariot.",
            "41",
            text_ru="Колесница с боевой платформой может присоединяться к подразделениям без колесниц.",
        ),
        "non-chariot-character": Clause(
            "Others do not join chariots",
            "Прочие – не к колесницам",
            "Characters without Chariot cannot join a unit with Chariot.",
            "41",
            text_ru="Персонажи без колесницы не присоединяются к подразделению колесниц.",
        ),
        "platform-unit-exception": Clause(
            "Except to platforms",
            "Кроме платформ",
            "They may join it when that Chariot unit also has War Platform.",
            "41",
            text_ru="Могут, если у этого подразделения колесниц есть и боевая платформа.",
        ),
    },
)


WAR_PLATFORM = "t9a.core.war-platform"


@CHARIOT.at(hooks.DANGER_DICE, of="model")
def _wheels(ctx: Context, dice: int, **_: Any) -> int:
    return dice + 1


@CHARIOT.at(hooks.MAY_JOIN)
def _joins(ctx: Context, barred: str, *, model: Model, unit: Unit, **_: Any) -> str:
    """Chariots and others keep apart, war platforms excepted."""
    ranks = words.rank_and_file(ctx.state, unit)
    drawn, chariots = ctx.holds(model, CHARIOT.id), all(ctx.holds(m, CHARIOT.id) for m in ranks)
    if drawn and not chariots and not ctx.holds(model, WAR_PLATFORM):
        return barred or CHARIOT["join-restriction"]
    if drawn and not chariots and not all(words.is_(m, "Infantry") for m in ranks):
        return barred or WAR_PLATFORM
    platform = all(ctx.holds(m, WAR_PLATFORM) for m in ranks)
    if not drawn and chariots and not platform:
        return barred or CHARIOT["non-chariot-character"]
    return barred
