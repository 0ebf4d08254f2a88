"""The pages of runs in a browser: on a phone in Russian and on a desktop in English, during a run, checked with axe."""

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rules
from gamelog.games.models import Game, JobState
from gamelog.reverify import jobs, services
from gamelog.reverify.models import Run
from tests.frontend.test_pages_browser import login, violations

pytestmark = pytest.mark.django_db(transaction=True)


def done(version: str) -> Run:
    run = services.run_create(ruleset="kt", version=version, created_by=None).run
    jobs.run_here(run)
    return run


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(
    desk: Page, people: SimpleNamespace, newer: rules.Ruleset, games: list[Game], scheme: Any
) -> None:
    desk.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    run = done("2018.2")
    login(desk, "marshal", "marshal-secret")
    found = {}
    for address in ("/reverify/", f"/reverify/{run.pk}/", f"/reverify/{run.pk}/?rule=kt.hit.ranged.roll"):
        desk.goto(address)
        found[address] = violations(desk)
    assert not {address: each for address, each in found.items() if each}


def test_no_page_is_wider_than_a_phone(
    phone: Page, people: SimpleNamespace, newer: rules.Ruleset, games: list[Game]
) -> None:
    run = done("2018.2")
    login(phone, "marshal", "marshal-secret")
    for address in ("/reverify/", f"/reverify/{run.pk}/", f"/reverify/{run.pk}/?rule=kt.hit.ranged.roll"):
        phone.goto(address)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390, address


def test_from_the_rules_to_a_step_of_the_replay(desk: Page, coarser: rules.Ruleset, games: list[Game]) -> None:
    """Start a run, watch it end, open a step that changes."""
    login(desk, "marshal", "marshal-secret")
    desk.goto("/rules/kt/")
    desk.get_by_role("link", name="Games under other versions of the rules").click()
    desk.get_by_role("combobox").select_option("kt@2018.3")
    Run.objects.create(ruleset="kt", version="2018.3", state=JobState.RUNNING, total=10, done=3)
    desk.get_by_role("button", name="Start").click()
    expect(desk.locator("[data-done]")).to_have_text("3 / 10")
    expect(desk.get_by_text("already under way")).to_be_visible()
    Run.objects.update(done=7)
    expect(desk.locator("[data-done]")).to_have_text("7 / 10")
    Run.objects.update(state=JobState.FAILED)
    # The page loads itself again, which would cut short what is opened meanwhile.
    expect(desk.locator("[data-done]")).to_have_count(0)
    done("2018.3")
    desk.goto("/reverify/")
    desk.get_by_role("link", name="Kill Team (2018), 2018.3").first.click()
    desk.locator(".turn a[href*='#']").first.click()
    expect(desk.locator(".replay")).to_be_visible()
