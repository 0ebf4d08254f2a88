"""Fearless: tests of nerve are passed without dice."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Noted, Rolled
from rules.kernel.state import Mark, State
from rules.wh40k import hooks, words
from rules.wh40k.morale.checks import LOST_CHECK
from rules.wh40k.morale.regroup import Regroup
from rules.wh40k.questions import Check, TakeTest
from rules.wh40k.turn import Pass
from tests.rules.wh40k.assault.test_combat_result import beaten

from ..asking import at
from ..field import asked, decide, effects_of, field, refusal, ruleset, squad

FEARLESS = {"wh40k.usr.fearless": 1}
PASSED = "wh40k.usr.fearless.auto-pass"
ENEMY = squad("bu9", (6900, 4500), 1)


def here(**of_squad: Any) -> State:
    """One fearless man among three."""
    men = squad("au1", (3000, 2000), 3, **{"special": {2: {"has": FEARLESS}}, **of_squad})
    return field(men, ENEMY, phase="shooting", turn="b")


def test_morale_checks() -> None:
    # wh40k.usr.fearless.auto-pass: for losses, one such model is enough
    done = decide(here(phase={words.BEGAN_WITH: 5}), "b", Pass())
    assert done.state.phase == "assault"
    assert effects_of(done, Noted, PASSED)
    assert not effects_of(done, Rolled)
    ordinary = decide(here(phase={words.BEGAN_WITH: 5}, special={}), "b", Pass())
    assert asked(ordinary)[0] == "wh40k.morale.trigger.casualties"


def test_morale_checks_of_the_fallen_do_not_count() -> None:
    # wh40k.usr.fearless.auto-pass: the only one is dead
    state = here(phase={words.BEGAN_WITH: 5})
    state.models["au1.2"].out = True
    assert asked(decide(state, "b", Pass()))[0] == "wh40k.morale.trigger.casualties"


@pytest.mark.parametrize(
    "clause",
    [
        pytest.param("wh40k.assumed.pinning", id="wh40k.usr.fearless.auto-pass.pinning"),
        pytest.param("wh40k.regroup.charged.trigger", id="wh40k.usr.fearless.auto-pass.regroup"),
        pytest.param("wh40k.usr.fear.test", id="wh40k.usr.fearless.auto-pass.fear"),
        pytest.param("wh40k.morale.trigger.lost-assault", id="wh40k.usr.fearless.auto-pass.lost-combat"),
    ],
)
def test_other_tests(clause: str) -> None:
    marks: dict[str, Mark] = {clause: 1}
    done = decide(here(turn=marks), "b", Pass())
    assert done.state.pending is None
    assert done.state.phase == "assault"
    assert asked(decide(here(turn=marks, special={}), "b", Pass()))[0] == clause
    assert clause in [check.clause for check in ruleset().brought(Check)]


def test_regrouping_in_its_own_turn() -> None:
    # wh40k.usr.fearless.auto-pass: also with few models left
    men = squad("au1", (3000, 2000), 1, size=20, has=FEARLESS, game={words.FALLING_BACK: 1})
    done = decide(field(men, ENEMY), "a", Regroup(unit="au1"))
    assert not effects_of(done, Rolled)
    assert not words.falling_back(done.state.units["au1"])


def test_it_wins_over_the_failure_of_who_falls_back() -> None:
    # wh40k.usr.fearless.auto-pass
    done = decide(here(phase={words.BEGAN_WITH: 5}, game={words.FALLING_BACK: 1}), "b", Pass())
    assert done.state.pending is None
    assert effects_of(done, Noted, PASSED)
    assert not effects_of(done, Noted, "wh40k.fall-back.auto-fail-morale")


def test_no_going_to_ground() -> None:
    # wh40k.usr.fearless.no-go-to-ground
    state = here()
    assert at(hooks.MAY_GO_TO_GROUND, state, unit=state.units["au1"]) == "wh40k.usr.fearless.no-go-to-ground"
    assert at(hooks.MAY_GO_TO_GROUND, state, unit=state.units["bu9"]) == ""


def test_no_chosen_failure() -> None:
    # wh40k.usr.fearless.no-voluntary-fail: also where weapons are useless, and any other unit might
    state = here()
    unit, check = state.units["au1"], LOST_CHECK
    assert at(hooks.MAY_FAIL, state, unit=unit, check=check) == "wh40k.usr.fearless.no-voluntary-fail"
    assert at(hooks.MAY_FAIL, state, unit=state.units["bu9"], check=check) == ""
    # a lost combat: it passes, and is not asked whether it would rather fail
    done = beaten(theirs={"has": FEARLESS})
    assert done.pending is None or done.pending.clause != "wh40k.morale.trigger.lost-assault"
    due = decide(here(phase={words.BEGAN_WITH: 5}, special={}), "b", Pass())
    due.state.units["au1"].game["wh40k.usr.fearless"] = 1
    assert refusal(due.state, "a", TakeTest(unit="au1", fail=True)) == "wh40k.usr.fearless.no-voluntary-fail"
