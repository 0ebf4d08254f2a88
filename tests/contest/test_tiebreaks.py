"""Tie-breaks one by one: by hand, and by published examples, whose numbers are facts of their sources.

`club_night` is worked out in full below. Three points a win, one a draw; a bye is a win.

        round 1          round 2          round 3          points  victory
    1   beats 2 20:10    draws 3 15:15    beats 4 12:8     7       47:33
    2   loses to 1       beats 5 18:6     bye              6       28:26
    3   beats 4 25:5     draws 1          both lose 7:7    4       47:27
    4   loses to 3       bye              loses to 1       3       13:37
    5   bye              loses to 2       both lose 7:7    3       13:25
"""

from __future__ import annotations

import random
import re
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, product
from typing import Any

import msgspec
import pytest

from gamelog.contest import tiebreaks
from gamelog.contest.cards import Card
from gamelog.contest.errors import Refused
from gamelog.contest.terms import Award, Scoring, TeamTerms, Terms, TieBreak
from gamelog.contest.tiebreaks import settings
from gamelog.contest.tiebreaks.crosstable import Crosstable
from gamelog.contest.tiebreaks.rule import Setting, rounded
from tests.contest.crosstables import (
    CHESS,
    FOUR_BOARDS,
    LAPEYRE,
    TEC_LONG,
    TEC_ROUND_ROBIN,
    TEC_SWISS,
    TEC_TEAMS,
    read,
    read_teams,
)  # fmt: skip

CLUB_NIGHT = {
    1: "+2:20:10 =3:15:15 +4:12:8",
    2: "-1:10:20 +5:18:6 bye",
    3: "+4:25:5 =1:15:15 -5:7:7",
    4: "-3:5:25 bye -1:8:12",
    5: "bye -2:6:18 -3:7:7",
}


def worked_out(
    id: str, version: str, cards: dict[int, Card], scoring: Scoring = CHESS, format: Any = "swiss",
    group: tuple[int, ...] = (), seed: str = "", **params: Any,
) -> dict[int, Fraction | None]:  # fmt: skip
    """A tie-break for everybody, or for a group that is level. `cut_lowest` stands for `cut-lowest`."""
    rule = tiebreaks.load(id, version)
    crosstable = Crosstable(cards, Terms("kt", format=format, scoring=scoring), seed)
    kinds = {name: params.pop(name) for name in ("of", "by") if name in params}
    wanted = settings(TieBreak(id, version, {name.replace("_", "-"): value for name, value in params.items()}, **kinds))
    everybody = group or tuple(cards)
    return {entrant: rule.compute(crosstable, entrant, wanted, everybody).value for entrant in everybody}


def club_night(id: str, version: str = "1", **params: Any) -> list[Fraction | None]:
    """A tie-break for the five of the club night, in their order."""
    return list(worked_out(id, version, read(CLUB_NIGHT, Scoring()), Scoring(), **params).values())


def exact(values: Any) -> list[Fraction]:
    return [Fraction(each) for each in values]


