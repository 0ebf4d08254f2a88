"""Ambush as a judge would rule on it: positions in which it meets another rule, or the other side of a number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from rules.kernel.effects import Rolled
from rules.kernel.sheet import Sheet
from rules.kernel.state import State
from rules.t9a import words
from rules.t9a.charge import DeclareCharge
from rules.t9a.deployment import Deploy
from rules.t9a.join import Join, Leave
from rules.t9a.manoeuvre import Ahead, Aside, Redress, Step, Wheel
from rules.t9a.movement import Advance, March, Reform
from rules.t9a.special.ambush import AmbushRoll, Arrive, LieInAmbush
from tests.rules.deciding import answer, decide, effects_of
from tests.rules.t9a.ground import DOWN, UP, add, board, formed, hero, troop

RIGHT = (1000, 0)
HAS = {"t9a.ambush": 1}
LIGHT = {**HAS, "t9a.light-troops": 1}
FAR, NO_MARCH, JOIN = "t9a.ambush.max-distance", "t9a.ambush.no-march", "t9a.core.join-unit"
SPACING = "t9a.core.unit-spacing"


def came(sheets: Iterable[Sheet], *inside: Sheet, **more: Any) -> State:
    """Side a's unit, with heroes who have joined it, has come on at the south edge; it is the step of moving units."""
    state = board(step="compulsory", round=more.pop("round", 2))
    add(state, "far", troop("z", 5), (4000, 4300), DOWN, side="b")
    unit = add(state, "u", sheets)
    unit.game[words.AWAY] = "ambush"
    for each in inside:
        add(state, f"of {each.id}", [each])
        state.models[f"a{each.id}"].unit = unit.id
    state = decide(state, "a", AmbushRoll(), [3]).state
    placed = Arrive(unit="au", edge=more.pop("edge", "south"), along=2000, **more)
    return replace(decide(state, "a", placed).state, step="moving")


def light(length: int) -> tuple[Step, ...]:
    """So far ahead, about turn, and an inch back."""
    return (Ahead(length), Redress(DOWN), Ahead(100))


def steps(*way: Step, **more: Any) -> Advance:
    return Advance(unit="au", way=way, **more)


@pytest.mark.parametrize(
    ("sheets", "action", "clause"),
    [
        # two ranks are 1.57" deep, so 2.42" are left of a March Rate of 4"
        pytest.param(troop("u", 10, has=LIGHT, Mar=400), steps(*light(242)), "ok", id=f"{FAR}.back-again.within"),
        pytest.param(troop("u", 10, has=LIGHT, Mar=400), steps(*light(244)), FAR, id=f"{FAR}.back-again.beyond"),
        pytest.param(troop("u", 10, has=LIGHT, Mar=400), steps(Ahead(100)), "ok", id=f"{FAR}.light"),
        # one that flies has the March Rate of its flight, here 9" and 16"; on foot 2" and 4"
        pytest.param(troop("u", 10, has={**HAS, "t9a.fly": "8,16"}, Adv=200, Mar=400), steps(Ahead(800), fly=True),
                     "ok", id=f"{FAR}.in-the-air.as-far-as-it-advances"),
        pytest.param(troop("u", 10, has={**HAS, "t9a.fly": "8,9"}, Adv=200, Mar=400), steps(Ahead(742), fly=True),
                     "ok", id=f"{FAR}.in-the-air.within"),
        pytest.param(troop("u", 10, has={**HAS, "t9a.fly": "8,9"}, Adv=200, Mar=400), steps(Ahead(744), fly=True),
                     FAR, id=f"{FAR}.in-the-air.beyond"),
        pytest.param(troop("u", 10, has={**HAS, "t9a.fly": "8,16"}, Adv=300, Mar=400), steps(Ahead(244)),
                     FAR, id=f"{FAR}.a-flyer-on-foot"),
        # the farthest model counts: a wheel brings the outer corner farther than the inner one
        pytest.param(troop("u", 10, has=HAS, Mar=400), steps(Wheel("left", 200)), "ok", id=f"{FAR}.wheel.within"),
        pytest.param(troop("u", 10, has=HAS, Mar=400), steps(Wheel("left", 300)), FAR, id=f"{FAR}.wheel.beyond"),
        # along the edge it may go as it likes, also with a depth of more than the March Rate
        pytest.param(troop("u", 10, has=HAS), steps(Aside("left", 200)), "ok", id=f"{FAR}.along-the-edge"),
        pytest.param(troop("u", 10, has=HAS), March(unit="au", way=(Ahead(1),)), NO_MARCH, id=f"{NO_MARCH}.an-inch"),
        pytest.param(troop("u", 10, has=LIGHT), March(unit="au", way=(Redress(UP), Ahead(100))), NO_MARCH,
                     id=f"{NO_MARCH}.light-troops"),
        pytest.param(troop("u", 10, has={**HAS, "t9a.fly": "8,16"}), March(unit="au", way=(Ahead(100),), fly=True),
                     NO_MARCH, id=f"{NO_MARCH}.in-the-air"),
        pytest.param(troop("u", 10, has={**HAS, "t9a.ghost-step": 1}), steps(Ahead(400)), "ok", id="t9a.ghost-step"),
    ],
)  # fmt: skip
def test_how_far_a_unit_gets_that_has_come(sheets: list[Sheet], action: Any, clause: str) -> None:
    """In the course of the whole move no model gets farther from the edge than the rate at which it could march."""
    assert answer(came(sheets), "a", action) == clause


