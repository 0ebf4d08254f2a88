"""The path of one model: where it may lead, what it costs, and where the model may end.

A path is the points after the starting one. A model on foot stays on the ground and on floors, and climbs only inside
or next to a piece of terrain; a flying model passes over models and terrain and only needs a legal end. A hull lies
along each leg and turns where legs meet.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.kernel import footprint, geometry, walk
from rules.kernel.context import Context
from rules.kernel.errors import Malformed
from rules.kernel.lengths import show
from rules.kernel.state import Facing, Model, Point
from rules.wh40k import hooks, words
from rules.wh40k.deployment import placing
from rules.wh40k.movement import footing, terrain

MOST_LEGS = 100
"""A path with more points than this was not moved by hand."""
THROUGH = "wh40k.assumed.movement.infantry"
CLIMB = "wh40k.assumed.movement.climb"
WITH_PACKS = ("Jump", "Jet Pack")


class Manner(msgspec.Struct, frozen=True):
    """How a unit moves.

    `name` is move, run, turbo-boost, flat-out, charge, fall-back, regroup, break-off, consolidate, pile-in or arrival;
    `rule` the clause that too long a path breaks. `enemies`: models `end` more than 1" from enemies, or keep at least
    1" `off` them all the way, or come into `contact` if they like. `near` are enemy units they may still come close to,
    `through` enemy units they may pass through.
    """

    name: str = "move"
    rule: str = THROUGH
    enemies: str = "end"
    near: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    apart: str = THROUGH
    """The clause that coming too close to an enemy breaks."""
    past: str = THROUGH
    """The clause that going through a model breaks."""


class ModelMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a model of the unit goes: the points after the starting one. `facing` where it points in the end."""

    model: str
    path: tuple[Point, ...] = ()
    facing: Facing | None = None


def flies(model: Model, manner: str, packs: bool = False) -> bool:
    """Whether a model passes over what is in its way: jetbikes, skimmers, and who uses a pack.

    Packs are used when falling back, and where the move says so.
    """
    if words.is_(model, "Jetbike", "Skimmer", "Flyer"):
        return True
    return words.is_(model, *WITH_PACKS) and (packs or manner == "fall-back")


def readable(model: Model, path: Sequence[Point], facing: Facing | None, where: str = "$.action.moves") -> None:
    """Raises Malformed if a path has too many points, or a facing no direction."""
    if len(path) > MOST_LEGS:
        raise Malformed(where, f"a path has at most {MOST_LEGS} points, not {len(path)}")
    if facing == (0, 0):
        raise Malformed(where, f"{model.id} would face nowhere")


def check(
    ctx: Context,
    model: Model,
    start: Point,
    path: Sequence[Point],
    limit: int,
    manner: Manner,
    *,
    flying: bool = False,
    facing: Facing | None = None,
) -> int:
    """Refuse a path that a model cannot take. Returns its cost.

    Raises:
        IllegalAction: `manner.rule` for the length, `manner.apart`, `wh40k.assumed.movement.infantry` through a model,
            `wh40k.assumed.movement.climb`, `wh40k.assumed.terrain.impassable`, what `placing.trouble` names.
    """
    name = model.sheet.name
    spent = cost(ctx, model, start, path)
    ctx.require(
        spent <= limit, manner.rule, "{name} moves {length}; {limit} is the most",
        name=name, length=show(spent), limit=show(limit),
    )  # fmt: skip
    barred = ctx.value(hooks.MAY_REACH, "", model=model, start=start, path=tuple(path), limit=limit, manner=manner.name)
    ctx.require(not barred, barred, "{name} cannot go there", name=name)
    if manner.enemies == "off" and path:
        _keep_off(ctx, model, path[-1] if flying else start, path[-1:] if flying else path, manner)
    if not flying:
        _on_foot(ctx, model, start, path)
        _past_models(ctx, model, start, path, manner)
    end(ctx, model, path[-1] if path else start, manner, facing)
    return spent


def cost(ctx: Context, model: Model, start: Point, path: Sequence[Point]) -> int:
    """The cost of a path for a model: its length, as modified by rules."""
    length = geometry.path_length(start, path)
    return int(ctx.value(hooks.SPENT, length, model=model, start=start, path=tuple(path)))


