"""Canonical JSON (RFC 8785 for whole numbers): one byte sequence per content, the same on any machine."""

from __future__ import annotations

import re
from typing import Any

import msgspec

_SORTED = msgspec.json.Encoder(order="sorted")
_AS_IS = msgspec.json.Encoder()
_HIGH = re.compile(rb"[\xee-\xf4]")
"""First bytes of characters from U+E000 on: among these alone UTF-8 and UTF-16 sort keys differently."""


def canonical(value: Any) -> bytes:
    """Keys sorted by their UTF-16 code units, no white space, defaults left out. `value` holds no floats."""
    data = _SORTED.encode(value)
    if data.isascii() or not _HIGH.search(data):
        return data
    return _AS_IS.encode(_ordered(msgspec.to_builtins(value)))


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value, key=lambda key: key.encode("utf-16-be"))}
    return [_ordered(each) for each in value] if isinstance(value, list | tuple) else value


def tag_of(thing: Any) -> str:
    """The word that identifies an action or effect, or its class, as `type` in JSON."""
    return str(thing.__struct_config__.tag)


def holds_float(value: Any) -> bool:
    """Whether a value read from JSON holds a number with a fraction or exponent, which has no canonical form here."""
    if isinstance(value, dict):
        return any(map(holds_float, value.values()))
    return any(map(holds_float, value)) if isinstance(value, list) else isinstance(value, float)
