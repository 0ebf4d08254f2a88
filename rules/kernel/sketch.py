"""A table without coordinates: nobody records places, whoever acts says how far things are apart.

Such a table (`Table.sketch`) still has places, and the rules measure on it as on any other; but they only sketch what
was declared. `Apart` brings two things to the declared distance from each other and leaves everything in contact with
the one that is moved in contact with it. What nobody has declared, nobody may conclude from a sketch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

import msgspec

from rules.kernel import convex, direction, geometry, hull, regiment
from rules.kernel.context import Context
from rules.kernel.convex import Box, Core, box_of
from rules.kernel.effects import AnyEffect, Began, Formed, Lifted, Measured, Moved, Placed
from rules.kernel.errors import IllegalAction, Malformed
from rules.kernel.events import Action, Event
from rules.kernel.lengths import INCH
from rules.kernel.log import TABLE
from rules.kernel.part import Act
from rules.kernel.spelling import meant
from rules.kernel.state import LIMIT, Facing, Formation, Model, State, Unit
from rules.kernel.telling import Phrase, Sentence, filled

SKETCH = TABLE["sketch"]
TURN = 15
"""So many degrees lie between the directions in which there may be room."""
LATERAL = (0, -1, 1, -2, 2, -3, 3)
"""How far a regiment is moved along the side that it faces, in quarters of that side, nearest first."""
ROOM = 6 * INCH
"""More room than this around whoever is moved is no better."""
Flat: TypeAlias = tuple[int, int]
Side: TypeAlias = Literal["", "front", "left", "right", "rear"]


class Apart(Action, frozen=True, tag="apart"):
    """On a table without coordinates: `of` is so far from `to`, a model, a unit or a zone, as the players measured it.

    `side` is the side of `to` that `of` faces, where that matters.
    """

    of: str
    to: str
    distance: Annotated[int, msgspec.Meta(ge=0, le=LIMIT)]
    side: Side = ""


class Body(NamedTuple):
    """A convex part of the table that something covers: a core, grown by a radius."""

    core: Core
    radius: int


class Piece(NamedTuple):
    """What is moved as one: a model, or a unit with all its models; its bodies as they stand."""

    key: str
    side: str
    bodies: tuple[Body, ...]


class Shift(NamedTuple):
    """A way to move something: by a vector, turned to face another way first where `facing` is given."""

    dx: int
    dy: int
    facing: Facing | None = None


def apart(ctx: Context, action: Apart) -> None:
    """Bring two things to a distance.

    Nobody can have broken a rule with it, so what cannot be is refused however a game is recorded.

    Raises:
        IllegalAction: `table.sketch`, where places are recorded, the two are parts of one another, one of them has no
            sides, or there is no room; `table.present` for something that is not on the table.
        Malformed: nothing has such an id.
    """
    if not ctx.state.table.sketch:
        raise _refusal("this game records where models stand: distances are measured")
    of, to = _piece(ctx, action.of, "$.action.of"), _target(ctx, action.to, "$.action.to")
    if of.key == to.key:
        raise _refusal(f"{action.of} and {action.to} are one")
    if action.side and not _has_sides(ctx.state, to.key):
        raise _refusal(f"{action.to} has no sides that anybody could face")
    ctx.effects.append(
        Measured(rule=SKETCH, model=action.of, target=action.to, fact="distance", value=action.distance, declared=True)
    )
    _bring(ctx, of, to, action)


def _refusal(text: str) -> IllegalAction:
    return IllegalAction(SKETCH, text)


def _bring(ctx: Context, of: Piece, to: Piece, action: Apart) -> None:
    """Move one of the two, with all that is in contact with it, to where there is most room: whoever is not locked in
    combat; where there is no room for that, the other one; where there is none for either, both are led away first.
    """
    if _moved_one(ctx, of, to, action):
        return
    pieces = {piece.key: piece for piece in _pieces(ctx.state)}
    if to.key in pieces and _set_apart(ctx, pieces, _touching(pieces, to)):
        pieces = {piece.key: piece for piece in _pieces(ctx.state)}
        if _moved_one(ctx, pieces[of.key], pieces[to.key], action):
            return
    raise _refusal(f"there is no room on this table for {action.of} so far from {action.to}")


def _moved_one(ctx: Context, of: Piece, to: Piece, action: Apart) -> bool:
    pieces = {piece.key: piece for piece in _pieces(ctx.state)}
    moved, others = _touching(pieces, of), _touching(pieces, to)
    if to.key in moved:
        moved, others = (of.key,), (to.key,)
    ways = [_Bringing(ctx.state, pieces, of, to, moved, swapped=False)]
    if to.key in pieces:
        swap = _Bringing(ctx.state, pieces, of, to, others, swapped=True)
        ways.insert(0 if len(others) < len(moved) else 1, swap)
    for way in ways:
        shift = way.best(action, turns=len(moved) == 1)
        if shift is not None:
            way.move(ctx, shift)
            return True
    return False


def _set_apart(ctx: Context, pieces: dict[str, Piece], keys: Sequence[str]) -> bool:
    """Move pieces to where nothing else is near; whether there is such a place."""
    table, going = ctx.state.table, [pieces[key] for key in keys]
    rest = [piece for key, piece in pieces.items() if key not in keys]
    x, y = _middle(going[0])
    places = [(at, to) for at in range(0, table.width, ROOM) for to in range(0, table.depth, ROOM)]
    # From near a corner the way across the table is the longest.
    for at, to in sorted(
        places, key=lambda place: -((2 * place[0] - table.width) ** 2 + (2 * place[1] - table.depth) ** 2)
    ):
        dx, dy = at - x, to - y
        shift = Shift(dx, dy)
        if _room(ctx.state, going, shift, rest, ("", "")) >= ROOM:
            for key in keys:
                _move(ctx, key, shift, turned=False)
            return True
    return False


class _Bringing(NamedTuple):
    """Moving some pieces so that `of` comes to a distance from `to`; `swapped` moves `to` instead."""

    state: State
    pieces: dict[str, Piece]
    of: Piece
    to: Piece
    moved: tuple[str, ...]
    swapped: bool

    def best(self, action: Apart, *, turns: bool) -> Shift | None:
        """The way to do it that leaves most room; of several the shortest. None if there is none."""
        rest = [piece for key, piece in self.pieces.items() if key not in self.moved]
        going, named = [self.pieces[key] for key in self.moved], (self.of.key, self.to.key)
        found: tuple[tuple[int, int], Shift] | None = None
        for shift in _shifts(self.state, self.of, self.to, action, turns=turns and not self.swapped):
            real = Shift(-shift.dx, -shift.dy) if self.swapped else shift
            room = _room(self.state, going, real, rest, named)
            better = min(room, ROOM), -(real.dx**2 + real.dy**2)
            if room > 0 and (found is None or better > found[0]):
                found = better, real
        return found and found[1]

    def move(self, ctx: Context, shift: Shift) -> None:
        """Record where everything stands now."""
        for key in self.moved:
            _move(ctx, key, shift, turned=key == self.of.key)


def known(state: State, events: Sequence[Event[Any]]) -> dict[tuple[str, str], int]:
    """The distances that hold in a position, between units, models without one, and zones, in alphabetical pairs: those
    declared in its phase between two that nothing has moved since, and those of enemies in contact.

    `events` are those before the position; of corrections only what they declare counts.
    """
    found: dict[tuple[str, str], int] = {}
    for event in events:
        for effect in event.effects:
            if isinstance(effect, Began):
                found = {}
            for key in _moved(state, effect):
                found = {pair: length for pair, length in found.items() if key not in pair}
        if isinstance(event.action, Apart):
            found[_pair(piece_of(state, event.action.of), piece_of(state, event.action.to))] = event.action.distance
    pieces = list(_pieces(state))
    for one, other in combinations(pieces, 2):
        if one.side != other.side and (gap := _gap(one, other)) <= INCH:
            found.setdefault(_pair(one.key, other.key), gap)
    return found


def _moved(state: State, effect: AnyEffect) -> tuple[str, ...]:
    match effect:
        case Moved() | Placed() | Lifted():
            return (piece_of(state, effect.model),)
        case Formed():
            return (effect.unit,)
        case _:
            return ()


def piece_of(state: State, key: str) -> str:
    """The id of what a model or a unit is moved with: its unit's, or its own."""
    model = state.models.get(key)
    return model.unit or key if model is not None else key


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def sided(state: State) -> list[str]:
    """What has sides that somebody may face, so that it can matter which: regiments, vehicles, fighters."""
    return [piece.key for piece in _pieces(state) if _has_sides(state, piece.key)]


