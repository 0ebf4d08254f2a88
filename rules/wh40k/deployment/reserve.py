"""Reserves: units waiting off the table, when they arrive, and how they come on.

A mark on the unit says how it will arrive. From game turn 2 on, the owner is asked for the rolls at the start of their
player turn; units that become available have to come onto the table in the Movement phase before anything moves. Moving
on over a table edge is here; the parts for other manners (`outflank`, Deep Strike) bring an `Manner`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from rules.kernel import convex, footprint, hull
from rules.kernel.context import Context
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.geometry import ceil_root
from rules.kernel.lengths import INCH
from rules.kernel.marks import on_unit
from rules.kernel.part import Act, Choice, Condition, Objections, Option, Part, demand, objection, refuse, unread
from rules.kernel.proposing import towards
from rules.kernel.state import Model, Point, State, Unit
from rules.kernel.telling import Phrase
from rules.wh40k import hooks, options, questions, words
from rules.wh40k.book import RESERVES
from rules.wh40k.deployment import edges, places, placing
from rules.wh40k.movement import footing, move, trail
from rules.wh40k.movement.formation import Draft
from rules.wh40k.vehicles import transport, vehicle

ROLLS = words.RESERVE
LIMIT = "wh40k.assumed.reserves.limit"
ONGOING = "wh40k.assumed.reserves.ongoing"
AVAILABLE = "wh40k.assumed.reserves.arrival"
"""On a unit, for the turn: it arrives in this Movement phase."""
NO_ROOM = "wh40k.assumed.reserves.no-room"
END = "wh40k.assumed.reserves.end"
IN_USE = options.RESERVES
MAY_BE = ("", IN_USE)
"""What bars no arrival: a unit in Ongoing Reserves comes on, whether the game has others or not."""

EDGED = ("reserve", "outflank")
"""Manners of arrival over an edge."""
DECLARED = ("reserve", "deep-strike", "outflank")
DEPTHS = (1, 2, 3)
"""A unit that moves on tries to come as far onto the table as it can, then a half, then a third of it."""
TRIES = 8
NEVER = 7
"""A roll that cannot succeed."""


class Manner(NamedTuple):
    """How a unit comes on that was declared to arrive in a manner, and what it may declare for that (`propose`).

    The chapter that defines the manner supplies it.
    """

    manner: str
    arrive: Callable[[Context, Unit, Arrive], None]
    propose: Callable[[Choice, str], Iterator[Action]]


class ReserveRolls(Action, frozen=True, tag="reserve-rolls"):
    """The rolls for the units in reserve, in this order (default: the order of the question)."""

    units: tuple[str, ...] = ()


class ArrivalRoll(Action, frozen=True, tag="arrival-terrain"):
    """A unit that will move on through difficult terrain rolls how far it gets."""

    unit: str


class Arrive(Action, frozen=True, tag="arrive"):
    """A unit comes onto the table. Moving on takes a place for each model, which it reaches straight from the edge, and
    `fast` as in a move; Deep Strike takes the place of one model. `manner` is only needed from Ongoing Reserves.
    """

    unit: str
    places: tuple[placing.Place, ...]
    manner: str = ""
    fast: bool = False


class NoRoom(Action, frozen=True, tag="no-room"):
    """A unit has no room on its edge and waits in Ongoing Reserves."""

    unit: str


# units in reserve


def manner_of(unit: Unit) -> str:
    """How a unit in reserve will arrive; empty if it is not itself in reserve."""
    found = unit.game.get(ROLLS, "")
    return found if isinstance(found, str) else ""


def away(state: State, unit: Unit) -> bool:
    """Whether a unit is in reserve, itself or in a vehicle that is."""
    carrier = transport.carrier_of(state, unit)
    return bool(manner_of(unit) or (carrier is not None and manner_of(words.unit_of(state, carrier))))


def waiting(state: State, side: str) -> list[Unit]:
    """The units of a side that have to arrive in this Movement phase."""
    return [u for u in state.units.values() if u.side == side and AVAILABLE in u.turn and words.alive(state, u)]


def counted(ctx: Context, unit: Unit) -> bool:
    """Whether a unit counts against the limit of reserves: not if it, or its transport, is exempt."""
    carrier = transport.carrier_of(ctx.state, unit)
    carriers = [words.unit_of(ctx.state, carrier)] if carrier is not None else []
    return all(bool(ctx.value(hooks.RESERVE_COUNTED, True, unit=u)) for u in (unit, *carriers))


def limit(ctx: Context, side: str) -> int:
    """How many units of a side may be kept in reserve: half of those that count, rounded up."""
    army = [u for u in ctx.state.units.values() if u.side == side and words.alive(ctx.state, u) and counted(ctx, u)]
    return int(ctx.value(hooks.RESERVE_LIMIT, (len(army) + 1) // 2, side=side))


def kept(ctx: Context, side: str) -> int:
    """How many units of a side that count are in reserve."""
    return sum(1 for u in ctx.state.units.values() if u.side == side and away(ctx.state, u) and counted(ctx, u))


def with_passengers(ctx: Context, unit: Unit) -> int:
    """How many counted units a unit adds to the reserves: itself, and those aboard it."""
    inside = [u for m in ctx.state.members(unit.id) for u in vehicle.passengers(ctx.state, m)]
    return sum(1 for u in (unit, *inside) if counted(ctx, u))


def barred(ctx: Context, unit: Unit, manner: str) -> str:
    """The clause that forbids keeping a unit in reserve in a manner, apart from the limit; empty if allowed."""
    return str(ctx.value(hooks.MAY_RESERVE, "", unit=unit, manner=manner))


def keep(ctx: Context, unit: Unit, manner: str) -> None:
    """Put a unit in reserve before the game, and tell the opponent how it will arrive.

    Raises:
        Malformed: there is no such manner.
    """
    if manner not in DECLARED:
        raise Malformed("$.action.manner", f"a unit in reserve arrives by {', '.join(DECLARED)}, not {manner!r}")
    refuse(ctx, keeping(ctx, unit, manner))
    words.mark(ctx, unit, ROLLS, manner, "game")


def keeping(ctx: Context, unit: Unit, manner: str) -> Objections:
    """Objections to keeping a unit in reserve in a manner."""
    name, denied = unit.sheet.name, barred(ctx, unit, manner)
    if denied:
        yield objection(denied, "{name} cannot be kept in reserve as {manner}", name=name, manner=manner)
    there, most = kept(ctx, unit.side) + with_passengers(ctx, unit), limit(ctx, unit.side)
    if there > most and counted(ctx, unit):
        yield objection(LIMIT, "{there} units would be in reserve; {most} may be", there=there, most=most)


@RESERVES.at(hooks.MAY_RESERVE)
def _reserves_used(ctx: Context, clause: str, **_: Any) -> str:
    return clause or ("" if options.option(ctx.state, IN_USE) else IN_USE)


# rolls


def needed(ctx: Context, unit: Unit) -> int:
    """The roll a unit in reserve needs to arrive this turn: 0 for none, 7 if it cannot."""
    now = ctx.state.round
    base = NEVER if now < 2 else 3 if now < 4 else 0
    if manner_of(unit) == "ongoing":
        base = 0
    return int(ctx.value(hooks.RESERVE_NEEDED, base, unit=unit))


@RESERVES.at(hooks.TURN_BEGAN)
def _rolls_are_due(ctx: Context, side: str, **_: Any) -> None:
    """Units that need no roll become available; the rolls for the others are asked for."""
    for unit in ctx.state.units.values():
        if unit.side != side or not manner_of(unit) or not words.alive(ctx.state, unit):
            continue
        face = needed(ctx, unit)
        if not face:
            words.mark(ctx, unit, AVAILABLE, rule=ONGOING if manner_of(unit) == "ongoing" else ROLLS)
        elif face < NEVER:
            words.mark(ctx, unit, ROLLS)


def _ask_rolls(ctx: Context, unit: Unit) -> None:
    others = [u for u in ctx.state.units.values() if u.side == unit.side and ROLLS in u.turn]
    for other in others:
        words.unmark(ctx, other, ROLLS)
    targets = [u.id for u in ctx.state.units.values() if u is unit or u in others]
    ctx.ask(ROLLS, unit.side, targets=tuple(targets))


def roll(ctx: Context, action: ReserveRolls) -> None:
    """Roll for the requested units; successful ones arrive in this turn's Movement phase."""
    asked = questions.answered(ctx, ROLLS, phase="start")
    if asked is None:
        return
    chosen = action.units or asked.targets
    same = sorted(chosen) == sorted(asked.targets)
    if not ctx.require(same, ROLLS, "every unit in reserve has to be rolled for exactly once"):
        chosen = asked.targets
    for key in chosen:
        unit = ctx.unit(key, "$.action.units")
        rolled = ctx.roll(ROLLS, unit.side, 1, needed=needed(ctx, unit), model=unit.id)
        if rolled.passed[0]:
            words.mark(ctx, unit, AVAILABLE, rule=ROLLS)


