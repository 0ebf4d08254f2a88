"""States that a process holds besides the cache: nobody else's changes are in them, and they are few."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from gamelog.streams.cache import StateCache


def numbers(held: int = 2) -> StateCache[list[int]]:
    return StateCache(
        "numbers", 1, write=bytes, read=lambda data: [int(each) for each in data], unreadable=ValueError,
        held=held, copy=list,
    )  # fmt: skip


@pytest.fixture(autouse=True)
def empty() -> None:
    cache.clear()


def test_what_a_reader_does_with_a_state_is_theirs() -> None:
    states = numbers()
    states.save("a", 1, "x", [1, 2])
    for _ in range(3):
        found = states.load("a", 1, "x")
        assert found == [1, 2]
        found.append(3)


def test_a_held_state_outlives_the_cache_and_is_found_by_its_mark_alone() -> None:
    states = numbers()
    states.save("a", 1, "x", [1])
    assert states.load("a", 1, "x") == [1]
    cache.clear()
    assert states.load("a", 1, "x") == [1]
    assert states.load("a", 1, "y") is None and states.load("b", 1, "x") is None and states.load("a", 2, "x") is None


def test_only_the_newest_are_held() -> None:
    states = numbers()
    for number in (1, 2, 3):
        states.save("a", number, "x", [number])
        states.load("a", number, "x")
    states.load("a", 2, "x")
    states.save("a", 4, "x", [4])
    states.load("a", 4, "x")
    cache.clear()
    assert [states.load("a", number, "x") for number in (1, 2, 3, 4)] == [None, [2], None, [4]]


def test_nothing_is_held_unless_it_is_asked_for() -> None:
    plain: StateCache[Any] = StateCache("plain", 1, write=bytes, read=list, unreadable=ValueError)
    plain.save("a", 1, "x", [1])
    assert plain.load("a", 1, "x") == [1]
    cache.clear()
    assert plain.load("a", 1, "x") is None
