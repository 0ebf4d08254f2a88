"""Work that somebody asked for and that is too much for a request: odds with many results, checks of large files.

A row is a piece of work and its own job; its result is kept for an hour and shared by all who ask for the same. One
piece is done at a time, so that at most one process of the workers is taken from what players wait for, and behind
everything else (`messages.LAST`). Whose turn it is goes round: next comes whoever's last piece was begun longest ago,
so that a thousand requests of one do not hold up the single one of another. How many wait is limited for each who asks,
for each game, and for all who are not logged in together, apart from the people of the site.

Every function may run twice and may be interrupted anywhere; messages only say that there is something to do. What does
a kind of work registers itself (`reactions.worked`).
"""

from __future__ import annotations

import hashlib
import logging
from datetime import datetime, timedelta
from typing import NamedTuple, TypeAlias

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Max, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from gamelog import messages
from gamelog.games import reactions
from gamelog.games.errors import QueueFull
from gamelog.games.leases import in_turn
from gamelog.games.models import OPEN, Game, JobState, QueuedWork
from gamelog.streams.errors import STORAGE
from gamelog.streams.store import writing
from gamelog.visitors import address_of

ODDS, CHECK = "odds", "check"
OF_ONE = {ODDS: 10, CHECK: 3}
"""So many pieces of a kind wait at once for one person, or for one address from which nobody is logged in."""
OF_A_GAME = 20
"""So many wait for one game: of people, and as many again of those who are not logged in."""
OF_ALL = {ODDS: 300, CHECK: 30}
"""So many wait in all: of people, and as many again of those who are not logged in."""
ATTEMPTS = 2
"""What was begun so often without an end kills workers."""
SECONDS = 60
"""The longest that one piece may take."""
LEASE = timedelta(seconds=SECONDS + 20)
"""So long nobody else begins anything."""
KEPT = timedelta(hours=1)
BROKEN = "broken"
"""The word for work that ended with an error of ours, which is in the log."""
BROKEN_KEPT = timedelta(minutes=1)
"""So long nobody asks for that again."""
AGAIN = 30
"""Seconds after which somebody whose queue is full asks again."""

WORK = messages.Task("gamelog.games.tasks.work_queue")
Limit: TypeAlias = tuple[str, int]

log = logging.getLogger(__name__)


class Asker(NamedTuple):
    """Who asks: a name that says nothing of a person or an address to whoever reads the row, and whether they are
    logged in.
    """

    name: str
    known: bool


def asker_of(request: HttpRequest, user: User | AnonymousUser) -> Asker:
    """Who makes a request."""
    known = user.is_authenticated
    said = f"person {user.pk}" if known else f"address {address_of(request)}"
    return Asker(hashlib.sha256(f"{settings.SECRET_KEY} {said}".encode()).hexdigest()[:32], known)


def find(kind: str, subject: str) -> QueuedWork | None:
    """The work that was asked for, without its payload; None if nobody did within the hour."""
    return QueuedWork.objects.defer("payload").filter(kind=kind, subject=subject).first()


def ask(kind: str, subject: str, asker: Asker, *, game: Game | None = None, payload: bytes = b"") -> QueuedWork:
    """The work on something, queued if nobody has asked for it yet.

    Raises: QueueFull: too much waits already; it names the limit.
    """
    found = find(kind, subject)
    if found is not None:
        return found
    with writing():
        _require_room(kind, asker, game)
        found, created = QueuedWork.objects.get_or_create(
            kind=kind, subject=subject,
            defaults={"asker": asker.name, "known": asker.known, "game": game, "payload": payload,
                      "due": messages.due()},
        )  # fmt: skip
        if created:
            messages.deliver_on_commit(WORK, priority=messages.LAST)
    return found


def _require_room(kind: str, asker: Asker, game: Game | None) -> None:
    waiting = _open().filter(kind=kind, known=asker.known)
    if waiting.filter(asker=asker.name).count() >= OF_ONE[kind]:
        raise QueueFull("asker", OF_ONE[kind], AGAIN)
    if game is not None and waiting.filter(game=game).count() >= OF_A_GAME:
        raise QueueFull("game", OF_A_GAME, AGAIN)
    if waiting.count() >= OF_ALL[kind]:
        raise QueueFull("site", OF_ALL[kind], AGAIN)


