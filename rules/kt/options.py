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


FIRST = ("kt.game.round-count",)
"""Asked before every battle."""
TEXTS: dict[str, str] = {
    "kt.game.round-count": "How many rounds the battle has.",
    "kt.roster.format-agreed": "The most points of a team.",
    "kt.roster.specialisation-allowed": "The specialisations of the format: `Docker: leader; Crane: -`; empty for any.",
    "kt.gap.roll-off-dice": "How many dice each side rolls in a roll-off.",
    "kt.initiative.roll": "How many dice each side rolls for initiative.",
    "kt.cp.other-sources": "How many command points each side has at the start, from modes and event packs.",
    "kt.dice.no-auto-six": "Yes: a 6 succeeds only if it is enough. No: a 6 always succeeds.",
    "kt.psychic.one-caster": "How many models of a side may use a power in a psychic phase.",
    "kt.gap.one-injury-per-weapon": "Yes: after an injury roll the rest of that weapon's wounds are lost.",
    "kt.gap.mortal-wound-injury-dice": "0: an injury roll has a die for each mortal wound. 1: it has one die.",
    "kt.gap.power-fails-if-dead": "Yes: a power fails if its psyker is taken out of action by it.",
    "kt.gap.charged-model-turn": "Yes: a model that was charged may still declare a charge of its own.",
    "kt.gap.retreat-after-moving": "Yes: a model that has moved may retreat from a charge.",
    "kt.gap.wiped-out": "Yes: the game ends when a side has no models left.",
    "kt.stratagem.cost": "The price of a specialist's stratagem in command points.",
    "kt.gap.stratagem-repeat": "Yes: a stratagem may be played several times in a phase.",
    "kt.gap.veteran-premove": "Yes: a Veteran's early advance counts as its advance of round 1.",
    words.BROKEN_LOSES: "Yes: a team that is broken when the Morale phase ends has lost; two of them draw.",
}


def option(state: State, clause: str) -> int:
    """The agreed value of an option that is a number (a yes is 1)."""
    return int(state.options.get(clause, DEFAULTS[clause]))


def automatic_six(state: State) -> int:
    """The face that always succeeds, whatever the modifiers: none (0) unless the players agreed that a 6 does."""
    return 0 if option(state, "kt.dice.no-auto-six") else 6
