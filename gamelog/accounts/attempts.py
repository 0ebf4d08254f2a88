"""Limits on attempts at secrets: passwords and codes.

An attempt is counted before the secret is looked at, and given back when the secret was right. So of many attempts at
once no more are looked at than the limit allows, and nobody is locked out by their own success. The counters are those
of the cache, which every process shares and which adds to them atomically; while it is down, each process counts by
itself (`gamelog.cache`). A window begins with the first attempt in it.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from django.contrib.auth.models import User
from django.core.cache import cache
from django.db.models import Q


class Limit(NamedTuple):
    """At most so many attempts in each window of so many seconds."""

    name: str
    most: int
    seconds: int


PAIR = Limit("login-pair", 5, 300)
"""Wrong passwords for one name from one address."""
NAME = Limit("login-name", 20, 300)
"""Wrong passwords for one name, wherever they come from: more than for a pair, so that it is not easy to lock somebody
out from elsewhere."""
ADDRESS = Limit("login-address", 30, 300)
"""Wrong passwords from one address, for whatever names. A hall full of phones shares an address."""
CONFIRM = Limit("confirm", 10, 60)
"""Wrong passwords for an act of somebody who is logged in."""
JOIN = Limit("join", 30, 600)
"""Codes from one address that open no table."""

Counted = tuple[Limit, str]


class TooMany(Exception):
    """An attempt beyond the limit; `wait` is the number of seconds after which one is looked at again in any case."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"too many attempts; wait {wait} s")
        self.wait = wait


class Taken(NamedTuple):
    """Attempts that were counted, by the keys of their counters."""

    keys: tuple[str, ...]

    def give_back(self) -> None:
        """Count them no longer: the secret was right."""
        for key in self.keys:
            # Gone with its window.
            with suppress(ValueError):
                cache.decr(key)


def take(*counted: Counted) -> Taken:
    """Count one attempt against each limit. What is refused is counted against none.

    Raises: TooMany.
    """
    taken: list[str] = []
    for limit, who in counted:
        key = f"attempts:{limit.name}:{hashlib.sha256(who.encode()).hexdigest()}"
        taken.append(key)
        if _one_more(key, limit.seconds) > limit.most:
            Taken(tuple(taken)).give_back()
            raise TooMany(limit.seconds)
    return Taken(tuple(taken))


def login(name: str, address: str) -> Sequence[Counted]:
    """The limits on a password for a name from an address."""
    who = compared(name)
    return (PAIR, f"{who} {address}"), (NAME, who), (ADDRESS, address)


def compared(name: str) -> str:
    """A name as attempts are counted by: the account that it or its e-mail address means, else the folded text.

    Blanks around it, its case and its form of Unicode make no other name of it.
    """
    folded = " ".join(unicodedata.normalize("NFKC", name).casefold().split()).replace("\0", "")
    # Accounts without an e-mail address are not meant by an empty name.
    same = Q(username__iexact=folded) | Q(email__iexact=folded)
    known = User.objects.filter(same).order_by("pk").first() if folded else None
    return f"account {known.pk}" if known else f"name {folded}"


def _one_more(key: str, seconds: int) -> int:
    """Add to a counter, which lasts for so many seconds from its beginning."""
    cache.add(key, 0, seconds)
    try:
        count = int(cache.incr(key))
    except ValueError:
        return _one_more(key, seconds)
    if count == 1:
        # It may have ended between the two calls, and a counter that `incr` begins would last for ever.
        cache.touch(key, seconds)
    return count
