"""Transports: getting in and out, and the fate of passengers whose vehicle is destroyed.

Passengers are off the table; a mark on their unit names the vehicle they are in. They may get out in their Movement
phase, and have to when the vehicle is destroyed: then their player is asked at once where they go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.kernel import footprint, geometry
from rules.kernel.context import Context
from rules.kernel.effects import Lifted
from rules.kernel.events import Action
from rules.kernel.lengths import INCH, show
from rules.kernel.marks import on_unit
from rules.kernel.part import (
    Act,
    Choice,
    Condition,
    Objections,
    Option,
    Part,
    demand,
    drawn,
    fulfilled,
    nothing,
    objection,
    refuse,
)
from rules.kernel.proposing import COMPASS, towards
from rules.kernel.state import Model, State, Unit
from rules.kernel.telling import Phrase
from rules.wh40k import hooks, questions, taste, words
from rules.wh40k.book import TRANSPORT
from rules.wh40k.deployment import places, placing
from rules.wh40k.vehicles import explosion, vehicle

CAPACITY = "wh40k.assumed.transport.capacity"
DISEMBARK = "wh40k.assumed.transport.disembark"
EVACUATE = vehicle.EVACUATE
EMBARK = "wh40k.assumed.transport.embark"

IN, OUT = 2 * INCH, 6 * INCH
"""How near to a vehicle models get in, and how far from it they come out at most."""
AROUND = 5 * INCH
"""So far from the middle of a vehicle are the places that are tried first."""


class Embark(Action, frozen=True, tag="embark"):
    """A unit whose models are all within 2" of a transport of its side gets in."""

    unit: str
    vehicle: str


