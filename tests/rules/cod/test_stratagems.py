"""The choice and declaration of stratagems: how many, which, in turn, with their markers."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

import rules
from rules.cod import ruins
from rules.cod.chosen import CATEGORIES, DECLARED, Spot, declared, has, key_building, ruin_of, stratagems
from rules.cod.mission import missions
from rules.cod.stratagems import (
    ChooseDeclarer,
    DeclareStratagem,
    NoMoreStratagems,
    PlaceMarkers,
    RollStratagems,
)
from rules.kernel.effects import Rolled
from rules.kernel.errors import Malformed
from rules.kernel.events import Action
from rules.kernel.state import State

from ..wh40k.field import decide, effects_of, refusal, squad, tank, then, wanted
from .plans import RUINS, planned, preparing, sealed
from .streets import COD, city, shows

ROLL = "cod.stratagem.declare.rolloff"
TIE = "cod.gap.roll-off-tie"
LIMIT, PHASE = "cod.stratagem.choose.limit", "cod.stratagem.declare.phase"
LONG = {"a": ("south",), "b": ("north",)}


def say(name: str, ruin: str = "") -> DeclareStratagem:
    return DeclareStratagem(stratagem=name, ruin=ruin)


def offered(state: State, action: str, side: str = "") -> list[rules.Option]:
    return [o for o in rules.options(COD, state) if o.action == action and side in ("", o.side)]


# the list


CATEGORY = {
    "cod.stratagem.category.key-buildings": (
        "ammunition-store", "command-centre", "fuel-depot", "hospital", "observation-post", "power-generator",
        "sacred-ground",
    ),
    "cod.stratagem.category.dirty-tricks": (
        "booby-traps", "demolition", "fortifications", "master-snipers", "plunging-fire", "preliminary-bombardment",
    ),
    "cod.stratagem.category.obstacles": ("barricades", "razor-wire", "tank-traps"),
    "cod.stratagem.category.manoeuvres": ("deep-strike", "infiltrate", "sewer-rats"),
    "cod.stratagem.category.armoury": ("combat-engineers", "rappel-lines", "siege-shells", "wreckers"),
}  # fmt: skip


@pytest.mark.parametrize("row", CATEGORY)
def test_the_stratagems_of_a_category(row: str) -> None:
    category = row.rpartition(".")[2]
    assert tuple(name for name, one in stratagems().items() if one.category == category) == CATEGORY[row]


def test_there_are_five_categories() -> None:
    assert {one.category for one in stratagems().values()} == set(CATEGORIES) and len(CATEGORIES) == 5
    assert len(stratagems()) == 23


def test_every_stratagem_changes_the_rules() -> None:
    # terrain, wargear or extra rules, each with a mark that a clause gives its meaning
    for one in stratagems().values():
        assert one.mark in COD.clauses
        own = one.name in ("infiltrate", "demolition", "siege-shells")  # a permission, or declarations of their own
        assert one.rule.handlers or one.uses or one.place or one.declared or own, one.name


@pytest.mark.parametrize(
    "row",
    [
        "cod.stratagem.category.count", "cod.stratagem.category.armoury", "cod.stratagem.category.dirty-tricks",
        "cod.stratagem.nature", "cod.stratagem.choose.free", "cod.stratagem.choose.timing",
        "cod.stratagem.represent", "cod.stratagem.dirty-tricks.own-rules", "cod.stratagem.armoury.only-in-city",
        "cod.stratagem.demolition.risk",
    ],
)  # fmt: skip
def test_advice(row: str) -> None:
    assert COD.clauses[row][1].status == "advice"


@pytest.mark.parametrize(
    "row",
    ["cod.gap.turn-unit", "cod.gap.key-building-range-origin", "cod.gap.demolition-unused", "cod.gap.wound-or-hit"],
)
def test_settled_silences(row: str) -> None:
    assert COD.clauses[row][1].status == "assumed"


# who begins


def test_both_roll_and_the_winner_chooses() -> None:
    # cod.stratagem.declare.rolloff: the higher decides whether to declare first or second
    here = preparing()
    assert wanted(here, "b", RollStratagems()) == (1, ROLL)
    rolled = decide(here, "b", RollStratagems(), (3, 5))
    assert rolled.state.to_act == "b"
    assert refusal(rolled.state, "a", ChooseDeclarer(first="a")) == "wh40k.assumed.turn-structure"
    for first in ("a", "b"):
        after = decide(rolled.state, "b", ChooseDeclarer(first=first)).state
        assert (after.to_act, after.step) == (first, "declare")


def test_equal_rolls_are_made_again() -> None:
    # cod.stratagem.declare.rolloff, cod.gap.roll-off-tie
    rolled = decide(preparing(), "a", RollStratagems(), (4, 4, 2, 1))
    assert rolled.state.to_act == "a"
    assert [r.rule for r in effects_of(rolled, Rolled)] == [ROLL, ROLL, TIE, TIE]


@pytest.mark.decides("cod.stratagem.choose.before-game", by="cod.stratagem.declare.phase")
def test_they_are_declared_once_the_zones_are_known() -> None:
    # not before the sides are settled, and not once units are set up
    assert has(decide(preparing(squad("au1", None), to_act="a"), "a", say("wreckers")).state, "a", "wreckers")
    late = city(squad("au1"), phase="deployment", step="alternate", turn="", to_act="a", ruins=RUINS)
    early = city(squad("au1"), phase="sides", step="quarters", turn="", to_act="a", ruins=RUINS)
    for here in (early, late):
        for action in (say("wreckers"), RollStratagems(), NoMoreStratagems(), ChooseDeclarer(first="a")):
            assert refusal(here, "a", action) in (PHASE, ROLL)
    for name, played in missions().items():
        order = [step[0] for step in played.steps]
        assert order.index("stratagems") < order.index("deployment"), name
        assert "sides" in order[: order.index("stratagems")], name


# how many


@pytest.mark.decides("cod.special.stratagems", "cod.org.level.meaning", "cod.sequence.level.agree", by=LIMIT)
@pytest.mark.parametrize(
    ("level", "most"),
    [
        shows("cod.org.stratagem.count.alpha", LIMIT, "alpha", 1),
        shows("cod.org.stratagem.count.gamma", LIMIT, "gamma", 2),
        shows("cod.org.stratagem.count.omega", LIMIT, "omega", 3),
    ],
)
def test_as_many_as_the_level_allows(level: str, most: int) -> None:
    assert _declares(level, most) == most


@pytest.mark.decides("cod.special-scenario.levels", by=LIMIT)
@pytest.mark.parametrize(("level", "most"), [("alpha", 1), ("gamma", 2), ("omega", 3)])
def test_the_level_of_a_special_scenario(level: str, most: int) -> None:
    assert _declares(level, most, scenario="gauntlet", attacker="b", edges=LONG) == most


def _declares(level: str, most: int, **more: Any) -> int:
    """How many stratagems a side may declare that has declared `most` less one."""
    names = ("wreckers", "siege-shells", "rappel-lines", "plunging-fire")
    here = preparing(level=level, to_act="a", **planned(a=names[: most - 1]), **more)
    after = decide(here, "a", say(names[most - 1])).state
    full = preparing(level=level, to_act="a", **planned(a=names[:most]), **more)
    assert refusal(full, "a", say(names[most])) == LIMIT
    return len(declared(after, "a"))


def test_fewer_are_allowed() -> None:
    # cod.stratagem.choose.limit: who wants no more lets the other side finish
    here = preparing(squad("au1", None), level="gamma", to_act="a")
    after = then(here, ("a", NoMoreStratagems(), ()), ("b", say("wreckers"), ()))
    assert (after.phase, after.to_act) == ("stratagems", "b")
    done = decide(after, "b", NoMoreStratagems()).state
    assert done.phase == "deployment"
    assert declared(done, "a") == ()


def test_each_stratagem_once() -> None:
    # cod.stratagem.choose.once-each: for each player apart
    here = preparing(level="omega", to_act="a", **planned(a=["wreckers"], b=["siege-shells"]))
    assert refusal(here, "a", say("wreckers")) == "cod.stratagem.choose.once-each"
    assert has(decide(here, "a", say("siege-shells")).state, "a", "siege-shells")


def test_they_cost_nothing() -> None:
    # cod.stratagem.choose.free
    here = preparing(squad("au1"), to_act="a")
    after = decide(here, "a", say("wreckers")).state
    assert (after.sides["a"].points, after.units["au1"].sheet.points) == (0, here.units["au1"].sheet.points)


def test_the_choice_is_made_at_the_last_moment() -> None:
    """Nothing binds a side before it declares; what it declares is open to all, and holds for the game."""
    here = preparing(squad("au1"), to_act="a")
    assert {o.weapons[0] for o in offered(here, "declare-stratagem", "a")} == set(stratagems()) - {"demolition"}
    after = decide(here, "a", say("wreckers")).state
    assert after.sides["a"].game[DECLARED] == ("wreckers",)


# in turn


def test_they_are_declared_in_turn() -> None:
    # cod.stratagem.declare.alternate: one at a time
    here = preparing(squad("au1", None), level="gamma", to_act="a")
    assert refusal(here, "b", say("wreckers")) == "wh40k.assumed.turn-structure"
    first = decide(here, "a", say("wreckers")).state
    assert first.to_act == "b"
    assert refusal(first, "a", say("siege-shells")) == "wh40k.assumed.turn-structure"
    second = decide(first, "b", say("wreckers")).state
    assert second.to_act == "a"
    done = then(second, ("a", say("siege-shells"), ()), ("b", say("rappel-lines"), ()))
    assert (done.phase, done.step) == ("deployment", "alternate")
    assert declared(done, "a") == ("wreckers", "siege-shells")


def test_who_has_none_left_is_passed_over() -> None:
    # cod.stratagem.declare.alternate
    here = preparing(level="gamma", to_act="b", **planned(a=["wreckers", "plunging-fire"]))
    assert decide(here, "b", say("wreckers")).state.to_act == "b"


def test_everybody_is_told() -> None:
    # cod.stratagem.declare.show, cod.stratagem.armoury.nature: units that are affected are pointed out
    here = preparing(
        squad("au1", None), tank("au2", None), squad("au3", None, 1, keywords=("Monstrous Creature",)),
        tank("bu1", None), to_act="a",
    )  # fmt: skip
    row = "cod.stratagem.armoury.nature"
    told = {"siege-shells": ["au2"], "wreckers": ["au3"], "combat-engineers": ["au1"], "rappel-lines": []}
    for name, units in told.items():
        done = decide(here, "a", say(name))
        mark = stratagems()[name].mark
        assert [u.id for u in done.state.units.values() if mark in u.game] == units, name
        assert len(effects_of(done, rules.kernel.effects.Marked, row)) == len(units)


@pytest.mark.decides("cod.sequence.stratagems.declare", by="cod.stratagem.declare.show")
def test_what_needs_a_ruin_names_one() -> None:
    # cod.stratagem.declare.show
    here = preparing(to_act="a")
    done = decide(here, "a", say("hospital", "r2")).state
    assert ruin_of(done, "a", "hospital") == "r2"
    assert ruin_of(decide(here, "a", say("hospital", "r1")).state, "a", "hospital") == "r1"
    for action in (say("hospital"), say("hospital", "r9"), say("wreckers", "r1"), say("bribery")):
        with pytest.raises(Malformed):
            decide(here, "a", action)


@pytest.mark.parametrize(("face", "count"), [(1, 4), (2, 4), (3, 5), (4, 5), (5, 6), (6, 6)])
@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("booby-traps", "cod.stratagem.booby-traps.count"),
        ("sewer-rats", "cod.stratagem.sewer-rats.markers"),
        ("barricades", "cod.stratagem.obstacle.count"),
    ],
)
def test_d3_and_3_markers(name: str, row: str, face: int, count: int) -> None:
    # a D3 is a D6 halved, rounded up
    here = preparing(to_act="a")
    assert wanted(here, "a", say(name)) == (1, row)
    rolled = decide(here, "a", say(name), (face,)).state
    assert (rolled.step, rolled.to_act) == ("place", "a")
    assert refusal(rolled, "a", say("wreckers")) == "cod.stratagem.declare.phase"
    spots = tuple(spot(name, n) for n in range(count + 1))
    assert refusal(rolled, "a", PlaceMarkers(places=spots)) == row
    placed = decide(rolled, "a", PlaceMarkers(places=spots[:count])).state
    assert sum(piece.id.startswith(f"{name}-a") for piece in placed.table.terrain) == count
    assert placed.to_act == "b"


def spot(name: str, n: int) -> Spot:
    """A place for the n-th marker of a stratagem."""
    x = 100 + 400 * n
    if name == "booby-traps":
        return Spot(on="r1", at=(700 + 50 * n, 700))
    if name == "sewer-rats":
        return Spot(at=(x, 1500))
    return Spot(outline=((x, 1500), (x + 300, 1500), (x + 300, 1600), (x, 1600)))


def test_markers_are_placed_only_then() -> None:
    # cod.stratagem.declare.show
    here = preparing(to_act="a")
    assert refusal(here, "a", PlaceMarkers(places=())) == "cod.stratagem.declare.show"


# key buildings


@pytest.mark.decides("cod.stratagem.key-building.any-ruin", by="cod.stratagem.declare.show")
def test_any_ruin_becomes_a_key_building() -> None:
    # also one in the enemy's zone, and one that the enemy has fortified
    here = preparing(to_act="a", game={ruins.FORTIFIED: ("r3",)})
    for ruin in ("r1", "r2", "r3"):
        after = decide(here, "a", say("hospital", ruin)).state
        assert key_building(after, ruin) == ("a", "hospital")


def test_one_key_building_in_a_ruin() -> None:
    # cod.stratagem.key-building.one-per-ruin: those of both players count
    here = preparing(level="gamma", to_act="a", **planned(a={"hospital": "r1"}, b={"fuel-depot": "r3"}))
    row = "cod.stratagem.key-building.one-per-ruin"
    assert refusal(here, "a", say("sacred-ground", "r1")) == row
    assert refusal(here, "a", say("sacred-ground", "r3")) == row
    told = next(o for o in offered(here, "declare-stratagem", "a") if o.weapons == ("sacred-ground",))
    assert told.targets == ("r2",)
    assert key_building(decide(here, "a", say("sacred-ground", "r2")).state, "r2") == ("a", "sacred-ground")


def test_a_key_building_gives_a_rule() -> None:
    """A special rule for friends: one that the engine knows as such, or an effect of its own."""
    for one in stratagems().values():
        assert bool(one.uses) == (one.category == "key-buildings")
        for use in one.uses.values():
            assert use.grants and all(key in COD.clauses or key in {r.id for r in COD.rules} for key, _ in use.grants)


# what scenarios change


@pytest.mark.decides("cod.stratagem.category.manoeuvres", by="cod.scenario.thunder-run.no-manoeuvre")
def test_no_manoeuvres_in_thunder_run() -> None:
    # cod.scenario.thunder-run.no-manoeuvre
    here = preparing(scenario="thunder-run", attacker="a", edges={"a": ("west",), "b": ("south",)}, to_act="a")
    for name in accepted(here, "a", "r1"):
        assert stratagems()[name].category != "manoeuvres"
    for name in CATEGORY["cod.stratagem.category.manoeuvres"]:
        assert refusal(here, "a", say(name)) == "cod.scenario.thunder-run.no-manoeuvre"


def accepted(state: State, side: str, ruin: str = "") -> list[str]:
    """The stratagems a side may declare now, each on the ruin named where it needs one."""
    found = []
    for name, one in stratagems().items():
        with suppress(rules.IllegalAction):
            action = say(name, ruin if one.ruin else "")
            try:
                decide(state, side, action)
            except rules.DiceWanted:
                decide(state, side, action, (1,))
            found.append(name)
    return found


@pytest.mark.decides("cod.stratagem.category.key-buildings", by="cod.scenario.relief-force.extra-key-building")
def test_the_stratagem_on_top_is_one_of_the_key_buildings() -> None:
    told = planned(b=["wreckers"], on_b={"cod.scenario.urban-assault.deploy.building-first": "r2"})
    here = preparing(scenario="relief-force", attacker="a", to_act="b", **told)
    assert tuple(accepted(here, "b", "r2")) == CATEGORY["cod.stratagem.category.key-buildings"]


@pytest.mark.decides("cod.stratagem.category.obstacles", by="cod.stratagem.obstacle.count")
def test_how_many_obstacles_is_rolled_for() -> None:
    here = preparing(to_act="a", ruins=RUINS)
    rolled = [
        name
        for name in accepted(here, "a", "r1")
        if stratagems()[name].place and wanted(here, "a", say(name))[1] == "cod.stratagem.obstacle.count"
    ]
    assert tuple(rolled) == CATEGORY["cod.stratagem.category.obstacles"]


def test_one_more_key_building_for_the_relief_force() -> None:
    # cod.scenario.relief-force.extra-key-building: on top, in the designated building
    row = "cod.scenario.relief-force.extra-key-building"
    told = planned(b=["wreckers"], on_b={"cod.scenario.urban-assault.deploy.building-first": "r2"})
    here = preparing(scenario="relief-force", attacker="a", to_act="b", **told)
    assert refusal(here, "b", say("siege-shells")) == row
    assert refusal(here, "b", say("hospital", "r1")) == row
    after = decide(here, "b", say("hospital", "r2")).state
    assert declared(after, "b") == ("wreckers", "hospital")
    again = preparing(scenario="relief-force", attacker="a", to_act="b", **planned(
        b={"wreckers": "", "hospital": "r2"}, on_b={"cod.scenario.urban-assault.deploy.building-first": "r2"}
    ))  # fmt: skip
    assert refusal(again, "b", say("siege-shells")) == "cod.stratagem.choose.limit"
    attacker = preparing(scenario="relief-force", attacker="b", to_act="b", **told)
    assert refusal(attacker, "b", say("hospital", "r2")) == "cod.stratagem.choose.limit"


def test_a_bombardment_on_top_in_the_grand_assault() -> None:
    # cod.scenario.grand-assault.extra-bombardment: it does not count
    told: dict[str, Any] = {
        "scenario": "grand-assault",
        "edges": {"a": ("south",), "b": ("north",)},
        "attacker": "a",
        "to_act": "a",
    }
    here = preparing(**told, **planned(a=["wreckers"]))
    assert refusal(here, "a", say("siege-shells")) == "cod.scenario.grand-assault.extra-bombardment"
    assert has(decide(here, "a", say("preliminary-bombardment")).state, "a", "preliminary-bombardment")
    first = preparing(**told, **planned(a=["preliminary-bombardment"]))
    assert has(decide(first, "a", say("wreckers")).state, "a", "wreckers")
    defender = preparing(**{**told, "attacker": "b"}, **planned(a=["wreckers"]))
    assert refusal(defender, "a", say("preliminary-bombardment")) == "cod.stratagem.choose.limit"


@pytest.mark.decides("cod.scenario.scorched-earth.multiple-demolition", by="cod.stratagem.choose.once-each")
def test_several_demolitions_in_scorched_earth() -> None:
    # for the attacker, within the limit
    told: dict[str, Any] = {"scenario": "scorched-earth", "level": "gamma", "attacker": "a", "to_act": "a"}
    here = sealed(preparing(**told, **planned(a=["demolition"])), "a", "cod.stratagem.demolition.2", "r1:2")
    after = decide(here, "a", say("demolition")).state
    assert declared(after, "a") == ("demolition", "demolition")
    defender = sealed(
        preparing(**{**told, "attacker": "b"}, **planned(a=["demolition"])), "a", "cod.stratagem.demolition.2", "r1:2"
    )
    assert refusal(defender, "a", say("demolition")) == "cod.stratagem.choose.once-each"


def test_ruins_fortified_for_nothing_fill_no_slot() -> None:
    # cod.scenario.scorched-earth.defender-fortify
    fortified = {"cod.stratagem.fortifications.cover": ("r1", "r2", "r3")}
    here = preparing(scenario="scorched-earth", attacker="a", to_act="b", game=fortified)
    assert has(decide(here, "b", say("fortifications", "r3")).state, "b", "fortifications")


def test_everything_offered_is_accepted() -> None:
    """What is listed for the phase can be declared."""
    here = preparing(squad("au1", None), level="gamma", to_act="a")
    for option in offered(here, "declare-stratagem"):
        for ruin in option.targets or ("",):
            action: Action = say(option.weapons[0], ruin)
            try:
                decide(here, "a", action)
            except rules.DiceWanted as short:
                decide(here, "a", action, (1,) * short.count)
    assert [o.clause for o in offered(here, "commit")] == ["cod.stratagem.demolition.commit"]
