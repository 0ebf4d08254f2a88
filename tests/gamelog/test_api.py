"""The API: storing, reading back, and refusing. Every answer is checked against openapi.yaml."""

import json
import zipfile
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

import rules
from gamelog.games import demo, selectors, services
from gamelog.games.models import Event, Game, JobState, Report, Roster
from tests.playthroughs import GAMES

pytestmark = pytest.mark.django_db

JSON = "application/json"
PROBLEM = "application/problem+json"


def body(event: rules.Event[Any], **more: Any) -> bytes:
    declared = msgspec.to_builtins(event.declaration())
    return rules.canonical({"expected": event.number - 1, **declared, **more})


def post(client: Any, game: Game, data: bytes, **more: Any) -> Any:
    return client.post(f"/api/games/{game.pk}/events", data, content_type=JSON, **more)


def file(data: bytes, name: str = "game.jsonl") -> dict[str, Any]:
    return {"file": SimpleUploadedFile(name, data)}


@pytest.fixture
def battle_stored(people: SimpleNamespace, battle: rules.GameFile) -> Game:
    return services.game_import(data=battle.dump(), owner=people.ada).game


# --- games


def test_a_game_is_created_and_listed(client_of: Callable[[str], Any]) -> None:
    wanted = {"ruleset": "kt", "policy": "declared", "title": "Friday", "seats": {"a": "ada", "b": None}}
    made = client_of("ada").post("/api/games", wanted, format="json")
    assert made.status_code == 201
    game = made.json()
    assert (game["title"], game["policy"], game["owner"], game["number"]) == ("Friday", "declared", "ada", 0)
    assert [(seat["side"], seat["user"]) for seat in game["seats"]] == [("a", "ada"), ("b", None)]
    listed = client_of("").get("/api/games").json()["results"]
    assert [each["id"] for each in listed] == [game["id"]]
    assert client_of("").get("/api/games?policy=enforced").json()["results"] == []
    assert client_of("").get(f"/api/games/{game['id']}").json() == game


@pytest.mark.parametrize(
    "wanted",
    [
        {}, {"ruleset": "chess"}, {"ruleset": "kt", "version": "1066"}, {"ruleset": "kt", "policy": "lax"},
        {"ruleset": "kt", "seats": {"c": "ada"}}, {"ruleset": "kt", "seats": {"a": "nobody"}},
        {"ruleset": "kt", "seats": []}, {"ruleset": "kt", "title": "x" * 201}, {"ruleset": "kt", "title": "a\0b"},
        [], 7,
    ],
)  # fmt: skip
def test_a_game_nobody_can_make_is_a_problem(wanted: Any, client_of: Callable[[str], Any]) -> None:
    refused = client_of("ada").post("/api/games", wanted, format="json")
    assert refused.status_code == 400
    assert refused.headers["Content-Type"] == PROBLEM
    assert not Game.objects.exists()


def test_private_games_are_seen_by_their_people(people: SimpleNamespace, client_of: Callable[[str], Any]) -> None:
    game = services.game_create(owner=people.ada, ruleset="kt", public=False, seats={"b": people.boris})
    seen = {name: client_of(name).get(f"/api/games/{game.pk}").status_code for name in ("", "carol", "boris", "ada")}
    assert seen == {"": 404, "carol": 404, "boris": 200, "ada": 200}
    assert client_of("marshal").get(f"/api/games/{game.pk}").status_code == 200
    assert client_of("carol").get("/api/games").json()["results"] == []


# --- append


def test_declarations_become_events(table: Game, battle: rules.GameFile, client_of: Callable[[str], Any]) -> None:
    people = {"table": "marshal", "a": "ada", "b": "boris"}
    for event in battle.events[:30]:
        stored = post(client_of(people[event.by]), table, body(event))
        assert stored.status_code == 201, stored.content
        assert stored.json()["event"]["number"] == event.number
    page = client_of("").get(f"/api/games/{table.pk}/events?after=3&limit=5").json()
    assert [line["event"]["number"] for line in page["events"]] == [4, 5, 6, 7, 8]
    assert page["next"] == 8
    assert client_of("").get(f"/api/games/{table.pk}/events?after=30").json() == {"events": [], "next": None}
    position = client_of("").get(f"/api/games/{table.pk}/position?at=30").content
    assert position == rules.to_json(rules.fold(rules.load("kt"), battle.events[:30]))


