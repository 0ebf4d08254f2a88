"""Regiments, levels and terrain with a state in a real browser, as the engine's own fold has them."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rules
from gamelog.games.models import Game
from rules.gamefile import GameFile
from rules.kernel import regiment
from rules.necro.ruleset import NECRO
from rules.t9a.ruleset import T9A

pytestmark = pytest.mark.django_db(transaction=True)

LOOK = """() => {
  const all = (s) => [...document.querySelectorAll(s)];
  const points = (e) => e.getAttribute("points").split(" ").map(p => p.split(",").map(Number));
  return {
    blocks: Object.fromEntries(all("[data-block]").map(b => [b.dataset.block, points(b.querySelector(".boundary"))])),
    fronts: all("[data-front]").map(f => f.dataset.front).sort(),
    ranks: Object.fromEntries(all("[data-unit-row] [data-ranks]").map(r => [r.dataset.ranks, r.textContent])),
    bases: Object.fromEntries(all(".model.ranked:not(.ghost)").map(m => [m.dataset.id,
      points(m.querySelector(".base")).map(([x, y]) => [x + Number(m.dataset.x), y + Number(m.dataset.y)])])),
    models: Object.fromEntries(all(".models .model").map(m => [m.dataset.id, m.classList.contains("off") ? "off" :
      m.classList.contains("beneath") ? "beneath" : ""])),
    kinds: Object.fromEntries(all("[data-terrain]").map(t => [t.dataset.terrain, t.dataset.kind])),
    wide: document.documentElement.scrollWidth <= document.documentElement.clientWidth,
  };
}"""


def opened(page: Page, game: Game, address: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/games/{game.pk}/{address}")
    expect(page.locator(".replay")).to_be_visible()


def test_regiments_at_every_tenth_step(desk: Page, stored: Any, regiments: GameFile) -> None:
    state = rules.empty(T9A)
    opened(desk, stored(regiments), "#1")
    for event in regiments.events:
        rules.evolve(state, event)
        if event.number % 10:
            continue
        desk.evaluate("n => { location.hash = '#' + n }", event.number)
        expect(desk.locator(f'.replay[data-step="{event.number}"]')).to_be_visible()
        seen = desk.evaluate(LOOK)
        stand = {key: unit.formation for key, unit in state.units.items() if unit.formation is not None}
        assert seen["blocks"] == {key: [list(c) for c in regiment.boundary(each)] for key, each in stand.items()}
        assert seen["fronts"] == sorted(stand)
        assert seen["bases"] == {
            model: [list(corner) for corner in core] for each in stand.values()
            for model, core in regiment.cores(each).items()
        }  # fmt: skip
        for key, each in stand.items():
            assert f"{each.files} × {regiment.ranks(each)}" in seen["ranks"][key]
        assert seen["wide"], "nothing sticks out of the page"


def test_a_click_chooses_a_unit_and_another_lets_it_go(desk: Page, stored: Any, regiments: GameFile) -> None:
    opened(desk, stored(regiments), "#20")
    state = rules.fold(T9A, regiments.events[:20])
    desk.locator('.model[data-id="a3"] .base').click()
    expect(desk.locator('[data-block="au1"]')).to_contain_class("picked")
    expect(desk.locator(".picked-card")).to_contain_text("Spears")
    standing = state.units["au1"].formation
    assert standing
    expect(desk.locator(".picked-card")).to_contain_text(f"{standing.files} × {regiment.ranks(standing)}")
    expect(desk.locator('[data-unit-row="au1"]')).to_have_class("unit  picked")
    desk.get_by_role("button", name="Close").click()
    expect(desk.locator(".block.picked")).to_have_count(0)


def test_levels_on_a_phone_are_in_the_address(phone: Page, stored: Any, levels: GameFile) -> None:
    game, number = stored(levels), next(e.number for e in levels.events if e.number > 20)
    opened(phone, game, f"#{number}")
    state = rules.fold(NECRO, levels.events[:number])
    stands = {m.id: (m.at or (0, 0, 0))[2] for m in state.alive()}
    assert {0, 300, 600} <= set(stands.values())
    assert sorted(set(phone.evaluate(LOOK)["models"].values())) == ["", "beneath"]
    buttons = phone.locator(".levels button")
    expect(buttons).to_have_text(["Все", "Земля", "▲3″", "▲6″"])
    for name, height in (("▲3″", 300), ("▲6″", 600), ("Земля", 0)):
        phone.get_by_role("button", name=name, exact=True).click()
        expect(phone.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")
        assert phone.evaluate("location.hash") == f"#{number}@{height}"
        seen = phone.evaluate(LOOK)
        assert {key: seen["models"][key] for key in stands} == {
            k: "" if z == height else "off" for k, z in stands.items()
        }
        assert seen["wide"], "nothing sticks out of the page"
    phone.reload()
    expect(phone.locator('.levels [aria-pressed="true"]')).to_have_text("Земля")
    phone.keyboard.press("ArrowRight")
    assert phone.evaluate("location.hash") == f"#{number + 1}@0"
    phone.locator(".levels button").first.focus()
    phone.keyboard.press("Enter")
    assert phone.evaluate("location.hash") == f"#{number + 1}"


def test_doors_say_how_they_are(desk: Page, stored: Any, levels: GameFile) -> None:
    opened(desk, stored(levels), "#10")
    kinds = desk.evaluate(LOOK)["kinds"]
    assert (kinds["d1"], kinds["d2"], kinds["d3"]) == ("door", "door", "open door")
    expect(desk.locator('[data-terrain="d3"] .arc')).to_have_count(1)
    expect(desk.locator('[data-terrain="d2"] [data-badge="locked"]')).to_have_count(1)
    desk.locator('[data-terrain="d2"] .body').click(position={"x": 15, "y": 4})
    expect(desk.locator(".picked-card")).to_have_text("Vault door closed door, 3″ high, locked")
    desk.locator(".field summary").first.click()
    desk.locator('[data-piece-row="p1"]').click()
    expect(desk.locator(".picked-card")).to_have_text("Panel: d2 terminal, 1.2″ high, controls: Vault door")
