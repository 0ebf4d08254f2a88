"""The course of a battle in a real browser: its numbers, scrubbing by pointer and keys, its pins, the end."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rules
from gamelog.games.models import Game
from rules import gamefile, scoresheet
from rules.gamefile import GameFile
from tests.frontend.test_pages_browser import violations
from tests.playthroughs import SYSTEMS

pytestmark = pytest.mark.django_db(transaction=True)


def opened(page: Page, game: Game, at: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/games/{game.pk}/{at}")
    expect(page.locator(".course-line").first).to_be_visible()


def step_of(page: Page) -> int:
    return int(page.locator(".replay").get_attribute("data-step") or 0)


def numbers(page: Page, selector: str, name: str) -> dict[str, int]:
    """The numbers of a kind on the page, by side."""
    found: dict[str, int] = page.evaluate(
        """([selector, name]) => Object.fromEntries([...document.querySelectorAll(selector)].map(
            (each) => [each.dataset[name] || each.closest("[data-side]").dataset.side,
                       Number(each.textContent.replace("−", "-"))]))""",
        [selector, name],
    )
    return found


def test_its_numbers_are_the_engines(desk: Page, kt: rules.Ruleset, honest: Game, honest_file: GameFile) -> None:
    opened(desk, honest, "#1")
    state = rules.fold(kt, [])
    for event in honest_file.events:
        rules.evolve(state, event)
        if event.number % 20 and event.number != len(honest_file.events):
            continue
        desk.evaluate("n => { location.hash = '#' + n }", event.number)
        expect(desk.locator(f'.replay[data-step="{event.number}"]')).to_be_visible()
        held = scoresheet.standings(kt, state)
        if state.round:
            assert numbers(desk, "[data-score]", "none") == {side: now.score for side, now in held.items()}
        for measure in ("score", "points", "models"):
            desk.locator(f"[data-measure='{measure}']").click()
            shown = numbers(desk, "[data-course]", "course")
            assert shown == {side: getattr(now, measure) for side, now in held.items()}, (event.number, measure)


def test_it_is_scrubbed_by_pointer_and_by_keys_and_a_tap_means_a_pin(desk: Page, honest: Game) -> None:
    opened(desk, honest, "#1")
    last = int(desk.get_by_role("slider").get_attribute("max") or 0)
    box: Any = desk.locator(".course-drawn").bounding_box()
    across, down = box["y"] + 40, box["width"] - 18
    desk.mouse.move(box["x"] + 9, across)
    desk.mouse.down()
    desk.mouse.move(box["x"] + 9 + down / 2, across, steps=5)
    desk.mouse.up()
    assert abs(step_of(desk) - (1 + last) / 2) <= 2
    desk.get_by_role("slider").focus()
    here = step_of(desk)
    desk.keyboard.press("ArrowRight")
    expect(desk.locator(f'.replay[data-step="{here + 1}"]')).to_be_visible()
    pins = desk.locator(".pin.fallen")
    pin = pins.nth(pins.count() // 2)
    at: Any = pin.bounding_box()
    desk.mouse.click(at["x"] + at["width"] / 2 + 2, box["y"] + 40)
    number = int(pin.get_attribute("data-pin") or 0)
    expect(desk.locator(f'.replay[data-step="{number}"]')).to_be_visible()
    desk.mouse.move(box["x"] + 9 + down / 4, across)
    expect(desk.locator(".course-now b").first).to_have_text(str(round(1 + (last - 1) / 4)))


def test_the_end_says_how_it_was_decided_and_leads_to_what_decided(desk: Page, phone: Page, honest: Game) -> None:
    opened(desk, honest, "#1")
    expect(desk.locator(".end-card")).to_have_count(0)
    desk.keyboard.press("End")
    card = desk.locator(".end-card")
    expect(card).to_contain_text("won")
    expect(card).to_contain_text("points")
    rows = card.locator(".end-rounds tbody tr")
    assert rows.count() == 4
    assert violations(desk) == []
    moments = [int(each.get_attribute("data-moment") or 0) for each in card.locator("[data-moment]").all()]
    assert moments == sorted(moments)
    assert 1 <= len(moments) <= 3
    card.locator("[data-moment]").first.click()
    expect(desk.locator(f'.replay[data-step="{moments[0]}"]')).to_be_visible()
    expect(desk.locator(".end-card")).to_have_count(0)
    opened(phone, honest, "#9999")
    expect(phone.locator(".end-card")).to_contain_text("Ключевые моменты")
    assert phone.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert violations(phone) == []


def test_a_key_moment_that_nobody_declared_is_told_as_what_it_is(desk: Page, phone: Page, stored: Any) -> None:
    """In a city fight for flags, the turns end with what decides it."""
    game = stored(gamefile.loads((SYSTEMS["cod"].folder / "mire-foundry-2.jsonl").read_bytes(), rules.load))
    opened(desk, game, "#9999")
    told = [each.inner_text() for each in desk.locator("[data-moment]").all()]
    assert "Round 1 End of the turn of Foundry Train: Mire Court scores 1" in [" ".join(each.split()) for each in told]
    assert not any("nothing more to do" in each for each in told)
    opened(phone, game, "#9999")
    expect(phone.locator(".end-moments")).to_contain_text("Конец хода: Foundry Train: Mire Court: +1")
