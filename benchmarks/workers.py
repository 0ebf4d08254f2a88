"""Verification through workers, beside the same games in a pool of processes.

Workers   a Celery worker with as many processes as cores, Valkey, and the games in a database; from the first message
          to the last report. `--beside` names another checkout, whose worker takes turns with this one's; it is sent a
          message for each game.
Pool      `multiprocessing.Pool` of as many processes, which reads and verifies the files of the same games

The games are a few of the autoplayer's, each under as many names as it takes.

`--bulk 2000` measures something else: somebody compares 2,000 games under a version of the rules, another 20, and
meanwhile battles end, whose verification is timed beside the same on a platform that has nothing else to do.

    python -m benchmarks.workers [--games 200] [--rounds 3] [--postgres] [--beside ../before]
    python -m benchmarks.workers --bulk 2000 [--postgres]
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import msgspec

import rules
from benchmarks import database, games, systems
from benchmarks.live import processor
from benchmarks.measure import number, print_table, print_versions
from benchmarks.recorder import of_its_own
from gamelog.setup import paths, processes

DIFFERENT = 8
PATIENCE = 60.0
FEW = 20
"""The games of the small run beside the large one."""
LIVE = 10
"""The battles that end meanwhile."""
BEGINNING = 60
"""The events of a game that is compared."""


class Spent(NamedTuple):
    """Seconds by the clock, and of processor time."""

    wall: float
    processor: float


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=200, help="how many games")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each, of which the median counts")
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL instead of SQLite")
    parser.add_argument("--beside", type=Path, help="another checkout, measured in the same rounds")
    parser.add_argument("--bulk", type=int, default=0, help="how many games somebody compares at once, instead")
    parsed = parser.parse_args(arguments)
    print_versions(Django=version("Django"), celery=version("celery"))
    if parsed.bulk:
        _side_by_side(parsed.bulk, parsed.postgres)
        return
    played = games.play(games.rosters(games.DEMO), min(DIFFERENT, parsed.games))
    files = [of_its_own(played[place % len(played)]) for place in range(parsed.games)]
    trees = {"workers": paths.ROOT, **({"workers beside": parsed.beside.resolve()} if parsed.beside else {})}
    with database.platform(parsed.postgres) as folder:
        stored = [database.store(file) for file in files]
        spent: dict[str, list[Spent]] = {name: [] for name in [*trees, "pool"]}
        for _ in range(parsed.rounds):
            for name, tree in trees.items():
                spent[name].append(_by_workers(folder, tree, stored))
            spent["pool"].append(_by_pool([file.dump() for file in files]))
    events = sum(len(file.records) for file in files)
    rows = [_row(name, each, spent["pool"], events) for name, each in spent.items()]
    heads = ("", "seconds", "processor time", "events/s", "pace beside the pool", "by processor time")
    print_table(f"{parsed.games} games, {events:,} events, {parsed.rounds} rounds", heads, rows)


def _side_by_side(many: int, postgres: bool) -> None:
    played = games.play(games.rosters(games.DEMO), 1)[0]
    other = systems.battles(rules.load("wh40k"), 1, BEGINNING)[0]
    short = msgspec.structs.replace(played, records=played.records[:BEGINNING])
    with database.platform(postgres) as folder:
        with _nothing_sent():
            for file, count in ((short, many), (other, FEW)):
                for _ in range(count):
                    database.store(of_its_own(file))
            lone, beside = ([database.store(of_its_own(played)) for _ in range(LIVE)] for _ in range(2))
            _forget_reports()
        worker = start_worker(folder)
        try:
            wait_for_worker(folder)
            alone = [_verified_after(game) for game in lone]
            large, small = _started("kt"), _started("wh40k")
            meanwhile = [_verified_after(game) for game in beside]
            assert _open(large), "the large run ended before all battles were verified: take more games"
            processes.wait_until(lambda: not _open(small), PATIENCE)
            at = large.comparisons.filter(state="done").count()
            assert processes.wait_until(lambda: not _open(large), 10 * PATIENCE, pause=0.5)
        finally:
            processes.stop(worker)
    print(f"{FEW} games were compared when {at} of {many + 2 * LIVE} of the others were")
    rows = [(name, *(number(each, 2) for each in (median(found), max(found)))) for name, found in (
        ("nothing else to do", alone), (f"{many} games are compared", meanwhile),
    )]  # fmt: skip
    print_table("a battle ends: seconds to its report", ("", "median", "most"), rows)


def _started(ruleset: str) -> Any:
    from django.contrib.auth.models import User

    from gamelog.reverify import services

    asker, _ = User.objects.get_or_create(username=f"asks for {ruleset}")
    return services.run_create(ruleset=ruleset, version=rules.load(ruleset).version, created_by=asker).run


def _open(run: Any) -> bool:
    run.refresh_from_db()
    return run.state in ("queued", "running")


def _verified_after(game: Any) -> float:
    from gamelog.games import services
    from gamelog.games.models import JobState

    began = time.perf_counter()
    report = services.verification_request(game=game)
    done = type(report).objects.filter(pk=report.pk, state=JobState.DONE)
    assert processes.wait_until(done.exists, PATIENCE, pause=0.02)
    return time.perf_counter() - began


def _forget_reports() -> None:
    from django.core.cache import cache

    from gamelog.games.models import Report

    Report.objects.all().delete()
    # That workers have been told of them is in the cache.
    cache.clear()


@contextmanager
def _nothing_sent() -> Iterator[list[tuple[Any, ...]]]:
    """Messages to workers are kept in the list instead."""
    from gamelog import messages

    deliver, sent = messages.deliver, []
    messages.deliver = lambda task, *arguments, **_: sent.append((task.name, *arguments))
    try:
        yield sent
    finally:
        messages.deliver = deliver


def wait_for_worker(folder: Path) -> None:
    """Wait until a worker answers."""
    from gamelog.celery import app

    ready = processes.wait_until(lambda: bool(app.control.ping(timeout=0.5, limit=1)), PATIENCE)
    assert ready, processes.last_lines(folder / "worker.log")


def _row(name: str, spent: list[Spent], pool: list[Spent], events: int) -> tuple[str, ...]:
    pairs = list(zip(spent, pool, strict=True))
    return (
        name, number(median(each.wall for each in spent), 2), number(median(each.processor for each in spent), 2),
        number(median(events / each.wall for each in spent)),
        number(median(theirs.wall / ours.wall for ours, theirs in pairs), 2),
        number(median(theirs.processor / ours.processor for ours, theirs in pairs), 2),
    )  # fmt: skip


def _by_workers(folder: Path, tree: Path, stored: list[Any]) -> Spent:
    from django.core.cache import cache

    from gamelog.celery import app
    from gamelog.games.models import Chunk, JobState, Report

    Chunk.objects.all().delete()
    Report.objects.all().delete()
    app.control.purge()
    cache.clear()
    worker = start_worker(folder, tree)
    try:
        wait_for_worker(folder)
        sent = _requested(stored, tree)
        before, began = _of_all(worker.pid), time.perf_counter()
        for name, *arguments in sent:
            app.send_task(name, arguments)
        waiting = Report.objects.exclude(state=JobState.DONE)
        done = processes.wait_until(lambda: not waiting.exists(), PATIENCE, pause=0.1)
        assert done, processes.last_lines(folder / "worker.log")
        found = Spent(time.perf_counter() - began, _of_all(worker.pid) - before)
    finally:
        processes.stop(worker)
    wrong = Report.objects.exclude(verdict="verified").count()
    assert wrong == 0 and Report.objects.count() == len(stored), f"{wrong} games were not verified"
    return found


def _requested(stored: list[Any], tree: Path) -> list[tuple[Any, ...]]:
    """Request the reports; the messages that are to be sent for them."""
    from gamelog.games import services

    with _nothing_sent() as sent:
        reports = [services.verification_request(game=game) for game in stored]
    if tree == paths.ROOT:
        return sent
    return [("gamelog.games.tasks.verify_game", report.pk) for report in reports]


def start_worker(folder: Path, tree: Path = paths.ROOT) -> processes.Process:
    """A worker as `up` starts it."""
    command = [
        sys.executable, "-m", "celery", "-A", "gamelog.celery", "worker", "--loglevel", "WARNING",
        "--without-gossip", "--without-mingle", "--concurrency", str(_width()),
    ]  # fmt: skip
    environment = {**os.environ, "GAMELOG_LOG_LEVEL": "WARNING"}
    with (folder / "worker.log").open("ab") as output:
        return processes.start(command, environment=environment, output=output, folder=tree)


def _width() -> int:
    return min(4, os.cpu_count() or 1)


def _of_all(session: int) -> float:
    """Seconds of processor time that the processes of a session have used."""
    return over_session(session, processor)


def over_session(session: int, of: Callable[[int], float]) -> float:
    """The sum of something over the processes of a session."""
    found = 0.0
    for place in Path("/proc").iterdir():
        try:
            if place.name.isdigit() and os.getsid(int(place.name)) == session:
                found += of(int(place.name))
        except (ProcessLookupError, FileNotFoundError):
            continue
    return found


def _by_pool(files: list[bytes]) -> Spent:
    # Begun anew each time, as a worker is, and ready before the clock starts.
    with multiprocessing.get_context("fork").Pool(_width()) as pool:
        pool.map(_verdict, files[: 2 * _width()], chunksize=1)
        before, began = _of_children(pool), time.perf_counter()
        verdicts = pool.map(_verdict, files, chunksize=10)
        found = Spent(time.perf_counter() - began, _of_children(pool) - before)
    assert set(verdicts) == {"verified"}, verdicts
    return found


def _of_children(pool: Any) -> float:
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime + sum(processor(each.pid) for each in pool._pool)


def _verdict(data: bytes) -> str:
    file = rules.read_game(data)
    return rules.report(rules.load(file.header.ruleset), file.events, file.findings).verdict


if __name__ == "__main__":
    main()
