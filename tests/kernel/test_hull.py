"""Hulls: their outlines, what is measured between them and bases, and their arcs, with shapely as the judge."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, hypot

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from shapely import LineString, Polygon
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.kernel import convex, footprint, geometry, hull
from rules.kernel.state import Facing, Model, Point, Table, Terrain
from tests.kernel.test_geometry import ALMOST, outlines
from tests.rules.kt.board import box, model, position

PLACES = st.tuples(st.integers(0, 900), st.integers(0, 900), st.just(0))
HIGH = st.tuples(st.integers(0, 900), st.integers(0, 900), st.sampled_from((0, 0, 100, 150, 333)))
FACINGS = st.tuples(st.integers(-1000, 1000), st.integers(-1000, 1000)).filter(any)
SIZES = st.tuples(st.integers(2, 700), st.integers(2, 500))
QUARTERS: list[Callable[[int, int], tuple[int, int]]] = [
    lambda x, y: (x, y),
    lambda x, y: (-y, x),
    lambda x, y: (-x, -y),
    lambda x, y: (y, -x),
]


def tank(
    key: str, at: Point | None, facing: Facing | None = None, size: tuple[int, int] = (400, 300), height: int = 200
) -> Model:
    """A model with a hull. Its base is left too small: nothing may rely on it."""
    found = model(key, at, base=1, height=height)
    found.sheet, found.facing = replace(found.sheet, hull=size), facing
    return found


@st.composite
def anything(draw: st.DrawFn, key: str = "a1", places: st.SearchStrategy[Point] = PLACES) -> Model:
    """A model with a round base or with a hull."""
    at = draw(places)
    if draw(st.booleans()):
        return model(key, at, base=draw(st.integers(1, 150)))
    return tank(key, at, draw(FACINGS), draw(SIZES))


def drawn(one: Model) -> BaseGeometry:
    """A model's core for shapely."""
    core = hull.core(one)
    return Polygon(core) if len(core) > 1 else Spot(core[0])


def true_gap(a: Model, b: Model) -> float:
    return max(0.0, float(drawn(a).distance(drawn(b))) - hull.radius(a.sheet) - hull.radius(b.sheet))


def shifted(one: Model, dx: int, dy: int) -> Model:
    x, y, z = hull.stands(one)
    return footprint.placed(one, (x + dx, y + dy, z))


# outlines


def test_the_outline_of_a_hull() -> None:
    ahead = ((300, 350), (700, 350), (700, 650), (300, 650))
    assert hull.outline((500, 500, 0), None, (400, 300)) == ahead
    assert hull.outline((500, 500, 70), (3, 0), (400, 300)) == ahead
    assert hull.outline((500, 500, 0), (0, 9), (400, 300)) == ((650, 300), (650, 700), (350, 700), (350, 300))
    # along (3, 4) half the length is (120, 160), half the width to the right of it (120, -90)
    assert hull.outline((500, 500, 0), (3, 4), (400, 300)) == ((500, 250), (740, 570), (500, 750), (260, 430))


@given(PLACES, FACINGS, SIZES)
def test_an_outline_is_convex_and_symmetrical(at: Point, facing: Facing, size: tuple[int, int]) -> None:
    corners = hull.outline(at, facing, size)
    (x, y, _), length = at, hypot(*facing)
    ahead, aside = (facing[0] / length, facing[1] / length), (facing[1] / length, -facing[0] / length)
    for (cx, cy), (along, right) in zip(corners, ((-1, 1), (1, 1), (1, -1), (-1, -1)), strict=True):
        true = [float(x), float(y)]
        for n in (0, 1):
            true[n] += (along * size[0] * ahead[n] + right * size[1] * aside[n]) / 2
        assert abs(cx - true[0]) <= 0.5 + ALMOST and abs(cy - true[1]) <= 0.5 + ALMOST
        assert (cx - x) ** 2 + (cy - y) ** 2 <= hull.around(size) ** 2
    assert (corners[0][0] + corners[2][0], corners[0][1] + corners[2][1]) == (2 * x, 2 * y)
    area = Polygon(corners)
    assert area.is_valid and area.exterior.is_ccw and area.area > 0


