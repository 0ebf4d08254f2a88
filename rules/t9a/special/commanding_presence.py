"""Commanding Presence: units near the General may use its Discipline."""

from __future__ import annotations

from typing import Any

from rules.kernel import convex, regiment
from rules.kernel.context import Context, Modifiers
from rules.kernel.lengths import INCH
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Unit
from rules.t9a import hooks, words
from rules.t9a.discipline import Check, Loan

COMMANDING_PRESENCE = Rule(
    "t9a.commanding-presence",
    en="Commanding Presence",
    ru="Воодушевляющее присутствие",
    clauses={
        "generals": Clause(
            "Generals have it",
            "Есть у генералов",
            "Every General has Commanding Presence.",
            "45",
            text_ru="Воодушевляющее присутствие есть у всех генералов.",
        ),
        "use-discipline": Clause(
            "Lent Discipline",
            "Дисциплина взаймы",
            "Units within range of a model with Commanding Presence may use its Discipline in place of their own.",
            "45",
            text_ru="Подразделения в пределах действия могут пользоваться дисциплиной этой модели вместо своей.",
        ),
        "range": Clause(
            "12 inches",
            "12 дюймов",
            "The range is 12 inches; exactly 12 inches counts.",
            "45",
            text_ru="Действует в пределах 12 дюймов, ровно 12 включительно.",
        ),
        "friendly": Clause(
            "Friends only",
            "Только свои",
            "Only units friendly to that model benefit.",
            "45",
            text_ru="Пользуются только дружественные подразделения.",
        ),
        "not-fleeing": Clause(
            "Not while fleeing",
            "Не отступая",
            "A Fleeing model lends no Discipline.",
            "45",
            text_ru="Отступающая модель дисциплины не даёт.",
        ),
        "modifiers-order": Clause(
            "Modifiers",
            "Модификаторы",
            "How borrowed values are modified is left to the general chapter on characteristics.",
            "45",
            text_ru="Как изменяются заимствованные значения, говорит общая глава о характеристиках.",
        ),
    },
)


RANGE = 12 * INCH


def has(ctx: Context, model: Model) -> bool:
    """Whether a model has Commanding Presence: every General does."""
    return words.is_(model, "General") or bool(ctx.holds(model, COMMANDING_PRESENCE.id))


def in_reach(ctx: Context, unit: Unit, model: Model, reach: int) -> bool:
    """Whether a unit is a friend of a model on the table that is not fleeing, and within reach of it."""
    host = ctx.state.units[model.unit]
    if model.side != unit.side or model.out or host.formation is None or words.fleeing(host) or unit.formation is None:
        return False
    square, divisor = convex.separation(regiment.core(host.formation, model.id), words.boundary(unit))
    return square <= reach * reach * divisor


Loans = tuple[tuple[str, Loan], ...]


@COMMANDING_PRESENCE.at(hooks.LENT)
def _lent(ctx: Context, loans: Loans, *, unit: Unit, check: Check, **_: Any) -> Loans:
    lenders = [m for m in ctx.state.models.values() if has(ctx, m) and in_reach(ctx, unit, m, RANGE)]
    found = [Loan(_value(ctx, m, check), m.id) for m in lenders if m.unit != unit.id]
    return (*loans, *((COMMANDING_PRESENCE["use-discipline"], loan) for loan in found))


def _value(ctx: Context, model: Model, check: Check) -> int:
    """The Discipline of a model with its own modifiers."""
    host = ctx.state.units[model.unit]
    modifiers: Modifiers = ctx.value(hooks.DISCIPLINE, (), unit=host, model=model, check=check)
    return words.printed(model, "Dis") + sum(amount for _, amount in modifiers)
