"""Obstacles: barricades, razor wire and tank traps, how they come onto the table and leave it.

They come from the obstacle stratagems, or are part of the agreed table. A vehicle that drives across a barricade
removes it; skimmers pass over.
"""

from __future__ import annotations

from typing import Any

from rules.cod.hooks import GONE as GONE
from rules.cod.stratagem.obstacles import BARRICADE, OBSTACLES
from rules.kernel import convex, footprint, geometry, hull
from rules.kernel.context import Context
from rules.kernel.effects import TerrainRemoved, TerrainSet
from rules.kernel.errors import Malformed
from rules.kernel.geometry import Outline
from rules.kernel.lengths import INCH
from rules.kernel.state import Model, Point, State, Table, Terrain, table_problems
from rules.wh40k import hooks, words

KINDS = ("barricade", "razor-wire", "tank-trap")
DIAMETER = 6 * INCH
THICK = INCH
HEIGHT = INCH
"""The default height of an obstacle: a model can see over it and shelter behind it."""

Path = tuple[Point, ...]


def obstacles(state: State) -> tuple[Terrain, ...]:
    """The obstacles on the table."""
    return tuple(piece for piece in state.table.terrain if piece.kind in KINDS)


def named(ctx: Context, key: str, path: str = "$.action.target") -> Terrain:
    """An obstacle by its id. Raises Malformed if there is none."""
    found = next((piece for piece in obstacles(ctx.state) if piece.id == key), None)
    if found is None:
        raise Malformed(path, f"there is no obstacle {key!r} on the table")
    return found


def place(
    ctx: Context, key: str, kind: str, outline: Outline, clause: str, height: int = HEIGHT, path: str = "$.action"
) -> bool:
    """Put an obstacle anywhere on the table, at most 6" across. Returns whether it was placed.

    Raises:
        Malformed: an unknown kind of obstacle, an id already used, an outline that is not convex or not on the table.
        IllegalAction: `cod.stratagem.obstacle.size`.
    """
    table = ctx.state.table
    piece = Terrain(key, kind.replace("-", " "), outline, height, 0, kind)
    problems = [
        *(f"{kind!r} is not an obstacle" for _ in [0] if kind not in KINDS),
        *table_problems(Table(table.width, table.depth, terrain=(*table.terrain, piece))),
        *(f"{corner} is off the table" for corner in outline if not _on(table, corner)),
    ]
    if problems:
        raise Malformed(path, "; ".join(problems))
    if not ctx.require(fits(outline), OBSTACLES["size"], 'an obstacle can be at most 6" across'):
        return False
    ctx.emit(TerrainSet(rule=clause, piece=piece))
    return True


def _on(table: Table, corner: tuple[int, int]) -> bool:
    return 0 <= corner[0] <= table.width and 0 <= corner[1] <= table.depth


def fits(outline: Outline) -> bool:
    """Whether an obstacle is small enough: 6" in diameter, or a straight piece 6" long and no thicker than 1"."""
    if max(geometry.ground_square(a, b) for a in outline for b in outline) <= DIAMETER**2:
        return True
    edges = [(b[0] - a[0], b[1] - a[1]) for a, b in convex.borders(outline)]
    ex, ey = max(edges, key=lambda edge: edge[0] ** 2 + edge[1] ** 2)
    square = ex * ex + ey * ey
    along, across = [x * ex + y * ey for x, y in outline], [x * ey - y * ex for x, y in outline]
    return all(
        (max(spread) - min(spread)) ** 2 <= most * most * square
        for spread, most in ((along, DIAMETER), (across, THICK))
    )


def remove(ctx: Context, key: str, clause: str, path: str = "$.action.target") -> None:
    """Take an obstacle off the table. Raises Malformed if there is none with this id."""
    ctx.emit(TerrainRemoved(rule=clause, piece=named(ctx, key, path).id))
    ctx.fire(GONE, key)


def touches(model: Model, obstacle: Terrain) -> bool:
    """Whether a model touches an obstacle, or stands across it."""
    return footprint.near_outline(model, obstacle.outline, words.CONTACT)


def crossed(model: Model, start: Point, path: Path, obstacle: Terrain) -> bool:
    """Whether a model went over an obstacle on a path that began at `start`."""
    legs = zip((start, *path), path, strict=False)
    swept = (footprint.covered(footprint.placed(model, a), b) for a, b in legs)
    return any(convex.overlap(core, obstacle.outline, hull.radius(model.sheet)) for core in swept)


@BARRICADE.at(hooks.MOVED)
def _driven_over(ctx: Context, moves: tuple[tuple[Model, Point, Path], ...], **_: Any) -> None:
    """A barricade that a vehicle drove across is removed; skimmers leave it in place."""
    for model, start, path in moves:
        if words.is_vehicle(model) and not words.is_(model, "Skimmer"):
            for obstacle in obstacles(ctx.state):
                if obstacle.kind == "barricade" and crossed(model, start, path, obstacle):
                    remove(ctx, obstacle.id, BARRICADE["removed-by-vehicle"])
