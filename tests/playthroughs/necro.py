"""The golden games of Necromunda: their gangs, their fields, and how they are played."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import rules
from rules.kernel.actions import Concede, Fact
from rules.kernel.events import Action, Claim, Policy
from rules.kernel.sheet import Ability, Roster, Sheet, Weapon
from rules.kernel.state import State, Table, Terrain, Zone
from rules.layouts import rectangle
from rules.necro import options, words
from rules.necro.insane import Madden
from rules.necro.table import CELLS, GANTRY, SUMP, WALKWAYS, Layout, laid
from tests.playthroughs.correcting import ruled
from tests.playthroughs.playing import FOLDER, Options, Plan, System, names_in

NECRO = rules.load("necro")
CHOSEN = FOLDER / "necro.plans"

# gangs


def gun(key: str, name: str, reach: int, **profile: int | str) -> Weapon:
    """A ranged weapon: S 3, AP 0, D 1, unless said otherwise; its range is in inches."""
    return Weapon(key, name, {"Range": 100 * reach, "S": 3, "AP": 0, "D": 1, **profile})


def blade(key: str, name: str, **profile: int | str) -> Weapon:
    """A close combat weapon: AP 0, D 1, unless said otherwise."""
    return Weapon(key, name, {"AP": 0, "D": 1, **profile})


PISTOL = gun("pistol", "Slag pistol", 12)
RIFLE = gun("rifle", "Long rifle", 24)
SCATTER = gun("scatter", "Rivet shotgun", 8, S=4, Knockback=200)
CANNON = gun("cannon", "Bolt thrower", 36, S=6, AP=-2, D=2)
LAMP = gun("lamp", "Pitch lamp", 0, S=4, Template=1)
CHARGE = gun("charge", "Blasting charge", 9, S=4, D=1, Blast=300, Grenade=1)
NET = gun("net", "Glue net", 9, Web=1)
KNIFE = blade("knife", "Knife", S=3)
MAUL = blade("maul", "Pipe maul", S=5, AP=-1)
SAW = blade("saw", "Pit saw", S=5, AP=-2, D=2)

LUCKY = Ability("Lucky", "Once a battle a lost wound of this fighter is restored.")
PROFILE: dict[str, int | str] = {
    "M": 500, "WS": 4, "BS": 4, "S": 3, "T": 3, "W": 1, "I": 4, "A": 1, "Ld": 7, "Cl": 7, "Wil": 7, "Int": 7, "Sv": 6,
}  # fmt: skip


def _fighter(
    key: str, name: str, title: str, weapons: tuple[Weapon, ...], abilities: tuple[Ability, ...] = (), **profile: int
) -> Sheet:
    points = {"Leader": 130, "Champion": 90, "Ganger": 50, "Juve": 30}[title]
    return Sheet(key, name, title, {**PROFILE, **profile}, points=points, base=50, height=150, keywords=(title,),
                 weapons=weapons, abilities=abilities)  # fmt: skip


VALVE = (
    _fighter("1", "Mother Tamp", "Leader", (PISTOL, SAW), W=2, WS=3, BS=3, A=2, Cl=5, Int=5),
    _fighter("2", "Sister Gauge", "Champion", (CANNON, KNIFE), W=2, BS=3, Int=6),
    _fighter("3", "Sister Spill", "Ganger", (SCATTER, KNIFE), (LUCKY,)),
    _fighter("4", "Sister Rime", "Ganger", (RIFLE, KNIFE)),
    _fighter("5", "Sister Flue", "Ganger", (LAMP, PISTOL, MAUL), Int=6),
    _fighter("6", "Little Pin", "Juve", (PISTOL, KNIFE), M=600, Cl=9, BS=5),
)
ASHMEN = (
    _fighter("1", "Old Clinker", "Leader", (SCATTER, MAUL), W=2, WS=3, A=3, S=4, T=4, Cl=6),
    _fighter("2", "Wick", "Champion", (CHARGE, PISTOL, SAW), A=2, Int=5),
    _fighter("3", "Gutter Ahn", "Ganger", (RIFLE, MAUL)),
    _fighter("4", "Dross", "Ganger", (NET, PISTOL, KNIFE), S=4),
    _fighter("5", "Cinder", "Ganger", (SCATTER, SAW), I=3, Wil=9),
    _fighter("6", "Spark", "Juve", (PISTOL, KNIFE), M=600, Cl=8, Int=6),
)
DREDGERS = (
    _fighter("1", "Foreman Hask", "Leader", (CANNON, MAUL), W=3, T=4, Cl=5, Ld=5),
    _fighter("2", "Sluice", "Champion", (LAMP, SAW), W=2, A=2, M=400),
    _fighter("3", "Weir", "Ganger", (RIFLE, CHARGE, KNIFE), Int=5),
    _fighter("4", "Bilge", "Ganger", (SCATTER, MAUL), (LUCKY,), S=4),
    _fighter("5", "Silt", "Ganger", (PISTOL, SAW), WS=3, A=2),
)


def _gang(name: str, models: tuple[Sheet, ...]) -> Roster:
    return Roster(name, "Necromunda", "Ours", sum(model.points for model in models), models)


FORCES = {
    "valve": _gang("Valve Sisters", VALVE),
    "ashmen": _gang("Ashmen", ASHMEN),
    "dredgers": _gang("Dredgers", DREDGERS),
}


# what players interject


def gives_up(state: State) -> tuple[str, Action] | None:
    """Side b concedes in the third round."""
    return ("b", Concede()) if state.round == 3 and state.phase == "priority" else None


def luck(state: State) -> tuple[str, Action] | None:
    """An ability unknown to the engine restores a wound."""
    for model in state.models.values():
        if not model.out and LUCKY in model.sheet.abilities and model.wounds < int(model.sheet.profile["W"]):
            return model.side, Fact(model=model.id, ability=LUCKY.name, changes=(Claim(model=model.id, wounds=1),))
    return None


def raving(state: State) -> tuple[str, Action] | None:
    """A fighter of a side goes insane before the second round."""
    return _maddened(state, 2)


def raving_more(state: State) -> tuple[str, Action] | None:
    """Another one before the third."""
    return _maddened(state, 3)


def _maddened(state: State, number: int) -> tuple[str, Action] | None:
    if state.round != number or state.phase != "priority":
        return None
    sane = [model for model in state.alive() if words.INSANE not in model.game]
    return (sane[-number].side, Madden(fighter=sane[-number].id)) if len(sane) > number else None


# fields


def _layout(layout: Layout) -> Callable[[int], Table]:
    return lambda seed: laid(layout, seed % 2 > 0, seed % 4 > 1)


def _box(key: str, name: str, box: tuple[int, int, int, int], height: int, kind: str, floor: int = 0) -> Terrain:
    return Terrain(key, name, rectangle(*box), height, floor, kind)


def pit(seed: int) -> Table:
    """A small field where gangs meet at once: a wall with a door and a vent, a gallery over a shaft, a narrow place."""
    pieces = (
        _box("t1", "West wall", (0, 780, 560, 820), 500, "wall"),
        _box("t2", "Lock", (560, 780, 740, 820), 300, "door"),
        _box("t3", "East wall", (740, 780, 1100, 820), 500, "wall"),
        _box("t4", "Panel: t2", (500, 640, 540, 680), 120, "terminal"),
        _box("t5", "Panel: t2", (760, 920, 800, 960), 120, "terminal"),
        _box("t6", "Duct", (200, 720, 280, 880), 60, "vent"),
        _box("t7", "Gallery", (1250, 600, 1550, 1000), 300, "platform"),
        _box("t8", "Ladder", (1220, 780, 1250, 820), 300, "ladder"),
        _box("t9", "Shaft", (1560, 700, 1600, 900), 1, "pitfall"),
        _box("t10", "Crates", (900, 500, 1100, 560), 120, "barricade"),
        _box("t11", "Crates", (300, 1050, 500, 1110), 120, "barricade"),
        _box("t12", "Generator", (900, 920, 980, 1000), 140, "generator"),
        _box("t13", "Acid", (60, 950, 260, 1150), 10, "dangerous"),
        _box("t14", "Pillar", (620, 1000, 700, 1080), 400, "impassable"),
    )
    zones = (Zone("south", "South", rectangle(0, 0, 1600, 560)), Zone("north", "North", rectangle(0, 1120, 1600, 1700)))
    return Table(1600, 1700, True, pieces, zones)


def lock(seed: int) -> Table:
    """A small field that a wall divides: a door and a duct are the only ways through."""
    pieces = (
        _box("t1", "West wall", (0, 730, 610, 770), 500, "endless wall"),
        _box("t2", "Lock", (610, 730, 790, 770), 300, "door"),
        _box("t3", "East wall", (790, 730, 1400, 770), 500, "endless wall"),
        _box("t4", "Panel: t2", (560, 600, 600, 640), 120, "terminal"),
        _box("t5", "Panel: t2", (800, 870, 840, 910), 120, "terminal"),
        _box("t6", "Duct", (1000, 650, 1080, 850), 60, "vent"),
        _box("t7", "Crates", (250, 560, 450, 620), 120, "barricade"),
        _box("t8", "Pillar", (300, 900, 380, 980), 400, "impassable"),
        _box("t9", "Generator", (1100, 550, 1180, 630), 140, "generator"),
        _box("t10", "Reserve generator", (220, 850, 300, 930), 140, "generator"),
    )
    zones = (Zone("south", "South", rectangle(0, 0, 1400, 560)), Zone("north", "North", rectangle(0, 940, 1400, 1500)))
    return Table(1400, 1500, True, pieces, zones)


def unmapped(seed: int) -> Table:
    """A table without a map."""
    return Table(1800, 1600, mapped=False)


GROUNDS: dict[str, Callable[[int], Table]] = {
    "sump": _layout(SUMP), "cells": _layout(CELLS), "gantry": _layout(GANTRY), "walkways": _layout(WALKWAYS),
    "pit": pit, "lock": lock, "unmapped": unmapped,
}  # fmt: skip


# games

FIELDS = ("lock", "sump", "pit", "gantry", "lock", "cells", "pit", "walkways")
SAYS = ((raving, raving_more), (luck, raving), (raving,), (luck, gives_up))
SEEDS = range(1, 61)


def agreed(seed: int) -> Options:
    """What is agreed in a battle: heights are fought for where there are some."""
    heights = FIELDS[seed % len(FIELDS)] in ("gantry", "walkways")
    scenario = 2 if heights and seed % 3 else seed % 2
    return {
        options.ROUNDS: 3 + seed % 3,
        options.SCENARIO: scenario,
        options.DOORS: seed % 8 == 0,
        options.REROLLS: seed % 3,
        options.UNCLIMBABLE: seed % 5 == 0,
        options.OPENINGS: seed % 7 == 0,
    }


def plan(first: str, second: str, seed: int) -> Plan:
    """The plan of a seed."""
    policy: Policy = "declared" if seed % 11 == 0 else "enforced"
    ground = "unmapped" if seed % 22 == 0 else FIELDS[seed % len(FIELDS)]
    return Plan(f"{first}-{second}-{seed}", (first, second), seed, agreed(seed), SAYS[seed // 4 % 4], policy, ground)


def candidates() -> list[Plan]:
    """Plans of many seeds, on every field and for every scenario."""
    return [plan(first, second, seed) for first, second in permutations(FORCES, 2) for seed in SEEDS]


CORRECTED = Plan("ashmen-valve-701", ("ashmen", "valve"), 701, {options.ROUNDS: 3, options.SCENARIO: 0}, ground="pit",
                 corrections=ruled(60, 64, 69, 70, 84))  # fmt: skip

PLANS: tuple[Plan, ...] = (*(plan(*each) for each in names_in(CHOSEN)), CORRECTED)

SYSTEM = System(NECRO, FORCES, GROUNDS, PLANS, candidates, chosen=CHOSEN, most_bytes=3 * 2**20)
