"""The nightly check, in the workers: some seconds a task, when nothing else is to be done.

Where it stands is in the cache that all workers share. If that is lost, so is the run, and the next night begins anew;
a monitor sees by the age of the metrics that one is missing.
"""

from __future__ import annotations

import logging
import time
from pathlib import Path

import msgspec
from django.conf import settings
from django.core.cache import cache

from gamelog import messages
from gamelog.records import run, told
from gamelog.records.findings import ALARMING, Found, Subject
from gamelog.records.run import Progress

CHECK_SOME = messages.Task("gamelog.records.tasks.check_some")
RUN = "records-run"
KEPT = 24 * 3600
SLICE = 5.0
"""Seconds after which a task leaves the rest to another."""
CLAIMED = 55
"""Seconds for which nobody else does the same piece: longer than a task may take, and shorter than until the message of
a dead worker comes again."""

log = logging.getLogger(__name__)


def metrics_path() -> Path:
    """The file for Prometheus' collector of text files."""
    return Path(settings.VAR) / "metrics" / "check_records.prom"


def begin() -> None:
    """Begin a run, in place of one that is under way."""
    progress = run.begun()
    _keep(progress)
    messages.deliver(CHECK_SOME, progress.started, 0, priority=messages.LAST)


def work(started: str, piece: int) -> None:
    """Do a piece of the run that was started at a time, and send for the next, or write the metrics."""
    progress = _claimed(started, piece)
    if progress is None:
        return
    until = time.monotonic() + SLICE
    for _ in run.go_on(progress, report=_heard):
        if time.monotonic() >= until:
            break
    if progress.done:
        run.written(metrics_path(), told.as_metrics(progress))
        log.info("records checked: %s", told.summary(progress))
    else:
        _keep(progress)
        messages.deliver(CHECK_SOME, started, piece + 1, priority=messages.LAST)


def _keep(progress: Progress) -> None:
    cache.set(RUN, msgspec.json.encode(progress).decode(), KEPT)


def _claimed(started: str, piece: int) -> Progress | None:
    """The run as it stands; None if it is another by now, or this piece is being done by somebody else."""
    if not cache.add(f"{RUN}-{started}-{piece}", 1, CLAIMED):
        return None
    kept = cache.get(RUN)
    progress = msgspec.json.decode(kept, type=Progress) if kept else None
    if progress is None or progress.started != started:
        log.warning("the check of records that began at %s is lost or was begun anew", started)
        return None
    return progress


def _heard(subject: Subject, found: Found) -> None:
    if found.severity in ALARMING:
        log.error("%s", told.line(subject, found))
