"""Runs as jobs: the games are listed once, and compared piece by piece by whichever worker is free.

Every function may run twice and may be interrupted anywhere. Rows hold the state, and who has what (`games.leases`);
messages only say that there is something to do, and come after those about single games. Those who asked for runs have
a turn after the other, a piece of work each. Games are read and never written: a game is compared up to the event that
was its last when the run listed it, whatever has been added since.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import F, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

import rules
from gamelog import messages
from gamelog.games import leases
from gamelog.games.models import OPEN, Event, Game, JobState
from gamelog.reverify import selectors
from gamelog.reverify.models import Change, Comparison, Run
from gamelog.streams.store import writing
from rules import compare

A_TASK = 300
"""Events per piece, in whole games: 60 to 150 ms of work (0.2 to 0.5 ms per event, two or three decisions each)."""
MOST = 20
"""The games of a piece at most, however short they are."""

COMPARE_WAITING = messages.Task("gamelog.reverify.tasks.compare_waiting")

log = logging.getLogger(__name__)


class Taken(NamedTuple):
    """What a holder has taken on of a run: some of its comparisons, or without them to list its games or to end it; and
    whether more waits.
    """

    run: UUID
    holder: UUID
    rows: Sequence[int] = ()
    more: bool = False


def send(run: Run) -> None:
    """Tell the workers about a run once the transaction is committed. Call it within one."""
    messages.deliver_on_commit(COMPARE_WAITING, priority=messages.BULK)


def work() -> None:
    """Compare what waits, for about a second; if there is more, another task is called for it first."""
    until = time.monotonic() + leases.SLICE
    called = False
    while taken := take():
        if taken.more and not called:
            messages.deliver(COMPARE_WAITING, priority=messages.BULK)
            called = True
        _do(taken)
        if not leases.may_go_on(until):
            break


def take(only: UUID | None = None) -> Taken | None:
    """Take on a piece of the run whose turn it is (or of this one). None if nothing waits."""
    open_runs = Run.objects.filter(state__in=OPEN, **({"pk": only} if only else {}))
    if not open_runs.exists():
        return None
    with writing():
        # One that is just being listed stays locked for as long as that takes.
        listed = open_runs.filter(state=JobState.RUNNING).select_for_update()
        new = open_runs.filter(state=JobState.QUEUED).select_for_update(skip_locked=True)
        runs = sorted([*listed.order_by("pk"), *new], key=lambda run: (run.created, run.pk))
        waiting = [run for run in runs if _waits(run)]
        places = leases.in_turn([(str(run.created_by_id or run.pk), run.served) for run in waiting])
        if not places:
            return None
        run, holder = waiting[places[0]], uuid4()
        Run.objects.filter(pk=run.pk).update(served=1 + max(each.served for each in runs))
        if run.state == JobState.QUEUED:
            Run.objects.filter(pk=run.pk).update(holder=holder, due=Now() + leases.LEASE, attempts=F("attempts") + 1)
            return Taken(run.pk, holder, more=len(waiting) > 1)
        rows = _piece(run)
        leases.take(Comparison.objects.filter(pk__in=rows), holder)
        return Taken(run.pk, holder, rows, more=len(waiting) > 1 or _free(run).exists())


def _waits(run: Run) -> bool:
    """Whether there is something to do for a run that nobody is at: list its games, compare some, or end it."""
    if run.state == JobState.QUEUED:
        return run.holder is None or Run.objects.filter(pk=run.pk, due__lt=Now()).exists()
    return _free(run).exists() or not run.comparisons.filter(state__in=OPEN).exists()


def _free(run: Run) -> QuerySet[Comparison]:
    return run.comparisons.filter(leases.free())


def _piece(run: Run) -> list[int]:
    """The next comparisons of a run: enough events, in whole games. One that was begun before is compared alone."""
    begun = run.comparisons.filter(leases.lost()).order_by("pk").values_list("pk", flat=True).first()
    if begun is not None:
        return [begun]
    found: list[int] = []
    events = 0
    rows = run.comparisons.filter(state=JobState.QUEUED).order_by("pk")
    for key, number, attempts in rows.values_list("pk", "number", "attempts")[:MOST]:
        if found and attempts:
            break
        found.append(key)
        events += number
        if events >= A_TASK or attempts:
            break
    return found


def _do(taken: Taken) -> None:
    """Do what was taken; what there was no time for is given back."""
    run = Run.objects.get(pk=taken.run)
    if run.state == JobState.QUEUED:
        with leases.renewed(Run.objects.filter(pk=run.pk, state=JobState.QUEUED, holder=taken.holder)):
            _begin(run, taken.holder)
        return
    rows = Comparison.objects.filter(pk__in=taken.rows)
    held = leases.held(rows, taken.holder)
    with leases.renewed(held):
        for row in held.select_related("game", "run").order_by("pk"):
            if leases.STOPPING.is_set():
                leases.give_back(rows, taken.holder, begun=False)
                return
            check(row)
    if not run.comparisons.filter(state__in=OPEN).exists():
        _finish(run.pk)


def _begin(run: Run, holder: UUID) -> None:
    """List the games of a run, if the holder still has it."""
    with writing():
        now = Run.objects.select_for_update().filter(pk=run.pk, state=JobState.QUEUED, holder=holder).first()
        if now is None:
            return
        if now.attempts > leases.ATTEMPTS:
            now.state, now.error, now.finished = JobState.FAILED, _never_ended(now.attempts), timezone.now()
        else:
            _list(now)
        now.holder = None
        now.save(update_fields=["state", "started", "total", "error", "finished", "holder"])


def _never_ended(attempts: int) -> str:
    return f"it was begun {attempts - 1} times and never ended"


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


def check(row: Comparison) -> None:
    """Compare one game and store the outcome, if its holder still has it."""
    if row.attempts > leases.ATTEMPTS:
        _store(row, state=JobState.FAILED, error=_never_ended(row.attempts))
        return
    try:
        found = _compared(row)
    except rules.RulesError as error:
        _store(row, state=JobState.FAILED, error=rules.problem(error).line())
        return
    except SoftTimeLimitExceeded:
        _store(row, state=JobState.FAILED, error="it took too long")
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
    assert row.holder, "it was taken"
    with writing():
        # The run first, as whoever takes a piece does.
        run = Run.objects.select_for_update().filter(pk=row.run_id, state=JobState.RUNNING)
        if run.exists() and leases.held(Comparison.objects.filter(pk=row.pk), row.holder).update(**values):
            run.update(done=F("done") + 1, changed=F("changed") + int(changed), failed=F("failed") + int(failed))


def _finish(run_id: UUID) -> None:
    """End a run with nothing left to do. Two workers that do so at once write the same."""
    run = Run.objects.get(pk=run_id)
    summary = rules.canonical(selectors.counted(run)).decode()
    Run.objects.filter(pk=run_id, state=JobState.RUNNING).update(
        state=JobState.DONE, summary=summary, finished=timezone.now()
    )


def run_here(run: Run) -> None:
    """Do all of a run's work in this process, without messages."""
    while taken := take(run.pk):
        _do(taken)
