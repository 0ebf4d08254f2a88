"""Movement by actions: how far, through whom, over barricades, and where a move may end."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Asked, Moved, Noted, Rolled
from rules.kernel.errors import Malformed
from rules.kernel.state import Decision
from rules.necro import words
from rules.necro.activation import Pass
from rules.necro.engage import Charge
from rules.necro.move import Crawl, Move, MoveOn, StandUp, TurnTo
from tests.rules.necro.board import acting, after, box, decide, effects_of, ended, fighter, position, refusal

HERE = (500, 500)
INJURED, PINNED = {words.INJURED: 1}, {words.PINNED: 1}
FAR = (3000, 3000)


def move(*path: tuple[int, ...], **about: Any) -> Move:
    """A Move of fighter a1."""
    return Move(fighter="a1", path=tuple((*at, 0) if len(at) == 2 else at for at in path), **about)  # type: ignore[misc]


def stops(state: Any, action: Any, dice: tuple[int, ...] = (), by: str = "a") -> Any:
    """Where fighter a1 is after an action."""
    return ended(decide(state, by, action, dice), "a1", state)


# by actions


@pytest.mark.decides("necro.move.by-actions", by="necro.core.two-actions")
def test_a_fighter_moves_by_an_action() -> None:
    """necro.move.by-actions, necro.core.move: without an action point there is no Move."""
    assert stops(position(acting(points=1)), move((900, 500))) == (900, 500, 0)
    assert refusal(position(acting(points=0)), "a", move((900, 500))) == "necro.core.two-actions"


@pytest.mark.parametrize(
    ("marks", "clause"),
    [(INJURED, "necro.move.crawl-when-injured"), (PINNED, "necro.core.pinned")],
)
def test_the_prone_do_not_make_a_move(marks: dict[str, int], clause: str) -> None:
    here = position(acting(game=marks))
    assert refusal(here, "a", move((600, 500))) == clause
    assert stops(here, Crawl(fighter="a1", path=((600, 500, 0),))) == (600, 500, 0)


def test_the_engaged_do_not_make_a_move() -> None:
    here = position(acting(), fighter("b1", (600, 500)))
    assert refusal(here, "a", move((300, 500))) == "necro.core.engaged"


def test_a_crawl_is_half_the_movement() -> None:
    """necro.core.crawl: 2.5" of 5"."""
    here = position(acting(game=INJURED))
    for length, end in ((250, 750), (251, 750)):
        assert stops(here, Crawl(fighter="a1", path=((500 + length, 500, 0),))) == (end, 500, 0)
    assert refusal(position(acting()), "a", Crawl(fighter="a1", path=((600, 500, 0),))) == "necro.core.crawl"
    assert refusal(position(acting(game=INJURED, points=1)), "a", Crawl(fighter="a1", path=((600, 500, 0),))) == (
        "necro.core.two-actions"
    )


def test_a_pinned_fighter_stands_up() -> None:
    """necro.core.stand-up"""
    here = position(acting(game=PINNED))
    then = after(here, decide(here, "a", StandUp(fighter="a1", facing=(0, 1000))))
    assert words.status(then, then.models["a1"]) == "active"
    assert then.models["a1"].facing == (0, 1000)
    assert refusal(position(acting()), "a", StandUp(fighter="a1")) == "necro.core.stand-up"


# how far


@pytest.mark.decides("necro.move.declare-before-measuring", by="necro.move.short-of-target")
def test_a_fighter_goes_as_far_as_it_can() -> None:
    """necro.move.short-of-target, necro.move.declare-before-measuring: the place is declared before it is measured.

    M 5": a place 5" away is reached; one 5.01" away is not, and the move is made all the same.
    """
    here = position(acting())
    reached, short = decide(here, "a", move((1000, 500))), decide(here, "a", move((1001, 500)))
    assert effects_of(reached, Moved)[0] == Moved(
        rule="necro.core.move", model="a1", path=((1000, 500, 0),), length=500
    )
    assert effects_of(short, Moved)[0] == Moved(
        rule="necro.move.short-of-target", model="a1", path=((1000, 500, 0),), length=500
    )
    assert ended(decide(here, "a", move((500, 2000))), "a1", here) == (500, 1000, 0)


@pytest.mark.decides("necro.move.free-path", by="necro.move.short-of-target")
def test_the_length_of_the_whole_way_counts() -> None:
    """necro.move.free-path: 3" north and 2" east are 5"; with 2.01" east the last hundredth is not reached."""
    here = position(acting())
    assert stops(here, move((500, 800), (700, 800))) == (700, 800, 0)
    assert stops(here, move((500, 800), (701, 800))) == (700, 800, 0)
    assert effects_of(decide(here, "a", move((500, 800), (701, 800))), Moved)[0].rule == "necro.move.short-of-target"


@pytest.mark.decides("necro.move.measure-same-point", by="necro.move.short-of-target")
@pytest.mark.parametrize("base", [50, 80])
def test_one_point_of_the_base_is_measured(base: int) -> None:
    """necro.move.measure-same-point: from the middle, however large the base."""
    here = position(acting(base=base))
    assert stops(here, move((1000, 500))) == (1000, 500, 0)
    assert stops(here, move((1010, 500))) == (1000, 500, 0)


# through whom


@pytest.mark.decides("necro.move.through-friends", by="necro.move.through-injured-enemies")
def test_through_friends() -> None:
    """necro.move.through-friends: the same way is closed if the other is an enemy."""
    assert stops(position(acting(), fighter("a2", (700, 500))), move((900, 500))) == (900, 500, 0)
    assert refusal(position(acting(), fighter("b2", (700, 500))), "a", move((900, 500))) == (
        "necro.move.through-injured-enemies"
    )


@pytest.mark.decides("necro.one-inch.injured-exception", by="necro.one-inch.rule")
def test_beside_the_injured() -> None:
    """necro.one-inch.injured-exception: any distance, on the way and at its end."""
    for marks in (INJURED, PINNED):
        here = position(acting(), fighter("b1", (800, 500), game=marks))
        if marks == INJURED:
            assert stops(here, move((690, 500))) == (690, 500, 0)
        else:
            assert refusal(here, "a", move((690, 500))) == "necro.one-inch.rule"


def test_through_injured_enemies_only() -> None:
    """necro.move.through-injured-enemies, necro.one-inch.injured-exception: in a charge as well."""
    goal = fighter("b9", (1000, 500))
    for marks, refused in ((INJURED, ""), (PINNED, "necro.move.through-injured-enemies")):
        here = position(acting(), fighter("b2", (700, 500), game=marks), goal)
        charge = Charge(fighter="a1", targets=("b9",), path=((899, 500, 0),))
        if refused:
            assert refusal(here, "a", charge) == refused
        else:
            assert stops(here, charge, (1,)) == (899, 500, 0)
            assert stops(here, move((800, 500))) == (800, 500, 0)


def test_no_end_on_another_model() -> None:
    """necro.move.no-end-on-model: bases may touch, not overlap."""
    here = position(acting(points=1), fighter("a2", (800, 500)))
    assert stops(here, move((700, 500))) == (700, 500, 0)
    assert refusal(here, "a", move((701, 500))) == "necro.move.no-end-on-model"
    injured = position(acting(points=1), fighter("b2", (800, 500), game=INJURED))
    assert refusal(injured, "a", move((800, 500))) == "necro.move.no-end-on-model"


# the 1" rule


def test_not_nearer_than_an_inch() -> None:
    """necro.one-inch.rule, necro.core.lengths: 1" between the bases is allowed, 0.99" is not, on the way neither."""
    here = position(acting(), fighter("b1", (1000, 500)))
    assert stops(here, move((800, 500))) == (800, 500, 0)
    assert refusal(here, "a", move((801, 500))) == "necro.one-inch.rule"
    beside = position(acting(), fighter("b1", (700, 700)))
    assert stops(beside, move((900, 500))) == (900, 500, 0)
    assert refusal(beside, "a", move((500, 501), (900, 501))) == "necro.one-inch.rule"


def test_the_inch_is_not_measured_through_a_wall() -> None:
    wall = [box("w", 600, 400, 1000, 420, 600, "wall")]
    here = position(acting(at=(500, 500)), fighter("b1", (800, 350)), terrain=wall)
    assert stops(here, move((800, 500))) == (800, 500, 0)
    assert refusal(position(acting(), fighter("b1", (800, 350))), "a", move((800, 500))) == "necro.one-inch.rule"


def test_who_is_nearer_already_may_go_away() -> None:
    """A fighter beside which an enemy has got up may leave, and not come nearer still."""
    here = position(acting(), fighter("b1", (650, 500), game=PINNED))
    assert stops(here, move((480, 500))) == (480, 500, 0)
    assert refusal(here, "a", move((520, 500))) == "necro.one-inch.rule"


def test_a_move_does_not_engage() -> None:
    """necro.engage.needs-permitting-move"""
    here = position(acting(), fighter("b1", (800, 500)))
    assert refusal(here, "a", move((700, 500))) == "necro.engage.needs-permitting-move"
    assert stops(here, Charge(fighter="a1", targets=("b1",), path=((700, 500, 0),)), (1,)) == (700, 500, 0)


# barricades


@pytest.mark.decides("necro.move.ignore-small", "necro.barricade.definition", by="necro.move.barricade-test")
@pytest.mark.parametrize(("height", "tests"), [(49, 0), (50, 1), (200, 1)])
def test_what_is_a_barricade(height: int, tests: int) -> None:
    """necro.move.ignore-small, necro.barricade.definition: from 0.5" to 2", both included."""
    here = position(acting(), terrain=[box("fence", 700, 400, 720, 600, height)])
    done = decide(here, "a", move((900, 500)), (4,) * tests)
    assert len(effects_of(done, Rolled, "necro.move.barricade-test")) == tests
    assert ended(done, "a1", here) == (900, 500, 0)


@pytest.mark.decides("necro.structure.definition", by="necro.structure.climb")
def test_a_structure_is_not_walked_through() -> None:
    """necro.structure.definition, necro.structure.climb: what is higher than 2"."""
    here = position(acting(), terrain=[box("block", 700, 400, 720, 600, 201)])
    assert refusal(here, "a", move((900, 500))) == "necro.structure.climb"
    low = position(acting(), terrain=[box("fence", 700, 400, 720, 600, 200)])
    assert stops(low, move((900, 500)), (4,)) == (900, 500, 0)


