"""The acts' address meets all kinds of valid input, and much that is invalid: it stores an act or gives the reason for
refusing it.
"""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gamelog.api.event_shapes import schemas
from gamelog.tournaments import files
from gamelog.tournaments.models import Tournament
from tests.gamelog.contract import CheckedClient
from tests.tournaments import making

pytestmark = pytest.mark.django_db

STRANGE_NUMBERS = st.sampled_from([-1, 0, 100, 10_000_001, 2**63, -(2**64)])
NUMBERS = st.integers(0, 119).flatmap(lambda die: STRANGE_NUMBERS if die == 0 else st.integers(1, 8))
STRANGE_WORDS = st.sampled_from(["", "swiss", "x" * 201, "\0", "\u202e", "+44 20 7946 0958", "0" * 64])
WORDS = st.integers(0, 29).flatmap(lambda die: STRANGE_WORDS if die == 0 else st.sampled_from(["kt", "1", "because"]))
ANYTHING: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | NUMBERS | WORDS | st.just([]) | st.just({}) | st.floats(allow_nan=False)
)


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values of a schema's form, mostly small numbers and short words, and occasionally something else."""
    return st.integers(0, 39).flatmap(lambda die: ANYTHING if die == 0 else _values(schema))


def _values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return st.deferred(lambda: _values(schemas()[name]))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema or "allOf" in schema:
        return st.one_of([_values(each) for each in schema.get("anyOf") or schema["allOf"]])
    match schema.get("type"):
        case "integer":
            return NUMBERS
        case "boolean":
            return st.booleans()
        case "array":
            return st.lists(values(schema["items"]), max_size=3)
        case "object":
            return _objects(schema)
    return WORDS


def _objects(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    required = schema.get("required", [])
    members = {name: values(each) for name, each in schema.get("properties", {}).items() if name != "type"}
    fixed = {"type": st.just(schema["properties"]["type"]["enum"][0])} if _is_tagged(schema) else {}
    needed = {name: each for name, each in members.items() if name in required}
    others = {name: each for name, each in members.items() if name not in required}
    return st.fixed_dictionaries(fixed | needed, optional=others)


def _is_tagged(schema: dict[str, Any]) -> bool:
    return len(schema.get("properties", {}).get("type", {}).get("enum", ())) == 1


def acts() -> st.SearchStrategy[Any]:
    kinds = [each["$ref"].rpartition("/")[2] for each in schemas()["EventAct"]["anyOf"]]
    return st.sampled_from(kinds).flatmap(lambda kind: _objects(schemas()[kind]))


@given(act=acts(), who=st.sampled_from(["organiser", "judge", "p1", "outsider"]))
@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_declared(act: Any, who: str, filled: Tournament, people: SimpleNamespace) -> None:
    """Answers are as documented (the client checks). The event continues from act to act."""
    client, path = CheckedClient(), f"/api/events/{filled.slug}"
    client.force_authenticate(getattr(people, who))
    sent: dict[str, Any] = {"expected": making.state_of(filled).number, "act": act}
    looked = client.post(f"{path}/acts/preview", json.dumps(sent), content_type="application/json")
    assert looked.status_code in (200, 400, 403, 422), looked.content
    assert making.state_of(filled).number == sent["expected"]
    if act["type"] == "register":
        sent["names"] = ["Ann"]
    elif looked.status_code == 200:
        sent["effect"] = looked.json()["digest"]
    answer = client.post(f"{path}/acts", json.dumps(sent), content_type="application/json")
    assert answer.status_code in (201, 400, 403, 422), answer.content
    if answer.status_code in (400, 422):
        assert answer.json()["path"].startswith("$"), answer.content
    for read in ("/state", "/standings", "/rounds/1", "/entrants", "/trf"):
        assert client.get(path + read).status_code == 200, (act, read)


def test_what_was_stored_holds(filled: Tournament, people: SimpleNamespace) -> None:
    """Enough of the generated input is a real act, or the test above would say little; and the file of all of them is
    valid.
    """
    client = CheckedClient()
    client.force_authenticate(people.organiser)
    stored: set[str] = set()

    @given(act=acts().filter(lambda act: act["type"] not in ("finish", "cancel")))
    @settings(
        max_examples=1200, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    def declare(act: Any) -> None:
        sent = {"expected": making.state_of(filled).number, "act": act}
        if act["type"] == "register":
            sent["names"] = ["Ann"]
        elif act["type"] == "appoint":
            # A made-up opaque id is nobody's.
            sent |= {"act": {"type": "appoint", "role": act["role"]}, "users": [people.outsider.username]}
        answer = client.post(f"/api/events/{filled.slug}/acts", json.dumps(sent), content_type="application/json")
        if answer.status_code == 201:
            stored.add(act["type"])

    declare()
    # nearly all generated input is refused for good reasons
    assert len(stored) >= 8, stored
    state = making.state_of(filled)
    assert files.checked(files.whole_file(filled))[1] == state
