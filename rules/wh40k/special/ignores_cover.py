"""Ignores Cover: no cover saves."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.wh40k import hooks

IGNORES_COVER = Rule(
    "wh40k.usr.ignores-cover",
    en="Ignores Cover",
    ru="Укрытие не спасает",
    clauses={
        "": Clause(
            "No cover saves",
            "Спасброска за укрытие нет",
            "Cover saves may not be taken against Wounds from a weapon with this rule.",
            "600-604",
            text_ru="От ранений из оружия с этим правилом спасбросков за укрытие не делают.",
            note="Cover of Jink and of going to ground too, and the same for hits on vehicles.",
            note_ru="И укрытие от уклонения и залегания; и от попаданий по технике тоже.",
        ),
    },
)


@IGNORES_COVER.at(hooks.MAY_COVER, of="weapon")
def _no_cover(ctx: Context, clause: str, **_: Any) -> str:
    return clause or IGNORES_COVER[""]
