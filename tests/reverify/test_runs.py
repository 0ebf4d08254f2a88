"""Runs by workers: they find what the engine finds in each game, whoever dies on the way, and change nothing."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from io import StringIO
from time import sleep
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils import timezone
from kombu.exceptions import OperationalError

import rules
from gamelog.celery import app
from gamelog.games import leases
from gamelog.games import services as log
from gamelog.games.models import OPEN, Event, Game, JobState
from gamelog.reverify import jobs, selectors, services, tasks
from gamelog.reverify.models import Comparison, Run
from rules import compare
from tests.rules.versions import FARTHER, KT, at_long_range


def started(version: str = "2018.1", **more: Any) -> Run:
    return services.run_create(ruleset="kt", version=version, created_by=None, **more).run


def listed(version: str = "2018.1") -> Run:
    """A run whose games are listed."""
    run = started(version)
    found = taken()
    assert (found.run, found.rows) == (run.pk, ())
    jobs._do(found)
    return run


def taken() -> jobs.Taken:
    found = jobs.take()
    assert found
    return found


def die(rows: Any) -> None:
    """Let the holders of rows be dead for a while."""
    assert rows.filter(holder__isnull=False, state__in=OPEN).update(due=Now() - leases.LEASE)


def done(version: str = "2018.1") -> Run:
    run = started(version)
    jobs.run_here(run)
    run.refresh_from_db()
    return run


def everything_else() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table that does not belong to runs."""
    tables = [name for name in connection.introspection.table_names() if not name.startswith("reverify_")]
    assert {"games_event", "games_game", "games_report", "auth_user"} <= set(tables)
    found = {}
    with connection.cursor() as cursor:
        for table in sorted(tables):
            cursor.execute(f'SELECT * FROM "{table}"')
            found[table] = sorted(cursor.fetchall(), key=repr)
    return found


