"""Tallies: points beside the three kinds that every event has, and the parts of victory points.

Sources: WSC 2019, the rules of a Blood Bowl tournament (nafl.de/wsc/WSC_2019/eng.html), gives 4 for a win, 2 for a
draw, 1 for a defeat by one touchdown and 0 for another, and parts those who are level by the difference of touchdowns,
the difference of casualties, touchdowns and casualties. Games Workshop's Tournament Companion caps primary missions at
50, secondary ones at 40 and all victory points at 100, with 10 for a painted army. The Middle-earth guide calls a
victory with double the points a major one (6, 5, 2, 1, 0). None of them prints a result sheet: the scores of the games
below are ours.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from gamelog.contest import counting, event_standings, scoring, standings, tiebreaks, validation
from gamelog.contest.acts import results, rounds
from gamelog.contest.cards import Card, RoundScore
from gamelog.contest.errors import Refused
from gamelog.contest.outcomes import BattleOutcome, SideOutcome, alike
from gamelog.contest.presets import PRESETS, scoring_of
from gamelog.contest.terms import Award, Band, Bonus, Scoring, TeamTerms, Terms, TieBreak
from gamelog.contest.terms_soft import Overall, SoftCategory
from gamelog.contest.terms_tallies import Major, Tally
from gamelog.contest.tiebreaks.crosstable import Bounds, Crosstable
from tests.contest.desk import Desk

TOUCHDOWNS = Tally("touchdowns", "Touchdowns", "Тачдауны", into="victory")
CASUALTIES = Tally("casualties", "Casualties", "Травмы")
WSC = Scoring(
    win=400, draw=200, loss=100, major=Major(400, 0, over=100), tallies=(TOUCHDOWNS, CASUALTIES),
    bye=Award(match=400), half_bye=Award(match=200), forfeit_win=Award(match=400),
)  # fmt: skip
WSC_ORDER = tuple(
    TieBreak("points", "1", of=kind)
    for kind in ("touchdowns.difference", "casualties.difference", "touchdowns", "casualties")
)


def side(touchdowns: int, casualties: int) -> SideOutcome:
    """What a coach reports, in whole points."""
    return SideOutcome(touchdowns * 100, tallies={"touchdowns": touchdowns * 100, "casualties": casualties * 100})


def game(a: tuple[int, int], b: tuple[int, int]) -> BattleOutcome:
    """A game by touchdowns and casualties of both sides."""
    return BattleOutcome(a=side(*a), b=side(*b))


def mission(primary: int, secondary: int, *bonuses: str) -> SideOutcome:
    """A side's primary and secondary points."""
    return SideOutcome((primary + secondary) * 100, bonuses, {"primary": primary * 100, "secondary": secondary * 100})


