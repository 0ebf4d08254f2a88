"""How a city ruin falls: wounds, pinning and glancing hits for those inside, and rubble in its place.

Stratagems that bring it down call `destroy`. Models on upper floors are set down on the ground directly below, or at
the nearest free place.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.cod import ruins
from rules.cod.book import DESTRUCTION
from rules.cod.hooks import FELL as FELL
from rules.kernel import direction, footprint
from rules.kernel.context import Context
from rules.kernel.effects import Placed, TerrainRemoved, TerrainSet
from rules.kernel.lengths import INCH
from rules.kernel.state import Model, Point, State, Terrain, Unit
from rules.wh40k import words
from rules.wh40k.movement import terrain
from rules.wh40k.shooting import wound
from rules.wh40k.vehicles import vehicle

WOUND = 4
"""The roll that wounds a model inside."""
RUBBLE = INCH
"""The height of the rubble that replaces a ruin."""
STEP, TURN = INCH // 4, 15
"""The search steps for the nearest free place on the ground: a quarter of an inch and 15 degrees."""


class Inside(msgspec.Struct, frozen=True):
    """The models in a ruin when it falls, by unit; and the ids of the units in close combat at that time."""

    units: tuple[tuple[str, tuple[str, ...]], ...]
    fighting: frozenset[str]


def destroy(ctx: Context, ruin_id: str, clause: str, by: str) -> None:
    """A ruin falls under the clause that destroyed it; `by` rolls for the models inside.

    Raises:
        Malformed: no such ruin stands.
    """
    ruin = ruins.named(ctx, ruin_id)
    there = _inside(ctx.state, ruin)
    for key, members in there.units:
        _wounds(ctx, key, [ctx.state.models[m] for m in members], by)
    _collapse(ctx, ruin, clause)
    for key, members in there.units:
        models = [ctx.state.models[m] for m in members]
        _vehicles(ctx, models, key in there.fighting)
        if key not in there.fighting:
            _pin(ctx, ctx.state.units[key])
    ctx.fire(FELL, ruin_id, clause=clause)


def _inside(state: State, ruin: Terrain) -> Inside:
    found: dict[str, tuple[str, ...]] = {}
    for model in ruins.models_in(state, ruin):
        found[model.unit] = (*found.get(model.unit, ()), model.id)
    fighting = frozenset(key for key in found if words.locked(state, state.units[key]))
    return Inside(tuple(found.items()), fighting)


def _wounds(ctx: Context, unit: str, models: list[Model], by: str) -> None:
    """One die for each model of a unit other than vehicles, in close combat or not; saves as normal."""
    soft = [model for model in models if not words.is_vehicle(model)]
    if not soft:
        return
    rolled = ctx.roll(DESTRUCTION["model-roll"], by, len(soft), needed=WOUND, target=unit)
    for model, struck in zip(soft, rolled.passed, strict=True):
        if struck and not model.out:
            wound.suffer(ctx, model, DESTRUCTION["wound-saves"])


def _vehicles(ctx: Context, models: list[Model], fighting: bool) -> None:
    """Each vehicle takes a glancing hit; the crew of one that survives out of close combat is stunned besides."""
    for model in models:
        if words.is_vehicle(model) and not model.out:
            vehicle.glance(ctx, model, DESTRUCTION["vehicle-glance"])
            if not model.out and not fighting:
                until = words.next_turn_of(ctx.state, model.side)
                words.mark(ctx, model, vehicle.STUNNED, until, "game", rule=DESTRUCTION["vehicle-stunned"])


def _pin(ctx: Context, unit: Unit) -> None:
    """The survivors of a unit go to ground without a test, despite any immunity."""
    left = words.standing(ctx.state, unit)
    if left and not any(words.is_vehicle(model) for model in left):
        until = words.next_turn_of(ctx.state, unit.side)
        words.mark(ctx, unit, words.GROUND, until, "game", rule=DESTRUCTION["pinned"])


# the fall


def _collapse(ctx: Context, ruin: Terrain, clause: str) -> None:
    """Rubble of the same outline stands in the place of the ruin and all its parts; its condition is gone."""
    falling = [m for m in ctx.state.alive() if _above_ground(ctx.state, m, ruin)]
    for part in ruins.parts(ctx.state, ruin):
        ctx.emit(TerrainRemoved(rule=DESTRUCTION["replace"], piece=part.id))
    rubble = msgspec.structs.replace(ruin, height=RUBBLE, kind="rubble")
    ctx.emit(TerrainSet(rule=DESTRUCTION["replace"], piece=rubble))
    ruins.end_condition(ctx, ruins.DANGEROUS, ruin.id, "cod.gap.ruin-status-stack")
    ruins.end_condition(ctx, ruins.FORTIFIED, ruin.id, "cod.gap.ruin-status-stack")
    ruins.set_condition(ctx, ruins.FALLEN, ruin.id, clause)
    # models in close combat come first, so that they land directly below
    order = sorted(falling, key=lambda m: not words.touching(ctx.state, m))
    waiting = {m.id for m in falling}
    for model in order:
        waiting.discard(model.id)
        at = landing(ctx.state, model, ruin.floor, waiting)
        ctx.emit(Placed(rule=DESTRUCTION["replace"], model=model.id, at=at))


def _above_ground(state: State, model: Model, ruin: Terrain) -> bool:
    """Whether a model stood on an upper floor of a ruin, or hovers over it and comes down with its flying stand."""
    high = model.at is not None and model.at[2] > ruin.floor
    return high and (ruins.inside(state, model, ruin) or ruins.hovers(state, model, ruin))


def landing(state: State, model: Model, floor: int, left_out: set[str]) -> Point:
    """The free place on the ground nearest to below a model; those `left_out` have yet to come down."""
    x, y, _ = model.at or (0, 0, 0)
    others = [m for m in state.alive() if m.id != model.id and m.id not in left_out and _low(m, floor, model)]
    for place in _places(x, y, floor, state):
        stand_in = footprint.placed(model, place)
        if footprint.on_table(stand_in, state.table) and _free(stand_in, others, state):
            return place
    return (x, y, floor)


def _places(x: int, y: int, floor: int, state: State) -> Iterator[Point]:
    """Places around a point, the nearest first."""
    yield (x, y, floor)
    for away in range(STEP, state.table.width + state.table.depth, STEP):
        for angle in range(0, direction.TURN, TURN):
            dx, dy = direction.scaled(direction.vector(angle), away)
            yield (x + dx, y + dy, floor)


def _low(other: Model, floor: int, model: Model) -> bool:
    """Whether a model stands so low that one on the ground would overlap it."""
    return other.at is not None and other.at[2] < floor + model.sheet.height


def _free(model: Model, others: list[Model], state: State) -> bool:
    if any(footprint.overlaps(model, other) for other in others):
        return False
    at = model.at or (0, 0, 0)
    solid = [p for p in terrain.solid(state.table) if p.floor <= at[2] < ruins.surface(p)]
    return not any(footprint.overlaps_outline(model, piece.outline) for piece in solid)
