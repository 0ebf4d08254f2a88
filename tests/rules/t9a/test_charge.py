"""Charges: who may declare one, how they are answered, how far they go, and what is in the way."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel import regiment as kernel
from rules.kernel.effects import Measured, Noted, Rolled
from rules.kernel.state import State
from rules.t9a.charge import ChargeMove, DeclareCharge, React
from rules.t9a.flight import Flee
from rules.t9a.turn import Pass
from tests.rules.t9a.parade import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Group,
    asked,
    bow,
    decide,
    effects_of,
    foes,
    ground,
    overlapping,
    piece,
    refusal,
    regiment,
    stands,
    then,
    wanted,
)  # fmt: skip

DECLARE, REACTIONS, RANGE = "t9a.core.charge-declare", "t9a.core.charge-reactions", "t9a.core.charge-range"
FAILED, FLEEING, SHAKEN = "t9a.core.charge-failed", "t9a.core.fleeing", "t9a.core.shaken"
FLED = {FLEEING: "panic"}


def field(*groups: Group, **more: Any) -> State:
    return ground(*groups, **{"phase": "charge", "step": "declare", **more})


def declare(state: State, target: str = "b1", unit: str = "a1") -> rules.Decided:
    return decide(state, "a", DeclareCharge(unit=unit, target=target))


def barred(state: State, target: str = "b1", unit: str = "a1") -> str:
    return refusal(state, "a", DeclareCharge(unit=unit, target=target))


def answered(state: State, reaction: Any = "hold", dice: tuple[int, ...] = ()) -> State:
    """a1 has declared a charge on b1, who reacts; nobody else declares one."""
    after = then(declare(state).state, ("b", React(unit="b1", reaction=reaction), ()))
    if reaction == "flee":
        after = decide(after, "b", Flee(unit="b1"), dice).state
    return decide(after, "a", Pass()).state if after.step == "declare" else after


def charge(state: State, dice: list[int]) -> rules.Decided:
    return decide(state, "a", ChargeMove(unit="a1"), dice)


# declaring


@pytest.mark.parametrize(("gap", "allowed"), [(1600, True), (1601, False)])
def test_a_charge_is_declared_within_the_possible_range(gap: int, allowed: bool) -> None:
    # t9a.core.charge-declare: 4" and at most 12" by dice
    state = field(regiment("a1"), foes("b1", (1394, 1000 + gap)))
    if allowed:
        assert asked(declare(state)) == (REACTIONS, "b", "b1")
    else:
        with pytest.raises(rules.IllegalAction) as refused:
            declare(state)
        assert (refused.value.clause, refused.value.facts["most"]) == (DECLARE, '16"')


@pytest.mark.parametrize(
    ("at", "facing", "allowed"),
    [
        ((1394, 2000), UP, True),
        ((1394, 2000), LEFT, False),
        ((1394, 2000), DOWN, False),
        ((3000, 2400), UP, True),  # 2606 - 1394 = 1212 to the side and 1400 ahead: within 45 degrees
        ((3200, 1800), UP, False),  # 1412 to the side of the corner and 957 ahead at most
    ],
)
def test_only_enemies_in_the_front_arc_are_charged(at: Any, facing: Any, allowed: bool) -> None:
    # t9a.core.charge-declare
    state = field(regiment("a1", facing=facing, Adv=1200), foes("b1", at))
    if allowed:
        assert asked(declare(state))[0] == REACTIONS
    else:
        with pytest.raises(rules.IllegalAction, match="front arc") as refused:
            declare(state)
        assert refused.value.clause == DECLARE


@pytest.mark.parametrize(("screen", "allowed"), [("hill", False), ("field", True), ("large", False), ("short", True)])
def test_only_enemies_in_sight_are_charged(screen: str, allowed: bool) -> None:
    # t9a.core.charge-declare: a hill is opaque, and so is a unit that is as tall as the taller of both
    hill = piece("thing", 200, 1400, 2400, 1500, screen)
    tall: dict[str, Any] = {"keywords": ("Large", "Infantry")} if screen == "short" else {}
    wide = regiment("a2", (200, 1500), 26, files=26)
    groups = [regiment("a1", **tall), foes("b1", (1394, 2000))]
    state = field(*groups, terrain=(hill,)) if screen in ("hill", "field") else field(*groups, wide)
    if allowed and screen == "field":
        assert asked(declare(state))[0] == REACTIONS
    else:
        with pytest.raises(rules.IllegalAction) as refused:
            declare(state)
        assert refused.value.clause == DECLARE
        assert ("out of sight" in str(refused.value)) is (screen != "short")  # over short ones it sees, and cannot pass


@pytest.mark.parametrize(
    ("marks", "clause"),
    [({"game": FLED}, FLEEING), ({"turn": {SHAKEN: 1}}, SHAKEN), ({"turn": {DECLARE: "b9"}}, DECLARE)],
)
def test_who_may_not_declare_a_charge(marks: Any, clause: str) -> None:
    # t9a.core.fleeing, t9a.core.shaken; t9a.core.charge-declare: one in a turn
    state = field(regiment("a1", **marks), foes("b1"), regiment("a9", (4000, 1000)), foes("b9", (4394, 1800)))
    assert barred(state) == clause
    assert "a1" not in {o.model for o in rules.options(rules.load("t9a"), state)}


def test_a_unit_in_combat_declares_no_charge() -> None:
    # t9a.core.charge-declare
    assert barred(field(regiment("a1"), foes("b1"), foes("b2", (1394, 1000)))) == DECLARE


def test_charges_belong_to_their_step_and_side() -> None:
    state = field(regiment("a1"), foes("b1"))
    assert refusal(state, "b", DeclareCharge(unit="b1", target="a1")) == "t9a.core.player-turn"
    assert barred(ground(regiment("a1"), foes("b1"))) == "t9a.core.player-turn"
    assert barred(state, "a1") == "t9a.core.player-turn"


def test_there_has_to_be_a_way() -> None:
    # t9a.core.charge-declare: friends in front of the whole enemy
    assert barred(field(regiment("a1"), foes("b1"), regiment("a2", (600, 1500), 3, files=3),
                        regiment("a3", (850, 1700), 9, files=9))) == DECLARE  # fmt: skip


# reactions


def reactions(state: State) -> set[str]:
    """What b1 may do against the charge of a1."""
    (option,) = rules.options(rules.load("t9a"), declare(state).state)
    return set(option.targets)


@pytest.mark.parametrize(
    ("of_target", "expected"),
    [
        ({}, {"hold", "flee"}),
        ({"weapons": (bow(),)}, {"hold", "flee", "stand-and-shoot"}),
        ({"weapons": (bow(),), "turn": {SHAKEN: 1}}, {"hold", "flee"}),
        ({"weapons": (bow(),), "game": FLED}, {"flee"}),
    ],
)
def test_reactions(of_target: dict[str, Any], expected: set[str]) -> None:
    # t9a.core.charge-reactions, t9a.core.shaken, t9a.core.fleeing
    state = field(regiment("a1"), foes("b1", **of_target))
    assert reactions(state) == expected
    pending = declare(state).state
    every: tuple[Any, ...] = ("hold", "flee", "stand-and-shoot")
    for reaction in [each for each in every if each not in expected]:
        clause = refusal(pending, "b", React(unit="b1", reaction=reaction))
        assert clause in (REACTIONS, SHAKEN, "t9a.core.aim")


def test_who_is_engaged_holds() -> None:
    # t9a.core.charge-reactions
    state = field(regiment("a1"), foes("b1", (1394, 2000), weapons=(bow(),)), regiment("a2", (1800, 2000)))
    state.units["a2"].formation = kernel.forward(stands(state, "a2"), 0)
    fighting = field(regiment("a1"), foes("b1", (1394, 2000), weapons=(bow(),)),
                     regiment("a2", (1394, 2100), facing=LEFT))  # fmt: skip
    assert reactions(fighting) == {"hold"}
    pending = declare(fighting).state
    assert refusal(pending, "b", React(unit="b1", reaction="flee")) == REACTIONS
    assert refusal(pending, "a", React(unit="b1", reaction="hold")) == REACTIONS


# range


@pytest.mark.parametrize(("dice", "arrives"), [([4, 4], True), ([4, 3], False)])
def test_a_charge_arrives_if_it_covers_the_distance(dice: list[int], arrives: bool) -> None:
    # t9a.core.charge-range: 12" away, 4 + 8 and 4 + 7
    done = charge(answered(field(regiment("a1"), foes("b1", (1394, 2200)))), dice)
    assert effects_of(done, Measured, RANGE)[0].value == 1200
    assert next(e.value for e in effects_of(done, Noted, RANGE)) == 400 + 100 * sum(dice)
    assert stands(done.state, "a1").at == ((1000, 2200) if arrives else (1000, 1400))
    assert (done.state.units["a1"].turn.get(RANGE) == "b1") is arrives


@pytest.mark.parametrize(("has", "count"), [({"t9a.core.swiftstride": 1}, 3), ({}, 2)])
def test_swiftstride_maximises_charges(has: Any, count: int) -> None:
    # t9a.core.swiftstride, t9a.core.charge-range
    state = answered(field(regiment("a1", has=has), foes("b1", (1394, 2200))))
    assert wanted(state, "a", ChargeMove(unit="a1")) == (count, RANGE)
    assert (stands(charge(state, [3, 4, 4][:count]).state, "a1").at[1] == 2200) is (count == 3)


def test_a_charge_closes_on_the_side_it_stands_before() -> None:
    # t9a.core.charge-range: in the flank; flush with it, and on nobody
    state = answered(field(regiment("a1", (1000, 1000), facing=RIGHT), foes("b1", (2394, 1100))))
    done = charge(state, [5, 5])
    (x, _), facing = stands(done.state, "a1").at, stands(done.state, "a1").facing
    assert facing[0] > 0
    assert facing[1] == 0
    assert abs(x - 2000) <= 1
    assert overlapping(done.state) == []
    assert kernel.contact(kernel.boundary(stands(done.state, "a1")), kernel.boundary(stands(done.state, "b1")))


def test_a_charge_may_end_near_others() -> None:
    # t9a.core.unit-spacing: charges are exempt; 0.5" beside a friend in the same combat
    state = answered(field(regiment("a1"), foes("b1", (1394, 1800)), regiment("a2", (1838, 1650), facing=DOWN)))
    assert stands(charge(state, [4, 4]).state, "a1").at == (1000, 1800)


def test_two_units_charge_the_same_enemy() -> None:
    # t9a.core.charge-range: the second takes what room is left on its front
    state = field(regiment("a1"), regiment("a2", (1500, 1000)), foes("b1", (1788, 1800), 20, files=10))
    hold = ("b", React(unit="b1", reaction="hold"), ())
    first, second = (("a", DeclareCharge(unit=key, target="b1"), ()) for key in ("a1", "a2"))
    state = then(state, first, hold, second, hold)
    state = then(state, ("a", ChargeMove(unit="a1"), [4, 4]))
    done = decide(state, "a", ChargeMove(unit="a2"), [4, 4])
    assert done.state.units["a2"].turn[RANGE] == "b1"
    assert overlapping(done.state) == []


def test_every_declared_charge_is_made() -> None:
    # t9a.core.charge-range
    state = answered(field(regiment("a1"), foes("b1"), regiment("a9", (4000, 1000))))
    assert refusal(state, "a", Pass()) == RANGE
    assert refusal(state, "a", ChargeMove(unit="a9")) == DECLARE


# failed


def failed(*groups: Group, dice: list[int], **more: Any) -> rules.Decided:
    """a1 fails to reach b1, 15" away."""
    return charge(answered(field(regiment("a1"), foes("b1", (1394, 2500)), *groups, **more)), dice)


