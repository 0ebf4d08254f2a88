"""Fear: a test at the start of the Fight sub-phase, WS 1 for those who fail it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Noted, Rolled
from rules.kernel.state import State
from rules.wh40k.assault.fight import Strike
from rules.wh40k.questions import TakeTest
from rules.wh40k.turn import Pass

from ..field import asked, blade, decide, effects_of, field, squad

FEAR: dict[str, Any] = {"wh40k.usr.fear": 1}
TEST = "wh40k.usr.fear.test"
TO_HIT = "wh40k.assumed.fight.to-hit"
SWORD: dict[str, Any] = {"weapons": (blade(),), "W": 5}


def duel(one: dict[str, Any], other: dict[str, Any], gap: int = 0) -> State:
    state = field(
        squad("au1", (1000, 1000), 1, **{"I": 5, **SWORD, **one}),
        squad("bu1", (1000, 1100 + gap), 1, **{**SWORD, **other}),
        phase="assault",
        step="charge",
    )
    return decide(state, "a", Pass()).state


def pending(state: State) -> tuple[str, str]:
    return (state.pending.clause, state.pending.model) if state.pending else ("", "")


def test_who_touches_somebody_terrible_is_tested_before_any_blow() -> None:
    # wh40k.usr.fear.test
    assert pending(duel({"has": FEAR}, {})) == (TEST, "bu1")
    assert pending(duel({}, {}))[0] == "wh40k.assumed.fight.initiative-steps"
    # nobody is touched
    assert duel({"has": FEAR}, {}, gap=100).turn == "b"


def test_a_unit_is_tested_once_however_many_it_touches() -> None:
    # wh40k.usr.fear.test
    state = field(
        squad("au1", (1000, 1000), 1, I=5, **SWORD),
        squad("bu1", (1000, 1100), 2, places=[(1000, 1100), (1000, 900)], has=FEAR, **SWORD),
        phase="assault",
        step="charge",
    )
    state = decide(state, "a", Pass()).state
    assert pending(state) == (TEST, "au1")
    assert asked(decide(state, "a", TakeTest(unit="au1"), [3, 4]))[0] == "wh40k.assumed.fight.initiative-steps"


@pytest.mark.parametrize(
    ("dice", "needed"),
    [pytest.param([4, 4], 4, id="wh40k.usr.fear.pass"), pytest.param([5, 4], 5, id="wh40k.usr.fear.fail")],
)
@pytest.mark.decides("wh40k.usr.fear.pass", "wh40k.usr.fear.fail", by="wh40k.assumed.fight.to-hit")
def test_what_comes_of_the_test(dice: list[int], needed: int) -> None:
    # afraid it has WS 1: the enemy's 4 is more than its double
    state = decide(duel({}, {"has": FEAR}), "a", TakeTest(unit="au1"), dice).state
    done = decide(state, "a", Strike(), [1])
    assert effects_of(done, Rolled, TO_HIT)[0].needed == needed


def test_weapon_skill_is_set_to_1_for_blows_at_it_as_well() -> None:
    # wh40k.usr.fear.fail
    state = decide(duel({"has": FEAR}, {}), "b", TakeTest(unit="bu1"), [6, 6]).state
    assert effects_of(decide(state, "a", Strike(), [1]), Rolled, TO_HIT)[0].needed == 3


def test_it_lasts_for_the_sub_phase() -> None:
    # wh40k.usr.fear.fail
    state = decide(duel({"has": FEAR}, {}), "b", TakeTest(unit="bu1"), [6, 6]).state
    state = decide(state, "a", Strike(), [1]).state
    state = decide(state, "b", Strike(), [1]).state
    assert state.turn == "b"
    assert not any(key.startswith("wh40k.usr.fear") for key in state.units["bu1"].phase)


@pytest.mark.parametrize("rule", ["wh40k.usr.fearless", "wh40k.usr.atsknf"])
def test_the_fearless_pass_without_dice(rule: str) -> None:
    # wh40k.usr.fear.auto-pass
    state = field(
        squad("au1", (1000, 1000), 1, I=5, has=FEAR, **SWORD),
        squad("bu1", (1000, 1100), 2, special={2: {"has": {rule: 1}, **SWORD}}, **SWORD),
        phase="assault",
        step="charge",
    )
    done = decide(state, "a", Pass())
    assert asked(done)[0] == "wh40k.assumed.fight.initiative-steps"
    assert any(n.model == "bu1" and "passed" in n.text for n in effects_of(done, Noted))


@pytest.mark.decides("wh40k.usr.fear.not-immune", by="wh40k.usr.fear.test")
def test_who_is_terrible_is_afraid_too() -> None:
    # wh40k.usr.fear.not-immune
    state = duel({"has": FEAR}, {"has": FEAR})
    assert pending(state) == (TEST, "au1")
    assert pending(decide(state, "a", TakeTest(unit="au1"), [1, 2]).state) == (TEST, "bu1")
    assert pending(duel({"has": FEAR}, {})) == (TEST, "bu1")  # nothing frightens the terrible one here


@pytest.mark.decides("wh40k.usr.daemon.fear", by="wh40k.usr.fear.test")
def test_daemons_have_fear() -> None:
    # wh40k.usr.daemon.fear
    assert pending(duel({"has": {"wh40k.usr.daemon": 1}}, {})) == (TEST, "bu1")
    assert pending(duel({}, {}))[0] != TEST
