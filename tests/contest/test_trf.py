"""FIDE's tournament report file: columns to the letter, there and back, and what is wrong with a file."""

from __future__ import annotations

from datetime import date

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamelog.contest.cards import Card, RoundScore
from gamelog.contest.errors import Refused
from gamelog.contest.interchange import trf
from gamelog.contest.interchange.book import (
    Book,
    BookPlayer,
    Meeting,
    System,
    Team,
    cards_of,
    filled,
    level,
    system_of,
    total,
)
from gamelog.contest.presets import PRESETS, scoring_of
from gamelog.contest.terms import Award, Scoring

THREE_ONE = System(300, 100, 0, 0, 300)
BOOK = Book(
    title="Весенний кубок",
    city="Омск",
    federation="RUS",
    starts="2026-05-01",
    ends="2026-05-02",
    kind="Swiss",
    arbiter="Petrov, Pyotr",
    deputies=("Ivanova, Anna", "Sidorov, Ilya"),
    time="150 minutes",
    dates=("2026-05-01", "2026-05-02"),
    rounds=2,
    first="w",
    system=THREE_ONE,
    tiebreaks="PTS,BH/C1,SB",
    players=(
        BookPlayer(1, "Мирошниченко, Александра", "w", "GM", 2527, "RUS", "13400304", "1978-02-28", "Омск", "Орки",
               400, 1, (Meeting(2, "w", "1"), Meeting(12, "b", "="))),
        BookPlayer(2, "Smith", rating=999, points=300, rank=2, rounds=(Meeting(1, "b", "0"), Meeting(result="U"))),
        BookPlayer(12, "Jones", points=250, rank=3, rounds=(Meeting(result="H"), Meeting(1, "w", "="))),
    ),
    teams=(Team(1, "Northern Lights", "NORTH", (1, 2), 200, 3050, 1), Team(2, "South", players=(12,))),
)  # fmt: skip
LINES_2026 = [
    "012 Весенний кубок",
    "022 Омск",
    "032 RUS",
    "042 2026/05/01",
    "052 2026/05/02",
    "062 3",
    "072 2",
    "082 2",
    "092 Swiss",
    "102 Petrov, Pyotr",
    "112 Ivanova, Anna",
    "112 Sidorov, Ilya",
    "122 150 minutes",
    "132" + " " * 88 + "26/05/01  26/05/02",
    "142 2",
    "152 W",
    "162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0",
    "212 PTS,BH/C1,SB",
    "001    1 w GM Мирошниченко, Александра          2527 RUS    13400304 1978/02/28  4.0    1     2 w 1    12 b =",
    "001    2      Smith                              999                             3.0    2     1 b 0  0000 - U",
    "001   12      Jones                                                              2.0    3  0000 - H     1 w =",
    "310   1 Northern Lights                  NORTH           2.0   30.5   1     1    2",
    "310   2 South                                            0.0    0.0        12",
    "XXW    1 club Омск",
    "XXW    1 faction Орки",
    "XXW   12 points 2.5",
]


def lines(data: bytes) -> list[str]:
    """The lines of a file, each of which ends with CR LF."""
    text = data.decode()
    assert text.endswith("\r\n") and text.count("\r") == text.count("\n") == text.count("\r\n")
    return text[:-2].split("\r\n")


def read(data: bytes) -> Book:
    reading = trf.read(data)
    assert [str(each) for each in reading.problems] == []
    assert reading.book is not None
    return reading.book


def test_every_field_stands_in_its_columns() -> None:
    assert lines(trf.write(BOOK).data) == LINES_2026


def test_the_columns_of_a_player() -> None:
    """The numbers of TRF26's player section, counted from 1."""
    line = lines(trf.write(BOOK).data)[18]
    columns = {
        (1, 3): "001", (5, 8): "   1", (10, 10): "w", (11, 13): " GM", (15, 47): "Мирошниченко, Александра".ljust(33),
        (49, 52): "2527", (54, 56): "RUS", (58, 68): "   13400304", (70, 79): "1978/02/28", (81, 84): " 4.0",
        (86, 89): "   1", (92, 95): "   2", (97, 97): "w", (99, 99): "1", (102, 105): "  12", (107, 107): "b",
        (109, 109): "=",
    }  # fmt: skip
    assert {span: line[span[0] - 1 : span[1]] for span in columns} == columns
    assert len(line) == 109


