"""The id of a request, and what its log lines tell of it."""

from __future__ import annotations

import asyncio
import io
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from gamelog import metrics
from gamelog.api.requests import Observed, match_of, told
from gamelog.asgi import application
from tests import own_loop

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


async def asked(site: Any, path: str, *headers: tuple[bytes, bytes], method: str = "GET") -> dict[str, Any]:
    """The start of an answer, as the server gets it."""
    messages: list[Any] = []
    scope = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
        "headers": [(b"host", b"127.0.0.1"), *headers], "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
        "scheme": "http", "http_version": "1.1",
    }  # fmt: skip
    given = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> Any:
        message = next(given, None)
        if message is None:
            await asyncio.Event().wait()
        return message

    async def send(message: Any) -> None:
        messages.append(message)

    await site(scope, receive, send)
    return next(message for message in messages if message["type"] == "http.response.start")


def request_id(start: dict[str, Any]) -> str:
    (found,) = [value.decode() for name, value in start["headers"] if name.lower() == b"x-request-id"]
    return str(found)


def ask(path: str, *headers: tuple[bytes, bytes], site: Any = application) -> dict[str, Any]:
    return own_loop.run(asked(site, path, *headers))


@pytest.mark.parametrize("path", ["/healthz", "/nothing-here", "/api/nothing"])
def test_every_answer_has_an_id(path: str) -> None:
    assert UUID.fullmatch(request_id(ask(path)))


@pytest.mark.parametrize(
    ("proxies", "given", "kept"),
    [
        (1, b"proxy-0123456789", True),
        (0, b"proxy-0123456789", False),
        (1, b"two\nlines of log", False),
        (1, b"x" * 65, False),
    ],
)
def test_only_a_proxy_of_ours_gives_ids(proxies: int, given: bytes, kept: bool, monkeypatch: Any) -> None:
    monkeypatch.setattr(settings, "TRUSTED_PROXIES", proxies)
    assert (request_id(ask("/healthz", (b"x-request-id", given))) == given.decode()) is kept


def test_what_is_refused_before_django_has_an_id_and_is_counted() -> None:
    start = ask("/healthz", (b"content-length", b"9999999"))
    assert start["status"] == 413
    assert UUID.fullmatch(request_id(start))
    assert 'gamelog_requests_total{route="other",method="GET",status="413"}' in "\n".join(metrics.REQUESTS.lines())


def test_who_goes_away_is_counted() -> None:
    async def gone(*_: Any) -> None:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        ask("/healthz", site=Observed(gone))
    assert 'status="499"' in "\n".join(metrics.REQUESTS.lines())


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What the log's own handler would write."""
    root, written = logging.getLogger(), io.StringIO()
    real = next(each for each in root.handlers if isinstance(each.formatter, structlog.stdlib.ProcessorFormatter))
    handler = logging.StreamHandler(written)
    handler.setFormatter(real.formatter)
    handler.filters = real.filters
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.mark.django_db
def test_lines_tell_no_addresses_codes_names_or_browsers(lines: io.StringIO) -> None:
    User.objects.create_user("ada", "ada@club.example", "ada-secret")
    client = Client(headers={"user-agent": "A browser"}, REMOTE_ADDR="203.0.113.9")
    client.post("/accounts/login/", {"login": "ada@club.example", "password": "ada-secret"})
    client.get("/join/ABCDEF/")
    client.get("/accounts/password/reset/key/1-set-password/?token=hidden")
    client.get("/games/?q=ada")
    client.get("/nowhere/ada-secret")
    said = lines.getvalue()
    assert "request_started" in said and "Not Found: ***" in said
    assert not re.search(r"\bada\b|ABCDEF|hidden|203\.0\.113|set-password|browser", said), said


def test_lines_tell_which_game_and_step_it_was() -> None:
    path = "/games/7f8f3c7e-6a3c-4b39-9a4c-0c2d8c3f0b11/steps/7.png"
    assert told("GET", path).endswith("game_id=7f8f3c7e-6a3c-4b39-9a4c-0c2d8c3f0b11 number=7")
    assert told("GET", "/studies/secret-key/") == f"GET {told('GET', '/studies/other/').removeprefix('GET ')}"
    assert told("GET", "/nowhere") == "GET other"


def test_what_is_kept_of_an_address_is_small() -> None:
    """A hall asks for thousands of addresses; Django's list of the patterns that it tried is not kept with each."""
    match = match_of("/events/winter-muster/tables/3/17/")
    assert match is not None and match.url_name == "event-table" and match.kwargs["table"] == 17
    assert not match.tried
