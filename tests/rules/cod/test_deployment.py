"""Setting armies up: order of categories, quarters and exclusions, strips, who has to wait, whose turn it is."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cod import prepared, sides
from rules.cod.deployment import EndDeployment, NoRoomToDeploy
from rules.cod.mission import missions
from rules.kernel.state import State
from rules.wh40k import words
from rules.wh40k.deployment import deploy
from rules.wh40k.deployment.deploy import Deploy, Reserve
from rules.wh40k.deployment.placing import Place

from ..wh40k.field import Group, decide, field, refusal, squad, tank, then
from .streets import city, ruin, shows

LARGE = (7200, 4800)
LONG = {"a": ("south",), "b": ("north",)}

ALTERNATE = (
    ("firesweep", "cod.scenario.firesweep.deploy.alternate"),
    ("high-ground", "cod.scenario.high-ground.deploy.alternate"),
    ("domination", "cod.scenario.domination.deploy.alternate"),
    ("maximum-attrition", "cod.scenario.maximum-attrition.deploy.alternate"),
    ("urban-assault", "cod.scenario.urban-assault.deploy.alternate"),
    ("scorched-earth", "cod.scenario.scorched-earth.deploy.alternate"),
)

ORDER = (
    ("firesweep", "cod.scenario.firesweep.deploy.order"),
    ("high-ground", "cod.scenario.high-ground.deploy.order"),
    ("domination", "cod.scenario.domination.deploy.order"),
    ("maximum-attrition", "cod.scenario.maximum-attrition.deploy.order"),
    ("urban-assault", "cod.scenario.urban-assault.deploy.order"),
    ("scorched-earth", "cod.scenario.scorched-earth.deploy.order"),
)

EXCLUSION = (
    ("firesweep", "cod.scenario.firesweep.deploy.exclusion"),
    ("high-ground", "cod.scenario.high-ground.deploy.exclusion"),
    ("domination", "cod.scenario.domination.deploy.exclusion"),
    ("maximum-attrition", "cod.scenario.maximum-attrition.deploy.exclusion"),
    ("urban-assault", "cod.scenario.urban-assault.deploy.exclusion"),
    ("scorched-earth", "cod.scenario.scorched-earth.deploy.exclusion"),
)

QUARTERS = (
    ("firesweep", "cod.scenario.firesweep.deploy.quarters"),
    ("high-ground", "cod.scenario.high-ground.deploy.quarters"),
    ("domination", "cod.scenario.domination.deploy.quarters"),
    ("maximum-attrition", "cod.scenario.maximum-attrition.deploy.quarters"),
    ("urban-assault", "cod.scenario.urban-assault.deploy.quarters"),
    ("scorched-earth", "cod.scenario.scorched-earth.deploy.quarters"),
)


def setting_up(*groups: Group, step: str = "alternate", to_act: str = "a", **more: Any) -> State:
    """A position in which side a (or `to_act`) sets up a unit next."""
    told: dict[str, Any] = {"scenario": "firesweep", "game": {sides.LOWER: "a"}, **more}
    state = city(*groups, phase="deployment", step=step, round=0, order=(), **told)
    state.to_act, state.turn = to_act, ""
    return state


def put(unit: str, x: int, y: int, count: int = 1, up: bool = False) -> Deploy:
    """Set up a unit in a row."""
    spots = [(x, y + 150 * n) if up else (x + 150 * n, y) for n in range(count)]
    return Deploy(unit=unit, places=tuple(Place(f"{unit}.{n}", (*at, 0)) for n, at in enumerate(spots, 1)))


def one(key: str, category: str = "Troops", **more: Any) -> Group:
    return squad(key, None, 1, category=category, **more)


def set_out(key: str, x: int, y: int, **more: Any) -> Group:
    return squad(key, (x, y), 1, **more)


# in turn, in order


@pytest.mark.parametrize(
    ("scenario", "row"), [ALTERNATE[0], *(shows(row, sides.LOWER, name, row) for name, row in ALTERNATE[1:])]
)
def test_players_set_up_a_unit_in_turn(scenario: str, row: str) -> None:
    """Four units: the lower roller begins, and the side that has units left goes on alone."""
    attacker = "a" if scenario == "scorched-earth" else ""
    groups = (one("au1"), one("bu1"), one("bu2"), one("bu3"))
    state = setting_up(*groups, scenario=scenario, attacker=attacker, to_act="", game={sides.LOWER: "b"})
    from rules.cod.deployment import settle
    from rules.kernel.context import Context

    from .streets import COD

    assert settle(Context(COD, state, "a", ())) and state.to_act == "b", row
    assert refusal(state, "a", put("au1", 500, 500)) != ""
    state = decide(state, "b", put("bu1", 4500, 4500)).state
    assert state.to_act == "a", row
    state = decide(state, "a", put("au1", 500, 500)).state
    state = then(state, ("b", put("bu2", 4500, 4000), ()), ("b", put("bu3", 4000, 4500), ()))
    assert state.phase in ("first-turn", "dusk"), row


CATEGORIES = ("Troops", "Heavy Support", "Elites", "HQ", "Fast Attack")


@pytest.mark.parametrize(("scenario", "row"), ORDER)
def test_units_go_down_in_the_order_of_categories(scenario: str, row: str) -> None:
    attacker = "a" if scenario == "scorched-earth" else ""
    groups = [one(f"au{n}", category) for n, category in enumerate(CATEGORIES, 1)]
    for n in range(1, 5):
        there = [set_out(f"au{m}", 300 * m, 300, category=CATEGORIES[m - 1]) for m in range(1, n)]
        state = setting_up(*there, *groups[n - 1 :], one("bu1", "Fast Attack"), scenario=scenario, attacker=attacker)
        assert refusal(state, "a", put(f"au{n + 1}", 300, 1200)) == row
        assert decide(state, "a", put(f"au{n}", 300, 1200)).state.to_act == "b", row


def test_the_order_is_each_players_own_and_leaves_out_reserves() -> None:
    """`cod.gap.deploy-category-per-player`: the enemy's Troops and own Troops in reserve do not hold up an HQ."""
    waiting = one("au2", game={words.RESERVE: "deep-strike"})
    state = setting_up(one("au1", "HQ"), waiting, one("bu1"), one("bu2"))
    assert decide(state, "a", put("au1", 500, 500)).state.to_act == "b", "cod.gap.deploy-category-per-player"
    late = setting_up(one("au1", "HQ"), one("au2"), one("bu1"))
    assert refusal(late, "a", put("au1", 500, 500)) == "cod.scenario.firesweep.deploy.order"


