"""Ways around obstacles, with shapely and a graph of all corners as the judge."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import combinations, pairwise
from math import cos, hypot, isqrt, pi, sin
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon, prepare, union_all
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.kernel import convex, hull, route
from rules.kernel.convex import Box
from rules.kernel.geometry import path_length
from rules.kernel.route import Goal, Obstacle, around, cut, edges, farthest, on, past, shortest
from rules.kernel.state import Point, Table
from tests.kernel.test_hull import tank
from tests.rules.kt.board import model

BOUNDS = Box(0, 0, 4000, 3000)
NEAR = edges(BOUNDS)[0]
START = (2000, 2800, 0)
SPOTS = st.tuples(st.integers(0, 4000), st.integers(0, 3000))
DISCS = st.builds(lambda spot, radius: Obstacle((spot,), radius), SPOTS, st.integers(50, 400))
WALLS = st.builds(
    lambda at, facing, size, grown: Obstacle(hull.outline((*at, 0), facing, size), grown),
    SPOTS,
    st.tuples(st.integers(-9, 9), st.integers(1, 9)),
    st.tuples(st.integers(50, 900), st.integers(50, 400)),
    st.integers(1, 100),
)


def square(left: int, near: int, right: int, far: int) -> convex.Core:
    return ((left, near), (right, near), (right, far), (left, far))


def shaped(core: convex.Core) -> BaseGeometry:
    return Polygon(core) if len(core) > 1 else Spot(core[0])


def drawn(obstacle: Obstacle) -> BaseGeometry:
    return shaped(obstacle.core).buffer(obstacle.radius)


def assert_free(start: Point, way: Sequence[Point], obstacles: Sequence[Obstacle]) -> None:
    for a, b in pairwise((start, *way)):
        leg = LineString([a[:2], b[:2]])
        assert all(leg.distance(shaped(core)) >= radius - 1e-6 for core, radius in obstacles)
        assert all(0 <= x <= 4000 and 0 <= y <= 3000 for x, y, _ in (a, b))


# the shortest way


def test_a_straight_way() -> None:
    assert shortest(START, NEAR, [], BOUNDS) == ((2000, 0, 0),)
    assert shortest((2000, 2800, 77), edges(BOUNDS)[2], [], BOUNDS) == ((2000, 3000, 77),)
    assert shortest(START, Goal((100, 100), (100, 100)), [], BOUNDS) == ((100, 100, 0),)
    assert shortest(START, Goal((0, 1000), (500, 1000)), [], BOUNDS) == ((500, 1000, 0),)
    assert shortest((700, 0, 0), NEAR, [], BOUNDS) == ((700, 0, 0),)


def test_touching_is_no_hindrance() -> None:
    discs = [Obstacle(((1800, 1500),), 200), Obstacle(((2200, 1500),), 200)]
    assert shortest(START, NEAR, discs, BOUNDS) == ((2000, 0, 0),)


def test_around_a_wall_to_its_nearer_end() -> None:
    wall = around(square(1000, 1000, 2300, 1100), 50)
    way = shortest(START, NEAR, [wall], BOUNDS)
    assert way is not None and way[-1][1] == 0 and 2350 <= way[-1][0] <= 2353
    assert_free(START, way, [wall])
    # down to (2300, 1100), a bend of about 12 degrees around it at 50, then straight down
    assert isqrt(302**2 + 1700**2) + 1100 <= path_length(START, way) <= hypot(352, 1700) + 1105


def test_the_way_around_a_disc() -> None:
    disc = Obstacle(((2000, 1500),), 300)
    way = shortest(START, NEAR, [disc], BOUNDS)
    assert way is not None
    assert_free(START, way, [disc])
    # a tangent from 1300 above the middle, an arc to beside it, then 1500 down
    arc = pi / 2 - (pi / 2 - 0.2328778)
    true = (1300**2 - 300**2) ** 0.5 + 300 * arc + 1500
    assert true <= path_length(START, way) <= true + 8


@given(st.lists(DISCS | WALLS, max_size=4))
@settings(max_examples=40, deadline=None)
def test_the_shortest_way_agrees_with_a_graph_of_all_corners(obstacles: list[Obstacle]) -> None:
    assume(all(not drawn(obstacle).buffer(1).intersects(Spot(START[:2])) for obstacle in obstacles))
    target = (2000, 100)
    assume(all(not drawn(obstacle).buffer(9).intersects(Spot(target)) for obstacle in obstacles))
    way = shortest(START, Goal(target, target), obstacles, BOUNDS)
    least, most = (_by_graph(obstacles, target, grown) for grown in (-1.0, 9.0))
    if way is None:
        assert most is None, "there is a way that leaves 9 hundredths to spare on either side"
        return
    assert least is not None
    assert_free(START, way, obstacles)
    assert least - 1 <= path_length(START, way)
    assert most is None or path_length(START, way) <= most * 1.005 + 5


def _by_graph(obstacles: Sequence[Obstacle], target: tuple[int, int], grown: float) -> float | None:
    """The length of a shortest way past the obstacles, each grown a bit; they are polygons within them."""
    area = Polygon(square(*BOUNDS))
    shapes = [shaped(core).buffer(radius + grown, 5) for core, radius in obstacles]
    solid = union_all(shapes).buffer(-1e-6) if shapes else Polygon()
    prepare(solid)
    inside = [
        part for shape in shapes for part in getattr(shape.intersection(area), "geoms", [shape.intersection(area)])
    ]
    corners = [corner for part in inside if isinstance(part, Polygon) for corner in part.exterior.coords]
    nodes = [START[:2], target, *(c for c in corners if not solid.contains(Spot(c)))]
    legs: dict[tuple[float, float], list[tuple[float, tuple[float, float]]]] = {node: [] for node in nodes}
    for a, b in combinations(legs, 2):
        leg = LineString([a, b])
        if not (solid.intersects(leg) and solid.intersection(leg).length > 1e-3):
            legs[a].append((leg.length, b))
            legs[b].append((leg.length, a))
    waiting: list[tuple[float, tuple[float, float]]] = [(0.0, START[:2])]
    done = set[tuple[float, float]]()
    while waiting:
        gone, node = heappop(waiting)
        if node == target:
            return gone
        if node not in done:
            done.add(node)
            for length, other in legs[node]:
                heappush(waiting, (gone + length, other))
    return None


@given(st.permutations([Obstacle(((1300 + 300 * n, 1500 + 90 * (n % 3)),), 140) for n in range(6)]))
@settings(max_examples=20, deadline=None)
def test_the_order_of_the_obstacles_does_not_matter(discs: list[Obstacle]) -> None:
    assert shortest(START, NEAR, discs, BOUNDS) == shortest(START, NEAR, sorted(discs), BOUNDS)


def test_no_way() -> None:
    across = [Obstacle(((x, 1500),), 260) for x in range(0, 4001, 250)]
    assert shortest(START, NEAR, across, BOUNDS) is None
    for gone in (0, 7, 16):
        assert shortest(START, NEAR, across[:gone] + across[gone + 1 :], BOUNDS) is None, "one less leaves no gap"
    for gone, through in ((0, 0), (7, 1875), (15, 4000)):
        left = across[:gone] + across[gone + 2 :]
        way = shortest(START, NEAR, left, BOUNDS)
        assert way is not None and abs(way[-1][0] - through) <= 240
        assert_free(START, way, left)


def test_along_the_border_of_the_table() -> None:
    wall = [around(square(3, 1000, 4000, 1100), 0, 1)]
    way = shortest(START, NEAR, wall, BOUNDS)
    assert way is not None and way[0][0] <= 2
    assert_free(START, way, wall)
    assert shortest(START, NEAR, [around(square(0, 1000, 4000, 1100), 0, 1)], BOUNDS) is None


def test_a_disc_over_the_goal_is_passed() -> None:
    for y in (-60, 0, 60):
        disc = [Obstacle(((2000, y),), 150)]
        way = shortest(START, NEAR, disc, BOUNDS)
        assert way is not None and way[-1][1] == 0 and abs(way[-1][0] - 2000) >= isqrt(150**2 - y * y)
        assert_free(START, way, disc)


def test_who_is_too_near_already_only_keeps_the_distance() -> None:
    close = Obstacle(((2000, 2700),), 200)
    way = shortest(START, NEAR, [close], BOUNDS)
    assert way is not None and len(way) > 1
    assert_free(START, way, [Obstacle(((2000, 2700),), 100)])
    inside = around(square(1900, 2700, 2100, 2900), 50)
    assert shortest(START, NEAR, [inside], BOUNDS) == ((2000, 0, 0),), "who stands in it is let out"


def test_obstacles_of_models() -> None:
    assert past(model("a1", (500, 600), base=50), 63) == Obstacle(((500, 600),), 113)
    assert past(model("a1", (500, 600), base=50), 63, 100) == Obstacle(((500, 600),), 213)
    vehicle = tank("a1", (500, 500, 0))
    assert past(vehicle, 63, 100) == Obstacle(hull.core(vehicle), 163)
    assert on(Table(7200, 4800), 63) == Box(63, 63, 7137, 4737)
    assert edges(Box(1, 2, 30, 40))[3] == Goal((1, 40), (1, 2))


# how far there is a way


def ring(count: int, radius: int, reach: int, around_it: tuple[int, int] = (2000, 1500)) -> list[Obstacle]:
    turns = [2 * pi * n / count for n in range(count)]
    x, y = around_it
    return [Obstacle(((round(x + reach * cos(t)), round(y + reach * sin(t))),), radius) for t in turns]


@pytest.mark.parametrize(
    ("length", "trapped"), [pytest.param(400, False, id="room enough"), pytest.param(750, True, id="no room")]
)
def test_trapped_in_a_ring(length: int, trapped: bool) -> None:
    discs = ring(24, 126, 600)
    way = farthest((2000, 1500, 0), length, discs, BOUNDS)
    assert (way is None) is trapped
    if way:
        assert_free((2000, 1500, 0), way, discs)
        assert length - 1 <= path_length((2000, 1500, 0), way) <= length


def test_the_gap_in_a_ring_is_found() -> None:
    for gone in range(24):
        discs = ring(24, 126, 600)
        del discs[gone : gone + 2]
        way = farthest((2000, 1500, 0), 1000, discs, BOUNDS)
        assert way is not None, gone
        assert_free((2000, 1500, 0), way, discs)


def test_round_a_corner() -> None:
    # a corridor 200 wide for the middle: 700 ahead, then 700 to the left
    corridor = [
        around(square(900, 900, 1000, 2000), 50),
        around(square(900, 900, 2300, 1000), 50),
        around(square(1300, 1300, 2300, 1400), 50),
        around(square(1300, 1300, 1400, 2000), 50),
        around(square(900, 2000, 1400, 2100), 50),
        around(square(2200, 900, 2300, 1400), 50),
    ]
    start = (1150, 1900, 0)
    way = farthest(start, 1400, corridor, BOUNDS)
    assert way is not None and len(way) > 1
    assert_free(start, way, corridor)
    assert 1399 <= path_length(start, way) <= 1400
    assert farthest(start, 1900, corridor, BOUNDS) is None


def test_the_border_ends_a_way() -> None:
    assert farthest((3900, 1500, 0), 1000, [], BOUNDS) == ((4000, 1500, 0),)
    assert farthest((3900, 1500, 5), 60, [], BOUNDS) == ((3960, 1500, 5),)


@pytest.mark.parametrize(
    ("towards", "end"),
    [((3, 4), (3950, 2933)), ((4, 3), (4000, 2900)), ((1, 1), (4000, 2966)), ((0, 1), (3800, 3000))],
)
def test_a_straight_way_into_a_corner_of_the_table(towards: tuple[int, int], end: tuple[int, int]) -> None:
    # from (3800, 2733) or beside it; over one border and, drawn on, over the other
    start = {(3, 4): (3800, 2733), (4, 3): (3800, 2750), (1, 1): (3800, 2766), (0, 1): (3800, 2000)}[towards]
    length = 250 if towards == (3, 4) else 2000
    assert route._straight(route._field((), BOUNDS), start, towards, length) == end


@given(st.lists(DISCS | WALLS, max_size=12), st.integers(1, 1800))
@settings(max_examples=100, deadline=None)
def test_a_way_that_is_found_is_free_and_as_long(obstacles: list[Obstacle], length: int) -> None:
    outside = [obstacle for obstacle in obstacles if not drawn(obstacle).buffer(1).intersects(Spot(START[:2]))]
    way = farthest(START, length, outside, BOUNDS)
    if way is None:
        assert outside
        return
    assert_free(START, way, outside)
    x, y, _ = way[-1]
    assert length - 1 <= path_length(START, way) <= length or x in (0, 4000) or y in (0, 3000)
    assert LineString([START[:2], *(p[:2] for p in way)]).is_simple
    for (a, b), (c, d) in pairwise(pairwise((START, *way))):
        assert (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) >= 0


@pytest.mark.parametrize(
    ("way", "keeps_on"),
    [
        pytest.param(((0, 0), (100, 0), (100, 100)), True, id="a right angle"),
        pytest.param(((0, 0), (100, 0), (99, 100)), False, id="a bit more"),
        pytest.param(((0, 0), (100, 0), (100, 90), (10, 90), (10, -10)), False, id="across its own beginning"),
        pytest.param(((0, 0), (100, 0), (100, 90), (10, 90), (10, 0)), False, id="onto its own beginning"),
        pytest.param(((0, 0), (100, 0), (100, 90), (10, 90), (10, 1)), True, id="almost"),
    ],
)
def test_doubling_back(way: tuple[tuple[int, int], ...], keeps_on: bool) -> None:
    assert route._keeps_on(way) is keeps_on


# the first part of a way


@given(st.lists(SPOTS, min_size=1, max_size=6), st.integers(0, 9000))
def test_cutting_a_way(spots: list[tuple[int, int]], length: int) -> None:
    way = tuple((x, y, 0) for x, y in spots)
    whole, part = path_length(START, way), cut(START, way, length)
    if whole < length:
        assert part == way
    else:
        assert length - 1 <= path_length(START, part) <= length
        assert part[:-1] == way[: len(part) - 1]


def test_a_hundred_discs_are_no_trouble() -> None:
    """Of a hundred obstacles few are looked at: the work is counted, not timed."""
    looked: list[int] = []
    discs = [Obstacle(((200 * (n % 20) + 100 * (n // 20 % 2), 500 + 400 * (n // 20)),), 60) for n in range(100)]
    searched = route._search

    def counted(
        field: Any, here: convex.Flat, goal: Goal, near: int, most: int | None
    ) -> tuple[convex.Flat, ...] | None:
        looked.append(near.bit_count())
        return searched(field, here, goal, near, most)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(route, "_search", counted)
        way = shortest(START, NEAR, discs, BOUNDS)
    assert way is not None
    assert_free(START, way, discs)
    assert max(looked) <= 60


@given(st.lists(DISCS | WALLS, max_size=8), st.lists(st.tuples(SPOTS, SPOTS), min_size=2, max_size=6))
def test_what_is_known_from_other_searches_changes_no_way(obstacles: list[Obstacle], asked: list[Any]) -> None:
    route._field.cache_clear()
    ways = [((*start, 0), Goal(end, end)) for start, end in asked]
    together = [shortest(start, goal, obstacles, BOUNDS) for start, goal in ways]
    for (start, goal), way in zip(ways, together, strict=True):
        route._field.cache_clear()
        assert shortest(start, goal, obstacles, BOUNDS) == way


# legs that meet

LATTICE = [(x, y) for x in range(3) for y in range(3)]


def test_whether_two_legs_meet_is_what_shapely_says() -> None:
    """Every pair of legs between nine points: crossing, touching at an end or in the middle, one along the other."""
    legs = [(a, b) for a in LATTICE for b in LATTICE if a != b]
    for a, b in legs:
        for c, d in legs:
            assert route._crossing(a, b, c, d) == LineString([a, b]).intersects(LineString([c, d])), (a, b, c, d)


@pytest.mark.parametrize(
    ("c", "d", "meet"),
    [
        ((5, 0), (5, 9), True),  # an end on the middle of the other leg
        ((5, 1), (5, 9), False),
        ((10, 0), (20, 5), True),  # end to end
        ((11, 0), (20, 5), False),
        ((4, 0), (20, 0), True),  # along each other
        ((11, 0), (20, 0), False),  # in one line, apart
        ((5, -5), (5, 5), True),
        ((15, -5), (15, 5), False),
    ],
)
def test_touching_is_meeting(c: tuple[int, int], d: tuple[int, int], meet: bool) -> None:
    for first, second in (((0, 0), (10, 0)), ((10, 0), (0, 0))):
        assert route._crossing(first, second, c, d) is meet
        assert route._crossing(c, d, first, second) is meet
