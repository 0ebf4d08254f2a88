"""The pages of clubs and players in a browser: on a phone in Russian and on a desktop in English, checked with axe."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rules
from frontend.clubs import rating_chart
from gamelog.clubs import ratings, services
from gamelog.clubs.models import Club, Membership
from gamelog.people.services import participant_of
from gamelog.seasons.models import Season
from gamelog.tournaments.models import TableGame
from tests.clubs.making import played
from tests.frontend.test_pages_browser import login, violations
from tests.tournaments.making import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def lively(season: Season, people: SimpleNamespace, files: Sequence[rules.GameFile]) -> Season:
    """The season, with news, games at the tables of its first event, and ratings."""
    a, b, c = people.p1, people.p2, people.p3
    spring = season.events.get(title="Spring cup")
    pairs = [(a, b), (b, c), (c, a), (a, b), (b, c), (a, c)]
    for at, game in enumerate(played(files, pairs, people.organiser), 1):
        TableGame.objects.create(tournament=spring, round=1, table=at, game=game)
    ratings.work_all("kt")
    body = "We play **Kill Team** on Saturday.\n\n| from | what |\n|---|---|\n| 9:00 | check-in |\n| 9:30 | round 1 |"
    services.news_publish(club=season.club, actor=people.p1, title="Winter cup: come and play", body=body)
    return season


def addresses(people: SimpleNamespace) -> list[str]:
    club = "/clubs/iron-hounds"
    return [
        "/clubs/", f"{club}/", f"{club}/members/", f"{club}/news/", f"{club}/seasons/", f"{club}/seasons/season-2026/",
        f"{club}/history/", f"{club}/edit/", f"{club}/seasons/season-2026/edit/", "/clubs/found/", "/players/",
        "/players/?q=p", f"/players/{participant_of(people.p1)}/", f"/players/{participant_of(people.p5)}/",
    ]  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(desk: Page, lively: Season, people: SimpleNamespace, scheme: Any) -> None:
    desk.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    login(desk, "clara", PASSWORD)
    found = {}
    for address in addresses(people):
        desk.goto(address)
        desk.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        found[address] = violations(desk)
    assert not {address: each for address, each in found.items() if each}


def test_no_page_is_wider_than_a_phone(phone: Page, lively: Season, people: SimpleNamespace) -> None:
    login(phone, "clara", PASSWORD)
    for address in addresses(people):
        phone.goto(address)
        phone.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390, address
        expect(phone.locator("html")).to_have_attribute("lang", "ru")


def test_nothing_is_refused_by_the_content_security_policy(desk: Page, lively: Season, people: SimpleNamespace) -> None:
    complaints: list[str] = []
    loud = ("error", "warning")
    desk.on("console", lambda message: complaints.append(message.text) if message.type in loud else None)
    desk.on("pageerror", lambda error: complaints.append(str(error)))
    login(desk, "clara", PASSWORD)
    for address in addresses(people):
        desk.goto(address)
    assert not complaints


def test_a_reader_goes_from_the_club_to_a_value_and_to_a_player(desk: Page, lively: Season) -> None:
    desk.goto("/clubs/")
    desk.get_by_role("link", name="The Iron Hounds").click()
    desk.get_by_role("link", name="Season 2026").click()
    row = desk.locator(".season-row").first
    expect(row).to_contain_text("p6")
    expect(row.get_by_text("dropped")).to_be_hidden()
    row.locator("summary").click()
    expect(row.get_by_text("dropped")).to_be_visible()
    expect(row.get_by_text("25 × 1.5 =")).to_be_visible()
    row.get_by_role("link", name="p6").click()
    expect(desk.get_by_role("heading", name="p6", exact=True)).to_be_visible()
    expect(desk.get_by_text("place 1 of 4")).to_be_visible()


def test_a_player_joins_on_the_phone_and_the_editor_lets_them_in(
    phone: Page, desk: Page, club: Club, people: SimpleNamespace
) -> None:
    login(phone, "p5", PASSWORD)
    phone.goto("/clubs/iron-hounds/members/")
    phone.locator("main input[name=shown]").uncheck()
    phone.locator("form[action$='/join/'] button").click()
    expect(phone.locator("form[action$='/leave/'] button")).to_be_visible()
    login(desk, "p1", PASSWORD)
    desk.goto("/clubs/iron-hounds/members/")
    desk.get_by_role("button", name="Accept p5").click()
    expect(desk.get_by_text("hidden from others")).to_have_count(2)
    member = Membership.objects.get(user=people.p5)
    assert (member.role, member.shown) == ("member", False)


def test_an_editor_opens_a_season_by_hand(desk: Page, season: Season) -> None:
    login(desk, "p1", PASSWORD)
    desk.goto("/clubs/iron-hounds/seasons/")
    desk.locator("main").get_by_role("link", name="Create a season").click()
    desk.get_by_label("Title").fill("Short season")
    desk.get_by_label("First day").fill("2026-03-01")
    desk.get_by_label("Last day").fill("2026-04-30")
    desk.get_by_label("Points of an event").select_option("places")
    desk.get_by_label("points for places 1, 2, 3").fill("10 6 4")
    desk.get_by_label("Spring cup 7 March 2026").check()
    desk.get_by_role("button", name="Save").click()
    expect(desk.get_by_role("heading", name="Short season")).to_be_visible()
    expect(desk.locator(".season-row").first).to_contain_text("10")
    assert Season.objects.get(slug="short-season").season_events.count() == 1


def test_the_pages_need_no_javascript(
    browser: Any, live_server: Any, lively: Season, people: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto("/clubs/iron-hounds/seasons/season-2026/")
    page.locator(".season-row summary").first.click()
    expect(page.get_by_text("dropped").first).to_be_visible()
    monkeypatch.setattr(rating_chart, "FEWEST", 1)
    page.goto(f"/players/{participant_of(people.p1)}/")
    expect(page.locator(".rating-graph polyline")).to_be_visible()
    context.close()
