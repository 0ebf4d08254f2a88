"""What can be asked of a position: each query of each system, with its value, its unit and the clauses it rests on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rules
from rules import asking
from rules.__main__ import main
from rules.kernel.query import Answer
from rules.kernel.state import State, Table
from tests.kernel.systems import games, ruleset
from tests.playthroughs import SYSTEMS
from tests.rules.cod.streets import city, ruin
from tests.rules.kt.board import KT, box, model, position
from tests.rules.wh40k.field import box as piece
from tests.rules.wh40k.field import field, squad, tank

EACH = pytest.mark.parametrize("key", list(SYSTEMS))
COD, WH40K = rules.load("cod"), rules.load("wh40k")
NAMES = ("distance", "sight", "cover", "holds", "score", "reach")


def asked(system: rules.Ruleset, state: State, query: str, **about: str) -> list[Answer]:
    return list(asking.ask(system, state, asking.worded(system, query, about)))


def values(system: rules.Ruleset, state: State, query: str, **about: str) -> dict[str, Any]:
    return {answer.of: answer.value for answer in asked(system, state, query, **about)}


@EACH
def test_every_system_answers_the_same_queries_of(key: str) -> None:
    found = asking.queries(ruleset(key))
    assert tuple(row.name for row in found) == NAMES
    assert all(row.text.endswith(".") and row.unit for row in found)
    assert found[0].takes == {"of": True, "to": True} and found[3].takes == {"where": False}


@EACH
def test_answers_name_clauses_units_and_things_that_exist(key: str) -> None:
    """In positions of real games; nothing is changed by asking, and a refusal is one of the engine's own."""
    of, answered = ruleset(key), set()
    for number in range(10, len(games(key, 1)[0].events), 9):
        state = rules.fold(of, games(key, 1)[0].events[:number])
        before = rules.to_json(state)
        for query, about in queries_of(state):
            try:
                found = asked(of, state, query, **about)
            except rules.IllegalAction:
                continue
            answered.add(query)
            for answer in found:
                assert answer.clauses and set(answer.clauses) <= set(of.clauses), (query, answer)
                assert answer.unit and set(answer.facts.get("rules", ())) <= {rule.id for rule in of.rules}
                msgspec.json.encode(answer)
        assert rules.to_json(state) == before
    assert answered == set(NAMES)


def queries_of(state: State) -> list[tuple[str, dict[str, str]]]:
    every = list(state.models.values())
    one, other = ((state.alive(side) or [m for m in every if m.side == side])[-1].id for side in state.sides)
    target = state.models[other].unit or other
    terrain = [piece.id for piece in state.table.terrain][-1:]
    return [
        ("distance", {"of": one, "to": target}), *(("distance", {"of": key, "to": one}) for key in terrain),
        ("sight", {"viewer": one, "target": target}), ("cover", {"attacker": one, "target": target}),
        ("holds", {}), ("score", {}), ("reach", {"of": target}),
    ]  # fmt: skip


# Kill Team

WALL = box("wall", 950, 0, 1000, 1000, 500)
CRATE = box("crate", 1250, 400, 1300, 600, 100)


def test_kt_distance_between_models_and_terrain() -> None:
    # 900 between the middles, less two bases of 50
    here = position(model("a1", (500, 500)), model("b1", (1400, 500)), terrain=[WALL])
    (found,) = asked(KT, here, "distance", of="a1", to="b1")
    assert (found.value, found.unit, found.clauses) == (800, "hundredths of an inch", ("kt.measure.within",))
    assert found.facts == {"between": ("a1", "b1")}
    # 950 - 500 - 50
    assert [a.value for a in asked(KT, here, "distance", of="wall", to="a1")] == [400]
    assert [a.value for a in asked(KT, here, "distance", of="a1", to="wall")] == [400]