def past_triggers(table: str, change: Callable[[], Any]) -> None:
    """Change stored rows as their owner could. Not on PostgreSQL, where tests of this kind do not run."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        change()
        for _, sql in triggers:
            cursor.execute(sql)


def make_unreadable(game: Game, number: int) -> None:
    event = Event.objects.get(game=game, number=number)
    Event.objects.filter(pk=event.pk).update(body=event.body.replace('{"action"', '{"acton"', 1))


# the findings of a run


@pytest.mark.storage
@pytest.mark.django_db
def test_the_same_version_changes_no_game(games: list[Game]) -> None:
    run = done()
    assert (run.state, run.total, run.done, run.changed, run.failed) == (JobState.DONE, len(games), len(games), 0, 0)
    assert {row.change for row in run.comparisons.all()} == {"same"}
    assert selectors.summary_of(run) == selectors.Summary()


@pytest.mark.storage
@pytest.mark.django_db
def test_a_run_finds_what_the_engine_finds_of_each_game(
    newer: rules.Ruleset, games: list[Game], files: list[rules.GameFile]
) -> None:
    run = done("2018.2")
    found = {row.game_id: row for row in run.comparisons.all()}
    steps = 0
    for game, file in zip(games, files, strict=True):
        expected = compare.compare(KT, FARTHER, file.events)
        row = found[game.pk]
        assert selectors.comparison_of(row) == expected
        assert (row.change, row.steps_changed) == (expected.change, len(expected.steps))
        assert row.result_changed == expected.result_changed
        assert (row.number, row.head, row.older) == (game.number, game.head, "2018.1")
        steps += sum(map(at_long_range, file.events))
    summary = selectors.summary_of(run)
    assert summary.steps == steps == sum(row.steps_changed for row in found.values())
    rule = next(each for each in summary.rules if each.rule == "kt.hit.ranged.roll")
    assert rule.steps == steps
    assert rule.games == sum(any(map(at_long_range, file.events)) for file in files) == run.changed
    assert len(rule.samples) == min(steps, selectors.SAMPLES)


@pytest.mark.storage
@pytest.mark.django_db
def test_a_run_changes_nothing_else(newer: rules.Ruleset, games: list[Game], people: SimpleNamespace) -> None:
    log.verification_request(game=games[0])
    before = everything_else()
    run = done("2018.2")
    assert run.changed
    assert everything_else() == before


@pytest.mark.django_db
def test_results_that_change_come_first(coarser: rules.Ruleset, games: list[Game], table: Game) -> None:
    run = done("2018.3")
    rows = list(selectors.comparisons_of(run))
    order = ["winner", "result", "open", "steps", "same"]
    assert [row.change for row in rows] == sorted((row.change for row in rows), key=order.index)
    assert {row.change for row in selectors.results_of(run)} == {"winner", "result"}
    counts = selectors.counts_of(run)
    assert sum(counts.values()) == run.total == len(games) + 1
    assert counts["same"] == 1
    assert run.changed == len(list(selectors.comparisons_of(run, changed=True))) == len(games)
    assert len(list(selectors.comparisons_of(run, rule="kt.game.round-count"))) == len(games)
    # The reason of a result is not a rule that changes a step.
    assert not list(selectors.comparisons_of(run, rule="kt.gap.victory"))


@pytest.mark.django_db
def test_a_game_is_compared_as_it_was_listed(
    table: Game, newer: rules.Ruleset, record: Any, battle: rules.GameFile, people: SimpleNamespace,
    files: list[rules.GameFile],
) -> None:  # fmt: skip
    record(table, battle.events[:50])
    run = listed("2018.2")
    record(table, battle.events[50:60])
    late = log.game_import(data=files[0].dump(), owner=people.ada).game
    jobs.work()
    run.refresh_from_db()
    assert (run.state, run.total, run.done) == (JobState.DONE, 1, 1)
    (row,) = run.comparisons.all()
    found = selectors.comparison_of(row)
    assert found
    assert (row.number, found.events) == (50, 50)
    assert [step.number for step in found.steps] == [e.number for e in battle.events[:50] if at_long_range(e)]
    assert not Comparison.objects.filter(game=late).exists()


@pytest.mark.django_db
def test_games_that_cannot_be_compared_are_counted_and_named(newer: rules.Ruleset, games: list[Game]) -> None:
    past_triggers("games_event", lambda: make_unreadable(games[1], 30))
    run = done("2018.2")
    assert (run.state, run.done, run.failed) == (JobState.DONE, len(games), 1)
    (row,) = selectors.failed_of(run)
    assert row.game_id == games[1].pk
    assert row.error.startswith("step 30, $: ")
    assert selectors.comparison_of(row) is None


@pytest.mark.django_db
def test_a_game_whose_version_is_gone_is_named(games: list[Game]) -> None:
    past_triggers("games_game", lambda: Game.objects.filter(pk=games[0].pk).update(version="1999"))
    run = done()
    (row,) = selectors.failed_of(run)
    assert "1999" in row.error


@pytest.mark.django_db
def test_an_event_that_was_exchanged_since_is_not_compared(games: list[Game]) -> None:
    run = listed()
    Comparison.objects.filter(game=games[0]).update(head="0" * 64)
    jobs.run_here(run)
    run.refresh_from_db()
    assert (run.state, run.failed) == (JobState.DONE, 1)


@pytest.mark.django_db
def test_a_fault_of_the_engine_in_one_game_does_not_hold_up_the_others(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = compare.compare

    def faulty(older: Any, newer: Any, events: Sequence[Any]) -> Any:
        if events[-1].number == games[2].number:
            raise KeyError("a12")
        return plain(older, newer, events)

    monkeypatch.setattr(compare, "compare", faulty)
    run = done()
    assert run.state == JobState.DONE
    assert {row.game_id for row in selectors.failed_of(run)} >= {games[2].pk}
    assert run.failed < run.total


@pytest.mark.django_db
def test_no_games_at_all(people: SimpleNamespace) -> None:
    run = done()
    assert (run.state, run.total, run.done) == (JobState.DONE, 0, 0)


# jobs


@pytest.mark.django_db
def test_a_run_under_way_is_not_started_twice(games: list[Game]) -> None:
    first = services.run_create(ruleset="kt", version="2018.1", created_by=None)
    again = services.run_create(ruleset="kt", version="2018.1", created_by=None)
    assert (first.created, again.created, again.run.pk) == (True, False, first.run.pk)
    jobs.run_here(first.run)
    after = services.run_create(ruleset="kt", version="2018.1", created_by=None)
    assert after.created
    assert after.run.pk != first.run.pk


@pytest.mark.parametrize("ruleset, version", [("kt", "1999"), ("chess", "1"), ("kt", "")])
@pytest.mark.django_db
def test_a_version_that_does_not_exist_starts_nothing(ruleset: str, version: str) -> None:
    with pytest.raises(rules.Malformed):
        services.run_create(ruleset=ruleset, version=version, created_by=None)
    assert not Run.objects.exists()


@pytest.mark.storage
@pytest.mark.django_db
def test_a_comparison_is_stored_by_its_holder_alone(
    newer: rules.Ruleset, games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that was taken for dead and was only slow stores nothing once another has its games."""
    monkeypatch.setattr(jobs, "A_TASK", 1)
    run = listed("2018.2")
    slow = taken()
    stale = run.comparisons.get(pk__in=slow.rows)
    die(Comparison.objects)
    fast = taken()
    assert fast.rows == slow.rows and fast.holder != slow.holder
    jobs._do(slow)
    jobs.check(stale)
    run.refresh_from_db()
    assert (run.state, run.done) == (JobState.RUNNING, 0)
    jobs._do(fast)
    jobs.work()
    jobs.check(stale)
    jobs._do(fast)
    run.refresh_from_db()
    assert (run.state, run.done, run.changed) == (JobState.DONE, len(games), len(games))


