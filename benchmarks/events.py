"""An event of many players: how long a round takes to pair, a result to store, and the standings to be current again.

Through the services that pages and API use, on SQLite with the cache of an installation. Wall clock, because a player
waits for it: python -m benchmarks.events [--players 128 512] [--rounds 7].
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from hashlib import sha256
from statistics import median
from typing import Any

from benchmarks.database import platform
from benchmarks.measure import print_table, print_versions

CLUBS = 12
MOST = 21
"""Victory points are from 0 to one less than this."""


def timed(run: Callable[[], Any], into: list[float]) -> Any:
    """Run it and note how many seconds it took."""
    start = time.perf_counter()
    found = run()
    into.append(time.perf_counter() - start)
    return found


def drawn(*parts: object) -> int:
    """Victory points, the same in every run."""
    return sha256(repr(parts).encode()).digest()[0] % MOST


def announce(players: int, rounds: int) -> Any:
    """An event with its players registered."""
    from django.contrib.auth.models import User

    from gamelog.contest.acts.setting import OpenRegistration
    from gamelog.contest.terms import Terms, TieBreak
    from gamelog.tournaments import services

    owner, _ = User.objects.get_or_create(username="benchmark")
    ties = ("opponents-match-win", "sos", "extended-sos", "victory-difference")
    terms = Terms(ruleset="kt", rounds=rounds, tiebreaks=tuple(TieBreak(each, "1") for each in ties))
    made = services.tournament_announce(owner=owner, title=f"{players} players", terms=terms, seed="benchmark")
    append(made, owner, OpenRegistration())
    register(made, owner, players)
    return made


def register(event: Any, owner: Any, players: int) -> None:
    """Register everybody by name; their clubs are opaque ids."""
    from gamelog.contest.acts.entries import Register
    from gamelog.tournaments.services import Named

    for number in range(players):
        act = Register(club=f"club-{number % CLUBS}", rating=2000 - number)
        append(event, owner, act, named=[Named(name=f"Player {number + 1}")])


def append(event: Any, owner: Any, act: Any, **more: Any) -> None:
    """Append after the last act."""
    from gamelog.tournaments import services

    services.act_append(tournament=event, expected=event.number, act=act, actor=owner, **more)


def play(event: Any, number: int, times: dict[str, list[float]]) -> None:
    """Pair a round and enter every result, reading the standings after each."""
    from gamelog.contest.acts.results import Enter
    from gamelog.contest.acts.rounds import PairRound
    from gamelog.contest.outcomes import BattleOutcome, SideOutcome
    from gamelog.tournaments import selectors

    timed(lambda: append(event, event.owner, PairRound(round=number)), times["pair a round"])
    for pair in selectors.state_of(event).rounds[-1].paired.pairs:
        a, b = (SideOutcome(victory=100 * drawn(number, entrant)) for entrant in (pair.a, pair.b))
        act = Enter(round=number, table=pair.table, report=BattleOutcome(a=a, b=b))
        start = time.perf_counter()
        timed(lambda act=act: append(event, event.owner, act), times["store a result"])
        timed(lambda: selectors.standings_json(event), times["standings"])
        times["result and standings"].append(time.perf_counter() - start)


def measured(players: int, rounds: int) -> dict[str, list[float]]:
    """The seconds of every step of an event."""
    from django.core.cache import cache

    from gamelog.tournaments import selectors

    names = ("pair a round", "store a result", "standings", "result and standings", "standings from nothing")
    times: dict[str, list[float]] = {name: [] for name in names}
    event = announce(players, rounds)
    for number in range(1, rounds + 1):
        play(event, number, times)
    for _ in range(3):
        cache.clear()
        timed(lambda: selectors.standings_json(event), times["standings from nothing"])
    return times


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[128, 512])
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    print_versions()
    with platform():
        for players in arguments.players:
            rows = [
                (name, str(len(found)), *(f"{1000 * each:,.1f}" for each in (min(found), median(found), max(found))))
                for name, found in measured(players, arguments.rounds).items()
            ]
            title = f"{players} players, {arguments.rounds} rounds, milliseconds"
            print_table(title, ("what", "times", "least", "median", "most"), rows)


if __name__ == "__main__":
    main()
