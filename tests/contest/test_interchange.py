"""CSV and JSON: what stands in them, that no cell is run as a formula, and what is wrong with a list of entrants."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelog.contest.cards import Card, RoundScore
from gamelog.contest.errors import Refused
from gamelog.contest.interchange import csv_text, entries, sheets
from gamelog.contest.interchange.csv_text import Number
from gamelog.contest.interchange.entries import PublicEntry
from gamelog.contest.outcomes import Games, Points
from gamelog.contest.pairing.request import Pair, Paired
from gamelog.contest.places import Cell, Column, Place, StandingsTable

PEOPLE = {
    1: PublicEntry("Анна, Омск", "Клуб «Щит»", "Orks", 1500),
    2: PublicEntry('Bob "the =Wall"', "=HYPERLINK()", team="North"),
    3: PublicEntry("Carla"),
}


def cells(data: bytes) -> list[list[str]]:
    """The cells of a file, by the standard library alone."""
    return list(csv.reader(io.StringIO(data.decode(), newline="")))


# The text.


def test_a_file_is_rfc_4180() -> None:
    data = csv_text.written(["a", "b"], [["one, two", 'say "no"'], ["line\r\nend", 5]])
    assert data == b'a,b\r\n"one, two","say ""no"""\r\n"line\r\nend",5\r\n'


@pytest.mark.parametrize("text", ["=1+1", "+7", "-3", "@SUM(A1)", "\tx", "\rx", "\nx", "'=1", "''-"])
def test_no_text_is_run_as_a_formula(text: str) -> None:
    ((written,),) = cells(csv_text.written(["a"], [[text]]))[1:]
    assert written == f"'{text}"
    assert csv_text.armed(written) == text


@pytest.mark.parametrize("text", ["", "a", "'", "'a", "1-2", "a=b", " =1", "’="])
def test_other_texts_stay(text: str) -> None:
    assert cells(csv_text.written(["a"], [["x" + text]]))[1] == ["x" + text]
    assert csv_text.armed(text) == text


def test_numbers_stay() -> None:
    assert cells(csv_text.written(["a", "b"], [[-3, Number("-2.5")]]))[1] == ["-3", "-2.5"]


@given(st.text())
def test_any_text_comes_back(text: str) -> None:
    ((written,),) = cells(csv_text.written(["a"], [[text]]))[1:]
    assert written[:1] not in ("=", "+", "-", "@", "\t", "\r", "\n")
    assert csv_text.armed(written) == text


def test_semicolons_a_byte_order_mark_and_empty_lines_are_read() -> None:
    headings, rows = csv_text.rows_of("\ufeffName;Club\n\nAnna;A, B\n;\n".encode())
    assert headings == ["name", "club"]
    assert rows == [csv_text.Row(3, {"name": "Anna", "club": "A, B"})]


@pytest.mark.parametrize(
    "data, path, text",
    [
        (b"", "line 1", "the file is empty: it begins with a line of headings"),
        (b"\r\n \r\n", "line 1", "the file is empty: it begins with a line of headings"),
        (b"a,b,a\r\n", "line 1", "two columns have the heading a"),
        (b"a,b\r\n1,2\r\n1,2,3\r\n", "line 3", "the line has 3 cells, and there are 2 headings"),
        ("имя".encode("cp1251"), "$", "the file is not UTF-8: save it as CSV UTF-8"),
        (b"a" * 4_000_001, "$", "the file has 4000001 bytes, more than 4000000"),
        (b'a\r\n"x" y"\r\n"' + b"z" * 140_000, "line 3", "the line is no CSV: field larger than field limit (131072)"),
    ],
)
def test_a_file_that_is_no_table(data: bytes, path: str, text: str) -> None:
    with pytest.raises(Refused) as refused:
        csv_text.rows_of(data)
    assert (refused.value.code, refused.value.path, refused.value.text) == ("bad-file", path, text)


def test_empty_cells_beyond_the_headings_do_no_harm() -> None:
    assert csv_text.rows_of(b"a\r\n1,,\r\n")[1] == [csv_text.Row(2, {"a": "1"})]


# Entrants.


def problems(text: str) -> list[str]:
    found = entries.read(text.encode())
    assert found.entries == ()
    return [str(each) for each in found.problems]


