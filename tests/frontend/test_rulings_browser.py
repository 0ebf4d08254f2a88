"""A judge settles a finding: from the report to the desk, the preview, the confirmation, and both lines replayed."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from msgspec.structs import replace
from playwright.sync_api import Page, expect

import rules
from frontend.games.ruling_forms import DRAFT
from gamelog.games import corrections, demo, selectors, services
from gamelog.games.models import Game
from rules.kernel import line
from rules.kernel.effects import Noted
from rules.kernel.rulings import JUDGE, Void
from tests.frontend.test_pages_browser import login, violations
from tests.frontend.test_replay_browser import LOOK, folded

pytestmark = pytest.mark.django_db(transaction=True)

WORDS = {
    "desk": {"rule": "Make a ruling on this step", "amend": "Amend a step", "less": "Remove the last one",
             "confirm": "Make this ruling", "played": "as played", "corrected": "as corrected"},
    "phone": {"rule": "Решение по этому шагу", "amend": "Исправить шаг", "less": "Убрать последнее",
              "confirm": "Вынести решение", "played": "как сыграно",
              "corrected": "с исправлениями"},
}  # fmt: skip


@pytest.fixture
def tampered_demo(db: None) -> Game:
    """The demo as `load_demo` makes it, with its own judge."""
    _honest, tampered = demo.kill_team()
    return tampered


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_judge_settles_a_finding(size: str, request: Any, tampered_demo: Game, kt: rules.Ruleset) -> None:
    game, words = tampered_demo, WORDS[size]
    screen: Page = request.getfixturevalue(size)
    screen.emulate_media(reduced_motion="reduce")
    history = selectors.events_of(game)
    lie = next(event for event in history if event.claim)
    model = lie.claim[0].model

    login(screen, "marshal", "demo-marshal")
    screen.goto(f"/games/{game.pk}/verify/")
    finding = screen.locator(".finding", has=screen.locator(f'a[href$="#{lie.number}"]'))
    finding.get_by_role("link", name=words["rule"]).click()
    expect(screen.locator("[name=steps]")).to_have_value(str(lie.number))
    screen.get_by_role("link", name=words["amend"], exact=True).click()
    claimed = screen.locator('[name="/claim/0/out"]')
    expect(claimed).to_have_value("yes")
    assert screen.locator("[name=rule]").input_value() in kt.clauses
    expect(screen.locator("ruling-desk")).not_to_have_attribute("aria-busy", "true")
    screen.locator('button[name=row][value="-/claim"]').click()
    expect(claimed).to_have_count(0)
    screen.locator("[name=reason]").fill("The target saved.")
    expect(screen.locator(".pictures svg")).to_have_count(2)
    fits(screen)
    shown = screen.locator("input[name=digest]").input_value()
    game.refresh_from_db()
    assert game.number == len(history)
    screen.get_by_role("button", name=words["confirm"]).click()

    expect(screen.locator(f'.replay[data-step="{len(history) + 1}"]')).to_be_visible()
    game.refresh_from_db()
    now = selectors.events_of(game)
    assert corrections.effects_digest(as_a_draft(now[-1])) == shown
    assert violations(screen) == []
    seen = {}
    for name, events in (("corrected", line.corrected(now)), ("played", line.played(now))):
        screen.get_by_role("link", name=words[name]).click()
        expect(screen.locator(".switch:not(.perspectives) [aria-current]")).to_have_text(words[name])
        expect(screen.locator(".replay")).to_be_visible()
        screen.evaluate("n => { location.hash = '#' + n }", lie.number)
        expect(screen.locator(f'.replay[data-step="{lie.number}"]')).to_be_visible()
        assert str(len(now)) in screen.locator(".now .corrected").inner_text()
        # The forces stand below the first view, and are drawn when the page has nothing else to do.
        expect(screen.locator(".forces > *").first).to_be_attached()
        seen[name] = screen.evaluate(LOOK)
        state = folded(kt, events)[lie.number]
        assert seen[name]["losses"] == sorted(key for key, m in state.models.items() if m.out)
    assert (model in seen["played"]["losses"], model in seen["corrected"]["losses"]) == (True, False)


def as_a_draft(event: Any) -> tuple[Any, ...]:
    """The effects of a ruling as they were shown before its reason was written."""
    said = event.action.reason
    return tuple(
        replace(each, text=DRAFT) if isinstance(each, Noted) and each.text == said else each for each in event.effects
    )


def fits(screen: Page) -> None:
    """Nothing is wrong by axe, nothing is wider than the screen, and no control is smaller than a finger."""
    assert violations(screen) == []
    assert screen.evaluate("document.documentElement.scrollWidth") <= screen.viewport_size["width"]  # type: ignore[index]
    small = screen.evaluate(
        """[...document.querySelectorAll('.amend-controls :is(select, button, label.check, input[type=number])')]
        .filter(e => e.offsetParent && e.getBoundingClientRect().height < 44).map(e => e.outerHTML)"""
    )
    assert small == []


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_judge_amends_dice_and_a_path(size: str, request: Any, tampered_demo: Game, kt: rules.Ruleset) -> None:
    """Values are framed at once, what they come to follows, and what is ruled is what was seen."""
    game, screen = tampered_demo, request.getfixturevalue(size)
    history = selectors.events_of(game)
    shot = next(event for event in history if event.claim)
    move = next(each for each in rules.verify(kt, history) if each.rule == "kt.move.normal").number
    login(screen, "marshal", "demo-marshal")
    desk = f"/games/{game.pk}/rule/?kind=amend&step="

    screen.goto(f"{desk}{shot.number}")
    first = screen.locator(".amend-roll select").first
    was = first.input_value()
    expect(screen.locator("[name=digest]")).to_have_count(1)
    first.select_option("2" if was == "1" else "1")
    roll = screen.locator(".amend-roll").first
    expect(roll.locator("del")).to_be_visible()
    assert "changed" in (roll.get_attribute("class") or "")
    expect(screen.locator("ruling-desk")).not_to_have_attribute("aria-busy", "true")
    fits(screen)
    first.select_option(was)
    expect(roll.locator("del")).to_be_hidden()

    screen.goto(f"{desk}{move}")
    expect(screen.locator("[name=digest]")).to_have_count(1)
    before = screen.locator("[name=digest]").input_value()
    across = screen.locator('[name="/action/path/0/0"]')
    shorter = f"{float(across.input_value()) - 1:g}"
    across.fill(shorter)
    expect(screen.locator("[name=digest]")).not_to_have_value(before)
    expect(screen.get_by_role("button", name=WORDS[size]["confirm"])).to_be_enabled()
    fits(screen)
    screen.locator("[name=reason]").fill("So far it may move.")
    screen.get_by_role("button", name=WORDS[size]["confirm"]).click()
    expect(screen.locator(f'.replay[data-step="{len(history) + 1}"]')).to_be_visible()
    game.refresh_from_db()
    ruled = selectors.events_of(game)[-1].action
    assert (ruled.step, ruled.rule) == (move, "kt.move.normal")
    assert ruled.declaration["action"]["path"][0][0] == round(float(shorter) * 100)


def test_the_switch_keeps_the_step(desk: Page, tampered: Game, ada: User) -> None:
    judge = User.objects.create_user("marshal", password="demo-marshal", is_staff=True)
    declaration = rules.Declaration(by=JUDGE, action=Void(rule="kt.move.normal", reason="too far", steps=(60,)))
    found = corrections.preview(tampered, declaration)
    services.correction_append(
        game_id=tampered.pk, expected=found.number, declaration=declaration, consequences_digest=found.digest,
        actor=judge,
    )  # fmt: skip
    desk.emulate_media(reduced_motion="reduce")
    desk.goto(f"/games/{tampered.pk}/#60")
    expect(desk.locator('.replay[data-step="60"]')).to_be_visible()
    expect(desk.locator(".now-tools .judge")).to_have_count(0)
    desk.get_by_role("link", name="as played").click()
    expect(desk.locator('.replay[data-step="60"]')).to_be_visible()
    assert desk.url.endswith("?line=played#60")
    desk.locator(".now .corrected a").first.click()
    expect(desk.locator(f'.replay[data-step="{found.number + 1}"]')).to_be_visible()
    desk.locator(".about-step a").first.click()
    expect(desk.locator('.replay[data-step="60"]')).to_be_visible()
    expect(desk.locator('.steplist [data-step="60"] .corrected-by')).to_be_visible()
