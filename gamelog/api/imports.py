"""Imported games over HTTP, for the staff of the site: who imported what, and taking it down."""

from __future__ import annotations

from typing import Any, Literal
from uuid import UUID

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from gamelog.api import documents
from gamelog.api.bodies import BoundedView, RawJson, person, raw, read, whole_number
from gamelog.api.documents import refusals
from gamelog.api.games import JSON
from gamelog.evidence import imports
from gamelog.evidence.models import Origin, Takedown
from gamelog.people.selectors import display_name

MOST = 200


class Down(msgspec.Struct, forbid_unknown_fields=True):
    """Why an import is taken down, and whether its events are kept for the staff or erased."""

    reason: str
    bytes: Literal["kept", "erased"]


class Imports(BoundedView):
    """All imports."""

    @extend_schema(
        operation_id="imports_list", summary="Imported games and who imported them, the newest first; for staff",
        parameters=[documents.number("after", "leave out so many of the newest"),
                    documents.number("limit", f"at most so many, up to {MOST}")],
        responses={200: documents.IMPORTS, **refusals(400, 401, 403)},
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse:
        """A page of imports, those that were taken down among them."""
        imports.require_staff(person(request))
        after, most = whole_number(request, "after", 0, 10**9), whole_number(request, "limit", MOST, MOST)
        rows = imports.imports()[after : after + most]
        return HttpResponse(msgspec.json.encode({"imports": [_plain(row) for row in rows]}), content_type=JSON)


class GameTakedown(BoundedView):
    """Taking one import down."""

    parser_classes = [RawJson]

    @extend_schema(
        operation_id="imports_takedown", summary="Take an imported game down; for staff",
        description="It then counts nowhere, is in no list, and its address answers 410. What was taken down stays so, "
                    "with the reason that was given first; `erased` deletes the events for good.",
        request={JSON: documents.TAKE_DOWN},
        responses={200: documents.TAKEN_DOWN, **refusals(400, 401, 403, 404, 413)},
    )  # fmt: skip
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Store the act."""
        actor, said = person(request), read(Down, raw(request))
        row = imports.takedown(game_id=game_id, reason=said.reason, data=said.bytes, actor=actor)
        return HttpResponse(msgspec.json.encode(_act(row)), content_type=JSON)


def _plain(row: Origin) -> dict[str, Any]:
    game = row.game
    down = Takedown.objects.filter(game=game).first() if game.taken_down else None
    return {
        "game": game.pk, "copy_of": game.copy_of, "imported_by": display_name(game.owner), "imported": game.created,
        "number": row.number, "head": row.head, "taken_down": _act(down) if down else None,
    }  # fmt: skip


def _act(row: Takedown) -> dict[str, Any]:
    return {"by": row.by, "at": row.at, "reason": row.reason, "bytes": "erased" if row.erased else "kept"}
