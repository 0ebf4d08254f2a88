"""A group that is cut down costs as many pairs within a club as before, whoever floats."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from gamelog.contest.pairing.score_groups import Member
from gamelog.contest.pairing.stand_ins import stand_ins


def clashes(clubs: list[str]) -> int:
    """How few pairs of one club do: those of the largest that find nobody else."""
    most = max(Counter(each for each in clubs if each).values(), default=0)
    return max(0, 2 * most - len(clubs) + 1) // 2


@pytest.mark.parametrize("number", range(150))
def test_whoever_floats(number: int) -> None:
    dice = random.Random(number)
    size, floating = dice.randint(6, 13), dice.randint(0, 3)
    names = dice.choice(("a", "ab", "aab", "aaab", "aabb", "abcd", "aaaaabc"))
    clubs = [dice.choice((*names, "")) if dice.random() < 0.8 else names[0] for _ in range(size)]
    members = [Member(each, 0, each, dice.randrange(3), club) for each, club in enumerate(clubs)]
    found = stand_ins(members, floating, clubs=True)
    if found is None:
        return
    named = {each.club for each in found.members} - {""}
    left = Counter(each.club for each in found.members)
    for count in range(size % 2, floating + 1, 2):
        for floats in {tuple(sorted(each)) for each in combinations(clubs, count)}:
            gone = Counter(club if club in named else "" for club in floats)
            assert gone <= left
            before = clashes(list((Counter(clubs) - Counter(floats)).elements()))
            after = clashes(list((left - gone).elements()))
            assert before == after + found.clashes, (clubs, floats)


def test_those_with_the_fewest_floats_stand_in() -> None:
    members = [Member(each, 0, each, each % 5, "north" if each < 20 else "south") for each in range(40)]
    found = stand_ins(members, 2, clubs=True)
    assert found is not None
    assert sorted((each.club, each.floats) for each in found.members) == [
        ("north", 0), ("north", 0), ("south", 0), ("south", 0),
    ]  # fmt: skip
    assert found.clashes == 0


def test_a_group_of_one_club_is_left_with_those_who_float() -> None:
    found = stand_ins([Member(each, 0, each, 0, "north") for each in range(100)], 3, clubs=True)
    assert found is not None
    assert (len(found.members), found.clashes) == (4, 48)
    without = stand_ins([Member(each, 0, each, 0, "north") for each in range(100)], 3, clubs=False)
    assert without is not None
    assert ({each.club for each in without.members}, len(without.members), without.clashes) == ({""}, 4, 0)


def test_three_large_clubs_are_taken_whole() -> None:
    members = [Member(each, 0, each, 0, "abc"[each % 3]) for each in range(9)]
    assert stand_ins(members, 4, clubs=True) is None
