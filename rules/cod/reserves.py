"""Reserves of a city fight: when they arrive and over which edge, a choice of the army list at a time; leaving the
table by an exit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.cod import ground, prepared
from rules.cod import victory_points as vp
from rules.cod.book import SPECIAL
from rules.cod.mission import Segment, mission
from rules.kernel.context import Context
from rules.kernel.effects import Lifted
from rules.kernel.events import Action
from rules.kernel.part import Option
from rules.kernel.state import State, Unit
from rules.wh40k import hooks, words
from rules.wh40k.deployment import reserve
from rules.wh40k.movement import move
from rules.wh40k.vehicles import vehicle

TABLE = {1: 7, 2: 4, 3: 3}
"""What a unit needs to arrive in a game turn; later 2+. 7 says that nobody rolls."""
LATER = 2
CHOICE = SPECIAL["reserves.roll"]
"""On the sheets of units that are one choice of the army list: the name of the choice."""
SHARED = SPECIAL["reserves.transport"]


class LeaveTable(Action, frozen=True, tag="leave-table"):
    """A unit leaves the table by its exit with what is left of its move."""

    unit: str


class RandomEdge(Action, frozen=True, tag="random-edge"):
    """The die that picks the edge over which a unit comes on, where the scenario has one."""

    unit: str


# when


@SPECIAL.at(hooks.RESERVE_NEEDED)
def _needed(ctx: Context, needed: int, *, unit: Unit, **_: Any) -> int:
    """The table of reserves; who came off it again arrives without a roll."""
    if mission(ctx.state) is None or reserve.manner_of(unit) == "ongoing":
        return needed
    return TABLE.get(ctx.state.round, LATER)


def choice_of(state: State, unit: Unit) -> str:
    """What is rolled for once: a platoon, or a unit and its own transport (the id of the unit)."""
    for other in state.units.values():
        if other.side == unit.side and other.sheet.has.get(vp.DEDICATED) == unit.sheet.id:
            unit = other
            break
    named = unit.sheet.has.get(CHOICE)
    return f"{unit.side} {named}" if named else unit.id


@SPECIAL.at(hooks.TURN_BEGAN)
def _one_roll_each(ctx: Context, side: str, **_: Any) -> None:
    """Of the units of one choice only the first is rolled for."""
    seen: dict[str, None] = {}
    for unit in ctx.state.units.values():
        if unit.side != side or reserve.ROLLS not in unit.turn or mission(ctx.state) is None:
            continue
        choice = choice_of(ctx.state, unit)
        if choice in seen:
            words.unmark(ctx, unit, reserve.ROLLS, rule=SHARED)
        seen[choice] = None


def roll(ctx: Context, action: reserve.ReserveRolls) -> None:
    """Make the rolls; the other units of a choice that arrives become available with it."""
    reserve.roll(ctx, action)
    if mission(ctx.state) is None:
        return
    state = ctx.state
    came = {choice_of(state, unit) for unit in reserve.waiting(state, ctx.by)}
    for unit in state.units.values():
        waits = unit.side == ctx.by and reserve.manner_of(unit) and reserve.AVAILABLE not in unit.turn
        if waits and words.alive(state, unit) and choice_of(state, unit) in came:
            words.mark(ctx, unit, reserve.AVAILABLE, rule=SHARED)


# where


@SPECIAL.at(hooks.ARRIVAL)
def _where(ctx: Context, ways: tuple[Segment, ...], *, unit: Unit, manner: str, **_: Any) -> tuple[Segment, ...]:
    """A unit comes onto the table as the scenario describes."""
    played = mission(ctx.state)
    if played is None or manner not in ("reserve", "ongoing"):
        return ways
    return played.arrival(ctx.state, unit)


def random_edge(ctx: Context, action: RandomEdge) -> None:
    """A die for the edge: 1 to 4 are the edges, 5 and 6 are rolled again."""
    state, played = ctx.state, mission(ctx.state)
    words.on_turn(ctx)
    words.in_phase(ctx, "movement")
    unit = ctx.unit(action.unit)
    clause = played.random_edge(state, unit) if played is not None else ""
    due = clause and unit.side == ctx.by and reserve.AVAILABLE in unit.turn
    if not ctx.require(due, clause or CHOICE, "no edge is rolled for {name}", name=unit.sheet.name):
        return
    ctx.require(clause not in unit.turn, clause, "the edge of {name} is known", name=unit.sheet.name)
    face = 6
    while face > len(ground.EDGES):
        face = ctx.roll(clause, ctx.by, 1, exact=True, model=unit.id).total
    words.mark(ctx, unit, clause, ground.EDGES[face - 1])


# leaving


def leave(ctx: Context, action: LeaveTable) -> None:
    """Every model has to reach the exit with what is left of its move. What is aboard leaves too."""
    words.on_turn(ctx)
    words.in_phase(ctx, "movement")
    unit = words.own(ctx, action.unit)
    played, name = mission(ctx.state), unit.sheet.name
    exits = played.exits(ctx.state, unit) if played is not None else ()
    clause = exit_clause(ctx.state)
    if not ctx.require(exits, clause, "{name} has no exit from the table", name=name):
        return
    barred = move.may_not(ctx, unit, "move")
    ctx.require(not barred or words.ACTED in unit.phase, barred, "{name} cannot move now", name=name)
    ctx.require(not words.falling_back(unit), clause, "{name} is falling back", name=name)
    ctx.require(not words.locked(ctx.state, unit), clause, "{name} is locked in combat", name=name)
    short = [m for m in words.standing(ctx.state, unit) if distance(ctx, unit, m.id, exits) > left(ctx, unit, m.id)]
    names = ", ".join(model.sheet.name for model in short)
    ctx.require(not short, clause, "{names} cannot reach the exit", names=names)
    go(ctx, unit, clause)


def exit_clause(state: State) -> str:
    """The clause by which units leave."""
    played = mission(state)
    return played["objective"] if played is not None else prepared.GONE


def distance(ctx: Context, unit: Unit, key: str, exits: tuple[Segment, ...]) -> int:
    """How far a model is from the nearest exit."""
    return min(ground.from_edge(ctx.state.models[key], segment) for segment in exits)


def left(ctx: Context, unit: Unit, key: str) -> int:
    """How far a model may still move in this Movement phase. A unit that has just come on goes no farther."""
    if words.ARRIVED in unit.turn:
        return 0
    moved = unit.turn.get(words.MOVED, 0)
    limit = move.allowance(ctx, unit, ctx.state.models[key])
    return max(0, limit - moved) if isinstance(moved, int) else 0


def go(ctx: Context, unit: Unit, clause: str) -> None:
    """A unit is off the table for good, and so is whoever travels in it."""
    models = words.standing(ctx.state, unit)
    aboard = [passenger for model in models for passenger in vehicle.passengers(ctx.state, model)]
    for model in models:
        ctx.emit(Lifted(rule=clause, model=model.id))
    for each in (unit, *aboard):
        words.mark(ctx, each, prepared.GONE, until="game", rule=clause)


HANDLERS = {LeaveTable: leave, RandomEdge: random_edge, reserve.ReserveRolls: roll}


def offers(ctx: Context) -> Iterator[Option]:
    """Leaving by an exit; the die for the edge."""
    state, played = ctx.state, mission(ctx.state)
    if played is None or state.pending is not None or (state.phase, state.step) != ("movement", ""):
        return
    for unit in reserve.waiting(state, state.to_act):
        clause = played.random_edge(state, unit)
        if clause and clause not in unit.turn:
            yield Option(unit.side, "random-edge", model=unit.id, clause=clause)
    for unit in words.on_table(state, state.to_act):
        exits = played.exits(state, unit)
        if exits and _can_leave(ctx, unit, exits):
            yield Option(unit.side, "leave-table", model=unit.id, clause=exit_clause(state))


def _can_leave(ctx: Context, unit: Unit, exits: tuple[Segment, ...]) -> bool:
    if words.falling_back(unit) or words.locked(ctx.state, unit):
        return False
    if words.ACTED not in unit.phase and move.may_not(ctx, unit, "move"):
        return False
    there = words.standing(ctx.state, unit)
    return all(distance(ctx, unit, m.id, exits) <= left(ctx, unit, m.id) for m in there)
