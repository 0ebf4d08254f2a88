"""What the board answers at a step: data for the tools of the replay, read by whoever may read the game then."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import rules
from frontend.games import game_history, reach, refusal_words, replay
from frontend.games.game_history import ShownHistory
from gamelog.games import access, selectors
from gamelog.games.models import Game

KEPT = 24 * 3600
"""Seconds that an answer is kept: its key names the position and the language, so that it never goes stale."""


class _Asked(NamedTuple):
    """A step of a game on the line that the reader is shown."""

    game: Game
    shown: ShownHistory
    number: int

    @property
    def tag(self) -> str:
        """Names the position and the language."""
        head, line = selectors.head_of(self.game, self.number), ""
        if self.shown.ruled:
            # A correction changes what earlier steps come to; without one, a step says it all.
            head, line = self.game.head, f"-{self.shown.line}-{self.shown.as_of}"
        return f'"{head[:24]}{line}-{self.number}-{reach.FORMAT}-{get_language()}"'

    def state(self) -> rules.State:
        """The position after the step."""
        if not self.shown.ruled:
            return selectors.position_at(self.game, self.number)
        events = game_history.read_history(self.game, self.shown).events
        return rules.fold(self.game.rules, [event for event in events if event.number <= self.number])


class _Refused(Exception):
    """The rules refuse to answer, with their reason."""


def _answered(request: HttpRequest, game_id: UUID, number: int, answer: Callable[[_Asked], bytes]) -> HttpResponse:
    """An answer as JSON, or 304 for a reader who has it. 422 where the rules refuse.

    Raises: Http404 for a step that the reader may not see, and for somebody who is not on the table.
    """
    found = access.access_game(request.user, game_id)
    asked = _Asked(found, game_history.requested_history(request, found), number)
    if number > asked.shown.last:
        raise Http404(f"there is no step {number}")
    response = get_conditional_response(request, etag=asked.tag) or _made(asked, answer)
    response["ETag"] = asked.tag
    return response


def _made(asked: _Asked, answer: Callable[[_Asked], bytes]) -> HttpResponse:
    try:
        body = answer(asked)
    except _Refused as refused:
        return HttpResponse(replay.encode({"why": str(refused)}), "application/json", 422)
    return HttpResponse(body, content_type="application/json", headers={"Cache-Control": "private, no-cache"})


def _kept(asked: _Asked, name: str, keys: tuple[str, ...], answer: Callable[[reach.Board], Any]) -> bytes:
    """An answer about a position, worked out once. Raises: Http404, _Refused."""
    kept = _key(asked, name, keys)
    body: bytes | None = cache.get(kept)
    if body is None:
        board = reach.Board(asked.game.rules, asked.state())
        if not all(map(board.has, keys)):
            raise Http404(f"nobody of {', '.join(keys)} is on the table")
        try:
            body = replay.encode(answer(board))
        except rules.RulesError as error:
            raise _Refused(refusal_words.problem_text(asked.game.rules, error)) from error
        cache.set(kept, body, KEPT)
    return body


def _key(asked: _Asked, name: str, keys: tuple[str, ...]) -> str:
    return f"board:{name}:{asked.game.pk}:{asked.tag}:{':'.join(keys)}"


def _sight(asked: _Asked, key: str) -> bytes:
    return _kept(asked, "sight", (key,), lambda board: reach.sight(board, key))


def _chance(asked: _Asked, key: str, part: int) -> bytes:
    """The chance of one target, after those of all nearer ones, which leave it what they did not need.

    Of one request no more than one target is counted: whoever asks for them in order finds each.

    Raises: Http404 if there are not so many targets; _Refused, where a nearer one has yet to be counted.
    """
    targets = reach.targets(msgspec.json.decode(_sight(asked, key)))
    if part >= len(targets):
        raise Http404(f"{key} has no target {part}")
    left: int | None = None
    for each in range(part + 1):
        count = partial(reach.chance, key=key, targets=targets, part=each, left=left)
        known = cache.get(_key(asked, f"chance-{each}", (key,)))
        body = known or _kept(asked, f"chance-{each}", (key,), count)
        if known is None and each < part:
            raise _Refused(_("Nearer targets are counted first: ask again."))
        left = msgspec.json.decode(body)["left"]
    return body


@require_safe
def reach_data(request: HttpRequest, game_id: UUID, number: int, key: str) -> HttpResponse:
    """What a model or a unit reaches after a step."""
    return _answered(
        request, game_id, number, lambda asked: _kept(asked, "reach", (key,), lambda board: reach.reach(board, key))
    )


@require_safe
def sight_data(request: HttpRequest, game_id: UUID, number: int, key: str) -> HttpResponse:
    """Whom it sees after a step, and what a shot would need."""
    return _answered(request, game_id, number, lambda asked: _sight(asked, key))


@require_safe
def chance_data(request: HttpRequest, game_id: UUID, number: int, key: str, part: int) -> HttpResponse:
    """How likely its shot takes a target out of action: counted on request, one target after the other."""
    return _answered(request, game_id, number, lambda asked: _chance(asked, key, part))


@require_safe
def apart_data(request: HttpRequest, game_id: UUID, number: int, of: str, to: str) -> HttpResponse:
    """How far two models or units are apart after a step."""
    return _answered(
        request, game_id, number,
        lambda asked: _kept(asked, "apart", (of, to), lambda board: reach.apart(board, of, to)),
    )  # fmt: skip