def test_the_columns_of_a_team() -> None:
    line = lines(trf.write(BOOK).data)[21]
    columns = {
        (5, 7): "  1", (9, 40): "Northern Lights".ljust(32), (42, 46): "NORTH", (48, 53): " " * 6, (55, 60): "   2.0",
        (62, 67): "  30.5", (69, 71): "  1", (74, 77): "   1", (79, 82): "   2",
    }  # fmt: skip
    assert {span: line[span[0] - 1 : span[1]] for span in columns} == columns


def test_the_columns_of_what_results_are_worth() -> None:
    line = lines(trf.write(BOOK).data)[16]
    assert [line[first - 1 : first + 4] for first in (6, 15, 24, 33, 42)] == [
        "W 3.0",
        "D 1.0",
        "L 0.0",
        "A 0.0",
        "P 3.0",
    ]


def test_the_edition_that_pairing_engines_read() -> None:
    found = lines(trf.write(BOOK, "2016").data)
    assert found[:14] == LINES_2026[:14]
    assert found[14:23] == [
        "XXR 2",
        "XXC white1",
        "XXS W=3.0 D=1.0 WL=0.0 BL=0.0 ZPB=0.0 FL=0.0 PAB=3.0",
        "BBW  3.0",
        "BBD  1.0",
        "BBL  0.0",
        "BBZ  0.0",
        "BBF  0.0",
        "BBU  3.0",
    ]
    assert found[23:26] == LINES_2026[18:21]
    assert found[26:28] == ["013 Northern Lights                    1    2", "013 South                             12"]
    assert found[28:] == LINES_2026[23:]


def test_what_the_usual_worths_are_is_not_said() -> None:
    usual = msgspec.structs.replace(BOOK, system=System())
    for edition in ("2016", "2026"):
        codes = {line[:3] for line in lines(trf.write(usual, edition).data)}
        assert not codes & {"162", "XXS", "BBW"}


@pytest.mark.parametrize("edition", ["2016", "2026"])
def test_there_and_back(edition: trf.Edition) -> None:
    written = trf.write(BOOK, edition)
    assert written.notes == ()
    back = read(written.data)
    assert trf.write(back, edition).data == written.data
    if edition == "2026":
        assert back == level(BOOK)
    else:  # 2016 has no tie-breaks, and of teams only names and players
        teams = (Team(1, "Northern Lights", players=(1, 2)), Team(2, "South", players=(12,)))
        assert back == msgspec.structs.replace(level(BOOK), tiebreaks="", teams=teams)


# Points and names that do not fit.


def test_points_of_a_scale_stand_beside_those_of_chess() -> None:
    """20-0 is no win, draw and loss: the column has 1, ½, 0, the event's points stand in lines of our own."""
    book = msgspec.structs.replace(
        BOOK,
        system=None,
        players=tuple(
            msgspec.structs.replace(player, points=points)
            for player, points in zip(BOOK.players, (3025, 800, 50), strict=True)
        ),
    )
    written = trf.write(book)
    assert written.notes == ("points are written as in chess (1, ½, 0); those of the event stand in XXW lines",)
    found = lines(written.data)
    columns = [line[80:84] for line in found if line.startswith("001")]
    assert columns == [" 1.5", " 1.0", " 1.0"]  # a win and a draw; a loss and a bye; half a point and a draw
    assert [line for line in found if " points " in line] == [
        "XXW    1 points 30.25", "XXW    2 points 8", "XXW   12 points 0.5"
    ]  # fmt: skip
    back = read(written.data)
    assert [player.points for player in back.players] == [3025, 800, 50]
    assert trf.write(back).data.decode() == written.data.decode()


