"""A site with a log: `owner`, `recorded` and `unlocked` are those of the tests of evidence."""

from __future__ import annotations

from typing import Any

from django.db import connection

from tests.evidence.conftest import owner, recorded, unlocked  # noqa: F401


def run(sql: str, *values: Any) -> None:
    """Run a statement as the database's owner; it has to change a row."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        assert cursor.rowcount != 0, sql
