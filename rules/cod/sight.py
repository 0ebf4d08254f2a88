"""Line of sight and ruins: 6" deep, not through to the far side, over the top, and from upper floors over models.

A ruin that has fallen lies in smoke and dust to the end of the game, and hides as one that stands.

Lines are drawn as everywhere, from the top of the viewer to points of the target. A ruin lies in the way of a line as
long as the line is below the ruin's top. Without a terrain map nothing is measured: lines are declared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from rules.cod import ruins
from rules.cod.book import RUIN, TERRAIN
from rules.kernel import direction, footprint, geometry, hull
from rules.kernel.context import Context
from rules.kernel.lengths import INCH
from rules.kernel.state import Model, Point, State, Terrain
from rules.wh40k import hooks
from rules.wh40k.movement import terrain

DEEP = 6 * INCH
DUST = 6 * INCH
"""How high size 3 is taken to be."""


class Beam(NamedTuple):
    """Lines from one point of a viewer to points of a target above each other, on these levels; `short` is how far
    from their end the target's body begins.
    """

    eye: Point
    mark: geometry.Flat
    levels: tuple[int, ...]
    short: int


class Across(NamedTuple):
    """A ruin that may lie in the way: whether the viewer or the target is in or above it, and whether the target is."""

    ruin: Terrain
    outline: geometry.Shape
    anybody: bool
    target: bool


@RUIN.at(hooks.SIGHT)
def _into_ruins(ctx: Context, seen: geometry.Sight, *, viewer: Model, target: Model, **_: Any) -> geometry.Sight:
    """A target is not seen if every line to it goes too deep into a ruin, or through one."""
    if not seen.visible or not ctx.state.table.mapped:
        return seen
    standing = geometry.in_the_way((*ruins.ruins(ctx.state), *_dust(ctx.state)), viewer, target)
    if not standing:
        return seen
    ruined = [_across(ruin, outline, viewer, target) for ruin, outline in standing]
    walls: list[Terrain] | None = None
    crossed = False
    # usually one of the first lines is free: no more are measured than necessary
    for beam in _beams(viewer, target):
        left = beam.levels
        for place, one in enumerate(ruined):
            part = geometry.clip(beam.eye, beam.mark, one.outline)
            if part is None:
                continue
            through = [level for level in left if geometry.passes_through(beam.eye[2], level, part, one.ruin)]
            crossed = crossed or bool(through)
            left = tuple(level for level in left if level not in through or _reaches(beam, level, one))
            if not left:
                # most of the next lines end in the same ruin
                ruined.insert(0, ruined.pop(place))
                break
        for level in left:
            walls = _walls(ctx, viewer, target) if walls is None else walls
            if not any(geometry.crosses(beam.eye, (*beam.mark, level), wall) for wall in walls):
                return seen
    return msgspec.structs.replace(seen, visible=False) if crossed else seen


def _dust(state: State) -> tuple[Terrain, ...]:
    """The smoke and dust over fallen ruins (`cod.destruction.dust-size`): seen into, and not through, as ruins are."""
    return tuple(msgspec.structs.replace(piece, height=DUST) for piece in ruins.fallen(state))


def _walls(ctx: Context, viewer: Model, target: Model) -> list[Terrain]:
    """The opaque pieces between two models."""
    near = geometry.in_the_way(ctx.state.table.terrain, viewer, target)
    return [piece for piece, _ in near if terrain.kind_of(ctx, piece).opaque]


def _across(ruin: Terrain, outline: geometry.Shape, viewer: Model, target: Model) -> Across:
    there = footprint.overlaps_outline(target, ruin.outline)
    return Across(ruin, outline, there or footprint.overlaps_outline(viewer, ruin.outline), there)


def _reaches(beam: Beam, level: int, across: Across) -> bool:
    """Whether a ruin that a line to the target crosses leaves it open.

    No line goes through a ruin that neither model is in or above. Inside a ruin a line reaches 6", in either direction.
    """
    if not across.anybody:
        return False
    inside = geometry.length_inside(beam.eye, (*beam.mark, level), across.ruin)
    return inside - (beam.short if across.target else 0) <= DEEP


def _beams(viewer: Model, target: Model) -> Iterator[Beam]:
    """The lines from a viewer's top to a target."""
    eye, foot = hull.stands(viewer)[2] + viewer.sheet.height, hull.stands(target)[2]
    levels = tuple(foot + target.sheet.height * tenths // 10 for tenths in geometry.TENTHS)
    for (x, y), _ in _points(viewer, target):
        for mark, short in _points(target, viewer):
            yield Beam((x, y, eye), mark, levels, short)


def _points(model: Model, seen_from: Model) -> tuple[tuple[geometry.Flat, int], ...]:
    """Points of a model as seen from above: its middle and both sides of its base, or the corners of its hull."""
    (x, y, _), (ox, oy, _) = hull.stands(model), hull.stands(seen_from)
    if model.sheet.hull is not None:
        return (((x, y), 0), *((corner, 0) for corner in hull.core(model)))
    base = model.sheet.base
    if (x, y) == (ox, oy):
        return (((x, y), base),)
    dx, dy = direction.scaled((y - oy, ox - x), base)
    return ((x, y), base), ((x + dx, y + dy), 0), ((x - dx, y - dy), 0)


@TERRAIN.at(hooks.SCREENS)
def _over_heads(ctx: Context, screens: tuple[Model, ...], *, viewer: Model, **_: Any) -> tuple[Model, ...]:
    """From an upper floor models see over models on the ground; terrain still blocks."""
    on_the_ground = viewer.at is not None and not viewer.at[2]
    if on_the_ground or ruins.around(ctx.state, viewer) is None or ruins.floor_of(ctx.state, viewer) == 1:
        return screens
    return tuple(model for model in screens if not (model.at is not None and model.at[2] == 0))
