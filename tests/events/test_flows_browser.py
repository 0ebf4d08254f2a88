"""A cup of teams and a league in a browser, at a desk and on a phone, with every tap and field counted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gamelog.contest.acts.results import Enter
from gamelog.tournaments.models import Tournament
from tests.events.test_announce_browser import Counted
from tests.frontend.test_pages_browser import login
from tests.tournaments import making

pytestmark = pytest.mark.django_db(transaction=True)

TEAMS = "\n\n".join(
    "\n".join([f"Team {team}", *(f"Player {team}.{player}" for player in range(1, 6))]) for team in range(1, 9)
)
MOST_OF_TEAMS = 63
"""Taps and fields from the announcement of a cup of eight fives to its second round, where one match is entered by hand
with all the choices of its captains.
"""


@pytest.mark.parametrize("where", ["desk", "phone"])
def test_a_cup_of_eight_fives(request: Any, people: SimpleNamespace, where: str) -> None:
    page: Page = request.getfixturevalue(where)
    login(page, "olga", making.PASSWORD)
    walk = Counted(page)
    event = _announced(walk)
    base = f"/events/{event.slug}/"
    walk.tap(f"a[href='{base}desk/']", leads=True)
    walk.tap("a[href$='/players/paste/']", leads=True)
    walk.fill("[name=names]", TEAMS)
    walk.tap(".paste-names button.main", leads=True)
    walk.looked_at()
    walk.tap(f"nav a[href='{base}desk/']", leads=True)
    walk.tap("form[action$='/acts/close-registration/'] button", leads=True)
    walk.tap(f"nav a[href='{base}desk/check-in/']", leads=True)
    walk.tap(".list-bar form button", leads=True)
    expect(page.locator(".person.here")).to_have_count(8)
    walk.looked_at()
    walk.tap(f"nav a[href='{base}desk/']", leads=True)
    walk.tap(".next-acts a[href$='/pairing/']", leads=True)
    walk.tap("form.confirm button.main", leads=True)
    walk.looked_at()
    _match(walk, event)
    for table in (2, 3, 4):
        making.choose_all(event, 1, table)
    _settled(event)
    page.goto(base)
    walk.looked_at()
    expect(page.locator(".places tbody tr")).to_have_count(8)
    page.goto(f"{base}desk/")
    walk.tap(".next-acts a[href$='/pairing/']", leads=True)
    walk.tap("form.confirm button.main", leads=True)
    assert len(making.state_of(event).rounds[1].paired.pairs) == 4
    print(f"{where}: {walk.count} taps and fields")
    assert walk.count <= MOST_OF_TEAMS


def _announced(walk: Counted) -> Tournament:
    walk.page.goto("/events/announce/")
    walk.fill("[name=title]", "Team cup")
    walk.fill("[name=capacity]", "8")
    walk.tap("#more > summary")
    walk.tap("[name=check_in]")
    walk.tap("#team-terms > summary")
    walk.fill("[name=team_size]", "5")
    expect(walk.page.locator("[name=captains]")).to_be_checked()
    walk.tap("button[value=open]", leads=True)
    walk.looked_at()
    return Tournament.objects.get()


def _match(walk: Counted, event: Tournament) -> None:
    """Table 1: its captains' choices, as they tell them to the desk, and the results of its five boards."""
    page = walk.page
    page.goto(f"/events/{event.slug}/desk/tables/1/1/")
    walk.looked_at()
    page.goto(f"/events/{event.slug}/desk/")
    walk.tap(".seat:has(.seat-table:text-is('1.1')) a[href*='/acts/choose/']", leads=True)
    walk.looked_at()
    while page.locator("form.choose").count():
        offered = page.locator("form.choose [name=players]").all()
        for each in offered[: 1 if offered[0].get_attribute("type") == "radio" else 2]:
            walk.tap(each)
        walk.tap("form.choose button.main", leads=True)
    assert len(making.state_of(event).rounds[0].captains["1"].games) == 5
    for board in range(1, 6):
        page.goto(f"/events/{event.slug}/desk/")
        walk.tap(f".seat:has(.seat-table:text-is('1.{board}')) a[href*='/acts/enter/']", leads=True)
        walk.fill("[name=a]", "12" if board < 4 else "5")
        walk.fill("[name=b]", "7")
        walk.tap("form.enter button.main", leads=True)
        assert f"1.{board}" in making.state_of(event).rounds[0].results
    walk.looked_at()


def _settled(event: Tournament) -> None:
    """The boards of the other tables, entered by another scorekeeper."""
    for pair in making.state_of(event).rounds[0].paired.pairs[1:]:
        for board in range(1, 6):
            report = making.reported(*making.expected_score(pair.a, pair.b))
            making.act(event, event.owner, Enter(round=1, table=pair.table, board=board, report=report))


MOST_OF_LEAGUE = 19
"""Taps and fields from the announcement of a league of six to a result that its two players enter, beside two for each
round that is paired.
"""


