"""Stratagems of specialists: when they may be played, what they cost and what they do."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Counted, Marked, Rolled
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.state import Decision, Mark, Model, State
from rules.kt import words
from rules.kt.charge import ChargeRoll
from rules.kt.fight import Blow, Fight
from rules.kt.game import Pass
from rules.kt.morale import NerveTest
from rules.kt.move import Advance, Move, Ready
from rules.kt.shoot import Shoot, Volley
from rules.kt.stratagem import Stratagem, tactics

from .board import KT, blade, decide, effects_of, gun, model, objections, position, refusal, wanted

PLAY = Stratagem(model="a1")
SHAKEN: dict[str, Mark] = {words.SHAKEN: 1}
FLESH: dict[str, Mark] = {words.FLESH: 1}


def specialist(name: str, **of_model: Any) -> Model:
    return model("a1", (500, 500), has={f"kt.specialist.{name}": 1}, **of_model)


def field(*models: Model, cp: int = 3, **of_position: Any) -> State:
    """The second section of the Shooting phase, an enemy 10" away."""
    enemy = model("b1", (1600, 500), W=9)
    return position(*models, enemy, cp=cp, **{"phase": "shooting", "step": "fire-at-will", **of_position})


SHOOT = Shoot(model="a1", volleys=(Volley("gun", "b1"),))
SNIPER = specialist("sniper", weapons=(gun(type="Heavy"),))


# price and time


def test_a_stratagem_costs_a_command_point() -> None:
    # kt.stratagem.cost, kt.gap.cp-carry-over
    done = decide(field(SNIPER, cp=1), "a", PLAY)
    assert [(e.counter, e.by) for e in effects_of(done, Counted)] == [("cp", -1)]
    assert done.state.sides["a"].counters == {"cp": 0}
    assert refusal(done.state, "a", PLAY) == "kt.stratagem.cost"
    assert refusal(field(SNIPER, cp=1, options={"kt.stratagem.cost": 2}), "a", PLAY) == "kt.stratagem.cost"


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        pytest.param(field(SNIPER, phase="movement"), "kt.specialist.sniper.stratagem", id="other-phase"),
        pytest.param(field(SNIPER, to_act="b"), "kt.specialist.sniper.stratagem", id="other-side"),
        pytest.param(
            field(specialist("sniper", phase={words.SHOT: 1})), "kt.specialist.sniper.stratagem", id="has-shot"
        ),
        pytest.param(
            field(specialist("sniper", phase={words.FIRED: ("gun",)})), "kt.specialist.sniper.stratagem", id="has-fired"
        ),
        pytest.param(
            field(specialist("sniper", game=SHAKEN)),
            "kt.gap.stratagem-source-state",
            id="kt.gap.stratagem-source-state.shaken",
        ),
        pytest.param(
            field(specialist("sniper", out=True), model("a2")),
            "kt.gap.stratagem-source-state",
            id="kt.gap.stratagem-source-state.dead",
        ),
        pytest.param(
            field(model("a1", (500, 500))), "kt.roster.stratagem-definition", id="kt.roster.stratagem-definition"
        ),
    ],
)
def test_a_stratagem_is_refused(state: State, clause: str) -> None:
    assert refusal(state, "a", PLAY) == clause
    assert clause in objections(state, "a", PLAY)


@pytest.mark.decides("kt.roster.specialisation-grants", by="kt.roster.stratagem-definition")
def test_a_specialisation_gives_a_passive_and_a_stratagem() -> None:
    # kt.roster.specialisation-grants: a Sniper rolls its 1 again and plays its stratagem, another model does neither
    plain = field(model("a1", (500, 500), weapons=(gun(type="Heavy"),)))
    assert decide(field(SNIPER), "a", SHOOT, [1, 2]).dice == (1, 2)
    assert decide(plain, "a", SHOOT, [1]).dice == (1,)
    assert decide(field(SNIPER), "a", PLAY).state.sides["a"].counters == {"cp": 2}
    assert refusal(plain, "a", PLAY) == "kt.roster.stratagem-definition"


def test_nothing_is_played_while_a_decision_waits() -> None:
    asked = Decision("kt.psychic.deny", "b", "a1")
    assert refusal(field(SNIPER, pending=asked), "a", PLAY) == "kt.psychic.deny"


def test_the_same_stratagem_twice_a_phase_by_the_option() -> None:
    # kt.gap.stratagem-repeat
    first = decide(field(SNIPER), "a", PLAY)
    second = decide(first.state, "a", PLAY)
    (roll,) = effects_of(decide(second.state, "a", SHOOT, [1, 1]), Rolled)  # the passive rolls the 1 again
    assert roll.modifiers == (("kt.specialist.sniper.stratagem", 2),)
    once = decide(field(SNIPER, options={"kt.gap.stratagem-repeat": False}), "a", PLAY)
    assert refusal(once.state, "a", PLAY) == "kt.gap.stratagem-repeat"
    assert not [o for o in rules.options(KT, once.state) if o.action == "stratagem"]


