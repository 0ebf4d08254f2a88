"""Tie-breaks that published orders of wargames and FIDE's text of 2026 ask for, each with a worked example.

Where the source prints numbers, they are here and the source is named. Where it prints none, the example is ours.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from gamelog.contest.terms import Award, Scoring
from tests.contest.crosstables import CHESS, FOUR_BOARDS, TEC_SWISS, TEC_TEAMS, read, read_teams
from tests.contest.test_tiebreaks import club_night, exact, with_ratings, worked_out


def test_published_dummy_of_a_forfeit_between_teams() -> None:
    """C.07-2026, 16.4.1: after a forfeit the dummy counts for no more than the opponent who was due.

    Team 1 won by forfeit against 6, which has 12.5 game points and 7 match points. The other values that are in
    circulation for this team (110.5 in place of 109) take the limit of 16.4.2 here, a draw in all of the seven rounds:
    14 game points. That limit is for all other rounds without a game.
    """
    cards = read_teams(TEC_TEAMS)

    def team_1(id: str, **kinds: Any) -> Fraction | None:
        return worked_out(id, "2026", cards, FOUR_BOARDS, **kinds)[1]

    assert team_1("buchholz", of="battle") == Fraction("96.5") + Fraction("12.5")
    assert team_1("buchholz") == 54 + 7
    assert team_1("sonneborn-berger", of="battle") == 158 - 2 * 5, "12.5 where 2023 has 17.5, times two points"
    assert team_1("sonneborn-berger", of="battle", by="battle") == 263


def test_pairing_numbers_are_the_order_of_the_list() -> None:
    """C.07-2026, 7.8: ascending, or in reverse."""
    assert list(worked_out("pairing-number", "1", read(TEC_SWISS)).values()) == list(range(15, -1, -1))
    assert list(worked_out("pairing-number", "1", read(TEC_SWISS), highest=1).values()) == list(range(16))


def test_ratings_from_the_lowest() -> None:
    """C.07-2026, 10.6. The ratings of the exercises fall with the number; whoever has none is last either way."""
    cards = with_ratings(read({1: "+2 +3", 2: "-1 =4", 3: "=4 -1", 4: "=3 =2"}))
    cards[3] = msgspec.structs.replace(cards[3], rating=0)
    assert worked_out("rating", "2", cards) == worked_out("rating", "1", cards)
    assert worked_out("rating", "2", cards, lowest=1) == {1: 0, 2: 1, 3: None, 4: 2}


def test_ratings_of_those_beaten() -> None:
    """Ours: of 2200 less 50 for each number, 1 beat 2 and 3; 4 beat 3 and drew with 2, who counts for nothing there."""
    cards = with_ratings(read({1: "+2 +3", 2: "-1 =4", 3: "-4 -1", 4: "+3 =2"}))
    assert worked_out("beaten-ratings", "1", cards) == {1: 2150 + 2100, 2: 0, 3: 0, 4: 2100}


def test_wins_of_those_beaten_and_opponents_from_a_round_on() -> None:
    """Ours. 1 beat 2, who has one win, and lost to 3, who has two: one win of those beaten, three of all."""
    cards = read({1: "+2 -3", 2: "-1 +4", 3: "+4 +1", 4: "-3 -2"})
    assert worked_out("opponents-wins", "2", cards)[1] == 3
    assert worked_out("opponents-wins", "2", cards, beaten=1)[1] == 1
    assert worked_out("sos", "2", cards)[1] == 3
    assert worked_out("sos", "2", cards, from_round=2)[1] == 2


def test_difference_in_direct_encounters() -> None:
    """Ours. 1, 2 and 3 beat one another: by 10, by 1 and by 4. Against 4, who is not level, nothing counts."""
    rows = {1: "+2:20:10 -3:5:9 +4:99:0", 2: "-1:10:20 +4:50:0 +3:8:7", 3: "+4:1:0 +1:9:5 -2:7:8",
            4: "-3:0:1 -2:0:50 -1:0:99"}  # fmt: skip
    found = worked_out("encounter-difference", "1", read(rows), format="round-robin", group=(1, 2, 3))
    assert found == {1: 6, 2: -9, 3: 3}


def test_koya_of_game_points() -> None:
    """From the published teams (C.07, 13): of 28 game points 14 are half. 1 met 8 (15), 4 (17), 2 (17), 5 (18) and
    3 (16), who have as many, and 7 (11.5), who has not: 2.5 + 1.5 + 2.5 + 1.5 + 2.5. The forfeit is no meeting.
    """
    cards = read_teams(TEC_TEAMS)
    assert worked_out("koya", "2", cards, FOUR_BOARDS, of="battle")[1] == Fraction("10.5")
    assert worked_out("koya", "2", cards, FOUR_BOARDS) == worked_out("koya", "1", cards, FOUR_BOARDS)
    assert worked_out("koya", "2", read({1: "+2", 2: "-1"}), of="victory") == {1: None, 2: None}


def test_standard_points_of_2026_compare_points() -> None:
    """C.07-2026, 7.7. In the published Swiss they are the score. By hand: a bye worth 2 where a win is worth 3 and a
    draw 1 is more than a draw, and so a whole point; before, it was taken for a draw.
    """
    assert worked_out("standard-points", "2026", read(TEC_SWISS)) == worked_out("match-points", "1", read(TEC_SWISS))
    scoring = Scoring(bye=Award(match=200), half_bye=Award(match=100))
    cards = read({1: "bye +2", 2: "half -1"}, scoring)
    assert worked_out("standard-points", "2026", cards, scoring) == {1: 2, 2: Fraction(1, 2)}
    assert worked_out("standard-points", "1", cards, scoring)[1] == Fraction(3, 2)


@pytest.mark.parametrize("id", ["sos-mean", "extended-sos-mean", "opponents-battle-mean", "opponents-victory-mean"])
def test_means_are_rounded_where_an_event_says_so(id: str) -> None:
    whole = club_night(id, "1")
    assert club_night(id, "2") == whole, "exact unless the event says otherwise"
    places = club_night(id, "2", decimals=1)
    assert places == [Fraction((10 * (each or 0) + Fraction(1, 2)).__floor__(), 10) for each in whole]
    assert places != whole


def test_rounding_makes_a_tie_of_means() -> None:
    """By hand: 10 + 3 + 0 and 5 + 4 + 4 of three opponents are both 4.33; 13/3 and 9/2 part at one place, not at 0."""
    cards = read({1: "+3 +4 +5", 2: "-6 -7", 3: "-1", 4: "-1", 5: "-1", 6: "+2", 7: "=2"})
    assert worked_out("sos-mean", "2", cards, group=(1, 2)) == {1: 0, 2: Fraction(3, 4)}
    assert worked_out("sos-mean", "2", cards, group=(1, 2), decimals=0) == {1: 0, 2: 1}


@pytest.mark.parametrize(("score", "counts"), [("76:58", 18), ("32:80", -48), ("75:18", 50), ("14:60", -46)])
def test_published_difference_with_a_limit(score: str, counts: int) -> None:
    """The four examples of an event pack whose rounds count for 50 at most. It prints -50 for 14-60, which is 46 less:
    its own rule gives -46.
    """
    own, other = score.split(":")
    cards = read({1: f"+2:{own}:{other}", 2: f"-1:{other}:{own}"})
    assert worked_out("victory-difference", "2", cards, cap=50) == {1: counts, 2: -counts}
    assert worked_out("victory-difference", "2", cards)[1] == int(own) - int(other)


def test_ratio_of_victory_points() -> None:
    """Ours: 30 to 10 is 3 : 1, or three quarters; 12 to 0 has no ratio, and is ahead of all that have one."""
    cards = read({1: "+2:30:10", 2: "-1:10:30", 3: "+4:12:0", 4: "-3:0:12", 5: "bye"})
    assert worked_out("victory-share", "1", cards) == {
        1: Fraction(3, 4), 2: Fraction(1, 4), 3: 1, 4: 0, 5: Fraction(1, 2)
    }  # fmt: skip
    assert worked_out("victory-share", "1", cards, decimals=1)[1] == Fraction(4, 5)


def test_fewest_conceded_and_best_round() -> None:
    """Ours. Fewer are better: the numbers are negative."""
    assert club_night("victory-conceded") == exact([-33, -26, -27, -37, -25])
    assert club_night("best-round") == exact([20, 18, 25, 8, 7])


def test_opponents_cumulative_of_the_published_swiss() -> None:
    """From the published cumulative scores: 1 met 9, 13, 2, 15 and 4, who have 2.5, 7, 13, 7 and 11.5."""
    assert worked_out("opponents-cumulative", "1", read(TEC_SWISS))[1] == 41
    assert worked_out("cumulative", "2", read(TEC_SWISS)) == worked_out("cumulative", "1", read(TEC_SWISS))


def test_opponents_of_opponents() -> None:
    """Ours, as the Pokémon handbook says: the floor is a quarter. 1 beat 2 and 3, 2 beat 3; 4 had a bye alone.

    Percentages: 1 has 1, 2 a half, 3 a quarter (none of two, raised). Opponents': 1 has 3/8, 2 has 5/8, 3 has 3/4.
    """
    scoring = Scoring()
    cards = read({1: "+2 +3", 2: "-1 +3", 3: "-2 -1", 4: "bye"}, scoring)
    floor: dict[str, Any] = {"floor": 1, "floor_of": 4, "byes": 0}
    assert worked_out("opponents-match-win", "2", cards, scoring, **floor) == {
        1: Fraction(3, 8), 2: Fraction(5, 8), 3: Fraction(3, 4), 4: Fraction(1, 4)
    }  # fmt: skip
    assert worked_out("extended-match-win", "1", cards, scoring, **floor) == {
        1: Fraction(11, 16), 2: Fraction(9, 16), 3: Fraction(1, 2), 4: Fraction(1, 4)
    }  # fmt: skip


def test_schedule_over_all_games_of_the_opponents() -> None:
    """Steamroller 2013 adds up the opponents' points and divides by the games that they played; no numbers are printed.

    Ours: 1 met 2, who has 2 of three games, and 3, who has 0 of one and left: 2 of 4. By opponents it would be 1/3.
    """
    cards = read({1: "+2 +3", 2: "-1 +4 +5", 3: "none -1", 4: "none -2", 5: "none none -2"})
    assert worked_out("sos-pooled-mean", "1", cards, CHESS)[1] == Fraction(1, 2)
    assert worked_out("sos-per-round", "1", cards, CHESS)[1] == Fraction(1, 3)
