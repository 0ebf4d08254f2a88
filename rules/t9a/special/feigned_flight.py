"""Feigned Flight: a unit that fled from a charge of its own will and rallies at once is not Shaken."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context, Modifiers
from rules.kernel.marks import TURN, either, on_unit, one_of
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Unit
from rules.kernel.telling import Phrase, Telling
from rules.t9a import hooks, shooting, turn, words

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
            note="A second charge that finds the unit fleeing from a first one ends the feigned flight.",
            note_ru="Если бегущее от первого нападения подразделение атакуют снова, правило больше не действует.",
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
"""On a unit, for the game: the number of the Player Turn in which it has to rally for the rule to work, or the clause
by which the rule does not apply to this flight."""
RETURNED = FEIGNED_FLIGHT["counts-as-moved"]
"""On a unit, for the turn: it has rallied under the rule."""


@FEIGNED_FLIGHT.at(hooks.FLED)
def _remembered(ctx: Context, why: str, *, unit: Unit, **_: Any) -> None:
    """Whether a unit flees by its own will: its next Movement Phase is then its first opportunity to rally."""
    if not words.every(ctx, unit, FEIGNED_FLIGHT.id):
        return
    if why == "reaction":
        words.mark(ctx, unit, FEIGNED, turn.next_of(ctx.state, unit.side), until="game")
    elif why == "again":
        words.mark(ctx, unit, FEIGNED, FEIGNED_FLIGHT["not-if-already-fleeing"], until="game")
    else:
        words.mark(ctx, unit, FEIGNED, FEIGNED_FLIGHT["not-after-panic"], until="game")


@FEIGNED_FLIGHT.at(hooks.RALLIED)
def _rallied(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    if FEIGNED not in unit.game:
        return clause
    against = _against(ctx, unit)
    words.unmark(ctx, unit, FEIGNED, until="game", rule=against)
    if against:
        return clause
    words.mark(ctx, unit, RETURNED)
    return clause or FEIGNED_FLIGHT["not-shaken"]


def _against(ctx: Context, unit: Unit) -> str:
    """The clause by which the rule does nothing for a unit that rallies now; empty if it works."""
    due = unit.game[FEIGNED]
    if isinstance(due, str):
        return due
    if not words.every(ctx, unit, FEIGNED_FLIGHT.id):
        return FEIGNED_FLIGHT["all-models"]
    return "" if due == turn.number(ctx.state) else FEIGNED_FLIGHT["not-second-rally"]


@FEIGNED_FLIGHT.at(hooks.AIM_MODIFIERS)
def _has_moved(ctx: Context, modifiers: Modifiers, *, unit: Unit, **_: Any) -> Modifiers:
    """A unit that has come back counts as having moved, even if it stands still afterwards."""
    still = RETURNED in unit.turn and words.MOVED not in unit.turn
    return (*modifiers, (RETURNED, shooting.MOVING)) if still else modifiers


NOT_FEIGNED = (FEIGNED_FLIGHT["not-if-already-fleeing"], FEIGNED_FLIGHT["not-after-panic"])
PART = Part(
    marks=(
        on_unit(FEIGNED, "game", "The player turn in which it has to rally for the rule to work, or why that is void.",
                either(TURN, one_of(*NOT_FEIGNED))),
        on_unit(RETURNED, "turn", "It has rallied from a feigned flight."),
    ),
    telling=Telling(marks={
        FEIGNED: Phrase("%(holder)s: feigned flight", "%(holder)s: притворное бегство"),
        RETURNED: Phrase("%(holder)s: back from a feigned flight", "%(holder)s: вернулось из притворного бегства"),
    }),
)  # fmt: skip
