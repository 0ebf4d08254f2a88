"""Tables as players draw them: boxes of the common pieces of a game system, and the table that comes of them.

A plan is what is drawn; `table_of` makes the table of the first declaration of it, the same as any program would send.
Lengths are hundredths of an inch, turns are degrees. No piece has a name that somebody typed, because a table enters
the record: pieces are called by their kind and a number, or as in one of our layouts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from rules.kernel.errors import Malformed
from rules.kernel.lengths import INCH, show
from rules.kernel.palette import Palette, PieceKind
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import Number, Table, Terrain
from rules.kernel.telling import Language
from rules.layouts import rectangle

MOST_PIECES = 120
LEAST, TALLEST = 10, 24 * INCH
"""The shortest side of a piece, and the greatest height and level."""
TURNS = (0, 45, 90, 135)
"""A box turned by half a circle is the same box."""
_HALF_SLANT, _SCALE = 35_355, 100_000
"""Half the share of a length that falls on each axis when it is turned by 45°."""

Outline: TypeAlias = tuple[tuple[int, int], ...]


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A box of a kind: its middle, its measures in its own frame, turned counter-clockwise, standing on `floor`.

    `of` is the id of the piece that it belongs to, `name` what it is called in one of our layouts.
    """

    id: str
    kind: str
    x: Number
    y: Number
    width: Number
    depth: Number
    height: Number
    turn: Number = 0
    floor: Number = 0
    of: str = ""
    name: str = ""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table as drawn; without a `deployment` no zones are drawn on it."""

    width: Number
    depth: Number
    deployment: str = ""
    pieces: tuple[Piece, ...] = ()


Why: TypeAlias = Literal["range", "unknown", "turn", "storeys", "off-table", "twice", "id", "nothing", "many"]


class Fault(NamedTuple):
    """What is wrong with a field of a plan, or with one of its pieces (`at` is its index); `least` and `most` allowed.

    `range`: a number out of bounds; `unknown`: there is no such kind, deployment or name; `turn`: not a multiple of
    45°; `storeys`: no whole number of storeys; `off-table`: the piece would not be on the table; `twice`: another piece
    has the id; `id`: not a letter and a number; `nothing`: it belongs to nothing; `many`: too many pieces.
    """

    field: str
    why: Why
    at: int | None = None
    least: int = 0
    most: int = 0

    @property
    def path(self) -> str:
        """The field's path in the plan."""
        return f".{self.field}" if self.at is None else f".pieces[{self.at}].{self.field}"


# what is wrong


def faults(palette: Palette, plan: Plan) -> Iterator[Fault]:
    """Everything for which a plan is no table, the table itself first."""
    smaller, larger = (inches * INCH for inches in palette.least)
    for field, own, other in (("width", plan.width, plan.depth), ("depth", plan.depth, plan.width)):
        least = larger if own > other or (own == other and field == "width") else smaller
        yield from _ranged(field, own, least, palette.most * INCH)
    if plan.deployment and plan.deployment not in {each.key for each in palette.deployments}:
        yield Fault("deployment", "unknown")
    if len(plan.pieces) > MOST_PIECES:
        yield Fault("pieces", "many", None, 0, MOST_PIECES)
        return
    ids = Counter(piece.id for piece in plan.pieces)
    for at, piece in enumerate(plan.pieces):
        kind = palette.piece(piece.kind)
        if kind is None:
            yield Fault("kind", "unknown", at)
            continue
        if not _is_id(piece.id):
            yield Fault("id", "id", at)
        elif ids[piece.id] > 1:
            yield Fault("id", "twice", at)
        yield from _piece_faults(palette, plan, at, kind)


def _is_id(key: str) -> bool:
    return len(key) <= 4 and key[:1].isascii() and key[:1].islower() and key[1:].isdecimal() and key[1:].isascii()


def _ranged(field: str, value: int, least: int, most: int, at: int | None = None) -> Iterator[Fault]:
    if not least <= value <= most:
        yield Fault(field, "range", at, least, most)


def _piece_faults(palette: Palette, plan: Plan, at: int, kind: PieceKind) -> Iterator[Fault]:
    piece, longest = plan.pieces[at], max(plan.width, plan.depth, LEAST)
    found = [
        *_ranged("width", piece.width, LEAST, longest, at),
        *_ranged("depth", piece.depth, LEAST, longest, at),
        *_ranged("height", piece.height, max(1, kind.storey), TALLEST, at),
        *_ranged("floor", piece.floor, 0, TALLEST if not kind.storey else 0, at),
    ]
    if piece.turn not in TURNS:
        found.append(Fault("turn", "turn", at))
    if kind.storey and piece.height % kind.storey:
        found.append(Fault("height", "storeys", at, kind.storey, TALLEST))
    if piece.name and (piece.kind, piece.name) not in _names(palette):
        found.append(Fault("name", "unknown", at))
    if not _belongs(palette, plan, piece, kind):
        found.append(Fault("of", "nothing", at))
    yield from found
    corners = outline(piece) if not found else ()
    for field, axis, most in (("x", 0, plan.width), ("y", 1, plan.depth)):
        if any(not 0 <= corner[axis] <= most for corner in corners):
            yield Fault(field, "off-table", at, 0, most)


def _belongs(palette: Palette, plan: Plan, piece: Piece, kind: PieceKind) -> bool:
    """Whether a piece belongs to one of the kinds it may belong to; to nothing, if it is of a kind that does not."""
    if not kind.of:
        return not piece.of
    owner = next((each for each in plan.pieces if each.id == piece.of), None)
    known = palette.piece(owner.kind) if owner is not None else None
    return known is not None and known.kind in kind.of


