"""Doors: operating, locking, closing one on a fighter; forcing and destroying them."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Marked, Moved, Noted, Removed, Rolled, TerrainRemoved, TerrainSet, Unmarked, WoundsSet
from rules.kernel.state import State, Terrain
from rules.necro import breach, door, ground, words
from rules.necro.activation import Activate, Pass
from rules.necro.breach import AttackDoor, ForceDoor
from rules.necro.checks import TakeTest
from rules.necro.door import OperateDoor, StepAside
from rules.necro.fight import Shoot
from rules.necro.move import Move

from .arena import NECRO, acting, box, decide, effects_of, fighter, gun, position, refusal

DOOR = box("d1", 1000, 1000, 1200, 1050, 300, "door")
OTHER = box("d2", 2000, 1000, 2200, 1050, 300, "door")
AJAR = box("d1", 1000, 1000, 1200, 1050, door.FLAT, "open door")
OPENED = {door.HEIGHTS: ("d1=300",)}
"""What the table remembers of the open door."""
LOCKED = {door.LOCKED: ("d1",)}
OPERATE = OperateDoor(fighter="a1", door="d1")
FORCE = ForceDoor(fighter="a1", door="d1")
SOUTH = (1100, 850)
"""A place 1" south of the door."""
TOUCHING = (1100, 950)


def at_door(*others: Any, at: tuple[int, int] = SOUTH, piece: Terrain = DOOR, **more: Any) -> State:
    """Fighter a1 acts near the door."""
    of_fighter = {key: more.pop(key) for key in ("acts", "facing", "S", "A", "I", "weapons", "phase") if key in more}
    game = {**(OPENED if piece is AJAR else {}), **more.pop("game", {})}
    return acting(fighter("a1", at, **of_fighter), *others, terrain=(piece, OTHER), game=game, **more)


def kind(state: State, key: str = "d1") -> str:
    return next(piece.kind for piece in state.table.terrain if piece.id == key)


# open and closed


def test_operating_opens_and_closes() -> None:
    # necro.door.open-or-closed, necro.door.operate
    opened = decide(at_door(), "a", OPERATE)
    (put,) = effects_of(opened, TerrainSet)
    assert (put.rule, put.piece.kind, put.piece.height) == ("necro.door.open-removed", "open door", 1)
    assert opened.state.models["a1"].phase[words.POINTS] == 1
    closed = decide(at_door(piece=AJAR), "a", OPERATE)
    (put,) = effects_of(closed, TerrainSet)
    assert (put.rule, put.piece) == ("necro.door.closed-impassable", DOOR)
    assert door.HEIGHTS not in closed.state.game


def test_no_such_door() -> None:
    assert refusal(at_door(), "a", OperateDoor(fighter="a1", door="d9")) == "necro.door.open-or-closed"


@pytest.mark.parametrize(
    ("at", "clause"),
    [
        pytest.param((1100, 850), "", id="necro.door.operate.1in"),
        pytest.param((1100, 849), "necro.door.operate", id="necro.door.operate.farther"),
    ],
)
def test_the_distance(at: tuple[int, int], clause: str) -> None:
    if clause:
        assert refusal(at_door(at=at), "a", OPERATE) == clause
    else:
        assert kind(decide(at_door(at=at), "a", OPERATE).state) == "open door"


def test_a_door_on_another_level_is_not_near() -> None:
    # necro.door.operate: 1" above the upper edge of the door, and more
    state = acting(fighter("a1", (1100, 1025, 400)), terrain=(DOOR,))
    assert kind(decide(state, "a", OPERATE).state) == "open door"
    state = acting(fighter("a1", (1100, 1025, 401)), terrain=(DOOR,))
    assert refusal(state, "a", OPERATE) == "necro.door.operate"


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        pytest.param(
            acting(fighter("a1", SOUTH, game={words.PINNED: 1}), terrain=(DOOR,)),
            "necro.door.operate-needs-active",
            id="necro.door.operate-needs-active.pinned",
        ),
        pytest.param(
            acting(fighter("a1", SOUTH, game={words.INJURED: 1}), terrain=(DOOR,)),
            "necro.door.operate-needs-active",
            id="necro.door.operate-needs-active.injured",
        ),
        pytest.param(
            acting(fighter("a1", SOUTH), fighter("b1", (1100, 750)), terrain=(DOOR,)),
            "necro.door.operate-needs-active",
            id="necro.door.operate-needs-active.engaged",
        ),
        pytest.param(
            acting(fighter("a1", SOUTH, game={words.BROKEN: 1}), terrain=(DOOR,)),
            "necro.core.broken",
            id="necro.core.broken.no-other-action",
        ),
        pytest.param(at_door(game=LOCKED), "necro.door.locked-no-operate", id="necro.door.locked-no-operate"),
    ],
)
def test_who_cannot_operate(state: State, clause: str) -> None:
    assert refusal(state, "a", OPERATE) == clause


