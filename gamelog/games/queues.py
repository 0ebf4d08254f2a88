"""How much work waits for workers, and for how long: for whoever watches the site.

Ages are by the database's clock, and from when a job was asked for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db.models import Count, DurationField, F, Max, Q, QuerySet
from django.db.models.functions import Now

from gamelog.games.models import OPEN, JobState, MovingPicture, Priority, QueuedWork, Report
from gamelog.mail.models import Mail
from gamelog.reactions import Reactions


class Queue(NamedTuple):
    """The jobs of one `kind` that are `waiting` and `running`, and the seconds for which the oldest of those that wait
    has done so (0 if none does).
    """

    kind: str
    waiting: int
    running: int
    oldest: float


of_other_apps: Reactions[[], Queue] = Reactions()
"""The queues of apps above this one, which register in `AppConfig.ready`."""


def queue_state() -> list[Queue]:
    """All queues, in a fixed order. Each is one query over the jobs that are not done."""
    reports = Report.objects.all()
    return [
        queue_of("verification-live", reports.filter(priority=Priority.LIVE)),
        queue_of("verification-asked", reports.filter(priority=Priority.ASKED)),
        queue_of("moving-picture", MovingPicture.objects.all()),
        queue_of("odds-and-files", QueuedWork.objects.all()),
        _mails(),
        *of_other_apps(),
    ]


def queue_of(kind: str, jobs: QuerySet[Any], created: str = "created") -> Queue:
    """The queue of jobs whose state is a `JobState`; `created` names the column that says since when they exist."""
    waits = Q(state=JobState.QUEUED)
    found = jobs.filter(state__in=OPEN).aggregate(
        waiting=Count("pk", filter=waits),
        running=Count("pk", filter=~waits),
        oldest=Max(Now() - F(created), filter=waits, output_field=DurationField()),
    )
    oldest = found["oldest"].total_seconds() if found["oldest"] else 0.0
    return Queue(kind, found["waiting"], found["running"], max(0.0, oldest))


def _mails() -> Queue:
    """Mails have no state: what is there waits."""
    found = Mail.objects.aggregate(waiting=Count("pk"), oldest=Max(Now() - F("created"), output_field=DurationField()))
    oldest = found["oldest"].total_seconds() if found["oldest"] else 0.0
    return Queue("mail", found["waiting"], 0, max(0.0, oldest))
