"""Wound rolls, saves, damage, injury rolls and mortal wounds."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Noted, Removed, Rolled, WoundsSet
from rules.kernel.sheet import Weapon
from rules.kernel.state import State, Terrain
from rules.kt import words, wound
from rules.kt.fight import Blow, Fight
from rules.kt.shoot import Shoot, Volley
from rules.kt.sight import SightFact

from .board import KT, blade, box, decide, effects_of, gun, model, position, refusal, wanted

HIT = 6


def shot(*dice: int, weapon: Weapon | None = None, **target: Any) -> rules.Decided:
    """A hit of one weapon on one enemy 10" away; the dice are those after the hit roll."""
    return decide(field(weapon, **target), "a", SHOT, [*[HIT] * attacks_of(weapon), *dice])


SHOT = Shoot(model="a1", volleys=(Volley("gun", "b1"),))
FAR_AWAY = (2900, 2100)


def attacks_of(weapon: Weapon | None) -> int:
    return int(weapon.profile["attacks"]) if weapon else 1


def field(weapon: Weapon | None = None, **target: Any) -> State:
    carried = weapon or gun(type="Heavy")
    state = {key: target.pop(key) for key in ("terrain", "options", "mapped") if key in target}
    return position(
        model("a1", (500, 500), weapons=(carried,)),
        model("b1", (1600, 500), **target),
        model("b2", FAR_AWAY),
        phase="shooting",
        step="fire-at-will",
        **state,
    )


def read(done: rules.Decided) -> list[tuple[str, tuple[int, ...]]]:
    """What was rolled after the hit roll."""
    return [(roll.rule, roll.faces) for roll in effects_of(done, Rolled)][1:]


# wounding


@pytest.mark.parametrize(
    ("strength", "toughness", "needed", "clause"),
    [
        pytest.param(8, 4, 2, "kt.wound.table.double", id="kt.wound.table.double.exactly"),  # 8 = 2 x 4
        pytest.param(9, 4, 2, "kt.wound.table.double", id="kt.wound.table.double.more"),
        pytest.param(7, 4, 3, "kt.wound.table.greater", id="kt.wound.table.greater.7-4"),  # 7 < 8
        pytest.param(5, 4, 3, "kt.wound.table.greater", id="kt.wound.table.greater.5-4"),
        pytest.param(4, 4, 4, "kt.wound.table.equal", id="kt.wound.table.equal"),
        pytest.param(3, 4, 5, "kt.wound.table.lower", id="kt.wound.table.lower.3-4"),
        pytest.param(3, 5, 5, "kt.wound.table.lower", id="kt.wound.table.lower.3-5"),  # 6 > 5
        pytest.param(2, 4, 6, "kt.wound.table.half", id="kt.wound.table.half.exactly"),  # 4 = 4
        pytest.param(2, 5, 6, "kt.wound.table.half", id="kt.wound.table.half.less"),
        pytest.param(1, 1, 4, "kt.wound.table.equal", id="kt.wound.table.equal.1"),
        pytest.param(2, 1, 2, "kt.wound.table.double", id="kt.wound.table.double.2-1"),
    ],
)
def test_wound_table(strength: int, toughness: int, needed: int, clause: str) -> None:
    assert wound.needed_to_wound(strength, toughness) == (needed, clause)
    weapon = gun(type="Heavy", S=strength)
    passed = shot(needed, 6, weapon=weapon, T=toughness)
    (roll,) = effects_of(passed, Rolled, clause)
    assert (roll.needed, roll.passed) == (needed, (1,))
    failed = shot(needed - 1, weapon=weapon, T=toughness)
    assert effects_of(failed, Rolled, clause)[0].passed == (0,)


@pytest.mark.decides("kt.wound.roll", by="kt.wound.table.equal")
def test_each_hit_rolls_to_wound() -> None:
    # kt.wound.roll: two hits, two dice in one throw
    assert read(shot(1, 2, weapon=gun(type="Heavy", attacks=2))) == [("kt.wound.table.equal", (1, 2))]
    assert read(shot(3)) == [("kt.wound.table.equal", (3,))]


