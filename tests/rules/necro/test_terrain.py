"""Kinds of terrain, climbing and ladders, leaps, falls and pitfalls, and what is seen and measured past walls."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Asked, Moved, Removed, Rolled
from rules.kernel.state import Terrain
from rules.necro import words
from rules.necro.activation import Activate, Pass
from rules.necro.checks import TakeTest
from rules.necro.fight import Shoot
from rules.necro.move import Move
from tests.rules.necro.board import (
    acting,
    after,
    box,
    decide,
    effects_of,
    ended,
    fighter,
    position,
    refusal,
)


def move(*path: tuple[int, ...], **about: Any) -> Move:
    """A Move of fighter a1."""
    return Move(fighter="a1", path=tuple((*at, 0) if len(at) == 2 else at for at in path), **about)  # type: ignore[misc]


def walks(piece: Terrain, far: int, dice: tuple[int, ...] = ()) -> Any:
    """How far fighter a1 comes that wants to go 5" over a piece."""
    here = position(acting(), terrain=[piece])
    at = ended(decide(here, "a", move((500 + far, 500)), dice), "a1", here)
    return None if at is None else at[0] - 500


# slow and dangerous ground


@pytest.mark.decides("necro.terrain.difficult", "necro.terrain.open", by="necro.move.short-of-target")
@pytest.mark.parametrize(("kind", "far"), [("difficult", 400), ("platform", 500)])
def test_difficult_ground(kind: str, far: int) -> None:
    """necro.terrain.difficult, necro.terrain.open: 1" of it counts as two; planks on the ground as 1"."""
    area = box("area", 700, 400, 800, 600, 10, kind)
    assert walks(area, 500) == far
    assert walks(area, 400) == 400


@pytest.mark.decides("necro.terrain.dangerous-slow", by="necro.move.short-of-target")
def test_dangerous_ground_is_slow() -> None:
    """necro.terrain.dangerous-slow: 5" with 1" through the pool end after 4"."""
    pool = box("pool", 700, 400, 800, 600, 10, "dangerous")
    assert walks(pool, 500, (4,)) == 400
    assert walks(pool, 400, (4,)) == 400


def test_areas_that_overlap_count_once() -> None:
    here = position(acting(), terrain=[box("mud", 700, 400, 800, 600, 10, "difficult"),
                                       box("ash", 750, 400, 850, 600, 10, "difficult")])  # fmt: skip
    assert ended(decide(here, "a", move((1000, 500))), "a1", here) == (850, 500, 0)


POOL = box("pool", 700, 400, 800, 600, 10, "dangerous")


def test_the_test_on_dangerous_ground() -> None:
    """necro.terrain.dangerous-test-move, necro.terrain.dangerous-fail: where it is entered; a failure ends it all.

    A base of 0.5" comes onto the pool 2" away after 1.51".
    """
    here = position(acting(), terrain=[POOL])
    lost = decide(here, "a", move((1000, 500)), (3,))
    assert ended(lost, "a1", here) == (651, 500, 0)
    assert effects_of(lost, Removed)[0].rule == "necro.terrain.dangerous-fail"
    assert [roll.needed for roll in effects_of(lost, Rolled)] == [4]
    assert not after(here, decide(here, "a", move((1000, 500)), (4,))).models["a1"].out
    assert effects_of(decide(here, "a", move((650, 500))), Rolled) == []


def test_one_test_for_an_area_and_a_move() -> None:
    here = position(acting(M=900), terrain=[POOL])
    assert len(effects_of(decide(here, "a", move((900, 500), (750, 500), (660, 560)), (4,)), Rolled)) == 1


def standing_in_acid(points: int = 0) -> Any:
    """A fighter in the pool that is ready, and an enemy."""
    one = fighter("a1", (750, 500), round={words.READY: 1})
    return position(one, fighter("b1", (3000, 3000), round={words.READY: 1}), terrain=[POOL])


@pytest.mark.parametrize(("face", "out"), [(3, True), (4, False)])
def test_the_test_of_a_fighter_activated_there(face: int, out: bool) -> None:
    """necro.terrain.dangerous-test-activation: before its actions; leaving the same area needs no second test."""
    here = standing_in_acid()
    begun = decide(here, "a", Activate(fighter="a1"))
    assert effects_of(begun, Asked)[0].decision.clause == "necro.terrain.dangerous-test-activation"
    then = after(here, begun)
    assert refusal(then, "a", move((900, 500))) == "necro.terrain.dangerous-test-activation"
    tested = decide(then, "a", TakeTest(fighter="a1"), (face,))
    assert bool(effects_of(tested, Removed, "necro.terrain.dangerous-fail")) == out
    if not out:
        left = decide(after(then, tested), "a", move((900, 500)))
        assert effects_of(left, Rolled) == []