def work() -> None:
    """Do the piece of work whose turn it is, and send for the next one."""
    row = _begun()
    if row is None:
        return
    try:
        results = [found for found in reactions.worked(row) if found is not None]
        _end(row, JobState.DONE, result=results[0] if results else b"")
    except SoftTimeLimitExceeded:
        _end(row, JobState.FAILED, error="too-long")
    except MemoryError:
        _end(row, JobState.FAILED, error="too-large")
    except STORAGE:
        # Nothing is wrong with the work: it is begun again when its lease ends.
        raise
    except Exception:
        log.exception("the %s of %s broke", row.kind, row.subject)
        _end(row, JobState.FAILED, error=BROKEN)
    if _open().exists():
        messages.deliver(WORK, priority=messages.LAST)


def _begun() -> QueuedWork | None:
    """The next piece, as begun once more; None if there is none, or one is just being done."""
    with writing():
        now = messages.moment()
        rows = list(_open().select_for_update().defer("payload", "result").order_by("pk"))
        if any(row.state == JobState.RUNNING and row.begun and row.begun > now - LEASE for row in rows):
            return None
        for row in _in_turn(rows):
            row.state = JobState.RUNNING if row.attempts < ATTEMPTS else JobState.FAILED
            row.error = "" if row.state == JobState.RUNNING else "too-long"
            row.attempts, row.begun, row.due = row.attempts + 1, now, now + LEASE
            row.save(update_fields=["state", "attempts", "begun", "due", "error"])
            if row.state == JobState.RUNNING:
                return row
    return None


def _in_turn(rows: list[QueuedWork]) -> list[QueuedWork]:
    """What waits, by whoever's last piece was begun longest ago, then as it was asked for."""
    begun = QueuedWork.objects.filter(asker__in={row.asker for row in rows}, begun__isnull=False)
    last = dict(begun.values_list("asker").annotate(Max("begun")))
    never = datetime.min.replace(tzinfo=timezone.get_current_timezone())
    return [rows[place] for place in in_turn([(row.asker, last.get(row.asker, never)) for row in rows])]


def before(row: QueuedWork) -> int:
    """How many pieces come before one that waits, as things are now; the one that is being done among them."""
    rows = list(_open().defer("payload", "result").order_by("pk"))
    turns: dict[str, int] = {}
    place: dict[int, tuple[int, int]] = {}
    for at, each in enumerate(_in_turn([each for each in rows if each.state == JobState.QUEUED])):
        # Of each who asks the first piece comes in the first round, the second in the second.
        turns[each.asker] = turns.get(each.asker, 0) + 1
        place[each.pk] = (turns[each.asker], at)
    mine = place.get(row.pk)
    if mine is None:
        return 0
    return sum(other < mine for other in place.values()) + sum(each.state == JobState.RUNNING for each in rows)


def sweep(now: datetime | None = None) -> int:
    """Send for work that has waited too long, and delete what is no longer kept. Returns how much waits."""
    now = now or messages.moment()
    old = Q(ended__lt=now - KEPT) | Q(error=BROKEN, ended__lt=now - BROKEN_KEPT)
    QueuedWork.objects.exclude(state__in=OPEN).filter(old).delete()
    with writing():
        stalled = _open().filter(due__lt=now).update(due=messages.due())
        if stalled:
            messages.deliver_on_commit(WORK, priority=messages.LAST)
    return stalled


def _open() -> QuerySet[QueuedWork]:
    return QueuedWork.objects.filter(state__in=OPEN)


def _end(row: QueuedWork, state: JobState, *, result: bytes = b"", error: str = "") -> None:
    """What was sent is not kept any longer than it is needed."""
    QueuedWork.objects.filter(pk=row.pk, state__in=OPEN).update(
        state=state, result=result, error=error, payload=b"", ended=messages.moment()
    )
