"""Domination, the third standard scenario."""

from __future__ import annotations

from rules.cod import prepared, quarters, scoring
from rules.cod.scenario._shared import standard
from rules.kernel.rule import Clause, Rule

DOMINATION = Rule(
    "cod.scenario.domination",
    en="Domination",
    ru="Доминирование",
    clauses={
        "objective": Clause(
            "Hold your positions",
            "Удержаться",
            "Each side tries to push the enemy out of his positions and hold its own.",
            "843-849",
            text_ru="Каждая сторона старается выбить врага с его позиций и удержать свои.",
        ),
        "victory": Clause(
            "More ruins win",
            "Побеждает больше руин",
            "The player occupying more ruins at the end of the game wins.",
            "849",
            text_ru="Побеждает игрок, который в конце игры занимает больше руин.",
            note="Only ruins occupied at that moment count, flags play no part; equal numbers are a draw.",
            note_ru="Считаются только руины, занятые в этот момент, флаги ни при чём; поровну – ничья.",
        ),
        **standard(rules=("853", "855", "857"), deploy=("863", "865", "867", "869"), length="859"),
    },
)

MISSION = quarters.scenario(
    DOMINATION,
    scoring.occupied,
    scoring.by_score(DOMINATION["victory"], scoring.occupied),
    scored=(DOMINATION["victory"],),
    wanted=lambda state, side: prepared.ruins(state),
)
