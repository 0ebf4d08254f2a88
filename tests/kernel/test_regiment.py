"""Regiments: where their models stand, what wheels come to, and their arcs, with floats and shapely as the judges."""

from __future__ import annotations

from math import cos, hypot, pi

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from shapely import Point as Spot
from shapely import Polygon, affinity

from rules.kernel import convex, regiment
from rules.kernel.canonical import canonical
from rules.kernel.effects import Formed
from rules.kernel.sheet import UnitSheet
from rules.kernel.state import Beside, Facing, Formation, Stand, Unit, from_json, to_json
from tests.rules.kt.board import model, position

MM = 100 / 25.4
FACINGS = st.tuples(st.integers(-1000, 1000), st.integers(-1000, 1000)).filter(any)
PLACES = st.tuples(st.integers(1000, 5000), st.integers(1000, 3000))
CELLS = st.sampled_from([(20, 20), (25, 25), (25, 50), (40, 40), (50, 100)])


def block(count: int, files: int, cell: tuple[int, int] = (20, 20), **other: object) -> Formation:
    """A regiment of models 1, 2, 3 ..., rank by rank, its left end at (3000, 2000), looking up the table."""
    stands = {str(n + 1): Stand(n % files, n // files) for n in range(count)}
    plain = Formation(at=(3000, 2000), facing=(0, 1000), files=files, cell=cell, stands=stands)
    return replace(plain, **other)


@st.composite
def anything(draw: st.DrawFn) -> Formation:
    count, files = draw(st.integers(1, 40)), draw(st.integers(1, 10))
    beside = [draw(st.none() | st.builds(Beside, st.just(key), st.just(50), st.sampled_from([50, 75]))) for key in "xy"]
    return block(
        count, min(files, count), draw(CELLS), at=draw(PLACES), facing=draw(FACINGS), left=beside[0], right=beside[1]
    )


def close(a: tuple[float, float], b: tuple[float, float], by: float = 1.0) -> bool:
    return hypot(a[0] - b[0], a[1] - b[1]) <= by


# ranks and places


def test_a_regiment_of_five_files() -> None:
    formation = block(12, 5)
    assert regiment.ranks(formation) == 3
    assert [regiment.in_rank(formation, rank) for rank in range(4)] == [5, 5, 2, 0]
    # 100 mm wide and 60 mm deep: 393.7 and 236.2 hundredths of an inch
    assert regiment.boundary(formation) == ((3394, 1764), (3394, 2000), (3000, 2000), (3000, 1764))
    assert regiment.places(formation)["1"] == (3039, 1961)
    assert regiment.places(formation)["12"] == (3118, 1803)
    assert regiment.width(formation) == 394


def test_a_large_base_counts_as_those_it_replaces() -> None:
    stands = {"c": Stand(1, 0, 2, 2), "1": Stand(0, 0), "2": Stand(3, 0), "3": Stand(0, 1), "4": Stand(3, 1)}
    formation = block(1, 4, stands=stands)
    assert [regiment.in_rank(formation, rank) for rank in (0, 1)] == [4, 4]
    assert Polygon(regiment.core(formation, "c")).area == pytest.approx((40 * MM) ** 2, rel=0.01)


def test_characters_beside_the_ranks_widen_the_boundary_and_count_in_no_rank() -> None:
    formation = block(10, 5, left=Beside("c", 50, 50), right=Beside("d", 50, 75))
    assert regiment.in_rank(formation, 0) == 5
    (right, rear), _, (left, _), _ = regiment.boundary(formation)
    assert (left, right, rear) == (2803, 3591, 1705)
    assert regiment.places(formation)["c"] == (2902, 1902)
    with pytest.raises(KeyError):
        regiment.core(formation, "e")


@given(anything())
def test_every_model_stands_inside_the_boundary_and_on_no_other(formation: Formation) -> None:
    boundary = Polygon(regiment.boundary(formation))
    assert boundary.exterior.is_ccw
    bases = [Polygon(regiment.core(formation, key)) for key in regiment.spread(formation)]
    assert all(boundary.buffer(2).contains(base) for base in bases)
    for index, base in enumerate(bases):
        assert not any(base.buffer(-1.5).intersects(other.buffer(-1.5)) for other in bases[:index])


@given(anything(), st.integers(2, 900))
def test_the_length_of_the_facing_is_no_matter(formation: Formation, times: int) -> None:
    fx, fy = formation.facing
    longer = replace(formation, facing=(fx * times, fy * times))
    assert regiment.boundary(longer) == regiment.boundary(formation)
    assert regiment.places(longer) == regiment.places(formation)


# moves


@given(anything(), st.integers(-800, 800))
def test_a_straight_move_shifts_every_model_alike(formation: Formation, length: int) -> None:
    for move in (regiment.forward, regiment.sideways):
        after = move(formation, length)
        was, now = regiment.places(formation), regiment.places(after)
        shifts = {(now[key][0] - was[key][0], now[key][1] - was[key][1]) for key in was}
        assert len(shifts) == 1
        assert hypot(*shifts.pop()) == pytest.approx(abs(length), abs=1)
        assert regiment.farthest(formation, after) == pytest.approx(abs(length), abs=2)


@given(anything(), st.sampled_from(["left", "right"]), st.integers(1, 1200))
def test_a_wheel_turns_about_its_corner_by_the_arc_of_the_other(
    formation: Formation, flank: regiment.Flank, length: int
) -> None:
    after = regiment.wheeled(formation, flank, length)
    pivot = 2 if flank == "left" else 1
    corner = regiment.boundary(formation)[pivot]
    assert regiment.boundary(after)[pivot] == corner
    left, right, _ = regiment.frame(formation)
    angle = length / ((right - left) / 2 * MM) * (1 if flank == "left" else -1)
    turned = affinity.rotate(Polygon(regiment.boundary(formation)), angle, origin=corner, use_radians=True)
    assert all(close(a, b, 3) for a, b in zip(regiment.boundary(after), turned.exterior.coords[:4], strict=True))


def test_a_quarter_wheel() -> None:
    formation = block(10, 5)
    after = regiment.wheeled(formation, "left", round(394 * pi / 2))
    quarter = ((3157, 2394), (3000, 2394), (3000, 2000), (3157, 2000))
    assert all(close(a, b) for a, b in zip(regiment.boundary(after), quarter, strict=True))


def test_small_wheels_add_up() -> None:
    formation = block(10, 5)
    once, often = regiment.wheeled(formation, "right", 600), formation
    for _ in range(60):
        often = regiment.wheeled(often, "right", 10)
    assert all(close(a, b, 3) for a, b in zip(regiment.boundary(once), regiment.boundary(often), strict=True))


@given(anything(), st.sampled_from(["left", "right"]), st.integers(1, 900), st.integers(0, 100))
def test_what_a_wheel_covers(formation: Formation, flank: regiment.Flank, length: int, percent: int) -> None:
    """Every place between is covered, up to the sagitta of a piece of the arc."""
    between = Polygon(regiment.boundary(regiment.wheeled(formation, flank, max(1, length * percent // 100))))
    pieces = [Polygon(piece) for piece in regiment.swung(formation, flank, length)]
    over = between
    for piece in pieces:
        over = over.difference(piece.buffer(2))
    far = max(Spot(corner).distance(Spot(b)) for corner in between.exterior.coords for b in between.exterior.coords)
    step = regiment.STRIDE / regiment.width(formation)
    assert over.is_empty or over.buffer(-far * (1 - cos(step / 2)) - 2).is_empty


def test_what_a_straight_move_covers() -> None:
    formation = block(10, 5)
    assert regiment.covered(formation, regiment.forward(formation, 300)) == (
        (3000, 1843), (3394, 1843), (3394, 2300), (3000, 2300),
    )  # fmt: skip


@given(anything(), FACINGS, st.integers(1, 12))
def test_a_reform_keeps_the_centre(formation: Formation, facing: Facing, files: int) -> None:
    keys = list(formation.stands)
    files = min(files, len(keys))
    stands = {key: Stand(n % files, n // files) for n, key in enumerate(keys)}
    after = regiment.reformed(formation, facing, files, stands)
    assert close(regiment.centre(after), regiment.centre(formation), 1)
    assert (after.facing, after.files) == (facing, files)


@given(anything(), anything(), st.integers(0, 3), st.integers(-200, 300))
def test_a_front_closes_on_an_edge(formation: Formation, enemy: Formation, side: int, offset: int) -> None:
    edge = tuple(convex.borders(regiment.boundary(enemy)))[side]
    after = regiment.closed(formation, edge, offset)
    (ax, ay), (bx, by) = edge
    length = hypot(bx - ax, by - ay)
    _, right, left, _ = regiment.boundary(after)
    start = (ax + (bx - ax) * offset / length, ay + (by - ay) * offset / length)
    assert close(left, start, 2)
    wide = hypot(right[0] - left[0], right[1] - left[1])
    end = (ax + (bx - ax) * (offset + wide) / length, ay + (by - ay) * (offset + wide) / length)
    assert close(right, end, 3)
    if offset < length - 5:
        assert regiment.contact(regiment.boundary(after), regiment.boundary(enemy)) or offset + wide < -2


def test_who_is_in_base_contact() -> None:
    charger = block(10, 5)
    enemy = regiment.boundary(block(4, 2, at=(3394, 2000), facing=(0, -1000)))
    # two files wide, its front flush against the right end of the charger's: the third file touches at the corner
    assert regiment.touching(charger, enemy) == ["3", "4", "5"]
    assert regiment.apart(regiment.boundary(regiment.forward(charger, -100)), enemy) == 100


# arcs


@pytest.mark.parametrize(
    ("at", "arc"),
    [
        ((3200, 2100), "front"),
        ((2900, 2100), "front"),  # on the line at 45 degrees
        ((2899, 2100), "left"),
        ((3494, 2100), "front"),
        ((3495, 2100), "right"),
        ((2900, 1900), "left"),
        ((2900, 1743), "left"),  # on the line at 45 degrees to the rear
        ((2901, 1742), "rear"),
        ((3200, 1700), "rear"),
        ((3500, 1900), "right"),
    ],
)
def test_arcs(at: tuple[int, int], arc: str) -> None:
    assert regiment.arc(block(10, 5), at) == arc


@given(anything(), st.tuples(st.integers(0, 6000), st.integers(0, 4000)))
def test_every_arc_is_a_wedge(formation: Formation, at: tuple[int, int]) -> None:
    rear_right, front_right, front_left, rear_left = (complex(*corner) for corner in regiment.boundary(formation))
    length = hypot(*formation.facing)
    ahead = complex(formation.facing[0] / length, formation.facing[1] / length) * 20_000
    right = -1j * ahead
    wedges = {
        "front": (front_left, front_right, front_right + ahead + right, front_left + ahead - right),
        "right": (front_right, rear_right, rear_right - ahead + right, front_right + ahead + right),
        "rear": (rear_right, rear_left, rear_left - ahead - right, rear_right - ahead + right),
        "left": (rear_left, front_left, front_left + ahead - right, rear_left - ahead - right),
    }
    found = [
        arc for arc, wedge in wedges.items() if Polygon([(c.real, c.imag) for c in wedge]).buffer(-2).contains(Spot(at))
    ]
    assert found in ([], [regiment.arc(formation, at)])


# in a position


def test_a_formation_is_part_of_a_position() -> None:
    formation = block(2, 2)
    state = position(model("a1"), model("a2"))
    state.units["au"] = Unit("au", "a", UnitSheet("u", "Spears", ("1", "2")), 2)
    for key in ("a1", "a2"):
        state.models[key].unit = "au"
    stands = {"a1": Stand(0, 0), "a2": Stand(1, 0)}
    formation = replace(formation, stands=stands)
    Formed(rule="x", unit="au", formation=formation, at=regiment.places(formation)).apply(state)
    assert state.models["a2"].at == (3118, 1961, 0)
    assert state.models["a2"].facing == (0, 1000)
    again = from_json(to_json(state))
    assert again.units["au"].formation == formation
    assert state.copied().units["au"].formation == formation
    Formed(rule="x", unit="au").apply(state)
    assert state.units["au"].formation is None and state.models["a1"].at is None


def test_models_are_in_the_same_order_wherever_a_formation_comes_from() -> None:
    stands = {"a2": Stand(1, 1), "a10": Stand(0, 1), "a1": Stand(1, 0), "a3": Stand(0, 0)}
    formation = replace(block(2, 2), stands=stands)
    assert list(formation.stands) == ["a3", "a1", "a10", "a2"]
    assert list(msgspec.json.decode(canonical(formation), type=Formation).stands) == list(formation.stands)
