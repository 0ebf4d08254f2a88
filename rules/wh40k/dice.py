"""Dice with special readings: D3, a scatter, a random choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from rules.kernel import direction, halved
from rules.kernel.context import Context
from rules.kernel.dice import Again, Dice
from rules.kernel.lengths import INCH
from rules.kernel.state import Point
from rules.wh40k import hooks

D3 = "wh40k.assumed.dice.d3"
SCATTER = "wh40k.assumed.dice.scatter"
RANDOM = "wh40k.assumed.dice.random-allocation"
ARROW = 3
"""The scatter die is thrown as a D6: from this face on it shows an arrow, below that Hit!."""

Chosen = TypeVar("Chosen")


class Scatter(NamedTuple):
    """A roll for scatter: `arrow` or Hit!, where the arrow points (degrees), and how far, in hundredths."""

    arrow: bool
    angle: int = 0
    length: int = 0

    def moved(self, start: Point) -> Point:
        """Where something that scatters from a start comes to rest, possibly off the table."""
        return direction.along(start, direction.vector(self.angle), self.length) if self.length else start


def d3(ctx: Context, by: str, count: int = 1, model: str = "") -> int:
    """The total of a number of D3, each a halved D6."""
    return halved.roll(ctx, D3, by, count, model=model)


def failing(needed: int, again: int) -> Again:
    """The failed dice of a throw as those that are rolled again, if they may be or have to be (see `hooks.MUST`)."""
    if again == hooks.MAY:
        return Again(may=lambda face: face < needed)
    return Again(must=lambda face: face < needed) if again else Again()


def points(ctx: Context, clause: str, by: str, angle: bool = True, model: str = "") -> tuple[bool, int]:
    """The scatter die alone: whether it shows an arrow, and its direction."""
    arrow = bool(ctx.roll(clause, by, 1, needed=ARROW, model=model).passed[0])
    if not arrow or not angle:
        return arrow, 0
    pointed = ctx.roll(clause, by, Dice(1, direction.TURN), model=model)
    return True, pointed.total


def scatter(ctx: Context, by: str, less: int = 0, dice: int = 2, model: str = "", clause: str = SCATTER) -> Scatter:
    """Roll for scatter: the scatter die; on an arrow its direction and the distance, `less` inches shorter."""
    arrow, angle = points(ctx, clause, by, model=model)
    if not arrow:
        return Scatter(False)
    total = ctx.roll(clause, by, dice, model=model).total
    return Scatter(True, angle, max(0, total - less) * INCH)


def pick(ctx: Context, by: str, among: Sequence[Chosen]) -> Chosen:
    """One of several, by a die with as many sides; no die is rolled if there is only one."""
    if len(among) == 1:
        return among[0]
    return among[ctx.roll(RANDOM, by, Dice(1, len(among))).total - 1]
