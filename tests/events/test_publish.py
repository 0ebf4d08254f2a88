"""Documents at stable addresses: their content, their readers, when they are sent again, and what they must never
contain.
"""

import csv
import io
import json
import re
from datetime import timedelta
from html import unescape
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import icalendar
import pytest
import segno
from defusedxml.ElementTree import fromstring
from django.contrib.auth.models import User
from django.test import Client
from msgspec.structs import replace
from pypdf import PdfReader

from frontend.publishing import pdf_cards, pdf_lists, qr_codes
from gamelog.accounts.services import person_erase
from gamelog.clubs.services import club_found
from gamelog.contest.acts.entries import Drop
from gamelog.contest.acts.results import Enter
from gamelog.contest.acts.setting import Finish, Rename, SetTerms
from gamelog.contest.pairing.pair import pair
from gamelog.contest.pairing.request import Paired, Request
from gamelog.contest.terms_stages import Mission
from gamelog.setup.paths import ROOT
from gamelog.tournaments import published, selectors
from gamelog.tournaments.bracket import Match, Stage
from gamelog.tournaments.models import Act, Nameplate, Tournament
from rules import canonical
from tests.tournaments import making

pytestmark = pytest.mark.django_db

EVENT = "/events/winter-muster/"
DOCUMENTS = ("standings.json", "standings.csv", "rounds/1.json", "rounds/last.json", "rounds/1.csv", "calendar.ics",
             "feed.atom")  # fmt: skip
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def anybody() -> Client:
    return Client()


def read(client: Client, name: str, **asked: Any) -> Any:
    return client.get(EVENT + name, asked)


@pytest.fixture
def late(people: SimpleNamespace) -> Tournament:
    """Eight players with one round played, so that others may still enter."""
    return making.filled(people, rounds=1)


def cup(people: SimpleNamespace, players: int = 6) -> Tournament:
    """An elimination with a match for third place."""
    made = making.announce(people.organiser, format="single-elimination", bronze=True, late_entry=0)
    making.register(made, *(getattr(people, f"p{number}") for number in range(1, players + 1)))
    return made


# content


def test_standings_hold_the_canonical_bytes_and_the_names_beside_them(anybody: Client, filled: Tournament) -> None:
    response = read(anybody, "standings.json")
    found = json.loads(response.content)
    stored = selectors.standings_json(filled)
    assert stored in response.content
    assert canonical(found["standings"]) == stored
    assert found["entrants"]["1"]["name"] == "p1"
    assert found["event"]["title"] == "Winter muster"
    assert (found["event"]["paired"], found["event"]["rounds"]) == (2, 3)
    assert found["as_of"] == {"number": filled.number, "live": True, "line": "corrected", "at": found["as_of"]["at"]}
    assert [each["entrant"] for each in found["standings"]["table"]["places"][:1]] == [1]


def test_every_member_is_documented(
    anybody: Client, people: SimpleNamespace, filled: Tournament, teams: Tournament
) -> None:
    said = set(re.findall(r"`(\w+)`", (ROOT / "docs" / "embedding.md").read_text()))
    standings = json.loads(read(anybody, "standings.json").content)
    rounds = json.loads(read(anybody, "rounds/2.json").content)
    boards = json.loads(anybody.get("/events/cup-of-teams/rounds/1.json").content)
    bracket = {field for kind in (Match, Stage) for field in kind.__struct_fields__}
    used = {*standings, *standings["event"], *standings["as_of"], *standings["entrants"]["1"], *standings["standings"],
            *standings["standings"]["table"], *rounds, *rounds["round"], *rounds["pairing"], *rounds["tables"][0],
            *rounds["tables"][0]["result"], *boards["tables"][0], *bracket, "stages", "seeds"}  # fmt: skip
    assert used <= said


def test_standings_as_of_a_moment_an_act_and_as_played(anybody: Client, filled: Tournament) -> None:
    before = filled.number
    making.act(filled, filled.owner, Enter(round=2, table=1, report=making.reported(0, 50), reason="misread"))
    now = json.loads(read(anybody, "standings.json").content)
    then = json.loads(read(anybody, "standings.json", as_of=before).content)
    played = json.loads(read(anybody, "standings.json", line="played").content)
    assert canonical(then["standings"]) == selectors.standings_json(filled, as_of=before)
    assert not then["as_of"]["live"]
    assert now["standings"]["table"] != then["standings"]["table"] == played["standings"]["table"]
    first = Act.objects.get(tournament=filled, number=4)
    moment = read(anybody, "standings.json", as_of=first.recorded_at.isoformat())
    number = json.loads(moment.content)["as_of"]["number"]
    assert number == selectors.number_at(filled, first.recorded_at) >= 4
    for wrong in ("0", "9999", "yesterday", "2001-01-01", "-1", "99999999999", "4e3"):
        response = read(anybody, "standings.json", as_of=wrong)
        assert response.status_code == 404, wrong
        assert json.loads(response.content)["error"]


