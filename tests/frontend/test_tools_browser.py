"""The board answers in a browser: rings, lines and lengths are the engine's own, by pointer, finger and keyboard."""

import re
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect

import rules
from frontend.base.lengths import inches
from rules import asking, seeing
from rules.gamefile import GameFile
from tests.frontend.test_pages_browser import violations

pytestmark = pytest.mark.django_db(transaction=True)

STEP = 78
"""A step of the honest game in which both sides are on the table and see each other."""
PLACES = """() => Object.fromEntries([...document.querySelectorAll('.models .model[data-out="0"]')].map(m => {
  const box = m.querySelector('.base').getBoundingClientRect();
  return [m.dataset.id, [box.x + box.width / 2, box.y + box.height / 2]]; }))"""


def opened(page: Page, game: Any, number: int = STEP) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/games/{game.pk}/#{number}")
    expect(page.locator(".replay")).to_be_visible()


def ask(of: rules.Ruleset, state: rules.State, query: str, /, **about: str) -> list[Any]:
    return list(asking.ask(of, state, asking.worded(of, query, about)))


def lines(page: Page) -> dict[str, bool]:
    """Who is seen, and whether openly, as it is drawn."""
    found: dict[str, bool] = page.evaluate("""() => Object.fromEntries(
      [...document.querySelectorAll(".sight-line")].map(l => [l.dataset.sight, l.classList.contains("open")]))""")
    return found


def expected(of: rules.Ruleset, state: rules.State, one: str) -> dict[str, bool]:
    return {s.target: not s.cover for s in seeing.sights(of, state, one) if s.seen and not s.aside}


def test_reach_and_sight_of_a_model_are_those_of_the_rules(
    desk: Page, stored: Any, honest_file: GameFile, kt: rules.Ruleset
) -> None:
    state = rules.fold(kt, honest_file.events[:STEP])
    one = max((m.id for m in state.alive("b")), key=lambda key: len(expected(kt, state, key)))
    opened(desk, stored(honest_file))
    desk.mouse.click(*desk.evaluate(PLACES)[one])
    desk.keyboard.press("r")
    lengths = {(a.facts["kind"], a.value) for a in ask(kt, state, "reach", of=one)}
    expect(desk.locator(".ring")).to_have_count(len(lengths))
    drawn = desk.evaluate("[...document.querySelectorAll('.ring')].map(r => [r.dataset.kind, Number(r.dataset.ring)])")
    assert {tuple(each) for each in drawn} == lengths
    radius = state.models[one].sheet.base
    widths = desk.evaluate("[...document.querySelectorAll('.ring-line')].map(l => l.getBBox().width)")
    assert sorted(widths) == pytest.approx(sorted(2 * (length + radius) for _, length in lengths))
    assert desk.locator(".rings").get_attribute("clip-path") == "url(#table-edge)"

    desk.keyboard.press("l")
    seen = expected(kt, state, one)
    assert seen
    expect(desk.locator(".sight-line")).to_have_count(len(seen))
    assert lines(desk) == seen
    rows = desk.locator(".sight-table tbody tr")
    expect(rows).to_have_count(len(seen))
    for target in seen:
        away = ask(kt, state, "distance", of=one, to=target)[0].value
        shot = seeing.shot(kt, state, one, target, most=0)
        row = desk.locator(f'[data-seen="{target}"]')
        expect(row).to_contain_text(inches(away))
        if shot is not None and shot.needed:
            expect(row.locator("td b")).to_have_text(f"{shot.needed}+")
    expect(desk.locator(".weapon-table tbody tr")).to_have_count(len(state.models[one].sheet.weapons))
    desk.keyboard.press("Escape")
    expect(desk.locator(".ring, .sight-line, .tool-panel")).to_have_count(0)


def seeing_unit(file: GameFile, number: int) -> tuple[int, str] | None:
    """A unit of several models that sees somebody after this step and after the next."""
    of = rules.load("cod")
    now, then = (rules.fold(of, file.events[:at]) for at in (number, number + 1))
    several = [key for key in now.units if sum(m.unit == key for m in now.alive()) > 2]
    return next(((number, key) for key in several if expected(of, now, key) and expected(of, then, key)), None)