BY_HAND: list[tuple[str, str, dict[str, int], list[Any]]] = [
    # 1 met 2, 3, 4: 6 + 4 + 3; 2 met 1, 5: 7 + 3; 3 met 4, 1, 5: 3 + 7 + 3; 4 met 3, 1: 4 + 7; 5 met 2, 3: 6 + 4
    ("sos", "1", {}, [13, 10, 13, 11, 10]),
    # 1: 10 + 13 + 11; 2: 13 + 10; 3: 11 + 13 + 10; 4: 13 + 13; 5: 10 + 13
    ("extended-sos", "1", {}, [34, 23, 34, 26, 23]),
    # each divided by the 3, 2, 3, 2, 2 opponents
    ("sos-mean", "1", {}, ["13/3", 5, "13/3", "11/2", 5]),
    # 1: (5 + 13/3 + 11/2) / 3; 2: (13/3 + 5) / 2; 3: (11/2 + 13/3 + 5) / 3; 4: (13/3 + 13/3) / 2; 5: (5 + 13/3) / 2
    ("extended-sos-mean", "1", {}, ["89/18", "14/3", "89/18", "13/3", "14/3"]),
    # 7, 6, 4, 3, 3 of 9 points; a third is above the floor of 0.33
    ("match-win", "1", {}, ["7/9", "2/3", "4/9", "1/3", "1/3"]),
    # with a floor of a half
    ("match-win", "1", {"floor": 5000}, ["7/9", "2/3", "1/2", "1/2", "1/2"]),
    # 1: (6/9 + 4/9 + 3/9) / 3; 2: (7/9 + 3/9) / 2; 3: (3/9 + 7/9 + 3/9) / 3; 4: (4/9 + 7/9) / 2; 5: (6/9 + 4/9) / 2
    ("opponents-match-win", "1", {}, ["13/27", "5/9", "13/27", "11/18", "5/9"]),
    # with a floor of a half: 1: (2/3 + 1/2 + 1/2) / 3; 2: (7/9 + 1/2) / 2; 3: (1/2 + 7/9 + 1/2) / 3;
    # 4: (1/2 + 7/9) / 2; 5: (2/3 + 1/2) / 2
    ("opponents-match-win", "1", {"floor": 5000}, ["5/9", "23/36", "16/27", "23/36", "7/12"]),
    # 7, 6, 4, 3, 3 of 9 points without the byes: 7/9, 3/6, 4/9, 0/6, 0/6
    ("match-win", "2", {"byes": 0}, ["7/9", "1/2", "4/9", "33/100", "33/100"]),
    # 1: (6/9 + 4/9 + 3/9) / 3 = 0.4815; 2 and 5: 0.5556; 4: 0.6111
    ("opponents-match-win", "2", {"decimals": 2}, ["0.48", "0.56", "0.48", "0.61", "0.56"]),
    # matches of one game, a bye 2-0: 7/9; 3 + 6 of 12; 4/9; 6 of 12; 6 of 12
    ("game-win", "1", {}, ["7/9", "3/4", "4/9", "1/2", "1/2"]),
    # 1: (3/4 + 4/9 + 1/2) / 3; 2: (7/9 + 1/2) / 2; 3: (1/2 + 7/9 + 1/2) / 3; 4: (4/9 + 7/9) / 2; 5: (3/4 + 4/9) / 2
    ("opponents-game-win", "1", {}, ["61/108", "23/36", "16/27", "11/18", "43/72"]),
    # only rounds at a table: 1 has 7/3, 2 has 3/2, 3 has 4/3, 4 and 5 have 0
    ("sos-per-round", "1", {}, ["17/18", "7/6", "7/9", "11/6", "17/12"]),
    # with byes: 2 has 6/3, 4 and 5 have 3/3. 1: (2 + 4/3 + 1) / 3; 2: (7/3 + 1 + 0) / 3; and so on
    ("sos-per-round", "1", {"byes": 1}, ["13/9", "10/9", "13/9", "11/9", "10/9"]),
    # 1: (7/6 + 7/9 + 11/6) / 3; 2: (17/18 + 17/12) / 2; 3: (11/6 + 17/18 + 17/12) / 3; 4: (7/9 + 17/18) / 2
    ("extended-sos-per-round", "1", {}, ["34/27", "85/72", "151/108", "31/36", "35/36"]),
    ("opponents-wins", "1", {}, [4, 3, 4, 3, 3]),
    ("opponents-wins", "1", {"played": 1}, [2, 2, 2, 3, 2]),
    ("opponents-wins-mean", "1", {}, ["4/3", "3/2", "4/3", "3/2", "3/2"]),
    ("match-points", "1", {}, [7, 6, 4, 3, 3]),
    # at tables: 7 in three games, 3 in two, 4 in three, nothing in two
    ("points-per-game", "1", {}, ["7/3", "3/2", "4/3", 0, 0]),
    # 3 1 3; 0 3 3; 3 1 0; 0 3 0; 3 0 0
    ("median-points", "1", {}, [3, 3, 1, 0, 0]),
    # W D W; L W W; W D L; L W L; W L L
    ("win-path", "1", {}, [23, 8, 21, 6, 18]),
    ("standard-points", "1", {}, ["5/2", 2, "3/2", 1, 1]),
    ("rounds-elected", "1", {}, [3, 3, 3, 3, 3]),
    ("wins-before-loss", "1", {}, [1, 0, 1, 0, 0]),
    ("longest-streak", "1", {"draws": 1}, [3, 1, 2, 0, 0]),
    # 7 of 9: without the 3; 6 of 9: without the 3; 4 of 9: without the 7; 3 of 9: without the 7; without the 6
    ("modified-median", "1", {}, [10, 7, 6, 4, 4]),
    ("victory-points", "1", {}, [47, 28, 47, 13, 13]),
    ("battle-points", "1", {}, [47, 28, 47, 13, 13]),
    # 47 - 33; 28 - 26; 47 - 27; 13 - 37; 13 - 25
    ("victory-difference", "1", {}, [14, 2, 20, -24, -12]),
    # 28 + 47 + 13; 47 + 13; 13 + 47 + 13; 47 + 47; 28 + 47
    ("opponents-victory", "1", {}, [88, 60, 73, 94, 75]),
    ("opponents-battle", "1", {}, [88, 60, 73, 94, 75]),
    ("opponents-victory-mean", "1", {}, ["88/3", 30, "73/3", 47, "75/2"]),
    ("opponents-battle-mean", "1", {}, ["88/3", 30, "73/3", 47, "75/2"]),
    # two, one and a bye, one, a bye, a bye
    ("wins", "1", {}, [2, 2, 1, 1, 1]),
    ("wins-played", "1", {}, [2, 1, 1, 0, 0]),
    # 3 + 4 + 7; 0 + 3 + 6; 3 + 4 + 4; 0 + 3 + 3; 3 + 3 + 3
    ("cumulative", "1", {}, [14, 9, 11, 6, 9]),
    ("cumulative", "1", {"cut": 1}, [11, 9, 8, 6, 6]),
    ("cumulative", "1", {"cut": 7}, [0, 0, 0, 0, 0]),
    # half of 9 is 4.5: entrants 1 and 2 have it. 1 beat 2, 3 drew with 1
    ("koya", "1", {}, [3, 0, 1, 0, 0]),
    # a third of 9 is 3: everybody has 33.33 per cent, so only the byes do not count
    ("koya", "1", {"limit": 3333}, [7, 3, 4, 0, 0]),
    # 1: 6 + 4 + 3; 2: 7 + 3 + its own 6; 3: 3 + 7 + 3; 4: 4 + its own 3 + 7; 5: its own 3 + 6 + 4
    ("buchholz", "2023", {}, [13, 16, 13, 14, 13]),
    # the dummy is at most three draws: 3 points. Only 2 had more
    ("buchholz", "2026", {}, [13, 13, 13, 14, 13]),
    # a bye that the pairing gave is not cut first: 1 loses the 3, 2 a 3, 3 a 3, 4 a 3, 5 a 3
    ("buchholz", "2026", {"cut-lowest": 1}, [10, 10, 10, 11, 10]),
    ("buchholz", "2026", {"cut-highest": 1}, [7, 6, 6, 7, 7]),
    # one lowest and one highest: 1 of 6 4 3; 2 of 7 3 3; 3 of 3 7 3; 4 of 4 3 7; 5 of 3 6 4
    ("median-buchholz", "2026", {}, [4, 3, 3, 4, 4]),
    # 2 of 7 3 6
    ("median-buchholz", "2023", {}, [4, 6, 3, 4, 4]),
    ("median-buchholz", "2023", {"cut-lowest": 2, "cut-highest": 2}, [0, 0, 0, 0, 0]),
    # 1: 6*3 + 4*1 + 3*3; 2: 7*0 + 3*3 + 6*3; 3: 3*3 + 7*1 + 3*0; 4: 0 + 3*3 + 0; 5: 3*3 + 0 + 0
    ("sonneborn-berger", "2023", {}, [31, 27, 16, 9, 9]),
    # 2: 7*0 + 3*3 + 3*3
    ("sonneborn-berger", "2026", {}, [31, 18, 16, 9, 9]),
    # the weakest opponent goes: 1 loses 3*3; 2 one of 3*3; 3 the 3*0 against 5, not the 3*3; 4 its bye; 5 its bye
    ("sonneborn-berger", "2026", {"cut": 1}, [22, 9, 16, 0, 0]),
]


@pytest.mark.parametrize(
    ("id", "version", "params", "expected"), BY_HAND, ids=[f"{row[0]}@{row[1]} {row[2]}" for row in BY_HAND]
)
def test_worked_by_hand(id: str, version: str, params: dict[str, int], expected: list[Any]) -> None:
    assert club_night(id, version, **params) == exact(expected)


# Published: FIDE Technical Commission, Exercises in Tie-Breaking, 2024, by the rules of 2023. Order: entrants 1 to 16.
TEC = {
    # pages 21 and 28
    ("buchholz", "2023"): (
        "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5",
        {},
    ),
    ("buchholz cut", "2023"): ("11 12 13 11.5 7.5 11 12.5 12 7.5 11.5 12 9.5 12 9 11 11", {"cut_lowest": 1}),
    ("sonneborn-berger", "2023"): (
        "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25",
        {},
    ),
    ("sonneborn-berger cut", "2023"): (
        "7.25 8.5 9.25 8 3.25 5.5 1.25 3.75 2.25 0 4.25 4 4.25 3 2.5 5.75",
        {"cut": 1},
    ),
    # pages 45, 46, 49 to 51
    ("wins", "1"): ("2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3", {}),
    ("wins-played", "1"): ("2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3", {}),
    ("cumulative", "1"): ("11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5", {}),
    ("cumulative cut", "1"): ("10 12 10.5 10.5 5 6 5 8 2.5 4 5 7 6 5 7 10", {"cut": 1}),
    # 10 and 31
    ("fore-buchholz", "2023"): ("13.5 13.5 15 15.5 10 12 13.5 12.5 9.5 12.5 12.5 11.5 13.5 10.5 12 13.5", {}),
    ("fore-buchholz", "2026"): ("13.5 13.5 15 14.5 10 12 13.5 12.5 9.5 12.5 12 11 13.5 10.5 12 13.5", {}),
    ("rounds-elected", "1"): ("5 5 5 4 5 5 5 5 3 5 5 3 5 3 5 5", {}),
    # The same event by the rules of 2026, as Sharly Chess has it: half a point a round for the byes of 4 and 6, and the
    # score of 9 for the forfeit that 11 won.
    ("buchholz", "2026"): ("12.5 13 15.5 14 8.5 11.5 14.5 13.5 9 13 12.5 11.5 14 11 12 12.5", {}),
    ("sonneborn-berger cut", "2026"): (
        "7.25 8.5 9.25 7.75 3.25 5 1.25 3.75 2.25 0 3.25 4 4.25 3 2.5 5.75",
        {"cut": 1},
    ),
}


@pytest.mark.parametrize("name", TEC, ids=" ".join)
def test_published_by_the_technical_commission(name: tuple[str, str]) -> None:
    values, params = TEC[name]
    assert worked_out(name[0].split()[0], name[1], read(TEC_SWISS), **params) == dict(  # type: ignore[arg-type]
        enumerate(exact(values.split()), 1)
    )


