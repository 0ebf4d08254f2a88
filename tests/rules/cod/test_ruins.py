"""Ruins on the table: who is inside and on which floor, dangerous and fortified ones, vehicles that drive through."""

from __future__ import annotations

import pytest

from rules.cod import ruins
from rules.kernel.effects import Rolled
from rules.kernel.errors import Malformed
from rules.kernel.state import Terrain
from rules.wh40k.movement import terrain
from rules.wh40k.vehicles import vehicle
from tests.rules.wh40k.field import box, decide, effects_of, refusal, squad, tank, wanted

from .town import at_work, dangerous, fortified, go, ruin, town

R1 = ruin()[0]
TEST = "wh40k.assumed.terrain.dangerous"


@pytest.mark.parametrize(
    ("at", "inside"),
    [
        ((2600, 1600, 0), True),
        # partly inside is inside; touching the outline is not
        ((1951, 1600, 0), True),
        ((1950, 1600, 0), False),
        ((2600, 1600, 600), True),
        # above the ruin is not inside
        ((2600, 1600, 900), False),
    ],
)
def test_who_is_inside(at: tuple[int, int, int], inside: bool) -> None:
    # cod.terrain.outline.agree: it is always clear whether a model is inside
    here = town(squad("au1", at, 1), terrain=ruin())
    assert ruins.inside(here, here.models["au1.1"], R1) is inside


@pytest.mark.parametrize(("floors", "storey", "z", "number"), [
    (4, 300, 0, 1), (4, 300, 300, 2), (4, 300, 900, 4), (3, 400, 800, 3), (3, 250, 250, 2),
])  # fmt: skip
def test_floors_are_counted_from_the_ground(floors: int, storey: int, z: int, number: int) -> None:
    # cod.terrain.urban-ruin.level-names, cod.ruin.move.floor-height: other buildings store their own height of a floor
    here = town(squad("au1", (2600, 1600, z), 1), terrain=ruin(floors=floors, storey=storey))
    assert ruins.floor_of(here, here.models["au1.1"]) == number


def test_without_a_map_the_height_says_the_floor() -> None:
    # cod.ruin.move.floor-height: 3" are a floor
    here = town(squad("au1", (2600, 1600, 600), 1), mapped=False)
    assert ruins.floor_of(here, here.models["au1.1"]) == 3


def test_within_a_distance_of_a_ruin_includes_exactly_so_far() -> None:
    # cod.gap.within-inclusive
    here = town(squad("au1", (1350, 1600), 1), squad("au2", (1349, 1400), 1), terrain=ruin())
    assert ruins.within(here.models["au1.1"], R1, 600)
    assert not ruins.within(here.models["au2.1"], R1, 600)


def test_who_touches_a_ruin() -> None:
    # cod.terrain.outline.agree: a tenth of an inch apart is touching, inside is touching too
    for x, touching in ((1940, True), (1939, False), (2600, True)):
        assert ruins.touches(squad("au1", (x, 1600), 1)[1][0], R1) is touching


# dangerous ruins


def test_a_ruin_becomes_dangerous() -> None:
    # cod.status.dangerous-ruin.definition, cod.status.dangerous-ruin.sources
    ctx = at_work(town(terrain=(*ruin(), *ruin("r2", 4000, 1000, 5000, 2000))))
    assert not ruins.is_dangerous(ctx.state, "r1")
    for source in ("cod.stratagem.wreckers.make-dangerous", "cod.stratagem.siege-shells.make-dangerous"):
        ruins.make_dangerous(ctx, "r1", source)
    ruins.make_dangerous(ctx, "r2", "cod.stratagem.preliminary-bombardment.dangerous")
    assert ruins.is_dangerous(ctx.state, "r1") and ruins.is_dangerous(ctx.state, "r2")
    assert [effect.rule for effect in ctx.effects] == [
        "cod.stratagem.wreckers.make-dangerous", "cod.stratagem.preliminary-bombardment.dangerous",
    ]  # fmt: skip


def test_only_a_ruin_becomes_dangerous() -> None:
    # cod.status.dangerous-ruin.definition
    ctx = at_work(town(terrain=(box("h1", 0, 0, 500, 500, 300, "building"),)))
    for key in ("h1", "r1"):
        with pytest.raises(Malformed):
            ruins.make_dangerous(ctx, key, "cod.stratagem.wreckers.make-dangerous")


