"""Deployment by the scenario: in turn, unit by unit, or one army after the other; and units that have to wait in
reserve.

Setting up and keeping in reserve are declared as in every game (`rules.wh40k.deployment.deploy`); the hooks here apply
the scenario's restrictions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.cod import ground, placement, prepared, ruins, sides, steps
from rules.cod.book import ASSUMED, ORGANISATION
from rules.cod.mission import Segment, Step, mission
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Turned
from rules.kernel.events import Action
from rules.kernel.lengths import INCH
from rules.kernel.marks import COUNT, on_side
from rules.kernel.part import (
    Act,
    Choice,
    Condition,
    Objections,
    Option,
    Part,
    demand,
    fulfilled,
    nothing,
    objection,
    refuse,
)
from rules.kernel.state import Model, Point, State, Unit
from rules.kernel.telling import Phrase
from rules.wh40k import hooks, words
from rules.wh40k.deployment import deploy, places, reserve
from rules.wh40k.taste import Wish

FOLLOW = ORGANISATION["deploy.follow-scenario"]
NO_ROOM = ASSUMED["no-room"]
NO_MANOEUVRE = ORGANISATION["deploy.no-deepstrike-infiltrate"]
ALTERNATE = sides.LOWER
"""The mark on a side, for the phase: how many of its units were set up when its turn began."""
COMPULSORY = 2
"""The value of Deep Strike for a unit that can only arrive that way."""


class EndDeployment(Action, frozen=True, tag="end-deployment"):
    """A side sets up no more units: the rest wait in reserve, if the scenario allows that."""


OWN_STEPS = ("alternate", *sides.ROLES)
LAST_STEPS = (deploy.LAST_DICE, deploy.LAST)
"""The steps in which infiltrators are set up, as in every game."""


class NoRoomToDeploy(Action, frozen=True, tag="no-room-to-deploy"):
    """There is no room for a unit where it has to be set up."""

    unit: str


def _played(ctx: Context) -> bool:
    """Whether units are set up by the scenario now."""
    return mission(ctx.state) is not None and ctx.state.phase == "deployment" and ctx.state.step in OWN_STEPS


IN_ORDER = Condition(
    placement.ORDER,
    "it is not yet the turn of {name}",
    lambda state, unit: not placement.out_of_order(state, unit),
)
TO_SET_UP = (
    Condition(NO_ROOM, "{name} is not to be set up", lambda state, unit: _is_wanted(state, unit)),
    IN_ORDER,
)
"""The conditions on a unit for which a place is being sought now."""


def _is_wanted(state: State, unit: Unit) -> bool:
    """Whether the scenario wants a unit on the table now."""
    played = mission(state)
    return played is not None and not played.held(state, unit) and played.comes_on != state.step


# setting up and keeping back


def set_up(ctx: Context, action: deploy.Deploy) -> None:
    """Set up a unit where the scenario allows it."""
    if not _played(ctx):
        deploy.deploy(ctx, action)
        return
    unit = _own(ctx, action.unit)
    if action.aboard:
        refuse(ctx, _against_boarding(ctx, unit, action.aboard))
    deploy.deploy_one(ctx, unit, action)


def keep(ctx: Context, action: deploy.Reserve) -> None:
    """Keep a unit in reserve where the scenario allows it."""
    if not _played(ctx):
        deploy.keep(ctx, action)
        return
    reserve.keep(ctx, _own(ctx, action.unit), action.manner)


def no_room(ctx: Context, action: NoRoomToDeploy) -> None:
    """A unit that cannot be set up comes on in the first turn of its side."""
    if not ctx.require(_played(ctx), FOLLOW, "units are not set up now"):
        return
    unit = _own(ctx, action.unit)
    demand(ctx, TO_SET_UP, ctx.state, unit, name=unit.sheet.name)
    _hold(ctx, unit, "ongoing", NO_ROOM)


def _own(ctx: Context, key: str) -> Unit:
    words.on_turn(ctx)
    unit, name = ctx.unit(key), ctx.unit(key).sheet.name
    ctx.require(unit.side == ctx.by, words.ACTED, "{name} belongs to the other side", name=name)
    left = unit in placement.waiting(ctx.state, unit.side)
    ctx.require(left, FOLLOW, "{name} is not to be set up now", name=name)
    return unit


def _against_boarding(ctx: Context, unit: Unit, carrier: str) -> Objections:
    """A unit that has to wait in reserve may only board a vehicle that has to wait too; otherwise the order applies."""
    state, played = ctx.state, steps.played_now(ctx)
    if not _played(ctx) or played.comes_on == state.step:
        return
    held = played.held(state, unit)
    vehicle = state.models.get(carrier)
    if held and (vehicle is None or not played.held(state, state.units[vehicle.unit])):
        yield objection(held, "{name} has to wait in reserve", name=unit.sheet.name)
    if not held and not IN_ORDER.holds(state, unit):
        yield objection(IN_ORDER.clause, IN_ORDER.refusal, name=unit.sheet.name)


# where and whether


@ORGANISATION.at(hooks.MAY_DEPLOY)
def _may_deploy(ctx: Context, clause: str, *, unit: Unit, at: Any, **_: Any) -> str:
    """The scenario says where a unit may be set up."""
    if clause or not _played(ctx):
        return clause
    return steps.played_now(ctx).refused(ctx.state, unit, tuple(model for model, _ in at))


@ORGANISATION.at(hooks.MAY_RESERVE)
def _may_reserve(ctx: Context, clause: str, *, unit: Unit, manner: str, **_: Any) -> str:
    """The scenario says which units may be kept in reserve; none allows Deep Strike or Infiltrate."""
    played = mission(ctx.state)
    if played is None or ctx.state.phase != "deployment":
        return clause
    if manner == "deep-strike" and ctx.holds(unit, "wh40k.usr.deep-strike") == COMPULSORY:
        return clause
    if manner == "deep-strike":
        permitted = prepared.granted(ctx.state, unit.side, "cod.stratagem.deep-strike.permission")
        return clause or ("" if permitted else NO_MANOEUVRE)
    if manner == "outflank":
        return clause or ("" if prepared.infiltrates(ctx.state, unit) else NO_MANOEUVRE)
    return clause or played.kept(ctx.state, unit)


@ORGANISATION.at(hooks.RESERVE_LIMIT)
def _no_limit(ctx: Context, limit: int, *, side: str, **_: Any) -> int:
    """Scenarios have their own limits on reserves."""
    if mission(ctx.state) is None:
        return limit
    return sum(unit.side == side for unit in ctx.state.units.values())


@ORGANISATION.at(hooks.OWN_EDGES)
def _own_edges(ctx: Context, edges: tuple[Segment, ...], *, side: str, **_: Any) -> tuple[Segment, ...]:
    """A side's own edges; all four if the scenario gives none."""
    if mission(ctx.state) is None:
        return edges
    return prepared.segments(ctx.state, side) or prepared.every_edge(ctx.state)


