"""Line of sight and ruins: 6" deep, not through to the far side, over the top, and from upper floors over models.

A ruin that has fallen lies in smoke and dust to the end of the game, and hides as one that stands.

Lines are drawn as everywhere, from the top of the viewer to points of the target. A ruin lies in the way of a line as
long as the line is below the ruin's top. Without a terrain map nothing is measured: lines are declared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
Line = tuple[Point, Point, int]
TENTHS = (10, 5, 1)
"""At which heights of a target lines end: its top, its middle, a tenth of it."""


class Across(NamedTuple):
    """A ruin that may lie in the way: whether the viewer or the target is in or above it, and whether the target is."""

    ruin: Terrain
    anybody: bool
    target: bool


@RUIN.at(hooks.SIGHT)
def _into_ruins(ctx: Context, seen: geometry.Sight, *, viewer: Model, target: Model, **_: Any) -> geometry.Sight:
    """A target is not seen if every line to it goes too deep into a ruin, or through one."""
    if not seen.visible or not ctx.state.table.mapped:
        return seen
    lines = list(_lines(viewer, target))
    ruined = [_across(ruin, viewer, target) for ruin in _near(lines, (*ruins.ruins(ctx.state), *_dust(ctx.state)))]
    if not ruined:
        return seen
    walls: list[Terrain] | None = None
    # usually one of the first lines is free: no more are measured than necessary
    for line in lines:
        if all(reaches(line, across) for across in ruined):
            walls = _walls(ctx, lines) if walls is None else walls
            if not any(geometry.crosses(line[0], line[1], wall) for wall in walls):
                return seen
    if not any(geometry.crosses(a, b, across.ruin) for a, b, _ in lines for across in ruined):
        return seen
    return msgspec.structs.replace(seen, visible=False)


def _dust(state: State) -> tuple[Terrain, ...]:
    """The smoke and dust over fallen ruins (`cod.destruction.dust-size`): seen into, and not through, as ruins are."""
    return tuple(msgspec.structs.replace(piece, height=DUST) for piece in ruins.fallen(state))


def _walls(ctx: Context, lines: Sequence[Line]) -> list[Terrain]:
    """The opaque pieces near some lines."""
    return [piece for piece in _near(lines, ctx.state.table.terrain) if terrain.kind_of(ctx, piece).opaque]


def _across(ruin: Terrain, viewer: Model, target: Model) -> Across:
    there = footprint.overlaps_outline(target, ruin.outline)
    return Across(ruin, there or footprint.overlaps_outline(viewer, ruin.outline), there)


def reaches(line: Line, across: Across) -> bool:
    """Whether one ruin leaves a line to the target open.

    No line goes through a ruin that neither model is in or above. Inside a ruin a line reaches 6", in either direction.
    """
    a, b, short = line
    if not geometry.crosses(a, b, across.ruin):
        return True
    if not across.anybody:
        return False
    return geometry.length_inside(a, b, across.ruin) - (short if across.target else 0) <= DEEP


def _lines(viewer: Model, target: Model) -> Iterator[Line]:
    """Lines from a viewer's top to a target, each with how far from its end the target's body begins."""
    eye, foot = hull.stands(viewer)[2] + viewer.sheet.height, hull.stands(target)[2]
    for x, y in (flat for flat, _ in _points(viewer, target)):
        for (tx, ty), short in _points(target, viewer):
            for tenths in TENTHS:
                yield (x, y, eye), (tx, ty, foot + target.sheet.height * tenths // 10), short


def _near(lines: Sequence[Line], pieces: Iterable[Terrain]) -> list[Terrain]:
    """The pieces that reach into the box around all lines: few are left to be measured."""
    xs = [end[0] for a, b, _ in lines for end in (a, b)]
    ys = [end[1] for a, b, _ in lines for end in (a, b)]
    found = []
    for piece in pieces:
        shape = geometry.shape(piece.outline)
        if shape.left < max(xs) and shape.right > min(xs) and shape.near < max(ys) and shape.far > min(ys):
            found.append(piece)
    return found


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
