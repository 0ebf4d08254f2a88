"""Whether everybody can be paired, and who then has the bye."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gamelog.contest.pairing.matching import cheapest
from gamelog.contest.pairing.neighbours import WHOLE, everybody, nearby
from gamelog.contest.pairing.prices import Edge
from gamelog.contest.pairing.request import Candidate, Constraint, Request
from gamelog.contest.pairing.score_groups import Field, field, lot

REACH = 8
BREACH = 1 << 20
"""What a broken constraint costs here: more than any place in the order of the bye."""


class Possible(NamedTuple):
    """A pairing exists: who then has the bye (0: nobody), and how often lifted constraints are broken at least.

    `first` is the taker's place in the order of the bye, from 0.
    """

    bye: int
    broken: int
    first: int


def least(request: Request, candidates: Sequence[Candidate], lifted: Sequence[Constraint]) -> Possible | None:
    """The least that a pairing takes with these constraints lifted; None if there is none.

    The bye is one more entrant, whom those may meet who had none. Whoever comes first in the order of the bye has it if
    the others can all be paired then; else the second, and so on.
    """
    playing = field(request, candidates, lifted)
    byes = list(_byes(request, playing, candidates, lifted)) if len(candidates) % 2 else []
    if len(candidates) > WHOLE:
        found = _possible(playing, nearby(playing, REACH), byes)
        if found and not found.broken and not found.first:
            return found
    return _possible(playing, everybody(playing), byes)


def order_of_byes(request: Request, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The order of candidates for the bye: the fewest byes, then the lowest score, then the lowest rank or the first
    lot.
    """

    def key(each: Candidate) -> tuple[int, int, bytes, int]:
        drawn = lot(request.seed, "bye", each.entrant) if request.terms.bye_goes_to == "random" else b""
        return each.byes, each.score, drawn, -each.rank

    return sorted(candidates, key=key)


def _byes(
    request: Request, playing: Field, candidates: Sequence[Candidate], lifted: Sequence[Constraint]
) -> Iterator[Edge]:
    """From everybody who may have the bye to the node behind the last member."""
    index = {each.entrant: index for index, each in enumerate(playing.members)}
    for place, each in enumerate(order_of_byes(request, candidates)):
        if not each.byes or "second-bye" in lifted:
            yield index[each.entrant], len(candidates), place + (BREACH if each.byes else 0)


def _possible(playing: Field, seen: Sequence[tuple[int, int]], byes: Sequence[Edge]) -> Possible | None:
    members = playing.members
    soft = [playing.lifted[members[a].entrant].get(members[b].entrant, 0) for a, b in seen]
    edges = [*((a, b, broken * BREACH) for (a, b), broken in zip(seen, soft, strict=True)), *byes]
    size = len(members) + (len(members) % 2)
    found = cheapest(size, edges)
    if found is None:
        return None
    costs = {(a, b): cost for a, b, cost in edges}
    broken, first = divmod(sum(costs[pair] for pair in found), BREACH)
    bye = next((members[a].entrant for a, b in found if b == len(members)), 0)
    return Possible(bye, broken, first)
