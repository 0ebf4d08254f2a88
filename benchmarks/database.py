"""The platform on a temporary database and cache of its own: SQLite in a file or PostgreSQL, and Valkey."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from gamelog.setup import addresses, services
from rules.gamefile import GameFile

EMPTY = "GAMELOG_BENCHMARKS_EMPTY"
"""Names a migrated SQLite file to begin with, where many benchmarks run one after the other: then only migrations that
it lacks are run.
"""


@contextmanager
def platform(postgres: bool = False) -> Iterator[Path]:
    """Django set up and migrated in a temporary folder, which is yielded. Once per process, because settings are read
    once.
    """
    with ExitStack() as held:
        name = held.enter_context(tempfile.TemporaryDirectory(prefix="gl-"))
        folder = Path(name)
        broker = held.enter_context(services.throw_away_valkey(folder))
        database = f"sqlite:///{folder / 'gamelog.sqlite3'}"
        if postgres:
            database = held.enter_context(services.throw_away_postgres(folder, durable=True))
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "gamelog.settings",
            "GAMELOG_VAR": name,
            "DATABASE_URL": database,
            "BROKER_URL": broker,
            "CACHE_URL": addresses.cache_of(broker),
        }
        empty = os.environ.get(EMPTY)
        if empty and not postgres:
            shutil.copyfile(empty, folder / "gamelog.sqlite3")
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0)
        yield folder
        connections.close_all()


def store(game: GameFile) -> Any:
    """Import a game; its row."""
    from django.contrib.auth.models import User

    from gamelog.games import services as log

    owner, _ = User.objects.get_or_create(username="benchmark")
    return log.game_import(data=game.dump(), owner=owner).game
