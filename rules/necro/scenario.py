"""Scenarios of our own, since the document has none: what a gang plays for, and when the battle ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.kernel.context import Context
from rules.kernel.effects import Counted, Ended
from rules.kernel.part import Part
from rules.kernel.state import Outcome, State, leader
from rules.kernel.telling import Phrase, Telling
from rules.necro import activation, options, terminal, words
from rules.necro.book import SCENARIO

RESULT = "necro.core.result"
POWER = SCENARIO["power"]
POINTS = "points"


class Scenario(NamedTuple):
    """A scenario: its clause, what a gang has scored so far, and what is scored at the end of each round."""

    clause: str
    score: Callable[[State], dict[str, int]]
    round_over: Callable[[Context], None]


def _nothing(ctx: Context) -> None:
    return


def beaten(state: State) -> dict[str, int]:
    """How many enemies each gang has put Out of Action or to flight."""
    gone = [model.side for model in state.models.values() if model.out or words.FLED in model.game]
    return {side: sum(1 for other in gone if other != side) for side in state.sides}


def powered(state: State) -> dict[str, int]:
    """The points for running generators that each gang has."""
    return {key: side.counters.get(POINTS, 0) for key, side in state.sides.items()}


def _draw_power(ctx: Context) -> None:
    """Each running generator gives a point to the gang that started it."""
    started = list(terminal.running(ctx.state).values())
    for side in ctx.state.sides:
        if side in started:
            ctx.emit(Counted(rule=POWER, side=side, counter=POINTS, by=started.count(side)))


SCENARIOS = (Scenario(SCENARIO["stand-off"], beaten, _nothing), Scenario(POWER, powered, _draw_power))
"""By the number that the option `necro.core.result` has."""


def chosen(state: State) -> Scenario:
    """The scenario that is fought."""
    return SCENARIOS[options.option(state, options.SCENARIO)]


def score(state: State) -> dict[str, int]:
    """Each gang's score so far."""
    return chosen(state).score(state)


def end_round(ctx: Context) -> None:
    """The round is over: points are counted, and the next round begins unless the battle has ended."""
    state = ctx.state
    chosen(state).round_over(ctx)
    alone = any(not words.fighters(state, side) for side in state.sides)
    if alone or state.round >= options.option(state, options.ROUNDS):
        totals = score(state)
        reason = SCENARIO["last-standing"] if alone else RESULT
        ctx.emit(Ended(rule=reason, outcome=Outcome(leader(totals), reason, totals)))
    else:
        activation.begin_round(ctx, state.round + 1)


PART = Part(telling=Telling(counters={POINTS: Phrase("Points", "Очки")}))
