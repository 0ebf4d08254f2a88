"""A club's record over HTTP: its file, and its newest signed head."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request

from gamelog.api.bodies import BoundedView
from gamelog.api.documents import refusals
from gamelog.api.evidence import FILE, JSON, SIGNATURES
from gamelog.api.shapes import NUMBER, TEXT, object_of
from gamelog.clubs import access
from gamelog.clubs.files import NotForEverybody
from gamelog.evidence import clubs

HEAD = object_of({
    "checkpoint": object_of({"at": TEXT, "club": TEXT, "finished": {"type": "boolean"}, "format": TEXT, "head": TEXT,
                             "number": NUMBER}),
    "signatures": SIGNATURES,
})  # fmt: skip


class ClubExport(BoundedView):
    """The club itself."""

    @extend_schema(
        operation_id="clubs_export", summary="The club's file: every act of its staff, with the signed head",
        description="What was done when; who did it, and to whom, is in it by a digest alone. With `staff=1`, for the "
        "editors of the club, that stands beside each act. 404 also where all acts are older than those that everybody "
        "may read.",
        parameters=[OpenApiParameter("staff", int, description="1: with what is for the club's staff alone")],
        responses={(200, FILE): OpenApiResponse(OpenApiTypes.BINARY), **refusals(403, 404)},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The file, complete in itself."""
        club = access.access_club(request.user, slug)
        whole = request.query_params.get("staff") == "1"
        if whole:
            access.require_editor(request.user, club)
        try:
            data = clubs.file_of(club) if whole else clubs.public_file_of(club)
        except NotForEverybody:
            raise Http404("all acts of this club are older than those that everybody may read") from None
        named = {"Content-Disposition": f'attachment; filename="{slug}.club.jsonl"'}
        if whole:
            named["Cache-Control"] = "no-store"
        return HttpResponse(data, content_type=FILE, headers=named)


class ClubHead(BoundedView):
    """The signed head."""

    @extend_schema(
        operation_id="clubs_head", summary="The newest signed head of a club", responses={200: HEAD, **refusals(404)}
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The checkpoint, as it stands in the club's file."""
        club = access.access_club(request.user, slug)
        row = clubs.EVIDENCE.checkpoint_of(club)
        if row is None:
            raise Http404("no head of this club is signed")
        return HttpResponse(row.line, content_type=JSON)
