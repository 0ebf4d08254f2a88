"""Everybody who follows a battle live, in one process: one subscription, one reading and one rendering for all of them.

A room is a battle as one kind of reader sees it (a language; late or not). It holds the steps as messages, and readers
only know how far they have come: nothing is queued for anybody, and memory depends on battles and not on readers. A
reader who takes nothing for a while is cut off, and comes back with the id of the last message.

Rooms are read in one thread of their own. A notice (`gamelog.streams.notices`) says which to read again; every few
seconds the heads of all battles that are followed are looked at besides, so that a lost notice delays a step and loses
none.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar
from uuid import UUID
from weakref import WeakKeyDictionary

import msgspec
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, close_old_connections
from django.utils import translation

import rules
from frontend.games.live_story import Story, cursor, framed, mark_of
from gamelog.games import late, selectors
from gamelog.games.models import OPEN, Game, JobState, Report
from gamelog.streams import notices

T = TypeVar("T")

HEARTBEAT = 15.0
GLANCE = 3.0
"""Seconds between two looks at the heads of all battles that are followed."""
PATIENCE = 30.0
"""Seconds after which a reader who takes nothing is cut off."""
LINGER = 60.0
"""Seconds for which a room without readers is kept, for those who were cut."""
LIFE = 900.0
"""Seconds of one connection; the next one is checked for its rights again."""
MOST_READERS = 2000
"""In one process."""
FAREWELL = "end"
"""The id of the last message: who comes back with it is told to stay away."""

log = logging.getLogger(__name__)


class Key(NamedTuple):
    """A battle as one kind of reader sees it."""

    game: UUID
    language: str
    late: bool


class Place(NamedTuple):
    """How far a reader has come: the last step, and what they know of the report (empty: nothing)."""

    number: int
    mark: str


@dataclass(eq=False)
class Reader:
    """An open connection. `since` is when it was given what it has not taken yet; 0 while it waits for news."""

    place: Place
    task: asyncio.Task[object] | None
    since: float = 0.0

    @contextmanager
    def taking(self) -> Iterator[None]:
        """While the reader takes a message."""
        self.since = time.monotonic()
        yield
        self.since = 0.0


class Seen(NamedTuple):
    """A battle as it was read: `end` is what the farewell says, None as long as there may be more. Who may see it
    depends on `rights`.
    """

    story: Story
    number: int
    end: bytes | None
    rights: tuple[bool, int]


class Room:
    """A battle that is followed, as one kind of reader sees it."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.readers: set[Reader] = set()
        self.seen: Seen | None = None
        self.news = asyncio.Event()
        self.empty_since = time.monotonic()
        self.closed = False
        self.stale = False
        self.reading: asyncio.Task[None] | None = None

    def look(self) -> Seen:
        """The battle as it is now. Called in the hub's thread."""
        game = Game.every.get(pk=self.key.game)
        rights = (game.public, game.delay)
        if self.key.late and not game.finished:
            game = late.as_shown_late(game)
        report = selectors.report_of(game)
        mark = mark_of(game, report)
        story = self.seen.story if self.seen else None
        with translation.override(self.key.language):
            if story is None or not story.go_on(game, mark):
                story = Story(game, report, mark)
        return Seen(story, len(story.messages), _farewell(game, report), rights)

    def publish(self, seen: Seen | None) -> None:
        """Let all readers know of what was read. Where rights have changed they are sent away, and whoever may still
        see the battle comes back.
        """
        self.closed = bool(seen and self.seen and seen.rights != self.seen.rights)
        self.seen = seen
        news, self.news = self.news, asyncio.Event()
        news.set()


def _farewell(game: Game, report: Report | None) -> bytes | None:
    """The end, once the battle is over and the report on it, if anybody asked for one, is complete."""
    verified = report is None or report.state in (JobState.DONE, JobState.FAILED)
    if not (game.finished and verified):
        return None
    return msgspec.json.encode({"winner": game.winner, "verdict": report.verdict if report else ""})


