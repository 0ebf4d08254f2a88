"""`DATABASE_URL` and `BROKER_URL` in all the forms that people write."""

from pathlib import Path
from typing import Any

import pytest

from gamelog.setup import addresses


def test_sqlite_waits_and_locks_at_once() -> None:
    found = addresses.database("sqlite:////srv/games%20here/a.sqlite3")
    assert found["NAME"] == "/srv/games here/a.sqlite3"
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert found["OPTIONS"]["timeout"] == 20


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgres://u:p@db:5433/games", {"HOST": "db", "PORT": "5433", "USER": "u", "PASSWORD": "p", "NAME": "games"}),
        ("postgresql://u@db/games", {"HOST": "db", "PORT": "", "USER": "u", "PASSWORD": ""}),
        ("postgres://u:a%2Fb%40c@/games?host=%2Frun%2Fpg", {"HOST": "/run/pg", "PASSWORD": "a/b@c", "NAME": "games"}),
        ("postgres://%2Frun%2Fpg/games", {"HOST": "/run/pg", "NAME": "games"}),
        ("postgres://u@db/games?sslmode=require", {"OPTIONS": {"sslmode": "require"}}),
    ],
)
def test_postgres(url: str, expected: dict[str, Any]) -> None:
    found = addresses.database(url)
    assert {name: found[name] for name in expected} == expected


def test_only_web_processes_pool() -> None:
    assert "pool" not in addresses.database("postgres://u@db/games")["OPTIONS"]
    assert addresses.database("postgres://u@db/games", pool=True)["OPTIONS"]["pool"]["max_size"] == 16


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://u@db/games", "mysql"),
        ("games.db", "no scheme"),
        ("sqlite://", "no file"),
        ("postgres://db", "no database"),
    ],
)
def test_what_cannot_be_read_is_named(url: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        addresses.database(url)


@pytest.mark.parametrize("host", ["/run/with space", "db"])
def test_postgres_addresses_read_back(host: str) -> None:
    url = addresses.postgres_url(user="a", password="p@/:?#", name="games", host=host, port=5444)
    found = addresses.database(url)
    assert (found["USER"], found["PASSWORD"], found["HOST"], found["PORT"]) == ("a", "p@/:?#", host, "5444")


def test_broker_sockets_read_back() -> None:
    socket = Path("/srv/games here/valkey.sock")
    assert addresses.socket_of(addresses.broker_socket(socket)) == socket
    assert addresses.socket_of("redis://cache:6379/0") is None


@pytest.mark.parametrize(
    ("broker", "cache"),
    [
        ("redis+socket:///srv/valkey.sock", "unix:///srv/valkey.sock?db=1"),
        ("redis+socket://:secret@/srv/valkey.sock", "unix://:secret@/srv/valkey.sock?db=1"),
        ("redis://:secret@cache:6379/0", "redis://:secret@cache:6379/1"),
        ("rediss://cache:6380", "rediss://cache:6380/1"),
    ],
)
def test_the_cache_is_database_1_of_the_brokers_server(broker: str, cache: str) -> None:
    assert addresses.cache_of(broker) == cache
