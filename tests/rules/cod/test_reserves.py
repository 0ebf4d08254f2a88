"""Reserves: the table, one roll for a choice, where units come on; leaving the table by an exit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import rules
from rules.cod import prepared
from rules.cod.reserves import LeaveTable, RandomEdge
from rules.kernel.effects import Rolled
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.deployment import reserve
from rules.wh40k.deployment.placing import Place
from rules.wh40k.deployment.reserve import Arrive, NoRoom, ReserveRolls
from rules.wh40k.movement.move import ModelMove, Move
from rules.wh40k.turn import Pass
from rules.wh40k.vehicles import transport

from ..wh40k.field import Group, decide, effects_of, refusal, squad, tank, then
from .streets import COD, city, ruin

LARGE = (7200, 4800)
LONG = {"a": ("south",), "b": ("north",)}
KEPT = {words.RESERVE: "reserve"}
CAME = {reserve.AVAILABLE: 1}
ARRIVAL = reserve.AVAILABLE
DEDICATED = "wh40k.assumed.transport.dedicated"


def waiting(key: str, **more: Any) -> Group:
    return squad(key, None, 1, game=KEPT, **more)


def next_turn(*groups: Group, round: int = 1, by: str = "b", **more: Any) -> State:
    """The position after the turn of a side has ended: the other's begins. Side b attacks in a thunder run."""
    told: dict[str, Any] = {
        "scenario": "thunder-run",
        "attacker": "b",
        "edges": {"b": ("west",), "a": ("south",)},
        "size": LARGE,
    }
    order = ("a", "b") if by == "b" else ("b", "a")
    state = city(*groups, phase="assault", step="fight", turn=by, order=order, round=round, **{**told, **more})
    return decide(state, by, Pass()).state


@pytest.mark.decides(
    "cod.special.reserves.roll", *(f"cod.special.reserves.table.turn{n}" for n in (2, 3, 4)), by=reserve.ROLLS
)
@pytest.mark.parametrize(
    ("ended", "row", "needed"),
    [
        (1, "cod.special.reserves.table.turn2", 4),
        (2, "cod.special.reserves.table.turn3", 3),
        (3, "cod.special.reserves.table.turn4", 2),
        (4, "cod.special.reserves.table.turn4", 2),
    ],
)
def test_what_a_unit_needs_to_arrive(ended: int, row: str, needed: int) -> None:
    state = next_turn(squad("au1", (3000, 300), 1), waiting("au2"), squad("bu1", (600, 2400), 1), round=ended)
    assert state.pending is not None and state.pending.targets == ("au2",), "cod.special.reserves.roll"
    for face in (needed - 1, needed):
        done = decide(state, "a", ReserveRolls(), (face,))
        (rolled,) = effects_of(done, Rolled)
        assert rolled.needed == needed, row
        assert (reserve.AVAILABLE in done.state.units["au2"].turn) is (face >= needed), row


def test_a_1_always_fails_and_nobody_arrives_without_a_roll() -> None:
    """By the core rules everybody comes in turn 4; here a roll of 1 fails for ever."""
    state = next_turn(squad("au1", (3000, 300), 1), waiting("au2"), squad("bu1", (600, 2400), 1), round=5)
    done = decide(state, "a", ReserveRolls(), (1,)).state
    assert reserve.AVAILABLE not in done.units["au2"].turn, "cod.special.reserves.table.turn4"


@pytest.mark.decides("cod.special.reserves.table.turn1", by=reserve.ROLLS)
@pytest.mark.parametrize("turn", [1, 2])
def test_nobody_rolls_in_the_first_turn(turn: int) -> None:
    """The second player's turn begins when the first player's ends."""
    groups = (squad("au1", (3000, 300), 1), waiting("au2"), squad("bu1", (600, 2400), 1))
    state = city(*groups, scenario="thunder-run", attacker="b", edges={"b": ("west",), "a": ("south",)}, size=LARGE,
                 phase="assault", step="fight", turn="b", order=("b", "a"), round=turn)  # fmt: skip
    state = decide(state, "b", Pass()).state
    assert (state.turn, state.round, state.pending is None) == ("a", turn, turn == 1)
    assert reserve.AVAILABLE not in state.units["au2"].turn


