"""The cache of all processes, and what stands in for it while it is down.

What is cached is disposable, and limits would rather count in one process than refuse everybody or let everybody in.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

DOWN = (RedisError, OSError)
"""What says that the server of the cache does not answer."""
AGAIN = 2.0
"""Seconds after which a server that did not answer is asked again; in between nobody waits for it."""
MOST = 100_000
"""So many values one process keeps while the server is down."""

log = logging.getLogger(__name__)


class DegradingCache(RedisCache):
    """A server's cache; while the server does not answer, this process keeps the numbers, which limits count with.

    Anything else would fill its memory, and is merely missing for a while.
    """

    down_since: dict[str, float] = {}
    """When servers did not answer the last time, by their addresses; shared by threads, which have a cache each."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.server = server
        self.own = LocMemCache(f"instead of {server}", {**params, "OPTIONS": {"MAX_ENTRIES": MOST}})

    def add(self, key: Any, value: Any, *args: Any, **named: Any) -> Any:
        """Set a value unless there is one."""
        keeps = _counts(value)
        return self._asked(super().add, self.own.add if keeps else lambda *_, **__: True, key, value, *args, **named)

    def set(self, key: Any, value: Any, *args: Any, **named: Any) -> Any:
        """Set a value."""
        keeps = _counts(value)
        return self._asked(super().set, self.own.set if keeps else lambda *_, **__: None, key, value, *args, **named)

    def set_many(self, data: Mapping[Any, Any], *args: Any, **named: Any) -> Any:
        """Set several values."""
        return self._asked(super().set_many, lambda *_, **__: [], data, *args, **named)

    def get(self, *args: Any, **named: Any) -> Any:
        """A value."""
        return self._asked(super().get, self.own.get, *args, **named)

    def get_many(self, *args: Any, **named: Any) -> Any:
        """Several values."""
        return self._asked(super().get_many, self.own.get_many, *args, **named)

    def has_key(self, *args: Any, **named: Any) -> Any:
        """Whether there is a value."""
        return self._asked(super().has_key, self.own.has_key, *args, **named)

    def incr(self, *args: Any, **named: Any) -> Any:
        """Add to a number, which nothing can come in between of."""
        return self._asked(super().incr, self.own.incr, *args, **named)

    def touch(self, *args: Any, **named: Any) -> Any:
        """Keep a value longer."""
        return self._asked(super().touch, self.own.touch, *args, **named)

    def delete(self, *args: Any, **named: Any) -> Any:
        """Forget a value."""
        return self._asked(super().delete, self.own.delete, *args, **named)

    def delete_many(self, *args: Any, **named: Any) -> Any:
        """Forget several values."""
        return self._asked(super().delete_many, self.own.delete_many, *args, **named)

    def clear(self) -> Any:
        """Forget everything."""
        return self._asked(super().clear, self.own.clear)

    def _asked(self, server: Callable[..., Any], own: Callable[..., Any], *args: Any, **named: Any) -> Any:
        if time.monotonic() - self.down_since.get(self.server, -AGAIN) < AGAIN:
            return own(*args, **named)
        try:
            return server(*args, **named)
        except DOWN as error:
            self.down_since[self.server] = time.monotonic()
            log.warning("the cache does not answer; this process counts by itself: %s", error)
            return own(*args, **named)


def _counts(value: Any) -> bool:
    """Whether limits count with such values: numbers, and lists of moments."""
    return isinstance(value, int | float | list)
