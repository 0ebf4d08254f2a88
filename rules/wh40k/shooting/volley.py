"""The shots of one unit at one target, from the declaration to the last Wound."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel import hull
from rules.kernel.context import Context
from rules.kernel.sheet import Weapon
from rules.kernel.state import Model, Number, Point, Unit
from rules.wh40k import hooks, words
from rules.wh40k.shooting import arms, sight, wound

FORCE = "wh40k.usr.force"
"""Such a weapon shoots separately, since its psyker may activate it."""


class Fire(msgspec.Struct, frozen=True, omit_defaults=True):
    """One weapon that one model of a unit fires.

    A Blast is placed over the model `aimed_at`, its hole at `centre` (over the middle of that model if nothing is
    said); `indirect` fires a Barrage indirectly; `again`: a Blast that can roll again does so if it would scatter at
    least so far (hundredths), 0 for never. A template points in `direction` (at the nearest enemy if nothing is said).
    `floor` is the floor of a building that is hit, for systems that ask for it.
    """

    model: str
    weapon: str
    centre: tuple[Number, Number] | None = None
    direction: tuple[Number, Number] | None = None
    aimed_at: str = ""
    floor: Number = 0
    indirect: bool = False
    again: Number = 0


class Shot(msgspec.Struct):
    """A weapon about to be fired: `snap` is the clause by which it fires Snap Shots, `again` is from `arms.rerolls`.

    `centre` and `outline` are where its marker or template lies; `away` is how far the target is.
    """

    model: Model
    weapon: Weapon
    fire: Fire
    away: int
    snap: str = ""
    again: int = 0
    centre: Point | None = None
    outline: tuple[tuple[int, int], ...] = ()


class Volley(msgspec.Struct):
    """What one unit fires at one target: hits that wait to be resolved, and what has wounded each unit."""

    by: str
    unit: Unit
    target: Unit
    facts: tuple[sight.LineOfSight, ...] = ()
    pools: dict[Any, wound.Pool] = {}
    wounded: dict[str, dict[str, None]] = {}

    def pool(self, ctx: Context, shot: Shot, target: Unit, only: tuple[str, ...] = ()) -> wound.Pool:
        """The hits of a kind of weapon on a unit, so far none if it is the first; they are resolved together."""
        strength = arms.strength(ctx, shot.model, shot.weapon, target)
        ap = arms.piercing(shot.weapon)
        key = (*kind_of(shot), strength, ap, target.id, only, *_side(ctx, shot, target))
        if key not in self.pools:
            self.pools[key] = wound.Pool(
                by=self.by, target=target, hits=0, strength=strength, ap=ap, weapon=shot.weapon, attacker=shot.model,
                unit=self.unit, only=only, toughness=words.majority(ctx, ctx.state.members(target.id), "T"),
                facts=self.facts,
            )  # fmt: skip
        return self.pools[key]

    def resolve(self, ctx: Context) -> None:
        """Resolve the hits so far, kind by kind in the order in which they were declared."""
        pools, self.pools = list(self.pools.values()), {}
        for index, pool in enumerate(pools):
            left = tuple((each.hits, each.toughness) for each in pools[index + 1 :])
            wounded = tuple((unit, *causes) for unit, causes in self.wounded.items())
            with ctx.carrying(left, wounded, pool.toughness):
                ctx.milestone("hits", pool.hits)
                self.settle(ctx, pool)

    def settle(self, ctx: Context, pool: wound.Pool) -> None:
        """Resolve hits of one kind and remember which units they wounded."""
        if wound.resolve(ctx, pool) and pool.weapon is not None:
            causes = self.wounded.setdefault(pool.target.id, {})
            causes.update(dict.fromkeys(pool.weapon.has))

    def finish(self, ctx: Context) -> None:
        """The unit has finished shooting."""
        told = {key: tuple(causes) for key, causes in self.wounded.items()}
        ctx.fire(hooks.SHOOTING_DONE, told, unit=self.unit)


def kind_of(shot: Shot) -> tuple[Any, ...]:
    """What defines a kind of shot: the printed weapon, additions by the firing model's own rules, a psyker's weapon."""
    weapon, held = shot.weapon, shot.model.sheet.has
    printed = sorted((key, str(value)) for key, value in weapon.profile.items())
    alone = shot.model.id if weapon.has.get(FORCE) else ""
    return weapon.name, tuple(printed), _held(weapon.has), _held(held), alone


def _held(has: dict[str, int | str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((key, str(value)) for key, value in has.items()))


def _side(ctx: Context, shot: Shot, target: Unit) -> tuple[str, ...]:
    """Shots at different sides of a vehicle are different kinds."""
    there = words.vehicle_of(ctx.state, target)
    if there is None or shot.model.at is None:
        return ()
    return (hull.arc(there, shot.model.at),)
