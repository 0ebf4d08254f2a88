"""What fighters see: true line of sight within an arc of 90 degrees to the front."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from rules.kernel import direction, geometry, hull
from rules.kernel.convex import Core, borders, overlap
from rules.kernel.sheet import Sheet
from rules.kernel.state import Facing, Model, Point, State, Terrain
from rules.necro import ground
from rules.necro.book import DOOR

SIGHT = "necro.core.line-of-sight"
WALLED = "necro.terrain.impassable-los"
FAR = 1_000_000
"""How far an arc of vision is drawn, in hundredths of an inch: beyond any table."""
DOORS = ("door",)


def arc(at: Point, facing: Facing) -> Core:
    """The area in front of a place: a right-angled triangle, 45 degrees to either side of the facing."""
    fx, fy = facing
    right = direction.scaled((fx + fy, fy - fx), FAR)
    left = direction.scaled((fx - fy, fy + fx), FAR)
    return ((at[0], at[1]), (at[0] + right[0], at[1] + right[1]), (at[0] + left[0], at[1] + left[1]))


def in_arc(viewer: Model, target: Model) -> bool:
    """Whether any part of another model is in a fighter's arc of vision. One that faces nowhere looks all around."""
    if viewer.facing is None or viewer.at is None:
        return True
    return overlap(arc(viewer.at, viewer.facing), hull.core(target), hull.radius(target.sheet))


def unseen(state: State, viewer: Model, target: Model) -> Iterator[tuple[str, str]]:
    """Why a fighter does not see another model: a clause and a sentence."""
    names = {"name": viewer.sheet.name, "target": target.sheet.name}
    if not in_arc(viewer, target):
        yield SIGHT, "{target} is outside the 90 degree vision arc of {name}".format_map(names)
    elif not open_to(state, viewer, target):
        yield _hider(state, viewer, target), "{name} does not see {target}".format_map(names)


def sees(state: State, viewer: Model, target: Model) -> bool:
    """Whether a fighter sees another model."""
    return next(unseen(state, viewer, target), None) is None


def open_to(state: State, viewer: Model, target: Model) -> bool:
    """Whether there is a line of sight to another model, whichever way its viewer faces."""
    return geometry.sight(ground.view(state), viewer, target, ()).visible


def _hider(state: State, viewer: Model, target: Model) -> str:
    """The clause under which a line of sight is blocked: by a closed door, by what is impassable, or by something
    else.
    """
    for kinds, clause in ((DOORS, DOOR["closed-impassable"]), (ground.CLOSED, WALLED)):
        if open_to(without(state, {piece.id for piece in ground.of(state, *kinds)}), viewer, target):
            return clause
    return SIGHT


def without(state: State, gone: Collection[str]) -> State:
    """The position without some pieces of terrain, by id."""
    left = tuple(piece for piece in state.table.terrain if piece.id not in gone)
    return msgspec.structs.replace(state, table=msgspec.structs.replace(state.table, terrain=left))


def unseen_piece(state: State, viewer: Model, piece: Terrain) -> Iterator[tuple[str, str]]:
    """Why a fighter does not see a piece of terrain: a clause and a sentence. One corner or middle of a side is enough
    to be seen.
    """
    clear = without(state, (piece.id,))
    marks = [_stand_in(piece, at) for at in _points(piece)]
    ahead = [mark for mark in marks if in_arc(viewer, mark)]
    if not ahead:
        yield SIGHT, f"{piece.name} is outside the 90 degree vision arc of {viewer.sheet.name}"
    elif not any(open_to(clear, viewer, mark) for mark in ahead):
        yield _hider(clear, viewer, ahead[0]), f"{viewer.sheet.name} does not see {piece.name}"


def _points(piece: Terrain) -> list[Point]:
    """The middles of the sides of a piece, then its corners."""
    middles = [((x + u) // 2, (y + v) // 2) for (x, y), (u, v) in borders(piece.outline)]
    return [(x, y, piece.floor) for x, y in (*middles, *piece.outline)]


def _stand_in(piece: Terrain, at: Point) -> Model:
    """A thin post where a point of a piece is, to draw lines to."""
    return Model(piece.id, "", Sheet(piece.id, piece.name, "", {}, base=1, height=piece.height), 1, at)
