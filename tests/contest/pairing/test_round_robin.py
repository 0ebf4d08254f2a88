"""Everybody meets everybody, once or twice."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import msgspec
import pytest

from gamelog.contest.errors import Refused
from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Candidate, Paired, Request
from gamelog.contest.pairing.round_robin import draw, rounds_of
from tests.contest.pairing.rounds import entrants, pairs_of

SIZES = pytest.mark.parametrize("size", range(2, 18))


def robin(size: int, number: int, **more: object) -> Paired:
    return pair(msgspec.structs.replace(Request(number, "round-robin", entrants(size)), **more))


@SIZES
def test_everybody_meets_everybody_once(size: int) -> None:
    rounds = [robin(size, number) for number in range(1, rounds_of(size) + 1)]
    met = Counter(frozenset(two) for each in rounds for two in pairs_of(each))
    assert met == Counter(frozenset(two) for two in combinations(range(1, size + 1), 2))
    assert Counter(each.bye for each in rounds) == Counter(range(1, size + 1) if size % 2 else {0: size - 1})
    for each in rounds:
        here = [entrant for two in pairs_of(each) for entrant in two] + [each.bye] * (size % 2)
        assert sorted(here) == list(range(1, size + 1))


@SIZES
def test_a_double_one_has_the_sides_changed(size: int) -> None:
    once = rounds_of(size)
    assert rounds_of(size, double=True) == 2 * once
    for number in range(1, once + 1):
        first, second = robin(size, number, double=True), robin(size, number + once, double=True)
        assert pairs_of(second) == [(b, a) for a, b in pairs_of(first)]
        assert second.bye == first.bye


@SIZES
def test_sides_lie_evenly(size: int) -> None:
    firsts, seconds = Counter[int](), Counter[int]()
    for number in range(1, rounds_of(size) + 1):
        for a, b in pairs_of(robin(size, number)):
            firsts[a] += 1
            seconds[b] += 1
    assert max(abs(firsts[each] - seconds[each]) for each in range(1, size + 1)) <= 2


def test_the_order_is_that_of_the_ranks_and_a_league_is_the_same() -> None:
    reversed_ranks = tuple(msgspec.structs.replace(each, rank=7 - each.rank) for each in entrants(6))
    assert pairs_of(robin(6, 1)) == [(1, 6), (5, 2), (3, 4)]
    assert pairs_of(robin(6, 1, candidates=reversed_ranks)) == [(6, 1), (2, 5), (4, 3)]
    assert robin(6, 2, candidates=entrants(6)[::-1]) == robin(6, 2) == robin(6, 2, format="league")


@pytest.mark.parametrize("number", [0, 6])
def test_there_is_no_such_round(number: int) -> None:
    with pytest.raises(Refused, match="6 entrants play 5 rounds") as caught:
        robin(6, number)
    assert (caught.value.code, caught.value.path) == ("no-such-round", "$.round")


def test_tables_rotate() -> None:
    tables = tuple(msgspec.structs.replace(each, tables=(1,) if each.entrant == 1 else ()) for each in entrants(6))
    paired = robin(6, 1, candidates=tables)
    assert next(each.table for each in paired.pairs if 1 in (each.a, each.b)) == 2
    assert paired.notes == ()


def test_pairs_of_the_round_can_be_kept_and_no_others() -> None:
    assert [each.table for each in robin(6, 1, kept=((4, 3, 9),)).pairs] == [1, 2, 9]
    with pytest.raises(Refused, match=r"\[\[1, 2\]\] cannot be kept"):
        robin(6, 1, kept=((1, 2, 0),))


def berger(count: int, number: int, double: bool = False) -> list[tuple[int, int]]:
    pairs, _bye = draw(
        [Candidate(each, each) for each in range(1, count + 1)], number, double=double, schedule="berger"
    )
    return sorted(pairs)


def test_the_berger_table_of_six_is_fides() -> None:
    """FIDE Handbook C.05, annex 1: the table for five and six players."""
    table = ("1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1")
    for number, round in enumerate(table, 1):
        expected = sorted((int(a), int(b)) for a, b in (pair.split("-") for pair in round.split()))
        assert berger(6, number) == expected
        assert berger(5, number) == [pair for pair in expected if 6 not in pair]
        assert berger(6, number + 5, double=True) == sorted((b, a) for a, b in expected)


@pytest.mark.parametrize("count", range(2, 17))
def test_by_the_berger_tables_everybody_meets_everybody_once(count: int) -> None:
    met = [frozenset(pair) for number in range(1, rounds_of(count) + 1) for pair in berger(count, number)]
    assert len(met) == len(set(met)) == count * (count - 1) // 2
