"""People who play without a phone: `ada` and `boris`; `carol` writes down what they played, `marshal` is staff.

`paper`   a battle of Kill Team as ada enters it: she plays side a, boris side b
`sheet`   that battle, entered by ada
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client

from gamelog.games import demo
from gamelog.games import services as games
from gamelog.games.models import Roster
from gamelog.sheets import services
from gamelog.sheets.models import Sheet
from gamelog.sheets.wanted import SheetWanted
from tests.gamelog.contract import CheckedClient

PAPER: dict[str, Any] = {
    "ruleset": "kt", "played": "2026-05-31", "points": 125, "mission": "Sweep & Clear",
    "rounds": [[1, 0], [2, 2], [0, 3]], "note": "Rain on the terrace.",
    "a": {"player": "ada", "army": "Choir", "lost": [{"unit": "Singer", "lost": 2, "of": 5}]},
    "b": {"player": "boris", "army": "Ferrymen"},
}  # fmt: skip


@pytest.fixture
def people(db: None) -> SimpleNamespace:
    made = {name: User.objects.create_user(name, password=f"{name}-secret") for name in ("ada", "boris", "carol")}
    return SimpleNamespace(marshal=User.objects.create_superuser("marshal"), **made)


@pytest.fixture
def paper() -> Callable[..., SheetWanted]:
    """`paper(points=100)`: the battle, with some members changed."""
    return lambda **changed: msgspec.convert({**PAPER, **changed}, SheetWanted)


@pytest.fixture
def sheet(people: SimpleNamespace, paper: Callable[..., SheetWanted]) -> Sheet:
    return services.sheet_enter(actor=people.ada, wanted=paper())[0]


@pytest.fixture
def roster(people: SimpleNamespace) -> Roster:
    """A roster of ada."""
    file = demo.files()[0]
    return games.roster_import(owner=people.ada, data=file.read_bytes(), name=file.name)[0]


@pytest.fixture
def browser_of(people: SimpleNamespace) -> Callable[[str], Client]:
    """`browser_of("ada")` is ada's browser, logged in; `browser_of("")` is nobody's."""

    def call(name: str) -> Client:
        browser = Client()
        if name:
            browser.force_login(getattr(people, name))
        return browser

    return call


@pytest.fixture
def client_of(people: SimpleNamespace) -> Callable[[str], CheckedClient]:
    """As `browser_of`, for the API: every answer is checked against the OpenAPI document."""

    def call(name: str) -> CheckedClient:
        client = CheckedClient()
        if name:
            client.force_authenticate(getattr(people, name))
        return client

    return call