def test_a_published_pairing_can_be_made_again(anybody: Client, filled: Tournament) -> None:
    import msgspec

    found = json.loads(read(anybody, "rounds/2.json").content)
    request = msgspec.convert(found["pairing"]["request"], Request)
    assert pair(request) == msgspec.convert(found["pairing"]["paired"], Paired)
    assert read(anybody, "rounds/last.json").content == read(anybody, "rounds/2.json").content
    table = found["tables"][0]
    assert table["terrain"] == f"Ruins {table['table']}"
    assert table["result"]["standing"] == "confirmed"
    assert table["points"]["a"]["outcome"] in ("win", "loss")
    assert table["url"] == f"http://testserver/events/winter-muster/tables/2/{table['table']}/"
    assert read(anybody, "rounds/3.json").status_code == 404


def test_boards_of_teams_are_told_once_the_captains_are_done(anybody: Client, teams: Tournament) -> None:
    making.choose_all(teams, 1, 1)
    found = json.loads(anybody.get("/events/cup-of-teams/rounds/1.json").content)
    first, second = found["tables"]
    assert [each["board"] for each in first["boards"]] == [1, 2, 3]
    assert second["boards"] == [] and "result" not in second
    assert "choice" not in json.dumps(found)
    assert found["entrants"]["1"]["name"] == "Aquila"
    assert [each["name"] for each in found["entrants"]["1"]["members"]] == ["p1", "p2", "p3"]


def test_csv_holds_names_and_runs_no_formula(anybody: Client, people: SimpleNamespace, late: Tournament) -> None:
    making.register(late, "=HYPERLINK(0)", faction="+cmd")
    rows = list(csv.reader(io.StringIO(read(anybody, "standings.csv").content.decode())))
    assert rows[0][:3] == ["place", "number", "name"]
    assert rows[1][:3] == ["1", "1", "p1"]
    assert any("'=HYPERLINK(0)" in row and "'+cmd" in row for row in rows)
    pairings = list(csv.reader(io.StringIO(read(anybody, "rounds/1.csv").content.decode())))
    assert len(pairings) == 5 and pairings[1][:2] == ["1", "1"]
    assert read(anybody, "standings.csv")["Content-Type"] == "text/csv; charset=utf-8"


def test_the_bracket_is_told_as_far_as_it_is_known(anybody: Client, people: SimpleNamespace) -> None:
    made = cup(people)
    assert json.loads(read(anybody, "bracket.json").content)["stages"] == []
    making.play_round(made)
    found = json.loads(read(anybody, "bracket.json").content)
    first, semi, final = found["stages"]
    assert [(each["a"], each["b"], each["winner"], each["unopposed"]) for each in first["matches"]] == [
        (1, 0, 1, True), (4, 5, 4, False), (2, 0, 2, True), (3, 6, 3, False),
    ]  # fmt: skip
    assert [(each["a"], each["b"], each["winner"]) for each in semi["matches"]] == [(1, 4, 0), (2, 3, 0)]
    assert [(each["a"], each["b"]) for each in final["matches"]] == [(0, 0)]
    making.play_round(made)
    making.play_round(made)
    final = json.loads(read(anybody, "bracket.json").content)["stages"][2]
    assert [(each["a"], each["b"], each["winner"], each["third"]) for each in final["matches"]] == [
        (1, 2, 1, False), (4, 3, 3, True),
    ]  # fmt: skip
    assert found["seeds"]["1"] == 1


def test_an_event_without_elimination_has_no_bracket(anybody: Client, filled: Tournament) -> None:
    assert read(anybody, "bracket.json").status_code == 404


