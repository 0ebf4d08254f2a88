"""A battle is entered from paper on a phone, confirmed and corrected by the other side; widths, targets and axe."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from gamelog.games import services
from gamelog.sheets import selectors
from gamelog.sheets.models import Sheet
from tests.frontend.test_pages_browser import login, violations
from tests.record.conftest import FILES

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = """() => [...document.querySelectorAll(`main button, main a.button, main summary, main select,
    main input:not([type=hidden]), main label.tick`)].filter(each => {
        const box = (each.closest('label') || each).getBoundingClientRect();
        return each.checkVisibility() && !each.classList.contains('visually-hidden') && box.height < 43.5;
    }).map(each => each.outerHTML.slice(0, 120))"""


@pytest.fixture
def ada() -> User:
    """Ada with a list of Kill Team."""
    user = User.objects.create_user("ada", password="demo-ada")
    services.roster_import(owner=user, data=FILES["kt"][0].read_bytes(), name=FILES["kt"][0].name)
    return user


@pytest.fixture
def boris() -> User:
    return User.objects.create_user("boris", password="demo-boris")


def picture(page: Page, name: str) -> None:
    """A picture of the page, where somebody wants to look at it."""
    folder = os.environ.get("GAMELOG_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def fits(page: Page) -> None:
    """Nothing scrolls sideways, and everything that is tapped is large enough for a thumb."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    assert page.evaluate(SMALL) == [], page.url


def test_a_phone_enters_a_battle_in_russian(phone: Page, ada: User, boris: User) -> None:
    login(phone)
    phone.goto("/record/")
    phone.get_by_role("link", name="Битва уже закончилась: внести её с бумаги").click()
    picture(phone, "paper-systems-phone")
    phone.get_by_role("link", name="Kill Team (2018)").click()
    expect(phone.locator("#side-a h2")).to_have_text("Вы")
    fits(phone)
    picture(phone, "paper-empty-phone")
    expect(phone.get_by_label("Имя", exact=True).first).to_be_hidden()
    # A roster's units are shown as soon as it is chosen.
    phone.locator("#side-a summary").tap()
    phone.locator("#side-a select").select_option(index=1)
    expect(phone.locator("#side-a .paper-units")).to_be_visible()
    phone.locator("#side-a .paper-units input").first.fill("1")
    phone.locator("#side-b input[name=b_player]").fill("boris")
    expect(phone.locator(".paper-round").first.locator("label").nth(1)).to_have_text("boris")
    first = phone.locator(".paper-round").first
    for _point in range(3):
        first.get_by_role("button", name="На очко больше").first.tap()
    first.get_by_role("button", name="На очко меньше").first.tap()
    phone.get_by_role("button", name="Раундом больше").tap()
    expect(phone.locator(".paper-round")).to_have_count(5)
    phone.locator("input[name=b_round_5]").fill("4")
    expect(phone.locator(".paper-total")).to_contain_text("2 : 4")
    fits(phone)
    picture(phone, "paper-filled-phone")
    phone.get_by_role("button", name="Внести эту битву").tap()
    expect(phone.get_by_text("поэтому ничего не проверено")).to_be_visible()
    fits(phone)
    picture(phone, "sheet-phone")
    battle = selectors.state_of(Sheet.objects.get()).battle
    assert battle.rounds == ((2, 0), (0, 0), (0, 0), (0, 0), (0, 4)) and battle.won == "b"
    phone.goto("/me/")
    expect(phone.locator("#sheets + ul li")).to_contain_text(["2 : 4"])
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(phone, "me-phone")


def entered_by_ada(page: Page) -> None:
    login(page)
    page.goto("/record/paper/?ruleset=kt")
    page.get_by_label("Or the user name here").last.fill("boris")
    page.locator("input[name=a_round_1]").fill("5")
    page.get_by_label("Note (optional)").fill("On the terrace.")
    page.locator("#side-b summary").click()
    page.get_by_label("Units lost").last.fill("3/10 Archers\nCaptain")
    page.get_by_role("button", name="Enter this battle").click()
    expect(page.get_by_text("nothing was verified")).to_be_visible()


def test_the_other_side_corrects_and_both_agree(desk: Page, ada: User, boris: User) -> None:
    entered_by_ada(desk)
    desk.context.clear_cookies()
    login(desk, "boris", "demo-boris")
    desk.goto("/me/")
    desk.get_by_role("link", name="ada – boris").click()
    picture(desk, "sheet-desk")
    desk.get_by_role("link", name="Correct the sheet").click()
    expect(desk.locator("#score label").first).to_have_text("ada")
    desk.locator("input[name=b_round_1]").fill("5")
    desk.get_by_label("What was wrong?").fill("I had five, too.")
    picture(desk, "correct-desk")
    desk.get_by_role("button", name="Save correction").click()
    expect(desk.get_by_text("A draw.")).to_be_visible()
    desk.context.clear_cookies()
    login(desk)
    desk.goto(f"/sheets/{Sheet.objects.get().pk}/")
    desk.get_by_role("button", name="Yes, that is how it was").click()
    expect(desk.locator("h1 + .sheet-standing")).to_have_text("confirmed by both sides")
    picture(desk, "sheet-confirmed-desk")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(desk: Page, ada: User, boris: User, scheme: Any) -> None:
    desk.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    entered_by_ada(desk)
    sheet = Sheet.objects.get()
    found = {}
    for address in ("/record/paper/", "/record/paper/?ruleset=cod", f"/sheets/{sheet.pk}/",
                    f"/sheets/{sheet.pk}/correct/", "/me/"):  # fmt: skip
        desk.goto(address)
        for each in desk.locator("main summary").all():
            each.click()
        found[address] = violations(desk)
    desk.goto("/record/paper/?ruleset=kt")
    desk.locator("#side-a summary").click()
    desk.locator("#side-a select").select_option(index=1)
    desk.locator("#side-a .paper-units").wait_for()
    desk.get_by_label("I played this side").uncheck()
    picture(desk, f"paper-units-desk-{scheme}")
    desk.get_by_role("button", name="Enter this battle").click()
    expect(desk.locator("#score [role=alert]")).to_be_visible()
    found["refused"] = violations(desk)
    picture(desk, f"paper-refused-desk-{scheme}")
    assert not {address: each for address, each in found.items() if each}
