"""Regrouping: the test in the own Movement phase and the one when charged, and what a regrouped unit may do."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.context import Context
from rules.kernel.effects import Moved, Noted, Rolled
from rules.kernel.errors import IllegalAction
from rules.kernel.events import Action
from rules.kernel.rule import Hook
from rules.kernel.state import Decision, Mark, State
from rules.wh40k import hooks, words
from rules.wh40k.morale import regroup
from rules.wh40k.morale.fall_back import FallBack
from rules.wh40k.morale.regroup import Regroup, RegroupMove
from rules.wh40k.movement.move import Move
from rules.wh40k.questions import TakeTest
from rules.wh40k.turn import Pass

from ..asking import at
from ..field import asked, box, decide, effects_of, field, gone, refusal, ruleset, squad, wanted
from ..paces import go, shift

TEST = "wh40k.regroup.normal-test"
MOVE = "wh40k.regroup.move"
CHARGED = "wh40k.regroup.charged.trigger"
FEW = pytest.mark.decides("wh40k.regroup.below-quarter", by="wh40k.regroup.pass")
RUNNING: dict[str, Mark] = {words.FALLING_BACK: 1}
ENEMY = squad("bu9", (6900, 4500), 1)


def here(count: int = 5, size: int = 5, **more: Any) -> State:
    of_field = {key: more.pop(key) for key in ("phase", "step", "turn", "terrain", "pending") if key in more}
    men = squad("au1", more.pop("at", (3000, 2000)), count, game=RUNNING, size=size, **more)
    return field(men, ENEMY, **of_field)


def says(state: State, action: Action, dice: tuple[int, ...] = ()) -> str:
    try:
        decide(state, "a", action, dice)
    except IllegalAction as refused:
        return refused.clause
    return "ok"


def regrouped(**more: Any) -> State:
    """A unit that has just regrouped, and is asked whether it moves."""
    return decide(here(**more), "a", Regroup(unit="au1"), [3, 3]).state


def done_with_it(**more: Any) -> State:
    """A regrouped unit that stayed where it was."""
    return decide(regrouped(**more), "a", Pass()).state


def ask(hook: Hook, state: State, **roles: Any) -> str:
    return str(at(hook, state, unit=state.units["au1"], **roles))


# the test


def test_the_test_is_compulsory() -> None:
    # wh40k.regroup.mandatory: the phase cannot be ended before it, nor can the unit move without it
    state = here()
    assert refusal(state, "a", Pass()) == "wh40k.regroup.mandatory"
    assert refusal(state, "a", Move(unit="au1", moves=())) == "wh40k.fall-back.only-movement"
    assert refusal(state, "a", FallBack(unit="au1", moves=shift(state, "au1", 0, -600))) == "wh40k.fall-back.distance"
    assert wanted(state, "a", Regroup(unit="au1")) == (2, TEST)
    # also for a unit that its side has passed over
    skipped = decide(state, "a", Pass(unit="au1")).state
    assert refusal(skipped, "a", Pass()) == "wh40k.regroup.mandatory"
    assert decide(skipped, "a", Regroup(unit="au1"), [1, 2]).state.pending is not None


def test_it_is_taken_once_a_phase() -> None:
    # wh40k.regroup.mandatory
    done = decide(here(), "a", Regroup(unit="au1"), [6, 6, 1, 1])
    back = decide(done.state, "a", FallBack(unit="au1", moves=shift(done.state, "au1", 0, -200)))
    assert refusal(back.state, "a", Regroup(unit="au1")) == "wh40k.regroup.mandatory"
    assert decide(back.state, "a", Pass()).state.phase == "shooting"


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        pytest.param(here(phase="shooting"), TEST, id="another-phase"),
        pytest.param(here(turn="b"), words.ACTED, id="another-turn"),
        pytest.param(field(squad("au1"), ENEMY), TEST, id="not-falling-back"),
    ],
)
def test_when_it_is_not_taken(state: State, clause: str) -> None:
    assert refusal(state, "a", Regroup(unit="au1")) == clause


@pytest.mark.parametrize(
    ("count", "size", "dice", "passes"),
    [
        pytest.param(5, 5, [4, 4], True, id="wh40k.regroup.normal-test.equal"),
        pytest.param(5, 5, [4, 5], False, id="wh40k.regroup.normal-test.higher"),
        pytest.param(1, 4, [4, 4], True, id="wh40k.regroup.normal-test.exactly-a-quarter"),
        pytest.param(1, 5, [1, 2], False, id="wh40k.regroup.below-quarter.low-total", marks=FEW),
        pytest.param(1, 5, [1, 1], True, id="wh40k.regroup.below-quarter.double-1", marks=FEW),
        pytest.param(2, 9, [1, 2], False, id="wh40k.regroup.below-quarter.2-of-9", marks=FEW),
    ],
)
def test_what_is_needed(count: int, size: int, dice: list[int], passes: bool) -> None:
    done = decide(here(count, size), "a", Regroup(unit="au1"), [*dice, *([] if passes else [1, 1])])
    assert words.falling_back(done.state.units["au1"]) != passes
    assert bool(effects_of(done, Noted, "wh40k.regroup.below-quarter")) == (4 * count < size)


def test_it_is_no_morale_check() -> None:
    # wh40k.regroup.normal-test: a unit that falls back fails those without dice, not this one
    done = decide(here(), "a", Regroup(unit="au1"), [3, 3])
    assert effects_of(done, Rolled, TEST)
    assert not words.falling_back(done.state.units["au1"])


@pytest.mark.decides("wh40k.regroup.fail", by="wh40k.fall-back.distance")
def test_who_fails_falls_back_at_once() -> None:
    # wh40k.regroup.fail
    done = decide(here(), "a", Regroup(unit="au1"), [6, 6, 2, 3])
    assert asked(done) == ("wh40k.fall-back.distance", "a", "au1")
    assert done.state.pending is not None
    assert done.state.pending.value == 500
    assert asked(decide(here(), "a", Regroup(unit="au1"), [3, 3]))[0] == MOVE


def test_who_passes_falls_back_no_more() -> None:
    # wh40k.regroup.pass
    done = decide(here(), "a", Regroup(unit="au1"), [3, 3])
    unit = done.state.units["au1"]
    assert not words.falling_back(unit)
    assert words.REGROUPED_NOW in unit.turn
    assert asked(done) == (MOVE, "a", "au1")


# the move after it


@pytest.mark.parametrize(
    ("far", "answer"),
    [
        pytest.param(300, "ok", id="wh40k.regroup.move.3in"),
        pytest.param(301, MOVE, id="wh40k.regroup.move.more"),
        pytest.param(0, "ok", id="wh40k.regroup.move.not-at-all"),
    ],
)
def test_the_regroup_move(far: int, answer: str) -> None:
    state = regrouped()
    assert says(state, RegroupMove(unit="au1", moves=shift(state, "au1", 0, far))) == answer


def test_the_move_may_be_left_out() -> None:
    # wh40k.regroup.move
    state = regrouped()
    done = decide(state, "a", Pass())
    assert done.state.pending is None
    assert not effects_of(done, Moved)
    assert refusal(done.state, "a", RegroupMove(unit="au1", moves=())) == MOVE


@pytest.mark.decides("wh40k.regroup.move.difficult", by="wh40k.regroup.move")
def test_difficult_terrain_does_not_slow_it() -> None:
    # wh40k.regroup.move.difficult
    state = regrouped(terrain=[box("wood", 2500, 1500, 4500, 2500, 300, "forest")])
    done = decide(state, "a", RegroupMove(unit="au1", moves=shift(state, "au1", 0, 300)))
    assert not effects_of(done, Rolled)
    assert says(state, RegroupMove(unit="au1", moves=shift(state, "au1", 0, 301))) == MOVE


@pytest.mark.decides("wh40k.regroup.move.dangerous", by="wh40k.assumed.terrain.dangerous")
def test_dangerous_terrain_is_tested() -> None:
    # wh40k.regroup.move.dangerous
    state = regrouped(count=2, size=2, Sv=None, terrain=[box("m", 2500, 2200, 4500, 2500, 50, "dangerous")])
    done = decide(state, "a", RegroupMove(unit="au1", moves=shift(state, "au1", 0, 200)), [1, 5])
    assert len(effects_of(done, Rolled, "wh40k.assumed.terrain.dangerous")) == 2
    assert len(gone(done)) == 1
    assert not effects_of(decide(state, "a", RegroupMove(unit="au1", moves=shift(state, "au1", 0, 100))), Rolled)


def test_the_move_restores_coherency() -> None:
    # wh40k.regroup.move.coherency: it cannot be left out then
    apart = [(3000, 2000), (3600, 2000)]
    state = regrouped(count=2, size=2, places=apart)
    assert refusal(state, "a", Pass()) == "wh40k.regroup.move.coherency"
    closes = RegroupMove(unit="au1", moves=(go("au1.1", (3300, 2000)),))
    assert says(state, closes) == "ok"
    found = regroup.closing(Context(ruleset(), state, "a", ()), state.units["au1"])
    assert says(state, RegroupMove(unit="au1", moves=found)) == "ok"
    elsewhere = RegroupMove(unit="au1", moves=(go("au1.1", (3000, 2300)),))
    assert says(state, elsewhere) == "wh40k.regroup.move.coherency"


def test_as_near_to_coherency_as_possible() -> None:
    # wh40k.regroup.move.coherency
    far = regrouped(count=2, size=2, places=[(3000, 2000), (4500, 2000)])
    nearer = RegroupMove(unit="au1", moves=(go("au1.1", (3300, 2000)), go("au1.2", (4200, 2000))))
    assert says(far, nearer) == "ok"
    assert says(far, RegroupMove(unit="au1", moves=())) == "wh40k.regroup.move.coherency"
    # a tenth of an inch is nearer, and not as near as possible; neither is the whole reach of one of the two
    for single in (3010, 3300):
        lazy = RegroupMove(unit="au1", moves=(go("au1.1", (single, 2000)),))
        assert says(far, lazy) == "wh40k.regroup.move.coherency"


def test_a_gap_that_can_be_closed_is_closed() -> None:
    # wh40k.regroup.move.coherency
    state = regrouped(count=2, size=2, places=[(3000, 2000), (3600, 2000)])
    lazy = RegroupMove(unit="au1", moves=(go("au1.1", (3010, 2000)),))
    assert says(state, lazy) == "wh40k.regroup.move.coherency"
    assert says(state, RegroupMove(unit="au1", moves=(go("au1.1", (3299, 2000)),))) == "wh40k.regroup.move.coherency"
    assert says(state, RegroupMove(unit="au1", moves=(go("au1.1", (3300, 2000)),))) == "ok"


def test_who_cannot_close_up_may_stay() -> None:
    # wh40k.regroup.move.coherency: one is walled in, the other too far behind a wall of its own
    walls = [
        box(f"{name}{x}", x + left, 2000 + near, x + right, 2000 + far, 300, "wall")
        for x in (3000, 4500)
        for name, left, near, right, far in (
            ("w", -80, -80, -55, 80), ("e", 55, -80, 80, 80), ("s", -80, -80, 80, -55), ("n", -80, 55, 80, 80),
        )
    ]  # fmt: skip
    state = regrouped(count=2, size=2, places=[(3000, 2000), (4500, 2000)], terrain=walls)
    assert says(state, Pass()) == "ok"


def test_a_whole_unit_does_not_break_up() -> None:
    # wh40k.regroup.move.coherency
    state = regrouped(count=2, size=2)
    apart = RegroupMove(unit="au1", moves=(go("au1.2", (3450, 2000)),))
    assert says(state, apart) == "wh40k.regroup.move.coherency"


# what it may do after that


def test_no_further_move() -> None:
    # wh40k.regroup.no-move
    state = done_with_it()
    assert refusal(state, "a", Move(unit="au1", moves=())) == "wh40k.regroup.no-move"
    assert ("move", "au1") not in [(o.action, o.model) for o in rules.options(ruleset(), state)]


def test_no_run() -> None:
    # wh40k.regroup.no-run
    shooting = decide(done_with_it(), "a", Pass()).state
    assert ask(hooks.MAY_MOVE, shooting, manner="run") == "wh40k.regroup.no-run"


def test_no_charge() -> None:
    # wh40k.regroup.no-charge
    assert ask(hooks.MAY_CHARGE, done_with_it()) == "wh40k.regroup.no-charge"


def test_only_snap_shots() -> None:
    # wh40k.regroup.shooting: also having stayed where it was, and in the enemy's turn
    state = done_with_it()
    model = state.models["au1.1"]
    assert ask(hooks.SNAP, state, model=model, weapon=model.sheet.weapons[0]) == "wh40k.regroup.shooting"
    assert state.units["au1"].turn[words.MOVED] == 1
    assert state.units["au1"].game[words.REGROUPED] == words.turn_number(state) + 1


def test_the_limits_go() -> None:
    # wh40k.regroup.shooting: until its next turn
    now = done_with_it()
    seen = []
    while (now.turn, now.phase, now.round) != ("a", "movement", 3):
        now = decide(now, now.to_act, Pass()).state
        seen.append((now.turn, words.REGROUPED in now.units["au1"].game, words.REGROUPED_NOW in now.units["au1"].turn))
    assert ("b", True, False) in seen
    assert seen[-1] == ("a", False, False)


# when charged


def charged(count: int = 5, size: int = 5, multiple: bool = False) -> State:
    """A charge shows that au1, which falls back, is within reach: it is asked for its test."""
    state = here(count, size, phase="assault", step="charge", turn="b")
    ctx = Context(ruleset(), state, "b", ())
    assert regroup.charged(ctx, state.units["au1"], multiple)
    assert state.units["au1"].turn[CHARGED] == 1
    del state.units["au1"].turn[CHARGED]
    state.pending = Decision(CHARGED, "a", "au1")
    return state


def test_who_is_charged_tests() -> None:
    # wh40k.regroup.charged.trigger
    assert wanted(charged(), "a", TakeTest(unit="au1")) == (2, CHARGED)
    steady = field(squad("au1"), ENEMY, phase="assault", step="charge", turn="b")
    ctx = Context(ruleset(), steady, "b", ())
    assert not regroup.charged(ctx, steady.units["au1"])
    assert not ctx.effects
    # once, while it is due
    due = here(phase="assault", step="charge", turn="b")
    told = Context(ruleset(), due, "b", ())
    assert regroup.charged(told, due.units["au1"])
    assert not regroup.charged(told, due.units["au1"])


@pytest.mark.parametrize(
    ("dice", "passes"),
    [
        pytest.param([4, 4], True, id="wh40k.regroup.charged.normal-test.few-models"),
        pytest.param([4, 5], False, id="wh40k.regroup.charged.normal-test.failed"),
    ],
)
@pytest.mark.decides("wh40k.regroup.charged.normal-test", by="wh40k.regroup.charged.pass")
def test_an_ordinary_test_however_few(dice: list[int], passes: bool) -> None:
    done = decide(charged(1, 20), "a", TakeTest(unit="au1"), dice)
    assert words.falling_back(done.state.units["au1"]) != passes


def test_regrouped_when_charged() -> None:
    # wh40k.regroup.charged.pass: without a move
    done = decide(charged(), "a", TakeTest(unit="au1"), [3, 3])
    assert done.state.pending is None
    assert not words.falling_back(done.state.units["au1"])
    # its Snap Shots end with this turn
    assert done.state.units["au1"].game[words.REGROUPED] == words.turn_number(done.state)


def test_caught_when_charged() -> None:
    # wh40k.regroup.charged.fail: at the end of the Charge sub-phase, not before
    state = charged()
    other = squad("au2", (500, 500), 1)
    state.units["au2"], state.models["au2.1"] = other[0], other[1][0]
    done = decide(state, "a", TakeTest(unit="au1"), [6, 6])
    assert gone(done) == []
    over = decide(done.state, "b", Pass())
    assert gone(over) == [f"au1.{n}" for n in range(1, 6)]


@pytest.mark.decides("wh40k.regroup.charged.multi.trigger", by="wh40k.regroup.charged.trigger")
def test_a_multiple_charge() -> None:
    # wh40k.regroup.charged.multi.trigger: each unit that falls back
    state = field(
        squad("au1", (3000, 2000), 2, game=RUNNING), squad("au2", (3000, 3000), 2, game=RUNNING),
        squad("au3", (500, 500), 1), ENEMY, phase="assault", step="charge", turn="b",
    )  # fmt: skip
    ctx = Context(ruleset(), state, "b", ())
    assert [regroup.charged(ctx, state.units[key], multiple=True) for key in ("au1", "au2", "au3")] == [
        True, True, False,
    ]  # fmt: skip
    ctx.ruleset.settle(ctx)
    first = ctx.state
    assert first.pending is not None
    assert (first.pending.clause, first.pending.model) == (CHARGED, "au1")
    second = decide(first, "a", TakeTest(unit="au1"), [1, 2])
    # wh40k.regroup.charged.multi.pass: it stays and fights
    assert not words.falling_back(second.state.units["au1"])
    assert [e.text for e in effects_of(second, Noted, "wh40k.fall-back.ends")]
    assert asked(second) == (CHARGED, "a", "au2")
    # wh40k.regroup.charged.multi.fail: gone at once
    third = decide(second.state, "a", TakeTest(unit="au2"), [6, 6])
    assert gone(third) == ["au2.1", "au2.2"]
    assert third.state.step == "charge"


@pytest.mark.parametrize(
    ("dice", "clause"),
    [
        pytest.param([1, 2], "wh40k.regroup.charged.multi.pass", id="wh40k.regroup.charged.multi.pass"),
        pytest.param([6, 6], "wh40k.regroup.charged.multi.fail", id="wh40k.regroup.charged.multi.fail"),
    ],
)
def test_what_a_multiple_charge_does(dice: list[int], clause: str) -> None:
    state = charged(multiple=True)
    other = squad("au2", (500, 500), 1)
    state.units["au2"], state.models["au2.1"] = other[0], other[1][0]
    done = decide(state, "a", TakeTest(unit="au1"), dice)
    assert clause in {effect.rule for effect in done.effects}


def test_offers() -> None:
    found = [(o.action, o.model, o.limit) for o in rules.options(ruleset(), here())]
    assert ("regroup", "au1", 0) in found
    asked_for = [(o.action, o.model, o.limit) for o in rules.options(ruleset(), regrouped())]
    assert ("regroup-move", "au1", 300) in asked_for
    assert ("pass", "au1", 0) in asked_for
