"""Transports and buildings: room, getting in and out, what becomes of those inside."""

from __future__ import annotations

import pytest

import rules
from rules.kernel.effects import Rolled
from rules.kernel.state import State
from rules.wh40k import hooks, words
from rules.wh40k.assault.charge import Charge
from rules.wh40k.movement.move import ModelMove, Move
from rules.wh40k.turn import Pass
from rules.wh40k.vehicles import building, transport, vehicle
from rules.wh40k.vehicles.building import ComeOut, Occupy
from rules.wh40k.vehicles.transport import Disembark, Embark
from tests.rules.wh40k.field import Group, asked, box, decide, field, gun, refusal, squad, tank
from tests.rules.wh40k.scene import context, removed, row
from tests.rules.wh40k.shots import rolls, shoot

CAPACITY = "wh40k.assumed.transport.capacity"
FOE = squad("bu9", (6000, 4000))


def carrier(key: str = "au9", at: tuple[int, int] | None = (1000, 1000), room: int = 10, **more: object) -> Group:
    """A transport with room for ten."""
    told: dict[str, object] = {"has": {CAPACITY: room}, "keywords": ("Vehicle", "Tank", "Transport"), **more}
    return tank(key, at, **told)


def aboard(key: str, count: int = 5, of: str = "au9.1", **more: object) -> Group:
    """A squad inside a vehicle."""
    return squad(key, None, count, game={words.ABOARD: of}, **more)  # type: ignore[arg-type]


def test_a_unit_gets_in_and_takes_a_point_for_each_model() -> None:
    clause = "wh40k.assumed.transport.capacity"
    done = decide(field(carrier(), squad("au1", (700, 1250))), "a", Embark(unit="au1", vehicle="au9.1")).state
    assert all(m.at is None for m in done.members("au1"))
    assert done.units["au1"].game[words.ABOARD] == "au9.1"
    assert transport.taken(context(done), done.models["au9.1"]) == 5
    full = field(carrier(room=4), squad("au1", (700, 1250)))
    assert refusal(full, "a", Embark(unit="au1", vehicle="au9.1")) == clause


@pytest.mark.parametrize(
    "state, clause",
    [
        (field(carrier(), squad("au1", (700, 1500))), "wh40k.assumed.transport.embark"),
        (field(carrier(), squad("au1", (700, 1250), turn={words.DISEMBARKED: "au9.1"})), transport.EMBARK),
        (field(carrier(), squad("au1", (700, 1250), game={words.FALLING_BACK: 1})), transport.EMBARK),
        (field(tank("au9"), squad("au1", (700, 1250))), CAPACITY),
    ],
)
def test_who_does_not_get_in(state: State, clause: str) -> None:
    """More than 2" away, just out of a vehicle, falling back, a vehicle without room."""
    assert refusal(state, "a", Embark(unit="au1", vehicle="au9.1")) == clause


@pytest.mark.parametrize("bulk, needed", [(0, 5), (2, 10), (3, 15), (5, 25)])
@pytest.mark.decides("wh40k.usr.bulky.very", "wh40k.usr.bulky.extremely", by="wh40k.assumed.transport.capacity")
def test_bulky_models_take_more_room(bulk: int, needed: int) -> None:
    """`wh40k.usr.bulky`: 2 points; very bulky 3; extremely bulky 5."""
    clauses = {2: "wh40k.usr.bulky", 3: "wh40k.usr.bulky.very", 5: "wh40k.usr.bulky.extremely"}
    assert all(clause in rules.load("wh40k").clauses for clause in clauses.values())
    has = {"wh40k.usr.bulky": bulk} if bulk else {}
    state = field(carrier(room=needed), squad("au1", (700, 1250), has=has))
    assert decide(state, "a", Embark(unit="au1", vehicle="au9.1")).state.units["au1"].game[words.ABOARD] == "au9.1"
    tight = field(carrier(room=needed - 1), squad("au1", (700, 1250), has=has))
    assert refusal(tight, "a", Embark(unit="au1", vehicle="au9.1")) == "wh40k.assumed.transport.capacity"


