"""Double elimination against a second method that plays it on lists, over random results, and by published figures."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from gamelog.contest import counting, draw, event_standings
from gamelog.contest.acts import entries, results, rounds, setting
from gamelog.contest.errors import Refused
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Candidate, Request
from gamelog.contest.terms_stages import Knockout
from gamelog.contest.verification import verify
from tests.contest import second_brackets
from tests.contest.desk import Desk
from tests.contest.test_cuts import met, places, played, won_by


def event(count: int, **terms: Any) -> Desk:
    return Desk(format="double-elimination", **terms).enter(count)


class Chance:
    """Results that depend on who meets whom and how often they have met, so that both methods see the same."""

    def __init__(self, seed: object) -> None:
        self._seed, self._times = seed, dict[frozenset[int], int]()

    def __call__(self, a: int, b: int) -> int:
        two = frozenset((a, b))
        self._times[two] = self._times.get(two, 0) + 1
        return random.Random(f"{self._seed} {sorted(two)} {self._times[two]}").choice(sorted(two))


def play_out(desk: Desk, beats: second_brackets.Beats) -> Desk:
    """Play the event to its end."""
    while len(desk.state.rounds) < draw.rounds_of(desk.state):
        paired = rounds.pairing_for(desk.state, rounds.PairRound(round=len(desk.state.rounds) + 1)).paired
        won_by(desk, *(beats(each.a, each.b) for each in paired.pairs))
    return desk


@pytest.mark.parametrize("second_final", [True, False])
@pytest.mark.parametrize("count", range(2, 41))
def test_random_results_give_the_rounds_and_places_of_the_second_method(count: int, second_final: bool) -> None:
    for seed in range(3 if count < 18 else 1):
        desk = event(count, knockout=Knockout(second_final=second_final))
        play_out(desk, Chance(seed))
        expected = second_brackets.double(range(1, count + 1), Chance(seed), second_final=second_final)
        assert list(played(desk)) == expected.rounds
        by_place: dict[int, set[int]] = {}
        for place, entrant in places(desk):
            by_place.setdefault(place, set()).add(entrant)
        assert [by_place[place] for place in sorted(by_place)] == expected.places
        assert not list(verify(desk.entries))


@pytest.mark.parametrize("count, upset, matches", [(8, False, 14), (8, True, 15), (4, False, 6), (4, True, 7)])
def test_the_number_of_matches_is_that_of_the_brackets_manager(count: int, upset: bool, matches: int) -> None:
    """drarig29.github.io/brackets-docs: with eight 14 matches, and one more after a reset of the grand final."""
    desk = event(count)
    final = 2 * (count.bit_length() - 1)
    for number in range(1, final + 1):
        won_by(desk, *([2] if upset and number == final else []))
    for _more in range(draw.rounds_of(desk.state) - final):
        won_by(desk)
    assert sum(len(each.paired.pairs) for each in desk.state.rounds) == matches
    assert [place for place, _who in places(desk)] == [1, 2, 3, 4, 5, 5, 7, 7][:count]
    assert places(desk)[0] == (1, 1)


@pytest.mark.parametrize("size, earliest", [(8, 3), (16, 4), (32, 5), (64, 7)])
def test_nobody_meets_again_early_in_the_lower_bracket(size: int, earliest: int) -> None:
    """Nobody who met in the upper bracket meets again before a round of the lower one; some do then. No order of the
    losers does better: in that round fewer matches are left than upper rounds from which losers have come.
    """
    found = set()
    for seed in range(30):
        double = second_brackets.double(range(1, size + 1), Chance(seed))
        seen: set[frozenset[int]] = set()
        for number, each in enumerate(double.rounds[:-2], 1):
            found |= {number - 1 for two in each.pairs if two in seen}
            seen |= each.pairs
    assert min(found) == earliest


def test_the_winner_of_the_upper_bracket_waits_without_a_loss_or_points() -> None:
    desk = event(8)
    for _round in range(3):
        won_by(desk)
    assert desk.state.rounds[-1].paired.waiting == (1, 2)
    row = counting.cards(desk.state)[1].rounds[-1]
    assert (row.how, row.match) == ("zero-bye", 0)
    assert places(desk)[:4] == [(1, 1), (1, 2), (3, 3), (3, 4)]


def test_who_drops_out_forfeits_the_rest_of_both_brackets() -> None:
    desk = event(4).pair()
    desk.do(entries.NoShow(entrant=1, round=1, drop=True))
    pair = next(each for each in desk.state.rounds[0].paired.pairs if 1 not in (each.a, each.b))
    desk.do(results.Enter(round=1, table=pair.table, report=BattleOutcome(winner="a")))
    desk.pair()
    lower = next(each for each in desk.state.rounds[1].paired.pairs if 1 in (each.a, each.b))
    assert desk.state.rounds[1].results[str(lower.table)].report.forfeit == ("a" if lower.a == 1 else "b")


def test_two_who_both_lost_are_out_and_leave_an_empty_place_in_the_lower_bracket() -> None:
    desk = event(4).pair()
    for each in desk.state.rounds[0].paired.pairs:
        both = 1 in (each.a, each.b)
        report = BattleOutcome(winner="neither" if both else "a")
        desk.do(results.Rule(round=1, table=each.table, report=report, reason="they fought"))
    desk.pair()
    assert met(desk) == set()
    assert set(desk.state.rounds[1].paired.unopposed) == {2, 3}
    for _round in range(draw.rounds_of(desk.state) - 2):
        won_by(desk)
    assert places(desk)[:2] == [(1, 2), (2, 3)]
    assert {place for place, _who in places(desk)[2:]} == {3}


def test_a_match_without_a_winner_waits_for_a_judge() -> None:
    desk = event(2).pair()
    desk.do(results.Enter(round=1, table=1, report=BattleOutcome(winner="draw")))
    assert desk.refused(rounds.PairRound(round=2)).code == "no-winner"


def test_the_second_final_is_announced_by_the_result_of_the_first() -> None:
    desk = event(4)
    for _round in range(3):
        won_by(desk)
    assert draw.rounds_of(desk.state) == 4
    won_by(desk, 2)
    assert draw.rounds_of(desk.state) == 5
    assert set(places(desk)[:2]) == {(1, 1), (1, 2)}
    won_by(desk, 2)
    desk.do(setting.Finish())
    assert places(desk)[:2] == [(1, 2), (2, 1)]


def test_a_draw_that_contradicts_itself_is_refused() -> None:
    field = [Candidate(each, each, bracket=each) for each in range(1, 5)]
    for changed, number, code in (
        ({"bracket": 0}, 1, "no-slot"), ({"bracket": 5}, 1, "no-slot"), ({"bracket": 2}, 1, "slot-taken"),
        ({"fell": 2}, 2, "two-in-a-half"), ({}, 4, "two-in-a-half"),
    ):  # fmt: skip
        candidates = [msgspec.structs.replace(field[0], **changed), *field[1:]]
        if number == 2:
            candidates = [msgspec.structs.replace(each, fell=1) for each in candidates]
        with pytest.raises(Refused) as caught:
            pair(Request(number, "double-elimination", tuple(candidates), field=4))
        assert caught.value.code == code
    assert all(a < b for a, b in pairwise(each.bracket for each in field))


def test_the_standings_are_kept_when_the_event_goes_on() -> None:
    desk = event(6)
    play_out(desk, Chance("six"))
    assert event_standings.current(desk.state) == event_standings.derived(desk.state)
