"""Reserves: the rolls, moving on, outflanking, Ongoing Reserves, what arrival costs."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Ended, Rolled
from rules.kernel.state import State, Table, Zone
from rules.wh40k import turn, words
from rules.wh40k.assault.charge import Charge
from rules.wh40k.deployment import edges, outflank, reserve
from rules.wh40k.deployment.outflank import EdgeRoll
from rules.wh40k.deployment.reserve import ArrivalRoll, Arrive, NoRoom, ReserveRolls
from rules.wh40k.movement.move import ModelMove, Move
from rules.wh40k.turn import Pass
from tests.rules.wh40k.deployment.test_deploy import ZONES
from tests.rules.wh40k.field import Group, asked, box, decide, field, refusal, squad, tank, wanted
from tests.rules.wh40k.scene import context, removed, row

FOE = squad("bu1", (3000, 4000))
ROLLS = "wh40k.assumed.reserves.rolls"
ARRIVAL = "wh40k.assumed.reserves.arrival"
FLANK = "wh40k.assumed.outflank"


def waiting(key: str = "au1", count: int = 3, manner: str = "reserve", **more: Any) -> Group:
    """A squad in reserve."""
    return squad(key, None, count, game={words.RESERVE: manner, **more.pop("game", {})}, **more)


def coming(key: str = "au1", count: int = 3, manner: str = "reserve", **more: Any) -> Group:
    """A squad that arrives in this Movement phase."""
    return waiting(key, count, manner, turn={ARRIVAL: 1, **more.pop("turn", {})}, **more)


def began(number: int, *groups: Group, side: str = "a", **more: Any) -> rules.Decided:
    """What is asked when a player turn of a game turn begins."""
    state = field(*groups, FOE, phase="assault", step="end", round=number, **more)
    ctx = context(state)
    turn.begin_turn(ctx, number, side)
    ctx.ruleset.settle(ctx)
    return rules.Decided(tuple(ctx.effects), ctx.state)


@pytest.mark.parametrize(
    "number, due, available", [(1, False, False), (2, True, False), (3, True, False), (4, False, True)]
)
def test_reserve_rolls_from_turn_2_and_none_from_turn_4(number: int, due: bool, available: bool) -> None:
    clause = "wh40k.assumed.reserves.rolls"
    here = squad("au2", (1000, 1000))
    done = began(number, waiting(), here)
    assert asked(done)[:2] == ((clause, "a") if due else ("", ""))
    assert (reserve.AVAILABLE in done.state.units["au1"].turn) is available


@pytest.mark.parametrize("face, arrives", [(2, False), (3, True)])
def test_a_unit_arrives_on_3(face: int, arrives: bool) -> None:
    clause = "wh40k.assumed.reserves.rolls"
    state = began(2, waiting(), squad("au2", (1000, 1000))).state
    done = decide(state, "a", ReserveRolls(), (face,))
    rolled = next(e for e in done.effects if isinstance(e, Rolled))
    assert (rolled.rule, rolled.needed, rolled.model) == (clause, 3, "au1")
    assert (reserve.AVAILABLE in done.state.units["au1"].turn) is arrives
    assert done.state.phase == "movement"


def test_each_unit_rolls_once_in_the_order_of_its_player() -> None:
    clause = "wh40k.assumed.reserves.rolls"
    state = began(2, waiting("au1"), waiting("au2"), squad("au3", (1000, 1000))).state
    done = decide(state, "a", ReserveRolls(units=("au2", "au1")), (6, 1))
    assert [reserve.AVAILABLE in done.state.units[key].turn for key in ("au1", "au2")] == [False, True]
    assert refusal(state, "a", ReserveRolls(units=("au2", "au2")), (6, 1)) == clause
    assert refusal(state, "b", ReserveRolls(), (6, 1)) == clause


def test_only_the_side_whose_turn_it_is_rolls() -> None:
    assert ROLLS in rules.load("wh40k").clauses
    done = began(2, waiting("au1"), squad("au3", (1000, 1000)), waiting("bu2"), side="b")
    assert (asked(done)[1], done.state.pending.targets) == ("b", ("bu2",))  # type: ignore[union-attr]


def test_ongoing_reserves_arrive_without_a_roll() -> None:
    clause = "wh40k.assumed.reserves.ongoing"
    done = began(2, waiting(manner="ongoing"), squad("au2", (1000, 1000)))
    assert done.state.pending is None
    marked = next(e for e in done.effects if getattr(e, "key", "") == reserve.AVAILABLE)
    assert marked.rule == clause


def test_a_unit_moves_on_from_its_own_edge() -> None:
    """6" from the edge, its whole base: no farther. It does not move on after that, and may not charge."""
    clause = "wh40k.assumed.reserves.arrival"
    state = field(coming(), FOE)
    done = decide(state, "a", Arrive(unit="au1", places=row("au1", (1000, 550), 3))).state
    assert done.models["au1.1"].at == (1000, 550, 0)
    assert done.units["au1"].turn == {words.ARRIVED: "reserve", words.MOVED: 600}
    assert words.RESERVE not in done.units["au1"].game
    far = Arrive(unit="au1", places=row("au1", (1000, 551), 3))
    assert refusal(state, "a", far) == clause
    assert refusal(done, "a", Move(unit="au1", moves=(ModelMove("au1.1", ((1000, 600, 0),)),))) == clause


