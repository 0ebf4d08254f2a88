"""Frenzy: who tests at the start of the Charge Phase, and has to charge."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Asked, Noted
from rules.kernel.state import Decision, State
from rules.t9a.charge import ChargeMove, DeclareCharge, React
from rules.t9a.discipline import TakeTest
from rules.t9a.turn import Pass
from tests.rules.t9a.parade import (
    DOWN,
    Group,
    asked,
    decide,
    effects_of,
    foes,
    ground,
    refusal,
    regiment,
    result,
    then,
    wanted,
)  # fmt: skip

FRENZY = {"t9a.frenzy": 1}
TEST, MUST, RESTRAIN = "t9a.frenzy.test", "t9a.frenzy.fail-must-charge", "t9a.core.restrain"
MODE = "t9a.frenzy.best-mode"
MELEE = {"phase": "melee", "step": "fight", "turn": "b"}


def turn_begins(*groups: Group, **more: Any) -> rules.Decided:
    """b lets its last pursuit go, and a's turn begins."""
    asks = Decision("t9a.core.reform", "b", "b1")
    return decide(ground(*groups, pending=asks, **{**MELEE, **more}), "b", Pass())


@pytest.mark.decides("t9a.frenzy.test.range", by=TEST)
@pytest.mark.parametrize(("gap", "tests"), [(1100, True), (1101, False)])
def test_enemies_within_advance_rate_and_7(gap: int, tests: bool) -> None:
    # t9a.frenzy.test, .test.range: 4 + 7 = 11"
    begun = turn_begins(regiment("a1", has=FRENZY), foes("b1", (1394, 1000 + gap)))
    assert (asked(begun) == (TEST, "a", "a1")) is tests


@pytest.mark.decides("t9a.frenzy.lowest-rate", by=TEST)
@pytest.mark.parametrize(("slowest", "tests"), [(400, True), (399, False)])
def test_the_slowest_model_counts(slowest: int, tests: bool) -> None:
    # t9a.frenzy.lowest-rate: 11" away
    group = regiment("a1", has=FRENZY, Adv=900, special={2: {"Adv": slowest}})
    begun = turn_begins(group, foes("b1", (1394, 2100)))
    assert (asked(begun)[0] == TEST) is tests


@pytest.mark.decides("t9a.frenzy.test.one-model", by=TEST)
@pytest.mark.parametrize("raging", [0, 1])
def test_one_model_is_enough(raging: int) -> None:
    # t9a.frenzy.test.one-model
    special = {n: {"has": FRENZY} for n in range(1, raging + 1)}
    begun = turn_begins(regiment("a1", special=special), foes("b1", (1394, 1800)))
    assert (asked(begun)[0] == TEST) is bool(raging)


@pytest.mark.decides("t9a.frenzy.test.can-charge", by=TEST)
@pytest.mark.parametrize(
    ("marks", "facing", "tests"),
    [
        ({}, (0, 1000), True),
        ({}, DOWN, False),  # nobody in its front arc
        ({"game": {"t9a.core.fleeing": "panic"}}, (0, 1000), False),
    ],
)
def test_only_those_who_can_charge_test(marks: dict[str, Any], facing: tuple[int, int], tests: bool) -> None:
    # t9a.frenzy.test.can-charge
    begun = turn_begins(regiment("a1", (1000, 1000), has=FRENZY, facing=facing, **marks), foes("b1", (1394, 1800)))
    assert (asked(begun)[0] == TEST) is tests


def test_in_combat_or_in_the_enemys_turn_nobody_tests() -> None:
    # t9a.frenzy.test, .test.can-charge
    begun = turn_begins(regiment("a1", has=FRENZY), foes("b1", (1394, 1000)), foes("b2", (2394, 1800)))
    assert TEST not in {e.decision.clause for e in effects_of(begun, Asked)}
    begun = turn_begins(regiment("b1", (1000, 1000), has=FRENZY), foes("a1", (1394, 1800)))
    assert TEST not in {e.decision.clause for e in effects_of(begun, Asked)}


def test_the_tests_are_maximised() -> None:
    # t9a.frenzy.maximised-test, t9a.frenzy.maximised-restrain
    cases: tuple[tuple[str, str, dict[str, Any]], ...] = (
        (TEST, "t9a.frenzy.maximised-test", {"phase": "charge", "step": "start"}),
        (RESTRAIN, "t9a.frenzy.maximised-restrain", {"phase": "melee", "step": "fight"}),
    )
    for clause, note, where in cases:
        one = {5: {"has": FRENZY}}
        state = ground(regiment("a1", special=one), foes("b1", (1394, 1800)), pending=Decision(clause, "a", "a1"),
                       **where)  # fmt: skip
        assert wanted(state, "a", TakeTest(unit="a1")) == (3, clause)
        done = decide(state, "a", TakeTest(unit="a1"), [1, 5, 2])
        assert [e.value for e in effects_of(done, Noted, note)] == [7]
        assert result(done)[2] == "passed"
    other = ground(regiment("a1", has=FRENZY), pending=Decision("t9a.core.march-move", "a", "a1"))
    assert wanted(other, "a", TakeTest(unit="a1"))[0] == 2


