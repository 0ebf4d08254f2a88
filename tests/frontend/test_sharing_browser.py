"""A battle on a page of another site, and a link to a step, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gamelog.games.models import Game
from tests.frontend.test_pages_browser import violations
from tests.other_site import OtherSite

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_replay_plays_in_a_frame_of_another_site(
    desk: Page, honest: Game, club_site: OtherSite, live_server: Any
) -> None:
    desk.goto(f"/games/{honest.pk}/share/?step=40")
    code = desk.get_by_label("Embed on your site").input_value()
    assert code.startswith("<iframe ") and "\n" not in code
    desk.goto(club_site.page(code))
    frame = desk.frame_locator("iframe")
    expect(frame.locator('.replay[data-step="40"]')).to_be_visible()
    frame.locator("button.forward").click()
    expect(frame.locator('.replay[data-step="41"]')).to_be_visible()
    assert frame.locator(".framed-head a").get_attribute("target") == "_blank"


def test_a_link_opens_at_its_step(desk: Page, honest: Game) -> None:
    desk.goto(f"/games/{honest.pk}/?step=33")
    expect(desk.locator('.replay[data-step="33"]')).to_be_visible()
    desk.locator(".now-tools a.share").click()
    expect(desk.get_by_label("Link to this step")).to_have_value(
        f"{desk.url.split('/games/')[0]}/games/{honest.pk}/?step=33"
    )
    expect(desk.locator(".share-picture")).to_be_visible()
    desk.wait_for_function("() => document.querySelector('.share-picture').naturalWidth === 1200")
    assert violations(desk) == []


@pytest.mark.parametrize("step", ["99999", "x"])
def test_a_link_to_no_step_opens_all_the_same(desk: Page, honest: Game, step: str) -> None:
    desk.goto(f"/games/{honest.pk}/?step={step}")
    expect(desk.locator(".replay")).to_be_visible()
