"""How the autoplayer sets up: the roll-off, units in their zone, reserves and how they come on, transports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.kernel import footprint, geometry
from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.part import Choice, Propose
from rules.kernel.proposing import COMPASS
from rules.kernel.state import Facing, Model, Point, State, Unit
from rules.wh40k import hooks, taste, words
from rules.wh40k.deployment import deploy, edges, outflank, reserve
from rules.wh40k.deployment.placing import Place
from rules.wh40k.movement import footing, move, trail
from rules.wh40k.playing import places
from rules.wh40k.playing.formation import Draft
from rules.wh40k.special import deep_strike, infiltrate
from rules.wh40k.vehicles import building, transport

TRIES = 24
"""So many places are tried at random before the whole of a zone is searched."""
BESIDE = 150
"""How far from the middle of another model a character is set up beside it (hundredths)."""
DEPTHS = (1, 2, 3)
"""A unit that moves on tries to come as far onto the table as it can, then a half, then a third of it."""


def roll_off(choice: Choice) -> Iterator[Action]:
    """Roll."""
    yield deploy.RollOff()


def choose_side(choice: Choice) -> Iterator[Action]:
    """Any zone, mostly to go first."""
    yield deploy.ChooseSide(zone=choice.of(choice.option.targets), first=bool(choice.dice.below(3)))


def choose_starter(choice: Choice) -> Iterator[Action]:
    """First or second."""
    yield deploy.ChooseStarter(first=bool(choice.dice.below(2)))


# deployment


def set_up(choice: Choice) -> Iterator[Action]:
    """Now and then aboard something, else in formation in the own zone; infiltrators towards the enemy."""
    boats = [each for each in choice.same if each.targets]
    if boats and choice.dice.below(3):
        yield deploy.Deploy(unit=choice.option.model, aboard=choice.of(boats[0].targets))
    ctx, unit = choice.ctx, choice.unit
    if words.is_(choice.state.members(unit.id)[0], "Independent Character") and choice.dice.below(2):
        yield from _beside_a_unit(choice, ctx, unit)
    for found in _in_zone(choice, ctx, unit):
        yield deploy.Deploy(unit=unit.id, places=found)
    for each in boats:
        yield from (deploy.Deploy(unit=unit.id, aboard=key) for key in each.targets)


def _beside_a_unit(choice: Choice, ctx: Context, unit: Unit) -> Iterator[Action]:
    """A character in one of the units that are set up already."""
    hosts = [u for u in words.on_table(ctx.state, unit.side) if words.vehicle_of(ctx.state, u) is None]
    fits = _allowed(ctx, unit)
    for host in (choice.of(hosts),) if hosts else ():
        for mate in words.standing(ctx.state, host):
            x, y, z = mate.at or (0, 0, 0)
            for dx, dy in COMPASS[::2]:
                spot = (x + dx * BESIDE // 1000, y + dy * BESIDE // 1000, z)
                found = places.set_up(ctx, unit, spot, fits=fits, room=1)
                if found:
                    yield deploy.Deploy(unit=unit.id, places=found, join=host.id)


def _in_zone(choice: Choice, ctx: Context, unit: Unit) -> Iterator[tuple[Place, ...]]:
    """Places in the own zone, for infiltrators anywhere before that; then elsewhere, where a mission may allow it."""
    table, zone, fits = ctx.state.table, edges.zone_of(ctx.state, unit.side), _allowed(ctx, unit)
    whole = (0, 0, table.width, table.depth)
    home = places.box_of(zone.outline) if zone is not None else whole
    for box in (whole, home) if ctx.state.step == deploy.LAST else (home, whole):
        for anchor in places.anchors(ctx, choice.dice.below, box, TRIES):
            facing = _across(ctx.state, anchor)
            found = places.set_up(ctx, unit, anchor, gap=20 + choice.dice.below(80), fits=fits, facing=facing)
            if found:
                yield found


def _allowed(ctx: Context, unit: Unit) -> places.Fits:
    """Where a model of a unit may be set up: in the zone, or far from enemies among the infiltrators."""
    last, zone = ctx.state.step == deploy.LAST, edges.zone_of(ctx.state, unit.side)
    foes = words.foes(ctx.state, unit.side)

    def fits(stand_in: Model) -> bool:
        if last:
            return not geometry.within(foes, stand_in, infiltrate.SEEN)
        if zone is not None and not footprint.wholly_inside(stand_in, zone.outline):
            return False
        return not ctx.value(hooks.MAY_DEPLOY, "", unit=unit, at=((stand_in, stand_in.at),))

    return fits


def _across(state: State, at: Point) -> Facing:
    """Towards the far side of the table."""
    return (0, 1000) if 2 * at[1] < state.table.depth else (0, -1000)


def keep_back(choice: Choice) -> Iterator[Action]:
    """In the most unusual way that is open to the unit."""
    special = [manner for manner in choice.option.targets if manner != "reserve"]
    if special:
        yield deploy.Reserve(unit=choice.option.model, manner=choice.of(tuple(special)))
    yield deploy.Reserve(unit=choice.option.model, manner=choice.of(choice.option.targets))


# reserves


def reserve_rolls(choice: Choice) -> Iterator[Action]:
    """Roll, in any order."""
    if choice.dice.below(2):
        yield reserve.ReserveRolls(units=tuple(reversed(choice.option.targets)))
    yield reserve.ReserveRolls()


def edge_roll(choice: Choice) -> Iterator[Action]:
    """Roll; again where the edge was not what it might have been."""
    if choice.state.pending is None or choice.dice.below(2):
        yield outflank.EdgeRoll(unit=choice.option.model)


def arrival_terrain(choice: Choice) -> Iterator[Action]:
    """Roll now and then: then the unit can come on through difficult terrain."""
    if not choice.dice.below(3):
        yield reserve.ArrivalRoll(unit=choice.option.model)


def arrive(choice: Choice) -> Iterator[Action]:
    """Deep Strike near an enemy, or move on over the edge."""
    ctx, unit = choice.ctx, choice.unit
    manner = reserve.manner_of(unit)
    if manner == "deep-strike" or (manner == "ongoing" and deep_strike.able(ctx, unit)):
        yield from _from_above(choice, ctx, unit)
    if manner != "deep-strike":
        yield from _over_edge(choice, ctx, unit, "reserve" if manner == "ongoing" else manner)


def _from_above(choice: Choice, ctx: Context, unit: Unit) -> Iterator[Action]:
    """The first model at a free place, the nearer to an enemy the better."""
    first, table = ctx.state.members(unit.id)[0], ctx.state.table
    goal = taste.goal(choice, unit)
    for _ in range(TRIES):
        x, y = choice.dice.below(table.width), choice.dice.below(table.depth)
        if goal is not None and choice.dice.below(3):
            x, y = (goal[0] + x) // 2, (goal[1] + y) // 2
        facing = _across(ctx.state, (x, y, 0)) if words.is_vehicle(first) else None
        stand_in = footprint.placed(first, (x, y, 0), facing)
        if footprint.on_table(stand_in, table) and not geometry.within(ctx.state.alive(), stand_in, 2 * words.NEAR):
            yield reserve.Arrive(unit=unit.id, places=(Place(first.id, (x, y, 0), facing),), manner="deep-strike")
    middle = (table.width // 2, table.depth // 2, 0)
    yield reserve.Arrive(unit=unit.id, places=(Place(first.id, middle, None),), manner="deep-strike")


def _over_edge(choice: Choice, ctx: Context, unit: Unit, manner: str) -> Iterator[Action]:
    for edge in reserve.entries(ctx, unit, manner):
        for fast in (False, True):
            yield from _along_edge(choice, ctx, unit, manner, edge, fast)


def _along_edge(
    choice: Choice, ctx: Context, unit: Unit, manner: str, edge: edges.Edge, fast: bool
) -> Iterator[reserve.Arrive]:
    """In formation at some place along an edge, as deep as the unit gets."""
    (ax, ay), (bx, by) = edge
    models = ctx.state.members(unit.id)
    reach = min(move.allowance(ctx, unit, m, fast) for m in models)
    rolled = unit.phase.get(footing.DIFFICULT)
    reach = min(reach, rolled) if isinstance(rolled, int) else reach
    inward = _inward(ctx.state, edge)

    def fits(stand_in: Model) -> bool:
        return reserve.depth(stand_in, edge) <= reach

    for share in DEPTHS:
        for _ in range(TRIES // 3):
            at = choice.dice.below(1001)
            x, y = ax + (bx - ax) * at // 1000, ay + (by - ay) * at // 1000
            deep = max(reach // share - 60, 60)
            anchor = (x + inward[0] * deep // 1000, y + inward[1] * deep // 1000, 0)
            found = places.set_up(ctx, unit, anchor, gap=20, fits=fits, facing=inward)
            if found and _walks_on(ctx, unit, found, edge, reach, fast, isinstance(rolled, int)):
                yield reserve.Arrive(unit=unit.id, places=found, manner=manner, fast=fast)


def _inward(state: State, edge: edges.Edge) -> Facing:
    """Onto the table from an edge."""
    (ax, ay), (_, by) = edge
    if ay == by:
        return (0, 1000 if 2 * ay < state.table.depth else -1000)
    return (1000 if 2 * ax < state.table.width else -1000, 0)


def _walks_on(
    ctx: Context, unit: Unit, found: tuple[Place, ...], edge: edges.Edge, reach: int, fast: bool, through: bool
) -> bool:
    """Whether everybody can go straight from beyond the edge to his place, in this order."""
    draft = Draft(ctx, unit, trail.Manner("arrival"), reach, packs=fast, through=through)
    for place in found:
        model = draft.state.models[place.model]
        stand_in = footprint.placed(model, place.at, place.facing)
        if not draft.go(model, (place.at,), reserve.outside(stand_in, edge)):
            return False
    return True


def no_room(choice: Choice) -> Iterator[Action]:
    """Wait for another turn."""
    yield reserve.NoRoom(unit=choice.option.model)


def formation(choice: Choice) -> Iterator[Action]:
    """Round the first model, or nowhere."""
    ctx, unit = choice.ctx, choice.unit
    pending = choice.state.pending
    assert pending is not None
    about = {key: value for key, value in pending.about.items() if isinstance(value, int)}
    at, facing = (about.get("x", 0), about.get("y", 0), about.get("z", 0)), (about.get("fx", 0), about.get("fy", 0))
    first = footprint.placed(choice.state.models[str(pending.about["first"])], at, facing if facing != (0, 0) else None)
    found = places.rings(ctx, unit, first)
    if found:
        yield deep_strike.Formation(unit=unit.id, places=found)
    yield deep_strike.Formation(unit=unit.id)


def misplace(choice: Choice) -> Iterator[Action]:
    """Wherever there is room for the whole formation, the farther from everybody the better."""
    ctx, unit = choice.ctx, choice.unit
    table, first = choice.state.table, choice.state.members(choice.option.model)[0]
    for x, y, _ in places.anchors(ctx, choice.dice.below, (0, 0, table.width, table.depth), TRIES):
        facing = _across(choice.state, (x, y, 0)) if words.is_vehicle(first) else None
        stand_in = footprint.placed(first, (x, y, 0), facing)
        if not footprint.on_table(stand_in, table):
            continue
        found = places.rings(ctx, unit, stand_in)
        if found or len(choice.state.members(unit.id)) == 1:
            yield deep_strike.Misplace(unit=unit.id, places=(Place(first.id, (x, y, 0), facing), *found))


# transports and buildings


def embark(choice: Choice) -> Iterator[Action]:
    """Get in now and then."""
    if not choice.dice.below(3):
        yield transport.Embark(unit=choice.option.model, vehicle=choice.of(choice.option.targets))


def disembark(choice: Choice) -> Iterator[Action]:
    """Round the vehicle, towards the enemy; models without room beside a wreck are lost."""
    ctx, unit = choice.ctx, choice.unit
    carrier = transport.carrier_of(choice.state, unit)
    forced = choice.state.pending is not None
    if carrier is None or carrier.at is None or (not forced and taste.stays_aboard(choice, carrier)):
        return
    goal, base = taste.goal(choice, unit) or carrier.at, carrier

    def fits(stand_in: Model) -> bool:
        near = geometry.near(footprint.placed(stand_in, _level(stand_in, base)), base, transport.OUT)
        return near and not ctx.value(hooks.MAY_DISEMBARK, "", vehicle=base, at=stand_in.at, model=stand_in)

    around = sorted(_round(carrier.at, 500), key=lambda p: (p[0] - goal[0]) ** 2 + (p[1] - goal[1]) ** 2)
    for partly in (False, True) if forced else (False,):
        for anchor in around:
            found = places.set_up(ctx, unit, anchor, gap=10, fits=fits, partly=partly)
            if found:
                yield transport.Disembark(unit=unit.id, places=found)
    if forced:
        yield transport.Disembark(unit=unit.id)


def _level(stand_in: Model, carrier: Model) -> Point:
    x, y, z = stand_in.at or (0, 0, 0)
    return (x, y, carrier.at[2] if carrier.at and words.is_(carrier, "Skimmer") else z)


def _round(at: Point, reach: int) -> list[Point]:
    return [(at[0] + x * reach // 1000, at[1] + y * reach // 1000, 0) for x, y in COMPASS]


def occupy(choice: Choice) -> Iterator[Action]:
    """Go inside now and then."""
    for piece in choice.state.table.terrain if not choice.dice.below(4) else ():
        if piece.kind == building.KIND:
            yield building.Occupy(unit=choice.option.model, building=piece.id)


def come_out(choice: Choice) -> Iterator[Action]:
    """Out of a building now and then, at once where it has to."""
    ctx, unit = choice.ctx, choice.unit
    piece, forced = building.of(choice.state, unit), choice.state.pending is not None
    if piece is None or (not forced and choice.dice.below(3)):
        return

    def fits(stand_in: Model) -> bool:
        return footprint.near_outline(stand_in, piece.outline, transport.OUT)

    left, near, right, far = places.box_of(piece.outline)
    for partly in (False, True) if forced else (False,):
        box = (left - transport.OUT, near - transport.OUT, right + transport.OUT, far + transport.OUT)
        for anchor in places.anchors(ctx, choice.dice.below, box, TRIES):
            found = places.set_up(ctx, unit, anchor, gap=10, fits=fits, partly=partly)
            if found:
                yield building.ComeOut(unit=unit.id, places=found)
    if forced:
        yield building.ComeOut(unit=unit.id)


PROPOSALS: Mapping[str, Propose] = {
    "roll-off": roll_off,
    "choose-side": choose_side,
    "choose-starter": choose_starter,
    "deploy": set_up,
    "reserve": keep_back,
    "reserve-rolls": reserve_rolls,
    "edge-roll": edge_roll,
    "arrival-terrain": arrival_terrain,
    "arrive": arrive,
    "no-room": no_room,
    "formation": formation,
    "misplace": misplace,
    "embark": embark,
    "disembark": disembark,
    "occupy": occupy,
    "come-out": come_out,
}
