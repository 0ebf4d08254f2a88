"""Statements past the query builder, which for many small ones takes longer than the database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import connection, models


def rows(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The rows that a statement finds."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def places(values: Sequence[Any]) -> str:
    """A place for each of the values, as within `IN (...)`."""
    return ", ".join(["%s"] * len(values))


def table(model: type[models.Model]) -> str:
    """The quoted name of a model's table."""
    return connection.ops.quote_name(model._meta.db_table)


def columns(model: type[models.Model], *fields: str, of: str = "") -> str:
    """The quoted names of the columns of these fields, `of` an alias of their table."""
    quoted = [connection.ops.quote_name(str(model._meta.get_field(each).column)) for each in fields]  # type: ignore[union-attr]
    return ", ".join(f"{of}.{each}" if of else each for each in quoted)


def given(row: models.Model, fields: Sequence[str]) -> list[Any]:
    """What the database is given for these fields of a row."""
    found = (row._meta.get_field(each) for each in fields)
    return [field.get_db_prep_save(getattr(row, field.attname), connection) for field in found]  # type: ignore[union-attr]


def moment(value: datetime) -> datetime:
    """A moment as a statement finds it: SQLite has them in UTC, and does not say so."""
    return value if value.tzinfo else value.replace(tzinfo=UTC)
