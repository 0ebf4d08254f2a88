"""Fear, Fearless: tests at the start of the Melee Phase, their price, and who knows no fear."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.autoplay import Autoplay
from rules.kernel.effects import Asked, Marked, Noted, Rolled
from rules.kernel.state import Decision, State
from rules.t9a.charge import DeclareCharge, React
from rules.t9a.discipline import TakeTest
from rules.t9a.flight import Flee
from rules.t9a.melee import BROKEN, Fight, Pursue
from rules.t9a.turn import Pass
from tests.rules.t9a.parade import (
    Group,
    asked,
    decide,
    drawn,
    effects_of,
    foes,
    ground,
    refusal,
    regiment,
    result,
)  # fmt: skip

FEAR, FEARLESS, FRENZY = {"t9a.fear": 1}, {"t9a.fearless": 1}, {"t9a.frenzy": 1}
TEST, PENALTY = "t9a.fear.test", "t9a.fear.discipline-penalty"
SHAKEN, FAILED = "t9a.core.shaken", "t9a.fear.fail-shaken"
FLED = {"t9a.core.fleeing": "panic"}


def contact(one: Group, other: Group, *more: Group, **where: Any) -> State:
    """Two regiments front to front, before the Melee Phase begins."""
    return ground(one, other, *more, **{"phase": "shooting", "step": "shoot", **where})


def melee_begins(state: State) -> rules.Decided:
    """The active side lets the shooting be, unless the phase has begun by itself."""
    return decide(state, state.to_act, Pass())


def front(key: str = "b1", **more: Any) -> Group:
    return foes(key, (1394, 1000), **more)


def test_units_in_contact_with_fear_test_at_the_start_of_the_melee() -> None:
    # t9a.fear.test, t9a.fear.discipline-penalty: 7 - 1 = 6
    begun = melee_begins(contact(regiment("a1"), front(has=FEAR)))
    assert asked(begun) == (TEST, "a", "a1")
    done = decide(begun.state, "a", TakeTest(unit="a1"), [3, 3])
    assert effects_of(done, Rolled)[0].modifiers == ((PENALTY, -1),)
    assert result(done)[1:] == (6, "passed")
    assert SHAKEN not in done.state.units["a1"].phase
    failed = decide(begun.state, "a", TakeTest(unit="a1"), [3, 4])
    assert result(failed)[1:] == (6, "failed")


def test_no_contact_no_test() -> None:
    # t9a.fear.test: 0.04" apart is no contact
    begun = melee_begins(contact(regiment("a1"), foes("b1", (1394, 1004), has=FEAR)))
    assert asked(begun)[0] == ""
    assert not effects_of(begun, Asked)


def test_the_units_of_both_sides_test_in_every_melee_phase() -> None:
    # t9a.fear.test: also in the enemy's turn, and of the side that is not active
    for turn in ("a", "b"):
        assert asked(melee_begins(contact(regiment("a1"), front(has=FEAR), turn=turn))) == (TEST, "a", "a1")
        assert asked(melee_begins(contact(regiment("a1", has=FEAR), front(), turn=turn))) == (TEST, "b", "b1")


def test_friends_with_fear_frighten_nobody() -> None:
    # t9a.fear.discipline-penalty: enemy models are meant
    state = contact(regiment("a1"), front(), regiment("a2", (1394, 1000), 5, has=FEAR))
    begun = melee_begins(state)
    assert asked(begun) == (TEST, "b", "b1")
    assert not begun.state.units["a1"].turn.get(TEST)


@pytest.mark.decides("t9a.fear.not-per-model", by=PENALTY)
@pytest.mark.parametrize("fearsome", [0, 1, 10])
def test_the_penalty_does_not_grow(fearsome: int) -> None:
    # t9a.fear.not-per-model
    models = {n: {"has": FEAR} for n in range(1, fearsome + 1)}
    state = contact(regiment("a1"), front(special=models), pending=Decision(TEST, "a", "a1"), phase="melee",
                    step="start")  # fmt: skip
    done = decide(state, "a", TakeTest(unit="a1"), [1, 1])
    assert result(done)[1] == (6 if fearsome else 7)


def fought(**outcome: Any) -> tuple[int, ...]:
    """The modifiers to hit of a1 and of b1 in a fight after the Fear test of a1."""
    marks = {FAILED: 1, SHAKEN: 1} if outcome.pop("failed") else {}
    state = ground(regiment("a1", phase=marks, Agi=4, **outcome), front(has=FEAR), phase="melee", step="fight")
    done = drawn(state, "a", Fight(unit="a1"))
    return tuple(sum(amount for _, amount in e.modifiers) for e in effects_of(done, Rolled, "t9a.core.melee-to-hit"))


def test_who_has_failed_hits_worse_and_is_hit_better() -> None:
    # t9a.fear.fail-to-hit, t9a.fear.fail-to-be-hit
    assert fought(failed=True) == (-1, 1)
    assert fought(failed=False) == (0, 0)


@pytest.mark.parametrize(("face", "hits"), [(4, 0), (5, 1)])
def test_a_failed_test_makes_4_into_5(face: int, hits: int) -> None:
    # t9a.fear.fail-to-hit: Offensive 3 against Defensive 3 is 4+, with -1 a 5 is needed
    state = ground(regiment("a1", count=1, phase={FAILED: 1}, Agi=4), foes("b1", (1079, 1000), 1, has=FEAR),
                   phase="melee", step="fight")  # fmt: skip
    done = decide(state, "a", Fight(unit="a1"), [face, *[1] * hits, 1])
    assert sum(effects_of(done, Rolled, "t9a.core.melee-to-hit")[0].passed) == hits


def test_a_failed_test_shakes_the_unit_until_the_end_of_the_phase() -> None:
    # t9a.fear.fail-shaken, t9a.core.shaken: it may not pursue in this phase
    idle = regiment("a9", (6000, 400)), foes("b9", (6394, 4400))
    begun = melee_begins(contact(regiment("a1"), front(has=FEAR), *idle))
    failed = decide(begun.state, "a", TakeTest(unit="a1"), [6, 6])
    assert next((e.rule, e.key, e.until) for e in effects_of(failed, Marked)) == (FAILED, SHAKEN, "phase")
    assert failed.state.units["a1"].phase[SHAKEN]
    game = Autoplay(rules.load("t9a"), 1, failed.state)
    while game.state.phase == "melee":
        game.next()
    assert SHAKEN not in game.state.units["a1"].phase


@pytest.mark.parametrize("shaken", [True, False])
def test_a_shaken_unit_does_not_pursue(shaken: bool) -> None:
    # t9a.core.shaken
    marks: dict[str, Any] = {BROKEN: ("b1",), **({SHAKEN: 1} if shaken else {})}
    flees = Decision("t9a.core.flee-distance", "b", "b1", about={"x": 0, "y": 1000})
    state = ground(regiment("a1", phase=marks), front(game=FLED), phase="melee", step="fight", pending=flees)
    done = decide(state, "b", Flee(unit="b1"), [3, 3])
    assert (asked(done)[0] == "t9a.core.pursuit") is not shaken
    if not shaken:
        assert effects_of(decide(done.state, "a", Pursue(unit="a1"), [1, 1]), Rolled)[0].rule == "t9a.core.pursuit"


def test_models_with_fear_know_no_fear() -> None:
    # t9a.fear.immunity: no test, no -1, nothing to hit
    assert asked(melee_begins(contact(regiment("a1", has=FEAR), front(has=FEAR))))[0] == ""
    state = contact(regiment("a1", has=FEAR), front(has=FEAR), pending=Decision(TEST, "a", "a1"), phase="melee",
                    step="start")  # fmt: skip
    assert result(decide(state, "a", TakeTest(unit="a1"), [4, 3]))[1:] == (7, "passed")


@pytest.mark.decides("t9a.fear.immunity", by=PENALTY)
@pytest.mark.parametrize(("immune", "value"), [({1: {"has": FEAR}}, 7), ({1: {}}, 6)])
def test_in_a_mixed_unit_only_the_others_suffer(immune: dict[int, dict[str, Any]], value: int) -> None:
    # t9a.fear.immunity: the unit tests, with the full Discipline of the model that has Fear itself
    begun = melee_begins(contact(regiment("a1", special=immune), front(has=FEAR)))
    assert asked(begun)[1:] == ("a", "a1")
    assert result(decide(begun.state, "a", TakeTest(unit="a1"), [1, 1]))[1] == value


@pytest.mark.decides("t9a.fear.immunity", by="t9a.fear.fail-to-hit")
@pytest.mark.parametrize(("has", "amount"), [(FEAR, (0, 0)), ({}, (-1, 1))])
def test_a_model_with_fear_hits_as_ever_in_a_unit_that_has_failed(has: dict[str, int], amount: tuple[int]) -> None:
    # t9a.fear.immunity
    assert fought(failed=True, has=has) == amount


# Fearless


def some(count: int, has: dict[str, int]) -> dict[int, dict[str, Any]]:
    return {n: {"has": has} for n in range(1, count + 1)}


PANIC = "t9a.core.panic.fail"


def shot(**more: Any) -> rules.Decided:
    """b1 lets its Panic test begin: it is due to a1 as soon as the active side goes on."""
    state = ground(regiment("a1", turn={PANIC: "due"}, **more), foes("b1", (1394, 4000)), phase="shooting",
                   step="shoot", pending=Decision("t9a.core.reform", "b", "b1"))  # fmt: skip
    return decide(state, "b", Pass())


@pytest.mark.decides("t9a.fearless.threshold", by="t9a.fearless.panic")
@pytest.mark.parametrize(("brave", "calm"), [(5, True), (4, False), (10, True)])
def test_half_of_the_models_are_enough(brave: int, calm: bool) -> None:
    # t9a.fearless.threshold, t9a.fearless.panic
    done = shot(special=some(brave, FEARLESS))
    assert (asked(done)[0] == PANIC) is not calm
    assert bool(effects_of(done, Noted, "t9a.fearless.panic")) is calm
    passed = [e.value for e in effects_of(done, Marked, "t9a.core.panic.exempt")]
    assert passed == (["passed"] if calm else [])


@pytest.mark.decides("t9a.fearless.threshold", by="t9a.fearless.panic")
def test_the_threshold_is_counted_again_after_losses() -> None:
    # t9a.fearless.threshold: of 10 models 5 are Fearless; one of them has fallen since
    state = ground(regiment("a1", turn={PANIC: "due"}, special=some(5, FEARLESS)), foes("b1", (1394, 4000)),
                   phase="shooting", step="shoot", pending=Decision("t9a.core.reform", "b", "b1"))  # fmt: skip
    assert asked(decide(state, "b", Pass()))[0] == ""
    state.models["a1.1"].out = True
    assert asked(decide(state, "b", Pass()))[0] == PANIC


@pytest.mark.decides("t9a.frenzy.fearless", by="t9a.fearless.panic")
@pytest.mark.parametrize(("raging", "calm"), [(5, True), (4, False)])
def test_frenzy_makes_fearless(raging: int, calm: bool) -> None:
    # t9a.frenzy.fearless: each model with Frenzy counts
    assert (asked(shot(special=some(raging, FRENZY)))[0] == "") is calm


@pytest.mark.decides("t9a.fearless.fear", by=PENALTY)
@pytest.mark.parametrize(("has", "tests"), [({}, True), (FEARLESS, False), (FRENZY, False)])
def test_the_fearless_ignore_fear(has: dict[str, int], tests: bool) -> None:
    # t9a.fearless.fear: no test, and no -1 in any other
    assert (asked(melee_begins(contact(regiment("a1", has=has), front(has=FEAR))))[0] == TEST) is tests
    other = contact(regiment("a1", has=has), front(has=FEAR), pending=Decision("t9a.core.restrain", "a", "a1"),
                    phase="melee", step="fight")  # fmt: skip
    done = decide(other, "a", TakeTest(unit="a1"), [1, 1, 1] if has == FRENZY else [1, 1])
    assert result(done)[1] == (6 if tests else 7)


def charged(**more: Any) -> State:
    """b1 has declared a charge on a1."""
    state = ground(regiment("a1", **more), foes("b1", (1394, 1800)), phase="charge", step="declare", turn="b")
    return decide(state, "b", DeclareCharge(unit="b1", target="a1")).state


def test_the_fearless_do_not_flee_from_a_charge() -> None:
    # t9a.fearless.no-flee-reaction
    assert refusal(charged(has=FEARLESS), "a", React(unit="a1", reaction="flee")) == "t9a.fearless.no-flee-reaction"
    assert refusal(charged(has=FRENZY), "a", React(unit="a1", reaction="flee")) == "t9a.fearless.no-flee-reaction"
    done = decide(charged(special=some(4, FEARLESS)), "a", React(unit="a1", reaction="flee"))
    assert asked(done)[0] == "t9a.core.flee-distance"


@pytest.mark.decides("t9a.fearless.already-fleeing", by="t9a.fearless.no-flee-reaction")
def test_the_fearless_go_on_fleeing() -> None:
    # t9a.fearless.already-fleeing, t9a.core.charge-reactions: it is then the only reaction
    assert refusal(charged(has=FEARLESS), "a", React(unit="a1", reaction="flee")) == "t9a.fearless.no-flee-reaction"
    state = charged(has=FEARLESS, game=FLED)
    assert asked(decide(state, "a", React(unit="a1", reaction="flee")))[0] == "t9a.core.flee-distance"
    assert refusal(state, "a", React(unit="a1", reaction="hold")) == "t9a.core.charge-reactions"
    of = rules.load("t9a")
    assert [o.targets for o in rules.options(of, state)] == [("flee",)]