class TestPrimariesAndSecondaries:
    SCORING = scoring_of("primary-and-secondary@1")

    def test_each_part_is_capped_by_itself(self) -> None:
        """The Companion's limits: 55 + 38 + 10 counts as 50 + 38 + 10 = 98."""
        first, second = scoring.score(self.SCORING, BattleOutcome(a=mission(55, 38, "painted"), b=mission(20, 45)))
        assert (first.victory, first.tallies) == (9800, {"primary": 5000, "secondary": 3800})
        assert (second.victory, second.tallies) == (6000, {"primary": 2000, "secondary": 4000})
        assert (first.outcome, first.match, second.match) == ("win", 200, 0)

    def test_all_of_it_is_capped_too(self) -> None:
        most = mission(50, 40, "painted")
        assert scoring.score(self.SCORING, BattleOutcome(a=most))[0].victory == 10_000
        beside = msgspec.structs.replace(most, victory=9500)
        assert scoring.score(self.SCORING, BattleOutcome(a=beside))[0].victory == 10_000

    def test_victory_points_without_parts_count_whole(self) -> None:
        """A record that knows only the sum."""
        assert scoring.score(self.SCORING, BattleOutcome(a=SideOutcome(7300)))[0].victory == 7300

    def test_the_caps_decide_who_wins(self) -> None:
        first, second = scoring.score(self.SCORING, BattleOutcome(a=mission(60, 0), b=mission(51, 1)))
        assert (first.victory, second.victory, first.outcome) == (5000, 5100, "loss")

    @pytest.mark.parametrize(
        ("found", "path", "text"),
        [
            (mission(51, 0), "$.report.a.tallies.primary", "Primary missions of side a is from 0 to 50, not 51"),
            (mission(0, 41), "$.report.a.tallies.secondary", "Secondary missions of side a is from 0 to 40, not 41"),
            (mission(-1, 0), "$.report.a.tallies.primary", "Primary missions of side a is from 0 to 50, not -1"),
            (SideOutcome(0, (), {"primary": 100}), "$.report.a.victory",
             "victory points of side a are 0, and their parts come to 1"),
            (SideOutcome(0, (), {"kills": 100}), "$.a.tallies.kills",
             "there is no tally kills (there are: primary, secondary)"),
        ],
    )  # fmt: skip
    def test_people_report_no_more_than_counts(self, found: SideOutcome, path: str, text: str) -> None:
        desk = Desk(scoring=self.SCORING).enter(2).pair()
        report = BattleOutcome(a=found)
        for act in (
            results.ReportResult(round=1, table=1, side="a", report=report),
            results.Enter(round=1, table=1, report=report),
            results.Rule(round=1, table=1, report=report, reason="a wrong sheet"),
            results.Concede(round=1, table=1, side="b", report=report),
        ):
            refused = desk.refused(act)
            assert (refused.code, refused.path, refused.text) == ("bad-report", path, text)

    def test_exactly_the_most_is_taken(self) -> None:
        desk = Desk(scoring=self.SCORING).enter(2).pair()
        desk.do(results.Enter(round=1, table=1, report=BattleOutcome(a=mission(50, 40), b=mission(0, 0))))
        pair = desk.state.rounds[0].paired.pairs[0]
        cards = counting.cards(desk.state)
        assert cards[pair.a].rounds[0].tallies == {"primary": 5000, "secondary": 4000}
        assert cards[pair.b].rounds[0].tallies_against == {"primary": 5000, "secondary": 4000}