@pytest.mark.decides("kt.wound.natural-1", by="kt.wound.table.double")
def test_a_natural_one_never_wounds() -> None:
    # kt.wound.natural-1: the Demolitions specialist adds 1 against an obscured model, 1 + 1 = 2 would do
    state = field(gun(type="Heavy", S=8), T=4, mapped=False)
    state.models["a1"].sheet.has["kt.specialist.demolitions"] = 1
    action = Shoot(model="a1", volleys=(Volley("gun", "b1"),), facts=(SightFact("b1", obscured="model"),))
    for dice, passed in ([6, 1], 0), ([6, 2, 6], 1):
        (roll,) = effects_of(decide(state, "a", action, dice), Rolled, "kt.wound.table.double")
        assert (roll.modifiers, roll.passed) == ((("kt.specialist.demolitions.passive", 1),), (passed,))


def strength(printed: int | str, bearer: int, strength: int, row: str) -> Any:
    return pytest.param(printed, bearer, strength, id=row, marks=pytest.mark.decides(row, by="kt.wound.table.equal"))


@pytest.mark.parametrize(
    ("printed", "bearer", "strength"),
    [
        strength(4, 5, 4, "kt.weapon.strength.fixed"),
        strength("User", 5, 5, "kt.weapon.strength.user"),  # a Berserker's chainsword
        strength("+2", 5, 7, "kt.weapon.strength.plus"),
        strength("x2", 5, 10, "kt.weapon.strength.times"),  # a Berserker's power fist
    ],
)
def test_strength_of_a_weapon(printed: int | str, bearer: int, strength: int) -> None:
    def compared(toughness: int) -> str:
        fighter = model("a1", S=bearer, weapons=(blade(S=printed),))
        state = position(fighter, model("b1", (620, 500), T=toughness), phase="fight", step="lives")
        done = decide(state, "a", Fight(model="a1", blows=(Blow("blade", "b1", 1),)), [6, 1])
        return effects_of(done, Rolled)[1].rule

    assert compared(strength) == "kt.wound.table.equal"
    assert compared(strength + 1) == "kt.wound.table.lower"
    assert compared(strength - 1) == "kt.wound.table.greater"


def test_a_bonus_to_the_bearer_comes_before_the_weapon() -> None:
    # kt.gap.strength-order: a Zealot of S 5 that charged strikes with an x2 weapon at (5 + 1) x 2 = 12, not 11
    zealot = model("a1", S=5, has={"kt.specialist.zealot": 1}, round={words.CHARGED: ("b1",)})
    state = position(zealot, model("b1", (700, 500)), phase="fight")
    ctx = Context(KT, state, "a", ())
    assert wound.attack_strength(ctx, state.models["a1"], blade(S="x2"), state.models["b1"]) == 12


@pytest.mark.decides("kt.wound.melee", by="kt.wound.table.equal")
def test_melee_uses_the_same_table() -> None:
    # kt.wound.melee: S 4 with a +1 weapon against T 5 is equal, without it lower
    for printed, clause in ("+1", "kt.wound.table.equal"), ("User", "kt.wound.table.lower"):
        fighter = model("a1", (500, 500), weapons=(blade(S=printed),))
        state = position(fighter, model("b1", (620, 500), T=5), phase="fight", step="lives")
        done = decide(state, "a", Fight(model="a1", blows=(Blow("blade", "b1", 1),)), [6, 1])
        assert effects_of(done, Rolled, clause)


# saves


