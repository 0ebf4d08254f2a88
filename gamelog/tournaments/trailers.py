"""The lines that may close an event's file: public keys, the signed head, and the event's places under seals.

They are those of a game file (`rules.trailers`), except that the signed head names an event: a different format, so
that no signature of one kind passes for another. A file without them is just as valid.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

import msgspec

from gamelog.contest.errors import Refused
from gamelog.contest.interchange.event_file import Header
from rules import canonical, evidence, merkle
from rules.trailers import SEALS, Count, Hash, Key, KeysLine, SealLine, Signatures, Time


class EventCheckpoint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A site's signed statement about an event: it has `number` acts, and the last one's hash is `head`."""

    at: Time
    event: UUID
    finished: bool
    format: Literal["gamelog-event-checkpoint/1"] = "gamelog-event-checkpoint/1"
    head: Hash
    number: Count

    def bytes(self) -> bytes:
        """The signed bytes."""
        return self.format.encode() + b"\n" + canonical(self)


class EventCheckpointLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    checkpoint: EventCheckpoint
    signatures: Signatures


class SealedEventHead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A leaf of a seal's tree. No leaf of a game has the member `event`."""

    event: UUID
    head: Hash
    number: Count

    def bytes(self) -> bytes:
        """The data of the leaf."""
        return canonical(self)


class Closing(NamedTuple):
    """The closing lines of a file, as far as it has any."""

    keys: tuple[Key, ...] = ()
    checkpoint: EventCheckpointLine | None = None
    seals: tuple[SealLine, ...] = ()


Line: TypeAlias = KeysLine | EventCheckpointLine | SealLine
_KINDS: tuple[tuple[bytes, Any], ...] = (
    (b'{"keys":', msgspec.json.Decoder(KeysLine)),
    (b'{"checkpoint":', msgspec.json.Decoder(EventCheckpointLine)),
    (b'{"index":', msgspec.json.Decoder(SealLine)),
)
"""How the lines begin, in their order in the file."""
_BEGINNINGS = tuple(beginning for beginning, _ in _KINDS)


def split(data: bytes) -> tuple[bytes, list[bytes]]:
    """An event's file without its closing lines, and those lines without line ends."""
    lines = data.splitlines(keepends=True)
    count = len(lines)
    while count and lines[count - 1].startswith(_BEGINNINGS) and lines[count - 1].endswith(b"\n"):
        count -= 1
    return b"".join(lines[:count]), [line[:-1] for line in lines[count:]]


def dump(closing: Closing) -> bytes:
    """The closing lines as bytes."""
    lines: list[Line] = [KeysLine(closing.keys)] if closing.keys else []
    lines += [closing.checkpoint] if closing.checkpoint else []
    return b"".join(canonical(line) + b"\n" for line in (*lines, *closing.seals))


def read(lines: list[bytes], header: Header) -> Closing:
    """The closing lines, parsed.

    Raises:
        Refused: `bad-file`, by the number of the line.
    """
    first = header.number + 2
    found = [_line(number, line) for number, line in enumerate(lines, first)]
    kinds = [_place(line) for line in lines]
    single = [kind for kind in kinds if kind < len(_KINDS) - 1]
    if kinds != sorted(kinds) or len(single) != len(set(single)) or kinds.count(len(_KINDS) - 1) > SEALS:
        raise _wrong(first, "keys, head and seals are not in their order, or there is one too many")
    closing = Closing(
        next((each.keys for each in found if isinstance(each, KeysLine)), ()),
        next((each for each in found if isinstance(each, EventCheckpointLine)), None),
        tuple(each for each in found if isinstance(each, SealLine)),
    )
    for text in problems(closing, header):
        raise _wrong(first, text)
    return closing


def _line(number: int, line: bytes) -> Line:
    try:
        found: Line = _KINDS[_place(line)][1].decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _wrong(number, f"it is no line that closes an event's file: {error}") from None
    if canonical(found) != line:
        raise _wrong(number, "the line is not written in canonical form")
    return found


def _place(line: bytes) -> int:
    return next(place for place, beginning in enumerate(_BEGINNINGS) if line.startswith(beginning))


def problems(closing: Closing, header: Header, trusted: tuple[Key, ...] = ()) -> list[str]:
    """Errors in a file's closing lines; with `trusted` keys, also anything that none of them vouches for."""
    found: list[str] = []
    line = closing.checkpoint
    if line:
        said = line.checkpoint
        if (said.event, said.number, said.head) != (header.event, header.number, header.head):
            found.append("the signed head is not that of these acts")
        found += _unsigned(closing, line.signatures, said.bytes(), said.at, trusted)
    leaf = SealedEventHead(event=header.event, head=header.head, number=header.number).bytes()
    for seal in closing.seals:
        path = [bytes.fromhex(step) for step in seal.path]
        if not merkle.included(leaf, seal.index, seal.seal.size, path, bytes.fromhex(seal.seal.root)):
            found.append(f"the seal {seal.seal.title!r}: these acts, as they stand here, are not under it")
        found += _unsigned(closing, seal.signatures, seal.seal.bytes(), seal.seal.at, trusted)
    return found


def _unsigned(
    closing: Closing, signatures: Signatures, data: bytes, at: str, trusted: tuple[Key, ...]
) -> list[str]:  # fmt: skip
    try:
        return evidence.signature_problems(signatures, data, at, closing.keys, trusted)
    except evidence.Unavailable as missing:
        return [str(missing)]


def _wrong(line: int, text: str) -> Refused:
    return Refused("bad-file", f"line {line}", text, line=line)