@pytest.mark.django_db
def test_a_piece_is_several_small_games_or_one_large_one_or_one_that_was_begun(
    people: SimpleNamespace, games: list[Game]
) -> None:
    run = listed()
    rows = list(run.comparisons.order_by("pk"))
    for row, (number, attempts) in zip(rows, [(120, 0), (150, 0), (90, 0), (4000, 0), (0, 1), (10, 0)], strict=True):
        Comparison.objects.filter(pk=row.pk).update(number=number, attempts=attempts)
    pieces = [taken().rows for _ in range(4)]
    assert pieces == [[row.pk for row in each] for each in (rows[:3], rows[3:4], rows[4:5], rows[5:])]
    die(Comparison.objects)
    assert [taken().rows for _ in range(6)] == [[row.pk] for row in rows]


@pytest.mark.storage
@pytest.mark.django_db
def test_those_who_ask_for_runs_have_a_turn_each(
    newer: rules.Ruleset, coarser: rules.Ruleset, games: list[Game], people: SimpleNamespace,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Two runs of one and a later one of another: a piece of each in turn, whoever has more."""
    monkeypatch.setattr(jobs, "A_TASK", 1)
    first, second = [
        services.run_create(ruleset="kt", version=version, created_by=people.ada).run
        for version in ("2018.1", "2018.2")
    ]
    for _ in range(4):
        jobs._do(taken())
    assert {run.comparisons.filter(state=JobState.DONE).count() for run in (first, second)} == {1}
    other = services.run_create(ruleset="kt", version="2018.3", created_by=people.boris).run
    jobs._do(taken())
    order = []
    while found := jobs.take():
        order.append("ada" if found.run != other.pk else "boris")
        jobs._do(found)
    assert order[: 2 * len(games)] == ["ada", "boris"] * len(games)
    assert set(order[2 * len(games) :]) == {"ada"}
    assert {state_of(run) for run in (first, second, other)} == {JobState.DONE}


def test_whose_turn_it_is() -> None:
    """Whoever was served longest ago, by any of their runs; then the run that was."""
    assert leases.in_turn([]) == []
    assert leases.in_turn([("a", 0), ("b", 0)]) == [0, 1]
    assert leases.in_turn([("a", 3), ("b", 2)]) == [1, 0]
    assert leases.in_turn([("a", 3), ("b", 2), ("a", 0)]) == [1, 2, 0]
    assert leases.in_turn([("a", 3), ("b", 4), ("a", 1)]) == [2, 0, 1]


@pytest.mark.django_db
def test_a_worker_that_died_after_the_last_game_is_no_reason_to_wait(games: list[Game]) -> None:
    run = done()
    Run.objects.filter(pk=run.pk).update(state=JobState.RUNNING, finished=None)
    jobs.work()
    run.refresh_from_db()
    assert run.state == JobState.DONE


@pytest.mark.storage
@pytest.mark.django_db
def test_a_game_that_kills_every_worker_is_named_in_the_end(games: list[Game]) -> None:
    """It is begun three times: once with other games, and twice alone."""
    run = listed()
    poison = run.comparisons.earliest("pk")
    assert poison.pk in taken().rows
    die(Comparison.objects)
    for _ in range(2):
        assert taken().rows == [poison.pk]
        jobs.work()
        die(Comparison.objects)
    jobs.work()
    run.refresh_from_db()
    assert (run.state, run.failed, run.done) == (JobState.DONE, 1, len(games))
    assert selectors.failed_of(run)[0].error == "it was begun 3 times and never ended"


@pytest.mark.django_db
def test_listing_that_kills_every_worker_ends_the_run(games: list[Game]) -> None:
    run = started()
    for _ in range(3):
        assert taken().rows == ()
        assert jobs.take() is None
        die(Run.objects)
    jobs.work()
    run.refresh_from_db()
    assert (run.state, run.error) == (JobState.FAILED, "it was begun 3 times and never ended")


@pytest.mark.django_db
def test_a_game_that_takes_too_long_is_named(games: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    run = listed()

    def hangs(*_: Any) -> Any:
        raise SoftTimeLimitExceeded

    piece = taken()
    with monkeypatch.context() as patched:
        patched.setattr(jobs, "_compared", hangs)
        with pytest.raises(SoftTimeLimitExceeded):
            jobs._do(piece)
    assert [row.error for row in selectors.failed_of(run)] == ["it took too long"]
    die(Comparison.objects)
    jobs.run_here(run)
    run.refresh_from_db()
    assert (run.state, run.failed) == (JobState.DONE, 1)


@pytest.mark.django_db
def test_a_broker_that_is_away_loses_nothing(
    games: list[Game], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    def away(*_: Any, **__: Any) -> None:
        raise OperationalError("refused")

    with monkeypatch.context() as patched, django_capture_on_commit_callbacks(execute=True):
        patched.setattr(tasks.compare_waiting, "apply_async", away)
        run = started()
    run.refresh_from_db()
    assert run.state == JobState.QUEUED
    tasks.compare_waiting.delay()
    run.refresh_from_db()
    assert (run.state, run.done) == (JobState.DONE, len(games))


# a real worker


def state_of(run: Run) -> str:
    return str(Run.objects.values_list("state", flat=True).get(pk=run.pk))


@pytest.mark.storage
def test_a_worker_is_killed_in_the_middle_and_the_run_completes(
    worker: Any, people: SimpleNamespace, files: list[rules.GameFile], wait_until: Callable[..., None]
) -> None:
    """SIGKILL while some games are done and others are not; a new worker does the rest, within seconds."""
    for file in files:
        for copy in range(5):
            header = rules.Header(game=f"{file.header.game}-{copy}", ruleset="kt", version="2018.1")
            log.game_import(data=_renamed(file, header), owner=people.ada)
    app.control.purge()  # the verification of imported games would come first
    run = started()
    deadline = timezone.now() + timedelta(seconds=30)
    while worker.alive() and timezone.now() < deadline:
        # With the run locked the worker cannot count a game: it dies exactly where it is seen to be.
        with transaction.atomic():
            seen = Run.objects.select_for_update().get(pk=run.pk)
            if 0 < seen.done < seen.total:
                worker.kill()
        assert seen.state != JobState.DONE, "it was too fast to be killed"
        sleep(0.005)  # on SQLite the lock is the whole file's, and the worker wants it too
    assert not worker.alive()
    run.refresh_from_db()
    killed_at = run.done
    assert 0 < killed_at < run.total == 5 * len(files)
    assert run.state == JobState.RUNNING
    assert run.comparisons.filter(state=JobState.DONE).count() == killed_at
    worker.start()
    wait_until(lambda: state_of(run) == JobState.DONE, 60)
    run.refresh_from_db()
    assert (run.done, run.changed, run.failed) == (run.total, 0, 0)
    assert run.comparisons.filter(state=JobState.DONE, change="same").count() == run.total


def _renamed(file: rules.GameFile, header: rules.Header) -> bytes:
    made = rules.GameFile(header)
    for event in file.events:
        made.records.append(rules.seal(msgspec.structs.replace(event, previous=made.head)))
    return made.dump()


@pytest.mark.storage
def test_a_worker_that_does_not_have_the_version_says_so(
    worker: Any, newer: rules.Ruleset, games: list[Game], wait_until: Callable[..., None]
) -> None:
    """The version is installed here but not on the worker."""
    run = started("2018.2")
    wait_until(lambda: state_of(run) == JobState.FAILED)
    run.refresh_from_db()
    assert "2018.2" in run.error
    assert not run.comparisons.exists()


# the command


@pytest.mark.django_db
def test_the_command_prints_what_would_change(newer: rules.Ruleset, coarser: rules.Ruleset, games: list[Game]) -> None:
    out = StringIO()
    call_command("reverify", "kt", "--version", "2018.3", "--here", stdout=out)
    told = out.getvalue()
    run = Run.objects.get()
    assert f"{len(games)} games: {len(games)} results would change" in told
    for game in games:
        assert f"/games/{game.pk}/" in told
    assert f"/reverify/{run.pk}/" in told
    assert "rule kt.game.round-count: 6 steps in 6 games" in told
    assert Event.objects.count() == sum(game.number for game in games)


@pytest.mark.django_db
def test_the_command_refuses_a_version_that_does_not_exist() -> None:
    with pytest.raises(CommandError, match="1999"):
        call_command("reverify", "kt", "--version", "1999")


@pytest.mark.django_db
def test_the_command_names_games_that_cannot_be_compared(games: list[Game]) -> None:
    past_triggers("games_event", lambda: make_unreadable(games[1], 30))
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("reverify", "kt", "--version", "2018.1", "--here", stdout=out)
    assert f"cannot be compared: {games[1].pk}" in out.getvalue()


def test_the_tables_are_the_apps_own() -> None:
    assert {model._meta.db_table for model in apps.get_app_config("reverify").get_models()} == {
        "reverify_run",
        "reverify_comparison",
    }
