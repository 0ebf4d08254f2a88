"""Django's `migrate`, which on PostgreSQL never makes the running site wait for long.

A change of a table waits until nobody uses it, and whoever comes later waits behind it: one long query is enough to
stop a site. So the change waits for a few seconds only, gives way, and is tried again. How long it may take once it has
its lock is not limited here: migrations are written so that they neither rebuild nor read through a table, and the
linter of migrations refuses those that do.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.core.management import CommandError, call_command
from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import OperationalError, connections

LOCK_SECONDS = 3
TRIES = 20
PAUSE = 5.0
LOCK_NOT_AVAILABLE = "55P03"


class Command(migrate.Command):
    help = f"{migrate.Command.help} On PostgreSQL it gives way to the running site and tries again."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--lock-seconds", type=int, default=LOCK_SECONDS, help="how long to wait for a lock")
        parser.add_argument("--tries", type=int, default=TRIES, help="how often to try")
        parser.add_argument("--pause", type=float, default=PAUSE, help="seconds between two tries")
        parser.add_argument("--grant", metavar="ROLE", help="afterwards, what `grant_application ROLE` does")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises: CommandError: the lock was not to be had."""
        connection = connections[options["database"]]
        if connection.vendor != "postgresql":
            super().handle(*args, **options)
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [f"{options['lock_seconds']}s"])
        try:
            self._tried(options, lambda: super(Command, self).handle(*args, **options))
        finally:
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")
        if options["grant"]:
            call_command("grant_application", options["grant"], stdout=self.stdout)

    def _tried(self, options: dict[str, Any], work: Callable[[], object]) -> None:
        for left in range(options["tries"] - 1, -1, -1):
            try:
                work()
                return
            except OperationalError as error:
                if getattr(error.__cause__, "sqlstate", "") != LOCK_NOT_AVAILABLE:
                    raise
                if not left:
                    raise CommandError(
                        "A table is in use for too long: look for a long query (pg_stat_activity) and try again. What "
                        "was migrated so far stays, and the running site is not disturbed."
                    ) from error
                self.stdout.write(f"A table is in use; trying again in {options['pause']:.0f} s ({left} tries left).")
                time.sleep(options["pause"])
