"""Vehicles: armour penetration, the damage table, explosions, speed, close combat, crews."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import rules
from rules.kernel.effects import Noted, Rolled, TerrainSet
from rules.kernel.state import State
from rules.wh40k import hooks, words
from rules.wh40k.vehicles import vehicle
from tests.rules.wh40k.field import decide, field, gun, refusal, squad, tank
from tests.rules.wh40k.scene import context, used_up
from tests.rules.wh40k.shots import shoot


def hit(
    state: State,
    dice: tuple[int, ...],
    hits: int = 1,
    strength: int = 6,
    ap: int = 4,
    facing: str = "front",
    **more: Any,
) -> tuple[int, State]:
    """Hull points that hits by side b on the first vehicle of side a cost it, and the position afterwards."""
    ctx = context(state, "b", dice)
    target = words.vehicle_of(ctx.state, ctx.state.units["au1"])
    assert target is not None
    lost = vehicle.penetrate(ctx, target, hits, vehicle.Hits("b", strength, ap, **more), facing)
    assert used_up(ctx)
    return lost, ctx.state


@pytest.mark.parametrize(
    "face, lost, clause",
    [
        (5, 0, "wh40k.assumed.vehicle.penetration"),
        (6, 1, "wh40k.assumed.vehicle.penetration"),
    ],
)
def test_strength_and_die_have_to_reach_the_armour(face: int, lost: int, clause: str) -> None:
    """Strength 6 against the front of 12: a 6 makes 12, which glances; a 5 does nothing."""
    assert clause in rules.load("wh40k").clauses
    assert hit(field(tank("au1"), squad("bu1", (3000, 1000))), (face,))[0] == lost


def test_more_than_the_armour_penetrates() -> None:
    """Strength 8 and a 5 make 13 against 12: the damage table is rolled on."""
    clause = "wh40k.assumed.vehicle.penetration"
    state = field(tank("au1"), squad("bu1", (3000, 1000)))
    ctx = context(state, "b", (5, 1))
    vehicle.penetrate(ctx, ctx.state.models["au1.1"], 1, vehicle.Hits("b", 8, 4))
    rolls = [e.rule for e in ctx.effects if isinstance(e, Rolled)]
    assert rolls == [clause, "wh40k.assumed.vehicle.damage-table"]
    told = [(e.target, e.text, e.value) for e in ctx.effects if isinstance(e, Noted) and e.rule == clause]
    assert told == [("au1.1", "armour value, front", 12), ("au1.1", "Strength", 8)]


@pytest.mark.parametrize(
    "at, facing",
    [((3000, 1000, 0), "front"), ((1000, 3000, 0), "side"), ((1000, 10, 0), "side"), ((10, 1000, 0), "rear")],
)
def test_the_facing_is_where_the_shot_comes_from(at: tuple[int, int, int], facing: str) -> None:
    clause = "wh40k.assumed.vehicle.facing"
    ctx = context(field(tank("au1"), squad("bu1", (3000, 1000))))
    target = ctx.state.models["au1.1"]
    assert clause == vehicle.FACING
    assert vehicle.facing_hit(ctx, target, at) == facing
    assert vehicle.armour_value(ctx, target, facing) == {"front": 12, "side": 11, "rear": 10}[facing]


def test_glancing_hits_take_hull_points_until_the_wreck() -> None:
    """Three glancing hits on three hull points; the fourth finds nothing."""
    clause = "wh40k.assumed.vehicle.glancing"
    lost, after = hit(field(tank("au1"), squad("bu1", (3000, 1000))), (6, 6, 6, 6), hits=4)
    assert lost == 3
    assert after.models["au1.1"].out
    assert clause == vehicle.GLANCING


def test_a_wreck_stays_as_terrain() -> None:
    clause = "wh40k.assumed.vehicle.wreck"
    ctx = context(field(tank("au1", HP=1), squad("bu1", (3000, 1000))), "b")
    vehicle.glance(ctx, ctx.state.models["au1.1"], "wh40k.assumed.vehicle.glancing")
    piece = next(e.piece for e in ctx.effects if isinstance(e, TerrainSet) and e.rule == clause)
    assert (piece.kind, piece.outline) == ("wreck", ((775, 850), (1225, 850), (1225, 1150), (775, 1150)))


@pytest.mark.parametrize(
    "face, ap, keywords, mark",
    [
        (1, 4, (), vehicle.SHAKEN),
        (2, 4, (), vehicle.SHAKEN),
        (3, 4, (), vehicle.STUNNED),
        (4, 4, (), vehicle.DESTROYED),
        (5, 4, (), vehicle.IMMOBILISED),
        (2, 2, (), vehicle.STUNNED),
        (2, 1, (), vehicle.DESTROYED),
        (2, 4, ("Open-topped",), vehicle.STUNNED),
        (2, 1, ("Open-topped",), vehicle.IMMOBILISED),
    ],
)
def test_damage_table(face: int, ap: int, keywords: tuple[str, ...], mark: str) -> None:
    """The result with +1 for AP 2, +2 for AP 1 and +1 for an open-topped vehicle; one hull point each time."""
    assert vehicle.DAMAGE == "wh40k.assumed.vehicle.damage-table"
    state = field(tank("au1", keywords=("Vehicle", "Tank", *keywords)), squad("bu1", (3000, 1000)))
    lost, after = hit(state, (5, face), strength=8, ap=ap)
    assert lost == 1
    assert set(after.models["au1.1"].game) == {mark}


@pytest.mark.parametrize("face, ap", [(6, 4), (5, 2), (4, 1)])
def test_six_and_more_explodes(face: int, ap: int) -> None:
    assert "wh40k.assumed.vehicle.damage-table" in rules.load("wh40k").clauses
    _, after = hit(field(tank("au1"), squad("bu1", (3000, 1000))), (5, face, 1), strength=8, ap=ap)
    assert after.models["au1.1"].out


def test_the_table_is_rolled_on_for_the_last_hull_point_too() -> None:
    """It had one hull point: the penetrating hit may still blow it up."""
    clause = "wh40k.assumed.vehicle.damage-table"
    state = field(tank("au1", HP=1), squad("bu1", (3000, 1000)))
    ctx = context(state, "b", (5, 6, 2))
    vehicle.penetrate(ctx, ctx.state.models["au1.1"], 1, vehicle.Hits("b", 8, 4))
    assert [e.rule for e in ctx.effects if isinstance(e, Rolled)][1:] == [clause, "wh40k.assumed.vehicle.explodes"]
    _, wrecked = hit(state, (5, 2), strength=8)
    assert wrecked.models["au1.1"].out


def test_crew_shaken_fires_snap_shots_until_the_end_of_its_next_turn() -> None:
    clause = "wh40k.assumed.vehicle.damage-table.shaken"
    _, after = hit(field(tank("au1"), squad("bu1", (3000, 1000)), turn="b", phase="shooting"), (5, 1), strength=8)
    ctx = context(after)
    unit, model = ctx.state.units["au1"], ctx.state.models["au1.1"]
    assert model.game[clause] == words.next_turn_of(after, "a") == 5
    assert ctx.value(hooks.SNAP, "", unit=unit, model=model, weapon=model.sheet.weapons[0]) == clause
    assert vehicle.firing(ctx, unit, model) == (0, 1)
    assert ctx.value(hooks.MAY_MOVE, "", unit=unit) == ""


def test_crew_stunned_does_not_move_either() -> None:
    clause = "wh40k.assumed.vehicle.damage-table.stunned"
    _, after = hit(field(tank("au1"), squad("bu1", (3000, 1000))), (5, 3), strength=8)
    ctx = context(after)
    unit, model = ctx.state.units["au1"], ctx.state.models["au1.1"]
    assert ctx.value(hooks.SNAP, "", unit=unit, model=model, weapon=model.sheet.weapons[0]) == clause
    assert ctx.value(hooks.MAY_MOVE, "", unit=unit) == clause


def test_a_random_weapon_is_destroyed_and_without_any_the_vehicle_stands() -> None:
    """Two weapons: the die picks the second. The next result takes the other, the third immobilises."""
    clause = "wh40k.assumed.vehicle.damage-table.weapon"
    guns = (gun("left", type="Heavy"), gun("right", type="Heavy"))
    state = field(tank("au1", weapons=guns, HP=5), squad("bu1", (3000, 1000)))
    _, after = hit(state, (5, 4, 2), strength=8)
    model = after.models["au1.1"]
    assert model.game[clause] == ("right",)
    ctx = context(after)
    unit = ctx.state.units["au1"]
    assert [ctx.value(hooks.SHOTS, 1, unit=unit, model=model, weapon=w) for w in guns] == [1, 0]
    _, after = hit(after, (5, 4), strength=8)
    assert after.models["au1.1"].game[clause] == ("right", "left")
    _, after = hit(after, (5, 4), strength=8)
    assert vehicle.IMMOBILISED in after.models["au1.1"].game


def test_immobilised_twice_costs_another_hull_point() -> None:
    clause = "wh40k.assumed.vehicle.damage-table.immobilised"
    lost, after = hit(field(tank("au1", HP=4), squad("bu1", (3000, 1000))), (5, 5), strength=8)
    assert lost == 1
    assert context(after).value(hooks.MAY_MOVE, "", unit=after.units["au1"]) == clause
    lost, after = hit(after, (5, 5), strength=8)
    assert (lost, after.models["au1.1"].wounds) == (2, 1)


def test_an_explosion_hits_everybody_near_with_strength_3() -> None:
    """The die shows 3: the two models 1.5" and 3" away are hit, the squad farther away is not."""
    clause = "wh40k.assumed.vehicle.explodes"
    near = squad("bu1", (1425, 1000), 2, facing=None)
    far = squad("bu2", (3000, 1000), 2)
    ctx = context(field(tank("au1"), near, far), "b", (3, 6, 6, 1, 1))
    vehicle.explode(ctx, ctx.state.models["au1.1"], "b")
    assert used_up(ctx)
    assert [k for k, m in ctx.state.models.items() if m.out] == ["au1.1", "bu1.1", "bu1.2"]
    assert next(e.total for e in ctx.effects if isinstance(e, Rolled) and e.rule == clause) == 3


def test_an_explosion_hits_vehicles_near_too() -> None:
    """Strength 3 and a 6 cannot reach armour 10: a penetration roll is made, and nothing comes of it."""
    assert vehicle.EXPLODES == "wh40k.assumed.vehicle.explodes"
    ctx = context(field(tank("au1"), tank("bu1", (1500, 1000))), "b", (3, 6))
    vehicle.explode(ctx, ctx.state.models["au1.1"], "b")
    assert used_up(ctx)
    assert ctx.state.models["bu1.1"].wounds == 3


@pytest.mark.parametrize(
    "moved, keywords, full",
    [
        (0, (), 3),
        (600, (), 1),
        (601, (), 0),
        (1200, (), 0),
        (600, ("Fast",), 3),
        (1200, ("Fast",), 2),
        (600, ("Walker",), 3),
    ],
)
def test_speed_says_how_many_weapons_fire_at_full_skill(moved: int, keywords: tuple[str, ...], full: int) -> None:
    assert vehicle.SPEED == "wh40k.assumed.vehicle.speed-shooting"
    guns = tuple(gun(f"g{n}", type="Heavy") for n in range(3))
    turn = {words.MOVED: moved} if moved else {}
    state = field(tank("au1", weapons=guns, turn=turn, keywords=("Vehicle", *keywords)))
    ctx = context(state)
    assert vehicle.firing(ctx, ctx.state.units["au1"], ctx.state.models["au1.1"]) == (full, 3 - full)


def test_close_combat_hits_the_rear() -> None:
    """Strength 4 and a 6 make 10, the rear armour: it glances although the front is 12. A walker shows its front."""
    clause = "wh40k.assumed.vehicle.close-combat"
    assert clause == vehicle.MOVED_LAST
    assert hit(field(tank("au1"), squad("bu1", (3000, 1000))), (6,), strength=4, assault=True)[0] == 1
    walker = tank("au1", keywords=("Vehicle", "Walker"), WS=4, S=6, I=4, A=2)
    assert hit(field(walker, squad("bu1", (3000, 1000))), (6,), strength=4, assault=True)[0] == 0


@pytest.mark.parametrize("moved, skill", [(0, 0), (600, 1)])
def test_close_combat_hits_automatically_what_did_not_move(moved: int, skill: int) -> None:
    """What counts in the enemy's turn is how far the vehicle moved in its own."""
    clause = "wh40k.assumed.vehicle.close-combat"
    turn = {words.MOVED: moved} if moved else {}
    ctx = context(field(tank("au1", turn=turn), squad("bu1", (3000, 1000)), phase="assault", step="end"))
    model = ctx.state.models["au1.1"]
    assert vehicle.weapon_skill(ctx, model) == skill
    ctx.fire(hooks.TURN_ENDS, "a")
    assert ctx.state.units["au1"].game == ({clause: moved} if moved else {})
    ctx.state.turn = "b"
    ctx.state.units["au1"].turn = {}
    assert vehicle.weapon_skill(ctx, model) == skill