@pytest.mark.parametrize(("dice", "highest"), [([2, 6], 600), ([1, 1], 100)])
def test_a_failed_charge_goes_as_far_as_its_highest_die(dice: list[int], highest: int) -> None:
    # t9a.core.charge-failed
    done = failed(regiment("a9", (6000, 400)), dice=dice)
    assert stands(done.state, "a1").at == (1000, 1000 + highest)
    assert done.state.units["a1"].turn[SHAKEN]


def test_a_failed_charge_stops_at_what_is_in_the_way() -> None:
    # t9a.core.charge-failed, t9a.core.unit-spacing: by steps of a tenth, so 0.02" short of all there is
    state = answered(field(regiment("a1"), foes("b1", (1394, 2500))))
    other = state.copied()
    group = foes("b2", (1394, 1412), 5)
    other.units["b2"], other.models = group[0], {**other.models, **{m.id: m for m in group[1]}}
    other.sort()
    assert stands(charge(other, [6, 1]).state, "a1").at == (1000, 1310)


@pytest.mark.parametrize(("swift", "dice", "highest"), [(True, [2, 5, 3], 500), (False, [2, 5], 500)])
def test_the_highest_die_of_a_maximised_roll(swift: bool, dice: list[int], highest: int) -> None:
    # t9a.core.charge-failed, t9a.core.maximised
    has = {"t9a.core.swiftstride": 1} if swift else {}
    state = answered(field(regiment("a1", has=has), foes("b1", (1394, 2600))))
    assert stands(charge(state, dice).state, "a1").at == (1000, 1000 + highest)


