"""Hit & Run: leaving a combat at the end of an Assault phase; and Crusader in a sweeping advance."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Noted, Rolled
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.assault.fight import Strike
from rules.wh40k.assault.sweep import Consolidate, Sweep
from rules.wh40k.questions import TakeTest
from rules.wh40k.special.hit_and_run import BreakOff, HitAndRun, WhoLeavesFirst
from rules.wh40k.turn import Pass
from tests.rules.wh40k.assault.test_combat_result import beaten

from ..field import asked, blade, box, decide, effects_of, field, gone, refusal, squad, then

RULE = "wh40k.usr.hit-and-run"
HAS: dict[str, Any] = {"has": {RULE: 1}}
SWORD: dict[str, Any] = {"weapons": (blade(),), "W": 5, "I": 4}
LEAVES, GOES = HitAndRun(unit="au1"), BreakOff(unit="au1", angle=270)
CONSOLIDATE = "wh40k.assumed.fight.consolidate"


def fought(
    mine: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None, turn: str = "a", *groups: Any, **more: Any
) -> State:
    """A combat of one round without a Wound: of au1 at (1000, 3000) with bu1 above it."""
    state = field(
        squad("au1", (1000, 3000), 1, **{**SWORD, **HAS, **(mine or {})}),
        squad("bu1", (1000, 3100), 1, **{**SWORD, **(theirs or {})}),
        *groups,
        phase="assault",
        step="charge",
        turn=turn,
        **more,
    )
    state = decide(state, turn, Pass()).state
    state = decide(state, turn, Strike(), [1]).state
    return decide(state, state.enemy(turn), Strike(), [1]).state


def pending(state: State) -> tuple[str, str]:
    return (state.pending.clause, state.pending.model) if state.pending else ("", "")


@pytest.mark.parametrize("turn", ["a", "b"])
def test_a_locked_unit_may_leave_at_the_end_of_any_assault_phase(turn: str) -> None:
    # wh40k.usr.hit-and-run.declare
    state = fought(turn=turn)
    assert pending(state) == ("wh40k.usr.hit-and-run.declare", "au1")
    assert (state.step, state.turn) == ("end", turn)
    # or stay
    assert decide(state, "a", Pass()).state.turn != turn
    assert pending(fought({"has": {}}))[0] == ""


@pytest.mark.parametrize(("die", "passed"), [pytest.param(4, True, id="wh40k.usr.hit-and-run.test"), (5, False)])
@pytest.mark.decides("wh40k.usr.hit-and-run.fail", by="wh40k.usr.hit-and-run.move")
def test_it_has_to_pass_an_initiative_test(die: int, passed: bool) -> None:
    # wh40k.usr.hit-and-run.fail
    state = decide(fought(), "a", LEAVES).state
    done = decide(state, "a", GOES, [die, 2, 3, 4] if passed else [die])
    assert words.locked(done.state, done.state.units["au1"]) != passed
    assert bool(effects_of(done, Noted, "wh40k.usr.hit-and-run.fail")) != passed


def test_it_moves_three_dice_in_the_direction_it_chose() -> None:
    # wh40k.usr.hit-and-run.move
    state = decide(fought(), "a", LEAVES).state
    assert decide(state, "a", GOES, [1, 2, 3, 4]).state.models["au1.1"].at == (1000, 2100, 0)
    # through the enemy it was locked with
    through = decide(state, "a", BreakOff(unit="au1", angle=90), [1, 2, 3, 4])
    assert through.state.models["au1.1"].at == (1000, 3900, 0)


@pytest.mark.decides("wh40k.usr.hit-and-run.must-clear", by="wh40k.usr.hit-and-run.move")
def test_it_stays_where_it_does_not_get_clear() -> None:
    # wh40k.usr.hit-and-run.must-clear: 3" up it would stand 1" or less past the enemy
    state = decide(fought(), "a", LEAVES).state
    done = decide(state, "a", BreakOff(unit="au1", angle=90), [1, 1, 1, 1])
    assert effects_of(done, Noted, "wh40k.usr.hit-and-run.must-clear")
    assert done.state.models["au1.1"].at == (1000, 3000, 0)
    assert words.locked(done.state, done.state.units["au1"])
    clear = decide(state, "a", BreakOff(unit="au1", angle=90), [1, 2, 2, 2])
    assert clear.state.models["au1.1"].at == (1000, 3600, 0)


@pytest.mark.decides("wh40k.usr.hit-and-run.no-sweep", by="wh40k.assumed.fight.sweeping-advance")
def test_nobody_sweeps_after_it() -> None:
    # wh40k.usr.hit-and-run.no-sweep
    state = decide(fought(), "a", LEAVES).state
    state = decide(state, "a", GOES, [1, 2, 3, 4]).state
    assert pending(state) == (CONSOLIDATE, "bu1")
    assert refusal(state, "b", Sweep(unit="au1"), [1, 6]) == "wh40k.assumed.fight.sweeping-advance"
    fled = decide(beaten(), "b", TakeTest(unit="bu1"), [6, 6]).state
    assert gone(decide(fled, "a", Sweep(unit="bu1"), [1, 6]))


def test_enemies_that_are_free_consolidate() -> None:
    # wh40k.usr.hit-and-run.enemy-consolidates
    state = decide(fought(), "a", LEAVES).state
    state = decide(state, "a", GOES, [1, 2, 3, 4]).state
    done = decide(state, "b", Consolidate(unit="bu1"), [5])
    assert done.state.pending is not None
    assert done.state.pending.value == 500
    assert decide(done.state, "b", Pass()).state.turn == "b"


@pytest.mark.decides("wh40k.usr.hit-and-run.enemy-consolidates", by="wh40k.assumed.fight.consolidate")
def test_enemies_locked_with_others_do_not() -> None:
    # wh40k.usr.hit-and-run.enemy-consolidates
    other = squad("au2", (1000, 3200), 1, **SWORD)
    state = field(
        squad("au1", (1000, 3000), 1, **SWORD, **HAS), squad("bu1", (1000, 3100), 1, **SWORD), other,
        phase="assault", step="charge",
    )  # fmt: skip
    state = then(state, ("a", Pass(), []), ("a", Strike(), [1, 1]), ("b", Strike(), [1]), ("a", LEAVES, []))
    done = decide(state, "a", GOES, [1, 2, 3, 4])
    assert done.state.pending is None
    assert done.state.turn == "b"
    free = decide(decide(fought(), "a", LEAVES).state, "a", GOES, [1, 2, 3, 4])
    assert asked(free) == (CONSOLIDATE, "b", "bu1")


RUIN = box("r", 0, 2500, 2000, 2800, 300, "ruin")


@pytest.mark.decides("wh40k.usr.hit-and-run.difficult", by="wh40k.usr.hit-and-run.move")
def test_difficult_terrain_does_not_slow_it() -> None:
    # wh40k.usr.hit-and-run.difficult
    for terrain in [RUIN], []:
        state = decide(fought(terrain=terrain), "a", LEAVES).state
        assert decide(state, "a", GOES, [1, 2, 3, 4]).state.models["au1.1"].at == (1000, 2100, 0)
        assert decide(state, "a", GOES, [1, 2, 3, 5]).state.models["au1.1"].at == (1000, 2000, 0)


@pytest.mark.decides("wh40k.usr.hit-and-run.dangerous", by="wh40k.assumed.terrain.dangerous")
def test_dangerous_terrain_is_tested_for() -> None:
    # wh40k.usr.hit-and-run.dangerous
    mire = box("m", 0, 2500, 2000, 2800, 300, "dangerous")
    state = decide(fought({"Sv": 7}, terrain=[mire]), "a", LEAVES).state
    done = decide(state, "a", GOES, [1, 2, 3, 4, 1])
    assert done.state.models["au1.1"].wounds == 4
    assert effects_of(done, Rolled, "wh40k.assumed.terrain.dangerous")
    dry = decide(decide(fought({"Sv": 7}), "a", LEAVES).state, "a", GOES, [1, 2, 3, 4])
    assert not effects_of(dry, Rolled, "wh40k.assumed.terrain.dangerous")


def test_it_stops_an_inch_from_other_enemies() -> None:
    # wh40k.usr.hit-and-run.no-contact
    other = squad("bu2", (1000, 2500), 1, **SWORD)
    state = decide(fought(None, None, "a", other), "a", LEAVES).state
    done = decide(state, "a", GOES, [1, 2, 3, 4])
    at = done.state.models["au1.1"].at
    assert at is not None
    # 2" below its place at most: the other's base, an inch, its own base
    assert 2700 <= at[1] <= 2710


def test_both_sides_roll_off_and_the_last_consolidates() -> None:
    # wh40k.usr.hit-and-run.both-sides wh40k.usr.hit-and-run.both-sides.last
    state = fought(theirs=HAS)
    state = then(state, ("a", LEAVES, []), ("b", HitAndRun(unit="bu1"), []))
    assert pending(state) == ("wh40k.usr.hit-and-run.both-sides", "")
    # a tie is rolled again
    tied = decide(state, "a", WhoLeavesFirst(), [3, 3, 2, 5])
    assert asked(tied) == ("wh40k.usr.hit-and-run.move", "b", "bu1")
    state = decide(state, "a", WhoLeavesFirst(), [4, 3]).state
    assert pending(state) == ("wh40k.usr.hit-and-run.move", "au1")
    done = decide(state, "a", GOES, [1, 2, 3, 4])
    assert asked(done) == (CONSOLIDATE, "b", "bu1")
    # after a failed test it is the other's go
    done = decide(state, "a", GOES, [6])
    assert asked(done) == ("wh40k.usr.hit-and-run.move", "b", "bu1")


# crusader


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "caught"),
    [
        # 3 + 4 to escape; 1 + 4 and a D3 of 2 to catch
        pytest.param({"wh40k.usr.crusader": 1}, {}, [3, 1, 4], True, id="wh40k.usr.crusader.sweep"),
        pytest.param({"wh40k.usr.crusader": 1}, {}, [3, 1, 2, 3, 3], False, id="a D3 of 1 is not enough"),
        pytest.param({}, {"wh40k.usr.crusader": 1}, [3, 4, 4, 3, 3], False, id="who escapes adds it too"),
        pytest.param({}, {"wh40k.usr.crusader": 1}, [2, 3, 6], True, id="and may be caught all the same"),
    ],
)
def test_crusaders_add_a_d3(mine: dict[str, int], theirs: dict[str, int], dice: list[int], caught: bool) -> None:
    state = field(
        squad("au1", (1000, 1000), 1, has=mine, **SWORD),
        squad("bu1", (1000, 1100), 1, has=theirs, **{**SWORD, "Sv": 7}),
        squad("bu2", (5000, 4000), 1),
        phase="assault",
        step="charge",
    )
    state = then(
        state, ("a", Pass(), []), ("a", Strike(), [4, 4]), ("b", Strike(), [1]), ("b", TakeTest(unit="bu1"), [6, 6])
    )
    assert gone(decide(state, "a", Sweep(unit="bu1"), dice)) == (["bu1.1"] if caught else [])
