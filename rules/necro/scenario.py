"""Scenarios of our own, since the document has none: what a gang plays for, and when the battle ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rules.kernel import geometry
from rules.kernel.context import Context
from rules.kernel.effects import Counted, Ended
from rules.kernel.part import Part
from rules.kernel.state import Model, Outcome, State, Terrain, leader
from rules.kernel.telling import Phrase, Telling
from rules.necro import activation, ground, options, terminal, words
from rules.necro.book import SCENARIO

RESULT = "necro.core.result"
POWER = SCENARIO["power"]
HEIGHTS = SCENARIO["heights"]
POINTS = "points"


class Scenario(NamedTuple):
    """A scenario: its clause, each gang's score so far, what each round scores at its end, and which side holds what.

    What can be held is named by its piece of terrain; `needs` says what a table has to have so that anything can be.
    """

    clause: str
    score: Callable[[State], dict[str, int]]
    round_over: Callable[[Context], None]
    held: Callable[[State], dict[str, str]]
    needs: str = ""


def _nothing(ctx: Context) -> None:
    return


def _nowhere(state: State) -> dict[str, str]:
    return {}


def beaten(state: State) -> dict[str, int]:
    """How many enemies each gang has put Out of Action or to flight."""
    gone = [model.side for model in state.models.values() if model.out or words.FLED in model.game]
    return {side: sum(1 for other in gone if other != side) for side in state.sides}


def counted(state: State) -> dict[str, int]:
    """The points that each gang has been given at the ends of rounds."""
    return {key: side.counters.get(POINTS, 0) for key, side in state.sides.items()}


def _draw_power(ctx: Context) -> None:
    """Each running generator gives a point to the gang that started it."""
    _give(ctx, POWER, list(terminal.running(ctx.state).values()))


def _give(ctx: Context, clause: str, holders: Sequence[str]) -> None:
    """A point to a side for each time it is listed."""
    for side in ctx.state.sides:
        if side in holders:
            ctx.emit(Counted(rule=clause, side=side, counter=POINTS, by=holders.count(side)))


def generators(state: State) -> dict[str, str]:
    """The generators, each with the side that runs it, if one does."""
    started = terminal.running(state)
    return {piece.id: started.get(piece.id, "") for piece in ground.of(state, terminal.GENERATOR)}


def heights(state: State) -> list[Terrain]:
    """The floors that are fought for: those more than 2" above the ground."""
    return [piece for piece in ground.of(state, ground.PLATFORM) if ground.top(piece) > ground.TALL]


def upon(state: State, piece: Terrain) -> list[Model]:
    """The standing fighters on a floor."""
    level = ground.top(piece)
    there = (model for model in words.fighters(state) if model.at and model.at[2] == level and words.standing(model))
    return [model for model in there if model.at and geometry.inside(model.at, piece.outline)]


def occupied(state: State) -> dict[str, str]:
    """The heights, each with the side that has more standing fighters on it, if one does."""
    counts = {piece.id: Counter(model.side for model in upon(state, piece)) for piece in heights(state)}
    return {key: leader(dict(count)) for key, count in counts.items()}


def _hold_heights(ctx: Context) -> None:
    """Each floor gives a point to the gang that holds it."""
    _give(ctx, HEIGHTS, list(occupied(ctx.state).values()))


SCENARIOS = (
    Scenario(SCENARIO["stand-off"], beaten, _nothing, _nowhere),
    Scenario(POWER, counted, _draw_power, generators, "a generator"),
    Scenario(HEIGHTS, counted, _hold_heights, occupied, 'a floor more than 2" above the ground'),
)
"""By the number that the option `necro.core.result` has."""


def chosen(state: State) -> Scenario:
    """The scenario that is fought."""
    return SCENARIOS[options.option(state, options.SCENARIO)]


def problems(state: State) -> Iterator[str]:
    """That a table has nothing of what its scenario is fought for."""
    option = state.options.get(options.SCENARIO, 0)
    fought = SCENARIOS[option] if isinstance(option, int) and 0 <= option < len(SCENARIOS) else SCENARIOS[0]
    if fought.needs and not fought.held(state):
        yield f"option {options.SCENARIO}: this scenario is fought for {fought.needs}, and the table has none"


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
