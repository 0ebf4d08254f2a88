"""Random battles: whatever armies meet and whatever they do, regiments stand apart, on the table, and can go on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from shapely import Polygon

import rules
from rules import autoplay
from rules.kernel import engine
from rules.kernel import regiment as kernel
from rules.kernel.effects import Formed
from rules.kernel.sheet import Roster, Sheet, UnitSheet
from rules.kernel.state import State
from rules.t9a import melee
from rules.t9a.movement import APART
from tests.rules.t9a.parade import bow, sheet
from tests.rules.test_offers import accepted

LONG = os.environ.get("GAMELOG_LONG") == "1"
CLOSING = {"charge-move", "random-move"}
"""The declarations that may bring units nearer to each other than the spacing: charges."""
FOOT, HORSE, BEAST, GIANT = (
    ("Standard", "Infantry"), ("Standard", "Cavalry"), ("Large", "Beast"), ("Gigantic", "Beast"),
)  # fmt: skip
KINDS: tuple[dict[str, Any], ...] = (
    {"count": 20},
    {"count": 10, "weapons": (bow(),), "has": {"t9a.light-troops": 1, "t9a.feigned-flight": 1}},
    {"count": 15, "has": {"t9a.insignificant": 1}, "Dis": 5},
    {"count": 6, "keywords": HORSE, "Adv": 800, "Mar": 1600, "Base": "25x50", "has": {"t9a.core.swiftstride": 1}},
    {"count": 5, "keywords": HORSE, "Adv": 800, "Mar": 1600, "Base": "25x50", "weapons": (bow(),),
     "has": {"t9a.light-troops": 1, "t9a.feigned-flight": 1}},
    {"count": 3, "keywords": BEAST, "HP": 3, "Att": 3, "Str": 5, "Base": "40x40", "has": {"t9a.frenzy": 1}},
    {"count": 4, "keywords": BEAST, "HP": 2, "Base": "40x40",
     "has": {"t9a.fly": "8,16", "t9a.core.sweeping-attack": "D3,4,0", "t9a.frenzy": 1}},
    {"count": 1, "keywords": GIANT, "HP": 6, "Att": 5, "Str": 6, "Base": "50x100", "has": {"t9a.fear": 1}},
    {"count": 8, "has": {"t9a.ghost-step": 1, "t9a.fear": 1, "t9a.fearless": 1}},
    {"count": 2, "keywords": BEAST, "HP": 3, "Base": "50x50", "has": {"t9a.core.random-movement": "3D6"}},
    {"count": 3, "keywords": ("Large", "Construct"), "HP": 4, "Base": "50x100", "has": {"t9a.chariot": 1}},
    {"count": 10, "has": {"t9a.ambush": 1}},
)  # fmt: skip
LEADERS: tuple[dict[str, Any], ...] = (
    {"count": 1, "keywords": (*FOOT, "Character", "General"), "Dis": 9, "HP": 3, "Att": 4},
    {"count": 1, "keywords": (*FOOT, "Character", "Battle Standard Bearer"), "HP": 2, "has": {"t9a.not-a-leader": 1}},
)


def army(name: str, kinds: list[int]) -> Roster:
    """Units of these kinds, a General and a Battle Standard Bearer."""
    units, models = list[UnitSheet](), list[Sheet]()
    for n, kind in enumerate((*LEADERS, *(KINDS[each] for each in kinds)), 1):
        told = dict(kind)
        count = told.pop("count")
        made = [replace(sheet(f"{len(models) + m + 1}", **told), name=f"{name} {n}.{m}") for m in range(count)]
        models += made
        units.append(UnitSheet(f"u{n}", f"{name} {n}", tuple(m.id for m in made), points=100))
    return Roster(name, "t9a", points=100 * len(units), models=tuple(models), units=tuple(units))


def battle(seed: int, armies: list[list[int]]) -> Iterator[tuple[str, State, set[str]]]:
    """A battle of the autoplayer: each declaration's tag, the position after it, and who shifted to keep contact."""
    of = rules.load("t9a")
    file = autoplay.play(of, [army("A", armies[0]), army("B", armies[1])], seed)
    state = engine.empty(of)
    for record in file.records:
        engine.evolve(state, record.event)
        formed = (each for each in record.event.effects if isinstance(each, Formed) and each.rule == melee.CONTACT)
        yield str(type(record.event.action).__struct_config__.tag), state, {each.unit for each in formed}


def on_table(state: State) -> dict[str, Polygon]:
    """The boundary of every unit on the table."""
    return {key: Polygon(kernel.boundary(u.formation)) for key, u in state.units.items() if u.formation is not None}


def check(tag: str, state: State, near: set[tuple[str, str]], shifted: set[str]) -> set[tuple[str, str]]:
    """The pairs that are nearer than the spacing now; fails if they came so near other than in combat, or overlap.

    A unit that shifts along its front to keep contact after losses may come nearer to others.
    """
    there = on_table(state)
    for key, place in there.items():
        left, low, right, high = place.bounds
        assert left >= 0, (tag, key, place)
        assert low >= 0, (tag, key, place)
        assert right <= state.table.width, (tag, key, place)
        assert high <= state.table.depth, (tag, key, place)
    found = set()
    for (a, one), (b, other) in combinations(there.items(), 2):
        gap = one.distance(other)
        assert not one.buffer(-kernel.TOUCHING).intersects(other.buffer(-kernel.TOUCHING)), (tag, a, b)
        if gap <= APART - 1:
            found.add((a, b))
    closer = {pair for pair in found - near if not shifted & {*pair}}
    assert tag in CLOSING or not closer, (tag, closer)
    return found


MOVES = {
    "advance", "march", "reform", "rally-reform", "random-move", "return", "declare-charge", "react", "charge-move",
    "flee", "take-test", "test-again",
}  # fmt: skip
"""The acts of movement and morale."""


@pytest.mark.parametrize("seed", range(2))
def test_every_option_is_accepted_in_some_form(seed: int) -> None:
    of, armies = rules.load("t9a"), [[seed, 4, 6, 9], [7, 3, 1, 9 - seed]]
    seen = set()
    for number, (_, state, _) in enumerate(battle(seed, armies)):
        if state.over is None and number % 17 == seed:
            options = [option for option in rules.options(of, state) if option.action in MOVES]
            assert [option for option in options if not accepted(of, state, option)] == []
            seen |= {option.action for option in options}
    assert {"advance", "march", "reform"} <= seen


@given(
    seed=st.integers(0, 10**6),
    armies=st.lists(st.lists(st.integers(0, len(KINDS) - 1), min_size=2, max_size=6), min_size=2, max_size=2),
)
@settings(max_examples=200 if LONG else 5, deadline=None)
def test_regiments_stand_apart_on_the_table_and_can_go_on(seed: int, armies: list[list[int]]) -> None:
    of = rules.load("t9a")
    near: set[tuple[str, str]] = set()
    for tag, state, shifted in battle(seed, armies):
        near = check(tag, state, near, shifted)
        assert state.over is not None or state.phase == "setup" or list(rules.options(of, state)), tag
    assert state.over is not None
