"""Evidence over HTTP: keys, heads, seals, files with their trailers, and the check for anybody."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User

import rules
from gamelog.evidence import services
from gamelog.games.models import Game
from gamelog.signing.selectors import keys_published
from gamelog.signing.services import key_current, key_rotate
from rules import trailers
from tests.evidence.signed import signed, small, whole
from tests.gamelog.contract import CheckedClient

Recorded = Callable[[rules.GameFile], Game]


@pytest.fixture
def staff(owner: User) -> CheckedClient:
    client = CheckedClient()
    client.force_authenticate(owner)
    return client


@pytest.fixture
def anybody() -> CheckedClient:
    return CheckedClient()


def checked(client: CheckedClient, data: bytes) -> dict[str, Any]:
    answer = client.post("/api/check", {"file": BytesIO(data)}, format="multipart")
    assert answer.status_code == 200, answer.content
    made: dict[str, Any] = answer.json()
    return made


def test_the_public_keys_in_both_places(db: None, own_keys: None, anybody: CheckedClient) -> None:
    key_current()
    key_rotate()
    published = anybody.get("/api/keys").content
    assert trailers.read_keys(published) == keys_published()
    assert len(keys_published()) == 2
    assert anybody.get("/.well-known/gamelog-keys.json").content == published


def test_a_head(recorded: Recorded, anybody: CheckedClient, owner: User) -> None:
    game = recorded(whole())
    head = anybody.get(f"/api/games/{game.pk}/head").json()
    assert (head["checkpoint"]["head"], head["checkpoint"]["finished"]) == (game.head, True)
    from gamelog.games.services import game_import

    foreign, plain = signed(whole(2)), rules.GameFile(whole(3).header, whole(3).records)
    known = game_import(data=foreign.dump(), owner=owner).game
    assert anybody.get(f"/api/games/{known.pk}/head").content == rules.canonical(foreign.checkpoint)
    unsigned = game_import(data=plain.dump(), owner=owner).game
    assert anybody.get(f"/api/games/{unsigned.pk}/head").status_code == 404


@pytest.mark.parametrize("states", ["", "1"])
def test_a_file_with_its_trailers(states: str, recorded: Recorded, anybody: CheckedClient) -> None:
    game = recorded(whole())
    file = rules.read_game(anybody.get(f"/api/games/{game.pk}/file?states={states}").content)
    found = rules.check(file, trailers.read_keys(anybody.get("/api/keys").content))
    assert (found.signature, found.states, found.findings) == ("trusted", "match" if states else "absent", ())


def test_seals(recorded: Recorded, staff: CheckedClient, anybody: CheckedClient) -> None:
    games = [str(recorded(whole(seed)).pk) for seed in (1, 2)]
    body = json.dumps({"title": "Open", "games": games}).encode()
    assert anybody.post("/api/seals", body, content_type="application/json").status_code == 401
    made = staff.post("/api/seals", body, content_type="application/json")
    assert made.status_code == 201
    seal = made.json()["seal"]
    assert anybody.get("/api/seals").json() == {"seals": [seal]}
    again = anybody.get(f"/api/seals/{seal['id']}")
    assert again.content == made.content
    file = rules.read_game(anybody.get(f"/api/games/{games[0]}/file").content)
    assert rules.check(file, published=trailers.read_seal(again.content)).findings == ()


def test_seals_that_are_refused(recorded: Recorded, staff: CheckedClient, db: None) -> None:
    going_on = recorded(small(2))
    unknown = "7f8f3c7e-6a3c-4b39-9a4c-0c2d8c3f0b11"
    for games, status in (([str(going_on.pk)], 400), ([], 400), ([unknown], 404), (["x"], 400)):
        body = json.dumps({"title": "x", "games": games}).encode()
        assert staff.post("/api/seals", body, content_type="application/json").status_code == status
    staff.force_authenticate(User.objects.create_user("player"))
    assert staff.post("/api/seals", b"{}", content_type="application/json").status_code == 403
    assert staff.get(f"/api/seals/{unknown}").status_code == 404


def test_anybody_may_have_a_file_checked(recorded: Recorded, anybody: CheckedClient) -> None:
    game = recorded(whole())
    data = services.file_of(game)
    lines = data.splitlines(keepends=True)
    found = checked(anybody, data)
    assert (found["verdict"], found["evidence"]["signature"], found["finished"]) == ("verified", "trusted", True)
    assert found["stored"] == {"relation": "same", "number": game.number, "stored": game.number}
    cut = checked(anybody, b"".join(lines[:21]))
    assert (cut["verdict"], cut["stored"]["relation"], cut["stored"]["number"]) == ("findings", "older", 20)
    other = checked(anybody, b"".join([*lines[:9], lines[9].replace(b'"number":9', b'"number":8'), *lines[10:]]))
    assert (other["stored"]["relation"], other["stored"]["number"]) == ("differs", 9)
    assert (9, "log.chain") in {(finding["number"], finding["rule"]) for finding in other["findings"]}
    header = checked(anybody, data.replace(b'"dice"', b'"dicf"', 1) if b'"dice"' in lines[0] else data)
    assert header["stored"]["relation"] in ("same", "differs")
    assert Game.objects.count() == 1


def test_a_file_that_goes_on_where_ours_ends(recorded: Recorded, anybody: CheckedClient) -> None:
    game = recorded(small(2))
    file = rules.read_game(services.file_of(game))
    event = rules.make_event(game.number + 1, file.events[-1].declaration(), (), file.head)
    file.records.append(rules.seal(event))
    assert checked(anybody, file.dump())["stored"] == {"relation": "newer", "number": game.number,
                                                       "stored": game.number}  # fmt: skip


def test_files_of_others_are_held_against_their_own_keys(db: None, anybody: CheckedClient) -> None:
    key_current()
    found = checked(anybody, signed(whole()).dump())
    assert (found["verdict"], found["evidence"]["signature"]) == ("verified", "valid")
    assert found["stored"]["relation"] == "unknown"


def test_a_game_that_one_may_not_see_is_unknown(recorded: Recorded, anybody: CheckedClient) -> None:
    game = recorded(whole())
    Game.objects.filter(pk=game.pk).update(public=False)
    assert checked(anybody, services.file_of(game))["stored"]["relation"] == "unknown"


@pytest.mark.parametrize(
    ("data", "status"), [(b"", 400), (b"{}\n", 400), (b"\xff", 400), (b"x" * (4 * 2**20 + 1), 413)]
)
def test_what_cannot_be_checked(data: bytes, status: int, db: None, anybody: CheckedClient) -> None:
    assert anybody.post("/api/check", {"file": BytesIO(data)}, format="multipart").status_code == status
