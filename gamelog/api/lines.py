"""Which line of a game a reader means, and as of when: the parameters `line` and `as_of` of its addresses."""

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
    description="the game as it was played, or as corrected; left out, each correction acts where it stands",
)  # fmt: skip
RESULT_LINE = OpenApiParameter(
    "line", str, enum=["played", "corrected"], description="the game as it was played, or (left out) as corrected"
)
AS_OF = OpenApiParameter(
    "as_of", str,
    description="as the game stood after this event (a number), or at this moment (ISO 8601 with its time zone: "
    "2026-11-21T18:30:00Z); left out, as it stands now",
)  # fmt: skip


class Seen(NamedTuple):
    """What of a game is meant. `last` is the number of the last event that counts."""

    line: Line | None
    as_of: int | None
    last: int


def seen(request: Request, game: Game) -> Seen:
    """What the query asks for.

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
        # A plus sign that was not escaped comes as a space.
        moment = datetime.fromisoformat(text.replace(" ", "+") if "T" in text else text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        why = "is neither the number of an event nor a moment with its time zone, such as 2026-11-21T18:30:00Z"
        raise rules.Malformed("?as_of", f"{text[:40]!r} {why}")
    return selectors.number_at(game, moment)


def result_json(result: rules.Result) -> dict[str, Any]:
    """A result with all its members, also those that are empty."""
    return {name: getattr(result, name) for name in result.__struct_fields__}
