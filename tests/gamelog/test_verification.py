"""Verification by workers: their reports equal the engine's, whoever dies on the way."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection
from django.db.models.functions import Now
from kombu.exceptions import OperationalError

import rules
from gamelog import messages
from gamelog.games import leases, selectors, services, tasks, verification
from gamelog.games.models import Chunk, Game, JobState, Report
from gamelog.games.streams import KEYFRAMES
from tests.gamelog.test_files import illegal


def in_process(data: bytes) -> rules.Report:
    file = rules.read_game(data)
    return rules.report(rules.load("kt"), file.events, file.findings)


def stored(people: SimpleNamespace, data: bytes) -> Report:
    return services.verification_request(game=services.game_import(data=data, owner=people.ada).game)


def checked(chunk: int) -> None:
    """Verify a chunk as a worker that takes it if it may be taken."""
    holder = uuid4()
    leases.take(Chunk.objects.filter(leases.free(), pk=chunk), holder)
    verification.check(chunk, holder)


def taken() -> verification.Taken:
    found = verification.take()
    assert found
    return found


def die(rows: Any) -> None:
    """Let the holders of rows be dead for a while."""
    assert rows.filter(state=JobState.RUNNING).update(due=Now() - leases.LEASE)


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
        checked(chunk)
    report.refresh_from_db()
    assert report.state == JobState.RUNNING
    assert report.done == report.total - verification.CHUNK
    for chunk in chunks:
        checked(chunk)
    report.refresh_from_db()
    finished = report.finished
    assert verification.begin(report.pk) == []
    checked(chunks[0])
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
    tasks.verify_waiting.delay()
    report.refresh_from_db()
    assert report.verdict == "verified"


@pytest.mark.storage
@pytest.mark.django_db
def test_a_chunk_that_kills_every_worker_is_set_aside_and_holds_up_nobody(
    people: SimpleNamespace, battle: rules.GameFile, long: rules.GameFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is begun three times: once with other games, which cost the others one wait, and twice alone."""
    poison = stored(people, battle.dump())
    others = [stored(people, renamed(battle, f"game {each}").dump()) for each in range(2)]
    assert set(taken().reports) == {poison.pk, *(each.pk for each in others)}
    die(Report.objects)
    for begun in (2, 3):
        chunk = taken()
        assert chunk.chunk == poison.chunks.get(first=1).pk
        assert poison.chunks.get(first=1).attempts == begun
        verification.work()
        die(Chunk.objects)
    assert {state_of(each) for each in others} == {JobState.DONE}
    verification.work()
    poison.refresh_from_db()
    assert poison.state == JobState.FAILED
    assert poison.error == "events 1 to 100 were begun 3 times and never ended"
    (found,) = selectors.findings_of(poison)
    assert (found.number, found.rule, found.severity) == (1, "log.undecided", "advice")
    assert verification.take() is None
    again = services.verification_request(game=poison.game)
    assert taken().reports == [again.pk]
    assert verification.take() is None, "its old chunks are left alone while somebody has it whole"
    verification.run(again)
    again.refresh_from_db()
    assert (again.verdict, again.error, selectors.findings_of(again)) == ("verified", "", ())


