"""The insane: the roll at each activation, its results, who decides for them, and how they come to their senses."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Lifted, Marked, Removed, Rolled, Turned, Unmarked
from rules.kernel.state import State
from rules.necro import insane, words
from rules.necro.activation import Activate, Pass
from rules.necro.checks import TakeTest
from rules.necro.engage import Charge
from rules.necro.fight import Fight, Shoot
from rules.necro.insane import InsaneRoll, Madden
from rules.necro.move import Move
from rules.necro.resolve import RunForCover

from .arena import NECRO, decide, effects_of, fighter, position, refusal

READY = {words.READY: 1}
MAD = {words.INSANE: 1}
ROLL = InsaneRoll(fighter="a1")
TEST = TakeTest(fighter="a1")
OWN = "necro.insane.table.5-6.willpower"
FOREIGN = "necro.insane.table.3-4.willpower"
FAR = (3000, 3000)


def activated(*others: Any, by: str = "a", **more: Any) -> State:
    """The insane a1 has just been activated."""
    mad = fighter("a1", more.pop("at", (500, 500)), game={**MAD, **more.pop("game", {})}, round=READY,
                  **{key: more.pop(key) for key in ("keywords", "Wil") if key in more})  # fmt: skip
    foes = others or (fighter("b1", FAR, round=READY),)
    return decide(position(mad, *foes, **more), by, Activate(fighter="a1")).state


def rolled(face: int, *others: Any, **more: Any) -> rules.Decided:
    return decide(activated(*others, **more), "a", ROLL, [face])


@pytest.mark.parametrize("action", [Move(fighter="a1", path=((600, 500, 0),)), Pass(), TEST])
def test_nothing_is_done_before_the_roll(action: Any) -> None:
    # necro.insane.roll-each-activation
    state = activated()
    assert state.pending is not None
    assert (state.pending.clause, state.pending.side, state.pending.model) == (insane.ROLL, "a", "a1")
    assert refusal(state, "a", action) == "necro.insane.roll-each-activation"
    assert refusal(state, "b", ROLL) == "necro.insane.roll-each-activation"
    assert [each.rule for each in effects_of(rolled(6), Rolled)] == ["necro.insane.roll-each-activation"]


def test_the_sane_do_not_roll() -> None:
    # necro.insane.roll-each-activation
    state = position(fighter("a1", round=READY), fighter("b1", FAR, round=READY))
    state = decide(state, "a", Activate(fighter="a1")).state
    assert state.pending is None
    assert refusal(state, "a", ROLL) == "necro.insane.roll-each-activation"


def test_the_roll_comes_when_his_turn_in_the_group_comes() -> None:
    # necro.insane.roll-each-activation
    state = position(
        fighter("a1", round=READY, keywords=("Leader",)), fighter("a2", (650, 500), round=READY, game=MAD),
        fighter("b1", FAR, round=READY),
    )  # fmt: skip
    state = decide(state, "a", Activate(fighter="a1", group=("a2",))).state
    assert state.pending is None
    state = decide(state, "a", Pass()).state
    assert state.pending is not None
    assert (state.pending.clause, state.pending.model) == (insane.ROLL, "a2")
    assert refusal(state, "a", Move(fighter="a2", path=((700, 500, 0),))) == insane.ROLL


# 1-2


@pytest.mark.parametrize("face", [1, 2])
def test_1_or_2_breaks_him(face: int) -> None:
    # necro.insane.table.1-2: the activation goes on, and he can only run
    done = rolled(face)
    assert [each.key for each in effects_of(done, Marked, "necro.insane.table.1-2")][-1] == words.BROKEN
    state = done.state
    assert (state.active, state.to_act, state.pending) == ("a1", "a", None)
    assert refusal(state, "a", Move(fighter="a1", path=((600, 500, 0),))) == "necro.core.broken"
    ran = decide(state, "a", RunForCover(fighter="a1", path=((400, 500, 0),)), [1, 1])
    assert ran.state.models["a1"].at == (400, 500, 0)


@pytest.mark.decides("necro.insane.table.1-2.no-bottle-needed", by="necro.insane.table.1-2.already-broken")
@pytest.mark.parametrize("bottled", [False, True])
@pytest.mark.parametrize("broken", [False, True])
def test_1_or_2_drives_the_broken_off(broken: bool, bottled: bool) -> None:
    # necro.insane.table.1-2.already-broken: gone, and not out of action
    game = {words.BROKEN: 1} if broken else {}
    done = rolled(2, game=game, a_game={words.BOTTLED: 1} if bottled else {})
    fled = effects_of(done, Lifted, "necro.insane.table.1-2.already-broken")
    assert bool(fled) == broken
    model = done.state.models["a1"]
    assert (model.at is None, model.out, words.FLED in model.game) == (broken, False, broken)
    assert not effects_of(done, Removed)
    assert (done.state.active, done.state.to_act) == (("", "b") if broken else ("a1", "a"))


def test_no_test_after_1_or_2() -> None:
    # necro.insane.no-test-on-1-2: none is due, and none is accepted
    state = rolled(1).state
    assert refusal(state, "a", TEST) == "necro.insane.no-test-on-1-2"
    over = decide(state, "a", Pass())
    assert (over.state.pending, over.state.to_act, words.INSANE in over.state.models["a1"].game) == (None, "b", True)
    assert not {words.POINTS, insane.NO_TEST} & over.state.models["a1"].phase.keys()


# 3-4


@pytest.mark.parametrize("face", [3, 4])
def test_3_or_4_hands_him_to_the_opponent(face: int) -> None:
    # necro.insane.table.3-4, necro.insane.table.3-4.random-opponent, necro.core.random-opponent: one opponent, no die
    done = rolled(face)
    assert len(effects_of(done, Rolled)) == 1
    assert [each.to for each in effects_of(done, Turned, "necro.insane.table.3-4")] == ["b"]
    assert effects_of(done, Marked, "necro.insane.table.3-4.random-opponent")[0].value == "b"
    go = Move(fighter="a1", path=((600, 500, 0),))
    assert refusal(done.state, "a", go) == "necro.core.turn"
    assert decide(done.state, "b", go).state.models["a1"].at == (600, 500, 0)


def test_the_opponent_may_leave_him_idle() -> None:
    # necro.insane.table.3-4: then control ends with the activation
    state = decide(rolled(3).state, "b", Pass()).state
    assert state.pending is not None
    assert (state.pending.clause, state.pending.side) == (FOREIGN, "a")
    state = decide(state, "a", TEST, [1, 2]).state
    assert (state.to_act, state.active) == ("b", "")
    assert not {words.CONTROLLED, words.POINTS} & state.models["a1"].phase.keys()
    assert words.controller(state, state.models["a1"]) == "a"


@pytest.mark.parametrize(
    ("state", "action", "clause"),
    [
        pytest.param(
            rolled(3, fighter("b1", (900, 500))).state,
            Move(fighter="a1", path=((701, 500, 0),)),
            "necro.one-inch.rule",
            id="necro.insane.table.3-4.the-rules-hold.one-inch",
        ),
        pytest.param(
            rolled(3, game={words.BROKEN: 1}).state,
            Move(fighter="a1", path=((600, 500, 0),)),
            "necro.core.broken",
            id="necro.insane.table.3-4.the-rules-hold.broken",
        ),
        pytest.param(
            rolled(3).state,
            Shoot(fighter="a1", target="b1", weapon="gun"),
            "necro.core.hit-roll",
            id="necro.insane.table.3-4.the-rules-hold.range",
        ),
        pytest.param(
            rolled(3).state,
            Shoot(fighter="b1", target="a1", weapon="gun"),
            "necro.core.turn",
            id="necro.insane.table.3-4.the-rules-hold.another-fighter",
        ),
    ],
)
def test_the_opponent_can_do_nothing_that_is_forbidden(state: State, action: Any, clause: str) -> None:
    assert refusal(state, "b", action) == clause


def test_a_broken_fighter_under_control_runs() -> None:
    # necro.insane.table.3-4, necro.core.broken: from everybody, as everybody is his enemy
    state = rolled(3, fighter("a2", (800, 500)), fighter("b1", FAR), game={words.BROKEN: 1}).state
    tags = {option.action for option in rules.options(NECRO, state)}
    assert tags == {"pass", "turn", "run-for-cover"}
    assert refusal(state, "b", RunForCover(fighter="a1", path=((550, 500, 0),))) == "necro.core.running-for-cover"
    assert decide(state, "b", RunForCover(fighter="a1", path=((450, 500, 0),)), [1, 1])


@pytest.mark.decides("necro.insane.table.3-4.all-enemies", by="necro.core.hit-roll")
@pytest.mark.parametrize("face", [4, 5])
@pytest.mark.parametrize("target", ["a2", "b1"])
def test_everybody_is_his_enemy(face: int, target: str) -> None:
    # under control he may shoot his own gang and the controller's; else only the enemy
    state = rolled(face, fighter("a2", (1500, 500)), fighter("b1", (500, 1500))).state
    by = "b" if face == 4 else "a"
    shot = Shoot(fighter="a1", target=target, weapon="gun")
    if face == 4 or target == "b1":
        assert words.PINNED in decide(state, by, shot, [4, 1]).state.models[target].game
    else:
        assert refusal(state, by, shot) == "necro.core.hit-roll"


def test_a_former_friend_can_be_charged_and_strikes_back() -> None:
    # necro.insane.table.3-4.all-enemies
    state = rolled(3, fighter("a2", (900, 500)), fighter("b1", FAR)).state
    charged = decide(state, "b", Charge(fighter="a1", targets=("a2",), path=((800, 500, 0),)), [1]).state
    while charged.pending is not None:
        charged = decide(charged, charged.pending.side, Pass()).state
    assert words.status(charged, charged.models["a1"]) == "engaged"
    fought = decide(charged, "b", Fight(fighter="a1", target="a2"), [1, 4, 1])
    assert [(each.model, each.rule) for each in effects_of(fought, Rolled)][:2] == [
        ("a1", "necro.core.hit-roll"),
        ("a2", "necro.core.hit-roll"),
    ]


def test_the_one_inch_rule_holds_for_former_friends() -> None:
    # necro.insane.table.3-4.all-enemies: he may not end within 1" of one
    others = fighter("a2", (900, 500)), fighter("b1", FAR)
    near = Move(fighter="a1", path=((701, 500, 0),))
    assert refusal(rolled(3, *others).state, "b", near) == "necro.one-inch.rule"
    assert decide(rolled(5, *others).state, "a", near)


# 5-6


@pytest.mark.parametrize("face", [5, 6])
def test_5_or_6_leaves_him_to_his_player(face: int) -> None:
    # necro.insane.table.5-6
    done = rolled(face)
    assert [each.to for each in effects_of(done, Turned, "necro.insane.table.5-6")] == ["a"]
    assert decide(done.state, "a", Move(fighter="a1", path=((600, 500, 0),)))
    assert refusal(done.state, "b", Move(fighter="a1", path=((600, 500, 0),))) == "necro.core.turn"


def test_the_broken_still_act_as_broken() -> None:
    # necro.insane.table.5-6
    state = rolled(5, game={words.BROKEN: 1}).state
    assert {option.action for option in rules.options(NECRO, state)} == {"pass", "turn", "run-for-cover"}


# Willpower


@pytest.mark.parametrize(
    ("face", "clause"),
    [pytest.param(3, FOREIGN, id="necro.insane.table.3-4.willpower"), pytest.param(5, OWN, id=OWN)],
)
@pytest.mark.parametrize(("dice", "sane"), [((3, 4), True), ((3, 3), False), ((6, 6), True), ((1, 1), False)])
def test_the_test_at_the_end_of_the_activation(face: int, clause: str, dice: tuple[int, int], sane: bool) -> None:
    by = "b" if face == 3 else "a"
    state = decide(rolled(face).state, by, Pass()).state
    assert state.pending is not None
    assert (state.pending.clause, state.pending.side) == (clause, "a")
    done = decide(state, "a", TEST, dice)
    assert [each.rule for each in effects_of(done, Rolled)] == [clause]
    assert [each.rule for each in effects_of(done, Unmarked) if each.key == words.INSANE] == ([clause] if sane else [])
    assert (words.INSANE in done.state.models["a1"].game) != sane
    assert done.state.to_act == "b"


def test_no_test_for_one_who_is_out_of_action() -> None:
    # necro.insane.table.3-4.willpower: he went out in his own activation
    state = rolled(3, fighter("a2", (600, 500), A=2), fighter("b1", FAR, round=READY)).state
    fought = decide(state, "b", Fight(fighter="a1", target="a2"), [1, 4, 4, 4, 4, 6])
    assert fought.state.models["a1"].out
    assert fought.state.pending is None or fought.state.pending.clause == "necro.core.nerve"


# going insane


def test_a_fighter_goes_insane() -> None:
    # necro.insane.not-able: by a rule that is not in the document
    state = position(fighter("a1"), fighter("b1", FAR), phase="action")
    mad = decide(state, "a", Madden(fighter="a1")).state
    assert words.INSANE in mad.models["a1"].game
    assert refusal(mad, "a", Madden(fighter="a1")) == "necro.insane.not-able"
    assert refusal(state, "a", Madden(fighter="b1")) == "necro.insane.not-able"
    assert refusal(position(fighter("a1", out=True), fighter("b1", FAR)), "a", Madden(fighter="a1"))
