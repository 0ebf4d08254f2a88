"""Autoplayed city fights that several tests look at, played once, and the armies they are played with."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import rules
from rules import autoplay
from rules.cod.mission import missions
from rules.cod.options import LEVELS
from rules.kernel.sheet import Roster
from tests.rules.wh40k.games import team

COD = rules.load("cod")
WARDENS = Path(__file__).with_name("lamp-wardens.txt")
"""An army that has something for every stratagem."""


def wardens(*units: str) -> Roster:
    """Some of the Lamp Wardens, by the names of their units; all of them where none is named."""
    whole = COD.rosters.load(WARDENS.read_bytes(), WARDENS.name)
    chosen = [unit for unit in whole.units if unit.name in units or not units]
    assert len(chosen) == len(units or whole.units), units
    return COD.rosters.team(whole, [key for unit in chosen for key in unit.models])


ARMIES: dict[str, Roster] = {
    "crew": team("ferry-guard", "Toll Master Brandt", "Ferry Crew", "Marsh Runners"),
    "watch": wardens("Warden Isolde", "Alley Watch", "Lamp Barge", "Gutter Band", "Mortar Wagon"),
    "hunt": wardens(
        "Warden Isolde", "Alley Watch", "Gutter Band", "Steeple Marksmen", "Bell Tower Beast", "Kite Guard"
    ),
    "guns": team("copper-lances", "Marshal Edda Voll", "First Line Squad", "Second Line Squad", "Breakwater"),
    "wardens": wardens(),
}
PAIRS = (("crew", "crew"), ("watch", "crew"), ("hunt", "crew"), ("crew", "watch"))
"""Small armies against each other; all of them keep to the chart."""
EVERY = tuple((name, level) for name in missions() for level in LEVELS)
"""Every scenario at every level."""


@cache
def game(scenario: str, level: str, seed: int) -> rules.GameFile:
    """A whole game, played once. In Elimination both sides have more units than they have to set up."""
    pair = ("watch", "watch") if scenario == "elimination" else None
    return played(seed, {"cod.scenario": scenario, "cod.level": level}, pair)


def played(seed: int, options: dict[str, Any], pair: tuple[str, str] | None = None, **more: Any) -> rules.GameFile:
    """A game played now, between two of the small armies."""
    names = pair or PAIRS[seed % len(PAIRS)]
    return autoplay.play(COD, [ARMIES[name] for name in names], seed, options=options, **more)
