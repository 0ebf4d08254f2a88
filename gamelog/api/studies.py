"""Studies of battles over HTTP: notes, drawings and chapters on their steps."""

from __future__ import annotations

from uuid import UUID

import msgspec
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from gamelog.api import study_documents as documents
from gamelog.api.bodies import BoundedView, RawJson, person, raw, read
from gamelog.api.documents import refusals
from gamelog.api.games import JSON
from gamelog.games.access import access_game
from gamelog.studies import access, selectors, services
from gamelog.studies.drawings import Drawing
from gamelog.studies.models import Visibility

MOST_BYTES = 64 * 1024
WRITES = {200: documents.STUDY, **refusals(400, 401, 403, 404, 409, 413, 415, 422)}


class Begin(msgspec.Struct, forbid_unknown_fields=True):
    """A new study."""

    title: str
    visibility: str = Visibility.PRIVATE.value


class Edit(msgspec.Struct, forbid_unknown_fields=True):
    """Another title, or other readers; what is left out stays."""

    expected: int
    title: str | None = None
    visibility: str | None = None


class Write(msgspec.Struct, forbid_unknown_fields=True):
    """What is said of a step; nothing at all removes the note."""

    expected: int
    text: str = ""
    mark: str = ""
    drawings: list[Drawing] = []


class Begun(msgspec.Struct, forbid_unknown_fields=True):
    """A chapter that begins; an empty title removes it."""

    expected: int
    title: str


class Hide(msgspec.Struct, forbid_unknown_fields=True):
    """Why staff hides something; an empty reason shows it again."""

    reason: str


class StudyView(BoundedView):
    """A view that reads a document about a study."""

    parser_classes = [RawJson]
    limit = MOST_BYTES


class GameStudies(StudyView):
    """The studies of a game."""

    @extend_schema(operation_id="studies_of_game", summary="Public studies of a game, and yours, newest first",
                   responses={200: documents.LIST, **refusals(404)})  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> Response:
        """The studies of a game."""
        found = selectors.studies_of_game(request.user, access_game(request.user, game_id))
        return Response({"studies": [selectors.brief(request.user, each) for each in found]})

    @extend_schema(
        operation_id="studies_begin", summary="Begin a study; private unless you say otherwise",
        request={JSON: documents.BEGIN},
        responses={201: documents.STUDY, **refusals(400, 401, 403, 404, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, game_id: UUID) -> Response:
        """Begin a study."""
        wanted, user = read(Begin, raw(request)), person(request)
        study = services.study_begin(game_id=game_id, actor=user, title=wanted.title, visibility=wanted.visibility)
        return Response(selectors.whole(user, study), 201)


class MyStudies(BoundedView):
    """Your studies."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="studies_mine", summary="Your studies, newest first",
                   responses={200: documents.LIST, **refusals(401, 403)})  # fmt: skip
    def get(self, request: Request) -> Response:
        """Your studies."""
        user = person(request)
        return Response({"studies": [selectors.brief(user, each) for each in selectors.own_studies(user)]})


class StudyDetail(StudyView):
    """One study."""

    @extend_schema(
        operation_id="studies_read", summary="A study: its notes and chapters, as far as you see the battle",
        responses={200: documents.STUDY, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, key: str) -> Response:
        """The study."""
        return Response(selectors.whole(request.user, access.access_study(request.user, key)))

    @extend_schema(
        operation_id="studies_edit", summary="Change its title, or who reads it",
        description="Once it was private it has another address: see `key`.", request={JSON: documents.EDIT},
        responses=WRITES,
    )  # fmt: skip
    def patch(self, request: Request, key: str) -> Response:
        """Change the study."""
        wanted, user = read(Edit, raw(request)), person(request)
        study = services.study_edit(
            study=access.access_study(user, key), actor=user, expected=wanted.expected, title=wanted.title,
            visibility=wanted.visibility,
        )  # fmt: skip
        return Response(selectors.whole(user, study))

    @extend_schema(operation_id="studies_delete", summary="Delete a study with everything in it",
                   responses={204: None, **refusals(401, 403, 404)})  # fmt: skip
    def delete(self, request: Request, key: str) -> Response:
        """Delete the study."""
        user = person(request)
        services.study_delete(study=access.access_study(user, key), actor=user)
        return Response(status=204)


class StudyNote(StudyView):
    """What a study says of a step."""

    @extend_schema(
        operation_id="studies_note", summary="Say something of a step, in the place of what was said of it",
        description="The text, a mark of the act, and what is drawn on the table. Nothing of them removes the note.",
        request={JSON: documents.NOTE}, responses=WRITES,
    )  # fmt: skip
    def put(self, request: Request, key: str, step: int) -> Response:
        """Write the note."""
        wanted, user = read(Write, raw(request)), person(request)
        study = services.note_write(
            study=access.access_study(user, key), actor=user, expected=wanted.expected, step=step, text=wanted.text,
            mark=wanted.mark, drawn=wanted.drawings,
        )  # fmt: skip
        return Response(selectors.whole(user, study))


class StudyChapter(StudyView):
    """A chapter of a study."""

    @extend_schema(
        operation_id="studies_chapter", summary="Begin a chapter at a step or rename it; an empty title removes it",
        request={JSON: documents.CHAPTER}, responses=WRITES,
    )  # fmt: skip
    def put(self, request: Request, key: str, step: int) -> Response:
        """Begin, rename or remove the chapter."""
        wanted, user = read(Begun, raw(request)), person(request)
        where = {"study": access.access_study(user, key), "actor": user, "expected": wanted.expected, "step": step}
        begun = bool(wanted.title.strip())
        study = services.chapter_begin(**where, title=wanted.title) if begun else services.chapter_remove(**where)
        return Response(selectors.whole(user, study))


class StudyHide(StudyView):
    """A study that staff hides."""

    @extend_schema(
        operation_id="studies_hide", summary="Hide a study, as staff of the site; an empty reason shows it again",
        request={JSON: documents.HIDE}, responses=WRITES,
    )  # fmt: skip
    def post(self, request: Request, key: str) -> Response:
        """Hide the study."""
        wanted, user = read(Hide, raw(request)), person(request)
        study = access.access_study(user, key)
        services.study_hide(study=study, actor=user, reason=wanted.reason)
        return Response(selectors.whole(user, access.access_study(user, key)))


class StudyNoteHide(StudyView):
    """A note that staff hides."""

    @extend_schema(
        operation_id="studies_note_hide", summary="Hide what a study says of a step, as staff of the site",
        request={JSON: documents.HIDE}, responses=WRITES,
    )  # fmt: skip
    def post(self, request: Request, key: str, step: int) -> Response:
        """Hide the note."""
        wanted, user = read(Hide, raw(request)), person(request)
        study = access.access_study(user, key)
        services.note_hide(study=study, actor=user, step=step, reason=wanted.reason)
        return Response(selectors.whole(user, study))
