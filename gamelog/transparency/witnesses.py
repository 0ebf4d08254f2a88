"""Keeping the logs of other sites, and having others keep this site's.

A witness keeps the newest checkpoint of a log that it has seen, and cosigns the next one only if that continues it. A
site that deletes or rewrites what its log says has to show somebody a tree that does not: the witness has both
checkpoints then, each signed by the site itself. The formats are C2SP's tlog-witness and tlog-cosignature.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from http.client import HTTPException

from django.conf import settings
from django.db import transaction
from django.utils import timezone

import rules
from gamelog import outbound
from gamelog.signing.services import key_current, now, signature
from gamelog.streams.store import writing
from gamelog.transparency import selectors
from gamelog.transparency.models import Cosignature, KeptCheckpoint, WatchedLog, Witness, Wrong
from rules import evidence, merkle, note, tlog, trailers
from rules.note import NoteKey
from rules.tlog import Asked, Checkpoint, Tile
from rules.trailers import Key

GRACE = timedelta(minutes=10)
"""For so long after a site changed its key, a checkpoint that the key before it signed still counts."""
SMALL = 64 * 1024
"""Bytes of a checkpoint, and of the keys of a site, at most."""
UNREACHABLE = (outbound.Unsendable, OSError, HTTPException)
Path = Callable[[int], Sequence[bytes]]
"""The proof that a tree continues that of its first so many leaves."""


class Refused(Exception):
    """A checkpoint that is not kept as the next one. `status` is what a log is told that submitted it; `wrong` says how
    it contradicts what is kept, if it does.
    """

    def __init__(self, text: str, status: int = 422, wrong: str = "") -> None:
        super().__init__(text)
        self.status, self.wrong = status, wrong


class Unknown(Exception):
    """Somebody else's log, or one that cannot be read at all: nothing is kept of it, and the message says why."""


# keeping the log of another site


def look(url: str, key: str = "") -> KeptCheckpoint:
    """Fetch the checkpoint of a site and keep it, if it continues the one that is kept. `key` is the id of the key by
    which the site is to be known; without it, it is the one that it signs with when it is first looked at.

    Raises:
        Unknown: it cannot be reached or read, or somebody else signed it.
        Refused: it contradicts what is kept. Both are kept.
    """
    url = url.rstrip("/")
    row = WatchedLog.objects.filter(url=url).first()
    try:
        found, keys = _fetched(url)
        row, root = (row, row.root) if row else (None, key)
        signer = _signer(found, keys, root)
        if row is None:
            row = _watched(url, found, keys, key or signer.id)
        elif found.head.origin != row.origin:
            raise Unknown(f"the log was called {row.origin} and is called {found.head.origin}")
        elif key and key != row.root:
            raise Unknown(f"the site is known by key {row.root}, not by {key}")
        WatchedLog.objects.filter(pk=row.pk).update(keys=rules.canonical(trailers.KeysLine(keys)).decode())
        kept = keep(row, found, lambda old: _path(url, old, found.head.size))
    except (rules.Malformed, Unknown, Refused, *UNREACHABLE) as error:
        known = isinstance(error, Refused | Unknown)
        text = str(error) if known else f"it cannot be read: {error}"
        if row is not None:
            WatchedLog.objects.filter(pk=row.pk).update(looked=timezone.now(), problem=text[:500])
        if known:
            raise
        raise Unknown(text) from error
    WatchedLog.objects.filter(pk=row.pk).update(looked=timezone.now(), problem="")
    return kept


def _fetched(url: str) -> tuple[Checkpoint, tuple[Key, ...]]:
    keys = trailers.read_keys(_get(f"{url}/.well-known/gamelog-keys.json"))
    return tlog.read_checkpoint(_get(f"{url}/log/checkpoint")), keys


def _get(url: str, most: int = SMALL) -> bytes:
    answer = outbound.exchange("GET", url, most=most, local=settings.WEBHOOKS_LOCAL)
    if answer.status != 200:
        raise OSError(f"{url} answers with {answer.status}")
    return answer.body


def _watched(url: str, found: Checkpoint, keys: tuple[Key, ...], root: str) -> WatchedLog:
    if WatchedLog.objects.filter(origin=found.head.origin).exists():
        raise Unknown(f"{found.head.origin} is kept already, of another address")
    line = rules.canonical(trailers.KeysLine(keys)).decode()
    return WatchedLog.objects.create(url=url, origin=found.head.origin, root=root, keys=line)


