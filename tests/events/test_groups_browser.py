"""Groups of four and a cut of eight in a real browser, from the announcement to the final standings: on a laptop in
English, on a phone in Russian.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gamelog.contest.acts.groups import DrawGroups
from gamelog.contest.terms_stages import Stages
from gamelog.tournaments.models import Tournament
from tests.events.test_desk_browser import Walk
from tests.frontend.test_pages_browser import login, violations
from tests.tournaments import making

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = (
    "Ada", "Boris", "Clara", "Dmitri", "Eva", "Felix", "Galina", "Константин Константинопольский", "Ivan", "Jan",
    "Maximiliane von Hohenstauffen", "Lev", "Maria", "Nikita", "Olga", "Pavel",
)  # fmt: skip
PICTURES = os.environ.get("GAMELOG_PICTURES", "")
"""A folder into which pictures of the pages are put, for somebody to look at; empty for none."""


def _looked_at(page: Page, name: str, where: str) -> None:
    """No part of a page is wider than the screen, and axe finds nothing."""
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"{name}-{where}.png"), full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], name  # type: ignore[index]
    assert violations(page) == [], name


def _announced(page: Page, where: str) -> Tournament:
    login(page, "olga", making.PASSWORD)
    page.goto("/events/announce/")
    page.locator("[name=title]").fill("Four groups")
    page.locator("[name=format][value=groups]").check()
    preview = page.locator(".announce-preview")
    expect(preview).to_contain_text("4 groups of 4." if where == "desk" else "4 группы по 4.")
    page.locator("#more > summary, summary:has-text('More'), summary:has-text('Ещё')").first.click()
    page.locator("#stages-terms > summary").click()
    expect(page.locator("[name=groups]")).to_have_value("4")
    page.locator("[name=top]").fill("1")
    expect(preview).to_contain_text("elimination of 4" if where == "desk" else "на 4")
    page.locator("[name=top]").fill("2")
    expect(preview).to_contain_text("elimination of 8" if where == "desk" else "на 8")
    _looked_at(page, "announce", where)
    with page.expect_navigation():
        page.locator("button[value=draft]").click()
    return Tournament.objects.get(title="Four groups")


def _paired(walk: Walk, text: str) -> None:
    """Pair a round as the desk proposes it, by the step of this name."""
    walk.open()
    step = walk.page.locator(".next-acts a.main")
    expect(step).to_have_text(text)
    walk.send(step)
    walk.send(walk.page.locator("form.confirm button.main"))


@pytest.mark.parametrize("where", ["desk", "phone"])
def test_from_the_announcement_to_the_final_standings(request: Any, people: SimpleNamespace, where: str) -> None:
    page: Page = request.getfixturevalue(where)
    english = where == "desk"
    walk = Walk.__new__(Walk)
    walk.page, walk.event = page, _announced(page, where)
    walk.base = f"/events/{walk.event.slug}"
    walk.open()
    walk.tap("open-registration", ".next-acts")
    making.register(walk.event, *NAMES)
    walk.open()
    walk.tap("close-registration", ".next-acts")
    expect(page.locator(".next-acts")).to_contain_text("Draw the groups" if english else "Жеребьёвка групп")
    walk.tap("draw-groups", ".next-acts")
    walk.open("desk/groups/")
    expect(page.locator(".group-table")).to_have_count(4)
    expect(page.locator(".group-table").first.locator("tbody th")).to_have_text(["Ada", NAMES[7], "Ivan", "Pavel"])
    page.locator("[name=group-16]").select_option("2")
    page.locator("[name=group-15]").select_option("1")
    walk.send(page.locator("form.soft-sheet button.main"))
    expect(page.locator(".group-table").first.locator("tbody th").last).to_have_text("Olga")
    _looked_at(page, "desk-groups", where)
    for number in range(1, 4):
        _paired(walk, f"Pair round {number}" if english else f"Жеребьёвка тура {number}")
        making.enter_results(walk.event, number)
    walk.open("rounds/3/")
    expect(page.locator(".pairing .chip", has_text="Group A" if english else "Группа A")).to_have_count(2)
    _looked_at(page, "pairings", where)
    walk.open("")
    expect(page.locator(".group-table")).to_have_count(4)
    expect(page.locator("table.places tbody tr")).to_have_count(16)
    _paired(walk, "Start the elimination" if english else "Начать игры на выбывание")
    walk.open("tree/")
    expect(page.locator(".tree-stage")).to_have_count(3)
    _looked_at(page, "tree", where)
    for number in range(4, 7):
        if number > 4:
            _paired(walk, f"Pair round {number}" if english else f"Жеребьёвка тура {number}")
        making.enter_results(walk.event, number)
    walk.open()
    walk.tap("finish", ".next-acts")
    walk.open("")
    expect(page.locator(".group-table .chip")).to_have_count(8)
    expect(page.locator("table.places tbody tr").first).to_contain_text("Ada")
    places = page.locator("table.places tbody td.place")
    expect(places).to_have_text(["1", "2", "3=", "3=", *["5="] * 4, *["9="] * 4, *["13="] * 4])
    _looked_at(page, "standings", where)
    for part in ("print/", "hall/"):
        walk.open(part)
        _looked_at(page, part.strip("/"), where)


def test_pods_and_flights_fit_a_desk_and_a_phone(desk: Page, phone: Page, people: SimpleNamespace) -> None:
    pods = making.announce(
        people.organiser, title="Pods", slug="in-pods", format="pods", rounds=2, stages=Stages(pod=4), late_entry=0,
        half_byes=0, tables=(),
    )  # fmt: skip
    making.register(pods, *NAMES[:11])
    flights = making.announce(
        people.organiser, title="Flights", slug="in-flights", format="groups", rounds=2, late_entry=0, half_byes=0,
        tables=(), stages=Stages(groups=2, play="swiss", then="merged", merged_rounds=1),
    )  # fmt: skip
    making.register(flights, *NAMES[:11])
    making.act(flights, people.organiser, DrawGroups())
    for _round in range(4):
        making.play_round(pods)
    for _round in range(2):
        making.play_round(flights)
    for page, where in ((desk, "desk"), (phone, "phone")):
        page.goto("/events/in-pods/tree/")
        expect(page.locator(".tree")).to_have_count(3)
        _looked_at(page, "pods-tree", where)
        page.goto("/events/in-pods/rounds/3/")
        expect(page.locator(".pairing .chip", has_text="1–4")).to_have_count(2)
        page.goto("/events/in-flights/")
        expect(page.locator(".group-table")).to_have_count(2)
        _looked_at(page, "flights", where)
        # Paper keeps its width, so that a phone scrolls it.
        papers = ("print/standings/", "print/2/pairings/") if where == "desk" else ()
        for part in (*papers, "embed/?show=standings", "embed/?show=pairings"):
            page.goto(f"/events/in-flights/{part}")
            _looked_at(page, "flights-" + part.strip("/").replace("/", "-").replace("?show=", ""), where)
    login(desk, "olga", making.PASSWORD)
    desk.goto("/events/in-flights/hall/?show=standings")
    expect(desk.locator(".hall-page").first.locator("h2")).to_have_text("Group A · Group B")
    _looked_at(desk, "flights-hall", "desk")
