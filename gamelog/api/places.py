"""How many requests are worked on at once, and in which order the others wait.

Django gives every request a thread of its own, and Python runs one thread at a time: two hundred results that came in
one moment were two hundred threads, each with its connection to the database, which held one another up by so much that
the steps of battles took 25 s. Here a few threads work, and whoever waits for one costs none. A place is taken when the
whole body is there and given back when the answer is, so slow clients, downloads and live streams hold none.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Iterable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from enum import Enum
from os import SEEK_END
from typing import Any, cast

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import FileResponse, HttpRequest

from gamelog import metrics
from gamelog.api.asgi_types import Message, Receive, Scope, Send
from gamelog.api.errors import AGAIN
from gamelog.api.guard import Stopped
from gamelog.api.requests import match_of
from gamelog.visitors import address

PLACES = 4
"""Requests that are worked on at once. While one waits for the disk or the database another one computes; more than a
few only hold each other up."""
KEPT = 2
"""Further places for what waits behind no page: the steps of battles, and whether the site is well."""
AT_ONCE = frozenset({"api-events", "api-options", "api-ask", "healthz", "readyz", "metrics"})
"""The routes of that."""
LARGE = 256 * 1024
"""Bytes of a body that may take seconds to read: one such request at a time is worked on."""
PATIENCE = 30.0
"""Seconds after which whoever still has no place is told to come again."""

_PLACE = "gamelog.place"


class Kind(Enum):
    """What kinds of requests have places of their own."""

    STEP = "step"
    PAGE = "page"
    LARGE = "large"


OF_ONE = {Kind.STEP: 2000, Kind.PAGE: 2000, Kind.LARGE: 20}
"""So many wait at most from one address: a hall of 200 tables has one for all, and a browser asks for six files at
once."""
OF_ALL = {Kind.STEP: 4000, Kind.PAGE: 4000, Kind.LARGE: 60}
"""So many wait at most. Their bodies wait with them: 64 KiB of each in memory (settings), the rest on the disk."""


class Queue:
    """Who waits for a place: in the order in which they came, but one address after the other, so that whoever asks for
    everything waits behind themselves.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[asyncio.Future[Executor]]] = OrderedDict()
        self.length = 0

    def of(self, whose: str) -> int:
        """How many wait from an address."""
        return len(self._waiting.get(whose, ()))

    def add(self, whose: str) -> asyncio.Future[Executor]:
        """Wait. A future that is cancelled has left the queue once its turn would have come."""
        found: asyncio.Future[Executor] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(whose, deque()).append(found)
        self.length += 1
        return found

    def next(self) -> asyncio.Future[Executor] | None:
        """Whose turn it is, if anybody waits."""
        while self._waiting:
            whose, line = self._waiting.popitem(last=False)
            found = line.popleft()
            self.length -= 1
            if line:
                self._waiting[whose] = line
            if not found.done():
                return found
        return None


class Places:
    """The threads of one process that requests are worked on with. They belong to one event loop.

    `places` is how many pages are worked on at most, one of them large. A step takes any thread that is free, and has
    the first turn while fewer than `kept` steps are worked on, so neither kind holds the other up for ever.
    """

    def __init__(self, places: int = PLACES, kept: int = KEPT) -> None:
        names = [f"request-{number}" for number in range(1, places + kept + 1)]
        self._free: list[Executor] = [ThreadPoolExecutor(1, name) for name in names]
        self._places, self._kept = places, kept
        self._working = dict.fromkeys(Kind, 0)
        self._waiting = {kind: Queue() for kind in Kind}

    def free(self, kind: Kind) -> Executor | None:
        """A thread, if one is free for this kind of request."""
        return self._taken(kind) if self._free and self._may(kind) else None

    def _may(self, kind: Kind) -> bool:
        if kind is Kind.STEP:
            return True
        if kind is Kind.LARGE and self._working[Kind.LARGE]:
            return False
        return self._working[Kind.PAGE] + self._working[Kind.LARGE] < self._places

    def _taken(self, kind: Kind) -> Executor:
        self._working[kind] += 1
        return self._free.pop()

    async def wait(self, whose: str, kind: Kind) -> Executor:
        """A thread, as soon as it is this request's turn. Raises: Stopped: too many wait, or it took too long."""
        queue = self._waiting[kind]
        if queue.of(whose) >= OF_ONE[kind] or queue.length >= OF_ALL[kind]:
            raise Stopped(503, "too many requests wait", again=AGAIN)
        found = queue.add(whose)
        metrics.REQUESTS_WAITING.change(1)
        try:
            async with asyncio.timeout(PATIENCE):
                return await found
        except BaseException as error:
            if found.done() and not found.cancelled():
                self.give(found.result(), kind)
            if isinstance(error, TimeoutError):
                raise Stopped(503, "it did not get its turn in time", again=AGAIN) from error
            raise
        finally:
            metrics.REQUESTS_WAITING.change(-1)

    def give(self, thread: Executor, kind: Kind) -> None:
        """Give back a thread that this kind of request had: to whoever waits and may have it."""
        self._free.append(thread)
        self._working[kind] -= 1
        first = self._working[Kind.STEP] < self._kept
        for each in (Kind.STEP, Kind.LARGE, Kind.PAGE) if first else (Kind.LARGE, Kind.PAGE, Kind.STEP):
            if self._may(each) and (waiting := self._waiting[each].next()):
                waiting.set_result(self._taken(each))
                return

    def give_when_done(self, thread: Executor, kind: Kind) -> None:
        """Give back a thread that still works for somebody who has gone."""
        loop = asyncio.get_running_loop()

        def done(_: object) -> None:
            with suppress(RuntimeError):  # the server has ended, and its loop with it
                loop.call_soon_threadsafe(self.give, thread, kind)

        thread.submit(int).add_done_callback(done)


