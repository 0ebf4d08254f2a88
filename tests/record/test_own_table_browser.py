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


def test_a_ready_table_is_changed_with_the_keyboard_alone(desk: Page, ada: User) -> None:
    login(desk)
    desk.goto("/record/?ruleset=necro")
    change = desk.locator("[data-change=gantry]")
    # It is shown once the script of the table has come.
    expect(change).to_be_visible()
    change.press("Enter")
    expect(desk.locator("input[value=own]")).to_be_checked()
    expect(desk.locator(".own-list li")).to_have_count(15)
    expect(desk.locator(".own-stage")).to_be_focused()
    # Without a pointer a piece is placed in the middle, and chosen.
    desk.locator(".own-palette [data-kind=door]").press("Enter")
    expect(desk.locator(".own-piece legend")).to_have_text("Door 1")
    stage = desk.locator(".own-stage")
    for key in ("ArrowLeft", "Shift+ArrowDown", "r", "+"):
        stage.press(key)
    values = {name: desk.locator(f"#own-piece-{name}").input_value() for name in ("x", "y", "width", "turn")}
    assert values == {"x": "17.5", "y": "21", "width": "3", "turn": "45"}
    desk.locator(".own-palette [data-kind=terminal]").press("Enter")
    expect(desk.locator("#own-piece-of option:checked")).to_have_text("Door 1")
    # Numbers that cannot be are objected to in words, beside a way to the piece.
    desk.locator("#own-piece-x").fill("40")
    desk.locator("#own-piece-x").press("Tab")
    expect(desk.locator(".own [role=alert]")).to_contain_text("Terminal 1 would hang over the edge of the table")
    desk.get_by_role("button", name="Undo").press("Enter")
    expect(desk.locator(".own [role=alert]")).to_have_count(0)
    # A piece that loses the door loses what belongs to it.
    desk.locator("[data-piece=t16]").press("Enter")
    stage.press("Delete")
    expect(desk.locator(".own [role=alert]")).to_contain_text("Terminal 1: choose the door that it belongs to.")
    desk.get_by_role("button", name="Undo").press("Enter")
    desk.locator("#own-zones").select_option("corners")
    expect(desk.locator(".own-stage .zone")).to_have_count(2)
    shown = outlines(desk)
    desk.get_by_role("button", name="Open the table").press("Enter")
    expect(desk.get_by_role("heading", name="The table is open")).to_be_visible()
    table = selectors.position_at(Game.objects.get(), 1).table
    assert {piece.id: [list(corner) for corner in piece.outline] for piece in table.terrain} == shown
    assert [piece.name for piece in table.terrain[-2:]] == ["Door 1", "Terminal 1: t16"]
    assert [zone.id for zone in table.zones] == ["south-west", "north-east"]


def test_a_mouse_drags_and_a_larger_piece_is_seen_at_once(desk: Page, ada: User) -> None:
    login(desk)
    desk.goto("/record/?ruleset=wh40k")
    desk.locator("input[value=own]").check()
    desk.locator(".own-palette [data-kind=ruin]").click()
    desk.mouse.click(*at(desk, 2000, 2000))
    start, end = at(desk, 2000, 2000), at(desk, 3000, 2400)
    desk.mouse.move(*start)
    desk.mouse.down()
    desk.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    desk.mouse.move(*end)
    desk.mouse.up()
    expect(desk.locator("#own-piece-x")).to_have_value("30")
    expect(desk.locator("#own-piece-y")).to_have_value("24")
    desk.get_by_role("button", name="Bigger").click()
    expect(desk.locator("[data-piece=t1]")).to_have_text("Ruin 1: 9″ × 7″, at 30″, 24″")
    desk.get_by_role("button", name="Copy").click()
    expect(desk.locator(".own-list li")).to_have_count(2)
    desk.get_by_role("button", name="Delete").click()
    desk.get_by_role("button", name="Clear the table").click()
    expect(desk.locator(".own-stage [data-terrain]")).to_have_count(0)
    for _ in range(4):
        desk.get_by_role("button", name="Undo").click()
    expect(desk.locator("[data-piece=t1]")).to_have_text("Ruin 1: 8″ × 6″, at 30″, 24″")
    desk.locator("#own-size").select_option("48x48")
    assert outlines(desk)["t1"] == [[2600, 2100], [3400, 2100], [3400, 2700], [2600, 2700]]


def test_without_scripts_the_choice_says_what_it_needs_and_the_others_work(
    browser: Any, live_server: Any, ada: User
) -> None:
    context = browser.new_context(
        base_url=live_server.url, java_script_enabled=False, locale="en-GB", viewport={"width": 1280, "height": 800}
    )
    page = context.new_page()
    login(page)
    page.goto("/record/?ruleset=kt")
    expect(page.locator("input[value=own]")).to_be_disabled()
    expect(page.get_by_text("Drawing a table needs JavaScript, which is off in this browser.")).to_be_visible()
    expect(page.locator("[data-change]").first).to_be_hidden()
    expect(page.locator("#id_keep_name")).to_be_hidden()
    page.locator("input[value=chapel]").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="The table is open")).to_be_visible()
    assert selectors.position_at(Game.objects.get(), 1).table.terrain[0].name == "Nave wall"
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_while_a_table_is_drawn_or_kept(desk: Page, ada: User, scheme: Any) -> None:
    complaints: list[str] = []
    loud = ("error", "warning")
    desk.on("console", lambda message: complaints.append(message.text) if message.type in loud else None)
    desk.on("pageerror", lambda error: complaints.append(str(error)))
    desk.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    login(desk)
    desk.goto("/record/?ruleset=wh40k")
    found = {}
    desk.locator("[data-change=crossroads]").click()
    desk.locator("[data-piece=t3]").click()
    expect(desk.locator(".own-piece")).to_be_visible()
    found["piece"] = violations(desk)
    picture(desk, f"own-desk-{scheme}")
    desk.locator("#own-piece-x").fill("100")
    desk.locator("#own-piece-x").press("Tab")
    expect(desk.locator(".own [role=alert]")).to_be_visible()
    desk.locator(".own-palette [data-kind=ruin]").click()
    found["wrong"] = violations(desk)
    desk.locator("[data-do=disarm]").click()
    desk.get_by_role("button", name="Undo").click()
    expect(desk.locator(".own [role=alert]")).to_have_count(0)
    desk.locator("#id_keep_name").fill("Crossroads by the mill")
    desk.get_by_role("button", name="Save now").click()
    expect(desk.get_by_text("Saved as “Crossroads by the mill”.")).to_be_visible()
    found["kept"] = violations(desk)
    desk.get_by_role("link", name="My tables: rename or delete").click()
    desk.get_by_text("Rename or delete").click()
    found["tables"] = violations(desk)
    picture(desk, f"own-tables-{scheme}")
    desk.get_by_role("link", name="Begin a battle on it").click()
    expect(desk.get_by_label("Crossroads by the mill")).to_be_checked()
    assert not {where: each for where, each in found.items() if each}
    assert complaints == []
