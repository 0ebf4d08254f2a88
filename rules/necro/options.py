"""Options that players agree on before a battle, with their defaults."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.state import State

ROUNDS = "necro.core.round"
"""The number of rounds after which a battle ends."""
UNCLIMBABLE = "necro.wall.unclimbable"
"""Whether every wall is infinitely high."""
OPENINGS = "necro.terrain.openings-agreement"
"""Whether openings in terrain block lines of sight."""
REROLLS = "necro.core.reroll"
"""How many re-rolls each gang has in the battle."""
DEFAULTS: Mapping[str, int | bool] = {ROUNDS: 6, UNCLIMBABLE: False, OPENINGS: False, REROLLS: 0}
RANGES: Mapping[str, tuple[int, int]] = {ROUNDS: (1, 20), REROLLS: (0, 20)}


def option(state: State, clause: str) -> int:
    """The agreed value of an option, as a number (a yes is 1)."""
    return int(state.options.get(clause, DEFAULTS[clause]))
