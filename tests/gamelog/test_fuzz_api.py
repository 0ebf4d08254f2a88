"""Requests that the OpenAPI document describes, and requests that it forbids, by each kind of person: no answer is a
failure of the server, and each is documented.

In the long form each kind asks the demo 5,000 times: `GAMELOG_LONG=1 pytest -n0 -s tests/gamelog/test_fuzz_api.py`.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from functools import cache
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote, urlencode

import pytest
import schemathesis
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from knox.models import AuthToken
from schemathesis.core import NotSet
from schemathesis.core.result import Ok

from gamelog.api.urls import OPENAPI
from gamelog.clubs.models import Club
from gamelog.clubs.services import club_found
from gamelog.games import services
from gamelog.games.models import Game, Roster
from gamelog.sheets.models import Sheet
from gamelog.tournaments.models import Tournament
from tests.gamelog.contract import CheckedClient
from tests.tournaments import making

LONG = bool(os.environ.get("GAMELOG_LONG"))
EACH, EVERY = (20, 1) if LONG else (1, 15)
"""Requests of each kind to an operation, and which operations are asked: each, or one of so many."""
ROLES = ("nobody", "stranger", "player", "organiser", "staff")


@cache
def operations() -> list[Any]:
    document = schemathesis.openapi.from_path(str(OPENAPI))
    return [each.ok() for each in document.get_all_operations() if isinstance(each, Ok)]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[SimpleNamespace]:
    """People of each kind, and something to ask about: the demo, or a little of everything."""
    with django_db_blocker.unblock(), transaction.atomic():
        if LONG:
            call_command("load_demo", verbosity=0)
            named = {"player": "ada", "organiser": "marshal"}
            people = {role: User.objects.get(username=name) for role, name in named.items()}
            people["stranger"] = User.objects.create_user("stranger")
        else:
            crowd = making.crowd(8)
            making.filled(crowd, rounds=1)
            club_found(owner=crowd.p1, name="Iron Hounds")
            services.game_create(owner=crowd.organiser, ruleset="kt", seats={"a": crowd.p1, "b": crowd.p2})
            people = {"player": crowd.p1, "organiser": crowd.organiser, "stranger": crowd.outsider}
        people["staff"] = User.objects.create_superuser("overseer")
        yield SimpleNamespace(people=people, known=_known())
        transaction.set_rollback(True)


def _known() -> dict[str, list[Any]]:
    """Values of the variables in addresses that lead somewhere."""

    def ids(rows: Any, name: str = "pk") -> list[Any]:
        return [*rows.order_by("pk").values_list(name, flat=True)[:6]] or ["kt"]

    numbers = [1, 2, 0]
    return {
        "game_id": ids(Game.objects), "club": ids(Club.objects, "slug"), "event": ids(Tournament.objects, "slug"),
        "roster_id": ids(Roster.objects), "sheet_id": ids(Sheet.objects), "person_id": ids(User.objects),
        "ruleset_id": ["kt", "t9a"], "number": numbers, "step": numbers, "table": numbers, "board": numbers,
        "entrant": numbers, "side": ["a"], "column": ["points"], "season_slug": ["2026"],
    }  # fmt: skip


def asked(operation: Any, mode: Any, known: dict[str, list[Any]]) -> st.SearchStrategy[Any]:
    """A request as the document has it, or one that it forbids; two in three are about something that there is."""

    here = known | {"slug": known["club" if "/clubs/" in operation.full_path else "event"]}

    def placed(case: Any, real: list[bool], at: int) -> tuple[Any, str]:
        values = {
            name: here[name][at % len(here[name])] if name in here and real[index % len(real)] else value
            for index, (name, value) in enumerate(sorted(case.path_parameters.items()))
        }
        path = operation.full_path
        for name, value in values.items():
            path = path.replace(f"{{{name}}}", quote(str(value), safe="", errors="replace") or "-")
        return case, path

    flags = st.lists(st.sampled_from((True, True, False)), min_size=3, max_size=3)
    return st.builds(placed, operation.as_strategy(mode), flags, st.integers(0, 5))


def send(client: FuzzClient, case: Any, path: str) -> int:
    query = urlencode(
        {key: each if isinstance(each, list) else str(each) for key, each in (case.query or {}).items()},
        doseq=True, errors="replace",
    )  # fmt: skip
    body: dict[str, Any] = {}
    if not isinstance(case.body, NotSet):
        if case.media_type == "multipart/form-data" and isinstance(case.body, dict):
            parts = {key: _part(value) for key, value in case.body.items()}
            body = {"data": parts, "format": "multipart"}
        else:
            body = {"data": json.dumps(case.body, default=str), "content_type": "application/json"}
    with transaction.atomic():
        answer = client.generic_of(case.method, f"{path}?{query}", body)
        if answer.streaming:
            b"".join(answer.streaming_content)
        transaction.set_rollback(True)
    status: int = answer.status_code
    assert status < 500, f"{case.method} {path}?{query} {body}: {status} {answer.content[:500]!r}"
    return status


def _part(value: Any) -> Any:
    if isinstance(value, bytes):
        return SimpleUploadedFile("file", value)
    return (
        json.dumps(value, default=str) if isinstance(value, dict | list | None) else str(value).replace("\ud800", "?")
    )


class FuzzClient(CheckedClient):
    """A checked client of a person, to which errors of the server are answers."""

    def __init__(self, person: User | None) -> None:
        super().__init__(raise_request_exception=False)
        if person and person.is_staff:
            self.credentials(HTTP_AUTHORIZATION=f"Token {AuthToken.objects.create(person)[1]}")
        elif person:
            self.force_login(person)

    def generic_of(self, method: str, path: str, body: dict[str, Any]) -> Any:
        return getattr(self, method.lower())(path, **body)


@pytest.mark.timeout(3600)
@pytest.mark.django_db
@pytest.mark.parametrize("role", ROLES)
def test_no_request_breaks_anything(role: str, world: SimpleNamespace) -> None:
    client, seen = FuzzClient(world.people.get(role)), Counter[int]()
    mine = [each for at, each in enumerate(operations()) if at % EVERY == 3 * ROLES.index(role) % EVERY]
    for operation in mine:
        for mode in schemathesis.GenerationMode:

            @settings(
                max_examples=EACH, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
                suppress_health_check=[*HealthCheck],
            )  # fmt: skip
            @given(asked(operation, mode, world.known))
            def ask(request: tuple[Any, str]) -> None:
                seen[send(client, *request)] += 1

            # Nothing is forbidden where there is nothing to send.
            with nullcontext() if mode is schemathesis.GenerationMode.POSITIVE else suppress(Unsatisfiable):
                ask()
    print(role, dict(seen.most_common()))
    assert seen.total() >= len(mine)
