"""Events as files over HTTP: the event itself, FIDE's tournament report file, and CSV."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAdminUser
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from gamelog.api import event_documents as shapes
from gamelog.api.bodies import MIB, BoundedView, person, upload, whole_number
from gamelog.api.documents import refusals
from gamelog.api.event_bodies import as_of, asked, line
from gamelog.api.event_standings import cached
from gamelog.api.events import TournamentSerializer
from gamelog.api.evidence import JSON, SIGNATURES
from gamelog.api.shapes import NUMBER, TEXT, list_of, object_of
from gamelog.contest.interchange.trf import Edition
from gamelog.evidence.events import EVIDENCE, file_of
from gamelog.tournaments import access, files, interchange, published, report_reading
from gamelog.tournaments.roles import STAFF

FILE = "application/x-ndjson"
CSV = "text/csv"
PLAIN = "text/plain"
_CSV = "text/csv; charset=utf-8"
LIST_BYTES = 4 * MIB
HEAD = object_of({
    "checkpoint": object_of({"at": TEXT, "event": TEXT, "finished": {"type": "boolean"}, "format": TEXT, "head": TEXT,
                             "number": NUMBER}),
    "signatures": SIGNATURES,
})  # fmt: skip
READ = object_of({
    "event": {"$ref": "#/components/schemas/Tournament"},
    "notes": {**list_of(TEXT), "description": "the parts of the file that were left out or changed"},
})  # fmt: skip
ENTERED = object_of({"entered": NUMBER, "number": {**NUMBER, "description": "how many acts the event has now"}})
BINARY = OpenApiResponse(OpenApiTypes.BINARY)


class EventFileSerializer(serializers.Serializer[Any]):
    """An event's file, and the data outside it."""

    file = serializers.FileField()
    names = serializers.CharField(
        default="{}", help_text="JSON: names by entrant (`5`), or by entrant and board for a team's member (`5.2`)"
    )
    slug = serializers.SlugField(default="", allow_blank=True, max_length=50)
    public = serializers.BooleanField(default=True)


class ReportFileSerializer(serializers.Serializer[Any]):
    """A tournament report file, and the data it does not contain."""

    file = serializers.FileField()
    ruleset = serializers.CharField(max_length=60)
    rules_version = serializers.CharField(default="", allow_blank=True, max_length=60)
    title = serializers.CharField(default="", allow_blank=True, max_length=200, help_text="default: the file's own")
    public = serializers.BooleanField(default=True)


class EntrantsFileSerializer(serializers.Serializer[Any]):
    """A list of entrants."""

    file = serializers.FileField()
    expected = serializers.IntegerField(min_value=0, help_text="how many acts the event has")


