"""The story beside the table: by keyboard alone, about one model, on a phone, and for those who do not want to know."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gamelog.games.models import Game
from rules.gamefile import GameFile
from tests.frontend.test_pages_browser import violations
from tests.frontend.test_replay_browser import opened

pytestmark = pytest.mark.django_db(transaction=True)

SHOWN = "Number(document.querySelector('.replay').dataset.step)"
TOLD = "[...document.querySelectorAll('.steplist .act-card')].map(each => Number(each.dataset.step))"
FOCUSED = "Number(document.activeElement?.dataset.step ?? 0)"


def all_told(page: Page, game: Game) -> list[int]:
    """The steps that the cards tell, once all cards of the battle are there."""
    expect(page.locator(".steplist .activation").last).to_have_attribute("data-to", str(game.number))
    return list(page.evaluate(TOLD))


def test_by_keyboard_alone(desk: Page, honest: Game) -> None:
    opened(desk, honest, "#60")
    told = all_told(desk, honest)
    assert desk.locator('.steplist [tabindex="0"]').count() == 1
    desk.locator(".story-head .veil").focus()
    desk.keyboard.press("Tab")
    here = desk.evaluate(FOCUSED)
    assert here in told or here == 60
    desk.keyboard.press("Tab")
    assert desk.evaluate("!document.activeElement.closest('.steplist')"), "the list is one stop"
    desk.keyboard.press("Shift+Tab")
    desk.keyboard.press("Home")
    assert desk.evaluate(FOCUSED) == told[0]
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowDown")
    assert desk.evaluate(FOCUSED) == told[2]
    desk.keyboard.press("Enter")
    assert desk.evaluate(SHOWN) == told[2]
    desk.keyboard.press("End")
    assert desk.evaluate(FOCUSED) in (told[-1], honest.number)
    assert violations(desk) == []


def test_steps_and_plays_by_activation(desk: Page, honest: Game) -> None:
    opened(desk, honest, "#60")
    quiet = desk.locator(".activation.of-quiet .act-card")
    told = [step for step in all_told(desk, honest) if step > 60]
    passed_over = {int(each.get_attribute("data-step") or 0) for each in quiet.all()}
    wanted = [step for step in told if step not in passed_over]
    for step in wanted[:4]:
        desk.keyboard.press("Shift+ArrowRight")
        assert desk.evaluate(SHOWN) == step
    desk.keyboard.press("Shift+ArrowLeft")
    assert desk.evaluate(SHOWN) == wanted[2]
    desk.get_by_role("button", name="Speed").click()
    desk.get_by_role("button", name="Speed").click()
    desk.get_by_role("button", name="Play", exact=True).click()
    expect(desk.locator(f'.replay[data-step="{wanted[3]}"]')).to_be_visible()
    expect(desk.locator(f'.replay[data-step="{wanted[4]}"]')).to_be_visible()
    desk.keyboard.press("2")
    expect(desk.locator('.replay[data-round="2"]')).to_be_visible()


def test_one_tap_on_the_table_makes_it_the_story_of_one(desk: Page, honest: Game, honest_file: GameFile) -> None:
    shot = next(e for e in honest_file.events if e.action.__struct_config__.tag == "shoot")
    opened(desk, honest, f"#{shot.number}")
    everybody = all_told(desk, honest)
    desk.locator(f'.model[data-id="{shot.action.model}"]').click()
    chip = desk.locator(".story-head .only")
    expect(chip).to_be_visible()
    own = desk.evaluate(TOLD)
    assert shot.number in own and 0 < len(own) < len(everybody)
    assert violations(desk) == []
    chip.focus()
    desk.keyboard.press("Enter")
    expect(chip).to_have_count(0)
    assert all_told(desk, honest) == everybody
    desk.locator('.of-side [data-of="b"]').click()
    signs = desk.locator(".steplist .activation > .act-card > .sign")
    expect(signs.first).to_be_visible()
    assert set(signs.evaluate_all("all => all.map(each => each.classList[1])")) == {"amber"}


def test_what_is_ahead_can_be_hidden_and_stays_so(desk: Page, honest: Game) -> None:
    opened(desk, honest, "#60")
    all_told(desk, honest)
    expect(desk.locator(".game-head .came")).to_be_visible()
    desk.get_by_role("button", name="Hide upcoming steps").click()
    last = desk.locator(".steplist .activation:visible").last
    assert int(last.get_attribute("data-from") or 0) <= 60
    expect(desk.locator(".game-head .came")).to_be_hidden()
    assert desk.locator(".course-ahead").evaluate("each => getComputedStyle(each).opacity") == "1"
    desk.reload()
    expect(desk.locator(".replay.veiled")).to_be_visible()
    expect(desk.locator(".game-head .came")).to_be_hidden()


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_a_phone_has_the_story_in_a_sheet(phone: Page, tampered: Game, size: tuple[int, int]) -> None:
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    opened(phone, tampered, "#93")
    assert phone.locator(".act-card").count() == 0, "nothing is made that nobody sees"
    handle = phone.get_by_role("button", name="Ход битвы")
    handle.click()
    expect(handle).to_have_attribute("aria-expanded", "true")
    expect(phone.locator(".steplist [aria-current]")).to_be_in_viewport()
    expect(phone.locator("svg.board")).to_be_in_viewport()
    assert violations(phone) == []
    wide: Any = phone.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0]
    # The rest of the cards is still being put in place: a card is named by its step.
    number = next(each for each in phone.evaluate(TOLD) if each > 93)
    phone.locator(f'.act-card[data-step="{number}"]').click()
    expect(phone.locator(f'.replay[data-step="{number}"]')).to_be_visible()
