"""The agreement of both sides with the result of a battle. Every function that writes is one transaction.

A confirmation is about the battle as it stood after a step: whatever is recorded later has to be agreed on again.
"""

from __future__ import annotations

from typing import NamedTuple, cast
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied

import rules
from gamelog.games import access
from gamelog.games.errors import StaleGame
from gamelog.games.models import Confirmation, Game
from gamelog.games.streams import GAMES, tell_followers
from gamelog.streams.store import writing


class Agreed(NamedTuple):
    """Whether a side agrees with the result as it stands; `before` is the last step it agreed on, 0 if none."""

    side: str
    now: bool
    before: int


def result_confirm(*, game_id: UUID, side: str, number: int, actor: access.Actor) -> Confirmation:
    """Have a side agree with the result after step `number`, the last one. Twice counts once.

    Raises:
        Http404, PermissionDenied: the actor may not see the game, or does not speak for this side.
        rules.Malformed: there is no such side, or the battle is not over.
        StaleGame: something was recorded since.
    """
    with writing():
        game = access.access_game(actor, game_id)
        if side not in game.rules.sides:
            raise rules.Malformed("$.side", f"the sides are {' and '.join(game.rules.sides)}")
        if side not in access.own_sides(actor, game):
            raise PermissionDenied(f"only who plays side {side!r} confirms the result for it")
        game = GAMES.lock(game_id)
        if game.number != number:
            raise StaleGame(number, game.number)
        if not game.finished:
            raise rules.Malformed("$.number", "the battle is not over yet")
        row, created = Confirmation.objects.get_or_create(
            game=game, side=side, number=number, defaults={"head": game.head, "user": cast(User, actor)}
        )
        if created:
            tell_followers(game)
    return row


def agreed(game: Game) -> list[Agreed]:
    """What each side says of the result as it stands."""
    last: dict[str, int] = {}
    for row in game.confirmations.filter(number__lte=game.number):
        last[row.side] = max(row.number, last.get(row.side, 0))
    return [
        Agreed(side, last.get(side) == game.number and game.finished, last.get(side, 0)) for side in game.rules.sides
    ]
