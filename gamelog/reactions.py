"""How one app reacts to another that does not know it: the lower app calls whatever has been registered.

Apps register in `AppConfig.ready`. Registered functions run in the caller's transaction, and their exceptions reach the
caller.
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
        """Add a function; one that is already registered keeps its place."""
        if function not in self._functions:
            self._functions.append(function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        """Call all of them; returns their results in order."""
        return [function(*args, **kwargs) for function in self._functions]
