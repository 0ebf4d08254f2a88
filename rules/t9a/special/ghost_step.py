"""Ghost Step: all terrain is open to the models that move."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Unit
from rules.t9a import hooks, words

GHOST_STEP = Rule(
    "t9a.ghost-step",
    en="Ghost Step",
    ru="Призрачный шаг",
    clauses={
        "open-terrain": Clause(
            "All terrain is open",
            "Весь ландшафт открытый",
            "Models with Ghost Step treat all terrain as Open Terrain for movement.",
            "149",
            text_ru="Модели с этим правилом в движении считают любой ландшафт открытым.",
        ),
        "spacing": Clause(
            "Unit Spacing",
            "Расстояние",
            "They must obey all Unit Spacing rules at the end of the move.",
            "149",
            text_ru="В конце движения они соблюдают расстояние между подразделениями.",
        ),
    },
)


@GHOST_STEP.at(hooks.IGNORES_TERRAIN, of="model")
def _through(ctx: Context, clause: str, **_: Any) -> str:
    return clause or GHOST_STEP["open-terrain"]


@GHOST_STEP.at(hooks.SPACED, of="unit")
def _ends(ctx: Context, clause: str, *, unit: Unit, flying: bool, **_: Any) -> str:
    """A unit that passes through terrain keeps its distance where it ends."""
    return clause if flying or not words.every(ctx, unit, GHOST_STEP.id) else GHOST_STEP["spacing"]
