"""Rosters over HTTP: upload, read, pick a team. Only its owner and staff see a roster."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from gamelog.api import documents
from gamelog.api.bodies import MIB, BoundedView, person, upload, whole_number
from gamelog.api.documents import refusals
from gamelog.api.serializers import FileSerializer, PickSerializer, RosterDetailSerializer, RosterSerializer
from gamelog.games import access, selectors, services
from gamelog.games.models import Roster

MOST_POINTS = 100_000


class RosterList(BoundedView, generics.ListAPIView[Roster]):
    """A player's rosters."""

    permission_classes = [IsAuthenticated]
    parser_classes = [MultiPartParser]
    serializer_class = RosterSerializer
    filter_backends: list[Any] = []
    limit = services.ROSTER_BYTES + MIB // 16

    def get_queryset(self) -> Any:
        """Rosters this reader may see."""
        return access.rosters_visible(self.request.user).order_by("-created", "id")

    @extend_schema(operation_id="rosters_list", summary="Your rosters, newest first",
                   responses={200: RosterSerializer(many=True), **refusals(400, 401, 403)})  # fmt: skip
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Rosters, newest first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="rosters_upload", summary="Read and store a roster file (.ros, .rosz, .txt, .json, .jsonl)",
        request=FileSerializer,
        responses={200: RosterDetailSerializer, 201: RosterDetailSerializer, **refusals(400, 401, 403, 413, 415)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Read and store a roster file."""
        data, name = upload(request, services.ROSTER_BYTES)
        roster, created = services.roster_import(owner=person(request), data=data, name=name)
        return Response(RosterDetailSerializer(roster).data, 201 if created else 200)


class RosterDetail(BoundedView):
    """One roster."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="rosters_read", summary="A roster with all its models",
                   responses={200: RosterDetailSerializer, **refusals(401, 403, 404)})  # fmt: skip
    def get(self, request: Request, roster_id: UUID) -> Response:
        """Every model with weapons and abilities."""
        return Response(RosterDetailSerializer(access.access_roster(request.user, roster_id)).data)


class RosterPick(BoundedView):
    """A team picked from a command roster."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="rosters_pick", summary="A legal team from a command roster", request=None,
        parameters=[documents.number("limit", "points; default 125")],
        responses={200: PickSerializer, **refusals(400, 401, 403, 404, 413, 422)},
    )  # fmt: skip
    def post(self, request: Request, roster_id: UUID) -> Response:
        """Pick a legal team of at most `limit` points."""
        roster = access.access_roster(request.user, roster_id)
        limit = whole_number(request, "limit", 125, MOST_POINTS)
        chosen, points = selectors.team_of(roster, limit)
        return Response({"limit": limit, "points": points, "pick": list(chosen)})
