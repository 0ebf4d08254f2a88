"""Engaging: the charge, its shortest way, interception, several targets, no room, turning."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Asked, Moved, Noted, Rolled
from rules.necro import words
from rules.necro.activation import Pass
from rules.necro.engage import ChooseTarget, Face, GiveWay
from rules.necro.fight import Fight
from tests.rules.necro.board import acting, after, box, charge, decide, effects_of, ended, fighter, position, refusal

INJURED, PINNED, BROKEN, INSANE = ({key: 1} for key in (words.INJURED, words.PINNED, words.BROKEN, words.INSANE))


# the charge


def test_a_charge_engages() -> None:
    """necro.move.charge-engages, necro.core.charge: Movement and D3"; then a fight as a free action."""
    here = position(acting(), fighter("b1", (1000, 500)))
    done = decide(here, "a", charge((899, 500)), (1,))
    assert effects_of(done, Moved)[0].rule == "necro.move.charge-engages"
    then = after(here, done)
    assert words.status(then, then.models["a1"]) == "engaged"
    free = after(then, decide(then, "b", Pass()))
    assert effects_of(decide(free, "a", Fight(fighter="a1", target="b1"), (1, 1)), Rolled)
    short = position(acting(points=1), fighter("b1", (1000, 500)))
    assert refusal(short, "a", charge((899, 500)), (1,)) == "necro.core.two-actions"


@pytest.mark.parametrize(("face", "more"), [(1, 100), (2, 100), (3, 200), (4, 200), (5, 300), (6, 300)])
def test_a_charge_adds_d3(face: int, more: int) -> None:
    """necro.core.d3: halved and rounded up; M 1" and so many more.

    Bases a twentieth of an inch apart are in contact; a hundredth more is not.
    """
    for far, ends in ((105 + more, True), (106 + more, False)):
        here = position(acting(M=100), fighter("b1", (600 + far, 500)))
        done = decide(here, "a", charge((500 + far, 500)), (face,))
        assert effects_of(done, Noted, "necro.core.d3")[0].value == 100 + more
        assert (effects_of(done, Moved, "necro.move.charge-engages") != []) == ends


@pytest.mark.parametrize(
    ("marks", "clause"),
    [(PINNED, "necro.core.pinned"), (INJURED, "necro.move.crawl-when-injured")],
)
def test_the_prone_do_not_charge(marks: dict[str, int], clause: str) -> None:
    assert refusal(position(acting(game=marks), fighter("b1", (1000, 500))), "a", charge((899, 500)), (1,)) == clause


def test_whom_it_is_at_is_announced() -> None:
    """necro.engage.declare-at-start, necro.engage.choose-target: enemies on the table."""
    here = position(acting(), fighter("b1", (1000, 500)), fighter("a2", (500, 1000)), fighter("b3", None))
    assert refusal(here, "a", charge((899, 500), at=()), (1,)) == "necro.engage.declare-at-start"
    assert refusal(here, "a", charge((500, 899), at=("a2",)), (1,)) == "necro.engage.choose-target"
    assert refusal(here, "a", charge((899, 500), at=("b3",)), (1,)) == "necro.engage.choose-target"
    assert effects_of(decide(here, "a", charge((899, 500)), (1,)), Moved)


def test_the_whole_distance_has_to_be_tried() -> None:
    """necro.engage.full-distance: a way may not end before contact of one's own will."""
    here = position(acting(), fighter("b1", (1000, 500)))
    assert refusal(here, "a", charge((890, 500)), (1,)) == "necro.engage.full-distance"
    assert refusal(here, "a", charge(), (1,)) == "necro.engage.full-distance"


# the shortest way


@pytest.mark.parametrize(("aside", "fits"), [(0, True), (40, True), (50, False)])
def test_the_shortest_way_is_used(aside: int, fits: bool) -> None:
    """necro.engage.shortest-path: 3.98" straight; 4.06" is as short as it can be drawn, 4.11" is not."""
    here = position(acting(), fighter("b1", (1000, 500)))
    way = charge((700, 500 + aside), (899, 500))
    if fits:
        assert ended(decide(here, "a", way, (1,)), "a1", here) == (899, 500, 0)
    else:
        assert refusal(here, "a", way, (1,)) == "necro.engage.shortest-path"


