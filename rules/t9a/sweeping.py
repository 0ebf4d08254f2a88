"""Sweeping Attacks: a unit that moves over an enemy strikes it at a point of its way.

A model that can has the rule with a value such as `2,4,1`: two hits of Strength 4 with Armour Penetration 1. A number
of hits such as `D6` is rolled for each model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from rules.kernel import convex, regiment
from rules.kernel.context import Context
from rules.kernel.dice import Dice
from rules.kernel.effects import Noted
from rules.kernel.state import Formation, Model, Number, Unit
from rules.t9a import hooks, shooting, words

SWEEPING = "t9a.core.sweeping-attack"


class Sweep(msgspec.Struct, frozen=True):
    """A Sweeping Attack on an enemy unit, made after so many steps of the way, over that unit."""

    target: str
    after: Number


class Hits(NamedTuple):
    """The hits of one model: how many, or the sides of the die that says so, their Strength and Armour Penetration."""

    number: int
    sides: int
    strength: int
    piercing: int


def hits_of(ctx: Context, model: Model) -> Hits | None:
    """What a model inflicts on those it passes over; None if it has no such attack."""
    has = ctx.holds(model, SWEEPING)
    if not has:
        return None
    count, strength, piercing = (*str(has).split(","), "0", "0")[:3]
    die = count.startswith("D")
    return Hits(0 if die else int(count), int(count[1:]) if die else 0, int(strength), int(piercing))


def can(ctx: Context, unit: Unit) -> bool:
    """Whether a model of a unit has such an attack."""
    return any(hits_of(ctx, model) for model in ctx.state.members(unit.id))


def below(ctx: Context, unit: Unit, stands: Formation) -> Iterator[str]:
    """The enemies over which a unit would be in a formation."""
    place = regiment.boundary(stands)
    for other in words.on_table(ctx.state):
        if other.side != unit.side and convex.overlap(place, words.boundary(other)):
            yield other.id


def check(ctx: Context, unit: Unit, sweep: Sweep, on_the_way: Sequence[Formation]) -> None:
    """Refuse a Sweeping Attack that the unit cannot make at that point of its way."""
    name, target = unit.sheet.name, words.enemy(ctx, sweep.target, "$.action.sweeps.target")
    ctx.require(can(ctx, unit), SWEEPING, "{name} has no Sweeping Attack", name=name)
    steps = len(on_the_way) - 1
    known = ctx.require(0 <= sweep.after <= steps, SWEEPING, "the way of {name} has {steps} steps", name=name,
                        steps=steps)  # fmt: skip
    over = known and target.id in below(ctx, unit, on_the_way[sweep.after])
    ctx.require(over, SWEEPING, "{name} is not over {target} at that point of its way", name=name,
                target=target.sheet.name)  # fmt: skip


def strike(ctx: Context, unit: Unit, sweep: Sweep) -> None:
    """The hits of every model that has such an attack, like models together."""
    target, groups = ctx.unit(sweep.target), dict[Hits, int]()
    for model in ctx.state.members(unit.id):
        hits = hits_of(ctx, model)
        if hits is not None:
            groups[hits] = groups.get(hits, 0) + 1
    for hits, models in groups.items():
        count = _counted(ctx, unit, target, hits, models)
        shooting.harm(ctx, unit, target, count, hits.strength, hits.piercing, SWEEPING)
    if words.alive(ctx.state, target):
        ctx.fire(hooks.LOST, SWEEPING, unit=target, by=unit)


def _counted(ctx: Context, unit: Unit, target: Unit, hits: Hits, models: int) -> int:
    if hits.sides:
        return ctx.roll(SWEEPING, unit.side, Dice(models, hits.sides), model=unit.id, target=target.id).total
    ctx.effects.append(Noted(rule=SWEEPING, model=unit.id, target=target.id, value=hits.number * models, text="hits"))
    return hits.number * models
