"""Terminals: the test, what it unlocks, the door that is operated at once, other devices."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Marked, Noted, Rolled, TerrainSet, Unmarked
from rules.kernel.state import State
from rules.necro import door, terminal, words
from rules.necro.activation import Pass
from rules.necro.door import OperateDoor
from rules.necro.terminal import AccessTerminal, OperateNow

from .arena import acting, box, decide, effects_of, fighter, refusal

DOOR = box("d1", 1000, 1000, 1200, 1050, 300, "door")
TERMINAL = box("t1", 1000, 500, 1040, 540, 120, "terminal")
"""Far from the door, and yet its terminal: the nearest door is its own."""
GENERATOR = box("g1", 1000, 500, 1040, 540, 120, "generator")
ACCESS = AccessTerminal(fighter="a1", terminal="t1")
NOW = OperateNow(fighter="a1")
FREE = "necro.terminal.hack-free-operate"
PASSED = [5, 4]
"""A total of 9 with -2 is 7, the Intelligence of the fighter."""


def at_terminal(*others: Any, at: tuple[int, int] = (1020, 400), pieces: Any = (DOOR, TERMINAL), **more: Any) -> State:
    """Fighter a1 acts near the terminal of a locked door."""
    of_fighter = {key: more.pop(key) for key in ("Int", "acts", "phase") if key in more}
    game = {door.LOCKED: ("d1",), **more.pop("game", {})}
    return acting(fighter("a1", at, **of_fighter), *others, terrain=pieces, game=game, **more)


@pytest.mark.parametrize(
    ("dice", "intelligence", "passed"),
    [
        pytest.param((5, 4), 7, True, id="necro.terminal.hack.9-2"),
        pytest.param((4, 4), 7, False, id="necro.terminal.hack-fail.8-2"),
        pytest.param((6, 6), 12, True, id="necro.core.test-naturals.6-6"),
        pytest.param((1, 1), 0, False, id="necro.core.test-naturals.1-1"),
        pytest.param((6, 5), 9, True, id="necro.terminal.hack-modifier.11-2"),
        pytest.param((5, 5), 9, False, id="necro.terminal.hack-modifier.10-2"),
    ],
)
def test_the_test(dice: tuple[int, ...], intelligence: int, passed: bool) -> None:
    done = decide(at_terminal(Int=intelligence), "a", ACCESS, dice)
    (rolled,) = effects_of(done, Rolled)
    assert (rolled.rule, rolled.modifiers) == ("necro.terminal.hack", (("necro.terminal.hack-modifier", -2),))
    assert door.is_locked(done.state, "d1") != passed
    assert [each.rule for each in effects_of(done, Unmarked)] == (["necro.terminal.hack-unlocks"] if passed else [])
    assert bool(effects_of(done, Noted, "necro.terminal.hack-fail")) != passed
    assert done.state.models["a1"].phase[words.POINTS] == 1


@pytest.mark.decides("necro.terminal.hack-fail", by="necro.terminal.hack-unlocks")
@pytest.mark.decides("necro.door.locked-two-ways", by="necro.terminal.hack-unlocks")
def test_a_failure_changes_nothing_and_may_be_tried_again() -> None:
    failed = decide(at_terminal(), "a", ACCESS, [1, 2])
    assert (failed.state.game, failed.state.pending) == ({door.LOCKED: ("d1",)}, None)
    assert refusal(failed.state, "a", ACCESS) == "necro.core.action-types"  # in this activation once
    again = decide(at_terminal(), "a", ACCESS, PASSED)
    assert not door.is_locked(again.state, "d1")


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        pytest.param(at_terminal(at=(1020, 350)), "", id="necro.terminal.hack.1in"),
        pytest.param(at_terminal(at=(1020, 349)), "necro.terminal.hack", id="necro.terminal.hack.farther"),
        pytest.param(
            acting(fighter("a1", (1020, 400), game={words.PINNED: 1}), terrain=(DOOR, TERMINAL)),
            "necro.terminal.hack",
            id="necro.terminal.hack.pinned",
        ),
        pytest.param(
            acting(fighter("a1", (1020, 400)), fighter("b1", (1120, 400)), terrain=(DOOR, TERMINAL)),
            "necro.terminal.hack",
            id="necro.terminal.hack.engaged",
        ),
        pytest.param(
            at_terminal(phase={words.DONE: ("access-terminal",)}),
            "necro.core.action-types",
            id="necro.core.action-cost.access-terminal",
        ),
        pytest.param(at_terminal(acts=0), "necro.core.two-actions", id="necro.core.two-actions.none-left"),
    ],
)
def test_who_may_try(state: State, clause: str) -> None:
    if clause:
        assert refusal(state, "a", ACCESS) == clause
    else:
        assert decide(state, "a", ACCESS, [1, 2]).dice == (1, 2)


def test_the_door_may_be_operated_at_once_for_nothing() -> None:
    # necro.terminal.hack-free-operate: at any distance, and once in the turn
    hacked = decide(at_terminal(), "a", ACCESS, PASSED).state
    assert hacked.pending is not None
    assert (hacked.pending.clause, hacked.pending.side, dict(hacked.pending.about)) == (FREE, "a", {"door": "d1"})
    opened = decide(hacked, "a", NOW)
    assert [each.piece.kind for each in effects_of(opened, TerrainSet)] == ["open door"]
    assert opened.state.models["a1"].phase[words.POINTS] == 1
    assert opened.state.game[door.OPERATED] == ("d1",)


def test_it_need_not_be() -> None:
    # necro.terminal.hack-unlocks: the door does not open by itself
    hacked = decide(at_terminal(), "a", ACCESS, PASSED).state
    left = decide(hacked, "a", Pass())
    assert (left.state.pending, left.state.table.terrain[0].kind) == (None, "door")
    assert left.state.active == "a1"


@pytest.mark.parametrize("mark", [door.OPERATED, door.BROKEN_OPEN])
def test_not_a_door_that_was_operated_or_forced_in_this_turn(mark: str) -> None:
    # necro.terminal.hack-free-operate
    assert decide(at_terminal(game={mark: ("d1",)}), "a", ACCESS, PASSED).state.pending is None
    refused = refusal(at_terminal(game={mark: ("d1",)}), "a", NOW)
    assert refused == FREE


def test_an_unlocked_door_can_be_operated_from_its_terminal() -> None:
    # necro.terminal.hack-free-operate: closing one over a fighter included
    ajar = box("d1", 1000, 1000, 1200, 1050, door.FLAT, "open door")
    game = {door.HEIGHTS: ("d1=300",)}
    state = acting(fighter("a1", (1020, 400)), fighter("b1", (1100, 1025)), terrain=(ajar, TERMINAL), game=game)
    shut = decide(decide(state, "a", ACCESS, PASSED).state, "a", NOW)
    assert shut.state.pending is not None
    assert (shut.state.pending.clause, shut.state.pending.model) == (door.CAUGHT, "b1")


@pytest.mark.decides("necro.terminal.other-device", by="necro.terminal.hack")
def test_another_device_is_started_and_stopped() -> None:
    started = decide(at_terminal(pieces=(DOOR, GENERATOR)), "a", AccessTerminal(fighter="a1", terminal="g1"), PASSED)
    (marked,) = effects_of(started, Marked, "necro.terminal.hack")
    assert (marked.key, marked.value) == ("necro.terminal.other-device", ("g1=a",))
    assert door.is_locked(started.state, "d1")
    running = at_terminal(pieces=(DOOR, GENERATOR), game={terminal.DEVICES: ("g1=b",)})
    stopped = decide(running, "a", AccessTerminal(fighter="a1", terminal="g1"), PASSED)
    assert terminal.running(stopped.state) == {}
    failed = decide(running, "a", AccessTerminal(fighter="a1", terminal="g1"), [1, 2])
    assert terminal.running(failed.state) == {"g1": "b"}


def test_which_door_a_terminal_belongs_to() -> None:
    # necro.terminal.placement: settled before the battle, else by its name, else the nearest
    other = box("d2", 1000, 700, 1200, 750, 300, "door")
    named = box("t1: d2", 1000, 500, 1040, 540, 120, "terminal")
    assert terminal.door_of(at_terminal(pieces=(DOOR, other, TERMINAL)), TERMINAL) == "d2"
    assert terminal.door_of(at_terminal(pieces=(DOOR, named)), named) == ""
    assert terminal.door_of(at_terminal(pieces=(DOOR, other, named)), named) == "d2"
    settled = at_terminal(pieces=(DOOR, other, TERMINAL), game={terminal.LINKS: ("t1=d1",)})
    assert terminal.door_of(settled, TERMINAL) == "d1"


def test_the_terminal_of_a_destroyed_door() -> None:
    # necro.door.destroyed: it does not turn into the terminal of another
    state = at_terminal(pieces=(TERMINAL, box("d2", 1000, 1500, 1200, 1550, 300, "door")),
                        game={door.LOCKED: ("d2",), terminal.LINKS: ("t1=d1",)})  # fmt: skip
    done = decide(state, "a", ACCESS, PASSED)
    assert (done.state.pending, door.is_locked(done.state, "d2")) == (None, True)


def test_no_such_terminal() -> None:
    assert refusal(at_terminal(), "a", AccessTerminal(fighter="a1", terminal="t9")) == "necro.terminal.hack"
    assert refusal(at_terminal(), "a", OperateDoor(fighter="a1", door="d1")) == "necro.door.operate"
