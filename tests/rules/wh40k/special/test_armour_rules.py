"""Special rules against armour: Armourbane, Haywire, Lance."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Rolled
from rules.kernel.sheet import Weapon
from rules.kernel.state import State
from rules.wh40k.shooting import wound
from rules.wh40k.vehicles import vehicle
from tests.rules.wh40k.field import blade, decide, effects_of, field, gun, squad, tank
from tests.rules.wh40k.scene import context, used_up
from tests.rules.wh40k.shots import shoot


def hit(
    weapon: Weapon,
    dice: tuple[int, ...],
    strength: int = 6,
    hits: int = 1,
    has: dict[str, int] | None = None,
    **more: Any,
) -> tuple[list[Rolled], State]:
    """The rolls of hits on the front of a tank (13, sides 12, rear 10), and the position afterwards."""
    state = field(tank("au1", FA=13, SA=12), squad("bu1", (3000, 1000), 1, weapons=(weapon,), has=has))
    ctx = context(state, "b", dice)
    attacker = ctx.state.models["bu1.1"]
    target = ctx.state.models["au1.1"]
    made = vehicle.Hits("b", strength, 4, weapon, attacker, **more)
    vehicle.penetrate(ctx, target, hits, made)
    assert used_up(ctx)
    return [e for e in ctx.effects if isinstance(e, Rolled)], ctx.state


def wounds(weapon: Weapon, dice: tuple[int, ...], has: dict[str, int] | None = None) -> list[Rolled]:
    """The rolls of one hit with Strength 4 on a squad without armour."""
    state = field(squad("au1", (1000, 1000), 2, Sv=None), squad("bu1", (3000, 1000), 1, weapons=(weapon,), has=has))
    ctx = context(state, "b", dice)
    attacker = ctx.state.models["bu1.1"]
    wound.resolve(
        ctx, wound.Pool(by="b", target=ctx.state.units["au1"], hits=1, strength=4, weapon=weapon, attacker=attacker)
    )
    assert used_up(ctx)
    return [e for e in ctx.effects if isinstance(e, Rolled)]


BANE = {"wh40k.usr.armourbane": 1}


@pytest.mark.parametrize(
    "weapon, has, dice",
    [(blade(has=BANE), None, 2), (blade(), BANE, 2), (blade(), None, 1)],
)
@pytest.mark.decides("wh40k.usr.armourbane.melee", by="wh40k.assumed.vehicle.penetration")
def test_armourbane_in_close_combat(weapon: Weapon, has: dict[str, int] | None, dice: int) -> None:
    """The model or its melee weapon has the rule: 2D6. Against the rear, 10: Strength 6 and 3 do not reach it."""
    clause = "wh40k.usr.armourbane.melee"
    assert clause in rules.load("wh40k").clauses
    rolls, after = hit(weapon, (2, 1)[:dice], has=has, assault=True)
    assert [len(r.faces) for r in rolls] == [dice]
    assert after.models["au1.1"].wounds == 3


@pytest.mark.parametrize("weapon, has, dice", [(gun(has=BANE), None, 2), (gun(), BANE, 1)])
@pytest.mark.decides("wh40k.usr.armourbane.shooting", by="wh40k.assumed.vehicle.penetration")
def test_armourbane_when_shooting(weapon: Weapon, has: dict[str, int] | None, dice: int) -> None:
    """For shooting the rule has to be on the weapon. 6 + 3 + 4 make 13, which glances."""
    clause = "wh40k.usr.armourbane.shooting"
    assert clause in rules.load("wh40k").clauses
    rolls, after = hit(weapon, (3, 4)[:dice], has=has)
    assert [len(r.faces) for r in rolls] == [dice]
    assert after.models["au1.1"].wounds == (2 if dice == 2 else 3)


def test_armourbane_rolls_two_dice_for_each_hit() -> None:
    assert "wh40k.usr.armourbane.shooting" in rules.load("wh40k").clauses
    rolls, after = hit(gun(has=BANE), (3, 4, 1, 1), hits=2)
    assert [r.faces for r in rolls] == [(3, 4, 1, 1)]
    assert after.models["au1.1"].wounds == 2


@pytest.mark.decides("wh40k.usr.armourbane.non-vehicle", by="wh40k.assumed.to-wound")
def test_armourbane_does_nothing_to_others() -> None:
    clause = "wh40k.usr.armourbane.non-vehicle"
    assert clause in rules.load("wh40k").clauses
    for face, passed in (3, 0), (4, 1):
        with_rule, without = wounds(gun(has=BANE), (face,)), wounds(gun(), (face,))
        assert [(r.rule, r.needed, r.passed) for r in with_rule] == [("wh40k.assumed.to-wound", 4, (passed,))]
        assert [(r.rule, r.needed, r.passed) for r in without] == [("wh40k.assumed.to-wound", 4, (passed,))]


EM = gun("em", type="Heavy", has={"wh40k.usr.haywire": 1})


def shot(weapon: Weapon, *dice: int, **armour: int) -> int:
    """The hull points a tank has left of its three after a shot that hits."""
    state = field(
        squad("au1", (1000, 1000), 1, weapons=(weapon,)), tank("bu1", (3000, 1000), **armour), phase="shooting"
    )
    return decide(state, "a", shoot("au1", "bu1", weapon=weapon.id), [6, *dice]).state.models["bu1.1"].wounds


@pytest.mark.decides("wh40k.usr.haywire.1", "wh40k.usr.haywire.2-5", by="wh40k.assumed.vehicle.glancing")
@pytest.mark.decides("wh40k.usr.haywire.6", by="wh40k.assumed.vehicle.damage-table")
@pytest.mark.parametrize(
    ("dice", "left"), [((1,), 3), ((2,), 2), ((5,), 2), ((6, 1), 2)], ids=["1", "2-5 2", "2-5 5", "6"]
)
def test_a_haywire_shot(dice: tuple[int, ...], left: int) -> None:
    """Whatever the armour: nothing, a glancing hit, or a roll on the damage table."""
    assert shot(EM, *dice, FA=14, SA=14, RA=14) == left


def test_haywire_replaces_the_penetration_roll() -> None:
    """Against others the weapon works as its profile says."""
    clause = "wh40k.usr.haywire.roll"
    rolls, _ = hit(EM, (1,), strength=1)
    assert [(r.rule, r.faces) for r in rolls] == [(clause, (1,))]
    assert [r.rule for r in wounds(EM, (3,))] == ["wh40k.assumed.to-wound"]


@pytest.mark.parametrize(
    "face, left, clause",
    [(1, 3, "wh40k.usr.haywire.1"), (2, 2, "wh40k.usr.haywire.2-5"), (5, 2, "wh40k.usr.haywire.2-5")],
)
def test_haywire_nothing_or_a_glancing_hit(face: int, left: int, clause: str) -> None:
    assert clause in rules.load("wh40k").clauses
    assert hit(EM, (face,), strength=1)[1].models["au1.1"].wounds == left


def test_haywire_penetrates_on_a_6() -> None:
    clause = "wh40k.usr.haywire.6"
    assert clause in rules.load("wh40k").clauses
    rolls, after = hit(EM, (6, 1), strength=1)
    assert rolls[-1].rule == "wh40k.assumed.vehicle.damage-table"
    assert after.models["au1.1"].wounds == 2


def test_haywire_rolls_for_each_hit_that_finds_the_vehicle() -> None:
    assert "wh40k.usr.haywire.roll" in rules.load("wh40k").clauses
    _, after = hit(EM, (2, 1, 3, 4), strength=1, hits=6)
    assert after.models["au1.1"].out


BEAM = gun("beam", type="Heavy", S=6, has={"wh40k.usr.lance": 1})


@pytest.mark.decides("wh40k.usr.lance.12-or-less", by="wh40k.assumed.vehicle.glancing")
@pytest.mark.parametrize(("armour", "face"), [(12, 6), (11, 5), (10, 4)])
def test_armour_of_12_and_less_is_what_it_is(armour: int, face: int) -> None:
    """Strength 6: with the rule and without the same face glances, and one less does nothing."""
    for weapon in BEAM, gun("beam", type="Heavy", S=6):
        assert shot(weapon, face, FA=armour, SA=armour, RA=armour) == 2
        assert shot(weapon, face - 1, FA=armour, SA=armour, RA=armour) == 3


@pytest.mark.decides("wh40k.usr.lance.shooting-vehicles", by="wh40k.usr.lance")
def test_a_lance_wounds_others_as_its_profile_says() -> None:
    """Strength 6 against Toughness 4 wounds on a 2, with the rule as without; a tank of 13 it glances on a 6."""
    assert shot(BEAM, 6, FA=13, SA=13, RA=13) == 2
    for weapon in BEAM, gun("beam", type="Heavy", S=6):
        here = field(squad("au1", (1000, 1000), 1, weapons=(weapon,)), squad("bu1", (3000, 1000), 1), phase="shooting")
        done = decide(here, "a", shoot("au1", "bu1", weapon="beam"), [6, 1])
        assert [r.needed for r in effects_of(done, Rolled, "wh40k.assumed.to-wound")] == [2]


@pytest.mark.parametrize(
    "facing, value, clause",
    [
        ("front", 12, "wh40k.usr.lance"),
        ("side", 12, "wh40k.usr.lance.12-or-less"),
        ("rear", 10, "wh40k.usr.lance.12-or-less"),
    ],
)
def test_lance_counts_armour_as_12_at_most(facing: str, value: int, clause: str) -> None:
    """13 counts as 12; 12 and 10 stay as they are."""
    assert clause in rules.load("wh40k").clauses
    ctx = context(field(tank("au1", FA=13, SA=12)))
    assert vehicle.armour_value(ctx, ctx.state.models["au1.1"], facing, BEAM) == value


def test_lance_glances_where_it_could_not() -> None:
    """Strength 6 and a 6 make 12, which reaches the front of 13 with the rule only."""
    clause = "wh40k.usr.lance"
    assert clause in rules.load("wh40k").clauses
    assert hit(BEAM, (6,))[1].models["au1.1"].wounds == 2
    assert hit(gun(), (6,))[1].models["au1.1"].wounds == 3


def test_lance_speaks_of_shooting_at_vehicles_only() -> None:
    clause = "wh40k.usr.lance.shooting-vehicles"
    assert clause in rules.load("wh40k").clauses
    ctx = context(field(tank("au1", FA=13)))
    assert vehicle.armour_value(ctx, ctx.state.models["au1.1"], "front", BEAM, assault=True) == 13
    assert [r.needed for r in wounds(BEAM, (3,))] == [r.needed for r in wounds(gun(), (3,))]
