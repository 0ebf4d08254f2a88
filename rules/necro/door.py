"""Doors: open, closed and locked; operating them; closing one on a fighter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from rules.kernel import asking, convex, geometry, hull
from rules.kernel.context import Context
from rules.kernel.effects import Moved, TerrainSet
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import PIECE, PIECES, MarkKind, QuestionKind, Takes, each, on_model, on_table
from rules.kernel.part import Act, Choice, Objection, Option, Part, nothing, objection, refuse
from rules.kernel.state import Model, Number, Point, State, Terrain
from rules.kernel.telling import Phrase, Telling
from rules.necro import activation, checks, danger, forced, ground, hooks, injury, move, options, vision, way, words
from rules.necro.activation import SIMPLE
from rules.necro.book import DOOR

CLOSED, OPEN = "door", "open door"
"""The kinds of a door's piece of terrain; an open one is off the field, and its piece only remembers where it was."""
FLAT = 1
"""The height of the piece of an open door: nothing is behind it and nothing collides with it."""
DRAWN_LOCKED = "locked door"
"""How a table draws a door that begins locked; from the start of the battle on it is a closed door with that mark."""
REACH = INCH
CRUSHED = 3
ASIDE = 2 * INCH
HALF = 3
STEP, AWAY = 20, 4 * INCH
"""How finely and how far a place beside a door is looked for."""

HEIGHTS = DOOR["open-removed"]
"""On the table: the heights of the doors that are open, each `id=height`."""
LOCKED = DOOR["may-be-locked"]
"""On the table: the locked doors."""
OPERATED = DOOR["once-per-turn"]
"""On the table: the doors that were opened or closed in this player's turn."""
BROKEN_OPEN = DOOR["force.no-operate"]
"""On the table: the doors that were forced in this player's turn."""
OPERATE = DOOR["operate"]
AT_START = options.DOORS
MEASURE = "necro.terrain.impassable-measure"
COUNTED = re.compile(r".*=[1-9][0-9]{0,5}", re.ASCII)
"""An entry of a mark that gives each door a number."""
CAUGHT = DOOR["close-on-fighter-test"]
"""On a fighter, for the phase: the door that has closed on it."""


class OperateDoor(Action, frozen=True, tag="operate-door"):
    """A fighter opens or closes a door."""

    fighter: str
    door: str


class StepAside(Action, frozen=True, tag="step-aside"):
    """A fighter in a doorway that closes goes to a place outside it."""

    fighter: str
    at: Point
    facing: tuple[Number, Number] | None = None


# the state of doors


def doors(state: State) -> list[Terrain]:
    """The doors of the field, open or closed."""
    return [piece for piece in state.table.terrain if piece.kind in (CLOSED, OPEN)]


def listed(state: State, key: str) -> tuple[str, ...]:
    """What a mark on the table lists."""
    value = state.game.get(key, ())
    return value if isinstance(value, tuple) else ()


def numbers(state: State, key: str) -> dict[str, int]:
    """What a mark on the table lists as `id=number`."""
    pairs = (pair.rpartition("=") for pair in listed(state, key) if COUNTED.fullmatch(pair))
    return {name: int(value) for name, _, value in pairs}


def note(ctx: Context, key: str, value: tuple[str, ...], rule: str = "") -> None:
    """Set a list on the table; an empty one is taken away."""
    if value:
        words.mark(ctx, "", key, value, rule=rule)
    elif key in ctx.state.game:
        words.unmark(ctx, "", key, rule=rule)


def note_numbers(ctx: Context, key: str, value: dict[str, int], rule: str) -> None:
    """Set a list of numbers by id on the table."""
    note(ctx, key, tuple(f"{name}={number}" for name, number in sorted(value.items())), rule)


def is_locked(state: State, door: str) -> bool:
    """Whether a door is locked."""
    return door in listed(state, LOCKED)


def unlock(ctx: Context, door: str, rule: str) -> None:
    """A door is no longer locked, until the end of the battle."""
    if is_locked(ctx.state, door):
        note(ctx, LOCKED, tuple(each for each in listed(ctx.state, LOCKED) if each != door), rule)


def piece_of(state: State, key: str) -> Terrain | None:
    """A door by its id."""
    return next((each for each in doors(state) if each.id == key), None)


def found(ctx: Context, key: str) -> Terrain | None:
    """A door of the field; refuses any other id."""
    piece = piece_of(ctx.state, key)
    ctx.require(piece, DOOR["open-or-closed"], "there is no door {door!r} on the field", door=key)
    return piece