@pytest.mark.decides("cod.sequence.deploy", by="cod.org.deploy.category-order")
def test_special_scenarios_keep_the_general_order() -> None:
    told: dict[str, Any] = {
        "scenario": "grand-assault",
        "attacker": "a",
        "edges": LONG,
        "step": "attacker",
        "size": LARGE,
    }
    state = setting_up(one("au1", "HQ"), one("au2"), one("bu1"), **told)
    assert refusal(state, "a", put("au1", 500, 300)) == "cod.org.deploy.category-order"
    assert decide(state, "a", put("au2", 500, 300)).state.models["au2.1"].at, "cod.sequence.deploy"


def test_a_transport_is_of_the_category_of_its_unit() -> None:
    owner = one("au1", "Heavy Support", unit_has={"wh40k.assumed.transport.dedicated": "u2"})
    rhino = tank("au2", None, category="Dedicated Transport", has={"wh40k.assumed.transport.capacity": 10})
    state = setting_up(owner, rhino, one("au3"), one("bu1"))
    drive = Deploy(unit="au2", places=(Place("au2.1", (600, 600, 0), (1000, 0)),))
    assert refusal(state, "a", drive) == "cod.scenario.firesweep.deploy.order"


# where


@pytest.mark.parametrize(("scenario", "row"), EXCLUSION)
@pytest.mark.parametrize(
    ("x", "y", "legal"),
    [
        (1152, 2350, False),  # the centre is sqrt(1248^2 + 50^2) = 1249.0 away, less the base 1199.0
        (1149, 2350, True),  # sqrt(1251^2 + 50^2) = 1252.0, less the base 1202.0
        (2350, 1149, True),
    ],
)
def test_nobody_begins_near_the_centre(scenario: str, row: str, x: int, y: int, legal: bool) -> None:
    attacker = "a" if scenario == "scorched-earth" else ""
    state = setting_up(one("au1"), one("bu1"), scenario=scenario, attacker=attacker)
    if legal:
        assert decide(state, "a", put("au1", x, y)).state.models["au1.1"].at == (x, y, 0)
    else:
        assert refusal(state, "a", put("au1", x, y)) == row


