"""Recorded games of every system, for properties that hold in all of them: the golden games, read and not played."""

from __future__ import annotations

from functools import cache

import rules
from rules.kernel.state import State
from tests.kernel.games import states
from tests.playthroughs import SYSTEMS
from tests.playthroughs.playing import Plan

OTHERS = tuple(key for key in SYSTEMS if key != "kt")
"""The systems in which models act in units."""


def ruleset(key: str) -> rules.Ruleset:
    """A system's ruleset."""
    return SYSTEMS[key].ruleset


@cache
def plans(key: str) -> tuple[Plan, ...]:
    """The plans of a system's golden games that nobody corrects and in which nothing is only claimed."""
    return tuple(plan for plan in SYSTEMS[key].plans if plan.policy == "enforced" and not plan.corrections)


@cache
def recorded(key: str, name: str) -> rules.GameFile:
    """A golden game of a system."""
    return rules.read_game((SYSTEMS[key].folder / f"{name}.jsonl").read_bytes())


@cache
def games(key: str, count: int) -> tuple[rules.GameFile, ...]:
    """The first of those games, the shortest ones first."""
    found = sorted((recorded(key, plan.name) for plan in plans(key)), key=lambda file: len(file.records))
    return tuple(found[:count])


@cache
def positions(file_of: tuple[str, str]) -> tuple[State, ...]:
    """The positions before each step of a recorded game, and the last one. Not to be changed."""
    return tuple(states(recorded(*file_of).events))
