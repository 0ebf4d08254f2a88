"""Seeking in a long game, the size of its replay, and cost by length.

Seek     `selectors.position_at` for steps all over a 5,000-event game, keyframes in Valkey warm: flat in the step? The
         time is a clock's, in the server without the network. `from the start` folds every event up to the step.
Size     compressed bytes an event of the replay page's data (`frontend.games.replay.payload`) and of the stored events.
Length   microseconds an event to fold from the database, to verify and to make the replay data: constant?

    python -m benchmarks.seek [--events 300 1000 5000] [--rounds 5]
"""

from __future__ import annotations

import argparse
import gzip
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from statistics import median, quantiles
from typing import Any

import rules
from benchmarks import database, games
from benchmarks.measure import installed, number, print_table, print_versions, seconds
from rules.gamefile import GameFile

BANDS = 10
SAMPLES = 40
"""Steps that are sought in each band."""
GOAL_MS, GOAL_BYTES = "0.3", "60"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--events", type=int, nargs="+", default=[300, 1000, 5000], help="lengths of games")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each, of which the median counts")
    parsed = parser.parse_args(arguments)
    played = [games.long_game(events) for events in sorted(parsed.events)]
    print_versions(Django=version("Django"))
    with database.platform():
        stored = [database.store(game) for game in played]
        _print_seek(stored[-1], parsed.rounds)
        _print_sizes(played)
        _print_lengths(played, stored, parsed.rounds)


# seeking


def _print_seek(game: Any, count: int) -> None:
    from gamelog.games import selectors

    dice = random.Random(1)
    width = max(1, game.number // BANDS)
    selectors.position_at(game, game.number)
    rows, medians = [], []
    for last in range(width, game.number + 1, width):
        steps = dice.sample(range(last - width + 1, last + 1), min(SAMPLES, width))
        spent = [_clock(partial(selectors.position_at, game, step), count) for step in steps]
        medians.append(median(spent))
        whole = _clock(partial(_from_start, game, last), 1)
        figures = (number(medians[-1], 2), number(_p95(spent), 2), number(whole, 1))
        rows.append((f"{last - width + 1:,} to {last:,}", *figures, GOAL_MS))
    print_table(f"seek in a game of {game.number:,} events, ms", ("step", "p50", "p95", "from the start", "goal"), rows)
    print(f"  p50 in the last band / in the first: {medians[-1] / medians[0]:.2f} (goal: 1)")


def _from_start(game: Any, step: int) -> rules.State:
    from gamelog.games import selectors

    return rules.fold(game.rules, selectors.events_of(game, upto=step))


def _clock(run: Callable[[], object], count: int) -> float:
    """Milliseconds of one call by the wall clock: the median of so many."""
    spent = []
    for _ in range(count):
        start = time.perf_counter()
        run()
        spent.append(time.perf_counter() - start)
    return median(spent) * 1000


def _p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


# sizes and lengths


def _print_sizes(played: list[GameFile]) -> None:
    packed: dict[str, Callable[[bytes], bytes]] = {"gzip": partial(gzip.compress, compresslevel=6)}
    brotli = installed("brotli")
    if brotli:
        packed["brotli"] = partial(brotli.compress, quality=5)
    rows = []
    for game in played:
        length = len(game.records)
        contents = {"replay data": _replay(game), "stored events": b"\n".join(record.body for record in game.records)}
        for name, data in contents.items():
            if data:
                sizes = [number(len(pack(data)) / length, 1) for pack in packed.values()]
                goal = GOAL_BYTES if name == "replay data" else "-"
                rows.append((f"{name}, {length:,} events", number(len(data) / length), *sizes, goal))
    print_table("bytes an event", ("", "plain", *packed, "goal"), rows)


def _replay(game: GameFile) -> bytes:
    """The replay page's data; nothing if there is no such page."""
    replay = installed("frontend.games.replay")
    return replay.encode(replay.payload(rules.load(game.header.ruleset), game.events)) if replay else b""


def _print_lengths(played: list[GameFile], stored: list[Any], count: int) -> None:
    kt = rules.load("kt")
    rows: dict[str, list[str]] = {}
    for game, row in zip(played, stored, strict=True):
        length = len(game.records)
        work: dict[str, Callable[[], object]] = {
            "load and fold": partial(_from_start, row, length),
            "verify": lambda events=game.events: list(rules.verify(kt, events)),  # type: ignore[misc]
            "replay data": partial(_replay, game),
        }
        for name, run in work.items():
            spent = median(seconds(run) for _ in range(count))
            rows.setdefault(name, []).append(number(spent * 1e6 / length, 1))
    heads = ("", *(f"{len(game.records):,} events" for game in played))
    print_table("microseconds an event", heads, [(name, *figures) for name, figures in rows.items()])


if __name__ == "__main__":
    main()
