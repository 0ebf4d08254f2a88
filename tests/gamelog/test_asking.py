"""Queries of positions over HTTP: the list, answers from a position by hand and from a game, and refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

import rules
from gamelog.games import services
from tests.rules.kt.board import KT, model, position

HERE = position(model("a1", (500, 500)), model("b1", (1400, 500)), phase="movement")
FAR = {"type": "distance", "of": "a1", "to": "b1"}


def asked(client: Any, body: Any, address: str = "/api/rulesets/kt/ask") -> Any:
    return client.post(address, json.dumps(body), content_type="application/json")


def by_hand(**changes: Any) -> dict[str, Any]:
    return {**json.loads(rules.to_json(HERE)), **changes}


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_what_can_be_asked_is_listed(ruleset: str, db: None, client_of: Callable[[str], Any]) -> None:
    found = client_of("").get(f"/api/rulesets/{ruleset}/queries").json()
    assert [query["name"] for query in found] == ["distance", "sight", "cover", "holds", "score", "reach"]
    assert client_of("").get("/api/rulesets/chess/queries").status_code == 404


def test_a_position_by_hand_is_answered(db: None, client_of: Callable[[str], Any]) -> None:
    found = asked(client_of(""), {"position": by_hand(), "query": FAR})
    assert found.status_code == 200
    (answer,) = found.json()["answers"]
    assert found.json()["query"] == FAR
    assert answer == {
        "value": 800, "unit": "hundredths of an inch", "clauses": ["kt.measure.within"],
        "facts": {"between": ["a1", "b1"]},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("body", "path", "said"),
    [
        ({"position": by_hand(phase="movment"), "query": FAR}, "$.position", "did you mean 'movement'?"),
        ({"position": by_hand(optoins={}), "query": FAR}, "$.position.optoins", "did you mean 'options'?"),
        ({"position": by_hand(game={"kt.no": 1}), "query": FAR}, "$.position", "there is no mark 'kt.no'"),
        ({"position": by_hand(ruleset="cod"), "query": FAR}, "$.position.ruleset", "not 'kt'"),
        ({"position": by_hand(version="2017"), "query": FAR}, "$.position.version", "not 'kt' '2018.1'"),
        ({"position": by_hand(), "query": {"type": "scroe"}}, "$.query.type", "did you mean 'score'?"),
        ({"position": by_hand(), "query": {**FAR, "to": "b7"}}, "$.query.to", "there is nothing with the id 'b7'"),
        ({"position": by_hand()}, "$", "query"),
        ({"position": by_hand(), "query": FAR, "more": 1}, "$", "more"),
        ([], "$", "object"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(body: Any, path: str, said: str, db: None, client_of: Callable[[str], Any]) -> None:
    refused = asked(client_of(""), body)
    assert (refused.status_code, refused.json()["path"]) == (400, path)
    assert said in refused.json()["detail"]


def test_nothing_to_measure_is_a_refusal_with_a_clause(db: None, client_of: Callable[[str], Any]) -> None:
    off = json.loads(rules.to_json(position(model("a1"), model("b1", None))))
    refused = asked(client_of(""), {"position": off, "query": FAR})
    assert (refused.status_code, refused.json()["clause"]) == (422, "table.present")


def test_a_refusal_is_told_in_the_language_of_the_request(db: None, client_of: Callable[[str], Any]) -> None:
    """The clause and the facts are the same in both."""
    off = json.loads(rules.to_json(position(model("a1"), model("b1", None))))
    body = {"position": off, "query": FAR}
    english, russian = (
        client_of("").post(
            "/api/rulesets/kt/ask", json.dumps(body), content_type="application/json",
            headers={"accept-language": language},
        )
        for language in ("en", "ru")
    )  # fmt: skip
    said, told = english.json(), russian.json()
    assert said["detail"].endswith(" is not on the table")
    assert told["detail"] == f"{said['detail'].removesuffix(' is not on the table')}: модели нет на столе"
    assert (told["clause"], told["facts"]) == (said["clause"], said["facts"])


def test_a_game_is_asked_at_any_step(
    battle: rules.GameFile, people: SimpleNamespace, client_of: Callable[[str], Any]
) -> None:
    game, _ = services.game_import(data=battle.dump(), owner=people.ada)
    address = f"/api/games/{game.pk}/ask"
    score = asked(client_of(""), {"type": "score"}, address).json()["answers"]
    final = rules.fold(KT, battle.events)
    assert final.over is not None
    assert {answer["of"]: answer["value"] for answer in score} == final.over.score
    begun = asked(client_of(""), {"type": "score"}, f"{address}?at=5").json()["answers"]
    assert {answer["value"] for answer in begun} == {0}
    assert asked(client_of(""), {"type": "score"}, f"{address}?at=99999").status_code == 404
    assert asked(client_of(""), {"type": "score", "at": 5}, address).status_code == 400


def test_a_game_that_begins_with_a_position_judges_it_alike(table: Any, client_of: Callable[[str], Any]) -> None:
    begin = {"type": "begin", "position": by_hand(game={"kt.morale.shaken": 1})}
    refused = asked(
        client_of("marshal"), {"expected": 0, "by": "table", "action": begin}, f"/api/games/{table.pk}/events"
    )
    assert refused.status_code == 400 and "there is no mark 'kt.morale.shaken'" in refused.json()["detail"]
