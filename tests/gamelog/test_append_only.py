"""The database itself refuses to change or delete stored rows, whoever asks and however."""

import re
from importlib import import_module
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, models, transaction

import rules
from gamelog import append_only
from gamelog.games.models import Event, Game
from gamelog.management.commands.grant_application import append_only_tables

pytestmark = pytest.mark.storage


@pytest.fixture
def stored(table: Game, record: Any, battle: rules.GameFile) -> Game:
    return record(table, battle.events[:5])  # type: ignore[no-any-return]


def wanted() -> set[tuple[str, str]]:
    """The triggers that migrations create, with their tables."""
    of_games = import_module("gamelog.games.migrations.0002_append_only")
    if connection.vendor == "sqlite":
        made = [*of_games.SQLITE, *(each for table in TABLES for each in append_only._sqlite(table, "1"))]
    else:
        made = [*of_games.POSTGRES, *(each for table in TABLES for each in append_only._postgres(table))]
    found = (re.match(r"CREATE TRIGGER (\w+)\s+BEFORE .*? ON (\w+)", each, re.DOTALL) for each in made)
    return {(each[1], each[2]) for each in found if each}


TABLES = [table for table in append_only_tables() if table != "games_event"]
STORED = {
    "sqlite": "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'",
    # Those of pgtrigger mark tables only, and stand aside for whoever asks them to.
    "postgresql": "SELECT tgname, tgrelid::regclass::text FROM pg_trigger "
    "WHERE NOT tgisinternal AND tgenabled = 'O' AND tgname NOT LIKE 'pgtrigger%'",
}


@pytest.mark.django_db
def test_every_trigger_is_there_after_all_migrations() -> None:
    """A table that SQLite rebuilt for a later migration would have lost its own."""
    with connection.cursor() as cursor:
        cursor.execute(STORED[connection.vendor])
        found = set(cursor.fetchall())
    assert found == wanted()
    assert {table for _name, table in found} == {"games_game", "games_event", *TABLES}


def refused(sql: str, *values: Any) -> None:
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, values)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_event SET body = 'x' WHERE number = 2",
        "UPDATE games_event SET number = number + 100",
        "UPDATE games_event SET key = 'k' WHERE number = 2",
        "DELETE FROM games_event WHERE number = 5",
        "DELETE FROM games_event",
        "DELETE FROM games_game",
        "UPDATE games_game SET header = '{}'",
        "UPDATE games_game SET policy = 'declared'",
    ],
)
def test_sql_is_refused(stored: Game, statement: str) -> None:
    before = list(Event.objects.values_list("number", "body", "hash"))
    refused(statement)
    assert list(Event.objects.values_list("number", "body", "hash")) == before
    assert Game.objects.get(pk=stored.pk).header == stored.header


def test_the_orm_is_refused(stored: Game) -> None:
    event = stored.events.get(number=2)
    event.body = "{}"
    with pytest.raises(IntegrityError if connection.vendor == "sqlite" else DatabaseError), transaction.atomic():
        event.save()
    with pytest.raises(DatabaseError), transaction.atomic():
        event.delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        stored.events.all().delete()
    with pytest.raises(models.ProtectedError):
        stored.delete()
    assert stored.events.count() == 5


@pytest.mark.parametrize("verb", ["INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"])
@pytest.mark.parametrize("recursive", ["ON", "OFF"])
def test_sqlite_replaces_nothing(stored: Game, verb: str, recursive: str) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("SQLite's own statement")
    before = list(Event.objects.values_list("pk", "body"))
    columns = "id, game_id, number, body, hash, by, type, key, request, recorded_at"
    by_id = f"{verb} INTO games_event ({columns}) SELECT id, game_id, number + 50, '', hash, by, type, key, request, ''"
    by_number = f"{verb} INTO games_event ({columns[4:]}) SELECT game_id, number, '', hash, by, type, key, request, ''"
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA recursive_triggers = {recursive}")
    try:
        refused(f"{by_id} FROM games_event WHERE number = 2")
        refused(f"{by_number} FROM games_event WHERE number = 2")
        refused(f"{verb} INTO games_game SELECT * FROM games_game")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA recursive_triggers = OFF")
    assert list(Event.objects.values_list("pk", "body")) == before


def test_sqlite_upserts_nothing(stored: Game) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("the next test is PostgreSQL's")
    columns = "game_id, number, body, hash, by, type, key, request, recorded_at"
    refused(
        f"INSERT INTO games_event ({columns}) SELECT game_id, number, '', hash, by, type, '', '', '' FROM games_event "
        "WHERE number = 2 ON CONFLICT (game_id, number) DO UPDATE SET body = 'x'"
    )


@pytest.mark.parametrize(
    "statement",
    [
        "TRUNCATE games_event",
        "TRUNCATE games_game CASCADE",
        "INSERT INTO games_event (game_id, number, body, hash, by, type, key, request, recorded_at) "
        "SELECT game_id, number, '', hash, by, type, '', '', recorded_at FROM games_event WHERE number = 2 "
        "ON CONFLICT (game_id, number) DO UPDATE SET body = 'x'",
        # The switch that django-pgtrigger gives every session.
        "SET LOCAL pgtrigger.ignore = '{}'; DELETE FROM games_event",
    ],
)
def test_postgres_is_refused(stored: Game, statement: str) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("PostgreSQL's own statement")
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgname FROM pg_trigger WHERE tgrelid = 'games_event'::regclass")
        names = ",".join(name for (name,) in cursor.fetchall())
    refused(statement.replace("'{}'", f"'{{{names}}}'"))
    assert stored.events.count() == 5


def test_a_game_without_events_may_go(table: Game) -> None:
    table.delete()
    assert not Game.objects.exists()