@pytest.mark.parametrize(
    ("terrain", "visible", "covered"),
    [
        pytest.param((), True, "open", id="nothing"),
        pytest.param((WALL,), False, "obscured", id="a wall too high to see over, farther than 1 inch"),
        pytest.param((CRATE,), True, "in-cover", id="a crate within 1 inch of the target"),
    ],
)
def test_kt_sight_and_cover(terrain: Any, visible: bool, covered: str) -> None:
    here = position(model("a1", (500, 500)), model("b1", (1400, 500)), terrain=terrain)
    (seen,) = asked(KT, here, "sight", viewer="a1", target="b1")
    assert (seen.of, seen.value, seen.clauses) == ("b1", visible, ("kt.shoot.visibility",))
    (cover,) = asked(KT, here, "cover", attacker="a1", target="b1")
    assert cover.value == covered and cover.clauses[0] == "kt.hit.obscured-definition"
    assert cover.facts["by"] == [each.id for each in terrain]
    assert ("kt.injury.mod-cover" in cover.clauses) == (covered == "in-cover")


def test_without_a_terrain_map_nothing_is_measured() -> None:
    here = position(model("a1", (500, 500)), model("b1", (1400, 500)))
    here.table = Table(3000, 2200, mapped=False)
    for query, about in (("sight", {"viewer": "a1", "target": "b1"}), ("cover", {"attacker": "a1", "target": "b1"})):
        (found,) = asked(KT, here, query, **about)
        assert found.value is None and "table.fact" in found.clauses


def test_kt_who_holds_a_zone_and_the_score() -> None:
    here = position(model("a1", (500, 500)), model("a2", (2600, 500)), model("b1", (2800, 500)))
    assert values(KT, here, "holds") == {"west": "a", "east": ""}
    assert values(KT, here, "holds", where="west") == {"west": "a"}
    (east,) = asked(KT, here, "holds", where="east")
    assert east.facts == {"a": ["a2"], "b": ["b1"]}
    here.models["b1"].out = True
    assert values(KT, here, "holds")["east"] == "a"
    found = asked(KT, here, "score")
    assert [(a.of, a.value, a.clauses) for a in found] == [
        ("a", 10, ("kt.gap.victory",)),
        ("b", 0, ("kt.gap.victory",)),
    ]


# Warhammer 40,000


def test_wh40k_distance_between_units_is_that_of_the_nearest_models() -> None:
    # a row of five, 150 apart: the last at 1600; the first enemy at 3000; two bases of 50
    here = field(squad("au1", (1000, 1000), 5), squad("bu1", (3000, 1000), 5))
    (found,) = asked(WH40K, here, "distance", of="au1", to="bu1")
    assert (found.value, found.facts) == (1300, {"between": ("au1.5", "bu1.1")})


def test_wh40k_cover_is_a_save_with_what_gives_it() -> None:
    wood = piece("wood", 2900, 900, 3100, 1100, 200, kind="forest")
    here = field(squad("au1", (1000, 1000), 1), squad("bu1", (3000, 1000), 2), terrain=[wood])
    found = asked(WH40K, here, "cover", attacker="au1.1", target="bu1")
    assert {a.of: (a.value, a.facts["by"]) for a in found} == {"bu1.1": (5, ["wood"]), "bu1.2": (5, ["wood"])}
    assert all(a.clauses == ("wh40k.assumed.save.cover",) for a in found)
    here.units["bu1"].game["wh40k.assumed.go-to-ground"] = 9
    assert set(values(WH40K, here, "cover", attacker="au1.1", target="bu1").values()) == {4}


def test_wh40k_a_weapon_that_ignores_cover_is_asked_for_by_its_id() -> None:
    wood = piece("wood", 2900, 900, 3100, 1100, 200, kind="forest")
    here = field(squad("au1", (1000, 1000), 1), squad("bu1", (3000, 1000), 1), terrain=[wood])
    with pytest.raises(rules.Malformed, match="has no weapon 'flute'"):
        asked(WH40K, here, "cover", attacker="au1.1", target="bu1", weapon="flute")
    assert values(WH40K, here, "cover", attacker="au1.1", target="bu1", weapon="gun") == {"bu1.1": 5}


def test_a_rule_that_changes_the_answer_is_named() -> None:
    # moved at full speed, it jinks: 4+
    here = field(squad("au1", (1000, 1000), 1), tank("bu1", (3000, 1000), has={"wh40k.usr.jink": 1}))
    (open_,) = asked(WH40K, here, "cover", attacker="au1.1", target="bu1")
    here.models["bu1.1"].game["wh40k.usr.jink.fast"] = 1
    (jinks,) = asked(WH40K, here, "cover", attacker="au1.1", target="bu1")
    assert (open_.value, jinks.value, jinks.facts["rules"]) == (7, 4, ["wh40k.usr.jink"])


