"""The Charge sub-phase: who may charge whom, the roll, the move, and enemies that are charged in flight."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Noted
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.assault.charge import Charge, ChargeMove, ChargeRoll
from rules.wh40k.movement.move import ModelMove
from rules.wh40k.questions import TakeTest
from rules.wh40k.turn import Pass

from ..field import asked, blade, box, decide, effects_of, field, gone, refusal, squad, tank, then

SWORDS: dict[str, Any] = {"weapons": (blade(),)}
FLEEING: dict[str, Any] = {words.FALLING_BACK: 1}


def charging(*groups: Any, **more: Any) -> State:
    return field(*groups, phase="assault", step="charge", **more)


def near(gap: int = 500, **more: Any) -> State:
    """Two models of a, one of b whose base is `gap` hundredths from the first's."""
    return charging(squad("au1", (1000, 1000), 2, **SWORDS), squad("bu1", (1000, 1100 + gap), 1, **SWORDS), **more)


def go(model: str, *path: tuple[int, int]) -> ModelMove:
    return ModelMove(model, tuple((x, y, 0) for x, y in path))


def test_a_charge_within_the_roll_comes_into_contact() -> None:
    # wh40k.assumed.charge.declare
    done = decide(near(500), "a", Charge(unit="au1", targets=("bu1",)))
    assert asked(done) == ("wh40k.assumed.charge.roll", "a", "au1")
    done = decide(done.state, "a", ChargeRoll(unit="au1"), [2, 3])
    assert asked(done) == ("wh40k.assumed.charge.move", "a", "au1")
    assert done.state.pending is not None
    assert done.state.pending.value == 500
    moves = (go("au1.1", (1000, 1500)), go("au1.2", (1101, 1490)))
    done = decide(done.state, "a", ChargeMove(unit="au1", moves=moves))
    assert done.state.units["au1"].turn[words.CHARGED] == ("bu1",)
    assert words.locked(done.state, done.state.units["au1"])
    assert asked(done) == ("", "", "")


@pytest.mark.parametrize("dice", [[1, 1], [1, 2]])
def test_a_charge_that_does_not_reach_fails(dice: list[int]) -> None:
    # wh40k.assumed.charge.declare
    done = decide(near(500), "a", Charge(unit="au1", targets=("bu1",)))
    done = decide(done.state, "a", ChargeRoll(unit="au1"), dice)
    assert asked(done) == ("", "", "")
    assert words.CHARGED not in done.state.units["au1"].turn
    assert done.state.models["au1.1"].at == (1000, 1000, 0)
    # it has had its try
    assert refusal(done.state, "a", Charge(unit="au1", targets=("bu1",))) == "wh40k.assumed.charge.declare"


def test_nobody_is_charged_farther_than_twelve_inches() -> None:
    # wh40k.assumed.charge.declare
    assert refusal(near(1201), "a", Charge(unit="au1", targets=("bu1",))) == "wh40k.assumed.charge.declare"
    assert asked(decide(near(1200), "a", Charge(unit="au1", targets=("bu1",))))[0]


def test_nobody_is_charged_unseen() -> None:
    # wh40k.assumed.charge.declare
    wall = box("w", 0, 1200, 3000, 1300, 400, "wall")
    state = near(500, terrain=[wall])
    assert refusal(state, "a", Charge(unit="au1", targets=("bu1",))) == "wh40k.assumed.charge.declare"


@pytest.mark.parametrize(
    ("marks", "clause"),
    [
        ({"turn": {words.RAN: 1}}, "wh40k.assumed.charge.restrictions"),
        ({"game": {words.GROUND: 4}}, words.GROUND),
        ({"turn": {words.ARRIVED: "reserve"}}, "wh40k.assumed.reserves.no-charge"),
        ({"turn": {words.DISEMBARKED: "au2.1"}}, words.DISEMBARKED),
        ({"game": FLEEING}, "wh40k.fall-back.no-charge"),
        ({"turn": {words.REGROUPED_NOW: 1}}, "wh40k.regroup.no-charge"),
    ],
)
def test_who_may_not_charge(marks: dict[str, Any], clause: str) -> None:
    # wh40k.assumed.charge.restrictions
    state = charging(squad("au1", (1000, 1000), 2, **SWORDS, **marks), squad("bu1", (1000, 1600), 1))
    assert refusal(state, "a", Charge(unit="au1", targets=("bu1",))) == clause


