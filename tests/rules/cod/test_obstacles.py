"""Obstacles: barricades, razor wire, tank traps; how they are put down, what they do, and how they go."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cod import dice, obstacles
from rules.kernel.effects import Rolled, TerrainRemoved
from rules.kernel.errors import IllegalAction, Malformed
from rules.kernel.state import State
from rules.wh40k.movement import terrain
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.volley import Fire
from tests.rules.wh40k.field import box, decide, effects_of, gun, refusal, squad, tank, wanted

from .town import at_work, go, ruin, town

DIFFICULT = "wh40k.assumed.terrain.difficult"
DANGEROUS = "wh40k.assumed.terrain.dangerous"
IMPASSABLE = "wh40k.assumed.terrain.impassable"
SOURCE = "cod.stratagem.obstacle.count"


def street(kind: str, who: Any = None) -> State:
    """An obstacle across the way along x, 1" thick."""
    mover = who or squad("au1", (1800, 1600), 1)
    return town(mover, squad("bu1", (6000, 4000), 1), terrain=(box("o1", 2000, 1400, 2100, 1800, 100, kind),))


def car(*keywords: str, at: tuple[int, int] = (1600, 1600)) -> Any:
    return tank("au1", at, keywords=("Vehicle", *keywords))


ON_FOOT = go("au1", "au1.1", (2300, 1600, 0))
DRIVEN = go("au1", "au1.1", (2400, 1600, 0), fast=True)


# putting them down


def test_kinds_of_obstacle() -> None:
    # cod.terrain.obstacle.definition
    ctx = at_work(town(terrain=ruin()))
    for n, kind in enumerate(("razor-wire", "tank-trap", "barricade")):
        assert obstacles.place(ctx, f"o{n}", kind, ((100, 200 * n), (600, 200 * n), (600, 200 * n + 50)), SOURCE)
    assert [piece.kind for piece in obstacles.obstacles(ctx.state)] == ["razor-wire", "tank-trap", "barricade"]
    with pytest.raises(Malformed):
        obstacles.place(ctx, "o9", "ruin", ((100, 900), (600, 900), (600, 950)), SOURCE)


@pytest.mark.decides("cod.terrain.obstacle.availability", by="wh40k.assumed.terrain.difficult")
def test_obstacles_of_the_agreed_table_count_too() -> None:
    # those the players put there by agreement, beside those of stratagems
    here = street("barricade")
    ctx = at_work(here)
    obstacles.remove(ctx, "o1", SOURCE)
    assert decide(ctx.state, "a", ON_FOOT).state.models["au1.1"].at == (2300, 1600, 0)
    obstacles.place(ctx, "o2", "barricade", ((2000, 1400), (2100, 1400), (2100, 1800), (2000, 1800)), SOURCE)
    assert refusal(here, "a", ON_FOOT) == refusal(ctx.state, "a", ON_FOOT) == DIFFICULT


@pytest.mark.parametrize(
    ("outline", "fits"),
    [
        (((100, 100), (700, 100), (700, 150), (100, 150)), True),
        (((100, 100), (701, 100), (701, 150), (100, 150)), False),
        # a straight piece is no thicker than 1"; others have a diameter
        (((100, 100), (700, 100), (700, 200), (100, 200)), True),
        (((100, 100), (700, 100), (700, 201), (100, 201)), False),
        (((100, 100), (524, 100), (524, 524), (100, 524)), True),
        (((100, 100), (525, 100), (525, 525), (100, 525)), False),
        # aslant as well: 6" are 360 by 480
        (((100, 100), (460, 580), (380, 640), (20, 160)), True),
        (((100, 100), (461, 580), (381, 640), (20, 160)), False),
    ],
)
def test_an_obstacle_is_six_inches_across_at_most(outline: tuple[tuple[int, int], ...], fits: bool) -> None:
    row = "cod.stratagem.obstacle.size"
    ctx = at_work(town())
    if fits:
        assert obstacles.place(ctx, "o1", "barricade", outline, SOURCE)
        return
    with pytest.raises(IllegalAction) as refused:
        obstacles.place(ctx, "o1", "barricade", outline, SOURCE)
    assert refused.value.clause == row


@pytest.mark.parametrize(
    "outline",
    [((-1, 0), (300, 0), (300, 100)), ((0, 0), (0, 100), (300, 100)), ((7100, 0), (7300, 0), (7300, 50))],
)
def test_an_obstacle_lies_on_the_table(outline: tuple[tuple[int, int], ...]) -> None:
    # cod.terrain.obstacle.definition
    with pytest.raises(Malformed):
        obstacles.place(at_work(town()), "o1", "barricade", outline, SOURCE)


def test_an_obstacle_is_taken_away() -> None:
    # cod.terrain.obstacle.availability
    ctx = at_work(street("razor-wire"))
    assert obstacles.touches(squad("au1", (1940, 1600), 1)[1][0], ctx.state.table.terrain[0])
    obstacles.remove(ctx, "o1", "cod.stratagem.wreckers.obstacle")
    assert obstacles.obstacles(ctx.state) == ()
    with pytest.raises(Malformed):
        obstacles.remove(ctx, "o1", "cod.stratagem.wreckers.obstacle")


