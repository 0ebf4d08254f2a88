"""Before the first game turn: mustering, the roll-off, setting up units one after the other, keeping units in reserve.

The winner of the roll-off takes a zone with its table edge, and decides which side sets up and plays first. Then the
sides alternate setting up units; infiltrators come last. An expansion with a different order of deployment uses
`muster`, `undeployed`, `deploy_one`, `keep_back` and `begin` from its own phases, and forbids places at
`hooks.MAY_DEPLOY`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.kernel import convex, footprint, geometry, rolloff
from rules.kernel.actions import Muster, begun, may_muster, refuse_all
from rules.kernel.canonical import holds_float
from rules.kernel.context import Context
from rules.kernel.effects import Began, Joined, Marked, Mustered, OrderSet, Turned, ZoneSet
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.marks import ZONE, either, on_side, one_of
from rules.kernel.part import (
    Act,
    Choice,
    Condition,
    Objections,
    Option,
    Part,
    demand,
    nothing,
    objection,
    refuse,
    unread,
)
from rules.kernel.proposing import COMPASS, towards
from rules.kernel.state import Model, State, Table, Unit, Zone
from rules.kernel.telling import Phrase
from rules.wh40k import hooks, options, position, questions, turn, words
from rules.wh40k.army import forces, join
from rules.wh40k.deployment import edges, places, placing, reserve
from rules.wh40k.shooting import sight
from rules.wh40k.special import infiltrate
from rules.wh40k.vehicles import building, transport

DEPLOYMENT = edges.ZONE
ROLL_OFF = "wh40k.assumed.dice.roll-off"
TIE = "wh40k.assumed.dice.roll-off.tie"
UNITS = "wh40k.assumed.roster.units"
SETUP, PHASE = "setup", "deployment"
DICE, TURNS, LAST_DICE, LAST = "roll-off", "units", "infiltrators-roll-off", "infiltrators"
"""The steps of deployment: the roll-off, the units in turn, then both again for infiltrators."""
DEPTH = 1200
"""The depth of the zones along the long edges if none are drawn."""
BESIDE = 150
"""How far from the middle of another model a character is set up beside it (hundredths)."""


class RollOff(Action, frozen=True, tag="roll-off"):
    """Both players roll a die: for table edges and the first turn, or for setting up infiltrators first."""


class ChooseSide(Action, frozen=True, tag="choose-side"):
    """The winner of the roll-off takes a deployment zone, and says whether to set up and play `first`."""

    zone: str
    first: bool = True


class ChooseStarter(Action, frozen=True, tag="choose-starter"):
    """The winner of the infiltrators' roll-off says whether to set up `first`."""

    first: bool = True


class Deploy(Action, frozen=True, tag="deploy"):
    """Set up a unit: a place for each model, or `aboard` its transport or an intact building (their id).

    `join` is the unit that an independent character belongs to from the start, set up within 2" of it. On a table
    without a terrain map `facts` declare who sees infiltrators.
    """

    unit: str
    places: tuple[placing.Place, ...] = ()
    aboard: str = ""
    join: str = ""
    facts: tuple[sight.LineOfSight, ...] = ()


class Reserve(Action, frozen=True, tag="reserve"):
    """Keep a unit in reserve; `manner` is how it will arrive: reserve, deep-strike, outflank."""

    unit: str
    manner: str = "reserve"


# mustering


def muster(ctx: Context, action: Muster) -> None:
    """Join with a legal army within the agreed points."""
    state = ctx.state
    refuse_all(position.roster_problems(action.roster), "$.action.roster")
    if holds_float(action.roster.extra):
        raise Malformed("$.action.roster.extra", "a number with a fraction; numbers are whole or written as text")
    known = ctx.require(ctx.by in words.SIDES, UNITS, "the sides of a game are a and b, not {by!r}", by=ctx.by)
    fresh = ctx.require(ctx.by not in state.sides, UNITS, "side {by} has already mustered", by=ctx.by)
    if not (begun(ctx) and words.in_phase(ctx, SETUP) and known and fresh):
        return
    chosen = forces.team(action.roster, action.pick) if action.pick else action.roster
    for problem in forces.problems(chosen, int(state.options.get(options.POINTS, 0))):
        ctx.require(False, problem.rule, problem.message.replace("{", "{{").replace("}", "}}"))
    ctx.emit(
        Mustered(
            rule=UNITS,
            side=ctx.by,
            name=action.roster.name,
            models=chosen.models,
            faction=action.roster.faction,
            points=forces.points(chosen),
            units=chosen.units,
        )
    )


