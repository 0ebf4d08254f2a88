"""Moves between floors, coherency from head to base, skimmers above ruins; the worked examples of both."""

from __future__ import annotations

import pytest

from rules import IllegalAction
from rules.cod import ruins
from rules.kernel import geometry
from rules.kernel.state import Point, State
from rules.wh40k import hooks, words
from rules.wh40k.deployment.placing import Place
from rules.wh40k.movement.move import Brave, ModelMove, Move
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.volley import Fire
from rules.wh40k.vehicles.transport import Disembark
from tests.rules.wh40k.field import decide, gun, refusal, squad, tank

from .town import at_work, go, ruin, town

DIFFICULT = "wh40k.assumed.terrain.difficult"
LENGTH = "wh40k.assumed.movement.infantry"


def dared(inches: int, at: Point = (2200, 1600, 0), storey: int = 300) -> State:
    """A model in a ruin whose unit has rolled so much for difficult terrain."""
    unit = squad("au1", at, 1, phase={DIFFICULT: inches * 100})
    tall = ruin(floors=5, right=3400, storey=storey)
    return town(unit, squad("bu1", (6000, 4000), 1), terrain=tall)


# how far up


@pytest.mark.parametrize(("roll", "floors"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 2)])
@pytest.mark.parametrize("way", [1, -1])
def test_floors_by_the_roll(roll: int, floors: int, way: int) -> None:
    row = "cod.ruin.move.vertical-table"
    start = 600
    here = dared(roll, (2200, 1600, start))
    for count in (1, 2):
        z = start + way * count * 300
        up = go("au1", "au1.1", (2200, 1600, z))
        if count <= floors:
            assert decide(here, "a", up).state.models["au1.1"].at == (2200, 1600, z)
        else:
            assert refusal(here, "a", up) == row


@pytest.mark.decides("cod.ruin.move.floor-height", by="cod.ruin.move.vertical-table")
@pytest.mark.parametrize(
    ("storey", "roll", "floors"), [(200, 5, 2), (250, 5, 2), (400, 3, 0), (400, 6, 1), (500, 5, 1)]
)
def test_other_floors_by_whole_floors_in_the_result(storey: int, roll: int, floors: int) -> None:
    # cod.ruin.move.vertical-leftover-lost
    here = dared(roll, storey=storey)
    reached = [n for n in (1, 2, 3) if not _refused(here, (2200, 1600, n * storey))]
    assert len(reached) == floors


def _refused(here: State, to: Point) -> str:
    """The clause that refuses a move straight up; empty where it is accepted."""
    try:
        decide(here, "a", go("au1", "au1.1", to))
    except IllegalAction as refused:
        return refused.clause
    return ""


@pytest.mark.parametrize("z", [1, 150, 299, 301, 450])
def test_nobody_stops_between_floors(z: int) -> None:
    row = "cod.ruin.move.no-stop-between-floors"
    assert refusal(dared(6), "a", go("au1", "au1.1", (2200, 1600, z))) == row


def test_nobody_stops_where_the_floor_is_gone() -> None:
    # cod.ruin.move.no-stop-between-floors
    upper = (2000, 1000, 2300, 2200)
    unit = squad("au1", (2200, 1600), 1, phase={DIFFICULT: 600})
    here = town(unit, squad("bu1", (6000, 4000), 1), terrain=ruin(upper=upper))
    assert decide(here, "a", go("au1", "au1.1", (2250, 1600, 0), (2250, 1600, 300)))
    beyond = go("au1", "au1.1", (2350, 1600, 0), (2350, 1600, 300))
    assert refusal(here, "a", beyond) == "cod.ruin.move.no-stop-between-floors"


@pytest.mark.decides("cod.ruin.move.vertical-leftover-lost", by="cod.ruin.move.vertical-table")
def test_what_is_left_of_a_climb_is_lost() -> None:
    # of 5" up 2" are left, and lead nowhere
    here = dared(5)
    assert refusal(here, "a", go("au1", "au1.1", (2200, 1600, 500))) == "cod.ruin.move.no-stop-between-floors"
    assert refusal(here, "a", go("au1", "au1.1", (2200, 1600, 600))) == "cod.ruin.move.vertical-table"
    assert decide(here, "a", go("au1", "au1.1", (2200, 1600, 300))).state.models["au1.1"].at == (2200, 1600, 300)