@pytest.mark.decides("necro.barricade.does-not-block", "necro.barricade.crossing", by="necro.move.barricade-test")
@pytest.mark.parametrize(("face", "end", "used"), [(4, 1000, 500), (3, 800, 500), (1, 800, 500), (6, 1000, 500)])
def test_the_test_at_a_barricade(face: int, end: int, used: int) -> None:
    """necro.move.barricade-test, necro.core.test-1d6: Initiative 4+, or 2" less.

    The barricade is 1" away: of 5" the fighter has 4" left there and goes 2" more on a failure, ending behind it.
    """
    here = position(acting(), terrain=[box("fence", 650, 400, 670, 600, 100)])
    done = decide(here, "a", move((1000, 500)), (face,))
    assert ended(done, "a1", here) == (end, 500, 0)
    assert effects_of(done, Moved)[0].length == used
    assert bool(effects_of(done, Noted, "necro.move.barricade-cost")) == (face < 4)


@pytest.mark.decides("necro.move.barricade-cost", by="necro.move.short-of-target")
def test_paying_for_a_barricade() -> None:
    """necro.move.barricade-cost: paid without a test, the 2" are gone; one of 3" away is reached, 3.01" is not."""
    here = position(acting(), terrain=[box("fence", 650, 400, 670, 600, 100)])
    for end, reached in ((800, 800), (801, 800)):
        done = decide(here, "a", move((end, 500), pays=("fence",)))
        assert effects_of(done, Rolled) == []
        assert ended(done, "a1", here) == (reached, 500, 0)