@pytest.mark.decides("wh40k.usr.bulky.buildings", by="wh40k.assumed.building.occupation")
def test_bulky_models_take_more_room_in_buildings_too() -> None:
    clause = "wh40k.usr.bulky.buildings"
    assert clause in rules.load("wh40k").clauses
    hall = box("hall", 900, 1300, 1500, 1900, 400, "building")
    for bulk, fits in ((3, True), (5, False)):
        state = field(squad("au1", (900, 1200), has={"wh40k.usr.bulky": bulk}), terrain=[hall])
        if fits:
            assert decide(state, "a", Occupy(unit="au1", building="hall")).state.units["au1"].game
        else:
            assert refusal(state, "a", Occupy(unit="au1", building="hall")) == "wh40k.assumed.building.occupation"


def test_a_unit_gets_out_within_6_inches() -> None:
    state = field(carrier(), aboard("au1"))
    done = decide(state, "a", Disembark(unit="au1", places=row("au1", (800, 1250), 5)))
    assert words.ABOARD not in done.state.units["au1"].game
    assert done.state.units["au1"].turn[words.DISEMBARKED] == "au9.1"
    assert done.state.models["au1.5"].at == (1400, 1250, 0)
    far = row("au1", (800, 1810), 5)
    assert refusal(state, "a", Disembark(unit="au1", places=far)) == "wh40k.assumed.transport.disembark"


@pytest.mark.parametrize("moved, fine", [(0, True), (600, True), (601, False)])
def test_only_from_a_vehicle_that_moved_at_most_6_inches(moved: int, fine: bool) -> None:
    clause = "wh40k.assumed.transport.disembark"
    state = field(carrier(turn={words.MOVED: moved} if moved else {}), aboard("au1"))
    action = Disembark(unit="au1", places=row("au1", (800, 1250), 5))
    if fine:
        assert decide(state, "a", action).state.models["au1.1"].at
    else:
        assert refusal(state, "a", action) == clause


def test_nobody_gets_out_who_got_in_this_turn_and_who_got_out_stays() -> None:
    action = Disembark(unit="au1", places=row("au1", (800, 1250), 5))
    inside = decide(field(carrier(), squad("au1", (700, 1250)), FOE), "a", Embark(unit="au1", vehicle="au9.1")).state
    assert refusal(inside, "a", action) == "wh40k.assumed.transport.embark"
    out = decide(field(carrier(), aboard("au1"), FOE), "a", action).state
    moving = Move(unit="au1", moves=(ModelMove("au1.1", ((800, 1300, 0),)),))
    assert refusal(out, "a", moving) == "wh40k.assumed.transport.disembark"


def test_passengers_are_not_set_down_near_enemies_or_on_one_another() -> None:
    state = field(carrier(), aboard("au1", 2), squad("bu1", (1000, 1400), 1))
    near = Disembark(unit="au1", places=row("au1", (900, 1250), 2))
    assert refusal(state, "a", near) == "wh40k.assumed.movement.infantry"
    heap = Disembark(unit="au1", places=row("au1", (900, 700), 2, (10, 0)))
    assert refusal(state, "a", heap) == "table.overlap"
    apart = Disembark(unit="au1", places=row("au1", (700, 700), 2, (700, 0)))
    assert refusal(state, "a", apart) == "wh40k.assumed.coherency"


def test_passengers_of_a_wreck_come_out_at_once() -> None:
    """The last hull point is gone: their player is asked before anything else goes on."""
    clause = "wh40k.assumed.transport.disembark.wreck"
    state = field(carrier(HP=1), aboard("au1", 3), squad("bu1", (4000, 1000), 1), phase="shooting", turn="b")
    ctx = context(state, "b")
    vehicle.glance(ctx, ctx.state.models["au9.1"], vehicle.GLANCING)
    ctx.ruleset.settle(ctx)
    assert asked(rules.Decided((), ctx.state)) == (clause, "a", "au1")
    done = decide(ctx.state, "a", Disembark(unit="au1", places=row("au1", (900, 1250), 3))).state
    assert done.pending is None
    assert [m.at is not None for m in done.members("au1")] == [True] * 3


def test_who_finds_no_room_beside_a_wreck_is_lost() -> None:
    clause = "wh40k.assumed.transport.disembark.wreck"
    state = field(carrier(HP=1), aboard("au1", 3), squad("bu1", (4000, 1000), 1), phase="shooting", turn="b")
    ctx = context(state, "b")
    vehicle.glance(ctx, ctx.state.models["au9.1"], vehicle.GLANCING)
    ctx.ruleset.settle(ctx)
    done = decide(ctx.state, "a", Disembark(unit="au1", places=row("au1", (900, 1250), 2)))
    assert removed(done.effects, clause) == ["au1.3"]


