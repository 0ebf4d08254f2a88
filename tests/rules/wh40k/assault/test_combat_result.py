"""After the blows: the result, Morale, flight and pursuit, piling in together, consolidating."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Noted, Rolled
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.assault.fight import Strike
from rules.wh40k.assault.sweep import Consolidate, ConsolidateMove, Flee, PileIn, Sweep
from rules.wh40k.movement.move import ModelMove
from rules.wh40k.questions import TakeTest
from rules.wh40k.turn import Pass

from ..field import asked, blade, box, decide, effects_of, field, gone, refusal, ruleset, squad, tank, then

RESULT = "wh40k.assumed.fight.result"
LOST = "wh40k.morale.trigger.lost-assault"
SWEEP = "wh40k.assumed.fight.sweeping-advance"
PILE = "wh40k.assumed.fight.pile-in"
CONSOLIDATE = "wh40k.assumed.fight.consolidate"
SWORD: dict[str, Any] = {"weapons": (blade(),)}
BARE: dict[str, Any] = {"Sv": 7, **SWORD}


def fighting(*groups: Any, **more: Any) -> State:
    """The Fight sub-phase has begun."""
    state = field(*groups, phase="assault", step="charge", **more)
    return decide(state, state.turn, Pass()).state


def beaten(wounds: int = 1, mine: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None) -> State:
    """One of a has inflicted so many Wounds on two of b, who strike back in vain; b has to check its Morale."""
    state = fighting(
        squad("au1", (1000, 1000), 1, **{"I": 5, "W": 9, "A": 4, **SWORD, **(mine or {})}),
        squad("bu1", (1000, 1100), 2, **{"I": 3, "W": 5, **BARE, **(theirs or {})}),
    )
    state = decide(state, "a", Strike(), [4] * wounds + [1] * (4 - wounds) + [4] * wounds).state
    return decide(state, "b", Strike(), [1, 1]).state


def totals(decided: Any) -> str:
    return str(effects_of(decided, Noted, RESULT)[0].text)


# the result


def test_the_side_that_inflicted_more_wounds_wins() -> None:
    # wh40k.assumed.fight.result wh40k.morale.trigger.lost-assault
    state = fighting(
        squad("au1", (1000, 1000), 1, I=5, W=9, A=2, **SWORD), squad("bu1", (1000, 1100), 1, I=3, W=5, **BARE)
    )
    state = decide(state, "a", Strike(), [4, 4, 4, 4]).state
    done = decide(state, "b", Strike(), [4, 4, 1])
    assert totals(done) == "a 2, b 1"
    assert asked(done) == (LOST, "b", "bu1")


def test_a_draw_has_no_loser() -> None:
    # wh40k.assumed.fight.result
    state = fighting(squad("au1", (1000, 1000), 1, I=5, W=9, **BARE), squad("bu1", (1000, 1100), 1, I=3, W=5, **BARE))
    state = decide(state, "a", Strike(), [4, 4]).state
    done = decide(state, "b", Strike(), [4, 4])
    assert totals(done) == "a 1, b 1"
    assert done.state.turn == "b"
    assert done.state.pending is None
    assert words.locked(done.state, done.state.units["au1"])


def test_saved_wounds_do_not_count() -> None:
    # wh40k.assumed.fight.result
    state = fighting(
        squad("au1", (1000, 1000), 1, I=5, W=9, A=2, **SWORD), squad("bu1", (1000, 1100), 1, I=3, W=5, Sv=4, **SWORD)
    )
    state = decide(state, "a", Strike(), [4, 4, 4, 4, 4, 3]).state
    assert totals(decide(state, "b", Strike(), [1])) == "a 1, b 0"


def test_instant_death_counts_every_wound_that_was_left() -> None:
    # wh40k.assumed.fight.result
    state = fighting(
        squad("au1", (1000, 1000), 1, I=5, W=9, S=8, **SWORD),
        squad("bu1", (1000, 1100), 2, I=3, W=3, T=4, **BARE),
    )
    done = decide(state, "a", Strike(), [4, 2])
    assert gone(done) == ["bu1.1"]
    # the other could pile in, and does not: it strikes nobody
    assert totals(decide(done.state, "b", Strike())) == "a 3, b 0"


def test_wounds_beyond_the_last_model_do_not_count() -> None:
    # wh40k.assumed.fight.result
    state = fighting(
        squad("au1", (1000, 1000), 1, I=5, A=4, **SWORD), squad("bu1", (1000, 1100), 1, **BARE),
        squad("bu2", (5000, 4000), 1),
    )  # fmt: skip
    assert totals(decide(state, "a", Strike(), [4] * 8)) == "a 1, b 0"


@pytest.mark.parametrize(
    ("difference", "dice", "stands"),
    [
        pytest.param(2, [3, 3], True, id="wh40k.morale.trigger.lost-assault.example"),
        pytest.param(2, [3, 4], False, id="7 is too much for 8 less 2"),
        pytest.param(3, [3, 3], False, id="wh40k.morale.trigger.lost-assault.modifier"),
        pytest.param(4, [1, 1], True, id="double 1"),
    ],
)
def test_the_check_is_worse_by_the_difference(difference: int, dice: list[int], stands: bool) -> None:
    done = decide(beaten(difference), "b", TakeTest(unit="bu1"), dice)
    assert (asked(done)[0] == SWEEP) != stands


# flight and pursuit


def broken(mine: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None) -> State:
    return decide(beaten(1, mine, theirs), "b", TakeTest(unit="bu1"), [6, 6]).state


def test_who_fails_flees_and_may_be_pursued() -> None:
    # wh40k.morale.trigger.lost-assault.fail
    state = broken()
    assert state.pending is not None
    assert (state.pending.clause, state.pending.side) == (SWEEP, "a")
    assert (state.pending.model, state.pending.targets) == ("bu1", ("au1",))


@pytest.mark.parametrize(
    ("loser", "winner", "caught"),
    [
        pytest.param(4, 2, True, id="wh40k.assumed.fight.sweeping-advance"),  # 4 + 3 against 2 + 5: equal is enough
        pytest.param(5, 2, False, id="one more gets away"),
    ],
)
def test_a_sweeping_advance_catches_on_equal_totals(loser: int, winner: int, caught: bool) -> None:
    escape = [] if caught else [3, 4]
    done = decide(broken(), "a", Sweep(unit="bu1"), [loser, winner, *escape])
    assert gone(done) == (["bu1.1", "bu1.2"] if caught else [])
    totals = {each.model: each.value for each in effects_of(done, Noted, SWEEP)}
    assert totals == {"bu1": loser + 3, "au1": winner + 5}
    if not caught:
        assert asked(done) == ("wh40k.fall-back.distance", "b", "bu1")
        assert words.falling_back(done.state.units["bu1"])
        assert done.state.pending is not None
        assert done.state.pending.targets == ("au1",)
        assert done.state.pending.value == 700


def test_the_initiative_of_a_pursuit_is_unmodified_and_the_highest() -> None:
    # wh40k.assumed.fight.sweeping-advance: charging through difficult terrain does not slow it
    slow: dict[str, Any] = {"turn": {"wh40k.assumed.charge.difficult": 1}}
    quick: dict[str, Any] = {"special": {2: {"I": 5, "W": 5, **BARE}}}
    state = fighting(
        squad("au1", (1000, 1000), 1, I=4, W=9, A=4, **SWORD, **slow),
        squad("bu1", (1000, 1100), 2, I=3, W=5, **BARE, **quick),
    )
    state = decide(state, "b", Strike(), [1]).state
    state = decide(state, "b", Strike(), [1]).state
    state = decide(state, "a", Strike(), [4, 1, 1, 1, 4]).state
    state = decide(state, "b", TakeTest(unit="bu1"), [6, 6]).state
    # 1 + 5 against 1 + 4
    assert not gone(decide(state, "a", Sweep(unit="bu1"), [1, 1, 3, 4]))
    assert gone(decide(state, "a", Sweep(unit="bu1"), [1, 2]))


def test_most_models_may_be_agreed_to_decide_a_pursuit() -> None:
    # wh40k.assumed.fight.sweeping-advance
    quick: dict[str, Any] = {"special": {2: {"I": 5, "W": 5, **BARE}}}
    state = fighting(
        squad("au1", (1000, 1000), 1, I=5, W=9, A=4, **SWORD),
        squad("bu1", (1000, 1100), 3, I=3, W=5, **BARE, **quick),
    )
    state = then(
        state, ("a", Strike(), [4, 1, 1, 1, 4]), ("b", Strike(), [1]), ("b", Strike(), [1, 1]),
        ("b", TakeTest(unit="bu1"), [6, 6]),
    )  # fmt: skip
    state.options["wh40k.assumed.fight.sweeping-advance"] = True
    # 3 + 3 against 1 + 5: equal; with the highest it would be 3 + 5
    assert gone(decide(state, "a", Sweep(unit="bu1"), [3, 1]))
    state.options["wh40k.assumed.fight.sweeping-advance"] = False
    assert not gone(decide(state, "a", Sweep(unit="bu1"), [3, 1, 3, 4]))


def test_a_unit_whose_front_has_fallen_is_tested_and_pursued_all_the_same() -> None:
    # wh40k.morale.trigger.lost-assault
    state = fighting(
        squad("au1", (1000, 1000), 1, I=5, W=9, **SWORD),
        squad("bu1", (1000, 1100), 2, I=3, places=[(1000, 1100), (1000, 1490)], **BARE),
    )
    done = decide(state, "a", Strike(), [4, 4])
    assert gone(done) == ["bu1.1"]
    assert asked(done) == (LOST, "b", "bu1")
    assert asked(decide(done.state, "b", TakeTest(unit="bu1"), [6, 6])) == (SWEEP, "a", "bu1")


def test_the_winners_need_not_pursue() -> None:
    # wh40k.assumed.fight.sweeping-advance
    done = decide(broken(), "a", Pass(), [2, 2])
    assert asked(done) == ("wh40k.fall-back.distance", "b", "bu1")
    assert not effects_of(done, Rolled, SWEEP)


def test_who_is_locked_with_others_does_not_pursue() -> None:
    # wh40k.assumed.fight.sweeping-advance.not-allowed
    state = fighting(
        squad("au1", (1000, 1000), 1, I=5, W=9, A=2, **SWORD),
        squad("bu1", (1000, 1100), 1, I=3, W=5, **BARE),
        squad("bu2", (1000, 900), 1, I=3, W=5, **BARE),
    )
    state = decide(state, "a", Strike(), [4, 1, 4]).state
    state = decide(state, "b", Strike(), [1, 1]).state
    state = decide(state, "b", TakeTest(unit="bu1"), [6, 6]).state
    done = decide(state, "b", TakeTest(unit="bu2"), [1, 2])
    assert asked(done) == ("wh40k.morale.trigger.lost-assault.fail", "b", "bu1")
    assert refusal(done.state, "a", Sweep(unit="bu1"), [1, 6]) == SWEEP
    done = decide(done.state, "b", Flee(unit="bu1"), [3, 4])
    assert asked(done) == ("wh40k.fall-back.distance", "b", "bu1")
    # both fail: now nobody holds the winner back
    done = decide(state, "b", TakeTest(unit="bu2"), [6, 6])
    assert asked(done) == (SWEEP, "a", "bu1")
    done = decide(done.state, "a", Sweep(unit="bu1"), [1, 6])
    assert asked(done) == (SWEEP, "a", "bu2")


# our weapons are useless


@pytest.mark.parametrize(
    ("toughness", "may"), [pytest.param(8, True, id="wh40k.assumed.fight.our-weapons-are-useless"), (7, False)]
)
def test_who_can_hurt_nobody_may_fail_on_purpose(toughness: int, may: bool) -> None:
    # Strength 4 wounds Toughness 7 on a 6
    state = beaten(1, {"T": toughness})
    choice = TakeTest(unit="bu1", fail=True)
    if may:
        assert asked(decide(state, "b", choice))[0] == SWEEP
    else:
        assert refusal(state, "b", choice) == "wh40k.assumed.fight.our-weapons-are-useless"


@pytest.mark.parametrize(("armour", "may"), [(11, True), (10, False)])
def test_a_walker_may_be_out_of_reach_of_every_weapon(armour: int, may: bool) -> None:
    # wh40k.assumed.fight.our-weapons-are-useless
    walker = tank(
        "au1", (1000, 1000), keywords=("Vehicle", "Walker"), WS=4, S=6, I=5, A=2, FA=armour, SA=armour, RA=armour,
        weapons=(blade(),),
    )  # fmt: skip
    state = fighting(walker, squad("bu1", (1000, 1200), 1, I=3, W=5, **BARE))
    state = decide(state, "a", Strike(), [4, 1, 4]).state
    state = decide(state, "b", Strike(), [1]).state
    choice = TakeTest(unit="bu1", fail=True)
    assert (asked(decide(state, "b", choice))[0] == SWEEP) if may else refusal(state, "b", choice)


# consolidating


def alone(**more: Any) -> State:
    """A has slain everybody of the combat; others of b stand far away."""
    state = fighting(
        squad("au1", (1000, 1000), 2, I=5, **SWORD),
        squad("bu1", (1000, 1100), 1, **BARE),
        squad("bu2", (1000, 1450), 1, **BARE),
        **more,
    )
    return decide(state, "a", Strike(), [4, 4, 4, 4]).state


def test_winners_that_are_free_consolidate() -> None:
    # wh40k.assumed.fight.consolidate
    state = alone()
    assert state.pending is not None
    assert (state.pending.clause, state.pending.model, state.pending.value) == (CONSOLIDATE, "au1", 0)
    done = decide(state, "a", Consolidate(unit="au1"), [3])
    assert done.state.pending is not None
    assert done.state.pending.value == 300
    forward = (ModelMove("au1.1", ((1000, 1290, 0),)), ModelMove("au1.2", ((1150, 1290, 0),)))
    away = (ModelMove("au1.1", ((1000, 700, 0),)), ModelMove("au1.2", ((1150, 700, 0),)))
    far = (ModelMove("au1.1", ((1000, 690, 0),)), ModelMove("au1.2", ((1150, 700, 0),)))
    # no nearer than 1" to another enemy, and no farther than rolled
    assert refusal(done.state, "a", ConsolidateMove(unit="au1", moves=forward)) == CONSOLIDATE
    assert refusal(done.state, "a", ConsolidateMove(unit="au1", moves=far)) == CONSOLIDATE
    done = decide(done.state, "a", ConsolidateMove(unit="au1", moves=away))
    assert done.state.models["au1.1"].at == (1000, 700, 0)
    assert done.state.turn == "b"


def test_nobody_has_to_consolidate() -> None:
    # wh40k.assumed.fight.consolidate
    assert decide(alone(), "a", Pass()).state.turn == "b"
    rolled = decide(alone(), "a", Consolidate(unit="au1"), [3]).state
    assert decide(rolled, "a", Pass()).state.turn == "b"
    assert refusal(alone(), "a", ConsolidateMove(unit="au1", moves=())) == CONSOLIDATE
    assert refusal(rolled, "a", Consolidate(unit="au1"), [3]) == CONSOLIDATE


# piling in together


def test_who_stands_pulls_together_at_the_end() -> None:
    # wh40k.assumed.fight.pile-in
    done = decide(beaten(), "b", TakeTest(unit="bu1"), [1, 2])
    assert asked(done) == (PILE, "b", "au1")
    done = decide(done.state, "b", PileIn(moves=(ModelMove("bu1.2", ((1101, 1010, 0),)),)))
    assert done.state.models["bu1.2"].at == (1101, 1010, 0)
    assert done.state.turn == "b"


def apart() -> State:
    """The one model of b that touched a has fallen, and another is 2" away; b drew level all the same."""
    state = fighting(
        squad("au1", (1000, 1000), 1, I=5, W=9, A=4, T=4, **BARE),
        squad("bu1", (1000, 1100), 2, I=5, A=1, W=1, places=[(1000, 1100), (1000, 1290)], **BARE),
    )
    state = decide(state, "a", Strike(), [4, 1, 1, 1, 4]).state
    return decide(state, "b", Strike(), [4, 1, 4]).state


