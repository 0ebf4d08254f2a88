"""Triggers with which the database itself refuses changes of a table's rows, for use in migrations.

Why the SQL is written out, and why SQLite needs a third trigger: see `gamelog/games/migrations/0002_append_only.py`.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations


def _sqlite(table: str, same: str) -> list[str]:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: "
    return [
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {refuse}UPDATE refused'); END",
        f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {refuse}DELETE refused'); END",
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
        f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) {refuse}this row is stored already'); END",
    ]


def _postgres(table: str) -> list[str]:
    refuse = f"RAISE EXCEPTION '{table} is append-only: % refused', TG_OP"
    return [
        f"CREATE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"BEGIN {refuse} USING ERRCODE = 'integrity_constraint_violation'; END $$",
        f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION {table}_append_only()",
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_append_only()",
    ]


def _undo(vendor: str, table: str) -> list[str]:
    if vendor == "postgresql":
        return [f"DROP FUNCTION {table}_append_only() CASCADE"]
    return [f"DROP TRIGGER {table}_no_{what}" for what in ("update", "delete", "replace")]


def refuse_changes(schema_editor: Any, table: str, same: str) -> None:
    """Create the triggers. `same` is an SQL condition that finds the stored row equal to `NEW`."""
    sqlite = schema_editor.connection.vendor == "sqlite"
    for statement in _sqlite(table, same) if sqlite else _postgres(table):
        schema_editor.execute(statement, params=None)


def allow_changes(schema_editor: Any, table: str) -> None:
    """Drop the triggers again."""
    for statement in _undo(schema_editor.connection.vendor, table):
        schema_editor.execute(statement, params=None)


def append_only(table: str, same: str) -> migrations.RunPython:
    """The migration's operation; `same` as for `refuse_changes`."""

    def refuse(apps: Any, schema_editor: Any) -> None:
        refuse_changes(schema_editor, table, same)

    def allow(apps: Any, schema_editor: Any) -> None:
        allow_changes(schema_editor, table)

    return migrations.RunPython(refuse, allow)
