"""Who has a job, and until when.

Whoever takes a row is its `holder` until `due`, and moves `due` on while at work. A worker that dies stops doing so:
seconds later the row is free for the next one. Its result is stored only by the holder, so a worker that was merely
slow publishes nothing after another has taken over. All moments are the database's, whatever clock a machine has.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import F, Model, Q, QuerySet
from django.db.models.functions import Now

from gamelog.games.models import JobState

LEASE = timedelta(seconds=8)
"""So long nobody else takes a row whose holder is not heard of. A verification goes on within 15 s of a worker's death,
of which three are left for an idle worker to look, and the rest for a busy machine.
"""
RENEWED = 2.0
"""Seconds between two renewals: three may be late."""
LONGEST = 60.0
"""Seconds after which a lease is not renewed: by then the task's time limit has ended whoever is at work."""
SLICE = 1.0
"""Seconds after which a task takes nothing more, and leaves the rest to the next message: so long others wait."""
ATTEMPTS = 3
"""Work that has been begun this often without an end kills its workers, and is set aside."""

STOPPING = Event()
"""Set when this process has been asked to end: it finishes what it is at, and gives back what it has not begun."""

R = TypeVar("R", bound=Model)

log = logging.getLogger(__name__)


def lost() -> Q:
    """Rows whose holder has not been heard of."""
    return Q(state=JobState.RUNNING) & (Q(due__lt=Now()) | Q(due__isnull=True))


def free() -> Q:
    """Rows that may be taken."""
    return Q(state=JobState.QUEUED) | lost()


def take(rows: QuerySet[Any], holder: UUID) -> int:
    """Give rows to a holder, who begins them. Returns how many. Call it with the rows locked."""
    return rows.update(state=JobState.RUNNING, holder=holder, due=Now() + LEASE, attempts=F("attempts") + 1)


def held(rows: QuerySet[R], holder: UUID) -> QuerySet[R]:
    """Those of some rows that a holder still has."""
    return rows.filter(state=JobState.RUNNING, holder=holder)


def give_back(rows: QuerySet[Any], holder: UUID, *, begun: bool) -> int:
    """Let others have rows at once; unless they were `begun`, this was no attempt. Returns how many there were."""
    attempts = F("attempts") - (0 if begun else 1)
    return held(rows, holder).update(state=JobState.QUEUED, holder=None, attempts=attempts)


@contextmanager
def renewed(held_rows: QuerySet[Any]) -> Iterator[None]:
    """Renew the lease of rows that are `held` for as long as the work lasts. Most work ends before the first time."""
    over = Event()
    thread = Thread(target=_renew, args=(held_rows, over), name="lease", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()


def _renew(rows: QuerySet[Any], over: Event) -> None:
    end = time.monotonic() + LONGEST
    try:
        while not over.wait(RENEWED) and time.monotonic() < end:
            try:
                rows.update(due=Now() + LEASE)
            except Exception as error:
                # The next time may be in time; if not, somebody else does the work and this result is not stored.
                log.warning("a lease could not be renewed: %r", error)
                connection.close()
    finally:
        # The connection is this thread's.
        connection.close()


def may_go_on(until: float) -> bool:
    """Whether a task that began early enough takes more."""
    return time.monotonic() < until and not STOPPING.is_set()


def in_turn(waiting: Sequence[tuple[str, Any]]) -> list[int]:
    """In which order jobs have their turn that wait, as (who asked for it, when it was last served): their places,
    first those whose asker was served longest ago, and of theirs the one that was.
    """
    latest: dict[str, Any] = {}
    for asker, served in waiting:
        latest[asker] = max(served, latest.get(asker, served))
    return sorted(range(len(waiting)), key=lambda place: (latest[waiting[place][0]], waiting[place][1], place))
