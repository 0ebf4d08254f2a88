"""The line of a game that a reader asks for, and as of when: the parameters `line` and `as_of`."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple, cast

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

import rules
from gamelog.games import selectors
from gamelog.games.models import Game
from gamelog.games.selectors import Line

LINE = OpenApiParameter(
    "line", str, enum=["played", "corrected"],
    description="the game as played, or as corrected; by default, each correction takes effect at its own place",
)  # fmt: skip
RESULT_LINE = OpenApiParameter(
    "line", str, enum=["played", "corrected"], description="the game as played, or (default) as corrected"
)
AS_OF = OpenApiParameter(
    "as_of", str,
    description="as the game stood after this event (a number), or at this moment (ISO 8601 with a time zone: "
                "2026-11-21T18:30:00Z); by default, as it is now",
)  # fmt: skip


class Seen(NamedTuple):
    """The part of a game that is asked for. `last` is the number of the last event that counts."""

    line: Line | None
    as_of: int | None
    last: int


def seen(request: Request, game: Game) -> Seen:
    """The parameters of the query.

    Raises:
        rules.Malformed: `?line` is no line, or `?as_of` neither a number nor a moment.
        selectors.NoSuchStep: the game has no such event.
    """
    line = request.query_params.get("line", "")
    if line not in ("", "played", "corrected"):
        raise rules.Malformed("?line", f"{line[:40]!r} is neither played nor corrected")
    as_of = _as_of(request.query_params.get("as_of", ""), game)
    if as_of is not None and as_of > game.number:
        raise selectors.NoSuchStep(as_of, game.number)
    return Seen(cast(Line, line) or None, as_of, game.number if as_of is None else as_of)


def _as_of(text: str, game: Game) -> int | None:
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) <= 12:
        return int(text)
    try:
        # An unescaped plus sign arrives as a space.
        moment = datetime.fromisoformat(text.replace(" ", "+") if "T" in text else text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        why = "is neither the number of an event nor a moment with its time zone, such as 2026-11-21T18:30:00Z"
        raise rules.Malformed("?as_of", f"{text[:40]!r} {why}")
    return selectors.number_at(game, moment)


def result_json(result: rules.Result) -> dict[str, Any]:
    """A result with all its members, empty ones included."""
    return {name: getattr(result, name) for name in result.__struct_fields__}
