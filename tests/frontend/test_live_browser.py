"""A battle that is being played, in a real browser: the page goes on with it, waits for the reader, survives cuts."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import ENGLISH_DESK, RUSSIAN_PHONE
from tests.frontend.following import Site

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def reader(browser: Any, site: Site) -> Iterator[Callable[..., Page]]:
    """Opens a page of the server that streams."""
    contexts = []

    def opened(options: dict[str, Any], address: str) -> Page:
        context = browser.new_context(base_url=site.url, **options)
        contexts.append(context)
        page: Page = context.new_page()
        page.emulate_media(reduced_motion="reduce")
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()


def at(page: Page, number: int) -> None:
    expect(page.locator(f'.replay[data-step="{number}"]')).to_be_visible()


def test_a_reader_at_the_last_step_goes_on_with_the_battle(
    reader: Callable[..., Page], recording: Callable[..., Any]
) -> None:
    battle = recording()
    battle.go_on(70)
    page = reader(ENGLISH_DESK, f"/games/{battle.game.pk}/")
    at(page, 70)
    expect(page.locator(".live.live")).to_have_text("Live")
    for number in (71, 72, 73):
        battle.go_on(1)
        at(page, number)
    expect(page.locator(".steplist .activation").last).to_have_attribute("data-to", "73")
    page.reload()
    at(page, 73)


def test_a_reader_of_an_earlier_step_stays_and_is_told(
    reader: Callable[..., Page], recording: Callable[..., Any]
) -> None:
    battle = recording()
    battle.go_on(70)
    page = reader(RUSSIAN_PHONE, f"/games/{battle.game.pk}/#60")
    at(page, 60)
    expect(page.locator(".live.live")).to_be_visible()
    battle.go_on(3)
    expect(page.locator(".live-head")).to_have_text(re.compile(r"Сейчас: Раунд \d, \d+ : \d+"))
    expect(page.locator(".course-drawn input")).to_have_attribute("max", "73")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="3 новых шага").click()
    at(page, 73)
    expect(page.locator(".fresh, .live-head")).to_have_count(0)


def test_a_page_that_lost_its_connection_says_so_and_goes_on(
    reader: Callable[..., Page], recording: Callable[..., Any], site: Site
) -> None:
    battle = recording()
    battle.go_on(70)
    page = reader(ENGLISH_DESK, f"/games/{battle.game.pk}/")
    expect(page.locator(".live.live")).to_be_visible()
    site.stop()
    expect(page.locator(".live.lost")).to_have_text("Connection lost, trying again")
    battle.go_on(2)
    site.start()
    at(page, 72)
    expect(page.locator(".live.live")).to_be_visible(timeout=30_000)
    expect(page.locator(".steplist .activation").last).to_have_attribute("data-to", "72")


@pytest.mark.parametrize("steps", [0, 70])
def test_a_page_of_a_server_without_streams_asks_to_be_reloaded(
    phone: Page, desk: Page, recording: Callable[..., Any], steps: int
) -> None:
    battle = recording()
    battle.go_on(steps)
    for page, said in ((phone, "Новые шаги появятся, если обновить страницу"), (desk, "Reload to see newer steps")):
        page.goto(f"/games/{battle.game.pk}/")
        expect(page.locator(".live.off")).to_have_text(said)
    battle.go_on(3)
    desk.reload()
    at(desk, steps + 3)


def test_from_nothing_to_the_end(reader: Callable[..., Page], recording: Callable[..., Any]) -> None:
    battle = recording()
    page = reader(ENGLISH_DESK, f"/games/{battle.game.pk}/")
    expect(page.locator(".notice")).to_be_visible()
    battle.go_on(20)
    at(page, 20)
    expect(page.locator(".notice")).to_have_count(0)
    last = len(battle.file.events)
    battle.go_on(last - 20)
    at(page, last)
    expect(page.locator(".live.over")).to_contain_text("The battle is over.")
    page.get_by_role("link", name="Result and report").click()
    expect(page.locator(".replay")).to_be_visible()
    expect(page.locator(".live")).to_have_count(0)
