"""Wheels, arcs and contact as declarations use them: what a regiment covers, sees as its front, and closes with."""

from __future__ import annotations

from math import cos, hypot, sin
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon

import rules
from rules.kernel import regiment as kernel
from rules.kernel.errors import IllegalAction
from rules.kernel.state import State
from rules.t9a import words
from rules.t9a.charge import ChargeMove, DeclareCharge, React
from rules.t9a.manoeuvre import Ahead, Aside, Back, Step, Wheel, cost, gone
from rules.t9a.manoeuvre import ground as covered
from rules.t9a.movement import Advance, March
from rules.t9a.turn import Pass
from tests.rules.t9a.parade import (
    RIGHT,
    UP,
    Group,
    decide,
    foes,
    ground,
    overlapping,
    refusal,
    regiment,
    stands,
    then,
)  # fmt: skip

SPACING = "t9a.core.unit-spacing"
LENGTHS = st.integers(1, 800)
FLANKS: st.SearchStrategy[Any] = st.sampled_from(["left", "right"])
STEPS: st.SearchStrategy[Step] = st.one_of(
    st.builds(Ahead, LENGTHS), st.builds(Back, LENGTHS), st.builds(Aside, FLANKS, LENGTHS),
    st.builds(Wheel, FLANKS, LENGTHS),
)  # fmt: skip
FACINGS = st.tuples(st.integers(-1000, 1000), st.integers(-1000, 1000)).filter(any)


def field(*groups: Group, **more: Any) -> State:
    return ground(*groups, foes("b9", (6900, 4700)), regiment("a9", (6500, 300)), **more)


@given(STEPS, FACINGS)
def test_a_step_covers_where_it_begins_and_ends(step: Step, facing: tuple[int, int]) -> None:
    before = stands(field(regiment("a1", (3000, 2400), facing=facing)), "a1")
    pieces = [Polygon(area) for area in covered(before, step)]
    whole = pieces[0]
    for area in pieces[1:]:
        whole = whole.union(area)
    for formation in (before, gone(before, step)):
        assert Polygon(kernel.boundary(formation)).difference(whole.buffer(1)).area < 1


@given(STEPS, FACINGS)
def test_no_corner_goes_farther_than_a_step_costs(step: Step, facing: tuple[int, int]) -> None:
    before = stands(field(regiment("a1", (3000, 2400), facing=facing)), "a1")
    after = gone(before, step)
    ways = (hypot(x - u, y - v) for (x, y), (u, v) in
            zip(kernel.boundary(before)[1:3], kernel.boundary(after)[1:3], strict=True))  # fmt: skip
    assert max(ways) <= cost((step,)) + 2


@given(st.integers(1, 600), FLANKS)
def test_a_wheel_keeps_its_corner_and_walks_its_arc(length: int, flank: Any) -> None:
    """The angle is the length by the width, 500 millimetres by 25.4, whatever the height of the ranks."""
    before = stands(field(regiment("a1", (3000, 2400), 20, files=10, Base="50x50")), "a1")
    after = gone(before, Wheel(flank, length))
    angle = length / (500 / 25.4 * 100) * (1 if flank == "left" else -1)
    fx, fy = after.facing
    assert fx / hypot(fx, fy) == pytest.approx(-sin(angle), abs=1e-4)
    assert fy / hypot(fx, fy) == pytest.approx(cos(angle), abs=1e-4)
    corner = 2 if flank == "left" else 1
    assert kernel.boundary(after)[corner] == pytest.approx(kernel.boundary(before)[corner], abs=1)


@pytest.mark.parametrize(("at", "clause"), [((1394 + 200, 1250), SPACING), ((1394 + 500, 1250), "")])
def test_a_wheel_does_not_sweep_over_others(at: tuple[int, int], clause: str) -> None:
    # t9a.core.unit-spacing: the right corner, 3.94" from the left one, walks 4" up and to the left, past its neighbour
    state = field(regiment("a1"), foes("b1", at, 5))
    action = Advance(unit="a1", way=(Wheel("left", 400),))
    if clause:
        assert refusal(state, "a", action) == clause
    else:
        assert decide(state, "a", action).effects


