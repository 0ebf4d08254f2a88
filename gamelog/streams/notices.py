"""Notices that a stream has grown, from whatever process stores its entries to those who follow it.

A notice is the stream's name and nothing else: it says that there is something to read. It may be lost, or come twice,
so whoever follows looks at the heads of the streams now and then. Notices travel through the server of the cache;
where there is none (CACHE_URL is `locmem://`), they reach this process alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import cache, partial

import redis
import redis.asyncio
from django.conf import settings
from django.db import transaction

CHANNEL = "gamelog.streams"
ANY = ""
"""Heard instead of a name when notices may have been missed."""
PATIENCE = 0.5
"""Seconds that a writer waits at most for the server of the cache."""
PAUSE = 1.0

log = logging.getLogger(__name__)
_here: list[Callable[[str], object]] = []


def announce_on_commit(*names: str) -> None:
    """Say that the streams of these names have grown, once the current transaction is committed."""
    transaction.on_commit(partial(announce, *names))


def announce(*names: str) -> None:
    """Say that the streams of these names have grown. A server that does not answer costs the notice, not the entry."""
    address = _address()
    if not address:
        for heard in tuple(_here):
            for name in names:
                heard(name)
        return
    try:
        with _writer(address).pipeline(transaction=False) as together:
            for name in names:
                together.publish(CHANNEL, name)
            together.execute()
    except (redis.RedisError, OSError) as error:
        log.warning("nobody was told that %s has grown: %s", ", ".join(names), error)


async def listen(heard: Callable[[str], object]) -> None:
    """Call `heard` with the name of every stream that grows, until cancelled; with `ANY` after every new connection.

    `heard` may be called in another thread, and must return at once.
    """
    address = _address()
    if address:
        while True:
            try:
                await _subscribed(address, heard)
            except (redis.RedisError, OSError) as error:
                log.warning("notices are not heard: %s", error)
            await asyncio.sleep(PAUSE)
    _here.append(heard)
    try:
        await asyncio.Event().wait()
    finally:
        _here.remove(heard)


async def _subscribed(address: str, heard: Callable[[str], object]) -> None:
    client = redis.asyncio.Redis.from_url(address, socket_connect_timeout=5, health_check_interval=30)
    async with client, client.pubsub(ignore_subscribe_messages=True) as channel:
        await channel.subscribe(CHANNEL)
        heard(ANY)
        async for message in channel.listen():
            heard(message["data"].decode())


def _address() -> str:
    """The server of the cache; empty if the cache is in this process."""
    return str(settings.CACHES["default"].get("LOCATION", ""))


@cache
def _writer(address: str) -> redis.Redis:
    return redis.Redis.from_url(address, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE)
