"""Positions judged by hand: activations, groups, the Insane and the shaken, each answer taken from the source first."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Lifted, Rolled
from rules.kernel.events import Action
from rules.kernel.state import State
from rules.necro import words
from rules.necro.activation import Activate, Pass
from rules.necro.checks import TakeTest
from rules.necro.fight import Fight, Shoot
from rules.necro.insane import InsaneRoll
from rules.necro.move import Move, StandUp, TurnTo
from rules.necro.resolve import RunForCover
from tests.rules.deciding import answer

from .arena import box, decide, effects_of, fighter, position, refusal

PINNED, INJURED, BROKEN, INSANE = ({key: 1} for key in (words.PINNED, words.INJURED, words.BROKEN, words.INSANE))
READY = {words.READY: 1}
FAR = (3300, 3300)
POOL = box("pool", 400, 400, 600, 600, 10, "dangerous")
WALL = box("w", 640, 300, 660, 700, 600, "wall")
ROLL = "necro.insane.roll-each-activation"
STANDS = "necro.terrain.dangerous-test-activation"


def waiting(*others: Any, terrain: Any = (), **about: Any) -> State:
    """Fighter a1 and the others are ready."""
    first = fighter("a1", about.pop("at", (500, 500)), round=READY, **about)
    return position(first, *others, fighter("b9", FAR, round=READY), terrain=terrain)


def rolled(face: int, *others: Any, **about: Any) -> State:
    """Fighter a1 is insane, has been activated and has rolled."""
    marks = {**INSANE, **about.pop("marks", {})}
    state = decide(waiting(*others, game=marks, **about), "a", Activate(fighter="a1")).state
    return decide(state, "a", InsaneRoll(fighter="a1"), (face,)).state


# what comes first


def test_the_insane_roll_before_they_test_for_the_ground() -> None:
    """necro.insane.roll-each-activation, necro.terrain.dangerous-test-activation: its own player takes the test even
    if the other one decides what it does."""
    asked = decide(waiting(game=INSANE, terrain=[POOL]), "a", Activate(fighter="a1")).state
    assert asked.pending is not None and asked.pending.clause == ROLL
    raving = decide(asked, "a", InsaneRoll(fighter="a1"), (3,)).state
    assert raving.pending is not None and (raving.pending.clause, raving.pending.side) == (STANDS, "a")
    assert decide(raving, "a", TakeTest(fighter="a1"), (4,)).state.to_act == "b"
    drowned = decide(raving, "a", TakeTest(fighter="a1"), (3,)).state
    assert (drowned.models["a1"].out, drowned.pending, drowned.to_act) == (True, None, "b")


def test_who_flees_from_dangerous_ground_does_not_test_for_it() -> None:
    """necro.insane.table.1-2.already-broken: it is gone at once."""
    state = decide(waiting(game={**INSANE, **BROKEN}, terrain=[POOL]), "a", Activate(fighter="a1")).state
    done = decide(state, "a", InsaneRoll(fighter="a1"), (2,))
    assert [each.rule for each in effects_of(done, Lifted)] == ["necro.insane.table.1-2.already-broken"]
    assert (done.state.models["a1"].out, done.state.pending, done.state.to_act) == (False, None, "b")


# whose decision


@pytest.mark.parametrize(
    ("face", "marks", "by", "action", "clause"),
    [
        pytest.param(3, {}, "a", Move(fighter="a1", path=((700, 500, 0),)), "necro.core.turn", id="its-own-player"),
        pytest.param(4, {}, "b", Move(fighter="a1", path=((700, 500, 0),)), "ok", id="necro.insane.table.3-4.4"),
        pytest.param(5, {}, "b", Move(fighter="a1", path=((700, 500, 0),)), "necro.core.turn", id="5-6.not-theirs"),
        pytest.param(5, {}, "a", Move(fighter="a1", path=((700, 500, 0),)), "ok", id="necro.insane.table.5-6.5"),
        pytest.param(4, {}, "b", TurnTo(fighter="a1", facing=(0, 1)), "ok", id="necro.insane.table.3-4.turns"),
        pytest.param(3, PINNED, "b", StandUp(fighter="a1"), "ok", id="necro.insane.table.3-4.stands-up"),
        pytest.param(
            3,
            PINNED,
            "b",
            Move(fighter="a1", path=((700, 500, 0),)),
            "necro.core.pinned",
            id="necro.insane.table.3-4.still-pinned",
        ),
        pytest.param(6, PINNED, "a", StandUp(fighter="a1"), "ok", id="necro.insane.table.5-6.pinned"),
        pytest.param(
            2,
            {},
            "a",
            Move(fighter="a1", path=((700, 500, 0),)),
            "necro.core.broken",
            id="necro.insane.table.1-2.acts-as-broken",
        ),
        pytest.param(1, {}, "a", RunForCover(fighter="a1", path=((300, 300, 0),)), "ok", id="1-2.runs"),
        pytest.param(
            4,
            BROKEN,
            "b",
            Shoot(fighter="a1", target="b9", weapon="gun"),
            "necro.core.broken",
            id="necro.insane.table.3-4.broken-under-control",
        ),
        pytest.param(
            5,
            BROKEN,
            "a",
            Move(fighter="a1", path=((700, 500, 0),)),
            "necro.core.broken",
            id="necro.insane.table.5-6.broken",
        ),
        pytest.param(
            3,
            {},
            "b",
            Shoot(fighter="b9", target="a1", weapon="gun"),
            "necro.core.turn",
            id="necro.insane.table.3-4.no-fighter-of-its-own",
        ),
    ],
)
def test_who_decides_what_after_the_roll(face: int, marks: Any, by: str, action: Action, clause: str) -> None:
    assert answer(rolled(face, marks=marks), by, action, (3, 3) if isinstance(action, RunForCover) else ()) == clause


@pytest.mark.parametrize(
    ("face", "dice", "sane"),
    [
        # Willpower 7: both sides of the number
        pytest.param(3, (3, 4), True, id="necro.insane.table.3-4.willpower.7"),
        pytest.param(3, (3, 3), False, id="necro.insane.table.3-4.willpower.6"),
        pytest.param(6, (3, 4), True, id="necro.insane.table.5-6.willpower.7"),
        pytest.param(6, (3, 3), False, id="necro.insane.table.5-6.willpower.6"),
    ],
)
def test_its_own_player_takes_the_test_at_the_end(face: int, dice: tuple[int, int], sane: bool) -> None:
    state = rolled(face)
    ended = decide(state, state.to_act, Pass()).state
    assert ended.pending is not None and ended.pending.side == "a"
    done = decide(ended, "a", TakeTest(fighter="a1"), dice).state
    assert (words.INSANE not in done.models["a1"].game) == sane
    assert words.CONTROLLED not in done.models["a1"].phase
    assert done.to_act == "b"


def test_the_next_roll_of_a_fighter_that_stays_insane_is_a_new_one() -> None:
    """necro.insane.roll-each-activation, necro.insane.table.1-2.already-broken: broken now, gone in the next round."""
    broken = rolled(1)
    assert words.BROKEN in broken.models["a1"].game
    again = decide(waiting(game=dict(broken.models["a1"].game)), "a", Activate(fighter="a1")).state
    gone = decide(again, "a", InsaneRoll(fighter="a1"), (1,)).state
    assert (gone.models["a1"].at, gone.models["a1"].out) == (None, False)


# friends and enemies of the raving


@pytest.mark.parametrize(
    ("face", "by", "clause"),
    [
        pytest.param(3, "b", "ok", id="necro.insane.table.3-4.all-enemies.shot"),
        pytest.param(5, "a", "necro.core.hit-roll", id="necro.insane.table.5-6.friends-again"),
    ],
)
def test_whether_a_friend_is_a_target(face: int, by: str, clause: str) -> None:
    state = rolled(face, fighter("a2", (900, 500)))
    assert answer(state, by, Shoot(fighter="a1", target="a2", weapon="gun"), (1,)) == clause


def test_the_raving_are_not_shaken_by_what_they_do() -> None:
    """necro.insane.table.3-4.all-enemies, necro.core.nerve: a2 is no friend of a1 now, but still one of a3."""
    state = rolled(3, fighter("a2", (700, 500)), fighter("a3", (700, 700)))
    done = decide(state, "b", Shoot(fighter="a1", target="a2", weapon="gun"), (6, 6, 6)).state
    assert done.models["a2"].out
    assert done.pending is not None and done.pending.model == "a3"
    assert decide(done, "a", TakeTest(fighter="a3"), (6, 5)).state.pending is None


def test_after_the_activation_former_friends_are_friends() -> None:
    """necro.insane.table.3-4: a1 beside a2 is engaged only while it raves; a2 goes its way afterwards."""
    state = rolled(3, fighter("a2", (602, 500), round=READY))
    assert words.status(state, state.models["a1"]) == "engaged"
    fought = decide(state, "b", Fight(fighter="a1", target="a2"), (1, 1)).state
    ended = decide(decide(fought, "b", Pass()).state, "a", TakeTest(fighter="a1"), (1, 2)).state
    assert {words.status(ended, ended.models[key]) for key in ("a1", "a2")} == {"active"}


# groups


def group(*others: Any, title: str = "Leader", terrain: Any = (), **about: Any) -> State:
    return waiting(*others, keywords=(title,), terrain=terrain, **about)


@pytest.mark.parametrize(
    ("state", "names", "clause"),
    [
        pytest.param(
            group(fighter("a2", (600, 600), round=READY, game=PINNED)), ("a2",), "ok", id="group-activation.pinned"
        ),
        pytest.param(
            group(fighter("a2", (600, 600), round=READY, game=BROKEN)), ("a2",), "ok", id="group-activation.broken"
        ),
        pytest.param(
            group(fighter("a2", (600, 600))), ("a2",), "necro.core.group-activation", id="group-activation.not-ready"
        ),
        pytest.param(group(fighter("a2", (800, 500, 200), round=READY)), ("a2",), "ok", id="group-activation.heights"),
        pytest.param(
            group(fighter("a2", (600, 500, 351), round=READY)),
            ("a2",),
            "necro.core.group-activation",
            id="group-activation.too-high",
        ),
        pytest.param(
            group(fighter("a2", (800, 500), round=READY), terrain=[WALL]),
            ("a2",),
            "necro.core.group-activation",
            id="necro.terrain.impassable-measure.group",
        ),
    ],
)
def test_whom_a_leader_brings(state: State, names: tuple[str, ...], clause: str) -> None:
    assert answer(state, "a", Activate(fighter="a1", group=names)) == clause


def test_who_goes_out_before_its_turn_in_the_group_is_passed_over() -> None:
    """necro.core.group-activation: the raving leader shoots the first of its group; the second one acts."""
    mates = (fighter("a2", (700, 500), round=READY), fighter("a3", (500, 700), round=READY, Cl=2))
    state = decide(group(*mates, game=INSANE), "a", Activate(fighter="a1", group=("a2", "a3"))).state
    raving = decide(state, "a", InsaneRoll(fighter="a1"), (4,)).state
    shot = decide(raving, "b", Shoot(fighter="a1", target="a2", weapon="gun"), (6, 6, 6)).state
    steady = decide(shot, "a", TakeTest(fighter="a3"), (3, 4)).state
    ended = decide(decide(steady, "b", Pass()).state, "a", TakeTest(fighter="a1"), (1, 2)).state
    assert (ended.active, ended.to_act) == ("a3", "a")
    over = decide(ended, "a", Pass()).state
    assert (over.active, over.to_act) == ("", "b")


def test_a_brought_leader_brings_nobody() -> None:
    """necro.core.group-activation: whoever is brought by a group begins none; the one who began it names all."""
    champion = fighter("a2", (600, 600), round=READY, keywords=("Champion",))
    state = group(champion, fighter("a3", (700, 700), round=READY))
    begun = decide(state, "a", Activate(fighter="a1", group=("a2",))).state
    mine = decide(begun, "a", Pass()).state
    assert mine.active == "a2"
    assert refusal(mine, "a", Activate(fighter="a2", group=("a3",))) == "necro.core.alternate"
    assert decide(mine, "a", Pass()).state.to_act == "b"


def test_each_of_a_group_rolls_and_tests_when_its_turn_comes() -> None:
    """necro.insane.roll-each-activation, necro.terrain.dangerous-test-activation"""
    second = fighter("a2", (700, 500), round=READY, game=INSANE)
    pool = box("pool", 650, 400, 900, 600, 10, "dangerous")
    state = decide(group(second, terrain=[pool]), "a", Activate(fighter="a1", group=("a2",)))
    assert effects_of(state, Rolled) == [] and state.state.pending is None
    theirs = decide(state.state, "a", Pass()).state
    assert theirs.pending is not None and (theirs.pending.clause, theirs.pending.model) == (ROLL, "a2")
