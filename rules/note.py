"""Signed notes: a text, and lines under it by which keys vouch for it.

The format is C2SP's signed-note, https://c2sp.org/signed-note, with two of its signature types: Ed25519 over the text,
and the cosignature of a witness, https://c2sp.org/tlog-cosignature, which is over the text and a time.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from rules.evidence import signs
from rules.kernel.errors import Malformed

SIGNATURE, COSIGNATURE = 1, 4
"""The types of keys: of Ed25519 signatures, and of Ed25519 cosignatures with a time."""
DASH = "\u2014 "
MOST_LINES = 64
"""Signatures that a note has at most; readers have to take sixteen."""
_PUBLIC, _SIGNATURE, _TIME, _ID = 32, 64, 8, 4


class NoteKey(NamedTuple):
    """A key that signs notes, under a name."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """The four bytes by which signatures name the key, along with its name."""
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:_ID]

    def text(self) -> str:
        """The key as it is given to those who check: a "vkey"."""
        return f"{self.name}+{self.id.hex()}+{base64(bytes([self.kind]) + self.public)}"


class NoteSignature(NamedTuple):
    """A line under a note: the name and id of a key, and the bytes of the signature."""

    name: str
    id: bytes
    data: bytes

    def line(self) -> str:
        """The line, its line feed included."""
        return f"{DASH}{self.name} {base64(self.id + self.data)}\n"


class Note(NamedTuple):
    """A text, which ends in a line feed, and the signatures under it."""

    text: str
    signatures: tuple[NoteSignature, ...]

    def dump(self) -> bytes:
        """The note as it is sent."""
        return (self.text + "\n" + "".join(each.line() for each in self.signatures)).encode()


def base64(data: bytes) -> str:
    """The standard base 64 encoding."""
    return b64encode(data).decode()


def unbase64(text: str, path: str) -> bytes:
    """The bytes of a base 64 encoding, which is written as `base64` does. Raises: Malformed."""
    try:
        found = b64decode(text, validate=True)
    except ValueError as error:
        raise Malformed(path, f"no base 64: {error}") from None
    if base64(found) != text:
        raise Malformed(path, "base 64 that is not written in the standard way")
    return found


def read_key(text: str) -> NoteKey:
    """Read a key. Raises: Malformed, also where the id is not that of the key."""
    parts = text.strip().split("+", 2)
    if len(parts) != 3 or not _is_name(parts[0]):
        raise Malformed("key", "a key is a name, an id and base 64 with + between them")
    data = unbase64(parts[2], "key")
    if len(data) != 1 + _PUBLIC or data[0] not in (SIGNATURE, COSIGNATURE):
        raise Malformed("key", "it is no Ed25519 key for notes or for cosignatures")
    key = NoteKey(parts[0], data[0], data[1:])
    if parts[1] != key.id.hex():
        raise Malformed("key", f"its id is {key.id.hex()}, not {parts[1][:20]}")
    return key


def _is_name(text: str) -> bool:
    return bool(text) and "+" not in text and not any(map(str.isspace, text)) and text.isprintable()


def read_note(data: bytes) -> Note:
    """Read a note; nothing is verified. Raises: Malformed."""
    try:
        whole = data.decode()
    except UnicodeDecodeError:
        raise Malformed("note", "it is not UTF-8") from None
    if any(each < " " and each != "\n" for each in whole):
        raise Malformed("note", "it contains a control character")
    text, gap, below = whole.rpartition("\n\n")
    if not gap or not below.endswith("\n") or not text:
        raise Malformed("note", "it is no text, an empty line, and signatures")
    lines = below.splitlines()
    if len(lines) > MOST_LINES:
        raise Malformed("note", f"it has more than {MOST_LINES} signatures")
    return Note(text + "\n", tuple(map(read_signature, lines)))


def read_signature(line: str) -> NoteSignature:
    """Read a line under a note, without its line feed. Raises: Malformed."""
    name, _, encoded = line.removeprefix(DASH).partition(" ")
    if not line.startswith(DASH) or not _is_name(name):
        raise Malformed("note", "a signature begins with an em dash and the name of a key")
    data = unbase64(encoded, "note")
    if len(data) <= _ID:
        raise Malformed("note", "a signature is shorter than the id of its key")
    return NoteSignature(name, data[:_ID], data[_ID:])


def signed_bytes(text: str, kind: int, seconds: int = 0) -> bytes:
    """What a key of this kind signs of a text; a cosignature at so many seconds since 1970."""
    return text.encode() if kind == SIGNATURE else f"cosignature/v1\ntime {seconds}\n{text}".encode()


def signature(key: NoteKey, signed: bytes, seconds: int = 0) -> NoteSignature:
    """The line for a signature of what `signed_bytes` gives."""
    return NoteSignature(key.name, key.id, signed if key.kind == SIGNATURE else seconds.to_bytes(_TIME) + signed)


def seconds_of(line: NoteSignature) -> int:
    """When a cosignature was made, in seconds since 1970."""
    return int.from_bytes(line.data[:_TIME])


def verified(note: Note, keys: Sequence[NoteKey]) -> list[NoteSignature]:
    """The signatures of a note by these keys; those of others do not count.

    Raises:
        Malformed: one that names such a key is not of this text; or there is none.
        evidence.Unavailable: there is no library here to check them with.
    """
    found = list(_verified(note, keys))
    if not found:
        raise Malformed("note", f"it is signed by none of {', '.join(key.text() for key in keys) or 'the keys'}")
    return found


def _verified(note: Note, keys: Sequence[NoteKey]) -> Iterator[NoteSignature]:
    known = {(key.name, key.id): key for key in keys}
    for each in note.signatures:
        key = known.get((each.name, each.id))
        if key is not None:
            if not _holds(note, each, key):
                raise Malformed("note", f"the signature of {key.name} is not of this text")
            yield each


def _holds(note: Note, line: NoteSignature, key: NoteKey) -> bool:
    plain = key.kind == SIGNATURE
    signed, seconds = (line.data, 0) if plain else (line.data[_TIME:], seconds_of(line))
    return len(signed) == _SIGNATURE and signs(key.public, signed, signed_bytes(note.text, key.kind, seconds))
