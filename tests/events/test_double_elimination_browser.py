"""A double elimination in a real browser, from its announcement to its champion: on a laptop in English, on a phone in
Russian.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gamelog.tournaments.models import Tournament
from tests.events.test_desk_browser import Walk
from tests.frontend.test_pages_browser import login, violations
from tests.tournaments import making

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = ("Ada", "Boris", "Clara", "Dmitri", "Eva")
UPSETS = (6, 7)
"""The rounds that the higher number wins: both finals, so that Boris comes back from the lower bracket."""


def _announced(page: Page) -> Tournament:
    login(page, "olga", making.PASSWORD)
    page.goto("/events/announce/")
    page.locator("[name=title]").fill("Two lives")
    page.locator("[name=format][value=double-elimination]").check()
    expect(page.locator("[name=second_final]")).to_be_checked()
    with page.expect_navigation():
        page.locator("button[value=draft]").click()
    return Tournament.objects.get(title="Two lives")


def _played(walk: Walk, number: int) -> None:
    """Pair a round as the desk proposes it, and enter its results."""
    walk.open()
    walk.send(walk.page.locator(".next-acts a.main"))
    walk.send(walk.page.locator("form.confirm button.main"))
    for pair in walk.state.rounds[number - 1].paired.pairs:
        first = (pair.a < pair.b) != (number in UPSETS)
        walk.open(f"desk/acts/enter/?round={number}&table={pair.table}")
        walk.page.locator("[name=a]").fill("9" if first else "4")
        walk.page.locator("[name=b]").fill("4" if first else "9")
        walk.send(walk.page.locator("form.enter button.main"))


@pytest.mark.parametrize("where", ["desk", "phone"])
def test_from_the_announcement_to_the_champion(request: Any, people: SimpleNamespace, where: str) -> None:
    page: Page = request.getfixturevalue(where)
    walk = Walk.__new__(Walk)
    walk.page, walk.event = page, _announced(page)
    walk.base = f"/events/{walk.event.slug}"
    walk.open()
    walk.tap("open-registration", ".next-acts")
    for name in PLAYERS:
        walk.act("register", name=name)
    walk.open()
    walk.tap("close-registration", ".next-acts")
    for number in range(1, 8):
        _played(walk, number)
        if number == 3:
            assert walk.state.rounds[2].paired.waiting == (1, 2)
            walk.open("rounds/3/")
            expect(page.locator("main")).to_contain_text("waits for the lower" if where == "desk" else "ждёт нижнюю")
    walk.open()
    walk.tap("finish", ".next-acts")
    assert walk.state.phase == "finished"
    walk.open("")
    expect(page.locator("table.places tbody tr").first).to_contain_text("Boris")
    walk.open("tree/")
    expect(page.locator(".tree")).to_have_count(3)
    expect(page.locator(".tree").last.locator("h3")).to_have_text(
        ["Grand final", "Second grand final"] if where == "desk" else ["Гранд-финал", "Второй гранд-финал"]
    )
    expect(page.locator(".tree").last.locator(".took .side-name")).to_have_text(["Boris", "Boris"])
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    assert violations(page) == []


NAMES = (
    "Al", "Maximiliane von Hohenstauffen-Weissenfels", "Константин Константинопольский-Заречный", "Bo",
    "Donaudampfschifffahrtsgesellschaftskapitän", "Clara", "Dmitri", "Ян", "Eva", "Felix", "Galina",
    "Hugo the Second of That Name", "Ivan",
)  # fmt: skip


@pytest.mark.parametrize("players", [8, 13])
def test_the_drawing_holds_long_and_short_names(desk: Page, phone: Page, people: SimpleNamespace, players: int) -> None:
    """All of it is on the page, in both languages: side by side at a desk, one below the other on a phone."""
    event = making.announce(people.organiser, format="double-elimination", late_entry=0, half_byes=0, tables=())
    making.register(event, *NAMES[:players])
    for _round in range(4):
        making.play_round(event)
    for page in (desk, phone):
        for language in ("ru", "en"):
            page.goto("/")
            with page.expect_navigation():
                page.locator(f"button[name=language][value={language}]").click()
            page.goto(f"/events/{event.slug}/tree/")
            expect(page.locator("html")).to_have_attribute("lang", language)
            assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
            assert page.evaluate(CUT) == []
            assert violations(page) == []
            expect(page.locator(".tree .took b").first).to_have_text({8: "87", 13: "66"}[players])


CUT = """[...document.querySelectorAll('.tree, .tree-box, .tree-stage')]
    .filter(each => each.scrollWidth > each.clientWidth).map(each => each.className + ' ' + each.textContent.trim())"""
"""The parts of a drawing that are wider than their place."""
