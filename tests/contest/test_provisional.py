"""Provisional places: by hand where the reason can be seen, and against every other outcome of random events."""

import random
from itertools import product

import pytest

from gamelog.contest import event_standings
from gamelog.contest.acts.results import Confirm, Dispute, Enter, ReportResult
from gamelog.contest.acts.rounds import OpenTable
from gamelog.contest.acts.setting import Finish
from gamelog.contest.copying import copied
from gamelog.contest.provisional import UnsureResult, provisional, worst
from gamelog.contest.state import TournamentState
from gamelog.contest.terms import Band, PairingTerms, Scoring, TieBreak
from gamelog.contest.tiebreaks import ALL
from tests.contest.desk import Desk, report

SOS = (TieBreak("sos", "1"),)
BY_SCALE = Scoring(
    ranks="battle", scale=(Band(0, 500, 1000, 1000), Band(500, None, 2000, 0, open_least=True)), battle_cap=2000
)
SCORINGS = (Scoring(), BY_SCALE, Scoring(ranks="victory", victory_cap=2000))
BY_DIFFERENCE = (Scoring(ranks="victory.difference", victory_cap=2000),)
TIEBREAKS = ("sos", "head-to-head", "victory-points", "extended-sos", "buchholz", "wins", "koya")
OTHER = ((20, 0), (10, 10), (0, 20), (7, 5), (5, 7))
"""Results that an unsure one may turn into."""


def one_round(**terms: object) -> Desk:
    """Four entrants; in round 1 entrant 1 meets 3 and 2 meets 4 by the fold, and the lower numbers win."""
    return Desk(pairing=PairingTerms(order="fold"), tiebreaks=SOS, **terms).enter(4)  # type: ignore[arg-type]


def reported(desk: Desk, a: int, b: int, table: int, round: int = 1) -> None:
    desk.do(ReportResult(round=round, table=table, side="a", report=report(a, b)))


def test_nothing_is_provisional_while_every_result_is_sure() -> None:
    assert provisional(one_round().play().state) == {}


def test_a_reported_result_makes_both_places_provisional_and_those_it_could_pass() -> None:
    desk = one_round().pair()
    desk.do(Enter(round=1, table=2, report=report(10, 5)))
    reported(desk, 10, 5, 1)
    unsure = UnsureResult(1, 1, "reported")
    # Entrants 1 and 3 may win, draw or lose, so each may stand beside 2 (3 points) or 4 (none).
    assert provisional(desk.state) == dict.fromkeys((1, 2, 3, 4), (unsure,))
    desk.do(Confirm(round=1, table=1, side="b"))
    assert provisional(desk.state) == {}


def test_a_place_out_of_reach_is_sure() -> None:
    desk = one_round().play().play({1: (10, 5), 2: (10, 5)}).pair()
    before = {each.entrant: each.card.match() for each in event_standings.current(desk.state).places}
    last = desk.state.rounds[-1]
    (low,) = (pair for pair in last.paired.pairs if min(before[pair.a], before[pair.b]) == 0)
    for pair in last.paired.pairs:
        if pair is low:
            reported(desk, 10, 5, pair.table, 3)
        else:
            desk.do(Enter(round=3, table=pair.table, report=report(10, 5)))
    found = provisional(desk.state)
    table = event_standings.current(desk.state).places
    assert {low.a, low.b} <= found.keys()
    # The leader has more points than either of the two could come to.
    most = max(each.card.match() for each in table if each.entrant in (low.a, low.b)) + 300
    sure = [each.entrant for each in table if each.card.match() > most]
    assert all(entrant not in found for entrant in sure)


def test_a_tie_break_that_reads_a_disputed_result_makes_a_place_provisional() -> None:
    desk = Desk(scoring=Scoring(win=100, draw=50, loss=0), tiebreaks=SOS, format="round-robin").enter(4)
    for _ in range(3):
        desk.play()
    assert provisional(desk.state) == {}
    last = desk.state.rounds[-1].paired.pairs[-1]
    desk.do(Dispute(round=3, table=last.table, side="a", reason="misread"))
    found = provisional(desk.state)
    assert {worst(each) for each in found.values()} == {"disputed"}
    assert {last.a, last.b} <= found.keys()


