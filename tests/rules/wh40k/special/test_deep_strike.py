"""Deep Strike: who may, the first model and its scatter, rings, terrain, what follows, mishaps."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Ended, Laid, Rolled
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.assault.charge import Charge
from rules.wh40k.deployment.deploy import Deploy, Reserve
from rules.wh40k.deployment.placing import Place
from rules.wh40k.deployment.reserve import Arrive, ReserveRolls
from rules.wh40k.movement.move import ModelMove, Move
from rules.wh40k.movement.run import Run
from rules.wh40k.special.deep_strike import Formation, Misplace
from rules.wh40k.turn import Pass
from rules.wh40k.vehicles import vehicle
from rules.wh40k.vehicles.transport import Disembark
from tests.rules.wh40k.deployment.test_deploy import CAPACITY, deploying
from tests.rules.wh40k.deployment.test_reserve import began
from tests.rules.wh40k.field import Group, asked, box, decide, effects_of, field, gone, refusal, squad, tank, wanted
from tests.rules.wh40k.scene import context, noted, removed, ring, row
from tests.rules.wh40k.shots import shoot

RULE = "wh40k.usr.deep-strike"
ABLE = {RULE: 1}
MUST = {RULE: 2}
FOE = squad("bu1", (6000, 4000))
HIT = (1,)
"""The scatter die shows Hit!."""
NEXT = {"wh40k.assumed.reserves.arrival": 1}
CENTRE = (3000, 2000, 0)


def diving(count: int = 1, key: str = "au1", **more: Any) -> Group:
    """A unit that Deep Strikes in this Movement phase."""
    told = {"has": ABLE, "game": {words.RESERVE: "deep-strike"}, "turn": NEXT, **more}
    return squad(key, None, count, **told)


def pod(**more: Any) -> Group:
    """A vehicle that Deep Strikes in this Movement phase."""
    told = {
        "has": {**ABLE, CAPACITY: 10}, "game": {words.RESERVE: "deep-strike"}, "turn": NEXT, "facing": None,
        "keywords": ("Vehicle", "Transport"), **more,
    }  # fmt: skip
    return tank("au9", None, **told)


def drop(at: tuple[int, int, int] = CENTRE, key: str = "au1", **more: Any) -> Arrive:
    """The first model of a unit is placed."""
    return Arrive(unit=key, places=(Place(f"{key}.1", at, **more),))


# before the game


def test_every_model_needs_the_rule() -> None:
    clause = "wh40k.usr.deep-strike.all-models"
    mixed = squad("au1", None, 2, special={1: {"has": ABLE}})
    state = deploying(mixed, squad("au2", None, 2, has=ABLE), squad("bu1", None))
    assert refusal(state, "a", Reserve(unit="au1", manner="deep-strike")) == clause
    done = decide(state, "a", Reserve(unit="au2", manner="deep-strike"))
    assert done.state.units["au2"].game[words.RESERVE] == "deep-strike"


@pytest.mark.decides("wh40k.usr.deep-strike.start-in-reserve", by="wh40k.assumed.reserves.arrival")
def test_a_unit_that_was_not_in_reserve_does_not_deep_strike() -> None:
    clause = "wh40k.usr.deep-strike.start-in-reserve"
    assert clause in rules.load("wh40k").clauses
    here = squad("au1", (1000, 1000), 1, has=ABLE)
    assert refusal(field(here, FOE), "a", drop()) == "wh40k.assumed.reserves.arrival"
    assert decide(field(diving(), FOE), "a", drop(), HIT).state.models["au1.1"].at == CENTRE


def test_deep_strike_is_told_to_the_opponent_before_the_game() -> None:
    """A unit in ordinary reserve cannot change its mind."""
    clause = "wh40k.usr.deep-strike.declare"
    state = field(diving(game={words.RESERVE: "reserve"}), FOE)
    action = Arrive(unit="au1", places=drop().places, manner="deep-strike")
    assert refusal(state, "a", action, HIT) == clause


def test_some_units_arrive_only_by_deep_strike() -> None:
    clause = "wh40k.usr.deep-strike.compulsory"
    state = deploying(squad("au1", None, 1, has=MUST), squad("au2", None), squad("bu1", None))
    assert refusal(state, "a", Deploy(unit="au1", places=row("au1", (1000, 1000), 1))) == clause
    assert refusal(state, "a", Reserve(unit="au1")) == clause
    assert decide(state, "a", Reserve(unit="au1", manner="deep-strike")).state.units["au1"].game


@pytest.mark.decides("wh40k.usr.deep-strike.compulsory.reserve-count", by="wh40k.assumed.reserves.limit")
def test_those_units_and_their_passengers_are_left_out_of_the_count() -> None:
    """Two ordinary units: one may wait. The pod and its passengers wait besides, and count neither way."""
    clause = "wh40k.usr.deep-strike.compulsory.reserve-count"
    assert clause in rules.load("wh40k").clauses
    troop = tank("au9", None, has={**MUST, CAPACITY: 10}, keywords=("Vehicle", "Transport"))
    state = deploying(troop, *(squad(f"au{n}", None, 2) for n in (1, 2, 3)), squad("bu1", (1000, 4000)))
    state = decide(state, "a", Deploy(unit="au1", aboard="au9.1")).state
    state = decide(state, "a", Reserve(unit="au9", manner="deep-strike")).state
    state = decide(state, "a", Reserve(unit="au2")).state
    assert refusal(state, "a", Reserve(unit="au3")) == "wh40k.assumed.reserves.limit"


@pytest.mark.decides("wh40k.usr.deep-strike.compulsory.no-reserves-mission", by="wh40k.assumed.reserves.in-use")
def test_they_deep_strike_in_missions_without_reserves_too() -> None:
    clause = "wh40k.usr.deep-strike.compulsory.no-reserves-mission"
    assert clause in rules.load("wh40k").clauses
    no = "wh40k.assumed.reserves.in-use"
    groups = (squad("au1", None, 1, has=MUST), squad("au2", None, 1, has=ABLE), squad("au3", None), squad("bu1", None))
    state = deploying(*groups, options={no: False})
    assert refusal(state, "a", Reserve(unit="au2", manner="deep-strike")) == no
    assert decide(state, "a", Reserve(unit="au1", manner="deep-strike")).state.units["au1"].game


@pytest.mark.decides("wh40k.usr.deep-strike.eternal-war", by="wh40k.assumed.reserves.in-use")
def test_eternal_war_missions_use_reserves() -> None:
    """Nobody agreed otherwise: reserves are in use."""
    clause = "wh40k.usr.deep-strike.eternal-war"
    assert clause in rules.load("wh40k").clauses
    state = deploying(squad("au1", None, 1, has=ABLE), squad("au2", None), squad("bu1", None))
    assert decide(state, "a", Reserve(unit="au1", manner="deep-strike")).state.units["au1"].game
    no = "wh40k.assumed.reserves.in-use"
    agreed = deploying(squad("au1", None, 1, has=ABLE), squad("au2", None), squad("bu1", None), options={no: False})
    assert refusal(agreed, "a", Reserve(unit="au1", manner="deep-strike")) == no


@pytest.mark.decides("wh40k.usr.deep-strike.reserve-roll", by="wh40k.assumed.reserves.rolls")
def test_their_arrival_is_rolled_for_like_any_other() -> None:
    clause = "wh40k.usr.deep-strike.reserve-roll"
    assert clause in rules.load("wh40k").clauses
    state = began(2, diving(turn={}), squad("au2", (1000, 1000))).state
    assert asked(rules.Decided((), state))[0] == "wh40k.assumed.reserves.rolls"
    assert NEXT.keys() <= decide(state, "a", ReserveRolls(), (3,)).state.units["au1"].turn.keys()
    assert not NEXT.keys() & decide(state, "a", ReserveRolls(), (2,)).state.units["au1"].turn.keys()


# the first model


def test_the_first_model_stands_where_it_was_placed_on_a_hit() -> None:
    clause = "wh40k.usr.deep-strike.first-model"
    done = decide(field(diving(), FOE), "a", drop(), HIT)
    assert done.state.models["au1.1"].at == CENTRE
    assert effects_of(done, Rolled)[0].rule == clause


def test_the_first_model_scatters_2d6_inches() -> None:
    """An arrow along the y axis and 3 + 4: 7" from where it was placed, whatever anybody's BS."""
    clause = "wh40k.usr.deep-strike.first-model"
    state = field(diving(), FOE)
    assert wanted(state, "a", drop(), (3, 90)) == (2, clause)
    assert decide(state, "a", drop(), (3, 90, 3, 4)).state.models["au1.1"].at == (3000, 2700, 0)
    two = Arrive(unit="au1", places=())
    assert refusal(state, "a", two) == clause