@pytest.mark.parametrize(("edge", "facing"), [("north", DOWN), ("west", RIGHT), ("east", (-1000, 0)), ("south", UP)])
@pytest.mark.parametrize(("length", "clause"), [(242, "ok"), (244, FAR)])
def test_from_whichever_edge_it_came(edge: str, facing: tuple[int, int], length: int, clause: str) -> None:
    """t9a.ambush.max-distance: measured from the edge at which it arrived."""
    state = came(troop("u", 10, has=HAS, Mar=400), edge=edge)
    assert formed(state).facing == facing
    assert answer(state, "a", steps(Ahead(length))) == clause


def leaves(front: int) -> Leave:
    """The hero leaves straight ahead: his front comes to stand so far from the edge."""
    return Leave(model="ah", at=(2000, front), facing=UP)


@pytest.mark.parametrize(
    ("rates", "front", "clause"),
    [
        # he stands in the first rank of two, with his middle 1.18" from the edge and his front 0.39" before it
        pytest.param({"Adv": 400, "Mar": 800}, 555, "ok", id=f"{NO_MARCH}.leaves.advance"),
        pytest.param({"Adv": 400, "Mar": 800}, 575, JOIN, id=f"{NO_MARCH}.leaves.no-march"),
        pytest.param({"Adv": 400, "Mar": 400}, 400, "ok", id=f"{FAR}.leaves.within"),
        pytest.param({"Adv": 400, "Mar": 400}, 402, FAR, id=f"{FAR}.leaves.beyond"),
    ],
)
def test_a_character_who_leaves_has_come_from_ambush_too(rates: dict[str, Any], front: int, clause: str) -> None:
    """By himself he neither marches nor gets farther than those with whom he came."""
    state = came(troop("u", 9, has=HAS, **rates), hero("h", has=HAS, **rates))
    assert formed(state).stands["ah"].rank == 0
    assert answer(state, "a", leaves(front)) == clause
    later = replace(state, round=3)
    later.units["au"].turn.clear()
    assert answer(later, "a", leaves(front)) == "ok", "in a later turn he marches"


@pytest.mark.parametrize(
    ("rates", "gap", "clause"),
    [
        pytest.param({"Adv": 400, "Mar": 800}, 400, "ok", id=f"{NO_MARCH}.joins.advance"),
        pytest.param({"Adv": 400, "Mar": 800}, 401, JOIN, id=f"{NO_MARCH}.joins.no-march"),
        # his base is 0.79" deep and so is the rank of the others: his front comes to 0.79" + gap + 0.79"
        pytest.param({"Adv": 400, "Mar": 500}, 342, "ok", id=f"{FAR}.joins.within"),
        pytest.param({"Adv": 400, "Mar": 500}, 345, FAR, id=f"{FAR}.joins.beyond"),
    ],
)
def test_a_character_who_joins_others_after_he_came(rates: dict[str, Any], gap: int, clause: str) -> None:
    state = came([hero("u1", has=HAS, **rates)])
    front = formed(state).at[1] + gap + 79
    add(state, "host", troop("o", 5), (2000, front))
    assert answer(state, "a", Join(unit="au", target="ahost")) == clause


def lying(*heroes: Sheet) -> State:
    """Step 8: a unit of 20 and heroes, all of them with Ambush."""
    state = replace(board(round=0, phase="deployment", step="ambushes", turn=""), to_act="a")
    add(state, "u", troop("u", 20, has=HAS))
    for each in heroes:
        add(state, each.id, [each])
    return state