def test_the_shortest_way_round_a_wall() -> None:
    """Impassable terrain between: the way leads round its corner, and no farther round."""
    wall = [box("wall", 740, 300, 760, 560, 600, "wall")]
    here = position(acting(M=700), fighter("b1", (1000, 500)), terrain=wall)
    assert refusal(here, "a", charge((899, 500)), (1,)) == "necro.wall.impassable"
    near, far = charge((712, 609), (788, 609), (909, 547)), charge((712, 640), (788, 640), (909, 547))
    assert ended(decide(here, "a", near, (1,)), "a1", here) == (909, 547, 0)
    assert refusal(here, "a", far, (1,)) == "necro.engage.shortest-path"


POOL = box("pool", 700, 420, 800, 580, 10, "dangerous")


@pytest.mark.decides("necro.engage.detour-danger", by="necro.engage.detour-shortest")
def test_a_way_round_danger() -> None:
    """necro.engage.detour-danger, necro.engage.detour-shortest: round the pool or through it, not round the houses."""
    here = position(acting(M=700), fighter("b1", (1000, 500)), terrain=[POOL])
    through = decide(here, "a", charge((899, 500)), (1, 4))
    assert [roll.rule for roll in effects_of(through, Rolled)] == [
        "necro.core.charge",
        "necro.terrain.dangerous-test-move",
    ]
    assert ended(through, "a1", here) == (899, 500, 0)
    past = decide(here, "a", charge((680, 632), (820, 632), (918, 560)), (1,))
    assert ended(past, "a1", here) == (918, 560, 0)
    assert effects_of(past, Rolled, "necro.terrain.dangerous-test-move") == []
    assert refusal(here, "a", charge((680, 660), (820, 660), (918, 560)), (1,)) == "necro.engage.detour-shortest"
    wild = charge((700, 470), (800, 420), (907, 462))
    assert refusal(here, "a", wild, (1,)) == "necro.engage.shortest-path"


DECKS = (
    box("west", 300, 400, 700, 900, 300, "platform"),
    box("east", 900, 400, 1300, 900, 300, "platform"),
    box("bridge", 700, 800, 900, 860, 20, "platform", floor=280),
)


def gap() -> Any:
    """The worked example: a gap of 2" between two decks, and a footbridge over it."""
    return position(acting(at=(600, 500, 300), M=900), fighter("b1", (1100, 500, 300)), terrain=DECKS)


@pytest.mark.decides("necro.engage.example-bridge", by="necro.core.jump")
def test_the_worked_example_of_the_bridge() -> None:
    """necro.engage.example-bridge: she may leap over the gap, which is a test, or take the bridge."""
    here = gap()
    leap = decide(here, "a", charge((998, 500, 300)), (1, 4))
    assert [roll.rule for roll in effects_of(leap, Rolled)] == ["necro.core.charge", "necro.core.jump"]
    assert ended(leap, "a1", here) == (998, 500, 300)
    bridge = decide(here, "a", charge((650, 830, 300), (950, 830, 300), (1058, 593, 300)), (1,))
    assert [roll.rule for roll in effects_of(bridge, Rolled)] == ["necro.core.charge"]
    assert ended(bridge, "a1", here) == (1058, 593, 300)
    round_ = charge((600, 830, 300), (950, 830, 300), (1058, 593, 300))
    assert refusal(here, "a", round_, (1,)) == "necro.engage.detour-shortest"


def test_a_failed_leap_is_a_fall() -> None:
    here = gap()
    done = decide(here, "a", charge((998, 500, 300)), (1, 3, 3))
    assert ended(done, "a1", here) == (800, 500, 0)
    assert words.PINNED in after(here, done).models["a1"].game


