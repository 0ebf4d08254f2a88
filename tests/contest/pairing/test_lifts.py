"""Rounds that cannot be paired: why, and what would have to be lifted."""

from __future__ import annotations

import re
from itertools import combinations
from typing import get_args

import msgspec
import pytest

from gamelog.contest.pairing.check import violations
from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Constraint, Lift, Request, Unpairable
from tests.contest.pairing import brute, chance
from tests.contest.pairing.rounds import entrants, met_all, swiss_round

HISTORIES = 120
Pairs = list[tuple[int, int]]


@pytest.mark.parametrize("size", range(1, 9))
def test_lifts_are_those_that_help_cheapest_first(size: int) -> None:
    refused = 0
    for number in range(HISTORIES):
        request = chance.request(number, size, forbidden=2)
        if brute.best(request) is None:
            refused += 1
            with pytest.raises(Unpairable) as caught:
                pair(request)
            assert caught.value.lifts == brute_lifts(request), number
    assert refused


def brute_lifts(request: Request) -> tuple[Lift, ...]:
    everything = list(brute.pairings(tuple(each.entrant for each in request.candidates)))
    for count in (1, 2, 3):
        found = []
        for names in combinations(get_args(Constraint), count):
            broken = [brute.breaks(request, each, names) for each in everything]
            least = min((mine for mine, others in broken if not others), default=None)
            if least is not None:
                found.append(Lift(names[0], least, names[1:]))
        if found:
            return tuple(sorted(found, key=lambda each: each.cost))
    return ()


@pytest.mark.parametrize(
    "count, byes, met, forbidden, lifts, why",
    [
        (2, 0, [(1, 2)], [], (Lift("rematch", 1),), "Nobody is left to meet for 1, 2"),
        (3, 1, [], [], (Lift("second-bye", 1),), "The number is odd (3), and everybody had a bye"),
        (
            3, 1, [(1, 2), (1, 3), (2, 3)], [], (Lift("rematch", 2, ("second-bye",)),),
            "The number is odd (3), and everybody had a bye",
        ),
        (
            4, 0, [(1, 3)], [(1, 2), (1, 4)], (Lift("rematch", 1), Lift("forbidden", 1)),
            "Nobody is left to meet for 1",
        ),
        # Players who have not met are in one of two threes: each leaves one over.
        (
            6, 0, [(a, b) for a in (1, 2, 3) for b in (4, 5, 6)], [], (Lift("rematch", 1),),
            "There is no way to pair these 6 that keeps every constraint",
        ),
    ],
)  # fmt: skip
def test_says_why_and_what_to_lift(
    count: int, byes: int, met: Pairs, forbidden: Pairs, lifts: tuple[Lift, ...], why: str
) -> None:
    candidates = tuple(
        msgspec.structs.replace(each, met=met_all(met, each.entrant)) for each in entrants(count, byes=byes)
    )
    with pytest.raises(Unpairable) as caught:
        pair(swiss_round(candidates, forbidden=tuple(forbidden)))
    assert caught.value.lifts == lifts
    assert caught.value.why.startswith(f"{why}. It would take ")
    numbers, numbers_ru = (re.findall(r"\d+", each) for each in (caught.value.why, caught.value.why_ru))
    assert numbers == numbers_ru and not re.search("[a-z]", caught.value.why_ru)


def test_what_is_lifted_and_needed_is_noted() -> None:
    met = [(1, 2), (1, 3), (2, 3)]
    candidates = tuple(msgspec.structs.replace(each, met=met_all(met, each.entrant)) for each in entrants(3, byes=1))
    request = swiss_round(candidates, lifted=("rematch", "second-bye"))
    paired = pair(request)
    assert paired.notes == ("second-bye:3", "rematch:1-2")
    assert violations(request, paired) == ()


def test_a_large_field_is_refused_only_with_all_pairs_seen() -> None:
    """2 and 3 may meet only 1: no pairing, whatever the reach."""
    candidates = tuple(
        msgspec.structs.replace(each, met=tuple(range(4, 101)) + ((3,) if each.entrant == 2 else (2,)))
        if each.entrant in (2, 3)
        else each
        for each in entrants(100)
    )
    with pytest.raises(Unpairable) as caught:
        pair(swiss_round(candidates))
    assert caught.value.lifts == (Lift("rematch", 1),)
    request = swiss_round(candidates, lifted=("rematch",))
    paired = pair(request)
    assert [each.partition(":")[0] for each in paired.notes] == ["rematch"]
    assert violations(request, paired) == ()
