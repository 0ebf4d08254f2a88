"""All tables report at the same moment: each report is stored, and nobody is told that somebody else was faster."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client

from tests.events.test_player_flow import MUSTER
from tests.frontend.test_game_pages import text
from tests.tournaments import making

TABLES = 12


@pytest.mark.django_db(transaction=True)
def test_each_report_is_stored() -> None:
    people = making.crowd(2 * TABLES)
    event = making.announce(people.organiser, title="Winter muster", capacity=2 * TABLES, tables=())
    making.register(event, *(getattr(people, f"p{number}") for number in range(1, 2 * TABLES + 1)))
    making.pair_round(event)
    pairs = making.state_of(event).rounds[0].paired.pairs
    sent = {"do": "report", "a": "12", "b": "7", "expected": str(event.number)}
    start = Barrier(TABLES)

    def report(place: int) -> int:
        client = Client()
        client.force_login(getattr(people, f"p{pairs[place].a}"))
        start.wait()
        try:
            return client.post(f"{MUSTER}tables/1/{pairs[place].table}/", sent).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(TABLES) as pool:
        assert list(pool.map(report, range(TABLES))) == [302] * TABLES
    results = making.state_of(event).rounds[0].results
    assert sorted(results) == sorted(str(pair.table) for pair in pairs)
    client = Client()
    client.force_login(getattr(people, f"p{pairs[0].b}"))
    assert "Confirm this result" in text(client, f"{MUSTER}tables/1/{pairs[0].table}/")
