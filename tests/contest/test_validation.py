"""Terms that do not hold together: each problem with its path and a sentence, on both sides of every number."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gamelog.contest.terms import (
    Award,
    Band,
    Bonus,
    PairingTerms,
    Scoring,
    Season,
    TableTerms,
    TeamTerms,
    Terms,
    TieBreak,
)
from gamelog.contest.terms_stages import Knockout, Mission
from gamelog.contest.validation import most_rounds, problems


def found(**fields: Any) -> dict[str, str]:
    """The sentences by path of terms that differ from the usual in these fields."""
    return {each.path: each.text for each in problems(Terms("kt", **fields))}


def test_usual_terms_have_no_problems() -> None:
    assert found() == {}


@pytest.mark.parametrize("entrants, most", [(2, 1), (3, 3), (4, 3), (7, 7), (8, 7)])
def test_how_many_rounds_a_field_can_play(entrants: int, most: int) -> None:
    """Even fields meet everybody in one round less than they are; in an odd one everybody sits out once."""
    assert most_rounds(entrants) == most
    assert found(capacity=entrants, rounds=most) == {}
    assert list(found(capacity=entrants, rounds=most + 1)) == ["$.rounds"]


def test_too_many_rounds_say_so() -> None:
    text = "4 entrants can play 3 rounds without meeting twice, not 5"
    assert found(capacity=4, rounds=5) == {"$.rounds": text}
    assert found(capacity=2, rounds=2)["$.rounds"] == "2 entrants can play 1 round without meeting twice, not 2"
    assert found(capacity=4, rounds=5, format="single-elimination") == {}
    assert found(capacity=0, rounds=99) == {}


@pytest.mark.parametrize("format", ["round-robin", "league", "single-elimination"])
def test_where_the_entrants_decide_how_many_rounds_there_are_the_terms_do_not(format: str) -> None:
    assert found(format=format, capacity=4, rounds=99, late_entry=5, half_byes=1) == {}
    assert found(format=format, rounds=1, late_entry=1, half_byes=2) == {}


def test_places_by_the_swiss_standings_need_a_swiss() -> None:
    assert found(format="swiss-cut", cut=4, knocked_out="standings") == {}
    for format in ("swiss", "single-elimination", "round-robin", "league"):
        assert list(found(format=format, knocked_out="standings")) == ["$.knocked_out"]


def test_one_is_no_event() -> None:
    assert list(found(capacity=1)) == ["$.capacity"]
    assert found(capacity=2, rounds=1) == {}


def test_twice_over_is_for_round_robins() -> None:
    assert list(found(double=True)) == ["$.double"]
    assert found(double=True, format="round-robin") == {}


@pytest.mark.parametrize(
    "cut, sound", [(0, False), (1, False), (2, True), (3, True), (4, True), (12, True), (256, True)]
)
def test_a_cut_has_any_size_from_two_on(cut: int, sound: bool) -> None:
    assert (found(format="swiss-cut", cut=cut) == {}) == sound


def test_a_cut_that_is_none_says_so() -> None:
    assert found(format="swiss-cut", cut=1) == {"$.cut": "an elimination needs 2 or more, not 1"}


def test_either_a_number_or_losses_decide_who_plays_on() -> None:
    assert found(format="swiss-cut", knockout=Knockout(losses=0)) == {}
    assert list(found(format="swiss-cut", cut=8, knockout=Knockout(losses=0))) == ["$.cut"]
    assert list(found(format="swiss-cut", rounds=3, knockout=Knockout(losses=3))) == ["$.knockout.losses"]
    assert list(found(knockout=Knockout(losses=0))) == ["$.knockout.losses"]


def test_only_an_elimination_is_seeded_anew() -> None:
    for format in ("single-elimination", "swiss-cut"):
        assert found(format=format, cut=6 if format == "swiss-cut" else 0, knockout=Knockout(reseed=True)) == {}
    assert list(found(format="league", knockout=Knockout(reseed=True))) == ["$.knockout.reseed"]


def test_a_cut_is_not_more_than_may_play() -> None:
    assert found(format="swiss-cut", cut=8, capacity=8) == {}
    text = "a cut of 8 is more than the 7 who may play"
    assert found(format="swiss-cut", cut=8, capacity=7) == {"$.cut": text}


def test_a_cut_belongs_to_its_format() -> None:
    text = "a cut of 8 belongs to the format swiss-cut, not to swiss"
    assert found(cut=8) == {"$.cut": text}


def test_a_third_place_needs_semi_finals() -> None:
    assert found(format="swiss-cut", cut=4, bronze=True) == {}
    assert list(found(format="swiss-cut", cut=2, bronze=True)) == ["$.bronze"]
    assert found(format="single-elimination", bronze=True) == {}
    assert list(found(bronze=True)) == ["$.bronze"]


@pytest.mark.parametrize(
    "text, sound",
    [
        ("2026-05-01T09:30:00+03:00", True),
        ("2026-05-01T09:30Z", True),
        ("2026-05-01T09:30:00", False),  # no zone
        ("2026-05-01", False),  # no time of day
        ("2026-02-30T09:30:00Z", False),  # no such day
        ("1 May 2026", False),
    ],
)
def test_times_name_their_zone(text: str, sound: bool) -> None:
    assert (found(starts=text) == {}) == sound
    assert (found(ends=text) == {}) == sound
    if not sound:
        assert text in found(starts=text)["$.starts"]


def test_an_event_ends_after_it_begins() -> None:
    assert found(starts="2026-05-01T09:00:00+03:00", ends="2026-05-01T06:00:01Z") == {}  # one second later
    assert list(found(starts="2026-05-01T09:00:00+03:00", ends="2026-05-01T06:00:00Z")) == ["$.ends"]


def test_late_entry_is_before_the_last_round() -> None:
    assert found(rounds=5, late_entry=4) == {}
    text = "after round 5 of 5 there is nothing left to enter for: the last round to enter is 4"
    assert found(rounds=5, late_entry=5) == {"$.late_entry": text}


def test_half_byes_are_not_more_than_rounds() -> None:
    assert found(rounds=3, half_byes=3) == {}
    assert found(rounds=3, half_byes=4) == {"$.half_byes": "4 half-point byes are more than the 3 rounds"}
    assert found(rounds=1, half_byes=2) == {"$.half_byes": "2 half-point byes are more than the 1 round"}


def test_tables_have_numbers_of_their_own() -> None:
    assert found(tables=(TableTerms(1), TableTerms(2))) == {}
    numbers = (TableTerms(1), TableTerms(2), TableTerms(1))
    assert found(tables=numbers) == {"$.tables[2].number": "there are two tables with the number 1"}


def test_the_rules_of_pairing_are_known() -> None:
    assert found(pairing=PairingTerms(version="1")) == {}
    assert found(pairing=PairingTerms(version="9")) == {"$.pairing.version": "there are the rule sets 1, 2; not 9"}


def test_tie_breaks_are_looked_at() -> None:
    assert found(tiebreaks=(TieBreak("sos", "1"),)) == {}
    assert list(found(tiebreaks=(TieBreak("sos", "1"), TieBreak("best-hat", "1")))) == ["$.tiebreaks[1].id"]


def test_a_season_belongs_to_a_league() -> None:
    assert found(format="league", season=Season("2026-05-01")) == {}
    assert found(format="league", season=Season()) == {}
    assert list(found(season=Season("2026-05-01"))) == ["$.season"]
    for day in ("2026-02-29", "20260501", "2026-05-01T00:00:00Z"):
        assert found(format="league", season=Season(day)) == {"$.season.starts": f"{day} is no date like 2026-05-01"}


def test_the_scale_is_looked_at() -> None:
    scale = (Band(0, 500, 1000, 1000), Band(600, None, 1100, 900))
    assert list(found(scoring=Scoring(scale=scale))) == ["$.scoring.scale[1].least"]


def test_a_scale_may_end_with_the_cap() -> None:
    scale = (Band(0, 500, 1000, 1000),)
    assert found(scoring=Scoring(scale=scale, victory_cap=500)) == {}
    assert list(found(scoring=Scoring(scale=scale, victory_cap=501))) == ["$.scoring.scale[0].most"]


def test_a_draw_lies_between_win_and_loss() -> None:
    assert found(scoring=Scoring(win=100, draw=100, loss=100)) == {}
    assert found(scoring=Scoring(win=100, draw=150)) == {"$.scoring.draw": "a draw (1.5) is worth more than a win (1)"}
    assert found(scoring=Scoring(draw=100, loss=101)) == {
        "$.scoring.loss": "a loss (1.01) is worth more than a draw (1)"
    }


SCALE = (Band(0, None, 1000, 1000),)


@pytest.mark.parametrize(
    "scoring, sentences",
    [
        (Scoring(match_cap=300), {}),
        (Scoring(match_cap=299, bye=Award(), forfeit_win=Award()),
         {"$.scoring.match_cap": "the cap of 2.99 is less than the 3 of a win"}),
        (Scoring(scale=SCALE, battle_cap=1000), {}),
        (Scoring(scale=SCALE, battle_cap=999),
         {"$.scoring.battle_cap": "the cap of 9.99 is less than the 10 of a win"}),
        (Scoring(victory_cap=1), {}),
        (Scoring(victory_cap=0),
         {"$.scoring.victory_cap": "a cap of 0 leaves no points at all: leave it away for no cap"}),
    ],
)  # fmt: skip
def test_caps_leave_room_for_a_win(scoring: Scoring, sentences: dict[str, str]) -> None:
    assert found(scoring=scoring) == sentences


@pytest.mark.parametrize("name", ["bye", "half_bye", "zero_bye", "forfeit_win", "forfeit_loss"])
def test_rounds_without_a_battle_keep_to_the_caps(name: str) -> None:
    for points, expected in ((500, []), (501, [f"$.scoring.{name}.victory"])):
        scoring = msgspec.structs.replace(Scoring(victory_cap=500), **{name: Award(victory=points)})
        assert list(found(scoring=scoring)) == expected


def test_bonuses_have_ids_of_their_own() -> None:
    assert found(scoring=Scoring(bonuses=(Bonus("a", "A"), Bonus("b", "B")))) == {}
    bonuses = (Bonus("a", "A"), Bonus("b", "B"), Bonus("a", "C"))
    assert found(scoring=Scoring(bonuses=bonuses)) == {"$.scoring.bonuses[2].id": "the bonus a stands there twice"}


def test_the_scoring_of_teams_is_looked_at_as_well() -> None:
    assert found(teams=TeamTerms(5)) == {}
    wrong = Scoring(draw=400, bonuses=(Bonus("a", "A"),))
    assert list(found(teams=TeamTerms(5, scoring=wrong))) == ["$.teams.scoring.draw", "$.teams.scoring.bonuses"]


def test_everything_is_found_in_the_order_of_the_fields() -> None:
    paths = found(
        format="swiss-cut", cut=1, rounds=3, capacity=2, late_entry=3, half_byes=4, starts="yesterday",
        tables=(TableTerms(1), TableTerms(1)), season=Season("soon"), tiebreaks=(TieBreak("best-hat", "1"),),
        scoring=Scoring(draw=400, scale=(Band(100, None, 1000, 1000),)),
    )  # fmt: skip
    assert list(paths) == [
        "$.rounds", "$.cut", "$.starts", "$.scoring.draw", "$.scoring.scale[0].least", "$.tiebreaks[0].id",
        "$.tables[1].number", "$.season", "$.season.starts", "$.late_entry", "$.half_byes",
    ]  # fmt: skip


RUINS, WOODS = TableTerms(1, "ruins"), TableTerms(2, "woods")


@pytest.mark.parametrize(
    "tables, terms, sound",
    [
        ((RUINS, WOODS), PairingTerms(version="2", rotate_terrain=True), True),
        ((RUINS, WOODS), PairingTerms(version="1", rotate_terrain=True), False),
        ((RUINS, WOODS), PairingTerms(version="2", rotate_terrain=True, rotate_tables=False), False),
        ((RUINS, TableTerms(2)), PairingTerms(version="2", rotate_terrain=True), False),
        ((), PairingTerms(version="2"), True),
    ],
)
def test_terrain_rotates_under_the_second_rules_where_there_are_kinds_of_it(
    tables: tuple[TableTerms, ...], terms: PairingTerms, sound: bool
) -> None:
    assert list(found(tables=tables, pairing=terms)) == ([] if sound else ["$.pairing.rotate_terrain"])


def test_a_mission_belongs_to_a_round_that_there_is() -> None:
    burden, purge = Mission(1, "Burden of Trust"), Mission(3, "Purge the Foe")
    assert found(rounds=3, missions=(burden, purge)) == {}
    assert found(rounds=2, missions=(burden, purge)) == {"$.missions[1].round": "a mission for round 3 of 2"}
    assert found(missions=(burden, Mission(1, "Again"))) == {"$.missions[1].round": "round 1 has two missions"}
    assert found(format="single-elimination", rounds=1, missions=(purge,)) == {}, "the entrants decide its rounds"
