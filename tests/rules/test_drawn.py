"""Tables as players draw them: what comes of a plan, what is wrong with one, and that our layouts are plans too."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules import drawn
from rules.drawn import Fault, Piece, Plan
from rules.kernel import convex
from rules.kernel.actions import Begin
from rules.kernel.state import Table, table_problems
from rules.necro import ground
from rules.t9a import terrain as of_t9a
from rules.wh40k.movement import terrain as of_wh40k

READY = [(system, ready) for system in rules.RULESETS for ready in rules.load(system).palette.ready]
WALL = Piece("t1", "wall", 1000, 1000, 500, 50, 500)


def plan(*pieces: Piece, **changed: Any) -> Plan:
    return msgspec.structs.replace(Plan(3000, 2200, "short-edges", pieces), **changed)


def wrong(what: Plan, system: str = "kt") -> list[Fault]:
    return list(drawn.faults(rules.load(system).palette, what))


@pytest.mark.parametrize("system, ready", READY, ids=[f"{system}-{ready.key}" for system, ready in READY])
def test_a_layout_of_ours_is_drawn_of_the_palette_and_comes_back_as_it_was(system: str, ready: Any) -> None:
    ruleset, table = rules.load(system), ready.table()
    made = drawn.plan_of(ruleset.palette, table)
    assert wrong(made, system) == []
    assert drawn.table_of(ruleset, made) == table
    assert bool(made.deployment) == bool(table.zones)


@pytest.mark.parametrize("system", rules.RULESETS)
def test_layouts_and_pieces_are_called_something_in_both_languages(system: str) -> None:
    palette = rules.load(system).palette
    named = [*(each.name for each in palette.pieces), *(each.name for each in palette.deployments)]
    named += [phrase for each in palette.ready for phrase in (each.name, each.about)]
    assert palette.pieces and palette.ready
    for phrase in named:
        assert any("а" <= letter <= "я" for letter in phrase.ru.lower()), phrase
        assert phrase.en and phrase.en != phrase.ru
    for language in ("en", "ru"):
        names = [each.name.fill(language, {}) for each in palette.ready]
        assert len(set(names)) == len(names)
    assert len({each.key for each in palette.pieces}) == len(palette.pieces)


def test_every_kind_of_the_palettes_means_something_to_the_rules() -> None:
    known = {"wh40k": of_wh40k.KINDS, "cod": of_wh40k.KINDS, "t9a": of_t9a.KINDS, "necro": ground.KINDS}
    for system, kinds in known.items():
        assert {each.kind for each in rules.load(system).palette.pieces} <= set(kinds), system


@pytest.mark.parametrize("system", rules.RULESETS)
def test_every_usual_size_and_deployment_makes_a_table_whose_zones_are_apart(system: str) -> None:
    ruleset = rules.load(system)
    palette = ruleset.palette
    small, large = palette.least
    for width, depth in (*palette.sizes, (small, large), (large, small), (palette.most, palette.most)):
        for key in ["", *(each.key for each in palette.deployments)]:
            table = drawn.table_of(ruleset, Plan(100 * width, 100 * depth, key))
            assert list(table_problems(table)) == []
            assert len(table.zones) == (2 if key else 0)
            if key:
                assert not convex.overlap(table.zones[0].outline, table.zones[1].outline)
                assert all(0 <= x <= table.width and 0 <= y <= table.depth for z in table.zones for x, y in z.outline)


@pytest.mark.parametrize("system", rules.RULESETS)
@given(data=st.data())
def test_whatever_is_drawn_is_a_sound_table_or_a_field_is_named(system: str, data: st.DataObject) -> None:
    ruleset = rules.load(system)
    palette = ruleset.palette
    number = st.integers(-50, 5000)
    pieces = data.draw(st.lists(st.builds(
        Piece, id=st.sampled_from(["t1", "t2", "r3", "t10", "", "x.1", "T1"]),
        kind=st.sampled_from([*(each.key for each in palette.pieces), "castle"]), x=number, y=number,
        width=number, depth=number, height=st.sampled_from([0, 1, 100, 300, 600, 2500]),
        turn=st.sampled_from([0, 45, 90, 135, 30]), floor=st.sampled_from([0, 300, -1]),
        of=st.sampled_from(["", "t1"]), name=st.sampled_from(["", "", "Augusta"]),
    ), max_size=4))  # fmt: skip
    what = Plan(data.draw(st.integers(0, 15_000)), data.draw(st.integers(0, 15_000)), "", tuple(pieces))
    found = wrong(what, system)
    if found:
        with pytest.raises(rules.Malformed) as error:
            drawn.table_of(ruleset, what)
        assert error.value.path == f"$.plan{found[0].path}"
        assert found[0].field in {*Piece.__struct_fields__, *Plan.__struct_fields__}
    else:
        table = drawn.table_of(ruleset, what, "ru")
        assert list(table_problems(table)) == []
        assert all(0 <= x <= table.width and 0 <= y <= table.depth for p in table.terrain for x, y in p.outline)
        rules.decide(ruleset, rules.empty(ruleset), rules.Declaration(by="table", action=Begin(table=table)))


@pytest.mark.parametrize("turn, corners", [
    (0, ((750, 975), (1250, 975), (1250, 1025), (750, 1025))),
    # A quarter: width and depth change places.
    (90, ((975, 750), (1025, 750), (1025, 1250), (975, 1250))),
    # Half of 500 and of 50, times 0.7071: 176.8 and 17.7 on each axis.
    (45, ((1000 - 177 + 18, 1000 - 177 - 18), (1000 + 177 + 18, 1000 + 177 - 18),
          (1000 + 177 - 18, 1000 + 177 + 18), (1000 - 177 - 18, 1000 - 177 + 18))),
    (135, ((1000 + 177 + 18, 1000 - 177 + 18), (1000 - 177 + 18, 1000 + 177 + 18),
           (1000 - 177 - 18, 1000 + 177 - 18), (1000 + 177 - 18, 1000 - 177 - 18))),
])  # fmt: skip
def test_a_box_is_turned_about_its_middle(turn: int, corners: drawn.Outline) -> None:
    assert drawn.outline(msgspec.structs.replace(WALL, turn=turn)) == corners


@given(st.integers(10, 3000), st.integers(10, 3000), st.sampled_from(drawn.TURNS))
def test_opposite_corners_of_a_turned_box_are_opposite(width: int, depth: int, turn: int) -> None:
    box = drawn.outline(Piece("t1", "wall", 5000, 5000, width, depth, 100, turn))
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = box
    assert (ax + cx, ay + cy) == (bx + dx, by + dy)
    assert list(table_problems(Table(10_000, 10_000, zones=()))) == []
    assert convex.overlap(box, ((4999, 4999), (5001, 4999), (5001, 5001), (4999, 5001)))


@pytest.mark.parametrize("changed, fault", [
    ({"kind": "castle"}, Fault("kind", "unknown", 0)),
    ({"id": "wall one"}, Fault("id", "id", 0)),
    ({"width": 9}, Fault("width", "range", 0, 10, 3000)),
    ({"depth": 3001}, Fault("depth", "range", 0, 10, 3000)),
    ({"height": 0}, Fault("height", "range", 0, 1, 2400)),
    ({"height": 2401}, Fault("height", "range", 0, 1, 2400)),
    ({"floor": -1}, Fault("floor", "range", 0, 0, 2400)),
    ({"turn": 30}, Fault("turn", "turn", 0)),
    ({"of": "t1"}, Fault("of", "nothing", 0)),
    ({"name": "Augusta's wall"}, Fault("name", "unknown", 0)),
    ({"x": 249}, Fault("x", "off-table", 0, 0, 3000)),
    ({"y": 2176}, Fault("y", "off-table", 0, 0, 2200)),
])  # fmt: skip
def test_each_field_of_a_piece_is_named_when_it_is_wrong(changed: dict[str, Any], fault: Fault) -> None:
    assert wrong(plan(WALL)) == []
    assert wrong(plan(msgspec.structs.replace(WALL, **changed))) == [fault]


@pytest.mark.parametrize("made, fault", [
    (plan(width=1999), Fault("width", "range", None, 2000, 6000)),
    (plan(depth=1999), Fault("depth", "range", None, 2000, 6000)),
    # The larger measure is at least 22", whichever it is.
    (plan(width=2199, depth=2000), Fault("width", "range", None, 2200, 6000)),
    (plan(width=6001), Fault("width", "range", None, 2000, 6000)),
    (plan(deployment="diagonal"), Fault("deployment", "unknown")),
    (plan(*[WALL] * 121), Fault("pieces", "many", None, 0, 120)),
    (plan(WALL, WALL), Fault("id", "twice", 0)),
])  # fmt: skip
def test_what_is_wrong_with_the_table_itself(made: Plan, fault: Fault) -> None:
    found = wrong(made)
    assert (found[0].field, found[0].why, found[0].at, found[0].most) == (fault.field, fault.why, fault.at, fault.most)
    with pytest.raises(rules.Malformed) as error:
        drawn.table_of(rules.load("kt"), made)
    assert error.value.path == f"$.plan{fault.path}"


def test_a_ruin_of_a_city_has_a_floor_for_each_storey_above_the_ground() -> None:
    ruin = Piece("r1", "ruin", 2400, 2400, 800, 600, 900, 45)
    table = drawn.table_of(rules.load("cod"), Plan(4800, 4800, "", (ruin,)), "ru")
    assert [(each.id, each.name, each.kind, each.floor) for each in table.terrain] == [
        ("r1", "Руина 1", "ruin", 0),
        ("r1.2", "Руина 1, этаж 2", "floor", 290),
        ("r1.3", "Руина 1, этаж 3", "floor", 590),
    ]
    assert len({each.outline for each in table.terrain}) == 1
    odd = Plan(4800, 4800, "", (msgspec.structs.replace(ruin, height=700),))
    assert wrong(odd, "cod") == [Fault("height", "storeys", 0, 300, 2400)]


def test_a_terminal_belongs_to_a_door_of_the_table() -> None:
    door = Piece("t1", "door", 1800, 1800, 200, 50, 300)
    terminal = Piece("t2", "terminal", 1800, 1700, 40, 40, 120, of="t1")
    field = Plan(3600, 3600, "long-edges", (door, terminal))
    assert wrong(field, "necro") == []
    assert drawn.table_of(rules.load("necro"), field).terrain[1].name == "Terminal 1: t1"
    for of in ("", "t2", "t9"):
        lost = msgspec.structs.replace(field, pieces=(door, msgspec.structs.replace(terminal, of=of)))
        assert wrong(lost, "necro") == [Fault("of", "nothing", 1)]


def test_pieces_are_numbered_by_their_kind_and_may_be_called_as_in_a_layout() -> None:
    office = msgspec.structs.replace(WALL, id="t2", name="Harbour office wall")
    crates = Piece("t3", "crates", 1500, 1000, 150, 150, 120)
    table = drawn.table_of(rules.load("kt"), plan(WALL, office, crates))
    assert [each.name for each in table.terrain] == ["Ruin wall 1", "Harbour office wall", "Crates 1"]


def test_the_usual_table_is_empty_and_can_be_begun_with() -> None:
    for system in rules.RULESETS:
        ruleset = rules.load(system)
        what = drawn.usual(ruleset.palette)
        assert wrong(what, system) == []
        table = drawn.table_of(ruleset, what)
        assert (table.terrain, table.width, table.depth) == ((), ruleset.table(0).width, ruleset.table(0).depth)
