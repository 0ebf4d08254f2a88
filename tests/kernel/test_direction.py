"""Directions in whole numbers, with floats as the judge."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.kernel import direction
from rules.kernel.direction import along, over_root, scaled, vector

VECTORS = st.tuples(st.integers(-10_000, 10_000), st.integers(-10_000, 10_000)).filter(any)
LENGTHS = st.integers(0, 7200)


def test_sines_and_cosines_are_rounded() -> None:
    for angle in range(direction.TURN):
        assert vector(angle) == (round(cos(radians(angle)) * 10_000), round(sin(radians(angle)) * 10_000))


@given(st.integers(-1000, 1000))
def test_a_whole_turn_changes_nothing(angle: int) -> None:
    assert vector(angle) == vector(angle + direction.TURN)
    assert vector(angle + 90) == (-vector(angle)[1], vector(angle)[0])


@given(VECTORS, LENGTHS)
def test_along_is_the_nearest_point(towards: tuple[int, int], length: int) -> None:
    x, y, z = along((100, 200, 30), towards, length)
    true = [part * length / hypot(*towards) for part in towards]
    assert abs(x - 100 - true[0]) <= 0.5 + 1e-6 and abs(y - 200 - true[1]) <= 0.5 + 1e-6 and z == 30
    assert abs(hypot(x - 100, y - 200) - length) <= 1


@given(VECTORS, LENGTHS)
def test_along_is_the_same_in_every_quarter(towards: tuple[int, int], length: int) -> None:
    (dx, dy), (x, y) = towards, scaled(towards, length)
    assert scaled((-dy, dx), length) == (-y, x)
    assert scaled((-dx, -dy), length) == (-x, -y)
    assert scaled((dx, -dy), length) == (x, -y)
    assert scaled((dy, dx), length) == (y, x)


@given(VECTORS, LENGTHS, st.integers(1, 50))
def test_the_length_of_a_direction_does_not_matter(towards: tuple[int, int], length: int, times: int) -> None:
    assert scaled((towards[0] * times, towards[1] * times), length) == scaled(towards, length)


@given(st.integers(0, 359), LENGTHS)
def test_a_scatter_goes_where_the_die_says(angle: int, length: int) -> None:
    x, y, _ = along((0, 0, 0), vector(angle), length)
    assert abs(x - cos(radians(angle)) * length) < 1.5 and abs(y - sin(radians(angle)) * length) < 1.5


@pytest.mark.parametrize(
    ("angle", "end"), [(0, (700, 0)), (90, (0, 700)), (180, (-700, 0)), (270, (0, -700)), (45, (495, 495))]
)
def test_known_scatters(angle: int, end: tuple[int, int]) -> None:
    assert along((0, 0, 0), vector(angle), 700)[:2] == end


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**9))
@settings(max_examples=300)
def test_over_root_is_exact(numerator: int, square: int) -> None:
    found = over_root(abs(numerator), square)
    # (found - 1/2) <= |numerator| / root(square) < (found + 1/2), in squares of halves
    assert found == 0 or (2 * found - 1) ** 2 * square <= 4 * numerator * numerator
    assert 4 * numerator * numerator < (2 * found + 1) ** 2 * square
    assume(numerator)
    assert over_root(-numerator, square) == -over_root(numerator, square)


def test_halves_go_away_from_zero() -> None:
    assert [over_root(n, 4) for n in (-3, -1, 1, 2, 3)] == [-2, -1, 1, 1, 2]