@pytest.mark.django_db
def test_what_fails_is_tried_again_and_set_aside_with_its_error(
    people: SimpleNamespace, battle: rules.GameFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    report, other = stored(people, battle.dump()), stored(people, renamed(battle, "other").dump())
    plain = verification._decided
    monkeypatch.setattr(messages, "deliver", lambda *_, **__: None)

    def fails(of: Report, *more: Any) -> Any:
        if of.pk == report.pk:
            raise KeyError("a12")
        return plain(of, *more)

    monkeypatch.setattr(verification, "_decided", fails)
    verification.work()
    report.refresh_from_db()
    assert report.state == JobState.FAILED
    assert "begun 3 times" in report.error and "KeyError: 'a12'" in report.error
    assert state_of(other) == JobState.DONE


@pytest.mark.django_db
def test_what_takes_too_long_is_set_aside_at_once(
    people: SimpleNamespace, long: rules.GameFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = stored(people, long.dump())
    monkeypatch.setattr(verification, "WHOLE", 10)
    monkeypatch.setattr(messages, "deliver", lambda *_, **__: None)

    def hangs(*_: Any) -> Any:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(verification, "_decided", hangs)
    with pytest.raises(SoftTimeLimitExceeded):
        verification.work()
    report.refresh_from_db()
    assert (report.state, report.error) == (JobState.FAILED, "events 1 to 100 took too long")


@pytest.mark.storage
@pytest.mark.django_db
def test_a_chunk_is_stored_by_its_holder_alone(people: SimpleNamespace, long: rules.GameFile) -> None:
    """A worker that was taken for dead and was only slow stores nothing once another has its chunk."""
    report = stored(people, long.dump())
    verification.begin(report.pk)
    slow = taken()
    assert slow.chunk
    die(Chunk.objects)
    chunk = Chunk.objects.select_related("report__game").get(pk=slow.chunk)
    fast = taken()
    assert fast.chunk == slow.chunk and fast.holder != slow.holder
    verification.check(slow.chunk, slow.holder)
    verification._chunk_done(chunk, "[]")
    assert Chunk.objects.get(pk=slow.chunk).holder == fast.holder
    assert not Chunk.objects.filter(state=JobState.DONE).exists()
    verification.check(fast.chunk, fast.holder)
    assert Chunk.objects.get(pk=slow.chunk).state == JobState.DONE


@pytest.mark.storage
@pytest.mark.django_db
def test_a_lease_is_renewed_while_the_work_lasts(
    people: SimpleNamespace, long: rules.GameFile, monkeypatch: pytest.MonkeyPatch, transactional_db: None,
    wait_until: Callable[..., None],
) -> None:  # fmt: skip
    monkeypatch.setattr(messages, "deliver", lambda *_, **__: None)
    verification.begin(stored(people, long.dump()).pk)
    mine = taken()
    rows = Chunk.objects.filter(holder=mine.holder)
    monkeypatch.setattr(leases, "RENEWED", 0.05)
    for _ in range(2):
        die(rows)
        with leases.renewed(leases.held(rows, mine.holder)):
            wait_until(lambda: not rows.filter(leases.lost()).exists())


@pytest.mark.django_db
def test_a_worker_that_is_asked_to_end_gives_back_what_it_has_not_begun(
    people: SimpleNamespace, battle: rules.GameFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = [stored(people, renamed(battle, f"game {each}").dump()) for each in range(3)]
    leases.STOPPING.set()
    try:
        verification.work()
    finally:
        leases.STOPPING.clear()
    assert [state_of(report) for report in reports] == [JobState.DONE, JobState.QUEUED, JobState.QUEUED]
    assert {report.attempts for report in Report.objects.filter(state=JobState.QUEUED)} == {0}


@pytest.mark.storage
@pytest.mark.django_db
def test_those_who_ask_have_a_turn_each_and_battles_that_are_played_come_first(
    people: SimpleNamespace, battle: rules.GameFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One asks for many, another for a few when some of them are done, and then a battle ends."""
    monkeypatch.setattr(verification, "MOST", 1)
    games = [services.game_create(owner=people.ada, ruleset="kt") for _ in range(12)]
    many = [services.verification_request(game=game, asked_by="many").pk for game in games[:8]]
    order = [*done_next(), *done_next()]
    few = [services.verification_request(game=game, asked_by="few").pk for game in games[8:11]]
    order += done_next()
    live = services.verification_request(game=games[11]).pk
    while found := done_next():
        order += found
    assert order == [*many[:3], live, few[0], many[3], few[1], many[4], few[2], *many[5:]]


def done_next() -> list[int]:
    """Take what comes next and verify it; which it was."""
    found = verification.take()
    if found is None:
        return []
    verification.check_whole(found.reports, found.holder)
    return list(found.reports)


@pytest.mark.django_db
def test_a_report_that_somebody_asked_for_comes_first_once_its_battle_is_played(
    people: SimpleNamespace, battle: rules.GameFile
) -> None:
    games = [services.game_create(owner=people.ada, ruleset="kt") for _ in range(3)]
    first, _, last = [services.verification_request(game=game, asked_by="one") for game in games]
    services.verification_request(game=games[2])
    rows = list(Report.objects.order_by("priority", "turn"))
    assert [row.pk for row in rows[:2]] == [last.pk, first.pk]


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
    assert verification.take() is None


@pytest.mark.storage
@pytest.mark.django_db
def test_a_task_takes_on_so_many_events_and_no_long_game(
    people: SimpleNamespace, battle: rules.GameFile, long: rules.GameFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = [stored(people, renamed(battle, f"game {each}").dump()) for each in range(4)]
    cut = stored(people, long.dump())
    monkeypatch.setattr(verification, "WORK", 3 * len(battle.records))
    monkeypatch.setattr(verification, "WHOLE", len(battle.records))
    first, second, third = taken(), taken(), taken()
    assert (first.reports, first.more) == ([each.pk for each in reports[:3]], True)
    assert (second.reports, second.more) == ([reports[3].pk], True)
    assert {state_of(report) for report in reports} == {JobState.RUNNING}
    assert third.chunk == cut.chunks.earliest("first").pk and third.more


@pytest.mark.storage
@pytest.mark.django_db
def test_games_that_were_taken_by_a_task_that_died_are_cut(people: SimpleNamespace, battle: rules.GameFile) -> None:
    """While it may live nobody else begins them; afterwards each is verified in chunks, apart from the others."""
    files = [renamed(battle, f"game {each}").dump() for each in range(3)]
    reports = [stored(people, data) for data in files]
    slow = taken()
    assert slow.reports == [each.pk for each in reports]
    verification.work()
    assert {state_of(report) for report in reports} == {JobState.RUNNING}
    die(Report.objects)
    verification.work()
    assert Chunk.objects.values("report").distinct().count() == 3
    for report, data in zip(reports, files, strict=True):
        report.refresh_from_db()
        assert selectors.summary_of(report) == in_process(data)
    finished = list(Report.objects.order_by("pk").values_list("finished", flat=True))
    # The task that was taken for dead was only slow.
    verification.check_whole(slow.reports, slow.holder)
    assert list(Report.objects.order_by("pk").values_list("finished", flat=True)) == finished


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
        found = taken()
        with pytest.raises(RuntimeError):
            verification.check_whole(found.reports, found.holder)
    assert {state_of(report) for report in reports} == {JobState.RUNNING}
    assert not Report.objects.exclude(verdict="").exists()
    verification.work()
    assert {state_of(report) for report in reports} == {JobState.DONE}


@pytest.mark.storage
@pytest.mark.django_db
def test_games_for_which_there_was_no_time_wait_again(
    people: SimpleNamespace, battle: rules.GameFile, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:  # fmt: skip
    reports = [stored(people, renamed(battle, f"game {each}").dump()) for each in range(3)]
    found = taken()
    with monkeypatch.context() as patched:
        patched.setattr(leases, "SLICE", 0.0)
        verification.check_whole(found.reports, found.holder)
    assert set(Report.objects.values_list("state", "attempts")) == {(JobState.DONE, 1), (JobState.QUEUED, 0)}
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


@pytest.mark.django_db
@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="with so few rows it would read them all")
def test_what_is_done_is_not_read_to_find_what_waits() -> None:
    """Whoever looks for work every few seconds does so by an index, however many verifications have been done."""
    lookups = [
        verification._lost(),
        verification._chunks(),
        Report.objects.filter(state=JobState.QUEUED).order_by("priority", "turn", "pk"),
        Report.objects.filter(state=JobState.QUEUED, priority=0, asked_by="x"),
    ]
    for rows in lookups:
        plan = rows.explain()
        assert "USING INDEX games_" in plan and "SCAN" not in plan


def test_the_schedule_looks_for_work() -> None:
    from gamelog.celery import app

    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert tasks.verify_waiting.name in scheduled
    assert verification.CHUNK % KEYFRAMES.every == 0
