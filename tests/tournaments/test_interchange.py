"""Events in other programs' formats: report files and lists, exported and imported."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from gamelog.clubs.models import Club
from gamelog.contest.acts.entries import AskBye, Drop
from gamelog.contest.acts.penalties import Penalise
from gamelog.contest.acts.results import Rule
from gamelog.contest.interchange import entries, trf
from gamelog.contest.interchange.book import Book, BookPlayer, Meeting
from gamelog.contest.outcomes import BattleOutcome
from gamelog.contest.terms import Award, Scoring, TeamTerms, TieBreak
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Nameplate, Tournament
from tests.tournaments import making

pytestmark = pytest.mark.django_db

Clients = Callable[[str], Any]
CHESS = Scoring(
    win=100, draw=50, bye=Award(match=100), half_bye=Award(match=50), forfeit_win=Award(match=100), preset=""
)


@pytest.fixture
def event(people: SimpleNamespace) -> Tournament:
    """Nine players, three rounds with a draw, a double loss, forfeits, byes of three kinds, a drop and a penalty."""
    made = making.announce(
        people.organiser, scoring=CHESS, tiebreaks=(TieBreak("buchholz", "2026", {"cut-lowest": 1}),)
    )
    making.officers(made, people)
    making.register(made, *(getattr(people, f"p{number}") for number in range(1, 9)), "Ann of the hills", rating=1500)
    making.act(made, people.organiser, AskBye(entrant=9, round=1))
    making.play_round(made)
    making.act(made, people.organiser, Drop(entrant=8))
    making.play_round(made)
    making.act(made, people.judge, Rule(round=2, table=1, report=BattleOutcome(winner="draw"), reason="it was late"))
    making.act(made, people.judge, Rule(round=2, table=2, report=BattleOutcome(winner="neither"), reason="it was late"))
    making.act(made, people.judge, Rule(round=2, table=3, report=BattleOutcome(forfeit="b"), reason="it was late"))
    making.act(made, people.organiser, AskBye(entrant=1, round=3, kind="zero-bye"))
    making.play_round(made)
    making.act(made, people.judge, Penalise(entrant=3, kind="points", match=-50, reason="slow play"))
    return made


def get(client: Any, event: Tournament, path: str) -> Any:
    return client.get(f"/api/events/{event.slug}/{path}")


def read_in(client: Any, data: bytes, **more: Any) -> Any:
    sent = {"file": SimpleUploadedFile("e.trf", data), "ruleset": "kt", **more}
    return client.post("/api/events/import-trf", sent, format="multipart")


# --- report files


@pytest.mark.parametrize("edition", ["2026", "2016"])
def test_a_report_file_tells_the_event(edition: str, event: Tournament, client_of: Clients) -> None:
    answer = get(client_of(""), event, f"trf?edition={edition}")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    reading = trf.read(answer.content)
    assert reading.problems == ()
    assert reading.book
    results = {each.name: "".join(meeting.result for meeting in each.rounds) for each in reading.book.players}
    assert results["Ann of the hills"][0] == "H"
    assert results["p8"][1:] == "ZZ"
    assert results["p1"][2] == "Z"
    byes = [each.paired.bye for each in making.state_of(event).rounds if each.paired.bye]
    assert "".join(results.values()).count("U") == len(byes)
    places = {each.number: each.rank for each in reading.book.players}
    table = get(client_of(""), event, "standings").json()["standings"]["table"]["places"]
    assert places == {each["entrant"]: each["place"] for each in table}


@pytest.mark.parametrize("query", ["trf?edition=1970", "trf?edition=x"])
def test_an_edition_that_is_not_there(query: str, event: Tournament, client_of: Clients) -> None:
    refused = get(client_of(""), event, query)
    assert (refused.status_code, refused.json()["path"]) == (400, "?edition")


def test_a_report_file_becomes_an_event(event: Tournament, people: SimpleNamespace, client_of: Clients) -> None:
    data = get(client_of(""), event, "trf").content
    answer = read_in(client_of("outsider"), data, title="Told again")
    assert answer.status_code == 201, answer.content
    again = Tournament.objects.get(slug="told-again")
    assert answer.json()["event"]["slug"] == again.slug
    state = making.state_of(again)
    assert [len(each.paired.pairs) for each in state.rounds] == [
        len(each.paired.pairs) for each in making.state_of(event).rounds
    ]
    for one, other in zip(making.state_of(event).rounds, state.rounds, strict=True):
        assert sorted((each.a, each.b) for each in one.paired.pairs) == sorted(
            (each.a, each.b) for each in other.paired.pairs
        )
        assert one.paired.bye == other.paired.bye
    assert state.terms.tiebreaks == making.state_of(event).terms.tiebreaks
    assert {act.role for act in again.acts.all()} == {"organiser"}
    # and exported again it says the same, line by line
    told = [line for line in get(client_of(""), again, "trf").content.splitlines() if line.startswith(b"001")]
    assert told == [line for line in data.splitlines() if line.startswith(b"001")]


def test_points_without_a_game_become_awards(client_of: Clients) -> None:
    """A full-point bye beside the bye of the pairing, and half a point deducted by a federation."""
    book = Book(
        title="Club night",
        players=(
            player(1, 200, ("2", "w", "1"), ("", "-", "F")),
            player(2, 50, ("1", "b", "0"), ("3", "w", "1")),
            player(3, 100, ("", "-", "F"), ("2", "b", "0")),
            player(4, 150, ("", "-", "U"), ("", "-", "H")),
        ),
    )
    answer = read_in(client_of("outsider"), trf.write(book).data)
    assert answer.status_code == 201, answer.content
    event = Tournament.objects.get()
    points = {each.entrant: each.card.match() for each in selectors.table_of(event).places}
    assert points == {1: 200, 2: 50, 3: 100, 4: 150}
    assert making.state_of(event).rounds[0].paired.bye == 4


def player(number: int, points: int, *rounds: tuple[str, str, str]) -> BookPlayer:
    meetings = tuple(
        Meeting(int(opponent or 0), colour, result)  # type: ignore[arg-type]
        for opponent, colour, result in rounds
    )
    return BookPlayer(number, f"Player number {number}", points=points, rounds=meetings)


def test_players_may_be_called_like_words_of_the_site(client_of: Clients) -> None:
    """The reasons in the acts are the site's: a player called Report is not meant by them."""
    players = (
        BookPlayer(1, "Report", rounds=(Meeting(2, "w", "1"),)),
        BookPlayer(2, "File", rounds=(Meeting(1, "b", "0"),)),
    )
    answer = read_in(client_of("organiser"), trf.write(Book(title="Cup", rounds=1, players=players)).data)
    assert answer.status_code == 201, answer.content


