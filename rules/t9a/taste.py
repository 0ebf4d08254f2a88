"""Where a unit of the autoplayer wants to go: as the battle's objective says, else at the nearest enemy.

The acts propose what can be done (`propose` in their modules) and ask here what is wanted. Lengths are hundredths of
an inch.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import NamedTuple

from rules.kernel import regiment
from rules.kernel.context import Context
from rules.kernel.convex import Flat
from rules.kernel.state import Unit
from rules.t9a import words


class Aim(NamedTuple):
    """A place a unit wants to be at; `there` says that it has arrived."""

    at: Flat
    there: bool = False


class Goal(NamedTuple):
    """What an objective wants of a unit, brought by its part; None if it wants nothing of it."""

    aim: Callable[[Context, Unit], Aim | None]


class Heading(NamedTuple):
    """The way to a place: its distance, how much of it lies ahead (negative behind), and to which side it lies.

    `turn` is how far the outer model of a wheel would go until the unit faces the place.
    """

    distance: int
    ahead: int
    flank: regiment.Flank
    turn: int


def aim(ctx: Context, unit: Unit) -> Aim | None:
    """Where a unit wants to be; None where there is nothing on the table to want."""
    found = (goal.aim(ctx, unit) for goal in ctx.ruleset.brought(Goal))
    wanted = next((each for each in found if each is not None), None)
    foe = nearest(ctx, unit)
    if wanted is not None or foe is None:
        return wanted
    return Aim(regiment.centre(words.formation(foe)))


def nearest(ctx: Context, unit: Unit) -> Unit | None:
    """The closest enemy that does not flee, or the closest of all."""
    foes = [other for other in words.on_table(ctx.state) if other.side != unit.side]
    return min(foes, key=lambda foe: (words.fleeing(foe), words.apart(unit, foe)), default=None)


def heading(unit: Unit, place: Flat) -> Heading:
    """How a unit would come to a place."""
    stands = words.formation(unit)
    (x, y), (fx, fy) = regiment.centre(stands), stands.facing
    dx, dy = place[0] - x, place[1] - y
    far, long = isqrt(dx * dx + dy * dy), max(1, isqrt(fx * fx + fy * fy))
    across, ahead = (fx * dy - fy * dx) // long, (fx * dx + fy * dy) // long
    turn = regiment.width(stands) * abs(across) // max(1, far)
    return Heading(far, ahead, "left" if across > 0 else "right", turn)
