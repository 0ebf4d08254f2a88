"""Golden games: the same positions, the same verdict and the same bytes as when they were recorded."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rules
from rules.kernel import line
from rules.kernel.effects import Began
from rules.kernel.events import Event, Ruling
from rules.kt.position import STEPS
from tests.kernel.games import tag_of
from tests.playthroughs import SYSTEMS
from tests.playthroughs.playing import FOLDER, Plan, System, digests, used

FILES = sorted(FOLDER.glob("*@*/*.jsonl"))
PLANS = [
    pytest.param(system, plan, id=f"{system.ruleset.id}/{plan.name}")
    for system in SYSTEMS.values()
    for plan in system.plans
]
EACH = pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@cache
def read(path: Path) -> rules.GameFile:
    return rules.read_game(path.read_bytes())


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_game_folds_to_the_recorded_positions(path: Path) -> None:
    assert list(digests(read(path))) == path.with_suffix(".digests").read_text().splitlines()


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_game_verifies(path: Path) -> None:
    file = read(path)
    report = rules.report(rules.load(file.header.ruleset, file.header.version), file.events, file.findings)
    assert (report.verdict, report.finished, report.findings) == ("verified", True, ())


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_step_is_decided_to_the_same_bytes(path: Path) -> None:
    file = read(path)
    ruleset = rules.load(file.header.ruleset, file.header.version)
    lenient, head = file.header.policy == "declared", rules.GameFile(file.header).head
    state = rules.empty(ruleset)
    for record in file.records:
        declared = record.event.declaration()
        history = file.events[: record.event.number - 1] if isinstance(record.event.action, Ruling) else ()
        decided = rules.decide(ruleset, state, declared, lenient=lenient, history=history)
        assert decided.findings == ()
        made = rules.make_event(record.event.number, declared, decided.effects, head, record.event.at)
        assert rules.seal(made).line() == record.line()
        head = record.hash
        rules.evolve(state, record.event)


@pytest.mark.parametrize(("system", "plan"), PLANS)
def test_a_plan_is_played_as_it_was_recorded(system: System, plan: Plan) -> None:
    """If only this fails, the autoplayer has changed: `python -m tests.playthroughs` writes the games again."""
    assert system.play(plan).dump() == (system.folder / f"{plan.name}.jsonl").read_bytes()


@EACH
def test_there_are_no_more_files_than_the_games(system: System) -> None:
    games = [path for path in FILES if path.parent == system.folder]
    assert {path.stem for path in games} == {plan.name for plan in system.plans}
    both = {path.with_suffix(ending) for path in games for ending in (".jsonl", ".digests")}
    assert {path for path in system.folder.glob("*") if path.is_file()} == both
    assert sum(path.stat().st_size for path in both) < system.most_bytes


# the joint coverage of a system's games


@cache
def files(system: System) -> list[rules.GameFile]:
    return [read(path) for path in FILES if path.parent == system.folder]


def events(system: System) -> list[Event[Any]]:
    return [event for file in files(system) for event in file.events]


@cache
def named(system: System) -> set[str]:
    return set[str]().union(*map(used, files(system)))


def made(system: System) -> set[str]:
    return {tag_of(type(event.action)) for event in events(system)}


@EACH
def test_every_kind_of_correction_is_made(system: System) -> None:
    assert {tag_of(kind) for kind in system.ruleset.handlers if issubclass(kind, Ruling)} - made(system) == set()


@EACH
def test_a_corrected_game_has_two_results(system: System) -> None:
    file = next(file for file in files(system) if any(isinstance(event.action, Ruling) for event in file.events))
    report = rules.report(system.ruleset, file.events)
    assert report.played is not None
    assert (report.winner, report.reason) == ("b", "log.award")
    assert report.played.finished
    assert report.played.reason in system.ruleset.clauses
    assert not report.played.reason.startswith("log.")
    assert line.settled(file.events)


# the coverage of Kill Team's games

KILL_TEAM = SYSTEMS["kt"]
MUSTERED = [event.action.roster for event in events(KILL_TEAM) if tag_of(type(event.action)) == "muster"]
MODELS = [model for roster in MUSTERED for model in roster.models]
WEAPONS = [weapon for model in MODELS for weapon in model.weapons]


def test_every_phase_is_played() -> None:
    began = {effect.phase for event in events(KILL_TEAM) for effect in event.effects if isinstance(effect, Began)}
    assert set(STEPS) - {"setup", "over"} - began == set()
