"""Places of a large event: what the page of its standings needs, computed from nothing, by the size of the field.

Cards         the rounds of everybody, as points
Table         places and eight tie-breaks, from the cards
Provisional   which places are not sure yet; so many results of the last round have been reported by one side alone
Explained     one value opened into its terms

Processor time of this process, the least of several. Beside it stands the same for a field half as large: an entrant
should cost as much in both.

    python -m benchmarks.places [--players 250 500] [--rounds 9] [--unsure 30] [--times 3]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.events import CLUBS, drawn
from benchmarks.measure import number, print_table, print_versions, seconds

AT = "2026-11-21T10:00:00Z"
TIES = (
    ("head-to-head", "1"), ("opponents-match-win", "2"), ("buchholz", "2026"), ("sos-mean", "2"), ("extended-sos", "1"),
    ("extended-match-win", "1"), ("sonneborn-berger", "2026"), ("victory-difference", "2"),
)  # fmt: skip
"""Tie-breaks of all sorts: of those who are level, of opponents, of their opponents, with dummies, and the own."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, nargs="+", default=[250, 500])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--unsure", type=int, default=30, help="results of the last round that one side reported alone")
    parser.add_argument("--times", type=int, default=3)
    parsed = parser.parse_args(arguments)
    print_versions()
    rows: dict[str, list[float]] = {}
    for players in parsed.players:
        for name, spent in measured(players, parsed.rounds, parsed.unsure, parsed.times):
            rows.setdefault(name, []).append(spent)
    heads = ("", *(f"{players} players" for players in parsed.players), "an entrant, last by first")
    table = [
        (name, *(number(1000 * each, 1) for each in spent), number(_by_entrant(spent, parsed.players), 2))
        for name, spent in rows.items()
    ]
    print_table(f"{parsed.rounds} rounds, {len(TIES)} tie-breaks, {parsed.unsure} unsure results, ms", heads, table)


def _by_entrant(spent: Sequence[float], players: Sequence[int]) -> float:
    return (spent[-1] / players[-1]) / (spent[0] / players[0])


def measured(players: int, rounds: int, unsure: int, times: int) -> list[tuple[str, float]]:
    """The least seconds of each part."""
    from gamelog.contest import counting, event_standings, standings
    from gamelog.contest.provisional import provisional

    state = an_event(players, rounds, unsure)
    cards = counting.cards(state, "corrected")
    parts: tuple[tuple[str, Callable[[], Any]], ...] = (
        ("cards", lambda: counting.cards(state, "corrected")),
        ("table", lambda: standings.standings(cards, state.terms, state.seed)),
        ("cards, table and what is settled", lambda: event_standings.current(state)),
        ("provisional", lambda: provisional(state)),
        ("a value explained", lambda: standings.explain(cards, state.terms, state.seed, 1, len(TIES))),
    )
    return [(name, min(seconds(part) for _ in range(times))) for name, part in parts]


def an_event(players: int, rounds: int, unsure: int) -> Any:
    """An event in its last round, of which so many results have been reported by one side alone."""
    from gamelog.contest import stream
    from gamelog.contest.acts.entries import Register
    from gamelog.contest.acts.results import Enter, ReportResult
    from gamelog.contest.acts.rounds import PairRound
    from gamelog.contest.acts.setting import Announce, OpenRegistration
    from gamelog.contest.outcomes import BattleOutcome, SideOutcome
    from gamelog.contest.state import TournamentState
    from gamelog.contest.terms import Terms, TieBreak

    state = TournamentState()

    def do(act: Any) -> None:
        stream.evolve(state, stream.decide(state, act, AT).entry(state, role="organiser", previous=""))

    terms = Terms(ruleset="kt", rounds=rounds, tiebreaks=tuple(TieBreak(*each) for each in TIES))
    do(Announce(title=f"{players} players", terms=terms, seed="benchmark"))
    do(OpenRegistration())
    for each in range(players):
        do(Register(club=f"club-{each % CLUBS}", rating=2000 - each))
    for played in range(1, rounds + 1):
        do(PairRound(round=played))
        for at, pair in enumerate(state.rounds[-1].paired.pairs):
            a, b = (SideOutcome(victory=100 * drawn(played, entrant)) for entrant in (pair.a, pair.b))
            where: dict[str, Any] = {"round": played, "table": pair.table, "report": BattleOutcome(a=a, b=b)}
            do(ReportResult(**where, side="a") if played == rounds and at < unsure else Enter(**where))
    return state


if __name__ == "__main__":
    main()
