"""Events over HTTP: announce, read, and declare acts. Everything that is done to an event is an act."""

from __future__ import annotations

from typing import Any

import django_filters  # type: ignore[import-untyped]
import msgspec
from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from gamelog.api import documents
from gamelog.api import event_documents as shapes
from gamelog.api.bodies import MIB, BoundedView, RawJson, person, whole_number
from gamelog.api.documents import refusals
from gamelog.api.event_bodies import ANNOUNCEMENT, DECLARED, LOOKED, EventRequest, asked, body, club_of, named, under
from gamelog.contest.concerns import Concerns
from gamelog.contest.conflicts import concerns_of
from gamelog.contest.state import TournamentState, seat
from gamelog.contest.stream import read_entry
from gamelog.searching import says
from gamelog.tournaments import access, selectors, services
from gamelog.tournaments.errors import StaleEvent
from gamelog.tournaments.models import Act, Tournament
from gamelog.tournaments.roles import ACTS, ORDER
from gamelog.tournaments.visibility import shown, withheld
from rules import canonical

JSON = "application/json"
DECLARE_BYTES = MIB
MOST_ACTS = 1000


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """An event as lists show it; `number` counts its acts and `head` is the hash of the last."""

    club = serializers.SerializerMethodField()
    phase = serializers.CharField(read_only=True, help_text="draft, registration, ready, running, finished, cancelled")
    round = serializers.IntegerField(read_only=True, help_text="the current or the last round")
    entrants = serializers.IntegerField(read_only=True, help_text="entrants who have not dropped")

    class Meta:
        model = Tournament
        fields = [
            "id", "slug", "title", "club", "public", "ruleset", "format", "phase", "round", "entrants", "capacity",
            "place", "starts", "ends", "number", "head", "created", "updated",
        ]  # fmt: skip
        read_only_fields = fields

    def get_club(self, row: Tournament) -> str | None:
        """The address word of the club that holds it."""
        return row.club.slug if row.club else None


class EventFilter(django_filters.FilterSet):  # type: ignore[misc]
    """The filters of the list of events."""

    club = django_filters.CharFilter("club__slug", help_text="address word of a club")
    text = django_filters.CharFilter(method="said", help_text="words of the title or the venue")

    class Meta:
        model = Tournament
        fields = ["ruleset", "phase", "format"]

    def said(self, rows: QuerySet[Tournament], name: str, value: str) -> QuerySet[Tournament]:
        """Events whose title or place contains every one of the words."""
        for word in value.split():
            rows = rows.filter(says(word, "title", "place"))
        return rows


