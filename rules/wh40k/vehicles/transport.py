"""Transports: getting in and out, and what becomes of passengers whose vehicle is destroyed.

Passengers are off the table; a mark on their unit names the vehicle they are in. They come out when they want to in
their Movement phase, and have to when the vehicle is destroyed: then their player is asked where they go, at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.kernel import footprint, geometry
from rules.kernel.context import Context
from rules.kernel.effects import Lifted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.part import Option
from rules.kernel.state import Model, State, Unit
from rules.wh40k import hooks, questions, words
from rules.wh40k.book import TRANSPORT
from rules.wh40k.deployment import placing
from rules.wh40k.vehicles import explosion, vehicle

CAPACITY = "wh40k.assumed.transport.capacity"
DISEMBARK = "wh40k.assumed.transport.disembark"
EVACUATE = vehicle.EVACUATE
EMBARK = "wh40k.assumed.transport.embark"

IN, OUT = 2 * INCH, 6 * INCH
"""How near to a vehicle models get in, and how far from it they come out at most."""


class Embark(Action, frozen=True, tag="embark"):
    """A unit whose models are all within 2" of a transport of its side gets in."""

    unit: str
    vehicle: str


class Disembark(Action, frozen=True, tag="disembark"):
    """A unit leaves its transport: a place within 6" of the hull for each model.

    After the vehicle was destroyed models that are not named find no room, and are lost.
    """

    unit: str
    places: tuple[placing.Place, ...] = ()


# room


def capacity(model: Model) -> int:
    """How many points of room a transport has."""
    found = model.sheet.has.get(CAPACITY, 0)
    return found if isinstance(found, int) else 0


def room(ctx: Context, models: Sequence[Model]) -> int:
    """How many points of transport capacity models take up."""
    return sum(int(ctx.value(hooks.CAPACITY, 1, model=m)) for m in models)


def taken(ctx: Context, carrier: Model) -> int:
    """How many points of a transport's capacity are taken."""
    return sum(room(ctx, ctx.state.members(u.id)) for u in vehicle.passengers(ctx.state, carrier))


def fits(ctx: Context, unit: Unit, carrier: Model) -> bool:
    """Refuse a unit that is no passenger, or for which a transport has not the room."""
    models, name = ctx.state.members(unit.id), unit.sheet.name
    ctx.require(carrier.side == unit.side, CAPACITY, "{name} gets into its own side's transports", name=name)
    ctx.require(capacity(carrier) > 0, CAPACITY, "{carrier} carries nobody", carrier=carrier.sheet.name)
    ctx.require(
        not any(words.is_vehicle(m) for m in models), CAPACITY, "{name} does not travel in a vehicle", name=name
    )
    needed, left = room(ctx, models), capacity(carrier) - taken(ctx, carrier)
    return ctx.require(
        needed <= left, CAPACITY, "{name} needs room for {needed}; there is room for {left}", name=name, needed=needed,
        left=max(0, left),
    )  # fmt: skip


def board(ctx: Context, unit: Unit, carrier: Model) -> None:
    """Put a unit into a vehicle."""
    for model in words.standing(ctx.state, unit):
        ctx.emit(Lifted(rule=CAPACITY, model=model.id))
    words.mark(ctx, unit, words.ABOARD, carrier.id, "game")


# getting in


def embark(ctx: Context, action: Embark) -> None:
    """A unit gets into a transport."""
    words.on_turn(ctx)
    words.in_phase(ctx, "movement")
    unit = words.own(ctx, action.unit)
    carrier = ctx.model(action.vehicle, "$.action.vehicle")
    ctx.place(carrier)
    name = unit.sheet.name
    fits(ctx, unit, carrier)
    ctx.require(not carrier.out, "table.present", "{carrier} is destroyed", carrier=carrier.sheet.name)
    ctx.require(not words.locked(ctx.state, unit), EMBARK, "{name} is locked in combat", name=name)
    ctx.require(not words.falling_back(unit), EMBARK, "{name} is falling back", name=name)
    ctx.require(words.DISEMBARKED not in unit.turn, EMBARK, "{name} got out of a vehicle this turn", name=name)
    held = ctx.value(hooks.MAY_MOVE, "", unit=unit)
    ctx.require(not held, held, "{name} may not move", name=name)
    for model in words.standing(ctx.state, unit):
        gap = geometry.distance(model, carrier)
        ctx.require(
            gap <= IN, EMBARK, '{name} is {gap} from {carrier}; 2" is the most', name=model.sheet.name, gap=show(gap),
            carrier=carrier.sheet.name,
        )  # fmt: skip
    board(ctx, unit, carrier)
    words.mark(ctx, unit, EMBARK)


