"""Eternal Warrior: no Instant Death."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.wh40k import hooks

ETERNAL_WARRIOR = Rule(
    "wh40k.usr.eternal-warrior",
    en="Eternal Warrior",
    ru="Вечный воин",
    clauses={
        "": Clause(
            "Immune to Instant Death",
            "Иммунитет к мгновенной смерти",
            "Instant Death does not affect a model with this rule.",
            "408-412",
            text_ru="На модель с этим правилом мгновенная смерть не действует.",
            note="Instant Death from high Strength and from the special rule alike.",
            note_ru="И мгновенная смерть от большой силы, и от специального правила.",
        ),
    },
)


@ETERNAL_WARRIOR.at(hooks.NO_INSTANT_DEATH, of="target")
def _spared(ctx: Context, clause: str, **_: Any) -> str:
    return clause or ETERNAL_WARRIOR[""]
