"""Moves against a fighter's will, and parting afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Asked, Moved, Rolled
from rules.kernel.sheet import Weapon
from rules.necro import words
from rules.necro.fight import Shoot
from rules.necro.forced import StandApart
from tests.rules.necro.board import acting, after, box, decide, effects_of, ended, fighter, position, refusal

INJURED = {words.INJURED: 1}
CANNON = Weapon("cannon", "Cannon", {"Range": 1600, "S": 3, "AP": 0, "D": 1, "Knockback": 200})
SHOT = Shoot(fighter="a1", target="b1", weapon="cannon")


def hit(*others: Any, at: tuple[int, ...] = (1000, 500), **about: Any) -> Any:
    """Fighter b1 is before the muzzle of a1, whose hits push by 2"."""
    return position(acting(weapons=(CANNON,)), fighter("b1", at), *others, **about)


@pytest.mark.parametrize(
    ("at", "end"), [((1000, 500), (1200, 500, 0)), ((500, 1000), (500, 1200, 0)), ((800, 900), (920, 1060, 0))]
)
def test_a_push_is_directly_away(at: tuple[int, ...], end: Any) -> None:
    """necro.move.directly-line, necro.one-inch.forced-move: along the line through the middles of both bases."""
    here = hit(at=at)
    done = decide(here, "a", SHOT, (4, 1))
    pushed = effects_of(done, Moved, "necro.one-inch.forced-move")[0]
    assert (pushed.path, pushed.length) == ((end,), 200)
    assert effects_of(decide(here, "a", SHOT, (3,)), Moved) == []


@pytest.mark.decides("necro.move.directly-line", "necro.move.directly-until", by="necro.one-inch.forced-move")
@pytest.mark.parametrize(
    ("at", "pieces", "end"),
    [
        ((1000, 500), (), (1200, 500, 0)),
        ((800, 900), (), (920, 1060, 0)),
        ((1000, 500), (box("wall", 1150, 300, 1170, 700, 400, "wall"),), (1102, 500, 0)),
        ((1000, 500), (box("mud", 1050, 300, 1170, 700, 10, "difficult"),), (1200, 500, 0)),
    ],
)
def test_a_push_ends_at_impassable_terrain(at: tuple[int, ...], pieces: Any, end: Any) -> None:
    """necro.move.directly-until: until its length is used up, or there is impassable terrain; mud does not matter."""
    here = hit(at=at, terrain=pieces)
    assert ended(decide(here, "a", SHOT, (4, 1)), "b1", here) == end


def test_pushed_to_a_ledge_a_fighter_tests() -> None:
    """A push ends at a ledge, where the fighter tests whether it falls; it tests once, though it is pinned as well."""
    roof = box("roof", 900, 300, 1100, 700, 300, "structure")
    gun = box("mount", 300, 300, 700, 700, 300, "structure")
    here = position(acting(at=(500, 500, 300), weapons=(CANNON,)), fighter("b1", (1000, 500, 300)), terrain=[roof, gun])
    stays, falls = decide(here, "a", SHOT, (4, 1, 4)), decide(here, "a", SHOT, (4, 1, 3, 1))
    assert len(effects_of(stays, Rolled, "necro.core.fall-test")) == 1
    assert ended(stays, "b1", here) == (1100, 500, 300)
    at = ended(falls, "b1", here)
    assert at is not None and at[2] == 0


# the 1" rule afterwards


@pytest.mark.decides("necro.one-inch.forced-until-resolved", by="necro.one-inch.forced-separate")
@pytest.mark.parametrize(("x", "parts"), [(1399, True), (1400, False)])
def test_too_near_after_a_push(x: int, parts: bool) -> None:
    """necro.one-inch.forced-separate: pushed to 0.99" from an enemy, the fighter is shifted to 1", and no farther."""
    here = hit(fighter("a2", (x, 500)))
    done = decide(here, "a", SHOT, (4, 1))
    moves = [each.path[0] for each in effects_of(done, Moved)]
    assert moves[0] == (1200, 500, 0)
    asked = effects_of(done, Asked)
    assert (len(moves) > 1 or bool(asked)) == parts
    if parts:
        assert ended(done, "b1", here) == (1199, 500, 0)


@pytest.mark.decides("necro.one-inch.forced-injured", by="necro.one-inch.forced-separate")
@pytest.mark.parametrize("injured", ["a2", "b1", ""])
def test_the_injured_are_not_parted(injured: str) -> None:
    """necro.one-inch.forced-injured: if either is Seriously Injured he stays where he is."""
    here = hit(fighter("a2", (1350, 500)))
    if injured:
        here.models[injured].game = dict(INJURED)
    dice = (4, 1)
    assert ended(decide(here, "a", SHOT, dice), "b1", here) == ((1200, 500, 0) if injured else (1150, 500, 0))


def test_the_owner_chooses_where() -> None:
    """Between two enemies there is more than one way to go: a question to the owner, with the least distance."""
    here = hit(fighter("a2", (1200, 640)), fighter("a3", (1200, 360)))
    done = decide(here, "a", SHOT, (4, 1))
    asked = effects_of(done, Asked)[0].decision
    assert (asked.clause, asked.side, asked.model) == ("necro.one-inch.forced-separate", "b", "b1")
    then = after(here, done)
    least = asked.value
    for sign in (1, -1):
        at = (1200 + sign * least, 500, 0)
        assert ended(decide(then, "b", StandApart(fighter="b1", at=at)), "b1", then) == at
    far, near = (1200 + least + 1, 500, 0), (1200 + least - 10, 500, 0)
    assert refusal(then, "b", StandApart(fighter="b1", at=far)) == "necro.one-inch.forced-separate"
    assert refusal(then, "b", StandApart(fighter="b1", at=near)) == "necro.one-inch.forced-separate"
