"""The database dies, is full or read-only: nothing is acknowledged, no error page, and the site is back with it.

The long form kills PostgreSQL ten times: `GAMELOG_LONG=1 pytest -n0 tests/gamelog/test_without_storage.py`.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client

from gamelog.api.errors import PROBLEM
from gamelog.setup import processes
from gamelog.setup.services import Postgres
from tests.frontend.following import Site

DEATHS = 10 if os.environ.get("GAMELOG_LONG") else 2
BACK = 5.0
"""Seconds after the database's return within which the site serves again."""


def failing(error: Exception) -> Any:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    return fail


@pytest.mark.django_db
@pytest.mark.parametrize(
    "error",
    [OperationalError("database or disk is full"), OperationalError("attempt to write a readonly database"),
     InterfaceError("connection already closed")],
)  # fmt: skip
@pytest.mark.parametrize(
    "language, words", [("en", "storage is not responding"), ("ru", "Хранилище сайта не отвечает")]
)
def test_it_is_not_available_and_says_when_to_ask_again(
    error: Exception, language: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(raise_request_exception=False, headers={"accept-language": language})
    monkeypatch.setattr("django.db.models.query.QuerySet._fetch_all", failing(error))
    page = client.get("/games/")
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert words in page.content.decode()
    answer = client.get("/api/games")
    assert (answer.status_code, answer["Retry-After"], answer["Content-Type"]) == (503, "5", PROBLEM)
    assert answer.json()["type"] == "urn:gamelog:unavailable"


# A real server.


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="gl-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


def ready(site: Site) -> bool:
    return bool(json.loads(site.ask("/readyz").read())["checks"]["database"])


@pytest.mark.skipif("postgres" in os.environ.get("DATABASE_URL", ""), reason="it brings its own PostgreSQL: run once")
def test_a_server_outlives_its_database(folder: Path, wait_until: Any) -> None:
    server = Postgres.kept_in(folder)
    process = server.start(folder / "postgres.log")
    site = Site(folder, "locmem://", DATABASE_URL=server.url(server.OWNER), GAMELOG_DEBUG="0")
    try:
        site.start()
        assert ready(site)
        slowest = 0.0
        for _ in range(DEATHS):
            processes.stop(process, stop_signal=signal.SIGINT)
            for path in ("/games/", "/api/games"):
                answer = site.ask(path)
                assert (answer.status, answer.getheader("Retry-After")) == (503, "5"), path
            assert not ready(site)
            assert site.ask("/healthz").status == 200
            process = server.start(folder / "postgres.log")
            began = time.monotonic()
            wait_until(lambda: ready(site), 60)
            slowest = max(slowest, time.monotonic() - began)
        print(f"{DEATHS} deaths, back after at most {slowest:.1f} s (asked: {BACK:.0f})")
    finally:
        site.stop()
        processes.stop(process, stop_signal=signal.SIGINT)
