"""Options that players agree on before a game, and settled gaps in the source, with their defaults."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.state import State

LENGTH = "t9a.core.game-length"
"""The number of Game Turns."""
POINTS = "t9a.core.general"
"""The most points of an army; 0 is no limit."""

DEFAULTS: Mapping[str, int | bool] = {LENGTH: 6, POINTS: 0}
RANGES: Mapping[str, tuple[int, int]] = {LENGTH: (1, 12), POINTS: (0, 20_000)}
"""The least and greatest values of options; the others are yes and no."""


def option(state: State, clause: str) -> int:
    """The agreed value of an option, as a number (a yes is 1)."""
    return int(state.options.get(clause, DEFAULTS[clause]))
