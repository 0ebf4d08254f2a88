"""Soft scores: who may give which mark when, and Best Overall, by published packs and by a second method."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from gamelog.contest import event_standings, stream, validation
from gamelog.contest.acts import KINDS, kind_of, results, rounds, setting, soft
from gamelog.contest.errors import Refused
from gamelog.contest.overall import Awards, awards
from gamelog.contest.terms import Scoring, Terms
from gamelog.contest.terms_soft import Overall, SoftCategory
from gamelog.contest.verification import verify
from tests.contest import second_overall
from tests.contest.desk import AT, Desk, report

PAINTING = SoftCategory("painting", "Painting", most=1000)
SPORTS = SoftCategory("sports", "Sportsmanship", by="opponent", each="round", most=500)
FAVOURITE = SoftCategory("favourite", "Favourite opponent", by="vote", most=500)
ALL = (PAINTING, SPORTS, FAVOURITE)
VICTORY = Scoring(ranks="victory")


def desk(**terms: Any) -> Desk:
    return Desk(**{"soft": ALL, "overall": Overall(), "scoring": VICTORY, **terms})


def found(event: Desk) -> Awards:
    return awards(event.state, event_standings.current(event.state))


def side_of(event: Desk, number: int, giver: int) -> dict[str, Any]:
    pair = event.state.rounds[number - 1].pair_of(giver)
    assert pair
    return {"round": number, "table": pair.table, "side": "a" if pair.a == giver else "b"}


def rate(event: Desk, number: int, giver: int, points: int, category: str = "sports") -> soft.RateOpponent:
    return soft.RateOpponent(category=category, points=points, **side_of(event, number, giver))


def opponent(event: Desk, number: int, entrant: int) -> int:
    pair = event.state.rounds[number - 1].pair_of(entrant)
    assert pair
    return pair.b if pair.a == entrant else pair.a


def paint(*marks: tuple[int, int | None], category: str = "painting", number: int = 0) -> soft.GiveSoft:
    return soft.GiveSoft(category, tuple(soft.Marked(*each) for each in marks), number)


# terms


def test_events_without_soft_scores_say_nothing_of_them() -> None:
    """Acts of before are the same bytes."""
    said = msgspec.to_builtins(Terms(ruleset="kt"))
    assert not {"soft", "overall"} & set(said)


@pytest.mark.parametrize(
    ("category", "path", "word"),
    [
        (SoftCategory("a", "A", by="opponent"), "$.soft[0].each", "round"),
        (SoftCategory("a", "A", by="vote", each="round"), "$.soft[0].each", "event"),
        (SoftCategory("a", "A", least=500, most=500), "$.soft[0].most", "not above the lowest 5"),
        (SoftCategory("a", "A", by="vote", most=0), "$.soft[0].most", "nothing"),
        (SoftCategory("a", "A", by="vote", least=100), "$.soft[0].least", "no lowest mark"),
        (SoftCategory("a", "A", usual=100), "$.soft[0].usual", "opponents"),
        (SoftCategory("a", "A", by="vote", top_marks=1), "$.soft[0].top_marks", "opponents"),
        (SoftCategory("a", "A", by="opponent", each="round", usual=1100), "$.soft[0].usual", "0 to 10, not 11"),
        (SoftCategory("a", "A", cap=0), "$.soft[0].cap", "no points"),
    ],
)
def test_what_a_category_cannot_be_is_refused_by_its_field(category: SoftCategory, path: str, word: str) -> None:
    (refused,) = validation.problems(Terms(ruleset="kt", soft=(category,)))
    assert (refused.code, refused.path) == ("bad-terms", path) and word in refused.text


@pytest.mark.parametrize(
    ("terms", "path"),
    [
        ({"soft": (PAINTING, PAINTING)}, "$.soft[1].id"),
        ({"overall": Overall()}, "$.overall"),
        ({"overall": Overall(weight=0), "soft": (msgspec.structs.replace(PAINTING, weight=0),)}, "$.overall.weight"),
    ],
)
def test_soft_terms_that_contradict_each_other_are_refused(terms: dict[str, Any], path: str) -> None:
    assert [each.path for each in validation.problems(Terms(ruleset="kt", **terms))] == [path]


def test_categories_stay_once_they_have_marks() -> None:
    event = desk().enter(4).play()
    event.do(paint((1, 800)))
    event.do(soft.Vote("favourite", 1, opponent(event, 1, 1)))

    def changed(*categories: SoftCategory) -> setting.SetTerms:
        terms = msgspec.structs.replace(event.state.terms, soft=categories, overall=None)
        return setting.SetTerms(terms=terms, reason="a better idea")

    for categories, path in (
        ((SPORTS, FAVOURITE), "$.terms.soft"),
        ((msgspec.structs.replace(PAINTING, most=700), FAVOURITE), "$.terms.soft[0].most"),
        ((msgspec.structs.replace(PAINTING, each="round"), FAVOURITE), "$.terms.soft[0].by"),
        ((PAINTING, msgspec.structs.replace(FAVOURITE, most=300)), "$.terms.soft[1].most"),
    ):
        refused = event.refused(changed(*categories))
        assert (refused.code, refused.path) == ("bad-terms", path)
    event.do(changed(FAVOURITE, msgspec.structs.replace(PAINTING, most=2000)))


# acts


def test_roles() -> None:
    who = {kind.tag: set(kind.who) for kind in KINDS}
    assert who["give-soft"] == {"organiser", "judge", "scorekeeper"}
    assert who["rate-opponent"] == who["vote"] == {"player"}
    assert who["withdraw-soft"] == {"organiser", "judge", "scorekeeper", "player"}


def test_players_give_only_their_own_marks() -> None:
    event = desk().enter(4).play()
    act = rate(event, 1, 1, 400)
    assert kind_of(act).own(event.state, act, "p1") and not kind_of(act).own(event.state, act, "p2")
    vote = soft.Vote("favourite", 1, opponent(event, 1, 1))
    assert kind_of(vote).own(event.state, vote, "p1") and not kind_of(vote).own(event.state, vote, "p3")
    back = soft.WithdrawSoft("favourite", 1)
    assert kind_of(back).own(event.state, back, "p1") and not kind_of(back).own(event.state, back, "p3")


def test_the_staff_mark_many_at_once_and_take_back() -> None:
    event = desk().enter(3)
    event.do(paint((1, 800), (3, 650)))
    event.do(paint((1, 900), (3, None), (2, 0)))
    assert {each.entrant: each.points for each in event.state.soft} == {1: 900, 2: 0}
    assert not list(verify(event.entries))


@pytest.mark.parametrize(
    ("act", "code", "path"),
    [
        (paint((1, 1001)), "bad-mark", "$.marks[0].points"),
        (paint((1, 500), (2, -1)), "bad-mark", "$.marks[1].points"),
        (paint((9, 500)), "no-entrant", "$.marks[0].entrant"),
        (paint((1, 500), (1, 600)), "already", "$.marks[1].entrant"),
        (paint((1, None)), "no-mark", "$.marks[0].points"),
        (paint((1, 500), number=1), "no-round", "$.round"),
        (paint((1, 500), category="beauty"), "no-category", "$.category"),
        (paint((1, 500), category="sports"), "not-its-giver", "$.category"),
        (soft.Vote("painting", 1, 2), "not-its-giver", "$.category"),
        (soft.Vote("favourite", 1, 1), "not-met", "$.opponent"),
        (soft.Vote("favourite", 1, 9), "no-entrant", "$.opponent"),
        (soft.WithdrawSoft("favourite", 1), "no-mark", "$.giver"),
        (soft.WithdrawSoft("painting", 1), "not-its-giver", "$.category"),
        (soft.RateOpponent("sports", 1, 9, "a", 100), "no-table", "$.table"),
        (soft.RateOpponent("sports", 2, 1, "a", 100), "no-round", "$.round"),
        (soft.RateOpponent("sports", 1, 1, "a", 501), "bad-mark", "$.points"),
    ],
)
def test_what_is_refused(act: Any, code: str, path: str) -> None:
    refused = desk().enter(4).play().refused(act)
    assert (refused.code, refused.path) == (code, path)


def test_a_mark_for_each_round_names_a_round_that_is_paired() -> None:
    event = desk(soft=(SoftCategory("tidy", "Tidiness", each="round"),)).enter(4)
    assert event.refused(paint((1, 500), category="tidy", number=1)).path == "$.round"
    event.play()
    event.do(paint((1, 500), category="tidy", number=1))
    assert event.refused(paint((1, 500), category="tidy")).code == "no-round"


def test_opponents_are_marked_once_there_is_a_result() -> None:
    event = desk().enter(4).pair()
    assert event.refused(rate(event, 1, 1, 400)).code == "no-result"
    pair = event.state.rounds[0].pair_of(1)
    assert pair
    event.do(results.ReportResult(1, pair.table, "a", report(10, 5)))
    event.do(rate(event, 1, 1, 400))
    event.do(rate(event, 1, 1, 300))
    assert [(each.entrant, each.points, each.giver) for each in event.state.soft] == [(opponent(event, 1, 1), 300, 1)]
    event.do(soft.WithdrawSoft("sports", 1, 1))
    assert not event.state.soft


def test_a_vote_is_for_somebody_they_met_and_may_be_changed_until_the_end() -> None:
    event = desk(rounds=2).enter(4).play().play()
    first, second = opponent(event, 1, 1), opponent(event, 2, 1)
    (stranger,) = {2, 3, 4} - {first, second}
    assert event.refused(soft.Vote("favourite", 1, stranger)).code == "not-met"
    event.do(soft.Vote("favourite", 1, first))
    event.do(soft.Vote("favourite", 1, second))
    assert [(each.entrant, each.giver, each.points) for each in event.state.soft] == [(second, 1, 500)]
    event.do(setting.Finish())
    for act in (
        soft.Vote("favourite", 1, first), soft.WithdrawSoft("favourite", 1), paint((1, 100)), rate(event, 1, 1, 100),
    ):  # fmt: skip
        assert event.refused(act).code == "wrong-phase"
    event.do(setting.Reopen(reason="a mark is missing"))
    event.do(soft.Vote("favourite", 1, first))


def test_marks_for_a_game_that_was_not_played_after_all_do_not_count() -> None:
    event = desk().enter(4).play()
    event.do(rate(event, 1, 1, 400))
    event.do(soft.Vote("favourite", 1, opponent(event, 1, 1)))
    marked = opponent(event, 1, 1)
    assert [each.entrant for each in found(event).categories["sports"]] == [marked]
    event.do(results.Clear(1, side_of(event, 1, 1)["table"], reason="the wrong table"))
    assert found(event).categories["sports"] == found(event).categories["favourite"] == ()


# published packs


def test_fairness_of_tabletoptournaments_2307_has_one_highest_mark_for_each_player() -> None:
    """tabletoptournaments.net, tid 2307: fairness is 4 a game; a player gives the 5 to one opponent at most. Three
    games, one opponent who gives the 5: 5 + 4 + 4 = 13."""
    fairness = SoftCategory("fairness", "Fairness", by="opponent", each="round", most=500, usual=400, top_marks=1)
    event = desk(soft=(fairness,)).enter(4).play().play().play()
    event.do(rate(event, 1, 1, 500, "fairness"))
    refused = event.refused(rate(event, 2, 1, 500, "fairness"))
    assert (refused.code, refused.path) == ("top-marks", "$.points")
    event.do(rate(event, 1, 1, 500, "fairness"))
    event.do(rate(event, 2, 1, 300, "fairness"))
    points = {each.entrant: each.points.exact for each in found(event).categories["fairness"]}
    first, second = opponent(event, 1, 1), opponent(event, 2, 1)
    assert (points[first], points[second], points[1]) == ("13", "11", "12")


def test_painting_of_tabletoptournaments_2307() -> None:
    """tid 2307: painting is 1 point for each full 10 per cent, so that 23 % are 2 and 68 % are 6; with the games' 60 at
    most and fairness beside it."""
    event = desk(soft=(PAINTING,), rounds=1).enter(2).play({1: (60, 0)})
    event.do(paint((1, 23 // 10 * 100), (2, 68 // 10 * 100)))
    assert [(each.entrant, each.total.exact) for each in found(event).overall] == [(1, "62"), (2, "6")]


def test_the_chattanooga_classic_is_a_sum() -> None:
    """chattanoogaclassic.blogspot.com/p/rules.html: a win is 10 and a loss 0 (7 and 3 if minor), paint 3+3+3+1, sports
    3+3+3+1 a game, the favourite opponent 5. Best General is battle points alone, Best Overall the sum."""
    sports = SoftCategory("sports", "Sportsmanship", by="opponent", each="round", most=1000)
    event = desk(soft=(PAINTING, sports, FAVOURITE), rounds=2, scoring=VICTORY).enter(2)
    event.pair()
    event.do(results.Enter(1, 1, report(7, 3)))
    one, two = event.state.rounds[0].paired.pairs[0].a, event.state.rounds[0].paired.pairs[0].b
    event.do(paint((one, 600), (two, 1000)))
    event.do(rate(event, 1, one, 1000, "sports"))
    event.do(rate(event, 1, two, 900, "sports"))
    event.do(soft.Vote("favourite", one, two))
    shown = [(each.place, each.entrant, [cell.exact for cell in each.parts], each.total.exact, each.general)
             for each in found(event).overall]  # fmt: skip
    assert shown == [(1, two, ["3", "10", "10", "5"], "28", 2), (2, one, ["7", "6", "9", "0"], "22", 1)]


def test_slaughterhouse_weighs_painting_and_sportsmanship_by_two_and_a_half() -> None:
    """slaughterhousegt.com/tournament/awards: battle 150 at most (50 %), painting x 2.5 = 75 at most (25 %),
    sportsmanship x 2.5 = 75 at most (25 %)."""
    painting = SoftCategory("painting", "Painting", most=3000, weight=250)
    sports = SoftCategory("sports", "Sportsmanship", most=3000, weight=250)
    event = desk(soft=(painting, sports), rounds=1).enter(2).play({1: (150, 149)})
    event.do(paint((1, 3000), (2, 1700)))
    event.do(paint((1, 3000), (2, 2900), category="sports"))
    assert [each.total.exact for each in found(event).overall] == ["300", "264"]
    assert [[cell.shown for cell in each.parts] for each in found(event).overall] == [
        ["150", "75", "75"],
        ["149", "42.5", "72.5"],
    ]


def test_operation_sting_gives_shares() -> None:
    """operationstingtournament.wordpress.com/scoring-2012: battle 45 %, appearance 30 %, sportsmanship 15 %, theme
    10 % of the total. How a share is worked out is not said there: here by the points that are the whole of it."""
    categories = (
        SoftCategory("appearance", "Appearance", most=4000, weight=3000, of=4000),
        SoftCategory("sports", "Sportsmanship", by="opponent", each="round", most=600, weight=1500, of=600),
        SoftCategory("theme", "Theme", most=700, weight=1000, of=700),
    )
    event = desk(soft=categories, overall=Overall(weight=4500, of=6000), rounds=1).enter(2).play({1: (60, 20)})
    event.do(paint((1, 4000), (2, 1000), category="appearance"))
    event.do(rate(event, 1, 1, 300))
    event.do(rate(event, 1, 2, 600))
    event.do(paint((1, 700), (2, 300), category="theme"))
    one, two = found(event).overall
    assert (one.entrant, one.total.exact) == (1, "100")
    # 45 * 20/60 + 30 * 10/40 + 15 * 3/6 + 10 * 3/7
    assert two.total.exact == str(Fraction(15) + Fraction(15, 2) + Fraction(15, 2) + Fraction(30, 7)) == "240/7"
    assert two.total.shown == "34.29"


def test_ironbrush_caps_sportsmanship() -> None:
    """ironbrush.blogspot.com, as the audit of the packs has it: battle 60, sportsmanship 15, painting 30, and 5 of
    sportsmanship for each vote as favourite opponent. Three votes are the 15; a fourth adds nothing."""
    votes = msgspec.structs.replace(FAVOURITE, cap=1500)
    painting = msgspec.structs.replace(PAINTING, most=3000)
    event = desk(soft=(painting, votes), rounds=4, format="round-robin").enter(5).play().play().play().play().play()
    for voter in (2, 3, 4, 5):
        event.do(soft.Vote("favourite", voter, 1))
    event.do(paint((1, 3000)))
    assert found(event).categories["favourite"][0].points.exact == "15"
    assert found(event).categories["favourite"][0].marks == 4
    first = found(event).overall[0]
    assert (first.entrant, [cell.exact for cell in first.parts[1:]]) == (1, ["30", "15"])


def test_ties_are_shared_or_parted_by_the_general_place() -> None:
    for own, places in ((Overall(ties="shared"), [1, 1]), (Overall(ties="general"), [1, 2])):
        event = desk(soft=(PAINTING,), overall=own, rounds=1).enter(2).play({1: (10, 5)})
        event.do(paint((2, 500)))
        shown = found(event).overall
        assert [each.place for each in shown] == places and [each.entrant for each in shown] == [1, 2]
        assert {each.total.exact for each in shown} == {"10"}


def test_equals_in_a_category_share_a_place_and_who_has_no_mark_is_not_listed() -> None:
    event = desk().enter(4).play()
    event.do(paint((1, 500), (3, 900), (4, 500)))
    shown = [(each.place, each.entrant, each.points.shown) for each in found(event).categories["painting"]]
    assert shown == [(1, 3, "9"), (2, 1, "5"), (2, 4, "5")]


# a second method


def by_chance(number: int) -> Desk:
    """An event with marks of all kinds, changed and taken back, by chance; the same number gives the same event."""
    chance = random.Random(number)
    given = [_category(chance, word) for word in ("staff", "staff-round", "opponent", "vote")]
    ties: Any = chance.choice(("shared", "general"))
    own = Overall(chance.choice(("", "match", "victory")), chance.choice((0, 50, 100, 4500)),
                  chance.choice((0, 700, 6000)), ties)  # fmt: skip
    ranks: Any = chance.choice(("match", "victory"))
    event = Desk(soft=tuple(given), overall=own, rounds=3, scoring=Scoring(ranks=ranks))
    event.enter(chance.choice((4, 5, 6, 9)))
    for _round in range(chance.randint(1, 3)):
        event.play({table: (chance.randint(0, 3), chance.randint(0, 3)) for table in range(1, 6)})
        for _act in range(chance.randint(5, 25)):
            _one(chance, event)
    if chance.random() < 0.3:
        event.do(results.Clear(len(event.state.rounds), 1, reason="by chance"))
    return event


def _category(chance: random.Random, word: str) -> SoftCategory:
    by: Any = "staff" if word.startswith("staff") else word
    least = 0 if by == "vote" else chance.choice((-200, 0, 100))
    return SoftCategory(
        word, word, by=by, each="round" if word in ("staff-round", "opponent") else "event", least=least,
        most=chance.choice((300, 500)), usual=chance.choice((None, 200)) if by == "opponent" else None,
        cap=chance.choice((None, 700)), weight=chance.choice((0, 100, 250, 3000)), of=chance.choice((0, 300, 4000)),
    )  # fmt: skip


def _one(chance: random.Random, event: Desk) -> None:
    """A mark, changed or taken back by chance. What the rules do not allow just now is left out."""
    giver, number = chance.choice(list(event.state.entrants)), chance.randint(1, len(event.state.rounds))
    pair = event.state.rounds[number - 1].pair_of(giver)
    points = chance.choice((100, 200, 300))
    marks = ((giver, chance.choice((points, points, None))),)
    acts: list[Any] = [
        paint(*marks, category="staff"), paint(*marks, category="staff-round", number=number),
        soft.Vote("vote", giver, chance.choice(list(event.state.entrants))),
        soft.WithdrawSoft(*chance.choice((("vote", giver, 0), ("opponent", giver, number)))),
    ]  # fmt: skip
    if pair:
        acts += [rate(event, number, giver, points, "opponent")] * 2
    act = chance.choice(acts)
    try:
        stream.decide(event.state, act, AT)
    except Refused:
        return
    event.do(act)


def test_a_second_method_agrees_on_best_overall_of_events_by_chance() -> None:
    rows, tied, kinds = 0, 0, set()
    for number in range(60):
        event = by_chance(number)
        table = event_standings.current(event.state)
        terms = event.state.terms
        assert terms.overall
        points = terms.overall.points or terms.ranks
        general = {each.entrant: (each.place, each.card.of(points)) for each in table.places}
        second = second_overall.table(event.entries, general)
        ours = awards(event.state, table).overall if terms.overall else ()
        shown = [(each.place, Fraction(each.total.exact)) for each in ours]
        assert shown == [(place, Fraction(top, bottom)) for place, _entrant, top, bottom in second], f"event {number}"
        assert {each.entrant: each.place for each in ours} == {entrant: place for place, entrant, *_rest in second}
        rows, tied = rows + len(ours), tied + len(ours) - len({each.place for each in ours})
        kinds |= {type(each.act) for each in event.entries}
    assert rows > 250 and tied > 20
    assert {soft.GiveSoft, soft.RateOpponent, soft.Vote, soft.WithdrawSoft, results.Clear, rounds.PairRound} <= kinds
