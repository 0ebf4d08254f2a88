"""Runs as jobs: the games are listed once, cut into pieces of work, and compared by whichever worker is free.

Every function may run twice and may be interrupted anywhere. Rows hold the state; messages only say that there is
something to do. The sweeper sends a stalled run again. Games are read and never written: a game is compared up to the
event that was its last when the run listed it, whatever has been added since.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import F
from django.utils import timezone

import rules
from gamelog import messages
from gamelog.games.models import OPEN, Event, Game, JobState
from gamelog.reverify import selectors
from gamelog.reverify.models import Change, Comparison, Run
from rules import compare

A_TASK = 300
"""Events per task, in whole games: 60 to 150 ms of work (0.2 to 0.5 ms per event, two or three decisions each)."""
ATTEMPTS = 5
"""A game that has been begun this often without ending kills its workers; it counts as one that cannot be compared."""

COMPARE_ALL = messages.Task("gamelog.reverify.tasks.compare_all")
COMPARE_SOME = messages.Task("gamelog.reverify.tasks.compare_some")

log = logging.getLogger(__name__)


def send(run: Run) -> None:
    """Tell the workers about a run once the transaction is committed. Call it within one."""
    Run.objects.filter(pk=run.pk).update(due=messages.due(run.attempts))
    messages.deliver_on_commit(COMPARE_ALL, str(run.pk))


def coordinate(run_id: str | UUID) -> None:
    """Send the games of a run that are not done."""
    for first, last in begin(run_id):
        messages.deliver(COMPARE_SOME, str(run_id), first, last)


def begin(run_id: str | UUID) -> list[tuple[int, int]]:
    """List a run's games, once. Returns the work to do in pieces: keys of the first and last comparison."""
    with transaction.atomic():
        run = Run.objects.select_for_update().filter(pk=run_id, state__in=OPEN).first()
        if run is None:
            return []
        run.attempts += 1
        if run.state == JobState.QUEUED:
            _list(run)
        run.save(update_fields=["state", "started", "total", "attempts", "error", "finished"])
    if run.state != JobState.RUNNING:
        return []
    waiting = run.comparisons.filter(state__in=OPEN).order_by("pk").values_list("pk", "number")
    pieces = list(_pieces(waiting.iterator(2000)))
    if not pieces:
        _finish(run.pk)
    return pieces


def _list(run: Run) -> None:
    """List every game with its present head."""
    try:
        rules.load(run.ruleset, run.version)
    except rules.Malformed as error:
        run.state, run.error, run.finished = JobState.FAILED, error.reason, timezone.now()
        return
    games = Game.objects.filter(ruleset=run.ruleset).order_by("created", "pk")
    rows = games.values_list("pk", "number", "head", "version").iterator(2000)
    listed = (Comparison(run=run, game_id=key, number=n, head=head, older=older) for key, n, head, older in rows)
    run.total = len(Comparison.objects.bulk_create(listed, batch_size=1000))
    run.state, run.started = JobState.RUNNING, timezone.now()


def _pieces(waiting: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Cut the waiting comparisons, (key, events) in order, into pieces of enough events."""
    first = last = events = 0
    for key, number in waiting:
        first, last, events = first or key, key, events + number
        if events >= A_TASK:
            yield first, last
            first = events = 0
    if first:
        yield first, last


def work(run_id: str | UUID, first: int, last: int) -> None:
    """Compare the unfinished games of one piece, each in a transaction of its own."""
    run = Run.objects.filter(pk=run_id, state=JobState.RUNNING).first()
    if run is None:
        return
    rows = run.comparisons.filter(pk__gte=first, pk__lte=last, state__in=OPEN).select_related("game", "run")
    for row in rows.order_by("pk"):
        check(row)


def check(row: Comparison) -> None:
    """Compare one game and store the outcome; the last one ends the run."""
    if row.attempts >= ATTEMPTS:
        _store(row, state=JobState.FAILED, error=f"it was begun {row.attempts} times and never ended")
        return
    Comparison.objects.filter(pk=row.pk, state__in=OPEN).update(state=JobState.RUNNING, attempts=F("attempts") + 1)
    try:
        found = _compared(row)
    except rules.RulesError as error:
        _store(row, state=JobState.FAILED, error=rules.problem(error).line())
        return
    except SoftTimeLimitExceeded:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError, RecursionError) as error:
        # A fault of the engine in one game must not hold up the others; the log records it.
        log.exception("game %s cannot be compared under %s", row.game_id, row.run.version)
        _store(row, state=JobState.FAILED, error=f"{type(error).__name__}: {error}")
        return
    _store(
        row, state=JobState.DONE, change=found.change, result_changed=found.result_changed,
        steps_changed=len(found.steps), rules=selectors.rules_in(found), body=rules.canonical(found).decode(),
    )  # fmt: skip


def _compared(row: Comparison) -> compare.Comparison:
    """The game up to its listed head. Raises: rules.Malformed if it cannot be read or is not the listed one."""
    newer, older = rules.load(row.run.ruleset, row.run.version), row.game.rules
    return compare.compare(older, newer, _events(row, older))


def _events(row: Comparison, ruleset: rules.Ruleset) -> list[rules.Event[Any]]:
    stored = Event.objects.filter(game=row.game, number__lte=row.number).order_by("number")
    events, head = [], row.game.header_hash
    for number, body, head in stored.values_list("number", "body", "hash"):  # noqa: B007
        try:
            events.append(rules.read_event(ruleset, body))
        except rules.Malformed as error:
            raise rules.Malformed(f"step {number}, {error.path}", error.reason) from None
    if len(events) != row.number or head != row.head:
        raise rules.Malformed(f"step {row.number}", "it is not the one that was listed")
    return events


def _store(row: Comparison, **values: Any) -> None:
    """Store the end of a comparison and count it, once."""
    failed, changed = values["state"] == JobState.FAILED, values.get("change", Change.SAME) != Change.SAME
    with transaction.atomic():
        stored = Comparison.objects.filter(pk=row.pk, state__in=OPEN, run__state=JobState.RUNNING).update(**values)
        if stored:
            Run.objects.filter(pk=row.run_id).update(
                done=F("done") + 1, changed=F("changed") + int(changed), failed=F("failed") + int(failed),
                attempts=0, due=messages.due(),
            )  # fmt: skip
    if stored and Run.objects.filter(pk=row.run_id, done__gte=F("total")).exists():
        _finish(row.run_id)


def _finish(run_id: UUID) -> None:
    """End a run with nothing left to do. Two workers that do so at once write the same."""
    run = Run.objects.get(pk=run_id)
    summary = rules.canonical(selectors.counted(run)).decode()
    Run.objects.filter(pk=run_id, state=JobState.RUNNING).update(
        state=JobState.DONE, summary=summary, finished=timezone.now()
    )


def sweep(now: datetime | None = None) -> int:
    """Send every stalled run again. Returns how many."""
    return messages.send_overdue(Run.objects.filter(state__in=OPEN), send, now)


def run_here(run: Run) -> None:
    """Do all of a run's work in this process, without messages."""
    for first, last in begin(run.pk):
        work(run.pk, first, last)
