"""A battle is begun and joined in a real browser: on two phones, and on a desk without JavaScript; axe's findings."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from gamelog.games import joining, services
from gamelog.games.models import Game
from tests.conftest import RUSSIAN_PHONE
from tests.frontend.test_pages_browser import login, violations
from tests.record.conftest import FILES

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ada() -> User:
    """Ada with both lists of a city fight."""
    user = User.objects.create_user("ada", password="demo-ada")
    for file in FILES["wh40k"]:
        services.roster_import(owner=user, data=file.read_bytes(), name=file.name)
    return user


def picture(page: Page, name: str) -> None:
    """A picture of the page, where somebody wants to look at it."""
    folder = os.environ.get("GAMELOG_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def test_two_phones_begin_a_battle_in_russian(phone: Page, browser: Any, live_server: Any, ada: User) -> None:
    login(phone)
    phone.goto("/")
    phone.get_by_role("link", name="Записать игру").first.click()
    picture(phone, "systems")
    phone.get_by_role("link", name="Warhammer 40,000 (6th edition)").click()
    picture(phone, "record-phone")
    # One question a screen: the next one is a tap away.
    phone.locator("#q-size .next").click()
    assert phone.url.endswith("#q-own")
    expect(phone.locator("#q-own")).to_be_in_viewport()
    phone.get_by_label("Ваш ростер").select_option(label="Ferry Guard")
    phone.get_by_role("button", name="Открыть стол").click()
    expect(phone.get_by_role("heading", name="Стол открыт")).to_be_visible()
    picture(phone, "open-phone")
    code = (phone.locator("p.join-code").text_content() or "").strip()
    assert re.fullmatch(r"\w{3} \w{3}", code)
    natural = phone.locator(".record-code img").evaluate("image => image.decode().then(() => image.naturalWidth)")
    assert natural > 0
    expect(phone.locator(".record-seats li")).to_contain_text(["Ferry Guard", "Свободное место"])

    other = browser.new_context(base_url=live_server.url, **RUSSIAN_PHONE)
    guest = other.new_page()
    guest.goto("/join/")
    guest.get_by_label("Код").fill(code.lower())
    guest.get_by_role("button", name="Найти стол").click()
    guest.get_by_label("Ваше имя").fill("Пётр")
    picture(guest, "join-phone")
    guest.get_by_role("button", name="Войти как гость").click()
    guest.get_by_text("Из файла или текстом").click()
    guest.get_by_label("Или список текстом").fill(FILES["wh40k"][1].read_text())
    guest.get_by_role("button", name="Выставить этот ростер").click()
    expect(guest.get_by_text("Обе армии собраны.")).to_be_visible()
    picture(guest, "guest-phone")
    # The first phone sees it without being touched.
    expect(phone.get_by_text("Обе армии собраны.")).to_be_visible()
    expect(phone.locator(".record-seats")).to_contain_text("Пётр · гость")
    for each in (phone, guest):
        assert each.evaluate("document.documentElement.scrollWidth") <= 390
    guest.get_by_role("link", name="Записать битву").click()
    expect(guest.locator(".recorder")).to_be_visible()
    picture(guest, "recorder-phone")
    other.close()


def test_a_desk_has_all_questions_on_one_page_and_no_need_of_scripts(browser: Any, live_server: Any, ada: User) -> None:
    context = browser.new_context(
        base_url=live_server.url, java_script_enabled=False, locale="en-GB", viewport={"width": 1280, "height": 800}
    )
    page = context.new_page()
    login(page)
    page.goto("/record/?ruleset=wh40k")
    expect(page.locator("#q-size .next")).to_be_hidden()
    page.get_by_label("Your roster", exact=True).select_option(label="Ferry Guard")
    page.get_by_role("button", name="Preview roster").first.click()
    expect(page.locator(".record-read")).to_contain_text("Ferry Guard")
    picture(page, "record-desk")
    page.get_by_label("on this phone too").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#q-rival [role=alert]")).to_contain_text("they need a roster here")
    page.get_by_label("Your opponent's roster").select_option(label="Lamp Brothers")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Both forces are ready.")).to_be_visible()
    assert joining.open_code(Game.objects.get()) is None
    page.get_by_role("button", name="Get a code").click()
    expect(page.locator("p.join-code")).to_be_visible()
    picture(page, "open-desk")
    page.get_by_role("button", name="Close the code").click()
    expect(page.get_by_role("button", name="Get a code")).to_be_visible()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(desk: Page, ada: User, scheme: Any) -> None:
    desk.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    login(desk)
    desk.goto("/record/?ruleset=wh40k")
    desk.get_by_label("on this phone too").check()
    desk.get_by_role("button", name="Open the table").click()
    found = {"refused": violations(desk)}
    desk.get_by_label("joins with a code").check()
    desk.get_by_role("button", name="Open the table").click()
    expect(desk.locator("p.join-code")).to_be_visible()
    found["open"] = violations(desk)
    code = joining.open_code(Game.objects.get())
    assert code is not None
    for address in ("/record/", "/record/?ruleset=kt", "/join/", "/join/AAAAAA/"):
        desk.goto(address)
        found[address] = violations(desk)
    desk.context.clear_cookies()
    desk.goto(f"/join/{code.code}/")
    found["join"] = violations(desk)
    assert not {address: each for address, each in found.items() if each}
