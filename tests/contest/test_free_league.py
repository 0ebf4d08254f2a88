"""Free leagues: challenges and their answers, unequal numbers of games, and who has no place for want of games."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from gamelog.contest import counting, event_standings, free_league, provisional, standings
from gamelog.contest import season as club_season
from gamelog.contest.acts import challenges, entries, kind_of, results, rounds, setting
from gamelog.contest.errors import Refused
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.pairing.request import Pair
from gamelog.contest.season import EventPlaces, PlacePoints, SeasonRules
from gamelog.contest.terms import Award, Band, Scoring, TableTerms, TeamTerms, Terms, TieBreak
from gamelog.contest.terms_free import FreeLeague
from gamelog.contest.terms_stages import Mission
from gamelog.contest.tiebreaks import ALL
from gamelog.contest.validation import problems
from gamelog.contest.validation_free import UNEQUAL
from gamelog.contest.verification import verify
from tests.contest import second_league
from tests.contest.desk import Desk, report
from tests.contest.second_league import Played

Challenge, Answer, Enter, CallOff = (
    challenges.Challenge, challenges.AnswerChallenge, challenges.EnterMatch, challenges.CallOff,
)  # fmt: skip


def league(count: int, *, league: FreeLeague | None = None, **terms: Any) -> Desk:
    """A free league that has begun."""
    desk = Desk(format="free-league", free_league=league or FreeLeague(), **terms).enter(count)
    return desk.pair()


def played(desk: Desk, a: int, b: int, a_points: int, b_points: int, **more: Any) -> None:
    """A match that staff enters, with its result."""
    desk.do(Enter(a=a, b=b))
    given = report(a_points, b_points, **more)
    desk.do(results.Enter(round=1, table=len(desk.state.matches), report=given))


def pairs(desk: Desk) -> list[Pair]:
    """The matches that were agreed on."""
    return list(desk.state.rounds[0].paired.pairs)


def places(desk: Desk) -> list[tuple[int, int, str]]:
    """(place, entrant, score as shown)."""
    found = event_standings.current(desk.state)
    return [(each.place, each.entrant, each.cells[0].shown) for each in found.places]


def a_little_league() -> Desk:
    """One with every act of its own."""
    desk = league(3)
    desk.do(Challenge(a=1, b=2))
    desk.do(Answer(match=1, accept=True))
    desk.do(Challenge(a=1, b=3))
    desk.do(Answer(match=2, accept=False))
    played(desk, 2, 3, 5, 1)
    desk.do(CallOff(match=1, reason="flooded"))
    return desk


# worked examples


def test_points_by_games_as_leaguearc_works_them_out() -> None:
    """leaguearc.com/glossary/points-percentage: 2 points a win; A has 18 in 12 games (.750), B 16 in 10 (.800): B is
    ahead. Points of a game are twice the percentage there: 1.5 and 1.6.
    """
    desk = league(4, league=FreeLeague(per_game=True), scoring=Scoring(win=200, draw=100, loss=0))
    for game in range(12):
        played(desk, 1, 3 + game % 2, *((5, 1) if game < 9 else (1, 5)))
    for game in range(10):
        played(desk, 2, 3 + game % 2, *((5, 1) if game < 8 else (1, 5)))
    assert places(desk)[:2] == [(1, 2, "1.6"), (2, 1, "1.5")]
    explained = standings.explain(counting.cards(desk.state), desk.state.terms, "seed", 2, 0)
    assert (explained.en, explained.ru) == ("By games: 16 / 10 = 1.6", "На игру: 16 / 10 = 1.6")


def test_the_skill_rating_of_tabbl() -> None:
    """tabbl.org/2026-ladder-league-rules: [(TDD*10)+(W*1750)+(D*1000)+(L*500)]/(games+2). W5 D2 L3 with a difference of
    4 touchdowns is (40+8750+2000+1500)/12 by our own arithmetic. A scale on the difference says it: 10 a touchdown for
    one side, and off the other's; two games are added to those played.
    """
    bands = (
        Band(0, 0, 100000, 100000),
        *(
            Band(100 * td - 99, 100 * td if td < 9 else None, 175000 + 1000 * td, 50000 - 1000 * td)
            for td in range(1, 10)
        ),
    )
    scoring = Scoring(ranks="battle", scale=bands)
    desk = league(3, league=FreeLeague(per_game=True, added_games=2), scoring=scoring)
    for td in ((3, 1), (2, 0), (1, 0), (2, 1), (2, 1), (0, 0), (1, 1), (0, 1), (0, 1), (1, 2)):
        played(desk, 1, 2, *td)
    card = counting.cards(desk.state)[1]
    assert (card.battle(), free_league.rate(desk.state.terms, card, card.battle())) == (1229000, Fraction(1229000, 12))
    assert (2, 1, "1024.1667") in places(desk) or (1, 1, "1024.1667") in places(desk)


def test_not_the_same_opponent_twice_in_a_row() -> None:
    """putracized.englishboard.net/t71: coaches organise their own matches but may not play the same person twice in a
    row.
    """
    desk = league(3, league=FreeLeague(others_between=True))
    played(desk, 1, 2, 3, 0)
    assert "entrant 1 met entrant 2 last" in desk.refused(Challenge(a=1, b=2)).text
    desk.do(Challenge(a=1, b=3))
    assert "entrant 1 met entrant 2 last" in desk.refused(Challenge(a=1, b=2)).text, "a challenge is no game"
    desk.do(CallOff(match=2))
    played(desk, 1, 3, 3, 0)
    assert "entrant 2 met entrant 1 last" in desk.refused(Challenge(a=1, b=2)).text
    played(desk, 3, 2, 3, 0)
    desk.do(Challenge(a=1, b=2))


def test_ten_games_for_a_place() -> None:
    """fumbbl.com, a ladder proposed in 2005: only who has played 10 games is listed; there are points per game and
    total points. Here those with fewer stand below, with their points.
    """
    for per_game, order in ((False, [1, 2, 3]), (True, [2, 1, 3])):
        desk = league(3, league=FreeLeague(least_games=10, per_game=per_game))
        for game in range(13):
            played(desk, 1, 2, *((4, 1) if game < 4 else (1, 4) if game < 7 else (2, 2)))
        for _game in range(9):
            played(desk, 1, 3, 0, 5)
        rows = event_standings.current(desk.state).places
        assert [(each.place, each.entrant) for each in rows] == list(zip((1, 2, 0), order, strict=True))
        assert {each.entrant: len(each.card.rounds) for each in rows} == {1: 22, 2: 13, 3: 9}
        assert rows[2].cells[0].shown == ("3" if per_game else "27"), "the most points, and no place"


# random leagues against the second method

CHOICE = [rule for rule in ALL if rule.id in UNEQUAL and not rule.ratings]
SCORINGS = (
    Scoring(),
    Scoring(win=200, draw=100, loss=0, forfeit_win=Award(match=150, victory=500), forfeit_loss=Award(match=-100)),
    Scoring(ranks="victory", victory_cap=900, forfeit_win=Award(victory=700, victory_against=100)),
)


def terms_of(chance: random.Random) -> dict[str, Any]:
    given = FreeLeague(
        least_games=chance.choice((0, 2, 4)), per_game=chance.random() < 0.6,
    )  # fmt: skip
    if given.per_game:
        given = msgspec.structs.replace(given, added_games=chance.choice((0, 0, 2)))
    chosen = tuple(TieBreak(rule.id, rule.version) for rule in chance.sample(CHOICE, 6))
    return {"league": given, "scoring": chance.choice(SCORINGS), "tiebreaks": chosen}


@pytest.mark.parametrize("number", range(60))
def test_random_leagues_have_the_places_and_values_of_the_second_method(number: int) -> None:
    chance = random.Random(number)
    field = chance.randint(2, 7)
    desk = league(field, **terms_of(chance))
    told: list[Played] = []
    for _match in range(chance.randint(0, 14)):
        a, b = chance.sample(range(1, field + 1), 2)
        if free_league.why_not(desk.state, a, b):
            assert desk.refused(Enter(a=a, b=b)).code in ("already", "rematch")
            continue
        desk.do(Enter(a=a, b=b))
        table, ending = len(desk.state.matches), chance.random()
        if ending < 0.1:
            continue
        if ending < 0.2:
            desk.do(CallOff(match=table, reason="ill"))
            continue
        if ending < 0.4:
            away: Any = chance.choice(("a", "b", "both"))
            desk.do(results.Enter(round=1, table=table, report=BattleOutcome(forfeit=away)))
            told.append(Played(table, a, b, 0, 0, away))
        else:
            points = chance.randint(0, 3), chance.randint(0, 3)
            desk.do(results.Enter(round=1, table=table, report=report(*points)))
            told.append(Played(table, a, b, points[0] * 100, points[1] * 100))
    expected = second_league.table(told, list(range(1, field + 1)), desk.state.terms, "seed")
    for found in (event_standings.derived(desk.state), event_standings.current(desk.state)):
        assert [(each.place, each.entrant, [cell.exact for cell in each.cells]) for each in found.places] == expected
    assert list(verify(desk.entries)) == []


# challenges


def test_a_challenge_an_answer_and_the_result() -> None:
    desk = league(3)
    desk.do(Challenge(a=2, b=1))
    assert pairs(desk) == []
    assert desk.refused(Challenge(a=1, b=2)).code == "already"
    desk.do(Challenge(a=3, b=1))
    desk.do(Answer(match=2, accept=False))
    assert desk.refused(Answer(match=2, accept=True)).code == "answered"
    desk.do(Answer(match=1, accept=True))
    assert pairs(desk) == [Pair(1, 2, 1)]
    desk.do(Challenge(a=3, b=1))
    desk.do(CallOff(match=3))
    assert [each.standing for each in desk.state.matches] == ["agreed", "declined", "withdrawn"]
    desk.do(results.ReportResult(round=1, table=1, side="a", report=report(5, 2)))
    desk.do(results.Confirm(round=1, table=1, side="b"))
    cards = counting.cards(desk.state)
    assert {entrant: len(card.rounds) for entrant, card in cards.items()} == {1: 1, 2: 1, 3: 0}
    assert (cards[2].match(), cards[1].match(), cards[3].match()) == (300, 0, 0)


def test_it_counts_for_nobody_else() -> None:
    desk = league(4)
    played(desk, 1, 2, 5, 1)
    before = {each.entrant: each for each in event_standings.current(desk.state).places}
    played(desk, 1, 3, 5, 1)
    after = {each.entrant: each for each in event_standings.current(desk.state).places}
    assert [before[each].card == after[each].card for each in (1, 2, 3, 4)] == [False, True, False, True]


def test_whose_business_a_challenge_is() -> None:
    desk = league(3)
    desk.do(Challenge(a=2, b=1))

    def own(act: Any, person: str) -> bool:
        return kind_of(act).own(desk.state, act, person)

    assert [own(Challenge(a=3, b=1), person) for person in ("p1", "p2", "p3")] == [False, False, True]
    assert [own(Answer(match=1, accept=True), person) for person in ("p1", "p2", "p3")] == [True, False, False]
    assert [own(CallOff(match=1), person) for person in ("p1", "p2", "p3")] == [False, True, False]
    desk.do(Answer(match=1, accept=True))
    assert [own(CallOff(match=1), person) for person in ("p1", "p2", "p3")] == [False, False, False]
    assert not own(Answer(match=9, accept=True), "p1")


def test_the_season_is_from_start_to_end() -> None:
    desk = Desk(format="free-league", starts="2026-11-21T12:00:00+03:00", ends="2026-12-01T00:00:00Z").enter(2).pair()
    early, first, last, late = (
        "2026-11-21T08:59:59Z", "2026-11-21T09:00:00Z", "2026-12-01T00:00:00Z", "2026-12-01T00:00:01Z",
    )  # fmt: skip
    for at in (early, late):
        with pytest.raises(Refused) as caught:
            desk.do(Challenge(a=1, b=2), at)
        assert caught.value.code == "out-of-season"
    desk.do(Challenge(a=1, b=2), first)
    with pytest.raises(Refused) as caught:
        desk.do(Answer(match=1, accept=True), late)
    assert caught.value.code == "out-of-season"
    desk.do(Answer(match=1, accept=True), last)
    desk.do(results.Enter(round=1, table=1, report=report(1, 0)), late)
    desk.do(Enter(a=1, b=2), late)
    assert list(verify(desk.entries)) == []


def test_who_may_meet() -> None:
    desk = league(4, league=FreeLeague(meetings=2))
    assert desk.refused(Challenge(a=1, b=1)).code == "same-entrant"
    assert desk.refused(Challenge(a=1, b=9)).code == "no-entrant"
    played(desk, 1, 2, 1, 0)
    played(desk, 2, 1, 1, 0)
    refused = desk.refused(Challenge(a=1, b=2))
    assert (refused.code, refused.text) == ("rematch", "entrants 1 and 2 have met: the same two meet 2 times at most")
    assert free_league.opponents(desk.state, 1) == [3, 4]
    desk.do(entries.Drop(entrant=3))
    assert desk.refused(Enter(a=1, b=3)).code == "not-entered"
    desk.do(Challenge(a=4, b=1))
    desk.do(entries.Drop(entrant=4))
    assert desk.refused(Answer(match=3, accept=True)).code == "not-entered"
    desk.do(Answer(match=3, accept=False))


def test_a_match_is_called_off_before_it_is_played() -> None:
    desk = league(2)
    desk.do(Enter(a=1, b=2))
    assert desk.refused(CallOff(match=1)).code == "reason-wanted"
    desk.do(CallOff(match=1, reason="flooded"))
    assert pairs(desk) == []
    played(desk, 1, 2, 1, 0)
    assert pairs(desk) == [Pair(2, 1, 2)]
    assert desk.refused(CallOff(match=2, reason="flooded")).code == "has-result"
    assert desk.refused(CallOff(match=3)).code == "no-match"


def test_the_league_is_entered_while_it_runs_and_ends_with_its_places() -> None:
    desk = league(2, league=FreeLeague(least_games=1))
    played(desk, 1, 2, 1, 0)
    desk.enter(1)
    assert places(desk) == [(1, 1, "3"), (2, 2, "0"), (0, 3, "0")]
    desk.do(Enter(a=3, b=2))
    assert desk.refused(setting.Finish()).code == "missing-results"
    assert desk.state.settled is None
    desk.do(results.Enter(round=1, table=2, report=report(7, 0)))
    assert desk.state.settled
    desk.do(setting.Finish())
    assert places(desk) == [(1, 1, "3"), (1, 3, "3"), (3, 2, "0")]
    assert list(verify(desk.entries)) == []


def test_what_belongs_to_rounds_is_refused_while_the_league_runs() -> None:
    desk = league(3)
    desk.do(Enter(a=1, b=2))
    acts: tuple[Any, ...] = (
        rounds.RePair(round=1, reason="again"), rounds.MoveTable(round=1, table=1, to=2, reason="light"),
        entries.NoShow(entrant=1, round=1), entries.AskBye(entrant=1, round=2),
    )  # fmt: skip
    for act in acts:
        assert desk.refused(act).code == "fixed-pairs", act
    assert desk.refused(rounds.PairRound(round=2)).code == "no-round"
    assert Desk().enter(2).pair().refused(Challenge(a=1, b=2)).code == "fixed-pairs"


# provisional places, seasons of clubs


def test_a_reported_result_makes_places_provisional_by_the_points_of_a_game() -> None:
    desk = league(4, league=FreeLeague(per_game=True))
    for _game in range(3):
        played(desk, 1, 2, 5, 0)
    played(desk, 3, 4, 5, 0)
    played(desk, 3, 4, 0, 5)
    desk.do(Enter(a=3, b=4))
    desk.do(results.ReportResult(round=1, table=6, side="a", report=report(5, 0)))
    # Entrants 3 and 4 will have 1 or 2 of 3 a game: neither reaches 3, nor falls to 0.
    assert set(provisional.provisional(desk.state)) == {3, 4}


def test_who_has_no_place_has_no_points_in_the_season_of_a_club() -> None:
    desk = league(3, league=FreeLeague(least_games=1))
    played(desk, 1, 2, 1, 0)
    table = event_standings.current(desk.state)
    people = {each.entrant: (f"p{each.entrant}",) for each in table.places}
    found = club_season.standings(
        SeasonRules(points=PlacePoints(points=(500, 300, 100))), [EventPlaces("e", table, people)]
    )
    assert [(row.place, row.person) for row in found.rows] == [(1, "p1"), (2, "p2")]


# terms


def found(**terms: Any) -> dict[str, str]:
    return {each.path: each.text for each in problems(Terms("kt", **{"format": "free-league"} | terms))}


def test_a_free_league_needs_none_of_the_terms_of_rounds() -> None:
    assert found() == {}
    wrong = found(
        tables=(TableTerms(1),), missions=(Mission(1, "Hold"),), half_byes=1, check_in=True, late_entry=1,
        teams=TeamTerms(2), rounds=3,
    )  # fmt: skip
    assert set(wrong) == {"$.tables", "$.missions", "$.half_byes", "$.check_in", "$.late_entry", "$.teams"}
    assert set(found(format="swiss", free_league=FreeLeague(meetings=1))) == {"$.free_league"}
    assert set(found(free_league=FreeLeague(added_games=2))) == {"$.free_league.added_games"}
    assert set(found(free_league=FreeLeague(meetings=1, others_between=True))) == {"$.free_league.others_between"}


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: f"{rule.id}-{rule.version}")
def test_tie_breaks_that_assume_equal_rounds_are_refused(rule: Any) -> None:
    wrong = found(tiebreaks=(TieBreak(rule.id, rule.version),))
    if rule.id in UNEQUAL:
        assert wrong == {}
    else:
        assert list(wrong) == ["$.tiebreaks[0].id"]
        assert wrong["$.tiebreaks[0].id"].startswith(f"{rule.id} assumes")


def test_known_ones_are_refused() -> None:
    refused = {rule.id for rule in ALL} - UNEQUAL
    assert {"buchholz", "fore-buchholz", "cumulative", "koya", "sonneborn-berger", "sos", "win-path"} <= refused
    assert {rule.id for rule in ALL} >= UNEQUAL