class TestBloodBowl:
    """Four coaches of the WSC's scoring, three rounds; the games are ours.

    1 beats 2 by 2-1 with casualties 1-3, draws with 3 at 1-1 (2-2), beats 4 by 3-0 (0-1). 3 beats 4 by 2-0 (4-0) and
    loses to 2 by 0-2 (1-0). 2 beats 4 by 1-0 (0-5).
    """

    GAMES = (
        (1, 2, (2, 1), (1, 3)), (3, 4, (2, 4), (0, 0)),
        (1, 3, (1, 2), (1, 2)), (2, 4, (1, 0), (0, 5)),
        (1, 4, (3, 0), (0, 1)), (2, 3, (2, 0), (0, 1)),
    )  # fmt: skip

    def cards(self, worth: Scoring = WSC) -> dict[int, Card]:
        rounds: dict[int, list[RoundScore]] = {number: [] for number in range(1, 5)}
        for at, (a, b, mine, its) in enumerate(self.GAMES):
            first, second = scoring.score(worth, game(mine, its))
            for me, foe, own, other in ((a, b, first, second), (b, a, second, first)):
                rounds[me].append(
                    RoundScore(
                        at // 2 + 1, "played", foe, own.outcome, own.match, own.battle, other.battle, own.victory,
                        other.victory, tallies=own.tallies, tallies_against=other.tallies,
                    )
                )  # fmt: skip
        return {number: Card(number, number, tuple(found)) for number, found in rounds.items()}

    def table(self, terms: Terms) -> list[tuple[int, int, list[str]]]:
        found = standings.standings(self.cards(terms.scoring), terms, "seed")
        return [(each.place, each.entrant, [cell.shown for cell in each.cells]) for each in found.places]

    def test_a_close_defeat_is_worth_a_point(self) -> None:
        worth = [scoring.score(WSC, game((mine, 0), (its, 0))) for mine, its in ((2, 1), (2, 0), (1, 1))]
        assert [(one.match, other.match) for one, other in worth] == [(400, 100), (400, 0), (200, 200)]

    def test_the_order_of_the_wsc(self) -> None:
        """1 has 4 + 2 + 4 = 10, 2 has 1 + 4 + 4 = 9, 3 has 4 + 2 + 0 = 6, 4 has 0 + 1 + 0 = 1."""
        assert self.table(Terms("kt", scoring=WSC, tiebreaks=WSC_ORDER)) == [
            (1, 1, ["10", "4", "-3", "6", "3"]),
            (2, 2, ["9", "2", "-4", "4", "3"]),
            (3, 3, ["6", "0", "5", "3", "7"]),
            (4, 4, ["1", "-6", "2", "0", "6"]),
        ]

    def test_casualties_part_those_who_are_level(self) -> None:
        terms = Terms("kt", scoring=WSC, tiebreaks=WSC_ORDER[1:2])
        level = msgspec.structs.replace(terms, scoring=msgspec.structs.replace(WSC, win=0, draw=0, loss=0, major=None))
        assert [entrant for _place, entrant, _cells in self.table(level)] == [3, 4, 1, 2]

    def test_an_event_can_be_ranked_by_a_tally(self) -> None:
        terms = Terms("kt", scoring=msgspec.structs.replace(WSC, ranks="casualties"))
        assert [(entrant, cells) for _place, entrant, cells in self.table(terms)] == [
            (3, ["7"]), (4, ["6"]), (1, ["3"]), (2, ["3"])
        ]  # fmt: skip
        assert standings.criteria_of(terms)[0].column.en == "Casualties"

    def test_columns_are_called_by_what_they_count(self) -> None:
        terms = Terms("kt", scoring=WSC, tiebreaks=(*WSC_ORDER[:2], TieBreak("sos", "1", of="touchdowns")))
        assert [(each.column.en, each.column.ru) for each in standings.criteria_of(terms)[1:]] == [
            ("Touchdowns difference", "Тачдауны: разница"),
            ("Casualties difference", "Травмы: разница"),
            ("Strength of schedule, sum, opponents' points: touchdowns",
             "Сила соперников, сумма, очки соперников: тачдауны"),
        ]  # fmt: skip

    def test_strength_of_schedule_of_a_tally(self) -> None:
        """1 met 2, 3 and 4, who have 4 + 3 + 0 touchdowns; per round 7/9 of it all is 7/3 by three."""
        cards, terms = self.cards(), Terms("kt", scoring=WSC)
        values = {
            id: tiebreaks.load(id, "1").compute(
                Crosstable(cards, terms), 1, tiebreaks.settings(TieBreak(id, "1", of="touchdowns")), ()
            ).value
            for id in ("sos", "sos-mean", "points-per-game", "median-points")
        }  # fmt: skip
        assert {id: str(value) for id, value in values.items()} == {
            "sos": "7", "sos-mean": "7/3", "points-per-game": "2", "median-points": "2"
        }  # fmt: skip

    def test_the_fewest_against(self) -> None:
        against = TieBreak("points", "1", {"fewest": 1}, of="touchdowns.against")
        found = self.table(Terms("kt", scoring=msgspec.structs.replace(WSC, win=0, draw=0, loss=0, major=None),
                                 tiebreaks=(against,)))  # fmt: skip
        assert [(entrant, cells[1]) for _place, entrant, cells in found] == [(1, "-2"), (2, "-2"), (3, "-3"), (4, "-6")]

    def test_the_preset_adds_the_head_to_head_and_the_strength_of_schedule(self) -> None:
        preset = PRESETS["blood-bowl@1"]
        assert [(each.id, each.of) for each in preset.tiebreaks] == [
            ("head-to-head", ""), *(("points", each.of) for each in WSC_ORDER), ("sos", "")
        ]  # fmt: skip
        worth = [scoring.score(preset.make(0), game((mine, 0), (its, 0))) for mine, its in ((2, 1), (3, 0), (1, 1))]
        assert [(one.match, other.match) for one, other in worth] == [(500, 100), (500, 0), (200, 200)]


