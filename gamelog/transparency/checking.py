"""Whether the database still is what the log said of it, and whether the log is still itself.

Whoever has all rights to the database can remove a game, cut its end off, write an event anew, swap seats or give the
result to the other side; even if the log is told of it afterwards, it still holds what it said before. That the log
itself was cut or written anew is found by whoever kept an earlier checkpoint of it (see `witnesses`), and here as far
as its own heads and the cosignatures of witnesses were left alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, pairwise
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

import rules
from gamelog.games.models import Guest, SeatAnswer, SeatQuestion
from gamelog.people.models import Participant
from gamelog.transparency import selectors, subjects
from gamelog.transparency.models import Cosignature, Leaf, LogHead, Subject, TileHash
from gamelog.transparency.subjects import ERASURE, RULING, STREAMS, About, GameSaid, Stream
from rules import merkle, note, tlog

ANYBODY = "*"
AT_ONCE = 50
"""Streams that are compared at once, with the hashes of all their entries."""


class Finding(NamedTuple):
    """What is wrong: `deleted`, `cut`, `rewritten`, `swapped seats`, `changed result`, `changed verdict`; or `log`, if
    the log itself was changed.
    """

    code: str
    about: str
    text: str

    def line(self) -> str:
        """The finding as a line of text."""
        return f"{self.about}: {self.code}: {self.text}"


def findings() -> Iterator[Finding]:
    """Everything that is wrong with the log, and with what it speaks of."""
    yield from _of_the_log()
    for stream in STREAMS:
        yield from _of_streams(stream)
    yield from _of_rulings()
    yield from _of_erasures()


# the log itself


def _wrong(text: str) -> Finding:
    return Finding("log", "the log", text)


def _of_the_log() -> Iterator[Finding]:
    roots = _Roots()
    tiles = _Tiles()
    for leaf in Leaf.objects.order_by("index").iterator(2000):
        if leaf.index != roots.tree.size:
            yield _wrong(f"entry {roots.tree.size} is missing")
            return
        hashed = merkle.leaf_hash(leaf.body.encode())
        if hashed.hex() != leaf.hash or not _is_of(leaf):
            yield _wrong(f"the row of entry {leaf.index} says something else than the entry")
        yield from tiles.add(0, hashed)
        yield from roots.add(hashed)
    yield from roots.end()
    stray = TileHash.objects.count() - tiles.full
    if stray:
        yield _wrong(f"{abs(stray)} tiles are {'missing' if stray < 0 else 'of no entries'}")


def _is_of(leaf: Leaf) -> bool:
    """Whether the columns of a leaf are those of its entry."""
    try:
        said = subjects.read(leaf.kind, leaf.body)
    except msgspec.MsgspecError:
        return False
    return (said.kind, said.id) == (leaf.kind, leaf.subject) and rules.canonical(said) == leaf.body.encode()


class _Roots:
    """The tree as it grows, compared with every head that was signed, by this site or by a witness."""

    def __init__(self) -> None:
        self.tree = merkle.Growing()
        self._heads = LogHead.objects.order_by("size", "id").iterator(2000)
        self._head = next(self._heads, None)
        self._last = 0
        self._kept: defaultdict[int, set[tuple[str, str]]] = defaultdict(set)
        for size, root, name in Cosignature.objects.values_list("size", "root", "name"):
            self._kept[size].add((root, name))

    def add(self, hashed: bytes) -> Iterator[Finding]:
        """Add an entry, and compare the heads over all entries so far."""
        self.tree.add(hashed)
        size = self.tree.size
        while self._head is not None and self._head.size == size:
            yield from self._compared(self._head)
            self._last, self._head = size, next(self._heads, None)
        for root, name in sorted(self._kept.pop(size, ())):
            if root != self.tree.root().hex():
                yield _wrong(f"the witness {name} keeps another root over the first {size} entries")

    def _compared(self, head: LogHead) -> Iterator[Finding]:
        try:
            said = tlog.read_checkpoint(head.note.encode())
            keys = [key._replace(name=said.head.origin) for key in selectors.log_keys()]
            note.verified(said.note, keys)
        except rules.Malformed as error:
            yield _wrong(f"the head over {head.size} entries: {error}")
            return
        if said.head[1:] != (head.size, bytes.fromhex(head.root)):
            yield _wrong(f"the row of the head over {head.size} entries says something else than what was signed")
        if said.head.root != self.tree.root():
            yield _wrong(f"the first {head.size} entries are not those that were signed")

    def end(self) -> Iterator[Finding]:
        """What is left over when all entries were read."""
        size = self.tree.size
        if self._head is not None:
            yield _wrong(f"it has {size} entries, and a head over {self._head.size} was signed")
        if self._last < size:
            yield _wrong(f"no head was signed over the entries from {self._last} on")
        for kept, heads in sorted(self._kept.items()):
            yield _wrong(f"it has {size} entries, and {min(heads)[1]} keeps a head over {kept}")


class _Tiles:
    """The full tiles as they come about, compared with those that are stored."""

    def __init__(self) -> None:
        self.full = 0
        self._open: defaultdict[int, list[bytes]] = defaultdict(list)
        self._count: defaultdict[int, int] = defaultdict(int)

    def add(self, level: int, hashed: bytes) -> Iterator[Finding]:
        """Add a hash to the last tile of a level."""
        self._open[level].append(hashed)
        if len(self._open[level]) < merkle.TILE:
            return
        root, index = merkle.root_of(self._open.pop(level)), self._count[level]
        self._count[level] += 1
        self.full += 1
        rows = TileHash.objects.filter(level=level + 1, index=index)
        if rows.values_list("hash", flat=True).first() not in (None, root.hex()):
            yield _wrong(f"tile {level + 1}/{index} is not that of the entries")
        yield from self.add(level + 1, root)


# streams


class _Stored(NamedTuple):
    """A stream as it is stored now: its row, if there is one, and the hashes of its entries by number."""

    row: Any
    hashes: Mapping[int, str]


def _of_streams(stream: Stream) -> Iterator[Finding]:
    leaves = Leaf.objects.filter(kind=stream.name)
    keys = iter(leaves.order_by("subject").values_list("subject", flat=True).distinct().iterator(1000))
    while chunk := list(islice(keys, AT_ONCE)):
        said: defaultdict[str, list[Any]] = defaultdict(list)
        for subject, body in leaves.filter(subject__in=chunk).order_by("index").values_list("subject", "body"):
            said[subject].extend(_readable(stream.name, body))
        stored = _stored(stream, chunk)
        for key in chunk:
            yield from _once(_of_stream(stream, key, said[key], stored[key]))
        if stream.name == "game":
            yield from _of_games(stream, said, [each.row for each in stored.values() if each.row is not None])


def _readable(kind: str, body: str) -> Iterator[Any]:
    """An entry, if it can be read: if not, that was found where the log itself was read."""
    try:
        yield subjects.read(kind, body)
    except msgspec.MsgspecError:
        return


def _stored(stream: Stream, keys: Sequence[str]) -> dict[str, _Stored]:
    kind, ids = stream.kind, _ids(keys)
    rows = {str(row.pk): row for row in kind.heads._base_manager.filter(pk__in=ids)}
    hashes: defaultdict[str, dict[int, str]] = defaultdict(dict)
    entries = kind.rows._default_manager.filter(**{f"{kind.owner}__in": ids}).order_by()
    for owner, number, hashed in entries.values_list(f"{kind.owner}_id", "number", "hash").iterator(5000):
        hashes[str(owner)][number] = hashed
    for key, row in rows.items():
        hashes[key][0] = kind.start(row)
    return {key: _Stored(rows.get(key), hashes[key]) for key in keys}


def _ids(texts: Iterable[str]) -> set[UUID]:
    """The ids of rows among texts: somebody may have written something else into the log's own rows."""
    found = set()
    for each in texts:
        with suppress(ValueError):
            found.add(UUID(each))
    return found


