"""The round: priority, activations in turn, group activations, action points."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import OrderSet, Rolled
from rules.kernel.state import State
from rules.necro import words
from rules.necro.activation import Activate, Pass, Priority
from rules.necro.move import Crawl, Move, StandUp

from .arena import acting, decide, effects_of, fighter, position, refusal

READY = {words.READY: 1}
FAR = (3000, 3000)


def waiting(*models: Any, **more: Any) -> State:
    """All fighters are ready, and it is the turn of a."""
    for model in models:
        model.round.update(READY)
    return position(*models, **more)


# priority


@pytest.mark.parametrize(
    ("dice", "order"),
    [
        pytest.param((2, 1), ("a", "b"), id="necro.core.priority.a"),
        pytest.param((1, 2), ("b", "a"), id="necro.core.priority.b"),
        pytest.param((3, 3, 5, 4), ("a", "b"), id="necro.core.priority.tie"),
    ],
)
def test_the_higher_die_has_priority(dice: tuple[int, ...], order: tuple[str, str]) -> None:
    before = position(fighter("a1"), fighter("b1", FAR), fighter("b2", out=True), phase="priority", to_act="")
    done = decide(before, "b", Priority(), dice)
    (set_,) = effects_of(done, OrderSet)
    assert (set_.rule, set_.order) == ("necro.core.priority", order)
    assert (done.state.phase, done.state.to_act) == ("action", order[0])
    assert [key for key, model in done.state.models.items() if words.READY in model.round] == ["a1", "b1"]


def test_priority_is_rolled_in_its_phase() -> None:
    # necro.core.round
    assert refusal(waiting(fighter("a1"), fighter("b1", FAR)), "a", Priority()) == "necro.core.round"


# activations


@pytest.mark.parametrize(
    ("state", "by", "action", "clause"),
    [
        pytest.param(
            position(fighter("a1"), fighter("b1", FAR, round=READY)),
            "a",
            Activate(fighter="a1"),
            "necro.core.alternate",
            id="necro.core.alternate.not-ready",
        ),
        pytest.param(
            waiting(fighter("a1"), fighter("b1", FAR)),
            "b",
            Activate(fighter="b1"),
            "necro.core.turn",
            id="necro.core.turn.other-side",
        ),
        pytest.param(
            waiting(fighter("a1"), fighter("b1", FAR)),
            "a",
            Activate(fighter="b1"),
            "necro.core.turn",
            id="necro.core.turn.enemy-fighter",
        ),
        pytest.param(
            waiting(fighter("a1"), fighter("b1", FAR)),
            "a",
            Pass(),
            "necro.core.alternate",
            id="necro.core.alternate.must-activate",
        ),
        pytest.param(
            waiting(fighter("a1", acts=2), fighter("a2", (1000, 500)), fighter("b1", FAR), active="a1"),
            "a",
            Activate(fighter="a2"),
            "necro.core.turn",
            id="necro.core.turn.one-at-a-time",
        ),
    ],
)
def test_who_cannot_be_activated(state: State, by: str, action: Any, clause: str) -> None:
    assert refusal(state, by, action) == clause


def test_sides_alternate_until_one_has_nobody_left() -> None:
    # necro.core.alternate, necro.core.turn
    state = waiting(fighter("a1"), fighter("b1", FAR), fighter("b2", (3000, 2500)))
    order = []
    for key in ("a1", "b1", "b2"):
        order.append(state.to_act)
        state = decide(state, key[0], Activate(fighter=key)).state
        assert words.READY not in state.models[key].round
        state = decide(state, key[0], Pass()).state
    assert order == ["a", "b", "b"]
    # necro.core.round: nobody is left, and the End phase had nothing to do: the next round
    assert (state.phase, state.round) == ("priority", 2)


# groups


def group(*others: Any, title: str = "Leader") -> State:
    return waiting(fighter("a1", keywords=(title,)), *others, fighter("b1", FAR))


@pytest.mark.parametrize(
    ("state", "names", "clause"),
    [
        pytest.param(group(fighter("a2", (500, 900))), ("a2",), "", id="necro.core.group-activation.3in"),
        pytest.param(
            group(fighter("a2", (500, 901))),
            ("a2",),
            "necro.core.group-activation",
            id="necro.core.group-activation.farther",
        ),
        pytest.param(
            group(fighter("a2", (600, 500)), fighter("a3", (500, 600))),
            ("a2", "a3"),
            "",
            id="necro.core.group-activation.2",
        ),
        pytest.param(
            group(fighter("a2", (600, 500)), fighter("a3", (500, 600)), fighter("a4", (600, 600))),
            ("a2", "a3", "a4"),
            "necro.core.group-activation",
            id="necro.core.group-activation.3",
        ),
        pytest.param(
            group(fighter("a2", (600, 500)), title="Champion"), ("a2",), "", id="necro.core.group-activation.champion-1"
        ),
        pytest.param(
            group(fighter("a2", (600, 500)), fighter("a3", (500, 600)), title="Champion"),
            ("a2", "a3"),
            "necro.core.group-activation",
            id="necro.core.group-activation.champion-2",
        ),
        pytest.param(
            group(fighter("a2", (600, 500)), title="Ganger"),
            ("a2",),
            "necro.core.group-activation",
            id="necro.core.group-activation.ganger",
        ),
        pytest.param(group(), ("a1",), "necro.core.group-activation", id="necro.core.group-activation.himself"),
        pytest.param(
            group(fighter("a2", (600, 500))),
            ("a2", "a2"),
            "necro.core.group-activation",
            id="necro.core.group-activation.twice",
        ),
        pytest.param(group(), ("b1",), "necro.core.group-activation", id="necro.core.group-activation.enemy"),
    ],
)
def test_whom_a_group_has(state: State, names: tuple[str, ...], clause: str) -> None:
    if clause:
        assert refusal(state, "a", Activate(fighter="a1", group=names)) == clause
    else:
        assert decide(state, "a", Activate(fighter="a1", group=names)).state.active == "a1"


def test_the_fighters_of_a_group_act_one_after_another() -> None:
    # necro.core.group-activation: in the order named, and those who cannot any more are passed over
    state = group(fighter("a2", (600, 500)), fighter("a3", (500, 600)))
    state = decide(state, "a", Activate(fighter="a1", group=("a3", "a2"))).state
    state = decide(state, "a", Pass()).state
    assert state.active == "a3"
    assert refusal(state, "a", Activate(fighter="a2")) == "necro.core.turn"
    state.models["a2"].out = True
    state = decide(state, "a", Pass()).state
    assert (state.active, state.to_act) == ("", "b")


# actions


def test_two_simple_actions_and_no_third() -> None:
    # necro.core.two-actions, necro.core.action-types: a simple action may be repeated
    state = acting(fighter("a1"), fighter("b1", FAR))
    for x in (600, 700):
        state = decide(state, "a", Move(fighter="a1", path=((x, 500, 0),))).state
    assert refusal(state, "a", Move(fighter="a1", path=((800, 500, 0),))) == "necro.core.two-actions"


def test_a_basic_action_once() -> None:
    # necro.core.action-types
    state = acting(fighter("a1", game={words.PINNED: 1}, phase={words.DONE: ("stand-up",)}))
    assert refusal(state, "a", StandUp(fighter="a1")) == "necro.core.action-types"


@pytest.mark.parametrize(("left", "clause"), [(2, ""), (1, "necro.core.two-actions")])
def test_a_double_action_takes_both_points(left: int, clause: str) -> None:
    # necro.core.action-types
    state = acting(fighter("a1", game={words.PINNED: 1}, acts=left))
    crawl = Crawl(fighter="a1", path=((600, 500, 0),))
    if clause:
        assert refusal(state, "a", crawl) == clause
    else:
        assert decide(state, "a", crawl).state.models["a1"].phase[words.POINTS] == 0


def test_a_fighter_who_is_not_activated_does_not_act() -> None:
    # necro.core.turn
    state = acting(fighter("a1"), fighter("a2", (1000, 500)), fighter("b1", FAR))
    assert refusal(state, "a", Move(fighter="a2", path=((1000, 600, 0),))) == "necro.core.turn"
    assert not effects_of(decide(state, "a", Pass()), Rolled)


# status


@pytest.mark.parametrize(
    ("model", "other", "status"),
    [
        pytest.param(fighter("a1"), fighter("b1", (606, 500)), "active", id="necro.core.active"),
        pytest.param(fighter("a1"), fighter("b1", (605, 500)), "engaged", id="necro.core.engaged"),
        pytest.param(
            fighter("a1"),
            fighter("b1", (600, 500), game={words.PINNED: 1}),
            "active",
            id="necro.core.engaged.prone-enemy",
        ),
        pytest.param(fighter("a1"), fighter("a2", (600, 500)), "active", id="necro.core.engaged.friend"),
        pytest.param(
            fighter("a1", game={words.PINNED: 1}), fighter("b1", (600, 500)), "pinned", id="necro.core.status.pinned"
        ),
        pytest.param(
            fighter("a1", game={words.INJURED: 1}), fighter("b1", (600, 500)), "injured", id="necro.core.status.injured"
        ),
    ],
)
def test_the_status_of_a_fighter(model: Any, other: Any, status: str) -> None:
    """necro.core.status: one at a time."""
    state = position(model, other)
    assert words.status(state, model) == status
