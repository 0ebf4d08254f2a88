"""Request bodies: a limit on each, and JSON decoded by msgspec into typed values."""

from __future__ import annotations

from typing import Any

import msgspec
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.views import APIView

import rules
from gamelog.api.errors import TooLarge
from gamelog.games import long_work
from gamelog.games.models import QueuedWork

MIB = 1024 * 1024


class RawJson(BaseParser):
    """A JSON body as bytes: the view knows its type."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """The bytes of the body, undecoded."""
        return bytes(stream.read())


class BoundedView(APIView):
    # Refuses bodies over `limit` bytes before any of it is read. Not a docstring, because that would appear under every
    # address of the OpenAPI document.

    """A view that refuses bodies over its limit with 413."""

    limit = MIB

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        # Both servers' handlers pass on no more than Content-Length bytes of the stream, so the header can be trusted.
        """Refuse a body that is too large before any of it is read."""
        if int(request.META.get("CONTENT_LENGTH") or 0) > self.limit:
            raise TooLarge(self.limit)
        super().initial(request, *args, **kwargs)


def read(kind: Any, body: bytes) -> Any:
    """Decode JSON into a type, as the engine does. Raises: rules.Malformed with the path of the error."""
    return rules.read_json(msgspec.json.Decoder(kind), body)


def raw(request: Request) -> bytes:
    """The bytes of a JSON body. Raises: rules.Malformed if there is none."""
    if not isinstance(request.data, bytes) or not request.data:
        raise rules.Malformed("$", "a JSON body is required")
    return request.data


def person(request: Request) -> User:
    """The user. Raises: NotAuthenticated if nobody is logged in."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def asking(request: Request) -> long_work.Asker:
    """Who asks for work that a worker does."""
    return long_work.asker_of(request._request, request.user)


def waiting(row: QueuedWork, address: str = "") -> HttpResponse:
    """The answer while a worker does what was asked for: how much comes before it, and when to ask again, and where if
    that is another `address`.
    """
    told = {"state": row.state, "before": long_work.before(row)}
    headers = {"Retry-After": "5", "Cache-Control": "no-store", **({"Location": address} if address else {})}
    return HttpResponse(msgspec.json.encode(told), content_type="application/json", status=202, headers=headers)


def upload(request: Request, limit: int) -> tuple[bytes, str]:
    """The content and name of the uploaded field `file`. Raises: rules.Malformed, TooLarge."""
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile):
        raise rules.Malformed("$.file", "an uploaded file is required, as multipart/form-data")
    if file.size is None or file.size > limit:
        raise TooLarge(limit)
    return file.read(), file.name or "unnamed"


def whole_number(request: Request, name: str, default: int, most: int) -> int:
    """A number from 0 to `most` in the query. Raises: rules.Malformed."""
    text = request.query_params.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 12 or int(text) > most:
        raise rules.Malformed(f"?{name}", f"{text[:40]!r} is not a number from 0 to {most}")
    return int(text)
