"""The Celery application. Delivery is at-least-once: every task is idempotent (see settings, "Jobs")."""

import gc
import os
import signal
from typing import Any

import structlog
from celery import Celery, bootsteps
from celery.signals import setup_logging, task_postrun, task_prerun, worker_init, worker_process_init
from celery.worker import state
from django.dispatch import receiver
from django_structlog.celery.signals import bind_extra_task_metadata
from django_structlog.celery.steps import DjangoStructLogInitStep

import rules

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gamelog.settings")

app = Celery("gamelog")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()


@setup_logging.connect  # type: ignore[untyped-decorator]
def use_django_logging(**_: object) -> None:
    """Make workers and beat log like the web process; Celery would install handlers of its own."""
    from logging.config import dictConfig

    from django.conf import settings

    dictConfig(settings.LOGGING)


@receiver(bind_extra_task_metadata)
def bind_job(task: Any, **_: object) -> None:
    """Tell in every line of a task which row it is about. Work that the sweeper sends belongs to no request; then the
    row leads to the lines before.
    """
    if task.request.args:
        structlog.contextvars.bind_contextvars(job=" ".join(map(str, task.request.args)))


@worker_init.connect  # type: ignore[untyped-decorator]
def load_rules(**_: object) -> None:
    """Load every ruleset before the worker forks, so that its children have them in common and not one each. What is
    there by then is left alone by the collector of garbage, which would write to every page of it.
    """
    for name in rules.RULESETS:
        rules.load(name).prepare()
    gc.collect()
    gc.freeze()


WAKE_UP = 3.0
"""Seconds between two looks of an idle worker at what waits."""


class WakeUps(bootsteps.StartStopStep):  # type: ignore[misc]
    """While this worker has nothing to do, it calls for work every few seconds: whatever became of the messages, the
    schedule and the other workers, the rows are looked at.
    """

    requires = ("celery.worker.components:Timer", "celery.worker.components:Pool")

    def __init__(self, worker: Any, **options: Any) -> None:
        self.timer: Any = None
        super().__init__(worker, **options)

    def start(self, worker: Any) -> None:
        """Begin to look."""
        self.timer = worker.timer.call_repeatedly(WAKE_UP, wake_if_idle, (worker,))

    def stop(self, worker: Any) -> None:
        """Look no more."""
        if self.timer:
            self.timer.cancel()


app.steps["worker"].add(WakeUps)


def wake_if_idle(worker: Any) -> None:
    """Call for work if a process of this worker is free."""
    from gamelog import messages
    from gamelog.games.verification import VERIFY_WAITING
    from gamelog.reverify.jobs import COMPARE_WAITING

    if len(state.reserved_requests) < (worker.concurrency or 1):
        messages.deliver(VERIFY_WAITING)
        messages.deliver(COMPARE_WAITING, priority=messages.BULK)


@worker_process_init.connect  # type: ignore[untyped-decorator]
def listen_for_stop(**_: object) -> None:
    """A process that is asked to end while it has work finishes the piece it is at, and gives the rest back at once.
    Celery's own processes tell theirs; an init system may send the signal to all of them.
    """
    task_prerun.connect(_finish_first)
    task_postrun.connect(_end_at_once)


def _finish_first(**_: object) -> None:
    from gamelog.games import leases

    leases.STOPPING.clear()
    _before.append(signal.signal(signal.SIGTERM, lambda *_: leases.STOPPING.set()))


def _end_at_once(**_: object) -> None:
    signal.signal(signal.SIGTERM, _before.pop())


_before: list[Any] = []
"""What the signal does to a process of the pool while it has no work."""
