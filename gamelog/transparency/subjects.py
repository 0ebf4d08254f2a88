"""What the log speaks of, and what it says of it now.

An entry is canonical JSON without any person: ids of rows, heads of streams, and of seats a salted hash, whose salt
stays in this site's database. So erasing somebody takes nothing from the log, and the log gives nobody away.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

import msgspec

from gamelog.clubs.streams import CLUBS
from gamelog.games import corrections
from gamelog.games.models import Confirmation, Game, JobState, Report, Seat
from gamelog.games.streams import GAMES
from gamelog.people.models import Participant
from gamelog.sheets.streams import SHEETS
from gamelog.streams.store import Kind
from gamelog.tournaments.streams import EVENTS
from gamelog.transparency.models import Subject

RULINGS: Mapping[str, frozenset[str]] = {
    "game": corrections.TAGS,
    "event": frozenset({"rule", "penalise", "lift"}),
}
"""The entries of a stream that are rulings, by their type; each has an entry of the log of its own."""
RULING, ERASURE, TAKEDOWN = "ruling", "erasure", "takedown"


class Said(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What all entries have: `at` is when this site wrote it, UTC to the second."""

    at: str = ""
    id: str
    kind: str


class StreamSaid(Said):
    """A stream and its head: of an event's acts, of a club's, of a sheet's."""

    head: str
    number: int


class GameSaid(StreamSaid):
    """A game. `seats` are salted hashes by side, `confirmed` the sides that agree with the result at this head,
    `verdict` what verification found at this head, empty while it has found nothing.
    """

    confirmed: tuple[str, ...] = ()
    finished: bool = False
    seats: dict[str, str] = {}
    verdict: str = ""
    winner: str = ""


class RulingSaid(Said):
    """A ruling: entry `number` of a stream, its hash and its type."""

    hash: str
    number: int
    of: str
    type: str


class ErasureSaid(Said):
    """Somebody's account was erased; `id` is the opaque id that stays in the records."""

    erased: str


class TakedownSaid(Said):
    """Staff took an import down; `head` is that of the game."""

    head: str


ENTRIES: Mapping[str, type[Said]] = {"game": GameSaid, RULING: RulingSaid, ERASURE: ErasureSaid, TAKEDOWN: TakedownSaid}
_DECODERS = {kind: msgspec.json.Decoder(said) for kind, said in (*ENTRIES.items(), ("", StreamSaid))}


def read(kind: str, body: str) -> Any:
    """An entry of this kind. Raises: msgspec.MsgspecError."""
    return _DECODERS.get(kind, _DECODERS[""]).decode(body)


class About(NamedTuple):
    """What an entry is about."""

    kind: str
    key: str


Salts: TypeAlias = Mapping[About, Subject]
"""The rows that keep the salts, by what they are about."""


def seat_hash(salt: str, game: UUID, side: str, user: int | None) -> str:
    """What the log says of the person at a side; empty for a seat that nobody has."""
    return "" if user is None else sha256(f"{salt}\n{game}\n{side}\n{user}".encode()).hexdigest()


@dataclass(frozen=True)
class Stream:
    """A kind of streams in the log. `rows` are the heads of all of them that belong there."""

    name: str
    kind: Kind[Any, Any]
    rows: Callable[[], Any]
    say: Callable[[Sequence[Any], Salts], Iterable[StreamSaid]]

    def page(self, after: str, most: int) -> list[str]:
        """The ids of some streams in their order, after that one."""
        rows = self.rows().filter(pk__gt=after) if after else self.rows()
        return [str(key) for key in rows.order_by("pk").values_list("pk", flat=True)[:most]]

    def said(self, keys: Iterable[str], salts: Salts) -> Iterable[StreamSaid]:
        """What is to be said of these streams, of those that are there."""
        return self.say(list(self.rows().filter(pk__in=set(keys)).order_by("pk")), salts)


def _plain(name: str) -> Callable[[Sequence[Any], Salts], Iterable[StreamSaid]]:
    def say(rows: Sequence[Any], salts: Salts) -> Iterable[StreamSaid]:
        return [StreamSaid(kind=name, id=str(row.pk), number=row.number, head=row.head) for row in rows]

    return say


def _games(rows: Sequence[Game], salts: Salts) -> Iterable[StreamSaid]:
    keys = [row.pk for row in rows]
    seats: defaultdict[UUID, dict[str, int | None]] = defaultdict(dict)
    for game, side, user in Seat.objects.filter(game__in=keys).order_by("side").values_list("game", "side", "user"):
        seats[game][side] = user
    agreed: defaultdict[tuple[UUID, str], set[str]] = defaultdict(set)
    for game, head, side in Confirmation.objects.filter(game__in=keys).values_list("game", "head", "side"):
        agreed[game, head].add(side)
    done = Report.objects.filter(game__in=keys, state=JobState.DONE)
    verdicts = {tuple(row[:3]): row[3] for row in done.values_list("game", "head", "version", "verdict")}
    for row in rows:
        salt = salts[About("game", str(row.pk))].salt
        yield GameSaid(
            kind="game", id=str(row.pk), number=row.number, head=row.head, finished=row.finished, winner=row.winner,
            seats={side: seat_hash(salt, row.pk, side, user) for side, user in seats[row.pk].items()},
            confirmed=tuple(sorted(agreed[row.pk, row.head])),
            verdict=verdicts.get((row.pk, row.head, row.version), ""),
        )  # fmt: skip


STREAMS = (
    Stream("game", GAMES, lambda: Game.objects.defer("header"), _games),
    Stream("event", EVENTS, lambda: EVENTS.heads._base_manager, _plain("event")),
    Stream("club", CLUBS, lambda: CLUBS.heads._base_manager, _plain("club")),
    Stream("sheet", SHEETS, lambda: SHEETS.heads._base_manager, _plain("sheet")),
)


def rulings(stream: Stream, rows: Iterable[tuple[Any, int, str, str]]) -> Iterable[RulingSaid]:
    """The rulings among entries of streams: of each the stream, number, hash and type."""
    for owner, number, hashed, kind in rows:
        if kind in RULINGS.get(stream.name, ()):
            yield RulingSaid(
                kind=RULING, id=f"{stream.name}/{owner}/{number}", of=str(owner), number=number, hash=hashed, type=kind
            )


def erasures() -> Iterable[ErasureSaid]:
    """Everybody who was erased."""
    for row in Participant.objects.exclude(erased=None).only("id", "erased"):
        yield ErasureSaid(kind=ERASURE, id=row.id, erased=f"{row.erased:%Y-%m-%d}")


def takedowns() -> Iterable[TakedownSaid]:
    """Every import that staff took down."""
    for key, head in Game.every.filter(taken_down=True).values_list("pk", "head"):
        yield TakedownSaid(kind=TAKEDOWN, id=str(key), head=head)
