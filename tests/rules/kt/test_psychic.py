"""The Psychic phase: who casts, the test and its perils, deny, Psybolt."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Measured, Noted, Removed, Rolled, WoundsSet
from rules.kernel.sheet import Ability
from rules.kernel.state import Model, State
from rules.kt import words
from rules.kt.game import Pass
from rules.kt.psychic import Deny, Manifest

from .board import box, decide, effects_of, model, objections, position, refusal, wanted

CAST = Manifest(model="a1")


def psyker(key: str = "a1", at: tuple[int, int] = (500, 500), **of_model: Any) -> Model:
    return model(key, at, **{"keywords": ("PSYKER",), "W": 4, **of_model})


def victim(gap: int = 1000, key: str = "b1", **of_model: Any) -> Model:
    return model(key, (600 + gap, 500), **{"W": 5, **of_model})


def warp(*models: Model, **of_position: Any) -> State:
    return position(*models, **{"phase": "psychic", **of_position})


# who casts


@pytest.mark.parametrize(
    ("clause", "state", "action"),
    [
        pytest.param("kt.psychic.psyker", warp(model("a1"), victim()), CAST, id="kt.psychic.psyker"),
        pytest.param(
            "kt.psychic.psyker", warp(psyker(), victim(), phase="shooting"), CAST, id="kt.psychic.psyker.phase"
        ),
        pytest.param("kt.gap.psychic-order", warp(psyker(), victim(), to_act="b"), CAST, id="kt.gap.psychic-order"),
        pytest.param(
            "kt.psychic.one-caster",
            warp(psyker(), psyker("a2", (500, 900)), victim(), a_round={words.CAST: ("a2",)}),
            CAST,
            id="kt.psychic.one-caster",
        ),
        pytest.param(
            "kt.psychic.one-caster",
            warp(psyker(), victim(), a_round={words.CAST: "none"}),
            CAST,
            id="kt.psychic.one-caster.passed",
        ),
        pytest.param(
            "kt.psychic.choose-power",
            warp(psyker(), victim(), a_round={words.CAST: ("a1",)}),
            CAST,
            id="kt.psychic.choose-power.one-a-round",
        ),
        pytest.param(
            "kt.psychic.choose-power",
            warp(psyker(), victim()),
            Manifest(model="a1", power="Doombolt"),
            id="kt.psychic.choose-power.unknown",
        ),
        pytest.param(
            "kt.morale.shaken-effect",
            warp(psyker(game={words.SHAKEN: 1}), victim()),
            CAST,
            id="kt.morale.shaken-effect",
        ),
    ],
)
def test_a_caster_is_refused(clause: str, state: State, action: Manifest) -> None:
    assert refusal(state, "a", action) == clause


def test_initiative_casts_first_then_the_other() -> None:
    # kt.gap.psychic-order: a fails with 4, then b's psyker has the turn; then the phase is over
    state = warp(psyker(), psyker("b1", (1600, 500)))
    first = decide(state, "a", CAST, [1, 3])
    assert (first.state.phase, first.state.to_act) == ("psychic", "b")
    second = decide(first.state, "b", Manifest(model="b1"), [1, 3])
    assert second.state.phase == "shooting"


def test_casting_may_be_passed() -> None:
    after = decide(warp(psyker(), psyker("b1", (1600, 500))), "a", Pass())
    assert after.state.to_act == "b"


def test_a_datasheet_may_give_two_powers() -> None:
    # kt.psychic.choose-power
    state = warp(psyker(has={"kt.psyker.manifest": 2}), victim())
    first = decide(state, "a", CAST, [1, 3])
    assert (first.state.phase, first.state.to_act) == ("psychic", "a")
    second = decide(first.state, "a", CAST, [1, 3])
    assert second.state.phase == "shooting"


def test_players_may_agree_on_more_casters() -> None:
    # kt.psychic.one-caster as an option, for the factions that lift it
    state = warp(psyker(), psyker("a2", (500, 900)), victim(), options={"kt.psychic.one-caster": 2})
    first = decide(state, "a", CAST, [1, 3])
    assert first.state.phase == "psychic"
    assert refusal(first.state, "a", CAST) == "kt.psychic.choose-power"
    assert decide(first.state, "a", Manifest(model="a2"), [1, 3]).state.phase == "shooting"


# the test


@pytest.mark.parametrize(
    ("dice", "works"),
    [
        pytest.param([2, 3], True, id="kt.psychic.test.5"),
        pytest.param([1, 3], False, id="kt.psychic.test.4"),
    ],
)
def test_psychic_test(dice: list[int], works: bool) -> None:
    done = decide(warp(psyker(), victim()), "a", CAST, dice)
    assert [(e.model, e.to) for e in effects_of(done, WoundsSet)] == ([("b1", 4)] if works else [])
    assert bool(effects_of(done, Noted, "kt.psychic.test")) != works


def test_a_power_the_engine_does_not_know_is_declared() -> None:
    # kt.psychic.resolve: its difficulty is read, its effect is the players' to declare
    known = psyker(abilities=(Ability("Doombolt", "", "power"),))
    state = warp(known, victim())
    power = Manifest(model="a1", power="Doombolt", difficulty=9)
    assert effects_of(decide(state, "a", power, [4, 4]), Noted, "kt.psychic.test")
    assert [e.text for e in effects_of(decide(state, "a", power, [4, 5]), Noted, "kt.psychic.resolve")] == ["Doombolt"]


# Psybolt


@pytest.mark.parametrize(
    ("gap", "hurt"),
    [
        pytest.param(1800, True, id="kt.psychic.psybolt.exactly-18in"),
        pytest.param(1801, False, id="kt.psychic.psybolt.beyond"),
    ],
)
def test_reach_of_psybolt(gap: int, hurt: bool) -> None:
    done = decide(warp(psyker(), victim(gap)), "a", CAST, [2, 3])
    assert bool(effects_of(done, WoundsSet)) == hurt
    assert [e.text for e in effects_of(done, Noted, "kt.psychic.psybolt")] == ([] if hurt else ["no target"])


def test_psybolt_strikes_the_nearest_that_is_seen() -> None:
    # kt.psychic.psybolt: b1 is nearer and hidden behind a wall
    state = warp(psyker(), victim(400), model("b2", (500, 1500), W=5), terrain=(box("wall", 700, 300, 750, 700, 600),))
    done = decide(state, "a", CAST, [2, 3])
    assert [e.model for e in effects_of(done, WoundsSet)] == ["b2"]
    assert [(e.target, e.value) for e in effects_of(done, Measured, "kt.psychic.psybolt")] == [("b2", 900)]


def test_of_two_as_near_the_first_of_the_roster() -> None:
    state = warp(psyker(), model("b1", (500, 1500), W=5), model("b2", (1500, 500), W=5))
    assert [e.model for e in effects_of(decide(state, "a", CAST, [2, 3]), WoundsSet)] == ["b1"]


def test_without_a_map_the_seen_are_declared() -> None:
    state = warp(psyker(), victim(400), victim(800, "b2", W=1), mapped=False)
    assert not effects_of(decide(state, "a", CAST, [2, 3]), WoundsSet)
    seen = Manifest(model="a1", visible=("b2",), covered=("b2",))
    done = decide(state, "a", seen, [2, 3, 4])
    assert effects_of(done, Rolled, "kt.injury.result")[0].modifiers == (("kt.injury.mod-cover", -1),)


def test_psybolt_strikes_into_melee() -> None:
    # kt.gap.psybolt-into-melee: a2 is within 1" of b1
    state = warp(psyker(), model("a2", (1600, 650)), victim())
    assert [e.model for e in effects_of(decide(state, "a", CAST, [2, 3]), WoundsSet)] == ["b1"]


@pytest.mark.parametrize(
    ("dice", "left"),
    [
        pytest.param([5, 6, 5], 2, id="kt.psychic.psybolt.strong.11"),  # D3: a 5 is 3, off 5
        pytest.param([4, 6], 4, id="kt.psychic.psybolt.10"),
    ],
)
def test_strong_psybolt(dice: list[int], left: int) -> None:
    assert decide(warp(psyker(), victim()), "a", CAST, dice).state.models["b1"].wounds == left


def test_cover_counts_against_psybolt() -> None:
    # kt.injury.mod-cover
    wall = box("wall", 1480, 300, 1500, 700, 100)
    done = decide(warp(psyker(), victim(W=1), model("b2", (2900, 2100)), terrain=(wall,)), "a", CAST, [2, 3, 4])
    assert effects_of(done, Rolled, "kt.injury.result")[0].modifiers == (("kt.injury.mod-cover", -1),)
    assert not done.state.models["b1"].out


# perils


@pytest.mark.parametrize(
    ("dice", "left", "works"),
    [
        pytest.param([1, 1, 4], 2, False, id="kt.psychic.perils.1-1"),  # D3: a 4 is 2, off 4; 2 fails the test
        pytest.param([6, 6, 1, 1], 3, True, id="kt.psychic.perils.6-6"),  # 12 passes, Psybolt at D3 (1)
        pytest.param([3, 3], 4, True, id="kt.psychic.perils.3-3"),
    ],
)
def test_perils(dice: list[int], left: int, works: bool) -> None:
    done = decide(warp(psyker(), victim()), "a", CAST, dice)
    assert done.state.models["a1"].wounds == left
    assert (done.state.models["b1"].wounds < 5) == works


def burst(**options: int | str | bool) -> State:
    """A psyker of 1 wound, a friend and an enemy at 3", one just beyond."""
    return warp(
        psyker(W=1),
        model("a2", (500, 900), W=3),
        model("b1", (900, 500), W=3),
        model("b2", (500, 99), W=3),
        options=options,
    )


