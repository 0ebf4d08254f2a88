"""What no request may do to the server: send more than its address takes, or take for ever to send it.

Django puts a whole body on the disk before a view looks at it, so limits of views came too late: they are read here,
before and while the body comes in, whether it says how long it is or not.
"""

from __future__ import annotations

import asyncio
from io import BytesIO
from time import monotonic

import msgspec
import structlog
from django.core.handlers.asgi import ASGIRequest
from django.template.loader import get_template
from django.utils import translation

from gamelog.api.asgi_types import Message, Receive, Scope, Send, Site
from gamelog.api.bodies import MIB
from gamelog.api.errors import PROBLEM, TITLES, body_of
from gamelog.api.requests import log_context, match_of, told

PAGES = 24 * MIB
"""Bytes that a page takes: a file of 16 MiB, and somewhat more, so that the page itself says what is too large."""
NOTHING = 64 * 1024
"""Bytes that an address takes which is no view."""
PAUSE = 20.0
"""Seconds within which the next part of a body comes."""
WHOLE = 120.0
"""Seconds within which all of it comes."""
KINDS = {408: "too-slow", 413: "too-large", 503: "busy"}
BODILESS = frozenset({"GET", "HEAD", "OPTIONS"})

log = structlog.get_logger(__name__)


class Stopped(Exception):
    """A request that is refused before a view has it: with which status, why, and when to come again, in seconds."""

    def __init__(self, status: int, why: str, again: str = "") -> None:
        super().__init__(why)
        self.status, self.why, self.again = status, why, again


class Guard:
    """An ASGI application before another one, `site`."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._site(scope, receive, send)
        limit = NOTHING if scope["method"] in BODILESS else limit_of(scope["path"])
        began = False

        async def answering(message: Message) -> None:
            nonlocal began
            began = True
            await send(message)

        try:
            length = dict(scope["headers"]).get(b"content-length", b"0")
            if length.isdigit() and len(length) < 20 and int(length) > limit:
                raise Stopped(413, f"the body is larger than {limit} bytes")
            await self._site(scope, _bounded(receive, limit), answering)
        except Stopped as stopped:
            request = told(scope["method"], scope["path"])
            log.info("request_stopped", code=stopped.status, request=request, **log_context(scope))
            if not began:
                await _refuse(scope, send, stopped)


def _bounded(receive: Receive, limit: int) -> Receive:
    size, over, until = 0, False, monotonic() + WHOLE

    async def bounded() -> Message:
        nonlocal size, over
        if over:
            # Whoever waits now waits for the client to go away.
            return await receive()
        left = until - monotonic()
        try:
            async with asyncio.timeout(min(PAUSE, left)):
                message = await receive()
            if left < 0:
                # Where parts lie ready, nothing waits and no time-out comes.
                raise TimeoutError
        except TimeoutError as late:
            raise Stopped(408, "the body did not come in time") from late
        size += len(message.get("body", b""))
        over = message["type"] != "http.request" or not message.get("more_body")
        if size > limit:
            raise Stopped(413, f"the body is larger than {limit} bytes")
        return message

    return bounded


def limit_of(path: str) -> int:
    """The bytes of a body that an address takes: what its view says, for views of the API; else `PAGES`."""
    match = match_of(path)
    if match is None:
        return NOTHING
    kind = getattr(match.func, "cls", None)
    if kind is None:
        return NOTHING if path.startswith("/api/") else PAGES
    return int(getattr(kind, "limit", MIB))


async def _refuse(scope: Scope, send: Send, stopped: Stopped) -> None:
    if scope["path"].startswith("/api/"):
        kind = KINDS[stopped.status]
        told, content = msgspec.json.encode(body_of(stopped.status, kind, TITLES[stopped.status], stopped.why)), PROBLEM
    elif stopped.again:
        told, content = _busy(scope, stopped.again), "text/html; charset=utf-8"
    else:
        told, content = f"{TITLES[stopped.status]}: {stopped.why}\n".encode(), "text/plain; charset=utf-8"
    headers = [(b"content-type", content.encode()), (b"content-length", str(len(told)).encode()),
               (b"connection", b"close"), (b"cache-control", b"no-store")]  # fmt: skip
    if stopped.again:
        headers.append((b"retry-after", stopped.again.encode()))
    await send({"type": "http.response.start", "status": stopped.status, "headers": headers})
    await send({"type": "http.response.body", "body": told})


def _busy(scope: Scope, again: str) -> bytes:
    """The page for somebody whose turn has not come, in their language."""
    request = ASGIRequest(scope, BytesIO())
    with translation.override(translation.get_language_from_request(request)):
        shown = {"reads": scope["method"] in BODILESS, "again": again}
        return get_template("unavailable.html").render(shown).encode()
