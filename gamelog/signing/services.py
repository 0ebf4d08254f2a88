"""The site's signing key: the present one, and its successor."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from django.db import transaction

import rules
from gamelog.signing import keys
from gamelog.signing.models import SigningKey
from rules.trailers import Signature


class KeysMissing(OSError):
    """The site cannot sign: its folder of keys, or a key in it, is lost or unreadable. Nothing was stored."""

    def __init__(self) -> None:
        super().__init__(
            "the site cannot sign, because its folder of keys is lost or unreadable. Nothing was stored: whoever runs "
            "the site has to put the keys back; then send it again"
        )


_TIME = "%Y-%m-%dT%H:%M:%SZ"


def now() -> str:
    """The time as it is signed."""
    return datetime.now(UTC).strftime(_TIME)


def _second_after(time: str) -> str:
    return (datetime.strptime(time, _TIME).replace(tzinfo=UTC) + timedelta(seconds=1)).strftime(_TIME)


def key_current() -> SigningKey:
    """The key in use; the first one is made if there is none.

    Raises:
        KeysMissing: the folder of keys cannot be used.
    """
    found = SigningKey.objects.filter(until="").order_by("-since").first()
    if found is not None:
        return found
    with _usable():
        with keys.alone():
            if not keys.kept():
                keys.make(now())
        # Not while the folder is locked: a process waiting for it may hold the database.
        _adopt()
    return SigningKey.objects.filter(until="").order_by("-since")[0]


def signature(key: SigningKey, data: bytes) -> Signature:
    """The key's signature of some bytes. Raises: KeysMissing if its private half is not here."""
    with _usable():
        return Signature(key.pk, keys.load(key.pk).sign(data))


@contextmanager
def _usable() -> Iterator[None]:
    try:
        yield
    except (OSError, rules.Malformed) as error:
        raise KeysMissing from error


def key_rotate() -> SigningKey:
    """A new key from now on, endorsed by the previous one, whose signatures stay valid.

    Raises: OSError: the folder of keys cannot be used.
    """
    old = key_current()
    with keys.alone():
        made = keys.make(max(now(), _second_after(old.since)), keys.load(old.pk))
    _adopt()
    return SigningKey.objects.get(pk=made.key.id)


def _adopt() -> None:
    """Create the rows of the keys in the folder. A key ends where the one it endorsed begins."""
    with transaction.atomic():
        for secret in keys.kept():
            key, by = secret.key, secret.key.endorsed
            assert by is not None, "a kept key is vouched for"
            values = {"public": key.public, "since": key.since, "endorsed_by": by.by, "endorsement": by.signature}
            SigningKey.objects.get_or_create(pk=key.id, defaults=values)
            if by.by != key.id:
                SigningKey.objects.filter(pk=by.by, until="").update(until=key.since)
