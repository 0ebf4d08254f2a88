"""Positions kept in the cache every `EVERY` events, so that seeking in a long game need not fold all of it.

Disposable: a cache that is empty, stale or down costs time and nothing else. The key holds the hash of the event the
position stands after, and with it everything before; another form of positions has another key.
"""

from __future__ import annotations

import logging
from uuid import UUID

from django.core.cache import cache
from redis.exceptions import RedisError

import rules
from rules.kernel.state import POSITION_FORMAT

EVERY = 50
"""Events between two keyframes."""
SECONDS = 24 * 3600

log = logging.getLogger(__name__)


def key(game_id: UUID, number: int, hashed: str) -> str:
    """The cache key of the position of a game after event `number`, which has the hash `hashed`."""
    return f"position:{POSITION_FORMAT}:{game_id}:{number}:{hashed}"


def between(after: int, upto: int) -> range:
    """The numbers of the events `after` + 1 to `upto` whose positions are kept."""
    return range(after - after % EVERY + EVERY, upto + 1, EVERY)


def load(game_id: UUID, number: int, hashed: str) -> rules.State | None:
    """The position after event `number`, or None when it is not kept."""
    try:
        kept = cache.get(key(game_id, number, hashed))
        return None if kept is None else rules.from_json(kept)
    except (RedisError, OSError, rules.Malformed) as error:
        log.warning("keyframe not read: %s", error)
        return None


def save(game_id: UUID, number: int, hashed: str, state: rules.State) -> None:
    """Keep the position after event `number`, when it is one of those that are kept."""
    if number % EVERY:
        return
    try:
        cache.set(key(game_id, number, hashed), rules.to_json(state), SECONDS)
    except (RedisError, OSError) as error:
        log.warning("keyframe not kept: %s", error)
