"""Numbers from addresses and forms: anything that is not a number falls back to a default and is no error."""

from __future__ import annotations

from typing import Any

MOST_DIGITS = 9


def whole_number(text: Any, otherwise: int = 0) -> int:
    """A whole number from 0 up, of at most nine digits; anything else gives `otherwise`."""
    said = str(text)
    return int(said) if said.isascii() and said.isdigit() and len(said) <= MOST_DIGITS else otherwise