@pytest.mark.decides("wh40k.usr.deep-strike.vehicle-facing", by="wh40k.usr.deep-strike.first-model")
def test_a_vehicle_that_scatters_keeps_its_facing() -> None:
    clause = "wh40k.usr.deep-strike.vehicle-facing"
    for facing in (0, 1000), (1000, 0):
        done = decide(field(pod(), FOE), "a", drop(key="au9", facing=facing), (5, 180, 2, 2))
        assert (done.state.models["au9.1"].at, done.state.models["au9.1"].facing) == ((2600, 2000, 0), facing)
        assert any(e.rule == clause for e in done.effects)


# the others


def test_the_others_stand_round_the_first() -> None:
    clause = "wh40k.usr.deep-strike.rings"
    done = decide(field(diving(4), FOE), "a", drop(), HIT)
    assert asked(done) == (clause, "a", "au1")
    assert done.state.models["au1.1"].at is None
    landed = decide(done.state, "a", Formation(unit="au1", places=ring("au1", CENTRE, 3, first=2))).state
    assert [m.at is not None for m in landed.members("au1")] == [True] * 4
    assert landed.models["au1.1"].at == CENTRE
    apart = Formation(unit="au1", places=row("au1", (3300, 2000), 4)[1:])
    assert refusal(done.state, "a", apart) == clause
    assert refusal(done.state, "a", Formation(unit="au1", places=ring("au1", CENTRE, 2, first=2))) == clause


