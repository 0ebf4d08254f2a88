"""Options that players agree on before a game of Kill Team, and settled gaps in the document, with their defaults."""

from __future__ import annotations

from rules.kernel.state import State
from rules.kt import words

DEFAULTS: dict[str, int | bool | str] = {
    "kt.game.round-count": 4,
    "kt.roster.format-agreed": 125,
    "kt.roster.specialisation-allowed": "",
    "kt.gap.roll-off-dice": 2,
    "kt.initiative.roll": 2,
    "kt.cp.other-sources": 0,
    "kt.dice.no-auto-six": True,
    "kt.psychic.one-caster": 1,
    "kt.gap.one-injury-per-weapon": True,
    "kt.gap.mortal-wound-injury-dice": 1,
    "kt.gap.power-fails-if-dead": True,
    "kt.gap.charged-model-turn": True,
    "kt.gap.retreat-after-moving": True,
    "kt.gap.wiped-out": True,
    "kt.stratagem.cost": 1,
    "kt.gap.stratagem-repeat": True,
    "kt.gap.veteran-premove": True,
    words.BROKEN_LOSES: False,
}


def option(state: State, clause: str) -> int:
    """The agreed value of an option that is a number (a yes is 1)."""
    return int(state.options.get(clause, DEFAULTS[clause]))


def automatic_six(state: State) -> int:
    """The face that always succeeds, whatever the modifiers: none (0) unless the players agreed that a 6 does."""
    return 0 if option(state, "kt.dice.no-auto-six") else 6
