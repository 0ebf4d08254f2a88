"""Data stored and exported before streams shared one store still reads, folds and verifies the same.

`before/` was made by the code of that time: see `before/make.py.txt`. Nothing in it is ever regenerated.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User

import rules
from gamelog.contest import event_standings
from gamelog.evidence.services import file_of
from gamelog.games.services import game_import
from gamelog.games.streams import GAMES
from gamelog.setup.paths import ROOT
from gamelog.streams.store import stream_breaks
from gamelog.tournaments import files, selectors
from gamelog.tournaments.streams import EVENTS
from rules import trailers

BEFORE = Path(__file__).parent / "before"
GAME, EVENT = ((BEFORE / name).read_bytes() for name in ("game.jsonl", "event.event.jsonl"))
STANDINGS = (BEFORE / "standings.json").read_bytes()
GAME_ID = "4b344fc0-5d35-402b-b5dc-d546343447b5"


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_user("marshal", is_staff=True)


def test_the_game_file_verifies_and_is_signed_and_sealed() -> None:
    file = rules.read_game(GAME)
    keys = trailers.read_keys((BEFORE / "keys.json").read_bytes())
    found = rules.check(file, keys, trailers.read_seal((BEFORE / "seal.json").read_bytes()))
    assert (file.findings, file.dump(), found.findings) == ([], GAME, ())
    assert (found.signature, [each.standing for each in found.seals]) == ("trusted", ["trusted"])


def test_the_event_file_folds_to_the_same_standings() -> None:
    file, state = files.checked(EVENT)
    table = event_standings.current(state, "corrected")
    body = {"event": str(file.header.event), "as_of": state.number, "line": "corrected", "phase": state.phase,
            "table": table}  # fmt: skip
    assert rules.canonical(body) == STANDINGS


@pytest.mark.storage
def test_the_files_are_stored_and_given_away_again_byte_for_byte(staff: User) -> None:
    game = game_import(data=GAME, owner=staff).game
    assert (file_of(game), stream_breaks(GAMES, game.pk)) == (GAME, [])
    event = files.event_import(data=EVENT, owner=staff).tournament
    assert (files.whole_file(event), selectors.standings_json(event)) == (EVENT, STANDINGS)
    assert stream_breaks(EVENTS, event.pk) == []


class Site:
    """The database of that time, brought up to date by `migrate`."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "gamelog.sqlite3"
        with sqlite3.connect(self.database) as connection:
            connection.executescript((BEFORE / "database.sql").read_text())
        shutil.copytree(BEFORE / "keys", folder / "keys")
        self.environment = {
            **os.environ, "GAMELOG_VAR": str(folder), "DATABASE_URL": f"sqlite:///{self.database}",
            "CACHE_URL": "locmem://", "BROKER_URL": "memory://", "GAMELOG_LOG_LEVEL": "ERROR",
        }  # fmt: skip
        self.acts = self.query('SELECT id, club_id, number, type, body, "by", at FROM clubs_clubact ORDER BY id')
        self.manage("migrate", "--verbosity", "0")

    def query(self, sql: str) -> list[tuple[object, ...]]:
        with sqlite3.connect(self.database) as connection:
            return connection.execute(sql).fetchall()

    def manage(self, *words: str) -> bytes:
        command = [sys.executable, str(ROOT / "manage.py"), *words]
        done = subprocess.run(command, env=self.environment, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(tmp_path_factory.mktemp("before"))


def test_a_database_of_that_time_is_what_it_was(site: Site) -> None:
    assert b"nothing wrong" in site.manage("check_records")
    assert site.manage("export_game", GAME_ID) == GAME
    assert site.manage("export_event", "before").startswith(EVENT)


def test_acts_of_clubs_keep_their_bytes_and_their_triggers(site: Site) -> None:
    assert site.query('SELECT id, club_id, number, type, body, "by", at FROM clubs_clubact ORDER BY id') == site.acts
    hashes = site.query("SELECT body, hash FROM clubs_clubact ORDER BY club_id, number")
    assert [hashed for _, hashed in hashes] == [rules.digest(str(body).encode()) for body, _ in hashes]
    assert site.query("SELECT head, number FROM clubs_club") == [(hashes[-1][1], len(hashes))]
    for sql in ("UPDATE clubs_clubact SET body = ''", "DELETE FROM clubs_clubact"):
        with pytest.raises(sqlite3.IntegrityError):
            site.query(sql)


def test_the_migrations_go_back_and_forth(site: Site) -> None:
    site.manage("migrate", "clubs", "0004", "--verbosity", "0")
    assert site.query('SELECT id, club_id, number, type, body, "by", at FROM clubs_clubact ORDER BY id') == site.acts
    with pytest.raises(sqlite3.IntegrityError):
        site.query("UPDATE clubs_clubact SET body = ''")
    site.manage("migrate", "--verbosity", "0")
    test_acts_of_clubs_keep_their_bytes_and_their_triggers(site)
