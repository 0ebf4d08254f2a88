"""Where rulesets are found: the folders beside this module, and what other packages install.

A distribution brings a ruleset with an entry point of the group `gamelog.rulesets`: its name is the ruleset's id, its
value the module that has the `VERSIONS`. It is the packages' standard way to say "I am here": nothing has to be placed
into this project or listed in it, the package may lie anywhere and be called anything, and what is found is what was
installed on purpose. A shared folder on the search path (a namespace) would be shorter, but any folder that happens to
be called `rules` would then be part of the game's law.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from importlib.util import find_spec

from rules.kernel.discovery import GATHERS

GROUP = "gamelog.rulesets"
"""The group of entry points."""


def modules(package: str, folders: Iterable[str]) -> dict[str, str]:
    """The module with the VERSIONS of every ruleset, by id: those in the folders of a package first, and in either
    group expansions after what stands alone.

    Raises:
        ValueError: two packages bring a ruleset of the same id.
    """
    own, brought = _own(package, folders), _brought()
    twice = sorted(own.keys() & brought.keys())
    if twice:
        raise ValueError(f"the ruleset {twice[0]!r} is there twice: {own[twice[0]]} and {brought[twice[0]]}")
    return {**_in_order(own), **_in_order(brought)}


def expands(module: str) -> str:
    """The ruleset that the one of this module expands, as its package says; empty if it stands alone."""
    return str(getattr(importlib.import_module(module.rpartition(".")[0]), "EXPANDS", ""))


def own(package: str, folders: Iterable[str], name: str) -> str:
    """The module with the VERSIONS of the ruleset in a folder of this name; empty if there is none."""
    module = f"{package}.{name}.{GATHERS}"
    return module if name in _folders(folders) and find_spec(module) else ""


def _own(package: str, folders: Iterable[str]) -> dict[str, str]:
    named = {name: own(package, folders, name) for name in _folders(folders)}
    return {name: module for name, module in named.items() if module}


def _folders(folders: Iterable[str]) -> list[str]:
    return [info.name for info in pkgutil.iter_modules(folders) if info.ispkg and info.name != "kernel"]


def _brought() -> dict[str, str]:
    # Imported here: it takes as long as everything that verifying a small game imports of the rules' kernel.
    from importlib.metadata import entry_points

    found: dict[str, str] = {}
    for point in entry_points(group=GROUP):
        if found.setdefault(point.name, point.value) != point.value:
            raise ValueError(f"the ruleset {point.name!r} is there twice: {found[point.name]} and {point.value}")
    return found


def _in_order(found: dict[str, str]) -> dict[str, str]:
    return {name: found[name] for name in sorted(found, key=lambda name: (expands(found[name]), name))}
