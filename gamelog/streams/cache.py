"""Cached states, so that a stream need not be folded from its first entry each time.

Disposable: a cache that is empty, stale or down costs time and nothing else. A key holds a mark of the entry after
which the state holds (its hash, and with it everything before it), and the form of the state: another form has another
key.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.core.cache import cache

from gamelog.cache import DOWN

S = TypeVar("S")

DAY = 24 * 3600

log = logging.getLogger(__name__)


class StateCache(Generic[S]):
    """The states of one kind of stream after every `every`-th entry, written and read as bytes.

    A cached state that can no longer be read counts as missing: `unreadable` are the errors with which `read` reports
    it. So many that were read or cached last are `held` by this process as they are, and handed out as what `copy`
    makes of them: asking the cache and reading takes longer than all else.
    """

    def __init__(
        self, name: str, form: object, write: Callable[[S], bytes], read: Callable[[bytes], S],
        unreadable: type[Exception], every: int = 1, held: int = 0, copy: Callable[[S], S] | None = None,
    ) -> None:  # fmt: skip
        self.name, self.form, self.every = name, form, every
        self._write, self._read, self._unreadable = write, read, unreadable
        self._most, self._copy = held, copy
        self._held: OrderedDict[str, S] = OrderedDict()

    def key(self, stream: Any, number: int, mark: str) -> str:
        """The cache key of the state of a stream after entry `number`, which has the mark `mark`."""
        return f"{self.name}:{self.form}:{stream}:{number}:{mark}"

    def between(self, after: int, upto: int) -> range:
        """The numbers of the entries `after` + 1 to `upto` whose states are kept."""
        return range(after - after % self.every + self.every, upto + 1, self.every)

    def load(self, stream: Any, number: int, mark: str) -> S | None:
        """The state after entry `number`, or None if it is not cached."""
        key = self.key(stream, number, mark)
        # Taken out and put back, as the newest, so that no other thread drops it in between.
        held = self._held.pop(key, None)
        found = self._load(key) if held is None else held
        if found is None or self._copy is None:
            return found
        self._hold(key, found)
        return self._copy(found)

    def forget(self) -> None:
        """Hold nothing any more."""
        self._held.clear()

    def _hold(self, key: str, state: S) -> None:
        self._held[key] = state
        while len(self._held) > self._most:
            self._held.popitem(last=False)

    def _load(self, key: str) -> S | None:
        try:
            kept = cache.get(key)
            return None if kept is None else self._read(kept)
        except (*DOWN, self._unreadable) as error:
            log.warning("%s not read: %s", self.name, error)
            return None

    def save(self, stream: Any, number: int, mark: str, state: S, seconds: int = DAY) -> None:
        """Cache the state after entry `number`, if it is one of those that are cached."""
        if number % self.every:
            return
        key = self.key(stream, number, mark)
        if self._copy:
            self._hold(key, self._copy(state))
        try:
            cache.set(key, self._write(state), seconds)
        except DOWN as error:
            log.warning("%s not kept: %s", self.name, error)

    def expire(self, stream: Any, number: int, mark: str, seconds: int) -> None:
        """Let a state expire soon; readers that need it right now still find it."""
        try:
            cache.touch(self.key(stream, number, mark), seconds)
        except DOWN as error:
            log.warning("%s not let go of: %s", self.name, error)