def test_without_the_movement_it_is_not_crossed() -> None:
    """At a barricade 4" away a fighter that fails has 1" left, less 2": nothing, and it stays before it."""
    here = position(acting(), terrain=[box("fence", 950, 400, 970, 600, 100)])
    assert stops(here, move((1100, 500)), (3,)) == (900, 500, 0)


def test_each_barricade_is_tested_for() -> None:
    fences = [box("one", 700, 400, 720, 600, 100), box("two", 800, 400, 820, 600, 100)]
    here = position(acting(), terrain=fences)
    assert len(effects_of(decide(here, "a", move((1000, 500)), (4, 4)), Rolled)) == 2


def test_a_barricade_on_another_level_is_not_crossed() -> None:
    deck = box("deck", 400, 400, 1200, 600, 300, "platform")
    fence = box("fence", 700, 400, 720, 600, 100, floor=300)
    here = position(acting(at=(500, 500, 300)), terrain=[deck, fence])
    assert len(effects_of(decide(here, "a", move((900, 500, 300)), (4,)), Rolled)) == 1
    below = position(acting(at=(500, 300)), terrain=[box("fence", 700, 200, 720, 600, 100, floor=300)])
    assert effects_of(decide(below, "a", move((900, 300))), Rolled) == []


# forbidden places

