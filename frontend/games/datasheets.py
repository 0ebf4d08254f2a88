"""Characteristics as a datasheet prints them."""

from __future__ import annotations

from typing import Any

from frontend.base.lengths import inches
from rules.kernel.telling import Telling


def characteristics(telling: Telling, profile: dict[str, Any]) -> dict[str, str]:
    """A profile as players print it: lengths in inches, target numbers with a plus; unknown characteristics last."""
    columns = telling.columns
    order = sorted(profile, key=lambda name: (columns.index(name) if name in columns else len(columns), name))
    return {name: characteristic(telling, name, profile[name]) for name in order}


def characteristic(telling: Telling, name: str, value: Any) -> str:
    """One characteristic as players print it."""
    if name in telling.lengths and isinstance(value, int):
        return inches(value)
    if name in telling.dashes and not value:
        return "–"
    return f"{value}+" if name in telling.rolled and isinstance(value, int) else str(value)
