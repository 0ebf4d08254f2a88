"""Options that players agree on before a battle, with their defaults."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.state import State

ROUNDS = "necro.core.round"
"""The number of rounds after which a battle ends."""
DEFAULTS: Mapping[str, int | bool] = {ROUNDS: 6}
RANGES: Mapping[str, tuple[int, int]] = {ROUNDS: (1, 20)}


def option(state: State, clause: str) -> int:
    """The agreed value of an option, as a number (a yes is 1)."""
    return int(state.options.get(clause, DEFAULTS[clause]))