def test_beside_dangerous_ground_nobody_tests() -> None:
    here = position(fighter("a1", (650, 500), round={words.READY: 1}), terrain=[POOL])
    assert effects_of(decide(here, "a", Activate(fighter="a1")), Asked) == []


# what cannot be passed


@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        ("impassable", "necro.terrain.impassable-move"),
        ("wall", "necro.wall.impassable"),
        ("door", "necro.door.closed-impassable"),
        ("endless wall", "necro.wall.unclimbable"),
        ("", "necro.structure.climb"),
    ],
)
def test_what_cannot_be_passed(kind: str, clause: str) -> None:
    """necro.terrain.impassable-move, necro.wall.impassable: neither through it nor into it, on its level.

    The whole base has to pass: a gap narrower than that is none.
    """
    piece = box("piece", 700, 400, 800, 600, 400, kind)
    here = position(acting(), terrain=[piece])
    assert refusal(here, "a", move((900, 500))) == clause
    assert refusal(here, "a", move((660, 500))) == clause
    assert ended(decide(here, "a", move((650, 500))), "a1", here) == (650, 500, 0)
    gap = position(acting(), terrain=[piece, box("other", 700, 601, 800, 690, 400, kind)])
    assert refusal(gap, "a", move((600, 645), (900, 645))) == clause
    above = position(acting(), terrain=[box("beam", 700, 400, 800, 600, 100, kind, floor=300)])
    assert ended(decide(above, "a", move((900, 500))), "a1", above) == (900, 500, 0)


# climbing


BLOCK = box("block", 700, 400, 900, 600, 250, "structure")
OVER = ((650, 500), (650, 500, 250), (720, 500, 250))


def test_climbing_counts_double() -> None:
    """necro.core.climb, necro.structure.climb: 1.5" to the block, 2.5" up as 5", 0.7" onto it: 7.2"."""
    for speed, end in ((720, (720, 500, 250)), (719, (719, 500, 250))):
        here = position(acting(M=speed), terrain=[BLOCK])
        assert ended(decide(here, "a", move(*OVER)), "a1", here) == end


@pytest.mark.decides("necro.ladder.not-slowed", by="necro.move.forbidden-second-move")
@pytest.mark.parametrize(
    ("pieces", "end"), [([], None), ([box("ladder", 690, 480, 700, 520, 250, "ladder")], (720, 500, 250))]
)
def test_a_ladder_does_not_slow(pieces: list[Terrain], end: Any) -> None:
    """necro.ladder.not-slowed: with a ladder the same climb is 4.7"; without it 5" end half-way up."""
    here = position(acting(M=470), terrain=[BLOCK, *pieces])
    done = decide(here, "a", move(*OVER))
    if end is None:
        assert effects_of(done, Asked)[0].decision.clause == "necro.move.forbidden-second-move"
        assert ended(decide(after(here, done), "a", Pass()), "a1", after(here, done)) == (650, 500, 0)
    else:
        assert ended(done, "a1", here) == end


def test_nobody_ends_half_way_up() -> None:
    """necro.core.climb: with one action point only the climb is not begun."""
    here = position(acting(M=300, points=1), terrain=[BLOCK])
    assert ended(decide(here, "a", move(*OVER)), "a1", here) == (650, 500, 0)
    assert refusal(here, "a", move((650, 500), (650, 500, 100))) == "necro.core.climb"
    assert refusal(here, "a", move((650, 500, 100))) == "necro.core.climb"


def test_there_has_to_be_something_to_climb() -> None:
    here = position(acting(), terrain=[BLOCK, box("floor", 300, 300, 600, 480, 20, "platform", floor=280)])
    assert refusal(here, "a", move((600, 500), (600, 500, 250), (720, 500, 250))) == "necro.structure.climb"
    assert refusal(here, "a", move((650, 500), (650, 500, 251), (720, 500, 251))) == "necro.structure.climb"


WALL = box("wall", 700, 400, 720, 600, 250, "wall")
OVER_WALL = ((650, 500), (650, 500, 250), (770, 500, 250), (770, 500, 0))


