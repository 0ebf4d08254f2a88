"""The answers about events in the OpenAPI document. Acts, terms and states describe themselves: see `event_shapes`."""

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
    """The shape, or null."""
    return {"anyOf": [shape], "nullable": True} if "$ref" in shape else {**shape, "nullable": True}


LINE_PARAMETER = OpenApiParameter(
    "line", str, enum=["played", "corrected"], description="as first reported at the tables, or (default) as corrected"
)
AS_OF = OpenApiParameter("as_of", int, description="as the event stood after this act; by default, as it is now")
AT = OpenApiParameter(
    "at", str, description="as the event stood at this moment (ISO 8601 with a time zone: 2026-11-21T18:30:00Z)"
)
ROUND = OpenApiParameter("round", int, description="only this round; by default, every round")

ANNOUNCE = {
    "type": "object", "required": ["title", "terms"], "additionalProperties": False,
    "properties": {
        "title": {**TEXT, "minLength": 1, "maxLength": 200}, "terms": ref("Terms"),
        "slug": {**TEXT, "maxLength": 50, "description": "its address; if it is taken, a number is appended"},
        "club": {**TEXT, "description": "address word of a club that you edit"},
        "public": FLAG,
    },
}  # fmt: skip
DETAIL: dict[str, Any] = {
    "allOf": [
        {"$ref": "#/components/schemas/Tournament"},
        object_of({
            "terms": ref("Terms"),
            "seed": {**TEXT, "description": "the seed of random choices"},
            "rosters_locked": FLAG,
            "person": {**TEXT, "description": "your opaque id in the acts of this site; empty if you have none"},
            "roles": {**ROLES, "description": "your roles at this event"},
        }),
    ]
}  # fmt: skip
STATE = object_of({
    "state": {**ref("TournamentState")}, "names": NAMES,
}, "Captains' secret choices are left out; so are rosters before they are locked, if the terms hide them: for these "
   "an empty `sha256` only tells that one was handed in. Marks of soft scores are the staff's to see until the event "
   "is finished, and those that players gave always; your own are in it.")  # fmt: skip
