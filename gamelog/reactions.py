"""How one app reacts to another without being known to it: the lower app calls whatever has been registered.

Apps register in `AppConfig.ready`. What is registered runs in the caller's transaction, and what it raises, the caller
raises.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Reactions(Generic[P, R]):
    """Functions called one after the other, in the order in which apps are installed (`INSTALLED_APPS`)."""

    def __init__(self) -> None:
        self._functions: list[Callable[P, R]] = []

    def register(self, function: Callable[P, R]) -> None:
        """Add a function; one that is registered already stays where it is."""
        if function not in self._functions:
            self._functions.append(function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        """Call all of them; their answers in order."""
        return [function(*args, **kwargs) for function in self._functions]
