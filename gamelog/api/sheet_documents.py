"""Score sheets in the OpenAPI document."""

from __future__ import annotations

from typing import Any, get_args

from drf_spectacular.utils import OpenApiParameter

from gamelog.api.shapes import NUMBER, TEXT, list_of, object_of
from gamelog.sheets import wanted
from gamelog.sheets.acts import Standing, Winner

KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, description="a retry with the same key returns the same sheet"
)
_FLAG = {"type": "boolean"}
_TIME = {**TEXT, "format": "date-time"}
_DAY = {**TEXT, "format": "date"}
_UUID = {**TEXT, "format": "uuid"}
_PERSON = {**TEXT, "description": "opaque id; empty for people without an account"}
_WINNER = {**TEXT, "enum": list(get_args(Winner)), "description": "`by-points`: whoever has the higher score"}
_ROUNDS = {
    "type": "array", "minItems": 1, "maxItems": wanted.MOST_ROUNDS,
    "items": {"type": "array", "minItems": 2, "maxItems": 2, "items": NUMBER},
    "description": "the scores of both sides, round by round; one round where only the final score is known",
}  # fmt: skip


def _body(members: dict[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    """A body of which only the `required` members are mandatory, and no others are allowed."""
    made = {"type": "object", "additionalProperties": False, "properties": members}
    return {**made, "required": list(required)} if required else made


_LOST = _body({"unit": TEXT, "lost": {**NUMBER, "minimum": 1}, "of": NUMBER}, ("unit",))
_SIDE = _body({
    "player": {**TEXT, "description": "user name of a person with an account here, who can then confirm the sheet"},
    "name": {**TEXT, "maxLength": wanted.MOST_NAME, "description": "of a person without an account"}, "army": TEXT,
    "roster": {**_UUID, "nullable": True, "description": "one of your own rosters; units lost are then units of it"},
    "lost": list_of(_LOST),
})  # fmt: skip
_SHEET = {
    "ruleset": TEXT, "a": _SIDE, "b": _SIDE, "rounds": _ROUNDS, "winner": _WINNER,
    "played": {**_DAY, "description": "today if left out"}, "points": NUMBER,
    "mission": {**TEXT, "description": "id or name of a rule of the ruleset, or any words"},
    "note": {**TEXT, "maxLength": wanted.MOST_NOTE},
}  # fmt: skip
_MUST = ("ruleset", "a", "b", "rounds")
_VERSION = {**NUMBER, "minimum": 1, "description": "the version you have read: the number of the act that made it"}
_REASON = {**TEXT, "maxLength": wanted.MOST_NOTE}
ENTER = _body({**_SHEET, "public": _FLAG}, _MUST)
CORRECT = _body({**_SHEET, "version": _VERSION, "reason": _REASON}, (*_MUST, "version", "reason"))
CONFIRM = _body({"version": _VERSION}, ("version",))
DISPUTE = _body({"version": _VERSION, "reason": _REASON}, ("version", "reason"))
WITHDRAW = _body({"reason": _REASON}, ("reason",))

_SHOWN_SIDE = object_of({
    "person": _PERSON, "name": {**TEXT, "description": "the public name of the account, or what was typed"},
    "army": TEXT, "lost": list_of(object_of({"unit": TEXT, "lost": NUMBER, "of": NUMBER})),
    "confirmed": {**_TIME, "nullable": True}, "disputed": {**_TIME, "nullable": True},
    "dispute": {**TEXT, "description": "the reason of the dispute"},
})  # fmt: skip
SHEET = object_of({
    "id": _UUID, "notice": {**TEXT, "description": "what a sheet is worth: it proves nothing"}, "public": _FLAG,
    "standing": {**TEXT, "enum": list(get_args(Standing))}, "version": _VERSION,
    "entered_by": TEXT, "entered": _TIME, "number": {**NUMBER, "description": "how many acts there are"}, "head": TEXT,
    "ruleset": TEXT, "rules_version": TEXT, "played": _DAY, "points": NUMBER,
    "mission": {**TEXT, "description": "in words"}, "rounds": _ROUNDS, "totals": list_of(NUMBER), "winner": _WINNER,
    "won": {**TEXT, "enum": ["", "a", "b"], "description": "empty: a draw"},
    "sides": object_of({"a": _SHOWN_SIDE, "b": _SHOWN_SIDE}), "note": TEXT,
    "withdrawn": {**TEXT, "description": "why it was withdrawn; empty if it was not"},
    "versions": list_of(object_of({
        "version": NUMBER, "by": TEXT, "at": _TIME, "reason": TEXT,
        "cleared": {**_FLAG, "description": "a name was removed from its texts"},
    })),
})  # fmt: skip
LIST = object_of({"sheets": list_of(object_of({
    "id": _UUID, "ruleset": TEXT, "played": _DAY, "standing": TEXT, "public": _FLAG, "entered": _TIME,
}))})  # fmt: skip
FILE = object_of({
    "format": TEXT, "notice": TEXT, "sheet": _UUID, "head": TEXT,
    "acts": list_of(object_of({
        "act": {"type": "object"}, "hash": TEXT, "words": {"type": "object"}, "salt": TEXT, "cleared": _FLAG,
    }, optional=("words", "salt", "cleared"))),
})  # fmt: skip