def test_operating_is_a_simple_action() -> None:
    # necro.core.action-cost.operate-door: one point, as often as there are points: two doors in one activation
    middle = box("d2", 1205, 1000, 1400, 1050, 300, "door")
    first = decide(acting(fighter("a1", (1200, 860)), terrain=(DOOR, middle)), "a", OPERATE)
    second = decide(first.state, "a", OperateDoor(fighter="a1", door="d2"))
    assert second.state.models["a1"].phase[words.POINTS] == 0
    assert refusal(at_door(acts=0), "a", OPERATE) == "necro.core.two-actions"


def test_an_open_door_is_off_the_field() -> None:
    # necro.door.open-removed: no obstacle to a way or a line of sight, no target
    beyond = fighter("b1", (1100, 2000))
    through = Move(fighter="a1", path=((1100, 1250, 0),))
    assert decide(at_door(piece=AJAR), "a", through).state.models["a1"].at == (1100, 1250, 0)
    assert decide(at_door(beyond, piece=AJAR), "a", Shoot(fighter="a1", target="b1", weapon="gun"), [1])
    shot = AttackDoor(fighter="a1", door="d1", weapon="gun")
    assert refusal(at_door(piece=AJAR), "a", shot) == "necro.door.open-removed"
    assert refusal(at_door(piece=AJAR, at=TOUCHING), "a", FORCE) == "necro.door.open-removed"


def test_a_closed_door_is_impassable() -> None:
    # necro.door.closed-impassable: for moving and for lines of sight
    beyond = fighter("b1", (1100, 2000))
    refused = refusal(at_door(), "a", Move(fighter="a1", path=((1100, 1250, 0),)))
    assert refused == "necro.door.closed-impassable"
    shot = Shoot(fighter="a1", target="b1", weapon="gun")
    assert refusal(at_door(beyond), "a", shot) == "necro.door.closed-impassable"


@pytest.mark.parametrize(
    ("wall", "clause"),
    [
        pytest.param(
            box("w", 900, 930, 1300, 960, 600, "wall"), "necro.terrain.impassable-measure", id="behind-a-wall"
        ),
        pytest.param(box("w", 1110, 930, 1300, 960, 600, "wall"), "", id="necro.door.operate.past-a-wall"),
    ],
)
def test_no_inch_is_measured_through_a_wall(wall: Terrain, clause: str) -> None:
    # necro.terrain.impassable-measure
    state = acting(fighter("a1", (1100, 850)), terrain=(DOOR, wall))
    if clause:
        assert refusal(state, "a", OPERATE) == clause
    else:
        assert kind(decide(state, "a", OPERATE).state) == "open door"


# once in a turn


def test_once_in_a_turn() -> None:
    # necro.door.once-per-turn
    opened = decide(at_door(), "a", OPERATE)
    assert refusal(opened.state, "a", OPERATE) == "necro.door.once-per-turn"


def test_once_in_a_group_activation_and_again_in_the_next_turn() -> None:
    # necro.door.once-per-turn: the second of the group cannot close what the first opened; the enemy can
    ready = {words.READY: 1}
    state = position(
        fighter("a1", SOUTH, keywords=("Leader",), round=ready), fighter("a2", (1000, 850), round=ready),
        fighter("b1", (1100, 1200), round=ready), fighter("b2", (3000, 3000), round=ready), terrain=(DOOR,),
    )  # fmt: skip
    state = decide(state, "a", Activate(fighter="a1", group=("a2",))).state
    state = decide(state, "a", OPERATE).state
    state = decide(state, "a", Pass()).state
    assert state.active == "a2"
    assert refusal(state, "a", OperateDoor(fighter="a2", door="d1")) == "necro.door.once-per-turn"
    state = decide(state, "a", Pass()).state
    assert (state.to_act, door.OPERATED in state.game) == ("b", False)
    state = decide(state, "b", Activate(fighter="b1")).state
    assert kind(decide(state, "b", OperateDoor(fighter="b1", door="d1")).state) == "door"


