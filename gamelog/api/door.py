"""The door before Django, for programs that append: steps that wait are read, decided and stored together.

Nine tenths of an append over HTTP are spent on the way to the service that does it and back. Here a request is taken
that is like one which Django has answered with 201: the same headers, but for the token, the key and the length. It is
answered in the same way, with the same headers, if it is a plain step (see `gamelog.games.writer`) by somebody whose
token holds and who is within their limit. Any other request, a refused one too, goes on to Django as it came.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

import structlog
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone
from knox.crypto import hash_token
from knox.models import get_token_model

import rules
from gamelog import metrics
from gamelog.api.asgi_types import Message, Receive, Scope, Send, Site
from gamelog.api.bodies import read
from gamelog.api.games import Append
from gamelog.api.limits import COUNTED, UserLimit
from gamelog.api.requests import HEADER, ROUTE, log_context
from gamelog.games import selectors, writer
from gamelog.games.models import Event, Game
from gamelog.streams import statements

LARGEST = 64 * 1024
"""Bytes of a body that is taken here: a step of many models has 10,000."""
KINDS = 1024
"""So many kinds of requests are known, the newest: a program sends the same headers every time."""

APPENDING = "api-events"
"""The name of the route that is taken here."""

_ADDRESS = re.compile(r"/api/games/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/events")
_TOKEN = re.compile(rb"Token ([0-9A-Za-z]{16,128})")
_OWN = frozenset({b"authorization", b"content-length", b"idempotency-key", HEADER})
"""The headers in which requests of one kind differ."""
_COUNTED_ANEW = frozenset({b"content-length", HEADER})

log = structlog.get_logger(__name__)

Kind: TypeAlias = tuple[Any, ...]
Headers: TypeAlias = list[tuple[bytes, bytes]]


class _Asked(NamedTuple):
    """A request to append."""

    game_id: UUID
    token: str
    key: str
    body: bytes


class _Answer(NamedTuple):
    """The event that was stored, if it was, and whether the request counts towards its sender's limit already."""

    event: Event | None
    counted: bool
    user_id: int | None = None