def test_up_and_down_again_is_climbed_twice() -> None:
    # cod.ruin.move.vertical-table
    there_and_back = go("au1", "au1.1", (2200, 1600, 300), (2300, 1600, 300), (2300, 1600, 0))
    assert refusal(dared(5), "a", there_and_back) == "cod.ruin.move.vertical-table"
    assert decide(dared(6), "a", there_and_back).state.models["au1.1"].at == (2300, 1600, 0)


@pytest.mark.decides("cod.ruin.move.horizontal-unaffected", by="wh40k.assumed.movement.infantry")
def test_climbing_costs_nothing_sideways() -> None:
    here = dared(4)
    assert decide(here, "a", go("au1", "au1.1", (2200, 1600, 300), (2600, 1600, 300))).state.models["au1.1"].at == (
        2600, 1600, 300,
    )  # fmt: skip
    assert refusal(here, "a", go("au1", "au1.1", (2200, 1600, 300), (2601, 1600, 300))) == LENGTH


@pytest.mark.decides("cod.ruin.move.example-five", by="cod.ruin.move.vertical-table")
def test_example_of_five_inches_and_a_floor() -> None:
    # not two floors, though nothing sideways is left out for them
    here = town(squad("au1", (2200, 1600), 1), squad("bu1", (6000, 4000), 1), terrain=ruin())
    rolled = decide(here, "a", Brave(unit="au1"), (3, 5)).state
    assert refusal(rolled, "a", go("au1", "au1.1", (2200, 1600, 600))) == "cod.ruin.move.vertical-table"
    done = decide(rolled, "a", go("au1", "au1.1", (2700, 1600, 0), (2700, 1600, 300)))
    assert done.state.models["au1.1"].at == (2700, 1600, 300)


@pytest.mark.decides("cod.ruin.move.example-horizontal-only", by="cod.ruin.move.vertical-table")
@pytest.mark.parametrize("dice", [(1, 1), (2, 1), (2, 2)])
def test_example_of_a_roll_too_low_for_a_floor(dice: tuple[int, int]) -> None:
    here = town(squad("au1", (2200, 1600), 1), squad("bu1", (6000, 4000), 1), terrain=ruin())
    rolled = decide(here, "a", Brave(unit="au1"), dice).state
    far = 100 * max(dice)
    assert decide(rolled, "a", go("au1", "au1.1", (2200 + far, 1600, 0))).state.models["au1.1"].at == (
        2200 + far,
        1600,
        0,
    )
    assert refusal(rolled, "a", go("au1", "au1.1", (2200, 1600, 300))) == "cod.ruin.move.vertical-table"


def test_a_way_into_the_ruin_and_up() -> None:
    # cod.ruin.move.horizontal-unaffected: only what is climbed inside is free
    unit = squad("au1", (1900, 1600), 1, phase={DIFFICULT: 300})
    here = town(unit, squad("bu1", (6000, 4000), 1), terrain=ruin())
    done = decide(here, "a", go("au1", "au1.1", (2200, 1600, 0), (2200, 1600, 300)))
    assert done.state.models["au1.1"].at == (2200, 1600, 300)


@pytest.mark.parametrize("keywords", [("Vehicle",), ("Vehicle", "Tank", "Fast")])
def test_vehicles_stay_on_the_ground_floor(keywords: tuple[str, ...]) -> None:
    # cod.assumed.ruin.vehicles-below
    here = town(tank("au1", (2300, 1600), keywords=keywords), squad("bu1", (6000, 4000), 1), terrain=ruin())
    assert refusal(here, "a", go("au1", "au1.1", (2300, 1600, 300), fast=True)) == "cod.assumed.ruin.vehicles-below"


def test_walkers_go_upstairs() -> None:
    # cod.assumed.ruin.vehicles-below
    walker = {"keywords": ("Vehicle", "Walker"), "WS": 4, "S": 6, "I": 4, "A": 2}
    dreadnought = squad("au1", (2300, 1600), 1, phase={DIFFICULT: 300}, **walker)  # type: ignore[arg-type]
    here = town(dreadnought, squad("bu1", (6000, 4000), 1), terrain=ruin())
    assert decide(here, "a", go("au1", "au1.1", (2300, 1600, 300))).state.models["au1.1"].at == (2300, 1600, 300)