@pytest.mark.parametrize(
    ("heroes", "clause"),
    [
        pytest.param([hero("h1", "50x50", has=HAS), hero("h2", "50x50", has=HAS)], "ok", id="two-beside"),
        pytest.param([hero(f"h{n}", "50x50", has=HAS) for n in range(3)], "t9a.front-rank.mismatching.max-two",
                     id="three-beside"),
        pytest.param([hero("h1", has=HAS), hero("h2", "40x40", has=HAS)], "ok", id="two-inside"),
        pytest.param([hero("h1", has={})], "t9a.ambush.optional", id="without-the-rule"),
        pytest.param([hero("h1", has={**HAS, "t9a.chariot": 1})], "t9a.chariot.join-restriction", id="chariot"),
    ],
)  # fmt: skip
def test_characters_join_in_ambush_by_the_normal_rules(heroes: list[Sheet], clause: str) -> None:
    """t9a.ambush.character-joins: each of them, with those who have joined before him."""
    joins = LieInAmbush(units=("au", *(f"a{h.id}" for h in heroes)), joined={f"a{h.id}": "au" for h in heroes})
    assert answer(lying(*heroes), "a", joins) == clause


def hidden(key: str, sheets: Iterable[Sheet], state: State, side: str = "a") -> None:
    add(state, key, sheets, side=side).game[words.AWAY] = "ambush"


@pytest.mark.parametrize(("turn", "rolled"), [("a", ["au", "av"]), ("b", ["bw"])])
def test_each_side_rolls_for_its_own_in_its_own_turn(turn: str, rolled: list[str]) -> None:
    """t9a.ambush.roll-per-unit, t9a.ambush.roll-from-turn-2: in round 2 also the side that goes second."""
    state = board(step="compulsory", turn=turn)
    for key in "uv":
        hidden(key, troop(key, 5, has=HAS), state)
    hidden("w", troop("w", 5, has=HAS), state, "b")
    other = "b" if turn == "a" else "a"
    assert answer(state, other, AmbushRoll(), [3, 3]) == "t9a.core.player-turn"
    decided = decide(state, turn, AmbushRoll(), [2] * len(rolled))
    assert [e.model for e in effects_of(decided, Rolled)] == rolled


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        pytest.param(Arrive(unit="au", edge="south", along=2000), "ok", id="t9a.ambush.placement-edge"),
        # an enemy stands at the south edge, from 4" to 7.94"; the unit is 3.94" wide
        pytest.param(Arrive(unit="au", edge="south", along=6), "t9a.core.unit-spacing", id=f"{SPACING}.exactly-1"),
        pytest.param(Arrive(unit="au", edge="south", along=5), "ok", id=f"{SPACING}.a-little-more"),
        pytest.param(Arrive(unit="au", edge="south", along=2000, files=1), "ok", id="one-file"),
        pytest.param(Arrive(unit="au", edge="south", along=2000, files=11), "t9a.front-rank.first-rank", id="no-files"),
        pytest.param(Arrive(unit="bw", edge="south", along=2000), "t9a.ambush.arrival-roll", id="of-the-other-side"),
        pytest.param(Deploy(unit="au", at=(2000, 800), facing=UP), "t9a.core.pregame-sequence", id="no-deployment"),
    ],
)
def test_where_it_comes_on(action: Any, clause: str) -> None:
    state = board(step="compulsory")
    add(state, "at edge", troop("z", 5), (500, 79), side="b")
    hidden("u", troop("u", 10, has=HAS), state)
    hidden("w", troop("w", 10, has=HAS), state, "b")
    state = decide(state, "a", AmbushRoll(), [6]).state
    assert answer(state, "a", action) == clause


def test_a_reform_in_place_is_no_march() -> None:
    """t9a.ambush.no-march: a unit that came may reform, within its distance."""
    state = came(troop("u", 10, has=HAS))
    assert answer(state, "a", Reform(unit="au", facing=UP, files=10)) == "ok"


def test_nobody_charges_what_is_in_ambush() -> None:
    """t9a.ambush.off-table-status"""
    state = board(phase="charge", step="declare")
    add(state, "u", troop("u", 10), (2000, 2000))
    hidden("w", troop("w", 10, has=HAS), state, "b")
    assert answer(state, "a", DeclareCharge(unit="au", target="bw")) == "t9a.ambush.off-table-status"
