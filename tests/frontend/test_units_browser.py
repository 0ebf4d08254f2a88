"""The replay of games with units in a real browser: the display at a step equals the engine's own fold."""

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rules
from frontend.games import sentences
from gamelog.games.models import Game
from rules.gamefile import GameFile
from rules.kernel.telling import Telling

pytestmark = pytest.mark.django_db(transaction=True)

LOOK = """() => {
  const all = (from, s) => [...from.querySelectorAll(s)];
  const replay = document.querySelector(".replay");
  return {
    step: Number(replay.dataset.step), round: Number(replay.dataset.round), phase: replay.dataset.phase,
    models: Object.fromEntries(all(replay, ".models .model").map(m => [m.dataset.id, {
      at: [m.dataset.x, m.dataset.y, m.dataset.z].map(Number), wounds: Number(m.dataset.wounds), unit: m.dataset.unit,
      ghost: m.classList.contains("ghost"), status: m.dataset.status }])),
    losses: all(replay, ".forces .losses [data-force]").map(r => r.dataset.force).sort(),
    units: Object.fromEntries(all(replay, "[data-unit-row]").map(u => [u.dataset.unitRow, {
      members: all(u, "[data-force]").map(m => m.dataset.force).sort(),
      badges: all(u, ":scope > summary .status").length,
      left: Number(u.querySelector("summary .wounds b").textContent) }])),
    names: all(replay, "[data-unit-name]").map(n => n.dataset.unitName).sort(),
    terrain: all(replay, "[data-terrain]").map(t => t.dataset.terrain).sort(),
    signs: all(replay, ".on-terrain").map(b => [b.closest("[data-terrain]").dataset.terrain, b.dataset.badge]).sort(),
    markers: all(replay, "[data-marker]").map(m => m.dataset.marker),
    standing: Object.fromEntries(all(replay, "[data-side]").map(s => [s.dataset.side,
      Number(s.querySelector("[data-standing]").textContent)])),
    rolls: all(replay, ".now .roll").length,
    wide: document.documentElement.scrollWidth <= document.documentElement.clientWidth,
  };
}"""


def badges(holder: Any, telling: Telling) -> set[str]:
    """The statuses of a model or unit, from its marks in the engine's position."""
    found = {telling.statuses[key] for marks in (holder.round, holder.turn, holder.phase) for key in marks
             if key in telling.statuses and key not in telling.for_game}  # fmt: skip
    return found | {telling.statuses[key] for key in holder.game if key in telling.statuses}


def assert_shows(seen: Any, state: rules.State, before: rules.State, event: rules.Event[Any]) -> None:
    telling = rules.load(state.ruleset).telling
    assert (seen["step"], seen["round"], seen["phase"]) == (event.number, state.round, state.phase)
    fell = {key for key, m in state.models.items() if m.out and key in before.models and not before.models[key].out}
    drawn = {key: m for key, m in state.models.items() if m.at is not None and (not m.out or key in fell)}
    assert set(seen["models"]) == set(drawn)
    for key, model in drawn.items():
        shown = seen["models"][key]
        assert (shown["at"], shown["wounds"], shown["unit"]) == (list(model.at or ()), model.wounds, model.unit)
        assert shown["ghost"] == (key in fell)
        assert {each.partition(":")[0] for each in shown["status"].split()} == badges(model, telling)
    assert seen["losses"] == sorted(key for key, m in state.models.items() if m.out)
    here = Counter(m.unit for m in state.models.values() if m.at is not None and not m.out)
    assert seen["names"] == sorted(here)
    for key, unit in state.units.items():
        members = sorted(m.id for m in state.models.values() if m.unit == key)
        assert (key in seen["units"]) == bool(members)
        if members:
            left = [m for m in state.models.values() if m.unit == key and not m.out]
            alone = badges(left[0], telling) if len(left) == 1 else set()
            assert seen["units"][key]["members"] == members
            assert seen["units"][key]["left"] == len(left)
            assert seen["units"][key]["badges"] == len(badges(unit, telling) | alone)
    assert seen["terrain"] == sorted(piece.id for piece in state.table.terrain)
    assert seen["signs"] == sorted(signs(state, telling))
    laid = sentences.effects(event, "laid")
    assert seen["markers"] == [f"{each.at[0]},{each.at[1]}" for each in laid]
    for side in state.sides:
        assert seen["standing"][side] == sum(m.side == side and not m.out for m in state.models.values())
    assert seen["rolls"] == len(sentences.effects(event, "rolled"))
    assert seen["wide"], "nothing sticks out of the page"