@pytest.mark.parametrize(
    ("sv", "ap", "inv", "clause", "die", "saved"),
    [
        pytest.param(3, -2, 0, "kt.save.roll", 5, True, id="kt.weapon.ap.example-5"),  # 5 - 2 = 3
        pytest.param(3, -2, 0, "kt.save.roll", 4, False, id="kt.weapon.ap.example-4"),
        pytest.param(4, 0, 0, "kt.save.roll", 4, True, id="kt.save.roll.4"),
        pytest.param(4, 0, 0, "kt.save.roll", 3, False, id="kt.save.roll.3"),
        pytest.param(3, 2, 0, "kt.save.roll", 5, True, id="kt.weapon.ap.size"),  # written without its sign
        pytest.param(2, 0, 0, "kt.save.roll", 1, False, id="kt.save.natural-1"),
        pytest.param(3, -4, 0, "kt.save.roll", 6, False, id="kt.save.roll.hopeless"),  # 6 - 4 = 2
        pytest.param(7, 0, 0, "kt.save.roll", 6, False, id="kt.save.roll.none"),
        pytest.param(6, -4, 4, "kt.save.invulnerable", 4, True, id="kt.save.invulnerable.4"),
        pytest.param(6, -4, 4, "kt.save.invulnerable", 3, False, id="kt.save.invulnerable.3"),
        pytest.param(2, 0, 2, "kt.save.invulnerable", 1, False, id="kt.save.natural-1.invulnerable"),
        pytest.param(3, -1, 5, "kt.save.roll", 4, True, id="kt.gap.invulnerable-choice armour"),  # 4+ beats 5++
        pytest.param(3, -2, 5, "kt.save.invulnerable", 5, True, id="kt.gap.invulnerable-choice equal"),
        pytest.param(3, -3, 5, "kt.save.invulnerable", 5, True, id="kt.gap.invulnerable-choice better"),
    ],
)
def test_saves(sv: int, ap: int, inv: int, clause: str, die: int, saved: bool) -> None:
    has: dict[str, int | str] = {"kt.save.invulnerable": inv} if inv else {}
    after = [] if saved else [1]  # the injury die
    done = shot(4, die, *after, weapon=gun(type="Heavy", AP=ap), Sv=sv, has=has)
    (roll,) = effects_of(done, Rolled, clause)
    assert (roll.by, roll.passed) == ("b", (int(saved),))


def test_each_wound_is_saved_on_its_own() -> None:
    done = shot(4, 4, 6, 6, weapon=gun(type="Heavy", attacks=2))
    assert read(done) == [("kt.wound.table.equal", (4, 4)), ("kt.save.roll", (6,)), ("kt.save.roll", (6,))]


# damage


@pytest.mark.parametrize(
    ("damage", "dice", "wounds", "left"),
    [
        pytest.param(1, [], 3, 2, id="kt.damage.apply.1"),
        pytest.param(2, [], 3, 1, id="kt.damage.apply.2"),
        pytest.param("D3", [3], 3, 1, id="kt.damage.apply.D3"),  # a 3 is a 2
        pytest.param("D6", [2], 3, 1, id="kt.weapon.damage.D6"),
    ],
)
def test_damage_lowers_wounds(damage: int | str, dice: list[int], wounds: int, left: int) -> None:
    done = shot(4, 1, *dice, weapon=gun(type="Heavy", D=damage), W=wounds)
    assert [(e.was, e.to) for e in effects_of(done, WoundsSet)] == [(wounds, left)]
    assert not effects_of(done, Rolled, "kt.injury.result")


def test_random_damage_is_rolled_for_each_unsaved_attack() -> None:
    # kt.damage.apply: 3 and then 1 off 5
    done = shot(4, 4, 1, 5, 1, 1, weapon=gun(type="Heavy", attacks=2, D="D3"), W=5)
    assert [(e.was, e.to) for e in effects_of(done, WoundsSet)] == [(5, 2), (2, 1)]


@pytest.mark.decides("kt.damage.zero-triggers-injury", by="kt.injury.result")
def test_no_wounds_left_is_an_injury_roll() -> None:
    # kt.damage.zero-triggers-injury
    assert [len(roll.faces) for roll in effects_of(shot(4, 1, 4), Rolled, "kt.injury.result")] == [1]
    assert effects_of(shot(4, 1, W=2), Rolled, "kt.injury.result") == []


@pytest.mark.parametrize(
    ("damage", "wounds", "after_saves", "dice_wanted"),
    [
        pytest.param(1, 1, [1], 1, id="kt.injury.example-a"),  # a bolter
        pytest.param(2, 1, [1], 2, id="kt.injury.example-b"),  # overcharged plasma
        pytest.param("D6", 1, [1, 4], 4, id="kt.injury.example-c"),  # a missile launcher that rolls 4
        pytest.param("D3", 4, [1, 5, 1, 1], 1, id="kt.injury.example-d"),  # an Ion Blaster: 3, then 1 off 4
        pytest.param(3, 2, [1], 3, id="kt.injury.dice-count beyond"),  # all the damage, not what was left
    ],
)
@pytest.mark.decides(
    "kt.injury.dice-count",
    "kt.injury.example-a",
    "kt.injury.example-b",
    "kt.injury.example-c",
    "kt.injury.example-d",
    by="kt.injury.result",
)
def test_injury_dice(damage: int | str, wounds: int, after_saves: list[int], dice_wanted: int) -> None:
    attacks = 2 if wounds == 4 else 1
    weapon = gun(type="Heavy", D=damage, attacks=attacks)
    dice = [HIT] * attacks + [4] * attacks + after_saves
    assert wanted(field(weapon, W=wounds), "a", SHOT, dice) == (dice_wanted, "kt.injury.result")