@pytest.mark.parametrize(("scenario", "row"), EXCLUSION)
def test_nobody_begins_within_18_inches_of_the_enemy(scenario: str, row: str) -> None:
    """The enemy at (2450, 600) in the next quarter; bases have a radius of 50: 18" is 1900 between the middles."""
    attacker = "a" if scenario == "scorched-earth" else ""
    state = setting_up(one("au1"), set_out("bu1", 2450, 600), one("bu2"), scenario=scenario, attacker=attacker)
    assert refusal(state, "a", put("au1", 550, 600)) == row  # exactly 18"
    assert decide(state, "a", put("au1", 549, 600)).state.to_act == "b", row


@pytest.mark.parametrize(("scenario", "row"), QUARTERS)
def test_units_begin_wholly_in_their_quarter(scenario: str, row: str) -> None:
    attacker = "a" if scenario == "scorched-earth" else ""
    state = setting_up(one("au1"), one("bu1"), scenario=scenario, attacker=attacker)
    assert refusal(state, "a", put("au1", 500, 2351)) == row
    assert decide(state, "a", put("au1", 500, 2350)).state.models["au1.1"].at, row


@pytest.mark.parametrize(
    ("scenario", "step", "by", "good", "bad", "row"),
    [
        ("gauntlet", "defender", "b", 4250, 4249, "cod.scenario.gauntlet.deploy.defender"),
        ("grand-assault", "attacker", "a", 550, 551, "cod.scenario.grand-assault.deploy.attacker"),
        ("grand-assault", "defender", "b", 2450, 2449, "cod.scenario.grand-assault.deploy.defender"),
    ],
)
def test_strips_along_an_edge(scenario: str, step: str, by: str, good: int, bad: int, row: str) -> None:
    """a has the south edge, b the north; 6", or 24" for the defender of the assault. Bases have a radius of 50."""
    other = "b" if by == "a" else "a"
    told: dict[str, Any] = {
        "scenario": scenario,
        "attacker": "a",
        "edges": LONG,
        "step": step,
        "to_act": by,
        "size": LARGE,
    }
    state = setting_up(one(f"{by}u1"), one(f"{other}u1"), **told)
    assert refusal(state, by, put(f"{by}u1", 3000, bad)) == row
    assert decide(state, by, put(f"{by}u1", 3000, good)).state.models[f"{by}u1.1"].at, row


def test_the_defender_of_an_assault_keeps_18_inches_off() -> None:
    row = "cod.scenario.grand-assault.deploy.defender"
    told: dict[str, Any] = {
        "scenario": "grand-assault",
        "attacker": "a",
        "edges": LONG,
        "step": "defender",
        "to_act": "b",
    }
    state = setting_up(set_out("au1", 3000, 550), one("bu1"), size=LARGE, **told)
    assert refusal(state, "b", put("bu1", 3000, 2450)) == row  # 19" between middles: 18" exactly
    assert decide(state, "b", put("bu1", 3000, 2451)).state.models["bu1.1"].at, row


