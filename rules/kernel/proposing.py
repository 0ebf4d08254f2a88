"""Common ground of all autoplayers: which legal option to try first, and straight paths.

A player draws its preferences from its own dice. Directions are whole-number vectors of length 1000.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isqrt
from typing import Any

from rules.kernel import notes
from rules.kernel.actions import Begin, Muster
from rules.kernel.context import Context
from rules.kernel.dice import Seeded
from rules.kernel.effects import Rolled
from rules.kernel.engine import Decided
from rules.kernel.events import Action, Declaration, Reroll
from rules.kernel.part import Act, Choice, Option
from rules.kernel.ruleset import Ruleset
from rules.kernel.sheet import Roster
from rules.kernel.state import Point, State, Table

Options = dict[str, int | str | bool]
COMPASS = (
    (1000, 0),
    (924, 383),
    (707, 707),
    (383, 924),
    (0, 1000),
    (-383, 924),
    (-707, 707),
    (-924, 383),
    (-1000, 0),
    (-924, -383),
    (-707, -707),
    (-383, -924),
    (0, -1000),
    (383, -924),
    (707, -707),
    (924, -383),
)


class Proposer:
    """Orders the options of a side by its taste and fills them in as the ruleset proposes, in this order.

    `weights` says how much it likes an act (50 where nothing is said); `memory` is what it keeps in mind. `sides` are
    those of the game, in the order in which they muster.
    """

    sides: tuple[str, ...] = ()

    def __init__(self, dice: Seeded, weights: Mapping[str, int]) -> None:
        self.dice = dice
        self.memory: dict[str, Any] = {}
        self._weights = weights

    def opening(self, rosters: Sequence[Roster], table: Table, options: Options) -> list[Declaration[Any]]:
        """Begin the game; each side musters if there are rosters."""
        musters = [
            Declaration(by=side, action=self.mustered(each, options))
            for side, each in zip(self.sides, rosters, strict=False)
        ]
        return [Declaration(by="table", action=Begin(table=table, options=options)), *musters]

    def mustered(self, roster: Roster, options: Options) -> Muster:
        """How a side musters: with all that is on its roster."""
        return Muster(roster=roster)

    def declare(self, ruleset: Ruleset, state: State, options: Sequence[Option]) -> Iterator[Declaration[Any]]:
        """Declarations for these options, best first."""
        by_action = {option.action: option for option in options}
        for name in self._preference(by_action):
            option = by_action[name]
            same = [each for each in options if each.action == name]
            yield from self.filled(ruleset, state, option, same)

    def filled(
        self, ruleset: Ruleset, state: State, option: Option, same: Sequence[Option] = ()
    ) -> Iterator[Declaration[Any]]:
        """What an option is filled in with, best first; the `same` options of its action come with it."""
        choice = Choice(Context(ruleset, state, option.side, ()), option, same, self.dice, self.memory)
        yield from (Declaration(by=option.side, action=action) for action in self.actions(choice))

    def asides(self, ruleset: Ruleset, state: State, options: Sequence[Option]) -> Iterator[Declaration[Any]]:
        """Declarations that sides may make outside the course of the battle, act by act and side by side."""
        for name, side in dict.fromkeys((each.action, each.side) for each in options):
            same = [each for each in options if (each.action, each.side) == (name, side)]
            yield from self.filled(ruleset, state, same[0], same)

    def actions(self, choice: Choice) -> Iterable[Action]:
        """Whole actions for an option, best first."""
        act: Act = choice.ctx.ruleset.act(choice.option.action)
        return act.proposals(choice)

    def reroll(self, decided: Decided) -> Reroll | None:
        """A paid re-roll in a step: none by default."""
        return None

    def again(self, rolled: Rolled, number: int) -> Reroll | None:
        """A re-roll of roll `number` of the waiting step: none by default."""
        return None

    def closing(self, state: State) -> Iterator[Declaration[Any]]:
        """What is still to be declared when the game is over: the openings of what was written down."""
        yield from notes.unopened(self.memory, state)

    def _preference(self, offered: Mapping[str, Option]) -> list[str]:
        """The actions in the order this player would try them; declining comes last."""
        weights = {name: self.dice.below(self._weights.get(name, 50)) for name in offered if name != "pass"}
        return sorted(weights, key=lambda name: -weights[name])


def towards(start: Point, direction: tuple[int, int], length: int) -> Point:
    """The point at a distance from a start, in a direction of length 1000; rounded down."""
    return (start[0] + direction[0] * length // 1000, start[1] + direction[1] * length // 1000, start[2])


def directions(start: Point, goal: Point | None, away: bool = False) -> list[tuple[int, int]]:
    """The straight direction to the goal (or away from it), then the compass, the best directions first."""
    if goal is None:
        return list(COMPASS)
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    sign = -1 if away else 1
    exact = isqrt(dx * dx + dy * dy) or 1
    direct = (sign * dx * 1000 // exact, sign * dy * 1000 // exact)
    return [direct, *sorted(COMPASS, key=lambda d: -sign * (d[0] * dx + d[1] * dy))]