def test_a_ring_is_filled_before_the_next_begins() -> None:
    """Six bases fit round one. Seven others: six in the first ring, one beyond; five and two are refused."""
    clause = "wh40k.usr.deep-strike.rings"
    done = decide(field(diving(8), FOE), "a", drop(), HIT)
    six = ring("au1", CENTRE, 6, first=2)
    beyond = Place("au1.8", (3204, 2000, 0))
    assert decide(done.state, "a", Formation(unit="au1", places=(*six, beyond))).state.models["au1.8"].at
    second = Place("au1.7", (2898, 2177, 0))
    assert refusal(done.state, "a", Formation(unit="au1", places=(*six[:5], second, beyond))) == clause


@pytest.mark.decides("wh40k.usr.deep-strike.difficult-is-dangerous", by="wh40k.assumed.terrain.dangerous")
def test_difficult_terrain_is_dangerous_to_each_model_that_lands_in_it() -> None:
    """Two of three models land in the wood: two dice, the 1 costs a Wound that armour does not stop."""
    clause = "wh40k.usr.deep-strike.difficult-is-dangerous"
    wood = box("wood", 2900, 1500, 3600, 2500, 300, "forest")
    state = decide(field(diving(3), FOE, terrain=[wood]), "a", drop((2800, 2000, 0)), HIT).state
    places = (Place("au1.2", (2902, 2000, 0)), Place("au1.3", (2749, 2088, 0)))
    done = decide(state, "a", Formation(unit="au1", places=places), (1, 1))
    assert noted(done.effects, clause) == ["au1.2"]
    assert gone(done) == ["au1.2"]
    state = decide(field(diving(3), FOE), "a", drop((2800, 2000, 0)), HIT).state
    assert gone(decide(state, "a", Formation(unit="au1", places=places))) == []


