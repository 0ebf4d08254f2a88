"""Tables: nobody where they played before, or as few as possible; and the best pairs at the first."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from gamelog.contest.errors import Refused
from gamelog.contest.pairing.request import Request
from gamelog.contest.pairing.tables import seated
from gamelog.contest.terms import PairingTerms
from tests.contest.pairing import brute
from tests.contest.pairing.rounds import entrants, swiss_round

PAIRS = [(1, 2), (3, 4), (5, 6), (7, 8)]
Visits = Mapping[int, tuple[int, ...]]


def request(visits: Visits, count: int = 8, **more: Any) -> Request:
    """Where everybody has played; the hall may be among `more`."""
    candidates = tuple(msgspec.structs.replace(each, tables=visits.get(each.entrant, ())) for each in entrants(count))
    return swiss_round(candidates, **more)


def test_the_first_pair_has_the_first_table() -> None:
    assert list(seated(request({}), PAIRS).values()) == [1, 2, 3, 4]
    assert list(seated(request({}, tables=(11, 7, 9, 8, 3)), PAIRS).values()) == [11, 7, 9, 8]


@pytest.mark.parametrize(
    "visits, seats",
    [
        # The first two change places.
        ({1: (1,)}, [2, 1, 3, 4]),
        # 7 and 8 know all but the second.
        ({7: (1, 4), 8: (3,)}, [1, 3, 4, 2]),
        # Everybody knows the first: who returns is no more than one pair, of which only one was there.
        ({1: (1,), 3: (1,), 5: (1,), 6: (1,), 7: (1,), 8: (1,)}, None),
    ],
)
def test_nobody_returns_where_it_can_be_helped(visits: Visits, seats: list[int] | None) -> None:
    found = seated(request(visits), PAIRS)
    again = sum(table in visits.get(each, ()) for pair, table in found.items() for each in pair)
    assert again == (0 if seats else 1)
    assert seats is None or list(found.values()) == seats


def test_a_spare_table_is_used_before_anybody_returns() -> None:
    visits = dict.fromkeys(range(1, 9), (1,))
    assert sorted(seated(request(visits, tables=(1, 2, 3, 4, 5)), PAIRS).values()) == [2, 3, 4, 5]


def test_tables_that_do_not_rotate() -> None:
    found = seated(request({1: (1,)}, terms=PairingTerms(rotate_tables=False)), PAIRS)
    assert list(found.values()) == [1, 2, 3, 4]


def test_kept_pairs_stay_at_their_tables_whichever_side_is_first() -> None:
    found = seated(request({}, kept=((6, 5, 2), (1, 2, 0))), PAIRS)
    assert found == {(1, 2): 1, (3, 4): 3, (5, 6): 2, (7, 8): 4}


@pytest.mark.parametrize("kept, free", [((), 3), (((5, 6, 2),), 2)])
def test_too_few_tables(kept: tuple[tuple[int, int, int], ...], free: int) -> None:
    with pytest.raises(Refused, match=f"pairs want a table, and {free} are free") as caught:
        seated(request({}, tables=(1, 2, 3), kept=kept), PAIRS)
    assert (caught.value.code, caught.value.path) == ("too-few-tables", "$.tables")


@pytest.mark.parametrize("number", range(60))
def test_as_all_ways_to_seat_them_say(number: int) -> None:
    dice = random.Random(number)
    count, spare = dice.randint(1, 5), dice.randint(0, 1)
    hall = dice.sample(range(1, 20), count + spare)
    visits = {each: tuple(dice.choices(hall, k=dice.randint(0, 4))) for each in range(1, 2 * count + 1)}
    asked = request(visits, 2 * count, tables=tuple(hall), seed=str(number))
    pairs = [(each, each + 1) for each in range(1, 2 * count, 2)]
    assert list(seated(asked, pairs).values()) == brute.best_tables(asked, pairs, hall)


def test_a_hall_of_many_where_only_a_far_table_is_new() -> None:
    pairs = [(each, each + 1) for each in range(1, 80, 2)]
    assert seated(request({1: tuple(range(1, 31))}, 80), pairs)[1, 2] == 31
