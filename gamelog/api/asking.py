"""Queries of positions over HTTP: what can be asked, and answers from a position or from a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar
from uuid import UUID

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

import rules
from gamelog.api import documents
from gamelog.api.bodies import BoundedView, RawJson, raw, read, whole_number
from gamelog.api.documents import POSITION, refusals
from gamelog.api.lines import AS_OF, LINE, seen
from gamelog.api.rulesets import ruleset
from gamelog.api.shapes import TEXT, list_of, object_of
from gamelog.games import access, selectors
from rules import asking
from rules.kernel.query import Answer, Query

JSON = "application/json"
T = TypeVar("T")

QUERY = {
    "type": "object",
    "description": "`type` names the query; its other members are those that the list of queries says it takes.",
    "required": ["type"],
    "properties": {"type": TEXT},
    "example": {"type": "distance", "of": "a1", "to": "b1"},
}
QUERIES = list_of(object_of({
    "name": TEXT, "text": {**TEXT, "description": "what it asks"},
    "takes": {"type": "object", "additionalProperties": {"type": "boolean"},
              "description": "the members of the query; true where one is required"},
    "unit": {**TEXT, "description": "the unit of its values"},
}))  # fmt: skip
ANSWERS = object_of({
    "query": QUERY,
    "answers": list_of(object_of({
        "of": {**TEXT, "description": "the id of what the answer is about, if there are several answers"},
        "value": {"description": "a number, a text, true or false; null where the players declare it"},
        "unit": {**TEXT, "description": "the unit of the value"},
        "clauses": {**list_of(TEXT), "description": "ids of the clauses it rests on: see the catalogue"},
        "facts": {"type": "object", "description": "numbers and ids behind it; `rules` changed the value"},
    }, optional=("of", "facts"))),
})  # fmt: skip
ASK = {
    "type": "object",
    "required": ["position", "query"],
    "additionalProperties": False,
    "properties": {"position": POSITION, "query": QUERY},
}


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    """A query of a position; both are read by the ruleset."""

    position: msgspec.Raw
    query: msgspec.Raw


class RulesetQueries(BoundedView):
    """What can be asked."""

    @extend_schema(operation_id="queries_list", summary="What can be asked of a position of this ruleset",
                   responses={200: QUERIES, **refusals(404)})  # fmt: skip
    def get(self, request: Request, ruleset_id: str) -> HttpResponse:
        """Every query: its name, what it asks and takes, the unit of its values."""
        return HttpResponse(msgspec.json.encode(asking.queries(ruleset(ruleset_id))), content_type=JSON)


class RulesetAsk(BoundedView):
    """Asking about a position made by hand."""

    parser_classes = [RawJson]
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="position_ask", summary="Answer a query of a position; nothing is stored",
        description="The position is judged like one that a game begins with: every problem is named, with what was "
                    "probably meant. Distances, sight, cover, who holds what, the score: see the list of queries.",
        request={JSON: ASK}, responses={200: ANSWERS, **refusals(400, 401, 404, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, ruleset_id: str) -> HttpResponse:
        """Answers from a position in the body."""
        of, body = ruleset(ruleset_id), read(Ask, raw(request))
        position = _within("position", lambda: rules.read_position(of, bytes(body.position)))
        query = _within("query", lambda: asking.read_query(of, bytes(body.query)))
        return _answered(query, _within("query", lambda: asking.ask(of, position, query)))


class GameAsk(BoundedView):
    """Asking about a game."""

    parser_classes = [RawJson]
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="game_ask", summary="Answer a query of the position after a step; nothing is stored",
        parameters=[documents.number("at", "the step; 0 is before the first; by default, the last"), LINE, AS_OF],
        request={JSON: QUERY}, responses={200: ANSWERS, **refusals(400, 401, 404, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Answers from a position of the game."""
        game = access.access_game(request.user, game_id)
        meant = seen(request, game)
        at = whole_number(request, "at", meant.last, 10**9)
        position = selectors.position_at(game, at, line=meant.line, as_of=meant.as_of)
        query = asking.read_query(game.rules, raw(request))
        return _answered(query, asking.ask(game.rules, position, query))


def _within(member: str, reading: Callable[[], T]) -> T:
    """Read a member of the body, so that a path begins there."""
    try:
        return reading()
    except rules.Malformed as error:
        raise rules.Malformed(f"$.{member}{error.path.removeprefix('$')}", error.reason) from None


def _answered(query: Query, answers: Sequence[Answer]) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(asking.as_json(query, answers)), content_type=JSON)
