"""Mustering, the roll-off, zones, setting units up in turn, reserves before the game, infiltrators."""

from __future__ import annotations

import pytest

import rules
from rules.kernel.actions import Begin, Muster
from rules.kernel.effects import Rolled
from rules.kernel.sheet import Roster
from rules.kernel.state import State, Table, Terrain, Zone
from rules.wh40k import words
from rules.wh40k.deployment import edges
from rules.wh40k.deployment.deploy import ChooseSide, Deploy, Reserve, RollOff
from tests.rules.wh40k.field import Group, asked, box, decide, field, refusal, squad, tank, then, wanted
from tests.rules.wh40k.scene import context, row

CAPACITY = "wh40k.assumed.transport.capacity"
ZONES = (
    Zone("south", "South", ((0, 0), (7200, 0), (7200, 1200), (0, 1200))),
    Zone("north", "North", ((0, 3600), (7200, 3600), (7200, 4800), (0, 4800))),
)


def roster(*groups: Group) -> Roster:
    """A roster of units as the field makes them."""
    models = tuple(m.sheet for _, found in groups for m in found)
    return Roster("Army", "wh40k", "Guard", 0, models, units=tuple(unit.sheet for unit, _ in groups))


def mustered(a: Roster, b: Roster, terrain: tuple[Terrain, ...] = (), zones: tuple[Zone, ...] = ZONES) -> State:
    """A game in which both sides have mustered."""
    start = rules.empty(rules.load("wh40k"))
    table = Table(7200, 4800, True, terrain, zones)
    return then(start, ("a", Begin(table=table), ()), ("a", Muster(roster=a), ()), ("b", Muster(roster=b), ()))


def deploying(
    *groups: Group,
    step: str = "units",
    to_act: str = "a",
    terrain: tuple[Terrain, ...] = (),
    mapped: bool = True,
    options: dict[str, int | str | bool] | None = None,
) -> State:
    """A position in the deployment: side a in the south sets up first."""
    state = field(
        *groups, phase="deployment", step=step, turn="", to_act=to_act, round=0, terrain=terrain, mapped=mapped,
        options=options, sides={"a": {edges.ZONE: "south"}, "b": {edges.ZONE: "north"}},
    )  # fmt: skip
    state.table = Table(7200, 4800, mapped, terrain, ZONES)
    return state


def test_armies_muster_and_deployment_begins_with_a_roll_off() -> None:
    clause = "wh40k.assumed.deployment"
    state = mustered(roster(squad("au1", None)), roster(squad("bu1", None)))
    assert (state.phase, state.step) == ("deployment", "roll-off")
    assert sorted(state.units) == ["au1", "bu1"]
    assert decide(state, "b", RollOff(), (2, 5)).state.pending is not None
    assert asked(decide(state, "b", RollOff(), (2, 5))) == (clause, "b", "")


def test_a_second_army_and_a_bad_roster_are_refused() -> None:
    clause = "wh40k.assumed.roster.units"
    state = mustered(roster(squad("au1", None)), roster(squad("bu1", None)))
    assert refusal(state, "a", Muster(roster=roster(squad("au1", None)))) == clause
    start = then(rules.empty(rules.load("wh40k")), ("a", Begin(table=Table(7200, 4800)), ()))
    with pytest.raises(rules.Malformed):
        decide(start, "a", Muster(roster=Roster("Nobody", "wh40k")))
    assert refusal(start, "c", Muster(roster=roster(squad("au1", None)))) == clause


def test_armies_keep_to_the_points_agreed() -> None:
    clause = "wh40k.assumed.roster.points"
    start = then(rules.empty(rules.load("wh40k")), ("a", Begin(table=Table(7200, 4800), options={clause: 99}), ()))
    assert refusal(start, "a", Muster(roster=roster(squad("au1", None)))) == clause