def test_strips_of_the_thunder_run() -> None:
    told: dict[str, Any] = {
        "scenario": "thunder-run",
        "attacker": "a",
        "edges": {"a": ("west",), "b": ("south",)},
        "size": LARGE,
    }
    state = setting_up(one("au1"), one("bu1"), step="attacker", **told)
    row = "cod.scenario.thunder-run.deploy.attacker"
    assert refusal(state, "a", put("au1", 1151, 2000)) == row
    assert decide(state, "a", put("au1", 1150, 2000)).state.models["au1.1"].at, row
    state = setting_up(one("au1"), one("bu1"), step="defender", to_act="b", **told)
    row = "cod.scenario.thunder-run.deploy.defender"
    assert refusal(state, "b", put("bu1", 1249, 300)) == row  # in the attacker's zone
    assert refusal(state, "b", put("bu1", 3000, 551)) == row  # more than 6" from the long edge
    assert decide(state, "b", put("bu1", 1250, 550)).state.models["bu1.1"].at, row


# relief force

BUILDING = {"b": {prepared.BUILDING: "r1"}}


def relief(*groups: Group, step: str, to_act: str) -> State:
    """The designated building is in the middle of the table, the attacker has the south-west quarter."""
    return setting_up(
        *groups, scenario="relief-force", attacker="a", step=step, to_act=to_act, ruins=[ruin("r1", 2100, 2100)],
        sides=BUILDING,
    )  # fmt: skip


def test_the_defenders_troops_are_in_the_building() -> None:
    row = "cod.scenario.relief-force.deploy.defender"
    state = relief(one("bu1"), tank("bu2", None, category="Troops"), one("au1"), step="defender", to_act="b")
    assert refusal(state, "b", put("bu1", 3000, 2400)) == row
    inside = decide(state, "b", put("bu1", 2400, 2400)).state
    far = Deploy(unit="bu2", places=(Place("bu2.1", (3600, 2400, 0), (1000, 0)),))
    near = Deploy(unit="bu2", places=(Place("bu2.1", (3500, 2400, 0), (1000, 0)),))  # its rear 5.75" from the ruin
    assert refusal(inside, "b", far) == row
    assert decide(inside, "b", near).state.models["bu2.1"].at, row


def test_the_rest_of_the_defending_army_waits() -> None:
    row = "cod.scenario.relief-force.deploy.defender"
    state = relief(one("bu1"), one("bu2", "Elites"), one("au1"), step="defender", to_act="b")
    assert refusal(state, "b", put("bu2", 2400, 2400)) == row
    state = decide(state, "b", put("bu1", 2400, 2400)).state
    done = decide(state, "b", EndDeployment())
    assert done.state.units["bu2"].game[words.RESERVE] == "reserve", row
    assert (done.state.step, done.state.to_act) == ("attacker", "a")


def test_the_attacker_keeps_off_the_defenders_and_the_building() -> None:
    row = "cod.scenario.relief-force.deploy.attacker-exclusion"
    state = relief(set_out("bu1", 2400, 2400), one("au1"), step="attacker", to_act="a")
    assert refusal(state, "a", put("au1", 500, 2360)) == "cod.scenario.relief-force.deploy.attacker"
    assert refusal(state, "a", put("au1", 850, 2300)) == row  # 12" from the building exactly, 14.5" from the unit
    assert refusal(state, "a", put("au1", 600, 2300)) == row  # 17" from the defender
    assert decide(state, "a", put("au1", 500, 2200)).state.models["au1.1"].at, row
    assert refusal(state, "a", Reserve(unit="au1")) == "cod.scenario.relief-force.deploy.attacker"


# who waits


@pytest.mark.parametrize("scenario", [scenario for scenario, _ in ORDER])
def test_without_reserves_nobody_is_kept_back(scenario: str) -> None:
    attacker = "a" if scenario == "scorched-earth" else ""
    state = setting_up(one("au1"), one("bu1"), scenario=scenario, attacker=attacker)
    assert refusal(state, "a", Reserve(unit="au1")) == "cod.special.reserves.not-deployed"


