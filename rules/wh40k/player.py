"""How the autoplayer plays Warhammer 40,000: one unit after another, with everything it has, within the rules.

The acts propose what can be done (`propose` in their modules), the best first. Here is which of them it would rather
do, and the order in which it tries them: the first that the rules accept is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.kernel import engine, geometry
from rules.kernel.actions import Begin, Muster
from rules.kernel.dice import Seeded
from rules.kernel.effects import Rolled
from rules.kernel.engine import Decided
from rules.kernel.events import Action, Declaration, Reroll
from rules.kernel.part import Choice, Option
from rules.kernel.proposing import Proposer
from rules.kernel.ruleset import Ruleset
from rules.kernel.sheet import Roster
from rules.kernel.state import State, Table
from rules.wh40k import taste, turn, words
from rules.wh40k.assault import closing
from rules.wh40k.movement import move

LIKELY = 800
"""From nearer than this a charge mostly arrives."""


class Player(Proposer):
    """Plays both sides. What it would rather do is drawn from its own dice."""

    def __init__(self, dice: Seeded, weights: Mapping[str, int] | None = None) -> None:
        super().__init__(dice, {**_WEIGHT, **(weights or {})})

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
        offered = [option for option in options if option.action != "pass"]
        if state.pending is None:
            yield from self.unasked(ruleset, state)
            for key in self._shuffled(_in_order(state, offered)):
                yield from self.declare(ruleset, state, [option for option in offered if option.model == key])
                yield from _lets_go(state, key)
        else:
            yield from self.declare(ruleset, state, offered)
        yield from (Declaration(by=o.side, action=turn.Pass()) for o in options if o.action == "pass")

    def unasked(self, ruleset: Ruleset, state: State) -> Iterator[Declaration[Any]]:
        """What may be declared at any time and is not offered, such as standing instructions."""
        for act in ruleset.acts:
            for side in state.sides if act.propose is not None and act.offers is None else ():
                yield from self.filled(ruleset, state, Option(side, act.tag))

    def actions(self, choice: Choice) -> Iterable[Action]:
        """Whole actions for an option, if that is wanted now."""
        if choice.option.action in ANY_OF_THEM:
            choice = choice._replace(option=choice.of(choice.same))
        return super().actions(choice) if wanted(choice) else ()

    def reroll(self, decided: Decided) -> Reroll | None:
        """No price buys a roll made again in this game."""
        return None

    def again(self, rolled: Rolled, number: int) -> Reroll | None:
        """No roll waits to be made again."""
        return None

    def _shuffled(self, things: list[str]) -> list[str]:
        return [things.pop(self.dice.below(len(things))) for _ in range(len(things))]


def _lets_go(state: State, key: str) -> Iterator[Declaration[Any]]:
    """Let the act of a unit go, where it has one in this phase."""
    unit = state.units.get(key)
    acts = (state.phase, state.step) in ACTING and unit is not None and words.ACTED not in unit.phase
    if unit is not None and acts and words.standing(state, unit):
        yield Declaration(by=unit.side, action=turn.Pass(unit=unit.id))


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
ANY_OF_THEM = ("manifest", "activate-force")
"""What a unit may be offered several times over; one of the offers is looked at."""
ACTING = (("movement", ""), ("shooting", ""), ("assault", "charge"))
"""Where each unit acts once, or lets its act go."""


# what it likes


def wanted(choice: Choice) -> bool:
    """Whether an act is wanted now: as a mission wishes, else by this player's own liking."""
    tag = choice.option.action
    wishes = {wish.action: wish.wanted for wish in choice.ctx.ruleset.brought(taste.Wish)}
    liking = wishes.get(tag) or LIKINGS.get(tag)
    return liking is None or liking(choice)


def seldom(count: int) -> Callable[[Choice], bool]:
    """Once in so many times."""
    return lambda choice: not choice.dice.below(count)


def mostly(count: int) -> Callable[[Choice], bool]:
    """All but once in so many times."""
    return lambda choice: bool(choice.dice.below(count))


def _goes_through(choice: Choice) -> bool:
    """Difficult terrain is rolled for mostly where it is on the straight way."""
    goal = taste.goal(choice, choice.unit)
    if goal is None or taste.stands(choice, choice.unit) or not choice.dice.below(4):
        return False
    return move.is_slowed(choice.ctx, choice.unit, goal)


def _comes_near(choice: Choice) -> bool:
    """A charge that has far to go is rarely declared."""
    ctx = choice.ctx
    away = min(closing.nearest(ctx, choice.unit, ctx.state.units[key])[0] for key in choice.option.targets)
    return away <= LIKELY or not choice.dice.below(3)


def _has_to(liking: Callable[[Choice], bool]) -> Callable[[Choice], bool]:
    """What is asked for is done in any case."""
    return lambda choice: choice.state.pending is not None or liking(choice)


def _strikes_soon(choice: Choice) -> bool:
    near = geometry.within(words.foes(choice.state, choice.option.side), choice.model, words.COHERENCY)
    return bool(near) and bool(choice.dice.below(2))


LIKINGS: Mapping[str, Callable[[Choice], bool]] = {
    "edge-roll": lambda choice: choice.state.pending is None or bool(choice.dice.below(2)),
    "arrival-terrain": seldom(3),
    "join": mostly(2),
    "leave": seldom(5),
    "embark": seldom(3),
    "disembark": _has_to(lambda choice: not taste.stays_aboard(choice)),
    "occupy": seldom(4),
    "come-out": _has_to(seldom(3)),
    "difficult-terrain": _goes_through,
    "move": lambda choice: not taste.stands(choice, choice.unit),
    "run": lambda choice: taste.runs(choice, choice.unit),
    "shoot": lambda choice: taste.shoots(choice, choice.unit),
    "go-to-ground": mostly(3),
    "intercept": mostly(4),
    "activate-force": _strikes_soon,
    "charge": _comes_near,
    "sweep": mostly(6),
    "consolidate": mostly(8),
    "hit-and-run": mostly(2),
}
"""When an act is wanted that is not always: what has dice of its own to decide that draws them first."""

_WEIGHT = {
    "deploy": 100, "reserve": 20, "edge-roll": 1000, "arrival-terrain": 500, "arrive": 100, "no-room": 1,
    "regroup": 1000, "embark": 200, "disembark": 200, "occupy": 200, "come-out": 200, "leave": 300, "join": 300,
    "difficult-terrain": 400, "move": 100, "manifest": 300, "activate-force": 200, "shoot": 100, "run": 12,
    "turbo-boost": 30,
}  # fmt: skip
