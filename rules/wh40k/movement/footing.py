"""The effects of terrain on moving models: which it slows, which it endangers, and where it is impassable.

`terrain` describes a piece; this module applies it to a type of model moving along a path. A flying model passes over
everything; only the terrain at its start and end matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import msgspec

from rules.kernel import convex, footprint, hull
from rules.kernel.context import Context
from rules.kernel.state import Model, Point, Terrain
from rules.wh40k import hooks, words
from rules.wh40k.movement import terrain
from rules.wh40k.shooting import wound
from rules.wh40k.vehicles import vehicle

DIFFICULT = "wh40k.assumed.terrain.difficult"
"""On a unit, for the phase: how far it may move through difficult terrain, as rolled, in hundredths."""
DANGEROUS = "wh40k.assumed.terrain.dangerous"
DANGEROUS_VEHICLE = "wh40k.assumed.terrain.dangerous.vehicle"
IMPASSABLE = "wh40k.assumed.terrain.impassable"

SURE_FOOTED = ("Beast", "Cavalry", "Bike", "Jetbike")
"""Difficult terrain does not slow them (`wh40k.assumed.terrain.unit-types`)."""
RIDERS = ("Cavalry", "Bike", "Jetbike")
"""To them difficult terrain is dangerous instead."""
FREE = ("run", "turbo-boost", "flat-out", "fall-back", "regroup", "break-off")
"""Moves that difficult terrain does not slow."""


class Footing(msgspec.Struct, frozen=True):
    """The effect of a piece of terrain on a model: it `slows` it, requires a `test`, or is impassable (`bars`)."""

    slows: bool = False
    tests: bool = False
    bars: bool = False


def footing(ctx: Context, model: Model, piece: Terrain, flying: bool = False) -> Footing:
    """The effect of a piece on a model. Terrain that is dangerous to models on foot slows them as well."""
    way = terrain.kind_of(ctx, piece).way(model)
    if way in ("open", "impassable"):
        return Footing(bars=way == "impassable")
    driven = words.is_vehicle(model) and not words.is_(model, "Walker")
    slowed = not (driven or flying or words.is_(model, *SURE_FOOTED))
    return Footing(slowed, way == "dangerous" or driven or flying or words.is_(model, *RIDERS))


def crossed(
    model: Model, start: Point, path: Sequence[Point], pieces: Iterable[Terrain], flying: bool
) -> list[Terrain]:
    """The pieces a model enters, leaves or moves through on a path, by its base or hull.

    A hull points along each leg of its path. For a flying model only those at its start and end count.
    """
    if not path:
        return []
    legs = list(zip((start, *path), path, strict=False))
    if flying:
        legs = [(start, start), (path[-1], path[-1])]
    areas = [(footprint.covered(bound(model, a, b), b), min(a[2], b[2]), max(a[2], b[2])) for a, b in legs]
    grown, found = hull.radius(model.sheet), []
    # Most pieces are away from all of the path: that is asked once and not for every leg.
    around = convex.box_of(chain.from_iterable(area for area, _, _ in areas))
    for piece in pieces:
        if convex.away(around, piece.outline, grown):
            continue
        top = piece.floor + piece.height
        if any(
            low < top and high >= piece.floor and convex.overlap(area, piece.outline, grown)
            for area, low, high in areas
        ):
            found.append(piece)
    return found


def bound(model: Model, a: Point, b: Point) -> Model:
    """A stand-in for a model starting from a to b: a hull points where it goes."""
    ahead = (b[0] - a[0], b[1] - a[1])
    return footprint.placed(model, a, ahead if model.sheet.hull is not None and ahead != (0, 0) else None)


def slowed(ctx: Context, model: Model, start: Point, path: Sequence[Point], manner: str, flying: bool) -> bool:
    """Whether a path leads a model through terrain that slows its current move."""
    if manner in FREE:
        return False
    through = crossed(model, start, path, ctx.state.table.terrain, flying)
    return any(footing(ctx, model, piece, flying).slows for piece in through)


# danger


def endanger(
    ctx: Context, model: Model, start: Point, path: Sequence[Point], length: int, flying: bool = False
) -> None:
    """The dangerous terrain test of a model that moved along a path: one test, however many pieces it crossed.

    The piece that demands the most dice decides. A model that fails has finished its move.
    """
    through = crossed(model, start, path, ctx.state.table.terrain, flying)
    met = [piece for piece in through if footing(ctx, model, piece, flying).tests]
    counts = [int(ctx.value(hooks.DANGEROUS_DICE, 1, model=model, piece=piece, length=length)) for piece in met]
    if counts and max(counts) > 0:
        risk(ctx, model, max(counts), met[counts.index(max(counts))])


def risk(ctx: Context, model: Model, dice: int, piece: Terrain | None = None) -> None:
    """Roll a dangerous terrain test: each 1 is a Wound or, for a vehicle, a lost hull point and immobilisation."""
    rolled = ctx.roll(DANGEROUS, model.side, dice, needed=2, model=model.id)
    ones = len(rolled.passed) - sum(rolled.passed)
    if not ones:
        return
    if words.is_vehicle(model):
        if ctx.value(hooks.DANGEROUS_FAILED, False, model=model, piece=piece, ones=ones):
            return
        for _ in range(ones):
            if not model.out:
                vehicle.dangerous(ctx, model, DANGEROUS_VEHICLE)
        return
    for _ in range(ones):
        if not model.out:
            wound.suffer(ctx, model, DANGEROUS, armour=True, invulnerable=True, cover=False)
