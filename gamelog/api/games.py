"""Games over HTTP: create, append, read, verify, export and import."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from gamelog.api import documents
from gamelog.api.bodies import MIB, BoundedView, RawJson, asking, person, raw, read, upload, waiting, whole_number
from gamelog.api.documents import refusals
from gamelog.api.lines import AS_OF, LINE, seen
from gamelog.api.serializers import (
    FileSerializer,
    GameCreateSerializer,
    GameDelaySerializer,
    GameSerializer,
    ReportSerializer,
)
from gamelog.games import access, battle_luck, luck, selectors, services
from gamelog.games.errors import StillQueued
from gamelog.games.models import Game, JobState, Report

JSON = "application/json"
IMPORT_BYTES = 16 * MIB
APPEND_BYTES = 2 * MIB
MOST_EVENTS = 1000


class Append(msgspec.Struct):
    """The part of an append's body beside the declaration: the number of events its sender knows of."""

    expected: Annotated[int, msgspec.Meta(ge=0)]


class GameList(BoundedView, generics.ListAPIView[Game]):
    """The games."""

    serializer_class = GameSerializer
    filterset_fields = ["ruleset", "policy", "finished"]

    def get_queryset(self) -> Any:
        """Games this reader may see."""
        rows = access.games_visible(self.request.user).order_by("-created", "id")
        return selectors.with_originals(rows.select_related("owner").prefetch_related("seats__user"))

    def paginate_queryset(self, queryset: Any) -> Any:
        """A page of games, each as this reader may see it now."""
        page = super().paginate_queryset(queryset)
        return [access.as_seen(self.request.user, game) for game in page or ()]

    @extend_schema(
        operation_id="games_list", summary="Games, newest first",
        responses={200: GameSerializer(many=True), **refusals(400)},
    )  # fmt: skip
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Games, newest first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="games_create", summary="Begin the record of a game", request=GameCreateSerializer,
        responses={201: GameSerializer, **refusals(400, 401, 403, 413)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Begin the record of a game."""
        wanted = GameCreateSerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        game = services.game_create(owner=person(request), **wanted.validated_data)
        return Response(GameSerializer(game).data, status.HTTP_201_CREATED)


class GameDetail(BoundedView):
    """One game."""

    @extend_schema(operation_id="games_read", summary="A game", responses={200: GameSerializer, **refusals(404)})
    def get(self, request: Request, game_id: UUID) -> Response:
        """The game as lists show it."""
        return Response(GameSerializer(access.access_game(request.user, game_id)).data)

    @extend_schema(
        operation_id="games_delay", summary="Show a game late to everybody but its players and staff, until it is over",
        request=GameDelaySerializer, responses={200: GameSerializer, **refusals(400, 401, 403, 404, 413)},
    )  # fmt: skip
    def patch(self, request: Request, game_id: UUID) -> Response:
        """Change the delay."""
        person(request)
        wanted = GameDelaySerializer(data=request.data)
        wanted.is_valid(raise_exception=True)
        minutes = wanted.validated_data["delay"]
        game = services.game_delay(game_id=game_id, minutes=minutes, actor=request.user)
        return Response(GameSerializer(game).data)


class GameEvents(BoundedView):
    """A game's stream."""

    parser_classes = [RawJson]
    limit = APPEND_BYTES

    @extend_schema(
        operation_id="events_list", summary="Events of a game, as they are stored",
        parameters=[documents.number("after", "events after this number; 0 is from the first"),
                    documents.number("limit", f"at most so many, up to {MOST_EVENTS}")],
        responses={200: documents.EVENTS, **refusals(400, 404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Stored events after a number, byte for byte."""
        game = access.access_game(request.user, game_id)
        after = whole_number(request, "after", 0, 10**9)
        upto = min(after + whole_number(request, "limit", 200, MOST_EVENTS), game.number)
        lines = b",".join(selectors.lines_of(game, after, upto))
        following = str(upto).encode() if upto < game.number else b"null"
        return HttpResponse(b'{"events":[' + lines + b'],"next":' + following + b"}", content_type=JSON)

    @extend_schema(
        operation_id="events_append", summary="Declare something: decide it and store it as the next event",
        description="201 with the stored event; 200 if a request with the same Idempotency-Key stored it before.",
        parameters=[documents.KEY], request={JSON: documents.APPEND},
        responses={200: documents.LINE, 201: documents.LINE, **refusals(400, 401, 403, 404, 409, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Decide a declaration and store it as the next event."""
        try:
            body = raw(request)
            declaration = rules.read_declaration(selectors.ruleset_of(game_id), body, beside=Append.__struct_fields__)
            expected = read(Append, body).expected
        except (rules.Malformed, Game.DoesNotExist):
            # Whoever may not see the game learns nothing else of it.
            access.access_game(request.user, game_id)
            raise
        appended = services.event_append(
            game_id=game_id, expected=expected, actor=request.user,
            key=request.headers.get("Idempotency-Key", ""), declaration=declaration,
        )  # fmt: skip
        return HttpResponse(appended.event.line(), content_type=JSON, status=201 if appended.created else 200)


class GamePosition(BoundedView):
    """The position after a step."""

    @extend_schema(
        operation_id="position_read", summary="The position after a step",
        parameters=[documents.number("at", "the step; 0 is before the first; by default, the last"), LINE, AS_OF],
        responses={200: documents.POSITION, **refusals(400, 404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The position as JSON."""
        game = access.access_game(request.user, game_id)
        meant = seen(request, game)
        at = whole_number(request, "at", meant.last, 10**9)
        state = selectors.position_at(game, at, line=meant.line, as_of=meant.as_of)
        return HttpResponse(rules.to_json(state), content_type=JSON)


class GameReplay(BoundedView):
    """A game in one answer."""

    @extend_schema(
        operation_id="replay_read", summary="Everything a replay needs: header and all events",
        description="With `line`, each event has its effects on that line, beside its stored hash; `corrected` is the"
                    " number of the ruling that changed its effects.",
        parameters=[LINE, AS_OF], responses={200: documents.REPLAY, **refusals(400, 404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The header and all events."""
        game = access.access_game(request.user, game_id)
        meant = seen(request, game)
        lines = b",".join(selectors.replay_of(game, meant.line, meant.as_of))
        head = b'],"head":"' + selectors.head_of(game, meant.last).encode() + b'"}'
        return HttpResponse(b'{"header":' + game.header.encode() + b',"events":[' + lines + head, content_type=JSON)


class GameOptions(BoundedView):
    """What may be declared now."""

    @extend_schema(
        operation_id="options_read", summary="What each side may declare now",
        responses={200: documents.OPTIONS, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The options of each side."""
        game = access.access_game(request.user, game_id)
        options = rules.options(game.rules, selectors.position_now(game))
        return HttpResponse(msgspec.json.encode(options), content_type=JSON)


class GameDecide(BoundedView):
    """What a declaration would come to."""

    parser_classes = [RawJson]
    limit = APPEND_BYTES

    @extend_schema(
        operation_id="decide", summary="What a declaration would come to, with the dice it has; nothing is stored",
        description="422 names the next throw, if its dice are at their end. No die of the site is rolled for it.",
        request={JSON: documents.APPEND},
        responses={200: documents.DECIDED, **refusals(400, 401, 403, 404, 409, 413, 415, 422)},
    )  # fmt: skip
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Decide a declaration in the position after the last event."""
        game = access.access_game(request.user, game_id)
        body = raw(request)
        declaration = rules.read_declaration(game.rules, body, beside=Append.__struct_fields__)
        expected = read(Append, body).expected
        access.require_declare(person(request), game, declaration.by)
        decided = selectors.decided_now(game, expected, declaration)
        answer = {"effects": decided.effects, "findings": decided.findings}
        return HttpResponse(msgspec.json.encode(answer), content_type=JSON)


class GameVerify(BoundedView):
    """Requesting verification."""

    @extend_schema(
        operation_id="report_request", summary="Have the game verified by the workers", request=None,
        responses={200: ReportSerializer, 202: ReportSerializer, **refusals(401, 403, 404, 413)},
    )  # fmt: skip
    def post(self, request: Request, game_id: UUID) -> Response:
        """Queue the verification of the game as it is now."""
        game = access.access_game(request.user, game_id)
        report = services.verification_request(game=game, asked_by=str(request.user.pk))
        # The answer is read again: without a broker in between, the work is already done.
        report = Report.objects.select_related("game").get(pk=report.pk)
        return Response(ReportSerializer(report).data, 200 if report.state == JobState.DONE else 202)


class GameReport(BoundedView):
    """The newest report."""

    @extend_schema(
        operation_id="report_read", summary="The newest verification report, or its progress",
        responses={200: ReportSerializer, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> Response:
        """Verdict, progress and findings."""
        report = selectors.report_of(access.access_game(request.user, game_id))
        if report is None:
            raise Http404("nobody has had this game verified yet")
        return Response(ReportSerializer(report).data)


class GameSteps(BoundedView):
    """The rolls, target numbers and effects of every step."""

    @extend_schema(
        operation_id="steps_list", summary="The steps in detail: rolls with their target numbers and modifiers, "
                                           "effects, findings",
        description="Findings are those of the newest report; `reported` is the number of steps it covers.",
        parameters=[documents.number("after", "steps after this number; 0 is from the first"),
                    documents.number("limit", f"at most so many, up to {MOST_EVENTS}"), LINE, AS_OF],
        responses={200: documents.STEPS, **refusals(400, 404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """A page of steps."""
        game = access.access_game(request.user, game_id)
        meant = seen(request, game)
        after = whole_number(request, "after", 0, 10**9)
        upto = min(after + whole_number(request, "limit", 200, MOST_EVENTS), meant.last)
        report = selectors.report_of(game)
        answer = {
            "steps": list(selectors.steps_of(game, after, upto, meant.line, meant.as_of)),
            "next": upto if upto < meant.last else None,
            "reported": report.number if report and report.state == JobState.DONE else 0,
        }  # fmt: skip
        return HttpResponse(msgspec.json.encode(answer), content_type=JSON)


class GameOdds(BoundedView):
    """How likely the outcome of a step was."""

    @extend_schema(
        operation_id="odds_read", summary="How likely the result of a step was, among all possible outcomes",
        description=f"Exact: every way the dice of the step could have fallen is counted, up to {luck.RUNS} of them. "
        f"What takes more than {luck.STEPS} steps a worker counts: the answer is 202 until then; ask again.",
        parameters=[OpenApiParameter("at", int, required=True, description="the step, from 1")],
        responses={200: documents.LUCK, 202: documents.WAITING, **refusals(400, 404, 422)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The distribution of one step's result."""
        game = access.access_game(request.user, game_id)
        try:
            found = luck.luck_of(game, whole_number(request, "at", 0, 10**9), asking(request))
        except StillQueued as error:
            return waiting(error.row)
        return HttpResponse(msgspec.json.encode(found), content_type=JSON)


class GameLuck(BoundedView):
    """The luck of a whole battle."""

    @extend_schema(
        operation_id="luck_read", summary="What the dice gave both sides, roll by roll and summed up",
        description="In points, against the exact mean of the same dice, as far as workers have counted it. Steps that "
        "were corrected since are left out, unless the line is `played`.",
        parameters=[LINE], responses={200: documents.BATTLE_LUCK, **refusals(400, 404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The rolls that are counted, and their sums."""
        game = access.access_game(request.user, game_id)
        found = battle_luck.counted(game, seen(request, game).line == "played")
        told = {"state": battle_luck.state_of(game, found, game.number), **battle_luck.plain(found)}
        return HttpResponse(msgspec.json.encode(told), content_type=JSON)

    @extend_schema(
        operation_id="luck_ask", summary="Have the luck of a battle counted, and go on as the battle does",
        request=None, responses={202: documents.BATTLE_LUCK, **refusals(401, 404, 413)},
    )  # fmt: skip
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Ask the workers to count."""
        person(request)
        battle_luck.ask(access.access_game(request.user, game_id))
        answer = self.get(request, game_id)
        answer.status_code = status.HTTP_202_ACCEPTED
        return answer


class GameImport(BoundedView):
    """Importing a game file."""

    parser_classes = [MultiPartParser]
    limit = IMPORT_BYTES

    @extend_schema(
        operation_id="games_import", summary="Store a game file, exactly as it is",
        description="It is a copy: beside whatever is stored of that game already, under an id of its own if that of "
                    "its game is taken. 200 if the same record is here already.",
        request=FileSerializer, responses={200: GameSerializer, 201: GameSerializer,
                                           **refusals(400, 401, 403, 410, 413, 415)},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Store the file as it is."""
        owner = person(request)
        data, _ = upload(request, IMPORT_BYTES)
        game, created = services.game_import(data=data, owner=owner)
        return Response(GameSerializer(game).data, 201 if created else 200)
