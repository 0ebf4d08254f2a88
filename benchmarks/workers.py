"""Verification through workers, beside the same games in a pool of processes.

Workers   a Celery worker with as many processes as cores, Valkey, and the games in a database; from the first message
          to the last report. `--beside` names another checkout, whose worker takes turns with this one's; it is sent a
          message for each game.
Pool      `multiprocessing.Pool` of as many processes, which reads and verifies the files of the same games

The games are a few of the autoplayer's, each under as many names as it takes.

    python -m benchmarks.workers [--games 200] [--rounds 3] [--postgres] [--beside ../before]
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import rules
from benchmarks import database, games
from benchmarks.live import processor
from benchmarks.measure import number, print_table, print_versions
from benchmarks.recorder import of_its_own
from gamelog.setup import paths, processes

DIFFERENT = 8
PATIENCE = 60.0


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
    parsed = parser.parse_args(arguments)
    print_versions(Django=version("Django"), celery=version("celery"))
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
    worker = _worker(folder, tree)
    try:
        ready = processes.wait_until(lambda: bool(app.control.ping(timeout=0.5, limit=1)), PATIENCE)
        assert ready, processes.last_lines(folder / "worker.log")
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
    from gamelog import messages
    from gamelog.games import services, verification

    deliver, sent = messages.deliver, []
    messages.deliver = lambda task, *arguments, **_: sent.append((task.name, *arguments))
    try:
        reports = [services.verification_request(game=game) for game in stored]
    finally:
        messages.deliver = deliver
    if tree == paths.ROOT:
        return sent
    return [(verification.VERIFY_GAME.name, report.pk) for report in reports]


def _worker(folder: Path, tree: Path) -> processes.Process:
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
    found = 0.0
    for place in Path("/proc").iterdir():
        try:
            if place.name.isdigit() and os.getsid(int(place.name)) == session:
                found += processor(int(place.name))
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