@pytest.mark.decides("necro.engage.no-forced-jump", by="necro.core.jump")
def test_nobody_has_to_jump() -> None:
    """necro.engage.no-forced-jump: from a deck 4" high, down the ladder or straight down."""
    deck = [box("deck", 300, 300, 700, 700, 400, "platform"), box("ladder", 700, 600, 720, 640, 400, "ladder")]
    here = position(acting(at=(600, 500, 400), M=1200), fighter("b1", (1000, 620)), terrain=deck)
    ladder = charge((750, 585, 400), (750, 585, 0), (899, 606, 0))
    assert ended(decide(here, "a", ladder, (1,)), "a1", here) == (899, 606, 0)
    jump = decide(here, "a", charge((902, 595, 0)), (1, 4))
    assert [roll.rule for roll in effects_of(jump, Rolled)] == ["necro.core.charge", "necro.core.jump"]


# interception


def between(aside: int, **about: Any) -> Any:
    """A charge 7" along a line, with another enemy so far beside the middle of it."""
    others = about.pop("others", ())
    return position(acting(M=900), fighter("b1", (1300, 500)), fighter("b2", (900, 500 + aside), **about), *others)


WAY = charge((1199, 500))


@pytest.mark.decides(
    "necro.engage.may-come-near", "necro.one-inch.engage-exception", "necro.engage.interception-exceptions",
    by="necro.engage.interception",
)  # fmt: skip
@pytest.mark.parametrize(
    ("aside", "about", "caught"),
    [
        (199, {}, True),
        (200, {}, False),
        (150, {"game": PINNED}, False),
        (150, {"game": INJURED}, False),
        (150, {"game": BROKEN}, False),
        (150, {"game": INSANE}, False),
        (150, {"others": (fighter("a2", (900, 750)),)}, False),
    ],
)
def test_interception(aside: int, about: dict[str, Any], caught: bool) -> None:
    """necro.engage.interception, necro.engage.example-intercepted, necro.engage.interception-exceptions.

    Active and able enemies strictly nearer than 1" to the way intercept; the pinned, the engaged, the Seriously Injured
    and those who are not able do not, and the charger moves on past them.
    """
    here = between(aside, **about)
    done = decide(here, "a", WAY, (1,))
    then = after(here, done)
    foes = [m.id for m in words.engaged_with(then, then.models["a1"])]
    assert foes == (["b2"] if caught else ["b1"])
    assert effects_of(done, Moved)[0].rule == ("necro.engage.interception" if caught else "necro.move.charge-engages")


@pytest.mark.decides("necro.engage.example-intercepted", by="necro.engage.interception")
@pytest.mark.parametrize(("about", "foe"), [({}, "b2"), ({"game": PINNED}, "b1")])
def test_the_worked_example_of_the_interception(about: dict[str, Any], foe: str) -> None:
    here = between(150, **about)
    then = after(here, decide(here, "a", WAY, (1,)))
    assert [m.id for m in words.engaged_with(then, then.models["a1"])] == [foe]


def test_the_target_reached_first_is_not_intercepted() -> None:
    """Another enemy behind the target is near as well, and too late."""
    here = position(acting(), fighter("b1", (1000, 500)), fighter("b2", (1050, 610)))
    then = after(here, decide(here, "a", charge((898, 500)), (1,)))
    assert [m.id for m in words.engaged_with(then, then.models["a1"])] == ["b1"]


def test_nobody_intercepts_through_a_wall() -> None:
    here = between(150)
    wall = box("wall", 700, 570, 1100, 580, 600, "wall")
    here.table = here.table.__class__(3600, 3600, True, (wall,))
    assert ended(decide(here, "a", WAY, (1,)), "a1", here) == (1199, 500, 0)


# not enough movement


