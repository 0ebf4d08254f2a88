"""Recording a battle at the table: the page, and what it asks while somebody chooses, rolls and agrees.

The page declares through the API, as any other client. Everything here only tells; take-backs are the exception.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import condition, require_POST, require_safe

import rules
from frontend.games import refusal_words, replay
from frontend.record import recorder_data
from gamelog.games import access, calls, confirmations, opening, selectors, services
from gamelog.games.errors import StaleGame, TakeBackClosed
from gamelog.games.models import Game

JSON = "application/json"
ESCAPED = {ord(sign): f"\\u{ord(sign):04X}" for sign in "<>&"}
BODY_BYTES = 256 * 1024
MOST_ACTS = 60
"""An act more is a page that asks for something else."""

MOST_MEANT = 8
"""So many declarations are shown and accepted together."""
Meant = Annotated[list[msgspec.Raw], msgspec.Meta(max_length=MOST_MEANT)]


class Ways(msgspec.Struct):
    """What may be declared for these acts of a position; `after` is declared before it, and only meant yet."""

    number: int
    acts: Annotated[list[int], msgspec.Meta(max_length=MOST_ACTS)]
    after: Meant = []


class Consider(msgspec.Struct):
    """What a declaration comes to in a position; with the number of its act, its form too, with `then` the acts that
    are open afterwards, and with `sequel` the throw after the last die, by its face. What is `after` is declared before
    it, and only meant yet.
    """

    number: int
    declaration: msgspec.Raw
    after: Meant = []
    odds: bool = False
    then: bool = False
    sequel: bool = False
    act: int | None = None
    happened: bool = False


class TakeBackBody(msgspec.Struct):
    """A take-back of everything from a step on."""

    number: int
    since: int
    side: str
    reason: str


class CallBody(msgspec.Struct):
    """A step that is disputed, or about which a judge is called."""

    step: int
    side: str
    kind: str
    reason: str


class ConfirmBody(msgspec.Struct):
    """A side's word on the result."""

    number: int
    side: str


class TakeBackAnswer(msgspec.Struct):
    """The answer to a take-back."""

    id: str
    agree: bool