def test_entrants_there_and_back() -> None:
    data = entries.write(PEOPLE)
    assert cells(data)[0] == ["number", "name", "club", "faction", "rating", "team"]
    assert cells(data)[2] == ["2", 'Bob "the =Wall"', "'=HYPERLINK()", "", "", "North"]
    back = entries.read(data)
    assert back.problems == ()
    assert {each.number: each for each in back.entries} == {
        number: PublicEntry(each.name, each.club, each.faction, each.rating, each.team, number)
        for number, each in PEOPLE.items()
    }


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Z"]), min_size=1, max_size=8)


@settings(max_examples=60)
@given(st.lists(st.tuples(WORDS, WORDS, st.integers(0, 9999)), max_size=6, unique_by=lambda each: each[0].casefold()))
def test_any_entrants_come_back(people: list[tuple[str, str, int]]) -> None:
    known = {at: PublicEntry(name, club, rating=rating, number=at) for at, (name, club, rating) in enumerate(people, 1)}
    back = entries.read(entries.write(known))
    assert (back.entries, back.problems) == (tuple(known.values()), ())


def test_columns_in_any_order_and_language() -> None:
    found = entries.read("Команда;примечание;ИМЯ;Рейтинг\nСевер;x; Анна   Петрова ;1500\n".encode())
    assert found.entries == (PublicEntry("Анна Петрова", rating=1500, team="Север"),)


def test_a_list_needs_names() -> None:
    assert problems("club,rating\r\nA,1\r\n") == ["line 1: there is no column name among the headings (club, rating)"]


@pytest.mark.parametrize(
    "line, expected",
    [
        (",A,", "line 2, name: the name is missing"),
        (f"{'n' * 101},A,", "line 2, name: name has 101 characters, more than 100"),
        (f"Anna,{'c' * 101},", "line 2, club: club has 101 characters, more than 100"),
        ("Anna,A,10000", "line 2, rating: rating is a whole number from 0 to 9999, not 10000"),
        ("Anna,A,-1", "line 2, rating: rating is a whole number from 0 to 9999, not -1"),
        ("Anna,A,15.5", "line 2, rating: rating is a whole number from 0 to 9999, not 15.5"),
        (f"Anna,A,{'9' * 5000}", f"line 2, rating: rating is a whole number from 0 to 9999, not {'9' * 40}"),
        ("Anna,A,१", "line 2, rating: rating is a whole number from 0 to 9999, not १"),
    ],
)
def test_a_problem_names_line_and_column(line: str, expected: str) -> None:
    assert problems(f"name,club,rating\r\n{line}\r\n") == [expected]


def test_the_last_values_that_are_allowed() -> None:
    found = entries.read(f"name,club,rating\r\n{'n' * 100},{'c' * 100},9999\r\nBob,,0\r\n".encode())
    assert [each.rating for each in found.entries] == [9999, 0]


def test_entrants_who_stand_there_twice() -> None:
    text = "number,name,club,team\r\n1,Anna,A,\r\n1,Bob,A,\r\n2,ANNA,a,\r\n3,Anna,B,\r\n4,Anna,A,T\r\n"
    assert problems(text) == [
        "line 3, number: number 1 stands in line 2 already",
        "line 4, name: ANNA stands in line 2 already",
    ]


def test_all_problems_are_found_in_one_go() -> None:
    text = 'name,rating,number\r\n,x,y\r\n"Two\r\nlines",1,1\r\nAnna,z,1\r\n'
    assert problems(text) == [
        "line 2, name: the name is missing",
        "line 2, rating: rating is a whole number from 0 to 9999, not x",
        "line 2, number: number is a whole number from 0 to 5000, not y",
        "line 5, rating: rating is a whole number from 0 to 9999, not z",
        "line 5, number: number 1 stands in line 4 already",
    ]


def test_a_list_has_an_end() -> None:
    many = "name\r\n" + "".join(f"P{number}\r\n" for number in range(5001))
    assert problems(many) == ["$: the file has 5001 entrants, more than 5000"]
    assert len(entries.read(many.rpartition("P5000")[0].encode()).entries) == 5000


def test_a_file_that_cannot_be_read_is_a_problem_too() -> None:
    assert problems("") == ["line 1: the file is empty: it begins with a line of headings"]


# Tables that are published.

