"""What keeps options, rosters, sheets and positions from being ones of this system, and the tables to play on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules.kernel.sheet import Roster, Sheet, Weapon
from rules.kernel.state import Decision, Model, Outcome, Side, State, Table, Unit, Zone, check, table_problems
from rules.wh40k import position, words
from rules.wh40k.army.roster import load
from rules.wh40k.movement.terrain import KINDS
from rules.wh40k.options import DEFAULTS
from rules.wh40k.position import LIMITS, option, option_problems, roster_problems, sheet_problems
from rules.wh40k.ruleset import WH40K_6
from rules.wh40k.table import LAYOUTS, table

problems = WH40K_6.problems
DEMO = Path(__file__).parents[3] / "gamelog" / "demo" / "40k"


def roster() -> Roster:
    return load((DEMO / "ferry-guard.txt").read_bytes(), "ferry-guard.txt")


def place(**changes: Any) -> State:
    """Two armies in the first shooting phase, every model on the table."""
    state = State("wh40k", "6.1", table(), phase="shooting", round=1, turn="a", to_act="a", order=("a", "b"))
    for side in "ab":
        army = roster()
        state.sides[side] = Side(side, army.name)
        for unit in army.units:
            state.units[side + unit.id] = Unit(side + unit.id, side, unit, len(unit.models))
            for key in unit.models:
                sheet = next(sheet for sheet in army.models if sheet.id == key)
                at = (100 * int(key), 500 if side == "a" else 4300, 0)
                state.models[side + key] = Model(side + key, side, sheet, 1, at, unit=side + unit.id)
    return msgspec.structs.replace(state, **changes)


def test_a_position_of_two_armies_is_sound() -> None:
    state = place()
    check(state)
    assert list(problems(state)) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"phase": "psychic"}, "there is no phase 'psychic'"),
        ({"step": "charge"}, "the shooting phase has no step 'charge'"),
        ({"phase": "assault"}, "the assault phase has no step ''"),
        ({"phase": "over"}, "a game that is over has an outcome"),
        ({"over": Outcome("a", "wh40k.assumed.victory")}, "a game that is over has an outcome"),
        ({"order": ("a",)}, "the shooting phase has an order of both sides"),
        ({"turn": ""}, "it is nobody's player turn in the shooting phase"),
        ({"to_act": ""}, "it is nobody's turn in the shooting phase"),
        ({"round": 0}, "the shooting phase is in a round from 1 on, not 0"),
        ({"sides": {"a": Side("a", "A")}}, "both sides have mustered before the shooting phase"),
        ({"sides": {"a": Side("a", "A"), "c": Side("c", "C")}}, "the sides are a and b, not a, c"),
        ({"table": Table(10, 10, zones=(Zone("z", "Z", ((0, 0), (9, 0), (9, 9))),))}, "zone for each side, or none"),
        ({"phase": "setup", "pending": Decision("wh40k.assumed.pinning", "a")}, "decided in the setup phase"),
    ],
)  # fmt: skip
def test_progress_wh40k_assumed_turn_structure(changes: dict[str, Any], said: str) -> None:
    """`wh40k.assumed.turn-structure`: phases, steps and whose turn it is."""
    assert any(said in problem for problem in problems(place(**changes)))


def first(state: State) -> Model:
    return next(iter(state.models.values()))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda s: setattr(first(s), "unit", ""), "model a1 is in no unit"),
        (lambda s: setattr(s.models["a2"], "at", None), "unit au2 is partly on the table"),
        (lambda s: setattr(s.units["au1"], "size", 201), "unit au1 began with a number of models"),
        (lambda s: setattr(s.models["a20"], "unit", "au1"), "unit au1 has vehicles and other models"),
        (lambda s: s.units["au1"].game.update({words.GROUND: "long"}), "from 0 to 1000, not 'long'"),
        (lambda s: s.units["au1"].turn.update({words.MOVED: ("a",)}), "from 0 to 1000000, not ('a',)"),
        (lambda s: s.units["au1"].game.update({words.ABOARD: "nobody"}), "is the id of a model, not 'nobody'"),
        (lambda s: s.units["au1"].turn.update({words.CHARGED: ("b1",)}), "is a list of ids of units, not ('b1',)"),
    ],
)  # fmt: skip
def test_units_and_marks(change: Callable[[State], object], said: str) -> None:
    state = place()
    change(state)
    assert any(said in problem for problem in problems(state)), list(problems(state))


@pytest.mark.parametrize(
    ("pending", "said"),
    [
        (Decision("wh40k.assumed.pinning", "a", model="nobody"), "asks a unit to take a test"),
        (Decision("wh40k.usr.it-will-not-die.roll", "a"), "is rolled for a model or a unit"),
    ],
)
def test_questions_that_parts_bring(pending: Decision, said: str) -> None:
    """Tests and rolls at the end of a turn ask somebody who exists."""
    assert any(said in problem for problem in problems(place(pending=pending)))
    asked = msgspec.structs.replace(pending, model="au1")
    assert not any(said in problem for problem in problems(place(pending=asked)))


# --- options -------------------------------------------------------------------------------------------------------


def test_options_have_their_defaults() -> None:
    state = place()
    assert option(state, "wh40k.assumed.game-length") == 5
    assert option(state, "wh40k.assumed.roster.points") == 0
    assert option(state, "wh40k.usr.barrage.indirect") == 1
    assert option(state, "wh40k.fall-back.auto-fail-morale") == 1
    assert option(state, "wh40k.usr.feel-no-pain.instant-death") == 1
    assert option(state, "wh40k.assumed.fight.sweeping-advance") == 0
    assert option(state, "wh40k.assumed.reserves.in-use") == 1
    assert option(place(options={"wh40k.assumed.game-length": 3}), "wh40k.assumed.game-length") == 3
    assert list(option_problems(dict(DEFAULTS))) == []


@pytest.mark.parametrize(
    ("key", "value", "range_"),
    [
        ("wh40k.assumed.game-length", 0, "1 to 20"), ("wh40k.assumed.roster.points", 10_001, "0 to 10000"),
        ("wh40k.usr.barrage.indirect", 2, "0 to 1"), ("wh40k.usr.barrage.indirect", "yes", "0 to 1"),
    ],
)  # fmt: skip
def test_values_an_option_cannot_have(key: str, value: int | str, range_: str) -> None:
    assert list(option_problems({key: value})) == [f"option {key} is a number from {range_}, not {value!r}"]


def test_an_expansion_has_limits_of_its_own() -> None:
    """More options, phases and checks by parameters: nothing is copied."""
    own = replace(
        LIMITS,
        options={**DEFAULTS, "x.level": "alpha", "x.stock": "", "x.most": 5},
        choices={"x.level": ("alpha", "gamma")},
        steps={**position.STEPS, "terrain": ()},
        more=(lambda state: ["no ruins"] if len(state.table.terrain) < 3 else [],),
    )
    said: dict[str, int | str | bool] = {"x.level": "gamma", "x.stock": "r1 900", "x.most": 99}
    assert list(position.problems(place(options=said), own)) == []
    wrong: dict[str, int | str | bool] = {"x.level": "zeta", "x.stock": 4, "x.most": 100}
    assert len(list(option_problems(wrong, own))) == 3
    assert list(position.problems(place(phase="terrain", step="anything"), own)) == []
    assert list(position.problems(place(table=Table(7200, 4800)), own)) == ["no ruins"]
    assert option(place(), "x.most", {"x.most": 7}) == 7


# --- rosters and sheets --------------------------------------------------------------------------------------------

GUN = Weapon("gun", "Gun", {"range": 2400, "type": "Heavy", "shots": 2, "S": 4, "AP": 5})
MAN = Sheet("1", "Man", "Man", {"WS": 3, "BS": 3, "S": 3, "T": 3, "W": 1, "I": 3, "A": 1, "Ld": 7, "Sv": 5},
            keywords=("Infantry",), weapons=(GUN,))  # fmt: skip
TANK = Sheet(
    "1", "Tank", "Tank", {"BS": 3, "FA": 11, "SA": 11, "RA": 10, "HP": 3}, keywords=("Vehicle",), hull=(450, 300)
)


def armed(**changes: Any) -> Sheet:
    gun = msgspec.structs.replace(GUN, profile={**GUN.profile, **changes})
    return msgspec.structs.replace(MAN, weapons=(gun,))


def other(sheet: Sheet = MAN, **changes: Any) -> Sheet:
    return msgspec.structs.replace(sheet, **changes)


def test_sound_sheets_and_rosters() -> None:
    assert list(sheet_problems([MAN, TANK])) == []
    assert list(roster_problems(roster())) == []


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        (other(profile={**MAN.profile, "WS": 11}), "WS is a number from 0 to 10, not 11"),
        (other(profile={**MAN.profile, "T": 0}), "T is a number from 1 to 10, not 0"),
        (other(profile={**MAN.profile, "A": "D6"}), "A is a number from 0 to 10, not 'D6'"),
        (other(profile={**MAN.profile, "Sv": 7}), "Sv is a number from 2 to 6, not 7"),
        (other(profile={**MAN.profile, "M": 6}), "'M' is not a characteristic"),
        (other(profile={"T": 3, "W": 1}), "Ld is missing"),
        (other(TANK, profile={"BS": 3, "FA": 11, "SA": 11, "RA": 10}), "HP is missing"),
        (other(hull=(450, 300)), "only a vehicle has a hull"), (other(TANK, hull=(450, 0)), "hull is 0"),
        (other(base=0), "base is 0"), (other(height=5_001), "height is 5001"), (other(points=-1), "points is -1"),
        (other(id=""), "a model has an id of 1 to 40 characters"),
        (other(has={"wh40k.usr.feel-no-pain": 7}), "feel-no-pain is a number from 2 to 6, not 7"),
        (other(has={"wh40k.assumed.transport.capacity": "ten"}), "capacity is a number from 1 to 99, not 'ten'"),
        (armed(type="Bow"), "type of Gun cannot be 'Bow'"), (armed(range=0), "range of Gun cannot be 0"),
        (armed(type="Melee"), "range of Gun cannot be 2400"), (armed(shots="D4"), "shots of Gun cannot be 'D4'"),
        (armed(shots=0), "shots of Gun cannot be 0"), (armed(S="big"), "S of Gun cannot be 'big'"),
        (armed(S=11), "S of Gun cannot be 11"), (armed(AP=7), "AP of Gun cannot be 7"),
        (armed(min=-1), "min of Gun cannot be -1"), (other(weapons=(GUN, GUN)), "weapon 'gun' stands twice"),
        (other(weapons=(GUN,) * 31), "at most 30 weapons"),
        (other(weapons=(msgspec.structs.replace(GUN, has={"wh40k.usr.blast": 3}),)), "blast is a number from 1 to 2"),
    ],
)  # fmt: skip
def test_what_no_rule_could_read_on_a_sheet(sheet: Sheet, said: str) -> None:
    assert any(said in problem for problem in sheet_problems([sheet])), list(sheet_problems([sheet]))


def test_what_no_rule_could_read_of_a_roster() -> None:
    army = roster()
    twice = msgspec.structs.replace(army, units=(*army.units, army.units[0]))
    assert "unit 'u1' stands twice" in list(roster_problems(twice))
    crowd = msgspec.structs.replace(army, models=army.models * 11)
    assert list(roster_problems(crowd)) == ["a roster has at most 200 models, not 220"]
    long = msgspec.structs.replace(army.units[0], id="u" * 41, points=-1)
    found = list(roster_problems(msgspec.structs.replace(army, units=(long, *army.units[1:]))))
    assert any("an id of 1 to 40 characters" in p for p in found) and any("points is -1" in p for p in found)


# --- tables --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_tables_are_sound_and_have_two_long_zones(seed: int) -> None:
    """`wh40k.assumed.deployment`: 72 by 48 inches, a zone along each long edge."""
    found = table(seed)
    assert list(table_problems(found)) == [] and table(seed) == found
    assert (found.width, found.depth, found.mapped) == (7200, 4800, True)
    assert [(z.id, z.outline[0], z.outline[2]) for z in found.zones] == [
        ("south", (0, 0), (7200, 1200)), ("north", (0, 3600), (7200, 4800)),
    ]  # fmt: skip
    assert {piece.kind for piece in found.terrain} <= set(KINDS)
    for piece in found.terrain:
        assert all(0 <= x <= 7200 and 0 <= y <= 4800 for x, y in piece.outline)


def test_every_layout_is_drawn_and_every_kind_stands_somewhere() -> None:
    drawn = {frozenset(piece.name for piece in table(seed).terrain) for seed in range(40)}
    assert len(drawn) == len(LAYOUTS)
    kinds = {piece.kind for seed in range(40) for piece in table(seed).terrain}
    assert kinds == {
        "ruin", "forest", "rubble", "crater", "wall", "building", "razor-wire", "tank-trap", "barricade", "road",
    }  # fmt: skip
