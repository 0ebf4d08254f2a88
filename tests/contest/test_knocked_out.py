"""The places of those who lost in the same round of an elimination: the terms say which."""

from __future__ import annotations

from typing import Any

import pytest

from gamelog.contest import event_standings
from gamelog.contest.acts import results, rounds
from gamelog.contest.terms import TieBreak
from gamelog.contest.verification import verify
from tests.contest.desk import Desk, report


def cut(**terms: Any) -> Desk:
    """Eight after three rounds of a Swiss, of whom the best four play on; lots part those who are level."""
    lots = (TieBreak("lots", "1"),)
    return Desk(format="swiss-cut", rounds=3, cut=4, tiebreaks=lots, **terms).enter(8).play().play().play()


def places(desk: Desk) -> list[tuple[int, int]]:
    return [(each.place, each.entrant) for each in event_standings.current(desk.state).places]


def seeds(desk: Desk) -> list[int]:
    """The order of the Swiss."""
    return [each.entrant for each in event_standings.current(desk.state).places]


@pytest.mark.parametrize(("terms", "expected"), [({}, [3, 3]), ({"knocked_out": "standings"}, [3, 4])])
def test_losing_semi_finalists_share_third_place_or_stand_by_the_swiss(
    terms: dict[str, Any], expected: list[int]
) -> None:
    desk = cut(**terms)
    first, second, third, fourth, *_rest = seeds(desk)
    desk.play().play()
    assert [place for place, _who in places(desk)[:4]] == [1, 2, *expected]
    lost = {first, second, third, fourth} - {who for _place, who in places(desk)[:2]}
    assert [who for _place, who in places(desk)[2:4]] == [each for each in seeds(cut()) if each in lost]
    assert not list(verify(desk.entries))


def test_who_is_still_in_shares_a_place_until_they_have_met() -> None:
    """Only those who are out stand by the Swiss: a match that is not played is decided by nobody."""
    desk = cut(knocked_out="standings").pair()
    assert [place for place, _who in places(desk)[:5]] == [1, 1, 1, 1, 5]
    pair = desk.state.rounds[-1].paired.pairs[0]
    desk.do(results.Enter(round=4, table=pair.table, report=report(9, 1)))
    assert [place for place, _who in places(desk)[:5]] == [1, 2, 2, 4, 5]


def test_a_match_for_third_place_decides_as_before() -> None:
    desk = cut(knocked_out="standings", bronze=True)
    desk.play()
    desk.do(rounds.PairRound(round=5))
    assert [place for place, _who in places(desk)[:4]] == [1, 1, 3, 3]
    for pair in desk.state.rounds[-1].paired.pairs:
        score = (1, 9) if pair.a < pair.b else (9, 1)
        desk.do(results.Enter(round=5, table=pair.table, report=report(*score)))
    assert [place for place, _who in places(desk)[:4]] == [1, 2, 3, 4]


def test_who_is_level_in_the_swiss_shares_even_so() -> None:
    """Without tie-breaks four of the eight quarter-finalists are level with another."""
    desk = Desk(format="swiss-cut", rounds=1, cut=8, knocked_out="standings").enter(8).play()
    desk.play()
    assert [place for place, _who in places(desk)] == [1, 1, 1, 1, 5, 5, 5, 5]
