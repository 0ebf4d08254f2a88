"""Measuring, with shapely as the judge where there are no heights, and exact arithmetic where there are."""

from __future__ import annotations

from decimal import Decimal, getcontext
from math import ceil, hypot

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import LineString, MultiPoint, Polygon
from shapely import Point as Spot

from rules.kernel import geometry
from rules.kernel.geometry import distance, gap, met, near_outline, path_length, sight
from rules.kernel.state import Model, Terrain
from tests.rules.kt.board import box, model, position

getcontext().prec = 60
Place = tuple[int, int, int]
SPOTS = st.tuples(st.integers(0, 600), st.integers(0, 600))
PLACES = st.tuples(st.integers(0, 600), st.integers(0, 600), st.sampled_from((0, 0, 0, 100, 150, 333)))
BASES = st.integers(1, 120)
ALMOST = 1e-6


@st.composite
def outlines(draw: st.DrawFn) -> tuple[tuple[int, int], ...]:
    """A convex outline, counter-clockwise."""
    hull = MultiPoint(draw(st.lists(SPOTS, min_size=3, max_size=7))).convex_hull
    assume(isinstance(hull, Polygon) and hull.area > 50)
    corners = list(hull.exterior.coords)[:-1]
    turned = corners if hull.exterior.is_ccw else corners[::-1]
    return tuple((int(x), int(y)) for x, y in turned)


