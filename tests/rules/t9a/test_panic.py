"""Panic, rallying, and who is spared."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel import regiment as kernel
from rules.kernel.effects import Marked, Noted, Rolled
from rules.kernel.state import Decision, State
from rules.t9a.discipline import TakeTest
from rules.t9a.flight import Flee
from rules.t9a.melee import Fight
from rules.t9a.rally import RallyReform
from rules.t9a.shooting import Shoot
from rules.t9a.turn import Pass
from tests.rules.t9a.parade import (
    DOWN,
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
    result,
    stands,
    then,
)  # fmt: skip

TEST, FLEEING, SHAKEN, RALLY = "t9a.core.panic.fail", "t9a.core.fleeing", "t9a.core.shaken", "t9a.core.rally"
DESTROYED, BROKEN = "t9a.core.panic.friend-destroyed", "t9a.core.panic.friend-broken"
THROUGH, LOSSES, EXEMPT = "t9a.core.panic.fled-through", "t9a.core.panic.losses", "t9a.core.panic.exempt"
NONE, INSIGNIFICANT = "t9a.insignificant.no-panic", {"t9a.insignificant": 1}
FLED = {FLEEING: "panic"}


def causes(done: rules.Decided) -> dict[str, str]:
    """Which units have to test after a step, and why."""
    return {e.on: e.rule for e in effects_of(done, Marked) if e.key == TEST and e.value == "due"}


def flight(*groups: Group, x: int = 0, y: int = 1000, **more: Any) -> State:
    """b1 has to make a flee move in a direction."""
    asks = Decision("t9a.core.flee-distance", "b", "b1", about={"x": x, "y": y})
    return ground(*groups, pending=asks, **more)


# why


@pytest.mark.parametrize(("gap", "tests"), [(600, True), (601, False)])
def test_friends_of_a_destroyed_unit(gap: int, tests: bool) -> None:
    # t9a.core.panic.friend-destroyed: it flees off the table; 6" from where it stood
    runs = foes("b1", (1394, 4700), game=FLED)
    friend, enemy = foes("b2", (1394 + gap + 394, 4700)), regiment("a1", (3000, 400))
    done = decide(flight(runs, friend, enemy), "b", Flee(unit="b1"), [6, 6])
    assert done.state.units["b1"].formation is None
    assert causes(done) == ({"b2": DESTROYED} if tests else {})
    assert (asked(done) == (TEST, "b", "b2")) is tests


@pytest.mark.parametrize(("gap", "tests"), [(600, True), (601, False)])
def test_friends_of_a_broken_unit(gap: int, tests: bool) -> None:
    # t9a.core.panic.friend-broken
    asks = Decision("t9a.core.break-test", "b", "b1")
    marks = {"t9a.core.combat-score": 0}
    state = ground(regiment("a1"), foes("b1", (1394, 1000), phase=marks), foes("b2", (1394 + gap + 394, 1000)),
                   phase="melee", step="fight", pending=asks)  # fmt: skip
    done = decide(state, "b", TakeTest(unit="b1"), [6, 6])
    assert done.state.units["b1"].game[FLEEING] == "broken"
    assert causes(done) == ({"b2": BROKEN} if tests else {})


@pytest.mark.parametrize(("left", "tests"), [(1394, True), (1789, False)])
def test_units_that_friends_flee_through(left: int, tests: bool) -> None:
    # t9a.core.panic.fled-through: in the way of the fleeing unit, or just beside it
    state = flight(foes("b1", (1394, 1400), game=FLED), foes("b2", (left, 1900), 5), regiment("a1", (1000, 400)))
    done = decide(state, "b", Flee(unit="b1"), [6, 6])
    assert causes(done) == ({"b2": THROUGH} if tests else {})


def shot(wounds: int, count: int = 8, **of_unit: Any) -> rules.Decided:
    """a1 shoots at b1, who loses so many models."""
    state = ground(regiment("a1", weapons=(bow(),)), foes("b1", (1394, 2000), count, files=4, **of_unit),
                   regiment("a9", (6000, 400)), phase="shooting", step="shoot")  # fmt: skip
    return decide(state, "a", Shoot(unit="a1", target="b1"), [*[6] * wounds, *[1] * (10 - wounds), *[6] * wounds])


@pytest.mark.parametrize(("wounds", "tests"), [(2, True), (1, False)])
def test_a_quarter_of_the_health_points_is_much(wounds: int, tests: bool) -> None:
    # t9a.core.panic.losses: 2 of 8
    assert causes(shot(wounds)) == ({"b1": LOSSES} if tests else {})


def test_units_of_one_model_do_not_mind_losses() -> None:
    # t9a.core.panic.losses
    assert causes(shot(2, 1, HP=4)) == {}
    assert causes(shot(2, 2, HP=4)) == {"b1": LOSSES}


def test_losses_count_from_the_beginning_of_the_phase() -> None:
    # t9a.core.panic.losses: 8 of 10 were left when it began, of which it loses 2
    done = shot(2, 8, phase={LOSSES: 8})
    assert causes(done) == {"b1": LOSSES}
    assert causes(shot(2, 8, phase={LOSSES: 9})) == {"b1": LOSSES}
    assert causes(shot(1, 8, phase={LOSSES: 8})) == {}


# who is exempt


@pytest.mark.parametrize(
    ("marks", "fights", "tests"),
    [({}, False, True), ({"game": FLED}, False, False), ({"phase": {EXEMPT: "passed"}}, False, False),
     ({}, True, False)],
)  # fmt: skip
def test_who_is_exempt(marks: dict[str, Any], fights: bool, tests: bool) -> None:
    # t9a.core.panic.exempt: engaged, fleeing, or passed in this phase; b1 flees through b2
    enemy = foes("a1", (1394, 1979), 5) if fights else regiment("a1", (3000, 400))
    runs, victim = foes("b1", (1394, 1400), game=FLED), foes("b2", (1394, 1900), 5, **marks)
    assert ("b2" in causes(decide(flight(runs, victim, enemy), "b", Flee(unit="b1"), [6, 6]))) is tests


def test_passing_exempts_for_the_phase() -> None:
    # t9a.core.panic.exempt
    state = ground(regiment("a1", (3000, 400)), foes("b1"), regiment("a9", (6000, 400)), phase="shooting", step="shoot",
                   pending=Decision(TEST, "b", "b1"))  # fmt: skip
    done = decide(state, "b", TakeTest(unit="b1"), [3, 4])
    assert [e.value for e in effects_of(done, Marked, EXEMPT)] == ["passed"]


# failed


def test_who_panics_flees_from_the_nearest_enemy() -> None:
    # t9a.core.panic.fail
    state = ground(regiment("a1", (1000, 1000)), regiment("a2", (5000, 1000)), foes("b1", (1394, 2000)),
                   phase="shooting", step="shoot", pending=Decision(TEST, "b", "b1"))  # fmt: skip
    failed = decide(state, "b", TakeTest(unit="b1"), [4, 4])
    assert (failed.state.units["b1"].game[FLEEING], asked(failed)) == (
        "panic", ("t9a.core.flee-distance", "b", "b1"),
    )  # fmt: skip
    fled = decide(failed.state, "b", Flee(unit="b1"), [2, 3])
    facing = stands(fled.state, "b1").facing
    assert facing[0] == 0
    assert facing[1] > 0


def test_who_panics_over_losses_flees_from_the_shooter() -> None:
    # t9a.core.panic.fail: from a1, though a2 is nearer
    shooter, near = regiment("a1", (1000, 1000), weapons=(bow(),)), regiment("a2", (2500, 2000), facing=DOWN)
    state = ground(shooter, near, foes("b1", (1394, 2000), 8, files=4), phase="shooting", step="shoot")
    done = decide(state, "a", Shoot(unit="a1", target="b1"), [*[6] * 3, *[1] * 7, 6, 6, 6])
    failed = decide(done.state, "b", TakeTest(unit="b1"), [6, 6])
    fled = stands(decide(failed.state, "b", Flee(unit="b1"), [2, 3]).state, "b1")
    assert 10 * abs(fled.facing[0]) < fled.facing[1]  # almost straight up: from the centre of a1


def test_losses_in_combat_cause_no_panic() -> None:
    # t9a.core.panic.losses: outside combat only
    state = ground(regiment("a1", Off=9, Str=9, Att=2), foes("b1", (1394, 1000)), phase="melee", step="fight")
    done = drawn(state, "a", Fight(unit="a1"))
    assert any(model.out for model in done.state.models.values())
    assert LOSSES not in causes(done).values()


# Insignificant


def fate(special: dict[int, Any], tester: dict[str, Any], **of_unit: Any) -> rules.Decided:
    """b1 flees through b2."""
    state = flight(foes("b1", (1394, 1400), game=FLED, special=special, **of_unit),
                   foes("b2", (1394, 1900), 5, **tester), regiment("a1", (1000, 400)))  # fmt: skip
    return decide(state, "b", Flee(unit="b1"), [6, 6])


def test_nobody_of_worth_panics_over_the_insignificant() -> None:
    # t9a.insignificant.no-panic
    done = fate({}, {}, has=INSIGNIFICANT)
    assert causes(done) == {}
    assert [e.model for e in effects_of(done, Noted, NONE)] == ["b2"]


@pytest.mark.decides("t9a.insignificant.panic-each-other", by=NONE)
@pytest.mark.parametrize(
    ("tester", "tests"),
    [
        ({"has": INSIGNIFICANT}, True),
        ({}, False),
        ({"has": INSIGNIFICANT, "special": {1: {"has": {}}}}, False),  # a mixed unit counts as one without
    ],
)
def test_the_insignificant_panic_over_each_other(tester: dict[str, Any], tests: bool) -> None:
    # t9a.insignificant.panic-each-other
    assert causes(fate({}, tester, has=INSIGNIFICANT)) == ({"b2": THROUGH} if tests else {})


@pytest.mark.decides("t9a.insignificant.all-models", by=NONE)
@pytest.mark.parametrize(("special", "tests"), [({}, False), ({7: {"has": {}}}, True)])
def test_one_model_of_worth_is_enough(special: dict[int, Any], tests: bool) -> None:
    # t9a.insignificant.all-models
    assert causes(fate(special, {}, has=INSIGNIFICANT)) == ({"b2": THROUGH} if tests else {})


@pytest.mark.parametrize("has", [INSIGNIFICANT, {}])
def test_the_end_of_the_insignificant(has: dict[str, int]) -> None:
    # t9a.insignificant.no-panic: also when they are destroyed, or break
    state = flight(foes("b1", (1394, 4700), game=FLED, has=has), foes("b2", (2000, 4700)), regiment("a1", (3000, 400)))
    done = decide(state, "b", Flee(unit="b1"), [6, 6])
    assert causes(done) == ({} if has else {"b2": DESTROYED})


# rallying


def rally(at: tuple[int, int] = (1000, 1000), *more: Group, **of_unit: Any) -> State:
    """a1 is asked to rally; a9 keeps the Movement Phase open."""
    groups = regiment("a1", at, **{"game": FLED, **of_unit}), regiment("a9", (6000, 400)), foes("b1", (5000, 4700))
    return ground(*groups, *more, step="rally", pending=Decision(RALLY, "a", "a1"))


def test_fleeing_units_test_in_step_2_of_their_movement_phase() -> None:
    # t9a.core.rally: those of the active side, one after the other, before anybody moves
    state = ground(regiment("a1", game=FLED), regiment("a2", (3000, 1000), game=FLED), regiment("a9", (6000, 400)),
                   foes("b1", (5000, 4700)), foes("b2", (3000, 4700), game=FLED), phase="charge", step="start",
                   pending=Decision("t9a.core.reform", "a", "a9"))  # fmt: skip
    begun = decide(state, "a", Pass())
    assert asked(begun) == (RALLY, "a", "a1")
    after = then(begun.state, ("a", TakeTest(unit="a1"), [1, 1]), ("a", Pass(), []))
    assert after.pending is not None
    assert (after.pending.clause, after.pending.model) == (RALLY, "a2")
    assert refusal(after, "a", TakeTest(unit="a1")) == "t9a.core.discipline-test"


def test_a_rallied_unit_is_shaken_and_may_reform() -> None:
    # t9a.core.rally
    done = decide(rally(), "a", TakeTest(unit="a1"), [3, 4])
    assert FLEEING not in done.state.units["a1"].game
    assert SHAKEN in done.state.units["a1"].turn
    assert asked(done) == ("t9a.core.reform", "a", "a1")
    reformed = decide(done.state, "a", RallyReform(unit="a1", facing=RIGHT, files=2))
    assert (stands(reformed.state, "a1").facing, stands(reformed.state, "a1").files) == (RIGHT, 2)
    assert stands(decide(done.state, "a", Pass()).state, "a1").facing == UP
    assert refusal(done.state, "b", RallyReform(unit="a1", facing=RIGHT)) == "t9a.core.player-turn"


def test_the_reform_after_rallying_keeps_to_the_rules_of_a_reform() -> None:
    # t9a.core.reform, t9a.core.unit-spacing: no room for ten files
    house = piece("House", 1550, 800, 1700, 1200, "building")
    state = ground(regiment("a1", game=FLED), foes("b1", (5000, 4700)), step="rally", terrain=(house,),
                   pending=Decision(RALLY, "a", "a1"))  # fmt: skip
    done = decide(state, "a", TakeTest(unit="a1"), [1, 1])
    assert refusal(done.state, "a", RallyReform(unit="a1", facing=UP, files=10)) == "t9a.core.unit-spacing"
    assert decide(done.state, "a", RallyReform(unit="a1", facing=DOWN)).effects


def test_a_unit_that_fails_flees_on() -> None:
    # t9a.core.rally, t9a.core.flee-distance: the way it faces
    failed = decide(rally((1000, 2000)), "a", TakeTest(unit="a1"), [4, 4])
    assert asked(failed) == ("t9a.core.flee-distance", "a", "a1")
    fled = decide(failed.state, "a", Flee(unit="a1"), [2, 3])
    assert stands(fled.state, "a1").at == (1000, 2500)
    assert FLEEING in fled.state.units["a1"].game


@pytest.mark.parametrize(
    ("left", "discipline", "value"), [(10, 7, 7), (3, 7, 7), (2, 7, 4), (2, 8, 4), (2, 9, 5), (1, 7, 4)]
)
def test_few_survivors_rally_on_half_their_discipline(left: int, discipline: int, value: int) -> None:
    # t9a.core.rally: at most 25 per cent of 10, 2.5; rounded up
    state = rally(Dis=discipline)
    for n in range(left + 1, 11):
        state.models[f"a1.{n}"].out = True
    assert result(decide(state, "a", TakeTest(unit="a1"), [1, 1]))[1] == value


def test_half_of_the_health_points_of_one_model() -> None:
    # t9a.core.rally: 1 of 4 Health Points
    state = rally(count=1, HP=4)
    state.models["a1.1"].wounds = 1
    assert result(decide(state, "a", TakeTest(unit="a1"), [1, 1]))[1] == 4
    state.models["a1.1"].wounds = 2
    assert result(decide(state, "a", TakeTest(unit="a1"), [1, 1]))[1] == 7


# fleeing and shaken


def test_who_flees_does_nothing() -> None:
    # t9a.core.fleeing: no shots, no blows; it is not even engaged
    state = ground(regiment("a1", weapons=(bow(),), game=FLED), foes("b1", (1394, 2000)), phase="shooting",
                   step="shoot")  # fmt: skip
    assert refusal(state, "a", Shoot(unit="a1", target="b1")) == FLEEING


def test_who_is_shaken_does_not_shoot() -> None:
    # t9a.core.shaken
    state = ground(regiment("a1", weapons=(bow(),), turn={SHAKEN: 1}), foes("b1", (1394, 2000)), phase="shooting",
                   step="shoot")  # fmt: skip
    assert refusal(state, "a", Shoot(unit="a1", target="b1")) == SHAKEN


def test_shaken_ends_with_the_player_turn() -> None:
    # t9a.core.shaken
    state = ground(regiment("a1", turn={SHAKEN: 1}), foes("b1", (5000, 4700)), phase="melee", step="fight",
                   pending=Decision("t9a.core.reform", "a", "a1"))  # fmt: skip
    after = decide(state, "a", Pass()).state
    assert after.turn == "b"
    assert SHAKEN not in after.units["a1"].turn


def test_rolls_of_flight_are_recorded() -> None:
    state = flight(foes("b1", (1394, 1400), game=FLED), regiment("a1", (1000, 400)))
    done = decide(state, "b", Flee(unit="b1"), [2, 3])
    assert [(e.rule, e.total) for e in effects_of(done, Rolled)] == [("t9a.core.flee-distance", 5)]
    assert kernel.centre(stands(done.state, "b1"))[1] > 1900
