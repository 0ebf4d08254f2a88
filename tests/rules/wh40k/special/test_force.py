"""Force weapons: a psyker turns its Wounds into Instant Death."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Marked, Noted, Rolled
from rules.kernel.events import Event
from rules.kernel.state import State
from rules.wh40k.assault.fight import Strike
from rules.wh40k.shooting.shoot import Shoot
from rules.wh40k.shooting.volley import Fire
from rules.wh40k.special.force import Activate
from rules.wh40k.turn import Pass

from ..field import asked, blade, decide, effects_of, field, gone, gun, refusal, squad, tank

FORCE = "wh40k.usr.force"
WILL = "wh40k.usr.force.activate"
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


def wounded(here: State, *dice: int) -> State:
    """The position in which the psyker that has just struck is asked whether it activates its weapon."""
    struck = decide(here, "a", Strike(), dice or (4, 4))
    assert asked(struck) == (WILL, "a", "au1.1")
    return struck.state


def test_a_weapon_that_wounds_is_activated_by_a_psychic_test() -> None:
    # wh40k.usr.force.activate wh40k.usr.force.pass
    here = wounded(duel())
    assert here.models["bu1.1"].wounds == 4
    done = decide(here, "a", ACTIVATE, [4, 5])
    assert [(r.rule, r.faces) for r in effects_of(done, Rolled)][-1] == (WILL, (4, 5))
    assert gone(done) == ["bu1.1"]
    assert effects_of(done, Noted, "wh40k.assumed.fight.result")[0].text == "a 4, b 0"


def test_nobody_is_asked_where_nobody_is_wounded() -> None:
    # wh40k.usr.force.activate
    assert asked(decide(duel(), "a", Strike(), [4, 3]))[0] != WILL
    saved = decide(duel({"Sv": 3}), "a", Strike(), [4, 4, 3])
    assert asked(saved)[0] != WILL


def test_nothing_is_said_before_the_blow() -> None:
    # wh40k.usr.force.activate: neither accepted nor offered until there is an unsaved Wound
    assert refusal(duel(), "a", ACTIVATE) == WILL
    assert "activate-force" not in [o.action for o in rules.options(rules.load("wh40k"), duel())]
    offered = rules.options(rules.load("wh40k"), wounded(duel()))
    assert {(o.action, o.side, o.model) for o in offered} == {("activate-force", "a", "au1.1"), ("pass", "a", "au1.1")}


def test_it_is_the_psyker_who_decides() -> None:
    # wh40k.usr.force.activate
    here = wounded(duel())
    for no in (Pass(), Activate(unit="au1", model="au1.1", off=True)):
        done = decide(here, "a", no)
        assert done.state.models["bu1.1"].wounds == 3
        assert CHARGE not in done.state.models["au1.1"].turn
    assert refusal(here, "b", ACTIVATE) == WILL
    assert refusal(here, "a", Activate(unit="au1", model="bu1.1")) == WILL


def test_wounds_that_are_given_one_by_one_are_asked_about_one_by_one() -> None:
    # wh40k.usr.force.activate: the first is let pass, the second kills
    here = duel({"has": {"wh40k.usr.feel-no-pain": 6}}, A=2)
    first = wounded(here, 4, 4, 4, 4)
    second = decide(first, "a", Pass(), [1])
    assert asked(second) == (WILL, "a", "au1.1")
    assert gone(decide(second.state, "a", ACTIVATE, [4, 5])) == ["bu1.1"]


def test_one_decision_for_saves_that_are_rolled_together() -> None:
    # wh40k.usr.force.activate
    done = decide(wounded(duel(A=2), 4, 4, 4, 4), "a", Pass())
    assert done.state.models["bu1.1"].wounds == 2


@pytest.mark.decides("wh40k.usr.force.fail", by="wh40k.usr.force.pass")
def test_a_failed_test_changes_nothing_and_costs_the_point() -> None:
    # wh40k.usr.force.fail
    here = wounded(duel())
    done = decide(here, "a", ACTIVATE, [4, 6])
    assert done.state.models["bu1.1"].wounds == 3
    assert done.state.models["au1.1"].turn[CHARGE] == 0
    assert gone(decide(here, "a", ACTIVATE, [4, 5])) == ["bu1.1"]


@pytest.mark.decides("wh40k.usr.force.no-warp-charge", by="wh40k.usr.force.activate")
def test_without_warp_charge_it_cannot_be_activated() -> None:
    # wh40k.usr.force.no-warp-charge
    wounded(duel())
    state = duel()
    state.models["au1.1"].turn[CHARGE] = 0
    done = decide(state, "a", Strike(), [4, 4])
    assert effects_of(done, Noted, "wh40k.usr.force.no-warp-charge")
    assert done.state.models["bu1.1"].wounds == 3


def test_it_reaches_back_to_earlier_wounds_of_the_turn() -> None:
    # wh40k.usr.force.pass
    state = duel({"W": 4})
    state.models["bu2.1"].turn[WILL] = "au1.1"
    done = decide(wounded(state), "a", ACTIVATE, [4, 5])
    assert gone(done) == ["bu1.1", "bu2.1"]
    # a Wound without activation is remembered
    kept = decide(wounded(duel()), "a", Pass())
    assert kept.state.models["bu1.1"].turn[WILL] == "au1.1"


def test_it_comes_before_feel_no_pain() -> None:
    # wh40k.usr.force.activate: Instant Death leaves no such roll
    here = wounded(duel({"has": {"wh40k.usr.feel-no-pain": 5}}))
    assert gone(decide(here, "a", ACTIVATE, [4, 5])) == ["bu1.1"]


def test_an_eternal_warrior_is_spared() -> None:
    # wh40k.usr.force.pass
    here = wounded(duel({"has": {"wh40k.usr.eternal-warrior": 1}}))
    assert decide(here, "a", ACTIVATE, [4, 5]).state.models["bu1.1"].wounds == 3


@pytest.mark.decides("wh40k.usr.force.no-deny", by="wh40k.usr.force.pass")
def test_nobody_denies_it() -> None:
    # wh40k.usr.force.no-deny: the enemy's psyker is not asked
    here = wounded(duel({"W": 4, "has": {CHARGE: 3}, "Ld": 10}))
    done = decide(here, "a", ACTIVATE, [4, 5])
    assert gone(done) == ["bu1.1"]
    assert done.state.pending is None or done.state.pending.clause != "wh40k.assumed.psychic.deny"
    assert gone(decide(here, "a", ACTIVATE, [4, 6])) == []  # only its own test decides


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
    done = decide(state, "a", Strike(), [4, 4])
    assert done.state.models["bu1.1"].wounds == 2
    assert asked(done)[0] != WILL
    wounded(duel())


@pytest.mark.parametrize(
    "psyker", [{"weapons": (blade(), gun())}, {"has": {}, "keywords": ("Infantry",)}], ids=["no weapon", "no psyker"]
)
def test_who_cannot_activate_anything(psyker: dict[str, Any]) -> None:
    # wh40k.usr.force.activate
    assert asked(decide(duel(**psyker), "a", Strike(), [4, 4]))[0] != WILL


def test_each_psyker_shoots_for_itself() -> None:
    # wh40k.usr.force.activate: two psykers fire alike, and each is asked about its own Wounds
    bolt = gun("bolt", type="Heavy", has={FORCE: 1})
    own: dict[str, Any] = {"keywords": ("Infantry", "Psyker"), "has": {CHARGE: 1}, "Ld": 9, "weapons": (bolt,)}
    here = field(
        squad("au1", (1000, 1000), 2, **own),
        squad("bu1", (1000, 1600), 1, W=4, Sv=7),
        squad("bu2", (5000, 4000), 1),
        phase="shooting",
    )
    shots = tuple(Fire(model=key, weapon="bolt") for key in ("au1.1", "au1.2"))
    first = decide(here, "a", Shoot(unit="au1", target="bu1", fire=shots), [6, 6, 6])
    assert asked(first) == (WILL, "a", "au1.1")
    second = decide(first.state, "a", Pass(), [6])
    assert asked(second) == (WILL, "a", "au1.2")
    assert gone(decide(second.state, "a", Activate(unit="au1", model="au1.2"), [1, 2])) == ["bu1.1"]


def test_a_recorded_intention_still_folds() -> None:
    """An earlier record put the intention on the psyker as a mark; it is in the position and binds nobody."""
    here = duel()
    said = Event(number=1, by="a", action=ACTIVATE, effects=(Marked(rule=WILL, on="au1.1", key=WILL, until="phase"),))
    folded = rules.fold(rules.load("wh40k"), [said], here)
    assert folded.models["au1.1"].phase[WILL] == 1
    wounded(folded)
