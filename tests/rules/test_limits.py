"""The limit an option shows is the limit: that far nobody is refused for the length, a hundredth farther everybody is.

Shown of every system that has golden games, over positions of all of them drawn at random, and of Kill Team also over
positions made up at random, with every stratagem that lets a model go farther.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules import asking
from rules.kernel.dice import Seeded
from rules.kernel.errors import IllegalAction, RulesError
from rules.kernel.events import Action, Declaration
from rules.kernel.geometry import distance
from rules.kernel.part import Option
from rules.kernel.state import Model, Point, State
from rules.kt.move import Advance
from rules.kt.stratagem import Stratagem, tactics
from rules.t9a.manoeuvre import Ahead
from rules.wh40k.morale import retreat
from rules.wh40k.morale.fall_back import DISTANCE
from rules.wh40k.movement.trail import ModelMove
from tests.kernel.systems import games, positions, ruleset
from tests.playthroughs import SYSTEMS

from .kt.board import KT, decide, model, position

WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))
"""Directions in which a length is exact."""
BY_HAND = {DISTANCE: retreat.EXACT}
"""Distances that are gone to the full, by models placed by hand: how much more is let pass."""
CUT_OFF = ("necro",)
"""Systems in which a way may be longer than the movement: it ends where that does."""
COUNTED = {"siphon", "cast", "dispel", "choose-spells"}
"""Acts whose limit is a number of dice, tokens or spells, and no length."""
FILES = [(key, file.header.game) for key in SYSTEMS for file in games(key, 99)]


def going(of: rules.Ruleset, state: State, option: Option) -> Iterator[tuple[Model, Any]]:
    """The models that an option may move, each with what makes the action of a path; none if it is about no path."""
    kind = of.act(option.action).kind
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    asked = state.pending.model if state.pending is not None else ""
    mover = option.model or asked
    named = {name: mover for name in ("model", "unit") if name in fields}
    open_ = {name for name, field in fields.items() if field.required} - named.keys() - {"path", "moves"}
    if open_:
        return
    if "path" in fields and mover in state.models:
        yield state.models[mover], lambda path: [kind(**named, path=path)]
    if "moves" in fields and mover in state.units:
        fast: list[dict[str, Any]] = [{"fast": True}, {"fast": False}] if "fast" in fields else [{}]
        for each in state.members(mover):
            if each.at is not None:
                yield each, lambda path, m=each: [kind(**named, moves=(ModelMove(m.id, path),), **f) for f in fast]


def answer(of: rules.Ruleset, state: State, side: str, action: Action) -> str:
    """What becomes of a declaration: `ok`, `length` if it is refused as too long, or `other`."""
    try:
        rules.decide(of, state, Declaration(by=side, action=action), draw=Seeded(b"limit").throw)
    except IllegalAction as refused:
        return "length" if {"length", "limit"} <= refused.facts.keys() else "other"
    except RulesError:
        return "other"
    return "ok"


def straight(at: Point, way: tuple[int, int], length: int) -> tuple[Point, ...]:
    return ((at[0] + way[0] * length, at[1] + way[1] * length, at[2]),)


def answers(of: rules.Ruleset, state: State, option: Option, length: int) -> list[str]:
    """What becomes of straight paths of a length, of all models that the option may move, in four directions; of a unit
    in ranks, straight ahead.
    """
    declared = [
        action
        for each, make in going(of, state, option)
        for way in WAYS
        if each.at is not None
        for action in make(straight(each.at, way, length))
    ]
    return [answer(of, state, option.side, action) for action in (*declared, *ahead(of, option, length))]


def ahead(of: rules.Ruleset, option: Option, length: int) -> Iterator[Any]:
    """The moves of a unit in ranks straight ahead, on foot and in the air; none if it is about no such move."""
    kind = of.act(option.action).kind
    if {"unit", "way", "fly"} <= {field.name for field in msgspec.structs.fields(kind)}:
        yield from (kind(unit=option.model, way=(Ahead(length),), fly=fly) for fly in (False, True))


def wrong(of: rules.Ruleset, state: State, option: Option) -> str:
    """What is wrong with the limit of an option; empty if it is right, or if it is about no path."""
    farther = option.limit + BY_HAND.get(option.clause, 0) + 1
    exactly, beyond = answers(of, state, option, option.limit), answers(of, state, option, farther)
    if exactly and set(exactly) == {"length"}:
        return "nobody may go that far"
    return "somebody may go farther" if "ok" in beyond else ""


def limited(of: rules.Ruleset, state: State) -> list[Option]:
    """The options that limit a length; but a unit that flees from a combat goes on until it is clear of it."""
    fleeing = state.pending is not None and state.pending.clause == DISTANCE and state.pending.targets
    offered = (option for option in rules.options(of, state) if option.action not in COUNTED)
    return [option for option in offered if option.limit and not fleeing]


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_limit_that_is_shown_is_the_limit(key: str) -> None:
    """In one of so many positions of every golden game."""
    of, told = ruleset(key), 0
    kinds = set()
    for name in [name for system, name in FILES if system == key]:
        for number, state in enumerate(positions((key, name))[3:-1], len(name)):
            fresh = state.pending is not None and state.pending.clause not in kinds
            if number % 7 and not fresh:
                continue
            for option in limited(of, state):
                kinds.add(option.clause)
                assert wrong(of, state, option) == "", (name, number, option)
                told += "length" in answers(of, state, option, option.limit + 1)
    assert told > 30 or key in CUT_OFF


@st.composite
def fields(draw: Any) -> State:
    """Kill Team's Movement phase: models of any M, specialists, stratagems played any number of times."""
    cards = [
        model(
            f"{side}{n}", (600 + 250 * n, 500 + 1200 * (side == "b")),
            M=draw(st.integers(1, 14)) * 100,
            has=dict.fromkeys(draw(st.sampled_from([(), *((key,) for key in sorted(tactics()))])), 1),
            keywords=draw(st.sampled_from([(), ("FLY",)])),
            game=draw(st.sampled_from([{}, {"kt.status.flesh-wound-definition": 1}])),
            phase=draw(st.sampled_from([{}, {"kt.move.engaged-start": 1}])),
        )
        for side in "ab" for n in range(2)
    ]  # fmt: skip
    return position(*cards, cp=9, to_act=draw(st.sampled_from("ab")))


