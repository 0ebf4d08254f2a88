"""Every request has an id, which its answer, its log lines and the workers' log lines about it carry, and is counted.

`Observed` stands before everything else, so that also what the guard refuses has an id and is counted; `LoggedRequests`
is the part within Django, which knows the route. Addresses are never logged or counted as they came: some of them open
an account, or whatever somebody was given a link to.
"""

from __future__ import annotations

import re
from functools import lru_cache
from time import perf_counter
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django_structlog.middlewares import RequestMiddleware

from gamelog import metrics
from gamelog.api.asgi_types import Message, Receive, Scope, Send, Site

REQUEST_ID, ROUTE = "gamelog.request_id", "gamelog.route"
"""In the scope of a request: its id; and the name of its route, once that is known."""
UNROUTED = "other"
LONGEST = 1000
"""Characters of an address that is looked up."""
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
HEADER = b"x-request-id"
OPEN = frozenset({"game_id", "number", "step", "first", "last", "table", "board", "entrant", "ruleset_id", "clause_id"})
"""What log lines repeat of an address. Everything else may be a secret: a code, a key, the link of a study."""

_ID = re.compile(rb"[0-9A-Za-z._-]{8,64}")


class Observed:
    """An ASGI application before another one, `site`."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._site(scope, receive, send)
        began, counted = perf_counter(), False
        request_id = scope[REQUEST_ID] = _id_of(scope)
        told = (b"X-Request-ID", request_id.encode())
        scope["headers"] = [*(each for each in scope["headers"] if each[0] != HEADER), (HEADER, told[1])]

        def count(status: int) -> None:
            nonlocal counted
            counted = True
            route, method = scope.get(ROUTE, UNROUTED), scope["method"]
            metrics.REQUESTS.add(route, method if method in METHODS else UNROUTED, str(status))
            metrics.REQUEST_SECONDS.add(route, seconds=perf_counter() - began)

        async def answering(message: Message) -> None:
            if message["type"] == "http.response.start":
                count(message["status"])
                message = {**message, "headers": [*message.get("headers", ()), told]}
            await send(message)

        try:
            await self._site(scope, receive, answering)
        finally:
            if not counted:
                # Whoever asked went away before there was an answer, or the server broke.
                count(499)


def _id_of(scope: Scope) -> str:
    """The id that our proxy gave the request, or a new one."""
    if settings.TRUSTED_PROXIES:
        given = dict(scope["headers"]).get(HEADER, b"")
        if _ID.fullmatch(given):
            return str(given.decode())
    return str(uuid4())


class LoggedRequests(RequestMiddleware):
    """Logs each request by its route, and tells `Observed` which one it is."""

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        """Log the end of a request."""
        scope = getattr(request, "scope", None)
        if scope is not None and request.resolver_match:
            scope[ROUTE] = route_of(request.resolver_match)
        super().handle_response(request, response)

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """A request as log lines tell it."""
        return told(request.method or "", request.path_info, request.resolver_match)


def route_of(match: ResolverMatch) -> str:
    """The name of a route; of one that has none, its pattern."""
    named: str = match.view_name if match.url_name else match.route
    return named


def match_of(path: str) -> ResolverMatch | None:
    """The view at an address; None for an address that is no view's, or longer than any."""
    return _match_of(path) if len(path) <= LONGEST else None


@lru_cache(4096)
def _match_of(path: str) -> ResolverMatch | None:
    try:
        found = resolve(path)
    except Resolver404:
        return None
    # Every pattern before it, for a page of errors that nobody asks for: fifteen times as much as the rest.
    found.tried = None
    return found


def told(method: str, path: str, match: ResolverMatch | None = None) -> str:
    """A request as log lines tell it: its route and what may be known of the address."""
    match = match or match_of(path)
    if match is None:
        return f"{method} {UNROUTED}"
    said: dict[str, Any] = match.kwargs
    return " ".join([method, route_of(match), *(f"{name}={said[name]}" for name in said if name in OPEN)])


def log_context(scope: Scope) -> dict[str, str]:
    """What binds a log line to a request that never comes to Django."""
    return {"request_id": scope.get(REQUEST_ID, "")}
