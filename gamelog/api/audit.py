"""The dice audit over HTTP: of one game, or of all games that match a filter."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, get_args
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

import rules
from gamelog.api import documents
from gamelog.api.bodies import BoundedView
from gamelog.api.documents import refusals
from gamelog.api.shapes import NUMBER, TEXT, object_of
from gamelog.games import access
from gamelog.games.audit import (
    MOST_GAMES,
    TooManyGames,
    audit_of_game,
    audit_of_games,
    day,
    games_wanted,
    player_named,
)
from rules.audit import Audit, DiceComparison, Row, told
from rules.kernel.events import Provenance

JSON = "application/json"
KNOWN = ("player", "ruleset", "from", "to", "game", "source", "each")


AMOUNT = object_of({"exact": {**TEXT, "description": "a fraction: 49/2"}, "rounded": TEXT})
COMPARISON = object_of({
    "kind": {**TEXT, "enum": ["faces", "passes"]}, "dice": NUMBER, "fewest": NUMBER,
    "verdict": {**TEXT, "enum": ["fair", "unusual", "few"]},
    "text": {**TEXT, "description": "the verdict in words"},
    "likelihood": {**documents.LIKELIHOOD, "nullable": True,
                   "description": "how often fair dice stray at least this far; null with too few dice"},
    "method": {**TEXT, "enum": ["", "exact", "chi-square", "normal"]},
})  # fmt: skip
ROW = object_of({
    "by": {**TEXT, "description": "the side, or the player if `each` is set; empty: everyone"},
    "rule": {**TEXT, "description": "the clause that asked for the roll; empty: all of them"},
    "label": object_of({"en": TEXT, "ru": TEXT}),
    "sides": NUMBER, "dice": NUMBER,
    "again": {**NUMBER, "description": "how many of the dice were re-rolls"},
    "faces": {"type": "array", "items": NUMBER, "description": "how often each face was rolled, from 1 on"},
    "each": {**AMOUNT, "description": "how often fair dice show each face"}, "mean": AMOUNT, "fair_mean": AMOUNT,
    "needed": {**NUMBER, "description": "first throws with a target number"}, "passed": NUMBER,
    "expected": {**AMOUNT, "description": "how many of them would pass with fair dice"},
    "by_faces": COMPARISON, "by_passes": {**COMPARISON, "nullable": True},
})  # fmt: skip
AUDIT = object_of({
    "games": NUMBER, "dice": NUMBER, "rows": {"type": "array", "items": ROW},
    "compared": {**NUMBER, "description": "comparisons with enough dice"}, "unusual": NUMBER,
    "bound": {**documents.LIKELIHOOD, "description": "of the comparisons called unusual, at most this share is chance"},
})  # fmt: skip


class GameDice(BoundedView):
    """The dice of one game."""

    @extend_schema(
        operation_id="dice_read", summary="The dice of a game against fair dice, for each side and purpose",
        responses={200: AUDIT, **refusals(404)},
    )  # fmt: skip
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Observed against expected."""
        game = access.access_played(request.user, game_id)
        return _answer(audit_of_game(game), [game.rules])


class Dice(BoundedView):
    """The dice of many games."""

    @extend_schema(
        operation_id="dice_list", summary="The dice of a player, an event or a season against fair dice",
        description=f"Of all games that you may read, at most {MOST_GAMES} of them, narrowed by what is given.",
        parameters=[
            OpenApiParameter("player", str, description="user name: only the sides that they played"),
            OpenApiParameter("ruleset", str, description="id of a ruleset"),
            OpenApiParameter("from", OpenApiTypes.DATE, description="recorded on this day (UTC) or later"),
            OpenApiParameter("to", OpenApiTypes.DATE, description="recorded on this day (UTC) or earlier"),
            OpenApiParameter("game", OpenApiTypes.UUID, many=True, description="only these games"),
            OpenApiParameter("source", str, enum=get_args(Provenance), description="the origin of the dice"),
            OpenApiParameter("each", str, enum=["player"], description="each player's dice separately, under one "
                                                                       "bound"),
        ],
        responses={200: AUDIT, **refusals(400)},
    )  # fmt: skip
    def get(self, request: Request) -> HttpResponse:
        """Observed against expected, over all matching games."""
        asked = request.query_params
        for name in asked:
            if name not in KNOWN:
                raise rules.Malformed(f"?{name[:40]}", f"means nothing here; there are {', '.join(KNOWN)}")
        player = _player(request.user, asked.get("player", ""))
        ruleset = _one_of(asked, "ruleset", rules.RULESETS)
        first, last = _day(asked, "from"), _day(asked, "to")
        if first and last and last < first:
            raise rules.Malformed("?to", f"{last} is before {first}")
        rows = games_wanted(
            request.user, player=player, ruleset=ruleset, first=first, last=last,
            games=_games(request.user, asked.getlist("game")), source=_one_of(asked, "source", get_args(Provenance)),
        )  # fmt: skip
        each = _one_of(asked, "each", ("player",))
        try:
            found = audit_of_games(rows, player, each=bool(each))
        except TooManyGames as error:
            raise rules.Malformed("?from", str(error)) from None
        return _answer(found, map(rules.load, [ruleset] if ruleset else rules.RULESETS))


def _player(actor: access.Actor, name: str) -> User | None:
    if not name:
        return None
    found = player_named(actor, name)
    if found is None:
        raise rules.Malformed("?player", f"nobody called {name[:40]!r} has played a game that you may read")
    return found


def _one_of(asked: Mapping[str, str], name: str, known: Collection[str]) -> str:
    text = asked.get(name, "")
    if text and text not in known:
        raise rules.Malformed(f"?{name}", f"{text[:40]!r} is none of {', '.join(known)}")
    return text


def _day(asked: Mapping[str, str], name: str) -> date | None:
    text = asked.get(name, "")
    try:
        return day(text) if text else None
    except ValueError:
        raise rules.Malformed(f"?{name}", f"{text[:40]!r} is no day such as 2026-11-21") from None


def _games(actor: access.Actor, texts: Sequence[str]) -> list[UUID]:
    """Game ids, each checked to be one that `actor` may read."""
    if len(texts) > MOST_GAMES:
        raise rules.Malformed("?game", f"{len(texts)} games; {MOST_GAMES} are the most")
    try:
        ids = [UUID(text) for text in texts]
    except ValueError:
        raise rules.Malformed("?game", "not every value is the id of a game") from None
    seen = set(access.games_visible(actor).filter(pk__in=ids).values_list("pk", flat=True)) if ids else set()
    for each in ids:
        if each not in seen:
            raise rules.Malformed("?game", f"there is no game {each}")
    return ids


def _answer(found: Audit, rulesets: Iterable[rules.Ruleset]) -> HttpResponse:
    clauses = {key: clause for ruleset in rulesets for key, (_, clause) in ruleset.clauses.items()}
    labels = {key: {"en": clause.en or key, "ru": clause.ru or key} for key, clause in clauses.items()}
    plain = {**_plain(found), "rows": [_row(row, labels) for row in found.rows]}
    return HttpResponse(msgspec.json.encode(plain), content_type=JSON)


def _row(row: Row, labels: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    label = labels.get(row.rule) or {"en": row.rule or "all rolls", "ru": row.rule or "все броски"}
    passes = _comparison(row.by_passes) if row.by_passes else None
    return {**_plain(row), "label": label, "by_faces": _comparison(row.by_faces), "by_passes": passes}


def _comparison(of: DiceComparison) -> dict[str, Any]:
    return {**_plain(of), "text": told(of)}


def _plain(struct: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}