class TestMajorVictories:
    SCORING = scoring_of("major-and-minor@1")

    @pytest.mark.parametrize(
        ("mine", "its", "worth"),
        [(12, 6, (600, 0)), (12, 7, (500, 100)), (1, 0, (600, 0)), (5, 5, (200, 200)), (0, 0, (200, 200)),
         (6, 12, (0, 600)), (7, 12, (100, 500))],
    )  # fmt: skip
    def test_double_is_a_major_victory(self, mine: int, its: int, worth: tuple[int, int]) -> None:
        found = scoring.score(self.SCORING, BattleOutcome(a=SideOutcome(mine * 100), b=SideOutcome(its * 100)))
        assert tuple(each.match for each in found) == worth

    def test_who_won_by_word_and_is_behind_has_a_minor_victory(self) -> None:
        found = scoring.score(self.SCORING, BattleOutcome("a", SideOutcome(300), SideOutcome(900)))
        assert tuple(each.match for each in found) == (500, 100)

    def test_a_lead_counts_where_the_terms_say_so(self) -> None:
        by_lead = msgspec.structs.replace(self.SCORING, major=Major(600, 0, over=300))
        worth = [scoring.score(by_lead, BattleOutcome(a=SideOutcome(each))) for each in (300, 301)]
        assert [one.match for one, _other in worth] == [500, 600]

    def test_the_best_win_is_what_percentages_are_of(self) -> None:
        cards = {1: Card(1, 1, (RoundScore(1, "played", 2, "win", 600),)),
                 2: Card(2, 2, (RoundScore(1, "played", 1, "loss", 0),))}  # fmt: skip
        terms = Terms("kt", scoring=self.SCORING, tiebreaks=(TieBreak("match-win", "1"),))
        assert standings.standings(cards, terms, "").places[0].cells[1].exact == "1"

    def test_leaders_are_the_third_tie_break(self) -> None:
        """Level on points and their difference, as on points: 3-1 and 3-1; the slain leaders decide."""
        preset = PRESETS["middle-earth@2"]
        worth, desk = preset.make(0), Desk(scoring=scoring_of("middle-earth@2"), tiebreaks=preset.tiebreaks)
        desk.enter(4).pair()
        slain = ({"leaders": 0}, {"leaders": 100})
        for pair, leaders in zip(desk.state.rounds[0].paired.pairs, slain, strict=True):
            report = BattleOutcome(a=SideOutcome(300, (), leaders), b=SideOutcome(100))
            desk.do(results.Enter(round=1, table=pair.table, report=report))
        first = event_standings.current(desk.state, "corrected").places[0]
        assert first.entrant == desk.state.rounds[0].paired.pairs[1].a
        assert [cell.shown for cell in first.cells] == ["3", "2", "3", "1"]
        assert worth.tallies[0].listed


class TestTeams:
    def test_a_match_adds_up_the_tallies_of_its_boards(self) -> None:
        boards = [scoring.score(WSC, game((2, 1), (1, 3))), scoring.score(WSC, game((0, 2), (1, 0)))]
        first, second = scoring.score_team(Scoring(), boards)
        assert (first.tallies, second.tallies) == (
            {"touchdowns": 200, "casualties": 300}, {"touchdowns": 200, "casualties": 300}
        )  # fmt: skip

    def test_the_limits_of_a_match_are_those_of_its_boards(self) -> None:
        capped = Scoring(tallies=(Tally("kills", "Kills", cap=500), Tally("free", "Free")))
        crosstable = Crosstable({}, Terms("kt", scoring=capped, teams=TeamTerms(size=3)))
        assert crosstable.bounds("kills") == crosstable.bounds("kills.against") == Bounds(0, 750, 1500)
        assert (crosstable.bounds("kills.difference"), crosstable.bounds("free")) == (Bounds(-1500, 0, 1500), None)


