"""The platform on a temporary database and cache of its own: SQLite in a file, and Valkey."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gamelog.setup import addresses, services
from rules.gamefile import GameFile


@contextmanager
def platform() -> Iterator[Path]:
    """Django set up and migrated in a temporary folder, which is yielded. Once per process, because settings are read
    once.
    """
    with tempfile.TemporaryDirectory(prefix="gl-") as name, services.throw_away_valkey(Path(name)) as broker:
        folder = Path(name)
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "gamelog.settings",
            "GAMELOG_VAR": name,
            "DATABASE_URL": f"sqlite:///{folder / 'gamelog.sqlite3'}",
            "BROKER_URL": broker,
            "CACHE_URL": addresses.cache_of(broker),
        }
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
