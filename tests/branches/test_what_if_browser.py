"""What-ifs in a browser: another target, other dice, on with the engine and in the recorder, the link to it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

import rules
from gamelog.branches.models import Branch, EngineRun
from gamelog.games import selectors as log
from gamelog.games.models import Game
from tests.branches.test_what_if_pages import step_of
from tests.conftest import ENGLISH_DESK, RUSSIAN_PHONE
from tests.frontend.following import cookie
from tests.frontend.test_pages_browser import violations
from tests.record.fingers import Fingers

pytestmark = pytest.mark.django_db(transaction=True)
DARK_PHONE = {**RUSSIAN_PHONE, "color_scheme": "dark"}
Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Any, live_server: Any) -> Iterator[Visit]:
    """A browser of somebody's own; nobody's without a user."""
    contexts: list[BrowserContext] = []

    def opened(user: User | None, device: dict[str, Any] = ENGLISH_DESK) -> Page:
        context = browser.new_context(base_url=live_server.url, **device)
        contexts.append(context)
        if user is not None:
            value = cookie(user)["Cookie"].split("=", 1)[1]
            context.add_cookies([{"name": "sessionid", "value": value, "url": live_server.url}])
        page: Page = context.new_page()
        page.emulate_media(reduced_motion="reduce")
        return page

    yield opened
    for context in contexts:
        context.close()


def look(page: Page, name: str) -> None:
    """No findings of axe; a picture if somebody wants to see the page."""
    assert violations(page) == [], name
    if os.environ.get("GAMELOG_PICTURES"):
        page.screenshot(path=f"{os.environ['GAMELOG_PICTURES']}/{name}.png")


def at_step(page: Page, game: Game, step: int) -> None:
    page.goto(f"/games/{game.pk}/#{step}")
    expect(page.locator(f".replay[data-step='{step}']")).to_be_visible()


def test_other_dice_with_the_odds_beside_them_and_on_in_the_recorder(
    battle: Game, people: SimpleNamespace, visit: Visit
) -> None:
    step, page = step_of("kt"), visit(people.carol)
    at_step(page, battle, step)
    page.keyboard.press("?")
    expect(page.locator(".keys")).to_contain_text("What if…")
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    page.get_by_role("link", name="Choose other dice").click()
    look(page, "dice")
    other = page.locator(".chances li:not(.happened) a").first
    text = other.inner_text()
    other.click()
    expect(page.locator(".what-if-outcome")).to_contain_text("Outcome:")
    page.get_by_role("button", name="Begin the what-if").click()
    expect(page.locator(".replay[data-step='2']")).to_be_visible()
    branch = Branch.objects.get()
    (event,) = log.events_of(branch.game, 1)
    assert event.action == log.events_of(battle, step - 1, step)[0].action and not EngineRun.objects.exists()
    assert text and event.dice != log.events_of(battle, step - 1, step)[0].dice
    expect(page.locator(".what-if-banner")).to_contain_text("In the record, round")
    page.get_by_text("Continue", exact=True).click()
    look(page, "branch")
    page.get_by_role("button", name="to the end of the phase").click()
    expect(page.locator(".replay[data-step='3']")).to_be_visible()
    run = EngineRun.objects.get()
    branch.game.refresh_from_db()
    before, after = log.position_at(branch.game, 2), log.position_now(branch.game)
    assert run.done and (before.round, before.phase) != (after.round, after.phase)
    page.get_by_role("link", name="Continue recording").click()
    fingers = Fingers(page)
    fingers.settle()
    expect(page.locator(".what-if-recorder")).to_contain_text("What if", ignore_case=True)
    page.locator(".story-button").click()
    expect(page.locator(".record-story li").first).to_contain_text("Take back from here")
    for nobody in ("Dispute", "Call a judge"):
        expect(page.get_by_role("button", name=nobody)).to_have_count(0)
    page.keyboard.press("Escape")
    fingers.step()
    fingers.reach(after_engine := branch.game.number + 1)
    branch.game.refresh_from_db()
    assert branch.game.number >= after_engine and list(rules.verify(battle.rules, log.events_of(branch.game))) == []
    at_step(page, battle, step)
    page.get_by_role("link", name=f"Your what-if at step {step}").click()
    expect(page.locator(".what-if-banner")).to_be_visible()


def test_another_target_and_somebody_else_opens_the_link(
    played: Callable[..., Game], people: SimpleNamespace, visit: Visit
) -> None:
    """The 9th Age on a dark phone, in Russian."""
    game, step, page = played("t9a"), step_of("t9a"), visit(people.carol, DARK_PHONE)
    at_step(page, game, step)
    page.locator("a.what-if").click()
    look(page, "choices")
    page.get_by_role("link", name="Выбрать другую цель").click()
    look(page, "targets")
    page.locator(".what-if-others li:not(.recorded) a").first.click()
    page.get_by_role("button", name="Пусть бросит движок", exact=True).click()
    expect(page.locator(".replay[data-step='2']")).to_be_visible()
    branch = Branch.objects.get()
    look(page, "what-if")
    other = visit(None)
    other.goto(f"/games/{branch.pk}/#2")
    expect(other.locator(".what-if-banner")).to_contain_text("a what-if by carol")
    expect(other.get_by_text("Continue", exact=True)).to_have_count(0)
    other.get_by_role("link", name="The battle itself").click()
    expect(other.locator(f".replay[data-step='{step}']")).to_be_visible()


def test_who_is_not_logged_in_comes_back_to_the_step(battle: Game, visit: Visit) -> None:
    page = visit(None)
    at_step(page, battle, 60)
    page.locator("a.what-if").click()
    look(page, "log-in")
    page.locator("main").get_by_role("link", name="Log in").click()
    page.get_by_label("Username").or_(page.get_by_label("Login")).first.fill("carol")
    page.get_by_label("Password").fill("demo-carol")
    page.locator("main").get_by_role("button").first.click()
    expect(page.get_by_role("heading", name="Play on from here yourself")).to_be_visible()
    assert page.url.endswith(f"/games/{battle.pk}/what-if/?step=60")