# arriving


def arrive(ctx: Context, action: Arrive) -> None:
    """A unit comes onto the table in its declared manner."""
    unit = available(ctx, action.unit)
    declared = manner_of(unit)
    manner = action.manner or ("reserve" if declared == "ongoing" else declared)
    known = {entry.manner: entry.arrive for entry in ctx.ruleset.brought(Manner)}
    if manner not in known:
        raise Malformed("$.action.manner", f"a unit arrives by {', '.join(known)}, not {manner!r}")
    clause = "wh40k.usr.deep-strike.declare" if manner == "deep-strike" else ROLLS
    told = declared in (manner, "ongoing")
    ctx.require(told, clause, "{name} was declared to arrive by {declared}", name=unit.sheet.name, declared=declared)
    if declared == "ongoing":
        denied = barred(ctx, unit, manner)
        ctx.require(denied in MAY_BE, denied, "{name} cannot arrive by {manner}", name=unit.sheet.name, manner=manner)
    if manner not in EDGED or not move.hastens(ctx.state.members(unit.id)):
        refuse(ctx, unread(clause, action, ("fast",), move.HASTE))
    known[manner](ctx, unit, action)


def available(ctx: Context, key: str) -> Unit:
    """A unit of the declaring side that arrives in this Movement phase; refuses others."""
    words.on_turn(ctx)
    words.in_phase(ctx, "movement", clause=AVAILABLE)
    unit = ctx.unit(key)
    ctx.require(unit.side == ctx.by, words.ACTED, "{name} belongs to the other side", name=unit.sheet.name)
    ctx.require(AVAILABLE in unit.turn, AVAILABLE, "{name} does not arrive this turn", name=unit.sheet.name)
    return unit


