"""Verification by workers: their reports equal the engine's, whoever dies on the way."""

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.db import connection, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

import rules
from gamelog import messages
from gamelog.games import selectors, services, tasks, verification
from gamelog.games.models import Chunk, Game, JobState, Report
from gamelog.games.streams import KEYFRAMES
from tests.gamelog.test_files import illegal

LATER = timedelta(hours=2)


def in_process(data: bytes) -> rules.Report:
    file = rules.read_game(data)
    return rules.report(rules.load("kt"), file.events, file.findings)


def stored(people: SimpleNamespace, data: bytes) -> Report:
    return services.verification_request(game=services.game_import(data=data, owner=people.ada).game)


@pytest.mark.storage
@pytest.mark.django_db
@pytest.mark.parametrize("which", ["battle", "illegal", "long"])
def test_chunks_give_the_report_of_the_whole(
    which: str, people: SimpleNamespace, battle: rules.GameFile, long: rules.GameFile
) -> None:
    data = {"battle": battle.dump(), "illegal": illegal(battle), "long": long.dump()}[which]
    report = stored(people, data)
    verification.run(report)
    report.refresh_from_db()
    assert selectors.summary_of(report) == in_process(data)
    assert report.state == JobState.DONE
    assert report.verdict == ("findings" if which == "illegal" else "verified")
    assert report.done == report.total == len(rules.read_game(data).records)


@pytest.mark.django_db
def test_everything_may_run_twice_and_in_any_order(people: SimpleNamespace, long: rules.GameFile) -> None:
    report = stored(people, long.dump())
    chunks = verification.begin(report.pk)
    assert verification.begin(report.pk) == chunks
    assert len(chunks) > 3
    for chunk in (*reversed(chunks[1:]), *chunks[1:]):
        verification.check(chunk)
    report.refresh_from_db()
    assert report.state == JobState.RUNNING
    assert report.done == report.total - verification.CHUNK
    for chunk in chunks:
        verification.check(chunk)
    report.refresh_from_db()
    finished = report.finished
    assert verification.begin(report.pk) == []
    verification.check(chunks[0])
    report.refresh_from_db()
    assert (report.state, report.finished) == (JobState.DONE, finished)
    assert selectors.summary_of(report) == in_process(long.dump())


@pytest.mark.django_db
def test_one_report_a_head(table: Game, record: Any, battle: rules.GameFile) -> None:
    record(table, battle.events[:10])
    first = services.verification_request(game=table)
    assert services.verification_request(game=table).pk == first.pk
    verification.run(first)
    record(table, battle.events[10:12])
    second = services.verification_request(game=table)
    assert second.pk != first.pk
    newest = selectors.report_of(table)
    assert newest
    assert newest.pk == second.pk
    first.refresh_from_db()
    assert not selectors.is_current(table, first)


@pytest.mark.django_db
def test_a_game_without_events_is_verified(table: Game) -> None:
    report = services.verification_request(game=table)
    verification.run(report)
    report.refresh_from_db()
    assert (report.state, report.verdict, report.total) == (JobState.DONE, "verified", 0)


@pytest.mark.django_db
def test_a_changed_row_is_found(people: SimpleNamespace, battle: rules.GameFile) -> None:
    """Somebody with the rights to drop the triggers changed a stored event."""
    report = stored(people, battle.dump())
    _tamper(report.game, 30, b'"by":"a"', b'"by":"b"')
    verification.run(report)
    report.refresh_from_db()
    assert report.verdict == "findings"
    assert (30, "log.chain") in {(f.number, f.rule) for f in selectors.findings_of(report)}


@pytest.mark.django_db
def test_an_event_that_cannot_be_read_is_found(people: SimpleNamespace, battle: rules.GameFile) -> None:
    report = stored(people, battle.dump())
    _tamper(report.game, 30, b'{"action"', b'{"acton"')
    verification.run(report)
    report.refresh_from_db()
    first = selectors.findings_of(report)[0]
    assert (first.number, first.rule) == (30, "log.readable")


def _tamper(game: Game, number: int, old: bytes, new: bytes) -> None:
    """Past the triggers, as their owner could do."""
    body = game.events.get(number=number).body.encode()
    changed = body.replace(old, new, 1) if old in body else body.replace(new, old, 1)
    assert changed != body
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'games_event'")
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        cursor.execute("UPDATE games_event SET body = %s WHERE number = %s", [changed.decode(), number])
        for _, sql in triggers:
            cursor.execute(sql)


