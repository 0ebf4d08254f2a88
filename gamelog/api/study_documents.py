"""Studies in the OpenAPI document."""

from __future__ import annotations

from typing import Any

from gamelog.api.shapes import NUMBER, TEXT, list_of, object_of
from gamelog.studies.drawings import COLOURS, MOST_DRAWINGS
from gamelog.studies.models import REASON, Chapter, Mark, Note, Study, Visibility

_TIME = {**TEXT, "format": "date-time"}
_FLAG = {"type": "boolean"}
_VISIBILITY = {**TEXT, "enum": list(Visibility.values), "description": "`link`: whoever has its address"}
_HIDDEN = {**TEXT, "description": "the reason for which staff hid it; empty: it is shown"}
_MARK = {**TEXT, "enum": ["", *Mark.values]}
_EXPECTED = {**NUMBER, "description": "the version that you saw"}
_TEXT = {**TEXT, "maxLength": Note._meta.get_field("text").max_length, "description": "Markdown"}


def _title(model: Any) -> dict[str, Any]:
    return {**TEXT, "minLength": 1, "maxLength": model._meta.get_field("title").max_length}


def _body(members: dict[str, Any], *required: str) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": members, "required": list(required)}


_SPOT = _body(
    {"x": NUMBER, "y": NUMBER, "model": {**TEXT, "description": "id of the model whose place it is"}}, "x", "y"
)
_COLOUR = {**TEXT, "enum": list(COLOURS)}
_DRAWINGS = {
    "type": "array", "maxItems": MOST_DRAWINGS, "description": "places in hundredths of an inch", "items": {"oneOf": [
        _body({"type": {**TEXT, "enum": ["arrow"]}, "colour": _COLOUR, "start": _SPOT, "end": _SPOT},
              "type", "colour", "start", "end"),
        _body({"type": {**TEXT, "enum": ["ring"]}, "colour": _COLOUR, "at": _SPOT}, "type", "colour", "at"),
    ]},
}  # fmt: skip
BRIEF = {
    "key": {**TEXT, "description": "its address"}, "game": {**TEXT, "format": "uuid"}, "title": TEXT,
    "visibility": _VISIBILITY, "author": {**TEXT, "description": "the public name"},
    "person": {**TEXT, "description": "opaque id of the author; empty if they have none"},
    "mine": {**_FLAG, "description": "you wrote it"}, "hidden": _HIDDEN, "created": _TIME, "updated": _TIME,
}  # fmt: skip
LIST = object_of({"studies": list_of(object_of(BRIEF))})
STUDY = object_of({
    **BRIEF, "version": NUMBER,
    "notes": list_of(object_of({
        "step": NUMBER, "text": _TEXT, "html": {**TEXT, "description": "the text as HTML that is safe on any page"},
        "mark": _MARK, "drawings": _DRAWINGS, "hidden": _HIDDEN,
    })),
    "chapters": list_of(object_of({"step": NUMBER, "title": TEXT})),
})  # fmt: skip
BEGIN = _body({"title": _title(Study), "visibility": _VISIBILITY}, "title")
EDIT = _body({"expected": _EXPECTED, "title": _title(Study), "visibility": _VISIBILITY}, "expected")
NOTE = _body({"expected": _EXPECTED, "text": _TEXT, "mark": _MARK, "drawings": _DRAWINGS}, "expected")
CHAPTER = _body({"expected": _EXPECTED, "title": {**_title(Chapter), "minLength": 0}}, "expected", "title")
HIDE = _body({"reason": {**TEXT, "maxLength": REASON}}, "reason")