@pytest.mark.parametrize(
    "system, said",
    [
        (System(250, 150, 50, 0, 250), True),  # halves
        (System(225, 100, 0, 0, 225), False),  # a quarter
        (System(9950, 0, 0, 0, 0), True),  # 99.5 once
        (System(10000, 0, 0, 0, 0), False),  # 100 has no room
        (System(100, 50, -50, 0, 100), False),  # less than nothing
    ],
)
def test_which_worths_the_format_has_words_for(system: System, said: bool) -> None:
    book = Book(
        system=system,
        players=(BookPlayer(1, rounds=(Meeting(2, "w", "1"),)), BookPlayer(2, rounds=(Meeting(1, "b", "0"),))),
    )
    assert (trf.write(book).notes == ()) == said


def test_a_total_that_has_no_room() -> None:
    """Each of 50: twice are 100, more than the 99.5 of a column."""
    meetings = (Meeting(2, "w", "+"), Meeting(result="F"))
    back = (Meeting(1, "b", "-"), Meeting())
    system = System(5000, 0, 0, 0, 0)
    fits = Book(system=system, players=(BookPlayer(1, rounds=meetings[:1]), BookPlayer(2, rounds=back[:1])))
    assert trf.write(fits).notes == ()
    full = Book(system=system, players=(BookPlayer(1, rounds=meetings), BookPlayer(2, rounds=back)))
    assert len(trf.write(full).notes) == 1


@pytest.mark.parametrize("length, whole", [(33, True), (34, False)])
def test_a_name_has_33_characters(length: int, whole: bool) -> None:
    name = "Ж" * length
    written = trf.write(Book(players=(BookPlayer(1, name),)))
    assert lines(written.data)[3][14:47] == "Ж" * 33
    assert (written.notes == ()) == whole
    if not whole:
        assert written.notes == (f"the name of player 1 (whole in an XXW line) is cut to 33 characters: {name}",)
    assert read(written.data).players[0].name == name


def test_a_name_cannot_break_a_line() -> None:
    written = trf.write(Book(title="A\r\n001    9", players=(BookPlayer(1, "B\u2028C\tD\x00\x85E"),)))
    back = read(written.data)
    assert (back.title, back.players[0].name) == ("A 001 9", "B C D E")


def test_team_points_that_do_not_fit_are_left_away() -> None:
    written = trf.write(Book(players=(BookPlayer(1),), teams=(Team(1, match=225, game=1_000_000),)))
    assert written.notes == (
        "the 2.25 points of team 1 do not fit into their column and are left away",
        "the 10000 points of team 1 do not fit into their column and are left away",
    )


@pytest.mark.parametrize(
    "book, text",
    [
        (Book(players=(BookPlayer(0),)), "a starting number is from 1 to 9999, not 0"),
        (Book(players=(BookPlayer(10_000),)), "a starting number is from 1 to 9999, not 10000"),
        (Book(players=(BookPlayer(7), BookPlayer(7))), "two players have the number 7"),
        (Book(players=(BookPlayer(7, rounds=(Meeting(result="X"),)),)), "round 1 has the result X, which is none"),
        (Book(players=(BookPlayer(7, rounds=(Meeting(8, "w", "1"),)),)), "round 1 is against 8, who is not there"),
        (Book(teams=(Team(1, players=tuple(range(1, 16))),)), "up to 14 players, not 1 and 15"),
        (Book(teams=(Team(1000),)), "a number from 1 to 999 and up to 14 players, not 1000 and 0"),
    ],
)
def test_a_book_that_cannot_be_written(book: Book, text: str) -> None:
    with pytest.raises(Refused) as refused:
        trf.write(book)
    assert refused.value.code == "bad-book" and text in refused.value.text


# Reading what others write.

HEADER = "012 Test"


def player(number: int, rounds: str = "", name: str = "Name", points: str = " 0.0", rank: str = "   1") -> str:
    """A record 001, its rounds given from column 92 on."""
    return f"001 {number:>4}      {name:<33}{'':33}{points} {rank}  {rounds}".rstrip()


def problems(*content: str) -> list[str]:
    reading = trf.read("\r".join(content).encode())
    assert reading.book is None or not reading.problems
    return [str(each) for each in reading.problems]


