"""Crusader: better runs and sweeping advances."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Unit
from rules.wh40k import hooks

CRUSADER = Rule(
    "wh40k.usr.crusader",
    en="Crusader",
    ru="Крестоносец",
    clauses={
        "run": Clause(
            "Extra die when running",
            "Лишний кубик на бег",
            "A unit holding at least one model with this rule rolls one extra die when it runs and uses the "
            "highest result.",
            "396-400",
            text_ru="Отряд, в котором хотя бы у одной модели есть это правило, на бег бросает лишний кубик и берёт "
            "лучший.",
        ),
        "sweep": Clause(
            "+D3 to sweeping advance",
            "+D3 к преследованию",
            "Such a unit adds D3 to its sweeping advance total; the D3 is rolled anew every time.",
            "400",
            text_ru="Такой отряд прибавляет к преследованию D3; этот D3 каждый раз бросают заново.",
            note="Applied both in pursuit and in escape.",
            note_ru="Действует и когда преследуют, и когда убегают.",
        ),
    },
)


@CRUSADER.at(hooks.RUN_DICE, of="unit")
def _runs(ctx: Context, dice: int, **_: Any) -> int:
    """One die more, of which a run uses the highest."""
    return dice + 1


@CRUSADER.at(hooks.SWEEP, of="unit")
def _relentless(ctx: Context, more: int, *, unit: Unit, **_: Any) -> int:
    """Adds a D3 to the pursuit or escape."""
    face = ctx.roll(CRUSADER["sweep"], unit.side, 1, model=unit.id).total
    return more + (face + 1) // 2
