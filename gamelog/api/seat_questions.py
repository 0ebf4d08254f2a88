"""Battles in which somebody else seated the user, and the answers to that, over HTTP."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from gamelog.api import documents
from gamelog.api.bodies import BoundedView, RawJson, person, raw, read
from gamelog.api.documents import refusals
from gamelog.api.games import JSON
from gamelog.games import consent
from gamelog.games.models import SeatQuestion
from gamelog.people.selectors import display_name


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """The user's answer; `allowed` lets who asked name them in other battles again."""

    answer: Literal["agreed", "declined", "allowed"]


class SeatQuestions(BoundedView):
    """The questions to the user."""

    @extend_schema(
        operation_id="seat_questions_list", summary="Battles in which somebody else seated you",
        description="Those that wait for an answer, and those that were declined as long as that keeps somebody from "
                    "naming you again.",
        responses={200: documents.SEAT_QUESTIONS, **refusals(401)},
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse:
        """Those that wait first, the newest first."""
        user = person(request)
        rows = [*consent.waiting_for(user), *consent.declined_by(user)]
        return HttpResponse(msgspec.json.encode({"questions": [_plain(row) for row in rows]}), content_type=JSON)


class SeatQuestionAnswer(BoundedView):
    """The answer to one question."""

    parser_classes = [RawJson]

    @extend_schema(
        operation_id="seat_questions_answer", summary="Agree that a battle counts for you, or decline it",
        description="Once declined, the seat is nobody's, and who asked names you in no other battle until you answer "
                    "`allowed`. The same answer twice counts once.",
        request={JSON: documents.SEAT_ANSWER},
        responses={200: documents.SEAT_QUESTION, **refusals(400, 401, 403, 404, 409, 413)},
    )  # fmt: skip
    def post(self, request: Request, question_id: int) -> HttpResponse:
        """Store the answer."""
        actor, said = person(request), read(Answer, raw(request)).answer
        if said == "allowed":
            row = consent.naming_allow(question_id=question_id, actor=actor)
        else:
            row = consent.seat_answer(question_id=question_id, agree=said == "agreed", actor=actor)
        return HttpResponse(msgspec.json.encode(_plain(row)), content_type=JSON)


def _plain(row: SeatQuestion) -> dict[str, Any]:
    return {
        "id": row.pk, "game": row.game_id, "side": row.side, "asked_by": display_name(row.asked_by),
        "asked": row.asked, "answer": row.answer, "allowed": row.allowed is not None,
    }  # fmt: skip
