"""The formats in which a transparency log is read and checked: checkpoints, tiles, bundles of entries, and proofs.

They are those of C2SP: https://c2sp.org/tlog-checkpoint, tlog-tiles, tlog-proof and tlog-witness, over the trees of
`rules.merkle` and the notes of `rules.note`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import msgspec

from rules import merkle, note
from rules.kernel.errors import Malformed
from rules.note import Note, NoteKey

PROOF = "c2sp.org/tlog-proof@v1"
MOST_PATH = 63
ENTRIES = -1
"""The "level" of the bundles of entries, whose tiles are named and numbered like those of level 0."""
MOST_ENTRY = 0xFFFF
_HASH = 32
_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
_TILE = re.compile(r"(entries|0|[1-9]|[1-5][0-9]|6[0-3])/((?:x[0-9]{3}/){0,5}[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")


class TreeHead(NamedTuple):
    """The head of a log's tree: whose it is, how many leaves it has, and their root."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        """The text of the checkpoint, which is signed."""
        return f"{self.origin}\n{self.size}\n{note.base64(self.root)}\n"


class Checkpoint(NamedTuple):
    """A tree head with the signatures under it."""

    head: TreeHead
    note: Note


class Proof(NamedTuple):
    """The proof that an entry stands at `place`, from 0 on; `extra` is the entry itself, as this site writes them."""

    place: int
    path: tuple[bytes, ...]
    checkpoint: Checkpoint
    extra: bytes = b""

    def dump(self) -> bytes:
        """The proof as a file."""
        lines = [PROOF, *([f"extra {note.base64(self.extra)}"] if self.extra else []), f"index {self.place}"]
        lines += [note.base64(step) for step in self.path]
        return "".join(f"{line}\n" for line in (*lines, "")).encode() + self.checkpoint.note.dump()


class Asked(NamedTuple):
    """What a log sends to a witness: its checkpoint, and the proof that it continues that of `old` leaves."""

    old: int
    path: tuple[bytes, ...]
    checkpoint: Checkpoint

    def dump(self) -> bytes:
        """The body of the request."""
        lines = [f"old {self.old}", *map(note.base64, self.path), ""]
        return "".join(f"{line}\n" for line in lines).encode() + self.checkpoint.note.dump()


def read_checkpoint(data: bytes) -> Checkpoint:
    """Read a checkpoint; its signatures are not verified. Raises: Malformed."""
    found = note.read_note(data)
    lines = found.text.splitlines()
    if len(lines) < 3 or not all(lines):
        raise Malformed("checkpoint", "it is no origin, size and root, a line each")
    return Checkpoint(TreeHead(lines[0], _number(lines[1], "checkpoint"), _hash(lines[2], "checkpoint")), found)


def verified_checkpoint(data: bytes, keys: Sequence[NoteKey]) -> Checkpoint:
    """Read a checkpoint that one of these keys signed. Raises: Malformed; evidence.Unavailable."""
    found = read_checkpoint(data)
    note.verified(found.note, keys)
    return found


