"""Close combat: who strikes, when, whom; the rolls to hit, to wound and to save; characteristics and parts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import rules
from rules.kernel.context import Context
from rules.kernel.effects import Noted, Removed, Rolled, WoundsSet
from rules.kernel.errors import IllegalAction
from rules.kernel.sheet import Weapon
from rules.kernel.state import State
from rules.odds import odds
from rules.t9a import strikes
from rules.t9a.melee import Aimed, Allocate, Fight
from rules.t9a.turn import Pass

from .battle import against, duel, fought, melee, one, rolls
from .parade import RIGHT, asked, decide, effects_of, foes, ground, refusal, regiment

HIT, WOUND, SAVE = "t9a.core.melee-to-hit", "t9a.core.to-wound", "t9a.core.saves"
CHARACTER = ("Standard", "Infantry", "Character")


# to hit


@pytest.mark.parametrize(
    ("offence", "defence", "needed"),
    [
        pytest.param(7, 3, 2, id="t9a.core.melee-to-hit.plus-4"),
        pytest.param(6, 3, 3, id="t9a.core.melee-to-hit.plus-3"),
        pytest.param(4, 3, 3, id="t9a.core.melee-to-hit.plus-1"),
        pytest.param(3, 3, 4, id="t9a.core.melee-to-hit.equal"),
        pytest.param(1, 4, 4, id="t9a.core.melee-to-hit.minus-3"),
        pytest.param(1, 5, 5, id="t9a.core.melee-to-hit.minus-4"),
        pytest.param(1, 8, 5, id="t9a.core.melee-to-hit.minus-7"),
        pytest.param(1, 9, 6, id="t9a.core.melee-to-hit.minus-8"),
    ],
)
@pytest.mark.parametrize("hits", [False, True])
def test_what_a_die_needs_to_hit(offence: int, defence: int, needed: int, hits: bool) -> None:
    state = duel({"Off": offence}, {"Def": defence})
    done = fought(state, (needed, 1, 1) if hits else (needed - 1, 1))  # then the roll to wound, and the other's blow
    mine = rolls(done, HIT)[0]
    assert (mine.needed, mine.passed) == (needed, (int(hits),))
    assert bool(rolls(done, WOUND)) == hits


def test_a_natural_6_hits_and_a_natural_1_misses_whatever_the_modifiers() -> None:
    """t9a.core.melee-to-hit: skills 1 and 9, and -1 for a failed Fear test, make a 7; and 2+ with +1 still not a 1."""
    afraid: dict[str, Any] = {"phase": {"t9a.fear.fail-shaken": 1}}
    state = melee(one(Off=1, **afraid), against(Def=9))
    done = fought(state, (6, 1, 1))
    assert (rolls(done, HIT)[0].needed, rolls(done, HIT)[0].modifiers) == (6, (("t9a.fear.fail-to-hit", -1),))
    assert rolls(done, HIT)[0].passed == (1,)
    state = melee(one(Off=7), against(**afraid))
    done = fought(state)
    assert (rolls(done, HIT)[0].needed, rolls(done, HIT)[0].modifiers) == (2, (("t9a.fear.fail-to-be-hit", 1),))
    assert rolls(done, HIT)[0].passed == (0,)


# to wound, saves


@pytest.mark.parametrize(
    ("strength", "resilience", "needed"),
    [
        pytest.param(6, 3, 2, id="t9a.core.to-wound.plus-3"),
        pytest.param(5, 3, 2, id="t9a.core.to-wound.plus-2"),
        pytest.param(4, 3, 3, id="t9a.core.to-wound.plus-1"),
        pytest.param(3, 3, 4, id="t9a.core.to-wound.equal"),
        pytest.param(3, 4, 5, id="t9a.core.to-wound.minus-1"),
        pytest.param(3, 5, 6, id="t9a.core.to-wound.minus-2"),
        pytest.param(3, 9, 6, id="t9a.core.to-wound.minus-6"),
    ],
)
@pytest.mark.parametrize("wounds", [False, True])
def test_what_a_die_needs_to_wound(strength: int, resilience: int, needed: int, wounds: bool) -> None:
    done = fought(duel({"Str": strength}, {"Res": resilience}), (6, needed if wounds else needed - 1, 1))
    (roll,) = rolls(done, WOUND)
    assert (roll.needed, roll.passed) == (needed, (int(wounds),))
    assert done.state.models["b1.1"].out == wounds


@pytest.mark.parametrize(
    ("armour", "piercing", "needed"),
    [
        pytest.param(1, 0, 6, id="t9a.core.saves.armour-1"),
        pytest.param(3, 0, 4, id="t9a.core.saves.armour-3"),
        pytest.param(3, 2, 6, id="t9a.core.saves.armour-3-piercing-2"),
        pytest.param(5, 0, 2, id="t9a.core.saves.armour-5"),
        pytest.param(6, 0, 2, id="t9a.core.saves.armour-6-is-2-up"),  # a 1 fails
    ],
)
@pytest.mark.parametrize("saved", [False, True])
def test_what_armour_saves_on(armour: int, piercing: int, needed: int, saved: bool) -> None:
    state = duel({"AP": piercing}, {"Arm": armour})
    done = fought(state, (6, 6, needed if saved else needed - 1, 1))
    (roll,) = rolls(done, SAVE)
    assert (roll.needed, roll.by, roll.passed) == (needed, "b", (int(saved),))
    assert done.state.models["b1.1"].out != saved


def test_armour_that_is_pierced_saves_nothing_and_special_saves_follow() -> None:
    """t9a.core.saves: Armour 2 against Armour Penetration 2 is no save; then Aegis (5+), then Fortitude (6+)."""
    state = duel({"AP": 2}, {"Arm": 2, "Aegis": 5, "Fortitude": 6})
    done = fought(state, (6, 6, 4, 5, 1))
    assert [(roll.needed, roll.passed) for roll in rolls(done, SAVE)] == [(5, (0,)), (6, (0,))]
    assert done.state.models["b1.1"].out
    done = fought(state, (6, 6, 4, 6, 1))
    assert not done.state.models["b1.1"].out
    done = fought(state, (6, 6, 5, 1))
    assert len(rolls(done, SAVE)) == 1


# who strikes


def test_models_in_base_contact_strike_and_those_behind_support_them() -> None:
    """t9a.assumed.combat.supporting: five in front with two attacks each, and one attack of each of five behind."""
    state = melee(regiment("a1", (1000, 1000), 15, Att=2), foes("b1", (1394, 1000), 5, Agi=1))
    done = fought(state, [1] * 15 + [1] * 5)
    first, second = rolls(done, HIT)
    assert (len(first.faces), first.by, len(second.faces)) == (15, "a", 5)
    assert [(e.model, e.value) for e in effects_of(done, Noted, strikes.SUPPORTING)] == [("a1", 5)]


def test_only_models_that_touch_the_enemy_strike() -> None:
    """t9a.assumed.combat.units: a front of five against one of two touches with two, and with a corner of a third."""
    state = melee(regiment("a1", (1000, 1000), 5), foes("b1", (1157, 1000), 2, files=2))
    done = fought(state, [1] * 5)
    assert [len(roll.faces) for roll in rolls(done, HIT)] == [3, 2]


def test_nobody_is_supported_against_an_enemy_on_the_flank() -> None:
    """t9a.assumed.combat.supporting: the files on the flank strike, two models; nobody from behind them."""
    state = melee(regiment("a1", (1000, 1000), 10), regiment("b1", (1000, 1000), 3, files=3, facing=RIGHT))
    ours = strikes.strikes(Context(rules.load("t9a"), state, "a", ()), state.units["a1"])
    assert [(each.model.id, each.supports) for each in ours] == [("a1.1", False), ("a1.6", False)]


def test_the_highest_agility_strikes_first_and_the_dead_do_not_strike() -> None:
    """t9a.assumed.combat.order: Agility 4 kills before Agility 3 has struck."""
    state = duel({"Agi": 4}, {"Agi": 3})
    done = fought(state, (6, 6))
    assert [e.value for e in effects_of(done, Noted, "t9a.assumed.combat.order")] == [4]
    assert [roll.by for roll in rolls(done, HIT)] == ["a"]


def test_the_same_agility_strikes_at_the_same_time() -> None:
    """t9a.assumed.combat.order: both die."""
    done = fought(duel(), (6, 6, 6, 6))
    assert {e.model for e in effects_of(done, Removed)} == {"a1.1", "b1.1"}
    last_roll = max(n for n, e in enumerate(done.effects) if isinstance(e, Rolled))
    assert last_roll < min(n for n, e in enumerate(done.effects) if isinstance(e, WoundsSet))


def test_who_steps_into_the_gap_strikes_when_his_own_agility_comes() -> None:
    """t9a.assumed.combat.order: the dead are taken from the rear, so the front keeps striking."""
    state = melee(one(Agi=5, Att=2), foes("b1", (1118, 1000), 2, files=1, Agi=2))
    done = fought(state, (6, 1, 6, 1))
    assert [(e.model) for e in effects_of(done, Removed)] == ["b1.2"]
    assert [roll.model for roll in rolls(done, HIT)] == ["a1.1", "b1.1"]


# parts of a model


MOUNT = Weapon("hooves", "Hooves", {"Att": 2, "Agi": 2, "Off": 4, "Str": 5, "AP": 1})
LANCE = Weapon("lance", "Lance", {"Str": "+2", "AP": 2})


def test_every_part_of_a_model_strikes_with_its_own_numbers() -> None:
    """t9a.assumed.combat.parts: a rider with a lance at Agility 3, his mount at 2."""
    state = duel({"weapons": (LANCE, MOUNT)}, {"Agi": 1, "HP": 3, "Arm": 4})
    done = fought(state, (6, 6, 1, 6, 1, 1, 1))
    # lance: Strength 5 against 3 is 2+, Armour 4 less 2 is 5+; hooves: Strength 5, skill 4 against 3 is 3+
    assert [(r.needed, len(r.faces)) for r in rolls(done, HIT)] == [(4, 1), (3, 2), (4, 1)]
    assert [r.needed for r in rolls(done, WOUND)] == [2, 2]
    assert rolls(done, SAVE)[0].needed == 5
    assert [e.value for e in effects_of(done, Noted, "t9a.assumed.combat.order")] == [3, 2, 1]


def test_a_model_without_a_weapon_strikes_with_its_hands_and_of_several_with_the_first() -> None:
    """t9a.assumed.combat.parts"""
    sword, axe = Weapon("s", "Sword", {"Str": 4}), Weapon("x", "Axe", {"Str": 6})
    assert [weapon.id for weapon, _ in strikes.parts(_model())] == ["hand"]
    assert [weapon.id for weapon, _ in strikes.parts(_model(weapons=(sword, axe)))] == ["s"]
    assert [n for _, n in strikes.parts(_model(Att=0, weapons=(sword, MOUNT)))] == [2]


def _model(**of_sheet: Any) -> Any:
    return one(**of_sheet)[1][0]


# whom they strike


def led(**hero: Any) -> State:
    """Three of a against two of b with a hero between them: the files of b are b1.1, b1.2 (the hero), b1.3."""
    special = {2: {"keywords": CHARACTER, "HP": 2, "Def": 6, "Res": 4, **hero}}
    return melee(
        regiment("a1", (1000, 1000), 3, files=3, Agi=5), foes("b1", (1236, 1000), 3, files=3, special=special)
    )  # fmt: skip


def test_who_reaches_a_character_is_asked_at_whom_it_strikes() -> None:
    """t9a.assumed.combat.allocation"""
    began = fought(led(), ())
    assert asked(began) == (strikes.ALLOCATION, "a", "a1")
    assert began.state.pending is not None and began.state.pending.targets == ("b1", "b1.2")
    done = decide(began.state, "a", Allocate(unit="a1", attacks=(Aimed("a1.2", "b1.2"),)), (1, 1, 5, 1, 1, 1, 1))
    first, hero = rolls(done, HIT)[:2]
    assert (first.target, len(first.faces), first.needed) == ("b1", 2, 4)
    assert (hero.target, len(hero.faces), hero.needed) == ("b1.2", 1, 4)  # skill 3 against 6
    assert rolls(done, WOUND)[0].needed == 5  # Strength 3 against 4


@pytest.mark.parametrize("action", [Pass(), Allocate(unit="a1")])
def test_without_a_word_they_strike_the_rank_and_file(action: Any) -> None:
    """t9a.assumed.combat.allocation"""
    done = decide(fought(led(), ()).state, "a", action, (1, 1, 1, 1, 1, 1))
    assert [(roll.target, len(roll.faces)) for roll in rolls(done, HIT)[:1]] == [("b1", 3)]


def test_a_character_dies_by_what_was_aimed_at_it_and_no_other() -> None:
    """t9a.assumed.combat.allocation"""
    began = fought(led(HP=1), ()).state
    aimed = Allocate(unit="a1", attacks=tuple(Aimed(f"a1.{n}", "b1.2") for n in (1, 2, 3)))
    done = decide(began, "a", aimed, (6, 6, 6, 6, 6, 6, 1, 1))
    assert [e.model for e in effects_of(done, Removed)] == ["b1.2"]
    assert [e.value for e in effects_of(done, Noted) if e.text == "wounds beyond the last model"] == [2]


def test_attacks_of_a_model_are_divided() -> None:
    """t9a.assumed.combat.allocation"""
    state = led()
    state.models["a1.2"].sheet.profile["Att"] = 3
    began = fought(state, ()).state
    aimed = Allocate(unit="a1", attacks=(Aimed("a1.2", "b1.2", 2), Aimed("a1.2", "b1", 1)))
    done = decide(began, "a", aimed, (1,) * 8)
    assert [(roll.target, len(roll.faces)) for roll in rolls(done, HIT)[:2]] == [("b1", 3), ("b1.2", 2)]


@pytest.mark.parametrize(
    ("aimed", "clause"),
    [
        pytest.param(Aimed("a1.2", "b1.2", 2), strikes.ALLOCATION, id="t9a.assumed.combat.allocation.too-many"),
        pytest.param(Aimed("a1.2", "b1.2", -1), strikes.ALLOCATION, id="t9a.assumed.combat.allocation.negative"),
        pytest.param(Aimed("a1.2", "b1.1"), strikes.ALLOCATION, id="t9a.assumed.combat.allocation.no-target"),
        pytest.param(Aimed("b1.1", "a1"), "t9a.assumed.combat.order", id="t9a.assumed.combat.order.not-now"),
    ],
)
def test_what_cannot_be_aimed(aimed: Aimed, clause: str) -> None:
    began = fought(led(), ()).state
    assert refusal(began, "a", Allocate(unit="a1", attacks=(aimed,))) == clause


def test_nobody_else_answers() -> None:
    """t9a.assumed.combat.allocation"""
    began = fought(led(), ()).state
    assert refusal(began, "b", Allocate(unit="a1")) == strikes.ALLOCATION
    assert refusal(began, "a", Fight(unit="a1")) == strikes.ALLOCATION
    assert refusal(duel(), "a", Allocate(unit="a1")) == strikes.ALLOCATION


def test_both_sides_choose_before_anybody_rolls() -> None:
    """t9a.assumed.combat.allocation: the same Agility; the active side chooses first."""
    hero = {2: {"keywords": CHARACTER}}
    state = melee(
        regiment("a1", (1000, 1000), 3, files=3, special=hero), foes("b1", (1236, 1000), 3, files=3, special=hero)
    )
    began = fought(state, ())
    assert asked(began) == (strikes.ALLOCATION, "a", "a1")
    second = decide(began.state, "a", Allocate(unit="a1", attacks=(Aimed("a1.1", "b1.2"),)))
    assert asked(second) == (strikes.ALLOCATION, "b", "b1")
    done = decide(second.state, "b", Pass(), (1,) * 6)
    assert [(r.by, r.target) for r in rolls(done, HIT)] == [("a", "b1.2"), ("a", "b1"), ("b", "a1")]
    assert not any(strikes.ALLOCATION in m.phase for m in done.state.models.values())


def test_characters_among_themselves_are_struck_one_by_one() -> None:
    """t9a.assumed.combat.allocation: a unit of which two characters are left."""
    heroes = {1: {"keywords": CHARACTER, "Res": 5}, 2: {"keywords": CHARACTER, "Res": 2}}
    state = melee(regiment("a1", (1000, 1000), 1, files=1, Agi=5), foes("b1", (1118, 1000), 2, files=2, special=heroes))
    began = fought(state, ())
    assert began.state.pending is not None and began.state.pending.targets == ("b1.1", "b1.2")
    done = decide(began.state, "a", Allocate(unit="a1", attacks=(Aimed("a1.1", "b1.2"),)), (6, 3, 1))
    assert (rolls(done, WOUND)[0].needed, [e.model for e in effects_of(done, Removed)]) == (3, ["b1.2"])
    alone = melee(one(), against(keywords=CHARACTER))
    assert rolls(fought(alone), HIT)[0].target == "b1"


# declaring


@pytest.mark.parametrize(
    ("state", "by", "unit", "clause"),
    [
        pytest.param(melee(one(), against(at=(1079, 1100))), "a", "a1", HIT, id="t9a.core.melee-to-hit.not-engaged"),
        pytest.param(melee(one(phase={"t9a.core.combat-score": 0}), against()), "a", "a1", HIT,
                     id="t9a.core.melee-to-hit.twice"),
        pytest.param(duel(), "b", "b1", "t9a.core.player-turn", id="t9a.core.player-turn.reactive"),
        pytest.param(ground(one(), against(), phase="shooting", step="shoot"), "a", "a1", "t9a.core.player-turn",
                     id="t9a.core.player-turn.phase"),
        pytest.param(melee(one(at=None), against()), "a", "a1", "table.present", id="table.present"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_a_combat_that_cannot_be_fought(state: State, by: str, unit: str, clause: str) -> None:
    assert refusal(state, by, Fight(unit=unit)) == clause


def test_the_phase_does_not_end_before_every_combat_is_fought() -> None:
    """t9a.core.melee-to-hit"""
    assert refusal(duel(), "a", Pass()) == HIT
    with pytest.raises(IllegalAction):
        decide(duel(), "a", Pass())


def test_odds_of_a_blow() -> None:
    """t9a.core.to-wound: 4+ to hit, 4+ to wound, no save: a quarter; both at once: a sixteenth that both die."""
    found = odds(rules.load("t9a"), duel(), rules.Declaration(by="a", action=Fight(unit="a1")))
    chances = {tuple(key for key, *_ in each.outcome): Fraction(each.numerator, each.denominator) for each in found}
    assert chances == {
        (): Fraction(9, 16), ("a1.1",): Fraction(3, 16), ("b1.1",): Fraction(3, 16), ("a1.1", "b1.1"): Fraction(1, 16),
    }  # fmt: skip
