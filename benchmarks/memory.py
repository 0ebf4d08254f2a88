"""Memory of a process that goes on and on: verifications as a worker does them, and appends as a web server does.

Verifying   the beginnings of the golden games of every system, each under an id of its own: stored, requested, and
            verified by what the worker's task calls, in this process
Appending   battles of the autoplayer, one after the other, through the service that all doors call

The resident memory of the process is printed at ten points of each. What is kept for good is made in the first; what
grows from the second to the tenth has no bound.

    python -m benchmarks.memory [--verifications 10000] [--appends 100000] [--steps 20]
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from itertools import cycle

import rules
from benchmarks import database, games
from benchmarks.append import declarations
from benchmarks.measure import print_versions, resident
from benchmarks.recorder import of_its_own
from rules.gamefile import GameFile

GOLDEN = games.ROOT / "tests" / "playthroughs"
POINTS = 10


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--verifications", type=int, default=500, help="games to verify; 10000 in the long form")
    parser.add_argument("--appends", type=int, default=2000, help="events to store; 100000 in the long form")
    parser.add_argument("--steps", type=int, default=20, help="steps of each game that is verified")
    parsed = parser.parse_args(arguments)
    os.environ["GAMELOG_LOG_LEVEL"] = "WARNING"
    print_versions(Django=version("Django"))
    with database.platform():
        if parsed.verifications:
            _print("verifications", parsed.verifications, _verifying(beginnings(parsed.steps)))
        if parsed.appends:
            _print("appends", parsed.appends, _appending())


def beginnings(steps: int) -> list[GameFile]:
    """The first steps of two golden games of each system, from its own folder."""
    found = []
    for ruleset in rules.RULESETS:
        for path in sorted(GOLDEN.glob(f"{ruleset}@*/*.jsonl"))[:2]:
            whole = rules.read_game(path.read_bytes())
            found.append(GameFile(whole.header, whole.records[:steps]))
    return found


def _verifying(files: list[GameFile]) -> Callable[[int], None]:
    from gamelog.games import services, verification
    from gamelog.games.models import JobState, Report

    waiting = cycle(files)

    def verify(count: int) -> None:
        for _ in range(count):
            services.verification_request(game=database.store(of_its_own(next(waiting))))
            verification.work()
            report = Report.objects.latest("pk")
            assert report.state == JobState.DONE and report.verdict == "verified", report.summary

    return verify


def _appending() -> Callable[[int], None]:
    from django.contrib.auth.models import User

    from gamelog.games import services

    owner = User.objects.create(username="memory")
    kt = rules.load("kt")
    bodies = [json.dumps(each) for each in declarations()]

    def whole() -> Iterator[None]:
        while True:
            game = services.game_create(owner=owner, ruleset="kt")
            for place, body in enumerate(bodies):
                services.event_append(
                    game_id=game.pk, expected=place, declaration=rules.read_declaration(kt, body), actor=owner
                )
                yield

    stored = whole()

    def append(count: int) -> None:
        for _ in range(count):
            next(stored)

    return append


def _print(what: str, total: int, run: Callable[[int], None]) -> None:
    print(f"\n{total:,} {what}\n  {what:>13}  MB resident  seconds of processor time")
    began, done = time.process_time(), 0
    for point in range(1, POINTS + 1):
        until = total * point // POINTS
        run(until - done)
        done = until
        gc.collect()
        # At once: the long form takes a quarter of an hour, and what is seen by then counts.
        print(f"  {done:>13,}  {resident():>11.1f}  {time.process_time() - began:>25.0f}", flush=True)


if __name__ == "__main__":
    main()
