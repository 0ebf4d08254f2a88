"""What the engine does not know: abilities as declared facts and modifiers, marked as declared in the trace."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.actions import Fact, Modifier, most_of
from rules.kernel.effects import Marked, Placed, Removed, Rolled, WoundsSet
from rules.kernel.errors import Malformed
from rules.kernel.events import Claim
from rules.kernel.sheet import Ability
from rules.kernel.state import State
from rules.kt import words
from rules.kt.fight import Blow, Fight
from rules.kt.shoot import Shoot, Volley

from .board import blade, decide, effects_of, gun, model, objections, position, refusal

RESILIENT = Ability("Disgustingly Resilient", "Each time a model loses a wound, roll a D6 ...")
EAGLE_EYE = Ability("Eagle Eye", "Add up to three: add 3 to hit rolls and to wound rolls of this model.")
IRON_HALO = Ability("Iron Halo", "Add 3 to saving throws, subtract 1 from injury rolls.")
GRAV = gun("gun", type="Heavy", name="Grav-gun", text="If the target has a Save of 3+ or better ...")


def field(**of_position: Any) -> State:
    return position(
        model("a1", (500, 500), weapons=(GRAV, blade()), abilities=(EAGLE_EYE, Ability("Luck of Fools"))),
        model("b1", (1600, 500), abilities=(RESILIENT, IRON_HALO), W=2),
        **{"phase": "shooting", "step": "fire-at-will", **of_position},
    )


def said(*changes: Claim, ability: str = RESILIENT.name, by: str = "b1") -> Fact:
    return Fact(model=by, ability=ability, changes=changes)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        pytest.param(Claim(model="b1", wounds=1), WoundsSet, id="log.fact.wounds"),
        pytest.param(Claim(model="a1", out=True), Removed, id="log.fact.out"),
        pytest.param(Claim(model="b1", at=(900, 900, 0)), Placed, id="log.fact.at"),
        pytest.param(Claim(model="b1", marks={words.FLESH: 1}), Marked, id="log.fact.marks"),
    ],
)
def test_a_fact_is_applied_and_marked_as_declared(change: Claim, kind: type) -> None:
    done = decide(field(), "b", said(change))
    changed = [effect for effect in done.effects if isinstance(effect, kind)]
    assert [effect.rule for effect in changed] == ["log.fact"]


def test_a_fact_names_an_ability_printed_on_the_model() -> None:
    assert refusal(field(), "b", said(ability="Feel No Pain")) == "log.fact"
    assert refusal(field(), "a", said(by="a1")) == "log.fact"
    assert objections(field(), "b", said(Claim(model="b1", wounds=1), ability="Luck")) == ["log.fact"]


def test_the_text_of_a_weapon_is_an_ability_too() -> None:
    done = decide(field(), "a", said(Claim(model="b1", wounds=1), ability="Grav-gun", by="a1"))
    assert done.state.models["b1"].wounds == 1


def test_a_mark_lasts_as_long_as_is_said() -> None:
    acted = "kt.shoot.once-per-phase"
    model = decide(field(), "b", said(Claim(model="b1", marks={acted: 1}, until="phase"))).state.models["b1"]
    assert (model.phase, acted in model.game) == ({acted: 1}, False)
    with pytest.raises(Malformed, match="lasts for the game, not for the phase"):
        decide(field(), "b", said(Claim(model="b1", marks={words.FLESH: 1}, until="phase")))


def test_a_fact_about_nobody_cannot_be_read() -> None:
    with pytest.raises(Malformed, match=r"changes\[0\]\.model"):
        decide(field(), "b", said(Claim(model="b9", wounds=1)))


# modifiers


def shoot(*modifiers: Modifier) -> Shoot:
    return Shoot(model="a1", volleys=(Volley("gun", "b1"),), modifiers=modifiers)


def bonus(roll: str, amount: int, by: str = "a1", ability: str = "Eagle Eye") -> Modifier:
    return Modifier(roll=roll, amount=amount, model=by, ability=ability)


def natural_one(modifier: Modifier, dice: list[int], rule: str, passed: int, *, row: str) -> Any:
    return pytest.param(modifier, dice, rule, passed, id=row, marks=pytest.mark.decides(row, by=rule))


@pytest.mark.parametrize(
    ("modifier", "dice", "rule", "passed"),
    [
        pytest.param(bonus("hit", 1), [2, 1], "kt.hit.ranged.roll", 1, id="log.fact.hit"),  # 2 + 1 is BS 3+
        natural_one(bonus("hit", 2), [1], "kt.hit.ranged.roll", 0, row="kt.hit.natural-1"),  # 1 + 2 would be BS 3+
        natural_one(bonus("hit", 2), [2, 1], "kt.hit.ranged.roll", 1, row="kt.hit.natural-1"),
        pytest.param(bonus("wound", 1), [3, 3, 6], "kt.wound.table.equal", 1, id="log.fact.wound"),
        natural_one(bonus("wound", 3), [3, 1], "kt.wound.table.equal", 0, row="kt.wound.natural-1"),  # 1 + 3
        natural_one(bonus("wound", 3), [3, 2, 6], "kt.wound.table.equal", 1, row="kt.wound.natural-1"),
        pytest.param(bonus("save", -1, "b1", IRON_HALO.name), [3, 4, 4], "kt.save.roll", 0, id="log.fact.save"),
        natural_one(bonus("save", 3, "b1", IRON_HALO.name), [3, 4, 1], "kt.save.roll", 0, row="kt.save.natural-1"),
        natural_one(bonus("save", 3, "b1", IRON_HALO.name), [3, 4, 2], "kt.save.roll", 1, row="kt.save.natural-1"),
    ],
)
def test_declared_modifiers(modifier: Modifier, dice: list[int], rule: str, passed: int) -> None:
    done = decide(field(), "a", shoot(modifier), dice)
    (roll,) = effects_of(done, Rolled, rule)
    assert (roll.modifiers, roll.passed) == ((("log.fact", modifier.amount),), (passed,))


def test_a_declared_modifier_of_an_injury_roll() -> None:
    state = field()
    state.models["b1"].wounds = 1
    done = decide(state, "a", shoot(bonus("injury", -1, "b1", IRON_HALO.name)), [3, 4, 1, 4])  # 4 - 1 = 3
    assert not done.state.models["b1"].out


def test_a_modifier_names_an_ability_printed_on_its_model() -> None:
    assert refusal(field(), "a", shoot(bonus("hit", 1, ability="Luck")), [3]) == "log.fact"


@pytest.mark.parametrize(
    ("modifiers", "most"),
    [
        pytest.param((bonus("hit", 1, ability="Luck of Fools"),), None, id="log.fact.usual"),
        pytest.param((bonus("hit", 2, ability="Luck of Fools"),), "by 1 at most", id="log.fact.beyond-usual"),
        pytest.param((bonus("hit", -2, ability="Luck of Fools"),), "by 1 at most", id="log.fact.below-usual"),
        pytest.param((bonus("hit", 0, ability="Luck of Fools"),), "not by 0", id="log.fact.nothing"),
        pytest.param((bonus("hit", 3),), None, id="log.fact.printed"),
        pytest.param((bonus("hit", 4),), "by 3 at most", id="log.fact.beyond-printed"),
        pytest.param((bonus("hit", 6),), "by 3 at most", id="log.fact.six"),
        pytest.param((bonus("save", 1),), "hit and wound rolls, not about save", id="log.fact.other-roll"),
        pytest.param((bonus("hit", 1), bonus("hit", 1)), "named twice", id="log.fact.twice"),
        pytest.param((bonus("hit", 1), bonus("wound", 1)), None, id="log.fact.each-roll"),
    ],
)
def test_an_ability_gives_what_its_text_can_give(modifiers: tuple[Modifier, ...], most: str | None) -> None:
    if most is None:
        decide(field(), "a", shoot(*modifiers), [1] if modifiers[0].roll == "hit" else [])
        return
    with pytest.raises(rules.IllegalAction, match=most) as refused:
        decide(field(), "a", shoot(*modifiers), [1, 1])
    assert refused.value.clause == "log.fact"


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("", 1),
        ("You can re-roll hit rolls of 1.", 1),
        ("Add 1 to Injury rolls made for this model.", 1),
        ("Subtract 2 from hit rolls.", 2),
        ("This model has +2 to its saving throws.", 2),
        ('Move up to +6" and roll 2D6-3D6.', 1),
        ("Прибавьте 2 к броскам на попадание.", 2),
        ("Add 9 to the roll.", 1),
    ],
)
def test_the_most_that_a_text_prints(text: str, most: int) -> None:
    assert most_of(text) == most


def test_a_modifier_of_no_roll_cannot_be_read() -> None:
    with pytest.raises(Malformed, match="'damage' is none of hit, wound, save, injury"):
        decide(field(), "a", shoot(bonus("damage", 1)), [3])


def test_modifiers_in_melee() -> None:
    state = field(phase="fight", step="lives")
    state.models["b1"].at = (620, 500, 0)
    action = Fight(model="a1", blows=(Blow("blade", "b1", 1),), modifiers=(bonus("hit", -1),))
    (roll,) = effects_of(decide(state, "a", action, [3]), Rolled)
    assert (roll.modifiers, roll.passed) == ((("log.fact", -1),), (0,))


# claims


def test_a_claim_that_differs_stands_and_is_objected_to() -> None:
    state = field()
    claim = [Claim(model="b1", wounds=2)]
    done = decide(state, "a", shoot(), [3, 4, 1], claim=claim, lenient=True)
    assert done.state.models["b1"].wounds == 2
    assert [finding.rule for finding in done.findings] == ["kt.damage.apply"]
    agreed = decide(state, "a", shoot(), [3, 4, 1], claim=[Claim(model="b1", wounds=1)], lenient=True)
    assert not agreed.findings