def test_the_last_gang_has_one_turn_for_all_that_are_left() -> None:
    # necro.core.turn: a has nobody ready, so b1 and b2 act in one turn
    ready = {words.READY: 1}
    here = fighter("b1", (1100, 1200), round=ready), fighter("b2", (1000, 1200), round=ready)
    state = position(fighter("a1", (3000, 3000)), *here, terrain=(DOOR,), to_act="b")
    state = decide(state, "b", Activate(fighter="b1")).state
    state = decide(state, "b", OperateDoor(fighter="b1", door="d1")).state
    state = decide(state, "b", Pass()).state
    state = decide(state, "b", Activate(fighter="b2")).state
    assert refusal(state, "b", OperateDoor(fighter="b2", door="d1")) == "necro.door.once-per-turn"


# locks


@pytest.mark.decides("necro.door.unlocked-stays", by="necro.door.locked-no-operate")
@pytest.mark.decides("necro.door.locked-two-ways", by="necro.door.force.success")
def test_a_door_once_unlocked_stays_unlocked() -> None:
    # forced open, closed in the next turn, and then opened again in the usual way
    assert refusal(at_door(at=TOUCHING, game=LOCKED), "a", OPERATE) == "necro.door.locked-no-operate"
    assert kind(decide(at_door(at=TOUCHING, game=LOCKED), "a", FORCE, [5]).state) == "door"
    forced = decide(at_door(at=TOUCHING, game=LOCKED), "a", FORCE, [6]).state
    assert (kind(forced), door.is_locked(forced, "d1")) == ("open door", False)
    later = at_door(piece=AJAR, at=(1100, 900))
    closed = decide(later, "a", OPERATE).state
    assert not door.is_locked(closed, "d1")
    assert kind(decide(at_door(), "a", OPERATE).state) == "open door"


# a door closes on a fighter

CAUGHT = "necro.door.close-on-fighter-test"


def closing(*others: Any, dice: tuple[int, ...] = (), **profile: Any) -> State:
    """The door has closed on b1, who has taken the test with the dice."""
    caught = fighter("b1", profile.pop("at", (1100, 1025)), **profile)
    state = acting(fighter("a1", (1300, 900)), caught, *others, terrain=(AJAR, OTHER), game=OPENED)
    asked = decide(state, "a", OPERATE)
    assert asked.state.pending is not None
    return asked.state if not dice else decide(asked.state, "b", TakeTest(fighter="b1"), dice).state


@pytest.mark.parametrize("side", ["a", "b"])
def test_whoever_stands_in_the_doorway_tests(side: str) -> None:
    # necro.door.close-on-fighter-test: friend or enemy, in the opening and not beside it
    caught = fighter(f"{side}2", (1100, 1097))
    beside = fighter(f"{side}3", (1100, 952)), fighter(f"{side}4", (1250, 1150))
    done = decide(acting(fighter("a1", (1300, 900)), caught, *beside, terrain=(AJAR,), game=OPENED), "a", OPERATE)
    pending = done.state.pending
    assert pending is not None
    assert (pending.clause, pending.side, pending.model) == (CAUGHT, side, f"{side}2")
    (rolled,) = effects_of(decide(done.state, side, TakeTest(fighter=f"{side}2"), [4]), Rolled)
    assert (rolled.rule, rolled.total) == (CAUGHT, 4)


def test_everybody_in_the_doorway_tests_in_turn() -> None:
    # necro.door.close-on-fighter-test
    wide = box("d1", 1000, 1000, 1400, 1050, door.FLAT, "open door")
    caught = fighter("b1", (1080, 1025)), fighter("b2", (1250, 1025))
    state = acting(fighter("a1", (1450, 900)), *caught, terrain=(wide,), game=OPENED)
    state = decide(decide(state, "a", OPERATE).state, "b", TakeTest(fighter="b1"), [4]).state
    state = decide(state, "b", StepAside(fighter="b1", at=(1080, 1110, 0))).state
    assert state.pending is not None
    assert (state.pending.clause, state.pending.model) == (CAUGHT, "b2")
    state = decide(state, "b", TakeTest(fighter="b2"), [4]).state
    state = decide(state, "b", StepAside(fighter="b2", at=(1250, 940, 0))).state
    assert state.pending is None


