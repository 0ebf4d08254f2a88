"""Options, armies, the board and the choice of the scenario: the steps before sides are taken."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.cod import prepared
from rules.cod.board import AgreeTerrain, EnoughTerrain, PlaceTerrain
from rules.cod.choice import AgreeScenario, RollScenario
from rules.cod.mission import SCENARIO
from rules.cod.sides import RollOff
from rules.kernel.actions import Begin, Muster
from rules.kernel.sheet import Roster, UnitSheet
from rules.kernel.state import State, Table, Terrain

from ..wh40k.field import box, decide, refusal, sheet, then
from .streets import COD, ruin, shows

CENTRE = 2400
SIZE, STOP = "cod.org.level.constraint", "cod.org.terrain.step3-stop"


def army(*categories: str) -> Roster:
    """A roster with a unit of one model for each category."""
    wanted = categories or ("HQ", "Troops", "Troops")
    models = tuple(sheet(str(n)) for n, _ in enumerate(wanted, 1))
    units = tuple(UnitSheet(f"u{n}", f"Unit {n}", (str(n),), name, 50) for n, name in enumerate(wanted, 1))
    return Roster("Army", "wh40k", models=models, units=units)


def began(table: Table | None = None, **told: Any) -> State:
    """A game that has begun, before anybody has mustered. Options are named without `cod.` and with `_` for `-`."""
    agreed = {"cod." + key.replace("__", ".").replace("_", "-"): value for key, value in told.items()}
    ground = table or Table(4800, 4800)
    return decide(rules.empty(COD), "a", Begin(table=ground, options=agreed)).state


def mustered(table: Table | None = None, **told: Any) -> State:
    """Both armies are there."""
    state = began(table, **told)
    for side in ("a", "b"):
        state = decide(state, side, Muster(roster=army())).state
    return state


def placing(**told: Any) -> State:
    """Side a has won the roll for the first ruin."""
    return decide(mustered(**told), "a", RollOff(), (5, 2)).state


def place(x: int, y: int, key: str = "r1", height: int = 900, anywhere: bool = False, size: int = 400) -> PlaceTerrain:
    return PlaceTerrain(piece=ruin(key, x, y, size, height), anywhere=anywhere)


def with_ruins(*more: tuple[str, PlaceTerrain], **told: Any) -> State:
    """Two ruins stand: r1 in the centre, r2 4" east of it; it is a's turn."""
    state = placing(level="gamma", **told)
    state = decide(state, "a", place(2200, 2200)).state
    state = decide(state, "b", place(3000, 2200, "r2", 600)).state
    return then(state, *((by, action, ()) for by, action in more))


# armies and options


def test_armies_are_chosen_first() -> None:
    state = began()
    assert state.phase == "setup", "cod.sequence.order"
    one = decide(state, "a", Muster(roster=army())).state
    assert refusal(one, "a", RollOff()) == "cod.sequence.order"
    assert refusal(one, "a", RollScenario()) == "cod.org.scenario.choose"
    assert mustered().phase == "board", "cod.org.sequence"


@pytest.mark.parametrize(
    ("categories", "legal"),
    [
        (("HQ", "Troops", "Troops"), True),
        (("HQ", "Troops"), False),  # 2 Troops at least
        (("HQ", "HQ", "HQ", "Troops", "Troops"), False),  # 2 HQ at most
        (("HQ", "Troops", "Troops", "Elites", "Elites", "Elites", "Elites"), False),
        (("HQ", "Troops", "Troops", "Dedicated Transport", "Fortification"), True),
    ],
)
def test_an_army_keeps_to_the_standard_chart(categories: tuple[str, ...], legal: bool) -> None:
    muster = Muster(roster=army(*categories))
    if legal:
        assert decide(began(), "a", muster).state.sides["a"].size == len(categories)
    else:
        assert refusal(began(), "a", muster) == "cod.org.army.standard-foc"