def test_a_psyker_killed_by_perils_bursts() -> None:
    # kt.psychic.perils.death, kt.gap.perils-each: 6 and 6, D3 (1), injury 4 kills; then a D3 for a2 and for b1
    done = decide(burst(), "a", CAST, [6, 6, 1, 4, 3, 4])
    assert [e.model for e in effects_of(done, Removed)] == ["a1"]
    assert [(r.model, r.faces) for r in effects_of(done, Rolled, "kt.psychic.perils.death")] == [
        ("a2", (3,)),
        ("b1", (4,)),
    ]
    assert {key: m.wounds for key, m in done.state.models.items()} == {"a1": 0, "a2": 1, "b1": 1, "b2": 3}


def test_the_power_of_a_dead_psyker_fails() -> None:
    # kt.gap.power-fails-if-dead: no D3 for Psybolt is read
    done = decide(burst(), "a", CAST, [6, 6, 1, 4, 1, 1])
    assert effects_of(done, Noted, "kt.gap.power-fails-if-dead")


def test_by_the_option_it_takes_effect() -> None:
    # 12 passes: D3 Psybolt (a 6 is 3) on b1, nearest; it has 2 left after the burst: 0, injury 1
    options = {"kt.gap.power-fails-if-dead": False}
    done = decide(burst(**options), "a", CAST, [6, 6, 1, 4, 1, 1, 6, 1])
    assert words.flesh_wounds(done.state.models["b1"]) == 1


