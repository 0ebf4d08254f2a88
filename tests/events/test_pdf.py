"""Paper as PDF, read back by another library: everybody is on it, every code leads to its table, the bytes never
vary.
"""

import io
import re
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.utils.translation import override
from pypdf import PdfReader

from frontend.publishing import pdf_cards, pdf_lists, pdf_pages, qr_codes
from gamelog.contest.acts.entries import Drop, Register
from gamelog.contest.terms import Bonus, Scoring, TableTerms, TeamTerms, TieBreak
from gamelog.tournaments import published
from gamelog.tournaments.models import Tournament
from gamelog.tournaments.services import Named
from tests.tournaments import making

pytestmark = pytest.mark.django_db

EVENT = "/events/winter-muster/"
SITE = "https://club.example"
FILES = ("standings.pdf", "badges.pdf", "2/pairings.pdf", "2/names.pdf", "2/cards.pdf", "2/sheets.pdf")
A4 = (595.276, 841.89)
"""Points."""


def read(data: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(data), strict=True)


def texts(data: bytes) -> list[str]:
    """The text of each page."""
    return [page.extract_text() for page in read(data).pages]


def named(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


@pytest.fixture
def event(filled: Tournament) -> published.Shown:
    return published.shown(filled)


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_a4_and_holds_everybody(filled: Tournament, name: str) -> None:
    response = Client().get(f"{EVENT}print/{name}")
    assert (response.status_code, response["Content-Type"]) == (200, "application/pdf")
    assert response["Content-Disposition"].startswith('inline; filename="winter-muster-')
    found = read(response.content)
    for page in found.pages:
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(A4, abs=0.01)
    everything = "\n".join(texts(response.content))
    assert all(named(everything, f"p{number}") for number in range(1, 9))
    assert "Winter muster" in everything and found.metadata and "Winter muster" in (found.metadata.title or "")


def test_the_same_event_gives_the_same_bytes_and_another_act_others(event: published.Shown, filled: Tournament) -> None:
    def made(of: published.Shown) -> list[bytes]:
        return [pdf_lists.standings(of), pdf_lists.pairings(of, 2), pdf_lists.names(of, 2),
                pdf_cards.table_cards(of, SITE, 2), pdf_cards.table_cards(of, SITE, 2, 8),
                pdf_cards.score_sheets(of, SITE, 2), pdf_cards.badges(of)]  # fmt: skip

    first = made(event)
    assert made(published.shown(filled)) == first
    making.act(filled, filled.owner, Drop(entrant=8))
    assert pdf_lists.standings(published.shown(filled)) != first[0]


def test_cyrillic_and_accents_come_out_as_letters(people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, title="Осенний турнир «Ёлка»")
    for name, faction in (("Святослав Ёжиков", "Орки"), ("Zoë Ångström", "Τυρανίδες")):
        making.act(made, made.owner, Register(faction=faction), named=[Named(name=name)])
    making.play_round(made)
    (text,) = texts(pdf_lists.standings(published.shown(made)))
    for word in ("Осенний турнир «Ёлка»", "Святослав Ёжиков", "Орки", "Zoë Ångström", "Τυρανίδες"):
        assert word in text
    with override("ru"):
        found = read(pdf_lists.pairings(published.shown(made), 1))
    assert found.trailer["/Root"]["/Lang"] == "ru"  # type: ignore[index]


def test_pairings_by_table_stand_side_by_side(event: published.Shown) -> None:
    """With the score between them, once there is one."""
    (text,) = texts(pdf_lists.pairings(event, 2))
    for pair in event.state.rounds[1].paired.pairs:
        a, b = making.expected_score(pair.a, pair.b)
        assert re.search(rf"{pair.table}\s+p{pair.a}\s+{a} : {b}\s+p{pair.b}\b", text), (pair, text)
    making.pair_round(event.tournament)
    (text,) = texts(pdf_lists.pairings(published.shown(event.tournament), 3))
    assert text.count("–") == 4, text


def test_pairings_by_name_are_in_order_and_name_the_bye(people: SimpleNamespace) -> None:
    made = making.announce(people.organiser)
    making.register(made, "Яна", "Ёлка", "Ева", "anna", "Boris")
    making.pair_round(made)
    event = published.shown(made)
    listed = lines(read(pdf_lists.names(event, 1)).pages[0])[2:-1]
    assert [line[0] for line in listed] == ["anna", "Boris", "Ева", "Ёлка", "Яна"]
    bye = event.state.rounds[0].paired.bye
    assert [event.name(bye), "bye"] in listed
    assert all(len(line) == 3 for line in listed if line[0] != event.name(bye))


def test_a_long_name_is_read_before_the_army(people: SimpleNamespace) -> None:
    made = making.announce(people.organiser)
    long = "Konstantin-Aristarchos Vozdvizhensky"
    making.register(made, long, "Boris", faction="The Order of Our Martyred Lady")
    (text,) = texts(pdf_lists.standings(published.shown(made)))
    assert long in text
    row = next(line for line in lines(read(pdf_lists.standings(published.shown(made))).pages[0]) if "Boris" in line)
    assert any(word.startswith("The Order") for word in row)


def test_what_a_code_is_for_is_told_whole_in_russian(event: published.Shown) -> None:
    with override("ru"):
        text = " ".join(texts(pdf_cards.score_sheets(event, SITE, 2))[0].split())
    assert text.count("Отсканируйте, чтобы внести на сайте") == 2


def test_a_long_list_goes_on_with_its_heading_on_every_page(people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, tables=())
    making.register(made, *(f"Player {number:02d}" for number in range(1, 61)))
    making.pair_round(made)
    event = published.shown(made)
    for data, pages in (
        (pdf_lists.pairings(event, 1), 2),
        (pdf_lists.names(event, 1), 3),
        (pdf_lists.standings(event), 2),
    ):
        found = texts(data)
        assert len(found) == pages
        assert all("Winter muster" in text and f"{at} / {pages}" in text for at, text in enumerate(found, 1))
        everything = "\n".join(found)
        assert all(everything.count(f"Player {number:02d}") >= 1 for number in range(1, 61))


def test_nothing_is_drawn_off_the_page(people: SimpleNamespace) -> None:
    """Names, armies and terrain of the maximum length: everything is made to fit."""
    bonuses = tuple(Bonus(id=f"b{number}", en="A very long name of a bonus " * 4, battle=1) for number in range(3))
    ids = ("opponents-match-win", "sos", "extended-sos", "victory-difference", "wins", "cumulative")
    many = tuple(TieBreak(id=id, version="1") for id in ids)
    made = making.announce(people.organiser, title="T" * 200, scoring=Scoring(bonuses=bonuses), tiebreaks=many,
                           tables=(TableTerms(number=9999, terrain="W" * 200),), slug="winter-muster")  # fmt: skip
    for number in range(2):
        making.act(made, made.owner, Register(faction="F" * 200), named=[Named(name=f"{number}" + "W" * 199)])
    making.pair_round(made)
    event = published.shown(made)
    across = pdf_lists.standings(event)
    assert float(read(across).pages[0].mediabox.width) == pytest.approx(A4[1], abs=0.01)
    for data in (across, pdf_lists.pairings(event, 1), pdf_lists.names(event, 1), pdf_cards.badges(event),
                 pdf_cards.table_cards(event, SITE, 1), pdf_cards.table_cards(event, SITE, 1, 8),
                 pdf_cards.score_sheets(event, SITE, 1)):  # fmt: skip
        for page in read(data).pages:
            assert outside(page) == []


class Drawn(NamedTuple):
    """A text on a page: where it begins and ends and how high it is, in points."""

    text: str
    left: float
    right: float
    height: float


def drawn_texts(page: Any) -> list[Drawn]:
    """All text on a page, in drawing order, with widths from its font."""
    found: list[Drawn] = []

    def look(text: str, _matrix: Any, place: Sequence[float], font: Any, size: float) -> None:
        if text.strip():
            kind = pdf_pages.BOLD if font["/BaseFont"].endswith("Bold") else pdf_pages.PLAIN
            wide = pdf_pages.width_of(text.strip(), size, kind) / 25.4 * 72
            found.append(Drawn(text.strip(), place[4], place[4] + wide, place[5]))

    page.extract_text(visitor_text=look)
    return found


def lines(page: Any) -> list[list[str]]:
    """The texts of a page, line by line from the top."""
    rows: dict[float, list[Drawn]] = {}
    for each in drawn_texts(page):
        rows.setdefault(round(each.height, 1), []).append(each)
    return [[each.text for each in sorted(row, key=lambda each: each.left)] for _at, row in sorted(rows.items())[::-1]]


def test_what_is_off_the_page_would_be_found() -> None:
    sheet = pdf_pages.Paper("Test", "en")
    sheet.text(150, 20, "This is written far over the right edge", 20)
    sheet.text(20, 400, "below", 10)
    sheet.next_page()
    assert len(outside(read(sheet.bytes()).pages[0])) == 2


def outside(page: Any) -> list[Drawn]:
    """The text that overflows a page."""
    wide, high = float(page.mediabox.width), float(page.mediabox.height)
    return [each for each in drawn_texts(page)
            if each.left < 0 or each.right > wide + 0.5 or not 0 < each.height < high]  # fmt: skip


def squares(page: Any) -> list[tuple[float, float, float, float]]:
    """The boxes that a page fills or outlines, in order."""
    number = rb"(-?[\d.]+)"
    found = re.findall(rb" ".join([number] * 4) + rb" re", page.get_contents().get_data())
    return [tuple(map(float, each)) for each in found]  # type: ignore[misc]


@pytest.mark.parametrize("each_page", [4, 8])
def test_the_code_on_a_card_is_that_of_its_table(event: published.Shown, each_page: int) -> None:
    """The drawn squares are those of the code, in the right places and as wide as the runs."""
    (page,) = read(pdf_cards.table_cards(event, SITE, 2, each_page)).pages
    drawn = squares(page)
    for table in (pair.table for pair in event.state.rounds[1].paired.pairs):
        runs = list(qr_codes.runs(qr_codes.code_of(f"{SITE}/events/winter-muster/tables/2/{table}/")))
        mine, drawn = drawn[: len(runs)], drawn[len(runs) :]
        side = mine[0][3]
        left, top = mine[0][0] - runs[0].column * side, mine[0][1] + runs[0].row * side
        for (x, y, width, high), run in zip(mine, runs, strict=True):
            found = ((x - left) / side, (top - y) / side, width / side, high / side)
            assert found == pytest.approx((run.column, run.row, run.length, 1), abs=0.02)
    assert drawn == []


def test_a_card_says_event_round_table_terrain_and_both_players(event: published.Shown) -> None:
    (text,) = texts(pdf_cards.table_cards(event, SITE, 2))
    for pair in event.state.rounds[1].paired.pairs:
        for word in ("Winter muster", "Round 2", str(pair.table), f"Ruins {pair.table}", f"p{pair.a}", f"p{pair.b}"):
            assert named(text, word)


def test_a_score_sheet_has_a_box_for_all_that_is_to_be_filled_in(people: SimpleNamespace) -> None:
    bonuses = (Bonus(id="painted", en="Painted army", battle=100), Bonus(id="fair", en="Fair play", battle=100))
    made = making.filled(people, rounds=1, scoring=Scoring(bonuses=bonuses))
    pages = read(pdf_cards.score_sheets(published.shown(made), SITE, 1)).pages
    assert len(pages) == 2
    text = pages[0].extract_text()
    assert text.count("Painted army") == text.count("Fair play") == text.count("Victory points") == 2
    runs = sum(
        len(list(qr_codes.runs(qr_codes.code_of(f"{SITE}/events/winter-muster/tables/1/{table}/")))) for table in (1, 2)
    )
    # Two sides, each with points, two bonuses and the winner, on two sheets.
    assert len(squares(pages[0])) - runs == 2 * 2 * 4


def test_a_match_of_teams_has_a_sheet_with_its_boards(teams: Tournament) -> None:
    making.choose_all(teams, 1, 1)
    event = published.shown(teams)
    (text,) = texts(pdf_cards.score_sheets(event, SITE, 1))
    found = event.state.rounds[0]
    pair = found.paired.pairs[0]
    for board in found.captains["1"].games:
        assert named(text, event.name(pair.a, board.a)) and named(text, event.name(pair.b, board.b))
    # At the other table the captains have not chosen: its teams are known, the pairs are not.
    other = found.paired.pairs[1].a
    assert event.name(other) in text
    assert not any(named(text, event.name(other, board)) for board in (1, 2, 3))


def test_a_sheet_of_many_boards_has_a_page_of_its_own(people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, teams=TeamTerms(size=5, captains=False), late_entry=0, rounds=1)
    for team in range(4):
        making.register_team(made, f"Team {team}", *(f"Player {team}.{board}" for board in range(5)))
    making.pair_round(made)
    found = texts(pdf_cards.score_sheets(published.shown(made), SITE, 1))
    assert len(found) == 2
    assert all(sum(f"Player {team}.4" in text for text in found) == 1 for team in range(4))


def test_badges_are_for_the_players_of_teams_too(teams: Tournament) -> None:
    text = "\n".join(texts(pdf_cards.badges(published.shown(teams))))
    assert all(named(text, f"p{number}") for number in range(1, 13))
    assert text.count("Aquila") == 3


def test_no_round_no_paper(filled: Tournament) -> None:
    for name in ("pairings", "names", "cards", "sheets"):
        assert Client().get(f"{EVENT}print/3/{name}.pdf").status_code == 404


def test_the_same_file_is_not_sent_twice(filled: Tournament) -> None:
    first = Client().get(f"{EVENT}print/2/cards.pdf")
    assert first["Cache-Control"] == "private, no-cache"
    again = Client().get(f"{EVENT}print/2/cards.pdf", HTTP_IF_NONE_MATCH=first["ETag"])
    eight = Client().get(f"{EVENT}print/2/cards.pdf?per=8", HTTP_IF_NONE_MATCH=first["ETag"])
    russian = Client().get(f"{EVENT}print/2/cards.pdf?lang=ru", HTTP_IF_NONE_MATCH=first["ETag"])
    assert [each.status_code for each in (again, eight, russian)] == [304, 200, 200]


def test_without_its_letters_a_file_says_what_to_do(
    filled: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf_pages, "FOLDER", tmp_path)
    response = Client().get(f"{EVENT}print/standings.pdf")
    assert response.status_code == 503
    assert "run npm ci in the folder frontend" in response.content.decode()


def test_text_is_made_to_fit() -> None:
    pdf_pages.load_fonts()
    text, size = pdf_pages.fitted("A name that is far too long for location", 20, 60)
    assert text == "A name that is far too long for location" and pdf_pages.width_of(text, size) == pytest.approx(60)
    cut, least = pdf_pages.fitted("W" * 400, 20, 60)
    assert cut.endswith("…") and least == pdf_pages.SMALLEST and 55 < pdf_pages.width_of(cut, least) <= 60
    lines = pdf_pages.wrapped("Opponents' match-win percentage, floor 33", 6.5, 18, 3)
    assert len(lines) == 3 and all(pdf_pages.width_of(line, 6.5) <= 18 for line in lines)
