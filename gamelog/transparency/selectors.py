"""Reading the log: its newest checkpoint, its tiles and entries, and proofs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings

from gamelog.signing.models import SigningKey
from gamelog.transparency.models import Cosignature, Leaf, LogHead, TileHash
from rules import merkle, note, tlog
from rules.note import NoteKey

WHOLE = 10_000
"""Leaves that are read at once where all are wanted."""


def origin() -> str:
    """The name of this site's log: its address without the scheme."""
    return f"{settings.SITE_URL.partition('://')[2]}/log"


def witness_name() -> str:
    """The name under which this site cosigns the checkpoints of others."""
    return f"{settings.SITE_URL.partition('://')[2]}/witness"


def note_key(public: str, kind: int = note.SIGNATURE) -> NoteKey:
    """A key of this site, as notes name it: that of its log, or as a witness."""
    return NoteKey(origin() if kind == note.SIGNATURE else witness_name(), kind, bytes.fromhex(public))


def log_keys(kind: int = note.SIGNATURE) -> list[NoteKey]:
    """Every key that this site ever signed with, the present one first."""
    return [note_key(public, kind) for public in SigningKey.objects.order_by("-since").values_list("public", flat=True)]


def head_now() -> LogHead | None:
    """The newest head of the log; none if nothing was logged yet."""
    return LogHead.objects.order_by("-id").first()


def checkpoint(head: LogHead) -> tlog.Checkpoint:
    """The checkpoint of a head, with the cosignatures of witnesses that keep it."""
    found = tlog.read_checkpoint(head.note.encode())
    lines = Cosignature.objects.filter(size=head.size, root=head.root).order_by("id").values_list("line", flat=True)
    # Of each witness the newest.
    more = {line.name: line for line in map(note.read_signature, lines)}
    return found._replace(note=found.note._replace(signatures=(*found.note.signatures, *more.values())))


def tile(level: int, place: int, width: int) -> Sequence[bytes]:
    """The first hashes of a tile, as `rules.merkle.tiled` reads them."""
    within: dict[str, Any] = {"index__gte": place * merkle.TILE, "index__lt": place * merkle.TILE + width}
    rows = TileHash.objects.filter(level=level, **within) if level else Leaf.objects.filter(**within)
    found = [bytes.fromhex(each) for each in rows.order_by("index").values_list("hash", flat=True)]
    if len(found) != width:
        raise LookupError(f"tile {level}/{place} has {len(found)} hashes, not {width}")
    return found


def entries(first: int, end: int) -> Iterator[bytes]:
    """The entries from one index up to another."""
    for start in range(first, end, WHOLE):
        rows = Leaf.objects.filter(index__gte=start, index__lt=min(start + WHOLE, end)).order_by("index")
        yield from (body.encode() for body in rows.values_list("body", flat=True))


def tree() -> merkle.Range:
    """The roots of the tree's parts; each tile is read once."""
    read: dict[tuple[int, int, int], Sequence[bytes]] = {}

    def tiles(level: int, place: int, width: int) -> Sequence[bytes]:
        key = (level, place, width)
        if key not in read:
            read[key] = tile(*key)
        return read[key]

    return merkle.tiled(tiles)


def is_logged(kind: str, subject: str) -> bool:
    """Whether the log has an entry about something."""
    return Leaf.objects.filter(kind=kind, subject=subject).exists()


def proof_of(kind: str, subject: str) -> tlog.Proof | None:
    """The proof of the newest entry about something, if there is one."""
    head = head_now()
    row = Leaf.objects.filter(kind=kind, subject=subject, index__lt=head.size if head else 0).order_by("-index").first()
    if head is None or row is None:
        return None
    path = merkle.inclusion(tree(), row.index, head.size)
    return tlog.Proof(row.index, tuple(path), checkpoint(head), row.body.encode())
