"""Tables by terrain: of all seatings of a small hall, the best by the published order of rules is the one."""

from __future__ import annotations

import random
from hashlib import sha256
from itertools import permutations
from typing import Any

import msgspec
import pytest

from gamelog.contest import stream
from gamelog.contest.acts import results
from gamelog.contest.acts.rounds import MoveTable
from gamelog.contest.pairing.check import check
from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Request
from gamelog.contest.pairing.rules import RULES
from gamelog.contest.pairing.tables import seated
from gamelog.contest.terms import PairingTerms, TableTerms
from gamelog.contest.verification import verify
from tests.contest.desk import Desk, report
from tests.contest.pairing.rounds import entrants, swiss_round

PAIRS = [(1, 2), (3, 4), (5, 6)]
KINDS = ("ruins", "woods", "")
ROTATED = PairingTerms(version="2", rotate_terrain=True)


def hall(chance: random.Random) -> Request:
    """Three pairs and up to five tables, after some rounds that began anywhere."""
    tables = tuple(chance.sample(range(1, 9), chance.randint(3, 5)))
    terrain = {table: chance.choice(KINDS) for table in tables}
    made = []
    for each in entrants(6):
        sat = [chance.choice(tables) for _round in range(chance.randint(0, 3))]
        kinds = tuple(terrain[table] for table in sat if terrain[table])
        made.append(msgspec.structs.replace(each, tables=tuple(sat), terrains=kinds))
    return swiss_round(
        tuple(made), tables=tables, terrains=tuple(terrain.values()), terms=ROTATED, seed=str(chance.random())
    )


def cost(request: Request, chosen: tuple[int, ...]) -> tuple[int, int, int, int]:
    """A seating by the rules, the first of them first: tables again, terrain again, moved, lots."""
    by_number = {each.entrant: each for each in request.candidates}
    kind = dict(zip(request.tables, request.terrains, strict=True))
    tables = terrain = moved = lots = 0
    for at, (two, table) in enumerate(zip(PAIRS, chosen, strict=True)):
        for entrant in two:
            tables += by_number[entrant].tables.count(table)
            terrain += by_number[entrant].terrains.count(kind[table]) if kind[table] else 0
        moved += (request.tables.index(table) - at) ** 2
        lots += int(sha256(f"{request.seed}:table:{min(two)}-{table}".encode()).hexdigest()[:8], 16)
    return tables, terrain, moved, lots


@pytest.mark.parametrize("seed", range(60))
def test_the_seating_is_the_best_of_all(seed: int) -> None:
    request = hall(random.Random(seed))
    found = seated(request, PAIRS)
    best = min(permutations(request.tables, len(PAIRS)), key=lambda chosen: cost(request, chosen))
    assert tuple(found[two] for two in PAIRS) == best


def test_terrain_is_left_before_a_table_is_moved_but_no_table_is_come_back_to_for_it() -> None:
    visits: dict[int, dict[str, Any]] = {1: {"tables": (1,), "terrains": ("ruins",)}, 2: {"tables": (4,)}}
    made = tuple(msgspec.structs.replace(each, **visits.get(each.entrant, {})) for each in entrants(2))
    tables, terrains = (1, 2, 3, 4), ("ruins", "ruins", "woods", "woods")
    request = swiss_round(made, tables=tables, terrains=terrains, terms=ROTATED)
    assert seated(request, [(1, 2)]) == {(1, 2): 3}
    request = msgspec.structs.replace(request, terrains=("ruins", "ruins", "ruins", "woods"))
    assert seated(request, [(1, 2)]) == {(1, 2): 2}
    assert pair(request).notes == ("terrain:1",)


def event(**more: Any) -> Desk:
    tables = tuple(TableTerms(number, KINDS[number % 2]) for number in range(1, 7))
    return Desk(tables=tables, pairing=msgspec.structs.replace(ROTATED, **more)).enter(8)


def test_an_event_remembers_the_terrain_of_its_rounds() -> None:
    desk = event().play().play().play()
    last = desk.state.rounds[-1]
    assert last.request.terrains == ("woods", "ruins") * 3 and last.paired.version == "2"
    for each in last.request.candidates:
        sat = [one.pair_of(each.entrant) for one in desk.state.rounds[:-1]]
        assert each.terrains == tuple(KINDS[found.table % 2] for found in sat if found)
    assert check(last.request, last.paired) == () and not list(verify(desk.entries))


def test_without_it_nothing_of_terrain_is_in_a_pairing() -> None:
    desk = event(version="1", rotate_terrain=False).play().play()
    body = desk.entries[-1].bytes() + b"".join(each.bytes() for each in desk.entries if each.pairing)
    assert b"terrains" not in body
    assert stream.fold(desk.entries) == desk.state


def test_a_table_that_was_moved_counts_where_they_played() -> None:
    desk = event().pair()
    first = desk.state.rounds[0].paired.pairs[0]
    desk.do(MoveTable(round=1, table=first.table, to=6, reason="a lamp is broken"))
    for each in desk.state.rounds[0].paired.pairs:
        desk.do(results.Enter(round=1, table=each.table, report=report(9, 1)))
    desk.pair()
    moved = next(each for each in desk.state.rounds[1].request.candidates if each.entrant == first.a)
    assert (moved.tables, moved.terrains) == ((6,), ("ruins",))


def test_the_second_rules_say_in_both_languages_what_the_first_do_not() -> None:
    assert "terrain" in RULES["2"].en and "ландшафт" in RULES["2"].ru
    assert "terrain" not in RULES["1"].en and "ландшафт" not in RULES["1"].ru