@pytest.mark.parametrize(("face", "value"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_d3(face: int, value: int) -> None:
    # cod.gap.d3
    assert dice.d3(at_work(town(), dice=(face,)), "cod.stratagem.obstacle.count", "a") == value


# barricades


def test_a_barricade_is_difficult() -> None:
    # cod.terrain.barricade.difficult
    assert refusal(street("barricade"), "a", ON_FOOT) == DIFFICULT


@pytest.mark.parametrize(("keywords", "needed"), [((), 1), (("Tank",), 1), (("Skimmer",), 0)])
def test_a_barricade_is_dangerous_to_vehicles(keywords: tuple[str, ...], needed: int) -> None:
    # cod.terrain.barricade.vehicle
    here = street("barricade", car(*keywords))
    if needed:
        assert wanted(here, "a", DRIVEN) == (needed, DANGEROUS)
    else:
        assert decide(here, "a", DRIVEN).state.models["au1.1"].at == (2400, 1600, 0)


@pytest.mark.decides("cod.sheet.note-3", by="cod.terrain.barricade.removed-by-vehicle")
@pytest.mark.parametrize(
    ("keywords", "faces", "left"), [((), (6,), False), ((), (1,), False), (("Skimmer",), (), True)]
)
def test_a_barricade_is_driven_down(keywords: tuple[str, ...], faces: tuple[int, ...], left: bool) -> None:
    # cod.terrain.barricade.removed-by-vehicle
    done = decide(street("barricade", car(*keywords)), "a", DRIVEN, faces)
    removed = effects_of(done, TerrainRemoved, "cod.terrain.barricade.removed-by-vehicle")
    assert [effect.piece for effect in removed] == ([] if left else ["o1"])
    assert bool(obstacles.obstacles(done.state)) is left


def test_who_walks_over_a_barricade_leaves_it() -> None:
    # cod.terrain.barricade.removed-by-vehicle
    walker = squad("au1", (1800, 1600), 1, phase={DIFFICULT: 600})
    assert obstacles.obstacles(decide(street("barricade", walker), "a", ON_FOOT).state)


@pytest.mark.parametrize("kind", ["razor-wire", "tank-trap"])
def test_other_obstacles_are_not_driven_down(kind: str) -> None:
    # cod.terrain.razor-wire.vehicle, cod.terrain.barricade.removed-by-vehicle
    past = go("au1", "au1.1", (2300, 1600, 0), fast=True)
    here = street(kind, car("Skimmer")) if kind == "tank-trap" else street(kind, car())
    assert obstacles.obstacles(decide(here, "a", past).state)


def test_a_vehicle_beside_a_barricade_leaves_it() -> None:
    # cod.terrain.barricade.removed-by-vehicle
    done = decide(street("barricade", car(at=(1600, 1000))), "a", go("au1", "au1.1", (2400, 1000, 0), fast=True))
    assert obstacles.obstacles(done.state)


# razor wire and tank traps


@pytest.mark.parametrize("keywords", [("Infantry",), ("Monstrous Creature",)])
def test_razor_wire_slows_those_on_foot(keywords: tuple[str, ...]) -> None:
    # cod.terrain.razor-wire.infantry
    here = street("razor-wire", squad("au1", (1800, 1600), 1, keywords=keywords))
    assert refusal(here, "a", ON_FOOT) == DIFFICULT


def test_vehicles_go_freely_through_razor_wire() -> None:
    # cod.terrain.razor-wire.vehicle
    assert decide(street("razor-wire", car()), "a", DRIVEN).state.models["au1.1"].at == (2400, 1600, 0)


@pytest.mark.parametrize(("keywords", "stopped"), [((), True), (("Tank",), True), (("Skimmer",), False)])
def test_tank_traps_stop_vehicles(keywords: tuple[str, ...], stopped: bool) -> None:
    # cod.terrain.tank-trap.vehicle
    here = street("tank-trap", car(*keywords))
    if stopped:
        assert refusal(here, "a", DRIVEN) == IMPASSABLE
    else:
        assert decide(here, "a", DRIVEN).state.models["au1.1"].at == (2400, 1600, 0)


@pytest.mark.parametrize("keywords", [("Infantry",), ("Bike",), ("Monstrous Creature",)])
def test_tank_traps_are_nothing_to_others(keywords: tuple[str, ...]) -> None:
    # cod.terrain.tank-trap.infantry
    here = street("tank-trap", squad("au1", (1800, 1600), 1, keywords=keywords))
    assert decide(here, "a", ON_FOOT).state.models["au1.1"].at == (2300, 1600, 0)


# cover


@pytest.mark.parametrize(
    ("row", "kind", "needed"),
    [
        ("cod.terrain.barricade.cover-save", "barricade", 4),
        ("cod.terrain.tank-trap.cover-save", "tank-trap", 5),
        ("cod.terrain.razor-wire.no-cover", "razor-wire", None),
    ],
)
def test_cover_behind_obstacles(row: str, kind: str, needed: int | None) -> None:
    assert row.startswith(f"cod.terrain.{kind}")
    here = town(
        squad("au1", (1000, 1600), 1, weapons=(gun(S=10, AP=2, type="Heavy"),)), squad("bu1", (2160, 1600), 1),
        terrain=(box("o1", 2000, 1400, 2100, 1800, 100, kind),), phase="shooting",
    )  # fmt: skip
    shot = Shoot(unit="au1", target="bu1", fire=(Fire(model="au1.1", weapon="gun"),))
    done = decide(here, "a", shot, (6, 6) if needed is None else (6, 6, 6))
    saves = [roll.needed for roll in effects_of(done, Rolled, "wh40k.assumed.save.cover")]
    assert saves == ([] if needed is None else [needed])
    assert done.state.models["bu1.1"].out is (needed is None)


def test_kinds_are_known_to_the_sheet() -> None:
    # cod.terrain.obstacle.definition
    assert set(obstacles.KINDS) <= set(terrain.KINDS)