@never_cache
@ensure_csrf_cookie
@require_safe
def recorder(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The screen with which a battle is recorded. Before both forces are there, the open table comes first."""
    game = access.access_game(request.user, game_id)
    if not access.own_sides(request.user, game):
        return redirect("game", game.pk)
    if not game.finished and (not opening.begun(game) or opening.missing_sides(game)):
        return redirect("game-table", game.pk)
    shown = recorder_data.shown(recorder_data.now(request.user, game))
    return render(request, "frontend/record/recorder.html", {"game": game, "now": _inside_script(replay.encode(shown))})


def _inside_script(data: bytes) -> SafeString:
    """JSON for a script element: no name in it can end that."""
    return mark_safe(data.decode().translate(ESCAPED))


def _answers(ask: Callable[[HttpRequest, Game], Any]) -> Callable[..., HttpResponse]:
    """A view of somebody who records the game, answered with JSON."""

    @wraps(ask)
    def view(request: HttpRequest, game_id: UUID) -> HttpResponse:
        game = access.access_game(request.user, game_id)
        if not access.own_sides(request.user, game):
            raise PermissionDenied("you do not play in this game")
        try:
            return _json(ask(request, game))
        except (StaleGame, TakeBackClosed):
            return _json({"stale": True}, HTTPStatus.CONFLICT)
        except rules.Malformed as error:
            return _json({"path": error.path, "text": error.reason}, HTTPStatus.BAD_REQUEST)
        except rules.RulesError as error:
            return _json({"text": refusal_words.problem_text(game.rules, error)}, HTTPStatus.UNPROCESSABLE_ENTITY)

    return view


def _json(found: Any, status: int = HTTPStatus.OK) -> HttpResponse:
    return HttpResponse(replay.encode(found), content_type=JSON, status=status)


def _body(request: HttpRequest, kind: Any) -> Any:
    if int(request.META.get("CONTENT_LENGTH") or 0) > BODY_BYTES:
        raise rules.Malformed("$", f"longer than {BODY_BYTES} bytes")
    return rules.read_json(msgspec.json.Decoder(kind), request.body)


def _at(game: Game, number: int) -> None:
    """Refuse what was asked of an earlier position. Raises: StaleGame."""
    if game.number != number:
        raise StaleGame(number, game.number)


def _now_tag(request: HttpRequest, game_id: UUID) -> str:
    game = access.access_game(request.user, game_id)
    mine = "".join(access.own_sides(request.user, game))
    back = next(iter(selectors.take_backs_of(game, open_only=True)), None)
    marked = "".join("+" if call.closed is None else "-" for call in calls.calls_of(game))
    said = f"{marked}{game.confirmations.count()}"
    return f'"{game.head[:24]}-{game.number}-{mine}-{back.pk if back else 0}-{said}-{replay.FORMAT}-{get_language()}"'


@cache_control(private=True, no_cache=True)
@require_safe
@condition(etag_func=_now_tag)
@_answers
def now(request: HttpRequest, game: Game) -> Any:
    """Where the battle stands."""
    return recorder_data.shown(recorder_data.now(request.user, game))


@require_POST
@_answers
def ways(request: HttpRequest, game: Game) -> Any:
    """Whole declarations for some acts."""
    asked = _body(request, Ways)
    of = _position(request, game, asked.number, asked.after)
    found = recorder_data.ways(of, asked.acts)
    return {"number": game.number, "ways": found}


def _position(request: HttpRequest, game: Game, number: int, meant: Sequence[msgspec.Raw]) -> recorder_data.Now:
    """Where the battle stands after what is meant. Raises: StaleGame, rules.RulesError, PermissionDenied."""
    _at(game, number)
    return recorder_data.after(
        recorder_data.now(request.user, game), [_declared(request, game, each) for each in meant]
    )


def _declared(request: HttpRequest, game: Game, sent: msgspec.Raw) -> rules.Declaration[Any]:
    declaration = rules.read_declaration(game.rules, bytes(sent))
    access.require_declare(request.user, game, declaration.by)
    return declaration


@require_POST
@_answers
def consider(request: HttpRequest, game: Game) -> Any:
    """What a declaration comes to with the dice it has. Nothing is stored."""
    asked = _body(request, Consider)
    of = _position(request, game, asked.number, asked.after)
    declaration = _declared(request, game, asked.declaration)
    form = {} if asked.act is None else recorder_data.formed(of, declaration, asked.act)
    found = recorder_data.considered(
        of, declaration, chance=asked.odds, happened=asked.happened, then=asked.then, sequel=asked.sequel
    )
    return {**found, **form}


@require_POST
@_answers
def take_back(request: HttpRequest, game: Game) -> Any:
    """Ask the other side to take steps back; at once if the visitor speaks for every side."""
    asked = _body(request, TakeBackBody)
    both = len(access.own_sides(request.user, game)) == len(game.rules.sides)
    services.take_back_propose(
        game_id=game.pk, expected=asked.number, side=asked.side, since=asked.since, reason=asked.reason, both=both,
        actor=request.user,
    )  # fmt: skip
    return _afterwards(request, game)


@require_POST
@_answers
def call(request: HttpRequest, game: Game) -> Any:
    """Dispute a step, or call a judge to it."""
    asked = _body(request, CallBody)
    calls.step_call(
        game_id=game.pk, step=asked.step, side=asked.side, kind=asked.kind, reason=asked.reason, actor=request.user
    )
    return _afterwards(request, game)


@require_POST
@_answers
def confirm(request: HttpRequest, game: Game) -> Any:
    """Agree with the result."""
    asked = _body(request, ConfirmBody)
    confirmations.result_confirm(game_id=game.pk, side=asked.side, number=asked.number, actor=request.user)
    return _afterwards(request, game)


@require_POST
@_answers
def take_back_answer(request: HttpRequest, game: Game) -> Any:
    """Agree to a take-back, or refuse it."""
    asked = _body(request, TakeBackAnswer)
    if not asked.id.isdecimal():
        raise Http404
    row = access.access_take_back(request.user, int(asked.id), game)
    services.take_back_answer(take_back_id=row.pk, agree=asked.agree, actor=request.user)
    return _afterwards(request, game)


def _afterwards(request: HttpRequest, game: Game) -> Any:
    return recorder_data.shown(recorder_data.now(request.user, access.access_game(request.user, game.pk)))
