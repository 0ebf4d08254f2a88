"""Plain steps that wait are decided one after the other and stored in one transaction, by whoever has the turn.

A plain step is one that a side may declare, that the rules allow, and that neither ends a battle nor corrects one, in a
battle whose position this process holds. It stores its event and the columns of its game, and that is all. For the rest
(a refusal too, in the words that belong to it) `append` returns None, and `services` stores it by itself.

What is kept between the steps of a battle is its position and the people of its table. Both are read again as soon as
the rows say that they are others; losing them costs time. The games are locked in the order of their ids, so that two
processes never wait for each other.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import connection, models
from django.db.models import prefetch_related_objects

import rules
from gamelog.games import access, corrections, seeds, selectors, steps
from gamelog.games.models import Event, Game, Seat, TakeBack, TakeBackState
from gamelog.games.names import refuse_names
from gamelog.games.streams import GAMES, KEYFRAMES
from gamelog.people.models import Participant
from gamelog.streams import notices, statements
from gamelog.streams.errors import StaleStream
from gamelog.streams.store import follow, require_key, require_number, writing
from rules.kernel.secrets import Commit, Reveal

MOST = 64
"""Steps that are stored together at most: the first of them waits for the last."""
HELD = 512
"""The people of so many tables stay in memory."""

T = TypeVar("T")
R = TypeVar("R")

log = logging.getLogger(__name__)


class Wanted(NamedTuple):
    """A declaration that somebody wants stored as event `expected` + 1 of a game."""

    game_id: UUID
    expected: int
    declaration: rules.Declaration[Any]
    key: str
    actor: access.Actor


class Turns(Generic[T, R]):
    """Work that waits is done together: whoever gets the turn does all of it, and the others find theirs done."""

    def __init__(self, work: Callable[[Sequence[T]], Sequence[R]]) -> None:
        self._work = work
        self._waiting: SimpleQueue[tuple[T, Future[R]]] = SimpleQueue()
        self._turn = Lock()

    def do(self, wanted: T) -> R:
        """The result of this piece of work, done by this thread or another."""
        found = self.ask(wanted)
        with self._turn:
            if not found.done():
                self._do_all()
        return found.result()

    def ask(self, wanted: T) -> Future[R]:
        """The result that is to come, once somebody has had the turn: `do` or `work`."""
        found: Future[R] = Future()
        self._waiting.put((wanted, found))
        return found

    def work(self) -> None:
        """Take a turn and do what waits."""
        with self._turn:
            self._do_all()

    def _do_all(self) -> None:
        while batch := self._batch():
            try:
                results = self._work([wanted for wanted, _ in batch])
            except BaseException as error:
                for _, found in batch:
                    found.set_exception(error)
                raise
            for (_, found), result in zip(batch, results, strict=True):
                found.set_result(result)

    def _batch(self) -> list[tuple[T, Future[R]]]:
        batch: list[tuple[T, Future[R]]] = []
        try:
            while len(batch) < MOST:
                wanted, found = self._waiting.get_nowait()
                # Whoever gave up waiting did not want it.
                if found.set_running_or_notify_cancel():
                    batch.append((wanted, found))
        except Empty:
            pass
        return batch


def append(wanted: Wanted) -> Event | None:
    """Store a plain step with the others that wait, and return its event (without a primary key); None if it is none.
    Within a transaction it is always None: what is stored with others is committed with them.
    """
    if connection.in_atomic_block or not _is_plain(wanted):
        return None
    return _TURNS.do(wanted)


def append_all(wanted: Sequence[Wanted]) -> list[Event | None]:
    """As `append`, of several at once."""
    found = [_TURNS.ask(each) for each in wanted]
    _TURNS.work()
    return [each.result() for each in found]


def _append_all(wanted: Sequence[Wanted]) -> list[Event | None]:
    """Store those of the declarations that are plain steps, in one transaction; None for every other."""
    try:
        with writing():
            return _appended(wanted)
    except Exception:
        # Nothing is stored. Each is tried again by itself, so that one with an error costs the others only time.
        log.exception("%d steps were not stored together", len(wanted))
        connection.close()
        return [None] * len(wanted)


_TURNS: Turns[Wanted, Event | None] = Turns(_append_all)


def _is_plain(wanted: Wanted) -> bool:
    """Whether a step may be one, as far as can be said without the game."""
    secret = isinstance(wanted.declaration.action, Commit | Reveal)
    return isinstance(wanted.actor, User) and not secret and not corrections.is_correction(wanted.declaration)


class _Stored(NamedTuple):
    """A step that is decided, and the position after it."""

    game: Game
    event: Event
    state: rules.State


def _appended(wanted: Sequence[Wanted]) -> list[Event | None]:
    games = _locked({each.game_id for each in wanted})
    people = _people({each.actor.pk or 0 for each in wanted})
    sent = _known_keys({(each.game_id, each.key) for each in wanted if each.key})
    states = {key: selectors.position_held(game) for key, game in games.items()}
    found: list[_Stored | None] = []
    for each in wanted:
        stored = None
        if each.game_id in games and (each.game_id, each.key) not in sent:
            stored = _decided(each, games[each.game_id], states[each.game_id], people.get(each.actor.pk or 0))
        if stored:
            states[each.game_id] = stored.state
            sent |= {(each.game_id, each.key)} if each.key else set()
        found.append(stored)
    _store([stored for stored in found if stored])
    return [stored and stored.event for stored in found]


def _decided(wanted: Wanted, game: Game, state: rules.State | None, who: str | None) -> _Stored | None:
    """The decision on a plain step; None if it is refused, or is not plain."""
    if state is None or who is None or not _is_plain(wanted):
        return None
    try:
        require_key(wanted.key)
        if not access.may_read(wanted.actor, game):
            return None
        steps.require_declared(wanted.declaration, game, wanted.actor)
        require_number(GAMES, game, wanted.expected)
        refuse_names(wanted.declaration, game, wanted.actor, state)
        declaration, decided = seeds.decide(game, state, wanted.declaration)
        if decided.state.over is not None or steps.seats_to_name(game, decided.state):
            return None
        sent = steps.sent(wanted.key, wanted.declaration)
        event = follow(GAMES, game, steps.drafted(game, declaration, decided, who), sent)
    except (rules.IllegalAction, rules.DiceWanted, rules.Malformed, StaleStream, PermissionDenied):
        return None
    steps.show(game, decided.state, event.recorded_at)
    return _Stored(game, event, decided.state)


# What is asked of the database, in as few statements as there are tables to look at.

_USER = ("username", "first_name", "last_name", "email")


def _key(game_id: UUID) -> Any:
    return Game._meta.pk.get_db_prep_value(game_id, connection)


_tables: OrderedDict[UUID, tuple[tuple[Any, ...], Game]] = OrderedDict()
"""The games with the people of their tables, and the rows that told them."""


def _locked(game_ids: Iterable[UUID]) -> dict[UUID, Game]:
    """These games as they are, locked, with their owners, seats and players; without those whose steps are never plain,
    or ask for more just now.
    """
    keys = [_key(each) for each in sorted(game_ids)]
    if connection.features.has_select_for_update:
        # Only then the rest: of a row that had to be waited for, what was joined to it may be older.
        lock = f"SELECT id FROM {statements.table(Game)} WHERE id IN ({statements.places(keys)}) ORDER BY id FOR UPDATE"
        statements.rows(lock, keys)
    by_game: dict[UUID, list[tuple[Any, ...]]] = {}
    for row in statements.rows(_told(keys), [TakeBackState.PROPOSED, *keys]):
        by_game.setdefault(row[0] if isinstance(row[0], UUID) else UUID(row[0]), []).append(row)
    found = {}
    for game_id, rows in by_game.items():
        _id, number, head, finished, updated, asked, *_ = rows[0]
        if finished or asked:
            continue
        game = _table(game_id, tuple(row[6:] for row in rows))
        game.number, game.head, game.updated = number, head, statements.moment(updated)
        if not game.what_if and game.provenance == "table":
            found[game_id] = game
    return found


def _told(keys: Sequence[Any]) -> str:
    """The statement that tells everything of these games: a row for each seat."""
    user, seat, game, proposal = map(statements.table, (User, Seat, Game, TakeBack))
    names = statements.columns
    return (
        f"SELECT {names(Game, 'id', 'number', 'head', 'finished', 'updated', of='g')},"
        f" EXISTS (SELECT 1 FROM {proposal} t WHERE t.game_id = g.id AND t.state = %s),"
        f" {names(Game, 'owner', 'public', of='g')}, {names(User, *_USER, of='o')},"
        f" {names(Seat, 'side', 'user', 'name', 'faction', of='s')}, {names(User, *_USER, of='u')}"
        f" FROM {game} g JOIN {user} o ON o.id = g.owner_id LEFT JOIN {seat} s ON s.game_id = g.id"
        f" LEFT JOIN {user} u ON u.id = s.user_id WHERE NOT g.taken_down AND g.id IN ({statements.places(keys)})"
        " ORDER BY g.id, s.side"
    )


def _table(game_id: UUID, told: tuple[Any, ...]) -> Game:
    known = _tables.pop(game_id, None)
    if known is None or known[0] != told:
        game = Game.every.select_related("owner").get(pk=game_id)
        prefetch_related_objects([game], models.Prefetch("seats", Seat.objects.select_related("user").order_by("side")))
        known = (told, game)
    _tables[game_id] = known
    while len(_tables) > HELD:
        _tables.popitem(last=False)
    return known[1]


def _people(user_ids: Iterable[int]) -> dict[int, str]:
    """The opaque ids of these people, without those who have none yet, or were erased."""
    ids = sorted(user_ids)
    wanted = f"user_id IN ({statements.places(ids)}) AND erased IS NULL"
    return dict(statements.rows(f"SELECT user_id, id FROM {statements.table(Participant)} WHERE {wanted}", ids))


def _known_keys(keys: set[tuple[UUID, str]]) -> set[tuple[UUID, str]]:
    """Those of the idempotency keys that came before."""
    if not keys:
        return set()
    rows = Event.objects.filter(game_id__in={game for game, _ in keys}, key__in={key for _, key in keys})
    return set(rows.values_list("game_id", "key"))


_EVENT = ("game", "number", "body", "hash", "by", "type", "key", "request", "recorded_at")


def _store(stored: Sequence[_Stored]) -> None:
    if not stored:
        return
    newest = {each.game.pk: each for each in stored}
    into, games = statements.table(Event), statements.table(Game)
    shown = ", ".join(f"{statements.columns(Game, each)} = %s" for each in steps.SHOWN)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {into} ({statements.columns(Event, *_EVENT)}) VALUES ({statements.places(_EVENT)})",
            [statements.given(each.event, _EVENT) for each in stored],
        )
        cursor.executemany(
            f"UPDATE {games} SET {shown} WHERE id = %s",
            [(*statements.given(each.game, steps.SHOWN), _key(key)) for key, each in newest.items()],
        )
    for each in newest.values():
        selectors.hold_on_commit(each.game, each.state)
    for each in stored:
        KEYFRAMES.save(each.game.pk, each.event.number, each.event.hash, each.state)
    notices.announce_on_commit(*map(str, newest))
