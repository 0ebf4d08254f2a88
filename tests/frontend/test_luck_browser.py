"""The luck of a battle in a real browser: its row and pins, a step, the end card, and asking for it."""

from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from frontend.games import battle_luck as words
from frontend.games import seats
from gamelog.games import battle_luck
from gamelog.games.models import Game
from tests.frontend.test_course_browser import opened
from tests.frontend.test_pages_browser import violations

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battle_luck, "MOST_WAYS", 40)


def test_its_row_is_the_engines_and_its_pins_lead_to_their_steps(desk: Page, honest: Game) -> None:
    battle_luck.rebuild(honest)
    found = battle_luck.counted(honest)
    assert found
    names = seats.names(honest)
    opened(desk, honest, "#1")
    expect(desk.locator(".luck-row .luck-area").first).to_be_attached()
    curve = dict(words.curve([each for each in found.rolls if each.swing], tuple(names)))
    for number in [*curve][:: max(1, len(curve) // 5)]:
        desk.evaluate("n => { location.hash = '#' + n }", number)
        expect(desk.locator(f'.replay[data-step="{number}"] [data-luck="{curve[number]}"]')).to_be_visible()
    assert "luck" in (desk.get_by_role("slider").get_attribute("aria-valuetext") or "")
    pins = [int(each.get_attribute("data-luck-pin") or 0) for each in desk.locator(".luck-pin").all()]
    assert pins == [roll.number for roll in words.extremes([each for each in found.rolls if each.swing])]
    desk.locator(".luck-pin").first.click()
    expect(desk.locator(f'.replay[data-step="{pins[0]}"]')).to_be_visible()
    desk.locator(".luck-pin").last.focus()
    desk.keyboard.press("Enter")
    expect(desk.locator(f'.replay[data-step="{pins[-1]}"]')).to_be_visible()
    assert violations(desk) == []


def test_a_step_says_how_lucky_it_was_with_all_its_results(desk: Page, honest: Game) -> None:
    battle_luck.rebuild(honest)
    found = battle_luck.counted(honest)
    assert found
    roll = next(each for each in found.rolls if words.kind(each) == "lucky")
    opened(desk, honest, f"#{roll.number}")
    expect(desk.locator("[data-step-luck]")).to_have_text(words.called(roll))
    expect(desk.locator(".results-bar .result-happened")).to_be_attached()
    expect(desk.locator(".results-named .happened")).to_have_count(1)
    left = next(each.number for each in found.rolls if not each.swing)
    desk.evaluate("n => { location.hash = '#' + n }", left)
    expect(desk.locator(".step-luck")).to_contain_text("too many ways")


def test_the_end_has_the_luck_of_both_sides_and_names_what_is_left_out(desk: Page, phone: Page, honest: Game) -> None:
    battle_luck.rebuild(honest)
    found = battle_luck.counted(honest)
    assert found
    opened(desk, honest, "#9999")
    card = desk.locator(".luck-card")
    expect(card.locator("[data-luck-side]")).to_have_count(2)
    for side, total in found.totals.items():
        shown = card.locator(f"[data-luck-side={side}]")
        expect(shown).to_contain_text(words._total(side, total)["t"])
        expect(shown).to_contain_text("lucky by")
    left = [each.number for each in found.rolls if not each.swing]
    expect(card.locator("summary")).to_contain_text(f"{len(left)} of {len(found.rolls)} rolls")
    card.locator("summary").click()
    assert violations(desk) == []
    card.locator(".luck-left [data-luck-jump]").first.click()
    expect(desk.locator(f'.replay[data-step="{left[0]}"]')).to_be_visible()
    opened(phone, honest, "#9999")
    expect(phone.locator(".luck-card")).to_contain_text("учтено бросков")
    expect(phone.locator(".luck-card summary")).to_contain_text("слишком много исходов")
    assert phone.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert violations(phone) == []


def test_it_is_said_that_it_is_being_counted_and_shown_when_it_is_there(desk: Page, honest: Game) -> None:
    opened(desk, honest, "#9999")
    expect(desk.locator(".luck-card")).to_contain_text(f"Luck is being counted: 0 of {honest.number} steps")
    expect(desk.locator(".luck-row")).to_have_count(0)
    battle_luck.rebuild(honest)
    expect(desk.locator(".luck-card [data-luck-side]")).to_have_count(2, timeout=20_000)
    expect(desk.locator(".luck-row")).to_be_attached()
    expect(desk.locator(".luck-card [role=status]")).to_have_count(0)


def test_whoever_watches_may_have_it_counted(desk: Page, honest: Game) -> None:
    """Nobody has had this battle verified, so nothing comes of itself."""
    honest.reports.all().delete()
    opened(desk, honest, "#9999")
    desk.get_by_role("button", name="Count the luck").click()
    expect(desk.locator(".luck-card [data-luck-side]")).to_have_count(2, timeout=20_000)
    expect(desk.get_by_role("button", name="Count the luck")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_a_phone_has_the_curve_below_its_graph(
    phone: Page, honest: Game, size: tuple[int, int], scheme: Literal["light", "dark"]
) -> None:
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.emulate_media(color_scheme=scheme)
    opened(phone, honest, "#120")
    before = _heights(phone)
    battle_luck.rebuild(honest)
    opened(phone, honest, "#120")
    expect(phone.locator(".luck-row .luck-area").first).to_be_attached()
    expect(phone.locator(".luck-row text")).to_have_text("удача")
    after = _heights(phone)
    # The graph grows by the row, and is no less easily touched; the buttons stay as large as they were.
    assert after["graph"] == pytest.approx(before["graph"] + 20, abs=1) and after["graph"] >= 44
    assert after["buttons"] == before["buttons"]
    row, frame = phone.locator(".luck-row").bounding_box(), phone.locator(".course-drawn").bounding_box()
    assert row and frame and row["y"] + row["height"] <= frame["y"] + frame["height"] + 1
    # Nothing lies on the handle of the story.
    handle, controls = (phone.locator(each).first.bounding_box() for each in (".story-handle", ".controls"))
    assert handle and controls and handle["y"] + handle["height"] <= controls["y"] + 1
    assert controls["y"] + controls["height"] == pytest.approx(size[1], abs=2)
    assert phone.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert violations(phone) == []


def _heights(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("""() => ({
      graph: document.querySelector(".course-drawn").getBoundingClientRect().height,
      buttons: [...document.querySelectorAll(".buttons button")].map((one) => one.getBoundingClientRect().height) })""")
    return found
