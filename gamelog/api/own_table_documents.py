"""Tables of one's own in the OpenAPI document."""

from __future__ import annotations

from typing import Any

from gamelog.api.shapes import NUMBER, TEXT, list_of, object_of
from gamelog.games.own_tables import MOST_NAME
from rules import drawn

_UUID = {**TEXT, "format": "uuid"}
_TIME = {**TEXT, "format": "date-time"}
_NAME = {**TEXT, "minLength": 1, "maxLength": MOST_NAME}


def _body(members: dict[str, Any], *required: str) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": members, "required": list(required)}


_PIECE = _body(
    {
        "id": {**TEXT, "description": "a small letter and up to three digits"},
        "kind": {**TEXT, "description": "a common piece of the ruleset, such as `wall`"},
        "x": {**NUMBER, "description": "of the middle, in hundredths of an inch"}, "y": NUMBER,
        "width": NUMBER, "depth": NUMBER, "height": NUMBER,
        "turn": {**NUMBER, "enum": list(drawn.TURNS), "description": "degrees, counter-clockwise"},
        "floor": {**NUMBER, "description": "the level on which it stands"},
        "of": {**TEXT, "description": "the piece that it belongs to: the door of a terminal"},
        "name": {**TEXT, "description": "what it is called in a layout of the ruleset; no other name is read"},
    },
    "id", "kind", "x", "y", "width", "depth", "height",
)  # fmt: skip
_PLAN = _body(
    {"width": NUMBER, "depth": NUMBER, "deployment": {**TEXT, "description": "empty: no zones are drawn"},
     "pieces": {"type": "array", "maxItems": drawn.MOST_PIECES, "items": _PIECE}},
    "width", "depth",
)  # fmt: skip
KEEP = _body({"ruleset": TEXT, "name": _NAME, "plan": _PLAN}, "ruleset", "name", "plan")
_ROW = {"id": _UUID, "ruleset": TEXT, "name": _NAME, "created": _TIME}
LIST = object_of({"tables": list_of(object_of(_ROW))})
TABLE = object_of({
    **_ROW, "plan": _PLAN,
    "table": {"type": "object", "nullable": True, "description":
              "as `begin` declares it; null if the ruleset no longer knows something of what was drawn"},
})  # fmt: skip