def test_the_calendar_holds_the_event(anybody: Client, filled: Tournament) -> None:
    response = read(anybody, "calendar.ics")
    (entry,) = icalendar.Calendar.from_ical(response.content).walk("VEVENT")
    assert entry["SUMMARY"] == "Winter muster"
    assert entry.decoded("DTSTART") == making.STARTS
    assert entry["URL"] == f"http://testserver{EVENT}"
    assert response["Content-Type"] == "text/calendar; charset=utf-8"


def test_the_feed_has_an_entry_for_each_round_and_one_for_the_end(anybody: Client, filled: Tournament) -> None:
    making.pair_round(filled)
    feed = ElementTree.fromstring(read(anybody, "feed.atom").content)
    titles = [each.findtext(f"{ATOM}title") for each in feed.iter(f"{ATOM}entry")]
    assert titles == ["Round 3: pairings, results missing: 4", "Round 2: results", "Round 1: results"]
    entries = {each.findtext(f"{ATOM}id"): each.findtext(f"{ATOM}updated") for each in feed.iter(f"{ATOM}entry")}
    making.enter_results(filled, 3)
    making.act(filled, filled.owner, Finish())
    later = ElementTree.fromstring(read(anybody, "feed.atom").content)
    assert set(entries) < {each.findtext(f"{ATOM}id") for each in later.iter(f"{ATOM}entry")}
    top = next(later.iter(f"{ATOM}entry"))
    assert top.findtext(f"{ATOM}title") == "Final standings"
    assert "<li>1. p1:" in (top.findtext(f"{ATOM}summary") or "")
    assert ElementTree.fromstring(read(anybody, "feed.atom", lang="ru").content).findtext(f"{ATOM}title")


def test_no_character_that_xml_cannot_hold_breaks_the_feed(anybody: Client, filled: Tournament) -> None:
    Nameplate.objects.filter(tournament=filled, number=1).update(name="A\x07da\x1b", user=None)
    body = anybody.get(f"{EVENT}feed.atom").content.decode()
    assert fromstring(body) is not None and "Ada" in body


def test_what_people_wrote_is_not_read_as_html_in_the_feed(anybody: Client, late: Tournament) -> None:
    making.register(late, "<b>Bold</b>")
    making.play_round(late)
    feed = ElementTree.fromstring(read(anybody, "feed.atom").content)
    summaries = "".join(each.findtext(f"{ATOM}summary") or "" for each in feed.iter(f"{ATOM}entry"))
    assert "&lt;b&gt;Bold" in summaries and "<b>Bold" not in summaries


