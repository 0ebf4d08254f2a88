"""Rappel Lines, a stratagem of the armoury."""

from __future__ import annotations

from typing import Any

from rules.cod import floors, ruins
from rules.cod.chosen import Stratagem, has
from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, State, Unit
from rules.wh40k import hooks, words
from rules.wh40k.movement import footing

RAPPEL_LINES = Rule(
    "cod.stratagem.rappel-lines",
    en="Rappel Lines",
    ru="Десантные фалы",
    clauses={
        "who": Clause(
            "All skimmers",
            "Все скиммеры",
            "All the player's skimmers are fitted with rappel lines.",
            "657-661",
            text_ru="Десантными фалами оснащены все скиммеры игрока.",
        ),
        "disembark": Clause(
            "Landing on upper floors",
            "Высадка на верхние этажи",
            "A skimmer with rappel lines may disembark troops straight onto the upper floors of ruins.",
            "663",
            text_ru="Скиммер с десантными фалами может высадить войска прямо на верхние этажи руин.",
            note="Upper floors only: the ground floor is still entered on foot.",
            note_ru="Только на верхние этажи: на первый по-прежнему входят пешком.",
        ),
        "dangerous-test": Clause(
            "Dangerous test when landing",
            "Тест на Опасную Местность",
            "Each model disembarking this way must take a dangerous-terrain test.",
            "663",
            text_ru="Каждая высаженная так модель проходит тест на опасную местность.",
        ),
    },
)


def fitted(model: Model) -> bool:
    """Whether a model can have rappel lines."""
    return words.is_(model, "Skimmer")


STRATAGEM = Stratagem("rappel-lines", "armoury", RAPPEL_LINES, RAPPEL_LINES["who"], serves=fitted)


def from_lines(state: State, vehicle: Model, model: Model) -> bool:
    """Whether a passenger of a skimmer with rappel lines is set down on an upper floor of a ruin."""
    if not fitted(vehicle) or not has(state, vehicle.side, STRATAGEM.name):
        return False
    return ruins.around(state, model) is not None and ruins.floor_of(state, model) > 1


@RAPPEL_LINES.at(floors.SET_DOWN)
def _down_the_lines(ctx: Context, allowed: bool, *, vehicle: Model, model: Model, **_: Any) -> bool:
    """Upper floors are open to them; the ground floor is entered on foot."""
    return allowed or from_lines(ctx.state, vehicle, model)


@RAPPEL_LINES.at(hooks.DISEMBARKED)
def _dangerous(ctx: Context, vehicle: Model, *, unit: Unit, **_: Any) -> None:
    """Each model that came down the lines takes a dangerous terrain test."""
    for model in words.standing(ctx.state, unit):
        if from_lines(ctx.state, vehicle, model):
            footing.risk(ctx, model, 1, ruins.around(ctx.state, model))
