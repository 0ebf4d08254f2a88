"""/healthz and /readyz."""

import runpy
from collections.abc import Iterator
from functools import cached_property
from threading import Event
from typing import Any

import msgspec
import pytest
from django.db import DatabaseError
from django.test import Client

import rules
from gamelog import health
from rules.kernel.ruleset import Ruleset


@pytest.fixture(autouse=True)
def forgotten_answer() -> Iterator[None]:
    health._last_worker_answer = (-health._REMEMBER_SECONDS, False)
    yield
    health._last_worker_answer = (-health._REMEMBER_SECONDS, False)


def test_alive_needs_no_database(client: Client) -> None:
    assert client.get("/healthz").json() == {"alive": True}


def test_ready_with_database_broker_and_worker(worker: Any, client: Client, settings: Any, wait_until: Any) -> None:
    # On a busy machine a worker that has just been started does not answer each ping in time.
    wait_until(lambda: client.get("/readyz").status_code == 200)
    answer = client.get("/readyz")
    checks = {"database": True, "broker": True, "migrations": True, "worker": True}
    assert answer.json() == {"ready": True, "database_kind": settings.DATABASE_KIND, "checks": checks}
    assert answer.status_code == 200


@pytest.mark.django_db
def test_not_ready_before_its_migrations_are_applied(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated", False)
    here = health.migrations_here()
    assert {("games", "0001_initial"), ("auth", "0001_initial")} <= here and len(here) > 80
    with monkeypatch.context() as newer:
        newer.setattr(health, "migrations_here", lambda: here | {("games", "9999_newer")})
        assert client.get("/readyz").json()["checks"]["migrations"] is False
    assert client.get("/readyz").json()["checks"]["migrations"] is True
    with monkeypatch.context() as later:
        later.setattr(health, "_all_applied", lambda: pytest.fail("it is not asked again"))
        assert client.get("/readyz").json()["checks"]["migrations"] is True


def test_not_ready_without_a_worker(worker: Any, client: Client) -> None:
    worker.kill()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"] == {"database": True, "broker": True, "migrations": True, "worker": False}


@pytest.mark.django_db
def test_not_ready_without_a_broker(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from gamelog.celery import app

    nowhere = app.connection("redis+socket:///nowhere/valkey.sock")
    monkeypatch.setattr(app, "connection_for_write", lambda: nowhere)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"] == {"database": True, "broker": False, "migrations": True, "worker": False}


def test_not_ready_without_a_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> bool:
        raise DatabaseError("gone")

    monkeypatch.setattr(health, "_query", fail)
    monkeypatch.setattr(health, "_connect", lambda: False)
    assert client.get("/readyz").json()["checks"]["database"] is False


def test_a_workers_answer_is_remembered_for_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def ping() -> bool:
        asked.append(1)
        return True

    monkeypatch.setattr(health, "_ping", ping)
    now = [100.0]
    assert health.worker_answers(lambda: now[0])
    assert health.worker_answers(lambda: now[0] + 1.9)
    assert len(asked) == 1
    assert health.worker_answers(lambda: now[0] + 2.1)
    assert len(asked) == 2


@pytest.mark.django_db
def test_headers_forbid_what_is_inline(client: Client) -> None:
    policy = client.get("/accounts/login/").headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_a_web_server_reads_the_rulesets_before_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[str] = []
    monkeypatch.setattr(Ruleset, "prepare", lambda self: prepared.append(self.id))
    runpy.run_module("gamelog.asgi")
    assert prepared == list(rules.RULESETS)


@pytest.mark.parametrize("name", rules.RULESETS)
def test_a_prepared_ruleset_has_nothing_left_to_make(name: str) -> None:
    fresh = msgspec.structs.replace(rules.load(name))
    assert "clauses" not in vars(fresh)
    fresh.prepare()
    made = {key for key, value in vars(Ruleset).items() if isinstance(value, cached_property)}
    assert made <= vars(fresh).keys()


def test_within_a_second_whatever_hangs(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that does not answer is not waited for, nor asked once more while it hangs."""
    released, asked = Event(), []

    def hang() -> bool:
        asked.append(1)
        return released.wait(60)

    monkeypatch.setattr(health, "_query", hang)
    monkeypatch.setattr(health, "_connect", lambda: False)
    try:
        for _ in range(2):
            answer = client.get("/readyz")
            assert (answer.status_code, answer.json()["checks"]["database"]) == (503, False)
        assert asked == [1]
        assert not health._asked["database"].done(), "it was waited for"
    finally:
        released.set()
        health._asked["database"].result(60)


def test_an_error_that_nobody_thought_of_is_no_error_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> bool:
        raise AssertionError("odd")

    for part in ("_query", "_connect", "_ping"):
        monkeypatch.setattr(health, part, fail)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"] == {"database": False, "broker": False, "migrations": False, "worker": False}
