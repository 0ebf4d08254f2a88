"""The field of a Swiss round: score groups, the order inside them, and pairs that may not meet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate, groupby
from typing import NamedTuple

import msgspec

from gamelog.contest.pairing.request import Candidate, Constraint, Request


class Member(NamedTuple):
    """A candidate within a score group. Groups count from 0, the highest score first, and so do places in a group."""

    entrant: int
    group: int
    place: int
    floats: int
    club: str


class Field(msgspec.Struct, frozen=True):
    """Those who are to be paired with one another, by group and place.

    `sizes` are the sizes of the groups. `odd` says for each of them whether an odd number of members stands in it and
    above: then at least one pair reaches from there into a lower group. `barred` are those whom an entrant may not
    meet, `lifted` those whom they may meet only because a constraint is lifted, and how many constraints that breaks.
    """

    members: tuple[Member, ...]
    sizes: tuple[int, ...]
    odd: tuple[int, ...]
    barred: Mapping[int, Collection[int]]
    lifted: Mapping[int, Mapping[int, int]]
    order: str
    clubs: bool
    seed: str


def field(request: Request, candidates: Iterable[Candidate], lifted: Sequence[Constraint] = ()) -> Field:
    """The field of these candidates, with these constraints lifted."""
    groups = [_in_order(request, group) for group in score_groups(candidates)]
    members = tuple(
        Member(each.entrant, group, place, each.floats, each.club)
        for group, order in enumerate(groups)
        for place, each in enumerate(order)
    )
    sizes = tuple(len(order) for order in groups)
    barred, soft = bars(request, lifted)
    terms = request.terms
    return Field(
        members, sizes, tuple(upto % 2 for upto in accumulate(sizes)), barred, soft, terms.order,
        terms.avoid_clubs and request.round <= terms.avoid_clubs_rounds, request.seed,
    )  # fmt: skip


def score_groups(candidates: Iterable[Candidate]) -> list[list[Candidate]]:
    """Candidates by score, the highest first; inside a group by rank."""
    order = sorted(candidates, key=lambda each: (-each.score, each.rank))
    return [list(group) for _score, group in groupby(order, key=lambda each: each.score)]


def _in_order(request: Request, group: list[Candidate]) -> list[Candidate]:
    if request.terms.order != "random":
        return group
    return sorted(group, key=lambda each: lot(request.seed, "order", each.entrant))


def lot(seed: str, purpose: str, number: int | str) -> bytes:
    """The lot of a number, under a seed and for a purpose: SHA-256 of `<seed>:<purpose>:<number>`. The least comes
    first.
    """
    return sha256(f"{seed}:{purpose}:{number}".encode()).digest()


def short_lot(seed: str, purpose: str, number: str) -> int:
    """The first four bytes of a lot as a number, for lots that are added up."""
    return int.from_bytes(lot(seed, purpose, number)[:4], "big")


def bars(request: Request, lifted: Sequence[Constraint]) -> tuple[dict[int, set[int]], dict[int, dict[int, int]]]:
    """For everybody, those they may not meet, and those they may meet because a constraint is lifted, with the
    constraints this breaks.
    """
    barred: dict[int, set[int]] = {each.entrant: set() for each in request.candidates}
    soft: dict[int, dict[int, int]] = {each.entrant: {} for each in request.candidates}
    for constraint, pairs in unwanted(request).items():
        for a, b in pairs:
            if constraint not in lifted:
                barred[a].add(b)
                barred[b].add(a)
            else:
                soft[a][b] = soft[b][a] = soft[a].get(b, 0) + 1
    return barred, soft


def unwanted(request: Request) -> dict[Constraint, list[tuple[int, int]]]:
    """The pairs of candidates that a constraint rules out, the lower number first."""
    here = {each.entrant for each in request.candidates}
    met = {(min(each.entrant, other), max(each.entrant, other)) for each in request.candidates for other in each.met}
    forbidden = {(min(pair), max(pair)) for pair in request.forbidden}
    return {
        "rematch": sorted(pair for pair in met if here.issuperset(pair)),
        "forbidden": sorted(pair for pair in forbidden if here.issuperset(pair)),
    }
