"""What can be asked of a position of Necromunda, and who holds what its scenarios count."""

from __future__ import annotations

from typing import Any

import pytest

from rules import asking
from rules.kernel.effects import Counted
from rules.kernel.errors import Malformed
from rules.kernel.query import Answer
from rules.kernel.state import State
from rules.necro import options, scenario, terminal, words
from rules.necro.move import Move

from .arena import NECRO, acting, box, effects_of, fighter, position, refusal
from .test_scenario import FAR, ends

WALL = box("wall", 900, 0, 1000, 1000, 400, "wall")
TOWER = box("tower", 1000, 1000, 1600, 1600, 300, "platform")
STEP = box("step", 2000, 1000, 2200, 1600, 200, "platform")
HEIGHTS: dict[str, int | str | bool] = {options.SCENARIO: 2}


def asked(state: State, query: str, **about: str) -> list[Answer]:
    return list(asking.ask(NECRO, state, asking.worded(NECRO, query, about)))


@pytest.mark.parametrize(
    ("terrain", "value", "clauses"),
    [
        ((), 900, ("necro.core.lengths",)),
        ((WALL,), None, ("necro.core.lengths", "necro.terrain.impassable-measure")),
    ],
)
def test_nothing_is_measured_through_a_wall(terrain: Any, value: int | None, clauses: tuple[str, ...]) -> None:
    # necro.terrain.impassable-measure
    here = position(fighter("a1", (500, 500)), fighter("b1", (1500, 500)), terrain=terrain)
    (found,) = asked(here, "distance", of="a1", to="b1")
    assert (found.value, found.clauses) == (value, clauses)
    if terrain:
        assert [each.value for each in asked(here, "distance", of="wall", to="a1")] == [350]


@pytest.mark.parametrize(
    ("facing", "terrain", "seen", "cover", "clause"),
    [
        ((1, 0), (), True, "open", "necro.core.line-of-sight"),
        ((-1, 0), (), False, "open", "necro.core.line-of-sight"),
        ((1, 0), (WALL,), False, "hidden", "necro.terrain.impassable-los"),
    ],
)
def test_who_sees_whom(facing: Any, terrain: Any, seen: bool, cover: str, clause: str) -> None:
    # necro.core.line-of-sight
    here = position(fighter("a1", (500, 500), facing=facing), fighter("b1", (1500, 500)), terrain=terrain)
    (sight,) = asked(here, "sight", viewer="a1", target="b1")
    assert (sight.value, sight.clauses[-1]) == (seen, clause)
    assert [each.value for each in asked(here, "cover", attacker="a1", target="b1")] == [cover]


def test_who_holds_what_the_scenario_counts() -> None:
    # necro.assumed.scenario.power, necro.assumed.scenario.heights
    generator = box("g1", 500, 500, 580, 580, 140, "generator")
    power = position(fighter("a1", FAR), terrain=(generator,), options={options.SCENARIO: 1},
                     game={terminal.DEVICES: ("g1=b",)})  # fmt: skip
    assert [(each.of, each.value) for each in asked(power, "holds")] == [("g1", "b")]
    with pytest.raises(Malformed, match="nobody holds"):
        asked(power, "holds", where="g2")
    here = position(fighter("a1", (1300, 1300, 300)), terrain=(TOWER, STEP), options=HEIGHTS)
    assert [(each.of, each.value) for each in asked(here, "holds")] == [("tower", "a")]


@pytest.mark.parametrize(
    ("others", "held"),
    [
        ((), "a"),
        ((fighter("b2", (1500, 1500, 300)),), ""),
        ((fighter("b2", (1500, 1500, 300), game={words.PINNED: 1}),), "a"),
        ((fighter("b2", (1500, 1500, 300)), fighter("b3", (1100, 1500, 300))), "b"),
    ],
)
def test_heights_are_held_by_more_standing_fighters(others: Any, held: str) -> None:
    # necro.assumed.scenario.heights
    state = position(fighter("a2", (1300, 1100, 300)), *others, terrain=(TOWER, STEP), options=HEIGHTS)
    assert scenario.occupied(state) == {"tower": held}


def test_heights_score_every_round() -> None:
    # necro.assumed.scenario.heights: a floor exactly 2" up is none
    done = ends(fighter("a2", (1300, 1300, 300)), fighter("b1", FAR), fighter("b2", (2100, 1300, 200)),
                terrain=(TOWER, STEP), options=HEIGHTS)  # fmt: skip
    assert [(each.side, each.by) for each in effects_of(done, Counted, "necro.assumed.scenario.heights")] == [("a", 1)]
    assert [(each.of, each.value) for each in asked(done.state, "score")] == [("a", 1), ("b", 0)]


def test_nobody_pays_for_what_is_not_in_the_way() -> None:
    # necro.move.barricade-cost
    fence = box("fence", 500, 2000, 700, 2050, 120, "barricade")
    here = acting(fighter("a1", (500, 500)), terrain=(fence,))
    for key in ("fence", "nothing"):
        told = Move(fighter="a1", path=((800, 500, 0),), pays=(key,))
        assert refusal(here, "a", told) == "necro.move.barricade-cost"
