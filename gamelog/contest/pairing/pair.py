"""A round's pairing, whatever the format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from gamelog.contest.errors import Refused
from gamelog.contest.pairing import double_elimination, elimination, pods, round_robin, swiss
from gamelog.contest.pairing.request import Candidate, Pair, Paired, Request
from gamelog.contest.pairing.rules import RULES
from gamelog.contest.pairing.score_groups import unwanted
from gamelog.contest.pairing.tables import seated

FIXED = ("round-robin", "league", "single-elimination", "double-elimination", "free-league")
"""Formats whose pairs follow from the list of entrants alone; in a free league nobody is paired."""


class Drawn(NamedTuple):
    """Who meets whom, who has the bye, who goes on unopposed, and who waits."""

    pairs: list[tuple[int, int]]
    bye: int = 0
    unopposed: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    byes: tuple[int, ...] = ()


def pair(request: Request) -> Paired:
    """The pairing of a round. The same request, its candidates in whatever order, always gives the same pairing.

    Raises:
        Unpairable: no pairing of a Swiss round keeps every constraint; it says what to lift.
        Refused: the request contradicts itself: `unknown-version`, `twice`, `not-here`, `two-byes`, `not-in-schedule`,
            `too-few-tables`, and what the formats' own modules refuse.
    """
    _check(request)
    pairs, bye, unopposed, waiting, byes = _drawn(request)
    by_entrant = {each.entrant: each for each in request.candidates}
    if request.format not in ("single-elimination", "double-elimination"):
        pairs = sorted(pairs, key=lambda each: _standing(by_entrant[each[0]], by_entrant[each[1]]))
    seats = seated(request, pairs)
    placed = [
        Pair(seats[a, b], a, b, by_entrant[a].score != by_entrant[b].score and request.format not in FIXED)
        for a, b in pairs
    ]
    placed.sort(key=lambda each: each.table)
    found = notes(request, placed, (bye, *byes))
    return Paired(request.terms.version, tuple(placed), bye, found, unopposed, waiting, byes)


def _drawn(request: Request) -> Drawn:
    """The round of everybody, or of each group by itself: then its bye is one of several."""
    groups = sorted({each.group for each in request.candidates})
    if groups in ([], [0]):
        return _fixed(request) if request.format in FIXED else _swiss(request)
    of_groups = [_drawn(_of_group(request, each)) for each in groups]
    return Drawn(
        [pair for each in of_groups for pair in each.pairs],
        unopposed=tuple(entrant for each in of_groups for entrant in each.unopposed),
        byes=tuple(each.bye for each in of_groups if each.bye),
    )


def _of_group(request: Request, group: int) -> Request:
    """The request of one group as if it were alone. Raises: Refused `other-group`."""
    here = [each for each in request.candidates if each.group == group]
    numbers = {each.entrant for each in here}
    kept = tuple(each for each in request.kept if each[0] in numbers or each[1] in numbers)
    strange = [[a, b] for a, b, _table in kept if a not in numbers or (b and b not in numbers)]
    if strange:
        raise Refused("other-group", "$.kept", f"{strange} are of two groups, which are paired apart", pairs=strange)
    alone = tuple(msgspec.structs.replace(each, group=0) for each in here)
    return msgspec.structs.replace(request, candidates=alone, kept=kept)


def _standing(a: Candidate, b: Candidate) -> tuple[int, int, int, int]:
    """The order in which tables are assigned: the group, a pair's better score, the other score, the better rank."""
    return a.group, -max(a.score, b.score), -min(a.score, b.score), min(a.rank, b.rank)


def _fixed(request: Request) -> Drawn:
    bye = 0
    pairs: list[tuple[int, int]] = []
    unopposed: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    if request.format == "single-elimination":
        number = 1 if request.reseeded else request.round
        if request.pods:
            pairs, unopposed = pods.draw(request.candidates, number)
        else:
            pairs, unopposed = elimination.draw(request.candidates, number, bronze=request.bronze)
    elif request.format == "double-elimination":
        pairs, unopposed, waiting = double_elimination.draw(request.candidates, request.round, request.field)
    elif request.format != "free-league":
        pairs, bye = round_robin.draw(
            request.candidates, request.round, double=request.double, schedule=request.terms.schedule
        )  # fmt: skip
    drawn = {frozenset(each) for each in pairs} | {frozenset((each, 0)) for each in (bye, *unopposed)}
    strange = [[a, b] for a, b, _table in request.kept if frozenset((a, b)) not in drawn]
    if strange:
        text = f"{strange} cannot be kept: who meets whom is fixed in this format"
        raise Refused("not-in-schedule", "$.kept", text, pairs=strange)
    return Drawn(pairs, bye, unopposed, waiting)