def test_a_record_that_is_not_verified_counts_until_the_event_is_finished() -> None:
    desk = Desk(rounds=1).enter(2).pair()
    desk.do(OpenTable(round=1, table=1, game="5f0d6c2e-0000-4000-8000-000000000001"))
    desk.do(Enter(round=1, table=1, report=report(10, 5)))
    assert {worst(each) for each in provisional(desk.state).values()} == {"unverified"}
    desk.do(Finish())
    assert provisional(desk.state) == {}


def test_as_played_has_its_own_certainty() -> None:
    desk = one_round().play()
    desk.do(Dispute(round=1, table=1, side="a", reason="misread"))
    assert provisional(desk.state) and not provisional(desk.state, "played")


def test_an_elimination_rests_on_the_matches_of_those_who_play_it() -> None:
    desk = Desk(format="swiss-cut", rounds=1, cut=2, tiebreaks=SOS).enter(6)
    desk.play()
    desk.pair()
    (final,) = desk.state.rounds[-1].paired.pairs
    reported(desk, 10, 5, final.table, 2)
    assert set(provisional(desk.state)) == {final.a, final.b}


# against every outcome


def by_chance(number: int, scorings: tuple[Scoring, ...] = SCORINGS) -> Desk:
    """An event with some results that only one side has reported, and some in dispute."""
    chance = random.Random(number)
    kind = chance.choice(("swiss", "swiss", "round-robin", "swiss-cut"))
    tiebreaks = tuple(TieBreak(each, newest(each)) for each in chance.sample(TIEBREAKS, 3))
    desk = Desk(
        format=kind, rounds=3, cut=4 if kind == "swiss-cut" else 0, scoring=chance.choice(scorings),
        tiebreaks=tiebreaks, knocked_out=chance.choice(("shared", "standings")) if kind == "swiss-cut" else "shared",
    ).enter(chance.choice((6, 7, 8, 9)))  # fmt: skip
    for _ in range(chance.choice((3, 4)) if kind == "swiss-cut" else 3):
        desk.pair()
        found = desk.state.rounds[-1]
        for pair in found.paired.pairs:
            said = report(*chance.choice(((20, 0), (0, 20), (12, 7), (5, 9))))
            desk.do(Enter(round=found.number, table=pair.table, report=said))
    for at in chance.sample(range(len(desk.state.rounds)), 2):
        found = desk.state.rounds[at]
        table = chance.choice(found.paired.pairs).table
        desk.do(Dispute(round=found.number, table=table, side="a", reason="misread"))
    return desk


def newest(id: str) -> str:
    return max(each.version for each in ALL if each.id == id)


def places(state: TournamentState) -> dict[int, int]:
    """Everybody's place, by today's rules."""
    return {each.entrant: each.place for each in event_standings.derived(state).places}


def with_every_outcome(numbers: range, scorings: tuple[Scoring, ...] = SCORINGS) -> tuple[int, int]:
    """How many places the outcomes of unsure results move, and how many were sure: none of them moves."""
    sure = moves = 0
    for number in numbers:
        state = by_chance(number, scorings).state
        found = provisional(state)
        now = places(state)
        seats = [
            (at, key)
            for at, played in enumerate(state.rounds)
            for key, result in played.results.items()
            if result.standing == "disputed"
        ]
        for outcomes in product(OTHER, repeat=len(seats)):
            tried = copied(state)
            for (at, key), said in zip(seats, outcomes, strict=True):
                tried.rounds[at].results[key].report = report(*said)
            if any(
                state.rounds[at].stage == "cut" and a == b for (at, _key), (a, b) in zip(seats, outcomes, strict=True)
            ):
                # A drawn match of an elimination is none.
                continue
            moved = [each for each, place in places(tried).items() if place != now[each]]
            moves += len(moved)
            assert found.keys() >= set(moved), f"event {number}: {moved}, {outcomes}"
        sure += len(state.entrants) - len(found)
    return moves, sure


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_no_outcome_of_the_unsure_results_moves_a_sure_place(first: int) -> None:
    moves, sure = with_every_outcome(range(first, first + 20))
    assert moves > 1000 and sure > 5, (moves, sure)


def test_nor_where_a_difference_of_points_ranks() -> None:
    moves, sure = with_every_outcome(range(10), BY_DIFFERENCE)
    assert moves > 500 and sure > 0, (moves, sure)
