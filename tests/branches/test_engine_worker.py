"""The engine in a worker of its own, over a real broker, on both databases: begun, killed, taken over, put away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from threading import Event as Signal
from threading import Thread
from time import sleep
from typing import Any

import pytest
from django.db import connection, transaction
from django.http import Http404
from django.test import Client
from django.utils import timezone

import rules
from gamelog.branches import jobs
from gamelog.branches.models import Branch, EngineRun
from gamelog.celery import app
from gamelog.games import access
from gamelog.games import selectors as log
from gamelog.games.models import Event, Game, JobState
from gamelog.streams.store import writing
from rules.autoplay import Autoplay

pytestmark = [pytest.mark.storage, pytest.mark.django_db(transaction=True)]
LATER = timedelta(hours=2)
EARLY = 20
"""The step after which the what-if leaves the battle: more than a hundred are left for the engine."""
TRIES = 5
ClientOf = Callable[[str], Client]


def begun(client: Client, battle: Game) -> EngineRun:
    """A what-if that the engine is to play to the end of the battle, as its maker asks for it on the page."""
    asked = {"step": str(EARLY), "from": "after", "until": "battle"}
    answer = client.post(f"/games/{battle.pk}/what-if/make/", asked)
    run = EngineRun.objects.latest("pk")
    assert answer.url == f"/games/{run.branch_id}/"  # type: ignore[attr-defined]
    return run


def state_of(run: EngineRun) -> str:
    return str(EngineRun.objects.values_list("state", flat=True).get(pk=run.pk))


def caught(client: Client, battle: Game, then: Callable[[EngineRun], Any]) -> EngineRun:
    """A what-if in which something was done when the engine had played some steps and went on. On a busy machine it may
    be over before anybody gets the lock: then it is tried with another one.
    """
    for _ in range(TRIES):
        run = begun(client, battle)
        if once_some_steps_are_played(run, then):
            return run
    return pytest.fail(f"it was too fast to be caught, {TRIES} times")


def once_some_steps_are_played(run: EngineRun, then: Callable[[EngineRun], Any]) -> bool:
    """Do something when the engine has played some steps and goes on; False if it is over before. With the row locked
    no step can be counted: what is seen is where it is done.
    """
    deadline = timezone.now() + timedelta(seconds=60)
    while timezone.now() < deadline:
        # Looked at without the lock first: on SQLite that is the whole file's, and the worker wants it too.
        if EngineRun.objects.get(pk=run.pk).done >= 3:
            with transaction.atomic():
                seen = EngineRun.objects.select_for_update().get(pk=run.pk)
                if seen.state not in (JobState.QUEUED, JobState.RUNNING):
                    return False
                then(seen)
                return True
        sleep(0.005)
    return pytest.fail("no worker played a step")


def test_a_worker_is_killed_in_the_middle_and_another_takes_over(
    worker: Any, battle: Game, client_of: ClientOf, wait_until: Callable[..., None]
) -> None:
    carol = client_of("carol")
    app.control.purge()  # the verification of the imported battle would come first
    run = caught(carol, battle, lambda _seen: worker.kill())
    run.refresh_from_db()
    branch = Branch.objects.select_related("game").get(pk=run.branch_id)
    killed_at = run.done
    assert not worker.alive() and run.state == JobState.RUNNING
    assert branch.game.number == run.last == run.first + killed_at, "a step and its count are one transaction"
    told = carol.get(f"/games/{branch.pk}/what-if/engine/state.json").json()
    assert told == {"running": True, "text": f"The engine is playing on: {killed_at} steps so far."}
    # Whoever holds the lease is not disturbed while it lasts; nobody plays in the request either.
    assert jobs.sweep() == 0 and run.due > timezone.now()
    # If it was killed between two tasks, the second waits in the queue.
    app.control.purge()
    worker.start()
    assert jobs.sweep(timezone.now() + LATER) == 1
    wait_until(lambda: state_of(run) == JobState.DONE, 120)
    run.refresh_from_db()
    branch.game.refresh_from_db()
    assert (run.error, run.last) == ("", branch.game.number) and run.done > killed_at
    # The last task may have found that there was nothing left to play.
    assert run.attempts == (0 if (run.done - killed_at) % jobs.A_TASK else 1)
    assert branch.game.finished and not carol.get(f"/games/{branch.pk}/what-if/engine/state.json").json()["running"]
    events = log.events_of(branch.game)
    assert [event.number for event in events] == list(range(1, run.last + 1))
    assert list(rules.verify(battle.rules, events)) == []
    # Before the death and after it, the steps are those of the seed, which begins anew with each task.
    tasks = [*range(0, killed_at, jobs.A_TASK), *range(killed_at, run.done, jobs.A_TASK)]
    for first, last in pairwise([*tasks, run.done]):
        engine = Autoplay(battle.rules, run.seed + first, log.position_at(branch.game, run.first + first))
        played = events[run.first + first : run.first + last]
        assert [engine.next()[0] for _ in played] == [event.declaration() for event in played]  # type: ignore[index]


def test_what_is_put_away_in_the_middle_is_played_on_by_nobody(
    worker: Any, battle: Game, client_of: ClientOf, wait_until: Callable[..., None]
) -> None:
    carol = client_of("carol")
    app.control.purge()
    run = caught(carol, battle, lambda _seen: None)
    written = worker.log.stat().st_size
    assert carol.post(f"/games/{run.branch_id}/what-if/put-away/").status_code == 302
    wait_until(worker.idle, 60)
    run.refresh_from_db()
    stopped_at, stored = run.done, Event.objects.filter(game_id=run.branch_id).count()
    assert (run.state, run.error) == (JobState.FAILED, "away") and stored == run.last
    with pytest.raises(Http404):
        access.access_game(run.branch.maker, run.branch_id)
    # A message that was on its way, or comes twice, plays nothing; neither does the sweeper.
    sent = app.send_task(jobs.PLAY_ON.name, [run.pk])
    worker.wait_for(sent.id)
    assert jobs.sweep(timezone.now() + LATER) == 0
    run.refresh_from_db()
    assert (run.done, Event.objects.filter(game_id=run.branch_id).count()) == (stopped_at, stored)
    assert b"Traceback" not in worker.log.read_bytes()[written:]


def test_another_worker_that_looks_while_a_step_is_stored_does_not_take_it_for_its_makers(
    branch: Branch, people: Any
) -> None:
    """A message that comes twice is read by a second worker in the very moment in which the first stores a step."""
    run = EngineRun.objects.create(branch=branch, until="battle", seed=7, first=branch.game.number)
    storing, found = Signal(), []

    def look() -> None:
        try:
            storing.wait(30)
            found.append(jobs._begun(run.pk))
        finally:
            connection.close()

    second = Thread(target=look)
    second.start()
    with writing():
        engine = Autoplay(branch.game.rules, run.seed, log.position_at(branch.game, run.first))
        jobs._store(run, engine.next()[0])  # type: ignore[index]
        storing.set()
        # It waits for the row: it is given the time to get there.
        second.join(1)
    second.join(30)
    run.refresh_from_db()
    assert (run.state, run.error, run.done) == (JobState.RUNNING, "", 1)
    assert found and found[0] and found[0].done == 1 == found[0].branch.game.number - run.first