FENCE = box("fence", 900, 400, 1000, 600, 100)


def on_the_fence(points: int = 2) -> Any:
    """The worked example: a barricade 3.5" away and 1" deep, on which she would stop.

    The base touches the barricade after 3.5". With 6" of movement 2.5" are left, and 0.5" after a failed test.
    """
    return position(acting(at=(500, 500), points=points, M=600), terrain=[FENCE])


def test_a_failed_test_leaves_her_on_the_barricade() -> None:
    """necro.move.example-barricade, necro.move.forbidden-second-move: 6", 3.5" to the barricade, 2" paid, 0.5" left."""
    here = on_the_fence()
    done = decide(here, "a", move((1100, 500)), (3,))
    assert ended(done, "a1", here) == (900, 500, 0)
    asked = effects_of(done, Asked)[0].decision
    assert (asked.clause, asked.side, asked.model) == ("necro.move.forbidden-second-move", "a", "a1")
    then = after(here, done)
    on = decide(then, "a", MoveOn(fighter="a1", path=((1300, 500, 0),), facing=(0, 1000)))
    assert effects_of(on, Rolled) == []
    assert ended(on, "a1", then) == (1300, 500, 0)
    assert after(then, on).models["a1"].phase[words.POINTS] == 0


@pytest.mark.decides("necro.move.example-barricade", by="necro.move.forbidden-second-move")
@pytest.mark.parametrize(("face", "asks"), [(3, True), (4, False)])
def test_the_worked_example_of_the_barricade(face: int, asks: bool) -> None:
    done = decide(on_the_fence(), "a", move((1100, 500)), (face,))
    assert bool(effects_of(done, Asked)) == asks


def test_without_a_second_move_she_stops_before_it() -> None:
    """necro.move.forbidden-otherwise: she declines it, or has no action point for it."""
    here = on_the_fence()
    then = after(here, decide(here, "a", move((1100, 500)), (3,)))
    stays = decide(then, "a", Pass())
    assert effects_of(stays, Moved)[0].rule == "necro.move.forbidden-otherwise"
    assert ended(stays, "a1", then) == (850, 500, 0)
    once = on_the_fence(points=1)
    done = decide(once, "a", move((1100, 500)), (3,))
    assert effects_of(done, Asked) == []
    assert effects_of(done, Moved)[0].rule == "necro.move.forbidden-otherwise"
    assert ended(done, "a1", once) == (850, 500, 0)


def test_a_second_move_that_does_not_leave_undoes_the_first() -> None:
    here = on_the_fence()
    then = after(here, decide(here, "a", move((1100, 500)), (3,)))
    assert refusal(then, "a", MoveOn(fighter="a1", path=((910, 500, 0),))) == "necro.move.no-end-on-barricade"
    asked = Decision(
        "necro.move.forbidden-second-move", "a", "a1", value=20, about={"met": ("fence",), "back": ("850,500,0",)}
    )
    slow = position(acting(at=(900, 500), points=1, M=20), terrain=[FENCE], pending=asked)
    done = decide(slow, "a", MoveOn(fighter="a1", path=((1100, 500, 0),)))
    assert effects_of(done, Moved)[0].rule == "necro.move.forbidden-otherwise"
    assert ended(done, "a1", slow) == (850, 500, 0)


