"""Rally Around the Flag: units near such a model may roll failed Discipline tests again."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.lengths import INCH
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Unit
from rules.t9a import hooks, words
from rules.t9a.special.commanding_presence import in_reach

RALLY_AROUND_THE_FLAG = Rule(
    "t9a.rally-around-the-flag",
    en="Rally Around the Flag",
    ru="Ни шагу назад!",
    clauses={
        "reroll": Clause(
            "Tests rolled again",
            "Переброс тестов",
            "Units in range of a model with this rule may re-roll failed Discipline tests.",
            "195",
            text_ru="Подразделения в пределах действия могут перебрасывать проваленные тесты на дисциплину.",
        ),
        "range": Clause(
            "12 inches",
            "12 дюймов",
            "The range is 12 inches; exactly 12 inches counts.",
            "195",
            text_ru="Действует в пределах 12 дюймов, ровно 12 включительно.",
        ),
        "friendly": Clause(
            "Friends only",
            "Только свои",
            "Only friendly units benefit.",
            "195",
            text_ru="Пользуются только дружественные подразделения.",
        ),
        "not-fleeing": Clause(
            "Not while fleeing",
            "Не отступая",
            "A Fleeing model gives no re-roll.",
            "195",
            text_ru="Отступающая модель переброса не даёт.",
        ),
        "all-discipline-tests": Clause(
            "Every such test",
            "Любой такой тест",
            "It covers every kind of Discipline test: Panic, Break, Rally, Fear, Frenzy, Restrain Pursuit, March.",
            "195",
            text_ru="Перебросить можно любой тест на дисциплину.",
        ),
    },
)


RANGE = 12 * INCH


def has(ctx: Context, model: Model) -> bool:
    """Whether a model has the rule: every Battle Standard Bearer does."""
    return words.is_(model, "Battle Standard Bearer") or bool(ctx.holds(model, RALLY_AROUND_THE_FLAG.id))


@RALLY_AROUND_THE_FLAG.at(hooks.REROLL)
def _again(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    near = any(has(ctx, m) and in_reach(ctx, unit, m, RANGE) for m in ctx.state.models.values())
    return clause or (RALLY_AROUND_THE_FLAG["reroll"] if near else "")
