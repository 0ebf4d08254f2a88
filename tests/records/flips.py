"""Changing one column of one row behind the application's back, and looking whether `check_records` names it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.db import Error, connection, models, transaction
from django.utils import timezone

from gamelog.clubs.models import RatedGame, RatingPoint
from gamelog.games.models import Chunk, Secret
from gamelog.records import run
from gamelog.records.checks import CHECKS
from gamelog.records.columns import class_of, stored_columns
from gamelog.records.findings import Found
from rules.kernel.dice import Seeded

FINDINGS = '[{"number":1,"rule":"log.chain","severity":"advice","message":"x"}]'
OWNERS = {
    "game": "game", "tournament": "event", "club": "club", "sheet": "sheet", "seal": "seal", "run": "run",
}  # fmt: skip
"""The foreign keys that lead from a row to what is checked."""
ITSELF = {check.model: check.kind for check in reversed(CHECKS)}
CHECK_OF = {check.kind: check for check in CHECKS}

Subject = tuple[str, Any]


@contextmanager
def without_triggers() -> Iterator[None]:
    """The database as its owner could have it, until the transaction around it is rolled back."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SELECT tgname, tgrelid::regclass FROM pg_trigger WHERE NOT tgisinternal")
            statements = [f"DROP TRIGGER {name} ON {table}" for name, table in cursor.fetchall()]
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            statements = [f'DROP TRIGGER "{name}"' for (name,) in cursor.fetchall()]
        for statement in statements:
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    yield


def vouched_for() -> list[models.Field[Any, Any]]:
    """Every column that is evidence or a projection."""
    return [field for field in stored_columns() if class_of(field) in ("evidence", "projection")]


def subjects_of(row: Any) -> set[Subject]:
    """What is checked when a row of a table is."""
    model = type(row)
    found: set[Subject] = set()
    if model in ITSELF:
        found.add((ITSELF[model], row.pk))
    if isinstance(row, RatingPoint):
        found.add(("rated game", row.rated_id))
    if isinstance(row, Chunk):
        found.add(("game", row.report.game_id))
    if model._meta.label == "clubs.SeatPerson":
        found.add(("event", row.seat.game.table.tournament_id))
    if model._meta.label == "seasons.SeasonEvent":
        found.add(("club", row.season.club_id))
    for name, kind in OWNERS.items():
        if name in {each.name for each in model._meta.concrete_fields} and not isinstance(row, RatedGame):
            found.add((kind, getattr(row, f"{name}_id")))
    return found


def look(subjects: set[Subject], deep: bool) -> list[Found]:
    """What is found of these subjects."""
    found = []
    for kind, key in sorted(subjects, key=str):
        for _, each in run.look(CHECK_OF[kind], [key], deep):
            found += each
    return found


@dataclass
class Outcome:
    """What became of changes of columns; `deep` are those that only `--deep` finds."""

    found: list[str] = field(default_factory=list)
    deep: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        count = len(self.found) + len(self.deep)
        return (
            f"{count} changes found, {len(self.deep)} of them by --deep alone ({', '.join(sorted(set(self.deep)))}); "
            f"{len(self.refused)} refused by the database ({', '.join(sorted(set(self.refused)))}); "
            f"{len(self.missed)} missed"
        )


def flip(column: models.Field[Any, Any], row: Any, values: Iterator[Any], outcome: Outcome) -> None:
    """Give a row the first of these values that the database takes, check, and take it back."""
    name = f"{column.model._meta.label}.{column.name}"
    for value in values:
        try:
            with transaction.atomic():
                _write(column, row, value)
                _look(column, row, value, name, outcome)
                transaction.set_rollback(True)
        except Error:
            continue
        return
    outcome.refused.append(name)


def _write(column: models.Field[Any, Any], row: Any, value: Any) -> None:
    table, key = row._meta.db_table, row._meta.pk
    statement = f'UPDATE {table} SET "{column.column}" = %s WHERE "{key.column}" = %s'
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            statement, [column.get_db_prep_save(value, connection), key.get_db_prep_save(row.pk, connection)]
        )
        assert cursor.rowcount == 1, (statement, row.pk)