AVERAGES = "12.60 13.60 13.40 13.38 13.40 13.25 11.90 13 12.75 10.90 12.75 15 12.10 13.17 12.20 13.30"
AVERAGES_2026 = "12.40 13.60 12.90 13.38 13.20 13.25 11.70 12.90 12.75 10.80 12.75 14 11.90 13 12.20 13.10"


@pytest.mark.parametrize(("version", "published"), [("2023", AVERAGES), ("2026", AVERAGES_2026)])
def test_published_average_buchholz(version: str, published: str) -> None:
    """Exercise 9, to two places; those of 2026 as two public programs have them."""
    found = worked_out("average-buchholz", version, read(TEC_SWISS))
    assert [rounded(value or Fraction(0), 2) for value in found.values()] == exact(published.split())


def test_standard_points_are_the_points_where_a_win_is_one() -> None:
    """In the published Swiss they are the score, byes and forfeits included; with 3-1-0 they stay what they are."""
    plain = worked_out("standard-points", "1", read(TEC_SWISS))
    assert plain == worked_out("match-points", "1", read(TEC_SWISS))
    scoring = Scoring(half_bye=Award(match=100), forfeit_win=Award(match=300))
    assert worked_out("standard-points", "1", read(TEC_SWISS, scoring), scoring) == plain


def with_ratings(cards: dict[int, Card]) -> dict[int, Card]:
    """The ratings of the exercises: 2200, 2150 and so on."""
    return {number: msgspec.structs.replace(card, rating=2250 - 50 * number) for number, card in cards.items()}


@pytest.mark.parametrize(
    ("cut", "published"),
    [
        (0, "1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820"),
        (1, "1900 1988 2000 1983 1738 1900 1838 1800 2200 1975 2000 - 2025 1900 1963 1900"),
    ],
)
def test_published_average_rating_of_opponents(cut: int, published: str) -> None:
    """Exercises 17 and 18: 1887.5 is 1888. 12 met one opponent, and none is left after a cut."""
    found = worked_out("opponents-rating", "1", with_ratings(read(TEC_SWISS)), cut=cut)
    assert list(found.values()) == [None if each == "-" else Fraction(each) for each in published.split()]


def test_opponents_without_a_rating_are_left_out() -> None:
    cards = with_ratings(read({1: "+2 +3", 2: "-1 =4", 3: "=4 -1", 4: "=3 =2"}))
    cards[3] = msgspec.structs.replace(cards[3], rating=0)
    assert worked_out("opponents-rating", "1", cards) == {1: 2150, 2: 2125, 3: 2125, 4: 2150}
    assert worked_out("rating", "1", cards) == {1: 2200, 2: 2150, 3: None, 4: 2050}


@pytest.mark.parametrize(
    ("first", "second", "places"),
    [
        ("match-points", "battle-points", "5 1 2 4 3 8 6 9 7 13 10 11 14 12"),
        ("battle-points", "match-points", "5 1 2 4 3 8 9 10 6 7 13 11 14 12"),
    ],
)
def test_published_match_points_and_game_points(first: str, second: str, places: str) -> None:
    """Exercise 34; those who are level in both stand by number. 11, 13 and 14 made the same game points."""
    cards = read_teams(TEC_TEAMS)
    one, two = (worked_out(id, "1", cards, FOUR_BOARDS) for id in (first, second))
    order = sorted(cards, key=lambda team: (-(one[team] or 0), -(two[team] or 0), team))
    published = [int(each) for each in places.split()]
    level = {team: (one[team], two[team]) for team in cards}
    assert [level[team] for team in order] == [level[team] for team in published]


@pytest.mark.parametrize(
    ("row", "params", "share"),
    [
        # playerlink.online, "SK211": 6-2-1, of which two wins are byes; 1-4 and out
        ("bye bye +9 +9 +9 +9 -9 -9 =9", {}, "19/27"),
        ("bye bye +9 +9 +9 +9 -9 -9 =9", {"byes": 0}, "13/21"),
        ("+9 -9 -9 -9 -9", {}, "33/100"),
        # By hand: 3 of 12 points; a third is a third
        ("+9 -9 -9 -9", {"floor": 1, "floor-of": 3}, "1/3"),
        ("+9 +9 -9", {"decimals": 2}, "0.67"),
        ("+9 -9 -9 -9", {"floor": 1, "floor-of": 3, "decimals": 2}, "0.33"),
    ],
)
def test_percentages_with_fractions_and_without_byes(row: str, params: dict[str, Any], share: str) -> None:
    cards = read({1: row, 9: stand_in("0", 9)}, Scoring())
    assert worked_out("match-win", "2", cards, Scoring(), **params)[1] == Fraction(share)


def test_rounding_decides_where_an_event_says_so() -> None:
    """By hand: 19 of 27 is 0.7037, 12 of 17 is 0.7059. Both are 0.70 and 0.71 to two places, and 0.7 to one."""
    assert [rounded(Fraction(*each), 2) for each in ((19, 27), (12, 17))] == exact(["0.7", "0.71"])
    assert [rounded(Fraction(*each), 1) for each in ((19, 27), (12, 17))] == exact(["0.7", "0.7"])
    assert [rounded(Fraction(each), 0) for each in ("1887.5", "-0.5", "-0.51")] == [1888, 0, -1]


@pytest.mark.parametrize(
    ("params", "named"), [({"floor": 2, "floor-of": 1}, "floor"), ({"floor": 0, "floor-of": 0}, "floor-of")]
)
def test_a_floor_is_a_fraction_up_to_one(params: dict[str, int], named: str) -> None:
    with pytest.raises(Refused) as refused:
        settings(TieBreak("match-win", "2", params), "$.tiebreaks[0]")
    assert refused.value.path == f"$.tiebreaks[0].params.{named}"


@pytest.mark.parametrize(
    ("games", "share"),
    [
        ("2-0 2-1 1-2 2-0", "21/30"),
        ("1-2 1-2 0-2 1-2", "33/100"),  # 9 of 33 points
        ("2-0-1", "7/9"),  # two won and one drawn: 7 points against 1
    ],
)
def test_game_win_percentage(games: str, share: str) -> None:
    """By hand, after the definition in appendix C of the Magic Tournament Rules: 3 points a game won, 1 drawn."""
    cards = read({1: " ".join("+9" for _ in games.split()), 9: stand_in("0", 4)}, Scoring())
    counts = [(*map(int, each.split("-")), 0)[:3] for each in games.split()]
    rounds = tuple(
        msgspec.structs.replace(each, games=won, games_drawn=drawn, games_against=lost)
        for each, (won, lost, drawn) in zip(cards[1].rounds, counts, strict=True)
    )
    cards[1] = msgspec.structs.replace(cards[1], rounds=rounds)
    assert worked_out("game-win", "1", cards, Scoring())[1] == Fraction(share)


def test_published_win_path() -> None:
    """Games Workshop's companion tells two with three wins apart by when they lost; LWWW is 0222, WWWL 2220."""
    cards = read({1: "-9 +9 +9 +9", 2: "+9 +9 +9 -9", 9: stand_in("0", 4)})
    assert [worked_out("win-path", "1", cards)[one] for one in (1, 2)] == [26, 78]
    assert [worked_out("win-path", "1", cards, last=1)[one] for one in (1, 2)] == [78, 26]


