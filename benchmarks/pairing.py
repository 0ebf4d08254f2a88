"""How long a Swiss round takes to pair: rules, matching, tables, the proof that nothing is better.

Events are simulated through all rounds, with clubs, drawn results and a few who drop out, in every order that a score
group can be paired in; scored by wins, and by a 20-0 scale, which makes many small groups and so is the harder one. The
time is the processor's, of `pair` alone.

    python -m benchmarks.pairing [--players 128 256 512] [--rounds 9] [--events 2]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import version
from statistics import median

from benchmarks.measure import number, print_table, print_versions, seconds
from gamelog.contest.pairing.check import violations
from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Candidate, Paired, Request
from gamelog.contest.terms import PairingTerms

CLUBS = 20
DROPS = 100
"""One in so many drops out after a round."""
ORDERS = ("random", "fold", "adjacent")
SCALES = ("win, draw, loss", "20-0")
GOAL = "2"


@dataclass
class Player:
    """A player, and the history from earlier rounds."""

    number: int
    score: int = 0
    byes: int = 0
    floats: int = 0
    met: list[int] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, nargs="+", default=[128, 256, 512], help="sizes of events")
    parser.add_argument("--rounds", type=int, default=9, help="rounds of each event")
    parser.add_argument("--events", type=int, default=2, help="events of each size, order and scale")
    parsed = parser.parse_args(arguments)
    print_versions(networkx=version("networkx"))
    for scale in SCALES:
        times = {players: _times(players, parsed.rounds, parsed.events, scale) for players in parsed.players}
        rows = [
            (f"round {index + 1}", *(_spread(times[players][index]) for players in times), GOAL)
            for index in range(parsed.rounds)
        ]
        rows.append(("all", *(_spread([each for one in times[players] for each in one]) for players in times), GOAL))
        heads = ("min / median / max", *(f"{players} players" for players in times), "goal")
        print_table(f"seconds to pair a round, scored {scale}", heads, rows)


def _spread(spent: Sequence[float]) -> str:
    return " / ".join(number(each(spent), 2) for each in (min, median, max))


def _times(players: int, rounds: int, events: int, scale: str) -> list[list[float]]:
    """The time of each round, in every event."""
    played = [_event(players, rounds, f"{order} {index}", scale) for order in ORDERS for index in range(events)]
    return [list(each) for each in zip(*played, strict=True)]


def _event(count: int, rounds: int, name: str, scale: str) -> list[float]:
    players = [Player(each) for each in range(1, count + 1)]
    spent = []
    for played in range(1, rounds + 1):
        players = [each for each in players if played == 1 or _drawn(name, "drop", played, each.number) % DROPS]
        request = _request(players, played, name)
        made: list[Paired] = []
        spent.append(seconds(lambda request=request, made=made: made.append(pair(request))))  # type: ignore[misc]
        wrong = violations(request, made[0])
        if wrong:
            raise SystemExit("\n".join(wrong))
        _play(players, made[0], name, scale)
    return spent


def _request(players: list[Player], played: int, name: str) -> Request:
    order = sorted(players, key=lambda each: (-each.score, _drawn(name, "rank", each.number)))
    candidates = tuple(
        Candidate(
            each.number, rank, each.score, tuple(each.met), each.byes, each.floats,
            f"club {_drawn(name, 'club', each.number) % CLUBS}", tuple(each.tables),
        )
        for rank, each in enumerate(order, 1)
    )  # fmt: skip
    terms = PairingTerms(order=name.split()[0])  # type: ignore[arg-type]
    return Request(played, "swiss", candidates, terms, seed=f"{name}/{played}")


def _play(players: list[Player], paired: Paired, name: str, scale: str) -> None:
    """Results by strength and by chance, and the history after them."""
    known = {each.number: each for each in players}
    for each in paired.pairs:
        a, b = known[each.a], known[each.b]
        for player, other, score in zip((a, b), (b, a), _scores(a, b, name, scale), strict=True):
            player.score += score
            player.floats += each.floated
            player.met.append(other.number)
            player.tables.append(each.table)
    if paired.bye:
        known[paired.bye].byes += 1
        known[paired.bye].score += 300 if scale == SCALES[0] else 1500


def _scores(a: Player, b: Player, name: str, scale: str) -> tuple[int, int]:
    """The points of both sides, in hundredths."""
    strengths = (_drawn(name, "strength", each.number) % 11 for each in (a, b))
    ahead = next(strengths) - next(strengths) + _drawn(name, a.number, b.number) % 9 - 4
    if scale == SCALES[1]:
        mine = min(max(10 + ahead, 0), 20) * 100
        return mine, 2000 - mine
    return (100, 100) if not ahead else (300, 0) if ahead > 0 else (0, 300)


def _drawn(*parts: object) -> int:
    """A number that is the same in every run."""
    return int.from_bytes(sha256(repr(parts).encode()).digest()[:4], "big")


if __name__ == "__main__":
    main()
