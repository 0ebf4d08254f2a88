"""Every pairing of a small field, and what the published rules say of each: written from their text, not from the code.

`best` tries all; nothing of the product's costs, matching or order is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import permutations

from gamelog.contest.pairing.request import Candidate, Request

Pairing = tuple[frozenset[frozenset[int]], int]
"""The pairs, and who has the bye (0: nobody)."""


def pairings(entrants: tuple[int, ...]) -> Iterator[Pairing]:
    """All ways to pair, with everybody in turn having the bye if they are odd."""
    if len(entrants) % 2:
        for bye in entrants:
            for pairs, _nobody in pairings(tuple(each for each in entrants if each != bye)):
                yield pairs, bye
    elif not entrants:
        yield frozenset(), 0
    else:
        first, *others = entrants
        for other in others:
            for pairs, _nobody in pairings(tuple(each for each in others if each != other)):
                yield pairs | {frozenset((first, other))}, 0


def best(request: Request) -> Pairing | None:
    """The pairing that the rules ask for; None where none keeps what is not lifted."""
    known = {each.entrant: each for each in request.candidates}
    possible = [each for each in pairings(tuple(sorted(known))) if not breaks(request, each, request.lifted)[1]]
    return min(possible, key=lambda each: cost(request, each), default=None)


def breaks(request: Request, pairing: Pairing, lifted: tuple[str, ...]) -> tuple[int, int]:
    """How many constraints it breaks of those that are lifted, and of the others."""
    known = {each.entrant: each for each in request.candidates}
    pairs, bye = pairing
    broken = Counter[str]()
    for a, b in pairs:
        broken["rematch"] += b in known[a].met or a in known[b].met
        broken["forbidden"] += any({a, b} == set(pair) for pair in request.forbidden)
    broken["second-bye"] += bool(bye and known[bye].byes)
    return sum(broken[each] for each in lifted), sum(times for name, times in broken.items() if name not in lifted)


def cost(request: Request, pairing: Pairing) -> tuple[object, ...]:
    """What the rules compare, in their order."""
    known = {each.entrant: each for each in request.candidates}
    pairs, bye = pairing
    broken = breaks(request, pairing, request.lifted)[0]
    playing = [each for each in request.candidates if each.entrant != bye]
    return (
        broken,
        _bye_place(request, known[bye]) if bye else (),
        *rounds_cost(request, playing, [tuple(known[each] for each in pair) for pair in pairs]),
    )


def rounds_cost(request: Request, playing: list[Candidate], pairs: list[tuple[Candidate, ...]]) -> tuple[int, ...]:
    """The rules 1 to 5, for those who play."""
    groups = _groups(request, playing)
    level = {each.entrant: number for number, group in enumerate(groups) for each in group}
    clubs = request.terms.avoid_clubs and request.round <= request.terms.avoid_clubs_rounds
    floating = [(a, b) for a, b in pairs if level[a.entrant] != level[b.entrant]]
    return (
        sum((level[a.entrant] - level[b.entrant]) ** 2 for a, b in pairs),
        sum(a.floats + b.floats for a, b in floating),
        sum(1 for a, b in pairs if clubs and a.club and a.club == b.club),
        sum(_off(request, groups, level, a, b) for a, b in pairs),
        sum(_lot(request, "pair", f"{min(a.entrant, b.entrant)}-{max(a.entrant, b.entrant)}") for a, b in pairs),
    )


def _groups(request: Request, playing: list[Candidate]) -> list[list[Candidate]]:
    scores = sorted({each.score for each in playing}, reverse=True)
    found = [sorted((each for each in playing if each.score == score), key=lambda each: each.rank) for score in scores]
    if request.terms.order == "random":
        for group in found:
            group.sort(key=lambda each: _digest(request, "order", str(each.entrant)))
    return found


def _off(request: Request, groups: list[list[Candidate]], level: dict[int, int], a: Candidate, b: Candidate) -> int:
    """How far a pair is off, squared."""
    first, second = sorted((level[each.entrant], groups[level[each.entrant]].index(each)) for each in (a, b))
    (group, place), (below, other) = first, second
    if group != below:
        return (len(groups[group]) - 1 - place) ** 2 + other**2
    above = sum(map(len, groups[:group]))
    up, down = above % 2, (above + len(groups[group])) % 2
    if request.terms.order == "fold":
        half = (len(groups[group]) - up - down) // 2
        return (other - place - half) ** 2
    even = (place + 1 - up) % 2 == 0
    return (other - place - 1) ** 2 + even


def _bye_place(request: Request, each: Candidate) -> tuple[object, ...]:
    drawn = request.terms.bye_goes_to == "random"
    return each.byes, each.score, _digest(request, "bye", str(each.entrant)) if drawn else -each.rank


def _digest(request: Request, purpose: str, number: str) -> str:
    return sha256(f"{request.seed}:{purpose}:{number}".encode()).hexdigest()


def _lot(request: Request, purpose: str, number: str) -> int:
    return int(_digest(request, purpose, number)[:8], 16)


def best_tables(request: Request, pairs: list[tuple[int, int]], hall: list[int]) -> list[int]:
    """The tables of pairs that stand in their order: few returns, small moves, least lots."""
    known = {each.entrant: each for each in request.candidates}

    def price(tables: Iterable[int]) -> tuple[int, int, int]:
        seated = list(zip(pairs, tables, strict=True))
        return (
            sum(known[each].tables.count(table) for pair, table in seated for each in pair),
            sum((hall.index(table) - index) ** 2 for index, table in enumerate(tables)),
            sum(_lot(request, "table", f"{min(pair)}-{table}") for pair, table in seated),
        )

    return list(min(permutations(hall, len(pairs)), key=price))
