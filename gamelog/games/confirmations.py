"""The agreement of both sides with the result of a battle. Every function that writes is one transaction.

A confirmation is about the battle as it stood after a step: whatever is recorded later has to be agreed on again.
"""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple, cast
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.utils import timezone

import rules
from gamelog.games import access, consent
from gamelog.games.errors import StaleGame
from gamelog.games.models import Confirmation, Game, Seat
from gamelog.games.streams import GAMES, tell_followers
from gamelog.streams.store import writing

RECENT = timedelta(days=14)
"""Older battles are not asked about any more; they can still be confirmed."""


class Agreed(NamedTuple):
    """Whether a side agrees with the result as it stands; `before` is the last step it agreed on, 0 if none."""

    side: str
    now: bool
    before: int


def result_confirm(*, game_id: UUID, side: str, number: int, actor: access.Actor) -> Confirmation:
    """Have a side agree with the result after step `number`, the last one. Twice counts once. Whoever was seated by
    somebody else and confirms the result agrees that the battle counts.

    Raises:
        Http404, PermissionDenied: the actor may not see the game, or does not speak for this side.
        rules.Malformed: there is no such side, or the battle is not over.
        StaleGame: something was recorded since.
    """
    with writing():
        game = access.access_game(actor, game_id)
        if game.what_if:
            raise rules.Malformed("$.side", "nobody confirms the result of a what-if")
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
            consent.agreed(game, row.user)
            tell_followers(game)
    return row


def waiting_for(user: User) -> list[tuple[Game, str]]:
    """The battles of the last weeks that are over and whose result somebody has not confirmed yet, each with the side
    they play; those first that only wait for them.
    """
    since = timezone.now() - RECENT
    seats = Seat.objects.filter(user=user, game__finished=True, game__updated__gte=since).select_related("game")
    found: list[tuple[bool, int, Game, str]] = []
    for seat in seats.order_by("-game__updated", "side"):
        said = {each.side: each.now for each in agreed(seat.game)}
        if not said[seat.side]:
            found.append((not any(said.values()), len(found), seat.game, seat.side))
    return [(game, side) for _alone, _order, game, side in sorted(found, key=lambda each: each[:2])]


def agreed(game: Game) -> list[Agreed]:
    """What each side says of the result as it stands."""
    last: dict[str, int] = {}
    for row in game.confirmations.filter(number__lte=game.number):
        last[row.side] = max(row.number, last.get(row.side, 0))
    return [
        Agreed(side, last.get(side) == game.number and game.finished, last.get(side, 0)) for side in game.rules.sides
    ]
