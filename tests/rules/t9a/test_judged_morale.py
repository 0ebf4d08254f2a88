"""Courage and flight as a judge would rule on them: combinations of rules, and both sides of every number."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.context import Context
from rules.kernel.effects import Rolled
from rules.kernel.state import Decision, State
from rules.t9a import hooks
from rules.t9a.charge import React
from rules.t9a.discipline import TakeTest
from rules.t9a.flight import Flee
from rules.t9a.melee import Fight
from rules.t9a.turn import Pass
from tests.rules.deciding import answer
from tests.rules.t9a.parade import (
    Group,
    asked,
    decide,
    drawn,
    effects_of,
    foes,
    ground,
    regiment,
    result,
)  # fmt: skip

HERO = ("Standard", "Infantry", "Character")
FEAR, FEARLESS, FRENZY = {"t9a.fear": 1}, {"t9a.fearless": 1}, {"t9a.frenzy": 1}
NOBODY, FEIGNS = {"t9a.insignificant": 1}, {"t9a.feigned-flight": 1}
MARCH, PANIC, AGAIN = "t9a.core.march-move", "t9a.core.panic.fail", "t9a.rally-around-the-flag.reroll"
FLED = {"t9a.core.fleeing": "panic"}


def of_hero(*ranks: str, **more: Any) -> dict[str, Any]:
    return {"keywords": (*HERO, *ranks), **more}


def asks(clause: str, *groups: Group, unit: str = "a1", **more: Any) -> State:
    return ground(*groups, pending=Decision(clause, unit[0], unit), **more)


def those_asked(done: rules.Decided, clause: str) -> list[str]:
    """The unit that is asked for a test of this kind first, if one is."""
    found, _, unit = asked(done)
    return [unit] if found == clause else []


def value(state: State, unit: str = "a1") -> int:
    """The Discipline on which a unit takes the test it is asked for."""
    return result(decide(state, unit[0], TakeTest(unit=unit), [1, 1]))[1]


GENERAL = of_hero("General", Dis=9)


@pytest.mark.parametrize(
    ("groups", "used"),
    [
        # 3.94" are the front of the borrower: the General's base begins so far to the right of it
        pytest.param([regiment("a2", (2594, 1000), 1, **GENERAL)], 9, id="t9a.commanding-presence.range.12"),
        pytest.param([regiment("a2", (2596, 1000), 1, **GENERAL)], 7, id="t9a.commanding-presence.range.beyond"),
        pytest.param([regiment("a2", (2000, 1000), 1, game=FLED, **GENERAL)], 7,
                     id="t9a.commanding-presence.not-fleeing"),
        pytest.param([regiment("a2", None, 1, **GENERAL)], 7, id="t9a.ambush.off-table-status.no-presence"),
        pytest.param([foes("b2", (2000, 1500), 1, **GENERAL)], 7, id="t9a.commanding-presence.friendly"),
        # it is measured to the General himself, not to the unit in which he stands at the far end
        pytest.param([regiment("a2", (2210, 1000), 6, files=6, special={6: GENERAL})], 7,
                     id="t9a.commanding-presence.range.of-the-model"),
        pytest.param([regiment("a2", (2210, 1000), 6, files=6, special={1: GENERAL})], 9,
                     id="t9a.commanding-presence.range.of-the-model.near"),
        # a General in contact with Fear lends what that leaves of his own value
        pytest.param([regiment("a2", (2000, 1000), 1, **GENERAL), foes("b2", (2079, 1000), 1, has=FEAR)], 8,
                     id="t9a.commanding-presence.modifiers-order.lender-afraid"),
        pytest.param([regiment("a2", (2000, 1000), 1, **{**GENERAL, "has": FEAR}),
                      foes("b2", (2079, 1000), 1, has=FEAR)], 9,
                     id="t9a.commanding-presence.modifiers-order.lender-immune"),
        # not only Generals have the rule
        pytest.param([regiment("a2", (2000, 1000), 1, Dis=8, has={"t9a.commanding-presence": 1})], 8,
                     id="t9a.commanding-presence.use-discipline.another"),
        pytest.param([regiment("a2", (2000, 1000), 1, **of_hero("General", Dis=6))], 7,
                     id="t9a.commanding-presence.use-discipline.a-worse-one-is-not-used"),
    ],
)  # fmt: skip
def test_which_discipline_is_used(groups: list[Group], used: int) -> None:
    assert value(asks(MARCH, regiment("a1"), *groups)) == used


def test_a_borrower_afraid_takes_its_penalty_along() -> None:
    """t9a.commanding-presence.modifiers-order, t9a.fear.discipline-penalty: 9 - 1 = 8."""
    near = regiment("a2", (2000, 1000), 1, **GENERAL)
    assert value(asks("t9a.fear.test", regiment("a1"), near, foes("b1", (1394, 1000), has=FEAR), phase="melee",
                      step="start")) == 8  # fmt: skip


STANDARD = of_hero("Battle Standard Bearer")


@pytest.mark.parametrize(
    ("clause", "group", "again"),
    [
        pytest.param(MARCH, regiment("a2", (2594, 1000), 1, **STANDARD), True, id="range.12"),
        pytest.param(MARCH, regiment("a2", (2596, 1000), 1, **STANDARD), False, id="range.beyond"),
        pytest.param(MARCH, regiment("a2", (2000, 1000), 1, game=FLED, **STANDARD), False, id="not-fleeing"),
        pytest.param(MARCH, regiment("a2", None, 1, **STANDARD), False, id="off-the-table"),
        pytest.param(MARCH, foes("b2", (2000, 1500), 1, **STANDARD), False, id="friendly"),
        pytest.param(PANIC, regiment("a2", (2000, 1000), 1, **STANDARD), True, id="all-discipline-tests.panic"),
        pytest.param("t9a.core.rally", regiment("a2", (2000, 1000), 1, **STANDARD), True,
                     id="all-discipline-tests.rally-of-a-fleeing-unit"),
        pytest.param("t9a.frenzy.test", regiment("a2", (2000, 1000), 1, **STANDARD), True,
                     id="all-discipline-tests.frenzy"),
    ],
)  # fmt: skip
def test_who_rolls_a_failed_test_again(clause: str, group: Group, again: bool) -> None:
    """t9a.rally-around-the-flag"""
    tester = regiment("a1", game=FLED if clause == "t9a.core.rally" else {})
    done = decide(asks(clause, tester, group, foes("b1", (4000, 4000))), "a", TakeTest(unit="a1"), [6, 6])
    assert (asked(done)[0] == AGAIN) is again


@pytest.mark.parametrize(
    ("guard", "who", "joined", "stands"),
    [
        pytest.param(1, HERO, True, True, id="t9a.bodyguard.one-model-enough"),
        pytest.param(1, HERO, False, False, id="t9a.bodyguard.grants-stubborn.nobody-has-joined"),
        pytest.param(0, HERO, True, False, id="t9a.bodyguard.grants-stubborn.no-guard"),
        pytest.param("General", (*HERO, "General"), True, True, id="t9a.bodyguard.type-restriction.he"),
        pytest.param("General", HERO, True, False, id="t9a.bodyguard.type-restriction.another"),
    ],
)
def test_whom_bodyguards_make_stubborn(guard: Any, who: tuple[str, ...], joined: bool, stands: bool) -> None:
    special: dict[int, Any] = {2: {"has": {"t9a.bodyguard": guard}}} if guard else {}
    if joined:
        special[1] = {"keywords": who}
    state = ground(regiment("a1", special=special), foes("b1", (1394, 1000)), phase="melee", step="fight")
    ctx = Context(rules.load("t9a"), state, "a", ())
    assert bool(ctx.value(hooks.BREAK, "", unit=state.units["a1"])) is stands


def melee(*groups: Group, **more: Any) -> State:
    return ground(*groups, **{"phase": "shooting", "step": "shoot", **more})


def frightened(state: State) -> list[str]:
    """The units that are asked for a Fear test first, when the Melee Phase begins."""
    begun = decide(state, state.to_act, Pass())
    return those_asked(begun, "t9a.fear.test")


def brave(count: int, rule: dict[str, int], of: int = 10) -> Group:
    return regiment("a1", count=of, special={n: {"has": rule} for n in range(1, count + 1)})


@pytest.mark.parametrize(
    ("group", "asks_it"),
    [
        pytest.param(brave(4, FEARLESS), True, id="t9a.fearless.threshold.4-of-10"),
        pytest.param(brave(5, FEARLESS), False, id="t9a.fearless.threshold.half"),
        pytest.param(brave(4, FEARLESS, 9), True, id="t9a.fearless.threshold.4-of-9"),
        pytest.param(brave(5, FEARLESS, 9), False, id="t9a.fearless.threshold.5-of-9"),
        pytest.param(brave(4, FRENZY), True, id="t9a.frenzy.fearless.4-of-10"),
        pytest.param(brave(5, FRENZY), False, id="t9a.frenzy.fearless.half"),
        pytest.param(brave(9, FEAR), True, id="t9a.fear.immunity.all-but-one"),
        pytest.param(brave(10, FEAR), False, id="t9a.fear.immunity.all"),
        pytest.param(regiment("a1", game=FLED), False, id="t9a.fear.test.fleeing"),
    ],
)
def test_who_tests_for_fear(group: Group, asks_it: bool) -> None:
    assert (frightened(melee(group, foes("b1", (1394, 1000), has=FEAR))) == ["a1"]) is asks_it


def test_fear_is_of_the_models_in_contact() -> None:
    """t9a.fear.test: in the second rank it frightens nobody."""
    for fearsome, units in ((1, ["a1"]), (6, [])):
        enemies = foes("b1", (1394, 1000), special={fearsome: {"has": FEAR}})
        assert frightened(melee(regiment("a1"), enemies)) == units


@pytest.mark.decides("t9a.fearless.fear", by="t9a.core.melee-to-hit")
@pytest.mark.parametrize(("fearless", "modifiers"), [(4, (-1, 1)), (5, (0, 0))])
def test_a_unit_that_is_fearless_by_now_shows_no_fear(fearless: int, modifiers: tuple[int, int]) -> None:
    """t9a.fearless.fear: it failed its Fear test; its losses since have left so many Fearless of ten."""
    special = {n: {"has": FEARLESS} for n in range(1, fearless + 1)}
    state = ground(regiment("a1", special=special, phase={"t9a.fear.fail-shaken": 1}, Agi=4),
                   foes("b1", (1394, 1000), has=FEAR), phase="melee", step="fight")  # fmt: skip
    rolled = effects_of(drawn(state, "a", Fight(unit="a1")), Rolled, "t9a.core.melee-to-hit")
    assert tuple(sum(amount for _, amount in e.modifiers) for e in rolled[:2]) == modifiers


def reacts(reaction: Any, group: Group) -> str:
    pending = Decision("t9a.core.charge-reactions", "a", "a1", targets=("b1",))
    charger = foes("b1", (1394, 1800), turn={"t9a.core.charge-declare": "a1"})
    return answer(ground(group, charger, phase="charge", step="declare", turn="b", pending=pending), "a",
                  React(unit="a1", reaction=reaction))  # fmt: skip


@pytest.mark.parametrize(
    ("group", "reaction", "clause"),
    [
        pytest.param(brave(5, FEARLESS), "flee", "t9a.fearless.no-flee-reaction", id="no-flee-reaction.half"),
        pytest.param(brave(4, FEARLESS), "flee", "ok", id="no-flee-reaction.less-than-half"),
        pytest.param(brave(5, FRENZY), "flee", "t9a.fearless.no-flee-reaction", id="no-flee-reaction.by-frenzy"),
        pytest.param(brave(5, FEARLESS), "hold", "ok", id="no-flee-reaction.hold"),
        pytest.param(regiment("a1", has=FEARLESS, game=FLED), "flee", "ok", id="already-fleeing"),
        pytest.param(regiment("a1", has=FEARLESS, game=FLED), "hold", "t9a.core.charge-reactions",
                     id="already-fleeing.hold"),
        pytest.param(regiment("a1", has={**FEARLESS, **FEIGNS}), "flee", "t9a.fearless.no-flee-reaction",
                     id="no-flee-reaction.with-feigned-flight"),
    ],
)  # fmt: skip
def test_how_the_fearless_react_to_a_charge(group: Group, reaction: str, clause: str) -> None:
    """t9a.fearless"""
    assert reacts(reaction, group) == clause


NOTED = "t9a.feigned-flight.voluntary"
TOO_LATE, NOT_WILLING = "t9a.feigned-flight.not-second-rally", "t9a.feigned-flight.not-if-already-fleeing"


@pytest.mark.parametrize(
    ("noted", "others", "shaken"),
    [
        # in round 2 the first side's turn is Player Turn 3: what was noted is when the first chance comes
        pytest.param(3, {}, False, id="t9a.feigned-flight.next-rally"),
        pytest.param(1, {}, True, id=TOO_LATE),
        pytest.param(NOT_WILLING, {}, True, id=NOT_WILLING),
        pytest.param("t9a.feigned-flight.not-after-panic", {}, True, id="t9a.feigned-flight.not-after-panic"),
        pytest.param(3, {2: {"has": {}}}, True, id="t9a.feigned-flight.all-models"),
    ],
)
def test_who_comes_back_from_a_feigned_flight_in_order(noted: Any, others: dict[int, Any], shaken: bool) -> None:
    flown = regiment("a1", has=FEIGNS, special=others, game={"t9a.core.fleeing": "reaction", NOTED: noted})
    state = asks("t9a.core.rally", flown, foes("b1", (1394, 4000)), step="rally")
    done = decide(state, "a", TakeTest(unit="a1"), [1, 1]).state.units["a1"]
    assert ("t9a.core.shaken" in done.turn) is shaken
    assert NOTED not in done.game, "another flight is another matter"


def test_after_a_failed_rally_the_next_does_not_count() -> None:
    """t9a.feigned-flight.not-second-rally: it flees on, and in the turn after that it rallies Shaken."""
    flight: dict[str, Any] = {"t9a.core.fleeing": "reaction", NOTED: 3}
    state = asks("t9a.core.rally", regiment("a1", (1000, 2400), has=FEIGNS, game=flight), foes("b1", (6000, 4000)),
                 step="rally")  # fmt: skip
    state = decide(state, "a", TakeTest(unit="a1"), [6, 6]).state
    state = decide(state, "a", Flee(unit="a1"), [1, 1]).state
    assert state.units["a1"].game[NOTED] == 3
    state.round, state.turn, state.to_act, state.phase, state.step = 3, "a", "a", "movement", "rally"
    state.units["a1"].turn.clear()
    state.pending = Decision("t9a.core.rally", "a", "a1")
    done = decide(state, "a", TakeTest(unit="a1"), [1, 1]).state.units["a1"]
    assert "t9a.core.shaken" in done.turn


def seen(fleeing: Group, *more: Group) -> list[str]:
    """Who is asked for a Panic test when a unit flees off the table beside others."""
    pending = Decision("t9a.core.flee-distance", "a", "a1", about={"x": 0, "y": -1})
    state = ground(fleeing, *more, foes("b1", (6000, 4000)), pending=pending)
    done = decide(state, "a", Flee(unit="a1"), [6, 6])
    return those_asked(done, PANIC)


@pytest.mark.parametrize(
    ("fleeing", "witness", "panics"),
    [
        pytest.param({}, {}, True, id="t9a.core.panic.friend-destroyed"),
        pytest.param({"has": NOBODY}, {}, False, id="t9a.insignificant.no-panic"),
        pytest.param({"has": NOBODY}, {"has": NOBODY}, True, id="t9a.insignificant.panic-each-other"),
        pytest.param({}, {"has": NOBODY}, True, id="t9a.insignificant.no-panic.the-other-way"),
        pytest.param({"has": NOBODY, "special": {3: {"has": {}}}}, {}, True, id="t9a.insignificant.all-models"),
        pytest.param({}, {"has": FEARLESS}, False, id="t9a.fearless.panic"),
    ],
)
def test_over_whom_friends_panic(fleeing: dict[str, Any], witness: dict[str, Any], panics: bool) -> None:
    there = regiment("a1", (1000, 500), game=FLED, **fleeing)
    assert (seen(there, regiment("a2", (1600, 600), **witness)) == ["a2"]) is panics


@pytest.mark.decides("t9a.insignificant.all-models", by="t9a.insignificant.no-panic")
@pytest.mark.parametrize(("gone", "panics"), [(True, False), (False, True)])
def test_a_unit_is_what_it_is_when_it_is_destroyed(gone: bool, panics: bool) -> None:
    """t9a.insignificant.all-models: its only model with more to it fell before, or is with it to the last."""
    there = regiment("a1", (1000, 500), game=FLED, has=NOBODY, special={10: {"has": {}}})
    unit, models = there
    if gone:
        models[-1].out, models[-1].at, models[-1].wounds = True, None, 0
        assert unit.formation is not None
        del unit.formation.stands["a1.10"]
    assert (seen((unit, models), regiment("a2", (1600, 600))) == ["a2"]) is panics


# Frenzy


def begins(*groups: Group) -> list[str]:
    """Who takes a Frenzy test when a's turn begins."""
    asks_b = Decision("t9a.core.reform", "b", "b1")
    state = ground(*groups, pending=asks_b, phase="melee", step="fight", turn="b")
    done = decide(state, "b", Pass())
    return those_asked(done, "t9a.frenzy.test")


