"""The golden games of Kill Team: their forces, their tables, and how they are played."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

from rules.kernel.actions import Concede, Fact
from rules.kernel.events import Action, Claim
from rules.kernel.sheet import Ability, Roster, Sheet, Weapon
from rules.kernel.state import State, Table, Zone
from rules.kt import words
from rules.kt.faction import FactionTactic
from rules.kt.game import Pass
from rules.kt.table import table
from tests.playthroughs.correcting import ruled
from tests.playthroughs.playing import Options, Plan, System
from tests.rules.kt.board import KT, blade, box, gun, sheet

# forces


def _specialist(key: str, name: str, word: str, *weapons: Weapon, **more: Any) -> Sheet:
    has = {f"kt.specialist.{word}": 1, **more.pop("has", {})}
    return sheet(key, name=name, weapons=weapons, has=has, **more)


CLOSE = "kt.ability.half-range-strength"
BY_ITSELF = "kt.weapon.ability.auto-hit"
RIFLE = gun("rifle", name="Rifle")
PISTOL = gun("pistol", name="Pistol", type="Pistol", range=1200, S=3)
FLAMER = gun("flamer", name="Lamp-oil thrower", type="Assault", attacks="D6", range=800, has={BY_ITSELF: 1})
CANNON = gun("cannon", name="Deck cannon", type="Heavy", attacks=3, range=3600, S=7, AP=-1, D=2)
MORTAR = gun("mortar", name="Mortar", type="Heavy", attacks="D3", range=3600, S=5, D="D3")
LONG_RIFLE = gun("long", name="Long rifle", type="Heavy", range=3600, has={"kt.ability.wound-6-ap": -3})
PLASMA = gun("plasma", name="Plasma gun - hot", S=8, AP=-3, D=2, has={"kt.weapon.ability.overcharge": 1})
BOMB = gun("bomb", name="Bomb", type="Grenade", attacks="D6", range=600, S=3)
CARBINE = gun("carbine", name="Carbine", type="Assault", attacks=2, range=1800, has={"kt.ability.extra-hits": 2})
SCATTER = gun("scatter", name="Scattergun", type="Assault", attacks=2, range=1200, has={CLOSE: 1})
KNIFE = blade("knife", name="Knife", has={"kt.ability.extra-attack": 1})
AXE = blade("axe", name="Axe", S="+1", AP=-1, has={"kt.ability.reroll-wounds-of-1": 1})
FIST = blade("fist", name="Great hammer", S="x2", AP=-3, D="D3", has={"kt.ability.unwieldy": 1})
SABRE = blade("sabre", name="Sabre", S=5, has={"kt.ability.extra-hits-modified": 2})
HOOK = blade("hook", name="Hook", has={"kt.ability.reroll-failed-wounds": 1})
CLAW = blade("claw", name="Claw", AP=-1, has={"kt.ability.wound-6-damage": 2})

LUCKY = Ability("Lucky", "Once a game a lost wound of this model is restored.")
PSYBOLT = Ability("Psybolt", "", "power", "kt.psychic.psybolt")

WATCH = (
    _specialist("1", "Captain Orla", "leader", PISTOL, AXE, W=2, Ld=8, points=12),
    _specialist("2", "Bosun Brack", "combat", PISTOL, KNIFE, HOOK, A=2, T=6, Sv=3),
    _specialist("3", "Signaller Wim", "comms", BOMB, PISTOL, KNIFE, points=8),
    _specialist("4", "Markswoman Ull", "sniper", LONG_RIFLE, PISTOL, keywords=("PSYKER",)),
    sheet("5", name="Hand Teck", weapons=(CARBINE, RIFLE, SABRE), points=6, abilities=(LUCKY,)),
)
CHOIR = (
    _specialist("1", "Precentor Vash", "leader", PLASMA, SABRE, Ld=8, points=14, keywords=("PSYKER",), W=2),
    _specialist("2", "Brother Ash", "zealot", PISTOL, FIST, A=2, points=12, has={"kt.save.invulnerable": 5}),
    _specialist("3", "Sapper Moll", "demolitions", SCATTER, BOMB, CLAW, BS=4),
    _specialist("4", "Gunner Pell", "heavy", CANNON, KNIFE, points=14, W=2),
    sheet("5", name="Novice", weapons=(FLAMER,), A="D3", T=3, Sv=6),
)
WARDENS = (
    _specialist("1", "Warden Ashe", "leader", RIFLE, AXE, points=12, Ld=6),
    _specialist("2", "Leech Odo", "medic", PISTOL, KNIFE, points=8, M=700),
    _specialist("3", "Runner Sey", "scout", SCATTER, HOOK, M=900),
    _specialist("4", "Old Harl", "veteran", CARBINE, FIST, points=12, M=1000, W=2),
    sheet(
        "5",
        name="Seer",
        weapons=(MORTAR, CLAW),
        points=8,
        M=800,
        keywords=("PSYKER", "FLY"),
        has={"kt.psyker.manifest": 2, "kt.psyker.deny": 2},
        abilities=(PSYBOLT, Ability("Hush", "", "power")),
    ),
)


def _force(name: str, models: tuple[Sheet, ...]) -> Roster:
    return Roster(name, "Kill Team", "Ours", sum(model.points for model in models), models)


FORCES = {
    "watch": _force("Pier Watch", WATCH),
    "choir": _force("Cinder Choir", CHOIR),
    "wardens": _force("Fell Wardens", WARDENS),
}


# what players interject


def gives_up(state: State) -> tuple[str, Action] | None:
    """Side b concedes in the second round."""
    return ("b", Concede()) if state.round == 2 and state.phase == "fight" else None


def luck(state: State) -> tuple[str, Action] | None:
    """An ability unknown to the engine brings a model back."""
    for model in state.models.values():
        if model.out and LUCKY in model.sheet.abilities:
            back = Claim(model=model.id, out=False, wounds=1)
            return model.side, Fact(model=model.id, ability=LUCKY.name, changes=(back,))
    return None


def spared(state: State) -> tuple[str, Action] | None:
    """A stratagem of a faction undoes a death."""
    for model in state.models.values():
        if model.out and state.sides[model.side].counters.get("cp", 0):
            back = Claim(model=model.id, out=False, wounds=1)
            return model.side, FactionTactic(name="Not Yet", model=model.id, changes=(back,))
    return None


def waits(state: State) -> tuple[str, Action] | None:
    """A model does nothing in the Movement phase of the second round."""
    if state.phase != "movement" or state.pending or state.round != 2:
        return None
    free = [model for model in state.alive(state.to_act) if not model.phase and not words.shaken(model)]
    return (state.to_act, Pass(model=free[0].id)) if free else None


# grounds


def arena(seed: int) -> Table:
    """A small table, so that models meet soon, with a tower to fall from and walls to fight across."""
    pieces = (
        box("tower", 700, 700, 900, 900, 620, "platform"),
        box("step", 400, 500, 600, 560, 100, "rubble"),
        box("wall", 1000, 300, 1040, 700, 300, "wall"),
        box("screen", 500, 1000, 900, 1030, 250, "wall"),
        box("crates", 1000, 1100, 1150, 1250, 130, "crates"),
    )
    zones = (
        Zone("west", "West", ((0, 0), (450, 0), (450, 1600), (0, 1600))),
        Zone("east", "East", ((1150, 0), (1600, 0), (1600, 1600), (1150, 1600))),
    )
    return Table(1600, 1600, True, pieces, zones)


def unmapped(seed: int) -> Table:
    """A table without a map: sight and cover are declared."""
    return Table(1800, 1600, mapped=False)


GROUNDS: dict[str, Callable[[int], Table]] = {"layout": table, "arena": arena, "unmapped": unmapped}


# games


def plan(
    name: str,
    forces: tuple[str, str],
    seed: int,
    rounds: int = 2,
    cp: int = 2,
    options: Options | None = None,
    **more: Any,
) -> Plan:
    """A plan of so many rounds; `cp` are command points beyond those of the rules."""
    agreed = {"kt.game.round-count": rounds, "kt.cp.other-sources": cp, **(options or {})}
    return Plan(name, forces, seed, agreed, **more)


ONE_BY_ONE: Options = {
    "kt.gap.one-injury-per-weapon": False,
    "kt.gap.mortal-wound-injury-dice": 0,
}
SHORT_ROLLS: Options = {"kt.initiative.roll": 1, "kt.gap.roll-off-dice": 1}

PLANS: tuple[Plan, ...] = (
    plan("choir-watch-91", ("choir", "watch"), 91, 3, 3, ONE_BY_ONE, says=(spared, gives_up, waits), ground="arena"),
    plan("watch-choir-207", ("watch", "choir"), 207, 3, 3, says=(luck,), ground="arena"),
    plan("watch-wardens-21", ("watch", "wardens"), 21, 3, 3, ONE_BY_ONE, says=(luck, spared), ground="arena"),
    plan("watch-choir-232", ("watch", "choir"), 232, 2, 3, says=(spared, gives_up, waits), ground="arena"),
    plan("choir-wardens-291", ("choir", "wardens"), 291, 3, 3, ground="arena"),
    plan("watch-wardens-39", ("watch", "wardens"), 39, 3, 3, says=(luck, spared), ground="arena"),
    plan("watch-wardens-216", ("watch", "wardens"), 216, 2, 3, says=(spared, gives_up, waits), ground="arena"),
    plan("watch-choir-275", ("watch", "choir"), 275, 3, 3, policy="declared", ground="unmapped"),
    plan("wardens-choir-1", ("wardens", "choir"), 1, 4),
    plan("choir-watch-2", ("choir", "watch"), 2, 2, 0, SHORT_ROLLS, policy="declared"),
    plan("wardens-watch-5", ("wardens", "watch"), 5, 2, 5, policy="declared", ground="arena"),
    plan("wardens-choir-8", ("wardens", "choir"), 8, 1, 2, {"kt.gap.veteran-premove": False}, ground="arena"),
    plan("watch-choir-7", ("watch", "choir"), 7, 2, 3, ground="arena", corrections=ruled(45, 50, 55, 56, 70)),
)

SEEDS = range(1, 301)
SAYS = ((), (luck, spared), (spared, gives_up, waits), (luck,))


def candidates() -> list[Plan]:
    """Plans of many seeds, with occasional interjections."""
    return [
        plan(
            f"{first}-{second}-{seed}",
            (first, second),
            seed,
            rounds=2 + seed % 2,
            cp=3,
            options=ONE_BY_ONE if seed % 7 == 0 else {},
            says=SAYS[seed // 4 % 4],
            policy="declared" if seed % 5 == 0 else "enforced",
            ground="unmapped" if seed % 11 == 0 else ("arena", "arena", "layout")[seed % 3],
        )
        for first, second in permutations(FORCES, 2)
        for seed in SEEDS
    ]


# effects without a line of their own

SILENT = {
    "kt.ability.extra-attack": "an attack more of its weapon",
    "kt.ability.extra-hits": "hits more",
    "kt.ability.extra-hits-modified": "hits more",
    "kt.ability.reroll-failed-wounds": "dice of the wound roll thrown again",
    "kt.ability.reroll-wounds-of-1": "dice of the wound roll thrown again",
    "kt.ability.wound-6-ap": "another AP in the save roll",
    "kt.specialist.heavy.passive": "a penalty less",
    "kt.specialist.medic.passive": "a penalty less",
    "kt.specialist.scout.passive": "the die of its advance thrown again",
    "kt.specialist.sniper.passive": "dice of the hit roll thrown again",
    "kt.specialist.veteran.passive": "a penalty less",
    "kt.weapon.ability.auto-hit": "no hit roll",
}
"""Rules that change a number or a roll and name themselves nowhere, with what shows of them."""
REFUSALS = {
    "kt.charge.non-target-1in",
    "kt.charge.overwatch.visibility",
    "kt.dice.reroll-once",
    "kt.gap.advance-enemy-1in",
    "kt.gap.retreat-1in",
    "kt.gap.stratagem-repeat",
    "kt.gap.stratagem-source-state",
    "kt.move.normal.enemy-1in",
    "kt.psychic.psyker",
    "kt.roster.stratagem-definition",
    "kt.shoot.visibility",
}
"""Clauses that only refuse, though the code names them elsewhere than in the refusal itself."""
OPTIONS = {
    "kt.gap.veteran-premove",
}
"""Clauses that only change how another one works."""

SYSTEM = System(KT, FORCES, GROUNDS, PLANS, candidates, most_bytes=3 * 2**20)
