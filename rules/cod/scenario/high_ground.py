"""High Ground, the second standard scenario."""

from __future__ import annotations

from rules.cod import prepared, quarters, scoring
from rules.cod.scenario._shared import standard
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Outcome, State

HIGH_GROUND = Rule(
    "cod.scenario.high-ground",
    en="High Ground",
    ru="Высокая позиция",
    clauses={
        "objective": Clause(
            "Capture the first building",
            "Захватить важное здание",
            "Both sides fight for one strategic building: the first building placed on the table.",
            "813-819",
            text_ru="Стороны борются за одно важное здание: первое, которое поставили на стол.",
        ),
        "victory": Clause(
            "Occupier wins",
            "Побеждает занявший здание",
            "The player whose unit occupies the strategic building at the end of the game wins.",
            "819",
            text_ru="Побеждает игрок, чей отряд в конце игры занимает важное здание.",
        ),
        "draw": Clause(
            "Unoccupied: a draw",
            "Не занято: ничья",
            "If neither side's unit occupies it at the end, the game is a draw.",
            "819",
            text_ru="Если в конце его не занимает ничей отряд, игра заканчивается вничью.",
            note="A contested building is occupied by nobody, hence a draw.",
            note_ru="Здание, за которое ещё спорят, не занято никем, отсюда ничья.",
        ),
        **standard(rules=("823", "825", "827"), deploy=("833", "835", "837", "839"), length="841"),
    },
)


def holder(state: State) -> str:
    """The side that occupies the strategic building, which is the ruin that was placed first."""
    ruins = prepared.ruins(state)
    return scoring.occupier(state, ruins[0]) if ruins else ""


def _score(state: State) -> dict[str, int]:
    held = holder(state)
    return {side: int(side == held) for side in state.sides}


def _victory(state: State) -> Outcome:
    held = holder(state)
    return scoring.won(state, held, HIGH_GROUND["victory" if held else "draw"], _score(state))


MISSION = quarters.scenario(HIGH_GROUND, _score, _victory, wanted=lambda state, side: prepared.ruins(state)[:1])
