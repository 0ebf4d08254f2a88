"""A site whose folder of keys is lost: a battle's last step waits for the keys, and nothing is half stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client

import rules
from gamelog.evidence.models import Checkpoint
from gamelog.games import services
from gamelog.games.models import Event, Game, Report
from tests.evidence.signed import small

pytestmark = pytest.mark.storage

LAST = {"by": "b", "action": {"type": "concede"}}


@pytest.fixture
def owner(db: None) -> User:
    return User.objects.create_user("ada")


@pytest.fixture
def running(owner: User, settings: Any, tmp_path: Path) -> Game:
    """A battle that is being played, begun with the keys that are here."""
    settings.KEYS_FOLDER = tmp_path / "keys"
    game = services.game_create(owner=owner, ruleset="kt", seats={"a": owner, "b": owner})
    for number, event in enumerate(small(2).events):
        services.event_append(game_id=game.pk, expected=number, declaration=event.declaration(), actor=owner)
    game.refresh_from_db()
    assert not game.finished
    return game


def end(owner: User, game: Game) -> Any:
    client = Client(raise_request_exception=False)
    client.force_login(owner)
    return client.post(
        f"/api/games/{game.pk}/events", {**LAST, "expected": game.number}, content_type="application/json",
        headers={"Idempotency-Key": "last"},
    )  # fmt: skip


def damage(folder: Path) -> None:
    for path in folder.glob("*.json"):
        path.write_text("{")


def remove(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))


def close(folder: Path) -> None:
    remove(folder)
    folder.write_text("no folder")


@pytest.mark.parametrize("lose", [remove, damage, close])
def test_the_last_step_is_refused_whole_and_goes_through_once_the_keys_are_back(
    lose: Any, running: Game, owner: User, settings: Any
) -> None:
    folder = Path(settings.KEYS_FOLDER)
    kept = {path.name: path.read_bytes() for path in folder.glob("*.json")}
    lose(folder)
    answer = end(owner, running)
    assert (answer.status_code, answer.json()["type"]) == (503, "urn:gamelog:keys-missing")
    assert "Nothing was stored" in answer.json()["detail"]
    now = Game.objects.get(pk=running.pk)
    assert (now.number, now.head, now.finished) == (running.number, running.head, False)
    assert Event.objects.filter(game=now).count() == running.number
    assert not Report.objects.filter(game=now).exists()
    if folder.is_file():
        folder.unlink()
    folder.mkdir(exist_ok=True)
    for name, data in kept.items():
        (folder / name).write_bytes(data)
    assert end(owner, running).status_code == 201
    now.refresh_from_db()
    assert now.finished
    assert Checkpoint.objects.get(game=now, head=now.head).finished


def test_a_page_says_so_too(running: Game, settings: Any) -> None:
    judge = User.objects.create_user("marshal", is_staff=True)
    client = Client(raise_request_exception=False)
    client.force_login(judge)
    form = {"kind": "award", "winner": "a", "rule": "log.award", "reason": "Nobody else came", "act": "preview"}
    shown = client.post(f"/games/{running.pk}/rule/", form)
    told = shown.context["told"]
    remove(Path(settings.KEYS_FOLDER))
    form |= {"act": "confirm", "expected": str(told.number), "digest": told.digest}
    answer = client.post(f"/games/{running.pk}/rule/", form)
    assert answer.status_code == 503
    assert "Nothing was saved" in answer.content.decode()
    assert Event.objects.filter(game=running).count() == running.number
    assert rules.read_json(msgspec.json.Decoder(dict), Event.objects.latest("number").body)["number"] == running.number
