"""The table of victory points, row by row: half points (twice the cost) and whether a unit is scoring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rules
from rules.cod import scoring
from rules.cod import victory_points as vp
from rules.cod.mission import SCENARIO
from rules.kernel.state import State, Table
from rules.wh40k import words
from rules.wh40k.turn import Pass
from rules.wh40k.vehicles import vehicle

from ..wh40k.field import Group, decide, sheet, squad, tank
from .streets import COD, city

ATTRITION = "cod.scenario.maximum-attrition.victory"
HERO: dict[str, Any] = {"keywords": ("Infantry", "Character", "Independent Character"), "W": 3}
LAST: dict[str, Any] = {"phase": "assault", "step": "fight", "turn": "b", "round": 6}
NAMED = {"wh40k.assumed.transport.dedicated": "u9"}


def losses(state: State, *keys: str) -> State:
    """Put models out of action."""
    for key in keys:
        state.models[key].out = True
    return state


def rated(state: State, key: str = "bu1") -> list[tuple[str, int, bool]]:
    """The clause, the gain of the enemy in half points, and whether scoring, of each element of a unit: as the game is
    counted that ends now.
    """
    found = {unit: [*_elements(state, unit)] for unit in state.units if unit[0] == "b"}
    over = decide(state, "b", Pass()).state.over
    assert over is not None and over.reason == ATTRITION
    own = sum(2 * each.cost for unit in found for each, _, scoring in found[unit] if scoring)
    assert over.score == {"a": 2 * 100 + sum(gain for unit in found for _, (_, gain), _ in found[unit]), "b": own}
    return [(clause, gain, scoring) for _, (clause, gain), scoring in found[key]]


def _elements(state: State, key: str) -> Iterator[tuple[vp.Element, tuple[str, int], bool]]:
    for each in vp.of_unit(state, state.units[key]):
        row = vp.standing(state, each)
        yield each, (row.clause, vp.halves(state, each.cost, row.gain)), row.scoring


def field(*groups: Group, **more: Any) -> State:
    """The last turn of a game of Maximum Attrition; a side b that has lost everything else has a hero left."""
    bystander = squad("bu8", (4500, 4500), 1, **HERO)
    return city(squad("au1", (1000, 1000), 1), *groups, bystander, scenario="maximum-attrition", **LAST, **more)


def counts(*rows: str) -> pytest.MarkDecorator:
    """A test of these rows of the table, by what the game comes to."""
    return pytest.mark.decides(*rows, by=ATTRITION)


@counts(
    "cod.vp.non-vehicle.quarter-plus",
    "cod.vp.non-vehicle.below-quarter",
    "cod.vp.non-vehicle.destroyed",
    "cod.vp.table.columns",
    "cod.vp.attrition.use-table",
)
@pytest.mark.parametrize(
    ("lost", "expected"),
    [
        (6, ("cod.vp.non-vehicle.quarter-plus", 0, True)),  # 2 of 8: exactly 25%
        (7, ("cod.vp.non-vehicle.below-quarter", 105, False)),  # half of 105 is 52.5: 105 half points
        (8, ("cod.vp.non-vehicle.destroyed", 210, False)),
    ],
)
def test_a_unit_is_rated_by_what_is_left_of_it(lost: int, expected: tuple[str, int, bool]) -> None:
    state = losses(field(squad("bu1", (3000, 1000), 8, points=105)), *(f"bu1.{n}" for n in range(1, lost + 1)))
    assert rated(state) == [expected]


def test_a_unit_that_is_falling_back_at_the_end_is_lost() -> None:
    state = field(squad("bu1", (3000, 1000), 5, points=100, game={words.FALLING_BACK: 1}))
    assert rated(state) == [("cod.vp.non-vehicle.destroyed", 200, False)]


@counts("cod.vp.note.multi-wound")
def test_strength_is_counted_in_wounds() -> None:
    """`cod.vp.note.multi-wound`: of 4 models with 2 wounds 2 wounds are left, which is exactly a quarter of 8."""
    state = field(squad("bu1", (3000, 1000), 4, W=2))
    losses(state, "bu1.1", "bu1.2")
    state.models["bu1.3"].wounds = state.models["bu1.4"].wounds = 1
    (element,) = vp.of_unit(state, state.units["bu1"])
    assert vp.strength(element) == (2, 8), "cod.vp.note.multi-wound"
    assert rated(state) == [("cod.vp.non-vehicle.quarter-plus", 0, True)]
    losses(state, "bu1.3")
    assert rated(state) == [("cod.vp.non-vehicle.below-quarter", 100, False)]


@counts("cod.vp.vehicle.mobile", "cod.vp.vehicle.immobilised", "cod.vp.vehicle.destroyed")
@pytest.mark.parametrize(
    ("out", "stuck", "expected"),
    [
        (False, False, ("cod.vp.vehicle.mobile", 0, True)),
        (False, True, ("cod.vp.vehicle.immobilised", 135, False)),
        (True, False, ("cod.vp.vehicle.destroyed", 270, False)),
    ],
)
def test_a_vehicle_is_rated_by_whether_it_can_move(out: bool, stuck: bool, expected: tuple[str, int, bool]) -> None:
    state = field(tank("bu1", (3000, 1000), points=135))
    state.models["bu1.1"].out = out
    state.models["bu1.1"].game[vehicle.DESTROYED] = ("cannon",)
    if stuck:
        state.models["bu1.1"].game[vehicle.IMMOBILISED] = 1
    assert rated(state) == [expected]


@counts("cod.vp.transport.mobile", "cod.vp.transport.immobilised", "cod.vp.transport.destroyed")
@pytest.mark.parametrize(
    ("out", "stuck", "expected"),
    [
        (False, False, ("cod.vp.transport.mobile", 0, False)),
        (False, True, ("cod.vp.transport.immobilised", 35, False)),
        (True, False, ("cod.vp.transport.destroyed", 70, False)),
    ],
)
def test_a_transport_of_a_unit_is_never_scoring(out: bool, stuck: bool, expected: tuple[str, int, bool]) -> None:
    owner = squad("bu1", (2000, 2000), 5, unit_has=NAMED)
    state = field(owner, tank("bu9", (3000, 1000), points=35))
    state.models["bu9.1"].out = out
    if stuck:
        state.models["bu9.1"].game[vehicle.IMMOBILISED] = 1
    assert rated(state, "bu9") == [expected]


@counts("cod.vp.squadron.half-mobile", "cod.vp.squadron.below-half", "cod.vp.squadron.destroyed")
@pytest.mark.parametrize(
    ("out", "stuck", "expected"),
    [
        (0, 2, ("cod.vp.squadron.half-mobile", 0, True)),  # 2 of 4 mobile
        (2, 0, ("cod.vp.squadron.half-mobile", 0, True)),
        (1, 2, ("cod.vp.squadron.below-half", 200, False)),  # 1 of 4
        (4, 0, ("cod.vp.squadron.destroyed", 400, False)),
    ],
)
def test_a_squadron_is_rated_by_how_many_move(out: int, stuck: int, expected: tuple[str, int, bool]) -> None:
    places = [(3000, 1000), (3600, 1000), (3000, 1600), (3600, 1600)]
    state = field(tank("bu1", (3000, 1000), count=4, places=places, points=200))
    losses(state, *(f"bu1.{n}" for n in range(1, out + 1)))
    for n in range(out + 1, out + stuck + 1):
        state.models[f"bu1.{n}"].game[vehicle.IMMOBILISED] = 1
    assert rated(state) == [expected]


@counts("cod.vp.squadron-note")
def test_the_note_on_squadrons_holds_where_that_is_agreed() -> None:
    """`cod.vp.squadron-note`: 2 of 5 move: below half by the table, more than 25% by the note."""
    places = [(3000 + 500 * n, 1000) for n in range(3)] + [(3000, 2000), (3600, 2000)]
    squadron = tank("bu1", (3000, 1000), count=5, places=places, points=200)
    agreed = {"cod.vp.squadron-note": True}
    for options, lost, gain in (({}, 3, 200), (agreed, 3, 0), (agreed, 4, 200)):
        state = losses(field(squadron, options=options), *(f"bu1.{n}" for n in range(1, lost + 1)))
        assert rated(state) == [("cod.vp.squadron.below-half", gain, False)]
        for key in list(state.models):
            state.models[key].out = False


@counts(
    "cod.vp.independent-character.unhurt", "cod.vp.independent-character.wounded", "cod.vp.independent-character.dead"
)
@pytest.mark.parametrize(
    ("wounds", "out", "fleeing", "expected"),
    [
        (3, False, False, ("cod.vp.independent-character.unhurt", 0, False)),
        (2, False, False, ("cod.vp.independent-character.wounded", 75, False)),
        (0, True, False, ("cod.vp.independent-character.dead", 150, False)),
        (3, False, True, ("cod.vp.independent-character.dead", 150, False)),
    ],
)
def test_a_character_is_never_scoring(wounds: int, out: bool, fleeing: bool, expected: tuple[str, int, bool]) -> None:
    state = field(squad("bu1", (3000, 1000), 1, points=75, category="HQ", **HERO))
    model = state.models["bu1.1"]
    model.wounds, model.out = wounds, out
    if fleeing:
        state.units["bu1"].game[words.FALLING_BACK] = 1
    assert rated(state) == [expected]


@counts("cod.vp.note.independent-characters")
def test_characters_use_their_rows_whatever_they_ride() -> None:
    for keywords, row in (
        ((), "non-vehicle.quarter-plus"),
        (("Independent Character",), "independent-character.wounded"),
    ):
        state = field(squad("bu1", (3000, 1000), 1, points=90, keywords=("Bike", "Character", *keywords), W=3))
        state.models["bu1.1"].wounds = 1
        assert rated(state)[0][0] == f"cod.vp.{row}"


@counts("cod.vp.artillery.half-plus", "cod.vp.artillery.below-half", "cod.vp.artillery.destroyed")
@pytest.mark.parametrize(
    ("lost", "expected"),
    [
        ((1, 2, 4), ("cod.vp.artillery.half-plus", 0, True)),  # 3 of 6, one gun left
        ((2, 4, 5, 6), ("cod.vp.artillery.below-half", 75, False)),  # 2 of 6
        ((1, 3), ("cod.vp.artillery.below-half", 75, False)),  # both guns, all of the crew alive
        ((1, 2, 3, 4, 5, 6), ("cod.vp.artillery.destroyed", 150, False)),
    ],
)
def test_artillery_keeps_its_own_half(lost: tuple[int, ...], expected: tuple[str, int, bool]) -> None:
    gun = {"keywords": ("Artillery", "Gun")}
    state = field(squad("bu1", (3000, 1000), 6, keywords=("Artillery",), points=75, special={1: gun, 3: gun}))
    losses(state, *(f"bu1.{n}" for n in lost))
    assert rated(state) == [expected]


def test_halves_of_odd_costs_are_kept_or_rounded_as_agreed() -> None:
    """`cod.gap.half-points`: half of 105 is 52.5; where it is rounded it is 53, 106 half points."""
    unit = squad("bu1", (3000, 1000), 8, points=105)
    for options, gain in (({}, 105), ({"cod.gap.half-points": False}, 106)):
        state = losses(field(unit, options=options), *(f"bu1.{n}" for n in range(1, 8)))
        assert rated(state)[0][1] == gain, "cod.gap.half-points"


def test_a_chaplain_his_squad_and_their_rhino_are_three() -> None:
    """`cod.vp.combined-units`, worked example: a character, his bodyguard and their Rhino are rated one by one."""
    chaplain = {"keywords": ("Infantry", "Character", "Independent Character"), "W": 2, "points": 100}
    guard = squad("bu1", (2000, 2000), 6, points=250, unit_has=NAMED, special={1: chaplain})
    state = field(guard, tank("bu9", (3000, 1000), points=35))
    state.models["bu1.1"].wounds = 1
    losses(state, *(f"bu1.{n}" for n in range(2, 7)))
    state.models["bu9.1"].game[vehicle.IMMOBILISED] = 1
    found = [*rated(state), *rated(state, "bu9")]
    assert found == [
        ("cod.vp.independent-character.wounded", 100, False),  # half of 100
        ("cod.vp.non-vehicle.destroyed", 300, False),  # all of 150
        ("cod.vp.transport.immobilised", 35, False),  # half of 35
    ], "cod.vp.combined-units"
    assert vp.for_enemies(state, "a") == 435


@counts("cod.vp.combined-units")
def test_models_that_act_singly_are_rated_singly() -> None:
    for singly, gains in (({"cod.vp.combined-units": 1}, [110, 0, 0]), ({}, [0])):
        state = field(squad("bu1", (2000, 2000), 3, unit_has=singly, points=165))
        for n in (1, 2, 3):
            model = state.models[f"bu1.{n}"]
            model.sheet = sheet(f"u1.{n}", points=55)
            model.out = n == 1
        assert [row[1] for row in rated(state)] == gains


def test_who_joined_a_unit_is_rated_with_the_unit_he_came_from() -> None:
    hero = squad("bu2", (2000, 2000), 1, points=80, **HERO)
    state = field(squad("bu1", (3000, 1000), 4, points=60), hero)
    state.models["bu2.1"].unit = "bu1"
    losses(state, "bu1.1", "bu1.2", "bu1.3", "bu1.4")
    assert vp.for_enemies(state, "a") == 120
    assert scoring.scoring_units(state) == {"au1"}


@counts("cod.vp.attrition.destroyed-enemy", "cod.vp.attrition.own-scoring")
def test_maximum_attrition_counts_enemies_and_own_scoring_units() -> None:
    """Without losses, and with them: destroyed 80 and half of 135; own scoring 100 (a character is none, and a unit
    off the table does not remain).
    """
    for lost, score in ((False, {"a": 2 * 100, "b": 2 * (80 + 135 + 60)}), (True, {"a": 2 * 100 + 295, "b": 2 * 60})):
        state = city(
            squad("au1", (500, 500), 4, points=100),
            squad("au2", (500, 900), 1, points=90, category="HQ", **HERO),
            squad("au3", None, 4, points=70),
            squad("bu1", (3000, 3000), 4, points=80),
            tank("bu2", (3000, 4000), points=135),
            squad("bu3", (4000, 4000), 4, points=60),
            scenario="maximum-attrition",
            **LAST,
        )
        if lost:
            losses(state, "bu1.1", "bu1.2", "bu1.3", "bu1.4")
            state.models["bu2.1"].game[vehicle.IMMOBILISED] = 1
        over = decide(state, "b", Pass()).state.over
        assert over is not None and over.score == score


def test_every_row_of_the_table_is_a_clause_that_the_code_gives() -> None:
    """Scoring or not, and what the enemy gains, for every kind of unit and state."""
    kinds = ("non-vehicle", "vehicle", "transport", "squadron", "independent-character", "artillery")
    rows = [key for key in COD.clauses if key.startswith("cod.vp.") and key.split(".")[2] in kinds]
    assert len(rows) == 18
    for key in rows:
        text = COD.clauses[key][1].text
        gains = [words for words in ("nothing", "half its points cost", "its full points cost") if words in text]
        assert len(gains) == 1 and ("is scoring" in text) != ("is not scoring" in text), key


@pytest.mark.parametrize(
    ("scenario", "unit"), [("maximum-attrition", 2), ("thunder-run", 2), ("elimination", 2), ("firesweep", 1)]
)
def test_halves_are_said_where_halves_are_counted(scenario: str, unit: int) -> None:
    """cod.gap.half-points: what is kept in halves is printed in points."""
    state = State("cod", "6.1", Table(100, 100), game={SCENARIO: scenario})
    assert rules.load("cod").reading.per_point(state) == unit
