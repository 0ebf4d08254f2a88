"""Tests of characteristics on one die and two, modifiers, natural results, re-rolls."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Noted, Rolled
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Declaration, Reroll
from rules.kernel.state import Decision
from rules.necro import insane, terminal, words
from rules.necro.checks import TakeTest
from rules.necro.terminal import AccessTerminal
from tests.rules.necro.board import NECRO, acting, after, box, decide, effects_of, fighter, position

DOOR = box("door", 700, 400, 720, 600, 300, "door")
PANEL = box("panel", 600, 480, 620, 520, 100, terminal.KIND)


def hack(dice: tuple[int, ...], needs: int) -> bool:
    """Whether a hack is passed."""
    here = position(acting(Int=needs), terrain=[DOOR, PANEL])
    done = decide(here, "a", AccessTerminal(fighter="a1", terminal="panel"), dice)
    return effects_of(done, Noted)[0].text == "passed"


@pytest.mark.parametrize(
    ("dice", "needs", "passed"),
    [((4, 5), 7, True), ((4, 4), 7, False), ((6, 6), 12, True), ((1, 1), 0, False), ((5, 6), 12, False)],
)
def test_two_dice_and_modifiers(dice: tuple[int, ...], needs: int, passed: bool) -> None:
    """necro.core.test-2d6, necro.core.test-modifiers, necro.core.test-naturals: -2 makes a 7+ a 9 on the dice."""
    assert hack(dice, needs) == passed


def calming(options: dict[str, int | str | bool] | None = None) -> Any:
    """An insane fighter that has to take its Willpower test."""
    return position(
        fighter("a1", game={words.INSANE: 1}), fighter("b1", (3000, 3000)), options=options, active="a1",
        step="finished", pending=Decision(insane.CALMS, "a", "a1"),
    )  # fmt: skip


def willed(state: Any, dice: tuple[int, ...], *again: Reroll) -> rules.Decided:
    """The Willpower test, with re-rolls."""
    declared = Declaration(by="a", action=TakeTest(fighter="a1"), dice=dice, rerolls=again)
    return rules.decide(NECRO, state, declared)


@pytest.mark.parametrize(
    ("dice", "passed"),
    [((3, 4), True), ((3, 3), False)],
)
def test_a_will_of_seven(dice: tuple[int, ...], passed: bool) -> None:
    """necro.core.test-2d6: 7 or more."""
    done = willed(calming(), dice)
    assert (words.INSANE not in after(calming(), done).models["a1"].game) == passed
    assert effects_of(done, Noted)[0].value == 7


def test_re_rolls() -> None:
    """necro.core.reroll: both dice together, once; the second result stands, even if it is worse."""
    here = calming({"necro.core.reroll": 1})
    worse = willed(here, (3, 4, 1, 2), Reroll(roll=0))
    assert effects_of(worse, Rolled)[0].final() == [1, 2]
    assert words.INSANE in after(here, worse).models["a1"].game
    assert after(here, worse).sides["a"].game["necro.core.reroll"] == 1
    for state, again in (
        (calming(), (Reroll(roll=0),)),
        (here, (Reroll(roll=0, die=1),)),
        (calming({"necro.core.reroll": 2}), (Reroll(roll=0), Reroll(roll=0))),
    ):
        with pytest.raises(IllegalAction) as refused:
            willed(state, (3, 4, 1, 2, 6, 6), *again)
        assert refused.value.clause == "necro.core.reroll"
