"""The course of a battle, as the replay draws it, beside the engine's own positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rules
from frontend.games import replay
from rules import gamefile
from rules.kernel.state import State
from tests.playthroughs import SYSTEMS

FILES = [file for system in SYSTEMS.values() for file in sorted(system.folder.glob("*.jsonl"))[:3]]


def counted(ruleset: rules.Ruleset, state: State) -> dict[str, tuple[int, int, int]]:
    """Score, points and models of each side, counted model by model and unit by unit."""
    score = dict(ruleset.score(state))
    if state.over is not None:
        score |= state.over.score
    found = {}
    for side in state.sides:
        standing = [model for model in state.models.values() if model.side == side and not model.out]
        begun: dict[str, list[bool]] = {}
        for key, unit in state.units.items():
            if unit.side == side:
                names = {side + each for each in unit.sheet.models}
                begun[key] = [model.out for name, model in state.models.items() if name in names]
        points = sum(model.sheet.points for model in standing)
        points += sum(state.units[key].sheet.points for key, out in begun.items() if not out or not all(out))
        found[side] = (score.get(side, 0), points, len(standing))
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_row_is_what_the_engine_has(file: Path) -> None:
    game = gamefile.loads(file.read_bytes(), rules.load)
    ruleset = rules.load(game.header.ruleset, game.header.version)
    state: State = rules.fold(ruleset, [])
    drawn: dict[str, Any] = {}
    told = list(replay.steps(ruleset, game.events))
    for event, step in zip(game.events, told, strict=True):
        rules.evolve(state, event)
        assert all(drawn.get(side) != row for side, row in step.g.items())
        drawn |= step.g
        assert {side: tuple(row) for side, row in drawn.items()} == counted(ruleset, state)
    assert any(step.g for step in told)


def test_reaching_whom_one_charged_is_told_apart_from_the_attempt() -> None:
    kinds = set()
    for file in FILES:
        game = gamefile.loads(file.read_bytes(), rules.load)
        ruleset = rules.load(game.header.ruleset, game.header.version)
        for event, step in zip(game.events, replay.steps(ruleset, game.events), strict=True):
            if step.e == "charge":
                kinds.add(ruleset.id)
                assert any(getattr(effect, "path", ()) or hasattr(effect, "formation") for effect in event.effects)
    assert {"kt", "wh40k", "t9a"} <= kinds
