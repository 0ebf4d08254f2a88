"""Adamantium Will: +1 to Deny the Witch."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context, Modifiers
from rules.kernel.rule import Clause, Rule
from rules.wh40k import hooks

ADAMANTIUM_WILL = Rule(
    "wh40k.usr.adamantium-will",
    en="Adamantium Will",
    ru="Несокрушимая воля",
    clauses={
        "deny": Clause(
            "+1 to Deny the Witch",
            "+1 к «отвергни ведьму»",
            "A unit holding at least one model with this rule adds +1 to its Deny the Witch rolls.",
            "212-216",
            text_ru="Отряд, в котором хотя бы у одной модели есть это правило, получает +1 к броскам «отвергни "
            "ведьму».",
            note="Several such models still give +1.",
            note_ru="Несколько таких моделей тоже дают +1.",
        ),
    },
)


@ADAMANTIUM_WILL.at(hooks.DENY, of="unit")
def _stubborn(ctx: Context, modifiers: Modifiers, **_: Any) -> Modifiers:
    return (*modifiers, (ADAMANTIUM_WILL["deny"], 1))