# whose turn it is


def settle(ctx: Context) -> bool:
    """After each unit it is the other side's turn; when every unit is set up or in reserve, the next step begins."""
    if mission(ctx.state) is None:
        return False
    if ctx.state.step in LAST_STEPS:
        return _infiltrators(ctx)
    return _in_turn(ctx) if ctx.state.step == "alternate" else _whole_army(ctx)


def _last(ctx: Context) -> Step:
    """The last step of the deployment, as the scenario has it."""
    return [step for step in steps.played_now(ctx).steps if step[0] == "deployment"][-1]


def _done(ctx: Context) -> None:
    """A step of the deployment is over; after the last one infiltrators are set up."""
    hidden = [side for side in ctx.state.sides if deploy.left(ctx, side, True)]
    if steps.here(ctx.state) != _last(ctx) or not hidden:
        steps.advance(ctx)
    elif len(hidden) > 1:
        ctx.emit(Turned(rule=NO_MANOEUVRE, to="", step=deploy.LAST_DICE))
    else:
        ctx.emit(Turned(rule=NO_MANOEUVRE, to=hidden[0], step=deploy.LAST))


def _infiltrators(ctx: Context) -> bool:
    if ctx.state.step != deploy.LAST or any(deploy.left(ctx, side, True) for side in ctx.state.sides):
        return False
    steps.advance(ctx, _last(ctx))
    return True


