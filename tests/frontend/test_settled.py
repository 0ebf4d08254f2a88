"""What changes in a step without an act, in all golden games and those of the demo, beside the engine's positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

import rules
from frontend.games import replay
from frontend.games.settled import COUNTS, GOES_ON
from gamelog.games import demo
from gamelog.games.selectors import events_of
from rules import gamefile, scoresheet
from rules.kernel.canonical import tag_of
from tests.playthroughs import SYSTEMS

FILES = [file for system in SYSTEMS.values() for file in sorted(system.folder.glob("*.jsonl"))]


def of_acts(ruleset: rules.Ruleset, events: Any) -> dict[int, dict[str, tuple[int, int]]]:
    """By step of the battle, what sides gained and lost by what was declared: up to where the battle goes on, without
    what is counted then; nothing in a step in which somebody only said that they have nothing more to do.
    """
    state, found = rules.empty(ruleset), {}
    for event in events:
        after, pending = state.copied(), state.pending
        dice = any(tag_of(effect) == "rolled" for effect in event.effects)
        weighty = pending is not None and pending.clause in ruleset.telling.weighty
        answer = pending is not None and not weighty
        idle = tag_of(event.action) in ruleset.telling.bookkeeping and (answer or (not weighty and not dice))
        for effect in () if idle else event.effects:
            if tag_of(effect) in GOES_ON:
                break
            if tag_of(effect) != COUNTS:
                effect.apply(after)
        if state.round:
            now, was = scoresheet.standings(ruleset, after), scoresheet.standings(ruleset, state)
            found[event.number] = {
                side: (now[side].score - was[side].score, was[side].points - now[side].points) for side in was
            }
        rules.evolve(state, event)
    return found


def checked(ruleset: rules.Ruleset, events: Any) -> list[replay.ReplayStep]:
    """The steps of a battle, of each of which it is told which change was its act's."""
    told, acts = list(replay.steps(ruleset, events)), of_acts(ruleset, events)
    before: dict[str, Any] = {}
    for step in told:
        for side, now in step.g.items():
            was = before.get(side, now)
            gained, lost = step.z.get("g", {}).get(side, (0, 0))
            if step.n in acts:
                act = now.score - was.score - gained, was.points - now.points - lost
                assert act == acts[step.n][side], (step.n, step.t)
            before[side] = now
        if step.z:
            assert bool(step.z.get("n")) != bool(step.z.get("t")), "it is due to an act, or told as what it is"
        if step.z.get("n"):
            assert step.z["n"] < step.n and told[step.z["n"] - 1].a not in ruleset.telling.bookkeeping
    return told


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_what_a_step_gave_is_told_from_what_its_act_gave(file: Path) -> None:
    game = gamefile.loads(file.read_bytes(), rules.load)
    checked(rules.load(game.header.ruleset, game.header.version), game.events)


@pytest.mark.django_db
def test_the_same_in_the_battles_of_the_demo() -> None:
    for game in demo.load():
        assert checked(game.rules, events_of(game))


@pytest.mark.parametrize(
    "system, name, step, settled",
    [
        ("necro", "valve-ashmen-1", 162, {"g": {"a": (1, 0)}, "t": "End of round 3: Valve Sisters scores 1"}),
        ("t9a", "dusk-wild-7", 141, {"g": {"a": (450, 0)}, "t": "End of the battle: Dusk scores 450"}),
        ("cod", "mire-foundry-2", 43, {
            "g": {"a": (1, 0)}, "t": "End of the turn of Foundry Train: Mire Court scores 1"}),
        ("cod", "mire-foundry-2", 234, {
            "g": {"a": (1, 0), "b": (-1, 0)}, "t": "End of round 5: Mire Court scores 1, Foundry Train loses 1"}),
        ("wh40k", "cantons-storm-13", 25, {"g": {"a": (0, 11)}, "n": 23}),
        ("wh40k", "cantons-storm-13", 66, {
            "g": {"a": (0, 88), "b": (55, 0)}, "t": "End of the turn of Storm Host: Storm Host scores 55",
            "o": "Pikes lose 3 models"}),
    ],
)  # fmt: skip
def test_it_is_told_as_what_it_is(system: str, name: str, step: int, settled: dict[str, Any]) -> None:
    """Of a step in which an act earned nothing, or nobody acted."""
    game = gamefile.loads((SYSTEMS[system].folder / f"{name}.jsonl").read_bytes(), rules.load)
    ruleset = rules.load(game.header.ruleset, game.header.version)
    assert list(replay.steps(ruleset, game.events[:step]))[-1].z == settled


def test_it_is_told_in_russian() -> None:
    game = gamefile.loads((SYSTEMS["necro"].folder / "valve-dredgers-7.jsonl").read_bytes(), rules.load)
    with translation.override("ru"):
        step = list(replay.steps(rules.load("necro"), game.events[:113]))[-1]
    assert step.z["t"] == "Конец раунда 2: Valve Sisters: +1, Dredgers: +1"
