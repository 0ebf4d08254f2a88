"""Buildings: units go inside an intact one and come out again.

A building is a piece of terrain of the kind `building`; it is taken to have access points on all its sides. Those
inside are off the table, a mark on their unit names the piece. How much room it has is agreed (`options.BUILDING`).
Nothing in the document destroys one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel import convex, footprint
from rules.kernel.context import Context
from rules.kernel.effects import Lifted
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.lengths import show
from rules.kernel.marks import PIECE, on_unit
from rules.kernel.part import Act, Choice, Condition, Objections, Option, Part, demand, nothing, objection, refuse
from rules.kernel.state import Model, State, Terrain, Unit
from rules.kernel.telling import Phrase
from rules.wh40k import hooks, options, words
from rules.wh40k.book import BUILDING
from rules.wh40k.deployment import places, placing
from rules.wh40k.vehicles import transport

OCCUPIES = "wh40k.assumed.building.occupation"
"""On a unit, for the game: the id of the building it is in; for the turn: it went in or came out."""
KIND = "building"


class Occupy(Action, frozen=True, tag="occupy"):
    """A unit whose models are all within 2" of an intact building goes inside, in its Movement phase."""

    unit: str
    building: str


class ComeOut(Action, frozen=True, tag="come-out"):
    """A unit comes out of a building, in its Movement phase: a place within 6" of it for each model."""

    unit: str
    places: tuple[placing.Place, ...] = ()


def inside(state: State, piece: str) -> list[Unit]:
    """The units in a building."""
    return [u for u in state.units.values() if u.game.get(OCCUPIES) == piece and words.alive(state, u)]


def of(state: State, unit: Unit) -> Terrain | None:
    """The building a unit is in."""
    key = unit.game.get(OCCUPIES)
    return next((piece for piece in state.table.terrain if piece.id == key), None)


def find(ctx: Context, key: str, path: str = "$.action.building") -> Terrain:
    """A piece of terrain by its id. Raises Malformed if there is none."""
    for piece in ctx.state.table.terrain:
        if piece.id == key:
            return piece
    raise Malformed(path, f"there is no piece of terrain {key!r} on this table")


def left_room(ctx: Context, piece: Terrain) -> int:
    """How much room a building has left, in points of transport capacity."""
    taken = sum(transport.room(ctx, ctx.state.members(u.id)) for u in inside(ctx.state, piece.id))
    return options.option(ctx.state, options.BUILDING) - taken


def holding(ctx: Context, unit: Unit, piece: Terrain) -> Objections:
    """Objections to a unit being in a piece: not an intact building, an enemy inside, no fitting door, no room."""
    name = unit.sheet.name
    models = ctx.state.members(unit.id)
    if piece.kind != KIND:
        yield objection(OCCUPIES, "{piece} is not an intact building", piece=piece.name)
    if any(words.is_vehicle(m) for m in models):
        yield objection(OCCUPIES, "{name} does not fit through a door", name=name)
    if any(u.side != unit.side for u in inside(ctx.state, piece.id)):
        yield objection(OCCUPIES, "the enemy is in {piece}", piece=piece.name)
    needed, left = transport.room(ctx, models), left_room(ctx, piece)
    if needed > left:
        yield objection(
            OCCUPIES, "{name} needs room for {needed}; {piece} has room for {left}", name=name, needed=needed,
            piece=piece.name, left=max(0, left),
        )  # fmt: skip


def enter(ctx: Context, unit: Unit, piece: Terrain) -> None:
    """Put a unit into a building."""
    for model in words.standing(ctx.state, unit):
        ctx.emit(Lifted(rule=OCCUPIES, model=model.id))
    words.mark(ctx, unit, OCCUPIES, piece.id, "game")


def occupy(ctx: Context, action: Occupy) -> None:
    """A unit goes into a building."""
    words.on_turn(ctx)
    words.in_phase(ctx, "movement", clause=OCCUPIES)
    unit = words.own(ctx, action.unit)
    piece = find(ctx, action.building)
    refuse(ctx, _entering(ctx, unit, piece))
    enter(ctx, unit, piece)
    words.mark(ctx, unit, OCCUPIES)


def _entering(ctx: Context, unit: Unit, piece: Terrain) -> Objections:
    """Objections to a unit going into a piece now."""
    yield from holding(ctx, unit, piece)
    yield from _held(ctx, unit)
    for model in words.standing(ctx.state, unit):
        gap = footprint.distance_to_outline(model, piece.outline)
        if gap > transport.IN:
            yield objection(
                OCCUPIES, '{name} is {gap} from {piece}; 2" is the most', name=model.sheet.name, gap=show(gap),
                piece=piece.name,
            )  # fmt: skip