@given(PLACES, FACINGS, SIZES, st.integers(2, 9))
def test_the_length_of_a_facing_does_not_matter(at: Point, facing: Facing, size: tuple[int, int], times: int) -> None:
    assert hull.outline(at, facing, size) == hull.outline(at, (facing[0] * times, facing[1] * times), size)


def test_a_hull_of_no_size_still_has_an_area() -> None:
    assert Polygon(hull.outline((0, 0, 0), (1, 1), (0, -5))).area > 0
    assert hull.outline((0, 0, 0), (0, 0), (4, 2)) == hull.outline((0, 0, 0), None, (4, 2))


def test_turning() -> None:
    assert hull.turned((3, 4), 90) == (-800, 600)
    assert hull.turned(None, 180) == (-1000, 0)
    assert hull.turned((0, 5), -45) == (707, 707)


# distances


@given(anything("a1", HIGH), anything("b1", HIGH))
@settings(max_examples=250, deadline=None)
def test_distances_agree_with_shapely(a: Model, b: Model) -> None:
    found, true = geometry.distance(a, b), hypot(true_gap(a, b), hull.stands(a)[2] - hull.stands(b)[2])
    assert found == geometry.distance(b, a)
    assert true - ALMOST <= found < true + 1 + ALMOST
    assert abs(true - round(true)) < ALMOST or found == ceil(true)


@given(anything("a1", HIGH), anything("b1", HIGH), st.integers(-2000, 2000), st.integers(-2000, 2000))
@settings(deadline=None)
def test_distances_do_not_change_when_both_are_shifted(a: Model, b: Model, dx: int, dy: int) -> None:
    assert geometry.distance(shifted(a, dx, dy), shifted(b, dx, dy)) == geometry.distance(a, b)
    assert footprint.overlaps(shifted(a, dx, dy), shifted(b, dx, dy)) is footprint.overlaps(a, b)


@given(anything("a1", HIGH), anything("b1", HIGH), st.integers(0, 500))
@settings(max_examples=200, deadline=None)
def test_near_and_within_are_the_distance(a: Model, b: Model, reach: int) -> None:
    close = geometry.distance(a, b) <= reach
    assert geometry.near(a, b, reach) is close is geometry.near(b, a, reach)
    assert geometry.within([a, b], a, reach) == [b] * close
    assert geometry.near(a, b, geometry.distance(a, b))


@pytest.mark.parametrize(
    ("other", "apart"),
    [
        pytest.param(model("b1", (800, 500), base=50), 50, id="ahead of the front"),  # 800 - 700 - 50
        pytest.param(model("b1", (500, 700), base=50), 0, id="touching the side"),
        pytest.param(model("b1", (500, 500), base=50), 0, id="in the middle"),
        pytest.param(model("b1", (730, 690), base=20), 30, id="off a corner"),  # 3-4-5 from (700, 650)
        pytest.param(model("b1", (800, 500, 120), base=50), 130, id="higher"),  # 50 and 120
        pytest.param(tank("b1", (1000, 500, 0)), 100, id="one after the other"),  # 800 - 700
        pytest.param(tank("b1", (1000, 500, 0), (0, 1)), 150, id="crosswise"),  # 850 - 700
        pytest.param(tank("b1", (950, 900, 0)), 112, id="corner to corner"),  # root of 50^2 + 100^2: 111.8
        pytest.param(tank("b1", (750, 600, 40)), 40, id="over one another"),
    ],
)
def test_known_distances(other: Model, apart: int) -> None:
    assert geometry.distance(tank("a1", (500, 500, 0)), other) == apart


def test_a_hull_off_the_table_has_no_distance() -> None:
    gone, here = tank("a1", None), tank("b1", (0, 0, 0))
    for ask in (geometry.distance, footprint.overlaps):
        with pytest.raises(ValueError):
            ask(gone, here)
        with pytest.raises(ValueError):
            ask(here, gone)
    assert not geometry.met((0, 0, 0), ((9, 9, 0),), 50, [gone], 100)
    assert not geometry.runs_into((0, 0, 0), (9, 9, 0), 50, gone)


# overlaps


@given(anything("a1"), anything("b1"))
@settings(max_examples=200, deadline=None)
def test_overlaps_agree_with_shapely(a: Model, b: Model) -> None:
    one, other = drawn(a).buffer(hull.radius(a.sheet), 64), drawn(b).buffer(hull.radius(b.sheet), 64)
    shared = one.intersection(other).area
    assume(shared > 30 or true_gap(a, b) > ALMOST or not (a.sheet.hull is None or b.sheet.hull is None))
    assert footprint.overlaps(a, b) is (shared > ALMOST) is footprint.overlaps(b, a)