# getting out


def disembark(ctx: Context, action: Disembark) -> None:
    """A unit gets out of a transport, in its Movement phase or because the vehicle was destroyed."""
    pending = ctx.state.pending
    unit = ctx.unit(action.unit)
    ctx.require(unit.side == ctx.by, words.ACTED, "{name} belongs to the other side", name=unit.sheet.name)
    carrier = carrier_of(ctx.state, unit)
    if not ctx.require(carrier, DISEMBARK, "{name} is in no vehicle", name=unit.sheet.name) or carrier is None:
        return
    if pending is not None and pending.clause == EVACUATE:
        if questions.answered(ctx, EVACUATE, unit.id) is not None:
            _evacuate(ctx, unit, carrier, action)
        return
    words.on_turn(ctx)
    words.in_phase(ctx, "movement")
    _may_leave(ctx, unit, carrier)
    _set_down(ctx, unit, carrier, action)


def carrier_of(state: State, unit: Unit) -> Model | None:
    """The vehicle a unit is in."""
    key = unit.game.get(words.ABOARD)
    return state.models.get(key) if isinstance(key, str) else None


def _may_leave(ctx: Context, unit: Unit, carrier: Model) -> None:
    """Refuse passengers that got in this turn, or whose vehicle is off the table or too fast."""
    name, held = unit.sheet.name, carrier.sheet.name
    ctx.place(carrier)
    ctx.require(EMBARK not in unit.turn, EMBARK, "{name} got in this turn", name=name)
    moved = words.unit_of(ctx.state, carrier).turn.get(words.MOVED, 0)
    slow = isinstance(moved, int) and moved <= vehicle.COMBAT
    arrived = words.unit_of(ctx.state, carrier).turn.get(words.ARRIVED) == "deep-strike"
    ctx.require(slow or arrived, DISEMBARK, '{held} moved more than 6"', held=held)


def _set_down(ctx: Context, unit: Unit, carrier: Model, action: Disembark, partly: bool = False) -> None:
    stand_ins = placing.stand_ins(ctx, unit, action.places, DISEMBARK, partly)
    for model in stand_ins:
        _beside(ctx, model, carrier)
    placing.require_legal(ctx, unit, stand_ins)
    placing.put(ctx, stand_ins, DISEMBARK)
    words.unmark(ctx, unit, words.ABOARD, "game", rule=DISEMBARK)
    words.mark(ctx, unit, words.DISEMBARKED, carrier.id)
    words.mark(ctx, unit, words.MOVED, 1, rule=DISEMBARK)
    ctx.fire(hooks.DISEMBARKED, carrier, unit=unit)


def _at_height_of(carrier: Model, stand_in: Model) -> Model:
    """A passenger to measure by: how high a skimmer hovers is not counted."""
    if not words.is_(carrier, "Skimmer") or carrier.at is None or stand_in.at is None:
        return stand_in
    return footprint.placed(stand_in, (stand_in.at[0], stand_in.at[1], carrier.at[2]))


