"""The five standard scenarios: who has won."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cod import prepared, scoring
from rules.cod.mission import mission, missions
from rules.kernel.state import Outcome, State
from rules.wh40k.turn import Pass

from ..wh40k.field import Group, decide, squad, tank
from .streets import COD, city, ruin

LEVELS = ("alpha", "gamma", "omega")
SPOTS = {"r1": (2100, 2100), "r2": (500, 500), "r3": (3600, 3600), "r4": (500, 3600)}
RUINS = [ruin(key, x, y) for key, (x, y) in SPOTS.items()]


def within(unit: str, key: str, dx: int = 200, **more: Any) -> Group:
    """A unit of three inside a ruin."""
    x, y = SPOTS[key]
    return squad(unit, None, 3, places=[(x + 100 + 100 * n, y + dx) for n in range(3)], base=25, **more)


def fought(scenario: str, *groups: Group, level: str = "alpha", **more: Any) -> State:
    told: dict[str, Any] = {"phase": "assault", "step": "fight", "turn": "b", "round": 6, **more}
    return city(*groups, scenario=scenario, level=level, ruins=RUINS, **told)


def outcome(state: State) -> Outcome:
    """Who wins when the scenario is looked at now."""
    played = mission(state)
    assert played is not None
    return played.victory(state)


def ended(state: State) -> Outcome:
    """Who has won after side b has ended the last turn."""
    over = decide(state, "b", Pass()).state.over
    assert over is not None
    return over


# firesweep


@pytest.mark.parametrize("level", LEVELS)
def test_firesweep_goes_to_more_flags_at_every_level(level: str) -> None:
    sides = {"a": {scoring.FLAGS: ("r2", "r4")}, "b": {scoring.FLAGS: ("r3",)}}
    state = fought("firesweep", squad("au1", (1500, 1500), 3), squad("bu1", (4500, 300), 3), level=level, sides=sides)
    assert outcome(state) == Outcome("a", "cod.scenario.firesweep.victory", {"a": 2, "b": 1})


def test_firesweep_with_equal_flags_is_a_draw() -> None:
    sides = {"a": {scoring.FLAGS: ("r2",)}, "b": {scoring.FLAGS: ("r3",)}}
    state = fought("firesweep", squad("au1", (1500, 1500), 3), squad("bu1", (4500, 300), 3), sides=sides)
    assert ended(state) == Outcome("", "cod.scenario.firesweep.victory", {"a": 1, "b": 1}), "cod.gap.scenario-tie"


@pytest.mark.decides(
    "cod.scenario.firesweep.objective", "cod.scenario.firesweep.flag.set", by="cod.scenario.firesweep.victory"
)
def test_the_last_turn_of_firesweep_counts() -> None:
    """Occupation is looked at when the last player turn ends, before anybody counts."""
    state = fought("firesweep", squad("au1", (1500, 1500), 3), within("bu1", "r3"))
    assert ended(state).score == {"a": 0, "b": 1}
    beside = fought("firesweep", squad("au1", (1500, 1500), 3), squad("bu1", (4500, 300), 3))
    assert ended(beside).score == {"a": 0, "b": 0}


@pytest.mark.decides("cod.scenario.firesweep.flag.persist", by="cod.scenario.firesweep.victory")
def test_a_flag_counts_when_its_unit_has_left() -> None:
    for flags in ((), ("r3",)):
        state = fought("firesweep", squad("au1", (1500, 1500), 3), squad("bu1", (4500, 300), 3),
                       sides={"b": {scoring.FLAGS: flags}} if flags else {})  # fmt: skip
        assert ended(state).score == {"a": 0, "b": len(flags)}


# high ground


@pytest.mark.decides("cod.scenario.high-ground.objective", by="cod.scenario.high-ground.victory")
def test_high_ground_is_about_the_first_ruin() -> None:
    state = fought("high-ground", within("au1", "r1"), within("bu1", "r3"))
    assert ended(state) == Outcome("a", "cod.scenario.high-ground.victory", {"a": 1, "b": 0})
    later = fought("high-ground", within("au1", "r1"), within("bu1", "r3"), game={prepared.RUINS: ("r3", "r1")})
    assert ended(later).winner == "b"


@pytest.mark.parametrize(
    "groups",
    [
        (squad("au1", (1500, 1500), 3), squad("bu1", (4500, 300), 3)),  # nobody
        (within("au1", "r1"), within("bu1", "r1", 400)),  # both
    ],
)
def test_high_ground_is_drawn_where_nobody_occupies_it(groups: tuple[Group, ...]) -> None:
    assert ended(fought("high-ground", *groups)) == Outcome("", "cod.scenario.high-ground.draw", {"a": 0, "b": 0})


# domination


@pytest.mark.decides("cod.scenario.domination.objective", by="cod.scenario.domination.victory")
def test_domination_counts_ruins_held_now() -> None:
    sides = {"b": {scoring.FLAGS: ("r1", "r2", "r3")}}
    state = fought("domination", within("au1", "r1"), within("au2", "r2"), within("bu1", "r3"), sides=sides)
    assert ended(state) == Outcome("a", "cod.scenario.domination.victory", {"a": 2, "b": 1})
    even = fought("domination", within("au1", "r1"), within("bu1", "r3"))
    assert ended(even).winner == ""


# maximum attrition


@pytest.mark.decides("cod.scenario.maximum-attrition.objective", by="cod.scenario.maximum-attrition.victory")
def test_maximum_attrition_goes_to_more_victory_points() -> None:
    """b has lost a tank of 120 and has 80 left; a has 100 left: 120 + 100 against 80, in half points."""
    state = fought("maximum-attrition", squad("au1", (1500, 1500), 3, points=100), squad("bu1", (4500, 300), 3,
                   points=80), tank("bu2", (3000, 600), points=120))  # fmt: skip
    state.models["bu2.1"].out = True
    expected = Outcome("a", "cod.scenario.maximum-attrition.victory", {"a": 440, "b": 160})
    assert ended(state) == expected
    even = fought("maximum-attrition", squad("au1", (1500, 1500), 3), squad("bu1", (4500, 300), 3))
    assert ended(even).winner == "", "cod.gap.scenario-tie"


# urban assault


@pytest.mark.decides("cod.scenario.urban-assault.objective", by="cod.scenario.urban-assault.victory")
@pytest.mark.parametrize(
    ("ours", "theirs", "winner", "row"),
    [
        ("r3", "r1", "a", "cod.scenario.urban-assault.victory"),
        ("r1", "r2", "b", "cod.scenario.urban-assault.victory"),
        ("r1", "r4", "", "cod.scenario.urban-assault.draw"),  # neither
        ("r3", "r2", "", "cod.scenario.urban-assault.draw"),  # both
        ("r3", "r3", "", "cod.scenario.urban-assault.draw"),  # contested
    ],
)
def test_urban_assault_is_won_in_the_enemys_building(ours: str, theirs: str, winner: str, row: str) -> None:
    """a defends r2, b defends r3."""
    sides = {"a": {prepared.BUILDING: "r2"}, "b": {prepared.BUILDING: "r3"}}
    state = fought("urban-assault", within("au1", ours), within("bu1", theirs, 400), sides=sides)
    over = ended(state)
    assert (over.winner, over.reason) == (winner, row)


def test_adding_a_scenario_touches_one_file() -> None:
    """`cod.design.adapt`: every scenario is found in its own file, named after its rule."""
    from pathlib import Path

    import rules.cod

    folder = Path(rules.cod.__file__).parent / "scenario"
    for name, played in missions().items():
        assert (folder / f"{name.replace('-', '_')}.py").exists()
        assert played.rule.id == f"cod.scenario.{name}"
        for clause in (*played.banned.values(), *played.extra.values(), *played.repeated.values(), *played.scored):
            assert clause in COD.clauses
