"""Buildings: units go inside an intact one and come out again; a destroyed one becomes a ruin and lets everybody out.

A building is a piece of terrain of the kind `building`; it is taken to have access points on all its sides. Those
inside are off the table, a mark on their unit names the piece. How much room it has is agreed (`options.BUILDING`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from rules.kernel import footprint
from rules.kernel.context import Context
from rules.kernel.effects import Lifted, TerrainSet
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.lengths import show
from rules.kernel.part import Option
from rules.kernel.state import State, Terrain, Unit
from rules.wh40k import hooks, options, questions, words
from rules.wh40k.book import BUILDING
from rules.wh40k.deployment import placing
from rules.wh40k.vehicles import transport

OCCUPIES = "wh40k.assumed.building.occupation"
"""On a unit, for the game: the id of the building it is in; for the turn: it went in or came out."""
COLLAPSE = "wh40k.assumed.building.collapse"
"""On a unit that has to leave a destroyed building; also the question where it goes."""
KIND, RUIN = "building", "ruin"


class Occupy(Action, frozen=True, tag="occupy"):
    """A unit whose models are all within 2" of an intact building goes inside, in its Movement phase."""

    unit: str
    building: str


class ComeOut(Action, frozen=True, tag="come-out"):
    """A unit comes out of a building: a place within 6" of it for each model.

    After the building was destroyed models that are not named find no room, and are lost.
    """

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
    """A piece of terrain by its id. Raises Malformed where there is none."""
    for piece in ctx.state.table.terrain:
        if piece.id == key:
            return piece
    raise Malformed(path, f"there is no piece of terrain {key!r} on this table")


def left_room(ctx: Context, piece: Terrain) -> int:
    """How much room a building has left, in points of transport capacity."""
    taken = sum(transport.room(ctx, ctx.state.members(u.id)) for u in inside(ctx.state, piece.id))
    return options.option(ctx.state, options.BUILDING) - taken


def may_hold(ctx: Context, unit: Unit, piece: Terrain) -> bool:
    """Refuse a piece that is no intact building, an enemy inside, vehicles, and who finds no room."""
    name = unit.sheet.name
    models = ctx.state.members(unit.id)
    ctx.require(piece.kind == KIND, OCCUPIES, "{piece} is no intact building", piece=piece.name)
    ctx.require(not any(words.is_vehicle(m) for m in models), OCCUPIES, "{name} does not fit through a door", name=name)
    hostile = any(u.side != unit.side for u in inside(ctx.state, piece.id))
    ctx.require(not hostile, OCCUPIES, "the enemy is in {piece}", piece=piece.name)
    needed, left = transport.room(ctx, models), left_room(ctx, piece)
    return ctx.require(
        needed <= left, OCCUPIES, "{name} needs room for {needed}; {piece} has room for {left}", name=name,
        needed=needed, piece=piece.name, left=max(0, left),
    )  # fmt: skip


def enter(ctx: Context, unit: Unit, piece: Terrain) -> None:
    """Put a unit into a building."""
    for model in words.standing(ctx.state, unit):
        ctx.emit(Lifted(rule=OCCUPIES, model=model.id))
    words.mark(ctx, unit, OCCUPIES, piece.id, "game")


def occupy(ctx: Context, action: Occupy) -> None:
    """A unit goes into a building."""
    words.on_turn(ctx)
    words.in_phase(ctx, "movement")
    unit = words.own(ctx, action.unit)
    piece = find(ctx, action.building)
    may_hold(ctx, unit, piece)
    name = unit.sheet.name
    ctx.require(not words.locked(ctx.state, unit), OCCUPIES, "{name} is locked in combat", name=name)
    ctx.require(not words.falling_back(unit), OCCUPIES, "{name} is falling back", name=name)
    ctx.require(OCCUPIES not in unit.turn, OCCUPIES, "{name} came out of a building this turn", name=name)
    held = ctx.value(hooks.MAY_MOVE, "", unit=unit)
    ctx.require(not held, held, "{name} may not move", name=name)
    for model in words.standing(ctx.state, unit):
        gap = footprint.distance_to_outline(model, piece.outline)
        ctx.require(
            gap <= transport.IN, OCCUPIES, '{name} is {gap} from {piece}; 2" is the most', name=model.sheet.name,
            gap=show(gap), piece=piece.name,
        )  # fmt: skip
    enter(ctx, unit, piece)
    words.mark(ctx, unit, OCCUPIES)