def test_a_combat_does_not_end_because_somebody_stays_away() -> None:
    # wh40k.assumed.fight.pile-in
    state = apart()
    assert state.pending is not None
    assert (state.pending.clause, state.pending.side) == (PILE, "a")
    assert {option.action for option in rules.options(ruleset(), state)} == {"pile-in"}
    assert refusal(state, "a", Pass()) == PILE
    assert refusal(state, "a", PileIn(moves=())) == PILE
    done = decide(state, "a", PileIn(moves=(ModelMove("au1.1", ((1000, 1190, 0),)),)))
    assert words.locked(done.state, done.state.units["au1"])
    assert done.state.turn == "b"


def test_who_falls_in_dangerous_terrain_has_not_stayed_away() -> None:
    # wh40k.assumed.fight.pile-in
    state = fighting(
        squad("au1", (1000, 1000), 2, I=5, W=2, A=1, T=4, places=[(1000, 1000), (1000, 880)], **BARE),
        squad("bu1", (1000, 1100), 2, I=5, W=1, A=1, places=[(1000, 1100), (1000, 1290)], **BARE),
        terrain=[box("bog", 900, 1150, 1100, 1250, 50, "dangerous")],
    )
    state = then(state, ("a", Strike(), [4, 1, 4]), ("b", Strike(), [4, 1, 4]))
    steps = (ModelMove("au1.1", ((1000, 1190, 0),)), ModelMove("au1.2", ((1000, 1080, 0),)))
    assert locked_after(state, steps, [2])
    assert not locked_after(state, steps, [1])