def test_published_rounds_before_the_first_loss() -> None:
    """tabletopmasters.de: 12:0 7:5 6:6 4:8 12:0; the first loss is in round 4, and three rounds count."""
    cards = read({1: "+9 +9 =9 -9 +9", 9: stand_in("0", 5)})
    assert worked_out("wins-before-loss", "1", cards, draws=1)[1] == 3
    assert worked_out("wins-before-loss", "1", cards)[1] == 2


def test_streaks_pass_over_byes_and_end_with_a_forfeit_that_was_lost() -> None:
    cards = read({1: "+9 bye +9 F-9 +9 none F+9 +9 -9", 9: stand_in("0", 9)})
    assert worked_out("wins-before-loss", "1", cards)[1] == 2
    assert worked_out("longest-streak", "1", cards)[1] == 3


def test_schedule_per_round_after_a_withdrawal() -> None:
    """By hand: 1 met 2, who made 3 points in one round and left, and 3, who made 3 in two: (3 + 1.5) / 2."""
    cards = read({1: "-2 +3", 2: "+1 none", 3: "+4 -1", 4: "-3 bye"}, Scoring())
    assert worked_out("sos-per-round", "1", cards, Scoring())[1] == Fraction("2.25")
    # 4 met 3 (1.5); its bye is an opponent on 0, where byes count
    assert worked_out("sos-per-round", "1", cards, Scoring())[4] == Fraction("1.5")
    assert worked_out("sos-per-round", "1", cards, Scoring(), byes=1)[4] == Fraction("0.75")


def test_opponents_wins_of_the_published_swiss() -> None:
    """By hand: 1 met 9, 13, 2, 15 and 4, who won 1, 1, 3, 2 and 2 rounds, of which 9 won one by a bye."""
    assert worked_out("opponents-wins", "1", read(TEC_SWISS))[1] == 9
    assert worked_out("opponents-wins", "1", read(TEC_SWISS), played=1)[1] == 8
    assert worked_out("opponents-wins-mean", "1", read(TEC_SWISS), decimals=1)[1] == Fraction("1.8")


def test_published_median() -> None:
    """Of opponents on 4 2 3 4 5 6 the lowest and the highest are left out: 16 (an example by Rapptz, gist 197c8016)."""
    opponents = {11: "4", 12: "2", 13: "3", 14: "4", 15: "5", 16: "6"}
    cards = read(
        {1: "+11 +12 +13 -14 -15 -16", 99: stand_in("0", 6)} | {n: stand_in(s, 6) for n, s in opponents.items()}
    )
    assert worked_out("median-buchholz", "2026", cards)[1] == 16
    assert worked_out("modified-median", "1", cards)[1] == 16  # three of six points: both ends


@pytest.mark.parametrize(("row", "value"), [("+11 +12 -13", 9), ("-11 -12 +13", 6), ("=11 =12 =13", 4)])
def test_modified_median(row: str, value: int) -> None:
    """By hand: opponents on 2, 4 and 5. Two of three points leave out the 2, one the 5, one and a half both."""
    cards = read({1: row, 11: stand_in("2", 5), 12: stand_in("4", 5), 13: stand_in("5", 5), 99: stand_in("0", 5)})
    assert worked_out("modified-median", "1", cards)[1] == value


# Published: the same exercises, teams of four boards. Game points are battle points here.
TEAMS: list[tuple[str, str, dict[str, Any], str]] = [
    # 34
    ("battle-points", "1", {}, "17.5 17 16 17 18 12.5 11.5 15 14.5 13 11.5 7.5 11.5 11.5"),
    # 37
    ("buchholz", "2023", {}, "64 57 58 56 55 46 44 41 50 44 41 41 52 36"),
    ("buchholz", "2023", {"of": "battle"}, "114 107.5 109.5 106 99 92 94.5 90 97.5 92 88 92 101 87"),
    ("buchholz", "2023", {"of": "battle", "cut_lowest": 1},
     "100.5 96 97 94.5 91.5 79.5 83 82.5 90 84.5 80.5 84.5 89.5 75.5"),
    # Transcribed for some of the teams only: opponents' match points times own match points; opponents' match points
    # times own game points; and so on.
    ("sonneborn-berger", "2023", {"cut": 1}, "74 64 66 64 66"),
    ("sonneborn-berger", "2023", {"of": "battle"}, "158 144 150 146 132"),
]  # fmt: skip


@pytest.mark.parametrize(("id", "version", "settings", "values"), TEAMS)
def test_published_for_teams(id: str, version: str, settings: dict[str, Any], values: str) -> None:
    found = worked_out(id, version, read_teams(TEC_TEAMS), FOUR_BOARDS, **settings)
    expected = dict(enumerate(exact(values.split()), 1))
    assert {entrant: found[entrant] for entrant in expected} == expected


def test_published_sonneborn_berger_on_game_points_of_single_teams() -> None:
    """The same exercises: EMGSB and EGGSB, of which a few values were transcribed."""
    match = worked_out("sonneborn-berger", "2023", read_teams(TEC_TEAMS), FOUR_BOARDS, by="battle")
    game = worked_out("sonneborn-berger", "2023", read_teams(TEC_TEAMS), FOUR_BOARDS, of="battle", by="battle")
    assert [match[team] for team in (7, 9, 13)] == exact(["68.5", "83", "73"])
    assert [game[team] for team in (6, 8)] == exact(["157.5", "181.5"])


@pytest.mark.parametrize(
    ("version", "group", "expected"),
    [
        ("2023", (1, 2, 3, 4, 5), {4: 4, 2: 3, 1: 2, 3: 1, 5: 0}),  # exercise 45
        ("2023", (6, 8), {6: 1, 8: 0}),  # 43
        ("2023", (11, 14), {11: 0, 14: 0}),  # 42
        ("2023", (7, 9, 13), {7: 0, 9: 0, 13: 0}),  # 44
        # Not published: all five made four match points; by game points 4 is first with 8.5 and 5 last with 7.5. Of the
        # others, who made 8 each, 1 beat 2 and 3 and 2 beat 3: match points are asked again.
        ("2026", (1, 2, 3, 4, 5), {4: 4, 1: 3, 2: 2, 3: 1, 5: 0}),
    ],
)
def test_extended_direct_encounter(version: str, group: tuple[int, ...], expected: dict[int, int]) -> None:
    found = worked_out("extended-direct-encounter", version, read_teams(TEC_TEAMS), FOUR_BOARDS, group=group)
    assert found == expected


def test_published_cut_one_of_2026() -> None:
    """Sharly Chess, same event. 11 won by forfeit against 9, so the dummy is 1.5, of 3.5 3.5 2.5 1.5 1.5."""
    values = worked_out("buchholz", "2026", read(TEC_SWISS), cut_lowest=1)
    published = {5: "7.5", 8: "12", 11: "11", 7: "12.5", 9: "7.5", 13: "12", 1: "11", 3: "13", 4: "11.5", 16: "11",
                 12: "9.5", 14: "9", 15: "11"}  # fmt: skip
    assert {entrant: values[entrant] for entrant in published} == {
        entrant: Fraction(value) for entrant, value in published.items()
    }


@pytest.mark.parametrize(
    ("id", "version", "values"),
    [
        ("sonneborn-berger", "2023", "9.25 6.25 6.25 4.25 3.25 2.25"),
        ("sonneborn-berger", "2026", "9.25 6.25 6.25 4.25 3.25 2.25"),
        ("koya", "1", "2 0.5 0.5 1 0.5 0"),
    ],
)
def test_published_round_robin_counts_forfeits_as_played(id: str, version: str, values: str) -> None:
    """Exercises 14 and 16: 6 won against 5 by forfeit."""
    found = worked_out(id, version, read(TEC_ROUND_ROBIN), format="round-robin")
    assert list(found.values()) == exact(values.split())


