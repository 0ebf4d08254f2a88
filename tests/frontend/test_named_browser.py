"""Battles in which somebody else seated the visitor: answered on the front page, without scripts, on both screens."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from gamelog.games import services
from gamelog.games.models import Game, SeatQuestion
from tests.frontend.test_pages_browser import login, violations

pytestmark = pytest.mark.django_db(transaction=True)

SMALLEST = 44


@pytest.mark.parametrize("width", ["desk", "phone"])
def test_whoever_is_named_answers(width: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    page: Page = request.getfixturevalue(width)
    stranger = User.objects.create_user("stranger")
    boris = User.objects.create_user("boris", password="boris-secret")
    games = [
        services.game_create(owner=stranger, ruleset="kt", seats={"b": boris}, title=title)
        for title in ("A long title of a battle that nobody remembers", "Sunday")
    ]
    login(page, "boris", "boris-secret")
    # From here on as on an old phone: forms alone.
    page.route("**/*.js", lambda route: route.abort())
    page.goto("/")
    buttons = page.locator(".named button")
    expect(buttons).to_have_count(4)
    for box in [each.bounding_box() for each in buttons.all()]:
        assert box and box["height"] >= SMALLEST and box["width"] >= SMALLEST
    page.screenshot(path=str(tmp_path / f"{width}-front.png"), full_page=True)
    page.locator(".named li", has_text="Sunday").locator("button[value=agree]").click()
    expect(page.locator(".named button")).to_have_count(2)
    page.locator(".top a.calls").click()
    page.locator(".named button[value=decline]").click()
    expect(page.locator(".named button")).to_have_attribute("value", "allow")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.unroute("**/*.js")
    page.reload()
    page.screenshot(path=str(tmp_path / f"{width}-named.png"), full_page=True)
    assert not violations(page)
    assert [Game.objects.get(pk=game.pk).seats.get(side="b").user for game in games] == [None, boris]
    assert sorted(SeatQuestion.objects.values_list("answer", flat=True)) == ["agreed", "declined"]
