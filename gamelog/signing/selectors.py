"""The public keys that this site ever signed with."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from gamelog.signing.models import SigningKey
from rules import trailers
from rules.trailers import Key


def keys_published() -> tuple[Key, ...]:
    """Every key this site ever signed with, oldest first."""
    return tuple(key_of(row) for row in SigningKey.objects.order_by("since", "id"))


def key_of(row: SigningKey) -> Key:
    """A key in the form used in files."""
    endorsed = trailers.Endorsement(row.endorsed_by, row.endorsement)
    return Key(id=row.id, public=row.public, since=row.since, until=row.until or None, endorsed=endorsed)


def chain_of(ids: Iterable[str]) -> tuple[Key, ...]:
    """These keys and those that lead from the first key to them, oldest first.

    A key has an end only if its successor is in the list, which implies the same and is signed.
    """
    wanted_ids = [*ids]
    known = {key.id: key for key in keys_published()} if wanted_ids else {}
    chosen: dict[str, Key] = {}
    for wanted in wanted_ids:
        key = known.get(wanted)
        while key is not None and key.id not in chosen:
            chosen[key.id] = key
            key = known.get(key.endorsed.by) if key.endorsed else None
    followed = {key.endorsed.by for key in chosen.values() if key.endorsed and key.endorsed.by != key.id}
    listed = (key for key in known.values() if key.id in chosen)
    return tuple(key if key.id in followed else msgspec.structs.replace(key, until=None) for key in listed)