def test_injury_from_perils_has_no_cover_and_is_rolled_by_its_owner() -> None:
    # kt.gap.injury-from-perils, kt.gap.injury-roller: one flesh wound, 3 + 1 kills
    state = warp(psyker(W=1, game={words.FLESH: 1}), model("a2", (2000, 2000)), victim())
    done = decide(state, "a", CAST, [1, 1, 1, 3])
    (roll,) = effects_of(done, Rolled, "kt.injury.result")
    assert (roll.by, roll.modifiers) == ("a", (("kt.injury.mod-flesh-wound", 1),))
    assert done.state.models["a1"].out


# deny


def contested(gap: int = 1000, **of_denier: Any) -> State:
    return warp(psyker(), psyker("b1", (600 + gap, 500), **of_denier))


@pytest.mark.parametrize(
    ("state", "asked"),
    [
        pytest.param(contested(2400), True, id="kt.psychic.deny.exactly-24in"),
        pytest.param(
            warp(psyker(), psyker("b1", (500, 2100), base=50), psyker("b2", (3001, 500))), True, id="kt.psychic.deny"
        ),
        pytest.param(warp(psyker(at=(100, 500)), psyker("b1", (2601, 500))), False, id="kt.psychic.deny.beyond"),
        pytest.param(contested(game={words.SHAKEN: 1}), False, id="kt.morale.shaken-effect.deny"),
        pytest.param(contested(round={words.DENIED: 1}), False, id="kt.psychic.deny.once-per-psyker"),
        pytest.param(contested(round={words.DENIED: 1}, has={"kt.psyker.deny": 2}), True, id="kt.psychic.deny.count.2"),
        pytest.param(contested(has={"kt.psyker.deny": 0}), False, id="kt.psychic.deny.count.0"),
        pytest.param(warp(psyker(), victim()), False, id="kt.psychic.deny.no-psyker"),
    ],
)
@pytest.mark.decides("kt.psychic.deny.count", "kt.psychic.deny.once-per-psyker", by="kt.psychic.deny")
def test_who_may_deny(state: State, asked: bool) -> None:
    after = decide(state, "a", CAST, [2, 3])
    assert (after.state.pending is not None) == asked


