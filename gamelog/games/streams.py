"""Games as streams: their events, and the cached positions that make seeking in a long game cheap."""

from __future__ import annotations

import rules
from gamelog.games.errors import StaleGame
from gamelog.games.models import Event, Game
from gamelog.streams import notices
from gamelog.streams.cache import StateCache
from gamelog.streams.store import Kind
from rules.kernel.state import POSITION_FORMAT


def tell_followers(game: Game) -> None:
    """Wake those who follow a game live, once the transaction is committed."""
    notices.announce_on_commit(str(game.pk))


GAMES = Kind(Game, Event, "game", StaleGame, start=lambda game: game.header_hash, grown=tell_followers)
KEYFRAMES = StateCache(
    "position", POSITION_FORMAT, write=rules.to_json, read=rules.from_json, unreadable=rules.Malformed, every=50,
    held=128, copy=rules.State.copied,
)  # fmt: skip
"""The position after every fiftieth event. Half the distance would save a seventh of a seek and take twice the room."""
