"""Finds what the modules of a package define: rules, parts and other values are found by type, so no list names
them.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")

GATHERS = "ruleset"
"""The module of a package that assembles the others; it is not searched itself."""


def modules_in(package: ModuleType) -> Iterator[ModuleType]:
    """The modules of a package and of the packages in it, by name."""
    return (importlib.import_module(name) for name in _names_in(package))


@cache
def _names_in(package: ModuleType) -> tuple[str, ...]:
    # A package is searched for several kinds of values, and looking into its folders takes longer than anything else.
    names = sorted(info.name for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."))
    return tuple(name for name in names if name != f"{package.__name__}.{GATHERS}")


def values_in(package: ModuleType, kind: type[T]) -> Iterator[T]:
    """The values of a type in the modules of a package, including those they merely import."""
    return (value for module in modules_in(package) for value in vars(module).values() if isinstance(value, kind))