def locked_after(state: State, steps: tuple[ModelMove, ...], dice: list[int]) -> bool:
    done = decide(state, "a", PileIn(moves=steps), dice)
    assert gone(done) == (["au1.1", "bu1.1"] if dice == [1] else ["bu1.1"])
    return words.locked(done.state, done.state.units["au1"])


def test_nobody_is_left_behind_where_a_unit_pulls_together() -> None:
    # wh40k.assumed.fight.pile-in
    state = fighting(
        squad("au1", (1000, 1000), 1, I=5, W=9, **BARE),
        squad("bu1", (1000, 1100), 3, I=5, W=1, places=[(1000, 1100), (1000, 1290), (1000, 1530)], **BARE),
        turn="b",
    )
    # a Wound each: the front of b has fallen, and nobody touches anybody
    state = then(state, ("b", Strike(), [4, 1, 4]), ("a", Strike(), [4, 4]))
    assert state.pending is not None
    assert (state.pending.clause, state.pending.side) == (PILE, "b")
    first, last = ModelMove("bu1.2", ((1000, 1103, 0),)), ModelMove("bu1.3", ((1000, 1300, 0),))
    assert refusal(state, "b", PileIn(moves=(first,))) == "wh40k.assumed.coherency"
    done = decide(state, "b", PileIn(moves=(first, last)))
    assert words.locked(done.state, done.state.units["bu1"])
    # it would take both of them: so nobody is forced to
    assert {option.action for option in rules.options(ruleset(), state)} == {"pile-in", "pass"}
    assert asked(decide(state, "b", Pass())) == (PILE, "a", "au1")


def test_everybody_consolidates_where_nobody_can_reach_anybody() -> None:
    # wh40k.assumed.fight.consolidate
    state = fighting(
        squad("au1", (1000, 1000), 1, I=5, W=9, A=4, **BARE),
        squad("bu1", (1000, 1100), 2, I=5, W=1, Ld=10, places=[(1000, 1100), (1000, 1600)], **BARE),
    )
    state = then(
        state, ("a", Strike(), [4, 1, 1, 1, 4]), ("b", Strike(), [4, 4]), ("a", PileIn(moves=()), []),
        ("b", PileIn(moves=()), []),
    )  # fmt: skip
    assert state.pending is not None
    assert (state.pending.clause, state.pending.model) == (CONSOLIDATE, "au1")
    done = decide(state, "a", Pass())
    assert asked(done) == (CONSOLIDATE, "b", "bu1")