# what stands on the table


def _pieces(state: State) -> Iterator[Piece]:
    """Everything on the table that is moved as one, units first."""
    for unit in state.units.values():
        bodies = _of_unit(state, unit)
        if bodies:
            yield Piece(unit.id, unit.side, bodies)
    for model in state.alive():
        if not model.unit:
            yield Piece(model.id, model.side, (_of_model(model),))


def _of_unit(state: State, unit: Unit) -> tuple[Body, ...]:
    if unit.formation is not None:
        return (Body(regiment.boundary(unit.formation), 0),)
    return tuple(_of_model(model) for model in state.members(unit.id) if model.at is not None)


def _of_model(model: Model) -> Body:
    return Body(hull.core(model), hull.radius(model.sheet))


def _piece(ctx: Context, key: str, path: str) -> Piece:
    """The piece that a model or a unit is or belongs to."""
    state = ctx.state
    if key not in state.models and key not in state.units:
        raise Malformed(
            path, f"there is no model or unit {key!r} in this game{meant(key, (*state.models, *state.units))}"
        )
    found = next((piece for piece in _pieces(state) if piece.key == piece_of(state, key)), None)
    name = state.models[key].sheet.name if key in state.models else state.units[key].sheet.name
    if found is None:
        raise IllegalAction(TABLE["present"], f"{name} is not on the table", {"name": name})
    return found


