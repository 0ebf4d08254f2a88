"""How published documents are served: to everybody, on every site, and not again to clients that have them.

Each has an ETag of its inputs, which is computed without rendering the document. A copy may be kept anywhere, but has
to be revalidated each time (`no-cache`): standings are as new as the last result, and nothing is sent twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.utils.translation import get_language, override

from frontend.base.other_sites import for_everybody
from gamelog.contest.state import Line
from gamelog.tournaments import access, published, selectors
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.published import NoSuchRound, Shown

KEPT = 24 * 3600
LAYOUT = 3
"""The version of the layout, of paper above all. Raise it whenever documents start to look different; otherwise clients
that have the document of a finished event would keep the old one.
"""
JSON = "application/json"
CSV = "text/csv; charset=utf-8"
ATOM = "application/atom+xml; charset=utf-8"
CALENDAR = "text/calendar; charset=utf-8"
PDF = "application/pdf"
SVG = "image/svg+xml"
EVERYBODY, READER = "public, no-cache", "private, no-cache"
LANGUAGES = ("en", "ru")
_TAG = re.compile(r"[^A-Za-z0-9._~:/-]")


class PublicationRequest(NamedTuple):
    """What a request asks for: the event, the line of its standings, and the last act that counts (None: all)."""

    tournament: Tournament
    line: Line
    as_of: int | None

    def shown(self) -> Shown:
        """The event at that moment."""
        return published.shown(self.tournament, self.line, self.as_of)


Make = Callable[[Shown, str], bytes]
"""Renders a document of an event; the second argument is the address of the site, for absolute links."""


def wanted(request: HttpRequest, slug: str, everybody: bool = True) -> PublicationRequest:
    """The parsed request: `?line=played`, `?as_of=41` or `?as_of=2026-12-05T14:30:00Z`.

    With `everybody`, only what anybody may see, whoever asks: such an answer may be cached and shown to others.

    Raises: Http404: there is no such event, or it is not public; `as_of` cannot be read, or is before the event.
    """
    tournament = access.access_tournament(AnonymousUser() if everybody else request.user, slug)
    line: Line = "played" if request.GET.get("line") == "played" else "corrected"
    return PublicationRequest(tournament, line, _number(tournament, request.GET.get("as_of", "")))


def _number(tournament: Tournament, text: str) -> int | None:
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) < 10:
        number = int(text)
    else:
        number = selectors.number_at(tournament, _moment(text))
    if not 1 <= number <= tournament.number:
        raise Http404(str(selectors.NoSuchAct(number, tournament.number)))
    return number


def _moment(text: str) -> datetime:
    """The time given; without a time zone it is UTC. A plus that was not quoted in the address is read as a plus."""
    try:
        found = datetime.fromisoformat(text.strip().replace(" ", "+"))
    except ValueError:
        said = f"as_of is the number of an act, or a moment such as 2026-12-05T14:30:00Z; not {text[:40]}"
        raise Http404(said) from None
    return found if timezone.is_aware(found) else found.replace(tzinfo=timezone.get_default_timezone())


def language_of(request: HttpRequest, default: str | None = None) -> str:
    """The language asked for with `?lang=`, else the default, else the reader's."""
    asked = request.GET.get("lang", "")
    return asked if asked in LANGUAGES else default or (get_language() or "en")[:2]


def site_of(request: HttpRequest) -> str:
    """The address of the site, without a slash at its end."""
    return request.build_absolute_uri("/")[:-1]


def document(request: HttpRequest, slug: str, name: str, kind: str, make: Make) -> HttpResponse:
    """A published document; errors in the request are answered as JSON.

    `name` distinguishes it from the event's other documents. It is in English unless `?lang=` says otherwise, and so
    the same for everybody at one address.
    """
    try:
        asked = wanted(request, slug)
        with override(language_of(request, "en")):
            response = tagged(request, asked, name, kind, make)
    except Http404 as error:
        response = JsonResponse({"error": str(error)}, status=404)
    response.headers["Cache-Control"] = EVERYBODY
    return for_everybody(response)


def tagged(request: HttpRequest, asked: PublicationRequest, name: str, kind: str, make: Make) -> HttpResponse:
    """A document, or 304 for a client that has it. Call it with the language active.

    Raises: Http404: there is no such round.
    """
    tag = _tag(request, asked, name)
    response = get_conditional_response(request, etag=tag) or HttpResponse(
        _made(request, asked, tag, make), content_type=kind
    )
    response.headers["ETag"] = tag
    response.headers["Last-Modified"] = http_date(changed(asked).timestamp())
    response.headers["Cache-Control"] = READER
    return response


def _tag(request: HttpRequest, asked: PublicationRequest, name: str) -> str:
    state = published.tag_of(asked.tournament, asked.line, asked.as_of)
    site = site_of(request).partition("//")[2]
    return f'"{_TAG.sub("-", f"{state}.{LAYOUT}-{name}-{get_language()}-{site}")}"'


def _made(request: HttpRequest, asked: PublicationRequest, tag: str, make: Make) -> bytes:
    key = f"published:{asked.tournament.pk}:{tag.strip(chr(34))}"
    body: bytes | None = cache.get(key)
    if body is None:
        try:
            body = make(asked.shown(), site_of(request))
        except NoSuchRound as error:
            raise Http404(str(error)) from None
        cache.set(key, body, KEPT)
    return body


def changed(asked: PublicationRequest) -> datetime:
    """The time of the last act that changed what is shown. Names may have changed since, so only the ETag decides."""
    if asked.as_of is None:
        return asked.tournament.updated
    return selectors.acts_of(asked.tournament, asked.as_of - 1, asked.as_of).get().recorded_at
