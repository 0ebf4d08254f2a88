"""Setting models up: declared places, and whether a model can stand there.

Deployment, arrival from reserve and getting out of a vehicle all put models on the table without a move; their common
part is here. A place is measured with a stand-in for the model before anything changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from rules.kernel import footprint, geometry
from rules.kernel.context import Context
from rules.kernel.effects import Placed
from rules.kernel.errors import IllegalAction
from rules.kernel.state import Facing, Model, Point, Terrain, Unit
from rules.wh40k import hooks, words
from rules.wh40k.movement import terrain

COHERENCY = "wh40k.assumed.coherency"
IMPASSABLE = "wh40k.assumed.terrain.impassable"
CLOSE = "wh40k.assumed.movement.infantry"
SURFACE, EDGE, OVERLAP = "table.surface", "table.edge", "table.overlap"

Trouble = tuple[str, str]
"""Why a model cannot stand at a place: a clause, and the end of a sentence that begins with the model."""


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a model is set up; `facing` where its front points, for a vehicle."""

    model: str
    at: Point
    facing: Facing | None = None


def stand_ins(ctx: Context, unit: Unit, places: Sequence[Place], clause: str, partly: bool = False) -> list[Model]:
    """Stand-ins at the declared places for the models of a unit: each once, all of them unless `partly`.

    Raises:
        IllegalAction: `table.present` for a model of another unit, or one that is out of action.
        Malformed: a model that does not exist, a facing without a direction.
    """
    found: dict[str, Model] = {}
    for index, place in enumerate(places):
        model = ctx.model(place.model, f"$.action.places[{index}].model")
        if model.unit != unit.id or model.out:
            text = f"{model.sheet.name} is not a model of {unit.sheet.name} in action"
            raise IllegalAction("table.present", text, {"model": model.id, "unit": unit.id})
        name = model.sheet.name
        ctx.require(model.id not in found, clause, "{name} is set up twice", name=name, severity="impossible")
        faces = place.facing if place.facing != (0, 0) else None
        ctx.require(place.facing != (0, 0), clause, "{name} faces nowhere", name=name, severity="impossible")
        found[model.id] = footprint.placed(model, place.at, faces)
    missing = [m.sheet.name for m in ctx.state.members(unit.id) if m.id not in found]
    names = ", ".join(missing)
    ctx.require(partly or not missing, clause, "there are no places for {names}", names=names)
    return list(found.values())


def trouble(ctx: Context, stand_in: Model, others: Iterable[Model], blocked: Sequence[str] = ()) -> Trouble | None:
    """Why a model cannot stand where its stand-in does; None if it can.

    `others` stand on the table (the model itself is left out), `blocked` are ids of pieces that are impassable to it.
    """
    table = ctx.state.table
    if not footprint.on_table(stand_in, table):
        return EDGE, "would leave the table"
    closed = terrain.closed(ctx, stand_in)
    if blocked:
        closed = tuple(piece for piece in table.terrain if piece.id in blocked or piece in closed)
    for piece in closed:
        if stands_in(stand_in, piece):
            return IMPASSABLE, f"cannot stand in {piece.name}"
    if table.mapped and not rests(ctx, stand_in):
        return SURFACE, "would hang in the air"
    apart = [m for m in others if m.id != stand_in.id]
    for other in apart:
        if _level(stand_in, other) and footprint.overlaps(stand_in, other):
            return OVERLAP, f"would stand on {other.sheet.name}"
    foes = [m for m in apart if m.side != stand_in.side]
    for foe in geometry.within(foes, stand_in, words.NEAR):
        return CLOSE, f'would be within 1" of {foe.sheet.name}'
    return None


def stands_in(model: Model, piece: Terrain) -> bool:
    """Whether a model stands in a piece of terrain, below its top."""
    assert model.at is not None
    inside = piece.floor <= model.at[2] < piece.floor + piece.height
    return inside and footprint.overlaps_outline(model, piece.outline)


