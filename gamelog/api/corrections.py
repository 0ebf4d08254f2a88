"""Corrections over HTTP: judges preview a ruling and confirm it; sides agree to take steps back."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from gamelog.api import documents
from gamelog.api.bodies import BoundedView, RawJson, raw, read
from gamelog.api.documents import refusals
from gamelog.api.engine_json import consequences_json
from gamelog.api.event_documents import PREVIEWED
from gamelog.api.games import APPEND_BYTES, JSON
from gamelog.api.lines import AS_OF, RESULT_LINE, result_json, seen
from gamelog.api.serializers import TakeBackSerializer
from gamelog.games import access, corrections, selectors, services
from gamelog.games.errors import StaleGame
from gamelog.games.models import Game
from gamelog.tournaments import previews
from rules.kernel import line
from rules.kernel.canonical import tag_of
from rules.kernel.rulings import Amend


class Look(msgspec.Struct):
    """The part of a preview's body beside the declaration: the number of events its sender knows of."""

    expected: Annotated[int, msgspec.Meta(ge=0)]


class Confirm(msgspec.Struct):
    """The part of a ruling's body beside the declaration: also the digest of the consequences that were shown."""

    expected: Annotated[int, msgspec.Meta(ge=0)]
    consequences: str


class Propose(msgspec.Struct, forbid_unknown_fields=True):
    """A proposal to take back the steps from `since` to the last, which is number `expected`."""

    expected: Annotated[int, msgspec.Meta(ge=0)]
    by: str
    since: Annotated[int, msgspec.Meta(ge=1)]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
    rule: Annotated[str, msgspec.Meta(max_length=100)] = "log.take-back"
    both: bool = False


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """The answer to a proposed take-back."""

    agree: bool


