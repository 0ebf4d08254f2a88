"""The reason why no pairing exists, and the constraints that could be lifted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import get_args

from gamelog.contest.pairing.bye import least
from gamelog.contest.pairing.request import Candidate, Constraint, Lift, Request, Unpairable
from gamelog.contest.pairing.score_groups import bars

COUNTED = {"rematch": "rematches", "second-bye": "second byes", "forbidden": "forbidden pairs"}


def unpairable(request: Request, candidates: Sequence[Candidate]) -> Unpairable:
    """The refusal of a round that cannot be paired, with what it would take."""
    found = lifts(request, candidates)
    return Unpairable(f"{_why(request, candidates)}. {_remedy(found[0])}", found)


def lifts(request: Request, candidates: Sequence[Candidate]) -> tuple[Lift, ...]:
    """What could be lifted, beside what is lifted already: the fewest constraints, and of these the cheapest first.

    The cost is how many lifted constraints a pairing breaks at least, those lifted already among them.
    """
    others = [each for each in get_args(Constraint) if each not in request.lifted]
    for count in range(1, len(others) + 1):
        found = []
        for names in combinations(others, count):
            possible = least(request, candidates, (*request.lifted, *names))
            if possible:
                found.append(Lift(names[0], possible.broken, names[1:]))
        if found:
            return tuple(sorted(found, key=lambda each: each.cost))
    raise AssertionError("with every constraint lifted, everybody may meet everybody")


def _why(request: Request, candidates: Sequence[Candidate]) -> str:
    barred, _soft = bars(request, request.lifted)
    here = {each.entrant for each in candidates}
    lonely = [each.entrant for each in candidates if not here - barred[each.entrant] - {each.entrant}]
    had = all(each.byes for each in candidates)
    if len(candidates) % 2 and had and "second-bye" not in request.lifted:
        return f"The number is odd ({len(candidates)}), and everybody had a bye"
    if len(lonely) > len(candidates) % 2:
        return f"Nobody is left to meet for {', '.join(map(str, sorted(lonely)))}"
    return f"There is no way to pair these {len(candidates)} that keeps every constraint"


def _remedy(lift: Lift) -> str:
    names = " and ".join(COUNTED[each] for each in (lift.constraint, *lift.also))
    return f"It would take {names} to be allowed: {lift.cost} at least"