@pytest.mark.parametrize(
    ("dice", "denied"),
    [
        pytest.param([2, 3], False, id="kt.psychic.deny.roll.tie"),
        pytest.param([2, 4], True, id="kt.psychic.deny.roll.more"),
    ],
)
def test_deny_roll(dice: list[int], denied: bool) -> None:
    asked = decide(contested(), "a", CAST, [2, 3])
    after = decide(asked.state, "b", Deny(model="b1"), dice)
    assert (after.state.models["b1"].wounds == 4) == denied
    assert after.state.pending is None  # kt.psychic.deny.once-per-power: nobody is asked again
    assert after.state.models["b1"].round[words.DENIED] == 1


def test_a_deny_may_be_declined() -> None:
    asked = decide(contested(), "a", CAST, [2, 3])
    assert decide(asked.state, "b", Pass()).state.models["b1"].wounds == 3
    assert wanted(asked.state, "b", Deny(model="b1")) == (2, "kt.psychic.deny.roll")


def test_no_deny_before_the_test_succeeded() -> None:
    # kt.gap.deny-after-success
    failed = decide(contested(), "a", CAST, [1, 3])
    assert failed.state.pending is None
    assert refusal(failed.state, "b", Deny(model="b1")) == "kt.psychic.deny.once-per-power"


def test_only_the_asked_may_deny() -> None:
    state = warp(psyker(), psyker("b1", (1600, 500)), model("b2", (1600, 900)))
    asked = decide(state, "a", CAST, [2, 3])
    assert refusal(asked.state, "b", Deny(model="b2")) == "kt.psychic.deny"
    assert refusal(asked.state, "a", Deny(model="a1")) == "kt.psychic.deny.once-per-power"


def test_what_was_seen_is_remembered_through_a_deny() -> None:
    state = warp(psyker(), psyker("b1", (1600, 500)), model("b2", (900, 500), W=5), mapped=False)
    asked = decide(state, "a", Manifest(model="a1", visible=("b1",)), [2, 3])
    assert decide(asked.state, "b", Pass()).state.models["b1"].wounds == 3


def test_lenient_recording_never_crashes() -> None:
    assert objections(warp(model("a1"), victim()), "a", CAST, [2, 3]) == ["kt.psychic.psyker"]
    assert objections(warp(psyker(), victim()), "b", Deny(model="b1")) == ["kt.psychic.deny.once-per-power"]
