"""Score sheets entered from paper, over HTTP."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from gamelog.api import sheet_documents as documents
from gamelog.api.bodies import BoundedView, RawJson, person, raw, read
from gamelog.api.documents import refusals
from gamelog.api.games import JSON
from gamelog.sheets import access, selectors, services
from gamelog.sheets.acts import SIDES, Side
from gamelog.sheets.files import NOTICE, file_of
from gamelog.sheets.models import Sheet
from gamelog.sheets.wanted import SheetWanted

MOST_BYTES = 128 * 1024
MOST_SHEETS = 200


class Enter(SheetWanted, frozen=True, forbid_unknown_fields=True):
    """A new sheet."""

    public: bool = True


class Correct(SheetWanted, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A correction: the whole sheet as it should be."""

    version: int
    reason: str


class Confirm(msgspec.Struct, forbid_unknown_fields=True):
    """A side agrees."""

    version: int


class Dispute(msgspec.Struct, forbid_unknown_fields=True):
    """A side objects."""

    version: int
    reason: str


class Withdraw(msgspec.Struct, forbid_unknown_fields=True):
    """The sheet was a mistake."""

    reason: str


class SheetList(BoundedView):
    """Your sheets."""

    parser_classes = [RawJson]
    limit = MOST_BYTES

    @extend_schema(
        operation_id="sheets_list", summary="The score sheets that you entered or played in, newest battle first",
        responses={200: documents.LIST, **refusals(401, 403)},
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Your sheets."""
        rows = access.sheets_of(person(request))[:MOST_SHEETS]
        return Response({"sheets": [
            {"id": str(each.pk), "ruleset": each.ruleset, "played": each.played, "standing": each.standing,
             "public": each.public, "entered": each.created} for each in rows
        ]})  # fmt: skip

    @extend_schema(
        operation_id="sheets_enter", summary="Enter a battle from paper that nobody recorded",
        description="For battles that are over. Nothing of it is verified, and it counts for no rating. A battle of an "
                    "event is reported at its table instead.",
        parameters=[documents.KEY], request={JSON: documents.ENTER},
        responses={200: documents.SHEET, 201: documents.SHEET, **refusals(400, 401, 403, 409, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Enter a battle."""
        wanted, key = read(Enter, raw(request)), request.headers.get("Idempotency-Key", "")
        sheet, new = services.sheet_enter(actor=person(request), wanted=wanted, public=wanted.public, key=key)
        return Response(sheet_json(sheet), 201 if new else 200)


class SheetDetail(BoundedView):
    """One sheet."""

    @extend_schema(operation_id="sheets_read", summary="A score sheet, as it stands now",
                   responses={200: documents.SHEET, **refusals(404)})  # fmt: skip
    def get(self, request: Request, sheet_id: UUID) -> Response:
        """The sheet."""
        return Response(sheet_json(access.access_sheet(request.user, sheet_id)))


class SheetCorrections(BoundedView):
    parser_classes = [RawJson]
    limit = MOST_BYTES

    @extend_schema(
        operation_id="sheets_correct", summary="Correct a score sheet: a new version of all of it",
        description="Earlier versions stay. What was confirmed or disputed has to be so anew; the side that corrects "
                    "agrees with its own version.",
        request={JSON: documents.CORRECT},
        responses={200: documents.SHEET, **refusals(400, 401, 403, 404, 409, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Correct the sheet."""
        sheet, user = access.access_sheet(request.user, sheet_id), person(request)
        wanted = read(Correct, raw(request))
        return Response(sheet_json(services.sheet_correct(
            sheet=sheet, actor=user, version=wanted.version, wanted=wanted, reason=wanted.reason,
        )))  # fmt: skip


class SheetConfirm(BoundedView):
    parser_classes = [RawJson]

    @extend_schema(
        operation_id="sheets_confirm", summary="Agree with a score sheet, for the side that you played",
        request={JSON: documents.CONFIRM},
        responses={200: documents.SHEET, **refusals(400, 401, 403, 404, 409, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Confirm the sheet."""
        sheet, user = access.access_sheet(request.user, sheet_id), person(request)
        version = read(Confirm, raw(request)).version
        return Response(sheet_json(services.sheet_confirm(sheet=sheet, actor=user, version=version)))


class SheetDispute(BoundedView):
    parser_classes = [RawJson]

    @extend_schema(
        operation_id="sheets_dispute", summary="Say what is wrong with a score sheet, for the side that you played",
        request={JSON: documents.DISPUTE},
        responses={200: documents.SHEET, **refusals(400, 401, 403, 404, 409, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Dispute the sheet."""
        sheet, user = access.access_sheet(request.user, sheet_id), person(request)
        said = read(Dispute, raw(request))
        return Response(sheet_json(services.sheet_dispute(
            sheet=sheet, actor=user, version=said.version, reason=said.reason,
        )))  # fmt: skip


class SheetWithdraw(BoundedView):
    parser_classes = [RawJson]

    @extend_schema(
        operation_id="sheets_withdraw", summary="Withdraw a score sheet that you entered by mistake",
        request={JSON: documents.WITHDRAW},
        responses={200: documents.SHEET, **refusals(400, 401, 403, 404, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, sheet_id: UUID) -> Response:
        """Withdraw the sheet."""
        sheet, user = access.access_sheet(request.user, sheet_id), person(request)
        reason = read(Withdraw, raw(request)).reason
        return Response(sheet_json(services.sheet_withdraw(sheet=sheet, actor=user, reason=reason)))


class SheetFile(BoundedView):
    @extend_schema(operation_id="sheets_file", summary="A score sheet as a file: every act with its hash and its texts",
                   responses={200: documents.FILE, **refusals(404)})  # fmt: skip
    def get(self, request: Request, sheet_id: UUID) -> HttpResponse:
        """The file."""
        sheet = access.access_sheet(request.user, sheet_id)
        named = {"Content-Disposition": f'attachment; filename="{sheet.ruleset}-{sheet.pk}.json"'}
        return HttpResponse(file_of(sheet), content_type=JSON, headers=named)


# what goes out


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """A sheet as it stands now."""
    view = selectors.view_of(sheet)
    battle, words, russian = view.now.battle, view.now.words, (get_language() or "").startswith("ru")
    return {
        "id": str(sheet.pk), "notice": NOTICE, "public": sheet.public, "standing": view.state.standing,
        "version": view.state.version, "entered_by": selectors.person_name(view.versions[0].entry.by),
        "entered": view.versions[0].entry.at, "number": sheet.number, "head": sheet.head, "ruleset": battle.ruleset,
        "rules_version": battle.version, "played": battle.played, "points": battle.points,
        "mission": selectors.mission_of(battle, words, russian), "rounds": battle.rounds, "totals": battle.totals,
        "winner": battle.winner, "won": battle.won, "sides": {side: _side(view, side) for side in SIDES},
        "note": words.note, "withdrawn": view.reasons.get(view.state.withdrawn, ""),
        "versions": [
            {"version": each.entry.number, "by": selectors.person_name(each.entry.by), "at": each.entry.at,
             "reason": each.words.reason, "cleared": each.cleared} for each in view.versions
        ],
    }  # fmt: skip


def _side(view: selectors.SheetView, side: Side) -> dict[str, Any]:
    battle, words, state = view.now.battle, view.now.words, view.state
    said = getattr(words, side)
    disputed = state.disputed.get(side, 0)
    return {
        "person": getattr(battle, side), "name": selectors.side_name(battle, words, side), "army": said.army,
        "lost": [{"unit": each.unit, "lost": each.lost, "of": each.of} for each in said.lost],
        "confirmed": view.times.get(state.confirmed.get(side, 0)), "disputed": view.times.get(disputed),
        "dispute": view.reasons.get(disputed, ""),
    }  # fmt: skip
