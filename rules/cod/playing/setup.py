"""How the autoplayer sets up in a city: in its zone and its ruins, on any floor; who waits, and how they come on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.cod import deployment, ground, prepared, reserves
from rules.cod import ruins as city
from rules.cod.mission import mission
from rules.cod.playing.thinker import Propose, Thinker
from rules.cod.scenario import relief_force
from rules.cod.stratagem import rappel_lines, sewer_rats
from rules.kernel import convex, footprint, geometry
from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.part import Option
from rules.kernel.state import Facing, Model, Point, State, Unit
from rules.wh40k import hooks, words
from rules.wh40k.deployment import deploy, places, placing, reserve
from rules.wh40k.vehicles import transport

TRIES = 16
Box = tuple[int, int, int, int]


def sets_up(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Now and then aboard something, else in the own zone, and there mostly in a ruin; infiltrators as everywhere."""
    if state.step in deployment.LAST_STEPS:
        yield from player.otherwise(state, option, same)
        return
    boats = [each for each in same if each.targets]
    if boats and player.dice.below(3):
        yield deploy.Deploy(unit=option.model, aboard=player.one_of(boats[0].targets))
    ctx, unit = player.ctx(state, option.side), state.units[option.model]
    if sewer_rats.rats(state, unit) and sewer_rats.markers(state, unit.side) and player.dice.below(3):
        yield deploy.Reserve(unit=unit.id, manner="reserve")
    if len(boats) < len(same):
        for found in _in_zone(player, ctx, unit):
            yield deploy.Deploy(unit=unit.id, places=found)
    for each in boats:
        yield from (deploy.Deploy(unit=unit.id, aboard=key) for key in each.targets)


def _in_zone(player: Thinker, ctx: Context, unit: Unit) -> Iterator[tuple[placing.Place, ...]]:
    def fits(stand_in: Model) -> bool:
        return not ctx.value(hooks.MAY_DEPLOY, "", unit=unit, at=((stand_in, stand_in.at),))

    for anchor in _anchors(player, ctx, unit):
        facing = _inward(ctx.state, anchor)
        gap = 20 + player.dice.below(60)
        found = places.set_up(ctx, unit, anchor, gap=gap, fits=fits, facing=facing)
        if found:
            yield found


def _anchors(player: Thinker, ctx: Context, unit: Unit) -> Iterator[Point]:
    """Places in a ruin of the zone, on one of its floors; then anywhere in the zone."""
    state = ctx.state
    zones = list(prepared.zones(state, unit.side))
    ruins = [r for r in city.ruins(state) if any(convex.overlap(r.outline, z.outline) for z in zones)]
    afoot = not any(words.is_vehicle(model) for model in state.members(unit.id))
    if ruins and afoot and player.dice.below(3):
        ruin = player.one_of(ruins)
        for level in (player.one_of(city.levels(state, ruin)), ruin.floor):
            for x, y, _ in _some(player, places.box_of(ruin.outline)):
                yield x, y, level
    turn = player.dice.below(max(1, len(zones)))
    for zone in (*zones[turn:], *zones[:turn]):
        yield from _some(player, places.box_of(zone.outline))
    for zone in zones:
        yield from places.anchors(ctx, player.dice.below, places.box_of(zone.outline), 0)


def _some(player: Thinker, box: Box) -> Iterator[Point]:
    left, near, right, far = box
    for _ in range(TRIES):
        yield left + player.dice.below(max(1, right - left)), near + player.dice.below(max(1, far - near)), 0


def _inward(state: State, at: Point) -> Facing:
    """Towards the middle of the table."""
    x, y, _ = ground.centre(state.table)
    away = (x - at[0], y - at[1])
    return away if away != (0, 0) else (0, 1000)


def keeps_back(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """As in every game; who comes onto the table himself, or has a building to hold, is rarely kept back."""
    played, unit = mission(state), state.units[option.model]
    there = played is relief_force.MISSION and not played.held(state, unit)
    comes = played is not None and played.comes_on == state.step
    if (there or comes) and player.dice.below(5):
        return
    yield from player.otherwise(state, option, same)


def finds_no_room(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Where nothing else can be done with the unit."""
    yield deployment.NoRoomToDeploy(unit=option.model)


def ends(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """When enough units are set up, or where nobody is."""
    yield deployment.EndDeployment()


# coming on


def arrives(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Up from a sewer where that can be, else as in every game."""
    ctx, unit = player.ctx(state, option.side), state.units[option.model]
    if reserve.manner_of(unit) == "reserve" and sewer_rats.rats(state, unit):
        for at in sewer_rats.usable(state, unit.side).values():
            yield from _up(ctx, unit, at)
    yield from player.otherwise(state, option, same)


def _up(ctx: Context, unit: Unit, at: tuple[int, int]) -> Iterator[Action]:
    """Round a marker, nobody farther from it than he can move."""

    def fits(stand_in: Model) -> bool:
        return reserve.depth(stand_in, (at, at)) <= 600 and stand_in.at is not None and stand_in.at[:2] != at

    found = places.set_up(ctx, unit, (*at, 0), gap=20, fits=fits)
    if found:
        # who goes farthest goes first, so that nobody stands in his way
        order = sorted(found, key=lambda p: -((p.at[0] - at[0]) ** 2 + (p.at[1] - at[1]) ** 2))
        yield reserve.Arrive(unit=unit.id, places=tuple(order), manner="reserve")


def waits_below(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Where no other way is tried first."""
    yield sewer_rats.WaitBelow(unit=option.model)


def random_edge(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Roll."""
    yield reserves.RandomEdge(unit=option.model)


def disembarks(player: Thinker, state: State, option: Option, same: list[Option]) -> Iterator[Action]:
    """Down the lines onto a floor where that can be, else as in every game."""
    ctx, unit = player.ctx(state, option.side), state.units[option.model]
    carrier = transport.carrier_of(state, unit)
    if state.pending is None and carrier is not None and carrier.at is not None:
        yield from _down_the_lines(player, ctx, unit, carrier)
    yield from player.otherwise(state, option, same)


def _down_the_lines(player: Thinker, ctx: Context, unit: Unit, carrier: Model) -> Iterator[Action]:
    state, ruin = ctx.state, city.over(ctx.state, carrier)
    if ruin is None or carrier.at is None:
        return
    x, y, z = carrier.at

    def fits(stand_in: Model) -> bool:
        at = stand_in.at or (0, 0, 0)
        near = geometry.near(footprint.placed(stand_in, (at[0], at[1], z)), carrier, transport.OUT)
        return near and rappel_lines.from_lines(state, carrier, stand_in)

    for level in reversed(city.levels(state, ruin)[1:]):
        for anchor in ((x, y, level), *((px, py, level) for px, py, _ in _some(player, places.box_of(ruin.outline)))):
            found = places.set_up(ctx, unit, anchor, gap=10, fits=fits)
            if found:
                yield transport.Disembark(unit=unit.id, places=found)


PROPOSALS: Mapping[str, Propose] = {
    "deploy": sets_up,
    "reserve": keeps_back,
    "no-room-to-deploy": finds_no_room,
    "end-deployment": ends,
    "arrive": arrives,
    "wait-below": waits_below,
    "random-edge": random_edge,
    "disembark": disembarks,
}