@pytest.mark.parametrize(("kind", "agreed", "climbed"), [("wall", False, True), ("wall", True, False),
                                                          ("endless wall", False, False)])  # fmt: skip
def test_walls_agreed_to_be_endless(kind: str, agreed: bool, climbed: bool) -> None:
    """necro.wall.unclimbable: other walls are climbed like a structure."""
    wall = box("wall", 700, 400, 720, 600, 250, kind)
    here = position(acting(M=1270), terrain=[wall], options={"necro.wall.unclimbable": agreed})
    if climbed:
        assert ended(decide(here, "a", move(*OVER_WALL)), "a1", here) == (770, 500, 0)
    else:
        assert refusal(here, "a", move(*OVER_WALL)) == "necro.wall.unclimbable"


# leaps


ROOFS = (box("west", 300, 400, 700, 600, 300), box("east", 850, 400, 1200, 600, 300))


@pytest.mark.parametrize(("face", "end"), [(4, (900, 500, 300)), (3, (775, 500, 0))])
def test_a_leap(face: int, end: Any) -> None:
    """necro.core.jump: over a gap wider than the base, with an Initiative test; who fails falls."""
    here = position(acting(at=(600, 500, 300)), terrain=ROOFS)
    dice = (face,) if face > 3 else (face, 1)
    done = decide(here, "a", move((900, 500, 300)), dice)
    assert effects_of(done, Rolled)[0].rule == "necro.core.jump"
    assert ended(done, "a1", here) == end


def test_a_leap_needs_the_movement_for_all_of_it() -> None:
    here = position(acting(at=(600, 500, 300), M=249), terrain=ROOFS)
    assert ended(decide(here, "a", move((850, 500, 300))), "a1", here) == (700, 500, 300)
    far = position(acting(at=(600, 500, 300), M=250), terrain=ROOFS)
    assert ended(decide(far, "a", move((850, 500, 300)), (4,)), "a1", far) == (850, 500, 300)
    assert refusal(far, "a", move((800, 500, 300)), (4,)) == "necro.core.jump"


def test_a_gap_as_wide_as_the_base_is_stepped_over() -> None:
    near = (box("west", 300, 400, 700, 600, 300), box("east", 800, 400, 1200, 600, 300))
    here = position(acting(at=(600, 500, 300)), terrain=near)
    assert effects_of(decide(here, "a", move((900, 500, 300))), Rolled) == []


# falls


def ledge(height: int, x: int = 600, **about: Any) -> Any:
    """A fighter on a roof, its middle so far from the edge at 7", and a shooter to pin it."""
    roof = box("roof", 300, 300, 700, 700, height, "structure")
    tower = box("tower", 100, 1000, 300, 1400, height, "structure")
    return position(acting("a1", (200, 1200, height)), fighter("b1", (x, 500, height), **about), terrain=[roof, tower])


SHOT = Shoot(fighter="a1", target="b1", weapon="gun")


@pytest.mark.parametrize(("x", "tests"), [(600, True), (599, False)])
def test_the_test_near_a_ledge(x: int, tests: bool) -> None:
    """necro.core.fall-test: pinned within 0.5" of a ledge, the base 0.5" or 0.51" from it."""
    here = ledge(300, x)
    done = decide(here, "a", SHOT, (4, 1, 4) if tests else (4, 1))
    rolled = effects_of(done, Rolled, "necro.core.fall-test")
    assert [roll.needed for roll in rolled] == ([4] if tests else [])
    assert ended(done, "b1", here) == (x, 500, 300)


@pytest.mark.parametrize(
    ("height", "hit"),
    [(299, ()), (300, (4, 1)), (599, (4, 1)), (600, (3, 1)), (800, (2, 2)), (999, (2, 2)), (1000, (2, 3))],
)
def test_how_hard_a_fall_is(height: int, hit: tuple[int, ...]) -> None:
    """necro.core.fall: up to 2.99" no hit; S3, S5, S7 and S9 against T3 need 4+, 3+, 2+ and 2+; D1, 1, 2 and 3."""
    here = ledge(height, W=4)
    wound = (6,) if hit else ()
    done = decide(here, "a", SHOT, (4, 1, 3, *wound))
    rolls = effects_of(done, Rolled)[3:]
    then = after(here, done).models["b1"]
    assert [roll.needed for roll in rolls] == list(hit[:1])
    assert 4 - then.wounds == (hit[1] if hit else 0)
    assert words.PINNED in then.game
    assert effects_of(done, Moved, "necro.core.fall")[0].length == height
    assert then.at is not None and then.at[2] == 0