class TestRoundsWithoutABattle:
    def test_an_award_has_tallies_for_and_against(self) -> None:
        award = Award(match=400, tallies={"touchdowns": 200}, tallies_against={"casualties": 100})
        desk = Desk(scoring=msgspec.structs.replace(WSC, bye=award)).enter(3).pair()
        card = counting.cards(desk.state)[desk.state.rounds[0].paired.bye]
        assert (card.of("touchdowns"), card.of("casualties.difference")) == (200, -100)

    def test_they_can_be_the_own_mean(self) -> None:
        award = Award(own_mean=("touchdowns", "casualties.against"))
        worth = msgspec.structs.replace(WSC, bye=award)
        played = [
            RoundScore(at, "played", 2, tallies={"touchdowns": made}, tallies_against={"casualties": lost})
            for at, made, lost in ((1, 100, 300), (2, 200, 0))
        ]
        found = scoring.with_own_means(worth, (*played, RoundScore(3, "bye")))[2]
        assert (found.tallies, found.tallies_against) == ({"touchdowns": 150}, {"casualties": 150})

    def test_a_forfeit_has_what_its_award_says(self) -> None:
        worth = msgspec.structs.replace(WSC, forfeit_win=Award(match=400, tallies={"touchdowns": 100}))
        first, second = scoring.score(worth, BattleOutcome(forfeit="b", a=side(9, 9)))
        assert (first.tallies, second.tallies) == ({"touchdowns": 100}, {})


def test_a_tally_of_nothing_says_no_more_than_none() -> None:
    desk = Desk(scoring=WSC).enter(2).pair()
    bare, told = BattleOutcome(a=SideOutcome(100)), BattleOutcome(a=SideOutcome(100, (), {"casualties": 0}))
    assert bare != told and alike(bare, told) and not alike(told, game((1, 1), (0, 0)))
    desk.do(results.ReportResult(round=1, table=1, side="a", report=bare))
    desk.do(results.ReportResult(round=1, table=1, side="b", report=told))
    assert desk.state.rounds[0].results["1"].standing == "confirmed"


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"tallies": (CASUALTIES, CASUALTIES)}, "$.scoring.tallies[1].id"),
        ({"tallies": (Tally("battle", "Battle"),)}, "$.scoring.tallies[0].id"),
        ({"tallies": (Tally("kills", "Kills", cap=0),)}, "$.scoring.tallies[0].cap"),
        ({"ranks": "kills"}, "$.scoring.ranks"),
        ({"ranks": "victory.against"}, "$.scoring.ranks"),
        ({"ranks": "match.difference"}, "$.scoring.ranks"),
        ({"bye": Award(tallies={"kills": 100})}, "$.scoring.bye.tallies.kills"),
        ({"tallies": (Tally("kills", "Kills", cap=100),), "bye": Award(tallies={"kills": 101})},
         "$.scoring.bye.tallies.kills"),
        ({"bye": Award(tallies_against={"kills": 100})}, "$.scoring.bye.tallies_against.kills"),
        ({"bye": Award(own_mean=("kills",))}, "$.scoring.bye.own_mean[0]"),
        ({"major": Major(400, 0)}, "$.scoring.major.times"),
        ({"major": Major(200, 0, times=2)}, "$.scoring.major.win"),
        ({"major": Major(400, 50, times=2)}, "$.scoring.major.loss"),
    ],
)  # fmt: skip
def test_contradictions_are_found(change: dict[str, Any], path: str) -> None:
    assert [each.path for each in validation.problems(Terms("kt", scoring=Scoring(**change)))] == [path]