def test_who_is_locked_does_not_charge() -> None:
    # wh40k.assumed.charge.restrictions
    state = charging(squad("au1", (1000, 1000), 1), squad("bu1", (1000, 1100), 1), squad("bu2", (1000, 1600), 1))
    assert refusal(state, "a", Charge(unit="au1", targets=("bu2",))) == "wh40k.assumed.charge.restrictions"


FOREST = box("f", 0, 1150, 3000, 1350, 300, "forest")


def test_difficult_terrain_takes_the_two_lowest_of_three() -> None:
    # wh40k.assumed.charge.difficult
    state = then(near(500, terrain=[FOREST]), ("a", Charge(unit="au1", targets=("bu1",)), []))
    done = decide(state, "a", ChargeRoll(unit="au1", difficult=True), [6, 3, 2])
    assert done.state.pending is not None
    assert done.state.pending.value == 500
    moves = (go("au1.1", (1000, 1500)), go("au1.2", (1101, 1490)))
    done = decide(done.state, "a", ChargeMove(unit="au1", moves=moves))
    assert "wh40k.assumed.charge.difficult" in done.state.units["au1"].turn


def test_a_charge_rolled_for_open_ground_stays_on_it() -> None:
    # wh40k.assumed.charge.difficult
    state = then(
        near(500, terrain=[FOREST]), ("a", Charge(unit="au1", targets=("bu1",)), []),
        ("a", ChargeRoll(unit="au1"), [6, 3]),
    )  # fmt: skip
    moves = (go("au1.1", (1000, 1500)), go("au1.2", (1101, 1490)))
    assert refusal(state, "a", ChargeMove(unit="au1", moves=moves)) == "wh40k.assumed.charge.difficult"
    done = decide(state, "a", ChargeMove(unit="au1"))
    assert effects_of(done, Noted, "wh40k.assumed.charge.move")


def rolled(gap: int = 500, dice: tuple[int, int] = (4, 4), **more: Any) -> State:
    return then(near(gap, **more), ("a", Charge(unit="au1", targets=("bu1",)), []), ("a", ChargeRoll(unit="au1"), dice))


@pytest.mark.parametrize(
    "moves",
    [
        pytest.param((), id="open way given up"),
        pytest.param((go("au1.2", (1101, 1490)), go("au1.1", (1000, 1400))), id="not the nearest first"),
        pytest.param((go("au1.1", (1300, 1300), (1000, 1500)), go("au1.2", (1101, 1490))), id="a detour"),
        pytest.param((go("au1.1", (1000, 1400)), go("au1.2", (1150, 1400))), id="no contact"),
        pytest.param((go("au1.1", (1000, 1850)),), id="too far, and onto the target"),
    ],
)
def test_charge_moves_that_are_refused(moves: tuple[ModelMove, ...]) -> None:
    # wh40k.assumed.charge.move
    clause = refusal(rolled(), "a", ChargeMove(unit="au1", moves=moves))
    assert clause in ("wh40k.assumed.charge.move", "wh40k.assumed.movement.infantry")


def test_the_unit_follows_who_charges_first() -> None:
    # wh40k.assumed.charge.move
    state = rolled(600, (4, 4))
    alone = (go("au1.1", (1000, 1600)),)
    assert refusal(state, "a", ChargeMove(unit="au1", moves=alone)) == "wh40k.assumed.coherency"
    # out of coherency, but as near as it can
    along = (go("au1.1", (1000, 1600)), go("au1.2", (1150, 1010)))
    done = decide(state, "a", ChargeMove(unit="au1", moves=along))
    assert done.state.units["au1"].turn[words.CHARGED] == ("bu1",)


def test_nobody_follows_out_of_difficult_terrain_that_was_not_rolled_for() -> None:
    # wh40k.assumed.charge.difficult
    state = rolled(600, (4, 4), terrain=[box("t1", 1120, 900, 1300, 1100, 300, "crater")])
    alone = (go("au1.1", (1000, 1600)),)
    both = (*alone, go("au1.2", (1150, 1010)))
    assert refusal(state, "a", ChargeMove(unit="au1", moves=both)) == "wh40k.assumed.charge.difficult"
    done = decide(state, "a", ChargeMove(unit="au1", moves=alone))
    assert done.state.units["au1"].turn[words.CHARGED] == ("bu1",)


