"""What a round is paired from: tables that rotate, matches nobody won, and who can still be paired."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from gamelog.contest import counting, draw, event_standings, format_1, stream
from gamelog.contest.acts import entries, results, rounds, setting
from gamelog.contest.acts.rounds import PairRound, made
from gamelog.contest.errors import Refused
from gamelog.contest.interchange.event_file import replayed
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.pairing.check import check
from gamelog.contest.pairing.request import Pair
from gamelog.contest.state import Round
from gamelog.contest.terms import Award, Scoring, TeamTerms
from tests.contest.desk import AT, Desk, report


def last(desk: Desk) -> Round:
    """The round that is played."""
    return desk.state.rounds[-1]


def pairs_of(found: Round) -> list[tuple[int, int]]:
    return [(each.a, each.b) for each in found.paired.pairs]


def seats(desk: Desk, entrant: int) -> list[int]:
    """Where somebody sat, round by round."""
    found = [each.pair_of(entrant) for each in desk.state.rounds]
    return [pair.table for pair in found if pair]


def no_show(desk: Desk, *entrants: int, **more: Any) -> None:
    for entrant in entrants:
        desk.do(entries.NoShow(entrant=entrant, round=len(desk.state.rounds), **more))


def win(desk: Desk, entrant: int) -> None:
    """The table of an entrant, won by them."""
    pair = last(desk).pair_of(entrant)
    assert pair
    score = (10, 5) if pair.a == entrant else (5, 10)
    desk.do(results.Enter(round=len(desk.state.rounds), table=pair.table, report=report(*score)))


# tables


@pytest.mark.parametrize("format", ["round-robin", "league"])
@pytest.mark.parametrize("count", [6, 7, 8])
def test_a_round_robin_rotates_its_tables(format: Any, count: int) -> None:
    desk = Desk(format=format).enter(count)
    for _ in range(draw.rounds_of(desk.state)):
        desk.play()
        found = last(desk)
        assert check(found.request, found.paired) == ()
    for entrant in range(1, count + 1):
        sat = Counter(seats(desk, entrant))
        assert set(sat) == set(range(1, count // 2 + 1)), "everybody comes to every table"
        assert max(sat.values()) <= 3
    assert replayed(desk.entries) == desk.state


def test_tables_of_a_round_robin_stay_where_they_do_not_rotate() -> None:
    terms = msgspec.structs.replace(Desk().state.terms.pairing, rotate_tables=False)
    desk = Desk(format="round-robin", pairing=terms).enter(6)
    for _ in range(5):
        desk.play()
    assert seats(desk, 1) == [1, 1, 1, 1, 1]


def test_an_elimination_goes_on_with_the_tables_of_its_rounds() -> None:
    desk = Desk(format="single-elimination").enter(8).play().play()
    assert [each.tables for each in last(desk).request.candidates] == [
        (seats(desk, each.entrant)[0],) for each in last(desk).request.candidates
    ]


def test_a_pairing_of_before_tables_rotated_is_made_again_as_it_was() -> None:
    desk = Desk(format="round-robin").enter(6).play()
    next_round = PairRound(round=2)
    pairings = [made(each) for each in format_1.requests(desk.state, next_round)]
    new, old = (PairRound(round=2, request=each.request, paired=each.paired) for each in pairings)
    assert old.paired != new.paired
    for act, pairing in ((old, pairings[1]), (new, pairings[0])):
        assert format_1.made_again(desk.state, act) == pairing
        entry = stream.StoredAct(number=desk.state.number + 1, act=act, at=AT, by="p1")
        assert replayed([*desk.entries, entry]).rounds[1].paired == act.paired
    assert old.request and old.paired
    wrong = msgspec.structs.replace(old, request=msgspec.structs.replace(old.request, seed="another"))
    with pytest.raises(Refused, match="another state"):
        replayed([*desk.entries, stream.StoredAct(number=desk.state.number + 1, act=wrong, at=AT)])


# matches of an elimination


def places(desk: Desk) -> list[tuple[int, int]]:
    """Place and entrant, best first."""
    return [(each.place, each.entrant) for each in event_standings.current(desk.state).places]


def test_who_does_not_come_to_a_match_is_out_and_the_other_goes_on() -> None:
    desk = Desk(format="single-elimination").enter(4).pair()
    no_show(desk, 4, drop=True)
    win(desk, 2)
    desk.pair()
    assert pairs_of(last(desk)) == [(1, 2)]


def test_who_dropped_since_loses_the_final() -> None:
    desk = Desk(format="single-elimination").enter(4).play()
    for entrant in (2, 3, 4):
        desk.do(entries.Drop(entrant=entrant))
    desk.pair()
    assert last(desk).results["1"].report.forfeit == "b"
    assert draw.winner_of(desk.state, last(desk), 1) == 1
    assert places(desk) == [
        (1, 1),
        (2, 2),
        (3, 3),
        (3, 4),
    ]


@pytest.mark.parametrize(
    "both", [BattleOutcome(forfeit="both"), BattleOutcome(winner="neither")], ids=["absent", "lost"]
)
def test_where_both_lost_nobody_goes_on_and_the_next_is_unopposed(both: BattleOutcome) -> None:
    desk = Desk(format="single-elimination", bronze=True).enter(4).pair()
    desk.do(results.Rule(round=1, table=2, report=both, reason="two who fought"))
    win(desk, 1)
    desk.pair()
    assert (pairs_of(last(desk)), last(desk).paired.unopposed) == ([], (1, 4))
    # The loser of the other semi-final is third without a match; nobody is second.
    assert places(desk) == [
        (1, 1),
        (2, 4),
        (3, 2),
        (3, 3),
    ]


def test_quarter_finals_that_nobody_won_make_no_match_for_the_third_place() -> None:
    desk = Desk(format="single-elimination", bronze=True).enter(8).pair()
    for entrant in (1, 2):
        win(desk, entrant)
    for pair in last(desk).paired.pairs:
        if not {1, 2} & {pair.a, pair.b}:
            desk.do(results.Rule(round=1, table=pair.table, report=BattleOutcome(forfeit="both"), reason="nobody came"))
    desk.pair()
    assert (pairs_of(last(desk)), set(last(desk).paired.unopposed)) == ([], {1, 2})


def test_a_draw_still_waits_for_a_judge() -> None:
    desk = Desk(format="single-elimination").enter(2).play({1: (5, 5)})
    with pytest.raises(Refused, match="a judge decides"):
        draw.winner_of(desk.state, last(desk), 1)


def test_who_goes_on_unopposed_stands_with_the_winners_and_stays_listed() -> None:
    desk = Desk(format="single-elimination").enter(6).play()
    assert places(desk) == [
        (1, 1), (1, 2), (1, 3), (1, 4), (5, 5), (5, 6),
    ]  # fmt: skip
    assert counting.sureness(desk.state, counting.cards(desk.state))[1] == ("awarded",)
    desk.do(entries.Drop(entrant=1))
    assert 1 in {each.entrant for each in event_standings.current(desk.state).places}


def test_a_result_stands_when_a_round_of_an_elimination_is_paired_again_after_its_loser_left() -> None:
    desk = Desk(format="single-elimination").enter(4).pair()
    win(desk, 1)
    desk.do(entries.Drop(entrant=4))
    desk.do(rounds.RePair(round=1, reason="table 2 is broken"))
    assert {frozenset(each) for each in pairs_of(last(desk))} == {frozenset((1, 4)), frozenset((2, 3))}
    assert len(last(desk).results) == 1


# teams


def team_event() -> Desk:
    """Two teams of two, whose boards give no battle points for a forfeit; the first round is paired."""
    scoring = Scoring(win=200, draw=100, forfeit_win=Award(match=200))
    desk = Desk(teams=TeamTerms(size=2, captains=False, scoring=scoring))
    desk.do(setting.OpenRegistration())
    for _ in range(2):
        desk.do(entries.Register(members=(entries.NewMember(), entries.NewMember())))
    return desk.pair()


def matched(desk: Desk) -> tuple[Pair, dict[int, tuple[str, str, int]]]:
    """The pair of the first round, and what it came to for both."""
    cards = counting.cards(desk.state)
    rows = {entrant: cards[entrant].rounds[0] for entrant in cards}
    return last(desk).paired.pairs[0], {key: (each.how, each.outcome, each.match) for key, each in rows.items()}


def test_a_team_that_does_not_come_loses_its_match() -> None:
    desk = team_event()
    pair = last(desk).paired.pairs[0]
    no_show(desk, pair.a)
    assert matched(desk)[1] == {pair.a: ("forfeit-loss", "loss", 0), pair.b: ("forfeit-win", "win", 200)}


@pytest.mark.parametrize(
    "first, second, a, b",
    [
        # One board of both was empty: b came to the other one.
        ("both", "a", ("forfeit-loss", "loss", 0), ("forfeit-win", "win", 200)),
        ("both", "both", ("forfeit-loss", "loss", 0), ("forfeit-loss", "loss", 0)),
        # One player of each is missing, at different boards: neither match was played.
        ("a", "b", ("forfeit-loss", "draw", 100), ("forfeit-loss", "draw", 100)),
    ],
)
def test_boards_that_were_forfeited(first: Any, second: Any, a: Any, b: Any) -> None:
    desk = team_event()
    for board, forfeit in ((1, first), (2, second)):
        desk.do(results.Enter(round=1, table=1, board=board, report=BattleOutcome(forfeit=forfeit)))
    pair, found = matched(desk)
    assert found == {pair.a: a, pair.b: b}


def test_a_board_that_was_forfeited_leaves_the_match_played() -> None:
    desk = team_event()
    desk.do(results.Enter(round=1, table=1, board=1, report=BattleOutcome(forfeit="a")))
    desk.do(results.Enter(round=1, table=1, board=2, report=report(7, 3)))
    pair, found = matched(desk)
    assert found == {pair.a: ("played", "win", 200), pair.b: ("played", "loss", 0)}


# who can still be paired


@pytest.mark.parametrize("format", ["round-robin", "league", "single-elimination"])
def test_nobody_enters_once_the_schedule_or_the_draw_is_made(format: Any) -> None:
    desk = Desk(format=format, late_entry=2, capacity=4).enter(6)
    for entrant in (4, 6):
        desk.do(entries.Drop(entrant=entrant))
    desk.do(entries.Register(person="p9"))
    desk.pair()
    assert desk.refused(entries.Register(person="late")).code == "too-late"
    assert desk.refused(entries.Admit(entrant=7, reason="there is room")).code == "too-late"
    assert desk.refused(entries.Return(entrant=4)).code == "too-late", "who left before the draw is not in it"
    desk.do(entries.Drop(entrant=3))
    desk.do(entries.Return(entrant=3))


def test_who_returns_to_a_swiss_or_to_a_cut_they_are_in() -> None:
    desk = Desk(format="swiss-cut", rounds=2, cut=2).enter(5)
    desk.do(entries.Drop(entrant=5))
    desk.play()
    desk.do(entries.Return(entrant=5))
    desk.play().play()
    for entrant in (1, 5):
        desk.do(entries.Drop(entrant=entrant))
    desk.do(entries.Return(entrant=1))
    assert desk.refused(entries.Return(entrant=5)).code == "too-late"


def test_rounds_are_numbered_on_through_the_cut() -> None:
    desk = Desk(format="swiss-cut", rounds=2, cut=4).enter(6).play().play().play().play()
    assert all(before.number + 1 == after.number for before, after in pairwise(desk.state.rounds))
    assert [each.stage for each in desk.state.rounds] == ["swiss", "swiss", "cut", "cut"]
