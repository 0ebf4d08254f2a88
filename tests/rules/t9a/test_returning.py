"""Pursuit off the table, and the way back."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel import regiment as kernel
from rules.kernel.state import Decision, State
from rules.t9a.manoeuvre import Ahead
from rules.t9a.melee import Pursue
from rules.t9a.movement import Advance, March
from rules.t9a.returning import Return
from rules.t9a.shooting import Shoot
from rules.t9a.turn import Pass
from tests.rules.t9a.parade import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Group,
    asked,
    bow,
    decide,
    foes,
    ground,
    overlapping,
    refusal,
    regiment,
    stands,
)  # fmt: skip

RULE, AWAY = "t9a.core.pursued-off-table", "t9a.ambush.off-table-status"
GONE: dict[str, Any] = {AWAY: "north"}
ABSENT = ("table.present", AWAY)


def pursuit(*more: Group, at: tuple[int, int] = (1000, 4200), facing: Any = UP, fled: int = 500) -> State:
    """a1 may pursue b1, who has fled so far up the table."""
    marks = {"t9a.core.flee-distance": fled}
    target = {UP: (1394, 4700), RIGHT: (7100, 2000)}[facing]
    prey = regiment("b1", target, 5, facing=facing if facing == UP else RIGHT, game={"t9a.core.fleeing": "broken"},
                    turn=marks)  # fmt: skip
    asks = Decision("t9a.core.pursuit", "a", "a1", targets=("b1",))
    return ground(regiment("a1", at, facing=facing), prey, foes("b9", (6000, 1000)), *more, phase="melee", step="fight",
                  pending=asks)  # fmt: skip


@pytest.mark.parametrize(("dice", "off"), [((5, 6), True), ((1, 1), False)])
def test_a_pursuit_goes_over_the_edge(dice: tuple[int, ...], off: bool) -> None:
    # t9a.core.pursued-off-table: 6" from the edge
    done = decide(pursuit(), "a", Pursue(unit="a1"), dice)
    unit = done.state.units["a1"]
    assert (unit.formation is None) is off
    assert (unit.game.get(AWAY) == "north") is off
    assert (done.state.models["a1.1"].at is None) is off


def test_friends_in_the_way_keep_it_on_the_table() -> None:
    # t9a.core.pursued-off-table
    wall = regiment("a2", (200, 4600), 30, files=30)
    done = decide(pursuit(wall), "a", Pursue(unit="a1"), (5, 6))
    assert done.state.units["a1"].formation is not None
    assert overlapping(done.state) == []


def test_it_leaves_by_the_edge_it_crosses() -> None:
    # t9a.core.pursued-off-table
    state = pursuit(at=(6600, 2200), facing=RIGHT, fled=900)
    done = decide(state, "a", Pursue(unit="a1"), (5, 6))
    assert done.state.units["a1"].game[AWAY] == "east"


def back(*more: Group, **of_unit: Any) -> State:
    """Step 2 of a Movement Phase of a, when a1 comes back."""
    told = {"game": GONE, **of_unit}
    return ground(regiment("a1", None, **told), regiment("a9", (6000, 400)), foes("b1", (5000, 1000)), *more,
                  step="compulsory")  # fmt: skip


def test_it_comes_back_in_its_next_movement_phase() -> None:
    # t9a.core.pursued-off-table: its owner cannot leave it away
    state = back()
    assert refusal(state, "a", Pass()) == RULE
    done = decide(state, "a", Return(unit="a1", along=2000))
    after = stands(done.state, "a1")
    assert after.facing == DOWN
    assert {y for _, y in kernel.boundary(after)} == {4799, 4642}  # in contact: rounded to a hundredth
    assert AWAY not in done.state.units["a1"].game
    assert done.state.step == "moving"


@pytest.mark.parametrize(
    ("edge", "facing", "rear"), [("south", UP, 0), ("west", RIGHT, 0), ("east", LEFT, 7200), ("north", DOWN, 4800)]
)
def test_its_rear_is_on_the_edge_where_it_left(edge: str, facing: Any, rear: int) -> None:
    # t9a.core.pursued-off-table
    done = decide(back(game={AWAY: edge}), "a", Return(unit="a1", along=2000))
    after = stands(done.state, "a1")
    assert after.facing == facing
    behind = kernel.boundary(after)[0], kernel.boundary(after)[3]
    upright = edge in ("south", "north")
    assert all(abs(corner[1 if upright else 0] - rear) <= kernel.TOUCHING for corner in behind)


def test_where_it_may_not_come_back() -> None:
    # t9a.core.unit-spacing, t9a.core.player-turn
    friend = regiment("a2", (2000, 4700), facing=UP)
    assert refusal(back(friend), "a", Return(unit="a1", along=2000)) == "t9a.core.unit-spacing"
    assert refusal(back(), "a", Return(unit="a1", along=7100)) == "t9a.core.pursued-off-table"
    assert refusal(back(), "a", Return(unit="a9", along=2000)) == RULE
    assert refusal(back(), "b", Return(unit="a1", along=2000)) == "t9a.core.player-turn"
    moving = ground(regiment("a1", None, game=GONE), regiment("a9", (6000, 400)), foes("b1", (5000, 1000)))
    assert refusal(moving, "a", Return(unit="a1", along=2000)) == "t9a.core.player-turn"


def test_an_edge_without_room_keeps_it_away() -> None:
    # t9a.core.pursued-off-table: nobody waits for what cannot be
    full = [regiment(f"a{n}", (200 + 1100 * n, 4790), 12, files=12, facing=UP) for n in range(2, 8)]
    crowd = [*full, regiment("a8", (0, 4790), 28, files=28, facing=UP)]
    state = back(*crowd)
    offered = {o.action for o in rules.options(rules.load("t9a"), state)}
    assert "return" not in offered
    assert offered


def test_it_does_not_march_when_it_has_come_back() -> None:
    # t9a.core.pursued-off-table
    state = decide(back(), "a", Return(unit="a1", along=2000)).state
    assert refusal(state, "a", March(unit="a1", way=(Ahead(100),))) == RULE
    assert decide(state, "a", Advance(unit="a1", way=(Ahead(100),))).effects


def test_it_does_nothing_while_it_is_away() -> None:
    # t9a.core.pursued-off-table: no moves, no shots, nobody is tested for it, and it lends nothing
    state = ground(regiment("a1", None, game=GONE, weapons=(bow(),)), foes("b1", (5000, 1000)), phase="shooting",
                   step="shoot")  # fmt: skip
    assert refusal(state, "a", Shoot(unit="a1", target="b1")) in ABSENT
    assert refusal(back(), "a", Advance(unit="a1", way=())) == "t9a.core.player-turn"
    moving = ground(regiment("a1", None, game=GONE), regiment("a9", (6000, 400)), foes("b1", (5000, 1000)))
    assert refusal(moving, "a", Advance(unit="a1", way=())) in ABSENT


def test_a_pursuer_that_is_away_is_not_asked_again() -> None:
    done = decide(pursuit(), "a", Pursue(unit="a1"), (5, 6))
    assert asked(done)[2] != "a1"