FLIES = {**FRENZY, "t9a.fly": "4,8"}
LARGE = ("Large", "Infantry")
LOW = regiment("a2", (500, 1400), 20, files=20)
"""Friends in the way, over whom large models see."""


@pytest.mark.decides("t9a.frenzy.best-mode", by="t9a.frenzy.test")
@pytest.mark.parametrize(
    ("others", "gap", "tested"),
    [
        pytest.param([], 1600, True, id="t9a.frenzy.best-mode.on-foot-9-and-7"),
        pytest.param([], 1601, False, id="t9a.frenzy.best-mode.beyond-16"),
        # over its friends there is only the air: 4 and 7
        pytest.param([LOW], 1600, False, id="t9a.frenzy.best-mode.no-way-on-foot"),
        pytest.param([LOW], 1100, True, id="t9a.frenzy.best-mode.in-the-air-11"),
        pytest.param([LOW], 1101, False, id="t9a.frenzy.best-mode.in-the-air-beyond"),
    ],
)
def test_the_range_is_of_the_way_that_can_get_there(others: list[Group], gap: int, tested: bool) -> None:
    """It walks 9" and flies 4"."""
    group = regiment("a1", has=FLIES, Adv=900, keywords=LARGE)
    assert (begins(group, foes("b1", (1394, 1000 + gap), keywords=LARGE), *others) == ["a1"]) is tested


@pytest.mark.parametrize(
    ("group", "tested"),
    [
        pytest.param(regiment("a1", special={10: {"has": FRENZY}}), True, id="test.one-model"),
        pytest.param(regiment("a1", special={1: {**of_hero(), "has": FRENZY}}), True, id="test.a-character-in-it"),
        pytest.param(regiment("a1", has=FRENZY, turn={"t9a.core.shaken": 1}), True, id="shaken-in-the-turn-before"),
        pytest.param(regiment("a1", has=FRENZY, game=FLED), False, id="test.can-charge.fleeing"),
        pytest.param(regiment("a1", has=FRENZY, Adv=800, special={9: {"Adv": 399}}), False, id="lowest-rate"),
    ],
)
def test_who_takes_a_frenzy_test(group: Group, tested: bool) -> None:
    """t9a.frenzy: an enemy stands 11" ahead."""
    assert (begins(group, foes("b1", (1394, 2100))) == ["a1"]) is tested