# Cities of Death


def test_cod_who_occupies_which_ruin() -> None:
    ruins = [ruin("r1", 2000, 2000), ruin("r2", 4000, 2000), ruin("r3", 6000, 2000)]
    inside = [(2100, 2100), (2300, 2100), (2500, 2100)]
    both = [(4100, 2100), (4300, 2100)], [(4100, 2400), (4300, 2400)]
    here = city(
        squad("au1", None, 3, places=inside), squad("au2", None, 2, places=both[0]),
        squad("bu1", None, 2, places=both[1]), scenario="domination", ruins=ruins,
    )  # fmt: skip
    assert values(COD, here, "holds") == {"r1": "a", "r2": "", "r3": ""}
    found = {a.of: a for a in asked(COD, here, "holds")}
    assert found["r2"].clauses == ("cod.scenario.occupy.definition", "cod.scenario.occupy.contested")
    assert found["r2"].facts == {"sides": ["a", "b"]}
    (score, _) = asked(COD, here, "score")
    assert (score.of, score.value, score.clauses) == ("a", 1, ("cod.scenario.domination.victory",))
    with pytest.raises(rules.Malformed, match="there is no city ruin 'r9'"):
        asked(COD, here, "holds", where="r9")


def test_cod_halves_are_called_halves() -> None:
    here = city(squad("au1", (1000, 1000), 1), squad("bu1", (4000, 4000), 1), scenario="maximum-attrition")
    assert {a.unit for a in asked(COD, here, "score")} == {"half points"}


# what is refused


@pytest.mark.parametrize(
    ("query", "about", "said"),
    [
        ("distanse", {}, "did you mean 'distance'?"),
        ("distance", {"of": "a1"}, "missing required field `to`"),
        ("distance", {"of": "a1", "to": "b1", "too": "b1"}, "there is no such field"),
        ("distance", {"of": "a1", "to": "b9"}, "there is nothing with the id 'b9'"),
        ("distance", {"of": "west", "to": "east"}, "one of the two has to be a model or a unit"),
        ("sight", {"viewer": "a9", "target": "b1"}, "there is no model 'a9'"),
        ("sight", {"viewer": "a1", "target": "west"}, "there is no model or unit 'west'"),
        ("cover", {"attacker": "a1", "target": "b1", "weapon": "gun"}, "there is no such field"),
        ("holds", {"where": "north"}, "there is no zone 'north'"),
    ],
)
def test_what_cannot_be_asked(query: str, about: dict[str, str], said: str) -> None:
    here = position(model("a1"), model("b1", (1400, 500)))
    with pytest.raises(rules.Malformed) as refused:
        asked(KT, here, query, **about)
    assert said in refused.value.reason


def test_a_model_off_the_table_is_not_measured() -> None:
    here = position(model("a1"), model("b1", None))
    with pytest.raises(rules.IllegalAction, match="b1 is not on the table"):
        asked(KT, here, "distance", of="a1", to="b1")


# the command line


def test_ask_lists_and_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "kt"]) == 0
    assert [row["name"] for row in json.loads(capsys.readouterr().out)] == list(NAMES)
    path = tmp_path / "p.json"
    path.write_bytes(rules.to_json(position(model("a1", (500, 500)), model("b1", (1400, 500)), phase="movement")))
    assert main(["ask", "kt", "distance", "of=a1", "to=b1", "--position", str(path)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["query"] == {"type": "distance", "of": "a1", "to": "b1"} and said["answers"][0]["value"] == 800
    for wrong in (["distance", "of"], ["distance"], [], ["height"]):
        assert main(["ask", "kt", *wrong, "--position", str(path)]) == 2
    path.write_bytes(path.read_bytes().replace(b'"movement"', b'"movment"'))
    assert main(["ask", "kt", "score", "--position", str(path)]) == 2
    assert "did you mean 'movement'?" in capsys.readouterr().err
