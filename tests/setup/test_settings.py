"""The settings' promises about the database; run on SQLite and on PostgreSQL."""

import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from gamelog.setup.paths import ROOT

pytestmark = pytest.mark.storage


def pragma(name: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return cursor.fetchone()[0]


@pytest.mark.django_db(transaction=True)
def test_sqlite_is_safe_for_writers() -> None:
    if connection.vendor != "sqlite":
        assert settings.DATABASE_KIND == "PostgreSQL"
        return
    assert settings.DATABASE_KIND == "SQLite"
    full = 2
    assert (pragma("journal_mode"), pragma("synchronous"), pragma("foreign_keys")) == ("wal", full, 1)


@pytest.mark.django_db(transaction=True)
def test_the_application_role_may_add_but_not_change_protected_rows() -> None:
    from gamelog.management.commands.grant_application import append_only_tables

    if connection.vendor != "postgresql":
        with pytest.raises(CommandError, match="Only PostgreSQL"):
            call_command("grant_application", "reader")
        return
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE tester")
        try:
            call_command("grant_application", "tester")
            assert rights(cursor, "auth_user") == {"SELECT", "INSERT", "UPDATE", "DELETE"}
            tables = append_only_tables()
            assert tables, "the events' table is one"
            for table in tables:
                assert rights(cursor, table) == {"SELECT", "INSERT"}, table
        finally:
            cursor.execute("DROP OWNED BY tester")
            cursor.execute("DROP ROLE tester")


def rights(cursor: Any, table: str) -> set[str]:
    cursor.execute(
        "SELECT privilege_type FROM information_schema.role_table_grants WHERE grantee = 'tester' AND table_name = %s",
        [table],
    )
    return {row[0] for row in cursor.fetchall()}


def test_celery_gives_back_a_dead_workers_task() -> None:
    from gamelog.celery import app

    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.task_time_limit < app.conf.broker_transport_options["visibility_timeout"]


def test_importing_the_package_needs_nothing_installed() -> None:
    modules = "gamelog.setup.bootstrap, gamelog.setup.processes, gamelog.setup.problem"
    found = subprocess.run([sys.executable, "-S", "-c", f"import {modules}"], cwd=ROOT, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