def test_a_unit_and_its_transport_make_one_roll() -> None:
    owner = waiting("au2", unit_has={DEDICATED: "u3"})
    rhino = tank("au3", None, game=KEPT, has={transport.CAPACITY: 10})
    state = next_turn(squad("au1", (3000, 300), 1), owner, rhino, squad("bu1", (600, 2400), 1))
    row = "cod.special.reserves.transport"
    assert state.pending is not None and state.pending.targets == ("au2",), row
    failed = decide(state, "a", ReserveRolls(), (3,)).state
    assert reserve.waiting(failed, "a") == [], row
    came = decide(state, "a", ReserveRolls(), (4,)).state
    assert [unit.id for unit in reserve.waiting(came, "a")] == ["au2", "au3"], row
    apart = decide(came, "a", Arrive(unit="au2", places=(Place("au2.1", (3000, 100, 0)),))).state
    assert apart.models["au2.1"].at and apart.models["au3.1"].at is None, row


def test_a_platoon_is_one_choice() -> None:
    row = "cod.special.reserves.roll"
    platoon = [waiting(f"au{n}", unit_has={row: "first platoon"}) for n in (2, 3)]
    state = next_turn(squad("au1", (3000, 300), 1), *platoon, waiting("au4"), squad("bu1", (600, 2400), 1))
    assert state.pending is not None and state.pending.targets == ("au2", "au4"), row
    done = decide(state, "a", ReserveRolls(), (4, 1)).state
    assert [unit.id for unit in reserve.waiting(done, "a")] == ["au2", "au3"], row


@pytest.mark.decides("cod.special.reserves.mandatory", by="wh40k.assumed.reserves.arrival")
def test_available_units_have_to_come_on_at_once() -> None:
    row = "cod.special.reserves.mandatory"
    state = next_turn(squad("au1", (3000, 300), 1), waiting("au2"), squad("bu1", (600, 2400), 1))
    assert refusal(state, "a", Pass()) == reserve.ROLLS, row  # the roll cannot be put off
    came = decide(state, "a", ReserveRolls(), (4,)).state
    assert refusal(came, "a", Pass()) == reserve.AVAILABLE, row
    on = decide(came, "a", Arrive(unit="au2", places=(Place("au2.1", (3000, 100, 0)),))).state
    assert decide(on, "a", Pass()).state.phase == "shooting", row


@pytest.mark.decides("cod.special.reserves.deep-strike", by="wh40k.usr.deep-strike.first-model")
def test_a_deep_striking_unit_arrives_by_deep_strike() -> None:
    row = "cod.special.reserves.deep-strike"
    jump = squad("au2", None, 1, game={words.RESERVE: "deep-strike"}, has={"wh40k.usr.deep-strike": 1})
    state = next_turn(squad("au1", (3000, 300), 1), jump, squad("bu1", (600, 2400), 1))
    came = decide(state, "a", ReserveRolls(), (4,)).state
    places = (Place("au2.1", (5000, 3000, 0)),)
    assert refusal(came, "a", Arrive(unit="au2", places=places, manner="reserve")) != "", row
    landed = decide(came, "a", Arrive(unit="au2", places=places), (1,)).state
    assert landed.models["au2.1"].at == (5000, 3000, 0), row


def test_reserves_stay_off_the_table_until_then() -> None:
    state = next_turn(squad("au1", (3000, 300), 1), waiting("au2"), squad("bu1", (600, 2400), 1))
    assert not words.standing(state, "au2"), "cod.special.reserves.not-deployed"
    failed = decide(state, "a", ReserveRolls(), (1,)).state
    assert refusal(failed, "a", Arrive(unit="au2", places=(Place("au2.1", (3000, 100, 0)),))) == reserve.AVAILABLE


# where they come on


SOUTH, NORTH, WEST, EAST = (3000, 100), (3000, 4700), (100, 2400), (7100, 2400)
"""Places at the middle of the edges."""
ENTRY = (1500, 100)
"""A place 5" from the entry point of the gauntlet."""


def comes_on(scenario: str, row: str, edges: Mapping[str, tuple[str, ...]], unit: str, *places: tuple[int, int]) -> Any:
    """Where a unit comes on, and the row that says so."""
    return pytest.param(scenario, edges, unit, places, id=row, marks=pytest.mark.decides(row, by=ARRIVAL))


