"""The door before Django answers what Django would have answered, and lets everything else pass."""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
import pytest
from django.core.asgi import get_asgi_application
from django.core.cache import cache
from django.db import connection
from django.utils import timezone
from knox.models import AuthToken

import rules
from gamelog.api import door as doors
from gamelog.api.limits import ByWindow, UserLimit
from gamelog.games import selectors, services
from gamelog.games.models import Event, Game
from tests import own_loop

pytestmark = [pytest.mark.storage, pytest.mark.django_db(transaction=True)]
BEGUN = 40


class Answer(NamedTuple):
    """An answer, and whether Django gave it."""

    status: int
    headers: dict[str, str]
    body: bytes
    by_django: bool


class Client:
    """Asks an application as a web server does, several requests at once if there are several."""

    def __init__(self) -> None:
        self.site = get_asgi_application()
        self.asked = 0
        self.door = doors.Door(self.passed)

    async def passed(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked += 1
        scope["by django"] = True
        await self.site(scope, receive, send)

    def post(self, *requests: Mapping[str, Any], around: bool = False) -> list[Answer]:
        """The answers to requests that come at once; with `around`, past the door."""

        async def all_at_once() -> list[Answer]:
            application = self.passed if around else self.door
            asking = asyncio.gather(*(self._post(application, **request) for request in requests))
            return list(await asyncio.wait_for(asking, 60))

        return own_loop.run(all_at_once())

    async def _post(
        self, application: Any, *, path: str, body: bytes, headers: Mapping[str, str], method: str = "POST",
        query: bytes = b"", parts: int = 1,
    ) -> Answer:  # fmt: skip
        size = max(1, -(-len(body) // parts))
        pieces = [body[start : start + size] for start in range(0, len(body), size)] or [b""]
        told: list[Any] = []

        async def receive() -> Any:
            if not pieces:
                await asyncio.Event().wait()
            return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

        async def send(message: Any) -> None:
            told.append(message)

        named = {"host": "testserver", "content-type": "application/json", "content-length": str(len(body)), **headers}
        scope = {
            "type": "http", "method": method, "scheme": "http", "path": path, "root_path": "",
            "raw_path": path.encode(), "query_string": query, "http_version": "1.1", "server": ("testserver", 80),
            "client": ("127.0.0.1", 5000),
            "headers": [(name.lower().encode(), value.encode()) for name, value in named.items() if value],
        }  # fmt: skip
        await application(scope, receive, send)
        sent = b"".join(each.get("body", b"") for each in told[1:])
        given = {name.decode().title(): value.decode() for name, value in told[0]["headers"]}
        return Answer(told[0]["status"], given, sent, "by django" in scope)


@pytest.fixture
def client() -> Iterator[Client]:
    made = Client()
    yield made
    made.door._thread.submit(lambda: connection.close()).result(10)
    made.door._thread.shutdown()


@pytest.fixture
def token(people: SimpleNamespace) -> str:
    return str(AuthToken.objects.create(people.marshal)[1])


@pytest.fixture
def asked(battle: rules.GameFile, token: str) -> Callable[..., dict[str, Any]]:
    """`asked(game, number)`: the request that declares a step of the battle in a game, as staff."""

    def call(game: Game, number: int, **more: Any) -> dict[str, Any]:
        declared = msgspec.to_builtins(battle.events[number - 1].declaration())
        body = json.dumps({"expected": number - 1, **declared, **more.pop("declared", {})}).encode()
        headers = {"authorization": f"Token {token}", **more.pop("headers", {})}
        return {"path": f"/api/games/{game.pk}/events", "body": body, "headers": headers, **more}

    return call


@pytest.fixture
def under_way(people: SimpleNamespace, record: Any, battle: rules.GameFile) -> Callable[[], Game]:
    """A new game in the middle of the battle; its position is held."""
    return lambda: record(services.game_create(owner=people.marshal, ruleset="kt"), battle.events[:BEGUN])


def test_it_answers_as_django_does(client: Client, under_way: Any, asked: Any) -> None:
    game = under_way()
    answers = [client.post(asked(game, number))[0] for number in range(BEGUN + 1, BEGUN + 6)]
    assert [answer.status for answer in answers] == [201] * 5
    assert [answer.by_django for answer in answers] == [True, False, False, False, False]
    lines = list(selectors.lines_of(game, BEGUN, BEGUN + 5))
    assert [answer.body for answer in answers] == lines
    for answer, line in zip(answers, lines, strict=True):
        assert answer.headers == {**answers[0].headers, "Content-Length": str(len(line))}
    # Other headers may ask for another answer: it is learned anew.
    russian = {"accept-language": "ru"}
    first, second = (client.post(asked(game, BEGUN + step, headers=russian))[0] for step in (6, 7))
    assert (first.by_django, second.by_django) == (True, False)
    assert first.headers["Content-Language"] == second.headers["Content-Language"] == "ru"
    game.refresh_from_db()
    assert game.number == BEGUN + 7 and not rules.read_game(selectors.file_of(game)).findings


def test_what_waits_is_stored_together(client: Client, under_way: Any, asked: Any) -> None:
    games = [under_way() for _ in range(5)]
    client.post(asked(games[0], BEGUN + 1))
    steps = [asked(game, BEGUN + 1 + (game is games[0])) for game in games]
    answers = client.post(*steps, asked(games[1], BEGUN + 9))
    assert [(answer.status, answer.by_django) for answer in answers] == [(201, False)] * 5 + [(409, True)]
    assert Event.objects.filter(game__in=games, number__gt=BEGUN).count() == 6


def test_what_is_no_plain_step_is_djangos(
    client: Client, under_way: Any, asked: Any, people: SimpleNamespace, token: str
) -> None:
    """Refused, repeated or unusual: the answer is word for word the one that comes without the door."""
    game = under_way()
    for number in (1, 2):
        client.post(asked(game, BEGUN + number, headers={"idempotency-key": f"k{number}"}))
    expired = AuthToken.objects.create(people.marshal)
    AuthToken.objects.filter(pk=expired[0].pk).update(expiry=timezone.now() - timedelta(seconds=1))
    stranger = AuthToken.objects.create(people.carol)[1]
    number = BEGUN + 3
    requests: Sequence[dict[str, Any]] = [
        asked(game, number, headers={"authorization": f"Token {'0' * 64}"}),
        asked(game, number, headers={"authorization": f"Token {expired[1]}"}),
        asked(game, number, headers={"authorization": f"Token {stranger}"}),
        asked(game, number, headers={"authorization": ""}),
        asked(game, number - 1),
        asked(game, number, declared={"dice": [9, 9]}),
        asked(game, number, declared={"expected": -1}),
        asked(game, number, headers={"content-type": "text/plain"}),
        asked(game, number, headers={"content-encoding": "gzip"}) | {"body": b"{}"},
        asked(game, number) | {"body": b"\xff{"},
        asked(game, number) | {"body": b"[" * 5000},
        asked(game, number) | {"body": b""},
        asked(game, number) | {"body": b" " * (doors.LARGEST + 1)},
        asked(game, number, headers={"idempotency-key": "k2"}),
        asked(game, number, headers={"idempotency-key": "x" * 201}),
        asked(game, number) | {"path": "/api/games/7f8f3c7e-6a3c-4b39-9a4c-0c2d8c3f0b11/events"},
        asked(game, number, method="PUT"),
    ]
    for request in requests:
        (through,), (around,) = client.post(request), client.post(request, around=True)
        assert through.by_django and through.status >= 400
        assert (through.status, through.body) == (around.status, around.body)
        assert through.headers == around.headers
    again = asked(game, number - 1, headers={"idempotency-key": "k2"})
    (repeated,) = client.post(again)
    assert (repeated.status, repeated.by_django) == (200, True)
    assert repeated.body == next(selectors.lines_of(game, number - 2, number - 1))
    people.marshal.is_active = False
    people.marshal.save()
    (answer,) = client.post(asked(game, number))
    assert (answer.status, answer.by_django) == (401, True)
    game.refresh_from_db()
    assert game.number == number - 1


def test_a_body_in_many_parts_is_one(client: Client, under_way: Any, asked: Any) -> None:
    game = under_way()
    client.post(asked(game, BEGUN + 1))
    plain, refused = client.post(asked(game, BEGUN + 2, parts=7)), client.post(asked(game, BEGUN + 2, parts=7))
    assert [(each.status, each.by_django) for each in (*plain, *refused)] == [(201, False), (409, True)]


def test_a_request_counts_once(client: Client, under_way: Any, asked: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that comes to Django after it was counted at the door."""
    game = under_way()
    cache.clear()
    monkeypatch.setattr(ByWindow, "windows", {})
    monkeypatch.setattr(UserLimit, "rate", "5/day", raising=False)
    answers = [client.post(asked(game, BEGUN + number))[0] for number in (1, 2, 2, 3, 3, 4, 5)]
    assert [answer.status for answer in answers] == [201, 201, 409, 201, 409, 429, 429]


def test_a_fault_at_the_door_costs_nothing(
    client: Client, under_way: Any, asked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = under_way()
    client.post(asked(game, BEGUN + 1))

    def fails(*_: Any) -> None:
        raise OSError("gone")

    monkeypatch.setattr(doors, "_append", fails)
    (answer,) = client.post(asked(game, BEGUN + 2))
    assert (answer.status, answer.by_django) == (201, True)