def test_published_round_robin_cut() -> None:
    """Exercise 15."""
    found = worked_out("sonneborn-berger", "2023", read(TEC_ROUND_ROBIN), format="round-robin", cut=1)
    assert list(found.values()) == exact(["9.25", "4.75", "4.75", "4.25", "3.25", "1.5"])


@pytest.mark.parametrize("format", ["round-robin", "league"])
def test_a_round_without_an_opponent_is_no_round_of_a_round_robin(format: str) -> None:
    """Three players, one idle each round, and the bye still brings a point. Sonneborn-Berger and Koya see two games:
    1 beat 2 (2 points with the bye) and 3 (1 point). Half of two games is 1 point: 1 and 2 have it without their byes.
    """
    cards = read({1: "+2 bye +3", 2: "-1 +3 bye", 3: "bye -2 -1"})
    assert worked_out("sonneborn-berger", "2026", cards, format=format) == {1: 3, 2: 1, 3: 0}
    assert worked_out("koya", "1", cards, format=format) == {1: 1, 2: 0, 3: 0}


def test_published_training_of_arbiters() -> None:
    """Lapeyre 2026: 4 won by forfeit against 7 (2.5 points), 8 had a bye, 14 announced an absence in round 2.

    The printed table has 10.5 for entrant 8 by the 1.5 of the wrong line; with the 2 of entrant 9 it is 11, which is
    what Sharly Chess has.
    """
    values = worked_out("buchholz", "2026", read(LAPEYRE))
    published = "13.5 14.5 15 13.5 14.5 14 13 11 13.5 11 11.5 10.5 9 10"
    assert list(values.values()) == exact(published.split())
    cut = worked_out("buchholz", "2026", read(LAPEYRE), cut_lowest=1)
    assert [cut[11], cut[14]] == exact(["10", "9.5"])
    cumulated = worked_out("cumulative", "1", read(LAPEYRE))
    published = "12.5 11 12.5 10.5 9.5 9.5 8.5 6 8 5.5 4.5 3 2.5 1.5"
    assert list(cumulated.values()) == exact(published.split())


def stand_in(points: str, rounds: int) -> str:
    """A row with the given score, against nobody in particular."""
    whole, half = divmod(int(Fraction(points) * 2), 2)
    return " ".join(["+99"] * whole + ["=99"] * half + ["-99"] * (rounds - whole - half))


@pytest.mark.parametrize(
    ("version", "total", "without_one", "weighed"), [("2023", "57", "50", "37.25"), ("2026", "55", "50", "37.25")]
)
def test_published_arbiters_manual(version: str, total: str, without_one: str, weighed: str) -> None:
    """FIDE Arbiters' Manual 2026, first example: 7 of 10 with an absence announced for round 4. The dummy has 7, since
    2026 at most ten draws: 5. It is the first to be cut, and worth nothing in Sonneborn-Berger."""
    opponents = {11: "5", 12: "5", 13: "6.5", 15: "4.5", 16: "6", 17: "5", 18: "6.5", 19: "5.5", 20: "6"}
    rows = {1: "+11 +12 -13 zero +15 =16 +17 =18 +19 +20", 99: stand_in("0", 10)}
    cards = read(rows | {entrant: stand_in(points, 10) for entrant, points in opponents.items()})
    found = [
        worked_out("buchholz", version, cards)[1],
        worked_out("buchholz", version, cards, cut_lowest=1)[1],
        worked_out("sonneborn-berger", version, cards)[1],
    ]
    assert found == exact([total, without_one, weighed])


@pytest.mark.parametrize(
    ("row", "share"),
    [
        ("+9 +9 +9 +9 +9 -9 -9 =9", Fraction(16, 24)),
        ("+9 -9 -9 -9 none none none none", Fraction(33, 100)),
        ("bye +9 +9 -9 -9 none none none", Fraction(9, 15)),
    ],
)
def test_published_match_win(row: str, share: Fraction) -> None:
    """Magic Tournament Rules, appendix C: 5-2-1; 1-3 and out, raised to the floor; 3-2 with a bye and out."""
    cards = read({1: row, 9: stand_in("0", 8)}, Scoring())
    assert worked_out("match-win", "1", cards, Scoring())[1] == share


def test_floor_is_exactly_what_the_event_says() -> None:
    """3333 hundredths of a percent are 0.3333, less than a third."""
    assert worked_out("match-win", "1", read({1: "-2", 2: "+1"}), floor=3333)[1] == Fraction(3333, 10_000)


def test_nobody_met_is_the_floor() -> None:
    assert worked_out("opponents-match-win", "1", read({1: "bye", 2: "none"})) == dict.fromkeys(
        (1, 2), Fraction(33, 100)
    )


def test_where_teams_play_the_points_are_those_of_their_match() -> None:
    """Two points a match won, one a draw: 2 of 4 points; and the bye's dummy on 2 counts no more than two draws."""
    match, boards = Scoring(win=200, draw=100, bye=Award(match=200)), Scoring(win=2000)
    terms = Terms("kt", scoring=boards, teams=TeamTerms(size=3, scoring=match))
    crosstable = Crosstable(read({1: "-2 bye", 2: "+1 none"}, match), terms)
    assert tiebreaks.load("match-win", "1").compute(crosstable, 1, Setting({"floor": 0}), ()).value == Fraction(1, 2)
    # 2 made 2 points, and its absence counts as a draw: 3; the dummy 2
    cut = Setting({"cut-lowest": 0, "cut-highest": 0})
    assert tiebreaks.load("buchholz", "2026").compute(crosstable, 1, cut, ()).value == 5


def test_a_table_that_still_plays_does_not_lower_the_limit_of_a_dummy() -> None:
    """Two rounds are counted: 1 has a bye and no second result yet. Its dummy is its own 1, and may be two draws."""
    assert worked_out("buchholz", "2026", read({1: "bye", 2: "none", 3: "+4 +9", 4: "-3 none", 9: "none -3"}))[1] == 1


@pytest.mark.parametrize("id", ["match-win", "opponents-match-win"])
def test_no_percentage_where_a_win_brings_nothing(id: str) -> None:
    scoring = Scoring(win=0, draw=0, loss=0)
    assert worked_out(id, "1", read({1: "+2", 2: "-1"}, scoring), scoring) == {1: None, 2: None}