def test_nobody_lands_on_the_upper_floors_of_ruins() -> None:
    clause = "wh40k.usr.deep-strike.ruins"
    ruin = box("ruin", 2500, 1500, 3500, 2500, 600, "ruin")
    state = field(diving(), FOE, terrain=[ruin])
    assert refusal(state, "a", drop((3000, 2000, 300)), HIT) == clause
    assert decide(state, "a", drop(), (*HIT, 6)).state.models["au1.1"].at == CENTRE


@pytest.mark.decides("wh40k.usr.deep-strike.buildings-impassable", by="wh40k.usr.deep-strike.mishap.table")
def test_buildings_are_impassable_but_their_battlements_are_not() -> None:
    clause = "wh40k.usr.deep-strike.buildings-impassable"
    assert clause in rules.load("wh40k").clauses
    hall = box("hall", 2500, 1500, 3500, 2500, 600, "building")
    state = field(diving(), FOE, terrain=[hall])
    assert decide(state, "a", drop((3000, 2000, 600)), HIT).state.models["au1.1"].at == (3000, 2000, 600)
    done = decide(state, "a", drop(), (*HIT, 4))
    assert effects_of(done, Rolled)[-1].rule == "wh40k.usr.deep-strike.mishap.table"
    off = decide(state, "a", drop((3000, 2000, 600)), (3, 90, 6, 6)).state
    assert off.models["au1.1"].at == (3000, 3200, 0)


# what follows


def landed(phase: str = "movement", step: str = "", **more: Any) -> State:
    """A unit that has Deep Struck this turn, an enemy 8" away."""
    turn: dict[str, Any] = {words.ARRIVED: "deep-strike", words.MOVED: 1}
    return field(
        squad("au1", (3000, 2000), 2, turn=turn, has=ABLE, **more),
        squad("bu1", (3000, 2800), 1),
        phase=phase,
        step=step,
    )


def test_no_further_move() -> None:
    clause = "wh40k.usr.deep-strike.no-move"
    state = decide(field(diving(), FOE), "a", drop(), HIT).state
    assert refusal(state, "a", Move(unit="au1", moves=(ModelMove("au1.1", ((3000, 2100, 0),)),))) == clause


@pytest.mark.decides("wh40k.usr.deep-strike.disembark", by="wh40k.assumed.transport.disembark")
def test_passengers_of_a_transport_that_landed_may_get_out() -> None:
    clause = "wh40k.usr.deep-strike.disembark"
    assert clause in rules.load("wh40k").clauses
    state = field(pod(), squad("au1", None, 2, game={words.ABOARD: "au9.1"}), FOE)
    state = decide(state, "a", drop(key="au9"), HIT).state
    out = Disembark(unit="au1", places=row("au1", (2900, 2250), 2))
    assert decide(state, "a", out).state.models["au1.1"].at == (2900, 2250, 0)
    del state.units["au9"].turn[words.ARRIVED]  # one that has driven as far
    assert refusal(state, "a", out) == "wh40k.assumed.transport.disembark"


@pytest.mark.decides("wh40k.usr.deep-strike.shoot-or-run", by="wh40k.assumed.run")
def test_it_may_shoot_or_run() -> None:
    clause = "wh40k.usr.deep-strike.shoot-or-run"
    assert clause in rules.load("wh40k").clauses
    state = landed("shooting")
    volley = shoot("au1", "bu1")
    assert decide(state, "a", volley, (1, 1)).dice == (1, 1)
    ran = decide(state, "a", Run(unit="au1"), (3,)).state
    assert ran.units["au1"].turn[words.RAN]
    assert refusal(decide(ran, "a", Pass()).state, "a", volley, (1, 1)) == words.RAN


