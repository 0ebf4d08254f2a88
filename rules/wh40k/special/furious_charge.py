"""Furious Charge: +1 Strength in the turn of a charge."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.wh40k import hooks, words

FURIOUS_CHARGE = Rule(
    "wh40k.usr.furious-charge",
    en="Furious Charge",
    ru="Яростное нападение",
    clauses={
        "": Clause(
            "Charge: +1 Strength",
            "Нападение: +1 сила",
            "In a turn in which a model with this rule charges it has +1 Strength until the end of that phase.",
            "530-534",
            text_ru="В ход, в который модель с этим правилом нападает, у неё до конца фазы +1 сила.",
        ),
        "disordered": Clause(
            "None if disordered",
            "Не при беспорядочном нападении",
            "A model that made a disordered charge that turn gets no benefit from Furious Charge.",
            "534",
            text_ru="Модель, которая в этот ход нападала беспорядочно, яростное нападение не усиливает.",
        ),
    },
)


@FURIOUS_CHARGE.at(hooks.STRENGTH, of="model")
def _stronger(ctx: Context, strength: int, *, model: Model, assault: bool = False, **_: Any) -> int:
    """It comes after what a weapon makes of the Strength, as additions follow multiplications."""
    turn = words.unit_of(ctx.state, model).turn
    furious = assault and ctx.state.phase == "assault" and words.CHARGED in turn and words.DISORDERED not in turn
    return strength + int(furious)
