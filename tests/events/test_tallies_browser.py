"""Primaries and secondaries in a real browser: announced, reported with one over its limit, corrected, and shown."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gamelog.contest.terms_tallies import Tally
from gamelog.tournaments.models import Tournament
from tests.events.test_announce_browser import Counted
from tests.frontend.test_pages_browser import login
from tests.tournaments import making

pytestmark = pytest.mark.django_db(transaction=True)


def _announced(walk: Counted) -> Tournament:
    """A scoring of its own, with two parts of the victory points as rows."""
    page = walk.page
    page.goto("/events/announce/")
    walk.fill("[name=title]", "Missions")
    walk.fill("[name=capacity]", "4")
    page.check("[name=preset][value='']", force=True)
    walk.tap("#more > summary")
    if page.locator("#scoring").get_attribute("open") is None:
        walk.tap("#scoring > summary")
    for row, (name, most) in enumerate((("Primary", "50"), ("Secondary", "40"))):
        walk.fill(f"[name=tallies-{row}-en]", name)
        page.select_option(f"[name=tallies-{row}-how_into]", "victory")
        walk.fill(f"[name=tallies-{row}-cap]", most)
        page.check(f"[name=tallies-{row}-how_listed]")
    walk.fill("[name=victory_cap]", "100")
    walk.looked_at()
    walk.tap("button[value=open]", leads=True)
    return Tournament.objects.get()


def _reported(walk: Counted, event: Tournament, half: str) -> None:
    """A player types one number over its limit; the error says so, and everything that was typed stays."""
    page = walk.page
    pair = making.state_of(event).rounds[0].pair_of(1)
    assert pair
    page.goto(f"/events/{event.slug}/tables/1/{pair.table}/")
    typed = {"a_primary": "55", "b_primary": "20", "a_secondary": "38", "b_secondary": "12,5"}
    for name, points in typed.items():
        walk.fill(f"[name={name}]", points)
    expect(page.locator("[data-sum] output")).to_have_text(f"93 : 32{half}")
    walk.tap("button[value=report]", leads=True)
    error = page.locator("#id_a_primary_error")
    expect(error).to_contain_text("50")
    expect(error).to_contain_text("55")
    for name, points in typed.items():
        expect(page.locator(f"[name={name}]")).to_have_value(points)
    walk.looked_at()
    walk.fill("[name=a_primary]", "50")
    expect(page.locator("[data-sum] output")).to_have_text(f"88 : 32{half}")
    walk.tap("button[value=report]", leads=True)
    expect(page.locator(".duel-score").first).to_have_text("88")
    walk.looked_at()


@pytest.mark.parametrize("where", ["desk", "phone"])
def test_from_the_announcement_to_the_standings(request: Any, people: SimpleNamespace, where: str) -> None:
    page: Page = request.getfixturevalue(where)
    walk = Counted(page)
    login(page, "olga", making.PASSWORD)
    event = _announced(walk)
    assert making.state_of(event).terms.tallies == (
        Tally("primary", "Primary", cap=5000, into="victory", listed=True),
        Tally("secondary", "Secondary", cap=4000, into="victory", listed=True),
    )
    making.register(event, people.p1, people.p2, people.p3, people.p4)
    making.pair_round(event)
    pair = making.state_of(event).rounds[0].pair_of(1)
    assert pair

    page.context.clear_cookies(name="sessionid")
    login(page, "p1", making.PASSWORD)
    half = ".5" if where == "desk" else ",5"
    _reported(walk, event, half)

    page.context.clear_cookies(name="sessionid")
    login(page, "olga", making.PASSWORD)
    page.goto(f"/events/{event.slug}/desk/acts/enter/?round=1&table={pair.table}")
    expect(page.locator("[name=a_primary]")).to_have_value("50")
    walk.fill("[name=b_primary]", "60")
    walk.tap("form.act-form button.main", leads=True)
    expect(page.locator("#id_b_primary_error")).to_contain_text("60")
    expect(page.locator("[name=b_primary]")).to_have_value("60")
    walk.looked_at()
    walk.fill("[name=b_primary]", "25")
    walk.tap("form.act-form button.main", leads=True)

    page.context.clear_cookies(name="sessionid")
    page.goto(f"/events/{event.slug}/")
    first = page.locator(f"table.places tr#e{pair.a}")
    expect(first).to_contain_text("50 : 25")
    expect(first).to_contain_text(f"38 : 12{half}")
    walk.looked_at()
    page.goto(f"/events/{event.slug}/rules/")
    expect(page.locator("main")).to_contain_text("50")
    walk.looked_at()
