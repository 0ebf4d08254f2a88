"""Crusader: a die more to run with, a D3 more to sweep with."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Rolled
from rules.wh40k.assault.sweep import Sweep
from rules.wh40k.movement.run import Run
from rules.wh40k.questions import TakeTest
from tests.rules.wh40k.assault.test_combat_result import beaten

from ..field import asked, decide, effects_of, field, gone, squad, wanted

CRUSADER = {"wh40k.usr.crusader": 1}
RUN = "wh40k.assumed.run"


def running(**of_squad: Any) -> Any:
    return field(squad("au1", (1000, 1000), 3, **of_squad), squad("bu9", (6900, 4500), 1), phase="shooting")


@pytest.mark.parametrize(
    ("dice", "reach"),
    [
        pytest.param([2, 5], 500, id="wh40k.usr.crusader.run.the-second"),
        pytest.param([4, 4], 400, id="wh40k.usr.crusader.run.equal"),
        pytest.param([6, 1], 600, id="wh40k.usr.crusader.run.the-first"),
    ],
)
def test_it_runs_with_the_better_of_two(dice: list[int], reach: int) -> None:
    # one such model is enough
    done = decide(running(special={3: {"has": CRUSADER}}), "a", Run(unit="au1"), dice)
    assert asked(done)[0] == RUN
    assert done.state.pending is not None
    assert done.state.pending.value == reach


@pytest.mark.decides("wh40k.usr.crusader.run", "wh40k.usr.no-stacking", by="wh40k.assumed.run")
def test_several_crusaders_roll_no_more() -> None:
    # wh40k.usr.crusader.run, wh40k.usr.no-stacking
    assert wanted(running(has=CRUSADER), "a", Run(unit="au1")) == (2, RUN)
    assert wanted(running(), "a", Run(unit="au1")) == (1, RUN)


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "caught"),
    [
        # I 5 and 3 against I 3 and a 6
        pytest.param({}, {}, [6, 3], False, id="wh40k.usr.crusader.sweep.nobody"),
        pytest.param({"has": CRUSADER}, {}, [6, 3, 2], True, id="wh40k.usr.crusader.sweep.pursues"),
        pytest.param({}, {"has": CRUSADER}, [4, 6, 3], False, id="wh40k.usr.crusader.sweep.escapes"),
        pytest.param({}, {"has": CRUSADER}, [4, 4, 4], True, id="wh40k.usr.crusader.sweep.escapes-not"),
    ],
)
def test_a_d3_more_to_sweep(mine: dict[str, Any], theirs: dict[str, Any], dice: list[int], caught: bool) -> None:
    fled = decide(beaten(mine=mine, theirs=theirs), "b", TakeTest(unit="bu1"), [6, 6])
    done = decide(fled.state, "a", Sweep(unit="bu1"), dice if caught else [*dice, 1, 1])
    assert bool(gone(done)) == caught
    extra = effects_of(done, Rolled, "wh40k.usr.crusader.sweep")
    assert len(extra) == ("has" in mine) + ("has" in theirs)
