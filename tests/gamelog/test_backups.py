"""A backup that is taken while the site records, restored on an empty one: the same heads and seals.

The long form restores 100,000 events: `GAMELOG_LONG=1 pytest -n0 -s tests/gamelog/test_backups.py`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from psycopg import sql

import rules
from gamelog.evidence.models import Seal
from gamelog.evidence.services import seal_create
from gamelog.games import services
from gamelog.games.models import Event, Game
from gamelog.management import backups
from gamelog.setup.paths import ROOT
from rules.kernel.actions import Concede
from tests.conftest import test_database_url

pytestmark = [pytest.mark.storage, pytest.mark.django_db(transaction=True)]
EVENTS = 100_000 if os.environ.get("GAMELOG_LONG") else 0


@pytest.fixture
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="gl-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
def elsewhere(folder: Path) -> Iterator[dict[str, str]]:
    """The environment of another, empty site."""
    (folder / "var").mkdir()
    own = {"GAMELOG_VAR": str(folder / "var"), "GAMELOG_KEYS": str(folder / "keys"), "CACHE_URL": "locmem://"}
    if connection.vendor == "sqlite":
        yield {**own, "DATABASE_URL": f"sqlite:///{folder / 'other.sqlite3'}"}
        return
    address = test_database_url()
    # Tests run side by side on one server, each process with a database of its own.
    name = f"{connection.settings_dict['NAME']}_restored"
    with psycopg.connect(address, autocommit=True) as link:
        link.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        parts = urlsplit(address)
        try:
            yield {**own, "DATABASE_URL": urlunsplit(parts._replace(path=f"/{name}"))}
        finally:
            link.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def manage(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, command)], cwd=ROOT, env={**os.environ, **environment},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def here() -> dict[str, str]:
    """The environment of the site under test."""
    return {"DATABASE_URL": test_database_url(), "GAMELOG_KEYS": str(settings.KEYS_FOLDER), "CACHE_URL": "locmem://"}


def recorded(record: Callable[..., Game], table: Game, battle: rules.GameFile) -> Game:
    """A finished, sealed battle."""
    record(table, battle.events)
    if not table.finished:
        services.event_append(
            game_id=table.pk, expected=table.number, actor=table.owner,
            declaration=rules.Declaration(by="b", action=Concede()),
        )  # fmt: skip
    seal_create(title="Test", games=[Game.objects.get(pk=table.pk)])
    assert Seal.objects.count() == 1
    return table


def test_a_backup_under_load_has_the_heads_of_one_moment(
    folder: Path, elsewhere: dict[str, str], people: Any, table: Game, battle: rules.GameFile,
    record: Callable[..., Game], append: Callable[..., Any],
) -> None:  # fmt: skip
    recorded(record, table, battle)
    events: Sequence[rules.Event[Any]] = battle.events
    many(battle, people.marshal)
    target = folder / "site.tar"
    began = time.monotonic()
    taking = subprocess.Popen(
        [sys.executable, "manage.py", "backup", str(target)], cwd=ROOT, env={**os.environ, **here()},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    meanwhile = 0
    while taking.poll() is None:
        game = services.game_create(owner=people.marshal, ruleset="kt")
        for event in events[:40]:
            append(game, event)
            meanwhile += 1
    told = taking.communicate()[0]
    taken = time.monotonic() - began
    assert taking.returncode == 0, told
    assert meanwhile > 0, "nothing was recorded meanwhile"
    assert target.stat().st_mode & 0o077 == 0, "the file is for its owner alone"

    began = time.monotonic()
    done = manage("restore", target, **elsewhere)
    assert done.returncode == 0, done.stderr
    assert "the heads are those of the backup" in done.stdout and "nothing wrong" in done.stdout
    print(f"{Event.objects.count()} events: taken in {taken:.1f} s under load, restored and checked in "
          f"{time.monotonic() - began:.1f} s")  # fmt: skip
    with tarfile.open(target) as archive:
        manifest = json.loads(archive.extractfile("manifest.json").read())  # type: ignore[union-attr]
    assert 2 <= manifest["counts"]["games"] <= Game.every.count() and manifest["counts"]["seals"] == 1
    # It is not put over what is there now.
    again = manage("restore", target, **elsewhere)
    assert again.returncode == 1 and "is not empty" in again.stderr


def many(battle: rules.GameFile, owner: Any) -> None:
    """So many more events as the long form asks for, each battle under an id of its own."""
    while EVENTS and Event.objects.count() < EVENTS:
        game = services.game_create(owner=owner, ruleset="kt")
        for event in battle.events:
            services.event_append(
                game_id=game.pk, expected=event.number - 1, actor=owner, declaration=event.declaration()
            )


def test_what_is_not_whole_is_refused_before_anything_is_touched(
    folder: Path, elsewhere: dict[str, str], table: Game, battle: rules.GameFile, record: Callable[..., Game]
) -> None:
    recorded(record, table, battle)
    target = folder / "site.tar"
    backups.take(target)
    with pytest.raises(backups.BackupError, match="never replaces"):
        backups.take(target)
    data = bytearray(target.read_bytes())
    with tarfile.open(target) as archive:
        member = next(each for each in archive if each.name.startswith("database."))
    for name, wrong in (
        ("cut", bytes(data[: member.offset_data + member.size // 2])),
        ("flipped", bytes(data[:member.offset_data + 200]) + bytes([data[member.offset_data + 200] ^ 1])
         + bytes(data[member.offset_data + 201:])),
        ("none", b"not an archive"),
    ):  # fmt: skip
        (folder / name).write_bytes(wrong)
        done = manage("restore", folder / name, **elsewhere)
        assert done.returncode == 1, name
        assert "backup" in done.stderr or "damaged" in done.stderr, name
        assert not (folder / "keys").exists(), name
    assert manage("restore", target, **elsewhere).returncode == 0


def test_other_keys_are_not_mixed_in(
    folder: Path, elsewhere: dict[str, str], table: Game, battle: rules.GameFile, record: Callable[..., Game]
) -> None:
    recorded(record, table, battle)
    backups.take(folder / "site.tar")
    (folder / "keys").mkdir()
    (folder / "keys" / "0000000000000000.json").write_text("{}")
    done = manage("restore", folder / "site.tar", **elsewhere)
    assert done.returncode == 1 and "holds other keys" in done.stderr
