"""And They Shall Know No Fear: regrouping, what may be done after it, sweeping advances, Fear."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.context import Context
from rules.kernel.effects import Noted, Rolled
from rules.kernel.state import Mark, State
from rules.wh40k import hooks, words
from rules.wh40k.assault.sweep import Sweep
from rules.wh40k.morale import regroup
from rules.wh40k.morale.regroup import Regroup, RegroupMove
from rules.wh40k.movement.move import Move
from rules.wh40k.movement.run import Run
from rules.wh40k.questions import TakeTest
from rules.wh40k.turn import Pass
from tests.rules.wh40k.assault.test_combat_result import beaten

from ..asking import at
from ..field import asked, decide, effects_of, field, gone, refusal, ruleset, squad
from ..paces import shift

ATSKNF = {"wh40k.usr.atsknf": 1}
ENEMY = squad("bu9", (6900, 4500), 1)
ONE = {2: {"has": ATSKNF}}


def here(count: int = 5, size: int = 5, **of_squad: Any) -> State:
    men = squad("au1", (3000, 2000), count, size=size, game={words.FALLING_BACK: 1}, **{"special": ONE, **of_squad})
    return field(men, ENEMY)


@pytest.mark.parametrize(
    ("count", "size"),
    [
        pytest.param(5, 5, id="wh40k.usr.atsknf.auto-regroup"),
        pytest.param(2, 20, id="wh40k.usr.atsknf.auto-regroup.below-a-quarter"),
    ],
)
def test_it_regroups_without_a_roll(count: int, size: int) -> None:
    done = decide(here(count, size), "a", Regroup(unit="au1"))
    assert not effects_of(done, Rolled)
    assert effects_of(done, Noted, "wh40k.usr.atsknf.auto-regroup")
    assert not words.falling_back(done.state.units["au1"])
    assert asked(done) == ("wh40k.regroup.move", "a", "au1")


def test_when_charged_too() -> None:
    # wh40k.usr.atsknf.auto-regroup: nobody is asked
    men = squad("au1", (3000, 2000), 5, game={words.FALLING_BACK: 1}, special=ONE)
    ctx = Context(ruleset(), field(men, ENEMY, phase="assault", step="charge", turn="b"), "b", ())
    regroup.charged(ctx, ctx.state.units["au1"])
    ctx.ruleset.settle(ctx)
    assert ctx.state.pending is None
    assert not words.falling_back(ctx.state.units["au1"])


def test_morale_checks_are_rolled() -> None:
    # wh40k.usr.atsknf.auto-regroup: that is all it passes
    men = squad("au1", (3000, 2000), 3, phase={words.BEGAN_WITH: 5}, special=ONE)
    due = decide(field(men, ENEMY, phase="shooting", turn="b"), "b", Pass())
    assert asked(due)[0] == "wh40k.morale.trigger.casualties"
    pinned = squad("au1", (3000, 2000), 3, turn={"wh40k.assumed.pinning": 1}, special=ONE)
    assert asked(decide(field(pinned, ENEMY, phase="shooting", turn="b"), "b", Pass()))[0] == "wh40k.assumed.pinning"


@pytest.mark.decides("wh40k.usr.atsknf.act-normally", by="wh40k.regroup.no-move")
def test_it_acts_as_if_it_had_not_fled() -> None:
    # wh40k.usr.atsknf.act-normally: 3", then 6", then a run
    state = decide(here(), "a", Regroup(unit="au1")).state
    closer = decide(state, "a", RegroupMove(unit="au1", moves=shift(state, "au1", 0, 300))).state
    moved = decide(closer, "a", Move(unit="au1", moves=shift(closer, "au1", 0, 600))).state
    assert moved.models["au1.1"].at == (3000, 2900, 0)
    shooting = decide(moved, "a", Pass()).state
    assert asked(decide(shooting, "a", Run(unit="au1"), [3])) == ("wh40k.assumed.run", "a", "au1")
    unit, model = shooting.units["au1"], shooting.models["au1.1"]
    assert at(hooks.MAY_CHARGE, shooting, unit=unit) == ""
    assert at(hooks.SNAP, shooting, unit=unit, model=model, weapon=model.sheet.weapons[0]) == ""
    ordinary = decide(decide(here(special={}), "a", Regroup(unit="au1"), [3, 3]).state, "a", Pass()).state
    assert refusal(ordinary, "a", Move(unit="au1", moves=shift(ordinary, "au1", 0, 600))) == "wh40k.regroup.no-move"


def test_it_has_not_moved_if_it_stays() -> None:
    # wh40k.usr.atsknf.act-normally: it shoots as a unit that stood still
    done = decide(decide(here(), "a", Regroup(unit="au1")).state, "a", Pass())
    assert words.MOVED not in done.state.units["au1"].turn


def test_other_bans_hold() -> None:
    # wh40k.usr.atsknf.act-normally: only those of regrouping are lifted
    marks: dict[str, Mark] = {words.REGROUPED_NOW: 1, words.RAN: 1}
    state = field(squad("au1", (3000, 2000), 2, has=ATSKNF, turn=marks, game={words.GROUND: 9}), ENEMY)
    unit, model = state.units["au1"], state.models["au1.1"]
    assert at(hooks.MAY_MOVE, state, unit=unit, manner="move") == words.GROUND
    assert at(hooks.MAY_CHARGE, state, unit=unit) != ""
    assert at(hooks.SNAP, state, unit=unit, model=model, weapon=model.sheet.weapons[0]) == words.GROUND


def test_without_it_the_bans_stand() -> None:
    state = field(squad("au1", (3000, 2000), 2, turn={words.REGROUPED_NOW: 1}), ENEMY)
    assert at(hooks.MAY_MOVE, state, unit=state.units["au1"], manner="move") == "wh40k.regroup.no-move"


def test_a_sweeping_advance_does_not_destroy_it() -> None:
    # wh40k.usr.atsknf.sweeping-advance: caught, it stays locked in combat
    fled = decide(beaten(theirs={"special": {1: {"has": ATSKNF}}}), "b", TakeTest(unit="bu1"), [6, 6])
    caught = decide(fled.state, "a", Sweep(unit="bu1"), [1, 6])
    assert gone(caught) == []
    unit = caught.state.units["bu1"]
    assert not words.falling_back(unit)
    assert words.locked(caught.state, unit)
    assert effects_of(caught, Noted, "wh40k.usr.atsknf.sweeping-advance")
    others = decide(beaten(), "b", TakeTest(unit="bu1"), [6, 6])
    assert len(gone(decide(others.state, "a", Sweep(unit="bu1"), [1, 6]))) == 2


def test_no_fear() -> None:
    # wh40k.usr.atsknf.fear-immune
    marks: dict[str, Mark] = {"wh40k.usr.fear.test": 1}
    brave = squad("au1", (3000, 2000), 3, turn=marks, special=ONE)
    done = decide(field(brave, ENEMY, phase="shooting"), "a", Pass())
    assert done.state.pending is None
    assert effects_of(done, Noted, "wh40k.usr.atsknf.fear-immune")
    others = squad("au1", (3000, 2000), 3, turn=marks)
    assert asked(decide(field(others, ENEMY, phase="shooting"), "a", Pass()))[0] == "wh40k.usr.fear.test"
