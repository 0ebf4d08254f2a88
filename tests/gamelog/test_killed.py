"""The web server is killed while tables append: what it acknowledged is there, once, and every chain holds.

The long form kills it 25 times: `GAMELOG_LONG=1 pytest -n0 tests/gamelog/test_killed.py`.
"""

import http.client
import json
import os
from concurrent.futures import ThreadPoolExecutor
from threading import Event as Signal
from typing import Any, NamedTuple

import msgspec
import pytest
from knox.models import AuthToken

import rules
from gamelog.games import selectors, services
from gamelog.games.models import Game

pytestmark = [pytest.mark.storage, pytest.mark.django_db(transaction=True)]
KILLS = 25 if os.environ.get("GAMELOG_LONG") else 2
TABLES = 4
BETWEEN = 40
"""Appends that are acknowledged, over all tables, between two deaths."""


class Recorder:
    """A program that records battles one after the other, and asks again with the same key when no answer came."""

    def __init__(self, port: int, token: str, battle: rules.GameFile, owner: Any) -> None:
        self.port, self.token, self.battle, self.owner = port, token, battle, owner
        self.told: list[Acknowledged] = []
        self.link: http.client.HTTPConnection | None = None

    def record(self, over: Signal) -> None:
        while not over.is_set():
            game = services.game_create(owner=self.owner, ruleset="kt")
            for event in self.battle.events:
                while not self._append(str(game.pk), event):
                    over.wait(0.02)
                if over.is_set():
                    break

    def _append(self, game: str, event: rules.Event[Any]) -> bool:
        declared = msgspec.to_builtins(event.declaration())
        headers = {
            "Authorization": f"Token {self.token}", "Content-Type": "application/json",
            "Idempotency-Key": f"step-{event.number}",
        }  # fmt: skip
        try:
            self.link = self.link or http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            body = json.dumps({"expected": event.number - 1, **declared})
            self.link.request("POST", f"/api/games/{game}/events", body, headers)
            answer = self.link.getresponse()
            line = answer.read()
        except (OSError, http.client.HTTPException):
            self.link = None
            return False
        assert answer.status in (200, 201), line
        self.told.append(Acknowledged(game, event.number, json.loads(line)["hash"]))
        return True


class Acknowledged(NamedTuple):
    """An event that the server said it has stored."""

    game: str
    number: int
    hash: str


def test_nothing_that_was_acknowledged_is_lost(site: Any, people: Any, battle: rules.GameFile, wait_until: Any) -> None:
    from django.db import connection

    tokens = [AuthToken.objects.create(people.marshal)[1] for _ in range(TABLES)]
    recorders = [Recorder(site.port, token, battle, people.marshal) for token in tokens]
    over = Signal()

    def run(recorder: Recorder) -> None:
        try:
            recorder.record(over)
        finally:
            connection.close()

    with ThreadPoolExecutor(TABLES) as pool:
        running = [pool.submit(run, each) for each in recorders]
        try:
            for _ in range(KILLS):
                seen = sum(len(each.told) for each in recorders)
                wait_until(
                    lambda seen=seen: (
                        any(each.done() for each in running)
                        or sum(len(each.told) for each in recorders) >= seen + BETWEEN
                    ),
                    120,
                )
                site.kill()
                site.start()
        finally:
            over.set()
    for each in running:
        each.result()
    told = [each for recorder in recorders for each in recorder.told]
    assert len(told) >= KILLS * BETWEEN
    for game in Game.objects.all():
        events = dict(game.events.values_list("number", "hash"))
        assert {each.number: each.hash for each in told if each.game == str(game.pk)}.items() <= events.items()
        assert list(events) == list(range(1, game.number + 1)) and game.head == events.get(game.number, game.head)
        assert not rules.read_game(selectors.file_of(game)).findings