def test_a_charge_goes_round_what_is_in_the_way_or_is_given_up() -> None:
    # wh40k.assumed.charge.move
    state = charging(
        squad("au1", (1000, 1000), 1, **SWORDS),
        squad("au2", (1000, 1250), 1, **SWORDS),
        squad("bu1", (1000, 1500), 1, **SWORDS),
    )
    state = then(state, ("a", Charge(unit="au1", targets=("bu1",)), []), ("a", ChargeRoll(unit="au1"), [4, 4]))
    done = decide(state, "a", ChargeMove(unit="au1", moves=(go("au1.1", (890, 1250), (950, 1410)),)))
    assert done.state.units["au1"].turn[words.CHARGED] == ("bu1",)
    done = decide(state, "a", ChargeMove(unit="au1"))
    assert words.CHARGED not in done.state.units["au1"].turn
    assert effects_of(done, Noted, "wh40k.assumed.charge.move")


def test_a_tank_is_charged_at_its_hull() -> None:
    # wh40k.assumed.charge.move
    state = charging(squad("au1", (1000, 1000), 1, **SWORDS), tank("bu1", (1300, 1500), weapons=()))
    state = then(state, ("a", Charge(unit="au1", targets=("bu1",)), []), ("a", ChargeRoll(unit="au1"), [3, 1]))
    # the nearest corner of the hull is at (1075, 1350): 3.08" from the base
    done = decide(state, "a", ChargeMove(unit="au1", moves=(go("au1.1", (1075, 1290)),)))
    assert done.state.units["au1"].turn[words.CHARGED] == ("bu1",)
    assert done.state.pending is None


def test_chargers_keep_away_from_enemies_they_did_not_charge() -> None:
    # wh40k.assumed.charge.move
    state = charging(
        squad("au1", (1000, 1000), 2, **SWORDS),
        squad("bu1", (1000, 1600), 1, **SWORDS),
        squad("bu2", (1250, 1500), 1, **SWORDS),
    )
    state = then(state, ("a", Charge(unit="au1", targets=("bu1",)), []), ("a", ChargeRoll(unit="au1"), [4, 4]))
    near_other = (go("au1.1", (1000, 1500)), go("au1.2", (1101, 1490)))
    assert refusal(state, "a", ChargeMove(unit="au1", moves=near_other)) == "wh40k.assumed.charge.move"
    clear = (go("au1.1", (1000, 1500)), go("au1.2", (850, 1250), (899, 1500)))
    assert decide(state, "a", ChargeMove(unit="au1", moves=clear)).state.units["au1"].turn[words.CHARGED] == ("bu1",)


def pair(**second: Any) -> State:
    """One of a, two units of b side by side in reach."""
    return charging(
        squad("au1", (1000, 1000), 2, **SWORDS),
        squad("bu1", (1000, 1500), 1, **SWORDS),
        squad("bu2", (1201, 1500), 1, **{**SWORDS, **second}),
    )


def test_a_charge_at_two_units_is_disordered() -> None:
    # wh40k.assumed.charge.disordered
    state = then(pair(), ("a", Charge(unit="au1", targets=("bu1", "bu2")), []), ("a", ChargeRoll(unit="au1"), [4, 4]))
    moves = (go("au1.1", (1000, 1400)), go("au1.2", (1180, 1400)))
    done = decide(state, "a", ChargeMove(unit="au1", moves=moves))
    assert done.state.units["au1"].turn[words.CHARGED] == ("bu1", "bu2")
    assert words.DISORDERED in done.state.units["au1"].turn
    single = decide(pair(), "a", Charge(unit="au1", targets=("bu1",)))
    assert words.DISORDERED not in single.state.units["au1"].turn


def test_a_charge_ends_with_the_step() -> None:
    # wh40k.assumed.charge.declare: every unit may charge, until the side ends the sub-phase
    state = charging(squad("au1", (1000, 1000), 1), squad("bu1", (1000, 4000), 1))
    assert decide(state, "a", Pass()).state.turn == "b"


# charged in flight


def flight(gap: int = 500, **more: Any) -> State:
    return charging(
        squad("au1", (1000, 1000), 2, **SWORDS), squad("bu1", (1000, 1100 + gap), 1, game=FLEEING, **{**SWORDS, **more})
    )