@pytest.mark.parametrize(
    ("far", "end", "clause"),
    [
        (550, 950, "necro.engage.not-enough-movement"),
        (506, 906, "necro.engage.not-enough-movement"),
        (600, 1000, "necro.move.short-of-target"),
        (700, 1000, "necro.move.short-of-target"),
    ],
)
def test_without_the_movement_it_stops_an_inch_away(far: int, end: int, clause: str) -> None:
    """necro.engage.not-enough-movement: M 4" and D3 1" are 5"; nobody stands between contact and 1"."""
    here = position(acting(M=400), fighter("b1", (600 + far, 500)))
    done = decide(here, "a", charge((500 + far - 1, 500)), (1,))
    assert ended(done, "a1", here) == ((500 + far - 100 if clause.startswith("necro.engage") else end), 500, 0)
    assert effects_of(done, Moved)[0].rule == clause
    assert words.FREE not in after(here, done).models["a1"].phase


def test_exactly_enough_movement_reaches_contact() -> None:
    here = position(acting(M=400), fighter("b1", (1100, 500)))
    done = decide(here, "a", charge((1000, 500)), (2,))
    assert effects_of(done, Moved)[0].rule == "necro.move.charge-engages"


def test_an_interceptor_that_is_not_reached() -> None:
    """M 1" and 1": the way comes nearer than 1" to b2 after 1.5", and 2" do not reach it."""
    here = position(acting(M=100), fighter("b1", (1300, 500)), fighter("b2", (800, 650)))
    done = decide(here, "a", charge((1199, 500)), (1,))
    at = ended(done, "a1", here)
    assert effects_of(done, Moved)[0].rule == "necro.engage.not-enough-movement"
    assert at is not None and at[0] == 669


# several targets


PAIR = (fighter("b1", (1000, 450)), fighter("b2", (1000, 570)))


def test_several_targets() -> None:
    """necro.engage.several, necro.engage.several-all: all the chosen, if one place touches all."""
    here = position(acting(), *PAIR)
    both = charge((920, 510), at=("b1", "b2"))
    then = after(here, decide(here, "a", both, (1,)))
    assert [m.id for m in words.engaged_with(then, then.models["a1"])] == ["b1", "b2"]
    only = charge((899, 460), at=("b1", "b2"))
    assert refusal(here, "a", only, (1,)) == "necro.engage.several-all"


@pytest.mark.decides("necro.engage.several", by="necro.engage.several-condition")
@pytest.mark.parametrize(("y", "fits"), [(650, True), (700, False)])
def test_several_only_if_all_can_be_touched(y: int, fits: bool) -> None:
    """necro.engage.several-condition: bases 1" apart leave room between for one of 1"; 1.5" apart do not."""
    here = position(acting(), fighter("b1", (1000, 450)), fighter("b2", (1000, y)))
    if fits:
        then = after(here, decide(here, "a", charge((976, 550), at=("b1", "b2")), (1,)))
        assert len(words.engaged_with(then, then.models["a1"])) == 2
    else:
        assert refusal(here, "a", charge((950, 525), at=("b1", "b2")), (1,)) == "necro.engage.several-condition"


def staggered() -> Any:
    """b1 is 4" away; the place that touches b2 as well is 6" away, round b1."""
    return position(acting(M=400), fighter("b1", (1000, 500)), fighter("b2", (1160, 580)))


def test_several_not_reached_leave_one() -> None:
    """necro.engage.several-otherwise-one: he chooses one of those that he reaches."""
    here = staggered()
    both = charge((1015, 606), (1058, 584), at=("b1", "b2"))
    done = decide(here, "a", both, (1,))
    asked = effects_of(done, Asked)[0].decision
    assert (asked.clause, asked.targets, asked.value) == ("necro.engage.several-otherwise-one", ("b1",), 500)
    then = after(here, done)
    assert refusal(then, "a", ChooseTarget(fighter="a1", target="b2", path=((1058, 584, 0),))) == (
        "necro.engage.several-otherwise-one"
    )
    one = decide(then, "a", ChooseTarget(fighter="a1", target="b1", path=((898, 500, 0),)))
    at_last = after(then, one)
    assert [m.id for m in words.engaged_with(at_last, at_last.models["a1"])] == ["b1"]
    reached = after(here, decide(here, "a", both, (6,)))
    assert len(words.engaged_with(reached, reached.models["a1"])) == 2


