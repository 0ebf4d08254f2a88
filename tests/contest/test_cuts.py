"""Cuts of any size, of everybody with few enough losses, and eliminations that are seeded anew in each round."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from gamelog.contest import draw, event_standings
from gamelog.contest.acts import entries, results, rounds, setting
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.pairing.check import check, violations
from gamelog.contest.terms import TieBreak
from gamelog.contest.terms_stages import Knockout
from gamelog.contest.verification import verify
from gamelog.tournaments import bracket
from tests.contest import second_brackets
from tests.contest.desk import Desk, report
from tests.contest.second_brackets import Played

LOTS = (TieBreak("lots", "1"),)


def won_by(desk: Desk, *winners: int) -> Desk:
    """Pair the next round, which these win; at other tables the lower number wins."""
    desk.pair()
    found = desk.state.rounds[-1]
    for pair in found.paired.pairs:
        a = pair.a in winners or (pair.b not in winners and pair.a < pair.b)
        desk.do(results.Enter(round=found.number, table=pair.table, report=report(*((9, 1) if a else (1, 9)))))
    return desk


def met(desk: Desk) -> set[tuple[int, int]]:
    return {(min(each.a, each.b), max(each.a, each.b)) for each in desk.state.rounds[-1].paired.pairs}


def places(desk: Desk) -> list[tuple[int, int]]:
    return [(each.place, each.entrant) for each in event_standings.current(desk.state).places]


def played(desk: Desk) -> Iterator[Played]:
    for each in desk.state.rounds:
        if each.stage == "cut":
            assert not check(each.request, each.paired) and not violations(each.request, each.paired)
            yield Played({frozenset((one.a, one.b)) for one in each.paired.pairs}, set(each.paired.unopposed))


@pytest.mark.parametrize("reseed", [False, True], ids=["fixed", "reseeded"])
@pytest.mark.parametrize("count", range(2, 41))
def test_random_results_lead_to_the_pairs_of_the_second_method(count: int, reseed: bool) -> None:
    chance = random.Random(f"{count}-{reseed}")
    strength = {each: chance.random() for each in range(1, count + 1)}
    desk = Desk(format="single-elimination", knockout=Knockout(reseed=reseed)).enter(count)
    for _round in range(draw.rounds_of(desk.state)):
        won_by(desk, *(a if strength[a] > strength[b] else b for a, b in coming(desk)))
    expected = second_brackets.single(
        range(1, count + 1), lambda a, b: max(a, b, key=strength.__getitem__), reseed=reseed
    )
    assert list(played(desk)) == expected
    assert places(desk)[0] == (1, max(strength, key=strength.__getitem__))
    assert not list(verify(desk.entries))


def coming(desk: Desk) -> list[tuple[int, int]]:
    """The pairs that the next round would have."""
    paired = rounds.pairing_for(desk.state, rounds.PairRound(round=len(desk.state.rounds) + 1)).paired
    return [(each.a, each.b) for each in paired.pairs]


def after_swiss(swiss: int, count: int, **terms: Any) -> Desk:
    """After a Swiss in which the lower number always wins."""
    desk = Desk(format="swiss-cut", rounds=swiss, tiebreaks=LOTS, **terms).enter(count)
    for _round in range(swiss):
        desk.play()
    return desk


def seeds(desk: Desk) -> list[int]:
    return [each.entrant for each in event_standings.current(desk.state).places]


def test_six_advance_as_boardgame_players_association_has_it() -> None:
    """BPA tournament rules: of six who advance the first two have a bye, 3 meets 6 and 4 meets 5, the losers of the
    semi-finals play for third place.
    """
    desk = after_swiss(3, 12, cut=6, bronze=True)
    one, two, three, four, five, six = seeds(desk)[:6]
    assert draw.rounds_of(desk.state) == 6
    won_by(desk, three, four)
    assert met(desk) == {tuple(sorted((three, six))), tuple(sorted((four, five)))}
    assert set(desk.state.rounds[-1].paired.unopposed) == {one, two}
    won_by(desk, one, two)
    assert met(desk) == {tuple(sorted((one, four))), tuple(sorted((two, three)))}
    won_by(desk, one, three)
    assert places(desk)[:6] == [(1, one), (2, two), (3, three), (4, four), *places(desk)[4:6]]
    assert [place for place, _who in places(desk)[4:6]] == [5, 5]
    assert not list(verify(desk.entries))


def test_the_highest_seed_left_meets_the_lowest_as_in_the_play_offs_of_the_nfl() -> None:
    """NFL until 2019: of six in a conference 1 and 2 rest. 3 loses to 6 and 4 beats 5: then 6 goes to 1, and 4 to 2."""
    first = {"fixed": {(1, 4), (2, 6)}, "reseeded": {(1, 6), (2, 4)}}
    for name, expected in first.items():
        desk = Desk(format="single-elimination", knockout=Knockout(reseed=name == "reseeded")).enter(6)
        won_by(desk, 6, 4)
        desk.pair()
        assert met(desk) == expected


def test_a_reseeded_bracket_does_not_say_who_meets_before_all_have_played() -> None:
    desk = Desk(format="single-elimination", knockout=Knockout(reseed=True), bronze=True).enter(8)
    won_by(desk, 8)
    assert [(each.a, each.b) for each in bracket.stages(desk.state)[1].matches] == [(0, 0), (0, 0)]
    won_by(desk, 8)
    shown = bracket.stages(desk.state)
    assert [{each.a, each.b} for each in shown[1].matches] == [{2, 8}, {3, 4}]
    won_by(desk, 8)
    assert [(each.third, {each.a, each.b}) for each in bracket.stages(desk.state)[2].matches] == [
        (False, {3, 8}), (True, {2, 4}),
    ]  # fmt: skip


def test_the_third_place_survives_a_semi_final_that_both_lost() -> None:
    desk = Desk(format="single-elimination", knockout=Knockout(reseed=True), bronze=True).enter(4).pair()
    for pair in desk.state.rounds[-1].paired.pairs:
        report_of = BattleOutcome(winner="neither") if 1 in (pair.a, pair.b) else report(9, 1)
        desk.do(results.Rule(round=1, table=pair.table, report=report_of, reason="as it was"))
    desk.pair()
    assert met(desk) == set()
    assert len(desk.state.rounds[-1].paired.unopposed) == 2


@pytest.mark.parametrize("losses, expected", [(0, 2), (1, 6)])
def test_all_with_few_enough_losses_play_on(losses: int, expected: int) -> None:
    """11 play 3 rounds: of the halves that win each time, 1 or 2 are undefeated, with a bye as a win."""
    desk = after_swiss(3, 11, knockout=Knockout(losses=losses))
    cards = {each.entrant: each.card for each in event_standings.current(desk.state).places}
    few = [each for each, card in cards.items() if sum(one.outcome == "loss" for one in card.rounds) <= losses]
    assert len(few) == expected
    desk.pair()
    drawn = desk.state.rounds[-1].request.candidates
    assert [each.entrant for each in drawn] == [each for each in seeds(desk) if each in few]
    assert draw.rounds_of(desk.state) == 3 + (expected - 1).bit_length()


def test_the_rounds_are_estimated_while_losses_are_still_counted() -> None:
    desk = Desk(format="swiss-cut", rounds=3, knockout=Knockout(losses=0)).enter(24)
    assert draw.rounds_of(desk.state) == 3 + 2, "24, 12, 6, 3"


def test_one_undefeated_needs_no_elimination() -> None:
    desk = after_swiss(3, 8, knockout=Knockout(losses=0))
    assert draw.rounds_of(desk.state) == 3
    assert desk.refused(rounds.PairRound(round=4)).code == "no-round"
    desk.do(setting.Finish())
    assert places(desk)[0] == (1, 1)


def test_a_missed_round_is_a_loss_and_a_bye_that_was_asked_for_is_none() -> None:
    desk = Desk(format="swiss-cut", rounds=3, late_entry=2, half_byes=1, knockout=Knockout(losses=0), tiebreaks=LOTS)
    desk.enter(6)
    desk.do(entries.AskBye(entrant=1, round=1))
    desk.play()
    desk.do(entries.Register(person="late"))
    won_by(desk, 7, 1)
    assert len(desk.state.rounds) == 2
    in_it = draw.qualified(desk.state, desk.state.rounds)
    assert 1 in in_it and 7 not in in_it


def test_how_the_elimination_is_played_is_fixed_once_it_is_drawn() -> None:
    desk = after_swiss(2, 8, cut=5)
    terms = desk.state.terms
    by_losses = msgspec.structs.replace(terms, cut=0, knockout=Knockout(losses=1))
    desk.do(setting.SetTerms(terms=by_losses, reason="before it is drawn"))
    desk.pair()
    refused = desk.refused(setting.SetTerms(terms=terms, reason="too late"))
    assert (refused.code, refused.path) == ("fixed-terms", "$.terms.cut")
    reseeded = msgspec.structs.replace(by_losses, knockout=Knockout(losses=1, reseed=True))
    refused = desk.refused(setting.SetTerms(terms=reseeded, reason="too late"))
    assert (refused.code, refused.path) == ("fixed-terms", "$.terms.knockout")
