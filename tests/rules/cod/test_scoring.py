"""Who occupies a ruin, when flags are planted, and how a game is won when nobody is left."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cod import ruins as city_ruins
from rules.cod import scoring
from rules.kernel.state import Mark, Outcome, State
from rules.wh40k import words
from rules.wh40k.turn import Pass

from ..wh40k.field import Group, squad, tank
from ..wh40k.field import decide as declare
from .streets import city, ruin

FLEEING = {words.FALLING_BACK: 1}
R1 = ruin("r1", 2000, 2000)
INSIDE = [(2100, 2100), (2300, 2100), (2500, 2100)]
OUTSIDE = [(1000, 1000), (1200, 1000), (1400, 1000)]


def held(*groups: Group, kind: str = "ruin", **more: Any) -> dict[str, int]:
    """How many ruins each side has when a game of Domination ends."""
    piece = ruin("r1", 2000, 2000, height=600 if kind == "ruin" else 100, kind=kind)
    state = city(
        *groups, scenario="domination", ruins=[piece], phase="assault", step="fight", turn="b", round=6, **more
    )
    over = declare(state, "b", Pass()).state.over
    assert over is not None
    return dict(over.score)


OURS, NOBODY = {"a": 1, "b": 0}, {"a": 0, "b": 0}
AWAY = squad("bu1", (4000, 4000), 1)
WON = "cod.scenario.domination.victory"


@pytest.mark.decides("cod.scenario.occupy.definition", by=WON)
@pytest.mark.parametrize(
    ("within", "expected"),
    [(3, OURS), (2, NOBODY)],  # 3 of 4 are more than half, 2 of 4 exactly half
)
def test_more_than_half_of_a_unit_occupies(within: int, expected: dict[str, int]) -> None:
    places = [*INSIDE[:within], *OUTSIDE, (1600, 1000)][:4]
    assert held(squad("au1", None, 4, places=places), AWAY) == expected


def test_each_unit_counts_for_itself() -> None:
    """Two halves of two units are no unit that is more than half inside."""
    first = squad("au1", None, 2, places=[INSIDE[0], OUTSIDE[0]])
    second = squad("au2", None, 2, places=[INSIDE[1], OUTSIDE[1]])
    assert held(first, second, AWAY) == NOBODY


THREE = squad("au1", None, 3, places=INSIDE)


@pytest.mark.decides("cod.scenario.occupy.contested", by=WON)
@pytest.mark.parametrize(
    ("places", "expected"), [([(2300, 2400)], NOBODY), ([(2300, 2400), (4000, 4000)], OURS), ([(4000, 4000)], OURS)]
)
def test_an_enemy_scoring_unit_inside_contests(places: list[tuple[int, int]], expected: dict[str, int]) -> None:
    assert held(THREE, squad("bu1", None, len(places), places=places)) == expected


@pytest.mark.decides("cod.scenario.scoring-unit.table", by=WON)
@pytest.mark.parametrize(
    ("other", "expected"),
    [({}, NOBODY), ({"keywords": ("Infantry", "Independent Character")}, OURS), ({"game": FLEEING}, OURS)],
)
def test_who_is_not_scoring_contests_nothing(other: dict[str, Any], expected: dict[str, int]) -> None:
    assert held(THREE, squad("bu1", None, 1, places=[(2300, 2400)], **other)) == expected


@pytest.mark.decides("cod.scenario.scoring-unit.quarter-strength", by=WON)
@pytest.mark.parametrize(("left", "expected"), [(2, OURS), (1, NOBODY)])
def test_a_quarter_is_enough_instead_of_a_half(left: int, expected: dict[str, int]) -> None:
    """2 of 8 models would be too few by the usual 50%."""
    unit, models = squad("au1", None, 8, places=[INSIDE[0], INSIDE[1], *[INSIDE[2]] * 6])
    for model in models[left:]:
        model.out = True
    assert held((unit, models), AWAY) == expected


@pytest.mark.decides("cod.scenario.occupy.destroyed-ruin", by=WON)
@pytest.mark.parametrize(("game", "expected"), [({city_ruins.FALLEN: ("r1",)}, OURS), ({}, NOBODY)])
def test_what_is_left_of_a_ruin_is_occupied_like_one(game: dict[str, Mark], expected: dict[str, int]) -> None:
    """Other rubble is not."""
    assert held(squad("au1", None, 3, places=INSIDE), AWAY, kind="rubble", game=game) == expected


@pytest.mark.parametrize(("x", "expected"), [(2100, OURS), (1900, NOBODY)])
def test_a_vehicle_occupies_with_more_than_half_of_itself(x: int, expected: dict[str, int]) -> None:
    assert held(tank("au1", (x, 2300)), AWAY) == expected


def end_turn(places: list[tuple[int, int]], **marks: dict[str, Mark]) -> State:
    """The position after side a ends its assault phase with a unit at these places."""
    told: dict[str, Any] = {side: marks.get(side, {}) for side in ("a", "b")}
    state = city(
        squad("au1", None, 3, places=places),
        squad("bu1", (4000, 4000), 3),
        ruins=[R1, ruin("r2", 500, 3000)],
        phase="assault",
        step="fight",
        sides=told,
    )
    return declare(state, "a", Pass()).state


def test_flags_are_planted_when_a_player_turn_ends() -> None:
    """`cod.gap.occupation-timing`: looked at when the turn of side a ends, not before."""
    before = city(squad("au1", None, 3, places=INSIDE), squad("bu1", (4000, 4000), 3), ruins=[R1])
    assert scoring.flags(before, "a") == ()
    state = end_turn(INSIDE)
    assert state.turn == "b", "cod.gap.occupation-timing"
    assert scoring.flags(state, "a") == ("r1",), "cod.scenario.firesweep.flag.set"


def test_a_flag_stays_when_the_unit_has_left() -> None:
    state = end_turn(OUTSIDE, a={scoring.FLAGS: ("r1",)})
    assert scoring.flags(state, "a") == ("r1",), "cod.scenario.firesweep.flag.persist"


def test_the_enemy_replaces_a_flag_by_occupying() -> None:
    state = end_turn(INSIDE, b={scoring.FLAGS: ("r1", "r2")})
    assert scoring.flags(state, "a") == ("r1",), "cod.scenario.firesweep.flag.replace"
    assert scoring.flags(state, "b") == ("r2",)


def test_contesting_alone_leaves_the_flag() -> None:
    state = city(
        squad("au1", None, 3, places=INSIDE),
        squad("bu1", None, 1, places=[(2300, 2400)]),
        ruins=[R1],
        phase="assault",
        step="fight",
        sides={"b": {scoring.FLAGS: ("r1",)}},
    )
    after = declare(state, "a", Pass()).state
    assert scoring.flags(after, "b") == ("r1",), "cod.scenario.firesweep.flag.replace"


def test_a_side_with_nobody_left_has_lost() -> None:
    """`cod.assumed.wiped-out`: whatever flags stand."""
    state = city(
        squad("au1", None, 3, places=INSIDE),
        squad("bu1", (4000, 4000), 1),
        ruins=[R1],
        phase="movement",
        sides={"b": {scoring.FLAGS: ("r1",)}},
    )
    state.models["bu1.1"].out = True
    over = declare(state, "a", Pass()).state.over
    assert over is not None
    assert (over.winner, over.reason) == ("a", "cod.assumed.wiped-out")


def test_equal_scores_are_a_draw() -> None:
    even = scoring.by_score("cod.scenario.domination.victory", lambda state: {"a": 2, "b": 2})
    state = city(squad("au1", (1000, 1000), 1), squad("bu1", (4000, 4000), 1))
    assert even(state) == Outcome("", "cod.scenario.domination.victory", {"a": 2, "b": 2}), "cod.gap.scenario-tie"
