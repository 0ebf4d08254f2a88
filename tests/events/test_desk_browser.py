"""The staff's way in a real browser, on a laptop in English and on a phone in Russian; and the screen in the hall."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from gamelog.contest.acts import results, rounds
from gamelog.games import services as log
from gamelog.games.models import Game
from gamelog.tournaments import services as tables
from gamelog.tournaments.models import Tournament
from tests.frontend.following import cookie
from tests.frontend.test_pages_browser import login, violations
from tests.tournaments import making, playing

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = ("Ada", "Boris", "Clara", "Dmitri", "Eva", "Felix", "Galina", "Hugo")


class Walk:
    """A staff member with a browser. Acts are found by their addresses, so that this works in every language."""

    def __init__(self, page: Page, event: Tournament, name: str) -> None:
        self.page, self.event, self.base = page, event, f"/events/{event.slug}"
        login(page, name, making.PASSWORD)

    def open(self, part: str = "desk/") -> Page:
        self.page.goto(f"{self.base}/{part}")
        return self.page

    def form(self, act: str) -> Locator:
        return self.page.locator(f"form[action$='/acts/{act}/']")

    def tap(self, act: str, among: str = "") -> None:
        """Press the button that declares an act at once."""
        rows = self.page.locator(among) if among else self.page
        with self.page.expect_navigation():
            rows.locator(f"form[action$='/acts/{act}/'] button").first.click()

    def act(self, act: str, query: str = "", confirm: bool = False, **given: str) -> None:
        """Fill in the form of an act and send it; check the preview, and confirm it."""
        self.open(f"desk/acts/{act}/?{query}")
        for name, value in given.items():
            field = self.form(act).locator(f"[name={name}]")
            if field.evaluate("each => each.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.send(self.form(act).locator("button.main"))
        if confirm:
            expect(self.page.locator("table.effect, .nothing-changes").first).to_be_visible()
            self.send(self.page.locator("button[value=confirm]"))

    def send(self, button: Locator) -> None:
        with self.page.expect_navigation():
            button.click()

    def pair(self, query: str = "") -> None:
        """Preview a pairing and store it as shown."""
        self.open(f"desk/pairing/?{query}")
        expect(self.page.locator(".seats.tried .seat")).to_have_count(4)
        self.send(self.page.locator("form.confirm button.main"))

    @property
    def state(self) -> Any:
        return making.state_of(self.event)


@pytest.mark.parametrize("where", ["desk", "phone"])
def test_the_staffs_way_through_an_event(request: Any, people: SimpleNamespace, where: str) -> None:
    """Registration, check-in, pairing, results, a dispute, a ruling, a penalty, an override, a re-pairing, the end."""
    page: Page = request.getfixturevalue(where)
    event = making.announce(people.organiser, register=False, check_in=True)
    walk = Walk(page, event, "olga")
    expect(walk.open().locator("html")).to_have_attribute("lang", "en" if where == "desk" else "ru")
    _begun(walk, people)
    _first_round(walk, people)
    _second_round(walk)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]


def _begun(walk: Walk, people: SimpleNamespace) -> None:
    walk.tap("open-registration", ".next-acts")
    for number, name in enumerate(PLAYERS, 1):
        given = {"account": f"p{number}"} if number < 3 else {"name": name}
        walk.act("register", "", False, **given)
    walk.open()
    walk.tap("close-registration", ".next-acts")
    walk.open("desk/players/")
    walk.tap("lock-rosters")
    walk.open("desk/check-in/")
    walk.tap("check-in", ".person >> nth=0")
    expect(walk.page.locator(".person.here")).to_have_count(1)
    walk.send(walk.page.locator(".list-bar form button"))
    expect(walk.page.locator(".person.here")).to_have_count(8)
    walk.send(walk.open().locator(".next-acts a.main"))
    expect(walk.page).to_have_url(f"{walk.page.url.partition('/events/')[0]}{walk.base}/desk/pairing/")
    walk.pair()
    assert len(walk.state.rounds) == 1


def _first_round(walk: Walk, people: SimpleNamespace) -> None:
    walk.tap("start-clock", ".next-acts")
    clock = walk.page.locator("round-clock")
    before = clock.text_content()
    expect(clock).not_to_have_text(before or "")
    pairs = walk.state.rounds[0].paired.pairs
    own = next(each for each in pairs if 1 in (each.a, each.b))
    side = "a" if own.a == 1 else "b"
    report = results.ReportResult(round=1, table=own.table, side=side, report=making.reported(9, 3))  # type: ignore[arg-type]
    making.act(walk.event, people.p1, report)
    dispute = results.Dispute(round=1, table=own.table, side=side, reason="The last turn was not played.")  # type: ignore[arg-type]
    making.act(walk.event, people.p1, dispute)
    expect(walk.page.locator(".group.disputed .seat")).to_have_count(1)
    rest = [each.table for each in pairs if each.table != own.table]
    _entered(walk, rest[0])
    walk.act("rule", f"round=1&table={own.table}", confirm=True, a="5", b="5", reason="It was late.")
    assert walk.state.rounds[0].results[str(own.table)].standing == "ruled"
    walk.act("penalise", "entrant=3", confirm=True, kind="points", match="-1", reason="Slow play.")
    assert walk.state.penalties[0].match == -100


def _entered(walk: Walk, table: int) -> None:
    """From the desk to a result in two clicks, through the quick search."""
    walk.open()
    walk.page.locator("#find").fill(f"{PLAYERS[2].lower()}")
    expect(walk.page.locator(".seat:visible")).to_have_count(1)
    walk.page.locator("#find").fill("")
    row = walk.page.locator(f".seat:has(.seat-table:text-is('{table}'))")
    walk.send(row.locator("a[href*='/acts/enter/']"))
    walk.page.locator("[name=a]").fill("12")
    walk.page.locator("[name=b]").fill("7,5")
    walk.send(walk.page.locator("form.enter button.main"))
    expect(walk.page.locator(".group.settled .seat-table")).to_have_text([str(table)])
    assert walk.state.rounds[0].results[str(table)].report.b.victory == 750


def _second_round(walk: Walk) -> None:
    walk.open("desk/pairing/")
    expect(walk.page.locator(".cannot")).to_be_visible()
    walk.page.locator(".override textarea").fill("The hall closes at six.")
    walk.send(walk.page.locator(".override button"))
    walk.send(walk.page.locator("form.confirm button.main"))
    found = walk.state.rounds[1]
    assert found.override == "The hall closes at six."
    kept, *others = found.paired.pairs
    walk.open("desk/pairing/?again=1")
    walk.page.locator(f"[name=keep][value='{kept.table}']").check()
    walk.page.locator("[name=a1]").select_option(str(others[0].a))
    walk.page.locator("[name=b1]").select_option(str(others[1].a))
    walk.page.locator("#id_reason").fill("The wrong ones met.")
    walk.send(walk.page.locator(".again-form button"))
    walk.send(walk.page.locator("form.confirm button.main"))
    pairs = [{each.a, each.b} for each in walk.state.rounds[1].paired.pairs]
    assert {kept.a, kept.b} in pairs and {others[0].a, others[1].a} in pairs
    walk.act("finish", reason="Nobody stays for the rest.")
    assert walk.state.phase == "finished"


def test_a_result_that_comes_in_is_shown_while_somebody_types(
    desk: Page, filled: Tournament, client_of: Callable[[str], Any]
) -> None:
    """The desk updates itself during a search, keeps the search, and says what is new."""
    making.pair_round(filled)
    walk = Walk(desk, filled, "stepan")
    pair = walk.state.rounds[2].paired.pairs[0]
    walk.open().locator("#find").fill(f"#{pair.a}")
    expect(desk.locator(".seat:visible")).to_have_count(1)
    expect(desk.locator(".seat:visible .seat-score")).to_have_count(0)
    enter(client_of, filled, pair.table, (31, 4))
    expect(desk.locator(".seat:visible .seat-score")).to_have_text("31 : 4")
    expect(desk.locator(".seat:visible")).to_have_count(1)
    expect(desk.locator("#find")).to_have_value(f"#{pair.a}")


def enter(client_of: Callable[[str], Any], event: Tournament, table: int, score: tuple[int, int]) -> None:
    """A program of the scorekeeper enters a result through the API."""
    event.refresh_from_db()
    report = {"a": {"victory": score[0] * 100}, "b": {"victory": score[1] * 100}}
    act = {"type": "enter", "round": event.round, "table": table, "report": report}
    sent = {"expected": event.number, "act": act}
    answer = client_of("scorekeeper").post(f"/api/events/{event.slug}/acts", sent, format="json")
    assert answer.status_code == 201, answer.content


def test_the_hall_shows_what_comes_in_and_counts_on_without_a_server(
    desk: Page, filled: Tournament, client_of: Callable[[str], Any]
) -> None:
    making.pair_round(filled)
    making.act(filled, filled.owner, rounds.StartClock(round=3))
    walk = Walk(desk, filled, "stepan")
    walk.open("hall/?turn=600&show=tables,standings")
    table = walk.state.rounds[2].paired.pairs[0].table
    row = desk.locator(f".hall-page[data-shown] li:has(.hall-table:text-is('{table}'))")
    expect(row.locator(".hall-score")).to_have_count(0)
    enter(client_of, filled, table, (27, 6))
    expect(row.locator(".hall-score")).to_have_text("27 : 6")
    desk.context.set_offline(True)
    expect(desk.locator(".hall-lost")).to_be_visible()
    clock = desk.locator("round-clock")
    stood = clock.text_content() or ""
    expect(clock).not_to_have_text(stood)
    making.act(filled, filled.owner, rounds.PauseClock(round=3))
    desk.context.set_offline(False)
    expect(desk.locator(".hall-lost")).to_be_hidden()
    expect(desk.locator(".clock-stands")).to_be_visible()


def test_the_hall_shows_a_battle_as_it_is_played(
    browser: Any, site: Any, filled: Tournament, people: SimpleNamespace
) -> None:
    """The table, the score and what came of the newest act, beside the other tables; the screen is never made anew."""
    making.pair_round(filled)
    row = tables.table_open(tournament=filled, number=3, table=2, actor=filled.owner)
    steps = [event.declaration() for event in playing.battle(3).events]
    record(row.game, steps, 40)
    screen = {"width": 1920, "height": 1080}
    with browser.new_context(base_url=site.url, locale="en-GB", viewport=screen, reduced_motion="reduce") as context:
        session = cookie(people.scorekeeper)["Cookie"].split("=", 1)[1]
        context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        desk = context.new_page()
        desk.goto(f"/events/{filled.slug}/hall/?turn=600")
        _watched(desk, row.game, steps)


def _watched(desk: Page, game: Game, steps: list[Any]) -> None:
    shown = desk.locator("[data-shown]")
    expect(shown).to_have_attribute("data-page", f"live-{game.pk}")
    expect(shown.locator(".picture")).to_have_attribute("data-step", "40")
    expect(shown.locator(".hall-cards li.shown .hall-number")).to_have_text("2")
    assert violations(desk) == []
    shown.evaluate("each => (each.dataset.same = 'yes')")
    record(game, steps, 41)
    expect(shown.locator(".picture")).to_have_attribute("data-step", "41")
    expect(shown).to_have_attribute("data-same", "yes")
    ends = shown.locator(".caption, .hall-cards li").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().bottom)"
    )
    assert max(ends) <= 1080
    record(game, steps, len(steps))
    expect(desk.locator(".hall-page.kind-live")).to_have_count(0, timeout=15_000)


def record(game: Game, steps: list[Any], upto: int) -> None:
    """Go on with the record of a battle up to a step."""
    for number in range(Game.objects.get(pk=game.pk).number, upto):
        log.event_append(game_id=game.pk, expected=number, declaration=steps[number], actor=game.owner)


def test_the_hall_turns_by_itself_and_stops_at_a_key(desk: Page, filled: Tournament) -> None:
    walk = Walk(desk, filled, "stepan")
    shown = walk.open("hall/?turn=3&show=pairings,standings").locator("[data-shown]")
    expect(shown).to_have_attribute("data-page", "pairings-1")
    expect(shown).to_have_attribute("data-page", "standings-1")
    desk.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-page", "pairings-1")
    expect(desk.locator(".hall-place")).to_contain_text("1 / 2 · ")
    desk.keyboard.press("Space")
    expect(shown).to_have_attribute("data-page", "standings-1")


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_every_page_of_the_hall_fits_its_screen(desk: Page, people: SimpleNamespace, size: tuple[int, int]) -> None:
    event = making.announce(
        people.organiser, title="A very long name of an event that goes on and on and on", tables=()
    )
    making.register(event, *(f"Maximiliane von Hohenstauffen-Weissenfels {number}" for number in range(1, 37)))
    making.play_round(event)
    desk.set_viewport_size({"width": size[0], "height": size[1]})
    desk.emulate_media(reduced_motion="reduce")
    Walk(desk, event, "olga").open("hall/?show=pairings,names,tables,standings")
    for _page in range(desk.locator("[data-page]").count()):
        ends = desk.evaluate(
            "[...document.querySelectorAll('[data-shown] li')].map(e => e.getBoundingClientRect().bottom)"
        )
        assert max(ends) <= size[1] and desk.evaluate("document.documentElement.scrollWidth") <= size[0]
        desk.keyboard.press("ArrowRight")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(desk: Page, filled: Tournament, people: SimpleNamespace, scheme: Any) -> None:
    desk.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    making.pair_round(filled)
    walk = Walk(desk, filled, "olga")
    found = {}
    for part in PARTS:
        walk.open(part)
        found[part] = violations(desk)
    assert not {part: each for part, each in found.items() if each}


PARTS = (
    "desk/", "desk/players/", "desk/check-in/", "desk/pairing/?reason=late", "desk/pairing/?again=1", "desk/disputes/",
    "desk/penalties/", "desk/event/", "desk/versions/", "desk/tables/2/1/", "desk/acts/rule/?round=2&table=1",
    "desk/acts/register/", "hall/",
)  # fmt: skip


def test_no_page_is_wider_than_a_phone(phone: Page, filled: Tournament, people: SimpleNamespace) -> None:
    making.pair_round(filled)
    walk = Walk(phone, filled, "olga")
    for part in PARTS[:-1]:
        walk.open(part)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390, part
