"""Declarations with something changed, at the decoder and over HTTP: refused with a reason, or an act like any other.

The long form changes 100,000 at the decoder and sends 10,000:
`GAMELOG_LONG=1 pytest -n0 -s tests/gamelog/test_mutated.py`.
"""

from __future__ import annotations

import http.client
import json
import os
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from knox.models import AuthToken

import rules
from gamelog.api.errors import PROBLEM
from gamelog.games import selectors, services
from gamelog.games.models import Event
from rules.kernel import engine
from rules.kernel.errors import RulesError
from tests.gamelog.contract import document
from tests.mutations import mutated

LONG = bool(os.environ.get("GAMELOG_LONG"))
DECODED, SENT = (100_000, 10_000) if LONG else (1_500, 150)
GOLDEN = sorted(Path(__file__).parents[1].glob("playthroughs/*@*"))


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("folder", GOLDEN, ids=lambda folder: folder.name)
def test_a_changed_declaration_is_refused_or_decided(folder: Path) -> None:
    dice = Random(folder.name)
    files = sorted(folder.glob("*.jsonl"), key=lambda file: (file.stat().st_size, file.name))
    wanted = DECODED // len(GOLDEN)
    read = Counter[str]()
    while read.total() < wanted:
        file = rules.read_game(dice.choice(files[:8] if LONG else files[:1]).read_bytes())
        ruleset = rules.load(file.header.ruleset, file.header.version)
        last = dice.randrange(len(file.events))
        state = rules.fold(ruleset, file.events[:last])
        # Of the act that came next, and of acts that came at another time.
        for event in [file.events[last]] * 4 + dice.choices(file.events, k=30):
            body = mutated(msgspec.to_builtins(event.declaration()), dice)
            try:
                declaration = rules.read_declaration(ruleset, body)
                engine.decide(ruleset, state, declaration, lenient=dice.random() < 0.3, history=file.events[:last])
                read["decided"] += 1
            except RulesError as error:
                read[type(error).__name__ if str(error) else "without a reason"] += 1
            except Exception as error:
                raise AssertionError(f"{folder.name}, {file.header.game}, step {last + 1}: {body!r}") from error
    print(folder.name, dict(read))
    assert read["Malformed"] and read["IllegalAction"] and not read["without a reason"]


@pytest.mark.timeout(3600)
@pytest.mark.django_db(transaction=True)
def test_a_changed_request_is_answered_as_documented(
    site: Any, people: Any, battle: rules.GameFile, record: Any
) -> None:
    dice = Random("http")
    game = record(services.game_create(owner=people.marshal, ruleset="kt"), battle.events[:40])
    head = {"Authorization": f"Token {AuthToken.objects.create(people.marshal)[1]}", "Content-Type": "application/json"}
    declared = [msgspec.to_builtins(event.declaration()) for event in battle.events]
    acts = [{"expected": 40, **each} for each in declared]
    asked: dict[str, list[Any]] = {
        f"/api/games/{game.pk}/events": acts,
        "/api/games": [
            {"ruleset": "kt", "title": "Test", "options": {"kt.game.round-count": 3}, "seats": {"a": "ada"}},
        ],
        f"/api/games/{game.pk}/corrections/preview": [
            {"expected": 40, "by": "a", "action": {"type": "rule", "rule": "kt.x", "reason": "typed wrong"}},
        ],
        "/api/events": [{"title": "Open", "terms": {"ruleset": "kt", "rounds": 3, "format": "swiss"}}],
        f"/api/games/{game.pk}/decide": acts,
    }  # fmt: skip
    documented = {path.replace("{game_id}", str(game.pk)): each for path, each in document()["paths"].items()}
    seen = Counter[tuple[str, int]]()
    link = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
    for _ in range(SENT):
        path = dice.choice([*asked])
        body = mutated(dice.choice(asked[path]), dice)
        link.request("POST", path, body, head)
        answer = link.getresponse()
        told = answer.read()
        assert answer.status < 500, (path, body, told)
        assert str(answer.status) in documented[path]["post"]["responses"], (path, answer.status, body)
        assert answer.status < 400 or answer.getheader("Content-Type") == PROBLEM, (path, body)
        assert answer.status < 400 or json.loads(told)["detail"], (path, body)
        seen[path.replace(str(game.pk), "…"), answer.status] += 1
    print(dict(seen))
    assert rules.read_game(selectors.file_of(game)).findings == []
    assert Event.objects.filter(game=game).count() >= 40