def toggled(ctx: Context, piece: Terrain, rule: str) -> None:
    """A closed door opens, an open one closes. It cannot be opened or closed again in this player's turn."""
    heights = numbers(ctx.state, HEIGHTS)
    if piece.kind == CLOSED:
        heights[piece.id] = piece.height
        clause, anew = DOOR["open-removed"], msgspec.structs.replace(piece, kind=OPEN, height=FLAT)
    else:
        clause, height = DOOR["closed-impassable"], heights.pop(piece.id, ground.TALL)
        anew = msgspec.structs.replace(piece, kind=CLOSED, height=height)
    note(ctx, OPERATED, (*listed(ctx.state, OPERATED), piece.id), rule)
    note_numbers(ctx, HEIGHTS, heights, rule)
    ctx.emit(TerrainSet(rule=clause, piece=anew))


@DOOR.at(hooks.SET_UP)
def _as_drawn(ctx: Context, occasion: object, **_: Any) -> None:
    """Before the battle: doors drawn as open or locked are that, and all are locked if the players agreed on it."""
    every = options.option(ctx.state, AT_START)
    for piece in ctx.state.table.terrain:
        if piece.kind == OPEN and piece.height > FLAT:
            heights = {**numbers(ctx.state, HEIGHTS), piece.id: piece.height}
            note_numbers(ctx, HEIGHTS, heights, AT_START)
            ctx.emit(TerrainSet(rule=AT_START, piece=msgspec.structs.replace(piece, height=FLAT)))
        elif piece.kind == DRAWN_LOCKED or (every and piece.kind == CLOSED):
            note(ctx, LOCKED, (*listed(ctx.state, LOCKED), piece.id), AT_START)
            ctx.emit(TerrainSet(rule=LOCKED, piece=msgspec.structs.replace(piece, kind=CLOSED)))


# operating


def operating(ctx: Context, piece: Terrain) -> Iterator[Objection]:
    """Why a fighter cannot open or close a door: the distance aside."""
    name = piece.name
    if is_locked(ctx.state, piece.id):
        yield objection(DOOR["locked-no-operate"], "{door} is locked", door=name)
    if piece.id in listed(ctx.state, BROKEN_OPEN):
        yield objection(BROKEN_OPEN, "{door} was forced in this turn", door=name)
    if piece.id in listed(ctx.state, OPERATED):
        yield objection(OPERATED, "{door} was opened or closed in this turn", door=name)


def away(model: Model, piece: Terrain) -> int:
    """How far a fighter is from a piece of terrain, heights included, in hundredths of an inch."""
    square, divisor = convex.separation(hull.core(model), piece.outline)
    z = hull.stands(model)[2]
    apart = max(0, piece.floor - z, z - piece.floor - piece.height)
    return geometry.apart(square, divisor, hull.radius(model.sheet), apart)


def far(state: State, model: Model, piece: Terrain, clause: str) -> Iterator[Objection]:
    """Why a fighter is too far from something to use it, by the clause that says so: no measuring through walls."""
    gap = away(model, piece)
    if gap > REACH:
        yield objection(clause, "{name} is {gap} from {piece}, {most} is the most", name=model.sheet.name,
                        piece=piece.name, gap=show(gap), most=show(REACH))  # fmt: skip
    elif _behind_walls(state, model, piece):
        yield objection(MEASURE, "there is impassable terrain between {name} and {piece}", name=model.sheet.name,
                        piece=piece.name)  # fmt: skip


def _behind_walls(state: State, model: Model, piece: Terrain) -> bool:
    """Whether every line of at most an inch from a fighter to a piece leads through impassable terrain."""
    at = hull.stands(model)
    others = vision.without(state, (piece.id,))
    ends = ((*near, at[2]) for near in _nearest(at, piece))
    reached = (end for end in ends if geometry.gap(at, model.sheet.base, end, 0) <= REACH)
    return not _within(at, piece) and all(ground.walled(others, at, end) for end in reached)


def _within(at: Point, piece: Terrain) -> bool:
    return geometry.inside(at, piece.outline)


def _nearest(at: Point, piece: Terrain) -> Iterator[tuple[int, int]]:
    """The nearest point of each border of a piece, and its corners; points on borders are rounded."""
    for (x, y), (u, v) in convex.borders(piece.outline):
        yield x, y
        dx, dy = u - x, v - y
        square, along = dx * dx + dy * dy, (at[0] - x) * dx + (at[1] - y) * dy
        if 0 < along < square:
            yield x + dx * along // square, y + dy * along // square


