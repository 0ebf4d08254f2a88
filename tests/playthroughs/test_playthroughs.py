"""Golden games: the same positions, the same verdict and the same bytes as when they were recorded."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import rules
from rules.kernel import line
from rules.kernel.effects import Began
from rules.kernel.events import Ruling
from rules.kt.position import STEPS
from rules.kt.shoot import RANGED_TYPES
from tests.kernel.games import acts, tag_of
from tests.playthroughs import FOLDER, GAMES, PLANS, Plan, digests, play, used
from tests.playthroughs.clauses import OPTIONS, REFUSALS, SILENT, shown
from tests.rules.kt.board import KT

FILES = sorted(FOLDER.glob("*@*/*.jsonl"))
MOST_BYTES = 3 * 2**20


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


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_a_plan_is_played_as_it_was_recorded(plan: Plan) -> None:
    """Where this alone fails, the autoplayer has changed: `python -m tests.playthroughs` writes the games anew."""
    assert play(plan).dump() == (GAMES / f"{plan.name}.jsonl").read_bytes()


def test_there_are_ten_games_and_no_more_files_than_theirs() -> None:
    assert len(FILES) >= 10
    assert {path.stem for path in FILES if path.parent == GAMES} == {plan.name for plan in PLANS}
    both = {path.with_suffix(ending) for path in FILES for ending in (".jsonl", ".digests")}
    assert {path for path in FOLDER.glob("*@*/*") if path.is_file()} == both
    assert sum(path.stat().st_size for path in both) < MOST_BYTES


# what the games show together

FILES_NOW = [read(path) for path in FILES if path.parent == GAMES]
EVENTS = [event for file in FILES_NOW for event in file.events]
USED = set[str]().union(*map(used, FILES_NOW))
MODELS = [
    model for event in EVENTS if tag_of(type(event.action)) == "muster" for model in event.action.roster.models
]  # fmt: skip
WEAPONS = [weapon for model in MODELS for weapon in model.weapons]


def test_every_kind_of_action_is_declared() -> None:
    assert acts() - {tag_of(type(event.action)) for event in EVENTS} == set()


def test_every_kind_of_correction_is_made() -> None:
    made = {tag_of(type(event.action)) for event in EVENTS}
    assert {tag_of(kind) for kind in KT.handlers if issubclass(kind, Ruling)} - made == set()


def test_a_corrected_game_has_two_results() -> None:
    file = next(file for file in FILES_NOW if any(isinstance(event.action, Ruling) for event in file.events))
    report = rules.report(KT, file.events)
    assert report.played is not None
    assert (report.winner, report.reason) == ("b", "log.award")
    assert report.played.reason == "kt.gap.victory"
    assert line.settled(file.events)


def test_every_phase_is_played() -> None:
    began = {effect.phase for event in EVENTS for effect in event.effects if isinstance(effect, Began)}
    assert set(STEPS) - {"setup", "over"} - began == set()


def test_every_specialist_takes_part() -> None:
    held = {key for model in MODELS for key in model.has}
    assert {rule.id for rule in KT.rules if rule.id.startswith("kt.specialist.")} - held == set()


def test_every_ability_of_a_weapon_and_every_type_is_carried() -> None:
    known = {rule.id for rule in KT.rules if rule.id.startswith(("kt.ability.", "kt.weapon.ability."))}
    assert known - {key for weapon in WEAPONS for key in weapon.has} == set()
    assert {weapon.profile["type"] for weapon in WEAPONS} == {*RANGED_TYPES, "Melee"}


def test_every_stratagem_is_played() -> None:
    specialists = {key for key in KT.clauses if key.startswith("kt.specialist.") and key.endswith(".stratagem")}
    assert specialists - USED == set()
    assert {"kt.stratagem.faction", "kt.stratagem.command-reroll"} <= USED
    assert any(event.rerolls for event in EVENTS)


def test_every_enforced_clause_that_an_effect_can_name_is_named() -> None:
    """Or it is in one of the lists of `clauses.py`, each with its reason, and none stands there without need."""
    listed = {*SILENT, *REFUSALS, *OPTIONS}
    assert sorted(shown() - USED - listed) == []
    assert sorted(listed & USED) == []
    assert sorted(listed - shown()) == []