def test_what_can_be_played_is_offered() -> None:
    offered = [(o.model, o.clause) for o in rules.options(KT, field(SNIPER)) if o.action == "stratagem"]
    assert offered == [("a1", "kt.specialist.sniper.stratagem")]
    assert not [o for o in rules.options(KT, field(SNIPER, cp=0)) if o.action == "stratagem"]


def test_every_stratagem_that_can_be_played_is_in_the_catalogue_as_enforced() -> None:
    for key, (_, clause) in KT.clauses.items():
        if key.startswith("kt.specialist.") and key.endswith(".stratagem"):
            assert (clause.status == "enforced") == (key.removesuffix(".stratagem") in tactics())


def test_a_specialist_that_is_not_set_up_reaches_nobody() -> None:
    """Even where a broken rule is only noted there is nothing to measure."""
    medic = model("a1", None, has={"kt.specialist.medic": 1})
    state = position(medic, model("a2"), model("b1", (2900, 2100)), cp=1, phase="deployment")
    play = Stratagem(model="a1", friend="a2")
    assert {"kt.specialist.medic.stratagem", "table.present"} <= set(objections(state, "a", play))


# what they do


def played(state: State) -> State:
    return decide(state, "a", PLAY).state


def test_sniper() -> None:
    # kt.specialist.sniper.stratagem: a 2 hits with BS 3+, and a natural 1 is rolled again by the passive
    (hit, _) = effects_of(decide(played(field(SNIPER)), "a", SHOOT, [2, 1]), Rolled)
    assert (hit.modifiers, hit.passed) == ((("kt.specialist.sniper.stratagem", 1),), (1,))


def test_demolitions() -> None:
    # kt.specialist.demolitions.stratagem: S 4 against T 4, a 3 wounds
    state = played(field(specialist("demolitions", weapons=(gun(type="Heavy"),))))
    roll = effects_of(decide(state, "a", SHOOT, [6, 3, 6]), Rolled)[1]
    assert (roll.modifiers, roll.passed) == ((("kt.specialist.demolitions.stratagem", 1),), (1,))


@pytest.mark.parametrize(
    ("kind", "attacks", "dice", "shots"),
    [
        pytest.param("Heavy", 3, [], 4, id="kt.specialist.heavy.stratagem"),
        pytest.param("Heavy", 1, [], 1, id="kt.specialist.heavy.stratagem.single-shot"),
        pytest.param("Rapid Fire", 1, [], 2, id="kt.specialist.heavy.stratagem.rapid-1"),  # the profile says 1
        pytest.param("Rapid Fire", 2, [], 5, id="kt.specialist.heavy.stratagem.rapid-2"),  # 2 x 2 + 1
        pytest.param("Heavy", "D3", [3], 3, id="kt.specialist.heavy.stratagem.rolled-2"),  # a 3 is a 2
        pytest.param("Heavy", "D3", [1], 1, id="kt.specialist.heavy.stratagem.rolled-1"),
    ],
)
@pytest.mark.decides("kt.specialist.heavy.stratagem", by="kt.hit.ranged.roll")
def test_heavy(kind: str, attacks: int | str, dice: list[int], shots: int) -> None:
    state = played(field(specialist("heavy", weapons=(gun(type=kind, attacks=attacks),))))
    assert wanted(state, "a", SHOOT, dice) == (shots, "kt.hit.ranged.roll")


@pytest.mark.parametrize(
    ("x", "allowed"),
    [
        pytest.param(1300, True, id="kt.specialist.scout.stratagem"),  # 6" and 2"
        pytest.param(1301, False, id="kt.specialist.scout.stratagem.farther"),
    ],
)
@pytest.mark.decides("kt.specialist.scout.stratagem", by="kt.move.normal")
def test_scout(x: int, allowed: bool) -> None:
    scout = specialist("scout")
    state = played(position(scout, model("b1", (2900, 2100)), cp=1))
    action = Move(model="a1", path=((x, 500, 0),))
    if allowed:
        assert decide(state, "a", action).state.models["a1"].at == (x, 500, 0)
    else:
        assert refusal(state, "a", action) == "kt.move.normal"


def test_zealot() -> None:
    # kt.specialist.zealot.stratagem: 6 and 6 of three give two attacks after all base hits; their 6 gives no more
    fighter = specialist("zealot", A=3, weapons=(blade(),))
    models = [fighter, model("b1", (620, 500), W=9), model("b2", (500, 620), W=9)]
    state = played(position(*models, phase="fight", step="lives", cp=1))
    action = Fight(model="a1", blows=(Blow("blade", "b1", 2), Blow("blade", "b2", 1)))
    done = decide(state, "a", action, [6, 2, 6, 6, 2, 1, 1, 1])
    assert [(r.target, r.faces) for r in effects_of(done, Rolled, "kt.hit.melee.roll")] == [
        ("b1", (6, 2)),
        ("b2", (6,)),
        ("b1", (6,)),
        ("b2", (2,)),
    ]


