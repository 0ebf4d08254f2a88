"""Fixtures of the tests of events; see `making` for what they are made of.

`people`      `organiser`, `judge`, `scorekeeper`, `editor`, `outsider`, `staff`, and players `p1` to `p16`
`client_of`   `client_of("judge")` is her at the API, each answer held against the OpenAPI document; "" is nobody
`filled`      an event of 8 with two of three rounds played; its slug is `winter-muster`
`teams`       an event of 4 teams of 3 with its first round paired, captains have not chosen
"""

from types import SimpleNamespace

import pytest

from gamelog.tournaments.models import Tournament
from tests.gamelog.conftest import battle, client_of, rosters  # noqa: F401 (fixtures)
from tests.restored import restored
from tests.tournaments import making


@pytest.fixture
def people(db: None) -> SimpleNamespace:
    return restored("crowd", making.crowd)


@pytest.fixture
def filled(people: SimpleNamespace) -> Tournament:
    return restored("filled", lambda: making.filled(people))


@pytest.fixture
def teams(people: SimpleNamespace) -> Tournament:
    return restored("teams", lambda: making.teams(people))