# flight from a charge


def test_a_unit_flees_directly_away_from_its_charger() -> None:
    # t9a.core.charge-reactions, t9a.core.flee-distance: 7" up the table, with its back to the enemy
    state = answered(field(regiment("a1"), foes("b1", (1394, 1800))), "flee", (3, 4))
    after = stands(state, "b1")
    assert state.units["b1"].game[FLEEING] == "reaction"
    assert after.facing[0] == 0
    assert after.facing[1] > 0
    centre = kernel.centre(after)
    assert abs(centre[1] - (1800 + 78 + 700)) <= 2


@pytest.mark.parametrize(("dice", "caught"), [([6, 6], True), ([1, 6], False)])
def test_a_fleeing_unit_that_is_reached_is_destroyed(dice: list[int], caught: bool) -> None:
    # t9a.core.caught: it fled 2", from 8" to 10"; 4 + 12 reach it, 4 + 7 do too far
    state = answered(field(regiment("a1"), foes("b1", (1394, 2100))), "flee", (1, 1))
    done = charge(state, dice)
    assert ({e.rule for e in effects_of(done, Noted) if e.text == "caught"} == {"t9a.core.caught"}) is caught
    assert (done.state.units["b1"].formation is None) is caught


def test_who_flees_off_the_table_is_destroyed() -> None:
    # t9a.core.flee-distance: its charger stays, and fails nothing
    state = field(regiment("a1", (1000, 3500)), foes("b1", (1394, 4200)), foes("b2", (6000, 4000)))
    state = answered(state, "flee", (6, 6))
    assert state.units["b1"].formation is None
    done = charge(state, [])
    assert effects_of(done, Noted, DECLARE)
    assert stands(done.state, "a1").at == (1000, 3500)


