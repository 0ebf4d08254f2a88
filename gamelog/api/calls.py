"""Disputed steps and calls for a judge over HTTP."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from gamelog.api import documents
from gamelog.api.bodies import BoundedView, RawJson, raw, read
from gamelog.api.documents import refusals
from gamelog.api.games import JSON
from gamelog.games import access, calls
from gamelog.games.models import StepCall

MOST = 500
"""The oldest open calls are listed."""
RULESET = OpenApiParameter("ruleset", str, description="only those of battles of this ruleset")
KIND = OpenApiParameter("kind", str, enum=list(StepCall.Kind.values), description="only disputes, or calls for a judge")


class Call(msgspec.Struct, forbid_unknown_fields=True):
    """A step that is disputed, or about which a judge is called."""

    step: int
    by: str
    kind: str
    reason: str


class OpenCalls(BoundedView):
    """The open calls of all battles."""

    @extend_schema(
        operation_id="calls_open", summary="Open calls of all battles, judges first, the oldest first; for staff",
        parameters=[RULESET, KIND], responses={200: documents.CALLS, **refusals(401, 403)},
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse:
        """At most 500."""
        if not access.is_staff(request.user):
            raise PermissionDenied("only tournament staff settles calls")
        rows = calls.open_calls(request.user)
        if ruleset := request.query_params.get("ruleset"):
            rows = rows.filter(game__ruleset=ruleset)
        if kind := request.query_params.get("kind"):
            rows = rows.filter(kind=kind)
        return _answer([call_json(row) for row in rows[:MOST]])


class GameCalls(BoundedView):
    """The calls on steps of a game."""

    parser_classes = [RawJson]

    @extend_schema(
        operation_id="calls_list", summary="Calls on steps of a game, for its players and for staff",
        responses={200: documents.CALLS, **refusals(401, 403, 404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """In the order in which they were made, closed ones too."""
        game = access.access_game(request.user, game_id)
        if not (access.is_staff(request.user) or access.own_sides(request.user, game)):
            raise PermissionDenied("only who plays the battle, and staff, see what is disputed")
        return _answer([call_json(row) for row in calls.calls_of(game)])

    @extend_schema(
        operation_id="calls_append", summary="Dispute a step, or call a judge to it",
        description="For who declares for the side. What is open already stays as it is.",
        request={JSON: documents.CALL}, responses={200: documents.CALLED, **refusals(400, 401, 403, 404, 413)},
    )  # fmt: skip
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Mark the step for a judge; the battle goes on."""
        said = read(Call, raw(request))
        row = calls.step_call(
            game_id=game_id, step=said.step, side=said.by, kind=said.kind, reason=said.reason, actor=request.user
        )
        return HttpResponse(msgspec.json.encode(call_json(row)), content_type=JSON)


class GameCall(BoundedView):
    """One call."""

    @extend_schema(
        operation_id="calls_close", summary="Settle a call without a ruling, or withdraw it", request=None,
        responses={200: documents.CALLED, **refusals(401, 403, 404)},
    )  # fmt: skip
    def delete(self, request: Request, game_id: UUID, call_id: int) -> HttpResponse:
        """As a judge, or as the side that made it. Twice counts once."""
        row = calls.call_close(call_id=call_id, actor=request.user, game_id=game_id)
        return HttpResponse(msgspec.json.encode(call_json(row)), content_type=JSON)


def _answer(found: list[dict[str, Any]]) -> HttpResponse:
    return HttpResponse(msgspec.json.encode({"calls": found}), content_type=JSON)


def call_json(row: StepCall) -> dict[str, Any]:
    """A call as lists show it; `ruling` is the step that decided it, 0 if none did."""
    return {
        "id": row.pk, "game": row.game_id, "step": row.step, "by": row.side, "kind": row.kind, "reason": row.reason,
        "created": row.created, "closed": row.closed, "ruling": row.ruling or 0,
    }  # fmt: skip
