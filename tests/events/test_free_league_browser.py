"""A free league in a real browser, from its announcement to its standings: on a laptop in English, on a phone in
Russian.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gamelog.tournaments.models import Tournament
from tests.events.test_desk_browser import Walk
from tests.frontend.test_pages_browser import headings, login, violations
from tests.tournaments import making

pytestmark = pytest.mark.django_db(transaction=True)


def _announced(page: Page) -> Tournament:
    login(page, "olga", making.PASSWORD)
    page.goto("/events/announce/")
    page.locator("[name=title]").fill("Winter league")
    page.locator("[name=format][value=free-league]").check()
    page.locator("#more > summary").click()
    page.locator("#free-league-terms > summary").click()
    page.locator("[name=least_games]").fill("2")
    page.locator("[name=per_game]").check()
    page.locator("[name=others_between]").check()
    with page.expect_navigation():
        page.locator("button[value=open]").click()
    return Tournament.objects.get(title="Winter league")


def _as(page: Page, name: str) -> None:
    page.context.clear_cookies(name="sessionid")
    login(page, name, making.PASSWORD)


def _sound(page: Page) -> None:
    """Nothing for axe, headings in order, nothing wider than the screen."""
    assert violations(page) == []
    assert headings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]


def _entered(walk: Walk, a: int, b: int, points: tuple[str, str]) -> None:
    """A match that the desk enters, and its result."""
    walk.act("enter-match", a=str(a), b=str(b))
    walk.open(f"desk/acts/enter/?round=1&table={len(walk.state.matches)}")
    walk.page.locator("[name=a]").fill(points[0])
    walk.page.locator("[name=b]").fill(points[1])
    walk.send(walk.page.locator("form.enter button.main"))


@pytest.mark.parametrize("where", ["desk", "phone"])
def test_from_the_announcement_to_the_standings(request: Any, people: SimpleNamespace, where: str) -> None:
    page: Page = request.getfixturevalue(where)
    walk = Walk.__new__(Walk)
    walk.page, walk.event = page, _announced(page)
    walk.base = f"/events/{walk.event.slug}"
    terms = walk.state.terms
    assert (terms.format, terms.free_league.least_games, terms.free_league.per_game) == ("free-league", 2, True)
    for account in ("p1", "p2"):
        walk.act("register", account=account)
    for name in ("Clara", "Dmitri"):
        walk.act("register", name=name)
    walk.open()
    walk.tap("close-registration", ".next-acts")
    walk.tap("pair-round", ".next-acts")
    assert walk.state.rounds[0].paired.pairs == ()

    # A player challenges another, in three taps from the event's page, who accepts and reports as usual.
    _as(page, "p1")
    walk.open("")
    with page.expect_navigation():
        page.locator("nav.tabs a[href$='/rounds/']").click()
    page.locator("[name=opponent]").select_option("2")
    _sound(page)
    walk.send(page.locator("button[value=challenge]"))
    _as(page, "p2")
    walk.open("me/")
    with page.expect_navigation():
        page.locator("a.my-seat-link").click()
    _sound(page)
    walk.send(page.locator("button[value=accept]"))
    with page.expect_navigation():
        page.locator("a.my-seat-link").click()
    page.locator("form.result-form [name=a]").fill("3")
    page.locator("form.result-form [name=b]").fill("7")
    walk.send(page.locator("form.result-form button.main"))
    assert walk.state.rounds[0].results["1"].standing == "reported"
    _as(page, "p1")
    walk.open("tables/1/1/")
    walk.send(page.locator("button[value=confirm]"))
    assert walk.state.rounds[0].results["1"].standing == "confirmed"

    # The desk enters the others; one is called off.
    _as(page, "olga")
    _entered(walk, 3, 2, ("2", "5"))
    _entered(walk, 1, 3, ("6", "1"))
    _entered(walk, 4, 2, ("1", "1"))
    walk.act("enter-match", a="4", b="3")
    walk.open("desk/tables/1/5/")
    _sound(page)
    walk.act("call-off", "match=5", reason="Flooded.")
    walk.open()
    _sound(page)
    walk.open("matches/")
    expect(page.locator(".match-day .pairing")).to_have_count(4)
    _sound(page)
    walk.open("")
    rows = page.locator("table.places tbody tr")
    # Points per game: the second 7 of 3, the first 3 of 2, the third 0 of 2; the fourth has one game and no place.
    expect(rows.locator(".place")).to_have_text(["1", "2", "3", "–"])
    assert [row.get_attribute("id") for row in rows.all()] == ["e2", "e1", "e3", "e4"]
    point = page.evaluate("document.documentElement.lang === 'ru' ? ',' : '.'")
    expect(rows.locator("td.ranks")).to_have_text([f"2{point}3333", f"1{point}5", "0", "1"])
    assert [row.locator("li.mark").count() for row in rows.all()] == [3, 2, 2, 1]
    _sound(page)
    rows.first.locator("td.ranks a").click()
    expect(page.locator("main")).to_contain_text(f"7 / 3 = 2{point}3333")
    walk.open()
    walk.tap("finish", ".next-acts")
    assert walk.state.phase == "finished"
