"""Who has the bye."""

from __future__ import annotations

import msgspec
import pytest

from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Paired
from gamelog.contest.terms import PairingTerms
from tests.contest.pairing.rounds import entrants, pairs_of, swiss_round


@pytest.mark.parametrize(
    "had, bye",
    [((), 5), ((5,), 4), ((5, 4), 3), ((5, 4, 3, 2), 1)],
)
def test_the_bye_goes_to_the_lowest_who_had_none(had: tuple[int, ...], bye: int) -> None:
    scores = {1: 300, 2: 300, 3: 100, 4: 100, 5: 100}
    candidates = tuple(
        msgspec.structs.replace(each, score=scores[each.entrant], byes=int(each.entrant in had)) for each in entrants(5)
    )
    assert pair(swiss_round(candidates)).bye == bye


def test_the_bye_goes_up_where_the_others_could_not_be_paired() -> None:
    """1 has met 2, 3 and 4: who is left for 1 is 5, though 5 is the lowest."""
    candidates = tuple(
        msgspec.structs.replace(each, met={1: (2, 3, 4)}.get(each.entrant, (1,) if each.entrant < 5 else ()))
        for each in entrants(5)
    )
    paired = pair(swiss_round(candidates))
    assert paired.bye == 4
    assert (1, 5) in pairs_of(paired)


def test_a_bye_by_lot_stays_in_the_lowest_group() -> None:
    candidates = tuple(msgspec.structs.replace(each, score=300 if each.entrant < 4 else 0) for each in entrants(9))
    terms = PairingTerms(bye_goes_to="random")
    byes = {pair(swiss_round(candidates, terms=terms, seed=str(seed))).bye for seed in range(40)}
    assert byes == {4, 5, 6, 7, 8, 9}


@pytest.mark.parametrize("count, bye", [(0, 0), (1, 1)])
def test_fields_of_nobody_and_of_one(count: int, bye: int) -> None:
    assert pair(swiss_round(entrants(count))) == Paired("1", (), bye)