def leave(ctx: Context, action: ComeOut) -> None:
    """A unit comes out of a building, in its Movement phase or because it was destroyed."""
    pending = ctx.state.pending
    unit = ctx.unit(action.unit)
    ctx.require(unit.side == ctx.by, words.ACTED, "{name} belongs to the other side", name=unit.sheet.name)
    piece = of(ctx.state, unit)
    if not ctx.require(piece, OCCUPIES, "{name} is in no building", name=unit.sheet.name) or piece is None:
        return
    fleeing = pending is not None and pending.clause == COLLAPSE
    if fleeing:
        if questions.answered(ctx, COLLAPSE, unit.id) is None:
            return
    else:
        words.on_turn(ctx)
        words.in_phase(ctx, "movement")
        ctx.require(OCCUPIES not in unit.turn, OCCUPIES, "{name} went in this turn", name=unit.sheet.name)
    _set_down(ctx, unit, piece, action, fleeing)
    for model in ctx.state.members(unit.id) if fleeing else ():
        if model.at is None:
            words.kill(ctx, model, COLLAPSE)


def _set_down(ctx: Context, unit: Unit, piece: Terrain, action: ComeOut, partly: bool) -> None:
    stand_ins = placing.stand_ins(ctx, unit, action.places, OCCUPIES, partly)
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


def collapse(ctx: Context, piece: Terrain, clause: str) -> None:
    """A building is destroyed: a ruin stands in its place, and those inside come out at once."""
    ctx.emit(TerrainSet(rule=clause, piece=msgspec.structs.replace(piece, kind=RUIN)))
    for unit in inside(ctx.state, piece.id):
        words.mark(ctx, unit, COLLAPSE)


def ask_out(ctx: Context, unit: Unit) -> None:
    """Ask where those inside a destroyed building go."""
    if OCCUPIES in unit.game and words.alive(ctx.state, unit):
        ctx.ask(COLLAPSE, unit.side, model=unit.id)


questions.DUE[COLLAPSE] = ask_out


@BUILDING.at(hooks.MAY_MOVE)
def _out_is_moved(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    """A unit that came out does not move on in the Movement phase."""
    moving = ctx.state.phase == "movement" and OCCUPIES in unit.turn
    return clause or (OCCUPIES if moving else "")


HANDLERS: dict[type[Action], Callable[[Context, Any], None]] = {Occupy: occupy, ComeOut: leave}


def offers(ctx: Context) -> Iterator[Option]:
    """Leaving a destroyed building; in the Movement phase going in and coming out."""
    state, pending = ctx.state, ctx.state.pending
    if pending is not None:
        if pending.clause == COLLAPSE:
            yield Option(pending.side, "come-out", model=pending.model, limit=transport.OUT, clause=COLLAPSE)
        return
    if (state.phase, state.step) != ("movement", ""):
        return
    for unit in state.units.values():
        if unit.side != state.to_act or OCCUPIES in unit.turn or not words.alive(state, unit):
            continue
        if of(state, unit) is not None:
            yield Option(unit.side, "come-out", model=unit.id, limit=transport.OUT, clause=OCCUPIES)
        elif _doors(ctx, unit):
            yield Option(unit.side, "occupy", model=unit.id, limit=transport.IN, clause=OCCUPIES)


def _doors(ctx: Context, unit: Unit) -> bool:
    """Whether a unit stands at an intact building that it may go into."""
    models = words.standing(ctx.state, unit)
    if not models or any(words.is_vehicle(m) for m in models) or words.falling_back(unit):
        return False
    if words.locked(ctx.state, unit) or ctx.value(hooks.MAY_MOVE, "", unit=unit):
        return False
    return any(
        piece.kind == KIND
        and all(footprint.near_outline(m, piece.outline, transport.IN) for m in models)
        and transport.room(ctx, models) <= left_room(ctx, piece)
        and not any(u.side != unit.side for u in inside(ctx.state, piece.id))
        for piece in ctx.state.table.terrain
    )
