"""An event as one file: a header line, then every act as it was stored, each with its hash. See docs/event-file.md.

A file is checked by three questions, in this order: are these the bytes that were hashed, is every act the next of the
one before it, and do the rules give what is recorded. Names of people are not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args
from uuid import UUID

import msgspec
from msgspec import Meta

from gamelog.contest import stream, verification
from gamelog.contest.errors import Refused
from gamelog.contest.state import State
from gamelog.contest.stream import Entry
from rules import canonical, digest

Format: TypeAlias = Literal["gamelog-event@1", "gamelog-event@2", "gamelog-event@3"]
"""The format of a file is that of its last act: an event that was begun in an old one goes on in a new one."""
MOST_ACTS = 100_000
AT = "%Y-%m-%dT%H:%M:%SZ"
"""How the time of an act is written: UTC, whole seconds."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: which event, the format and hash of its last act, and how many there are."""

    event: UUID
    format: Format
    head: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    number: Annotated[int, Meta(ge=1, le=MOST_ACTS)]


class Stored(NamedTuple):
    """An act as it stands in a file: its canonical bytes, their hash, and what they say."""

    body: bytes
    hash: str
    entry: Entry


class EventFile(NamedTuple):
    """A file whose bytes, numbers and links hold."""

    header: Header
    acts: tuple[Stored, ...]


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    act: msgspec.Raw
    hash: str


class _Format(msgspec.Struct):
    format: stream.Format = 1


_FORMATS: tuple[Format, ...] = get_args(Format)
_FORMAT = msgspec.json.Decoder(_Format)
_HEADER = msgspec.json.Decoder(Header)
_LINE = msgspec.json.Decoder(_Line)


def line_of(body: bytes, hash: str) -> bytes:
    """An act's line, without its end."""
    return b'{"act":' + body + b',"hash":"' + hash.encode() + b'"}'


def dump(event: UUID, acts: Sequence[tuple[bytes, str]]) -> bytes:
    """A file of acts, at least one, from the first on: canonical bytes and hashes as they are stored."""
    body, head = acts[-1]
    header = Header(event=event, format=_format(_FORMAT.decode(body).format), head=head, number=len(acts))
    return b"".join(line + b"\n" for line in (canonical(header), *(line_of(*each) for each in acts)))


def _format(of_act: stream.Format) -> Format:
    return _FORMATS[of_act - 1]


def read(data: bytes) -> EventFile:
    """A file, once its bytes, numbers, links and times hold. Raises: Refused `bad-file`, by the number of the line."""
    if not data.endswith(b"\n"):
        raise _wrong(data.count(b"\n") + 1, "the file breaks off: its last line has no end")
    first, *lines = data[:-1].split(b"\n")
    header = _header(first)
    if len(lines) != header.number:
        raise _wrong(1, f"the header says {header.number} acts, and the file has {len(lines)}")
    acts: list[Stored] = []
    for number, line in enumerate(lines, 2):
        acts.append(_act(number, line, acts[-1] if acts else None))
    if acts[-1].hash != header.head:
        raise _wrong(1, "the last act is not the one that the header names")
    if header.format != _format(acts[-1].entry.format):
        raise _wrong(1, f"the header says {header.format}, and the last act is of format {acts[-1].entry.format}")
    return EventFile(header, tuple(acts))


def _wrong(line: int, text: str) -> Refused:
    return Refused("bad-file", f"line {line}", text, line=line)


def _header(line: bytes) -> Header:
    try:
        found = _HEADER.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _wrong(1, f"it is no header of an event's file: {error}") from None
    if canonical(found) != line:
        raise _wrong(1, "the header is not written in canonical form")
    return found


def _act(number: int, line: bytes, before: Stored | None) -> Stored:
    try:
        found = _LINE.decode(line)
        body = bytes(found.act)
        entry = stream.read_entry(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, Refused) as error:
        raise _wrong(number, f"it is no act: {error}") from None
    if line != line_of(body, found.hash) or entry.bytes() != body:
        raise _wrong(number, "the act is not written in canonical form")
    if digest(body) != found.hash:
        raise _wrong(number, "the act was changed: its hash is another")
    stored = Stored(body, found.hash, entry)
    _follows(number, stored, before)
    return stored


def _follows(number: int, stored: Stored, before: Stored | None) -> None:
    entry, expected = stored.entry, before.entry.number + 1 if before else 1
    if entry.number != expected:
        raise _wrong(number, f"the act is number {entry.number}, where {expected} is next")
    if entry.previous != (before.hash if before else ""):
        raise _wrong(number, "the act does not link to the one before it")
    if before and entry.format < before.entry.format:
        raise _wrong(number, f"the act is of format {entry.format}, and the one above it of {before.entry.format}")
    try:
        moment = datetime.strptime(entry.at, AT)  # noqa: DTZ007 (the pattern ends in Z)
    except ValueError:
        raise _wrong(number, f"{entry.at[:40]!r} is no time like 2026-05-01T09:30:00Z") from None
    if moment.strftime(AT) != entry.at or (before and entry.at < before.entry.at):
        raise _wrong(number, f"the act was recorded at {entry.at}, before the one above it")


def replayed(entries: Iterable[Entry]) -> State:
    """What acts come to, each decided again as if it were declared then; pairings are made again.

    Raises:
        Refused: the first finding, by the number of its line: the code of what refuses the act, or `not-as-made` where
            what is recorded is not what the rules give.
    """
    state = State()
    for finding in verification.verify(entries, state):
        raise finding.refusal()
    return state
