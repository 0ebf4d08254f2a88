"""Score sheets over HTTP; every answer is checked against the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from knox.models import AuthToken

from gamelog.sheets.models import Sheet, SheetAct
from tests.gamelog.contract import CheckedClient
from tests.sheets.conftest import PAPER

pytestmark = pytest.mark.django_db

Of = Callable[[str], CheckedClient]


def sent(client: CheckedClient, path: str, body: Any, **headers: str) -> Any:
    return client.post(f"/api/sheets{path}", body, format="json", headers=headers)


def test_a_battle_is_entered_and_read(client_of: Of) -> None:
    answer = sent(client_of("ada"), "", {**PAPER, "public": False})
    made = answer.json()
    assert answer.status_code == 201 and made["notice"].startswith("Entered afterwards from paper")
    assert (made["totals"], made["won"], made["entered_by"], made["version"]) == ([3, 5], "b", "ada", 1)
    assert made["sides"]["b"]["name"] == "boris" and made["sides"]["a"]["confirmed"] == made["entered"]
    assert made["sides"]["a"]["lost"] == [{"unit": "Singer", "lost": 2, "of": 5}]
    address = f"/api/sheets/{made['id']}"
    assert client_of("boris").get(address).json() == made
    assert [client_of(name).get(address).status_code for name in ("", "carol", "marshal")] == [404, 404, 200]
    listed = client_of("boris").get("/api/sheets").json()["sheets"]
    assert [(each["id"], each["standing"]) for each in listed] == [(made["id"], "entered")]
    assert client_of("carol").get("/api/sheets").json() == {"sheets": []}


def test_a_retry_enters_nothing_more(client_of: Of) -> None:
    first, again = (sent(client_of("ada"), "", PAPER, idempotency_key="k") for _twice in range(2))
    assert (first.status_code, again.status_code) == (201, 200) and first.json() == again.json()
    other = sent(client_of("ada"), "", {**PAPER, "points": 1}, idempotency_key="k")
    assert (other.status_code, other.json()["type"]) == (409, "urn:gamelog:key-reused")
    assert sent(client_of("ada"), "", PAPER, idempotency_key="k" * 201).status_code == 400
    assert Sheet.objects.count() == 1


@pytest.mark.parametrize(
    "status, path, changed",
    [
        (400, "$.rounds", {"rounds": []}),
        (400, "$.rounds", {"rounds": [[0, 0]] * 31}),
        (400, "$.rounds[1]", {"rounds": [[1, 0], [2]]}),
        (400, "$.rounds[0][1]", {"rounds": [[1, "two"]]}),
        (400, "$.rounds[0][0]", {"rounds": [[10**9, 0]]}),
        (400, "$.winner", {"winner": "ada"}),
        (400, "$.points", {"points": -1}),
        (400, "$.note", {"note": "x" * 2001}),
        (400, "$.a.lost[0].lost", {"a": {"player": "ada", "lost": [{"unit": "x", "lost": 0}]}}),
        (400, "$.a.roster", {"a": {"player": "ada", "roster": "mine"}}),
        (400, "$.public", {"public": "yes"}),
        (422, "$.ruleset", {"ruleset": "chess"}),
        (422, "$.b.player", {"b": {"player": "nobody"}}),
        (422, "$.played", {"played": "2999-01-01"}),
    ],
)
def test_bad_input_names_its_field_and_stores_nothing(
    client_of: Of, status: int, path: str, changed: dict[str, Any]
) -> None:
    answer = sent(client_of("ada"), "", {**PAPER, **changed})
    assert (answer.status_code, answer.json()["path"]) == (status, path)
    assert not Sheet.objects.exists() and not SheetAct.objects.exists()


@pytest.mark.parametrize("body", [{}, [], {**PAPER, "verdict": "verified"}])
def test_a_body_of_another_shape_is_refused(client_of: Of, body: Any) -> None:
    assert sent(client_of("ada"), "", body).status_code == 400
    assert not Sheet.objects.exists()


def test_both_sides_say_what_they_think_of_it(client_of: Of, sheet: Sheet) -> None:
    at = f"/{sheet.pk}"
    disputed = sent(client_of("boris"), f"{at}/dispute", {"version": 1, "reason": "I had four."}).json()
    assert disputed["standing"] == "disputed" and disputed["sides"]["b"]["dispute"] == "I had four."
    body = {**PAPER, "rounds": [[1, 0], [2, 2], [0, 4]], "version": 1, "reason": "Four it was."}
    corrected = sent(client_of("ada"), f"{at}/corrections", body).json()
    assert (corrected["version"], corrected["totals"], corrected["standing"]) == (3, [3, 6], "entered")
    assert [each["reason"] for each in corrected["versions"]] == ["", "Four it was."]
    stale = sent(client_of("boris"), f"{at}/confirm", {"version": 1})
    assert (stale.status_code, stale.json()["type"], stale.json()["actual"]) == (409, "urn:gamelog:stale-sheet", 3)
    assert sent(client_of("boris"), f"{at}/confirm", {"version": 3}).json()["standing"] == "confirmed"
    gone = sent(client_of("ada"), f"{at}/withdraw", {"reason": "Entered twice."}).json()
    assert (gone["standing"], gone["withdrawn"]) == ("withdrawn", "Entered twice.")
    assert sent(client_of("boris"), f"{at}/confirm", {"version": 3}).json()["code"] == "withdrawn"


def test_strangers_and_who_is_not_logged_in_change_nothing(client_of: Of, sheet: Sheet) -> None:
    acts = {
        "/corrections": {**PAPER, "points": 1, "version": 1, "reason": "Mine."}, "/confirm": {"version": 1},
        "/dispute": {"version": 1, "reason": "No."}, "/withdraw": {"reason": "Away."},
    }  # fmt: skip
    for path, body in acts.items():
        for name, status in (("carol", 403), ("", 401)):
            assert sent(client_of(name), f"/{sheet.pk}{path}", body).status_code == status, path
    assert sent(client_of(""), "", PAPER).status_code == 401
    assert client_of("").get("/api/sheets").status_code == 401
    assert SheetAct.objects.count() == 1


def test_a_token_is_enough(client_of: Of, people: Any) -> None:
    _, token = AuthToken.objects.create(user=people.ada)
    assert sent(client_of(""), "", PAPER, authorization=f"Token {token}").status_code == 201


def test_the_file_is_for_everybody_who_reads_the_sheet(client_of: Of, sheet: Sheet) -> None:
    answer = client_of("").get(f"/api/sheets/{sheet.pk}/file")
    assert answer.json()["head"] == sheet.head and "kt-" in answer.headers["Content-Disposition"]
    Sheet.objects.update(public=False)
    assert client_of("").get(f"/api/sheets/{sheet.pk}/file").status_code == 404
