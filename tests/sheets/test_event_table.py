"""A battle of an event is reported at its table, and not entered a second time."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments import making

pytestmark = pytest.mark.django_db


def test_the_pages_lead_to_the_table_of_the_event() -> None:
    people = making.crowd(2)
    event = making.announce(people.organiser, title="Winter muster")
    making.register(event, people.p1, people.p2)
    making.pair_round(event)
    player, stranger = Client(), Client()
    player.force_login(people.p1)
    stranger.force_login(people.organiser)
    for path in ("/record/paper/", "/record/paper/?ruleset=kt"):
        page = player.get(path).content.decode()
        assert "report the result at the table" in page
        assert f'href="/events/{event.slug}/tables/1/1/"' in page
        assert "report the result at the table" not in stranger.get(path).content.decode()
    table = player.get(f"/events/{event.slug}/tables/1/1/").content.decode()
    assert "Report the result" in table
