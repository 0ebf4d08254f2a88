"""Morale checks: when they are due, what they are taken on, what a failure comes to; the worked examples."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.context import Context
from rules.kernel.effects import Marked, Noted, Rolled
from rules.kernel.state import Decision, Mark, State
from rules.wh40k import words
from rules.wh40k.deployment import edges
from rules.wh40k.morale import checks as morale
from rules.wh40k.morale.fall_back import FallBack
from rules.wh40k.movement.move import Brave, Move
from rules.wh40k.questions import TakeTest
from rules.wh40k.turn import Pass

from ..field import asked, box, decide, effects_of, field, gone, ruleset, squad
from ..paces import go, shift

CHECK = "wh40k.morale.trigger.casualties"
DISTANCE = "wh40k.fall-back.distance"
ENEMY = squad("bu9", (6900, 4500), 1)
FEW = {"wh40k.morale.trigger.casualties.baseline": 5}


def after(left: int, began: int, phase: str = "shooting", turn: str = "b", **of_squad: Any) -> State:
    """Unit au1 has so many models left of those it began the phase with."""
    men = squad("au1", (3000, 2000), left, **{"phase": {words.BEGAN_WITH: began}, **of_squad})
    return field(men, ENEMY, phase=phase, turn=turn)


def check(dice: list[int], **of_squad: Any) -> Any:
    """Two of five were lost; the check is taken."""
    due = decide(after(3, 5, **of_squad), "b", Pass())
    return decide(due.state, "a", TakeTest(unit="au1"), dice)


# when one is due


@pytest.mark.parametrize(
    ("left", "began", "due"),
    [
        pytest.param(3, 4, True, id="wh40k.morale.trigger.casualties.exactly-a-quarter"),
        pytest.param(4, 5, False, id="wh40k.morale.trigger.casualties.a-fifth"),
        pytest.param(7, 10, True, id="wh40k.morale.trigger.casualties.three-of-ten"),
        pytest.param(8, 10, False, id="wh40k.morale.trigger.casualties.two-of-ten"),
        pytest.param(5, 5, False, id="wh40k.morale.trigger.casualties.none"),
        pytest.param(1, 20, True, id="wh40k.morale.trigger.casualties.nearly-all"),
    ],
)
def test_a_quarter_of_the_models(left: int, began: int, due: bool) -> None:
    done = decide(after(left, began), "b", Pass())
    assert asked(done) == ((CHECK, "a", "au1") if due else ("", "", ""))
    assert done.state.phase == ("shooting" if due else "assault")
    lost = [(each.model, each.value) for each in effects_of(done, Noted, CHECK) if each.text == "per cent lost"]
    assert lost == ([("au1", 100 * (began - left) // began)] if left < began else [])


def test_models_count_not_wounds() -> None:
    # wh40k.morale.trigger.casualties: three of four Wounds are gone, and no model
    state = after(2, 2, W=2)
    for model in words.standing(state, "au1"):
        model.wounds = 1
    assert asked(decide(state, "b", Pass()))[0] == ""


@pytest.mark.decides("wh40k.morale.trigger.casualties.baseline", by="wh40k.morale.trigger.casualties")
def test_the_share_is_of_those_who_began_the_phase() -> None:
    # wh40k.morale.trigger.casualties.baseline: 10 in the game, 4 in the phase, 1 lost
    assert asked(decide(after(3, 4, size=10), "b", Pass()))[0] == CHECK
    # 6 of 10 are gone, 1 of the 5 that began the phase: a fifth
    assert asked(decide(after(4, 5, size=10), "b", Pass()))[0] == ""
    # 5 of 10 are gone, none of them in this phase
    assert asked(decide(after(5, 5, size=10), "b", Pass()))[0] == ""


@pytest.mark.parametrize(
    ("phase", "turn"),
    [
        pytest.param("movement", "a", id="wh40k.morale.trigger.casualties.own-movement"),
        pytest.param("movement", "b", id="wh40k.morale.trigger.casualties.enemy-movement"),
        pytest.param("shooting", "a", id="wh40k.morale.trigger.casualties.own-shooting"),
        pytest.param("shooting", "b", id="wh40k.morale.trigger.casualties.enemy-shooting"),
    ],
)
def test_phases_of_both_turns(phase: str, turn: str) -> None:
    assert asked(decide(after(3, 5, phase, turn), turn, Pass()))[0] == CHECK


@pytest.mark.decides("wh40k.morale.trigger.casualties.per-phase", by="wh40k.morale.trigger.casualties")
def test_losses_are_counted_phase_by_phase() -> None:
    # wh40k.morale.trigger.casualties.per-phase: one of six in each of two phases
    first = decide(after(5, 6, "movement", "b", size=10), "b", Pass())
    assert (asked(first)[0], first.state.phase) == ("", "shooting")
    assert first.state.units["au1"].phase[words.BEGAN_WITH] == 5
    lost = first.state
    lost.models["au1.5"].out = True
    assert asked(decide(lost, "b", Pass()))[0] == ""
    assert asked(decide(after(4, 6), "b", Pass()))[0] == CHECK  # both in one phase


@pytest.mark.decides("wh40k.morale.trigger.casualties.not-assault", by="wh40k.morale.trigger.casualties")
def test_not_in_the_assault_phase() -> None:
    # wh40k.morale.trigger.casualties.not-assault: losses to Overwatch neither
    state = field(squad("au1", (3000, 2000), 1, phase=FEW), ENEMY, phase="assault", step="charge", turn="b")
    done = decide(state, "b", Pass())
    assert not effects_of(done, Marked, CHECK)
    assert CHECK not in done.state.units["au1"].turn
    assert asked(decide(after(1, 5), "b", Pass()))[0] == CHECK


@pytest.mark.decides("wh40k.morale.trigger.casualties.any-cause", by="wh40k.morale.trigger.casualties")
def test_whatever_the_cause() -> None:
    # wh40k.morale.trigger.casualties.any-cause: dangerous terrain
    mines = box("mines", 3100, 1500, 3400, 2500, 50, "dangerous")
    state = field(squad("au1", (3000, 2000), 2, Sv=None), ENEMY, terrain=[mines])
    state.units["au1"].phase[words.BEGAN_WITH] = 2
    rolled = decide(state, "a", Brave(unit="au1"), [6, 6])
    moved = decide(rolled.state, "a", Move(unit="au1", moves=shift(state, "au1", 100, 0)), [1, 6])
    assert gone(moved) == ["au1.1"] or gone(moved) == ["au1.2"]
    assert asked(decide(moved.state, "a", Pass()))[0] == CHECK
    unhurt = decide(rolled.state, "a", Move(unit="au1", moves=shift(state, "au1", 100, 0)), [6, 6])
    assert asked(decide(unhurt.state, "a", Pass()))[0] == ""


def test_a_destroyed_unit_takes_none() -> None:
    state = after(1, 5)
    state.models["au1.1"].out = True
    state.models["au2.1"] = squad("au2", (1000, 1000), 1)[1][0]
    state.units["au2"] = squad("au2", (1000, 1000), 1)[0]
    assert asked(decide(state, "b", Pass()))[0] == ""


def test_vehicles_take_none() -> None:
    state = after(1, 2, keywords=("Vehicle", "Tank"))
    assert asked(decide(state, "b", Pass()))[0] == ""


def test_several_units_one_after_the_other() -> None:
    # wh40k.morale.multiple-checks-per-turn: each gets its own
    others = squad("au2", (3000, 3000), 1, phase={words.BEGAN_WITH: 2})
    state = field(squad("au1", (3000, 2000), 3, phase=FEW), others, ENEMY, phase="shooting", turn="b")
    first = decide(state, "b", Pass())
    second = decide(first.state, "a", TakeTest(unit="au1"), [1, 2])
    assert asked(second) == (CHECK, "a", "au2")
    assert decide(second.state, "a", TakeTest(unit="au2"), [1, 2]).state.phase == "assault"


@pytest.mark.decides("wh40k.morale.multiple-checks-per-turn", by="wh40k.morale.trigger.casualties")
def test_several_checks_of_one_unit() -> None:
    # wh40k.morale.multiple-checks-per-turn: in both phases, and twice for two causes
    first = decide(decide(after(3, 5, "movement", "b"), "b", Pass()).state, "a", TakeTest(unit="au1"), [3, 4])
    first.state.models["au1.3"].out = True
    second = decide(first.state, "b", Pass())
    assert asked(second) == (CHECK, "a", "au1")
    twice = after(3, 5)
    twice.units["au1"].turn[CHECK] = 1
    due = decide(twice, "b", Pass())
    once = decide(due.state, "a", TakeTest(unit="au1"), [3, 4])
    assert asked(once) == (CHECK, "a", "au1")
    assert asked(decide(once.state, "a", TakeTest(unit="au1"), [3, 4]))[0] == ""


def test_another_rule_may_demand_one() -> None:
    # wh40k.morale.trigger.list-open
    state = after(5, 5)
    ctx = Context(ruleset(), state, "b", ())
    morale.check_due(ctx, state.units["au1"], "wh40k.morale.trigger.list-open")
    assert [(e.key, e.rule) for e in ctx.effects if isinstance(e, Marked)] == [
        (CHECK, "wh40k.morale.trigger.list-open")
    ]
    assert asked(decide(state, "b", Pass()))[0] == CHECK


# how it is taken


def test_a_morale_check_is_a_leadership_test() -> None:
    # wh40k.morale.check.is-leadership-test
    assert {"leadership", "morale"} <= morale.CHECK.tags
    assert {"leadership", "morale"} <= morale.LOST_CHECK.tags


@pytest.mark.parametrize(
    ("dice", "ld", "passes"),
    [
        pytest.param([4, 4], 8, True, id="wh40k.morale.check.pass.equal"),
        pytest.param([1, 2], 8, True, id="wh40k.morale.check.pass.lower"),
        pytest.param([4, 5], 8, False, id="wh40k.morale.check.fail.higher"),
        pytest.param([4, 5], 9, True, id="wh40k.morale.check.roll.other-leadership"),
    ],
)
@pytest.mark.decides("wh40k.morale.check.roll", "wh40k.morale.check.pass", by="wh40k.morale.check.fail")
def test_two_dice_against_leadership(dice: list[int], ld: int, passes: bool) -> None:
    """`wh40k.morale.check.pass` at or below Leadership, `wh40k.morale.check.fail` above it."""
    done = check([*dice, *([] if passes else [1, 1])], Ld=ld)
    assert [e.faces for e in effects_of(done, Rolled, CHECK)] == [tuple(dice)]
    assert words.falling_back(done.state.units["au1"]) != passes
    assert (asked(done)[0] == DISTANCE) != passes


def test_the_highest_leadership_counts() -> None:
    # wh40k.assumed.test.leadership, wh40k.morale.check.roll
    done = check([4, 5], Ld=7, special={2: {"Ld": 9}})
    assert not words.falling_back(done.state.units["au1"])
    dead = after(3, 5, Ld=7, special={2: {"Ld": 9}})
    dead.models["au1.2"].out = True
    due = decide(dead, "b", Pass())
    assert words.falling_back(decide(due.state, "a", TakeTest(unit="au1"), [4, 5, 1, 1]).state.units["au1"])


def test_nobody_else_takes_it() -> None:
    due = decide(after(3, 5), "b", Pass())
    with pytest.raises(rules.IllegalAction):
        decide(due.state, "b", TakeTest(unit="au1"), [1, 1])
    with pytest.raises(rules.IllegalAction):
        decide(due.state, "a", Pass())


def lost(by: int, dice: list[int], **of_squad: Any) -> Any:
    """A unit that lost its combat by so many Wounds takes its check."""
    marks: dict[str, Mark] = {"wh40k.morale.trigger.lost-assault.modifier": by}
    men = squad("au1", (3000, 2000), 5, phase=marks, **of_squad)
    pending = Decision("wh40k.morale.trigger.lost-assault", "a", "au1")
    state = field(men, ENEMY, phase="shooting", turn="b", pending=pending)
    return decide(state, "a", TakeTest(unit="au1"), dice)


BROKE = "wh40k.morale.trigger.lost-assault.fail"
HEROISM = pytest.mark.decides("wh40k.morale.insane-heroism", by=BROKE)


@pytest.mark.parametrize(
    ("by", "dice", "holds"),
    [
        pytest.param(1, [3, 4], True, id="wh40k.morale.trigger.lost-assault.modifier.1"),
        pytest.param(1, [4, 4], False, id="wh40k.morale.modifier.1"),
        pytest.param(3, [2, 3], True, id="wh40k.morale.trigger.lost-assault.modifier.3"),
        pytest.param(3, [3, 3], False, id="wh40k.morale.trigger.lost-assault.fail"),
        pytest.param(12, [1, 1], True, id="wh40k.morale.insane-heroism", marks=HEROISM),
        pytest.param(12, [1, 2], False, id="wh40k.morale.insane-heroism.only-double-1", marks=HEROISM),
    ],
)
@pytest.mark.decides("wh40k.morale.modifier", by="wh40k.morale.trigger.lost-assault.fail")
def test_a_lost_combat(by: int, dice: list[int], holds: bool) -> None:
    done = lost(by, dice)
    unit = done.state.units["au1"]
    assert (BROKE in unit.phase) != holds
    # the sweeping advance comes first: it does not fall back yet
    assert not words.falling_back(unit)
    assert effects_of(done, Rolled)[0].modifiers == (("wh40k.morale.trigger.lost-assault.modifier", -by),)


def test_insane_heroism_is_noted() -> None:
    # wh40k.morale.insane-heroism
    assert effects_of(lost(12, [1, 1]), Noted, "wh40k.morale.insane-heroism")


def test_the_fight_makes_a_check_due() -> None:
    # wh40k.morale.trigger.lost-assault
    state = field(squad("au1", (3000, 2000), 5), ENEMY, phase="assault", step="fight", turn="b")
    ctx = Context(ruleset(), state, "b", ())
    morale.lost_combat(ctx, state.units["au1"], 2)
    assert state.units["au1"].turn["wh40k.morale.trigger.lost-assault"] == 1
    assert state.units["au1"].phase["wh40k.morale.trigger.lost-assault.modifier"] == 2
    walker = field(squad("au1", count=1, keywords=("Vehicle", "Walker")), ENEMY, phase="assault", step="fight")
    told = Context(ruleset(), walker, "b", ())
    morale.lost_combat(told, walker.units["au1"], 2)
    assert not told.effects


MODIFIER = "wh40k.morale.modifier"


@pytest.mark.parametrize(
    ("on", "modifiers"),
    [
        ({"phase": {MODIFIER: 2}}, (2,)),
        ({"turn": {MODIFIER: -1}, "game": {MODIFIER: 2}}, (2, 1)),
        ({"unit_has": {MODIFIER: 1}}, (1,)),
        ({"special": {1: {"has": {MODIFIER: 1}}, 2: {"has": {MODIFIER: 3}}}}, (3,)),
        ({}, ()),
    ],
)
def test_what_lowers_the_leadership_of_a_unit(on: dict[str, Any], modifiers: tuple[int, ...]) -> None:
    # wh40k.morale.modifier: Leadership 8 less all that lies on the unit, and the worst of its models
    needed = 8 - sum(modifiers)
    pending = Decision("wh40k.morale.trigger.casualties", "a", "au1")
    men = squad("au1", (3000, 2000), 5, **on)
    state = field(men, ENEMY, phase="shooting", turn="b", pending=pending)
    half = needed // 2
    done = decide(state, "a", TakeTest(unit="au1"), (half, needed - half))
    assert effects_of(done, Rolled, CHECK)[0].modifiers == tuple((MODIFIER, -amount) for amount in modifiers)
    assert not words.falling_back(done.state.units["au1"])
    failed = decide(state, "a", TakeTest(unit="au1"), (half + 1, needed - half, 3, 3))
    assert words.falling_back(failed.state.units["au1"])


def test_what_lowers_leadership_is_for_morale_checks() -> None:
    # wh40k.morale.modifier: a pinning test is taken on the full value
    men = squad("au1", (3000, 2000), 5, phase={MODIFIER: 4})
    asked = Decision("wh40k.assumed.pinning", "a", "au1")
    state = field(men, ENEMY, phase="shooting", turn="b", pending=asked)
    done = decide(state, "a", TakeTest(unit="au1"), (4, 4))
    assert effects_of(done, Rolled)[0].modifiers == ()
    assert not words.gone_to_ground(done.state.units["au1"])


def test_the_modifier_is_for_that_check_alone() -> None:
    # wh40k.morale.modifier
    state = after(3, 5)
    state.units["au1"].phase["wh40k.morale.trigger.lost-assault.modifier"] = 4
    done = decide(decide(state, "b", Pass()).state, "a", TakeTest(unit="au1"), [4, 4])
    assert effects_of(done, Rolled, CHECK)[0].modifiers == ()
    assert not words.falling_back(done.state.units["au1"])


# who passes without dice


@pytest.mark.parametrize(
    ("has", "clause"),
    [
        pytest.param(
            "wh40k.morale.auto-pass.morale-only",
            "wh40k.morale.auto-pass.morale-only",
            id="wh40k.morale.codex-exceptions",
        ),
        pytest.param("wh40k.morale.auto-pass.all-leadership", "wh40k.morale.auto-pass.all-leadership", id="all"),
    ],
)
@pytest.mark.decides("wh40k.morale.codex-exceptions", by="wh40k.morale.auto-pass.morale-only")
@pytest.mark.decides("wh40k.morale.check.is-leadership-test", by="wh40k.morale.auto-pass.all-leadership")
def test_units_that_always_pass(has: str, clause: str) -> None:
    done = decide(after(3, 5, has={has: 1}), "b", Pass())
    assert effects_of(done, Noted, clause)
    assert done.state.phase == "assault"


@pytest.mark.parametrize(
    ("has", "asks"),
    [
        pytest.param("wh40k.morale.auto-pass.morale-only", True, id="wh40k.morale.auto-pass.morale-only"),
        pytest.param("wh40k.morale.auto-pass.all-leadership", False, id="wh40k.morale.auto-pass.all-leadership"),
    ],
)
def test_other_tests_are_rolled(has: str, asks: bool) -> None:
    # pinning
    men = squad("au1", (3000, 2000), 5, has={has: 1}, turn={"wh40k.assumed.pinning": 1})
    done = decide(field(men, ENEMY, phase="shooting", turn="b"), "b", Pass())
    assert (asked(done)[0] == "wh40k.assumed.pinning") == asks


# the worked examples


@pytest.mark.decides("wh40k.morale.trigger.casualties.example", by="wh40k.morale.trigger.casualties")
def test_example_five_space_marines() -> None:
    # wh40k.morale.trigger.casualties.example: 2 of 5 are shot; a turn later 1 of 3 falls to dangerous terrain
    mines = box("mines", 2950, 2150, 3350, 2400, 50, "dangerous")
    marines = squad("au1", (3000, 2000), 3, size=5, phase=FEW, Sv=None)
    state = field(marines, ENEMY, phase="shooting", turn="b", order=("b", "a"), terrain=[mines])
    due = decide(state, "b", Pass())
    assert asked(due) == (CHECK, "a", "au1")
    passed = decide(due.state, "a", TakeTest(unit="au1"), [4, 4])
    assert not words.falling_back(passed.state.units["au1"])
    now = passed.state
    while (now.turn, now.phase, now.step) != ("a", "movement", ""):
        now = decide(now, now.to_act, Pass()).state
    assert now.units["au1"].phase[words.BEGAN_WITH] == 3
    rolled = decide(now, "a", Brave(unit="au1"), [6, 6])
    moves = Move(unit="au1", moves=(go("au1.1", (3000, 2180)), go("au1.2", (3150, 2080)), go("au1.3", (3300, 2080))))
    moved = decide(rolled.state, "a", moves, [1])
    assert len(words.standing(moved.state, "au1")) == 2
    assert asked(decide(moved.state, "a", Pass())) == (CHECK, "a", "au1")


@pytest.mark.parametrize(
    ("by", "dice", "holds"),
    [
        pytest.param(0, [4, 4], True, id="wh40k.morale.trigger.lost-assault.example.normally-8"),
        pytest.param(0, [4, 5], False, id="wh40k.morale.trigger.lost-assault.example.normally-9"),
        pytest.param(2, [3, 3], True, id="wh40k.morale.trigger.lost-assault.example.6"),
        pytest.param(2, [3, 4], False, id="wh40k.morale.trigger.lost-assault.example.7"),
    ],
)
@pytest.mark.decides("wh40k.morale.trigger.lost-assault.example", by="wh40k.morale.trigger.lost-assault.fail")
def test_example_sergeant_kraak(by: int, dice: list[int], holds: bool) -> None:
    guardsmen = lost(by, dice, Ld=7, special={1: {"Ld": 8, "name": "Sergeant Kraak"}})
    assert (BROKE in guardsmen.state.units["au1"].phase) != holds


def test_a_failed_check_moves_the_unit() -> None:
    # wh40k.morale.check.fail
    done = check([6, 6, 2, 1])
    done.state.sides["a"].game[edges.ZONE] = "none"
    assert asked(done) == (DISTANCE, "a", "au1")
    moves = shift(done.state, "au1", 0, -300)
    assert decide(done.state, "a", FallBack(unit="au1", moves=moves)).state.phase == "assault"