def test_no_scenario_uses_deep_strike_or_infiltrators() -> None:
    row = "cod.org.deploy.no-deepstrike-infiltrate"
    jump = one("au1", has={"wh40k.usr.deep-strike": 1})
    scouts = one("au2", has={"wh40k.usr.infiltrate": 1})
    state = setting_up(jump, scouts, one("bu1"))
    assert refusal(state, "a", Reserve(unit="au1", manner="deep-strike")) == row
    assert refusal(state, "a", Reserve(unit="au2", manner="outflank")) == row
    plain = decide(state, "a", put("au2", 500, 500)).state
    assert plain.models["au2.1"].at and plain.to_act == "b", row  # set up like everybody else


def test_stratagems_and_compulsion_are_the_exceptions() -> None:
    row = "cod.org.deploy.no-deepstrike-infiltrate"
    pod = one("au1", has={"wh40k.usr.deep-strike": 2})
    state = setting_up(pod, one("au2"), one("bu1"))
    kept = decide(state, "a", Reserve(unit="au1", manner="deep-strike")).state
    assert kept.units["au1"].game[words.RESERVE] == "deep-strike", row
    jump = one("au1", has={"wh40k.usr.deep-strike": 1})
    marked = {"a": {"cod.stratagem.deep-strike.permission": 1}}
    state = setting_up(jump, one("au2"), one("bu1"), sides=marked)
    kept = decide(state, "a", Reserve(unit="au1", manner="deep-strike")).state
    assert kept.units["au1"].game[words.RESERVE] == "deep-strike", row
    assert kept.to_act == "a"  # nobody was set up yet


def test_infiltrators_by_stratagem_come_last() -> None:
    row = "cod.org.deploy.no-deepstrike-infiltrate"
    scouts = one("au1", has={"wh40k.usr.infiltrate": 1})
    marked = {"a": {"cod.stratagem.infiltrate.permission": 1}}
    state = setting_up(scouts, one("au2", "HQ"), one("bu1"), sides=marked)
    assert refusal(state, "a", put("au1", 500, 500)) != ""
    state = then(state, ("a", put("au2", 500, 500), ()), ("b", put("bu1", 4500, 4500), ()))
    assert (state.step, state.to_act) == (deploy.LAST, "a"), row
    done = decide(state, "a", put("au1", 2600, 2600)).state  # out of the quarter, 18" and more from the enemy
    assert done.phase == "first-turn", row


def test_the_gauntlet_holds_fast_attack_and_elites_back() -> None:
    row = "cod.scenario.gauntlet.deploy.forced-reserve"
    groups = (one("bu1"), one("bu2", "Elites"), one("bu3", "Fast Attack"), one("au1"))
    told: dict[str, Any] = {
        "scenario": "gauntlet",
        "attacker": "a",
        "edges": LONG,
        "step": "defender",
        "to_act": "b",
        "size": LARGE,
    }
    state = setting_up(*groups, **told)
    assert refusal(state, "b", put("bu2", 3000, 4500)) == row
    assert refusal(state, "b", EndDeployment()) == "cod.scenario.gauntlet.deploy.defender"
    state = decide(state, "b", put("bu1", 3000, 4500)).state
    done = decide(state, "b", EndDeployment()).state
    assert [done.units[key].game[words.RESERVE] for key in ("bu2", "bu3")] == ["reserve", "reserve"], row
    assert (done.phase, done.step, done.to_act) == ("sides", "points", "a")