def _in_turn(ctx: Context) -> bool:
    state = ctx.state
    side = state.to_act
    if not side:
        _turn_of(ctx, prepared.some_side(state, state.game.get(sides.LOWER)))
        return True
    other = state.enemy(side)
    left, theirs = placement.waiting(state, side), placement.waiting(state, other)
    if not left and not theirs:
        _done(ctx)
        return True
    done = deployed(state, side) > _before(state, side)
    if left and not (done and theirs):
        return False
    _turn_of(ctx, other)
    return True


def _turn_of(ctx: Context, side: str) -> None:
    count = deployed(ctx.state, side)
    ctx.emit(Marked(rule=ALTERNATE, on=side, key=ALTERNATE, value=count, until="phase"))
    ctx.emit(Turned(rule=ALTERNATE, to=side, step="alternate"))


def _before(state: State, side: str) -> int:
    found = state.sides[side].phase.get(ALTERNATE, 0)
    return found if isinstance(found, int) else 0


def deployed(state: State, side: str) -> int:
    """How many units of a side are on the table, in a vehicle or in a building."""
    own = [unit for unit in state.units.values() if unit.side == side and words.alive(state, unit)]
    away = [unit for unit in own if reserve.manner_of(unit)]
    return len(own) - len(away) - len(deploy.undeployed(state, side))


def _whole_army(ctx: Context) -> bool:
    """One side sets up as much as it wants."""
    state = ctx.state
    side = prepared.side_of(state, state.step)
    if not placement.waiting(state, side):
        _done(ctx)
        return True
    if not state.to_act:
        steps.to_act(ctx, side, FOLLOW)
        return True
    return False


def _hold(ctx: Context, unit: Unit, manner: str, clause: str) -> None:
    words.mark(ctx, unit, words.RESERVE, manner, "game", rule=clause)


def end(ctx: Context, action: EndDeployment) -> None:
    """The remaining units go into reserve; if the army moves onto the table, they come on in its first turn."""
    state = ctx.state
    if not ctx.require(_may_end_now(ctx), FOLLOW, "deployment cannot be ended now"):
        return
    words.on_turn(ctx)
    played = steps.played_now(ctx)
    for unit in placement.waiting(state, ctx.by):
        refuse(ctx, _against_leaving(ctx, unit))
        if played.comes_on == state.step:
            _hold(ctx, unit, "ongoing", played["first-turn"])
        else:
            _hold(ctx, unit, "reserve", played.held(state, unit) or "cod.special.reserves.not-deployed")


def _may_end_now(ctx: Context) -> bool:
    """Whether one side sets up as much as it wants."""
    return _played(ctx) and ctx.state.step in sides.ROLES


def _against_leaving(ctx: Context, unit: Unit) -> Objections:
    """Objections to leaving a unit off the table when its side ends its deployment."""
    if steps.played_now(ctx).comes_on != ctx.state.step:
        clause = ctx.value(hooks.MAY_RESERVE, "", unit=unit, manner="reserve")
        if clause:
            yield objection(clause, "{name} still has to be set up", name=unit.sheet.name)


def _left(ctx: Context) -> list[Unit]:
    """The units that the side to act may set up or keep back: by the scenario, or infiltrators at last."""
    state = ctx.state
    if deploy.TO_SET_UP.holds(state):
        return deploy.left(ctx, state.to_act, state.step == deploy.LAST)
    return placement.waiting(state, state.to_act) if _played(ctx) and state.to_act else []


def _may_set_up(ctx: Context) -> Iterator[Option]:
    """Places for units, and transports for those that may board them."""
    for unit in _left(ctx):
        for option in deploy.ways_to_set_up(ctx, unit):
            room = tuple(key for key in option.targets if nothing(_against_boarding(ctx, unit, key)))
            if room or not option.targets:
                yield replace(option, targets=room)


def _may_keep(ctx: Context) -> Iterator[Option]:
    for unit in _left(ctx):
        yield from deploy.ways_to_keep(ctx, unit)


def _may_find_no_room(ctx: Context) -> Iterator[Option]:
    for unit in _left(ctx) if _played(ctx) else ():
        if fulfilled(TO_SET_UP, ctx.state, unit):
            yield Option(unit.side, "no-room-to-deploy", model=unit.id, clause=NO_ROOM)


