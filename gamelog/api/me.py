"""The user's own account over HTTP: what the site knows of them, all of it as a file, and erasure."""

from __future__ import annotations

from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import Throttled
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from gamelog.accounts import attempts, confirm, export, services
from gamelog.api.bodies import BoundedView, person
from gamelog.api.documents import refusals
from gamelog.games.selectors import games_of
from gamelog.people import selectors


class MeSerializer(serializers.ModelSerializer[User]):
    """An account. `participant` is the opaque id in the events this person recorded, empty before the first."""

    participant = serializers.SerializerMethodField()
    games = serializers.SerializerMethodField()
    rosters = serializers.SerializerMethodField()
    staff = serializers.BooleanField(source="is_staff", read_only=True)
    joined = serializers.DateTimeField(source="date_joined", read_only=True)

    class Meta:
        model = User
        fields = [
            "username", "email", "first_name", "last_name", "joined", "staff", "participant", "games", "rosters",
        ]  # fmt: skip
        read_only_fields = fields

    def get_participant(self, user: User) -> str:
        """The opaque id."""
        return selectors.participant_id(user)

    def get_games(self, user: User) -> int:
        """How many games this person plays or runs."""
        return games_of(user).count()

    def get_rosters(self, user: User) -> int:
        """How many rosters this person has."""
        return user.rosters.count()


class Me(BoundedView):
    """The user's account."""

    permission_classes = [IsAuthenticated]
    limit = 16 * 1024

    @extend_schema(operation_id="me_read", summary="Your account", responses={200: MeSerializer, **refusals(401, 403)})
    def get(self, request: Request) -> Response:
        """What the site knows of you."""
        return Response(MeSerializer(person(request)).data)

    @extend_schema(
        operation_id="me_erase", summary="Erase your account: your name, addresses, rosters and tokens are deleted; "
                                         "games stay",
        description=(
            'The body is `{"password": "…"}`; for an account without a password, `{"confirm": "its user name"}`. It '
            "cannot be undone. Recorded games stay whole and valid, attributed to an opaque id."
        ),
        request=None, responses={204: None, **refusals(400, 401, 403, 413, 415)},
    )  # fmt: skip
    def delete(self, request: Request) -> Response:
        """Erase the user."""
        user = person(request)
        sent = request.data if isinstance(request.data, dict) else {}
        member = "password" if user.has_usable_password() else "confirm"
        try:
            meant = confirm.is_meant(user, str(sent.get(member, "")))
        except attempts.TooMany as refused:
            raise Throttled(refused.wait) from refused
        if not meant:
            raise rules.Malformed(f"$.{member}", f"your {confirm.WORDS[member]} is wanted here, exactly")
        services.person_erase(user=user, by=user)
        logout(request._request)
        return Response(status=204)


class MyExport(BoundedView):
    """All data about the user, as a file."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="me_export", summary="All your data as a zip: account, rosters as uploaded, game files",
        responses={(200, export.ZIP): OpenApiResponse(OpenApiTypes.BINARY), **refusals(401, 403)},
    )  # fmt: skip
    def get(self, request: Request) -> FileResponse:
        """The archive."""
        return export.answer(person(request))
