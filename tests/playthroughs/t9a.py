"""The golden games of The 9th Age: their forces, their tables, and how they are played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

import rules
from rules.kernel import direction
from rules.kernel.actions import Concede, Fact
from rules.kernel.events import Action, Claim
from rules.kernel.sheet import Ability, Roster, Sheet, UnitSheet, Weapon
from rules.kernel.state import State, Table, Terrain, Zone
from rules.layouts import rectangle
from rules.t9a.characteristic import TestCharacteristic
from rules.t9a.deployment import Deploy
from rules.t9a.table import table
from tests.playthroughs.correcting import Correction, ruled
from tests.playthroughs.playing import FOLDER, Interjection, Options, Plan, System, names_in

T9A = rules.load("t9a")

MAN: Mapping[str, int | str] = {
    "Adv": 400, "Mar": 800, "Dis": 7, "HP": 1, "Def": 3, "Res": 3, "Arm": 1, "Att": 1, "Off": 3, "Str": 3, "AP": 0,
    "Agi": 3, "Base": "20x20",
}  # fmt: skip
FOOT, HORSE, BEAST = ("Standard", "Infantry"), ("Standard", "Cavalry"), ("Large", "Beast")
CHARACTER = (*FOOT, "Character")
SCORES, AMBUSH, FRONT = {"t9a.core.scoring": 1}, {"t9a.ambush": 1}, {"t9a.front-rank": 1}
BOW = Weapon("bow", "Bow", {"Range": 2400, "Str": 3, "AP": 0, "Shots": 1, "Aim": 4})
SPEAR = Weapon("spear", "Spear", {"AP": 1, "Agi": "+1"})
CANNON = Weapon("cannon", "Cannon", {"Range": 4800, "Str": 7, "AP": 3, "Hits": 1})
FLAMES = Weapon("flames", "Flames", {"Range": 1800, "Str": 4, "AP": 1, "Hits": "D6"})
PATHS = tuple(Ability(name, kind="path") for name in ("Alchemy", "Cosmology"))
OLD_WOUND = Ability("Old Wound", "It may open again.")


class Kind(NamedTuple):
    """Models of one kind: a unit of a force."""

    name: str
    models: int
    points: int
    keywords: tuple[str, ...] = FOOT
    weapons: tuple[Weapon, ...] = ()
    has: Mapping[str, int | str] = {}
    abilities: tuple[Ability, ...] = ()
    profile: Mapping[str, int | str] = {}


GENERAL = Kind("General", 1, 160, (*CHARACTER, "General"), (SPEAR,), FRONT, (OLD_WOUND,),
               {"Dis": 9, "HP": 3, "Att": 4, "Off": 5, "Def": 5, "Arm": 3})  # fmt: skip
BEARER = Kind("Bearer", 1, 130, (*CHARACTER, "Battle Standard Bearer"), (), FRONT, (),
              {"Dis": 8, "HP": 2, "Att": 3, "Off": 4, "Def": 4, "Arm": 3})  # fmt: skip
LANCES: Mapping[str, int | str] = {"Adv": 800, "Mar": 1600, "Arm": 3, "Off": 4, "Str": 4, "Base": "25x50"}
ARMIES: Mapping[str, Sequence[Kind]] = {
    "reach": (
        GENERAL, BEARER,
        Kind("Spears", 20, 200, FOOT, (SPEAR,), SCORES),
        Kind("Archers", 10, 150, FOOT, (BOW,), {**SCORES, "t9a.light-troops": 1}),
        Kind("Lances", 6, 220, HORSE, (), {"t9a.core.swiftstride": 1}, (), LANCES),
        Kind("Scholar", 1, 180, (*CHARACTER, "Wizard Master"), (), {"t9a.channel": 2}, PATHS, {"HP": 2}),
        Kind("Bombard", 1, 140, ("Standard", "Construct", "War Machine"), (CANNON,), {}, (), {"Aim": 3, "HP": 4}),
        Kind("Gauger", 1, 90, CHARACTER, (), {"t9a.engineer": 3}, (), {"HP": 2}),
    ),
    "wild": (
        GENERAL._replace(has={"t9a.fear": 1}, profile={**GENERAL.profile, "Base": "40x40"}),
        Kind("Herd", 18, 160, FOOT, (), {**SCORES, "t9a.insignificant": 1}, (), {"Dis": 6}),
        Kind("Furies", 4, 180, BEAST, (), {"t9a.fly": "8,16", "t9a.core.sweeping-attack": "D3,4,0"}, (),
             {"HP": 2, "Base": "40x40", "Att": 2}),
        Kind("Ragers", 3, 200, BEAST, (), {"t9a.frenzy": 1, **SCORES}, (),
             {"HP": 3, "Att": 3, "Str": 5, "Adv": 600, "Mar": 1200, "Base": "40x40"}),
        Kind("Spawn", 1, 120, BEAST, (), {"t9a.core.random-movement": "3D6"}, (), {"HP": 4, "Att": 4, "Base": "50x50"}),
        Kind("Stalkers", 10, 140, FOOT, (BOW,), {**AMBUSH, **SCORES}),
        Kind("Cart", 1, 160, ("Large", "Construct"), (), {"t9a.chariot": 1, "t9a.core.swiftstride": 1}, (),
             {"HP": 4, "Str": 5, "Adv": 700, "Mar": 700, "Base": "50x100"}),
        Kind("Hag", 1, 150, (*CHARACTER, "Wizard Adept"), (), {"t9a.protean-magic": 1, "t9a.channel": 1}, PATHS,
             {"HP": 2}),
    ),
    "dusk": (
        GENERAL._replace(has={"t9a.fear": 1, "t9a.fearless": 1, **FRONT}),
        BEARER,
        Kind("Shades", 12, 180, FOOT, (), {"t9a.ghost-step": 1, "t9a.fear": 1, **SCORES}, (), {"Arm": 0}),
        Kind("Riders", 6, 190, HORSE, (BOW,), {"t9a.light-troops": 1, "t9a.feigned-flight": 1, **SCORES}, (),
             {**LANCES, "Arm": 1}),
        Kind("Guard", 15, 220, FOOT, (SPEAR,), {"t9a.bodyguard": 1, "t9a.magic-resistance": 2, **SCORES}, (),
             {"Off": 4, "Def": 4, "Arm": 2}),
        Kind("Bellows", 1, 150, ("Standard", "Construct", "War Machine"), (FLAMES,), {}, (), {"Aim": 2, "HP": 4}),
        Kind("Stoker", 1, 90, CHARACTER, (), {"t9a.engineer": 2}, (), {"HP": 2}),
        Kind("Colossus", 1, 240, ("Gigantic", "Beast"), (), {"t9a.massive-bulk": 1, "t9a.fear": 1}, (),
             {"HP": 6, "Att": 5, "Str": 6, "Res": 5, "Adv": 600, "Mar": 1200, "Base": "50x100", "Arm": 3}),
        Kind("Relic Bearer", 1, 100, CHARACTER, (), {"t9a.core.bound-spell": 2, **FRONT}, (), {"HP": 2}),
    ),
}  # fmt: skip


def _force(name: str) -> Roster:
    models, units = list[Sheet](), list[UnitSheet]()
    for number, kind in enumerate(ARMIES[name], 1):
        made = [_model(kind, len(models) + n, n) for n in range(1, kind.models + 1)]
        models += made
        units.append(UnitSheet(f"u{number}", kind.name, tuple(each.id for each in made), points=kind.points))
    points = sum(unit.points for unit in units)
    return Roster(name.title(), "t9a", points=points, models=tuple(models), units=tuple(units))


def _model(kind: Kind, key: int, number: int) -> Sheet:
    profile: dict[str, int | str] = {**MAN, **kind.profile}
    wide, _, long = str(profile["Base"]).partition("x")
    command = ("Standard Bearer",) if number == 1 and kind.models > 1 else ()
    return Sheet(
        str(key), f"{kind.name} {number}" if kind.models > 1 else kind.name, "", profile,
        points=kind.points // kind.models, keywords=(*kind.keywords, *command), weapons=kind.weapons, has=dict(kind.has),
        abilities=kind.abilities, hull=(int(wide) * 10_000 // 2540, int(long) * 10_000 // 2540), base=63,
    )  # fmt: skip


FORCES = {name: _force(name) for name in ARMIES}


# what players interject


def gives_up(state: State) -> tuple[str, Action] | None:
    """Side b concedes in the second game turn."""
    return ("b", Concede()) if state.round == 2 and state.phase == "melee" and state.pending is None else None


def old_wound(state: State) -> tuple[str, Action] | None:
    """An ability unknown to the engine costs a Health Point."""
    for model in state.models.values():
        told = any(ability.name == "Old Wound" for ability in model.sheet.abilities)
        if told and not model.out and model.wounds > 1 and state.round and not state.pending:
            lost = Claim(model=model.id, wounds=model.wounds - 1)
            return model.side, Fact(model=model.id, ability="Old Wound", changes=(lost,))
    return None


def strains(state: State) -> tuple[str, Action] | None:
    """A rule that only players know calls for a test of strength."""
    if state.round == 1 and state.phase == "shooting" and not state.pending:
        model = next(m for m in state.models.values() if m.side == state.turn and not m.out)
        return model.side, TestCharacteristic(model=model.id, characteristic="Str")
    return None


def stands_by(state: State) -> tuple[str, Action] | None:
    """An Engineer is set up beside his War Machine."""
    if (state.phase, state.step, state.pending) != ("deployment", "units", None):
        return None
    own = [unit for unit in state.units.values() if unit.side == state.to_act]
    machine = next((u for u in own if u.sheet.name in ("Bombard", "Bellows") and u.formation), None)
    him = next((u for u in own if u.sheet.name in ("Gauger", "Stoker") and not u.formation), None)
    if machine is None or machine.formation is None or him is None:
        return None
    stands = machine.formation
    x, y, _ = direction.along((*stands.at, 0), (stands.facing[1], -stands.facing[0]), BESIDE)
    return him.side, Deploy(unit=him.id, at=(x, y), facing=stands.facing)


# grounds

BESIDE = 220
WIDTH, DEPTH = 4800, 3600


def _piece(name: str, kind: str, left: int, near: int, right: int, far: int, height: int) -> Terrain:
    return Terrain(name, name.title(), rectangle(left, near, right, far), height, kind=kind)


def valley(seed: int) -> Table:
    """A small table, so that units meet soon, with something of each kind in the middle."""
    pieces = (
        _piece("wheat", "field", 600, 1500, 1300, 2000, 50),
        _piece("copse", "forest", 3300, 1400, 3900, 1900, 400),
        _piece("farm", "building", 2000, 1900, 2300, 2150, 300),
        _piece("wall", "wall", 2700, 1500, 3200, 1550, 80),
        _piece("ford", "water", 1500, 1300, 1900, 1600, 10),
        _piece("keep", "ruins", 4100, 2000, 4600, 2400, 250),
    )
    zones = (
        Zone("south", "South", rectangle(0, 0, WIDTH, 1200)),
        Zone("north", "North", rectangle(0, DEPTH - 1200, WIDTH, DEPTH)),
    )
    return Table(WIDTH, DEPTH, True, pieces, zones)


GROUNDS: dict[str, Callable[[int], Table]] = {"layout": table, "valley": valley}


# games

LENGTH, OBJECTIVE, PRIZE = "t9a.core.game-length", "t9a.core.scoring", "t9a.core.victory"
SHORT: Options = {LENGTH: 3}
OTHERWISE: Options = {LENGTH: 4, OBJECTIVE: 2, PRIZE: 300, "t9a.core.pregame-sequence": 1500}
SEEDS = range(1, 7)
SAYS: tuple[tuple[Interjection, ...], ...] = (
    (stands_by,), (old_wound, strains), (stands_by, stands_by), (strains, stands_by), (old_wound, gives_up),
)  # fmt: skip


def plan(first: str, second: str, seed: int, corrections: tuple[Correction, ...] = ()) -> Plan:
    """A plan in which the seed also decides agreements and interjections."""
    return Plan(
        f"{first}-{second}-{seed}",
        (first, second),
        seed,
        OTHERWISE if seed % 3 == 0 else SHORT,
        SAYS[seed % len(SAYS)],
        "declared" if seed % 7 == 0 else "enforced",
        "valley",
        corrections,
    )


CHOSEN = FOLDER / "t9a.plans"
CORRECTED = ("reach", "dusk", 2)
PLANS: tuple[Plan, ...] = (
    *(plan(*named) for named in names_in(CHOSEN)),
    plan(*CORRECTED, ruled(60, 62, 64, 66, 70)),
)


def candidates() -> list[Plan]:
    """Plans of many seeds, with occasional interjections."""
    every = (plan(first, second, seed) for first, second in permutations(FORCES, 2) for seed in SEEDS)
    return [each for each in every if each.name != "-".join(map(str, CORRECTED))]


SYSTEM = System(T9A, FORCES, GROUNDS, PLANS, candidates, chosen=CHOSEN)
