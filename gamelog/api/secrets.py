"""Players' secrets over HTTP: deposit, hand in an opening, read one's own, reveal."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.debug import sensitive_variables
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from gamelog.api import documents
from gamelog.api.bodies import BoundedView, person
from gamelog.api.documents import refusals
from gamelog.api.serializers import (
    AskSerializer,
    DepositSerializer,
    RevealSerializer,
    SeatSerializer,
    SecretListSerializer,
    SecretSerializer,
)
from gamelog.games import access, secrets, services

JSON = "application/json"
PRIVATE = {"Cache-Control": "no-store"}
"""No cache between the server and the owner may keep an opening."""


class GameSecrets(BoundedView):
    """The openings that the site keeps for a side."""

    @extend_schema(
        operation_id="secrets_list", summary="Your own openings of this game; nobody else's, whoever asks",
        responses={200: SecretListSerializer, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> Response:
        """The openings that the site keeps for the user."""
        rows = secrets.secrets_of(request.user, access.access_game(request.user, game_id))
        return Response({"secrets": SecretSerializer(rows, many=True).data}, headers=PRIVATE)

    @extend_schema(
        operation_id="secrets_deposit", summary="Deposit a secret, or hand in an opening",
        description="Without `salt` the site salts the text, appends the commitment as an event and keeps the opening"
                    " (201). With `salt` it keeps the opening of an earlier commitment of the side (200); dice seeds "
                    "are handed in this way, once every seed is committed to. Everything kept is revealed at the end "
                    "of the game at the latest.",
        request=DepositSerializer,
        responses={200: SecretSerializer, 201: SecretSerializer, **refusals(400, 401, 403, 404, 413, 422)},
    )  # fmt: skip
    @method_decorator(sensitive_variables("wanted", "row"))
    def post(self, request: Request, game_id: UUID) -> Response:
        """Commit to a text, or keep an opening."""
        person(request)
        wanted = DepositSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        row, created = secrets.secret_deposit(game_id=game_id, actor=request.user, **wanted.validated_data)
        return Response(SecretSerializer(row).data, 201 if created else 200, headers=PRIVATE)


class GameSeat(BoundedView):
    """A side's wishes about its game."""

    @extend_schema(
        operation_id="seats_update", summary="Be asked about re-rolls",
        description="Where the site rolls (`server`, `shared`): with `asks` a step stops at each roll of this side "
                    "that it may re-roll, whoever declares the step, until the side declares `go-on`.",
        request=AskSerializer, responses={200: SeatSerializer, **refusals(400, 401, 403, 404, 413)},
    )  # fmt: skip
    def patch(self, request: Request, game_id: UUID, side: str) -> Response:
        """Change the side's wishes."""
        person(request)
        wanted = AskSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        seat = services.seat_ask(game_id=game_id, side=side, actor=request.user, **wanted.validated_data)
        return Response(SeatSerializer(seat).data)


class GameSecretReveal(BoundedView):
    """Revealing a secret."""

    @extend_schema(
        operation_id="secrets_reveal", summary="Reveal your secret about a subject, as the next event",
        request=RevealSerializer, responses={201: documents.LINE, **refusals(400, 401, 403, 404, 413, 422)},
    )  # fmt: skip
    def post(self, request: Request, game_id: UUID, subject: str) -> HttpResponse:
        """Reveal it."""
        person(request)
        wanted = RevealSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        event = secrets.secret_reveal(game_id=game_id, subject=subject, actor=request.user, **wanted.validated_data)
        return HttpResponse(event.line(), content_type=JSON, status=201)
