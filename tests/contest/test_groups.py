"""Groups and flights, and what follows them, against a second method and a published tournament."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import msgspec
import pytest

from gamelog.contest import counting, draw, provisional
from gamelog.contest.acts import entries, groups, results, rounds, setting
from gamelog.contest.groups import letter
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.pairing.check import check, violations
from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Candidate, Request
from gamelog.contest.state import Round
from gamelog.contest.terms import TieBreak
from gamelog.contest.terms_stages import Knockout, Stages
from gamelog.contest.verification import verify
from gamelog.tournaments import bracket
from tests.contest import second_brackets, second_groups
from tests.contest.desk import Desk, report
from tests.contest.pairing import brute
from tests.contest.second_groups import Score
from tests.contest.test_cuts import met, places, won_by
from tests.contest.test_double_elimination import Chance

BY_DIFFERENCE = (TieBreak("victory-difference", "1"), TieBreak("victory-points", "1"))


def grouped(count: int, stages: Stages, **terms: Any) -> Desk:
    """So many entrants, whose groups are drawn."""
    given: dict[str, Any] = {"tiebreaks": BY_DIFFERENCE} | terms
    desk = Desk(format="groups", stages=stages, **given).enter(count)
    if stages.drawn != "assigned":
        desk.do(groups.DrawGroups())
    return desk


def members(desk: Desk) -> list[list[int]]:
    """The groups, each in the order of numbers."""
    found: dict[int, list[int]] = {}
    for entrant, group in sorted(desk.state.groups.items()):
        found.setdefault(group, []).append(entrant)
    return [found[each] for each in sorted(found)]


def met_in(found: Round) -> set[frozenset[int]]:
    return {frozenset((each.a, each.b)) for each in found.paired.pairs}


def play_groups(desk: Desk, chance: random.Random, dropping: bool = False) -> dict[tuple[int, int], Score]:
    """Play the rounds of the groups with random results; some drop out and forfeit the rest."""
    scores: dict[tuple[int, int], Score] = {}
    for _round in range(draw.first_rounds(desk.state)):
        desk.pair()
        found = desk.state.rounds[-1]
        assert check(found.request, found.paired) == () and violations(found.request, found.paired) == ()
        for each in found.paired.pairs:
            given = found.results.get(str(each.table))
            if given:
                away = given.report.forfeit
                scores[each.a, each.b] = Score(0, 0, "lost" if away in ("a", "both") else "won")
                scores[each.b, each.a] = Score(0, 0, "lost" if away in ("b", "both") else "won")
                continue
            mine, other = chance.randint(0, 4), chance.randint(0, 4)
            scores[each.a, each.b], scores[each.b, each.a] = Score(mine, other), Score(other, mine)
            desk.do(results.Enter(round=found.number, table=each.table, report=report(mine, other)))
        if dropping and chance.random() < 0.3:
            desk.do(entries.Drop(entrant=chance.choice(desk.state.playing()).number))
    return scores


def shape(count: int, chance: random.Random) -> Stages:
    """Groups for so many, and a cut that their number allows."""
    number = chance.randint(2, min(5, count // 2))
    top = chance.randint(1, min(4, count // number))
    return Stages(
        groups=number, top=top, drawn=chance.choice(["snake", "lot"]), best_next=chance.randint(0, number - 1),
        then=chance.choice(["single-elimination", "double-elimination"]),
    )  # fmt: skip


@pytest.mark.parametrize("count", range(4, 41))
def test_random_events_agree_with_the_second_method(count: int) -> None:
    chance = random.Random(f"groups {count}")
    stages = shape(count, chance)
    desk = grouped(count, stages)
    teams = members(desk)
    if stages.drawn == "snake":
        assert teams == [sorted(each) for each in second_groups.snake(range(1, count + 1), stages.groups)]
    scores = play_groups(desk, chance, dropping=count % 3 == 0)
    for group in teams:
        expected = second_groups.schedule(group)
        assert [{each for each in met_in(found) if each <= set(group)} for found in desk.state.rounds][
            : len(expected)
        ] == expected
    gone = {each.number for each in desk.state.entrants.values() if each.status == "dropped"}
    tables = counting.group_tables(desk.state)
    assert [[row.entrant for row in tables[at].places] for at in sorted(tables)] == [
        second_groups.table(each, scores) for each in teams
    ]
    tiers = second_groups.qualified(teams, scores, stages.top, stages.best_next, gone)
    seeds = second_groups.seeded(tiers, desk.state.groups)
    assert draw.qualified(desk.state, desk.state.rounds) == seeds
    first, beats = len(desk.state.rounds), Chance(count)
    while len(desk.state.rounds) < draw.rounds_of(desk.state):
        paired = rounds.pairing_for(desk.state, rounds.PairRound(round=len(desk.state.rounds) + 1)).paired
        won_by(desk, *(beats(each.a, each.b) for each in paired.pairs))
    again = Chance(count)
    played = (
        second_brackets.single(seeds, again)
        if stages.then == "single-elimination"
        else second_brackets.double(seeds, again).rounds
    )
    assert [met_in(each) for each in desk.state.rounds[first:]] == [each.pairs for each in played]
    found = places(desk)
    assert found[0] == (1, winner(desk))
    assert {entrant for _place, entrant in found[: len(seeds)]} == set(seeds)
    rank = {entrant: at for each in teams for at, entrant in enumerate(second_groups.table(each, scores))}
    outside = [entrant for _place, entrant in found[len(seeds) :]]
    assert [rank[each] for each in outside] == sorted(rank[each] for each in outside)
    assert not list(verify(desk.entries))


def winner(desk: Desk) -> int:
    last = desk.state.rounds[-1]
    return draw.winner_of(desk.state, last, last.paired.pairs[0].table)


EURO_2016 = {
    "A": "France 2:1 Romania, Albania 0:1 Switzerland, Romania 1:1 Switzerland, France 2:0 Albania, "
         "Romania 0:1 Albania, Switzerland 0:0 France",
    "B": "Wales 2:1 Slovakia, England 1:1 Russia, Russia 1:2 Slovakia, England 2:1 Wales, Russia 0:3 Wales, "
         "Slovakia 0:0 England",
    "C": "Poland 1:0 Ulster, Germany 2:0 Ukraine, Ukraine 0:2 Ulster, Germany 0:0 Poland, Ulster 0:1 Germany, "
         "Ukraine 0:1 Poland",
    "D": "Turkey 0:1 Croatia, Spain 1:0 Czechia, Czechia 2:2 Croatia, Spain 3:0 Turkey, Croatia 2:1 Spain, "
         "Czechia 0:2 Turkey",
    "E": "Belgium 0:2 Italy, Ireland 1:1 Sweden, Italy 1:0 Sweden, Belgium 3:0 Ireland, Italy 0:1 Ireland, "
         "Sweden 0:1 Belgium",
    "F": "Austria 0:2 Hungary, Portugal 1:1 Iceland, Iceland 1:1 Hungary, Portugal 0:0 Austria, Hungary 3:3 Portugal, "
         "Iceland 2:1 Austria",
}  # fmt: skip
"""The 36 matches of the groups of UEFA EURO 2016, from openfootball/euro, 2016--france/euro.txt. Northern Ireland is
called Ulster here."""
LAST_SIXTEEN = {
    "Switzerland", "Poland", "Wales", "Ulster", "Croatia", "Portugal", "France", "Ireland", "Germany", "Slovakia",
    "Hungary", "Belgium", "Italy", "Spain", "England", "Iceland",
}  # fmt: skip
"""Who played the round of 16, from the same file."""


def test_the_first_two_and_four_thirds_play_on_as_at_the_euro_of_2016() -> None:
    """UEFA: the first two of six groups and the four best of the thirds, by points, goal difference and goals; within a
    group those who are level are parted by their own match first, as Italy and Belgium were.
    """
    goals: dict[frozenset[str], dict[str, int]] = {}
    names: list[str] = []
    for matches in EURO_2016.values():
        for match in matches.split(", "):
            home, score, away = match.split(" ")
            mine, other = map(int, score.split(":"))
            goals[frozenset((home, away))] = {home: mine, away: other}
            names += [each for each in (home, away) if each not in names]
    stages = Stages(groups=6, drawn="assigned", then="single-elimination", top=2, best_next=4)
    tiebreaks = (TieBreak("direct-encounter", "1"), *BY_DIFFERENCE)
    desk = grouped(24, stages, tiebreaks=tiebreaks)
    desk.do(groups.AssignGroups(tuple((number, (number + 3) // 4) for number in range(1, 25))))
    for number in range(1, 4):
        desk.pair()
        for each in desk.state.rounds[-1].paired.pairs:
            a, b = names[each.a - 1], names[each.b - 1]
            found = goals[frozenset((a, b))]
            desk.do(results.Enter(round=number, table=each.table, report=report(found[a], found[b])))
    tables = counting.group_tables(desk.state)
    winners = [names[tables[group].places[0].entrant - 1] for group in range(1, 7)]
    assert winners == ["France", "Wales", "Germany", "Croatia", "Italy", "Hungary"]
    thirds = {tables[group].places[2].entrant for group in range(1, 7)}
    across = [names[each - 1] for each in counting.across_groups(desk.state) if each in thirds]
    assert across == ["Slovakia", "Ireland", "Portugal", "Ulster", "Turkey", "Albania"]
    playing = draw.qualified(desk.state, desk.state.rounds)
    assert {names[each - 1] for each in playing} == LAST_SIXTEEN
    desk.pair()
    assert all(desk.state.groups[each.a] != desk.state.groups[each.b] for each in desk.state.rounds[-1].paired.pairs)


def test_sixteen_in_four_groups_and_a_cut_of_eight() -> None:
    """Our own example: in groups of four the lower number wins, so that the first two of each are known."""
    desk = grouped(16, Stages(groups=4, top=2, then="single-elimination"))
    assert members(desk) == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert draw.rounds_of(desk.state) == 6
    for _round in range(3):
        desk.play()
    assert [place for place, _who in places(desk)] == [1] * 4 + [5] * 4 + [9] * 4 + [13] * 4
    won_by(desk)
    # The winners 1 to 4 are the first seeds; the seconds are moved so that 8 comes into the other half than 1.
    assert desk.state.rounds[-1].stage == "cut"
    assert met(desk) == {(1, 7), (2, 8), (3, 5), (4, 6)}
    halves = {frozenset((each.a, each.b)) for each in bracket.stages(desk.state)[0].matches[:2]}
    assert halves == {frozenset((1, 7)), frozenset((4, 6))}
    won_by(desk)
    won_by(desk)
    assert places(desk)[:8] == [(1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (5, 6), (5, 7), (5, 8)]
    assert [place for place, _who in places(desk)[8:]] == [9] * 4 + [13] * 4


@pytest.mark.parametrize("count", range(4, 41))
@pytest.mark.parametrize("drawn", ["snake", "lot"])
def test_drawn_groups_differ_by_one_at_most_and_nobody_meets_twice(count: int, drawn: Any) -> None:
    number = random.Random(count).randint(2, count // 2)
    desk = grouped(count, Stages(groups=number, drawn=drawn))
    sizes = Counter(desk.state.groups.values())
    assert set(desk.state.groups) == set(range(1, count + 1))
    assert set(sizes) == set(range(1, number + 1)) and max(sizes.values()) - min(sizes.values()) <= 1
    before = desk.state.groups
    desk.do(groups.DrawGroups())
    assert desk.state.groups == before, "a lot that is drawn again is the same"


def test_nobody_meets_twice_in_a_group_unless_it_plays_twice_over() -> None:
    for double in (False, True):
        desk = grouped(9, Stages(groups=2), double=double)
        play_groups(desk, random.Random(1))
        times = Counter(two for found in desk.state.rounds for two in met_in(found))
        assert set(times.values()) == {1 + double}
        assert set(times) == {frozenset(two) for each in members(desk) for two in combinations(each, 2)}


def test_a_smaller_group_is_through_earlier_and_its_members_have_no_row_for_it() -> None:
    desk = grouped(9, Stages(groups=2, top=2, then="single-elimination"))
    play_groups(desk, random.Random(2))
    assert len(desk.state.rounds) == 5
    cards = counting.cards(desk.state)
    assert {len(cards[each].rounds) for each in members(desk)[0]} == {5}
    assert {len(cards[each].rounds) for each in members(desk)[1]} == {3}


def test_uneven_groups_are_compared_without_the_matches_against_the_last() -> None:
    """Our own example, by UEFA's rule for groups of different size: of 7 the winner of the group of four has 9 points,
    6 without the match against its last one; the winner of the group of three has won one match and drawn one.
    """
    desk = grouped(7, Stages(groups=2, top=1, best_next=1, then="single-elimination"))
    four, three = sorted(members(desk), key=len, reverse=True)
    for number in range(1, 4):
        desk.pair()
        for each in desk.state.rounds[-1].paired.pairs:
            a, b = (3, 1) if each.a < each.b else (1, 3)
            if {each.a, each.b} == {four[0], four[3]}:
                a, b = (20, 0) if each.a < each.b else (0, 20)
            if three[0] in (each.a, each.b):
                a, b = (9, 0) if each.a == three[0] else (0, 9)
            desk.do(results.Enter(round=number, table=each.table, report=report(a, b)))
    assert counting.across_groups(desk.state)[:2] == [three[0], four[0]]


def test_groups_have_to_be_drawn_and_stay_once_a_round_is_paired() -> None:
    desk = Desk(format="groups", stages=Stages(groups=2)).enter(6)
    assert desk.refused(rounds.PairRound(round=1)).code == "groups-wanted"
    desk.do(groups.DrawGroups())
    desk.enter(1)
    refused = desk.refused(rounds.PairRound(round=1))
    assert (refused.code, refused.facts["entrants"]) == ("groups-wanted", [7])
    desk.do(groups.AssignGroups(((7, 2),)))
    assert desk.refused(groups.AssignGroups(((7, 3),))).path == "$.groups[0][1]"
    assert desk.refused(groups.AssignGroups(((7, 1), (7, 2)))).code == "twice"
    assert desk.refused(groups.AssignGroups(((9, 1),))).code == "no-entrant"
    desk.play()
    assert desk.refused(groups.DrawGroups()).code == "groups-stand"
    assert desk.refused(groups.AssignGroups(((7, 1),))).code == "groups-stand"
    assert desk.refused(entries.Register(person="late")).code == "too-late"


def test_what_cannot_be_drawn_says_why() -> None:
    assert Desk().enter(4).refused(groups.DrawGroups()).code == "no-groups"
    assigned = Desk(format="groups", stages=Stages(groups=2, drawn="assigned")).enter(4)
    assert assigned.refused(groups.DrawGroups()).code == "groups-assigned"
    assert Desk(format="groups", stages=Stages(groups=2)).enter(3).refused(groups.DrawGroups()).code == "too-few"
    assigned.do(groups.AssignGroups(((1, 1), (2, 1), (3, 1), (4, 2))))
    refused = assigned.refused(rounds.PairRound(round=1))
    assert (refused.code, refused.facts["groups"]) == ("too-few", ["B"])


def test_who_drops_out_forfeits_in_the_group_and_the_next_one_plays_on_instead() -> None:
    desk = grouped(8, Stages(groups=2, top=2, then="single-elimination"))
    for _round in range(3):
        desk.play()
    desk.do(entries.Drop(entrant=4))
    desk.pair()
    first, _second = members(desk)
    assert first == [1, 4, 5, 8]
    assert {each.entrant for each in desk.state.rounds[-1].request.candidates} == {1, 5, 2, 3}


def test_who_comes_when_the_groups_play_already_is_in_none_and_cannot_qualify() -> None:
    desk = Desk(format="groups", check_in=True, stages=Stages(groups=2, top=2, then="single-elimination")).enter(7)
    for number in range(1, 7):
        desk.do(entries.CheckIn(entrant=number))
    desk.do(groups.DrawGroups())
    desk.play()
    desk.do(entries.CheckIn(entrant=7))
    desk.play().play()
    assert 7 not in desk.state.groups and places(desk)[-1] == (7, 7)
    desk.pair()
    assert {each.entrant for each in desk.state.rounds[-1].request.candidates} == {1, 2, 3, 4}


def test_a_disputed_result_makes_places_of_its_group_provisional_and_of_no_other() -> None:
    desk = grouped(8, Stages(groups=2, top=2, then="single-elimination")).play()
    table = next(each for each in desk.state.rounds[0].paired.pairs if desk.state.groups[each.a] == 1)
    desk.do(results.Dispute(round=1, table=table.table, side="b", reason="no"))
    found = provisional.provisional(desk.state)
    assert found and {desk.state.groups[each] for each in found} == {1}


def test_the_format_and_the_groups_are_fixed_and_the_cut_is_until_it_is_drawn() -> None:
    desk = grouped(8, Stages(groups=2, top=2, then="single-elimination")).play()
    terms = desk.state.terms

    def other(**stages: Any) -> setting.SetTerms:
        made = msgspec.structs.replace(terms, stages=msgspec.structs.replace(terms.stages, **stages))
        return setting.SetTerms(terms=made, reason="more came")

    assert desk.refused(other(groups=3)).path == "$.terms.stages.groups"
    assert desk.refused(other(play="swiss")).path == "$.terms.stages.play"
    desk.do(other(top=1))
    desk.play().play().pair()
    assert len(desk.state.rounds[-1].request.candidates) == 2
    assert desk.refused(other(top=2)).path == "$.terms.stages"


# flights


@pytest.mark.parametrize("count", [8, 11, 14, 21])
def test_flights_are_paired_by_themselves_in_the_same_rounds_then_together(count: int) -> None:
    desk = grouped(count, Stages(groups=2, play="swiss", then="merged", merged_rounds=2), rounds=3)
    assert draw.rounds_of(desk.state) == 5
    for number in range(1, 6):
        desk.play()
        found = desk.state.rounds[-1]
        assert check(found.request, found.paired) == () and violations(found.request, found.paired) == ()
        apart = [desk.state.groups[each.a] == desk.state.groups[each.b] for each in found.paired.pairs]
        assert all(apart) if number <= 3 else not all(apart)
        odd = sum(len(each) % 2 for each in members(desk)) if number <= 3 else count % 2
        assert len(found.paired.resting) == odd
    assert len(places(desk)) == count
    assert {len(card.rounds) for card in counting.cards(desk.state).values()} == {5}
    times = Counter(two for found in desk.state.rounds for two in met_in(found))
    assert set(times.values()) == {1}
    assert not list(verify(desk.entries))


@pytest.mark.parametrize("count", [6, 9, 11, 13])
def test_each_flight_has_the_best_of_all_its_pairings(count: int) -> None:
    """`brute` tries every pairing of a flight, by the published rules."""
    desk = grouped(count, Stages(groups=2, play="swiss", drawn="lot"), rounds=3)
    for _round in range(3):
        desk.play()
        found = desk.state.rounds[-1]
        for group in members(desk):
            alone = tuple(each for each in found.request.candidates if each.entrant in group)
            best = brute.best(msgspec.structs.replace(found.request, candidates=alone))
            bye = next((each for each in found.paired.resting if each in group), 0)
            assert best == (frozenset(each for each in met_in(found) if each <= set(group)), bye)


def test_a_late_entrant_of_a_flight_is_put_into_one() -> None:
    desk = grouped(8, Stages(groups=2, play="swiss"), rounds=3, late_entry=2).play()
    desk.enter(1)
    assert desk.refused(rounds.PairRound(round=2)).code == "groups-wanted"
    desk.do(groups.AssignGroups(((9, 2),)))
    desk.play()
    found = desk.state.rounds[-1]
    assert len(found.paired.resting) == 1 and found.paired.resting[0] in members(desk)[1]
    assert found.paired.bye == 0


def test_flights_with_standings_of_their_own_have_a_winner_each() -> None:
    desk = grouped(12, Stages(groups=2, play="swiss"), rounds=3)
    for _round in range(3):
        desk.play()
    first = [entrant for place, entrant in places(desk) if place == 1]
    assert sorted(desk.state.groups[each] for each in first) == [1, 2]
    assert [letter(each) for each in (1, 2, 26)] == ["A", "B", "Z"]


def test_the_first_of_each_flight_meet_in_a_double_elimination() -> None:
    desk = grouped(
        12, Stages(groups=3, play="swiss", then="double-elimination", top=2), rounds=2,
        knockout=Knockout(second_final=False),
    )  # fmt: skip
    for _round in range(2):
        desk.play()
    while len(desk.state.rounds) < draw.rounds_of(desk.state):
        won_by(desk)
    assert len(desk.state.rounds) == 2 + 6
    assert places(desk)[0] == (1, 1)
    assert [each.number for each in bracket.stages(desk.state) if each.part == "final"] == [8]
    assert not list(verify(desk.entries))


def test_pairs_by_hand_stay_within_a_flight() -> None:
    desk = grouped(8, Stages(groups=2, play="swiss"), rounds=3).pair()
    (one, two) = members(desk)
    assert desk.refused(rounds.RePair(1, "a mistake", by_hand=((one[0], two[0]),))).code == "other-group"
    desk.do(rounds.RePair(1, "a mistake", by_hand=((one[0], one[1]),)))
    assert frozenset(one[:2]) in met_in(desk.state.rounds[0])


def test_a_pairing_across_groups_is_a_violation() -> None:
    request = Request(1, "swiss", tuple(Candidate(each, each, group=1 + each % 2) for each in range(1, 5)))
    paired = pair(request)
    crossed = msgspec.structs.replace(
        paired, pairs=tuple(msgspec.structs.replace(each, b=5 - each.a) for each in paired.pairs)
    )
    assert not violations(request, paired) and violations(request, crossed)


# pods


def pods_of(desk: Desk) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for each in draw.rounds_in(desk.state.rounds, "pods")[0].request.candidates:
        found.setdefault(each.group, []).append(each.entrant)
    return found


@pytest.mark.parametrize("count", range(4, 41))
def test_pods_give_the_places_of_the_second_method(count: int) -> None:
    chance = random.Random(f"pods {count}")
    size = chance.randint(2, 8)
    desk = Desk(format="pods", rounds=2, tiebreaks=(TieBreak("lots", "1"),), stages=Stages(pod=size)).enter(count)
    for _round in range(2):
        desk.play()
    before = [entrant for _place, entrant in places(desk)]
    beats = Chance(count)
    while len(desk.state.rounds) < draw.rounds_of(desk.state):
        paired = rounds.pairing_for(desk.state, rounds.PairRound(round=len(desk.state.rounds) + 1)).paired
        won_by(desk, *(beats(each.a, each.b) for each in paired.pairs))
        found = desk.state.rounds[-1]
        assert check(found.request, found.paired) == () and violations(found.request, found.paired) == ()
    bands = [before[at : at + size] for at in range(0, count, size)]
    again = Chance(count)
    expected = [each for band in bands for each in second_groups.pod(band, again)]
    assert places(desk) == list(enumerate(expected, 1))
    assert not list(verify(desk.entries))


@pytest.mark.parametrize("count", [8, 11, 13])
def test_pods_that_play_a_round_robin_rank_by_their_own_matches(count: int) -> None:
    stages = Stages(pod=4, pod_play="round-robin")
    desk = Desk(format="pods", rounds=2, tiebreaks=BY_DIFFERENCE, stages=stages).enter(count)
    for _round in range(2):
        desk.play()
    before = [entrant for _place, entrant in places(desk)]
    for number in range(3, draw.rounds_of(desk.state) + 1):
        desk.pair()
        for each in desk.state.rounds[-1].paired.pairs:
            mine, other = (3, 1) if each.a > each.b else (1, 3)
            desk.do(results.Enter(round=number, table=each.table, report=report(mine, other)))
    bands = [before[at : at + 4] for at in range(0, count, 4)]
    expected = [each for band in bands for each in sorted(band, reverse=True)]
    assert [entrant for _place, entrant in places(desk)] == expected
    assert {len(card.rounds) for card in counting.cards(desk.state).values()} == {2}


def test_a_pod_goes_on_with_a_forfeit_and_with_a_match_that_nobody_won() -> None:
    desk = Desk(format="pods", rounds=1, stages=Stages(pod=4)).enter(4).play()
    band = [entrant for _place, entrant in places(desk)]
    desk.pair()
    for each in desk.state.rounds[-1].paired.pairs:
        given = BattleOutcome(forfeit="both") if band[0] in (each.a, each.b) else BattleOutcome(winner="a")
        desk.do(results.Rule(round=2, table=each.table, report=given, reason="nobody came"))
    assert [place for place, _who in places(desk)] == [1, 1, 3, 3]
    desk.pair()
    other = next(each.a for each in desk.state.rounds[1].paired.pairs if band[0] not in (each.a, each.b))
    assert frozenset((band[0], other)) in met_in(desk.state.rounds[2])


def test_a_pod_waits_for_a_winner() -> None:
    desk = Desk(format="pods", rounds=1, stages=Stages(pod=4)).enter(4).play().pair()
    for each in desk.state.rounds[-1].paired.pairs:
        desk.do(results.Enter(round=2, table=each.table, report=report(2, 2)))
    assert desk.refused(rounds.PairRound(round=3)).code == "no-winner"