def test_a_report_file_with_faults_names_its_lines(event: Tournament, client_of: Clients) -> None:
    data = (
        get(client_of(""), event, "trf")
        .content.replace(b"001    2", b"001    X", 1)
        .replace(b"001    5", b"001    Y", 1)
    )
    refused = read_in(client_of("outsider"), data)
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-file")
    assert refused.json()["path"].startswith("line ")
    assert refused.json()["facts"]["others"]
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    "more", [{"ruleset": "chess"}, {"rules_version": "1066"}, {"ruleset": ""}, {"title": "x" * 201}]
)
def test_a_report_file_of_no_game(more: dict[str, str], event: Tournament, client_of: Clients) -> None:
    refused = read_in(client_of("outsider"), get(client_of(""), event, "trf").content, **more)
    assert refused.status_code == 400
    assert Tournament.objects.count() == 1


def test_nothing_is_kept_of_a_file_that_cannot_be_told(client_of: Clients) -> None:
    """In its second round nobody plays."""
    book = Book(
        players=(player(1, 100, ("2", "w", "1"), ("", "-", "Z")), player(2, 0, ("1", "b", "0"), ("", "-", "Z")))
    )
    refused = read_in(client_of("outsider"), trf.write(book).data)
    assert (refused.status_code, refused.json()["code"]) == (422, "too-few")
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("name", ["", "outsider"])
def test_who_announces_reads_report_files(name: str, event: Tournament, client_of: Clients) -> None:
    answer = read_in(client_of(name), get(client_of(""), event, "trf").content)
    assert answer.status_code == (201 if name else 401)