@pytest.mark.decides("cod.scenario.gauntlet.attacker-reserve", by="cod.scenario.gauntlet.deploy.defender")
def test_the_attackers_of_the_gauntlet_come_on_or_wait() -> None:
    row = "cod.scenario.gauntlet.attacker-reserve"
    told: dict[str, Any] = {"scenario": "gauntlet", "attacker": "a", "edges": LONG, "step": "attacker", "size": LARGE}
    state = setting_up(one("au1"), one("au2"), set_out("bu1", 3000, 4500), level="alpha", **told)
    assert refusal(state, "a", put("au1", 3000, 300)) == "cod.scenario.gauntlet.first-turn"
    defends = setting_up(one("bu1"), one("au1"), **{**told, "step": "defender", "to_act": "b"})
    assert refusal(defends, "b", Reserve(unit="bu1")) == "cod.scenario.gauntlet.deploy.defender"
    state = decide(state, "a", Reserve(unit="au2")).state
    done = decide(state, "a", EndDeployment()).state
    assert done.units["au2"].game[words.RESERVE] == "reserve", row
    assert done.units["au1"].game[words.RESERVE] == "ongoing", "cod.scenario.gauntlet.first-turn"
    assert done.phase == "dusk"


@pytest.mark.parametrize(
    ("scenario", "edges"),
    [
        shows("cod.scenario.grand-assault.deploy.defender-reserve", "cod.scenario.grand-assault.deploy.attacker",
              "grand-assault", LONG),
        shows("cod.scenario.thunder-run.deploy.defender-reserve", "cod.scenario.thunder-run.deploy.attacker",
              "thunder-run", {"a": ("west",), "b": ("south",)}),
    ],
)  # fmt: skip
def test_the_defender_may_keep_units_in_reserve(scenario: str, edges: dict[str, tuple[str, ...]]) -> None:
    told: dict[str, Any] = {
        "scenario": scenario,
        "attacker": "a",
        "edges": edges,
        "step": "defender",
        "to_act": "b",
        "size": LARGE,
    }
    state = setting_up(set_out("au1", 300, 300), one("bu1"), one("bu2", "HQ"), **told)
    done = decide(state, "b", EndDeployment()).state
    assert [done.units[key].game[words.RESERVE] for key in ("bu1", "bu2")] == ["reserve", "reserve"]
    assert decide(state, "b", Reserve(unit="bu1")).state.units["bu1"].game[words.RESERVE] == "reserve"
    state = setting_up(one("au1"), set_out("bu1", 3000, 300), **{**told, "step": "attacker", "to_act": "a"})
    assert refusal(state, "a", Reserve(unit="au1")) == missions()[scenario]["deploy.attacker"]


# elimination


def eliminating(*groups: Group, step: str, to_act: str) -> State:
    return setting_up(*groups, scenario="elimination", attacker="a", edges={}, step=step, to_act=to_act, size=LARGE)


def test_the_defender_sets_up_his_compulsory_units_in_the_middle() -> None:
    """The chart has 1 HQ and 2 Troops at least."""
    row = "cod.scenario.elimination.deploy.defender"
    groups = (one("bu1"), one("bu2"), one("bu3"), one("bu4", "HQ"), one("bu5", "Elites"), one("au1", "Elites"))
    state = eliminating(*groups, step="defender", to_act="b")
    assert refusal(state, "b", put("bu5", 3000, 2400)) == row
    assert refusal(state, "b", put("bu1", 3000, 1250)) == row  # 12" from the edge exactly
    state = decide(state, "b", put("bu1", 3000, 1251)).state
    assert refusal(state, "b", EndDeployment()) == row
    state = decide(state, "b", put("bu3", 3000, 2000)).state
    assert refusal(state, "b", put("bu2", 3000, 2400)) == row  # two Troops are enough
    state = decide(state, "b", put("bu4", 3000, 2400)).state
    done = decide(state, "b", EndDeployment()).state
    assert [done.units[key].game.get(words.RESERVE) for key in ("bu2", "bu5", "bu4")] == ["reserve", "reserve", None]
    assert done.step == "attacker", row