def _held(ctx: Context, unit: Unit) -> Objections:
    """What keeps a unit from going in, wherever the building is."""
    name = unit.sheet.name
    yield from words.in_combat(ctx.state, unit, OCCUPIES)
    if words.falling_back(unit):
        yield objection(OCCUPIES, "{name} is falling back", name=name)
    if OCCUPIES in unit.turn:
        yield objection(OCCUPIES, "{name} came out of a building this turn", name=name)
    yield from words.barred(ctx, hooks.MAY_MOVE, unit, "{name} may not move")


MAY_LEAVE = Condition(OCCUPIES, "{name} went in this turn", lambda unit: OCCUPIES not in unit.turn)


def leave(ctx: Context, action: ComeOut) -> None:
    """A unit comes out of the building it is in."""
    unit = ctx.unit(action.unit)
    ctx.require(unit.side == ctx.by, words.ACTED, "{name} belongs to the other side", name=unit.sheet.name)
    piece = of(ctx.state, unit)
    if not ctx.require(piece, OCCUPIES, "{name} is not in a building", name=unit.sheet.name) or piece is None:
        return
    words.on_turn(ctx)
    words.in_phase(ctx, "movement", clause=OCCUPIES)
    demand(ctx, (MAY_LEAVE,), unit, name=unit.sheet.name)
    stand_ins = placing.stand_ins(ctx, unit, action.places, OCCUPIES)
    for model in stand_ins:
        gap = footprint.distance_to_outline(model, piece.outline)
        ctx.require(
            gap <= transport.OUT, OCCUPIES, '{name} would be {gap} from {piece}; 6" is the most',
            name=model.sheet.name, gap=show(gap), piece=piece.name,
        )  # fmt: skip
    placing.require_legal(ctx, unit, stand_ins)
    placing.put(ctx, stand_ins, OCCUPIES)
    words.unmark(ctx, unit, OCCUPIES, "game")
    words.mark(ctx, unit, OCCUPIES)
    words.mark(ctx, unit, words.MOVED, 1, rule=OCCUPIES)


@BUILDING.at(hooks.MAY_MOVE)
def _out_is_moved(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    """A unit that came out cannot move any more in the Movement phase."""
    moving = ctx.state.phase == "movement" and OCCUPIES in unit.turn
    return clause or (OCCUPIES if moving else "")


def _may_occupy(ctx: Context) -> Iterator[Option]:
    pieces = [piece for piece in ctx.state.table.terrain if piece.kind == KIND]
    for unit in transport.candidates(ctx) if pieces else ():
        models = words.standing(ctx.state, unit)
        if not models or not nothing(_held(ctx, unit)):
            continue
        beside = [piece for piece in pieces if footprint.near_outline(models[0], piece.outline, transport.IN)]
        found = tuple(piece.id for piece in beside if nothing(_entering(ctx, unit, piece)))
        if found:
            yield Option(unit.side, "occupy", model=unit.id, targets=found, limit=transport.IN, clause=OCCUPIES)


def _may_come_out(ctx: Context) -> Iterator[Option]:
    for unit in transport.candidates(ctx):
        if of(ctx.state, unit) is not None and MAY_LEAVE.holds(unit):
            yield Option(unit.side, "come-out", model=unit.id, limit=transport.OUT, clause=OCCUPIES)


# what is worth declaring


def _beside(choice: Choice) -> Iterator[Action]:
    """Round the building."""
    ctx, unit = choice.ctx, choice.unit
    piece = of(ctx.state, unit)
    if piece is None:
        return

    def fits(stand_in: Model) -> bool:
        return footprint.near_outline(stand_in, piece.outline, transport.OUT)

    left, near, right, far = convex.box_of(piece.outline)
    out = transport.OUT
    box = convex.Box(left - out, near - out, right + out, far + out)
    for anchor in places.anchors(choice.dice, box):
        found = places.set_up(ctx, unit, anchor, gap=10, fits=fits)
        if found:
            yield ComeOut(unit=unit.id, places=found)


MARKS = (
    on_unit(OCCUPIES, "game", "The building it is in.", PIECE),
    on_unit(OCCUPIES, "turn", "It went into a building or came out of one."),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    brings=(words.Because(OCCUPIES, "it came out of a building this turn"),),
    acts=(
        Act(Occupy, occupy, _may_occupy, phases=("movement",),
            told=Phrase("%(unit)s [enters|enter] %(building)s", "%(unit)s: вход в здание, %(building)s")),
        Act(ComeOut, leave, _may_come_out, phases=("movement",), propose=_beside,
            told=Phrase("%(unit)s [leaves|leave] the building", "%(unit)s: выход из здания")),
    ),
)  # fmt: skip