class TestUnplayed:
    """Article 16, clause by clause. Entrant 1 met 2, whose row it is about; one point a win, half a draw."""

    @pytest.mark.parametrize(
        ("row", "counts"),
        [
            ("+1 none none", "2"),  # 1 + a draw + a draw
            ("+1 half zero", "2"),  # byes on request at the end: draws, whatever they brought
            ("+1 zero half", "2"),
            ("+1 zero bye", "2"),  # there for the bye of round 3: the zero stays. 1 + 0 + 1
            ("+1 zero -3", "1"),
            ("+1 F-3 none", "1.5"),  # a forfeit counts as scored, the absence after it is a draw
            ("+1 none F-3", "1.5"),  # a lost forfeit is no return
            ("+1 none F+3", "2"),  # a won one is: 1 + 0 + 1
            ("+1 half +3", "2.5"),
        ],
    )
    def test_what_an_opponent_counts_for(self, row: str, counts: str) -> None:
        cards = read({1: "-2 +3 +3", 2: row, 3: "+9 -1 -1", 9: "-3 -9 -9"})
        three = 1  # entrant 3 made one point, and was met twice
        assert worked_out("buchholz", "2026", cards)[1] == Fraction(counts) + 2 * three

    @pytest.mark.parametrize(
        ("rows", "version", "total"),
        [
            # 1 has 3 of 3 and met 2 (0) and 3 (1). The bye: a dummy on 3, since 2026 at most three draws, 1.5
            ({1: "bye +2 +3", 2: "-3 -1 -9", 3: "+2 -9 -1"}, "2023", "4"),
            ({1: "bye +2 +3", 2: "-3 -1 -9", 3: "+2 -9 -1"}, "2026", "2.5"),
            # won by forfeit against 3 instead, who made 2: the dummy counts as 2, above three draws
            ({1: "F+3 +2 +9", 2: "-9 -1 -3", 3: "F-1 +9 +2"}, "2023", "3"),
            ({1: "F+3 +2 +9", 2: "-9 -1 -3", 3: "F-1 +9 +2"}, "2026", "2"),
            # that 3 leaves after the forfeit: its last rounds count as draws, 0 + 0.5 + 0.5
            ({1: "F+3 +2 +9", 2: "-9 -1 -9", 3: "F-1 none none"}, "2026", "1"),
            # a lost forfeit: the own score of 2 is below the 3 of the opponent
            ({1: "F-3 +2 +9", 2: "-9 -1 -9", 3: "F+1 +9 +9"}, "2026", "2"),
        ],
    )
    def test_the_dummy(self, rows: dict[int, str], version: str, total: str) -> None:
        assert worked_out("buchholz", version, read(rows | {9: "-9 -9 -9"}))[1] == Fraction(total)

    def test_rounds_missed_on_purpose_are_cut_first(self) -> None:
        """1 has 2.5: met 2 (0.5) and 3 (0.5), half a bye, a bye. Dummies on min(2.5, 4 draws) = 2. Of 0.5 0.5 2 2 the
        bye on request goes first, then a 0.5; the bye that the pairing gave is like any other."""
        cards = read({1: "=2 half bye =3", 2: "=1 -9 -9 -9", 3: "-9 -9 -9 =1", 9: "-9 -9 -9 -9"})
        found = [worked_out("buchholz", "2026", cards, cut_lowest=cut)[1] for cut in (0, 1, 2, 3, 4, 5)]
        assert found == exact(["5", "3", "2.5", "2", "0", "0"])

    def test_sonneborn_berger_cuts_the_dearer_of_two(self) -> None:
        """1 beat 2 (1 point), drew 3 (2 points), missed round 3 on request with half a point: 1, 1, and 2 * 0.5 = 1.
        Own score 2, four draws 2. And lost to 4 (3 points): 0. The weakest is 2, worth 1; the missed round is worth 1
        too, so that goes. Next the weakest alone is left: 2 goes. Then 3 (2 points), then 4."""
        cards = read({1: "+2 =3 half -4", 2: "-1 +9 -9 -9", 3: "+9 =1 =9 -9", 4: "+9 +9 -9 +1", 9: "-9 -9 -9 -9"})
        crosstable = Crosstable(cards, Terms("kt", scoring=CHESS))
        rule = tiebreaks.load("sonneborn-berger", "2026")
        cut = [
            {part.round for part in rule.compute(crosstable, 1, Setting({"cut": cuts}), ()).parts if part.left_out}
            for cuts in range(5)
        ]
        assert cut == [set(), {3}, {1, 3}, {1, 2, 3}, {1, 2, 3, 4}]

    def test_of_missed_rounds_the_one_that_gives_least_is_weighed(self) -> None:
        """1 made 3.5 of 5. The half-point bye: a dummy on five draws, 2.5 * 0.5 = 1.25. The lost forfeit against 4, who
        made 4: 3.5 * 0 = 0. The weakest opponent, 2, has 1 point: 1. Of 0 and 1 the 1 goes: 6.25 - 1."""
        cards = read({1: "+2 +3 half F-4 +5", 2: "-1 +9 -9 -9 -9", 3: "+9 -1 +9 -9 -9", 4: "+9 +9 +9 F+1 -9",
                      5: "+9 +9 -9 -9 -1", 9: "-9 -9 -9 -9 -9"})  # fmt: skip
        found = [worked_out("sonneborn-berger", "2026", cards, cut=cut)[1] for cut in (0, 1)]
        assert found == exact(["6.25", "5.25"])

    def test_a_missed_round_worth_less_stays(self) -> None:
        """Exercise 13, entrant 14: a zero-point bye is worth 0, the win over the weakest opponent 1.5; the win goes."""
        rule = tiebreaks.load("sonneborn-berger", "2023")
        found = rule.compute(Crosstable(read(TEC_SWISS), Terms("kt", scoring=CHESS)), 14, Setting({"cut": 1}), ())
        assert [part.round for part in found.parts if part.left_out] == [5]

    def test_penalties_belong_to_the_score(self) -> None:
        """2 made 1 point and lost half of it to a penalty; the dummy of 1's own bye has the 2.5 with an award."""
        cards = read({1: "+2 bye", 2: "-1 +9", 9: "-9 -2"})
        cards[2] = msgspec.structs.replace(cards[2], match_adjustment=-50)
        cards[1] = msgspec.structs.replace(cards[1], match_adjustment=50)
        assert worked_out("buchholz", "2023", cards)[1] == Fraction("0.5") + Fraction("2.5")


