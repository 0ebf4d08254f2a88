"""Not a Leader: never the General."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.rule import Clause, Rule
from rules.kernel.sheet import Roster, Sheet
from rules.selections import Problem
from rules.t9a.special import universal

NOT_A_LEADER = Rule(
    "t9a.not-a-leader",
    en="Not a Leader",
    ru="Совсем не лидер",
    clauses={
        "no-general": Clause(
            "Not the General",
            "Не генерал",
            "A model with Not a Leader cannot be the General.",
            "185",
            text_ru="Модель с этим правилом не может быть генералом.",
        ),
    },
)


def problems(roster: Roster) -> Iterator[Problem]:
    """Generals who cannot be one."""
    for sheet in roster.models:
        if "General" in sheet.keywords and (sheet.has.get(NOT_A_LEADER.id) or NOT_A_LEADER.id in _by_parts(sheet)):
            yield Problem(NOT_A_LEADER["no-general"], f"{sheet.name} cannot be the General")


def _by_parts(sheet: Sheet) -> list[str]:
    return [rule for _, rule, _ in universal.of_parts(sheet)]
