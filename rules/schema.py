"""JSON Schema (2020-12) of what a ruleset reads and writes, made from the same classes the engine decodes with."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.events import Header
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State


def schema(ruleset: Ruleset) -> dict[str, Any]:
    """The schema of a ruleset: `declaration`, `event`, `position` and `header` are its definitions of the same name."""
    parts = {"declaration": ruleset.declaration, "event": ruleset.event, "position": State, "header": Header}
    shapes, definitions = msgspec.json.schema_components(parts.values(), ref_template="#/$defs/{name}")
    named = dict(zip(parts, shapes, strict=True))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{ruleset.name}, version {ruleset.version}",
        "oneOf": list(named.values()),
        "$defs": {**definitions, **named},
    }
