"""Adding to the log.

Nothing that is recorded waits for the log: whatever stores events and acts does not touch its tables. One writer at a
time reads what has changed since it looked last, decides what is to be said, and adds that in one short transaction
with a signed head. It looks at new entries of streams first, and at some streams in turn for everything else that an
entry of the log covers; so what a run costs does not grow with the site.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from secrets import token_hex
from typing import Any, NamedTuple

import msgspec
import structlog

import rules
from gamelog.signing.services import key_current, now, signature
from gamelog.streams.store import writing
from gamelog.transparency import selectors
from gamelog.transparency.models import Leaf, LogHead, Mark, Subject, TileHash
from gamelog.transparency.subjects import (
    ERASURE,
    RULING,
    STREAMS,
    TAKEDOWN,
    About,
    Said,
    Stream,
    erasures,
    rulings,
    takedowns,
)
from rules import merkle, note, tlog

LOCK = "log"
ENTRIES = 5_000
"""Entries of streams that a run reads at most, of each kind."""
AGAIN = 500
"""So many it reads once more: on PostgreSQL a transaction that began earlier may end later."""
STREAMS_A_RUN = 300
"""Streams of each kind that a run looks at in turn."""
MOST = 2_000
"""Entries that are added in one transaction."""

log = structlog.get_logger(__name__)


class Added(NamedTuple):
    """What a run did: how many entries it added, and whether there is more to look at right now."""

    entries: int
    more: bool


class _Known(dict[About, Subject]):
    """What the log last said of subjects; of a new one nothing, with a new salt."""

    def __missing__(self, about: About) -> Subject:
        self[about] = made = Subject(kind=about.kind, key=about.key, salt=token_hex(16))
        return made

    def read(self, kind: str, keys: Iterable[str]) -> None:
        """Read what the log said of these."""
        for row in Subject.objects.filter(kind=kind, key__in=set(keys)):
            self[About(kind, row.key)] = row

    def changed(self, said: Said) -> bool:
        """Whether an entry says something else than the last one about the same, which it is compared with once."""
        subject, digest = self[About(said.kind, said.id)], rules.digest(rules.canonical(said))
        changed, subject.said = subject.said != digest, digest
        return changed


class _Found(NamedTuple):
    """What has changed: the entries to add, what they are about, and how far was read."""

    said: list[Said]
    known: _Known
    marks: dict[str, str]
    more: bool


def log_grow() -> Added:
    """Add what has changed to the log. Several processes may try: one of them adds, the others find nothing to do.

    Raises:
        KeysMissing: the site cannot sign; nothing was added.
    """
    size, marks = _size(), dict(Mark.objects.values_list("name", "at"))
    found = _found(marks)
    added = found.said[:MOST]
    if added or _is_signed_by_an_older_key():
        key_current()
        with writing():
            if not _locked(size):
                return Added(0, more=True)
            _add(added, found.known, size)
    if len(added) < len(found.said):
        return Added(len(added), more=True)
    for name, at in found.marks.items():
        if marks.get(name) != at:
            Mark.objects.update_or_create(name=name, defaults={"at": at})
    return Added(len(added), found.more)


def _size() -> int:
    last = Leaf.objects.order_by("-index").values_list("index", flat=True).first()
    return 0 if last is None else last + 1


def _locked(size: int) -> bool:
    """Whether the log still has this size, now that nobody else adds to it."""
    Mark.objects.get_or_create(name=LOCK)
    Mark.objects.select_for_update().get(name=LOCK)
    return _size() == size


def _is_signed_by_an_older_key() -> bool:
    head, keys = selectors.head_now(), selectors.log_keys()
    if head is None or not keys:
        return False
    signers = {(line.name, line.id) for line in note.read_note(head.note.encode()).signatures}
    return (keys[0].name, keys[0].id) not in signers


# what has changed


def _found(marks: Mapping[str, str]) -> _Found:
    known, marked, more = _Known(), {}, False
    said: list[Said] = [*erasures(), *takedowns()]
    for stream in STREAMS:
        name = stream.name
        rows = _new_rows(stream, int(marks.get(f"{name} rows") or 0))
        page = stream.page(marks.get(f"{name} turn", ""), STREAMS_A_RUN)
        keys = {*(str(owner) for _, owner, *_ in rows), *page}
        known.read(name, keys)
        seen = {*known}
        said += [*stream.said(keys, known), *rulings(stream, (row[1:] for row in rows))]
        marked[f"{name} turn"] = page[-1] if len(page) == STREAMS_A_RUN else ""
        marked |= {f"{name} rows": str(rows[-1][0])} if rows else {}
        # A whole page of what the log has never spoken of: a site that had no log until now.
        new = len(page) == STREAMS_A_RUN and not any(About(name, key) in seen for key in page)
        more = more or new or len(rows) == ENTRIES
    for kind in (RULING, ERASURE, TAKEDOWN):
        known.read(kind, (each.id for each in said if each.kind == kind))
    return _Found([each for each in said if known.changed(each)], known, marked, more)


def _new_rows(stream: Stream, since: int) -> list[Any]:
    """The id, stream, number, hash and type of the entries that were stored since, and of some before them."""
    rows = stream.kind.rows._default_manager.filter(pk__gt=since - AGAIN).order_by("pk")
    return list(rows.values_list("pk", f"{stream.kind.owner}_id", "number", "hash", "type")[:ENTRIES])


# adding it


def _add(said: Sequence[Said], known: _Known, size: int) -> None:
    """Add entries to the log, which is locked, and sign its head."""
    at = now()
    bodies = [rules.canonical(msgspec.structs.replace(each, at=at)) for each in said]
    Leaf.objects.bulk_create(
        Leaf(index=index, kind=each.kind, subject=each.id, body=body.decode(), hash=merkle.leaf_hash(body).hex())
        for index, (each, body) in enumerate(zip(said, bodies, strict=True), size)
    )
    Subject.objects.bulk_create(
        # Of something that was said twice in one run only the last counts.
        {(each.kind, each.id): known[About(each.kind, each.id)] for each in said}.values(),
        update_conflicts=True, unique_fields=["kind", "key"], update_fields=["said"],
    )  # fmt: skip
    _add_tiles(size, size + len(said))
    _sign(size + len(said))


def _add_tiles(before: int, size: int) -> None:
    """Add the roots over all tiles that became full."""
    level, width = 1, merkle.TILE
    while size >= width:
        TileHash.objects.bulk_create(
            TileHash(
                level=level, index=index,
                hash=merkle.root_of(selectors.tile(level - 1, index, merkle.TILE)).hex(),
            )
            for index in range(before // width, size // width)
        )  # fmt: skip
        level, width = level + 1, width * merkle.TILE


def _sign(size: int) -> None:
    root, key = selectors.tree()(0, size), key_current()
    text = tlog.TreeHead(selectors.origin(), size, root).text()
    line = note.signature(selectors.note_key(key.public), bytes.fromhex(signature(key, text.encode()).signature))
    signed = note.Note(text, (line,)).dump().decode()
    LogHead.objects.create(size=size, root=root.hex(), note=signed)
    log.info("log_grown", size=size, root=root.hex())