class EventList(BoundedView, generics.ListAPIView[Tournament]):
    """The events."""

    parser_classes = [RawJson]
    serializer_class = TournamentSerializer
    filterset_class = EventFilter
    limit = DECLARE_BYTES

    def get_queryset(self) -> Any:
        """Events this reader may see."""
        return access.tournaments_visible(self.request.user).select_related("club").order_by("-created", "id")

    @extend_schema(
        operation_id="tournaments_list", summary="Events, newest first",
        responses={200: TournamentSerializer(many=True), **refusals(400)},
    )  # fmt: skip
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Events, newest first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="tournaments_announce", summary="Announce an event; it is a draft until registration opens",
        request={JSON: shapes.ANNOUNCE},
        responses={201: TournamentSerializer, **refusals(400, 401, 403, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Announce an event."""
        owner, wanted = person(request), body(request, ANNOUNCEMENT)
        made = services.tournament_announce(
            owner=owner, title=wanted.title, terms=wanted.terms, club=club_of(request, wanted.club), slug=wanted.slug,
            public=wanted.public,
        )  # fmt: skip
        return Response(TournamentSerializer(made).data, 201)


class EventDetail(BoundedView):
    """One event."""

    @extend_schema(
        operation_id="tournaments_read", summary="An event with its terms, and your roles in it",
        responses={200: shapes.DETAIL, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        """What lists show, and the terms."""
        found = asked(request, slug)
        return Response({
            **TournamentSerializer(found.tournament).data, "terms": msgspec.to_builtins(found.state.terms),
            "seed": found.state.seed, "rosters_locked": found.state.rosters_locked, "person": found.viewer.person,
            "roles": mine(found),
        })  # fmt: skip


def mine(found: EventRequest) -> list[str]:
    """The user's roles at the event, the highest first."""
    return [role for role in ORDER if role in found.roles]


def names_json(tournament: Tournament) -> dict[str, str]:
    """The names at an event, by entrant or by entrant and board."""
    return {seat(*key): name for key, name in selectors.names_of(tournament).items()}


class EventState(BoundedView):
    """The state after all acts."""

    @extend_schema(
        operation_id="tournaments_state", summary="The state of the whole event after its acts",
        responses={200: shapes.STATE, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The state as JSON, names beside it."""
        found = asked(request, slug)
        answer = {"state": shown(found.state, found.viewer), "names": names_json(found.tournament)}
        return HttpResponse(msgspec.json.encode(answer), content_type=JSON)


class EventActs(BoundedView):
    """The acts of an event."""

    parser_classes = [RawJson]
    limit = DECLARE_BYTES

    @extend_schema(
        operation_id="tournaments_acts", summary="Acts of an event, as they are stored",
        parameters=[documents.number("after", "acts after this number; 0 is from the first"),
                    documents.number("limit", f"at most so many, up to {MOST_ACTS}")],
        responses={200: shapes.ACTS, **refusals(400, 404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Stored acts after a number, byte for byte, with their subjects."""
        found = asked(request, slug)
        after = whole_number(request, "after", 0, 10**9)
        upto = min(after + whole_number(request, "limit", 200, MOST_ACTS), found.tournament.number)
        hidden = withheld(found.tournament, found.state, found.viewer)
        rows = selectors.acts_of(found.tournament, after, upto)
        state = found.state
        lines = b",".join(hidden_json(row) if row.number in hidden else act_line(row, state) for row in rows)
        following = str(upto).encode() if upto < found.tournament.number else b"null"
        return HttpResponse(b'{"acts":[' + lines + b'],"next":' + following + b"}", content_type=JSON)

    @extend_schema(
        operation_id="tournaments_declare", summary="Declare an act: decide it and store it as the next",
        description="201 with the stored act; 200 if a request with the same Idempotency-Key stored it before. A "
                    "correction (`rule`, `clear`, `penalise`, `lift`, `enter` over a standing result) needs the "
                    "digest of its effect, see the preview: it is stored only if it has exactly that effect.",
        parameters=[documents.KEY], request={JSON: shapes.DECLARE},
        responses={200: shapes.LINE, 201: shapes.LINE, **refusals(400, 401, 403, 404, 409, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Decide an act and store it as the next."""
        tournament = access.access_tournament(request.user, slug)
        declared = body(request, DECLARED)
        with under("$.act", "$.names", "$.users"):
            appended = services.act_append(
                tournament=tournament, expected=declared.expected, act=declared.act, actor=request.user,
                key=request.headers.get("Idempotency-Key", ""), effect=declared.effect,
                named=named(declared, request.user),
            )  # fmt: skip
        line = act_line(appended.act, selectors.state_of(tournament))
        return HttpResponse(line, content_type=JSON, status=201 if appended.created else 200)


def act_line(row: Act, state: TournamentState) -> bytes:
    """A stored act with its hash, as in the event's file, and its subject in the present state."""
    concerns = canonical(concerns_json(concerns_of(state, read_entry(row.body).act)))
    return b'{"act":' + row.body.encode() + b',"hash":"' + row.hash.encode() + b'","concerns":' + concerns + b"}"


def concerns_json(about: Concerns) -> dict[str, Any]:
    """The subject of an act, with tables as objects."""
    tables = [{"round": number, "table": table} for number, table in about.tables]
    return {**msgspec.structs.asdict(about), "tables": tables}


def hidden_json(row: Act) -> bytes:
    """The placeholder of an act that is not shown yet."""
    return msgspec.json.encode({"number": row.number, "type": row.type, "hash": row.hash, "hidden": True})


class EventActPreview(BoundedView):
    """The effect of an act, before it is stored."""

    parser_classes = [RawJson]
    limit = DECLARE_BYTES

    @extend_schema(
        operation_id="tournaments_preview", summary="Preview the effect of an act on the standings; nothing is stored",
        description="`digest` confirms a correction: it is the `effect` of its declaration.",
        request={JSON: shapes.LOOK},
        responses={200: shapes.EFFECT, **refusals(400, 401, 403, 404, 409, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Decide an act without storing it."""
        tournament = access.access_tournament(request.user, slug)
        looked = body(request, LOOKED)
        if looked.expected != tournament.number:
            raise StaleEvent(looked.expected, tournament.number)
        with under("$.act"):
            effect = services.effect_preview(tournament=tournament, act=looked.act, actor=request.user)
        return HttpResponse(msgspec.json.encode(effect), content_type=JSON)


class EventRoles(BoundedView):
    """The permissions of roles."""

    @extend_schema(
        operation_id="tournaments_roles", summary="Which roles may declare each act, and which of them you have",
        responses={200: shapes.ROLES_SHOWN, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        """The table of roles, and the user's own."""
        found = asked(request, slug)
        acts = {act: [role for role in ORDER if role in roles] for act, roles in ACTS.items()}
        return Response({"person": found.viewer.person, "mine": mine(found), "acts": acts})