def _target(ctx: Context, key: str, path: str) -> Piece:
    """A piece, or a zone, which is nobody's and never moves."""
    zone = next((zone for zone in ctx.state.table.zones if zone.id == key), None)
    return _piece(ctx, key, path) if zone is None else Piece(key, "", (Body(zone.outline, 0),))


def _has_sides(state: State, key: str) -> bool:
    return _formation(state, key) is not None or _alone(state, key) is not None


def _formation(state: State, key: str) -> Formation | None:
    return state.units[key].formation if key in state.units else None


def _alone(state: State, key: str) -> Model | None:
    """The model of a piece that is one model, if it is turned one way: a vehicle, a fighter."""
    there = [model for model in state.alive() if key in (model.id, model.unit)]
    turned = len(there) == 1 and (there[0].facing is not None or there[0].sheet.hull is not None)
    return there[0] if turned else None


def _touching(pieces: dict[str, Piece], start: Piece) -> tuple[str, ...]:
    """A piece and all that are locked in combat with it, or with those, nearest links first."""
    found = [start.key]
    for key in found:
        near = pieces.get(key, start)
        for other in pieces.values():
            if other.key not in found and other.side != near.side and near.side and _gap(near, other) <= INCH:
                found.append(other.key)
    return tuple(found)


def _gap(one: Piece, other: Piece, dx: int = 0, dy: int = 0) -> int:
    """How far two pieces are apart, rounded up, the first shifted by a vector."""
    boxes = [(_around(b), b) for b in other.bodies]
    least = -1
    for a in one.bodies:
        box, core = _around(a), _by(a.core, dx, dy)
        for beside, b in boxes:
            # Most pairs are farther apart than the nearest one even along one side of the table.
            if least < 0 or _between_boxes(box, dx, dy, beside) < least:
                gap = geometry.apart(*convex.separation(core, b.core), a.radius + b.radius, 0)
                least = gap if least < 0 else min(least, gap)
    return least


def _by(core: Core, dx: int, dy: int) -> Core:
    return tuple((x + dx, y + dy) for x, y in core)