def _swiss(request: Request) -> Drawn:
    taken = {entrant for a, b, _table in request.kept for entrant in (a, b)}
    pairs, bye = swiss.draw(request, [each for each in request.candidates if each.entrant not in taken])
    stand = [(a, b) for a, b, _table in request.kept if b]
    byes = [a for a, b, _table in request.kept if not b] + [bye] * bool(bye)
    if len(byes) > 1:
        raise Refused("two-byes", "$.kept", f"only one can have the bye, not {byes}", byes=byes)
    return Drawn([*stand, *pairs], sum(byes))


def _check(request: Request) -> None:
    if request.terms.version not in RULES:
        text = f"there are the rule sets {', '.join(RULES)}; not {request.terms.version}"
        raise Refused("unknown-version", "$.terms.version", text)
    here = [each.entrant for each in request.candidates]
    _once(here, "$.candidates", "entrant")
    _once([each.rank for each in request.candidates], "$.candidates", "rank")
    _once([entrant for a, b, _table in request.kept for entrant in (a, b) if entrant], "$.kept", "entrant")
    _once([table for _a, _b, table in request.kept if table], "$.kept", "table")
    _once(request.tables, "$.tables", "table")
    strange = {entrant for a, b, _table in request.kept for entrant in (a, b) if entrant} - set(here)
    if strange:
        raise Refused("not-here", "$.kept", f"{sorted(strange)} are not among those to be paired")


def _once(numbers: Sequence[int], path: str, what: str) -> None:
    twice = sorted(each for each, times in Counter(numbers).items() if times > 1)
    if twice:
        raise Refused("twice", path, f"{what} {twice[0]} stands there twice", numbers=twice)


def notes(request: Request, pairs: Sequence[Pair], byes: Sequence[int]) -> tuple[str, ...]:
    """What a pairing gave up: see `Paired`."""
    by_entrant = {each.entrant: each for each in request.candidates}
    swiss_notes = _swiss_notes(request, pairs, byes) if request.format not in FIXED else []
    again = [
        f"table:{entrant}"
        for each in pairs
        for entrant in (each.a, each.b)
        if request.terms.rotate_tables and each.table in by_entrant[entrant].tables
    ]
    return (*swiss_notes, *again, *_terrain_notes(request, pairs))


def _terrain_notes(request: Request, pairs: Sequence[Pair]) -> list[str]:
    """Who comes back to a kind of terrain, at another table."""
    by_entrant = {each.entrant: each for each in request.candidates}
    terrains = dict(zip(request.tables, request.terrains, strict=False))
    return [
        f"terrain:{entrant}"
        for each in pairs
        for entrant in (each.a, each.b)
        if terrains.get(each.table)
        and terrains[each.table] in by_entrant[entrant].terrains
        and each.table not in by_entrant[entrant].tables
    ]


def _swiss_notes(request: Request, pairs: Sequence[Pair], byes: Sequence[int]) -> list[str]:
    by_entrant = {each.entrant: each for each in request.candidates}
    ruled_out = {name: set(each) for name, each in unwanted(request).items()}
    clubs = request.terms.avoid_clubs and request.round <= request.terms.avoid_clubs_rounds
    found = [f"second-bye:{bye}" for bye in byes if bye and by_entrant[bye].byes]
    for each in pairs:
        a, b = by_entrant[each.a], by_entrant[each.b]
        low, high = sorted((each.a, each.b))
        found += [f"{name}:{low}-{high}" for name, barred in ruled_out.items() if (low, high) in barred]
        found += [f"float:{one.entrant}" for one in (a, b) if each.floated and one.floats]
        found += [f"club:{low}-{high}"] if clubs and a.club and a.club == b.club else []
    return found
