"""Lets Django empty the tables between transactional tests although the event store refuses DELETE and TRUNCATE.

Only the test runner's flush passes; statements of a test itself meet the triggers.
"""

from collections.abc import Sequence
from typing import Any

from django.db import OperationalError
from psycopg.errors import DeadlockDetected

DEADLOCKS = 5
"""How many in a row are too many."""


def let_flush_pass_triggers() -> None:
    """Wrap both databases' flush. Called once, when pytest starts."""
    # From `base`: importing `operations` first runs into Django's import cycle.
    from django.db.backends.postgresql import base as postgresql
    from django.db.backends.sqlite3 import base as sqlite

    _wrap(sqlite.DatabaseWrapper.ops_class, _flush_sqlite)
    _wrap(postgresql.DatabaseWrapper.ops_class, _flush_postgres)
    _empty_by_rows(postgresql.DatabaseWrapper.ops_class)


def _wrap(operations: type, around: Any) -> None:
    plain = operations.execute_sql_flush  # type: ignore[attr-defined]
    operations.execute_sql_flush = lambda self, statements: around(self, statements, plain)  # type: ignore[attr-defined]


def _empty_by_rows(operations: type) -> None:
    """Delete rows where Django truncates: new files for sixty tables and their indexes take a third of a second.

    The same locks are taken as for TRUNCATE, so that it waits for whoever still writes.
    """
    truncating = operations.sql_flush  # type: ignore[attr-defined]

    def deleting(self: Any, style: Any, tables: Sequence[str], *, reset_sequences: bool = False, **more: Any) -> Any:
        if reset_sequences or not tables:
            return truncating(self, style, tables, reset_sequences=reset_sequences, **more)
        names = [self.quote_name(table) for table in tables]
        return [f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE", *(f"DELETE FROM {name}" for name in names)]

    operations.sql_flush = deleting  # type: ignore[attr-defined]


def _flush_sqlite(operations: Any, statements: list[str], plain: Any) -> None:
    connection = operations.connection
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
    drop = [f'DROP TRIGGER "{name}"' for name, _ in triggers]
    # One list, so that Django runs all of it in one transaction: the triggers are back or nothing happened.
    plain(operations, [*drop, *statements, *(sql for _, sql in triggers)])


def _flush_postgres(operations: Any, statements: list[str], plain: Any) -> None:
    """A request of a closed page may still be running: a deadlock with it is retried.

    The other side continues when this one gives way, and no new request comes.
    """
    for left in reversed(range(DEADLOCKS)):
        try:
            plain(operations, ["SET LOCAL session_replication_role = replica", *statements])
        except OperationalError as error:
            if left and isinstance(error.__cause__, DeadlockDetected):
                continue
            raise
        return
