"""Workers are killed in the middle of verifications, and the broker is emptied: others go on within seconds, nothing is
forgotten and nothing is published twice. The schedule does not run here: workers look for themselves.

The long form: `GAMELOG_LONG=1 pytest -n0 -s tests/gamelog/test_killed_workers.py`; it prints what it measured.
"""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from statistics import median
from typing import Any

import pytest
from django.db import connection, transaction

import rules
from gamelog.celery import app
from gamelog.games import selectors, services, verification
from gamelog.games.models import Chunk, Game, JobState, Report
from gamelog.setup import processes
from tests.gamelog.test_verification import in_process, renamed, state_of, stored

LONG = bool(os.environ.get("GAMELOG_LONG"))
VERIFICATIONS = 2000
KILLS = 50
EMPTIED = 5
LIMIT = 15
"""Seconds within which a verification goes on after its worker was killed."""


def empty_broker() -> None:
    with app.connection_for_write() as link:
        link.default_channel.client.flushall()


def stop_in_the_middle(worker: Any, report: Report, stop: Callable[[], None]) -> None:
    """Stop a worker while it has a chunk of a report and others are done."""
    for _ in range(100_000):
        # With the report locked the worker cannot finish a chunk: it is stopped exactly where it is seen to be.
        with transaction.atomic():
            seen = Report.objects.select_for_update().get(pk=report.pk)
            held = report.chunks.filter(state=JobState.RUNNING, holder__isnull=False).exists()
            if 0 < seen.done < seen.total and held:
                stop()
                return
        assert seen.state != JobState.DONE, "it was too fast to be stopped"
        assert worker.alive()


@pytest.mark.storage
def test_another_worker_goes_on_within_seconds(
    worker: Any, second_worker: Any, people: Any, long: rules.GameFile, wait_until: Callable[..., None]
) -> None:
    with worker.frozen():
        report = stored(people, long.dump())
        stop_in_the_middle(second_worker, report, second_worker.kill)
    done = set(report.chunks.filter(state=JobState.DONE).values_list("pk", flat=True))
    assert done
    wait_until(lambda: state_of(report) == JobState.DONE, LIMIT)
    report.refresh_from_db()
    assert selectors.summary_of(report) == in_process(long.dump())
    again = set(report.chunks.filter(attempts__gt=1).values_list("pk", flat=True))
    assert len(again) == 1 and not again & done, "only what the dead worker was at is begun again"


@pytest.mark.storage
def test_a_worker_that_is_asked_to_end_finishes_its_chunk_and_leaves_nothing(
    worker: Any, people: Any, long: rules.GameFile, wait_until: Callable[..., None]
) -> None:
    """The signal reaches its pool too, as from an init system that sends it to the whole group."""
    report = stored(people, long.dump())
    stop_in_the_middle(worker, report, lambda: os.killpg(worker.pid, signal.SIGTERM))
    wait_until(lambda: not worker.alive(), 60)
    assert report.chunks.filter(state=JobState.RUNNING).count() == 0
    assert set(report.chunks.values_list("state", "attempts")) <= {(JobState.DONE, 1), (JobState.QUEUED, 0)}


@pytest.mark.storage
def test_nothing_is_forgotten_when_the_broker_is_emptied(
    worker: Any, people: Any, battle: rules.GameFile, wait_until: Callable[..., None]
) -> None:
    with worker.frozen():
        reports = [stored(people, renamed(battle, f"game {each}").dump()) for each in range(3)]
        empty_broker()
    wait_until(lambda: {state_of(report) for report in reports} == {JobState.DONE}, LIMIT)


# the long form

LOGGED = {
    "sqlite": [
        "CREATE TABLE published (report bigint)",
        "CREATE TRIGGER published_now AFTER UPDATE ON games_report WHEN NEW.state = 'done' "
        "BEGIN INSERT INTO published VALUES (NEW.id); END",
    ],
    "postgresql": [
        "CREATE TABLE published (report bigint)",
        "CREATE FUNCTION published_now() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN INSERT INTO published VALUES (NEW.id); RETURN NEW; END $$",
        "CREATE TRIGGER published_now AFTER UPDATE ON games_report FOR EACH ROW WHEN (NEW.state = 'done') "
        "EXECUTE FUNCTION published_now()",
    ],
}
NO_LONGER = {
    "sqlite": ["DROP TRIGGER published_now", "DROP TABLE published"],
    "postgresql": [
        "DROP TRIGGER published_now ON games_report", "DROP FUNCTION published_now()", "DROP TABLE published",
    ],
}  # fmt: skip