def test_the_own_edge_is_in_the_own_zone() -> None:
    clause = "wh40k.assumed.deployment"
    state = field(coming(), squad("bu1", (3000, 1000)))
    state.sides["a"].game[clause] = "west"
    zone = Zone("west", "West", ((0, 0), (1200, 0), (1200, 4800), (0, 4800)))
    state.table = Table(7200, 4800, True, (), (zone, Zone("east", "East", ((6000, 0), (7200, 0), (7200, 4800)))))
    assert edges.own(context(state), "a") == (((0, 4800), (0, 0)),)
    done = decide(state, "a", Arrive(unit="au1", places=row("au1", (400, 2000), 3, (0, 150))))
    assert done.state.models["au1.1"].at == (400, 2000, 0)


def test_arrivals_come_before_every_move_and_are_compulsory() -> None:
    clause = "wh40k.assumed.reserves.arrival"
    state = field(coming(), squad("au2", (5000, 1000)), FOE)
    assert refusal(state, "a", Move(unit="au2", moves=(ModelMove("au2.1", ((4900, 1000, 0),)),))) == clause
    assert refusal(state, "a", Pass()) == clause
    assert refusal(field(waiting(), FOE), "a", Arrive(unit="au1", places=row("au1", (1000, 500), 3))) == clause


def test_a_unit_that_finds_no_room_waits_on() -> None:
    clause = "wh40k.assumed.reserves.no-room"
    state = decide(field(coming(), squad("au2", (5000, 1000)), FOE), "a", NoRoom(unit="au1")).state
    assert state.units["au1"].game[words.RESERVE] == "ongoing"
    assert decide(state, "a", Pass()).state.phase == "shooting"
    diving = coming(manner="deep-strike", has={"wh40k.usr.deep-strike": 1})
    assert refusal(field(diving, FOE), "a", NoRoom(unit="au1")) == clause


def test_no_charge_in_the_turn_of_arrival() -> None:
    clause = "wh40k.assumed.reserves.no-charge"
    state = field(
        squad("au1", (1000, 1000), turn={words.ARRIVED: "reserve"}), squad("bu1", (1000, 1500)), phase="assault",
        step="charge",
    )  # fmt: skip
    assert refusal(state, "a", Charge(unit="au1", targets=("bu1",))) == clause


def test_passengers_arrive_with_their_vehicle() -> None:
    assert words.ARRIVED == "wh40k.assumed.reserves.no-charge"
    truck = tank("au9", None, facing=None, game={words.RESERVE: "reserve"}, turn={ARRIVAL: 1})
    state = field(truck, squad("au1", None, game={words.ABOARD: "au9.1"}), FOE)
    done = decide(state, "a", Arrive(unit="au9", places=row("au9", (2000, 375), 1))).state
    assert (done.models["au9.1"].at, done.models["au9.1"].facing) == ((2000, 375, 0), (0, 1000))
    assert done.units["au1"].turn == {words.ARRIVED: "reserve"}


def test_difficult_terrain_slows_those_who_move_on() -> None:
    """The higher of two dice, 3 and 4, is 4": a base of half an inch ends with its middle 3.5" from the edge."""
    clause = "wh40k.assumed.terrain.difficult"
    wood = box("wood", 500, 100, 2000, 300, 300, "forest")
    state = field(coming(), FOE, terrain=[wood])
    assert refusal(state, "a", Arrive(unit="au1", places=row("au1", (1000, 350), 3))) == clause
    state = decide(state, "a", ArrivalRoll(unit="au1"), (3, 4)).state
    assert refusal(state, "a", Arrive(unit="au1", places=row("au1", (1000, 351), 3))) == ARRIVAL
    assert decide(state, "a", Arrive(unit="au1", places=row("au1", (1000, 350), 3))).state.models["au1.1"].at