@pytest.mark.parametrize(
    ("scenario", "edges", "unit", "places"),
    [
        comes_on("gauntlet", "cod.scenario.gauntlet.reserves.defender", LONG, "bu2", NORTH),
        comes_on("gauntlet", "cod.scenario.gauntlet.reserves.attacker", LONG, "au2", ENTRY),
        comes_on("grand-assault", "cod.scenario.grand-assault.reserves", LONG, "bu2", NORTH),
        comes_on("thunder-run", "cod.scenario.thunder-run.reserves", {"a": ("west",), "b": ("south",)}, "bu2", SOUTH,
                 NORTH),
        comes_on("relief-force", "cod.scenario.relief-force.reserves", {"a": ("south", "west"), "b": ("north", "east")},
                 "bu2", NORTH, EAST),
        comes_on("elimination", "cod.scenario.elimination.reserves.attacker", {}, "au2", SOUTH, NORTH),
    ],
)  # fmt: skip
@pytest.mark.decides("cod.special.reserves.arrival", by=ARRIVAL)
def test_where_reserves_come_on(
    scenario: str, edges: dict[str, tuple[str, ...]], unit: str, places: tuple[tuple[int, int], ...]
) -> None:
    side = unit[0]
    state = city(
        squad("au1", (900, 900), 1), waiting("au2", turn=CAME), squad("bu1", (6000, 4000), 1),
        waiting("bu2", turn=CAME), scenario=scenario, attacker="a", edges=edges, size=LARGE,
        ruins=[ruin("r1", 3300, 2100)], sides={"a": {prepared.POINTS: ("1000", "6000")}}, phase="movement", turn=side,
    )  # fmt: skip
    for x, y in (SOUTH, NORTH, WEST, EAST, ENTRY):
        arrive = Arrive(unit=unit, places=(Place(f"{unit}.1", (x, y, 0)),))
        if (x, y) in places or ((x, y) == ENTRY and SOUTH in places):
            assert decide(state, side, arrive).state.models[f"{unit}.1"].at == (x, y, 0)
        else:
            assert refusal(state, side, arrive) == ARRIVAL


def test_the_attackers_reserves_come_on_near_the_entry_point() -> None:
    row = "cod.scenario.gauntlet.reserves.attacker"
    state = next_turn(
        squad("au1", (1000, 300), 1), waiting("au2"), squad("bu1", (600, 4500), 1), scenario="gauntlet",
        attacker="a", edges=LONG, sides={"a": {prepared.POINTS: ("1000", "6000")}},
    )  # fmt: skip
    came = decide(state, "a", ReserveRolls(), (4,)).state
    assert refusal(came, "a", Arrive(unit="au2", places=(Place("au2.1", (3000, 100, 0)),))) != "", row
    on = decide(came, "a", Arrive(unit="au2", places=(Place("au2.1", (1500, 100, 0)),))).state
    assert on.models["au2.1"].at == (1500, 100, 0), "cod.special.reserves.arrival"


def test_the_gauntlet_begins_with_the_attackers_coming_on() -> None:
    """Units that were not left in reserve are available in the attacker's first turn, without a roll."""
    from rules.cod.sides import NamePoints

    row = "cod.scenario.gauntlet.first-turn"
    state = city(
        squad("au1", None, 1), squad("bu1", (600, 4500), 1), scenario="gauntlet", attacker="a", edges=LONG,
        size=LARGE, phase="sides", step="points", round=0, order=(),
    )  # fmt: skip
    state.to_act, state.turn = "a", ""
    from rules.cod.deployment import EndDeployment
    from rules.cod.night import DuskAndDawn

    state = then(state, ("a", NamePoints(entry=1000, exit=6000), ()), ("a", EndDeployment(), ()))
    state = decide(state, "b", DuskAndDawn(), (3,)).state
    assert (state.phase, state.round, state.turn, state.order) == ("movement", 1, "a", ("a", "b")), row
    assert [unit.id for unit in reserve.waiting(state, "a")] == ["au1"], row
    on = decide(state, "a", Arrive(unit="au1", places=(Place("au1.1", (1000, 100, 0)),))).state
    assert on.models["au1.1"].at == (1000, 100, 0), row


def test_the_edge_of_the_hunted_is_picked_by_a_die() -> None:
    row = "cod.scenario.elimination.reserves.defender"
    state = next_turn(squad("au1", (300, 300), 1), squad("bu1", (3600, 2400), 1), waiting("bu2"), by="a",
                      scenario="elimination", attacker="a", edges={})  # fmt: skip
    came = decide(state, "b", ReserveRolls(), (4,)).state
    place = Place("bu2.1", (100, 3000, 0))
    assert refusal(came, "b", Arrive(unit="bu2", places=(place,))) == reserve.AVAILABLE  # no edge yet
    picked = decide(came, "b", RandomEdge(unit="bu2"), (5, 6, 4))  # 5 and 6 are rolled again, 4 is the west edge
    assert picked.state.units["bu2"].turn[row] == "west", row
    assert refusal(picked.state, "b", RandomEdge(unit="bu2")) == row
    on = decide(picked.state, "b", Arrive(unit="bu2", places=(place,))).state
    assert on.models["bu2.1"].at == (100, 3000, 0), row
    assert [o.action for o in rules.options(COD, came) if o.model == "bu2"][:1] != []
    assert "random-edge" in {o.action for o in rules.options(COD, came)}, row
    assert decide(came, "b", NoRoom(unit="bu2")).state.units["bu2"].game[words.RESERVE] == "ongoing"


