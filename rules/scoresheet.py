"""The score sheet of a battle: what each side has, and what it lost, round by round, as corrected by rulings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from rules.kernel import engine
from rules.kernel.events import Event
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State, Unit
from rules.report import result


class Round(msgspec.Struct, frozen=True):
    """A round: each side's score after it, in units of the score, and how many models and units it lost in it.

    Units are those of which nobody who began in them is left; systems whose models act alone have none.
    """

    number: int
    score: dict[str, int]
    models: dict[str, int]
    units: dict[str, int]


class Standing(NamedTuple):
    """What a side has after a step: its score in units of the score, the points and the number of its models left.

    The points of a unit count as long as one of those who began in it is left, as the rules count them.
    """

    score: int
    points: int
    models: int


class Sheet(msgspec.Struct, frozen=True):
    """The rounds that were begun, in order. `per_point` units of the score are a point."""

    rounds: tuple[Round, ...]
    per_point: int


def sheet(ruleset: Ruleset, events: Iterable[Event[Any]]) -> Sheet:
    """The score sheet of a line of a game (`rules.kernel.line`).

    After the last round stands the result itself, judges' adjustments included: the clause that ends a battle may count
    what no round before it counted.

    Raises:
        Malformed: the events cannot be folded.
    """
    state = engine.empty(ruleset)
    last: dict[int, tuple[dict[str, int], dict[str, int], dict[str, int]]] = {}
    for event in events:
        engine.evolve(state, event)
        if state.round:
            last[state.round] = ruleset.score(state), *_lost(state)
    ended = result(ruleset, state)
    if ended.score and state.round in last:
        last[state.round] = {**last[state.round][0], **ended.score}, *last[state.round][1:]
    rounds, before = [], _nothing(state)
    for number in sorted(last):
        score, models, units = last[number]
        rounds.append(Round(number, score, _since(models, before[0]), _since(units, before[1])))
        before = models, units
    return Sheet(tuple(rounds), ruleset.reading.per_point(state))


def standings(ruleset: Ruleset, state: State) -> dict[str, Standing]:
    """What each side has in a position; after the end of a battle, with the result's own score."""
    score = {**ruleset.score(state), **(state.over.score if state.over else {})}
    points, models = points_left(state), dict.fromkeys(state.sides, 0)
    for model in state.models.values():
        models[model.side] += not model.out
    return {side: Standing(score.get(side, 0), points[side], models[side]) for side in state.sides}


def points_left(state: State) -> dict[str, int]:
    """The points that each side has left, as `Standing` counts them."""
    points = dict.fromkeys(state.sides, 0)
    for model in state.models.values():
        if not model.out:
            points[model.side] += model.sheet.points
    for unit in state.units.values():
        if unit.sheet.points and not _is_lost(state, unit):
            points[unit.side] += unit.sheet.points
    return points


def _nothing(state: State) -> tuple[dict[str, int], dict[str, int]]:
    return dict.fromkeys(state.sides, 0), dict.fromkeys(state.sides, 0)


def _lost(state: State) -> tuple[dict[str, int], dict[str, int]]:
    """How many models and units of each side are out of action."""
    models, units = _nothing(state)
    for model in state.models.values():
        models[model.side] += model.out
    for unit in state.units.values():
        units[unit.side] += _is_lost(state, unit)
    return models, units


def _is_lost(state: State, unit: Unit) -> bool:
    """Whether nobody is left of those that began in a unit; a character who has joined another is not lost to it."""
    own = [state.models[unit.side + key] for key in unit.sheet.models if unit.side + key in state.models]
    return bool(own) and all(model.out for model in own)


def _since(now: dict[str, int], before: dict[str, int]) -> dict[str, int]:
    """How many more: somebody may also have come back."""
    return {side: count - before.get(side, 0) for side, count in now.items()}