def test_it_counts_as_having_moved() -> None:
    clause = "wh40k.usr.deep-strike.counts-as-moved"
    done = decide(field(diving(), FOE), "a", drop(), HIT)
    assert done.state.units["au1"].turn[words.MOVED] == 1
    assert any(e.rule == clause for e in done.effects)


@pytest.mark.parametrize("game", [{}, {vehicle.IMMOBILISED: 1}])
def test_vehicles_count_as_cruising(game: dict[str, int]) -> None:
    """Immobile ones too."""
    clause = "wh40k.usr.deep-strike.vehicle-cruising"
    state = field(pod(), FOE)
    state.models["au9.1"].game = dict(game)
    done = decide(state, "a", drop(key="au9"), HIT)
    assert vehicle.speed(done.state.units["au9"]) == "cruising"
    assert any(e.rule == clause for e in done.effects)


@pytest.mark.decides("wh40k.usr.deep-strike.walker-exception", by="wh40k.usr.deep-strike.vehicle-cruising")
def test_walkers_do_not() -> None:
    clause = "wh40k.usr.deep-strike.walker-exception"
    assert clause in rules.load("wh40k").clauses
    done = decide(field(pod(keywords=("Vehicle", "Walker")), FOE), "a", drop(key="au9"), HIT)
    assert vehicle.speed(done.state.units["au9"]) == "combat"
    assert vehicle.speed(decide(field(pod(), FOE), "a", drop(key="au9"), HIT).state.units["au9"]) == "cruising"


def test_no_charge() -> None:
    clause = "wh40k.usr.deep-strike.no-charge"
    assert refusal(landed("assault", "charge"), "a", Charge(unit="au1", targets=("bu1",))) == clause


def test_no_charge_of_passengers() -> None:
    clause = "wh40k.usr.deep-strike.no-charge.passengers"
    turn = {words.ARRIVED: "deep-strike", words.DISEMBARKED: "au9.1"}
    carrier = tank("au9", (3000, 2000), turn={words.ARRIVED: "deep-strike"})
    state = field(carrier, squad("au1", (2900, 2250), 2, turn=turn), squad("bu1", (3000, 2800), 1), phase="assault",
                  step="charge")  # fmt: skip
    assert refusal(state, "a", Charge(unit="au1", targets=("bu1",))) == clause


# mishaps


@pytest.mark.parametrize(
    "at, dice",
    [
        ((40, 2000, 0), ()),
        ((100, 2000, 0), (3, 180, 1, 1)),
        ((3000, 3000, 0), HIT),
        ((1000, 1000, 0), HIT),
        ((6000, 4000, 0), HIT),
        ((6000, 3820, 0), HIT),
    ],
)
@pytest.mark.decides("wh40k.usr.deep-strike.mishap.trigger", by="wh40k.usr.deep-strike.mishap.table")
def test_what_is_a_mishap(at: tuple[int, int, int], dice: tuple[int, ...]) -> None:
    """Off the table by scatter, in a wall, on a friend, on an enemy, within 1" of one. It is not placed off it."""
    clause = "wh40k.usr.deep-strike.mishap.trigger"
    assert clause in rules.load("wh40k").clauses
    wall = box("wall", 2500, 2900, 3500, 3100, 300, "wall")
    state = field(diving(), squad("au2", (1000, 1000), 1), FOE, terrain=[wall])
    if dice:
        assert wanted(state, "a", drop(at), dice) == (1, "wh40k.usr.deep-strike.mishap.table")
        done = decide(state, "a", drop(at), (*dice, 4))
        assert effects_of(done, Rolled, "wh40k.usr.deep-strike.mishap.table")
        (laid,) = effects_of(done, Laid, "wh40k.usr.deep-strike.first-model")
        assert (laid.aimed, laid.at == laid.aimed) == (at, dice == HIT)
        assert decide(state, "a", drop((3000, 1000, 0)), HIT).state.models["au1.1"].at == (3000, 1000, 0)
    else:
        assert refusal(state, "a", drop(at), HIT) == "wh40k.usr.deep-strike.first-model"


