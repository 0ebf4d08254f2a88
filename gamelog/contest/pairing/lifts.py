"""The reason why no pairing exists, and the constraints that could be lifted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import get_args

from gamelog.contest.pairing.bye import least
from gamelog.contest.pairing.request import Candidate, Constraint, Lift, Request, Unpairable
from gamelog.contest.pairing.score_groups import bars

COUNTED = {
    "rematch": ("rematches", "повторные встречи"),
    "second-bye": ("second byes", "второй бай"),
    "forbidden": ("forbidden pairs", "пары, которые сводить запрещено"),
}


def unpairable(request: Request, candidates: Sequence[Candidate]) -> Unpairable:
    """The refusal of a round that cannot be paired, with what it would take."""
    found = lifts(request, candidates)
    (why, why_ru), (remedy, remedy_ru) = _why(request, candidates), _remedy(found[0])
    return Unpairable(f"{why}. {remedy}", f"{why_ru}. {remedy_ru}", found)


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


def _why(request: Request, candidates: Sequence[Candidate]) -> tuple[str, str]:
    """The reason, in English and Russian."""
    barred, _soft = bars(request, request.lifted)
    here = {each.entrant for each in candidates}
    lonely = [each.entrant for each in candidates if not here - barred[each.entrant] - {each.entrant}]
    had = all(each.byes for each in candidates)
    if len(candidates) % 2 and had and "second-bye" not in request.lifted:
        return (
            f"The number is odd ({len(candidates)}), and everybody had a bye",
            f"Число участников нечётное ({len(candidates)}), и бай был уже у каждого",
        )
    if len(lonely) > len(candidates) % 2:
        them = ", ".join(map(str, sorted(lonely)))
        return f"Nobody is left to meet for {them}", f"Не осталось соперников, с которыми можно свести: {them}"
    return (
        f"There is no way to pair these {len(candidates)} that keeps every constraint",
        f"Свести всех, соблюдая каждое ограничение, нельзя (участников: {len(candidates)})",
    )


def _remedy(lift: Lift) -> tuple[str, str]:
    """What it would take, in English and Russian."""
    names, names_ru = zip(*(COUNTED[each] for each in (lift.constraint, *lift.also)), strict=True)
    return (
        f"It would take {' and '.join(names)} to be allowed: {lift.cost} at least",
        f"Понадобилось бы разрешить {' и '.join(names_ru)}: не меньше {lift.cost}",
    )