@pytest.mark.decides("necro.move.forbidden-end", by="necro.move.no-end-on-barricade")
def test_ending_on_a_barricade() -> None:
    """necro.move.no-end-on-barricade, necro.move.forbidden-end: refused, unless a second Move can follow at once."""
    once = position(acting(at=(500, 500), points=1), terrain=[FENCE])
    assert refusal(once, "a", move((950, 500)), (4,)) == "necro.move.no-end-on-barricade"
    assert stops(once, move((850, 500))) == (850, 500, 0)
    twice = position(acting(at=(500, 500)), terrain=[FENCE])
    done = decide(twice, "a", move((950, 500)), (4,))
    assert effects_of(done, Asked)[0].decision.clause == "necro.move.forbidden-second-move"


def test_only_the_asked_fighter_moves_on() -> None:
    here = position(acting())
    assert refusal(here, "a", MoveOn(fighter="a1", path=((600, 500, 0),))) == "necro.move.forbidden-second-move"


# turning


def test_turning_before_an_action() -> None:
    """necro.move.turn-before-action: active and engaged fighters, before each of their actions."""
    here = position(acting())
    done = decide(here, "a", TurnTo(fighter="a1", facing=(0, 1000)))
    then = after(here, done)
    assert then.models["a1"].facing == (0, 1000)
    assert then.models["a1"].phase[words.POINTS] == 2
    assert refusal(then, "a", TurnTo(fighter="a1", facing=(1000, 0))) == "necro.move.turn-before-action"
    moved = after(then, decide(then, "a", move((600, 500))))
    assert after(moved, decide(moved, "a", TurnTo(fighter="a1", facing=(1000, 0)))).models["a1"].facing == (1000, 0)
    engaged = position(acting(), fighter("b1", (600, 500)))
    assert effects_of(decide(engaged, "a", TurnTo(fighter="a1", facing=(1, 0))), Moved)


@pytest.mark.parametrize(("marks", "points"), [(PINNED, 2), (INJURED, 2), ({}, 0)])
def test_the_prone_do_not_turn(marks: dict[str, int], points: int) -> None:
    """necro.move.turn-before-action: nor those who have no action left."""
    here = position(acting(game=marks, points=points))
    assert refusal(here, "a", TurnTo(fighter="a1", facing=(0, 1000))) == "necro.move.turn-before-action"


def test_turning_after_a_move() -> None:
    """necro.move.turn-after-move: any direction, but some direction."""
    here = position(acting())
    done = decide(here, "a", move((600, 500), facing=(-7, 3)))
    assert effects_of(done, Moved, "necro.move.turn-after-move")[0].facing == (-7, 3)
    assert after(here, done).models["a1"].facing == (-7, 3)
    with pytest.raises(Malformed):
        decide(here, "a", move((600, 500), facing=(0, 0)))


# tests


@pytest.mark.parametrize(("face", "initiative", "passes"), [(1, 1, False), (2, 1, True), (6, 9, True), (5, 9, False)])
def test_naturals_decide(face: int, initiative: int, passes: bool) -> None:
    """necro.core.test-naturals, necro.core.characteristics: a 1 fails and a 6 passes, whatever is printed."""
    here = position(acting(I=initiative), terrain=[box("fence", 650, 400, 670, 600, 100)])
    done = decide(here, "a", move((1000, 500)), (face,))
    assert (ended(done, "a1", here) == (1000, 500, 0)) == passes
    assert effects_of(done, Noted)[0].rule == (
        "necro.core.test-naturals" if face in (1, 6) else "necro.move.barricade-test"
    )


@pytest.mark.parametrize("points", [2])
def test_intents_are_noted_by_the_players(points: int) -> None:
    """necro.move.announce-intent, necro.move.cooperate-on-intent: advice; a Move carries no intent to be judged by."""
    here = position(acting(points=points))
    assert not {"intent", "purpose"} & set(Move.__struct_fields__)
    assert stops(here, move((600, 500))) == (600, 500, 0)
