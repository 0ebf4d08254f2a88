"""What each weapon type does: Heavy, Rapid Fire, Assault, Grenade, Pistol; and the two abilities of the source."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Marked, Removed, Rolled
from rules.kernel.sheet import Weapon
from rules.kernel.state import Decision, Model, State
from rules.kt import words
from rules.kt.charge import Overwatch
from rules.kt.shoot import RANGED_TYPES, Shoot, Volley

from .board import box, decide, effects_of, gun, model, position, refusal, wanted


def armed(*weapons: Weapon, gap: int = 1000, more: tuple[Model, ...] = (), **of_model: Any) -> State:
    return position(
        model("a1", (500, 500), weapons=weapons, **of_model),
        model("b1", (600 + gap, 500)),
        *more,
        phase="shooting",
        step="fire-at-will",
    )


def fire(*weapons: str, at: str = "b1", by: str = "a1") -> Shoot:
    return Shoot(model=by, volleys=tuple(Volley(key, at) for key in weapons))


def modifiers(state: State, weapon: str = "gun", dice: tuple[int, ...] = (1,)) -> list[str]:
    done = decide(state, "a", fire(weapon), dice)
    return [clause for roll in effects_of(done, Rolled) for clause, _ in roll.modifiers]


def test_there_are_five_types() -> None:
    # kt.type.list
    assert set(RANGED_TYPES) == {"Heavy", "Rapid Fire", "Assault", "Grenade", "Pistol"}


@pytest.mark.parametrize(
    ("kind", "marks", "expected"),
    [
        pytest.param("Heavy", {words.MOVED: 1}, ["kt.type.heavy.moved"], id="kt.type.heavy.moved"),
        pytest.param("Heavy", {}, [], id="kt.type.heavy.stood"),
        pytest.param("Assault", {words.MOVED: 1}, [], id="kt.type.assault.moved"),
        pytest.param(
            "Assault",
            {words.MOVED: 1, words.ADVANCED: 1},
            ["kt.type.assault.after-advance"],
            id="kt.type.assault.after-advance",
        ),
    ],
)
def test_movement_penalties(kind: str, marks: dict[str, Any], expected: list[str]) -> None:
    assert modifiers(armed(gun(type=kind), round=marks)) == expected


@pytest.mark.parametrize("kind", ["Heavy", "Rapid Fire", "Pistol", "Grenade"])
def test_after_an_advance_only_assault_weapons_fire(kind: str) -> None:
    state = armed(gun(type=kind), round={words.ADVANCED: 1})
    assert refusal(state, "a", fire("gun")) == "kt.shoot.select.not-advanced"


@pytest.mark.parametrize(
    ("gap", "attacks", "shots"),
    [
        pytest.param(1200, 1, 2, id="kt.type.rapid-fire exactly-half"),  # 24" / 2 = 12"
        pytest.param(1201, 1, 1, id="kt.type.rapid-fire beyond-half"),
        pytest.param(1200, 2, 4, id="kt.type.rapid-fire 2"),
    ],
)
@pytest.mark.decides("kt.type.rapid-fire", by="kt.hit.ranged.roll")
def test_rapid_fire(gap: int, attacks: int, shots: int) -> None:
    assert wanted(armed(gun(attacks=attacks), gap=gap), "a", fire("gun")) == (shots, "kt.hit.ranged.roll")


def test_rapid_fire_doubles_what_was_rolled() -> None:
    # a D3 that shows 4 is a 2, doubled 4
    assert wanted(armed(gun(attacks="D3")), "a", fire("gun"), [4]) == (4, "kt.hit.ranged.roll")


# overwatch


def overwatched(*weapons: Weapon, **of_model: Any) -> State:
    """b1 charges a1 and waits for its reaction."""
    asked = Decision("kt.charge.react", "a", "b1", ("a1",), about={"declared": ("a1",)})
    return position(
        model("a1", (500, 500), weapons=weapons, **of_model),
        model("a2", (500, 900), weapons=weapons),
        model("b1", (1000, 500)),
        to_act="b",
        pending=asked,
    )


def watch(*weapons: str) -> Overwatch:
    return Overwatch(model="a1", volleys=tuple(Volley(key, "b1") for key in weapons))


@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        pytest.param("Assault", "", id="kt.type.assault.overwatch"),
        pytest.param("Heavy", "kt.shoot.select.not-advanced", id="kt.move.advance.restrictions"),
    ],
)
@pytest.mark.decides("kt.type.assault.overwatch", by="kt.shoot.select.not-advanced")
def test_overwatch_after_an_advance(kind: str, clause: str) -> None:
    state = overwatched(gun(type=kind), round={words.ADVANCED: 1})
    if clause:
        assert refusal(state, "a", watch("gun")) == clause
    else:
        assert decide(state, "a", watch("gun"), [5]).dice == (5,)


def test_overwatch_needs_a_natural_six_whatever_the_modifiers() -> None:
    # kt.dice.natural: flesh wounds do not matter
    state = overwatched(gun(type="Heavy"), game={words.FLESH: 2})
    done = decide(state, "a", watch("gun"), [6, 1])
    (roll,) = effects_of(done, Rolled, "kt.charge.overwatch")
    assert (roll.needed, roll.modifiers, roll.passed) == (6, (), (1,))


# grenades

GRENADE = gun("grenade", type="Grenade", range=600)


def test_a_thrower_uses_nothing_else() -> None:
    # kt.type.grenade.use
    rifle = gun("rifle", type="Heavy")
    state = armed(GRENADE, rifle, gap=300)
    assert refusal(state, "a", fire("grenade", "rifle"), [1]) == "kt.type.grenade.use"
    assert refusal(state, "a", fire("rifle", "grenade"), [1]) == "kt.type.grenade.use"
    other = gun("krak", type="Grenade", range=600)
    assert refusal(armed(GRENADE, other, gap=300), "a", fire("grenade", "krak"), [1]) == "kt.type.grenade.use"


def test_one_thrower_a_phase() -> None:
    # kt.type.grenade.one-per-team
    friend = model("a2", (500, 650), weapons=(GRENADE,))
    first = decide(armed(GRENADE, gap=300, more=(friend, model("b2", (900, 900)))), "a", fire("grenade"), [1])
    assert [(e.on, e.value) for e in effects_of(first, Marked, words.GRENADE)] == [("a", "a1")]
    first.state.to_act = "a"
    assert refusal(first.state, "a", fire("grenade", by="a2")) == "kt.type.grenade.one-per-team"


def test_overwatch_and_shooting_are_different_phases() -> None:
    # kt.type.grenade.one-per-team: thrown in overwatch; the Shooting phase begins with none thrown
    done = decide(overwatched(GRENADE), "a", watch("grenade"), [1])
    assert done.state.sides["a"].phase == {words.GRENADE: "a1"}


def test_a_thrower_may_throw_again_in_a_second_overwatch_and_fires_nothing_else() -> None:
    rifle = gun("rifle", type="Heavy")
    done = decide(overwatched(GRENADE, rifle), "a", watch("grenade"), [1])
    done.state.pending = Decision("kt.charge.react", "a", "b1", ("a1",), about={"declared": ("a1",)})
    assert decide(done.state, "a", watch("grenade"), [1]).dice == (1,)
    assert refusal(done.state, "a", watch("rifle")) == "kt.type.grenade.use"


@pytest.mark.decides("kt.type.grenade.no-long-range", by="kt.hit.ranged.mod-long-range")
def test_a_grenade_takes_no_penalty_for_long_range() -> None:
    # kt.type.grenade.no-long-range: 5" of 6"
    assert modifiers(armed(GRENADE, gap=500), "grenade") == []
    assert modifiers(armed(gun("grenade", type="Heavy", range=600), gap=500), "grenade") == [
        "kt.hit.ranged.mod-long-range"
    ]


# pistols

PISTOL = gun("pistol", type="Pistol", range=1200)


@pytest.mark.decides("kt.type.pistol.in-melee", by="kt.shoot.select.not-engaged")
def test_a_pistol_fires_in_melee() -> None:
    # kt.type.pistol.in-melee
    assert decide(armed(PISTOL, gap=100), "a", fire("pistol"), [1]).dice == (1,)
    for kind in ("Heavy", "Rapid Fire", "Assault", "Grenade"):
        assert refusal(armed(gun(type=kind), gap=100), "a", fire("gun")) == "kt.shoot.select.not-engaged"


@pytest.mark.parametrize(
    ("marks", "clause"),
    [
        pytest.param({words.CHARGED_BY: ("b1",)}, "kt.type.pistol.not-charge", id="kt.type.pistol.not-charge.target"),
        pytest.param(
            {words.CHARGE_TRIED: ("b1",)}, "kt.shoot.select.not-charged", id="kt.type.pistol.not-charge.charger"
        ),
    ],
)
def test_no_pistol_after_a_charge(marks: dict[str, Any], clause: str) -> None:
    assert refusal(armed(PISTOL, gap=100, round=marks), "a", fire("pistol")) == clause


def test_a_model_that_was_charged_shoots_once_it_is_free() -> None:
    # kt.type.pistol.not-charge is about firing within 1"
    assert decide(armed(PISTOL, gap=101, round={words.CHARGED_BY: ("b1",)}), "a", fire("pistol"), [1]).dice == (1,)


@pytest.mark.decides("kt.type.pistol.friends-near", by="kt.shoot.not-into-melee")
def test_a_pistol_in_melee_fires_past_friends() -> None:
    # kt.type.pistol.friends-near: a2 is within 1" of b1 too
    friend = model("a2", (700, 600))
    assert decide(armed(PISTOL, gap=100, more=(friend,)), "a", fire("pistol"), [1]).dice == (1,)
    far = armed(PISTOL, gap=300, more=(model("a2", (900, 620)),))
    assert refusal(far, "a", fire("pistol")) == "kt.shoot.not-into-melee"


def test_a_pistol_in_melee_fires_at_the_closest() -> None:
    # kt.type.pistol.closest
    state = armed(PISTOL, gap=100, more=(model("b2", (500, 650)),))  # b2 is 0.5" away, b1 1"
    assert refusal(state, "a", fire("pistol")) == "kt.type.pistol.closest"
    assert decide(state, "a", fire("pistol", at="b2"), [1]).dice == (1,)


def test_pistols_or_other_weapons() -> None:
    # kt.type.pistol.or-others; two pistols go together
    rifle, second = gun("rifle", type="Heavy"), gun("pistol-2", type="Pistol", name="Other pistol")
    state = armed(PISTOL, rifle, second)
    assert refusal(state, "a", fire("pistol", "rifle"), [1]) == "kt.type.pistol.or-others"
    assert refusal(state, "a", fire("rifle", "pistol"), [1]) == "kt.type.pistol.or-others"
    assert decide(state, "a", fire("pistol", "pistol-2"), [1, 1]).dice == (1, 1)


# the two abilities of the source


def test_a_flamer_hits_without_a_roll() -> None:
    # kt.weapon.ability.auto-hit: shots, then wounds
    flamer = gun(type="Assault", attacks="D6", range=2400, has={"kt.weapon.ability.auto-hit": 1})
    assert wanted(armed(flamer), "a", fire("gun"), [3]) == (3, "kt.wound.table.equal")


def test_a_flamer_hits_by_itself_in_overwatch_too() -> None:
    flamer = gun(type="Assault", attacks="D6", range=2400, has={"kt.weapon.ability.auto-hit": 1})
    assert wanted(overwatched(flamer), "a", watch("gun"), [3]) == (3, "kt.wound.table.equal")


PLASMA = gun(type="Assault", attacks=2, has={"kt.weapon.ability.overcharge": 1}, text="On a 1 the bearer is slain.")


def test_overcharge_kills_its_bearer_after_the_shots() -> None:
    # kt.weapon.ability.overcharge: 1 and 6; the 6 hits, wounds (4), is not saved (1) and kills (4); then the bearer
    state = armed(PLASMA, more=(model("a2", (500, 900)), model("b2", (2900, 2100))))
    done = decide(state, "a", fire("gun"), [1, 6, 4, 1, 4])
    assert [(e.model, e.rule) for e in effects_of(done, Removed)] == [
        ("b1", "kt.injury.out-of-action"),
        ("a1", "kt.weapon.ability.overcharge"),
    ]
    assert done.state.to_act == "b"


def test_a_bearer_that_dies_fires_nothing_more() -> None:
    rifle = gun("rifle", type="Assault")
    state = armed(PLASMA, rifle, more=(model("a2", (500, 900)),))
    done = decide(state, "a", fire("gun", "rifle"), [1, 1])
    assert (done.state.models["a1"].out, done.state.active, done.dice) == (True, "", (1, 1))


def test_a_modified_one_is_no_natural_one() -> None:
    # long range and two flesh wounds make a 2 miss; it is no 1
    state = armed(PLASMA, gap=1500, game={words.FLESH: 2})
    assert not decide(state, "a", fire("gun"), [2, 2]).state.models["a1"].out


def test_a_one_rolled_again_is_no_one_any_more() -> None:
    # a Sniper with overcharged plasma: 1 becomes 2
    state = armed(PLASMA, has={"kt.specialist.sniper": 1}, more=(model("a2", (500, 900)),))
    assert not decide(state, "a", fire("gun"), [1, 2, 2]).state.models["a1"].out
    assert decide(state, "a", fire("gun"), [1, 2, 1]).state.models["a1"].out


def test_a_weapon_fires_without_a_map_too() -> None:
    state = armed(gun(type="Heavy"))
    state.table = position(mapped=False).table
    assert decide(state, "a", fire("gun"), [1]).dice == (1,)


def test_overwatch_needs_sight() -> None:
    state = overwatched(gun(type="Heavy"))
    state.table = position(terrain=(box("wall", 720, 300, 760, 1200, 600),)).table
    assert refusal(state, "a", watch("gun")) == "kt.charge.overwatch.visibility"
