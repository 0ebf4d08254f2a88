"""Nerve, running for cover, bottling, flight, recovery and rallying."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Lifted, Noted, Removed, Rolled, Unmarked
from rules.kernel.state import Decision, State
from rules.necro import resolve, words
from rules.necro.checks import TakeTest
from rules.necro.fight import Shoot
from rules.necro.resolve import BottleTest, Recover, RunForCover

from .arena import acting, box, decide, effects_of, fighter, position, refusal

FAR = (3000, 3000)
SHOT = Shoot(fighter="a1", target="b1", weapon="gun")
FELLED = [4, 4, 3]
"""A hit, a wound, and the injury die that fells the target."""


# nerve


def felled(*others: Any, dice: tuple[int, ...] = (4, 4, 3), **more: Any) -> State:
    """a1 has shot b1 down, 10" away."""
    state = acting(fighter("a1", (500, 500)), fighter("b1", (1500, 500)), *others, **more)
    return decide(state, "a", SHOT, dice).state


@pytest.mark.parametrize(
    ("other", "asked"),
    [
        pytest.param(fighter("b2", (1500, 900)), True, id="necro.core.nerve.3in"),
        pytest.param(fighter("b2", (1500, 901)), False, id="necro.core.nerve.farther"),
        pytest.param(fighter("a2", (1500, 800)), False, id="necro.core.nerve.enemy"),
        pytest.param(fighter("b2", (1500, 800), game={words.BROKEN: 1}), False, id="necro.core.nerve.broken-already"),
        pytest.param(fighter("b2", (1500, 800), facing=(0, 1)), False, id="necro.core.nerve.looks-away"),
        pytest.param(fighter("b2", (1500, 800), facing=(0, -1)), True, id="necro.core.nerve.looks-on"),
    ],
)
@pytest.mark.parametrize("face", [3, 6])
def test_who_has_to_test_his_nerve(other: Any, asked: bool, face: int) -> None:
    pending = felled(other, dice=(4, 4, face)).pending
    assert (pending is not None) == asked
    if pending is not None:
        assert (pending.clause, pending.side, pending.model) == ("necro.core.nerve", "b", "b2")


def test_no_nerve_test_behind_a_wall() -> None:
    # necro.core.nerve: he does not see it
    assert felled(fighter("b2", (1500, 850)), terrain=(box("w", 1400, 600, 1600, 620, 600, "wall"),)).pending is None


def test_a_flesh_wound_shakes_nobody() -> None:
    # necro.core.nerve
    assert felled(fighter("b2", (1500, 800)), dice=(4, 4, 1)).pending is None


@pytest.mark.parametrize(("dice", "broken"), [((3, 4), False), ((3, 3), True), ((1, 1), True), ((6, 6), False)])
def test_the_nerve_test(dice: tuple[int, int], broken: bool) -> None:
    # necro.core.test-2d6, necro.core.nerve: Cool 7
    state = felled(fighter("b2", (1500, 800)))
    done = decide(state, "b", TakeTest(fighter="b2"), dice)
    assert [each.rule for each in effects_of(done, Rolled)] == ["necro.core.nerve"]
    assert (words.BROKEN in done.state.models["b2"].game) == broken
    assert (done.state.pending, done.state.active) == (None, "a1")


def test_several_test_one_after_another() -> None:
    # necro.core.nerve
    state = felled(fighter("b2", (1500, 800)), fighter("b3", (1800, 500)))
    state = decide(state, "b", TakeTest(fighter="b2"), [3, 4]).state
    assert state.pending is not None
    assert state.pending.model == "b3"


# running for cover

BROKEN = {words.BROKEN: 1}


def running(*others: Any, **more: Any) -> State:
    marks = {**BROKEN, **more.pop("marks", {})}
    return acting(fighter("a1", (1000, 1000), game=marks, **more), *(others or (fighter("b1", (2000, 1000)),)))


def run(*path: tuple[int, int, int]) -> RunForCover:
    return RunForCover(fighter="a1", path=path)


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        pytest.param(run((900, 1000, 0)), "", id="necro.core.running-for-cover.away"),
        pytest.param(run((1000, 1100, 0)), "", id="necro.core.running-for-cover.not-nearer"),
        pytest.param(run((1001, 1000, 0)), "necro.core.running-for-cover", id="necro.core.running-for-cover.nearer"),
    ],
)
def test_he_runs_from_his_enemies(action: RunForCover, clause: str) -> None:
    if clause:
        assert refusal(running(), "a", action) == clause
    else:
        assert decide(running(), "a", action, [6, 6]).state.models["a1"].at == action.path[-1]


def test_he_runs_as_far_as_the_dice_allow() -> None:
    # necro.core.running-for-cover: 2D6 inches, both points
    done = decide(running(), "a", run((0, 1000, 0)), [1, 2])
    assert done.state.models["a1"].at == (700, 1000, 0)
    assert done.state.models["a1"].phase[words.POINTS] == 0


def test_the_seriously_injured_crawl_half_their_movement() -> None:
    # necro.core.running-for-cover: 2.5", no dice
    done = decide(running(marks={words.INJURED: 1}), "a", run((700, 1000, 0)))
    assert done.state.models["a1"].at == (750, 1000, 0)
    assert not effects_of(done, Rolled)