GAME = (player(1, "   2 w 1"), player(2, "   1 b 0"))


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_every_line_end_is_read(end: str) -> None:
    for mark in ("", "\ufeff"):
        book = read((mark + end.join((HEADER, *GAME, ""))).encode())
        assert (book.title, len(book.players)) == ("Test", 2)


def test_capitals_and_blanks_are_forgiven() -> None:
    book = read(
        "\n".join(
            ("### a comment", "", HEADER, player(1, "   2 W 1         "), player(2, "   1 B 0  0000 - h"))
        ).encode()
    )
    assert book.players[0].rounds == (Meeting(2, "w", "1"), Meeting())
    assert book.players[1].rounds == (Meeting(1, "b", "0"), Meeting(0, "-", "H"))


def test_a_player_without_the_last_rounds_was_absent() -> None:
    book = read("\n".join((*GAME, player(3))).encode())
    assert book.players[2].rounds == (Meeting(0, "-", "Z"),)


def test_a_game_that_is_not_finished() -> None:
    book = read("\n".join((player(1, "   2 w"), player(2, "   1 b"))).encode())
    assert book.players[0].rounds == (Meeting(2, "w", ""),)
    assert trf.write(read(trf.write(book).data)).data == trf.write(book).data


def test_a_double_forfeit_and_a_double_loss() -> None:
    for results in ("--", "00"):
        assert problems(player(1, f"   2 w {results[0]}"), player(2, f"   1 b {results[1]}")) == []


@pytest.mark.parametrize(
    "text, points", [(" 4.5", 450), (" 4,5", 450), ("   4", 400), ("  .5", 50), ("    ", 0), ("10.0", 1000)]
)
def test_points_are_read_however_they_are_written(text: str, points: int) -> None:
    assert read(player(1, points=text).encode()).players[0].points == points


@pytest.mark.parametrize("text", ["2026/05/01", "2026-05-01", "2026.05.01"])
def test_days_are_read_however_they_are_written(text: str) -> None:
    assert read(f"{player(1)}\n042 {text}".encode()).starts == "2026-05-01"


def test_two_digits_of_a_year() -> None:
    ruler = "132" + " " * 88
    book = read(f"{player(1)}\n{ruler}69/12/31  70/01/01            26/05/01".encode())
    assert book.dates == ("2069-12-31", "1970-01-01", "", "2026-05-01")


@pytest.mark.parametrize(
    "line, field, value",
    [
        ("142 7", "rounds", 7),
        ("XXR 9", "rounds", 9),
        ("152 B", "first", "b"),
        ("XXC rank black1", "first", "b"),
        ("XXC white1", "first", "w"),
        ("212 PTS,BH", "tiebreaks", "PTS,BH"),
        ("202 BH,SB", "tiebreaks", "PTS,BH,SB"),
        ("192 berger_roundrobin_g1", "code", "BERGER_ROUNDROBIN_G1"),
        ("112 Ivanova", "deputies", ("Ivanova",)),
        ("162  W 3.0    D 1.0", "system", System(300, 100, 0, 0, 300)),  # a bye that is not named is a win
        ("162  W 3.0    D 1.0    X 0.0", "system", System(300, 100, 0, 0, 300)),  # adjourned games are none of ours
        ("162  W 3.0    D 1.0    L 0.5    A 0.0    P 1.0", "system", System(300, 100, 50, 0, 100)),
        ("XXS W=3 D=1", "system", System(300, 100, 0, 0, 100)),  # to JavaFo a bye is still a point
        ("XXS PAB=3 D=1 W=3", "system", System(300, 100, 0, 0, 300)),
        ("XXS W=2 WW=3 BW=3 FW=3 FPB=3", "system", System(300, 50, 0, 0, 100)),
        ("XXS WW=3", "system", None),  # a win with white and one with black differ
        ("XXS FL=0.5", "system", None),  # a lost forfeit and an absence differ
        ("BBW  3.0", "system", System(300, 50, 0, 0, 100)),
    ],
)
def test_records_of_engines_and_of_both_editions(line: str, field: str, value: object) -> None:
    assert getattr(read(f"{player(1)}\n{line}".encode()), field) == value