def _signer(found: Checkpoint, keys: Sequence[Key], root: str) -> Key:
    """The key of the site that signed a checkpoint: one that `root` vouches for, and that is in use now.

    Raises: Unknown.
    """
    trusted = [key for key in keys if key.id == root]
    if root and not trusted:
        raise Unknown(f"the site does not publish the key {root} by which it is known")
    by_line = {(line.name, line.id): line.data for line in found.note.signatures}
    texts = []
    for key in keys:
        name = NoteKey(found.head.origin, note.SIGNATURE, bytes.fromhex(key.public))
        signed = by_line.get((name.name, name.id))
        if signed is None or len(signed) != 64:
            continue
        line = trailers.Signature(key.id, signed.hex())
        wrong = evidence.signature_problems((line,), found.note.text.encode(), _when(key), keys, trusted or [key])
        if not wrong:
            return key
        texts += wrong
    raise Unknown("; ".join(texts) or "the checkpoint is signed by no key that the site publishes")


def _when(key: Key) -> str:
    """The time at which a signature is taken to be made: now, or a moment ago if the key has just ended."""
    just = f"{timezone.now() - GRACE:%Y-%m-%dT%H:%M:%SZ}"
    return key.until if key.until and key.until > just else max(now(), key.since)


def _path(url: str, old: int, size: int) -> Sequence[bytes]:
    """The proof that the site's tree continues that of its first `old` leaves, from its tiles."""
    read: dict[tuple[int, int], list[bytes]] = {}

    def tiles(level: int, place: int, width: int) -> Sequence[bytes]:
        if (level, place) not in read:
            # The tile as the checkpoint has it, which the site has to keep, whatever was added since.
            whole = tlog.width_of(size, level, place)
            data = _get(f"{url}/log/tile/{Tile(level, place, whole).path()}")
            read[level, place] = tlog.hashes_of(data, whole)
        return read[level, place][:width]

    return merkle.consistency(merkle.tiled(tiles), old, size)


def kept_of(row: WatchedLog) -> KeptCheckpoint | None:
    """The newest checkpoint of a log that continues those before it."""
    return row.kept.filter(wrong="").order_by("-id").first()


def keep(row: WatchedLog, found: Checkpoint, path: Path) -> KeptCheckpoint:
    """Keep and cosign a checkpoint that the log signed, if it continues the one that is kept.

    Raises:
        Refused: it does not. It is kept as evidence, without a cosignature.
    """
    last = kept_of(row)
    head, wrong = found.head, _contradiction(last, found, path)
    if wrong is not None:
        _store(row, found.note.dump(), found, last, wrong.wrong)
        raise wrong
    if last is not None and last.size == head.size:
        return last
    key, seconds = key_current(), int(time.time())
    mine = selectors.note_key(key.public, note.COSIGNATURE)
    signed = signature(key, note.signed_bytes(found.note.text, note.COSIGNATURE, seconds))
    line = note.signature(mine, bytes.fromhex(signed.signature), seconds)
    whole = found.note._replace(signatures=(*found.note.signatures, line))
    return _store(row, whole.dump(), found, last)


def _store(
    row: WatchedLog, data: bytes, found: Checkpoint, last: KeptCheckpoint | None, wrong: str = ""
) -> KeptCheckpoint:  # fmt: skip
    with writing():
        # Of two that continue the same checkpoint only one is cosigned: they may contradict each other.
        locked = WatchedLog.objects.select_for_update().get(pk=row.pk)
        newest = kept_of(locked)
        if (newest and newest.pk) != (last and last.pk):
            raise Refused("another checkpoint was kept in the meantime", 409)
        same = {"size": found.head.size, "root": found.head.root.hex(), "wrong": wrong}
        if wrong and (known := locked.kept.filter(**same).first()):
            return known
        return KeptCheckpoint.objects.create(log=locked, note=data.decode(), **same)


def _contradiction(last: KeptCheckpoint | None, found: Checkpoint, path: Path) -> Refused | None:
    """Why a checkpoint does not continue the last one, if it does not."""
    head = found.head
    if head.size == 0 and head.root != merkle.EMPTY:
        return Refused("it is over nothing, and its root is not that of nothing", wrong=Wrong.REWRITTEN)
    if last is None:
        return None
    when = f"{last.at:%Y-%m-%d %H:%M} UTC"
    if head.size < last.size:
        text = f"ROLLED BACK: the log had {last.size} entries at {when} and has {head.size} now"
        return Refused(text, 409, Wrong.ROLLED_BACK)
    if head.size == last.size:
        same = head.root.hex() == last.root
        text = f"SPLIT VIEW: over the same {head.size} entries the log signed another root at {when}"
        return None if same else Refused(text, wrong=Wrong.SPLIT)
    if not merkle.consistent(last.size, head.size, path(last.size), bytes.fromhex(last.root), head.root):
        text = f"REWRITTEN: the log's {head.size} entries do not begin with the {last.size} that it had at {when}"
        return Refused(text, wrong=Wrong.REWRITTEN)
    return None


