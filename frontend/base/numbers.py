"""Numbers as addresses and forms bring them: whatever is none, is none, and no error."""

from __future__ import annotations

from typing import Any

MOST_DIGITS = 9


def whole_number(text: Any, otherwise: int = 0) -> int:
    """A whole number from 0 up, in at most nine digits; `otherwise` where it is anything else."""
    said = str(text)
    return int(said) if said.isascii() and said.isdigit() and len(said) <= MOST_DIGITS else otherwise