def test_touching_is_not_overlapping() -> None:
    here = tank("a1", (500, 500, 0))
    for x, on in ((901, False), (900, False), (899, True)):
        assert footprint.overlaps(here, tank("b1", (x, 500, 0))) is on
    for x, on in ((751, False), (750, False), (749, True)):
        assert footprint.overlaps(here, model("b1", (x, 500), base=50)) is on
        assert footprint.overlaps(model("b1", (x, 500), base=50), here) is on
    for x, on in ((601, False), (600, False), (599, True)):
        assert footprint.overlaps(model("a1", (500, 500), base=50), model("b1", (x, 500), base=50)) is on
    assert footprint.overlaps(here, tank("b1", (500, 500, 0), (0, 1))), "a cross: no corner of one is in the other"


@given(anything("a1"), outlines(), st.integers(0, 300))
@settings(max_examples=200, deadline=None)
def test_outlines_agree_with_shapely(one: Model, outline: geometry.Outline, reach: int) -> None:
    area, core, radius = Polygon(outline), drawn(one), hull.radius(one.sheet)
    apart = max(0.0, core.distance(area) - radius)
    found = footprint.distance_to_outline(one, outline)
    assert apart - ALMOST <= found < apart + 1 + ALMOST
    assert footprint.near_outline(one, outline, reach) is (found <= reach)
    if one.sheet.hull is not None:
        assert footprint.wholly_inside(one, outline) is area.covers(core)
        assert footprint.overlaps_outline(one, outline) is (core.intersection(area).area > ALMOST)
    else:
        assume(abs(core.distance(area) - radius) > ALMOST)
        assert footprint.overlaps_outline(one, outline) is (core.distance(area) < radius)
        assert footprint.wholly_inside(one, outline) is geometry.base_inside(hull.stands(one), radius, outline)


@given(anything("a1", HIGH), HIGH)
@settings(deadline=None)
def test_points_agree_with_shapely(one: Model, point: Point) -> None:
    flat = max(0.0, drawn(one).distance(Spot(point[:2])) - hull.radius(one.sheet))
    true = hypot(flat, hull.stands(one)[2] - point[2])
    assert true - ALMOST <= footprint.distance_to_point(one, point) < true + 1 + ALMOST


@pytest.mark.parametrize(
    ("one", "whole", "edge"),
    [
        (tank("a1", (200, 150, 0)), True, True),
        (tank("a1", (201, 151, 0)), True, False),
        (tank("a1", (199, 151, 0)), False, True),
        (tank("a1", (200, 201, 0), (0, 1)), True, False),
        (tank("a1", (200, 199, 0), (0, 1)), False, True),
        (tank("a1", (4600, 4651, 0)), False, True),
        (model("a1", (50, 50), base=50), True, True),
        (model("a1", (51, 51), base=50), True, False),
        (model("a1", (4751, 51), base=50), False, True),
    ],
)
def test_on_the_table(one: Model, whole: bool, edge: bool) -> None:
    table = Table(4800, 4800)
    assert footprint.on_table(one, table) is whole
    assert footprint.touches_edge(one, table) is edge


def test_a_stand_in_is_elsewhere_and_leaves_the_model() -> None:
    one = tank("a1", (200, 150, 0), (0, 1))
    there = footprint.placed(one, (900, 900, 0))
    assert (there.at, there.facing, there.id) == ((900, 900, 0), (0, 1), "a1")
    assert footprint.placed(one, (1, 1, 0), (5, 5)).facing == (5, 5)
    assert (one.at, one.facing) == ((200, 150, 0), (0, 1))


# on the way


@given(PLACES, PLACES, st.integers(1, 150), anything("b1"), st.integers(0, 200))
@settings(max_examples=200, deadline=None)
def test_a_base_that_goes_past(a: Point, b: Point, base: int, other: Model, reach: int) -> None:
    line = LineString([a[:2], b[:2]]) if a != b else Spot(a[:2])
    apart = line.distance(drawn(other)) - base - hull.radius(other.sheet)
    assume(abs(apart) > ALMOST and abs(apart - reach) > ALMOST)
    assert geometry.runs_into(a, b, base, other) is (apart < 0)
    assert geometry.met(a, (b,), base, [other], reach) == [other] * (apart < reach)
    goes = model("a1", a, base=base)
    assert footprint.runs_into(goes, b, other) is (apart < 0)
    assert footprint.met(goes, (b,), [goes, other], reach) == [other] * (apart < reach)


