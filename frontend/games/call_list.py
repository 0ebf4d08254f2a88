"""Disputed steps and calls for a judge, in words: for the staff, an event's desk and the players of the battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from django.utils.translation import get_language

from frontend.games import narration, seats
from frontend.games.cast import Cast
from gamelog.games import access, calls, selectors
from gamelog.games.models import Game, StepCall
from gamelog.tournaments.models import TableGame, Tournament

MOST = 50
"""The oldest are listed; a hall has no more judges than that."""


class Call(NamedTuple):
    """A call as lists show it: whose, the step in words, and the event's table if it is one."""

    row: StepCall
    side: str
    step: str
    seat: TableGame | None


def open_to(actor: access.Actor) -> list[StepCall]:
    """The oldest open calls of all battles that somebody may see."""
    return list(calls.open_calls(actor)[:MOST])


def open_at(tournament: Tournament, actor: access.Actor) -> list[StepCall]:
    """The oldest open calls of the battles at an event's tables."""
    games = TableGame.objects.filter(tournament=tournament).values("game")
    return list(calls.open_calls(actor).filter(game__in=games)[:MOST])


def tag(rows: Iterable[StepCall]) -> str:
    """The ETag of a list, known without rendering it."""
    told = [(row.pk, row.game.head) for row in rows], get_language()
    return f'"{sha256(repr(told).encode()).hexdigest()[:32]}"'


def told(rows: Sequence[StepCall]) -> list[Call]:
    """Calls in words, in their order."""
    tables = TableGame.objects.select_related("tournament").filter(game__in={row.game_id for row in rows})
    at = {table.game_id: table for table in tables}
    return [_told(row, at.get(row.game_id)) for row in rows]


def of_game(actor: access.Actor, game: Game) -> list[Call]:
    """Every call of a battle, closed ones too, for those whom it concerns: who plays it, and staff."""
    if not (access.is_staff(actor) or access.own_sides(actor, game)):
        return []
    return told(list(calls.calls_of(game).select_related("game")))


def _told(row: StepCall, seat: TableGame | None) -> Call:
    game = row.game
    names: dict[str, Any] = seats.names(game)
    cast, before = Cast(game.rules), selectors.position_at(game, row.step - 1)
    cast.meet(before)
    (event,) = selectors.events_of(game, row.step - 1, row.step)
    return Call(row, names.get(row.side, row.side), narration.title(cast, before, event), seat)
