"""Overwatch: Snap Shots at the chargers before the range of the charge is rolled."""

from __future__ import annotations

from typing import Any

from rules.kernel.effects import Rolled
from rules.kernel.state import State
from rules.wh40k.assault.charge import Charge
from rules.wh40k.assault.overwatch import Overwatch
from rules.wh40k.shooting.volley import Fire
from rules.wh40k.turn import Pass

from ..field import asked, blade, decide, effects_of, field, gone, gun, refusal, squad, tank

OVERWATCH = "wh40k.assumed.overwatch"
SWORDS: dict[str, Any] = {"weapons": (blade(),)}


def charged(**target: Any) -> State:
    """One of a charges one of b who has a gun."""
    state = field(
        squad("au1", (1000, 1000), 1, T=4, **{**SWORDS, "Sv": 7}),
        squad("bu1", (1000, 1600), 1, **target),
        phase="assault",
        step="charge",
    )
    return decide(state, "a", Charge(unit="au1", targets=("bu1",))).state


def test_the_charged_fire_snap_shots_first() -> None:
    # wh40k.assumed.overwatch
    state = charged()
    assert state.pending is not None
    assert (state.pending.clause, state.pending.side, state.pending.model) == (OVERWATCH, "b", "bu1")
    # Rapid Fire at 5": two shots, of which only the 6 hits
    done = decide(state, "b", Overwatch(unit="bu1", fire=(Fire("bu1.1", "gun"),)), [5, 6, 4])
    assert [r.faces for r in effects_of(done, Rolled)] == [(5, 6), (4,)]
    assert gone(done) == ["au1.1"]
    # nobody is left to charge
    assert done.state.over is not None


def test_overwatch_that_hits_nobody_lets_the_charge_go_on() -> None:
    # wh40k.assumed.overwatch
    done = decide(charged(), "b", Overwatch(unit="bu1", fire=(Fire("bu1.1", "gun"),)), [5, 5])
    assert asked(done) == ("wh40k.assumed.charge.roll", "a", "au1")


def test_overwatch_may_be_declined() -> None:
    # wh40k.assumed.overwatch
    assert asked(decide(charged(), "b", Pass())) == ("wh40k.assumed.charge.roll", "a", "au1")
    assert refusal(charged(), "a", Pass()) == OVERWATCH


def test_who_has_nothing_to_fire_is_not_asked() -> None:
    # wh40k.assumed.overwatch
    state = charged(**SWORDS)
    assert state.pending is not None
    assert state.pending.clause == "wh40k.assumed.charge.roll"


def test_blasts_fire_no_overwatch() -> None:
    # wh40k.assumed.overwatch
    mortar = gun("mortar", type="Heavy", has={"wh40k.usr.blast": 1})
    state = charged(weapons=(mortar,))
    assert state.pending is not None
    assert state.pending.clause == "wh40k.assumed.charge.roll"
    state = charged(weapons=(mortar, gun()))
    shot = Overwatch(unit="bu1", fire=(Fire("bu1.1", "mortar"),))
    assert refusal(state, "b", shot) == "wh40k.usr.blast.no-snap-shot"


def test_who_is_locked_fires_no_overwatch() -> None:
    # wh40k.assumed.overwatch
    state = field(
        squad("au1", (1000, 1000), 1, **SWORDS),
        squad("au2", (1000, 1700), 1, **SWORDS),
        squad("bu1", (1000, 1600), 1),
        phase="assault",
        step="charge",
    )
    done = decide(state, "a", Charge(unit="au1", targets=("bu1",)))
    assert asked(done) == ("wh40k.assumed.charge.roll", "a", "au1")


def test_every_target_is_asked_in_turn() -> None:
    # wh40k.assumed.overwatch
    state = field(
        squad("au1", (1000, 1000), 1, **SWORDS),
        squad("bu1", (1000, 1600), 1),
        squad("bu2", (1300, 1600), 1),
        phase="assault",
        step="charge",
    )
    done = decide(state, "a", Charge(unit="au1", targets=("bu1", "bu2")))
    assert asked(done) == (OVERWATCH, "b", "bu1")
    done = decide(done.state, "b", Pass())
    assert asked(done) == (OVERWATCH, "b", "bu2")
    done = decide(done.state, "b", Overwatch(unit="bu2", fire=(Fire("bu2.1", "gun"),)), [1, 1])
    assert asked(done) == ("wh40k.assumed.charge.roll", "a", "au1")


def test_a_tank_that_is_charged_may_fire_too() -> None:
    # wh40k.assumed.overwatch
    state = field(squad("au1", (1000, 1000), 1, **SWORDS), tank("bu1", (1000, 1600)), phase="assault", step="charge")
    assert asked(decide(state, "a", Charge(unit="au1", targets=("bu1",)))) == (OVERWATCH, "b", "bu1")
