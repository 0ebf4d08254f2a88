"""Markers: who is under them, with shapely as the judge."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import Point as Spot
from shapely import Polygon

from rules.kernel import direction, hull, template
from rules.kernel.state import Model, Point, Table, Zone, table_problems
from tests.kernel.test_geometry import ALMOST
from tests.kernel.test_hull import FACINGS, PLACES, anything, drawn, tank
from tests.rules.kt.board import model


@pytest.mark.parametrize(
    ("x", "radius", "covered", "touched"),
    [
        pytest.param(199, 150, True, True, id="partly under"),
        pytest.param(200, 150, False, True, id="the edges touch"),
        pytest.param(201, 150, False, False, id="a hundredth away"),
        pytest.param(0, 150, True, True, id="wholly under"),
        pytest.param(299, 250, True, True, id="large: partly under"),
        pytest.param(300, 250, False, True, id="large: the edges touch"),
    ],
)
def test_a_base_under_a_blast(x: int, radius: int, covered: bool, touched: bool) -> None:
    one = model("a1", (500 + x, 500, 70), base=50)
    assert template.blast((500, 500, 0), radius, [one]) == [one] * covered
    assert template.touches((500, 500, 0), radius, one) is touched


@pytest.mark.parametrize(
    ("at", "covered", "touched"),
    [
        pytest.param((500, 500, 0), True, True, id="the hole is over the hull"),
        pytest.param((849, 500, 0), True, True, id="over the front"),  # the front is at 700
        pytest.param((850, 500, 0), False, True, id="the edge runs along the front"),
        pytest.param((790, 769, 0), True, True, id="over a corner"),  # (90, 119) off (700, 650)
        pytest.param((790, 770, 0), False, True, id="the edge touches the corner"),  # (90, 120) is 150
        pytest.param((791, 770, 0), False, False, id="past the corner"),
    ],
)
def test_a_hull_under_a_blast(at: Point, covered: bool, touched: bool) -> None:
    one = tank("a1", (500, 500, 0))
    assert template.blast(at, 150, [one]) == [one] * covered
    assert template.touches(at, 150, one) is touched


def test_under_a_blast_in_their_order_and_on_the_table() -> None:
    crowd = [model(f"a{n}", (500 + 40 * n, 500), base=25) for n in (3, 1, 2, 9)]
    assert template.blast((500, 500, 0), 150, [*crowd, model("b1", None)]) == crowd[:3]


@given(PLACES, st.sampled_from((150, 250)), anything("a1"))
@settings(max_examples=200, deadline=None)
def test_blasts_agree_with_shapely(centre: Point, radius: int, one: Model) -> None:
    apart = drawn(one).distance(Spot(centre[:2])) - hull.radius(one.sheet) - radius
    assume(abs(apart) > ALMOST)
    assert template.blast(centre, radius, [one]) == [one] * (apart < 0)
    assert template.touches(centre, radius, one) is (apart < 0)


# flames


@given(PLACES, FACINGS)
def test_a_flame_is_a_teardrop(start: Point, towards: tuple[int, int]) -> None:
    outline = template.flame(start, towards)
    area, length = Polygon(outline), hypot(*towards)
    x, y = start[0] + towards[0] * 675 / length, start[1] + towards[1] * 675 / length
    true = Spot(x, y).buffer(125, 256).union(Spot(start[:2])).convex_hull
    assert area.hausdorff_distance(true) < 2.5, "a corner every 15 degrees leaves out 1.1, and roundings"
    assert outline[0] == start[:2]
    assert 799 <= max(hypot(px - start[0], py - start[1]) for px, py in outline) <= 801
    table = Table(9, 9, zones=(Zone("z", "z", outline),))
    assert list(table_problems(table)) == [], "convex and counter-clockwise"


@pytest.mark.parametrize("quarter", range(4))
def test_a_flame_is_the_same_in_every_quarter(quarter: int) -> None:
    ahead, turned = template.flame((0, 0, 0), (3, 1)), (3, 1)
    for _ in range(quarter):
        ahead, turned = tuple((-y, x) for x, y in ahead), (-turned[1], turned[0])
    assert template.flame((0, 0, 0), turned) == ahead


@pytest.mark.parametrize(
    ("at", "under"),
    [
        ((849, 0), True),  # the flame ends at 800
        ((850, 0), False),
        ((675, 174), True),  # 125 to the side of its wide end
        ((675, 175), False),
        ((100, 68), True),  # near its start it is 100 * 123 / 652 = 18.9 to the side, the line aslant
        ((100, 71), False),
        ((-49, 0), True),
        ((-50, 0), False),
    ],
)
def test_who_is_under_a_flame(at: tuple[int, int], under: bool) -> None:
    flame = template.flame((0, 0, 0), direction.vector(0))
    one = model("a1", at, base=50)
    assert template.under(flame, [one, model("a2", None)]) == [one] * under


@given(PLACES, FACINGS, anything("a1"))
@settings(max_examples=200, deadline=None)
def test_flames_agree_with_shapely(start: Point, towards: tuple[int, int], one: Model) -> None:
    outline = template.flame(start, towards)
    shared = drawn(one).buffer(hull.radius(one.sheet), 64).intersection(Polygon(outline)).area
    assume(shared == 0 or shared > 10)
    apart = drawn(one).distance(Polygon(outline)) - hull.radius(one.sheet)
    assume(shared or apart > 1)
    assert template.under(outline, [one]) == [one] * (shared > 0)


def test_a_hull_under_a_flame() -> None:
    flame = template.flame((0, 0, 0), (1, 0))
    for y, under in ((274, True), (275, False)):
        one = tank("a1", (675, y, 0))
        assert template.under(flame, [one]) == [one] * under