@dataclass(eq=False)
class Hub:
    """The rooms of one process (of one event loop). It works while there are rooms."""

    rooms: dict[Key, Room] = field(default_factory=dict)
    heads: dict[UUID, object] = field(default_factory=dict)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "live"))

    @property
    def crowded(self) -> bool:
        """Whether no reader is let in any more."""
        return sum(len(room.readers) for room in self.rooms.values()) >= MOST_READERS

    async def follow(self, key: Key, place: Place) -> AsyncIterator[bytes]:
        """The stream of a battle from a place on, as long as the reader stays, at most `LIFE` seconds."""
        room = self._room(key)
        reader, until = Reader(place, asyncio.current_task()), time.monotonic() + LIFE
        room.readers.add(reader)
        try:
            yield b"retry: 2000\n\n"
            while time.monotonic() < until and not room.closed:
                news, seen = room.news, room.seen
                for message in _beyond(seen, reader) if seen else ():
                    with reader.taking():
                        yield message
                if seen and seen.end is not None:
                    with reader.taking():
                        yield framed(FAREWELL, seen.end, "end")
                    return
                if not await _heard(news):
                    with reader.taking():
                        yield b":\n\n"
        finally:
            room.readers.discard(reader)
            room.empty_since = time.monotonic()

    def _room(self, key: Key) -> Room:
        self._start()
        room = self.rooms.get(key)
        if room is None:
            room = self.rooms[key] = Room(key)
            self._read(room)
        return room

    def _start(self) -> None:
        if not self.tasks or any(task.done() for task in self.tasks):
            loop = asyncio.get_running_loop()

            def heard(name: str) -> None:
                loop.call_soon_threadsafe(self._heard, name)

            self.tasks = [loop.create_task(notices.listen(heard)), loop.create_task(self._keep_watch())]

    def _heard(self, name: str) -> None:
        for room in self.rooms.values():
            if name in (notices.ANY, str(room.key.game)):
                self._read(room)

    def _read(self, room: Room) -> None:
        """Read a room again; if it is being read, once more after that."""
        room.stale = True
        if room.reading is None or room.reading.done():
            room.reading = asyncio.get_running_loop().create_task(self._keep_reading(room))

    async def _keep_reading(self, room: Room) -> None:
        while room.stale:
            room.stale = False
            try:
                room.publish(await self._in_thread(room.look))
            except (DatabaseError, ObjectDoesNotExist, rules.Malformed):
                log.exception("%s could not be read", room.key.game)
                # Its story may be told in part; it is told anew at the next glance.
                room.publish(None)
                self.heads.pop(room.key.game, None)
            if room.closed:
                self.rooms.pop(room.key, None)

    async def _in_thread(self, call: Callable[[], T]) -> T:
        def called() -> T:
            try:
                return call()
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self.thread, called)

    async def _keep_watch(self) -> None:
        """Look at the heads, cut off who takes nothing, close empty rooms; ends with the last of them."""
        while self.rooms:
            await asyncio.sleep(GLANCE)
            now = time.monotonic()
            for room in list(self.rooms.values()):
                for reader in list(room.readers):
                    if reader.since and now - reader.since > PATIENCE and reader.task:
                        reader.task.cancel()
                if not room.readers and now - room.empty_since > LINGER:
                    self.rooms.pop(room.key)
            with suppress(DatabaseError):
                await self._glance()
        (listening, _watching), self.tasks = self.tasks, []
        self.heads.clear()
        listening.cancel()

    async def _glance(self) -> None:
        heads = await self._in_thread(lambda: _heads({key.game for key in self.rooms}))
        for room in self.rooms.values():
            game = room.key.game
            if heads.get(game) != self.heads.get(game) or room.key.late:
                self._read(room)
        self.heads = heads


def _heads(games: Iterable[UUID]) -> dict[UUID, object]:
    """What shows whether a battle has to be read again, of each."""
    rows = Game.every.filter(pk__in=games).values_list("pk", "number", "head", "finished", "public", "delay")
    found: dict[UUID, list[object]] = {pk: [*rest] for pk, *rest in rows}
    reports = Report.objects.filter(game__in=games).exclude(state__in=OPEN)
    for game, key, state in reports.order_by("pk").values_list("game_id", "pk", "state"):
        found.get(game, []).append((key, state))
    return dict(found)


def _beyond(seen: Seen, reader: Reader) -> Iterator[bytes]:
    """The messages beyond a reader's place, which moves on with each of them."""
    now = seen.story.mark
    mark = reader.place.mark or now
    for number in range(reader.place.number + 1, seen.number + 1):
        reader.place = Place(number, mark)
        yield framed(cursor(number, mark), seen.story.messages[number - 1])
    reader.place = Place(reader.place.number, now)
    if mark != now:
        yield framed(cursor(*reader.place), b"{}", "report")


async def _heard(news: asyncio.Event) -> bool:
    """Wait for news, no longer than until the next sign of life."""
    with suppress(TimeoutError):
        async with asyncio.timeout(HEARTBEAT):
            return await news.wait()
    return False


_HUBS: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    return _HUBS.setdefault(asyncio.get_running_loop(), Hub())
