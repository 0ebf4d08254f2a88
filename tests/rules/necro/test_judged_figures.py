"""The worked examples and figures of the source, page by page, with the figures of each example.

Where a neighbouring file has the example in full, this one says which test that is:

- p. 24, the table of the Insane: `test_insane.py`, and every face of it in `test_judged_minds.py`;
- p. 25, measuring from one point of the base: `test_move.py::test_one_point_of_the_base_is_measured`, and here;
- p. 26, the ganger on the barricade: `test_move.py::test_the_worked_example_of_the_barricade`;
- p. 26, saying what a move is for: `test_move.py::test_intents_are_noted_by_the_players`;
- p. 27, the intercepted charge: `test_engage.py::test_the_worked_example_of_the_interception`;
- p. 28, pushed by a blast: here, and `test_forced.py::test_too_near_after_a_push`;
- p. 28, the chasm and the footbridge: `test_engage.py::test_the_worked_example_of_the_bridge`;
- p. 28, several enemies at once: `test_engage.py::test_several_targets`, and here with three;
- p. 29, the window on the second floor: here, and `test_engage.py::test_no_room` with a ladder;
- p. 29, the enemy at the edge: `test_engage.py::test_the_worked_example_of_the_ledge`;
- p. 30, the building that is full of openings: here;
- p. 31, fences, barrels and holes in walls; walls of a Zone Mortalis; chasms and spiked pits: here;
- p. 33, the door opened and closed in a group activation: here.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.effects import Asked, Moved, Rolled
from rules.kernel.state import State, Terrain
from rules.necro import options, vision, words
from rules.necro.activation import Activate, Pass
from rules.necro.door import OperateDoor
from rules.necro.engage import GiveWay
from rules.necro.fight import Shoot
from tests.rules.deciding import answer

from .arena import gun
from .board import acting, after, box, charge, decide, effects_of, fighter, go, position, refusal

READY = {words.READY: 1}
PINNED = {words.PINNED: 1}


# page 25


@pytest.mark.parametrize("base", [40, 50, 63])
def test_a_base_of_any_size_goes_5in_from_edge_to_the_same_edge(base: int) -> None:
    """necro.move.measure-same-point: from front to front, and not from rear to front."""
    here = position(acting(base=base))
    (moved,) = effects_of(decide(here, "a", go((1200, 500))), Moved)
    assert (moved.path, moved.length) == (((1000, 500, 0),), 500)


# page 28


def test_pushed_by_a_blast_a_fighter_may_come_near_and_is_then_set_apart() -> None:
    """necro.one-inch.forced-move, necro.one-inch.forced-separate: 2" towards an enemy of its own, 0.3" from it."""
    blast = gun("gun", Knockback=200)
    here = position(acting(weapons=(blast,)), fighter("b1", (1000, 500)), fighter("a2", (1330, 500)))
    done = decide(here, "a", Shoot(fighter="a1", target="b1", weapon="gun"), (4, 1))
    pushed, apart = effects_of(done, Moved)
    assert (pushed.rule, pushed.path) == ("necro.one-inch.forced-move", ((1200, 500, 0),))
    assert (apart.rule, apart.path, apart.length) == ("necro.one-inch.forced-separate", ((1130, 500, 0),), 70)


THREE = (fighter("b1", (900, 400)), fighter("b2", (900, 600)), fighter("b3", (1010, 500)))


@pytest.mark.parametrize(
    ("targets", "clause"),
    [
        pytest.param(("b1", "b2"), "ok", id="necro.engage.several-condition.two"),
        pytest.param(("b1", "b2", "b3"), "necro.engage.several-condition", id="necro.engage.several-condition.three"),
    ],
)
def test_as_many_as_can_be_touched_at_once(targets: tuple[str, ...], clause: str) -> None:
    """Two enemies side by side, 1" between them, are touched from between; the one behind is 0.1" too far away."""
    here = position(acting(), *THREE)
    both = charge((870, 500), at=targets)
    assert answer(here, "a", both, (1,)) == clause
    if clause == "ok":
        then = after(here, decide(here, "a", both, (1,)))
        assert [foe.id for foe in words.engaged_with(then, then.models["a1"])] == list(targets)


# page 29

FLOOR = box("floor", 600, 440, 1200, 560, 300, "platform")
WINDOW = (
    FLOOR,
    box("left", 600, 400, 1200, 440, 900, "endless wall"),
    box("right", 600, 560, 1200, 600, 900, "endless wall"),
)


@pytest.mark.parametrize(("movement", "asks"), [(700, True), (600, False)])
def test_climbing_into_a_window_that_an_enemy_fills(movement: int, asks: bool) -> None:
    """necro.engage.no-room: 1.5" to the wall, 6" for the 3" up it, where the enemy leaves no room to stand.

    With 8" it has to make room; with 7" nobody has come so far, and it stays.
    """
    here = position(acting(at=(400, 500), M=movement), fighter("b1", (650, 500, 300)), terrain=WINDOW)
    done = decide(here, "a", charge((550, 500), (550, 500, 300)), (1,))
    assert bool(effects_of(done, Asked, "necro.engage.no-room")) == asks
    if not asks:
        assert after(here, done).models["b1"].at == (650, 500, 300)
        return
    then = after(here, done)
    assert then.pending is not None and then.pending.side == "b"
    least = then.pending.value
    assert refusal(then, "b", GiveWay(fighter="b1", at=(650 + least + 1, 500, 300))) == "necro.engage.no-room"
    at_last = after(then, decide(then, "b", GiveWay(fighter="b1", at=(650 + least, 500, 300))))
    assert [foe.id for foe in words.engaged_with(at_last, at_last.models["a1"])] == ["b1"]


# a building with a window on its second floor: the wall from the street, with a gap 1.5" wide and 1" high in it
HOUSE = (
    box("ground", 1000, 200, 1010, 1200, 300, "wall"),
    box("sill", 1000, 425, 1010, 575, 50, "wall", floor=300),
    box("lintel", 1000, 425, 1010, 575, 150, "wall", floor=450),
    box("near", 1000, 200, 1010, 425, 300, "wall", floor=300),
    box("far", 1000, 575, 1010, 1200, 300, "wall", floor=300),
    box("storey", 1010, 200, 1600, 1200, 300, "platform"),
)
PANE = box("pane", 1000, 425, 1010, 575, 100, "wall", floor=350)


@pytest.mark.parametrize(
    ("at", "terrain", "clause"),
    [
        pytest.param((1065, 500, 300), HOUSE, "", id="necro.core.line-of-sight.through-the-window"),
        pytest.param((1065, 500, 300), (*HOUSE, PANE), "necro.terrain.impassable-los", id="impassable-los.boarded-up"),
        pytest.param((1065, 900, 300), HOUSE, "necro.terrain.impassable-los", id="impassable-los.beside-the-window"),
        pytest.param((1065, 500, 0), HOUSE[:1], "necro.terrain.impassable-los", id="impassable-los.ground-floor"),
    ],
)
def test_a_target_on_the_second_floor(at: Any, terrain: tuple[Terrain, ...], clause: str) -> None:
    """necro.terrain.impassable-los: no line through the wall, but one through the window, from below."""
    here = position(acting(at=(300, 500)), fighter("b1", at), terrain=terrain)
    seen = [each for each, _ in vision.unseen(here, here.models["a1"], here.models["b1"])]
    assert seen == ([clause] if clause else [])
    assert answer(here, "a", Shoot(fighter="a1", target="b1", weapon="gun"), (1,)) == (clause or "ok")


# page 30

FRAME = box("frame", 800, 300, 1000, 700, 500, "openwork")


@pytest.mark.parametrize(
    ("agreed", "extra", "clause"),
    [
        pytest.param(False, (), "ok", id="necro.terrain.openings"),
        pytest.param(True, (), "necro.core.line-of-sight", id="necro.terrain.openings-agreement"),
        pytest.param(
            False,
            (box("w", 890, 300, 900, 700, 500, "wall"),),
            "necro.terrain.impassable-los",
            id="necro.terrain.impassable-los.a-wall-inside",
        ),
    ],
)
def test_fighters_behind_a_building_full_of_openings(agreed: bool, extra: tuple[Terrain, ...], clause: str) -> None:
    """Whoever hides behind it is seen, unless openings are agreed to be closed; nobody walks through."""
    here = position(acting(), fighter("b1", (1300, 500)), terrain=(FRAME, *extra),
                    options={options.OPENINGS: agreed})  # fmt: skip
    assert answer(here, "a", Shoot(fighter="a1", target="b1", weapon="gun"), (1,)) == clause
    assert refusal(here, "a", go((1100, 500))) == "necro.structure.climb"


@pytest.mark.parametrize(
    ("kind", "face", "end"),
    [
        # 1" open, then 1" of ground that counts twice, then 2" more: M 5"
        pytest.param("", 0, 1000, id="necro.terrain.open.table"),
        pytest.param("difficult", 0, 900, id="necro.terrain.difficult.rubble"),
        pytest.param("dangerous", 4, 900, id="necro.terrain.dangerous-slow.acid"),
    ],
)
def test_the_kinds_of_ground(kind: str, face: int, end: int) -> None:
    pool = box("pool", 600, 300, 700, 700, 10, kind)
    here = position(acting(), terrain=[pool])
    done = decide(here, "a", go((1000, 500)), (face,) if face else ())
    assert after(here, done).models["a1"].at == (end, 500, 0)


# page 31


@pytest.mark.parametrize(
    ("pieces", "height"),
    [
        pytest.param((), 100, id="necro.barricade.definition.fence"),
        pytest.param(
            (box("w1", 700, 300, 740, 430, 500, "wall"), box("w2", 700, 570, 740, 700, 500, "wall")),
            50,
            id="necro.barricade.definition.hole-in-a-wall",
        ),
        pytest.param((), 200, id="necro.barricade.definition.barrels"),
    ],
)
def test_fences_barrels_and_holes_in_walls(pieces: tuple[Terrain, ...], height: int) -> None:
    """necro.barricade.does-not-block, necro.barricade.crossing: a test, or 2" of the movement."""
    low = box("low", 700, 430, 740, 570, height)
    here = position(acting(), terrain=[*pieces, low])
    passed, failed = (decide(here, "a", go((1000, 500)), (face,)) for face in (4, 3))
    assert [roll.rule for roll in effects_of(passed, Rolled)] == ["necro.move.barricade-test"]
    assert [after(here, each).models["a1"].at for each in (passed, failed)] == [(1000, 500, 0), (800, 500, 0)]


