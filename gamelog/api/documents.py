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
        "rerolls": {
            "type": "array",
            "description": "rolls of this step made again for a price: `roll` counts them from 0, `die` one die of it",
            "items": {
                "type": "object",
                "required": ["roll"],
                "properties": {
                    "roll": {"type": "integer", "minimum": 0},
                    "die": {"type": "integer", "minimum": 0},
                },
            },
        },
        "hold": {
            "type": "array",
            "description": "sides to be asked at a roll that they could pay to make again, before the step goes on",
            "items": {"type": "string"},
        },
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
        **{name: EVENT["properties"][name] for name in ("by", "action", "dice", "claim", "rerolls", "hold")},
    },
}
EVENTS: dict[str, Any] = {
    "type": "object",
    "required": ["events", "next"],
    "properties": {"events": LINES, "next": {"type": "integer", "nullable": True}},
}
_TEXT, _NUMBER = {"type": "string"}, {"type": "integer"}


def _object(members: dict[str, Any], text: str = "") -> dict[str, Any]:
    """An object that has all of its members."""
    made: dict[str, Any] = {"type": "object", "required": [*members], "properties": members}
    return {**made, "description": text} if text else made


def _array(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


ROLL = _object({
    "rule": _TEXT, "label": _TEXT, "by": _TEXT, "sides": _NUMBER, "faces": _array(_NUMBER),
    "again": {**_array(_array(_NUMBER)), "description": "re-rolled dice: index, new face"},
    "needed": {**_NUMBER, "description": "what a die has to reach with the modifiers; 0 where nothing is needed"},
    "reach": {**_NUMBER, "description": "what a die has to show without them"},
    "modifiers": _array(_object({"rule": _TEXT, "label": _TEXT, "amount": _NUMBER})),
    "each": {**_array(_NUMBER), "description": "1 for each die that passed"},
    "passed": _NUMBER, "total": _NUMBER, "model": _TEXT, "target": _TEXT,
    "printed": {**_TEXT, "description": "the characteristic that is needed, such as BS, or empty"},
})  # fmt: skip
STEP = _object({
    "number": _NUMBER, "round": _NUMBER, "phase": _TEXT, "by": _TEXT, "action": _TEXT, "models": _array(_TEXT),
    "rolls": _array(ROLL), "effects": _array(_object({"rule": _TEXT, "text": _TEXT})),
    "findings": _array({"type": "object", "required": ["number", "rule", "severity", "message"]}),
})  # fmt: skip
STEPS = _object({
    "steps": _array(STEP), "next": {**_NUMBER, "nullable": True}, "reported": _NUMBER,
})  # fmt: skip
LIKELIHOOD = _object(
    {
        "exact": {**_TEXT, "description": "a fraction: 5/144"}, "percent": _TEXT,
        "about": {**_array(_NUMBER), "description": "as a player says it: [1, 37] is 1 in 37"},
    }
)  # fmt: skip
FACTS = _array(_object({"of": _TEXT, "what": _TEXT, "value": {"description": "a number, a text, true, or a list"}}))
LUCK = _object({
    "number": _NUMBER, "by": _TEXT, "facts": FACTS, "likelihood": LIKELIHOOD,
    "good": {**LIKELIHOOD, "nullable": True, "description": "this or better for the side that declared the step"},
    "bad": {**LIKELIHOOD, "nullable": True, "description": "this or worse"},
    "fallen": _NUMBER, "fallen_likelihood": {**LIKELIHOOD, "nullable": True},
    "possible": _array(_object({"facts": FACTS, "likelihood": LIKELIHOOD, "happened": {"type": "boolean"}})),
    "paid": {"type": "boolean", "description": "a roll was made again for a price; these are the odds without it"},
}, "Everything the step could have come to, likeliest first, in facts that depended on the dice.")  # fmt: skip
REPLAY: dict[str, Any] = {
    "type": "object",
    "required": ["header", "events", "head"],
    "properties": {"header": {"type": "object"}, "events": LINES, "head": {"type": "string"}},
}
RESULT_MEMBERS: dict[str, Any] = {
    "finished": {"type": "boolean"},
    "winner": {**_TEXT, "description": "empty for a draw, and where there is no result"},
    "reason": {**_TEXT, "description": "the clause that ended the game"},
    "score": {"type": "object", "additionalProperties": _NUMBER},
    "struck": {"type": "boolean", "description": "a judge removed the game: it counts for nothing"},
}
RESULT = _object({"line": _TEXT, "as_of": _NUMBER, **RESULT_MEMBERS})
_STANDING = _object({"round": _NUMBER, "phase": _TEXT, "result": _object(RESULT_MEMBERS)})
CONSEQUENCES = _object({
    "number": {**_NUMBER, "description": "how many events the game has: the `expected` of a confirmation"},
    "digest": {**_TEXT, "description": "SHA-256 of what would be stored: the `consequences` of a confirmation"},
    "steps": _array(_object({
        "number": _NUMBER, "by": _TEXT, "action": _TEXT,
        "named": {"type": "boolean", "description": "the correction names it; else it follows from those"},
        "nothing": {"type": "boolean", "description": "it comes to nothing now"},
        "was_nothing": {"type": "boolean"},
        "illegal": {"type": "boolean", "description": "it breaks a rule that it did not break before"},
        "breaks": {**_array(_TEXT), "description": "clauses it is against now"},
        "broke": {**_array(_TEXT), "description": "clauses it was against before"},
    })),
    "before": _STANDING, "after": _STANDING,
})  # fmt: skip
CORRECTION: dict[str, Any] = {
    "type": "object",
    "required": ["expected", "by", "action"],
    "additionalProperties": False,
    "properties": {
        "expected": {"type": "integer", "minimum": 0, "description": "how many events the game has"},
        "by": {**_TEXT, "description": "`judge`, or the side that takes back"},
        "action": {
            "type": "object",
            "description": "void, amend, adjust, award, strike, penalty or take-back; see the ruleset's schema",
            "required": ["type", "rule", "reason"],
            "properties": {
                "type": _TEXT,
                "rule": {**_TEXT, "description": "id of the clause it rests on"},
                "reason": _TEXT,
            },
        },
    },
}
CONFIRM: dict[str, Any] = {
    **CORRECTION,
    "required": [*CORRECTION["required"], "consequences"],
    "properties": {
        **CORRECTION["properties"],
        "consequences": {**_TEXT, "description": "the digest of what was shown"},
    },
}
CORRECTIONS = _object({"corrections": _array(_object({
    "number": _NUMBER, "kind": _TEXT, "by": _TEXT, "rule": _TEXT, "reason": _TEXT, "at": _TEXT,
    "who": {**_TEXT, "description": "opaque id of the person who recorded it"},
    "action": {"type": "object"},
    "steps": _array(_object({
        "number": _NUMBER, "named": {"type": "boolean"}, "nothing": {"type": "boolean"}, "breaks": _array(_TEXT),
    })),
}))})  # fmt: skip
PROPOSE: dict[str, Any] = {
    "type": "object",
    "required": ["expected", "by", "since", "reason"],
    "additionalProperties": False,
    "properties": {
        "expected": {"type": "integer", "minimum": 0, "description": "how many events the game has"},
        "by": {**_TEXT, "description": "the side that proposes it"},
        "since": {"type": "integer", "minimum": 1, "description": "the first step that is taken back"},
        "reason": _TEXT,
        "rule": _TEXT,
        "both": {"type": "boolean", "description": "all sides agree, and who sends this says so"},
    },
}
ANSWER: dict[str, Any] = {
    "type": "object",
    "required": ["agree"],
    "additionalProperties": False,
    "properties": {"agree": {"type": "boolean"}},
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