def test_a_roll_made_again_is_declared_and_stored(table: Game, client_of: Callable[[str], Any]) -> None:
    golden = rules.read_game((GAMES / "choir-watch-91.jsonl").read_bytes()).events
    first = next(event for event in golden if event.rerolls)
    for event in golden[: first.number]:
        stored = post(client_of("marshal"), table, body(event))
        assert stored.status_code == 201, stored.content
    assert stored.json()["event"]["rerolls"] == [{"roll": first.rerolls[0].roll}]
    assert [effect for effect in stored.json()["event"]["effects"] if effect.get("counter") == "cp"]
    # the same die a second time
    twice = {"rerolls": msgspec.to_builtins((*first.rerolls, *first.rerolls)), "dice": [*first.dice, 1]}
    assert post(client_of("marshal"), table, body(first, expected=first.number, **twice)).status_code == 422


def test_events_are_served_as_they_are_stored(battle_stored: Game, client_of: Callable[[str], Any]) -> None:
    answer = client_of("").get(f"/api/games/{battle_stored.pk}/events?limit=1000").content
    for event in battle_stored.events.all():
        assert event.body.encode() in answer
    assert client_of("").get(f"/api/games/{battle_stored.pk}/events?limit=1000").json()["next"] is None


def test_a_retry_gets_the_same_event(table: Game, battle: rules.GameFile, client_of: Callable[[str], Any]) -> None:
    client, event = client_of("marshal"), battle.events[0]
    first, again = (post(client, table, body(event), headers={"Idempotency-Key": "k1"}) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.content == again.content
    other = post(client, table, body(battle.events[1]), headers={"Idempotency-Key": "k1"})
    assert (other.status_code, other.json()["type"]) == (409, "urn:gamelog:key-reused")


def test_somebody_was_first(table: Game, battle: rules.GameFile, client_of: Callable[[str], Any]) -> None:
    post(client_of("marshal"), table, body(battle.events[0]))
    late = post(client_of("marshal"), table, body(battle.events[0]))
    assert late.status_code == 409
    assert (late.json()["expected"], late.json()["actual"]) == (0, 1)


def test_dice_are_asked_for(table: Game, battle: rules.GameFile, client_of: Callable[[str], Any]) -> None:
    wanted = next(event for event in battle.events if event.dice)
    for event in battle.events[: wanted.number - 1]:
        post(client_of("marshal"), table, body(event))
    asked = post(client_of("marshal"), table, body(wanted, dice=[]))
    assert asked.status_code == 422
    problem = asked.json()
    assert problem["type"] == "urn:gamelog:dice-wanted"
    assert (problem["sides"], problem["read"]) == (6, 0)
    assert problem["count"] > 0
    assert problem["rule"]["label"]["ru"]


def test_a_refusal_names_the_rule_and_its_source(
    table: Game, battle: rules.GameFile, client_of: Callable[[str], Any]
) -> None:
    for event in battle.events[:3]:
        post(client_of("marshal"), table, body(event))
    refused = post(client_of("ada"), table, b'{"expected":3,"by":"a","action":{"type":"initiative"}}')
    assert refused.status_code == 422
    problem = refused.json()
    assert problem["clause"] == problem["rule"]["id"] == "kt.initiative.roll"
    assert problem["facts"]
    assert problem["rule"]["label"].keys() == {"en", "ru"}
    assert problem["rule"]["source"].keys() == {"document", "lines"}
    assert Event.objects.count() == 3


def test_every_ground_of_a_refusal_comes_with_its_rule(
    table: Game, battle: rules.GameFile, client_of: Callable[[str], Any]
) -> None:
    for event in battle.events[:3]:
        post(client_of("marshal"), table, body(event))
    model = next(iter(rules.fold(table.rules, battle.events[:3]).models))
    move = f'{{"expected":3,"by":"b","action":{{"type":"move","model":"{model}","path":[]}}}}'
    problem = post(client_of("marshal"), table, move.encode()).json()
    grounds = problem["facts"]["grounds"]
    assert grounds[0]["clause"] == problem["clause"]
    assert {"kt.game.phases", "kt.gap.two-players"} <= {ground["clause"] for ground in grounds}
    for ground in grounds:
        assert ground["rule"]["id"] == ground["clause"] and ground["rule"]["label"]["ru"] and ground["text"]


MALFORMED = {
    "nothing": b"",
    "no json": b"{",
    "not utf-8": b'{"expected":0,"by":"\xff","action":{"type":"begin"}}',
    "a list": b"[]",
    "no action": b'{"expected":0,"by":"a"}',
    "unknown action": b'{"expected":0,"by":"a","action":{"type":"dance"}}',
    "no number": b'{"expected":"0","by":"a","action":{"type":"initiative"}}',
    "a fraction": b'{"expected":0.5,"by":"a","action":{"type":"initiative"}}',
    "unknown member": b'{"expected":0,"by":"a","action":{"type":"initiative"},"effects":[]}',
    "dice of text": b'{"expected":0,"by":"a","action":{"type":"initiative"},"dice":["6"]}',
    "huge number": b'{"expected":0,"by":"a","action":{"type":"initiative"},"dice":[' + b"9" * 400 + b"]}",
    "deep": b'{"expected":0,"by":"a","action":' + b'{"a":' * 50_000 + b"}" * 50_000 + b"}",
    "half a character": b'{"expected":0,"by":"\\ud800","action":{"type":"initiative"}}',
    "injected member": b'{"expected":0,"by":"a","action":{"type":"initiative"},"dice":[],"dice":0}',
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_bodies_say_where(name: str, table: Game, client_of: Callable[[str], Any]) -> None:
    refused = post(client_of("marshal"), table, MALFORMED[name])
    assert refused.status_code == 400, refused.content
    assert refused.headers["Content-Type"] == PROBLEM
    assert refused.json()["path"].startswith("$")
    assert not Event.objects.exists()


def test_the_path_of_what_is_wrong_is_exact(table: Game, client_of: Callable[[str], Any]) -> None:
    refused = post(client_of("marshal"), table, MALFORMED["dice of text"])
    assert refused.json()["path"] == "$.dice[0]"


@pytest.mark.parametrize("name", ["", "carol", "ada", "boris"])
def test_only_the_owner_sets_the_table(
    name: str, table: Game, battle: rules.GameFile, client_of: Callable[[str], Any]
) -> None:
    refused = post(client_of(name), table, body(battle.events[0]))
    assert refused.status_code == (401 if not name else 403)
    assert not Event.objects.exists()


def test_a_game_that_is_not_there(client_of: Callable[[str], Any]) -> None:
    for path in ("", "/events", "/position", "/replay", "/options", "/report", "/file"):
        missing = client_of("").get(f"/api/games/{uuid4()}{path}")
        assert (missing.status_code, missing.headers["Content-Type"]) == (404, PROBLEM)
    assert client_of("").get("/api/nowhere").headers["Content-Type"] == PROBLEM
    assert client_of("").get("/api/games/not-a-uuid").status_code == 404


@pytest.mark.parametrize("query", ["position?at=x", "position?at=-1", "events?after=1e3", "events?limit=9999"])
def test_numbers_in_the_query(query: str, battle_stored: Game, client_of: Callable[[str], Any]) -> None:
    assert client_of("").get(f"/api/games/{battle_stored.pk}/{query}").status_code == 400


def test_there_is_no_such_step(battle_stored: Game, client_of: Callable[[str], Any]) -> None:
    missing = client_of("").get(f"/api/games/{battle_stored.pk}/position?at=9999")
    assert (missing.status_code, missing.json()["last"]) == (404, battle_stored.number)


@pytest.mark.parametrize("path", ["/api/games/import", "/api/rosters", "/api/games", "/api/token"])
def test_large_bodies_are_not_read(path: str, client_of: Callable[[str], Any]) -> None:
    large = client_of("ada").post(path, b"x" * (17 * 1024 * 1024), content_type="multipart/form-data; boundary=x")
    assert large.status_code == 413


def test_a_large_append_is_not_read(table: Game, client_of: Callable[[str], Any]) -> None:
    assert post(client_of("marshal"), table, b" " * (3 * 1024 * 1024)).status_code == 413


# --- reading


def test_replay_and_file_are_the_stored_bytes(
    battle_stored: Game, battle: rules.GameFile, client_of: Callable[[str], Any]
) -> None:
    replay = client_of("").get(f"/api/games/{battle_stored.pk}/replay").json()
    assert replay["head"] == battle.head
    assert [line["hash"] for line in replay["events"]] == [record.hash for record in battle.records]
    assert client_of("").get(f"/api/games/{battle_stored.pk}/file").content == battle.dump()


def test_options_are_the_engine_s(table: Game, record: Any, battle: rules.GameFile, client_of: Any) -> None:
    record(table, battle.events[:40])
    offered = client_of("").get(f"/api/games/{table.pk}/options").json()
    state = rules.fold(table.rules, battle.events[:40])
    assert offered == msgspec.json.decode(msgspec.json.encode(rules.options(table.rules, state)))
    assert offered


def test_verification_is_asked_for_and_read(
    battle_stored: Game, client_of: Callable[[str], Any], django_capture_on_commit_callbacks: Any
) -> None:
    address = f"/api/games/{battle_stored.pk}"
    assert client_of("").post(f"{address}/verify").status_code == 401
    battle_stored.reports.all().delete()
    assert client_of("").get(f"{address}/report").status_code == 404
    with django_capture_on_commit_callbacks(execute=True):
        queued = client_of("carol").post(f"{address}/verify")
    assert (queued.status_code, queued.json()["state"]) == (202, "queued")
    report = client_of("").get(f"{address}/report").json()
    assert (report["state"], report["verdict"], report["findings"]) == ("done", "verified", [])
    assert report["done"] == report["total"] == battle_stored.number
    assert report["current"] is True
    assert client_of("carol").post(f"{address}/verify").status_code == 200


# --- files


def test_a_game_file_is_imported(battle: rules.GameFile, client_of: Callable[[str], Any]) -> None:
    client = client_of("ada")
    statuses = [client.post("/api/games/import", file(battle.dump()), format="multipart").status_code for _ in "12"]
    assert statuses == [201, 200]
    assert selectors.file_of(Game.objects.get()) == battle.dump()


def test_a_broken_file_is_refused_with_its_findings(battle: rules.GameFile, client_of: Callable[[str], Any]) -> None:
    lines = battle.dump().split(b"\n")
    broken = client_of("ada").post("/api/games/import", file(b"\n".join(lines[:4] + lines[5:])), format="multipart")
    assert (broken.status_code, broken.json()["type"]) == (400, "urn:gamelog:broken-chain")
    assert {finding["rule"] for finding in broken.json()["findings"]} == {"log.number", "log.chain"}
    assert client_of("ada").post("/api/games/import", {}, format="multipart").status_code == 400
    assert client_of("").post("/api/games/import", file(battle.dump()), format="multipart").status_code == 401
    assert not Game.objects.exists()


# --- rosters


def upload(client: Any, data: bytes, name: str) -> Any:
    return client.post("/api/rosters", file(data, name), format="multipart")


@pytest.mark.parametrize("path", demo.files(), ids=lambda path: path.suffix)
def test_a_roster_is_read_and_stored(path: Any, client_of: Callable[[str], Any]) -> None:
    stored = upload(client_of("ada"), path.read_bytes(), path.name)
    assert stored.status_code == 201
    roster = stored.json()
    assert roster["models"] == len(roster["roster"]["models"]) > 3
    assert upload(client_of("ada"), path.read_bytes(), path.name).status_code == 200
    assert bytes(Roster.objects.get().file) == path.read_bytes()
    picked = client_of("ada").post(f"/api/rosters/{roster['id']}/pick?limit=125").json()
    assert picked["points"] <= 125
    assert set(picked["pick"]) <= {model["id"] for model in roster["roster"]["models"]}


def test_a_roster_says_what_its_reader_took_otherwise_than_printed(client_of: Callable[[str], Any]) -> None:
    data = (demo.FILES / "harbour-watch.ros").read_text().replace(">Heavy 4<", ">Heavy<").encode()
    stored = upload(client_of("ada"), data, "odd.ros")
    assert stored.status_code == 201
    remarks = stored.json()["roster"]["remarks"]
    assert [(each["kind"], each["said"], each["read"]) for each in remarks] == [("read-as", "Heavy", "Heavy 1")]


def bad_rosters() -> dict[str, tuple[bytes, str]]:
    bomb, many = BytesIO(), BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.ros", b" " * (64 * 1024 * 1024))
    with zipfile.ZipFile(many, "w") as archive:
        archive.writestr("readme.txt", b"no roster")
    entities = b'<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><roster>&b;</roster>'
    return {
        "empty": (b"", "a.ros"),
        "text": (b"hello", "a.ros"),
        "half": (b"<roster><forces>", "a.ros"),
        "other xml": (b"<svg/>", "a.ros"),
        "entities": (entities, "a.ros"),
        "zip bomb": (bomb.getvalue(), "a.rosz"),
        "no roster inside": (many.getvalue(), "a.rosz"),
        "half a zip": (bomb.getvalue()[:500], "a.rosz"),
    }


@pytest.mark.parametrize("kind", bad_rosters())
def test_a_bad_roster_stores_nothing(kind: str, client_of: Callable[[str], Any]) -> None:
    refused = upload(client_of("ada"), *bad_rosters()[kind])
    assert refused.status_code == 400, refused.content
    assert refused.json()["detail"]
    assert not Roster.objects.exists()


def test_rosters_are_their_owner_s(client_of: Callable[[str], Any]) -> None:
    path = demo.files()[0]
    roster = upload(client_of("ada"), path.read_bytes(), path.name).json()["id"]
    seen = {n: client_of(n).get(f"/api/rosters/{roster}").status_code for n in ("", "boris", "ada", "marshal")}
    assert seen == {"": 401, "boris": 404, "ada": 200, "marshal": 200}
    assert client_of("boris").get("/api/rosters").json()["results"] == []
    assert len(client_of("ada").get("/api/rosters").json()["results"]) == 1
    assert client_of("boris").post(f"/api/rosters/{roster}/pick").status_code == 404


def test_no_team_is_a_refusal_with_a_rule(client_of: Callable[[str], Any]) -> None:
    path = demo.files()[0]
    roster = upload(client_of("ada"), path.read_bytes(), path.name).json()["id"]
    refused = client_of("ada").post(f"/api/rosters/{roster}/pick?limit=5")
    assert refused.status_code == 422
    assert refused.json()["clause"].startswith("kt.roster.")
    assert client_of("ada").post(f"/api/rosters/{roster}/pick?limit=many").status_code == 400


# --- rulesets


def test_rulesets_catalogue_and_schema(client_of: Callable[[str], Any]) -> None:
    (kt,) = [each for each in client_of("").get("/api/rulesets").json() if each["id"] == "kt"]
    assert kt["version"] == rules.load("kt").version
    catalogue = client_of("").get("/api/rulesets/kt/catalogue").json()
    assert [entry["id"] for entry in catalogue] == list(rules.load("kt").clauses)
    russian = client_of("").get("/api/rulesets/kt/catalogue", headers={"Accept-Language": "ru"}).json()
    clauses = [clause for _, clause in rules.load("kt").clauses.values()]
    assert [(row["text"], row["note"]) for row in catalogue] == [(each.text, each.note) for each in clauses]
    assert [(row["text"], row["note"]) for row in russian] == [(each.text_ru, each.note_ru) for each in clauses]
    assert "declaration" in client_of("").get("/api/rulesets/kt/schema").json()["$defs"]
    assert client_of("").get("/api/rulesets/chess/catalogue").status_code == 404


# --- tokens


def login(client: Any, **sent: str) -> Any:
    return client.post("/api/token", sent, format="json")


def test_a_token_opens_and_is_revoked(people: SimpleNamespace, client_of: Callable[[str], Any]) -> None:
    client = client_of("")
    token = login(client, username="ada", password="ada-secret").json()["token"]
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert client.get("/api/rosters").status_code == 200
    assert client.post("/api/token/revoke").status_code == 204
    assert client.get("/api/rosters").status_code == 401


def test_an_expired_token_is_refused_and_deleted_with_the_next(
    people: SimpleNamespace, client_of: Callable[[str], Any]
) -> None:
    from knox.models import AuthToken

    (old, token), (other, _) = (AuthToken.objects.create(people.ada, expiry=timedelta(seconds=-1)) for _ in range(2))
    client = client_of("")
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert client.get("/api/rosters").status_code == 401
    assert not AuthToken.objects.filter(pk=old.pk).exists()
    login(client_of(""), username="ada", password="ada-secret")
    assert not AuthToken.objects.filter(pk=other.pk).exists()


@pytest.mark.parametrize(
    "sent", [{"username": "ada", "password": "guess"}, {"username": "nobody", "password": "x"}, {}]
)
def test_a_wrong_password_gets_no_token(sent: dict[str, str], client_of: Callable[[str], Any]) -> None:
    assert login(client_of(""), **sent).status_code == 401


def test_guessing_is_slowed_down(client_of: Callable[[str], Any]) -> None:
    statuses = [login(client_of(""), username="ada", password=str(guess)).status_code for guess in range(6)]
    assert statuses == [401] * 5 + [429]


def test_an_account_with_a_second_factor_needs_it(people: SimpleNamespace, client_of: Callable[[str], Any]) -> None:
    from allauth.mfa.models import Authenticator

    Authenticator.objects.create(user=people.ada, type=Authenticator.Type.TOTP, data={"secret": "x"})
    assert login(client_of(""), username="ada", password="ada-secret").status_code == 403


def test_the_document_is_served(client_of: Callable[[str], Any]) -> None:
    answer = client_of("").get("/api/openapi.yaml")
    assert b"".join(answer.streaming_content).startswith(b"openapi: 3")


def test_an_unknown_address_is_not_answered_as_a_page(client_of: Callable[[str], Any]) -> None:
    assert json.loads(client_of("").get("/api/nothing").content)["status"] == 404


def test_the_documentation_can_be_tried_out(client: Client) -> None:
    page = client.get("/api/").content.decode()
    assert "swagger-ui" in page
    assert "//cdn" not in page


# --- steps and odds


def test_steps_are_paged_and_are_the_engine_s(battle_stored: Game, battle: rules.GameFile, client_of: Any) -> None:
    found: list[Any] = []
    after: int | None = 0
    while after is not None:
        page = client_of("").get(f"/api/games/{battle_stored.pk}/steps?after={after}&limit=70").json()
        found, after = found + page["steps"], page["next"]
    expected = list(rules.steps(battle_stored.rules, battle.events))
    assert found == json.loads(msgspec.json.encode(expected))


def test_steps_carry_the_findings_of_the_report(
    battle: rules.GameFile, people: SimpleNamespace, client_of: Any
) -> None:
    game = services.game_import(data=battle.dump(), owner=people.ada).game
    assert client_of("").get(f"/api/games/{game.pk}/steps?limit=1").json()["reported"] == 0
    finding = rules.Finding(number=3, rule="kt.move.normal", severity="illegal", message="too far")
    report = services.verification_request(game=game)
    text = selectors.findings_json([finding])
    Report.objects.filter(pk=report.pk).update(state=JobState.DONE, findings=text, number=game.number)
    page = client_of("").get(f"/api/games/{game.pk}/steps?limit=5").json()
    assert page["reported"] == game.number
    assert [len(step["findings"]) for step in page["steps"]] == [0, 0, 1, 0, 0]
    assert client_of("").get(f"/api/games/{game.pk}/steps?after=3&limit=1").json()["steps"][0]["findings"] == []


def test_steps_beyond_the_end(battle_stored: Game, client_of: Callable[[str], Any]) -> None:
    last = battle_stored.number
    assert client_of("").get(f"/api/games/{battle_stored.pk}/steps?after={last}").json()["steps"] == []
    assert client_of("").get(f"/api/games/{battle_stored.pk}/steps?after={last + 1}").status_code == 404


def test_odds_are_the_engine_s_and_are_counted_once(
    battle_stored: Game, battle: rules.GameFile, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = next(event.number for event in battle.events if event.action.__struct_config__.tag == "advance")
    before, event = rules.fold(battle_stored.rules, battle.events[: number - 1]), battle.events[number - 1]
    path = f"/api/games/{battle_stored.pk}/odds?at={number}"
    answer = client_of("").get(path).json()
    assert answer == json.loads(msgspec.json.encode(rules.luck(battle_stored.rules, before, event)))
    monkeypatch.setattr("rules.luck", None)
    assert client_of("").get(path).json() == answer


def test_odds_that_would_take_too_long_are_refused_and_not_counted_twice(
    battle_stored: Game, battle: rules.GameFile, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = next(event.number for event in battle.events if event.action.__struct_config__.tag == "advance")
    path = f"/api/games/{battle_stored.pk}/odds?at={number}"
    monkeypatch.setattr("gamelog.games.luck.RUNS", 3)
    answer = client_of("").get(path)
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:gamelog:too-many")
    monkeypatch.setattr("rules.luck", None)
    assert client_of("").get(path).json() == answer.json()


@pytest.mark.parametrize(("query", "status"), [("", 404), ("?at=0", 404), ("?at=99999", 404), ("?at=x", 400)])
def test_odds_of_no_step(query: str, status: int, battle_stored: Game, client_of: Callable[[str], Any]) -> None:
    assert client_of("").get(f"/api/games/{battle_stored.pk}/odds{query}").status_code == status


def test_odds_of_a_private_game_are_private(battle_stored: Game, client_of: Callable[[str], Any]) -> None:
    Game.objects.update(public=False)
    assert client_of("").get(f"/api/games/{battle_stored.pk}/odds?at=4").status_code == 404
    assert client_of("ada").get(f"/api/games/{battle_stored.pk}/odds?at=4").status_code == 200
