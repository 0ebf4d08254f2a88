"""The geometry of the table: its edges, quarters and strips, and distances to them. Lengths are hundredths of an inch;
the table lies from (0, 0) at its south-west corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.cod.mission import Segment
from rules.kernel import convex, footprint, geometry
from rules.kernel.part import Choice
from rules.kernel.state import Model, Point, Table, Terrain, Zone
from rules.wh40k.deployment import places

EDGES = ("south", "east", "north", "west")
OPPOSITE = {"south": "north", "north": "south", "east": "west", "west": "east"}
QUARTERS = {
    "south-west": ("south", "west"),
    "south-east": ("south", "east"),
    "north-east": ("north", "east"),
    "north-west": ("north", "west"),
}
"""The four quarters and their outer edges."""
ACROSS = {
    "south-west": "north-east",
    "north-east": "south-west",
    "south-east": "north-west",
    "north-west": "south-east",
}


LOOKS = 16


def centre(table: Table) -> Point:
    """The middle of the table."""
    return table.width // 2, table.depth // 2, 0


def middle(piece: Terrain) -> Point:
    """The middle of a piece of terrain on the ground, as the mean of its corners."""
    count = len(piece.outline)
    return sum(x for x, _ in piece.outline) // count, sum(y for _, y in piece.outline) // count, 0


def edge(table: Table, name: str) -> Segment:
    """An edge of the table."""
    corners = (0, 0), (table.width, 0), (table.width, table.depth), (0, table.depth)
    index = EDGES.index(name)
    return corners[index], corners[(index + 1) % 4]


def edges(table: Table, names: Iterable[str]) -> tuple[Segment, ...]:
    """Edges of the table."""
    return tuple(edge(table, name) for name in names)


def long_edges(table: Table) -> tuple[str, ...]:
    """The long edges; all four of a square table."""
    if table.width == table.depth:
        return EDGES
    return ("south", "north") if table.width > table.depth else ("east", "west")


def short_edges(table: Table) -> tuple[str, ...]:
    """The short edges; all four of a square table."""
    return EDGES if table.width == table.depth else tuple(n for n in EDGES if n not in long_edges(table))


def box(key: str, left: int, near: int, right: int, far: int) -> Zone:
    """A rectangular zone."""
    return Zone(key, key, ((left, near), (right, near), (right, far), (left, far)))


def quarter(table: Table, name: str, key: str) -> Zone:
    """A quarter of the table."""
    x, y, _ = centre(table)
    left, near = (x if "east" in name else 0), (y if "north" in name else 0)
    right, far = (table.width if "east" in name else x), (table.depth if "north" in name else y)
    return box(key, left, near, right, far)


def strip(table: Table, name: str, deep: int, key: str) -> Zone:
    """The strip along an edge, `deep` into the table."""
    left, near, right, far = 0, 0, table.width, table.depth
    if name == "south":
        far = deep
    elif name == "north":
        near = far - deep
    elif name == "west":
        right = deep
    else:
        left = right - deep
    return box(key, left, near, right, far)


def less(zone: Zone, taken: Zone) -> Zone:
    """A rectangular zone minus the end covered by another one."""
    left, near, right, far = bounds(zone)
    x0, y0, x1, y1 = bounds(taken)
    if y0 <= near and far <= y1:
        left, right = (x1 if x0 <= left < x1 else left), (x0 if x0 < right <= x1 else right)
    elif x0 <= left and right <= x1:
        near, far = (y1 if y0 <= near < y1 else near), (y0 if y0 < far <= y1 else far)
    return box(zone.id, left, near, right, far)


def bounds(zone: Zone | Terrain) -> convex.Box:
    """The left, near, right and far end of a zone or a piece of terrain."""
    return convex.box_of(zone.outline)


def stretch(table: Table, name: str, at: int, reach: int) -> Segment:
    """The part of an edge within `reach` of a point on it, which is `at` along it from the south or west."""
    low, high = max(0, at - reach), min(table.width if name in ("south", "north") else table.depth, at + reach)
    if name in ("south", "north"):
        y = 0 if name == "south" else table.depth
        return (low, y), (high, y)
    x = 0 if name == "west" else table.width
    return (x, low), (x, high)


def somewhere(choice: Choice, piece: Terrain | Zone, level: int = 0) -> Iterator[Point]:
    """A few places that a player looks at, drawn in the box around a piece of terrain or a zone."""
    yield from ((x, y, level) for x, y, _ in places.scattered(choice.dice, bounds(piece), LOOKS))


def inside(models: Iterable[Model], zones: Iterable[Zone]) -> bool:
    """Whether each model stands wholly in one of the zones."""
    kept = tuple(zones)
    return all(any(footprint.wholly_inside(model, zone.outline) for zone in kept) for model in models)


def from_point(model: Model, point: Point) -> int:
    """How far a model is from a point of the ground, seen from above."""
    assert model.at is not None
    return footprint.distance_to_point(model, (point[0], point[1], model.at[2]))


def from_edge(model: Model, segment: Segment) -> int:
    """How far a model is from a part of the table's edge, seen from above."""
    return footprint.distance_to_outline(model, segment)


def apart(a: convex.Core, b: convex.Core) -> int:
    """How far two outlines, or an outline and a point, are from each other, rounded up."""
    square, divisor = convex.separation(a, b)
    return geometry.apart(square, divisor, 0, 0)