# distances


@pytest.mark.decides("cod.ruin.measure.base-to-base", "cod.ruin.measure.example", by="wh40k.assumed.shooting.sequence")
@pytest.mark.parametrize(
    ("level", "aside", "inches"),
    [
        (300, 500, 500),  # a floor up (3") and 4" between the bases: 5"
        (600, 100 + 921, 1100),  # the example: two floors up (6") and root(121 - 36) = 9.22" aside are 11"
    ],
)
def test_distance_is_measured_at_an_angle_from_base_to_base(level: int, aside: int, inches: int) -> None:
    for reach in (inches, inches - 1):
        shooter = squad("au1", (2100, 1600, level), 1, weapons=(gun(range=reach, type="Heavy"),))
        here = town(shooter, squad("bu1", (2100 + aside, 1600), 1), terrain=ruin(right=2400), phase="shooting")
        assert geometry.distance(here.models["au1.1"], here.models["bu1.1"]) == inches
        shot = Shoot(unit="au1", target="bu1", fire=(Fire(model="au1.1", weapon="gun"),))
        if reach == inches:
            assert decide(here, "a", shot, (1,))
        else:
            assert refusal(here, "a", shot) == "wh40k.assumed.shooting.sequence"


# coherency


def split(aside: int, level: int = 300, height: int = 150) -> tuple[State, Move]:
    """A model on the ground, and its comrade who moves up to a floor, so far aside from middle to middle."""
    unit = squad("au1", places=[(2200, 1600), (2200 + aside, 1600)], count=2, height=height, phase={DIFFICULT: 600})
    here = town(unit, squad("bu1", (6000, 4000), 1), terrain=ruin(right=4000))
    return here, go("au1", "au1.2", (2200 + aside, 1600, level))


@pytest.mark.decides("cod.ruin.coherency.split-floors", by="wh40k.assumed.coherency")
def test_models_of_a_unit_may_end_on_different_floors() -> None:
    here, up = split(200)
    assert [m.at for m in decide(here, "a", up).state.models.values() if m.side == "a"] == [
        (2200, 1600, 0), (2400, 1600, 300),
    ]  # fmt: skip
    apart, too_far = split(300)
    assert refusal(apart, "a", too_far) == "wh40k.assumed.coherency"


@pytest.mark.decides("cod.ruin.coherency.head-to-base", by="wh40k.assumed.coherency")
@pytest.mark.parametrize(
    ("aside", "level", "height", "together"),
    [
        # the head is 1.5" up, the base 3": root(4 - 2.25) = 1.32" are left sideways
        (100 + 132, 300, 150, True),
        (100 + 133, 300, 150, False),
        # a taller body reaches the next floor: 2" sideways
        (100 + 200, 300, 320, True),
        (100 + 201, 300, 320, False),
        # two floors up the base is 4.5" above the head
        (120, 600, 150, False),
        (100, 600, 400, True),
        (101, 600, 400, False),
        # a head exactly 2" below
        (100, 300, 100, True),
        (101, 300, 100, False),
    ],
)
def test_coherency_from_head_to_base(aside: int, level: int, height: int, together: bool) -> None:
    here, up = split(aside, level, height)
    if together:
        assert decide(here, "a", up).state.models["au1.2"].at == (2200 + aside, 1600, level)
    else:
        assert refusal(here, "a", up) == "wh40k.assumed.coherency"


def test_on_one_floor_coherency_is_as_ever() -> None:
    # cod.ruin.coherency.head-to-base: only for models on different floors
    places = [(2200, 1600, 300), (2500, 1600, 300), (2801, 1600, 300)]
    here = town(*(squad(f"au{n}", at, 1) for n, at in enumerate(places, 1)), terrain=ruin())
    a, b, c = (here.models[f"au{n}.1"] for n in (1, 2, 3))
    ctx = at_work(here)
    assert ctx.value(hooks.COHERENT, geometry.near(a, b, words.COHERENCY), a=a, b=b) is True
    assert ctx.value(hooks.COHERENT, geometry.near(b, c, words.COHERENCY), a=b, b=c) is False