def test_players_may_agree_more_detachments_or_another_chart() -> None:
    two = army("HQ", "HQ", "HQ", "Troops", "Troops", "Troops", "Troops")
    assert refusal(began(), "a", Muster(roster=two)) == "cod.org.army.standard-foc"
    assert decide(began(org__army__extra_detachments=2), "a", Muster(roster=two)).state.sides, (
        "cod.org.army.extra-detachments"
    )
    small = army("Elites")
    chart = began(org__army__standard_foc="Elites 1-3")
    assert decide(chart, "a", Muster(roster=small)).state.sides, "cod.org.alternative-foc.purpose"


def test_armies_for_elimination_are_not_held_against_the_standard_chart() -> None:
    state = began(scenario="elimination")
    assert decide(state, "a", Muster(roster=army("Elites"))).state.sides, "cod.scenario.elimination.foc"


def test_the_charts_of_elimination_are_those_agreed_on_for_each_role() -> None:
    """With the attacker agreed on, each army follows the chart of its role; an empty chart asks for nothing."""
    elites = army("Elites")
    told: dict[str, Any] = {"scenario": "elimination", "attacker": "a"}
    assert decide(began(**told), "a", Muster(roster=elites)).state.sides
    assert refusal(began(**told), "b", Muster(roster=elites)) == "cod.scenario.elimination.foc"
    assert decide(began(**{**told, "attacker": "b"}), "b", Muster(roster=elites)).state.sides
    chart = {**told, "scenario__elimination__foc__attacker": "HQ 1-1"}
    assert refusal(began(**chart), "a", Muster(roster=elites)) == "cod.scenario.elimination.foc"
    assert decide(began(**chart, org__army__extra_detachments=0), "a", Muster(roster=elites)).state.sides


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("cod.level", "beta"),
        ("cod.scenario", "siege"),
        ("cod.attacker", "c"),
        ("cod.org.army.standard-foc", "some HQ"),
        ("cod.org.terrain.step1", "r1 tall"),
        ("cod.vp.nothing", 1),
        ("cod.vp.squadron-note", "yes"),
    ],
)
def test_options_that_make_no_sense_are_refused(key: str, value: Any) -> None:
    with pytest.raises(rules.Malformed):
        decide(rules.empty(COD), "a", Begin(table=Table(4800, 4800), options={key: value}))


@pytest.mark.parametrize(
    ("level", "size", "small"),
    [
        shows("cod.org.level.alpha", SIZE, "alpha", (4800, 4800), (4800, 4700)),
        shows("cod.org.level.gamma", SIZE, "gamma", (4800, 4800), (4700, 4800)),
        shows("cod.org.level.omega", SIZE, "omega", (7200, 4800), (4800, 4800)),
        shows("cod.board.size", SIZE, "alpha", (4800, 4800), (3600, 4800)),
    ],
)
def test_a_table_may_be_larger_but_not_smaller_than_the_level_wants(
    level: str, size: tuple[int, int], small: tuple[int, int]
) -> None:
    for fits in (size, (7200, 7200)):
        assert decide(mustered(Table(*fits), level=level), "a", RollOff(), (5, 2)).state.to_act == "a"
    assert refusal(mustered(Table(*small), level=level), "a", RollOff()) == SIZE


# the board


def test_who_rolls_higher_places_first_and_ties_are_rolled_again() -> None:
    done = decide(mustered(), "b", RollOff(), (3, 3, 2, 6))
    assert done.state.to_act == "b", "cod.gap.roll-off-tie"
    assert done.state.step == "ruins", "cod.sequence.board.prepare"


@pytest.mark.parametrize(
    ("x", "legal"),
    [(3000, True), (3001, False)],  # the outline begins 6" from the centre, or a hundredth more
)
def test_the_first_ruin_is_within_six_inches_of_the_centre(x: int, legal: bool) -> None:
    action = place(x, 2200)
    if legal:
        assert decide(placing(), "a", action).state.table.terrain, "cod.org.terrain.step1"
    else:
        assert refusal(placing(), "a", action) == "cod.org.terrain.step1"