class Door:
    """An ASGI application before another one, `site`."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._kinds: OrderedDict[Kind, Headers] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="appends")
        self._turns: writer.Turns[_Asked, _Answer] = writer.Turns(_appended)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _asked(scope)
        if found is None:
            return await self._site(scope, receive, send)
        kind, game_id, token, key = found
        headers = self._kinds.get(kind)
        if headers is None:
            return await self._site(scope, receive, self._learning(kind, send))
        messages, body = await _whole(receive)
        if body is not None:
            began = perf_counter()
            answer = await self._appended(_Asked(game_id, token, key, body))
            if answer.event:
                scope[ROUTE] = APPENDING
                metrics.appended(selectors.ruleset_name(game_id), metrics.STORED, perf_counter() - began)
                return await _answer(scope, send, headers, answer)
            scope[COUNTED] = answer.counted
        return await self._site(scope, _again(messages, receive), send)

    def _learning(self, kind: Kind, send: Send) -> Send:
        """Passes an answer on; from one with 201 the headers of all such answers are known."""

        async def passed(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 201:
                self._kinds[kind] = [each for each in message["headers"] if each[0].lower() not in _COUNTED_ANEW]
                while len(self._kinds) > KINDS:
                    self._kinds.popitem(last=False)
            await send(message)

        return passed

    async def _appended(self, asked: _Asked) -> _Answer:
        answer = self._turns.ask(asked)
        self._thread.submit(self._turns.work)
        return await asyncio.wrap_future(answer)


def _asked(scope: Scope) -> tuple[Kind, UUID, str, str] | None:
    """The kind of a request to append with a token, the game, the token and the key; None if it is anything else."""
    if scope["type"] != "http" or scope["method"] != "POST" or scope["query_string"]:
        return None
    address = _ADDRESS.fullmatch(scope["path"])
    if address is None:
        return None
    named = dict(scope["headers"])
    token = _TOKEN.fullmatch(named.get(b"authorization", b""))
    length, key = named.get(b"content-length", b""), named.get(b"idempotency-key", b"").decode("latin-1")
    twice = len(named) != len(scope["headers"])
    plain = named.get(b"content-type") == b"application/json" and length.isdigit() and int(length) <= LARGEST
    if token is None or twice or not plain or b"cookie" in named or b"transfer-encoding" in named or not key.isascii():
        return None
    kind = (scope.get("scheme"), *sorted(each for each in scope["headers"] if each[0] not in _OWN))
    return kind, UUID(address[1]), token[1].decode(), key


async def _whole(receive: Receive) -> tuple[list[Message], bytes | None]:
    """The messages of a request, and its body; None if it broke off or is too long."""
    messages: list[Message] = []
    size = 0
    while size <= LARGEST:
        message = await receive()
        messages.append(message)
        if message["type"] != "http.request":
            return messages, None
        size += len(message.get("body", b""))
        if not message.get("more_body"):
            return messages, b"".join(each.get("body", b"") for each in messages)
    return messages, None


def _again(messages: Sequence[Message], receive: Receive) -> Receive:
    """Gives what was read once more, and then what follows."""
    read_again = iter(messages)

    async def given() -> Message:
        message = next(read_again, None)
        return await receive() if message is None else message

    return given


async def _answer(scope: Scope, send: Send, headers: Headers, answer: _Answer) -> None:
    assert answer.event
    line = answer.event.line()
    length = (b"Content-Length", str(len(line)).encode())
    await send({"type": "http.response.start", "status": 201, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": line})
    request = f"POST {APPENDING} game_id={answer.event.game_id}"
    log.info("request_finished", code=201, request=request, user_id=answer.user_id, **log_context(scope))


# In the thread.


def _appended(asked: Sequence[_Asked]) -> list[_Answer]:
    """Append all that can be stored together; without an event, the request is Django's."""
    answers = [_Answer(None, counted=False)] * len(asked)
    try:
        _append(asked, answers)
    except Exception:
        log.exception("steps_not_stored_together", count=len(asked))
        # Otherwise it stays open: to connect takes longer than to append.
        connection.close()
    return answers


def _append(asked: Sequence[_Asked], answers: list[_Answer]) -> None:
    people = _people({each.token for each in asked})
    wanted: list[writer.Wanted] = []
    places: list[int] = []
    for place, each in enumerate(asked):
        user = people.get(each.token)
        counted = user is not None and UserLimit().allow_request(SimpleNamespace(user=user), None)  # type: ignore[arg-type]
        answers[place] = _Answer(None, counted, user.pk if user else None)
        found = _wanted(each, user) if user and counted else None
        if found:
            wanted.append(found)
            places.append(place)
    for place, event in zip(places, writer.append_all(wanted), strict=True):
        answers[place] = answers[place]._replace(event=event)


def _wanted(asked: _Asked, user: User) -> writer.Wanted | None:
    try:
        ruleset = selectors.ruleset_of(asked.game_id)
        declaration = rules.read_declaration(ruleset, asked.body, beside=Append.__struct_fields__)
        return writer.Wanted(asked.game_id, read(Append, asked.body).expected, declaration, asked.key, user)
    except (rules.Malformed, Game.DoesNotExist):
        return None


_PEOPLE = """
SELECT t.digest, {columns} FROM {tokens} t JOIN {users} u ON u.id = t.user_id
WHERE t.digest IN ({places}) AND u.is_active AND (t.expiry IS NULL OR t.expiry >= %s)
"""
_USER = ("id", "username", "first_name", "last_name", "email", "is_staff", "is_active")


def _people(tokens: Iterable[str]) -> dict[str, User]:
    """Whose these tokens are, without those that do not hold (see `TokenAuthentication`)."""
    by_digest = {hash_token(each): each for each in tokens}
    statement = _PEOPLE.format(
        columns=statements.columns(User, *_USER, of="u"), places=statements.places([*by_digest]),
        tokens=statements.table(get_token_model()), users=statements.table(User),
    )  # fmt: skip
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    found = statements.rows(statement, [*by_digest, now])
    return {by_digest[digest]: User(**dict(zip(_USER, row, strict=True))) for digest, *row in found}
