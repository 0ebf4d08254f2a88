"""The Infiltrate stratagem, a manoeuvre."""

from __future__ import annotations

from rules.cod import prepared
from rules.cod.chosen import Stratagem
from rules.kernel.rule import Clause, Rule

INFILTRATE = Rule(
    "cod.stratagem.infiltrate",
    en="Infiltrate",
    ru="Разведчики",
    clauses={
        "permission": Clause(
            "Units may infiltrate",
            "Разрешено Скрытное Проникновение",
            "The stratagem lets all the player's units that have Infiltrate deploy by it.",
            "742-748",
            text_ru="Стратегия разрешает всем отрядам игрока, у которых есть проникновение, выставляться по нему.",
            note="The heading names scouts; the Infiltrate rule is meant.",
            note_ru="В заголовке разведчики; имеется в виду правило проникновения.",
        ),
        "not-needed": Clause(
            "Some need no stratagem",
            "Кому стратегия не нужна",
            "Units that may infiltrate whatever the scenario says do not need this stratagem.",
            "748",
            text_ru="Отрядам, которым проникновение разрешено при любом сценарии, эта стратегия не нужна.",
            note="The word for scouts here means the same rule.",
            note_ru="Слово «разведчики» здесь значит то же правило.",
        ),
        "core": Clause(
            "Infiltrate as usual",
            "Скрытное Проникновение как обычно",
            "Apart from that Infiltrate is as in the core rulebook.",
            "750",
            text_ru="В остальном проникновение такое же, как в основной книге.",
        ),
    },
)

STRATAGEM = Stratagem("infiltrate", "manoeuvres", INFILTRATE, INFILTRATE["permission"], helps=prepared.INFILTRATE)
"""What it lifts is the ban on Infiltrate of a city fight (`cod.org.deploy.no-deepstrike-infiltrate`)."""
