"""Battles of whatever forces, tables and agreements: they end, verify, and leave nobody without anything to declare.

A few of them always; with GAMELOG_LONG=1 two hundred of each system, half of them with lists that players wrote.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import rules
from gamelog.games import demo
from rules import autoplay
from rules.kernel.dice import Seeded
from rules.kernel.sheet import Roster
from rules.kernel.state import State, Table
from rules.necro import options as of_gangs
from rules.necro import scenario
from rules.t9a import options as of_armies
from tests.kernel.systems import ruleset
from tests.playthroughs import necro, t9a

LONG = os.environ.get("GAMELOG_LONG") == "1"
COUNT = 100 if LONG else 2
CLOSELY = 97
"""One in so many positions is looked at more closely."""


class Kit(NamedTuple):
    """What battles of a system are drawn from: its forces, its tables, and the numbers that are agreed on."""

    forces: Sequence[Roster]
    grounds: Mapping[str, Callable[[int], Table]]
    ranges: Mapping[str, tuple[int, int]]
    flags: Sequence[str] = ()


def _shipped(key: str) -> list[Roster]:
    return [ruleset(key).rosters.load(path.read_bytes(), path.name) for path in demo.ready(key)]


@cache
def kit(key: str) -> Kit:
    """Forces of the golden games and of the demo, every table that is drawn somewhere, and every agreement."""
    if key == "t9a":
        ranges = {of_armies.LENGTH: (1, 6), of_armies.OBJECTIVE: (0, 2), of_armies.PRIZE: (0, 900)}
        return Kit((*t9a.FORCES.values(), *_shipped(key)), t9a.GROUNDS, ranges)
    ranges = {of_gangs.ROUNDS: (1, 6), of_gangs.SCENARIO: (0, 2), of_gangs.REROLLS: (0, 3)}
    flags = (of_gangs.DOORS, of_gangs.UNCLIMBABLE, of_gangs.OPENINGS)
    return Kit((*necro.FORCES.values(), *_shipped(key)), necro.GROUNDS, ranges, flags)


SYSTEMS = ("t9a", "necro")
EQUIPMENT = "weapon: Lasgun | 18/24 | +1/- | 3 | - | 1\nweapon: Autopistol | 4/12 | - | 3 | - | 1\n"
"""What some equipment of the real gangs does: their files only name it."""
PROFILES = (
    "Adv4 Mar8 Dis7 HP1 Def3 Res3 Arm1 Att1 Off3 Str3 AP0 Agi3 | Standard, Infantry | - | base 20x20",
    "Adv8 Mar16 Dis8 HP1 Def4 Res3 Arm3 Att1 Off4 Str4 AP1 Agi4 | Standard, Cavalry | - | base 25x50",
    "Adv6 Mar12 Dis6 HP3 Def3 Res4 Arm1 Att3 Off3 Str5 AP1 Agi2 | Large, Beast | - | base 40x40",
)
"""Characteristics for models of the real armies: their files do not have them."""
LEADS = PROFILES[0].replace("Infantry", "Infantry, Character, General").replace("HP1", "HP3")
"""Those of a General."""


def battle(key: str, seed: int, forces: Sequence[Roster], agreed: Mapping[str, Any] | None = None) -> rules.GameFile:
    """A battle of two of the forces on one of the tables, under agreements that the seed decides."""
    drawn, dice = kit(key), Seeded(f"{key} {seed}".encode(), "battles")
    first, second = (forces[dice.below(len(forces))] for _ in range(2))
    ground = tuple(drawn.grounds.values())[dice.below(len(drawn.grounds))](dice.below(1000))
    numbers = {name: low + dice.below(high - low + 1) for name, (low, high) in drawn.ranges.items()}
    flags = {name: dice.below(3) == 0 for name in drawn.flags}
    every: dict[str, Any] = {**numbers, **flags, **(agreed or {})}
    if key == "necro":
        every[of_gangs.SCENARIO] = _fought(ground, every[of_gangs.SCENARIO])
    return autoplay.play(ruleset(key), [first, second], seed, table=ground, options=every)


def _fought(ground: Table, wanted: int) -> int:
    """The scenario that was wanted, if the table has what it is fought for; else the stand-off, which needs nothing."""
    of = ruleset("necro")
    return 0 if list(scenario.problems(State(of.id, of.version, ground, {of_gangs.SCENARIO: wanted}))) else wanted


def sound(key: str, file: rules.GameFile) -> None:
    """A battle that ends and verifies, and has no position in which nobody can declare anything."""
    of, state = ruleset(key), rules.empty(ruleset(key))
    report = rules.report(of, file.events, rules.read_game(file.dump()).findings)
    assert (report.verdict, report.finished, report.findings) == ("verified", True, ())
    for event in file.events:
        rules.evolve(state, event)
        if event.number % CLOSELY == 0 or event.number == len(file.events):
            _look(of, state)


def _look(of: rules.Ruleset, state: State) -> None:
    assert list(of.problems(state)) == []
    assert rules.from_json(rules.to_json(state)) == state
    assert state.over is not None or list(rules.options(of, state))


@pytest.mark.parametrize("seed", range(COUNT))
@pytest.mark.parametrize("key", SYSTEMS)
def test_random_battles(key: str, seed: int) -> None:
    sound(key, battle(key, seed, kit(key).forces))


@pytest.mark.parametrize("seed", range(COUNT))
def test_real_armies(armies: list[Roster], seed: int) -> None:
    sound("t9a", battle("t9a", seed, armies, {of_armies.LENGTH: 1 + seed % 6}))


@pytest.mark.parametrize("seed", range(COUNT))
def test_real_gangs(gangs: list[Roster], seed: int) -> None:
    sound("necro", battle("necro", seed, gangs, {of_gangs.EQUIPMENT: EQUIPMENT}))


@pytest.fixture(scope="module")
def armies(shared: Path) -> list[Roster]:
    """The armies of real matches, with characteristics written by hand below them.

    Left out is one of a later edition, of which the only character bears the standard: nobody could be the General.
    """
    found = []
    for path in sorted((shared / "data" / "rosters" / "ninth-age").glob("t9a3-report-*.json")):
        stem, _, suffix = path.name.partition(".")
        names = [path.name] if "one-list" in suffix else [f"{stem}#{number}.json" for number in (1, 2)]
        found += [_completed(path.read_bytes(), name) for name in names]
    legal = [each for each in found if not ruleset("t9a").rosters.problems(each, 0)]
    assert len(legal) == len(found) - 1
    return legal


def _completed(data: bytes, name: str) -> Roster:
    bare = ruleset("t9a").rosters.load(data, name)
    kinds = Counter(sheet.type for sheet in bare.models)
    profiles = {kind: PROFILES[number % len(PROFILES)] for number, kind in enumerate(kinds)}
    if not any("General" in sheet.keywords for sheet in bare.models):  # two files do not say who it is
        bearers = {sheet.type for sheet in bare.models if "Battle Standard Bearer" in sheet.keywords}
        profiles |= dict.fromkeys([kind for kind in kinds if kinds[kind] == 1 and kind not in bearers][:1], LEADS)
    lines = "".join(f"\nmodel: {kind}: {profile}" for kind, profile in profiles.items())
    return ruleset("t9a").rosters.load(data + lines.encode(), name)


@pytest.fixture(scope="module")
def gangs(shared: Path) -> list[Roster]:
    """The gangs that players exported, but for one without fighters."""
    paths = sorted((shared / "data" / "rosters" / "necromunda").glob("*.json"))
    return [ruleset("necro").rosters.load(p.read_bytes(), p.name) for p in paths if "no-fighters" not in p.name]
