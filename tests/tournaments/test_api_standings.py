"""The API of standings: live, as of any act and moment, on both lines; caching; explained values."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils.http import parse_http_date

from gamelog.accounts.services import person_erase
from gamelog.contest.acts.results import Rule
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Tournament
from tests.tournaments import making

pytestmark = pytest.mark.django_db

Clients = Callable[[str], Any]


@pytest.fixture
def client(client_of: Clients) -> Any:
    return client_of("")


def get(client: Any, event: Tournament, query: str = "", **headers: str) -> Any:
    return client.get(f"/api/events/{event.slug}/standings{query}", headers=headers)


def test_standings_are_the_canonical_bytes_with_names_beside(filled: Tournament, client: Any) -> None:
    answer = get(client, filled)
    assert selectors.standings_json(filled) in answer.content
    assert answer.json()["names"]["1"] == "p1"
    assert b"p1" not in selectors.standings_json(filled)
    places = answer.json()["standings"]["table"]["places"]
    assert [each["place"] for each in places] == sorted(each["place"] for each in places)
    assert answer.json()["standings"]["as_of"] == filled.number


def test_as_of_an_act_and_as_of_a_moment(filled: Tournament, people: SimpleNamespace, client: Any) -> None:
    before, number = get(client, filled).json()["standings"], filled.number
    late_ruling = Rule(round=1, table=1, report=making.reported(0, 50), reason="it was late")
    ruled = making.act(filled, people.judge, late_ruling)
    after = get(client, filled).json()["standings"]
    assert after["table"] != before["table"]
    assert get(client, filled, f"?as_of={number}").json()["standings"] == before
    moment = ruled.act.recorded_at
    early, late = (each.isoformat() for each in (moment - timedelta(microseconds=1), moment))
    assert get(client, filled, f"?at={early}").json()["standings"] == before
    assert get(client, filled, f"?at={late}").json()["standings"] == after
    assert get(client, filled, "?as_of=0").json()["standings"]["table"]["places"] == []
    # Moments that differ in every other zone.
    assert get(client, filled, "?at=0001-01-01T00:00:00%2B23:59").json()["standings"]["as_of"] == 0
    assert get(client, filled, "?at=9999-12-31T23:59:59-23:59").json()["standings"] == after


@pytest.mark.parametrize(
    ("query", "status", "place"),
    [
        ("?as_of=x", 400, "?as_of"), ("?as_of=-1", 400, "?as_of"), ("?as_of=99999", 404, ""),
        ("?at=yesterday", 400, "?at"), ("?at=2026-11-21", 400, "?at"), ("?at=2026-11-21T10:00:00", 400, "?at"),
        ("?as_of=1&at=2026-11-21T10:00:00Z", 400, "?at"), ("?line=imagined", 400, "?line"),
    ],
)  # fmt: skip
def test_what_cannot_be_read(query: str, status: int, place: str, filled: Tournament, client: Any) -> None:
    for path in ("", "/1/0", ".csv"):
        refused = client.get(f"/api/events/{filled.slug}/standings{path}{query}")
        assert refused.status_code == status, (path, refused.content)
        assert refused.json().get("path", "") == place


def test_nothing_is_sent_twice(filled: Tournament, people: SimpleNamespace, client: Any) -> None:
    first = get(client, filled)
    tag = first.headers["ETag"]
    assert first.headers["Cache-Control"] == "no-cache, public"
    assert parse_http_date(first.headers["Last-Modified"]) == int(filled.updated.timestamp())
    again = get(client, filled, **{"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    making.act(filled, people.judge, Rule(round=1, table=1, report=making.reported(0, 50), reason="it was late"))
    assert get(client, filled, **{"If-None-Match": tag}).status_code == 200
    # past standings are never sent again, and differ from the present ones
    assert get(client, filled, "?line=played").headers["ETag"] != get(client, filled).headers["ETag"]


def test_a_name_that_goes_is_asked_for_again(filled: Tournament, people: SimpleNamespace, client: Any) -> None:
    """The time of the last act is the same: the tag differs, and the time alone does not lead to 304."""
    first = get(client, filled)
    person_erase(user=people.p1, by=people.p1)
    both = {"If-None-Match": first.headers["ETag"], "If-Modified-Since": first.headers["Last-Modified"]}
    assert get(client, filled, **both).json()["names"]["1"] == "erased player"
    old = get(client, filled, **{"If-Modified-Since": first.headers["Last-Modified"]})
    assert old.status_code == 200
    assert json.loads(first.content)["standings"] == old.json()["standings"], "the places stay"


def test_private_standings_are_kept_by_nobody_else(people: SimpleNamespace, client_of: Clients) -> None:
    event = making.announce(people.organiser, public=False)
    assert get(client_of("organiser"), event).headers["Cache-Control"] == "no-cache, private"


def test_every_value_is_opened(filled: Tournament, client: Any) -> None:
    table = get(client, filled).json()["standings"]["table"]
    for row in table["places"]:
        for column, cell in enumerate(row["cells"]):
            found = client.get(f"/api/events/{filled.slug}/standings/{row['entrant']}/{column}").json()
            opened = found["explanation"]
            assert opened["value"] == cell
            assert opened["column"] == table["columns"][column]
            assert opened["rule_en"] and opened["rule_ru"] and opened["source"]
    assert found["names"]["1"] == "p1"


def test_the_terms_of_a_score_add_up(filled: Tournament, client: Any) -> None:
    opened = client.get(f"/api/events/{filled.slug}/standings/1/0").json()["explanation"]
    assert sum(Fraction(each["exact"]) for each in opened["terms"]) == Fraction(opened["value"]["exact"])


@pytest.mark.parametrize("path", ["/99/0", "/1/9", "/0/0"])
def test_a_value_that_is_not_there(path: str, filled: Tournament, client: Any) -> None:
    assert client.get(f"/api/events/{filled.slug}/standings{path}").status_code == 404


def test_a_value_as_it_was(filled: Tournament, people: SimpleNamespace, client: Any) -> None:
    number = filled.number
    pair = making.state_of(filled).rounds[0].pair_at(1)
    assert pair
    path = f"/api/events/{filled.slug}/standings/{pair.a}/0"
    before = client.get(path).json()
    won = before["explanation"]["value"]["exact"]
    winner = making.reported(0, 50) if making.expected_score(pair.a, pair.b)[0] > 50 else making.reported(50, 0)
    making.act(filled, people.judge, Rule(round=1, table=1, report=winner, reason="it was late"))
    assert client.get(path).json()["explanation"]["value"]["exact"] != won
    assert client.get(f"{path}?as_of={number}").json() == before
    assert client.get(f"{path}?line=played").json() == before