def _beside(ctx: Context, stand_in: Model, carrier: Model) -> None:
    """Refuse a place that is too far from the hull, or that a rule forbids."""
    name = stand_in.sheet.name
    gap = geometry.distance(_at_height_of(carrier, stand_in), carrier)
    ctx.require(
        gap <= OUT, DISEMBARK, '{name} would be {gap} from {carrier}; 6" is the most', name=name, gap=show(gap),
        carrier=carrier.sheet.name,
    )  # fmt: skip
    barred = ctx.value(hooks.MAY_DISEMBARK, "", vehicle=carrier, at=stand_in.at, model=stand_in)
    ctx.require(not barred, barred, "{name} cannot be set down there", name=name)


def _evacuate(ctx: Context, unit: Unit, carrier: Model, action: Disembark) -> None:
    """Passengers of a destroyed vehicle come out; those who find no room are lost, and an explosion burns the rest."""
    _set_down(ctx, unit, carrier, action, partly=True)
    for model in ctx.state.members(unit.id):
        if model.at is None:
            words.kill(ctx, model, EVACUATE)
    strength = unit.game.get(vehicle.BURNT)
    if isinstance(strength, int):
        words.unmark(ctx, unit, vehicle.BURNT, "game", rule=vehicle.EXPLODES)
        by = ctx.state.enemy(unit.side)
        explosion.burn(ctx, unit, words.standing(ctx.state, unit), strength, by, carrier.at)


def ask_out(ctx: Context, unit: Unit) -> None:
    """Ask where the passengers of a destroyed vehicle go."""
    if words.ABOARD in unit.game and words.alive(ctx.state, unit):
        ctx.ask(EVACUATE, unit.side, model=unit.id)


questions.DUE[EVACUATE] = ask_out


@TRANSPORT.at(hooks.MAY_MOVE)
def _out_is_moved(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    """A unit that got out does not move on in the Movement phase."""
    moving = ctx.state.phase == "movement" and words.DISEMBARKED in unit.turn
    return clause or (DISEMBARK if moving else "")


@TRANSPORT.at(hooks.MAY_CHARGE)
def _out_is_not_charging(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    """A unit that got out this turn does not charge, unless a rule lifts that."""
    return clause or (DISEMBARK if words.DISEMBARKED in unit.turn else "")


HANDLERS = {Embark: embark, Disembark: disembark}


def offers(ctx: Context) -> Iterator[Option]:
    """Getting out of a destroyed vehicle; in the Movement phase getting in and out."""
    state, pending = ctx.state, ctx.state.pending
    if pending is not None:
        if pending.clause == EVACUATE:
            yield Option(pending.side, "disembark", model=pending.model, limit=OUT, clause=EVACUATE)
        return
    if (state.phase, state.step) != ("movement", ""):
        return
    for unit in state.units.values():
        if unit.side == state.to_act and words.alive(state, unit):
            yield from _offered(ctx, unit)


def _offered(ctx: Context, unit: Unit) -> Iterator[Option]:
    state = ctx.state
    carrier = carrier_of(state, unit)
    if carrier is not None:
        moved = words.unit_of(state, carrier).turn.get(words.MOVED, 0)
        arrived = words.unit_of(state, carrier).turn.get(words.ARRIVED) == "deep-strike"
        slow = arrived or (isinstance(moved, int) and moved <= vehicle.COMBAT)
        if carrier.at is not None and slow and EMBARK not in unit.turn:
            yield Option(unit.side, "disembark", model=unit.id, targets=(carrier.id,), limit=OUT, clause=DISEMBARK)
        return
    models = words.standing(state, unit)
    if not models or words.is_vehicle(models[0]) or not _free(ctx, unit):
        return
    near = tuple(
        m.id
        for m in state.alive(unit.side)
        if capacity(m) - taken(ctx, m) >= room(ctx, models) and all(geometry.near(one, m, IN) for one in models)
    )
    if near:
        yield Option(unit.side, "embark", model=unit.id, targets=near, limit=IN, clause=EMBARK)


def _free(ctx: Context, unit: Unit) -> bool:
    """Whether nothing but the distance keeps a unit from getting in."""
    out = words.DISEMBARKED in unit.turn or words.falling_back(unit) or words.locked(ctx.state, unit)
    return not out and not ctx.value(hooks.MAY_MOVE, "", unit=unit)