@pytest.mark.decides("cod.board.tallest-first", by="cod.org.terrain.step1")
def test_the_tallest_ruins_come_first() -> None:
    state = placing(org__terrain__step1="r1 900, r2 600, r3 300")
    assert refusal(state, "a", place(2200, 2200, "r2", 600)) == "cod.org.terrain.step1", "cod.board.tallest-first"
    state = decide(state, "a", place(2200, 2200, "r1", 900)).state
    assert refusal(state, "b", place(3000, 2200, "r3", 300)) == "cod.org.terrain.step2"
    assert decide(state, "b", place(3000, 2200, "r2", 600)).state.to_act == "a"


def test_no_later_ruin_is_taller_than_the_first_two() -> None:
    state = with_ruins()
    tall = place(1600, 2200, "r3", 901)
    assert refusal(state, "a", tall) == "cod.org.terrain.step1"
    assert refusal(state, "a", place(1600, 2200, "r3", 601)) == "cod.org.terrain.step2"
    assert decide(state, "a", place(1600, 2200, "r3", 600)).state.to_act == "b"


@pytest.mark.parametrize(
    ("x", "legal"),
    [(2799, False), (2800, True), (3200, True), (3201, False)],  # the first ruin ends at 2600: 2" to 6"
)
def test_the_second_ruin_is_two_to_six_inches_from_the_first(x: int, legal: bool) -> None:
    state = decide(placing(), "a", place(2200, 2200)).state
    action = place(x, 2200, "r2", 600)
    if legal:
        assert decide(state, "b", action).state.to_act == "a", "cod.org.terrain.step2"
    else:
        assert refusal(state, "b", action) == "cod.org.terrain.step2"


@pytest.mark.decides("cod.board.other-ruins-distance", by="cod.org.terrain.step3")
def test_further_ruins_are_placed_in_turn_around_the_first() -> None:
    state = with_ruins()
    assert refusal(state, "a", place(2400, 1400, "r3", 300, size=1000)) == "cod.org.terrain.step3"  # on r1
    assert refusal(state, "a", place(1000, 2200, "r3", 300)) == "cod.org.terrain.step3"  # 8" from r1
    # 2" are kept from every ruin: 1" from r2, 4" from r1
    assert refusal(state, "a", place(3000, 2700, "r3", 300)) == "cod.org.terrain.step3", (
        "cod.board.other-ruins-distance"
    )
    after = decide(state, "a", place(1600, 2200, "r3", 300)).state
    assert after.to_act == "b", "cod.org.terrain.step3"


def test_a_side_places_only_in_its_turn() -> None:
    with pytest.raises(rules.IllegalAction):
        decide(with_ruins(), "b", place(1600, 2200, "r3", 300))


def test_without_room_ruins_go_anywhere_two_inches_apart() -> None:
    state = with_ruins()
    far = place(200, 200, "r3", 300)
    assert refusal(state, "a", far) == "cod.org.terrain.step3"
    after = decide(state, "a", place(200, 200, "r3", 300, anywhere=True)).state
    assert after.to_act == "b", "cod.org.terrain.step4"
    assert decide(after, "b", place(4000, 4000, "r4", 300)).state.to_act == "a", "cod.org.terrain.step4"
    assert refusal(after, "b", place(200, 700, "r4", 300)) == "cod.org.terrain.step4"  # 1" from r3


AROUND = ((2200, 2200), (3000, 2200), (1600, 2200), (2200, 1600), (2200, 2800), (1400, 2900), (3000, 1500))
"""Room for seven ruins, the first one in the centre of a square table."""


def built(level: str, count: int) -> State:
    """So many ruins stand."""
    aside = 1200 if level == "omega" else 0
    state = decide(mustered(Table(4800 + 2 * aside, 4800), level=level), "a", RollOff(), (5, 2)).state
    for n, (x, y) in enumerate(AROUND[:count], 1):
        action = place(x + aside, y, f"r{n}", 900 if n == 1 else 300, anywhere=n > 4, size=300)
        state = decide(state, state.to_act, action).state
    return state


