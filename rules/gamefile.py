"""The game file: one game as JSON Lines, complete in itself.

The first line is the header, each further line `{"event": …, "hash": "…"}`. The hash is SHA-256 over the exact bytes
of `event`, which are canonical; each event names the hash of the one before it, the first that of the header's bytes.
A line that cannot be read stops the reading, with its number; a line that can be read but is not what was written is
a finding, and the rest is read. Every line ends with a newline, and the bytes of a file follow from its events.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.kernel.errors import Malformed
from rules.kernel.events import FORMAT, Claim, Declaration, Event, Finding, Header, canonical, digest
from rules.kernel.log import LOG
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import read

MAX_BYTES = 64 * 1024 * 1024
"""A game file larger than 64 MiB is not read."""


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    event: msgspec.Raw
    hash: str


_HEADER = msgspec.json.Decoder(Header)
_LINE = msgspec.json.Decoder(_Line)


class Record(msgspec.Struct, frozen=True):
    """One stored event: its canonical bytes, their hash, and what they say."""

    body: bytes
    hash: str
    event: Event[Any]

    def line(self) -> bytes:
        """The record as a line of the file, its line feed included."""
        return b'{"event":%b,"hash":"%b"}\n' % (self.body, self.hash.encode())


@dataclass
class GameFile:
    """A game file as read. `findings` lists what is wrong with the chain itself."""

    header: Header
    records: list[Record] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def head(self) -> str:
        """The hash of the last event, or of the header of a game without events."""
        return self.records[-1].hash if self.records else digest(self.header.bytes())

    @property
    def events(self) -> list[Event[Any]]:
        """The events in order."""
        return [record.event for record in self.records]

    def dump(self) -> bytes:
        """The bytes of the file."""
        return self.header.bytes() + b"\n" + b"".join(record.line() for record in self.records)


def seal(event: Event[Any]) -> Record:
    """Write an event canonically and hash it."""
    body = canonical(event)
    return Record(body, digest(body), event)


def make_event(
    number: int, declaration: Declaration[Any], effects: Sequence[Any], previous: str, at: str = ""
) -> Event[Any]:
    """An event from what was declared and what the rules made of it."""
    return Event(
        number=number,
        by=declaration.by,
        action=declaration.action,
        dice=declaration.dice,
        claim=declaration.claim,
        rerolls=declaration.rerolls,
        effects=tuple(effects),
        at=at,
        previous=previous,
    )


def read_header(line: bytes | str) -> Header:
    """Read the first line of a game file.

    Raises:
        Malformed: it is no header of a known format.
    """
    header: Header = read(_HEADER, line)
    if header.format != FORMAT:
        raise Malformed("$.format", f"{header.format!r} is not {FORMAT!r}")
    return header


def loads(data: bytes, ruleset_of: Any) -> GameFile:
    """Read a game file. `ruleset_of(id, version)` gives the ruleset the header names.

    Raises:
        Malformed: too large, no header, an unknown ruleset, or a line that is no event; the path names the line.
    """
    if len(data) > MAX_BYTES:
        raise Malformed("$", f"the file is larger than {MAX_BYTES // 2**20} MiB")
    first, *rest = data.split(b"\n")
    game = GameFile(read_header(first))
    if first != game.header.bytes():
        game.findings.append(_broken(0, "chain", "the header is not written canonically"))
    ruleset = ruleset_of(game.header.ruleset, game.header.version)
    if rest and not rest[-1]:
        rest.pop()
    else:
        game.findings.append(_broken(len(rest), "chain", "the last line does not end: the file was cut short"))
    previous = game.head
    for number, line in enumerate(rest, 1):
        record, findings = _record(number, line, ruleset, previous)
        previous = record.hash
        game.records.append(record)
        game.findings.extend(findings)
    return game


def _record(number: int, line: bytes, ruleset: Ruleset, previous: str) -> tuple[Record, Iterable[Finding]]:
    record = _as_written(line, ruleset)
    if record is not None:
        return record, _chain_findings(number, record, previous, canon=True)
    try:
        parts = read(_LINE, line)
        body = bytes(parts.event)
        event = read(ruleset.event_decoder, body)
    except Malformed as error:
        raise Malformed(f"line {number + 1} {error.path}", error.reason) from None
    record = Record(body, parts.hash, event)
    findings = chain_findings(number, record.body, record.hash, event, previous)
    if record.line() != line + b"\n":
        findings.append(_broken(number, "chain", "its line is not written canonically"))
    return record, findings


def _as_written(line: bytes, ruleset: Ruleset) -> Record | None:
    """The record of a line that holds the very bytes we write, in one reading; of any other line None."""
    try:
        whole = ruleset.line_decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    record = Record(canonical(whole.event), whole.hash, whole.event)
    return record if record.line() == line + b"\n" else None


def chain_findings(number: int, body: bytes, hashed: str, event: Event[Any], previous: str) -> list[Finding]:
    """What is wrong with an event's place in its chain: number, link, hash, and the form of its bytes."""
    return _chain_findings(number, Record(body, hashed, event), previous, canon=canonical(event) == body)


def _chain_findings(number: int, record: Record, previous: str, canon: bool) -> list[Finding]:
    event = record.event
    numbered, linked, hashes = event.number == number, event.previous == previous, digest(record.body) == record.hash
    if numbered and linked and hashes and canon:
        return []
    checks = (
        (numbered, "number", f"event {event.number} stands at place {number}"),
        (linked, "chain", "it does not follow the event before it: the hashes differ"),
        (hashes, "chain", "its content is not what was hashed"),
        (canon, "chain", "it is not written canonically"),
    )
    return [_broken(number, clause, message) for ok, clause, message in checks if not ok]


def _broken(number: int, clause: str, message: str) -> Finding:
    return Finding(number=number, rule=LOG[clause], severity="impossible", message=message)


__all__ = ["Claim", "GameFile", "Record", "chain_findings", "loads", "make_event", "read_header", "seal"]
