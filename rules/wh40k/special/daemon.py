"""Daemon: an invulnerable save of 5+ and Fear."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.wh40k import hooks

DAEMON = Rule(
    "wh40k.usr.daemon",
    en="Daemon",
    ru="Демон",
    clauses={
        "invulnerable": Clause(
            "Invulnerable save 5+",
            "Непробиваемый спасбросок 5+",
            "Models with this rule have a 5+ invulnerable save.",
            "402-406",
            text_ru="У моделей с этим правилом непробиваемый спасбросок 5+.",
            note="A better invulnerable save of the profile is kept.",
            note_ru="Лучший непробиваемый спасбросок профиля остаётся.",
        ),
        "fear": Clause(
            "Daemons cause Fear",
            "Демоны вызывают устрашение",
            "Models with this rule also have the Fear special rule.",
            "406",
            text_ru="У моделей с этим правилом есть и правило устрашения.",
        ),
    },
)


SAVE = 5


@DAEMON.at(hooks.INVULNERABLE, of="model")
def _save(ctx: Context, needed: int, **_: Any) -> int:
    return min(needed, SAVE)
