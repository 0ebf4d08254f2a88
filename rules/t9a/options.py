"""Options that players agree on before a game, and settled gaps in the source, with their defaults."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.state import State

LENGTH = "t9a.core.game-length"
"""The number of Game Turns."""
POINTS = "t9a.core.pregame-sequence"
"""The most points of an army; 0 is no limit."""
OBJECTIVE = "t9a.core.scoring"
"""The secondary objective: 0 none, 1 to hold the ground, 2 to break through."""
PRIZE = "t9a.core.victory"
"""The victory points of the secondary objective."""

DEFAULTS: Mapping[str, int | bool] = {LENGTH: 6, POINTS: 0, OBJECTIVE: 1, PRIZE: 450}
RANGES: Mapping[str, tuple[int, int]] = {LENGTH: (1, 12), POINTS: (0, 20_000), OBJECTIVE: (0, 2), PRIZE: (0, 20_000)}
"""The least and greatest values of options; the others are yes and no."""

FIRST = (LENGTH, OBJECTIVE)
"""Asked before every battle."""
TEXTS: Mapping[str, str] = {
    LENGTH: "The number of Game Turns.",
    POINTS: "The most points of an army; 0 is no limit.",
    OBJECTIVE: "The secondary objective: 0 none, 1 to hold the ground, 2 to break through.",
    PRIZE: "The victory points of the secondary objective.",
}


def option(state: State, clause: str) -> int:
    """The agreed value of an option, as a number (a yes is 1)."""
    return int(state.options.get(clause, DEFAULTS[clause]))
