"""The hit roll: values needed, modifiers and the natural 1, shooting and in melee."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Measured, Rolled
from rules.kernel.errors import DiceWanted
from rules.kernel.events import Action
from rules.kernel.state import Model, State, Terrain
from rules.kt import words
from rules.kt.fight import Blow, Fight
from rules.kt.shoot import Shoot, Volley
from rules.kt.sight import SightFact

from .board import blade, box, decide, effects_of, gun, model, position

LOW_WALL = box("wall", 950, 300, 1000, 700, 100)
"""As high as two thirds of a model: what stands behind it is seen and obscured."""


def shot(
    die: int,
    *,
    gap: int = 1000,
    marks: dict[str, Any] | None = None,
    flesh: int = 0,
    broken: bool = False,
    terrain: tuple[Terrain, ...] = (),
    options: dict[str, int | str | bool] | None = None,
    more: tuple[Model, ...] = (),
    bs: int = 3,
    **weapon: Any,
) -> Rolled:
    """The hit roll of one shot of a 24" weapon at an enemy 10" away."""
    fired = gun(**{"type": "Heavy", **weapon})
    game: dict[str, Any] = {words.FLESH: flesh} if flesh else {}
    state = position(
        model("a1", (500, 500), weapons=(fired,), game=game, round=marks or {}, BS=bs),
        model("b1", (600 + gap, 500), Sv=2),
        *more,
        phase="shooting",
        step="fire-at-will",
        terrain=terrain,
        options=options,
        a_game={words.BROKEN: 1} if broken else {},
    )
    return first_roll(state, Shoot(model="a1", volleys=(Volley("gun", "b1"),)), die)


def first_roll(state: State, action: Action, die: int) -> Rolled:
    """The hit roll of one attack. A wound roll of 1 ends what a hit begins; after a miss its die is left over."""
    try:
        done = decide(state, "a", action, [die])
    except DiceWanted:
        done = decide(state, "a", action, [die, 1])
    return effects_of(done, Rolled)[0]


def hits(roll: Rolled) -> bool:
    return roll.passed == (1,)


@pytest.mark.parametrize(
    ("bs", "die", "hit"),
    [
        pytest.param(3, 3, True, id="kt.datasheet.bs.3"),
        pytest.param(3, 2, False, id="kt.hit.ranged.roll.2"),
        pytest.param(6, 6, True, id="kt.hit.ranged.roll.6"),
        pytest.param(6, 5, False, id="kt.hit.ranged.roll.5"),
        pytest.param(2, 1, False, id="kt.hit.natural-1"),
    ],
)
def test_ballistic_skill(bs: int, die: int, hit: bool) -> None:
    assert hits(shot(die, bs=bs)) == hit


def test_a_dash_for_bs_never_hits() -> None:
    roll = shot(6, bs=0)
    assert (roll.needed, hits(roll)) == (7, False)


@pytest.mark.parametrize(
    ("clause", "amount", "set_up"),
    [
        pytest.param("kt.hit.ranged.mod-obscured", -1, {"terrain": (LOW_WALL,)}, id="kt.hit.ranged.mod-obscured"),
        pytest.param("kt.hit.ranged.mod-long-range", -1, {"gap": 1201}, id="kt.hit.ranged.mod-long-range"),
        pytest.param("kt.hit.ranged.mod-flesh-wound", -2, {"flesh": 2}, id="kt.hit.ranged.mod-flesh-wound"),
        pytest.param("kt.hit.ranged.mod-broken", -1, {"broken": True}, id="kt.hit.ranged.mod-broken"),
        pytest.param("kt.type.heavy.moved", -1, {"marks": {words.MOVED: 1}}, id="kt.type.heavy.moved"),
        pytest.param(
            "kt.type.assault.after-advance",
            -1,
            {"marks": {words.ADVANCED: 1, words.MOVED: 1}, "type": "Assault"},
            id="kt.type.assault.after-advance",
        ),
    ],
)
def test_each_modifier(clause: str, amount: int, set_up: dict[str, Any]) -> None:
    needed = 3 - amount  # BS 3+: with -1 a 4 hits and a 3 does not
    assert shot(needed, **set_up).modifiers == ((clause, amount),)
    assert hits(shot(needed, **set_up))
    assert not hits(shot(needed - 1, **set_up))


def test_modifiers_add_up() -> None:
    # BS 3+, obscured -1, long range -1, one flesh wound -1: a 6 hits (6 - 3 = 3), a 5 does not
    everything: dict[str, Any] = {"terrain": (LOW_WALL,), "gap": 1201, "flesh": 1}
    assert hits(shot(6, **everything))
    assert not hits(shot(5, **everything))
    assert [clause for clause, _ in shot(6, **everything).modifiers] == [
        "kt.hit.ranged.mod-obscured",
        "kt.hit.ranged.mod-long-range",
        "kt.hit.ranged.mod-flesh-wound",
    ]


def test_a_six_is_no_automatic_hit_unless_agreed() -> None:
    # kt.dice.no-auto-six: BS 4+ broken and with 2 flesh wounds: 6 - 3 = 3 misses
    hard: dict[str, Any] = {"bs": 4, "broken": True, "flesh": 2}
    assert not hits(shot(6, **hard))
    assert hits(shot(6, **hard, options={"kt.dice.no-auto-six": False}))
    assert not hits(shot(5, **hard, options={"kt.dice.no-auto-six": False}))


@pytest.mark.parametrize(
    ("gap", "far"),
    [
        pytest.param(1200, False, id="kt.hit.long-range-definition exactly-half"),
        pytest.param(1201, True, id="kt.hit.long-range-definition beyond-half"),
    ],
)
@pytest.mark.decides("kt.hit.long-range-definition", by="kt.hit.ranged.mod-long-range")
def test_long_range(gap: int, far: bool) -> None:
    assert bool(shot(6, gap=gap).modifiers) == far


@pytest.mark.decides("kt.hit.obscured-definition", by="kt.hit.ranged.mod-obscured")
def test_a_model_of_the_enemy_obscures_and_a_friend_does_not() -> None:
    # kt.hit.obscured-definition
    between = (1000, 500)
    assert shot(6, more=(model("b2", between),)).modifiers == (("kt.hit.ranged.mod-obscured", -1),)
    assert shot(6, more=(model("a2", between),)).modifiers == ()


def test_what_obscures_is_kept() -> None:
    state = position(
        model("a1", (500, 500)),
        model("b1", (1600, 500)),
        phase="shooting",
        step="fire-at-will",
        terrain=(LOW_WALL,),
    )
    done = decide(state, "a", Shoot(model="a1", volleys=(Volley("gun", "b1"),)), [1, 1])
    (seen,) = effects_of(done, Measured, "kt.hit.obscured-definition")
    assert (seen.by, seen.declared) == (("wall",), False)


@pytest.mark.parametrize("cause", ["terrain", "model"])
def test_declared_as_obscured(cause: str) -> None:
    state = position(
        model("a1", (500, 500)), model("b1", (1600, 500)), phase="shooting", step="fire-at-will", mapped=False
    )
    facts = (SightFact("b1", obscured=cause),)
    done = decide(state, "a", Shoot(model="a1", volleys=(Volley("gun", "b1"),), facts=facts), [3, 1])
    (roll,) = effects_of(done, Rolled, "kt.hit.ranged.roll")
    assert (roll.modifiers, roll.passed) == ((("kt.hit.ranged.mod-obscured", -1),), (0, 0))


# melee


def duel(*, gap: int = 50, mapped: bool = True, terrain: tuple[Terrain, ...] = (), **of_fighter: Any) -> State:
    marks = of_fighter.pop("team", {})
    fighter = model("a1", (500, 500), weapons=(blade(),), **of_fighter)
    enemy = model("b1", (600 + gap, 500), T=4)
    return position(fighter, enemy, phase="fight", step="lives", mapped=mapped, terrain=terrain, a_game=marks)


def struck(state: State, die: int, **more: Any) -> Rolled:
    return first_roll(state, Fight(model="a1", blows=(Blow("blade", "b1", 1),), **more), die)


@pytest.mark.parametrize(
    ("ws", "die", "hit"),
    [
        pytest.param(4, 4, True, id="kt.hit.melee.roll.4"),
        pytest.param(4, 3, False, id="kt.hit.melee.roll.3"),
        pytest.param(2, 1, False, id="kt.hit.natural-1.melee"),
        pytest.param(0, 6, False, id="kt.datasheet.ws.dash"),
    ],
)
def test_weapon_skill(ws: int, die: int, hit: bool) -> None:
    assert hits(struck(duel(WS=ws), die)) == hit


FENCE = box("fence", 560, 300, 590, 700, 120)


@pytest.mark.parametrize(
    ("clause", "amount", "state"),
    [
        pytest.param(
            "kt.hit.melee.mod-flesh-wound", -2, duel(game={words.FLESH: 2}), id="kt.hit.melee.mod-flesh-wound"
        ),
        pytest.param("kt.hit.melee.mod-broken", -1, duel(team={words.BROKEN: 1}), id="kt.hit.melee.mod-broken"),
        pytest.param("kt.hit.melee.mod-terrain", -1, duel(terrain=(FENCE,)), id="kt.hit.melee.mod-terrain"),
    ],
)
def test_each_melee_modifier(clause: str, amount: int, state: State) -> None:
    needed = 3 - amount
    assert struck(state, needed).modifiers == ((clause, amount),)
    assert hits(struck(state, needed)) and not hits(struck(state, needed - 1))


@pytest.mark.parametrize(
    ("piece", "amount"),
    [
        pytest.param(box("post", 560, 520, 590, 530, 120), -1, id="kt.hit.melee.mod-terrain.beside-the-centres"),
        pytest.param(box("kerb", 560, 300, 590, 700, 20), -1, id="kt.hit.melee.mod-terrain.low"),
        pytest.param(box("post", 560, 550, 590, 560, 120), 0, id="kt.hit.melee.mod-terrain.not-between-the-bases"),
    ],
)
def test_any_terrain_between_the_bases_counts(piece: Terrain, amount: int) -> None:
    expected = (("kt.hit.melee.mod-terrain", amount),) if amount else ()
    assert struck(duel(terrain=(piece,)), 3).modifiers == expected


def test_terrain_between_is_declared_where_there_is_no_map() -> None:
    state = duel(mapped=False)
    assert struck(state, 3).modifiers == ()
    assert struck(state, 3, across=("b1",)).modifiers == (("kt.hit.melee.mod-terrain", -1),)


def test_terrain_between_hinders_both_fighters() -> None:
    # kt.hit.melee.mod-terrain
    state = duel(terrain=(FENCE,))
    state.to_act = "b"
    done = decide(state, "b", Fight(model="b1", blows=(Blow("blade", "a1", 1),)), [3])
    assert effects_of(done, Rolled)[0].modifiers == (("kt.hit.melee.mod-terrain", -1),)


def test_distance_and_obscuring_models_do_not_matter_in_melee() -> None:
    # kt.hit.melee.roll: an enemy in front of the target changes nothing
    fighter = model("a1", (500, 500), weapons=(blade(),), base=20)
    state = position(
        fighter,
        model("b1", (620, 500), base=20),
        model("b2", (560, 500), base=20),
        phase="fight",
        step="lives",
    )
    assert struck(state, 3).modifiers == ()