def test_what_is_left_unread_is_said() -> None:
    reading = trf.read("\n".join((player(1), "DAT 1 a", "BEL    1", "DAT 1 b")).encode())
    assert reading.notes == (
        "2 lines with the code DAT left unread, the first is line 2",
        "1 line with the code BEL left unread, the first is line 3",
    )
    unknown = trf.read("\n".join((player(1), "XXC rank fast", "XXW    1 hat red", "XXW    1")).encode())
    assert unknown.notes == (
        "line 2: fast is not understood",
        "line 3: hat is not understood",
        "line 4: a line without a key is not understood",
    )
    assert trf.read(f"{player(1)}\nXXS WW=3".encode()).notes == (
        "what results are worth depends on more than the result, and is not taken over",
    )


@pytest.mark.parametrize(
    "content, expected",
    [
        (("012 A", player(1, "  X2 w 1")), "line 2, columns 92-95: the opponent in round 1 is a whole number, not X2"),
        ((player(1, "   2 w 1     3 b =")[:-1] + "?", GAME[1], player(3, "0000 - U     1 w =")),
         "line 1, column 109: ? is no result: round 2 has one of 1 = 0 + - W D L H F U Z"),
        ((player(1, "   2 r 1"), GAME[1]), "line 1, column 97: the colour in round 1 is w, b or -, not r"),
        ((player(1, "0000 w 1"),), "line 1, columns 92-95: round 1 has the result 1 and no opponent"),
        ((player(1, "   2 w U"), GAME[1]), "line 1, column 99: round 1 has the bye U and an opponent, 2"),
        ((player(1, "   2w 1"), GAME[1]), "line 1, columns 92-99: round 1 is not in its columns: 2w 1"),
        ((player(1, points="four"),), "line 1, columns 81-84: the points are a number like 4.5, not four"),
        ((player(1, rank=" 1st"),), "line 1, columns 86-89: the rank is a whole number, not 1st"),
        ((player(1).replace("   1 ", "   A ", 1),),
         "line 1, columns 5-8: the starting number is a whole number, not A"),
        (("001",), "line 1, columns 5-8: the starting number is missing"),
        ((player(0),), "line 1, columns 5-8: the starting number is missing"),
        ((player(1), "310   0"), "line 2, columns 5-7: the number of a team is missing"),
        ((player(1), "013 North" + " " * 27 + "   1    2"), "line 2, columns 42-45: there is no player 2"),
        ((player(1), player(1)), "line 2, columns 5-8: number 1 stands in line 1 already"),
        ((player(1), "042 1 May"), "line 2, columns 5-9: 1 May is no date like 2026/05/01"),
        ((player(1), "142 many"), "line 2, columns 5-8: the number of rounds is a whole number, not many"),
        ((player(1), "152 X"), "line 2, column 5: the first colour is W or B, not X"),
        ((player(1), "162  W nil"), "line 2, columns 7-10: points are a number like 0.5, not nil"),
        ((player(1), "162  Q 1.0"), "line 2, column 6: Q is no result: there are W, D, L, A, P and X"),
        ((player(1), "XXS D=1 Q=1"), "line 2, columns 9-11: Q=1 is not understood"),
        ((player(1), "BBW   x"), "line 2, columns 5-7: points are a number like 0.5, not x"),
        ((player(1), "XXW    2 club A"), "line 2, columns 5-8: there is no player 2"),
        ((player(1), "XXW    1 points x"), "line 2, columns 10-17: the points are a number like 4.5, not x"),
        ((player(1), "132" + " " * 88 + "26/13/01"), "line 2, columns 92-99: 2026/13/01 is no date like 2026/05/01"),
        ((player(1), "310 X"), "line 2, columns 5-7: the number of a team is a whole number, not X"),
        ((player(1), "XXW    1 rating 9.5"), "line 2, columns 10-19: the rating is a whole number, not 9.5"),
        (("012 A",), "$: the file has no players (records 001)"),
    ],
)  # fmt: skip
def test_a_problem_names_its_line_and_columns(content: tuple[str, ...], expected: str) -> None:
    assert expected in problems(*content)