COLUMNS = (
    Column("score", "1", "Match points", "Очки"),
    Column("buchholz", "2026", "Buchholz, cut", "Бухгольц", {"cut-lowest": 1}),
    Column("buchholz", "2026", "Buchholz", "Бухгольц"),
)
TABLE = StandingsTable(
    2,
    COLUMNS,
    (
        Place(
            1, 2, (Cell("6", "6"), Cell("7/3", "2.3333"), Cell("4", "4")),
            Card(2, 2, (RoundScore(1, "played", 1, "win", 300, 1500, 500, 8000, 4250), RoundScore(2, "bye", match=300)),
                 match_adjustment=0),
            wins=1, results=("verified", "awarded"),
        ),
        Place(
            2, 1, (Cell("-1", "-1"), Cell("", ""), Cell("1/2", "0.5")),
            Card(1, 1, (RoundScore(1, "played", 2, "loss", 0, 500, 1500, 4250, 8000), RoundScore(2, "absent")),
                 match_adjustment=-100, withdrawn=True),
            losses=1,
        ),
    ),
)  # fmt: skip
PAIRED = Paired("1", (Pair(7, 3, 1, floated=True), Pair(2, 2, 9)), bye=4, notes=("club:3-1",))


GAMES = ("a_games", "b_games", "drawn_games")


def test_standings_as_csv() -> None:
    heading, first, second = cells(sheets.standings(TABLE, PEOPLE, {}))
    assert heading == [
        "place", "number", "name", "club", "faction", "wins", "draws", "losses", "match", "battle", "victory",
        "score", "buchholz", "buchholz-2", "provisional",
    ]  # fmt: skip
    assert first == [
        "1", "2", 'Bob "the =Wall"', "'=HYPERLINK()", "", "1", "0", "0", "6", "15", "80", "6", "2.3333", "4", ""
    ]  # fmt: skip
    # match 0 with a penalty of 1: a number, so that the minus needs no apostrophe
    assert second[5:] == ["0", "0", "1", "-1", "5", "42.5", "-1", "", "0.5", ""]


def test_pairings_as_csv() -> None:
    heading, *rows = cells(
        sheets.pairings({2: PAIRED, 1: Paired("1", (Pair(1, 1, 2),))}, PEOPLE, {(2, 7): Games(2, 1, 1)})
    )
    assert heading == ["round", "table", "a", "a_name", "a_club", "b", "b_name", "b_club", "kind", *GAMES]
    assert rows == [
        ["1", "1", "1", "Анна, Омск", "Клуб «Щит»", "2", 'Bob "the =Wall"', "'=HYPERLINK()", "pair", "", "", ""],
        ["2", "2", "2", 'Bob "the =Wall"', "'=HYPERLINK()", "9", "", "", "pair", "", "", ""],
        ["2", "7", "3", "Carla", "", "1", "Анна, Омск", "Клуб «Щит»", "pair", "2", "1", "1"],
        ["2", "", "4", "", "", "", "", "", "bye", "", "", ""],
    ]


def test_results_as_csv() -> None:
    won, lost = Points("win", 300, 1500, 8050), Points("loss", -50, 500, 4000)
    played = [
        sheets.TableResult(2, 1, 3, 1, "forfeit-win", (Points("", 300), Points("")), "ruled"),
        sheets.TableResult(1, 2, 3, 2, "played", (lost, won), "confirmed", Games(0, 2)),
        sheets.TableResult(1, 1, 1, 9, "played", (won, lost), "verified"),
    ]
    heading, *rows = cells(sheets.results(played, PEOPLE))
    assert heading == [
        "round", "table", "a", "a_name", "b", "b_name", "how", "a_outcome", "b_outcome", "a_match", "a_battle",
        "a_victory", "b_match", "b_battle", "b_victory", "standing", *GAMES,
    ]  # fmt: skip
    assert rows == [
        ["1", "1", "1", "Анна, Омск", "9", "", "played", "win", "loss", "3", "15", "80.5", "-0.5", "5", "40",
         "verified", "", "", ""],
        ["1", "2", "3", "Carla", "2", 'Bob "the =Wall"', "played", "loss", "win", "-0.5", "5", "40", "3", "15", "80.5",
         "confirmed", "0", "2", "0"],
        ["2", "1", "3", "Carla", "1", "Анна, Омск", "forfeit-win", "", "", "3", "0", "0", "0", "0", "0", "ruled",
         "", "", ""],
    ]  # fmt: skip