def test_an_event_of_teams_is_told_by_its_teams(teams: Tournament, client_of: Clients) -> None:
    making.enter_results(teams, 1)
    reading = trf.read(get(client_of(""), teams, "trf").content)
    assert reading.book
    assert [each.name for each in reading.book.players] == ["Aquila", "Basilisk", "Cerberus", "Draco"]
    assert sorted("".join(meeting.result for each in reading.book.players for meeting in each.rounds)) == list("0011")


def test_an_elimination_is_told_with_its_rounds(people: SimpleNamespace, client_of: Clients) -> None:
    event = making.announce(people.organiser, format="single-elimination", tiebreaks=(), late_entry=0)
    making.register(event, *(f"Player number {number}" for number in range(1, 5)))
    making.play_round(event)
    making.play_round(event)
    reading = trf.read(get(client_of(""), event, "trf").content)
    assert reading.book
    assert sorted("".join(meeting.result for meeting in each.rounds) for each in reading.book.players) == [
        "0Z", "0Z", "10", "11"
    ]  # fmt: skip


# --- lists


LIST = """name,club,faction,rating
Ann of the hills,Red Dice,Orks,1500
Bert,Железные волки,Necrons,
Cecily,Red Dice,,1200
"""


def send(client: Any, event: Tournament, text: str, expected: int | None = None) -> Any:
    sent = {
        "file": SimpleUploadedFile("e.csv", text.encode()),
        "expected": event.number if expected is None else expected,
    }
    return client.post(f"/api/events/{event.slug}/entrants.csv", sent, format="multipart")


def test_a_list_is_registered(people: SimpleNamespace, client_of: Clients) -> None:
    club = Club.objects.create(slug="red-dice", name="Red Dice", owner=people.organiser)
    event = making.announce(people.organiser)
    answer = send(client_of("organiser"), event, LIST)
    assert (answer.status_code, answer.json()) == (201, {"entered": 3, "number": event.number + 3}), answer.content
    found = making.state_of(event).entrants
    assert [(each.faction, each.rating) for each in found.values()] == [("Orks", 1500), ("Necrons", 0), ("", 1200)]
    assert found[1].club == found[3].club == str(club.pk)
    assert found[2].club not in ("", found[1].club), "a club of its own"
    assert [each.name for each in Nameplate.objects.all()] == ["Ann of the hills", "Bert", "Cecily"]
    assert not any("Ann" in act.body for act in event.acts.all())
    again = entries.read(client_of("").get(f"/api/events/{event.slug}/entrants.csv").content).entries
    assert [(each.number, each.name, each.rating) for each in again] == [
        (1, "Ann of the hills", 1500), (2, "Bert", 0), (3, "Cecily", 1200)
    ]  # fmt: skip


def test_a_list_of_teams(people: SimpleNamespace, client_of: Clients) -> None:
    event = making.announce(people.organiser, teams=TeamTerms(size=2))
    rows = "name,team\nAnn,Aquila\nBert,Draco\nCecily,Aquila\nDora,Draco\n"
    assert send(client_of("organiser"), event, rows).json()["entered"] == 2
    names = client_of("").get(f"/api/events/{event.slug}/state").json()["names"]
    assert names == {"1": "Aquila", "1.1": "Ann", "1.2": "Cecily", "2": "Draco", "2.1": "Bert", "2.2": "Dora"}
    alone = send(client_of("organiser"), event, "name,team\nEmil,\n", event.number + 2)
    assert (alone.status_code, alone.json()["code"]) == (422, "bad-file")
    three = send(client_of("organiser"), event, "name,team\nA A,X\nB B,X\nC C,X\n", event.number + 2)
    assert (three.status_code, three.json()["code"]) == (422, "team-size")


