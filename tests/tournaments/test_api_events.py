"""The API of events: announcing, reading, declaring. Every answer is checked against openapi.yaml."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import rules
from gamelog.clubs.models import Club
from gamelog.contest.acts.results import Rule
from gamelog.contest.acts.rounds import ChooseCaptain
from gamelog.contest.state import TournamentState
from gamelog.contest.terms import TeamTerms
from gamelog.people.services import participant_of
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Act, Tournament
from tests.tournaments import making

pytestmark = pytest.mark.django_db

JSON = "application/json"
PROBLEM = "application/problem+json"
Clients = Callable[[str], Any]


def announcement(**changes: Any) -> dict[str, Any]:
    return {"title": "Spring muster", "terms": msgspec.to_builtins(making.terms())} | changes


def declare(client: Any, tournament: Tournament, act: dict[str, Any], *, key: str = "", **more: Any) -> Any:
    tournament.refresh_from_db()
    sent = {"expected": tournament.number, "act": act} | more
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(f"/api/events/{tournament.slug}/acts", sent, format="json", headers=headers)


# --- announcing and lists


def test_an_event_is_announced_and_listed(client_of: Clients) -> None:
    made = client_of("organiser").post("/api/events", announcement(), format="json")
    assert made.status_code == 201, made.content
    event = made.json()
    assert (event["slug"], event["phase"], event["number"], event["format"]) == ("spring-muster", "draft", 1, "swiss")
    # a draft is visible to its people alone
    assert client_of("").get("/api/events").json()["results"] == []
    assert client_of("").get("/api/events/spring-muster").status_code == 404
    assert client_of("organiser").get("/api/events/spring-muster").json()["roles"] == ["organiser", "spectator"]
    opened = {"expected": 1, "act": {"type": "open-registration"}}
    assert client_of("organiser").post("/api/events/spring-muster/acts", opened, format="json").status_code == 201
    assert [each["slug"] for each in client_of("").get("/api/events").json()["results"]] == ["spring-muster"]


def test_a_taken_address_gets_a_number(client_of: Clients) -> None:
    slugs = [client_of("organiser").post("/api/events", announcement(), format="json").json()["slug"] for _ in "123"]
    assert slugs == ["spring-muster", "spring-muster-2", "spring-muster-3"]
    named = client_of("organiser").post("/api/events", announcement(slug="import"), format="json").json()["slug"]
    assert named == "import-2", "the word stands in an address"


def test_lists_are_narrowed(people: SimpleNamespace, client_of: Clients) -> None:
    club = Club.objects.create(slug="red-dice", name="Red Dice", owner=people.organiser)
    making.announce(people.staff, title="Harbour cup", club=club)
    making.announce(people.staff, title="Winter muster", ruleset="wh40k", rules_version="", place="Harbour hall")
    queries = ("text=harbour", "text=hall+winter", "ruleset=wh40k", "phase=draft", "club=red-dice", "format=swiss")
    rows = {query: client_of("").get(f"/api/events?{query}").json()["results"] for query in queries}
    assert {query: [each["slug"] for each in found] for query, found in rows.items()} == {
        "text=harbour": ["winter-muster", "harbour-cup"], "text=hall+winter": ["winter-muster"],
        "ruleset=wh40k": ["winter-muster"], "phase=draft": [], "club=red-dice": ["harbour-cup"],
        "format=swiss": ["winter-muster", "harbour-cup"],
    }  # fmt: skip


def test_russian_is_found_in_any_letter_case(people: SimpleNamespace, client_of: Clients) -> None:
    made = making.announce(people.staff, title="Осенний Кубок", place="Москва")
    for words in ("осенний", "КУБОК", "кубок москва"):
        (found,) = client_of("").get("/api/events", {"text": words}).json()["results"]
        assert found["slug"] == made.slug, words
    assert not client_of("").get("/api/events", {"text": "весенний"}).json()["results"]


@pytest.mark.parametrize(
    ("changes", "status", "path"),
    [
        ({"title": ""}, 400, "$.title"),
        ({"title": "x" * 201}, 400, "$.title"),
        ({"slug": "No Spaces"}, 400, "$.slug"),
        ({"speed": 1}, 400, "$"),
        ({"terms": {}}, 400, "$.terms"),
        ({"terms": {"ruleset": "chess"}}, 400, "$.terms.ruleset"),
        ({"terms": {"ruleset": "kt", "rules_version": "1066"}}, 400, "$.terms.rules_version"),
        ({"terms": {"ruleset": "kt", "rounds": 0}}, 400, "$.terms.rounds"),
        ({"terms": {"ruleset": "kt", "round": 3}}, 400, "$.terms.round"),
        ({"terms": {"ruleset": "kt", "tables": [{"number": 1, "terain": "x"}]}}, 400, "$.terms.tables[0].terain"),
        ({"terms": {"ruleset": "kt", "format": "swiss-cut", "cut": 1}}, 422, "$.terms.cut"),
        ({"terms": {"ruleset": "kt", "starts": "tomorrow"}}, 422, "$.terms.starts"),
        ({"terms": {"ruleset": "kt", "starts": "0001-01-01T00:00:00+23:59"}}, 422, "$.terms.starts"),
        ({"terms": {"ruleset": "kt", "tiebreaks": [{"id": "luck", "version": "1"}]}}, 422, "$.terms.tiebreaks[0].id"),
        ({"title": "Call +44 20 7946 0958"}, 422, "$.title"),
        ({"club": "nowhere"}, 400, "$.club"),
    ],
)
def test_an_announcement_that_cannot_stand_names_the_field(
    changes: dict[str, Any], status: int, path: str, client_of: Clients
) -> None:
    refused = client_of("organiser").post("/api/events", announcement(**changes), format="json")
    assert (refused.status_code, refused.json()["path"]) == (status, path), refused.content
    assert refused.headers["Content-Type"] == PROBLEM
    assert not Tournament.objects.exists()


def test_clubs_are_spoken_for_by_their_editors(people: SimpleNamespace, client_of: Clients) -> None:
    Club.objects.create(slug="red-dice", name="Red Dice", owner=people.organiser)
    refused = client_of("outsider").post("/api/events", announcement(club="red-dice"), format="json")
    assert refused.status_code == 403
    assert (
        client_of("staff").post("/api/events", announcement(club="red-dice"), format="json").json()["club"]
        == "red-dice"
    )
    assert client_of("").post("/api/events", announcement(), format="json").status_code == 401


def test_private_events_are_seen_by_their_people(people: SimpleNamespace, client_of: Clients) -> None:
    event = making.announce(people.organiser, public=False)
    making.appoint(event, people.judge, "judge")
    making.register(event, people.p1)
    seen = {name: client_of(name).get(f"/api/events/{event.slug}").status_code
            for name in ("", "outsider", "p1", "judge", "organiser", "staff")}  # fmt: skip
    assert seen == {"": 404, "outsider": 404, "p1": 200, "judge": 200, "organiser": 200, "staff": 200}


READS = ("", "/state", "/acts", "/roles", "/entrants", "/rounds/1", "/rounds/1/recompute", "/tables/1/1", "/standings",
         "/standings/1/0", "/export", "/trf", "/standings.csv", "/pairings.csv", "/entrants.csv")  # fmt: skip


@pytest.mark.parametrize("path", READS)
def test_what_is_not_there_is_a_problem(path: str, client_of: Clients) -> None:
    missing = client_of("organiser").get(f"/api/events/no-such-event{path}")
    assert (missing.status_code, missing.headers["Content-Type"]) == (404, PROBLEM)


# --- reading


def test_an_event_says_what_you_are(filled: Tournament, people: SimpleNamespace, client_of: Clients) -> None:
    roles = {name: client_of(name).get(f"/api/events/{filled.slug}").json()["roles"]
             for name in ("", "p1", "judge", "scorekeeper", "organiser", "staff", "outsider")}  # fmt: skip
    assert roles == {
        "": ["spectator"], "outsider": ["spectator"], "p1": ["player", "spectator"],
        "judge": ["judge", "spectator"], "scorekeeper": ["scorekeeper", "spectator"],
        "organiser": ["organiser", "spectator"], "staff": ["organiser", "spectator"],
    }  # fmt: skip
    shown = client_of("p1").get(f"/api/events/{filled.slug}").json()
    assert shown["person"] == participant_of(people.p1)
    assert shown["terms"]["rounds"] == 3
    table = client_of("p1").get(f"/api/events/{filled.slug}/roles").json()
    assert (table["mine"], table["acts"]["pair-round"]) == (
        ["player", "spectator"],
        ["organiser", "judge", "scorekeeper"],
    )
    assert table["acts"]["announce"] == []


def test_the_whole_state(filled: Tournament, client_of: Clients) -> None:
    answer = client_of("").get(f"/api/events/{filled.slug}/state").json()
    assert msgspec.convert(answer["state"], TournamentState, strict=False) == making.state_of(filled)
    assert answer["names"] == {str(number): f"p{number}" for number in range(1, 9)}


def test_acts_are_served_as_they_are_stored(filled: Tournament, client_of: Clients) -> None:
    content = client_of("").get(f"/api/events/{filled.slug}/acts?limit=1000").content
    for row in Act.objects.filter(tournament=filled):
        assert f'{{"act":{row.body},"hash":"{row.hash}","concerns":{{'.encode() in content
    about = {each["act"]["act"]["type"]: each["concerns"] for each in json.loads(content)["acts"]}
    nothing: dict[str, Any] = {"entrants": [], "tables": [], "rounds": [], "topics": []}
    assert about["announce"] == nothing
    assert about["pair-round"] == nothing | {"rounds": [2]}
    assert about["register"] == nothing | {"topics": ["registration"]}
    table = making.state_of(filled).rounds[1].paired.pairs[-1].table
    assert about["enter"] == nothing | {"rounds": [2], "tables": [{"round": 2, "table": table}]}
    page = client_of("").get(f"/api/events/{filled.slug}/acts?after=3&limit=2").json()
    assert [each["act"]["number"] for each in page["acts"]] == [4, 5]
    assert page["next"] == 5
    end = client_of("").get(f"/api/events/{filled.slug}/acts?after={filled.number}").json()
    assert end == {"acts": [], "next": None}


def test_the_chain_holds_by_hand(filled: Tournament, client_of: Clients) -> None:
    previous = ""
    for line in client_of("").get(f"/api/events/{filled.slug}/acts?limit=1000").json()["acts"]:
        assert line["act"].get("previous", "") == previous
        assert line["hash"] == rules.digest(rules.canonical(line["act"]))
        previous = line["hash"]
    assert previous == client_of("").get(f"/api/events/{filled.slug}").json()["head"]


@pytest.mark.parametrize("query", ["after=x", "after=-1", "limit=1001", "limit=1e3"])
def test_numbers_in_the_query_of_acts(query: str, filled: Tournament, client_of: Clients) -> None:
    refused = client_of("").get(f"/api/events/{filled.slug}/acts?{query}")
    assert refused.status_code == 400
    assert refused.json()["path"] == f"?{query.partition('=')[0]}"


# --- declaring


def test_players_register_themselves(people: SimpleNamespace, client_of: Clients) -> None:
    event = making.announce(people.organiser)
    stored = declare(client_of("p1"), event, {"type": "register", "faction": "Orks"})
    assert stored.status_code == 201, stored.content
    assert stored.json()["act"]["act"] == {"faction": "Orks", "person": participant_of(people.p1), "type": "register"}
    assert stored.json()["act"]["role"] == "spectator"
    again = declare(client_of("p1"), event, {"type": "register"})
    assert (again.status_code, again.json()["code"], again.json()["path"]) == (422, "already", "$.act.person")
    (entrant,) = client_of("").get(f"/api/events/{event.slug}/entrants").json()["entrants"]
    assert (entrant["number"], entrant["name"], entrant["faction"], entrant["status"]) == (1, "p1", "Orks", "entered")


def test_the_desk_registers_accounts_and_names(people: SimpleNamespace, client_of: Clients) -> None:
    event = making.announce(people.organiser)
    client = client_of("organiser")
    assert declare(client, event, {"type": "register"}, users=["p2"]).status_code == 201
    assert declare(client, event, {"type": "register"}, names=["Ann of the hills"]).status_code == 201
    names = client.get(f"/api/events/{event.slug}/state").json()["names"]
    assert names == {"1": "p2", "2": "Ann of the hills"}
    assert "hills" not in "".join(Act.objects.values_list("body", flat=True))
    unknown = declare(client, event, {"type": "register"}, users=["nobody"])
    assert (unknown.status_code, unknown.json()["path"]) == (400, "$.users[0]")
    both = declare(client, event, {"type": "register"}, names=["x" * 201])
    assert (both.status_code, both.json()["code"], both.json()["path"]) == (422, "name-wanted", "$.names")


def test_a_team_registers_with_its_members(people: SimpleNamespace, client_of: Clients) -> None:
    event = making.announce(people.organiser, teams=TeamTerms(size=2))
    act = {"type": "register", "members": [{"faction": "Orks"}, {}]}
    # the names are at the places left empty among the accounts
    names = ["Red team", "", "Bert"]
    assert declare(client_of("p1"), event, act, users=["", "p1", ""], names=names).status_code == 201
    (team,) = client_of("").get(f"/api/events/{event.slug}/entrants").json()["entrants"]
    assert (team["name"], [each["name"] for each in team["members"]]) == ("Red team", ["p1", "Bert"])


def test_a_retry_gets_the_same_act(people: SimpleNamespace, client_of: Clients) -> None:
    event = making.announce(people.organiser)
    sent = {"expected": event.number, "act": {"type": "register"}, "names": ["Ann"]}

    def post(sent: dict[str, Any], key: str = "k1") -> Any:
        headers = {"Idempotency-Key": key}
        return client_of("organiser").post(f"/api/events/{event.slug}/acts", sent, format="json", headers=headers)

    first, again = post(sent), post(sent)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.content == again.content
    other = post({**sent, "names": ["Bert"]})
    assert (other.status_code, other.json()["type"]) == (409, "urn:gamelog:key-reused")
    somebody = post({**sent, "names": [], "users": ["p1"]})
    assert somebody.status_code == 409
    long = post(sent, "k" * 201)
    assert (long.status_code, long.json()["path"]) == (400, "Idempotency-Key")


def test_a_key_is_its_senders(teams: Tournament, client_of: Clients) -> None:
    """Otherwise the other captain could guess choices until one is answered with the act."""
    pair = making.state_of(teams).rounds[0].paired.pairs[0]
    first, second = (f"p{3 * (entrant - 1) + 1}" for entrant in (pair.a, pair.b))
    chosen = {"type": "choose", "round": 1, "table": pair.table, "side": "a", "players": [2]}
    assert declare(client_of(first), teams, chosen, key="1").status_code == 201
    assert declare(client_of(first), teams, chosen, key="1").status_code == 200
    tried = declare(client_of(second), teams, chosen, key="1")
    assert (tried.status_code, tried.json()["type"]) == (409, "urn:gamelog:key-reused")
    assert "salt" not in tried.content.decode()


def test_offices_go_to_accounts(filled: Tournament, people: SimpleNamespace, client_of: Clients) -> None:
    client, name = client_of("organiser"), people.outsider.username
    appointed = declare(client, filled, {"type": "appoint", "role": "judge"}, users=[name])
    assert appointed.status_code == 201, appointed.content
    person = participant_of(people.outsider)
    assert appointed.json()["act"]["act"] == {"type": "appoint", "role": "judge", "person": person}
    assert "judge" in client_of("outsider").get(f"/api/events/{filled.slug}/roles").json()["mine"]
    both = declare(client, filled, {"type": "dismiss", "role": "judge", "person": person}, users=[name])
    nobody = declare(client, filled, {"type": "appoint", "role": "judge"})
    named = declare(client, filled, {"type": "appoint", "role": "judge", "person": name})
    assert [(each.status_code, each.json()["code"], each.json()["path"]) for each in (both, nobody, named)] == [
        (422, "name-wanted", "$.users"), (422, "name-wanted", "$.act.person"), (422, "no-person", "$.act.person"),
    ]  # fmt: skip
    assert declare(client, filled, {"type": "dismiss", "role": "judge"}, users=[name]).status_code == 201


def test_an_entry_keeps_its_name_when_its_account_is_nobodys(
    filled: Tournament, people: SimpleNamespace, client_of: Clients
) -> None:
    client = client_of("organiser")
    corrected = {"type": "correct-entry", "entrant": 1, "reason": "another account"}
    wrong = declare(client, filled, corrected | {"person": people.outsider.username})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "no-person")
    assert selectors.names_of(filled)[1, 0] == "p1"
    assert declare(client, filled, corrected, users=[people.outsider.username]).status_code == 201
    assert selectors.names_of(filled)[1, 0] == people.outsider.username
    assert making.state_of(filled).entrants[1].person == participant_of(people.outsider)


def test_a_misspelt_name_is_put_right_beside_the_act(
    people: SimpleNamespace, filled: Tournament, client_of: Clients
) -> None:
    made = making.announce(people.organiser, title="Autumn muster")
    making.register(made, "Hildegrad", people.p1)
    client, act = client_of("organiser"), {"type": "correct-entry", "entrant": 1, "reason": "misspelt"}
    stored = declare(client, made, act, names=["Hildegard"])
    assert stored.status_code == 201
    assert b"Hildegard" not in stored.content
    assert selectors.names_of(made)[1, 0] == "Hildegard"
    wrong = [declare(client, made, act | {"entrant": 2}, names=["Paula"]), declare(client, made, act, names=["A", "B"])]
    assert [(each.status_code, each.json()["code"], each.json()["path"]) for each in wrong] == [
        (422, "name-wanted", "$.names")
    ] * 2
    assert selectors.names_of(made)[2, 0] == "p1", "it is their account's"


def test_somebody_was_first(filled: Tournament, client_of: Clients) -> None:
    late = declare(client_of("organiser"), filled, {"type": "rename", "title": "Other"}, expected=3)
    assert late.status_code == 409
    assert late.json()["type"] == "urn:gamelog:stale-event"
    assert (late.json()["expected"], late.json()["actual"]) == (3, filled.number)


def test_a_correction_is_shown_before_it_is_stored(filled: Tournament, client_of: Clients) -> None:
    client, before = client_of("judge"), selectors.standings_json(filled)
    pair = making.state_of(filled).rounds[0].paired.pairs[0]
    act = {
        "type": "rule",
        "round": 1,
        "table": pair.table,
        "report": {"winner": "draw"},
        "reason": "dice off the table",
    }
    blind = declare(client, filled, act)
    assert (blind.status_code, blind.json()["type"]) == (409, "urn:gamelog:effect-changed")
    sent = {"expected": filled.number, "act": act}
    shown = client.post(f"/api/events/{filled.slug}/acts/preview", sent, format="json")
    assert shown.status_code == 200
    effect = shown.json()
    assert blind.json()["effect"]["digest"] == effect["digest"]
    assert {pair.a, pair.b} <= {each["entrant"] for each in effect["changes"]}
    assert selectors.standings_json(filled) == before, "nothing is stored by looking"
    assert declare(client, filled, act, effect="0" * 64).status_code == 409
    stored = declare(client, filled, act, effect=effect["digest"])
    assert stored.status_code == 201
    table = client.get(f"/api/events/{filled.slug}/standings").json()["standings"]["table"]
    assert table == effect["after"]
    stale = client.post(f"/api/events/{filled.slug}/acts/preview", sent, format="json")
    assert stale.status_code == 409


def test_no_effect_of_what_cannot_stand(filled: Tournament, client_of: Clients) -> None:
    sent = {"expected": filled.number, "act": {"type": "rule", "round": 1, "table": 99, "report": {}, "reason": "why"}}
    refused = client_of("judge").post(f"/api/events/{filled.slug}/acts/preview", sent, format="json")
    assert (refused.status_code, refused.json()["code"], refused.json()["path"]) == (422, "no-table", "$.act.table")
    assert client_of("p1").post(f"/api/events/{filled.slug}/acts/preview", sent, format="json").status_code == 403


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (b"", "$"), (b"{", "$"), (b"[]", "$"), (b'"x"', "$"), (b'{"expected":1}', "$"),
        (b'{"expected":-1,"act":{"type":"finish"}}', "$.expected"),
        (b'{"expected":"1","act":{"type":"finish"}}', "$.expected"),
        (b'{"expected":1,"act":{"type":"dance"}}', "$.act.type"),
        (b'{"expected":1,"act":{"type":"finish","speed":1}}', "$.act"),
        (b'{"expected":1,"act":{"type":"drop","entrant":0}}', "$.act.entrant"),
        (b'{"expected":1,"act":{"type":"drop","entrant":1.5}}', "$.act.entrant"),
        (b'{"expected":1,"act":{"type":"finish"},"force":true}', "$"),
        (b'{"expected":1,"act":{"type":"finish"},"names":[1]}', "$.names[0]"),
        (b'{"expected":1,"act":{"type":"rename","title":"\xff"}}', "$"),
        (b'{"expected":1,"act":{"type":"rename","title":"\\ud800"}}', "$"),
        (b'{"expected":1,"act":' + b'{"a":' * 50_000 + b"}" * 50_000 + b"}", "$"),
        (b'{"expected":1,"act":{"type":"enter","round":1,"table":1,"report":{"a":{"victry":1}}}}',
         "$.act.report.a.victry"),
    ],
)  # fmt: skip
def test_malformed_declarations_say_where(data: bytes, path: str, filled: Tournament, client_of: Clients) -> None:
    refused = client_of("organiser").post(f"/api/events/{filled.slug}/acts", data, content_type=JSON)
    assert refused.status_code == 400, refused.content
    assert refused.headers["Content-Type"] == PROBLEM
    assert refused.json()["path"].startswith(path), refused.content
    assert Act.objects.filter(tournament=filled).count() == filled.number


def test_a_large_declaration_is_not_read(filled: Tournament, client_of: Clients) -> None:
    large = client_of("organiser").post(f"/api/events/{filled.slug}/acts", b" " * (2**20 + 1), content_type=JSON)
    assert large.status_code == 413


@pytest.mark.parametrize("name", ["", "outsider", "p1", "scorekeeper"])
def test_nobody_else_rules(name: str, filled: Tournament, client_of: Clients) -> None:
    act = {"type": "rule", "round": 1, "table": 1, "report": {}, "reason": "why"}
    refused = declare(client_of(name), filled, act)
    assert refused.status_code == (403 if name else 401)
    making.state_of(filled)
    assert not Act.objects.filter(tournament=filled, type="rule").exists()


def test_texts_that_name_people_are_refused(filled: Tournament, people: SimpleNamespace, client_of: Clients) -> None:
    people.p1.username = "Gwendolyn"
    people.p1.save()
    act = {"type": "cancel", "reason": "gwendolyn has the keys"}
    refused = declare(client_of("organiser"), filled, act)
    assert (refused.status_code, refused.json()["code"], refused.json()["path"]) == (422, "names", "$.act.reason")
    ruled = {"type": "rule", "round": 1, "table": 1, "report": {}, "reason": "why", "rule": "as Gwendolyn said"}
    refused = declare(client_of("judge"), filled, ruled)
    assert (refused.status_code, refused.json()["code"], refused.json()["path"]) == (422, "names", "$.act.rule")


def test_nobody_is_to_be_reached_by_their_faction(people: SimpleNamespace, client_of: Clients) -> None:
    event = making.announce(people.organiser)
    refused = declare(client_of("p1"), event, {"type": "register", "faction": "Orks, call +44 20 7946 0958"})
    assert (refused.status_code, refused.json()["code"], refused.json()["path"]) == (422, "names", "$.act.faction")


# --- secrets


def choose(event: Tournament, client: Any, side: str, players: list[int]) -> Any:
    return declare(client, event, {"type": "choose", "round": 1, "table": 1, "side": side, "players": players})


def test_a_choice_is_secret_until_both_have_chosen(
    teams: Tournament, people: SimpleNamespace, client_of: Clients
) -> None:
    pair = making.state_of(teams).rounds[0].pair_at(1)
    assert pair
    captain, other = f"p{3 * pair.a - 2}", f"p{3 * pair.b - 2}"
    stored = choose(teams, client_of(captain), "a", [2])
    assert stored.status_code == 201, stored.content
    number, salt = stored.json()["act"]["number"], stored.json()["act"]["act"]["salt"]
    assert len(salt) == 32, "without it the hash would tell one of three choices"

    def seen(name: str) -> tuple[dict[str, Any], list[int]]:
        client = client_of(name)
        (line,) = client.get(f"/api/events/{teams.slug}/acts?after={number - 1}&limit=1").json()["acts"]
        captains = client.get(f"/api/events/{teams.slug}/state").json()["state"]["rounds"][0]["captains"]["1"]
        return line, captains["a"].get("choice", [])

    hidden = {"number": number, "type": "choose", "hash": stored.json()["hash"], "hidden": True}
    for name in ("", other, "organiser", "judge", "outsider"):
        assert seen(name) == (hidden, []), name
    assert seen(captain) == (stored.json(), [2])
    assert choose(teams, client_of(other), "b", [1]).status_code == 201
    for name in ("", other, "organiser"):
        assert seen(name)[0] == stored.json(), name


def test_a_choice_stays_secret_when_its_match_moves(teams: Tournament, client_of: Clients) -> None:
    number = choose(teams, client_of("organiser"), "a", [2]).json()["act"]["number"]
    moved = {"type": "move-table", "round": 1, "table": 1, "to": 2, "reason": "a broken leg of the table"}
    assert declare(client_of("organiser"), teams, moved).status_code == 201
    lines = client_of("").get(f"/api/events/{teams.slug}/acts?after={number - 1}").json()["acts"]
    assert [line.get("hidden", False) for line in lines] == [True, False]


def test_rosters_are_hidden_until_they_are_locked(
    people: SimpleNamespace, client_of: Clients, submitted: Tournament
) -> None:
    def sees(name: str) -> tuple[str, bool]:
        client = client_of(name)
        entrant = client.get(f"/api/events/{submitted.slug}/entrants").json()["entrants"][0]
        line = client.get(f"/api/events/{submitted.slug}/acts?limit=1000").json()["acts"][-1]
        return entrant["roster"]["sha256"], line.get("hidden", False)

    open_to = {name: sees(name) for name in ("", "p2", "p1", "organiser")}
    sha256 = making.state_of(submitted).entrants[1].roster.sha256  # type: ignore[union-attr]
    assert open_to == {"": ("", True), "p2": ("", True), "p1": (sha256, False), "organiser": (sha256, False)}
    assert declare(client_of("judge"), submitted, {"type": "lock-rosters"}).status_code == 201
    entrant = client_of("").get(f"/api/events/{submitted.slug}/entrants").json()["entrants"][0]
    assert entrant["roster"]["sha256"] == sha256
    lines = client_of("").get(f"/api/events/{submitted.slug}/acts?limit=1000").json()["acts"]
    assert not any(line.get("hidden") for line in lines)


def test_a_roster_is_read_whole_once_it_may_be(
    people: SimpleNamespace, client_of: Clients, submitted: Tournament
) -> None:
    address = f"/api/events/{submitted.slug}/entrants/1/roster"
    hidden = {name: client_of(name).get(address).status_code for name in ("", "p2", "p1", "judge")}
    assert hidden == {"": 404, "p2": 404, "p1": 200, "judge": 200}
    assert declare(client_of("judge"), submitted, {"type": "lock-rosters"}).status_code == 201
    read = client_of("").get(address).json()
    assert read["sha256"] == making.state_of(submitted).entrants[1].roster.sha256  # type: ignore[union-attr]
    assert len(read["roster"]["models"]) == read["models"] > 0
    assert [client_of("").get(wrong).status_code for wrong in (
        f"{address}?member=1", f"{address}?member=x", f"/api/events/{submitted.slug}/entrants/9/roster",
    )] == [404, 400, 404]  # fmt: skip


@pytest.fixture
def submitted(people: SimpleNamespace) -> Tournament:
    """An event where p1 has handed in a roster."""
    from gamelog.contest.acts.rosters import SubmitRoster
    from gamelog.games import demo
    from gamelog.games.services import roster_import

    event = making.announce(people.organiser)
    making.officers(event, people)
    making.register(event, people.p1, people.p2)
    path = next(iter(demo.files()))
    row, _ = roster_import(owner=people.p1, data=path.read_bytes(), name=path.name)
    making.act(event, people.p1, SubmitRoster(entrant=1, sha256=row.sha256))
    return event


def test_choose_is_an_act_like_others(teams: Tournament, people: SimpleNamespace) -> None:
    """The salt is the site's: a submitted one is not used."""
    stored = making.act(teams, people.organiser, ChooseCaptain(round=1, table=1, side="a", players=(1,), salt="mine"))
    assert json.loads(stored.act.body)["act"]["salt"] != "mine"


def test_as_played_and_as_corrected(filled: Tournament, people: SimpleNamespace, client_of: Clients) -> None:
    first = values(json.loads(selectors.standings_json(filled, "played")))
    making.act(filled, people.judge, Rule(round=1, table=1, report=making.reported(1, 99), reason="the tape was wrong"))
    played = client_of("").get(f"/api/events/{filled.slug}/standings?line=played").json()["standings"]
    corrected = client_of("").get(f"/api/events/{filled.slug}/standings").json()["standings"]
    assert values(played) == first
    assert values(corrected) != first


def values(standings: dict[str, Any]) -> list[tuple[int, int, list[dict[str, str]]]]:
    """Values that rank entrants; how sure a result is does not belong to them."""
    return [(each["place"], each["entrant"], each["cells"]) for each in standings["table"]["places"]]