def operate(ctx: Context, action: OperateDoor) -> None:
    """Open or close a door."""
    model = activation.begun(ctx, action.fighter, "operate-door", SIMPLE)
    if model is None or not move.is_status(ctx, model, DOOR["operate-needs-active"], "active"):
        return
    piece = found(ctx, action.door)
    if piece is None or not refuse(ctx, (*far(ctx.state, model, piece, OPERATE), *operating(ctx, piece))):
        return
    activation.spend(ctx, model, "operate-door", SIMPLE)
    operated(ctx, piece, DOOR["operate"])


def operated(ctx: Context, piece: Terrain, rule: str) -> None:
    """A door is opened or closed by a fighter; whoever stands in the doorway may be crushed."""
    toggled(ctx, piece, rule)
    if piece.kind == OPEN:
        _catch(ctx, piece.id)


# closing a door on fighters


def in_doorway(model: Model, piece: Terrain) -> bool:
    """Whether a fighter stands in the opening of a door, on its level; by as little as it may overlap a wall, it does
    not.
    """
    if model.at is None or not on_level(model, piece):
        return False
    return convex.overlap(hull.core(model), piece.outline, hull.radius(model.sheet) - ground.TOUCH)


def on_level(model: Model, piece: Terrain) -> bool:
    """Whether a fighter stands on the level of a door."""
    return model.at is not None and abs(model.at[2] - piece.floor) < INCH


def _catch(ctx: Context, door: str) -> None:
    """The next fighter in a doorway that has closed has to test."""
    piece = piece_of(ctx.state, door)
    for model in words.fighters(ctx.state):
        if piece is not None and in_doorway(model, piece):
            words.mark(ctx, model, CAUGHT, door, until="phase")
            checks.ask(ctx, model, CAUGHT)
            return


def _tested(ctx: Context, model: Model, passed: bool) -> None:
    """A fighter in the doorway jumps out of it, or is crushed."""
    if passed and next(_ways_out(ctx, model), None) is not None:
        ctx.ask(DOOR["close-on-fighter-pass"], words.controller(ctx.state, model), model=model.id, value=ASIDE)
        return
    door = _door_of(model)
    injury.harm(ctx, model, CRUSHED, DOOR["close-on-fighter-no-room" if passed else "close-on-fighter-damage"])
    if not model.out:
        _thrown(ctx, model, door)
    _next(ctx, model, door)


def _door_of(model: Model) -> str:
    return str(model.phase.get(CAUGHT, ""))


def _next(ctx: Context, model: Model, door: str) -> None:
    """Go on with the next fighter in the doorway."""
    words.unmark(ctx, model, CAUGHT, until="phase")
    if not model.out:
        forced.moved(ctx, model)
    _catch(ctx, door)


def _around(at: Point, reach: int) -> Iterator[Point]:
    """Places within a distance of a place, the nearest first."""
    steps = range(-reach, reach + 1, STEP)
    spots = sorted((dx * dx + dy * dy, dx, dy) for dx in steps for dy in steps if dx * dx + dy * dy <= reach * reach)
    yield from ((at[0] + dx, at[1] + dy, at[2]) for _, dx, dy in spots)


def _ways_out(ctx: Context, model: Model) -> Iterator[Point]:
    """Places outside the doorway within 2" that a fighter can go to, the nearest first."""
    for at in _around(ctx.place(model), ASIDE):
        if nothing(_out_there(ctx, model, at)):
            yield at


def _out_there(ctx: Context, model: Model, at: Point) -> Iterator[Objection | tuple[str, str]]:
    """Why a fighter cannot leave the doorway for a place: it is occupied, or there is something on the way."""
    start, door = ctx.place(model), _door_of(model)
    yield from ground.forbidden(ctx.state, model, at, engaging=True)
    for piece in ctx.state.table.terrain:
        if piece.id != door and ground.is_solid(piece) and geometry.crosses(start, at, piece):
            yield objection(ground.IMPASSABLE, "{piece} cannot be passed", piece=piece.name)
    for other in ground.in_the_way(ctx.state, model, start, at):
        yield objection(ground.INJURED_ONLY, "{other} stands in the way of {name}", other=other.sheet.name,
                        name=model.sheet.name)  # fmt: skip


def step_aside(ctx: Context, action: StepAside) -> None:
    """Go to a place outside the doorway."""
    way.looks(action.facing)
    model, clause = ctx.model(action.fighter, "$.action.fighter"), DOOR["close-on-fighter-pass"]
    length = geometry.path_length(ctx.place(model), (action.at,))
    ctx.require(length <= ASIDE, clause, "{name} would move {length}, {most} is the most", name=model.sheet.name,
                length=show(length), most=show(ASIDE))  # fmt: skip
    refuse(ctx, _out_there(ctx, model, action.at))
    if asking.answered(ctx, clause, action.fighter) is not None:
        start = ctx.place(model)
        ctx.emit(Moved(rule=clause, model=model.id, path=(action.at,), length=length))
        danger.moved(ctx, model, start, action.at)
        if action.facing is not None and not model.out:
            way.face(ctx, model, action.facing, way.TURN)
        _next(ctx, model, _door_of(model))