# skimmers


def skimming(at: Point = (1200, 1600, 0)) -> State:
    speeder = tank("au1", at, keywords=("Vehicle", "Skimmer", "Fast"))
    return town(speeder, squad("bu1", (6000, 4000), 1), terrain=ruin())


@pytest.mark.parametrize("z", [0, 300, 600, 899])
def test_skimmers_do_not_enter_ruins(z: int) -> None:
    row = "cod.terrain.urban-ruin.skimmer-no-enter"
    assert refusal(skimming(), "a", go("au1", "au1.1", (2300, 1600, z), fast=True)) == row


@pytest.mark.decides("cod.terrain.urban-ruin.skimmer-hover", by="cod.terrain.urban-ruin.skimmer-no-enter")
def test_skimmers_hover_above_ruins() -> None:
    # above it they are not inside it, and roll for no terrain; a hundredth lower they would be in it
    assert refusal(skimming(), "a", go("au1", "au1.1", (2300, 1600, 899), fast=True)) == (
        "cod.terrain.urban-ruin.skimmer-no-enter"
    )
    done = decide(skimming(), "a", go("au1", "au1.1", (2300, 1600, 900), fast=True)).state
    speeder = done.models["au1.1"]
    assert speeder.at == (2300, 1600, 900)
    assert ruins.models_in(done, ruin()[0]) == []
    assert ruins.over(done, speeder) == ruin()[0]


def test_skimmers_pass_over_ruins() -> None:
    # cod.terrain.urban-ruin.skimmer-hover
    narrow = town(
        tank("au1", (1200, 1600), keywords=("Vehicle", "Skimmer", "Fast")), squad("bu1", (6000, 4000), 1),
        terrain=ruin(left=1600, right=1800),
    )  # fmt: skip
    assert decide(narrow, "a", go("au1", "au1.1", (2400, 1600, 0), fast=True)).state.models["au1.1"].at == (
        2400,
        1600,
        0,
    )


def hovering(keywords: tuple[str, ...] = ("Vehicle", "Skimmer", "Transport")) -> State:
    """A skimmer above the left edge of a ruin, a model aboard."""
    carrier = tank("au1", (2200, 1600, 900), keywords=keywords)
    crew = squad("au2", None, 1, game={words.ABOARD: "au1.1"})
    return town(carrier, crew, squad("bu1", (6000, 4000), 1), terrain=ruin())


def out_at(x: int, y: int, z: int) -> Disembark:
    return Disembark(unit="au2", places=(Place(model="au2.1", at=(x, y, z)),))


@pytest.mark.parametrize("at", [(2500, 1400, 0), (2500, 1400, 300), (2500, 1400, 600), (2000, 1600, 0)])
def test_nobody_is_set_down_in_ruins(at: Point) -> None:
    row = "cod.terrain.urban-ruin.skimmer-disembark"
    assert refusal(hovering(), "a", out_at(*at)) == row


def test_passengers_get_out_beside_the_ruin() -> None:
    # cod.terrain.urban-ruin.skimmer-disembark: they enter it on foot
    done = decide(hovering(), "a", out_at(1900, 1600, 0)).state
    assert done.models["au2.1"].at == (1900, 1600, 0)
    assert refusal(hovering(), "a", out_at(1300, 1600, 0)) == "wh40k.assumed.transport.disembark"


def test_all_moves_of_a_unit_are_declared_together() -> None:
    # cod.ruin.coherency.split-floors
    unit = squad("au1", places=[(2200, 1600), (2350, 1600)], count=2, phase={DIFFICULT: 300})
    here = town(unit, squad("bu1", (6000, 4000), 1), terrain=ruin())
    both = Move(
        unit="au1",
        moves=(
            ModelMove(model="au1.1", path=((2200, 1600, 300), (2300, 1600, 300))),
            ModelMove(model="au1.2", path=((2400, 1600, 0),)),
        ),
    )
    done = decide(here, "a", both)
    assert [done.state.models[key].at for key in ("au1.1", "au1.2")] == [(2300, 1600, 300), (2400, 1600, 0)]