def _once(found: Iterable[Finding]) -> Iterator[Finding]:
    """The first finding of each code: what was changed once contradicts every later entry."""
    seen: set[str] = set()
    for each in found:
        if each.code not in seen:
            seen.add(each.code)
            yield each


def _of_stream(stream: Stream, key: str, said: Sequence[Any], stored: _Stored) -> Iterator[Finding]:
    about = f"{stream.name} {key}"
    if stored.row is None:
        yield Finding("deleted", about, f"the log has {len(said)} entries about it, and the database has nothing")
        return
    if getattr(stored.row, "taken_down", False) and len(stored.hashes) == 1:
        # An import that staff took down with its events, which is in the log itself.
        return
    for each in said:
        hashed = stored.hashes.get(each.number)
        if each.number > stored.row.number or hashed is None:
            text = f"it has {stored.row.number} entries, and the log says that it had {each.number} at {each.at}"
            yield Finding("cut", about, text)
        elif hashed != each.head:
            yield Finding("rewritten", about, f"entry {each.number} is not the one that the log names at {each.at}")


# what the log says of games beside their heads


def _of_games(stream: Stream, said: Mapping[str, list[GameSaid]], rows: Sequence[Any]) -> Iterator[Finding]:
    keys = [str(row.pk) for row in rows]
    salts = {About("game", row.key): row for row in Subject.objects.filter(kind="game", key__in=keys)}
    missing = {About("game", key): Subject(kind="game", key=key, salt="") for key in keys}
    now = {each.id: each for each in stream.say(rows, {**missing, **salts})}
    claims = _claims(rows, {about.key: row.salt for about, row in salts.items()})
    for key in keys:
        current: Any = now[key]
        yield from _once(_of_game(f"game {key}", [*said[key], current], claims[key]))


