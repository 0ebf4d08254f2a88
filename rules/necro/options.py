"""Options that players agree on before a battle, with their defaults."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.state import State

ROUNDS = "necro.core.round"
"""The number of rounds after which a battle ends."""
DOORS = "necro.core.doors-at-start"
"""Whether every door begins locked. A table may also draw single doors as locked or open."""
SCENARIO = "necro.core.result"
"""Which scenario is fought: its number in `scenario.SCENARIOS`."""
UNCLIMBABLE = "necro.wall.unclimbable"
"""Whether every wall is infinitely high."""
OPENINGS = "necro.terrain.openings-agreement"
"""Whether openings in terrain block lines of sight."""
REROLLS = "necro.core.reroll"
"""How many re-rolls each gang has in the battle."""
CREDITS = "necro.assumed.gang.credits"
"""The most credits of a gang; 0 for any."""
EQUIPMENT = "necro.assumed.gang.equipment"
"""What the gangs' equipment does, where their files only name it: see `rules.necro.army.equipment`."""
DEFAULTS: Mapping[str, int | bool | str] = {
    ROUNDS: 6,
    DOORS: False,
    SCENARIO: 0,
    UNCLIMBABLE: False,
    OPENINGS: False,
    REROLLS: 0,
    CREDITS: 0,
    EQUIPMENT: "",
}
FIRST = (ROUNDS, SCENARIO)
"""Asked before every battle."""
TEXTS: Mapping[str, str] = {
    ROUNDS: "After how many rounds the battle ends.",
    DOORS: "Yes: every door begins locked. No: as the table draws them.",
    SCENARIO: "What scores. 0: enemies out of action or fled. 1: running generators. 2: floors above the ground.",
    UNCLIMBABLE: "Yes: every wall is infinitely high.",
    OPENINGS: "Yes: openings in terrain block lines of sight.",
    REROLLS: "How many re-rolls each gang has in the battle.",
    CREDITS: "The most credits of a gang; 0 for any.",
    EQUIPMENT: "What equipment does: lines `weapon: NAME | ...`, `armour: NAME | 5+`, `rank: TYPE | Leader`.",
}
RANGES: Mapping[str, tuple[int, int]] = {ROUNDS: (1, 20), SCENARIO: (0, 2), REROLLS: (0, 20), CREDITS: (0, 100_000)}
"""The least and greatest values of options that are numbers; the others are yes or no, or text."""


def option(state: State, clause: str) -> int:
    """The agreed value of an option, as a number (a yes is 1)."""
    return int(state.options.get(clause, DEFAULTS[clause]))
