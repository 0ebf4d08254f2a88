"""Requests that are meant to break the server: too large, too slow, nested too deeply, in no UTF-8."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from knox.models import AuthToken

from gamelog.api import guard, urls
from gamelog.api.bodies import MIB
from gamelog.api.errors import PROBLEM
from gamelog.api.guard import NOTHING, PAGES, Guard, limit_of
from gamelog.games import services
from gamelog.games.models import Game
from tests import own_loop
from tests.tournaments import making

HOSTILE = {
    "nested lists": b"[" * 4000 + b"]" * 4000,
    "nested objects": b'{"a":' * 4000 + b"1" + b"}" * 4000,
    "no UTF-8": b'{"username":"\xff","title":"\xfe"}',
    "lone surrogates": b'{"username":"\\ud800","password":"\\udfff","ruleset":"kt","confirm":"\\ud800"}',
    "digits": b'{"expected":' + b"9" * 5000 + b"}",
    "no number": b'{"expected":NaN}',
    "NUL": b'{"username":"a\\u0000","password":"\\u0000","title":"\\u0000","ruleset":"kt"}',
    "no object": b"null",
}
QUERIES = ("?cursor=%ff", "?q=%ed%a0%80", "?after=" + "9" * 400, "?player=%00&ruleset=%00&person=%00")


def walk(patterns: list[Any], before: str) -> Iterator[str]:
    for each in patterns:
        path = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from walk(each.url_patterns, path)
        elif isinstance(each, URLPattern):
            yield path


def addresses(game: Game) -> list[str]:
    """Every address of the API, with an id of each kind in it."""

    def filled(path: str) -> str:
        path = re.sub(r"<uuid:[^>]+>", str(game.pk), path)
        path = re.sub(r"<int:[^>]+>", "1", path)
        return re.sub(r"<[^>]+>", "kt", path)

    return sorted({filled(path) for path in walk(urls.urlpatterns, "/api/") if "<path:" not in path})


@pytest.mark.django_db
@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_no_body_breaks_any_address(body: bytes, people: Any, table: Game) -> None:
    known = addresses(table)
    assert len(known) > 60
    client = Client(raise_request_exception=False)
    token = {"HTTP_AUTHORIZATION": f"Token {AuthToken.objects.create(people.marshal)[1]}"}
    for path in known:
        for method in ("post", "put", "patch", "delete"):
            answer = getattr(client, method)(path, body, content_type="application/json", **token)
            assert answer.status_code < 500, (method, path)
            assert answer.status_code < 400 or answer["Content-Type"] == PROBLEM, (method, path)


@pytest.mark.django_db
def test_no_query_breaks_any_address(people: Any, table: Game) -> None:
    client = Client(raise_request_exception=False)
    for path in addresses(table):
        for query in QUERIES:
            answer = client.get(path + query)
            assert answer.status_code < 500, (path, query)


@pytest.mark.django_db
def test_no_number_in_an_address_breaks_it() -> None:
    """Of pages and of the API: a number that no database holds, and one that Python does not read."""
    crowd = making.crowd(8)
    event = making.filled(crowd, rounds=1)
    game = services.game_create(owner=crowd.organiser, ruleset="kt", seats={"a": crowd.p1, "b": crowd.p2})
    client = Client(raise_request_exception=False)
    client.force_login(crowd.organiser)
    numbered = [path for path in walk(get_resolver().url_patterns, "/") if "<int:" in path and "(?P" not in path]
    assert len(numbered) > 40
    for at, path in enumerate(numbered):
        digits = 20 if at % 4 else 5000
        filled = re.sub(r"<uuid:[^>]+>", str(game.pk), path.replace("<slug:slug>", event.slug))
        around = re.split(r"<int:[^>]+>", re.sub(r"<(?!int:)[^>]+>", "kt", filled))
        for huge in range(1, len(around)):
            asked = "9".join(("1".join(around[:huge]), "9" * (digits - 2), "1".join(around[huge:])))
            answer = client.get(asked, {"page": "9" * digits, "at": "9" * digits})
            assert answer.status_code < 500, path


@pytest.mark.django_db
def test_thousands_of_seats_are_not_looked_up(people: Any, django_assert_max_num_queries: Any) -> None:
    client = Client()
    client.force_login(people.marshal)
    seats = {f"side {number}": "ada" for number in range(20_000)}
    with django_assert_max_num_queries(4):
        answer = client.post("/api/games", {"ruleset": "kt", "seats": seats}, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["fields_wrong"] == {"seats": ["20000 seats: no game has more than 8"]}


@pytest.mark.django_db
def test_an_error_of_ours_is_a_problem_too(people: Any, table: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise LookupError("odd")

    client = Client(raise_request_exception=False)
    monkeypatch.setattr("rest_framework.views.APIView.initial", broken)
    answer = client.get("/api/games")
    assert (answer.status_code, answer["Content-Type"]) == (500, PROBLEM)
    assert answer.json()["type"] == "urn:gamelog:broken"


def test_limits_are_those_of_the_views() -> None:
    assert limit_of("/api/token") == 16 * 1024
    assert limit_of("/api/games") == MIB
    assert limit_of("/games/upload/") == limit_of("/rosters/") == PAGES
    assert limit_of("/api/no/such/thing") == limit_of("/" + "a" * 5000) == NOTHING


# The guard by itself.


class Server:
    """An application that reads a body, and what it was told."""

    def __init__(self) -> None:
        self.read = b""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        more = True
        while more:
            message = await receive()
            self.read += message.get("body", b"")
            more = message.get("more_body", False)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def sent(*parts: bytes, path: str = "/api/token", method: str = "POST", length: str = "") -> tuple[int, bytes, bytes]:
    """The status and the body of the answer to a body that comes in parts, and what the application read."""
    headers = [(b"content-length", length.encode())] if length else [(b"transfer-encoding", b"chunked")]
    waiting = list(parts)
    told: list[Any] = []

    async def receive() -> Any:
        if not waiting:
            await asyncio.sleep(3600)
        part = waiting.pop(0)
        return {"type": "http.request", "body": part, "more_body": part != b""}

    async def send(message: Any) -> None:
        told.append(message)

    server = Server()
    scope = {"type": "http", "method": method, "path": path, "headers": headers}
    own_loop.run(Guard(server)(scope, receive, send))
    return told[0]["status"], told[1]["body"], server.read


def test_a_body_within_its_limit_passes() -> None:
    assert sent(b"a" * 8000, b"b" * 8000, b"") == (200, b"", b"a" * 8000 + b"b" * 8000)


def test_a_body_without_a_length_is_stopped_at_its_limit() -> None:
    status, body, read = sent(*[b"a" * 4096] * 10, b"")
    assert status == 413 and len(read) <= 16 * 1024
    assert json.loads(body)["type"] == "urn:gamelog:too-large"


def test_a_length_over_the_limit_is_refused_before_anything_is_read() -> None:
    assert sent(b"a", b"", length=str(300 * MIB))[::2] == (413, b"")
    assert sent(b"a", b"", length="9" * 19, path="/games/")[::2] == (413, b"")


def test_a_page_has_its_limit_too() -> None:
    status, body, _ = sent(b"a" * (PAGES + 1), b"", path="/games/")
    assert status == 413 and body.startswith(b"Too large")


def test_a_reading_request_has_hardly_a_body() -> None:
    assert sent(b"a" * (NOTHING + 1), b"", method="GET")[0] == 413


def test_whoever_stops_sending_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "PAUSE", 0.05)
    status, body, _ = sent(b"a")
    assert status == 408
    assert json.loads(body)["type"] == "urn:gamelog:too-slow"


def test_whoever_sends_by_the_drop_is_stopped_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter(range(0, 10_000, 50))
    monkeypatch.setattr(guard, "monotonic", lambda: float(next(moments)))
    status, _, read = sent(*[b"a"] * 100)
    assert status == 408 and len(read) <= 3


# Before a real server.


@pytest.mark.django_db(transaction=True)
def test_a_server_stops_a_stream_without_a_length(site: Any) -> None:
    link = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    sent_bytes = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent_bytes
        while sent_bytes < 300 * MIB:
            sent_bytes += 64 * 1024
            yield b"a" * 64 * 1024

    status = 0
    try:
        link.request("POST", "/api/token", endless(), {"Content-Type": "application/json"}, encode_chunked=True)
        status = link.getresponse().status
    except OSError:
        # The server hung up before all was sent; its answer may be lost with it.
        pass
    assert status in (0, 413)
    assert sent_bytes < 32 * MIB
    assert site.ask("/healthz").status == 200
