"""The JSON Schema accepts every line of real files, and refuses any other line."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from rules.schema import schema
from tests.evidence.signed import small, whole
from tests.evidence.test_evidence import sealed
from tests.kernel.games import KT


@cache
def validator(name: str) -> Any:
    made = schema(KT)
    return jsonschema.Draft202012Validator({"$defs": made["$defs"], "$ref": f"#/$defs/{name}"})


def lines(data: bytes) -> list[tuple[str, Any]]:
    """The lines of a file, each with the name of its definition."""
    header, *rest = map(json.loads, data.splitlines())
    names = {"event": "line", "keys": "keys", "checkpoint": "checkpoint", "seal": "seal"}
    return [("header", header), *((next(names[name] for name in names if name in line), line) for line in rest)]


@pytest.mark.parametrize("file", [whole(), small(2, states=True), small(4), sealed()], ids=["a", "b", "c", "sealed"])
def test_every_line_of_a_real_file(file: Any) -> None:
    found = lines(file.dump())
    for name, line in found:
        validator(name).validate(line)
    assert {"header", "line", "keys", "checkpoint"} <= {name for name, _ in found}


@pytest.mark.parametrize("name", ["line", "keys", "checkpoint", "seal"])
@pytest.mark.parametrize("change", ["a member more", "a member less", "capitals"])
def test_what_is_no_such_line(name: str, change: str) -> None:
    line = next(line for kind, line in lines(sealed().dump()) if kind == name)
    if change == "a member more":
        line["comment"] = "mine"
    elif change == "a member less":
        line.pop(sorted(line)[0])
    else:
        line = json.loads(re.sub(r'("(?:hash|signature)": ")', r"\1X", json.dumps(line)))
    assert not validator(name).is_valid(line)