# injury


@pytest.mark.parametrize(
    ("faces", "out"),
    [
        pytest.param([4], True, id="kt.injury.out-of-action.4"),
        pytest.param([3], False, id="kt.injury.result.3"),
        pytest.param([1, 4], True, id="kt.injury.result.one-of-two"),
        pytest.param([3, 3], False, id="kt.injury.result.neither"),
        pytest.param([1, 1], False, id="kt.injury.result.no-sum"),
    ],
)
def test_injury_result(faces: list[int], out: bool) -> None:
    done = shot(4, 1, *faces, weapon=gun(type="Heavy", D=len(faces)))
    after = done.state.models["b1"]
    assert (after.out, words.flesh_wounds(after)) == (out, int(not out))
    assert bool(effects_of(done, Removed, "kt.injury.out-of-action")) == out


@pytest.mark.decides("kt.status.flesh-wound-definition", by="kt.injury.mod-flesh-wound")
def test_a_flesh_wound_leaves_one_wound() -> None:
    # kt.gap.wounds-after-flesh-wound, kt.status.flesh-wound-definition
    done = shot(4, 1, 3, W=1)
    assert [(e.was, e.to) for e in effects_of(done, WoundsSet)] == [(1, 0), (0, 1)]
    assert [(e.key, e.value, e.until) for e in effects_of(done, Marked, "kt.injury.result")] == [
        (words.FLESH, 1, "game")
    ]
    again = shot(4, 1, 1, game={words.FLESH: 1})  # 1 + 1 = 2: a second flesh wound
    assert words.flesh_wounds(again.state.models["b1"]) == 2


def injury_modifiers(done: rules.Decided) -> tuple[tuple[str, int], ...]:
    return effects_of(done, Rolled, "kt.injury.result")[0].modifiers


@pytest.mark.parametrize(
    ("held", "face", "out"),
    [
        pytest.param(1, 3, True, id="kt.injury.mod-flesh-wound.3+1"),
        pytest.param(1, 2, False, id="kt.injury.mod-flesh-wound.2+1"),
        pytest.param(2, 2, True, id="kt.injury.mod-flesh-wound.2+2"),
        pytest.param(3, 1, True, id="kt.injury.mod-flesh-wound.1+3"),  # a natural 1 is no failure here
    ],
)
def test_flesh_wounds_on_the_target(held: int, face: int, out: bool) -> None:
    done = shot(4, 1, face, game={words.FLESH: held})
    assert injury_modifiers(done) == (("kt.injury.mod-flesh-wound", held),)
    assert done.state.models["b1"].out == out


def wall(gap: int) -> Terrain:
    """A low wall in the line of fire, so far from the target's base."""
    right = 1550 - gap
    return box("wall", right - 50, 300, right, 700, 100)


@pytest.mark.parametrize(
    ("gap", "modifiers"),
    [
        pytest.param(100, (("kt.injury.mod-cover", -1),), id="kt.injury.mod-cover.exactly-1in"),
        pytest.param(101, (), id="kt.injury.mod-cover.farther"),
    ],
)
def test_cover(gap: int, modifiers: tuple[tuple[str, int], ...]) -> None:
    done = shot(4, 1, 4, terrain=(wall(gap),))
    assert injury_modifiers(done) == modifiers
    assert done.state.models["b1"].out == (not modifiers)  # 4 - 1 = 3


def test_terrain_nearby_that_obscures_nothing_is_no_cover() -> None:
    behind = box("wall", 1700, 300, 1750, 700, 100)
    assert injury_modifiers(shot(4, 1, 4, terrain=(behind,))) == ()


