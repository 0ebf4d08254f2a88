"""Who occupies a ruin, when flags are planted, and how a game is won when nobody is left."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cod import ruins as city_ruins
from rules.cod import scoring
from rules.cod.mission import mission
from rules.kernel.actions import Concede
from rules.kernel.state import Mark, Outcome, State
from rules.wh40k import words
from rules.wh40k.turn import Pass

from ..wh40k.field import decide as declare
from ..wh40k.field import squad, tank
from .streets import city, ruin

R1 = ruin("r1", 2000, 2000)
INSIDE = [(2100, 2100), (2300, 2100), (2500, 2100)]
OUTSIDE = [(1000, 1000), (1200, 1000), (1400, 1000)]


@pytest.mark.parametrize(
    ("within", "expected"),
    [(3, "a"), (2, "")],  # 3 of 4 are more than half, 2 of 4 exactly half
)
def test_more_than_half_of_a_unit_occupies(within: int, expected: str) -> None:
    places = [*INSIDE[:within], *OUTSIDE, (1600, 1000)][:4]
    state = city(squad("au1", None, 4, places=places), squad("bu1", (4000, 4000), 1), ruins=[R1])
    assert scoring.occupant(state, "r1") == expected, "cod.scenario.occupy.definition"


def test_each_unit_counts_for_itself() -> None:
    """Two halves of two units are no unit that is more than half inside."""
    first = squad("au1", None, 2, places=[INSIDE[0], OUTSIDE[0]])
    second = squad("au2", None, 2, places=[INSIDE[1], OUTSIDE[1]])
    state = city(first, second, squad("bu1", (4000, 4000), 1), ruins=[R1])
    assert scoring.occupant(state, "r1") == "", "cod.scenario.occupy.definition"


def test_an_enemy_scoring_unit_inside_contests() -> None:
    ours = squad("au1", None, 3, places=INSIDE)
    theirs = squad("bu1", None, 1, places=[(2300, 2400)])
    assert scoring.occupant(city(ours, theirs, ruins=[R1]), "r1") == "", "cod.scenario.occupy.contested"
    half = squad("bu1", None, 2, places=[(2300, 2400), (4000, 4000)])
    assert scoring.occupant(city(ours, half, ruins=[R1]), "r1") == "a", "cod.scenario.occupy.contested"
    hero = squad("bu1", None, 1, places=[(2300, 2400)], keywords=("Infantry", "Independent Character"))
    assert scoring.occupant(city(ours, hero, ruins=[R1]), "r1") == "a", "cod.scenario.scoring-unit.table"


def test_what_is_left_of_a_ruin_is_occupied_like_one() -> None:
    rubble = ruin("r1", 2000, 2000, height=100, kind="rubble")
    state = city(
        squad("au1", None, 3, places=INSIDE),
        squad("bu1", (4000, 4000), 1),
        ruins=[rubble],
        game={city_ruins.FALLEN: ("r1",)},
    )
    assert scoring.occupied(state) == {"a": 1, "b": 0}, "cod.scenario.occupy.destroyed-ruin"


def test_a_vehicle_occupies_with_more_than_half_of_itself() -> None:
    near = tank("au1", (2100, 2300))
    beside = tank("au1", (1900, 2300))
    for vehicle, expected in ((near, "a"), (beside, "")):
        state = city(vehicle, squad("bu1", (4000, 4000), 1), ruins=[R1])
        assert scoring.occupant(state, "r1") == expected, "cod.scenario.occupy.definition"


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


def test_the_standard_scenarios_use_the_common_rules() -> None:
    state = city(squad("au1", (1000, 1000), 1), squad("bu1", (4000, 4000), 1), scenario="domination")
    played = mission(state)
    assert played is not None and not played.special, "cod.scenario.standard.format"
    assert ("stratagems", "") in played.steps, "cod.sequence.scenario.contents"
    assert declare(state, "a", Concede()).state.over is not None


def test_who_flees_is_not_scoring() -> None:
    state = city(squad("au1", None, 3, places=INSIDE, game={words.FALLING_BACK: 1}), squad("bu1", (4000, 4000), 1),
                 ruins=[R1])  # fmt: skip
    assert scoring.occupant(state, "r1") == "", "cod.scenario.scoring-unit.table"