def _claims(rows: Sequence[Any], salts: Mapping[str, str]) -> defaultdict[str, set[tuple[str, str]]]:
    """Which seats passed on as they may: from a guest to the account that claimed it, from whoever declined it; by the
    hashes before and after.
    """
    found: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    guests = Guest.objects.filter(game__in=rows).exclude(claimed_by=None).select_related("game")
    for guest in guests.prefetch_related("game__seats"):
        key, salt = str(guest.game_id), salts.get(str(guest.game_id), "")
        for seat in guest.game.seats.all():
            before, after = (
                subjects.seat_hash(salt, guest.game_id, seat.side, user)
                for user in (guest.user_id, guest.claimed_by_id)
            )
            found[key].add((before, after))
    declined = SeatQuestion.objects.filter(game__in=rows, answer=SeatAnswer.DECLINED)
    for game, side, user in declined.values_list("game", "side", "user"):
        # Whoever declined the seat left it to nobody, or to anybody who took it afterwards.
        found[str(game)].add((subjects.seat_hash(salts.get(str(game), ""), game, side, user), ANYBODY))
    return found


def _of_game(about: str, states: Sequence[GameSaid], claims: set[tuple[str, str]]) -> Iterator[Finding]:
    for before, after in pairwise(states):
        when = f"between {before.at} and {after.at or 'now'}"
        for side, seat in before.seats.items():
            other = after.seats.get(side, "")
            if seat and seat != other and not {(seat, other), (seat, ANYBODY)} & claims:
                yield Finding("swapped seats", about, f"side {side} passed from one person to another {when}")
        if (before.number, before.head) != (after.number, after.head):
            continue
        if (before.finished, before.winner) != (after.finished, after.winner):
            text = f"the winner was {before.winner or 'nobody'} and is {after.winner or 'nobody'}, and nothing happened"
            yield Finding("changed result", about, f"{text} in the game {when}")
        if not {*before.confirmed} <= {*after.confirmed}:
            yield Finding("changed result", about, f"a side's agreement with the result is gone {when}")
        if before.verdict not in ("", after.verdict):
            text = f"the verdict was {before.verdict} and is {after.verdict or 'missing'}"
            yield Finding("changed verdict", about, f"{text} {when}")


# acts


def _of_rulings() -> Iterator[Finding]:
    rows = iter(Leaf.objects.filter(kind=RULING).order_by("index").values_list("body", flat=True).iterator(1000))
    kinds = {stream.name: stream.kind for stream in STREAMS}
    while chunk := [said for body in islice(rows, 500) for said in _readable(RULING, body)]:
        for name, kind in kinds.items():
            said = [each for each in chunk if each.id.startswith(f"{name}/")]
            owners = kind.rows._default_manager.filter(
                **{f"{kind.owner}__in": _ids(each.of for each in said)}, number__in={each.number for each in said}
            )
            columns = (f"{kind.owner}_id", "number", "hash", "type")
            stored = {(str(owner), number): rest for owner, number, *rest in owners.values_list(*columns)}
            for each in said:
                found = stored.get((each.of, each.number))
                if found != [each.hash, each.type]:
                    code = "deleted" if found is None else "rewritten"
                    yield Finding(code, f"{name} {each.of}", f"ruling {each.number} is not as the log has it")


def _of_erasures() -> Iterator[Finding]:
    erased = {*Participant.objects.exclude(erased=None).values_list("id", flat=True)}
    for subject in Leaf.objects.filter(kind=ERASURE).order_by("index").values_list("subject", flat=True):
        if subject not in erased:
            yield Finding("rewritten", f"person {subject}", "the log says that the account was erased, and it is not")
