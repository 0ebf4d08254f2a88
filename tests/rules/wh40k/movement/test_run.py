"""Running, turbo-boosting and moving flat out, in place of shooting."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.effects import Rolled
from rules.kernel.errors import IllegalAction, Malformed
from rules.kernel.events import Action
from rules.kernel.state import State
from rules.wh40k import hooks, words
from rules.wh40k.movement.run import Run, RunAgain, RunMove, TurboBoost
from rules.wh40k.turn import Pass
from rules.wh40k.vehicles import vehicle

from ..asking import at
from ..field import asked, box, decide, effects_of, field, refusal, ruleset, squad, tank, wanted
from ..paces import go, shift

RUN = "wh40k.assumed.run"
TURBO = "wh40k.assumed.turbo-boost"
FAR = "wh40k.assumed.turbo-boost.distance"
ENEMY = squad("bu9", (6900, 4500), 1)


def here(*groups: Any, **more: Any) -> State:
    return field(*(groups or (squad("au1", (1000, 1000), 1),)), ENEMY, **{"phase": "shooting", **more})


def says(state: State, action: Action, dice: tuple[int, ...] = ()) -> str:
    try:
        decide(state, "a", action, dice)
    except IllegalAction as refused:
        return refused.clause
    return "ok"


def ask(hook: Any, state: State, **roles: Any) -> Any:
    return at(hook, state, unit=state.units["au1"], **roles)


def to(x: int, y: int = 1000) -> RunMove:
    return RunMove(unit="au1", moves=(go("au1.1", (x, y)),))


def test_a_run() -> None:
    # wh40k.assumed.run: D6", the roll first
    state = here()
    assert wanted(state, "a", Run(unit="au1")) == (1, RUN)
    rolled = decide(state, "a", Run(unit="au1"), [4])
    assert asked(rolled) == (RUN, "a", "au1")
    assert says(rolled.state, to(1400)) == "ok"
    assert says(rolled.state, to(1401)) == RUN
    done = decide(rolled.state, "a", to(1300))
    assert done.state.models["au1.1"].at == (1300, 1000, 0)
    assert done.state.pending is None


def test_it_may_stay_after_all() -> None:
    # wh40k.assumed.run: it has run all the same
    rolled = decide(here(), "a", Run(unit="au1"), [4])
    done = decide(rolled.state, "a", Pass())
    assert words.RAN in done.state.units["au1"].turn
    assert done.state.pending is None
    assert refusal(done.state, "a", to(1100)) == RUN


def test_the_whole_unit_runs() -> None:
    # wh40k.assumed.run: the models keep together
    state = decide(here(squad("au1", (1000, 1000), 3)), "a", Run(unit="au1"), [5]).state
    assert says(state, RunMove(unit="au1", moves=shift(state, "au1", 500, 0))) == "ok"
    assert says(state, RunMove(unit="au1", moves=shift(state, "au1", 500, 0)[:1])) == "wh40k.assumed.coherency"


@pytest.mark.parametrize(
    ("state", "clause"),
    [
        pytest.param(here(phase="movement"), RUN, id="wh40k.assumed.run.in-the-shooting-phase"),
        pytest.param(here(turn="b"), words.ACTED, id="wh40k.assumed.run.in-its-own-turn"),
        pytest.param(
            here(squad("au1", count=1, phase={words.SHOT: 1})), words.SHOT, id="wh40k.assumed.run.instead-of-shooting"
        ),
        pytest.param(
            here(squad("au1", count=1, phase={words.ACTED: 1})), words.ACTED, id="wh40k.assumed.run.having-acted"
        ),
        pytest.param(here(squad("au1", count=1, keywords=("Bike",))), RUN, id="wh40k.assumed.run.bikes"),
        pytest.param(here(tank("au1")), RUN, id="wh40k.assumed.run.vehicles"),
        pytest.param(
            here(squad("au1", count=1, game={words.FALLING_BACK: 1})), "wh40k.fall-back.only-movement",
            id="wh40k.fall-back.only-movement.no-run",
        ),
        pytest.param(
            here(squad("au1", count=1, turn={words.REGROUPED_NOW: 1})), "wh40k.regroup.no-run",
            id="wh40k.regroup.no-run",
        ),
        pytest.param(
            here(squad("au1", count=1, game={words.GROUND: 9})), "wh40k.assumed.go-to-ground", id="gone-to-ground"
        ),
        pytest.param(
            here(squad("au1", (1000, 1000), 1), squad("bu1", (1105, 1000), 1)), "wh40k.assumed.movement.locked",
            id="wh40k.assumed.movement.locked",
        ),
    ],
)  # fmt: skip
def test_who_cannot_run(state: State, clause: str) -> None:
    assert refusal(state, "a", Run(unit="au1"), [3]) == clause


def test_walkers_run() -> None:
    # wh40k.assumed.run
    assert says(here(squad("au1", count=1, keywords=("Vehicle", "Walker"))), Run(unit="au1"), (3,)) == "ok"


def test_difficult_terrain_does_not_slow_a_run() -> None:
    # wh40k.assumed.terrain.unit-types
    wood = box("wood", 900, 900, 2000, 1100, 300, "forest")
    rolled = decide(here(terrain=[wood]), "a", Run(unit="au1"), [6])
    assert not effects_of(decide(rolled.state, "a", to(1600)), Rolled)


def test_dangerous_terrain_is_tested_on_a_run() -> None:
    # wh40k.assumed.terrain.dangerous
    mines = box("mines", 1200, 900, 1400, 1100, 50, "dangerous")
    rolled = decide(here(terrain=[mines]), "a", Run(unit="au1"), [6])
    assert wanted(rolled.state, "a", to(1600)) == (1, "wh40k.assumed.terrain.dangerous")


def test_what_a_run_costs() -> None:
    # wh40k.assumed.run: no shots and no charge
    done = decide(decide(here(), "a", Run(unit="au1"), [3]).state, "a", to(1300)).state
    assert ask(hooks.MAY_SHOOT, done, model=done.models["au1.1"]) == RUN
    assert ask(hooks.MAY_CHARGE, done) == RUN
    assert says(done, Run(unit="au1"), (3,)) == words.RAN
    fresh = here()
    assert ask(hooks.MAY_SHOOT, fresh, model=fresh.models["au1.1"]) == ""
    assert ask(hooks.MAY_CHARGE, fresh) == ""


# dice rolled again

FLEET = {"wh40k.usr.fleet": 1}


def test_dice_of_a_run_are_rolled_again() -> None:
    # wh40k.assumed.run.again: it is asked when the dice are seen
    state = here(squad("au1", (1000, 1000), 1, has=FLEET))
    rolled = decide(state, "a", Run(unit="au1"), [1])
    assert asked(rolled) == ("wh40k.assumed.run.again", "a", "au1")
    better = decide(rolled.state, "a", RunAgain(unit="au1", dice=(0,)), [5])
    assert better.state.pending is not None
    assert (better.state.pending.clause, better.state.pending.value) == (RUN, 500)
    kept = decide(rolled.state, "a", Pass())
    assert kept.state.pending is not None
    assert kept.state.pending.value == 100
    # once: the second result stands
    assert refusal(better.state, "a", RunAgain(unit="au1", dice=(0,)), [6]) == "wh40k.assumed.run.again"


@pytest.mark.parametrize("dice", [(), (1,), (0, 0), (-1,)])
def test_which_dice_there_are(dice: tuple[int, ...]) -> None:
    rolled = decide(here(squad("au1", count=1, has=FLEET)), "a", Run(unit="au1"), [1])
    with pytest.raises(Malformed):
        decide(rolled.state, "a", RunAgain(unit="au1", dice=dice), [6] * len(dice))


# turbo-boosts


def boost(x: int, unit: str = "au1") -> TurboBoost:
    return TurboBoost(unit=unit, moves=(go(f"{unit}.1", (x, 1000)),))


@pytest.mark.parametrize(
    ("group", "most"),
    [
        pytest.param(squad("au1", (1000, 1000), 1, keywords=("Bike",)), 1200, id="wh40k.assumed.turbo-boost.bike"),
        pytest.param(squad("au1", (1000, 1000), 1, keywords=("Jetbike",)), 2400,
            id="wh40k.assumed.turbo-boost.jetbike"),
        pytest.param(tank("au1"), 600, id="wh40k.assumed.turbo-boost.distance.flat-out"),
        pytest.param(
            tank("au1", keywords=("Vehicle", "Fast")), 1200, id="wh40k.assumed.turbo-boost.distance.fast"
        ),
        pytest.param(
            tank("au1", keywords=("Vehicle", "Fast", "Skimmer")), 1800,
            id="wh40k.assumed.turbo-boost.distance.fast-skimmer",
        ),
    ],
)  # fmt: skip
def test_how_far_a_boost_goes(group: Any, most: int) -> None:
    state = here(group)
    assert says(state, boost(1000 + most)) == "ok"
    assert says(state, boost(1001 + most)) == FAR


def test_what_a_boost_costs() -> None:
    # wh40k.assumed.turbo-boost: instead of shooting, in the Shooting phase
    bike = squad("au1", (1000, 1000), 1, keywords=("Bike",))
    done = decide(here(bike), "a", boost(2000)).state
    assert words.TURBO in done.units["au1"].turn
    assert ask(hooks.MAY_SHOOT, done, model=done.models["au1.1"]) == TURBO
    assert ask(hooks.MAY_CHARGE, done) == TURBO
    assert says(here(bike, phase="movement"), boost(2000)) == words.TURBO
    shot = squad("au1", (1000, 1000), 1, keywords=("Bike",), phase={words.SHOT: 1})
    assert says(here(shot), boost(2000)) == words.SHOT


def test_who_cannot_boost() -> None:
    # wh40k.assumed.turbo-boost
    assert says(here(), boost(1100)) == TURBO
    assert says(here(squad("au1", count=1, keywords=("Vehicle", "Walker"))), boost(1100)) == TURBO
    unit, models = tank("au1")
    models[0].game[vehicle.IMMOBILISED] = 1
    assert says(here((unit, models)), boost(1100)) == vehicle.IMMOBILISED


def test_offers() -> None:
    state = here(squad("au1", count=1), squad("au2", (2000, 2000), 1, keywords=("Bike",)), tank("au3", (4000, 4000)))
    found = [(o.action, o.model, o.limit) for o in rules.options(ruleset(), state)]
    assert ("run", "au1", 0) in found
    assert ("turbo-boost", "au2", 1200) in found
    assert ("turbo-boost", "au3", 600) in found
    assert ("run", "au2", 0) not in found
    assert ("run", "au3", 0) not in found
    rolled = decide(state, "a", Run(unit="au1"), [3])
    now = [(o.action, o.model, o.limit) for o in rules.options(ruleset(), rolled.state)]
    assert now == [("pass", "au1", 0), ("run-move", "au1", 300)]