def test_the_attacker_sets_up_elites_and_fast_attack_at_the_edges() -> None:
    row = "cod.scenario.elimination.deploy.attacker"
    groups = (one("au1", "Elites"), one("au2", "Fast Attack"), one("au3"), set_out("bu1", 3600, 2400))
    state = eliminating(*groups, step="attacker", to_act="a")
    assert refusal(state, "a", put("au3", 300, 300)) == row
    assert refusal(state, "a", Reserve(unit="au1")) == row
    assert refusal(state, "a", put("au1", 3000, 1151)) == row
    state = then(state, ("a", put("au1", 3000, 1150), ()), ("a", put("au2", 7000, 2400), ()))
    assert decide(state, "a", EndDeployment()).state.units["au3"].game[words.RESERVE] == "reserve", row


# getting in, and what is offered


def test_who_has_to_wait_gets_only_into_a_vehicle_that_waits() -> None:
    row = "cod.scenario.gauntlet.deploy.forced-reserve"
    rhino = tank("bu3", (3000, 4500), category="Troops", has={"wh40k.assumed.transport.capacity": 10})
    told: dict[str, Any] = {
        "scenario": "gauntlet",
        "attacker": "a",
        "edges": LONG,
        "step": "defender",
        "to_act": "b",
        "size": LARGE,
    }
    state = setting_up(one("bu2", "Elites"), rhino, one("au1"), **told)
    assert refusal(state, "b", Deploy(unit="bu2", aboard="bu3.1")) == row
    own = tank("bu3", None, category="Dedicated Transport", has={"wh40k.assumed.transport.capacity": 10})
    elites = one("bu2", "Elites", unit_has={"wh40k.assumed.transport.dedicated": "u3"})
    state = setting_up(elites, own, one("au1"), **told)
    aboard = decide(state, "b", Deploy(unit="bu2", aboard="bu3.1")).state
    assert decide(aboard, "b", EndDeployment()).state.units["bu3"].game[words.RESERVE] == "reserve", row


def test_what_may_be_declared_is_offered() -> None:
    import rules

    from .streets import COD

    state = setting_up(one("au1"), one("au2", "HQ"), one("bu1"))
    found = [(o.action, o.model) for o in rules.options(COD, state)]
    assert found == [("deploy", "au1"), ("no-room-to-deploy", "au1")], "cod.org.deploy.follow-scenario"
    told: dict[str, Any] = {
        "scenario": "grand-assault",
        "attacker": "a",
        "edges": LONG,
        "step": "defender",
        "to_act": "b",
    }
    state = setting_up(set_out("au1", 300, 300), one("bu1"), size=LARGE, **told)
    offered = [(o.action, o.model, o.targets) for o in rules.options(COD, state)]
    assert offered == [
        ("deploy", "bu1", ()),
        ("reserve", "bu1", ("reserve",)),
        ("no-room-to-deploy", "bu1", ()),
        ("end-deployment", "", ("bu1",)),
    ]


def test_a_common_game_deploys_as_ever() -> None:
    """`cod.org.deploy.follow-scenario`: without a scenario nothing of this is in the way."""
    state = field(one("au1"), one("bu1"), phase="deployment", step="units", to_act="a", round=0, key="cod")
    assert decide(state, "a", put("au1", 3000, 300)).state.models["au1.1"].at


def test_who_finds_no_room_comes_on_in_the_first_turn() -> None:
    row = "cod.assumed.no-room"
    state = setting_up(one("au1"), one("au2", "HQ"), one("bu1"), one("bu2"))
    assert refusal(state, "a", NoRoomToDeploy(unit="au2")) == "cod.org.deploy.category-order"
    done = decide(state, "a", NoRoomToDeploy(unit="au1")).state
    assert done.units["au1"].game[words.RESERVE] == "ongoing", row
    assert done.to_act == "a"  # a unit is still to be set up
    held = setting_up(one("bu2", "Elites"), one("au1"), scenario="gauntlet", attacker="a", edges=LONG,
                      step="defender", to_act="b", size=LARGE)  # fmt: skip
    assert refusal(held, "b", NoRoomToDeploy(unit="bu2")) == row
