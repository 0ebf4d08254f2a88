"""Roles, quarters and edges, buildings with a part in the scenario, points of entry and exit, the first turn."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.cod import prepared, sides
from rules.cod.mission import missions
from rules.cod.sides import (
    ChooseBuilding,
    ChooseEdge,
    ChooseFirst,
    ChooseQuarter,
    ChooseRole,
    FortifyRuin,
    NamePoints,
    RollOff,
    Written,
)
from rules.cod.stratagem import demolition, fortifications
from rules.cod.stratagems import RollStratagems
from rules.kernel import secrets
from rules.kernel.state import State, Terrain
from rules.wh40k.turn import Pass

from ..wh40k.field import decide, refusal, squad, then
from .streets import COD, city, ruin, shows

STANDARD = ("firesweep", "high-ground", "domination", "maximum-attrition", "urban-assault")
RUINS = [ruin("r1", 2100, 2100), ruin("r2", 500, 500), ruin("r3", 3600, 3600)]
LARGE = (7200, 4800)
PHASE = "cod.stratagem.declare.phase"

QUARTERS = (
    ("firesweep", "cod.scenario.firesweep.deploy.quarters"),
    ("high-ground", "cod.scenario.high-ground.deploy.quarters"),
    ("domination", "cod.scenario.domination.deploy.quarters"),
    ("maximum-attrition", "cod.scenario.maximum-attrition.deploy.quarters"),
    ("urban-assault", "cod.scenario.urban-assault.deploy.quarters"),
    ("scorched-earth", "cod.scenario.scorched-earth.deploy.quarters"),
)

STRATAGEMS = (
    ("firesweep", "cod.scenario.firesweep.deploy.stratagems"),
    ("high-ground", "cod.scenario.high-ground.deploy.stratagems"),
    ("domination", "cod.scenario.domination.deploy.stratagems"),
    ("maximum-attrition", "cod.scenario.maximum-attrition.deploy.stratagems"),
    ("urban-assault", "cod.scenario.urban-assault.deploy.stratagems"),
)

ROLES = (
    ("gauntlet", "cod.scenario.gauntlet.roles"),
    ("scorched-earth", "cod.scenario.scorched-earth.roles"),
    ("relief-force", "cod.scenario.relief-force.roles"),
    ("grand-assault", "cod.scenario.grand-assault.roles"),
    ("thunder-run", "cod.scenario.thunder-run.roles"),
    ("elimination", "cod.scenario.elimination.roles"),
)

FIRST_TURNS = (
    ("firesweep", "cod.scenario.firesweep.first-turn"),
    ("high-ground", "cod.scenario.high-ground.first-turn"),
    ("domination", "cod.scenario.domination.first-turn"),
    ("maximum-attrition", "cod.scenario.maximum-attrition.first-turn"),
    ("urban-assault", "cod.scenario.urban-assault.first-turn"),
    ("scorched-earth", "cod.scenario.scorched-earth.first-turn"),
    ("relief-force", "cod.scenario.relief-force.first-turn"),
)


def settling(scenario: str, step: str, attacker: str = "", size: tuple[int, int] = (4800, 4800), **more: Any) -> State:
    """A position in which a step of the phase `sides` begins: the choice is that of whom it belongs to."""
    told: dict[str, Any] = {"edges": {}, "ruins": RUINS, **more}
    state = city(
        squad("au1", None, 3), squad("bu1", None, 3), scenario=scenario, attacker=attacker, size=size, phase="sides",
        step=step, to_act="", turn="", round=0, order=(), **told,
    )  # fmt: skip
    state.to_act = ""
    return state


def rolled(scenario: str, step: str, winner: str = "a", **more: Any) -> State:
    """The roll-off of a step is done."""
    return decide(settling(scenario, step, **more), "a", RollOff(), (6, 1) if winner == "a" else (1, 6)).state


def chosen(state: State, by: str) -> State:
    """The same position with a side that is to act."""
    state.to_act = by
    return state


# quarters


@pytest.mark.parametrize(("scenario", "row"), QUARTERS)
def test_who_rolls_higher_picks_a_quarter(scenario: str, row: str) -> None:
    attacker = "a" if scenario == "scorched-earth" else ""
    state = rolled(scenario, "quarters", "b", attacker=attacker)
    assert state.to_act == "b"
    assert refusal(state, "a", ChooseQuarter(quarter="north-east")) != ""
    assert refusal(state, "b", ChooseQuarter(quarter="north")) == row
    done = decide(state, "b", ChooseQuarter(quarter="north-east"))
    assert done.state.phase == "stratagems"
    assert row in {effect.rule for effect in done.effects}
    zones = {side: prepared.zones(done.state, side)[0].outline for side in ("a", "b")}
    assert zones["b"] == ((2400, 2400), (4800, 2400), (4800, 4800), (2400, 4800)), row
    assert zones["a"] == ((0, 0), (2400, 0), (2400, 2400), (0, 2400)), row


def test_ties_are_rolled_again() -> None:
    done = decide(settling("firesweep", "quarters"), "a", RollOff(), (4, 4, 1, 2))
    assert done.state.to_act == "b"
    assert "cod.gap.roll-off-tie" in {effect.rule for effect in done.effects}


def test_a_sides_own_edges_are_the_outer_ones_of_its_quarter() -> None:
    state = decide(rolled("domination", "quarters"), "a", ChooseQuarter(quarter="south-east")).state
    assert prepared.own_edges(state, "a") == ("south", "east"), "cod.gap.own-edge"
    assert prepared.segments(state, "b") == (((4800, 4800), (0, 4800)), ((0, 4800), (0, 0))), "cod.gap.own-edge"


@pytest.mark.decides("cod.sequence.edge.rolloff", "cod.org.edge.rolloff", by="cod.scenario.grand-assault.deploy.edge")
@pytest.mark.parametrize(("dice", "winner"), [((6, 1), "a"), ((1, 6), "b")])
def test_who_rolls_higher_for_an_edge_picks_it(dice: tuple[int, int], winner: str) -> None:
    """Only where a scenario needs one: in the standard scenarios quarters stand for edges."""
    for name in STANDARD:
        assert not [step for _, step in missions()[name].steps if "edge" in step]
    state = decide(settling("grand-assault", "long-edge-rolled", "a", LARGE), "a", RollOff(), dice).state
    done = decide(state, winner, ChooseEdge(edge="north")).state
    assert prepared.own_edges(done, winner) == ("north",)
    assert prepared.own_edges(done, done.enemy(winner)) == ("south",)


@pytest.mark.decides("cod.org.stratagem.when", by=PHASE)
@pytest.mark.parametrize("scenario", [shows(row, PHASE, name) for name, row in STRATAGEMS])
def test_stratagems_follow_the_quarters(scenario: str) -> None:
    state = rolled(scenario, "quarters")
    assert refusal(state, "a", RollStratagems()) == PHASE
    state = decide(state, "a", ChooseQuarter(quarter="south-west")).state
    assert decide(state, "a", RollStratagems(), (3, 6)).state.to_act == "b"


@pytest.mark.decides("cod.sequence.scenario.contents", by=PHASE)
@pytest.mark.parametrize("scenario", missions())
def test_every_scenario_has_stratagems_before_anybody_is_set_up(scenario: str) -> None:
    """And says what is aimed at and who wins."""
    played = missions()[scenario]
    for step in played.steps:
        state = city(squad("au1", None, 1), squad("bu1", None, 1), scenario=scenario, ruins=RUINS, phase=step[0],
                     step=step[1], to_act="", turn="", round=0, order=())  # fmt: skip
        state.to_act = ""
        if step == ("stratagems", ""):
            assert decide(state, "a", RollStratagems(), (3, 6)).state.to_act == "b"
        else:
            assert refusal(state, "a", RollStratagems()) == PHASE
    assert {"objective"} <= played.rule.clauses.keys()


# roles


@pytest.mark.parametrize(("scenario", "row"), ROLES)
def test_the_higher_roll_attacks_or_defends(scenario: str, row: str) -> None:
    state = rolled(scenario, "roles", "b")
    assert refusal(state, "b", ChooseRole(role="referee")) == row
    done = decide(state, "b", ChooseRole(role="defender"))
    assert (prepared.role(done.state, "a"), prepared.role(done.state, "b")) == ("attacker", "defender"), row
    assert done.state.step != "roles"


@pytest.mark.parametrize(("scenario", "row"), ROLES)
def test_roles_may_be_agreed(scenario: str, row: str) -> None:
    from rules.cod.choice import RollScenario

    table = city(squad("au1", None, 3), squad("bu1", None, 3), ruins=RUINS, terrain=[road()], edges={}).table
    state = settling(scenario, "roles", options={"cod.attacker": "b", "cod.scenario": scenario})
    state.phase, state.step, state.table = "scenario", "six", table
    del state.game["cod.sequence.scenario.choose"]
    assert decide(state, "a", RollScenario(), (6,)).state.sides["b"].game[row] == "attacker"


def road() -> Terrain:
    from ..wh40k.field import box

    return box("road", 0, 2200, 4800, 2600, 1, "road")


# edges


@pytest.mark.parametrize(
    ("scenario", "step", "by", "legal", "wrong", "row"),
    [
        ("gauntlet", "long-edge", "b", "north", "east", "cod.scenario.gauntlet.deploy.edge"),
        ("thunder-run", "short-edge", "a", "west", "south", "cod.scenario.thunder-run.deploy.edge"),
    ],
)
def test_edges_belong_to_roles(scenario: str, step: str, by: str, legal: str, wrong: str, row: str) -> None:
    state = chosen(settling(scenario, step, attacker="a", size=LARGE), by)
    assert refusal(state, by, ChooseEdge(edge=wrong)) == row
    done = decide(state, by, ChooseEdge(edge=legal)).state
    opposite = {"north": "south", "west": "east"}[legal]
    assert (prepared.own_edges(done, by), prepared.own_edges(done, "ab"[by == "a"])) == ((legal,), (opposite,)), row


def test_on_a_square_table_any_edge_is_a_long_one() -> None:
    state = chosen(settling("gauntlet", "long-edge", attacker="a"), "b")
    assert decide(state, "b", ChooseEdge(edge="east")).state.step != "long-edge", "cod.scenario.gauntlet.deploy.edge"


def test_the_winner_of_a_roll_takes_a_long_edge() -> None:
    state = rolled("grand-assault", "long-edge-rolled", "a", attacker="b", size=LARGE)
    assert refusal(state, "a", ChooseEdge(edge="west")) == "cod.scenario.grand-assault.deploy.edge"
    done = decide(state, "a", ChooseEdge(edge="south")).state
    assert prepared.own_edges(done, "b") == ("north",), "cod.scenario.grand-assault.deploy.edge"


def test_beside_the_street_the_defender_takes_a_long_edge() -> None:
    state = settling("thunder-run", "side-edge", attacker="a", size=LARGE)
    state.sides["a"].game[prepared.OWN_EDGES], state.sides["b"].game[prepared.OWN_EDGES] = ("west",), ("east",)
    state = chosen(state, "b")
    assert refusal(state, "b", ChooseEdge(edge="east")) == "cod.scenario.thunder-run.deploy.defender"
    done = decide(state, "b", ChooseEdge(edge="south")).state
    assert prepared.own_edges(done, "a") == ("west",)
    (zone,) = prepared.zones(done, "b")
    # 6" deep, without the 12" along the attacker's edge
    assert zone.outline == ((1200, 0), (7200, 0), (7200, 600), (1200, 600)), "cod.scenario.thunder-run.deploy.defender"


# buildings


def test_each_side_defends_a_building_out_of_the_enemys_zone() -> None:
    first = "cod.scenario.urban-assault.deploy.building-first"
    told: dict[str, Any] = {"edges": {"a": ("south", "west"), "b": ("north", "east")}, "game": {sides.LOWER: "b"}}
    state = settling("urban-assault", "building-first", ruins=(*RUINS, ruin("r4", 1500, 500)), **told)
    state = chosen(state, "a")
    assert refusal(state, "a", ChooseBuilding(building="r3")) == first  # in the north-east quarter
    state = decide(state, "a", ChooseBuilding(building="r2")).state
    assert (state.step, state.to_act) == ("building-second", "b"), first
    second = "cod.scenario.urban-assault.deploy.building-second"
    assert refusal(state, "b", ChooseBuilding(building="r4")) == second  # in the south-west quarter
    assert refusal(state, "b", ChooseBuilding(building="r2")) == "cod.gap.both-defend-same"
    done = decide(state, "b", ChooseBuilding(building="r3")).state
    assert (prepared.building(done, "a"), prepared.building(done, "b")) == ("r2", "r3"), second


def test_a_ruin_in_both_zones_lies_in_neither() -> None:
    """For everything that asks for a zone alike: choosing a building, demolition, fortification."""
    row = "cod.assumed.ruin-in-both-zones"
    assert COD.clauses[row][1].note
    edges = {"a": ("south", "west"), "b": ("north", "east")}
    told: dict[str, Any] = {"edges": edges, "game": {sides.LOWER: "b"}}
    state = chosen(settling("urban-assault", "building-first", **told), "a")
    piece = next(each for each in state.table.terrain if each.id == "r1")
    assert all(prepared.reaches(state, piece, side) for side in "ab"), row
    assert not any(prepared.in_zone(state, piece, side) for side in "ab"), row
    assert "r1" in next(option.targets for option in rules.options(COD, state))
    assert prepared.building(decide(state, "a", ChooseBuilding(building="r1")).state, "a") == "r1", row
    for side in "ab":
        assert demolition.NOT_THEIRS.holds(state, side, "r1"), row
        assert fortifications.STRATAGEM.ruin is not None
        refused = [each[0] for each in fortifications.STRATAGEM.ruin(state, side, piece)]
        assert refused == ["cod.stratagem.fortifications.target"], row


def test_the_higher_roller_names_his_building_first() -> None:
    told: dict[str, Any] = {"edges": {"a": ("south", "west"), "b": ("north", "east")}}
    state = city(squad("au1", None, 1), squad("bu1", None, 1), scenario="urban-assault", ruins=RUINS, phase="sides",
                 step="building-first", game={sides.LOWER: "a"}, **told)  # fmt: skip
    state.to_act = ""
    from rules.kernel.context import Context

    from .streets import COD

    ctx = Context(COD, state, "a", ())
    assert sides.settle(ctx) and state.to_act == "b", "cod.scenario.urban-assault.deploy.building-first"


def test_the_designated_building_is_near_the_centre() -> None:
    row = "cod.scenario.relief-force.deploy.building"
    state = chosen(settling("relief-force", "building", attacker="a"), "b")
    assert refusal(state, "b", ChooseBuilding(building="r2")) == row  # more than 12" from the centre
    done = decide(state, "b", ChooseBuilding(building="r1")).state
    assert prepared.building(done, "b") == "r1", row
    assert (done.step, done.to_act) == ("quarter", "a")
    state = decide(done, "a", ChooseQuarter(quarter="south-west")).state
    assert prepared.zones(state, "a")[0].outline[2] == (2400, 2400), "cod.scenario.relief-force.deploy.attacker"
    assert prepared.own_edges(state, "b") == ("north", "east")


# points, the hideout, free fortifications


def test_the_attacker_names_his_points() -> None:
    row = "cod.scenario.gauntlet.deploy.points"
    state = settling("gauntlet", "points", attacker="a", size=LARGE, edges={"a": ("south",), "b": ("north",)})
    state = chosen(state, "a")
    assert refusal(state, "a", NamePoints(entry=7201, exit=100)) == row
    done = decide(state, "a", NamePoints(entry=1000, exit=6000)).state
    assert prepared.points(done, "a") == (1000, 6000), row
    played = missions()["gauntlet"]
    assert played.arrival(done, done.units["au1"]) == (((400, 0), (1600, 0)),)
    assert played.exits(done, done.units["au1"]) == (((5400, 4800), (6600, 4800)),)
    assert done.phase == "deployment", "cod.scenario.gauntlet.deploy.points"


def test_the_hideout_is_written_down_before_the_quarters() -> None:
    row = "cod.scenario.scorched-earth.hideout"
    state = chosen(settling("scorched-earth", "hideout", attacker="a"), "b")
    assert refusal(state, "b", Written()) == row
    note = secrets.Commit(subject=row, commitment="0" * 64)
    # line 1053: after all terrain is placed, and by the defender
    groups = squad("au1", None, 1), squad("bu1", None, 1)
    building = city(*groups, phase="board", step="ruins", to_act="b", turn="", round=0, order=(), ruins=[])
    for early in (building, settling("scorched-earth", "roles")):
        assert refusal(early, "b", note) == row
    assert refusal(state, "a", note) == row
    sealed = secrets.Commit(subject=row, commitment=secrets.commitment("b", row, "r2", "ab" * 16))
    state = decide(state, "b", sealed).state
    assert refusal(state, "a", Written()) != ""
    done = decide(state, "b", Written()).state
    assert done.step == "quarters", row
    assert "r2" not in [entry.value for entry in done.sealed.values()], row


def test_the_defender_fortifies_as_many_ruins_as_he_likes() -> None:
    from rules.cod import ruins as buildings

    row = "cod.scenario.scorched-earth.defender-fortify"
    told: dict[str, Any] = {"edges": {"a": ("south", "west"), "b": ("north", "east")}}
    state = chosen(settling("scorched-earth", "fortify", attacker="a", **told), "b")
    state = then(state, ("b", FortifyRuin(building="r1"), ()), ("b", FortifyRuin(building="r2"), ()))
    assert buildings.is_fortified(state, "r1") and buildings.is_fortified(state, "r2"), row
    assert refusal(state, "b", FortifyRuin(building="r1")) == row
    assert decide(state, "b", FortifyRuin()).state.phase == "deployment"
    limited = chosen(settling("scorched-earth", "fortify", attacker="a", options={row: 1}, **told), "b")
    limited = decide(limited, "b", FortifyRuin(building="r1")).state
    assert refusal(limited, "b", FortifyRuin(building="r2")) == row


# the first turn


@pytest.mark.parametrize(
    ("scenario", "row"),
    [*FIRST_TURNS, ("firesweep", "cod.org.start.rolloff")],
)
def test_the_higher_roll_decides_who_goes_first(scenario: str, row: str) -> None:
    state = city(squad("au1", (500, 500), 3), squad("bu1", (4000, 4000), 3), scenario=scenario, ruins=RUINS,
                 attacker="" if scenario in STANDARD else "a", phase="first-turn", round=0, order=())  # fmt: skip
    state.to_act = state.turn = ""
    state = decide(state, "a", RollOff(), (2, 5)).state
    assert refusal(state, "a", ChooseFirst(first="a")) != ""
    begun = decide(state, "b", ChooseFirst(first="a")).state
    assert (begun.order, begun.round, begun.phase) == (("a", "b"), 1, "movement"), row


@pytest.mark.decides("cod.sequence.play", by="wh40k.assumed.turn-structure")
def test_a_battle_follows_the_preparations() -> None:
    state = city(squad("au1", (500, 500), 3), squad("bu1", (4000, 4000), 3), phase="first-turn", round=0, order=())
    state.to_act = state.turn = ""
    assert refusal(state, "a", Pass()) == "wh40k.assumed.turn-structure"
    state = then(state, ("a", RollOff(), (5, 2)), ("a", ChooseFirst(first="a"), ()))
    assert (state.round, state.turn) == (1, "a")
    assert decide(state, "a", Pass()).state.phase == "shooting"


def test_where_no_other_building_is_left_nobody_waits_for_a_choice() -> None:
    """Three ruins, all in the north-east quarter: a may take one there; with one ruin only b defends none."""
    row = "cod.scenario.urban-assault.deploy.building-second"
    told: dict[str, Any] = {"edges": {"a": ("south", "west"), "b": ("north", "east")}, "game": {sides.LOWER: "b"}}
    crowded = [ruin("r1", 2500, 2500), ruin("r2", 3600, 2500), ruin("r3", 3600, 3600)]
    state = chosen(settling("urban-assault", "building-first", **{**told, "ruins": crowded}), "a")
    assert decide(state, "a", ChooseBuilding(building="r2")).state.step == "building-second"
    single = chosen(settling("urban-assault", "building-first", **{**told, "ruins": crowded[:1]}), "a")
    done = decide(single, "a", ChooseBuilding(building="r1")).state
    assert done.phase == "deployment" and prepared.building(done, "b") == "", row