def test_a_kind_that_the_event_does_not_have_is_named() -> None:
    terms = Terms(
        "kt", tiebreaks=(TieBreak("sos", "1", of="kills"), TieBreak("sonneborn-berger", "2026", by="kills")),
        soft=(SoftCategory("paint", "Paint"),), overall=Overall(points="kills"),
        teams=TeamTerms(size=2, scoring=Scoring(tallies=(CASUALTIES,), ranks="kills")),
    )  # fmt: skip
    assert [each.path for each in validation.problems(terms)] == [
        "$.teams.scoring.tallies", "$.teams.scoring.ranks", "$.tiebreaks[0].of", "$.tiebreaks[1].by",
        "$.overall.points",
    ]  # fmt: skip


def test_what_is_not_said_leaves_no_trace() -> None:
    """Acts and standings of events without tallies are the bytes that they were."""
    assert msgspec.json.encode(Scoring()) == b"{}"
    assert msgspec.json.encode(SideOutcome(100)) == b'{"victory":100}'
    found = scoring.score(Scoring(scale=(Band(0, None, 1000, 1000),), bonuses=(Bonus("x", "X"),)), BattleOutcome())
    assert msgspec.json.encode(found[0]) == b'{"outcome":"draw","match":100,"battle":1000}'


def test_a_recorded_battle_may_have_more_than_counts() -> None:
    desk = Desk(scoring=scoring_of("primary-and-secondary@1")).enter(2).pair()
    desk.do(rounds.OpenTable(round=1, table=1, game="g"))
    report = BattleOutcome(a=mission(55, 38))
    desk.do(results.TakeGame(round=1, table=1, report=report, game="g", head="h"))
    card = counting.cards(desk.state)[desk.state.rounds[0].paired.pairs[0].a]
    assert (card.of("victory"), card.of("primary")) == (8800, 5000)
    with pytest.raises(Refused):
        scoring.require_plausible(desk.state.terms.scoring, report)


@pytest.mark.parametrize("number", range(300))
def test_random_results_by_plain_arithmetic(number: int) -> None:
    """What a result is worth, a second time: limits by hand, the ratio by fractions, and nothing of `scoring`."""
    chance = random.Random(number)
    limits: dict[str, int | None] = {
        "primary": chance.choice((None, 3000, 5000)),
        "secondary": chance.choice((None, 2500)),
    }
    most, times, over = chance.choice((None, 6000)), chance.choice((0, 2, 3)), chance.choice((None, 0, 1500))
    worth = Scoring(
        tallies=(*(Tally(id, id, cap=cap, into="victory") for id, cap in limits.items()), CASUALTIES), win=500,
        draw=200, loss=100, victory_cap=most, major=Major(600, 0, times, over) if times or over is not None else None,
    )  # fmt: skip
    parts = [{id: chance.randint(0, 60) * 100 for id in limits} for _side in range(2)]
    beside = [chance.choice((0, 0, 700)) for _side in range(2)]
    sides = [
        SideOutcome(sum(found.values()) + rest, (), found | {"casualties": 100})
        for found, rest in zip(parts, beside, strict=True)
    ]
    counted = []
    for found, rest in zip(parts, beside, strict=True):
        whole = rest
        for id, points in found.items():
            limit = limits[id]
            whole += points if limit is None else min(points, limit)
        counted.append(whole if most is None else min(whole, most))
    high, low = max(counted), min(counted)
    ratio = bool(times) and (low == 0 or Fraction(high, low) >= times)
    clear = high > low and worth.major is not None and (ratio or (over is not None and high - low > over))
    best, least = (600, 0) if clear else (500, 100)
    expected = [200 if high == low else best if points == high else least for points in counted]
    made = scoring.score(worth, BattleOutcome(a=sides[0], b=sides[1]))
    assert [each.victory for each in made] == counted
    assert [each.match for each in made] == expected