def submitted(data: bytes) -> bytes:
    """Cosign a checkpoint that a log submits (`add-checkpoint`). Returns the line of the cosignature.

    Raises:
        rules.Malformed: it cannot be read.
        Refused: it is not cosigned, with the status to answer. With 409 the text is the size that is kept.
    """
    asked = tlog.read_asked(data)
    row = WatchedLog.objects.filter(origin=asked.checkpoint.head.origin).first()
    if row is None:
        raise Refused("nobody here keeps this log", 404)
    try:
        _signer(asked.checkpoint, trailers.read_keys(row.keys.encode()), row.root)
    except Unknown as error:
        raise Refused(str(error), 403) from error
    last = kept_of(row)
    size, head = last.size if last else 0, asked.checkpoint.head
    if asked.old > head.size:
        raise Refused("the old size is larger than that of the checkpoint", 400)
    if asked.old != size:
        raise Refused(f"{size}\n", 409)
    if size == 0 and asked.path:
        raise Refused("nothing has to be proved from the beginning on", 422)
    kept = keep(row, asked.checkpoint, lambda _old: asked.path)
    mine = {key.id for key in selectors.log_keys(note.COSIGNATURE)}
    lines = note.read_note(kept.note.encode()).signatures
    return "".join(each.line() for each in lines if each.id in mine).encode()


# having this site's log kept


def submit(row: Witness) -> Cosignature:
    """Have a witness cosign the newest head of this site's log.

    Raises:
        Unknown: there is no log yet; the witness cannot be reached, does not know this log, or is not who it was.
        Refused: the witness keeps something that this log does not continue.
    """
    try:
        made = _submit(row)
    except (rules.Malformed, Unknown, Refused, *UNREACHABLE) as error:
        known = isinstance(error, Refused | Unknown)
        text = str(error) if known else f"it cannot be asked: {error}"
        Witness.objects.filter(pk=row.pk).update(asked=timezone.now(), problem=text[:500])
        if known:
            raise
        raise Unknown(text) from error
    Witness.objects.filter(pk=row.pk).update(asked=timezone.now(), problem="")
    return made


def _submit(row: Witness) -> Cosignature:
    head, key = selectors.head_now(), note.read_key(row.key)
    if head is None:
        raise Unknown("nothing was logged yet")
    known = Cosignature.objects.filter(size=head.size, root=head.root, name=key.name).first()
    if known is not None:
        return known
    last = Cosignature.objects.filter(name=key.name).order_by("-size").first()
    answer = _ask(row.url, head.note, last.size if last else 0, head.size)
    if answer.status == 409 and answer.body.strip().isdigit():
        old = int(answer.body)
        if old > head.size:
            raise Refused(f"{key.name} keeps a head over {old} entries, and this log has {head.size}")
        answer = _ask(row.url, head.note, old, head.size)
    if answer.status == 422:
        raise Refused(
            f"{key.name} keeps a head that this log does not continue: {answer.body.decode(errors='replace')}"
        )
    if answer.status != 200:
        raise Unknown(f"{row.url} answers with {answer.status}: {answer.body[:200].decode(errors='replace')}")
    text = tlog.read_checkpoint(head.note.encode()).note.text
    lines = tuple(map(note.read_signature, answer.body.decode().splitlines()))
    (line, *_) = note.verified(note.Note(text, lines), [key])
    with transaction.atomic():
        return Cosignature.objects.create(size=head.size, root=head.root, name=key.name, line=line.line().rstrip("\n"))


def _ask(url: str, checkpoint: str, old: int, size: int) -> outbound.Answer:
    path = merkle.consistency(selectors.tree(), old, size)
    body = Asked(old, tuple(path), tlog.read_checkpoint(checkpoint.encode())).dump()
    return outbound.exchange(
        "POST", f"{url}/add-checkpoint", body, {"Content-Type": "text/plain"}, most=SMALL,
        local=settings.WEBHOOKS_LOCAL,
    )  # fmt: skip