@pytest.mark.parametrize(
    ("at", "clause"),
    [
        pytest.param((1100, 1225, 0), "", id="necro.door.close-on-fighter-pass.2in"),
        pytest.param(
            (1100, 1226, 0), "necro.door.close-on-fighter-pass", id="necro.door.close-on-fighter-pass.farther"
        ),
        pytest.param(
            (1100, 1090, 0), "necro.door.closed-impassable", id="necro.door.close-on-fighter-pass.still-inside"
        ),
        pytest.param((1100, 950, 0), "", id="necro.door.close-on-fighter-pass.other-side"),
    ],
)
def test_a_success_lets_him_step_aside(at: tuple[int, int, int], clause: str) -> None:
    state = closing(dice=(4,))
    assert state.pending is not None
    assert (state.pending.clause, state.pending.side) == ("necro.door.close-on-fighter-pass", "b")
    if clause:
        assert refusal(state, "b", StepAside(fighter="b1", at=at)) == clause
    else:
        done = decide(state, "b", StepAside(fighter="b1", at=at))
        assert done.state.models["b1"].at == at
        assert done.state.pending is None


def test_nobody_steps_aside_through_a_wall() -> None:
    wall = box("w", 1210, 800, 1230, 1300, 600, "wall")
    state = acting(fighter("a1", (1050, 900)), fighter("b1", (1140, 1025)), terrain=(AJAR, wall), game=OPENED)
    state = decide(decide(state, "a", OPERATE).state, "b", TakeTest(fighter="b1"), [6]).state
    assert refusal(state, "b", StepAside(fighter="b1", at=(1300, 1025, 0))) == ground.IMPASSABLE


@pytest.mark.parametrize(
    ("dice", "wounds", "injuries"),
    [
        # 3 damage: the last of 3 Wounds, and one injury die; with 1 Wound two further points, three dice
        pytest.param((3, 3, 1), 3, 1, id="necro.door.close-on-fighter-damage.w3"),
        pytest.param((3, 3, 3, 3, 1), 1, 3, id="necro.door.close-on-fighter-damage.w1"),
        pytest.param((3, 1), 4, 0, id="necro.door.close-on-fighter-damage.w4"),
    ],
)
def test_a_failure_costs_three_damage_without_a_save(dice: tuple[int, ...], wounds: int, injuries: int) -> None:
    state = closing(W=wounds, Sv=2)
    done = decide(state, "b", TakeTest(fighter="b1"), dice)
    (lost,) = effects_of(done, WoundsSet)
    assert (lost.rule, lost.was - lost.to) == ("necro.door.close-on-fighter-damage", min(3, wounds))
    assert [len(each.faces) for each in effects_of(done, Rolled, "necro.core.injury-die")] == (
        [injuries] if injuries else []
    )
    assert not effects_of(done, Rolled, "necro.core.save")


@pytest.mark.parametrize(
    ("face", "at"),
    [
        # the nearest free place on the side that the die gives
        pytest.param(1, (1100, 1105, 0), id="necro.door.close-on-fighter-side.1"),
        pytest.param(3, (1100, 1105, 0), id="necro.door.close-on-fighter-side.3"),
        pytest.param(4, (1100, 945, 0), id="necro.door.close-on-fighter-side.4"),
        pytest.param(6, (1100, 945, 0), id="necro.door.close-on-fighter-side.6"),
    ],
)
def test_a_survivor_lies_on_a_side_that_a_die_decides(face: int, at: tuple[int, int, int]) -> None:
    done = decide(closing(W=4), "b", TakeTest(fighter="b1"), [1, face])
    (moved,) = effects_of(done, Moved)
    assert (moved.rule, moved.path) == ("necro.door.close-on-fighter-side", (at,))