# readers and times


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_for_everybody_and_sent_once(anybody: Client, filled: Tournament, name: str) -> None:
    first = read(anybody, name)
    assert first.status_code == 200
    assert first["Access-Control-Allow-Origin"] == "*"
    assert first["Cache-Control"] == "public, no-cache"
    assert "Cookie" not in first.get("Vary", "")
    assert "Set-Cookie" not in first
    again = anybody.get(EVENT + name, HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    for header in ("ETag", "Cache-Control", "Access-Control-Allow-Origin", "Last-Modified"):
        assert again[header] == first[header], header
    head = anybody.head(EVENT + name)
    assert (head.status_code, head["ETag"]) == (200, first["ETag"])
    assert anybody.post(EVENT + name).status_code == 405
    making.act(filled, filled.owner, Rename(title="Spring muster"))
    assert anybody.get(EVENT + name, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200


def test_a_weak_tag_of_a_compressed_answer_is_known_again(anybody: Client, filled: Tournament) -> None:
    first = anybody.get(EVENT + "standings.json", HTTP_ACCEPT_ENCODING="gzip")
    assert first["Content-Encoding"] == "gzip"
    assert first["ETag"].startswith('W/"')
    again = anybody.get(EVENT + "standings.json", HTTP_IF_NONE_MATCH=first["ETag"], HTTP_ACCEPT_ENCODING="gzip")
    assert again.status_code == 304


def test_last_modified_is_when_the_act_was_stored_and_decides_nothing(anybody: Client, filled: Tournament) -> None:
    """A name may change without any act: a client that asks by time alone gets the document."""
    from django.utils.http import http_date

    act = Act.objects.get(tournament=filled, number=5)
    assert read(anybody, "standings.json", as_of=5)["Last-Modified"] == http_date(act.recorded_at.timestamp())
    long_after = http_date((filled.updated + timedelta(days=1)).timestamp())
    assert anybody.get(EVENT + "standings.json", HTTP_IF_MODIFIED_SINCE=long_after).status_code == 200


def test_an_erased_name_is_gone_at_once_and_the_standings_stay(
    anybody: Client, people: SimpleNamespace, filled: Tournament
) -> None:
    first = read(anybody, "standings.json")
    person_erase(user=people.p1, by=people.p1)
    after = anybody.get(EVENT + "standings.json", HTTP_IF_NONE_MATCH=first["ETag"])
    assert after.status_code == 200
    assert json.loads(after.content)["entrants"]["1"]["name"] == "erased player"
    assert json.loads(after.content)["standings"] == json.loads(first.content)["standings"]
    for name in DOCUMENTS:
        assert b"p1<" not in read(anybody, name).content and b'"p1"' not in read(anybody, name).content


def test_the_clubs_name_stands_there_and_follows_the_club(
    anybody: Client, people: SimpleNamespace, late: Tournament
) -> None:
    club = club_found(owner=people.editor, name="The Iron Dice")
    making.register(late, "Somebody", club=str(club.pk))
    assert json.loads(read(anybody, "standings.json").content)["entrants"]["9"]["club"] == "The Iron Dice"


@pytest.mark.parametrize("name", [*DOCUMENTS, "bracket.json", "embed/"])
def test_a_private_event_is_served_to_nobody(people: SimpleNamespace, name: str) -> None:
    """Not even to its organiser: an answer that may be cached by anybody must not depend on who asked."""
    made = making.announce(people.organiser, public=False)
    # A name that cannot appear by chance in a random word of a page, such as a form's token.
    making.register(made, "Hildegard", people.p2)
    making.play_round(made)
    for user in (None, people.organiser, people.staff):
        client = Client()
        if user:
            client.force_login(user)
        response = client.get(EVENT + name)
        assert response.status_code == 404
        assert b"Hildegard" not in response.content


def test_a_draft_is_served_to_nobody(anybody: Client, people: SimpleNamespace) -> None:
    making.announce(people.organiser, register=False)
    assert read(anybody, "standings.json").status_code == 404
    assert read(anybody, "standings.json")["Access-Control-Allow-Origin"] == "*"


def test_only_published_documents_are_open_to_other_sites(anybody: Client, filled: Tournament) -> None:
    for address in ("/", EVENT, f"{EVENT}print/", f"{EVENT}print/standings.pdf", "/events/", f"{EVENT}embed/code/"):
        assert "Access-Control-Allow-Origin" not in anybody.get(address), address


def test_only_the_embedded_page_may_be_framed(anybody: Client, filled: Tournament) -> None:
    framed = read(anybody, "embed/")
    assert "X-Frame-Options" not in framed
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "script-src 'self'" in framed["Content-Security-Policy"] and "<script" not in framed.content.decode()
    assert framed["Refresh"] == "60"
    for address in ("/", EVENT, f"{EVENT}embed/code/", f"{EVENT}print/", f"{EVENT}print/standings/"):
        response = anybody.get(address)
        assert response["X-Frame-Options"] == "DENY", address
        assert "frame-ancestors 'none'" in response["Content-Security-Policy"], address


# the embedded page without scripts


def test_the_frame_shows_what_it_is_asked_for(anybody: Client, filled: Tournament) -> None:
    standings = read(anybody, "embed/", rows="3", lang="en").content.decode()
    assert standings.count("<tr") == 4 and "All 8 on the event's page" in standings.replace("&#x27;", "'")
    pairings = read(anybody, "embed/", show="pairings", round="1", lang="en").content.decode()
    assert "Round 1" in pairings and "confirmed" in pairings
    assert 'class="gamelog dark"' in read(anybody, "embed/", theme="dark").content.decode()
    odd = read(anybody, "embed/", theme='"><script>', show="nothing", rows="-1", round="x").content.decode()
    assert 'class="gamelog auto"' in odd and "<script>" not in odd
    assert '<html lang="ru">' in read(anybody, "embed/", lang="ru").content.decode()
    none = read(anybody, "embed/", show="bracket", lang="en").content.decode()
    assert "The bracket is not set yet." in none


def test_a_frame_that_cuts_its_rows_says_how_many_there_are(anybody: Client, filled: Tournament) -> None:
    for show, count in (("standings", 8), ("pairings", 4)):
        page = read(anybody, "embed/", show=show, rows=2).content.decode()
        assert f"All {count} on the event&#x27;s page" in page or f"All {count} on the event's page" in page
        assert "on the event" not in read(anybody, "embed/", show=show, rows=8).content.decode()


def test_rounds_of_an_elimination_have_their_russian_names(anybody: Client, people: SimpleNamespace) -> None:
    made = cup(people, 12)
    making.pair_round(made)
    page = read(anybody, "embed/", show="bracket", lang="ru").content.decode()
    assert re.findall(r"<h3>([^<]+)</h3>", page) == ["1/8 финала", "четвертьфиналы", "полуфиналы", "финал"]
    english = read(anybody, "embed/", show="bracket", lang="en").content.decode()
    assert re.findall(r"<h3>([^<]+)</h3>", english)[0] == "round of 16"


def test_the_code_to_copy_names_this_site_and_the_event(anybody: Client, filled: Tournament) -> None:
    page = unescape(read(anybody, "embed/code/", show="pairings", theme="dark", rows="5").content.decode())
    line = re.search(r"<script async src=(.*?)>", page)
    assert line and "http://testserver/embed.js" in line.group() and 'data-event="winter-muster"' in line.group()
    assert 'data-show="pairings"' in line.group() and 'data-rows="5"' in line.group()


# QR codes


def test_the_code_of_a_table_is_its_whole_address(anybody: Client, filled: Tournament) -> None:
    response = read(anybody, "tables/1/2/qr.svg")
    assert response["Content-Type"] == "image/svg+xml"
    assert response.content == qr_codes.svg("http://testserver/events/winter-muster/tables/1/2/")
    assert read(anybody, "tables/1/99/qr.svg").status_code == 404
    assert read(anybody, "tables/9/1/qr.svg").status_code == 404
    again = anybody.get(EVENT + "tables/1/2/qr.svg", HTTP_IF_NONE_MATCH=response["ETag"])
    assert again.status_code == 304


def test_the_runs_of_a_code_are_its_dark_squares() -> None:
    code: segno.QRCode = qr_codes.code_of("https://example.org/events/winter-muster/tables/3/12/")
    drawn = {
        (run.row - qr_codes.QUIET, run.column - qr_codes.QUIET + at)
        for run in qr_codes.runs(code)
        for at in range(run.length)
    }
    assert drawn == {(row, column) for row, line in enumerate(code.matrix) for column, dark in enumerate(line) if dark}
    assert code.error == "M" and qr_codes.side(code) == len(code.matrix) + 2 * qr_codes.QUIET


# paper as pages


def test_pages_to_print_hold_everybody(anybody: Client, people: SimpleNamespace, filled: Tournament) -> None:
    making.act(filled, filled.owner, Drop(entrant=8))
    making.pair_round(filled)
    bye = making.state_of(filled).rounds[2].paired.bye
    pages = {name: anybody.get(f"{EVENT}print/{name}/").content.decode()
             for name in ("standings", "3/pairings", "3/names", "3/cards", "3/sheets")}  # fmt: skip
    for number in range(1, 8):
        shown = {name for name, page in pages.items() if re.search(rf"\bp{number}\b", page)}
        assert shown >= {"standings", "3/pairings", "3/names"}, number
        assert number == bye or shown == set(pages), number
    assert "bye" in pages["3/pairings"] and "bye" in pages["3/names"]
    assert pages["3/cards"].count("<svg") == pages["3/sheets"].count("<svg") == 3
    assert all("print-" in page and "main-" not in page for page in pages.values())
    assert anybody.get(f"{EVENT}print/4/pairings/").status_code == 404
    contents = anybody.get(f"{EVENT}print/").content.decode()
    assert "print/3/cards.pdf" in contents and "print/1/sheets/" in contents


def test_the_mission_of_a_round_is_on_its_papers(anybody: Client, filled: Tournament, people: SimpleNamespace) -> None:
    terms = making.state_of(filled).terms
    burden = replace(terms, missions=(Mission(3, "Burden of Trust", "Бремя доверия"),))
    making.act(filled, filled.owner, SetTerms(burden, reason="A mission for the last round."))
    making.pair_round(filled)
    for name in ("pairings", "names", "sheets"):
        assert "Burden of Trust" in anybody.get(f"{EVENT}print/3/{name}/").content.decode(), name
        assert "Burden" not in anybody.get(f"{EVENT}print/2/{name}/").content.decode(), name
    shown = published.shown(filled)
    made = (pdf_lists.pairings(shown, 3), pdf_lists.names(shown, 3), pdf_cards.score_sheets(shown, "http://x", 3))
    assert all("Burden of Trust" in PdfReader(io.BytesIO(each)).pages[0].extract_text() for each in made)
    hall = Client()
    hall.force_login(people.organiser)
    assert "Burden of Trust" in hall.get(f"{EVENT}hall/pages/").content.decode()


def test_pages_to_print_of_a_private_event_are_for_who_may_see_it(people: SimpleNamespace) -> None:
    made = making.announce(people.organiser, public=False)
    making.register(made, people.p1, people.p2)
    making.play_round(made)
    answers = {}
    for name in ("organiser", "p1", "outsider"):
        client = Client()
        client.force_login(getattr(people, name))
        addresses = ("print/", "print/1/cards/", "print/1/cards.pdf", "tables/1/1/qr.svg")
        answers[name] = [client.get(f"{EVENT}{each}").status_code for each in addresses]
    assert answers == {"organiser": [200] * 4, "p1": [200] * 4, "outsider": [404] * 4}


# the page of webhooks


@pytest.fixture
def organiser(people: SimpleNamespace) -> Client:
    client = Client()
    client.force_login(people.organiser)
    return client


def test_the_secret_is_shown_once(organiser: Client, filled: Tournament) -> None:
    page = f"{EVENT}webhooks/"
    response = organiser.post(page, {"act": "add", "url": "https://club.example/hook", "what": "results"}, follow=True)
    (hook,) = filled.webhooks.all()
    assert hook.secret in response.content.decode()
    assert "take-game" in hook.wants.split() and "pair-round" not in hook.wants.split()
    again = organiser.get(page).content.decode()
    assert hook.secret not in again and "https://club.example/hook" in again


def test_an_address_that_cannot_be_is_said_to_be_one(organiser: Client, filled: Tournament) -> None:
    response = organiser.post(f"{EVENT}webhooks/", {"act": "add", "url": "http://10.0.0.1/"})
    assert response.status_code == 400
    assert "Nothing can be sent there" in response.content.decode()
    assert not filled.webhooks.exists()


def test_trying_out_taking_away_and_what_is_not_there(
    organiser: Client, people: SimpleNamespace, filled: Tournament
) -> None:
    from gamelog.tournaments import subscriptions, webhooks

    page = f"{EVENT}webhooks/"
    hook = subscriptions.webhook_create(tournament=filled, url="https://club.example/hook", actor=people.organiser)
    organiser.post(page, {"act": "ping", "hook": hook.pk})
    assert [each.number for each in hook.deliveries.all()] == [0]
    other = making.announce(people.p1, title="Another")
    foreign = subscriptions.webhook_create(tournament=other, url="https://club.example/hook", actor=people.p1)
    for wrong in ({"act": "ping", "hook": foreign.pk}, {"act": "ping", "hook": "x"}, {"act": "nothing"}, {},
                  {"act": "again", "delivery": "1e5"}, {"act": "again", "delivery": "99"}):  # fmt: skip
        assert organiser.post(page, wrong).status_code == 404, wrong
    organiser.post(page, {"act": "delete", "hook": hook.pk})
    assert [each.pk for each in webhooks.webhooks_of(filled)] == []


@pytest.mark.parametrize("name", ["judge", "scorekeeper", "p1", "outsider"])
def test_the_page_is_for_organisers(people: SimpleNamespace, filled: Tournament, name: str) -> None:
    client = Client()
    client.force_login(getattr(people, name))
    assert client.get(f"{EVENT}webhooks/").status_code == 403
    assert client.post(f"{EVENT}webhooks/", {"act": "add", "url": "https://club.example/"}).status_code == 403


def test_who_is_not_logged_in_is_sent_to_log_in(anybody: Client, filled: Tournament) -> None:
    assert anybody.get(f"{EVENT}webhooks/")["Location"].startswith("/accounts/login/")


def test_the_page_asks_for_few_queries(
    anybody: Client, people: SimpleNamespace, late: Tournament, django_assert_max_num_queries: Any
) -> None:
    """Answering a client that has the standings already takes a handful of small queries, however many play."""
    tag = read(anybody, "standings.json")["ETag"]
    making.register(late, *(User.objects.create_user(f"q{number}") for number in range(20)))
    tag = read(anybody, "standings.json")["ETag"]
    with django_assert_max_num_queries(4):
        assert anybody.get(EVENT + "standings.json", HTTP_IF_NONE_MATCH=tag).status_code == 304
