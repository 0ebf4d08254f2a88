"""Discipline tests: 2D6 against the best value that a unit has or borrows, rolled again where a banner is near."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Noted, Rolled
from rules.kernel.state import Decision, State
from rules.t9a.discipline import TakeTest
from rules.t9a.discipline import TestAgain as Again
from rules.t9a.flight import Flee
from rules.t9a.turn import Pass
from tests.rules.t9a.parade import (
    Group,
    asked,
    decide,
    effects_of,
    foes,
    ground,
    refusal,
    regiment,
    result,
    stands,
    wanted,
)  # fmt: skip

MARCH = "t9a.core.march-move"
LENT = "t9a.commanding-presence.use-discipline"
AGAIN = "t9a.rally-around-the-flag.reroll"
GENERAL: dict[str, Any] = {"keywords": ("Standard", "Infantry", "Character", "General"), "Dis": 9}
STANDARD: dict[str, Any] = {"keywords": ("Standard", "Infantry", "Character", "Battle Standard Bearer")}
FLED = {"t9a.core.fleeing": "panic"}


def asks(*groups: Group, clause: str = MARCH, unit: str = "a1", **more: Any) -> State:
    """A position in which a unit is asked for a test."""
    return ground(*groups, pending=Decision(clause, unit[0], unit), **more)


def take(state: State, dice: list[int], unit: str = "a1") -> rules.Decided:
    return decide(state, unit[0], TakeTest(unit=unit), dice)


# the test


@pytest.mark.parametrize(
    ("discipline", "dice", "outcome"),
    [
        (7, [3, 4], (7, "passed")),
        (7, [4, 4], (7, "failed")),
        (2, [1, 1], (2, "passed")),  # nothing fails by itself
        (12, [6, 5], (10, "failed")),  # at most 10
        (12, [5, 5], (10, "passed")),
        (-3, [1, 1], (0, "failed")),  # at least 0
    ],
)
def test_two_dice_of_at_most_the_discipline_pass(discipline: int, dice: list[int], outcome: tuple[int, str]) -> None:
    # t9a.core.discipline-test
    state = asks(regiment("a1", Dis=discipline))
    done = take(state, dice)
    assert result(done) == ("t9a.core.discipline-one-per-unit", *outcome)
    assert done.state.units["a1"].turn[MARCH] == outcome[1]
    assert refusal(state, "b", TakeTest(unit="a1"), dice) == "t9a.core.discipline-test"


def test_the_best_of_the_models_tests_for_the_unit() -> None:
    # t9a.core.discipline-one-per-unit: a champion of 9 among models of 7
    state = asks(regiment("a1", special={3: {"Dis": 9}}))
    done = take(state, [4, 5])
    assert result(done) == ("t9a.core.discipline-one-per-unit", 9, "passed")
    assert [e.target for e in effects_of(done, Noted) if e.text == "passed"] == ["a1.3"]
    assert result(take(state, [5, 5])) == ("t9a.core.discipline-one-per-unit", 9, "failed")


def test_a_maximised_roll_drops_the_lowest_die() -> None:
    # t9a.core.maximised: 3D6 of a unit in Frenzy that tests for it; 4 + 4 without the 1 are more than 7
    state = asks(regiment("a1", has={"t9a.frenzy": 1}), clause="t9a.frenzy.test", phase="charge", step="start")
    assert wanted(state, "a", TakeTest(unit="a1")) == (3, "t9a.frenzy.test")
    done = take(state, [4, 1, 4])
    assert next((e.value, e.text) for e in effects_of(done, Noted)) == (8, "Maximised")
    assert result(done)[1:] == (7, "failed")
    assert result(take(state, [3, 1, 4]))[1:] == (7, "passed")


@pytest.mark.parametrize(("has", "count"), [({}, 2), ({"t9a.core.swiftstride": 1}, 3), ({"t9a.fly": "8,16"}, 3)])
def test_swiftstride_maximises_flight(has: dict[str, int | str], count: int) -> None:
    # t9a.core.swiftstride, t9a.fly.swiftstride
    flees = Decision("t9a.core.flee-distance", "a", "a1", about={"x": 0, "y": 1000})
    state = ground(regiment("a1", has=has, game=FLED), pending=flees)
    assert wanted(state, "a", Flee(unit="a1")) == (count, "t9a.core.flee-distance")
    done = decide(state, "a", Flee(unit="a1"), [2, 5, 4][:count])
    assert stands(done.state, "a1").at[1] == 1000 + (700 if count == 2 else 900)  # 2 + 5, or 5 + 4 without the 2


def test_all_models_need_swiftstride() -> None:
    # t9a.core.swiftstride
    flees = Decision("t9a.core.flee-distance", "a", "a1", about={"x": 0, "y": 1000})
    mixed = {n: {"has": {"t9a.core.swiftstride": 1}} for n in range(2, 11)}
    state = ground(regiment("a1", special=mixed, game=FLED), pending=flees)
    assert wanted(state, "a", Flee(unit="a1"))[0] == 2
    both = {n: {"has": {"t9a.fly": "8,16"}} for n in range(2, 11)} | {1: {"has": {"t9a.core.swiftstride": 1}}}
    state = ground(regiment("a1", special=both, game=FLED), pending=flees)
    assert wanted(state, "a", Flee(unit="a1"))[0] == 3


def test_swiftstride_does_not_maximise_tests() -> None:
    state = asks(regiment("a1", has={"t9a.core.swiftstride": 1}))
    assert wanted(state, "a", TakeTest(unit="a1")) == (2, MARCH)


# Commanding Presence


def general(at: tuple[int, int], key: str = "a2", **more: Any) -> Group:
    return regiment(key, at, 1, **{**GENERAL, **more})


@pytest.mark.decides("t9a.commanding-presence.range", by=LENT)
@pytest.mark.parametrize(("gap", "value"), [(1200, 9), (1201, 7)])
def test_a_general_lends_its_discipline_within_12_inches(gap: int, value: int) -> None:
    # t9a.commanding-presence.use-discipline, .range, t9a.core.lengths: from the end of the unit, at 1394, to its base
    state = asks(regiment("a1", (1000, 1000)), general((1394 + gap, 1000)))
    assert result(take(state, [4, 3]))[:2] == (LENT if value == 9 else "t9a.core.discipline-one-per-unit", value)


@pytest.mark.decides("t9a.commanding-presence.generals", by=LENT)
def test_every_general_has_commanding_presence() -> None:
    # t9a.commanding-presence.generals: or a model that has it by an entry of its own
    plain = {**GENERAL, "keywords": ("Standard", "Infantry", "Character")}
    assert result(take(asks(regiment("a1"), general((1500, 1000))), [5, 4]))[2] == "passed"
    assert result(take(asks(regiment("a1"), regiment("a2", (1500, 1000), 1, **plain)), [5, 4]))[2] == "failed"
    named = {**plain, "has": {"t9a.commanding-presence": 1}}
    assert result(take(asks(regiment("a1"), regiment("a2", (1500, 1000), 1, **named)), [5, 4]))[2] == "passed"


@pytest.mark.decides("t9a.commanding-presence.friendly", by=LENT)
def test_only_friends_borrow() -> None:
    # t9a.commanding-presence.friendly
    assert result(take(asks(regiment("a1"), general((1500, 1000))), [5, 4]))[:2] == (LENT, 9)
    assert result(take(asks(regiment("a1"), general((1500, 1500), "b2")), [5, 4]))[1] == 7


@pytest.mark.decides("t9a.commanding-presence.not-fleeing", by=LENT)
@pytest.mark.parametrize(("of_lender", "of_borrower", "value"), [({}, {}, 9), (FLED, {}, 7), ({}, FLED, 9)])
def test_a_fleeing_general_lends_nothing(of_lender: Any, of_borrower: Any, value: int) -> None:
    # t9a.commanding-presence.not-fleeing, t9a.core.fleeing: those who borrow may flee
    state = asks(regiment("a1", game=of_borrower), general((1500, 1000), game=of_lender), clause="t9a.core.rally")
    assert result(take(state, [4, 3]))[1] == value


def test_a_better_discipline_of_its_own_is_used() -> None:
    # t9a.commanding-presence.use-discipline: a choice, and the unit takes the higher
    done = take(asks(regiment("a1", Dis=10), general((1500, 1000))), [5, 5])
    assert result(done) == ("t9a.core.discipline-one-per-unit", 10, "passed")


FEARED: dict[str, Any] = {"has": {"t9a.fear": 1}}


@pytest.mark.decides("t9a.commanding-presence.modifiers-order", by="t9a.fear.discipline-penalty")
@pytest.mark.parametrize(
    ("lender_afraid", "borrower_afraid", "value"),
    [(False, False, 9), (False, True, 8), (True, False, 8), (True, True, 7)],
)
def test_modifiers_of_lender_and_borrower(lender_afraid: bool, borrower_afraid: bool, value: int) -> None:
    # t9a.core.borrowed-characteristic: 9, -1 of Fear on the lender, -1 of Fear on the borrower
    groups = [regiment("a1", (1000, 1000), Dis=3), general((2000, 1000))]
    groups += [foes("b1", (1394, 1000), **FEARED)] if borrower_afraid else []
    groups += [foes("b2", (2079, 1000), 1, **FEARED)] if lender_afraid else []
    done = take(asks(*groups), [4, 3])
    assert result(done)[:2] == (LENT, value)
    modifiers = effects_of(done, Rolled)[0].modifiers
    assert modifiers == ((("t9a.fear.discipline-penalty", -1),) if borrower_afraid else ())


# Rally Around the Flag


def standard(at: tuple[int, int], key: str = "a2", **more: Any) -> Group:
    return regiment(key, at, 1, **{**STANDARD, **more})


@pytest.mark.decides("t9a.rally-around-the-flag.range", by=AGAIN)
@pytest.mark.parametrize(("gap", "offered"), [(1200, True), (1201, False)])
def test_a_failed_test_is_rolled_again_within_12_inches(gap: int, offered: bool) -> None:
    # t9a.rally-around-the-flag.reroll, .range, t9a.core.lengths
    done = take(asks(regiment("a1"), standard((1394 + gap, 1000))), [6, 6])
    assert asked(done) == ((AGAIN, "a", "a1") if offered else ("", "", ""))


@pytest.mark.decides("t9a.rally-around-the-flag.friendly", by=AGAIN)
def test_only_friends_roll_again() -> None:
    # t9a.rally-around-the-flag.friendly
    assert asked(take(asks(regiment("a1"), standard((1500, 1000))), [6, 6]))[0] == AGAIN
    assert asked(take(asks(regiment("a1"), standard((1500, 1000), "b2")), [6, 6]))[0] == ""


@pytest.mark.decides("t9a.rally-around-the-flag.not-fleeing", by=AGAIN)
def test_a_fleeing_bearer_rallies_nobody() -> None:
    # t9a.rally-around-the-flag.not-fleeing, t9a.core.fleeing
    assert asked(take(asks(regiment("a1"), standard((1500, 1000))), [6, 6]))[0] == AGAIN
    assert asked(take(asks(regiment("a1"), standard((1500, 1000), game=FLED)), [6, 6]))[0] == ""
    fleeing = asks(regiment("a1", game=FLED), standard((1500, 1000)), clause="t9a.core.rally", step="rally")
    assert asked(take(fleeing, [6, 6]))[0] == AGAIN


def test_every_die_is_rolled_again_once() -> None:
    # t9a.rally-around-the-flag.reroll, t9a.core.reroll-once: the second result stands; a passed test stays
    state = asks(regiment("a1"), standard((1500, 1000)))
    assert asked(take(state, [3, 4]))[0] == ""
    failed = take(state, [6, 2]).state
    assert wanted(failed, "a", Again(unit="a1")) == (2, AGAIN)
    again = decide(failed, "a", Again(unit="a1"), [6, 6])
    assert (asked(again)[0], again.state.units["a1"].turn[MARCH]) == ("", "failed")
    assert decide(failed, "a", Again(unit="a1"), [1, 6]).state.units["a1"].turn[MARCH] == "passed"
    assert decide(failed, "a", Pass()).state.units["a1"].turn[MARCH] == "failed"
    assert refusal(failed, "b", Again(unit="a1")) == AGAIN


KINDS = {
    MARCH: {}, "t9a.core.panic.fail": {}, "t9a.core.rally": {"step": "rally"}, "t9a.core.break-test": {"phase": "melee",
    "step": "fight"}, "t9a.core.restrain": {"phase": "melee", "step": "fight"},
    "t9a.fear.test": {"phase": "melee", "step": "start"}, "t9a.frenzy.test": {"phase": "charge", "step": "start"},
}  # fmt: skip


@pytest.mark.decides("t9a.rally-around-the-flag.all-discipline-tests", by=AGAIN)
@pytest.mark.parametrize("clause", KINDS)
@pytest.mark.parametrize("near", [True, False])
def test_every_kind_of_test_can_be_rolled_again(clause: str, near: bool) -> None:
    # t9a.rally-around-the-flag.all-discipline-tests
    where: dict[str, Any] = KINDS[clause]
    marks: dict[str, Any] = {"game": FLED} if clause == "t9a.core.rally" else {}
    enemy = foes("b1", (1394, 4000))
    state = asks(regiment("a1", **marks), standard((1500 if near else 5000, 1000)), enemy, clause=clause, **where)
    assert (asked(take(state, [6, 6]))[0] == AGAIN) is near