def test_the_side_of_a_door_that_lies_north_and_south() -> None:
    # necro.door.close-on-fighter-side: west of it is the first side
    upright = box("d1", 1000, 1000, 1050, 1200, door.FLAT, "open door")
    state = acting(fighter("a1", (1025, 1330)), fighter("b1", (1025, 1100), W=4), terrain=(upright,), game=OPENED)
    state = decide(state, "a", OPERATE).state
    assert decide(state, "b", TakeTest(fighter="b1"), [1, 1]).state.models["b1"].at == (945, 1100, 0)
    assert decide(state, "b", TakeTest(fighter="b1"), [1, 6]).state.models["b1"].at == (1105, 1100, 0)


def test_out_of_action_he_is_not_placed() -> None:
    # necro.door.close-on-fighter-side: an injury die of 6
    done = decide(closing(), "b", TakeTest(fighter="b1"), [1, 6, 1, 1])
    assert effects_of(done, Removed)
    assert not effects_of(done, Moved)


def test_without_room_a_success_is_no_help() -> None:
    # necro.door.close-on-fighter-no-room: a cell too narrow on both sides of the door
    walls = (
        box("w1", 600, 600, 990, 1500, 600, "wall"),
        box("w2", 1210, 600, 1600, 1500, 600, "wall"),
        box("w3", 990, 1060, 1210, 1500, 600, "wall"),
        box("w4", 990, 600, 1210, 990, 600, "wall"),
    )
    asked = closing(*(), W=4)
    state = acting(fighter("a1", (1100, 1700)), fighter("b1", (1100, 1025), W=4), terrain=(DOOR, *walls),
                   pending=asked.pending)  # fmt: skip
    state.models["b1"].phase[CAUGHT] = "d1"
    done = decide(state, "b", TakeTest(fighter="b1"), [6, 1])
    (lost,) = effects_of(done, WoundsSet)
    assert (lost.rule, lost.to) == ("necro.door.close-on-fighter-no-room", 1)


# forcing


@pytest.mark.parametrize(
    ("strength", "face", "opens"),
    [
        pytest.param(3, 6, True, id="necro.door.force.9"),
        pytest.param(3, 5, False, id="necro.door.force.8"),
        pytest.param(2, 6, False, id="necro.door.force.fail.no-natural-6"),
        pytest.param(8, 1, True, id="necro.door.force.success.no-natural-1"),
    ],
)
def test_the_total_that_forces_a_door(strength: int, face: int, opens: bool) -> None:
    done = decide(at_door(at=TOUCHING, S=strength, game=LOCKED), "a", FORCE, [face])
    (rolled,) = effects_of(done, Rolled)
    assert (rolled.needed, rolled.modifiers) == (9, (("necro.door.force", strength),))
    assert (kind(done.state) == "open door") == opens
    assert door.is_locked(done.state, "d1") != opens
    assert [each.rule for each in effects_of(done, Noted)] == ([] if opens else ["necro.door.force.fail"])
    assert [each.rule for each in effects_of(done, Unmarked)] == (["necro.door.force.success"] if opens else [])


@pytest.mark.decides("necro.door.force.fail", by="necro.door.force.success")
def test_a_failed_attempt_costs_the_action_and_changes_nothing() -> None:
    tried = decide(at_door(at=TOUCHING, game=LOCKED), "a", FORCE, [5])
    assert tried.state.table == at_door().table
    assert tried.state.game == LOCKED
    assert tried.state.models["a1"].phase[words.POINTS] == 1
    assert kind(decide(at_door(at=TOUCHING, game=LOCKED), "a", FORCE, [6]).state) == "open door"


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        pytest.param(at_door(at=(1100, 945)), "", id="necro.door.force.contact.touching"),
        pytest.param(at_door(at=(1100, 944)), "necro.door.force.contact", id="necro.door.force.contact.apart"),
        pytest.param(
            acting(fighter("a1", TOUCHING, game={words.PINNED: 1}), terrain=(DOOR,)),
            "necro.door.force.contact",
            id="necro.door.force.contact.pinned",
        ),
        pytest.param(
            acting(fighter("a1", TOUCHING), fighter("b1", (1200, 950)), terrain=(DOOR,)),
            "necro.door.force.contact",
            id="necro.door.force.contact.engaged",
        ),
        pytest.param(
            at_door(at=TOUCHING, phase={words.DONE: ("force-door",)}),
            "necro.core.action-types",
            id="necro.core.action-cost.force-door",
        ),
    ],
)
def test_who_can_force_a_door(state: State, clause: str) -> None:
    if clause:
        assert refusal(state, "a", FORCE) == clause
    else:
        assert kind(decide(state, "a", FORCE, [6]).state) == "open door"


