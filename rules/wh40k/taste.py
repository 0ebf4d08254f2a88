"""What the autoplayer wants: where a unit goes and how, whom it shoots at, what it would rather leave undone.

The acts propose what can be done (`propose` in their modules) and ask here what is wanted. Lengths are hundredths of
an inch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt
from typing import NamedTuple

from rules.kernel import geometry
from rules.kernel.part import Choice
from rules.kernel.state import Point, State, Unit
from rules.wh40k import words
from rules.wh40k.shooting import arms

STANDING = ("Heavy", "Ordnance")
"""Units with such weapons would rather stand than move."""

STOP = "ahead of the stop"
"""In the memory of a player: how far the unit whose goal it last looked for is from where it stops, 0 for no stop."""
NEAR = 2400
"""From nearer than this passengers are of more use outside."""


class Aim(NamedTuple):
    """A place a unit wants to be at: `stops` there, or `leaves` the table by it; `there` says that it has arrived."""

    at: Point
    stops: bool = False
    leaves: bool = False
    there: bool = False


class Goal(NamedTuple):
    """What a mission wants of a unit, brought by its part; None if it wants nothing of it."""

    aim: Callable[[State, Unit], Aim | None]


Liking = Callable[[Choice], bool]
"""Whether an act is wanted now."""


class Wish(NamedTuple):
    """Whether an act is wanted now, brought by a part: in place of what the player says of it otherwise."""

    action: str
    wanted: Liking


def seldom(count: int) -> Liking:
    """Once in so many times."""
    return lambda choice: not choice.dice.below(count)


def mostly(count: int) -> Liking:
    """All but once in so many times."""
    return lambda choice: bool(choice.dice.below(count))


def aim(choice: Choice, unit: Unit) -> Aim | None:
    """What the mission wants of a unit; None if it wants nothing."""
    found = (goal.aim(choice.state, unit) for goal in choice.ctx.ruleset.brought(Goal))
    return next((each for each in found if each is not None), None)


def goal(choice: Choice, unit: Unit) -> Point | None:
    """Where a unit wants to go: as the mission says, else to the nearest enemy; without one to the middle."""
    state, wanted = choice.state, aim(choice, unit)
    foes, own = words.foes(state, unit.side), words.standing(state, unit)
    stop = wanted.at if wanted is not None and wanted.stops else None
    choice.memory[STOP] = min((isqrt(geometry.ground_square(model.at, stop)) for model in own), default=0)
    if wanted is not None:
        return wanted.at
    if not foes:
        return (state.table.width // 2, state.table.depth // 2, 0)
    if not own:
        return foes[0].at
    return min(foes, key=lambda foe: geometry.ground_square(own[0].at, foe.at)).at


def stride(choice: Choice, reach: int) -> int:
    """How far of what it may a unit goes: mostly all of it, but not past the place where it was to stop."""
    far = reach - (choice.dice.below(max(1, reach // 3)) if not choice.dice.below(3) else 0)
    ahead: int = choice.memory.get(STOP, 0)
    return min(far, ahead) if ahead else far


def stands(choice: Choice, unit: Unit) -> bool:
    """Whether a unit would rather stay: it is where it stops, or has heavy weapons and an enemy in reach of them."""
    state, wanted = choice.state, aim(choice, unit)
    if wanted is not None and (wanted.leaves or wanted.there):
        return wanted.there
    heavy = [
        (model, weapon)
        for model in words.standing(state, unit)
        for weapon in model.sheet.weapons
        if arms.kind(weapon) in STANDING and not words.is_vehicle(model)
    ]
    foes = words.foes(state, unit.side)
    near = any(geometry.within(foes, model, arms.reach(weapon)) for model, weapon in heavy[:1])
    return near and bool(choice.dice.below(5))


def hurries(choice: Choice, unit: Unit) -> bool:
    """Whether a unit uses its packs, or drives at cruising speed: packs mostly, engines now and then."""
    wanted = aim(choice, unit)
    if wanted is not None and wanted.leaves:
        return True
    models = words.standing(choice.state, unit)
    if any(words.is_(m, "Jump", "Jet Pack") for m in models):
        return bool(choice.dice.below(5))
    driven = any(words.is_vehicle(m) and not words.is_(m, "Walker") for m in models)
    return driven and not choice.dice.below(3)


def shoots(choice: Choice, unit: Unit) -> bool:
    """Whether a unit would shoot: one that leaves the table mostly runs instead."""
    wanted = aim(choice, unit)
    return wanted is None or not wanted.leaves or not choice.dice.below(4)


def runs(choice: Choice, unit: Unit) -> bool:
    """Whether a unit would run: not out of the place that it is to hold."""
    wanted = aim(choice, unit)
    return wanted is None or not wanted.there


def targets(choice: Choice, unit: Unit, keys: Sequence[str]) -> list[Unit]:
    """The units among some that a unit would shoot at, the first one best: near ones, mostly the nearest."""
    state, dice = choice.state, choice.dice
    own = words.standing(state, unit)[0].at

    def away(other: Unit) -> int:
        return geometry.ground_square(own, words.standing(state, other)[0].at)

    near = sorted((state.units[key] for key in keys), key=away)
    if len(near) > 1 and not dice.below(3):
        near[0], near[1] = near[1], near[0]
    return near[:3]


def stays_aboard(choice: Choice) -> bool:
    """Whether passengers stay where they are: mostly, until an enemy is near their vehicle, the option's target."""
    state, carrier = choice.state, choice.option.targets[0]
    near = geometry.within(words.foes(state, choice.option.side), state.models[carrier], NEAR)
    return bool(choice.dice.below(2 if near else 8))