def test_any_model_of_the_unit_may_cause_it() -> None:
    """The first stands, the others find no room: their player declares none, and rolls."""
    clause = "wh40k.usr.deep-strike.mishap.trigger"
    assert clause in rules.load("wh40k").clauses
    walls = [
        box(f"w{index}", *sides, 300, "wall")
        for index, sides in enumerate(
            ((2900, 1930, 2930, 2070), (3070, 1930, 3100, 2070), (2900, 1900, 3100, 1930), (2900, 2070, 3100, 2100))
        )
    ]
    state = decide(field(diving(3), FOE, terrain=walls), "a", drop(), HIT).state
    assert wanted(state, "a", Formation(unit="au1")) == (1, "wh40k.usr.deep-strike.mishap.table")


def test_nobody_chooses_a_mishap() -> None:
    """Where there is room round the first model, its player cannot declare none; without a map only players know."""
    clause = "wh40k.usr.deep-strike.mishap.trigger"
    state = decide(field(diving(3), FOE), "a", drop(), HIT).state
    assert refusal(state, "a", Formation(unit="au1")) == clause
    unseen = decide(field(diving(3), FOE, mapped=False), "a", drop(), HIT).state
    assert wanted(unseen, "a", Formation(unit="au1")) == (1, "wh40k.usr.deep-strike.mishap.table")


@pytest.mark.parametrize(
    "face, clause",
    [
        (1, "wh40k.usr.deep-strike.mishap.1"),
        (2, "wh40k.usr.deep-strike.mishap.2-3"),
        (3, "wh40k.usr.deep-strike.mishap.2-3"),
        (4, "wh40k.usr.deep-strike.mishap.4-6"),
        (6, "wh40k.usr.deep-strike.mishap.4-6"),
    ],
)
def test_the_mishap_table(face: int, clause: str) -> None:
    assert "wh40k.usr.deep-strike.mishap.table" in rules.load("wh40k").clauses
    state = field(diving(), squad("au2", (1000, 1000), 1), FOE)
    done = decide(state, "a", drop((1000, 1000, 0)), (*HIT, face))
    assert any(e.rule == clause for e in done.effects)
    if face == 1:
        assert gone(done) == ["au1.1"]
    elif face <= 3:
        assert asked(done) == (clause, "b", "au1")
    else:
        assert done.state.units["au1"].game[words.RESERVE] == "ongoing"
        assert "wh40k.assumed.reserves.arrival" not in done.state.units["au1"].turn


@pytest.mark.parametrize("face", [1, 5])
def test_a_mishap_of_a_transport_is_one_of_its_passengers(face: int) -> None:
    clause = "wh40k.usr.deep-strike.mishap.passengers"
    groups = (pod(), squad("au1", None, 2, game={words.ABOARD: "au9.1"}), squad("au2", (1000, 1000), 1), FOE)
    done = decide(field(*groups), "a", drop((1000, 1000, 0), "au9"), (*HIT, face))
    if face == 1:
        assert gone(done) == ["au1.1", "au1.2", "au9.1"]
        assert removed(done.effects, clause) == ["au1.1", "au1.2"]
    else:
        assert done.state.units["au1"].game[words.ABOARD] == "au9.1"
        assert done.state.units["au9"].game[words.RESERVE] == "ongoing"


def misplaced(**more: Any) -> State:
    """The opponent is asked where a unit of three goes."""
    state = field(diving(3), squad("au2", (1000, 1000), 1), FOE, **more)
    return decide(state, "a", drop((1000, 1000, 0)), (*HIT, 2)).state


