"""Force weapons: a psyker turns its Wounds into Instant Death."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Noted, Rolled
from rules.kernel.state import State
from rules.wh40k.assault.fight import Strike
from rules.wh40k.special.force import Activate
from rules.wh40k.turn import Pass

from ..field import blade, decide, effects_of, field, gone, gun, refusal, squad, tank

FORCE = "wh40k.usr.force"
CHARGE = "wh40k.assumed.psychic.warp-charge"
STAFF = blade("staff", has={FORCE: 1})
ACTIVATE = Activate(unit="au1", model="au1.1")


def duel(foe: dict[str, Any] | None = None, **psyker: Any) -> State:
    """A psyker with a Force weapon strikes first at a monster of four Wounds."""
    own = {
        "keywords": ("Infantry", "Psyker"),
        "has": {CHARGE: 1},
        "W": 2,
        "Ld": 9,
        "I": 5,
        "weapons": (STAFF,),
        **psyker,
    }
    state = field(
        squad("au1", (1000, 1000), 1, **own),
        squad("bu1", (1000, 1100), 1, **{"W": 4, "Sv": 7, "weapons": (blade(),), **(foe or {})}),
        squad("bu2", (5000, 4000), 1),
        phase="assault",
        step="charge",
    )
    return decide(state, "a", Pass()).state


def test_a_weapon_that_wounds_is_activated_by_a_psychic_test() -> None:
    # wh40k.usr.force.activate wh40k.usr.force.pass
    state = decide(duel(), "a", ACTIVATE).state
    done = decide(state, "a", Strike(), [4, 4, 4, 5])
    assert [r.rule for r in effects_of(done, Rolled)][-1] == "wh40k.usr.force.activate"
    assert gone(done) == ["bu1.1"]
    assert effects_of(done, Noted, "wh40k.assumed.fight.result")[0].text == "a 4, b 0"


def test_nothing_is_rolled_where_nobody_is_wounded() -> None:
    # wh40k.usr.force.activate
    state = decide(duel(), "a", ACTIVATE).state
    done = decide(state, "a", Strike(), [4, 3])
    assert not effects_of(done, Rolled, "wh40k.usr.force.activate")


def test_it_is_the_psyker_who_decides() -> None:
    # wh40k.usr.force.activate
    done = decide(duel(), "a", Strike(), [4, 4])
    assert done.state.models["bu1.1"].wounds == 3
    off = Activate(unit="au1", model="au1.1", off=True)
    state = decide(decide(duel(), "a", ACTIVATE).state, "a", off).state
    assert decide(state, "a", Strike(), [4, 4]).state.models["bu1.1"].wounds == 3


@pytest.mark.decides("wh40k.usr.force.fail", by="wh40k.usr.force.pass")
def test_a_failed_test_changes_nothing_and_costs_the_point() -> None:
    # wh40k.usr.force.fail
    state = decide(duel(), "a", ACTIVATE).state
    done = decide(state, "a", Strike(), [4, 4, 4, 6])
    assert done.state.models["bu1.1"].wounds == 3
    assert done.state.models["au1.1"].turn[CHARGE] == 0
    assert gone(decide(state, "a", Strike(), [4, 4, 4, 5])) == ["bu1.1"]


def test_without_warp_charge_it_cannot_be_activated() -> None:
    # wh40k.usr.force.no-warp-charge
    state = duel(turn={})
    state.models["au1.1"].turn[CHARGE] = 0
    assert refusal(state, "a", ACTIVATE) == "wh40k.usr.force.no-warp-charge"
    # spent in between
    state = decide(duel(), "a", ACTIVATE).state
    state.models["au1.1"].turn[CHARGE] = 0
    done = decide(state, "a", Strike(), [4, 4])
    assert effects_of(done, Noted, "wh40k.usr.force.no-warp-charge")
    assert done.state.models["bu1.1"].wounds == 3


def test_it_reaches_back_to_earlier_wounds_of_the_turn() -> None:
    # wh40k.usr.force.pass
    state = decide(duel({"W": 4}), "a", ACTIVATE).state
    state.models["bu1.1"].turn["wh40k.usr.force.activate"] = "au1.1"
    state.models["bu2.1"].turn["wh40k.usr.force.activate"] = "au1.1"
    done = decide(state, "a", Strike(), [4, 4, 4, 5])
    assert gone(done) == ["bu1.1", "bu2.1"]
    # a Wound without activation is remembered
    kept = decide(duel(), "a", Strike(), [4, 4])
    assert kept.state.models["bu1.1"].turn["wh40k.usr.force.activate"] == "au1.1"


def test_it_comes_before_feel_no_pain() -> None:
    # wh40k.usr.force.activate: Instant Death leaves no such roll
    state = decide(duel({"has": {"wh40k.usr.feel-no-pain": 5}}), "a", ACTIVATE).state
    assert gone(decide(state, "a", Strike(), [4, 4, 4, 5])) == ["bu1.1"]


def test_an_eternal_warrior_is_spared() -> None:
    # wh40k.usr.force.pass
    state = decide(duel({"has": {"wh40k.usr.eternal-warrior": 1}}), "a", ACTIVATE).state
    assert decide(state, "a", Strike(), [4, 4, 4, 5]).state.models["bu1.1"].wounds == 3


@pytest.mark.decides("wh40k.usr.force.no-deny", by="wh40k.usr.force.pass")
def test_nobody_denies_it() -> None:
    # wh40k.usr.force.no-deny: the enemy's psyker is not asked
    state = decide(duel({"W": 4, "has": {CHARGE: 3}, "Ld": 10}), "a", ACTIVATE).state
    done = decide(state, "a", Strike(), [4, 4, 4, 5])
    assert gone(done) == ["bu1.1"]
    assert done.state.pending is None or done.state.pending.clause != "wh40k.assumed.psychic.deny"
    assert gone(decide(state, "a", Strike(), [4, 4, 4, 6])) == []  # only its own test decides


@pytest.mark.decides("wh40k.usr.force.no-effect-targets", by="wh40k.usr.force.activate")
def test_vehicles_notice_nothing() -> None:
    # wh40k.usr.force.no-effect-targets
    walker = tank(
        "bu1", (1000, 1200), keywords=("Vehicle", "Walker"), WS=4, S=6, I=3, A=1, weapons=(blade(),), FA=10, SA=10
    )
    psyker = squad(
        "au1", (1000, 1000), 1, has={CHARGE: 1}, keywords=("Infantry", "Psyker"), I=5, S=6, weapons=(STAFF,), Ld=9
    )
    state = decide(field(psyker, walker, phase="assault", step="charge"), "a", Pass()).state
    state = decide(state, "a", ACTIVATE).state
    done = decide(state, "a", Strike(), [4, 4])
    assert done.state.models["bu1.1"].wounds == 2
    assert not effects_of(done, Rolled, "wh40k.usr.force.activate")
    flesh = decide(duel(), "a", ACTIVATE).state
    assert effects_of(decide(flesh, "a", Strike(), [4, 4, 4, 5]), Rolled, "wh40k.usr.force.activate")


@pytest.mark.parametrize(
    "psyker", [{"weapons": (blade(), gun())}, {"has": {}, "keywords": ("Infantry",)}], ids=["no weapon", "no psyker"]
)
def test_who_cannot_activate_anything(psyker: dict[str, Any]) -> None:
    # wh40k.usr.force.activate
    assert refusal(duel(**psyker), "a", ACTIVATE) == "wh40k.usr.force.activate"
