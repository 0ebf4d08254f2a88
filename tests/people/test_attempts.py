"""Limits on guesses at passwords: by name, by address and by both, of many at once, with the cache and without it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from time import monotonic
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache, caches
from django.test import Client, override_settings

from gamelog import visitors
from gamelog.accounts import attempts
from gamelog.accounts.attempts import ADDRESS, NAME, PAIR, Limit, TooMany
from gamelog.api.limits import AnonLimit, ByWindow
from gamelog.cache import DegradingCache
from gamelog.setup import addresses
from tests.people.conftest import PASSWORD

pytestmark = pytest.mark.django_db
TOO_MANY = "Too many failed login attempts"
SHAPES = (
    "ada",
    "ada ",
    " ada",
    "ADA",
    "ada\t",
    "ada\u00a0",
    "\uff41da",
    "Ada\n",
    "ada@example.org",
    "ADA@example.org ",
)
"""Ways to write one account's name."""


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user("ada", "ada@example.org", PASSWORD)


@pytest.fixture
def server(broker: str) -> Any:
    """The cache of a real server, which processes share."""
    shared = {
        "default": {
            "BACKEND": "gamelog.cache.DegradingCache",
            "LOCATION": addresses.cache_of(broker),
            "OPTIONS": {"pool_class": "gamelog.cache_pool.SharedPool"},
        }
    }
    with override_settings(CACHES=shared):
        caches["default"].clear()
        yield caches["default"]
        caches["default"].clear()


def on_page(name: str, password: str = "guess", **headers: str) -> bool:
    """Whether a log-in on the page is refused before its password is looked at."""
    answer = Client().post("/accounts/login/", {"login": name, "password": password}, **headers)  # type: ignore[arg-type]
    return answer.status_code == 429 or TOO_MANY in answer.content.decode()


def by_api(name: str, **headers: str) -> int:
    body = {"username": name, "password": "guess"}
    return Client().post("/api/token", body, content_type="application/json", **headers).status_code  # type: ignore[arg-type]


def test_one_account_has_one_limit_however_its_name_is_written(ada: User) -> None:
    assert {attempts.compared(shape) for shape in SHAPES} == {f"account {ada.pk}"}
    refused = [on_page(shape) for shape in SHAPES]
    assert refused == [False] * PAIR.most + [True] * (len(SHAPES) - PAIR.most)
    # The same count holds for programs.
    assert by_api("ada") == 429


def test_names_of_nobody_are_counted_like_others(ada: User) -> None:
    assert attempts.compared("Nobody\t ") == attempts.compared("nobody") != attempts.compared("no body")
    assert [by_api(f"nobody{' ' * blanks}") for blanks in range(7)] == [401] * PAIR.most + [429] * 2


def test_the_right_password_gives_the_attempt_back(ada: User) -> None:
    for _ in range(3 * PAIR.most):
        assert Client().post("/accounts/login/", {"login": "ada", "password": PASSWORD}).status_code == 302
    assert not on_page("ada")


def test_not_even_the_right_password_is_looked_at_after_too_many(ada: User) -> None:
    for _ in range(PAIR.most):
        on_page("ada")
    assert on_page("ada", PASSWORD)
    # Ada herself comes from another address.
    assert not on_page("ada", PASSWORD, REMOTE_ADDR="192.0.2.7")


def test_many_names_from_one_address_are_many_attempts_of_it(ada: User) -> None:
    refused = [on_page(f"name{number}") for number in range(40)]
    assert refused == [False] * ADDRESS.most + [True] * (40 - ADDRESS.most)


def test_one_name_from_many_addresses_is_limited_too(ada: User) -> None:
    refused = [on_page("ada", REMOTE_ADDR=f"192.0.2.{number}") for number in range(1, 31)]
    assert refused == [False] * NAME.most + [True] * (30 - NAME.most)


def test_a_forged_header_is_no_other_address(ada: User) -> None:
    refused = [on_page("ada", HTTP_X_FORWARDED_FOR=f"198.51.100.{number}") for number in range(7)]
    assert refused == [False] * PAIR.most + [True] * 2
    assert by_api("ada", HTTP_X_FORWARDED_FOR="203.0.113.9") == 429


