"""Feigned Flight: fleeing from a charge of one's own will, rallying at once, and not being Shaken."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Noted, Rolled, Unmarked
from rules.kernel.state import Decision, State
from rules.t9a.charge import ChargeMove, DeclareCharge, React
from rules.t9a.discipline import TakeTest
from rules.t9a.flight import Flee
from rules.t9a.movement import Advance, March
from rules.t9a.rally import RallyReform
from rules.t9a.shooting import Shoot
from rules.t9a.turn import Pass
from tests.rules.t9a.parade import (
    UP,
    Group,
    asked,
    bow,
    decide,
    effects_of,
    foes,
    ground,
    refusal,
    regiment,
    then,
)  # fmt: skip

HAS = {"t9a.feigned-flight": 1}
FEIGNED, SPARED = "t9a.feigned-flight.voluntary", "t9a.feigned-flight.not-shaken"
SHAKEN = "t9a.core.shaken"


def idle() -> Group:
    """A unit that keeps the Moving Units step open."""
    return regiment("a9", (6000, 400))


def charged(*more: Any, **of_unit: Any) -> State:
    """b1, 8" in front of it, has declared a charge on a1 in the turn of b, round 2; a's third turn is number 5."""
    told = {"has": HAS, "weapons": (bow(),), **of_unit}
    state = ground(regiment("a1", (1000, 2400), **told), foes("b1", (1394, 3200)), idle(), *more, phase="charge",
                   step="declare", turn="b")  # fmt: skip
    return decide(state, "b", DeclareCharge(unit="b1", target="a1")).state


def fled(state: State) -> State:
    """a1 flees 6" down the table; the charge fails."""
    return then(state, ("a", React(unit="a1", reaction="flee"), []), ("a", Flee(unit="a1"), [3, 3]))


def rally_step(state: State) -> State:
    """The beginning of a's next Movement Phase, when a1 is asked to rally."""
    for _ in range(20):
        if state.pending is not None and state.pending.clause == "t9a.core.rally":
            return state
        due = [o.model for o in rules.options(rules.load("t9a"), state) if o.action == "charge-move"]
        state = decide(state, "b", ChargeMove(unit=due[0]), [1, 1]).state if due else skip(state)
    raise AssertionError("no Rally test came")


def skip(state: State) -> State:
    """Let the side that is to act do nothing."""
    of = rules.load("t9a")
    acts = {o.action for o in rules.options(of, state)}
    side = state.pending.side if state.pending else state.to_act
    if "flux" in acts:
        state.phase, state.step = "melee", "fight"  # the winds of magic do not matter here
    return decide(state, side, Pass()).state


def rallied(state: State) -> rules.Decided:
    return decide(rally_step(state), "a", TakeTest(unit="a1"), [1, 2])


def test_a_unit_that_flees_of_its_own_will_has_one_chance() -> None:
    # t9a.feigned-flight.voluntary: Player Turn 4 is b's of round 2, a's next is number 5
    before = fled(charged())
    assert before.units["a1"].game[FEIGNED] == 5
    done = rallied(before)
    assert effects_of(done, Noted, SPARED)
    assert SHAKEN not in done.state.units["a1"].turn
    assert FEIGNED not in done.state.units["a1"].game


def test_without_the_rule_a_rallied_unit_is_shaken() -> None:
    # t9a.core.rally: Shaken until the end of the Player Turn
    done = rallied(fled(charged(has={})))
    assert SHAKEN in done.state.units["a1"].turn
    after = decide(done.state, "a", Pass()).state
    assert refusal(moving(after), "a", Advance(unit="a1", way=())) == SHAKEN


def moving(state: State) -> State:
    """The step of the Moving Units of the same turn, which has come."""
    assert (state.phase, state.step, state.turn) == ("movement", "moving", "a")
    return state


@pytest.mark.decides("t9a.feigned-flight.all-models", by=SPARED)
@pytest.mark.parametrize("without", [None, 7])
def test_one_model_without_the_rule_switches_it_off(without: int | None) -> None:
    # t9a.feigned-flight.all-models
    special: dict[int, dict[str, Any]] = {} if without is None else {without: {"has": {}}}
    done = rallied(fled(charged(special=special)))
    assert (SHAKEN in done.state.units["a1"].turn) is (without is not None)


def test_it_may_move_and_shoot_after_its_reform() -> None:
    # t9a.feigned-flight.may-move-and-shoot: under the general rules, so that a March ends its shooting
    done = rallied(fled(charged()))
    assert asked(done)[0] == "t9a.core.reform"
    ready = moving(decide(done.state, "a", RallyReform(unit="a1", facing=UP)).state)
    moved = decide(ready, "a", Advance(unit="a1", way=())).state
    assert moved.units["a1"].turn["t9a.core.movement-sequence"] == "advance"
    shooting = shoot_step(moved)
    assert effects_of(decide(shooting, "a", Shoot(unit="a1", target="b1"), [1] * 10), Rolled)
    marched = shoot_step(decide(ready, "a", March(unit="a1", way=())).state)
    assert refusal(marched, "a", Shoot(unit="a1", target="b1")) == "t9a.core.march-move"


