"""What autoplayers of every system have in common: which of the legal options is tried first, and straight ways.

A player draws what it would rather do from its own dice. Directions are whole-number vectors of length 1000.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isqrt
from typing import Any

from rules.kernel.dice import Seeded
from rules.kernel.events import Action, Declaration
from rules.kernel.part import Choice, Option
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import Point, State

Propose = Callable[[Any, State, Option, list[Option]], Iterator[Action]]
"""Actions a player might take for an option, best first; the options of the same action come with it."""

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
    """Orders the options of a side by its taste and proposes actions for them, in this order.

    `weights` says how much it likes an act (50 where nothing is said). `propose` has functions of its own for acts
    that it does not simply take as the ruleset proposes them.
    """

    def __init__(self, dice: Seeded, weights: Mapping[str, int], propose: Mapping[str, Propose] | None = None) -> None:
        self.dice = dice
        self.ruleset: Ruleset | None = None
        self._weights = weights
        self._propose = propose

    def declare(self, state: State, options: list[Option]) -> Iterator[Declaration[Any]]:
        """Declarations for these options, best first."""
        by_action = {option.action: option for option in options}
        for name in self._preference(by_action):
            option = by_action[name]
            same = [each for each in options if each.action == name]
            for action in self._actions(state, option, same):
                yield Declaration(by=option.side, action=action)

    def _actions(self, state: State, option: Option, same: list[Option]) -> Iterable[Action]:
        if self._propose is not None:
            return self._propose[option.action](self, state, option, same)
        assert self.ruleset is not None
        return self.ruleset.act(option.action).proposals(Choice(state, option, same, self.dice))

    def closing(self, state: State) -> Iterator[Declaration[Any]]:
        """What is still to be declared when the game is over: here nothing; secrets are opened, where there are any."""
        yield from ()

    def _preference(self, offered: Mapping[str, Option]) -> list[str]:
        """The actions in the order this player would try them; letting go is what is left when nothing is liked."""
        known = [name for name in offered if name != "pass" and (self._propose is None or name in self._propose)]
        weights = {name: self.dice.below(self._weights.get(name, 50)) for name in known}
        return sorted(known, key=lambda name: -weights[name])


def towards(start: Point, direction: tuple[int, int], length: int) -> Point:
    """The point at a length from a start, in a direction of length 1000; rounded down."""
    return (start[0] + direction[0] * length // 1000, start[1] + direction[1] * length // 1000, start[2])


def directions(start: Point, goal: Point | None, away: bool = False) -> list[tuple[int, int]]:
    """The compass, what leads to the goal (or away from it) first, and before it the straight way."""
    if goal is None:
        return list(COMPASS)
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    sign = -1 if away else 1
    exact = isqrt(dx * dx + dy * dy) or 1
    direct = (sign * dx * 1000 // exact, sign * dy * 1000 // exact)
    return [direct, *sorted(COMPASS, key=lambda d: -sign * (d[0] * dx + d[1] * dy))]