@pytest.mark.parametrize(
    ("level", "least", "most"),
    [shows("cod.board.alpha.buildings", STOP, "alpha", 2, 3), shows("cod.board.gamma.buildings", STOP, "gamma", 4, 6)],
)
def test_ruins_stop_when_their_number_suits_the_level(level: str, least: int, most: int) -> None:
    """With fewer both have to have enough; with the most nobody is asked."""
    few, enough = built(level, least - 1), built(level, least)
    asked = decide(few, few.to_act, EnoughTerrain()).state
    assert (asked.step, asked.to_act) == ("ruins", few.enemy(few.to_act))
    assert decide(enough, enough.to_act, EnoughTerrain()).state.step == "others"
    assert built(level, most - 1).step == "ruins"
    assert built(level, most).step == "others"


def test_as_many_ruins_as_there_is_room_for_at_omega() -> None:
    # cod.org.level.omega
    assert built("omega", 7).step == "ruins"
    assert decide(built("omega", 1), "b", EnoughTerrain()).state.step == "others"


def test_ruins_stop_when_they_run_out() -> None:
    state = placing(level="gamma", org__terrain__step1="r1 900, r2 600")
    state = decide(state, "a", place(2200, 2200)).state
    assert decide(state, "b", place(3000, 2200, "r2", 600)).state.step == "others", "cod.org.terrain.step3-stop"


def test_all_other_terrain_follows_in_turn() -> None:
    state = decide(with_ruins(), "a", EnoughTerrain()).state
    state = decide(state, "b", EnoughTerrain()).state
    assert state.to_act == "a"
    rubble = PlaceTerrain(piece=box("x1", 100, 100, 500, 500, 100, "rubble"))
    assert refusal(state, "a", place(400, 400, "r9", 300)) == "cod.org.terrain.step5"
    after = decide(state, "a", rubble).state
    assert after.to_act == "b", "cod.org.terrain.step5"
    after = then(after, ("b", EnoughTerrain(), ()), ("a", EnoughTerrain(), ()))
    assert after.phase == "scenario", "cod.org.terrain.step5"
    assert after.game[prepared.RUINS] == ("r1", "r2")


def test_who_has_had_enough_leaves_the_rest_to_the_other() -> None:
    state = then(with_ruins(), ("a", EnoughTerrain(), ()), ("b", EnoughTerrain(), ()), ("a", EnoughTerrain(), ()))
    first = decide(state, "b", PlaceTerrain(piece=box("x1", 100, 100, 500, 500, 100, "rubble"))).state
    assert first.to_act == "b"


def test_a_ruin_brings_its_floors() -> None:
    floor = Terrain("r1.2", "Floor", ruin("r1", 2200, 2200, 400).outline, 10, 290, "floor")
    whole = PlaceTerrain(piece=ruin("r1", 2200, 2200, 400, 900), parts=(floor,))
    assert len(decide(placing(), "a", whole).state.table.terrain) == 2
    outside = Terrain("r1.2", "Floor", ruin("r1", 2100, 2200, 400).outline, 10, 290, "floor")
    for wrong in (
        PlaceTerrain(piece=ruin("r1", 2200, 2200, 400, 900), parts=(outside,)),
        PlaceTerrain(piece=ruin("r.1", 2200, 2200, 400, 900)),
        PlaceTerrain(piece=ruin("r1", 2200, 2200, 400, 900, kind="castle")),
    ):
        with pytest.raises(rules.Malformed):
            decide(placing(), "a", wrong)


@pytest.mark.decides("cod.sequence.board.prepare", by="cod.org.terrain.step1")
def test_agreed_terrain_has_to_be_accepted_by_both() -> None:
    table = Table(4800, 4800, terrain=(ruin("r1", 0, 0), ruin("r2", 4000, 0)))
    state = mustered(table)
    assert refusal(state, "a", RollOff()) == "cod.sequence.order"
    assert decide(mustered(), "a", RollOff(), (5, 2)).state.step == "ruins"
    once = decide(state, "a", AgreeTerrain()).state
    assert once.phase == "board", "cod.org.terrain.alternative"
    assert refusal(once, "a", AgreeTerrain()) == "cod.org.terrain.alternative"
    assert decide(once, "b", AgreeTerrain()).state.phase == "scenario", "cod.org.terrain.alternative"
    agreed = mustered(table, org__terrain__alternative=True)
    assert agreed.phase == "scenario", "cod.org.terrain.alternative"
    assert agreed.game[prepared.RUINS] == ("r1", "r2")