@pytest.mark.parametrize("keywords, needed", [((), 4), (("Open-topped",), 5)])
def test_an_explosion_hits_those_inside_harder(keywords: tuple[str, ...], needed: int) -> None:
    """Strength 4 against Toughness 4 wounds on 4+; of an open-topped vehicle it is Strength 3, which needs 5."""
    clause = "wh40k.assumed.vehicle.explodes"
    words_ = ("Vehicle", "Transport", *keywords)
    state = field(carrier(keywords=words_), aboard("au1", 2), squad("bu1", (4000, 1000), 1), phase="shooting", turn="b")
    ctx = context(state, "b", (1,))
    vehicle.explode(ctx, ctx.state.models["au9.1"], "b")
    ctx.ruleset.settle(ctx)
    assert ctx.state.units["au1"].game[clause] == (3 if keywords else 4)
    done = decide(ctx.state, "a", Disembark(unit="au1", places=row("au1", (900, 1250), 2)), (6, 1, 1))
    wounds = next(e for e in done.effects if isinstance(e, Rolled) and e.rule == "wh40k.assumed.to-wound")
    assert (wounds.needed, len(wounds.faces)) == (needed, 2)
    assert sum(m.out for m in done.state.models.values()) == 2
    assert clause not in done.state.units["au1"].game


def test_losses_in_an_explosion_count_from_the_number_aboard() -> None:
    """One of three dies as they come out: a quarter and more, which tests their morale at the end of the phase."""
    assert words.BEGAN_WITH == "wh40k.morale.trigger.casualties.baseline"
    state = field(carrier(HP=1), aboard("au1", 3), squad("bu1", (4000, 1000), 1), phase="shooting", turn="b")
    ctx = context(state, "b")
    vehicle.glance(ctx, ctx.state.models["au9.1"], vehicle.GLANCING)
    ctx.ruleset.settle(ctx)
    done = decide(ctx.state, "a", Disembark(unit="au1", places=row("au1", (900, 1250), 2))).state
    assert done.units["au1"].phase[words.BEGAN_WITH] == 3
    assert asked(decide(done, "b", Pass()))[1:] == ("a", "au1")


def test_everybody_inside_is_lost_with_a_vehicle_off_the_table() -> None:
    assert vehicle.EVACUATE == "wh40k.assumed.transport.disembark.wreck"
    ctx = context(field(carrier(at=None), aboard("au1", 2), squad("au2", (4000, 1000))))
    words.destroy(ctx, ctx.state.units["au9"], vehicle.GLANCING)
    assert not words.alive(ctx.state, ctx.state.units["au1"])


def out_of(has: dict[str, int], turn: dict[str, str] | None = None, wrecked: bool = False) -> State:
    """A squad that has got out of a vehicle this turn, 5" from an enemy, in the Charge sub-phase."""
    here = field(
        carrier(has={CAPACITY: 10, **has}, turn=turn or {}), squad("bu1", (1000, 1850), 1),
        squad("au1", (700, 1250), 3, turn={words.DISEMBARKED: "au9.1", **(turn or {})}),
        phase="assault", step="charge",
    )  # fmt: skip
    here.models["au9.1"].out = wrecked
    return here


def test_nobody_charges_out_of_an_ordinary_transport() -> None:
    assert refusal(out_of({}), "a", Charge(unit="au1", targets=("bu1",))) == "wh40k.assumed.transport.disembark"


@pytest.mark.decides("wh40k.usr.assault-vehicle.charge", by="wh40k.assumed.transport.disembark")
def test_passengers_of_an_assault_vehicle_charge() -> None:
    clause = "wh40k.usr.assault-vehicle.charge"
    assert clause in rules.load("wh40k").clauses
    done = decide(out_of({"wh40k.usr.assault-vehicle": 1}), "a", Charge(unit="au1", targets=("bu1",)))
    assert done.state.units["au1"].turn[words.TRIED_CHARGE] == ("bu1",)
    assert refusal(out_of({}), "a", Charge(unit="au1", targets=("bu1",))) == "wh40k.assumed.transport.disembark"


