"""What is drawn at random steps of five games of each system equals the engine's position.

Places, fronts, wounds, marks, phase and score are read from what the browser has drawn and where: from the tokens'
transforms, their pips and their outlines, not from what the page says of them.
"""

import math
import random
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rules
from rules import gamefile
from rules.gamefile import GameFile
from rules.kernel import regiment
from rules.kernel.sheet import wounds_of
from tests.playthroughs import SYSTEMS as GOLDEN

pytestmark = pytest.mark.django_db(transaction=True)

SYSTEMS = ("kt", "wh40k", "cod", "t9a", "necro")
STEPS = 10
GAMES = 5
RULED = re.compile(rb'"type":"(?:amend|void|adjust|penalty|award|strike|take-back)"')

LOOK = """() => {
  const all = (from, s) => [...from.querySelectorAll(s)];
  const replay = document.querySelector(".replay");
  const turn = (e) => Number(/rotate\\((\\S+?)\\)/.exec(e?.getAttribute("transform") ?? "")?.[1] ?? NaN);
  const corners = (e) => e?.getAttribute("points")?.split(" ").map(p => p.split(",").map(Number));
  return {
    round: Number(replay.dataset.round), phase: replay.dataset.phase,
    counters: Object.fromEntries(all(replay, "[data-side]").map(s => [s.dataset.side, Object.fromEntries(
      all(s, "[data-counter]").map(c => [c.dataset.counter, Number(c.textContent)]))])),
    models: Object.fromEntries(all(replay, ".models .model").map(m => [m.dataset.id, {
      at: /translate\\((\\S+) (\\S+)\\)/.exec(m.getAttribute("transform")).slice(1).map(Number),
      turn: turn(m.querySelector(".hull") ?? m.querySelector(":scope > .front")),
      corners: corners(m.querySelector("polygon.base")), ghost: m.classList.contains("ghost"),
      left: m.querySelector(".pips") ? all(m, ".pips .left").length : null, lost: all(m, ".pips .lost").length,
      badges: all(m, ".badge").length, tiny: m.classList.contains("tiny") }])),
    fallen: Object.fromEntries(all(replay, "[data-fallen]").map(m => [m.dataset.fallen,
      /translate\\((\\S+) (\\S+)\\)/.exec(m.getAttribute("transform")).slice(1).map(Number)])),
  };
}"""


@pytest.fixture
def game_of(
    honest_file: GameFile, battles: list[GameFile], regiments: GameFile, levels: GameFile
) -> dict[str, GameFile]:
    """A game of each system."""
    return dict(zip(SYSTEMS, (honest_file, battles[0], battles[2], regiments, levels), strict=True))


def _golden(system: str) -> list[Path]:
    """The first golden games of a system in which no judge ruled: with rulings a step may be drawn as corrected."""
    files = sorted(GOLDEN[system].folder.glob("*.jsonl"))
    unruled = (file for file in files if not RULED.search(file.read_bytes()))
    return list(islice(unruled, GAMES - 1))


@pytest.mark.parametrize("system", SYSTEMS)
def test_ten_random_steps(desk: Page, stored: Any, game_of: dict[str, GameFile], system: str) -> None:
    drawn_as_it_is(desk, stored, game_of[system], system)


@pytest.mark.parametrize(("system", "golden"), [(system, file) for system in SYSTEMS for file in _golden(system)],
                         ids=lambda each: each if isinstance(each, str) else each.stem)  # fmt: skip
def test_ten_random_steps_of_golden_games(desk: Page, stored: Any, system: str, golden: Path) -> None:
    drawn_as_it_is(desk, stored, gamefile.loads(golden.read_bytes(), rules.load), system)


def test_there_are_five_games_of_each_system() -> None:
    assert {system: 1 + len(_golden(system)) for system in SYSTEMS} == dict.fromkeys(SYSTEMS, GAMES)


def drawn_as_it_is(desk: Page, stored: Any, file: GameFile, system: str) -> None:
    """Assert that ten random steps of a game are drawn as the engine has them."""
    ruleset = rules.load(file.header.ruleset, file.header.version)
    desk.emulate_media(reduced_motion="reduce")
    desk.goto(f"/games/{stored(file).pk}/#1")
    expect(desk.locator(".replay")).to_be_visible()
    chance = random.Random(f"{system} drawn {len(file.events)}")
    for number in sorted(chance.sample(range(2, len(file.events) + 1), STEPS)):
        desk.evaluate("n => { location.hash = '#' + n }", number)
        expect(desk.locator(f'.replay[data-step="{number}"]')).to_be_visible()
        before, state = (rules.fold(ruleset, file.events[:upto]) for upto in (number - 1, number))
        assert_drawn(desk.evaluate(LOOK), before, state, ruleset)


def assert_drawn(seen: Any, before: rules.State, state: rules.State, ruleset: rules.Ruleset) -> None:
    assert (seen["round"], seen["phase"]) == (state.round, state.phase)
    # A side that has not mustered yet is named already, and has nothing.
    assert seen["counters"] == {key: {} for key in ruleset.sides} | {key: s.counters for key, s in state.sides.items()}
    fell = {key for key, model in state.models.items() if model.out and not before.models[key].out}
    on_table = {key: model for key, model in state.models.items() if model.at and (not model.out or key in fell)}
    assert set(seen["models"]) == set(on_table)
    for key, model in on_table.items():
        assert_token(seen["models"][key], state, model, ruleset, ghost=key in fell)
    for key, place in seen["fallen"].items():
        model = state.models[key]
        assert model.out
        assert key not in fell
        assert place == list(model.at or ())[:2]


def assert_token(shown: Any, state: rules.State, model: Any, ruleset: rules.Ruleset, *, ghost: bool) -> None:
    assert shown["at"] == list(model.at)[:2]
    assert shown["ghost"] == ghost
    formation = state.units[model.unit].formation if model.unit else None
    if shown["corners"]:
        assert formation is not None
        x, y = shown["at"]
        core = regiment.core(formation, model.id)
        assert [(x + dx, y + dy) for dx, dy in shown["corners"]] == [tuple(corner) for corner in core]
    elif model.sheet.hull or model.facing is not None:
        dx, dy = model.facing or (1, 0)
        assert abs(math.remainder(shown["turn"] - math.degrees(math.atan2(dy, dx)), 360)) < 0.01
    if ghost:
        return
    most = wounds_of(model.sheet)
    if model.wounds < most:
        assert (shown["left"], shown["lost"]) == (model.wounds, most - model.wounds)
    elif shown["left"] is not None:
        assert (shown["left"], shown["lost"]) == (most, 0)
    if not shown["tiny"]:
        assert shown["badges"] == min(4, len(marks(model, ruleset)))


def marks(model: Any, ruleset: rules.Ruleset) -> set[str]:
    """The badges of a model, from its marks in the engine's position."""
    known, for_game = ruleset.telling.statuses, ruleset.telling.for_game
    passing = {known[key] for kept in (model.round, model.turn, model.phase) for key in kept
               if key in known and key not in for_game}  # fmt: skip
    return passing | {known[key] for key in model.game if key in known}