class Disembark(Action, frozen=True, tag="disembark"):
    """A unit leaves its transport: a place within 6" of the hull for each model.

    If the vehicle was destroyed, models that are not named find no room and are lost.
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


def holding(ctx: Context, unit: Unit, carrier: Model) -> Objections:
    """Objections to a unit travelling in a transport: it cannot be a passenger, or there is no room."""
    models, name = ctx.state.members(unit.id), unit.sheet.name
    if carrier.side != unit.side:
        yield objection(CAPACITY, "{name} can only get into its own side's transports", name=name)
    if not capacity(carrier):
        yield objection(CAPACITY, "{carrier} carries nobody", carrier=carrier.sheet.name)
    if any(words.is_vehicle(m) for m in models):
        yield objection(CAPACITY, "{name} does not travel in a vehicle", name=name)
    needed, left = room(ctx, models), capacity(carrier) - taken(ctx, carrier)
    if needed > left:
        yield objection(
            CAPACITY, "{name} needs room for {needed}; there is room for {left}", name=name, needed=needed,
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
    words.in_phase(ctx, "movement", clause=EMBARK)
    unit = words.own(ctx, action.unit)
    carrier = ctx.model(action.vehicle, "$.action.vehicle")
    ctx.place(carrier)
    refuse(ctx, _embarking(ctx, unit, carrier))
    board(ctx, unit, carrier)
    words.mark(ctx, unit, EMBARK)


def _embarking(ctx: Context, unit: Unit, carrier: Model) -> Objections:
    """Objections to a unit getting into a transport on the table."""
    yield from holding(ctx, unit, carrier)
    if carrier.out:
        yield objection("table.present", "{carrier} is destroyed", carrier=carrier.sheet.name)
    yield from _held(ctx, unit)
    for model in words.standing(ctx.state, unit):
        gap = geometry.distance(model, carrier)
        if gap > IN:
            yield objection(
                EMBARK, '{name} is {gap} from {carrier}; 2" is the most', name=model.sheet.name, gap=show(gap),
                carrier=carrier.sheet.name,
            )  # fmt: skip


def _held(ctx: Context, unit: Unit) -> Objections:
    """What keeps a unit from getting in, wherever the transport is."""
    name = unit.sheet.name
    yield from words.in_combat(ctx.state, unit, EMBARK)
    if words.falling_back(unit):
        yield objection(EMBARK, "{name} is falling back", name=name)
    if words.DISEMBARKED in unit.turn:
        yield objection(EMBARK, "{name} got out of a vehicle this turn", name=name)
    yield from words.barred(ctx, hooks.MAY_MOVE, unit, "{name} may not move")


# getting out


def disembark(ctx: Context, action: Disembark) -> None:
    """A unit gets out of a transport, in its Movement phase or because the vehicle was destroyed."""
    pending = ctx.state.pending
    unit = ctx.unit(action.unit)
    ctx.require(unit.side == ctx.by, words.ACTED, "{name} belongs to the other side", name=unit.sheet.name)
    carrier = carrier_of(ctx.state, unit)
    if not ctx.require(carrier, DISEMBARK, "{name} is not in a vehicle", name=unit.sheet.name) or carrier is None:
        return
    if pending is not None and pending.clause == EVACUATE:
        if questions.answered(ctx, EVACUATE, unit.id) is not None:
            _evacuate(ctx, unit, carrier, action)
        return
    words.on_turn(ctx)
    words.in_phase(ctx, "movement", clause=DISEMBARK)
    ctx.place(carrier)
    demand(ctx, MAY_LEAVE, unit, words.unit_of(ctx.state, carrier), name=unit.sheet.name, held=carrier.sheet.name)
    _set_down(ctx, unit, carrier, action)


def carrier_of(state: State, unit: Unit) -> Model | None:
    """The vehicle a unit is in."""
    key = unit.game.get(words.ABOARD)
    return state.models.get(key) if isinstance(key, str) else None


def _slow(ridden: Unit) -> bool:
    """Whether passengers may leave the vehicles of a unit after what these moved this turn."""
    moved = ridden.turn.get(words.MOVED, 0)
    return ridden.turn.get(words.ARRIVED) == "deep-strike" or (isinstance(moved, int) and moved <= vehicle.COMBAT)


MAY_LEAVE = (
    Condition(EMBARK, "{name} got in this turn", lambda unit, ridden: EMBARK not in unit.turn),
    Condition(DISEMBARK, '{held} moved more than 6"', lambda unit, ridden: _slow(ridden)),
)
"""What passengers and the unit of their vehicle, which stands on the table, have to fulfil."""


def _set_down(ctx: Context, unit: Unit, carrier: Model, action: Disembark, partly: bool = False) -> None:
    stand_ins = placing.stand_ins(ctx, unit, action.places, DISEMBARK, partly)
    for model in stand_ins:
        refuse(ctx, _beside(ctx, model, carrier))
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


def _beside(ctx: Context, stand_in: Model, carrier: Model) -> Objections:
    """What is against a place: it is too far from the hull, or a rule forbids it."""
    name, beside = stand_in.sheet.name, _at_height_of(carrier, stand_in)
    if not geometry.near(beside, carrier, OUT):
        yield objection(
            DISEMBARK, '{name} would be {gap} from {carrier}; 6" is the most', name=name,
            gap=show(geometry.distance(beside, carrier)), carrier=carrier.sheet.name,
        )  # fmt: skip
    barred = ctx.value(hooks.MAY_DISEMBARK, "", vehicle=carrier, at=stand_in.at, model=stand_in)
    if barred:
        yield objection(barred, "{name} cannot be set down there", name=name)


def _evacuate(ctx: Context, unit: Unit, carrier: Model, action: Disembark) -> None:
    """Passengers of a destroyed vehicle come out; those without room are lost, and an explosion burns the rest."""
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


@TRANSPORT.at(hooks.MAY_MOVE)
def _out_is_moved(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    """A unit that got out cannot move any more in the Movement phase."""
    moving = ctx.state.phase == "movement" and words.DISEMBARKED in unit.turn
    return clause or (DISEMBARK if moving else "")


@TRANSPORT.at(hooks.MAY_CHARGE)
def _out_is_not_charging(ctx: Context, clause: str, *, unit: Unit, **_: Any) -> str:
    """A unit that got out this turn does not charge, unless a rule lifts that."""
    return clause or (DISEMBARK if words.DISEMBARKED in unit.turn else "")


def candidates(ctx: Context) -> list[Unit]:
    """The units of the side to act that may get in or out somewhere, if nothing of their own keeps them from it."""
    state = ctx.state
    return [u for u in state.units.values() if not state.step and u.side == state.to_act and words.alive(state, u)]


def _may_embark(ctx: Context) -> Iterator[Option]:
    for unit in candidates(ctx):
        models = words.standing(ctx.state, unit)
        if not models or words.is_vehicle(models[0]) or not nothing(_held(ctx, unit)):
            continue
        beside = [m for m in ctx.state.alive(unit.side) if capacity(m) and geometry.near(models[0], m, IN)]
        found = tuple(m.id for m in beside if nothing(_embarking(ctx, unit, m)))
        if found:
            yield Option(unit.side, "embark", model=unit.id, targets=found, limit=IN, clause=EMBARK)


def _may_disembark(ctx: Context) -> Iterator[Option]:
    asked = ctx.state.pending
    if asked is not None:
        yield Option(asked.side, "disembark", model=asked.model, limit=OUT, clause=EVACUATE)
        return
    for unit in candidates(ctx):
        carrier = carrier_of(ctx.state, unit)
        if carrier is None or carrier.at is None:
            continue
        if fulfilled(MAY_LEAVE, unit, words.unit_of(ctx.state, carrier)):
            yield Option(unit.side, "disembark", model=unit.id, targets=(carrier.id,), limit=OUT, clause=DISEMBARK)


# what is worth declaring


def ways_out(choice: Choice) -> Iterator[Action]:
    """Round the vehicle, towards the goal; models without room beside a wreck are lost."""
    ctx, unit, forced = choice.ctx, choice.unit, choice.state.pending is not None
    carrier = carrier_of(ctx.state, unit)
    if carrier is None or carrier.at is None:
        return
    (x, y, _), goal = carrier.at, taste.goal(choice, unit) or carrier.at
    around = [towards((x, y, 0), way, AROUND) for way in COMPASS]
    around.sort(key=lambda at: geometry.ground_square(at, goal))

    def fits(stand_in: Model) -> bool:
        return nothing(_beside(ctx, stand_in, carrier))

    for partly in (False, True) if forced else (False,):
        for anchor in around:
            found = places.set_up(ctx, unit, anchor, gap=10, fits=fits, partly=partly)
            if found:
                yield Disembark(unit=unit.id, places=found)
    if forced:
        yield Disembark(unit=unit.id)


MARKS = (
    on_unit(EMBARK, "turn", "It got into a vehicle."),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        Act(Embark, embark, _may_embark, phases=("movement",), propose=drawn,
            told=Phrase("%(unit)s [boards|board] %(vehicle)s", "%(unit)s: посадка, %(vehicle)s")),
        Act(Disembark, disembark, _may_disembark, phases=("movement",), answers=(EVACUATE,), propose=ways_out,
            told=Phrase("%(unit)s [disembarks|disembark]", "%(unit)s: высадка из транспорта")),
    ),
    brings=(questions.Due(EVACUATE, ask_out), words.Because(DISEMBARK, "it got out of a vehicle this turn")),
)  # fmt: skip