def _number(text: str, path: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise Malformed(path, f"{text[:40]!r} is no number without leading zeros")
    return int(text)


def _hash(text: str, path: str) -> bytes:
    found = note.unbase64(text, path)
    if len(found) != _HASH:
        raise Malformed(path, f"a hash has {_HASH} bytes, not {len(found)}")
    return found


# tiles


class Tile(NamedTuple):
    """A tile: its level (or `ENTRIES`), its place in the level, and how many hashes or entries of it are meant."""

    level: int
    place: int
    width: int = merkle.TILE

    def path(self) -> str:
        """Its address below `tile/`."""
        digits = f"{self.place:0{(len(str(self.place)) + 2) // 3 * 3}d}"
        *above, last = (digits[at : at + 3] for at in range(0, len(digits), 3))
        address = "".join(f"x{each}/" for each in above) + last
        level = "entries" if self.level == ENTRIES else str(self.level)
        return f"{level}/{address}" + (f".p/{self.width}" if self.width < merkle.TILE else "")


def read_tile(path: str) -> Tile:
    """The tile at an address below `tile/`. Raises: Malformed if there is no such address."""
    found = _TILE.fullmatch(path)
    width = int(found[3] or merkle.TILE) if found else 0
    if not found or (found[3] and width >= merkle.TILE):
        raise Malformed("tile", "it is no address of a tile")
    index = int(found[2].replace("x", "").replace("/", ""))
    tile = Tile(ENTRIES if found[1] == "entries" else int(found[1]), index, width)
    if tile.path() != path:
        raise Malformed("tile", "the address of this tile is written otherwise")
    return tile


def width_of(size: int, level: int, place: int) -> int:
    """How many hashes or entries a tile has in a tree of so many leaves."""
    full: int = size // merkle.TILE ** max(level, 0)
    return max(0, min(merkle.TILE, full - place * merkle.TILE))


def bundle(entries: Iterable[bytes]) -> bytes:
    """Entries as they are sent: each behind its length in two bytes."""
    return b"".join(len(each).to_bytes(2) + each for each in entries)


def hashes_of(data: bytes, width: int) -> list[bytes]:
    """The hashes of a tile. Raises: Malformed if there are not so many."""
    if len(data) != width * _HASH:
        raise Malformed("tile", f"it has {len(data)} bytes, not {width * _HASH}")
    return [data[at : at + _HASH] for at in range(0, len(data), _HASH)]


# proofs


def _parts(data: bytes, what: str) -> tuple[list[str], bytes]:
    """The lines before the first empty one, and the checkpoint behind it. Raises: Malformed."""
    above, gap, below = data.partition(b"\n\n")
    try:
        lines = above.decode("ascii").split("\n")
    except UnicodeDecodeError:
        raise Malformed(what, "it is not ASCII before the checkpoint") from None
    if not gap:
        raise Malformed(what, "there is no checkpoint behind an empty line")
    return lines, below


def _path(lines: Sequence[str], what: str) -> tuple[bytes, ...]:
    if len(lines) > MOST_PATH:
        raise Malformed(what, f"it has more than {MOST_PATH} hashes")
    return tuple(_hash(line, what) for line in lines)


def _named(line: str, name: str, what: str) -> str:
    if not line.startswith(f"{name} "):
        raise Malformed(what, f"a line {name!r} is missing")
    return line.removeprefix(f"{name} ")


def read_proof(data: bytes) -> Proof:
    """Read the proof that an entry is in a log; nothing is verified. Raises: Malformed."""
    (form, *lines), below = _parts(data, "proof")
    if form != PROOF:
        raise Malformed("proof", f"it does not begin with {PROOF}")
    extra = note.unbase64(lines.pop(0).removeprefix("extra "), "proof") if lines and lines[0][:6] == "extra " else b""
    index = _number(_named(lines[0] if lines else "", "index", "proof"), "proof")
    return Proof(index, _path(lines[1:], "proof"), read_checkpoint(below), extra)


def read_asked(data: bytes) -> Asked:
    """Read what a log sends to a witness; nothing is verified. Raises: Malformed."""
    (old, *lines), below = _parts(data, "add-checkpoint")
    size = _number(_named(old, "old", "add-checkpoint"), "add-checkpoint")
    return Asked(size, _path(lines, "add-checkpoint"), read_checkpoint(below))


class Entry(msgspec.Struct):
    """The members that the entries of this site's log have in common: what it is about, and for a stream its head."""

    kind: str
    id: str
    at: str
    number: int = 0
    head: str = ""


_ENTRY = msgspec.json.Decoder(Entry)


def read_entry(data: bytes) -> Entry:
    """Read an entry of this site's log. Raises: Malformed."""
    try:
        return _ENTRY.decode(data)
    except msgspec.MsgspecError as error:
        raise Malformed("entry", str(error)) from None


def check_proof(data: bytes, entry: bytes, keys: Sequence[NoteKey]) -> tuple[Proof, bytes]:
    """Read a proof that holds for an entry; without one, for the one that came along with the proof. Returns both.

    Raises:
        Malformed: it is no proof, none of the keys signed its checkpoint, or the entry is not at its place.
        evidence.Unavailable: there is no library here to check signatures with.
    """
    proof = read_proof(data)
    note.verified(proof.checkpoint.note, keys)
    entry = entry or proof.extra
    head = proof.checkpoint.head
    if not merkle.included(entry, proof.place, head.size, proof.path, head.root):
        raise Malformed("proof", f"the entry is not at {proof.place} of the log's {head.size}")
    return proof, entry


def check_entries(entries: Iterable[bytes], checkpoints: Iterable[Checkpoint]) -> Iterator[tuple[Checkpoint, str]]:
    """What is wrong with each checkpoint, if these are all entries of a log: nothing, or why it is not of this log."""
    tree, waiting = merkle.Growing(), iter(entries)
    for each in sorted(checkpoints, key=lambda each: each.head.size):
        for entry in islice(waiting, each.head.size - tree.size):
            tree.add(merkle.leaf_hash(entry))
        yield each, _not_of(tree, each.head)


def _not_of(tree: merkle.Growing, head: TreeHead) -> str:
    """Why a head is not that of a tree, which has as many leaves if the log has."""
    if tree.size < head.size:
        return f"the log has {tree.size} entries, and it is over {head.size}"
    if tree.root() != head.root:
        return f"the first {head.size} entries are not those it was made of"
    return ""
