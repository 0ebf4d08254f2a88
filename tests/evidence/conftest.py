"""Games recorded here, at once: their events are stored as if they had been declared one by one.

`owner`     somebody who runs games
`recorded`  `recorded(file)` is the game of a file's events in the database, signed by this site when it is over
`unlocked`  the database without its triggers, as its owner could have it; they are back after the test
"""

from collections.abc import Callable
from uuid import uuid4

import msgspec
import pytest
from django.contrib.auth.models import User
from django.db import connection

import rules
from gamelog.games import services, steps
from gamelog.games.models import Game
from gamelog.games.streams import GAMES
from gamelog.signing.services import key_current
from gamelog.streams.store import store_all
from tests.kernel.games import KT

TABLES = (
    "games_event", "games_game", "evidence_checkpoint", "evidence_origin", "evidence_seal", "evidence_sealedgame",
    "tournaments_act", "transparency_leaf", "transparency_loghead", "transparency_tilehash",
    "transparency_keptcheckpoint",
)  # fmt: skip


@pytest.fixture
def owner(db: None) -> User:
    return User.objects.create_user("marshal", password="marshal-secret", is_staff=True)


@pytest.fixture
def recorded(owner: User) -> Callable[[rules.GameFile], Game]:
    def call(file: rules.GameFile) -> Game:
        issuer = key_current().pk
        made = rules.GameFile(msgspec.structs.replace(file.header, game=str(uuid4()), issuer=issuer))
        for event in file.events:
            made.records.append(rules.seal(msgspec.structs.replace(event, previous=made.head)))
        game = services._game_row(made.header, owner=owner, title="Test", public=True)
        game.save(force_insert=True)
        rows = store_all(GAMES, game, [steps.draft_of(record) for record in made.records])
        services._advance(game, rows[-1], rules.fold(KT, made.events))
        game.refresh_from_db()
        return game

    return call


@pytest.fixture
def unlocked(db: None) -> None:
    """Test and triggers share a transaction: that of the test, which is rolled back."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(
                "SELECT tgname, tgrelid::regclass FROM pg_trigger WHERE NOT tgisinternal AND "
                "tgrelid::regclass::text = ANY(%s)", [list(TABLES)],
            )  # fmt: skip
            statements = [f"DROP TRIGGER {name} ON {table}" for name, table in cursor.fetchall()]
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            statements = [f'DROP TRIGGER "{name}"' for (name,) in cursor.fetchall()]
        for statement in statements:
            cursor.execute(statement)