@given(PLACES, PLACES, FACINGS, SIZES, anything("b1"), st.integers(1, 200))
@settings(max_examples=200, deadline=None)
def test_a_hull_that_goes_past(
    a: Point, b: Point, facing: Facing, size: tuple[int, int], other: Model, reach: int
) -> None:
    goes = tank("a1", a, facing, size)
    ends = drawn(goes).union(drawn(footprint.placed(goes, b))).convex_hull
    apart = ends.distance(drawn(other)) - hull.radius(other.sheet)
    assume(abs(apart - reach) > ALMOST and abs(apart) > ALMOST)
    assert footprint.met(goes, (b,), [other, goes], reach) == [other] * (apart < reach)
    shared = ends.intersection(drawn(other).buffer(hull.radius(other.sheet) - ALMOST)).area
    assert footprint.runs_into(goes, b, other) is (shared > 0)


def test_heights_on_the_way() -> None:
    stands = tank("b1", (500, 500, 0))
    for z, met in ((100, True), (101, False)):
        assert geometry.met((0, 500, z), ((1000, 500, z),), 50, [stands], 100) == [stands] * met
        assert footprint.met(tank("a1", (0, 500, z)), ((1000, 500, z),), [stands], 100) == [stands] * met
    assert geometry.met((500, 500, 300), ((500, 500, 0),), 50, [stands], 0) == [stands], "straight down on it"


def test_who_is_met_is_named_once_and_in_order() -> None:
    others = [model("b2", (600, 0)), model("b1", (300, 0)), model("b3", (300, 900))]
    assert footprint.met(tank("a1", (0, 0, 0)), ((900, 0, 0), (0, 0, 0)), others, 10) == others[:2]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=3, max_size=12))
def test_the_outline_around_points(points: list[tuple[int, int]]) -> None:
    whole = LineString(points).convex_hull
    assume(isinstance(whole, Polygon))
    found = convex.stretched(points)
    assert Polygon(found).equals(whole) and Polygon(found).exterior.is_ccw
    assert len(found) == len(Polygon(found).simplify(0).exterior.coords) - 1


# arcs

AROUND = [((1000, 0), "front"), ((0, 1000), "left"), ((-1000, 0), "rear"), ((0, -1000), "right")]


@pytest.mark.parametrize(("off", "side"), AROUND)
@pytest.mark.parametrize("quarter", range(4))
def test_arcs_turn_with_the_facing(off: tuple[int, int], side: str, quarter: int) -> None:
    turn = QUARTERS[quarter]
    dx, dy = turn(*off)
    for size in ((400, 300), (200, 600)):
        assert hull.arc(tank("a1", (500, 500, 0), turn(1000, 0), size), (500 + dx, 500 + dy, 0)) == side


@given(FACINGS, SIZES, st.tuples(st.integers(-900, 900), st.integers(-900, 900)), st.integers(0, 3))
def test_an_arc_turns_exactly(facing: Facing, size: tuple[int, int], off: tuple[int, int], quarter: int) -> None:
    dx, dy = QUARTERS[quarter](*off)
    turned = tank("b1", (0, 0, 0), QUARTERS[quarter](*facing), size)
    assert hull.arc(tank("a1", (0, 0, 0), facing, size), (*off, 0)) == hull.arc(turned, (dx, dy, 50))


@pytest.mark.parametrize(
    ("off", "side"),
    [
        pytest.param((400, 300), "front", id="on the diagonal of the front left corner"),
        pytest.param((400, 301), "left", id="a hundredth to the left of it"),
        pytest.param((400, -300), "front", id="on the diagonal of the front right corner"),
        pytest.param((400, -301), "right", id="a hundredth to the right of it"),
        pytest.param((-400, 300), "left", id="on the diagonal of the rear left corner"),
        pytest.param((-401, 300), "rear", id="a hundredth behind it"),
        pytest.param((-400, -300), "right", id="on the diagonal of the rear right corner"),
        pytest.param((-401, -300), "rear", id="a hundredth behind that"),
        pytest.param((0, 0), "front", id="in the middle"),
    ],
)
def test_arcs_are_bounded_by_the_diagonals_of_the_hull(off: tuple[int, int], side: str) -> None:
    assert hull.arc(tank("a1", (500, 500, 0)), (500 + off[0], 500 + off[1], 0)) == side


