"""The result of a game in words: as corrected and, if that differs, as played.

A game without corrections is described from its row alone, and its score is kept with its head, so that lists stay
cheap.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.core.cache import cache
from django.utils.translation import gettext as _

import rules
from frontend.games import ruling_sentences, seats, sentences
from gamelog.games import selectors
from gamelog.games.models import Game
from rules.report import Result

KEPT = 7 * 24 * 3600
"""Seconds a result stays in the cache; its key names the head, so that it never goes stale."""

_RESULTS = msgspec.json.Decoder(tuple[Result, Result])


class ResultText(msgspec.Struct, frozen=True):
    """A result in words; `played` is empty unless corrections changed it."""

    now: str
    winner: str = ""
    struck: bool = False
    played: str = ""
    scores: dict[str, str] = {}
    """The score of each side as it stands, where the game has one."""


def describe(game: Game, corrected: bool) -> ResultText:
    """The result of a game; `corrected` tells whether any of it was corrected."""
    if not corrected:
        result = Result(game.finished, game.winner)
        kept = corrected_and_played(game)[0] if game.finished else result
        return ResultText(game_result_text(game, result), result.winner, scores=_scores(kept))
    now, before = corrected_and_played(game)
    return ResultText(
        game_result_text(game, now),
        now.winner,
        now.struck,
        game_result_text(game, before) if differs(now, before) else "",
        {} if now.struck else _scores(now),
    )


def _scores(result: Result) -> dict[str, str]:
    return {side: sentences.score(value, result.per_point) for side, value in result.score.items()}


def corrected_and_played(game: Game, as_of: int = 0) -> tuple[Result, Result]:
    """The result as corrected and as played, as of a step (0: now)."""
    key = f"result:1:{game.pk}:{game.head}:{as_of}"
    kept = cache.get(key)
    if kept is not None:
        return _RESULTS.decode(kept)
    try:
        found = (
            selectors.result_of(game, "corrected", as_of or None), selectors.result_of(game, "played", as_of or None)
        )  # fmt: skip
    except rules.Malformed:
        # It cannot be folded; its row holds all that is known of it.
        found = (Result(game.finished, game.winner),) * 2
    cache.set(key, msgspec.json.encode(found), KEPT)
    return found


def differs(now: Result, before: Result) -> bool:
    """Whether corrections changed the winner, the score, or the existence of a result."""
    return (now.finished, now.winner, now.score, now.struck) != (
        before.finished, before.winner, before.score, before.struck
    )  # fmt: skip


def game_result_text(game: Game, result: Result) -> str:
    """A result in a few words: the winner, and the score if there is one."""
    return result_text(result, seats.names(game))


def result_text(result: Result, names: dict[str, str]) -> str:
    """A result in a few words, with the names of the sides."""
    if not result.finished:
        return _("being played")
    if result.struck:
        return ruling_sentences.removed()
    text = _("%(name)s won") % {"name": names.get(result.winner, result.winner)} if result.winner else _("a draw")
    return f"{text}, {score(result)}" if result.score else text


def score(result: Result) -> str:
    """The score as people write it: 45 : 30."""
    return " : ".join(sentences.score(value, result.per_point) for _side, value in sorted(result.score.items()))


def result_as_of(game: Game, number: int) -> dict[str, Any]:
    """The result as of a step, and whether the game was over by then."""
    now, _played = corrected_and_played(game, number)
    return {"text": game_result_text(game, now), "finished": now.finished}