@pytest.mark.parametrize(
    ("agreed", "clause"),
    [
        pytest.param(True, "necro.wall.unclimbable", id="necro.wall.unclimbable.zone-mortalis"),
        pytest.param(False, "ok", id="necro.structure.climb.wall"),
    ],
)
def test_the_walls_of_a_zone_mortalis(agreed: bool, clause: str) -> None:
    """Where the players agree so, nobody climbs a wall of 3" or looks over it from a walkway."""
    wall = box("wall", 550, 300, 750, 700, 300, "wall")
    here = position(acting(M=800), terrain=[wall], options={options.UNCLIMBABLE: agreed})
    assert answer(here, "a", go((500, 500, 300), (650, 500, 300))) == clause


@pytest.mark.parametrize(("face", "gone"), [(4, False), (3, True)])
def test_chasms_and_spiked_pits(face: int, gone: bool) -> None:
    """necro.pitfall.definition: whoever fails to leap over one is out of action, however shallow it is."""
    chasm = box("chasm", 600, 300, 800, 700, 1, "pitfall")
    here = position(acting(), terrain=[chasm])
    assert after(here, decide(here, "a", go((900, 500)), (face,))).models["a1"].out == gone


# page 33


def lobby() -> State:
    gate = box("d1", 1000, 1000, 1200, 1050, 300, "door")
    boss = fighter("a1", (1050, 900), round=READY, keywords=("Leader",))
    return position(boss, fighter("a2", (1150, 900), round=READY), fighter("b1", (1100, 1150), round=READY),
                    terrain=[gate])  # fmt: skip


def test_a_door_is_not_opened_and_closed_in_one_group_activation() -> None:
    """necro.door.once-per-turn: not by the fighter who has opened it, not by the next of the group; then by the other
    side in its own turn."""
    here = decide(lobby(), "a", Activate(fighter="a1", group=("a2",))).state
    opened = decide(here, "a", OperateDoor(fighter="a1", door="d1")).state
    assert refusal(opened, "a", OperateDoor(fighter="a1", door="d1")) == "necro.door.once-per-turn"
    second = decide(opened, "a", Pass()).state
    assert second.active == "a2"
    assert refusal(second, "a", OperateDoor(fighter="a2", door="d1")) == "necro.door.once-per-turn"
    theirs = decide(decide(second, "a", Pass()).state, "b", Activate(fighter="b1")).state
    closed = decide(theirs, "b", OperateDoor(fighter="b1", door="d1")).state
    assert [piece.kind for piece in closed.table.terrain] == ["door"]