@cache
def _names(palette: Palette) -> frozenset[tuple[str, str]]:
    """The names of the pieces of our layouts, each with its kind in the palette."""
    plans = (plan_of(palette, ready.table()) for ready in palette.ready)
    return frozenset((piece.kind, piece.name) for plan in plans for piece in plan.pieces)


# the table


def table_of(ruleset: Ruleset, plan: Plan, language: Language = "en", path: str = "$.plan") -> Table:
    """The table that was drawn, its pieces called in a language.

    Raises:
        Malformed: with the path of the first field that is wrong, and everything that is.
    """
    wrong = list(faults(ruleset.palette, plan))
    if wrong:
        raise Malformed(path + wrong[0].path, "; ".join(_told(plan, each) for each in wrong))
    terrain: list[Terrain] = []
    for piece, name in zip(plan.pieces, called(ruleset.palette, plan, language), strict=True):
        kind = ruleset.palette.piece(piece.kind)
        if kind is not None:
            known = f"{name}: {piece.of}" if piece.of else name
            whole = Terrain(piece.id, known, outline(piece), piece.height, piece.floor, kind.kind)
            terrain += (whole, *kind.parts(whole, language))
    drawn = next((each for each in ruleset.palette.deployments if each.key == plan.deployment), None)
    zones = drawn.zones(plan.width, plan.depth) if drawn is not None else ()
    return Table(plan.width, plan.depth, True, tuple(terrain), zones)


def called(palette: Palette, plan: Plan, language: Language) -> list[str]:
    """What each piece is called: as in our layout, or by its kind and how many of it there are up to it."""
    count: Counter[str] = Counter()
    names: list[str] = []
    for piece in plan.pieces:
        count[piece.kind] += 1
        kind = palette.piece(piece.kind)
        plain = f"{kind.name.fill(language, {}) if kind else piece.kind} {count[piece.kind]}"
        names.append(piece.name or plain)
    return names


def outline(piece: Piece) -> Outline:
    """The outline of a piece, counter-clockwise."""
    wide, deep = (piece.depth, piece.width) if piece.turn == 90 else (piece.width, piece.depth)
    if piece.turn in (0, 90):
        left, near = piece.x - wide // 2, piece.y - deep // 2
        return rectangle(left, near, left + wide, near + deep)
    # Half of each side as a vector, so that opposite corners are exactly opposite and the outline stays convex.
    (ax, ay), (bx, by) = _slanted(wide, piece.turn), _slanted(deep, piece.turn + 90)
    ends = ((-ax - bx, -ay - by), (ax - bx, ay - by), (ax + bx, ay + by), (bx - ax, by - ay))
    return tuple((piece.x + x, piece.y + y) for x, y in ends)


def _slanted(length: int, turn: int) -> tuple[int, int]:
    share = (length * _HALF_SLANT + _SCALE // 2) // _SCALE
    return {45: (share, share), 135: (-share, share), 225: (-share, -share)}[turn]


def _told(plan: Plan, fault: Fault) -> str:
    """A fault in English, for programs."""
    of = f"piece {plan.pieces[fault.at].id!r}: " if fault.at is not None else ""
    bounds = f"{show(fault.least)} to {show(fault.most)}"
    return (
        of
        + {
            "range": f"{fault.field} is {bounds}",
            "unknown": f"there is no such {fault.field}",
            "turn": "it is turned by 0, 45, 90 or 135 degrees",
            "storeys": f"its height is a multiple of {show(fault.least)}",
            "off-table": f"it would not be on the table: {fault.field} of every corner is {bounds}",
            "twice": "another piece has this id",
            "id": "an id is a small letter and up to three digits",
            "nothing": "it does not belong to a piece of this table of the right kind",
            "many": f"a table has at most {fault.most} pieces",
        }[fault.why]
    )


# back


def plan_of(palette: Palette, table: Table) -> Plan:
    """The plan of a table of boxes that stand straight, such as our layouts."""
    drawn = (each for each in palette.deployments if each.zones(table.width, table.depth) == table.zones)
    deployment = next(drawn, None)
    pieces = tuple(_piece_of(palette, piece) for piece in table.terrain if "." not in piece.id)
    return Plan(table.width, table.depth, deployment.key if deployment is not None else "", pieces)


def _piece_of(palette: Palette, piece: Terrain) -> Piece:
    (left, near), _, (right, far), *_ = piece.outline
    kind = _kind_of(palette, piece)
    name, _, of = piece.name.partition(": ")
    return Piece(
        piece.id, kind.key if kind is not None else piece.kind, (left + right) // 2, (near + far) // 2, right - left,
        far - near, piece.height, 0, piece.floor, of, name,
    )  # fmt: skip


def _kind_of(palette: Palette, piece: Terrain) -> PieceKind | None:
    """The kind of a piece in a palette: of several, the one that is as high off the ground."""
    same = [each for each in palette.pieces if each.kind == piece.kind]
    return next((each for each in same if bool(each.floor) == bool(piece.floor)), same[0] if same else None)


def usual(palette: Palette) -> Plan:
    """An empty table of the usual size with the usual deployment."""
    width, depth = palette.sizes[0]
    deployment = palette.deployments[0].key if palette.deployments else ""
    return Plan(width * INCH, depth * INCH, deployment)
