"""The connections of this process to the server of the cache.

Django makes the client of a cache anew for every request that comes in through ASGI, and with it a pool of connections
that is used once. These pools are kept.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import redis


class SharedPool:
    """Gives the process's pool for an address, where Django expects the class of a pool."""

    @staticmethod
    @cache
    def from_url(url: str, **options: Any) -> redis.ConnectionPool:
        """The pool for this address and these options. It is safe among threads, and new after a fork."""
        return redis.ConnectionPool.from_url(url, **options)
