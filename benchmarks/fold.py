"""Load and fold from the database, games of 300 and 5,000 events, beside the `eventsourcing` library.

ours           rows of the event table are read through Django, decoded and folded (`selectors.events_of`,
               `rules.fold`): events of a legal game, with their declarations, dice and effects.
eventsourcing  its repository loads and folds an aggregate from its own SQLite file: `small` events place a model,
               events `alike` hold what ours hold.

Nobody uses snapshots, and all files are in the operating system's memory.

    python -m benchmarks.fold [--events 300 5000] [--rounds 9]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

from benchmarks import database, games
from benchmarks.measure import WARM_UP, Rounds, installed, number, print_table, print_versions, seconds

OURS, SMALL, ALIKE = "ours", "small", "alike"
LEAST = 5000
"""Events to load in a round at least: a short game is loaded several times."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--events", type=int, nargs="+", default=[300, 5000], help="lengths of games")
    parser.add_argument("--rounds", type=int, default=9, help="rounds that count")
    parsed = parser.parse_args(arguments)
    with database.platform() as folder:
        rounds = {events: _measure(folder, events, parsed.rounds) for events in parsed.events}
    libraries = ["Django", *(["eventsourcing"] if installed("benchmarks.stored") else [])]
    print_versions(**{name: version(name) for name in libraries})
    print_table(
        "load and fold from SQLite, events per second of one core",
        ("length of the game", "ours", "eventsourcing", "ratio", "goal", "eventsourcing, alike", "ratio"),
        [_row(events, measured) for events, measured in rounds.items()],
    )


def _row(events: int, rounds: Rounds) -> tuple[str, ...]:
    small = (number(rounds.rate(SMALL)), number(rounds.ratio(OURS, SMALL), 1), "10")
    alike = (number(rounds.rate(ALIKE)), number(rounds.ratio(OURS, ALIKE), 1))
    return (f"{events:,} events", number(rounds.rate(OURS)), *small, *alike)


def _measure(folder: Path, events: int, count: int) -> Rounds:
    subjects = _subjects(folder, events)
    times = max(1, LEAST // events)
    rounds = Rounds()
    for index in range(-WARM_UP, count):
        for name, load in subjects.items():
            spent = _seconds(load, times)
            if index >= 0:
                rounds.add(name, times * events, spent)
    return rounds


def _subjects(folder: Path, events: int) -> dict[str, Callable[[], object]]:
    """The functions that load and fold, by name; only ours if the library is not installed."""
    from gamelog.games import selectors

    file = games.long_game(events)
    game = database.store(file)
    subjects: dict[str, Callable[[], object]] = {OURS: lambda: selectors.position_at(game, game.number, kept=False)}
    reference = installed("benchmarks.stored")
    if reference:
        contents = [json.loads(record.body) for record in file.records]
        subjects[SMALL] = reference.small(folder / f"small-{events}.sqlite3", events)
        subjects[ALIKE] = reference.alike(folder / f"alike-{events}.sqlite3", contents)
    return subjects


def _seconds(load: Callable[[], object], times: int) -> float:
    def run() -> None:
        for _ in range(times):
            load()

    return seconds(run)


if __name__ == "__main__":
    main()
