"""Shapes of answers for the OpenAPI document, for answers without a serializer."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "integer"}


def object_of(members: dict[str, Any], text: str = "", optional: Collection[str] = ()) -> dict[str, Any]:
    """An object that has all of its members except the `optional` ones; `text` describes it."""
    required = [name for name in members if name not in optional]
    made: dict[str, Any] = {"type": "object", "required": required, "properties": members}
    return {**made, "description": text} if text else made


def list_of(items: dict[str, Any]) -> dict[str, Any]:
    """A list of one kind of thing."""
    return {"type": "array", "items": items}
