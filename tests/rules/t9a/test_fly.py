"""Fly: other rates, over everything, and what holds where a unit takes off and lands."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Formed, Marked
from rules.kernel.state import Decision, State
from rules.t9a.charge import ChargeMove, DeclareCharge, React
from rules.t9a.flight import Flee
from rules.t9a.manoeuvre import Ahead, Redress
from rules.t9a.movement import Advance, March
from rules.t9a.shooting import Shoot
from tests.rules.t9a.parade import (
    DOWN,
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
    stands,
    then,
    wanted,
)  # fmt: skip

FLY = {"t9a.fly": "8,16"}
ALL, RATE, MARCH_RATE = "t9a.fly.all-models", "t9a.fly.advance-rate", "t9a.fly.march-rate"
LANDING, DANGER, CHARGES = "t9a.fly.landing-rules", "t9a.core.dangerous-terrain", "t9a.core.charge-range"
POND = piece("Pond", 900, 1600, 1500, 1700, "water")
HOUSE = piece("House", 900, 1500, 1500, 1600, "building")


def air(*groups: Group, has: Any = FLY, terrain: Any = (), **of_unit: Any) -> State:
    return ground(regiment("a1", has=has, **of_unit), foes("b1", (5000, 4700)), *groups, terrain=terrain)


def fly(state: State, length: int, kind: type[Advance | March] = Advance, dice: tuple[int, ...] = ()) -> rules.Decided:
    return decide(state, "a", kind(unit="a1", way=(Ahead(length),), fly=True), dice)


def barred(state: State, length: int, kind: type[Advance | March] = Advance, air: bool = True) -> str:
    return refusal(state, "a", kind(unit="a1", way=(Ahead(length),), fly=air))


@pytest.mark.parametrize(("kind", "most", "clause"), [(Advance, 800, RATE), (March, 1600, MARCH_RATE)])
def test_rates_in_the_air(kind: type[Advance | March], most: int, clause: str) -> None:
    # t9a.fly.advance-rate, t9a.fly.march-rate: X and Y, and on foot the printed rates
    assert stands(fly(air(), most, kind).state, "a1").at == (1000, 1000 + most)
    assert barred(air(), most + 1, kind) == clause
    on_foot = {Advance: (400, "t9a.core.advance-move"), March: (800, "t9a.core.march-move")}[kind]
    assert barred(air(), on_foot[0] + 1, kind, air=False) == on_foot[1]


def test_all_models_have_to_fly() -> None:
    # t9a.fly.all-models
    assert barred(air(special={3: {"has": {}}}), 100) == ALL
    assert barred(air(has={}), 100) == ALL
    assert barred(air(has={}), 100, March) == ALL
    state = ground(regiment("a1"), foes("b1", (1394, 1500)), phase="charge", step="declare")
    assert refusal(state, "a", DeclareCharge(unit="a1", target="b1", fly=True)) == ALL


@pytest.mark.decides("t9a.fly.modifiers", by=RATE)
@pytest.mark.parametrize(("haste", "adv", "mar"), [({}, 800, 1600), ({"t9a.core.advance-move": "2,4"}, 1000, 2000),
                                                   ({"t9a.core.advance-move": "-3"}, 500, 1300)])  # fmt: skip
def test_modifiers_of_movement_count_in_the_air(haste: dict[str, str], adv: int, mar: int) -> None:
    # t9a.fly.modifiers: +2" to the Advance Rate and +4" to the March Rate, or -3" to both
    state = air(has={**FLY, **haste})
    assert fly(state, adv)
    assert barred(state, adv + 1) == RATE
    assert fly(state, mar, March)
    assert barred(state, mar + 1, March) == MARCH_RATE
    assert barred(state, adv - 399, air=False) == "t9a.core.advance-move"  # and on foot: 4" instead of 8"


def test_everything_in_the_way_is_passed_over() -> None:
    # t9a.fly.ignores-path: units and houses stop those on foot
    state = air(foes("a2", (1394, 1300)), foes("b2", (1394, 1700)), terrain=(HOUSE,))
    assert fly(state, 1200, March)
    assert barred(air(terrain=(HOUSE,)), 700, March, air=False) == "t9a.core.unit-spacing"
    assert barred(air(foes("a2", (1394, 1300))), 700, March, air=False) == "t9a.core.unit-spacing"


@pytest.mark.parametrize(("gap", "allowed"), [(100, False), (101, True)])
@pytest.mark.parametrize("what", ["unit", "house"])
def test_a_landing_keeps_the_spacing(gap: int, allowed: bool, what: str) -> None:
    # t9a.fly.landing-rules: exactly 1" is too near
    near = 1800 + gap
    state = air(foes("a2", (1394, near))) if what == "unit" else air(
        terrain=(piece("House", 900, near, 1500, near + 100, "building"),))  # fmt: skip
    if allowed:
        assert fly(state, 800)
    else:
        assert barred(state, 800) == LANDING
    assert barred(air(foes("a2", (1394, 1900))), 800) == LANDING


def test_no_landing_off_the_table() -> None:
    # t9a.fly.landing-rules: all rules of movement
    state = ground(regiment("a1", (1000, 4100), has=FLY), foes("b1", (5000, 1000)))
    assert barred(state, 800) == "t9a.core.unit-spacing"


# terrain


@pytest.mark.decides("t9a.fly.takeoff-landing-terrain", "t9a.fly.dangerous-landing", by=DANGER)
@pytest.mark.parametrize(
    ("length", "at", "tests"),
    [
        (1600, 1000, 0),  # over the pond
        (650, 1000, 10),  # into it
        (700, 1700, 10),  # out of it
        (600, 1000, 0),  # just before it
    ],
)
def test_a_pond_counts_where_a_unit_takes_off_and_lands(length: int, at: int, tests: int) -> None:
    # t9a.fly.takeoff-landing-terrain, t9a.fly.dangerous-landing
    state = ground(regiment("a1", (1000, at), 10, files=5, has=FLY, Base="20x20"), foes("b1", (5000, 4700)),
                   terrain=(piece("Pond", 900, 1600, 1500, 1700, "water"),))  # fmt: skip
    count = tests if tests != 10 else len(touching(state, length))
    done = fly(state, length, March, (6,) * count)
    assert len(faces(done, DANGER)) == count
    assert bool(count) is bool(tests)


def touching(state: State, length: int) -> list[str]:
    """The models that stand in the pond before or after."""
    after = decide(state, "a", March(unit="a1", way=(Ahead(length),), fly=True), (6,) * 10, lenient=True).state
    ys = [(m.at, after.models[m.id].at) for m in state.models.values() if m.unit == "a1"]
    return [str(n) for n, pair in enumerate(ys) if any(at and 1600 - 40 < at[1] < 1700 + 40 for at in pair)]


# charges


def charging(has: Any = FLY, gap: int = 1500, terrain: Any = (), **of_unit: Any) -> State:
    return ground(regiment("a1", has=has, **of_unit), foes("b1", (1394, 1000 + gap)), phase="charge", step="declare",
                  terrain=terrain)  # fmt: skip


def test_a_charge_says_whether_it_flies() -> None:
    # t9a.fly.declare-with-charge: for those who can
    state = charging(gap=1500)
    assert refusal(state, "a", DeclareCharge(unit="a1", target="b1")) == "t9a.fly.declare-with-charge"
    assert asked(decide(state, "a", DeclareCharge(unit="a1", target="b1", fly=False)))[0] == "t9a.core.charge-reactions"
    done = decide(state, "a", DeclareCharge(unit="a1", target="b1", fly=True))
    assert "t9a.fly.declare-with-charge" in {e.key for e in effects_of(done, Marked)}
    assert asked(decide(charging(has={}), "a", DeclareCharge(unit="a1", target="b1")))[0] == "t9a.core.charge-reactions"


def declared(state: State, air: bool | None) -> State:
    return then(state, ("a", DeclareCharge(unit="a1", target="b1", fly=air), []),
                ("b", React(unit="b1", reaction="hold"), []))  # fmt: skip


@pytest.mark.decides("t9a.fly.moves", by="t9a.fly.ignores-path")
@pytest.mark.parametrize("air", [True, False])
def test_a_charge_flies_or_walks_as_was_said(air: bool) -> None:
    # t9a.fly.moves, .advance-rate: 15" away, dice of 6 + 1 without the lowest 1: 8 + 7 arrives, 4 + 7 does not
    ready = declared(charging(gap=1500), air)
    done = decide(ready, "a", ChargeMove(unit="a1"), [6, 1, 1])
    assert (stands(done.state, "a1").at[1] == 2500) is air


@pytest.mark.parametrize(("air", "reaches"), [(True, True), (False, False)])
def test_a_charge_over_a_house(air: bool, reaches: bool) -> None:
    # t9a.fly.ignores-path: in sight past its ends
    house = piece("House", 1100, 1500, 1300, 1550, "building", 10)
    state = charging(gap=1000, terrain=(house,))
    if reaches:
        assert asked(decide(state, "a", DeclareCharge(unit="a1", target="b1", fly=air)))[0]
    else:
        assert refusal(state, "a", DeclareCharge(unit="a1", target="b1", fly=air)) == "t9a.core.charge-declare"


@pytest.mark.decides("t9a.fly.landing-charge-exception", by=CHARGES)
@pytest.mark.parametrize(("dice", "at"), [([6, 3, 1], 2500), ([1, 1, 1], 1100)])
def test_a_charge_lands_in_contact_and_beside_others(dice: list[int], at: int) -> None:
    # t9a.fly.landing-charge-exception: 0.5" beside a friend; a failed charge goes 1" ahead in the air
    state = charging(gap=1500)
    other = ground(*[(u, [m for m in state.models.values() if m.unit == k]) for k, u in state.units.items()],
                   regiment("a2", (1838, 2300), facing=DOWN), phase="charge", step="declare")  # fmt: skip
    done = decide(declared(other, True), "a", ChargeMove(unit="a1"), dice)
    assert stands(done.state, "a1").at == (1000, at)
    assert effects_of(done, Formed)[0].rule == (CHARGES if at == 2500 else "t9a.core.charge-failed")


@pytest.mark.decides("t9a.fly.moves", by=DANGER)
@pytest.mark.parametrize(("pond", "tests"), [((900, 1150, 1500, 1250), 2), ((2000, 100, 2100, 200), 0)])
def test_nobody_flies_in_flight(pond: tuple[int, int, int, int], tests: int) -> None:
    # t9a.fly.moves: flying models flee on foot, through the pond
    asks = Decision("t9a.core.flee-distance", "a", "a1", about={"x": 0, "y": 1000})
    state = ground(regiment("a1", count=2, files=2, has=FLY, game={"t9a.core.fleeing": "panic"}), pending=asks,
                   terrain=(piece("Pond", *pond, "water"),))  # fmt: skip
    done = decide(state, "a", Flee(unit="a1"), [3, 3, 1, *[6] * tests])
    assert len(faces(done, DANGER)) == tests


def test_a_failed_charge_flies_over_what_is_in_the_way() -> None:
    # t9a.fly.moves: also the move of a failed charge
    house = piece("House", 1100, 1200, 1300, 1250, "building", 10)
    ready = declared(charging(gap=1900, terrain=(house,)), True)
    done = decide(ready, "a", ChargeMove(unit="a1"), [6, 1, 1])
    assert stands(done.state, "a1").at == (1000, 1600)  # 8 + 7 is less than 19; 6" ahead, over the house


# what else they have


def test_flyers_are_light_troops() -> None:
    # t9a.fly.light-troops: they reform as they move, and shoot after a March
    state = air(weapons=(bow(),))
    done = decide(state, "a", March(unit="a1", way=(Redress(DOWN), Ahead(100)), fly=True))
    assert stands(done.state, "a1").facing == DOWN
    shooting = ground(regiment("a1", has=FLY, weapons=(bow(),), turn={"t9a.core.movement-sequence": "march"}),
                      foes("b1", (1394, 2000)), phase="shooting", step="shoot")  # fmt: skip
    assert wanted(shooting, "a", Shoot(unit="a1", target="b1"))[1] == "t9a.core.aim"
    grounded = ground(regiment("a1", weapons=(bow(),), turn={"t9a.core.movement-sequence": "march"}),
                      foes("b1", (1394, 2000)), phase="shooting", step="shoot")  # fmt: skip
    assert refusal(grounded, "a", Shoot(unit="a1", target="b1")) == "t9a.core.march-move"


@pytest.mark.decides("t9a.fly.light-troops", by="t9a.light-troops.reforms")
@pytest.mark.parametrize("has", [FLY, {}])
def test_only_light_troops_reform_on_the_way(has: dict[str, str]) -> None:
    # t9a.fly.light-troops
    action = Advance(unit="a1", way=(Redress(DOWN),))
    if has:
        assert decide(air(has=has), "a", action).effects
    else:
        assert refusal(air(has=has), "a", action) == "t9a.core.reform"


@pytest.mark.parametrize(("has", "limits"), [(FLY, (800, 1600)), ({}, (400, 800))])
def test_offers_say_how_far_a_unit_gets(has: dict[str, str], limits: tuple[int, int]) -> None:
    offered = {o.action: o.limit for o in rules.options(rules.load("t9a"), air(has=has)) if o.model == "a1"}
    assert (offered["advance"], offered["march"]) == limits