def _on_foot(ctx: Context, model: Model, start: Point, path: Sequence[Point]) -> None:
    """No leg may go through terrain impassable to the model, or through the air."""
    name, here = model.sheet.name, footprint.placed(model, start)
    closed = [piece for piece in terrain.closed(ctx, model) if not placing.stands_in(here, piece)]
    through = footing.crossed(model, start, path, closed, False)
    ctx.require(
        not through, footing.IMPASSABLE, "{name} cannot go through {terrain}",
        name=name, terrain=through and through[0].name,
    )  # fmt: skip
    if not ctx.state.table.mapped:
        return
    for a, b in zip((start, *path), path, strict=False):
        ctx.require(
            a[2] == b[2] or _climbable(ctx, model, a, b), CLIMB, "{name} can only climb in or beside terrain", name=name
        )
        ctx.require(
            placing.rests(ctx, footprint.placed(model, b)), placing.SURFACE, "{name} would hang in the air",
            name=name, severity="impossible",
        )  # fmt: skip


def _climbable(ctx: Context, model: Model, a: Point, b: Point) -> bool:
    """Whether a piece of terrain spans the climb and touches the model at both ends."""
    low, high = min(a[2], b[2]), max(a[2], b[2])
    ends = [footprint.placed(model, point) for point in (a, b)]
    return any(
        piece.floor <= low
        and high <= piece.floor + piece.height
        and all(footprint.near_outline(at, piece.outline, 0) for at in ends)
        for piece in ctx.state.table.terrain
    )


def _past_models(ctx: Context, model: Model, start: Point, path: Sequence[Point], manner: Manner) -> None:
    others = [m for m in ctx.state.alive() if m.unit not in manner.through]
    for a, b in zip((start, *path), path, strict=False):
        for other in walk.on_leg(footing.bound(model, a, b), a, b, others):
            name, met = model.sheet.name, other.sheet.name
            ctx.require(False, manner.past, "{name} cannot go through {other}", name=name, other=met)


def _keep_off(ctx: Context, model: Model, start: Point, path: Sequence[Point], manner: Manner) -> None:
    """Every point of the path is at least 1" from enemies, or no nearer to one than the start already was."""
    foes = [m for m in _kept_from(ctx, model, manner) if m.unit not in manner.through]
    here = footprint.placed(model, start)
    close = {foe.id: geometry.distance(here, foe) for foe in geometry.within(foes, here, words.NEAR - 1)}
    for a, b in zip((start, *path), path, strict=False):
        for foe in footprint.met(footing.bound(model, a, b), (b,), foes, words.NEAR - 1):
            nearest = close.get(foe.id)
            if nearest is not None and not footprint.met(footing.bound(model, a, b), (b,), [foe], nearest - 1):
                continue
            name, met = model.sheet.name, foe.sheet.name
            ctx.require(False, manner.apart, '{name} comes closer than 1" to {enemy}', name=name, enemy=met)


def _kept_from(ctx: Context, model: Model, manner: Manner) -> list[Model]:
    """The enemies a model has to stay away from."""
    return [m for m in words.foes(ctx.state, model.side) if m.unit not in manner.near]


def end(ctx: Context, model: Model, at: Point, manner: Manner, facing: Facing | None = None) -> None:
    """Refuse a place where a model cannot end its move."""
    stand_in = footprint.placed(model, at, facing)
    aloof = _kept_from(ctx, model, manner) if manner.enemies == "end" else []
    friends = [m for m in ctx.state.alive() if m.side == model.side]
    found = placing.trouble(ctx, stand_in, (*friends, *aloof))
    name = model.sheet.name
    if found is not None:
        clause, text = found
        solid = clause in (placing.SURFACE, placing.EDGE, placing.OVERLAP)
        ctx.require(
            False, clause if clause != placing.CLOSE else manner.apart, "{name} {text}",
            name=name, text=text, severity="impossible" if solid else "illegal",
        )  # fmt: skip
    left = [m for m in words.foes(ctx.state, model.side) if m not in aloof]
    for other in walk.at_place(stand_in, at, left):
        ctx.require(
            False, placing.OVERLAP, "{name} would stand on {other}",
            name=name, other=other.sheet.name, severity="impossible",
        )  # fmt: skip