def rests(ctx: Context, model: Model) -> bool:
    """Whether a model rests on something: the ground, a floor of a piece it stands in, the top of a solid piece."""
    at = model.at
    assert at is not None
    if at[2] == 0 or geometry.surface(at, terrain.solid(ctx.state.table)):
        return True
    under = [piece for piece in ctx.state.table.terrain if geometry.inside(at, piece.outline)]
    return any(at[2] in ctx.value(hooks.FLOORS, (0,), model=model, piece=piece) for piece in under)


def _level(a: Model, b: Model) -> bool:
    """Whether two models are on one level: neither stands above the other's head."""
    assert a.at is not None
    assert b.at is not None
    return a.at[2] < b.at[2] + b.sheet.height and b.at[2] < a.at[2] + a.sheet.height


def coherent(ctx: Context, models: Sequence[Model]) -> bool:
    """Whether models form one chain in which each is in coherency with the next."""
    if not models:
        return True
    reached, left = [models[0]], list(models[1:])
    while reached and left:
        here = reached.pop()
        joined = [m for m in left if linked(ctx, here, m)]
        left = [m for m in left if m not in joined]
        reached.extend(joined)
    return not left


def stray(ctx: Context, models: Sequence[Model]) -> int:
    """How far models are from coherency: the distances that the shortest links between their groups have to bridge.

    0 where they are in coherency.
    """
    if coherent(ctx, models):
        return 0
    reached, left, total = [models[0]], list(models[1:]), 0
    # the tree grows by its cheapest link each time, which makes it the shortest
    costs = {m.id: _link(ctx, models[0], m) for m in left}
    while left:
        nearest = min(left, key=lambda m: costs[m.id])
        total += costs[nearest.id]
        left.remove(nearest)
        reached.append(nearest)
        for other in left:
            costs[other.id] = min(costs[other.id], _link(ctx, nearest, other))
    return total


def _link(ctx: Context, a: Model, b: Model) -> int:
    return 0 if linked(ctx, a, b) else max(1, geometry.distance(a, b))


def linked(ctx: Context, a: Model, b: Model) -> bool:
    """Whether two models are in coherency with each other."""
    assert a.at is not None
    assert b.at is not None
    flat = footprint.placed(b, (b.at[0], b.at[1], a.at[2]))
    near = geometry.near(a, flat, words.COHERENCY) and abs(a.at[2] - b.at[2]) <= words.COHERENCY_UP
    return bool(ctx.value(hooks.COHERENT, near, a=a, b=b))


def require_legal(ctx: Context, unit: Unit, stand_ins: Sequence[Model]) -> bool:
    """Refuse places where a model cannot stand, overlapping models, or a unit out of coherency."""
    fine = True
    set_up: list[Model] = []
    standing = [m for m in ctx.state.alive() if m.unit != unit.id]
    for model in stand_ins:
        found = trouble(ctx, model, (*standing, *set_up))
        if found is not None:
            clause, text = found
            severity = "impossible" if clause in (SURFACE, EDGE, OVERLAP) else "illegal"
            ctx.require(False, clause, "{name} {text}", name=model.sheet.name, text=text, severity=severity)  # type: ignore[arg-type]
            fine = False
        set_up.append(model)
    apart = ctx.require(
        coherent(ctx, stand_ins), COHERENCY, "the models of {name} are not in coherency", name=unit.sheet.name
    )
    return fine and apart


def put(ctx: Context, stand_ins: Iterable[Model], clause: str) -> None:
    """Set models up where their stand-ins are."""
    for model in stand_ins:
        assert model.at is not None
        ctx.emit(Placed(rule=clause, model=model.id, at=model.at, facing=model.facing))
        begins(ctx, ctx.state.units[model.unit])


def begins(ctx: Context, unit: Unit) -> None:
    """A unit that comes onto the table in the middle of a phase begins that phase with the models it has."""
    if ctx.state.round and words.BEGAN_WITH not in unit.phase:
        words.mark(ctx, unit, words.BEGAN_WITH, len(ctx.state.members(unit.id)), "phase")
