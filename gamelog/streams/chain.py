"""The hash chain: every entry's hash covers its bytes, and its bytes contain the hash of the previous entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, Protocol, TypeAlias

import msgspec

from rules import digest

Code: TypeAlias = Literal["readable", "number", "link", "hash"]


class Stored(Protocol):
    """The part of an entry's row that the chain needs."""

    number: int
    body: str
    hash: str


class Break(NamedTuple):
    """A place at which a stream differs from what was recorded."""

    number: int
    code: Code
    text: str


class _Said(msgspec.Struct):
    number: int
    previous: str = ""


_SAID = msgspec.json.Decoder(_Said)


def breaks(rows: Iterable[Stored], previous: str = "", start: int = 1, unlinked: bool = False) -> Iterator[Break]:
    """Errors in consecutive rows, of which the first has the number `start` and follows `previous`.

    With `unlinked` the first of them need not link to a predecessor, until one does.
    """
    for place, row in enumerate(rows, start):
        body = row.body.encode()
        said = _read(body)
        if isinstance(said, str):
            yield Break(place, "readable", said)
        else:
            unlinked = unlinked and not said.previous
            yield from _entry_breaks(row, said, place, "" if unlinked else previous)
        if digest(body) != row.hash:
            yield Break(place, "hash", "its content is not what was hashed")
        previous = row.hash


def _read(body: bytes) -> _Said | str:
    try:
        return _SAID.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return f"it cannot be read: {error}"


def _entry_breaks(row: Stored, said: _Said, place: int, previous: str) -> Iterator[Break]:
    if (row.number, said.number) != (place, place):
        yield Break(place, "number", f"number {said.number} stands at place {place}")
    if said.previous != previous:
        yield Break(place, "link", "it does not follow the entry before it: the hashes differ")


def end_breaks(count: int, last: str, number: int, head: str) -> Iterator[Break]:
    """Errors in a stream of `count` entries up to `last`, whose own row says `number` and `head`."""
    if count != number:
        yield Break(min(count, number), "number", f"the stream's row says {number} entries, {count} are stored")
    if last != head:
        yield Break(min(count, number), "link", "the chain does not end in the stream's head")