def test_a_walker_fights_with_its_own_skill() -> None:
    assert "wh40k.assumed.vehicle.close-combat" in rules.load("wh40k").clauses
    ctx = context(field(tank("au1", keywords=("Vehicle", "Walker"), WS=4)))
    assert vehicle.weapon_skill(ctx, ctx.state.models["au1.1"]) == 4


def test_dangerous_terrain_costs_a_hull_point_and_the_tracks() -> None:
    clause = "wh40k.assumed.terrain.dangerous.vehicle"
    ctx = context(field(tank("au1")))
    model = ctx.state.models["au1.1"]
    vehicle.dangerous(ctx, model, clause)
    assert (model.wounds, vehicle.held_fast(model)) == (2, vehicle.IMMOBILISED)


def test_a_squadron_is_hit_at_its_nearest_and_the_rest_goes_on() -> None:
    """Two vehicles of one hull point each: the first glancing hit wrecks the nearer, the second the other."""
    clause = "wh40k.assumed.vehicle.squadron"
    assert clause in rules.load("wh40k").clauses
    there = tank("au1", count=2, places=[(1000, 1000), (1000, 1600)], HP=1)
    state = field(there, squad("bu1", (3000, 1600)))
    ctx = context(state, "b", (6,))
    assert vehicle.strike(ctx, ctx.state.units["au1"], 1, vehicle.Hits("b", 6, 4), (3000, 1600, 0)) == 1
    assert [k for k, m in ctx.state.models.items() if m.out] == ["au1.2"]
    ctx = context(state, "b", (6, 6))
    assert vehicle.strike(ctx, ctx.state.units["au1"], 2, vehicle.Hits("b", 6, 4), (3000, 1600, 0)) == 2
    assert [k for k, m in ctx.state.models.items() if m.out] == ["au1.1", "au1.2"]


