"""Messages to the workers.

They only say that there is something to do: rows hold the work, and a sweeper sends stalled work again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple, TypeVar

from celery import current_app
from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError

PATIENCE = timedelta(seconds=90)
"""How long a job may stall before it is sent again: longer than the broker's visibility timeout of 60 s."""

LONGEST = 170
"""Seconds that a task may take in which a single piece of work cannot be parted, such as a roll with many results or a
moving picture: on a busy machine that may need a minute. So long nobody else begins it.
"""
BULK = 6
"""The priority of work on thousands of games: workers take it when no single game waits."""
LAST = 9
"""The priority of work that nobody waits for: workers take it when there is nothing else in the queue."""

SWEPT = 200
"""So many jobs are sent again at once: more wait for the sweeper's next round."""
Job = TypeVar("Job", bound=Model)

log = logging.getLogger(__name__)


def moment() -> datetime:
    """Now, by the clock that all machines share: that of the database. Of SQLite it is this machine's own."""
    if connection.vendor == "sqlite":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        found: datetime = cursor.fetchone()[0]
    return found


def due(attempts: int = 0) -> datetime:
    """The time at which a job is sent again. Each attempt without progress doubles the wait, so that no queue fills
    with copies.
    """
    wait: timedelta = PATIENCE * 2 ** min(attempts, 5)
    return moment() + wait


def send_overdue(jobs: QuerySet[Job], send: Callable[[Job], object], now: datetime | None = None) -> int:
    """Send every job again whose time has come, up to `SWEPT`. Returns how many."""
    count = 0
    with transaction.atomic():
        for job in jobs.filter(due__lt=now or moment()).select_for_update(skip_locked=True)[:SWEPT]:
            send(job)
            count += 1
    return count


class Task(NamedTuple):
    """A Celery task by its name. Tasks import the jobs they run, so a job that sends one cannot import it back."""

    name: str


def deliver(task: Task, *arguments: str | int, priority: int = 0) -> None:
    """Send a message now. If the broker does not answer, the sweeper sends it later: the rows are committed."""
    try:
        current_app.signature(task.name, args=arguments, immutable=True).apply_async(priority=priority)
    except OperationalError as error:
        log.warning("%s%s waits for the sweeper, the broker does not answer: %s", task.name, arguments, error)


def deliver_on_commit(task: Task, *arguments: str | int, priority: int = 0) -> None:
    """Send a message once the current transaction is committed."""
    transaction.on_commit(partial(deliver, task, *arguments, priority=priority))