def _thrown(ctx: Context, model: Model, door: str) -> None:
    """A crushed fighter lands on one side of the door, which a die decides: 1 to 3 the first, 4 to 6 the other.

    The first side is the one to the left of its longest border, looking along it; a table with the y axis up has that
    above a door drawn from left to right. It lands at the nearest free place there.
    """
    clause, piece = DOOR["close-on-fighter-side"], piece_of(ctx.state, door)
    face = ctx.roll(clause, model.side, 1, model=model.id).total
    for first in (face <= HALF, face > HALF):
        for at in _around(ctx.place(model), AWAY):
            beside = piece is not None and _is_first(piece, at) == first
            if beside and not list(ground.forbidden(ctx.state, model, at, engaging=True)):
                start = ctx.place(model)
                ctx.emit(Moved(rule=clause, model=model.id, path=(at,)))
                danger.put(ctx, model, start)
                return


def _is_first(piece: Terrain, at: Point) -> bool:
    """Whether a place is on the first side of a door: seen from its middle, left of its longest border, which is taken
    to run from left to right.
    """
    a, b = max(convex.borders(piece.outline), key=lambda border: geometry.ground_square(*border))
    (dx, dy), count = (b[0] - a[0], b[1] - a[1]), len(piece.outline)
    if (dx, dy) < (0, 0):
        dx, dy = -dx, -dy
    x, y = sum(x for x, _ in piece.outline), sum(y for _, y in piece.outline)
    return dx * (at[1] * count - y) - dy * (at[0] * count - x) > 0


@DOOR.at(hooks.TURN_ENDED)
def _turn_over(ctx: Context, side: str, **_: Any) -> None:
    for key in (OPERATED, BROKEN_OPEN):
        note(ctx, key, ())


# what is open


def _may_operate(ctx: Context) -> Iterator[Option]:
    model = move.offered(ctx, "operate-door", SIMPLE, "active")
    if model is not None:
        open_ = tuple(
            p.id for p in doors(ctx.state) if nothing((*far(ctx.state, model, p, OPERATE), *operating(ctx, p)))
        )
        if open_:
            yield Option(words.controller(ctx.state, model), "operate-door", model.id, open_, clause=DOOR["operate"])


def _operates(choice: Choice) -> Iterator[Action]:
    yield from (OperateDoor(fighter=choice.option.model, door=key) for key in choice.option.targets)


def _steps(choice: Choice) -> Iterator[Action]:
    yield from (StepAside(fighter=choice.option.model, at=at) for at in _ways_out(choice.ctx, choice.model))


NUMBERS = each(
    Takes("an id and a number, such as t4=300", {"type": "string", "pattern": COUNTED.pattern},
          lambda state, value: isinstance(value, str) and COUNTED.fullmatch(value) is not None),
    "a list of ids with numbers, such as t4=300",
)  # fmt: skip
MARKS: tuple[MarkKind, ...] = (
    on_table(HEIGHTS, "The doors that are open, with their heights in hundredths of an inch.", NUMBERS),
    on_table(LOCKED, "The locked doors.", PIECES),
    on_table(OPERATED, "The doors that were opened or closed in this player's turn.", PIECES),
    on_table(BROKEN_OPEN, "The doors that were forced in this player's turn.", PIECES),
    on_model(CAUGHT, "phase", "The door that has closed on it.", PIECE),
)
PART = Part(
    marks=MARKS,
    asks=(QuestionKind(DOOR["close-on-fighter-pass"], named=True),),
    acts=(
        Act(OperateDoor, operate, _may_operate, phases=("action",), propose=_operates,
            told=Phrase("%(fighter)s operates a door", "%(fighter)s управляет дверью")),
        asking.reply(StepAside, step_aside, DOOR["close-on-fighter-pass"], propose=_steps, limit=True,
            told=Phrase("%(fighter)s gets out of the doorway", "%(fighter)s уходит из проёма")),
    ),
    brings=(checks.Check(CAUGHT, "I", _tested),),
    telling=Telling(
        questions={
            CAUGHT: Phrase("%(side)s: %(model)s is in the doorway", "%(side)s: %(model)s в проёме"),
            DOOR["close-on-fighter-pass"]: Phrase("%(side)s: %(model)s gets out", "%(side)s: %(model)s выходит"),
        },
    ),
)  # fmt: skip
