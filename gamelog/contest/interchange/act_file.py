"""Acts as a file: a header line, then a line for every act as it was stored, with its hash. What all such files share.

Which acts, what the header says beside their number and the hash of the last, and what closes a file: see `event_file`,
and the file of a club.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from gamelog.contest.errors import Refused
from rules import canonical, digest

MOST_ACTS = 100_000
AT = "%Y-%m-%dT%H:%M:%SZ"
"""How the time of an act is written: UTC, whole seconds."""


class Linked(Protocol):
    """As much of an act as its place in a file needs."""

    @property
    def number(self) -> int: ...
    @property
    def at(self) -> str: ...
    @property
    def previous(self) -> str: ...
    @property
    def format(self) -> int: ...
    def bytes(self) -> bytes:
        """The canonical bytes, which are hashed."""


A = TypeVar("A", bound=Linked)
H = TypeVar("H", bound=msgspec.Struct)


class FileAct(NamedTuple, Generic[A]):
    """An act as it stands in a file: its canonical bytes, their hash, and what they say."""

    body: bytes
    hash: str
    entry: A


class Before(NamedTuple):
    """What the next act of a file follows: number, hash, time and format of the act before. `unlinked`: acts so far are
    older than links, and name none before them.
    """

    number: int = 0
    hash: str = ""
    at: str = ""
    format: int = 1
    unlinked: bool = False


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    act: msgspec.Raw
    hash: str


_LINE = msgspec.json.Decoder(_Line)


def line_of(body: bytes, hash: str) -> bytes:
    """An act's line, without its end."""
    return b'{"act":' + body + b',"hash":"' + hash.encode() + b'"}'


def joined(lines: Sequence[bytes]) -> bytes:
    """Lines with their ends."""
    return b"".join(line + b"\n" for line in lines)


def wrong(line: int, text: str) -> Refused:
    """The refusal of a file by the number of a line."""
    return Refused("bad-file", f"line {line}", text, line=line)


def lines_in(data: bytes) -> list[bytes]:
    """The lines of a file, at least one, without their ends. Raises: Refused `bad-file`."""
    if not data.endswith(b"\n"):
        raise wrong(data.count(b"\n") + 1, "the file breaks off: its last line has no end")
    return data[:-1].split(b"\n")


def read_line(number: int, line: bytes, decode: Callable[[bytes], H], what: str) -> H:
    """A line that is one canonical value. Raises: Refused `bad-file`: it is no `what`."""
    try:
        found = decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise wrong(number, f"it is no {what}: {error}") from None
    if canonical(found) != line:
        raise wrong(number, "the line is not written in canonical form")
    return found


def read_act(number: int, line: bytes, decode: Callable[[bytes], A], before: Before) -> FileAct[A]:
    """An act that is the next after `before`. Raises: Refused `bad-file`, by the number of its line."""
    try:
        found = _LINE.decode(line)
        body = bytes(found.act)
        entry = decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, Refused) as error:
        raise wrong(number, f"it is no act: {error}") from None
    if line != line_of(body, found.hash) or entry.bytes() != body:
        raise wrong(number, "the act is not written in canonical form")
    if digest(body) != found.hash:
        raise wrong(number, "the act was changed: its hash is another")
    _follows(number, entry, before)
    return FileAct(body, found.hash, entry)


def after(stored: FileAct[Any], before: Before) -> Before:
    """What the act after this one follows."""
    entry = stored.entry
    return Before(entry.number, stored.hash, entry.at, entry.format, before.unlinked and not entry.previous)


def _follows(number: int, entry: Linked, before: Before) -> None:
    if entry.number != before.number + 1:
        raise wrong(number, f"the act is number {entry.number}, where {before.number + 1} is next")
    if entry.previous != before.hash and not (before.unlinked and not entry.previous):
        raise wrong(number, "the act does not link to the one before it")
    if entry.format < before.format:
        raise wrong(number, f"the act is of format {entry.format}, and the one above it of {before.format}")
    try:
        moment = datetime.strptime(entry.at, AT)  # noqa: DTZ007 (the pattern ends in Z)
    except ValueError:
        raise wrong(number, f"{entry.at[:40]!r} is no time like 2026-05-01T09:30:00Z") from None
    if moment.strftime(AT) != entry.at or entry.at < before.at:
        raise wrong(number, f"the act was recorded at {entry.at}, before the one above it")


def require_count(said: int, found: int) -> None:
    """Refuse another number of acts than the header says. Raises: Refused `bad-file`."""
    if said != found:
        raise wrong(1, f"the header says {said} acts, and the file has {found}")


def require_end(head: str, format: str, last: Before, format_of_last: str) -> None:
    """Refuse acts that do not end as the header says. Raises: Refused `bad-file`."""
    if last.hash != head:
        raise wrong(1, "the last act is not the one that the header names")
    if format != format_of_last:
        raise wrong(1, f"the header says {format}, and the last act is of format {last.format}")
