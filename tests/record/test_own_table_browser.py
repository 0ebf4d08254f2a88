"""A table of one's own is drawn with taps on a phone, with the keyboard on a desk, and the battle begins on it."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from gamelog.games import selectors, services
from gamelog.games.models import Game, OwnTable
from tests.frontend.test_pages_browser import login, violations
from tests.record.conftest import FILES
from tests.record.test_record_browser import picture

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ada() -> User:
    """Ada with lists of three systems."""
    user = User.objects.create_user("ada", password="demo-ada")
    for system in ("kt", "wh40k", "necro"):
        for file in FILES[system]:
            services.roster_import(owner=user, data=file.read_bytes(), name=file.name)
    return user


def at(page: Page, x: int, y: int) -> tuple[float, float]:
    """Where a place of the table is drawn, in pixels of the window."""
    page.locator(".own-stage").scroll_into_view_if_needed()
    found = page.locator(".own-stage svg").evaluate(
        """(drawn, place) => {
            drawn.scrollIntoView({ block: "center" });
            const at = new DOMPoint(...place).matrixTransform(drawn.getScreenCTM());
            return [at.x, at.y]; }""",
        [x, y],
    )
    return found[0], found[1]


def place(page: Page, kind: str, x: int, y: int) -> None:
    """Two taps: the piece, and where it goes."""
    page.locator(f".own-palette [data-kind={kind}]").tap()
    page.touchscreen.tap(*at(page, x, y))
    expect(page.locator(".own-piece")).to_be_visible()


def outlines(page: Page) -> dict[str, list[list[int]]]:
    """The outlines of the pieces as they are drawn, by id."""
    drawn = page.locator(".own-stage [data-terrain]").evaluate_all(
        "all => all.map(each => [each.dataset.terrain, each.querySelector('.body').getAttribute('points')])"
    )
    return {key: [[int(n) for n in point.split(",")] for point in points.split()] for key, points in drawn}


def test_a_table_is_drawn_with_taps_on_a_phone_and_the_battle_begins_on_it(phone: Page, ada: User) -> None:
    login(phone)
    phone.goto("/record/?ruleset=kt")
    phone.locator("input[value=own]").check()
    place(phone, "container", 900, 700)
    phone.locator("[data-do=turn]").tap()
    place(phone, "wall", 1200, 1500)
    # A finger moves the piece that is chosen; anywhere else it scrolls the page.
    start, end = at(phone, 1200, 1500), at(phone, 1300, 1500)
    touch = phone.context.new_cdp_session(phone)
    steps = [start, ((start[0] + end[0]) / 2, start[1]), end]
    for kind, places in (("touchStart", steps[:1]), ("touchMove", steps[1:2]), ("touchMove", steps[2:])):
        points = [{"x": x, "y": y} for x, y in places]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(phone.locator("#own-piece-x")).to_have_value("13")
    picture(phone, "own-phone")
    phone.locator("[data-do=mirror]").tap()
    expect(phone.locator(".own-list li")).to_have_count(4)
    phone.locator("#id_keep_name").fill("Двор")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    shown = outlines(phone)
    phone.get_by_role("button", name="Открыть стол").tap()
    expect(phone.get_by_role("heading", name="Стол открыт")).to_be_visible()
    table = selectors.position_at(Game.objects.get(), 1).table
    assert {piece.id: [list(corner) for corner in piece.outline] for piece in table.terrain} == shown
    assert [piece.name for piece in table.terrain] == ["Контейнер 1", "Стена руин 1", "Контейнер 2", "Стена руин 2"]
    assert [zone.id for zone in table.zones] == ["west", "east"]
    assert OwnTable.objects.get().name == "Двор"
