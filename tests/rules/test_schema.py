"""The JSON Schema of a ruleset: short names, every mark and option described, real positions accepted, odd ones not."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

import rules
from rules import asking
from rules.schema import schema
from tests.kernel.systems import games, ruleset
from tests.playthroughs import SYSTEMS

EACH = pytest.mark.parametrize("key", list(SYSTEMS))


@cache
def made(key: str) -> dict[str, Any]:
    return schema(ruleset(key))


def valid(key: str, name: str, value: Any) -> bool:
    shape = {"$defs": made(key)["$defs"], "$ref": f"#/$defs/{name}"}
    return bool(jsonschema.Draft202012Validator(shape).is_valid(value))


@EACH
def test_names_are_short_words(key: str) -> None:
    names = made(key)["$defs"]
    assert [name for name in names if not re.fullmatch(r"[A-Za-z]{3,24}", name)] == []
    assert {"declaration", "event", "position", "query", "answer", "commitment"} <= set(names)
    assert [name for name, shape in names.items() if shape.get("title", name) != name] == []


@EACH
def test_every_reference_leads_somewhere(key: str) -> None:
    found = re.findall(r'"#/\$defs/([^"]+)"', json.dumps(made(key)))
    assert found and set(found) <= set(made(key)["$defs"])


@EACH
def test_every_mark_and_every_option_is_described(key: str) -> None:
    of, shapes = ruleset(key), made(key)["$defs"]
    marks = {mark: shape for name, each in shapes.items() if re.search("(Game|Round|Turn|Phase)$", name) and
             "properties" in each for mark, shape in each["properties"].items()}  # fmt: skip
    assert set(marks) == set(of.marks)
    assert all("Its value is " in shape["description"] for shape in marks.values())
    options = shapes["Options"]["properties"]
    assert set(options) == {setting.key for setting in of.settings}
    assert all(shape["description"].endswith(".") and "default" in shape for shape in options.values())


@EACH
def test_positions_of_real_games_are_accepted(key: str) -> None:
    file = games(key, 1)[0]
    for number in range(0, len(file.events), 15):
        assert valid(key, "position", json.loads(rules.to_json(rules.fold(ruleset(key), file.events[:number]))))


@EACH
@pytest.mark.parametrize("place", ["model", "side", "game", "options"])
def test_a_misspelt_mark_or_option_is_not_accepted(key: str, place: str) -> None:
    file = games(key, 1)[0]
    state = json.loads(rules.to_json(rules.fold(ruleset(key), file.events[: len(file.events) // 2])))
    holder = state
    if place in ("model", "side"):
        holder = next(iter(state[f"{place}s"].values()))
    holder.setdefault("options" if place == "options" else "game", {})["no.such"] = 1
    assert not valid(key, "position", state)


@EACH
def test_queries_and_answers_fit(key: str) -> None:
    of = ruleset(key)
    assert valid(key, "query", {"type": "distance", "of": "a1", "to": "b1"})
    assert not valid(key, "query", {"type": "distance", "of": "a1"})
    file = games(key, 1)[0]
    state = rules.fold(of, file.events)
    answers = asking.ask(of, state, asking.worded(of, "score", {}))
    assert answers and all(valid(key, "answer", json.loads(rules.canonical(answer))) for answer in answers)
