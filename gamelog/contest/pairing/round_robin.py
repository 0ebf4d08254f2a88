"""Round robin and league: everybody meets everybody, by the circle method.

The entrants sit round a table in the order of their ranks, an empty chair among them if they are odd. The first stays
where they are; after each round all others move on by one chair, and one plays whoever sits opposite. So a pairing
needs nothing but the list of entrants, which has to be the same in every round: whoever leaves keeps the chair and
forfeits.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamelog.contest.errors import Refused
from gamelog.contest.pairing.request import Candidate

NOBODY = 0
"""Who sits on the empty chair."""


def rounds_of(entrants: int, *, double: bool = False) -> int:
    """How many rounds it takes until everybody has met everybody once, or twice."""
    once = entrants - 1 + entrants % 2 if entrants else 0
    return 2 * once if double else once


def draw(candidates: Sequence[Candidate], number: int, *, double: bool = False) -> tuple[list[tuple[int, int]], int]:
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
    pairs = _turned(_chairs(candidates), turn)
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