def test_the_inner_corner_of_a_wheel_may_be_near_nothing() -> None:
    # t9a.core.unit-spacing: the rear swings out to the left when the regiment wheels to the left
    behind = field(regiment("a1", (1000, 1000), 20, files=5), regiment("a2", (580, 900)))
    assert refusal(behind, "a", March(unit="a1", way=(Wheel("left", 400),))) == SPACING
    clear = field(regiment("a1", (1000, 1000), 20, files=5), regiment("a2", (480, 600)))
    assert decide(clear, "a", March(unit="a1", way=(Wheel("right", 400),))).effects


# contact


@pytest.mark.parametrize(("gap", "engaged"), [(0, True), (3, True), (4, False)])
def test_contact_is_what_rounding_leaves_of_it(gap: int, engaged: bool) -> None:
    state = field(regiment("a1"), foes("b1", (1394, 1000 + gap)))
    assert words.engaged(state, state.units["a1"]) is engaged


def test_models_in_contact_stand_opposite() -> None:
    """Five against five, shifted by two and a half files: three on each side, and those corner to corner."""
    state = field(regiment("a1"), foes("b1", (1394 + 197, 1000)))
    assert words.in_contact(state.units["a1"], state.units["b1"]) == ["a1.3", "a1.4", "a1.5"]
    corner = field(regiment("a1"), foes("b1", (1394 + 394, 1000)))
    assert words.in_contact(corner.units["a1"], corner.units["b1"]) == ["a1.5"]


@given(st.integers(400, 1500), st.integers(-600, 600), FACINGS, FACINGS)
@settings(max_examples=60, deadline=None)
def test_a_charge_that_arrives_is_flush_and_on_nobody(
    gap: int, aside: int, facing: tuple[int, int], target: tuple[int, int]
) -> None:
    """Whatever way both face: with the side of the enemy that the charger stood before."""
    state = field(regiment("a1", (3000, 2000), facing=UP), foes("b1", (3394 + aside, 2000 + gap), facing=target),
                  phase="charge", step="declare")  # fmt: skip
    side = kernel.arc(stands(state, "b1"), (3197, 2000))
    try:
        state = then(
            state, ("a", DeclareCharge(unit="a1", target="b1"), ()), ("b", React(unit="b1", reaction="hold"), ())
        )
    except IllegalAction:
        return
    state = decide(state, "a", Pass()).state if state.step == "declare" else state
    done = decide(state, "a", ChargeMove(unit="a1"), [6, 6])
    charger, enemy = stands(done.state, "a1"), stands(done.state, "b1")
    assert kernel.contact(kernel.boundary(charger), kernel.boundary(enemy))
    assert Polygon(kernel.boundary(charger)).intersection(Polygon(kernel.boundary(enemy))).area < 3 * 600
    assert words.engaged(done.state, done.state.units["a1"])
    fx, fy = charger.facing
    ex, ey = {"front": (-1, -1), "rear": (1, 1), "left": (1, 1), "right": (1, 1)}[side]
    u, v = enemy.facing
    if side in ("front", "rear"):
        assert fx * v - fy * u == pytest.approx(0, abs=0.02 * hypot(fx, fy) * hypot(u, v))
        assert (fx * u + fy * v) * ex > 0
        assert ex == ey
    else:
        assert fx * u + fy * v == pytest.approx(0, abs=0.02 * hypot(fx, fy) * hypot(u, v))


def test_the_side_is_that_where_the_charger_stood() -> None:
    # t9a.core.charge-range: from the flank, however it turns to get there
    state = field(regiment("a1", (3000, 2400), facing=RIGHT), foes("b1", (4200, 2400), 20), phase="charge",
                  step="declare")  # fmt: skip
    hold = ("b", React(unit="b1", reaction="hold"), ())
    state = then(state, ("a", DeclareCharge(unit="a1", target="b1"), ()), hold)
    done = then(state, ("a", ChargeMove(unit="a1"), [6, 6]))
    assert kernel.arc(stands(done, "b1"), (3000, 2300)) == "right"
    assert stands(done, "a1").facing[1] == 0
    assert overlapping(done) == []
    assert rules.load("t9a").id == "t9a"