def test_roll_off_higher_wins() -> None:
    clause = "wh40k.assumed.dice.roll-off"
    state = mustered(roster(squad("au1", None)), roster(squad("bu1", None)))
    done = decide(state, "a", RollOff(), (6, 5))
    assert [e.rule for e in done.effects if isinstance(e, Rolled)] == [clause, clause]
    assert asked(done)[1] == "a"


def test_roll_off_ties_are_rolled_again() -> None:
    clause = "wh40k.assumed.dice.roll-off.tie"
    state = mustered(roster(squad("au1", None)), roster(squad("bu1", None)))
    assert wanted(state, "a", RollOff(), (4, 4)) == (1, clause)
    assert asked(decide(state, "a", RollOff(), (4, 4, 1, 3)))[1] == "b"


@pytest.mark.parametrize("first, order", [(True, ("b", "a")), (False, ("a", "b"))])
def test_the_winner_takes_a_zone_and_the_order(first: bool, order: tuple[str, str]) -> None:
    """His own table edge is the one in his zone."""
    clause = "wh40k.assumed.deployment"
    state = mustered(roster(squad("au1", None)), roster(squad("bu1", None)))
    state = then(state, ("a", RollOff(), (1, 2)), ("b", ChooseSide(zone="south", first=first), ()))
    assert (state.order, state.to_act) == (order, order[0])
    assert [state.sides[side].game[clause] for side in "ab"] == ["north", "south"]
    ctx = context(state)
    assert edges.own(ctx, "b") == (((0, 0), (7200, 0)),)
    assert edges.own(ctx, "a") == (((7200, 4800), (0, 4800)),)


def test_a_table_without_zones_gets_its_long_edges() -> None:
    clause = "wh40k.assumed.deployment"
    state = mustered(roster(squad("au1", None)), roster(squad("bu1", None)), zones=())
    assert [zone.id for zone in state.table.zones] == ["near", "far"]
    state = decide(state, "a", RollOff(), (2, 1)).state
    assert refusal(state, "a", ChooseSide(zone="south")) == clause
    state = decide(state, "a", ChooseSide(zone="far")).state
    assert edges.own(context(state), "a") == (((7200, 4800), (0, 4800)),)


def test_units_are_set_up_in_turn_and_the_game_begins() -> None:
    assert "wh40k.assumed.deployment" in rules.load("wh40k").clauses
    state = deploying(squad("au1", None), squad("au2", None), squad("bu1", None))
    state = decide(state, "a", Deploy(unit="au1", places=row("au1", (1000, 1000), 5))).state
    assert state.to_act == "b"
    state = decide(state, "b", Deploy(unit="bu1", places=row("bu1", (1000, 4000), 5))).state
    assert state.to_act == "a"
    state = decide(state, "a", Deploy(unit="au2", places=row("au2", (3000, 1000), 5))).state
    assert (state.phase, state.round, state.turn) == ("movement", 1, "a")


@pytest.mark.parametrize(
    "places, clause",
    [
        (row("au1", (1000, 1200), 5), "wh40k.assumed.deployment"),
        (row("au1", (1000, 1000), 4), "wh40k.assumed.deployment"),
        (row("au1", (1000, 1000), 5, (400, 0)), "wh40k.assumed.coherency"),
        (row("au1", (1000, 1000), 5, (20, 0)), "table.overlap"),
        (row("au1", (20, 1000), 5), "wh40k.assumed.deployment"),
        (row("au1", (3000, 1000), 5), "wh40k.assumed.terrain.impassable"),
    ],
)
def test_where_nobody_is_set_up(places: tuple[object, ...], clause: str) -> None:
    """Out of the zone, somebody forgotten, out of coherency, on one another, off the table, in a wall."""
    state = deploying(squad("au1", None), squad("bu1", None), terrain=(box("w", 2900, 900, 3700, 1100, 300, "wall"),))
    assert refusal(state, "a", Deploy(unit="au1", places=places)) == clause  # type: ignore[arg-type]


