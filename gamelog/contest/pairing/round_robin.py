"""Round robin and league: everybody meets everybody, by the circle method or by FIDE's Berger tables.

The entrants sit round a table in the order of their ranks, an empty chair among them if they are odd. The first stays
where they are; after each round all others move on by one chair, and one plays whoever sits opposite. So a pairing
needs nothing but the list of entrants, which has to be the same in every round: whoever leaves keeps the chair and
forfeits.

By the Berger tables (FIDE Handbook C.05, annex 1) the last one stays, and two others meet in the round that the sum of
their ranks says. The tables themselves are not needed: ranks a and b of n, n even, meet in round r if a + b = r + 1
modulo n - 1, and whoever has 2a = r + 1 meets the last. Of an odd sum the lower rank is the first side, of an even one
the higher; against the last the lower half of the ranks is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from gamelog.contest.errors import Refused
from gamelog.contest.pairing.request import Candidate

NOBODY = 0
"""Who sits on the empty chair."""


def rounds_of(entrants: int, *, double: bool = False) -> int:
    """How many rounds it takes until everybody has met everybody once, or twice."""
    once = entrants - 1 + entrants % 2 if entrants else 0
    return 2 * once if double else once


def draw(
    candidates: Sequence[Candidate],
    number: int,
    *,
    double: bool = False,
    schedule: Literal["circle", "berger"] = "circle",
) -> tuple[list[tuple[int, int]], int]:
    """The pairs of round `number` (from 1), first side first, and who has the bye (0: nobody).

    Over all rounds nobody has one side more than twice more often than the other; in the second half of a double round
    robin the sides are changed.

    Raises:
        Refused: `no-such-round`.
    """
    rounds = rounds_of(len(candidates), double=double)
    if not 1 <= number <= rounds:
        raise Refused("no-such-round", "$.round", f"{len(candidates)} entrants play {rounds} rounds", rounds=rounds)
    again, turn = divmod(number - 1, rounds_of(len(candidates)))
    made = _turned if schedule == "circle" else _by_berger
    pairs = made(_chairs(candidates), turn)
    bye = next((a + b for a, b in pairs if NOBODY in (a, b)), 0)
    played = [pair for pair in pairs if NOBODY not in pair]
    return [(b, a) if again else (a, b) for a, b in played], bye


def _chairs(candidates: Sequence[Candidate]) -> list[int]:
    order = [each.entrant for each in sorted(candidates, key=lambda each: each.rank)]
    return order + [NOBODY] * (len(order) % 2)


def _turned(chairs: Sequence[int], turn: int) -> list[tuple[int, int]]:
    """Who sits opposite whom after so many moves."""
    first, *others = chairs
    moved = [first, *others[len(others) - turn :], *others[: len(others) - turn]]
    half = len(moved) // 2
    (a, b), *rest = zip(moved[:half], reversed(moved[half:]), strict=True)
    return [(b, a) if turn % 2 else (a, b), *((d, c) if place % 2 else (c, d) for place, (c, d) in enumerate(rest, 1))]


def _by_berger(chairs: Sequence[int], turn: int) -> list[tuple[int, int]]:
    """The pairs of round `turn` + 1 by the Berger tables; the last chair is empty where they are odd."""
    last = len(chairs)
    pairs = []
    for a in range(1, last):
        b = (turn + 2 - a) % (last - 1) or last - 1
        if a == b:
            pairs.append((a, last) if 2 * a <= last else (last, a))
        elif a < b:
            pairs.append((a, b) if (a + b) % 2 else (b, a))
    return [(chairs[a - 1], chairs[b - 1]) for a, b in pairs]
