"""Feigned Flight: a unit that fled from a charge of its own will and rallies at once is not Shaken."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Unit
from rules.t9a import hooks, turn, words

FEIGNED_FLIGHT = Rule(
    "t9a.feigned-flight",
    en="Feigned Flight",
    ru="Налёт и отскок",
    clauses={
        "all-models": Clause(
            "All models",
            "Все модели",
            "The rule works only for a unit made entirely of models that have it.",
            "73",
            text_ru="Правило действует, только если оно есть у всех моделей подразделения.",
        ),
        "voluntary": Clause(
            "By its own will",
            "По своей воле",
            "The unit must have fled from a charge by its own choice.",
            "73",
            text_ru="Подразделение бежало от нападения по своей воле.",
        ),
        "next-rally": Clause(
            "At the first opportunity",
            "При первой возможности",
            "The unit must rally in its next Movement Phase, that is at the first opportunity after fleeing.",
            "73",
            text_ru="Оно восстановило порядок в следующую фазу движения.",
        ),
        "not-shaken": Clause(
            "Not Shaken",
            "Не деморализовано",
            "If both hold, the rallied unit is not Shaken.",
            "73",
            text_ru="Тогда, восстановив порядок, оно не деморализовано.",
        ),
        "may-move-and-shoot": Clause(
            "May move and shoot",
            "Ходит и стреляет",
            "After the reform that follows rallying it may still move and shoot in that turn of its player under "
            "the general rules.",
            "73",
            text_ru="После перестроения оно может в этот ход двигаться и стрелять по общим правилам.",
        ),
        "counts-as-moved": Clause(
            "Counts as moved",
            "Считается двигавшимся",
            "Such a unit counts as having moved for shooting.",
            "73",
            text_ru="Для стрельбы такое подразделение считается двигавшимся.",
        ),
        "not-after-panic": Clause(
            "Not after panic",
            "Не после паники",
            "It does not apply if the unit fled against its will, for example after a failed Panic test.",
            "73",
            text_ru="Правило не действует, если подразделение бежало не по своей воле, например из-за паники.",
        ),
        "not-if-already-fleeing": Clause(
            "Not if it fled already",
            "Не если уже бежало",
            "It does not apply if the unit was already Fleeing when it was charged.",
            "73",
            text_ru="Правило не действует, если на момент нападения оно уже отступало.",
        ),
        "not-second-rally": Clause(
            "Not at a second rally",
            "Не со второго раза",
            "It does not apply if the unit failed to rally at the first opportunity after fleeing.",
            "73",
            text_ru="Правило не действует, если оно не восстановило порядок при первой возможности.",
        ),
    },
)


FEIGNED = FEIGNED_FLIGHT["voluntary"]
"""On a unit, for the game: the number of the Player Turn in which it has to rally for the rule to work."""


@FEIGNED_FLIGHT.at(hooks.FLED)
def _by_its_own_will(ctx: Context, why: str, *, unit: Unit, **_: Any) -> None:
    """A unit that begins to flee as a reaction: its next Movement Phase is its first opportunity to rally."""
    if why == "reaction" and words.every(ctx, unit, FEIGNED_FLIGHT.id):
        words.mark(ctx, unit, FEIGNED, turn.next_of(ctx.state, unit.side), until="game")
    elif FEIGNED in unit.game:
        words.unmark(ctx, unit, FEIGNED, until="game")


@FEIGNED_FLIGHT.at(hooks.RALLIED)
def _rallied(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    meant = unit.game.get(FEIGNED) == turn.number(ctx.state) and words.every(ctx, unit, FEIGNED_FLIGHT.id)
    if FEIGNED in unit.game:
        words.unmark(ctx, unit, FEIGNED, until="game")
    return clause or (FEIGNED_FLIGHT["not-shaken"] if meant else "")
