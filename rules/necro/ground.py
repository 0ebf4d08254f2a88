"""What a way costs and crosses: difficult and dangerous ground, barricades, climbs, ladders, what cannot be passed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules.kernel import geometry, walk
from rules.kernel.context import Context
from rules.kernel.errors import Malformed
from rules.kernel.lengths import INCH, show
from rules.kernel.state import Model, Point, State, Terrain
from rules.necro import words

SLOW = ("difficult", "dangerous")
CLOSED = ("impassable", "wall", "door")
SMALL, TALL = INCH // 2, 2 * INCH
"""Terrain lower than half an inch is ignored; what is higher than 2" is a structure, between them a barricade."""
MOST_LEGS = 60
IMPASSABLE = "necro.terrain.impassable-move"
CLIMB = "necro.core.climb"
SLOWED = {"difficult": "necro.terrain.difficult", "dangerous": "necro.terrain.dangerous-slow"}


def legs(start: Point, path: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The straight pieces of a way."""
    return list(pairwise((start, *path)))


def barricades(state: State) -> list[Terrain]:
    """The barricades on the table, by their height."""
    return [t for t in state.table.terrain if SMALL <= t.height <= TALL and not t.floor and t.kind in ("", "barricade")]


def of(state: State, *kinds: str) -> list[Terrain]:
    """The pieces of some kinds."""
    return [piece for piece in state.table.terrain if piece.kind in kinds]


def cost(state: State, start: Point, path: Sequence[Point]) -> int:
    """What a way costs in hundredths of an inch: its length, twice through slow ground, twice up without a ladder."""
    total = 0
    for a, b in legs(start, path):
        total += geometry.path_length((a[0], a[1], 0), ((b[0], b[1], 0),))
        total += sum(geometry.length_inside((*a[:2], 0), (*b[:2], 0), piece) for piece in of(state, *SLOW))
        rise = abs(b[2] - a[2])
        total += rise if _by_ladder(state, a, b) else 2 * rise
    return total


def _by_ladder(state: State, a: Point, b: Point) -> bool:
    return any(
        geometry.near_outline(end, INCH // 2, piece.outline, 0) for piece in of(state, "ladder") for end in (a, b)
    )


def check(ctx: Context, model: Model, path: Sequence[Point]) -> None:
    """Refuse a way through what cannot be passed, through the air or through fighters that stand in the way.

    Raises:
        Malformed: the way has too many points.
    """
    start, name, table = ctx.place(model), model.sheet.name, ctx.state.table
    if len(path) > MOST_LEGS:
        raise Malformed("$.action.path", f"a way has at most {MOST_LEGS} points, not {len(path)}")
    for point in path:
        inside = 0 <= point[0] <= table.width and 0 <= point[1] <= table.depth
        ctx.require(inside, "table.edge", "{name} would leave the table", name=name, severity="impossible")
    for a, b in legs(start, path):
        for piece in table.terrain:
            solid = piece.kind in CLOSED or piece.height > TALL
            blocked = solid and piece.kind != "ladder" and geometry.crosses(a, b, piece)
            ctx.require(not blocked, IMPASSABLE, "{piece} cannot be passed", piece=piece.name)
        upright = a[2] == b[2] or (a[0], a[1]) == (b[0], b[1])
        ctx.require(upright, CLIMB, "{name} climbs straight up or down", name=name)
    for other in _in_the_way(ctx.state, model, start, path):
        ctx.require(False, "necro.move.through-friends", "{other} stands in the way of {name}", other=other.sheet.name,
                    name=name)  # fmt: skip


def _in_the_way(state: State, model: Model, start: Point, path: Sequence[Point]) -> Iterator[Model]:
    """The enemies through whom a way leads: friends and the Seriously Injured let a fighter pass."""
    foes = [other for other in words.enemies(state, model) if words.INJURED not in other.game]
    for a, b in legs(start, path):
        yield from walk.on_leg(model, a, b, foes)


def crossed(state: State, start: Point, path: Sequence[Point]) -> list[Terrain]:
    """The barricades that a way crosses, each as often as it does."""
    return [
        piece for a, b in legs(start, path) for piece in barricades(state) if geometry.crosses(_low(a), _low(b), piece)
    ]


def _low(point: Point) -> Point:
    return point[0], point[1], 0


def entered(state: State, start: Point, path: Sequence[Point], base: int) -> list[Terrain]:
    """The dangerous areas that a way comes onto from outside."""
    found = []
    for piece in of(state, "dangerous"):
        inside = geometry.near_outline(start, base, piece.outline, 0)
        touched = any(geometry.length_inside(_low(a), _low(b), piece) for a, b in legs(start, path))
        if touched and not inside:
            found.append(piece)
    return found


def forbidden(state: State, model: Model, at: Point, engaging: bool) -> Iterator[tuple[str, str]]:
    """Why a fighter may not end a move at a place: a clause and a sentence."""
    name = model.sheet.name
    for other in walk.at_place(model, at, [m for m in state.alive() if m.id != model.id]):
        yield "necro.move.no-end-on-model", f"{name} would stand on {other.sheet.name}"
    for piece in barricades(state):
        if geometry.near_outline(at, model.sheet.base - 1, piece.outline, 0) and at[2] < piece.floor + piece.height + 1:
            yield "necro.move.no-end-on-barricade", f"{name} would end on {piece.name}"
    for piece in of(state, *CLOSED):
        if geometry.near_outline(at, model.sheet.base - 1, piece.outline, 0):
            yield IMPASSABLE, f"{name} would end in {piece.name}"
    if not geometry.surface(at, state.table.terrain):
        yield CLIMB, f"{name} would end in the air"
    for other in near(state, model, at) if not engaging else ():
        yield "necro.one-inch.rule", f"{name} would end {show(_gap(model, at, other))} from {other.sheet.name}"


def near(state: State, model: Model, at: Point) -> list[Model]:
    """The enemies nearer than 1" to a place, the Seriously Injured left out."""
    foes = [other for other in words.enemies(state, model) if words.INJURED not in other.game]
    return [other for other in foes if _gap(model, at, other) < words.NEAR]


def _gap(model: Model, at: Point, other: Model) -> int:
    return geometry.gap(at, model.sheet.base, other.at or at, other.sheet.base)