def _may_end(ctx: Context) -> Iterator[Option]:
    left = _left(ctx)
    if ctx.state.to_act and _may_end_now(ctx) and all(nothing(_against_leaving(ctx, unit)) for unit in left):
        yield Option(ctx.state.to_act, "end-deployment", targets=tuple(unit.id for unit in left), clause=FOLLOW)


# what a player would do


def _aboard(choice: Choice) -> Iterator[Action]:
    """Mostly aboard something where that can be; infiltrators as everywhere."""
    boats = [each for each in choice.same if each.targets and choice.state.step not in LAST_STEPS]
    if boats and choice.dice.below(3):
        yield deploy.Deploy(unit=choice.option.model, aboard=choice.of(boats[0].targets))


def _in_ruins(choice: Choice) -> Iterator[Action]:
    """In the own zone, and there mostly in a ruin; else aboard something. Infiltrators as everywhere."""
    if choice.state.step in LAST_STEPS:
        yield from deploy.ways_in(choice)
        return
    boats = [each for each in choice.same if each.targets]
    if len(boats) < len(choice.same):
        yield from _in_zone(choice)
    for each in boats:
        yield from (deploy.Deploy(unit=each.model, aboard=key) for key in each.targets)


def _in_zone(choice: Choice) -> Iterator[Action]:
    ctx, unit = choice.ctx, choice.unit

    def fits(stand_in: Model) -> bool:
        return not ctx.value(hooks.MAY_DEPLOY, "", unit=unit, at=((stand_in, stand_in.at),))

    x, y, _ = ground.centre(ctx.state.table)
    for anchor in _anchors(choice, unit):
        inward = (x - anchor[0], y - anchor[1])
        gap = 20 + choice.dice.below(60)
        found = places.set_up(ctx, unit, anchor, gap=gap, fits=fits, facing=inward if any(inward) else (0, INCH))
        if found:
            yield deploy.Deploy(unit=unit.id, places=found)


def _anchors(choice: Choice, unit: Unit) -> Iterator[Point]:
    """Places in a ruin of the zone, on one of its floors; then anywhere in the zone."""
    state, dice = choice.state, choice.dice
    zones = prepared.zones(state, unit.side)
    near = [ruin for ruin in ruins.ruins(state) if prepared.reaches(state, ruin, unit.side)]
    afoot = not any(words.is_vehicle(model) for model in state.members(unit.id))
    if near and afoot and dice.below(3):
        ruin = choice.of(near)
        for level in (choice.of(ruins.levels(state, ruin)), ruin.floor):
            yield from ground.somewhere(choice, ruin, level)
    turn = dice.below(max(1, len(zones)))
    for zone in (*zones[turn:], *zones[:turn]):
        yield from ground.somewhere(choice, zone)
    for zone in zones:
        yield from places.anchors(dice, ground.bounds(zone), 0)


def _may_wait(choice: Choice) -> bool:
    """A unit that moves onto the table anyway, or has a building to hold, is rarely kept back."""
    state, played = choice.state, mission(choice.state)
    comes = played is not None and (played.comes_on == state.step or played.stays(state, choice.unit))
    return not comes or not choice.dice.below(5)


MARKS = (
    on_side(ALTERNATE, "phase", "How many of its units had been set up when its turn to set up began.", COUNT),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        Act(deploy.Deploy, set_up, _may_set_up, phases=("deployment",), instead=True, propose=_in_ruins),
        Act(deploy.Reserve, keep, _may_keep, phases=("deployment",), instead=True),
        Act(NoRoomToDeploy, no_room, _may_find_no_room, phases=("deployment",), last=True,
            told=Phrase("%(unit)s [finds|find] no room to set up", "%(unit)s: нет места для расстановки")),
        Act(EndDeployment, end, _may_end, phases=("deployment",),
            told=Phrase("%(side)s ends its deployment", "%(side)s больше никого не выставляет")),
    ),
    settles={"deployment": settle},
    proposes={deploy.Deploy: _aboard},
    brings=(Wish("reserve", _may_wait),),
)  # fmt: skip