class EventExport(BoundedView):
    """The event's own file."""

    @extend_schema(
        operation_id="tournaments_export", summary="The event's file: every act as it is stored",
        description="Without names of people. It ends before the first act that you may not see yet; if there is "
                    "none, the signed head and the seals over it close the file.",
        responses={(200, FILE): BINARY, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The file, complete in itself."""
        found = asked(request, slug)
        return _attached(file_of(found.tournament, found.viewer), FILE, f"{slug}.event.jsonl")


class EventHead(BoundedView):
    """The signed head."""

    @extend_schema(
        operation_id="tournaments_head", summary="The newest signed head of an event",
        description="404 for an event that was recorded elsewhere and came unsigned.",
        responses={200: HEAD, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The checkpoint, as it stands in the event's file."""
        row = EVIDENCE.checkpoint_of(asked(request, slug).tournament)
        if row is None:
            raise Http404("no head of this event is signed")
        return HttpResponse(row.line, content_type=JSON)


class EventImport(BoundedView):
    """Importing an event's file."""

    permission_classes = [IsAdminUser]
    parser_classes = [MultiPartParser]
    limit = files.MOST_BYTES + MIB

    @extend_schema(
        operation_id="tournaments_import", summary="Store an event's file, exactly as it is (site staff)",
        description="Everything is checked first: bytes, numbers, links, and whether each act could be declared. 200 "
                    "if it is stored already.", request=EventFileSerializer,
        responses={200: TournamentSerializer, 201: TournamentSerializer,
                   **refusals(400, 401, 403, 409, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Check the file and store it."""
        owner, wanted = person(request), EventFileSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        data, _ = upload(request, files.MOST_BYTES)
        beside = wanted.validated_data
        stored = files.event_import(
            data=data, owner=owner, names=_names(beside["names"]), slug=beside["slug"], public=beside["public"]
        )
        return Response(TournamentSerializer(stored.tournament).data, 201 if stored.created else 200)


def _names(text: str) -> dict[str, str]:
    try:
        return msgspec.json.decode(text, type=dict[str, str])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise rules.Malformed("$.names", str(error)[:200]) from None


def _attached(data: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(data, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


class EventReportFile(BoundedView):
    """The event in the terms of chess."""

    @extend_schema(
        operation_id="tournaments_trf", summary="The event as FIDE's tournament report file (TRF)",
        parameters=[OpenApiParameter("edition", str, enum=["2016", "2026"], description="default: 2026")],
        responses={(200, PLAIN): BINARY, **refusals(400, 404, 422)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The file; in a team event, the teams are its players. Its last lines (`###`) say what it cannot carry."""
        tournament = access.access_tournament(request.user, slug)
        edition = request.query_params.get("edition", "") or "2026"
        if edition not in ("2016", "2026"):
            raise rules.Malformed("?edition", f"{edition[:40]!r} is neither 2016 nor 2026")
        written = interchange.trf_of(tournament, cast(Edition, edition))
        return _attached(written.data, f"{PLAIN}; charset=utf-8", f"{slug}.trf")


class EventReportImport(BoundedView):
    """An event imported from a report file."""

    parser_classes = [MultiPartParser]
    limit = LIST_BYTES + MIB

    @extend_schema(
        operation_id="tournaments_import_trf", summary="Import an event from a tournament report file (TRF)",
        description="Announces it, enters its players, pairs its rounds (by hand, unless they are those of a schedule "
        "here) and enters their results: all of it as your acts, or none. `notes` say what the event does not have.",
        request=ReportFileSerializer,
        responses={201: READ, **refusals(400, 401, 403, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Read the file and replay its event as acts."""
        owner, wanted = person(request), ReportFileSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        data, _ = upload(request, LIST_BYTES)
        beside = {name: value for name, value in wanted.validated_data.items() if name != "file"}
        found = report_reading.event_from_trf(data=data, owner=owner, **beside)
        return Response({"event": TournamentSerializer(found.tournament).data, "notes": list(found.notes)}, 201)


class EventStandingsFile(BoundedView):
    """Standings for a spreadsheet."""

    @extend_schema(
        operation_id="tournaments_standings_csv", summary="The standings as CSV",
        parameters=[shapes.AS_OF, shapes.AT, shapes.LINE_PARAMETER],
        responses={(200, CSV): BINARY, 304: None, **refusals(400, 404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> HttpResponse:
        """A row for each place, best first."""
        tournament = access.access_tournament(request.user, slug)
        of, meant = line(request), as_of(request, tournament)

        def made() -> HttpResponse:
            data = published.standings_csv(published.shown(tournament, of, meant))
            return _attached(data, _CSV, f"{slug}-standings.csv")

        return cached(request, tournament, f'"{published.tag_of(tournament, of, meant)}"', made)


class EventPairingsFile(BoundedView):
    """Pairings for a spreadsheet."""

    @extend_schema(
        operation_id="tournaments_pairings_csv", summary="The pairings of a round, or of the last one, as CSV",
        parameters=[shapes.ROUND], responses={(200, CSV): BINARY, 304: None, **refusals(400, 404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> HttpResponse:
        """A row for each table, and one for the bye."""
        tournament = access.access_tournament(request.user, slug)
        number = whole_number(request, "round", 0, 999)

        def made() -> HttpResponse:
            data = published.pairings_csv(published.shown(tournament), number)
            return _attached(data, _CSV, f"{slug}-pairings.csv")

        return cached(request, tournament, f'"{published.tag_of(tournament)}-{number}"', made)


class EventEntrantsFile(BoundedView):
    """Entrants as CSV, written and read."""

    parser_classes = [MultiPartParser]
    limit = LIST_BYTES + MIB

    @extend_schema(
        operation_id="tournaments_entrants_csv", summary="Everybody who entered, as CSV",
        responses={(200, CSV): BINARY, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> HttpResponse:
        """A row for each entrant."""
        tournament = access.access_tournament(request.user, slug)
        return _attached(interchange.entrants_csv(tournament), _CSV, f"{slug}-entrants.csv")

    @extend_schema(
        operation_id="tournaments_entrants_import", summary="Register everybody on a list: all of them or none",
        request=EntrantsFileSerializer,
        responses={201: ENTERED, **refusals(400, 401, 403, 404, 409, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        """Each row is a registration by the user."""
        found = asked(request, slug)
        access.require_role(found.roles, STAFF, "a list of entrants")
        wanted = EntrantsFileSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        data, _ = upload(request, LIST_BYTES)
        tournament = found.tournament
        entered = interchange.entrants_import(
            tournament=tournament, expected=wanted.validated_data["expected"], data=data, actor=request.user
        )
        return Response({"entered": entered, "number": tournament.number}, 201)
