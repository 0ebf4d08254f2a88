"""The game file: one game as JSON Lines, complete in itself.

The first line is the header, each further line `{"event": …, "hash": "…"}`. The hash is SHA-256 over the exact bytes of
`event`, which are canonical; each event names the hash of the one before it, the first that of the header's bytes. An
event's line may also hold the digest of the position after it (`state`); then all of them do. After the events may come
the lines of `rules.trailers`: keys, the signed head, seals. `rules.evidence` checks signatures, proofs and digests;
this module only checks that the lines agree with each other.

A line that cannot be read stops the reading, with its number; a line that can be read but was altered is a finding, and
the rest is read. Every line ends with a newline, and the bytes of a file follow from its content.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rules.kernel.errors import Malformed
from rules.kernel.events import FORMAT, Claim, Declaration, Event, Finding, Header, canonical, digest
from rules.kernel.log import LOG
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import read
from rules.trailers import ORDER, SEALS, CheckpointLine, Key, KeysLine, SealLine, Trailer, line_of, read_trailer

MAX_BYTES = 64 * 1024 * 1024
"""A game file larger than 64 MiB is not read."""
MAX_EVENTS = 50_000
"""Nor is one with more events: five times as many as the autoplayer ever makes."""


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    event: msgspec.Raw
    hash: str
    state: str = ""


_HEADER = msgspec.json.Decoder(Header)
_LINE = msgspec.json.Decoder(_Line)
_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])


class Record(msgspec.Struct, frozen=True):
    """One stored event: its canonical bytes, their hash, what they say, and the digest of the position after it."""

    body: bytes
    hash: str
    event: Event[Any]
    state: str = ""

    def line(self) -> bytes:
        """The record as a line of the file, its line feed included."""
        state = b'","state":"%b' % self.state.encode() if self.state else b""
        return b'{"event":%b,"hash":"%b%b"}\n' % (self.body, self.hash.encode(), state)


class GameFile(msgspec.Struct):
    """A game file as read. `findings` lists what is wrong with the chain itself."""

    header: Header
    records: list[Record] = msgspec.field(default_factory=list)
    findings: list[Finding] = msgspec.field(default_factory=list)
    keys: tuple[Key, ...] = ()
    checkpoint: CheckpointLine | None = None
    seals: list[SealLine] = msgspec.field(default_factory=list)

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
        lines = (record.line() for record in self.records)
        return self.header.bytes() + b"\n" + b"".join(lines) + self.closing()

    @property
    def closed(self) -> bool:
        """Whether any line comes after the events."""
        return bool(self.keys or self.checkpoint or self.seals)

    def trailers(self) -> list[Trailer]:
        """The lines after the events."""
        keys = [KeysLine(self.keys)] if self.keys else []
        return [*keys, *([self.checkpoint] if self.checkpoint else []), *self.seals]

    def closing(self) -> bytes:
        """The bytes of the lines after the events."""
        return b"".join(map(line_of, self.trailers()))

    def add(self, trailer: Trailer) -> None:
        """Add a line after the events; the place of each kind is fixed."""
        match trailer:
            case KeysLine():
                self.keys = trailer.keys
            case CheckpointLine():
                self.checkpoint = trailer
            case SealLine():
                self.seals.append(trailer)


def seal(event: Event[Any]) -> Record:
    """Write an event canonically and hash it."""
    body = canonical(event)
    return Record(body, digest(body), event)


def make_event(
    number: int, declaration: Declaration[Any], effects: Sequence[Any], previous: str, at: str = "", who: str = ""
) -> Event[Any]:
    """An event made from a declaration and its effects."""
    return Event(
        number=number,
        by=declaration.by,
        action=declaration.action,
        dice=declaration.dice,
        claim=declaration.claim,
        rerolls=declaration.rerolls,
        hold=declaration.hold,
        effects=tuple(effects),
        at=at,
        who=who,
        previous=previous,
    )


def read_header(line: bytes | str) -> Header:
    """Read the first line of a game file.

    Raises:
        Malformed: it is not a header of a known format.
    """
    header: Header = read(_HEADER, line)
    if header.format != FORMAT:
        raise Malformed("$.format", f"{header.format!r} is not {FORMAT!r}")
    return header


def loads(data: bytes, ruleset_of: Any) -> GameFile:
    """Read a game file. `ruleset_of(id, version)` gives the ruleset the header names.

    Raises:
        Malformed: too large, no header, an unknown ruleset, or a line that is not an event; the path names the line.
    """
    if len(data) > MAX_BYTES:
        raise Malformed("$", f"the file is larger than {MAX_BYTES // 2**20} MiB")
    lines = _lines(data)
    first = next(lines)
    game = GameFile(read_header(first.removesuffix(b"\n")))
    if first.removesuffix(b"\n") != game.header.bytes():
        game.findings.append(_broken(0, "chain", "the header is not written canonically"))
    ruleset = ruleset_of(game.header.ruleset, game.header.version)
    for place, line in enumerate(lines, 2):
        _read_line(game, place, line.removesuffix(b"\n"), ruleset)
    if not data.endswith(b"\n"):
        game.findings.append(_broken(len(game.records), "chain", "the last line does not end: the file was cut short"))
    game.findings.extend(checkpoint_findings(game))
    return game


def _lines(data: bytes) -> Iterator[bytes]:
    """The lines one by one, each with its line feed: a file of nothing but line feeds costs nothing."""
    start = 0
    while start < len(data) or not start:
        end = data.find(b"\n", start) + 1 or len(data)
        yield data[start:end]
        start = end or 1


def _read_line(game: GameFile, place: int, line: bytes, ruleset: Ruleset) -> None:
    """Read one line after the header into the game; `place` counts lines from 1."""
    try:
        name = kind_of(line)
        if name == "event":
            _add_record(game, line, ruleset)
        else:
            _add_trailer(game, name, line)
    except Malformed as error:
        raise Malformed(f"line {place} {error.path}", error.reason) from None


def kind_of(line: bytes) -> str:
    """What a line after the header is: `event`, or the kind of a trailer. Raises: Malformed."""
    if line.startswith(b'{"event":'):
        return "event"
    members = read(_MEMBERS, line)
    for name in ("event", *ORDER):
        if name in members:
            return name
    raise Malformed("$", "it is none of the lines of a game file: an event, keys, a checkpoint or a seal")


def _add_record(game: GameFile, line: bytes, ruleset: Ruleset) -> None:
    number = len(game.records) + 1
    if number > MAX_EVENTS:
        raise Malformed("$", f"a game has at most {MAX_EVENTS} events")
    record = _as_written(line, ruleset)
    if record is not None:
        game.findings.extend(_chain_findings(number, record, game.head, canon=True))
    else:
        parts = read(_LINE, line)
        body = bytes(parts.event)
        record = Record(body, parts.hash, read(ruleset.event_decoder, body), parts.state)
        game.findings.extend(chain_findings(number, body, record.hash, record.event, game.head))
        if record.line()[:-1] != line:
            game.findings.append(_broken(number, "chain", "its line is not written canonically"))
    if game.records and bool(record.state) != bool(game.records[0].state):
        game.findings.append(_broken(number, "state", "either every event has the digest of its position or none has"))
    if game.closed:
        game.findings.append(_broken(number, "chain", "it stands after the lines that close the record"))
    game.records.append(record)


def _add_trailer(game: GameFile, name: str, line: bytes) -> None:
    trailer, number, clause = read_trailer(name, line), len(game.records), ORDER[name][1]
    places = [*ORDER]
    before = [places.index(_name(each)) for each in game.trailers()]
    if before and (max(before) > places.index(name) or (max(before) == places.index(name) and name != "seal")):
        game.findings.append(_broken(number, clause, f"the line {name!r} stands where it does not belong"))
        return
    if len(game.seals) == SEALS:
        raise Malformed("$", f"a game file has at most {SEALS} seals")
    if line_of(trailer)[:-1] != line:
        game.findings.append(_broken(number, clause, f"the line {name!r} is not written canonically"))
    game.add(trailer)


def _name(trailer: Trailer) -> str:
    return next(name for name, (kind, _) in ORDER.items() if isinstance(trailer, kind))


def checkpoint_findings(game: GameFile) -> Iterator[Finding]:
    """Findings where the signed head is not the head of the record before it."""
    if game.checkpoint is None:
        return
    said, number = game.checkpoint.checkpoint, len(game.records)
    if said.game != game.header.game:
        yield _broken(number, "checkpoint", f"the checkpoint is of another game, {said.game!r}")
    if said.number > number:
        yield _broken(number, "checkpoint", f"the record was cut: {said.number} events were signed, {number} are here")
    elif said.number < number:
        text = f"only {said.number} of the {number} events are under the checkpoint"
        yield _broken(said.number + 1, "checkpoint", text)
    if said.number == number and said.head != game.head:
        yield _broken(number, "checkpoint", "the events are not those that were signed: the heads differ")


def _as_written(line: bytes, ruleset: Ruleset) -> Record | None:
    """The record of a line that has exactly the bytes we write, in one pass; None for any other line."""
    try:
        whole = ruleset.line_decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    record = Record(canonical(whole.event), whole.hash, whole.event, whole.state)
    return record if record.line()[:-1] == line else None


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