HELPER = (1100, 1100)
"""In contact with the door, on its other side."""


@pytest.mark.parametrize(
    ("helper", "help_"),
    [
        pytest.param(fighter("a2", HELPER), 2, id="necro.door.force.helpers.able"),
        pytest.param(fighter("a2", (1100, 1106)), 0, id="necro.door.force.helpers.apart"),
        pytest.param(fighter("b2", HELPER), 0, id="necro.door.force.helpers.enemy"),
        pytest.param(fighter("a2", HELPER, game={words.PINNED: 1}), 0, id="necro.door.force.helpers.pinned"),
        pytest.param(fighter("a2", HELPER, game={words.INJURED: 1}), 0, id="necro.core.able.injured"),
        pytest.param(fighter("a2", HELPER, game={words.BROKEN: 1}), 0, id="necro.core.able.broken"),
        pytest.param(fighter("a2", HELPER, game={words.INSANE: 1}), 0, id="necro.insane.not-able"),
        pytest.param(fighter("a2", HELPER, out=True), 0, id="necro.core.out-of-action"),
    ],
)
@pytest.mark.decides("necro.insane.not-able", by="necro.door.force.helpers")
def test_who_helps(helper: Any, help_: int) -> None:
    """necro.core.able: those who are not do not help."""
    (rolled,) = effects_of(decide(at_door(helper, at=TOUCHING), "a", FORCE, [1]), Rolled)
    assert dict(rolled.modifiers).get("necro.door.force.helpers", 0) == help_


@pytest.mark.decides("necro.insane.not-able", by="necro.door.force.helpers")
@pytest.mark.parametrize("marks", [{}, {words.INSANE: 1}])
def test_the_insane_do_not_help(marks: dict[str, int]) -> None:
    # two helpers: 3 + 2 + 2 and a die of 2 are 9; with one of them insane 7
    others = fighter("a2", (1150, 1100)), fighter("a3", (1050, 1100), game=marks)
    done = decide(at_door(*others, at=TOUCHING), "a", FORCE, [2])
    assert (kind(done.state) == "open door") == (not marks)


def test_a_forced_door_is_not_operated_in_that_turn() -> None:
    # necro.door.force.no-operate
    forced = decide(at_door(at=TOUCHING), "a", FORCE, [6])
    assert refusal(forced.state, "a", OPERATE) == "necro.door.force.no-operate"
    tried = decide(at_door(at=TOUCHING), "a", FORCE, [1])
    assert kind(decide(tried.state, "a", OPERATE).state) == "open door"
    # and one that was closed in this turn is not forced in it
    shut = at_door(at=TOUCHING, game={door.OPERATED: ("d1",)})
    assert refusal(shut, "a", FORCE) == "necro.door.once-per-turn"


@pytest.mark.decides("necro.door.force.locked-purpose", by="necro.door.force.success")
@pytest.mark.parametrize("face", [5, 6])
def test_an_unlocked_door_can_be_forced_too(face: int) -> None:
    done = decide(at_door(at=TOUCHING), "a", FORCE, [face])
    assert (kind(done.state) == "open door") == (face == 6)


# attacking


@pytest.mark.parametrize(
    ("strength", "needed"),
    [
        # Toughness 5
        pytest.param(10, 2, id="necro.door.toughness-wounds.s10"),
        pytest.param(9, 3, id="necro.door.toughness-wounds.s9"),
        pytest.param(6, 3, id="necro.door.toughness-wounds.s6"),
        pytest.param(5, 4, id="necro.door.toughness-wounds.s5"),
        pytest.param(4, 5, id="necro.door.toughness-wounds.s4"),
        pytest.param(3, 5, id="necro.door.toughness-wounds.s3"),
        pytest.param(2, 6, id="necro.door.toughness-wounds.s2"),
    ],
)
def test_a_door_is_hit_automatically_and_wounded_as_toughness_5(strength: int, needed: int) -> None:
    state = at_door(at=(1100, 400), weapons=(gun(S=strength),))
    for face in (needed - 1, needed):
        done = decide(state, "a", AttackDoor(fighter="a1", door="d1", weapon="gun"), [face])
        (rolled,) = effects_of(done, Rolled)
        assert (rolled.rule, rolled.needed, len(rolled.faces)) == ("necro.door.toughness-wounds", needed, 1)
        assert door.numbers(done.state, breach.LOST) == ({"d1": 1} if face == needed else {})
    assert [note.rule for note in effects_of(done, Noted)] == ["necro.door.target-autohit"]