def settle_setup(ctx: Context) -> bool:
    """Deployment begins once both armies have mustered."""
    if sorted(ctx.state.sides) != sorted(words.SIDES):
        return False
    ctx.emit(Began(rule=DEPLOYMENT, phase=PHASE, round=0))
    for zone in () if ctx.state.table.zones else drawn(ctx.state.table):
        ctx.emit(ZoneSet(rule=DEPLOYMENT, zone=zone))
    ctx.emit(Turned(rule=DEPLOYMENT, to="", step=DICE))
    return True


def drawn(table: Table) -> tuple[Zone, Zone]:
    """Zones along the long edges, for a table without drawn zones."""
    wide, deep = table.width, table.depth
    reach = min(DEPTH, min(wide, deep) // 2)
    if wide >= deep:
        return _zone("near", 0, 0, wide, reach), _zone("far", 0, deep - reach, wide, deep)
    return _zone("near", 0, 0, reach, deep), _zone("far", wide - reach, 0, wide, deep)


def _zone(key: str, left: int, near: int, right: int, far: int) -> Zone:
    return Zone(key, key, ((left, near), (right, near), (right, far), (left, far)))


# the roll-off


TO_ROLL_OFF = Condition(
    DEPLOYMENT,
    "there is nothing to roll off for",
    lambda state: state.phase == PHASE and state.step in (DICE, LAST_DICE) and state.pending is None,
)


def roll_off(ctx: Context, action: RollOff) -> None:
    """Roll for zones and the first turn, or for setting up infiltrators first."""
    if demand(ctx, (TO_ROLL_OFF,), ctx.state):
        ctx.ask(DEPLOYMENT if ctx.state.step == DICE else infiltrate.BOTH, winner(ctx))


def winner(ctx: Context) -> str:
    """The winner of a roll-off; ties are rolled again."""
    totals = rolloff.until_different(ctx, ROLL_OFF, TIE)
    return max(totals, key=lambda side: totals[side])


def choose_side(ctx: Context, action: ChooseSide) -> None:
    """Take a zone and the order of play; the other side has the other zone."""
    if questions.answered(ctx, DEPLOYMENT) is None:
        return
    zones = [zone.id for zone in ctx.state.table.zones]
    ctx.require(action.zone in zones, DEPLOYMENT, "there is no zone {zone!r} on this table", zone=action.zone)
    other = next((key for key in zones if key != action.zone), "")
    loser = ctx.state.enemy(ctx.by)
    give_zones(ctx, {ctx.by: action.zone, loser: other})
    first = ctx.by if action.first else loser
    ctx.emit(OrderSet(rule=DEPLOYMENT, order=(first, ctx.state.enemy(first))))
    ctx.emit(Turned(rule=DEPLOYMENT, to=first, step=TURNS))


def give_zones(ctx: Context, zones: dict[str, str]) -> None:
    """Give each side its deployment zone, and with it its table edge."""
    for side, zone in zones.items():
        ctx.emit(Marked(rule=DEPLOYMENT, on=side, key=DEPLOYMENT, value=zone, until="game"))


def choose_starter(ctx: Context, action: ChooseStarter) -> None:
    """Choose which side sets up infiltrators first."""
    if questions.answered(ctx, infiltrate.BOTH) is not None:
        first = ctx.by if action.first else ctx.state.enemy(ctx.by)
        ctx.emit(Turned(rule=infiltrate.BOTH, to=first, step=LAST))


# units


TO_SET_UP = Condition(
    DEPLOYMENT,
    "units are set up after the roll-off, before the first turn",
    lambda state: state.phase == PHASE and state.step in (TURNS, LAST),
)


def undeployed(state: State, side: str) -> list[Unit]:
    """The units of a side that are neither set up, nor aboard something, nor in reserve."""
    return [
        unit
        for unit in state.units.values()
        if unit.side == side
        and words.alive(state, unit)
        and not words.standing(state, unit)
        and not reserve.manner_of(unit)
        and not any(key in unit.game for key in (words.ABOARD, building.OCCUPIES))
    ]


def left(ctx: Context, side: str, last: bool) -> list[Unit]:
    """The units a side has to set up before the infiltrators, or (`last`) with them."""
    return [unit for unit in undeployed(ctx.state, side) if infiltrate.among(ctx, unit) is last]


def deploy(ctx: Context, action: Deploy) -> None:
    """Set up a unit in its turn."""
    unit = _to_set_up(ctx, action.unit)
    last = ctx.state.step == LAST
    boards = infiltrate.boards_own(ctx, unit, action.aboard)
    ctx.require(
        infiltrate.among(ctx, unit) is last or boards, infiltrate.LAST, "{name} is set up {when}",
        name=unit.sheet.name, when="before the infiltrators" if last else "after every other unit",
    )  # fmt: skip
    zone = None if last else edges.zone_of(ctx.state, ctx.by)
    deploy_one(ctx, unit, action, zone, last)
    pass_on(ctx)


def _to_set_up(ctx: Context, key: str) -> Unit:
    """A unit about to be set up or kept in reserve."""
    state = ctx.state
    words.on_turn(ctx)
    demand(ctx, (TO_SET_UP,), state)
    unit = ctx.unit(key)
    ctx.require(unit.side == ctx.by, words.ACTED, "{name} belongs to the other side", name=unit.sheet.name)
    ctx.require(unit in undeployed(state, unit.side), DEPLOYMENT, "{name} is already set up", name=unit.sheet.name)
    return unit


def deploy_one(ctx: Context, unit: Unit, action: Deploy, zone: Zone | None = None, last: bool = False) -> None:
    """Set up a unit: on the table (in a `zone`, or by the rules of infiltrators), or aboard something."""
    if action.aboard:
        refuse(ctx, unread(DEPLOYMENT, action, ("places", "join", "facts"), f"{unit.sheet.name} begins aboard"))
        get_in(ctx, unit, action.aboard, last)
        return
    refuse(ctx, sight.unread(action.facts, ctx.state, [unit] if last else [], cover=False))
    stand_ins = place(ctx, unit, action.places, zone)
    if last:
        infiltrate.hidden(ctx, unit, stand_ins, action.facts)
        infiltrate.remember(ctx, unit)
    placing.put(ctx, stand_ins, DEPLOYMENT)
    if action.join:
        _attach(ctx, unit, ctx.unit(action.join, "$.action.join"))


def _attach(ctx: Context, unit: Unit, host: Unit) -> None:
    """An independent character begins the game as part of a nearby unit."""
    models, name = words.standing(ctx.state, unit), unit.sheet.name
    alone = len(models) == 1 and words.is_(models[0], "Independent Character")
    taken = host.side == unit.side and host.id != unit.id and words.vehicle_of(ctx.state, host) is None
    if not ctx.require(alone and taken, join.JOIN, "{name} cannot join {host}", name=name, host=host.sheet.name):
        return
    near = geometry.within(words.standing(ctx.state, host), models[0], join.REACH)
    ctx.require(near, join.JOIN, '{name} is not within 2" of {host}', name=name, host=host.sheet.name)
    infiltrate.may_join(ctx, models[0], host)
    ctx.emit(Joined(rule=join.JOIN, model=models[0].id, unit=host.id))


def place(
    ctx: Context, unit: Unit, places: Sequence[placing.Place], zone: Zone | None = None, clause: str = DEPLOYMENT
) -> list[Model]:
    """Stand-ins for a unit at places where it may be set up: whole bases in the zone, in coherency, not blocked."""
    stand_ins = placing.stand_ins(ctx, unit, places, clause)
    for model in stand_ins:
        whole = zone is None or footprint.wholly_inside(model, zone.outline)
        ctx.require(whole, clause, "all of {name} has to be in its side's zone", name=model.sheet.name)
    placing.require_legal(ctx, unit, stand_ins)
    spots = tuple((m, m.at) for m in stand_ins)
    barred = ctx.value(hooks.MAY_DEPLOY, "", unit=unit, at=spots)
    ctx.require(not barred, barred, "{name} may not be set up there", name=unit.sheet.name)
    return stand_ins


def get_in(ctx: Context, unit: Unit, key: str, last: bool = False) -> None:
    """A unit begins the game in a transport, set up or not, or in an intact building."""
    if key in ctx.state.models:
        carrier = ctx.model(key, "$.action.aboard")
        refuse(ctx, _boarding(ctx, unit, carrier))
        transport.board(ctx, unit, carrier)
        return
    piece = building.find(ctx, key, "$.action.aboard")
    refuse(ctx, building.holding(ctx, unit, piece))
    zone = edges.zone_of(ctx.state, unit.side)
    if last:
        infiltrate.hidden_in(ctx, unit, piece)
        infiltrate.remember(ctx, unit)
    else:
        own = zone is None or all(geometry.inside(corner, zone.outline) for corner in piece.outline)
        ctx.require(own, DEPLOYMENT, "{piece} is not in its side's zone", piece=piece.name)
    building.enter(ctx, unit, piece)


def _boarding(ctx: Context, unit: Unit, carrier: Model) -> Objections:
    """Objections to a unit beginning the game in a transport."""
    if reserve.manner_of(words.unit_of(ctx.state, carrier)):
        yield objection(DEPLOYMENT, "{carrier} is already in reserve", carrier=carrier.sheet.name)
    yield from transport.holding(ctx, unit, carrier)


def keep(ctx: Context, action: Reserve) -> None:
    """Keep a unit in reserve instead of setting it up."""
    unit = _to_set_up(ctx, action.unit)
    reserve.keep(ctx, unit, action.manner)
    pass_on(ctx)


def pass_on(ctx: Context) -> None:
    """The other side sets up a unit, if it has one left."""
    state, last = ctx.state, ctx.state.step == LAST
    if state.phase != PHASE:
        return
    other = state.enemy(ctx.by)
    to = other if left(ctx, other, last) else ctx.by
    ctx.emit(Turned(rule=infiltrate.LAST if last else DEPLOYMENT, to=to, step=state.step))


def settle_deployment(ctx: Context) -> bool:
    """When no unit is left to set up in this step, the next step begins; after the last, the game does."""
    state = ctx.state
    if state.step not in (TURNS, LAST) or any(left(ctx, side, state.step == LAST) for side in state.sides):
        return False
    hidden = [side for side in state.order if left(ctx, side, True)]
    if not hidden:
        begin(ctx)
    elif len(hidden) > 1:
        ctx.emit(Turned(rule=infiltrate.BOTH, to="", step=LAST_DICE))
    else:
        ctx.emit(Turned(rule=infiltrate.LAST, to=hidden[0], step=LAST))
    return True


def begin(ctx: Context) -> None:
    """The first game turn begins, in the order that was chosen."""
    turn.begin_game(ctx, ctx.state.order[0])


# what is open


def _may_roll_off(ctx: Context) -> Iterator[Option]:
    if TO_ROLL_OFF.holds(ctx.state):
        yield from (Option(side, "roll-off", clause=ROLL_OFF) for side in ctx.state.sides)


def _zones(ctx: Context) -> Iterator[Option]:
    zones = tuple(zone.id for zone in ctx.state.table.zones)
    yield Option(ctx.pending.side, "choose-side", targets=zones, clause=DEPLOYMENT)


def _to_choose(ctx: Context) -> list[Unit]:
    """The units from which the side to act chooses the next to set up or keep in reserve."""
    state = ctx.state
    return left(ctx, state.to_act, state.step == LAST) if TO_SET_UP.holds(state) else []


def _may_deploy(ctx: Context) -> Iterator[Option]:
    for unit in _to_choose(ctx):
        yield from ways_to_set_up(ctx, unit)


def _may_keep(ctx: Context) -> Iterator[Option]:
    for unit in _to_choose(ctx):
        yield from ways_to_keep(ctx, unit)


def ways_to_set_up(ctx: Context, unit: Unit) -> Iterator[Option]:
    """How a unit may be set up: on the table, or in a transport that has room for it."""
    if not ctx.value(hooks.MAY_DEPLOY, "", unit=unit, at=()):
        yield Option(unit.side, "deploy", model=unit.id, clause=DEPLOYMENT)
    room = tuple(m.id for m in ctx.state.models.values() if not m.out and nothing(_boarding(ctx, unit, m)))
    if room:
        yield Option(unit.side, "deploy", model=unit.id, targets=room, clause=transport.CAPACITY)


def ways_to_keep(ctx: Context, unit: Unit) -> Iterator[Option]:
    """The manners in which a unit may be kept in reserve."""
    manners = tuple(m for m in reserve.DECLARED if nothing(reserve.keeping(ctx, unit, m)))
    if manners:
        yield Option(unit.side, "reserve", model=unit.id, targets=manners, clause=reserve.ROLLS)


# what is worth declaring


def _any_side(choice: Choice) -> Iterator[Action]:
    """Any zone, mostly to go first."""
    yield ChooseSide(zone=choice.of(choice.option.targets), first=bool(choice.dice.below(3)))


def _first_or_second(choice: Choice) -> Iterator[Action]:
    yield ChooseStarter(first=bool(choice.dice.below(2)))


def ways_in(choice: Choice) -> Iterator[Action]:
    """Now and then aboard something, else in formation in the own zone; infiltrators towards the enemy."""
    boats = [each for each in choice.same if each.targets]
    if boats and choice.dice.below(3):
        yield Deploy(unit=choice.option.model, aboard=choice.of(boats[0].targets))
    unit = choice.unit
    if words.is_(choice.state.members(unit.id)[0], "Independent Character") and choice.dice.below(2):
        yield from _beside_a_unit(choice)
    yield from (Deploy(unit=unit.id, places=found) for found in _in_zone(choice))
    for each in boats:
        yield from (Deploy(unit=unit.id, aboard=key) for key in each.targets)


def _beside_a_unit(choice: Choice) -> Iterator[Action]:
    """A character in one of the units that are set up already."""
    state, unit = choice.state, choice.unit
    hosts = [u for u in words.on_table(state, unit.side) if words.vehicle_of(state, u) is None]
    fits = _allowed(choice.ctx, unit)
    for host in (choice.of(hosts),) if hosts else ():
        for mate in words.standing(state, host):
            for way in COMPASS[::2]:
                spot = towards(choice.ctx.place(mate), way, BESIDE)
                found = places.set_up(choice.ctx, unit, spot, fits=fits, room=1)
                if found:
                    yield Deploy(unit=unit.id, places=found, join=host.id)


def _in_zone(choice: Choice) -> Iterator[tuple[placing.Place, ...]]:
    """Places in the own zone, for infiltrators anywhere before that; then elsewhere, where a mission may allow it."""
    ctx, unit, table = choice.ctx, choice.unit, choice.state.table
    zone, fits = edges.zone_of(ctx.state, unit.side), _allowed(ctx, unit)
    whole = convex.Box(0, 0, table.width, table.depth)
    home = convex.box_of(zone.outline) if zone is not None else whole
    for box in (whole, home) if ctx.state.step == LAST else (home, whole):
        for anchor in places.anchors(choice.dice, box):
            gap, facing = 20 + choice.dice.below(80), edges.across(table, anchor)
            found = places.set_up(ctx, unit, anchor, gap=gap, fits=fits, facing=facing)
            if found:
                yield found


def _allowed(ctx: Context, unit: Unit) -> places.Fits:
    """Where a model of a unit may be set up: in the zone, or far from enemies among the infiltrators."""
    last, zone = ctx.state.step == LAST, edges.zone_of(ctx.state, unit.side)
    foes = words.foes(ctx.state, unit.side)

    def fits(stand_in: Model) -> bool:
        if last:
            return not geometry.within(foes, stand_in, infiltrate.SEEN)
        if zone is not None and not footprint.wholly_inside(stand_in, zone.outline):
            return False
        return not ctx.value(hooks.MAY_DEPLOY, "", unit=unit, at=((stand_in, stand_in.at),))

    return fits


def ways_to_wait(choice: Choice) -> Iterator[Action]:
    """In the most unusual way that is open to the unit."""
    special = [manner for manner in choice.option.targets if manner != "reserve"]
    if special:
        yield Reserve(unit=choice.option.model, manner=choice.of(special))
    yield Reserve(unit=choice.option.model, manner=choice.of(choice.option.targets))


MARKS = (
    on_side(DEPLOYMENT, "game", "Its deployment zone.", either(ZONE, one_of("near", "far"))),
)  # fmt: skip

PART = Part(
    marks=MARKS,
    acts=(
        Act(Muster, muster, may_muster(UNITS), phases=(SETUP,)),
        Act(RollOff, roll_off, _may_roll_off, phases=(PHASE,),
            told=Phrase("Both sides roll off", "Обе стороны бросают кубик")),
        Act(ChooseSide, choose_side, _zones, answers=(DEPLOYMENT,), propose=_any_side,
            told=Phrase("%(side)s chooses its table side", "%(side)s выбирает сторону стола")),
        questions.reply(ChooseStarter, choose_starter, infiltrate.BOTH, propose=_first_or_second,
            told=Phrase("%(side)s decides who begins", "%(side)s решает, кто начинает")),
        Act(Deploy, deploy, _may_deploy, phases=(PHASE,), propose=ways_in,
            told=Phrase("%(unit)s [is|are] set up", "%(unit)s: расстановка")),
        Act(Reserve, keep, _may_keep, phases=(PHASE,), propose=ways_to_wait,
            told=Phrase("%(unit)s [stays|stay] in reserve", "%(unit)s: остаётся в резерве")),
    ),
    settles={SETUP: settle_setup, PHASE: settle_deployment},
)  # fmt: skip