def raging(*more: Group, dice: tuple[int, ...] = (6, 6, 6), **of_unit: Any) -> State:
    """a1 has taken its Frenzy test, b1 8" in front of it."""
    told = {"has": FRENZY, **of_unit}
    begun = turn_begins(regiment("a1", **told), foes("b1", (1394, 1800)), *more)
    return decide(begun.state, "a", TakeTest(unit="a1"), dice).state


def test_who_fails_has_to_charge() -> None:
    # t9a.frenzy.fail-must-charge: the declarations do not end without it; who passes is free
    failed = raging()
    assert failed.units["a1"].turn[MUST]
    assert refusal(failed, "a", Pass()) == MUST
    assert {o.action for o in rules.options(rules.load("t9a"), failed)} == {"declare-charge"}
    charged = decide(failed, "a", DeclareCharge(unit="a1", target="b1")).state
    held = decide(charged, "b", React(unit="b1", reaction="hold")).state
    assert (held.phase, held.step) == ("charge", "move")
    assert decide(raging(dice=(1, 1, 1)), "a", Pass()).effects


@pytest.mark.decides("t9a.frenzy.fail-if-able", by=MUST)
@pytest.mark.parametrize("able", [True, False])
def test_the_duty_lapses_if_it_cannot_charge(able: bool) -> None:
    # t9a.frenzy.fail-if-able: its only target has fled out of reach before it declares
    goal = (1394, 1800) if able else (1394, 4000)
    other = regiment("a2", (3000, 1000)), foes("b2", (3394, 1800))
    state = ground(regiment("a1", has=FRENZY, turn={MUST: 1}), foes("b1", goal), *other, phase="charge", step="declare")
    if able:
        assert refusal(state, "a", Pass()) == MUST
    else:
        assert decide(state, "a", Pass()).effects


@pytest.mark.decides("t9a.frenzy.free-target", by=MUST)
@pytest.mark.parametrize("target", ["b1", "b2", ""])
def test_any_target_will_do(target: str) -> None:
    # t9a.frenzy.free-target: b2 is 15.5" away, too far to cause the test
    state = raging(foes("b2", (2700, 2250)), regiment("a2", (4000, 1000)), foes("b3", (4394, 1800)))
    if target:
        state = decide(state, "a", DeclareCharge(unit="a1", target=target)).state
        state = decide(state, "b", React(unit=target, reaction="hold")).state
        assert decide(state, "a", Pass()).state.step == "move"
    else:
        assert refusal(state, "a", Pass()) == MUST


@pytest.mark.decides("t9a.frenzy.characters-stay", by=MUST)
@pytest.mark.parametrize("charges", [True, False])
def test_characters_do_not_charge_out(charges: bool) -> None:
    # t9a.frenzy.characters-stay: with the charge of its unit a raging character has done what it has to
    hero = {1: {"keywords": ("Standard", "Infantry", "Character"), "has": FRENZY}}
    state = raging(regiment("a2", (4000, 1000)), foes("b3", (4394, 1800)), has={}, special=hero)
    if charges:
        state = decide(state, "a", DeclareCharge(unit="a1", target="b1")).state
        state = decide(state, "b", React(unit="b1", reaction="hold")).state
        assert decide(state, "a", Pass()).state.step == "move"
    else:
        assert refusal(state, "a", Pass()) == MUST


# the better way to move

WINGED = {"t9a.frenzy": 1, "t9a.fly": "8,16"}


@pytest.mark.decides("t9a.frenzy.best-mode", by=TEST)
@pytest.mark.parametrize(("gap", "tests"), [(1500, True), (1501, False)])
def test_the_range_of_the_better_way(gap: int, tests: bool) -> None:
    # t9a.frenzy.best-mode: a rate of 2" on foot and of 8" in the air: 15"
    begun = turn_begins(regiment("a1", has=WINGED, Adv=200), foes("b1", (1394, 1000 + gap)))
    assert (asked(begun)[0] == TEST) is tests


@pytest.mark.parametrize(("on_foot", "flies", "walks"), [(200, "", MODE), (900, MODE, ""), (800, "", "")])
def test_who_has_to_charge_takes_the_likelier_way(on_foot: int, flies: str, walks: str) -> None:
    # t9a.frenzy.best-mode: 8" in the air against 2", 9" and 8" on foot
    state = raging(has=WINGED, Adv=on_foot)
    for air, clause in ((True, flies), (False, walks)):
        action = DeclareCharge(unit="a1", target="b1", fly=air)
        assert (refusal(state, "a", action) if clause else "") == clause
        assert clause or decide(state, "a", action).effects


def test_who_has_passed_goes_as_it_likes() -> None:
    # t9a.frenzy.best-mode
    state = raging(has=WINGED, Adv=200, dice=(1, 1, 1))
    assert decide(state, "a", DeclareCharge(unit="a1", target="b1", fly=False)).effects


def test_the_charge_is_made() -> None:
    state = then(raging(), ("a", DeclareCharge(unit="a1", target="b1"), []), ("b", React(unit="b1", reaction="hold"),
                 []))  # fmt: skip
    assert decide(state, "a", ChargeMove(unit="a1"), [2, 2]).effects