OVER_EDGE = Condition(
    NO_ROOM,
    "{name} does not come on over an edge",
    lambda ctx, unit: barred(ctx, unit, "reserve") in MAY_BE and manner_of(unit) != "deep-strike",
)


def no_room(ctx: Context, action: NoRoom) -> None:
    """A unit that cannot be set up on its edge keeps waiting."""
    unit = available(ctx, action.unit)
    demand(ctx, (OVER_EDGE,), ctx, unit, name=unit.sheet.name)
    delay(ctx, unit, NO_ROOM)


def delay(ctx: Context, unit: Unit, clause: str) -> None:
    """A unit goes into Ongoing Reserves."""
    words.mark(ctx, unit, ROLLS, "ongoing", "game", rule=clause)
    words.unmark(ctx, unit, AVAILABLE, rule=clause)


def arrived(ctx: Context, unit: Unit, manner: str, clause: str) -> None:
    """A unit has arrived, with its passengers."""
    words.unmark(ctx, unit, ROLLS, "game", rule=clause)
    words.unmark(ctx, unit, AVAILABLE, rule=clause)
    placing.begins(ctx, unit)
    inside = [u for m in words.standing(ctx.state, unit) for u in vehicle.passengers(ctx.state, m)]
    for each in (unit, *inside):
        words.mark(ctx, each, words.ARRIVED, manner, rule=clause)


