"""The words of each game system, found by the id of its ruleset."""

from __future__ import annotations

import importlib
from functools import cache

from frontend import systems
from frontend.systems.cast import Cast
from frontend.systems.system import System


@cache
def of(ruleset: str) -> System:
    """The words of a ruleset, from the module of its name. Raises: ModuleNotFoundError where nobody wrote one."""
    found: System = importlib.import_module(f"{systems.__name__}.{ruleset}").SYSTEM
    return found


def system_of(cast: Cast) -> System:
    """The words of the system that a game is played by."""
    return of(cast.ruleset.id)
