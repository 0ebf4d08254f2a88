"""Byes that are worth the entrant's own average: worked by hand, and against a second computation over random rounds.

No published pack with numbers was found; the example is our own.
"""

from __future__ import annotations

import random
from decimal import ROUND_HALF_UP, Decimal

import msgspec
import pytest

from gamelog.contest import counting
from gamelog.contest.cards import RoundScore
from gamelog.contest.scoring import with_own_means
from gamelog.contest.terms import Award, Scoring
from tests.contest.desk import Desk

OWN = Scoring(bye=Award(match=300, battle=1000, own_mean=("battle", "victory")), half_bye=Award(battle=700))


def played(number: int, battle: int, victory: int = 0) -> RoundScore:
    return RoundScore(number, "played", opponent=9, match=300, battle=battle, victory=victory)


def test_a_bye_is_the_mean_of_the_rounds_around_it() -> None:
    """Battle points 10 and 18 make a bye of 14; match points stay as agreed."""
    rounds = (played(1, 1000, 2500), RoundScore(2, "bye", match=300, battle=1000), played(3, 1800, 0))
    first, bye, third = with_own_means(OWN, rounds)
    assert (first, third) == (rounds[0], rounds[2])
    assert (bye.match, bye.battle, bye.victory) == (300, 1400, 1250)


def test_halves_are_rounded_up_below_zero_too() -> None:
    bye = RoundScore(1, "bye", battle=1000)
    assert with_own_means(OWN, (bye, played(2, 2), played(3, 3)))[0].battle == 3
    assert with_own_means(OWN, (bye, played(2, -2), played(3, -3)))[0].battle == -2
    assert with_own_means(OWN, (bye, played(2, 1), played(3, 1), played(4, 2)))[0].battle == 1


def test_until_a_round_is_played_the_numbers_count_and_other_awards_always() -> None:
    bye, half = RoundScore(1, "bye", match=300, battle=1000), RoundScore(2, "half-bye", battle=700)
    assert with_own_means(OWN, (bye, half)) == (bye, half)
    assert with_own_means(OWN, (half, played(3, 1900)))[0] == half


@pytest.mark.parametrize("seed", range(40))
def test_a_second_computation_agrees(seed: int) -> None:
    luck = random.Random(seed)
    rounds = []
    for number in range(1, luck.randrange(2, 9)):
        gets_bye = luck.random() < 0.3
        rounds.append(
            RoundScore(number, "bye", battle=1000) if gets_bye else played(number, luck.randrange(-300, 2001))
        )
    battles = [Decimal(each.battle) / 100 for each in rounds if each.how == "played"]
    for each in with_own_means(OWN, tuple(rounds)):
        if each.how == "bye" and battles:
            mean = sum(battles, Decimal()) / len(battles)
            # Half up means towards more, as everywhere: Decimal rounds halves away from nought.
            shifted = (mean + 1000).quantize(Decimal("0.01"), ROUND_HALF_UP) - 1000
            assert Decimal(each.battle) / 100 == shifted


def test_the_bye_of_an_event_follows_its_rounds() -> None:
    """Three players, two rounds: what the bye of round 1 is worth is known after round 2."""
    plain = Scoring(bye=Award(match=300, victory=1000, own_mean=("victory",)))
    desk = Desk(rounds=2, scoring=plain).enter(3).play({1: (20, 5)})
    bye = desk.state.rounds[0].paired.bye
    before = counting.cards(desk.state)[bye]
    assert [(each.how, each.victory) for each in before.rounds] == [("bye", 1000)]
    desk.play({1: (12, 7)})
    (table,) = desk.state.rounds[1].paired.pairs
    points = 1200 if table.a == bye else 700
    after = counting.cards(desk.state)[bye]
    assert [(each.how, each.victory) for each in after.rounds] == [("bye", points), ("played", points)]
    assert counting.counted(desk.state)[0] == counting.cards(desk.state)


def test_old_awards_are_written_as_before() -> None:
    assert msgspec.json.encode(Award(match=300)) == b'{"match":300}'
