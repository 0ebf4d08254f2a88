"""The pages, files and API of a free league: who may challenge, answer and call off, and what has unequal rows."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from gamelog.contest.acts.challenges import AnswerChallenge, Challenge, EnterMatch
from gamelog.contest.acts.results import Dispute, Enter
from gamelog.contest.acts.rounds import PairRound
from gamelog.contest.acts.setting import CloseRegistration, Finish
from gamelog.contest.terms_free import FreeLeague
from gamelog.tournaments.models import Tournament
from tests.events.test_pages import RU, plain, rows
from tests.events.test_terms_pages import at_field, send
from tests.frontend.test_game_pages import text
from tests.tournaments import making

pytestmark = pytest.mark.django_db
LEAGUE = "/events/winter-league/"


def announced(people: SimpleNamespace, league: FreeLeague, **changes: Any) -> Tournament:
    """A free league of p1, p2, Clara and Dmitri, before its season."""
    given: dict[str, Any] = {"tables": (), "half_byes": 0, "late_entry": 0, "tiebreaks": (), "starts": "",
                             "format": "free-league"}  # fmt: skip
    made = making.announce(people.organiser, title="Winter league", free_league=league, **(given | changes))
    making.register(made, people.p1, people.p2, "Clara", "Dmitri")
    return made


@pytest.fixture
def league(people: SimpleNamespace) -> Tournament:
    """One that has begun: entrant 2 has two games, entrants 1 and 3 have one, entrant 4 has none."""
    made = announced(people, FreeLeague(least_games=1, per_game=True))
    making.act(made, people.organiser, PairRound(round=1))
    for number, (a, b, points) in enumerate(((1, 2, (3, 7)), (3, 2, (5, 5))), 1):
        making.act(made, people.organiser, EnterMatch(a=a, b=b))
        making.act(made, people.organiser, Enter(round=1, table=number, report=making.reported(*points)))
    return made


def post(client: Client, user: User, status: int = 302, **sent: Any) -> str:
    """Send something from the page of matches."""
    client.force_login(user)
    page = client.get(f"{LEAGUE}matches/").content.decode()
    expected = page.partition('name="expected"')[2].partition('value="')[2].partition('"')[0] or "0"
    answer = client.post(f"{LEAGUE}matches/", {"expected": expected, "key": "", **sent}, follow=status == 302)
    if status == 302:
        assert answer.redirect_chain
    else:
        assert answer.status_code == status
    return plain(answer.content.decode())


def standing(made: Tournament) -> list[str]:
    return [each.standing for each in making.state_of(made).matches]


# challenges


def test_a_challenge_is_accepted_and_then_it_is_the_players_next_match(
    client: Client, people: SimpleNamespace, league: Tournament
) -> None:
    assert "now they accept or decline" in post(client, people.p1, do="challenge", opponent="2")
    client.force_login(people.p2)
    assert "challenges you" in plain(text(client, LEAGUE))
    assert "challenges you" in plain(text(client, f"{LEAGUE}me/"))
    page = plain(text(client, f"{LEAGUE}matches/"))
    assert "Accept" in page and "Withdraw the challenge" not in page
    assert "The match is on" in post(client, people.p2, do="accept", match="3")
    assert standing(league) == ["agreed", "agreed", "agreed"]
    client.force_login(people.p1)
    page = plain(text(client, f"{LEAGUE}me/"))
    assert "Match 3" in page and "to be played" in page and "Round 1" not in page
    assert "предстоит сыграть" in plain(text(client, f"{LEAGUE}me/", **RU))
    client.force_login(people.outsider)
    assert "Accept" not in plain(text(client, f"{LEAGUE}matches/"))


def test_a_challenge_is_declined_or_withdrawn(client: Client, people: SimpleNamespace, league: Tournament) -> None:
    post(client, people.p1, do="challenge", opponent="4")
    assert "Withdraw the challenge" in plain(text(client, f"{LEAGUE}matches/"))
    assert "The challenge is withdrawn" in post(client, people.p1, do="withdraw", match="3")
    post(client, people.p1, do="challenge", opponent="2")
    assert "You have declined" in post(client, people.p2, do="decline", match="4")
    assert standing(league) == ["agreed", "agreed", "withdrawn", "declined"]
    page = plain(text(client, f"{LEAGUE}matches/", **RU))
    assert "Отклонённые, отозванные и отменённые" in page and "отклонён" in page


def test_what_is_not_ones_own_is_refused(client: Client, people: SimpleNamespace, league: Tournament) -> None:
    post(client, people.p1, do="challenge", opponent="2")
    before = making.state_of(league).number
    client.force_login(people.p1)
    for sent in ({"do": "accept", "match": "3"}, {"do": "withdraw", "match": "1"}, {"do": "nonsense"}):
        assert client.post(f"{LEAGUE}matches/", {"expected": before, **sent}).status_code == 403
    client.force_login(people.outsider)
    assert client.post(f"{LEAGUE}matches/", {"do": "challenge", "opponent": "2"}).status_code == 403
    client.logout()
    assert client.post(f"{LEAGUE}matches/", {"do": "challenge", "opponent": "2"}).status_code == 403
    assert making.state_of(league).number == before
    # Whoever is not offered is refused at the field: here somebody with whom a challenge is open.
    assert "Select a valid choice" in post(client, people.p1, 400, do="challenge", opponent="2")


def test_outside_the_season_nobody_is_challenged(client: Client, people: SimpleNamespace) -> None:
    made = announced(people, FreeLeague(), starts="2090-01-01T10:00:00Z")
    making.act(made, people.organiser, CloseRegistration())
    assert "The season has not begun" in plain(text(client, f"{LEAGUE}matches/"))
    making.act(made, people.organiser, PairRound(round=1))
    assert "The season is from 2090" in post(client, people.p1, 400, do="challenge", opponent="2")
    assert making.state_of(made).matches == []


def test_other_events_have_no_matches(client: Client, people: SimpleNamespace, filled: Tournament) -> None:
    assert client.get("/events/winter-muster/matches/").status_code == 404
    client.force_login(people.organiser)
    assert client.get("/events/winter-muster/desk/acts/enter-match/").status_code == 403
    assert client.get("/events/winter-muster/desk/acts/pair-round/").status_code == 404


# pages


def test_matches_are_listed_by_day_and_standings_by_match(
    client: Client, people: SimpleNamespace, league: Tournament
) -> None:
    for path in ("rounds/", "rounds/1/"):
        assert client.get(f"{LEAGUE}{path}").headers["Location"] == f"{LEAGUE}matches/"
    page = text(client, f"{LEAGUE}matches/")
    assert page.count('class="match-day"') == 1 and page.count('id="t') == 2
    found = rows(text(client, LEAGUE))
    assert [each.split()[0] for each in found] == ["1", "2", "3", "–"]
    assert "Match 1" in found[2] and "Match 2" not in found[2] and "Round" not in found[2]
    assert "Ranked by points per game" in plain(text(client, f"{LEAGUE}rules/"))
    assert client.get(f"{LEAGUE}rounds/1/again/").status_code == 404


def test_the_history_tells_challenges_in_words(client: Client, people: SimpleNamespace, league: Tournament) -> None:
    making.act(league, people.p1, Challenge(a=1, b=4))
    making.act(league, people.organiser, AnswerChallenge(match=3, accept=True))
    name = people.p1.username
    page = plain(text(client, f"{LEAGUE}history/"))
    assert f"{name} challenges Dmitri" in page and f"Dmitri accepts the challenge of {name}" in page
    assert f"The staff enters a match of {name} and {people.p2.username}" in page
    page = plain(text(client, f"{LEAGUE}history/", **RU))
    assert f"{name} вызывает игрока Dmitri" in page and f"Dmitri принимает вызов игрока {name}" in page


def test_the_desk_enters_settles_and_ends(client: Client, people: SimpleNamespace, league: Tournament) -> None:
    client.force_login(people.organiser)
    page = plain(text(client, f"{LEAGUE}desk/"))
    assert "Enter a match" in page and "End the season" in page and "Pair again" not in page
    making.act(league, people.p1, Challenge(a=1, b=4))
    making.act(league, people.p2, Dispute(round=1, table=1, side="b", reason="a slip"))
    making.act(league, people.organiser, EnterMatch(a=3, b=4))
    page = plain(text(client, f"{LEAGUE}desk/"))
    for said in ("Settle 1 dispute", "1 match is to be played", "1 challenge is not answered"):
        assert said in page
    table = plain(text(client, f"{LEAGUE}desk/tables/1/4/"))
    assert "Call off the match" in table and "no-show" not in table and "Move to another table" not in table
    sent = {"a": "3", "b": "3", "expected": making.state_of(league).number, "next": LEAGUE}
    refused = client.post(f"{LEAGUE}desk/acts/enter-match/", sent)
    assert "nobody plays against themselves" in plain(refused.content.decode()).lower()


# files, paper, frames


def test_files_have_rows_of_unequal_length_or_refuse(
    client: Client, people: SimpleNamespace, league: Tournament
) -> None:
    listed = list(csv.DictReader(io.StringIO(client.get(f"{LEAGUE}standings.csv").content.decode("utf-8-sig"))))
    assert [(each["place"], each["number"]) for each in listed] == [("1", "2"), ("2", "3"), ("3", "1"), ("", "4")]
    document = json.loads(client.get(f"{LEAGUE}standings.json").content)
    assert [each["place"] for each in document["standings"]["table"]["places"]] == [1, 2, 3, 0]
    assert [len(each["card"].get("rounds", [])) for each in document["standings"]["table"]["places"]] == [2, 1, 1, 0]
    played = list(csv.DictReader(io.StringIO(client.get(f"{LEAGUE}rounds/1.csv").content.decode("utf-8-sig"))))
    assert [each["table"] for each in played] == ["1", "2"]
    refused = client.get("/api/events/winter-league/trf")
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-book")
    assert "TRF" not in text(client, LEAGUE)
    for each in ("pairings", "names", "cards", "sheets"):
        assert {client.get(f"{LEAGUE}print/1/{each}{end}").status_code for end in ("/", ".pdf")} == {404}, each
    assert "Pairings by table" not in text(client, f"{LEAGUE}print/")
    paths = ("print/standings.pdf", "print/standings/", "calendar.ics", "feed.atom", "embed/code/")
    for path in (*paths, "embed/?show=pairings"):
        answer = client.get(f"{LEAGUE}{path}")
        assert answer.status_code == 200, path
    assert "–" in plain(text(client, f"{LEAGUE}embed/?show=standings"))
    assert "Round 1" not in plain(text(client, f"{LEAGUE}embed/?show=pairings"))
    client.force_login(people.organiser)
    assert client.get(f"{LEAGUE}hall/pages/").status_code == 200
    making.act(league, people.organiser, Finish())
    assert [each.split()[0] for each in rows(text(client, LEAGUE))] == ["1", "2", "3", "–"]


# terms


def test_a_free_league_is_announced_and_changed(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    page = send(client, "/events/announce/", title="Ladder", format="free-league", meetings="2", least_games="10",
                per_game="on", added_games="2", others_between="on", preset="wins-and-schedule@1")  # fmt: skip
    terms = making.state_of(Tournament.objects.get(title="Ladder")).terms
    assert terms.free_league == FreeLeague(2, True, 10, True, 2)
    assert [each.id for each in terms.tiebreaks] == ["battle-points"], "those of the preset that fit"
    assert page
    send(client, "/events/ladder/terms/", do="change", format="swiss")
    assert making.state_of(Tournament.objects.get(title="Ladder")).terms.free_league == FreeLeague()


def test_terms_that_do_not_fit_are_refused_at_their_fields(client: Client, people: SimpleNamespace) -> None:
    client.force_login(people.organiser)
    sent = {"title": "Ladder", "format": "free-league", "tiebreak_1": "sos@1", "half_byes": "1", "check_in": "on",
            "late_entry": "1", "added_games": "1", "meetings": "1", "others_between": "on"}  # fmt: skip
    page = send(client, "/events/announce/", 400, **sent)
    assert "assumes that everybody has as many rounds" in at_field(page, "tiebreak_1")
    told = {"half_byes": "nobody is paired", "check_in": "nobody is paired", "late_entry": "at any time",
            "added_games": "points per game", "others_between": "meet"}  # fmt: skip
    for name, said in told.items():
        assert said in at_field(page, name), name
    client.cookies.load({"django_language": "ru"})
    page = send(client, "/events/announce/", 400, **sent)
    assert "равное число туров" in at_field(page, "tiebreak_1")
    assert "нет жеребьёвки, поэтому бай не запросить" in at_field(page, "half_byes")


# the API, every answer held against the OpenAPI document


def test_players_challenge_over_the_api(league: Tournament, client_of: Callable[[str], Any]) -> None:
    address = "/api/events/winter-league"

    def declare(who: str, **act: Any) -> Any:
        sent = {"expected": making.state_of(league).number, "act": act}
        return client_of(who).post(f"{address}/acts", sent, format="json")

    assert declare("p1", type="challenge", a=1, b=4).status_code == 201
    assert declare("p1", type="challenge", a=3, b=4).status_code == 403, "not for others"
    assert declare("p1", type="answer-challenge", match=3, accept=True).status_code == 403
    assert declare("p2", type="call-off", match=3).status_code == 403
    refused = declare("p1", type="challenge", a=1, b=4)
    assert (refused.status_code, refused.json()["code"], refused.json()["path"]) == (422, "already", "$.act.b")
    assert declare("organiser", type="answer-challenge", match=3, accept=True).status_code == 201
    state = client_of("").get(f"{address}/state").json()["state"]
    assert [each["standing"] for each in state["matches"]] == ["agreed"] * 3
    again = client_of("").get(f"{address}/rounds/1/recompute").json()
    assert again["same"], "nobody is paired, then as now"
    season = client_of("").get(f"{address}/rounds/1").json()
    assert (len(season["seats"]), season["remarks"]) == (3, [])
    assert declare("organiser", type="re-pair", round=1, reason="no").json()["code"] == "fixed-pairs"


def test_nothing_is_said_of_rounds_and_pairings(client: Client, people: SimpleNamespace, league: Tournament) -> None:
    """Neither the desk nor the rules speak of what a free league has not."""
    client.force_login(people.organiser)
    desk, told = text(client, f"{LEAGUE}desk/"), plain(text(client, f"{LEAGUE}rules/"))
    assert "round 1 of 1" not in plain(desk) and "desk/pairing/" not in desk
    for word in ("Half-point byes", "Late registration", "Rotate tables", "The bye goes to", "A round lasts"):
        assert word not in told, word
    assert "Results confirmed by" in told
