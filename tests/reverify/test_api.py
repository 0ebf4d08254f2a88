"""Runs over HTTP: staff only, as documented, page by page."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

import rules
from gamelog.games.models import Game
from gamelog.reverify import jobs
from gamelog.reverify.models import Run
from tests.gamelog.contract import CheckedClient

pytestmark = pytest.mark.django_db
ALL = "/api/reverifications"
Clients = Callable[[str], CheckedClient]


def started(client: Any, version: str = "2018.1") -> Any:
    return client.post(ALL, {"ruleset": "kt", "version": version})


def test_staff_starts_a_run_and_reads_what_it_found(
    newer: rules.Ruleset, games: list[Game], client_of: Clients
) -> None:
    staff = client_of("marshal")
    answer = started(staff, "2018.2")
    assert answer.status_code == 201
    run = answer.json()
    assert (run["version"], run["created_by"], run["state"]) == ("2018.2", "marshal", "queued")
    again = started(staff, "2018.2")
    assert (again.status_code, again.json()["id"]) == (200, run["id"])
    jobs.run_here(Run.objects.get())
    found = staff.get(f"{ALL}/{run['id']}").json()
    assert (found["state"], found["done"], found["total"]) == ("done", len(games), len(games))
    assert sum(found["counts"].values()) == len(games)
    assert found["steps"] == sum(row["steps_changed"] for row in found["comparisons"])
    assert {"rule", "steps", "games"} == found["rules"][0].keys()
    first = found["comparisons"][0]
    assert first["game"] == str(games[0].pk)
    assert len(first["comparison"]["steps"]) == first["steps_changed"]
    assert first["comparison"]["before"]["finished"] is True
    assert [each["id"] for each in staff.get(ALL).json()["results"]] == [run["id"]]


def test_pages_and_the_filter(coarser: rules.Ruleset, table: Game, games: list[Game], client_of: Clients) -> None:
    """The empty game in between does not change."""
    staff = client_of("marshal")
    address = f"{ALL}/{started(staff, '2018.3').json()['id']}"
    jobs.run_here(Run.objects.get())
    seen, after = [], 0
    while after is not None:
        page = staff.get(address, {"limit": 2, "after": after}).json()
        seen += [row["game"] for row in page["comparisons"]]
        after = page["next"]
    assert sorted(seen) == sorted(str(game.pk) for game in Game.objects.all())
    changed = staff.get(address, {"changed": "1"}).json()["comparisons"]
    assert {row["game"] for row in changed} == {str(game.pk) for game in games}
    assert all(row["change"] != "same" for row in changed)


@pytest.mark.parametrize("query", [{"changed": "yes"}, {"after": "-1"}, {"limit": "201"}, {"limit": "x"}])
def test_what_cannot_be_read_is_refused(games: list[Game], client_of: Clients, query: dict[str, str]) -> None:
    staff = client_of("marshal")
    address = f"{ALL}/{started(staff).json()['id']}"
    assert staff.get(address, query).status_code == 400


@pytest.mark.parametrize(
    "body",
    [{}, {"ruleset": "kt"}, {"ruleset": "kt", "version": "1999"}, {"ruleset": "chess", "version": "1"}],
)
def test_a_run_that_cannot_be_is_refused(people: Any, client_of: Clients, body: dict[str, str]) -> None:
    assert client_of("marshal").post(ALL, body).status_code == 400
    assert not Run.objects.exists()


def test_there_is_no_such_run(people: Any, client_of: Clients) -> None:
    assert client_of("marshal").get(f"{ALL}/{uuid4()}").status_code == 404


@pytest.mark.parametrize("name, status", [("ada", 403), ("carol", 403), ("", 401)])
def test_nobody_but_staff(people: Any, client_of: Clients, name: str, status: int) -> None:
    run = Run.objects.create(ruleset="kt", version="2018.1")
    client = client_of(name)
    assert started(client).status_code == status
    assert client.get(ALL).status_code == status
    assert client.get(f"{ALL}/{run.pk}").status_code == status
    assert Run.objects.count() == 1
