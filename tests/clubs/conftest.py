"""Fixtures of clubs; people and events are made as in `tests.tournaments.making`.

`people`   as there: `editor` (clara) owns the club, `organiser` (olga) runs its events, `p1` to `p16` play
`club`     The Iron Hounds of clara; p1 edits it, p2 belongs to it, p3 belongs to it and is not shown, p4 asks to join
`season`   a season of two events of the club that are over, and one that is announced; see `tests.clubs.making`
"""

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from gamelog.clubs.models import Club
from gamelog.seasons.models import Season
from tests.clubs import making
from tests.gamelog.conftest import client_of, rosters  # noqa: F401
from tests.other_site import club_site  # noqa: F401
from tests.restored import restored
from tests.reverify.conftest import files  # noqa: F401
from tests.tournaments.making import crowd


@pytest.fixture
def people(db: None) -> SimpleNamespace:
    return restored("crowd", crowd)


@pytest.fixture
def club(people: SimpleNamespace) -> Club:
    return restored("iron-hounds", lambda: making.iron_hounds(people))


@pytest.fixture
def season(club: Club, people: SimpleNamespace) -> Season:
    return restored("season of two", lambda: making.season_of_two(club, people))


@pytest.fixture
def browser_of(people: SimpleNamespace) -> Any:
    """`browser_of("p1")` is p1's browser, logged in; `browser_of("")` is nobody's."""

    def call(name: str) -> Client:
        browser = Client()
        if name:
            browser.force_login(getattr(people, name))
        return browser

    return call
