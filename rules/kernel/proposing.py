"""What autoplayers of every system have in common: which of the legal options is tried first, and straight ways.

A player draws what it would rather do from its own dice. Directions are whole-number vectors of length 1000.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import isqrt
from typing import Any

from rules.kernel.dice import Seeded
from rules.kernel.events import Action, Declaration
from rules.kernel.part import Option
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

    `propose` has a function for each action it knows; `weights` says how much it likes one (50 where nothing is said).
    """

    def __init__(self, dice: Seeded, propose: Mapping[str, Propose], weights: Mapping[str, int]) -> None:
        self.dice = dice
        self._propose = propose
        self._weights = weights

    def declare(self, state: State, options: list[Option]) -> Iterator[Declaration[Any]]:
        """Declarations for these options, best first."""
        by_action = {option.action: option for option in options}
        for name in self._preference(by_action):
            option = by_action[name]
            same = [each for each in options if each.action == name]
            for action in self._propose[name](self, state, option, same):
                yield Declaration(by=option.side, action=action)

    def closing(self, state: State) -> Iterator[Declaration[Any]]:
        """What is still to be declared when the game is over: here nothing; secrets are opened, where there are any."""
        yield from ()

    def _preference(self, offered: Mapping[str, Option]) -> list[str]:
        """The actions in the order this player would try them."""
        known = [name for name in offered if name in self._propose]
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