def true_gap(a: Place, a_base: int, b: Place, b_base: int) -> Decimal:
    flat = (Decimal((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)).sqrt() - a_base - b_base
    return (max(Decimal(0), flat) ** 2 + (a[2] - b[2]) ** 2).sqrt()


# distances


@given(PLACES, BASES, PLACES, BASES)
@settings(max_examples=150, deadline=None)
def test_a_gap_is_the_true_distance_rounded_up(a: Place, a_base: int, b: Place, b_base: int) -> None:
    assert gap(a, a_base, b, b_base) == ceil(true_gap(a, a_base, b, b_base)) == gap(b, b_base, a, a_base)


@pytest.mark.parametrize(
    ("b", "reach", "inside"),
    [
        pytest.param((200, 0, 0), 100, True, id="kt.measure.within exactly-1in"),  # 200 - 50 - 50 = 100
        pytest.param((201, 0, 0), 100, False, id="kt.measure.within a-hundredth-more"),
        pytest.param((199, 0, 0), 100, True, id="kt.measure.within a-hundredth-less"),
        pytest.param((120, 160, 0), 100, True, id="3-4-5"),  # sqrt(14400 + 25600) = 200
        pytest.param((120, 161, 0), 100, False, id="3-4-5-and-a-bit"),  # sqrt(40321) = 200.8
        pytest.param((100, 0, 100), 100, True, id="straight-up"),  # the bases overlap from above
        pytest.param((100, 0, 101), 100, False, id="straight-up-and-a-bit"),
        pytest.param((160, 0, 80), 100, True, id="aslant"),  # 60 and 80: 100
        pytest.param((160, 0, 81), 100, False, id="aslant-and-a-bit"),
        pytest.param((161, 0, 80), 100, False, id="aslant-the-other-way"),
    ],
)
def test_within_is_inclusive(b: Place, reach: int, inside: bool) -> None:
    first, second = model("a1", (0, 0)), model("b1", b)
    assert (distance(first, second) <= reach) is inside
    assert (geometry.within([second], first, reach) == [second]) is inside
    assert met((0, 0, 0), ((0, 0, 0),), 50, [second], reach) == [second] * inside


def test_a_model_is_not_within_reach_of_itself() -> None:
    here = model("a1", (0, 0))
    assert geometry.within([here, model("a2", (5, 5))], here, 100) == [model("a2", (5, 5))]


def test_a_model_off_the_table_has_no_distance() -> None:
    with pytest.raises(ValueError):
        distance(model("a1", None), model("b1"))
    with pytest.raises(ValueError):
        sight(position(), model("a1"), model("b1", None))
    assert not met((0, 0, 0), ((9, 9, 0),), 50, [model("b1", None)], 100)
    assert not geometry.runs_into((0, 0, 0), (9, 9, 0), 50, model("b1", None))
    assert geometry.terrain_between(position(), model("a1", None), model("b1")) == ()


@given(st.lists(PLACES, min_size=2, max_size=5), BASES, PLACES, st.integers(0, 300))
@settings(max_examples=150, deadline=None)
def test_met_agrees_with_shapely_on_the_flat(path: list[Place], base: int, spot: Place, reach: int) -> None:
    flat = [(x, y, 0) for x, y, _ in path]
    other = model("b1", spot[:2])
    apart = LineString([p[:2] for p in flat]).distance(Spot(spot[:2])) - base - 50
    assume(abs(apart - reach) > ALMOST)
    assert met(flat[0], flat[1:], base, [other], reach) == [other] * (apart < reach)


@given(PLACES, BASES, PLACES, st.integers(0, 400))
@settings(max_examples=150, deadline=None)
def test_standing_within_is_the_gap(a: Place, base: int, b: Place, reach: int) -> None:
    assert bool(met(a, (a,), base, [model("b1", b)], reach)) is (gap(a, base, b, 50) <= reach)


@given(PLACES, PLACES, BASES, PLACES, st.integers(0, 300))
@settings(max_examples=150, deadline=None)
def test_who_is_not_about_is_not_met(a: Place, b: Place, base: int, spot: Place, reach: int) -> None:
    other = model("b1", spot)
    about = geometry.about(a, b, base + reach, [other])
    if not about:
        assert LineString([a[:2], b[:2]]).distance(Spot(spot[:2])) - base - 50 > reach - ALMOST
        assert not geometry.runs_into(a, b, base, other)


@given(PLACES, PLACES, BASES, SPOTS)
@settings(deadline=None)
def test_running_into_a_base(a: Place, b: Place, base: int, spot: tuple[int, int]) -> None:
    apart = LineString([a[:2], b[:2]]).distance(Spot(spot)) - base - 50
    assume(abs(apart) > ALMOST)
    assert geometry.runs_into(a, b, base, model("b1", spot)) is (apart < 0)


def test_touching_is_not_running_into() -> None:
    assert not geometry.runs_into((0, 100, 0), (900, 100, 0), 50, model("b1", (400, 0)))
    assert geometry.runs_into((0, 99, 0), (900, 99, 0), 50, model("b1", (400, 0)))


# paths


@pytest.mark.parametrize(
    ("path", "free_fall", "length"),
    [
        pytest.param(((300, 400, 0),), False, 500, id="kt.move.measure 3-4-5"),
        pytest.param(((300, 400, 0), (0, 0, 0)), False, 1000, id="there-and-back"),
        pytest.param(((0, 0, 0),), False, 0, id="no-length"),
        pytest.param((), False, 0, id="no-path"),
        pytest.param(((0, 0, 300),), False, 300, id="kt.gap.climb-cost up"),
        pytest.param(((0, 0, 300), (100, 0, 300)), True, 400, id="kt.gap.climb-cost and-along"),
        pytest.param(((0, 0, -300),), False, 300, id="down-with-its-height"),
        pytest.param(((0, 0, -300),), True, 0, id="kt.gap.jump-cost-free"),
        pytest.param(((1, 1, 0),), False, 1, id="rounded-down"),  # 1.414
        pytest.param(((1, 1, 0), (2, 2, 0), (3, 3, 0)), False, 4, id="summed-before-rounding"),  # 4.243
    ],
)
def test_path_length(path: tuple[Place, ...], free_fall: bool, length: int) -> None:
    assert path_length((0, 0, 0), path, free_fall) == length


@given(st.lists(PLACES, min_size=1, max_size=40))
def test_path_length_is_at_most_a_hundredth_short(path: list[Place]) -> None:
    legs = list(zip([(0, 0, 0), *path], path, strict=False))
    true = sum(hypot(b[0] - a[0], b[1] - a[1]) + abs(b[2] - a[2]) for a, b in legs)
    assert -ALMOST <= true - path_length((0, 0, 0), path) <= 1 + len(path) / geometry.FINE


def test_a_step_onto_low_terrain_is_free() -> None:
    crates = box("crates", 100, 0, 200, 100, 150)
    assert path_length((0, 50, 0), ((150, 50, 150),), True, [crates]) == 150
    assert path_length((0, 50, 0), ((150, 50, 150),), True, []) == 300
    assert path_length((0, 50, 0), ((99, 50, 150),), True, [crates]) == 249, "the end is not on it"


# outlines


@given(outlines(), SPOTS, BASES, st.integers(0, 200))
@settings(max_examples=150, deadline=None)
def test_near_an_outline(outline: tuple[tuple[int, int], ...], spot: tuple[int, int], base: int, reach: int) -> None:
    apart = Polygon(outline).distance(Spot(spot)) - base - reach
    assume(abs(apart) > ALMOST)
    assert near_outline(spot, base, outline, reach) is (apart < 0)


@given(outlines(), SPOTS)
@settings(max_examples=120, deadline=None)
def test_inside_an_outline(outline: tuple[tuple[int, int], ...], spot: tuple[int, int]) -> None:
    assert geometry.inside(spot, outline) is Polygon(outline).intersects(Spot(spot))


@given(outlines(), SPOTS, st.integers(1, 200))
@settings(max_examples=120, deadline=None)
def test_a_whole_base_inside(outline: tuple[tuple[int, int], ...], spot: tuple[int, int], base: int) -> None:
    area = Polygon(outline)
    deep = area.exterior.distance(Spot(spot)) if area.intersects(Spot(spot)) else -1.0
    assume(abs(deep - base) > ALMOST)
    assert geometry.base_inside(spot, base, outline) is (deep > base)


@pytest.mark.parametrize(("x", "inside"), [(50, True), (49, False), (550, True), (551, False)])
def test_a_base_may_touch_the_border(x: int, inside: bool) -> None:
    assert geometry.base_inside((x, 300), 50, ((0, 0), (600, 0), (600, 600), (0, 600))) is inside


# terrain

WALL = box("wall", 400, 0, 450, 600, 300)
SLAB = box("slab", 400, 0, 450, 600, 20, floor=280)


@given(outlines(), PLACES, PLACES)
@settings(max_examples=150, deadline=None)
def test_crossing_a_tall_piece_is_crossing_its_outline(
    outline: tuple[tuple[int, int], ...], a: Place, b: Place
) -> None:
    piece = Terrain("t", "t", outline, 1000)
    shared = LineString([a[:2], b[:2]]).intersection(Polygon(outline)).length
    border = LineString([a[:2], b[:2]]).intersection(Polygon(outline).exterior).length
    assume(a[:2] != b[:2] and (shared > ALMOST or shared == 0) and border == 0)
    assert geometry.crosses(a, b, piece) is (shared > 0) is geometry.crosses(b, a, piece)


@given(outlines(), PLACES, PLACES, st.integers(1, 400), st.sampled_from((0, 50, 200)))
@settings(max_examples=150, deadline=None)
def test_crossing_is_the_same_both_ways(
    outline: tuple[tuple[int, int], ...], a: Place, b: Place, height: int, floor: int
) -> None:
    piece = Terrain("t", "t", outline, height, floor)
    assert geometry.crosses(a, b, piece) is geometry.crosses(b, a, piece)


@pytest.mark.parametrize(
    ("a", "b", "piece", "through"),
    [
        pytest.param((0, 300, 0), (900, 300, 0), WALL, True, id="on-the-ground"),
        pytest.param((0, 300, 299), (900, 300, 299), WALL, True, id="below-the-top"),
        pytest.param((0, 300, 300), (900, 300, 300), WALL, False, id="along-the-top"),
        pytest.param((0, 300, 0), (400, 300, 0), WALL, False, id="up-to-its-side"),
        pytest.param((400, 300, 0), (400, 300, 300), WALL, False, id="up-its-side"),
        pytest.param((401, 300, 0), (401, 300, 300), WALL, True, id="up-inside-it"),
        pytest.param((400, 0, 0), (400, 600, 0), WALL, False, id="along-its-side"),
        pytest.param((0, 600, 0), (900, 600, 0), WALL, False, id="along-its-end"),
        pytest.param((0, 300, 0), (900, 300, 900), WALL, False, id="rising-over-it"),  # at x 400 it is 400 high
        pytest.param((0, 300, 0), (900, 300, 600), WALL, True, id="rising-into-it"),  # at x 400 it is 267 high
        pytest.param((0, 300, 100), (900, 300, 100), SLAB, False, id="under-a-bridge"),
        pytest.param((0, 300, 290), (900, 300, 290), SLAB, True, id="through-a-bridge"),
        pytest.param((0, 300, 0), (900, 300, 500), SLAB, False, id="rising-under-a-bridge"),  # 222 to 250 below 280
        pytest.param((0, 300, 0), (900, 300, 620), SLAB, True, id="rising-into-a-bridge"),  # 276 to 310
        pytest.param((0, 300, 0), (900, 300, 700), SLAB, False, id="rising-over-a-bridge"),  # 311 on
    ],
)
def test_crossing_by_height(a: Place, b: Place, piece: Terrain, through: bool) -> None:
    assert geometry.crosses(a, b, piece) is through is geometry.crosses(b, a, piece)


@pytest.mark.parametrize(
    ("spot", "ground"),
    [
        ((10, 10, 0), True),
        ((10, 10, 300), False),
        ((400, 10, 300), True),
        ((399, 10, 300), False),
        ((420, 9, 299), False),
    ],
)
def test_what_a_base_rests_on(spot: Place, ground: bool) -> None:
    assert geometry.surface(spot, [WALL]) is ground


def test_inside_of_and_beside() -> None:
    assert geometry.inside_of((350, 300, 0), 50, [WALL]) == []
    assert geometry.inside_of((351, 300, 0), 50, [WALL]) == [WALL]
    assert geometry.inside_of((420, 300, 300), 50, [WALL]) == []
    assert geometry.inside_of((420, 300, 0), 50, [SLAB]) == [], "below a bridge"
    assert geometry.beside((350, 300, 150), 50, [WALL]) == [WALL]
    assert geometry.beside((349, 300, 150), 50, [WALL]) == []
    assert geometry.beside((350, 300, 301), 50, [WALL]) == []


def test_held_all_the_way() -> None:
    first, next_to = box("t1", 0, 0, 300, 300, 300), box("t2", 300, 0, 600, 300, 300)
    gap_of_one = box("t3", 401, 0, 600, 300, 300)
    start, end = (100, 100, 300), (500, 100, 300)
    assert geometry.held(start, end, 50, [first, next_to])
    assert not geometry.held(start, end, 50, [first])
    assert not geometry.held(start, end, 50, [first, gap_of_one]), "a gap of 101 is wider than the base of 100"
    assert geometry.held(start, end, 51, [first, gap_of_one])
    assert geometry.held(start, (350, 100, 300), 50, [first]), "half over the edge"
    assert not geometry.held(start, (351, 100, 300), 50, [first])


# sight


def seen(terrain: list[Terrain], *others: Model, viewer: Model | None = None, target: Model | None = None) -> str:
    """`clear`, `obscured` or `hidden`, of a1 at the left and b1 at the right of the wall."""
    a, b = viewer or model("a1", (200, 300)), target or model("b1", (700, 300))
    state = position(a, b, *others, terrain=terrain)
    found = sight(state, a, b)
    return "clear" if not found.obscured else "obscured" if found.visible else "hidden"


@pytest.mark.parametrize(
    ("terrain", "result"),
    [
        pytest.param([], "clear", id="open-table"),
        pytest.param([WALL], "hidden", id="high-wall"),
        # eye at 150, feet at 15: over a wall of 10 in the middle every line runs above 15
        pytest.param([box("t", 400, 0, 450, 600, 10)], "clear", id="kerb"),
        pytest.param([box("t", 400, 0, 450, 600, 120)], "obscured", id="low-wall"),
        pytest.param([box("t", 400, 0, 450, 600, 150)], "obscured", id="wall-as-high-as-the-eye"),
        pytest.param([box("t", 400, 0, 450, 600, 151)], "hidden", id="wall-above-the-eye"),
        pytest.param([box("t", 400, 0, 450, 310, 300)], "obscured", id="half-behind-a-corner"),
        pytest.param([box("t", 400, 0, 450, 250, 300)], "clear", id="wall-beside-the-line-touching"),
        pytest.param([box("t", 400, 0, 450, 100, 300)], "clear", id="wall-far-aside"),
        pytest.param([box("t", 20, 200, 100, 400, 300)], "clear", id="wall-behind-the-viewer"),
        pytest.param([box("t", 800, 200, 900, 400, 300)], "clear", id="wall-behind-the-target"),
        pytest.param([SLAB], "clear", id="under-a-bridge"),
    ],
)
def test_sight_past_terrain(terrain: list[Terrain], result: str) -> None:
    assert seen(terrain) == result


def test_what_obscures_is_named() -> None:
    a, b, screen = model("a1", (200, 300)), model("b1", (700, 300)), model("b2", (500, 300))
    low = box("low", 400, 0, 450, 600, 120)
    found = sight(position(a, b, screen, terrain=[low, box("far", 400, 2000, 450, 2100, 500)]), a, b)
    assert (found.visible, found.obscured, found.terrain, found.models) == (True, True, ("low",), ("b2",))


@pytest.mark.parametrize(
    ("other", "result"),
    [
        pytest.param(model("b2", (450, 300)), "obscured", id="kt.hit.obscured-definition-enemy-of-the-viewer"),
        pytest.param(model("a2", (450, 300)), "clear", id="friend-of-the-viewer"),
        pytest.param(model("b2", (450, 300), out=True), "clear", id="out-of-action"),
        pytest.param(model("b2", None), "clear", id="not-on-the-table"),
        pytest.param(model("b2", (450, 420)), "clear", id="aside"),
        pytest.param(model("b2", (850, 300)), "clear", id="behind-the-target"),
        pytest.param(model("b2", (450, 300, 300)), "clear", id="above-the-line"),
        pytest.param(model("b2", (450, 300), height=10), "clear", id="lower-than-any-line"),
    ],
)
def test_sight_past_models(other: Model, result: str) -> None:
    assert seen([], other) == result


def test_models_never_hide_each_other_whole() -> None:
    crowd = [model(f"b{n}", (300 + 50 * n, 300), base=200, height=500) for n in range(2, 6)]
    assert seen([], *crowd) == "obscured"


@pytest.mark.parametrize(
    ("eye", "result"), [(299, "hidden"), (300, "obscured"), (2000, "clear")], ids=["ground", "roof", "tower"]
)
def test_from_above_more_is_seen(eye: int, result: str) -> None:
    # its eyes are 150 higher, half way to a mark at 150: from 300 the line is (450 + 150) / 2 = 300 high at the wall
    assert seen([WALL], viewer=model("a1", (200, 300, eye)), target=model("b1", (700, 300))) == result


def test_a_tall_target_is_seen_over_a_wall() -> None:
    assert (
        seen([WALL], viewer=model("a1", (200, 300), height=400), target=model("b1", (700, 300), height=400)) != "hidden"
    )


@given(PLACES, PLACES, st.lists(st.tuples(outlines(), st.integers(10, 400)), max_size=3), st.integers(100, 300))
@settings(max_examples=80, deadline=None)
def test_who_sees_is_seen(a: Place, b: Place, walls: list[tuple[tuple[tuple[int, int], ...], int]], tall: int) -> None:
    """Over terrain that stands on the table, visibility is mutual; being obscured is not."""
    first, second = model("a1", a), model("b1", b, height=tall)
    terrain = [Terrain(f"t{n}", "t", outline, height) for n, (outline, height) in enumerate(walls)]
    state = position(first, second, terrain=terrain)
    assert sight(state, first, second).visible is sight(state, second, first).visible


@given(PLACES, PLACES, st.lists(st.tuples(outlines(), st.integers(10, 400)), max_size=3))
@settings(max_examples=100, deadline=None)
def test_terrain_never_helps_to_see(a: Place, b: Place, walls: list[tuple[tuple[tuple[int, int], ...], int]]) -> None:
    first, second = model("a1", a), model("b1", b)
    terrain = [Terrain(f"t{n}", "t", outline, height) for n, (outline, height) in enumerate(walls)]
    more, fewer = (sight(position(first, second, terrain=t), first, second) for t in (terrain, terrain[1:]))
    assert more.visible <= fewer.visible and more.obscured >= fewer.obscured


@pytest.mark.parametrize(
    ("piece", "between"),
    [
        # bases with a radius of 50 at (200, 300) and (700, 300): the room is from y 250 to 350, and 150 high
        pytest.param(box("t", 400, 0, 450, 600, 76), True, id="on-the-line"),
        pytest.param(box("t", 400, 0, 450, 600, 1), True, id="any-height"),
        pytest.param(box("t", 400, 340, 450, 600, 76), True, id="beside-the-line"),
        pytest.param(box("t", 400, 349, 450, 600, 76), False, id="within-a-hundredth"),
        pytest.param(box("t", 400, 350, 450, 600, 76), False, id="it-only-touches"),
        pytest.param(box("t", 200, 350, 700, 600, 300), False, id="along-both"),
        pytest.param(box("t", 750, 0, 800, 600, 300), False, id="behind"),
        pytest.param(box("t", 720, 0, 800, 600, 100), False, id="behind-and-under-the-base"),
        pytest.param(box("t", 660, 0, 680, 600, 100), True, id="before-and-under-the-base"),
        pytest.param(Terrain("t", "t", ((400, 0), (450, 0), (450, 600), (400, 600)), 50, 150), False, id="above"),
        pytest.param(Terrain("t", "t", ((400, 0), (450, 0), (450, 600), (400, 600)), 50, 149), True, id="at-the-head"),
    ],
)
def test_terrain_between(piece: Terrain, between: bool) -> None:
    a, b = model("a1", (200, 300)), model("b1", (700, 300))
    state = position(a, b, terrain=[piece])
    found = ("t",) if between else ()
    assert geometry.terrain_between(state, a, b) == geometry.terrain_between(state, b, a) == found


def test_terrain_under_a_model_is_not_between() -> None:
    ledge = box("ledge", 400, 0, 900, 600, 90)
    parapet = Terrain("p", "p", ((400, 0), (410, 0), (410, 600), (400, 600)), 40, 90)
    a, b = model("a1", (340, 300)), model("b1", (470, 300, 90))
    assert geometry.terrain_between(position(a, b, terrain=[ledge]), a, b) == ()
    assert geometry.terrain_between(position(a, b, terrain=[ledge, parapet]), a, b) == ("p",)
    above = model("a1", (340, 300, 90))
    assert geometry.terrain_between(position(above, b, terrain=[ledge]), above, b) == ()


@given(SPOTS, BASES, SPOTS, BASES, outlines())
@settings(max_examples=300, deadline=None)
def test_terrain_between_is_in_the_hull_of_both_bases(
    at: tuple[int, int], wide: int, to: tuple[int, int], other: int, outline: tuple[tuple[int, int], ...]
) -> None:
    """Three hundredths into it, outside the bases, is between them; outside it is not. Its edge is rounded."""
    a, b = model("a1", at, base=wide), model("b1", to, base=other)
    state = position(a, b, terrain=[Terrain("t", "t", outline, 100)])
    bases, piece = Spot(at).buffer(wide, 64).union(Spot(to).buffer(other, 64)), Polygon(outline)
    room = bases.convex_hull
    between = geometry.terrain_between(state, a, b)
    assert between == geometry.terrain_between(state, b, a)
    if room.difference(bases).buffer(-3).intersects(piece):
        assert between == ("t",)
    if not room.intersects(piece):
        assert between == ()


def test_ceil_root() -> None:
    assert [geometry.ceil_root(n) for n in (0, 1, 2, 4, 5, 9, 10, 10**30 + 1)] == [0, 1, 2, 2, 3, 3, 4, 10**15 + 1]