@pytest.mark.parametrize("keywords", [("Infantry",), ("Beast",), ("Monstrous Creature",), ("Infantry", "Jump")])
def test_dangerous_for_every_model(keywords: tuple[str, ...]) -> None:
    # cod.status.dangerous-ruin.dangerous-terrain
    here = town(
        squad("au1", (1800, 1600), 1, keywords=keywords, phase={"wh40k.assumed.terrain.difficult": 600}),
        squad("bu1", (6000, 4000), 1), terrain=ruin(), game=dangerous("r1"),
    )  # fmt: skip
    into = go("au1", "au1.1", (2200, 1600, 0))
    assert wanted(here, "a", into) == (1, TEST)
    hurt = decide(here, "a", into, (1, 1))
    assert hurt.state.models["au1.1"].out
    safe = decide(here, "a", into, (2,))
    assert safe.state.models["au1.1"].at == (2200, 1600, 0)
    assert [r.faces for r in effects_of(safe, Rolled, TEST)] == [(2,)]


def test_other_rules_of_ruins_stay() -> None:
    # cod.status.dangerous-ruin.keeps-rules: still difficult, still 4+ cover
    here = town(squad("au1", (1800, 1600), 1), squad("bu1", (6000, 4000), 1), terrain=ruin(), game=dangerous("r1"))
    into = go("au1", "au1.1", (2200, 1600, 0))
    assert refusal(here, "a", into, (4,)) == "wh40k.assumed.terrain.difficult"
    assert terrain.kind_of(at_work(here), R1).cover == 4


def driving(*keys: str, at: tuple[int, int] = (1600, 1600), right: int = 2300) -> object:
    rhino = tank("au1", at, keywords=("Vehicle", "Tank", "Transport"))
    return town(
        rhino, squad("bu1", (6000, 4000), 1), terrain=ruin(right=right, floors=1), game=dangerous(*keys) if keys else {}
    )


@pytest.mark.decides(
    "cod.status.dangerous-ruin.vehicle-extra-die", "cod.sheet.note-2", by="wh40k.assumed.terrain.dangerous"
)
@pytest.mark.parametrize(
    ("keys", "x", "dice"),
    [((), 2800, 1), (("r1",), 2800, 3), (("r1",), 2200, 2), (("r1",), 2201, 3)],
)
def test_a_vehicle_rolls_another_die(keys: tuple[str, ...], x: int, dice: int) -> None:
    assert wanted(driving(*keys), "a", go("au1", "au1.1", (x, 1600, 0), fast=True)) == (dice, TEST)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("faces", "out", "immobile"),
    [((2, 5, 6), False, False), ((1, 5, 6), False, True), ((1, 1, 6), True, False), ((1, 1, 1), True, False)],
)
def test_a_rhino_rolls_three_dice(faces: tuple[int, ...], out: bool, immobile: bool) -> None:
    # cod.status.dangerous-ruin.vehicle-example: 12" through dangerous ruins
    done = decide(driving("r1"), "a", go("au1", "au1.1", (2800, 1600, 0), fast=True), faces)  # type: ignore[arg-type]
    rhino = done.state.models["au1.1"]
    assert (rhino.out, vehicle.IMMOBILISED in rhino.game) == (out, immobile)


# fortified and dangerous


def test_fortified_and_dangerous_together() -> None:
    # cod.gap.ruin-status-stack
    here = town(terrain=ruin(), game={**dangerous("r1"), **fortified("r1")})
    found = terrain.kind_of(at_work(here), R1)
    assert (found.cover, found.foot, found.vehicle) == (3, "dangerous", "dangerous")
    assert ruins.is_fortified(here, "r1") and ruins.is_dangerous(here, "r1")


def test_a_fortification_is_lost_and_danger_stays() -> None:
    # cod.gap.ruin-status-stack
    ctx = at_work(town(terrain=(*ruin(), *ruin("r2", 4000, 1000, 5000, 2000)), game=dangerous("r1")))
    for key in ("r1", "r2"):
        ruins.fortify(ctx, key, "cod.stratagem.fortifications.target")
    ruins.lose_fortification(ctx, "r1", "cod.stratagem.combat-engineers.fortification-lost")
    assert [ruins.is_fortified(ctx.state, key) for key in ("r1", "r2")] == [False, True]
    assert ruins.is_dangerous(ctx.state, "r1")
    ruins.lose_fortification(ctx, "r2", "cod.stratagem.combat-engineers.fortification-lost")
    assert ruins.FORTIFIED not in ctx.state.game


def test_several_pieces_make_up_a_floor() -> None:
    # cod.ruin.barrage.top-floor: a floor counts where it reaches
    pieces: tuple[Terrain, ...] = (
        R1,
        box("r1.2.a", 2000, 1000, 2400, 2200, 10, "floor", 290),
        box("r1.2.b", 2800, 1000, 3200, 2200, 10, "floor", 290),
        box("r1.3", 2000, 1000, 2400, 2200, 10, "floor", 590),
    )  # fmt: skip
    here = town(terrain=pieces)
    assert list(ruins.floors(here, R1)) == [2, 3]
    assert ruins.levels(here, R1) == (0, 300, 600)
    assert [ruins.top_floor(here, R1, (x, 1600, 0)) for x in (2200, 2600, 3000)] == [3, 1, 2]