class _Place:
    """The place of one request."""

    def __init__(self, places: Places, thread: Executor, kind: Kind) -> None:
        self._places, self._thread, self._kind = places, thread, kind
        self._left = False

    def leave(self, working: bool = False) -> None:
        """Give it back, once."""
        if not self._left:
            self._left = True
            (self._places.give_when_done if working else self._places.give)(self._thread, self._kind)


class _Read:
    """The `receive` of a request whose body has been read."""

    def __init__(self, receive: Receive, body: Any) -> None:
        self._receive, self.body = receive, body
        self.size = body.seek(0, SEEK_END)
        body.seek(0)
        self.next: asyncio.Future[Message] | None = None

    def __call__(self) -> Awaitable[Message]:
        found, self.next = self.next, None
        return found or self._receive()


class Handler(ASGIHandler):
    """Django's, with a limited number of places.

    All middleware and the view run in the one thread that a request has. Django would go back to its loop around each
    of them because one is not asynchronous: two dozen times a request, and each time the interpreter may be another's.
    """

    def __init__(self, places: Places | None = None) -> None:
        super().__init__()
        self._places = places or Places()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        try:
            read = _Read(receive, await super().read_body(receive))
        except RequestAborted:
            return
        with read.body:
            kind = _kind(scope, read.size)
            thread = self._places.free(kind) or await self._turn(scope, read, kind)
            if thread is None:
                return
            place = scope[_PLACE] = _Place(self._places, thread, kind)
            try:
                async with ThreadSensitiveContext(executor=thread):
                    await self.handle(scope, read, send)
            finally:
                place.leave()

    async def _turn(self, scope: Scope, read: _Read, kind: Kind) -> Executor | None:
        """A thread, when it is this request's turn; None if the client has gone before that."""
        turn = asyncio.ensure_future(self._places.wait(_address(scope), kind))
        read.next = asyncio.ensure_future(read())
        try:
            await asyncio.wait({turn, read.next}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            turn.cancel()
            raise
        if turn.done():
            return turn.result()
        turn.cancel()
        return None

    def load_middleware(self, is_async: bool = False) -> None:
        """The chain of what is called around a view: a synchronous one."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> Any:
        """The answer of that chain."""
        found = await sync_to_async(self.get_response)(request)
        if isinstance(found, FileResponse):
            found.streaming_content = _parts(cast(Iterable[bytes], found.streaming_content))
        return found

    async def read_body(self, receive: Any) -> Any:
        """The body, which is here already."""
        return receive.body

    async def run_get_response(self, request: HttpRequest) -> Any:
        """The answer, after which the place is another request's."""
        place: _Place = cast(ASGIRequest, request).scope[_PLACE]
        try:
            found = await super().run_get_response(request)
        except asyncio.CancelledError:
            place.leave(working=True)
            raise
        place.leave()
        return found


async def _parts(file: Iterable[bytes]) -> AsyncIterator[bytes]:
    """A file as it is sent: Django would read all of it into memory first. It takes no request's thread."""
    parts = iter(file)
    while part := await asyncio.to_thread(next, parts, b""):
        yield part


def _kind(scope: Scope, size: int) -> Kind:
    if size > LARGE:
        return Kind.LARGE
    match = match_of(scope["path"])
    return Kind.STEP if match and match.url_name in AT_ONCE else Kind.PAGE


def _address(scope: Scope) -> str:
    forwarded = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1")
    peer: str | None = (scope.get("client") or (None,))[0]
    return address(peer, forwarded)
