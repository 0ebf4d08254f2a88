"""Single elimination: the draw, its rounds, missing entrants, and the third place."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gamelog.contest.errors import Refused
from gamelog.contest.pairing import elimination
from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Candidate, Paired, Request
from tests.contest.pairing.rounds import entrants, pairs_of


def field(count: int) -> tuple[Candidate, ...]:
    """The first round of so many, whose numbers are their seeds."""
    slots = elimination.slots(range(1, count + 1))
    return tuple(msgspec.structs.replace(each, bracket=slots[each.entrant]) for each in entrants(count))


def knocked(number: int, candidates: tuple[Candidate, ...], **more: Any) -> Paired:
    return pair(Request(number, "single-elimination", candidates, **more))


@pytest.mark.parametrize(
    "size, order",
    [
        (1, (1,)),
        (2, (1, 2)),
        (4, (1, 4, 2, 3)),
        (8, (1, 8, 4, 5, 2, 7, 3, 6)),
        (16, (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)),
    ],
)
def test_the_order_of_the_draw(size: int, order: tuple[int, ...]) -> None:
    assert elimination.bracket_order(size) == order


@pytest.mark.parametrize(
    "entrants, size, rounds", [(0, 1, 0), (1, 1, 0), (2, 2, 1), (3, 4, 2), (8, 8, 3), (9, 16, 4), (256, 256, 8)]
)
def test_sizes(entrants: int, size: int, rounds: int) -> None:
    assert elimination.bracket_size(entrants) == size
    assert elimination.rounds_of(entrants) == rounds
    assert [elimination.left_in(entrants, number) for number in range(1, rounds + 1)] == [
        size >> number for number in range(rounds)
    ]


@pytest.mark.parametrize("count", range(2, 34))
def test_the_better_seed_always_winning_the_best_meet_last(count: int) -> None:
    """In a round of 2m slots the seeds 1 to m are left, or fewer, and s meets 2m + 1 - s; missing ones are byes."""
    candidates = field(count)
    for number in range(1, elimination.rounds_of(count) + 1):
        slots = elimination.left_in(count, number)
        paired = knocked(number, candidates)
        met = {(seed, slots + 1 - seed) for seed in range(1, slots // 2 + 1)}
        assert {(min(two), max(two)) for two in pairs_of(paired)} == {two for two in met if two[1] <= count}
        assert sorted(paired.unopposed) == [seed for seed, other in sorted(met) if other > count]
        assert (paired.bye, paired.notes) == (0, ())
        candidates = tuple(each for each in candidates if each.entrant <= slots // 2)


def test_tables_are_in_the_order_of_the_draw() -> None:
    paired = knocked(1, field(8)[::-1])
    assert [(each.table, each.a, each.b) for each in paired.pairs] == [(1, 1, 8), (2, 4, 5), (3, 2, 7), (4, 3, 6)]


def test_winners_of_neighbouring_pairs_meet_whoever_they_are() -> None:
    left = tuple(each for each in field(8) if each.entrant in (8, 5, 2, 6))
    assert pairs_of(knocked(2, left)) == [(8, 5), (2, 6)]


def test_who_has_lost_the_opponent_goes_on() -> None:
    """The match of 4 and 5 had no winner."""
    left = tuple(each for each in field(8) if each.entrant in (1, 2, 3))
    paired = knocked(2, left)
    assert pairs_of(paired) == [(2, 3)]
    assert paired.unopposed == (1,)


@pytest.mark.parametrize(
    "third, pairs, unopposed", [((3, 4), [(1, 2), (4, 3)], ()), ((3,), [(1, 2)], (3,)), ((), [(1, 2)], ())]
)
def test_the_third_place_is_played_for_at_the_second_table(
    third: tuple[int, ...], pairs: list[tuple[int, int]], unopposed: tuple[int, ...]
) -> None:
    left = tuple(
        msgspec.structs.replace(each, bronze=each.entrant in third)
        for each in field(8)
        if each.entrant in (1, 2, *third)
    )
    paired = knocked(3, left, bronze=True)
    assert pairs_of(paired) == pairs
    assert paired.unopposed == unopposed


@pytest.mark.parametrize(
    "changes, bronze, code",
    [
        ({1: {"bracket": 0}}, False, "no-slot"),
        ({1: {"bracket": 3}}, False, "slot-taken"),
        ({1: {"bronze": True}}, False, "no-bronze"),
        ({1: {"bronze": True}, 2: {"bronze": True}, 3: {"bronze": True}}, True, "no-bronze"),
    ],
)
def test_refuses_a_draw_that_contradicts_itself(changes: dict[int, dict[str, Any]], bronze: bool, code: str) -> None:
    candidates = tuple(msgspec.structs.replace(each, **changes.get(each.entrant, {})) for each in field(4))
    with pytest.raises(Refused) as caught:
        knocked(1, candidates, bronze=bronze)
    assert (caught.value.code, caught.value.path) == (code, "$.candidates")


def test_refuses_both_of_a_match_that_one_has_won() -> None:
    with pytest.raises(Refused, match=r"two of \[1, 4\] are from one half") as caught:
        knocked(2, tuple(each for each in field(4) if each.entrant in (1, 4)))
    assert caught.value.code == "two-in-a-half"
