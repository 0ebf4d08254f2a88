"""Instant Death: an unsaved Wound kills outright."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.wh40k import hooks

INSTANT_DEATH = Rule(
    "wh40k.usr.instant-death",
    en="Instant Death",
    ru="Мгновенная смерть",
    clauses={
        "": Clause(
            "Instant Death",
            "Мгновенная смерть",
            "Unsaved Wounds from an attack with this rule cause Instant Death automatically, whatever the "
            "victim's Toughness.",
            "620-624",
            text_ru="Ранения без спасброска от атаки с этим правилом – мгновенная смерть, какой бы ни была стойкость "
            "жертвы.",
            note="It does not affect Eternal Warrior.",
            note_ru="На вечного воина не действует.",
        ),
    },
)


@INSTANT_DEATH.at(hooks.INSTANT_DEATH, of="weapon")
@INSTANT_DEATH.at(hooks.INSTANT_DEATH, of="model")
def _instant(ctx: Context, instant: bool, **_: Any) -> bool:
    return True
