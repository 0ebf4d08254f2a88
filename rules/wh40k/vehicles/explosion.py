"""The effects of an exploding vehicle on nearby units and on its passengers."""

from __future__ import annotations

from typing import Any

from rules.kernel.context import Context
from rules.kernel.state import Model, Point, Unit
from rules.wh40k import hooks, words
from rules.wh40k.book import VEHICLE
from rules.wh40k.shooting import wound
from rules.wh40k.vehicles import vehicle


@VEHICLE.at(hooks.EXPLODED)
def burn_around(ctx: Context, near: list[Model], *, model: Model, by: str, **_: Any) -> None:
    """Every unit with models in reach of the blast takes hits of Strength 3."""
    for unit in words.on_table(ctx.state):
        caught = [each for each in near if each.unit == unit.id and not each.out]
        burn(ctx, unit, caught, 3, by, model.at)


def burn(ctx: Context, unit: Unit, caught: list[Model], strength: int, by: str, origin: Point | None) -> None:
    """Models of a unit take a hit each from an exploding vehicle."""
    for model in caught:
        if words.is_vehicle(model):
            hits = vehicle.Hits(by, strength, clause=vehicle.EXPLODES)
            vehicle.penetrate(ctx, model, 1, hits, vehicle.facing_hit(ctx, model, origin))
    soft = tuple(m.id for m in caught if not words.is_vehicle(m))
    if soft:
        pool = wound.Pool(
            by=by, target=unit, hits=len(soft), strength=strength, ap=0, weapon=None, attacker=None, assault=False,
            origin=origin, cover=False, clause=vehicle.EXPLODES, only=soft,
        )  # fmt: skip
        wound.resolve(ctx, pool)
