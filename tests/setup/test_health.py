"""/healthz and /readyz."""

import runpy
from collections.abc import Iterator
from functools import cached_property
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


def test_ready_with_database_broker_and_worker(worker: Any, client: Client, settings: Any) -> None:
    answer = client.get("/readyz")
    checks = {"database": True, "broker": True, "worker": True}
    assert answer.json() == {"ready": True, "database_kind": settings.DATABASE_KIND, "checks": checks}
    assert answer.status_code == 200


def test_not_ready_without_a_worker(worker: Any, client: Client) -> None:
    worker.kill()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"] == {"database": True, "broker": True, "worker": False}


@pytest.mark.django_db
def test_not_ready_without_a_broker(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from gamelog.celery import app

    nowhere = app.connection("redis+socket:///nowhere/valkey.sock")
    monkeypatch.setattr(app, "connection_for_write", lambda: nowhere)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"] == {"database": True, "broker": False, "worker": False}


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