# the scenario


def choosing(**told: Any) -> State:
    table = Table(4800, 4800, terrain=(ruin("r1", 2200, 2200), ruin("r2", 3200, 2200)))
    return mustered(table, org__terrain__alternative=True, **told)


@pytest.mark.parametrize(
    ("face", "clause", "name"),
    [
        (1, "cod.org.scenario.roll.1", "firesweep"),
        (2, "cod.org.scenario.roll.2", "high-ground"),
        (3, "cod.org.scenario.roll.3", "domination"),
        (4, "cod.org.scenario.roll.4", "maximum-attrition"),
        (5, "cod.org.scenario.roll.5", "urban-assault"),
    ],
)
def test_a_die_picks_the_scenario(face: int, clause: str, name: str) -> None:
    done = decide(choosing(), "a", RollScenario(), (face,))
    assert done.state.game[SCENARIO] == name
    assert clause in {effect.rule for effect in done.effects}
    assert done.state.phase == "sides", "cod.sequence.order"


def test_a_six_is_rolled_again_or_a_special_scenario_is_agreed() -> None:
    six = decide(choosing(), "a", RollScenario(), (6,)).state
    assert six.phase == "scenario", "cod.org.scenario.roll.6"
    assert decide(six, "b", RollScenario(), (2,)).state.game[SCENARIO] == "high-ground"
    assert refusal(six, "a", AgreeScenario(scenario="firesweep")) == "cod.org.scenario.roll.6"
    both = then(six, ("a", AgreeScenario(scenario="gauntlet"), ()), ("b", AgreeScenario(scenario="gauntlet"), ()))
    assert both.game[SCENARIO] == "gauntlet", "cod.org.scenario.roll.6"


@pytest.mark.decides("cod.sequence.scenario.choose", by="cod.org.scenario.choose")
def test_both_have_to_agree_on_a_scenario() -> None:
    one = decide(choosing(), "a", AgreeScenario(scenario="domination")).state
    assert one.phase == "scenario", "cod.org.scenario.choose"
    other = decide(one, "b", AgreeScenario(scenario="high-ground")).state
    assert other.phase == "scenario"
    assert decide(other, "b", AgreeScenario(scenario="domination")).state.phase == "sides", (
        "cod.sequence.scenario.choose"
    )
    with pytest.raises(rules.Malformed):
        decide(one, "a", AgreeScenario(scenario="siege"))


def test_a_scenario_may_be_agreed_when_the_game_begins() -> None:
    state = choosing(scenario="firesweep")
    assert (state.phase, state.step) == ("sides", "quarters"), "cod.sequence.scenario.choose"


def test_a_street_is_laid_before_a_thunder_run() -> None:
    road = box("road", 0, 2200, 4800, 2600, 1, "road")
    ruins = (ruin("r1", 1000, 1000), ruin("r2", 3000, 3000))
    bare, laid = Table(4800, 4800, terrain=ruins), Table(4800, 4800, terrain=(*ruins, road))
    state = mustered(bare, org__terrain__alternative=True)
    one = decide(state, "a", AgreeScenario(scenario="thunder-run")).state
    assert refusal(one, "b", AgreeScenario(scenario="thunder-run")) == "cod.scenario.thunder-run.deploy.road"
    state = mustered(laid, org__terrain__alternative=True, scenario="thunder-run")
    assert state.phase == "sides", "cod.scenario.thunder-run.deploy.road"


@pytest.mark.parametrize("phase", ["board", "scenario", "sides"])
def test_every_option_names_a_clause(phase: str) -> None:
    state = {"board": mustered(), "scenario": choosing(), "sides": choosing(scenario="firesweep")}[phase]
    found = rules.options(COD, state)
    assert found and all(option.clause in COD.clauses for option in found)


def test_nothing_is_placed_off_the_table() -> None:
    assert refusal(with_ruins(), "a", place(-100, 200, "r3", 300, anywhere=True)) == "cod.org.terrain.step4"
