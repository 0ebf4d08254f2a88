"""Regiments: models in ranks and files that move as one rectangle, exact in whole numbers.

Bases are in whole millimetres, as they are sold: only so is a 40 mm base as wide as two of 20 mm. Places on the table
are in hundredths of an inch; each is computed from the formation and rounded once, so that nothing drifts apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from rules.kernel import convex, direction, geometry
from rules.kernel.convex import Core, Flat
from rules.kernel.hull import Arc
from rules.kernel.state import Facing, Formation, Stand

HALF_INCHES = 250, 127
"""Half a millimetre in hundredths of an inch, as a fraction."""
TOUCHING = 3
"""Boundaries that are no farther apart are in contact: every corner is rounded to whole hundredths of an inch."""
LENGTH = 100_000
"""The length of the facing of a regiment that has wheeled."""
SCALE = 10**12
STRIDE = 50
"""The longest piece of a wheel, in hundredths of an inch, for which the ground it covers is found at once."""

Flank: TypeAlias = Literal["left", "right"]


class Frame(NamedTuple):
    """The boundary in half millimetres to the right of, and behind, the left end of the ranks."""

    left: int
    right: int
    rear: int


def ranks(formation: Formation) -> int:
    """The number of ranks, incomplete ones included."""
    return max((stand.rank + stand.deep for stand in formation.stands.values()), default=0)


def in_rank(formation: Formation, rank: int) -> int:
    """How many models stand in a rank; one on a large base counts as those that it replaces."""
    return sum(stand.wide for stand in formation.stands.values() if stand.rank <= rank < stand.rank + stand.deep)


def frame(formation: Formation) -> Frame:
    """The unit boundary: the rectangle around everything, characters at the side included."""
    width, length = formation.cell
    sides = [beside for beside in (formation.left, formation.right) if beside]
    rear = max([ranks(formation) * length, *(beside.length for beside in sides)])
    left = formation.left.width if formation.left else 0
    right = formation.right.width if formation.right else 0
    return Frame(-2 * left, 2 * (formation.files * width + right), 2 * rear)


def point(formation: Formation, right: int, back: int) -> Flat:
    """The place so many half millimetres to the right of the left end of the front rank, and behind it."""
    (x, y), (fx, fy) = formation.at, formation.facing
    part, whole = HALF_INCHES
    square = whole * whole * (fx * fx + fy * fy)
    return (
        x + direction.over_root(part * (right * fy - back * fx), square),
        y + direction.over_root(part * (-right * fx - back * fy), square),
    )


def _rectangle(formation: Formation, left: int, right: int, front: int, rear: int) -> Core:
    return tuple(point(formation, *at) for at in ((right, rear), (right, front), (left, front), (left, rear)))


def boundary(formation: Formation) -> Core:
    """The corners of the unit boundary: rear right, front right, front left, rear left."""
    known = _KNOWN.get(id(formation))
    if known is not None and known[0] is formation:
        return known[1]
    left, right, rear = frame(formation)
    found = _rectangle(formation, left, right, 0, rear)
    if len(_KNOWN) >= MOST_KNOWN:
        _KNOWN.clear()
    _KNOWN[id(formation)] = formation, found
    return found


MOST_KNOWN = 1024
_KNOWN: dict[int, tuple[Formation, Core]] = {}
"""The boundaries of formations that were asked for: a formation never changes, and is asked many times a step. Each is
kept with its formation, so that no other can come to lie where it was.
"""


def centre(formation: Formation) -> Flat:
    """The middle of the boundary."""
    return point(formation, *_middle(formation))


def _middle(formation: Formation) -> tuple[int, int]:
    left, right, rear = frame(formation)
    return (left + right) // 2, rear // 2


def width(formation: Formation) -> int:
    """The width of the boundary in hundredths of an inch, rounded up."""
    left, right, _ = frame(formation)
    return -(-(right - left) * HALF_INCHES[0] // HALF_INCHES[1])


# where the models are


def spread(formation: Formation) -> Mapping[str, tuple[int, int, int, int]]:
    """Each model's left, right, front and rear end in half millimetres, as `frame` measures."""
    wide, long = (2 * side for side in formation.cell)
    found = {
        key: (each.file * wide, (each.file + each.wide) * wide, each.rank * long, (each.rank + each.deep) * long)
        for key, each in formation.stands.items()
    }
    left, right, _ = frame(formation)
    if formation.left:
        found[formation.left.model] = (left, 0, 0, 2 * formation.left.length)
    if formation.right:
        found[formation.right.model] = (right - 2 * formation.right.width, right, 0, 2 * formation.right.length)
    return found


def core(formation: Formation, model: str) -> Core:
    """The outline of a model's base. Raises: KeyError if it does not stand in this formation."""
    return _rectangle(formation, *spread(formation)[model])


def cores(formation: Formation) -> dict[str, Core]:
    """The outline of each model's base."""
    return {key: _rectangle(formation, *ends) for key, ends in spread(formation).items()}