def shoot_step(state: State) -> State:
    state = state.copied()
    state.phase, state.step, state.to_act, state.pending = "shooting", "shoot", "a", None
    return state


@pytest.mark.decides("t9a.feigned-flight.may-move-and-shoot", by=SHAKEN)
@pytest.mark.parametrize("has", [HAS, {}])
def test_others_may_not(has: dict[str, int]) -> None:
    # t9a.feigned-flight.may-move-and-shoot
    ready = moving(decide(rallied(fled(charged(has=has))).state, "a", Pass()).state)
    if has:
        assert decide(ready, "a", Advance(unit="a1", way=())).effects
    else:
        assert refusal(ready, "a", Advance(unit="a1", way=())) == SHAKEN


def test_it_counts_as_having_moved() -> None:
    # t9a.feigned-flight.counts-as-moved: -1 to hit though it stood still; only once if it moves
    ready = decide(rallied(fled(charged())).state, "a", RallyReform(unit="a1", facing=UP)).state
    still = decide(shoot_step(ready), "a", Shoot(unit="a1", target="b1"), [1] * 10)
    assert ("t9a.feigned-flight.counts-as-moved", -1) in effects_of(still, Rolled)[0].modifiers
    moved = decide(moving(ready), "a", Advance(unit="a1", way=())).state
    twice = decide(shoot_step(moved), "a", Shoot(unit="a1", target="b1"), [1] * 10)
    assert [c for c, _ in effects_of(twice, Rolled)[0].modifiers].count("t9a.feigned-flight.counts-as-moved") == 0


@pytest.mark.decides("t9a.feigned-flight.voluntary", by=SPARED)
@pytest.mark.parametrize(("why", "spared"), [(5, True), ("t9a.feigned-flight.not-after-panic", False)])
def test_only_a_flight_by_choice_counts(why: int | str, spared: bool) -> None:
    # t9a.feigned-flight.voluntary
    marks: dict[str, Any] = {"t9a.core.fleeing": "reaction", FEIGNED: why}
    state = ground(regiment("a1", has=HAS, game=marks), foes("b1", (1394, 4000)), idle(), round=3, step="rally",
                   pending=Decision("t9a.core.rally", "a", "a1"))  # fmt: skip
    done = decide(state, "a", TakeTest(unit="a1"), [1, 1])
    assert (SHAKEN not in done.state.units["a1"].turn) is spared


def test_not_after_panic() -> None:
    # t9a.feigned-flight.not-after-panic
    asks = Decision("t9a.core.panic.fail", "a", "a1")
    state = ground(regiment("a1", (1000, 2400), has=HAS), foes("b1", (1394, 4000)), phase="shooting", step="shoot",
                   turn="b", pending=asks)  # fmt: skip
    panicked = then(state, ("a", TakeTest(unit="a1"), [6, 6]), ("a", Flee(unit="a1"), [2, 2]))
    done = rallied(panicked)
    assert "t9a.feigned-flight.not-after-panic" in {e.rule for e in effects_of(done, Unmarked)}
    assert SHAKEN in done.state.units["a1"].turn


@pytest.mark.parametrize("again", [False, True])
def test_not_if_it_fled_already_when_it_was_charged(again: bool) -> None:
    # t9a.feigned-flight.not-if-already-fleeing: a second charge finds it fleeing
    state = fled(charged(foes("b2", (2400, 3200))))
    if again:
        second = decide(state, "b", DeclareCharge(unit="b2", target="a1")).state
        state = then(second, ("a", React(unit="a1", reaction="flee"), []), ("a", Flee(unit="a1"), [1, 1]))
    done = rallied(state)
    assert ("t9a.feigned-flight.not-if-already-fleeing" in {e.rule for e in effects_of(done, Unmarked)}) is again
    assert (SHAKEN in done.state.units["a1"].turn) is again


def test_not_at_a_second_rally() -> None:
    # t9a.feigned-flight.next-rally, .not-second-rally: it fails in turn 5, and rallies in turn 7
    asks = rally_step(fled(charged()))
    assert (asks.round, asks.turn) == (3, "a")
    failed = then(asks, ("a", TakeTest(unit="a1"), [6, 6]), ("a", Flee(unit="a1"), [1, 1]))
    done = rallied(failed)
    assert done.state.round == 4
    assert "t9a.feigned-flight.not-second-rally" in {e.rule for e in effects_of(done, Unmarked)}
    assert SHAKEN in done.state.units["a1"].turn


@pytest.mark.decides("t9a.feigned-flight.next-rally", by=SPARED)
@pytest.mark.parametrize(("due", "spared"), [(5, True), (3, False)])
def test_only_the_next_movement_phase_counts(due: int, spared: bool) -> None:
    # t9a.feigned-flight.next-rally
    marks: dict[str, Any] = {"t9a.core.fleeing": "reaction", FEIGNED: due}
    state = ground(regiment("a1", has=HAS, game=marks), foes("b1", (1394, 4000)), round=3, step="rally",
                   pending=Decision("t9a.core.rally", "a", "a1"))  # fmt: skip
    done = decide(state, "a", TakeTest(unit="a1"), [1, 1])
    assert (SHAKEN not in done.state.units["a1"].turn) is spared
