"""The pages that read most: the replay of a long battle, and the standings of many players.

Processor time of a request in the server's own process, without the network, on SQLite and Valkey, anonymous. Beside
each page stands one that shows next to nothing, which is what a request costs; and the same page of a short battle, or
of few players: flat in the length?

    python -m benchmarks.pages [--events 300 5000] [--times 15]
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from statistics import median, quantiles
from typing import Any

from benchmarks import database, games
from benchmarks.measure import number, print_table, print_versions, seconds

GOAL_MS = "40"
EMPTY = "/accounts/login/"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--events", type=int, nargs="+", default=[300, 5000], help="lengths of battles")
    parser.add_argument("--times", type=int, default=15, help="how often each page is asked for")
    parsed = parser.parse_args(arguments)
    print_versions(Django=version("Django"))
    with database.platform():
        # What is logged of each request is not part of the page.
        logging.disable(logging.CRITICAL)
        _print_replay([database.store(games.long_game(events)) for events in sorted(parsed.events)], parsed.times)


def _print_replay(stored: Sequence[Any], times: int) -> None:
    from django.core.cache import cache as kept

    rows = [_row("a page with nothing on it", _asked(EMPTY, times), "-")]
    for game in stored:
        page, length = f"/games/{game.pk}/", f"{game.number:,} events"
        middle = f"{page}?steps={game.number // 120}"
        firsts = []
        for _ in range(3):
            kept.clear()
            firsts.append(_ask(page))
        rows.append(_row(f"first view, {length}", firsts, "-"))
        rows.append(_row(f"its data, then, {length}", _asked(f"{page}replay.json", 3), "-"))
        rows.append(_row(f"second view, {length}", _asked(page, times), GOAL_MS))
        rows.append(_row(f"first view of another page of steps, {length}", [_ask(middle)], "-"))
        rows.append(_row(f"second view of it, {length}", _asked(middle, times), GOAL_MS))
    print_table("replay page, ms of processor time", ("", "least", "p50", "p75", "KB", "goal"), rows)


def _asked(path: str, times: int) -> list[tuple[float, int]]:
    _ask(path)
    return [_ask(path) for _ in range(times)]


def _ask(path: str) -> tuple[float, int]:
    """Milliseconds of one request, and the bytes of its answer, which is not compressed."""
    client, sizes = _client(), []

    def run() -> None:
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        sizes.append(len(answer.content))

    return seconds(run) * 1000, sizes[0]


@cache
def _client() -> Any:
    """One for all requests: each makes its own chain of middleware at its first."""
    from django.test import Client

    return Client(headers={"host": "localhost"})


def _row(name: str, asked: Sequence[tuple[float, int]], goal: str) -> tuple[str, ...]:
    spent = [each for each, _size in asked]
    upper = quantiles(spent, n=4)[-1] if len(spent) > 1 else spent[0]
    times = (number(each, 1) for each in (min(spent), median(spent), upper))
    return (name, *times, number(asked[0][1] / 1000), goal)


if __name__ == "__main__":
    main()
