"""Soft scores in a real browser, from the announcement to the awards: on a laptop in English, on a phone in Russian."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gamelog.contest.soft import met
from gamelog.tournaments.models import Tournament
from tests.events.test_announce_browser import Counted
from tests.frontend.test_pages_browser import login
from tests.tournaments import making

pytestmark = pytest.mark.django_db(transaction=True)


def _announced(walk: Counted) -> Tournament:
    """The usual categories by ticks, and one of its own as a row."""
    page = walk.page
    page.goto("/events/announce/")
    walk.fill("[name=title]", "Soft cup")
    walk.fill("[name=capacity]", "4")
    walk.tap("#more > summary")
    walk.tap("#soft-terms > summary")
    for box in page.locator("[name=soft_usual]").all():
        walk.tap(box)
    walk.fill("[name=soft-0-en]", "Best army")
    walk.fill("[name=soft-0-most]", "20")
    walk.looked_at()
    walk.tap("button[value=open]", leads=True)
    return Tournament.objects.get()


def _played(event: Tournament, people: SimpleNamespace) -> None:
    making.register(event, people.p1, people.p2, people.p3, people.p4)
    making.play_round(event)


def _rated(walk: Counted, event: Tournament) -> int:
    """From their table a player rates and votes: two taps, one more for the vote."""
    page = walk.page
    pair = making.state_of(event).rounds[0].pair_of(1)
    assert pair
    page.goto(f"/events/{event.slug}/tables/1/{pair.table}/")
    walk.looked_at()
    before = walk.count
    walk.tap(f"main a.wide[href='/events/{event.slug}/rate/']", leads=True)
    walk.looked_at()
    walk.tap("button[name=points][value='5']", leads=True)
    assert walk.count - before == 2
    walk.tap("button[name=opponent]", leads=True)
    expect(page.locator(".mark-buttons button[aria-pressed=true]")).to_have_count(2)
    walk.looked_at()
    (other,) = met(making.state_of(event), 1)
    return other


@pytest.mark.parametrize("where", ["desk", "phone"])
def test_from_the_announcement_to_the_awards(request: Any, people: SimpleNamespace, where: str) -> None:
    page: Page = request.getfixturevalue(where)
    walk = Counted(page)
    login(page, "olga", making.PASSWORD)
    event = _announced(walk)
    _played(event, people)

    page.goto(f"/events/{event.slug}/desk/soft/?category=painting")
    walk.fill("[name=mark-1]", "12")
    walk.fill("[name=mark-2]", "8,5")
    walk.tap("form.soft-sheet button.main", leads=True)
    expect(page.locator("[role=alert]")).to_have_count(1)
    expect(page.locator("[name=mark-1]")).to_have_value("12")
    walk.looked_at()
    walk.fill("[name=mark-1]", "9.5")
    walk.tap("form.soft-sheet button.main", leads=True)
    expect(page.locator("[name=mark-2]")).to_have_value("8.5")
    walk.looked_at()

    page.context.clear_cookies(name="sessionid")
    login(page, "p1", making.PASSWORD)
    other = _rated(walk, event)
    page.goto(f"/events/{event.slug}/awards/")
    expect(page.locator("table")).to_have_count(0)
    walk.looked_at()

    page.context.clear_cookies(name="sessionid")
    login(page, "olga", making.PASSWORD)
    page.goto(f"/events/{event.slug}/desk/soft/?category=favourite-opponent")
    expect(page.locator(".soft-given tbody tr")).to_have_count(1)
    walk.looked_at()
    for _round in range(2, 1 + making.state_of(event).terms.rounds):
        making.play_round(event)
    page.goto(f"/events/{event.slug}/desk/")
    walk.tap(".next-acts form[action$='/acts/finish/'] button", leads=True)

    page.context.clear_cookies(name="sessionid")
    page.goto(f"/events/{event.slug}/")
    walk.tap(f".tabs a[href='/events/{event.slug}/awards/']", leads=True)
    winners = page.locator(".winners")
    expect(winners).to_contain_text("Best Overall" if where == "desk" else "Общий зачёт")
    expect(winners).to_contain_text("Favourite opponent" if where == "desk" else "Любимый соперник")
    expect(page.locator(".award-favourite-opponent tbody tr")).to_have_count(1)
    expect(page.locator(".award-favourite-opponent tbody th")).to_have_text(f"p{other}")
    expect(page.locator(".award-painting tbody tr").first).to_contain_text("p1")
    expect(page.locator(".award-overall tbody tr")).to_have_count(4)
    walk.looked_at()
    page.emulate_media(media="print")
    expect(page.locator(".award-overall tbody tr").last).to_be_visible()
    expect(page.locator(".tabs")).to_be_hidden()
