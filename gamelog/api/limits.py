"""Limits on how often somebody asks, counted by windows of time.

REST framework keeps the times of all requests as a list in the cache and writes it with every request, up to 6,000 of
them; and the broker, which is the cache too, writes to the disk before it answers. Here each process counts in memory
and adds to a counter in the cache whenever it has let another hundredth of the rate through. So several processes
together may let that much too much through, and at the turn of a window twice the rate: limits of a handful, such as
those on guesses at passwords, keep the list.
"""

from __future__ import annotations

import logging
from threading import Lock
from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle

from gamelog.cache import DOWN
from gamelog.visitors import address_of

PARTS = 100
"""Of how many parts a rate consists, after each of which a process tells the others what it let through."""

COUNTED = "gamelog.counted"
"""In the scope of a request that was counted before it came to Django (`door`): whether it was."""

log = logging.getLogger(__name__)


class Window:
    """What this process knows of one window of time: how many requests of each sender there were (`seen`), and how
    many of those the cache has not been told of (`untold`).
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.seen: dict[str, int] = {}
        self.untold: dict[str, int] = {}


class ByWindow(SimpleRateThrottle):
    """Counts the requests of a sender in a window of time as long as the rate's."""

    num_requests: int
    duration: int
    windows: dict[str, Window] = {}
    counting = Lock()

    def allow_request(self, request: Request, view: Any) -> bool:
        """Whether the request is within the limit; then it counts."""
        scope = getattr(getattr(request, "_request", None), "scope", None) or {}
        if self.rate is None or scope.get(COUNTED):
            return True
        who = self.get_cache_key(request, view)
        if who is None:
            return True
        self.now = self.timer()
        number = int(self.now // self.duration)
        with self.counting:
            window = self.windows.get(str(self.scope))
            if window is None or window.number != number:
                # The senders of the window before are forgotten with it.
                window = self.windows[str(self.scope)] = Window(number)
            known = window.seen.get(who)
            if known is not None and known >= self.num_requests:
                return False
            window.seen[who] = (known or 0) + 1
            untold = window.untold[who] = window.untold.get(who, 0) + 1
            tell = known is None or untold >= max(1, self.num_requests // PARTS)
            if tell:
                window.untold[who] = 0
        return not tell or self._told(window, who, untold)

    def _told(self, window: Window, who: str, untold: int) -> bool:
        """Add to the counter of all processes. Whether the request is within the limit with those of the others."""
        try:
            everybody = self._added(f"{who}:{window.number}", untold)
        except DOWN as error:
            log.warning("requests are counted by this process alone: %s", error)
            return True
        with self.counting:
            window.seen[who] = max(window.seen[who], everybody)
        return everybody <= self.num_requests

    def _added(self, key: str, count: int) -> int:
        try:
            return int(self.cache.incr(key, count))
        except ValueError:
            # If another process was first, this one adds to its count.
            if self.cache.add(key, count, 2 * self.duration):
                return count
            return int(self.cache.incr(key, count))

    def wait(self) -> float:
        """Seconds until the next window begins."""
        return float(self.duration - self.now % self.duration)


class AnonLimit(ByWindow, AnonRateThrottle):
    """The limit of an address from which nobody is logged in."""

    def get_ident(self, request: Request) -> str:
        """The address that proxies of ours say, and never the client."""
        return address_of(request._request)


class UserLimit(ByWindow, UserRateThrottle):
    """The limit of a person."""