def test_in_close_combat_it_is_hit_as_often_as_he_attacks() -> None:
    # necro.door.target-autohit
    state = at_door(at=TOUCHING, A=3)
    done = decide(state, "a", AttackDoor(fighter="a1", door="d1", weapon="blade"), [5, 4, 6])
    assert door.numbers(done.state, breach.LOST) == {"d1": 2}


@pytest.mark.parametrize(
    ("before", "damage", "gone"),
    [
        pytest.param(0, 3, False, id="necro.door.destroyed.1-left"),
        pytest.param(0, 4, True, id="necro.door.destroyed.0"),
        pytest.param(1, 3, True, id="necro.door.damage-stays"),
        pytest.param(3, 3, True, id="necro.door.destroyed.below-0"),
    ],
)
def test_lost_wounds_stay_lost_until_the_door_is_gone(before: int, damage: int, gone: bool) -> None:
    game = {**LOCKED, **({breach.LOST: (f"d1={before}",)} if before else {})}
    state = at_door(at=(1100, 400), weapons=(gun(D=damage),), game=game)
    done = decide(state, "a", AttackDoor(fighter="a1", door="d1", weapon="gun"), [5])
    (marked,) = effects_of(done, Marked, "necro.door.damage-stays")
    assert marked.value == (f"d1={before + damage}",)
    assert [each.rule for each in effects_of(done, TerrainRemoved)] == (["necro.door.destroyed"] if gone else [])
    assert door.is_locked(done.state, "d1") != gone
    if gone:
        assert refusal(done.state, "a", OPERATE) == "necro.door.open-or-closed"


@pytest.mark.parametrize("piece", [DOOR, AJAR])
def test_opening_and_closing_gives_no_wound_back(piece: Terrain) -> None:
    # necro.door.damage-stays
    done = decide(at_door(piece=piece, game={breach.LOST: ("d1=2",)}), "a", OPERATE)
    assert door.numbers(done.state, breach.LOST) == {"d1": 2}


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        pytest.param(at_door(at=(1100, 200), weapons=(gun(Range=750),)), "", id="necro.door.target-autohit.in-range"),
        pytest.param(
            at_door(at=(1100, 199), weapons=(gun(Range=750),)),
            "necro.door.target-autohit",
            id="necro.door.target-autohit.out-of-range",
        ),
        pytest.param(
            at_door(at=(1100, 400), weapons=(gun(Web=1),)), "necro.door.not-organic", id="necro.door.not-organic"
        ),
        pytest.param(
            at_door(at=(1100, 400), facing=(0, -1)), "necro.core.line-of-sight", id="necro.core.line-of-sight.behind"
        ),
        pytest.param(
            acting(fighter("a1", (1100, 400)), terrain=(DOOR, box("w", 600, 700, 1600, 750, 600, "wall"))),
            "necro.terrain.impassable-los",
            id="necro.core.line-of-sight.wall",
        ),
        pytest.param(
            acting(fighter("a1", (1100, 400), game={words.PINNED: 1}), terrain=(DOOR,)),
            "necro.door.target-autohit",
            id="necro.door.target-autohit.pinned",
        ),
    ],
)
def test_who_can_attack_a_door(state: State, clause: str) -> None:
    attack = AttackDoor(fighter="a1", door="d1", weapon="gun")
    if clause:
        assert refusal(state, "a", attack) == clause
    else:
        assert decide(state, "a", attack, [1]).dice == (1,)


def test_what_is_offered_at_a_door() -> None:
    offered = {option.action: option for option in rules.options(NECRO, at_door(at=TOUCHING, game=LOCKED))}
    assert "operate-door" not in offered
    assert offered["force-door"].targets == ("d1",)
    offered = {option.action: option for option in rules.options(NECRO, at_door())}
    assert (offered["operate-door"].targets, "force-door" in offered) == (("d1",), False)