def signs(state: rules.State, telling: Telling) -> list[list[str]]:
    """The marks of the pieces of terrain on the table."""
    found, there = [], {piece.id for piece in state.table.terrain}
    for marks in (state.game, *(side.game for side in state.sides.values())):
        for key, badge in telling.terrain_statuses.items():
            value = marks.get(key, ())
            ids = value if isinstance(value, tuple) else (value,)
            found += [[piece, badge] for piece in ids if piece in there]
    return found


def opened(page: Page, game: Game, step: int) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/games/{game.pk}/#{step}")
    expect(page.locator(".replay")).to_be_visible()
    # Both forces stand below the first view, and are drawn when the page has nothing else to do.
    expect(page.locator(".forces > *").first).to_be_attached()


def test_every_step_at_a_desk(desk: Page, stored: Any, battle: GameFile) -> None:
    game, state = stored(battle), rules.empty(rules.load(battle.header.ruleset))
    opened(desk, game, 1)
    for event in battle.events:
        before = state.copied()
        rules.evolve(state, event)
        assert_shows(desk.evaluate(LOOK), state, before, event)
        desk.keyboard.press("ArrowRight")


def test_jumps_on_a_phone(phone: Page, stored: Any, battle: GameFile) -> None:
    game, ruleset, last = stored(battle), rules.load(battle.header.ruleset), len(battle.events)
    opened(phone, game, 1)
    for number in (last // 2, 9, last, last // 3, last - 1, 2):
        phone.evaluate("n => { location.hash = '#' + n }", number)
        expect(phone.locator(f'.replay[data-step="{number}"]')).to_be_visible()
        before = rules.fold(ruleset, battle.events[: number - 1])
        state = rules.fold(ruleset, battle.events[:number])
        assert_shows(phone.evaluate(LOOK), state, before, battle.events[number - 1])


def test_names_can_be_read_and_models_have_theirs_when_near(desk: Page, stored: Any, battles: list[GameFile]) -> None:
    number = next(e.number for e in battles[0].events if sentences.effects(e, "moved"))
    opened(desk, stored(battles[0]), number)
    letters = "s => document.querySelector(s).getBoundingClientRect().height"
    assert desk.evaluate(letters, ".unit-plate .long") >= 10
    assert not desk.locator(".models .model .name").first.is_visible()
    desk.get_by_role("button", name="Zoom in").click()
    desk.get_by_role("button", name="Zoom in").click()
    expect(desk.locator("svg.board")).to_have_class("board wide of-units enlarged near")
    expect(desk.locator(".models .model .name").first).to_be_visible()


def test_whose_turn_it_is(desk: Page, stored: Any, battles: list[GameFile]) -> None:
    file = battles[0]
    state = rules.empty(rules.load(file.header.ruleset))
    turns: dict[str, int] = {}
    for event in file.events:
        rules.evolve(state, event)
        if state.turn:
            turns.setdefault(state.turn, event.number)
    opened(desk, stored(file), 1)
    expect(desk.locator(".score em")).to_have_count(0)
    for side, number in turns.items():
        desk.evaluate("n => { location.hash = '#' + n }", number)
        expect(desk.locator(f'[data-side="{side}"] em')).to_have_text("their turn")
        expect(desk.locator(".score em")).to_have_count(1)
