"""Counter-attack: +1 Attack for a charged unit that passes a Leadership test."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.effects import Noted
from rules.kernel.marks import on_model, on_unit
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model, Unit
from rules.kernel.telling import Phrase, Telling
from rules.wh40k import hooks, questions, words

COUNTER_ATTACK = Rule(
    "wh40k.usr.counter-attack",
    en="Counter-attack",
    ru="Контратака",
    clauses={
        "test": Clause(
            "Counter-attack test",
            "Тест на контратаку",
            "When a unit holding at least one model with this rule is charged it must take a Leadership test "
            "immediately.",
            "388-392",
            text_ru="Когда на отряд, в котором хотя бы у одной модели есть это правило, напали, он сразу проходит "
            "тест лидерства.",
            note="Compulsory.",
            note_ru="Обязательно.",
        ),
        "pass": Clause(
            "Counter-attack: +1 Attack",
            "Контратака: +1 атака",
            "If the test is passed every model of the unit that has the rule gets +1 Attack until the end of "
            "the phase.",
            "392",
            text_ru="Если тест пройден, каждая модель отряда с этим правилом получает +1 атаку до конца фазы.",
            note="Models without the rule get nothing.",
            note_ru="Модели без правила не получают ничего.",
        ),
        "fail": Clause(
            "Counter-attack fails",
            "Контратака не удалась",
            "If the test for Counter-attack is failed there is no bonus and no penalty.",
            "392",
            text_ru="Если тест на контратаку провален, нет ни прибавки, ни штрафа.",
        ),
        "locked": Clause(
            "None if already locked",
            "Связанным боем контратаки нет",
            "If the unit was already locked in combat when it was charged, Counter-attack has no effect.",
            "394",
            text_ru="Если в момент нападения отряд уже был связан боем, контратака не действует.",
            note="One test for a unit in a phase.",
            note_ru="Один тест на отряд за фазу.",
        ),
    },
)

TEST, PASSED = COUNTER_ATTACK["test"], COUNTER_ATTACK["pass"]


def _tested(ctx: Context, unit: Unit, passed: bool) -> None:
    """Those of the unit who have the rule strike once more."""
    for model in words.standing(ctx.state, unit) if passed else ():
        if ctx.holds(model, COUNTER_ATTACK.id):
            words.mark(ctx, model, PASSED, until="phase")


CHECK = questions.Check(TEST, "Ld", _tested, frozenset({"leadership"}))


@COUNTER_ATTACK.at(hooks.CHARGE_DECLARED, of="target")
def _charged(ctx: Context, occasion: Any, *, target: Unit, **_: Any) -> None:
    if words.locked(ctx.state, target):
        noted = Noted(rule=COUNTER_ATTACK["locked"], model=target.id, text="was locked already")
        ctx.effects.append(noted)
    elif TEST not in target.phase:
        words.mark(ctx, target, TEST, until="phase")
        questions.due(ctx, target, TEST)


@COUNTER_ATTACK.at(hooks.ATTACKS, of="model")
def _one_more(ctx: Context, attacks: int, *, model: Model, **_: Any) -> int:
    return attacks + int(PASSED in model.phase)


MARKS = (
    on_model(PASSED, "phase", "Its unit passed the test: it has one more Attack."),
    on_unit(TEST, "phase", "It has taken the test in this phase."),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    brings=(CHECK,),
    telling=Telling(
        marks={PASSED: Phrase("%(holder)s: counter-attack, +1 Attack", "%(holder)s: контратака, +1 атака")},
        questions={TEST: Phrase("%(side)s: %(model)s may counter-attack", "%(side)s: %(model)s, возможна контратака")},
    ),
)  # fmt: skip
