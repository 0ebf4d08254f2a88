"""Reserves of a city fight: when they arrive and over which edge, one army list choice at a time; leaving the table by
an exit.
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
from rules.kernel.lengths import show
from rules.kernel.part import Act, Condition, Objections, Option, Part, demand, nothing, objection, refuse
from rules.kernel.state import Model, State, Unit
from rules.kernel.telling import Phrase
from rules.wh40k import hooks, words
from rules.wh40k.deployment import reserve
from rules.wh40k.movement import move
from rules.wh40k.vehicles import vehicle

TABLE = {1: 7, 2: 4, 3: 3}
"""The roll a unit needs to arrive in each game turn; later 2+. 7 means no roll."""
LATER = 2
CHOICE = SPECIAL["reserves.roll"]
"""On the sheets of units that are one choice of the army list: the name of the choice."""
SHARED = SPECIAL["reserves.transport"]


class LeaveTable(Action, frozen=True, tag="leave-table"):
    """A unit leaves the table by its exit with the rest of its move."""

    unit: str


class RandomEdge(Action, frozen=True, tag="random-edge"):
    """The die that picks the edge over which a unit comes on, where the scenario has one."""

    unit: str


# when


@SPECIAL.at(hooks.RESERVE_NEEDED)
def _needed(ctx: Context, needed: int, *, unit: Unit, **_: Any) -> int:
    """The table of reserves; a unit that left the table again arrives without a roll."""
    if mission(ctx.state) is None or reserve.manner_of(unit) == "ongoing":
        return needed
    return TABLE.get(ctx.state.round, LATER)


def choice_of(state: State, unit: Unit) -> str:
    """What shares one roll: a platoon, or a unit and its own transport (the id of the unit)."""
    for other in state.units.values():
        if other.side == unit.side and other.sheet.has.get(vp.DEDICATED) == unit.sheet.id:
            unit = other
            break
    named = unit.sheet.has.get(CHOICE)
    return f"{unit.side} {named}" if named else unit.id


@SPECIAL.at(hooks.TURN_BEGAN)
def _one_roll_each(ctx: Context, side: str, **_: Any) -> None:
    """Among the units of one choice only the first is rolled for."""
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


def edge_clause(state: State, unit: Unit) -> str:
    """The clause by which a die picks the edge over which a unit comes on; empty if none does."""
    played = mission(state)
    return played.random_edge(state, unit) if played is not None else ""


def _unknown(clause: str) -> Condition:
    return Condition(clause, "the edge for {name} is already known", lambda unit: clause not in unit.turn)


def random_edge(ctx: Context, action: RandomEdge) -> None:
    """A die for the edge: 1 to 4 are the edges, 5 and 6 are rolled again."""
    words.on_turn(ctx)
    unit = ctx.unit(action.unit)
    clause, name = edge_clause(ctx.state, unit), unit.sheet.name
    words.in_phase(ctx, "movement", clause=clause)
    due = unit.side == ctx.by and reserve.AVAILABLE in unit.turn
    if not ctx.require(clause and due, clause or CHOICE, "no edge is rolled for {name}", name=name):
        return
    demand(ctx, (_unknown(clause),), unit, name=name)
    face = 6
    while face > len(ground.EDGES):
        face = ctx.roll(clause, ctx.by, 1, model=unit.id).total
    words.mark(ctx, unit, clause, ground.EDGES[face - 1])


# leaving


def leave(ctx: Context, action: LeaveTable) -> None:
    """Every model has to reach the exit with the rest of its move. Passengers leave too."""
    words.on_turn(ctx)
    unit, clause = words.own(ctx, action.unit), exit_clause(ctx.state)
    words.in_phase(ctx, "movement", clause=clause)
    if ctx.require(exits(ctx.state, unit), clause, "{name} has no exit from the table", name=unit.sheet.name):
        refuse(ctx, _against_leaving(ctx, unit))
        go(ctx, unit, clause)


def exits(state: State, unit: Unit) -> tuple[Segment, ...]:
    """Where a unit may leave the table."""
    played = mission(state)
    return played.exits(state, unit) if played is not None else ()


def _against_leaving(ctx: Context, unit: Unit) -> Objections:
    """Objections to a unit with an exit leaving by it now."""
    name, clause = unit.sheet.name, exit_clause(ctx.state)
    if words.ACTED not in unit.phase:
        yield from move.barred(ctx, unit, "move")
    if words.falling_back(unit):
        yield objection(clause, "{name} is falling back", name=name)
    yield from words.in_combat(ctx.state, unit, clause)
    out = exits(ctx.state, unit)
    for model in words.standing(ctx.state, unit):
        away, rest = distance(model, out), left(unit, model)
        if away > rest:
            yield objection(clause, "{model} is {away} from the exit and has {rest} of its move left",
                            model=model.sheet.name, away=show(away), rest=show(rest))  # fmt: skip


def exit_clause(state: State) -> str:
    """The clause by which units leave."""
    played = mission(state)
    return played["objective"] if played is not None else prepared.GONE


def distance(model: Model, exits: tuple[Segment, ...]) -> int:
    """How far a model is from the nearest exit."""
    return min(ground.from_edge(model, segment) for segment in exits)


def left(unit: Unit, model: Model) -> int:
    """How far a model may still move in this Movement phase. A unit that has just come on goes no farther."""
    if words.ARRIVED in unit.turn:
        return 0
    moved = unit.turn.get(words.MOVED, 0)
    return max(0, move.allowance(model) - moved) if isinstance(moved, int) else 0


def go(ctx: Context, unit: Unit, clause: str) -> None:
    """A unit is off the table for good, and so are its passengers."""
    models = words.standing(ctx.state, unit)
    aboard = [passenger for model in models for passenger in vehicle.passengers(ctx.state, model)]
    for model in models:
        ctx.emit(Lifted(rule=clause, model=model.id))
    for each in (unit, *aboard):
        words.mark(ctx, each, prepared.GONE, until="game", rule=clause)


def _may_roll_edge(ctx: Context) -> Iterator[Option]:
    state = ctx.state
    for unit in reserve.waiting(state, state.to_act) if not state.step else ():
        clause = edge_clause(state, unit)
        if clause and _unknown(clause).holds(unit):
            yield Option(unit.side, "random-edge", model=unit.id, clause=clause)


def _may_leave(ctx: Context) -> Iterator[Option]:
    state = ctx.state
    for unit in words.on_table(state, state.to_act) if not state.step else ():
        if exits(state, unit) and nothing(_against_leaving(ctx, unit)):
            yield Option(unit.side, "leave-table", model=unit.id, clause=exit_clause(state))


PART = Part(
    acts=(
        Act(RandomEdge, random_edge, _may_roll_edge, phases=("movement",),
            told=Phrase("%(unit)s [rolls|roll] for its table edge", "%(unit)s: бросок за край стола")),
        Act(LeaveTable, leave, _may_leave, phases=("movement",),
            told=Phrase("%(unit)s [leaves|leave] the table by the exit", "%(unit)s: выход со стола")),
        Act(reserve.ReserveRolls, roll, instead=True),
    ),
)  # fmt: skip
