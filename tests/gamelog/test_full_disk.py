"""A disk that is full and one that cannot be written: nothing is acknowledged that is not stored, the answer is 503,
the broker goes on, and all of them are back by themselves. On a small file system of its own, which takes the right to
mount one; where that is missing, the tests say so.
"""

from __future__ import annotations

import http.client
import json
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import redis
from django.db import connection
from knox.models import AuthToken

import rules
from gamelog.api.errors import PROBLEM
from gamelog.games import services
from gamelog.setup import addresses, processes
from gamelog.setup.services import Valkey
from tests.frontend.following import Site

SMALL = "24m"
BACK = 5
"""Seconds after which everything goes on once there is room again, and the deadline of the waits below."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 24 MiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    asked = ["mount", "-t", "tmpfs", "-o", f"size={SMALL},mode=700", "tmpfs", str(folder)]
    try:
        subprocess.run(asked, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no right to mount a file system here, so no disk can be filled: {error}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """A file that takes all the room there is."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(b"\0" * 4096):
                pass
        except OSError:
            return filler
    raise AssertionError("the disk has no end")


class Table:
    """A table that declares the steps of a battle, one after the other, and again what was not acknowledged."""

    def __init__(self, site: Site, game: str, token: str, battle: rules.GameFile) -> None:
        self.site, self.game, self.battle = site, game, battle
        self.head = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
        self.told: dict[int, str] = {}

    def declare(self) -> int:
        """The status of the answer to the next step."""
        event = self.battle.events[len(self.told)]
        body = json.dumps({"expected": event.number - 1, **msgspec.to_builtins(event.declaration())})
        link = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=60)
        head = {**self.head, "Idempotency-Key": f"step-{event.number}"}
        link.request("POST", f"/api/games/{self.game}/events", body, head)
        answer = link.getresponse()
        text = answer.read()
        assert answer.status in (200, 201, 503), (answer.status, text)
        told = json.loads(text)
        if answer.status in (200, 201):
            self.told[event.number] = told["hash"]
        else:
            said = (answer.status, answer.getheader("Content-Type"), answer.getheader("Retry-After"))
            assert said == (503, PROBLEM, "5"), (said, told)
        return answer.status


@pytest.fixture
def table(disk: Path, people: Any, battle: rules.GameFile, broker: str, transactional_db: None) -> Iterator[Table]:
    """A site whose database is on the small disk, and a table of it."""
    if connection.vendor != "sqlite":
        pytest.skip("the files of PostgreSQL are not ours to place")
    game = services.game_create(owner=people.marshal, ruleset="kt")
    token = AuthToken.objects.create(people.marshal)[1]
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(disk / "site.sqlite3")])
    site = Site(disk, addresses.cache_of(broker), DATABASE_URL=f"sqlite:///{disk / 'site.sqlite3'}")
    site.start()
    yield Table(site, str(game.pk), token, battle)
    site.stop()


def stored(disk: Path) -> dict[int, str]:
    with sqlite3.connect(disk / "site.sqlite3") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return dict(database.execute("SELECT number, hash FROM games_event ORDER BY number"))


def test_a_full_disk_loses_nothing_and_is_mended_by_room(table: Table, disk: Path, wait_until: Any) -> None:
    assert [table.declare() for _ in range(5)] == [201] * 5
    for _ in range(2):
        filler = fill(disk)
        # What is in the files already may have room for a few more.
        wait_until(lambda: table.declare() == 503, 60)
        assert [table.declare() for _ in range(3)] == [503] * 3
        assert table.site.ask("/healthz").status == 200
        filler.unlink()
        wait_until(lambda: table.declare() == 201, BACK)
    assert table.site.alive()
    assert stored(disk) == table.told


def test_a_disk_that_cannot_be_written_is_mended_by_writing(table: Table, disk: Path, wait_until: Any) -> None:
    assert [table.declare() for _ in range(3)] == [201] * 3
    table.site.stop()
    table.site.log = disk.parent / "site.log"
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    table.site.start()
    assert [table.declare() for _ in range(3)] == [503] * 3
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    wait_until(lambda: table.declare() == 201, BACK)
    assert stored(disk) == table.told


def test_a_broker_on_a_full_disk_refuses_writes_and_lives(disk: Path, wait_until: Any) -> None:
    valkey = Valkey.kept_in(disk)
    process = valkey.start(disk.parent / "broker.log")
    client = redis.Redis.from_url(valkey.url.replace("redis+socket://", "unix://"))

    def written() -> bool:
        try:
            return bool(client.set("key", b"x" * 4096))
        except redis.RedisError:
            return False

    try:
        assert written()
        filler = fill(disk)
        wait_until(lambda: not written(), 60)
        assert valkey.answers() and process.poll() is None
        filler.unlink()
        wait_until(written, BACK)
        assert process.poll() is None
    finally:
        processes.stop(process)