@pytest.mark.decides("wh40k.usr.assault-vehicle.destroyed", by="wh40k.assumed.transport.disembark")
def test_passengers_of_a_destroyed_assault_vehicle_charge() -> None:
    clause = "wh40k.usr.assault-vehicle.destroyed"
    assert clause in rules.load("wh40k").clauses
    state = out_of({"wh40k.usr.assault-vehicle": 1}, wrecked=True)
    done = decide(state, "a", Charge(unit="au1", targets=("bu1",)))
    assert done.state.units["au1"].turn[words.TRIED_CHARGE] == ("bu1",)
    ordinary = out_of({}, wrecked=True)
    assert refusal(ordinary, "a", Charge(unit="au1", targets=("bu1",))) == "wh40k.assumed.transport.disembark"


@pytest.mark.parametrize(
    "has, clause",
    [
        ({"wh40k.usr.assault-vehicle": 1}, "wh40k.usr.assault-vehicle.deep-strike"),
        ({}, "wh40k.usr.deep-strike.no-charge.passengers"),
    ],
)
def test_nobody_charges_out_of_a_vehicle_that_deep_struck(has: dict[str, int], clause: str) -> None:
    state = out_of(has, {words.ARRIVED: "deep-strike"})
    assert refusal(state, "a", Charge(unit="au1", targets=("bu1",))) == clause


# buildings

HALL = box("hall", 900, 1300, 1500, 1900, 400, "building")


def test_a_unit_goes_into_a_building_and_comes_out() -> None:
    clause = "wh40k.assumed.building.occupation"
    here = field(squad("au1", (900, 1200)), FOE, terrain=[HALL])
    offered = [option for option in rules.options(rules.load("wh40k"), here) if option.action == "occupy"]
    assert [(option.model, option.targets) for option in offered] == [("au1", ("hall",))]
    state = decide(here, "a", Occupy(unit="au1", building="hall")).state
    assert state.units["au1"].game == {clause: "hall"}
    assert refusal(state, "a", ComeOut(unit="au1", places=row("au1", (900, 1200), 5))) == clause
    inside = field(squad("au1", None, game={clause: "hall"}), FOE, terrain=[HALL])
    done = decide(inside, "a", ComeOut(unit="au1", places=row("au1", (900, 1200), 5))).state
    assert done.models["au1.1"].at == (900, 1200, 0)
    assert clause not in done.units["au1"].game
    assert context(done).value(hooks.MAY_MOVE, "", unit=done.units["au1"]) == clause


@pytest.mark.parametrize(
    "state",
    [
        field(squad("au1", (900, 1000)), terrain=[HALL]),
        field(squad("au1", (900, 1200)), terrain=[box("hall", 900, 1300, 1500, 1900, 400, "ruin")]),
        field(squad("au1", (900, 1200)), terrain=[HALL], options={"wh40k.assumed.building.occupation": 4}),
        field(squad("au1", (900, 1200)), squad("bu1", None, game={building.OCCUPIES: "hall"}), terrain=[HALL]),
    ],
)
def test_where_a_unit_cannot_go_in(state: State) -> None:
    """Too far away, a ruin, too little room, the enemy inside."""
    assert refusal(state, "a", Occupy(unit="au1", building="hall")) == "wh40k.assumed.building.occupation"


def test_a_shot_blows_up_a_transport_and_its_passengers_come_out_burning() -> None:
    """A hit (3), 8 + 5 against the side of 11, a 5 with AP 2 explodes 1" far; then the passengers' own dice: two hits
    of Strength 4 wound, and the armour save of the one nearer to the vehicle fails.
    """
    clause = "wh40k.assumed.vehicle.explodes"
    beam = gun("beam", type="Heavy", S=8, AP=2, range=4800)
    state = field(
        carrier(), aboard("au1", 2), squad("bu1", (1000, 3000), 1, weapons=(beam,)), phase="shooting", turn="b"
    )
    done = decide(state, "b", shoot("bu1", "au9", weapon="beam"), (3, 5, 5, 1))
    assert asked(done) == ("wh40k.assumed.transport.disembark.wreck", "a", "au1")
    assert (clause, (1,)) in rolls(done)
    assert done.state.models["au9.1"].out
    out = decide(done.state, "a", Disembark(unit="au1", places=row("au1", (900, 1250), 2)), (4, 4, 3, 4))
    assert [key for key, m in out.state.models.items() if m.out] == ["au1.2", "au9.1"]
    assert (out.state.phase, out.state.pending) == ("shooting", None)