@pytest.mark.django_db
def test_a_broker_that_is_away_loses_nothing(
    people: SimpleNamespace, battle: rules.GameFile, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:  # fmt: skip
    def away(*_: Any, **__: Any) -> None:
        raise OperationalError("refused")

    with monkeypatch.context() as patched, django_capture_on_commit_callbacks(execute=True):
        patched.setattr(tasks.verify_waiting, "apply_async", away)
        report = stored(people, battle.dump())
    report.refresh_from_db()
    assert report.state == JobState.QUEUED
    assert verification.sweep() == 0
    with django_capture_on_commit_callbacks(execute=True):
        assert verification.sweep(timezone.now() + LATER) == 1
    report.refresh_from_db()
    assert report.verdict == "verified"


@pytest.mark.django_db
def test_a_chunk_that_kills_every_worker_fails_in_the_end(people: SimpleNamespace, battle: rules.GameFile) -> None:
    report = stored(people, battle.dump())
    chunks = verification.begin(report.pk)
    Chunk.objects.filter(pk=chunks[0]).update(attempts=verification.ATTEMPTS)
    verification.check(chunks[0])
    report.refresh_from_db()
    assert report.state == JobState.FAILED
    assert "events 1 to 100" in report.error
    again = services.verification_request(game=report.game)
    verification.run(again)
    again.refresh_from_db()
    assert again.verdict == "verified"


@pytest.mark.storage
@pytest.mark.django_db
def test_a_task_verifies_several_games_whole(people: SimpleNamespace, battle: rules.GameFile) -> None:
    files = [
        battle.dump(),
        illegal(renamed(battle, "wrong")),
        *(renamed(battle, f"game {each}").dump() for each in range(3)),
    ]
    reports = [stored(people, data) for data in files]
    verification.work()
    for report, data in zip(reports, files, strict=True):
        report.refresh_from_db()
        assert (report.state, report.done) == (JobState.DONE, report.total)
        assert selectors.summary_of(report) == in_process(data)
    assert not Chunk.objects.exists()
    assert verification.take() == ([], False)


@pytest.mark.storage
@pytest.mark.django_db
def test_a_task_takes_on_so_many_events_and_no_long_game(
    people: SimpleNamespace, battle: rules.GameFile, long: rules.GameFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = [stored(people, renamed(battle, f"game {each}").dump()) for each in range(4)]
    cut = stored(people, long.dump())
    monkeypatch.setattr(verification, "WORK", 3 * len(battle.records))
    monkeypatch.setattr(verification, "WHOLE", len(battle.records))
    assert verification.take() == ([each.pk for each in reports[:3]], True)
    assert verification.take() == ([reports[3].pk], False)
    assert verification.take() == ([], False)
    assert {state_of(report) for report in reports} == {JobState.RUNNING}
    assert state_of(cut) == JobState.QUEUED


@pytest.mark.storage
@pytest.mark.django_db
def test_games_that_were_taken_by_a_task_that_died_are_cut(
    people: SimpleNamespace, battle: rules.GameFile, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    """While it may live nobody else begins them; afterwards each is verified in chunks, apart from the others."""
    files = [renamed(battle, f"game {each}").dump() for each in range(3)]
    reports = [stored(people, data) for data in files]
    assert verification.take() == ([each.pk for each in reports], False)
    for report in reports:
        verification.coordinate(report.pk)
        assert state_of(report) == JobState.RUNNING
    assert not Chunk.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        assert verification.sweep(timezone.now() + LATER) == 3
    assert Chunk.objects.values("report").distinct().count() == 3
    for report, data in zip(reports, files, strict=True):
        report.refresh_from_db()
        assert selectors.summary_of(report) == in_process(data)
        finished = report.finished
        # The task that was taken for dead was only slow.
        verification.check_whole([report.pk])
        report.refresh_from_db()
        assert report.finished == finished


@pytest.mark.storage
@pytest.mark.django_db
def test_the_reports_of_a_task_are_stored_together_or_not_at_all(
    people: SimpleNamespace, battle: rules.GameFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = [stored(people, renamed(battle, f"game {each}").dump()) for each in range(3)]
    plain = verification._store

    def fails_at_the_second(report: Report, summary: rules.Report) -> None:
        if report.pk == reports[1].pk:
            raise RuntimeError("the machine stops here")
        plain(report, summary)

    with monkeypatch.context() as patched:
        patched.setattr(verification, "_store", fails_at_the_second)
        with pytest.raises(RuntimeError):
            verification.work()
    assert {state_of(report) for report in reports} == {JobState.RUNNING}


@pytest.mark.storage
@pytest.mark.django_db
def test_games_for_which_there_was_no_time_wait_again(
    people: SimpleNamespace, battle: rules.GameFile, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:  # fmt: skip
    reports = [stored(people, renamed(battle, f"game {each}").dump()) for each in range(3)]
    taken, _more = verification.take()
    with monkeypatch.context() as patched:
        patched.setattr(verification, "ENOUGH", 0.0)
        verification.check_whole(taken)
    assert set(Report.objects.values_list("state", "attempts")) == {(JobState.QUEUED, 0)}
    verification.work()
    assert {state_of(report) for report in reports} == {JobState.DONE}


@pytest.mark.django_db
def test_workers_are_told_once_until_they_look(
    people: SimpleNamespace, battle: rules.GameFile, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any], settings: Any,
) -> None:  # fmt: skip
    sent: list[messages.Task] = []
    monkeypatch.setattr(messages, "deliver", lambda task, *_, **__: sent.append(task))
    monkeypatch.setitem(settings.CACHES["default"], "LOCATION", "redis://127.0.0.1:1/0")
    with django_capture_on_commit_callbacks(execute=True):
        reports = [stored(people, renamed(battle, f"game {each}").dump()) for each in range(3)]
    assert sent == [verification.VERIFY_WAITING]
    verification.work()
    assert {state_of(report) for report in reports} == {JobState.DONE}
    with django_capture_on_commit_callbacks(execute=True):
        stored(people, renamed(battle, "game 4").dump())
    assert sent == [verification.VERIFY_WAITING] * 2


def renamed(battle: rules.GameFile, name: str) -> rules.GameFile:
    """The same steps as a game with another id, which is in every hash."""
    made = rules.GameFile(msgspec.structs.replace(battle.header, game=name))
    for event in battle.events:
        made.records.append(rules.seal(msgspec.structs.replace(event, previous=made.head)))
    return made


@pytest.mark.storage
def test_a_worker_verifies_over_the_broker(
    worker: Any, people: SimpleNamespace, long: rules.GameFile, wait_until: Callable[..., None]
) -> None:
    report = stored(people, long.dump())
    wait_until(lambda: state_of(report) == JobState.DONE)
    report.refresh_from_db()
    assert selectors.summary_of(report) == in_process(long.dump())


def state_of(report: Report) -> str:
    return str(Report.objects.values_list("state", flat=True).get(pk=report.pk))


@pytest.mark.storage
def test_a_worker_is_killed_in_the_middle_and_the_verification_completes(
    worker: Any, people: SimpleNamespace, long: rules.GameFile, wait_until: Callable[..., None]
) -> None:
    """SIGKILL while some chunks are done and others are not; a new worker and one sweep do the rest."""
    report = stored(people, long.dump())
    deadline = timezone.now() + timedelta(seconds=30)
    while worker.alive() and timezone.now() < deadline:
        # With the report locked the worker cannot finish a chunk: it dies exactly where it is seen to be.
        with transaction.atomic():
            seen = Report.objects.select_for_update().get(pk=report.pk)
            if 0 < seen.done < seen.total:
                worker.kill()
        assert seen.state != JobState.DONE, "it was too fast to be killed"
    assert not worker.alive()
    report.refresh_from_db()
    killed_at = report.done
    assert 0 < killed_at < report.total
    assert report.state == JobState.RUNNING
    assert verification.sweep(timezone.now() + LATER) == 1
    worker.start()
    wait_until(lambda: state_of(report) == JobState.DONE)
    report.refresh_from_db()
    assert selectors.summary_of(report) == in_process(long.dump())
    assert msgspec.json.decode(report.findings) == []
    assert not Chunk.objects.filter(report=report).exclude(state=JobState.DONE).exists()


def test_the_sweeper_is_on_the_schedule() -> None:
    from gamelog.celery import app

    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert tasks.sweep.name in scheduled
    assert verification.CHUNK % KEYFRAMES.every == 0