class CorrectionPreview(BoundedView):
    """The consequences of a correction, before it is stored."""

    parser_classes = [RawJson]
    limit = APPEND_BYTES

    @extend_schema(
        operation_id="corrections_preview", summary="Preview a ruling or take-back; nothing is stored",
        description="The steps with a different outcome, those that become illegal and under which rule, and the "
                    "progress and result of the game before and after; for a game of an event also the effect on its "
                    "standings. `digest` confirms it: see the address below.",
        request={JSON: documents.CORRECTION}, responses={
            200: PREVIEWED, **refusals(400, 401, 403, 404, 409, 413, 415, 422)
        },
    )  # fmt: skip
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Decide a correction without storing it."""
        game = access.access_game(request.user, game_id)
        declaration = _declaration(game, raw(request), Look)
        access.require_declare(request.user, game, declaration.by)
        expected = read(Look, raw(request)).expected
        if expected != game.number:
            raise StaleGame(expected, game.number)
        found = corrections.preview(game, declaration)
        answer = {**consequences_json(found), "event": event_json(game, found)}
        return HttpResponse(msgspec.json.encode(answer), content_type=JSON)


class GameCorrections(BoundedView):
    """The corrections of a game."""

    parser_classes = [RawJson]
    limit = APPEND_BYTES

    @extend_schema(
        operation_id="corrections_list", summary="Rulings and take-backs of a game, in order",
        responses={200: documents.CORRECTIONS, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Each with its rule, its reason and the steps it changed."""
        game = access.access_game(request.user, game_id)
        found = [correction_json(event) for event in selectors.corrections_of(game)]
        return HttpResponse(msgspec.json.encode({"corrections": found}), content_type=JSON)

    @extend_schema(
        operation_id="corrections_append", summary="Confirm a previewed ruling",
        description="`consequences` is the digest of the preview: the ruling is stored only if its consequences are "
                    "exactly those, else the answer is 409 with the present consequences. For tournament staff. 201 "
                    "with the stored event; 200 if a request with the same Idempotency-Key stored it before.",
        parameters=[documents.KEY], request={JSON: documents.CONFIRM},
        responses={200: documents.LINE, 201: documents.LINE, **refusals(400, 401, 403, 404, 409, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Store a ruling as the next event."""
        game = access.access_game(request.user, game_id)
        declaration, beside = _declaration(game, raw(request), Confirm), read(Confirm, raw(request))
        appended = services.correction_append(
            game_id=game.pk, expected=beside.expected, declaration=declaration, actor=request.user,
            consequences_digest=beside.consequences, key=request.headers.get("Idempotency-Key", ""),
        )  # fmt: skip
        return HttpResponse(appended.event.line(), content_type=JSON, status=201 if appended.created else 200)


class GameResult(BoundedView):
    """The result of a game."""

    @extend_schema(
        operation_id="result_read", summary="Winner and score, as played or as corrected, as of any event or moment",
        parameters=[RESULT_LINE, AS_OF], responses={200: documents.RESULT, **refusals(400, 404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The result of one line of the game."""
        game = access.access_game(request.user, game_id)
        meant = seen(request, game)
        of = meant.line or "corrected"
        result = selectors.result_of(game, of, meant.as_of)
        return HttpResponse(
            msgspec.json.encode({"line": of, "as_of": meant.last, **result_json(result)}), content_type=JSON
        )


class GameTakeBacks(BoundedView):
    """Proposals to take steps back."""

    parser_classes = [RawJson]

    @extend_schema(
        operation_id="take_backs_list", summary="Proposed take-backs, newest first",
        responses={200: TakeBackSerializer(many=True), **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> Response:
        """The proposals of a game, each with its outcome."""
        game = access.access_game(request.user, game_id)
        return Response(TakeBackSerializer(selectors.take_backs_of(game), many=True).data)

    @extend_schema(
        operation_id="take_backs_propose", summary="Propose to take back the last steps",
        description="The other side answers. With `both` the sender agrees for all sides, which sit at one table.",
        request={JSON: documents.PROPOSE},
        responses={201: TakeBackSerializer, **refusals(400, 401, 403, 404, 409, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, game_id: UUID) -> Response:
        """Propose to take back every step from one to the last."""
        asked = read(Propose, raw(request))
        row = services.take_back_propose(
            game_id=game_id, expected=asked.expected, side=asked.by, since=asked.since, reason=asked.reason,
            rule=asked.rule, both=asked.both, actor=request.user,
        )  # fmt: skip
        return Response(TakeBackSerializer(row).data, 201)


class TakeBackAnswer(BoundedView):
    """The other side's answer."""

    parser_classes = [RawJson]

    @extend_schema(
        operation_id="take_backs_answer", summary="Agree to a take-back, or decline it",
        request={JSON: documents.ANSWER},
        responses={200: TakeBackSerializer, **refusals(400, 401, 403, 404, 409, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, game_id: UUID, take_back_id: int) -> Response:
        """Once agreed to, the take-back is an event of the game."""
        game = access.access_game(request.user, game_id)
        row = access.access_take_back(request.user, take_back_id, game)
        row = services.take_back_answer(take_back_id=row.pk, agree=read(Answer, raw(request)).agree, actor=request.user)
        return Response(TakeBackSerializer(row).data)


def _declaration(game: Game, body: bytes, beside: type[msgspec.Struct]) -> rules.Declaration[Any]:
    """The correction in the body of a request; the declaration inside it may spell out defaults.

    Raises:
        rules.Malformed, with the path of the error.
    """
    found = rules.read_declaration(game.rules, body, beside=beside.__struct_fields__)
    if not corrections.is_correction(found):
        raise rules.Malformed("$.action.type", "it is no correction: steps are declared as events")
    action = found.action
    if isinstance(action, Amend) and action.declaration:
        plain = _plain(game.rules, action.declaration)
        found = msgspec.structs.replace(found, action=msgspec.structs.replace(action, declaration=plain))
    return found


def _plain(ruleset: rules.Ruleset, written: dict[str, Any]) -> dict[str, Any]:
    """The declaration in its stored form, defaults left out."""
    try:
        read_again = rules.read_declaration(ruleset, msgspec.json.encode(written))
    except rules.Malformed as error:
        raise rules.Malformed("$.action.declaration" + error.path[1:], error.reason) from None
    plain: dict[str, Any] = msgspec.json.decode(rules.canonical(read_again))
    return plain


def event_json(game: Game, found: corrections.Consequences) -> dict[str, Any] | None:
    """The effect of a correction on the standings of the event whose table the game is; None if it has none."""
    foreseen = previews.effect_of_ruling(game, found.after.result)
    return {"slug": foreseen[0].slug, "effect": foreseen[1]} if foreseen else None


def correction_json(event: rules.Event[Any]) -> dict[str, Any]:
    """A stored correction as lists show it."""
    named = line.named(event)
    return {
        "number": event.number, "kind": tag_of(event.action), "by": event.by,
        "rule": event.action.rule, "reason": event.action.reason, "at": event.at, "who": event.who,
        "action": event.action,
        "steps": [
            {"number": effect.step, "named": effect.step in named, "nothing": line.is_nothing(effect.effects),
             "breaks": effect.against}
            for effect in line.corrections(event)
        ],
    }  # fmt: skip
