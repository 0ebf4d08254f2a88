"""How the autoplayer plays Warhammer 40,000: in formation towards its goals, with everything it has, within the rules.

What it does in each part of a game is in `playing`, a function for each action: it gives declarations worth trying, the
best first, and the last of them is one that the rules accept, or a pass is. An expansion gives `proposals` of its own
for its actions, in the place of those here where it names the same; a player with other goals is a subclass.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from rules.kernel import engine, geometry
from rules.kernel.actions import Begin, Muster
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.effects import Rolled
from rules.kernel.engine import Decided
from rules.kernel.events import Action, Declaration, Reroll
from rules.kernel.part import Option
from rules.kernel.proposing import Propose, Proposer
from rules.kernel.ruleset import Ruleset
from rules.kernel.sheet import Roster
from rules.kernel.state import Model, Point, State, Table, Unit
from rules.wh40k import turn, words
from rules.wh40k.playing import assault, fire, moves, setup
from rules.wh40k.shooting import arms

Proposals = Mapping[str, Propose]
"""What a player may do for an option, by its action: called with the player, the position, the option, and all options
of this action.
"""
T = TypeVar("T")

STANDING = ("Heavy", "Ordnance")
"""Units with such weapons would rather stand than move."""


class Player(Proposer):
    """Plays both sides. What it would rather do is drawn from its own dice."""

    def __init__(self, proposals: Proposals, dice: Seeded) -> None:
        super().__init__(dice, _WEIGHT, {**PROPOSALS, **proposals})
        self._ruleset: Ruleset | None = None

    def opening(
        self, rosters: Sequence[Roster], table: Table, options: dict[str, int | str | bool]
    ) -> list[Declaration[Any]]:
        """Begin the game; both sides muster what is on their roster."""
        musters = [
            Declaration(by=side, action=Muster(roster=roster))
            for side, roster in zip(words.SIDES, rosters, strict=True)
        ]
        return [Declaration(by="table", action=Begin(table=table, options=options)), *musters]

    def proposals(self, ruleset: Ruleset, state: State) -> Iterator[Declaration[Any]]:
        """Declarations worth trying now, best first; the last is always acceptable."""
        yield from self.answers(ruleset, state, engine.options(ruleset, state))

    def answers(self, ruleset: Ruleset, state: State, options: Sequence[Option]) -> Iterator[Declaration[Any]]:
        """Declarations for these options: for a question, or for one unit after another, in any order."""
        self._ruleset = ruleset
        offered = [option for option in options if option.action != "pass"]
        if state.pending is None:
            yield from self._instructions(state)
            for key in self._shuffled(_in_order(state, offered)):
                yield from self.declare(state, [option for option in offered if option.model == key])
                yield from self._lets_go(state, key)
        else:
            yield from self.declare(state, offered)
        yield from (Declaration(by=o.side, action=turn.Pass()) for o in options if o.action == "pass")

    def reroll(self, decided: Decided) -> Reroll | None:
        """No price buys a roll made again in this game."""
        return None

    def again(self, rolled: Rolled, number: int) -> Reroll | None:
        """No roll waits to be made again."""
        return None

    # what it wants

    def goal(self, state: State, unit: Unit) -> Point | None:
        """Where a unit wants to go: to the nearest enemy, without one to the middle of the table."""
        foes, own = words.foes(state, unit.side), words.standing(state, unit)
        if not foes:
            return (state.table.width // 2, state.table.depth // 2, 0)
        if not own:
            return foes[0].at
        return min(foes, key=lambda foe: _square(own[0].at, foe.at)).at

    def targets(self, state: State, unit: Unit, keys: Sequence[str]) -> list[Unit]:
        """The units among some that it would shoot at, the first one best: near ones, mostly the nearest."""
        own = words.standing(state, unit)[0]
        near = sorted((state.units[key] for key in keys), key=lambda u: _square(own.at, words.standing(state, u)[0].at))
        if len(near) > 1 and not self.dice.below(3):
            near[0], near[1] = near[1], near[0]
        return near[:3]

    def stands(self, state: State, unit: Unit) -> bool:
        """Whether a unit would rather stand and shoot than move: it has heavy weapons and an enemy in reach of them."""
        heavy = [
            (model, weapon)
            for model in words.standing(state, unit)
            for weapon in model.sheet.weapons
            if arms.kind(weapon) in STANDING and not words.is_vehicle(model)
        ]
        foes = words.foes(state, unit.side)
        near = any(geometry.within(foes, model, arms.reach(weapon)) for model, weapon in heavy[:1])
        return near and bool(self.dice.below(5))

    def hurries(self, state: State, unit: Unit) -> bool:
        """Whether a unit uses its packs, or drives at cruising speed: packs mostly, engines now and then."""
        models = words.standing(state, unit)
        if any(words.is_(m, "Jump", "Jet Pack") for m in models):
            return bool(self.dice.below(5))
        driven = any(words.is_vehicle(m) and not words.is_(m, "Walker") for m in models)
        return driven and not self.dice.below(3)

    def stays_aboard(self, state: State, unit: Unit, carrier: Model) -> bool:
        """Whether passengers stay where they are: mostly, until an enemy is near their vehicle."""
        near = geometry.within(words.foes(state, unit.side), carrier, 2400)
        return bool(self.dice.below(2 if near else 8))

    def stride(self, reach: int) -> int:
        """How far of what it may a unit goes: mostly all of it."""
        return reach - (self.dice.below(max(1, reach // 3)) if not self.dice.below(3) else 0)

    # at hand for proposals

    def ctx(self, state: State, side: str) -> Context:
        """A context of the rules in a position, to ask and not to change anything."""
        assert self._ruleset is not None, "a player is asked for its proposals"
        return Context(self._ruleset, state, side, ())

    def one_of(self, things: Sequence[T]) -> T:
        """Any of some things."""
        return things[self.dice.below(len(things))]

    def _shuffled(self, things: list[T]) -> list[T]:
        return [things.pop(self.dice.below(len(things))) for _ in range(len(things))]

    def _lets_go(self, state: State, key: str) -> Iterator[Declaration[Any]]:
        """Let the act of a unit go, where it has one in this phase."""
        unit = state.units.get(key)
        acts = (state.phase, state.step) in ACTING and unit is not None and words.ACTED not in unit.phase
        if unit is not None and acts and words.standing(state, unit):
            yield Declaration(by=unit.side, action=turn.Pass(unit=unit.id))

    def _instructions(self, state: State) -> Iterator[Declaration[Any]]:
        if (state.phase, state.step) == ("movement", ""):
            for side in state.sides:
                yield from (Declaration(by=side, action=each) for each in fire.instructions(self, state, side))


def _in_order(state: State, options: Sequence[Option]) -> list[str]:
    """Whom options are for: as they are listed, but for one choice (`CHOICES`) in the order of the army."""
    choices = list(dict.fromkeys(CHOICES.get(option.action, option.action) for option in options))
    units = list(state.units)

    def place(option: Option) -> tuple[int, int]:
        choice = CHOICES.get(option.action, option.action)
        model = state.models.get(option.model)
        unit = option.model if model is None else model.unit
        return choices.index(choice), units.index(unit) if choice in CHOICES else 0

    return list(dict.fromkeys(option.model for option in sorted(options, key=place)))


CHOICES = {
    "deploy": "deploy", "reserve": "deploy", "join": "join", "leave": "join", "embark": "embark",
    "disembark": "embark", "occupy": "occupy", "come-out": "occupy", "run": "run", "turbo-boost": "run",
}  # fmt: skip
"""Acts between which a unit has one choice, each under the name of the first."""


ACTING = (("movement", ""), ("shooting", ""), ("assault", "charge"))
"""Where each unit acts once, or lets its act go."""


def roll_length(player: Player, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Roll."""
    yield turn.RollLength()


def end_roll(player: Player, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Roll."""
    yield turn.EndRoll(of=option.model)


PROPOSALS: Proposals = {
    "roll-length": roll_length,
    "end-roll": end_roll,
    **setup.PROPOSALS,
    **moves.PROPOSALS,
    **fire.PROPOSALS,
    **assault.PROPOSALS,
}
"""What the player does for each action of this game."""

_WEIGHT = {
    "deploy": 100, "reserve": 20, "edge-roll": 1000, "arrival-terrain": 500, "arrive": 100, "no-room": 1,
    "regroup": 1000, "embark": 200, "disembark": 200, "occupy": 200, "come-out": 200, "leave": 300, "join": 300,
    "difficult-terrain": 400, "move": 100, "manifest": 300, "activate-force": 200, "shoot": 100, "run": 12,
    "turbo-boost": 30,
}  # fmt: skip


def _square(a: Point | None, b: Point | None) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 if a and b else 0
