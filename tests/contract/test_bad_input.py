"""Bad input is refused by a typed error with its place, nothing is stored, and the words are the same at every entry
point: for a declaration the engine, the command line and the API; for game and roster files also the pages.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.translation import override

import rules
from frontend.games.file_words import file_words
from gamelog.games import demo, services
from gamelog.games.models import Event, Game, Roster
from rules.__main__ import main
from rules.autoplay import play
from rules.gamefile import GameFile
from rules.kt import roster as kt_roster
from tests.gamelog.contract import CheckedClient
from tests.kernel.systems import games

pytestmark = pytest.mark.django_db

KT = rules.load("kt")
HUGE = 10**30


class Said(NamedTuple):
    """The answer of an entry point: the kind of refusal, its words, the path or the rule, and every rule if several."""

    kind: str
    text: str
    place: str
    rules: tuple[str, ...] = ()


@pytest.fixture(scope="module")
def battle() -> GameFile:
    return play(KT, [kt_roster.load(path.read_bytes(), path.name) for path in demo.files()], 7, game="bad-input")


@pytest.fixture
def doors(db: None, tmp_path: Path, battle: GameFile, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[Said]]:
    """`doors(kind, make)`: the answer of each entry point to bad input made from the first declaration of a kind in a
    real game.
    """
    owner = User.objects.create_user("ada", is_staff=True)

    def call(kind: str, make: Callable[[dict[str, Any]], Any], key: str = "kt") -> list[Said]:
        file = battle if key == "kt" else games(key, 1)[0]
        number = next(event.number for event in file.events if tag(event) == kind and (event.dice or kind != "shoot"))
        before = GameFile(file.header, file.records[: number - 1])
        game = services.game_import(data=before.dump(), owner=owner).game
        position = rules.fold(rules.load(key), before.events)
        good = msgspec.to_builtins(file.events[number - 1].declaration())
        bad = make(good)
        data = bad if isinstance(bad, bytes) else json.dumps(bad).encode()
        count = Event.objects.count()
        said = [
            engine(position, data), command_line(tmp_path, position, data, capsys), api(owner, game, data, number - 1)
        ]  # fmt: skip
        assert Event.objects.count() == count == number - 1
        game.refresh_from_db()
        assert game.number == number - 1
        return said

    return call


def tag(event: rules.Event[Any]) -> str:
    return str(event.action.__struct_config__.tag)


def cited(facts: dict[str, Any]) -> tuple[str, ...]:
    """The clauses of all grounds of a refusal, if it has several."""
    return tuple(ground["clause"] for ground in facts.get("grounds", ()))


def engine(position: rules.State, data: bytes) -> Said:
    before, of = rules.to_json(position), rules.load(position.ruleset)
    with pytest.raises(rules.RulesError) as refused:
        rules.decide(of, position, rules.read_declaration(of, data))
    assert rules.to_json(position) == before
    found = rules.problem(refused.value)
    return Said(found.kind, found.text, found.path or found.clause, cited(found.facts))


def command_line(folder: Path, position: rules.State, data: bytes, capsys: pytest.CaptureFixture[str]) -> Said:
    (folder / "p.json").write_bytes(rules.to_json(position))
    (folder / "d.json").write_bytes(data)
    arguments = ["--position", str(folder / "p.json"), "--declaration", str(folder / "d.json")]
    code = main(["decide", position.ruleset, *arguments])
    printed = capsys.readouterr()
    if code == 2:
        path, text = printed.err.removeprefix("cannot be read: ").rstrip("\n").split(": ", 1)
        return Said("malformed", text, path)
    answer = json.loads(printed.out)
    if code == 1:
        return Said("illegal-action", answer["message"], answer["refused"], cited(answer["facts"]))
    assert answer["dice_wanted"], answer
    return Said("dice-wanted", answer["message"], answer["clause"])


def api(owner: User, game: Game, data: bytes, expected: int) -> Said:
    client = CheckedClient()
    client.force_authenticate(owner)
    # The number of events comes last, so that an error is at the same byte.
    body = data[:-1] + f',"expected":{expected}}}'.encode() if data.endswith(b"}") else data
    answer = client.post(f"/api/games/{game.pk}/events", body, content_type="application/json")
    problem = answer.json()
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.status_code == (400 if "path" in problem else 422)
    kind, place = problem["type"].removeprefix("urn:gamelog:"), problem.get("path") or problem["clause"]
    return Said(kind, problem["detail"], place, cited(problem.get("facts", {})))


def declared(**changes: Any) -> Callable[[dict[str, Any]], Any]:
    """The good declaration with other members."""
    return lambda good: {**good, **changes}


def action(**changes: Any) -> Callable[[dict[str, Any]], Any]:
    """The good declaration with other members of its action."""
    return lambda good: {**good, "action": {**good["action"], **changes}}


def volley(**changes: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda good: action(volleys=[{**good["action"]["volleys"][0], **changes}])(good)


def dice(change: Callable[[list[int]], list[Any]]) -> Callable[[dict[str, Any]], Any]:
    return lambda good: {**good, "dice": change(good["dice"])}


def other_side(good: dict[str, Any]) -> dict[str, Any]:
    return {**good, "by": "b" if good["by"] == "a" else "a"}


def moved_instead(good: dict[str, Any]) -> dict[str, Any]:
    return {"by": good["by"], "action": {"type": "move", "model": good["action"]["model"], "path": [[500, 500, 0]]}}


def text(pattern: bytes, by: bytes) -> Callable[[dict[str, Any]], bytes]:
    """The good declaration as bytes, with a part of them replaced."""
    return lambda good: json.dumps({**good, "note": "@"}).encode().replace(pattern, by)


def nested(opening: bytes, closing: bytes) -> bytes:
    return opening * 100_000 + b"1" + closing * 100_000


BAD = [
    # kind of declaration, error, kind of refusal, path or rule
    pytest.param("move", action(type="teleport"), "malformed", "$.action.type", id="unknown action"),
    pytest.param("move", declared(action={}), "malformed", "$.action", id="action without a type"),
    pytest.param("move", action(model="a99"), "malformed", "$.action.model", id="unknown model"),
    pytest.param("shoot", volley(target="z1"), "malformed", "$.action.volleys[0].target", id="unknown target"),
    pytest.param("shoot", volley(weapon="spoon"), "malformed", "$.action.volleys[0].weapon", id="unknown weapon"),
    pytest.param("shoot", dice(lambda faces: []), "dice-wanted", "kt.hit.ranged.roll", id="missing dice"),
    pytest.param("shoot", dice(lambda faces: [*faces, 1, 1]), "illegal-action", "log.left-over", id="surplus dice"),
    pytest.param("move", declared(dice=[6]), "illegal-action", "log.left-over", id="dice where none are rolled"),
    pytest.param("shoot", dice(lambda faces: [7, *faces[1:]]), "malformed", "$.dice[0]", id="a die of 7"),
    pytest.param("shoot", dice(lambda faces: [0, *faces[1:]]), "malformed", "$.dice[0]", id="a die of 0"),
    pytest.param("shoot", dice(lambda faces: [-3, *faces[1:]]), "malformed", "$.dice[0]", id="a negative die"),
    pytest.param("shoot", dice(lambda faces: [HUGE]), "malformed", "$.dice[0]", id="a huge die"),
    pytest.param("shoot", dice(lambda faces: [2.5]), "malformed", "$.dice[0]", id="half a face"),
    pytest.param("shoot", dice(lambda faces: ["6"]), "malformed", "$.dice[0]", id="a die of text"),
    pytest.param("move", declared(by="z"), "malformed", "$.by", id="unknown side"),
    pytest.param("move", other_side, "illegal-action", "kt.gap.two-players", id="wrong player"),
    pytest.param("shoot", other_side, "illegal-action", "kt.gap.two-players", id="wrong player of a shot"),
    pytest.param("move", declared(action={"type": "morale"}), "illegal-action", "kt.morale.when", id="wrong phase"),
    pytest.param("shoot", moved_instead, "illegal-action", "kt.game.phases", id="wrong phase of a move"),
    pytest.param("deploy", action(at=[-100, 500, 0]), "illegal-action", "kt.deploy.zone", id="negative coordinate"),
    pytest.param("deploy", action(at=[900_000, 500, 0]), "illegal-action", "kt.deploy.zone", id="off the table"),
    pytest.param(
        "move", action(path=[[900_000, 500, 0]]), "illegal-action", "kt.move.normal", id="a move off the table"
    ),
    pytest.param("move", action(path=[[HUGE, 500, 0]]), "malformed", "$.action.path[0][0]", id="huge coordinate"),
    pytest.param("move", action(path=[[500, 500]]), "malformed", "$.action.path[0]", id="a place on a plane"),
    pytest.param("move", action(path=[[1.5, 500, 0]]), "malformed", "$.action.path[0][0]", id="half a length"),
    pytest.param(
        "shoot",
        volley(split=[{"target": "b1", "attacks": -1}]),
        "malformed",
        "$.action.volleys[0].split[0].attacks",
        id="a negative number of attacks",
    ),
    pytest.param(
        "move", declared(claim=[{"model": "a1", "wounds": -1}]), "malformed", "$.claim[0].wounds", id="negative wounds"
    ),
    pytest.param(
        "move",
        declared(claim=[{"model": "a1", "at": [-1, 0, 0]}]),
        "malformed",
        "$.claim[0].at",
        id="claimed off the table",
    ),
    pytest.param("shoot", declared(rerolls=[{"roll": -1}]), "malformed", "$.rerolls[0].roll", id="negative re-roll"),
    pytest.param("move", text(b'"@"', b"NaN"), "malformed", "$", id="NaN"),
    pytest.param("move", text(b'"@"', b"-Infinity"), "malformed", "$", id="infinity"),
    pytest.param("move", text(b'"note": "@"', b'"dice": [1e400]'), "malformed", "$.dice[0]", id="beyond any float"),
    pytest.param("move", text(b'"@"', b"\xff"), "malformed", "$", id="no JSON"),
    pytest.param("move", text(b'"by": "', b'"by": "\xc3\x28'), "malformed", "$", id="bad UTF-8"),
    pytest.param("move", text(b'"by": "', b'"by": "\\ud800'), "malformed", "$", id="half a character"),
    pytest.param("move", text(b'"@"', nested(b"[", b"]")), "malformed", "$", id="deep nesting of lists"),
    pytest.param("move", text(b'"@"', nested(b'{"a":', b"}")), "malformed", "$", id="deep nesting of objects"),
    pytest.param("move", lambda good: b"[" * 100_000, "malformed", "$", id="nothing but brackets"),
    pytest.param("move", lambda good: json.dumps(good)[:-20].encode(), "malformed", "$", id="cut short"),
    pytest.param("move", lambda good: b"[]", "malformed", "$", id="a list"),
    pytest.param("move", lambda good: b"null", "malformed", "$", id="null"),
    pytest.param("move", declared(by=5), "malformed", "$.by", id="a side of the wrong type"),
    pytest.param("move", declared(by=None), "malformed", "$.by", id="no side"),
    pytest.param("move", declared(action="move"), "malformed", "$.action", id="an action of text"),
    pytest.param("move", declared(dice=6), "malformed", "$.dice", id="dice that are no list"),
    pytest.param("move", action(path="north"), "malformed", "$.action.path", id="a path of text"),
    pytest.param("move", lambda good: {"by": good["by"]}, "malformed", "$", id="no action"),
    pytest.param("move", declared(effects=[]), "malformed", "$.effects", id="extra field"),
    pytest.param("move", action(pth=[]), "malformed", "$.action.pth", id="extra field of an action"),
    pytest.param("shoot", volley(half="b2"), "malformed", "$.action.volleys[0].half", id="extra field inside"),
]


@pytest.mark.parametrize(("kind", "make", "refusal", "place"), BAD)
def test_every_door_refuses_a_bad_declaration_in_the_same_words(
    kind: str, make: Any, refusal: str, place: str, doors: Callable[..., list[Said]]
) -> None:
    by_engine, by_command_line, by_api = doors(kind, make)
    assert (by_engine.kind, by_engine.place) == (refusal, place)
    assert by_engine.text and "Traceback" not in by_engine.text
    assert by_command_line == by_engine
    assert by_api == by_engine


def test_every_door_names_all_rules_that_forbid_an_act(doors: Callable[..., list[Said]]) -> None:
    by_engine, by_command_line, by_api = doors("shoot", other_side)
    assert {"kt.gap.two-players", "kt.shoot.alternate"} <= set(by_engine.rules)
    assert by_engine.rules[0] == by_engine.place == "kt.gap.two-players"
    assert by_engine == by_command_line == by_api


def fire(**changes: Any) -> Callable[[dict[str, Any]], Any]:
    """The good declaration with other members of the first weapon fired."""
    return lambda good: action(fire=[{**good["action"]["fire"][0], **changes}, *good["action"]["fire"][1:]])(good)


def places(**changes: Any) -> Callable[[dict[str, Any]], Any]:
    """The good declaration with other members of the first place."""
    return lambda good: action(places=[{**good["action"]["places"][0], **changes}, *good["action"]["places"][1:]])(good)


UNITS = [
    pytest.param("shoot", action(unit="au99"), "malformed", "$.action.unit", id="unknown unit"),
    pytest.param("shoot", action(target="zz"), "malformed", "$.action.target", id="unknown target unit"),
    pytest.param("shoot", fire(model="a99"), "malformed", "$.action.fire[0].model", id="unknown model of a unit"),
    pytest.param("shoot", fire(aimed_at="zz"), "malformed", "$.action.fire[0].aimed_at", id="aimed at nobody"),
    pytest.param("shoot", fire(aim="b1"), "malformed", "$.action.fire[0].aim", id="extra field of a weapon"),
    pytest.param("shoot", action(fire={}), "malformed", "$.action.fire", id="weapons that are no list"),
    pytest.param("shoot", dice(lambda faces: [*faces, 1, 1]), "illegal-action", "log.left-over", id="surplus dice"),
    pytest.param("shoot", dice(lambda faces: [7, *faces[1:]]), "malformed", "$.dice[0]", id="a die of 7"),
    pytest.param("deploy", places(model="zz"), "malformed", "$.action.places[0].model", id="nobody is set up"),
    pytest.param("deploy", places(at=[HUGE, 0, 0]), "malformed", "$.action.places[0].at[0]", id="huge coordinate"),
    pytest.param("deploy", action(unit=3), "malformed", "$.action.unit", id="a unit of the wrong type"),
]


@pytest.mark.parametrize("key", ["wh40k", "cod"])
@pytest.mark.parametrize(("kind", "make", "refusal", "place"), UNITS)
def test_every_door_refuses_what_a_unit_cannot_declare_in_the_same_words(
    key: str, kind: str, make: Any, refusal: str, place: str, doors: Callable[..., list[Said]]
) -> None:
    by_engine, by_command_line, by_api = doors(kind, make, key)
    assert (by_engine.kind, by_engine.place) == (refusal, place)
    assert by_command_line == by_engine == by_api


# --- files


def cut(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], lines[2][:-30]]


def of(number: int, pattern: bytes, by: bytes) -> Callable[[list[bytes]], list[bytes]]:
    """The file with a part of one line replaced."""

    def make(lines: list[bytes]) -> list[bytes]:
        assert re.search(pattern, lines[number]), lines[number][:300]
        return [*lines[:number], re.sub(pattern, lambda _match: by, lines[number], count=1), *lines[number + 1 :]]

    return make


FILES = [
    pytest.param(lambda lines: [b"PGN"], "$", id="another format"),
    pytest.param(of(0, rb"gamelog/1", b"gamelog/9"), "$.format", id="another version of the format"),
    pytest.param(of(0, rb'"kt"', b'"chess"'), "$.ruleset", id="unknown ruleset"),
    pytest.param(of(2, rb'"type":"muster"', b'"type":"summon"'), "line 3 $.action.type", id="unknown action"),
    pytest.param(of(4, rb'"dice":\[\d', b'"dice":[NaN'), "line 5 $", id="NaN"),
    pytest.param(of(4, rb'"dice":\[\d', b'"dice":[1' + b"0" * 30), "line 5 $.dice[0]", id="huge die"),
    pytest.param(of(4, rb'"dice":\[', b'"dice":[' + nested(b"[", b"]") + b","), "line 5 $", id="deep nesting"),
    pytest.param(of(4, rb'"by":"', b'"by":"\xff'), "line 5 $", id="bad UTF-8"),
    pytest.param(of(4, rb'"by":"\w"', b'"by":5'), "line 5 $.by", id="wrong type"),
    pytest.param(cut, "line 3 $", id="cut short"),
]


@pytest.mark.parametrize(("make", "path"), FILES)
def test_every_door_refuses_a_bad_game_file_in_the_same_words(
    make: Any, path: str, db: None, battle: GameFile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = b"\n".join([*make(battle.dump().splitlines()[:6])]) + b"\n"
    with pytest.raises(rules.Malformed) as refused:
        rules.read_game(data)
    words = rules.problem(refused.value).line()
    assert refused.value.path == path
    (tmp_path / "bad.jsonl").write_bytes(data)
    assert main(["verify", str(tmp_path / "bad.jsonl")]) == 2
    assert capsys.readouterr().err == f"cannot be read: {words}\n"
    people = clients()
    problem = people.api.post("/api/games/import", {"file": SimpleUploadedFile("bad.jsonl", data)}, format="multipart")
    assert problem.status_code == 400
    assert f"{problem.json()['path']}: {problem.json()['detail']}" == words
    page = people.page.post("/games/upload/", {"file": SimpleUploadedFile("bad.jsonl", data)})
    assert page.status_code == 400
    _in_words(page.context["form"].errors["file"], refused.value)
    assert (Game.objects.count(), Event.objects.count()) == (0, 0)


ROSTERS = [
    pytest.param(b"", id="empty of sense"),
    pytest.param(b"\xff\xfe\x00", id="no XML"),
    pytest.param(b"<roster", id="cut short"),
    pytest.param(b"<force/>", id="another document"),
    pytest.param(b"<a>" * 100_000, id="deep nesting"),
    pytest.param(b'<!DOCTYPE a [<!ENTITY b "c">]><roster>&b;</roster>', id="entities"),
    pytest.param(b"PK\x03\x04 no zip", id="no archive"),
]


@pytest.mark.parametrize("data", ROSTERS)
def test_every_door_refuses_a_bad_roster_in_the_same_words(
    data: bytes, db: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = data or b" "
    with pytest.raises(rules.Malformed) as refused:
        rules.read_roster(data, "bad.ros")
    words = rules.problem(refused.value).line()
    (tmp_path / "bad.ros").write_bytes(data)
    assert main(["roster", "kt", str(tmp_path / "bad.ros")]) == 2
    assert capsys.readouterr().err == f"cannot be read: {words}\n"
    people = clients()
    problem = people.api.post("/api/rosters", {"file": SimpleUploadedFile("bad.ros", data)}, format="multipart")
    assert problem.status_code == 400
    assert f"{problem.json()['path']}: {problem.json()['detail']}" == words
    page = people.page.post("/rosters/", {"file": SimpleUploadedFile("bad.ros", data)})
    assert page.status_code == 400
    _in_words(page.context["form"].errors["file"], refused.value)
    assert not Roster.objects.exists()


def _in_words(errors: list[str], refused: rules.Malformed) -> None:
    """On a page the same refusal is told in words, without a path of JSON."""
    (told,) = errors
    with override("en"):
        assert told.endswith(file_words(refused))
    assert not re.search(r"\$|\[\d+\]|\bb'", told), told


def clients() -> SimpleNamespace:
    """One person at the API and on the pages, in English."""
    owner = User.objects.create_user("boris")
    api_client, page = CheckedClient(), Client(headers={"Accept-Language": "en"})
    api_client.force_authenticate(owner)
    page.force_login(owner)
    return SimpleNamespace(api=api_client, page=page)