# no room

SILL = (
    box("sill", 600, 440, 1200, 560, 300, "platform"),
    box("left", 600, 400, 1200, 440, 900, "endless wall"),
    box("right", 600, 560, 1200, 600, 900, "endless wall"),
    box("ladder", 570, 480, 600, 520, 300, "ladder"),
)
UP = charge((520, 500), (520, 500, 300), (549, 500, 300), facing=(1000, 0))


def window(*pieces: Any, movement: int = 500) -> Any:
    """The worked example: a target fills the opening to which a ladder leads, so that nobody fits beside it."""
    return position(acting(at=(400, 500), M=movement), fighter("b1", (650, 500, 300)), terrain=pieces or SILL)


def test_no_room() -> None:
    """necro.engage.no-room, necro.engage.no-room-then-contact: the owner shifts the target, by no more than it takes.

    The charger needs 1.02" on the sill, so that the target, 0.5" behind its edge, goes 0.55" (to a twentieth).
    """
    here = window()
    done = decide(here, "a", UP, (1,))
    asked = effects_of(done, Asked)[0].decision
    assert (asked.clause, asked.side, asked.model, asked.value) == ("necro.engage.no-room", "b", "b1", 55)
    then = after(here, done)
    for x in (700, 710):
        assert refusal(then, "b", GiveWay(fighter="b1", at=(x, 500, 300))) == "necro.engage.no-room"
    shifted = decide(then, "b", GiveWay(fighter="b1", at=(705, 500, 300), facing=(-1000, 0)))
    moves = effects_of(shifted, Moved)
    assert [each.rule for each in moves[:2]] == ["necro.engage.no-room", "necro.engage.no-room-then-contact"]
    at_last = after(then, shifted)
    assert at_last.models["b1"].facing == (-1000, 0)
    assert at_last.models["a1"].at == (603, 500, 300)
    assert words.status(at_last, at_last.models["a1"]) == "engaged"


@pytest.mark.decides("necro.engage.example-ledge", by="necro.engage.no-room")
@pytest.mark.parametrize(("end", "asks"), [(705, True), (701, False)])
def test_the_worked_example_of_the_ledge(end: int, asks: bool) -> None:
    """necro.engage.example-ledge: the target moves up as far as there is a floor; it is not pushed over the edge."""
    sill = box("sill", 600, 440, end, 560, 300, "platform")
    here = window(sill, *SILL[1:])
    done = decide(here, "a", UP, (1,))
    assert bool(effects_of(done, Asked, "necro.engage.no-room")) == asks
    if not asks:
        return
    then = after(here, done)
    placed = after(then, decide(then, "b", GiveWay(fighter="b1", at=(705, 500, 300))))
    turned = after(placed, decide(placed, "b", Face(fighter="b1", facing=(-1000, 0))))
    assert [turned.models[key].facing for key in ("a1", "b1")] == [(1000, 0), (-1000, 0)]


def test_no_room_and_not_enough_movement() -> None:
    """The target stays where it is if the charger would not have reached it."""
    here = window(movement=250)
    done = decide(here, "a", UP, (1,))
    assert effects_of(done, Asked) == []
    assert ended(done, "b1", here) == (650, 500, 300)


# turning


def test_both_may_turn() -> None:
    """necro.engage.turn-models: the charger with its charge, its enemies as they are asked, one after the other."""
    here = position(acting(), *PAIR)
    then = after(here, decide(here, "a", charge((920, 510), at=("b1", "b2"), facing=(3, 4)), (1,)))
    assert then.models["a1"].facing == (3, 4)
    assert refusal(then, "b", Face(fighter="b2", facing=(1, 0))) == "necro.engage.turn-models"
    second = after(then, decide(then, "b", Face(fighter="b1", facing=(-5, 1))))
    assert second.models["b1"].facing == (-5, 1)
    assert second.pending is not None and second.pending.model == "b2"
    last = after(second, decide(second, "b", Pass()))
    assert last.pending is None
    assert last.models["b2"].facing is None
