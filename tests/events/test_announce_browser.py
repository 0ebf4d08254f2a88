"""From nothing to the first round in a browser, at a desk and on a phone, with every tap and field counted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from gamelog.tournaments.models import Tournament
from tests.frontend.test_pages_browser import headings, login, violations
from tests.tournaments import making

pytestmark = pytest.mark.django_db(transaction=True)


class Counted:
    """Somebody at a page; every tap and every field that is filled in counts as one."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def tap(self, where: str | Locator, leads: bool = False) -> None:
        self.count += 1
        found = self.page.locator(where).first if isinstance(where, str) else where
        if leads:
            with self.page.expect_navigation():
                found.click()
        else:
            found.click()

    def fill(self, where: str, value: str) -> None:
        self.count += 1
        self.page.locator(where).first.fill(value)

    def looked_at(self) -> None:
        """The page is without findings, its headings are in order, and nothing reaches over its edge."""
        assert not violations(self.page)
        assert not headings(self.page)
        assert self.page.evaluate("document.documentElement.scrollWidth") <= self.page.viewport_size["width"]  # type: ignore[index]


@pytest.mark.parametrize("where", ["desk", "phone"])
def test_a_first_event_of_24_from_nothing_to_the_first_round(request: Any, people: SimpleNamespace, where: str) -> None:
    page: Page = request.getfixturevalue(where)
    login(page, "olga", making.PASSWORD)
    walk = Counted(page)
    page.goto("/")
    walk.looked_at()
    walk.tap("a[href='/events/announce/']", leads=True)
    walk.looked_at()
    walk.fill("[name=title]", "Winter cup")
    walk.fill("[name=starts]", "2027-01-16T09:30")
    walk.fill("[name=place]", "Harbour Hall")
    walk.fill("[name=capacity]", "24")
    shown = page.locator(".announce-preview")
    expect(shown).to_contain_text("Winter cup")
    expect(shown).to_contain_text("24")
    expect(shown).to_contain_text("Harbour Hall")
    walk.looked_at()
    walk.tap("button[value=open]", leads=True)
    event = Tournament.objects.get()
    assert (event.phase, making.state_of(event).terms.rounds) == ("registration", 5)
    walk.tap(f"a[href='/events/{event.slug}/desk/']", leads=True)
    walk.looked_at()
    walk.tap("a[href$='/players/paste/']", leads=True)
    walk.looked_at()
    walk.fill("[name=names]", "\n".join(f"Player {number}" for number in range(1, 25)))
    walk.tap(".paste-names button.main", leads=True)
    expect(page.locator(".person")).to_have_count(24)
    page.goto(f"/events/{event.slug}/desk/")
    walk.count += 1
    walk.tap("form[action$='/acts/close-registration/'] button", leads=True)
    walk.tap(".next-acts a[href$='/pairing/']", leads=True)
    walk.looked_at()
    expect(page.locator(".seats.tried .seat")).to_have_count(12)
    walk.tap("form.confirm button.main", leads=True)
    assert len(making.state_of(event).rounds[0].paired.pairs) == 12
    assert walk.count < 40
    print(f"{where}: {walk.count} taps and fields")
    page.goto(f"/events/{event.slug}/desk/pairing/")
    expect(page.locator(".todo a")).to_have_count(12)
    expect(page.locator("[role=alert]")).to_have_count(0)
    walk.looked_at()
    page.locator(".todo a").first.click()
    expect(page.locator("form.enter [name=a]")).to_be_visible()


@pytest.mark.parametrize("where", ["desk", "phone"])
def test_a_team_event_of_eight_fives(request: Any, people: SimpleNamespace, where: str) -> None:
    page: Page = request.getfixturevalue(where)
    login(page, "olga", making.PASSWORD)
    walk = Counted(page)
    page.goto("/events/announce/")
    walk.fill("[name=title]", "Team cup")
    walk.fill("[name=capacity]", "8")
    walk.tap("#more > summary")
    walk.tap("#team-terms > summary")
    walk.fill("[name=team_size]", "5")
    walk.looked_at()
    walk.tap("button[value=open]", leads=True)
    event = Tournament.objects.get()
    teams = [
        "\n".join([f"Team {team}", *(f"{team}.{player} Player" for player in range(1, 6))]) for team in range(1, 9)
    ]
    page.goto(f"/events/{event.slug}/desk/players/paste/")
    walk.fill("[name=names]", "\n\n".join(teams[:7]) + "\n\nTeam 8\nOnly one")
    walk.tap(".paste-names button.main", leads=True)
    expect(page.locator("[role=alert]").first).to_contain_text("Team 8")
    assert "Only one" in page.locator("[name=names]").input_value(), "what was pasted stays"
    assert not making.state_of(event).entrants
    walk.fill("[name=names]", "\n\n".join(teams))
    walk.tap(".paste-names button.main", leads=True)
    state = making.state_of(event)
    assert [len(each.members) for each in state.entrants.values()] == [5] * 8
    page.goto(f"/events/{event.slug}/desk/pairing/")
    walk.looked_at()
    walk.tap("form.confirm button.main", leads=True)
    assert len(making.state_of(event).rounds[0].paired.pairs) == 4