@pytest.mark.parametrize(
    ("off", "side"), [((300, 300), "front"), ((300, 301), "left"), ((-300, -300), "right"), ((-300, -299), "rear")]
)
def test_a_round_base_has_arcs_of_a_quarter(off: tuple[int, int], side: str) -> None:
    assert hull.arc(model("a1", (500, 500)), (500 + off[0], 500 + off[1], 0)) == side


# sight

LOW = box("low", 400, 0, 450, 1000, 120)


@pytest.mark.parametrize(
    ("terrain", "result"),
    [
        pytest.param([], (True, False), id="open table"),
        pytest.param([box("t", 400, 0, 450, 1000, 300)], (False, True), id="behind a high wall"),
        pytest.param([LOW], (True, True), id="behind a low wall"),
        pytest.param([box("t", 400, 0, 450, 329, 300)], (True, True), id="a corner of the hull is hidden"),
        pytest.param([box("t", 400, 0, 450, 328, 300)], (True, False), id="the wall ends before the corner's line"),
    ],
)
def test_sight_of_a_hull(terrain: list[Terrain], result: tuple[bool, bool]) -> None:
    # the eye at (200, 420) sees the most: its line to the corner at (800, 200) is at 420 - 220 * 250 / 600 = 328.3
    viewer, target = model("a1", (200, 400), base=20, height=150), tank("b1", (1000, 400, 0), (1000, 0), (400, 400))
    found = geometry.sight(position(viewer, target, terrain=terrain), viewer, target)
    assert (found.visible, found.obscured) == result


def test_the_corners_that_bound_a_hull_are_looked_at() -> None:
    # from (0, 401) to the corner at (990, 200) the line is at 401 - 201 * 980 / 990 = 202.03 where the pillar ends
    viewer, target = model("a1", (0, 400), base=1), tank("b1", (1000, 400, 0), (1000, 0), (20, 400))
    for far, obscured in ((202, False), (203, True)):
        pillar = box("p", 900, 0, 980, far, 900)
        assert geometry.sight(position(viewer, target, terrain=[pillar]), viewer, target).obscured is obscured


def test_a_hull_stands_in_the_way_of_sight() -> None:
    viewer, target = model("a1", (0, 500), base=20), model("b1", (1000, 500), base=20)
    for screen, names in (
        (tank("b2", (500, 500, 0)), ("b2",)),
        (tank("b2", (500, 500, 0), height=10), ()),
        (tank("b2", (500, 500, 160)), ()),
        (tank("b2", (500, 671, 0)), ()),
        (tank("b2", (500, 671, 0), (0, 1)), ("b2",)),
    ):
        found = geometry.sight(position(viewer, target, screen), viewer, target)
        assert (found.visible, found.obscured, found.models) == (True, bool(names), names)


def test_the_rules_may_say_who_stands_in_the_way() -> None:
    viewer, target, friend = model("a1", (0, 500)), model("b1", (1000, 500)), tank("a2", (500, 500, 0))
    state = position(viewer, target, friend)
    assert not geometry.sight(state, viewer, target).obscured
    assert geometry.sight(state, viewer, target, [friend, target]).models == ("a2",)
    assert not geometry.sight(state, viewer, target, ()).obscured


@given(anything("a1"), anything("b1"), st.lists(anything("b2"), max_size=1), outlines())
@settings(max_examples=100, deadline=None)
def test_sight_answers_for_every_hull(a: Model, b: Model, others: list[Model], outline: geometry.Outline) -> None:
    wall = Terrain("t", "t", outline, 1000)
    found = geometry.sight(position(a, b, *others, terrain=[wall]), a, b)
    assert found.visible is geometry.sight(position(a, b, terrain=[wall]), a, b).visible, "models hide nobody whole"
    assert found.visible or found.terrain == ("t",)
    assert found.obscured or not (found.terrain or found.models)
