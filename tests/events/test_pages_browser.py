"""A player's way on a phone and a spectator's way, in a real browser; axe's findings; nothing too wide."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gamelog.contest.acts.entries import CheckIn
from gamelog.contest.acts.results import Enter, Rule
from gamelog.contest.acts.rosters import SubmitRoster
from gamelog.contest.acts.setting import CloseRegistration
from gamelog.contest.terms import RosterTerms
from gamelog.games import demo
from gamelog.games.services import roster_import
from gamelog.tournaments.models import Tournament
from tests.frontend.test_pages_browser import login, violations
from tests.tournaments import making

pytestmark = pytest.mark.django_db(transaction=True)
MUSTER = "/events/winter-muster/"


def enter(page: Page, name: str) -> None:
    """Log in as one of the crowd."""
    page.context.clear_cookies()
    login(page, name, making.PASSWORD)


def wide(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


@pytest.fixture
def muster(people: SimpleNamespace) -> Tournament:
    """Two rounds of eight played, one of the results ruled, and the third round paired."""
    made = making.filled(people)
    pair = making.state_of(made).rounds[0].paired.pairs[0]
    making.act(made, people.judge, Rule(round=1, table=pair.table, report=making.reported(10, 50), reason="slow play"))
    making.pair_round(made)
    return made


def addresses(made: Tournament) -> list[str]:
    pair = making.state_of(made).rounds[2].pair_of(1)
    assert pair
    ends = ("", "?as_of=20", "?line=played", "rounds/3/", "rounds/2/", "rounds/2/again/", "entrants/", "rules/",
            "history/", "standings/1/1/", f"tables/3/{pair.table}/", "me/")  # fmt: skip
    return ["/", "/events/", "/events/announce/", "/me/", *(f"{MUSTER}{end}" for end in ends)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(desk: Page, muster: Tournament, scheme: Any) -> None:
    desk.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    enter(desk, "p1")
    found = {}
    for address in addresses(muster):
        desk.goto(address)
        desk.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
        found[address] = violations(desk)
    assert not {address: each for address, each in found.items() if each}


def test_a_word_opens_what_it_means_by_key_and_by_touch(desk: Page, phone: Page, muster: Tournament) -> None:
    desk.goto(MUSTER)
    head = desk.locator(".places thead").get_by_role("button").nth(1)
    means = desk.locator(f"#{head.get_attribute('popovertarget')}")
    expect(means).to_be_hidden()
    head.focus()
    desk.keyboard.press("Enter")
    expect(means).to_be_visible()
    assert violations(desk) == []
    desk.keyboard.press("Escape")
    expect(means).to_be_hidden()
    phone.goto(MUSTER)
    phone.locator(".places thead").get_by_role("button").nth(0).tap()
    said = phone.locator(".hint-text:popover-open")
    expect(said).to_contain_text("Сумма очков всех туров")
    box = said.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390


def test_no_page_is_wider_than_a_phone(phone: Page, muster: Tournament) -> None:
    enter(phone, "p1")
    for address in addresses(muster):
        phone.goto(address)
        assert wide(phone) <= 390, f"{address} is {wide(phone)} wide"
    phone.goto(MUSTER)
    small = phone.evaluate(
        "[...document.querySelectorAll('main button, .tabs a, .my-seat-link, .places .ranks a')]"
        ".filter(each => each.offsetParent && each.getBoundingClientRect().height < 24).length"
    )
    assert small == 0, "everything that is tapped is large enough to be hit"


def test_nothing_is_refused_by_the_content_security_policy(desk: Page, muster: Tournament) -> None:
    complaints: list[str] = []
    desk.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    desk.on("pageerror", lambda error: complaints.append(str(error)))
    enter(desk, "p1")
    for address in addresses(muster):
        desk.goto(address)
    assert not complaints


def test_the_player_flow(phone: Page, people: SimpleNamespace) -> None:
    """Register, hand in a roster, check in, find the table, report, get confirmation, see the standings: on a phone."""
    made = making.announce(
        people.organiser,
        title="Winter muster",
        rosters=RosterTerms(required=True),
        check_in=True,
        rounds=1,
        late_entry=0,
    )
    enter(phone, "p1")
    phone.goto("/events/")
    phone.get_by_role("link", name=re.compile("Winter muster")).click()
    phone.get_by_role("link", name="Участвовать").first.click()
    phone.get_by_label("Армия").fill("Крут")
    phone.locator("main").get_by_role("button", name="Участвовать").click()
    expect(phone.get_by_text("Вы в списке участников.")).to_be_visible()

    phone.get_by_role("button", name="Я здесь: отметиться").click()
    expect(phone.get_by_role("status")).to_contain_text("ростер", ignore_case=True)
    phone.locator("main").get_by_role("link", name="Загрузить ростер").click()
    phone.locator("input[type=file]").set_input_files(demo.files()[0])
    phone.get_by_role("button", name="Загрузить").click()
    phone.goto(f"{MUSTER}me/")
    phone.get_by_role("radio").first.check()
    phone.get_by_role("button", name="Сдать").click()
    expect(phone.get_by_text("Ростер сдан.")).to_be_visible()
    phone.get_by_role("button", name="Я здесь: отметиться").click()
    expect(phone.get_by_text("Приход отмечен.").first).to_be_visible()
    assert wide(phone) <= 390

    second = demo.files()[1]
    theirs, _created = roster_import(owner=people.p2, data=second.read_bytes(), name=second.name)
    making.register(made, people.p2)
    making.act(made, people.p2, SubmitRoster(entrant=2, sha256=theirs.sha256))
    making.act(made, people.p2, CheckIn(entrant=2))
    making.act(made, people.organiser, CloseRegistration())
    making.pair_round(made)

    phone.goto("/")
    phone.locator("nav").get_by_role("link", name="Турниры").first.click()
    phone.get_by_role("link", name=re.compile("Winter muster")).click()
    expect(phone.locator(".my-seat")).to_contain_text("p2")
    phone.locator(".my-seat-link").click()
    mine = making.state_of(made).rounds[0].paired.pairs[0]
    first, other = ("p1", "p2") if mine.a == 1 else ("p2", "p1")
    phone.get_by_label(first, exact=True).fill("17")
    phone.get_by_label(other, exact=True).fill("4,5")
    phone.get_by_role("button", name="Отправить результат").click()
    expect(phone.get_by_text("Результат отправлен.")).to_be_visible()
    expect(phone.locator(".duel-status")).to_contain_text("Подтвердить или сообщить другой результат может p2")
    assert wide(phone) <= 390

    enter(phone, "p2")
    phone.goto(MUSTER)
    phone.locator(".my-seat-link").click()
    phone.get_by_role("button", name="Подтвердить результат").click()
    expect(phone.get_by_text("Результат подтверждён.")).to_be_visible()
    expect(phone.locator(".duel-status .sure")).to_have_text("подтверждено")
    phone.get_by_role("link", name="Таблица").click()
    winner = first
    expect(phone.locator(".places tbody tr").first).to_contain_text(winner)
    expect(phone.locator(".places tbody tr").first.locator(".ranks")).to_have_text("3")
    assert wide(phone) <= 390


SPECTATOR = {
    "phone": ("Турниры", "Таблица", "Пары", "Пересчитать", "То же самое", "Правило"),
    "desk": ("Events", "Standings", "Pairings", "Recompute", "Identical", "The rule"),
}


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_the_spectator_flow(request: pytest.FixtureRequest, muster: Tournament, size: str) -> None:
    """From the front page to the standings, an explained value, the pairings, and a recomputed pairing."""
    page: Page = request.getfixturevalue(size)
    events, standings, pairings, recompute, same, rule = SPECTATOR[size]
    page.goto("/")
    page.locator(".home-events").get_by_role("link", name=re.compile("Winter muster")).first.click()
    expect(page.get_by_role("link", name=standings, exact=True)).to_have_attribute("aria-current", "page")
    expect(page.locator(".places tbody tr")).to_have_count(8)
    page.locator(".places tbody tr").first.locator(".ranks a").click()
    expect(page.get_by_role("heading", name=rule, exact=True)).to_be_visible()
    expect(page.locator(".opened-terms tbody tr")).to_have_count(2)
    page.get_by_role("link", name=pairings, exact=True).click()
    expect(page.locator(".pairing")).to_have_count(4)
    page.get_by_role("link", name=recompute).click()
    expect(page.get_by_text(same, exact=True).first).to_be_visible()
    page.locator("nav").get_by_role("link", name=events, exact=True).click()
    expect(page.get_by_role("link", name=re.compile("Winter muster"))).to_be_visible()


def test_standings_keep_themselves_current(desk: Page, people: SimpleNamespace, muster: Tournament) -> None:
    """A new result appears on the open page without a reload, and the page of the past stays as it is."""
    desk.goto(MUSTER)
    number = making.state_of(muster).rounds[2].paired.pairs[0]
    row = desk.locator(f"#e{number.a}")
    expect(row.locator(".mark").last).to_have_text(re.compile("…"))
    making.act(muster, people.organiser, Enter(round=3, table=number.table, report=making.reported(40, 2)))
    expect(row.locator(".mark.win, .mark.loss")).to_have_count(3, timeout=20_000)
    expect(desk.locator("live-part")).not_to_have_attribute("lost", "")


def test_standings_by_keyboard_alone(desk: Page, muster: Tournament) -> None:
    """A value is reached and opened with the keyboard, and the focus is visible."""
    desk.goto(MUSTER)
    for _ in range(60):
        desk.keyboard.press("Tab")
        if "/standings/" in desk.evaluate("document.activeElement.href ?? ''"):
            break
    outline = desk.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    desk.keyboard.press("Enter")
    expect(desk.locator(".opened-value")).to_be_visible()


def test_pages_are_read_without_javascript(browser: Any, live_server: Any, muster: Tournament) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(MUSTER)
    expect(page.locator(".places tbody tr")).to_have_count(8)
    page.goto(f"{MUSTER}rounds/3/")
    expect(page.locator(".pairing")).to_have_count(4)
    expect(page.locator("round-clock").first).to_have_text("2:30:00")
    context.close()