def test_a_fleeing_target_in_reach_has_to_regroup() -> None:
    # wh40k.regroup.charged.trigger
    state = then(flight(), ("a", Charge(unit="au1", targets=("bu1",)), []))
    done = decide(state, "a", ChargeRoll(unit="au1"), [4, 4])
    assert asked(done) == ("wh40k.regroup.charged.trigger", "b", "bu1")
    # out of reach it does not
    done = decide(state, "a", ChargeRoll(unit="au1"), [1, 2])
    assert asked(done) == ("", "", "")


@pytest.mark.parametrize("size", [1, 8])
def test_the_test_of_the_charged_is_an_ordinary_one(size: int) -> None:
    # wh40k.regroup.charged.normal-test: below a quarter of its models 8 is good enough all the same
    state = then(
        flight(size=size), ("a", Charge(unit="au1", targets=("bu1",)), []), ("a", ChargeRoll(unit="au1"), [4, 4])
    )
    done = decide(state, "b", TakeTest(unit="bu1"), [4, 4])
    assert not words.falling_back(done.state.units["bu1"])


def test_who_regroups_when_charged_stands_and_fights() -> None:
    # wh40k.regroup.charged.pass
    state = then(flight(), ("a", Charge(unit="au1", targets=("bu1",)), []), ("a", ChargeRoll(unit="au1"), [4, 4]))
    done = decide(state, "b", TakeTest(unit="bu1"), [3, 4])
    assert asked(done) == ("wh40k.assumed.charge.move", "a", "au1")
    assert done.state.models["bu1.1"].at == (1000, 1600, 0)
    moves = (go("au1.1", (1000, 1500)), go("au1.2", (1101, 1490)))
    assert decide(done.state, "a", ChargeMove(unit="au1", moves=moves)).state.units["au1"].turn[words.CHARGED]


def test_who_does_not_is_removed_at_the_end_of_the_sub_phase() -> None:
    # wh40k.regroup.charged.fail
    state = then(flight(), ("a", Charge(unit="au1", targets=("bu1",)), []), ("a", ChargeRoll(unit="au1"), [4, 4]))
    done = decide(state, "b", TakeTest(unit="bu1"), [5, 4])
    assert not gone(done)
    assert asked(done) == ("", "", "")
    done = decide(done.state, "a", Pass())
    assert gone(done) == ["bu1.1"]


def multiple() -> State:
    return then(
        pair(game=FLEEING), ("a", Charge(unit="au1", targets=("bu1", "bu2")), []),
        ("a", ChargeRoll(unit="au1"), [4, 4]),
    )  # fmt: skip


def test_in_a_multiple_charge_each_fleeing_target_tests() -> None:
    # wh40k.regroup.charged.multi.trigger
    state = multiple()
    assert state.pending is not None
    assert (state.pending.clause, state.pending.model) == ("wh40k.regroup.charged.trigger", "bu2")


def test_in_a_multiple_charge_who_regroups_is_charged_as_well() -> None:
    # wh40k.regroup.charged.multi.pass
    done = decide(multiple(), "b", TakeTest(unit="bu2"), [1, 2])
    assert done.state.pending is not None
    assert done.state.pending.targets == ("bu1", "bu2")
    assert not words.falling_back(done.state.units["bu2"])


def test_in_a_multiple_charge_who_fails_is_gone_at_once() -> None:
    # wh40k.regroup.charged.multi.fail
    done = decide(multiple(), "b", TakeTest(unit="bu2"), [6, 6])
    assert gone(done) == ["bu2.1"]
    assert done.state.pending is not None
    assert done.state.pending.targets == ("bu1",)
    # the chargers pass over the place where it stood
    moves = (go("au1.1", (1000, 1400)), go("au1.2", (1150, 1550), (1101, 1490)))
    done = decide(done.state, "a", ChargeMove(unit="au1", moves=moves))
    assert done.state.units["au1"].turn[words.CHARGED] == ("bu1",)


def test_a_walker_charges_and_a_tank_does_not() -> None:
    # wh40k.assumed.charge.restrictions
    walker = tank("au1", (1000, 1000), keywords=("Vehicle", "Walker"), WS=4, S=6, I=4, A=2)
    state = charging(walker, squad("bu1", (1000, 1600), 1))
    assert asked(decide(state, "a", Charge(unit="au1", targets=("bu1",))))[0]
    state = charging(tank("au1", (1000, 1000)), squad("bu1", (1000, 1600), 1))
    assert refusal(state, "a", Charge(unit="au1", targets=("bu1",))) == "wh40k.assumed.charge.restrictions"