def test_a_unit_has_one_outline_and_its_own_lines_at_the_next_step_too(
    desk: Page, stored: Any, battles: list[GameFile]
) -> None:
    file, of = battles[2], rules.load("cod")
    number, unit = next(
        found for at in range(len(file.events) // 2, len(file.events)) if (found := seeing_unit(file, at))
    )
    opened(desk, stored(file), number)
    desk.keyboard.press("l")
    desk.locator('[data-choose="whose"]').select_option(unit)
    desk.locator(".tools .tool-reach").click()
    for at in (number, number + 1):
        state = rules.fold(of, file.events[:at])
        seen = expected(of, state, unit)
        expect(desk.locator(".sight-line")).to_have_count(len(seen))
        assert lines(desk) == seen
        expect(desk.locator(".ring.move.joined")).to_have_count(1)
        desk.locator("body").press("ArrowRight")


def test_a_ruler_from_rim_to_rim_by_dragging_and_by_pressing_twice(
    desk: Page, stored: Any, honest_file: GameFile, kt: rules.Ruleset
) -> None:
    state = rules.fold(kt, honest_file.events[:STEP])
    one, other = state.alive("a")[0].id, state.alive("b")[-1].id
    text = inches(ask(kt, state, "distance", of=one, to=other)[0].value)
    opened(desk, stored(honest_file))
    desk.locator(".tool-ruler").click()
    places = desk.evaluate(PLACES)
    desk.mouse.move(*places[one])
    desk.mouse.down()
    desk.mouse.move(*places[other], steps=4)
    expect(desk.locator(".measure")).to_have_attribute("data-measured", re.compile(r"\d+(\.\d+)?″"))
    desk.mouse.up()
    expect(desk.locator(".measure.exact")).to_have_attribute("data-measured", text)
    expect(desk.locator(".tool-panel output")).to_have_text(text)
    expect(desk.locator(".model-card")).to_have_count(0)
    desk.keyboard.press("Escape")
    expect(desk.locator(".measure")).to_have_count(0)

    desk.mouse.click(*desk.evaluate(PLACES)[other])
    desk.keyboard.press("m")
    desk.mouse.click(*desk.evaluate(PLACES)[one])
    expect(desk.locator(".measure.exact")).to_have_attribute("data-measured", text)


def test_a_ruler_between_places_in_hundredths_and_on_an_enlarged_table(desk: Page, honest: Any) -> None:
    opened(desk, honest)
    desk.get_by_role("button", name="Zoom in").click()
    expect(desk.locator("svg.board.enlarged")).to_have_count(1)
    before = desk.locator("svg.board .camera").get_attribute("transform")
    desk.locator(".tool-ruler").click()
    ends = desk.evaluate("""() => {
      const camera = document.querySelector("svg.board .camera").getScreenCTM();
      const free = [[1200, 300], [1500, 700]];
      return free.map(([x, y]) => { const p = new DOMPoint(x, y).matrixTransform(camera); return [p.x, p.y]; }); }""")
    desk.mouse.move(*ends[0])
    desk.mouse.down()
    desk.mouse.move(*ends[1], steps=3)
    desk.mouse.up()
    measured = desk.locator(".measure").get_attribute("data-measured")
    # 300 by 400 is 500; a pixel is some hundredths
    assert measured and abs(float(measured.removesuffix("″")) - 5) < 0.1
    assert desk.locator("svg.board .camera").get_attribute("transform") == before, "the table is not dragged away"


def test_a_ruler_by_a_finger_on_a_table_that_is_turned(
    phone: Page, stored: Any, honest_file: GameFile, kt: rules.Ruleset
) -> None:
    state = rules.fold(kt, honest_file.events[:STEP])
    one, other = state.alive("a")[0].id, state.alive("b")[-1].id
    with translation.override("ru"):
        text = inches(ask(kt, state, "distance", of=one, to=other)[0].value)
    opened(phone, stored(honest_file))
    phone.locator(".tool-ruler").tap()
    for key in (one, other):
        phone.touchscreen.tap(*phone.evaluate(PLACES)[key])
    expect(phone.locator(".measure.exact")).to_have_attribute("data-measured", text)
    ends = phone.evaluate("""ids => {
      const line = document.querySelector(".measure .line"), length = line.getTotalLength();
      const near = (id, at) => {
        const m = document.querySelector(`.model[data-id="${id}"]`).transform.baseVal[0].matrix;
        const p = line.getPointAtLength(at); return Math.hypot(p.x - m.e, p.y - m.f); };
      return [near(ids[0], 0), near(ids[1], length)]; }""", [one, other])  # fmt: skip
    # It begins and ends at the rims, as they are drawn.
    assert ends == pytest.approx([state.models[key].sheet.base for key in (one, other)], abs=1.5)
    assert phone.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_ruler_by_keyboard_alone(desk: Page, stored: Any, honest_file: GameFile, kt: rules.Ruleset) -> None:
    state = rules.fold(kt, honest_file.events[:STEP])
    one, other = state.alive("a")[0].id, state.alive("b")[-1].id
    opened(desk, stored(honest_file))
    desk.keyboard.press("m")
    expect(desk.locator('[data-choose="from"]')).to_be_focused()
    desk.locator('[data-choose="from"]').select_option(one)
    desk.locator('[data-choose="to"]').select_option(other)
    expect(desk.locator(".tool-panel output")).to_have_text(
        inches(ask(kt, state, "distance", of=one, to=other)[0].value)
    )
    desk.keyboard.press("Escape")
    expect(desk.locator(".tool-panel")).to_have_count(0)
    expect(desk.locator(".tool-ruler")).to_be_focused()
    desk.keyboard.press("?")
    assert {"R", "L", "M", "F", "N", "Z"} <= set(desk.locator(".keys kbd").all_text_contents())


def test_a_name_in_a_sentence_marks_and_then_opens_the_card(desk: Page, honest: Any) -> None:
    opened(desk, honest)
    name = desk.locator(".now .named-one").first
    who = name.get_attribute("data-who")
    name.hover()
    expect(desk.locator(f'.model[data-id="{who}"]')).to_contain_class("pointed")
    name.press("Enter")
    desk.mouse.move(5, 5)
    expect(desk.locator(".model.pointed")).to_have_count(1)
    expect(desk.locator(".model-card")).to_have_count(0)
    name.press("Enter")
    expect(desk.locator(".model-card")).to_have_attribute("data-card", who or "")
    desk.locator(".steplist [data-step][aria-current]").hover()
    expect(desk.locator(".model.pointed").first).to_be_visible()


def test_who_points_at_a_name_before_the_tools_have_come_finds_the_model_too(desk: Page, honest: Any) -> None:
    loading: list[Any] = []
    desk.route("**/board-tools-*.js", lambda route: loading.append(route))
    with desk.expect_request("**/board-tools-*.js"):
        opened(desk, honest)
    name = desk.locator(".now .named-one").first
    name.hover()
    expect(desk.locator(".model.pointed")).to_have_count(0)
    loading[0].continue_()
    expect(desk.locator(f'.model[data-id="{name.get_attribute("data-who")}"]')).to_contain_class("pointed")


def test_the_forces_are_a_drawer_where_there_is_no_room(desk: Page, honest: Any) -> None:
    desk.set_viewport_size({"width": 1024, "height": 768})
    opened(desk, honest)
    forces = desk.locator(".replay > .forces")
    expect(forces).not_to_be_visible()
    desk.keyboard.press("f")
    expect(forces).to_be_visible()
    expect(forces.locator("summary").first).to_be_focused()
    desk.keyboard.press("Escape")
    expect(forces).not_to_be_visible()
    expect(desk.locator(".tool-forces")).to_be_focused()


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_nothing_is_wrong_by_axe_while_all_tools_are_out(size: str, request: Any, honest: Any) -> None:
    page: Page = request.getfixturevalue(size)
    opened(page, honest)
    page.locator(".tool-sight").click()
    page.locator('[data-choose="whose"]').select_option(index=1)
    for tool in ("reach", "ruler"):
        page.locator(f".tool-{tool}").click()
    expect(page.locator(".sight")).to_have_count(1)
    expect(page.locator(".sight .soft", has_text="…")).to_have_count(0)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