def played(state: State, count: int) -> State:
    """The position after so many stratagems, as far as they are offered."""
    for _ in range(count):
        offered = [option for option in rules.options(KT, state) if option.action == "stratagem"]
        for option in offered[:1]:
            friend = option.targets[0] if option.targets else ""
            state = decide(state, option.side, Stratagem(model=option.model, friend=friend)).state
    return state


@given(fields(), st.integers(0, 3))
@settings(max_examples=60)
def test_whatever_was_played(state: State, count: int) -> None:
    """kt.specialist.scout.stratagem and whatever else lengthens a move is in the limit."""
    state = played(state, count)
    for option in limited(KT, state):
        assert wrong(KT, state, option) == "", option


@given(fields(), st.integers(0, 3))
@settings(max_examples=60)
def test_an_advance_goes_as_far_as_shown_with_a_six(state: State, count: int) -> None:
    state = played(state, count)
    for option in limited(KT, state):
        if option.action == "advance":
            asked = decide(state, option.side, Advance(model=option.model), dice=(6,)).state.pending
            assert asked is not None and asked.value == option.limit


def test_a_scout_goes_two_inches_farther_for_its_stratagem() -> None:
    """The case of the examination: 600 were shown and 800 accepted."""
    scout = model("a1", (500, 500), has={"kt.specialist.scout": 1})
    state = decide(position(scout, model("b1", (2500, 1500)), cp=1), "a", Stratagem(model="a1")).state
    shown = {option.action: option.limit for option in rules.options(KT, state) if option.model == "a1"}
    assert (shown["move"], shown["advance"]) == (800, 1400)


@pytest.mark.parametrize("key", SYSTEMS)
def test_targets_are_within_the_limit(key: str) -> None:
    """An option that names targets and a length offers nobody who is farther away."""
    of, told = ruleset(key), 0
    for name in [name for system, name in FILES if system == key]:
        for state in positions((key, name))[3:-1:11]:
            for option in limited(of, state):
                held = [key for key in option.targets if key in state.models or key in state.units]
                for target in held if not list(going(of, state, option)) else ():
                    told += 1
                    assert _apart(of, state, option.model, target) <= option.limit, (name, option)
    assert told or key == "kt"


def _apart(of: rules.Ruleset, state: State, one: str, other: str) -> int:
    """How far apart two things are as the system measures; between bases where it says that nothing is measured."""
    if not _models(state, one) or not _models(state, other):
        return 0
    (answer,) = asking.ask(of, state, asking.worded(of, "distance", {"of": one, "to": other}))
    if isinstance(answer.value, int):
        return answer.value
    pairs = ((a, b) for a in _models(state, one) for b in _models(state, other))
    return min(distance(a, b) for a, b in pairs)


def _models(state: State, key: str) -> list[Model]:
    found = [state.models[key]] if key in state.models else state.members(key)
    return [each for each in chain(found) if each.at is not None]
