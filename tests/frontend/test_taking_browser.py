"""What one takes along of a battle, in a real browser: a file that opens from a disk without a network, a moving
picture; and the battle as a side sees it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect

from gamelog.games.models import Game, Seat
from rules.gamefile import GameFile
from tests.conftest import ENGLISH_DESK, RUSSIAN_PHONE
from tests.frontend.test_pages_browser import login, violations

pytestmark = pytest.mark.django_db(transaction=True)


class Disk:
    """Opens the file of a battle with the network off, and notes what the page asks for or complains of."""

    def __init__(self, browser: Any, folder: Path) -> None:
        self.browser, self.folder = browser, folder
        self.asked: list[str] = []
        self.complaints: list[str] = []

    def open(self, game: Game, options: dict[str, Any], language: str = "en") -> Page:
        answer = Client().get(f"/games/{game.pk}/replay.html", headers={"accept-language": language})
        file = self.folder / f"{game.ruleset}.html"
        file.write_bytes(b"".join(answer))
        context = self.browser.new_context(offline=True, **options)
        page: Page = context.new_page()
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.emulate_media(reduced_motion="reduce")
        page.goto(file.as_uri())
        expect(page.locator(".replay")).to_be_visible()
        self.asked.remove(file.as_uri())
        return page


@pytest.fixture
def disk(browser: Any, tmp_path: Path) -> Disk:
    return Disk(browser, tmp_path)


def test_a_file_plays_from_a_disk_without_a_network(disk: Disk, honest: Game) -> None:
    hostile = "</script><img src=x onerror=alert(1)>"
    Seat.objects.filter(game=honest, side="a").update(name=hostile)
    page = disk.open(honest, ENGLISH_DESK)
    expect(page.locator(".framed-head b")).to_contain_text(hostile)
    page.locator('.steplist [data-step="40"]').click()
    expect(page.locator('.replay[data-step="40"]')).to_be_visible()
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#41")
    page.locator(".now .rule").first.click()
    expect(page.locator("rule-card .rule-text")).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(page.locator("step-odds")).to_have_count(0)
    page.locator("button.last").click()
    expect(page.locator(".end-card")).to_be_visible()
    links = page.locator(".end-next a")
    assert all(address.startswith("http://") for address in links.evaluate_all("all => all.map((each) => each.href)"))
    assert "↗" in links.first.evaluate("each => getComputedStyle(each, '::after').content")
    assert violations(page) == []
    assert (disk.asked, disk.complaints) == ([], [])
    page.context.close()


def test_files_of_other_systems_play_on_a_phone(
    disk: Disk, stored: Callable[[GameFile], Game], regiments: GameFile, levels: GameFile, battles: list[GameFile]
) -> None:
    for file in (regiments, levels, battles[0], battles[2]):
        page = disk.open(stored(file), RUSSIAN_PHONE, "ru")
        expect(page.locator("html")).to_have_attribute("lang", "ru")
        before = page.locator(".replay").get_attribute("data-step")
        page.locator("button.forward").click()
        expect(page.locator(f'.replay[data-step="{before}"]')).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.context.close()
    assert (disk.asked, disk.complaints) == ([], [])


def test_a_moving_picture_is_chosen_and_shown(desk: Page, honest: Game) -> None:
    desk.goto(f"/games/{honest.pk}/share/?step=40")
    desk.get_by_label("From step").fill("40")
    desk.get_by_label("To step").fill("41")
    desk.get_by_label("Width").select_option("480")
    desk.get_by_role("button", name="Draw").click()
    expect(desk.locator(".moving-picture")).to_be_visible()
    desk.wait_for_function("() => document.querySelector('.moving-picture').naturalWidth === 480")
    assert violations(desk) == []


def test_the_table_is_seen_from_the_other_edge(desk: Page, phone: Page, honest: Game) -> None:
    """Names stay upright: places are turned, letters are not."""
    place = (
        "each => { const box = each.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"
    )
    for page in (desk, phone):
        page.emulate_media(reduced_motion="reduce")
        page.goto(f"/games/{honest.pk}/#24")
        model, board = page.locator(".model").first, page.locator("svg.board > g.camera .felt")
        expect(model).to_be_visible()
        page.locator(".zoom button").nth(2).click()
        (x, y), (left, top) = model.evaluate(place), board.evaluate(place)
        shown = model.get_attribute("data-id")
        page.locator(".zoom .around").click()
        page.locator(".zoom button").nth(2).click()
        turned = page.locator(f'.model[data-id="{shown}"]').evaluate(place)
        middle = board.evaluate(place)
        assert turned[0] - middle[0] == pytest.approx(left - x, abs=12)
        assert turned[1] - middle[1] == pytest.approx(top - y, abs=12)
        assert "edge=" in page.url and page.url.endswith("#24")
        assert page.locator(".ruler text").first.evaluate("each => each.getScreenCTM().d > 0")
        page.reload()
        again = page.locator(f'.model[data-id="{shown}"]')
        expect(again).to_be_visible()
        page.locator(".zoom button").nth(2).click()
        assert again.evaluate(place) == pytest.approx(turned, abs=12)


def test_a_player_sees_the_battle_as_a_side(desk: Page, honest: Game, ada: User) -> None:
    Seat.objects.filter(game=honest, side="b").update(user=ada)
    login(desk)
    desk.goto(f"/games/{honest.pk}/#60")
    choice = desk.get_by_role("navigation", name="Perspective")
    expect(choice.locator("[aria-current]")).to_have_text("as a spectator")
    choice.get_by_role("link").nth(1).click()
    expect(desk.locator('.replay[data-step="60"]')).to_be_visible()
    assert "as=b" in desk.url or "as=a" in desk.url
    expect(choice.locator("[aria-current]")).to_contain_text("as ")
    assert violations(desk) == []
