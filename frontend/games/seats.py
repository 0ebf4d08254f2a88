"""The names of a game's sides as its pages show them."""

from __future__ import annotations

import rules
from frontend.games.cast import own_name
from gamelog.games.models import Game, Seat


def name(seat: Seat) -> str:
    """The name of a seat's side, or its id: as recorded, or in the reader's language if the game system gave it."""
    text = seat.name or seat.side
    try:
        return own_name(seat.game.rules.telling, text)
    except rules.Malformed:
        return text


def names(game: Game) -> dict[str, str]:
    """The names of all sides of a game, by id."""
    return {seat.side: name(seat) for seat in game.seats.all()}
