"""Options that players agree on before a game, and settled gaps in the source, with their defaults."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.state import State

GAME_LENGTH = "wh40k.assumed.game-length"
"""The game turn after which dice decide whether there is another one."""
POINTS = "wh40k.assumed.roster.points"
"""The most points of an army; 0 is no limit."""
FAILS_WHILE_FALLING_BACK = "wh40k.fall-back.auto-fail-morale"
"""Yes: a unit that fails a Morale check because it is falling back does so again at once."""
INDIRECT = "wh40k.usr.barrage.indirect"
"""Yes: as the source is worded, an indirect shot may be at a target closer than its minimum range. No: it may not."""
PAIN_OF_ETERNALS = "wh40k.usr.feel-no-pain.instant-death"
"""Yes: a model that Instant Death does not affect may roll Feel No Pain against a Wound that would inflict it."""
MAJORITY_SWEEPS = "wh40k.assumed.fight.sweeping-advance"
"""Yes: a sweeping advance is made with the Initiative of most models of a unit. No: with the highest."""
RESERVES = "wh40k.assumed.reserves.in-use"
"""Yes: units may be kept in reserve. Missions that have no reserves say no."""
BUILDING = "wh40k.assumed.building.occupation"
"""The capacity of an intact building on the table; 0 if no model may go inside."""

DEFAULTS: Mapping[str, int | bool] = {
    GAME_LENGTH: 5,
    POINTS: 0,
    FAILS_WHILE_FALLING_BACK: True,
    INDIRECT: True,
    PAIN_OF_ETERNALS: True,
    MAJORITY_SWEEPS: False,
    RESERVES: True,
    BUILDING: 20,
}
RANGES: Mapping[str, tuple[int, int]] = {GAME_LENGTH: (1, 20), POINTS: (0, 10_000), BUILDING: (0, 200)}
"""The least and greatest values of options; the others are yes and no."""


FIRST = (GAME_LENGTH,)
"""Asked before every battle."""
TEXTS: Mapping[str, str] = {
    GAME_LENGTH: "The game turn after which dice decide whether there is another one.",
    POINTS: "The most points of an army; 0 is no limit.",
    FAILS_WHILE_FALLING_BACK: "Yes: a unit that fails a Morale check because it is falling back does so again at once.",
    INDIRECT: "Yes: an indirect shot may be at a target closer than its minimum range. No: it may not.",
    PAIN_OF_ETERNALS: "Yes: a model that Instant Death does not affect may roll Feel No Pain against such a Wound.",
    MAJORITY_SWEEPS: "Yes: a sweeping advance uses the Initiative of most models of a unit. No: the highest.",
    RESERVES: "Yes: units may be kept in reserve.",
    BUILDING: "The capacity of an intact building on the table; 0 if no model may go inside.",
}


def option(state: State, clause: str, defaults: Mapping[str, int | bool] = DEFAULTS) -> int:
    """The agreed value of an option, as a number (a yes is 1). An expansion gives its own defaults too."""
    return int(state.options.get(clause, defaults[clause]))