def _around(body: Body) -> Box:
    """The box around a body, its radius included."""
    left, near, right, far = box_of(body.core)
    return Box(left - body.radius, near - body.radius, right + body.radius, far + body.radius)


def _box(piece: Piece) -> Box:
    """The box around all bodies of a piece."""
    lefts, nears, rights, fars = zip(*map(_around, piece.bodies), strict=True)
    return Box(min(lefts), min(nears), max(rights), max(fars))


def _between_boxes(box: Box, dx: int, dy: int, beside: Box) -> int:
    """How far two boxes are apart along the sides of the table, the first shifted; negative if they meet."""
    aside = max(box.left + dx - beside.right, beside.left - box.right - dx)
    return max(aside, box.near + dy - beside.far, beside.near - box.far - dy)


def _middle(piece: Piece) -> Flat:
    box = _box(piece)
    return (box.left + box.right) // 2, (box.near + box.far) // 2


# where there may be room


def _shifts(state: State, of: Piece, to: Piece, action: Apart, *, turns: bool) -> Iterator[Shift]:
    """The ways to bring `of` to its distance from `to`, one for each direction in which that can be done."""
    for way, across in _ways(state, to, action.side):
        facing = (-way[0], -way[1]) if turns else None
        start = _turned(state, of, facing)
        for found in _brought(start, to, way, across, action.distance):
            if _on_side(state, to, start, found, action.side):
                yield Shift(*found, facing)


