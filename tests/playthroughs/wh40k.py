"""The golden games of Warhammer 40,000: their forces, their tables, and how they are played."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import msgspec

import rules
from rules.kernel.actions import Concede, Fact
from rules.kernel.events import Action, Claim
from rules.kernel.sheet import Ability, Roster, Sheet, Weapon
from rules.kernel.state import State, Table, Zone
from rules.wh40k import words
from rules.wh40k.deployment import deploy, reserve
from rules.wh40k.deployment.placing import Place
from rules.wh40k.table import table
from tests.playthroughs.correcting import Correction, ruled
from tests.playthroughs.playing import FOLDER, Options, Plan, System, names_in
from tests.rules.wh40k.field import box

WH40K = rules.load("wh40k")

ARMS = (FOLDER / "forces" / "arms.txt").read_bytes()
STORM = Weapon("storm", "Storm", {"range": 1800, "type": "Assault", "shots": 3, "S": 5, "AP": 4})
POWERS = ("Storm", "Undertow")
"""Powers of every psyker: a shot, and one whose effects are told."""


def _force(name: str) -> Roster:
    written = (FOLDER / "forces" / f"{name}.txt").read_bytes()
    army = WH40K.rosters.load(written + ARMS, f"{name}.txt")
    return msgspec.structs.replace(army, models=tuple(_gifted(model) for model in army.models))


def _gifted(model: Sheet) -> Sheet:
    if "Psyker" not in model.keywords:
        return model
    known = tuple(Ability(name, "", "power") for name in POWERS)
    return msgspec.structs.replace(model, weapons=(*model.weapons, STORM), abilities=(*model.abilities, *known))


FORCES = {name: _force(name) for name in ("cantons", "foundry", "mire", "storm")}


# what players interject


def gives_up(state: State) -> tuple[str, Action] | None:
    """Side b concedes in the second game turn."""
    return ("b", Concede()) if state.round == 2 and state.phase == "assault" else None


def old_wound(state: State) -> tuple[str, Action] | None:
    """An ability unknown to the engine costs a Wound."""
    for model in state.models.values():
        told = any(ability.name == "Old Wound" for ability in model.sheet.abilities)
        if told and not model.out and model.wounds > 1 and state.round and not state.pending:
            lost = Claim(model=model.id, wounds=model.wounds - 1)
            return model.side, Fact(model=model.id, ability="Old Wound", changes=(lost,))
    return None


def keeps_back(state: State) -> tuple[str, Action] | None:
    """A unit that can Deep Strike is kept in reserve for that."""
    if (state.phase, state.step, state.pending) == ("deployment", "units", None):
        for unit in state.units.values():
            able = all("wh40k.usr.deep-strike" in model.sheet.has for model in state.members(unit.id))
            if unit.side == state.to_act and able and not reserve.manner_of(unit) and not words.standing(state, unit):
                return unit.side, deploy.Reserve(unit=unit.id, manner="deep-strike")
    return None


def lands_on_them(state: State) -> tuple[str, Action] | None:
    """A unit that Deep Strikes is aimed at the middle of an enemy unit: a mishap, unless it scatters far."""
    if (state.phase, state.step, state.pending) != ("movement", "", None):
        return None
    foes = [model for model in state.alive(state.enemy(state.turn)) if model.at is not None]
    for unit in state.units.values():
        ready = reserve.AVAILABLE in unit.turn and reserve.manner_of(unit) == "deep-strike"
        if unit.side == state.turn and ready and foes and foes[0].at is not None:
            place = Place(state.members(unit.id)[0].id, (*foes[0].at[:2], 0))
            return unit.side, reserve.Arrive(unit=unit.id, places=(place,), manner="deep-strike")
    return None


# grounds

WIDTH, DEPTH = 4800, 3600


def village(seed: int) -> Table:
    """A small table, so that units meet soon, with something of each kind to enter, hide behind or go around."""
    pieces = (
        box("house", 700, 1500, 1300, 2100, 500, "building"),
        box("ruin", 2100, 1500, 2800, 2100, 500, "ruin"),
        box("wood", 3300, 1400, 4000, 2000, 400, "forest"),
        box("wall", 1600, 1700, 1650, 2200, 400, "wall"),
        box("bank", 2900, 2300, 3400, 2360, 100, "barricade"),
        box("wire", 1400, 1150, 2000, 1230, 80, "razor-wire"),
        box("hole", 4100, 2200, 4500, 2600, 50, "crater"),
        box("mire", 200, 1100, 600, 1400, 10, "dangerous"),
    )
    zones = (
        Zone("south", "South", ((0, 0), (WIDTH, 0), (WIDTH, 1000), (0, 1000))),
        Zone("north", "North", ((0, 2600), (WIDTH, 2600), (WIDTH, DEPTH), (0, DEPTH))),
    )
    return Table(WIDTH, DEPTH, True, pieces, zones)


def unmapped(seed: int) -> Table:
    """A table without a map: sight and cover are declared."""
    return Table(WIDTH, DEPTH, mapped=False)


GROUNDS: dict[str, Callable[[int], Table]] = {"layout": table, "village": village, "unmapped": unmapped}


# games

LENGTH = "wh40k.assumed.game-length"
SHORT: Options = {LENGTH: 2}
OTHERWISE: Options = {
    LENGTH: 2,
    "wh40k.fall-back.auto-fail-morale": False,
    "wh40k.usr.barrage.indirect": False,
    "wh40k.usr.feel-no-pain.instant-death": False,
    "wh40k.assumed.fight.sweeping-advance": True,
}

SEEDS = range(1, 14)
SAYS = ((), (old_wound, keeps_back, lands_on_them), (), (keeps_back, lands_on_them), (old_wound, gives_up))


def plan(first: str, second: str, seed: int, corrections: tuple[Correction, ...] = ()) -> Plan:
    """A plan in which the seed also decides agreements and interjections."""
    return Plan(
        f"{first}-{second}-{seed}",
        (first, second),
        seed,
        OTHERWISE if seed % 4 == 0 else SHORT,
        SAYS[seed % len(SAYS)],
        "declared" if seed % 7 == 0 else "enforced",
        "unmapped" if seed % 11 == 0 else "village",
        corrections,
    )


CHOSEN = FOLDER / "wh40k.plans"
PLANS: tuple[Plan, ...] = (
    *(plan(*named) for named in names_in(CHOSEN)),
    plan("mire", "foundry", 2, ruled(40, 45, 50, 51, 60)),
)


def candidates() -> list[Plan]:
    """Plans of many seeds, with occasional interjections."""
    return [plan(first, second, seed) for first, second in permutations(FORCES, 2) for seed in SEEDS]


# effects without a line of their own

SILENT = {
    "wh40k.assumed.allocation.closest": "who is wounded first",
    "wh40k.assumed.allocation.mixed-saves": "saves rolled one at a time",
    "wh40k.assumed.fight.attacks": "how many dice are rolled",
    "wh40k.assumed.save.one-per-wound": "which of the saves is rolled",
    "wh40k.assumed.test.characteristic": "what a test is taken on; its own clause names the roll",
    "wh40k.assumed.test.leadership": "what a test is taken on; its own clause names the roll",
    "wh40k.assumed.usr.twin-linked": "dice of the roll to hit thrown again",
    "wh40k.assumed.vehicle.facing": "the armour value that the roll needs",
    "wh40k.fall-back.direction": "the way that models go",
    "wh40k.morale.auto-pass.all-leadership": "which tests another rule passes",
    "wh40k.morale.auto-pass.morale-only": "which tests another rule passes",
    "wh40k.usr.bulky": "the room that is left in a transport",
    "wh40k.usr.furious-charge": "the Strength of blows",
    "wh40k.usr.lance": "the armour value that the roll needs",
}
"""Clauses that change a number, a way or a roll and name themselves nowhere, with what shows of them."""
REFUSALS = {
    "wh40k.assumed.charge.restrictions",
    "wh40k.assumed.coherency",
    "wh40k.assumed.fight.sweeping-advance.not-allowed",
    "wh40k.assumed.movement.climb",
    "wh40k.assumed.movement.locked",
    "wh40k.assumed.reserves.limit",
    "wh40k.assumed.roster.points",
    "wh40k.assumed.roster.squadron",
    "wh40k.assumed.roster.whole",
    "wh40k.assumed.terrain.impassable",
    "wh40k.assumed.transport.dedicated",
    "wh40k.fall-back.enemy-1in",
    "wh40k.fall-back.no-charge",
    "wh40k.regroup.no-charge",
    "wh40k.regroup.no-run",
    "wh40k.usr.assault-vehicle.deep-strike",
    "wh40k.usr.blast.no-friendly",
    "wh40k.usr.blast.placement",
    "wh40k.usr.blast.range",
    "wh40k.usr.deep-strike.all-models",
    "wh40k.usr.deep-strike.declare",
    "wh40k.usr.deep-strike.no-charge",
    "wh40k.usr.deep-strike.no-move",
    "wh40k.usr.fearless.no-go-to-ground",
    "wh40k.usr.fearless.no-voluntary-fail",
    "wh40k.usr.hit-and-run.no-contact",
    "wh40k.usr.infiltrate.dedicated-transport",
}
"""Clauses that only refuse, though the code names them elsewhere than in the refusal itself."""


SYSTEM = System(WH40K, FORCES, GROUNDS, PLANS, candidates, chosen=CHOSEN)
