"""Dice from a seed: the same for ever, each face equally likely."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.dice import Seeded, Throw, d3


def test_vectors() -> None:
    """Never to be changed: recorded games are drawn again from these."""
    dice = Seeded(b"seed", "dice")
    assert [dice.die() for _ in range(24)] == VECTOR
    assert [Seeded(b"seed", "player").below(bound) for bound in (1, 2, 6, 100, 2**32)] == BOUNDS


VECTOR = [6, 5, 3, 4, 2, 4, 1, 1, 2, 6, 6, 6, 4, 2, 5, 4, 6, 3, 2, 3, 3, 6, 2, 5]
BOUNDS = [0, 0, 4, 46, 2718381346]


def test_the_first_die_by_hand() -> None:
    word = hmac.new(b"k", b"l" + (1).to_bytes(8, "big"), hashlib.sha256).digest()[:4]
    assert Seeded(b"k", "l").die() == int.from_bytes(word, "big") % 6 + 1


def test_seed_and_label_both_matter() -> None:
    assert len({tuple(_many(seed, label)) for seed in (b"a", b"b") for label in ("x", "y")}) == 4


def _many(seed: bytes, label: str) -> list[int]:
    dice = Seeded(seed, label)
    return [dice.die() for _ in range(30)]


@given(st.integers(1, 2**32), st.binary(max_size=8))
def test_bounds(bound: int, seed: bytes) -> None:
    dice = Seeded(seed)
    assert all(0 <= dice.below(bound) < bound for _ in range(5))


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_what_has_no_faces_is_not_thrown(bound: int) -> None:
    with pytest.raises(AssertionError):
        Seeded(b"").below(bound)


def test_faces_are_equally_likely() -> None:
    dice = Seeded(b"fair")
    counted = Counter(dice.die() for _ in range(12_000))
    # 2000 of each expected, standard deviation 41; chi-square with 5 degrees of freedom is below 20.5 (p = 0.001)
    assert sorted(counted) == [1, 2, 3, 4, 5, 6]
    assert sum((count - 2000) ** 2 / 2000 for count in counted.values()) < 20.5


def test_a_throw() -> None:
    one, many = Seeded(b"t"), Seeded(b"t")
    assert many.throw(Throw(5, 6, "kt.charge.roll", "a")) == tuple(one.die() for _ in range(5))
    assert many.throw(Throw(0, 6, "kt.charge.roll", "a")) == ()


@pytest.mark.parametrize(
    ("face", "value"),
    [pytest.param(f, v, id=f"kt.dice.d3-{f}") for f, v in ((1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3))],
)
def test_d3(face: int, value: int) -> None:
    assert d3(face) == value
