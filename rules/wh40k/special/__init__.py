"""The universal special rules, one file each: what it does, its labels, its citation."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType


def acts() -> tuple[ModuleType, ...]:
    """The modules of special rules that bring declarations of their own: they have HANDLERS and offers."""
    found = (importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__))
    return tuple(module for module in found if hasattr(module, "HANDLERS"))
