"""Jink: a cover save for having moved."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.state import State
from rules.wh40k import hooks
from rules.wh40k.movement.move import Move
from rules.wh40k.movement.run import TurboBoost
from rules.wh40k.turn import Pass

from ..asking import at
from ..field import decide, field, gun, squad, tank
from ..paces import go, shift
from ..shots import needs, shoot

JINK = {"wh40k.usr.jink": 1}
ENEMY = squad("bu9", (6900, 4500), 1)


def here(**more: Any) -> State:
    bikes = squad("au1", (1000, 1000), 2, keywords=("Bike",), **{"has": JINK, **more})
    return field(bikes, ENEMY)


def cover(state: State, model: str = "au1.1", base: int = 7) -> int:
    return int(at(hooks.COVER, state, base, model=state.models[model], origin=None, weapon=None, attacker=None))


def until(state: State, turn: str, phase: str, round: int) -> State:
    """Pass until a phase."""
    while (state.turn, state.phase, state.round) != (turn, phase, round):
        state = decide(state, state.to_act, Pass()).state
    return state


def test_who_moved_jinks() -> None:
    # wh40k.usr.jink.moved
    state = here()
    assert cover(state) == 7
    moved = decide(state, "a", Move(unit="au1", moves=shift(state, "au1", 0, 500))).state
    assert cover(moved) == 5
    assert cover(moved, base=4) == 4
    assert cover(moved, "bu9.1") == 7


@pytest.mark.decides("wh40k.usr.jink.moved", "wh40k.usr.jink.fast", by="wh40k.assumed.save.cover")
@pytest.mark.parametrize(
    ("moved", "fast", "needed"),
    [(False, False, []), (True, False, [5]), (True, True, [4])],
    ids=["stood", "wh40k.usr.jink.moved", "wh40k.usr.jink.fast"],
)
def test_it_saves_from_shots(moved: bool, fast: bool, needed: list[int]) -> None:
    laser = squad("bu1", (1000, 3000), 1, weapons=(gun(type="Heavy", range=4800, AP=1),))
    state = field(squad("au1", (1000, 1000), 1, keywords=("Bike",), has=JINK), laser)
    if moved:
        state = decide(state, "a", Move(unit="au1", moves=shift(state, "au1", 500, 0))).state
    if fast:
        state = until(state, "a", "shooting", 2)
        state = decide(state, "a", TurboBoost(unit="au1", moves=shift(state, "au1", 1200, 0))).state
    state = until(state, "b", "shooting", 2)
    done = decide(state, "b", shoot("bu1", "au1"), [6, 6, *([6] if needed else [])])
    assert needs(done, "wh40k.assumed.save.cover") == needed


def test_only_the_models_that_moved() -> None:
    # wh40k.usr.jink.moved
    state = here()
    moved = decide(state, "a", Move(unit="au1", moves=(go("au1.2", (1250, 1000)),))).state
    assert (cover(moved, "au1.1"), cover(moved, "au1.2")) == (7, 5)


def test_only_models_that_have_the_rule() -> None:
    # wh40k.usr.jink.moved
    state = here(has={})
    assert cover(decide(state, "a", Move(unit="au1", moves=shift(state, "au1", 0, 500))).state) == 7


@pytest.mark.parametrize(
    ("turn", "phase", "round", "save"),
    [
        pytest.param("a", "shooting", 2, 5, id="wh40k.usr.jink.moved.same-turn"),
        pytest.param("b", "shooting", 2, 5, id="wh40k.usr.jink.moved.enemy-turn"),
        pytest.param("a", "start", 3, 5, id="wh40k.usr.jink.moved.not-yet-its-movement-phase"),
        pytest.param("a", "movement", 3, 7, id="wh40k.usr.jink.moved.its-next-movement-phase"),
    ],
)
def test_how_long_it_lasts(turn: str, phase: str, round: int, save: int) -> None:
    state = here()
    moved = decide(state, "a", Move(unit="au1", moves=shift(state, "au1", 0, 500))).state
    if phase == "start":
        # the start of a turn passes by itself: the last that can be seen of it is the enemy's Assault phase
        turn, phase, round = "b", "assault", 2
    assert cover(until(moved, turn, phase, round)) == save


def test_going_all_out() -> None:
    # wh40k.usr.jink.fast: from the Shooting phase on, until its next Movement phase
    state = here()
    moved = decide(state, "a", Move(unit="au1", moves=shift(state, "au1", 0, 500))).state
    shooting = until(moved, "a", "shooting", 2)
    assert cover(shooting) == 5
    fast = decide(shooting, "a", TurboBoost(unit="au1", moves=shift(shooting, "au1", 0, 1200))).state
    assert cover(fast) == 4
    assert cover(until(fast, "b", "shooting", 2)) == 4
    assert cover(until(fast, "a", "movement", 3)) == 7


def test_flat_out() -> None:
    # wh40k.usr.jink.fast: vehicles too
    skimmer = tank("au1", (1000, 1000), keywords=("Vehicle", "Skimmer"), has=JINK)
    state = field(skimmer, ENEMY, phase="shooting")
    done = decide(state, "a", TurboBoost(unit="au1", moves=(go("au1.1", (1500, 1000)),)))
    assert cover(done.state) == 4