MAY_DARE = Condition(
    footing.DIFFICULT,
    "{name} does not roll for terrain now",
    lambda unit: footing.DIFFICULT not in unit.phase and manner_of(unit) != "deep-strike",
)


def dare(ctx: Context, action: ArrivalRoll) -> None:
    """Roll 2D6 before moving on through difficult terrain: the higher die is how far the unit gets."""
    unit = available(ctx, action.unit)
    demand(ctx, (MAY_DARE,), unit, name=unit.sheet.name)
    rolled = ctx.roll(footing.DIFFICULT, unit.side, 2, model=unit.id)
    words.mark(ctx, unit, footing.DIFFICULT, max(rolled.final()) * INCH, "phase")


def over_edge(ctx: Context, unit: Unit, action: Arrive, manner: str, clause: str) -> None:
    """A unit moves on over a table edge: its move begins outside the table."""
    ways, closed = entries(ctx, unit, manner), ctx.value(hooks.CLOSED, (), unit=unit, manner=manner)
    if not ways:
        refuse(ctx, (against for _, against in closed))
        ctx.require(False, clause, "no edge is open to {name}", name=unit.sheet.name, general=bool(closed))
        return
    stand_ins = placing.stand_ins(ctx, unit, action.places, clause)
    edge = min(ways, key=lambda one: _farthest(stand_ins, one))
    if _farthest(stand_ins, edge) > max((move.allowance(m, action.fast) for m in stand_ins), default=0):
        refuse(ctx, (against for way, against in closed if _farthest(stand_ins, way) < _farthest(stand_ins, edge)))
    stand_ins = [_inward(m, edge) for m in stand_ins]
    moves = [move.ModelMove(m.id, (outside(m, edge), m.at or (0, 0, 0)), m.facing) for m in stand_ins]
    went = trail.Manner("arrival", rule=clause)
    move.walk(ctx, unit, moves, _limits(ctx, unit, moves, action.fast), went, packs=action.fast,
              where="$.action.places")  # fmt: skip
    arrived(ctx, unit, manner, clause)


def _farthest(stand_ins: Sequence[Model], edge: edges.Edge) -> int:
    return max((depth(m, edge) for m in stand_ins), default=0)


def _limits(ctx: Context, unit: Unit, moves: Sequence[move.ModelMove], fast: bool) -> dict[str, int]:
    """How far each model may move, limited by the difficult terrain roll if it is slowed; refuses a missing roll."""
    rolled = unit.phase.get(footing.DIFFICULT)
    limits: dict[str, int] = {}
    for step in moves:
        model = ctx.state.models[step.model]
        limits[model.id] = move.allowance(model, fast)
        flying = trail.flies(model, "arrival", fast)
        if footing.slowed(ctx, model, step.path[0], step.path, "arrival", flying):
            name = model.sheet.name
            told = ctx.require(
                isinstance(rolled, int), footing.DIFFICULT, "{name} comes on through difficult terrain: roll for it "
                "first", name=name,
            )  # fmt: skip
            if told and isinstance(rolled, int):
                limits[model.id] = min(limits[model.id], rolled)
    return limits


def _inward(stand_in: Model, edge: edges.Edge) -> Model:
    """A vehicle without a declared facing drives straight ahead."""
    if stand_in.sheet.hull is None or stand_in.facing is not None or stand_in.at is None:
        return stand_in
    return footprint.placed(stand_in, stand_in.at, edges.inward(edge, stand_in.at[:2]))


def entries(ctx: Context, unit: Unit, manner: str) -> tuple[edges.Edge, ...]:
    """The parts of table edges, or points, over which a unit may come on now.

    A side without its own edge may use any.
    """
    base = edges.own(ctx, unit.side) or edges.all_edges(ctx.state.table)
    return tuple(ctx.value(hooks.ARRIVAL, base, unit=unit, manner=manner))


