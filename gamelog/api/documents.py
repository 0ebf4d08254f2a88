"""How addresses whose bodies are the log's own bytes are described in the OpenAPI document."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter

from gamelog.api.errors import PROBLEM
from gamelog.api.serializers import ProblemSerializer

EVENT: dict[str, Any] = {
    "type": "object",
    "description": "An event as it is stored; its members are those of the ruleset's schema.",
    "required": ["number", "by", "action", "previous"],
    "properties": {
        "number": {"type": "integer"},
        "by": {"type": "string"},
        "action": {"type": "object", "required": ["type"], "properties": {"type": {"type": "string"}}},
        "dice": {"type": "array", "items": {"type": "integer"}},
        "claim": {"type": "array", "items": {"type": "object"}},
        "effects": {"type": "array", "items": {"type": "object"}},
        "at": {"type": "string"},
        "previous": {"type": "string"},
    },
}
LINE: dict[str, Any] = {
    "type": "object",
    "required": ["event", "hash"],
    "properties": {"event": EVENT, "hash": {"type": "string"}},
}
LINES = {"type": "array", "items": LINE}
APPEND: dict[str, Any] = {
    "type": "object",
    "required": ["expected", "by", "action"],
    "additionalProperties": False,
    "properties": {
        "expected": {"type": "integer", "minimum": 0, "description": "how many events the game has"},
        **{name: EVENT["properties"][name] for name in ("by", "action", "dice", "claim")},
    },
}
EVENTS: dict[str, Any] = {
    "type": "object",
    "required": ["events", "next"],
    "properties": {"events": LINES, "next": {"type": "integer", "nullable": True}},
}
REPLAY: dict[str, Any] = {
    "type": "object",
    "required": ["header", "events", "head"],
    "properties": {"header": {"type": "object"}, "events": LINES, "head": {"type": "string"}},
}
POSITION: dict[str, Any] = {
    "type": "object",
    "description": "A position, as the engine prints and reads it.",
    "required": ["ruleset", "version", "table"],
}
OPTIONS: dict[str, Any] = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["side", "action"],
        "properties": {"side": {"type": "string"}, "action": {"type": "string"}},
    },
}

KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, description="A retry with the same key gets the stored event."
)


def number(name: str, text: str) -> OpenApiParameter:
    """A whole number in the query."""
    return OpenApiParameter(name, int, description=text)


def refusals(*codes: int) -> dict[Any, Any]:
    """The refusals an address may answer with, as problem+json."""
    return {(code, PROBLEM): ProblemSerializer for code in sorted({*codes, 429})}