@pytest.mark.parametrize("face", [3, 4])
def test_a_pitfall_takes_whoever_falls_into_it(face: int) -> None:
    """necro.pitfall.definition: only a fall counts; a fighter pinned beside it tests as at any ledge."""
    pit = box("shaft", 700, 400, 900, 600, 1, "pitfall")
    here = position(acting("a1", (200, 1500)), fighter("b1", (600, 500)), terrain=[pit])
    done = decide(here, "a", SHOT, (4, 1, face))
    assert bool(effects_of(done, Removed, "necro.pitfall.definition")) == (face == 3)


def test_a_pitfall_is_leapt_over_or_bridged() -> None:
    pit = box("shaft", 700, 400, 900, 600, 1, "pitfall")
    here = position(acting(), terrain=[pit])
    assert ended(decide(here, "a", move((901, 500)), (4,)), "a1", here) == (901, 500, 0)
    fell = decide(here, "a", move((901, 500)), (3,))
    assert after(here, fell).models["a1"].out
    assert refusal(position(acting(points=1), terrain=[pit]), "a", move((800, 500))) == "necro.core.jump"
    planks = position(acting(), terrain=[pit, box("planks", 650, 470, 950, 530, 10, "platform")])
    assert effects_of(decide(planks, "a", move((1000, 500))), Rolled) == []


def test_a_fall_onto_a_fighter_ends_beside_it() -> None:
    here = ledge(250)
    here.models["b2"] = fighter("b2", (750, 500))
    done = decide(here, "a", SHOT, (4, 1, 3))
    at = ended(done, "b1", here)
    assert at is not None and at[2] == 0
    assert (at[0] - 750) ** 2 + (at[1] - 500) ** 2 >= 10_000


# measuring and seeing


HIDDEN, WALLED = "necro.core.line-of-sight", "necro.terrain.impassable-los"


@pytest.mark.decides("necro.terrain.openings", by="necro.core.line-of-sight")
@pytest.mark.parametrize(
    ("kind", "agreed", "clause"),
    [("impassable", False, WALLED), ("structure", False, HIDDEN), ("openwork", False, ""), ("openwork", True, HIDDEN)],
)
def test_lines_of_sight(kind: str, agreed: bool, clause: str) -> None:
    """necro.terrain.impassable-los, necro.terrain.openings, necro.terrain.openings-agreement: agreed, they block."""
    piece = box("piece", 700, 300, 800, 700, 400, kind)
    here = position(acting(), fighter("b1", (1000, 500)), terrain=[piece],
                    options={"necro.terrain.openings-agreement": agreed})  # fmt: skip
    if clause:
        assert refusal(here, "a", SHOT, (1,)) == clause
    else:
        assert effects_of(decide(here, "a", SHOT, (1,)), Rolled)


@pytest.mark.parametrize(("level", "kind", "sees"), [(700, "wall", True), (700, "endless wall", False)])
def test_nobody_sees_over_an_endless_wall(level: int, kind: str, sees: bool) -> None:
    towers = [box("one", 400, 400, 600, 600, level), box("two", 900, 400, 1100, 600, level)]
    wall = box("wall", 740, 300, 760, 700, 400, kind)
    here = position(acting(at=(500, 500, level)), fighter("b1", (1000, 500, level)), terrain=[*towers, wall])
    if sees:
        assert effects_of(decide(here, "a", SHOT, (1,)), Rolled)
    else:
        assert refusal(here, "a", SHOT, (1,)) == WALLED


@pytest.mark.decides("necro.terrain.impassable-measure", by="necro.core.group-activation")
@pytest.mark.parametrize(("pieces", "reached"), [([], True), ([box("wall", 590, 300, 610, 700, 400, "wall")], False)])
def test_nothing_is_measured_through_a_wall(pieces: list[Terrain], reached: bool) -> None:
    """necro.terrain.impassable-measure: a leader does not bring along whom it would have to measure through a wall."""
    ready = {words.READY: 1}
    one = fighter("a1", (500, 500), round=ready, keywords=("Leader",))
    here = position(one, fighter("a2", (700, 500), round=ready), fighter("b1", (3000, 3000), round=ready),
                    terrain=pieces)  # fmt: skip
    if reached:
        assert decide(here, "a", Activate(fighter="a1", group=("a2",))).effects
    else:
        assert refusal(here, "a", Activate(fighter="a1", group=("a2",))) == "necro.core.group-activation"