@pytest.mark.parametrize("where", ["desk", "phone"])
def test_a_league_of_six(request: Any, people: SimpleNamespace, where: str) -> None:
    """The organiser at this width; the players report and confirm on a phone, each with an account."""
    page: Page = request.getfixturevalue(where)
    players: Page = request.getfixturevalue("phone")
    login(page, "olga", making.PASSWORD)
    walk = Counted(page)
    page.goto("/events/announce/")
    expect(page.locator("[name=season_starts]")).to_be_hidden()
    walk.fill("[name=title]", "Winter league")
    walk.fill("[name=capacity]", "6")
    walk.tap("label:has([name=format][value=league])")
    expect(page.locator("[name=rounds]")).to_be_hidden()
    walk.fill("[name=season_starts]", "2027-01-04")
    walk.fill("[name=days_a_round]", "14")
    walk.looked_at()
    walk.tap("button[value=open]", leads=True)
    event = Tournament.objects.get()
    base = f"/events/{event.slug}/"
    walk.tap(f"a[href='{base}desk/']", leads=True)
    walk.tap("a[href$='/players/paste/']", leads=True)
    walk.fill("[name=names]", "Ada\n@p1\nBoris\n@nobody\nClara\nDmitri")
    walk.tap(".paste-names button.main", leads=True)
    expect(page.locator("[role=alert]").first).to_contain_text("nobody")
    walk.fill("[name=names]", "Ada\n@p1\nBoris\n@p2\nClara\nDmitri")
    walk.tap(".paste-names button.main", leads=True)
    walk.tap(f"nav a[href='{base}desk/']", leads=True)
    walk.tap("form[action$='/acts/close-registration/'] button", leads=True)
    number = 0
    while number == 0 or not _meeting(event, number):
        number += 1
        walk.tap(".next-acts a[href$='/pairing/']", leads=True)
        walk.tap("form.confirm button.main", leads=True)
        walk.looked_at()
        if not _meeting(event, number):
            making.enter_results(event, number)
            page.goto(f"{base}desk/")
    page.goto(f"{base}rounds/{number}/")
    expect(page.locator(".season li")).to_have_count(5)
    first = {"desk": "4 January – 17 January 2027", "phone": "4 января – 17 января 2027"}[where]
    expect(page.locator(".season li").first).to_contain_text(first)
    walk.looked_at()
    _reported_and_confirmed(walk, players, f"{base}tables/{number}/{_meeting(event, number)}/")
    players.goto(base)
    expect(players.locator(".places tbody tr")).to_have_count(6)
    print(f"{where}: {walk.count} taps and fields, {number} rounds")
    assert walk.count <= MOST_OF_LEAGUE + 2 * number


def _meeting(event: Tournament, number: int) -> int:
    """The table at which the two with accounts meet in a round; 0 if they do not."""
    pair = making.state_of(event).rounds[number - 1].pair_of(2)
    return pair.table if pair and 4 in (pair.a, pair.b) else 0


def _reported_and_confirmed(walk: Counted, phone: Page, table: str) -> None:
    """Two players with one phone: one reports the result, the other confirms it."""
    theirs = Counted(phone)
    phone.context.clear_cookies()
    login(phone, "p1", making.PASSWORD)
    phone.goto(table)
    theirs.looked_at()
    theirs.fill("form.result-form [name=a]", "12")
    theirs.tap("form.result-form button[value=report]", leads=True)
    expect(phone.locator("[role=alert]").first).to_be_visible()
    assert phone.locator("form.result-form [name=a]").input_value() == "12", "what was typed stays"
    theirs.fill("form.result-form [name=b]", "7,5")
    theirs.tap("form.result-form button[value=report]", leads=True)
    phone.context.clear_cookies()
    login(phone, "p2", making.PASSWORD)
    phone.goto(table)
    theirs.looked_at()
    theirs.tap("button[value=confirm]", leads=True)
    expect(phone.locator("button[value=confirm]")).to_have_count(0)
    theirs.looked_at()
    walk.count += theirs.count


@pytest.mark.parametrize("where", ["desk", "phone"])
def test_a_best_of_three(request: Any, people: SimpleNamespace, where: str) -> None:
    """Two games to one and a drawn one: reported by a player, entered by the desk, and shown in the round."""
    page: Page = request.getfixturevalue(where)
    event = making.announce(people.organiser, best_of=3)
    making.register(event, people.p1, people.p2, "Clara", "Dmitri")
    making.pair_round(event)
    pair = making.state_of(event).rounds[0].pair_of(1)
    assert pair
    other = 3 - pair.table
    base = f"/events/{event.slug}/"
    login(page, "p1", making.PASSWORD)
    walk = Counted(page)
    page.goto(f"{base}tables/1/{pair.table}/")
    walk.looked_at()
    walk.tap("form.result-form button[value=report]", leads=True)
    expect(page.locator("form.result-form [role=alert]")).to_have_count(2)
    walk.looked_at()
    for name, games in (("games_a", "2"), ("games_b", "1"), ("games_drawn", "1")):
        walk.fill(f"form.result-form [name={name}]", games)
    walk.tap("form.result-form button[value=report]", leads=True)
    drawn = {"desk": "1 game drawn", "phone": "1 игра вничью"}[where]
    expect(page.locator("main")).to_contain_text(drawn)
    walk.looked_at()
    page.context.clear_cookies()
    login(page, "olga", making.PASSWORD)
    page.goto(f"{base}desk/acts/enter/?round=1&table={other}")
    walk.looked_at()
    walk.fill("[name=games_a]", "1")
    walk.fill("[name=games_b]", "1")
    walk.fill("[name=games_drawn]", "1")
    walk.tap("form.enter button.main", leads=True)
    walk.looked_at()
    expect(page.locator(f".seat:has(.seat-table:text-is('{other}')) .seat-score")).to_have_text("1 : 1")
    page.goto(f"{base}rounds/1/")
    expect(page.locator(".pairing").filter(has_text=drawn)).to_have_count(2)
    walk.looked_at()
    page.goto(f"{base}print/1/sheets/")
    walk.looked_at()
