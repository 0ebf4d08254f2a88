"""Standings as a whole: places, groups, explanations; and against a second method on every value."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any, get_args

import msgspec
import pytest

from gamelog.contest import tiebreaks
from gamelog.contest.cards import How
from gamelog.contest.errors import Refused
from gamelog.contest.places import Column, Explanation, StandingsTable
from gamelog.contest.points import shown
from gamelog.contest.standings import explain, split, standings
from gamelog.contest.terms import Scoring, Terms, TieBreak
from gamelog.contest.terms_tallies import names_of
from gamelog.contest.tiebreaks.rule import Worked
from tests.contest import second_method
from tests.contest.crosstables import CHESS, TEC_LONG, TEC_SWISS, read
from tests.contest.random_events import TALLIES, event, level_event


def terms(*wanted: str | TieBreak, scoring: Scoring = CHESS) -> Terms:
    """Terms with tie-breaks by id, of their newest version."""
    newest = {rule.id: rule.version for rule in tiebreaks.ALL}
    found = tuple(each if isinstance(each, TieBreak) else TieBreak(each, newest[each]) for each in wanted)
    return Terms("kt", scoring=scoring, tiebreaks=found)


def order(table: StandingsTable) -> list[tuple[int, int]]:
    """Place and entrant of every row."""
    return [(place.place, place.entrant) for place in table.places]


def column(table: StandingsTable, index: int) -> dict[int, str]:
    """What a column shows for whom."""
    return {place.entrant: place.cells[index].shown for place in table.places}


class TestPlaces:
    def test_published_swiss_with_two_tie_breaks(self) -> None:
        """FIDE exercises, by Buchholz and Sonneborn-Berger of 2023. 1 and 16 have 3.5 and 12.5; 8 against 5.25."""
        found = standings(
            read(TEC_SWISS), terms(TieBreak("buchholz", "2023"), TieBreak("sonneborn-berger", "2023")), "seed"
        )
        assert order(found) == list(enumerate([2, 3, 4, 1, 16, 6, 11, 8, 5, 15, 12, 14, 7, 13, 9, 10], 1))
        assert found.rounds == 5
        assert [cell.shown for cell in found.places[3].cells] == ["3.5", "12.5", "8"]

    def test_equals_share_a_place_and_stand_in_the_order_of_the_first_list(self) -> None:
        cards = read({7: "+8", 4: "+9", 2: "+1", 8: "-7", 9: "-4", 1: "-2"})
        assert order(standings(cards, terms(), "")) == [(1, 7), (1, 4), (1, 2), (4, 8), (4, 9), (4, 1)]

    def test_without_anybody(self) -> None:
        assert standings({}, terms("sos"), "") == StandingsTable(0, standings({}, terms("sos"), "").columns, ())

    def test_before_the_first_round_everybody_is_first(self) -> None:
        assert order(standings(read({1: "", 2: ""}), terms("buchholz", "direct-encounter"), "")) == [(1, 1), (1, 2)]

    @pytest.mark.parametrize(("ranks", "best"), [("match", 1), ("battle", 2), ("victory", 3)])
    def test_the_score_is_what_the_event_ranks_by(self, ranks: Any, best: int) -> None:
        cards = read({1: "+2:20:10 +3:10:0", 2: "-1:10:20 +3:25:20", 3: "-1:0:10 -2:20:25"})
        cards[3] = msgspec.structs.replace(cards[3], victory_adjustment=1600)  # 20 + 16 beats 35 and 30
        found = standings(cards, terms(scoring=msgspec.structs.replace(CHESS, ranks=ranks)), "")
        assert found.places[0].entrant == best

    def test_a_penalty_is_part_of_the_score(self) -> None:
        cards = read({1: "+2", 2: "-1"})
        cards[1] = msgspec.structs.replace(cards[1], match_adjustment=-150)
        found = standings(cards, terms(), "")
        assert order(found) == [(1, 2), (2, 1)]
        assert column(found, 0) == {2: "0", 1: "-0.5"}

    def test_rounding_never_decides(self) -> None:
        """A win is a thousand points; 2 was given one hundredth of a point. 0.5 and 0.500005 look alike."""
        scoring = Scoring(win=100_000, draw=50_000, ranks="victory")
        cards = read({1: "=2", 2: "=1"}, scoring)
        cards[2] = msgspec.structs.replace(cards[2], match_adjustment=1)
        found = standings(cards, terms("match-win", scoring=scoring), "")
        assert order(found) == [(1, 2), (2, 1)]
        assert column(found, 1) == {2: "0.5", 1: "0.5"}
        assert [place.cells[1].exact for place in found.places] == ["50001/100000", "1/2"]

    def test_who_has_no_value_comes_after_who_has_one(self) -> None:
        values = {1: None, 2: Fraction(-1), 3: Fraction(2), 4: None, 5: Fraction(2)}
        worked = {entrant: Worked(value) for entrant, value in values.items()}
        assert split((1, 2, 3, 4, 5), worked) == [(3, 5), (2,), (1, 4)]

    def test_head_to_head_is_for_two_who_met(self) -> None:
        """2 and 3 are level and met; 4 and 5 are level and did not: no value there, and no order either."""
        rows = {1: "+2 +3 +4 +5", 2: "-1 +3 +9 none", 3: "+9 -1 -2 +9", 4: "none none -1 +9", 5: "none none +9 -1"}
        cards = read(rows | {9: "-3 none none none"})
        found = standings(cards, terms("head-to-head"), "")
        assert order(found) == [(1, 1), (2, 2), (3, 3), (4, 4), (4, 5), (6, 9)]
        assert column(found, 1) == {1: "", 2: "1", 3: "0", 4: "", 5: "", 9: ""}

    def test_who_withdrew_stays_listed(self) -> None:
        cards = read({1: "+2 +9", 2: "-1 none", 9: "none -1"})
        cards[2] = msgspec.structs.replace(cards[2], withdrawn=True)
        found = standings(cards, terms(), "")
        assert [(place.entrant, place.card.withdrawn) for place in found.places] == [(1, False), (2, True), (9, False)]

    def test_rows_carry_the_card_the_count_of_results_and_how_sure_they_are(self) -> None:
        cards = read({1: "+2 =2 -2 bye", 2: "-1 =1 +1 none"})
        found = standings(cards, terms(), "", {1: ("verified", "confirmed", "ruled", "awarded")})
        first, second = found.places
        assert (first.wins, first.draws, first.losses, first.card) == (1, 1, 1, cards[1])
        assert (first.results, second.results) == (("verified", "confirmed", "ruled", "awarded"), ())

    def test_columns_name_the_tie_breaks_and_what_is_unusual_about_them(self) -> None:
        found = standings(read({1: "bye"}), terms("sos", TieBreak("buchholz", "2023", {"cut-lowest": 1})), "")
        assert found.columns == (
            Column("score", "1", "Match points", "Очки"),
            Column("sos", "2", "Strength of schedule, sum", "Сила соперников, сумма", {"from-round": 1}),
            Column("buchholz", "2023", "Buchholz, lowest left out: 1", "Бухгольц, отброшено меньших: 1",
                   {"cut-lowest": 1, "cut-highest": 0}),
        )  # fmt: skip

    def test_a_tie_break_that_is_not_there_is_refused(self) -> None:
        wanted = Terms("kt", tiebreaks=(TieBreak("sos", "1"), TieBreak("buchholz", "1999")))
        with pytest.raises(Refused) as refused:
            standings(read({1: "bye"}), wanted, "")
        assert refused.value.path == "$.tiebreaks[1].version"


class TestGroups:
    """FIDE exercises, page 43: 1, 2, 4 and 6 have six points. Direct encounter: 6 first, 2 last, 1 and 4 level."""

    def test_what_a_group_was_split_by_stays_and_the_next_goes_on_inside(self) -> None:
        found = standings(read(TEC_LONG), terms("direct-encounter", "victory-points", "wins-played"), "")
        # wins: 1 beat 9, 15, 8; 4 beat 12, 13, 15; both three. 2 beat four and stays behind
        assert order(found)[:5] == [(1, 3), (2, 6), (3, 1), (3, 4), (5, 2)]
        assert [column(found, 1)[entrant] for entrant in (3, 6, 1, 4, 2)] == ["", "3", "1", "1", "0"]

    def test_the_order_of_tie_breaks_counts(self) -> None:
        found = standings(read(TEC_LONG), terms("wins-played", "direct-encounter"), "")
        # wins: 2 beat 10, 7, 16, 3; 6 beat 10, 8, 2, 16; 1 and 4 three each. 6 beat 2; 1 drew with 4
        assert order(found)[1:5] == [(2, 6), (3, 2), (4, 1), (4, 4)]
        assert [column(found, 2)[entrant] for entrant in (6, 2, 1, 4)] == ["1", "0", "0", "0"]

    def test_a_direct_encounter_again_sees_the_smaller_group(self) -> None:
        """Three level who beat each other in a ring; victory points take one out; of the others one beat the other."""
        cards = read({1: "+2:5:0 -3:0:1", 2: "-1:0:5 +3:5:0", 3: "+1:1:0 -2:0:5"})
        found = standings(cards, terms("direct-encounter", "victory-points", "direct-encounter"), "")
        assert order(found) == [(1, 1), (2, 2), (3, 3)]
        assert [[cell.shown for cell in place.cells] for place in found.places] == [
            ["1", "0", "5", "1"],
            ["1", "0", "5", "0"],
            ["1", "0", "1", ""],
        ]


class TestExplain:
    CARDS = read({1: "+2 half", 2: "-1 +9", 9: "-2 none"})

    def test_the_score(self) -> None:
        cards = dict(self.CARDS)
        cards[1] = msgspec.structs.replace(cards[1], match_adjustment=-25)
        found = explain(cards, terms("sos"), "", 1, 0)
        assert [(term.round, term.opponent, term.shown, term.en) for term in found.terms] == [
            (1, 2, "1", ""), (2, 0, "0.5", ""), (0, 0, "-0.25", "penalties and awards"),
        ]  # fmt: skip
        assert (found.en, found.value.exact, found.column.id) == ("1 + 0.5 − 0.25 = 1.25", "5/4", "score")

    def test_a_tie_break_with_a_cut_and_a_dummy(self) -> None:
        """1 made 1.5; met 2 who made 1; the dummy of round 2 counts for two draws, and goes first."""
        found = explain(self.CARDS, terms(TieBreak("buchholz", "2026", {"cut-lowest": 1})), "", 1, 1)
        met, missed = found.terms
        assert (met.round, met.opponent, met.exact, met.left_out) == (1, 2, "1", False)
        assert (missed.round, missed.opponent, missed.exact, missed.left_out) == (2, 0, "1", True)
        assert missed.en == "half-point bye: a dummy on 1.5, counted as 1"
        assert missed.ru == "бай на половину очка: условный соперник с 1.5, считается как 1"
        assert (found.en, found.ru) == ("1 = 1; left out: 1", "1 = 1; отброшено: 1")
        assert "dummy counts for no more" in found.rule_en and "1 March 2026" in found.source
        assert "1 марта 2026" in found.source_ru

    def test_an_opponent_whose_last_rounds_count_as_draws(self) -> None:
        found = explain(read({1: "+2 +9", 2: "-1 none", 9: "none -1"}), terms("sonneborn-berger"), "", 1, 1)
        assert [term.en for term in found.terms] == [
            "0.5 × 1; scored 0; its missed rounds at the end count as draws", "0 × 1",
        ]  # fmt: skip

    def test_a_percentage(self) -> None:
        found = explain(self.CARDS, terms("opponents-match-win"), "", 1, 1)
        assert [(term.shown, term.en) for term in found.terms] == [("0.5", "1 of 2 points: 0.5")]
        assert found.en == "The mean: 0.5 / 1 = 0.5"

    def test_a_direct_encounter(self) -> None:
        found = explain(read(TEC_LONG), terms("direct-encounter"), "", 6, 1)
        assert [(term.round, term.opponent, term.exact, term.en) for term in found.terms] == [
            (6, 1, "1", "made 0.5; ranked above"), (7, 2, "1", "made 1; ranked above"),
            (8, 4, "1", "made 0.5; ranked above"),
        ]  # fmt: skip

    def test_who_was_level_with_nobody_has_no_direct_encounter(self) -> None:
        found = explain(read(TEC_LONG), terms("direct-encounter"), "", 3, 1)
        assert (found.value.exact, found.terms) == ("", ())
        assert found.en.startswith("Nobody was level") and found.ru

    @pytest.mark.parametrize(
        ("entrant", "index", "code"), [(3, 0, "no-entrant"), (1, 2, "no-column"), (1, -1, "no-column")]
    )
    def test_what_is_not_there_is_refused(self, entrant: int, index: int, code: str) -> None:
        with pytest.raises(Refused) as refused:
            explain(self.CARDS, terms("sos"), "", entrant, index)
        assert refused.value.code == code


EVENTS = range(300)


def lines(table: StandingsTable) -> list[tuple[int, int, list[str]]]:
    """The table as the second method writes it."""
    return [(place.place, place.entrant, [cell.exact for cell in place.cells]) for place in table.places]


def test_a_second_method_agrees_on_every_value_of_300_events() -> None:
    values, used = 0, set()
    for number in EVENTS:
        cards, agreed = event(number)
        found = lines(standings(cards, agreed, f"seed {number}"))
        assert found == second_method.table(cards, agreed, f"seed {number}"), f"event {number}"
        values += sum(len(row) for _, _, row in found)
        used |= {
            (each.id, each.version, name, getattr(each, name)) for each in agreed.tiebreaks for name in ("of", "by")
        }
    assert values > 40_000
    # Every version of every tie-break, in every kind of points that it can be asked of.
    kinds = ("", *names_of(TALLIES))
    wanted = {(rule.id, rule.version, each.id, kind) for rule in tiebreaks.ALL for each in rule.kinds for kind in kinds}
    # Few are left that chance did not bring: they are asked of the events that have all these kinds.
    left = sorted(wanted - used)
    assert len(left) < len(wanted) // 20
    whole = [event(number) for number in EVENTS if event(number)[1].scoring.tallies == TALLIES][:5]
    assert whole
    for id, version, name, kind in left:
        asked: dict[str, Any] = {name: kind}
        for cards, agreed in whole:
            one = msgspec.structs.replace(agreed, tiebreaks=(TieBreak(id, version, **asked),))
            assert lines(standings(cards, one, "")) == second_method.table(cards, one, ""), (id, version, name, kind)
    assert {(id, version) for id, version, _name, _kind in used} == {(rule.id, rule.version) for rule in tiebreaks.ALL}


def test_a_second_method_agrees_where_direct_encounters_decide() -> None:
    decided = {"direct-encounter": 0, "extended-direct-encounter": 0, "head-to-head": 0}
    for number in EVENTS:
        cards, agreed = level_event(number)
        table = standings(cards, agreed, "")
        assert lines(table) == second_method.table(cards, agreed, ""), f"event {number}"
        for index, each in enumerate(table.columns):
            if each.id in decided:
                decided[each.id] += len({place.cells[index].exact for place in table.places} - {""}) > 1
    assert decided["direct-encounter"] > 120 and decided["head-to-head"] > 10, decided
    assert decided["extended-direct-encounter"] > 15, decided


def test_the_events_hold_what_they_are_for() -> None:
    """Every kind of round, double losses, rematches, adjustments and all three formats are among the 300."""
    kinds: dict[str, int] = {}
    for number in EVENTS:
        cards, agreed = event(number)
        for card in cards.values():
            met = card.opponents()
            found: list[str] = [agreed.format, *(each.how for each in card.rounds)]
            found += ["rematch"] * (len(set(met)) < len(met)) + ["adjusted"] * bool(card.match_adjustment)
            for each in card.rounds:
                both = each.how == "played" and each.outcome == cards[each.opponent].rounds[each.round - 1].outcome
                found += ["double loss"] * (both and each.outcome == "loss")
            for kind in found:
                kinds[kind] = kinds.get(kind, 0) + 1
    assert set(kinds) == {*get_args(How), "swiss", "round-robin", "league", "rematch", "adjusted", "double loss"}
    assert min(kinds.values()) > 100, kinds


def test_the_order_of_the_cards_does_not_matter() -> None:
    for number in range(60):
        cards, agreed = event(number)
        mixed = list(cards.items())
        random.Random(number).shuffle(mixed)
        assert standings(dict(mixed), agreed, "seed") == standings(cards, agreed, "seed")


def test_places_are_shared_by_those_with_equal_cells_and_by_nobody_else() -> None:
    for number in range(60):
        cards, agreed = event(number)
        few = msgspec.structs.replace(agreed, tiebreaks=agreed.tiebreaks[:2])
        found = standings(cards, few, "seed").places
        for index, place in enumerate(found, 1):
            equals = [other.entrant for other in found if other.cells == place.cells]
            assert [other.entrant for other in found if other.place == place.place] == equals
            assert place.place <= index < place.place + len(equals)


MEANS = ("average-buchholz", "sos-per-round", "extended-sos-per-round", "opponents-wins-mean", "opponents-rating",
         "median-points")  # fmt: skip


def combined(found: Explanation, scoring: Scoring) -> Fraction:
    """The value that the terms make, as the rule and the sentence say: a sum, a mean, or a share with a floor."""
    amounts = [Fraction(term.exact) for term in found.terms if not term.left_out]
    total, id, params = sum(amounts, Fraction(0)), found.column.id, found.column.params

    def compared(value: Fraction) -> Fraction:
        places = params.get("decimals", 99)
        return value if places == 99 else Fraction((value * 10**places + Fraction(1, 2)).__floor__(), 10**places)

    if id == "victory-share":
        # "12 / (12 + 8) = 0.6": what was conceded is not among the terms
        conceded = Fraction(found.en.split("+ ")[1].split(")")[0])
        return compared(
            max(total, Fraction(0)) / (max(total, Fraction(0)) + conceded) if total > 0 or conceded else Fraction(1, 2)
        )
    if id == "sos-pooled-mean":
        # "31 / 9 = 3.44": nor is how many rounds the opponents played
        return compared(total / int(found.en.split("/ ")[1].split()[0])) if amounts else Fraction(0)
    if "floor-of" in params:
        floor = Fraction(params["floor"], params["floor-of"])
        if id.startswith(("opponents", "extended")):
            return compared(total / len(amounts) if amounts else floor)
        rounds = sum(term.round > 0 for term in found.terms)
        had: Fraction | int = scoring.best * rounds
        if id == "game-win":
            # "3 of 9 points": what could be had is not among the terms
            had = Fraction(found.en.split(" of ")[1].split()[0]) * 100
        return compared(max(total * 100 / had, floor) if had else floor)
    if id == "points-per-game":
        rounds = sum(term.round > 0 for term in found.terms)
        return compared(total / rounds) if rounds else Fraction(0)
    if id in MEANS:
        return compared(total / len(amounts)) if amounts else Fraction(0)
    floor = Fraction(found.column.params.get("floor", 0), 10_000)
    if id == "opponents-match-win" or id.endswith("-mean"):
        return compared(total / len(amounts)) if amounts else floor
    if id == "match-win":
        rounds = sum(term.round > 0 for term in found.terms)
        return max(total * 100 / (scoring.best * rounds), floor) if rounds else floor
    return total / len(amounts) if id == "head-to-head" else total


def test_terms_make_the_value_of_every_cell() -> None:
    cells = 0
    for number in range(12):
        cards, agreed = event(number)
        table = standings(cards, agreed, "seed")
        for place in table.places[:4]:
            for index, cell in enumerate(place.cells):
                found = explain(cards, agreed, "seed", place.entrant, index)
                assert (found.value, found.column) == (cell, table.columns[index])
                assert found.en and found.ru
                if cell.exact:
                    value = combined(found, agreed.teams.scoring if agreed.teams else agreed.scoring)
                    assert (str(value), shown(value)) == (cell.exact, cell.shown), found
                    cells += 1
    assert cells > 500


def test_terms_name_rounds_and_opponents_of_the_card() -> None:
    for number in range(12):
        cards, agreed = event(number)
        for entrant, index in ((entrant, index) for entrant in list(cards)[:3] for index in (0, 3, 6, 9, 12)):
            rounds = {each.round: each.opponent for each in cards[entrant].rounds}
            for term in explain(cards, agreed, "seed", entrant, index).terms:
                assert not term.round or rounds[term.round] == term.opponent
