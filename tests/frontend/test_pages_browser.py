"""The main paths on a phone in Russian and on a desktop in English, by keyboard alone, and checked with axe."""

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from frontend.games import sentences
from gamelog.games import demo
from gamelog.games.models import Game, Roster
from gamelog.setup.paths import FRONTEND
from rules.gamefile import GameFile

pytestmark = pytest.mark.django_db(transaction=True)

AXE = FRONTEND / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page) -> list[str]:
    """All that axe finds, order of headings and landmarks among it, each with its first element."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:160]} {json.dumps(v['nodes'][0].get('any', [])[:1])[:300]}"
            for v in found]  # fmt: skip


def headings(page: Page) -> list[str]:
    """What is wrong with the order of headings: one first heading at the beginning, and no level left out."""
    levels = page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map((each) => Number(each.tagName[1]))")
    found = [f"h{after} follows h{before}" for before, after in itertools.pairwise(levels) if after > before + 1]
    if levels[:1] != [1] or levels.count(1) != 1:
        found.append(f"the levels are {levels}")
    return found


def login(page: Page, name: str = "ada", password: str = "demo-ada") -> None:
    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill(name)
    page.locator("input[name=password]").fill(password)
    page.locator("main button").click()
    expect(page.locator(f"text={name}").first).to_be_visible()


def addresses(game: Game) -> list[str]:
    return ["/", "/games/", f"/games/{game.pk}/#100", f"/games/{game.pk}/odds/4/",
            f"/games/{game.pk}/verify/", f"/games/{game.pk}/log/",
            f"/games/{game.pk}/rosters/", f"/games/{game.pk}/evidence/", "/rules/kt/?q=hit", "/rosters/",
            "/accounts/login/", "/nothing/"]  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(desk: Page, tampered: Game, scheme: Any) -> None:
    desk.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = {}
    for address in addresses(tampered):
        desk.goto(address)
        if "#100" in address:
            expect(desk.locator(".replay")).to_be_visible()
        found[address] = violations(desk)
    assert not {address: each for address, each in found.items() if each}


def test_no_page_is_wider_than_a_phone(phone: Page, tampered: Game) -> None:
    for address in addresses(tampered):
        phone.goto(address)
        wide = phone.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= 390, f"{address} is {wide[0]} wide"
        expect(phone.locator("html")).to_have_attribute("lang", "ru")


def test_nothing_is_refused_by_the_content_security_policy(desk: Page, honest: Game) -> None:
    complaints: list[str] = []
    loud = ("error", "warning")
    desk.on("console", lambda message: complaints.append(message.text) if message.type in loud else None)
    desk.on("pageerror", lambda error: complaints.append(str(error)))
    for address in addresses(honest)[:-1]:
        desk.goto(address)
        desk.wait_for_timeout(150)
    assert not complaints


def test_the_board_is_on_top_and_the_controls_at_the_thumb(phone: Page, honest: Game) -> None:
    phone.goto(f"/games/{honest.pk}/#100")
    expect(phone.locator(".replay")).to_be_visible()
    controls = phone.locator(".controls").bounding_box()
    assert controls
    assert controls["y"] + controls["height"] == pytest.approx(844, abs=2)
    story = phone.get_by_role("button", name="Ход битвы")
    story.click()
    expect(phone.locator(".steplist [aria-current]")).to_be_in_viewport()
    board, sheet = phone.locator("svg.board").bounding_box(), story.bounding_box()
    assert board and sheet
    assert board["y"] >= 0 and min(board["y"] + board["height"], sheet["y"]) - board["y"] >= 200, "the table stays"
    story.click()
    expect(phone.locator(".steplist")).to_be_hidden()
    phone.get_by_role("button", name="Шаг вперёд").click()
    expect(phone.locator('.replay[data-step="101"]')).to_be_visible()
    small = phone.evaluate(
        "[...document.querySelectorAll('.controls button')]"
        ".filter(b => b.offsetParent && (b.offsetHeight < 44 || b.offsetWidth < 30)).length"
    )
    assert small == 0


def test_a_battle_is_found_and_watched_by_keyboard_alone(desk: Page, honest: Game) -> None:
    desk.emulate_media(reduced_motion="reduce")
    desk.goto("/games/")
    for _ in range(30):
        desk.keyboard.press("Tab")
        if str(honest.pk) in (desk.evaluate("document.activeElement.href ?? ''")):
            break
    desk.keyboard.press("Enter")
    expect(desk.locator(".replay")).to_be_visible()
    start = int(desk.locator(".replay").get_attribute("data-step") or 0)
    desk.keyboard.press("ArrowRight")
    expect(desk.locator(f'.replay[data-step="{start + 1}"]')).to_be_visible()
    focused = desk.evaluate(
        """() => { const names = []; const b = document.querySelector('.controls .play'); b.focus();
        const s = getComputedStyle(b); return [b.matches(':focus-visible'), s.outlineStyle]; }"""
    )
    assert focused == [True, "solid"]
    desk.keyboard.press("Space")
    expect(desk.get_by_role("button", name="Pause")).to_be_visible()


def test_the_odds_of_a_step_are_opened_by_keyboard(desk: Page, honest: Game, honest_file: GameFile) -> None:
    number = next(e.number for e in honest_file.events if sentences.tag(e.action) == "charge-roll")
    desk.emulate_media(reduced_motion="reduce")
    asked: list[str] = []
    desk.on("request", lambda request: asked.append(request.url) if "odds.json" in request.url else None)
    desk.goto(f"/games/{honest.pk}/#{number}")
    desk.locator("step-odds summary").focus()
    assert not asked
    desk.keyboard.press("Enter")
    expect(desk.locator("step-odds .odds-number")).to_have_text(re.compile(r"^\d+ in \d+$"))
    expect(desk.locator("step-odds .happened")).to_have_count(1)
    assert violations(desk) == []
    assert len(asked) == 1
    desk.keyboard.press("ArrowRight")
    desk.keyboard.press("ArrowLeft")
    expect(desk.locator("step-odds details")).not_to_have_attribute("open", "")
    expect(desk.locator(f'.replay[data-step="{number}"]')).to_be_visible()
    assert len(asked) == 1


def test_the_odds_are_opened_on_the_phone(phone: Page, honest: Game, honest_file: GameFile) -> None:
    number = next(e.number for e in honest_file.events if sentences.tag(e.action) == "charge-roll")
    phone.goto(f"/games/{honest.pk}/#{number}")
    phone.locator("step-odds summary").click()
    expect(phone.locator("step-odds .odds-number")).to_have_text(re.compile(r"^\d+ из \d+$"))
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_roster_is_uploaded_and_a_team_picked(desk: Page, ada: User) -> None:
    login(desk)
    desk.goto("/rosters/")
    desk.locator("input[type=file]").set_input_files(demo.files()[0])
    desk.get_by_role("button", name="Upload").click()
    expect(desk.locator(".sheet").first).to_be_visible()
    roster = Roster.objects.get()
    expect(desk.locator("h1")).to_have_text(roster.name)
    assert desk.locator(".sheet").count() == roster.models_count
    desk.get_by_role("button", name="Pick a legal team").click()
    expect(desk.locator("#team")).to_contain_text("is legal")
    desk.goto("/rosters/")
    expect(desk.get_by_role("link", name=roster.name)).to_be_visible()


def test_an_odd_roster_says_what_became_of_its_lines_on_the_phone(phone: Page, ada: User, tmp_path: Path) -> None:
    odd = tmp_path / "odd.ros"
    text = (demo.FILES / "harbour-watch.ros").read_text(encoding="utf-8")
    odd.write_text(text.replace(">Pistol 1<", ">Pistol<").replace(">Heavy 4<", ">Salvo of whatever it can fire<"))
    login(phone)
    phone.goto("/rosters/")
    phone.locator("input[type=file]").set_input_files(odd)
    phone.get_by_role("button", name="Загрузить").click()
    expect(phone.locator("#read-as")).to_contain_text("«Pistol» прочитано как Pistol 1")
    expect(phone.locator("#left-out")).to_contain_text("стоит «Salvo of whatever it can fire», а нужно")
    phone.get_by_text("Доступные специализации").click()
    phone.locator("textarea[name=allowed]").fill("Watch Captain: comms")
    phone.get_by_role("button", name="Проверить").click()
    expect(phone.locator(".problems")).to_contain_text("Специализация из датащита")
    expect(phone.locator("textarea[name=allowed]")).to_have_value("Watch Captain: comms")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(phone) == []


def test_a_broken_roster_is_refused_on_the_phone(phone: Page, ada: User, tmp_path: Path) -> None:
    broken = tmp_path / "broken.ros"
    broken.write_text("<roster><forces>")
    login(phone)
    phone.goto("/rosters/")
    phone.locator("input[type=file]").set_input_files(broken)
    phone.get_by_role("button", name="Загрузить").click()
    expect(phone.get_by_role("alert")).to_contain_text("ничего не сохранено")
    assert not Roster.objects.exists()


def test_a_running_verification_ends_on_the_open_page(desk: Page, honest: Game) -> None:
    report = honest.reports.get()
    honest.reports.update(state="running", done=10)
    desk.goto(f"/games/{honest.pk}/verify/")
    expect(desk.locator("progress")).to_have_attribute("value", "10")
    honest.reports.update(state="running", done=90)
    expect(desk.locator("[data-done]")).to_contain_text("90 /")
    honest.reports.update(state=report.state, done=report.done)
    expect(desk.locator(".verdict.big")).to_contain_text("Verified")


def test_the_front_page_plays(desk: Page, honest: Game) -> None:
    desk.emulate_media(reduced_motion="no-preference")
    desk.goto("/")
    first = desk.locator(".picture")
    expect(first).to_be_visible()
    start = int(first.get_attribute("data-step") or 0)
    expect(desk.locator(f'.picture[data-step="{start + 2}"]')).to_be_visible()
    desk.get_by_role("button", name="Pause").click()
    desk.emulate_media(reduced_motion="reduce")
    desk.goto("/")
    expect(desk.get_by_role("button", name="Play")).to_be_visible()


def test_the_language_is_switched_on_the_page(desk: Page, honest: Game) -> None:
    desk.goto(f"/games/{honest.pk}/verify/")
    desk.get_by_role("button", name="Русский").click()
    expect(desk.locator("html")).to_have_attribute("lang", "ru")
    assert desk.url.endswith("/verify/")


def test_an_old_link_to_a_rule_leads_to_its_chapter(desk: Page) -> None:
    desk.goto("/rules/kt/#kt.charge.overwatch")
    expect(desk.locator("[id='kt.charge.overwatch']")).to_be_visible()
    assert desk.url.endswith("#kt.charge.overwatch") and "/rules/kt/#" not in desk.url