@pytest.mark.parametrize(
    "face, edge", [(1, "left"), (2, "left"), (3, "right"), (4, "right"), (5, "either"), (6, "either")]
)
def test_a_die_picks_the_edge_of_outflankers(face: int, edge: str) -> None:
    """Left and right as side a sees them from the near edge."""
    clause = "wh40k.assumed.outflank"
    state = decide(field(coming(manner="outflank"), FOE), "a", EdgeRoll(unit="au1"), (face,)).state
    assert state.units["au1"].turn[clause] == edge
    left = Arrive(unit="au1", places=row("au1", (400, 2000), 3, (0, 150)))
    right = Arrive(unit="au1", places=row("au1", (6800, 2000), 3, (0, 150)))
    for name, action in (("left", left), ("right", right)):
        if edge in (name, "either"):
            assert decide(state, "a", action).state.units["au1"].turn[words.ARRIVED] == "outflank"
        else:
            assert refusal(state, "a", action) == clause


def test_the_other_side_has_left_and_right_the_other_way_round() -> None:
    clause = "wh40k.assumed.outflank"
    assert clause == outflank.FLANK
    state = field(FOE, sides={"a": {edges.ZONE: "south"}, "b": {edges.ZONE: "north"}})
    state.table = Table(7200, 4800, True, (), ZONES)
    west, east = ((0, 4800), (0, 0)), ((7200, 0), (7200, 4800))
    assert outflank.flanks(context(state), "a") == {"left": west, "right": east}
    assert outflank.flanks(context(state), "b") == {"left": east, "right": west}


def test_the_edge_is_rolled_before_outflanking_and_once() -> None:
    clause = "wh40k.assumed.outflank"
    state = field(coming(manner="outflank"), FOE)
    assert refusal(state, "a", Arrive(unit="au1", places=row("au1", (400, 2000), 3))) == clause
    state = decide(state, "a", EdgeRoll(unit="au1"), (1,)).state
    assert refusal(state, "a", EdgeRoll(unit="au1"), (1,)) == clause
    assert refusal(field(coming(), FOE), "a", EdgeRoll(unit="au1"), (1,)) == clause


def test_acute_senses_may_roll_the_edge_again() -> None:
    """One model of the unit is enough; the second die stands."""
    clause = "wh40k.usr.acute-senses.reroll"
    keen = {1: {"has": {"wh40k.usr.acute-senses": 1}}}
    done = decide(field(coming(manner="outflank", special=keen), FOE), "a", EdgeRoll(unit="au1"), (1,))
    assert asked(done) == (clause, "a", "au1")
    again = decide(done.state, "a", EdgeRoll(unit="au1"), (6,)).state
    assert (again.units["au1"].turn[FLANK], again.pending) == ("either", None)
    kept = decide(done.state, "a", Pass()).state
    assert (kept.units["au1"].turn[FLANK], kept.pending) == ("left", None)


def test_who_is_in_reserve_to_the_end_is_destroyed() -> None:
    """Side b scores the points of the unit that never came."""
    clause = "wh40k.assumed.reserves.end"
    state = field(waiting(points=120), squad("au2", (1000, 1000)), FOE, phase="assault", step="end", round=7, turn="b")
    ctx = context(state)
    ctx.ruleset.settle(ctx)
    ended = next(e for e in ctx.effects if isinstance(e, Ended))
    assert ended.outcome.score == {"a": 0, "b": 120}
    assert removed(ctx.effects, clause) == ["au1.1", "au1.2", "au1.3"]


def test_the_dice_of_reserves_are_asked_for() -> None:
    state = began(2, waiting("au1"), waiting("au2"), squad("au3", (1000, 1000))).state
    assert wanted(state, "a", ReserveRolls(), (1,)) == (1, "wh40k.assumed.reserves.rolls")


def everything(state: State) -> list[str]:
    """What may be declared now."""
    return [option.action for option in rules.options(rules.load("wh40k"), state)]


def test_what_is_offered_in_the_turn_of_arrival() -> None:
    assert ROLLS in rules.load("wh40k").clauses
    assert everything(began(2, waiting(), squad("au2", (1000, 1000))).state) == ["reserve-rolls"]
    assert {"arrive", "no-room"} <= set(everything(field(coming(), FOE)))
    assert "edge-roll" in everything(field(coming(manner="outflank"), FOE))