class TestDirectEncounter:
    @staticmethod
    def values(rows: dict[int, str], group: tuple[int, ...], format: Any = "swiss") -> dict[int, Any]:
        rows = rows | {9: " ".join(["-9"] * len(rows[1].split()))}
        return worked_out("direct-encounter", "1", read(rows), format=format, group=group)

    def test_published_four_who_did_not_all_meet(self) -> None:
        """Page 42: A beat all, B beat C and D, who did not meet. A and B are certain, C and D remain."""
        rows = {1: "+2 +3 +4", 2: "-1 +4 +3", 3: "+9 -1 -2", 4: "+9 -2 -1"}
        assert self.values(rows, (1, 2, 3, 4)) == {1: 3, 2: 2, 3: 0, 4: 0}

    @pytest.mark.parametrize(
        ("group", "expected"),
        [
            ((1, 2, 4, 6), {1: 1, 2: 0, 4: 1, 6: 3}),  # exercise 25: 6 first, 2 last, 1 and 4 drew
            ((7, 8, 16), {7: 0, 8: 0, 16: 0}),  # 7 and 8 did not meet: 8 could still reach 16
            ((5, 10, 14, 15), {5: 0, 10: 0, 14: 0, 15: 0}),
            ((9, 12), {9: 0, 12: 0}),  # drew
        ],
    )
    def test_published_swiss(self, group: tuple[int, ...], expected: dict[int, int]) -> None:
        assert worked_out("direct-encounter", "1", read(TEC_LONG), group=group) == expected

    def test_published_swiss_of_five_rounds(self) -> None:
        """Exercise 23: 4 has the best results and is not certain. Exercise 24: one game among three."""
        assert worked_out("direct-encounter", "1", read(TEC_SWISS), group=(1, 3, 4, 16)) == {1: 0, 3: 0, 4: 0, 16: 0}
        assert worked_out("direct-encounter", "1", read(TEC_SWISS), group=(5, 8, 11)) == {5: 0, 8: 0, 11: 0}

    def test_published_round_robin(self) -> None:
        """Exercise 26: the forfeit of 5 against 6 counts."""
        cards = read(TEC_ROUND_ROBIN)
        assert worked_out("direct-encounter", "1", cards, format="round-robin", group=(1, 2, 3)) == {1: 2, 2: 0, 3: 0}
        assert worked_out("direct-encounter", "1", cards, format="round-robin", group=(4, 5, 6)) == {4: 0, 5: 1, 6: 2}

    def test_what_is_missing_is_at_least_a_loss_and_a_loss_may_bring_points(self) -> None:
        """Three, two and one point. 1 beat 2 and 4, who drew and beat 3; 1 did not meet 3. 1 has at least 3 + 3 + 1; 2
        and 4 have 1 + 3 + 2, 3 has at most 1 + 1 + 3. So 1 is first."""
        scoring = Scoring(win=300, draw=200, loss=100)
        cards = read({1: "+2 +4 bye", 2: "-1 +3 =4", 3: "-4 -2 bye", 4: "+3 -1 =2"}, scoring)
        found = worked_out("direct-encounter", "1", cards, scoring, group=(1, 2, 3, 4))
        assert found[1] == 3

    def test_a_forfeit_is_no_meeting_in_a_swiss(self) -> None:
        assert self.values({1: "F+2", 2: "F-1"}, (1, 2)) == {1: 0, 2: 0}

    def test_those_who_are_still_level_are_taken_by_themselves(self) -> None:
        """Once it helps no more, because three beat each other in a ring; once it tells two apart who made as much."""
        rows = {1: "+2 +4 -3", 2: "-1 +3 +4", 3: "+4 -2 +1", 4: "-3 -1 -2"}
        # points: 1 has 2, 2 has 2, 3 has 2, 4 has 0; among 1, 2, 3 everybody beat one: they stay level above 4
        assert self.values(rows, (1, 2, 3, 4)) == {1: 1, 2: 1, 3: 1, 4: 0}
        rows = {1: "+2 =3 =4", 2: "-1 +3 +4", 3: "=1 -2 +4", 4: "=1 -2 -3"}
        # points: 1 has 2, 2 has 2, 3 has 1.5, 4 has 0.5; 1 beat 2
        assert self.values(rows, (1, 2, 3, 4)) == {1: 3, 2: 2, 3: 1, 4: 0}

    def test_the_rest_of_an_incomplete_table_is_asked_again(self) -> None:
        """1 beat all. 2, 3 and 4: 2 beat 3, 4 did not meet 2. In the table of all nobody is second for certain; by
        themselves again neither, until 4 has met both: then 2 has 1.5, 3 has 1, 4 has 0.5."""
        rows = {1: "+2 +3 +4 +9", 2: "-1 +9 +3 +9", 3: "+4 -1 -2 +9", 4: "-3 +9 -1 +9"}
        assert self.values(rows, (1, 2, 3, 4)) == {1: 3, 2: 0, 3: 0, 4: 0}
        rows = {1: "+2 +3 +9 +9", 2: "-1 =4 +3 +9", 3: "+4 -1 -2 +9", 4: "-3 =2 +9 +9"}
        # 1 has 2 and did not meet 4, who has 0.5 and could reach 1.5: 1 is first. 2, 3 and 4 all met
        assert self.values(rows, (1, 2, 3, 4)) == {1: 3, 2: 2, 3: 1, 4: 0}

    def test_who_met_twice_counts_with_the_mean(self) -> None:
        """1 beat 2 and lost the return: half a point each. 3 beat 1 and drew 2: 1.5, then 2 with 1 and 1 with 0.5."""
        rows = {1: "+2 -2 -3 +9", 2: "-1 +1 +9 =3", 3: "+9 +9 +1 =2"}
        assert self.values(rows, (1, 2, 3)) == {1: 0, 2: 1, 3: 2}

    def test_bonuses_do_not_say_who_beat_whom(self) -> None:
        """Three who beat each other in a ring; one of the wins came with an extra point."""
        cards = read({1: "+2 -3", 2: "-1 +3", 3: "+1 -2"})
        rounds = cards[1].rounds
        cards[1] = msgspec.structs.replace(cards[1], rounds=(msgspec.structs.replace(rounds[0], match=200), rounds[1]))
        assert worked_out("direct-encounter", "1", cards, group=(1, 2, 3)) == {1: 0, 2: 0, 3: 0}

    def test_first_of_an_incomplete_table_is_who_is_first_in_every_completion(self) -> None:
        """300 tables of four with gaps, against all ways to fill them."""
        decided = 0
        for number in range(300):
            results = incomplete(random.Random(number))
            rows = {entrant: " ".join(results.get((entrant, other), "+9") for other in (1, 2, 3, 4) if other != entrant)
                    for entrant in (1, 2, 3, 4)}  # fmt: skip
            firsts = [entrant for entrant, value in self.values(rows, (1, 2, 3, 4)).items() if value == 3]
            assert firsts == always_alone_in_front(results)
            decided += len(firsts)
        assert 20 < decided < 280


def incomplete(chance: random.Random) -> dict[tuple[int, int], str]:
    """Results between four, with at least one missing: `+2` for a win over 2."""
    pairs = list(combinations((1, 2, 3, 4), 2))
    results: dict[tuple[int, int], str] = {}
    for a, b in chance.sample(pairs, chance.randint(1, 5)):
        signs = chance.choice(("+-", "+-", "-+", "=="))
        results |= {(a, b): f"{signs[0]}{b}", (b, a): f"{signs[1]}{a}"}
    return results


def always_alone_in_front(results: dict[tuple[int, int], str]) -> list[int]:
    """Who has more than everybody else in every way to fill the gaps."""
    missing = [pair for pair in combinations((1, 2, 3, 4), 2) if pair not in results]
    twice = {"+": 2, "=": 1, "-": 0}
    known = {
        entrant: sum(twice[sign[0]] for (a, _), sign in results.items() if a == entrant) for entrant in (1, 2, 3, 4)
    }
    candidates = {1, 2, 3, 4}
    for filling in product((0, 1, 2), repeat=len(missing)):
        points = dict(known)
        for (a, b), made in zip(missing, filling, strict=True):
            points[a] += made
            points[b] += 2 - made
        best = max(points.values())
        leaders = [entrant for entrant in points if points[entrant] == best]
        candidates &= set(leaders) if len(leaders) == 1 else set()
    return sorted(candidates)


class TestHeadToHead:
    CARDS = {1: "+2 =3 -9", 2: "-1 +9 +9", 3: "+9 =1 +9", 9: "-3 -2 +1"}

    def test_two_who_met(self) -> None:
        assert worked_out("head-to-head", "1", read(self.CARDS), group=(1, 2)) == {1: 1, 2: 0}

    def test_two_who_did_not(self) -> None:
        assert worked_out("head-to-head", "1", read(self.CARDS), group=(2, 3)) == {2: None, 3: None}

    def test_three(self) -> None:
        assert worked_out("head-to-head", "1", read(self.CARDS), group=(1, 2, 3)) == dict.fromkeys((1, 2, 3))

    def test_twice_is_the_mean(self) -> None:
        """A win and a draw of three and one points: two."""
        cards = read({1: "+2 =2", 2: "-1 =1"}, Scoring())
        assert worked_out("head-to-head", "1", cards, Scoring(), group=(1, 2)) == {1: 2, 2: Fraction(1, 2)}


def test_lots_are_the_order_of_the_digests() -> None:
    cards = read(dict.fromkeys(range(1, 9), "none"))
    values = worked_out("lots", "1", cards, seed="blue")
    order = sorted(cards, key=lambda entrant: sha256(f"blue:lots:{entrant}".encode()).hexdigest())
    assert [values[entrant] for entrant in order] == [7, 6, 5, 4, 3, 2, 1, 0]
    assert worked_out("lots", "1", cards, seed="red") != values


