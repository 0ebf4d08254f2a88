"""Positions: written, read back, and what is wrong with those that are none."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules.kernel.errors import Malformed
from rules.kernel.state import LIMIT, Decision, State, Table, Terrain, Zone, from_json, table_problems, to_json
from tests.kernel.games import KT, game, states
from tests.kernel.shapes import anything, damaged
from tests.rules.kt.board import box, model, position

SQUARE = ((0, 0), (10, 0), (10, 10), (0, 10))


@pytest.mark.parametrize(("seed", "rosters"), [(1, "demo"), (2, "demo"), (1, "crew")])
def test_positions_of_a_game_round_trip(seed: int, rosters: str) -> None:
    for state in states(game(seed, rosters).events):
        written = to_json(state)
        again = from_json(written)
        assert again == state
        assert to_json(again) == written
        assert list(again.models) == list(state.models), "rules go through models in one order"
        assert list(again.sides) == list(state.sides)


def test_models_have_one_order_whoever_mustered_first() -> None:
    keys = ["b1", "a10", "a2", "b11", "a1", "b2"]
    state = position(*(model(key) for key in keys))
    read = from_json(to_json(state))
    assert list(read.models) == ["a1", "a2", "a10", "b1", "b2", "b11"]
    state.sort()
    assert list(state.models) == list(read.models)


def test_a_copy_shares_nothing_that_changes() -> None:
    state = position(model("a1", game={"x": 1}), model("b1"), cp=2, a_round={"y": 1})
    twin = state.copied()
    assert twin == state
    twin.models["a1"].game["x"] = 2
    twin.models["a1"].at = (1, 1, 0)
    twin.sides["a"].counters["cp"] = 9
    twin.sides["a"].round["y"] = 9
    twin.game["z"] = 1
    del twin.models["b1"]
    assert state == position(model("a1", game={"x": 1}), model("b1"), cp=2, a_round={"y": 1})


def test_alive_and_enemy() -> None:
    state = position(model("a1"), model("a2", out=True), model("a3", None), model("b1"))
    assert [m.id for m in state.alive()] == ["a1", "b1"]
    assert [m.id for m in state.alive("a")] == ["a1"]
    assert (state.enemy("a"), state.enemy("b")) == ("b", "a")


def wrong(**changes: Any) -> str:
    """What is said of a sound position with these fields changed."""
    state = msgspec.structs.replace(position(model("a1"), model("b1")), **changes)
    with pytest.raises(Malformed) as raised:
        from_json(to_json(state))
    return raised.value.reason


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": 2}, "format 2 is not 1"),
        ({"to_act": "c"}, "'c' is to act but is not a side"),
        ({"order": ("a", "c")}, "'c' is in the order but is not a side"),
        ({"active": "a9"}, "active 'a9' is unknown"),
        ({"models": {"a1": model("a2")}}, "model 'a1' is stored as 'a2'"),
        ({"models": {"c1": model("c1")}}, "model c1 is of unknown side 'c'"),
        ({"sides": {}}, "'a' is to act but is not a side"),
        ({"pending": Decision("kt.charge.roll", "c")}, "asks unknown side 'c'"),
        ({"pending": Decision("kt.charge.roll", "a", "a7", ("b7",))}, "asks about unknown model 'b7'"),
        ({"models": {"a": model("a")}}, "'a' is both a side and a model"),
        ({"table": Table(-1, 5)}, "a table needs a width and a depth"),
    ],
)
def test_what_does_not_fit_together(changes: dict[str, Any], said: str) -> None:
    assert said in wrong(**changes)


def test_all_problems_are_reported_at_once() -> None:
    said = wrong(format=9, to_act="x", active="y", order=("z",))
    assert len(said.split("; ")) == 4


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (Table(9, 9, terrain=(box("t", 0, 0, 5, 5, 0),)), "terrain 't' has no height"),
        (Table(9, 9, terrain=(box("t", 0, 0, 5, 5, 1), box("t", 0, 0, 5, 5, 1))), "terrain 't' stands twice"),
        (Table(9, 9, zones=(Zone("z", "Z", SQUARE), Zone("z", "Z", SQUARE))), "zone 'z' stands twice"),
        (Table(9, 9, zones=(Zone("z", "Z", ()),)), "outline of zone 'z'"),
        (Table(9, 9, zones=(Zone("z", "Z", SQUARE[:2]),)), "outline of zone 'z'"),
        (Table(9, 9, terrain=(Terrain("t", "T", SQUARE[::-1], 5),)), "outline of terrain 't'"),
        (Table(9, 9, terrain=(Terrain("t", "T", ((0, 0), (9, 0), (1, 1), (0, 9)), 5),)), "outline of terrain 't'"),
        (Table(9, 9, terrain=(Terrain("t", "T", ((0, 0), (9, 9), (5, 5)), 5),)), "outline of terrain 't'"),
        # a star of five points turns left at every corner, twice round
        (Table(9, 9, zones=(Zone("z", "Z", ((100, 50), (10, 79), (65, 2), (65, 98), (10, 21))),)), "outline of zone"),
        (Table(9, 9, zones=(Zone("z", "Z", SQUARE), Zone("y", "Y", (*SQUARE[:2], (10, 5), *SQUARE[2:])))), ""),
    ],
)
def test_tables(table: Table, said: str) -> None:
    found = list(table_problems(table))
    assert len(found) == bool(said) and said in "".join(found)


@pytest.mark.parametrize("text", ["", "{", "null", "[]", "{}", '"x"', "[" * 99_999, "\x00", "NaN", '{"ruleset":"kt"}'])
def test_text_that_is_no_position(text: str) -> None:
    with pytest.raises(Malformed) as raised:
        from_json(text)
    assert raised.value.path.startswith("$") and raised.value.reason


def test_the_path_names_the_place() -> None:
    value = msgspec.to_builtins(position(model("a1"), model("b1")))
    value["models"]["a1"]["at"] = [1, 2, LIMIT + 1]
    with pytest.raises(Malformed) as raised:
        from_json(json.dumps(value))
    assert raised.value.path == "$.models[...].at[2]"


@given(anything)
@settings(deadline=None)
def test_any_json_is_a_position_or_malformed(value: Any) -> None:
    with suppress(Malformed):
        from_json(json.dumps(value))


@given(st.binary(max_size=40))
def test_any_bytes_are_a_position_or_malformed(data: bytes) -> None:
    with suppress(Malformed):
        from_json(data)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_damaged_positions_are_positions_or_malformed(data: st.DataObject) -> None:
    found = states(game(1, "crew").events)
    value = msgspec.to_builtins(found[data.draw(st.integers(0, len(found) - 1))])
    with suppress(Malformed):
        state = from_json(json.dumps(data.draw(damaged(value, ("a1", "b1", "x"), times=3))))
        assert from_json(to_json(state)) == state


def test_a_position_without_a_format_is_of_format_one() -> None:
    assert b"format" not in to_json(State("kt", "1", Table(0, 0)))
    assert from_json('{"ruleset":"kt","version":"1","table":{"width":1,"depth":1}}').format == 1


def test_every_position_of_a_game_is_one_of_its_ruleset() -> None:
    for seed in (1, 2):
        assert [problem for state in states(game(seed).events)[2:] for problem in KT.problems(state)] == []


def test_options_are_known_at_every_position() -> None:
    for state in states(game(2).events)[:-1]:
        assert rules.options(KT, state) or state.phase == "setup"
