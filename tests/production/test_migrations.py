"""Migrations on PostgreSQL under a running site: they give way instead of making everybody wait.

The long form migrates a filled database from an early state to the newest under a writer that appends all the time,
and prints the longest stall: `GAMELOG_LONG=1 pytest -n0 -s tests/production/test_migrations.py`.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from gamelog.setup import addresses, services
from gamelog.setup.paths import ROOT
from tests.conftest import test_database_url as database_url

pytestmark = pytest.mark.storage

BEFORE = (("auth",), ("games", "0005"))
"""The tables of games and events as they were early on; everything since is added under the writer."""
GAMES, EVENTS = 2_000, 30
STALL = 10.0
"""Seconds that a writer may wait at most on a busy machine; what it really waited is printed."""


@pytest.fixture
def blocker(transactional_db: None) -> Iterator[psycopg.Connection[Any]]:
    """Somebody else's connection to the database."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time, and nobody queues for a table")
    with psycopg.connect(database_url()) as link:
        yield link


@contextmanager
def changes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Instead of the migrations one that needs a table for itself, and changes nothing."""

    def change(self: Any, *_: Any, **__: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE games_game IN ACCESS EXCLUSIVE MODE")

    with monkeypatch.context() as patched, connection.cursor() as cursor:
        patched.setattr(
            "django.core.management.commands.migrate.Command.handle",
            lambda *args, **options: _in_transaction(change, args),
        )
        yield
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",), "the connection goes on as it was"


def _in_transaction(change: Callable[..., None], args: Any) -> None:
    from django.db import transaction

    with transaction.atomic():
        change(*args)


def test_it_gives_way_and_comes_back(blocker: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    blocker.execute("SELECT count(*) FROM games_game")
    said = io.StringIO()
    monkeypatch.setattr("time.sleep", lambda _: blocker.commit())
    with changes(monkeypatch):
        call_command("migrate", "--lock-seconds", "1", stdout=said)
    assert said.getvalue().count("trying again") == 1


def test_it_gives_up_with_a_sentence(blocker: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    blocker.execute("SELECT count(*) FROM games_game")
    with changes(monkeypatch), pytest.raises(CommandError, match="A table is in use for too long"):
        call_command("migrate", "--lock-seconds", "1", "--tries", "2", "--pause", "0", stdout=io.StringIO())


@pytest.mark.long
def test_the_owner_need_not_be_a_superuser(blocker: psycopg.Connection[Any]) -> None:
    server = connection.settings_dict
    url = addresses.postgres_url(
        user="plain_owner", password="plain", name="owned_plainly", host=server["HOST"], port=server["PORT"]
    )
    blocker.autocommit = True
    blocker.execute("CREATE ROLE plain_owner LOGIN PASSWORD 'plain'")
    try:
        blocker.execute("CREATE DATABASE owned_plainly OWNER plain_owner")
        manage(url, "migrate", "--no-input")
    finally:
        blocker.execute("DROP DATABASE IF EXISTS owned_plainly WITH (FORCE)")
        blocker.execute("DROP ROLE plain_owner")


FILL = f"""
INSERT INTO auth_user (password, is_superuser, username, first_name, last_name, email, is_staff, is_active, date_joined)
    VALUES ('', false, 'writer', '', '', '', false, true, now());
INSERT INTO games_game (id, title, public, ruleset, version, policy, header, header_hash, number, head, phase, round,
                        finished, winner, created, updated, owner_id)
    SELECT gen_random_uuid(), 'Game ' || n, true, 'kt', '2018.1', 'enforced', '{{}}', md5(n::text), {EVENTS},
           md5(n::text), '', 1, false, '', now(), now(), (SELECT id FROM auth_user) FROM generate_series(1, {GAMES}) n;
INSERT INTO games_event (number, body, hash, by, type, key, request, recorded_at, game_id)
    SELECT n, repeat('x', 600), md5(g.id::text || n), 'a', 'move', md5(g.id::text || n), '', now(), g.id
    FROM games_game g, generate_series(1, {EVENTS}) n;
"""
APPEND = """
WITH game AS (
    UPDATE games_game SET number = number + 1, updated = now()
    WHERE id = (SELECT id FROM games_game ORDER BY id OFFSET %s LIMIT 1) RETURNING id, number
)
INSERT INTO games_event (number, body, hash, by, type, key, request, recorded_at, game_id)
    SELECT number, repeat('x', 600), md5(id::text || number), 'a', 'move', md5(id::text || number), '', now(), id
    FROM game
"""


class Writer:
    """Appends to one game after the other, as the program before would, and remembers the longest that took."""

    def __init__(self, url: str) -> None:
        self.url, self.longest, self.count = url, 0.0, 0
        self.failed: list[Exception] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._write)

    def __enter__(self) -> Writer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _write(self) -> None:
        with psycopg.connect(self.url, autocommit=True) as link:
            while not self._stop.is_set():
                began = time.monotonic()
                try:
                    link.execute(APPEND, [self.count % GAMES])
                except psycopg.Error as error:
                    self.failed.append(error)
                self.longest, self.count = max(self.longest, time.monotonic() - began), self.count + 1


@pytest.mark.skipif(not os.environ.get("GAMELOG_LONG"), reason="the long form migrates a database of its own")
def test_a_writer_goes_on_while_everything_is_migrated(folder: Path) -> None:
    (folder / "migrated").mkdir()
    with services.throw_away_postgres(folder / "migrated") as url:
        for state in BEFORE:
            manage(url, "migrate", "--no-input", *state)
        with psycopg.connect(url, autocommit=True) as link:
            link.execute(FILL)
        with Writer(url) as writer:
            manage(url, "migrate", "--no-input")
            failed = [str(error) for error in writer.failed]
        print(f"{writer.count} appends beside all migrations since, the longest {writer.longest * 1000:.0f} ms")
        assert writer.count > 100
        assert not failed, failed[:3]
        assert writer.longest < STALL


def manage(url: str, *words: str) -> None:
    """A command of another process, so that this one's database stays what it is."""
    environment = {**os.environ, "DATABASE_URL": url}
    found = subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=environment, capture_output=True)
    assert found.returncode == 0, found.stderr.decode()
