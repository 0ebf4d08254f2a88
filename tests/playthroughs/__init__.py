"""Golden games: whole recorded battles with the digest of the position after every step; see README.md.

`PLANS` says how each is played: two forces of our own making, a seed, options, and what players interject. Nothing of a
game is chosen anywhere else, so `python -m tests.playthroughs` writes the same bytes wherever it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import rules
from rules import autoplay
from rules.gamefile import GameFile
from rules.kernel.actions import Concede, Fact
from rules.kernel.effects import Ended, Removed
from rules.kernel.events import Action, Claim, Declaration, Event, Header, Policy, Ruling, canonical
from rules.kernel.rulings import JUDGE, Adjust, Amend, Award, Penalty, Strike, TakeBack, Void
from rules.kernel.sheet import Ability, Roster, Sheet, Weapon
from rules.kernel.state import State, Table, Zone
from rules.kt import words
from rules.kt.faction import FactionTactic
from rules.kt.game import Pass
from rules.kt.shoot import Shoot
from rules.kt.table import table
from tests.rules.kt.board import KT, blade, box, gun, sheet

FOLDER = Path(__file__).parent
GAMES = FOLDER / f"{KT.id}@{KT.version}"
"""The games of the ruleset version that is being worked on."""

Interjection = Callable[[State], tuple[str, Action] | None]
"""What a side declares at the first step at which this gives something."""


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
    """An ability the engine does not know brings a model back."""
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


# what judges rule, and sides take back


Correction = tuple[int, Callable[[Sequence[Event[Any]]], Declaration[Any]]]
"""The number of the event that corrects the game (0: after the end), and what is declared, from the events before."""


def _judged(action: Ruling) -> Declaration[Any]:
    return Declaration(by=JUDGE, action=action)


def _rolled(events: Sequence[Event[Any]]) -> Event[Any]:
    """The last shot that was declared with dice."""
    return next(event for event in reversed(events) if isinstance(event.action, Shoot) and event.dice)


def voided(events: Sequence[Event[Any]]) -> Declaration[Any]:
    """The last shot comes to nothing."""
    why = "the target stood out of sight of every weapon"
    return _judged(Void(rule="log.void", reason=why, steps=(_rolled(events).number,)))


def stands_again(events: Sequence[Event[Any]]) -> Declaration[Any]:
    """What the last shot was stands again."""
    return _judged(Amend(rule="log.ruling", reason="the photograph shows it in sight", step=_rolled(events).number))


def misread(events: Sequence[Event[Any]]) -> Declaration[Any]:
    """The last shot had another die first."""
    shot = _rolled(events)
    read = (shot.dice[0] % 6 + 1, *shot.dice[1:])
    meant = msgspec.json.decode(canonical(msgspec.structs.replace(shot.declaration(), dice=read)))
    return _judged(Amend(rule="log.amend", reason="the first die was misread", step=shot.number, declaration=meant))


def taken_back(events: Sequence[Event[Any]]) -> Declaration[Any]:
    """The last step is taken back."""
    agreed = TakeBack(rule="log.take-back", reason="the wrong model was named", since=len(events), agreed=("a", "b"))
    return Declaration(by="a", action=agreed)


def warned(events: Sequence[Event[Any]]) -> Declaration[Any]:
    """Side b is warned."""
    return _judged(Penalty(rule="log.penalty", reason="slow play", side="b", kind="warning"))


def docked(events: Sequence[Event[Any]]) -> Declaration[Any]:
    """Side b loses points."""
    return _judged(Penalty(rule="log.penalty", reason="slow play again", side="b", kind="points", points=4))


def adjusted(events: Sequence[Event[Any]]) -> Declaration[Any]:
    """Points for an objective that was forgotten."""
    return _judged(Adjust(rule="log.adjust", reason="the last objective was not counted", score={"a": -2, "b": 9}))


def lost(events: Sequence[Event[Any]]) -> Declaration[Any]:
    """Side a loses the game."""
    return _judged(Penalty(rule="log.penalty", reason="left the hall", side="a", kind="game"))


def struck(events: Sequence[Event[Any]]) -> Declaration[Any]:
    """The game is removed."""
    return _judged(Strike(rule="log.strike", reason="recorded twice"))


def awarded(events: Sequence[Event[Any]]) -> Declaration[Any]:
    """Side b gets the game after all."""
    return _judged(Award(rule="log.award", reason="the other record was the copy", winner="b"))


# grounds


def arena(seed: int) -> Table:
    """A small table, so that models meet soon, with a tower one can fall from and walls to fight across."""
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
    """A table nobody has drawn: sight and cover are declared."""
    return Table(1800, 1600, mapped=False)


GROUNDS: dict[str, Callable[[int], Table]] = {"layout": table, "arena": arena, "unmapped": unmapped}


# games


class Plan(NamedTuple):
    """How one golden game is played; `cp` are command points beyond those of the rules."""

    name: str
    forces: tuple[str, str]
    seed: int
    rounds: int = 2
    cp: int = 2
    options: dict[str, int | str | bool] = {}
    says: tuple[Interjection, ...] = ()
    policy: Policy = "enforced"
    ground: str = "layout"
    corrections: tuple[Correction, ...] = ()


ONE_BY_ONE: dict[str, int | str | bool] = {
    "kt.gap.one-injury-per-weapon": False,
    "kt.gap.mortal-wound-injury-dice": 0,
}
SHORT_ROLLS: dict[str, int | str | bool] = {"kt.initiative.roll": 1, "kt.gap.roll-off-dice": 1}

RULED: tuple[Correction, ...] = (
    (45, voided), (50, taken_back), (55, misread), (56, warned), (70, stands_again),
    *((0, says) for says in (
        voided, adjusted, docked, misread, stands_again, lost, voided, struck, awarded, stands_again
    )),
)  # fmt: skip
"""Of every kind one at least, while the battle goes on and after its end."""

PLANS: tuple[Plan, ...] = (
    Plan("choir-watch-91", ("choir", "watch"), 91, 3, 3, ONE_BY_ONE, (spared, gives_up, waits), ground="arena"),
    Plan("watch-choir-207", ("watch", "choir"), 207, 3, 3, says=(luck,), ground="arena"),
    Plan("watch-wardens-21", ("watch", "wardens"), 21, 3, 3, ONE_BY_ONE, (luck, spared), ground="arena"),
    Plan("watch-choir-232", ("watch", "choir"), 232, 2, 3, says=(spared, gives_up, waits), ground="arena"),
    Plan("choir-wardens-291", ("choir", "wardens"), 291, 3, 3, ground="arena"),
    Plan("watch-wardens-39", ("watch", "wardens"), 39, 3, 3, says=(luck, spared), ground="arena"),
    Plan("watch-wardens-216", ("watch", "wardens"), 216, 2, 3, says=(spared, gives_up, waits), ground="arena"),
    Plan("watch-choir-275", ("watch", "choir"), 275, 3, 3, policy="declared", ground="unmapped"),
    Plan("wardens-choir-1", ("wardens", "choir"), 1, 4),
    Plan("choir-watch-2", ("choir", "watch"), 2, 2, 0, SHORT_ROLLS, policy="declared"),
    Plan("wardens-watch-5", ("wardens", "watch"), 5, 2, 5, policy="declared", ground="arena"),
    Plan("wardens-choir-8", ("wardens", "choir"), 8, 1, 2, {"kt.gap.veteran-premove": False}, ground="arena"),
    Plan("watch-choir-7", ("watch", "choir"), 7, 2, 3, ground="arena", corrections=RULED),
)


def play(plan: Plan) -> GameFile:
    """The game of a plan."""
    header = Header(game=plan.name, ruleset=KT.id, version=KT.version, policy=plan.policy)
    file, auto = GameFile(header), autoplay.Autoplay(KT, plan.seed, lenient=plan.policy == "declared")
    options = {"kt.game.round-count": plan.rounds, "kt.cp.other-sources": plan.cp, **plan.options}
    forces = [FORCES[name] for name in plan.forces]
    for declaration in auto.begin(forces, GROUNDS[plan.ground](plan.seed), options):
        autoplay.add(file, *auto.play(declaration, auto.decide(declaration)))
    waiting, left = list(plan.says), list(plan.corrections)
    while True:
        _correct(file, auto, left)
        step = _interject(auto, waiting) or auto.next()
        if step is None:
            return file
        declaration, decided = step
        if plan.policy == "declared":
            declaration = msgspec.structs.replace(declaration, claim=tuple(_lost(decided)))
        autoplay.add(file, declaration, decided)


def _correct(file: GameFile, auto: autoplay.Autoplay, left: list[Correction]) -> None:
    """Add the corrections whose turn it is: those of the next numbers, and after the end whatever is left."""
    while left and (left[0][0] == len(file.records) + 1 or auto.state.over is not None):
        _, says = left.pop(0)
        declaration = says(file.events)
        decided = rules.decide(KT, auto.state, declaration, history=file.events)
        autoplay.add(file, *auto.play(declaration, decided))


def _lost(decided: rules.Decided) -> Iterator[Claim]:
    """What a table would say came of a step: who is out of action."""
    for key in dict.fromkeys(effect.model for effect in decided.effects if isinstance(effect, Removed)):
        if decided.state.models[key].out:
            yield Claim(model=key, out=True)


def _interject(auto: autoplay.Autoplay, waiting: list[Interjection]) -> Any:
    for says in waiting if auto.state.over is None else ():
        said = says(auto.state)
        if said is not None:
            waiting.remove(says)
            declaration: Declaration[Any] = Declaration(by=said[0], action=said[1])
            return auto.play(declaration, auto.decide(declaration))
    return None


def digests(file: GameFile) -> Iterator[str]:
    """A line a step: its number, and the digest of the position after it."""
    state = rules.empty(KT)
    for event in file.events:
        rules.evolve(state, event)
        yield f"{event.number} {rules.digest(rules.to_json(state))}"


def used(file: GameFile) -> set[str]:
    """Every clause that an effect of a game names: what caused it, its modifiers, and the marks it set."""
    found: set[str] = set()
    for event in file.events:
        for effect in event.effects:
            found |= {effect.rule, getattr(effect, "key", "")}
            found |= {rule for rule, _ in getattr(effect, "modifiers", ())}
            found |= {effect.outcome.reason} if isinstance(effect, Ended) else set()
    return found - {""}


def shows(file: GameFile) -> set[str]:
    """What a game is good for: its actions, its clauses, and whether a roll was made again."""
    kinds = {f"action {event.action.__struct_config__.tag}" for event in file.events}
    return kinds | used(file) | {"re-roll" for event in file.events if event.rerolls}
