"""Where the time of verification goes: own time by module, and the functions that contain most of it.

The profiler slows calls down much more than it slows arithmetic down, so shares of small functions are too large;
believe `verify`, which measures without it.

    python -m benchmarks.profile [--games 12] [--top 30] [--real]
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import rules
from benchmarks import games
from benchmarks.measure import number, print_table, print_versions

Place = tuple[str, int, str]
"""A function as the profiler names it: file, line, name."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Profile and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=12, help="games to verify")
    parser.add_argument("--top", type=int, default=30, help="functions to print")
    parser.add_argument("--real", action="store_true", help="the real rosters instead of the demo's")
    parsed = parser.parse_args(arguments)
    teams = games.rosters(games.SHARED if parsed.real else games.DEMO)
    files = [game.dump() for game in games.play(teams, parsed.games)]
    profile = cProfile.Profile()
    decisions = profile.runcall(lambda: sum(_verify(file) for file in files))
    stats = pstats.Stats(profile)
    print_versions()
    _print(stats, decisions, parsed.top)


def _verify(file: bytes) -> int:
    game = rules.read_game(file)
    assert not list(rules.verify(rules.load(game.header.ruleset), game.events))
    return len(game.events)


def _print(stats: pstats.Stats, decisions: int, top: int) -> None:
    found: dict[Place, tuple[int, int, float, float, object]] = stats.stats  # type: ignore[attr-defined]
    whole: float = stats.total_tt  # type: ignore[attr-defined]
    modules: Counter[str] = Counter()
    for place, (_, _, own, _, _) in found.items():
        modules[_module(place)] += own  # type: ignore[assignment]
    print_table(
        f"own time by module, {decisions:,} decisions",
        ("module", "share", "microseconds a decision"),
        [(name, f"{own / whole:.1%}", number(own * 1e6 / decisions, 1)) for name, own in modules.most_common(20)],
    )
    ours = [(place, row) for place, row in found.items() if _module(place).startswith("rules")]
    ours.sort(key=lambda each: -each[1][3])
    print_table(
        "functions by the time within them",
        ("function", "calls a decision", "own", "within"),
        [_function(place, calls / decisions, own / whole, within / whole)
         for place, (_, calls, own, within, _) in ours[:top]],
    )  # fmt: skip


def _function(place: Place, calls: float, own: float, within: float) -> tuple[str, ...]:
    return f"{_module(place)}.{place[2]}", number(calls, 2), f"{own:.1%}", f"{within:.1%}"


def _module(place: Place) -> str:
    """The dotted name of a function's module below the checkout; `built in` for functions written in C."""
    file = Path(place[0])
    if not file.is_relative_to(games.ROOT) or ".venv" in file.parts:
        return "built in" if place[0] == "~" else file.stem
    return ".".join(file.relative_to(games.ROOT).with_suffix("").parts)


if __name__ == "__main__":
    main()
