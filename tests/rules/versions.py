"""Versions of Kill Team that do not exist, each with one thing changed, for tests that compare versions."""

from __future__ import annotations

from typing import Any

import msgspec

import rules
from rules.kernel.context import Context, Modifiers
from rules.kernel.effects import Ended, Rolled
from rules.kernel.events import Event
from rules.kernel.rule import Clause, Rule
from rules.kernel.state import Outcome
from rules.kt.hit import HIT_MODIFIERS

KT = rules.load("kt", "2018.1")
LONG_RANGE = "kt.hit.ranged.mod-long-range"
BY = 40
"""Points that count for one in `COARSE`."""

ERRATUM = Rule(
    "kt.erratum", en="Erratum", ru="Исправление",
    clauses={"far": Clause("Long range", "Дальность", "Long range is no hindrance.")},
)  # fmt: skip


@ERRATUM.at(HIT_MODIFIERS)
def unhindered(ctx: Context, given: Modifiers, **_: Any) -> Modifiers:
    """A hit roll at long range has one modifier less."""
    return tuple(modifier for modifier in given if modifier[0] != LONG_RANGE)


FARTHER = msgspec.structs.replace(KT, version="2018.2", listed=(*KT.listed, ERRATUM))


def at_long_range(event: Event[Any]) -> bool:
    """Whether a step has a hit roll with the modifier that `FARTHER` takes away."""
    rolls = [effect for effect in event.effects if isinstance(effect, Rolled) and effect.rule == "kt.hit.ranged.roll"]
    return any(clause == LONG_RANGE for roll in rolls for clause, _ in roll.modifiers)


def _settle(ctx: Context) -> None:
    KT.settle(ctx)
    ended = ctx.effects[-1] if ctx.effects else None
    if isinstance(ended, Ended) and ended.outcome.reason == "kt.gap.victory":
        ctx.effects.pop()
        ctx.emit(msgspec.structs.replace(ended, outcome=coarse(ended.outcome)))


def coarse(outcome: Outcome) -> Outcome:
    """An outcome in which only every `BY` points count."""
    score = {side: points // BY for side, points in outcome.score.items()}
    best = [side for side, points in score.items() if points == max(score.values())]
    return Outcome(best[0] if len(best) == 1 else "", outcome.reason, score)


COARSE = msgspec.structs.replace(KT, version="2018.3", settle=_settle)
