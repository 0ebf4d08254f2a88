"""Maximum Attrition, the fourth standard scenario."""

from __future__ import annotations

from rules.cod import quarters, scoring
from rules.cod import victory_points as vp
from rules.cod.scenario._shared import standard
from rules.kernel.rule import Clause, Rule

MAXIMUM_ATTRITION = Rule(
    "cod.scenario.maximum-attrition",
    en="Maximum Attrition",
    ru="Максимальные потери",
    clauses={
        "objective": Clause(
            "Total annihilation",
            "Полное уничтожение",
            "The objective is total annihilation; the winner is found with the city-fight victory points.",
            "871-877",
            text_ru="Задача – полное уничтожение; победителя определяют по победным очкам городского боя.",
        ),
        "victory": Clause(
            "More victory points win",
            "Побеждает больше Победных Очков",
            "The player with more victory points wins.",
            "875-877, 995",
            text_ru="Побеждает тот, у кого больше победных очков.",
            note="Equal points are a draw.",
            note_ru="При равных очках – ничья.",
        ),
        **standard(rules=("881", "883", "885"), deploy=("891", "893", "895", "897"), length="887"),
    },
)

MISSION = quarters.scenario(
    MAXIMUM_ATTRITION,
    vp.totals,
    scoring.by_score(MAXIMUM_ATTRITION["victory"], vp.totals),
    scored=(MAXIMUM_ATTRITION["victory"],),
    per_point=2,
)