@pytest.mark.decides("kt.specialist.zealot.stratagem", by="kt.hit.melee.roll")
def test_a_modified_six_counts_for_the_zealot() -> None:
    for marks, dice in (FLESH, [6, 1]), ({}, [6, 6, 1, 1]):  # 6 - 1 = 5: none; and the 6 of the extra one gives none
        fighter = specialist("zealot", game=marks, weapons=(blade(),))
        state = played(position(fighter, model("b1", (620, 500), W=9), phase="fight", step="lives", cp=1))
        done = decide(state, "a", Fight(model="a1", blows=(Blow("blade", "b1", 1),)), dice)
        assert len(effects_of(done, Rolled, "kt.hit.melee.roll")) == len(dice) // 2


@pytest.mark.parametrize(
    ("at", "modifiers"),
    [
        pytest.param((500, 800), {"kt.specialist.comms.stratagem": -1}, id="kt.specialist.comms.stratagem"),
        pytest.param((500, 801), {}, id="kt.specialist.comms.stratagem.far"),
    ],
)
def test_comms(at: tuple[int, int], modifiers: dict[str, int]) -> None:
    tester = model("a2", at, game=FLESH)
    state = played(position(specialist("comms"), tester, model("b1", (2900, 2100)), phase="morale", step="nerve", cp=1))
    (roll,) = effects_of(decide(state, "a", NerveTest(model="a2"), [1]), Rolled)
    assert {key: amount for key, amount in roll.modifiers if "comms" in key} == modifiers


def test_comms_does_not_steady_itself() -> None:
    comms = specialist("comms", game=FLESH)
    state = played(position(comms, model("b1", (2900, 2100)), phase="morale", step="nerve", cp=1))
    assert effects_of(decide(state, "a", NerveTest(model="a1"), [1]), Rolled)[0].modifiers == ()


INJECT = Stratagem(model="a1", friend="a2")


def clinic(at: tuple[int, int] = (800, 500), **of_position: Any) -> State:
    friend = model("a2", at, weapons=(blade(),))
    return position(specialist("medic"), friend, model("b1", (2000, 500), W=9), cp=1, **of_position)


def test_medic() -> None:
    # kt.specialist.medic.stratagem: +1 to the advance, to the charge, and to A, for the round
    done = decide(clinic(), "a", INJECT)
    assert [(e.on, e.until) for e in effects_of(done, Marked, "kt.specialist.medic.stratagem")] == [
        ("a", "phase"),
        ("a2", "round"),
    ]
    ran = decide(done.state, "a", Advance(model="a2"), [2])
    assert ran.state.pending is not None and ran.state.pending.value == 900  # 6" + 2 + 1
    done.state.pending = Decision("kt.charge.roll", "a", "a2", ("b1",))
    (roll,) = effects_of(decide(done.state, "a", ChargeRoll(), [1, 2]), Rolled)
    assert roll.modifiers == (("kt.specialist.medic.stratagem", 1),)
    done.state.pending, done.state.phase, done.state.step = None, "fight", "lives"
    done.state.models["b1"].at = (920, 500, 0)
    blows = Fight(model="a2", blows=(Blow("blade", "b1", 2),))
    assert decide(done.state, "a", blows, [1, 1]).dice == (1, 1)


def test_an_injection_comes_first_and_near() -> None:
    rule = "kt.specialist.medic.stratagem"
    assert refusal(clinic((801, 500)), "a", INJECT) == rule
    assert refusal(clinic(), "a", Stratagem(model="a1", friend="a1")) == rule
    assert refusal(clinic(), "a", Stratagem(model="a1", friend="b1")) == rule
    begun = clinic()
    begun.models["a2"].phase[words.ACTED] = 1
    assert refusal(begun, "a", INJECT) == rule
    assert decide(clinic(to_act="b"), "a", INJECT).state.sides["a"].counters == {"cp": 0}
    with pytest.raises(Malformed, match="no model ''"):
        decide(clinic(), "a", PLAY)


@pytest.mark.parametrize("act", [Move(model="b1", path=((1900, 500, 0),)), Ready(model="b1"), Pass(model="b1"), Pass()])
def test_the_start_of_a_phase_is_over_for_both_sides_at_once(act: Action) -> None:
    """kt.specialist.medic.stratagem: the side that moves second plays it before the first side acts, not after."""
    waiting = model("b2", (2000, 900))
    state = clinic(to_act="b", order=("b", "a"))
    state.models["b2"] = waiting
    assert [o.side for o in rules.options(KT, state) if o.action == "stratagem"] == ["a"]
    after = decide(state, "b", act).state
    assert refusal(after, "a", INJECT) == "kt.specialist.medic.stratagem"
    assert not [o for o in rules.options(KT, after) if o.action == "stratagem"]


def test_a_model_that_acted_and_fell_has_begun_the_phase_all_the_same() -> None:
    state = clinic()
    state.models["b2"] = model("b2", (2000, 900), out=True, phase={words.ACTED: 1})
    assert refusal(state, "a", INJECT) == "kt.specialist.medic.stratagem"


def test_every_stratagem_of_the_start_of_a_phase_is_open_until_somebody_acts() -> None:
    """The clauses that say "at the start" are the tactics that `opening` marks, or come before the first phase."""
    for tactic in tactics().values():
        opening = tactic.opening or tactic.acts == "first"
        assert ("at the start of" in KT.clauses[tactic.clause][1].text.lower()) == opening, tactic.clause
