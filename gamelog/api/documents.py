"""Addresses whose bodies are the log's own bytes, in the OpenAPI document."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter

from gamelog.api.errors import PROBLEM
from gamelog.api.serializers import ProblemSerializer
from gamelog.api.shapes import NUMBER, TEXT, list_of, object_of

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
            "description": "re-rolls of this step: `roll` counts the rolls from 0, `die` names one die of a roll, `by` "
            "the side that decides so for its own roll (the declaring side, if absent); with `stands` "
            "a die is not re-rolled that a rule lets it re-roll, otherwise the re-roll is paid for",
            "items": {
                "type": "object",
                "required": ["roll"],
                "properties": {
                    "roll": {"type": "integer", "minimum": 0},
                    "die": {"type": "integer", "minimum": 0},
                    "by": {"type": "string"},
                    "stands": {"type": "boolean"},
                },
            },
        },
        "hold": {
            "type": "array",
            "description": "sides to be asked, before the step continues, at a roll that they may re-roll",
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


ROLL = object_of({
    "rule": TEXT, "label": TEXT, "by": TEXT, "sides": NUMBER, "faces": list_of(NUMBER),
    "again": {**list_of(list_of(NUMBER)), "description": "re-rolled dice: index, new face"},
    "needed": {**NUMBER, "description": "the target number of a die with modifiers; 0 if there is none"},
    "reach": {**NUMBER, "description": "the target number without modifiers"},
    "modifiers": list_of(object_of({"rule": TEXT, "label": TEXT, "amount": NUMBER})),
    "each": {**list_of(NUMBER), "description": "1 for each die that passed"},
    "passed": NUMBER, "total": NUMBER, "model": TEXT, "target": TEXT,
    "printed": {**TEXT, "description": "the characteristic tested, such as BS, or empty"},
})  # fmt: skip
STEP = object_of({
    "number": NUMBER, "round": NUMBER, "phase": TEXT, "by": TEXT, "action": TEXT, "models": list_of(TEXT),
    "rolls": list_of(ROLL), "effects": list_of(object_of({"rule": TEXT, "text": TEXT})),
    "findings": list_of({"type": "object", "required": ["number", "rule", "severity", "message"]}),
})  # fmt: skip
STEPS = object_of({
    "steps": list_of(STEP), "next": {**NUMBER, "nullable": True}, "reported": NUMBER,
})  # fmt: skip
LIKELIHOOD = object_of(
    {
        "exact": {**TEXT, "description": "a fraction: 5/144"}, "percent": TEXT,
        "about": {**list_of(NUMBER), "description": "in small numbers: [1, 37] is 1 in 37"},
    }
)  # fmt: skip
FACTS = list_of(object_of({"of": TEXT, "what": TEXT, "value": {"description": "a number, a text, true, or a list"}}))
FRACTION = {**TEXT, "description": "an exact fraction: 5/144, 3/1"}
SWING = object_of({
    "shares": {"type": "object", "additionalProperties": object_of({"taken": NUMBER, "mean": FRACTION}),
               "description": "by side: the points taken from all others, and the exact mean over the same dice"},
    "actual": {**NUMBER, "description": "points that the declaring side took, less those it lost"},
    "mean": {**FRACTION, "description": "the exact mean of that over the same dice"},
    "good": {**FRACTION, "description": "the probability of so many points or more"},
    "bad": {**FRACTION, "description": "the probability of so many points or fewer"},
})  # fmt: skip
BATTLE_LUCK = object_of({
    "state": {**TEXT, "enum": ["counted", "counting", "failed", "open"],
              "description": "`open`: nobody has asked for it yet; POST does. `counting`: workers are at it"},
    "number": {**NUMBER, "description": "the last step that is counted"},
    "totals": {"type": "object", "additionalProperties": object_of({"taken": NUMBER, "mean": FRACTION}),
               "description": "by side: the sums over all counted rolls"},
    "rolls": list_of({
        "type": "object", "required": ["number", "by"], "properties": {
            "number": NUMBER, "by": TEXT,
            "why": {**TEXT, "enum": ["many", "rules"],
                    "description": "why it is left out: too many ways, or against the rules"},
            "limit": {**NUMBER, "description": "the ways that were followed before it was left out"},
            "swing": SWING,
            "good": {**FRACTION, "description": "the probability of this result or a better one for `by`"},
            "bad": {**FRACTION, "description": "the probability of this result or a worse one"},
            "paid": {"type": "boolean", "description": "a re-roll was paid for or declined; the mean is without it"},
        },
    }),
})  # fmt: skip
WAITING = object_of(
    {"state": {**TEXT, "enum": ["queued", "running"]}, "before": NUMBER},
    "a worker does it; `before` is how much is done first",
)
LUCK = object_of({
    "number": NUMBER, "by": TEXT, "facts": FACTS, "likelihood": LIKELIHOOD,
    "good": {**LIKELIHOOD, "nullable": True, "description": "this or better for the side that declared the step"},
    "bad": {**LIKELIHOOD, "nullable": True, "description": "this or worse"},
    "fallen": NUMBER, "fallen_likelihood": {**LIKELIHOOD, "nullable": True},
    "possible": list_of(object_of({"facts": FACTS, "likelihood": LIKELIHOOD, "happened": {"type": "boolean"}})),
    "swing": SWING, "ways": {**NUMBER, "description": "how many courses of the dice were followed"},
    "paid": {"type": "boolean", "description": "a re-roll was paid for or declined; these are the odds without it"},
}, "Every possible outcome of the step, likeliest first, in facts that depend on the dice.")  # fmt: skip
REPLAY: dict[str, Any] = {
    "type": "object",
    "required": ["header", "events", "head"],
    "properties": {"header": {"type": "object"}, "events": LINES, "head": {"type": "string"}},
}
RESULT_MEMBERS: dict[str, Any] = {
    "finished": {"type": "boolean"},
    "winner": {**TEXT, "description": "empty for a draw, and without a result"},
    "reason": {**TEXT, "description": "the clause that ended the game"},
    "score": {"type": "object", "additionalProperties": NUMBER},
    "struck": {"type": "boolean", "description": "a judge removed the game: it counts for nothing"},
    "per_point": {**NUMBER, "description": "how many units of the score make a point: 2 for halves"},
}
RESULT = object_of({"line": TEXT, "as_of": NUMBER, **RESULT_MEMBERS})
_BY_SIDE = {"type": "object", "additionalProperties": {"type": "integer"}}
SCORE = object_of({
    "number": NUMBER, "per_point": {**NUMBER, "description": "so many units of the score are a point"},
    "rounds": list_of(object_of({
        "number": NUMBER, "score": {**_BY_SIDE, "description": "by side, after the round's last step"},
        "models": {**_BY_SIDE, "description": "that a side lost in the round"},
        "units": {**_BY_SIDE, "description": "of which nobody who began in them is left"},
    })),
})  # fmt: skip
AGREED = object_of({
    "number": NUMBER, "finished": {"type": "boolean"},
    "sides": list_of(object_of({
        "side": TEXT, "now": {"type": "boolean", "description": "whether it agrees with the result as it stands"},
        "before": {**NUMBER, "description": "the last step after which it agreed; 0: none"},
    })),
})  # fmt: skip
CALL: dict[str, Any] = {
    "type": "object",
    "required": ["step", "by", "kind", "reason"],
    "additionalProperties": False,
    "properties": {
        "step": {"type": "integer", "minimum": 1},
        "by": {"type": "string", "description": "the side"},
        "kind": {"type": "string", "enum": ["dispute", "judge"]},
        "reason": {"type": "string", "maxLength": 500},
    },
}
CALLED = object_of({
    "id": NUMBER, "game": TEXT, "step": NUMBER, "by": TEXT, "kind": TEXT, "reason": TEXT, "created": TEXT,
    "closed": {"type": "string", "nullable": True, "description": "when it was settled, or withdrawn"},
    "ruling": {**NUMBER, "description": "the step that decided it; 0: none"},
})  # fmt: skip
CALLS = object_of({"calls": list_of(CALLED)})
TAKEN_DOWN = object_of({
    "by": {**TEXT, "description": "the opaque id of the person who did it"}, "at": TEXT, "reason": TEXT,
    "bytes": {**TEXT, "enum": ["kept", "erased"]},
})  # fmt: skip
TAKE_DOWN = object_of({"reason": {**TEXT, "maxLength": 500}, "bytes": {**TEXT, "enum": ["kept", "erased"]}})
IMPORTS = object_of({"imports": list_of(object_of({
    "game": TEXT, "copy_of": {**TEXT, "description": "the id of the game whose copy it is"}, "imported_by": TEXT,
    "imported": TEXT, "number": {**NUMBER, "description": "how many events the file had"}, "head": TEXT,
    "taken_down": {**TAKEN_DOWN, "nullable": True},
}))})  # fmt: skip
SEAT_QUESTION = object_of({
    "id": NUMBER, "game": TEXT, "side": TEXT, "asked_by": TEXT, "asked": TEXT,
    "answer": {**TEXT, "enum": ["waiting", "agreed", "declined"]},
    "allowed": {"type": "boolean", "description": "declined, and who asked may name you in other battles again"},
})  # fmt: skip
SEAT_QUESTIONS = object_of({"questions": list_of(SEAT_QUESTION)})
SEAT_ANSWER = object_of({"answer": {**TEXT, "enum": ["agreed", "declined", "allowed"]}})
WORD: dict[str, Any] = {
    "type": "object",
    "required": ["expected", "by"],
    "additionalProperties": False,
    "properties": {
        "expected": {"type": "integer", "minimum": 0, "description": "how many events the game has"},
        "by": {"type": "string", "description": "the side"},
    },
}
_STANDING = object_of({"round": NUMBER, "phase": TEXT, "result": object_of(RESULT_MEMBERS)})
CONSEQUENCES = object_of({
    "number": {**NUMBER, "description": "how many events the game has: the `expected` of a confirmation"},
    "digest": {**TEXT, "description": "SHA-256 of the consequences: the `consequences` of a confirmation"},
    "steps": list_of(object_of({
        "number": NUMBER, "by": TEXT, "action": TEXT,
        "named": {"type": "boolean", "description": "whether the correction names it, rather than following from "
                                                    "those it names"},
        "nothing": {"type": "boolean", "description": "it has no effect now"},
        "was_nothing": {"type": "boolean"},
        "illegal": {"type": "boolean", "description": "it breaks a rule that it did not break before"},
        "breaks": {**list_of(TEXT), "description": "clauses it breaks now"},
        "broke": {**list_of(TEXT), "description": "clauses it broke before"},
    })),
    "before": _STANDING, "after": _STANDING,
})  # fmt: skip
CORRECTION: dict[str, Any] = {
    "type": "object",
    "required": ["expected", "by", "action"],
    "additionalProperties": False,
    "properties": {
        "expected": {"type": "integer", "minimum": 0, "description": "how many events the game has"},
        "by": {**TEXT, "description": "`judge`, or the side that takes back"},
        "action": {
            "type": "object",
            "description": "void, amend, adjust, award, strike, penalty or take-back; see the ruleset's schema",
            "required": ["type", "rule", "reason"],
            "properties": {
                "type": TEXT,
                "rule": {**TEXT, "description": "id of the clause it is based on"},
                "reason": TEXT,
            },
        },
    },
}
CONFIRM: dict[str, Any] = {
    **CORRECTION,
    "required": [*CORRECTION["required"], "consequences"],
    "properties": {
        **CORRECTION["properties"],
        "consequences": {**TEXT, "description": "the digest of the preview"},
    },
}
CORRECTIONS = object_of({"corrections": list_of(object_of({
    "number": NUMBER, "kind": TEXT, "by": TEXT, "rule": TEXT, "reason": TEXT, "at": TEXT,
    "who": {**TEXT, "description": "opaque id of the person who recorded it"},
    "action": {"type": "object"},
    "steps": list_of(object_of({
        "number": NUMBER, "named": {"type": "boolean"}, "nothing": {"type": "boolean"}, "breaks": list_of(TEXT),
    })),
}))})  # fmt: skip
PROPOSE: dict[str, Any] = {
    "type": "object",
    "required": ["expected", "by", "since", "reason"],
    "additionalProperties": False,
    "properties": {
        "expected": {"type": "integer", "minimum": 0, "description": "how many events the game has"},
        "by": {**TEXT, "description": "the side that proposes it"},
        "since": {"type": "integer", "minimum": 1, "description": "the first step to take back"},
        "reason": TEXT,
        "rule": TEXT,
        "both": {"type": "boolean", "description": "the sender declares that all sides agree"},
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

DECIDED = object_of({
    "effects": {**list_of({"type": "object"}), "description": "what the declaration would change"},
    "findings": {**list_of({"type": "object"}), "description": "what breaks a rule, where the game stores that too"},
})  # fmt: skip

KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, description="A retry with the same key gets the stored event."
)


def number(name: str, text: str) -> OpenApiParameter:
    """A whole number in the query."""
    return OpenApiParameter(name, int, description=text)


def add_taken_down(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Wherever a game may not exist, it may be an import that was taken down: 410 beside 404."""
    for path, operations in result["paths"].items():
        for operation in operations.values():
            if path.startswith("/api/games/{game_id}") and "404" in operation["responses"]:
                operation["responses"]["410"] = operation["responses"]["404"]
                operation["responses"] = dict(sorted(operation["responses"].items()))
    return result


def add_refused_before(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """What any address answers before its view is asked: to a body that is too slow or too large; and while the storage
    does not answer, or nothing is free to work on the request.
    """
    for operations in result["paths"].values():
        for operation in operations.values():
            told = operation["responses"]
            for code in ("408", "413", "503") if "requestBody" in operation else ("503",):
                told.setdefault(code, told["429"])
            operation["responses"] = dict(sorted(told.items()))
    return result


def refusals(*codes: int) -> dict[Any, Any]:
    """The refusals an address may answer with, as problem+json."""
    return {(code, PROBLEM): ProblemSerializer for code in sorted({*codes, 429})}
