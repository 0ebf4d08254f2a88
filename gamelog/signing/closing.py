"""The lines that may close a file of acts: public keys, the signed head, and the stream's places under seals.

They are those of a game file (`rules.trailers`), but that what is signed names another kind of stream: another format,
so that no signature of one kind passes for another. A file without them is as good a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeAlias
from uuid import UUID

import msgspec

from gamelog.contest.interchange.act_file import joined, read_line, wrong
from rules import canonical, evidence, merkle
from rules.trailers import SEALS, Key, KeysLine, SealLine, Signatures


class Said(Protocol):
    """What is signed of a head: a format of its own, with a member that names the stream."""

    @property
    def at(self) -> str: ...
    @property
    def finished(self) -> bool: ...
    @property
    def head(self) -> str: ...
    @property
    def number(self) -> int: ...
    def bytes(self) -> bytes:
        """What is signed."""


class Head(NamedTuple):
    """What is closed: the stream, how many acts it has, and the hash of the last."""

    stream: UUID
    number: int
    head: str


class Closing(NamedTuple):
    """What closes a file, as far as it is there."""

    keys: tuple[Key, ...] = ()
    checkpoint: Any = None
    seals: tuple[SealLine, ...] = ()


Line: TypeAlias = Any
_BEGINNINGS = (b'{"keys":', b'{"checkpoint":', b'{"index":')
"""How the lines begin, in the order of the file."""


def split(data: bytes) -> tuple[bytes, list[bytes]]:
    """A file without the lines that close it, and those lines without their ends."""
    lines = data.splitlines(keepends=True)
    count = len(lines)
    while count and lines[count - 1].startswith(_BEGINNINGS) and lines[count - 1].endswith(b"\n"):
        count -= 1
    return b"".join(lines[:count]), [line[:-1] for line in lines[count:]]


def dump(closing: Closing) -> bytes:
    """The lines of what closes a file."""
    lines: list[Line] = [KeysLine(closing.keys)] if closing.keys else []
    lines += [closing.checkpoint] if closing.checkpoint else []
    return joined([canonical(line) for line in (*lines, *closing.seals)])


@dataclass(frozen=True)
class Form:
    """How files of one kind of stream are closed.

    `name` is the member by which its signed head and its leaf of a seal's tree name the stream, `line` the struct of
    the line with the signed head, `leaf` that of the leaf. No leaf of another kind has that member.
    """

    name: str
    line: type[Any]
    leaf: type[Any]

    @cached_property
    def _decoders(self) -> tuple[Callable[[bytes], Any], ...]:
        return tuple(msgspec.json.Decoder(kind).decode for kind in (KeysLine, self.line, SealLine))

    def leaf_of(self, head: Head) -> Any:
        """A stream as a leaf of a seal's tree."""
        return self.leaf(**{self.name: head.stream}, head=head.head, number=head.number)

    def read(self, lines: Sequence[bytes], head: Head, first: int) -> Closing:
        """The lines after the acts of a file, of which the first has the number `first`, each saying what is so.

        Raises:
            Refused: `bad-file`, by the number of the line.
        """
        kinds = [_place(number, line) for number, line in enumerate(lines, first)]
        found = [
            read_line(number, line, self._decoders[kind], f"line that closes a file of the {self.name}")
            for number, (line, kind) in enumerate(zip(lines, kinds, strict=True), first)
        ]
        single = [kind for kind in kinds if kind < len(_BEGINNINGS) - 1]
        if kinds != sorted(kinds) or len(single) != len(set(single)) or kinds.count(len(_BEGINNINGS) - 1) > SEALS:
            raise wrong(first, "keys, head and seals are not in their order, or there is one too many")
        closing = Closing(
            next((each.keys for each in found if isinstance(each, KeysLine)), ()),
            next((each for each in found if isinstance(each, self.line)), None),
            tuple(each for each in found if isinstance(each, SealLine)),
        )
        for text in self.problems(closing, head):
            raise wrong(first, text)
        return closing

    def decode_line(self, line: str) -> Any:
        """The stored line of a signed head. Raises: msgspec.MsgspecError."""
        return self._decoders[1](line.encode())

    def problems(self, closing: Closing, head: Head, trusted: tuple[Key, ...] = ()) -> list[str]:
        """What is wrong with what closes a file; with `trusted` keys, also what none of them vouches for."""
        found: list[str] = []
        line = closing.checkpoint
        if line:
            said = line.checkpoint
            if (getattr(said, self.name), said.number, said.head) != head:
                found.append("the signed head is not that of these acts")
            found += _unsigned(closing, line.signatures, said.bytes(), said.at, trusted)
        leaf = self.leaf_of(head).bytes()
        for seal in closing.seals:
            path = [bytes.fromhex(step) for step in seal.path]
            if not merkle.included(leaf, seal.index, seal.seal.size, path, bytes.fromhex(seal.seal.root)):
                found.append(f"the seal {seal.seal.title!r}: these acts, as they stand here, are not under it")
            found += _unsigned(closing, seal.signatures, seal.seal.bytes(), seal.seal.at, trusted)
        return found


def _place(number: int, line: bytes) -> int:
    found = next((place for place, beginning in enumerate(_BEGINNINGS) if line.startswith(beginning)), None)
    if found is None:
        raise wrong(number, "it is no line that closes a file")
    return found


def _unsigned(
    closing: Closing, signatures: Signatures, data: bytes, at: str, trusted: tuple[Key, ...]
) -> list[str]:  # fmt: skip
    try:
        return evidence.signature_problems(signatures, data, at, closing.keys, trusted)
    except evidence.Unavailable as missing:
        return [str(missing)]