@pytest.mark.parametrize(
    "first, second, expected",
    [
        ("   3 w 1", "0000 - U", "line 1, columns 92-99: round 1: there is no player 3"),
        ("   1 w 1", "0000 - U", "line 1, columns 92-99: round 1: 1 plays against themselves"),
        ("   2 w 1", "0000 - U", "line 1, columns 92-99: round 1: 1 plays 2, who has no opponent (line 2)"),
        ("0000 - U", "   1 b 0", "line 2, columns 92-99: round 1: 2 plays 1, who has no opponent (line 1)"),
        ("   2 w 1", "   1 w 0", "line 1, columns 92-99: round 1: 1 and 2 both have the colour w (line 2)"),
        ("   2 w 1", "   1 b 1", "line 1, columns 92-99: round 1: 1 against 1 of 2 (line 2) cannot be"),
        ("   2 w 1", "   1 b", "line 1, columns 92-99: round 1: 1 against no result of 2 (line 2) cannot be"),
        ("   2 w +", "   1 b 0", "line 1, columns 92-99: round 1: + against 0 of 2 (line 2) cannot be"),
    ],
)
def test_both_players_tell_the_same(first: str, second: str, expected: str) -> None:
    assert problems(player(1, first), player(2, second)) == [expected]


def test_all_problems_are_found_in_one_go() -> None:
    found = problems("042 soon", player(1, "   9 w 1", points="many"), player(1), "152 Q")
    assert [each.split(":")[0] for each in found] == [
        "line 1, columns 5-8", "line 2, columns 81-84", "line 3, columns 5-8", "line 4, column 5",
        "line 2, columns 92-99",
    ]  # fmt: skip


def test_a_hundred_problems_are_enough() -> None:
    assert len(problems(*["142 x"] * 99, player(1))) == 99
    found = problems(*["142 x"] * 150, player(1))
    assert (len(found), found[-1]) == (101, "$: and 50 problems more")


def test_a_file_that_is_not_text() -> None:
    data = f"{player(1)}\r\n012 ".encode() + "Омск".encode("cp1251")
    assert [str(each) for each in trf.read(data).problems] == ["line 2: the file is not UTF-8: save it as UTF-8"]
    assert "more than 4000000" in str(trf.read(b" " * 4_000_001).problems[0])
    assert read(player(1).encode().ljust(4_000_000)).players[0].number == 1


# Any book.

SYSTEMS = st.sampled_from([System(), THREE_ONE, System(200, 100, 0, 0, 200), System(250, 150, 50, 0, 150), None])
WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp", "Zs"]), min_size=1, max_size=12
)
NAMES = st.lists(WORDS, max_size=5).map(" ".join)
DAYS = st.dates(date(1970, 1, 1), date(2069, 12, 31)).map(lambda day: day.isoformat())
PAIRED = [("1", "0"), ("0", "1"), ("=", "="), ("+", "-"), ("-", "+"), ("-", "-"), ("W", "L"), ("D", "D"), ("", "")]


