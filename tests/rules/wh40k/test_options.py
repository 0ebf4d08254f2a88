"""What players may agree on differently: each option makes a difference, here and in the expansion that has it too."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Noted
from rules.wh40k import options, words
from rules.wh40k.morale.checks import CASUALTIES
from rules.wh40k.questions import TakeTest
from rules.wh40k.turn import Pass
from rules.wh40k.vehicles.building import Occupy

from .field import answer, asked, box, decide, effects_of, field, gone, gun, squad
from .shots import shoot

FNP, ETERNAL = "wh40k.usr.feel-no-pain", "wh40k.usr.eternal-warrior"
BOTH = pytest.mark.parametrize("key", ["wh40k", "cod"])


@BOTH
def test_indirect_fire_at_a_target_that_is_too_near(key: str) -> None:
    mortar = gun(type="Heavy", range=4800, min=1200, S=4, AP=0, has={"wh40k.usr.barrage": 1, "wh40k.usr.blast": 1})
    groups = squad("au1", (1000, 1000), 1, weapons=(mortar,)), squad("bu1", (1000, 2000), 1)
    shot = shoot("au1", "bu1", 1, aimed_at="bu1.1", indirect=True)
    for agreed, expected in ((1, "ok"), (0, options.INDIRECT)):
        here = field(*groups, phase="shooting", key=key, options={options.INDIRECT: agreed})
        assert answer(here, "a", shot, [1, 1]) == expected
    far = field(groups[0], squad("bu1", (1000, 2400), 1), phase="shooting", key=key, options={options.INDIRECT: 0})
    assert answer(far, "a", shot, [1, 1]) == "ok"


@BOTH
@pytest.mark.parametrize(("agreed", "rolled"), [(1, True), (0, False)])
def test_what_instant_death_does_not_affect_may_be_denied_feeling_no_pain(key: str, agreed: int, rolled: bool) -> None:
    weapon = gun(type="Pistol", S=8, AP=1)
    foe = squad("bu1", (1000, 2000), 1, has={FNP: 1, ETERNAL: 1}, W=2)
    here = field(
        squad("au1", (1000, 1000), 3, weapons=(weapon,)), foe,
        phase="shooting", key=key, options={options.PAIN_OF_ETERNALS: agreed},
    )  # fmt: skip
    done = decide(here, "a", shoot("au1", "bu1"), [6, 6] + [5] * rolled)
    assert done.state.models["bu1.1"].wounds == (2 if rolled else 1)
    assert gone(done) == []


@BOTH
@pytest.mark.parametrize(("agreed", "dice"), [(1, [1, 1]), (0, [])])
def test_who_flees_and_fails_again(key: str, agreed: int, dice: list[int]) -> None:
    men = squad("au1", (3000, 2000), 3, game={words.FALLING_BACK: 1}, phase={words.BEGAN_WITH: 5})
    edges: dict[str, Any] = {"a": {"wh40k.assumed.deployment.zones": "south"}}
    here = field(
        men, squad("bu9", (6900, 4500), 1),
        phase="shooting", turn="b", key=key, sides=edges, options={options.FAILS_WHILE_FALLING_BACK: agreed},
    )  # fmt: skip
    due = decide(here, "b", Pass())
    assert asked(due) == (CASUALTIES, "a", "au1")
    done = decide(due.state, "a", TakeTest(unit="au1"), dice)
    told = [note.text for note in effects_of(done, Noted, options.FAILS_WHILE_FALLING_BACK)]
    assert ("no further move" in told) == (not agreed)


@BOTH
@pytest.mark.parametrize(("agreed", "expected"), [(5, "ok"), (4, options.BUILDING)])
def test_how_many_a_building_holds(key: str, agreed: int, expected: str) -> None:
    hall = box("hall", 900, 1300, 1500, 1900, 400, "building")
    here = field(squad("au1", (900, 1200), 5), terrain=[hall], key=key, options={options.BUILDING: agreed})
    assert answer(here, "a", Occupy(unit="au1", building="hall")) == expected


@BOTH
def test_these_are_options_of_both(key: str) -> None:
    assert {options.INDIRECT, options.PAIN_OF_ETERNALS, options.BUILDING} <= rules.load(key).defaults.keys()