@pytest.mark.parametrize(
    ("text", "path", "others"),
    [
        ("", "line 1", 0), ("club\nRed Dice\n", "line 1", 0), ("name,rating\nAnn,high\n,7\n", "line 2, rating", 1),
        ("name\nAnn\nAnn\n", "line 3, name", 0), ("name\n" + "x" * 101 + "\n", "line 2, name", 0),
    ],
)  # fmt: skip
def test_a_list_with_faults_enters_nobody(
    text: str, path: str, others: int, people: SimpleNamespace, client_of: Clients
) -> None:
    event = making.announce(people.organiser)
    refused = send(client_of("organiser"), event, text)
    if not text:
        assert refused.status_code == 400
        return
    assert (refused.status_code, refused.json()["path"]) == (422, path), refused.content
    assert len(refused.json()["facts"]["others"]) == others
    assert making.state_of(event).entrants == {}


def test_all_of_a_list_or_nothing(people: SimpleNamespace, client_of: Clients) -> None:
    """The third cannot enter: nobody does."""
    event = making.announce(people.organiser, teams=TeamTerms(size=2))
    rows = "name,team\nAnn,Aquila\nBert,Aquila\nCecily,Draco\n"
    assert send(client_of("organiser"), event, rows).json()["code"] == "team-size"
    assert making.state_of(event).entrants == {}
    assert not Nameplate.objects.exists()


def test_a_list_somebody_was_faster_with(people: SimpleNamespace, client_of: Clients) -> None:
    event = making.announce(people.organiser)
    late = send(client_of("organiser"), event, LIST, event.number - 1)
    assert (late.status_code, late.json()["type"]) == (409, "urn:gamelog:stale-event")
    assert send(client_of("organiser"), event, LIST, -1).status_code == 400


@pytest.mark.parametrize("name", ["", "outsider", "p1"])
def test_others_register_themselves_alone(name: str, people: SimpleNamespace, client_of: Clients) -> None:
    event = making.announce(people.organiser)
    making.register(event, people.p1)
    assert send(client_of(name), event, LIST).status_code == (403 if name else 401)
    assert len(making.state_of(event).entrants) == 1


# --- sheets


def test_standings_and_pairings_as_sheets(filled: Tournament, client_of: Clients) -> None:
    client = client_of("")
    standings = get(client, filled, "standings.csv")
    assert standings.headers["Content-Type"] == "text/csv; charset=utf-8"
    for sheet in ("standings.csv", "pairings.csv", "pairings.csv?round=1"):
        tag = get(client, filled, sheet).headers["ETag"]
        again = client.get(f"/api/events/{filled.slug}/{sheet}", headers={"If-None-Match": tag})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    heading, first, *rest = standings.content.decode().splitlines()
    table = json.loads(get(client, filled, "standings").content)["standings"]["table"]["places"]
    assert heading.startswith("place,number,name,club,faction,wins,draws,losses")
    assert first.split(",")[:3] == ["1", str(table[0]["entrant"]), f"p{table[0]['entrant']}"]
    assert len(rest) == 7
    rounds = [get(client, filled, f"pairings.csv{query}").content for query in ("", "?round=1", "?round=2")]
    assert rounds[0] == rounds[2] != rounds[1]
    assert rounds[1].decode().splitlines()[1].startswith("1,1,")
    assert get(client, filled, "pairings.csv?round=9").status_code == 404
    assert get(client, filled, "pairings.csv?round=x").status_code == 400