@st.composite
def books(draw: st.DrawFn) -> Book:
    """Books whose rounds fit together; every round pairs some and gives the others a bye or nothing."""
    numbers = draw(st.lists(st.integers(1, 9999), min_size=1, max_size=7, unique=True).map(sorted))
    rounds: dict[int, list[Meeting]] = {number: [] for number in numbers}
    for _ in range(draw(st.integers(0, 4))):
        order = draw(st.permutations(numbers))
        pairs = draw(st.integers(0, len(order) // 2))
        for first, second in zip(order[0 : 2 * pairs : 2], order[1 : 2 * pairs : 2], strict=True):
            mine, its = draw(st.sampled_from(PAIRED))
            rounds[first].append(Meeting(second, "w", mine))
            rounds[second].append(Meeting(first, "b", its))
        for alone in order[2 * pairs :]:
            rounds[alone].append(Meeting(result=draw(st.sampled_from("HFUZ"))))
    players = tuple(
        BookPlayer(
            number=number,
            name=draw(NAMES),
            sex=draw(st.sampled_from(["", "m", "w"])),
            title=draw(st.sampled_from(["", "GM", "WIM", "g"])),
            rating=draw(st.integers(0, 12_000)),
            federation=draw(st.sampled_from(["", "RUS"])),
            fide=draw(st.sampled_from(["", "12345678901"])),
            birth=draw(st.sampled_from(["", "1978", "2001-09-30"])),
            club=draw(NAMES),
            faction=draw(NAMES),
            points=draw(st.integers(-5000, 50_000)),
            rank=draw(st.integers(0, 9999)),
            rounds=tuple(rounds[number]),
        )
        for number in numbers
    )
    return Book(
        title=draw(NAMES),
        city=draw(NAMES),
        federation="RUS",
        starts=draw(DAYS),
        kind=draw(NAMES),
        arbiter=draw(NAMES),
        deputies=tuple(draw(st.lists(WORDS, max_size=2))),
        time=draw(NAMES),
        dates=tuple(draw(st.lists(DAYS, max_size=3))),
        rounds=draw(st.integers(0, 99)),
        first=draw(st.sampled_from(["", "w", "b"])),
        system=draw(SYSTEMS),
        players=players,
    )


@settings(max_examples=200, deadline=None)
@given(books(), st.sampled_from(["2016", "2026"]))
def test_any_book_comes_back(book: Book, edition: trf.Edition) -> None:
    written = trf.write(book, edition)
    back = read(written.data)
    system = back.system if book.system is None else book.system
    assert back == msgspec.structs.replace(book, system=system)
    assert trf.write(back, edition).data == written.data


@settings(max_examples=200, deadline=None)
@given(books(), st.sampled_from(["2016", "2026"]))
def test_the_points_column_is_what_the_results_are_worth(book: Book, edition: trf.Edition) -> None:
    """What checkers add up. A column with halves says the system; else it is that of chess."""
    for line in lines(trf.write(book, edition).data):
        if line.startswith("001"):
            who = next(each for each in book.players if each.number == int(line[4:8]))
            points = total(book.system or System(), who)
            assert line[80:84] == f"{points // 100}.{points % 100 // 10}".rjust(4)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200) | st.lists(st.sampled_from([*LINES_2026, "001", "XXW", "310", "162 ?"])).map("\r\n".join))
def test_no_text_is_too_much_for_the_reader(text: str) -> None:
    reading = trf.read(text.encode("utf-8", "replace"))
    assert (reading.book is None) == bool(reading.problems)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len("\r\n".join(LINES_2026)) - 1), st.sampled_from("0123456789 wb=+-UX"))
def test_a_changed_character_is_read_or_named(place: int, character: str) -> None:
    text = "\r\n".join(LINES_2026)
    reading = trf.read((text[:place] + character + text[place + 1 :]).encode())
    if reading.problems:
        assert all(each.path == "$" or each.path.startswith("line ") for each in reading.problems)
    else:
        assert reading.book is not None
        assert read(trf.write(reading.book).data) is not None


# Cards.

SCORED = scoring_of("win-draw-loss-3-1-0@1")
CARDS = {
    1: Card(1, 1, (RoundScore(1, "played", 2, "win", 300), RoundScore(2, "bye", match=300))),
    2: Card(2, 2, (RoundScore(1, "played", 1, "loss"), RoundScore(2, "forfeit-loss", 3)), match_adjustment=-100),
    3: Card(3, 3, (RoundScore(1, "half-bye", match=100), RoundScore(2, "forfeit-win", 2, match=300))),
    4: Card(4, 4, (RoundScore(1, "zero-bye"), RoundScore(2, "absent"))),
}
PAIRINGS = [[(1, 2)], [(3, 2)]]


def test_a_book_from_cards() -> None:
    named = Book(players=tuple(BookPlayer(number, f"P{number}") for number in CARDS))
    book = filled(named, CARDS, SCORED, {1: 1, 3: 2, 4: 3, 2: 4}, PAIRINGS)
    assert book.system == THREE_ONE
    assert [(each.points, each.rank) for each in book.players] == [(600, 1), (-100, 4), (400, 2), (0, 3)]
    assert [each.rounds for each in book.players] == [
        (Meeting(2, "w", "1"), Meeting(0, "-", "U")),
        (Meeting(1, "b", "0"), Meeting(3, "b", "-")),
        (Meeting(0, "-", "H"), Meeting(2, "w", "+")),
        (Meeting(), Meeting()),
    ]


