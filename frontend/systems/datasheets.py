"""Characteristics as they are printed on a datasheet."""

from __future__ import annotations

from typing import Any

from frontend.base.lengths import inches
from frontend.systems.system import System


def characteristics(system: System, profile: dict[str, Any]) -> dict[str, str]:
    """A profile as players print it: lengths in inches, what a die has to reach with a plus; unknown names last."""
    columns = system.columns
    order = sorted(profile, key=lambda name: (columns.index(name) if name in columns else len(columns), name))
    return {name: characteristic(system, name, profile[name]) for name in order}


def characteristic(system: System, name: str, value: Any) -> str:
    """One characteristic as players print it."""
    if name == "M" and isinstance(value, int):
        return inches(value)
    if name in system.dashes and not value:
        return "–"
    return f"{value}+" if name in system.rolled and isinstance(value, int) else str(value)
