"""Fear: a test before blows are struck, or WS 1."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.kernel.context import Context
from rules.kernel.marks import on_unit
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Unit
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import hooks, questions, words

FEAR = Rule(
    "wh40k.usr.fear",
    en="Fear",
    ru="Устрашение",
    clauses={
        "test": Clause(
            "Fear test",
            "Тест на устрашение",
            "At the start of each Fight sub-phase a unit in base contact with one or more enemy models that "
            "have Fear must take a Leadership test (the Fear test) before any blows are struck.",
            "414-418",
            text_ru="В начале каждой подфазы схватки отряд, который в контакте хотя бы с одной вражеской моделью с "
            "устрашением, до ударов проходит тест лидерства (тест на устрашение).",
            note="One test for a unit in a Fight sub-phase however many such models touch it.",
            note_ru="Один тест на отряд за подфазу схватки, сколько бы таких моделей его ни касалось.",
        ),
        "pass": Clause(
            "Fear test passed",
            "Тест на устрашение пройден",
            "If the Fear test is passed nothing happens.",
            "420",
            text_ru="Если тест на устрашение пройден, ничего не происходит.",
        ),
        "fail": Clause(
            "Afraid: WS 1",
            "Устрашён: WS 1",
            "If the Fear test is failed the Weapon Skill of every model in the unit becomes 1 until the end of "
            "that Fight sub-phase.",
            "420",
            text_ru="Если тест на устрашение провален, WS каждой модели отряда до конца этой подфазы схватки равен 1.",
            note="Set to 1, not reduced by 1.",
            note_ru="Становится равен 1, а не уменьшается на 1.",
        ),
        "auto-pass": Clause(
            "Fearless do not fear",
            "Бесстрашные не устрашаются",
            "Units holding one or more models with And They Shall Know No Fear or Fearless pass Fear tests "
            "automatically.",
            "422",
            text_ru="Отряды, в которых хотя бы у одной модели есть «И не познают они страха» или бесстрашие, проходят "
            "тест на устрашение автоматически.",
        ),
        "not-immune": Clause(
            "Fear gives no immunity",
            "Устрашающие тоже боятся",
            "Having Fear does not make a model immune to Fear.",
            "422",
            text_ru="Своё устрашение модель от чужого не защищает.",
        ),
    },
)

IMMUNE = ("wh40k.usr.fearless", "wh40k.usr.atsknf")
DAEMON = "wh40k.usr.daemon"
"""Daemons have Fear by their own rule."""


def causes(ctx: Context, model: Model) -> bool:
    """Whether a model has Fear."""
    return bool(ctx.holds(model, FEAR.id) or ctx.holds(model, DAEMON))


def _tested(ctx: Context, unit: Unit, passed: bool) -> None:
    if not passed:
        words.mark(ctx, unit, FEAR["fail"], until="phase")


CHECK = questions.Check(FEAR["test"], "Ld", _tested, frozenset({"leadership", "fear"}))


@FEAR.at(hooks.FIGHT_BEGAN)
def _who_tests(ctx: Context, side: str, **_: Any) -> None:
    """One test for each unit in contact with a model that causes Fear. Vehicles have no Leadership to test."""
    for unit in words.on_table(ctx.state):
        if words.vehicle_of(ctx.state, unit) is None and _afraid_of(ctx, unit):
            questions.due(ctx, unit, FEAR["test"])


def _afraid_of(ctx: Context, unit: Unit) -> bool:
    standing = words.standing(ctx.state, unit)
    return any(causes(ctx, foe) for model in standing for foe in words.touching(ctx.state, model))


@FEAR.at(hooks.AUTO_PASS)
def _fearless(ctx: Context, clause: str, *, unit: Unit, check: questions.Check, **_: Any) -> str:
    if check.clause == FEAR["test"] and any(ctx.holds(unit, rule) for rule in IMMUNE):
        return clause or FEAR["auto-pass"]
    return clause


@FEAR.at(hooks.CHARACTERISTIC)
def _trembles(
    ctx: Context, change: hooks.CharacteristicChange, *, model: Model, name: str, **_: Any
) -> hooks.CharacteristicChange:
    unit = ctx.state.units.get(model.unit)
    afraid = name == "WS" and unit is not None and FEAR["fail"] in unit.phase
    return replace(change, fixed=1) if afraid else change


MARKS = (
    on_unit(FEAR["fail"], "phase", "It failed its Fear test, and fights at Weapon Skill 1."),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    brings=(CHECK,),
    telling=Telling(
        marks={FEAR["fail"]: Phrase("%(holder)s: afraid, Weapon Skill 1", "%(holder)s: страх, WS 1")},
        questions={FEAR["test"]: Phrase("%(side)s: %(model)s takes a Fear test next",
                                        "%(side)s: %(model)s, тест на страх")},
    ),
)  # fmt: skip
