"""Studies over HTTP: every address with every kind of visitor, and the refusals with their fields."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gamelog.api.study_urls import STUDY_URLS
from gamelog.games.models import Game
from gamelog.studies.models import Note, Study
from tests.gamelog.contract import CheckedClient

pytestmark = pytest.mark.django_db

WHO = ("carol", "ada", "staff", "nobody")
HELLO = {"expected": 0, "text": "Hello"}


@pytest.fixture
def ask(people: SimpleNamespace) -> Any:
    """`ask(name, method, path, body)`: the answer to somebody, held against the documentation."""

    def asked(name: str, method: str, path: str, body: Any = None) -> Any:
        client = CheckedClient()
        if name != "nobody":
            client.force_login(getattr(people, name))
        return getattr(client, method)(path, *([] if body is None else [body]), format="json")

    return asked


@pytest.mark.parametrize(
    "visibility, readers",
    [("private", ("carol",)), ("link", WHO), ("public", WHO)],
)
def test_every_door_with_every_visitor(study: Study, ask: Any, visibility: str, readers: tuple[str, ...]) -> None:
    Study.objects.update(visibility=visibility)
    at = f"/api/studies/{study.key}"
    doors = {
        ("get", at): readers,
        ("put", f"{at}/notes/5"): ("carol",),
        ("put", f"{at}/chapters/5"): ("carol",),
        ("patch", at): ("carol",),
        ("post", f"{at}/hide"): ("staff",) if "staff" in readers else (),
        ("post", f"{at}/notes/5/hide"): ("staff",) if "staff" in readers else (),
        ("get", "/api/studies"): ("carol", "ada", "staff"),
        ("get", f"/api/games/{study.game_id}/studies"): WHO,
        ("post", f"/api/games/{study.game_id}/studies"): ("carol", "ada", "staff"),
        ("delete", at): ("carol",),
    }
    assert len({path for _method, path in doors}) == len(STUDY_URLS)
    bodies = {"notes/5": HELLO, "chapters/5": {"expected": 1, "title": "One"}, study.key: {"expected": 2, "title": "T"},
              "hide": {"reason": "No"}, "studies": {"title": "Mine"}}  # fmt: skip
    for (method, path), allowed in doors.items():
        body = None if method in ("get", "delete") else next(v for k, v in bodies.items() if path.endswith(k))
        for name in sorted(WHO, key=lambda each: each == "carol"):
            answer = ask(name, method, path, body)
            Study.objects.update(hidden="")
            assert (answer.status_code < 400) == (name in allowed), f"{name} {method} {path}: {answer.content[:300]}"
            if name not in allowed:
                wanted = (404,) if name not in readers and study.key in path and name != "nobody" else (401, 403, 404)
                assert answer.status_code in wanted, f"{name} {method} {path}"


def test_what_is_wrong_is_named(study: Study, ask: Any) -> None:
    at = f"/api/studies/{study.key}/notes/5"
    ring = {"type": "ring", "colour": "pink", "at": {"x": 1, "y": 1}}
    for body, status, path in (
        ({**HELLO, "text": "x" * 5001}, 422, "$.text"),
        ({**HELLO, "drawings": [ring]}, 400, "$.drawings[0].colour"),
        ({**HELLO, "drawings": [{**ring, "colour": "ink", "at": {"x": 1}}]}, 400, "$.drawings[0].at"),
        ({**HELLO, "drawings": [{**ring, "colour": "ink", "at": {"x": 1, "y": 1, "model": "?"}}]}, 422,
         "$.drawings[0].at.model"),
        ({"text": "Hello"}, 400, "$"),
    ):  # fmt: skip
        answer = ask("carol", "put", at, body)
        assert (answer.status_code, answer.json()["path"]) == (status, path), answer.content
    assert not Note.objects.exists()


def test_a_version_that_is_over_is_refused(study: Study, ask: Any) -> None:
    at = f"/api/studies/{study.key}/notes/5"
    assert ask("carol", "put", at, HELLO).json()["version"] == 1
    answer = ask("carol", "put", at, HELLO)
    assert (answer.status_code, answer.json()["type"], answer.json()["actual"]) == (409, "urn:gamelog:stale-study", 1)


def test_hidden_and_private_studies_are_not_told_of(study: Study, battle: Game, ask: Any) -> None:
    listed = f"/api/games/{battle.pk}/studies"
    for visibility, hidden, told in (("private", "", 0), ("link", "", 0), ("public", "", 1), ("public", "Rude", 0)):
        Study.objects.update(visibility=visibility, hidden=hidden)
        assert len(ask("ada", "get", listed).json()["studies"]) == told
        assert len(ask("carol", "get", listed).json()["studies"]) == 1
    Study.objects.update(hidden="")
    Game.objects.update(public=False)
    assert ask("carol", "get", "/api/studies").json()["studies"] == []
    assert ask("carol", "get", f"/api/studies/{study.key}").status_code == 404
