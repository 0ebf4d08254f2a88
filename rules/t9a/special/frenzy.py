"""Frenzy: a test to hold back in the Charge Phase, and restraint that comes harder."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.lengths import INCH
from rules.kernel.marks import on_unit
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Unit
from rules.kernel.telling import Phrase, Telling
from rules.t9a import charge, discipline, hooks, melee, movement, words
from rules.t9a.discipline import Check

FRENZY = Rule(
    "t9a.frenzy",
    en="Frenzy",
    ru="Бешенство",
    clauses={
        "fearless": Clause(
            "Fearless",
            "Бесстрашие",
            "A unit with Frenzy also has Fearless.",
            "92",
            text_ru="Подразделение получает и бесстрашие.",
        ),
        "test": Clause(
            "Frenzy test",
            "Тест на бешенство",
            "At the start of its own Charge Phase each unit that qualifies takes a Discipline test called the "
            "Frenzy test.",
            "92",
            text_ru="В начале своей фазы нападения подразделения, к которым это относится, проходят тест на "
            "дисциплину – тест на бешенство.",
        ),
        "test.one-model": Clause(
            "One model is enough",
            "Хватит одной модели",
            "One model with Frenzy in the unit is enough for the test.",
            "92",
            text_ru="Достаточно одной модели с этим правилом в подразделении.",
        ),
        "test.can-charge": Clause(
            "If it can charge",
            "Если может напасть",
            "Only units that could declare a charge on an enemy unit test.",
            "92",
            text_ru="Тест проходят, только если подразделение может объявить нападение.",
        ),
        "test.range": Clause(
            "Within Advance Rate + 7",
            "В пределах дальности + 7",
            "The enemy must be within Advance Rate + 7 inches; exactly that distance counts.",
            "92",
            text_ru="Враг должен быть в пределах дальности наступления плюс 7 дюймов.",
        ),
        "fail-must-charge": Clause(
            "It has to charge",
            "Обязано напасть",
            "A unit that failed must declare a charge this turn if it can.",
            "92",
            text_ru="Провалив тест, подразделение обязано в этот ход объявить нападение.",
        ),
        "fail-if-able": Clause(
            "If it can",
            "Если может",
            "If it can declare no legal charge when its turn comes, nothing happens.",
            "92",
            text_ru="Обязано, если может.",
        ),
        "maximised-test": Clause(
            "Maximised",
            "Максимизирован",
            "The Frenzy test of a unit with at least one Frenzy model is rolled Maximised.",
            "92",
            text_ru="Тест на бешенство подразделения хотя бы с одной такой моделью – максимизированный бросок.",
        ),
        "maximised-restrain": Clause(
            "Restraint Maximised",
            "Удержание максимизировано",
            "The Restrain Pursuit test of such a unit is rolled Maximised as well.",
            "92",
            text_ru="Тест на удержание от преследования такого подразделения – тоже.",
        ),
        "lowest-rate": Clause(
            "The lowest rate",
            "Наименьшая дальность",
            "For the range of the test the lowest Advance Rate among the models of the unit is used.",
            "94",
            text_ru="Для дальности теста берут наименьшую дальность наступления среди моделей подразделения.",
        ),
        "best-mode": Clause(
            "The likelier way",
            "Более верный способ",
            "If the unit can fly or has more than one Advance Rate it must use the way of moving that is more "
            "likely to make the charge succeed.",
            "95",
            text_ru="Если подразделение может лететь или двигаться по-разному, оно обязано выбрать способ, "
            "которым нападение скорее удастся.",
        ),
        "free-target": Clause(
            "Any target",
            "Любая цель",
            "A unit forced to charge need not charge the unit that triggered the test.",
            "96",
            text_ru="Нападать не обязательно на того, кто вызвал тест.",
        ),
        "characters-stay": Clause(
            "Characters may stay",
            "Персонажи остаются",
            "Characters do not have to charge out of the unit because of this rule.",
            "97",
            text_ru="Персонажи не обязаны из-за этого нападать из подразделения.",
        ),
    },
)


MUST = FRENZY["fail-must-charge"]
BEYOND = 7 * INCH


def reach(ctx: Context, unit: Unit, target: Unit) -> int:
    """How near an enemy has to be for a Frenzy test: the better of the ways to get to it, its lowest rate, and 7"."""
    return max((movement.rate(ctx, unit, "Adv", flying) for flying in _ways(ctx, unit, target)), default=0) + BEYOND


def _ways(ctx: Context, unit: Unit, target: Unit) -> list[bool]:
    """The ways in which a unit may charge an enemy: on foot, in the air."""
    return [flying for flying in movement.modes(ctx, unit) if charge.can_reach(ctx, unit, target, flying)]


def _tested(ctx: Context, unit: Unit, passed: bool) -> None:
    if not passed:
        words.mark(ctx, unit, MUST)


CHECK = Check(FRENZY["test"], _tested)


@FRENZY.at(hooks.STEP_BEGAN)
def _who_tests(ctx: Context, step: str, **_: Any) -> None:
    """Units of the active side with a model in Frenzy that could declare a charge on an enemy so near."""
    if step != "charge start":
        return
    for unit in words.on_table(ctx.state, ctx.state.turn):
        if ctx.holds(unit, FRENZY.id):
            near = [key for key in charge.targets_of(ctx, unit) if _near(ctx, unit, key)]
            if near:
                discipline.due(ctx, unit, FRENZY["test"])


def _near(ctx: Context, unit: Unit, key: str) -> bool:
    target = ctx.state.units[key]
    return words.apart(unit, target) <= reach(ctx, unit, target)


@FRENZY.at(hooks.DICE, of="unit")
def _raging(ctx: Context, clause: str, *, of: str, **_: Any) -> str:
    if of == FRENZY["test"]:
        return clause or FRENZY["maximised-test"]
    return clause or (FRENZY["maximised-restrain"] if of == melee.RESTRAIN else "")


@FRENZY.at(hooks.MAY_END)
def _has_to_charge(ctx: Context, barred: str, **_: Any) -> str:
    """The declarations do not end while a unit that has to charge, and can, has not."""
    if (ctx.state.phase, ctx.state.step) != ("charge", "declare"):
        return barred
    raging = (u for u in words.on_table(ctx.state, ctx.state.turn) if MUST in u.turn and words.CHARGED not in u.turn)
    return barred or (MUST if any(charge.can_charge(ctx, unit) for unit in raging) else "")


@FRENZY.at(hooks.CHARGE_MODE, of="unit")
def _the_likelier_way(ctx: Context, clause: str, *, unit: Unit, target: Unit, flying: bool | None, **_: Any) -> str:
    """A unit that has to charge goes the way that is the more likely to get there."""
    if clause or MUST not in unit.turn or flying is None:
        return clause
    open_ = _ways(ctx, unit, target)
    best = max((movement.rate(ctx, unit, "Adv", each) for each in open_), default=0)
    return FRENZY["best-mode"] if open_ and movement.rate(ctx, unit, "Adv", flying) < best else ""


PART = Part(
    brings=(CHECK,),
    telling=Telling(
        marks={MUST: Phrase("%(holder)s: has to charge", "%(holder)s: обязано напасть")},
        questions={FRENZY["test"]: Phrase("%(side)s: %(model)s takes a Frenzy test next",
                                          "%(side)s: %(model)s, тест на бешенство")},
    ),
    marks=(on_unit(MUST, "turn", "It has to declare a charge."),),
)  # fmt: skip
