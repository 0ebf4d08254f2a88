"""The score of a game by round, and what both sides say of its result, over HTTP."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from gamelog.api import documents
from gamelog.api.bodies import BoundedView, RawJson, raw, read
from gamelog.api.documents import refusals
from gamelog.api.games import JSON
from gamelog.games import access, confirmations, selectors
from gamelog.games.models import Game
from rules import scoresheet


class Word(msgspec.Struct, forbid_unknown_fields=True):
    """A side's word on the result after step `expected`, the last one."""

    expected: Annotated[int, msgspec.Meta(ge=0)]
    by: str


class GameScore(BoundedView):
    """The score sheet of a game."""

    @extend_schema(
        operation_id="score_read", summary="Score, and models and units lost, by round, as corrected",
        responses={200: documents.SCORE, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The rounds that were begun, in order."""
        game = access.access_game(request.user, game_id)
        found = scoresheet.sheet(game.rules, selectors.line_of(game))
        told = {"number": game.number, "per_point": found.per_point, "rounds": found.rounds}
        return HttpResponse(msgspec.json.encode(told), content_type=JSON)


class GameConfirm(BoundedView):
    """The agreement of both sides with the result."""

    parser_classes = [RawJson]

    @extend_schema(
        operation_id="confirmations_read", summary="What each side says of the result as it stands",
        responses={200: documents.AGREED, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Each side, and whether it agrees."""
        return _answer(access.access_game(request.user, game_id))

    @extend_schema(
        operation_id="confirmations_append", summary="Agree with the result for a side",
        description="For the player of the side, once the game is over. Saying it again changes nothing; whatever is "
                    "recorded later has to be agreed on again.",
        request={JSON: documents.WORD}, responses={200: documents.AGREED, **refusals(400, 401, 403, 404, 409, 413)},
    )  # fmt: skip
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Store the side's word."""
        said = read(Word, raw(request))
        confirmations.result_confirm(game_id=game_id, side=said.by, number=said.expected, actor=request.user)
        return _answer(access.access_game(request.user, game_id))


def _answer(game: Game) -> HttpResponse:
    told = {
        "number": game.number, "finished": game.finished,
        "sides": [each._asdict() for each in confirmations.agreed(game)],
    }  # fmt: skip
    return HttpResponse(msgspec.json.encode(told), content_type=JSON)