def _look(column: models.Field[Any, Any], row: Any, value: Any, name: str, outcome: Outcome) -> None:
    key = value if column.primary_key else row.pk
    now = type(row)._base_manager.get(pk=key)
    subjects = subjects_of(row) | subjects_of(now)
    for deep, into in ((False, outcome.found), (True, outcome.deep)):
        if any(_names(each, column, {str(row.pk), str(key)}) for each in look(subjects, deep)):
            into.append(name)
            return
    outcome.missed.append(f"{name} {getattr(row, column.attname)!r:.80} -> {value!r:.80}")


def _names(found: Found, column: models.Field[Any, Any], keys: set[str]) -> bool:
    return found.table == column.model._meta.db_table and found.row in keys and column.column in found.columns


# other values


def others(column: models.Field[Any, Any], row: Any, dice: Seeded | None = None) -> Iterator[Any]:
    """Other values that the column could hold: the likeliest first, or with `dice` any."""
    now = getattr(row, column.attname)
    if column.remote_field:
        yield from _other_rows(column, now)
    elif isinstance(column, models.BooleanField | models.GeneratedField):
        yield not now
    elif isinstance(column, models.DateTimeField | models.DateField):
        yield (now or timezone.now()) + timedelta(days=1 + (dice.below(300) if dice else 0))
    elif isinstance(column, models.IntegerField):
        yield from (now + 1 + (dice.below(50) if dice else 0), now + 100) if now is not None else (1,)
    elif isinstance(column, models.UUIDField):
        yield uuid4()
    elif isinstance(column, models.BinaryField):
        data = bytearray(now)
        data[dice.below(len(data)) if dice else len(data) // 2] ^= 1
        yield bytes(data)
    elif column.choices:
        # Whether an open job waits or is begun follows from nothing; whether it is done does.
        yield from sorted((value for value, _ in column.flatchoices if value != now), key=lambda value: value != "done")
    else:
        yield from _other_texts(now, dice)


def _other_rows(column: models.Field[Any, Any], now: Any) -> Iterator[Any]:
    rows: Any = column.remote_field.model  # type: ignore[union-attr]
    yield from rows._base_manager.exclude(pk=now).order_by("pk").values_list("pk", flat=True)[:20]
    if column.null and now is not None:
        yield None


def _other_texts(now: str, dice: Seeded | None) -> Iterator[str]:
    if now in ("", "[]", "{}"):
        yield {"[]": FINDINGS, "{}": '{"x":1}', "": "x"}[now]
        return
    # Some names are Cyrillic.
    places = [each.start() for each in re.finditer(r"[0-9a-zA-Z]", now)] or list(range(len(now)))
    at = places[dice.below(len(places)) if dice else len(places) // 2]
    letter = now[at]
    # A letter for a letter and a digit for a digit, so that JSON stays JSON and a hash a hash.
    other = chr(ord(letter) - 1) if letter in "9zZfF" else chr(ord(letter) + 1)
    yield now[:at] + other + now[at + 1 :]


def row_of(model: type[models.Model], column: models.Field[Any, Any]) -> Any:
    """The row that is changed: the first, but for columns about which only some rows say something."""
    rows = model._base_manager.order_by("pk")
    if model._meta.label == "games.Event" and column.name == "game":
        # Its number has to be free in another game.
        rows = rows.order_by("-number")
    if column.name in ("user", "club", "a", "b", "roster") and column.null:
        rows = rows.filter(**{f"{column.name}__isnull": False})
    if model._meta.label == "tournaments.TableGame" and column.name == "read":
        rows = rows.exclude(read="")
    if model is Secret and column.name == "game":
        rows = rows.filter(subject="plan")
    return rows.first()


def site_tables() -> list[type[models.Model]]:
    """The tables with a column that is vouched for."""
    return [model for model in apps.get_models() if any(field.model is model for field in vouched_for())]