def places(formation: Formation) -> dict[str, Flat]:
    """The centre of each model's base."""
    return {
        key: point(formation, (left + right) // 2, (front + rear) // 2)
        for key, (left, right, front, rear) in spread(formation).items()
    }


def touching(formation: Formation, enemy: Core) -> list[str]:
    """The models in base contact with an enemy's boundary, corner to corner included, the front rank first."""
    ends = spread(formation)
    found = [key for key, core in cores(formation).items() if contact(core, enemy)]
    return sorted(found, key=lambda key: (ends[key][2], ends[key][0]))


def contact(a: Core, b: Core) -> bool:
    """Whether two outlines touch or overlap."""
    if convex.boxes_apart(a, b, TOUCHING + 1):
        return False
    square, divisor = convex.separation(a, b)
    return square <= TOUCHING * TOUCHING * divisor


def apart(a: Core, b: Core) -> int:
    """The distance between two outlines in hundredths of an inch, rounded up."""
    square, divisor = convex.separation(a, b)
    return geometry.ceil_root(-(-square // divisor))


def arc(formation: Formation, at: Flat) -> Arc:
    """The side on which a place lies, by the lines that leave the corners of the boundary at 45 degrees.

    A place on such a line counts as front rather than flank, and as flank rather than rear.
    """
    (fx, fy), (rear_right, front_right, front_left, _) = formation.facing, boundary(formation)
    px, py = at
    ahead = (px - front_left[0]) * fx + (py - front_left[1]) * fy
    behind = -((px - rear_right[0]) * fx + (py - rear_right[1]) * fy)
    left = (px - front_left[0]) * -fy + (py - front_left[1]) * fx
    right = (px - front_right[0]) * fy - (py - front_right[1]) * fx
    if ahead >= max(left, right, 0):
        return "front"
    if behind > max(left, right, 0):
        return "rear"
    return "left" if left > right else "right"


# moves


def forward(formation: Formation, length: int) -> Formation:
    """The regiment so many hundredths of an inch farther ahead; backwards if negative."""
    return _shifted(formation, formation.facing, length)


def sideways(formation: Formation, length: int) -> Formation:
    """The regiment so many hundredths of an inch farther to its right; to its left if negative."""
    fx, fy = formation.facing
    return _shifted(formation, (fy, -fx), length)


def _shifted(formation: Formation, way: Facing, length: int) -> Formation:
    x, y, _ = direction.along((*formation.at, 0), way, length)
    return msgspec.structs.replace(formation, at=(x, y))


def wheeled(formation: Formation, flank: Flank, length: int) -> Formation:
    """The regiment after it has turned forwards about the front corner on one flank.

    `length` is the way of the corner that walks, along its arc, in hundredths of an inch.
    """
    left, right, _ = frame(formation)
    part, whole = HALF_INCHES
    cosine, sine = _turn(length * whole, (right - left) * part)
    side = sine if flank == "left" else -sine
    fx, fy = formation.facing
    ahead = direction.scaled((fx * cosine - fy * side, fx * side + fy * cosine), LENGTH)
    corner = (left if flank == "left" else right, 0)
    return _kept(msgspec.structs.replace(formation, facing=ahead), corner, point(formation, *corner))


def _kept(formation: Formation, place: tuple[int, int], at: Flat) -> Formation:
    """The regiment shifted so that a place in half millimetres, as `point` counts, lies where it should."""
    now, (x, y) = point(formation, *place), formation.at
    return msgspec.structs.replace(formation, at=(x + at[0] - now[0], y + at[1] - now[1]))


def _turn(arc_length: int, radius: int) -> tuple[int, int]:
    """The cosine and sine, as parts of `SCALE`, of the angle whose arc has a length at a radius, by their series."""
    angle = arc_length * SCALE // radius
    cosine = sine = 0
    term = SCALE
    for power in range(1, 40):
        if power % 2:
            cosine += term if power % 4 == 1 else -term
        else:
            sine += term if power % 4 == 2 else -term
        term = term * angle // (SCALE * power)
    return cosine, sine


def reformed(formation: Formation, facing: Facing, files: int, stands: Mapping[str, Stand]) -> Formation:
    """The regiment in other ranks and files, facing another way, around the same centre."""
    anew = msgspec.structs.replace(formation, facing=facing, files=files, stands=dict(stands))
    return _kept(anew, _middle(anew), centre(formation))


def closed(formation: Formation, edge: tuple[Flat, Flat], offset: int) -> Formation:
    """The regiment with its front flush against an edge of an enemy's boundary, as `convex.borders` has it.

    `offset` is how far the left end of its front is from the start of the edge, in hundredths of an inch: negative if
    it juts out there.
    """
    (ax, ay), (bx, by) = edge
    x, y, _ = direction.along((ax, ay, 0), (bx - ax, by - ay), offset)
    anew = msgspec.structs.replace(formation, facing=(ay - by, bx - ax))
    return _kept(anew, (frame(formation).left, 0), (x, y))


def covered(formation: Formation, after: Formation) -> Core:
    """The ground that a straight move covers."""
    dx, dy = after.at[0] - formation.at[0], after.at[1] - formation.at[1]
    return convex.swept(boundary(formation), dx, dy)


def swung(formation: Formation, flank: Flank, length: int) -> Iterator[Core]:
    """The ground covered by a wheel, in pieces: of the arc no more is left out than a piece's chord cuts off."""
    before = formation
    for gone in (*range(STRIDE, length, STRIDE), length):
        after = wheeled(formation, flank, gone)
        yield convex.stretched((*boundary(before), *boundary(after)))
        before = after


def farthest(before: Formation, after: Formation) -> int:
    """How far the model that gets farthest ends from where it began, in hundredths of an inch, rounded up."""
    was, now = places(before), places(after)
    return max((geometry.ceil_root(geometry.ground_square(was[key], now[key])) for key in now if key in was), default=0)