@contextmanager
def publications() -> Iterator[Callable[[], list[int]]]:
    """How often each report has been published in this block, as the database saw it."""

    def run(statements: list[str]) -> None:
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)

    def counts() -> list[int]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM published GROUP BY report")
            return [count for (count,) in cursor.fetchall()]

    run(LOGGED[connection.vendor])
    try:
        yield counts
    finally:
        run(NO_LONGER[connection.vendor])


def held() -> dict[tuple[str, int], Any]:
    """Who has what: whole games and chunks, by holder."""
    rows = [("report", Report.objects.all()), ("chunk", Chunk.objects.all())]
    return {
        (kind, key): holder
        for kind, of in rows
        for key, holder in of.filter(state=JobState.RUNNING, holder__isnull=False).values_list("pk", "holder")
    }


def nobody_has(what: dict[tuple[str, int], Any]) -> bool:
    """Whether everything has been finished, or taken by somebody else."""
    return not what.items() & held().items()


def seconds_until(holds: Callable[[], bool]) -> float:
    began = time.monotonic()
    assert processes.wait_until(holds, 120, pause=0.02)
    return time.monotonic() - began


@pytest.mark.timeout(7200)
@pytest.mark.skipif(not LONG, reason="ten minutes; GAMELOG_LONG=1 runs it")
def test_fifty_kills_and_an_emptied_broker_lose_and_double_nothing(
    worker: Any, second_worker: Any, people: Any, battle: rules.GameFile, long: rules.GameFile
) -> None:
    with worker.frozen(), second_worker.frozen():
        wanted = _wanted(people, battle, long)
    workers = [worker, second_worker]
    chance = random.Random(15)
    went_on: list[float] = []
    after_emptying: list[float] = []
    with publications() as counts, ThreadPoolExecutor(1) as pool:
        per_round = len(wanted) // KILLS
        for kill in range(KILLS):
            emptied = kill % (KILLS // EMPTIED) == 0
            with worker.frozen(), second_worker.frozen():
                for report in wanted[kill * per_round : (kill + 1) * per_round]:
                    report.save()
                    with transaction.atomic():
                        verification.send(report, chance.choice(["", "one", "two"]))
                if emptied:
                    empty_broker()
            resumed = seconds_until(lambda: bool(held()))
            if emptied:
                after_emptying.append(resumed)
            time.sleep(chance.random() * 0.2)
            victim = workers[kill % 2]
            victim.kill()
            had = held()
            # It comes back while others look after what it had, which costs them a part of the machine.
            coming = pool.submit(victim.start)
            went_on.append(seconds_until(partial(nobody_has, had)))
            coming.result()
        seconds_until(lambda: not Report.objects.exclude(state__in=(JobState.DONE, JobState.FAILED)).exists())
        published = counts()
    begun_again = Report.objects.filter(chunks__attempts__gt=1).distinct().count()
    verdicts = list(Report.objects.values_list("state", "verdict"))
    print(
        f"\n{len(wanted)} verifications, {KILLS} kills, broker emptied {len(after_emptying)} times, "
        f"{connection.vendor}: went on after at most {max(went_on):.1f} s (median {median(went_on):.1f} s), "
        f"after emptying at most {max(after_emptying):.1f} s; {begun_again} begun again, "
        f"{len(wanted) - len(published)} lost, {sum(count > 1 for count in published)} published twice, "
        f"{sum(state == JobState.FAILED for state, _ in verdicts)} set aside"
    )
    assert set(verdicts) == {(JobState.DONE, "verified")}
    assert published == [1] * len(wanted)
    assert max(went_on) < LIMIT


def _wanted(people: Any, battle: rules.GameFile, long: rules.GameFile) -> list[Report]:
    """Verifications that nobody has asked for yet, each up to another step of some games; one of 20 is cut."""
    short = [_imported(people, battle, f"short {number}") for number in range(40)]
    large = [_imported(people, long, f"long {number}") for number in range(5)]
    Report.objects.all().delete()
    wanted = []
    for number in range(VERIFICATIONS):
        cut = number // 20
        game, last = (short[number % 40], 20 + number // 40) if number % 20 else (large[cut % 5], 601 + cut // 5)
        event = game.events.get(number=last)
        wanted.append(Report(game=game, number=last, head=event.hash, version=game.version))
    return wanted


def _imported(people: Any, file: rules.GameFile, name: str) -> Game:
    return services.game_import(data=renamed(file, name).dump(), owner=people.ada).game