CONCERNS = object_of({
    "entrants": list_of(NUMBER), "tables": list_of(object_of({"round": NUMBER, "table": NUMBER})),
    "rounds": list_of(NUMBER),
    "topics": {**list_of(TEXT), "description": "other subjects: `registration`, `clock`, `title`, `penalty 12`, "
                                               "`person <id>`, `webhook <id>`, `captain <round>/<table> <side>`, "
                                               "`soft <category> ...`"},
}, "The subject of the act. Without entrants, tables and topics it is the event as a whole.")  # fmt: skip
LINE = object_of({"act": ref("StoredAct"), "hash": TEXT, "concerns": CONCERNS})
HIDDEN = object_of({
    "number": NUMBER, "type": TEXT, "hash": TEXT, "hidden": {**FLAG, "enum": [True]},
}, "An act that you may not see: a captain's choice, a roster before they are locked, a soft score.")  # fmt: skip
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
            "description": "user names of those who register: the entrant, then a team's members; or of the person "
            "who is appointed, dismissed, or behind a corrected entry",
        },
        "names": {**list_of(TEXT), "description": "the names of people without an account, in the same places"},
        "effect": {**TEXT, "description": "for a correction, the digest of the previewed effect"},
    },
}
EFFECT = ref("StandingsEffect")
PREVIEWED = {
    **CONSEQUENCES,
    "required": [*CONSEQUENCES["required"], "event"],
    "properties": {
        **CONSEQUENCES["properties"],
        "event": {
            **object_of({"slug": TEXT, "effect": EFFECT}),
            "nullable": True,
            "description": "the effect on the standings of the event whose table the game is; null if it has none",
        },
    },
}
MEMBER = object_of({
    "board": NUMBER, "name": TEXT, "person": TEXT, "faction": TEXT, "rating": NUMBER,
    "roster": nullable(ref("SubmittedRoster")),
})  # fmt: skip
ENTRANTS = object_of({"entrants": list_of(object_of({
    "number": NUMBER, "name": TEXT, "person": TEXT, "club": TEXT, "faction": TEXT, "rating": NUMBER,
    "status": {**TEXT, "enum": ["waiting", "entered", "dropped"]}, "checked_in": FLAG,
    "group": {**TEXT, "description": "the letter of the group; empty without one"},
    "since": {**NUMBER, "description": "the first round they can be paired in"},
    "byes": {"type": "object", "additionalProperties": TEXT, "description": "requested byes, by round"},
    "roster": nullable(ref("SubmittedRoster")), "members": list_of(MEMBER),
}))})  # fmt: skip
SIDE = object_of({"entrant": NUMBER, "board": NUMBER, "name": TEXT})
SEAT = object_of({
    "round": NUMBER, "table": NUMBER, "board": NUMBER, "terrain": TEXT, "a": SIDE, "b": SIDE,
    "result": nullable(ref("Result")),
    "shown": {**TEXT, "description": "the result in the notation of a score sheet"},
    "game": nullable(object_of({"id": UUID, "swapped": {
        **FLAG, "description": "side a of the game is side b of the pairing"}})),
})  # fmt: skip
ROUND_SHOWN = object_of({
    "number": NUMBER, "stage": {**TEXT, "enum": ["swiss", "cut", "pods"]},
    "act": {**NUMBER, "description": "the act that paired it"},
    "override": {**TEXT, "description": "the reason for pairing without all results, or empty"},
    "seed": {**TEXT, "description": "the seed of this pairing's random choices"},
    "rule_set": object_of({"version": TEXT, "en": TEXT, "ru": TEXT}),
    "request": ref("Request"), "paired": ref("Paired"), "clock": nullable(ref("Clock")),
    "seats": list_of(SEAT), "bye": nullable(SIDE), "byes": list_of(SIDE), "unopposed": list_of(SIDE),
    "waiting": list_of(SIDE),
    "missing": {**list_of(TEXT), "description": "tables, or boards (`12.3`), without a result or with a disputed one"},
    "remarks": {**list_of(TEXT), "description": "the notes of `paired`, pairs made by hand (`by-hand:3-8`), and pairs "
                "that are kept apart and meet all the same (`forbidden:3-8`)"},
})  # fmt: skip
RECOMPUTED = object_of({
    "round": NUMBER, "act": NUMBER, "same": FLAG, "differences": list_of(TEXT),
    "request": ref("Request"), "paired": ref("Paired"),
}, "The pairing recomputed from the earlier acts. `same`: it equals the published one, bit for bit.")  # fmt: skip
NEXT: dict[str, Any] = {
    "type": "object", "additionalProperties": False,
    "properties": {
        "reason": {**TEXT, "description": "the reason for pairing without all results"},
        "lifted": list_of({**TEXT, "enum": ["rematch", "second-bye", "forbidden"]}),
    },
}  # fmt: skip
NEXT_SHOWN = object_of({"round": NUMBER, "request": ref("Request"), "paired": ref("Paired"), "names": NAMES})
PROVISIONAL: dict[str, Any] = {
    "type": "object",
    "description": "By entrant, the unsure results on which the place rests. Nobody else's place is provisional.",
    "additionalProperties": {
        "type": "array",
        "items": object_of({
            "round": NUMBER, "table": NUMBER, "why": {"type": "string", "enum": ["disputed", "reported", "unverified"]},
        }),
    },
}  # fmt: skip
STANDINGS = object_of({
    "standings": object_of({
        "event": UUID, "as_of": NUMBER, "line": TEXT, "phase": TEXT, "table": ref("StandingsTable"),
    }, "Canonical JSON without names: the same acts give the same bytes."),
    "provisional": PROVISIONAL, "names": NAMES,
})  # fmt: skip
AWARDS = object_of({
    "awards": ref("Awards"), "names": NAMES, "as_of": {**NUMBER, "description": "the number of the last act"},
})  # fmt: skip
VALUE = object_of({"explanation": ref("Explanation"), "names": NAMES})
OPEN: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "game": {**UUID, "description": "an existing game; by default, a new one is begun"},
        "swapped": {**FLAG, "description": "side a of the game is side b of the pairing"},
    },
}
ROLES_SHOWN = object_of({
    "person": TEXT, "mine": ROLES,
    "acts": {"type": "object", "additionalProperties": ROLES, "description": "the roles that may declare each; none: "
                                                                             "only the site"},
})  # fmt: skip
HOOK_MEMBERS: dict[str, Any] = {
    "id": UUID, "url": TEXT, "wants": {**list_of(TEXT), "description": "types of acts; empty: all"}, "active": FLAG,
    "failures": {**NUMBER, "description": "consecutive failed attempts"}, "created": {**TEXT, "format": "date-time"},
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
    **HOOK_MEMBERS, "secret": {**TEXT, "description": "signs the messages; it is shown only this once"},
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
    "status": {**NUMBER, "description": "the status of the answer, or 0"}, "error": TEXT,
    "created": {**TEXT, "format": "date-time"},
}))})  # fmt: skip