def depth(stand_in: Model, edge: edges.Edge) -> int:
    """How far the farthest part of a model is from an edge, rounded up."""
    far = 0
    for corner in hull.core(stand_in):
        square, divisor = convex.leg_distance(edge[0], edge[1], corner)
        far = max(far, ceil_root(-(-square // divisor)))
    return far + hull.radius(stand_in.sheet)


def outside(stand_in: Model, edge: edges.Edge) -> Point:
    """Where a model starts that moves straight on to its place: just beyond the nearest point of an edge."""
    assert stand_in.at is not None
    (ax, ay), (bx, by) = edge
    x, y, z = stand_in.at
    deep = depth(stand_in, edge)
    if ax == bx and ay == by:
        return (ax, ay, z)
    dx, dy = edges.inward(edge, (x, y))
    return (x - dx * deep // 1000, y - dy * deep // 1000, z)


def _move_on(ctx: Context, unit: Unit, action: Arrive) -> None:
    over_edge(ctx, unit, action, "reserve", AVAILABLE)


# consequences for the turn


@RESERVES.at(hooks.MAY_MOVE)
def _arrivals_first(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    """In the Movement phase arriving units go first, and arriving counts as moving."""
    state = ctx.state
    if clause or state.phase != "movement" or unit.side != state.turn:
        return clause
    return AVAILABLE if words.ARRIVED in unit.turn or waiting(state, unit.side) else ""


@RESERVES.at(hooks.MAY_END)
def _arrival_is_compulsory(ctx: Context, clause: str, **_: Any) -> str:
    state = ctx.state
    return clause or (AVAILABLE if state.phase == "movement" and waiting(state, state.turn) else "")


@RESERVES.at(hooks.MAY_CHARGE)
def _no_charge(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    return clause or (words.ARRIVED if words.ARRIVED in unit.turn else "")


@RESERVES.at(hooks.GAME_ENDS)
def _too_late(ctx: Context, reason: str, **_: Any) -> None:
    """Units still in reserve when the game ends count as destroyed."""
    for unit in ctx.state.units.values():
        if away(ctx.state, unit) and words.alive(ctx.state, unit):
            words.destroy(ctx, unit, str(ctx.value(hooks.LOST_IN_RESERVE, END, unit=unit)))


# what is open


def _able(ctx: Context) -> list[Unit]:
    """The units that can arrive now: an edge is open to them, if they need one."""
    if ctx.state.step:
        return []
    units = waiting(ctx.state, ctx.state.to_act)
    return [u for u in units if manner_of(u) not in EDGED or entries(ctx, u, manner_of(u))]


def _may_arrive(ctx: Context) -> Iterator[Option]:
    for unit in _able(ctx):
        yield Option(unit.side, "arrive", model=unit.id, clause=AVAILABLE)


def _may_dare(ctx: Context) -> Iterator[Option]:
    for unit in _able(ctx):
        if MAY_DARE.holds(unit):
            yield Option(unit.side, "arrival-terrain", model=unit.id, clause=footing.DIFFICULT)


def _may_wait(ctx: Context) -> Iterator[Option]:
    for unit in _able(ctx):
        if OVER_EDGE.holds(ctx, unit):
            yield Option(unit.side, "no-room", model=unit.id, clause=NO_ROOM)


# what is worth declaring


def _any_order(choice: Choice) -> Iterator[Action]:
    if choice.dice.below(2):
        yield ReserveRolls(units=tuple(reversed(choice.option.targets)))
    yield ReserveRolls()


def arrivals(choice: Choice) -> Iterator[Action]:
    """In every manner that is open to the unit; over an edge at last."""
    ctx, unit = choice.ctx, choice.unit
    declared = manner_of(unit)
    for entry in reversed(ctx.ruleset.brought(Manner)):
        if declared == entry.manner or (declared == "ongoing" and barred(ctx, unit, entry.manner) in MAY_BE):
            yield from entry.propose(choice, entry.manner)


def along_edges(choice: Choice, manner: str) -> Iterator[Action]:
    """In formation at some place along an edge, as deep as the unit gets, then less deep; then again, in a hurry if it
    can.
    """
    hurry = move.hastens(choice.ctx.state.members(choice.unit.id))
    for edge in entries(choice.ctx, choice.unit, manner):
        for fast in (False, hurry):
            yield from _along(choice, edge, manner, fast)


def _along(choice: Choice, edge: edges.Edge, manner: str, fast: bool) -> Iterator[Arrive]:
    ctx, unit, table, ((ax, ay), (bx, by)) = choice.ctx, choice.unit, choice.state.table, edge
    reach = min(move.allowance(m, fast) for m in ctx.state.members(unit.id))
    rolled = unit.phase.get(footing.DIFFICULT)
    reach = min(reach, rolled) if isinstance(rolled, int) else reach
    inward = edges.inward(edge, (table.width // 2, table.depth // 2))
    for share in DEPTHS:
        for _ in range(TRIES):
            at, deep = choice.dice.below(1001), max(reach // share - 60, 60)
            begins = (ax + (bx - ax) * at // 1000, ay + (by - ay) * at // 1000, 0)
            found = places.set_up(
                ctx, unit, towards(begins, inward, deep), gap=20, facing=inward,
                fits=lambda stand_in: depth(stand_in, edge) <= reach,
            )  # fmt: skip
            if found and _walks_on(ctx, unit, found, edge, reach, fast):
                yield Arrive(unit=unit.id, places=found, manner=manner, fast=fast)


def _walks_on(
    ctx: Context, unit: Unit, found: Sequence[placing.Place], edge: edges.Edge, reach: int, fast: bool
) -> bool:
    """Whether every model can go straight from beyond the edge to its place, in this order."""
    through = footing.DIFFICULT in unit.phase
    draft = Draft(ctx, unit, trail.Manner("arrival"), reach, packs=fast, through=through)
    for place in found:
        model = draft.state.models[place.model]
        stand_in = footprint.placed(model, place.at, place.facing)
        if not draft.go(model, (place.at,), outside(stand_in, edge)):
            return False
    return True


MARKS = (
    on_unit(AVAILABLE, "turn", "It arrives in this Movement phase."),
)  # fmt: skip


def _first(ctx: Context, unit: Unit) -> dict[str, str]:
    """The units that come before one in the Movement phase; none if it is one that came."""
    names = ", ".join(other.sheet.name for other in waiting(ctx.state, unit.side))
    came = words.ARRIVED in unit.turn
    return {"why": "it arrived from reserve this turn" if came else f"units that arrive go first: {names}"}


BECAUSE = (
    words.Because(AVAILABLE, "{why}", _first),
    words.Because(words.ARRIVED, "it came from reserve this turn"),
    words.Because(IN_USE, "no reserves are used in this game"),
)
PART = Part(
    marks=MARKS,
    acts=(
        questions.reply(ReserveRolls, roll, ROLLS, targets=True, propose=_any_order,
            told=Phrase("%(side)s rolls for its reserves", "%(side)s: броски за резервы")),
        Act(Arrive, arrive, _may_arrive, phases=("movement",), propose=arrivals,
            told=Phrase("%(unit)s [arrives|arrive] from reserve", "%(unit)s: прибытие из резерва")),
        Act(ArrivalRoll, dare, _may_dare, phases=("movement",),
            told=Phrase("%(unit)s [arrives|arrive] through difficult terrain",
                        "%(unit)s: прибытие через труднопроходимую местность")),
        Act(NoRoom, no_room, _may_wait, phases=("movement",), last=True,
            told=Phrase("%(unit)s [finds|find] no room to arrive", "%(unit)s: нет места для прибытия")),
    ),
    brings=(questions.Due(ROLLS, _ask_rolls), Manner("reserve", _move_on, along_edges), *BECAUSE),
)  # fmt: skip
