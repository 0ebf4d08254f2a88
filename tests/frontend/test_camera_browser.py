"""The camera of the replay: it goes to an act where models are small, can be held, and keeps still on request.

And the stage around it: names, the whole screen, and what is on the screen at once.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rules
from frontend.games import sentences
from rules.gamefile import GameFile

pytestmark = pytest.mark.django_db(transaction=True)


def moving(file: GameFile) -> int:
    """A step in which somebody moves, in the first round or later."""
    return next(event.number for event in file.events[20:] if sentences.effects(event, "moved"))


def opened(page: Page, game: Any, number: int, motion: Any) -> None:
    page.emulate_media(reduced_motion=motion)
    page.goto(f"/games/{game.pk}/#{number}")
    expect(page.locator(".replay")).to_be_visible()


def test_it_goes_to_the_act_and_back_to_the_whole_table(desk: Page, stored: Any, battles: list[GameFile]) -> None:
    number = moving(battles[2])
    opened(desk, stored(battles[2]), number - 1, "no-preference")
    expect(desk.locator("svg.board.enlarged")).to_have_count(0)
    desk.keyboard.press("ArrowRight")
    expect(desk.locator("svg.board.enlarged")).to_have_count(1)
    desk.get_by_role("button", name="Whole table").click()
    expect(desk.locator("svg.board.enlarged")).to_have_count(0)


def test_it_goes_there_too_if_it_comes_after_the_step(desk: Page, stored: Any, battles: list[GameFile]) -> None:
    """The camera is loaded after the first view: who is quicker than that loses nothing."""
    number = moving(battles[2])
    loading: list[Any] = []
    desk.route("**/camera-*.js", lambda route: loading.append(route))
    with desk.expect_request("**/camera-*.js"):
        opened(desk, stored(battles[2]), number - 1, "no-preference")
    desk.keyboard.press("ArrowRight")
    expect(desk.locator(f'.replay[data-step="{number}"]')).to_be_visible()
    expect(desk.locator("svg.board.enlarged")).to_have_count(0)
    loading[0].continue_()
    expect(desk.locator("svg.board.enlarged")).to_have_count(1)


def test_it_can_be_held(desk: Page, stored: Any, battles: list[GameFile]) -> None:
    number = moving(battles[2])
    opened(desk, stored(battles[2]), number - 1, "no-preference")
    hold = desk.get_by_role("button", name="Hold the camera")
    hold.click()
    expect(hold).to_have_attribute("aria-pressed", "true")
    desk.keyboard.press("ArrowRight")
    # By the end of the walk, the camera would have arrived.
    model = sentences.effects(battles[2].events[number - 1], "moved")[0].model
    x, y, _z = rules.fold(rules.load("cod"), battles[2].events[:number]).models[model].at or (0, 0, 0)
    expect(desk.locator(f'.model[data-id="{model}"]')).to_have_attribute("transform", f"translate({x} {y})")
    expect(desk.locator("svg.board.enlarged")).to_have_count(0)
    hold.click()
    expect(desk.locator("svg.board.enlarged")).to_have_count(1)


def test_it_stays_for_who_prefers_less_motion(desk: Page, stored: Any, battles: list[GameFile]) -> None:
    number = moving(battles[2])
    opened(desk, stored(battles[2]), number - 1, "reduce")
    desk.keyboard.press("ArrowRight")
    expect(desk.locator(f'.replay[data-step="{number}"]')).to_be_visible()
    assert desk.locator("svg.board .camera").get_attribute("transform") is None
    assert desk.evaluate("document.getAnimations().length") == 0


def test_names_of_all_by_a_key_and_the_whole_screen_by_a_button(desk: Page, stored: Any, honest_file: GameFile) -> None:
    opened(desk, stored(honest_file), 60, "reduce")
    names = desk.locator(".models .model .name:visible")
    some = names.count()
    desk.keyboard.press("n")
    expect(names).to_have_count(desk.locator(".models .model").count())
    desk.keyboard.press("n")
    expect(names).to_have_count(some)
    desk.get_by_role("button", name="Full screen").click()
    expect(desk.get_by_role("button", name="Full screen")).to_have_attribute("aria-pressed", "true")
    box, window = desk.locator(".replay").bounding_box(), desk.viewport_size
    assert box is not None
    assert window is not None
    assert (box["x"], box["y"], box["width"]) == (0, 0, window["width"])
    buttons = desk.locator(".buttons").bounding_box()
    assert buttons is not None
    assert buttons["y"] + buttons["height"] <= window["height"]


@pytest.mark.parametrize(
    ("width", "height"), [(1440, 900), (2560, 1400), (390, 844), (844, 390), (720, 450), (768, 1024)]
)
def test_the_step_and_its_table_are_on_the_screen(
    desk: Page, stored: Any, honest_file: GameFile, width: int, height: int
) -> None:
    """Without scrolling, on desks, on phones both ways, and at twice the size of a usual desk."""
    desk.set_viewport_size({"width": width, "height": height})
    opened(desk, stored(honest_file), 60, "reduce")
    for part in ("svg.board", ".now-title", ".buttons"):
        box = desk.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= height + 1, part
        assert box["x"] + box["width"] <= width + 1, part
    assert desk.evaluate("document.documentElement.scrollWidth") <= width