def _ways(state: State, to: Piece, side: Side) -> Iterator[tuple[Facing, Flat]]:
    """Directions away from `to`, each with how far aside: from a regiment straight ahead of one of its sides."""
    formation = _formation(state, to.key)
    if formation is None:
        yield from ((direction.vector(angle), (0, 0)) for angle in range(0, direction.TURN, TURN))
        return
    (fx, fy), core = formation.facing, regiment.boundary(formation)
    normals: dict[str, Facing] = {"front": (fx, fy), "left": (-fy, fx), "right": (fy, -fx), "rear": (-fx, -fy)}
    ends = {"front": (1, 2), "left": (2, 3), "right": (0, 1), "rear": (3, 0)}
    for name in (side,) if side else tuple(normals):
        a, b = (core[index] for index in ends[name])
        for quarters in LATERAL:
            yield normals[name], ((b[0] - a[0]) * quarters // 4, (b[1] - a[1]) * quarters // 4)


def _turned(state: State, of: Piece, facing: Facing | None) -> Piece:
    """A piece that faces another way where it stands, if it is one that faces anywhere."""
    formation, alone = _formation(state, of.key), _alone(state, of.key)
    if facing is None or (formation is None and alone is None):
        return of
    if formation is not None:
        return Piece(of.key, of.side, (Body(regiment.boundary(_facing(formation, facing)), 0),))
    assert alone is not None
    return Piece(of.key, of.side, (_of_model(msgspec.structs.replace(alone, facing=_scaled(facing))),))


def _scaled(facing: Facing) -> Facing:
    return direction.scaled(facing, hull.AHEAD[0])


def _facing(formation: Formation, facing: Facing) -> Formation:
    """A regiment that faces another way, its middle where it was."""
    x, y = regiment.centre(formation)
    turned = msgspec.structs.replace(formation, facing=facing)
    ax, ay = regiment.centre(turned)
    return msgspec.structs.replace(turned, at=(turned.at[0] + x - ax, turned.at[1] + y - ay))


def _brought(of: Piece, to: Piece, way: Facing, across: Flat, wanted: int) -> Iterator[Flat]:
    """The vectors that bring a piece to a distance in a direction: from outside, as near as it may come, and at no
    distance from a zone also into it.
    """
    (ox, oy), (tx, ty) = _middle(of), _middle(to)
    start = tx + across[0] - ox, ty + across[1] - oy
    length = wanted + _wide(of) + _wide(to)

    def shift() -> Flat:
        x, y = direction.scaled(way, length)
        return start[0] + x, start[1] + y

    # No point of it comes nearer than it is shifted, so each step can be as long as the way that is left.
    while (over := _gap(of, to, *shift()) - wanted) > 0:
        length -= over
        if length < 0:
            return
    while _overlap(of, to, *shift()):
        length += 1
    yield shift()
    while not to.side and not wanted and (length := length - INCH) >= 0:
        yield shift()


def _wide(piece: Piece) -> int:
    box = _box(piece)
    return (box.right - box.left + box.far - box.near) // 2


def _overlap(one: Piece, other: Piece, dx: int, dy: int) -> bool:
    """Whether two pieces overlap, the first shifted by a vector; nothing overlaps a zone."""
    return bool(other.side) and any(
        convex.overlap(_by(a.core, dx, dy), b.core, a.radius + b.radius) for a in one.bodies for b in other.bodies
    )


def _on_side(state: State, to: Piece, of: Piece, by: Flat, side: Side) -> bool:
    x, y = _middle(of)
    return not side or _arc(state, to.key, (x + by[0], y + by[1])) == side


def facing(state: State, key: str, of: str) -> Side:
    """The side of a piece that another one faces; empty where it has none. Raises: KeyError for what is not there."""
    pieces = {piece.key: piece for piece in _pieces(state)}
    return _arc(state, key, _middle(pieces[of]))


def _arc(state: State, key: str, at: Flat) -> Side:
    formation, alone = _formation(state, key), _alone(state, key)
    if formation is not None:
        return regiment.arc(formation, at)
    return hull.arc(alone, (*at, 0)) if alone is not None else ""


def _room(state: State, moved: Sequence[Piece], by: Shift, rest: Sequence[Piece], named: tuple[str, str]) -> int:
    """How much room there is around pieces that are moved: 0 if they would leave the table, overlap, or come into
    contact with an enemy that nobody has named.
    """
    least = ROOM
    for piece in moved:
        there = _turned(state, piece, by.facing) if piece.key == named[0] else piece
        box = _box(there)
        inside = box.left + by.dx >= 0 and box.right + by.dx <= state.table.width
        if not (inside and box.near + by.dy >= 0 and box.far + by.dy <= state.table.depth):
            return 0
        for other in rest:
            least = min(least, _between(there, box, by, other, named={piece.key, other.key} == {*named}))
            if least <= 0:
                return 0
    return least


def _between(piece: Piece, box: Box, by: Shift, other: Piece, *, named: bool) -> int:
    """The room between a piece that is moved and another, as far as it matters."""
    if named:
        return 0 if _overlap(piece, other, by.dx, by.dy) else ROOM
    free = _between_boxes(box, by.dx, by.dy, _box(other))
    if free > INCH:
        return free
    return _gap(piece, other, by.dx, by.dy) - (INCH if other.side != piece.side else 0)


def _move(ctx: Context, key: str, by: Shift, *, turned: bool) -> None:
    """Record where a piece stands now."""
    state = ctx.state
    formation = _formation(state, key)
    if formation is not None:
        stands = _facing(formation, by.facing) if turned and by.facing else formation
        stands = msgspec.structs.replace(stands, at=(stands.at[0] + by.dx, stands.at[1] + by.dy))
        stands = msgspec.structs.replace(stands, stands=dict(sorted(stands.stands.items())))
        ctx.emit(Formed(rule=SKETCH, unit=key, formation=stands, at=regiment.places(stands)))
        return
    alone = _alone(state, key)
    for model in [model for model in state.alive() if key in (model.id, model.unit)]:
        x, y, z = hull.stands(model)
        facing = _scaled(by.facing) if turned and by.facing and alone is not None else None
        ctx.emit(Placed(rule=SKETCH, model=model.id, at=(x + by.dx, y + by.dy, z), facing=facing))


def _told() -> Sentence:
    text = Phrase("%(of)s and %(to)s are %(distance)s apart", "%(of)s – %(to)s: расстояние %(distance)s")
    return filled(text, distance=lambda now: now.cast.length(now.action.distance))


ACT = Act(Apart, apart, told=_told())
