"""It Will Not Die: a roll at the end of the own turn for what was lost."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import WoundsSet
from rules.kernel.state import State
from rules.wh40k.turn import EndRoll, Pass
from tests.rules.wh40k.field import asked, decide, effects_of, field, refusal, squad, tank

HARDY = {"wh40k.usr.it-will-not-die": 1}
ROLL = "wh40k.usr.it-will-not-die.roll"


def hurt(turn: str = "a", wounds: int = 1, **more: Any) -> State:
    """A model of side a that has lost Wounds, in the Fight sub-phase of a player turn."""
    told: dict[str, Any] = {"has": HARDY, "W": 3, **more}
    state = field(
        squad("au1", (1000, 1000), 1, **told),
        squad("bu1", (3000, 1000), 1),
        phase="assault",
        step="fight",
        turn=turn,
    )
    state.models["au1.1"].wounds = wounds
    return state


def test_it_rolls_at_the_end_of_its_own_turn() -> None:
    clause = "wh40k.usr.it-will-not-die.roll"
    assert asked(decide(hurt(), "a", Pass())) == (clause, "a", "au1.1")
    assert decide(hurt("b"), "b", Pass()).state.pending is None


@pytest.mark.parametrize("wounds, has", [(3, HARDY), (1, {})])
def test_who_has_lost_nothing_or_has_not_the_rule_does_not_roll(wounds: int, has: dict[str, int]) -> None:
    assert ROLL in rules.load("wh40k").clauses
    done = decide(hurt(wounds=wounds, has=has), "a", Pass())
    assert done.state.pending is None
    assert done.state.turn == "b"


@pytest.mark.parametrize("face, left", [(4, 1), (5, 2), (6, 2)])
def test_5_and_more_brings_a_wound_back(face: int, left: int) -> None:
    """Once a turn: then the next player turn begins."""
    clause = "wh40k.usr.it-will-not-die.effect"
    state = decide(hurt(), "a", Pass()).state
    done = decide(state, "a", EndRoll(of="au1.1"), (face,))
    assert done.state.models["au1.1"].wounds == left
    assert [e.rule for e in effects_of(done, WoundsSet)] == [clause] * (left - 1)
    assert done.state.turn == "b"


def test_never_above_what_it_began_with() -> None:
    assert "wh40k.usr.it-will-not-die.effect" in rules.load("wh40k").clauses
    state = decide(hurt(wounds=2), "a", Pass()).state
    done = decide(state, "a", EndRoll(of="au1.1"), (6,)).state
    assert done.models["au1.1"].wounds == 3
    assert decide(hurt(wounds=3), "a", Pass()).state.pending is None


def test_hull_points_come_back_too() -> None:
    assert "wh40k.usr.it-will-not-die.effect" in rules.load("wh40k").clauses
    state = field(tank("au1", has=HARDY), squad("bu1", (3000, 1000), 1), phase="assault", step="fight")
    state.models["au1.1"].wounds = 2
    state = decide(state, "a", Pass()).state
    assert decide(state, "a", EndRoll(of="au1.1"), (5,)).state.models["au1.1"].wounds == 3


@pytest.mark.decides("wh40k.usr.it-will-not-die.not-dead", by="wh40k.usr.it-will-not-die.roll")
def test_nobody_comes_back_from_the_dead() -> None:
    clause = "wh40k.usr.it-will-not-die.not-dead"
    assert clause in rules.load("wh40k").clauses
    state = field(
        squad("au1", (1000, 1000), 2, has=HARDY, W=3), squad("bu1", (3000, 1000), 1), phase="assault", step="fight"
    )
    state.models["au1.1"].wounds, state.models["au1.1"].out = 0, True
    done = decide(state, "a", Pass()).state
    assert (done.turn, done.pending) == ("b", None)
    state.models["au1.2"].wounds = 1
    assert asked(decide(state, "a", Pass())) == (ROLL, "a", "au1.2")


def test_each_model_rolls_for_itself() -> None:
    assert ROLL in rules.load("wh40k").clauses
    state = field(
        squad("au1", (1000, 1000), 2, has=HARDY, W=3), squad("bu1", (3000, 1000), 1), phase="assault", step="fight"
    )
    for key in ("au1.1", "au1.2"):
        state.models[key].wounds = 1
    state = decide(state, "a", Pass()).state
    assert refusal(state, "a", EndRoll(of="au1.2"), (6,)) == ROLL
    done = decide(state, "a", EndRoll(of="au1.1"), (6,))
    assert asked(done) == (ROLL, "a", "au1.2")
    state = decide(done.state, "a", EndRoll(of="au1.2"), (1,)).state
    assert [state.models[key].wounds for key in ("au1.1", "au1.2")] == [2, 1]
    assert state.turn == "b"
