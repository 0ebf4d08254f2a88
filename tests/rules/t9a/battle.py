"""Combats on the parade ground: positions in the Melee Phase, and what the effects say of blows and scores."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import rules
from rules.kernel.effects import Noted, Rolled
from rules.kernel.state import State
from rules.t9a.discipline import TakeTest
from rules.t9a.flight import Flee
from rules.t9a.melee import Fight

from .parade import Group, decide, effects_of, foes, ground, regiment

MISSES = (1, 1)
"""Two dice that miss: one each."""


def melee(*groups: Group, **more: Any) -> State:
    """A position in which combats are fought."""
    return ground(*groups, **{"phase": "melee", "step": "fight", **more})


def one(key: str = "a1", at: tuple[int, int] = (1000, 1000), **of_sheet: Any) -> Group:
    """A single model, facing up the table."""
    return regiment(key, at, 1, files=1, **of_sheet)


def against(key: str = "b1", at: tuple[int, int] = (1079, 1000), **of_sheet: Any) -> Group:
    """A single model in base contact with `one`, face to face."""
    return foes(key, at, 1, files=1, **of_sheet)


def duel(mine: dict[str, Any] | None = None, other: dict[str, Any] | None = None) -> State:
    """One model of each side in base contact; it is a's turn."""
    return melee(one(**(mine or {})), against(**(other or {})))


def fought(state: State, dice: Iterable[int] = MISSES, unit: str = "a1") -> rules.Decided:
    """A combat that the active side fights."""
    return decide(state, state.turn, Fight(unit=unit), dice)


def rolls(decided: rules.Decided, rule: str) -> list[Rolled]:
    """The rolls of a clause, in their order."""
    return effects_of(decided, Rolled, rule)


def score(decided: rules.Decided) -> dict[tuple[str, str], int]:
    """The parts and totals of a combat score, by side and name."""
    notes = effects_of(decided, Noted, "t9a.core.combat-score")
    found: dict[tuple[str, str], int] = {}
    for each in notes:
        found[(each.target, each.text)] = found.get((each.target, each.text), 0) + each.value
    return found


def totals(decided: rules.Decided) -> tuple[int, int]:
    """The combat scores of a and b."""
    found = score(decided)
    return found[("a", "combat score")], found[("b", "combat score")]


def takes(state: State, unit: str, *dice: int) -> rules.Decided:
    """A unit takes the Discipline test it is asked for."""
    return decide(state, unit[0], TakeTest(unit=unit), dice)


def fled(state: State, unit: str, *dice: int) -> rules.Decided:
    """A unit makes its flee move."""
    return decide(state, unit[0], Flee(unit=unit), dice)
