"""How a ruin falls: who is wounded, pinned, stunned; the rubble that takes its place; what is left of its outline."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rules import DiceWanted
from rules.cod import destruction, ruins
from rules.cod.book import DESTRUCTION
from rules.kernel import footprint
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Placed, Rolled
from rules.kernel.errors import Malformed
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.movement import terrain
from rules.wh40k.vehicles import vehicle
from tests.rules.wh40k.field import box, squad, tank

from .town import at_work, dangerous, fortified, ruin, town

CAUSE = "cod.stratagem.demolition.destroy"
FEARLESS = {"wh40k.usr.fearless": 1}


def fall(state: State, dice: Iterable[int] = (), key: str = "r1") -> Context:
    """The ruin falls."""
    ctx = at_work(state, dice=dice)
    destruction.destroy(ctx, key, CAUSE, "a")
    assert ctx.read == len(ctx.tape), "dice are left over"
    return ctx


def inhabited(*groups: Any, **told: Any) -> State:
    return town(*groups, squad("bu9", (6000, 4000), 1), terrain=told.pop("terrain", ruin()), **told)


@pytest.mark.parametrize(
    "clause",
    ["cod.stratagem.demolition.destroy", "cod.stratagem.siege-shells.destroy", "cod.stratagem.wreckers.destroy"],
)
def test_stratagems_destroy_ruins(clause: str) -> None:
    ctx = at_work(inhabited())
    destruction.destroy(ctx, "r1", clause, "a")
    fell = [e for e in ctx.effects if isinstance(e, Marked) and e.key == DESTRUCTION["replace"]]
    assert [(e.rule, e.value) for e in fell] == [(clause, ("r1",))]


def test_rubble_takes_its_place() -> None:
    # cod.destruction.replace, cod.sheet.destroyed-ruin.cover
    wall = box("r1.wall", 2000, 1000, 2010, 2200, 900, "wall")
    other = ruin("r11", 4000, 1000, 5000, 2000)
    ctx = fall(inhabited(terrain=(*ruin(), wall, *other)))
    left = {piece.id: piece.kind for piece in ctx.state.table.terrain}
    assert left == {"r1": "rubble", "r11": "ruin", "r11.2": "floor", "r11.3": "floor"}
    found = terrain.kind_of(ctx, next(p for p in ctx.state.table.terrain if p.id == "r1"))
    assert (found.foot, found.vehicle, found.cover) == ("difficult", "dangerous", 4)
    with pytest.raises(Malformed):
        destruction.destroy(ctx, "r1", CAUSE, "a")


def test_its_outline_is_kept() -> None:
    # cod.gap.footprint-after-destruction
    before = ruin()[0]
    ctx = fall(inhabited(squad("au1", (2600, 1600), 1)), (1,))
    (left,) = ruins.fallen(ctx.state)
    assert (left.id, left.outline, left.kind) == ("r1", before.outline, "rubble")
    assert ruins.sites(ctx.state) == (left,)
    assert ruins.ruins(ctx.state) == () and ruins.is_fallen(ctx.state, "r1")
    assert ruins.inside(ctx.state, ctx.state.models["au1.1"], left)


@pytest.mark.decides("cod.sheet.destruction", by="cod.destruction.model-roll")
@pytest.mark.parametrize(("face", "wounds"), [(1, 3), (3, 3), (4, 2), (6, 2)])
def test_a_wound_on_four(face: int, wounds: int) -> None:
    # cod.destruction.model-roll: one die a model, one wound each
    here = inhabited(squad("au1", (2600, 1600), 1, W=3, Sv=None))
    assert fall(here, (face,)).state.models["au1.1"].wounds == wounds


def test_everybody_inside_rolls_and_nobody_else() -> None:
    # cod.destruction.model-roll: on every floor; not beside the ruin, not above it, no vehicle
    here = inhabited(
        squad("au1", places=[(2100, 1600), (2300, 1600), (1900, 1600)], count=3),
        squad("bu1", (2600, 1600, 600), 1), tank("au2", (2900, 1300)),
        tank("bu2", (2600, 1800, 900), keywords=("Vehicle", "Skimmer")),
    )  # fmt: skip
    rolls = [e for e in fall(here, (1, 1, 1)).effects if isinstance(e, Rolled)]
    assert [(e.rule, e.target, e.needed, e.faces) for e in rolls] == [
        (DESTRUCTION["model-roll"], "au1", 4, (1, 1)), (DESTRUCTION["model-roll"], "bu1", 4, (1,)),
    ]  # fmt: skip


@pytest.mark.parametrize(("save", "out"), [(4, False), (3, True)])
def test_saves_as_normal(save: int, out: bool) -> None:
    # cod.destruction.wound-saves
    ctx = fall(inhabited(squad("au1", (2600, 1600), 1)), (4, save))
    assert ctx.state.models["au1.1"].out is out


def test_without_a_save_none_is_rolled() -> None:
    # cod.destruction.wound-saves: cover does not help against the ruin itself
    ctx = fall(inhabited(squad("au1", (2600, 1600), 1, Sv=None)), (5,))
    assert ctx.state.models["au1.1"].out


def fighting(**told: Any) -> State:
    """Two models in base contact on a floor of the ruin."""
    return inhabited(squad("au1", (2500, 1600, 300), 1, **told), squad("bu1", (2600, 1600, 300), 1))


def test_models_in_close_combat_roll_too() -> None:
    # cod.destruction.model-roll
    ctx = fall(fighting(), (1, 4, 1))
    assert [ctx.state.models[key].out for key in ("au1.1", "bu1.1")] == [False, True]


def test_survivors_are_pinned() -> None:
    # cod.destruction.pinned: the unit, without a test
    here = inhabited(squad("au1", places=[(2600, 1600), (1700, 1600)], count=2), squad("bu1", (2900, 1600), 1))
    ctx = fall(here, (1, 1))
    assert words.gone_to_ground(ctx.state.units["au1"])
    pins = [e for e in ctx.effects if isinstance(e, Marked) and e.key == words.GROUND]
    assert [(e.on, e.rule, e.value) for e in pins] == [
        ("au1", DESTRUCTION["pinned"], 5), ("bu1", DESTRUCTION["pinned"], 4),
    ]  # fmt: skip


@pytest.mark.decides("cod.destruction.pinned-no-immunity", by="cod.destruction.pinned")
@pytest.mark.parametrize(("has", "x", "pinned"), [({}, 2600, True), (FEARLESS, 2600, True), (FEARLESS, 1700, False)])
def test_who_is_inside_is_pinned_whatever_he_is_immune_to(has: dict[str, int], x: int, pinned: bool) -> None:
    ctx = fall(inhabited(squad("au1", (x, 1600), 1, has=has), squad("bu1", (2900, 2000), 1)), (1,) * (1 + pinned))
    assert [words.gone_to_ground(ctx.state.units[key]) for key in ("au1", "bu1")] == [pinned, True]


@pytest.mark.decides("cod.destruction.combat-continues", by="cod.destruction.pinned")
@pytest.mark.parametrize(("apart", "locked"), [(100, True), (300, False)])
def test_close_combats_go_on(apart: int, locked: bool) -> None:
    """Nobody in it is pinned, and they still touch; who is inside beside them is."""
    fighters = squad("au1", (2500, 1600, 300), 1), squad("bu1", (2500 + apart, 1600, 300), 1)
    state = fall(inhabited(*fighters, squad("bu2", (2500, 2000), 1)), (1, 1, 1)).state
    assert [words.gone_to_ground(state.units[key]) for key in ("au1", "bu1", "bu2")] == [not locked, not locked, True]
    assert [state.models[key].at for key in ("au1.1", "bu1.1")] == [(2500, 1600, 0), (2500 + apart, 1600, 0)]
    assert words.locked(state, state.units["au1"]) is locked


def test_a_vehicle_takes_a_glancing_hit() -> None:
    # cod.destruction.vehicle-glance, cod.destruction.vehicle-stunned
    ctx = fall(inhabited(tank("au1", (2600, 1600)), tank("bu1", (2600, 2500))))
    struck, beside = ctx.state.models["au1.1"], ctx.state.models["bu1.1"]
    assert (struck.wounds, struck.game.get(vehicle.STUNNED)) == (2, 5)
    assert (beside.wounds, vehicle.STUNNED in beside.game) == (3, False)
    assert not words.gone_to_ground(ctx.state.units["au1"])


def test_a_vehicle_that_is_destroyed_is_not_stunned() -> None:
    # cod.destruction.vehicle-stunned: surviving ones
    weak = tank("au1", (2600, 1600))
    weak[1][0].wounds = 1
    ctx = fall(inhabited(weak))
    assert ctx.state.models["au1.1"].out
    assert vehicle.STUNNED not in ctx.state.models["au1.1"].game


def test_a_walker_in_close_combat_is_not_stunned() -> None:
    # cod.destruction.vehicle-stunned: but it is hit
    dreadnought = squad("au1", (2500, 1600), 1, keywords=("Vehicle", "Walker"), WS=4, S=6, I=4, A=2)
    dreadnought[1][0].wounds = 3
    ctx = fall(inhabited(dreadnought, squad("bu1", (2600, 1600), 1)), (1,))
    walker = ctx.state.models["au1.1"]
    assert (walker.wounds, vehicle.STUNNED in walker.game) == (2, False)


def test_a_skimmer_above_does_not_fall() -> None:
    # cod.terrain.urban-ruin.skimmer-hover: it is not hurt, and hovers over the rubble
    ctx = fall(inhabited(tank("au1", (2600, 1600, 900), keywords=("Vehicle", "Skimmer"))))
    speeder = ctx.state.models["au1.1"]
    assert (speeder.wounds, speeder.at, vehicle.STUNNED in speeder.game) == (3, (2600, 1600, 0), False)


def test_its_condition_ends_with_it() -> None:
    # cod.gap.ruin-status-stack
    ctx = fall(inhabited(game={**dangerous("r1", "r7"), **fortified("r1")}))
    assert not ruins.is_dangerous(ctx.state, "r1") and not ruins.is_fortified(ctx.state, "r1")
    assert ruins.is_dangerous(ctx.state, "r7")


# the fall


def test_models_are_set_down_below() -> None:
    # cod.destruction.replace: the floors are gone; who stood over somebody comes down beside him
    here = inhabited(
        squad("au1", (2600, 1600), 1), squad("au2", (2600, 1600, 300), 1), squad("au3", (2600, 1600, 600), 1),
        squad("au4", (3000, 1200, 600), 1),
    )  # fmt: skip
    ctx = fall(here, (1, 1, 1, 1))
    models = [ctx.state.models[f"au{n}.1"] for n in (1, 2, 3, 4)]
    assert models[0].at == (2600, 1600, 0) and models[3].at == (3000, 1200, 0)
    assert all(m.at is not None and m.at[2] == 0 for m in models)
    assert not any(footprint.overlaps(a, b) for a in models for b in models if a.id < b.id)
    placed = [e for e in ctx.effects if isinstance(e, Placed)]
    assert [e.model for e in placed] == ["au2.1", "au3.1", "au4.1"]


def test_nobody_comes_down_in_a_wall() -> None:
    # cod.destruction.replace: what else stands on the table stays
    pillar = box("p", 2500, 1500, 2700, 1700, 2000, "wall")
    ctx = fall(inhabited(squad("au1", (2600, 1600, 300), 1), terrain=(*ruin(), pillar)), (1,))
    model = ctx.state.models["au1.1"]
    assert model.at is not None and model.at[2] == 0
    assert not footprint.overlaps_outline(model, pillar.outline)


def test_the_dead_do_not_fall() -> None:
    # cod.destruction.model-roll
    ctx = fall(inhabited(squad("au1", (2600, 1600, 300), 1, Sv=None)), (6,))
    assert [e for e in ctx.effects if isinstance(e, Placed)] == []


def test_dice_are_asked_for_unit_by_unit() -> None:
    # cod.destruction.model-roll
    here = inhabited(squad("au1", (2200, 1600), 3), squad("bu1", (2800, 1600), 2))
    with pytest.raises(DiceWanted) as short:
        fall(here)
    assert (short.value.count, short.value.clause) == (3, DESTRUCTION["model-roll"])
