"""Light Troops: reforms on the way, each model measured by itself, and a Sweeping Attack in between."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel import regiment as kernel
from rules.kernel.context import Context
from rules.kernel.effects import Noted, Rolled
from rules.kernel.state import State
from rules.t9a import ranks
from rules.t9a.manoeuvre import Ahead, Redress, Step
from rules.t9a.melee import Fight
from rules.t9a.movement import Advance, March
from rules.t9a.shooting import Shoot
from rules.t9a.sweeping import Sweep
from tests.rules.t9a.parade import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Group,
    asked,
    bow,
    decide,
    drawn,
    effects_of,
    foes,
    ground,
    piece,
    refusal,
    regiment,
    stands,
    wanted,
)  # fmt: skip

LIGHT, FLY = {"t9a.light-troops": 1}, {"t9a.fly": "8,16"}
REFORMS, FAR, PATH = "t9a.light-troops.reforms", "t9a.light-troops.max-distance", "t9a.light-troops.measure-path"
STOP, SWEEP = "t9a.light-troops.action-mid-move", "t9a.core.sweeping-attack"
MOVED = "t9a.core.movement-sequence"


def light(*groups: Group, terrain: Any = (), has: Any = LIGHT, **of_unit: Any) -> State:
    return ground(regiment("a1", has=has, **of_unit), regiment("a9", (6000, 400)), foes("b9", (5000, 4700)), *groups,
                  terrain=terrain)  # fmt: skip


def go(state: State, *way: Step, kind: type[Advance | March] = March, **more: Any) -> rules.Decided:
    return decide(state, "a", kind(unit="a1", way=way, **more))


def barred(state: State, *way: Step, kind: type[Advance | March] = March, **more: Any) -> str:
    return refusal(state, "a", kind(unit="a1", way=way, **more))


def test_any_number_of_reforms_on_a_move() -> None:
    # t9a.light-troops.reforms, t9a.light-troops.reform-and-march
    way = (Redress(RIGHT), Ahead(100), Redress(UP, 2), Ahead(100), Redress(LEFT, 5))
    for kind in (Advance, March):
        done = go(light(), *way, kind=kind)
        assert (stands(done.state, "a1").facing, stands(done.state, "a1").files) == (LEFT, 5)


@pytest.mark.decides("t9a.light-troops.reform-and-march", by=REFORMS)
@pytest.mark.parametrize("heavy", [None, 4])
def test_all_models_have_to_be_light(heavy: int | None) -> None:
    # t9a.light-troops.reforms, t9a.light-troops.reform-and-march
    special: dict[int, Any] = {} if heavy is None else {heavy: {"has": {}}}
    if heavy:
        assert barred(light(special=special), Redress(RIGHT)) == "t9a.core.reform"
    else:
        assert go(light(special=special), Redress(RIGHT)).effects


def test_light_troops_shoot_after_a_march() -> None:
    # t9a.light-troops.march-and-shoot: with the usual penalty for moving
    cases: tuple[tuple[Any, Any], ...] = ((LIGHT, {}), (LIGHT, {3: {"has": {}}}), ({}, {}))
    for has, special in cases:
        state = ground(regiment("a1", has=has, special=special, weapons=(bow(),), turn={MOVED: "march"}),
                       foes("b1", (1394, 1900)), phase="shooting", step="shoot")  # fmt: skip
        if has and not special:
            done = decide(state, "a", Shoot(unit="a1", target="b1"), [1] * 10)
            assert ("t9a.assumed.aim.moved", -1) in effects_of(done, Rolled)[0].modifiers
        else:
            assert refusal(state, "a", Shoot(unit="a1", target="b1")) == "t9a.core.march-move"


@pytest.mark.parametrize("manner", ["reform", "charge"])
def test_light_troops_shoot_after_nothing_else(manner: str) -> None:
    # t9a.light-troops.march-and-shoot
    state = ground(regiment("a1", has=LIGHT, weapons=(bow(),), turn={MOVED: manner}), foes("b1", (1394, 1900)),
                   phase="shooting", step="shoot")  # fmt: skip
    assert refusal(state, "a", Shoot(unit="a1", target="b1"))


# how far each model goes


@pytest.mark.parametrize(("length", "clause"), [(800, ""), (801, FAR)])
def test_no_model_goes_farther_than_the_march_rate(length: int, clause: str) -> None:
    # t9a.light-troops.max-distance: exactly the rate is legal
    state = light(count=1)
    way = (Redress(UP), Ahead(length))
    assert (barred(state, *way) if clause else "") == clause
    if not clause:
        assert stands(go(state, *way).state, "a1").at == (1000, 1800)


def test_the_limit_is_in_the_refusal() -> None:
    # t9a.light-troops.max-distance
    with pytest.raises(rules.IllegalAction) as refused:
        go(light(count=1), Redress(UP), Ahead(900))
    assert refused.value.facts == {"name": "a1", "far": '9"', "limit": '8"'}


@pytest.mark.parametrize(("length", "clause"), [(400, ""), (401, "t9a.core.advance-move")])
def test_an_advance_keeps_its_own_limit(length: int, clause: str) -> None:
    # t9a.light-troops.max-distance
    state, way = light(count=1), (Redress(UP), Ahead(length))
    assert (barred(state, *way, kind=Advance) if clause else "") == clause
    if not clause:
        assert go(state, *way, kind=Advance).effects


@pytest.mark.decides("t9a.light-troops.measure-path", by=FAR)
def test_each_model_is_measured_by_itself() -> None:
    # t9a.light-troops.measure-path: not along the way of the unit, nor by its centre. Up and down again is no way;
    # turned about, the front rank goes 1.57" less its base farther than the centre
    state = light()
    assert go(state, Redress(UP), Ahead(700), Redress(DOWN), Ahead(700), Redress(UP)).effects
    assert barred(state, Redress(DOWN), Ahead(800)) == FAR
    assert go(state, Redress(DOWN), Ahead(600)).effects


WALL = piece("Wall", 700, 1150, 1700, 1200, "building")


@pytest.mark.parametrize(("terrain", "clause"), [((), ""), ((WALL,), PATH)])
def test_around_what_is_in_the_way(terrain: Any, clause: str) -> None:
    # t9a.light-troops.measure-path: 7" in a straight line; around the wall it is more than 8
    state = light(count=1, terrain=terrain, has={**LIGHT, "t9a.fly": "8,8"})
    way = (Redress(UP), Ahead(700))
    if clause:
        # by air to the other side is no matter; on foot it may not go through, and not round in time either
        assert go(state, *way, fly=True).effects
        around = (Redress(LEFT), Ahead(500), Redress(UP), Ahead(700), Redress(RIGHT), Ahead(500), Redress(UP))
        assert barred(state, *around) == PATH
    else:
        assert go(state, *way).effects


@pytest.mark.parametrize(("left", "clause"), [(985, ""), (500, PATH)])
def test_a_short_way_round_is_found(left: int, clause: str) -> None:
    # t9a.light-troops.measure-path: 6" past the end of a wall, and past the middle of a longer one
    wall = piece("Wall", left, 1250, 2200, 1300, "building")
    state = light(count=1, terrain=(wall,))
    aside = (Redress(LEFT), Ahead(700), Redress(UP), Ahead(600), Redress(RIGHT), Ahead(700), Redress(UP))
    assert (barred(state, *aside) if clause else "") == clause
    if not clause:
        assert stands(go(state, *aside).state, "a1").at == (1000, 1600)


def test_ghosts_are_not_held_up() -> None:
    # t9a.light-troops.measure-path, t9a.ghost-step.open-terrain
    wall = piece("Wall", 500, 1250, 2200, 1300, "building")
    state = light(count=1, terrain=(wall,), has={**LIGHT, "t9a.ghost-step": 1})
    assert go(state, Redress(UP), Ahead(700)).effects


# a Sweeping Attack

SWEEPS = {**FLY, SWEEP: "2,4,0"}


def air(*groups: Group, has: Any = SWEEPS, **of_unit: Any) -> State:
    return light(*groups, has=has, **of_unit)


def below(at: tuple[int, int] = (1394, 1350), key: str = "b1", **more: Any) -> Group:
    return foes(key, at, **more)


def test_a_sweeping_attack_hits_whom_it_passes_over() -> None:
    # t9a.core.sweeping-attack: 10 models with 2 hits of Strength 4 each against Resilience 3: 3+
    state = air(below())
    action = Advance(unit="a1", way=(Ahead(400), Ahead(400)), fly=True, sweeps=Sweep("b1", 1))
    done = decide(state, "a", action, [3, 2] * 10)
    assert [(e.rule, e.value) for e in effects_of(done, Noted) if e.text == "hits"] == [(SWEEP, 20)]
    rolled = effects_of(done, Rolled)[0]
    assert (rolled.rule, rolled.needed, sum(rolled.passed)) == ("t9a.core.to-wound", 3, 10)
    assert done.state.units["b1"].formation is None


def test_a_number_of_hits_may_be_rolled() -> None:
    # t9a.core.sweeping-attack
    state = air(below(), has={**FLY, SWEEP: "D3,3,1"}, count=2)
    action = Advance(unit="a1", way=(Ahead(400), Ahead(400)), fly=True, sweeps=Sweep("b1", 1))
    done = decide(state, "a", action, [3, 1, 1, 1, 1, 1])
    rolls = [(e.rule, e.sides, len(e.faces)) for e in effects_of(done, Rolled)]
    assert rolls == [(SWEEP, 3, 2), ("t9a.core.to-wound", 6, 4)]


def test_losses_of_a_sweep_cause_panic() -> None:
    # t9a.core.sweeping-attack, t9a.core.panic.losses: 3 of 10
    state = air(below(), count=2)
    action = Advance(unit="a1", way=(Ahead(400), Ahead(400)), fly=True, sweeps=Sweep("b1", 1))
    done = decide(state, "a", action, [3, 3, 3, 1])
    assert asked(done) == ("t9a.core.panic.fail", "b", "b1")


@pytest.mark.parametrize(
    ("has", "way", "target", "after"),
    [
        (FLY, (Ahead(400), Ahead(600)), "b1", 1),  # has no such attack
        (SWEEPS, (Ahead(400), Ahead(600)), "b1", 2),  # is past it
        (SWEEPS, (Ahead(400), Ahead(600)), "b1", 0),  # is not yet there
        (SWEEPS, (Ahead(400), Ahead(600)), "b1", 3),  # there is no such point
        (SWEEPS, (Ahead(400), Ahead(600)), "b9", 1),  # is over somebody else
    ],
)
def test_when_there_is_no_sweeping_attack(has: Any, way: Any, target: str, after: int) -> None:
    # t9a.core.sweeping-attack
    assert barred(air(below(), has=has), *way, fly=True, sweeps=Sweep(target, after)) == SWEEP


@pytest.mark.parametrize(("back", "clause"), [(400, ""), (401, STOP)])
def test_the_way_goes_by_the_place_of_the_attack(back: int, clause: str) -> None:
    # t9a.light-troops.action-mid-move: 12" there and 4" back are 16, though it ends 8" away
    state = air(below((1200, 2250), count=1), count=1)
    way = (Redress(UP), Ahead(1200), Redress(DOWN), Ahead(back), Redress(UP))
    sweeps = Sweep("b1", 2)
    start = kernel.boundary(stands(state, "a1"))
    assert start[1] == (1079, 1000)
    state = air(below((1079, 2140), count=1), count=1)
    if clause:
        assert barred(state, *way, fly=True, sweeps=sweeps) == clause
    else:
        done = decide(state, "a", March(unit="a1", way=way, fly=True, sweeps=sweeps), [1, 1])
        assert stands(done.state, "a1").at == (1000, 1800)


@pytest.mark.decides("t9a.light-troops.action-mid-move", by=FAR)
def test_without_an_attack_the_end_alone_counts() -> None:
    # t9a.light-troops.action-mid-move
    way = (Redress(UP), Ahead(1200), Redress(DOWN), Ahead(800), Redress(UP))
    assert go(air(count=1), *way, fly=True).effects
    assert barred(air(count=1), Redress(UP), Ahead(1601), fly=True) == FAR


# ranks


@pytest.mark.parametrize(("light", "full"), [(0, 4), (9, 4), (10, 0), (20, 0)])
def test_light_troops_have_no_full_ranks(light: int, full: int) -> None:
    # t9a.light-troops.no-full-ranks: exactly half is enough
    special = {n: {"has": LIGHT} for n in range(1, light + 1)}
    state = ground(regiment("a1", count=20, special=special), foes("b1", (5000, 4000)))
    ctx: Context = Context(rules.load("t9a"), state, "a", ())
    assert ranks.full(ctx, state.units["a1"]) == full


@pytest.mark.decides("t9a.light-troops.no-full-ranks", by="t9a.core.combat-score")
@pytest.mark.parametrize(("light", "bonus"), [(9, 3), (10, 0)])
def test_light_troops_get_no_bonus_for_ranks(light: int, bonus: int) -> None:
    # t9a.light-troops.no-full-ranks
    special = {n: {"has": LIGHT} for n in range(1, light + 1)}
    state = ground(regiment("a1", count=20, special=special), foes("b1", (1394, 1000), 5), phase="melee", step="fight")
    done = drawn(state, "a", Fight(unit="a1"))
    notes = [e.value for e in effects_of(done, Noted, "t9a.core.combat-score") if e.text == "ranks"]
    assert notes == ([bonus] if bonus else [])


def test_wanted_dice_of_a_sweep() -> None:
    state = air(below(), count=1)
    action = Advance(unit="a1", way=(Ahead(400), Ahead(400)), fly=True, sweeps=Sweep("b1", 1))
    assert wanted(state, "a", action) == (2, "t9a.core.to-wound")
