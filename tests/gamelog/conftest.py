"""Fixtures of the log's tests: people, autoplayed battles, and games in the database.

`people`   staff `marshal`, players `ada` (side a) and `boris` (side b), and `carol`, who plays nothing
`battle`   a whole autoplayed battle as a game file, with the demo's rosters
`long`     one of several hundred events
`table`    an empty game in the database that `ada` and `boris` play and `marshal` owns
"""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User

import rules
from gamelog.games import demo, services
from gamelog.games.models import Game
from rules.autoplay import play
from rules.kernel.sheet import Roster
from rules.kt import roster as kt_roster
from tests.gamelog.contract import CheckedClient


@pytest.fixture(scope="session")
def rosters() -> list[Roster]:
    return [kt_roster.load(path) for path in demo.files()]


@pytest.fixture(scope="session")
def battle(rosters: list[Roster]) -> rules.GameFile:
    return play(rules.load("kt"), rosters, 7, game="7f8f3c7e-6a3c-4b39-9a4c-0c2d8c3f0b11")


@pytest.fixture(scope="session")
def long(rosters: list[Roster]) -> rules.GameFile:
    """Six times the models on each side: more events than one chunk of verification."""
    options: dict[str, int | str | bool] = {"kt.game.round-count": 12, "kt.roster.format-agreed": 5000}
    return play(rules.load("kt"), [_many(roster, 5) for roster in rosters], 3, options=options, game="long")


def _many(roster: Roster, times: int) -> Roster:
    plain = [msgspec.structs.replace(sheet, has=_common(sheet.has)) for sheet in roster.models]
    copies = [
        msgspec.structs.replace(sheet, id=f"{sheet.id}x{copy}")
        for copy in range(1, times)
        for sheet in plain
        if not any(ability.kind == "specialism" for ability in sheet.abilities)
    ]
    return msgspec.structs.replace(roster, models=(*roster.models, *copies))


def _common(has: dict[str, int | str]) -> dict[str, int | str]:
    return {rule: value for rule, value in has.items() if not rule.startswith("kt.specialist")}


@pytest.fixture
def people(db: None) -> SimpleNamespace:
    made = {name: User.objects.create_user(name, password=f"{name}-secret") for name in ("ada", "boris", "carol")}
    marshal = User.objects.create_user("marshal", password="marshal-secret", is_staff=True)
    return SimpleNamespace(marshal=marshal, **made)


@pytest.fixture
def table(people: SimpleNamespace) -> Game:
    seats = {"a": people.ada, "b": people.boris}
    return services.game_create(owner=people.marshal, ruleset="kt", title="Test", seats=seats)


@pytest.fixture
def append(people: SimpleNamespace) -> Callable[..., services.Appended]:
    """`append(game, event)` declares an event of another game, as staff; keywords as for `event_append`."""

    def call(game: Game, event: rules.Event[Any], **more: Any) -> services.Appended:
        given = {"expected": event.number - 1, "actor": people.marshal, "declaration": event.declaration(), **more}
        return services.event_append(game_id=game.pk, **given)

    return call


@pytest.fixture
def record(append: Callable[..., Any]) -> Callable[[Game, Sequence[rules.Event[Any]]], Game]:
    """`record(game, events)` declares events of another game one after the other."""

    def call(game: Game, events: Sequence[rules.Event[Any]]) -> Game:
        for event in events:
            append(game, event)
        game.refresh_from_db()
        return game

    return call


@pytest.fixture
def client_of(people: SimpleNamespace) -> Callable[[str], CheckedClient]:
    """`client_of("ada")` is ada at the API; `client_of("")` is nobody."""

    def call(name: str) -> CheckedClient:
        client = CheckedClient()
        if name:
            client.force_authenticate(getattr(people, name))
        return client

    return call
