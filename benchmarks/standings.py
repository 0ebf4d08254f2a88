"""Standings of many players: current again after a result, and their page.

Result   a result is appended, and `selectors.standings_json` asked for, as the API does: from what this process kept of
         the standings before, beside the same computation from nothing, turn by turn on the same state.
Page     a request for the page, in the server's own process: with its table in the cache, and for the first time.

Processor time, on SQLite and Valkey. The event is decided in memory and read in as a file, because thousands of acts
take minutes through the services.

    python -m benchmarks.standings [--players 128 512] [--rounds 7] [--times 25]
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Sequence
from importlib.metadata import version
from statistics import median, quantiles
from typing import Any
from uuid import uuid4

from benchmarks import database
from benchmarks.events import CLUBS, append, drawn
from benchmarks.measure import number, print_table, print_versions, seconds

AT = "2026-11-21T10:00:00Z"
TIES = ("opponents-match-win", "sos", "extended-sos", "victory-difference")
GOAL_RESULT, GOAL_PAGE = "20", "-"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, nargs="+", default=[128, 512])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--times", type=int, default=25, help="results of the last round that are measured")
    parsed = parser.parse_args(arguments)
    print_versions(Django=version("Django"))
    with database.platform():
        # What is logged of each request is not part of the page.
        logging.disable(logging.CRITICAL)
        for players in parsed.players:
            _print(players, *an_event(players, parsed.rounds, parsed.times))


def an_event(players: int, rounds: int, left: int) -> tuple[Any, list[Any]]:
    """An event in its last round, and so many results of it that are still missing."""
    from django.contrib.auth.models import User

    from gamelog.contest import stream
    from gamelog.contest.acts.entries import Register
    from gamelog.contest.acts.rounds import PairRound
    from gamelog.contest.acts.setting import Announce, OpenRegistration
    from gamelog.contest.interchange import event_file
    from gamelog.contest.state import TournamentState
    from gamelog.contest.terms import Terms, TieBreak
    from gamelog.tournaments import files

    state, acts = TournamentState(), list[tuple[bytes, str]]()

    def do(act: Any) -> None:
        previous = acts[-1][1] if acts else ""
        entry = stream.decide(state, act, AT).entry(state, role="organiser", previous=previous)
        stream.evolve(state, entry)
        acts.append((entry.bytes(), entry.hash()))

    terms = Terms(ruleset="kt", rounds=rounds, tiebreaks=tuple(TieBreak(each, "1") for each in TIES))
    do(Announce(title=f"{players} players", terms=terms, seed="benchmark"))
    do(OpenRegistration())
    for each in range(players):
        do(Register(club=f"club-{each % CLUBS}", rating=2000 - each))
    missing: list[Any] = []
    for played in range(1, rounds + 1):
        do(PairRound(round=played))
        results = [_result(played, pair) for pair in state.rounds[-1].paired.pairs]
        missing = results[-left - 1 :] if played == rounds else []
        for result in results[: len(results) - len(missing)]:
            do(result)
    owner, _ = User.objects.get_or_create(username="benchmark", is_staff=True)
    names = {str(each): f"Player {each}" for each in state.entrants}
    data = event_file.dump(uuid4(), acts)
    return files.event_import(data=data, owner=owner, names=names, as_recorded=True).tournament, missing


def _result(played: int, pair: Any) -> Any:
    from gamelog.contest.acts.results import Enter
    from gamelog.contest.outcomes import BattleOutcome, SideOutcome

    a, b = (SideOutcome(victory=100 * drawn(played, entrant)) for entrant in (pair.a, pair.b))
    return Enter(round=played, table=pair.table, report=BattleOutcome(a=a, b=b))


def _print(players: int, event: Any, missing: Sequence[Any]) -> None:
    from django.core.cache import cache
    from django.test import Client

    from gamelog.tournaments import selectors

    spent: dict[str, list[float]] = {"from nothing": [], "from what was kept": []}
    found: list[bytes] = []

    def standings() -> None:
        found.append(selectors.standings_json(event))

    for result in missing[1:]:
        append(event, event.owner, result)
        event.refresh_from_db()
        spent["from what was kept"].append(1000 * seconds(standings))
        kept = dict(selectors._kept)
        selectors._kept.clear()
        spent["from nothing"].append(1000 * seconds(standings))
        selectors._kept.update(kept)
        assert found[-1] == found[-2]
    # The first finds nothing kept.
    spent["from what was kept"][:1] = []
    rows = [
        _row(f"standings after a result, {name}", each, len(found[-1]), GOAL_RESULT) for name, each in spent.items()
    ]
    client, page = Client(headers={"host": "localhost"}), f"/events/{event.slug}/"

    def view() -> bytes:
        answer = client.get(page)
        assert answer.status_code == 200
        return answer.content

    size = len(view())
    rows.append(_row("page, its table in the cache", [1000 * seconds(view) for _ in range(15)], size, GOAL_PAGE))

    def first() -> None:
        cache.clear()
        selectors._kept.clear()
        view()

    rows.append(_row("page, nothing in the cache", [1000 * seconds(first) for _ in range(5)], size, GOAL_PAGE))
    heads = ("", "least", "p50", "p75", "KB", "goal")
    print_table(f"{players} players, round {len(selectors.state_of(event).rounds)}, ms of processor time", heads, rows)


def _row(name: str, spent: Sequence[float], size: int, goal: str) -> tuple[str, ...]:
    return (name, *(number(each, 1) for each in (min(spent), median(spent), quantiles(spent, n=4)[-1])),
            number(size / 1000), goal)  # fmt: skip


if __name__ == "__main__":
    main()
