"""Advance, March and Reform: how far, past what, and where they may end; Dangerous Terrain on the way."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel import regiment as kernel
from rules.kernel.effects import Formed, Marked, Rolled, WoundsSet
from rules.kernel.state import Decision, State
from rules.t9a.charge import ChargeMove, DeclareCharge
from rules.t9a.discipline import TakeTest
from rules.t9a.flight import Flee
from rules.t9a.manoeuvre import Ahead, Aside, Back, Redress, Step, Wheel
from rules.t9a.movement import Advance, March, Reform
from rules.t9a.shooting import Shoot
from tests.rules.t9a.parade import (
    DOWN,
    RIGHT,
    UP,
    Group,
    asked,
    bow,
    decide,
    effects_of,
    faces,
    foes,
    ground,
    piece,
    refusal,
    regiment,
    result,
    stands,
    wanted,
)  # fmt: skip

ADVANCE, MARCH, REFORM = "t9a.core.advance-move", "t9a.core.march-move", "t9a.core.reform"
SPACING, TYPES, DANGER = "t9a.core.unit-spacing", "t9a.core.terrain-types", "t9a.core.dangerous-terrain"
FAR = foes("b1", (5000, 4700))


def field(*groups: Group, **more: Any) -> State:
    return ground(*groups, FAR, **more)


def moved(state: State, *way: Step, kind: type[Advance | March] = Advance, dice: tuple[int, ...] = ()) -> Any:
    return decide(state, "a", kind(unit="a1", way=way), dice)


def barred(state: State, *way: Step, kind: type[Advance | March] = Advance) -> str:
    return refusal(state, "a", kind(unit="a1", way=way))


def manner(done: rules.Decided) -> str:
    """How a unit has moved in a step."""
    return str(effects_of(done, Marked, "t9a.core.movement-sequence")[0].value)


# how far


@pytest.mark.parametrize(
    ("way", "at"),
    [
        ((Ahead(400),), (1000, 1400)),
        ((Back(200),), (1000, 800)),
        ((Aside("right", 200),), (1200, 1000)),
        ((Aside("left", 200),), (800, 1000)),
        ((Ahead(100), Ahead(300)), (1000, 1400)),
        ((), (1000, 1000)),
    ],
)
def test_an_advance(way: tuple[Step, ...], at: tuple[int, int]) -> None:
    # t9a.core.advance-move: the Advance Rate forwards, or half of it backwards or sideways
    done = moved(field(regiment("a1")), *way)
    assert [e.rule for e in effects_of(done, Formed)] == [ADVANCE]
    assert (stands(done.state, "a1").at, stands(done.state, "a1").facing) == (at, UP)
    assert done.state.models["a1.1"].at == (at[0] + 39, at[1] - 39, 0)


@pytest.mark.parametrize(
    "way",
    [(Ahead(401),), (Back(201),), (Aside("left", 201),), (Ahead(200), Wheel("left", 201)), (Ahead(100), Back(100))],
)
def test_an_advance_too_far_or_both_ways(way: tuple[Step, ...]) -> None:
    # t9a.core.advance-move
    with pytest.raises(rules.IllegalAction) as refused:
        moved(field(regiment("a1")), *way)
    assert refused.value.clause == ADVANCE
    assert "is the most" in str(refused.value) or "not both" in str(refused.value)


def test_a_wheel_costs_what_its_outer_corner_walks() -> None:
    # t9a.core.advance-move: the left corner stays, the right one goes up on an arc of 4" about it
    done = moved(field(regiment("a1")), Wheel("left", 400))
    after = kernel.boundary(stands(done.state, "a1"))
    assert after[2] == (1000, 1000)
    assert after[1][1] > 1300  # a front of 3.94" turned by 400 / 394 of a radian
    assert stands(done.state, "a1").facing[0] < 0


def test_the_slowest_model_sets_the_pace() -> None:
    # t9a.core.advance-move
    assert barred(field(regiment("a1", special={4: {"Adv": 300}})), Ahead(301)) == ADVANCE
    assert moved(field(regiment("a1", special={4: {"Adv": 300}})), Ahead(300))


def test_a_march() -> None:
    # t9a.core.march-move: the March Rate, only forwards
    state = field(regiment("a1"))
    done = moved(state, Ahead(600), Wheel("right", 200), kind=March)
    assert manner(done) == "march"
    for way in ((Ahead(801),), (Back(1),), (Aside("left", 1),), (Ahead(700), Wheel("left", 101))):
        assert barred(state, *way, kind=March) == MARCH


@pytest.mark.parametrize(("gap", "tests"), [(800, True), (801, False)])
def test_enemies_within_8_inches_are_braved_before_a_march(gap: int, tests: bool) -> None:
    # t9a.core.march-move: from front to front
    state = ground(regiment("a1"), foes("b1", (1394, 1000 + gap)))
    done = moved(state, Ahead(100), kind=March)
    assert (asked(done)[0] == MARCH) is tests
    if tests:
        passed = decide(done.state, "a", TakeTest(unit="a1"), [3, 4])
        assert manner(moved(passed.state, Ahead(100), kind=March)) == "march"
        failed = decide(done.state, "a", TakeTest(unit="a1"), [4, 4])
        assert result(failed)[1:] == (7, "failed")
        assert barred(failed.state, Ahead(100), kind=March) == MARCH
        assert moved(failed.state, Ahead(100))


def test_fleeing_enemies_need_no_bravery() -> None:
    # t9a.core.march-move
    state = ground(regiment("a1"), foes("b1", (1394, 1500), game={"t9a.core.fleeing": "panic"}))
    assert manner(moved(state, Ahead(100), kind=March)) == "march"


@pytest.mark.parametrize(("kind", "clause"), [(March, MARCH), (Reform, REFORM), (Advance, "")])
def test_what_a_unit_may_not_shoot_after(kind: Any, clause: str) -> None:
    # t9a.core.march-move, t9a.core.reform
    state = field(regiment("a1", weapons=(bow(),)), foes("b2", (1394, 3000)))
    action = Reform(unit="a1", facing=UP) if kind is Reform else kind(unit="a1", way=(Ahead(50),))
    after = decide(state, "a", action).state.copied()
    after.phase, after.step, after.pending, after.turn, after.to_act = "shooting", "shoot", None, "a", "a"
    after.units["a1"].turn.setdefault("t9a.core.movement-sequence", {March: "march", Reform: "reform"}.get(kind, ""))
    shoot = Shoot(unit="a1", target="b2")
    assert (refusal(after, "a", shoot) if clause else "") == clause
    assert clause or wanted(after, "a", shoot)[1] == "t9a.core.aim"


# reform


def test_a_reform_turns_a_unit_about_its_centre() -> None:
    # t9a.core.reform: 10 models of 5 files become 2 files of 5, facing right
    state = field(regiment("a1"))
    done = decide(state, "a", Reform(unit="a1", facing=RIGHT, files=2))
    before, after = stands(state, "a1"), stands(done.state, "a1")
    assert (after.facing, after.files, kernel.ranks(after)) == (RIGHT, 2, 5)
    assert kernel.centre(after) == kernel.centre(before)
    assert refusal(state, "a", Reform(unit="a1", facing=(0, 0))) == REFORM
    assert refusal(state, "a", Reform(unit="a1", facing=UP, files=11)) == REFORM
    assert decide(state, "a", Reform(unit="a1", facing=UP, files=10)).effects


@pytest.mark.parametrize(("files", "fits"), [(20, False), (10, True)])
def test_no_model_goes_farther_than_its_march_rate_in_a_reform(files: int, fits: bool) -> None:
    # t9a.core.reform: 20 files are 15.75" wide; from a column of one the farthest model goes some 10.9"
    state = field(regiment("a1", (3000, 3000), 20, files=1))
    if fits:
        assert decide(state, "a", Reform(unit="a1", facing=RIGHT, files=files)).effects
    else:
        with pytest.raises(rules.IllegalAction) as refused:
            decide(state, "a", Reform(unit="a1", facing=UP, files=files))
        assert (refused.value.clause, refused.value.facts["limit"]) == (REFORM, '8"')


# what else forbids a move


@pytest.mark.parametrize(
    ("marks", "clause"),
    [
        ({"game": {"t9a.core.fleeing": "panic"}}, "t9a.core.fleeing"),
        ({"turn": {"t9a.core.shaken": 1}}, "t9a.core.shaken"),
        ({"phase": {"t9a.core.shaken": 1}}, "t9a.core.shaken"),
        ({"turn": {"t9a.core.movement-sequence": "charge"}}, "t9a.core.movement-sequence"),
    ],
)
def test_who_may_not_move(marks: dict[str, Any], clause: str) -> None:
    # t9a.core.fleeing, t9a.core.shaken, t9a.core.movement-sequence: once in a turn
    state = field(regiment("a1", **marks))
    assert barred(state, Ahead(100)) == barred(state, Ahead(100), kind=March) == clause
    assert refusal(state, "a", Reform(unit="a1", facing=DOWN)) == clause
    offered = {o.action for o in rules.options(rules.load("t9a"), state) if o.model == "a1"}
    assert not offered & {"advance", "march", "reform"}


def test_a_unit_in_combat_stays() -> None:
    # t9a.core.advance-move and its neighbours
    state = ground(regiment("a1"), foes("b1", (1394, 1000)))
    assert barred(state, Back(100)) == ADVANCE
    assert barred(state, Ahead(100), kind=March) == MARCH
    assert refusal(state, "a", Reform(unit="a1", facing=DOWN)) == REFORM


# spacing


@pytest.mark.parametrize(("gap", "allowed"), [(100, False), (101, True)])
@pytest.mark.parametrize("what", ["friend", "enemy", "house"])
def test_a_move_ends_more_than_an_inch_from_everything(gap: int, allowed: bool, what: str) -> None:
    # t9a.core.unit-spacing: 1" is too near
    other = {
        "friend": field(regiment("a1"), foes("a2", (1394, 1400 + gap))),
        "enemy": field(regiment("a1"), foes("b2", (1394, 1400 + gap))),
        "house": field(regiment("a1"), terrain=(piece("House", 900, 1400 + gap, 1500, 2000, "building"),)),
    }[what]
    if allowed:
        assert moved(other, Ahead(400))
    else:
        with pytest.raises(rules.IllegalAction) as refused:
            moved(other, Ahead(400))
        assert (refused.value.clause, refused.value.facts["gap"]) == (SPACING, '1"')


@pytest.mark.parametrize(("gap", "allowed"), [(49, False), (50, True)])
@pytest.mark.parametrize("what", ["friend", "house"])
def test_a_move_passes_everything_at_half_an_inch(gap: int, allowed: bool, what: str) -> None:
    # t9a.core.unit-spacing: 8" past something on the right that is 2" deep
    left = 1394 + gap
    other = {
        "friend": field(regiment("a1"), regiment("a2", (left, 1400))),
        "house": field(regiment("a1"), terrain=(piece("House", left, 1200, left + 300, 1400, "building"),)),
    }[what]
    if allowed:
        assert moved(other, Ahead(800), kind=March)
    else:
        assert barred(other, Ahead(800), kind=March) == SPACING


def test_a_unit_that_stood_nearer_may_move_away() -> None:
    # t9a.core.unit-spacing: 0.3" beside a friend after a combat; away, but not through it, nor to stay as near
    state = field(regiment("a1"), regiment("a2", (1424, 1000)))
    assert moved(state, Aside("left", 200))
    assert barred(state, Aside("right", 200)) == SPACING
    assert barred(state, Ahead(20)) == SPACING
    assert moved(state)  # an Advance of 0 inches leaves everything as it is


def test_nobody_leaves_the_table() -> None:
    # t9a.core.unit-spacing: exactly to the edge is allowed
    assert moved(field(regiment("a1", (1000, 4400))), Ahead(400))
    assert barred(field(regiment("a1", (1000, 4401))), Ahead(400)) == SPACING


@pytest.mark.parametrize(
    ("kind", "clause"), [("building", SPACING), ("impassable", SPACING), ("field", ""), ("hill", ""), ("forest", "")]
)
def test_only_impassable_terrain_stops(kind: str, clause: str) -> None:
    # t9a.core.terrain-types
    state = field(regiment("a1"), terrain=(piece("thing", 1100, 1100, 1300, 1200, kind),))
    assert (barred(state, Ahead(400)) if clause else "") == clause
    if not clause:
        assert moved(state, Ahead(400))


# Ghost Step


GHOST = {"t9a.ghost-step": 1}
HOUSE = piece("House", 1100, 1050, 1300, 1150, "building")


def test_ghosts_go_through_everything() -> None:
    # t9a.ghost-step.open-terrain: a house on the way, no tests in a pond
    state = field(regiment("a1", has=GHOST), terrain=(HOUSE, piece("Pond", 900, 1350, 1500, 1450, "water")))
    done = moved(state, Ahead(800), kind=March)
    assert not effects_of(done, Rolled)
    assert barred(field(regiment("a1"), terrain=(HOUSE,)), Ahead(800), kind=March) == SPACING


@pytest.mark.parametrize(("length", "clause"), [(400, "t9a.ghost-step.spacing"), (407, "t9a.ghost-step.spacing"),
                                                (408, "")])  # fmt: skip
def test_ghosts_do_not_end_in_a_wall(length: int, clause: str) -> None:
    # t9a.ghost-step.spacing: two ranks are 1.57" deep, and the house ends at 1150: 1000 + 408 - 157 - 1150 = 101
    state = field(regiment("a1", has=GHOST), terrain=(HOUSE,))
    assert (barred(state, Ahead(length), kind=March) if clause else "") == clause
    if not clause:
        assert moved(state, Ahead(length), kind=March)


def test_ghosts_respect_units() -> None:
    # t9a.ghost-step.open-terrain: terrain, and not units; .spacing at the end
    assert barred(field(regiment("a1", has=GHOST), foes("a2", (1394, 1450))), Ahead(800), kind=March) == SPACING
    assert barred(field(regiment("a1", has=GHOST), foes("a2", (1394, 1500))), Ahead(400)) == "t9a.ghost-step.spacing"


def test_all_models_have_to_be_ghosts() -> None:
    # t9a.ghost-step.open-terrain
    state = field(regiment("a1", has=GHOST, special={3: {"has": {}}}), terrain=(HOUSE,))
    assert barred(state, Ahead(800), kind=March) == SPACING


# Dangerous Terrain


POND = piece("Pond", 900, 1200, 1500, 1300, "water")


def crossing(*, kind: type[Advance | March] = March, terrain: Any = (POND,), **of_unit: Any) -> State:
    return field(regiment("a1", count=2, files=2, **of_unit), terrain=terrain)


@pytest.mark.parametrize(
    ("keywords", "dice"), [(("Standard",), 1), (("Large",), 2), (("Gigantic",), 3), (("Standard", "Cavalry"), 1)]
)
def test_dice_by_height(keywords: tuple[str, ...], dice: int) -> None:
    # t9a.core.dangerous-terrain: for each model that touches the pond
    done = moved(crossing(keywords=keywords), Ahead(600), kind=March, dice=(6,) * 2 * dice)
    assert faces(done, DANGER) == [dice, dice]
    assert not effects_of(done, WoundsSet)


@pytest.mark.decides("t9a.chariot.dangerous-terrain-die", by=DANGER)
@pytest.mark.parametrize(("has", "dice"), [({"t9a.chariot": 1}, 3), ({}, 2)])
def test_a_chariot_rolls_one_die_more(has: dict[str, int], dice: int) -> None:
    # t9a.chariot.dangerous-terrain-die: every die is checked by itself
    state = crossing(has=has, keywords=("Large", "Construct"), HP=4)
    done = moved(state, Ahead(600), kind=March, dice=(1,) * dice + (6,) * dice)
    assert faces(done, DANGER) == [dice, dice]
    assert [(e.was, e.to) for e in effects_of(done, WoundsSet)] == [(4, 4 - dice)]


@pytest.mark.parametrize(("face", "lost"), [(1, 1), (2, 0)])
def test_a_die_of_1_is_a_hit_that_wounds(face: int, lost: int) -> None:
    # t9a.core.dangerous-terrain: no armour saves from Armour Penetration 10
    done = moved(crossing(Arm=6), Ahead(600), kind=March, dice=(face, 6))
    assert sum(e.was - e.to for e in effects_of(done, WoundsSet, DANGER)) == lost
    assert [e.rule for e in effects_of(done, Rolled)] == [DANGER, DANGER]


@pytest.mark.parametrize(("save", "alive"), [(4, True), (3, False)])
def test_an_aegis_saves(save: int, alive: bool) -> None:
    # t9a.core.dangerous-terrain
    done = moved(crossing(Aegis=4), Ahead(600), kind=March, dice=(1, save, 6))
    assert done.state.models["a1.1"].out is not alive


def test_the_last_model_may_drown() -> None:
    # t9a.core.dangerous-terrain: the unit is gone, and friends see it
    state = field(regiment("a1", count=1), regiment("a2", (1500, 1400)), terrain=(POND,))
    done = moved(state, Ahead(600), kind=March, dice=(1,))
    assert done.state.units["a1"].formation is None
    assert asked(done) == ("t9a.core.panic.fail", "a", "a2")


@pytest.mark.parametrize(("kind", "dice"), [(Advance, 0), (March, 2)])
def test_which_moves_are_dangerous(kind: type[Advance | March], dice: int) -> None:
    # t9a.core.dangerous-terrain: a March, not an Advance; charges and flight below
    done = moved(crossing(), Ahead(400), kind=kind, dice=(6,) * dice)
    assert len(faces(done, DANGER)) == dice


@pytest.mark.parametrize(("roll", "tests"), [([6, 6], 2), ([2, 3], 2), ([1, 1], 0)])
def test_charges_are_dangerous(roll: list[int], tests: int) -> None:
    # t9a.core.dangerous-terrain: 9" away, rate 4": 12 arrives; 5 fails and goes 3" ahead, into the pond; 1" is short
    state = ground(regiment("a1", count=2, files=2), foes("b1", (1394, 1900)), phase="charge", step="declare",
                   terrain=(POND,))  # fmt: skip
    declared = decide(state, "a", DeclareCharge(unit="a1", target="b1")).state
    declared.pending = None
    declared.step = "move"
    done = decide(declared, "a", ChargeMove(unit="a1"), [*roll, *[6] * tests])
    assert len(faces(done, DANGER)) == tests


def test_flight_is_dangerous() -> None:
    # t9a.core.dangerous-terrain
    asks = Decision("t9a.core.flee-distance", "a", "a1", about={"x": 0, "y": 1000})
    state = field(regiment("a1", count=2, files=2, game={"t9a.core.fleeing": "panic"}), terrain=(POND,), pending=asks)
    done = decide(state, "a", Flee(unit="a1"), [3, 3, 6, 6])
    assert faces(done, DANGER) == [1, 1]


def test_one_test_for_each_piece() -> None:
    # t9a.core.dangerous-terrain: at most one test per feature per move
    brook = piece("Brook", 900, 1400, 1500, 1450, "water")
    done = moved(crossing(terrain=(POND, brook)), Ahead(700), kind=March, dice=(6,) * 4)
    assert [e.target for e in effects_of(done, Rolled)] == ["Pond", "Pond", "Brook", "Brook"]


def test_a_reform_on_the_way_is_for_light_troops() -> None:
    # t9a.core.reform
    assert barred(field(regiment("a1")), Redress(DOWN)) == REFORM
