"""Standings over HTTP: live or as of any act or moment, as corrected or as played, and every value explained."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import http_date
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from gamelog.api import event_documents as shapes
from gamelog.api.bodies import BoundedView
from gamelog.api.documents import refusals
from gamelog.api.event_bodies import as_of, asked, line
from gamelog.api.events import JSON, names_json
from gamelog.contest import counting, standings
from gamelog.contest.errors import Refused
from gamelog.contest.state import Line
from gamelog.tournaments import access, selectors
from gamelog.tournaments.models import Tournament

PARAMETERS = [shapes.AS_OF, shapes.AT, shapes.LINE_PARAMETER]


class EventStandings(BoundedView):
    """The table of places."""

    @extend_schema(
        operation_id="tournaments_standings", summary="Standings, live or as of any act or moment",
        description="With an ETag: If-None-Match is answered with 304 if nothing has changed, names included.",
        parameters=PARAMETERS, responses={200: shapes.STANDINGS, 304: None, **refusals(400, 404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The standings as canonical JSON, names beside them."""
        tournament = access.access_tournament(request.user, slug)
        meant, of = as_of(request, tournament), line(request)
        tag = selectors.standings_tag(tournament, of, meant)
        return cached(request, tournament, tag, lambda: _standings(tournament, of, meant))


def _standings(tournament: Tournament, of: Line, meant: int | None) -> HttpResponse:
    names = msgspec.json.encode(names_json(tournament), order="sorted")
    table = selectors.standings_json(tournament, of, meant)
    unsure = msgspec.json.encode(selectors.provisional_after(tournament, selectors.state_of(tournament, meant), of))
    body = b'{"standings":' + table + b',"provisional":' + unsure + b',"names":' + names + b"}"
    return HttpResponse(body, content_type=JSON)


def cached(request: Request, tournament: Tournament, tag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """A response that may be cached and has to be revalidated by its ETag: rendered, or 304 if nothing has changed.

    The last act's time is for people; a name can change without an act, so it never decides about 304.
    """
    known = get_conditional_response(request._request, etag=tag)
    response = known if known is not None and known.status_code == 304 else make()
    response.headers["ETag"] = tag
    response.headers["Last-Modified"] = http_date(tournament.updated.timestamp())
    patch_cache_control(response, no_cache=True, **({"public": True} if tournament.public else {"private": True}))
    return response


class EventValue(BoundedView):
    """One value of the standings."""

    @extend_schema(
        operation_id="tournaments_value", summary="A value of the standings explained: its terms, its rule and version",
        description="`column` 0 is the score, 1 the first tie-break, as in the table's columns.",
        parameters=PARAMETERS, responses={200: shapes.VALUE, **refusals(400, 404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str, entrant: int, column: int) -> HttpResponse:
        """The terms of the value, with their sources."""
        tournament = asked(request, slug).tournament
        state = selectors.state_of(tournament, as_of(request, tournament))
        cards = counting.cards_with(counting.cards(state, line(request)), state, entrant)
        try:
            found = standings.explain(cards, state.terms, state.seed, entrant, column)
        except Refused as error:
            raise Http404(error.text) from None
        answer = {"explanation": found, "names": names_json(tournament)}
        return HttpResponse(msgspec.json.encode(answer), content_type=JSON)
