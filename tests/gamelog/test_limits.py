"""Limits on how often somebody asks: counted by windows, in memory, and brought together in the cache."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.core.cache import cache
from redis.exceptions import ConnectionError as Away

from gamelog.api.limits import PARTS, ByWindow, UserLimit

START = 1_800_000_000 - 1_800_000_000 % 60


class Limit(UserLimit):
    """The limit as one request meets it; `allowed` says whether that is let through."""

    allowed = False


def asks(at: float = START, who: int = 1, rate: str = "200/min") -> Limit:
    limit = Limit()
    limit.num_requests, limit.duration = int(rate.partition("/")[0]), 60
    limit.timer = lambda: at
    person = SimpleNamespace(pk=who, is_authenticated=True)
    limit.allowed = limit.allow_request(cast(Any, SimpleNamespace(user=person)), None)
    return limit


def allowed(count: int, **how: Any) -> int:
    return sum(asks(**how).allowed for _ in range(count))


def test_as_many_as_the_rate_says() -> None:
    assert allowed(300) == 200
    assert allowed(5, at=START + 59.9) == 0


def test_the_next_window_begins_anew_and_says_when() -> None:
    allowed(200)
    refused = asks(at=START + 45)
    assert (refused.allowed, refused.wait()) == (False, 15)
    assert allowed(201, at=START + 60) == 200


def test_everybody_has_a_limit_of_their_own() -> None:
    assert allowed(200) == 200
    assert allowed(200, who=2) == 200


def test_processes_share_a_limit_but_for_a_hundredth() -> None:
    through = 0
    others = ByWindow.windows, cast(Any, {})
    try:
        for _ in range(200):
            for windows in others:
                ByWindow.windows = windows
                through += allowed(1)
    finally:
        ByWindow.windows = others[0]
    assert 200 <= through <= 200 + 2 * 200 // PARTS


def test_the_cache_hears_of_it_once_in_a_hundredth(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    plain = cache.incr

    def noted(key: str, count: int) -> int:
        told.append(count)
        return int(plain(key, count))

    monkeypatch.setattr(UserLimit.cache, "incr", noted)
    allowed(200)
    # The first is told at once (and is new there), then every second.
    assert told == [1] + [2] * 99


def test_without_the_cache_a_process_counts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any) -> int:
        raise Away("refused")

    monkeypatch.setattr(UserLimit.cache, "incr", away)
    assert allowed(300) == 200