# leaving


def leaving(*groups: Group, scenario: str = "gauntlet", **more: Any) -> State:
    """Side a may leave over the north edge; in the gauntlet between 54" and 66" along it."""
    edges = LONG if scenario == "gauntlet" else {"a": ("south",), "b": ("west",)}
    told: dict[str, Any] = {"scenario": scenario, "attacker": "a", "edges": edges, "size": LARGE, "phase": "movement",
            "sides": {"a": {prepared.POINTS: ("1000", "6000")}}, **more}  # fmt: skip
    return city(*groups, squad("bu1", (600, 3000), 1), **told)


def test_units_leave_by_the_exit() -> None:
    row = "cod.scenario.gauntlet.objective"
    state = leaving(squad("au1", (5800, 4200), 3))
    done = decide(state, "a", LeaveTable(unit="au1"))  # 600 less the base of 50 is 5.5"
    assert not words.standing(done.state, "au1") and not done.state.models["au1.1"].out, row
    assert prepared.GONE in done.state.units["au1"].game, row
    assert refusal(leaving(squad("au1", (5800, 4100), 3)), "a", LeaveTable(unit="au1")) == row  # 6.5"
    assert refusal(leaving(squad("au1", (3000, 4600), 3)), "a", LeaveTable(unit="au1")) == row  # beside it
    assert refusal(state, "b", LeaveTable(unit="bu1")) != ""


def test_what_is_left_of_a_move_takes_a_unit_off() -> None:
    """6" in all: 2" in the move, 4" to the edge; from a tenth of an inch farther off it is too far."""
    row = "cod.scenario.gauntlet.objective"
    for start, legal in ((4150, True), (4140, False)):
        state = leaving(squad("au1", (6000, start), 1))
        step = ModelMove("au1.1", ((6000, start + 200, 0),))
        moved = decide(state, "a", Move(unit="au1", moves=(step,))).state
        if legal:
            assert prepared.GONE in decide(moved, "a", LeaveTable(unit="au1")).state.units["au1"].game, row
        else:
            assert refusal(moved, "a", LeaveTable(unit="au1")) == row


def test_passengers_leave_with_their_vehicle_and_damaged_ones_count() -> None:
    """`cod.scenario.gauntlet.counts-damaged`: two models of five in a vehicle with one hull point are two units."""
    row = "cod.scenario.gauntlet.counts-damaged"
    rhino = tank("au2", (6000, 4500), has={transport.CAPACITY: 10})
    state = leaving(squad("au1", None, 5, game={words.ABOARD: "au2.1"}), rhino)
    for n in (1, 2, 3):
        state.models[f"au1.{n}"].out = True
    state.models["au2.1"].wounds = 1
    done = decide(state, "a", LeaveTable(unit="au2")).state
    assert [prepared.GONE in done.units[key].game for key in ("au1", "au2")] == [True, True], row


def test_who_falls_back_or_fights_does_not_leave() -> None:
    row = "cod.scenario.gauntlet.objective"
    flees = leaving(squad("au1", (6000, 4600), 1, game={words.FALLING_BACK: 1}))
    assert refusal(flees, "a", LeaveTable(unit="au1")) != ""
    locked = leaving(squad("au1", (6000, 4600), 1), squad("bu2", (6100, 4600), 1))
    assert refusal(locked, "a", LeaveTable(unit="au1")) != "", row
    assert "leave-table" in {o.action for o in rules.options(COD, leaving(squad("au1", (6000, 4600), 1)))}
    assert "leave-table" not in {o.action for o in rules.options(COD, locked)}


def test_along_the_street_units_leave_over_the_opposite_edge() -> None:
    row = "cod.scenario.thunder-run.objective"
    state = city(squad("au1", (6700, 300), 1), squad("bu1", (600, 3000), 1), scenario="thunder-run", attacker="a",
                 edges={"a": ("west",), "b": ("south",)}, size=LARGE, phase="movement")  # fmt: skip
    assert prepared.GONE in decide(state, "a", LeaveTable(unit="au1")).state.units["au1"].game, row
    assert refusal(city(squad("au1", (3000, 300), 1), squad("bu1", (600, 3000), 1), scenario="thunder-run",
                        attacker="a", edges={"a": ("west",), "b": ("south",)}, size=LARGE, phase="movement"),
                   "a", LeaveTable(unit="au1")) == row  # fmt: skip
