"""Positions: any step, from any keyframe or none, equals the plain fold."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from redis.exceptions import ConnectionError as RedisDown

import rules
from gamelog.games import selectors, services
from gamelog.games.models import Game
from gamelog.games.streams import KEYFRAMES
from gamelog.streams import cache as streams_cache


@pytest.fixture
def stored(people: SimpleNamespace, battle: rules.GameFile) -> Iterator[Game]:
    """A battle of which this process holds nothing, before and after: some of these tests put wrong keyframes there."""
    KEYFRAMES.forget()
    yield services.game_import(data=battle.dump(), owner=people.ada).game
    KEYFRAMES.forget()


def plain(battle: rules.GameFile, number: int) -> bytes:
    return rules.to_json(rules.fold(rules.load("kt"), battle.events[:number]))


def test_every_step_is_the_plain_fold(stored: Game, battle: rules.GameFile) -> None:
    for number in (*range(stored.number, -1, -7), 0, 1, 49, 50, 51, 99, 100, 101, stored.number):
        assert rules.to_json(selectors.position_at(stored, number)) == plain(battle, number), number


def test_a_keyframe_is_used(stored: Game, battle: rules.GameFile, django_assert_num_queries: Any) -> None:
    selectors.position_at(stored, 100)
    key = KEYFRAMES.key(stored.pk, 100, stored.events.get(number=100).hash)
    other = rules.fold(rules.load("kt"), battle.events[:99])
    cache.set(key, rules.to_json(other))
    KEYFRAMES.forget()
    assert rules.to_json(selectors.position_at(stored, 100)) == rules.to_json(other)


@pytest.mark.parametrize("kept", [b"", b"{}", b"no json", b'{"format":99}'])
def test_a_keyframe_that_cannot_be_read_is_no_keyframe(stored: Game, battle: rules.GameFile, kept: bytes) -> None:
    cache.set(KEYFRAMES.key(stored.pk, 50, stored.events.get(number=50).hash), kept)
    assert rules.to_json(selectors.position_at(stored, 60)) == plain(battle, 60)


def test_without_a_cache_it_only_takes_longer(
    stored: Game, battle: rules.GameFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: Any, **__: Any) -> None:
        raise RedisDown("refused")

    monkeypatch.setattr(streams_cache, "cache", SimpleNamespace(get=down, set=down))
    assert rules.to_json(selectors.position_at(stored, 120)) == plain(battle, 120)


@pytest.mark.parametrize("number", [-1, 10_000])
def test_there_is_no_other_step(stored: Game, number: int) -> None:
    with pytest.raises(selectors.NoSuchStep):
        selectors.position_at(stored, number)


def test_a_position_read_is_not_the_one_kept(stored: Game, battle: rules.GameFile) -> None:
    """Folds change states in place; cached and held ones must not change with them."""
    for number in (50, 50, 50, 73, 50, 73):
        found = selectors.position_at(stored, number)
        assert rules.to_json(found) == plain(battle, number)
        for model in found.models.values():
            model.game["changed"] = 1
        for side in found.sides.values():
            side.counters["changed"] = 1
        found.models.clear()