def test_only_the_broken_run_for_cover() -> None:
    # necro.core.running-for-cover
    state = acting(fighter("a1", (1000, 1000)), fighter("b1", (2000, 1000)))
    assert refusal(state, "a", run((900, 1000, 0))) == "necro.core.running-for-cover"


# the End phase


def ending(*models: Any, **more: Any) -> State:
    return position(*models, phase="end", to_act="", **more)


DOWN = {words.INJURED: 1}


@pytest.mark.parametrize(
    ("face", "bottled"),
    [
        # 4 began, 2 are down: 2 + 2 is no more than 4, 3 + 2 is
        pytest.param(2, False, id="necro.core.bottle.equal"),
        pytest.param(3, True, id="necro.core.bottle.more"),
    ],
)
def test_the_bottle_test(face: int, bottled: bool) -> None:
    gang = fighter("a1"), fighter("a2", (900, 500)), fighter("a3", (1300, 500), game=DOWN), fighter("a4", out=True)
    done = decide(ending(*gang, fighter("b1", FAR)), "a", BottleTest(), [face])
    (rolled,) = effects_of(done, Rolled)
    assert (rolled.rule, rolled.modifiers) == ("necro.core.bottle", (("necro.core.bottle", 2),))
    assert [note.value for note in effects_of(done, Noted)] == [face + 2]
    assert (words.BOTTLED in done.state.sides["a"].game) == bottled


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(ending(fighter("a1"), fighter("b1", FAR, game=DOWN)), id="necro.core.bottle.nobody-down"),
        pytest.param(
            ending(fighter("a1", game=DOWN), fighter("b1", FAR, game=DOWN), a_phase={words.BOTTLED: 1}),
            id="necro.core.bottle.once",
        ),
        pytest.param(
            ending(fighter("a1", game=DOWN), fighter("b1", FAR, game=DOWN), a_game={words.BOTTLED: 1}),
            id="necro.core.bottle.bottled-already",
        ),
        pytest.param(
            ending(fighter("a1"), fighter("a2", None, game={words.FLED: 1}), fighter("b1", FAR, game=DOWN)),
            id="necro.core.fled.not-counted",
        ),
    ],
)
def test_no_bottle_test(state: State) -> None:
    assert refusal(state, "a", BottleTest()) == "necro.core.bottle"


@pytest.mark.parametrize(("dice", "fled"), [((3, 4), False), ((3, 3), True)])
def test_a_bottled_gang_tests_whether_it_flees(dice: tuple[int, int], fled: bool) -> None:
    # necro.core.flee-check, necro.core.fled: gone, and not out of action
    gang = fighter("a1"), fighter("a2", (900, 500)), fighter("a3", (1300, 500), game=DOWN, phase={resolve.RECOVERY: 1})
    state = ending(*gang, fighter("b1", FAR))
    state = decide(state, "a", BottleTest(), [6]).state
    assert state.pending is not None
    assert (state.pending.clause, state.pending.model) == ("necro.core.flee-check", "a1")
    done = decide(state, "a", TakeTest(fighter="a1"), dice)
    assert [each.model for each in effects_of(done, Lifted, "necro.core.flee-check")] == (["a1"] if fled else [])
    model = done.state.models["a1"]
    assert (model.at is None, model.out) == (fled, False)


@pytest.mark.parametrize(
    ("face", "status"),
    [
        pytest.param(2, "pinned", id="necro.core.recovery.flesh-wound"),
        pytest.param(3, "injured", id="necro.core.recovery.3"),
        pytest.param(5, "injured", id="necro.core.recovery.5"),
        pytest.param(6, "out", id="necro.core.recovery.6"),
    ],
)
def test_recovery(face: int, status: str) -> None:
    state = ending(fighter("a1", game=DOWN), fighter("a2", FAR), fighter("b1", (2000, 500)), a_phase={words.BOTTLED: 1})
    done = decide(state, "a", Recover(fighter="a1"), [face])
    model = done.state.models["a1"]
    assert ("out" if model.out else words.status(done.state, model)) == status
    assert bool(effects_of(done, Removed, "necro.core.recovery")) == (status == "out")


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(ending(fighter("a1"), fighter("b1", FAR, game=DOWN)), id="necro.core.recovery.unhurt"),
        pytest.param(
            ending(fighter("a1", game=DOWN, phase={resolve.RECOVERY: 1}), fighter("b1", FAR, game=DOWN)),
            id="necro.core.recovery.once",
        ),
        pytest.param(acting(fighter("a1", game=DOWN), fighter("b1", FAR)), id="necro.core.recovery.action-phase"),
    ],
)
def test_no_recovery(state: State) -> None:
    assert refusal(state, "a", Recover(fighter="a1")) == "necro.core.recovery"


@pytest.mark.parametrize(("dice", "rallied"), [((3, 4), True), ((3, 3), False)])
def test_rallying(dice: tuple[int, int], rallied: bool) -> None:
    # necro.core.broken
    pending = Decision(words.BROKEN, "a", model="a1")
    state = ending(fighter("a1", game=BROKEN, phase={words.BROKEN: 1}), fighter("b1", FAR), pending=pending)
    done = decide(state, "a", TakeTest(fighter="a1"), dice)
    assert [each.rule for each in effects_of(done, Unmarked) if each.key == words.BROKEN] == (
        ["necro.core.broken"] if rallied else []
    )
    assert (done.state.phase, done.state.round) == ("priority", 2)