@pytest.mark.parametrize(
    ("fact", "modifiers"),
    [
        pytest.param(
            SightFact("b1", obscured="terrain", cover=True), (("kt.injury.mod-cover", -1),), id="kt.injury.mod-cover"
        ),
        pytest.param(SightFact("b1", obscured="terrain"), (), id="kt.injury.mod-cover.far"),
        pytest.param(SightFact("b1", obscured="model"), (), id="kt.injury.mod-cover.model"),
    ],
)
def test_declared_cover(fact: SightFact, modifiers: tuple[tuple[str, int], ...]) -> None:
    action = Shoot(model="a1", volleys=(Volley("gun", "b1"),), facts=(fact,))
    assert injury_modifiers(decide(field(mapped=False), "a", action, [HIT, 4, 1, 4])) == modifiers


def test_cover_is_of_terrain() -> None:
    """Where a model or nothing obscures the target, cover has no meaning and is not passed over."""
    for obscured in ("model", ""):
        fact = SightFact("b1", obscured=obscured, cover=True)
        action = Shoot(model="a1", volleys=(Volley("gun", "b1"),), facts=(fact,))
        assert refusal(field(mapped=False), "a", action) == "kt.hit.obscured-definition"


def test_the_attacker_rolls_for_injury() -> None:
    # kt.gap.injury-roller
    assert effects_of(shot(4, 1, 4), Rolled, "kt.injury.result")[0].by == "a"


def test_after_an_injury_roll_the_rest_of_the_weapon_is_discarded() -> None:
    # kt.gap.one-injury-per-weapon: three wounds, the first makes a flesh wound, two are lost
    trio = gun(type="Heavy", attacks=3)
    done = shot(4, 4, 4, 1, 2, weapon=trio)
    assert [e.value for e in effects_of(done, Noted, "kt.gap.one-injury-per-weapon")] == [2]
    assert words.flesh_wounds(done.state.models["b1"]) == 1


def test_with_the_option_off_every_wound_may_injure() -> None:
    # kt.gap.one-injury-per-weapon off: save 1, injury 2; save 1, injury 3 (+1 for the flesh wound) kills; one is lost
    trio = gun(type="Heavy", attacks=3)
    done = shot(4, 4, 4, 1, 2, 1, 3, weapon=trio, options={"kt.gap.one-injury-per-weapon": False})
    assert done.state.models["b1"].out
    assert [e.value for e in effects_of(done, Noted, "kt.injury.out-of-action")] == [1]


def test_a_second_weapon_may_injure_again() -> None:
    guns = (gun("gun", type="Heavy"), gun("rifle", type="Heavy"))
    state = position(
        model("a1", (500, 500), weapons=guns),
        model("b1", (1600, 500)),
        model("b2", FAR_AWAY),
        phase="shooting",
        step="fire-at-will",
    )
    action = Shoot(model="a1", volleys=(Volley("gun", "b1"), Volley("rifle", "b1")))
    done = decide(state, "a", action, [HIT, 4, 1, 3, HIT, 4, 1, 3])  # a flesh wound, then 3 + 1 kills
    assert done.state.models["b1"].out


# mortal wounds


def mortals(count: int, dice: list[int], option: int = 1, **target: Any) -> State:
    state = position(
        model("a1"), model("b1", (1600, 500), **target), options={"kt.gap.mortal-wound-injury-dice": option}
    )
    ctx = Context(KT, state, "a", tuple(dice))
    wound.mortal(ctx, state.models["b1"], count, "kt.damage.mortal", "a")
    assert ctx.read == len(dice)
    return state


def test_mortal_wounds_take_wounds_without_a_save() -> None:
    # kt.damage.mortal: 2 off 3, no save of either kind
    assert mortals(2, [], W=3, Sv=2, has={"kt.save.invulnerable": 2}).models["b1"].wounds == 1


def test_mortal_wounds_fall_one_at_a_time() -> None:
    # kt.gap.mortal-wound-injury-dice: the second of three is the last wound, 1 die; the third is lost
    after = mortals(3, [2], W=2)
    assert (after.models["b1"].wounds, words.flesh_wounds(after.models["b1"])) == (1, 1)


def test_mortal_wounds_as_one_batch() -> None:
    # the other reading: 3 at once, 3 dice
    assert mortals(3, [1, 1, 4], option=0, W=2).models["b1"].out
