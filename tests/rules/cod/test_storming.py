"""Stratagems in whole charges: engineers and others storm a fortified ruin, a command centre, a mined one."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cod import ruins
from rules.cod.key_buildings import UseKeyBuilding
from rules.cod.stratagem.booby_traps import ActivateTrap
from rules.kernel.effects import Rolled
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.assault import combat
from rules.wh40k.assault.charge import Charge, ChargeMove, ChargeRoll
from rules.wh40k.movement.move import ModelMove
from rules.wh40k.questions import TakeTest
from rules.wh40k.turn import Pass

from ..wh40k.field import asked, blade, decide, effects_of, squad, then
from .test_dirty_tricks import mined, town
from .town import at_work, fortified, ruin

SWORDS: dict[str, Any] = {"weapons": (blade(),)}
GRENADES: dict[str, Any] = {**SWORDS, "has": {"wh40k.assumed.charge.difficult": 1}}
GO = Charge(unit="au1", targets=("bu1",))
IN = ChargeMove(unit="au1", moves=(ModelMove("au1.1", ((2045, 1600, 0),)),))
"""From (1800, 1600) into contact with the model at (2150, 1600), across the outline at 2000."""


def facing(a: Any = (), b: Any = (), **more: Any) -> State:
    """One model of a outside of the ruin, one of b inside."""
    attacker = squad("au1", (1800, 1600), 1, **GRENADES)
    return town(attacker, squad("bu1", (2150, 1600), 1, **SWORDS), phase="assault", step="charge", a=a, b=b, **more)


def storm(state: State) -> State:
    """Charge through difficult terrain: three dice, the highest of which is not used."""
    return then(state, ("a", GO, ()), ("a", ChargeRoll(unit="au1", difficult=True), (3, 3, 3)), ("a", IN, ()))


def step_of(state: State, model: str) -> int:
    ctx = at_work(state)
    return int(combat.initiative(ctx, ctx.state.models[model]))


STEPS = "wh40k.assumed.fight.initiative-steps"


@pytest.mark.decides(
    "cod.stratagem.combat-engineers.breaching",
    "cod.stratagem.fortifications.grenades",
    by=STEPS,
)
@pytest.mark.parametrize(
    ("told", "first"),
    [
        ({}, "a"),  # grenades: at Initiative 4, as those inside; whose turn it is comes first
        ({"game": fortified("r1")}, "b"),
        ({"game": fortified("r1"), "a": ["combat-engineers"]}, "a"),
    ],
)
def test_who_strikes_first_in_a_ruin(told: dict[str, Any], first: str) -> None:
    done = decide(storm(facing(**told)), "a", Pass())
    assert asked(done)[:2] == (STEPS, first)


@pytest.mark.decides("cod.stratagem.combat-engineers.smoke-assault", by=STEPS)
@pytest.mark.parametrize(("inside", "first"), [(True, "b"), (False, "a")])
def test_smoke_slows_nobody_who_charges(inside: bool, first: str) -> None:
    """At Initiative 5 without grenades: a ruin makes him strike last, smoke does not."""
    smoke = {} if inside else {"cod.stratagem.combat-engineers.smoke-save": 99}
    attacker = squad("au1", (1800, 1600), 1, I=5, **SWORDS)
    here = town(attacker, squad("bu1", (2150, 1600), 1, game=smoke, **SWORDS), phase="assault", step="charge",
                b=["combat-engineers"], terrain=ruin(floors=1) if inside else ())  # fmt: skip
    roll = ChargeRoll(unit="au1", difficult=inside), (3, 3, 3) if inside else (3, 3)
    done = decide(then(here, ("a", GO, ()), ("a", *roll), ("a", IN, ())), "a", Pass())
    assert asked(done)[:2] == (STEPS, first)


def test_engineers_storm_a_fortified_ruin() -> None:
    # cod.stratagem.combat-engineers.breaching, cod.stratagem.combat-engineers.fortification-lost
    state = storm(facing(a=["combat-engineers"], game=fortified("r1")))
    # line 652: at the same time as the defenders, whose own Initiative is 4
    assert (step_of(state, "au1.1"), step_of(state, "bu1.1")) == (10, 10)
    assert not ruins.is_fortified(state, "r1")
    state.models["bu1.1"].at = (1900, 1600, 0)
    assert step_of(state, "bu1.1") == 4, "nobody outside the ruin defends it"


def test_others_storm_a_fortified_ruin() -> None:
    # cod.stratagem.fortifications.grenades: against open doors grenades help, against fortified ones they do not
    assert step_of(storm(facing()), "au1.1") == 4
    state = storm(facing(game=fortified("r1")))
    assert (step_of(state, "au1.1"), step_of(state, "bu1.1")) == (1, 4)
    assert ruins.is_fortified(state, "r1")


def test_a_command_centre_is_charged() -> None:
    # cod.stratagem.command-centre.counter-attack: the test is asked for, and the unit strikes once more
    row = "cod.stratagem.command-centre.counter-attack"
    here = facing(b={"command-centre": "r1"})
    used = decide(here, "b", UseKeyBuilding(stratagem="command-centre", unit="bu1", choice="counter-attack"))
    assert row in [effect.rule for effect in used.effects]
    charged = decide(used.state, "a", GO)
    assert asked(charged) == ("wh40k.usr.counter-attack.test", "b", "bu1")
    passed = decide(charged.state, "b", TakeTest(unit="bu1"), (3, 3)).state
    ctx = at_work(passed)
    assert combat.attacks(ctx, ctx.state.models["bu1.1"], blade()) == 2
    assert asked(decide(here, "a", GO))[0] != "wh40k.usr.counter-attack.test"


def test_a_mined_ruin_is_charged() -> None:
    # cod.stratagem.booby-traps.activate: it may go off before a blow is struck
    attacker, defender = squad("au1", (1800, 1600), 1, **GRENADES), squad("bu1", (2150, 1600), 1, **SWORDS)
    state = storm(mined(attacker, defender, phase="assault", step="charge"))
    assert state.pending is not None and state.pending.clause == "cod.stratagem.booby-traps.activate"
    spared = decide(state, "b", Pass()).state
    assert words.locked(spared, spared.units["au1"])
    done = decide(state, "b", ActivateTrap(trap="booby-traps-b1"), (6, 6))
    assert done.state.models["au1.1"].out
    assert effects_of(done, Rolled, "cod.stratagem.booby-traps.trigger")[0].passed == (1,)


def test_the_ruin_of_these_fights() -> None:
    """The defender is inside, the attacker is not."""
    here = facing()
    assert [ruins.inside(here, here.models[key], ruin()[0]) for key in ("au1.1", "bu1.1")] == [False, True]
