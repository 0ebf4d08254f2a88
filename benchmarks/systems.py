"""The game systems beside each other: how fast their games verify, and how much their records and replays take.

Verified   a game file is read, its hash chain is checked, and the rules decide every step again; `rules only` leaves
           the reading out. A decision is one event: in Kill Team the act of a model, in the others that of a unit, so
           that effects (what became of a model, a roll, a mark) are counted too. The ratio is to Kill Team.
Fold       microseconds to make the position of a game from its events.
Size       KiB a game as a file, and compressed bytes an event of the replay page's data.

    python -m benchmarks.systems [--games 6] [--rounds 7] [--events 300]
"""

from __future__ import annotations

import argparse
import gzip
from collections.abc import Callable, Sequence
from functools import partial
from itertools import permutations
from statistics import median
from typing import NamedTuple

import rules
from benchmarks import database, games
from benchmarks.measure import WARM_UP, Rounds, installed, number, print_table, print_versions, seconds
from rules import autoplay
from rules.gamefile import GameFile

ARMIES = games.DEMO / "40k"
FIRST = "kt"
"""What the others are compared with."""
SMALL = ("ferry-guard", "lamp-brothers")
"""Armies of 40,000 of a size that is recorded in an evening. Other systems have two forces in their own folder."""


class Played(NamedTuple):
    """Recorded games of a system."""

    ruleset: rules.Ruleset
    games: list[GameFile]
    files: list[bytes]

    @property
    def events(self) -> int:
        """How many events they have."""
        return sum(len(game.records) for game in self.games)

    @property
    def effects(self) -> int:
        """How many effects these events have."""
        return sum(len(event.effects) for game in self.games for event in game.events)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=6, help="games of each system")
    parser.add_argument("--rounds", type=int, default=7, help="rounds that count")
    parser.add_argument("--events", type=int, default=autoplay.MAX_STEPS, help="most of a battle with units")
    parsed = parser.parse_args(arguments)
    played = {key: _played(key, parsed.games, parsed.events) for key in rules.RULESETS}
    rates = _measured(played, parsed.rounds)
    print_versions()
    _print_rates(played, rates)
    with database.platform():
        _print_sizes(played)


def _played(key: str, count: int, events: int) -> Played:
    ruleset = rules.load(key)
    found = games.play(games.rosters(games.DEMO), count) if key == FIRST else battles(ruleset, count, events)
    return Played(ruleset, found, [game.dump() for game in found])


def battles(ruleset: rules.Ruleset, count: int, events: int) -> list[GameFile]:
    """Games between two forces of the demo, each against the other and against itself, seeds 1 and on."""
    own = games.DEMO / ruleset.id
    paths = sorted(own.iterdir()) if own.is_dir() else [ARMIES / f"{name}.txt" for name in SMALL]
    teams = [ruleset.rosters.load(path.read_bytes(), path.name) for path in paths]
    pairs = [*permutations(teams, 2), *((team, team) for team in teams)]
    seeds = range(1, count + 1)
    return [autoplay.play(ruleset, pairs[seed % len(pairs)], seed, stop_after=events) for seed in seeds]


# what is measured


def _measured(played: dict[str, Played], count: int) -> dict[str, Rounds]:
    """Rates by activity, and within it by system; the systems take turns in every round."""
    found = {what: Rounds() for what in WORK}
    for index in range(-WARM_UP, count):
        for what, work in WORK.items():
            for key, of in played.items():
                spent = seconds(partial(work, of))
                if index >= 0:
                    found[what].add(key, of.events, spent)
    return found


def _verify_files(played: Played) -> None:
    for data in played.files:
        read = rules.read_game(data)
        _clean([*read.findings, *rules.verify(played.ruleset, read.events)])


def _verify_events(played: Played) -> None:
    for game in played.games:
        _clean(list(rules.verify(played.ruleset, game.events)))


def _fold(played: Played) -> None:
    for game in played.games:
        rules.fold(played.ruleset, game.events)


def _clean(findings: list[rules.Finding]) -> None:
    if findings:
        raise RuntimeError(f"an autoplayed game does not verify: {findings[0]}")


VERIFY, ONLY, FOLD = "verify", "rules only", "fold"
WORK: dict[str, Callable[[Played], None]] = {VERIFY: _verify_files, ONLY: _verify_events, FOLD: _fold}


# the tables


def _print_rates(played: dict[str, Played], rates: dict[str, Rounds]) -> None:
    rows = []
    for key, of in played.items():
        verified, only, folded = (rates[what] for what in (VERIFY, ONLY, FOLD))
        each = of.effects / of.events
        rate = verified.rate(key) or 0
        rows.append((
            of.ruleset.name, number(rate), number(verified.ratio(key, FIRST), 2), number(only.rate(key)),
            number(only.ratio(key, FIRST), 2), number(rate * each), number(median(_inverse(folded, key)), 1),
        ))  # fmt: skip
    heads = ("", "events/s", "ratio", "rules only", "ratio", "effects/s", "fold, us/event")
    print_table("verified decisions per second of one core", heads, rows)


def _inverse(rounds: Rounds, key: str) -> list[float]:
    return [1e6 / rate for rate in rounds.rates[key]]


def _print_sizes(played: dict[str, Played]) -> None:
    brotli = installed("brotli")
    pack: Callable[[bytes], bytes] = partial(brotli.compress, quality=5) if brotli else partial(gzip.compress)
    rows = []
    for of in played.values():
        sizes = [len(data) / 1024 for data in of.files]
        replays = [len(pack(_replay(of, game))) for game in of.games]
        packed = sum(len(pack(data)) for data in of.files)
        rows.append((
            of.ruleset.name, number(of.events / len(of.games)), number(of.effects / of.events, 1),
            number(median(sizes)), number(packed / 1024 / len(of.games)), number(sum(replays) / of.events, 1),
        ))  # fmt: skip
    name = "brotli" if brotli else "gzip"
    heads = ("", "events a game", "effects an event", "KiB a game", f"{name}, KiB", f"replay {name}, bytes an event")
    print_table("records and replays", heads, rows)


def _replay(of: Played, game: GameFile) -> bytes:
    """The replay page's data; nothing if there is no such page."""
    replay = installed("frontend.games.replay")
    data: bytes = replay.encode(replay.payload(of.ruleset, game.events)) if replay else b""
    return data


if __name__ == "__main__":
    main()
