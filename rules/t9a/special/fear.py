"""Fear: a test at the start of the Melee Phase, or Shaken and at -1 to hit."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context, Modifiers
from rules.kernel.marks import on_unit
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Unit
from rules.kernel.telling import Phrase, Telling
from rules.t9a import discipline, hooks, words
from rules.t9a.discipline import Check
from rules.t9a.special import fearless

FEAR = Rule(
    "t9a.fear",
    en="Fear",
    ru="Страх",
    clauses={
        "discipline-penalty": Clause(
            "Discipline –1",
            "Дисциплина –1",
            "Models of a unit in base contact with one or more models with Fear have -1 Discipline.",
            "61",
            text_ru="Дисциплина моделей подразделения в контакте с одной или несколькими моделями с этим правилом"
            " меньше на 1.",
            note="Enemy models are meant.",
            note_ru="Имеются в виду вражеские модели.",
        ),
        "not-per-model": Clause(
            "Once only",
            "Один раз",
            "The penalty is -1 however many Fear models are in contact.",
            "61",
            text_ru="Штраф –1, сколько бы таких моделей ни было.",
        ),
        "test": Clause(
            "Fear test",
            "Тест на страх",
            "At the start of each Melee Phase every unit in base contact with one or more models with Fear takes "
            "a Discipline test.",
            "61",
            text_ru="В начале каждой фазы ближнего боя все подразделения в контакте с моделями с этим правилом "
            "проходят тест на дисциплину.",
        ),
        "fail-shaken": Clause(
            "Failed: Shaken",
            "Провал: деморализация",
            "If the test is failed the unit is Shaken until the end of the Melee Phase.",
            "61",
            text_ru="При провале подразделение до конца фазы ближнего боя деморализовано.",
        ),
        "fail-to-hit": Clause(
            "Failed: –1 to hit",
            "Провал: –1 на попадание",
            "Close combat attacks made by models that failed are at -1 to hit.",
            "61",
            text_ru="Атаки в ближнем бою проваливших тест моделей – с –1 на попадание.",
        ),
        "fail-to-be-hit": Clause(
            "Failed: +1 to be hit",
            "Провал: +1 по ним",
            "Close combat attacks against models that failed are at +1 to hit.",
            "61",
            text_ru="Атаки в ближнем бою против проваливших тест моделей – с +1 на попадание.",
        ),
        "immunity": Clause(
            "The fearsome are immune",
            "Страшные не боятся",
            "Models that have Fear themselves ignore these penalties.",
            "61",
            text_ru="Модели, у которых страх есть самих, эти штрафы не учитывают.",
        ),
    },
)


FAILED = FEAR["fail-shaken"]


def afraid(ctx: Context, unit: Unit) -> bool:
    """Whether a unit suffers from Fear: in contact with an enemy model that has it, and neither immune nor Fearless."""
    if fearless.is_fearless(ctx, unit) or words.every(ctx, unit, FEAR.id):
        return False
    return any(_touches(ctx, foe, unit) for foe in words.engaged_with(ctx.state, unit))


def _touches(ctx: Context, foe: Unit, unit: Unit) -> bool:
    touching = words.in_contact(foe, unit)
    return any(ctx.holds(ctx.state.models[key], FEAR.id) for key in touching)


def _tested(ctx: Context, unit: Unit, passed: bool) -> None:
    if not passed:
        words.mark(ctx, unit, words.SHAKEN, until="phase", rule=FAILED)
        words.mark(ctx, unit, FAILED, until="phase")


CHECK = Check(FEAR["test"], _tested)


@FEAR.at(hooks.STEP_BEGAN)
def _who_tests(ctx: Context, step: str, **_: Any) -> None:
    """Every unit in contact with a model that causes Fear, of both sides."""
    if step == "melee start":
        for unit in words.on_table(ctx.state):
            if afraid(ctx, unit):
                discipline.due(ctx, unit, FEAR["test"])


@FEAR.at(hooks.DISCIPLINE)
def _unnerved(ctx: Context, modifiers: Modifiers, *, unit: Unit, model: Model | None, **_: Any) -> Modifiers:
    """A model that has Fear itself keeps its Discipline, whatever befalls the others of its unit."""
    immune = model is not None and ctx.holds(model, FEAR.id)
    return modifiers if immune or not afraid(ctx, unit) else (*modifiers, (FEAR["discipline-penalty"], -1))


@FEAR.at(hooks.TO_HIT)
def _trembling(ctx: Context, modifiers: Modifiers, *, attacker: Model, target: Model, **_: Any) -> Modifiers:
    found = modifiers
    if _shows(ctx, attacker):
        found = (*found, (FEAR["fail-to-hit"], -1))
    if _shows(ctx, target):
        found = (*found, (FEAR["fail-to-be-hit"], 1))
    return found


def _shows(ctx: Context, model: Model) -> bool:
    """Whether a model has failed its test, and is not immune by its own Fear, or in a unit that is Fearless by now."""
    unit = ctx.state.units[model.unit]
    return FAILED in unit.phase and not ctx.holds(model, FEAR.id) and not fearless.is_fearless(ctx, unit)


PART = Part(
    brings=(CHECK,),
    telling=Telling(
        marks={FAILED: Phrase("%(holder)s: afraid", "%(holder)s: страх")},
        questions={FEAR["test"]: Phrase("%(side)s: %(model)s takes a Fear test next",
                                        "%(side)s: %(model)s, тест на страх")},
    ),
    marks=(on_unit(FAILED, "phase", "It has failed its Fear test."),),
)  # fmt: skip