def test_the_opponent_places_a_misplaced_unit_without_scatter() -> None:
    clause = "wh40k.usr.deep-strike.mishap.2-3"
    state = misplaced()
    places = (Place("au1.1", (200, 4600, 0)), *ring("au1", (200, 4600, 0), 2, first=2))
    assert refusal(state, "a", Misplace(unit="au1", places=places)) == clause
    done = decide(state, "b", Misplace(unit="au1", places=places))
    assert done.state.models["au1.1"].at == (200, 4600, 0)
    assert not effects_of(done, Rolled)
    assert done.state.units["au1"].turn[words.ARRIVED] == "deep-strike"
    loose = row("au1", (200, 4000), 3)
    assert refusal(state, "b", Misplace(unit="au1", places=loose)) == "wh40k.usr.deep-strike.rings"


@pytest.mark.parametrize("kind", ["impassable", "lethal", "wall"])
def test_not_in_impassable_or_lethal_terrain(kind: str) -> None:
    clause = "wh40k.usr.deep-strike.mishap.2-3.forbidden"
    state = misplaced(terrain=[box("x", 0, 4000, 600, 4800, 300, kind)])
    places = (Place("au1.1", (200, 4600, 0)), *ring("au1", (200, 4600, 0), 2, first=2))
    assert refusal(state, "b", Misplace(unit="au1", places=places)) == clause
    near = tuple(Place(p.model, (p.at[0] + 5800, p.at[1] - 500, 0)) for p in places)
    assert refusal(state, "b", Misplace(unit="au1", places=near)) in (
        "table.overlap",
        "wh40k.assumed.movement.infantry",
    )


@pytest.mark.decides("wh40k.usr.deep-strike.mishap.2-3.difficult", by="wh40k.assumed.terrain.dangerous")
def test_in_difficult_terrain_which_is_dangerous() -> None:
    clause = "wh40k.usr.deep-strike.mishap.2-3.difficult"
    assert clause in rules.load("wh40k").clauses
    state = misplaced(terrain=[box("x", 0, 4000, 600, 4800, 300, "forest")])
    places = (Place("au1.1", (200, 4600, 0)), *ring("au1", (200, 4600, 0), 2, first=2))
    done = decide(state, "b", Misplace(unit="au1", places=places), (6, 6, 6))
    dangerous = [e for e in effects_of(done, Rolled) if e.rule == "wh40k.assumed.terrain.dangerous"]
    assert [(e.by, e.model) for e in dangerous] == [("a", f"au1.{n}") for n in (1, 2, 3)]
    assert not effects_of(decide(misplaced(), "b", Misplace(unit="au1", places=places)), Rolled)


def test_a_delayed_unit_may_deep_strike_next_turn() -> None:
    clause = "wh40k.usr.deep-strike.mishap.4-6"
    ongoing = diving(game={words.RESERVE: "ongoing", clause: 2})
    action = Arrive(unit="au1", places=drop().places, manner="deep-strike")
    assert decide(field(ongoing, FOE), "a", action, HIT).state.models["au1.1"].at == CENTRE


@pytest.mark.parametrize(
    "number, clause", [(5, "wh40k.usr.deep-strike.mishap.4-6.endgame"), (4, "wh40k.assumed.reserves.end")]
)
def test_a_unit_delayed_to_the_end_counts_as_destroyed(number: int, clause: str) -> None:
    late = diving(game={words.RESERVE: "ongoing", "wh40k.usr.deep-strike.mishap.4-6": number}, points=70)
    state = field(late, squad("au2", (1000, 1000), 1), FOE, phase="assault", step="end", round=7, turn="b")
    ctx = context(state)
    ctx.ruleset.settle(ctx)
    ended = next(e for e in ctx.effects if isinstance(e, Ended))
    assert ended.outcome.score == {"a": 0, "b": 70}
    assert removed(ctx.effects, clause) == ["au1.1"]
