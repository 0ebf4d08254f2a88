"""A battle that is shown late, so that nobody who follows it can coach its players.

Until the battle is over, whoever has no part in it sees it as it stood `delay` minutes ago: the row itself is that of
the moment, so everything that is read by it is late, too. Its players, its owner and staff see it as it is.
"""

from __future__ import annotations

from copy import copy
from datetime import timedelta

from django.utils import timezone

from gamelog.games import selectors
from gamelog.games.models import Event, Game

MOST_MINUTES = 240


def as_shown_late(game: Game) -> Game:
    """An unfinished game as it stood `delay` minutes ago. A copy for reading, which is never saved.

    Raises: rules.Malformed: a stored event cannot be read.
    """
    since = timezone.now() - timedelta(minutes=game.delay)
    shown = Event.objects.filter(game=game, recorded_at__lte=since, number__lte=game.number).order_by("-number")
    number, head, updated = shown.values_list("number", "hash", "recorded_at").first() or (
        0, game.header_hash, game.created,
    )  # fmt: skip
    if number == game.number:
        return game
    found = copy(game)
    found.shown_late = True
    found.number, found.head, found.updated = number, head, updated
    state = selectors.position_at(found, number)
    found.phase, found.round = state.phase, state.round
    return found
