"""JSON Schema (2020-12) of a ruleset's input and output, generated from the classes the engine decodes with."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.events import Header
from rules.kernel.ruleset import Ruleset
from rules.kernel.state import State
from rules.trailers import CheckpointLine, KeysLine, SealLine

_HASH = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def schema(ruleset: Ruleset) -> dict[str, Any]:
    """The schema of a ruleset. Its definitions are `declaration`, `event`, `position`, and the lines of a game file.

    Those are `header`, `line` (an event with its hash), `keys`, `checkpoint` and `seal`.
    """
    parts = {
        "declaration": ruleset.declaration, "event": ruleset.event, "position": State, "header": Header,
        "keys": KeysLine, "checkpoint": CheckpointLine, "seal": SealLine,
    }  # fmt: skip
    shapes, definitions = msgspec.json.schema_components(parts.values(), ref_template="#/$defs/{name}")
    named = dict(zip(parts, shapes, strict=True))
    named["line"] = _line(named["event"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{ruleset.name}, version {ruleset.version}",
        "oneOf": list(named.values()),
        "$defs": {**definitions, **named},
    }


def _line(event: dict[str, Any]) -> dict[str, Any]:
    """The line of an event: its hash is over bytes, so the file's reader parses it by hand."""
    return {
        "type": "object",
        "description": "An event, the SHA-256 of its bytes, and where wanted that of the position after it.",
        "required": ["event", "hash"],
        "additionalProperties": False,
        "properties": {"event": event, "hash": _HASH, "state": _HASH},
    }
