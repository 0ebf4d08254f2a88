"""Tables of one's own over the API: kept, read as drawn and as declared, deleted, and seen by nobody else."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User

import rules
from gamelog.games import own_tables
from gamelog.games.models import Game, OwnTable
from rules import drawn
from tests.gamelog.contract import CheckedClient

pytestmark = [pytest.mark.django_db, pytest.mark.storage]
AT = "/api/tables"
WALL = {"id": "t1", "kind": "wall", "x": 1500, "y": 1100, "width": 500, "depth": 50, "height": 500, "turn": 45}
PLAN: dict[str, Any] = {"width": 3000, "depth": 2200, "deployment": "corners", "pieces": [WALL]}


def kept(client: CheckedClient, **changed: Any) -> Any:
    return client.post(AT, {"ruleset": "kt", "name": "Yard", "plan": PLAN, **changed}, format="json")


def test_a_table_is_kept_read_and_deleted(people: SimpleNamespace, client_of: Any) -> None:
    ada = client_of("ada")
    made = kept(ada)
    assert made.status_code == 201
    table, address = made.json(), f"{AT}/{made.json()['id']}"
    assert table["plan"] == PLAN
    assert [zone["id"] for zone in table["table"]["zones"]] == ["south-west", "north-east"]
    assert ada.get(address).json() == table
    assert ada.get(AT).json()["tables"] == [{key: table[key] for key in ("id", "ruleset", "name", "created")}]
    # The same name again is the same table, drawn anew.
    again = kept(ada, plan={**PLAN, "pieces": []})
    assert (again.status_code, again.json()["id"], again.json()["table"].get("terrain")) == (200, table["id"], None)
    assert ada.delete(address).status_code == 204
    assert ada.get(address).status_code == 404
    assert not OwnTable.objects.exists()


def test_what_is_read_begins_a_game_as_it_is(people: SimpleNamespace, client_of: Any) -> None:
    ada = client_of("ada")
    table = kept(ada).json()["table"]
    game = ada.post("/api/games", {"ruleset": "kt"}, format="json").json()
    body = {"expected": 0, "by": "table", "action": {"type": "begin", "table": table}}
    assert ada.post(f"/api/games/{game['id']}/events", body, format="json").status_code == 201
    position = ada.get(f"/api/games/{game['id']}/position").json()
    assert position["table"]["terrain"] == table["terrain"]
    assert Game.objects.get(pk=game["id"]).number == 1


@pytest.mark.parametrize("changed, path", [
    ({"ruleset": "chess"}, "$.ruleset"),
    ({"name": " "}, "$.name"),
    ({"name": "x" * 61}, "$.name"),
    ({"name": 7}, "$.name"),
    ({"plan": {**PLAN, "colour": "red"}}, "$.plan"),
    ({"plan": {**PLAN, "width": 100}}, "$.plan.width"),
    ({"plan": {**PLAN, "deployment": "diagonal"}}, "$.plan.deployment"),
    ({"plan": {**PLAN, "pieces": [{**WALL, "turn": 44}]}}, "$.plan.pieces[0].turn"),
    ({"plan": {**PLAN, "pieces": [{**WALL, "x": -5}]}}, "$.plan.pieces[0].x"),
    ({"plan": {**PLAN, "pieces": [{**WALL, "x": 1.5}]}}, "$.plan.pieces[0].x"),
    ({"plan": {**PLAN, "pieces": [{**WALL, "name": "Augusta"}]}}, "$.plan.pieces[0].name"),
])  # fmt: skip
def test_bad_input_is_refused_with_its_field(
    changed: dict[str, Any], path: str, people: SimpleNamespace, client_of: Any
) -> None:
    answer = kept(client_of("ada"), **changed)
    assert (answer.status_code, answer.json()["path"]) == (400, path)
    assert not OwnTable.objects.exists()


def test_nobody_else_sees_a_table_not_even_staff(people: SimpleNamespace, client_of: Any) -> None:
    address = f"{AT}/{kept(client_of('ada')).json()['id']}"
    for name in ("boris", "marshal"):
        other = client_of(name)
        assert other.get(AT).json() == {"tables": []}
        assert (other.get(address).status_code, other.delete(address).status_code) == (404, 404)
    nobody = CheckedClient()
    assert (nobody.get(AT).status_code, nobody.get(address).status_code, kept(nobody).status_code) == (401, 401, 401)
    assert OwnTable.objects.count() == 1


def test_a_table_that_the_rules_no_longer_know_is_still_there_as_drawn(people: SimpleNamespace, client_of: Any) -> None:
    ada = client_of("ada")
    table = kept(ada).json()
    OwnTable.objects.update(plan=OwnTable.objects.get().plan.replace("wall", "castle"))
    read = ada.get(f"{AT}/{table['id']}").json()
    assert read["table"] is None
    assert read["plan"]["pieces"][0]["kind"] == "castle"


@pytest.mark.parametrize("system", rules.RULESETS)
def test_every_layout_can_be_kept(system: str, people: SimpleNamespace) -> None:
    palette = rules.load(system).palette
    owner = User.objects.get(pk=people.ada.pk)
    for ready in palette.ready:
        table = ready.table()
        row, new = own_tables.table_keep(
            owner=owner, ruleset=system, name=ready.key, plan=drawn.plan_of(palette, table)
        )  # fmt: skip
        assert new and own_tables.table_now(row) == table
