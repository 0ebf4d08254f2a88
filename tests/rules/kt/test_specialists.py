"""The passives of the ten specialists."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Counted, Noted, Rolled
from rules.kernel.state import Mark, Model, State
from rules.kt import words
from rules.kt.fight import Blow, Fight
from rules.kt.morale import Morale, NerveTest
from rules.kt.move import Advance
from rules.kt.shoot import Shoot, Volley
from rules.kt.sight import SightFact
from rules.kt.specialist.comms import Scan

from .board import KT, blade, decide, effects_of, gun, model, objections, position, refusal, wanted

SHAKEN: dict[str, Mark] = {words.SHAKEN: 1}
FLESH: dict[str, Mark] = {words.FLESH: 1}


def specialist(name: str, key: str = "a1", at: tuple[int, int] = (500, 500), **of_model: Any) -> Model:
    return model(key, at, has={f"kt.specialist.{name}": 1}, **of_model)


def target(**of_model: Any) -> Model:
    return model("b1", (1600, 500), **of_model)


def field(*models: Model, **of_position: Any) -> State:
    return position(*models, **{"phase": "shooting", "step": "fire-at-will", **of_position})


SHOOT = Shoot(model="a1", volleys=(Volley("gun", "b1"),))


# Leader


@pytest.mark.parametrize(
    ("leader", "income"),
    [
        pytest.param({}, 2, id="kt.specialist.leader.passive"),
        pytest.param({"game": SHAKEN}, 1, id="kt.specialist.leader.passive.shaken"),
        pytest.param({"out": True}, 1, id="kt.specialist.leader.passive.dead"),
        pytest.param({"at": None}, 1, id="kt.specialist.leader.passive.off-table"),
    ],
)
@pytest.mark.decides("kt.cp.leader-income", "kt.cp.vanilla-income-cap", by="kt.specialist.leader.passive")
def test_leader_income(leader: dict[str, Any], income: int) -> None:
    # kt.cp.round-income, kt.cp.leader-income, kt.cp.vanilla-income-cap: 1 and 1 more
    models = [specialist("leader", **leader), model("a2", (500, 900)), model("b1", (2900, 2100))]
    state = position(*models, phase="morale", step="break", to_act="b", order=("a", "b"))
    # the other side has nothing to recover from, and b's Morale phase ends the round
    done = decide(state, "b", Morale())
    assert done.state.round == 2
    assert done.state.sides["a"].counters == {"cp": income}
    assert done.state.sides["b"].counters == {"cp": 1}
    extra = effects_of(done, Counted, "kt.specialist.leader.passive")
    assert [(e.side, e.by) for e in extra] == ([("a", 1)] if income == 2 else [])


# Combat and Zealot


def duel(fighter: Model) -> State:
    return field(fighter, model("b1", (620, 500), T=5), model("b2", (500, 620)), phase="fight", step="lives")


def blows(attacks: int, weapon: str = "blade") -> Fight:
    return Fight(model="a1", blows=(Blow(weapon, "b1", attacks),))


@pytest.mark.decides("kt.specialist.combat.passive", by="kt.fight.split")
def test_combat_has_one_more_attack() -> None:
    # kt.specialist.combat.passive: A 2, so 3 and not 4
    state = duel(specialist("combat", A=2))
    done = decide(state, "a", blows(3), [1, 1, 1])
    assert [(e.model, e.value, e.text) for e in effects_of(done, Noted, "kt.specialist.combat.passive")] == [
        ("a1", 1, "attacks")
    ]
    assert refusal(state, "a", blows(4)) == "kt.fight.split"


CHARGED: dict[str, Mark] = {words.CHARGED: ("b1",), words.CHARGE_TRIED: ("b1",)}


@pytest.mark.parametrize(
    ("marks", "attacks", "table"),
    [
        pytest.param(CHARGED, 2, "kt.wound.table.equal", id="kt.specialist.zealot.passive"),  # S 4 + 1 against T 5
        pytest.param({}, 1, "kt.wound.table.lower", id="kt.specialist.zealot.passive.stood"),
        pytest.param(
            {words.CHARGE_TRIED: ("b1",)}, 1, "kt.wound.table.lower", id="kt.specialist.zealot.passive.failed-charge"
        ),
    ],
)
@pytest.mark.decides("kt.specialist.zealot.passive", by="kt.hit.melee.roll")
def test_zealot(marks: dict[str, Any], attacks: int, table: str) -> None:
    state = duel(specialist("zealot", round=marks))
    done = decide(state, "a", blows(0), [6] * attacks + [1] * attacks)
    assert [(r.rule, len(r.faces)) for r in effects_of(done, Rolled)] == [
        ("kt.hit.melee.roll", attacks),
        (table, attacks),
    ]


def test_a_zealot_is_no_stronger_with_a_weapon_of_fixed_strength() -> None:
    state = duel(specialist("zealot", round=CHARGED, weapons=(blade(S=4),)))
    assert wanted(state, "a", blows(1), [6]) == (1, "kt.wound.table.lower")


# Comms


def scanning(*models: Model, **of_position: Any) -> State:
    return field(
        specialist("comms", "a9", (500, 1200)),
        model("a1", (500, 500), weapons=(gun(type="Heavy"),)),
        *models,
        target(),
        **of_position,
    )


SCAN = Scan(model="a9", friend="a1")


def test_comms_adds_one_to_hit() -> None:
    # kt.specialist.comms.passive: a 2 hits with BS 3+
    scanned = decide(scanning(), "a", SCAN)
    assert scanned.state.to_act == "a"
    (roll,) = effects_of(decide(scanned.state, "a", SHOOT, [2, 1]), Rolled, "kt.hit.ranged.roll")
    assert (roll.modifiers, roll.passed) == ((("kt.specialist.comms.passive", 1),), (1,))


def test_comms_helps_the_chosen_model_only() -> None:
    other = model("a2", (500, 700))
    scanned = decide(scanning(other), "a", SCAN)
    action = Shoot(model="a2", volleys=(Volley("gun", "b1"),))
    (roll,) = effects_of(decide(scanned.state, "a", action, [2, 2]), Rolled, "kt.hit.ranged.roll")
    assert roll.modifiers == ()


@pytest.mark.parametrize(
    ("state", "action", "clause"),
    [
        pytest.param(scanning(), Scan(model="a1", friend="a9"), "kt.specialist.comms.passive", id="no-specialist"),
        pytest.param(scanning(), Scan(model="a9", friend="a9"), "kt.specialist.comms.passive", id="itself"),
        pytest.param(scanning(), Scan(model="a9", friend="b1"), "kt.specialist.comms.passive", id="enemy"),
        pytest.param(
            scanning(model("a2", (500, 2000))), Scan(model="a9", friend="a2"), "kt.specialist.comms.passive", id="far"
        ),
        pytest.param(
            scanning(model("a2", (500, 900), phase={words.SHOT: 1})),
            Scan(model="a9", friend="a2"),
            "kt.specialist.comms.passive",
            id="has-shot",
        ),
        pytest.param(scanning(phase="movement"), SCAN, "kt.specialist.comms.passive", id="other-phase"),
        pytest.param(scanning(to_act="b"), SCAN, "kt.shoot.alternate", id="other-side"),
    ],
)
def test_comms_is_refused(state: State, action: Scan, clause: str) -> None:
    assert refusal(state, "a", action) == clause


def test_comms_reaches_exactly_six_inches_once_a_phase() -> None:
    state = scanning(model("a2", (1200, 1200)))  # gap of 6"
    done = decide(state, "a", Scan(model="a9", friend="a2"))
    assert refusal(done.state, "a", SCAN) == "kt.specialist.comms.passive"
    offered = {(o.action, o.model, o.targets) for o in rules.options(KT, state) if o.action == "comms"}
    assert offered == {("comms", "a9", ("a1", "a2"))}
    assert not [o for o in rules.options(KT, done.state) if o.action == "comms"]


def test_a_shaken_comms_specialist_helps_nobody() -> None:
    state = scanning()
    state.models["a9"].game = dict(SHAKEN)
    assert refusal(state, "a", SCAN) == "kt.morale.shaken-effect"
    assert not [o for o in rules.options(KT, state) if o.action == "comms"]
    assert objections(state, "a", SCAN) == ["kt.morale.shaken-effect"]


# Demolitions


@pytest.mark.parametrize(
    ("obscured", "modifiers"),
    [
        pytest.param("model", (("kt.specialist.demolitions.passive", 1),), id="kt.specialist.demolitions.passive"),
        pytest.param("", (), id="kt.specialist.demolitions.passive.in-the-open"),
    ],
)
def test_demolitions(obscured: str, modifiers: tuple[tuple[str, int], ...]) -> None:
    state = field(specialist("demolitions", weapons=(gun(type="Heavy"),)), target(), mapped=False)
    action = Shoot(model="a1", volleys=(Volley("gun", "b1"),), facts=(SightFact("b1", obscured=obscured),))
    done = decide(state, "a", action, [6, 3, *([4] if obscured else [])])  # 3 + 1 wounds on 4+
    assert effects_of(done, Rolled, "kt.wound.table.equal")[0].modifiers == modifiers


# Heavy


@pytest.mark.parametrize(
    ("kind", "marks"),
    [
        pytest.param("Heavy", {words.MOVED: 1}, id="kt.specialist.heavy.passive.moved"),
        pytest.param("Assault", {words.MOVED: 1, words.ADVANCED: 1}, id="kt.specialist.heavy.passive.advanced"),
    ],
)
@pytest.mark.decides("kt.specialist.heavy.passive", by="kt.hit.ranged.roll")
def test_heavy_ignores_the_penalty(kind: str, marks: dict[str, Any]) -> None:
    weapons = (gun(type=kind),)
    of_shooter: dict[str, Any] = {"weapons": weapons, "round": marks, "game": FLESH}
    for shooter, penalty in (specialist("heavy", **of_shooter), 0), (model("a1", (500, 500), **of_shooter), -1):
        (roll,) = effects_of(decide(field(shooter, target()), "a", SHOOT, [3]), Rolled)
        assert roll.modifiers[0] == ("kt.hit.ranged.mod-flesh-wound", -1)
        assert sum(amount for _, amount in roll.modifiers[1:]) == penalty


def test_heavy_does_not_fire_a_heavy_weapon_after_an_advance() -> None:
    state = field(specialist("heavy", weapons=(gun(type="Heavy"),), round={words.ADVANCED: 1}), target())
    assert refusal(state, "a", SHOOT) == "kt.shoot.select.not-advanced"


# Medic and Veteran


def nerves(tester: Model, *others: Model) -> tuple[tuple[str, int], ...]:
    state = position(tester, *others, model("b1", (2900, 2100)), phase="morale", step="nerve")
    done = decide(state, "a", NerveTest(model="a1"), [1])
    return effects_of(done, Rolled, "kt.morale.nerve-roll")[0].modifiers


@pytest.mark.parametrize(
    ("at", "modifiers"),
    [
        pytest.param(
            (800, 500), (("kt.morale.nerve-test.modifier-friends", -1),), id="kt.specialist.medic.passive.near"
        ),
        pytest.param((801, 500), (), id="kt.specialist.medic.passive.far"),
    ],
)
@pytest.mark.decides("kt.specialist.medic.passive", by="kt.morale.nerve-test.modifier-friends")
def test_a_shaken_medic_does_not_count_as_shaken(at: tuple[int, int], modifiers: tuple[tuple[str, int], ...]) -> None:
    assert nerves(model("a1", (500, 500), game=FLESH), specialist("medic", "a2", at, game=SHAKEN)) == modifiers


@pytest.mark.decides("kt.specialist.veteran.passive", by="kt.morale.nerve-test.modifier-dead")
def test_a_veteran_ignores_penalties_and_keeps_bonuses() -> None:
    # kt.specialist.veteran.passive: one dead and one shaken count for others, -1 for a friend stays
    others = [model("a2", out=True), model("a3", (2000, 500), game=SHAKEN), model("a4", (800, 500))]
    assert nerves(specialist("veteran", game=FLESH), *others) == (("kt.morale.nerve-test.modifier-friends", -1),)
    assert len(nerves(model("a1", (500, 500), game=FLESH), *others)) == 3


# Scout


@pytest.mark.parametrize(
    ("reroll", "dice", "limit"),
    [
        pytest.param(2, [2, 5], 1100, id="kt.specialist.scout.passive"),  # 6" and a 5
        pytest.param(2, [3], 900, id="kt.specialist.scout.passive.kept"),
        pytest.param(0, [1], 700, id="kt.specialist.scout.passive.declined"),
        pytest.param(6, [6, 1], 700, id="kt.dice.reroll-once"),  # the second result stands
    ],
)
def test_scout(reroll: int, dice: list[int], limit: int) -> None:
    state = position(specialist("scout"), model("b1", (2900, 2100)))
    done = decide(state, "a", Advance(model="a1", reroll=reroll), dice)
    assert done.state.pending is not None and done.state.pending.value == limit


def test_only_a_scout_rolls_again() -> None:
    state = position(model("a1"), model("b1", (2900, 2100)))
    assert refusal(state, "a", Advance(model="a1", reroll=3)) == "kt.specialist.scout.passive"


# Sniper


@pytest.mark.parametrize(
    ("dice", "passed"),
    [
        pytest.param([1, 3, 3, 1, 1], (1, 1), id="kt.specialist.sniper.passive"),  # the 1 becomes 3; two wound dice
        pytest.param([1, 1, 1, 1], (0, 0), id="kt.specialist.sniper.passive.again-1"),  # once each
        pytest.param([2, 2], (0, 0), id="kt.specialist.sniper.passive.only-1s"),
    ],
)
@pytest.mark.decides("kt.specialist.sniper.passive", by="kt.hit.ranged.roll")
def test_sniper(dice: list[int], passed: tuple[int, ...]) -> None:
    state = field(specialist("sniper", weapons=(gun(type="Heavy", attacks=2),)), target())
    done = decide(state, "a", SHOOT, dice)
    assert effects_of(done, Rolled, "kt.hit.ranged.roll")[0].passed == passed


def test_a_sniper_does_not_roll_again_in_melee() -> None:
    assert decide(duel(specialist("sniper")), "a", blows(1), [1]).dice == (1,)


def test_a_modified_one_is_not_rolled_again() -> None:
    # kt.dice.natural: a 2 with -1 for a flesh wound
    state = field(specialist("sniper", weapons=(gun(type="Heavy"),), game=FLESH), target())
    assert decide(state, "a", SHOOT, [2]).dice == (2,)
