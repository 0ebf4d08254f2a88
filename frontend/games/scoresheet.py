"""The score sheet of a battle in words: a table, and a text to paste."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from django.core.cache import cache
from django.utils.translation import gettext as _

from frontend.games import results, seats, sentences
from frontend.games.cast import Cast
from frontend.games.replay import COLOURS
from gamelog.games import selectors
from gamelog.games.models import Game
from rules import scoresheet

KEPT = 7 * 24 * 3600
"""Seconds a sheet stays in the cache; its key names the head, so that it never goes stale."""
_SHEETS = msgspec.json.Decoder(scoresheet.Sheet)


class Row(NamedTuple):
    """A round: its number, then for each side its score, and the models and units that it lost."""

    number: int
    sides: list[dict[str, Any]]


class ScoreSheet(NamedTuple):
    """The sides with their colours, the rounds, the result in words, and the rule that decided."""

    sides: list[dict[str, str]]
    rows: list[Row]
    units: bool
    result: str
    decided: str

    @property
    def text(self) -> str:
        """The sheet as lines to paste."""
        names = " – ".join(side["name"] for side in self.sides)
        lines = [f"{_('Round')} {row.number}: {' : '.join(each['score'] for each in row.sides)}" for row in self.rows]
        end = f"{self.result} ({self.decided})" if self.decided else self.result
        return "\n".join((names, *lines, end))


def of_game(game: Game) -> ScoreSheet:
    """The score sheet of a game, as far as the reader sees it. Raises: rules.Malformed if it cannot be folded."""
    found = _counted(game)
    result, _played = results.corrected_and_played(game)
    names, cast = seats.names(game), Cast(game.rules)
    sides = [
        {"id": side, "name": names.get(side, side), "colour": colour}
        for side, colour in zip(game.rules.sides, COLOURS, strict=False)
    ]
    rows = [Row(each.number, [_said(each, side["id"], found.per_point) for side in sides]) for each in found.rounds]
    return ScoreSheet(
        sides, rows, any(value for each in found.rounds for value in each.units.values()),
        results.game_result_text(game, result), cast.decided(result.reason) if result.reason else "",
    )  # fmt: skip


def _counted(game: Game) -> scoresheet.Sheet:
    key = f"scoresheet:1:{game.pk}:{game.head}"
    kept = cache.get(key)
    if kept is not None:
        return _SHEETS.decode(kept)
    found = scoresheet.sheet(game.rules, selectors.line_of(game))
    cache.set(key, msgspec.json.encode(found), KEPT)
    return found


def _said(each: scoresheet.Round, side: str, per_point: int) -> dict[str, Any]:
    score = sentences.score(each.score.get(side, 0), per_point)
    return {"score": score, "models": each.models.get(side, 0), "units": each.units.get(side, 0)}
