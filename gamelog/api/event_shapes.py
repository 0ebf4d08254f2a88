"""The types of events as components of the OpenAPI document: acts, terms, states and standings, from their own classes.

Each type is a component called `Event` and its name, so that none is taken for one of the games' (`Report`, `Roster`).
"""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any

import msgspec

from gamelog.contest.acts import Act
from gamelog.contest.overall import Awards
from gamelog.contest.pairing.request import Paired, Request
from gamelog.contest.places import Explanation, StandingsTable
from gamelog.contest.state import TournamentState
from gamelog.contest.stream import StoredAct
from gamelog.contest.terms import Terms
from gamelog.tournaments.selectors import StandingsEffect

PREFIX = "Event"
_REF = f"#/components/schemas/{PREFIX}"
TYPES = (StoredAct, TournamentState, StandingsTable, Explanation, StandingsEffect, Terms, Request, Paired, Awards)


def ref(name: str) -> dict[str, Any]:
    """A reference to the component of a type, `Act` or the name of its class."""
    return {"$ref": _REF + name}


@cache
def schemas() -> dict[str, Any]:
    """The components of every type that event addresses use."""
    (act, *_), found = msgspec.json.schema_components([Act, *TYPES], ref_template=_REF + "{name}")
    return {PREFIX + name: plain(schema) for name, schema in {**found, "Act": act}.items()}


def plain(node: Any) -> Any:
    """A JSON Schema as OpenAPI 3.0 writes it: no null, no tuples of kinds, no members beside a reference."""
    if isinstance(node, list):
        return [plain(each) for each in node]
    if not isinstance(node, dict):
        return node
    left_out = ("title", "propertyNames", *(() if node.get("required") else ("required",)))
    made = {key: _member(key, value) for key, value in node.items() if key not in left_out}
    if "prefixItems" in made:
        kinds = made.pop("prefixItems")
        made["items"] = kinds[0] if all(each == kinds[0] for each in kinds) else {"anyOf": kinds}
    if {"type": "null"} in made.get("anyOf", ()):
        return _nullable(made)
    return {"allOf": [{"$ref": made.pop("$ref")}], **made} if "$ref" in made and len(made) > 1 else made


def _member(key: str, value: Any) -> Any:
    if key == "properties":
        return {name: plain(each) for name, each in value.items()}
    if key in ("default", "enum", "discriminator"):
        return value
    return inspect.cleandoc(value) if key == "description" else plain(value)


def _nullable(made: dict[str, Any]) -> dict[str, Any]:
    others = [each for each in made.pop("anyOf") if each != {"type": "null"}]
    only = others[0] if len(others) == 1 and "$ref" not in others[0] else {"anyOf": others}
    return {**only, **made, "nullable": True}


def add(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add the components to the document; drf-spectacular calls this last."""
    result["components"]["schemas"] = dict(sorted({**result["components"]["schemas"], **schemas()}.items()))
    return result