def test_a_forged_header_has_no_limit_of_its_own_at_the_api(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AnonLimit, "rate", "3/min", raising=False)
    # No window ends meanwhile, and nobody asked before.
    monkeypatch.setattr(AnonLimit, "timer", lambda *_: 1_800_000_000.0)
    monkeypatch.setattr(ByWindow, "windows", {})
    headers = [f"198.51.100.{number}" for number in range(5)]
    answers = [Client().get("/api/games", HTTP_X_FORWARDED_FOR=each).status_code for each in headers]
    assert answers == [200] * 3 + [429] * 2


@override_settings(TRUSTED_PROXIES=1)
def test_behind_a_proxy_its_own_entry_counts(ada: User) -> None:
    forged = [on_page("ada", HTTP_X_FORWARDED_FOR=f"198.51.100.{number}, 203.0.113.9") for number in range(7)]
    assert forged == [False] * PAIR.most + [True] * 2
    assert not on_page("ada", HTTP_X_FORWARDED_FOR="203.0.113.9, 203.0.113.10")


@pytest.mark.parametrize(
    "hops, forwarded, counted",
    [
        (0, "198.51.100.1", "192.0.2.1"),
        (1, "198.51.100.1", "198.51.100.1"),
        (1, "10.0.0.1, 198.51.100.1 ", "198.51.100.1"),
        (2, "10.0.0.1, 198.51.100.1, 10.1.1.1", "198.51.100.1"),
        (2, "198.51.100.1", "192.0.2.1"),
        (1, "nonsense", "192.0.2.1"),
        (1, "", "192.0.2.1"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        (1, "::ffff:198.51.100.1", "198.51.100.1"),
    ],
)
def test_the_address_that_counts(hops: int, forwarded: str, counted: str) -> None:
    with override_settings(TRUSTED_PROXIES=hops):
        assert visitors.address("192.0.2.1", forwarded) == counted


def test_of_forty_attempts_at_once_no_more_are_looked_at_than_the_limit_allows(server: Any) -> None:
    def tried(number: int) -> bool:
        try:
            attempts.take((PAIR, "ada 192.0.2.1"), (Limit("other", 100, 60), "ada"))
        except TooMany:
            return False
        return True

    with ThreadPoolExecutor(40) as threads:
        assert sum(threads.map(tried, range(40))) == PAIR.most


def test_what_is_refused_is_counted_against_none(server: Any) -> None:
    wide, narrow = Limit("wide", 3, 60), Limit("narrow", 1, 60)
    attempts.take((wide, "a"), (narrow, "a"))
    for _ in range(5):
        with pytest.raises(TooMany):
            attempts.take((wide, "a"), (narrow, "a"))
    attempts.take((wide, "a"))
    attempts.take((wide, "a"))
    with pytest.raises(TooMany):
        attempts.take((wide, "a"))


def test_a_counter_ends_with_its_window(server: Any) -> None:
    attempts.take((Limit("short", 1, 60), "a"))
    key = f"attempts:short:{sha256(b'a').hexdigest()}"
    client = server._cache.get_client()
    assert 0 < client.ttl(server.make_key(key)) <= 60
    # A counter that was begun by adding, because it ended just then, ends as well.
    client.persist(server.make_key(key))
    client.set(server.make_key(key), 0)
    attempts.take((Limit("short", 1, 60), "a"))
    assert 0 < client.ttl(server.make_key(key)) <= 60


def test_while_the_cache_is_down_this_process_counts(ada: User) -> None:
    nobody = "redis://127.0.0.1:1/1"
    away = {"default": {"BACKEND": "gamelog.cache.DegradingCache", "LOCATION": nobody}}
    with override_settings(CACHES=away):
        assert isinstance(caches["default"], DegradingCache)
        refused = [on_page("ada") for _ in range(PAIR.most + 1)]
        assert refused == [False] * PAIR.most + [True]
        # What is only cached is missing, and not kept.
        cache.set("whole-state", b"x" * 1000)
        assert cache.get("whole-state") is None
        assert cache.get_or_set("made", lambda: "anew") == "anew"
        cache.clear()


def test_a_server_that_came_back_is_asked_again(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    server.set("number", 1)
    monkeypatch.setitem(DegradingCache.down_since, server.server, monotonic())
    assert server.get("number") is None
    monkeypatch.setitem(DegradingCache.down_since, server.server, monotonic() - 60)
    assert server.get("number") == 1