def test_a_unit_begins_in_its_transport() -> None:
    clause = "wh40k.assumed.transport.capacity"
    room = tank("au9", None, has={CAPACITY: 5})
    state = deploying(room, squad("au1", None), squad("au2", None), squad("bu1", (1000, 4000)))
    state = decide(state, "a", Deploy(unit="au1", aboard="au9.1")).state
    assert state.units["au1"].game == {words.ABOARD: "au9.1"}
    assert refusal(state, "a", Deploy(unit="au2", aboard="au9.1")) == clause


def test_a_unit_begins_in_a_building_of_its_zone() -> None:
    clause = "wh40k.assumed.building.occupation"
    halls = (box("h1", 900, 300, 1500, 900, 400, "building"), box("h2", 900, 1300, 1500, 1900, 400, "building"))
    state = deploying(squad("au1", None), squad("bu1", None), terrain=halls)
    assert decide(state, "a", Deploy(unit="au1", aboard="h1")).state.units["au1"].game == {clause: "h1"}
    assert refusal(state, "a", Deploy(unit="au1", aboard="h2")) == "wh40k.assumed.deployment"


# reserves before the game


@pytest.mark.parametrize("units, most", [(2, 1), (3, 2), (4, 2), (5, 3)])
def test_half_of_the_units_rounded_up_may_wait(units: int, most: int) -> None:
    """Half of three is rounded up: `wh40k.assumed.rounding`."""
    assert "wh40k.assumed.rounding" in rules.load("wh40k").clauses
    clause = "wh40k.assumed.reserves.limit"
    state = deploying(*(squad(f"au{n}", None, 1) for n in range(1, units + 1)), squad("bu1", (1000, 4000)))
    for n in range(1, most + 1):
        state = decide(state, "a", Reserve(unit=f"au{n}")).state
    if most < units:
        assert refusal(state, "a", Reserve(unit=f"au{most + 1}")) == clause


def test_everybody_in_a_transport_waits_with_it() -> None:
    """The transport and its two passengers would be three of four units."""
    clause = "wh40k.assumed.reserves.limit"
    groups = [tank("au9", None, has={CAPACITY: 10}), *(squad(f"au{n}", None, 3) for n in (1, 2, 3))]
    state = deploying(*groups, squad("bu1", (1000, 4000)))
    state = decide(state, "a", Deploy(unit="au1", aboard="au9.1")).state
    assert decide(state, "a", Reserve(unit="au9")).state.units["au9"].game[words.RESERVE] == "reserve"
    assert ("reserve", "au9") in offered(state)
    state = decide(state, "a", Deploy(unit="au2", aboard="au9.1")).state
    assert refusal(state, "a", Reserve(unit="au9")) == clause
    assert ("reserve", "au9") not in offered(state)


def offered(state: State) -> list[tuple[str, str]]:
    return [(option.action, option.model) for option in rules.options(rules.load("wh40k"), state)]


def test_nobody_waits_in_a_mission_without_reserves() -> None:
    clause = "wh40k.assumed.reserves.in-use"
    state = deploying(squad("au1", None), squad("au2", None), squad("bu1", None), options={clause: False})
    assert refusal(state, "a", Reserve(unit="au1")) == clause


def test_only_outflankers_outflank() -> None:
    clause = "wh40k.assumed.outflank"
    state = deploying(squad("au1", None), squad("au2", None, has={clause: 1}), squad("bu1", None))
    assert refusal(state, "a", Reserve(unit="au1", manner="outflank")) == clause
    done = decide(state, "a", Reserve(unit="au2", manner="outflank"))
    assert done.state.units["au2"].game[words.RESERVE] == "outflank"
    with pytest.raises(rules.Malformed):
        decide(state, "a", Reserve(unit="au1", manner="by bus"))


def test_when_all_are_set_up_or_waiting_the_game_begins() -> None:
    assert "wh40k.assumed.reserves.limit" in rules.load("wh40k").clauses
    state = deploying(squad("au1", None), squad("au2", (1000, 1000)), squad("bu1", (1000, 4000)))
    state = decide(state, "a", Reserve(unit="au1")).state
    assert (state.phase, state.round) == ("movement", 1)
