"""Gives the application's PostgreSQL role no more rights than it needs: it can add to event tables, never change
them.
"""

from argparse import ArgumentParser
from typing import Any

import pgtrigger
from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from psycopg import sql


def append_only_tables() -> list[str]:
    """The tables whose rows may never change: those that carry a `pgtrigger.Protect`."""
    return sorted(
        model._meta.db_table
        for model in apps.get_models(include_auto_created=True)
        if any(isinstance(trigger, pgtrigger.Protect) for trigger in getattr(model._meta, "triggers", ()))
    )


class Command(BaseCommand):
    help = "Grant the application role its rights; run it as the owner after every migrate (PostgreSQL only)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("role")

    def handle(self, *args: Any, role: str, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("Only PostgreSQL has roles.")
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in grants(role):
                cursor.execute(statement)


def grants(role: str) -> list[sql.Composed]:
    """The statements, in order."""
    name = sql.Identifier(role)
    return [
        sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(name),
        sql.SQL("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {}").format(name),
        sql.SQL("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {}").format(name),
        *(
            sql.SQL("REVOKE UPDATE, DELETE, TRUNCATE ON {} FROM {}").format(sql.Identifier(table), name)
            for table in append_only_tables()
        ),
    ]
