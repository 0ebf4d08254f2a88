"""Checking a file that somebody sends: a small one at once, a larger one in a worker, which all who send it share.

A file is named by its digest: whoever knows that has the file. It is kept until it is checked, its verdict for an hour
(`gamelog.games.long_work`).
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

import msgspec

import rules
from gamelog.evidence import selectors
from gamelog.games import long_work
from gamelog.games.models import QueuedWork
from rules.kernel.events import digest
from rules.verdict import verdict

AT_ONCE = 256 * 1024
"""Bytes of a file that is checked in the request: some 400 events, a tenth of a second."""


class Checked(msgspec.Struct, frozen=True):
    """What a file is: its header, the hash of each event (empty where the file says another one than its bytes have),
    and what is told of it.
    """

    header: str
    hashes: tuple[str, ...]
    told: dict[str, Any]


class Unreadable(msgspec.Struct, frozen=True):
    """Why a file cannot be read."""

    path: str
    reason: str


_RESULT = msgspec.json.Decoder(tuple[Checked | None, Unreadable | None])


def subject_of(data: bytes) -> str:
    """The name of a file: its digest."""
    return hashlib.sha256(data).hexdigest()


def is_subject(text: str) -> bool:
    """Whether a text can be such a name."""
    return re.fullmatch("[0-9a-f]{64}", text) is not None


def checked(data: bytes) -> Checked:
    """Check a file now. Raises: rules.Malformed."""
    found = verdict(data, selectors.trusted_for(rules.read_header(data.partition(b"\n")[0])))
    hashes = tuple(record.hash if digest(record.body) == record.hash else "" for record in found.file.records)
    told = {**msgspec.to_builtins(found.report), "evidence": msgspec.to_builtins(found.evidence)}
    return Checked(found.file.header.bytes().decode(), hashes, told)


def work(row: QueuedWork) -> bytes | None:
    """Check a file from the queue."""
    if row.kind != long_work.CHECK:
        return None
    try:
        return msgspec.json.encode((checked(bytes(row.payload)), None))
    except rules.Malformed as error:
        return msgspec.json.encode((None, Unreadable(error.path, error.reason)))


def result_of(row: QueuedWork) -> Checked:
    """What a worker found. Raises: rules.Malformed."""
    if row.error == long_work.BROKEN:
        raise rules.Malformed("$", "the check of this file broke here; the log of the site has the error")
    if not row.result:
        raise rules.Malformed("$", "this file takes longer to check than there is time for it")
    found, unreadable = _RESULT.decode(bytes(row.result))
    if found is None:
        raise rules.Malformed(unreadable.path if unreadable else "$", unreadable.reason if unreadable else "")
    return found
