"""How the OpenAPI document describes what events answer. Acts, terms and states describe themselves: `event_shapes`."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter

from gamelog.api.documents import CONSEQUENCES
from gamelog.api.event_shapes import ref
from gamelog.api.shapes import NUMBER, TEXT, list_of, object_of

FLAG: dict[str, Any] = {"type": "boolean"}
UUID: dict[str, Any] = {**TEXT, "format": "uuid"}
STANDING = {**TEXT, "enum": ["verified", "confirmed", "ruled", "disputed", "reported", "awarded"]}
NAMES = {
    "type": "object",
    "additionalProperties": TEXT,
    "description": "by entrant (`5`), or by entrant and board for a team's member (`5.2`)",
}
ROLES = list_of({**TEXT, "enum": ["organiser", "judge", "scorekeeper", "player", "club-editor", "spectator"]})


def nullable(shape: dict[str, Any]) -> dict[str, Any]:
    """A shape, or null."""
    return {"anyOf": [shape], "nullable": True} if "$ref" in shape else {**shape, "nullable": True}


LINE_PARAMETER = OpenApiParameter(
    "line", str, enum=["played", "corrected"], description="as the tables reported it first, or (left out) as corrected"
)
AS_OF = OpenApiParameter("as_of", int, description="as the event stood after this act; left out, as it stands now")
AT = OpenApiParameter(
    "at", str, description="as the event stood at this moment (ISO 8601 with its time zone: 2026-11-21T18:30:00Z)"
)
ROUND = OpenApiParameter("round", int, description="this round alone; left out, every round")

ANNOUNCE = {
    "type": "object", "required": ["title", "terms"], "additionalProperties": False,
    "properties": {
        "title": {**TEXT, "minLength": 1, "maxLength": 200}, "terms": ref("Terms"),
        "slug": {**TEXT, "maxLength": 50, "description": "its address; where it is taken, with a number behind"},
        "club": {**TEXT, "description": "address word of a club that you edit"},
        "public": FLAG,
    },
}  # fmt: skip
DETAIL: dict[str, Any] = {
    "allOf": [
        {"$ref": "#/components/schemas/Tournament"},
        object_of({
            "terms": ref("Terms"),
            "seed": {**TEXT, "description": "what random choices are drawn from"},
            "rosters_locked": FLAG,
            "person": {**TEXT, "description": "your opaque id in the acts of this site; empty where you have none"},
            "roles": {**ROLES, "description": "what you are at this event"},
        }),
    ]
}  # fmt: skip
STATE = object_of({
    "state": {**ref("State")}, "names": NAMES,
}, "What a captain has chosen in secret is left out; so are rosters before they are locked, where the terms hide them: "
   "of these only an empty `sha256` says that one was handed in.")  # fmt: skip
CONCERNS = object_of({
    "entrants": list_of(NUMBER), "tables": list_of(object_of({"round": NUMBER, "table": NUMBER})),
    "rounds": list_of(NUMBER),
    "topics": {**list_of(TEXT), "description": "what is none of these: `registration`, `clock`, `title`, `penalty 12`, "
               "`person <id>`, `webhook <id>`, `captain <round>/<table> <side>`"},
}, "What the act is about. Without entrants, tables and topics it is about the event as a whole.")  # fmt: skip
LINE = object_of({"act": ref("Entry"), "hash": TEXT, "concerns": CONCERNS})
HIDDEN = object_of({
    "number": NUMBER, "type": TEXT, "hash": TEXT, "hidden": {**FLAG, "enum": [True]},
}, "An act that is not shown yet: a captain's choice, a roster before they are locked.")  # fmt: skip
ACTS = object_of({"acts": list_of({"anyOf": [LINE, HIDDEN]}), "next": {**NUMBER, "nullable": True}})
_EXPECTED = {"type": "integer", "minimum": 0, "description": "how many acts the event has"}
LOOK: dict[str, Any] = {
    "type": "object",
    "required": ["expected", "act"],
    "additionalProperties": False,
    "properties": {"expected": _EXPECTED, "act": ref("Act")},
}
DECLARE: dict[str, Any] = {
    **LOOK,
    "properties": {
        **LOOK["properties"],
        "users": {
            **list_of(TEXT),
            "description": "by user name, who registers: the entrant, then a "
            "team's members; or who is appointed, dismissed, or stands behind an entry that is corrected",
        },
        "names": {**list_of(TEXT), "description": "what those are called who have no account, in the same places"},
        "effect": {**TEXT, "description": "of a correction, the digest of the effect that was shown"},
    },
}
EFFECT = ref("Effect")
PREVIEWED = {
    **CONSEQUENCES,
    "required": [*CONSEQUENCES["required"], "event"],
    "properties": {
        **CONSEQUENCES["properties"],
        "event": {
            **object_of({"slug": TEXT, "effect": EFFECT}),
            "nullable": True,
            "description": "what it would do to the standings of the event whose table the game is; null: of none",
        },
    },
}
MEMBER = object_of({
    "board": NUMBER, "name": TEXT, "person": TEXT, "faction": TEXT, "rating": NUMBER,
    "roster": nullable(ref("Roster")),
})  # fmt: skip
ENTRANTS = object_of({"entrants": list_of(object_of({
    "number": NUMBER, "name": TEXT, "person": TEXT, "club": TEXT, "faction": TEXT, "rating": NUMBER,
    "status": {**TEXT, "enum": ["waiting", "entered", "dropped"]}, "checked_in": FLAG,
    "since": {**NUMBER, "description": "the first round they can be paired in"},
    "byes": {"type": "object", "additionalProperties": TEXT, "description": "byes that were asked for, by round"},
    "roster": nullable(ref("Roster")), "members": list_of(MEMBER),
}))})  # fmt: skip
SIDE = object_of({"entrant": NUMBER, "board": NUMBER, "name": TEXT})
SEAT = object_of({
    "round": NUMBER, "table": NUMBER, "board": NUMBER, "terrain": TEXT, "a": SIDE, "b": SIDE,
    "result": nullable(ref("Result")),
    "shown": {**TEXT, "description": "the result as a score sheet says it"},
    "game": nullable(object_of({"id": UUID, "swapped": {
        **FLAG, "description": "side a of the game is side b of the pairing"}})),
})  # fmt: skip
ROUND_SHOWN = object_of({
    "number": NUMBER, "stage": {**TEXT, "enum": ["swiss", "cut"]},
    "act": {**NUMBER, "description": "the act that paired it"},
    "override": {**TEXT, "description": "why it was paired over missing results, or empty"},
    "seed": {**TEXT, "description": "what this pairing's random choices were drawn from"},
    "rule_set": object_of({"version": TEXT, "en": TEXT, "ru": TEXT}),
    "request": ref("Request"), "paired": ref("Paired"), "clock": nullable(ref("Clock")),
    "seats": list_of(SEAT), "bye": nullable(SIDE), "unopposed": list_of(SIDE),
    "missing": {**list_of(TEXT), "description": "tables, or boards (`12.3`), without a result or with a disputed one"},
})  # fmt: skip
RECOMPUTED = object_of({
    "round": NUMBER, "act": NUMBER, "same": FLAG, "differences": list_of(TEXT),
    "request": ref("Request"), "paired": ref("Paired"),
}, "The pairing made again from the acts before it. `same`: it is the published one, bit for bit.")  # fmt: skip
NEXT: dict[str, Any] = {
    "type": "object", "additionalProperties": False,
    "properties": {
        "reason": {**TEXT, "description": "why it is paired over missing results"},
        "lifted": list_of({**TEXT, "enum": ["rematch", "second-bye", "forbidden"]}),
    },
}  # fmt: skip
NEXT_SHOWN = object_of({"round": NUMBER, "request": ref("Request"), "paired": ref("Paired"), "names": NAMES})
STANDINGS = object_of({
    "standings": object_of({
        "event": UUID, "as_of": NUMBER, "line": TEXT, "phase": TEXT, "table": ref("Table"),
    }, "Canonical JSON without names: the same acts give the same bytes."),
    "names": NAMES,
})  # fmt: skip
VALUE = object_of({"explanation": ref("Explanation"), "names": NAMES})
OPEN: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "game": {**UUID, "description": "a game that is there already; left out, one is begun"},
        "swapped": {**FLAG, "description": "side a of the game is side b of the pairing"},
    },
}
ROLES_SHOWN = object_of({
    "person": TEXT, "mine": ROLES,
    "acts": {"type": "object", "additionalProperties": ROLES, "description": "who may declare each; nobody: the site"},
})  # fmt: skip
HOOK_MEMBERS: dict[str, Any] = {
    "id": UUID, "url": TEXT, "wants": {**list_of(TEXT), "description": "types of acts; empty: all"}, "active": FLAG,
    "failures": {**NUMBER, "description": "tries in a row that failed"}, "created": {**TEXT, "format": "date-time"},
}  # fmt: skip
HOOK = object_of(HOOK_MEMBERS)
HOOK_ACT: dict[str, Any] = {
    "type": "object", "required": ["act"], "additionalProperties": False,
    "properties": {"act": {**TEXT, "enum": ["ping", "switch-on"]}},
}  # fmt: skip
HOOK_AGAIN: dict[str, Any] = {
    "type": "object", "required": ["number"], "additionalProperties": False,
    "properties": {"number": {**NUMBER, "minimum": 0, "description": "of the act; 0: the `ping`"}},
}  # fmt: skip
HOOK_MADE = object_of({
    **HOOK_MEMBERS, "secret": {**TEXT, "description": "signs what is sent; it is shown this once"},
})  # fmt: skip
HOOKS = object_of({"webhooks": list_of(HOOK)})
HOOK_WANTED: dict[str, Any] = {
    "type": "object",
    "required": ["url"],
    "additionalProperties": False,
    "properties": {"url": {**TEXT, "maxLength": 500}, "wants": list_of(TEXT)},
}
DELIVERIES = object_of({"deliveries": list_of(object_of({
    "number": {**NUMBER, "description": "of the act; 0 is a test"}, "type": TEXT, "state": TEXT, "attempts": NUMBER,
    "status": {**NUMBER, "description": "what the address answered, or 0"}, "error": TEXT,
    "created": {**TEXT, "format": "date-time"},
}))})  # fmt: skip
