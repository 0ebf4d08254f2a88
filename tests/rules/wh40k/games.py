"""Autoplayed games of Warhammer 40,000 that several tests look at, played once, and the armies they are played with."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import rules
from rules import autoplay
from rules.kernel.sheet import Ability, Roster, Sheet, Weapon

ROOT = Path(__file__).parents[3]
WH40K = rules.load("wh40k")
SHORT = {"wh40k.assumed.game-length": 1}
"""One game turn, perhaps two or three."""
STORM = Weapon("storm", "Storm", {"range": 1800, "type": "Assault", "shots": 3, "S": 5, "AP": 4})


def army(name: str) -> Roster:
    """An army of the demo, by the name of its file."""
    path = ROOT / f"gamelog/demo/40k/{name}.txt"
    return WH40K.rosters.load(path.read_bytes(), path.name)


def team(name: str, *units: str) -> Roster:
    """Some units of an army of the demo, by their names."""
    whole = army(name)
    ids = [key for unit in whole.units if unit.name in units for key in unit.models]
    assert len({unit.name for unit in whole.units} & set(units)) == len(units), units
    return WH40K.rosters.team(whole, ids)


def psykers() -> Roster:
    """A small army whose psykers know two powers: a shot, and one whose effects are told."""
    few = team("drowned-court", "Oracle Thessaly", "Choir of Bells", "Gull Wraiths")
    return msgspec.structs.replace(few, models=tuple(_gifted(sheet) for sheet in few.models))


def _gifted(sheet: Sheet) -> Sheet:
    if "Psyker" not in sheet.keywords:
        return sheet
    known = tuple(Ability(name=name, text="", kind="power") for name in ("Storm", "Undertow"))
    return msgspec.structs.replace(sheet, weapons=(*sheet.weapons, STORM), abilities=known)


ARMIES: dict[str, Roster] = {
    "copper": army("copper-lances"),
    "drowned": army("drowned-court"),
    "ferry": army("ferry-guard"),
    "guns": team("copper-lances", "Mortar Battery", "Breakwater", "Reed Stalkers", "Heron Riders"),
    "riders": team("copper-lances", "First Line Squad", "Turtle", "Marshal Edda Voll", "Ferryman"),
    "divers": team("drowned-court", "Lantern Bearers", "Gull Wraiths", "Eel Hounds", "Ray of Storms"),
    "psykers": psykers(),
}
PAIRS = (
    ("ferry", "ferry"), ("ferry", "guns"), ("riders", "divers"), ("psykers", "ferry"), ("divers", "guns"),
    ("psykers", "riders"),
)  # fmt: skip
"""Small armies against each other."""


@cache
def game(seed: int, pair: tuple[str, str] = ("ferry", "ferry"), short: bool = True) -> rules.GameFile:
    """A game between two armies: of a turn or a few, or of the usual length."""
    return played(seed, pair, dict(SHORT) if short else {})


def played(seed: int, pair: tuple[str, str], options: dict[str, Any]) -> rules.GameFile:
    """A game played now."""
    return autoplay.play(WH40K, [ARMIES[name] for name in pair], seed, options=options)
