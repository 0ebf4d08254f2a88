"""And They Shall Know No Fear: sure regrouping, no bans after it, no death in a sweeping advance."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Model
from rules.wh40k import hooks, words
from rules.wh40k.questions import Check

ATSKNF = Rule(
    "wh40k.usr.atsknf",
    en="And They Shall Know No Fear",
    ru="И не познают они страха",
    clauses={
        "auto-regroup": Clause(
            "Regroups without a roll",
            "Перегруппировка без броска",
            "A unit holding at least one model with this rule passes regroup tests automatically.",
            "218-222",
            text_ru="Отряд, в котором хотя бы у одной модели есть это правило, проходит тесты на перегруппировку "
            "автоматически.",
            note="Also below a quarter of the models and when charged; Morale checks are still rolled.",
            note_ru="И когда моделей меньше четверти, и когда на отряд напали; проверки на боевой дух всё равно "
            "бросают.",
        ),
        "act-normally": Clause(
            "Acts normally after regrouping",
            "После перегруппировки действует как обычно",
            "In the turn in which it regroups such a unit may move, shoot (or run) and declare a charge as "
            "normal, in addition to the 3-inch regroup move.",
            "222",
            text_ru="В ход перегруппировки такой отряд может как обычно двигаться, стрелять (или бежать) и объявлять "
            "нападение, помимо 3 дюймов перегруппировки.",
            note="Lifts the bans on moving, running and charging and the Snap Shot limit after regrouping.",
            note_ru="Снимает запреты двигаться, бежать и нападать и ограничение стрельбой навскидку после "
            "перегруппировки.",
        ),
        "sweeping-advance": Clause(
            "Not destroyed by sweeping advance",
            "Преследование не уничтожает",
            "If a unit holding one or more such models is caught by a sweeping advance it is not destroyed but "
            "stays locked in combat.",
            "222",
            text_ru="Если отряд, в котором есть хотя бы одна такая модель, настигли преследованием, он не уничтожен, "
            "а остаётся связан боем.",
            note="Falling back is cleared, since the unit stays in the combat.",
            note_ru="Отступление снимается, раз отряд остаётся в бою.",
        ),
        "fear-immune": Clause(
            "Immune to Fear",
            "Иммунитет к устрашению",
            "A unit holding at least one such model is immune to Fear.",
            "222",
            text_ru="На отряд, в котором есть хотя бы одна такая модель, устрашение не действует.",
            note="The Fear rule words it as an automatic pass; the outcome is the same, without dice.",
            note_ru="В правиле устрашения это автоматический успех; итог тот же, без кубиков.",
        ),
    },
)

AFTER_REGROUPING = ("wh40k.regroup.no-move", "wh40k.regroup.no-run", "wh40k.regroup.no-charge", words.REGROUPED)
"""The bans and limits that do not hold for such a unit."""


@ATSKNF.at(hooks.AUTO_PASS, of="unit")
def _passes(ctx: Context, clause: str, *, check: Check, **_: Any) -> str:
    """Regroup tests and tests of Fear; Morale checks are rolled."""
    if not clause and "regroup" in check.tags:
        return ATSKNF["auto-regroup"]
    return clause or (ATSKNF["fear-immune"] if "fear" in check.tags else "")


def _lifted(clause: str) -> str:
    return "" if clause in AFTER_REGROUPING else clause


@ATSKNF.at(hooks.MAY_MOVE, of="unit")
def _moves(ctx: Context, clause: str, **_: Any) -> str:
    return _lifted(clause)


@ATSKNF.at(hooks.MAY_CHARGE, of="unit")
def _charges(ctx: Context, clause: str, **_: Any) -> str:
    return _lifted(clause)


@ATSKNF.at(hooks.SNAP)
def _aims(ctx: Context, clause: str, *, model: Model, **_: Any) -> str:
    # asked of the unit: one such model in it is enough
    return _lifted(clause) if ctx.holds(words.unit_of(ctx.state, model), ATSKNF.id) else clause


@ATSKNF.at(hooks.SWEPT, of="unit")
def _stays_locked(ctx: Context, clause: str, **_: Any) -> str:
    return clause or ATSKNF["sweeping-advance"]