@pytest.mark.parametrize(("length", "off"), [((3, 3), False), ((3, 4), True)])
def test_a_unit_flees_off_the_table_if_its_front_crosses_the_edge(length: tuple[int, int], off: bool) -> None:
    # t9a.core.flee-distance: it turns about its centre, and has 6.42" to the edge of the table
    state = field(regiment("a1", (1000, 3200)), foes("b1", (1394, 4000)), foes("b2", (6000, 4000)))
    after = answered(state, "flee", length)
    assert (after.units["b1"].formation is None) is off


def test_a_unit_flees_past_those_it_would_end_upon() -> None:
    # t9a.core.flee-distance, t9a.core.unit-spacing: on until it is clear
    state = declare(field(regiment("a1"), foes("b1", (1394, 1800)), foes("b2", (1394, 2600), 5))).state
    state = then(state, ("b", React(unit="b1", reaction="flee"), ()), ("b", Flee(unit="b1"), [4, 3]))
    assert overlapping(state) == []
    gap = kernel.apart(kernel.boundary(stands(state, "b1")), kernel.boundary(stands(state, "b2")))
    assert gap > 100


def test_a_charge_may_be_declared_on_those_who_flee() -> None:
    # t9a.core.charge-reactions: they flee again
    state = field(regiment("a1"), foes("b1", (1394, 2000), game=FLED))
    done = decide(declare(state).state, "b", React(unit="b1", reaction="flee"))
    assert asked(done) == ("t9a.core.flee-distance", "b", "b1")
    assert effects_of(decide(done.state, "b", Flee(unit="b1"), [1, 1]), Rolled)
    assert refusal(done.state, "a", Flee(unit="b1")) == "t9a.core.flee-distance"