def test_the_nearest_of_a_squadron_is_the_one_whose_hull_is_nearest() -> None:
    """wh40k.assumed.vehicle.squadron: the longer one's middle is farther away, its front is nearer."""
    there = tank("au1", count=2, places=[(1000, 1000), (1050, 1600)], HP=1)
    state = field(there, squad("bu1", (3000, 1300)))
    long = state.models["au1.1"]
    long.facing, long.sheet = (1, 0), msgspec.structs.replace(long.sheet, hull=(900, 300))
    assert vehicle.nearest(state, state.units["au1"], (3000, 1300, 0)) is long
    long.sheet = msgspec.structs.replace(long.sheet, hull=state.models["au1.2"].sheet.hull)
    assert vehicle.nearest(state, state.units["au1"], (3000, 1300, 0)) is state.models["au1.2"]


@pytest.mark.parametrize("face, lost", [(4, 0), (3, 1)])
def test_a_cover_save_stops_a_hit_that_counts(face: int, lost: int) -> None:
    assert "wh40k.assumed.save.cover" in rules.load("wh40k").clauses
    assert hit(field(tank("au1"), squad("bu1", (3000, 1000))), (6, face), cover=4)[0] == lost


def test_a_shot_at_the_rear_of_a_tank() -> None:
    """Strength 6 and a 4 reach 10 behind, where the same roll would find 12 in front: the facing is measured."""
    clause = "wh40k.assumed.vehicle.facing"
    assert clause in rules.load("wh40k").clauses
    cannon = gun("gun", type="Heavy", S=6, AP=4, range=4800)
    for x, left in ((6000, 3), (200, 2)):
        state = field(
            tank("au1", (3000, 1000)), squad("bu1", (x, 1000), 1, weapons=(cannon,)), phase="shooting", turn="b"
        )
        assert decide(state, "b", shoot("bu1", "au1"), (3, 4)).state.models["au1.1"].wounds == left


def test_a_weapon_that_is_destroyed_fires_no_more() -> None:
    clause = "wh40k.assumed.vehicle.damage-table.weapon"
    state = field(tank("au1", game={}), squad("bu1", (3000, 1000)), phase="shooting")
    state.models["au1.1"].game[clause] = ("cannon",)
    assert refusal(state, "a", shoot("au1", "bu1", weapon="cannon"), (6, 6)) == "wh40k.assumed.shooting.sequence"
