"""Rows that many tests begin with: made through the services once per process, and restored for every later test, which
takes milliseconds instead of the quarter of a second for playing an event to its end.

    club = restored("iron-hounds", lambda: making.iron_hounds(people))

Restored rows may refer to, and change, rows that were restored before them, and no others: rows that a test makes
itself have other ids each time, since PostgreSQL never gives out an id twice. If restoring collides with such rows
(IntegrityError), the fixture is made again. Only tests that are rolled back use this: where transactions are real, what
follows a commit is part of the data, and everything is made each time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeVar

from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

T = TypeVar("T")
Row = tuple[Any, ...]
Rows = Mapping[str, list[Row]]
"""The rows of each table; a row is its values in the order of the table's columns."""


class Kept(NamedTuple):
    """The rows that something added or changed, those that it changed or removed, and the value it returned."""

    after: Rows
    before: Rows
    value: Any


Key = tuple[str, str]
"""Where something is made, and its name there: two folders may both have a crowd."""
_kept: dict[tuple[Key, ...], Kept] = {}
_standing: list[tuple[tuple[Any, ...], Key]] = []
"""What was put back in the transactions that are open, with where each of them stands."""

_others = count(1)
"""Numbers the fixtures that had to be made again: nothing may be restored on top of them."""


def _open() -> tuple[Any, ...]:
    """The transaction that is open and its savepoints. The outermost has no name: a test's own is the block itself."""
    return (connection.atomic_blocks[0], *connection.savepoint_ids)


def _beneath() -> tuple[Key, ...]:
    """What is there already in this test: the same rows on other ground have other ids."""
    now = _open()
    while _standing and _standing[-1][0] != now[: len(_standing[-1][0])]:
        _standing.pop()
    return tuple(key for _, key in _standing)


def restored(name: str, make: Callable[[], T]) -> T:
    """The result of `make`. Later calls of the same name restore the rows that it added, and return the same value read
    again.
    """
    if not connection.in_atomic_block:
        return make()
    key = (make.__module__, name)
    ground = (*_beneath(), key)
    _standing.append((_open(), key))
    found = _kept.get(ground)
    if found is None:
        before = _rows()
        value = make()
        after = _rows()
        _kept[ground] = Kept(_only(after, before), _only(before, after), value)
        # Not the value itself: a test that deletes a row takes the id off the instance it holds.
        first: T = read_anew(value)
        return first
    try:
        _put_back(found)
    except IntegrityError:
        # What stands on it has other ids then, and is made anew as well: this ground is like no other.
        _standing[-1] = (_open(), (make.__module__, f"{name}, once more {next(_others)}"))
        return make()
    anew: T = read_anew(found.value)
    return anew


@transaction.atomic
def _put_back(kept: Kept) -> None:
    for table, rows in kept.before.items():
        _delete(table, rows)
    for table, rows in kept.after.items():
        _insert(table, rows)


def read_anew(value: Any) -> Any:
    """A value with every row in it read from the database."""
    match value:
        case models.Model():
            return type(value)._base_manager.get(pk=value.pk)
        case SimpleNamespace():
            return SimpleNamespace(**read_anew(vars(value)))
        case dict():
            return {key: read_anew(each) for key, each in value.items()}
        case list() | tuple():
            return type(value)(map(read_anew, value))
    return value


def _columns(table: str) -> list[str]:
    """The quoted columns that are written; the database derives the others."""
    derived = {
        field.column for model in apps.get_models() if model._meta.db_table == table
        for field in model._meta.fields if field.generated
    }  # fmt: skip
    with connection.cursor() as cursor:
        described = connection.introspection.get_table_description(cursor, table)
    return [connection.ops.quote_name(column.name) for column in described if column.name not in derived]


_layout: dict[str, list[str]] = {}


def _tables() -> dict[str, list[str]]:
    """The quoted columns of every table."""
    if not _layout:
        for table in connection.introspection.django_table_names(only_existing=True, include_views=False):
            _layout[table] = _columns(table)
    return _layout


def _rows() -> dict[str, list[Row]]:
    found = {}
    # SQLite would convert a plain column by its declared type, and not back again; it leaves an expression alone.
    mark = "+" if connection.vendor == "sqlite" else ""
    with connection.cursor() as cursor:
        for table, columns in _tables().items():
            listed = ", ".join(mark + column for column in columns)
            cursor.execute(f"SELECT {listed} FROM {connection.ops.quote_name(table)}")
            found[table] = cursor.fetchall()
    return found


def _only(rows: Rows, others: Rows) -> Rows:
    """The rows that are not among the others."""
    found = {table: [row for row in each if row not in others[table]] for table, each in rows.items()}
    return {table: each for table, each in found.items() if each}


def _delete(table: str, rows: list[Row]) -> None:
    columns = _tables()[table]
    with connection.cursor() as cursor:
        key = connection.introspection.get_primary_key_column(cursor, table)
        assert key, f"{table} has no primary key"
        at = columns.index(connection.ops.quote_name(key))
        statement = f"DELETE FROM {connection.ops.quote_name(table)} WHERE {columns[at]} = %s"
        cursor.executemany(statement, [(row[at],) for row in rows])


def _insert(table: str, rows: list[Row]) -> None:
    columns = _tables()[table]
    marks = ", ".join(["%s"] * len(columns))
    statement = f"INSERT INTO {connection.ops.quote_name(table)} ({', '.join(columns)}) VALUES ({marks})"
    with connection.cursor() as cursor:
        cursor.executemany(statement, rows)
