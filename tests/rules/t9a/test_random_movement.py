"""Random Movement: by dice, at the end of step 2, whatever comes of it."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Noted, Rolled
from rules.kernel.state import State
from rules.t9a.charge import DeclareCharge
from rules.t9a.manoeuvre import Ahead
from rules.t9a.movement import Advance, March, Reform
from rules.t9a.random_movement import RandomMove
from rules.t9a.special.ambush import AmbushRoll
from rules.t9a.turn import Pass
from tests.rules.t9a.parade import (
    DOWN,
    LEFT,
    UP,
    Group,
    decide,
    effects_of,
    foes,
    ground,
    overlapping,
    piece,
    refusal,
    regiment,
    stands,
    wanted,
)  # fmt: skip

RULE = "t9a.core.random-movement"
HAS: dict[str, Any] = {RULE: "2D6"}
SPACING = "t9a.core.unit-spacing"


def field(*groups: Group, terrain: Any = (), **of_unit: Any) -> State:
    return ground(regiment("a1", **{"has": HAS, **of_unit}), foes("b9", (6000, 4700)), *groups, step="compulsory",
                  terrain=terrain)  # fmt: skip


def move(state: State, facing: Any = UP, dice: tuple[int, ...] = (3, 4)) -> rules.Decided:
    return decide(state, "a", RandomMove(unit="a1", facing=facing), dice)


def test_a_unit_goes_as_far_as_its_dice_say() -> None:
    # t9a.core.random-movement: 3 + 4 inches, straight ahead
    done = move(field())
    assert effects_of(done, Rolled, RULE)[0].total == 7
    assert stands(done.state, "a1").at == (1000, 1700)


@pytest.mark.parametrize(("dice", "count"), [("3D6", 3), ("2D6", 2), ("D6", 1)])
def test_the_dice_are_its_own(dice: str, count: int) -> None:
    # t9a.core.random-movement
    assert wanted(field(has={RULE: dice}), "a", RandomMove(unit="a1", facing=UP)) == (count, RULE)


def test_it_turns_about_its_centre_first() -> None:
    # t9a.core.random-movement
    done = move(field(), LEFT)
    assert stands(done.state, "a1").facing[0] < 0
    assert refusal(field(), "a", RandomMove(unit="a1", facing=(0, 0)), (1, 1)) == RULE
    house = piece("House", 1000, 1110, 1394, 1200, "building")
    assert refusal(field(terrain=(house,)), "a", RandomMove(unit="a1", facing=LEFT), (1, 1)) == SPACING
    assert move(field(terrain=(house,)), UP).effects


def test_it_has_to_move_before_the_step_ends() -> None:
    # t9a.core.random-movement: and only once
    state = field(regiment("a9", (6000, 400)))
    assert refusal(state, "a", Pass()) == RULE
    done = move(state).state
    assert done.step == "moving"
    assert refusal(state, "a", RandomMove(unit="a9", facing=UP), (1, 1)) == RULE
    late = ground(regiment("a1", has=HAS), foes("b9", (6000, 4700)), step="moving")
    assert refusal(late, "a", RandomMove(unit="a1", facing=UP), (1, 1)) == "t9a.core.player-turn"


def test_it_makes_no_other_move() -> None:
    # t9a.core.random-movement: in place of normal moves, and of declared charges
    state = ground(regiment("a1", has=HAS), foes("b9", (6000, 4700)))
    for action in (Advance(unit="a1", way=(Ahead(100),)), March(unit="a1", way=()), Reform(unit="a1", facing=DOWN)):
        assert refusal(state, "a", action) == RULE
    charge = ground(regiment("a1", has=HAS), foes("b1"), phase="charge", step="declare")
    assert refusal(charge, "a", DeclareCharge(unit="a1", target="b1")) == RULE


@pytest.mark.parametrize("marks", [{"game": {"t9a.core.fleeing": "panic"}}, {"turn": {"t9a.core.movement-sequence":
                                   "rallied"}}])  # fmt: skip
def test_who_does_not_move_by_dice(marks: dict[str, Any]) -> None:
    # t9a.core.random-movement
    assert refusal(field(**marks), "a", RandomMove(unit="a1", facing=UP)) in next(iter(marks.values()))
    engaged = field(foes("b1", (1394, 1000)))
    assert refusal(engaged, "a", RandomMove(unit="a1", facing=UP)) == RULE
    assert not [o for o in rules.options(rules.load("t9a"), engaged) if o.action == "random-move"]


@pytest.mark.parametrize("what", ["friend", "house", "edge"])
def test_it_stops_at_what_is_in_the_way(what: str) -> None:
    # t9a.core.random-movement, t9a.core.unit-spacing
    house = piece("House", 900, 1450, 1500, 1600, "building")
    state = {
        "friend": lambda: field(regiment("a2", (1000, 1607), facing=UP)),
        "house": lambda: field(terrain=(house,)),
        "edge": lambda: ground(regiment("a1", (1000, 4450), has=HAS), foes("b9", (6000, 1000)), step="compulsory"),
    }[what]()
    at = stands(move(state, UP, (5, 6)).state, "a1").at
    assert at == ((1000, 4800) if what == "edge" else (1000, 1340))


def test_it_charges_an_enemy_that_it_reaches() -> None:
    # t9a.core.random-movement: 5" away, and 7" by dice
    done = move(field(foes("b1", (1394, 1500))), UP, (3, 4))
    assert [e.target for e in effects_of(done, Noted, RULE)] == ["b1"]
    assert stands(done.state, "a1").at == (1000, 1500)
    assert done.state.units["a1"].turn["t9a.core.charge-range"] == "b1"
    assert overlapping(done.state) == []
    short = move(field(foes("b1", (1394, 1750))), UP, (3, 4))
    assert stands(short.state, "a1").at == (1000, 1640)


def test_it_catches_those_who_flee() -> None:
    # t9a.core.caught
    state = field(foes("b1", (1394, 1500), game={"t9a.core.fleeing": "panic"}))
    assert move(state).state.units["b1"].formation is None


def test_ambushers_come_after_them() -> None:
    # t9a.ambush.roll-timing
    hidden = regiment("a2", None, has={"t9a.ambush": 1}, game={"t9a.ambush.off-table-status": "ambush"})
    assert refusal(field(hidden), "a", AmbushRoll(), (1,)) == "t9a.ambush.roll-timing"
    done = move(field(hidden))
    assert decide(done.state, "a", AmbushRoll(), (1,)).effects