@pytest.mark.parametrize(
    ("row", "scoring", "won"),
    [
        ("bye half zero F+2 F-2 none +2", CHESS, 3),  # the bye, the forfeit, the win
        ("bye half", msgspec.structs.replace(CHESS, half_bye=Award(match=100)), 2),  # a bye on request worth a win
        ("bye half", msgspec.structs.replace(CHESS, bye=Award(match=50)), 0),  # a bye worth a draw
        ("bye none F+2", Scoring(win=0, draw=0, loss=0, bye=Award(), forfeit_win=Award()), 0),  # no points for winning
    ],
)
def test_rounds_won_without_playing(row: str, scoring: Scoring, won: int) -> None:
    cards = read({1: row, 2: " ".join(["none"] * len(row.split()))}, scoring)
    assert worked_out("wins", "1", cards, scoring)[1] == won


PROMISED = """
average-buchholz@2023 average-buchholz@2026 battle-points@1 beaten-ratings@1 best-round@1 buchholz@2023 buchholz@2026
cumulative@1 cumulative@2 direct-encounter@1 encounter-difference@1 extended-direct-encounter@2023
extended-direct-encounter@2026 extended-match-win@1 extended-sos@1 extended-sos-mean@1 extended-sos-mean@2
extended-sos-per-round@1 fore-buchholz@2023 fore-buchholz@2026 game-win@1 head-to-head@1 koya@1 koya@2
longest-streak@1 lots@1 match-points@1 match-win@1 match-win@2 median-buchholz@2023 median-buchholz@2026
median-points@1 modified-median@1 opponents-battle@1 opponents-battle-mean@1 opponents-battle-mean@2
opponents-cumulative@1 opponents-game-win@1 opponents-match-win@1 opponents-match-win@2 opponents-rating@1
opponents-victory@1 opponents-victory-mean@1 opponents-victory-mean@2 opponents-wins@1 opponents-wins@2
opponents-wins-mean@1 pairing-number@1 points@1 points-per-game@1 points-per-game@2 rating@1 rating@2 rounds-elected@1
sonneborn-berger@2023 sonneborn-berger@2026 sos@1 sos@2 sos-mean@1 sos-mean@2 sos-per-round@1 sos-pooled-mean@1
standard-points@1 standard-points@2026 victory-conceded@1 victory-difference@1 victory-difference@2 victory-points@1
victory-share@1 win-path@1 wins@1 wins-before-loss@1 wins-played@1
"""


class TestRegistry:
    def test_everything_that_is_promised_is_there(self) -> None:
        assert [f"{rule.id}@{rule.version}" for rule in tiebreaks.ALL] == PROMISED.split()

    @pytest.mark.parametrize("rule", tiebreaks.ALL, ids=lambda rule: f"{rule.id}@{rule.version}")
    def test_every_rule_says_what_it_is_in_both_languages(self, rule: Any) -> None:
        assert len(rule.text_en) > 40 and len(rule.text_ru) > 40 and rule.source
        assert re.search("[а-я]{3}", rule.source_ru)
        cited, cited_ru = (re.findall(r"\d+(?:\.\d+)*", each) for each in (rule.source, rule.source_ru))
        assert cited == cited_ru, "the articles and years are the same"
        texts = [rule.ru, rule.text_ru, *(param.ru for param in rule.params)]
        assert all(any("а" <= letter <= "я" for letter in text) for text in texts)
        assert all(param.en and 0 <= param.default <= param.most for param in rule.params)

    def test_what_is_gathered_from_opponents_says_whether_it_is_a_sum_or_a_mean(self) -> None:
        """But for FIDE's own names, under which everybody knows which it is."""
        own = ("average-buchholz", "opponents-rating")
        gathered = [
            rule for rule in tiebreaks.ALL if ("pponents" in rule.en or "schedule" in rule.en) and rule.id not in own
        ]
        assert len(gathered) == 24
        for rule in gathered:
            mean = rule.id.endswith(("-mean", "-win", "-per-round"))
            assert rule.en.endswith(", mean" if mean else ", sum")
            assert rule.ru.endswith(", среднее" if mean else ", сумма")
            assert ("divided" in rule.text_en or "mean" in rule.text_en) == mean

    def test_a_bye_lowers_a_sum_and_not_a_mean(self) -> None:
        """Both met opponents with 2 points alone; the second had a bye in one round."""
        cards = read({1: "+3 +4", 2: "+5 bye", 3: "-1 +6 +7", 4: "+8 -1 +9", 5: "-2 +10 +11"})
        sums = worked_out("sos", "1", cards, group=(1, 2))
        means = worked_out("sos-mean", "1", cards, group=(1, 2))
        assert list(sums.values()) == [4, 2] and list(means.values()) == [2, 2]

    def test_who_met_nobody_has_no_strength_of_schedule(self) -> None:
        cards = read({1: "bye"})
        for id in ("sos-mean", "extended-sos-mean", "opponents-battle-mean", "opponents-victory-mean"):
            assert worked_out(id, "1", cards) == {1: 0}

    def test_a_changed_rule_says_how_it_changed(self) -> None:
        old, new = tiebreaks.load("buchholz", "2023"), tiebreaks.load("buchholz", "2026")
        assert old.text_en != new.text_en and old.source != new.source

    def test_load_refuses_what_is_not_there(self) -> None:
        with pytest.raises(Refused) as refused:
            tiebreaks.load("elo", "1")
        assert (refused.value.code, refused.value.path) == ("unknown-tie-break", "$.id")
        with pytest.raises(Refused) as refused:
            tiebreaks.load("buchholz", "2024", "$.tiebreaks[0]")
        assert (refused.value.code, refused.value.path) == ("unknown-version", "$.tiebreaks[0].version")
        assert refused.value.facts["versions"] == ["2023", "2026"]

    FINE = TieBreak("sos", "1")

    @pytest.mark.parametrize(
        ("wrong", "code", "path"),
        [
            (TieBreak("elo", "1"), "unknown-tie-break", "$.tiebreaks[2].id"),
            (TieBreak("sos", "9"), "unknown-version", "$.tiebreaks[2].version"),
            (TieBreak("buchholz", "2026", {"cut": 1}), "unknown-param", "$.tiebreaks[2].params.cut"),
            (TieBreak("sos", "1", {"cut": 1}), "unknown-param", "$.tiebreaks[2].params.cut"),
            (TieBreak("cumulative", "1", {"cut": -1}), "out-of-range", "$.tiebreaks[2].params.cut"),
            (TieBreak("cumulative", "1", {"cut": 100}), "out-of-range", "$.tiebreaks[2].params.cut"),
            (TieBreak("match-win", "1", {"floor": 10_001}), "out-of-range", "$.tiebreaks[2].params.floor"),
            (TieBreak("sos", "1"), "duplicate", "$.tiebreaks[2]"),
            (TieBreak("buchholz", "2026", {"cut-lowest": 0}), "duplicate", "$.tiebreaks[2]"),
        ],
    )
    def test_validate_names_what_is_wrong(self, wrong: TieBreak, code: str, path: str) -> None:
        with pytest.raises(Refused) as refused:
            tiebreaks.validate((self.FINE, TieBreak("buchholz", "2026"), wrong))
        assert (refused.value.code, refused.value.path) == (code, path)

    def test_validate_lets_pass_what_can_decide_something(self) -> None:
        """The same with other parameters, limits at their ends, and the direct encounter again."""
        encounter = TieBreak("direct-encounter", "1")
        floors = [TieBreak("match-win", "1", {"floor": floor}) for floor in (0, 10_000)]
        cut = TieBreak("buchholz", "2026", {"cut-lowest": 1})
        tiebreaks.validate((encounter, TieBreak("buchholz", "2026"), cut, encounter, *floors))
