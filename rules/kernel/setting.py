"""An option that players agree on before a game: what it settles, its default, and the values it can have."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

Value = int | str | bool


class Setting(msgspec.Struct, frozen=True):
    """An option of a game. A number has bounds; a word may be one of `choices`; anything else is free text.

    `first`: players talk about it before every battle; any other is asked only on request.
    """

    key: str
    text: str
    default: Value
    bounds: tuple[int, int] = (0, 99)
    choices: tuple[str, ...] = ()
    first: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """Its values as a JSON Schema."""
        shape: dict[str, Any] = {"description": self.text, "default": self.default}
        if isinstance(self.default, bool):
            return {**shape, "enum": [False, True, 0, 1]}
        if isinstance(self.default, int):
            return {**shape, "type": "integer", "minimum": self.bounds[0], "maximum": self.bounds[1]}
        return {**shape, "enum": list(self.choices)} if self.choices else {**shape, "type": "string"}


def settings(
    defaults: Mapping[str, Value],
    texts: Mapping[str, str],
    bounds: Mapping[str, tuple[int, int]],
    choices: Mapping[str, Collection[str]] | None = None,
    first: Collection[str] = (),
) -> tuple[Setting, ...]:
    """The options of a game system, in the order of their defaults.

    Raises:
        KeyError: nothing says what an option settles.
    """
    words = choices or {}
    return tuple(
        Setting(key, texts[key], default, bounds.get(key, (0, 99)), tuple(words.get(key, ())), key in first)
        for key, default in defaults.items()
    )