def test_a_round_without_a_result_is_not_finished() -> None:
    cards = {1: Card(1, 1), 2: Card(2, 2), 3: Card(3, 3, (RoundScore(1, "bye", match=300),))}
    named = Book(players=(BookPlayer(1), BookPlayer(2), BookPlayer(3), BookPlayer(4)))
    book = filled(named, cards, SCORED, {}, [[(2, 1)]])
    assert [each.rounds for each in book.players] == [
        (Meeting(2, "b", ""),), (Meeting(1, "w", ""),), (Meeting(0, "-", "U"),), (Meeting(),)
    ]  # fmt: skip


def test_cards_come_back_with_penalties() -> None:
    named = Book(players=tuple(BookPlayer(number) for number in CARDS))
    book = filled(named, CARDS, SCORED, {}, PAIRINGS)
    back = cards_of(read(trf.write(book).data), SCORED)
    expected = CARDS | {4: Card(4, 4, (RoundScore(1, "zero-bye"), RoundScore(2, "zero-bye")))}  # absence is one to FIDE
    assert back == expected


def test_points_of_another_kind_are_no_penalty() -> None:
    """A 20-0 event has its battle points in the book: cards made from it have the match points of the results."""
    scoring = scoring_of("wtc-20-0@1")
    book = Book(
        system=None,
        players=(
            BookPlayer(1, points=1500, rounds=(Meeting(2, "w", "1"),)),
            BookPlayer(2, points=500, rounds=(Meeting(1, "b", "0"),)),
        ),
    )
    assert [(card.match(), card.battle()) for card in cards_of(book, scoring).values()] == [(200, 0), (0, 0)]


def test_a_game_that_is_not_finished_gives_no_card() -> None:
    with pytest.raises(Refused, match="player 7 has no result in round 1 yet"):
        cards_of(Book(players=(BookPlayer(7, rounds=(Meeting(8, "w", ""),)),)), SCORED)


def test_results_that_only_chess_has() -> None:
    players = (
        BookPlayer(1, rounds=(Meeting(2, "w", "W"), Meeting(2, "w", "D"), Meeting(0, "-", "F"), Meeting(0, "-", "-"))),
        BookPlayer(2, rounds=(Meeting(1, "b", "L"), Meeting(1, "b", "D"), Meeting(), Meeting())),
    )
    cards = cards_of(Book(players=players), scoring_of("chess@1"))
    assert [(each.how, each.outcome, each.match) for each in cards[1].rounds] == [
        ("played", "win", 100), ("played", "draw", 50), ("bye", "", 100), ("absent", "", 0)
    ]  # fmt: skip


@pytest.mark.parametrize("key", PRESETS)
def test_which_scorings_have_a_system(key: str) -> None:
    scoring = scoring_of(key)
    system = system_of(scoring)
    # a bye of half a point is a draw there
    unlike = scoring.ranks == "battle" or scoring.half_bye.match != scoring.draw or scoring.major is not None
    assert (system is None) == unlike
    if system is not None:
        assert (system.win, system.draw, system.bye) == (scoring.win, scoring.draw, scoring.bye.match)


@pytest.mark.parametrize(
    "scoring",
    [
        Scoring(forfeit_win=Award(match=200)),  # a forfeit is not a win
        Scoring(half_bye=Award(match=150)),  # a half-point bye is not a draw
        Scoring(zero_bye=Award(match=50)),  # an absence is worth something
        Scoring(forfeit_loss=Award(match=-100)),  # a forfeit costs
        Scoring(ranks="victory"),
    ],
)
def test_a_scoring_that_fide_has_no_words_for(scoring: Scoring) -> None:
    assert system_of(Scoring()) == THREE_ONE
    assert system_of(scoring) is None
